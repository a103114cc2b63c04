/* SPDX-License-Identifier: MIT
 *
 * The flat factorisation against a dense one, on random sparse positive definite matrices. */
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

static void fill(const Sample *s, const Flat *flat, double *a) {
    for (int k = 0; k < flat->unknowns + flat->entries; k++) a[k] = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++) {
            int at = jd_flat_at(flat, i, j);
            if (at >= 0)
                a[at] = s->dense[i][j];
            else
                check_near(s->dense[i][j], 0, 0, "what has no place is zero");
        }
}

static void solves_random_systems(void **state) {
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        Sample s;
        draw(&s);
        Arena arena = {0}, scratch = {0};
        const Flat *flat = jd_flat_plan(&arena, &scratch, s.blocks, s.block, s.pairs, s.pair, 1e6);
        assert_non_null(flat);
        double *a = calloc((size_t)(flat->unknowns + flat->entries + 1), sizeof *a);
        double own[MOST], x[MOST], placed[MOST];
        fill(&s, flat, a);
        for (int i = 0; i < s.n; i++) x[i] = check_uniform(-1, 1), placed[flat->place[i]] = 0;
        for (int i = 0; i < s.n; i++)
            for (int j = 0; j < s.n; j++) placed[flat->place[i]] += s.dense[i][j] * x[j];
        int lowest = -1;
        double ratio = jd_flat_factor(flat, a, own, &lowest);
        assert_true(ratio > 0 && ratio <= 1);
        jd_flat_solve(flat, a, placed);
        for (int i = 0; i < s.n; i++) check_near(placed[flat->place[i]], x[i], 1e-12, "solution");
        free(a);
        jd_arena_free(&arena);
        jd_arena_free(&scratch);
    }
}

static void a_singular_matrix_is_refused(void **state) {
    (void)state;
    SparseBlock block = {.size = 2};
    Arena arena = {0}, scratch = {0};
    const Flat *flat = jd_flat_plan(&arena, &scratch, 1, &block, 0, NULL, 100);
    double a[3] = {1, 1, 1}, own[2]; /* diagonal 1 1, and 1 beside it */
    int lowest = -1;
    check_near(jd_flat_factor(flat, a, own, &lowest), 0, 0, "rank one");
    assert_int_equal(lowest, 1);
    double b[3] = {NAN, 1, 0};
    check_near(jd_flat_factor(flat, b, own, &lowest), 0, 0, "not a number");
    jd_arena_free(&arena);
    jd_arena_free(&scratch);
}

static void a_chain_needs_the_same_per_link_however_long(void **state) {
    (void)state;
    enum { LONG = 2000 };
    SparseBlock *block = calloc(LONG, sizeof *block);
    SparsePair *pair = calloc(LONG, sizeof *pair);
    for (int k = 0; k < LONG; k++) block[k].size = 2;
    for (int k = 1; k < LONG; k++) pair[k - 1] = (SparsePair){k, k - 1};
    Arena arena = {0}, scratch = {0};
    const Flat *flat = jd_flat_plan(&arena, &scratch, LONG, block, LONG - 1, pair, 10);
    assert_non_null(flat);
    assert_true(flat->targets <= 9 * LONG);
    jd_arena_free(&arena);
    jd_arena_free(&scratch);
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
    Arena arena = {0}, scratch = {0};
    assert_null(jd_flat_plan(&arena, &scratch, 40, block, pairs, pair, 60));
    assert_false(arena.failed || scratch.failed);
    jd_arena_free(&arena);
    jd_arena_free(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves_random_systems),
        cmocka_unit_test(a_singular_matrix_is_refused),
        cmocka_unit_test(a_chain_needs_the_same_per_link_however_long),
        cmocka_unit_test(a_star_is_left_to_the_other_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
