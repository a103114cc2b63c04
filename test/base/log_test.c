/* SPDX-License-Identifier: MIT
 *
 * The message log, how it is printed, and the table of codes. */
#include "base/base.h"
#include "check.h"
#include <ctype.h>
#include <stdlib.h>

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

/* From a text as from a line: the same message, whatever stands far from the word. */
static void of_a_long_line_what_is_near_the_word_is_kept(void **state) {
    (void)state;
    enum { LENGTH = 100000 };
    char *text = malloc(LENGTH + 8);
    const size_t places[] = {0, 1, 199, 200, 201, 47, 50000, LENGTH - 230, LENGTH - 3};
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
        char whole[4096], of_text[4096];
        memset(text, 'a', LENGTH);
        for (size_t k = 1; k < LENGTH; k += 2) text[k - 1] = '\xC3', text[k] = '\xA4';
        memcpy(text + places[n], "BAD", 3);
        memcpy(text + LENGTH, "\r\nnext", 7);
        JdLog *log = jd_log_new();
        jd_report(
            log, JD_ERROR, "x",
            (Where){
                .file = "crank.jd", .length = 3, .text = text, .size = LENGTH + 6, .at = places[n]},
            "long");
        printed(log, of_text, sizeof of_text);
        const JdMessage message = jd_log_message(log, 0);
        assert_int_equal(message.line, 1);
        assert_int_equal(message.column, places[n] + 1);
        assert_true(strlen(message.source) <= 403);
        assert_memory_equal(message.source + message.column - message.source_column, "BAD", 3);
        jd_log_free(log);

        text[LENGTH] = '\0';
        log = jd_log_new();
        jd_report(log, JD_ERROR, "x", place(text, 1, (int)places[n] + 1, 3), "long");
        check_text(printed(log, whole, sizeof whole), of_text);

        /* Passed on to another log it stays what it is. */
        const JdMessage kept = jd_log_message(log, 0);
        JdLog *other = jd_log_new();
        jd_report(other, kept.severity, kept.code, jd_where_of(&kept), "%s", kept.text);
        check_text(printed(other, whole, sizeof whole), of_text);
        jd_log_free(other);
        jd_log_free(log);
    }
    free(text);
}

static void what_is_kept_is_bounded_and_the_rest_is_counted(void **state) {
    (void)state;
    char out[4096];
    JdLog *log = jd_log_new();
    for (int n = 0; n < 1234; n++) {
        jd_report(log, JD_WARNING, "joint-repeated", place("joint", n, 1, 5), "warning %d", n);
        jd_hint(log, "hint %d", n);
        if (n % 10 == 0) jd_report(log, JD_ERROR, "mass-zero", nowhere, "error %d", n);
    }
    assert_int_equal(jd_log_errors(log), 124);
    assert_int_equal(jd_log_count(log), 100 + 100 + 2);
    check_text(jd_log_message(log, 201).code, "too-many-messages");
    check_text(jd_log_message(log, 200).text,
               "1134 more messages of the kind 'joint-repeated' are left out");
    check_text(jd_log_message(log, 201).text,
               "24 more messages of the kind 'mass-zero' are left out");
    assert_int_equal(jd_log_message(log, 200).severity, JD_WARNING);
    assert_int_equal(jd_log_message(log, 201).severity, JD_ERROR);
    assert_null(jd_log_message(log, 202).text);
    assert_true(jd_log_crowded(log, JD_ERROR, "mass-zero"));
    assert_false(jd_log_crowded(log, JD_NOTE, "mass-zero"));

    /* A hint belongs to the message just told, which was not kept. */
    jd_report(log, JD_WARNING, "joint-repeated", nowhere, "one more");
    assert_null(jd_reported(log).code);
    jd_hint(log, "lost");
    for (int n = 0; n < 202; n++) {
        const char *hint = jd_log_message(log, n).hint;
        assert_true(!hint || strcmp(hint, "lost") != 0);
    }
    jd_report(log, JD_NOTE, "note", nowhere, "another kind has room");
    check_text(jd_reported(log).text, "another kind has room");
    jd_report_memory(log);
    check_text(jd_log_message(log, 203).code, "out-of-memory");
    assert_int_equal(jd_log_count(log), 204);
    assert_non_null(strstr(printed(log, out, sizeof out), "warning 5 "));
    jd_log_free(log);

    /* In all, of many kinds. */
    static char codes[300][8];
    log = jd_log_new();
    for (int n = 0; n < 30000; n++) {
        snprintf(codes[n % 300], sizeof codes[0], "c%d", n % 300);
        jd_report(log, JD_NOTE, codes[n % 300], nowhere, "note %d", n);
    }
    assert_int_equal(jd_log_count(log), 1000 + 300);
    jd_log_free(log);
}

static void long_words_are_cut(void **state) {
    (void)state;
    enum { LENGTH = 50000 };
    char *word = malloc(LENGTH + 1);
    for (size_t k = 0; k < LENGTH; k++) word[k] = k % 2 ? '\xA4' : '\xC3';
    word[LENGTH] = '\0';
    JdLog *log = jd_log_new();
    for (int shift = 0; shift < 2; shift++) {
        jd_report(log, JD_ERROR, "x", nowhere, "%sthere is no '%s'", shift ? "x" : "", word);
        for (int n = 0; n < 20; n++) jd_hint(log, "hint %d %s", n, word);
        const JdMessage message = jd_reported(log);
        const size_t length = strlen(message.text);
        assert_in_range(length, 1900, 2000);
        check_text(message.text + length - 3, "...");
        assert_int_equal((unsigned char)message.text[length - 4], 0xA4); /* no half letter */
        assert_in_range(strlen(message.hint), 8000, 10001);
    }
    jd_log_free(log);
    free(word);
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
        cmocka_unit_test(of_a_long_line_what_is_near_the_word_is_kept),
        cmocka_unit_test(what_is_kept_is_bounded_and_the_rest_is_counted),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(the_log_owns_what_it_was_told),
        cmocka_unit_test(no_log_swallows_everything),
        cmocka_unit_test(every_code_is_kebab_case_explained_and_there_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
