/* SPDX-License-Identifier: MIT
 *
 * Wheels that roll where other joints hold them already: a cart on a plane with two wheels (three
 * locks repeat others), a car with four, a cone that rolls about its apex. Locks of velocities and
 * of positions say the same there, and positions must be kept all the same. All of them have closed
 * forms: circles and straight lines at constant speed. */
#include "verify/two_bodies.h"
#include "run/run.h"

typedef struct {
    double radius, half_track;
} Size;

/* Tall wheels on a short axle, and the other way round. */
static const Size sizes[] = {{0.3, 0.5}, {1, 0.2}, {2, 0.2}, {5, 1}, {0.05, 1}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "cvode", "ida"};

static void put_wheel(Page *page, const char *name, Size size, double side) {
    put(page,
        "body %s { at [0, %.17g, %.17g] turned turn(x, -90 deg) mass 2 kg "
        "inertia [0.05, 0.05, 0.09] kg*m^2 frame hub local [0, 0, 0] m }\n",
        name, side * size.half_track, size.radius);
}

/* It slides on the plane, and both wheels roll on it: z twice, and sideways twice. */
static void put_cart(Page *page, Size size, double left, double right) {
    const double R = size.radius, t = size.half_track;
    put(page, "spatial\ngravity [0, 0, -9.81] m/s^2\n");
    put(page, "body table { at [0, 0, 0] massless frame top at [0, 0, 0] }\n");
    put(page, "body cart { at [0, 0, %.17g] mass 5 kg inertia [1, 0.3, 1] kg*m^2 }\n", R);
    put_wheel(page, "left", size, 1);
    put_wheel(page, "right", size, -1);
    put(page, "joint floor : fixed ground -- table at [0, 0, 0]\n");
    put(page, "joint slide : planar ground -- cart at [0, 0, %.17g]\n", R);
    put(page, "joint al : revolute cart -- left at [0, %.17g, %.17g] axis y\n", t, R);
    put(page, "joint ar : revolute cart -- right at [0, %.17g, %.17g] axis y\n", -t, R);
    put(page, "joint rl : rolling-disc table.top -- left.hub radius %.17g m\n", R);
    put(page, "joint rr : rolling-disc table.top -- right.hub radius %.17g m\n", R);
    put(page, "start al.rate = %.17g, ar.rate = %.17g\nrun to 4 s every 0.5 s\n", left, right);
}

/* Nothing is said of a mechanism that would not move, or of locks that part. */
static void check_words(const Case *c) {
    JdMessage message = {0};
    for (int k = 0; k < jd_log_count(c->log); k++) {
        message = jd_log_message(c->log, k);
        if (message.hint && strstr(message.hint, "rigid")) fail_msg("%s", message.hint);
    }
    assert_true(said(c->log, "joint-redundant", &message));
    check_contains(message.hint, "the motion is right");
    assert_false(said(c->log, "locks-part", NULL));
    assert_false(said(c->log, "singular-passed", NULL));
    assert_false(said(c->log, "start-singular", NULL));
}

/* How exact a run is for its tolerance of 1e-9 over some hundreds of steps. */
static double within(const char *stepper) {
    return strcmp(stepper, "dop853") ? 1e-5 : 1e-7;
}

/* Drift of locks of positions, as rounding leaves it. */
static const double closed = 1e-12;

static void follow_circle(Size size, JdCompileDef how, const char *stepper) {
    const double left = 3, right = 4, v = 0.5 * size.radius * (left + right),
                 turn = 0.5 * size.radius * (right - left) / size.half_track;
    Page page = {{0}, 0};
    put_cart(&page, size, left, right);
    Case c = open_text(page.at, how, (JdRunDef){.stepper = stepper});
    while (advance(&c)) {
        const double t = value(&c, "time"), by = within(stepper) * (how.cut ? 10 : 1);
        check_scaled(value(&c, "cart.x"), v / turn * sin(turn * t), by * size.radius, stepper);
        check_scaled(value(&c, "cart.y"), v / turn * (1 - cos(turn * t)), by * size.radius,
                     how.form);
        check_scaled(value(&c, "cart.wz"), turn, by, stepper);
        check_scaled(value(&c, "al.rate"), left, by, stepper);
        check_near(value(&c, "drift"), 0, closed * fmax(1, size.radius), "locks of positions hold");
    }
    check_words(&c);
    close_case(&c);
}

static void a_cart_runs_its_circle_under_all_forms_and_steppers(void **state) {
    (void)state;
    for (int n = 0; n < SIZES; n++)
        for (int k = 0; k < 3; k++) {
            follow_circle(sizes[n], (JdCompileDef){.form = forms[k]}, "dop853");
            for (int s = 1; s < 3; s++)
                if (!jd_stepper_find(steppers[s])->missing && (k == 0 || n == 1))
                    follow_circle(sizes[n], (JdCompileDef){.form = forms[k]}, steppers[s]);
        }
}

/* The wheels cut off: what is left over of the rows must be one of velocities. */
static void it_does_so_whichever_joints_are_cut(void **state) {
    (void)state;
    static const char *const cuts[] = {"al", "ar", "al,ar"};
    for (int n = 0; n < 3; n++)
        follow_circle(sizes[2], (JdCompileDef){.form = "cut-joint", .cut = cuts[n]}, "dop853");
}

static void a_cart_has_three_locks_too_many_and_two_freedoms(void **state) {
    (void)state;
    for (int n = 0; n < SIZES; n++) {
        Page page = {{0}, 0};
        JdCheck check;
        put_cart(&page, sizes[n], 1, 1);
        Case c = open_text(page.at, (JdCompileDef){0}, (JdRunDef){0});
        assert_true(jd_check(c.model, (JdCompileDef){0}, &check, c.log));
        assert_int_equal(check.redundant, 3);
        assert_int_equal(check.freedoms, 2);
        check_words(&c);
        close_case(&c);
    }
}

/* ---- A car ----------------------------------------------------------------------------------- */

static const char car[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "body table { at [0, 0, 0] massless frame top at [0, 0, 0] }\n"
    "body chassis { at [0, 0, 0.5] mass 800 kg inertia [200, 900, 1000] kg*m^2 }\n"
    "joint floor : fixed ground -- table at [0, 0, 0]\n"
    "repeat k from 0 to 3 {\n"
    "    point P[k] = [1.3*(1 - 2*floor(k/2)), 0.7*(1 - 2*(k - 2*floor(k/2))), 0.3]\n"
    "    body w[k] { at P[k] turned turn(x, -90 deg) mass 10 kg inertia [0.4, 0.4, 0.8] kg*m^2 "
    "frame hub local [0, 0, 0] m }\n"
    "    joint a[k] : revolute chassis -- w[k] at P[k] axis y\n"
    "    joint r[k] : rolling-disc table.top -- w[k].hub radius 0.3 m\n"
    "}\n"
    "force motor : torque w[0] -- chassis axis y value -120 N*m\n"
    "start chassis.vx = 5\nrun to 1 s every 0.25 s\n";

/* All wheels turn alike: (m + 4 (m_w + J/R^2)) a = M/R. */
static void a_car_runs_straight(void **state) {
    (void)state;
    const double a = 120 / 0.3 / (800 + 4 * (10 + 0.8 / 0.09));
    for (int k = 0; k < 3; k++) {
        Case c = open_text(car, (JdCompileDef){.form = forms[k]}, (JdRunDef){0});
        while (advance(&c)) {
            const double t = value(&c, "time");
            check_near(value(&c, "chassis.x"), 5 * t + 0.5 * a * t * t, 1e-8, forms[k]);
            check_near(value(&c, "chassis.y"), 0, 1e-8, forms[k]);
        }
        check_words(&c);
        close_case(&c);
    }
}

/* ---- A cone ---------------------------------------------------------------------------------- */

/* Its apex is held in the plane; the axis of its turning is the line where it touches. */
static void put_cone(Page *page, double R, double l) {
    const double s = R / hypot(R, l), c = l / hypot(R, l);
    put(page, "spatial\ngravity [0, 0, -9.81] m/s^2\n");
    put(page, "body cone { at [%.17g, 0, %.17g] turned axes_xy([%.17g, 0, %.17g], [0, 1, 0]) ",
        0.75 * l * c, 0.75 * l * s, s, -c);
    put(page, "mass 2 kg inertia [0.01, 0.01, 0.006] kg*m^2 frame base local [0, 0, %.17g] }\n",
        0.25 * l);
    put(page, "body table { at [0, 0, 0] massless frame top at [0, 0, 0] }\n");
    put(page, "joint floor : fixed ground -- table at [0, 0, 0]\n");
    put(page, "joint apex : spherical ground -- cone at [0, 0, 0]\n");
    put(page, "joint roll : rolling-disc table.top -- cone.base radius %.17g m\n", R);
    put(page, "start cone.own.wz = 6\nrun to 4 s every 0.5 s\n");
}

static void follow_cone(double R, double l, const char *form, const char *stepper) {
    Page page = {{0}, 0};
    put_cone(&page, R, l);
    const double c = l / hypot(R, l), out = 0.75 * l * c, turn = -6 / c * R / l;
    Case of = open_text(page.at, (JdCompileDef){.form = form}, (JdRunDef){.stepper = stepper});
    while (advance(&of)) {
        const double t = value(&of, "time"), by = within(stepper) * fmax(1, fabs(turn) * t);
        check_near(fabs(value(&of, "cone.y")), out * fabs(sin(turn * t)), by, stepper);
        check_near(value(&of, "cone.x"), out * cos(turn * t), by, form);
        check_near(value(&of, "cone.wz"), 0, by, stepper);
        check_near(value(&of, "drift"), 0, closed, "locks of positions hold");
    }
    check_words(&of);
    close_case(&of);
}

static void a_cone_rolls_about_its_apex(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        follow_cone(0.1, 0.3, forms[k], "dop853");
        follow_cone(0.3, 0.1, forms[k], "dop853");
        for (int s = 1; s < 3; s++)
            if (!jd_stepper_find(steppers[s])->missing)
                follow_cone(0.3, 0.1, forms[k], steppers[s]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cart_runs_its_circle_under_all_forms_and_steppers),
        cmocka_unit_test(it_does_so_whichever_joints_are_cut),
        cmocka_unit_test(a_cart_has_three_locks_too_many_and_two_freedoms),
        cmocka_unit_test(a_car_runs_straight),
        cmocka_unit_test(a_cone_rolls_about_its_apex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
