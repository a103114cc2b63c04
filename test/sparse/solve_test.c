/* SPDX-License-Identifier: MIT
 *
 * Elimination along the fronts against dense elimination with pivoting, on random trees with random
 * loops; what happens to wrong numbers; copies. */
#include "sparse/sample.h"

static int pick(int lo, int hi) {
    return lo + (int)(check_random() % (uint64_t)(hi - lo + 1));
}

/* Bodies of any size on joints of fewer locks, some closing joints, some pairs of bodies coupled
 * directly. Bodies hang on earlier ones, so that blocks come in a mixed order of indices. */
static void make_random(Sample *s) {
    const int kind = pick(0, 2), bodies = pick(1, 14), loops = pick(0, 3);
    int body[16];
    for (int i = 0; i < bodies; i++) {
        const int size = kind == 0 ? 3 : kind == 1 ? 6 : pick(2, 6);
        const int locks = kind == 0 ? pick(1, 2) : pick(0, size - 1);
        body[i] = sample_body(s, size, locks, i && pick(0, 5) ? body[pick(0, i - 1)] : -1);
    }
    for (int i = 0; i < loops; i++) {
        const int a = body[pick(0, bodies - 1)], b = pick(0, 3) ? body[pick(0, bodies - 1)] : -1;
        sample_close(s, a, a == b ? -1 : b, pick(1, 2));
    }
    if (bodies > 1 && pick(0, 3) == 0) sample_pair(s, body[0], body[bodies - 1]);
}

static void solutions_agree_with_dense_elimination(void **state) {
    (void)state;
    int compared = 0;
    for (int trial = 0; trial < 600; trial++) {
        check_seed((uint64_t)trial);
        Sample s = {0};
        make_random(&s);
        sample_plan(&s);
        sample_numbers(&s, trial % 2);
        double *dense = sample_dense(&s), *wanted = ARENA_NEW(&s.arena, double, s.n);
        memcpy(wanted, s.b, sizeof(double) * (size_t)s.n);
        const double least = dense_solve(dense, s.n, wanted);
        const SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
        assert_true(report.positive);
        assert_in_range(report.ratio * 1e18, 0, 1000000000000000000);
        if (least > 1e-4) {
            double largest = 0;
            memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
            jd_sparse_solve(s.plan, s.work, s.x);
            for (int i = 0; i < s.n; i++) largest = fmax(largest, fabs(wanted[i]));
            for (int i = 0; i < s.n; i++)
                check_near(s.x[i], wanted[i], 1e-9 * largest, "sparse and dense solution agree");
            compared++;
        } else if (least < 1e-13) {
            assert_true(report.ratio < 1e-12);
        }
        sample_free(&s);
    }
    assert_true(compared > 300);
}

static void residual_is_that_of_the_given_matrix(void **state) {
    (void)state;
    for (int trial = 0; trial < 50; trial++) {
        check_seed((uint64_t)trial + 1000);
        Sample s = {0};
        make_random(&s);
        sample_plan(&s);
        sample_numbers(&s, true);
        const double *k = sample_dense(&s);
        for (int i = 0; i < s.n; i++) s.x[i] = check_uniform(-1, 1);
        jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
        for (int i = 0; i < s.n; i++) {
            double wanted = s.b[i];
            for (int j = 0; j < s.n; j++) wanted -= k[i * s.n + j] * s.x[j];
            check_near(s.r[i], wanted, 1e-13, "r = b - K x");
        }
        sample_free(&s);
    }
}

/* Every shape that has a kernel of its own gives the same as the general way. */
static void kernels_agree_with_the_general_elimination(void **state) {
    (void)state;
    bool met[64] = {false};
    for (int trial = 0; trial < 400; trial++) {
        check_seed((uint64_t)trial + 5000);
        Sample s = {0};
        make_random(&s);
        sample_plan(&s);
        sample_numbers(&s, trial % 2);
        double *general = ARENA_NEW(&s.arena, double, s.n);
        memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
        memcpy(general, s.b, sizeof(double) * (size_t)s.n);
        SparseReport report = jd_sparse_factor(s.plan, s.values, 1e-3, NULL, s.work);
        jd_sparse_solve(s.plan, s.work, s.x);
        for (int f = 0; f < s.plan->fronts; f++) {
            met[s.plan->front[f].number] = true;
            s.plan->front[f].number = 0;
        }
        const SparseReport wanted = jd_sparse_factor(s.plan, s.values, 1e-3, NULL, s.work);
        jd_sparse_solve(s.plan, s.work, general);
        check_near(report.ratio, wanted.ratio, 1e-9, "ratio");
        assert_int_equal(report.row, wanted.row);
        for (int i = 0; i < s.n; i++)
            check_near(s.x[i], general[i], 1e-9 * (1 + fabs(general[i])), "x");
        sample_free(&s);
    }
    int shapes = 0;
    for (int i = 1; i < 64; i++) shapes += met[i];
    assert_true(shapes >= 6);
}

static void body_without_mass_is_reported(void **state) {
    (void)state;
    Sample s = {0};
    sample_chain(&s, 4, 3, 2);
    sample_plan(&s);
    sample_numbers(&s, false);
    double *a = s.values + jd_sparse_diagonal_at(s.plan, s.block.count - 2); /* the last body */
    for (int i = 0; i < 9; i++) a[i] = 0;
    const SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    assert_false(report.positive);
    assert_int_equal(report.bad_row, jd_sparse_unknown_at(s.plan, s.block.count - 2));
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    jd_sparse_solve(s.plan, s.work, s.x);
    for (int i = 0; i < s.n; i++) assert_true(isfinite(s.x[i]));
    sample_free(&s);
}

/* A body without mass between two hinges: A + rho B^T B couples the bodies of a joint directly and
 * leaves the solution as it is, if g is augmented alike. */
static void augmented_body_without_mass_is_solved(void **state) {
    (void)state;
    check_seed(7);
    Sample s = {0};
    const int crank = sample_body(&s, 3, 2, -1), rod = sample_body(&s, 3, 2, crank);
    const int close = sample_close(&s, rod, -1, 1), couple = sample_pair(&s, rod, crank);
    sample_plan(&s);
    sample_numbers(&s, false);
    double *at_crank = s.values + jd_sparse_diagonal_at(s.plan, crank);
    double *at_rod = s.values + jd_sparse_diagonal_at(s.plan, rod);
    double *between = s.values + jd_sparse_pair_at(s.plan, couple);
    for (int i = 0; i < 9; i++) at_rod[i] = between[i] = 0;
    double *plain = sample_dense(&s), *wanted = ARENA_NEW(&s.arena, double, s.n);
    memcpy(wanted, s.b, sizeof(double) * (size_t)s.n);
    assert_true(dense_solve(plain, s.n, wanted) > 1e-4);

    const double rho = 1;
    for (int p = 0; p < s.pair.count; p++)
        for (int q = 0; q < s.pair.count; q++) {
            const SparsePair u = s.pair.at[p], v = s.pair.at[q];
            if (!s.block.at[u.row].dual || u.row != v.row) continue;
            const double *b = s.values + jd_sparse_pair_at(s.plan, p);
            const double *c = s.values + jd_sparse_pair_at(s.plan, q);
            double *to = u.column == v.column ? u.column == rod ? at_rod : at_crank : between;
            if (u.column == crank && v.column == rod) continue;
            for (int r = 0; r < s.block.at[u.row].size; r++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++) to[i * 3 + j] += rho * b[r * 3 + i] * c[r * 3 + j];
        }
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    for (int p = 0; p < s.pair.count; p++) {
        const SparsePair u = s.pair.at[p];
        const double *b = s.values + jd_sparse_pair_at(s.plan, p);
        if (!s.block.at[u.row].dual) continue;
        for (int r = 0; r < s.block.at[u.row].size; r++)
            for (int i = 0; i < 3; i++)
                s.x[jd_sparse_unknown_at(s.plan, u.column) + i] +=
                    rho * b[r * 3 + i] * s.b[jd_sparse_unknown_at(s.plan, u.row) + r];
    }
    const SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    assert_true(report.positive);
    jd_sparse_solve(s.plan, s.work, s.x);
    for (int i = 0; i < s.n; i++) check_near(s.x[i], wanted[i], 1e-10, "augmented solution");
    (void)close;
    sample_free(&s);
}

/* NaN in any one place of the matrix that counts (of the bodies' blocks the upper triangle): no
 * crash, and it is reported. */
static void not_a_number_is_reported(void **state) {
    (void)state;
    check_seed(11);
    Sample s = {0};
    sample_four_bars(&s, 2);
    sample_body(&s, 6, 5, sample_body(&s, 6, 5, -1));
    sample_plan(&s);
    sample_numbers(&s, false);
    bool *skip = ARENA_NEW(&s.arena, bool, jd_sparse_values(s.plan));
    for (int b = 0; b < s.block.count; b++) {
        const int size = s.block.at[b].size;
        for (int i = 0; i < size * size && !s.block.at[b].dual; i++)
            skip[jd_sparse_diagonal_at(s.plan, b) + (size_t)i] = i / size > i % size;
    }
    for (size_t i = 0; i < jd_sparse_values(s.plan); i++) {
        const double kept = s.values[i];
        s.values[i] = NAN;
        const SparseReport report = jd_sparse_factor(s.plan, s.values, 1e-10, NULL, s.work);
        memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
        jd_sparse_solve(s.plan, s.work, s.x);
        assert_true(skip[i] || !report.positive || report.ratio == 0);
        s.values[i] = kept;
    }
    sample_free(&s);
}

static void copy_works_without_the_original(void **state) {
    (void)state;
    check_seed(3);
    Sample s = {0};
    sample_four_bars(&s, 5);
    sample_plan(&s);
    sample_numbers(&s, false);
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    jd_sparse_solve(s.plan, s.work, s.x);

    const size_t bytes = jd_sparse_bytes(s.plan);
    void *memory = malloc(bytes);
    assert_non_null(memory);
    const SparsePlan *copy = jd_sparse_copy(s.plan, memory);
    memset(s.plan, 0xff, bytes);
    double *x = malloc(sizeof(double) * (size_t)s.n);
    double *work = malloc(sizeof(double) * jd_sparse_work(copy));
    memcpy(x, s.b, sizeof(double) * (size_t)s.n);
    jd_sparse_factor(copy, s.values, 0, NULL, work);
    jd_sparse_solve(copy, work, x);
    assert_memory_equal(x, s.x, sizeof(double) * (size_t)s.n);
    free(work);
    free(x);
    free(memory);
    sample_free(&s);
}

static void blocks_without_unknowns_do_no_harm(void **state) {
    (void)state;
    Sample s = {0};
    const int first = sample_body(&s, 3, 2, -1), second = sample_body(&s, 3, 1, first);
    sample_close(&s, first, second, 0);
    sample_block(&s, 0, true);
    sample_plan(&s);
    sample_numbers(&s, true);
    double *dense = sample_dense(&s), *wanted = ARENA_NEW(&s.arena, double, s.n);
    memcpy(wanted, s.b, sizeof(double) * (size_t)s.n);
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    dense_solve(dense, s.n, wanted);
    jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    jd_sparse_solve(s.plan, s.work, s.x);
    for (int i = 0; i < s.n; i++) check_near(s.x[i], wanted[i], 1e-12, "x");
    sample_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_agree_with_dense_elimination),
        cmocka_unit_test(residual_is_that_of_the_given_matrix),
        cmocka_unit_test(kernels_agree_with_the_general_elimination),
        cmocka_unit_test(body_without_mass_is_reported),
        cmocka_unit_test(augmented_body_without_mass_is_solved),
        cmocka_unit_test(not_a_number_is_reported),
        cmocka_unit_test(copy_works_without_the_original),
        cmocka_unit_test(blocks_without_unknowns_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
