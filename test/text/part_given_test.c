/* SPDX-License-Identifier: MIT
 *
 * What a use gives to a part besides numbers: frees, bodies, joints, forces, places, and
 * expressions of the run. Each part is compared with the same thing written by hand. */
#include "text_check.h"

#define ARM                                                                                        \
    "planar\ngravity [0, -9.81]\n"                                                                 \
    "body arm { link [0, 0] [1, 0]  mass 1 kg  inertia 0.1 kg*m^2  frame tip at [1, 0] }\n"        \
    "joint jO : revolute ground -- arm at [0, 0]\n"                                                \
    "body cart { at [3, 0]  mass 2 kg  inertia 0.1 kg*m^2 }\n"                                     \
    "joint way : prismatic ground -- cart at [3, 0]  axis x\n"

/* The value of a channel at half a second. */
static double value_of(const char *text, const char *channel) {
    Reading r = read_good(text);
    JdSystem *system = jd_compile(r.model, (JdCompileDef){0}, r.log);
    if (!system) jd_log_print(r.log, stderr);
    assert_non_null(system);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 0.5, .output_every = 0.5}, r.log);
    const JdChannel found = jd_channel(system, channel, r.log);
    double value = NAN;
    while (jd_run_next(run)) value = jd_run_value(run, found);
    jd_run_free(run);
    jd_system_free(system);
    close_reading(r);
    return value;
}

static void check_alike(const char *with_part, const char *channel, const char *by_hand,
                        const char *same) {
    const double a = value_of(with_part, channel), b = value_of(by_hand, same);
    check_near(a, b, 0, with_part);
    assert_true(fabs(a) > 1e-3);
}

#define MOTOR                                                                                      \
    "part motor { port shaft : free  input u { unit V }  param k = 0.1 N*m/A\n"                    \
    "  state i { start 0 A  rate (u - 1 ohm*i - k*shaft.rate)/(50 mH) }\n"                         \
    "  force torque : effort shaft value k*i - 0.01 N*m*shaft }\n"
#define BY_HAND                                                                                    \
    "state i { start 0 A  rate (24 V*step(time - 0.1 s) - 1 ohm*i - 0.2 N*m/A*jO.rate)/(50 mH) "   \
    "}\n"                                                                                          \
    "force torque : effort jO.angle value 0.2 N*m/A*i - 0.01 N*m*jO.angle\n"

static void a_part_works_on_a_free_and_reads_an_expression(void **state) {
    (void)state;
    check_alike(ARM MOTOR "use m : motor with shaft = jO.angle, k = 0.2 N*m/A, u = 24 V*step(time "
                          "- 0.1 s)\n",
                "m.i", ARM BY_HAND, "i");
    check_alike(ARM MOTOR "use m : motor with shaft = jO.angle, k = 0.2 N*m/A, u = 24 V*step(time "
                          "- 0.1 s)\n",
                "jO.angle", ARM BY_HAND, "jO.angle");
    /* Twice: two motors on one shaft are one with twice the torque. */
    check_near(value_of(ARM MOTOR "use m : motor with shaft = jO.angle, u = 24 V\n"
                                  "use n : motor with shaft = jO.angle, u = 24 V\n",
                        "m.i"),
               value_of(ARM MOTOR "use n : motor with shaft = jO.angle, u = 24 V\n"
                                  "use m : motor with shaft = jO.angle, u = 24 V\n",
                        "m.i"),
               0, "order");
}

/* Names of rates differ: a slide has a speed. */
static void a_free_may_be_a_slide(void **state) {
    (void)state;
    check_alike(ARM "part drag { port way : slide  input c { unit N*s/m }\n"
                    "  force f : effort way value 5 N - c*way.rate - 0.1 kg*way.accel }\n"
                    "use d : drag with way = way.travel, c = 3 N*s/m\n",
                "way.speed",
                ARM "force f : effort way.travel value 5 N - 3 N*s/m*way.speed - 0.1 "
                    "kg*way.accel\n",
                "way.speed");
}

static void a_part_is_placed_between_bodies_and_frames(void **state) {
    (void)state;
    const char *by_hand =
        ARM "force s : spring-damper arm -- cart at [1, 0] [3, 0.5]  stiffness 40 "
            "N/m  length 1 m\n";
    const char *tie = "part tie { port a : side  port b : body  point P  point Q\n"
                      "  force s : spring-damper a -- b at P Q  stiffness 40 N/m  length 1 m }\n";
    char text[3000];
    snprintf(text, sizeof text,
             "%s%suse t : tie with a = arm, b = cart, P = [1, 0], Q = [3, 0.5]\n", ARM, tie);
    check_near(value_of(text, "cart.x"), value_of(by_hand, "cart.x"), 1e-12, "at the origin");
    /* The part's own coordinates are elsewhere, and places stay where they are. */
    snprintf(text, sizeof text,
             "%s%suse t : tie at [5, -2] angle 70 deg with a = arm, b = cart, P = [1, 0], Q = [3, "
             "0.5]\n",
             ARM, tie);
    check_near(value_of(text, "cart.x"), value_of(by_hand, "cart.x"), 1e-12, "moved and turned");
    snprintf(text, sizeof text,
             "%spart tie { port a : frame  port b : body  point Q\n"
             "  force s : spring-damper a -- b at Q  stiffness 40 N/m  length 1 m }\n"
             "use t : tie with a = arm.tip, b = cart, Q = [3, 0.5]\n",
             ARM);
    check_near(value_of(text, "cart.x"), value_of(by_hand, "cart.x"), 1e-12, "a frame");
}

static void joints_and_forces_are_given_by_name(void **state) {
    (void)state;
    check_alike(ARM "force s : spring-damper ground -- cart at [2, 0] [3, 0]  stiffness 40 N/m  "
                    "length 0.8 m\n"
                    "part meter { port j : joint  port f : force  signal y = f.length*j.rate }\n"
                    "use m : meter with j = jO, f = s\n",
                "m.y",
                ARM "force s : spring-damper ground -- cart at [2, 0] [3, 0]  stiffness 40 N/m  "
                    "length 0.8 m\n"
                    "signal y = s.length*jO.rate\n",
                "y");
}

static void parts_hand_on_what_they_are_given(void **state) {
    (void)state;
    check_alike(
        ARM MOTOR
        "part pair { port shaft  input level { start 1 V }\n"
        "  use a : motor with shaft = shaft, u = 24*level*step(time - 0.1 s), k = 0.2 N*m/A "
        "}\n"
        "use p : pair with shaft = jO.angle, level = 1 V\n",
        "p.a.i", ARM BY_HAND, "i");
    /* Outwards: a port of a part is what another one works on. */
    check_alike(ARM MOTOR
                "part rotor { body b { at [5, 5]  mass 1 kg  inertia 0.2 kg*m^2 }\n"
                "  joint turn : revolute ground -- b at [5, 5]\n  port shaft = turn.angle }\n"
                "use r : rotor\nuse m : motor with shaft = r.shaft, u = 24 V\n",
                "m.i",
                ARM "body b { at [5, 5]  mass 1 kg  inertia 0.2 kg*m^2 }\n"
                    "joint turn : revolute ground -- b at [5, 5]\n"
                    "state i { start 0 A  rate (24 V - 1 ohm*i - 0.1 N*m/A*turn.rate)/(50 mH) }\n"
                    "force torque : effort turn.angle value 0.1 N*m/A*i - 0.01 N*m*turn.angle\n",
                "i");
}

/* Expressions of the run may name instances that come later, and their ports. */
static void parts_read_each_other_in_any_order(void **state) {
    (void)state;
    const char *follow = "part follow { input u { start 0 }  state y { start 1  rate (u - y)/(0.2 "
                         "s) } }\n";
    char a[1500], b[1500];
    snprintf(a, sizeof a, "%s%suse f : follow with u = 2*g.y\nuse g : follow with u = -f.y\n", ARM,
             follow);
    snprintf(b, sizeof b, "%s%suse g : follow with u = -f.y\nuse f : follow with u = 2*g.y\n", ARM,
             follow);
    check_near(value_of(a, "f.y"), value_of(b, "f.y"), 1e-9, "either order");
    check_alike(ARM "force f : effort way.travel value 1 N*s*r.shaft.rate\n"
                    "part rotor { port j : joint  port shaft = j.angle }\n"
                    "use r : rotor with j = jO\n",
                "way.travel", ARM "force f : effort way.travel value 1 N*s*jO.rate\n",
                "way.travel");
}

/* What nobody gives stays what it is in the model: an input that can be set, a port with its own
 * target. */
static void what_is_not_given_has_its_own_value(void **state) {
    (void)state;
    check_near(value_of(ARM "part p { input u { start 3 V }  signal y = 2*u }\nuse a : p\n", "a.y"),
               6, 0, "start");
    check_near(value_of(ARM "part p { input u { start 3 V }  signal y = 2*u }\nuse a : p\n"
                            "when late : time > 0.2 s { set a.u = 5 V }\n",
                        "a.y"),
               10, 0, "set by an event");
    check_alike(ARM "part p { port b : body = cart  signal y = b.x }\nuse a : p\n", "a.y", ARM,
                "cart.x");
}

/* Events, tables, functions and outputs of a part are its own. */
static void each_use_has_events_and_tables_of_its_own(void **state) {
    (void)state;
    const char *text = ARM
        "part counter { input u { start 0 }  param limit = 0.2\n"
        "  state n { rate 0 1/s }  function twice(x) = 2*x\n"
        "  table law { column x  column y  row 0, 0  row 1, 10 }\n"
        "  when over : u > limit { set n = n + 1 }\n"
        "  signal y = twice(law(u)) + n  output n }\n"
        "use a : counter with u = time/(1 s)\nuse b : counter with u = time/(1 s), limit = 0.9\n";
    check_near(value_of(text, "a.y"), 11, 1e-12, "one event");
    check_near(value_of(text, "b.y"), 10, 1e-12, "none");
}

static void text_and_json_are_the_same(void **state) {
    (void)state;
    free(check_round_trip(ARM MOTOR
                          "part pair { port shaft : turn = jO.angle  point P  point Q = [1, 2]\n"
                          "  use a : motor with shaft = shaft, u = 24 V*time/(1 s) }\n"
                          "use p : pair with P = [1, 2] m, shaft = jO.angle\n"));
}

static void the_library_is_there_for_models_of_strangers(void **state) {
    (void)state;
    const char *text = ARM "include \"motors.jd\"\ninclude \"motors.jd\"\n"
                           "use m : dc_motor with shaft = jO.angle, voltage = 3 V\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("/nowhere/at/all/x.jd", text, strlen(text),
                                        (JdReadDef){.safe = true}, log);
    if (!model) jd_log_print(log, stderr);
    assert_non_null(model);
    jd_model_free(model);
    /* With folders it is a file, and there is none. */
    const char *path = "include \"lib/motors.jd\"\n";
    assert_null(jd_model_read_text("x.jd", path, strlen(path), (JdReadDef){0}, log));
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_works_on_a_free_and_reads_an_expression),
        cmocka_unit_test(a_free_may_be_a_slide),
        cmocka_unit_test(a_part_is_placed_between_bodies_and_frames),
        cmocka_unit_test(joints_and_forces_are_given_by_name),
        cmocka_unit_test(parts_hand_on_what_they_are_given),
        cmocka_unit_test(parts_read_each_other_in_any_order),
        cmocka_unit_test(what_is_not_given_has_its_own_value),
        cmocka_unit_test(each_use_has_events_and_tables_of_its_own),
        cmocka_unit_test(text_and_json_are_the_same),
        cmocka_unit_test(the_library_is_there_for_models_of_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
