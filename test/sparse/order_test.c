/* SPDX-License-Identifier: MIT
 *
 * The order of elimination: what it promises for trees and loops, and that fill and work stay
 * linear where they should. */
#include "sparse/sample.h"
#include <time.h>

static int place_of(const Sample *s, int block) {
    for (int i = 0; i < s->block.count; i++)
        if (s->order[i] == block) return i;
    fail();
    return -1;
}

static int largest_front(const Sample *s) {
    int largest = 0;
    for (int f = 0; f < s->plan->fronts; f++)
        if (s->plan->front[f].rows > largest) largest = s->plan->front[f].rows;
    return largest;
}

/* Multiplications of the elimination. */
static double count_work(const Sample *s) {
    double sum = 0;
    for (int f = 0; f < s->plan->fronts; f++) {
        const Front *front = &s->plan->front[f];
        for (int b = 0; b < front->own; b++) {
            const FrontBlock *at = &s->plan->front_block[front->block + b];
            for (int k = at->row; k < at->row + at->size; k++)
                sum += (double)(at->end - k) * (at->end - k - 1) / 2;
        }
    }
    return sum;
}

static void children_come_before_parents_and_joints_after_their_bodies(void **state) {
    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        check_seed((uint64_t)trial);
        Sample s = {0};
        int body[40];
        for (int i = 0; i < 40; i++) {
            const int above = i && check_uniform(0, 1) < 0.8 ? body[(int)check_uniform(0, i)] : -1;
            body[i] = sample_body(&s, 3, 2, above);
        }
        sample_plan(&s);
        for (int i = 0; i < 40; i++) {
            const int above = s.body_above.at[body[i]], joint = s.joint_above.at[body[i]];
            assert_int_equal(place_of(&s, joint), place_of(&s, body[i]) + 1);
            if (above >= 0) assert_true(place_of(&s, above) > place_of(&s, joint));
        }
        assert_true(largest_front(&s) <= 8);
        sample_free(&s);
    }
}

/* A loop that does not reach the ground closes as soon as its topmost body is gone. */
static void closing_joint_waits_for_all_bodies_of_its_loop(void **state) {
    (void)state;
    Sample s = {0};
    const int base = sample_body(&s, 3, 2, -1), top = sample_body(&s, 3, 2, base);
    const int left = sample_body(&s, 3, 2, top), right = sample_body(&s, 3, 2, top);
    const int far = sample_body(&s, 3, 2, right);
    const int close = sample_close(&s, left, far, 1), ground = sample_close(&s, far, -1, 1);
    sample_plan(&s);
    const int at = place_of(&s, close);
    assert_true(at > place_of(&s, left) && at > place_of(&s, right) && at > place_of(&s, far));
    assert_true(at > place_of(&s, top) && at < place_of(&s, base));
    assert_true(place_of(&s, ground) > place_of(&s, base));
    sample_free(&s);
}

static void chain_is_linear(void **state) {
    (void)state;
    double work[2];
    for (int i = 0; i < 2; i++) {
        Sample s = {0};
        sample_chain(&s, i ? 1000 : 100, 3, 2);
        sample_plan(&s);
        assert_int_equal(largest_front(&s), 8);
        assert_int_equal(s.plan->fronts, i ? 1000 : 100);
        work[i] = count_work(&s) / (i ? 1000 : 100);
        assert_true(jd_sparse_work(s.plan) < (size_t)(i ? 36000 : 3700));
        sample_free(&s);
    }
    check_relative(work[1], work[0], 0.02, "work per body");
    assert_true(work[1] <= 35); /* theory 5.4 */
}

static void row_of_four_bars_is_linear(void **state) {
    (void)state;
    double work[2];
    for (int i = 0; i < 2; i++) {
        Sample s = {0};
        sample_four_bars(&s, i ? 1000 : 100);
        sample_plan(&s);
        assert_true(largest_front(&s) <= 10);
        work[i] = count_work(&s) / (i ? 1000 : 100);
        sample_free(&s);
    }
    check_relative(work[1], work[0], 0.02, "work per four-bar");
}

/* Ten thousand bodies on one: as many small fronts, and seconds stay far away. */
static void star_of_ten_thousand_is_linear(void **state) {
    (void)state;
    Sample s = {0};
    const int hub = sample_body(&s, 3, 2, -1);
    for (int i = 0; i < 10000; i++) sample_body(&s, 3, 2, hub);
    const clock_t start = clock();
    sample_plan(&s);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1.0);
    assert_int_equal(largest_front(&s), 8);
    sample_numbers(&s, false);
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    jd_sparse_solve(s.plan, s.work, s.x);
    jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
    for (int i = 0; i < s.n; i++) check_near(s.r[i], 0, 1e-9, "residual");
    sample_free(&s);
}

static void symbolic_work_is_fast_for_ten_thousand_bodies(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        Sample s = {0};
        if (kind)
            sample_four_bars(&s, 5000);
        else
            sample_chain(&s, 10000, 3, 2);
        const clock_t start = clock();
        sample_plan(&s);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1.0);
        sample_free(&s);
    }
}

/* `cells` by `cells` windows of pinned rods, which hang from the ground. */
static void sample_net(Sample *s, int cells) {
    int above[64], hanging[64];
    assert_true(cells < 64);
    for (int i = 0; i <= cells; i++) above[i] = -1;
    for (int row = 0; row < cells; row++) {
        for (int i = 0; i <= cells; i++) hanging[i] = sample_body(s, 3, 2, above[i]);
        for (int i = 0; i < cells; i++)
            sample_close(s, sample_body(s, 3, 2, hanging[i]), hanging[i + 1], 1);
        memcpy(above, hanging, sizeof above);
    }
}

/* Rods of twice the cells: eight times the work, as for the best orders of a mesh; along a tree it
 * would be sixteen times. */
static void net_is_a_mesh(void **state) {
    (void)state;
    double work[2];
    for (int i = 0; i < 2; i++) {
        Sample s = {0};
        sample_net(&s, i ? 62 : 31);
        sample_plan(&s);
        work[i] = count_work(&s);
        for (int p = 0; p < s.pair.count && !i; p++) { /* locks come behind their bodies */
            const SparsePair pair = s.pair.at[p];
            const bool turned = s.block.at[pair.column].dual;
            const int lock = turned ? pair.column : pair.row,
                      body = turned ? pair.row : pair.column;
            assert_true(place_of(&s, lock) > place_of(&s, body));
        }
        check_seed(3);
        sample_numbers(&s, false);
        memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
        jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
        jd_sparse_solve(s.plan, s.work, s.x);
        jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
        for (int k = 0; k < s.n; k++) check_near(s.r[k], 0, 1e-8, "residual");
        sample_free(&s);
    }
    print_message("%.3g and %.3g products\n", work[0], work[1]);
    assert_true(work[1] < 11 * work[0]);
}

/* Many joints that close on one body all become due at once. */
static void many_closing_joints_at_once_are_ordered(void **state) {
    (void)state;
    Sample s = {0};
    const int hub = sample_body(&s, 3, 2, -1);
    int left = sample_body(&s, 3, 2, hub);
    for (int i = 0; i < 60; i++) {
        const int right = sample_body(&s, 3, 2, hub);
        sample_close(&s, left, right, 1);
        left = right;
    }
    sample_plan(&s);
    check_seed(1);
    sample_numbers(&s, true);
    double *dense = sample_dense(&s), *wanted = ARENA_NEW(&s.arena, double, s.n);
    memcpy(wanted, s.b, sizeof(double) * (size_t)s.n);
    memcpy(s.x, s.b, sizeof(double) * (size_t)s.n);
    dense_solve(dense, s.n, wanted);
    jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    jd_sparse_solve(s.plan, s.work, s.x);
    double largest = 0;
    for (int i = 0; i < s.n; i++) largest = fmax(largest, fabs(wanted[i]));
    for (int i = 0; i < s.n; i++) check_near(s.x[i], wanted[i], 1e-9 * largest, "x");
    sample_free(&s);
}

static void nonsense_is_refused(void **state) {
    (void)state;
    Arena arena = {0};
    const SparseBlock block[2] = {{3, false}, {2, true}};
    const SparsePair pair[1] = {{1, 0}}, bad[1] = {{1, 1}}, outside[1] = {{2, 0}};
    const int order[2] = {0, 1}, twice[2] = {0, 0}, joint[2] = {1, -1}, circle[2] = {0, -1};
    int out[2];
    assert_non_null(jd_sparse_plan(&arena, &(SparsePattern){2, block, 1, pair}, order));
    assert_null(jd_sparse_plan(&arena, &(SparsePattern){2, block, 1, pair}, twice));
    assert_null(jd_sparse_plan(&arena, &(SparsePattern){2, block, 1, bad}, order));
    assert_null(jd_sparse_plan(&arena, &(SparsePattern){2, block, 1, outside}, order));
    assert_false(jd_sparse_order(&arena, &(SparsePattern){2, block, 1, pair}, joint, circle, out));
    const SparsePlan *empty = jd_sparse_plan(&arena, &(SparsePattern){0}, NULL);
    assert_non_null(empty);
    jd_sparse_solve(empty, NULL, NULL);
    jd_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_come_before_parents_and_joints_after_their_bodies),
        cmocka_unit_test(closing_joint_waits_for_all_bodies_of_its_loop),
        cmocka_unit_test(chain_is_linear),
        cmocka_unit_test(row_of_four_bars_is_linear),
        cmocka_unit_test(star_of_ten_thousand_is_linear),
        cmocka_unit_test(symbolic_work_is_fast_for_ten_thousand_bodies),
        cmocka_unit_test(many_closing_joints_at_once_are_ordered),
        cmocka_unit_test(net_is_a_mesh),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
