/* SPDX-License-Identifier: MIT
 *
 * Plans without dual blocks: solutions of random sparse positive definite matrices. */
#include "check.h"
#include "sparse/sparse.h"
#include <stdlib.h>

enum { MOST = 60 };

typedef struct {
    SparseBlock block[20];
    SparsePair pair[60];
    int first[21], blocks, pairs, n;
    double dense[MOST][MOST];
} Sample;

/* Random blocks with random couplings; strictly diagonally dominant, so that it is positive
 * definite. */
static void draw(Sample *s) {
    *s = (Sample){.blocks = 1 + (int)check_uniform(0, 19)};
    for (int b = 0; b < s->blocks; b++) {
        s->block[b].size = 1 + (int)check_uniform(0, 3);
        s->first[b + 1] = s->first[b] + s->block[b].size;
    }
    s->n = s->first[s->blocks];
    for (int b = 1; b < s->blocks; b++)
        s->pair[s->pairs++] = (SparsePair){b, (int)check_uniform(0, b)};
    for (int k = 0; k < 10 && s->blocks > 2; k++) {
        int a = (int)check_uniform(0, s->blocks), b = (int)check_uniform(0, s->blocks);
        if (a != b) s->pair[s->pairs++] = (SparsePair){a, b};
    }
    for (int p = 0; p < s->pairs; p++)
        for (int i = s->first[s->pair[p].row]; i < s->first[s->pair[p].row + 1]; i++)
            for (int j = s->first[s->pair[p].column]; j < s->first[s->pair[p].column + 1]; j++)
                s->dense[i][j] = s->dense[j][i] = check_uniform(-1, 1);
    for (int b = 0; b < s->blocks; b++)
        for (int i = s->first[b]; i < s->first[b + 1]; i++)
            for (int j = s->first[b]; j < i; j++)
                s->dense[i][j] = s->dense[j][i] = check_uniform(-1, 1);
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < s->n; j++)
            if (j != i) s->dense[i][i] += fabs(s->dense[i][j]);
        s->dense[i][i] += check_uniform(0.1, 1);
    }
}

/* The plan by least degree, and its numbers. */
typedef struct {
    Arena arena;
    const SparsePlan *plan;
    double *work;
} Planned;

static Planned plan_of(SparsePattern pattern) {
    Planned p = {0};
    p.plan = jd_sparse_plan_definite(&p.arena, &pattern, 1e6);
    assert_non_null(p.plan);
    p.work = ARENA_NEW(&p.arena, double, jd_sparse_work(p.plan) + 1);
    assert_non_null(p.work);
    return p;
}

static void fill(const Sample *s, const Planned *p) {
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++)
            if (s->dense[i][j] != 0) p->work[jd_sparse_place(p->plan, i, j)] = s->dense[i][j];
}

static void solves_random_systems(void **state) {
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        Sample s;
        draw(&s);
        Planned p = plan_of((SparsePattern){s.blocks, s.block, s.pairs, s.pair});
        double x[MOST], b[MOST];
        fill(&s, &p);
        for (int i = 0; i < s.n; i++) x[i] = check_uniform(-1, 1), b[i] = 0;
        for (int i = 0; i < s.n; i++)
            for (int j = 0; j < s.n; j++) b[i] += s.dense[i][j] * x[j];
        const SparseReport report = jd_sparse_factor(p.plan, NULL, 0, NULL, p.work);
        assert_true(report.positive && report.ratio > 0 && report.ratio <= 1);
        jd_sparse_solve(p.plan, p.work, b);
        for (int i = 0; i < s.n; i++) check_near(b[i], x[i], 1e-12, "solution");
        jd_arena_free(&p.arena);
    }
}

/* Of one pivot after the other the smallest, in parts of the diagonal as given, whatever kernel. */
static void the_lowest_pivot_is_told(void **state) {
    (void)state;
    for (int size = 2; size < 24; size++) {
        const SparseBlock block = {.size = size};
        Planned p = plan_of((SparsePattern){1, &block, 0, NULL});
        for (int k = 0; k < size; k++) p.work[jd_sparse_place(p.plan, k, k)] = 4;
        p.work[jd_sparse_place(p.plan, 0, size - 1)] = 3;
        const SparseReport report = jd_sparse_factor(p.plan, NULL, 0, NULL, p.work);
        check_near(report.ratio, 7. / 16, 1e-15, "4 - 9/4 of 4");
        assert_int_equal(report.row, size - 1);
        jd_arena_free(&p.arena);
    }
}

static void a_singular_matrix_is_refused(void **state) {
    (void)state;
    const SparseBlock block = {.size = 2};
    Planned p = plan_of((SparsePattern){1, &block, 0, NULL});
    const size_t one = jd_sparse_place(p.plan, 0, 0), other = jd_sparse_place(p.plan, 1, 1);
    p.work[one] = p.work[other] = p.work[jd_sparse_place(p.plan, 0, 1)] = 1;
    SparseReport report = jd_sparse_factor(p.plan, NULL, 0, NULL, p.work);
    assert_false(report.positive);
    assert_int_equal(report.bad_row, 1);
    p.work[one] = NAN;
    report = jd_sparse_factor(p.plan, NULL, 0, NULL, p.work);
    assert_false(report.positive);
    assert_int_equal(report.bad_row, 0);
    jd_arena_free(&p.arena);
}

static void a_chain_needs_the_same_per_link_however_long(void **state) {
    (void)state;
    enum { LONG = 2000 };
    SparseBlock *block = calloc(LONG, sizeof *block);
    SparsePair *pair = calloc(LONG, sizeof *pair);
    for (int k = 0; k < LONG; k++) block[k].size = 2;
    for (int k = 1; k < LONG; k++) pair[k - 1] = (SparsePair){k, k - 1};
    Arena arena = {0};
    const SparsePattern pattern = {LONG, block, LONG - 1, pair};
    assert_non_null(jd_sparse_plan_definite(&arena, &pattern, 9 * LONG));
    jd_arena_free(&arena);
    free(block);
    free(pair);
}

static void a_star_is_left_to_the_other_way(void **state) {
    (void)state;
    SparseBlock block[40];
    SparsePair pair[780];
    int pairs = 0;
    for (int a = 0; a < 40; a++) {
        block[a] = (SparseBlock){.size = 2};
        for (int b = 0; b < a; b++) pair[pairs++] = (SparsePair){a, b};
    }
    Arena arena = {0};
    const SparsePattern pattern = {40, block, pairs, pair};
    const double products = 79. * 80 * 81 / 6; /* all of 80 rows with each other */
    assert_null(jd_sparse_plan_definite(&arena, &pattern, 60 * 80 + 100));
    assert_null(jd_sparse_plan_definite(&arena, &pattern, products - 1));
    assert_false(arena.failed);
    assert_non_null(jd_sparse_plan_definite(&arena, &pattern, products));
    jd_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves_random_systems),
        cmocka_unit_test(the_lowest_pivot_is_told),
        cmocka_unit_test(a_singular_matrix_is_refused),
        cmocka_unit_test(a_chain_needs_the_same_per_link_however_long),
        cmocka_unit_test(a_star_is_left_to_the_other_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
