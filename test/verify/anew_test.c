/* SPDX-License-Identifier: MIT
 *
 * Machines that were written from words alone: wheels that slip and that pull a frame, oil,
 * controllers, what a program sets during a run, and a joint with clearance. Figures come from
 * equations written down by hand, test/verify/anew.py, or from a closed form; the joint with
 * clearance is said a second time as the rod that it is. */
#include "verify/verify.h"

static JdRunDef up_to(double until, double every) {
    return (JdRunDef){.until = until, .output_every = every, .tol = 1e-11};
}

static void close_well(Case *c) {
    must(c, jd_log_errors(c->log) == 0);
    close_case(c);
}

typedef struct {
    const char *channel;
    double value, within;
} Figure;

static void check_end(const char *text, double until, const Figure *figures, int count) {
    Case c = open_text(text, (JdCompileDef){0}, up_to(until, until));
    while (jd_run_next(c.run)) {
    }
    for (int n = 0; n < count; n++)
        check_near(value(&c, figures[n].channel), figures[n].value, figures[n].within,
                   figures[n].channel);
    close_well(&c);
}
#define CHECK_END(text, until, figures)                                                            \
    check_end(text, until, figures, (int)(sizeof(figures) / sizeof *(figures)))

/* ---- Wheels -----------------------------------------------------------------------------------
 */

static void a_wheel_slips_and_is_braked(void **state) {
    (void)state;
    const Figure figures[] = {{"wheel.x", 2.32491150345, 1e-8},
                              {"wheel.vx", 0.651787678818, 1e-8},
                              {"wheel.rate", -1.33978680521, 1e-8}};
    CHECK_END("planar\ngravity none\nparam R = 0.35 m\n"
              "table pedal { column when s\n column torque N*m\n row 0, 0\n row 1, 8\n row 2, 8 }\n"
              "body wheel { at [0, R]  mass 12 kg  inertia 0.9 kg*m^2 }\n"
              "joint road : pin-in-slot ground -- wheel at [0, R]  axis x\n"
              "input brake { start 0 N*m }\n"
              "signal grip = 30 N*tanh((-R*wheel.rate - wheel.vx)/(0.5 m/s))\n"
              "force foot : force-torque ground -- wheel  force [grip, 0 N]  torque R*grip\n"
              "force motor : torque ground -- wheel  value -pedal(time)\n"
              "force shoe : torque ground -- wheel  value -brake*tanh(wheel.rate/(0.5 rad/s))\n"
              "when fast : wheel.vx > 1.5 m/s { set brake = 14 N*m }\n",
              3, figures);
}

/* Its frame has its centre of mass ahead of the axle. */
static void a_wheel_set_is_driven_and_pulled_askew(void **state) {
    (void)state;
    const Figure figures[] = {{"axle.back.x", 1.99443196331, 1e-7},
                              {"axle.back.y", 2.11132373142, 1e-7},
                              {"axle.wz", -0.509712874913, 1e-7}};
    CHECK_END("spatial\ngravity [0, 0, -9.81] m/s^2\nparam R = 0.3 m\nparam b = 0.4 m\n"
              "table left_torque { column when s\n column torque N*m\n row 0, 1\n row 3, 4 }\n"
              "table right_torque { column when s\n column torque N*m\n row 0, 2.5\n row 3, 1 }\n"
              "body axle { at [0.15 m, 0 m, R]  mass 5 kg  inertia [0.2, 0.1, 0.2] kg*m^2\n"
              "  frame back at [0 m, 0 m, R] }\n"
              "body left { at [0 m, b, R]  turned turn(x, -90 deg)  mass 2 kg\n"
              "  inertia [0.05, 0.05, 0.09] kg*m^2 }\n"
              "body right { at [0 m, -b, R]  turned turn(x, -90 deg)  mass 2 kg\n"
              "  inertia [0.05, 0.05, 0.09] kg*m^2 }\n"
              "joint type level { lock zi.xj }\n"
              "joint pitch : level ground -- axle at [0 m, 0 m, R]\n"
              "joint jl : revolute axle -- left at [0 m, b, R]  axis y\n"
              "joint jr : revolute axle -- right at [0 m, -b, R]  axis y\n"
              "joint rl : rolling-disc ground -- left  at [0 m, b, 0 m] [0 m, b, R]  radius R\n"
              "joint rr : rolling-disc ground -- right at [0 m, -b, 0 m] [0 m, -b, R]  radius R\n"
              "force tl : effort jl.angle  value left_torque(time)\n"
              "force tr : effort jr.angle  value right_torque(time)\n"
              "force pull : point-force axle at [0.6 m, 0 m, R]  value [3 N, 2 N, 0 N]\n",
              2, figures);
}

/* ---- Parts of the library ---------------------------------------------------------------------
 */

static void a_valve_moves_a_cylinder_against_a_spring(void **state) {
    (void)state;
    const Figure figures[] = {{"way.travel", 0.190330921411, 1e-8},
                              {"way.speed", -0.384482630343, 1e-7},
                              {"c.a", 8160732.04551, 1},
                              {"c.b", 12692667.0417, 1}};
    CHECK_END("planar\ngravity none\ninclude \"hydraulics.jd\"\n"
              "body cart { at [0.1 m, 0 m]  mass 40 kg  inertia 1 kg*m^2 }\n"
              "joint way : prismatic ground -- cart at [0, 0] [0.1, 0]  axis x\n"
              "use c : slide_cylinder with way = way.travel, flow_a = v.flow_a, flow_b = v.flow_b, "
              "closed = 50 mm, stroke = 0.4 m, dead_a = 1e-4 m^3, dead_b = 1e-4 m^3, "
              "leak = 2e-13 m^3/s/Pa, friction = 300 N*s/m, start_a = 40 bar, start_b = 60 bar\n"
              "use v : valve with opening = 0.5*sin(6 rad/s*time), a = c.a, b = c.b\n"
              "force spring : effort way.travel value -2000 N/m*(way.travel - 0.1 m)\n",
              0.8, figures);
}

static void a_controller_waits_for_a_limited_wish(void **state) {
    (void)state;
    const Figure figures[] = {{"way.travel", 1.10931881298, 1e-8},
                              {"way.speed", -0.0960721467646, 1e-8},
                              {"p.integral", 3.1573316849, 1e-7}};
    CHECK_END("planar\ngravity none\ninclude \"control.jd\"\ninclude \"filters.jd\"\n"
              "body cart { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
              "joint way : prismatic ground -- cart at [0, 0]  axis x\n"
              "use wish : rate_limiter with size = 1 m, u = 1 m, rise = 0.8 m/s, lag = 50 ms\n"
              "use p : pid with size = 1 m, target = wish.value, measured = way.travel, "
              "Kp = 40 N/m, Ki = 25 N/m/s, Kd = 12 N*s/m, filter = 20 ms, high = 6 N, "
              "tracking = 0.3 s\n"
              "force push : effort way.travel value p.value - 1.5 N*s/m*way.speed\n",
              2.5, figures);
}

/* ---- Set by a program -------------------------------------------------------------------------
 */

/* m v' = u - c v between the rows, u by a rule of the program's own. */
static void a_program_sets_what_pushes(void **state) {
    (void)state;
    const double m = 2, drag = 1.5, every = 0.1, fall = exp(-drag / m * every);
    double x = 0, v = 0, u = 0;
    Case c = open_text("planar\ngravity none\ninput push { start 0 N }\n"
                       "body cart { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
                       "joint way : prismatic ground -- cart at [0, 0]  axis x\n"
                       "force thrust : effort way.travel value push - 1.5 N*s/m*way.speed\n",
                       (JdCompileDef){0}, up_to(2, every));
    const JdChannel push = channel(&c, "push");
    for (int row = 0; jd_run_next(c.run); row++) {
        if (row > 0) {
            const double end = u / drag, before = v;
            v = end + (before - end) * fall;
            x += end * every + (before - end) * (1 - fall) * m / drag;
        }
        check_near(value(&c, "way.travel"), x, 1e-10, "travel");
        check_near(value(&c, "way.speed"), v, 1e-10, "speed");
        u = 3 * sin(row) + (row % 3 ? 1 : -2) * value(&c, "way.travel");
        assert_true(jd_run_set(c.run, push, u));
    }
    close_well(&c);
}

/* ---- Clearance --------------------------------------------------------------------------------
 */

#define PRESS(drawn, joint)                                                                        \
    "planar\ngravity [0, -9.81] m/s^2\nparam gap = 2 mm\n"                                         \
    "table motor_curve { column speed rad/s\n column torque N*m\n interpolate monotone\n"          \
    "  row -10, 6\n row 0, 5\n row 20, 4\n row 60, 0 }\n"                                          \
    "point O = [0, 0]\npoint A = [0 mm, 80 mm]\npoint B = [300 mm, 0 mm]\n"                        \
    "point C = [300 mm + gap, 0 mm]\n"                                                             \
    "body crank { link O A  mass 0.5 kg  inertia 1e-3 kg*m^2 }\n"                                  \
    "body rod { link A B  mass 0.4 kg  inertia 5e-3 kg*m^2 }\n"                                    \
    "body slider { at " drawn "  mass 1 kg  inertia 1e-3 kg*m^2 }\n"                               \
    "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"            \
    "joint jS : prismatic ground -- slider at " drawn "  axis x\njoint jB : " joint "\n"           \
    "start jO.angle = 0 rad, jO.rate = 0 rad/s, jA.angle = 0 rad, jA.rate = 0 rad/s\n"             \
    "input brake { start 0 N }\n"                                                                  \
    "force motor : effort jO.angle value -motor_curve(-jO.rate)\n"                                 \
    "force rub : effort jS.travel value -brake*tanh(jS.speed/(0.1 m/s))\n"                         \
    "when half : jO.angle < -0.4 rad { set brake = 20 N }\n"

/* The link across the gap, and a rod without mass that is drawn in its place. */
static void clearance_is_a_short_rod(void **state) {
    (void)state;
    static const char *const channels[] = {"slider.x",   "slider.vx", "crank.angle",
                                           "crank.rate", "rod.rate",  "brake"};
    Case loose = open_text(PRESS("B", "revolute rod -- slider at B"),
                           (JdCompileDef){.form = "clearance", .clearance = "jB", .gap = 2e-3},
                           up_to(0.2, 0.02));
    Case rod = open_text(PRESS("C", "rod rod -- slider at B C"),
                         (JdCompileDef){.form = "newton-euler"}, up_to(0.2, 0.02));
    int rows = 0;
    while (jd_run_next(loose.run)) {
        assert_true(jd_run_next(rod.run));
        for (int n = 0; n < 6; n++)
            check_near(value(&loose, channels[n]), value(&rod, channels[n]), 1e-7, channels[n]);
        rows++;
    }
    assert_true(rows > 10); /* the event has rows of its own */
    check_near(value(&loose, "brake"), 20, 0, "the event has been");
    close_well(&loose);
    close_well(&rod);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wheel_slips_and_is_braked),
        cmocka_unit_test(a_wheel_set_is_driven_and_pulled_askew),
        cmocka_unit_test(a_valve_moves_a_cylinder_against_a_spring),
        cmocka_unit_test(a_controller_waits_for_a_limited_wish),
        cmocka_unit_test(a_program_sets_what_pushes),
        cmocka_unit_test(clearance_is_a_short_rod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
