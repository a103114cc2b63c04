/* SPDX-License-Identifier: MIT
 *
 * A crank, a rod with balls at both ends and a rocker, of random sizes. The rod spins about its
 * length, so which turn of its ball can be independent changes along the motion, often within a
 * step. That is a dead point of a coordinate and not of the mechanism: nothing is said of singular
 * positions, and energy stays as exact as under newton-euler. */
#include "verify/two_bodies.h"

static void put_bar(Page *page, const char *name, Vec3 from, Vec3 to) {
    put(page, "body %s { link ", name);
    put_vector(page, from);
    put(page, " ");
    put_vector(page, to);
    put(page, " mass 1 kg shape box width 0.05 m height 0.05 m }\n");
}

static void put_joint(Page *page, const char *text, Vec3 at) {
    put(page, "joint %s at ", text);
    put_vector(page, at);
}

static void put_linkage(Page *page) {
    const Vec3 O = any_vector(1), A = vec3_add(O, any_vector(0.4)), B = any_vector(1.2),
               C = any_vector(1);
    put(page, "spatial\ngravity [0, 0, -9.81] m/s^2\n");
    put_bar(page, "crank", O, A), put_bar(page, "rod", A, B), put_bar(page, "rocker", C, B);
    put_joint(page, "jO : revolute ground -- crank", O);
    put(page, " axis "), put_vector(page, any_vector(1)), put(page, "\n");
    put_joint(page, "jA : spherical crank -- rod", A), put(page, "\n");
    put_joint(page, "jB : spherical rod -- rocker", B), put(page, "\n");
    put_joint(page, "jC : revolute ground -- rocker", C);
    put(page, " axis "), put_vector(page, any_vector(1)), put(page, "\n");
    put(page, "run to 3 s every 0.1 s\n"); /* from rest: a rate may ask for any speed elsewhere */
}

/* How far energy moves, as a share of the largest kinetic energy. */
static double energy_off(const char *text, const char *form) {
    double first = NAN, off = 0, most = 0;
    Case c = open_text(text, (JdCompileDef){.form = form}, (JdRunDef){0});
    while (advance(&c)) {
        if (isnan(first)) first = value(&c, "energy");
        off = fmax(off, fabs(value(&c, "energy") - first));
        most = fmax(most, value(&c, "energy.kinetic"));
    }
    if (said(c.log, "singular-passed", NULL)) {
        jd_log_print(c.log, stderr);
        fprintf(stderr, "%s", text);
        fail_msg("%s", form);
    }
    close_case(&c);
    return off / most;
}

static void coordinates_change_before_they_go_bad(void **state) {
    (void)state;
    check_seed(31);
    for (int n = 0; n < 200; n++) {
        Page page = {{0}, 0};
        put_linkage(&page);
        const double by_bodies = energy_off(page.at, "newton-euler"),
                     by_tree = energy_off(page.at, "minimal");
        if (by_tree > 1e-7 + 10 * by_bodies) fprintf(stderr, "%s", page.at);
        check_near(by_tree, 0, 1e-7 + 10 * by_bodies, "energy stays");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_change_before_they_go_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
