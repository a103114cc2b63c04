/* SPDX-License-Identifier: MIT
 *
 * The rest length of a spring against the distance that it is drawn with. A spring works near its
 * rest length; twenty times more or less is another unit, and less than none leaves it pulling for
 * ever. */
#include "doctor/inside.h"
#include <string.h>

static const double far_off = 20;
/* Less is told only where a power of ten makes it fit: then the point or the unit slipped. */
static const double off = 5, fits_from = 0.6, fits_to = 1.7;

static const double fitting = 0.4; /* more: a length with which it is near to rest as drawn */

static bool slipped(double rest, double drawn) {
    const double share = rest / drawn;
    if (share > 1 / off && share < off) return false;
    for (int power = -3; power <= 3; power++)
        if (share * pow(10, power) > fits_from && share * pow(10, power) < fits_to) return true;
    return false;
}

static int field_of(const ForceType *type, const char *name) {
    for (int n = 0; n < TYPE_FIELDS && type->fields[n].name; n++)
        if (!strcmp(type->fields[n].name, name)) return n;
    return -1;
}

static void look_at(Patient *p, const ModelForce *force) {
    const int at =
        force->type->stiffness && force->type->spans ? field_of(force->type, "length") : -1;
    if (at < 0 || force->fields[at].expr[0] || isnan(force->fields[at].number[0])) return;
    const double stiffness = force->fields[force->type->stiffness - 1].number[0];
    const double rest = force->fields[at].number[0];
    const double drawn =
        vec3_norm(vec3_sub(jd_frame_place(p, force->j), jd_frame_place(p, force->i)));
    if (!(stiffness != 0) || !(drawn > 0)) return;
    if (rest == 0 || (rest > drawn / far_off && rest < far_off * drawn && !slipped(rest, drawn)))
        return; /* none at all is a law of its own */
    char said[64], length[64];
    jd_words_quantity(rest, "m", said);
    jd_words_quantity(drawn, "m", length);
    if (!jd_find(p, JD_WARNING, "spring-implausible", force->where,
                 rest > 0 ? "spring '%s' has its rest length at %s, and is drawn %s long"
                          : "spring '%s' has a rest length of %s: it never comes to rest, and is "
                            "drawn %s long",
                 force->name, said, length))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, force->where);
    const Expr *expr = statement ? jd_clause_expr(statement, "length") : NULL;
    const Span span = jd_clause_span(statement, "length");
    if (rest > 0) {
        jd_changes_of_units(p, &changes, expr, "m");
        if (expr) jd_changes_of_powers(p, &changes, expr);
        for (int n = 0; n < changes.count; n++) {
            const double share = jd_words_value(changes.at[n].with) / drawn;
            changes.at[n].likely += share > fits_from && share < fits_to ? fitting : 0;
        }
    }
    const char *text = span.length ? jd_span_text(p, span) : NULL;
    if (text && rest < 0 && text[0] == '-')
        jd_change_add(p, &changes, span, "write", 0.8, "%s", text + 1);
    if (!jd_try_remedy(p, &changes, "spring-implausible"))
        jd_hint(p->log, "without `length` a spring is at rest as drawn, %s", length);
}

/* One on a slide whose rest is far outside of the whole drawing. */
static void look_at_slide(Patient *p, const ModelForce *force) {
    const int at =
        force->type->stiffness && !force->type->spans ? field_of(force->type, "rest") : -1;
    int joint;
    const FreeDef *free =
        force->target ? jd_model_find_free(p->model, force->target, &joint) : NULL;
    if (at < 0 || !free || free->kind != FREE_SLIDE || force->fields[at].expr[0]) return;
    const double rest = fabs(force->fields[at].number[0]);
    if (!(rest > off * jd_drawn_size(p)) ||
        !(force->fields[force->type->stiffness - 1].number[0] != 0))
        return;
    char said[64], size[64];
    jd_words_quantity(rest, "m", said);
    jd_words_quantity(jd_drawn_size(p), "m", size);
    if (!jd_find(p, JD_WARNING, "spring-implausible", force->where,
                 "spring '%s' is at rest %s away, and the whole mechanism is drawn %s large",
                 force->name, said, size))
        return;
    Changes changes = {0};
    const Node *statement = jd_statement_of(p, force->where);
    if (statement) jd_changes_of_units(p, &changes, jd_clause_expr(statement, "rest"), "m");
    if (!jd_try_remedy(p, &changes, "spring-implausible"))
        jd_hint(p->log, "look at the number and the unit of its `rest`");
}

/* ---- A spring and its damper ------------------------------------------------------------------
 */

static const double idle = 20;  /* runs: so slowly a spring brings back what its damper holds */
static const double seen = 0.2; /* of the run: with another unit */
static const double thousand = 1e3;

static bool number_of(const ModelForce *force, int field, double *to) {
    if (!field || force->fields[field - 1].expr[0]) return false;
    *to = force->fields[field - 1].number[0];
    return *to > 0;
}

/* What a spring and a damper beside it bring back takes damping/stiffness: far beyond the run one
 * of them is there for nothing, and a thousandth of that would be seen in it. */
static void look_at_pace(Patient *p, const ModelForce *force) {
    double k, c;
    const double run = p->model->run.to;
    if (!number_of(force, force->type->stiffness, &k) ||
        !number_of(force, force->type->damping, &c) || !(run > 0) || c / k < idle * run ||
        c / k > thousand * seen * run)
        return;
    char pace[64], whole_run[64];
    jd_words_quantity(c / k, "s", pace), jd_words_quantity(run, "s", whole_run);
    if (!jd_find(p, JD_WARNING, "spring-implausible", force->where,
                 "'%s' takes %s to come back against its own damper, in a run of %s: its stiffness "
                 "or its damping is another by a thousand",
                 force->name, pace, whole_run))
        return;
    const Node *statement = jd_statement_of(p, force->where);
    const Expr *stiff = statement ? jd_clause_expr(statement, "stiffness") : NULL,
               *damped = statement ? jd_clause_expr(statement, "damping") : NULL;
    Changes changes = {0};
    if (stiff) jd_changes_of_units(p, &changes, stiff, "N/m");
    const int before = changes.count;
    if (damped) jd_changes_of_units(p, &changes, damped, "N*s/m");
    for (int n = before; n < changes.count; n++) changes.at[n].likely -= fitting;
    if (!jd_try_remedy(p, &changes, "spring-implausible"))
        jd_hint(p->log, "look at the units of both");
}

static void look(Patient *p) {
    if (p->misdrawn) return;
    for (int n = 0; n < p->model->forces.count; n++) {
        look_at(p, &p->model->forces.at[n]);
        look_at_slide(p, &p->model->forces.at[n]);
        look_at_pace(p, &p->model->forces.at[n]);
    }
}

const Examination jd_examination_spring = {"spring", NEEDS_TEXT, look};
