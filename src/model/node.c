/* SPDX-License-Identifier: MIT
 *
 * Nodes: points without mass at which forces meet. A node is a frame of its own, whose place is as
 * many states as space has directions: of a damped node they change at the rates that dampers
 * leave it, of others they follow from the equilibrium and say which one it is. Where that ends the
 * node snaps, which is an event. theory 4.9 */
#include "model/inside.h"
#include <string.h>

/* "P.x" from 'x'. */
static const char *own(JdModel *model, const char *node, const char *name) {
    return jd_arena_format(&model->arena, "%s.%s", node, name);
}

static Expr *read_own(JdModel *model, const char *node, const char *name) {
    Expr *expr = ARENA_NEW(&model->arena, Expr, 1);
    if (expr) *expr = (Expr){.kind = EXPR_NAME, .text = own(model, node, name)};
    return expr && expr->text ? expr : NULL;
}

static bool add_places(JdModel *model, const ModelNode *node, Vec3 at) {
    static const char *const places[] = {"x", "y", "z"}, *const rates[] = {"vx", "vy", "vz"};
    const double start[] = {at.x, at.y, at.z};
    for (int n = 0; n < jd_model_width(model); n++) {
        const ModelState state = {.name = own(model, node->name, places[n]),
                                  .where = node->where,
                                  .rate = read_own(model, node->name, rates[n]),
                                  .start = start[n],
                                  .scale = 1,
                                  .dim = {.length = 1},
                                  .unit = "m"};
        if (!state.name || !state.rate) return jd_model_no_memory(model), false;
        if (jd_model_add_state(model, &state) < 0) return false;
    }
    return true;
}

/* The equilibrium ends where it is no longer stable. */
static bool add_snap(JdModel *model, const ModelNode *node, int index) {
    static const char text[] = "stability < 0";
    Source *source = ARENA_NEW(&model->arena, Source, 1);
    if (!source) return jd_model_no_memory(model), false;
    *source = (Source){node->name, text, strlen(text)};
    Expr *condition = jd_expr_parse(source, &model->arena, model->log);
    if (!condition || condition->count != 2) return jd_model_no_memory(model), false;
    condition->args[0] = read_own(model, node->name, "stability");
    const ModelWhen when = {.name = own(model, node->name, "snap"),
                            .where = node->where,
                            .condition = condition,
                            .snaps = index + 1};
    if (!condition->args[0] || !when.name) return jd_model_no_memory(model), false;
    return jd_model_add_when(model, &when) >= 0;
}

int jd_model_add_massless(JdModel *model, const ModelNode *node, Vec3 at) {
    if (!model || !jd_model_check_name(model, node->name, "node", SCOPE_MODEL, node->where))
        return -1;
    if (!jd_model_check_point(model, at, "node", node->name, node->where)) return -1;
    const int index = model->nodes.count, state = model->states.count;
    const ModelFrame frame = {
        .local = jd_pose_planar(at, 0), .where = node->where, .node = index + 1};
    const int placed = jd_model_add_frame(model, &frame);
    ModelNode *added = placed < 0 ? NULL : PUSH(&model->arena, model->nodes);
    if (!added) return placed < 0 ? -1 : jd_model_no_memory(model);
    *added = *node;
    added->name = jd_arena_copy(&model->arena, node->name);
    added->frame = placed;
    added->state = state;
    const NameSlot slot = {added->name, SCOPE_MODEL, NAME_MASSLESS, index};
    if (!added->name || !jd_names_add(&model->names, &model->arena, slot))
        return jd_model_no_memory(model);
    const ModelNode made = *added;
    const char *within = model->within;
    model->within = made.name;
    const bool good = add_places(model, &made, at) && add_snap(model, &made, index);
    model->within = within;
    return good ? index : -1;
}

/* ---- Forces at nodes ---------------------------------------------------------------------------
 */

static int node_of(const JdModel *model, int frame) {
    return frame < 0 ? 0 : model->frames.at[frame].node;
}

static bool refuse(JdModel *model, const ModelForce *force, int node, const char *what,
                   const char *remedy) {
    MODEL_ERROR(model, "node-force", force->where,
                "force '%s' of type %s cannot act on node '%s'%s", force->name, force->type->name,
                model->nodes.at[node - 1].name, what);
    MODEL_HINT(model, "%s", remedy);
    return false;
}

/* A field that makes a torque, and is not zero. */
static const Field *turning_field(const ModelForce *force) {
    for (int n = 0; n < jd_field_count(force->type->fields); n++) {
        const Field *field = &force->type->fields[n];
        if (!field->unit || strncmp(field->unit, "N*m", 3) != 0) continue;
        for (int c = 0; c < jd_field_width(field); c++)
            if (force->fields[n].expr[c] || force->fields[n].number[c] != 0) return field;
    }
    return NULL;
}

bool jd_model_check_nodes(JdModel *model, const ModelForce *force) {
    const int i = node_of(model, force->i), j = node_of(model, force->j), node = j ? j : i;
    if (!node || force->type->target == FORCE_ON_FREE) return true;
    if (force->type->needs_body)
        return refuse(model, force, node, ": it needs bodies",
                      "a node has neither mass nor attitude; springs, dampers, line forces, "
                      "bushings, force-torques, point forces and drag act on it");
    if (i == j && force->type->target == FORCE_BETWEEN)
        return refuse(model, force, node, " and on the same one", "it needs two different ends");
    const Field *turning = turning_field(force);
    if (turning) {
        refuse(model, force, node, ": a point without attitude takes no torque",
               "leave out what turns, or end the force at a body");
        MODEL_HINT(model, "this is its %s", turning->name);
        return false;
    }
    if (i && force->type->at_n)
        return refuse(model, force, i, " as its first side: both its forces act at the second",
                      "name the node second, and turn the signs");
    return true;
}
