/* SPDX-License-Identifier: MIT
 *
 * JSON as it is written. */
#include "check.h"
#include "format/json.h"

static void members_are_parted_by_commas_and_indented(void **state) {
    (void)state;
    Json json = {0};
    jd_json_object(&json, NULL);
    jd_json_number(&json, "a", 0.1);
    jd_json_array(&json, "b");
    jd_json_string(&json, NULL, "x\"\n");
    jd_json_bool(&json, NULL, true);
    jd_json_end(&json);
    jd_json_array(&json, "empty");
    jd_json_end(&json);
    jd_json_number(&json, "nan", NAN);
    jd_json_string(&json, "null", NULL);
    jd_json_end(&json);
    check_text(json.text.at,
               "{\n  \"a\": 0.1,\n  \"b\": [\n    \"x\\\"\\n\",\n    true\n  ],\n  \"empty\": [],\n"
               "  \"nan\": null,\n  \"null\": null\n}\n");
    jd_text_free(&json.text);
}

static void compact_json_has_no_blanks(void **state) {
    (void)state;
    Json json = {.layout = JSON_COMPACT};
    jd_json_object(&json, NULL);
    jd_json_rows(&json, "l");
    jd_json_number(&json, NULL, 1);
    jd_json_number(&json, NULL, -2.5);
    jd_json_end(&json);
    jd_json_object(&json, "o");
    jd_json_end(&json);
    jd_json_end(&json);
    check_text(json.text.at, "{\"l\":[1,-2.5],\"o\":{}}");
    jd_text_free(&json.text);
}

static void rows_have_a_line_each_however_much_is_in_them(void **state) {
    (void)state;
    Json json = {0};
    jd_json_object(&json, NULL);
    jd_json_rows(&json, "rows");
    jd_json_array(&json, NULL);
    jd_json_number(&json, NULL, 1);
    jd_json_object(&json, NULL);
    jd_json_string(&json, "a", "b");
    jd_json_number(&json, "c", 2);
    jd_json_end(&json);
    jd_json_end(&json);
    jd_json_number(&json, NULL, 3);
    jd_json_end(&json);
    jd_json_rows(&json, "none");
    jd_json_end(&json);
    jd_json_bool(&json, "after", false);
    jd_json_end(&json);
    check_text(json.text.at, "{\n  \"rows\": [\n    [1, {\"a\": \"b\", \"c\": 2}],\n    3\n  ],\n"
                             "  \"none\": [\n  ],\n  \"after\": false\n}\n");
    jd_text_free(&json.text);
}

static void rows_in_a_line_are_indented_by_the_rows_around_them(void **state) {
    (void)state;
    Json json = {.layout = JSON_LINE};
    jd_json_object(&json, NULL);
    jd_json_rows(&json, "a");
    jd_json_object(&json, NULL);
    jd_json_number(&json, "x", 1);
    jd_json_rows(&json, "b");
    jd_json_number(&json, NULL, 2);
    jd_json_end(&json);
    jd_json_end(&json);
    jd_json_end(&json);
    jd_json_number(&json, "y", 3);
    jd_json_end(&json);
    check_text(json.text.at, "{\"a\": [\n  {\"x\": 1, \"b\": [\n    2\n  ]}\n], \"y\": 3}\n");
    jd_text_free(&json.text);
}

static void messages_are_a_list_with_their_places(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    jd_report(log, JD_WARNING, "joint-redundant", nowhere, "twice");
    jd_report(log, JD_ERROR, "joint-type-unknown", (Where){"a.jd", 3, 7, 2, "joint A : xy"}, "no");
    Json json = {.layout = JSON_COMPACT};
    jd_json_object(&json, NULL);
    jd_json_log(&json, log);
    jd_json_end(&json);
    check_text(
        json.text.at,
        "{\"messages\":[{\"severity\":\"warning\",\"code\":\"joint-redundant\",\"file\":null,"
        "\"line\":null,\"column\":null,\"length\":null,\"source\":null,\"text\":\"twice\","
        "\"hint\":null},{\"severity\":\"error\",\"code\":\"joint-type-unknown\",\"file\":\"a.jd\","
        "\"line\":3,\"column\":7,\"length\":2,\"source\":\"joint A : xy\",\"text\":\"no\","
        "\"hint\":null}]}");
    jd_text_free(&json.text);
    jd_log_free(log);
}

static void too_deep_a_document_fails_as_a_whole(void **state) {
    (void)state;
    Json json = {0};
    for (int n = 0; n <= JSON_DEPTH; n++) jd_json_array(&json, NULL);
    assert_true(json.text.failed);
    jd_text_free(&json.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_parted_by_commas_and_indented),
        cmocka_unit_test(compact_json_has_no_blanks),
        cmocka_unit_test(rows_have_a_line_each_however_much_is_in_them),
        cmocka_unit_test(rows_in_a_line_are_indented_by_the_rows_around_them),
        cmocka_unit_test(messages_are_a_list_with_their_places),
        cmocka_unit_test(too_deep_a_document_fails_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
