/* SPDX-License-Identifier: MIT
 *
 * The C calls that fill a model: each turns its definition into what jd_model_add_... takes. An
 * invalid body was reported when it was made; what hangs on it is passed over in silence. */
#include "model/bonds.h"
#include "model/inside.h"
#include <string.h>

static bool knows_nothing(const Scope *scope, const char *name, Value *value) {
    return (void)scope, (void)name, (void)value, false;
}

static void suggests_nothing(const Scope *scope, Nearest *nearest) {
    (void)scope, (void)nearest;
}

static Scope empty_scope(JdModel *model) {
    return (Scope){.find = knows_nothing, .suggest = suggests_nothing, .arena = &model->arena};
}

/* An expression given as text. Messages about it name its owner: "motor.value". */
static Expr *parse_text(JdModel *model, const char *owner, const char *what, const char *text) {
    Source *source = ARENA_NEW(&model->arena, Source, 1);
    const char *copy = jd_arena_copy(&model->arena, text);
    const char *file = jd_arena_format(&model->arena, "%s.%s", owner ? owner : "", what);
    if (!source || !copy || !file) return jd_model_no_memory(model), NULL;
    *source = (Source){file, copy, strlen(copy)};
    model->hash = jd_hash(model->hash, copy, source->length);
    Expr *expr = jd_expr_parse(source, &model->arena, model->log);
    if (!expr) model->errors++;
    return expr;
}

/* ---- Fields --------------------------------------------------------------------------------- */

static int find_field(JdModel *model, const Field *fields, const char *name, const char *owner,
                      const char *type) {
    Nearest nearest = {.word = name};
    for (int n = 0; n < jd_field_count(fields); n++) {
        if (!strcmp(fields[n].name, name)) return n;
        jd_nearest_try(&nearest, fields[n].name);
    }
    MODEL_ERROR(model, "field-unknown", nowhere, "'%s' is of type '%s', which has no '%s'",
                owner ? owner : "", type, name);
    if (nearest.best) MODEL_HINT(model, "did you mean '%s'?", nearest.best);
    for (int n = 0; !nearest.best && n < jd_field_count(fields); n++)
        MODEL_HINT(model, "it has '%s'", fields[n].name);
    return -1;
}

/* What fields are of: a joint or a force with its type. */
typedef struct {
    const Field *fields;
    const char *name, *type;
    bool turn; /* it acts on an angle */
} FieldOwner;

/* The values of a definition's fields; NaN where nothing was said. */
static bool read_fields(JdModel *model, FieldOwner of, const JdField *given,
                        FieldValue values[TYPE_FIELDS]) {
    bool fine = true;
    for (int n = 0; n < TYPE_FIELDS; n++) values[n] = (FieldValue){{NAN}};
    for (; given && given->name; given++) {
        const int index = find_field(model, of.fields, given->name, of.name, of.type);
        if (index < 0) {
            fine = false;
            continue;
        }
        values[index] = (FieldValue){{given->value}};
        /* NaN would pass for "not said". */
        if (!given->text) {
            fine =
                jd_model_check_finite(model, given->value, given->name, of.name, nowhere) && fine;
            continue;
        }
        const Scope scope = empty_scope(model);
        const Expr *expr = parse_text(model, of.name, given->name, given->text);
        fine =
            expr &&
            jd_model_field_value(model, &of.fields[index], of.turn, expr, &scope, &values[index]) &&
            fine;
    }
    return fine;
}

/* ---- Bodies --------------------------------------------------------------------------------- */

/* Attitude by quaternion, or (all zero) by an angle about z. */
static bool read_attitude(JdModel *model, const double attitude[4], double angle, Vec3 at,
                          const char *name, Pose *pose) {
    const Quat q = {attitude[0], attitude[1], attitude[2], attitude[3]};
    *pose = jd_pose_planar(at, angle);
    if (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0) return true;
    if (!jd_model_check_finite(model, q.w + q.x + q.y + q.z, "attitude", name, nowhere))
        return false;
    pose->axes = jd_quat_axes(q);
    if (jd_model_width(model) == 3) return true;
    *pose = jd_pose_planar(at, 2 * atan2(q.z, q.w));
    if (q.x == 0 && q.y == 0) return true;
    MODEL_ERROR(model, "axis-off-plane", nowhere, "the attitude of '%s' turns it out of the plane",
                name ? name : "");
    MODEL_HINT(model, "in a planar model it turns about z only: give its angle");
    return false;
}

JdBody jd_add_body(JdModel *model, JdBodyDef def) {
    if (!model) return (JdBody){-1};
    ModelBody body = {.name = def.name,
                      .mass = def.mass,
                      .inertia = {{def.ixx, def.ixy, def.ixz},
                                  {def.ixy, def.iyy, def.iyz},
                                  {def.ixz, def.iyz, def.izz}},
                      .point = def.point,
                      .massless = def.massless,
                      .root = def.root,
                      .hidden = def.hidden};
    if (def.colour && !jd_model_read_colour(model, def.colour, nowhere, &body.colour))
        return (JdBody){-1};
    if (!read_attitude(model, def.attitude, def.angle, def.at, def.name, &body.pose))
        return (JdBody){-1};
    return (JdBody){jd_model_add_body(model, &body)};
}

bool jd_model_is_body(JdModel *model, JdBody body, const char *what, const char *name) {
    if (body.index < 0) return false;
    if (body.index < model->bodies.count) return true;
    MODEL_ERROR(model, "body-unknown", nowhere, "%s '%s' is on a body that does not exist", what,
                name ? name : "");
    MODEL_HINT(model, "use what jd_add_body gave for this model");
    return false;
}

static void add_frame(JdModel *model, JdBody body, const char *name, const Pose *drawn) {
    if (!jd_model_check_point(model, drawn->p, "frame", name, nowhere)) return;
    const Pose local = jd_pose_relative(&model->bodies.at[body.index].pose, drawn);
    jd_model_add_frame(model, &(ModelFrame){name ? name : "", body.index, local, nowhere});
}

void jd_add_frame(JdModel *model, JdBody body, const char *name, JdVec3 at, double angle) {
    if (!model || !jd_model_is_body(model, body, "frame", name)) return;
    const Pose drawn = jd_pose_planar(at, angle);
    add_frame(model, body, name, &drawn);
}

void jd_add_frame_turned(JdModel *model, JdBody body, const char *name, JdVec3 at,
                         const double attitude[4]) {
    static const double along_ground[4] = {1, 0, 0, 0};
    if (!model || !jd_model_is_body(model, body, "frame", name)) return;
    Pose drawn;
    if (read_attitude(model, attitude ? attitude : along_ground, 0, at, name, &drawn))
        add_frame(model, body, name, &drawn);
}

/* ---- Gravity -------------------------------------------------------------------------------- */

void jd_set_gravity_field(JdModel *model, const char *gx, const char *gy, const char *gz) {
    if (!model) return;
    const char *const texts[3] = {gx, gy, gz};
    static const char *const names[3] = {"x", "y", "z"};
    ModelGravity gravity = {GRAVITY_FIELD};
    const Scope scope = empty_scope(model);
    for (int n = 0; n < jd_model_width(model); n++) {
        const Expr *expr = parse_text(model, "gravity", names[n], texts[n] ? texts[n] : "0");
        if (!expr) return;
        gravity.field[n] = jd_expr_bind(expr, &scope, &model->arena, model->log);
        if (!gravity.field[n]) {
            model->errors++;
            return;
        }
    }
    jd_model_set_gravity(model, &gravity);
}

/* ---- Joints --------------------------------------------------------------------------------- */

void jd_add_joint_type(JdModel *model, const char *name, const char *const *locks) {
    if (!model) return;
    JointType type = {.name = name, .summary = "of this model"};
    int count = 0;
    for (; locks && locks[count]; count++)
        if (count <= JOINT_LOCKS) type.locks[count] = locks[count];
    jd_model_add_type(model, &type, nowhere, NULL);
}

static const JointType *find_type(JdModel *model, const char *name) {
    const JointType *type = jd_model_find_type(model, name);
    if (type) return type;
    Nearest nearest = {.word = name ? name : ""};
    jd_model_suggest_type(model, &nearest);
    MODEL_ERROR(model, "joint-type-unknown", nowhere, "there is no joint type '%s'",
                name ? name : "");
    if (nearest.best)
        MODEL_HINT(model, "did you mean '%s'?", nearest.best);
    else
        MODEL_HINT(model, "`jourdain help joints` lists the types");
    return NULL;
}

/* The frames of both sides, or of a type that couples the frees of two joints. */
static bool place_joint(JdModel *model, const JdJointDef *def, ModelJoint *joint) {
    if (joint->type->couples)
        return jd_model_couple(model, joint, def->free_i, def->free_j, nowhere, nowhere);
    if (def->free_i || def->free_j)
        return jd_model_refuse_frees(model, joint, def->free_i ? def->free_i : def->free_j,
                                     nowhere);
    if (!jd_model_is_body(model, def->i, "joint", def->name) ||
        !jd_model_is_body(model, def->j, "joint", def->name))
        return false;
    if (!jd_model_check_second(model, joint->type, def->name, def->second, nowhere)) return false;
    const JdVec3 to = def->apart ? def->to : def->at;
    if (!jd_model_place_sides(model,
                              &(SidesDef){def->i.index, def->j.index, def->at, to,
                                          joint->type->axis, def->axis, def->second, nowhere},
                              &joint->i, &joint->j))
        return false;
    if (jd_joint_is_disc(joint->type)) jd_model_own_axes(model, joint->j);
    return true;
}

JdJoint jd_add_joint(JdModel *model, JdJointDef def) {
    const JdJoint invalid = {-1};
    if (!model) return invalid;
    ModelJoint joint = {.name = def.name,
                        .type = find_type(model, def.type),
                        .hidden = def.hidden,
                        .cut = def.cut,
                        .kept = def.keep};
    if (!joint.type || !place_joint(model, &def, &joint)) return invalid;
    for (int n = 0; n < JOINT_LOCKS; n++) joint.alpha[n] = joint.beta[n] = joint.gamma[n] = NAN;

    FieldValue values[TYPE_FIELDS];
    const FieldOwner owner = {joint.type->fields, def.name, def.type, false};
    if (!read_fields(model, owner, def.fields, values)) return invalid;
    for (int n = 0; n < TYPE_FIELDS; n++) joint.fields[n] = values[n].number[0];
    return (JdJoint){jd_model_add_joint(model, &joint)};
}

/* ---- Forces and drives ---------------------------------------------------------------------- */

static const ForceType *find_force_type(JdModel *model, const char *name) {
    const ForceType *type = jd_force_find(name);
    if (type) return type;
    Nearest nearest = {.word = name ? name : ""};
    jd_force_suggest(&nearest);
    MODEL_ERROR(model, "force-type-unknown", nowhere, "there is no force type '%s'",
                name ? name : "");
    if (nearest.best)
        MODEL_HINT(model, "did you mean '%s'?", nearest.best);
    else
        MODEL_HINT(model, "`jourdain help forces` lists the types");
    return NULL;
}

/* The free that a force or a drive acts on; its joint comes first. */
static const FreeDef *find_free(JdModel *model, const char *target, const char *what,
                                const char *name) {
    const FreeDef *found = jd_model_find_free(model, target, NULL);
    if (found || !target) return found;
    MODEL_ERROR(model, "free-unknown", nowhere, "%s '%s' acts on '%s', which is no free of a joint",
                what, name ? name : "", target);
    for (int n = 0; n < model->joints.count; n++) {
        const char *joint = model->joints.at[n].name;
        if (strncmp(joint, target, strcspn(target, ".")) || joint[strcspn(target, ".")]) continue;
        const FreeDef *frees[JOINT_FREES];
        const int count =
            jd_joint_frees(model->joints.at[n].type, model->space == JD_PLANAR, frees);
        for (int k = 0; k < count; k++)
            MODEL_HINT(model, "joint '%s' has '%s.%s'", joint, joint, frees[k]->position);
        return NULL;
    }
    MODEL_HINT(model, "add the joint first, and name it and its free, such as jO.angle");
    return NULL;
}

/* The frames that a force acts between, or on. */
static bool place_force(JdModel *model, const JdForceDef *def, ModelForce *force) {
    force->i = force->j = -1;
    if (force->type->target == FORCE_ON_FREE) return true;
    if (!jd_model_is_body(model, def->i, "force", def->name) ||
        !jd_model_is_body(model, def->j, "force", def->name))
        return false;
    const JdVec3 to = def->apart ? def->to : def->at, none = {0};
    if (vec3_norm(def->axis) > 0 && !force->type->turns) {
        MODEL_ERROR(model, "clause-conflict", nowhere, "force '%s' of type %s has no axis",
                    def->name ? def->name : "", force->type->name);
        MODEL_HINT(model, "leave it out; an axis belongs to a torque");
        return false;
    }
    if (force->type->target == FORCE_BETWEEN)
        return jd_model_place_sides(
            model,
            &(SidesDef){def->i.index, def->j.index, def->at, to, AXIS_Z, def->axis, none, nowhere},
            &force->i, &force->j);
    force->i = 0;
    int unused;
    return jd_model_place_sides(model,
                                &(SidesDef){0, def->j.index, to, to, AXIS_X, none, none, nowhere},
                                &unused, &force->j);
}

void jd_add_force(JdModel *model, JdForceDef def) {
    if (!model) return;
    ModelForce force = {.name = def.name, .target = def.target, .hidden = def.hidden};
    force.type = find_force_type(model, def.type);
    if (!force.type || !place_force(model, &def, &force)) return;
    const FreeDef *target = NULL;
    if (force.type->target == FORCE_ON_FREE && def.target) {
        target = find_free(model, def.target, "force", def.name);
        if (!target) return;
    }
    const bool turn = target && target->kind != FREE_SLIDE;
    const FieldOwner owner = {force.type->fields, def.name, def.type, turn};
    if (!read_fields(model, owner, def.fields, force.fields)) return;
    jd_model_add_force(model, &force);
}

void jd_add_drive(JdModel *model, const char *name, const char *target, const char *motion) {
    if (!model) return;
    ModelDrive drive = {.name = name, .where = nowhere, .target_where = nowhere};
    const int errors = model->errors;
    if (target && !jd_model_aim_drive(model, &drive, target)) {
        if (model->errors == errors) find_free(model, target, "drive", name);
        return;
    }
    const Scope scope = empty_scope(model);
    const Expr *expr = parse_text(model, name, "motion", motion ? motion : "");
    Expr *bound = expr ? jd_expr_bind(expr, &scope, &model->arena, model->log) : NULL;
    if (expr && !bound) model->errors++;
    drive.motion = bound;
    if (bound) jd_model_add_drive(model, &drive);
}

/* ---- Signals --------------------------------------------------------------------------------- */

/* Parameters of the text that the model was read from. */
static bool find_param(const Scope *scope, const char *name, Value *value) {
    const JdModel *model = scope->data;
    for (int n = 0; n < model->params.count; n++)
        if (!strcmp(model->params.at[n].name, name))
            return *value = model->params.at[n].value, true;
    return false;
}

static bool own_param(const Scope *scope, const char *name, const Source *text, Value *value) {
    (void)text;
    return find_param(scope, name, value);
}

static void suggest_params(const Scope *scope, Nearest *nearest) {
    const JdModel *model = scope->data;
    for (int n = 0; n < model->params.count; n++) jd_nearest_try(nearest, model->params.at[n].name);
}

void jd_add_signal(JdModel *model, const char *name, const char *expression) {
    if (!model) return;
    const Scope scope = {.find = find_param,
                         .suggest = suggest_params,
                         .data = model,
                         .arena = &model->arena,
                         .own = own_param};
    if (!expression) expression = "";
    const Expr *expr = parse_text(model, name ? name : "expression", "value", expression);
    Expr *bound = expr ? jd_expr_bind(expr, &scope, &model->arena, model->log) : NULL;
    if (expr && !bound) model->errors++;
    if (!bound || (model->bonds && !model->bonds->want(model, bound))) return;
    if (!name && bound->kind == EXPR_NAME) return; /* a channel by itself */
    if (!name) {
        jd_model_watch(model, expression, bound, jd_span_where(expr->span));
        return;
    }
    ModelSignal signal = {.name = name};
    signal.count = jd_model_come_apart(model, bound, signal.value);
    if (signal.count) jd_model_add_signal(model, &signal);
}

void jd_start(JdModel *model, const char *channel, double value) {
    if (!model) return;
    jd_model_add_start(model, &(ModelStart){.channel = channel, .value = value, .plain = true});
}
