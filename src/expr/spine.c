/* SPDX-License-Identifier: MIT
 *
 * Operations in a row. Of a + b - c * d.x the tree is as high as the row is long, so that whoever
 * walked it by calling itself would need a stack for the longest row. A spine lists the operations
 * of a row instead; what calls itself is only as deep as brackets and signs are nested. */
#include "expr/expr.h"
#include <stdlib.h>

static bool goes_on(const Expr *expr, SpineKind what) {
    switch (expr->kind) {
    case EXPR_BINARY:
    case EXPR_DOT:
        return what != SPINE_PATH;
    case EXPR_FIELD:
        return what != SPINE_VALUES || !jd_expr_is_path(expr);
    case EXPR_INDEX:
        return what != SPINE_VALUES;
    default:
        return false;
    }
}

bool jd_spine_open(const Expr *expr, SpineKind what, Spine *spine) {
    spine->count = 0;
    spine->inner = expr;
    for (; goes_on(spine->inner, what); spine->inner = spine->inner->args[0]) spine->count++;
    const bool few = spine->count <= SPINE_FEW;
    spine->many = few ? NULL : malloc((size_t)spine->count * sizeof *spine->many);
    if (!few && !spine->many) return false;
    const Expr **at = few ? spine->few : spine->many;
    for (int n = 0; n < spine->count; n++, expr = expr->args[0]) at[n] = expr;
    return true;
}

const Expr *jd_spine_at(const Spine *spine, int n) {
    return spine->many ? spine->many[n] : spine->few[n];
}

void jd_spine_close(Spine *spine) {
    free(spine->many);
}
