/* SPDX-License-Identifier: MIT
 *
 * Symbols: what is always right when they are built, derivatives against differences, the normal
 * form against identities, common parts, and how they are written. */
#include "sym/sym.h"
#include "check.h"
#include <stdlib.h>

typedef struct {
    Arena arena;
    SymPool *pool;
    JdLog *log;
} Desk;

static int open_desk(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    desk->pool = jd_sym_pool(&desk->arena, 1 << 20);
    desk->log = jd_log_new();
    *state = desk;
    return desk->pool ? 0 : -1;
}

static int close_desk(void **state) {
    Desk *desk = *state;
    jd_log_free(desk->log);
    jd_arena_free(&desk->arena);
    free(desk);
    return 0;
}

/* An expression of the model language as a symbol. */
static Sym read_sym(Desk *desk, const char *text) {
    const Source *source = NULL;
    Source *made = ARENA_NEW(&desk->arena, Source, 1);
    *made = (Source){"test", jd_arena_copy(&desk->arena, text), strlen(text)};
    source = made;
    const Expr *expr = jd_expr_parse(source, &desk->arena, desk->log);
    const Sym s = expr ? jd_sym_of_expr(desk->pool, expr, desk->log) : SYM_NONE;
    if (!s) fail_msg("'%s' cannot be read", text);
    return s;
}

static const char *print_sym(Desk *desk, Sym s, SymStyle style) {
    Text text = {0};
    jd_sym_print(desk->pool, s, style, &text);
    const char *kept = jd_arena_copy(&desk->arena, text.at ? text.at : "");
    jd_text_free(&text);
    return kept;
}

static void check_sym(Desk *desk, Sym s, const char *wanted) {
    check_text(print_sym(desk, s, SYM_TEXT), wanted);
}

static void check_built(Desk *desk, const char *text, const char *wanted) {
    check_sym(desk, read_sym(desk, text), wanted);
}

/* ---- Building ------------------------------------------------------------------------------- */

static void like_terms_and_bases_are_one(void **state) {
    Desk *desk = *state;
    check_built(desk, "x + y + x", "2*x + y");
    check_built(desk, "x*y*x/y", "x^2");
    check_built(desk, "x - x", "0");
    check_built(desk, "0.766044443118978*x", "0.766044443118978*x"); /* a decimal, not a fraction */
    check_built(desk, "0.125*x", "x/8");
    check_built(desk, "x*0.3*(1/0.3)", "x");
    check_built(desk, "2*x/4", "x/2");
    check_built(desk, "0.1*x + 0.2*x", "3*x/10");
    check_built(desk, "(2*x + 4*y)*3", "6*(x + 2*y)");
    check_built(desk, "z*(2*x + 4*y)", "2*z*(x + 2*y)");
    check_built(desk, "m/(2*x^2 + 2*y^2)", "m/(2*(x^2 + y^2))");
    check_built(desk, "(a + b)/(4*(x^2 + y^2))", "(a + b)/(4*x^2 + 4*y^2)"); /* one coefficient */
    check_built(desk, "sqrt(x)*sqrt(x)", "x");
    check_built(desk, "(x^2)^3", "x^6");
    check_built(desk, "sin(-x) + cos(-x)", "cos(x) - sin(x)");
    assert_int_equal(read_sym(desk, "a*(b + c)*d"), read_sym(desk, "d*a*(c + b)"));
}

static void squares_under_a_root_stay(void **state) {
    Desk *desk = *state;
    check_built(desk, "sqrt(x^2)", "sqrt(x^2)"); /* x may be negative */
    check_built(desk, "2^0.5*2^0.5", "2");
}

static void numbers_beyond_64_bits_become_doubles(void **state) {
    Desk *desk = *state;
    const Sym s = read_sym(desk, "1e-12*1e-12*1e-12*x");
    const double one = 1;
    check_relative(jd_sym_value(desk->pool, s, &one, NULL), 1e-36, 1e-15,
                   "the product of small numbers");
    const SymNumber tenth = jd_number_of(0.1);
    assert_true(tenth.over == 1 && tenth.under == 10);
    assert_int_equal(jd_number_of(3.141592653589793).under, 0);
}

/* ---- Derivatives ---------------------------------------------------------------------------- */

static void derivatives_equal_differences(void **state) {
    Desk *desk = *state;
    static const char *const texts[] = {
        "x^3*y - 2/x",         "sin(x*y)*cos(x)",      "exp(-x^2)/(1 + x)",
        "sqrt(1 + x^2*y)",     "atan2(x, y) + log(x)", "tan(x/3)",
        "asin(x/2)*acos(x/3)", "atan(x) + tanh(x*y)",  "abs(x - 5)*x",
        "pow(x, y)",           "if(x < 3, x^2, x)",    "min(x, y) + max(x, 2*y)"};
    const Sym x = read_sym(desk, "x");
    read_sym(desk, "y");
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        const Sym s = read_sym(desk, texts[n]), ds = jd_sym_derive(desk->pool, s, x);
        const double h = 1e-6, y = 0.7;
        for (double at = 0.9; at < 1.8; at += 0.37) {
            const double low = jd_sym_value(desk->pool, s, (double[]){at - h, y}, NULL);
            const double high = jd_sym_value(desk->pool, s, (double[]){at + h, y}, NULL);
            check_near(jd_sym_value(desk->pool, ds, (double[]){at, y}, NULL),
                       (high - low) / (2 * h), 2e-8, texts[n]);
        }
    }
}

static void rates_follow_the_chain(void **state) {
    Desk *desk = *state;
    const Sym names[] = {read_sym(desk, "x"), read_sym(desk, "y")};
    const Sym rates[] = {jd_sym_name(desk->pool, "x'"), jd_sym_name(desk->pool, "y'")};
    check_sym(desk, jd_sym_rate(desk->pool, read_sym(desk, "x^2 + y^2 - l^2"), names, rates, 2),
              "2*x*x' + 2*y*y'");
}

/* ---- Putting in ----------------------------------------------------------------------------- */

static void names_are_replaced_all_at_once(void **state) {
    Desk *desk = *state;
    const Sym x = read_sym(desk, "x"), y = read_sym(desk, "y");
    check_sym(desk,
              jd_sym_put(desk->pool, read_sym(desk, "x^2 + y"), (Sym[]){x, y}, (Sym[]){y, x}, 2),
              "x + y^2");
}

/* ---- Normal form ---------------------------------------------------------------------------- */

static void check_normal(Desk *desk, const char *text, const char *wanted) {
    bool whole;
    const Sym s = jd_sym_normal(desk->pool, read_sym(desk, text), &whole);
    if (!whole) fail_msg("'%s' was not finished", text);
    check_sym(desk, s, wanted);
}

static void identities_become_zero(void **state) {
    Desk *desk = *state;
    static const char *const zeros[] = {
        "(x + y)^2 - x^2 - 2*x*y - y^2",
        "sin(a)^2 + cos(a)^2 - 1",
        "(sin(a)*cos(b) + cos(a)*sin(b))^2 + (cos(a)*cos(b) - sin(a)*sin(b))^2 - 1",
        "sin(a)^4 - cos(a)^4 - sin(a)^2 + cos(a)^2",
        "1/(x - y) + 1/(y - x)",
        "(x^2 - y^2)/(x - y) - x - y",
        "sqrt(l^2 - x^2)^2 - l^2 + x^2",
        "tan(a)*cos(a) - sin(a)",
        "sin((x + y)^2) - sin(x^2 + 2*x*y + y^2)",
        "1/(1 + 1/(1 + 1/x)) - (x + 1)/(2*x + 1)",
    };
    for (size_t n = 0; n < sizeof zeros / sizeof *zeros; n++) {
        check_normal(desk, zeros[n], "0");
        assert_int_equal(jd_sym_test_zero(desk->pool, read_sym(desk, zeros[n])), SYM_ZERO);
    }
    assert_int_equal(jd_sym_test_zero(desk->pool, read_sym(desk, "sin(a)^2 + cos(a)^2 - 1.000001")),
                     SYM_NOT_ZERO);
}

static void common_factors_go(void **state) {
    Desk *desk = *state;
    check_normal(desk, "(x^2 - y^2)/(x^2 + 2*x*y + y^2)", "(x - y)/(x + y)");
    check_normal(desk, "x/(x*y + x*z)", "1/(y + z)");
    check_normal(desk, "a/b + c/d", "(a*d + b*c)/(b*d)");
    check_normal(desk, "(x^3 - 1)/(x - 1)", "x^2 + x + 1");
    check_normal(desk, "((a + b)*(c + d)^2)/((a + b)^2*(c + d))", "(c + d)/(a + b)");
}

/* Random quotients: the normal form has the same value. */
static void normal_forms_keep_their_value(void **state) {
    Desk *desk = *state;
    uint64_t seed = 7;
    for (int n = 0; n < 200; n++) {
        Sym s = read_sym(desk, "x");
        static const char *const more[] = {"y",       "x + y",       "sin(x)", "cos(x)",   "z",
                                           "x*z - 2", "sqrt(y + z)", "0.3",    "x^2 - y^2"};
        for (int k = 0; k < 6; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const Sym other = read_sym(desk, more[(seed >> 33) % 9]);
            const int op = (int)(seed >> 60) % 4;
            s = op == 0   ? jd_sym_add(desk->pool, s, other)
                : op == 1 ? jd_sym_times(desk->pool, s, other)
                : op == 2 ? jd_sym_over(desk->pool, s, other)
                          : jd_sym_subtract(desk->pool, s, other);
        }
        const Sym forms[] = {jd_sym_normal(desk->pool, s, NULL), jd_sym_tidy(desk->pool, s)};
        double values[16];
        for (int k = 0; k < 16; k++) values[k] = 0.4 + 0.13 * k;
        double size;
        const double wanted = jd_sym_value(desk->pool, s, values, &size);
        if (!isfinite(wanted) || size > 1e3 * fabs(wanted)) continue;
        for (int k = 0; k < 2; k++)
            check_near(jd_sym_value(desk->pool, forms[k], values, NULL), wanted, 1e-9 * size,
                       print_sym(desk, s, SYM_TEXT));
    }
}

static void what_takes_too_long_stays(void **state) {
    Desk *desk = *state;
    const Sym s = read_sym(desk, "(a+b+c+d+e+f)^12*(a-b+c-d+e-f)^12*(a+2*b+3*c+4*d+5*e+6*f)^12");
    bool whole = true;
    assert_int_equal(jd_sym_normal(desk->pool, s, &whole), s);
    assert_false(whole);
    assert_int_equal(jd_sym_stopped(desk->pool), SYM_GOES_ON);
}

static void a_full_pool_says_so(void **state) {
    Desk *desk = *state;
    Arena arena = {0};
    SymPool *pool = jd_sym_pool(&arena, 40);
    Sym s = jd_sym_name(pool, "x");
    for (int n = 2; n < 100; n++)
        s = jd_sym_power(pool, jd_sym_add(pool, s, jd_sym_whole(pool, n)), jd_number_ratio(1, 3));
    assert_int_equal(s, SYM_NONE);
    assert_int_equal(jd_sym_stopped(pool), SYM_TOO_LARGE);
    assert_int_equal(jd_sym_normal(pool, s, NULL), SYM_NONE);
    assert_int_equal(jd_sym_tidy(pool, s), SYM_NONE);
    check_text(jd_sym_stop_text(jd_sym_stopped(pool)), "it becomes larger than is allowed");
    jd_arena_free(&arena);
    (void)desk;
}

static void the_shortest_is_chosen(void **state) {
    Desk *desk = *state;
    check_sym(desk, jd_sym_tidy(desk->pool, read_sym(desk, "(m*g - 2*y*lambda)/m")),
              "g - 2*lambda*y/m");
    check_sym(desk, jd_sym_tidy(desk->pool, read_sym(desk, "x*(2*x/m) + y*(2*y/m)")),
              "2*(x^2 + y^2)/m");
    check_sym(desk, jd_sym_tidy(desk->pool, read_sym(desk, "(a + b)*(c + d)")), "(a + b)*(c + d)");
}

/* ---- Common parts --------------------------------------------------------------------------- */

static void what_occurs_twice_is_said_once(void **state) {
    Desk *desk = *state;
    const Sym results[] = {read_sym(desk, "sin(x + y)*a"), read_sym(desk, "sin(x + y)*b + x + y")};
    SymProgram program;
    assert_true(jd_sym_share(desk->pool, results, 2, "t", &desk->arena, &program));
    assert_int_equal(program.count, 1);
    check_sym(desk, program.parts[0].is, "sin(x + y)");
    check_sym(desk, program.results[0], "a*t1");
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void expressions_are_written_three_ways(void **state) {
    Desk *desk = *state;
    const Sym s = jd_sym_times(desk->pool, read_sym(desk, "-m*(g*y + v^2)/(2*sqrt(x))"),
                               jd_sym_name(desk->pool, "x'"));
    check_sym(desk, s, "-m*x'*(g*y + v^2)/(2*sqrt(x))");
    check_text(print_sym(desk, s, SYM_LATEX),
               "-\\frac{m \\, \\dot{x} \\, \\left(g \\, y + v^{2}\\right)}{2 \\, \\sqrt{x}}");
    check_text(print_sym(desk, s, SYM_C), "-m * x_dot * (g * y + (v * v)) / (2.0 * sqrt(x))");
    check_text(print_sym(desk, read_sym(desk, "1/2 + lambda"), SYM_LATEX),
               "\\lambda + \\frac{1}{2}");
    check_text(print_sym(desk, read_sym(desk, "x/3 + 1"), SYM_C), "x / 3.0 + 1.0");
    check_text(print_sym(desk, jd_sym_name(desk->pool, "rod.x''"), SYM_LATEX),
               "\\ddot{\\mathit{rod}}_{x}");
    check_text(print_sym(desk, jd_sym_name(desk->pool, "lambda.phi'"), SYM_LATEX),
               "\\dot{\\lambda}_{\\phi}");
    check_built(desk, "a - (b - c)", "a - b + c");
    check_built(desk, "-(a + b)/c", "-(a + b)/c");
    check_built(desk, "x^(-2)", "1/x^2");
    check_built(desk, "(a*b)^(1/3)", "(a*b)^(1/3)");
}

/* A quoted factor or term stays one, in brackets where it needs them. */
static void what_is_quoted_stands_as_it_is(void **state) {
    Desk *desk = *state;
    const Sym minus = jd_sym_quote(desk->pool, read_sym(desk, "-2*x/m"));
    const Sym sum = jd_sym_quote(desk->pool, read_sym(desk, "g - y"));
    const Sym product = jd_sym_times(desk->pool, read_sym(desk, "2*x"), minus);
    const Sym both = jd_sym_times(desk->pool, read_sym(desk, "2*x"), sum);
    check_sym(desk, product, "2*x*(-2*x/m)");
    check_sym(desk, both, "2*x*(g - y)");
    check_sym(desk, jd_sym_add(desk->pool, read_sym(desk, "x"), minus), "x + (-2*x/m)");
    check_sym(desk, jd_sym_quote(desk->pool, read_sym(desk, "x")), "x");
    check_text(print_sym(desk, product, SYM_LATEX),
               "2 \\, x \\, \\left(-\\frac{2 \\, x}{m}\\right)");
    check_text(print_sym(desk, both, SYM_C), "2.0 * x * (g - y)");
    check_sym(desk, jd_sym_derive(desk->pool, both, read_sym(desk, "y")), "-2*x");
}

/* What is printed reads back as the same. */
static void text_reads_back(void **state) {
    Desk *desk = *state;
    static const char *const texts[] = {"a/(b*c) - 2*a^3",          "x^(2/3)/y", "1/(1 + 1/x)",
                                        "sin(a)^2*if(a < b, 1, 2)", "-a^2",      "3*x/10"};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        const Sym s = read_sym(desk, texts[n]);
        assert_int_equal(read_sym(desk, print_sym(desk, s, SYM_TEXT)), s);
    }
}

static void what_has_no_formula_is_told(void **state) {
    Desk *desk = *state;
    Source source = {"test", "a + norm([1, 2])", 16};
    const Expr *expr = jd_expr_parse(&source, &desk->arena, desk->log);
    assert_int_equal(jd_sym_of_expr(desk->pool, expr, desk->log), SYM_NONE);
    assert_int_equal(jd_log_errors(desk->log), 1);
}

int main(void) {
#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        DESK(like_terms_and_bases_are_one),
        DESK(squares_under_a_root_stay),
        DESK(numbers_beyond_64_bits_become_doubles),
        DESK(derivatives_equal_differences),
        DESK(rates_follow_the_chain),
        DESK(names_are_replaced_all_at_once),
        DESK(identities_become_zero),
        DESK(common_factors_go),
        DESK(normal_forms_keep_their_value),
        DESK(what_takes_too_long_stays),
        DESK(a_full_pool_says_so),
        DESK(the_shortest_is_chosen),
        DESK(what_occurs_twice_is_said_once),
        DESK(expressions_are_written_three_ways),
        DESK(what_is_quoted_stands_as_it_is),
        DESK(text_reads_back),
        DESK(what_has_no_formula_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
