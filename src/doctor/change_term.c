/* SPDX-License-Identifier: MIT
 *
 * Sums in a statement: a term less, or a term with the other sign. A point that was shifted and
 * forgotten so, a drive that begins with a length it was not drawn with, a law of which one part
 * pushes the wrong way. */
#include "doctor/inside.h"
#include <string.h>

static bool is_sum(const Expr *expr) {
    return expr->kind == EXPR_BINARY && strlen(expr->text) == 1 && strchr("+-", *expr->text);
}

/* The first term of a sum, which has no sign before it. */
static const Expr *first_term(const Expr *expr) {
    while (is_sum(expr)) expr = expr->args[0];
    return expr;
}

void jd_changes_of_terms(Patient *p, Changes *to, const Expr *expr, double likely) {
    if (!expr || !is_sum(expr)) return;
    const Expr *left = expr->args[0], *right = expr->args[1];
    const size_t end = left->span.start + left->span.length;
    jd_change_add(p, to, (Span){NULL, end, right->span.start + right->span.length - end},
                  "without its last term", likely, "%s", "");
    if (*expr->text == '+' && !is_sum(left))
        jd_change_add(p, to, (Span){NULL, left->span.start, right->span.start - left->span.start},
                      "without its first term", likely - 0.05, "%s", "");
    jd_changes_of_terms(p, to, left, likely);
}

void jd_changes_of_signs(Patient *p, Changes *to, const Expr *expr) {
    if (is_sum(expr)) {
        const Span a = expr->args[0]->span, b = expr->args[1]->span;
        const char *text =
            jd_span_text(p, (Span){NULL, a.start + a.length, b.start - a.start - a.length});
        const size_t at = text ? strcspn(text, "+-") : 0;
        const Expr *first = first_term(expr);
        if (text && text[at])
            jd_change_add(p, to, (Span){NULL, a.start + a.length + at, 1}, "with the other sign",
                          0.8, "%c", text[at] == '+' ? '-' : '+');
        const char *own = jd_span_text(p, first->span);
        if (!is_sum(expr->args[0]) && own && own[0] != '-')
            jd_change_add(p, to, (Span){NULL, first->span.start, 0}, "with the other sign", 0.8,
                          "-");
        else if (!is_sum(expr->args[0]) && own)
            jd_change_add(p, to, (Span){NULL, first->span.start, 1}, "with the other sign", 0.8,
                          "%s", "");
    }
    if (expr->kind == EXPR_UNARY) jd_change_sign(p, to, expr, 0.7);
    for (int n = 0; n < expr->count; n++) jd_changes_of_signs(p, to, expr->args[n]);
}
