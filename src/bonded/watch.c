/* SPDX-License-Identifier: MIT
 *
 * Moduli during a run. Where the causality divides by a modulus that changes, the run ends at the
 * instant at which it becomes zero: an event of its own, t.modulus.zero, which every stepper finds.
 */
#include "bonded/inside.h"
#include "model/inside.h"
#include <string.h>

static const double near_zero = 1e-6; /* of its size at the start: there numbers lose six digits */

static const char other_choice[] =
    "`jourdain check` says which other choice passes that place, if there is one";

/* `n < 1e-6 n0`, or, if nobody knows its sign, `abs(n) < 1e-6`. */
static const Expr *condition_of(JdModel *model, Sym modulus, const char *name) {
    const ModelBonds *bonds = model->bonds;
    Arena arena = {0};
    double *one = NULL, *two = NULL, start = NAN;
    if (jd_bond_start_values(bonds, 1, &arena, &one) &&
        jd_bond_start_values(bonds, 2, &arena, &two)) {
        const double a = jd_sym_value(bonds->pool, modulus, one, NULL),
                     b = jd_sym_value(bonds->pool, modulus, two, NULL);
        if (a == b && isfinite(a) && a != 0) start = a;
    }
    jd_arena_free(&arena);
    Dim dim;
    bool plain;
    Text text = {0};
    char unit[64] = "";
    if (!jd_formula_dim(model, modulus, &dim, &plain)) return NULL;
    if (!plain && jd_has_dim(dim)) jd_dim_unit(dim, unit, sizeof unit);
    jd_text_print(&text, isnan(start) ? "abs(" : start < 0 ? "-(" : "(");
    jd_sym_print(bonds->pool, jd_bond_formula(model, modulus), SYM_TEXT, &text);
    jd_text_print(&text, ") < %.3g %s", near_zero * (isnan(start) ? 1 : fabs(start)), unit);
    Source *source = ARENA_NEW(&model->arena, Source, 1);
    const char *kept = text.failed || !text.at ? NULL : jd_arena_copy(&model->arena, text.at);
    jd_text_free(&text);
    if (!source || !kept) return NULL;
    *source = (Source){name, kept, strlen(kept)};
    return jd_expr_parse(source, &model->arena, model->log);
}

static bool watch(JdModel *model, int node) {
    const BondNode *at = &model->bonds->graph->nodes.at[node];
    const char *name = jd_arena_format(&model->arena, "%s.modulus.zero", at->name);
    const Expr *condition = name ? condition_of(model, at->value.at[0], name) : NULL;
    if (!condition) return !model->arena.failed; /* in units that nobody knows before the run */
    const char *why = jd_arena_format(
        &model->arena, "the modulus of %s '%s', which its causality divides by, becomes zero",
        at->type->name, at->name);
    if (!why) return false;
    jd_bond_within(model, name);
    return jd_model_add_when(model, &(ModelWhen){.name = name,
                                                 .where = at->where,
                                                 .condition = condition,
                                                 .why = why,
                                                 .remedy = other_choice,
                                                 .stop = true}) >= 0;
}

bool jd_bond_watch_moduli(JdModel *model) {
    const BondGraph *graph = model->bonds->graph;
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        const bool one = at->value.at && at->value.rows == 1 && at->value.columns == 1;
        if (jd_bonds_divides(graph, n) && one && !watch(model, n)) return false;
    }
    return true;
}
