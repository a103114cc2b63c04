/* SPDX-License-Identifier: MIT
 *
 * Parts of the plane in a model in space: a crank in the plane xy drives a slider in the plane xz,
 * as the same mechanism drawn in space does. */
#include "verify/verify.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

static const char *const by_parts =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "part crank {\n    planar\n    param r = 0.1 m\n    point O = [0, 0]\n    point A = [r, 0]\n"
    "    body arm { link O A  mass 1 kg  inertia 0.02 kg*m^2  frame pin at A }\n"
    "    joint turn : revolute ground -- arm at O\n    port pin = arm.pin\n}\n"
    "part guide {\n    planar\n    param slope = 0 deg\n    point B = [0.5, 0.1]\n"
    "    body block { at B  angle slope  mass 2 kg  inertia 0.01 kg*m^2  frame pin at B  angle 0 "
    "}\n"
    "    joint way : prismatic ground -- block at B  axis [cos(slope), sin(slope)]\n"
    "    force spring : free-spring way.travel  stiffness 30 N/m\n}\n"
    "use c : crank\nuse g : guide  turned turn(x, 90 deg)  with slope = 20 deg\n"
    "body rod { link c.A g.B  mass 0.5 kg  inertia [0.001, 0.01, 0.01] kg*m^2 }\n"
    "joint big : universal c.arm -- rod at c.A  axis [0, 0, 1]  second [0.1, -0.4, 0]\n"
    "joint small : spherical rod -- g.block at g.B\n"
    "start c.turn.rate = 12 rad/s\nrun to 1 s\n";

static const char *const in_space =
    "spatial\ngravity [0, 0, -9.81] m/s^2\npoint O = [0, 0, 0]\npoint A = [0.1, 0, 0]\n"
    "point B = [0.5, 0, 0.1]\n"
    "body arm { link O A  mass 1 kg  inertia [0.01, 0.01, 0.02] kg*m^2 }\n"
    "body block { at B  mass 2 kg  inertia [0.005, 0.005, 0.01] kg*m^2 }\n"
    "body rod { link A B  mass 0.5 kg  inertia [0.001, 0.01, 0.01] kg*m^2 }\n"
    "joint turn : revolute ground -- arm at O  axis z\n"
    "joint way : prismatic ground -- block at B  axis [cos(20 deg), 0, sin(20 deg)]\n"
    "joint big : universal arm -- rod at A  axis [0, 0, 1]  second [0.1, -0.4, 0]\n"
    "joint small : spherical rod -- block at B\n"
    "force spring : free-spring way.travel  stiffness 30 N/m\n"
    "start turn.rate = 12 rad/s\nrun to 1 s\n";

static void planes_at_a_right_angle_are_coupled(void **state) {
    (void)state;
    static const char *const names[][2] = {
        {"c.turn.angle", "turn.angle"}, {"c.turn.rate", "turn.rate"},
        {"g.way.travel", "way.travel"}, {"g.block.z", "block.z"},
        {"rod.wy", "rod.wy"},           {"energy", "energy"}};
    Case whole = open_text(in_space, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
    while (advance(&whole)) {
    }
    for (int f = 0; f < 3; f++) {
        Case c = open_text(by_parts, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-12});
        while (advance(&c)) {
        }
        for (int n = 0; n < 6; n++)
            check_near(value(&c, names[n][0]), value(&whole, names[n][1]), 1e-9, names[n][0]);
        check_near(value(&c, "g.block.y"), 0, 1e-9, "in its plane");
        close_case(&c);
    }
    close_case(&whole);
}

/* In a model of the plane such a part is one like any other. */
static void in_the_plane_it_is_a_part_like_any_other(void **state) {
    (void)state;
    const char *text =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "part pendulum { planar  point O = [0, 0]  point A = [0.5, 0]\n"
        "    body arm { link O A  shape rod  mass 1 kg }\n"
        "    joint pin : revolute ground -- arm at O }\n"
        "use p : pendulum  angle -30 deg\nuse q : pendulum  at [1, 1]\nrun to 0.4 s\n";
    const char *alone = "planar\ngravity [0, -9.81] m/s^2\npoint O = [1, 1]\npoint A = [1.5, 1]\n"
                        "body arm { link O A  shape rod  mass 1 kg }\n"
                        "joint pin : revolute ground -- arm at O\nrun to 0.4 s\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    Case d = open_text(alone, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    while (advance(&c)) {
    }
    while (advance(&d)) {
    }
    check_near(value(&c, "q.pin.angle"), value(&d, "pin.angle"), 1e-10, "angle");
    close_case(&c);
    close_case(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_at_a_right_angle_are_coupled),
        cmocka_unit_test(in_the_plane_it_is_a_part_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
