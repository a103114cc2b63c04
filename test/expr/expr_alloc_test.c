/* SPDX-License-Identifier: MIT
 *
 * Every allocation may fail: the k-th one does, for all k, in a program that reads, binds,
 * evaluates, compiles, writes and reports. Nothing may crash or be lost, the log must say that
 * memory ran out, and without a failure the result is the same as before. Linked with
 * --wrap=malloc, calloc, realloc. */
#include "expr/expr.h"
#include "check.h"
#include <stdlib.h>
#include "failing.h"

static long failing;  /* how many allocations until one fails; 0: none does */
static bool for_good; /* and all after it */
static long failures;

static bool fails(void) {
    if (failing == 0 || --failing > 0) return false;
    failing = for_good;
    failures++;
    return true;
}

static bool find(const Scope *scope, const char *name, Value *value) {
    (void)scope;
    *value = (Value){.v = {2}, .count = 1, .plain = true};
    return strcmp(name, "n") == 0;
}

static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    (void)inputs, (void)span;
    *slot = 0;
    *dim = (Dim){0};
    return strcmp(name, "j[3].angle") == 0;
}

/* Long enough for several blocks of memory. */
static char long_text[20000];

static void make_text(void) {
    size_t count = 0;
    for (int n = 0; n < 300; n++)
        count += (size_t)snprintf(long_text + count, sizeof long_text - count,
                                  "%s(j[n + 1].angle * %d + sin(n))", n ? " + " : "", n);
}

typedef struct {
    const char *text;
    bool good;
} Case;

/* Returns whether all went well; the value of the program is in *result. */
static bool use(const Case *trial, JdLog *log, double *result) {
    Arena arena = {0};
    Text out = {0};
    const Source source = {"a.jd", trial->text, strlen(trial->text)};
    const Scope scope = {.find = find, .arena = &arena};
    Inputs inputs = {.find = find_input};
    const Expr *expr = jd_expr_parse(&source, &arena, log);
    const Expr *bound = expr ? jd_expr_bind(expr, &scope, &arena, log) : NULL;
    const Program *program = jd_program_new(bound, &inputs, (Dim){0}, "angle", &arena, log);
    if (program) *result = jd_program_eval(program, 0, (double[]){0.1});
    if (expr && !bound) jd_expr_value(expr, &scope, log);
    if (bound) jd_expr_write(bound, &out);
    const bool whole = program && !out.failed;
    if (out.failed) jd_report_memory(log);
    jd_text_free(&out);
    jd_arena_free(&arena);
    return whole;
}

static bool says_memory(const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++)
        if (strcmp(jd_log_message(log, n).code, "out-of-memory") == 0) return true;
    return false;
}

/* Fails the k-th allocation, for k = 1, 2, ... until none failed. */
static void try_all(const Case *trial) {
    double expected = 0, result = 0;
    JdLog *log = jd_log_new();
    assert_true(use(trial, log, &expected) == trial->good);
    jd_log_free(log);
    for (long k = 1; k < 100000; k++) {
        failing = k;
        failures = 0;
        log = jd_log_new();
        const bool whole = use(trial, log, &result);
        const bool failed = failures > 0;
        failing = 0;
        if (failed && log) assert_true(says_memory(log) && jd_log_errors(log) > 0);
        if (failed && log && trial->good) assert_false(whole);
        if (!failed) {
            assert_true(whole == trial->good);
            check_near(result, expected, 0, "without a failure all is as before");
        }
        FILE *null = log && k % 7 == 0 ? fopen("/dev/null", "w") : NULL;
        if (null) jd_log_print(log, null), fclose(null);
        jd_log_free(log);
        if (!failed) return;
    }
    fail_msg("it never got through");
}

static void every_failure_of_memory_is_clean(void **state) {
    (void)state;
    make_text();
    const Case cases[] = {
        {long_text, true},
        {"2*n + 3", true},
        {"if(time > 1 s, abs(sin(time)), floor(time/n))*j[3].angle + max(cos(time), 0.5)", true},
        {"[n, 2] mm + ", false},
        {"1 + 2 mm", false},
        {"foo(n)", false},
        {"j[n + 0.5].x", false},
        {"12 mmm", false},
        {"turned(then(cardan(n, 1, 2), [0, n, 0]), [n, 2, 3]).x", true},
        {"matrix([n, 0, 0], [0, 1, 0], [0, 0, 1])", false},
    };
    for (size_t n = 0; n < 2 * sizeof cases / sizeof *cases; n++) {
        for_good = n % 2;
        try_all(&cases[n / 2]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failure_of_memory_is_clean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
