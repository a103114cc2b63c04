/* SPDX-License-Identifier: MIT
 *
 * Values with dimensions, names, paths and binding. */
#include "expr/expr.h"
#include "expr/fresh.h"

static bool find(const Scope *scope, const char *name, Value *value) {
    (void)scope;
    static const struct {
        const char *name;
        Value value;
    } known[] = {
        {"r", {{0.153}, 1, {1, 0, 0}, false}},     {"n", {{3}, 1, {0}, true}},
        {"A", {{1, 2}, 2, {1, 0, 0}, false}},      {"a", {{-0.5}, 1, {0}, false}},
        {"B", {{1, 2, 3}, 3, {0}, true}},          {"P[3].tip", {{5, 6}, 2, {1, 0, 0}, false}},
        {"P[3].mass", {{7}, 1, {0, 1, 0}, false}}, {"broken", {{0}, 0, {0}, false}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].name, name) == 0) {
            *value = known[k].value;
            return true;
        }
    return false;
}

static void suggest(const Scope *scope, Nearest *nearest) {
    (void)scope;
    jd_nearest_try(nearest, "crank");
    jd_nearest_try(nearest, "r");
}

static const Scope scope = {find, suggest, NULL, &arena};

static const Expr *parse(const char *text) {
    Source *source = ARENA_NEW(&arena, Source, 1);
    *source = (Source){"a.jd", text, strlen(text)};
    const Expr *expr = jd_expr_parse(source, &arena, log_);
    if (!expr) fail_msg("'%s': %s", text, jd_log_message(log_, 0).text);
    return expr;
}

/* One number and its unit; "plain" for bare numbers. */
static void check_value(const char *text, double expected, const char *unit) {
    char is[64];
    const Value value = jd_expr_value(parse(text), &scope, log_);
    if (value.count != 1) fail_msg("'%s': %s", text, jd_log_message(log_, 0).text);
    check_near(value.v[0], expected, 4e-16 * fabs(expected), text);
    jd_dim_unit(value.dim, is, sizeof is);
    check_text(value.plain ? "plain" : is, unit);
}

static void check_vector(const char *text, double x, double y) {
    const Value value = jd_expr_value(parse(text), &scope, log_);
    assert_int_equal(value.count, 2);
    check_near(value.v[0], x, 4e-16 * (1 + fabs(x)), text);
    check_near(value.v[1], y, 4e-16 * (1 + fabs(y)), text);
}

static void check_mistake(const char *text, const char *code, const char *message,
                          const char *hint) {
    end(NULL);
    begin(NULL);
    const Value value = jd_expr_value(parse(text), &scope, log_);
    assert_int_equal(value.count, 0);
    if (jd_log_errors(log_) != 1) fail_msg("'%s': %d errors", text, jd_log_errors(log_));
    check_text(jd_log_message(log_, 0).text, message);
    check_text(jd_log_message(log_, 0).code, code);
    check_text(jd_log_message(log_, 0).hint, hint);
    assert_non_null(jd_code_find(code));
    assert_true(jd_log_message(log_, 0).line == 1);
}

static void quantities_keep_their_dimension(void **state) {
    (void)state;
    check_value("12 mm", 0.012, "m");
    check_value("153 mm + r", 0.306, "m");
    check_value("2*r", 0.306, "m");
    check_value("r^2", 0.153 * 0.153, "m^2");
    check_value("r/(2 s)", 0.0765, "m/s");
    check_value("sqrt(r^2 + r^2)", 0.153 * sqrt(2), "m");
    check_value("(r^2)^0.5", 0.153, "m");
    check_value("r^-1", 1 / 0.153, "1/m");
    check_value("r/r", 1, "1");
    check_value("0 + r", 0.153, "m");
    check_value("n - 1", 2, "plain");
    check_value("(n - 3) + r", 0.153, "m");
    check_value("max(0, r, 5 mm)", 0.153, "m");
    check_value("abs(-r)", 0.153, "m");
}

static void functions_give_what_they_say(void **state) {
    (void)state;
    check_value("sin(30 deg)", 0.5, "plain");
    check_value("cos(pi/3)", 0.5, "plain");
    check_value("tan(45 deg)", 1, "plain");
    check_value("asin(1)", acos(-1) / 2, "plain");
    check_value("acos(-1)", acos(-1), "plain");
    check_value("atan(1)*4", acos(-1), "plain");
    check_value("atan2(r, r)*4", acos(-1), "1");
    check_value("exp(log(2)) + log10(100)", 4, "plain");
    check_value("floor(2.7) + 10*ceil(2.2) + 100*round(2.5)", 332, "plain");
    check_value("sign(-r) + 10*step(0) + 100*step(-1 mm)", 9, "plain");
    check_value("hypot(3, 4, 12)", 13, "plain");
    check_value("clamp(7, 0, n) + clamp(-7, 1, n)", 4, "plain");
    check_value("min(3, 1, 2)", 1, "plain");
    check_value("clamp(r, 1 mm, 20 mm)", 0.02, "m");
    check_value("tanh(0.5)", tanh(0.5), "plain");
    check_value("ramp(r) + ramp(-r)", 0.153, "m");
    check_value("pulse(0, 1) + 10*pulse(1, 1) + 100*pulse(-1e-9, 1) + 1000*pulse(r, 1 m)", 1001,
                "plain");
    check_value("smoothstep(r, 0, 2*r) + 10*smoothstep(-1, 0, 1) + 100*smoothstep(2, 0, 1)", 100.5,
                "plain");
    check_value("smoothstep(0.25, 0, 1)", 0.103515625, "plain");
    check_value("remainder(r, 100 mm)", 0.053, "m");
    check_value("remainder(-1, 3) + 10*remainder(6, 3)", 2, "plain");
    check_value("if(n > 2, r, 5 mm)", 0.153, "m");
    check_value("if(n == 3, 5, 1/(n - 3))", 5, "plain");
    check_value("norm(A)", sqrt(5), "m");
    check_value("len([3, 4] mm)", 0.005, "m");
    check_value("dot(A, A)", 5, "m^2");
    check_value("A.(A)", 5, "m^2");
    check_value("cross(B, [0, 0, 1]).x", 2, "plain");
    check_value("cross(B, [0, 0, 1]).y", -1, "plain");
    check_value("angle(dir(1 rad))", 1, "plain");
    check_value("tau/pi", 2, "plain");
    check_vector("rot(90 deg, A)", -2, 1);
    check_vector("polar(2 m, 30 deg)", sqrt(3), 1);
    check_vector("A + 2*A - A/1", 2, 4);
    check_vector("-[1, 2] mm", -0.001, -0.002);
    check_vector("[r, 0]", 0.153, 0);
    check_vector("if(0, A, [0, 1] m)", 0, 1);
}

static void every_function_is_used_as_its_help_says(void **state) {
    (void)state;
    const char *summary = NULL, *name;
    for (int n = 0; (name = jd_function_at(n, &summary)); n++) {
        assert_true(strncmp(summary, name, strlen(name)) == 0 && summary[strlen(name)] == '(');
        assert_non_null(strstr(summary, "): "));
    }
    assert_null(jd_function_at(-1, NULL));
}

static void logic_and_comparisons_are_one_or_zero(void **state) {
    (void)state;
    check_value("1 < 2 and r > 5 mm", 1, "plain");
    check_value("1 > 2 or r < 5 mm", 0, "plain");
    check_value("!(n == 3) + 10*(n != 4) + 100*(n <= 3) + 1000*(n >= 4)", 110, "plain");
    check_value("r > 0", 1, "plain");
}

static void names_are_found_with_components_and_indices(void **state) {
    (void)state;
    check_value("A.x + 10*A.y", 21, "m");
    check_value("P[n].tip.y", 6, "m");
    check_value("P[2*n - 3].mass", 7, "kg");
    check_value("(A - [1, 0] m).y", 2, "m");
    check_text(jd_expr_path(parse("crank[n-1].tip.x"), &scope, log_), "crank[2].tip.x");
    check_text(jd_expr_path(parse("crank"), &scope, log_), "crank");
    assert_true(jd_expr_is_path(parse("a[1].b[2].c")));
    assert_false(jd_expr_is_path(parse("(a + b).x")));
    assert_int_equal(jd_log_errors(log_), 0);
    assert_int_equal(jd_expr_value(parse("broken + 1"), &scope, log_).count, 0);
    assert_int_equal(jd_log_errors(log_), 0);
    assert_null(jd_expr_path(parse("a + b"), &scope, log_));
    check_text(jd_log_message(log_, 0).code, "name-expected");
}

static void mixed_dimensions_are_explained(void **state) {
    (void)state;
    const char *code = "dimension-mismatch";
    check_mistake("1 + 2 mm", code, "a plain number and a length (m) cannot be added",
                  "write a unit behind the number, such as m");
    check_mistake("r - 2 s", code, "a length (m) and a time (s) cannot be subtracted", NULL);
    check_mistake("r < 2 m/s^2", code,
                  "a length (m) and an acceleration (m/s^2) cannot be compared", NULL);
    check_mistake("[r, 3]", code, "a length (m) and a plain number cannot stand in one vector",
                  "write a unit behind the number, such as m");
    check_mistake("max(0, 5, r)", code,
                  "a plain number and a length (m) cannot be arguments together",
                  "write a unit behind the number, such as m");
    check_mistake("r^0.5", code, "a length (m) to the power 0.5 has no dimension of whole powers",
                  "units have whole powers: take the root of a plain number, as in k*sqrt(x/(1 "
                  "Pa)), and give k the unit of "
                  "the whole");
    check_mistake("2^r", code, "the exponent must be a plain number or angle; this is a length (m)",
                  NULL);
    check_mistake("sin(r)", code,
                  "the argument of sin must be a plain number or angle; this is a length (m)",
                  NULL);
    check_mistake("(r) mm", "unit-twice", "the unit mm stands behind a length (m)",
                  "what has a unit already needs no other one: leave out 'mm'");
}

static void other_mistakes_are_explained(void **state) {
    (void)state;
    static const char infinite[] = "change the numbers that go into it; if(condition, a, b) keeps "
                                   "away from a bad place";
    check_mistake("1/(n - 3)", "expression-not-finite", "this divides by zero", infinite);
    check_mistake("sqrt(-n)", "expression-not-finite",
                  "this is the square root of a negative number, -3", infinite);
    check_mistake("log(0)", "expression-not-finite", "this has no finite value for the argument 0",
                  infinite);
    check_mistake("10^400", "expression-not-finite", "this has no finite value for 10 and 400",
                  infinite);
    check_mistake("crnk", "name-unknown", "there is no 'crnk' here", "did you mean 'crank'?");
    check_mistake("time", "name-unknown", "there is no 'time' here",
                  "this value must be known before the run: it cannot depend on time");
    check_mistake("2 N * m", "name-unknown", "there is no 'm' here",
                  "a unit stands behind a number, without spaces inside: 2 N*m");
    check_mistake("A.z", "name-unknown", "there is no 'A.z' here",
                  "points have .x and .y, in space .z too; channels are known during the run only");
    check_mistake("(A + A).z", "name-unknown", "a vector of 2 numbers has no 'z'", NULL);
    check_mistake("sni(1)", "function-unknown", "there is no function 'sni'",
                  "did you mean 'sin'?");
    check_mistake("sin(1, 2)", "function-arguments", "sin has 2 arguments here",
                  "sin(angle): sine");
    check_mistake("sin(A)", "function-arguments",
                  "sin needs a single number here; this is a vector of 2 numbers",
                  "a component is written A.x, the length norm(A)");
    check_mistake("cross(A, A)", "function-arguments",
                  "cross needs a vector of 3 numbers here; this is a vector of 2 numbers",
                  "cross(a, b): vector product of two vectors in space");
    check_mistake("A*A", "vector-size", "two vectors cannot be multiplied with '*'",
                  "write dot(a, b) or cross(a, b)");
    check_mistake("A + B", "vector-size",
                  "a vector of 2 numbers and a vector of 3 numbers cannot be added", NULL);
    check_mistake("[1]", "vector-size", "a vector has 2 or 3 numbers, this one 1",
                  "numbers have a decimal point, as in 9.81; a comma begins the next number");
    check_mistake("P[n/2].mass", "index-not-integer",
                  "an index must be a whole number; this is 1.5",
                  "use floor() or round() to make it one");
    check_mistake("\"a\" + 1", "value-not-number", "this is a text, not a number",
                  "leave out the quotes");
}

static void wanted_values_take_plain_numbers_as_si(void **state) {
    (void)state;
    const Dim mass = {0, 1, 0};
    Value value = jd_expr_value_as(parse("2.5"), &scope, 1, mass, "mass", log_);
    assert_true(value.count == 1 && value.v[0] == 2.5 && jd_dim_equal(value.dim, mass));
    value = jd_expr_value_as(parse("38 g"), &scope, 1, mass, "mass", log_);
    assert_true(value.v[0] == 0.038);
    assert_int_equal(jd_log_errors(log_), 0);

    assert_int_equal(jd_expr_value_as(parse("38 mm"), &scope, 1, mass, "mass", log_).count, 0);
    check_text(jd_log_message(log_, 0).text, "mass must be a mass (kg); this is a length (m)");
    assert_int_equal(jd_expr_value_as(parse("A"), &scope, 1, mass, "mass", log_).count, 0);
    check_text(jd_log_message(log_, 1).text,
               "mass must be a single number; this is a vector of 2 numbers");
    assert_int_equal(jd_expr_value_as(parse("5 m/s"), &scope, 0, (Dim){2, 1, -2}, NULL, log_).count,
                     0);
    check_text(jd_log_message(log_, 2).text,
               "this is a speed (m/s) where a torque or energy (N*m) is wanted");
    assert_int_equal(jd_expr_value_as(parse("5 deg"), &scope, 1, mass, "mass", log_).count, 0);
    check_text(jd_log_message(log_, 3).hint, "a quantity in SI needs its unit: write kg");
    assert_int_equal(jd_expr_value_as(NULL, &scope, 1, mass, "mass", log_).count, 0);
    assert_int_equal(jd_log_errors(log_), 4);
}

static void check_bound(const char *text, const char *expected) {
    Text out = {0};
    const Expr *bound = jd_expr_bind(parse(text), &scope, &arena, log_);
    assert_non_null(bound);
    jd_expr_write(bound, &out);
    check_text(out.at, expected);
    jd_text_free(&out);
}

static void binding_leaves_only_the_names_of_the_run(void **state) {
    (void)state;
    check_bound("r * jA.rate + n", "0.153 m * jA.rate + 3");
    check_bound("j[n+1].angle * 2", "j[4].angle * 2");
    check_bound("dot(A, d)", "dot([1 m, 2 m], d)");
    check_bound("A.y + sin(time)*a", "2 m + sin(time) * -0.5 rad");
    check_bound("d.(A)", "d.([1 m, 2 m])");
    check_bound("(q - A).x", "(q - [1 m, 2 m]).x");
    const Expr *name = jd_expr_bind(parse("j[n].angle"), &scope, &arena, log_);
    assert_int_equal(name->kind, EXPR_NAME);
    check_text(name->text, "j[3].angle");
    assert_null(jd_expr_bind(parse("2*broken"), &scope, &arena, log_));
    assert_null(jd_expr_bind(NULL, &scope, &arena, log_));
    assert_int_equal(jd_log_errors(log_), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(quantities_keep_their_dimension),
        TEST(functions_give_what_they_say),
        TEST(every_function_is_used_as_its_help_says),
        TEST(logic_and_comparisons_are_one_or_zero),
        TEST(names_are_found_with_components_and_indices),
        TEST(mixed_dimensions_are_explained),
        TEST(other_mistakes_are_explained),
        TEST(wanted_values_take_plain_numbers_as_si),
        TEST(binding_leaves_only_the_names_of_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
