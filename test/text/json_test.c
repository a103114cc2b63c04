/* SPDX-License-Identifier: MIT
 *
 * The JSON mirror: its shape, the model it makes, and its mistakes with their places. */
#include "text_check.h"

static void mirror_has_readable_keys(void **state) {
    (void)state;
    char *mirror = rewritten("planar\nparam r = 153 mm\n"
                             "body crank { link O A  mass 38 g  inertia 0\n frame e at A }\n"
                             "joint j : revolute ground -- crank at O\n"
                             "start j.angle = 0, j.rate = 2\noutput j.angle\n"
                             "repeat i from 0 to 2 { include \"x.jd\" }\n",
                             false, true);
    check_text(
        mirror,
        "{\"statements\": [\n"
        "  {\"planar\": true},\n"
        "  {\"param\": {\"name\": \"r\", \"value\": \"153 mm\"}},\n"
        "  {\"body\": {\"name\": \"crank\", \"link\": [\"O\", \"A\"], \"mass\": \"38 g\", "
        "\"inertia\": \"0\", "
        "\"frame\": [{\"name\": \"e\", \"at\": \"A\"}]}},\n"
        "  {\"joint\": {\"name\": \"j\", \"type\": \"revolute\", \"i\": \"ground\", \"j\": "
        "\"crank\", \"at\": \"O\"}},\n"
        "  {\"start\": [{\"channel\": \"j.angle\", \"value\": \"0\"}, {\"channel\": \"j.rate\", "
        "\"value\": \"2\"}]},\n"
        "  {\"output\": [\"j.angle\"]},\n"
        "  {\"repeat\": {\"index\": \"i\", \"from\": \"0\", \"to\": \"2\", \"statements\": [\n"
        "    {\"include\": \"x.jd\"}\n"
        "  ]}}\n"
        "]}\n");
    jd_free_text(mirror);
}

static void numbers_single_values_and_any_order_are_accepted(void **state) {
    (void)state;
    char *words = rewritten(
        " { \"statements\" : [ {\"param\": {\"value\": -1.5e3, \"name\": \"r\"}},\n"
        "{\"body\": {\"frame\": {\"at\": \"P\", \"name\": \"e\"}, \"massless\": true, \"at\": "
        "\"O\","
        "\"name\": \"b\"}}, {\"expect\": {\"channel\": \"b.x\", \"value\": 0, \"within\": 1, "
        "\"relative\": false}}, {\"include\": \"a\\u0041\\\\\\\"\"} ] } ",
        true, false);
    check_text(words, "param r = -1500\n"
                      "\n"
                      "body b {\n    at O\n    massless\n    frame e  at P\n}\n"
                      "\n"
                      "expect b.x = 0  within 1\n"
                      "\n"
                      "include \"aA\\\\\\\"\"\n");
    jd_free_text(words);
}

static void json_makes_the_same_model(void **state) {
    (void)state;
    static const char json[] =
        "{\"statements\": [{\"point\": {\"name\": \"P\", \"position\": \"[1, 2]\"}},\n"
        "{\"body\": {\"name\": \"b\", \"at\": \"P\", \"mass\": 2, \"inertia\": \"1e-3 kg*m^2\"}}]}";
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("m.json", json, sizeof json - 1, (JdReadDef){.json = true}, log);
    assert_non_null(model);
    check_near(model->bodies.at[1].mass, 2, 0, "mass");
    check_near(model->bodies.at[1].pose.p.y, 2, 0, "y");
    assert_int_equal(model->bodies.at[1].where.line, 2);
    assert_int_equal(model->bodies.at[1].where.column, 20);
    jd_model_free(model);
    jd_log_free(log);
}

static void check_json(const char *json, const char *code, int line, int column,
                       const char *words) {
    JdLog *log = jd_log_new();
    assert_null(jd_model_read_text("m.json", json, strlen(json), (JdReadDef){.json = true}, log));
    const JdMessage message = jd_log_message(log, 0);
    if (jd_log_errors(log) != 1) jd_log_print(log, stderr);
    assert_int_equal(jd_log_errors(log), 1);
    check_text(message.code, code);
    check_contains(message.text, words);
    assert_int_equal(message.line, line);
    assert_int_equal(message.column, column);
    jd_log_free(log);
}

static void what_is_no_json_is_shown_where_it_stops(void **state) {
    (void)state;
    check_json("", "json-syntax", 1, 1, "the text ends");
    check_json("{\"a\": 1,}", "json-syntax", 1, 9, "key in quotes");
    check_json("[1, 2", "json-syntax", 1, 6, "',' or ']'");
    check_json("[01]", "json-syntax", 1, 2, "number");
    check_json("[1.]", "json-syntax", 1, 2, "number");
    check_json("[\"a\n\"]", "json-syntax", 1, 4, "control");
    check_json("[\"abc]", "json-syntax", 1, 2, "no end");
    check_json("[\"\\x\"]", "json-syntax", 1, 3, "escape");
    check_json("[\"\\ud800\"]", "json-syntax", 1, 3, "escape");
    check_json("[\"\\u0000\"]", "json-syntax", 1, 3, "escape");
    check_json("{\"a\": 1, \"a\": 2}", "json-syntax", 1, 10, "twice");
    check_json("{\"a\" 1}", "json-syntax", 1, 6, "':'");
    check_json("[nul]", "json-syntax", 1, 2, "expected a value");
    check_json("[] []", "json-syntax", 1, 4, "more text");
}

static void json_that_is_no_model_is_explained(void **state) {
    (void)state;
#define STATEMENT(s) "{\"statements\": [\n" s "]}"
    check_json("[]", "json-shape", 1, 1, "statements");
    check_json("{\"statements\": 3}", "json-shape", 1, 16, "an array");
    check_json(STATEMENT("3"), "json-shape", 2, 1, "one key");
    check_json(STATEMENT("{\"bdy\": {}}"), "statement-unknown", 2, 2, "bdy");
    check_json(STATEMENT("{\"planar\": 3}"), "json-shape", 2, 12, "true");
    check_json(STATEMENT("{\"body\": \"b\"}"), "json-shape", 2, 10, "an object");
    check_json(STATEMENT("{\"body\": {\"at\": \"P\"}}"), "json-shape", 2, 10, "lacks \"name\"");
    check_json(STATEMENT("{\"body\": {\"name\": \"b\", \"mss\": 3}}"), "clause-unknown", 2, 24,
               "mss");
    check_json(STATEMENT("{\"param\": {\"name\": 3, \"value\": 3}}"), "json-shape", 2, 20,
               "a string");
    check_json(STATEMENT("{\"param\": {\"name\": \"a b\", \"value\": 3}}"), "text-unexpected", 2,
               23, "end of this string");
    check_json(STATEMENT("{\"param\": {\"name\": \"a\", \"value\": \"1 +\"}}"), "expression-syntax",
               2, 38, "missing");
    check_json(STATEMENT("{\"param\": {\"name\": \"a\", \"value\": \"1\\n\"}}"), "json-shape", 2,
               34, "backslash");
    check_json(STATEMENT("{\"param\": {\"name\": \"a\", \"value\": \"1 kg + 1 m\"}}"),
               "dimension-mismatch", 2, 35, "");
    check_json(STATEMENT("{\"output\": \"a\"}"), "json-shape", 2, 12, "an array");
    check_json(STATEMENT("{\"start\": [{\"channel\": \"a\", \"value\": 3, \"z\": 3}]}"),
               "json-shape", 2, 46, "no other key");
    check_json(STATEMENT("{\"include\": \"a\\nb\"}"), "json-shape", 2, 13, "control");
}

static void depth_is_limited(void **state) {
    (void)state;
    Text text = {0};
    for (int n = 0; n < 100000; n++) jd_text_print(&text, "[");
    check_json(text.at, "json-syntax", 1, 129, "too deep");
    jd_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirror_has_readable_keys),
        cmocka_unit_test(numbers_single_values_and_any_order_are_accepted),
        cmocka_unit_test(json_makes_the_same_model),
        cmocka_unit_test(what_is_no_json_is_shown_where_it_stops),
        cmocka_unit_test(json_that_is_no_model_is_explained),
        cmocka_unit_test(depth_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
