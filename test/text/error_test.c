/* SPDX-License-Identifier: MIT
 *
 * Mistakes: each code of the model text once, with its place and its words; no follow-ups; all of
 * them in one pass. */
#include "text_check.h"

#define GOOD_BODY  "body b { at [0, 0]  mass 1 kg  inertia 0 }\n"
#define GOOD_JOINT "joint j : revolute ground -- b at [0, 0]\n"

static void forms_of_statements_are_explained(void **state) {
    (void)state;
    check_mistake("point A [1, 2]", "text-unexpected", 1, 9, "write: point A = [1, 2]");
    check_mistake("param = 3", "text-unexpected", 1, 7, "expected a name, found '='");
    check_mistake("param r =", "text-unexpected", 1, 10, "found the end of the text");
    check_mistake("planar planar2", "text-unexpected", 1, 8, "the end of the `planar` statement");
    check_mistake("joint j : revolute ground\n", "text-unexpected", 1, 26, "expected '--'");
    check_mistake("3 = 4", "text-unexpected", 1, 1, "expected a statement, found '3'");
    check_mistake("planar\n}\n", "text-unexpected", 2, 1, "this brace closes nothing");
    check_mistake("param r = 3 $", "text-bad-character", 1, 13, "'$'");
    check_mistake("param \xC3\xA9 = 3", "text-bad-character", 1, 7, "\xC3\xA9");
    check_mistake("include \"a", "string-open", 1, 9, "close it");
    check_mistake("body b { at [0, 0]\n\n", "brace-open", 1, 8, "`body`");
    check_mistake("bdy b { at P\n mass 3 kg\n}\n", "statement-unknown", 1, 1,
                  "did you mean 'body'?");
    check_mistake("model a\nmodel b", "statement-twice", 2, 1, "first in line 1");
    check_mistake("param r = 3 mmm", "unit-unknown", 1, 13, "there is no unit 'mmm'");
}

static void clauses_are_checked(void **state) {
    (void)state;
    check_mistake("body b { at [0, 0] mas 1 kg  mass 2 kg inertia 0 }", "clause-unknown", 1, 20,
                  "did you mean 'mass'?");
    check_mistake("body b { at [0, 0] zzz 1 kg  mass 2 kg inertia 0 }", "clause-unknown", 1, 20,
                  "its clauses are: link, at");
    check_mistake("body b { at [0, 0] mass 1 kg\n mass 2 kg inertia 0 }", "clause-twice", 2, 2,
                  "first in line 1");
    check_mistake("body b { at [0, 0] mass 1 kg }", "clause-missing", 1, 1,
                  "body 'b' does not say its 'inertia'");
    check_mistake("body b { mass 1 kg inertia 0 }", "clause-missing", 1, 1,
                  "add `link <point> ...`, or `at <point>`");
    check_mistake("body b { at [0, 0] link [0, 0], [1, 0] massless }", "clause-conflict", 1, 10,
                  "'link' and 'at'");
    check_mistake("body b { at [0, 0] massless  frame e }", "clause-missing", 1, 30, "frame 'e'");
    check_mistake("expect b.x = 3", "clause-missing", 1, 1, "within");
    check_mistake("joint type t { lock d.yi  free hop x }", "word-unknown", 1, 32, "slide, turn");
    check_mistake("joint type t { lock d.yi  free turn w }", "word-unknown", 1, 37, "x, y, z");
    check_mistake("joint type t { field a mmm  lock d.yi }", "unit-unknown", 1, 24, "'mmm'");
    check_mistake(
        "joint type t { lock d.yi free turn x free turn x free turn x free turn x free turn x\n"
        "free turn x free turn x }",
        "type-too-large", 2, 13, "at most 6");
    check_mistake("run to -3 s", "run-not-valid", 1, 5, "greater than zero");
}

static void names_are_explained(void **state) {
    (void)state;
    check_mistake("param r = 3\nparam s = q + r\n", "name-unknown", 2, 11, "'q'");
    check_mistake("param long_name = 3\nparam s = 2*long_nam\n", "name-unknown", 2, 13,
                  "long_name");
    check_mistake("param r = 2*(s + 1)\nparam s = 3\n", "used-before-defined", 1, 14,
                  "line 2 of test.jd");
    check_mistake("param r = r\n", "used-before-defined", 1, 11, "its own definition");
    check_mistake("point A = B\nrepeat i from 0 to 1 { point B[i] = [0, 0] }\npoint B = [0, 0]",
                  "used-before-defined", 1, 11, "line 2");
    check_mistake("param r = 3\npoint r = [0, 0]\n", "name-taken", 2, 7, "line 1");
    check_mistake("param i = 3\nrepeat i from 0 to 2 {}\n", "name-taken", 2, 8, "index");
    check_mistake("repeat i from 0 to 2 { param a = i }\n", "name-taken", 1, 30, "a[i]");
    check_mistake("param time = 3", "name-reserved", 1, 7, "time");
    check_mistake(GOOD_BODY GOOD_BODY, "name-taken", 2, 6, "line 1");
    check_mistake("body crank { at [0, 0] massless }\njoint j : revolute ground -- crnk at [0, 0]",
                  "body-unknown", 2, 30, "did you mean 'crank'?");
    check_mistake("joint j : revolute ground -- b at [0, 0]\n" GOOD_BODY, "used-before-defined", 1,
                  30, "line 2");
    check_mistake(GOOD_BODY "joint j : revolute ground -- b.e", "frame-unknown", 2, 30,
                  "frame e at P");
    check_mistake(GOOD_BODY "joint j : revolut ground -- b at [0, 0]", "joint-type-unknown", 2, 11,
                  "did you mean 'revolute'?");
    check_mistake(GOOD_BODY "joint j : t ground -- b at [0, 0]\njoint type t { lock d.yi }",
                  "used-before-defined", 2, 11, "line 3");
    check_mistake(GOOD_BODY "force f : torqe ground -- b", "force-type-unknown", 2, 11, "torque");
    check_mistake(GOOD_BODY GOOD_JOINT "force f : effort k.angle value 1 N*m", "joint-unknown", 3,
                  18, "'k'");
    check_mistake(GOOD_BODY GOOD_JOINT "drive d : j.angel = time", "free-unknown", 3, 11,
                  "it has j.angle");
    check_mistake(GOOD_BODY GOOD_JOINT "drive d : j = time", "free-unknown", 3, 11,
                  "none of its frees");
}

static void values_are_checked(void **state) {
    (void)state;
    check_mistake("point A = [1 kg, 2 kg]", "dimension-mismatch", 1, 11, "length");
    check_mistake("point A = [1, 2, 3]", "vector-size", 1, 11, "does not say `spatial`");
    check_mistake("planar\npoint A = [1, 2, 3]", "vector-size", 2, 11, "2 numbers");
    check_mistake("body b { at [0, 0] mass 1 m  inertia 0 }", "dimension-mismatch", 1, 25, "mass");
    check_mistake("body b { link [1, 0] [1, 0] massless }", "link-no-length", 1, 22, "one place");
    check_mistake("body b { link [1, 0] massless }", "link-no-length", 1, 15, "two points or more");
    check_mistake(GOOD_BODY "joint j : revolute ground -- b", "clause-missing", 2, 1, "'j'");
    check_mistake(GOOD_BODY "joint j : rod ground -- b at [0, 0] [1, 0] lenght 1 m",
                  "field-unknown", 2, 44, "did you mean 'length'?");
    check_mistake(GOOD_BODY "joint j : prismatic ground -- b at [0, 0] axis 0*x", "axis-zero", 2,
                  48, "no length");
    check_mistake(GOOD_BODY "joint j : prismatic ground -- b at [0, 0] axis 3", "vector-size", 2,
                  48, "direction");
    check_mistake(GOOD_BODY "joint j : prismatic ground -- b at [0, 0] alpha [1, 2, 3] 1/s",
                  "gain-count", 2, 49, "2 locks");
    check_mistake(GOOD_BODY "force f : spring-damper b", "force-sides", 2, 25,
                  "between two bodies");
    check_mistake(GOOD_BODY "force f : point-force ground -- b value [1, 2]", "force-sides", 2, 23,
                  "on one body");
    check_mistake(GOOD_BODY GOOD_JOINT "force f : effort ground -- b value 1", "force-sides", 3, 18,
                  "jO.angle");
    check_mistake(GOOD_BODY GOOD_JOINT "force f : effort j.angle value 1 N", "dimension-mismatch",
                  3, 32, "torque");
    check_mistake("start b.x = [1, 2]", "vector-size", 1, 13, "one number");
    check_mistake("repeat i from 0 to 2.5 {}", "repeat-not-whole", 1, 20, "2.5");
    check_mistake("repeat i from 0 to 999999999 {}", "too-many-statements", 1, 1, "1000000");
    check_mistake("param a = 1e308*1e10", "expression-not-finite", 1, 11, "");
}

static void a_failed_declaration_causes_no_follow_ups(void **state) {
    (void)state;
    assert_int_equal(errors_of("param r = 3 mmm\n"
                               "point A = [r, 0]\n"
                               "body b { link [0, 0], A  massless }\n"
                               "joint j : revolute ground -- b at A\n"
                               "force f : effort j.angle value 3 N*m\n"
                               "drive d : j.angle = r*time\n"
                               "start j.angle = r\n"),
                     1);
    assert_int_equal(
        errors_of("joint type t { lock 3 }\n" GOOD_BODY "joint j : t ground -- b at [0, 0]\n"), 1);
    assert_int_equal(errors_of("boddy b { massless }\njoint j : revolute ground -- b at [0, 0]\n"),
                     1);
    assert_int_equal(errors_of("repeat i from 0 to 9 { point A[i] = [q, 0] }\npoint B = A[7]\n"),
                     1);
    assert_int_equal(errors_of("include \"nowhere/none.jd\"\npoint B = A[7] + r*[1, 0]\n"
                               "joint j : revolute ground -- b at B\n"),
                     1);
}

static void all_mistakes_come_in_one_pass_and_stop_at_fifty(void **state) {
    (void)state;
    assert_int_equal(errors_of("param a = 3 mmm\nbodi c {}\npoint A = [1 kg, 0]\nbody b { at P\n"),
                     4);
    Text text = {0};
    for (int n = 0; n < 200; n++) jd_text_print(&text, "param p%d = %s\n", n, n % 2 ? "q" : "");
    Reading reading = read_text(text.at);
    assert_null(reading.model);
    assert_int_equal(jd_log_errors(reading.log), 50);
    check_text(jd_log_message(reading.log, jd_log_count(reading.log) - 1).code,
               "too-many-messages");
    close_reading(reading);
    jd_text_free(&text);
}

static void every_message_has_an_explanation(void **state) {
    (void)state;
    static const char *const texts[] = {
        "param", "?", "param a = b", "body b {", "boby b", "planar\nspatial", "point A = 3"};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        Reading reading = read_text(texts[n]);
        assert_non_null(jd_code_find(jd_log_message(reading.log, 0).code));
        close_reading(reading);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_statements_are_explained),
        cmocka_unit_test(clauses_are_checked),
        cmocka_unit_test(names_are_explained),
        cmocka_unit_test(values_are_checked),
        cmocka_unit_test(a_failed_declaration_causes_no_follow_ups),
        cmocka_unit_test(all_mistakes_come_in_one_pass_and_stop_at_fifty),
        cmocka_unit_test(every_message_has_an_explanation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
