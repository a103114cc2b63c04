/* SPDX-License-Identifier: MIT
 *
 * Angles of one, two and three turns about any axes: they come back from an attitude made of them,
 * and their rates, rows and accelerations are the derivatives. Balls are measured without a
 * singular attitude. */
#include "joint/motion.h"

enum { TRIALS = 200 };

/* All sequences of turns: no two neighbours about the same axis. */
typedef struct {
    FreeDef defs[JOINT_FREES];
    const FreeDef *frees[JOINT_FREES];
    int count;
} Sequence;

static bool make_sequence(int number, int count, Sequence *s) {
    memset(s, 0, sizeof *s);
    s->count = count;
    for (int n = 0; n < count; n++, number /= 3) {
        s->defs[n] = (FreeDef)TURN(Z);
        s->defs[n].axis = (AxisName)(number % 3);
        s->frees[n] = &s->defs[n];
        if (n > 0 && s->defs[n].axis == s->defs[n - 1].axis) return false;
    }
    return true;
}

typedef void CheckSequence(const Sequence *s);

static void for_all_sequences(CheckSequence *check) {
    int tried = 0;
    for (int count = 1, all = 3; count <= 3; count++, all *= 3)
        for (int number = 0; number < all; number++) {
            Sequence s;
            if (!make_sequence(number, count, &s)) continue;
            tried++;
            for (int trial = 0; trial < TRIALS; trial++) check(&s);
        }
    assert_int_equal(tried, 3 + 6 + 12);
}

static Lock measure(const Sequence *s, int number) {
    Lock lock;
    assert_false(jd_free_lock(s->frees, s->count, number, &lock, NULL));
    return lock;
}

static bool is_middle_of_three(const Sequence *s, int number) {
    return s->count == 3 && number == 1;
}

/* Angles within the range in which they come back, and not near a singular attitude. */
static void any_angles(const Sequence *s, double *q) {
    for (int n = 0; n < s->count; n++) q[n] = check_uniform(-3.1, 3.1);
    if (s->count < 3) return;
    q[1] = check_uniform(-1.4, 1.4);
    if (s->defs[0].axis == s->defs[2].axis) q[1] = check_uniform(0.2, 2.9);
}

/* ---- Values --------------------------------------------------------------------------------- */

static void check_angles_come_back(const Sequence *s) {
    const Mover i = any_mover(false);
    Mover j = any_mover(false);
    double q[JOINT_FREES];
    any_angles(s, q);
    place_by_frees(s->frees, s->count, q, NULL, &i, &j);
    for (int n = 0; n < s->count; n++) {
        const Lock lock = measure(s, n);
        const LockRow row = eval_at(&lock, &i, &j, 0);
        check_near(row.f, q[n], 1e-13, "angle that the attitude was made of");
        assert_true(row.angle == row.f);
    }
}

static void angles_come_back_from_the_attitude(void **state) {
    (void)state;
    check_seed(21);
    for_all_sequences(check_angles_come_back);
}

/* ---- Derivatives, also where j does not stand as one or two turns could put it --------------- */

/* An angle's change, for differences over the jump at half a turn. */
static double change(double to, double from) {
    return remainder(to - from, 2 * pi);
}

static bool is_near_singular(const Sequence *s, const Mover *i, const Mover *j) {
    for (int n = 0; n < s->count; n++) {
        const Lock lock = measure(s, n);
        if (vec3_norm(eval_at(&lock, i, j, 0).moment_j) > 3) return true;
    }
    return false;
}

static void check_row(const Lock *lock, const Mover *i, const Mover *j, double near) {
    const LockRow row = eval_at(lock, i, j, 0);
    double numbers[ROW_LENGTH];
    row_numbers(&row, numbers);
    for (int k = 0; k < ROW_LENGTH; k++) {
        Mover ik = *i, jk = *j;
        Mover *m = k < 6 ? &ik : &jk;
        double *parts[6] = {&m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z};
        ik.v = ik.w = ik.a = ik.alpha = jk.v = jk.w = jk.a = jk.alpha = vec3(0, 0, 0);
        *parts[k % 6] = 1;
        const double h = 1e-3;
        double d[5];
        for (int t = -2; t <= 2; t++) d[t + 2] = change(eval_at(lock, &ik, &jk, t * h).f, row.f);
        check_near(numbers[k], (8 * (d[3] - d[1]) - (d[4] - d[0])) / (12 * h), near, "row");
    }
}

static void check_derivatives(const Sequence *s) {
    const Mover i = any_mover(false), j = any_mover(false);
    if (is_near_singular(s, &i, &j)) return;
    for (int n = 0; n < s->count; n++) {
        const Lock lock = measure(s, n);
        const LockRow row = eval_at(&lock, &i, &j, 0);
        check_row(&lock, &i, &j, 2e-8);
        check_near(row.rate, row_times(&row, i.v, i.w, j.v, j.w), 1e-13, "rate");

        const double h = 3e-4;
        double d[5];
        for (int t = -2; t <= 2; t++) d[t + 2] = eval_at(&lock, &i, &j, t * h).rate;
        const double second = row_times(&row, i.a, i.alpha, j.a, j.alpha) + row.bias;
        check_near(second, (8 * (d[3] - d[1]) - (d[4] - d[0])) / (12 * h), 1e-7,
                   "second derivative");
    }
}

static void derivatives_match_differences(void **state) {
    (void)state;
    check_seed(22);
    for_all_sequences(check_derivatives);
}

/* The rates of the angles and the angular velocity say the same: w = sum of rate * axis. */
static void check_rates_sum_up(const Sequence *s) {
    const Mover i = any_mover(false);
    Mover j = any_mover(false);
    double q[JOINT_FREES], rates[JOINT_FREES];
    any_angles(s, q);
    place_by_frees(s->frees, s->count, q, NULL, &i, &j);
    Axes axes = side_of(&i).axes;
    Vec3 w = i.w;
    for (int n = 0; n < s->count; n++) {
        const Vec3 axis = axes_at(&axes, s->defs[n].axis);
        rates[n] = check_uniform(-2, 2);
        w = vec3_add(w, vec3_scale(rates[n], axis));
        axes = turned_axes(vec3_scale(q[n], axis), axes);
    }
    j.w = w;
    for (int n = 0; n < s->count; n++) {
        const Lock lock = measure(s, n);
        check_near(eval_at(&lock, &i, &j, 0).rate, rates[n], 1e-12, "rate of one of the turns");
        if (is_middle_of_three(s, n)) continue;
        assert_true(fabs(eval_at(&lock, &i, &j, 0).f) <= pi);
    }
}

static void rates_are_those_about_the_turned_axes(void **state) {
    (void)state;
    check_seed(23);
    for_all_sequences(check_rates_sum_up);
}

/* ---- Special places ------------------------------------------------------------------------- */

static void singular_attitudes_give_finite_numbers(void **state) {
    (void)state;
    check_seed(24);
    for (int number = 0; number < 27; number++) {
        Sequence s;
        if (!make_sequence(number, 3, &s)) continue;
        const bool euler = s.defs[0].axis == s.defs[2].axis;
        Mover i = any_mover(false), j = any_mover(false);
        i.R = i.frame = j.frame = unit_axes;
        const double q[JOINT_FREES] = {0, euler ? 0 : pi / 2, 0};
        place_by_frees(s.frees, 3, q, NULL, &i, &j);
        for (int n = 0; n < 3; n++) {
            const Lock lock = measure(&s, n);
            const LockRow row = eval_at(&lock, &i, &j, 0);
            assert_true(isfinite(row.f) && isfinite(row.rate) && isfinite(row.bias));
            assert_true(isfinite(vec3_norm(row.moment_i)) && isfinite(vec3_norm(row.moment_j)));
        }
    }
}

static void ball_is_measured_by_angles_and_by_angular_velocity(void **state) {
    (void)state;
    check_seed(25);
    const JointType *type = jd_joint_find("spherical");
    assert_non_null(type);
    const FreeDef *frees[JOINT_FREES];
    assert_int_equal(jd_joint_frees(type, false, frees), 3);
    const Turn turn = jd_free_turns(frees, 3);
    assert_int_equal(turn.count, 3);
    for (int n = 0; n < 3; n++) assert_int_equal(turn.axes[n], n);
    for (int trial = 0; trial < TRIALS; trial++) {
        const Mover i = any_mover(false);
        Mover j = any_mover(false);
        const double q[3] = {check_uniform(-3, 3), check_uniform(-1.5, 1.5), check_uniform(-3, 3)};
        place_by_frees(frees, 3, q, NULL, &i, &j);
        const Side si = side_of(&i);
        for (int n = 0; n < 3; n++) {
            Lock lock, rate;
            assert_true(jd_free_lock(frees, 3, n, &lock, &rate));
            check_near(eval_at(&lock, &i, &j, 0).f, q[n], 1e-12, "Cardan angle");
            const double w = vec3_dot(vec3_sub(j.w, i.w), axes_at(&si.axes, (AxisName)n));
            check_near(eval_at(&rate, &i, &j, 0).f, w, 1e-14, "angular velocity along i");
            assert_true(rate.velocity && !lock.velocity);
        }
    }
}

static void slides_behind_all_turns_are_measured_along_j(void **state) {
    (void)state;
    check_seed(26);
    const FreeDef polar[JOINT_FREES] = {TURN(Z), TURN(Y), SLIDE(X)};
    const FreeDef *frees[JOINT_FREES];
    const int count = list_frees(polar, frees);
    const Mover i = any_mover(false);
    Mover j = any_mover(false);
    const double q[3] = {0.5, -0.3, 0.7};
    place_by_frees(frees, count, q, NULL, &i, &j);
    for (int n = 0; n < count; n++) {
        Lock lock;
        assert_false(jd_free_lock(frees, count, n, &lock, NULL));
        check_near(eval_at(&lock, &i, &j, 0).f, q[n], 1e-14, "free");
    }
}

/* In its angle a lock has one turn; whoever counts adds the others. */
static void screw_holds_over_many_turns(void **state) {
    (void)state;
    check_seed(27);
    const JointType *type = jd_joint_find("screw");
    const FreeDef *frees[JOINT_FREES];
    assert_int_equal(jd_joint_frees(type, false, frees), 1);
    assert_int_equal(jd_joint_frees(type, true, frees + 1), 0);
    for (int trial = 0; trial < TRIALS; trial++) {
        const double pitch = check_uniform(-0.2, 0.2), q = check_uniform(-500, 500);
        const Mover i = any_mover(false);
        Mover j = any_mover(false);
        Lock locks[JOINT_LOCKS];
        const int count = jd_joint_locks(type, false, &pitch, locks, NULL, nowhere, NULL);
        assert_int_equal(count, 5);
        place_by_frees(frees, 1, &q, &pitch, &i, &j);
        for (int n = 0; n < count; n++) {
            const LockRow row = eval_at(&locks[n], &i, &j, 0);
            const double turns = locks[n].turn != 0 ? (q - row.angle) / (2 * pi) : 0;
            check_near(turns, round(turns), 1e-12, "whole turns are missing");
            check_near(row.f + locks[n].turn * 2 * pi * round(turns), 0, 1e-11, "screw");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_come_back_from_the_attitude),
        cmocka_unit_test(derivatives_match_differences),
        cmocka_unit_test(rates_are_those_about_the_turned_axes),
        cmocka_unit_test(singular_attitudes_give_finite_numbers),
        cmocka_unit_test(ball_is_measured_by_angles_and_by_angular_velocity),
        cmocka_unit_test(screw_holds_over_many_turns),
        cmocka_unit_test(slides_behind_all_turns_are_measured_along_j),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
