/* SPDX-License-Identifier: MIT
 *
 * Text that grows, JSON strings, words in lists, spelling help. */
#include "base/base.h"
#include "check.h"

static void text_grows_and_stays_ended(void **state) {
    (void)state;
    Text text = {0};
    for (int n = 0; n < 1000; n++) {
        jd_text_print(&text, "%03d,", n);
        assert_int_equal(strlen(text.at), text.count);
    }
    jd_text_add(&text, "end", 3);
    assert_int_equal(text.count, 4003);
    assert_memory_equal(text.at + 3996, "999,end", 8);
    assert_false(text.failed);
    jd_text_free(&text);
    assert_null(text.at);
}

static void json_strings_are_escaped_and_valid(void **state) {
    (void)state;
    Text text = {0};
    jd_text_json(&text, "a\"b\\c\n\t\x01\x7f \xC3\xA4 \xF0\x9F\x98\x80");
    check_text(text.at, "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f \xC3\xA4 \xF0\x9F\x98\x80\"");
    jd_text_free(&text);
    /* What is no UTF-8: a lone byte, a cut character, an overlong one, a surrogate. */
    jd_text_json(&text, "\xFF|\xC3|\xC0\x80|\xED\xA0\x80|\xE2\x82");
    check_text(text.at, "\"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|\\ufffd\\ufffd\"");
    jd_text_free(&text);
    jd_text_json(&text, "");
    check_text(text.at, "\"\"");
    jd_text_free(&text);
}

static void words_in_lists_are_whole(void **state) {
    (void)state;
    assert_true(jd_word_in_list("pin", "hinge pin  pivot"));
    assert_true(jd_word_in_list("pivot", "hinge pin  pivot"));
    assert_false(jd_word_in_list("pi", "hinge pin pivot"));
    assert_false(jd_word_in_list("", "hinge"));
    assert_false(jd_word_in_list("hinge pin", "hinge pin pivot"));
    assert_false(jd_word_in_list("hinge", NULL));
}

static const char *nearest(const char *word, const char *const *candidates) {
    Nearest near = {.word = word};
    for (; *candidates; candidates++) jd_nearest_try(&near, *candidates);
    return near.best;
}

static void the_nearest_name_is_found_and_a_far_one_is_not(void **state) {
    (void)state;
    const char *const types[] = {"revolute", "prismatic", "fixed", "rod", "parallel", "rib", NULL};
    check_text(nearest("revolut", types), "revolute");
    check_text(nearest("rveolute", types), "revolute");
    check_text(nearest("REVOLUTE", types), "revolute");
    check_text(nearest("paralel", types), "parallel");
    check_text(nearest("rdo", types), "rod");
    check_text(nearest("fix", types), NULL);
    check_text(nearest("spherical", types), NULL);
    check_text(nearest("", types), NULL);
    check_text(nearest(NULL, types), NULL);
}

static void case_decides_between_equals_and_one_letter_is_not_near_another(void **state) {
    (void)state;
    const char *const names[] = {"JA", "jB", "ja", "q", NULL};
    check_text(nearest("jA", names), "JA");
    check_text(nearest("jb", names), "jB");
    check_text(nearest("jC", names), "jB");
    check_text(nearest("r", names), NULL);
    check_text(nearest("Q", names), "q");
    char longest[200];
    memset(longest, 'a', 199);
    longest[199] = '\0';
    check_text(nearest(longest, names), NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows_and_stays_ended),
        cmocka_unit_test(json_strings_are_escaped_and_valid),
        cmocka_unit_test(words_in_lists_are_whole),
        cmocka_unit_test(the_nearest_name_is_found_and_a_far_one_is_not),
        cmocka_unit_test(case_decides_between_equals_and_one_letter_is_not_near_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
