/* SPDX-License-Identifier: MIT
 *
 * What is known of bodies, joints and forces, in words: label and value. */
#include "expr/expr.h"
#include "force/force.h"
#include "joint/joint.h"
#include "model/model.h"
#include "picture/picture.h"
#include <string.h>

static const double turned = 1e-12; /* rad: less is rounding of axes as drawn */

static void add_place(FactList *list, Where where) {
    const char *slash = where.file ? strrchr(where.file, '/') : NULL;
    if (where.file)
        jd_fact_add(list, "said in", "%s, line %d", slash ? slash + 1 : where.file, where.line);
}

/* ---- Bodies --------------------------------------------------------------------------------- */

static void add_inertia(FactList *list, const JdModel *model, const ModelBody *body) {
    if (body->point) {
        jd_fact_add(list, "inertia", "none: a point mass");
    } else if (model->space == JD_PLANAR) {
        jd_fact_quantity(list, "inertia", body->inertia[2][2], "kg*m^2");
    } else {
        const Vec3 own = {body->inertia[0][0], body->inertia[1][1], body->inertia[2][2]};
        const Vec3 mixed = {body->inertia[0][1], body->inertia[0][2], body->inertia[1][2]};
        jd_fact_vector(list, "inertia", own, 3, "kg*m^2");
        if (vec3_norm(mixed) > 0) jd_fact_vector(list, "Ixy, Ixz, Iyz", mixed, 3, "kg*m^2");
    }
}

static void add_attitude(FactList *list, const JdModel *model, const ModelBody *body) {
    if (body->point) return;
    if (model->space == JD_PLANAR) {
        jd_fact_quantity(list, "angle as drawn", body->pose.angle * 180 / pi, "deg");
        return;
    }
    const Vec3 turn = jd_axes_to_vector(&body->pose.axes);
    const double angle = vec3_norm(turn);
    if (angle > turned)
        jd_fact_add(list, "attitude as drawn", "%.6g deg about [%.6g, %.6g, %.6g]",
                    angle * 180 / pi, turn.x / angle, turn.y / angle, turn.z / angle);
}

Facts jd_facts_of_body(const JdModel *model, int n, Arena *arena) {
    FactList list = {arena, {0}};
    const ModelBody *body = &model->bodies.at[n];
    if (n == 0) {
        jd_fact_add(&list, "mass", "does not move");
        return jd_facts_end(&list);
    }
    if (body->massless)
        jd_fact_add(&list, "mass", "none");
    else
        jd_fact_quantity(&list, "mass", body->mass, "kg");
    if (!body->massless) add_inertia(&list, model, body);
    jd_fact_vector(&list, "centre of mass as drawn", body->pose.p, jd_model_width(model), "m");
    add_attitude(&list, model, body);
    if (body->shape) jd_fact_add(&list, "shape", "%s", body->shape->name);
    add_place(&list, body->where);
    return jd_facts_end(&list);
}

Facts jd_facts_of_node(const JdModel *model, int n, Arena *arena) {
    FactList list = {arena, {0}};
    const ModelNode *node = &model->nodes.at[n];
    jd_fact_add(&list, "mass", "none: a node, at which forces meet");
    jd_fact_vector(&list, "place as drawn", model->frames.at[node->frame].local.p,
                   jd_model_width(model), "m");
    add_place(&list, node->where);
    return jd_facts_end(&list);
}

/* ---- Joints --------------------------------------------------------------------------------- */

static const char *body_of(const JdModel *model, int frame) {
    const ModelFrame *at = &model->frames.at[frame];
    return at->node ? model->nodes.at[at->node - 1].name : model->bodies.at[at->body].name;
}

static void add_type(FactList *list, const char *name, const char *summary) {
    jd_fact_add(list, "type", "%s%s%s", name, summary ? ": " : "", summary ? summary : "");
}

static void add_sides(FactList *list, const JdModel *model, const ModelJoint *joint) {
    if (!joint->type->couples) {
        jd_fact_add(list, "between", "%s and %s", body_of(model, joint->i),
                    body_of(model, joint->j));
        return;
    }
    const FreeDef *i[JOINT_FREES], *j[JOINT_FREES];
    const ModelJoint *a = &model->joints.at[joint->i], *b = &model->joints.at[joint->j];
    jd_joint_frees(a->type, model->space == JD_PLANAR, i);
    jd_joint_frees(b->type, model->space == JD_PLANAR, j);
    jd_fact_add(list, "couples", "%s.%s and %s.%s", a->name, i[joint->free_i]->position, b->name,
                j[joint->free_j]->position);
}

static void add_frees(FactList *list, const JdModel *model, const ModelJoint *joint) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(joint->type, model->space == JD_PLANAR, frees);
    Text text = {0};
    for (int n = 0; n < count; n++)
        jd_text_print(&text, "%s%s.%s", n ? ", " : "", joint->name, frees[n]->position);
    if (count > 0) jd_fact_add(list, "free", "%s", text.at ? text.at : "");
    jd_text_free(&text);
}

static void add_drives(FactList *list, const JdModel *model, int joint) {
    for (int n = 0; n < model->drives.count; n++) {
        const ModelDrive *drive = &model->drives.at[n];
        int at = -1;
        if (!jd_model_find_free(model, drive->target, &at) || at != joint) continue;
        Text motion = {0};
        if (drive->motion) jd_expr_write(drive->motion, &motion);
        jd_fact_add(list, "driven", "%s = %s", drive->target, motion.at ? motion.at : "?");
        jd_text_free(&motion);
    }
}

/* Fields that were not said have what the type says, or what was drawn, which is left to the type.
 */
static void add_fields(FactList *list, const Field *fields, const double *values) {
    const int count = jd_field_count(fields);
    for (int n = 0; n < count; n++) {
        const double value = isnan(values[n]) ? fields[n].fallback : values[n];
        if (isnan(values[n]) && fields[n].drawn_distance)
            jd_fact_add(list, fields[n].name, "as drawn");
        else
            jd_fact_quantity(list, fields[n].name, value, fields[n].unit);
    }
}

Facts jd_facts_of_joint(const JdModel *model, const JdSystem *system, int n, Arena *arena) {
    FactList list = {arena, {0}};
    const ModelJoint *joint = &model->joints.at[n];
    const char *name = jd_arena_format(arena, "%s.force", joint->name);
    const JdChannel force = name && system ? jd_channel(system, name, NULL) : (JdChannel){-1};
    add_type(&list, joint->type->name, joint->type->summary);
    add_sides(&list, model, joint);
    add_frees(&list, model, joint);
    add_fields(&list, joint->type->fields, joint->fields);
    add_drives(&list, model, n);
    if (force.index >= 0 && !jd_channel_unique(system, force))
        jd_fact_add(&list, "reaction", "not unique: other joints lock the same motion");
    add_place(&list, joint->where);
    return jd_facts_end(&list);
}

/* ---- Forces --------------------------------------------------------------------------------- */

static void add_value(FactList *list, const Field *field, const FieldValue *value, int width,
                      bool turn) {
    const char *unit = turn && field->turn_unit ? field->turn_unit : field->unit;
    const int count = field->count ? width : 1;
    const bool said = value->expr[0] || !isnan(value->number[0]);
    Text text = {0};
    for (int n = 0; n < count; n++) {
        jd_text_print(&text, "%s", n ? ", " : count > 1 ? "[" : "");
        if (value->expr[n])
            jd_expr_write(value->expr[n], &text);
        else
            jd_text_print(&text, "%.6g", said ? value->number[n] : field->fallback);
    }
    const bool bare = value->expr[0] || !unit || strcmp(unit, "1") == 0;
    if (field->drawn_distance && !said)
        jd_fact_add(list, field->name, "as drawn");
    else
        jd_fact_add(list, field->name, "%s%s%s%s", text.at ? text.at : "", count > 1 ? "]" : "",
                    bare ? "" : " ", bare ? "" : unit);
    jd_text_free(&text);
}

Facts jd_facts_of_force(const JdModel *model, int n, Arena *arena) {
    FactList list = {arena, {0}};
    const ModelForce *force = &model->forces.at[n];
    const FreeDef *free = NULL;
    add_type(&list, force->type->name, force->type->summary);
    if (force->type->target == FORCE_ON_FREE) {
        int joint;
        free = jd_model_find_free(model, force->target, &joint);
        jd_fact_add(&list, "on", "%s", force->target);
    } else if (force->type->target == FORCE_BETWEEN) {
        jd_fact_add(&list, "between", "%s and %s", body_of(model, force->i),
                    body_of(model, force->j));
    } else {
        jd_fact_add(&list, "on", "%s", body_of(model, force->j));
    }
    const int count = jd_field_count(force->type->fields);
    for (int k = 0; k < count; k++)
        add_value(&list, &force->type->fields[k], &force->fields[k], jd_model_width(model),
                  free && free->kind != FREE_SLIDE);
    add_place(&list, force->where);
    return jd_facts_end(&list);
}
