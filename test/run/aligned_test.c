/* SPDX-License-Identifier: MIT
 *
 * Rows next to an aligned position of parallel cranks. All cranks have the same rate and the same
 * acceleration wherever they are, and the coupler does not turn; a lock that is off by little there
 * turns them against each other by much. */
#include "form/agree.h"

/* Two cranks, or three of which none is out of line, that the gravity slows down and speeds up. */
static const char two_text[] = "planar\n"
                               "gravity [0.4, -9.81] m/s^2\n"
                               "body coupler { at [0.7, 0.5]  mass 2 kg  inertia 0.3 kg*m^2 }\n"
                               "body a { at [0.1, 0.2]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                               "body b { at [1.1, 0.2]  mass 0.7 kg  inertia 0.2 kg*m^2 }\n"
                               "joint j1 : revolute ground -- a at [0, 0]\n"
                               "joint j2 : revolute a -- coupler at [0.2, 0.4]\n"
                               "joint j3 : revolute ground -- b at [1, 0]\n"
                               "joint j4 : revolute b -- coupler at [1.2, 0.4]\n"
                               "start a.rate = 7 rad/s\n";

static const char three_text[] = "body c { at [1.8, 0.2]  mass 0.5 kg  inertia 0.1 kg*m^2 }\n"
                                 "joint j5 : revolute ground -- c at [1.7, 0]\n"
                                 "joint j6 : revolute c -- coupler at [1.9, 0.4]\n"
                                 "run to 1.3 s\n";

/* The same cranks, one of which is pushed until shortly before they are in line. */
static const char pushed_text[] =
    "force push : torque ground -- a { value if(time > %.17g and time < %.17g, 25, 0) * 1 N*m }\n"
    "run to 1.3 s\n";

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "cvode", "rk4"};
static const char *const stabilisations[] = {"projection", "baumgarte"};

enum { TIMES = 64 };

/* When the crank is in line with its ground, by halving: it turns one way. */
static double aligned_at(const char *text, int turn) {
    Case c = open_text(text, (JdCompileDef){.form = "minimal"},
                       (JdRunDef){.until = 1.3, .output_every = 1e-4, .tol = 1e-11});
    const JdChannel angle = channel(&c, "j1.angle");
    const double start = atan2(0.4, 0.2), target = turn * 3.14159265358979 - start;
    double t = 0, last = 0;
    while (jd_run_next(c.run)) {
        const double is = jd_run_value(c.run, angle), now = jd_run_value(c.run, jd_time);
        if (is >= target) {
            t += (now - t) * (target - last) / (is - last);
            break;
        }
        t = now, last = is;
    }
    close_case(&c);
    return t;
}

/* Gains make accelerations of what the locks are off by. */
static const double accel_off[] = {3e-5, 3e-4};

static void check_row(const Case *c, int stabilisation, const char *what) {
    static const char *const cranks[] = {"b", "c"};
    const double rate = value(c, "a.rate"), accel = value(c, "a.accel");
    if (!jd_run_proved(c->run)) return; /* it is told */
    check_near(value(c, "coupler.rate"), 0, 3e-6, what);
    for (int k = 0; k < 2; k++) {
        char name[16];
        snprintf(name, sizeof name, "%s.rate", cranks[k]);
        if (jd_channel(c->system, name, NULL).index < 0) continue;
        check_near(value(c, name), rate, 3e-6 * (1 + fabs(rate)), what);
        snprintf(name, sizeof name, "%s.accel", cranks[k]);
        check_near(value(c, name), accel, accel_off[stabilisation] * (20 + fabs(accel)), what);
    }
}

static void check_ways(const char *text, const double *times, int count) {
    for (int f = 0; f < 3; f++)
        for (int n = 0; n < 3; n++)
            for (int b = 0; b < 2; b++) {
                char what[96];
                int rows = 0;
                Case c = open_text(text,
                                   (JdCompileDef){.form = forms[f], .stabilise = stabilisations[b]},
                                   (JdRunDef){.stepper = steppers[n],
                                              .output_every = 1.3,
                                              .tol = 1e-9,
                                              .dt = n == 2 ? 1e-3 : 0,
                                              .also = times,
                                              .also_count = count});
                while (jd_run_next(c.run)) {
                    snprintf(what, sizeof what, "%s, %s, %s at %.9g", forms[f], steppers[n],
                             stabilisations[b], value(&c, "time"));
                    check_row(&c, b, what);
                    rows += jd_run_proved(c.run);
                }
                /* With gains cvode takes steps so long there that most rows are told to be
                 * doubtful. */
                if (rows <= count / 2 && !(n == 1 && b == 1))
                    fail_msg("%s: %d of %d rows are proved", what, rows, count);
                close_case(&c);
            }
}

/* From 1e-6 to a tenth of a radian beside it. */
static int times_beside(double aligned, double *times) {
    int count = 0;
    for (double off = 1e-2; off > 1e-7; off /= 2.5) times[count++] = aligned - off;
    times[count++] = aligned;
    for (double off = 1.1e-7; off < 1e-2; off *= 2.5) times[count++] = aligned + off;
    return count;
}

static void cranks_stay_parallel_next_to_the_line(void **state) {
    (void)state;
    for (int cranks = 2; cranks < 4; cranks++) {
        char text[2048];
        double times[TIMES];
        snprintf(text, sizeof text, "%s%s", two_text,
                 cranks == 3 ? three_text : strstr(three_text, "run"));
        for (int turn = 1; turn < 3; turn++)
            check_ways(text, times, times_beside(aligned_at(text, turn), times));
    }
}

/* A row where the equations change is read off what comes behind. */
static void velocity_where_a_push_ends_is_that_of_both_sides(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        static const double before[] = {1e-3, 3e-3, 6e-3};
        char text[2048], plain[2048];
        snprintf(plain, sizeof plain, "%s%s", two_text, strstr(three_text, "run"));
        const double end = aligned_at(plain, 1) - before[k], start = end - 0.02;
        int at = snprintf(text, sizeof text, "%s", two_text);
        snprintf(text + at, sizeof text - (size_t)at, pushed_text, start, end);
        double times[] = {end - 1e-7, end, end + 1e-7};
        for (int f = 0; f < 3; f++)
            for (int b = 0; b < 2; b++)
                for (int n = 0; n < 3; n++) {
                    Case c = open_text(
                        text, (JdCompileDef){.form = forms[f], .stabilise = stabilisations[b]},
                        (JdRunDef){.stepper = steppers[n],
                                   .output_every = 1.3,
                                   .tol = 1e-9,
                                   .dt = n == 2 ? 1e-3 : 0,
                                   .also = times,
                                   .also_count = 3});
                    double rate[3];
                    assert_true(jd_run_next(c.run));
                    for (int r = 0; r < 3; r++) {
                        assert_true(jd_run_next(c.run));
                        rate[r] = value(&c, "a.rate");
                        check_near(value(&c, "time"), times[r], 0, "time");
                        check_near(value(&c, "b.rate"), rate[r], 1e-4, steppers[n]);
                    }
                    check_near(rate[1], rate[0], 2e-5, steppers[n]);
                    check_near(rate[1], rate[2], 2e-5, steppers[n]);
                    close_case(&c);
                }
    }
}

static bool is_told(const Case *c) {
    if (jd_run_failed(c->run)) return true;
    for (int n = 0; n < jd_log_count(c->log); n++) {
        const char *code = jd_log_message(c->log, n).code;
        if (!strcmp(code, "singular-passed") || !strcmp(code, "energy-drifts")) return true;
    }
    return false;
}

/* The energy stays what it is, or it is told that a stage met the position; 1: it was. */
static int check_fixed(const char *text, const char *form, double step, double *most) {
    Case c = open_text(text, (JdCompileDef){.form = form, .dt = step},
                       (JdRunDef){.stepper = "rk4", .output_every = 1.3, .dt = step});
    assert_true(jd_run_next(c.run));
    const double energy = value(&c, "energy"), size = value(&c, "energy.kinetic");
    while (jd_run_next(c.run)) continue;
    const double off = fabs(value(&c, "energy") - energy) / size;
    const bool told = is_told(&c);
    *most = fmax(*most, off);
    if (!(off < 1e-4) && !told)
        fail_msg("%s by steps of %.17g: the energy is off by %g of its size", form, step, off);
    close_case(&c);
    return told;
}

/* Fixed steps with a stage in the line, and such that have none. */
static void fixed_step_that_meets_the_line_is_told(void **state) {
    char text[2048];
    (void)state;
    snprintf(text, sizeof text, "%s%s", two_text, strstr(three_text, "run"));
    const double aligned = aligned_at(text, 1);
    double most = 0, usual = 0;
    int told = 0, runs = 0;
    for (int f = 0; f < 3; f++)
        for (double stage = 100; stage < 110; stage += 0.5)
            for (double off = 1e-8; off < 1e-3; off *= 10)
                check_fixed(text, forms[f], (aligned + off) / stage, &most);
    assert_true(most > 1e-4); /* some of them met it */
    for (int f = 0; f < 3; f++)
        for (double step = 2.1e-3; step < 2.6e-3; step += 1.37e-5, runs++)
            told += check_fixed(text, forms[f], step, &usual);
    assert_true(told < runs / 4); /* and most do not */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cranks_stay_parallel_next_to_the_line),
        cmocka_unit_test(velocity_where_a_push_ends_is_that_of_both_sides),
        cmocka_unit_test(fixed_step_that_meets_the_line_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
