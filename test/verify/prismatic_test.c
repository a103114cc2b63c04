/* SPDX-License-Identifier: MIT
 *
 * A slider whose two points M and N pass each other. The regular form (d.yi, xi.yj) does not
 * notice. The form of two points (d.yi, d.yj) has only one lock left at M = N, where the slider
 * might turn in its guide (joint-points-meet). Closed form: a mass on a spring, x = 0.1 cos(w t),
 * w^2 = 50/2. */
#include "verify/verify.h"

static const char *const text =
    "planar\n"
    "gravity [0, -9.81] m/s^2\n"
    "body slider { at [0.1, 0]  mass 2 kg  inertia 0.01 kg*m^2  frame own at [0.1, 0] }\n"
    "joint guide : %s ground -- slider at [0, 0], [0.1, 0] axis x\n"
    "force spring : free-spring guide.travel stiffness 50 N/m\n"
    "start guide.speed = 0\n"
    "run to 3 s every 0.01 s tol 1e-11\n";

static Case open_slider(const char *type, JdCompileDef how) {
    char words[600];
    snprintf(words, sizeof words, text, type);
    return open_text(words, how, (JdRunDef){0});
}

static void check_swings(const char *stabilise) {
    Case c = open_slider("prismatic", (JdCompileDef){.stabilise = stabilise});
    while (advance(&c)) {
        const double t = jd_run_value(c.run, jd_time), x = 0.1 * cos(5 * t);
        check_near(value(&c, "slider.x"), x, 1e-10, "swings on the spring");
        check_near(value(&c, "guide.travel"), x, 1e-10, "travel is that of N past M");
        check_near(value(&c, "slider.y"), 0, 1e-12, "stays on the guide");
        check_near(value(&c, "slider.angle"), 0, 1e-12, "does not turn");
        check_near(value(&c, "guide.force.y"), 2 * 9.81, 1e-10, "the guide carries the weight");
        check_near(value(&c, "guide.torque"), 0, 1e-10, "at its mass centre");
    }
    assert_int_equal(jd_log_count(c.log), 0);
    close_case(&c);
}

static void the_regular_form_passes_without_trouble(void **state) {
    (void)state;
    check_swings("projection");
    check_swings("baumgarte");
}

/* It goes straight on, between two positions of which neither is M = N; that it need not is what
 * the warning says. */
static void the_form_of_two_points_warns_where_they_meet(void **state) {
    (void)state;
    Case c = open_slider("prismatic-symmetric", (JdCompileDef){0});
    while (advance(&c)) {
        const double t = jd_run_value(c.run, jd_time);
        check_near(value(&c, "slider.x"), 0.1 * cos(5 * t), 1e-7, "straight on");
        check_near(value(&c, "slider.angle"), 0, 1e-7, "does not turn");
    }
    JdMessage message = {0};
    assert_true(said(c.log, "joint-points-meet", &message));
    assert_int_equal(message.severity, JD_WARNING);
    check_contains(message.text, "joint 'guide'");
    check_contains(message.text, "near t = 0.3142 s");
    check_contains(message.text, "may turn against each other");
    check_contains(message.hint, "prismatic");
    close_case(&c);
}

/* The other form is as good as the regular one while the points keep their distance. */
static void both_forms_agree_while_the_points_are_apart(void **state) {
    (void)state;
    Case a = open_slider("prismatic", (JdCompileDef){0});
    Case b = open_slider("prismatic-symmetric", (JdCompileDef){0});
    while (advance(&a) && advance(&b) && jd_run_value(a.run, jd_time) < 0.29) {
        check_near(value(&b, "slider.x"), value(&a, "slider.x"), 1e-10, "same motion");
        check_near(value(&b, "guide.force.y"), value(&a, "guide.force.y"), 1e-7, "same force");
        check_near(value(&b, "guide.torque"), value(&a, "guide.torque"), 1e-7, "same torque");
    }
    assert_false(said(b.log, "joint-points-meet", NULL));
    close_case(&a);
    close_case(&b);
}

/* M = N is drawn: said before the run moves. */
static void points_that_meet_as_drawn_are_warned_of(void **state) {
    (void)state;
    Case c = open_text("planar\n"
                       "body slider { at [0, 0]  mass 2 kg  inertia 0.01 kg*m^2 }\n"
                       "joint guide : prismatic-symmetric ground -- slider at [0, 0] axis x\n"
                       "start slider.vx = 1, slider.rate = 0\n"
                       "run to 0.1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    jd_run_next(c.run);
    assert_true(said(c.log, "joint-points-meet", NULL));
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_regular_form_passes_without_trouble),
        cmocka_unit_test(the_form_of_two_points_warns_where_they_meet),
        cmocka_unit_test(both_forms_agree_while_the_points_are_apart),
        cmocka_unit_test(points_that_meet_as_drawn_are_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
