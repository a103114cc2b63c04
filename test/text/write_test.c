/* SPDX-License-Identifier: MIT
 *
 * Reading and writing: golden texts, and random documents made from the grammar's own tables. */
#include "random_text.h"

static void layout_is_canonical(void **state) {
    (void)state;
    char *words = check_round_trip("  model   m\n"
                                   "planar\n"
                                   "param r=153mm\n"
                                   "point O=[0,0]\n"
                                   "body crank {mass 38 g\n"
                                   "  inertia 7.4e-5 kg*m^2\n"
                                   "  link O A }\n"
                                   "joint j:pin-in-slot ground--crank axis x at O\n"
                                   "start j.angle=0,\n j.rate=-(1+2)*3 rad/s\n");
    check_text(words, "model m\n"
                      "planar\n"
                      "\n"
                      "param r = 153 mm\n"
                      "\n"
                      "point O = [0, 0]\n"
                      "\n"
                      "body crank { link O A  mass 38 g  inertia 7.4e-5 kg*m^2 }\n"
                      "\n"
                      "joint j : pin-in-slot ground -- crank  at O  axis x\n"
                      "\n"
                      "start j.angle = 0, j.rate = -(1 + 2) * 3 rad/s\n");
    jd_free_text(words);
}

static void statements_may_share_a_line_and_braces_may_follow_on_the_next(void **state) {
    (void)state;
    char *words = check_round_trip("repeat i from 0 to 3 { point A[i] = [i, 0] point B[i] = A[i]\n"
                                   "  body b[i]\n{ at A[i] massless } repeat k from 1 to i {} }\n"
                                   "run { to 3 s\n every 1 s }");
    check_text(words, "repeat i from 0 to 3 {\n"
                      "    point A[i] = [i, 0]\n"
                      "    point B[i] = A[i]\n"
                      "\n"
                      "    body b[i] { at A[i]  massless }\n"
                      "\n"
                      "    repeat k from 1 to i {\n"
                      "    }\n"
                      "}\n"
                      "\n"
                      "run to 3 s  every 1 s\n");
    jd_free_text(words);
}

static void frames_keep_their_clauses_to_themselves(void **state) {
    (void)state;
    char *words = check_round_trip(
        "body K { frame e at P angle 1 rad\n angle 2 rad at Q frame f {local [0,0]} "
        "mass 1 kg inertia 0 }");
    check_text(words, "body K {\n"
                      "    at Q\n"
                      "    angle 2 rad\n"
                      "    mass 1 kg\n"
                      "    inertia 0\n"
                      "    frame e  at P  angle 1 rad\n"
                      "    frame f  local [0, 0]\n"
                      "}\n");
    jd_free_text(words);
}

static void long_statements_get_a_line_for_each_clause(void **state) {
    (void)state;
    char *words = check_round_trip(
        "run to 100000000 s every 100000000 s step 100000000 s tol 100000000 stepper "
        "rk4 form newton-euler stabilise none");
    check_contains(words, "run {\n    to 100000000 s\n");
    check_contains(words, "    stabilise none\n}\n");
    jd_free_text(words);
}

static void what_could_be_misread_is_written_apart(void **state) {
    (void)state;
    /* A point called like a clause, values that look like a sum, a field called like a unit. */
    char *words = check_round_trip("body b { link at, mass, -C, [1, 2], m massless }");
    check_text(words, "body b { link at, mass, -C, [1, 2], m  massless }\n");
    jd_free_text(words);
    words = check_round_trip("joint j : elsewhere ground -- b { at P\n m 3\n offset r }");
    check_text(words, "joint j : elsewhere ground -- b {\n    at P\n    m 3\n    offset r\n}\n");
    jd_free_text(words);
}

static void fields_of_a_type_of_the_text_end_its_points(void **state) {
    (void)state;
    char *words =
        check_round_trip("joint type slot { field offset m = 0 m  field k  lock d.yi - k*offset }\n"
                         "joint j : slot ground -- b at P offset r k 3\n"
                         "joint l : rod ground -- b at P Q length r\n");
    check_contains(words, "joint j : slot ground -- b  at P  offset r  k 3\n");
    check_contains(words, "joint l : rod ground -- b  at P Q  length r\n");
    jd_free_text(words);
}

static void strings_keep_quotes_and_backslashes(void **state) {
    (void)state;
    char *words = check_round_trip("include \"a \\\"b\\\" \\\\ c.jd\"");
    check_text(words, "include \"a \\\"b\\\" \\\\ c.jd\"\n");
    jd_free_text(words);
}

static void colours_are_words_or_strings(void **state) {
    (void)state;
    char *words =
        check_round_trip("show gear on w { colour \"red\" teeth 20\n diameter 3 mm }\n"
                         "body w { colour \"#4682b4\" at O massless show none\nanimation off }\n"
                         "joint j : revolute ground -- w at O animation off\nanimation off");
    check_text(words,
               "show gear on w  diameter 3 mm  teeth 20  colour red\n\n"
               "body w {\n    at O\n    massless\n    colour \"#4682b4\"\n    animation off\n"
               "    show none\n}\n\njoint j : revolute ground -- w  at O  animation "
               "off\n\nanimation off\n");
    jd_free_text(words);
}

static void a_joint_may_be_called_type(void **state) {
    (void)state;
    char *words = check_round_trip("joint type : revolute ground -- b at O");
    check_text(words, "joint type : revolute ground -- b  at O\n");
    jd_free_text(words);
}

/* ---- Random documents ----------------------------------------------------------------------- */

static void random_documents_of_the_grammar_survive_the_round_trip(void **state) {
    (void)state;
    check_seed(7);
    for (int trial = 0; trial < 400; trial++) {
        Text text = {0};
        const int before = marks;
        jd_text_print(&text, "# %d\n", trial);
        random_statements(0, &text);
        char *words = check_round_trip(text.at);
        for (int mark = before + 1; mark <= marks; mark++) {
            char number[16];
            snprintf(number, sizeof number, "%d", mark);
            check_contains(words, number);
        }
        jd_free_text(words);
        jd_text_free(&text);
    }
    assert_true(marks > 5000);
}

/* ---- The tables ----------------------------------------------------------------------------- */

static void check_kind(const Kind *kind, bool statement) {
    assert_non_null(kind->summary);
    assert_true(jd_kind_width(kind) <= SHAPE_SLOTS);
    assert_int_equal(kind->build != NULL, statement);
    Unit unit;
    if (kind->unit) assert_true(jd_unit_parse(kind->unit, &unit));
    for (const Kind *k = kind->clauses; k && k->word; k++) {
        /* A number followed by a clause must not seem to have a unit; keys in JSON must be unique.
         */
        assert_false(jd_unit_find(k->word, strlen(k->word), &unit));
        for (const SlotShape *s = kind->shape; s->label; s++)
            assert_string_not_equal(s->label, k->word);
        for (const Kind *other = k + 1; other->word; other++)
            assert_string_not_equal(other->word, k->word);
        check_kind(k, false);
    }
}

static void tables_are_sound(void **state) {
    (void)state;
    int count = 0;
    for (const Kind *kind; (kind = jd_statement_at(count)); count++) check_kind(kind, true);
    assert_true(count >= 17);
    assert_null(jd_statement_at(-1));
}

/* The part of the manual between its marks is what the tables say. */
static void manual_shows_the_grammar_of_the_tables(void **state) {
    (void)state;
    FILE *file = fopen(JD_ROOT "/doc/model-text.md", "rb");
    assert_non_null(file);
    static char page[1 << 17];
    const size_t length = fread(page, 1, sizeof page - 1, file);
    page[length] = '\0';
    fclose(file);
    static char grammar[1 << 17];
    FILE *pipe = popen(JD_PROGRAM " doc language", "r");
    assert_non_null(pipe);
    grammar[fread(grammar, 1, sizeof grammar - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    const char *first = strstr(grammar, "### `model");
    assert_non_null(first);
    check_contains(page, "<!-- grammar -->\n");
    check_contains(page, first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_is_canonical),
        cmocka_unit_test(statements_may_share_a_line_and_braces_may_follow_on_the_next),
        cmocka_unit_test(frames_keep_their_clauses_to_themselves),
        cmocka_unit_test(long_statements_get_a_line_for_each_clause),
        cmocka_unit_test(what_could_be_misread_is_written_apart),
        cmocka_unit_test(fields_of_a_type_of_the_text_end_its_points),
        cmocka_unit_test(strings_keep_quotes_and_backslashes),
        cmocka_unit_test(colours_are_words_or_strings),
        cmocka_unit_test(a_joint_may_be_called_type),
        cmocka_unit_test(random_documents_of_the_grammar_survive_the_round_trip),
        cmocka_unit_test(tables_are_sound),
        cmocka_unit_test(manual_shows_the_grammar_of_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
