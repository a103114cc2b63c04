/* SPDX-License-Identifier: MIT
 *
 * Expressions that have no finite value say which operation makes none, with its numbers; branches
 * that are not taken are not to blame, and what a program reads is told from what it does. */
#include "check.h"
#include "expr/expr.h"

static Arena arena;
static JdLog *log_;
static Source source;
static const Dim none;

static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    (void)inputs, (void)span;
    *dim = none;
    *slot = name[0] - 'u';
    return *slot >= 0 && *slot < 4;
}

static int set_up(void **state) {
    (void)state;
    arena = (Arena){0};
    log_ = jd_log_new();
    return log_ == NULL;
}

static int tear_down(void **state) {
    (void)state;
    jd_arena_free(&arena);
    jd_log_free(log_);
    return 0;
}

/* The words for a program of time in s and of u = 0, v = -2, w = NAN; NULL: all is finite. */
static const char *words_of(const char *text, double time, int orders, ProgramFault *fault) {
    static char words[200];
    const double inputs[] = {0, -2, NAN, 5};
    Inputs names = {find_input, NULL};
    Text out = {0};
    source = (Source){"a.jd", text, strlen(text)};
    const Program *program =
        jd_program_new(jd_expr_parse(&source, &arena, log_), &names, none, "number", &arena, log_);
    assert_non_null(program);
    if (!jd_program_fault(program, (Now){.time = time}, inputs, orders, fault)) return NULL;
    if (fault->slot >= 0) return "reads";
    jd_fault_print(fault, &out);
    assert_non_null(out.at);
    assert_non_null(jd_fault_remedy(fault));
    snprintf(words, sizeof words, "%s", out.at);
    jd_text_free(&out);
    return words;
}

static void an_operation_is_named_with_its_numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double time;
        int orders;
        const char *words;
    } cases[] = {
        {"1/(time/1 s - 0.5)", 0.25, 0, NULL},
        {"1/(time/1 s - 0.5)", 0.5, 0, "has no finite value: it divides 1 by 0"},
        {"2 + 3*acos(time/1 s)", 1.5, 0, "has no finite value: it takes acos(1.5)"},
        {"asin(v)", 0, 0, "has no finite value: it takes asin(-2)"},
        {"sqrt(u - 0.25)", 0, 0, "has no finite value: it takes the square root of -0.25"},
        {"log(u)", 0, 0, "has no finite value: it takes the logarithm of 0"},
        {"v^(time/1 s)", 0.5, 0, "has no finite value: it takes -2 to the power of 0.5"},
        {"u^v", 0, 0, "has no finite value: it takes 0 to the power of -2"},
        {"exp(1000*time/1 s)", 1, 0, "has no finite value: it takes exp(1000)"},
        {"1e200*(1e200*time/1 s)", 1, 0, "has no finite value: it comes to numbers beyond 1.8e308"},
        {"sqrt(time/1 s)", 0, 0, NULL},
        {"sqrt(time/1 s)", 0, 2, "has an infinite rate: it takes the square root of 0"},
        {"(time/1 s)^1.5", 0, 1, NULL},
        {"(time/1 s)^1.5", 0, 2,
         "has an infinite second derivative: it takes 0 to the power of 1.5"},
        {"(time/1 s)^2", 0, 2, NULL},
        {"acos(time/1 s)", 2, 2, "has no finite value: it takes acos(2)"},
        {"1 + w", 0, 0, "reads"},
        {"w*sqrt(v)", 0, 0, "reads"}, /* the first is to blame */
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        ProgramFault fault;
        const char *words = words_of(cases[n].text, cases[n].time, cases[n].orders, &fault);
        if (!words && !cases[n].words) continue;
        check_text(words, cases[n].words);
    }
}

static void branches_that_are_not_taken_are_not_to_blame(void **state) {
    (void)state;
    ProgramFault fault;
    assert_null(words_of("if(u > 0, 1/u, 7)", 0, 2, &fault));
    assert_null(words_of("if(u <= 0, 7, 1/u)", 0, 2, &fault));
    check_text(words_of("if(u <= 0, sqrt(v), 1/u)", 0, 0, &fault),
               "has no finite value: it takes the square root of -2");
    check_text(words_of("if(u > 0, 1/u, sqrt(v))", 0, 0, &fault),
               "has no finite value: it takes the square root of -2");
}

static void what_is_read_is_told_by_its_place(void **state) {
    (void)state;
    ProgramFault fault;
    check_text(words_of("3*x + sin(w)", 0, 0, &fault), "reads");
    assert_int_equal(fault.slot, 'w' - 'u');
}

static const Program *compiled(const char *text) {
    Inputs names = {find_input, NULL};
    source = (Source){"a.jd", text, strlen(text)};
    return jd_program_new(jd_expr_parse(&source, &arena, log_), &names, none, "number", &arena,
                          log_);
}

static void programs_know_whether_they_jump_or_grow(void **state) {
    (void)state;
    assert_true(jd_program_jumps(compiled("sign(u)")));
    assert_true(jd_program_jumps(compiled("if(u > 0, 1, 2)")));
    assert_false(jd_program_jumps(compiled("u/x + sin(v)")));
    assert_true(jd_program_has_poles(compiled("u/x")));
    assert_true(jd_program_has_poles(compiled("exp(u)")));
    assert_false(jd_program_has_poles(compiled("3*u + sin(v)*x")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_operation_is_named_with_its_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(branches_that_are_not_taken_are_not_to_blame, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_read_is_told_by_its_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(programs_know_whether_they_jump_or_grow, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
