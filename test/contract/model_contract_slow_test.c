/* SPDX-License-Identifier: MIT
 *
 * Every model in model/ keeps the same contract; a new one is tested by being there. It says in its
 * first line what it is, reads without a word of complaint, has expectations and keeps them with
 * the other stabilisation and the other adaptive stepper (those of its own: ctest model/), and its
 * canonical layout and its JSON mirror are the same model, bit by bit. */
#include "verify/verify.h"
#include <dirent.h>

enum { MODELS_MAX = 64, TIMES_MAX = 400, TEXT_MAX = 1 << 16 };

typedef void CheckModel(const char *path);

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

static void for_all_models(CheckModel *check) {
    static char names[MODELS_MAX][128];
    int count = 0;
    DIR *folder = opendir("model");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".jd") != 0 || strlen(entry->d_name) > 100) continue;
        assert_true(count < MODELS_MAX);
        snprintf(names[count++], sizeof names[0], "model/%.100s", entry->d_name);
    }
    closedir(folder);
    assert_true(count >= 12);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    for (int k = 0; k < count; k++) check(names[k]);
}

static size_t load(const char *path, char *text) {
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    const size_t length = fread(text, 1, TEXT_MAX, in);
    assert_true(length < TEXT_MAX);
    fclose(in);
    text[length] = 0;
    return length;
}

/* ---- Words
 * ------------------------------------------------------------------------------------------- */

static void check_words(const char *path) {
    static char text[TEXT_MAX + 1];
    load(path, text);
    if (strncmp(text, "# ", 2) != 0) fail_msg("%s does not begin with what it is", path);
    Case c = open_file(path, NULL, (JdCompileDef){0}, (JdRunDef){0});
    /* Only mechanisms that are known for it lock a motion twice. */
    for (int k = 0; k < jd_log_count(c.log); k++)
        must(&c, strcmp(jd_log_message(c.log, k).code, "joint-redundant") == 0);
    if (jd_expect_count(c.system) == 0) fail_msg("%s expects nothing", path);
    close_case(&c);
}

static void every_model_says_what_it_is_and_what_it_expects(void **state) {
    (void)state;
    for_all_models(check_words);
}

/* ---- Expectations
 * -------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void check_at(const Case *c, const char *path, double time, double ease) {
    for (int k = 0; k < jd_expect_count(c->system); k++) {
        const JdExpect e = jd_expect(c->system, k);
        if (fabs(e.at - time) > 1e-12 || e.statistic)
            continue; /* test/app has those of statistics */
        const double allowed = ease * (e.relative ? e.within * fabs(e.value) : e.within);
        char what[200];
        snprintf(what, sizeof what, "%s:%d: %s at %g s", path, e.line,
                 jd_channel_name(c->system, e.channel), time);
        check_near(jd_run_value(c->run, e.channel), e.value, allowed, what);
    }
}

/* All expectations; `ease` times what they allow. */
static void check_expects(const char *path, JdCompileDef how, JdRunDef run, double ease) {
    static double times[TIMES_MAX];
    Case c = open_file(path, NULL, how, run);
    const double until = jd_run_settings(c.run).until;
    const int count = jd_expect_count(c.system);
    assert_true(count <= TIMES_MAX);
    for (int k = 0; k < count; k++) times[k] = jd_expect(c.system, k).at;
    qsort(times, (size_t)count, sizeof *times, by_number);
    jd_run_free(c.run);
    run.also = times;
    run.also_count = count;
    run.output_every = until;
    c.run = jd_run_new(c.system, run, c.log);
    while (advance(&c)) check_at(&c, path, jd_run_value(c.run, jd_time), ease);
    close_case(&c);
}

static void check_other_stepper(const char *path) {
    check_expects(path, (JdCompileDef){0}, (JdRunDef){.stepper = "dopri5"}, 1);
}

/* Accelerations and forces hold gaps times beta^2, so more is allowed. The windows in a row pass
 * singular positions, where Baumgarte may lose its way (test/verify/n_four_bar_test.c). */
static void check_baumgarte(const char *path) {
    if (strcmp(path, "model/n_four_bar.jd") == 0) return;
    check_expects(path, (JdCompileDef){.stabilise = "baumgarte"}, (JdRunDef){0}, 1000);
}

static void every_model_keeps_what_it_expects(void **state) {
    (void)state;
    for_all_models(check_other_stepper);
    for_all_models(check_baumgarte);
}

/* ---- Layouts
 * ---------------------------------------------------------------------------------------------- */

static Case open_rewritten(const char *path, bool json) {
    static char text[TEXT_MAX + 1];
    const size_t length = load(path, text);
    JdLog *log = jd_log_new();
    char *other = jd_text_rewrite(path, text, length, false, json, log);
    if (!other) jd_log_print(log, stderr);
    assert_non_null(other);
    JdModel *model = jd_model_read_text(path, other, strlen(other), (JdReadDef){.json = json}, log);
    jd_free_text(other);
    return open_model(model, log, (JdCompileDef){0}, (JdRunDef){.tol = 1e-6});
}

static void check_rewritten(const char *path) {
    for (int json = 0; json < 2; json++) {
        Case a = open_file(path, NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-6});
        Case b = open_rewritten(path, json);
        assert_int_equal(jd_channel_count(a.system), jd_channel_count(b.system));
        assert_int_equal(jd_expect_count(a.system), jd_expect_count(b.system));
        while (advance(&a)) {
            assert_true(advance(&b));
            for (int k = 0; k < jd_channel_count(a.system); k++) {
                const double x = jd_run_value(a.run, (JdChannel){k});
                const double y = jd_run_value(b.run, (JdChannel){k});
                if (memcmp(&x, &y, sizeof x) != 0)
                    fail_msg("%s: %s is %.17g, rewritten %.17g", path,
                             jd_channel_name(a.system, (JdChannel){k}), x, y);
            }
        }
        close_case(&a);
        close_case(&b);
    }
}

static void layout_and_mirror_are_the_same_model(void **state) {
    (void)state;
    for_all_models(check_rewritten);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_says_what_it_is_and_what_it_expects),
        cmocka_unit_test(every_model_keeps_what_it_expects),
        cmocka_unit_test(layout_and_mirror_are_the_same_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
