/* SPDX-License-Identifier: MIT
 *
 * Assembly: what the user fixed stays fixed, what he left open stays as drawn, loops close on the
 * branch that was drawn, and what cannot be done is said by name. */
#include "check.h"
#include "jourdain.h"

typedef struct {
    JdLog *log;
    JdSystem *system;
    JdRun *run;
} Start;

static Start start(const char *text) {
    Start s = {.log = jd_log_new()};
    JdModel *model = jd_model_read_text("test.jd", text, strlen(text), (JdReadDef){0}, s.log);
    s.system = jd_compile(model, (JdCompileDef){0}, s.log);
    s.run = jd_run_new(s.system, (JdRunDef){.until = 1}, s.log);
    jd_run_next(s.run);
    jd_model_free(model);
    return s;
}

static void stop(Start *s) {
    jd_run_free(s->run);
    jd_system_free(s->system);
    jd_log_free(s->log);
}

static double value(Start *s, const char *channel) {
    return jd_run_value(s->run, jd_channel(s->system, channel, s->log));
}

static void is_error(Start *s, const char *code, const char *part) {
    assert_null(s->system);
    assert_int_equal(jd_log_errors(s->log), 1);
    JdMessage message = jd_log_message(s->log, jd_log_count(s->log) - 1);
    check_text(message.code, code);
    check_contains(message.text, part);
    assert_non_null(message.hint);
}

#define ROD "mass 1 kg inertia 0.1 kg*m^2"
#define DOUBLE_PENDULUM                                                                            \
    "planar\nbody a { link [0,0] [1,0] " ROD " }\nbody b { link [1,0] [2,0.5] " ROD " }\n"         \
    "joint j1 : revolute ground -- a at [0,0]\njoint j2 : revolute a -- b at [1,0]\n"

static void what_is_left_open_stays_as_drawn(void **state) {
    (void)state;
    Start s = start(DOUBLE_PENDULUM "start j1.angle = 2.5, j1.rate = 3\n");
    check_near(value(&s, "j1.angle"), 2.5, 1e-14, "given");
    check_near(value(&s, "j2.angle"), 0, 1e-14, "as drawn");
    check_near(value(&s, "a.angle"), 2.5, 1e-14, "the body follows");
    check_near(value(&s, "b.angle"), 2.5 + atan2(0.5, 1), 1e-14, "and the one behind it");
    check_near(value(&s, "j1.rate"), 3, 1e-13, "given");
    check_near(value(&s, "j2.rate"), 0, 1e-13, "at rest against the first");
    stop(&s);
}

static void many_turns_are_kept(void **state) {
    (void)state;
    Start s = start(DOUBLE_PENDULUM "start j1.angle = 50 rad, j2.angle = -7 rad\n");
    check_near(value(&s, "j1.angle"), 50, 1e-13, "eight turns");
    check_near(value(&s, "j2.angle"), -7, 1e-13, "one turn back");
    stop(&s);
}

static void bodies_may_be_fixed_by_their_own_coordinates(void **state) {
    (void)state;
    Start s = start(DOUBLE_PENDULUM "start b.angle = 1, a.angle = 0.3, b.rate = 2, a.rate = -1\n");
    check_near(value(&s, "b.angle"), 1, 1e-12, "second");
    check_near(value(&s, "a.angle"), 0.3, 1e-12, "first");
    check_near(value(&s, "j2.rate"), 3, 1e-12, "relative");
    check_near(value(&s, "drift"), 0, 1e-15, "together");
    stop(&s);
}

/* A crank-rocker drawn at 60 degrees, started all around: the rocker must stay on the drawn side.
 */
static void four_bar_stays_on_the_drawn_branch(void **state) {
    (void)state;
    const double r = 0.1, l = 0.3, w = 0.25, g = 0.35, drawn = 60 * 3.14159265358979 / 180;
    for (double angle = -300; angle <= 300; angle += 37) {
        double th[2] = {drawn, drawn + angle * 3.14159265358979 / 180}, q[2][2];
        for (int k = 0; k < 2; k++) { /* closed form, the branch above the line between B and D */
            double bx = r * cos(th[k]), by = r * sin(th[k]), dx = g - bx, dy = -by,
                   d = hypot(dx, dy);
            double x = (d * d + l * l - w * w) / (2 * d), h = sqrt(l * l - x * x);
            q[k][0] = bx + (x * dx - h * dy) / d;
            q[k][1] = by + (x * dy + h * dx) / d;
        }
        char text[2000];
        snprintf(
            text, sizeof text,
            "planar\npoint A = [0,0]\npoint B = [%.17g, %.17g]\npoint C = [%.17g, %.17g]\npoint D "
            "= [%g, 0]\n"
            "body crank { link A B " ROD " }\nbody rod { link B C " ROD
            " }\nbody rocker { link D C " ROD " }\n"
            "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- rod at B\n"
            "joint jC : revolute rod -- rocker at C\njoint jD : revolute ground -- rocker at D\n"
            "start jA.angle = %.17g rad\n",
            r * cos(th[0]), r * sin(th[0]), q[0][0], q[0][1], g, th[1] - th[0]);
        Start s = start(text);
        check_near(value(&s, "jA.angle"), th[1] - th[0], 1e-12, "the crank is where it was put");
        double turned = value(&s, "rocker.angle");
        check_near(cos(turned), (q[1][0] - g) / w, 1e-10, "rocker, closed form");
        check_near(sin(turned), q[1][1] / w, 1e-10, "rocker, closed form");
        stop(&s);
    }
}

static void a_rough_drawing_is_closed(void **state) {
    (void)state;
    /* Frames given on the bodies; drawn a centimetre apart and a little turned. */
    Start s = start(
        "planar\n"
        "body a { at [0.5, 0.01] angle 0.1 " ROD " frame p local [-0.5,0] frame q local [0.5,0] }\n"
        "body b { at [1.4, 0.3] angle 0.8 " ROD " frame p local [-0.5,0] frame q local [0.5,0] }\n"
        "body c { at [1.9, 0.2] angle -1.2 " ROD " frame p local [-0.5,0] frame q local [0.5,0] }\n"
        "body o { at [0,0] mass 1 kg inertia 1 kg*m^2 frame l local [0,0] frame r local [2,0] }\n"
        "joint fix : fixed ground -- o at [0,0]\n"
        "joint j1 : revolute o.l -- a.p\njoint j2 : revolute a.q -- b.p\n"
        "joint j3 : revolute b.q -- c.p\njoint j4 : revolute c.q -- o.r\n");
    assert_non_null(s.system);
    check_near(value(&s, "drift"), 0, 1e-14, "closed");
    stop(&s);
}

static void a_loop_that_cannot_close_says_how_far(void **state) {
    (void)state;
    Start s = start(
        "planar\nbody a { at [0.5,0] " ROD " frame p local [-0.5,0] frame q local [0.5,0] }\n"
        "body b { at [1.5,0] " ROD " frame p local [-0.5,0] frame q local [0.5,0] }\n"
        "body o { at [0,0] mass 1 kg inertia 1 kg*m^2 frame l local [0,0] frame r local [2.3,0] }\n"
        "joint fix : fixed ground -- o at [0,0]\n"
        "joint j1 : revolute o.l -- a.p\njoint j2 : revolute a.q -- b.p\njoint j3 : revolute b.q "
        "-- o.r\n");
    is_error(&s, "loop-open", "cannot be closed");
    check_contains(jd_log_message(s.log, 0).text, "300 mm are missing");
    stop(&s);
}

static void contradicting_starts_are_named_as_a_set(void **state) {
    (void)state;
    Start s = start(DOUBLE_PENDULUM "start j1.angle = 1, a.angle = 2\n");
    is_error(&s, "start-contradiction", "'j1.angle'");
    check_contains(jd_log_message(s.log, 0).text, "'a.angle'");
    stop(&s);
    s = start(DOUBLE_PENDULUM "start j1.rate = 1, a.rate = 2\n");
    is_error(&s, "start-contradiction", "'j1.rate'");
    check_contains(jd_log_message(s.log, 0).text, "'a.rate'");
    stop(&s);
}

static void drives_decide_the_start(void **state) {
    (void)state;
    Start s =
        start(DOUBLE_PENDULUM "drive m : j1.angle = 0.7 + 5 rad/s * time + 3 rad/s^2 * time^2\n");
    check_near(value(&s, "j1.angle"), 0.7, 1e-13, "position");
    check_near(value(&s, "j1.rate"), 5, 1e-12, "rate");
    check_near(value(&s, "j1.accel"), 6, 1e-11, "acceleration");
    stop(&s);
}

static void a_velocity_row_asks_nothing_of_positions(void **state) {
    (void)state;
    Start s =
        start("planar\nbody b { at [0,0] " ROD " }\njoint k : knife-edge ground -- b at [0,0]\n"
              "start b.x = 1 m, b.y = 2 m, b.angle = 0.5, b.vx = 1 m/s, b.rate = 3\n");
    check_near(value(&s, "b.x"), 1, 1e-14, "x");
    check_near(value(&s, "b.y"), 2, 1e-14, "across the blade too");
    check_near(value(&s, "b.vx"), 1, 1e-13, "given");
    check_near(value(&s, "b.vy"), tan(0.5), 1e-13, "follows from the blade");
    stop(&s);
}

static void massless_bodies_are_held_by_their_joints(void **state) {
    (void)state;
    /* A bob on a massless rod is the point pendulum. */
    Start s = start(
        "planar\ngravity [0, -9.81] m/s^2\nbody rod { link [0,0] [2,0] massless }\n"
        "body bob { at [2,0] mass 3 kg inertia 0 }\njoint j : revolute ground -- rod at [0,0]\n"
        "joint f : fixed rod -- bob at [2,0]\n");
    check_near(value(&s, "j.accel"), -9.81 / 2, 1e-12, "g over length");
    stop(&s);
    /* Fastened beside its centre of mass, a string turns it. */
    s = start("planar\nbody bob { at [2,0] mass 3 kg inertia 0 }\n"
              "force s : spring-damper ground -- bob at [0,0], [2,0.1] stiffness 1 N/m\n");
    is_error(&s, "mass-missing-motion", "'bob'");
    stop(&s);
}

static void as_drawn_takes_start_values_and_leaves_gaps(void **state) {
    (void)state;
    static const char text[] =
        "planar\nbody b { at [0,0] " ROD " frame p local [0.2,0] }\n"
        "body c { at [1,0.01] " ROD " }\njoint j : revolute b -- c at [0.5,0], [0.5,0.01]\n"
        "start b.x = 1 m, b.angle = 0.5, b.vx = 2 m/s, b.rate = 3, b.p.vy = 4 m/s\nrun to 1 s\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("test.jd", text, strlen(text), (JdReadDef){0}, log);
    Start s = {log, jd_compile(model, (JdCompileDef){.as_drawn = true}, log), NULL};
    s.run = jd_run_new(s.system, (JdRunDef){0}, log);
    jd_run_next(s.run);
    check_near(value(&s, "b.x"), 1, 1e-14, "given");
    check_near(value(&s, "b.angle"), 0.5, 1e-14, "given");
    check_near(value(&s, "b.vx"), 2, 1e-13, "given");
    check_near(value(&s, "b.rate"), 3, 1e-13, "given");
    check_near(value(&s, "b.p.vy"), 4, 1e-13, "given");
    assert_true(value(&s, "drift") > 5e-3);
    jd_model_free(model);
    stop(&s);
}

/* Drawn where the wanted coordinate does not change to the first order. */
static void a_start_value_is_reached_from_a_drawn_dead_point(void **state) {
    (void)state;
    Start s = start("planar\nbody a { link [0,0] [1,0] " ROD
                    " }\njoint j1 : revolute ground -- a at [0,0]\n"
                    "start a.x = 0.3 m\n");
    check_near(value(&s, "a.x"), 0.3, 1e-14, "given");
    check_near(fabs(value(&s, "j1.angle")), acos(0.6), 1e-12, "to one side or the other");
    stop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_open_stays_as_drawn),
        cmocka_unit_test(many_turns_are_kept),
        cmocka_unit_test(bodies_may_be_fixed_by_their_own_coordinates),
        cmocka_unit_test(four_bar_stays_on_the_drawn_branch),
        cmocka_unit_test(a_rough_drawing_is_closed),
        cmocka_unit_test(a_loop_that_cannot_close_says_how_far),
        cmocka_unit_test(contradicting_starts_are_named_as_a_set),
        cmocka_unit_test(drives_decide_the_start),
        cmocka_unit_test(a_velocity_row_asks_nothing_of_positions),
        cmocka_unit_test(massless_bodies_are_held_by_their_joints),
        cmocka_unit_test(as_drawn_takes_start_values_and_leaves_gaps),
        cmocka_unit_test(a_start_value_is_reached_from_a_drawn_dead_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
