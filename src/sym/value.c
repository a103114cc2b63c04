/* SPDX-License-Identifier: MIT
 *
 * Values of expressions at numbers, with the size of what was added on the way, and the test for
 * zero at random points. */
#include "sym/inside.h"
#include <stdlib.h>

typedef struct {
    double value, size;
} Sized; /* rounding is some 1e-16 of the size */

static Sized value_of_node(const SymPool *pool, Sym s, const SymWalk *walk, const Sized *known,
                           const double *values) {
    const SymNode *node = jd_sym_node(pool, s);
    const double number = jd_number_double(node->number);
    Sized args[FUNCTION_ARGS] = {{0, 0}}, out = {number, fabs(number)};
    if (node->kind == SYM_NAME) out = (Sized){values[node->name], fabs(values[node->name])};
    for (int n = 0; n < node->count; n++) {
        const Sized arg = known[jd_walk_of(walk, pool->args.at[node->first + n]) - walk->made];
        if (node->kind == SYM_SUM) out.value += arg.value, out.size += arg.size;
        if (node->kind == SYM_PRODUCT) out.value *= arg.value, out.size *= arg.size;
        if (node->kind == SYM_POWER) args[0] = arg;
        if (node->kind == SYM_CALL) args[n] = arg;
    }
    if (node->kind == SYM_POWER) {
        out.value = node->number.under == 2 && node->number.over == 1 ? sqrt(args[0].value)
                                                                      : pow(args[0].value, number);
        out.size = fabs(out.value) * (1 + fabs(number) * (args[0].size / fabs(args[0].value) - 1));
        if (args[0].value == 0) out.size = fabs(out.value);
    }
    if (node->kind == SYM_CALL) {
        out.value =
            jd_sym_function_at(node->name)->value(args[0].value, args[1].value, args[2].value);
        out.size = fabs(out.value);
        for (int n = 0; n < node->count; n++) out.size += args[n].size;
    }
    return out;
}

double jd_sym_value(SymPool *pool, Sym s, const double *values, double *size) {
    SymWalk walk;
    if (!pool || !s || !jd_walk_open(pool, &s, 1, &walk)) return NAN;
    Sized *known = malloc(sizeof *known * (size_t)walk.count), last = {NAN, NAN};
    for (int n = 0; known && n < walk.count; n++)
        known[n] = value_of_node(pool, walk.order[n], &walk, known, values);
    if (known) last = known[walk.count - 1];
    if (!known) jd_sym_fail(pool, SYM_NO_MEMORY);
    free(known);
    jd_walk_close(&walk);
    if (size) *size = last.size;
    return last.value;
}

/* ---- Zero? ---------------------------------------------------------------------------------- */

/* A number from 0.3 to 1.7, the same in every run: away from zero, and on both sides of one. */
static double random_value(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return 0.3 + 1.4 * (double)(*seed >> 11) / 9007199254740992.0;
}

SymZero jd_sym_test_zero(SymPool *pool, Sym s) {
    enum { POINTS = 12 };
    const double rounding = 1e-11; /* of what was added: thousands of operations with 1e-16 each */
    if (!pool || !s) return SYM_UNKNOWN;
    if (jd_sym_is(pool, s, 0)) return SYM_ZERO;
    double *values = malloc(sizeof *values * (size_t)(pool->names.count + 1));
    if (!values) return SYM_UNKNOWN;
    uint64_t seed = 20;
    int known = 0;
    SymZero answer = SYM_ZERO;
    for (int point = 0; point < POINTS && answer == SYM_ZERO; point++) {
        for (int n = 0; n < pool->names.count; n++) values[n] = random_value(&seed);
        double size;
        const double value = jd_sym_value(pool, s, values, &size);
        if (!isfinite(value)) continue;
        known++;
        if (fabs(value) > rounding * size) answer = SYM_NOT_ZERO;
    }
    free(values);
    return answer == SYM_NOT_ZERO || known > POINTS / 2 ? answer : SYM_UNKNOWN;
}
