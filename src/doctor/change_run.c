/* SPDX-License-Identifier: MIT
 *
 * Another way to run the model: without the step, stepper, tolerance or gains that it asks for, or
 * with finer ones. */
#include "doctor/inside.h"
#include <string.h>

static const struct {
    const char *word;
    double finer; /* than it is; 0: only without */
} clauses[] = {{"step", 0.1},  {"tol", 1e-3},   {"stepper", 0},  {"alpha", 1e-3},
               {"beta", 1e-3}, {"gamma", 1e-3}, {"stabilise", 0}};

/* From the end of what stands before it to the end of its value. */
static Span whole_clause(const Patient *p, const Node *clause) {
    const Span value = clause->slots.at[0].span;
    size_t from = clause->span.start;
    while (from > 0 && strchr(" \t", p->def.text[from - 1])) from--;
    return (Span){NULL, from, value.start + value.length - from};
}

static void write_finer(Patient *p, Changes *to, const Expr *expr, double by) {
    const char *text = jd_span_text(p, expr->span);
    double value;
    const size_t digits =
        expr->kind == EXPR_NUMBER && text ? jd_number_read(text, expr->span.length, &value) : 0;
    char number[32];
    if (!digits) return;
    jd_number_text(value * by, number, sizeof number);
    jd_change_add(p, to, expr->span, "finer", 0.5, "%s%s", number, text + digits);
}

/* The gains go together with what asks for them. */
static void without_gains(Patient *p, Changes *to, const Node *statement) {
    const Node *first = jd_node_clause(statement, "stabilise"), *last = first;
    static const char *const gains[] = {"alpha", "beta", "gamma"};
    for (int n = 0; n < 3 && first; n++) {
        const Node *gain = jd_node_clause(statement, gains[n]);
        if (!gain) continue;
        if (gain->span.start < first->span.start) return;
        if (gain->span.start > last->span.start) last = gain;
    }
    if (!first || first == last) return;
    const Span from = whole_clause(p, first), end = last->slots.at[0].span;
    jd_change_add(p, to, (Span){NULL, from.start, end.start + end.length - from.start},
                  "without gains", 0.6, "%s", "");
}

void jd_changes_of_run(Patient *p, Changes *to, const Node *statement) {
    for (size_t n = 0; n < sizeof clauses / sizeof *clauses; n++) {
        const Node *clause = jd_node_clause(statement, clauses[n].word);
        if (!clause || !clause->slots.count) continue;
        jd_change_add(p, to, whole_clause(p, clause),
                      jd_arena_format(&p->arena, "without `%s`", clauses[n].word), 0.55, "%s", "");
        const Expr *expr = clause->slots.at[0].expr;
        if (clauses[n].finer > 0 && expr) write_finer(p, to, expr, clauses[n].finer);
    }
    without_gains(p, to, statement);
}
