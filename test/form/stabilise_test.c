/* SPDX-License-Identifier: MIT
 *
 * What keeps locks closed, beside none, baumgarte and projection: each on an open and a closed
 * mechanism, in the plane and in space, also where locks repeat each other. Their accelerations and
 * reactions are those of elimination on the locks, and off them the locks are closed in their own
 * way. */
#include "contract/models.h"
#include "verify/verify.h"
#include <stdio.h>

static const char *const methods[] = {"partitioning", "correction", "augmented", "udwadia-kalaba"};
static const char *const paths[] = {"model/slider_crank.jd", "model/four_bar_free.jd",
                                    "model/double_pendulum_3d.jd", "model/spatial_slider_crank.jd",
                                    "model/slider_crank_hyperstatic.jd"};
enum { METHODS = 4, PATHS = sizeof paths / sizeof *paths };

typedef struct {
    double drift, energy, end[8];
    int channels;
} Result;

static Result run_with(const char *path, const char *method, double dt) {
    Result result = {0};
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    const JdCompileDef def = {.form = "newton-euler", .stabilise = method, .alpha = 50, .beta = 50};
    JdSystem *system = jd_compile(model, def, log);
    JdRun *run = jd_run_new(
        system, (JdRunDef){.stepper = "rk4", .dt = dt, .until = 0.1, .output_every = 0.1}, log);
    const JdChannel energy = jd_channel(system, "energy", log);
    double first = NAN;
    while (jd_run_next(run)) {
        if (isnan(first)) first = jd_run_value(run, energy);
        result.energy = jd_run_value(run, energy) - first;
        result.channels = 0;
        for (int n = 0; n < 8 && jd_system_output(system, n).index >= 0; n++)
            result.end[result.channels++] = jd_run_value(run, jd_system_output(system, n));
    }
    if (jd_run_failed(run) || !run) {
        jd_log_print(log, stderr);
        fail_msg("%s with %s does not run", path, method);
    }
    result.drift = jd_run_cost(run).worst_drift;
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return result;
}

/* All methods come to the same end. */
static void all_methods_end_where_projection_does(void **state) {
    (void)state;
    for (int p = 0; p < PATHS; p++) {
        const Result usual = run_with(paths[p], "projection", 1e-4);
        assert_true(usual.channels > 0);
        for (int m = 0; m < METHODS; m++) {
            const Result own = run_with(paths[p], methods[m], 1e-4);
            for (int n = 0; n < usual.channels; n++)
                if (!(fabs(own.end[n] - usual.end[n]) <= 1e-5 * (1 + fabs(usual.end[n]))))
                    fail_msg("%s, %s: output %d ends at %.12g, with projection at %.12g", paths[p],
                             methods[m], n, own.end[n], usual.end[n]);
        }
    }
}

/* With steps that are too long nothing keeps locks closed; what puts states back does so all the
 * way, gains bound it. */
static void locks_are_kept_closed(void **state) {
    (void)state;
    const Result none = run_with("model/slider_crank.jd", "none", 2e-3);
    const Result gains = run_with("model/slider_crank.jd", "baumgarte", 2e-3);
    for (int m = 0; m < METHODS; m++) {
        const Result own = run_with("model/slider_crank.jd", methods[m], 2e-3);
        if (m < 2 && !(own.drift < 1e-12)) fail_msg("%s leaves %g open", methods[m], own.drift);
        if (m >= 2 &&
            !(own.drift < none.drift && fabs(own.drift - gains.drift) < 1e-6 * none.drift))
            fail_msg("%s leaves %g open, baumgarte %g, none %g", methods[m], own.drift, gains.drift,
                     none.drift);
    }
}

/* ---- Where locks repeat each other all the way ----------------------------------------------- */

/* Bennett's linkage: 20 locks of three bodies, three of them too many wherever it stands. */
static const char bennett[] =
    "spatial\n"
    "gravity [0,0,-9.81] m/s^2\n"
    "point P0 = [0.0, 0.0, 0.0]\n"
    "point P1 = [6.123233995736766e-17, 1.0, 0.0]\n"
    "point P2 = [-0.17618799080317618, -0.06939524494019778, 0.3051665517545792]\n"
    "point P3 = [-1.1259551599925042, -1.249000902703301e-16, -2.220446049250313e-16]\n"
    "body b0 { link P0 P1 mass 1.0 kg inertia [0.01,0.1,0.1] kg*m^2 }\n"
    "body b1 { link P1 P2 mass 1.3 kg inertia [0.01,0.1,0.1] kg*m^2 }\n"
    "body b2 { link P2 P3 mass 1.6 kg inertia [0.01,0.1,0.1] kg*m^2 }\n"
    "joint j0 : revolute ground -- b0 at P0 axis [0.0, 0.0, 1.0]\n"
    "joint j1 : revolute b0 -- b1 at P1 axis [0.8660254037844386, -5.302876193624534e-17, "
    "0.5000000000000001]\n"
    "joint j2 : revolute b1 -- b2 at P2 axis [-0.271029045025746, 0.3051665517545792, "
    "0.9129165528363762]\n"
    "joint j3 : revolute b2 -- ground at P3 axis [-1.6653345369377348e-16, 0.9751057720756806, "
    "0.22174023826245595]\n"
    "start j0.rate = -1 rad/s\n";

static double end_of(const char *text, const char *channel, const char *method, double tol) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system =
        jd_compile(model, (JdCompileDef){.form = "newton-euler", .stabilise = method}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 1.4, .output_every = 1.4, .tol = tol}, log);
    const JdChannel speed = jd_channel(system, channel, log);
    while (jd_run_next(run)) {
    }
    const double end = jd_run_failed(run) || !run ? NAN : jd_run_value(run, speed);
    if (isnan(end)) jd_log_print(log, stderr);
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return end;
}

/* A state off the locks has a Jacobian of a higher rank: what is free must not go with it. */
static void repeated_locks_move_nothing_that_is_free(void **state) {
    (void)state;
    const double exact = end_of(bennett, "b1.vz", "projection", 1e-12);
    for (int m = 0; m < 2; m++) {
        const double end = end_of(bennett, "b1.vz", methods[m], 1e-9);
        if (!(fabs(end - exact) < 2e-6))
            fail_msg("%s ends at %.12g, wanted %.12g", methods[m], end, exact);
    }
}

/* A light wheel on a belt: against its inertia the penalties are 1e12, whose rounding must not stay
 * in its acceleration. */
static void penalties_leave_no_rounding(void **state) {
    (void)state;
    static const char belt[] =
        "planar\ngravity [0, -9.81]\n"
        "body a { at [0, 0]      mass 0.2 kg  inertia 3e-5 kg*m^2 }\n"
        "body b { at [0.3, 0]    mass 1 kg    inertia 2e-4 kg*m^2 }\n"
        "body c { at [0.5, 0.1]  mass 0.5 kg  inertia 5e-4 kg*m^2  com [0.52, 0.1] }\n"
        "joint ja : revolute ground -- a at [0, 0]\n"
        "joint jb : revolute ground -- b at [0.3, 0]\n"
        "joint jc : revolute ground -- c at [0.5, 0.1]\n"
        "joint g1 : belt ja.angle -- jb.angle ratio 2.5\n"
        "joint g2 : gear jb.angle -- jc.angle ratio 0.4\n"
        "force t : effort ja.angle value 0.02 N*m*sin(3*time)\n"
        "force d : free-spring jc.angle stiffness 0 N*m  damping 1e-3 N*m*s\n"
        "start ja.rate = 300 rpm\n";
    const double exact = end_of(belt, "jb.rate", "projection", 1e-12);
    const double end = end_of(belt, "jb.rate", "augmented", 1e-9);
    if (!(fabs(end - exact) < 1e-6)) fail_msg("ends at %.12g, wanted %.12g", end, exact);
}

/* A screw whose nut is held by a slide, too: what is not unique is the same by every method. */
static void repeated_locks_share_their_forces(void **state) {
    (void)state;
    static const char jack[] =
        "spatial\ngravity [0, 0, -9.81] m/s^2\n"
        "body shaft { link [0, 0, 0] [0, 0, 0.4] mass 1 kg inertia [2, 30, 30] g*m^2 }\n"
        "body nut { at [0, 0, 0.2] mass 2 kg inertia [0.01, 0.01, 0.02] kg*m^2 }\n"
        "joint turn : revolute ground -- shaft at [0, 0, 0] axis z\n"
        "joint way : prismatic ground -- nut at [0, 0, 0.2] axis z\n"
        "joint lead : screw shaft -- nut at [0, 0, 0.2] axis z pitch 20 mm\n"
        "force motor : torque ground -- shaft axis z value 0.4 N*m\n"
        "force load : point-force nut at [0.1, 0.05, 0.2] value [3 N, -5 N, -8 N]\n";
    static const char *const channels[] = {"lead.force.x", "way.torque.z", "turn.torque.x"};
    for (int c = 0; c < 3; c++) {
        const double exact = end_of(jack, channels[c], "projection", 1e-10);
        for (int m = 0; m < METHODS; m++) {
            const double end = end_of(jack, channels[c], methods[m], 1e-10);
            if (!(fabs(end - exact) < 1e-7))
                fail_msg("%s by %s is %.12g, wanted %.12g", channels[c], methods[m], end, exact);
        }
    }
}

/* Other forms say what they take instead. */
static void other_forms_say_what_they_take(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/slider_crank.jd", (JdReadDef){0}, log);
    JdSystem *system =
        jd_compile(model, (JdCompileDef){.form = "cut-joint", .stabilise = "augmented"}, log);
    assert_string_equal(jd_system_settings(system).stabilise, "baumgarte");
    bool told = false;
    for (int n = 0; n < jd_log_count(log); n++)
        told = told || !strcmp(jd_log_message(log, n).code, "stabilise-form");
    assert_true(told);
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_methods_end_where_projection_does),
        cmocka_unit_test(locks_are_kept_closed),
        cmocka_unit_test(repeated_locks_move_nothing_that_is_free),
        cmocka_unit_test(penalties_leave_no_rounding),
        cmocka_unit_test(repeated_locks_share_their_forces),
        cmocka_unit_test(other_forms_say_what_they_take),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
