/* SPDX-License-Identifier: MIT
 *
 * Locks that repeat others: the ratio says so, a small epsilon with refinement gives the
 * multipliers of least weighted norm (theory 5.3), and regular systems are not disturbed. */
#include "sparse/sample.h"

static void refine(Sample *s, double epsilon, int rounds) {
    jd_sparse_factor(s->plan, s->values, epsilon, NULL, s->work);
    for (int i = 0; i < s->n; i++) s->x[i] = 0;
    for (int round = 0; round < rounds; round++) {
        jd_sparse_residual(s->plan, s->values, s->x, s->b, s->r);
        jd_sparse_solve(s->plan, s->work, s->r);
        for (int i = 0; i < s->n; i++) s->x[i] += s->r[i];
    }
}

/* Two bodies hinged, and a second, identical joint between them whose rows are multiplied by
 * `factor`. The scale of a row grows with factor^2, so of the force F that both transmit together
 * the first takes F / 2 and the second F / (2 factor): in newtons, half each. */
static void repeat_joint(Sample *s, double factor) {
    const int first = sample_body(s, 3, 2, -1), second = sample_body(s, 3, 2, first);
    sample_close(s, second, first, 2);
    sample_plan(s);
    sample_numbers(s, true);
    for (int k = 0; k < 2; k++) {
        const double *from = s->values + jd_sparse_pair_at(s->plan, 1 + k);
        double *to = s->values + jd_sparse_pair_at(s->plan, 3 + k);
        for (int i = 0; i < 6; i++) to[i] = factor * from[i];
    }
    const int joint = jd_sparse_unknown_at(s->plan, 3), again = jd_sparse_unknown_at(s->plan, 4);
    for (int i = 0; i < 2; i++) s->b[again + i] = factor * s->b[joint + i];
}

static void repeated_joint_shares_its_force(void **state) {
    (void)state;
    const double factors[] = {1, 3, 0.01};
    for (int trial = 0; trial < 3; trial++) {
        check_seed((uint64_t)trial);
        Sample s = {0};
        repeat_joint(&s, factors[trial]);
        refine(&s, 1e-8, 4);
        jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
        for (int i = 0; i < s.n; i++) check_near(s.r[i], 0, 1e-12, "consistent system is solved");
        const double *one = s.x + jd_sparse_unknown_at(s.plan, 3);
        const double *two = s.x + jd_sparse_unknown_at(s.plan, 4);
        for (int i = 0; i < 2; i++)
            check_near(two[i] * factors[trial], one[i], 1e-7 * (1 + fabs(one[i])),
                       "half of the force each");
        sample_free(&s);
    }
}

/* Random dependent rows: against the least-norm solution found densely. The closing joint's rows
 * are a combination of the two tree joints' rows, c = M [b1; b2], so with S = diag(scale) the least
 * norm solution satisfies N^T S lambda = 0 for the null vectors N = (M^T; -1) of B^T. */
static void multipliers_have_least_weighted_norm(void **state) {
    (void)state;
    for (int trial = 0; trial < 50; trial++) {
        check_seed((uint64_t)trial + 77);
        Sample s = {0};
        const int first = sample_body(&s, 3, 2, -1), second = sample_body(&s, 3, 2, first);
        const int close = sample_close(&s, second, first, 1);
        sample_plan(&s);
        sample_numbers(&s, trial % 2);
        const double c[4] = {check_uniform(-1, 1), check_uniform(-1, 1), check_uniform(-1, 1),
                             check_uniform(-1, 1)};
        const double *b1 = s.values + jd_sparse_pair_at(s.plan, 0); /* first joint, first body */
        const double *b2 = s.values + jd_sparse_pair_at(s.plan, 1); /* second joint, second body */
        const double *a2 = s.values + jd_sparse_pair_at(s.plan, 2); /* second joint, first body */
        double *at_second = s.values + jd_sparse_pair_at(s.plan, 3);
        double *at_first = s.values + jd_sparse_pair_at(s.plan, 4);
        for (int i = 0; i < 3; i++) {
            at_second[i] = c[2] * b2[i] + c[3] * b2[3 + i];
            at_first[i] = c[0] * b1[i] + c[1] * b1[3 + i] + c[2] * a2[i] + c[3] * a2[3 + i];
        }
        const int j1 = jd_sparse_unknown_at(s.plan, 1), j2 = jd_sparse_unknown_at(s.plan, 3);
        const int j3 = jd_sparse_unknown_at(s.plan, close);
        const double *g = s.b;
        s.b[j3] = c[0] * g[j1] + c[1] * g[j1 + 1] + c[2] * g[j2] + c[3] * g[j2 + 1];

        SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
        assert_true(report.ratio < 1e-12);
        assert_int_equal(report.row, j3);
        refine(&s, 1e-7, 5);
        jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
        for (int i = 0; i < s.n; i++) check_near(s.r[i], 0, 1e-10, "consistent system is solved");

        /* Scales from the matrix itself. */
        double scale[5], sum = 0;
        const int joint[5] = {j1, j1 + 1, j2, j2 + 1, j3};
        const double *k = sample_dense(&s);
        for (int r = 0; r < 5; r++) {
            scale[r] = 0;
            for (int b = 0; b < 2; b++) {
                const int at = jd_sparse_unknown_at(s.plan, b ? second : first);
                double a[9], y[3];
                for (int i = 0; i < 9; i++) a[i] = k[(at + i / 3) * s.n + at + i % 3];
                for (int i = 0; i < 3; i++) y[i] = k[joint[r] * s.n + at + i];
                dense_solve(a, 3, y);
                for (int i = 0; i < 3; i++) scale[r] += k[joint[r] * s.n + at + i] * y[i];
            }
        }
        for (int r = 0; r < 5; r++) sum += (r < 4 ? c[r] : -1) * scale[r] * s.x[joint[r]];
        check_near(sum, 0, 1e-6, "least norm");
        sample_free(&s);
    }
}

static void refinement_leaves_a_regular_system_exact(void **state) {
    (void)state;
    check_seed(5);
    Sample s = {0};
    sample_body(&s, 6, 5, sample_body(&s, 6, 4, sample_body(&s, 6, 3, -1)));
    sample_plan(&s);
    sample_numbers(&s, true);
    double *dense = sample_dense(&s), *wanted = ARENA_NEW(&s.arena, double, s.n);
    memcpy(wanted, s.b, sizeof(double) * (size_t)s.n);
    dense_solve(dense, s.n, wanted);
    refine(&s, 1e-8, 3);
    for (int i = 0; i < s.n; i++) check_near(s.x[i], wanted[i], 1e-11, "epsilon leaves no trace");
    sample_free(&s);
}

/* One body on one joint: the pivot is exactly the scale, the ratio 1. */
static void free_body_has_ratio_one(void **state) {
    (void)state;
    for (int size = 1; size <= 6; size++) {
        check_seed((uint64_t)size);
        Sample s = {0};
        sample_body(&s, size, 1, -1);
        sample_plan(&s);
        sample_numbers(&s, true);
        const SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
        check_near(report.ratio, 1, 1e-14, "ratio of a lock on a free body");
        sample_free(&s);
    }
}

/* A lock without coefficients has no scale; its multiplier stays finite. */
static void empty_lock_is_harmless(void **state) {
    (void)state;
    Sample s = {0};
    sample_chain(&s, 3, 3, 2);
    sample_close(&s, 2, -1, 1);
    sample_plan(&s);
    sample_numbers(&s, false);
    double *row = s.values + jd_sparse_pair_at(s.plan, s.pair.count - 1);
    for (int i = 0; i < 3; i++) row[i] = 0;
    s.b[s.n - 1] = 0;
    SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    assert_true(report.ratio == 0 && report.row == s.n - 1);
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    jd_sparse_solve(s.plan, s.work, s.x);
    check_near(s.x[s.n - 1], 0, 0, "no force");
    jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
    for (int i = 0; i < s.n; i++) check_near(s.r[i], 0, 1e-12, "residual");
    sample_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_joint_shares_its_force),
        cmocka_unit_test(multipliers_have_least_weighted_norm),
        cmocka_unit_test(refinement_leaves_a_regular_system_exact),
        cmocka_unit_test(free_body_has_ratio_one),
        cmocka_unit_test(empty_lock_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
