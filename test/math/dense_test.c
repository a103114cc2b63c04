/* SPDX-License-Identifier: MIT
 *
 * Small full matrices: what is solved is put back into the matrix as it was given. */
#include "check.h"
#include "math/dense.h"
#include <string.h>

enum { MOST = 9 };

typedef struct {
    double A[MOST * MOST], given[MOST * MOST], x[MOST], b[MOST];
} Sample;

/* Random numbers, and b = A x of a random x. */
static void draw(Sample *s, int rows, int n) {
    for (int k = 0; k < rows * n; k++) s->A[k] = s->given[k] = check_uniform(-1, 1);
    for (int k = 0; k < n; k++) s->x[k] = check_uniform(-1, 1);
}

static void multiply(Sample *s, int rows, int n) {
    for (int r = 0; r < rows; r++) {
        s->b[r] = 0;
        for (int c = 0; c < n; c++) s->b[r] += s->given[r * n + c] * s->x[c];
    }
}

/* B B^T of rank columns, plus `more` on the diagonal. */
static void draw_symmetric(Sample *s, int n, int rank, double more) {
    double B[MOST * MOST];
    draw(s, n, n);
    for (int k = 0; k < n * rank; k++) B[k] = check_uniform(-1, 1);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            double sum = r == c ? more : 0;
            for (int k = 0; k < rank; k++) sum += B[r * rank + k] * B[c * rank + k];
            s->A[r * n + c] = s->given[r * n + c] = sum;
        }
    multiply(s, n, n);
}

static void rows_that_follow_are_left_behind(void **state) {
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 1 + trial % 6, rows = n + trial % 4;
        Sample s;
        int order[MOST];
        draw(&s, rows, n);
        multiply(&s, rows, n);
        for (int r = 0; r < rows; r++) order[r] = r;
        const DensePivot low = jd_dense_lu(rows, n, s.A, order);
        assert_true(low.size > 0 && low.row >= 0 && low.row < rows);
        double x[MOST];
        for (int k = 0; k < n; k++) x[k] = s.b[order[k]];
        jd_dense_lu_solve(n, s.A, x);
        for (int k = 0; k < n; k++) check_near(x[k], s.x[k], 1e-9, "L U");
    }
}

/* The same rows in another order give the same pivots, also where numbers are equal. */
static void the_order_of_rows_does_not_matter(void **state) {
    (void)state;
    double one[] = {1, 2, -1, 3, 1, 5}, other[] = {1, 5, -1, 3, 1, 2};
    int order[] = {0, 1, 2}, turned[] = {2, 1, 0};
    const DensePivot a = jd_dense_lu(3, 2, one, order), b = jd_dense_lu(3, 2, other, turned);
    for (int k = 0; k < 3; k++) assert_int_equal(order[k], turned[k]);
    assert_int_equal(order[0], 0);
    assert_true(a.size == b.size && a.row == b.row);
    for (int k = 0; k < 6; k++) assert_true(one[k] == other[k]);
}

static void no_number_is_the_lowest_pivot(void **state) {
    (void)state;
    double A[] = {NAN, 0, 0, 1};
    int order[] = {0, 1};
    assert_false(jd_dense_lu(2, 2, A, order).size > 0);
    double Z[] = {0, 0, 0, 0};
    assert_true(jd_dense_lu(2, 2, Z, order).size == 0 || isnan(jd_dense_lu(2, 2, Z, order).size));
}

static void the_rank_is_that_of_the_columns(void **state) {
    (void)state;
    for (int rank = 1; rank < 6; rank++) {
        Sample s;
        int row[6], column[6];
        draw_symmetric(&s, 6, rank, 0);
        for (int k = 0; k < 6; k++) row[k] = column[k] = k;
        const DenseChoice choice = {6, 6, s.A, row, column, NULL};
        assert_int_equal(jd_dense_choose(&choice, 6, 1e-9), rank);
    }
}

static void a_weight_keeps_a_column_behind(void **state) {
    (void)state;
    double A[] = {3, 1, 3, 2}, weight[] = {0.1, 1};
    int row[] = {0, 1}, column[] = {0, 1};
    const DenseChoice choice = {2, 2, A, row, column, weight};
    assert_int_equal(jd_dense_choose(&choice, 1, 0), 1);
    assert_int_equal(column[0], 1);
    assert_int_equal(row[0], 1);
    check_near(A[0], 1.5, 0, "3 - 1/2 of 3");
}

static void positive_matrices_are_solved_and_inverted(void **state) {
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 1 + trial % DENSE_INVERSE_MOST;
        Sample s;
        draw_symmetric(&s, n, n, 0.3);
        double inverse[MOST * MOST], x[MOST];
        memcpy(inverse, s.A, sizeof inverse);
        for (int r = 0; r < n; r++) /* the upper part is not read */
            for (int c = r + 1; c < n; c++) s.A[r * n + c] = NAN;
        memcpy(x, s.b, sizeof x);
        jd_dense_solve_positive(n, s.A, x);
        assert_true(jd_dense_invert_positive(n, inverse));
        for (int r = 0; r < n; r++) {
            double sum = 0;
            for (int c = 0; c < n; c++) sum += inverse[r * n + c] * s.b[c];
            check_near(x[r], s.x[r], 1e-9, "solved");
            check_near(sum, s.x[r], 1e-9, "inverted");
        }
    }
    double none[] = {1, 2, 2, 1};
    assert_false(jd_dense_invert_positive(2, none));
}

/* Of rank 4: two rows follow, and get nothing. */
static void semidefinite_matrices_are_met(void **state) {
    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        Sample s;
        double scale[6], left[6];
        int order[6];
        draw_symmetric(&s, 6, 4, 0);
        for (int r = 0; r < 6; r++) scale[r] = s.A[r * 7], left[r] = s.b[r];
        const DenseLdl m = {.n = 6, .rank = 4, .L = s.A, .scale = scale, .order = order};
        const DensePivot low = jd_dense_ldl(&m);
        assert_true(low.size > 0 && low.size <= 1);
        jd_dense_ldl_solve(&m, s.b);
        assert_true(s.b[order[4]] == 0 && s.b[order[5]] == 0);
        for (int r = 0; r < 6; r++) {
            for (int c = 0; c < 6; c++) left[r] -= s.given[r * 6 + c] * s.b[c];
            check_near(left[r], 0, 1e-9 / low.size, "all rows are met");
        }
    }
}

static void late_rows_come_last(void **state) {
    (void)state;
    double A[] = {1, 0, 0, 0, 5, 0, 0, 0, 2}, scale[] = {1, 1, 1};
    const bool late[] = {false, true, false};
    int order[3];
    const DenseLdl m = {
        .n = 3, .rank = 3, .L = A, .scale = scale, .order = order, .late = late, .early = 2};
    check_near(jd_dense_ldl(&m).size, 1, 0, "lowest");
    assert_int_equal(order[0], 2);
    assert_int_equal(order[2], 1);
}

static void a_low_pivot_is_made_larger(void **state) {
    (void)state;
    double A[] = {4, 2, 2, 1}, scale[] = {4, 1};
    int order[2];
    const DenseLdl m = {
        .n = 2, .rank = 2, .L = A, .scale = scale, .order = order, .low = 1e-9, .soft = 1e-3};
    const DensePivot low = jd_dense_ldl(&m);
    assert_true(low.size == 0 && low.row == 1);
    check_near(A[3], 1e-3, 0, "soft");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_follow_are_left_behind),
        cmocka_unit_test(the_order_of_rows_does_not_matter),
        cmocka_unit_test(no_number_is_the_lowest_pivot),
        cmocka_unit_test(the_rank_is_that_of_the_columns),
        cmocka_unit_test(a_weight_keeps_a_column_behind),
        cmocka_unit_test(positive_matrices_are_solved_and_inverted),
        cmocka_unit_test(semidefinite_matrices_are_met),
        cmocka_unit_test(late_rows_come_last),
        cmocka_unit_test(a_low_pivot_is_made_larger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
