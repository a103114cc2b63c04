/* SPDX-License-Identifier: MIT
 *
 * Mistakes in parts, with the way to their instance, each told once; and parts that mean no good.
 */
#include "text_check.h"

/* ---- Mistakes ------------------------------------------------------------------------------- */

/* The text has the one mistake `code` in the line, and these are its hints. */
static void check_hints(const char *text, const char *code, int line, const char *hints) {
    Reading r = read_text(text);
    const JdMessage m = jd_log_message(r.log, 0);
    if (jd_log_errors(r.log) != 1) jd_log_print(r.log, stderr);
    assert_int_equal(jd_log_errors(r.log), 1);
    check_text(m.code, code);
    assert_int_equal(m.line, line);
    check_text(m.hint, hints);
    close_reading(r);
}

static void mistakes_name_the_instance_and_the_line(void **state) {
    (void)state;
    check_hints("part p {\n  param m = 1 kg\n  body b { at [0, 0]  mass m  inertia q }\n}\n"
                "use c1 : p\nuse c2 : p\n",
                "name-unknown", 3,
                "define it above: `param q = ...` or `point q = ...`\nin c1, a p used in line 5");
    check_hints(
        "part oar {\n  param m = 1 kg\n  body b { at [0, 0]  mass m  inertia 1\n  massles }\n"
        "}\npart boat {\n  use o[1] : oar\n  use o[2] : oar\n}\nuse c1 : boat\nuse c2 : boat\n",
        "clause-unknown", 4, "did you mean 'massless'?");
    check_hints("part oar {\n  param m\n  joint j : revolute ground -- b  at [0, 0]\n"
                "  body b { at [0, 0]  massless }\n}\n"
                "part boat {\n  use o[1] : oar  with m = 1 kg\n}\nuse c1 : boat\nuse c2 : boat\n",
                "used-before-defined", 3,
                "move its definition up\nin c1.o[1], an oar used in line 7\n"
                "in c1, a boat used in line 9");
    check_mistake("part p { body b { at [0, 0]  mass 1 kg } }\nuse c[3] : p\n", "clause-missing", 1,
                  10, "body 'c[3].b' does not say its 'inertia'");
    check_mistake("part p { param m = 1 kg\n body b { at [0, 0]  mass m  inertia 0 } }\n"
                  "use c : p with m = -1 kg\n",
                  "mass-negative", 2, 27, "'c.b'");
}

static void each_place_is_news_once(void **state) {
    (void)state;
    /* c1 and c3 have the same mistake; that of c2 is another one. */
    Reading r = read_text("part p { param m = 1 kg\n param k = 1\n"
                          " body b { at [0, 0]  mass m  inertia 0 }\n"
                          " repeat i from 1 to k { point A[i] = [i, 0] }\n}\n"
                          "use c1 : p with m = -1 kg\nuse c2 : p with k = 1.5\n"
                          "use c3 : p with m = -2 kg\n");
    assert_int_equal(jd_log_errors(r.log), 2);
    assert_int_equal(jd_log_message(r.log, 0).line, 3);
    check_contains(jd_log_message(r.log, 0).hint, "in c1, a p used in line 6");
    check_text(jd_log_message(r.log, 1).code, "repeat-not-whole");
    check_contains(jd_log_message(r.log, 1).hint, "in c2, a p used in line 7");
    close_reading(r);
}

static void what_follows_from_a_mistake_is_silent(void **state) {
    (void)state;
    /* A part that failed, an instance that failed, a thing in an instance that failed. */
    assert_int_equal(
        errors_of("part p { oops }\nuse a : p\njoint j : fixed ground -- a.b at [0, 0]\n"), 2);
    assert_int_equal(errors_of("use a : q\njoint j : fixed ground -- a.b at a.P\nparam x = a.r\n"
                               "output a.b.x\nuse b : q\n"),
                     2);
    assert_int_equal(
        errors_of("part p { param r = 3 xx\n point A = [r, 0]\n body b { at A massless } "
                  "}\nuse a : p\njoint j : fixed ground -- a.b at a.A\nparam q = a.r\n"),
        1);
    assert_int_equal(errors_of("part p { param r\n body b { at [r, 0] massless } }\nuse a : p\n"
                               "param q = a.r\njoint j : fixed ground -- a.b at [0, 0]\n"),
                     1);
}

static void names_that_lead_to_nothing_are_explained(void **state) {
    (void)state;
#define HOOK                                                                                       \
    "part p { point A = [0, 0]\n param rate = 1\n body b { at A massless }\n port hook = b }\n"
    check_mistake(HOOK "use c : p\njoint j : fixed ground -- c.hok at [0, 0]\n", "port-unknown", 6,
                  27, "did you mean 'c.hook'?");
    check_mistake(HOOK "use c : p\njoint j : fixed ground -- c at [0, 0]\n", "port-unknown", 6, 27,
                  "its ports are: c.hook");
    check_mistake(HOOK "use c[1] : p\njoint j : fixed ground -- c[2].hook at [0, 0]\n",
                  "name-unknown", 6, 27, "other indices");
    check_mistake(HOOK "joint j : fixed ground -- c.hook at [0, 0]\nuse c : p\n",
                  "used-before-defined", 5, 27, "only in line 6");
    check_mistake(HOOK "param q = c.rat\nuse c : p\n", "used-before-defined", 5, 11, "'c'");
    check_mistake(HOOK "use c : p\nparam q = c.rat\n", "name-unknown", 6, 11, "'c.rate'");
    check_mistake(HOOK "use c : p\nparam q = c.A.z\n", "name-unknown", 6, 11, "'c.A.z'");
    check_mistake(HOOK "use c : p\nforce f : effort c.j.angle value 1 N\n", "port-unknown", 6, 18,
                  "no 'j' in c, a p");
    check_mistake("use c : p\n" HOOK, "used-before-defined", 1, 9, "only in line 2");
    check_mistake(
        "part p { body rod { at [0, 0] massless }\n joint j : fixed ground -- rood at [0, 0] "
        "}\nuse c : p\n",
        "body-unknown", 2, 28, "did you mean 'rod'?");
    check_mistake("part p { port q = b.e\n body b { at [0, 0] massless } }\nuse c : p\n",
                  "used-before-defined", 1, 19, "'c.b' is used here");
}

static void names_of_instances_are_their_own(void **state) {
    (void)state;
    check_mistake("part p { }\nuse c : p\nuse c : p\n", "name-taken", 3, 5, "'c'");
    check_mistake("part p { }\nrepeat i from 1 to 2 { use c : p }\n", "name-taken", 2, 28, "c[i]");
    check_mistake("part p { }\npoint c = [0, 0]\nuse c : p\n", "name-taken", 3, 5, "line 2");
    check_mistake("part p { }\nuse c : p\nbody c { at [0, 0] massless }\n", "name-taken", 2, 5,
                  "line 3");
    check_mistake("part p { }\nuse ground : p\n", "name-reserved", 2, 5, "ground");
    check_mistake("part p { }\npart p { }\n", "name-taken", 2, 6, "line 1");
    check_mistake("part p { body b { at [0, 0] massless }\n port b = b }\nuse c : p\n",
                  "name-taken", 2, 7, "'c.b'");
    check_mistake("part p { body ground { at [0, 0] massless } }\nuse c : p\n", "name-reserved", 1,
                  15, "c.ground");
}

static void what_belongs_to_the_model_stays_outside(void **state) {
    (void)state;
    /* Said once, used or not. */
    check_mistake("part p { spatial }\nuse a : p\nuse b : p\n", "part-statement", 1, 10,
                  "`spatial`");
    check_mistake("part p {\n repeat i from 1 to 2 { run to 1 s } }\n", "part-statement", 2, 25,
                  "`run`");
    check_mistake("part p { part q { } }\nuse a : p\n", "part-statement", 1, 10, "part 'p'");
    check_mistake("part p { part q { }\n use r : q }\nuse a : p\n", "part-statement", 1, 10,
                  "`part`");
    check_mistake("part p { joint type t { lock d.yi } }\n", "part-statement", 1, 10,
                  "`joint type`");
    check_mistake("port q = ground\n", "part-statement", 1, 1, "a port");
}

/* ---- No good meant -------------------------------------------------------------------------- */

static void parts_within_themselves_end(void **state) {
    (void)state;
    check_mistake("part p { use q : p }\nuse a : p\n", "part-recursive", 1, 18, "a is one already");
    check_mistake("part p { use a : q }\npart q { use b : p }\nuse c : p\n", "part-recursive", 2,
                  18, "c is one already");
}

static void deep_parts_end(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "part p0 { }\n");
    for (int n = 1; n < 40; n++) jd_text_print(&text, "part p%d { use a : p%d }\n", n, n - 1);
    Text more = {0};
    jd_text_print(&more, "%suse a : p31\n", text.at);
    close_reading(read_good(more.at));
    jd_text_free(&more);
    jd_text_print(&text, "use a : p39\n");
    check_mistake(text.at, "nesting-too-deep", 9, 19, "32 deep");
    jd_text_free(&text);
}

static void wide_parts_end(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "part p0 { param r = 1 }\n");
    for (int n = 1; n < 30; n++)
        jd_text_print(&text, "part p%d { use a : p%d\n use b : p%d }\n", n, n - 1, n - 1);
    jd_text_print(&text, "use a : p29\n");
    Reading r = read_text(text.at);
    assert_int_equal(jd_log_errors(r.log), 1);
    check_text(jd_log_message(r.log, 0).code, "too-many-statements");
    close_reading(r);
    jd_text_free(&text);
}

static void many_mistakes_in_parts_end(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "part p {\n");
    for (int n = 0; n < 200; n++) jd_text_print(&text, "param a%d = nothing%d\n", n, n);
    jd_text_print(&text, "}\nuse a : p\nuse b : p\nparam c = nothing\n");
    Reading r = read_text(text.at);
    assert_int_equal(jd_log_errors(r.log), 50);
    assert_int_equal(jd_log_count(r.log), 51);
    check_text(jd_log_message(r.log, 50).code, "too-many-messages");
    close_reading(r);
    assert_null(jd_model_read_text("m", text.at, text.count, (JdReadDef){0}, NULL));
    jd_text_free(&text);
}

static void many_instances_take_linear_time(void **state) {
    (void)state;
    Reading r = read_good("part leg { body b { at [0, 0] massless } }\n"
                          "repeat k from 1 to 20000 { use l[k] : leg at [k, 0] m }\n");
    assert_int_equal(r.model->bodies.count, 20001);
    check_text(r.model->bodies.at[20000].name, "l[20000].b");
    check_near(r.model->bodies.at[20000].pose.p.x, 20000, 0, "the last one");
    close_reading(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_name_the_instance_and_the_line),
        cmocka_unit_test(each_place_is_news_once),
        cmocka_unit_test(what_follows_from_a_mistake_is_silent),
        cmocka_unit_test(names_that_lead_to_nothing_are_explained),
        cmocka_unit_test(names_of_instances_are_their_own),
        cmocka_unit_test(what_belongs_to_the_model_stays_outside),
        cmocka_unit_test(parts_within_themselves_end),
        cmocka_unit_test(deep_parts_end),
        cmocka_unit_test(wide_parts_end),
        cmocka_unit_test(many_mistakes_in_parts_end),
        cmocka_unit_test(many_instances_take_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
