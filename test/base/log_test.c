/* SPDX-License-Identifier: MIT
 *
 * The message log, how it is printed, and the table of codes. */
#include "base/base.h"
#include "check.h"
#include <ctype.h>

/* The log as text, in `out`. */
static const char *printed(const JdLog *log, char *out, size_t room) {
    FILE *file = tmpfile();
    assert_non_null(file);
    jd_log_print(log, file);
    rewind(file);
    out[fread(out, 1, room - 1, file)] = '\0';
    fclose(file);
    return out;
}

static Where place(const char *source, int line, int column, int length) {
    return (Where){.file = "crank.jd", line, column, length, source};
}

static void messages_are_printed_with_line_caret_and_hints(void **state) {
    (void)state;
    char out[4096];
    JdLog *log = jd_log_new();
    jd_report(log, JD_ERROR, "joint-type-unknown",
              place("joint B : revolut crank -- rod at A", 7, 11, 7), "there is no joint type '%s'",
              "revolut");
    jd_hint(log, "did you mean '%s'?", "revolute");
    jd_hint(log, "or this?");
    jd_report(log, JD_WARNING, "joint-redundant", nowhere, "joints B and C lock 1 motion twice");
    jd_hint(log, "make one of them spherical");
    jd_report(log, JD_NOTE, "note", (Where){.file = "a.jd"}, "about a file");
    check_text(printed(log, out, sizeof out),
               "crank.jd:7:11: error: there is no joint type 'revolut' [joint-type-unknown]\n"
               "    7 | joint B : revolut crank -- rod at A\n"
               "      |           ^~~~~~~\n"
               "  hint: did you mean 'revolute'?\n"
               "  hint: or this?\n"
               "warning: joints B and C lock 1 motion twice [joint-redundant]\n"
               "  hint: make one of them spherical\n"
               "a.jd: note: about a file [note]\n");
    assert_int_equal(jd_log_count(log), 3);
    assert_int_equal(jd_log_errors(log), 1);
    check_text(jd_log_message(log, 0).hint, "did you mean 'revolute'?\nor this?");
    assert_null(jd_log_message(log, 3).text);
    assert_null(jd_log_message(log, -1).text);
    jd_log_free(log);
}

static void what_a_repeat_makes_is_told_once(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    for (int n = 0; n < 3; n++) {
        jd_report(log, JD_ERROR, "x", place("mass 3 kq", 4, 8, 2), "there is no unit '%s'", "kq");
        jd_hint(log, "a hint");
    }
    assert_int_equal(jd_log_count(log), 1);
    assert_int_equal(jd_log_errors(log), 3); /* but nothing passes for good */
    check_text(jd_log_message(log, 0).hint, "a hint");
    jd_report(log, JD_ERROR, "x", place("mass 3 kq", 4, 8, 2), "something else");
    jd_report(log, JD_ERROR, "x", place("mass 3 kq", 5, 8, 2), "something else");
    for (int n = 0; n < 2; n++) jd_report(log, JD_ERROR, "x", nowhere, "without a place");
    assert_int_equal(jd_log_count(log), 5);
    jd_log_free(log);
}

static void carets_stand_below_the_word_behind_tabs_and_wide_letters(void **state) {
    (void)state;
    char out[4096];
    JdLog *log = jd_log_new();
    jd_report(log, JD_ERROR, "x", place("\tmass\t3 kq", 12, 9, 2), "tab");
    jd_report(log, JD_ERROR, "x", place("# \xC3\xA4\xC3\xB6 r = 3 kq", 1, 14, 2), "wide");
    jd_report(log, JD_ERROR, "x", place("mass", 123456, 5, 0), "behind the end");
    jd_report(log, JD_ERROR, "x", place("", 1, 1, 1), "empty");
    jd_report(log, JD_ERROR, "x", place("a\x1b[31mb", 1, 1, 99), "no \x1b steering");
    check_text(printed(log, out, sizeof out), "crank.jd:12:9: error: tab [x]\n"
                                              "   12 |     mass    3 kq\n"
                                              "      |               ^~\n"
                                              "crank.jd:1:14: error: wide [x]\n"
                                              "    1 | # \xC3\xA4\xC3\xB6 r = 3 kq\n"
                                              "      |            ^~\n"
                                              "crank.jd:123456:5: error: behind the end [x]\n"
                                              "123456 | mass\n"
                                              "       |     ^\n"
                                              "crank.jd:1:1: error: empty [x]\n"
                                              "    1 | \n"
                                              "      | ^\n"
                                              "crank.jd:1:1: error: no ? steering [x]\n"
                                              "    1 | a?[31mb\n"
                                              "      | ^~~~~~~\n");
    jd_log_free(log);
}

static void a_long_line_is_shown_by_a_window_around_the_word(void **state) {
    (void)state;
    char line[401], out[4096];
    for (int n = 0; n < 400; n++) line[n] = (char)('0' + n % 10);
    line[400] = '\0';
    memcpy(line + 200, "BAD", 3);
    const int columns[] = {1, 201, 398};
    for (int n = 0; n < 3; n++) {
        JdLog *log = jd_log_new();
        jd_report(log, JD_ERROR, "x", place(line, 1, columns[n], 3), "long");
        printed(log, out, sizeof out);
        const char *shown = strchr(out, '\n') + 1;
        const char *marks = strchr(shown, '\n') + 1;
        const char *caret = strchr(marks, '^');
        assert_true(strchr(shown, '\n') - shown <= 8 + 3 + 96 + 3);
        /* The three letters above the caret are those of the column. */
        assert_memory_equal(shown + (caret - marks), line + columns[n] - 1, 3);
        assert_memory_equal(caret, "^~~\n", 4);
        jd_log_free(log);
    }
}

static void the_log_owns_what_it_was_told(void **state) {
    (void)state;
    char file[] = "a.jd", source[] = "mass 3";
    JdLog *log = jd_log_new();
    jd_report(log, JD_ERROR, "x", (Where){file, 1, 1, 4, source}, "%s", source);
    file[0] = source[0] = 'Z';
    const JdMessage message = jd_log_message(log, 0);
    check_text(message.file, "a.jd");
    check_text(message.source, "mass 3");
    check_text(message.text, "mass 3");
    jd_log_free(log);
}

static void no_log_swallows_everything(void **state) {
    (void)state;
    jd_report(NULL, JD_ERROR, "x", nowhere, "nothing");
    jd_hint(NULL, "nothing");
    jd_report_memory(NULL);
    assert_int_equal(jd_log_count(NULL), 0);
    assert_int_equal(jd_log_errors(NULL), 0);
    jd_log_free(NULL);
    JdLog *log = jd_log_new();
    jd_hint(log, "to nothing");
    jd_report_memory(log);
    jd_hint(log, "to nothing");
    jd_report_memory(log);
    assert_int_equal(jd_log_count(log), 1);
    assert_int_equal(jd_log_errors(log), 1);
    check_text(jd_log_message(log, 0).code, "out-of-memory");
    jd_log_free(log);
}

static void every_code_is_kebab_case_explained_and_there_once(void **state) {
    (void)state;
    int count = 0;
    for (const CodeEntry *entry; (entry = jd_code_at(count)); count++) {
        for (const char *c = entry->code; *c; c++)
            assert_true(islower((unsigned char)*c) || *c == '-' || isdigit((unsigned char)*c));
        assert_true(strlen(entry->summary) > 8);
        assert_true(strlen(entry->explanation) > 20);
        if (jd_code_find(entry->code) != entry) fail_msg("%s stands there twice", entry->code);
    }
    assert_true(count > 5);
    assert_null(jd_code_find("no-such-code"));
    assert_null(jd_code_find(NULL));
    assert_null(jd_code_at(-1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_printed_with_line_caret_and_hints),
        cmocka_unit_test(what_a_repeat_makes_is_told_once),
        cmocka_unit_test(carets_stand_below_the_word_behind_tabs_and_wide_letters),
        cmocka_unit_test(a_long_line_is_shown_by_a_window_around_the_word),
        cmocka_unit_test(the_log_owns_what_it_was_told),
        cmocka_unit_test(no_log_swallows_everything),
        cmocka_unit_test(every_code_is_kebab_case_explained_and_there_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
