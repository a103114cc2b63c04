/* SPDX-License-Identifier: MIT
 *
 * Expressions of the model language as symbols: names stand for themselves, numbers are taken in
 * SI. */
#include "sym/inside.h"
#include <string.h>

static Sym refuse(const Expr *expr, JdLog *log, const char *what) {
    jd_report(log, JD_ERROR, "symbol-none", jd_span_where(expr->span),
              "%s has no formula that could be calculated with", what);
    jd_hint(log, "use + - * / ^, <, and the functions sin, cos, tan, asin, acos, atan, atan2, exp, "
                 "log, sqrt, tanh, abs, "
                 "sign, step, min, max, if");
    return SYM_NONE;
}

static Sym of_number(SymPool *pool, const Expr *expr) {
    Unit unit = {1, {0}};
    if (expr->text && !jd_unit_parse(expr->text, &unit)) return SYM_NONE;
    return jd_sym_number(pool, jd_number_of(jd_unit_si(expr->number, unit)));
}

static Sym of_power(SymPool *pool, Sym base, Sym exponent) {
    if (!base || !exponent) return SYM_NONE;
    const SymNode *node = jd_sym_node(pool, exponent);
    if (node->kind == SYM_NUMBER && node->number.under && node->number.under <= 12)
        return jd_sym_power(pool, base, node->number);
    return jd_sym_call(pool, jd_sym_function("pow"), (Sym[]){base, exponent}, 2);
}

static Sym of_binary(SymPool *pool, const Expr *expr, Sym a, Sym b, JdLog *log) {
    const int less = jd_sym_function("less");
    const char *op = expr->text;
    if (!strcmp(op, "+")) return jd_sym_add(pool, a, b);
    if (!strcmp(op, "-")) return jd_sym_subtract(pool, a, b);
    if (!strcmp(op, "*")) return jd_sym_times(pool, a, b);
    if (!strcmp(op, "/")) return jd_sym_over(pool, a, b);
    if (!strcmp(op, "^")) return of_power(pool, a, b);
    if (!strcmp(op, "<")) return jd_sym_call(pool, less, (Sym[]){a, b}, 2);
    if (!strcmp(op, ">")) return jd_sym_call(pool, less, (Sym[]){b, a}, 2);
    return refuse(expr, log, op);
}

static Sym of_call(SymPool *pool, const Expr *expr, JdLog *log) {
    enum { MOST = 3 };
    Sym args[MOST] = {SYM_NONE};
    const int function = jd_sym_function(expr->text);
    const bool root = !strcmp(expr->text, "sqrt");
    const int wanted = root ? 1 : function >= 0 ? jd_sym_function_at(function)->args : -1;
    if (wanted != expr->count) return refuse(expr, log, expr->text);
    for (int n = 0; n < wanted; n++)
        if (!(args[n] = jd_sym_of_expr(pool, expr->args[n], log))) return SYM_NONE;
    return root ? jd_sym_root(pool, args[0]) : jd_sym_call(pool, function, args, wanted);
}

/* A row of operations is gone along in a loop, from the innermost on. */
static Sym of_row(SymPool *pool, const Expr *expr, JdLog *log) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_VALUES, &spine)) return jd_sym_fail(pool, SYM_NO_MEMORY);
    Sym made = jd_sym_of_expr(pool, spine.inner, log);
    for (int n = spine.count - 1; made && n >= 0; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        if (at->kind != EXPR_BINARY) {
            made = refuse(at, log, "this");
            break;
        }
        const Sym right = jd_sym_of_expr(pool, at->args[1], log);
        made = right ? of_binary(pool, at, made, right, log) : SYM_NONE;
    }
    jd_spine_close(&spine);
    return made;
}

Sym jd_sym_of_expr(SymPool *pool, const Expr *expr, JdLog *log) {
    Unit unit;
    switch (expr->kind) {
    case EXPR_NUMBER:
        return of_number(pool, expr);
    case EXPR_NAME:
        if (!strcmp(expr->text, "pi"))
            return jd_sym_number(pool, (SymNumber){.real = 3.141592653589793});
        if (!strcmp(expr->text, "tau"))
            return jd_sym_number(pool, (SymNumber){.real = 6.283185307179586});
        return jd_sym_name(pool, expr->text);
    case EXPR_CALL:
        return of_call(pool, expr, log);
    case EXPR_UNARY:
        if (strcmp(expr->text, "-")) return refuse(expr, log, "this");
        return jd_sym_minus(pool, jd_sym_of_expr(pool, expr->args[0], log));
    case EXPR_BINARY:
        return of_row(pool, expr, log);
    case EXPR_UNITED:
        if (!jd_unit_parse(expr->text, &unit)) return SYM_NONE;
        return jd_sym_times(pool, jd_sym_number(pool, jd_number_of(unit.scale)),
                            jd_sym_of_expr(pool, expr->args[0], log));
    case EXPR_FIELD:
    case EXPR_INDEX:
        if (jd_expr_is_path(expr)) {
            Text text = {0};
            jd_expr_write(expr, &text);
            const Sym name =
                text.failed ? jd_sym_fail(pool, SYM_NO_MEMORY) : jd_sym_name(pool, text.at);
            jd_text_free(&text);
            return name;
        }
        break;
    case EXPR_STRING:
    case EXPR_VECTOR:
    case EXPR_DOT:
        break;
    }
    return refuse(expr, log, "this");
}
