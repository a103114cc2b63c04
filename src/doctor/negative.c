/* SPDX-License-Identifier: MIT
 *
 * Dampers and springs with the wrong sign: they push the way it goes, and the motion grows without
 * end. */
#include "doctor/inside.h"
#include <string.h>

static void tell(Patient *p, const ModelForce *force, const char *clause, double value) {
    if (!jd_find(
            p, JD_WARNING, "damping-negative", force->where,
            "the %s of '%s' is negative, %.4g: it drives the motion instead of holding it back",
            clause, force->name, value))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, force->where);
    const Span span = jd_clause_span(statement, clause);
    const char *text = span.length ? jd_span_text(p, span) : NULL;
    if (text && text[0] == '-')
        jd_change_add(p, &changes, span, "write", 1, "%s", text + 1 + strspn(text + 1, " "));
    if (text && text[0] != '-') jd_change_add(p, &changes, span, "write", 1, "-(%s)", text);
    if (!jd_try_remedy(p, &changes, "damping-negative"))
        jd_hint(p->log, "the force of a positive %s is against the motion already", clause);
}

/* A product of numbers, and a rate once: c * jO.rate. Its sign is that of c. 0: it is something
 * else. */
static double factor_of(const Expr *expr, const char *rate, int *times) {
    Text path = {0};
    double result = 0;
    if (expr->kind == EXPR_NUMBER) return expr->number;
    if (expr->kind == EXPR_UNITED) return factor_of(expr->args[0], rate, times);
    if (expr->kind == EXPR_UNARY && *expr->text == '-')
        return -factor_of(expr->args[0], rate, times);
    if (expr->kind == EXPR_BINARY && (*expr->text == '*' || *expr->text == '/')) {
        const double left = factor_of(expr->args[0], rate, times);
        const int before = *times;
        const double right = factor_of(expr->args[1], rate, times);
        return *expr->text == '/' && *times > before ? 0 : left * right;
    }
    jd_expr_write(expr, &path);
    if (path.at && !strcmp(path.at, rate)) result = 1, (*times)++;
    jd_text_free(&path);
    return result;
}

/* An effort that is its own free's rate times a positive number. */
static void look_at_law(Patient *p, const ModelForce *force) {
    int joint = -1, times = 0;
    const FreeDef *free =
        force->target ? jd_model_find_free(p->model, force->target, &joint) : NULL;
    const Node *statement = jd_statement_of(p, force->where);
    const Expr *law = statement ? jd_clause_expr(statement, "value") : NULL;
    if (!free || !law || strcmp(force->type->name, "effort")) return;
    const char *rate =
        jd_arena_format(&p->arena, "%s.%s", p->model->joints.at[joint].name, free->rate);
    const double factor = rate ? factor_of(law, rate, &times) : 0;
    if (!(factor > 0) || times != 1) return;
    if (!jd_find(p, JD_WARNING, "damping-negative", force->where,
                 "'%s' pushes the way '%s' goes, in proportion to its rate: it drives the motion "
                 "without end",
                 force->name, force->target))
        return;
    Changes changes = {0};
    const Span span = jd_clause_span(statement, "value");
    const char *text = span.length ? jd_span_text(p, span) : NULL;
    if (text) jd_change_add(p, &changes, span, "write", 1, "-%s", text);
    if (!jd_try_remedy(p, &changes, "damping-negative"))
        jd_hint(p->log, "a damper is -c times the rate");
}

static void look(Patient *p) {
    for (int n = 0; n < p->model->forces.count; n++) {
        const ModelForce *force = &p->model->forces.at[n];
        const int fields[] = {force->type->stiffness, force->type->damping};
        for (int k = 0; k < 2; k++) {
            if (!fields[k]) continue;
            const FieldValue *value = &force->fields[fields[k] - 1];
            if (!value->expr[0] && value->number[0] < 0)
                tell(p, force, force->type->fields[fields[k] - 1].name, value->number[0]);
        }
        look_at_law(p, force);
    }
}

const Examination jd_examination_negative = {"negative", NEEDS_TEXT, look};
