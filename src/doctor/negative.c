/* SPDX-License-Identifier: MIT
 *
 * Dampers and springs with the wrong sign as a number: they push the way it goes, and the motion
 * grows without end. Laws that are written as expressions are looked at in pushes.c. */
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

/* The first of its numbers that is negative; of a bushing there are three. */
static void look_at(Patient *p, const ModelForce *force, int number) {
    const Field *field = &force->type->fields[number];
    const FieldValue *value = &force->fields[number];
    for (int c = 0; c < jd_field_width(field); c++) {
        if (value->expr[c] || !(value->number[c] < 0)) continue;
        tell(p, force, field->name, value->number[c]);
        return;
    }
}

static void look(Patient *p) {
    for (int n = 0; n < p->model->forces.count; n++) {
        const ModelForce *force = &p->model->forces.at[n];
        const int fields[] = {force->type->stiffness, force->type->damping};
        for (int k = 0; k < 2; k++)
            if (fields[k]) look_at(p, force, fields[k] - 1);
    }
}

const Examination jd_examination_negative = {"negative", NEEDS_TEXT, look};
