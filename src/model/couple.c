/* SPDX-License-Identifier: MIT
 *
 * Couplings: joints whose two sides are frees of other joints, such as gears and racks. */
#include "model/inside.h"
#include <string.h>

static const char *name_of(const ModelJoint *joint) {
    return joint->name ? joint->name : "";
}

static const FreeDef *free_at(const JdModel *model, int joint, int number) {
    if (joint < 0 || joint >= model->joints.count) return NULL;
    const FreeDef *frees[JOINT_FREES];
    const int count =
        jd_joint_frees(model->joints.at[joint].type, model->space == JD_PLANAR, frees);
    return number >= 0 && number < count ? frees[number] : NULL;
}

static bool report_bodies(JdModel *model, const ModelJoint *joint, const char *given, Where where) {
    if (given)
        MODEL_ERROR(model, "couple-needs-frees", where,
                    "joint '%s' of type '%s' couples the frees of two joints, and '%s' is none",
                    name_of(joint), joint->type->name, given);
    else
        MODEL_ERROR(model, "couple-needs-frees", where,
                    "joint '%s' of type '%s' does not say which frees it couples", name_of(joint),
                    joint->type->name);
    MODEL_HINT(model, "name a free of a joint that stands before it on each side: jA.angle -- "
                      "jB.angle");
    return false;
}

/* "jA.angle": which joint, and which of its frees. */
static bool find_free(JdModel *model, const ModelJoint *joint, const char *target, Where where,
                      int *index, int *number) {
    const FreeDef *def = target ? jd_model_find_free(model, target, index) : NULL;
    if (!def) return report_bodies(model, joint, target, where);
    for (*number = 0; free_at(model, *index, *number) != def;) ++*number;
    if (def->kind != FREE_BALL) return true;
    MODEL_ERROR(model, "couple-ball", where,
                "joint '%s' couples %s, an angle of a ball joint, which has no axis of its own",
                name_of(joint), target);
    MODEL_HINT(model, "couple turns about one axis and slides: those of a revolute, prismatic, "
                      "cylindrical or universal");
    return false;
}

bool jd_model_couple(JdModel *model, ModelJoint *joint, const char *free_i, const char *free_j,
                     Where where_i, Where where_j) {
    const bool first = find_free(model, joint, free_i, where_i, &joint->i, &joint->free_i);
    if (!find_free(model, joint, free_j, where_j, &joint->j, &joint->free_j) || !first)
        return false;
    if (joint->i != joint->j || joint->free_i != joint->free_j) return true;
    MODEL_ERROR(model, "couple-same-free", where_j, "joint '%s' couples %s with itself",
                name_of(joint), free_i);
    MODEL_HINT(model,
               "name two different frees; to hold a free still, use a `drive` with a constant");
    return false;
}

bool jd_model_refuse_frees(JdModel *model, const ModelJoint *joint, const char *given,
                           Where where) {
    MODEL_ERROR(model, "joint-needs-bodies", where,
                "joint '%s' of type '%s' connects bodies, and '%s' is a free of a joint",
                name_of(joint), joint->type->name, given);
    MODEL_HINT(model, "name the two bodies; frees are coupled by a gear, a rack or a coupling");
    return false;
}

/* ---- Dimensions ----------------------------------------------------------------------------- */

/* A lock of a coupling as an expression of two frees: travels have a length, angles have none. */
typedef struct {
    const JointType *type;
    const FreeDef *frees[2];
} Frees;

static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    const Frees *frees = inputs->data;
    (void)span;
    *slot = 0;
    *dim = (Dim){0};
    if (!strcmp(name, "qi") || !strcmp(name, "qj")) {
        dim->length = frees->frees[name[1] - 'i']->kind == FREE_SLIDE;
        return true;
    }
    for (int n = 0; n < jd_field_count(frees->type->fields); n++) {
        Unit unit;
        const Field *field = &frees->type->fields[n];
        if (strcmp(field->name, name) != 0 || !jd_unit_parse(field->unit, &unit)) continue;
        *dim = unit.dim;
        return true;
    }
    return false;
}

static bool has_dimension(const JointType *type) {
    for (int n = 0; n < jd_field_count(type->fields); n++) {
        Unit unit;
        if (jd_unit_parse(type->fields[n].unit, &unit) && !jd_dim_equal(unit.dim, (Dim){0}))
            return true;
    }
    return false;
}

/* A type whose numbers have dimensions fits travels and angles in one way only: the lock is a
 * length or an angle, and must not mix them. */
static bool fits(JdModel *model, Frees frees) {
    const bool alike = (frees.frees[0]->kind == FREE_SLIDE) == (frees.frees[1]->kind == FREE_SLIDE);
    if (frees.type->alike && !alike) return false;
    if (!has_dimension(frees.type) || !frees.type->locks[0]) return true;
    const Source source = {"lock", frees.type->locks[0], strlen(frees.type->locks[0])};
    const Expr *expr = jd_expr_parse(&source, &model->arena, NULL);
    Inputs inputs = {.find = find_input, .data = &frees};
    const Dim angle = {0}, length = {.length = 1};
    return !expr || jd_program_new(expr, &inputs, angle, "", &model->arena, NULL) ||
           jd_program_new(expr, &inputs, length, "", &model->arena, NULL);
}

static bool check_fit(JdModel *model, const ModelJoint *joint, const FreeDef *i, const FreeDef *j) {
    if (fits(model, (Frees){joint->type, {i, j}})) return true;
    const char *const words[2] = {i->kind == FREE_SLIDE ? "a travel" : "an angle",
                                  j->kind == FREE_SLIDE ? "a travel" : "an angle"};
    MODEL_ERROR(model, "couple-mismatch", joint->where,
                "joint '%s' of type '%s' has %s on the first side and %s on the second, which does "
                "not fit",
                joint->name, joint->type->name, words[0], words[1]);
    if (i->kind != j->kind && fits(model, (Frees){joint->type, {j, i}}))
        MODEL_HINT(model, "swap the two sides: %s.%s -- %s.%s", model->joints.at[joint->j].name,
                   j->position, model->joints.at[joint->i].name, i->position);
    if (joint->type->alike) MODEL_HINT(model, "a turn and a slide are coupled by a rack");
    MODEL_HINT(model, "%s: %s", joint->type->name, joint->type->summary);
    return false;
}

/* ---- Checks --------------------------------------------------------------------------------- */

bool jd_model_check_couple(JdModel *model, const ModelJoint *joint) {
    const FreeDef *i = free_at(model, joint->i, joint->free_i);
    const FreeDef *j = free_at(model, joint->j, joint->free_j);
    if (!i || !j) return report_bodies(model, joint, NULL, joint->where);
    return check_fit(model, joint, i, j);
}
