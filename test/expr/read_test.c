/* SPDX-License-Identifier: MIT
 *
 * Reading and writing of expressions: binding of operators, units, mistakes, and random trees
 * there and back. */
#include "expr/expr.h"
#include "check.h"
#include <stdlib.h>

/* ---- Trees as text with all brackets -------------------------------------------------------- */

static void show(const Expr *expr, Text *out) {
    switch (expr->kind) {
    case EXPR_NUMBER:
        jd_text_print(out, "%g%s%s", expr->number, expr->text ? "_" : "",
                      expr->text ? expr->text : "");
        return;
    case EXPR_STRING:
        jd_text_print(out, "'%s'", expr->text);
        return;
    case EXPR_NAME:
        jd_text_print(out, "%s", expr->text);
        return;
    default:
        break;
    }
    static const char *const kinds[] = {
        [EXPR_FIELD] = "field",   [EXPR_INDEX] = "index", [EXPR_CALL] = "call",
        [EXPR_VECTOR] = "vector", [EXPR_UNITED] = "unit", [EXPR_DOT] = "dot"};
    const char *kind =
        expr->kind == EXPR_UNARY || expr->kind == EXPR_BINARY ? NULL : kinds[expr->kind];
    jd_text_print(out, "(%s%s%s", kind ? kind : "", kind && expr->text ? " " : "",
                  expr->text ? expr->text : "");
    for (int n = 0; n < expr->count; n++) {
        jd_text_add(out, " ", 1);
        show(expr->args[n], out);
    }
    jd_text_add(out, ")", 1);
}

static void check_tree(const char *text, const char *expected) {
    Arena arena = {0};
    JdLog *log = jd_log_new();
    Text out = {0};
    const Source source = {"a.jd", text, strlen(text)};
    const Expr *expr = jd_expr_parse(&source, &arena, log);
    if (expr)
        show(expr, &out);
    else
        jd_text_print(&out, "%s: %s", jd_log_message(log, 0).code, jd_log_message(log, 0).text);
    check_text(out.at, expected);
    assert_int_equal(jd_log_errors(log), expr ? 0 : 1);
    if (!expr && !jd_code_find(jd_log_message(log, 0).code)) fail_msg("%s is no code", out.at);
    jd_text_free(&out);
    jd_log_free(log);
    jd_arena_free(&arena);
}

static void operators_bind_as_in_mathematics(void **state) {
    (void)state;
    check_tree("a + b*c^d", "(+ a (* b (^ c d)))");
    check_tree("a - b - c", "(- (- a b) c)");
    check_tree("a/b/c", "(/ (/ a b) c)");
    check_tree("a^b^c", "(^ a (^ b c))");
    check_tree("-a^2", "(- (^ a 2))");
    check_tree("a^-2*b", "(* (^ a (- 2)) b)");
    check_tree("-a*b", "(* (- a) b)");
    check_tree("a < b and c or !d == e", "(or (and (< a b) c) (== (! d) e))");
    check_tree("(a + b)*c", "(* (+ a b) c)");
    check_tree("a - -b + +c", "(+ (- a (- b)) c)");
}

static void units_stand_behind_numbers_and_brackets(void **state) {
    (void)state;
    check_tree("7.4e-5 kg*m^2", "7.4e-05_kg*m^2");
    check_tree("160mm", "160_mm");
    check_tree("2 N * m", "(* 2_N m)");
    check_tree("2 N*m", "2_N*m");
    check_tree("2 N*x", "(* 2_N x)");
    check_tree("2 m/2", "(/ 2_m 2)");
    check_tree("2 m^n", "(^ 2_m n)");
    check_tree("2 m ^2", "(^ 2_m 2)");
    check_tree("2 m^-1", "2_m^-1");
    check_tree("50 1/s", "50_1/s");
    check_tree("50 1/s^2*m", "50_1/s^2*m");
    check_tree("[0, 1] m/s", "(unit m/s (vector 0 1))");
    check_tree("(a) mm", "(unit mm a)");
    check_tree("sin(a) m", "(unit m (call sin a))");
    check_tree("-5 m^2", "(- 5_m^2)");
    check_tree("10 rad/s * time", "(* 10_rad/s time)");
    check_tree("2 kg*m.vx", "(* 2_kg (field vx m))");
    check_tree("2 N*m*g.angle", "(* 2_N*m (field angle g))");
    check_tree("2 N/m[1]", "(/ 2_N (index m 1))");
    check_tree("2 N*s(x)", "(* 2_N (call s x))");
}

static void names_have_fields_and_indices_when_tight(void **state) {
    (void)state;
    check_tree("a.b.c", "(field c (field b a))");
    check_tree("A[i+1].x", "(field x (index A (+ i 1)))");
    check_tree("A[1][2]", "(index (index A 1) 2)");
    check_tree("(a - b).x", "(field x (- a b))");
    check_tree("d.(xi + yj)", "(dot d (+ xi yj))");
    check_tree("(a).(b).x", "(field x (dot a b))");
    check_tree("f()", "(call f)");
    check_tree("f(a, [b, c])", "(call f a (vector b c))");
    check_tree("sin (a)", "(call sin a)");
    check_tree("\"a\\\"b\"", "'a\"b'");
    check_tree("(a +\n b # why\n)\n", "(+ a b)");
    check_tree("[1,\n\n2]", "(vector 1 2)");
}

static void an_expression_ends_where_the_next_word_starts(void **state) {
    (void)state;
    Arena arena = {0};
    const char *text = "O A [r, 0] m 12 mm at 1 A[1] N 3 g\n";
    const char *const expected[] = {
        "O", "A", "(unit m (vector r 0))", "12_mm", "at", "1", "(index A 1)", "N", "3_g"};
    const Source source = {"a.jd", text, strlen(text)};
    Lexer lexer;
    jd_lexer_start(&lexer, &source);
    for (size_t n = 0; n < sizeof expected / sizeof *expected; n++) {
        Text out = {0};
        const Expr *expr = jd_expr_read(&lexer, &arena, NULL);
        assert_non_null(expr);
        show(expr, &out);
        check_text(out.at, expected[n]);
        jd_text_free(&out);
    }
    assert_int_equal(lexer.token.kind, TOKEN_LINE);
    jd_arena_free(&arena);
}

static void mistakes_are_named(void **state) {
    (void)state;
    check_tree("", "expression-syntax: a value is missing here");
    check_tree("a +", "expression-syntax: a value is missing here");
    check_tree("a + * b", "expression-syntax: a value is missing before '*'");
    check_tree("a and or b", "expression-syntax: a value is missing before 'or'");
    check_tree("(a", "expression-syntax: this '(' has no closing ')'");
    check_tree("f(a b)", "expression-syntax: ',' or ')' is expected before 'b'");
    check_tree("f(1 furlong)", "unit-unknown: there is no unit 'furlong'");
    check_tree("[a; b]", "expression-syntax: ',' or ']' is expected before ';'");
    check_tree("[]", "expression-syntax: there is nothing between '[' and ']'");
    check_tree("a b", "expression-syntax: nothing more is expected behind the expression, but 'b' "
                      "follows");
    check_tree("a < b < c", "expression-syntax: comparisons cannot follow each other");
    check_tree("\"a", "expression-syntax: this string has no closing quote");
    check_tree("a + $", "text-bad-character: the character '$' means nothing here");
    check_tree("a.1", "expression-syntax: a name is missing directly behind the '.'");
    check_tree("12 mmm", "unit-unknown: there is no unit 'mmm'");
    check_tree("12mmm + 1", "unit-unknown: there is no unit 'mmm'");
    check_tree("1e999 m", "number-too-large: this number is too large");
}

/* A bracket that is not closed does not swallow the lines behind it. */
static void reading_goes_on_in_the_next_line(void **state) {
    (void)state;
    Arena arena = {0};
    const char *text = "(a + 2\nb\n";
    const Source source = {"a.jd", text, strlen(text)};
    Lexer lexer;
    jd_lexer_start(&lexer, &source);
    assert_null(jd_expr_read(&lexer, &arena, NULL));
    assert_int_equal(lexer.token.kind, TOKEN_LINE);
    jd_lexer_next(&lexer);
    assert_true(jd_token_is(&lexer.token, "b"));
    jd_arena_free(&arena);
}

static void check_size(const char *open, const char *close, int count, bool fits) {
    Text text = {0};
    Arena arena = {0};
    JdLog *log = jd_log_new();
    for (int n = 0; n < count; n++) jd_text_add(&text, open, strlen(open));
    jd_text_add(&text, "1", 1);
    for (int n = 0; n < count; n++) jd_text_add(&text, close, strlen(close));
    const Source source = {"a.jd", text.at, text.count};
    const Expr *expr = jd_expr_parse(&source, &arena, log);
    if (fits != (expr != NULL)) fail_msg("%d times %s", count, open);
    if (!fits) check_text(jd_log_message(log, 0).code, "expression-too-large");
    const Scope scope = {.arena = &arena};
    if (fits) jd_expr_value(expr, &scope, log);
    jd_log_free(log);
    jd_arena_free(&arena);
    jd_text_free(&text);
}

static void deep_and_long_expressions_are_refused_in_words(void **state) {
    (void)state;
    check_size("(", ")", 150, true);
    check_size("(", ")", 100000, false);
    check_size("- ", "", 100000, false);
    check_size("2^", "", 100000, false);
    check_size("a[", "]", 100000, false);
    check_size("1+", "", 400, true);
    check_size("1+", "", 100000, false);
}

/* ---- Random trees --------------------------------------------------------------------------- */

static const char *pick(const char *const *from, size_t count) {
    return from[check_random() % count];
}
#define PICK(...)                                                                                  \
    pick((const char *const[]){__VA_ARGS__},                                                       \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static Expr *random_tree(Arena *arena, int depth);

static Expr *node(Arena *arena, ExprKind kind, const char *text, int count, int depth) {
    Expr *expr = ARENA_NEW(arena, Expr, 1);
    *expr = (Expr){.kind = kind, .text = text, .count = count};
    expr->args = count ? ARENA_NEW(arena, Expr *, count) : NULL;
    for (int n = 0; n < count; n++) expr->args[n] = random_tree(arena, depth - 1);
    return expr;
}

static Expr *random_leaf(Arena *arena) {
    const int kind = (int)(check_random() % 8);
    if (kind == 0) return node(arena, EXPR_STRING, PICK("", "a b", "say \"x\\y\""), 0, 0);
    if (kind < 4) return node(arena, EXPR_NAME, PICK("a", "m", "N", "sin", "x1_b", "s"), 0, 0);
    const char *unit = kind < 6 ? NULL : PICK("mm", "kg*m^2", "1/s", "N*s/m", "rad/s^2");
    Expr *number = node(arena, EXPR_NUMBER, unit, 0, 0);
    number->number = kind % 2 ? (double)(check_random() % 100) : check_uniform(0, 1e-6);
    return number;
}

static Expr *random_tree(Arena *arena, int depth) {
    if (depth == 0) return random_leaf(arena);
    Expr *expr;
    switch (check_random() % 11) {
    case 0:
        return random_leaf(arena);
    case 1:
        return node(arena, EXPR_UNARY, PICK("-", "!"), 1, depth);
    case 2:
        return node(arena, EXPR_FIELD, PICK("x", "tip"), 1, depth);
    case 3:
        expr = node(arena, EXPR_INDEX, NULL, 2, depth);
        while (expr->args[0]->kind != EXPR_NAME && expr->args[0]->kind != EXPR_FIELD &&
               expr->args[0]->kind != EXPR_INDEX)
            expr->args[0] = random_tree(arena, depth - 1);
        return expr;
    case 4:
        return node(arena, EXPR_CALL, PICK("f", "min", "sin"), (int)(check_random() % 4), depth);
    case 5:
        return node(arena, EXPR_VECTOR, NULL, 1 + (int)(check_random() % 3), depth);
    case 6:
        return node(arena, EXPR_UNITED, PICK("m", "m/s", "1/s"), 1, depth);
    case 7:
        return node(arena, EXPR_DOT, NULL, 2, depth);
    default:
        return node(arena, EXPR_BINARY,
                    PICK("+", "-", "*", "/", "^", "<", ">", "<=", ">=", "==", "!=", "and", "or"), 2,
                    depth);
    }
}

static bool same_tree(const Expr *a, const Expr *b) {
    if (a->kind != b->kind || a->count != b->count || a->number != b->number) return false;
    if (!a->text != !b->text || (a->text && strcmp(a->text, b->text) != 0)) return false;
    for (int n = 0; n < a->count; n++)
        if (!same_tree(a->args[n], b->args[n])) return false;
    return true;
}

static void random_trees_read_back_as_they_were(void **state) {
    (void)state;
    for (int trial = 0; trial < 30000; trial++) {
        Arena arena = {0};
        Text text = {0}, again = {0};
        const Expr *tree = random_tree(&arena, 1 + trial % 6);
        jd_expr_write(tree, &text);
        const Source source = {"a.jd", text.at, text.count};
        const Expr *back = jd_expr_parse(&source, &arena, NULL);
        if (!back || !same_tree(tree, back)) fail_msg("%s does not read back", text.at);
        jd_expr_write(back, &again);
        check_text(again.at, text.at);
        jd_text_free(&text);
        jd_text_free(&again);
        jd_arena_free(&arena);
    }
}

/* Pieces of expressions in any order: read or refused with a message, never worse. */
static void junk_is_read_or_refused(void **state) {
    (void)state;
    int good = 0;
    for (int trial = 0; trial < 50000; trial++) {
        Text text = {0};
        Arena arena = {0};
        JdLog *log = jd_log_new();
        const int length = 1 + (int)(check_random() % 8);
        for (int n = 0; n < length; n++)
            jd_text_print(&text, "%s",
                          PICK("a", "1", "2 m", "(", ")", "[", "]", ",", ".", "+", "-", "*", "/",
                               "^", " ", "\n", "<", "and ", "!", "\"", "$", "sin(", "N", "1/s",
                               ".x", "0"));
        const Source source = {"a.jd", text.at, text.count};
        const Expr *expr = jd_expr_parse(&source, &arena, log);
        assert_int_equal(jd_log_errors(log), expr ? 0 : 1);
        good += expr != NULL;
        const Scope scope = {.arena = &arena};
        if (expr && !jd_expr_value(expr, &scope, log).count) assert_true(jd_log_errors(log) > 0);
        jd_log_free(log);
        jd_arena_free(&arena);
        jd_text_free(&text);
    }
    assert_true(good > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_mathematics),
        cmocka_unit_test(units_stand_behind_numbers_and_brackets),
        cmocka_unit_test(names_have_fields_and_indices_when_tight),
        cmocka_unit_test(an_expression_ends_where_the_next_word_starts),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(reading_goes_on_in_the_next_line),
        cmocka_unit_test(deep_and_long_expressions_are_refused_in_words),
        cmocka_unit_test(random_trees_read_back_as_they_were),
        cmocka_unit_test(junk_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
