/* SPDX-License-Identifier: MIT
 *
 * Every allocation of the symbolic work fails once: the answer is NULL or false, and what was taken
 * is given back; factor and solve take nothing. */
#include "sparse/sample.h"
#include "failing.h"

static int taken, fail_at = -1;

static bool fails(void) {
    return taken++ == fail_at;
}

static void every_failure_is_survived(void **state) {
    (void)state;
    Sample s = {0};
    sample_four_bars(&s, 300);
    int *order = ARENA_NEW(&s.arena, int, s.block.count);
    int order_failures = 0, plan_failures = 0;
    for (int k = 0;; k++) {
        Arena arena = {0};
        taken = 0;
        fail_at = k;
        const SparsePattern pattern = sample_pattern(&s);
        const bool good =
            jd_sparse_order(&arena, &pattern, s.joint_above.at, s.body_above.at, order);
        const int used = taken;
        fail_at = -1;
        assert_int_equal(good, k >= used);
        assert_int_equal(arena.failed, !good);
        jd_arena_free(&arena);
        if (good) break;
        order_failures++;
    }
    for (int k = 0;; k++) {
        Arena arena = {0};
        taken = 0;
        fail_at = k;
        const SparsePattern pattern = sample_pattern(&s);
        const SparsePlan *plan = jd_sparse_plan(&arena, &pattern, order);
        const int used = taken;
        fail_at = -1;
        assert_int_equal(plan != NULL, k >= used);
        assert_int_equal(arena.failed, !plan);
        jd_arena_free(&arena);
        if (plan) break;
        plan_failures++;
    }
    assert_true(order_failures >= 3 && plan_failures >= 3);
    sample_free(&s);
}

static void numeric_work_takes_no_memory(void **state) {
    (void)state;
    Sample s = {0};
    sample_four_bars(&s, 10);
    sample_plan(&s);
    sample_numbers(&s, true);
    taken = 0;
    jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    jd_sparse_solve(s.plan, s.work, s.x);
    jd_sparse_residual(s.plan, s.values, s.x, s.b, s.r);
    assert_int_equal(taken, 0);
    sample_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_is_survived),
        cmocka_unit_test(numeric_work_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
