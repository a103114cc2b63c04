/* SPDX-License-Identifier: MIT
 *
 * Every part of the library against its closed form, worked out here by hand. A part without a line
 * here is a mistake, too. */
#include "check.h"
#include "jourdain.h"
#include <dirent.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

#define ALL                                                                                        \
    "planar\ngravity none\ninclude \"sources.jd\"\ninclude \"filters.jd\"\ninclude "               \
    "\"control.jd\"\n"                                                                             \
    "include \"motors.jd\"\ninclude \"drives.jd\"\ninclude \"hydraulics.jd\"\n"
/* A cart of 2 kg on a slide, and a wheel. */
#define CART                                                                                       \
    "body cart { at [1, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"                                       \
    "joint way : prismatic ground -- cart at [0, 0] [1, 0]  axis x\n"
#define WHEELS                                                                                     \
    "use a : inertia with J = 0.02 kg*m^2\nuse b : inertia at [1, 0] with J = 0.05 kg*m^2\n"
#define HELD CART "drive hold : way.travel = 1 m\n"

typedef struct {
    const char *text, *channel;
    double time, value, within;
} Line;

static double value_at(const char *text, const char *channel, double time) {
    JdLog *log = jd_log_new();
    char whole[4000];
    snprintf(whole, sizeof whole, "%s%s\n", ALL, text);
    JdModel *model =
        jd_model_read_text("library_test.jd", whole, strlen(whole), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    const JdRunDef def = {.until = time, .output_every = time, .tol = 1e-11};
    JdRun *run = jd_run_new(system, def, log);
    const JdChannel found = jd_channel(system, channel, log);
    double value = NAN;
    while (jd_run_next(run)) value = jd_run_value(run, found);
    if (jd_log_errors(log) > 0) jd_log_print(log, stderr);
    assert_int_equal(jd_log_errors(log), 0);
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return value;
}

static void check_lines(const Line *lines, size_t count) {
    for (size_t n = 0; n < count; n++)
        check_near(value_at(lines[n].text, lines[n].channel, lines[n].time), lines[n].value,
                   lines[n].within, lines[n].text);
}
#define CHECK(lines) check_lines(lines, sizeof(lines) / sizeof *(lines))

static void sources_are_what_they_say(void **state) {
    (void)state;
    const double w = 2 * pi;
    const char *wave = "use s : sine with amplitude = 3 V, frequency = 2 Hz, phase = 0.3 rad, "
                       "offset = 1 V, begin = 0.25 s";
    const char *rising =
        "use s : chirp with amplitude = 2, first = 1 Hz, last = 5 Hz, duration = 2 s";
    const char *steps = "use s : trapezoid with height = 4 m, rise = 0.1 s, hold = 0.2 s, fall = "
                        "0.4 s, period = 1 s, begin = 0.5 s";
    const char *box = "use s : square with amplitude = 2, period = 0.5 s, share = 0.2, begin = 1 s";
    const char *train =
        "use s : pulses with height = 2 N, period = 0.5 s, width = 0.1 s, number = 2, "
        "begin = 1 s";
    const char *go = "use s : point_to_point with last = 2 rad, speed = 1 rad/s, acceleration = 2 "
                     "rad/s^2, begin = 1 s";
    const char *slow = "use s : point_to_point with first = 2 rad, last = 0 rad, speed = 1 rad/s, "
                       "acceleration = 2 rad/s^2, duration = 5 s";
    const char *small = "use s : point_to_point with last = 0.02 rad, speed = 1 rad/s, "
                        "acceleration = 2 rad/s^2";
    const double share = 0.4;
    const Line lines[] = {
        {wave, "s.value", 0.2, 1, 0},
        {wave, "s.value", 0.7, 1 + 3 * sin(2 * w * 0.45 + 0.3), 1e-14},
        {rising, "s.value", 1.3, 2 * sin(w * (1.3 + 4 * 1.69 / 4)), 1e-13},
        {rising, "s.value", 2.5, 2 * sin(w * (2 + 4 + 5 * 0.5)), 1e-13},
        {rising, "s.frequency", 1.3, 1 + 4 * 1.3 / 2, 1e-14},
        {"use s : jump with height = 3 m, offset = 1 m, begin = 0.5 s", "s.value", 0.4, 1, 0},
        {"use s : jump with height = 3 m, offset = 1 m, begin = 0.5 s", "s.value", 0.6, 4, 0},
        {"use s : ramp_up with height = 3 m, begin = 0.5 s, duration = 2 s", "s.value", 1, 0.75,
         1e-15},
        {"use s : ramp_up with height = 3 m, begin = 0.5 s, duration = 2 s", "s.value", 4, 3, 0},
        {"use s : smooth_ramp with height = 3 m, duration = 2 s", "s.value", 0.8,
         3 * share * share * share * (10 - 15 * share + 6 * share * share), 1e-14},
        {"use s : smooth_ramp with height = 3 m, duration = 2 s", "s.rate", 0.8,
         3. / 2 * 30 * share * share * 0.6 * 0.6, 1e-14},
        {steps, "s.value", 0.3, 0, 0},
        {steps, "s.value", 0.55, 2, 1e-13},
        {steps, "s.value", 0.7, 4, 0},
        {steps, "s.value", 1.0, 2, 1e-13},
        {box, "s.value", 0.9, 0, 0},
        {box, "s.value", 1.55, 2, 0},
        {box, "s.value", 1.65, -2, 0},
        {train, "s.value", 1.05, 2, 0},
        {train, "s.value", 1.2, 0, 0},
        {train, "s.value", 1.55, 2, 0},
        {train, "s.value", 2.05, 0, 0},
        {"use s : sawtooth with amplitude = 2, period = 0.5 s", "s.value", 0.875, 1, 1e-14},
        {"use s : triangle with amplitude = 2, period = 1 s", "s.value", 0.25, 0, 1e-14},
        {"use s : triangle with amplitude = 2, period = 1 s", "s.value", 1.5, 2, 1e-14},
        {go, "s.value", 0.5, 0, 0},
        {go, "s.value", 2, 0.75, 1e-14},
        {go, "s.value", 3.25, 2 - 0.0625, 1e-14},
        {go, "s.rate", 3.25, 0.5, 1e-14},
        {go, "s.accel", 3.25, -2, 1e-14},
        {go, "s.value", 9, 2, 1e-14},
        {go, "s.rate", 9, 0, 1e-14},
        {go, "s.accel", 9, 0, 1e-14},
        {slow, "s.value", 2, 1.25, 1e-14},
        {slow, "s.rate", 2, -0.5, 1e-14},
        {slow, "s.accel", 0.5, -0.5, 1e-14},
        {small, "s.value", 0.1, 0.01, 1e-14},
        {small, "s.value", 0.3, 0.02, 1e-14},
    };
    CHECK(lines);
}

/* Answers to a jump by one. */
static void filters_answer_a_jump(void **state) {
    (void)state;
    const double D = 0.25, w = 8, t = 0.6, root = sqrt(1 - D * D);
    const double swing = exp(-D * w * t) * sin(w * root * t);
    const double second = 1 - exp(-D * w * t) * (cos(w * root * t) + D / root * sin(w * root * t));
    const Line lines[] = {
        {"use f : lowpass with u = 1 V, size = 1 V, time_constant = 0.3 s, gain = 2", "f.value", t,
         2 * (1 - exp(-2)), 1e-10},
        {"use f : lowpass with u = 1 V, size = 1 V, time_constant = 0.3 s, rest = 3 V", "f.value",
         t, 1 + 2 * exp(-2), 1e-10},
        {"use f : lowpass2 with u = 1, frequency = 8 rad/s, damping = 0.25", "f.value", t, second,
         1e-10},
        {"use f : highpass with u = 1, time_constant = 0.3 s, gain = 2", "f.value", t, 2 * exp(-2),
         1e-10},
        {"use f : lead_lag with u = 1, lead = 0.6 s, lag = 0.2 s", "f.value", t, 1 + 2 * exp(-3),
         1e-10},
        {"use f : bandpass with u = 1, frequency = 8 rad/s, damping = 0.25", "f.value", t,
         2 * D / root * swing, 1e-10},
        {"use f : notch with u = 1, frequency = 8 rad/s, damping = 0.25", "f.value", t,
         1 - 2 * D / root * swing, 1e-10},
        {"use f : integral with u = 2 N, size = 1 N, gain = 3 1/s, rest = 1 N", "f.value", t,
         1 + 6 * t, 1e-12},
        {"use f : derivative with u = 2 m/s*time, size = 1 m, time_constant = 0.3 s", "f.value", t,
         2 * (1 - exp(-2)), 1e-10},
        {"use f : rate_limiter with u = 1 m, size = 1 m, rise = 0.5 m/s", "f.value", t, 0.3, 1e-10},
        {"use f : rate_limiter with u = -1 m, size = 1 m, rise = 9 m/s, fall = 0.25 m/s", "f.value",
         t, -0.15, 1e-10},
    };
    CHECK(lines);
}

static void controllers_control(void **state) {
    (void)state;
    /* Poles at -1 (which a zero takes away) and -2. */
    const char *loop =
        "use c : pid with target = 1 m, measured = y, size = 1 m, Kp = 2 N/m, Ki = 2 "
        "N/m/s\nstate y { start 0 m  rate (1 m/N*c.value - y)/(1 s) }";
    const char *rate = "use c : pid with measured = 1 1/s*time, Kp = 1, Kd = 3 s, filter = 0.2 s";
    const char *wound =
        "use c : pid with target = 1, Kp = 1, Ki = 1 1/s, high = 2, tracking = 0.1 s";
    const Line lines[] = {
        {loop, "y", 0.7, 1 - exp(-1.4), 1e-10},
        {rate, "c.value", 0.5, -0.5 - 3 * (1 - exp(-2.5)), 1e-9},
        {wound, "c.integral", 0.9, 0.9, 1e-10},
        {wound, "c.integral", 1.5, 1.1 - 0.1 * exp(-5), 1e-9},
        {wound, "c.value", 1.5, 2, 0},
        {"use c : servo with target = 1 rad, Kp = 4 1/s, Ks = 2 N*m*s, time_constant = 0.5 s",
         "c.value", 0.3, 8 * (1 + 0.3 / 0.5), 1e-9},
    };
    CHECK(lines);
}

static void motors_run_up(void **state) {
    (void)state;
    /* J w' = k i, L i' = u - R i - k w: two real poles. */
    const double J = 0.02, R = 1, L = 0.05, k = 0.2, u = 12, t = 0.3;
    const double half = R / L / 2, root = sqrt(half * half - k * k / (J * L));
    const double p = -half + root, q = -half - root;
    const double w = u / k * (1 + (q * exp(p * t) - p * exp(q * t)) / (p - q));
    const double i = J / k * (u / k) * p * q * (exp(p * t) - exp(q * t)) / (p - q);
    const char *motor = "use a : inertia with J = 0.02 kg*m^2\n"
                        "use m : dc_motor with shaft = a.shaft, voltage = 12 V, R = 1 ohm, L = 50 "
                        "mH, k = 0.2 N*m/A\n"
                        "state taken { unit J  rate m.power - m.heat }\n"
                        "signal lacking = taken - m.energy - 0.02 kg*m^2*a.turn.rate^2/2";
    const char *simple =
        "use a : hidden_inertia with J = 0.02 kg*m^2\n"
        "use m : simple_motor with shaft = a.shaft, voltage = 12 V, R = 1 ohm, k = "
        "0.2 N*m/A";
    const char *rail =
        CART "use m : linear_motor with way = way.travel, voltage = 12 V, R = 1 ohm, L "
             "= 50 mH, k = 2 N/A";
    const char *servo = WHEELS "drive hold : a.turn.angle = 0\nuse m : servo_motor with shaft = "
                               "a.shaft, wanted = 2 A, frequency = 50 rad/s, damping = 0.25";
    const double s = 0.25 * 50, c = 50 * sqrt(1 - 0.0625), ts = 0.05;
    const double root2 = sqrt(100 - 4. / (2 * L)), p2 = -10 + root2, q2 = -10 - root2;
    const Line lines[] = {
        {motor, "a.turn.rate", t, w, 1e-8},
        {motor, "m.current", t, i, 1e-8},
        {motor, "lacking", t, 0, 1e-8},
        {servo, "m.current", ts, 2 * (1 - exp(-s * ts) * (cos(c * ts) + s / c * sin(c * ts))),
         1e-9},
        {simple, "a.turn.rate", t, 60 * (1 - exp(-k * k / R / J * t)), 1e-8},
        {rail, "way.speed", t, 6 * (1 + (q2 * exp(p2 * t) - p2 * exp(q2 * t)) / (p2 - q2)), 1e-8},
    };
    CHECK(lines);
}

static void drive_trains_swing_slip_and_stop(void **state) {
    (void)state;
    const double t = 0.4, both = 1 / 0.02 + 1 / 0.05;
    const char *shaft =
        WHEELS "use s : shaft with a = a.shaft, b = b.shaft, stiffness = 5 N*m, damping "
               "= 0.02 N*m*s\nstart a.turn.rate = 3 rad/s";
    const double wn = sqrt(5 * both), d = 0.02 * both / 2, wd = sqrt(wn * wn - d * d);
    /* The gear: x = a/r - b swings about the torque's share. */
    const char *gear =
        WHEELS "use g : gearbox with a = a.shaft, b = b.shaft, ratio = 4, stiffness = 50 "
               "N*m\nforce push : effort a.shaft value 0.3 N*m";
    const double soft = 1 / (16 * 0.02) + 1 / 0.05, wg = sqrt(50 * soft);
    const double wound = 0.3 / (4 * 0.02) / (wg * wg) * (1 - cos(wg * t));
    const char *lossy =
        WHEELS "use g : gearbox with a = a.shaft, b = b.shaft, ratio = 4, stiffness = "
               "500 N*m, damping = 20 N*m*s, efficiency = 0.8, idle = 1e-6 W\n"
               "force push : effort a.shaft value 0.3 N*m\n"
               "signal share = g.torque/4/g.taken";
    const char *loose =
        WHEELS "use g : gearbox with a = a.shaft, b = b.shaft, ratio = 1, stiffness = "
               "500 N*m, backlash = 0.2 rad\nstart a.turn.rate = 0.2 rad/s";
    const char *drag =
        WHEELS "use g : gearbox with a = a.shaft, b = b.shaft, ratio = 1, stiffness = 0 "
               "N*m, drag = 0.05 N*m, slow = 0.5 rad/s\nstart a.turn.rate = 2 rad/s";
    const char *clutch = WHEELS "use c : clutch with a = a.shaft, b = b.shaft, capacity = 0.2 N*m, "
                                "engaged = 0.5, slip = 0.5 rad/s\nstart a.turn.rate = 2 rad/s";
    const char *brake =
        WHEELS "use c : brake with shaft = a.shaft, capacity = 0.05 N*m, slip = 0.5 "
               "rad/s\nstart a.turn.rate = 2 rad/s";
    const char *bearing = WHEELS "use c : bearing with shaft = a.shaft, viscous = 0.1 N*m*s\nstart "
                                 "a.turn.rate = 2 rad/s";
    const char *stuck =
        WHEELS "use c : bearing with shaft = a.shaft, dry = 1 N*m, stick = 1.5 N*m, "
               "stribeck = 2 rad/s, slip = 1 rad/s\ndrive d : a.turn.rate = 2 rad/s";
    const Line lines[] = {
        {shaft, "s.torque", t,
         5 * 3 * exp(-d * t) * sin(wd * t) / wd +
             0.02 * 3 * exp(-d * t) * (cos(wd * t) - d / wd * sin(wd * t)),
         1e-8},
        {gear, "g.twist", t, wound, 1e-10},
        {lossy, "share", 5, 0.8, 1e-9},
        {loose, "b.turn.rate", 0.49, 0, 1e-12},
        {drag, "a.turn.rate", t, 0.5 * asinh(sinh(4) * exp(-0.05 / 0.02 / 0.5 * t)), 1e-9},
        {clutch, "c.heat", t,
         0.1 * tanh(asinh(sinh(4) * exp(-0.1 * both / 0.5 * t))) * 0.5 *
             asinh(sinh(4) * exp(-0.1 * both / 0.5 * t)),
         1e-9},
        {brake, "a.turn.rate", t, 0.5 * asinh(sinh(4) * exp(-0.05 / 0.02 / 0.5 * t)), 1e-9},
        {bearing, "a.turn.rate", t, 2 * exp(-5 * t), 1e-9},
        {stuck, "c.torque", t, (1 + 0.5 * exp(-1)) * tanh(2), 1e-9},
        {WHEELS "force push : effort a.shaft value 0.4 N*m", "a.turn.rate", t, 0.4 / 0.02 * t,
         1e-9},
    };
    CHECK(lines);
}

static double root(double p) { /* of a valve with across 35 bar, laminar 1 bar */
    const double x = p / 35, small = 1. / 35;
    return x / pow(x * x + small * small, 0.25);
}

static void oil_is_compressed_and_throttled(void **state) {
    (void)state;
    const double E = 1.4e9, area = pi * 0.05 * 0.05 / 4;
    const double ring = pi * (0.05 * 0.05 - 0.03 * 0.03) / 4;
    const double va = 1e-5 + area * 0.2, vb = 1e-5 + ring * 0.3, t = 0.3;
    const char *locked =
        HELD "use c : slide_cylinder with way = way.travel, closed = 0.8 m, stroke = "
             "0.5 m, flow_a = 1e-6 m^3/s";
    const char *leak =
        HELD "use c : slide_cylinder with way = way.travel, closed = 0.8 m, stroke = 0.5 "
             "m, leak = 1e-12 m^3/s/Pa, start_a = 50 bar";
    const char *pulled =
        CART "drive pull : way.travel = 1 m + 1 mm/s*time\n"
             "use c : cylinder with base = ground, rod = cart, A = [0, 0], B = [1, 0], "
             "closed = 0.8 m, stroke = 0.5 m, start_a = 100 bar, start_b = 20 bar";
    const char *push =
        CART "use c : cylinder with base = ground, rod = cart, A = [0, 0], B = [1, 0], "
             "closed = 0.8 m, stroke = 0.5 m, start_a = 100 bar, bulk = 1 Pa";
    const char *valve =
        "use v : valve with opening = 0.5, a = 60 bar, b = 20 bar, flow = 2e-3 m^3/s";
    const char *back = "use v : valve with opening = -3, a = 60 bar, b = 20 bar, flow = 2e-3 m^3/s";
    const Line lines[] = {
        {locked, "c.a", t, 1e5 + E * 1e-6 * t / va, 1},
        {leak, "c.leaking", t, 1e-12 * 49e5 * exp(-1e-12 * E * (1 / va + 1 / vb) * t), 1e-14},
        {pulled, "c.a", t, 100e5 - E * log((va + area * 1e-3 * t) / va), 1},
        {pulled, "c.b", t, 20e5 - E * log((vb - ring * 1e-3 * t) / vb), 1},
        {push, "way.speed", 1e-3, (area * 100e5 - ring * 1e5) / 2 * 1e-3, 1e-6},
        {valve, "v.flow_a", t, 2e-3 * 0.5 * root(100), 1e-15},
        {valve, "v.flow_b", t, -2e-3 * 0.5 * root(19), 1e-15},
        {back, "v.flow_a", t, -2e-3 * root(59), 1e-15},
        {back, "v.flow_b", t, 2e-3 * root(140), 1e-15},
        {"use v : throttle with a = 60 bar, b = 20 bar, flow = 2e-3 m^3/s", "v.value", t,
         2e-3 * root(40), 1e-15},
    };
    CHECK(lines);
}

static char *text_of(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 17);
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 17) - 1, file) > 1000);
    fclose(file);
    return text;
}

/* This file has " : <name> with" of each part; of graphs the model that shows them has, which
 * expects a value of each. */
static void every_part_is_tested(void **state) {
    (void)state;
    char *own = text_of("test/verify/library_test.c"), *graphs = text_of("model/bond/parts.jd");
    DIR *folder = opendir("share/jourdain/lib");
    assert_non_null(folder);
    int parts = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[600], line[1000], use[300], name[200];
        snprintf(path, sizeof path, "share/jourdain/lib/%s", entry->d_name);
        FILE *file = strstr(entry->d_name, ".jd") ? fopen(path, "r") : NULL;
        while (file && fgets(line, sizeof line, file)) {
            if (sscanf(line, "part %199s {", name) != 1) continue;
            const bool graph = !strncmp(entry->d_name, "bond_", 5);
            const char *text = graph ? graphs : own;
            snprintf(use, sizeof use, graph ? " : %s\n" : " : %s with", name);
            if (graph && !strstr(text, use)) snprintf(use, sizeof use, " : %s ", name);
            if (!strstr(text, use)) print_error("part %s has no test\n", name);
            assert_non_null(strstr(text, use));
            parts++;
        }
        if (file) fclose(file);
    }
    closedir(folder);
    free(own);
    free(graphs);
    assert_true(parts > 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_what_they_say),
        cmocka_unit_test(filters_answer_a_jump),
        cmocka_unit_test(controllers_control),
        cmocka_unit_test(motors_run_up),
        cmocka_unit_test(drive_trains_swing_slip_and_stop),
        cmocka_unit_test(oil_is_compressed_and_throttled),
        cmocka_unit_test(every_part_is_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
