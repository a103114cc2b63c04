/* SPDX-License-Identifier: MIT
 *
 * Texts that mean no good: junk, endless lines, deep nests, huge repeats. Each ends in a few clean
 * messages, within bounded stack, memory and time. */
#include "text_check.h"

static void check_refused(const char *text, size_t length) {
    JdLog *log = jd_log_new();
    assert_null(jd_model_read_text("junk", text, length, (JdReadDef){0}, log));
    assert_in_range(jd_log_errors(log), 1, 50);
    assert_in_range(jd_log_count(log), 1, 51);
    assert_null(jd_text_rewrite("junk", text, length, false, true, log));
    jd_log_free(log);
    log = jd_log_new();
    assert_null(jd_model_read_text("junk", text, length, (JdReadDef){.json = true}, log));
    assert_int_equal(jd_log_errors(log), 1);
    jd_log_free(log);
    /* No log, no messages, the same answer. */
    assert_null(jd_model_read_text("junk", text, length, (JdReadDef){0}, NULL));
    assert_null(jd_text_rewrite("junk", text, length, false, false, NULL));
}

/* `start`, then `unit` again and again up to the size. */
static void check_repeated(const char *start, const char *unit, size_t size) {
    Text text = {0};
    jd_text_print(&text, "%s", start);
    while (text.count < size) jd_text_add(&text, unit, strlen(unit));
    check_refused(text.at, text.count);
    jd_text_free(&text);
}

static void junk_is_refused_with_few_messages(void **state) {
    (void)state;
    check_refused("\0\0\0", 3);
    check_refused("param a = 3\0\nbody", 17);
    check_refused("\xFF\xFE\x00m", 4);
    check_refused("\x7F"
                  "ELF\x02\x01\x01",
                  7);
    char bytes[5000];
    check_seed(3);
    for (int trial = 0; trial < 20; trial++) {
        for (size_t n = 0; n < sizeof bytes; n++) bytes[n] = (char)(check_random() >> 20);
        check_refused(bytes, sizeof bytes);
    }
}

static void endless_repetition_is_refused(void **state) {
    (void)state;
    const size_t size = 1 << 20;
    check_repeated("param a = ", "(", size);
    check_repeated("", "(", size);
    check_repeated("param a = ", "[", size);
    check_repeated("param a = ", "-", size);
    check_repeated("param a = 1", "+1", size);
    check_repeated("param a = 2", "^2", size);
    check_repeated("param a = b", ".b", size);
    check_repeated("param a", "[1]", size);
    check_repeated("output a", ".a", size);
    check_repeated("param a = f", "(f", size);
    check_repeated("", "repeat i from 0 to 1 {", size);
    check_repeated("", "body b {", size);
    check_repeated("body b { frame e {", " frame e {", size);
    check_repeated("", "}", size);
    check_repeated("", "x", size);
    check_repeated("include \"", "x", size);
    check_repeated("param a = 1", "0", size);
    check_repeated("joint j : a", "-a", size);
    check_repeated("", "param\n", size);
    check_repeated("[", "{\"a\":", size);
}

static void huge_repeats_end(void **state) {
    (void)state;
    static const char *const texts[] = {
        "repeat i from 0 to 999999 { repeat k from 0 to 999999 {} }",
        "repeat i from 0 to 999999 { repeat k from 0 to 999999 { param a[i][k] = 1 } }",
        "repeat i from -999999999 to 999999999 { planar }",
    };
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        JdLog *log = jd_log_new();
        assert_null(jd_model_read_text("huge", texts[n], strlen(texts[n]), (JdReadDef){0}, log));
        assert_int_equal(jd_log_errors(log), 1);
        check_text(jd_log_message(log, 0).code, "too-many-statements");
        jd_log_free(log);
    }
}

static void nested_repeats_with_a_mistake_end(void **state) {
    (void)state;
    Text text = {0};
    for (int n = 0; n < 33; n++) jd_text_print(&text, "repeat i%d from 0 to 1 {\n", n);
    for (int n = 0; n < 33; n++) jd_text_print(&text, "}\n");
    check_mistake(text.at, "nesting-too-deep", 33, 24, "32 deep");
    jd_text_free(&text);
}

static void repeats_within_repeats_reuse_their_index(void **state) {
    (void)state;
    close_reading(read_good(
        "repeat i from 1 to 300 { repeat k from 1 to 1000 { repeat l from 1 to 1 {} } }"));
}

static void large_models_take_linear_time(void **state) {
    (void)state;
    /* Two sizes of the same chain, as repeat and written out: nothing may be quadratic in them. */
    Text text = {0};
    for (int n = 0; n < 20000; n++)
        jd_text_print(&text, "point A%d = [%d mm, 0]\nbody b%d { at A%d  mass 1 kg  inertia 0 }\n",
                      n, n, n, n);
    Reading r = read_good(text.at);
    assert_int_equal(r.model->bodies.count, 20001);
    assert_int_equal(r.model->bodies.at[20000].where.line, 40000);
    close_reading(r);
    jd_text_free(&text);
}

static void empty_texts_are_empty_models(void **state) {
    (void)state;
    Reading r = read_good("");
    assert_int_equal(r.model->bodies.count, 1);
    close_reading(r);
    close_reading(read_good("# nothing\n\n   \t\r\n"));
    assert_null(jd_model_read_text("x", NULL, 0, (JdReadDef){0}, NULL));
    assert_null(jd_model_read_file(NULL, (JdReadDef){0}, NULL));
    assert_null(jd_text_rewrite("x", NULL, 0, false, false, NULL));
    char *words = jd_text_rewrite(NULL, "", 0, false, false, NULL);
    check_text(words, "");
    jd_free_text(words);
    jd_free_text(NULL);
}

/* Each is made of the next two: as many ways from the first to the last as there are rabbits. */
static void webs_of_names_that_come_later_end(void **state) {
    (void)state;
    Text text = {0};
    for (int n = 0; n < 200; n++) jd_text_print(&text, "param a%d = a%d + a%d\n", n, n + 1, n + 2);
    jd_text_print(&text, "param a200 = 1\nparam a201 = 1\n");
    JdLog *log = jd_log_new();
    assert_null(jd_model_read_text("web", text.at, text.count, (JdReadDef){0}, log));
    assert_in_range(jd_log_errors(log), 1, 50);
    check_text(jd_log_message(log, 0).code, "used-before-defined");
    jd_log_free(log);
    jd_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(junk_is_refused_with_few_messages),
        cmocka_unit_test(endless_repetition_is_refused),
        cmocka_unit_test(huge_repeats_end),
        cmocka_unit_test(large_models_take_linear_time),
        cmocka_unit_test(empty_texts_are_empty_models),
        cmocka_unit_test(nested_repeats_with_a_mistake_end),
        cmocka_unit_test(webs_of_names_that_come_later_end),
        cmocka_unit_test(repeats_within_repeats_reuse_their_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
