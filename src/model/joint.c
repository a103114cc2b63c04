/* SPDX-License-Identifier: MIT
 *
 * Joints: two frames and a type, with the values of the type's fields. */
#include "model/inside.h"
#include <stdio.h>

static const double rounding = 1e-12; /* of a sum of cosines */
static const double same = 1e-9;      /* points, m or of their distance; directions, rad */

static bool check_type(JdModel *model, const ModelJoint *joint) {
    if (!joint->type) return false; /* reported by who looked for it */
    if (!joint->type->spatial_only || jd_model_width(model) == 3) return true;
    MODEL_ERROR(model, "type-spatial-only", joint->where,
                "joint '%s' is of type '%s', which has a meaning in space only", joint->name,
                joint->type->name);
    MODEL_HINT(model, "`jourdain help joints` lists the types for the plane; or write `spatial` "
                      "above, and vectors with three numbers");
    return false;
}

static bool check_sides(JdModel *model, const ModelJoint *joint) {
    if (joint->type->couples) return jd_model_check_couple(model, joint);
    if (!jd_model_check_frame_index(model, joint->i, "joint", joint->name, joint->where) ||
        !jd_model_check_frame_index(model, joint->j, "joint", joint->name, joint->where))
        return false;
    const int body = model->frames.at[joint->i].body;
    if (body != model->frames.at[joint->j].body) return true;
    MODEL_ERROR(model, "joint-same-body", joint->where, "joint '%s' connects '%s' with itself",
                joint->name, model->bodies.at[body].name);
    MODEL_HINT(model, "a joint needs two different bodies, or a body and the ground");
    return false;
}

/* Fields that were not given take their default. */
static bool fill_field(JdModel *model, ModelJoint *joint, int index) {
    const Field *field = &joint->type->fields[index];
    double *value = &joint->fields[index];
    if (isnan(*value) && field->required) {
        MODEL_ERROR(model, "joint-needs-field", joint->where, "joint '%s' needs its %s",
                    joint->name, field->name);
        MODEL_HINT(model, "add `%s` and a value in %s: %s", field->name,
                   field->unit ? field->unit : "1",
                   field->summary ? field->summary : "a field of the type");
        return false;
    }
    if (isnan(*value))
        *value = field->drawn_distance && !joint->type->couples
                     ? jd_model_drawn_distance(model, joint->i, joint->j)
                     : field->fallback;
    if (!jd_model_check_finite(model, *value, field->name, joint->name, joint->where)) return false;
    if (!field->drawn_distance || *value > 0) return true;
    MODEL_ERROR(model, "rod-zero-length", joint->where, "joint '%s' has the %s %g m", joint->name,
                field->name, *value);
    MODEL_HINT(model, "draw its two points apart, or give a %s greater than zero", field->name);
    if (*value == 0) MODEL_HINT(model, "two points that stay together are a `revolute`");
    return false;
}

static bool fill_fields(JdModel *model, ModelJoint *joint) {
    const int count = jd_field_count(joint->type->fields);
    bool fine = true;
    for (int n = 0; n < count; n++) fine = fill_field(model, joint, n) && fine;
    for (int n = count; n < TYPE_FIELDS; n++) joint->fields[n] = 0;
    if (!fine || !count) return fine;

    /* The locks with these values: they may divide by one. */
    Lock locks[JOINT_LOCKS];
    const bool planar = model->space == JD_PLANAR;
    if (jd_joint_locks(joint->type, planar, joint->fields, locks, NULL, joint->where, model->log) >=
        0)
        return true;
    model->errors++;
    return false;
}

/* Which of the two bodies a vector knows: 1 for i, 2 for j. */
static int bodies_of(VectorKind kind) {
    if (kind == VEC_OM || kind == VEC_VM || (kind >= VEC_XI && kind <= VEC_ZI)) return 1;
    if (kind == VEC_ON || kind == VEC_VN || (kind >= VEC_XJ && kind <= VEC_ZJ)) return 2;
    return kind >= VEC_X0 && kind <= VEC_Z0 ? 0 : 3;
}

/* Between two moving bodies every lock involves both. */
static bool check_both(JdModel *model, const ModelJoint *joint) {
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS] = {NULL};
    const bool planar = model->space == JD_PLANAR;
    if (joint->type->couples || !model->frames.at[joint->i].body ||
        !model->frames.at[joint->j].body)
        return true;
    const int count =
        jd_joint_locks(joint->type, planar, joint->fields, locks, texts, joint->where, NULL);
    if (count < 0) return jd_model_no_memory(model), false;
    for (int n = 0; n < count; n++) {
        int known = locks[n].turn != 0 ? 3 : 0;
        for (int t = 0; t < locks[n].count; t++)
            known |= bodies_of(locks[n].terms[t].a) | bodies_of(locks[n].terms[t].b);
        if (known == 3) continue;
        const int frame = known == 2 ? joint->j : joint->i;
        const char *body = model->bodies.at[model->frames.at[frame].body].name;
        MODEL_ERROR(model, "lock-one-body", joint->where,
                    "lock '%s' of joint '%s' involves only '%s'", texts[n] ? texts[n] : "",
                    joint->name, body);
        MODEL_HINT(model, "put it into a joint between '%s' and the ground", body);
        return false;
    }
    return true;
}

/* Products of two axes are at most 1. */
static bool is_possible(const Lock *lock) {
    double most = 0;
    if (lock->velocity || lock->turn != 0 || lock->q[0] != 0 || lock->q[1] != 0) return true;
    for (int t = 0; t < lock->count; t++) {
        const LockTerm *term = &lock->terms[t];
        const bool axes =
            term->a >= VEC_XI && term->a <= VEC_Z0 && term->b >= VEC_XI && term->b <= VEC_Z0;
        if (!axes) return true;
        most += fabs(term->c);
    }
    return fabs(lock->constant) <= most * (1 + rounding);
}

static bool check_possible(JdModel *model, const ModelJoint *joint) {
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS] = {NULL};
    const bool planar = model->space == JD_PLANAR;
    const int count =
        jd_joint_locks(joint->type, planar, joint->fields, locks, texts, joint->where, NULL);
    for (int n = 0; n < count; n++) {
        if (is_possible(&locks[n])) continue;
        MODEL_ERROR(model, "lock-never", joint->where,
                    "lock '%s' of joint '%s' is zero in no position: the product of two axes is "
                    "between -1 and 1",
                    texts[n] ? texts[n] : "", joint->name);
        MODEL_HINT(model, "it is the cosine of the angle between them: xi.xj - cos(30 deg)");
        return false;
    }
    return count >= 0 ? true : (jd_model_no_memory(model), false);
}

static bool check_gains(JdModel *model, const ModelJoint *joint) {
    const double *const lists[3] = {joint->alpha, joint->beta, joint->gamma};
    static const char *const names[3] = {"alpha", "beta", "gamma"};
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < JOINT_LOCKS; n++) {
            const double gain = lists[k][n];
            if (isnan(gain) || (gain >= 0 && isfinite(gain))) continue;
            MODEL_ERROR(model, "gain-not-valid", joint->where, "joint '%s' has %s = %g 1/s",
                        joint->name, names[k], gain);
            MODEL_HINT(model, "%s is a rate of decay: zero or positive, and finite", names[k]);
            return false;
        }
    return true;
}

/* The axis of a disc is drawn along the normal of its plane: no point of it is the lowest. */
static bool check_disc(JdModel *model, const ModelJoint *joint) {
    static const double flat = 1e-6; /* rad: beside that the lowest point is known to ten digits */
    if (!jd_joint_is_disc(joint->type) || jd_model_width(model) == 2) return true;
    const Pose i = jd_model_frame_pose(model, joint->i), j = jd_model_frame_pose(model, joint->j);
    if (vec3_norm(vec3_cross(i.axes.z, j.axes.z)) > flat) return true;
    const char *plane = model->bodies.at[model->frames.at[joint->i].body].name;
    const ModelFrame *frame = &model->frames.at[joint->j];
    const char *disc = model->bodies.at[frame->body].name;
    MODEL_ERROR(model, "disc-flat", joint->where,
                "the disc of joint '%s' lies flat: its axis, z of '%s%s%s', is the normal of the "
                "plane of '%s', so no point of it is the lowest",
                joint->name, disc, frame->name ? "." : "", frame->name ? frame->name : "", plane);
    if (frame->body == 0)
        MODEL_HINT(model, "the second side has the disc, the first the plane: %s -- %s", disc,
                   plane);
    else if (frame->name)
        MODEL_HINT(model,
                   "a frame `at` a point has the axes of the drawing: turn it, as in `frame "
                   "%s at P turned turn(x, 90 deg)`, or let it be `local`, with the axes "
                   "of the body",
                   frame->name);
    else
        MODEL_HINT(model,
                   "draw the body turned, such as `turned turn(x, 90 deg)` for an axis along "
                   "y, or name a frame of it whose z is the axis of the disc");
    return false;
}

/* A type whose locks degenerate where M = N, drawn there. */
static void warn_if_together(const JdModel *model, const ModelJoint *joint) {
    if (!joint->type->apart || joint->type->couples) return;
    const double distance = jd_model_drawn_distance(model, joint->i, joint->j);
    if (distance > same) return;
    jd_report(model->log, JD_WARNING, "joint-points-meet", joint->where,
              "the two points of joint '%s' are drawn in one place", joint->name);
    if (joint->type->warning) jd_hint(model->log, "%s", joint->type->warning);
}

/* ---- The same joint twice ------------------------------------------------------------------- */

static bool is_near(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_sub(a, b)) <= same * (1 + vec3_norm(a));
}

/* Both sides as drawn, the first body first. */
typedef struct {
    Vec3 p[2], axis[2], second[2];
} Drawn;

static Drawn drawn_sides(const JdModel *model, const ModelJoint *joint) {
    const bool swap = model->frames.at[joint->i].body > model->frames.at[joint->j].body;
    const Pose i = jd_model_frame_pose(model, swap ? joint->j : joint->i);
    const Pose j = jd_model_frame_pose(model, swap ? joint->i : joint->j);
    const AxisName axis = joint->type->axis, next = (AxisName)((axis + 1) % 3);
    return (Drawn){{i.p, j.p},
                   {axes_at(&i.axes, axis), axes_at(&j.axes, axis)},
                   {axes_at(&i.axes, next), axes_at(&j.axes, next)}};
}

static bool is_parallel(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_cross(a, b)) <= same;
}

static bool is_same(const JdModel *model, const ModelJoint *a, const ModelJoint *b) {
    if (a->type != b->type) return false;
    for (int n = 0; n < TYPE_FIELDS; n++)
        if (a->fields[n] != b->fields[n]) return false;
    const Drawn x = drawn_sides(model, a), y = drawn_sides(model, b);
    /* Of a type of one's own any axis may count. */
    const bool second = a->type->second || jd_joint_find(a->type->name) != a->type;
    for (int n = 0; n < 2; n++)
        if (!is_near(x.p[n], y.p[n]) || !is_parallel(x.axis[n], y.axis[n]) ||
            (second && !is_parallel(x.second[n], y.second[n])))
            return false;
    return true;
}

static void warn_repeated(const JdModel *model, const ModelJoint *first, const ModelJoint *joint) {
    const char *const names[2] = {model->bodies.at[model->frames.at[joint->i].body].name,
                                  model->bodies.at[model->frames.at[joint->j].body].name};
    char line[48] = "";
    if (first->where.file) snprintf(line, sizeof line, " of line %d", first->where.line);
    jd_report(model->log, JD_WARNING, "joint-repeated", joint->where,
              "joint '%s' connects '%s' and '%s' in the same way as joint '%s'%s: same type, same "
              "place, same axis",
              joint->name, names[0], names[1], first->name, line);
    jd_hint(model->log, "leave one of them out; with both, what each of them bears is not unique");
}

/* Joints between the same two bodies hang together in a chain, which a name finds. The last ones of
 * them are compared. */
enum { TWINS = 100 };

static bool chain_twins(JdModel *model, int index) {
    ModelJoint *joint = &model->joints.at[index];
    joint->before = -1;
    if (joint->type->couples) return true;
    const int i = model->frames.at[joint->i].body, j = model->frames.at[joint->j].body;
    char pair[32];
    snprintf(pair, sizeof pair, "%d-%d", i < j ? i : j, i < j ? j : i);
    const NameSlot *slot = jd_names_find(&model->names, pair, SCOPE_PAIRS);
    if (slot) joint->before = slot->index;
    int looked = 0; /* thousands of joints between two bodies are no oversight */
    for (int n = joint->before; n >= 0 && looked < TWINS;
         n = model->joints.at[n].before, looked++) {
        if (!is_same(model, &model->joints.at[n], joint)) continue;
        warn_repeated(model, &model->joints.at[n], joint);
        joint->repeats = true;
        break;
    }
    const char *name = slot ? slot->name : jd_arena_copy(&model->arena, pair);
    return jd_names_add(&model->names, &model->arena,
                        (NameSlot){name, SCOPE_PAIRS, NAME_JOINT, index});
}

/* ---- Adding --------------------------------------------------------------------------------- */

int jd_model_add_joint(JdModel *model, const ModelJoint *joint) {
    if (!model) return -1;
    const bool named = jd_model_check_name(model, joint->name, "joint", SCOPE_MODEL, joint->where);
    if (!check_type(model, joint) || !check_sides(model, joint)) return -1;
    ModelJoint filled = *joint;
    filled.type = jd_type_in_plane(model, joint->type);
    if (!filled.type) return -1;
    const bool complete = fill_fields(model, &filled);
    if (!named || !complete || !check_gains(model, &filled) || !check_both(model, &filled) ||
        !check_possible(model, &filled) || !check_disc(model, &filled))
        return -1;

    filled.name = jd_arena_copy(&model->arena, joint->name);
    ModelJoint *added = filled.name ? PUSH_ALONE(&model->arena, model->joints) : NULL;
    if (!added) return jd_model_no_memory(model);
    *added = filled;
    const int index = model->joints.count - 1;
    if (!jd_names_add(&model->names, &model->arena,
                      (NameSlot){added->name, SCOPE_MODEL, NAME_JOINT, index}))
        return jd_model_no_memory(model);
    if (!chain_twins(model, index)) return jd_model_no_memory(model);
    warn_if_together(model, added);
    return index;
}
