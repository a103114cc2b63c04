/* SPDX-License-Identifier: MIT
 *
 * Mechanics does not know metres and kilograms: with lengths times L, inertia times L^2 and gravity
 * times L a mechanism turns as before, and light bodies between heavy ones are still solved
 * exactly. */
#include "verify/verify.h"

static void read_four_bar(double L, double out[4]) {
    char words[1200];
    snprintf(words, sizeof words,
             "planar\nparam L = %.17g m\n"
             "gravity [0 m/s^2, -9.81*L/(1 s)^2]\n"
             "body a { link [0 m, 0 m], [1*L, 0 m]  mass 1 kg  inertia 0.01 kg*L^2 }\n"
             "body b { link [1*L, 0 m], [2*L, 1*L]  mass 1 kg  inertia 0.01 kg*L^2 }\n"
             "body c { link [1*L, 1*L], [2*L, 1*L]  mass 1 kg  inertia 0.01 kg*L^2 }\n"
             "joint j1 : revolute ground -- a at [0 m, 0 m]\n"
             "joint j2 : revolute a -- b at [1*L, 0 m]\n"
             "joint j3 : revolute c -- b at [2*L, 1*L]\n"
             "joint j4 : revolute c -- ground at [1*L, 1*L]\n"
             "start j1.rate = 1\n"
             "run to 0.3 s every 0.3 s tol 1e-13\n",
             L);
    Case c = open_text(words, (JdCompileDef){0}, (JdRunDef){0});
    for (int k = 0; k < 2; k++) {
        assert_true(advance(&c));
        out[2 * k] = value(&c, "a.accel");
        out[2 * k + 1] = value(&c, "j2.force") / L;
    }
    assert_int_equal(jd_log_count(c.log), 0);
    close_case(&c);
}

static void a_loop_turns_alike_at_any_size(void **state) {
    (void)state;
    double one[4], other[4];
    read_four_bar(1, one);
    for (double L = 1e-8; L < 2e8; L *= 100) {
        read_four_bar(L, other);
        for (int k = 0; k < 4; k++) check_relative(other[k], one[k], 1e-11, "the same at any size");
    }
}

/* Of three rods in a row the middle one is heavy: Newton's law for the light ones. */
static void light_bodies_beside_heavy_ones_obey_newton(void **state) {
    (void)state;
    for (double heavy = 1; heavy < 2e12; heavy *= 1e4) {
        char words[900];
        snprintf(words, sizeof words,
                 "planar\ngravity [0, -9.81] m/s^2\nparam k = %.17g\n"
                 "body a { link [0, 0], [1, 0]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                 "body b { link [1, 0], [1.6, 0.8]  mass k*1 kg  inertia k*0.1 kg*m^2 }\n"
                 "body c { link [1.6, 0.8], [2.6, 0.8]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                 "joint j1 : revolute ground -- a at [0, 0]\njoint j2 : revolute a -- b at [1, 0]\n"
                 "joint j3 : revolute b -- c at [1.6, 0.8]\n"
                 "start j1.rate = 1, j2.rate = -2, j3.rate = 3\nrun to 1 s\n",
                 heavy);
        Case c = open_text(words, (JdCompileDef){0}, (JdRunDef){0});
        assert_true(advance(&c));
        check_near(value(&c, "c.ax"), value(&c, "j3.force.x"), 1e-12, "the last, aside");
        check_near(value(&c, "c.ay"), value(&c, "j3.force.y") - 9.81, 1e-12, "the last, up");
        /* Where the second and the third meet they have one acceleration. */
        const double b = value(&c, "b.angle"), w = value(&c, "b.rate"), aa = value(&c, "b.accel");
        const double x = value(&c, "b.ax") - 0.5 * (aa * sin(b) + w * w * cos(b));
        const double e = value(&c, "c.rate"), x_c = value(&c, "c.ax") + 0.5 * e * e;
        check_near(x, x_c, 1e-11, "the joint holds");
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_turns_alike_at_any_size),
        cmocka_unit_test(light_bodies_beside_heavy_ones_obey_newton),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
