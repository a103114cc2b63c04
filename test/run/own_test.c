/* SPDX-License-Identifier: MIT
 *
 * States and signals of one's own, against closed forms: in every stepper, every form, in rows
 * between steps, with units; alone and together with bodies. */
#include "verify/verify.h"
#include "run/save.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "euler", "semi-implicit-euler",
                                       "cvode",  "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

/* What a run of a stepper may be off by, of numbers of size 1 over a few time constants. */
static double allowed(const char *stepper, double tol, double dt) {
    const StepperType *type = jd_stepper_find(stepper);
    if (type->adaptive) return (type->tableau ? 50 : 500) * tol;
    return type->order == 1 ? 4 * dt : 4 * dt * dt * dt * dt;
}

/* ---- States alone ---------------------------------------------------------------------------- */

static void a_state_decays_in_every_stepper_and_form(void **state) {
    (void)state;
    const char *text = "state x { start 1  rate -x/1 s }\nrun to 2 s\n";
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < 3; f++) {
            if (is_missing(steppers[s])) continue;
            const JdRunDef def = {
                .stepper = steppers[s], .dt = 1e-2, .tol = 1e-9, .output_every = 0.13};
            Case c = open_text(text, (JdCompileDef){.form = jd_form_at(f)->name}, def);
            while (advance(&c)) {
                const double exact = exp(-value(&c, "time"));
                check_near(value(&c, "x"), exact, allowed(steppers[s], 1e-9, 1e-2), steppers[s]);
                check_near(value(&c, "x.rate"), -value(&c, "x"), 1e-15, "the rate is a channel");
            }
            close_case(&c);
        }
}

/* A charge of microcoulombs, a time of milliseconds: the scale makes its digits count. */
static void a_circuit_charges_with_its_units(void **state) {
    (void)state;
    const char *text = "param R = 2 kohm\nparam C = 5 uF\nsignal u = 12 V\n"
                       "state q { start 0 C  rate (u - q/C)/R  scale 60e-6 C }\n"
                       "signal v = q/C\nsignal i = q.rate\nrun to 30 ms every 1 ms\n";
    for (int s = 0; s < STEPPERS; s++) {
        if (is_missing(steppers[s])) continue;
        const JdRunDef def = {.stepper = steppers[s], .dt = 1e-4, .tol = 1e-9};
        Case c = open_text(text, (JdCompileDef){0}, def);
        check_text(jd_channel_unit(c.system, channel(&c, "q")), "C");
        check_text(jd_channel_unit(c.system, channel(&c, "v")), "V");
        check_text(jd_channel_unit(c.system, channel(&c, "q.rate")), "A");
        while (advance(&c)) {
            const double left = exp(-value(&c, "time") / 10e-3);
            const double off = allowed(steppers[s], 1e-9, 1e-2);
            check_near(value(&c, "v"), 12 * (1 - left), 12 * off, steppers[s]);
            check_near(value(&c, "i"), 6e-3 * left, 6e-3 * off, "a rate may be read by signals");
        }
        close_case(&c);
    }
}

/* Pascals beside amperes: what is small against its scale needs no short steps. */
static void errors_are_measured_by_the_scale(void **state) {
    (void)state;
    long steps[2];
    for (int n = 0; n < 2; n++) {
        Text text = {0};
        jd_text_print(&text,
                      "state p { unit Pa  start 1 Pa  rate -40 1/s*p  scale %s }\n"
                      "state w { start 1 A  rate -1 1/s*w  scale 1 A }\nrun to 1 s\n",
                      n ? "1 MPa" : "1 Pa");
        Case c = open_text(text.at, (JdCompileDef){0}, (JdRunDef){.tol = 1e-6});
        while (advance(&c)) {
        }
        steps[n] = jd_run_cost(c.run).steps;
        check_near(value(&c, "w"), exp(-1), 1e-5, "the other is not changed by that");
        jd_text_free(&text);
        close_case(&c);
    }
    assert_true(steps[1] < steps[0]);
}

/* The unit says how large one of it is. */
static void the_unit_is_the_scale_that_is_not_said(void **state) {
    (void)state;
    const char *text =
        "state a { unit bar  start 3 bar  rate 0 Pa/s }\n"
        "state b { start 3 kN  rate 0 N/s }\nstate c { start 2 bar rate 0 scale 5 kPa }\n"
        "run to 1 s\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    check_near(c.system->extra[0].scale, 1e5, 0, "one bar");
    check_near(c.system->extra[1].scale, 1, 0, "one newton: no unit was said");
    check_near(c.system->extra[2].scale, 5e3, 0, "as said");
    check_text(c.system->extra[0].unit, "Pa");
    check_near(value(&c, "a"), 3e5, 0, "values are in SI");
    close_case(&c);
}

/* ---- With bodies ----------------------------------------------------------------------------- */

#define CRANK                                                                                      \
    "planar\npoint O = [0, 0]\npoint A = [0.1, 0]\n"                                               \
    "body crank { link O A  mass 1 kg  inertia 0.01 kg*m^2 }\n"                                    \
    "joint jO : revolute ground -- crank at O\n"

/* x' = (angle - x)/T for angle = w t: x = w (t - T + T exp(-t/T)). */
static void a_filter_follows_the_angle_of_a_crank(void **state) {
    (void)state;
    const char *text = CRANK "param T = 0.3 s\ndrive d : jO.angle = 5 rad/s*time\n"
                             "state x { unit rad  rate (jO.angle - x)/T }\n"
                             "state sum { unit rad*s  rate jO.angle }\nrun to 2 s every 0.1 s\n";
    for (int s = 0; s < STEPPERS; s++)
        for (int f = 0; f < 3; f++) {
            if (is_missing(steppers[s])) continue;
            const JdRunDef def = {.stepper = steppers[s], .dt = 1e-2, .tol = 1e-9};
            Case c = open_text(text, (JdCompileDef){.form = jd_form_at(f)->name}, def);
            check_text(jd_channel_unit(c.system, channel(&c, "x.rate")), "rad/s");
            while (advance(&c)) {
                const double t = value(&c, "time"), T = 0.3;
                const double off = 20 * allowed(steppers[s], 1e-9, 1e-2) + 1e-12;
                check_near(value(&c, "x"), 5 * (t - T + T * exp(-t / T)), off, steppers[s]);
                check_near(value(&c, "sum"), 2.5 * t * t, off, "the integral of a channel");
            }
            close_case(&c);
        }
}

/* A state that pushes, and is pushed back: with force k x on a mass and x' = -c v the mass is on a
 * spring of stiffness k c. In space and in the plane, with every form. */
static void forces_read_states_and_states_read_velocities(void **state) {
    (void)state;
    static const char *const spaces[2] = {
        "planar\npoint O = [0, 0]\nbody m { at O  mass 2 kg  inertia 1 kg*m^2 }\n",
        "spatial\npoint O = [0, 0, 0]\nbody m { at O  mass 2 kg  inertia [1, 1, 1] kg*m^2 }\n"};
    for (int space = 0; space < 2; space++)
        for (int s = 0; s < STEPPERS; s++)
            for (int f = 0; f < 3; f++) {
                if (is_missing(steppers[s])) continue;
                Text text = {0};
                jd_text_print(&text,
                              "%sjoint j : prismatic ground -- m at O  axis x\n"
                              "signal push = 6 N/m*stretch\n"
                              "force f : effort j.travel value push\n"
                              "state stretch { start 0.1 m  rate -3*j.speed }\nrun to 2 s\n",
                              spaces[space]);
                const JdRunDef def = {
                    .stepper = steppers[s], .dt = 1e-2, .tol = 1e-9, .output_every = 0.17};
                Case c = open_text(text.at, (JdCompileDef){.form = jd_form_at(f)->name}, def);
                while (advance(&c)) {
                    const double t = value(&c, "time"), off = 20 * allowed(steppers[s], 1e-9, 1e-2);
                    check_near(value(&c, "stretch"), 0.1 * cos(3 * t), off, steppers[s]);
                    check_near(value(&c, "push"), 0.6 * cos(3 * t), 6 * off, steppers[s]);
                    check_near(value(&c, "j.travel"), (0.1 - 0.1 * cos(3 * t)) / 3, off,
                               steppers[s]);
                }
                jd_text_free(&text);
                close_case(&c);
            }
}

/* What the source gave heated the wire, or is in the coil and in the bodies. */
static void the_energy_of_a_motor_is_where_it_went(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        Case c = open_file("model/dc_motor.jd", NULL, (JdCompileDef){.form = jd_form_at(f)->name},
                           (JdRunDef){.tol = 1e-12});
        while (advance(&c)) {
            const double i = value(&c, "i"), rest = 0.5 * 2e-3 * i * i + value(&c, "energy");
            check_near(value(&c, "given"), value(&c, "heat") + rest, 1e-9, jd_form_at(f)->name);
        }
        close_case(&c);
    }
}

static double motor_current(const char *form, const char *stepper, double tol, double dt) {
    const JdRunDef def = {
        .stepper = stepper, .tol = tol, .dt = dt, .until = 0.2, .output_every = 0.2};
    Case c = open_file("model/dc_motor.jd", NULL, (JdCompileDef){.form = form}, def);
    while (advance(&c)) {
    }
    const double current = value(&c, "i");
    close_case(&c);
    return current;
}

static void a_motor_on_a_slider_crank_is_the_same_in_every_form(void **state) {
    (void)state;
    const double here = motor_current("newton-euler", "dop853", 1e-12, 0);
    check_relative(motor_current("cut-joint", "dop853", 1e-12, 0), here, 1e-9, "cut-joint");
    check_relative(motor_current("minimal", "dop853", 1e-12, 0), here, 1e-9, "minimal");
    if (is_missing("ida")) return;
    check_relative(motor_current("newton-euler", "cvode", 1e-9, 0), here, 1e-5, "cvode");
    check_relative(motor_current("newton-euler", "ida", 1e-9, 0), here, 1e-5, "ida");
    check_relative(motor_current("cut-joint", "cvode", 1e-9, 0), here, 1e-5, "cvode on a tree");
}

static void the_error_falls_with_the_tolerance(void **state) {
    (void)state;
    static const char *const adaptive[] = {"dop853", "dopri5"};
    const double exact = motor_current("newton-euler", "dop853", 1e-14, 0);
    for (int s = 0; s < 2; s++) {
        double before = INFINITY;
        for (double tol = 1e-4; tol > 1e-12; tol *= 1e-2) {
            const double off = fabs(motor_current("newton-euler", adaptive[s], tol, 0) - exact);
            assert_true(off < 0.3 * before);
            assert_true(off < 3e4 * tol);
            before = off;
        }
    }
}

static void rk4_keeps_its_order(void **state) {
    (void)state;
    const double exact = motor_current("newton-euler", "dop853", 1e-14, 0);
    const double coarse = motor_current("newton-euler", "rk4", 0, 2e-4) - exact;
    const double fine = motor_current("newton-euler", "rk4", 0, 1e-4) - exact;
    check_near(log2(fabs(coarse / fine)), 4, 0.2, "order of rk4");
}

/* ---- Signals --------------------------------------------------------------------------------- */

/* In any order of the text; vectors number by number; accelerations and reactions for outputs. */
static void signals_read_signals_in_any_order(void **state) {
    (void)state;
    const char *text =
        "gravity [0, -9.81] m/s^2\n"
        "signal c = b + 1 m\nsignal b = 2*a\nsignal a = m.y\n"
        "signal p = [m.x, 2*m.y]\nsignal weight = -2 kg * m.ay\nsignal half = 0.5*weight\n"
        "body m { at [0.5, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
        "run to 1 s every 0.25 s\n";
    for (int f = 0; f < 3; f++) {
        Case c = open_text(text, (JdCompileDef){.form = jd_form_at(f)->name}, (JdRunDef){0});
        while (advance(&c)) {
            const double t = value(&c, "time"), y = -0.5 * 9.81 * t * t;
            check_near(value(&c, "c"), 2 * y + 1, 1e-9, "behind two others");
            check_near(value(&c, "p.x"), 0.5, 1e-12, "x of a vector");
            check_near(value(&c, "p.y"), 2 * y, 1e-9, "y of a vector");
            check_near(value(&c, "half"), 9.81, 1e-9, "of an acceleration");
        }
        check_text(jd_channel_unit(c.system, channel(&c, "weight")), "N");
        check_text(jd_channel_unit(c.system, channel(&c, "p.y")), "m");
        close_case(&c);
    }
}

/* Derivatives and corners of a signal are those of the drive that reads it. */
static void a_drive_reads_signals_of_time(void **state) {
    (void)state;
    const char *text = CRANK "signal aim = rise*10 rad\nsignal rise = min(time/2 s, 1)\n"
                             "drive d : jO.angle = aim\nrun to 3 s every 0.5 s\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_near(value(&c, "jO.angle"), t < 2 ? 5 * t : 10, 1e-12, "the aim");
        check_near(value(&c, "jO.rate"), t < 2 ? 5 : 0, 1e-12, "its rate");
        check_near(value(&c, "aim"), t < 2 ? 5 * t : 10, 1e-12, "as a channel");
    }
    close_case(&c);
}

/* Conditions on time in a signal end steps, if forces or rates read it. */
static void a_push_by_a_signal_is_felt_whole(void **state) {
    (void)state;
    const char *text = "signal on = if(time > 4.9 s and time < 5.1 s, 1, 0)\nsignal twice = 2*on\n"
                       "body m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                       "force f : point-force m value [5 N*twice, 0 N]\n"
                       "state count { rate twice/1 s }\nrun to 10 s every 10 s\n";
    for (int s = 0; s < STEPPERS; s++) {
        if (is_missing(steppers[s])) continue;
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.stepper = steppers[s], .dt = 0.3});
        while (advance(&c)) {
        }
        check_near(value(&c, "m.vx"), 2, 1e-11, steppers[s]);
        check_near(value(&c, "count"), 0.4, 1e-11, steppers[s]);
        close_case(&c);
    }
}

static void a_circle_is_told_as_one(void **state) {
    (void)state;
    const char *text = "signal z = time\nsignal a = b + z\nsignal b = 2*c\nsignal c = a - 1 s\n"
                       "signal d = a + b\nrun to 1 s\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    assert_null(jd_compile(model, (JdCompileDef){0}, log));
    check_text(jd_log_message(log, 0).code, "signal-circle");
    const char *said = jd_log_message(log, 0).text;
    check_contains(said, "'a' reads 'b'");
    check_contains(said, "'b' reads 'c'");
    check_contains(said, "'c' reads 'a'");
    assert_null(strstr(said, "'d'"));
    jd_model_free(model);
    jd_log_free(log);
}

/* A motor of its own in each instance: names of a part are its own. */
static void parts_have_states_of_their_own(void **state) {
    (void)state;
    const char *text = "param x = 7\npart lag {\n    param T = 1 s\n    param from = 1\n"
                       "    state x { start from  rate rate_of }\n    signal rate_of = -x/T\n}\n"
                       "use a : lag with T = 0.5 s\nuse b : lag with from = 3\n"
                       "signal both = a.x + b.x\nrun to 1 s\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
    }
    check_near(value(&c, "a.x"), exp(-2), 1e-9, "its own time constant");
    check_near(value(&c, "b.x"), 3 * exp(-1), 1e-9, "its own start");
    check_near(value(&c, "both"), exp(-2) + 3 * exp(-1), 1e-9, "seen from outside");
    close_case(&c);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void a_saved_run_goes_on_with_its_states(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        const JdRunDef def = {.until = 0.2, .output_every = 0.01};
        Case whole =
            open_file("model/dc_motor.jd", NULL, (JdCompileDef){.form = jd_form_at(f)->name}, def);
        Case rest =
            open_file("model/dc_motor.jd", NULL, (JdCompileDef){.form = jd_form_at(f)->name}, def);
        for (int row = 0; row < 7; row++) assert_true(advance(&whole));
        Snapshot s = take_snapshot(whole.run, 7);
        assert_true(jd_run_load(rest.run, s.bytes, s.size, rest.log));
        while (advance(&whole)) {
            assert_true(advance(&rest));
            for (int k = 0; k < jd_channel_count(whole.system); k++) {
                const double a = jd_run_value(whole.run, (JdChannel){k});
                const double b = jd_run_value(rest.run, (JdChannel){k});
                if (memcmp(&a, &b, sizeof a))
                    fail_msg("%s differs", jd_channel_name(whole.system, (JdChannel){k}));
            }
        }
        free(s.bytes);
        close_case(&whole);
        close_case(&rest);
    }
}

/* Steps do not depend on rows, nor rows on other rows. */
static void rows_change_nothing(void **state) {
    (void)state;
    const double times[] = {0.2};
    const JdRunDef few = {.until = 0.2, .output_every = 0.2},
                   many = {.until = 0.2, .output_every = 0.003, .also = times, .also_count = 1};
    Case a = open_file("model/dc_motor.jd", NULL, (JdCompileDef){0}, few);
    Case b = open_file("model/dc_motor.jd", NULL, (JdCompileDef){0}, many);
    while (advance(&a)) {
    }
    while (advance(&b)) {
    }
    assert_int_equal(jd_run_cost(a.run).steps, jd_run_cost(b.run).steps);
    assert_true(value(&a, "i") == value(&b, "i") && value(&a, "given") == value(&b, "given"));
    close_case(&a);
    close_case(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_decays_in_every_stepper_and_form),
        cmocka_unit_test(a_circuit_charges_with_its_units),
        cmocka_unit_test(errors_are_measured_by_the_scale),
        cmocka_unit_test(the_unit_is_the_scale_that_is_not_said),
        cmocka_unit_test(a_filter_follows_the_angle_of_a_crank),
        cmocka_unit_test(forces_read_states_and_states_read_velocities),
        cmocka_unit_test(the_energy_of_a_motor_is_where_it_went),
        cmocka_unit_test(a_motor_on_a_slider_crank_is_the_same_in_every_form),
        cmocka_unit_test(the_error_falls_with_the_tolerance),
        cmocka_unit_test(rk4_keeps_its_order),
        cmocka_unit_test(signals_read_signals_in_any_order),
        cmocka_unit_test(a_drive_reads_signals_of_time),
        cmocka_unit_test(a_push_by_a_signal_is_felt_whole),
        cmocka_unit_test(a_circle_is_told_as_one),
        cmocka_unit_test(parts_have_states_of_their_own),
        cmocka_unit_test(a_saved_run_goes_on_with_its_states),
        cmocka_unit_test(rows_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
