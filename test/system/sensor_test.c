/* SPDX-License-Identifier: MIT
 *
 * Sensors against what bodies and joints say themselves, against differences along the motion, and
 * against a transmission angle by the law of cosines. */
#include "verify/verify.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

static const char *const swing =
    "spatial\ngravity [0, 0, -9.81] m/s^2\npoint O = [0, 0, 0]\npoint A = [1, 0, 0]\npoint B = [1, "
    "1, 0]\n"
    "body a { link O A  mass 1 kg  inertia [0.02, 0.1, 0.11] kg*m^2  frame tip local [0.9, 0, 0.1] "
    "m  turned turn(x, 30 deg) }\n"
    "body b { link A B  mass 2 kg  inertia [0.03, 0.2, 0.22] kg*m^2 }\n"
    "joint jO : universal ground -- a at O axis z second y\njoint jA : spherical a -- b at A\n"
    "force f : spring-damper a -- b at O B  stiffness 30 N/m  damping 1 N*s/m  length 1 m\n"
    "force w : force-torque a -- b at B  force [1, 2, 3] N  torque [0.1, 0.2, 0.3] N*m  resolve a\n"
    "sensor p : b\nsensor s : a.tip -- b\nsensor t : a.tip -- b  along a.tip\n"
    "sensor u : a -- b at A B  along b\nsensor c : jA  along a.tip\nsensor d : w  along ground\n"
    "sensor e : f\n"
    "start jO.angle1 = 0.3 rad, b.wz = 1 rad/s\nrun to 1 s every 0.0002 s\n";

/* ---- What bodies say themselves
 * ------------------------------------------------------------------ */

static void check_bodies(Case *c) {
    static const char *const parts[] = {"x", "y", "z"};
    for (int n = 0; n < 3; n++) {
        char a[24], b[24], s[24];
        snprintf(a, sizeof a, "a.tip.%s", parts[n]), snprintf(b, sizeof b, "b.%s", parts[n]);
        snprintf(s, sizeof s, "s.%s", parts[n]);
        check_near(value(c, s), value(c, b) - value(c, a), 1e-14, "place");
        snprintf(a, sizeof a, "a.tip.v%s", parts[n]), snprintf(b, sizeof b, "b.v%s", parts[n]);
        snprintf(s, sizeof s, "s.v%s", parts[n]);
        check_near(value(c, s), value(c, b) - value(c, a), 1e-13, "velocity");
        snprintf(s, sizeof s, "p.a%s", parts[n]), snprintf(b, sizeof b, "b.a%s", parts[n]);
        check_near(value(c, s), value(c, b), 1e-11, "acceleration");
        snprintf(a, sizeof a, "a.w%s", parts[n]), snprintf(b, sizeof b, "b.w%s", parts[n]);
        snprintf(s, sizeof s, "s.w%s", parts[n]);
        check_near(value(c, s), value(c, b) - value(c, a), 1e-13, "angular velocity");
        snprintf(s, sizeof s, "p.rotation.%s", parts[n]);
        snprintf(b, sizeof b, "b.rotation.%s", parts[n]);
        check_near(value(c, s), value(c, b), 1e-12, "rotation");
        snprintf(s, sizeof s, "d.force.%s", parts[n]),
            snprintf(b, sizeof b, "w.force.%s", parts[n]);
        check_near(value(c, s), value(c, b), 1e-13, "force");
    }
    check_near(value(c, "c.force"), value(c, "jA.force"), 1e-12, "reaction");
    check_near(value(c, "u.distance"), 1, 1e-9, "a link keeps its length");
    check_near(value(c, "jA.power") + value(c, "jA.i.power"), 0, 1e-8, "an ideal joint has none");
    check_near(value(c, "c.power"), value(c, "jA.power"), 1e-12, "power of a joint");
    check_near(value(c, "d.power") + value(c, "d.i.power"), value(c, "w.power"), 1e-11,
               "of a force");
    check_near(value(c, "e.power"), value(c, "f.j.power"), 1e-12, "of one side of it");
    check_near(value(c, "f.i.power") + value(c, "f.j.power"), value(c, "f.power"), 1e-11,
               "of both");
}

static void sensors_say_what_bodies_and_joints_say(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        Case c = open_text(swing, (JdCompileDef){.form = forms[f]},
                           (JdRunDef){.tol = 1e-10, .output_every = 0.1});
        while (advance(&c)) check_bodies(&c);
        close_case(&c);
    }
}

/* ---- Differences along the motion
 * ---------------------------------------------------------------- */

enum { ROWS = 5001, WATCHED = 8 };

/* Rates of the numbers that turning axes show are not the parts of a velocity. */
static void rates_are_those_of_what_is_shown(void **state) {
    (void)state;
    static const char *const names[WATCHED] = {
        "t.x", "t.y", "t.z", "t.rate_x", "t.rate_y", "t.rate_z", "s.distance", "s.distance_rate"};
    static double rows[ROWS][WATCHED];
    Case c = open_text(swing, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
    double apart = 0;
    for (int n = 0; n < ROWS && advance(&c); n++) {
        for (int k = 0; k < WATCHED; k++) rows[n][k] = value(&c, names[k]);
        apart = fmax(apart, fabs(value(&c, "t.rate_x") - value(&c, "t.vx")));
    }
    for (int n = 2; n < ROWS - 2; n += 97)
        for (int k = 0; k < 4; k++) {
            const int of = k < 3 ? k : 6, rate = k < 3 ? k + 3 : 7;
            const double h = 2e-4;
            const double by =
                (8 * (rows[n + 1][of] - rows[n - 1][of]) - (rows[n + 2][of] - rows[n - 2][of])) /
                (12 * h);
            check_near(rows[n][rate], by, 1e-6, names[rate]);
        }
    assert_true(apart > 0.1);
    close_case(&c);
}

/* ---- Plane
 * ----------------------------------------------------------------------------------------- */

/* Four bars: coupler and rocker meet at the angle of the law of cosines. */
static void a_transmission_angle_is_that_of_the_triangle(void **state) {
    (void)state;
    const char *text =
        "planar\npoint O = [0, 0]\npoint A = [0.1, 0]\npoint C = [0.35, 0]\n"
        "point B = [0.28, 0.24]\n"
        "body crank { link O A  mass 1 kg  inertia 0.01 kg*m^2 }\n"
        "body rod { link A B  mass 1 kg  inertia 0.01 kg*m^2 }\n"
        "body rocker { link C B  mass 1 kg  inertia 0.01 kg*m^2 }\n"
        "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
        "joint jB : revolute rod -- rocker at B\njoint jC : revolute ground -- rocker at C\n"
        "sensor t : rod -- rocker\nsensor g : ground -- crank\n"
        "start jO.rate = 5 rad/s\nrun to 1 s every 0.05 s\n";
    for (int f = 0; f < 3; f++) {
        Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-11});
        while (advance(&c)) {
            const double q = value(&c, "jO.angle");
            const double square = 0.1 * 0.1 + 0.35 * 0.35 - 2 * 0.1 * 0.35 * cos(q);
            const double cosine = (0.3 * 0.3 + 0.25 * 0.25 - square) / (2 * 0.3 * 0.25);
            check_near(cos(value(&c, "t.transmission")), fabs(cosine), 1e-9, forms[f]);
            check_near(value(&c, "t.angle"), value(&c, "rocker.angle") - value(&c, "rod.angle"),
                       1e-13, "counted");
            check_near(value(&c, "g.rate"), value(&c, "jO.rate"), 1e-12, "rate");
        }
        close_case(&c);
    }
}

/* A force reads a sensor: a controller that keeps two bodies apart. */
static void forces_read_sensors(void **state) {
    (void)state;
    const char *text =
        "planar\nbody a { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
        "body b { at [2, 0]  mass 1 kg  inertia 1 kg*m^2 }\nsensor s : a -- b\n"
        "force f : point-force a value [8 N/m*(s.distance - 1 m), 0 N]\n"
        "force g : point-force b value [-8 N/m*(s.distance - 1 m), 0 N]\nrun to 1 s\n";
    static const char *const steppers[] = {"dop853", "rk4", "cvode", "ida"};
    for (int n = 0; n < 4; n++) {
        JdRunDef def = {.stepper = steppers[n], .dt = n == 1 ? 1e-3 : 0, .tol = 1e-10};
        if (jd_table_find(JD_STEPPERS, steppers[n]).more) continue;
        Case c = open_text(text, (JdCompileDef){0}, def);
        while (advance(&c)) {
        }
        check_near(value(&c, "s.distance"), 1 + cos(4), 1e-7, steppers[n]);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensors_say_what_bodies_and_joints_say),
        cmocka_unit_test(rates_are_those_of_what_is_shown),
        cmocka_unit_test(a_transmission_angle_is_that_of_the_triangle),
        cmocka_unit_test(forces_read_sensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
