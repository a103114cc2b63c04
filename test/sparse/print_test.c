/* SPDX-License-Identifier: MIT
 *
 * Plans printed as C: random mechanisms of all kinds of fronts, every bit as the executor has it.
 */
#include "printed.h"
#include "sparse/sample.h"

static void print_plan(const Sample *s, Text *out) {
    Arena arena = {0};
    SparsePrinter to = {.out = out};
    const int values = (int)jd_sparse_values(s->plan);
    int *value = ARENA_NEW(&arena, int, values + 1), *x = ARENA_NEW(&arena, int, s->n + 1);
    jd_text_print(out,
                  "#include <math.h>\nint solve(const double *v, const double *b, double *x) {\n");
    for (int k = 0; k < values; k++) value[k] = jd_sparse_print_number(&to, "v[%d]", k);
    for (int k = 0; k < s->n; k++) x[k] = jd_sparse_print_number(&to, "b[%d]", k);
    assert_true(jd_sparse_print(&to, s->plan, value, 0, x));
    for (int k = 0; k < s->n; k++) jd_text_print(out, "    x[%d] = a%d;\n", k, x[k]);
    jd_text_print(out, "    return 0;\n}\n");
    jd_arena_free(&arena);
}

static void check_plan(Sample *s, bool full, const char *compiled) {
    Text text = {0};
    sample_plan(s);
    sample_numbers(s, full);
    print_plan(s, &text);
    double *x = ARENA_NEW(&s->arena, double, s->n + 1);
    jd_sparse_factor(s->plan, s->values, 0, NULL, s->work);
    memcpy(s->x, s->b, sizeof(double) * (size_t)s->n);
    jd_sparse_solve(s->plan, s->work, s->x);
    assert_int_equal(printed_interpret(text.at, s->values, s->b, x), 0);
    assert_memory_equal(x, s->x, sizeof(double) * (size_t)s->n);
    if (compiled)
        assert_true(printed_compile(text.at, (Numbers){s->values, (int)jd_sparse_values(s->plan)},
                                    (Numbers){s->b, s->n}, s->x, compiled) <= 0);
    jd_text_free(&text);
    sample_free(s);
}

static void chains_are_printed(void **state) {
    (void)state;
    static const int kinds[][2] = {{3, 2}, {3, 1}, {6, 5}, {6, 3}, {6, 4}};
    for (int k = 0; k < 5; k++)
        for (int full = 0; full < 2; full++) {
            Sample s = {0};
            sample_chain(&s, 6, kinds[k][0], kinds[k][1]);
            check_plan(&s, full, k == 0 && full ? "chain" : NULL);
        }
}

static void loops_are_printed(void **state) {
    (void)state;
    for (int count = 1; count < 8; count++) {
        Sample s = {0};
        sample_four_bars(&s, count);
        check_plan(&s, count % 2, count == 3 ? "loops" : NULL);
    }
}

/* Bodies that hang anywhere, and joints that close anywhere. */
static void random_mechanisms_are_printed(void **state) {
    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        check_seed((uint64_t)trial + 300);
        Sample s = {0};
        const int size = trial % 3 ? 3 : 6, bodies = 2 + (int)check_uniform(0, 8);
        int body[10];
        for (int k = 0; k < bodies; k++)
            body[k] = sample_body(&s, size, 1 + (int)check_uniform(0, size == 3 ? 2 : 5),
                                  k ? body[(int)check_uniform(0, k)] : -1);
        if (bodies > 2) sample_close(&s, body[0], body[bodies - 1], 1);
        check_plan(&s, trial % 2, trial == 6 ? "random" : NULL);
    }
}

/* Where a lock repeats another the printed code leaves, and says which. */
static void low_pivots_leave(void **state) {
    (void)state;
    Sample s = {0};
    Text text = {0};
    sample_chain(&s, 2, 3, 2);
    sample_plan(&s);
    sample_numbers(&s, false);
    print_plan(&s, &text);
    double *row = s.values + jd_sparse_pair_at(s.plan, 0), x[16];
    memcpy(row + 3, row, 3 * sizeof *row); /* both locks of the first joint, on the ground */
    const SparseReport report = jd_sparse_factor(s.plan, s.values, 0, NULL, s.work);
    assert_true(report.ratio < 1e-13);
    assert_int_equal(printed_interpret(text.at, s.values, s.b, x), 1 + report.row);
    s.values[jd_sparse_diagonal_at(s.plan, 0)] = NAN;
    assert_true(printed_interpret(text.at, s.values, s.b, x) > 0);
    jd_text_free(&text);
    sample_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_are_printed),
        cmocka_unit_test(loops_are_printed),
        cmocka_unit_test(random_mechanisms_are_printed),
        cmocka_unit_test(low_pivots_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
