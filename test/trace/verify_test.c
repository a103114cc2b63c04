/* SPDX-License-Identifier: MIT
 *
 * The error that jd_verify estimates, against motions that are known: an oscillator whose course is
 * a cosine, a double pendulum that forgets its start. */
#include "verify/verify.h"
#include "run/run.h"

static const char oscillator[] =
    "planar\nbody cart { at [0.3, 0] m  mass 2 kg  inertia 1 kg*m^2 }\n"
    "joint j : prismatic ground -- cart  at [0, 0] m, [0.3, 0] m  axis x\n"
    "force f : effort j.travel  value -18 N/m * j.travel\n"
    "output cart.x, cart.vx, cart.y\n";

static const char double_pendulum[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "point O = [0, 0]\npoint A = [1, 0] m\npoint B = [1, 1] m\n"
    "body upper { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "body lower { link A B  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "joint a : revolute ground -- upper at O\njoint b : revolute upper -- lower at A\n"
    "output upper.angle, lower.angle, energy\n";

enum { COLUMNS = 8, ROWS = 400 };

typedef struct {
    JdModel *model;
    JdSystem *system;
    JdRun *run;
    JdTrace *trace;
    JdLog *log;
    JdTrust trust[COLUMNS];
    double errors[ROWS * COLUMNS];
    JdVerify verify;
} Verified;

static void record(Verified *v, const char *text, JdCompileDef compile, JdRunDef def) {
    *v = (Verified){.log = jd_log_new()};
    v->verify = (JdVerify){.trust = v->trust, .errors = v->errors};
    v->model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, v->log);
    v->system = jd_compile(v->model, compile, v->log);
    v->run = jd_run_new(v->system, def, v->log);
    v->trace = jd_trace_new(v->system, NULL, v->log);
    while (jd_run_next(v->run)) assert_true(jd_trace_record(v->trace, v->run));
    assert_false(jd_run_failed(v->run));
    assert_true(jd_trace_rows(v->trace) <= ROWS && jd_trace_columns(v->trace) <= COLUMNS);
}

static void drop(Verified *v) {
    jd_trace_free(v->trace);
    jd_run_free(v->run);
    jd_system_free(v->system);
    jd_model_free(v->model);
    jd_log_free(v->log);
}

static bool asks(Verified *v) {
    return jd_verify(v->model, v->run, v->trace, &v->verify, v->log);
}

static double error_at(const Verified *v, int row, int column) {
    return v->errors[row * jd_trace_columns(v->trace) + column];
}

/* ---- A motion that is known ----------------------------------------------------------------- */

static void error_is_neither_low_nor_far_too_high(void **state) {
    (void)state;
    static Verified v;
    const JdRunDef runs[] = {
        {.stepper = "dop853", .tol = 1e-6}, {.stepper = "dop853", .tol = 1e-9},
        {.stepper = "dopri5", .tol = 1e-5}, {.stepper = "rk4", .dt = 0.02},
        {.stepper = "euler", .dt = 1e-4},   {.stepper = "semi-implicit-euler", .dt = 1e-4},
        {.stepper = "cvode", .tol = 1e-6}};
    for (size_t n = 0; n < sizeof runs / sizeof *runs; n++) {
        JdRunDef def = runs[n];
        def.until = 5, def.output_every = 0.1;
        static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
        if (jd_stepper_find(def.stepper)->missing) continue;
        record(&v, oscillator, (JdCompileDef){.form = forms[n % 3]}, def);
        assert_true(asks(&v));
        for (int k = 0; k < 2; k++) {
            assert_non_null(v.verify.form[k]);
            assert_string_not_equal(v.verify.form[k], forms[n % 3]);
        }
        assert_null(v.verify.form[2]);
        double off[2] = {0, 0};
        for (int r = 0; r < jd_trace_rows(v.trace); r++) {
            const double t = jd_trace_at(v.trace, r, 0);
            off[0] = fmax(off[0], fabs(jd_trace_at(v.trace, r, 1) - 0.3 * cos(3 * t)));
            off[1] = fmax(off[1], fabs(jd_trace_at(v.trace, r, 2) + 0.9 * sin(3 * t)));
            for (int c = 0; c < 2; c++)
                if (off[c] > 1e-13 && !(off[c] < 10 * error_at(&v, r, c + 1)))
                    fail_msg("%s at %g: off by %g, estimated %g", def.stepper, t, off[c],
                             error_at(&v, r, c + 1));
        }
        for (int c = 0; c < 2; c++) {
            const JdTrust *trust = &v.trust[c + 1];
            if (!(trust->error < 10 * off[c] + 1e-13))
                fail_msg("%s: off by %g, estimated %g", def.stepper, off[c], trust->error);
            check_near(trust->size, c ? 0.9 : 0.3, 0.02, "size");
            assert_int_equal(trust->digits, (int)fmin(15, -log10(trust->error / trust->size)));
            assert_false(trust->zero);
        }
        assert_true(v.trust[3].zero); /* across */
        drop(&v);
    }
}

/* ---- One that nobody knows ------------------------------------------------------------------ */

static void double_pendulum_forgets_its_start(void **state) {
    (void)state;
    static Verified v;
    record(&v, double_pendulum, (JdCompileDef){0}, (JdRunDef){.until = 40, .output_every = 0.2});
    assert_true(asks(&v));
    assert_int_equal(v.trust[1].digits, 0);
    assert_int_equal(v.trust[2].digits, 0);
    assert_true(error_at(&v, 5, 1) < 1e-7);
    assert_true(error_at(&v, 199, 1) > 0.1);
    assert_true(v.trust[1].time > 10);
    for (int r = 1; r < jd_trace_rows(v.trace); r++)
        assert_true(error_at(&v, r, 1) >= error_at(&v, r - 1, 1));
    drop(&v);
    record(&v, double_pendulum, (JdCompileDef){0}, (JdRunDef){.until = 1, .output_every = 0.1});
    assert_true(asks(&v));
    assert_true(v.trust[1].digits >= 7);
    drop(&v);
}

/* ---- Settings ------------------------------------------------------------------------------- */

static void tolerance_goes_down_until_rounding_counts(void **state) {
    (void)state;
    static Verified v;
    const double tols[][2] = {{1e-6, 1e-7}, {1e-9, 1e-10}, {1e-12, 1e-13}, {1e-13, 1e-12}};
    for (size_t n = 0; n < sizeof tols / sizeof *tols; n++) {
        record(&v, double_pendulum, (JdCompileDef){0},
               (JdRunDef){.until = 1, .output_every = 0.1, .tol = tols[n][0]});
        assert_true(asks(&v));
        check_near(v.verify.tol, tols[n][1], 1e-3 * tols[n][1], "tol");
        drop(&v);
    }
    record(&v, double_pendulum, (JdCompileDef){0},
           (JdRunDef){.until = 1, .output_every = 0.1, .stepper = "rk4", .dt = 1e-3});
    assert_true(asks(&v));
    check_near(v.verify.dt, 5e-4, 1e-12, "dt");
    check_near(v.verify.tol, 0, 1e-300, "tol");
    drop(&v);
}

/* Rows at steps, wherever these end, are found again. */
static void rows_at_steps_are_compared_too(void **state) {
    (void)state;
    static Verified v;
    record(&v, double_pendulum, (JdCompileDef){0}, (JdRunDef){.until = 2, .output_every = -1});
    assert_true(asks(&v));
    for (int r = 1; r < jd_trace_rows(v.trace); r++) assert_true(isfinite(error_at(&v, r, 1)));
    assert_true(v.trust[1].digits >= 7);
    drop(&v);
}

static void form_stays_without_a_model(void **state) {
    (void)state;
    static Verified v;
    record(&v, double_pendulum, (JdCompileDef){0}, (JdRunDef){.until = 1, .output_every = 0.1});
    assert_true(jd_verify(NULL, v.run, v.trace, &v.verify, v.log));
    assert_null(v.verify.form[0]);
    assert_false(said(v.log, "verify-one-form", NULL));
    assert_true(v.trust[1].digits >= 7);
    drop(&v);
}

static void form_that_cannot_be_changed_is_told(void **state) {
    (void)state;
    static Verified v;
    const char text[] =
        "planar\npoint O = [0, 0]\npoint A = [1, 1] m\npoint B = [3, 1] m\npoint C = [3, 0] m\n"
        "body crank { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
        "body rocker { link C B  mass 1 kg  inertia 0.1 kg*m^2 }\nbody rod { link A B  massless }\n"
        "joint jO : revolute ground -- crank at O\njoint jC : revolute ground -- rocker at C\n"
        "joint jA : revolute crank -- rod at A\njoint jB : revolute rocker -- rod at B\n"
        "start jO.rate = 0.5\noutput jO.angle\n";
    record(&v, text, (JdCompileDef){.cut = "jB"}, (JdRunDef){.until = 0.5, .output_every = 0.1});
    assert_true(asks(&v));
    assert_null(v.verify.form[0]);
    JdMessage message = {.text = ""};
    assert_true(said(v.log, "verify-one-form", &message));
    assert_non_null(strstr(message.text, "'rod' has no mass"));
    assert_true(v.trust[1].digits >= 6);
    drop(&v);
}

static bool at_once(void *data, double time) {
    (void)time;
    return ++*(int *)data > 3;
}

static void can_be_stopped(void **state) {
    (void)state;
    static Verified v;
    int asked = 0;
    record(&v, double_pendulum, (JdCompileDef){0}, (JdRunDef){.until = 1, .output_every = 0.1});
    v.verify.stop = at_once, v.verify.stop_data = &asked;
    const int before = jd_log_count(v.log);
    assert_false(asks(&v));
    assert_int_equal(jd_log_count(v.log), before);
    drop(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_neither_low_nor_far_too_high),
        cmocka_unit_test(double_pendulum_forgets_its_start),
        cmocka_unit_test(tolerance_goes_down_until_rounding_counts),
        cmocka_unit_test(rows_at_steps_are_compared_too),
        cmocka_unit_test(form_stays_without_a_model),
        cmocka_unit_test(form_that_cannot_be_changed_is_told),
        cmocka_unit_test(can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
