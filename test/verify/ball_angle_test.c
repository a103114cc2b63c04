/* SPDX-License-Identifier: MIT
 *
 * Forces on an angle of a ball: the effort acts along the gradient of that angle, so that its power
 * is effort times rate, and a spring on it stores what it takes. */
#include "verify/space.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* The state of a swinging body under a spring on one of the angles. */
static Case swinging(const char *type, const char *angle, const char *form) {
    char text[900];
    snprintf(
        text, sizeof text,
        "spatial\ngravity [0, 0, -2] m/s^2\n"
        "body b { at [0.3, 0.1, 0.2] m  mass 1 kg  inertia [[0.3, 0.02, 0.01], [0.02, 0.4, "
        "-0.03], [0.01, -0.03, 0.5]] kg*m^2 }\n"
        "joint j : %s\nforce k : free-spring j.%s stiffness 3 N*m rest 0.1\n"
        "force h : spring-damper ground -- b at [0, 0.5, 1] m, [0.3, 0.1, 0.2] m stiffness 5 N/m "
        "length 0.5 m\nstart b.wx = 0.7 rad/s\nrun to 2 s every 0.1 s tol 1e-12\n",
        type, angle);
    return open_text(text, (JdCompileDef){.form = form}, (JdRunDef){0});
}

static void a_spring_on_it_keeps_the_energy(void **state) {
    (void)state;
    static const char *const types[] = {"spherical ground -- b at [0, 0, 0] m",
                                        "point ground -- b at [0, 0, 0] m axis [1, 1, 2]"};
    static const char *const angles[] = {"rx", "ry", "rz"};
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 3; k++)
            for (int f = 0; f < 3; f++) {
                Case c = swinging(types[t], angles[k], forms[f]);
                double most = 0, start = NAN;
                while (advance(&c)) {
                    const double stretch = value_of(&c, "j", angles[k]) - 0.1;
                    if (isnan(start)) start = value(&c, "energy");
                    check_near(value(&c, "energy"), start, 1e-11, "energy");
                    check_near(value(&c, "k.energy"), 1.5 * stretch * stretch, 1e-13, "its own");
                    check_near(value(&c, "k.effort"), -3 * stretch, 1e-13, "effort");
                    most = fmax(most, fabs(stretch));
                }
                assert_true(most > 0.11);
                close_case(&c);
            }
}

/* At rest, out of line in all three angles: with equal inertias the effort on the second turns the
 * body about the second axis as the first turn leaves it, and the two others stay. */
static void the_effort_is_along_the_angle(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        Case c = open_text("spatial\nbody b { at [0, 0, 0] m mass 1 kg inertia [0.1, 0.1, 0.1] "
                           "kg*m^2 }\njoint p : spherical ground -- b at [0, 0, 0] m\n"
                           "force f : effort p.ry value 0.02 N*m\n"
                           "start p.rx = 30 deg, p.ry = 10 deg, p.rz = 20 deg\n"
                           "run to 1 s every 0.25 s tol 1e-11\n",
                           (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
        while (advance(&c)) {
            const double t = value(&c, "time"), degree = acos(-1) / 180;
            check_near(value(&c, "p.rx"), 30 * degree, 1e-11, "the first stays");
            check_near(value(&c, "p.ry"), 10 * degree + 0.1 * t * t, 1e-10, "0.2 rad/s^2");
            check_near(value(&c, "p.rz"), 20 * degree, 1e-11, "so does the third");
            check_near(value(&c, "f.power"), 0.02 * 0.2 * t, 1e-11, "power");
        }
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_on_it_keeps_the_energy),
        cmocka_unit_test(the_effort_is_along_the_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
