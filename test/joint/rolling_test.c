/* SPDX-License-Identifier: MIT
 *
 * Rolling: where the locks hold, the point of contact has no velocity against the plane, and the
 * other way round. Also wheels on a rail, and shafts that turn equally fast. */
#include "joint/motion.h"

enum { TRIALS = 200 };

static int locks_of(const char *name, bool planar, double field, Lock *locks) {
    const double values[TYPE_FIELDS] = {field};
    return jd_joint_locks(jd_joint_find(name), planar, values, locks, NULL, nowhere, NULL);
}

/* The direction from the contact to the centre. */
static Vec3 disc_up(const Side *i, const Side *j) {
    const Vec3 part = vec3_sub(i->axes.z, vec3_scale(vec3_dot(i->axes.z, j->axes.z), j->axes.z));
    return vec3_scale(1 / vec3_norm(part), part);
}

/* Puts j so that the lowest point of its disc, or sphere, is in the plane of i, and moves it so
 * that the velocity of j there is that of i and `slip`. */
static void set_rolling(const Mover *i, Mover *j, double radius, bool disc, Vec3 slip) {
    const Side si = side_of(i);
    Side sj = side_of(j);
    const Vec3 up = disc ? disc_up(&si, &sj) : si.axes.z;
    const Vec3 arm = vec3_scale(-radius, up);
    const double height = vec3_dot(vec3_sub(vec3_add(sj.p, arm), si.p), si.axes.z);
    j->G = vec3_sub(j->G, vec3_scale(height, si.axes.z));
    sj = side_of(j);

    const Vec3 contact = vec3_add(sj.p, arm);
    const Vec3 ground = vec3_add(si.v, vec3_cross(i->w, vec3_sub(contact, si.p)));
    const Vec3 arm_from_G = vec3_sub(contact, j->G);
    j->v = vec3_add(vec3_sub(ground, vec3_cross(j->w, arm_from_G)), slip);
}

static void check_rolling(const char *name, bool disc) {
    Lock locks[JOINT_LOCKS];
    for (int trial = 0; trial < TRIALS; trial++) {
        const double radius = check_uniform(0.1, 2);
        const Mover i = any_mover(false);
        Mover j = any_mover(false);
        assert_int_equal(locks_of(name, false, radius, locks), 3);
        const Side si = side_of(&i), sj = side_of(&j);
        if (fabs(vec3_dot(si.axes.z, sj.axes.z)) > 0.99) continue;

        set_rolling(&i, &j, radius, disc, vec3(0, 0, 0));
        check_near(eval_at(&locks[0], &i, &j, 0).f, 0, 1e-12, "it touches");
        for (int n = 0; n < 3; n++)
            check_near(eval_at(&locks[n], &i, &j, 0).rate, 0, 1e-12, "and does not slip");

        const Vec3 slip = any_vector(false);
        set_rolling(&i, &j, radius, disc, slip);
        const Vec3 zj = side_of(&j).axes.z, up = disc_up(&si, &sj);
        const Vec3 along = disc ? vec3_cross(zj, up) : si.axes.x, side = disc ? zj : si.axes.y;
        check_near(eval_at(&locks[0], &i, &j, 0).rate, vec3_dot(slip, si.axes.z), 1e-11, "lifts");
        check_near(eval_at(&locks[1], &i, &j, 0).f, vec3_dot(slip, along), 1e-12, "along");
        check_near(eval_at(&locks[2], &i, &j, 0).f, vec3_dot(slip, side), 1e-12, "across");
    }
}

static void rolling_disc_has_no_velocity_where_it_touches(void **state) {
    (void)state;
    check_seed(31);
    check_rolling("rolling-disc", true);
}

static void rolling_sphere_has_no_velocity_where_it_touches(void **state) {
    (void)state;
    check_seed(32);
    check_rolling("rolling-sphere", false);
}

static void disc_that_lies_flat_gives_finite_numbers(void **state) {
    (void)state;
    check_seed(33);
    Lock locks[JOINT_LOCKS];
    assert_int_equal(locks_of("rolling-disc", false, 0.5, locks), 3);
    const Mover i = any_mover(false);
    Mover j = any_mover(false);
    j.R = i.R, j.frame = i.frame;
    for (int n = 0; n < 3; n++) {
        const LockRow row = eval_at(&locks[n], &i, &j, 0);
        assert_true(isfinite(row.f) && isfinite(row.rate) && isfinite(row.bias));
        assert_true(isfinite(vec3_norm(row.moment_i)) && isfinite(vec3_norm(row.moment_j)));
    }
}

/* A turn by -1 rad takes the wheel one radius ahead. */
static void wheel_on_a_rail_rolls_in_the_plane(void **state) {
    (void)state;
    Lock locks[JOINT_LOCKS];
    assert_int_equal(locks_of("wheel-on-rail", true, 0.5, locks), 2);
    const Side i = {.axes = unit_axes};
    const Side j = {.p = {0.5, 0.5, 0}, .axes = turned_axes(vec3(0, 0, -1), unit_axes)};
    for (int n = 0; n < 2; n++) check_near(jd_lock_eval(&locks[n], &i, &j).f, 0, 1e-15, "rolled");
}

/* Shafts at a bend, each turning about its own z: only with the same speed do they keep the lock.
 */
static void constant_velocity_joint_passes_on_the_speed(void **state) {
    (void)state;
    check_seed(34);
    Lock locks[JOINT_LOCKS];
    assert_int_equal(locks_of("constant-velocity", false, 0, locks), 4);
    for (int trial = 0; trial < TRIALS; trial++) {
        Side i = {.axes = turned_axes(any_turn(false, 3), unit_axes)}, j = i;
        const Vec3 axis = vec3_add(vec3_scale(check_uniform(-1, 1), i.axes.x),
                                   vec3_scale(check_uniform(-1, 1), i.axes.y));
        j.axes = turned_axes(axis, i.axes);
        i.w = i.axes.z, j.w = j.axes.z;
        check_near(jd_lock_eval(&locks[3], &i, &j).f, 0, 1e-14, "bent only");
        check_near(jd_lock_eval(&locks[3], &i, &j).rate, 0, 1e-14, "same speed");
        j.w = vec3_scale(1.1, j.axes.z);
        assert_true(fabs(jd_lock_eval(&locks[3], &i, &j).rate) > 0.01);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolling_disc_has_no_velocity_where_it_touches),
        cmocka_unit_test(rolling_sphere_has_no_velocity_where_it_touches),
        cmocka_unit_test(disc_that_lies_flat_gives_finite_numbers),
        cmocka_unit_test(wheel_on_a_rail_rolls_in_the_plane),
        cmocka_unit_test(constant_velocity_joint_passes_on_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
