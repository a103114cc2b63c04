/* SPDX-License-Identifier: MIT
 *
 * Elements that are left out of a bond graph. They keep their bond, but take no power: at a
 * 0-junction they take no flow, elsewhere they give no effort. So what reads their bond goes on
 * reading it, and what reads their state reads zero. */
#include "bonded/inside.h"
#include "model/inside.h"

static bool report_leave(JdModel *model, const BondNode *at, Where where, const char *why) {
    MODEL_ERROR(model, "bond-left-out", where, "%s '%s' cannot be left out: %s", at->type->name,
                at->name, why);
    MODEL_HINT(model, "leave out storages and resistors that have one bond");
    return false;
}

bool jd_model_leave_out(JdModel *model, const char *name, Where where) {
    ModelBonds *bonds = jd_model_bonds(model);
    if (!bonds) return jd_model_no_memory(model) >= 0;
    const int node = jd_bonds_find_node(bonds->graph, name);
    if (node < 0) {
        Nearest nearest = {.word = name};
        MODEL_ERROR(model, "name-unknown", where, "there is no node '%s' to be left out", name);
        for (int n = 0; n < bonds->graph->nodes.count; n++)
            jd_nearest_try(&nearest, bonds->graph->nodes.at[n].name);
        if (nearest.best)
            MODEL_HINT(model, "did you mean '%s'?", nearest.best);
        else
            MODEL_HINT(model, "name storages or resistors: `jourdain activity` lists them");
        return false;
    }
    LeftOut *left = PUSH(&model->arena, bonds->left_out);
    if (!left) return jd_model_no_memory(model) >= 0;
    *left = (LeftOut){.node = node, .where = where};
    return true;
}

/* What its state was in, before it has none. */
static void note_state(const BondGraph *graph, LeftOut *left) {
    const BondNode *at = &graph->nodes.at[left->node];
    left->stored = at->type->role == ROLE_STORAGE ? at->type->stores_effort ? "p" : "q" : NULL;
    left->known = left->stored && jd_stored_dim(graph, left->node, 0, &left->dim);
}

static bool leave_out(JdModel *model, LeftOut *left) {
    ModelBonds *bonds = model->bonds;
    BondGraph *graph = bonds->graph;
    BondNode *at = &graph->nodes.at[left->node];
    const BondRole role = at->type->role;
    if (role != ROLE_STORAGE && role != ROLE_RESISTOR)
        return report_leave(model, at, left->where, "it neither stores nor dissipates");
    if (at->ports.count > 1) return report_leave(model, at, left->where, "it has several bonds");
    if (!at->ports.count) return true; /* told as such */
    const Bond *bond = &graph->bonds.at[at->ports.at[0]];
    const BondNode *other = &graph->nodes.at[bond->from == left->node ? bond->to : bond->from];
    const bool flow = other->type->role == ROLE_JUNCTION && other->type->rule == CAUSAL_ONE;
    Sym *zero = ARENA_NEW(&model->arena, Sym, 1);
    if (!zero) return jd_model_no_memory(model) >= 0;
    note_state(graph, left);
    *zero = jd_sym_whole(graph->pool, 0);
    at->type = jd_bond_type_find(flow ? "Sf" : "Se");
    at->value = (SymMatrix){zero, 1, 1};
    at->effort_law = at->flow_law = SYM_NONE;
    at->effort_laws = at->flow_laws = NULL;
    at->law_count = 0;
    at->start_count = 0;
    at->derivative = false;
    bonds->values.at[left->node] = (NodeValue){0};
    return true;
}

bool jd_bond_leave_out(JdModel *model) {
    bool good = true;
    for (int n = 0; n < model->bonds->left_out.count; n++)
        good = leave_out(model, &model->bonds->left_out.at[n]) && good;
    return good;
}

static bool add_zero(JdModel *model, const LeftOut *left, const char *what, const char *unit) {
    const char *name = jd_arena_format(&model->arena, "%s.%s",
                                       model->bonds->graph->nodes.at[left->node].name, what);
    const Expr *expr =
        name ? jd_bond_expr(model, jd_sym_whole(model->bonds->pool, 0), name, unit) : NULL;
    if (!expr) return false;
    jd_bond_within(model, name);
    const ModelSignal signal = {.name = name, .where = left->where, .count = 1, .value = {expr}};
    return jd_model_add_signal(model, &signal) >= 0;
}

bool jd_bond_add_left_out(JdModel *model) {
    for (int n = 0; n < model->bonds->left_out.count; n++) {
        const LeftOut *left = &model->bonds->left_out.at[n];
        char unit[64] = "";
        if (!left->stored) continue;
        if (left->known) jd_dim_unit(left->dim, unit, sizeof unit);
        if (!add_zero(model, left, left->stored, *unit ? unit : NULL) ||
            !add_zero(model, left, "energy", left->known ? "J" : NULL))
            return false;
    }
    return true;
}
