/* SPDX-License-Identifier: MIT
 *
 * Constant values of expressions: lowering with nothing left over. */
#include "expr/inside.h"

static Value finish(const Lower *lower, const Term *term) {
    Value value = {.count = term->count, .dim = term->dim, .plain = term->plain};
    if (lower->scope->arena->failed) jd_report_memory(lower->log);
    if (lower->failed || lower->scope->arena->failed) return (Value){0};
    for (int n = 0; n < term->count; n++) value.v[n] = term->at[n].value;
    return value;
}

Value jd_expr_value(const Expr *expr, const Scope *scope, JdLog *log) {
    if (!expr) return (Value){0};
    Lower lower = {.scope = scope, .log = log};
    const Term term = jd_lower(&lower, expr);
    return finish(&lower, &term);
}

Value jd_expr_value_as(const Expr *expr, const Scope *scope, int count, Dim dim, const char *what,
                       JdLog *log) {
    if (!expr) return (Value){0};
    Lower lower = {.scope = scope, .log = log};
    const Term term = jd_lower(&lower, expr);
    if (lower.failed || !term.count) return finish(&lower, &(Term){0});
    if (!jd_lower_wanted(&lower, expr, &term, count, dim, what)) return (Value){0};
    Value value = finish(&lower, &term);
    value.dim = dim;
    value.plain = false;
    return value;
}
