/* SPDX-License-Identifier: MIT
 *
 * Two bars on ball joints each half second, by extrapolation in long double (two runs agree to
 * 9e-14, joint coordinates to 1e-12); and what the channels of a ball joint say. */
#include "verify/reference.h"
#include "verify/space.h"

static const char *const pendulum_names[] = {
    "upper.end.x", "upper.end.y", "upper.end.z", "upper.wx", "upper.wy", "upper.wz", "lower.end.x",
    "lower.end.y", "lower.end.z", "lower.wx",    "lower.wy", "lower.wz", "energy"};
static const double pendulum_rows[][1 + 13] = {
    {0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.8341666666666666},
    {0.5, 0.09876909774722646, 0.5147158664456045, -0.8516526534681551, 1.834572956469866,
     2.271504431296548, 1.585597698372363, 0.783918694907423, 0.9993859730630661, -1.39540343945622,
     -7.190885899156659, 5.102588389954698, -4.512656498673298, 0.8341666666666665},
    {1.0, -0.7462520746628305, -0.6068078447198838, -0.273664174944092, -1.372827993146799,
     2.366010918153266, -1.502711298880467, -1.157431788800246, -0.7720194525666988,
     -1.170121852313494, -5.34673567322256, -2.285707634468755, 2.87363781255316,
     0.8341666666666672},
    {1.5, -0.06311468273643958, -0.7571600125389549, -0.6501732478617436, 0.6132528398894156,
     -2.088054378415205, 2.372115472281004, -0.6999356330347427, -0.7658313672152388,
     0.1207897116046917, -1.864776880074645, -2.821116493141177, -1.572049437235442,
     0.8341666666666661},
    {2.0, 0.03347248727867571, 0.1093065386622816, -0.9934443483160242, -1.642350014346935,
     1.762099256884549, 0.1385436746611703, 0.857427853645048, 0.4775674943955167,
     -1.424119890596407, 6.312149529122299, -7.869006723220669, 5.347602348320537,
     0.834166666666579},
};
static const char path[] = "model/double_pendulum_3d.jd";

static void motion_agrees_at_all_times(void **state) {
    (void)state;
    const Table table = TABLE(pendulum_names, pendulum_rows);
    check_table(path, NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12}, &table, 1e-9);
}

static const Solid upper = {"upper", 1, {{0.02 / 12, 0, 0}, {0, 1.01 / 12, 0}, {0, 0, 1.01 / 12}}};
static const Solid lower = {"lower", 1, {{0.02 / 12, 0, 0}, {0, 1.01 / 12, 0}, {0, 0, 1.01 / 12}}};
static const Vec3 weight = {0, 0, -9.81};

static void reactions_obey_newton_and_euler(void **state) {
    (void)state;
    Case c = open_file(path, NULL, (JdCompileDef){0}, (JdRunDef){.output_every = 0.1});
    while (advance(&c)) {
        const Vec3 knee = vector(&c, "upper.end", ""), none = {0};
        Load on_upper = {0}, on_lower = {0};
        load_add(&c, &upper, &on_upper, weight, vector(&c, "upper", ""), none);
        load_add(&c, &upper, &on_upper, vector(&c, "jO", "force."), none, none);
        load_add(&c, &upper, &on_upper, vector(&c, "jA", "i.force."), knee, none);
        load_add(&c, &lower, &on_lower, weight, vector(&c, "lower", ""), none);
        load_add(&c, &lower, &on_lower, vector(&c, "jA", "force."), knee, none);
        check_newton_euler(&c, &upper, &on_upper, 1e-12, "upper bar");
        check_newton_euler(&c, &lower, &on_lower, 1e-12, "lower bar");
        check_vector(vector(&c, "jA", "torque."), none, 1e-13, "a ball bears no torque");
    }
    close_case(&c);
}

/* The rates of a ball joint are its angular velocity along the axes of the first body, its
 * positions the Cardan angles between the frames of both. */
static void ball_channels_say_how_the_bodies_turn(void **state) {
    (void)state;
    static const AxisName order[] = {AXIS_X, AXIS_Y, AXIS_Z};
    Case c = open_file(path, NULL, (JdCompileDef){0}, (JdRunDef){.output_every = 0.1});
    assert_true(advance(&c));
    const Axes i0 = attitude(&c, "upper"), j0 = attitude(&c, "lower");
    do {
        const Axes i = attitude(&c, "upper"), j = attitude(&c, "lower");
        /* The joint's frames are drawn along the ground's axes. */
        const Axes back_i = jd_axes_inverse(&i0), back_j = jd_axes_inverse(&j0);
        const Axes frame_i = jd_axes_absolute(&i, &back_i), frame_j = jd_axes_absolute(&j, &back_j);
        const Axes between = jd_axes_relative(&frame_i, &frame_j);
        double angles[3];
        jd_axes_angles(&between, order, 3, angles);
        check_vector(vector(&c, "jA", "r"), vec3(angles[0], angles[1], angles[2]), 1e-12, "angles");
        const Vec3 w = vec3_sub(vector(&c, "lower", "w"), vector(&c, "upper", "w"));
        check_vector(vector(&c, "jA", "w"), axes_in(&frame_i, w), 1e-12, "rates");
        /* Of which the acceleration is the derivative, as the first body sees it. */
        const Vec3 alpha = vec3_sub(vector(&c, "lower", "alpha"), vector(&c, "upper", "alpha"));
        const Vec3 seen = vec3_sub(alpha, vec3_cross(vector(&c, "upper", "w"), w));
        check_vector(vector(&c, "jA", "a"), axes_in(&frame_i, seen), 1e-10, "accelerations");
    } while (advance(&c));
    close_case(&c);
}

/* ---- Steppers -------------------------------------------------------------------------------- */

static double error_at_1_s(const char *stepper, double dt) {
    Case c = open_file(path, NULL, (JdCompileDef){0},
                       (JdRunDef){.stepper = stepper, .dt = dt, .until = 1, .output_every = 1});
    to_the_end(&c);
    const double *row = pendulum_rows[2]; /* at 1 s; the end of the lower bar is from 7 on */
    const Vec3 off = vec3_sub(vector(&c, "lower.end", ""), vec3(row[7], row[8], row[9]));
    close_case(&c);
    return vec3_norm(off);
}

static void fixed_steppers_have_their_order_in_space(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double dt, ratio;
    } steppers[] = {{"euler", 2e-4, 2}, {"semi-implicit-euler", 2e-4, 2}, {"rk4", 2e-3, 16}};
    for (int k = 0; k < 3; k++) {
        const double coarse = error_at_1_s(steppers[k].name, steppers[k].dt);
        const double fine = error_at_1_s(steppers[k].name, steppers[k].dt / 2);
        check_relative(coarse / fine, steppers[k].ratio, 0.02, steppers[k].name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_agrees_at_all_times),
        cmocka_unit_test(reactions_obey_newton_and_euler),
        cmocka_unit_test(ball_channels_say_how_the_bodies_turn),
        cmocka_unit_test(fixed_steppers_have_their_order_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
