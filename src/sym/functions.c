/* SPDX-License-Identifier: MIT
 *
 * Functions of symbols: the table of functions.def with values and derivatives, and what is always
 * right about a call. */
#include "sym/inside.h"
#include <string.h>

#define NONE                 SYM_NONE
#define ZERO                 jd_sym_whole(pool, 0)
#define ONE                  jd_sym_whole(pool, 1)
#define A                    args[0]
#define B                    args[1]
#define C                    args[2]
#define F                    self
#define MINUS(x)             jd_sym_minus(pool, x)
#define ADD(x, y)            jd_sym_add(pool, x, y)
#define TIMES(x, y)          jd_sym_times(pool, x, y)
#define SUBTRACT(x, y)       jd_sym_subtract(pool, x, y)
#define POWER(x, n)          jd_sym_power(pool, x, jd_number_ratio(n, 1))
#define INVERSE(x)           POWER(x, -1)
#define ROOT(x)              jd_sym_root(pool, x)
#define CALL(name, x)        jd_sym_call(pool, jd_sym_function(#name), (Sym[]){x}, 1)
#define CALL2(name, x, y)    jd_sym_call(pool, jd_sym_function(#name), (Sym[]){x, y}, 2)
#define CALL3(name, x, y, z) jd_sym_call(pool, jd_sym_function(#name), (Sym[]){x, y, z}, 3)

#define SYM_FUNCTION(name, count, latex, c_name, formula, da, db, dc)                              \
    static double value_##name(double a, double b, double c) {                                     \
        (void)a, (void)b, (void)c;                                                                 \
        return formula;                                                                            \
    }                                                                                              \
    static Sym a_##name(SymPool *pool, const Sym *args, Sym self) {                                \
        (void)pool, (void)args, (void)self;                                                        \
        return da;                                                                                 \
    }                                                                                              \
    static Sym b_##name(SymPool *pool, const Sym *args, Sym self) {                                \
        (void)pool, (void)args, (void)self;                                                        \
        return db;                                                                                 \
    }                                                                                              \
    static Sym c_##name(SymPool *pool, const Sym *args, Sym self) {                                \
        (void)pool, (void)args, (void)self;                                                        \
        return dc;                                                                                 \
    }
#include "sym/functions.def"
#undef SYM_FUNCTION

static const SymFunction functions[] = {
#define SYM_FUNCTION(name, count, latex, c_name, formula, da, db, dc)                              \
    {#name, count, latex, c_name, value_##name, {a_##name, b_##name, c_##name}},
#include "sym/functions.def"
#undef SYM_FUNCTION
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

const SymFunction *jd_sym_function_at(int function) {
    return &functions[function];
}

int jd_sym_function(const char *name) {
    for (int n = 0; n < FUNCTIONS; n++)
        if (!strcmp(functions[n].name, name)) return n;
    return -1;
}

/* sin(-x), cos(-x) and the like: odd functions give the sign away, even ones lose it. */
static int parity_of(const char *name) {
    if (jd_word_in_list(name, "sin tan asin atan tanh sign")) return -1;
    return jd_word_in_list(name, "cos abs") ? 1 : 0;
}

static Sym call_of_numbers(SymPool *pool, const SymFunction *function, const Sym *args) {
    double x[FUNCTION_ARGS] = {0};
    for (int n = 0; n < function->args; n++)
        x[n] = jd_number_double(jd_sym_node(pool, args[n])->number);
    const double value = function->value(x[0], x[1], x[2]);
    if (!isfinite(value)) return SYM_NONE;
    const SymNumber number = jd_number_of(value);
    return jd_sym_number(pool, jd_number_whole(number) ? number : (SymNumber){.real = value});
}

Sym jd_sym_call(SymPool *pool, int function, const Sym *args, int count) {
    if (!pool || pool->stop || function < 0 || count != functions[function].args) return SYM_NONE;
    const SymFunction *f = &functions[function];
    bool numbers = true;
    for (int n = 0; n < count; n++) {
        if (!args[n]) return SYM_NONE;
        numbers = numbers && jd_sym_node(pool, args[n])->kind == SYM_NUMBER;
    }
    const Sym value = numbers ? call_of_numbers(pool, f, args) : SYM_NONE;
    if (value) return value;

    SymNumber number;
    const int parity = parity_of(f->name);
    const Sym rest = jd_sym_split(pool, args[0], &number);
    if (parity && rest && jd_number_double(number) < 0) {
        const Sym positive = jd_sym_minus(pool, args[0]);
        const Sym call = jd_sym_call(pool, function, &positive, 1);
        return parity < 0 ? jd_sym_minus(pool, call) : call;
    }
    return jd_sym_keep(
        pool,
        (SymNode){
            .kind = SYM_CALL, .name = function, .count = count, .number = jd_number_ratio(0, 1)},
        args);
}

Sym jd_sym_quote(SymPool *pool, Sym s) {
    return jd_sym_call(pool, jd_sym_function("quote"), &s, 1);
}
