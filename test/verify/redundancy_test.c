/* SPDX-License-Identifier: MIT
 *
 * More joints than needed. A parallelogram with a third crank moves as without it: th'' = -G
 * cos(th)/J, with G and J of all bodies. The warning names the joints, and reactions that mechanics
 * leaves open come out with the smallest sum of squares: shared evenly, by symmetry. */
#include "verify/verify.h"

/* How exact the open part is, of about 30 N. */
static const double open_part = 1e-11;

/* Cranks of 1 m at x = 0, 1, 2 and a bar over all of them. */
static const char *const parallelogram =
    "planar\n"
    "gravity [0, -9.81] m/s^2\n"
    "repeat i from 0 to 2 {\n"
    "    body crank[i] { link [i, 0], [i + 0.6, 0.8]  mass 1 kg  inertia (1/12) kg*m^2 }\n"
    "}\n"
    "body bar { link [0.6, 0.8], [2.6, 0.8]  mass 2 kg  inertia 0.6 kg*m^2 }\n"
    "repeat i from 0 to 2 {\n"
    "    joint foot[i] : revolute ground -- crank[i] at [i, 0]\n"
    "    joint head[i] : revolute crank[i] -- bar at [i + 0.6, 0.8]\n"
    "}\n"
    "start crank[0].rate = -3\n"
    "run to 0.15 s every 0.01 s tol 1e-12\n";

static void it_runs_and_names_the_joints_that_repeat_others(void **state) {
    (void)state;
    Case c = open_text(parallelogram, (JdCompileDef){0}, (JdRunDef){0});
    JdMessage message = {0};
    assert_true(said(c.log, "joint-redundant", &message));
    assert_int_equal(message.severity, JD_WARNING);
    static const char *const names[] = {"foot[0]", "foot[1]", "foot[2]",
                                        "head[0]", "head[1]", "head[2]"};
    for (int k = 0; k < 6; k++) check_contains(message.text, names[k]);
    JdCheck check;
    assert_true(jd_check(c.model, (JdCompileDef){0}, &check, c.log));
    assert_int_equal(check.freedoms_by_count, 0);
    assert_int_equal(check.freedoms, 1);
    assert_int_equal(check.redundant, 1);
    close_case(&c);
}

/* Energy 3 (m L^2/3)/2 w^2 + M L^2/2 w^2 + (3 m/2 + M) g L sin(th), so w is known from th. */
static void check_motion(const char *stabilise) {
    Case c = open_text(parallelogram, (JdCompileDef){.stabilise = stabilise}, (JdRunDef){0});
    const double J = 3.0 / 3 + 2, G = (1.5 + 2) * 9.81;
    while (advance(&c)) {
        const double th = value(&c, "crank[0].angle"), w = value(&c, "crank[0].rate");
        check_near(J * w * w / 2 + G * sin(th), J * 9 / 2 + G * 0.8, 1e-9, "energy");
        check_near(value(&c, "crank[0].accel"), -G * cos(th) / J, 1e-9, "acceleration");
        for (int i = 1; i < 3; i++) {
            check_near(value(&c, i == 1 ? "crank[1].angle" : "crank[2].angle"), th, 1e-10,
                       "parallel");
            check_near(value(&c, i == 1 ? "crank[1].rate" : "crank[2].rate"), w, 1e-9, "parallel");
        }
        check_near(value(&c, "bar.angle"), 0, 1e-10, "the bar keeps its direction");
    }
    assert_false(said(c.log, "singular-passed", NULL));
    close_case(&c);
}

static void it_moves_as_two_cranks_would_have_it(void **state) {
    (void)state;
    check_motion("projection");
    check_motion("baumgarte");
}

/* The open part of the reactions is one number: a pull p along the middle crank, -p/2 along the
 * outer two. Least size means that it has no share in what is shown: the sum of force and pull over
 * all joints vanishes. */
static double share_of_pull(const Case *c, int i) {
    const double th = value(c, "crank[0].angle"), x = cos(th), y = sin(th);
    char foot[16], head[16];
    snprintf(foot, sizeof foot, "foot[%d]", i);
    snprintf(head, sizeof head, "head[%d]", i);
    return (i == 1 ? 1 : -0.5) *
           (x * value_of(c, foot, "force.x") + y * value_of(c, foot, "force.y") +
            x * value_of(c, head, "force.x") + y * value_of(c, head, "force.y"));
}

static void reactions_are_the_smallest_possible(void **state) {
    (void)state;
    Case c = open_text(parallelogram, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        double sum[2] = {0};
        for (int i = 0; i < 3; i++) {
            char head[16];
            snprintf(head, sizeof head, "head[%d]", i);
            sum[0] += value_of(&c, head, "force.x");
            sum[1] += value_of(&c, head, "force.y");
        }
        check_near(sum[0], 2 * value(&c, "bar.ax"), 1e-10, "together they move the bar");
        check_near(sum[1], 2 * (value(&c, "bar.ay") + 9.81), 1e-10, "together they move the bar");
        check_near(value(&c, "head[0].force.x"), value(&c, "head[2].force.x"), 1e-10, "symmetric");
        check_near(value(&c, "head[0].force.y"), value(&c, "head[2].force.y"), 1e-10, "symmetric");
        check_near(share_of_pull(&c, 0) + share_of_pull(&c, 1) + share_of_pull(&c, 2), 0,
                   20 * open_part, "no pull that need not be");
    }
    close_case(&c);
}

/* The same hinge twice: each carries half. */
static void two_hinges_in_one_place_carry_half_each(void **state) {
    (void)state;
    Case c = open_text("planar\n"
                       "gravity [0, -9.81] m/s^2\n"
                       "body bar { link [0, 0], [1, 0]  mass 1 kg  inertia 0.083 kg*m^2 }\n"
                       "joint j1 : revolute ground -- bar at [0, 0]\n"
                       "joint j2 : revolute ground -- bar at [0, 0]\n"
                       "run to 1 s every 0.1 s tol 1e-11\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    JdMessage message = {0};
    assert_true(said(c.log, "joint-repeated", &message));
    assert_false(said(c.log, "joint-redundant", NULL)); /* which would say the same once more */
    check_contains(message.text, "j1");
    check_contains(message.text, "j2");
    while (advance(&c)) {
        const double x = value(&c, "bar.ax"), y = value(&c, "bar.ay") + 9.81;
        check_near(value(&c, "j1.force.x"), x / 2, open_part, "half");
        check_near(value(&c, "j2.force.x"), x / 2, open_part, "half");
        check_near(value(&c, "j1.force.y"), y / 2, open_part, "half");
        check_near(value(&c, "j2.force.y"), y / 2, open_part, "half");
        check_near(value(&c, "energy"), 0, 1e-9, "and it swings as on one");
    }
    close_case(&c);
}

/* A square of four bars with both diagonals: nothing moves, one lock too many. */
static void a_stiff_frame_stands_still(void **state) {
    (void)state;
    Case c = open_text("planar\n"
                       "gravity [0, -9.81] m/s^2\n"
                       "body a { link [0, 0], [0, 1]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                       "body b { link [0, 1], [1, 1]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                       "body c { link [1, 1], [1, 0]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                       "joint p : revolute ground -- a at [0, 0]\n"
                       "joint q : revolute a -- b at [0, 1]\n"
                       "joint r : revolute b -- c at [1, 1]\n"
                       "joint s : revolute c -- ground at [1, 0]\n"
                       "joint d1 : rod ground -- b at [0, 0], [1, 1]\n"
                       "joint d2 : rod ground -- b at [1, 0], [0, 1]\n"
                       "run to 1 s every 0.1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    assert_true(said(c.log, "joint-redundant", NULL));
    while (advance(&c)) {
        check_near(value(&c, "b.x"), 0.5, 1e-12, "stands");
        check_near(value(&c, "b.ay"), 0, 1e-9, "stands");
        check_near(value(&c, "d1.force"), value(&c, "d2.force"), 1e-11, "diagonals share evenly");
        check_near(value(&c, "p.i.force.y") + value(&c, "s.force.y") + value(&c, "d1.i.force.y") +
                       value(&c, "d2.i.force.y"),
                   -3 * 9.81, 1e-9, "the ground carries it all");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_runs_and_names_the_joints_that_repeat_others),
        cmocka_unit_test(it_moves_as_two_cranks_would_have_it),
        cmocka_unit_test(reactions_are_the_smallest_possible),
        cmocka_unit_test(two_hinges_in_one_place_carry_half_each),
        cmocka_unit_test(a_stiff_frame_stands_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
