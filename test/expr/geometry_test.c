/* SPDX-License-Identifier: MIT
 *
 * Constructions of points: what they promise, at random points, and as points that move. */
#include "verify/verify.h"
#include "verify/end_of.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned seed = 7;
static double between(double low, double high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (seed >> 8) / 16777216.0;
}

/* Two numbers of a construction, read as a point of a model. */
static void construct(const char *text, double out[2]) {
    char model[1200];
    snprintf(model, sizeof model,
             "planar\npoint X = %s\nbody b { at X  mass 1 kg  inertia 1 kg*m^2  free }\n", text);
    JdLog *log = jd_log_new();
    JdModel *read = jd_model_read_text("construct", model, strlen(model), (JdReadDef){0}, log);
    JdBodyInfo body;
    if (jd_log_errors(log)) fail_msg("%s: %s", text, jd_log_message(log, 0).text);
    assert_true(jd_model_body(read, 1, &body));
    out[0] = body.centre.x, out[1] = body.centre.y;
    jd_model_free(read);
    jd_log_free(log);
}

static double distance(const double *p, double x, double y) {
    return hypot(p[0] - x, p[1] - y);
}

static void circles_meet_on_the_side_that_is_said(void **state) {
    (void)state;
    for (int n = 0; n < 200; n++) {
        const double ax = between(-1, 1), ay = between(-1, 1), bx = between(-1, 1),
                     by = between(-1, 1), d = hypot(bx - ax, by - ay), r = between(0.1, 1.5),
                     s = fabs(r - d) + between(0.01, 0.99) * (r + d - fabs(r - d));
        double left[2], right[2];
        char text[400];
        const char *format = "meet([%.17g, %.17g] m, %.17g m, [%.17g, %.17g] m, %.17g m, %s)";
        snprintf(text, sizeof text, format, ax, ay, r, bx, by, s, "left");
        construct(text, left);
        snprintf(text, sizeof text, format, ax, ay, r, bx, by, s, "right");
        construct(text, right);
        const double tight = 1e-11 / d;
        assert_true(fabs(distance(left, ax, ay) - r) < tight &&
                    fabs(distance(left, bx, by) - s) < tight);
        assert_true(fabs(distance(right, ax, ay) - r) < tight &&
                    fabs(distance(right, bx, by) - s) < tight);
        assert_true((bx - ax) * (left[1] - ay) - (by - ay) * (left[0] - ax) >= -1e-9);
        assert_true((bx - ax) * (right[1] - ay) - (by - ay) * (right[0] - ax) <= 1e-9);
    }
}

static void lines_feet_and_mirrors(void **state) {
    (void)state;
    for (int n = 0; n < 100; n++) {
        const double px = between(-1, 1), py = between(-1, 1), qx = px + between(0.2, 1),
                     qy = py + between(-1, 1), x = between(-1, 1), y = between(-1, 1), ux = qx - px,
                     uy = qy - py, length = hypot(ux, uy);
        double at[2], other[2];
        char text[400];
        snprintf(text, sizeof text, "foot([%.17g, %.17g] m, [%.17g, %.17g] m, [%.17g, %.17g] m)", x,
                 y, px, py, qx, qy);
        construct(text, at);
        assert_true(fabs(ux * (at[1] - py) - uy * (at[0] - px)) < 1e-12); /* on the line */
        assert_true(fabs(ux * (at[0] - x) + uy * (at[1] - y)) < 1e-12);   /* straight below */
        snprintf(text, sizeof text, "mirror([%.17g, %.17g] m, [%.17g, %.17g] m, [%.17g, %.17g] m)",
                 x, y, px, py, qx, qy);
        construct(text, other);
        assert_true(distance(other, 2 * at[0] - x, 2 * at[1] - y) < 1e-12);
        snprintf(text, sizeof text, "along([%.17g, %.17g] m, [%.17g, %.17g] m, 0.3 m)", px, py, qx,
                 qy);
        construct(text, at);
        assert_true(distance(at, px + 0.3 * ux / length, py + 0.3 * uy / length) < 1e-14);
        /* A circle about a point of the line meets it twice. */
        snprintf(text, sizeof text,
                 "meet([%.17g, %.17g] m, 0.25 m, [%.17g, %.17g] m, [%.17g, %.17g] m, first)", px,
                 py, px, py, qx, qy);
        construct(text, at);
        assert_true(distance(at, px - 0.25 * ux / length, py - 0.25 * uy / length) < 1e-12);
        snprintf(text, sizeof text,
                 "meet([%.17g, %.17g] m, [%.17g, %.17g] m, [%.17g, 5] m, [%.17g, -3] m)", px, py,
                 qx, qy, x, x);
        construct(text, at);
        assert_true(fabs(at[0] - x) < 1e-11 && fabs(ux * (at[1] - py) - uy * (at[0] - px)) < 1e-11);
        snprintf(text, sizeof text, "rotate([%.17g, %.17g] m, [%.17g, %.17g] m, 90 deg)", x, y, px,
                 py);
        construct(text, at);
        assert_true(distance(at, px - (y - py), py + (x - px)) < 1e-14);
    }
}

/* The coupler point of a four-bar from its crank alone, and a vector that turns. */
static void constructions_follow_what_moves(void **state) {
    (void)state;
    const char text[] =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "point A = [0, 0]\npoint D = [0.8, 0] m\npoint B = polar(0.3 m, 60 deg)\n"
        "point C = meet(B, 0.6 m, D, 0.45 m, left)\n"
        "body crank { link A B  mass 1 kg  inertia 0.01 kg*m^2  frame tip at B }\n"
        "body rod { link B C  mass 1 kg  inertia 0.01 kg*m^2  frame tip at C }\n"
        "body rocker { link D C  mass 1 kg  inertia 0.01 kg*m^2 }\n"
        "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- rod at B\n"
        "joint jC : revolute rod -- rocker at C\njoint jD : revolute ground -- rocker at D\n"
        "signal tip = meet([crank.tip.x, crank.tip.y], 0.6 m, D, 0.45 m, left)\n"
        "signal arm = rot(jA.angle, B)\nrun to 0.2 s\n";
    check_near(end_of(text, NULL, "tip.x"), end_of(text, NULL, "rod.tip.x"), 1e-9, "tip.x");
    check_near(end_of(text, NULL, "tip.y"), end_of(text, NULL, "rod.tip.y"), 1e-9, "tip.y");
    check_near(end_of(text, NULL, "arm.x"), end_of(text, NULL, "crank.tip.x"), 1e-9, "arm.x");
    check_near(end_of(text, NULL, "arm.y"), end_of(text, NULL, "crank.tip.y"), 1e-9, "arm.y");
    assert_true(fabs(end_of(text, NULL, "jA.angle")) > 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_meet_on_the_side_that_is_said),
        cmocka_unit_test(lines_feet_and_mirrors),
        cmocka_unit_test(constructions_follow_what_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
