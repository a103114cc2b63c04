/* SPDX-License-Identifier: MIT
 *
 * A run with other values of its parameters is, to the last bit, the run of a model that was read
 * with these values; so is what is said about it. */
#include "base/base.h"
#include "models.h"
#include <stdlib.h>

/* ---- All channels of a run, and all messages ------------------------------------------------- */

typedef struct {
    JdModel *model;
    JdSystem *system;
    JdRun *run;
    JdLog *log;
} Made;

static Made make(const char *path, const char *text, const JdSetting *settings, const char *form) {
    Made made = {.log = jd_log_new()};
    const JdReadDef def = {.settings = settings};
    made.model = path ? jd_model_read_file(path, def, made.log)
                      : jd_model_read_text("text", text, strlen(text), def, made.log);
    const double until = jd_model_info(made.model).until;
    made.system = jd_compile(made.model, (JdCompileDef){.form = form}, made.log);
    made.run = jd_run_new(made.system, (JdRunDef){.until = until > 0 ? until / 50 : 0}, made.log);
    return made;
}

static void drop(Made *made) {
    jd_run_free(made->run);
    jd_system_free(made->system);
    jd_model_free(made->model);
    jd_log_free(made->log);
}

static uint64_t hash_run(const JdSystem *system, JdRun *run) {
    uint64_t hash = 0;
    for (int row = 0; row < 4 && jd_run_next(run); row++)
        for (int n = 0; n < jd_channel_count(system); n++) {
            const double value = jd_run_value(run, (JdChannel){n});
            hash = jd_hash(hash, &value, sizeof value);
        }
    return hash;
}

static const char *first_error(const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++)
        if (jd_log_message(log, n).severity == JD_ERROR) return jd_log_message(log, n).code;
    return NULL;
}

static bool has_message(const JdLog *log, const char *code, const char *part) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage m = jd_log_message(log, n);
        if (!strcmp(m.code, code) && strstr(m.text, part)) return true;
    }
    return false;
}

/* ---- Every parameter of every model ---------------------------------------------------------- */

static int compared;

static void compare(const char *path, const char *text, const char *form, const JdParamInfo *param,
                    double value) {
    char said[120], number[40];
    jd_number_text(value, number, sizeof number);
    snprintf(said, sizeof said, "%s %s", number, strcmp(param->unit, "1") ? param->unit : "");
    const JdSetting settings[] = {{param->name, said}, {NULL, NULL}};
    Made own = make(path, text, NULL, form), fresh = make(path, text, settings, form);
    JdLog *log = jd_log_new();
    if (!own.run) fail_msg("%s does not run", path ? path : text);
    jd_model_free(own.model), own.model = NULL; /* it is not needed */
    assert_true(jd_run_set_parameter(own.run, param->name, value, log));
    JdRun *again = jd_run_again(own.run, log);
    const char *error = first_error(log);
    if (error && !strcmp(error, "variant-structure")) {
        assert_null(again);
    } else {
        if (!again != !fresh.run)
            fail_msg("%s, %s = %s: %s", path, param->name, said, error ? error : "none");
        check_text(error, first_error(fresh.log));
        if (again && hash_run(own.system, again) != hash_run(fresh.system, fresh.run))
            fail_msg("%s under %s: %s = %s differs", path ? path : text, form, param->name, said);
        compared++;
    }
    jd_run_free(again);
    jd_log_free(log);
    drop(&own);
    drop(&fresh);
}

static void compare_all(const char *path, const char *text) {
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    JdParamInfo param;
    for (int f = 0; f < 3; f++) {
        Made own = make(path, text, NULL, forms[f]);
        for (int n = 0; own.run && jd_model_param(own.model, n, &param); n++)
            if (param.count == 1) compare(path, text, forms[f], &param, 1.015625 * param.value[0]);
        drop(&own);
    }
}

static void check_model(const char *path) {
    if (strstr(path, "engine_v6")) return; /* slow */
    compare_all(path, NULL);
}

static void every_parameter_of_every_model_is_as_if_read_anew(void **state) {
    (void)state;
    for_every_model(check_model);
    assert_true(compared > 100);
}

/* Everywhere that a number may stand. */
static const char everywhere[] =
    "planar\nparam g = 9.81 m/s^2\nparam m = 2 kg\nparam r = 0.3 m\nparam k = 50 N/m\nparam w = 3 "
    "rad/s\n"
    "param T = 1 s\nparam lag = 0.1 s\nparam s0 = 0.2\nparam e = 1e-9\nparam c = 0.5 N*s/m\n"
    "gravity [0, -g]\npoint A = [r, 0]\npart arm { param q = 0.1 m  point P = [q, 0]\n"
    "  body bar { link [0, 0] P mass 1 kg inertia 0.01 kg*m^2 } }\n"
    "body crank { link [0, 0] A mass m inertia m*r^2 }\nbody block { at A mass 1 kg inertia 0.02 "
    "kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : prismatic crank -- block at A axis "
    "x\n"
    "use a1 : arm at [0, -1] with q = r/2\njoint jB : revolute ground -- a1.bar at [0, -1]\n"
    "force s : spring-damper crank -- block at [0.1, 0] A stiffness k damping c\n"
    "force t : torque ground -- crank value 2 N*m * sin(w*time)\n"
    "state x { start s0  rate (1 - x)/lag }\nsignal y = x*r\n"
    "when fired : time > T/100 { set x = s0/2 }\n"
    "start jO.rate = w\nrun to T tol e\n";

static void numbers_everywhere_are_as_if_read_anew(void **state) {
    (void)state;
    Made own = make(NULL, everywhere, NULL, NULL);
    if (!own.run) jd_log_print(own.log, stderr);
    assert_non_null(own.run);
    drop(&own);
    compared = 0;
    compare_all(NULL, everywhere);
    assert_int_equal(compared, 3 * 11);
}

/* Tables are read by systems whose models are gone. What is made in between takes their memory. */
static const char tabled[] =
    "planar\nparam k = 3\nparam m = 2 kg\n"
    "table pull { column x m  column force N  row 0, 1  row 0.5, k  row 1, 4*k }\n"
    "body b { at [0, 0]  mass m  inertia 1 kg*m^2 }\n"
    "joint j : prismatic ground -- b at [0, 0]  axis x\n"
    "force f : effort j.travel value pull(j.travel)\nstart j.speed = 1 m/s\nrun to 1 s\n";

static void tables_outlive_their_models(void **state) {
    (void)state;
    const JdSetting settings[] = {{"k", "5"}, {NULL, NULL}};
    Made kept = make(NULL, tabled, settings, NULL), own = make(NULL, tabled, NULL, NULL);
    assert_true(jd_run_set_parameter(own.run, "k", 5, NULL));
    JdRun *again = jd_run_again(own.run, NULL);
    jd_model_free(own.model), own.model = NULL;
    Made other = make(NULL, everywhere, NULL, NULL);
    const uint64_t expected = hash_run(kept.system, kept.run);
    assert_non_null(again);
    assert_true(hash_run(own.system, again) == expected);
    assert_true(hash_run(own.system, own.run) != expected);
    jd_run_free(again);
    drop(&kept), drop(&own), drop(&other);
    compared = 0;
    compare_all(NULL, tabled);
    assert_int_equal(compared, 3 * 2);
}

/* ---- Values that change more than numbers ---------------------------------------------------- */

static const char four_bar[] =
    "planar\nparam c = 0.25 m\nparam d = 0.3 m\npoint A = [0, 0.1]\npoint B = [d, c]\n"
    "body crank { link [0, 0] A mass 1 kg inertia 1e-3 kg*m^2 }\n"
    "body rod { link A B mass 1 kg inertia 1e-2 kg*m^2 }\n"
    "body rocker { link [d, 0] B mass 1 kg inertia 1e-3 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- rocker at B\njoint jD : revolute ground -- rocker at [d, 0]\n"
    "start jO.rate = 5 rad/s\nrun to 1 s\n";

/* A parallelogram drawn flat has two freedoms at that instant; it is told, or not, as if read. */
static void geometry_of_another_class_is_checked_anew(void **state) {
    (void)state;
    JdParamInfo param = {.name = "c", .unit = "m", .count = 1};
    compared = 0;
    compare(NULL, four_bar, "minimal", &param, 0.1);
    compare(NULL, four_bar, "newton-euler", &param, 0.1);
    compare(NULL, four_bar, "cut-joint", &param, 0);
    assert_int_equal(compared, 3);
}

static void a_variant_that_fails_leaves_the_run_as_it_is(void **state) {
    (void)state;
    Made own = make(NULL, four_bar, NULL, NULL);
    JdLog *log = jd_log_new();
    assert_true(jd_run_set_parameter(own.run, "c", 0, log));
    JdRun *flat = jd_run_again(own.run, log);
    jd_run_free(flat);
    assert_true(jd_run_set_parameter(own.run, "c", 0.25, log));
    JdRun *again = jd_run_again(own.run, log);
    assert_non_null(again);
    const uint64_t expected = hash_run(own.system, own.run);
    assert_true(hash_run(own.system, again) == expected);
    jd_run_free(again);
    jd_log_free(log);
    drop(&own);
}

static void other_bodies_are_told_by_name(void **state) {
    (void)state;
    Made own = make("model/chain.jd", NULL, NULL, NULL);
    JdLog *log = jd_log_new();
    assert_true(jd_run_set_parameter(own.run, "n", 7, log));
    assert_null(jd_run_again(own.run, log));
    assert_true(
        has_message(log, "variant-structure", "with n = 7 the model has 7 bodies instead of 10"));
    jd_log_free(log);
    drop(&own);
}

/* ---- What is no parameter -------------------------------------------------------------------- */

static void what_is_no_parameter_is_told_by_name(void **state) {
    (void)state;
    static const char text[] = "planar\nparam A = [1, 2] m\nparam length = 2 m\n"
                               "body b { at A mass 1 kg inertia 1 kg*m^2 }\nrun to 1 s\n";
    Made own = make(NULL, text, NULL, NULL);
    JdLog *log = jd_log_new();
    assert_false(jd_run_set_parameter(own.run, "lenght", 1, log));
    assert_true(has_message(log, "setting-unknown", "'lenght'"));
    assert_string_equal(jd_log_message(log, 0).hint, "did you mean 'length'?");
    assert_false(jd_run_set_parameter(own.run, "A", 1, log));
    assert_false(jd_run_set_parameter(own.run, "A.z", 1, log));
    assert_false(jd_run_set_parameter(own.run, "length.x", 1, log));
    assert_false(jd_run_set_parameter(own.run, "length", NAN, log));
    assert_false(jd_run_set_parameter(NULL, "length", 1, log));
    assert_null(jd_run_again(NULL, log));
    assert_true(jd_run_set_parameter(own.run, "A.y", 5, log));
    JdRun *again = jd_run_again(own.run, log);
    assert_true(jd_run_next(again));
    check_near(jd_run_value(again, jd_channel(own.system, "b.x", NULL)), 1, 0, "stays");
    check_near(jd_run_value(again, jd_channel(own.system, "b.y", NULL)), 5, 0, "as it is set");
    jd_run_free(again);
    jd_log_free(log);
    drop(&own);
}

/* What C calls add is not in the words: it would be lost. */
static void a_model_with_c_calls_has_no_parameters(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    static const char text[] =
        "planar\nparam m = 1 kg\nbody b { at [0, 0] mass m inertia 1 kg*m^2 }\n";
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    jd_add_body(model, (JdBodyDef){"c", .mass = 1, .izz = 1});
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 1}, log);
    assert_false(jd_run_set_parameter(run, "m", 2, log));
    assert_true(has_message(log, "setting-unknown", "'m'"));
    JdRun *again = jd_run_again(run, log); /* the same once more */
    assert_non_null(again);
    jd_run_free(again), jd_run_free(run), jd_system_free(system), jd_model_free(model);
    jd_log_free(log);
}

/* ---- Expectations, and the words of a study ---------------------------------------------------
 */

static const char *const study_text =
    "planar\ngravity [0, -9.81] m/s^2\nparam l = 1 m\nparam m = 2 kg\n"
    "body b { point  at [l, 0]  mass m }\njoint j : revolute ground -- b at [0, 0]\n"
    "expect b.x = 3 m at 0.1 s within 1 mm\nrun to 0.2 s\n"
    "sweep {\n    vary m = normal(m, 0.1 kg)\n    vary l = [1, 2, 3, 4] m\n    vary tol = [1e-6, "
    "1e-9]\n"
    "    form minimal, newton-euler\n    samples 10  seed 3  sobol\n"
    "    measure w = max(j.rate)/2\n    require min(b.x) > -3 m\n}\n";

static void what_nobody_judges_is_passed_over(void **state) {
    (void)state;
    uint64_t hash[2];
    for (int n = 0; n < 2; n++) {
        const JdReadDef def = {.no_expects = n};
        JdModel *model = jd_model_read_text("text", study_text, strlen(study_text), def, NULL);
        JdSystem *system = jd_compile(model, (JdCompileDef){0}, NULL);
        JdRun *run = jd_run_new(system, (JdRunDef){.until = 0.2}, NULL);
        assert_int_equal(jd_model_info(model).expects, n ? 0 : 1);
        assert_true(jd_run_set_parameter(run, "l", 1.5, NULL));
        JdRun *again = jd_run_again(run, NULL);
        hash[n] = hash_run(system, again);
        jd_run_free(again);
        jd_run_free(run);
        jd_system_free(system);
        jd_model_free(model);
    }
    assert_true(hash[0] == hash[1]);
}

static void a_model_tells_its_study(void **state) {
    (void)state;
    JdModel *model =
        jd_model_read_text("text", study_text, strlen(study_text), (JdReadDef){0}, NULL);
    JdStudy study;
    assert_true(jd_model_study(model, &study));
    assert_int_equal(study.varied_count, 4);
    const char *const names[] = {"m", "l", "tol", "form"};
    const char *const how[] = {"normal", "list", "list", "words"};
    for (int n = 0; n < 4; n++) {
        assert_string_equal(study.varied[n].name, names[n]);
        assert_string_equal(study.varied[n].how, how[n]);
        assert_int_equal(study.varied[n].at.line, 10 + n);
    }
    assert_true(study.varied[0].numbers[0] == 2 && study.varied[0].numbers[1] == 0.1);
    assert_true(study.varied[1].count == 4 && study.varied[1].numbers[3] == 4);
    assert_string_equal(study.varied[3].words[1], "newton-euler");
    assert_true(study.samples == 10 && study.seed == 3 && study.sobol && !study.indices);
    assert_int_equal(study.measure_count, 1);
    assert_string_equal(study.measures[0].name, "w");
    assert_string_equal(study.conditions[0].text, "min(b.x) > -3 m");
    jd_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_parameter_of_every_model_is_as_if_read_anew),
        cmocka_unit_test(numbers_everywhere_are_as_if_read_anew),
        cmocka_unit_test(tables_outlive_their_models),
        cmocka_unit_test(geometry_of_another_class_is_checked_anew),
        cmocka_unit_test(a_variant_that_fails_leaves_the_run_as_it_is),
        cmocka_unit_test(other_bodies_are_told_by_name),
        cmocka_unit_test(what_is_no_parameter_is_told_by_name),
        cmocka_unit_test(a_model_with_c_calls_has_no_parameters),
        cmocka_unit_test(what_nobody_judges_is_passed_over),
        cmocka_unit_test(a_model_tells_its_study),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
