/* SPDX-License-Identifier: MIT
 *
 * Forces and drives. */
#include "model/inside.h"

static bool check_bodies(JdModel *model, const ModelForce *force) {
    if (!jd_model_check_frame_index(model, force->i, "force", force->name, force->where) ||
        !jd_model_check_frame_index(model, force->j, "force", force->name, force->where))
        return false;
    const int i = model->frames.at[force->i].body, j = model->frames.at[force->j].body;
    const bool node = model->frames.at[force->i].node || model->frames.at[force->j].node;
    if (force->type->target == FORCE_BETWEEN && i == j && !node) {
        MODEL_ERROR(model, "force-same-body", force->where,
                    "force '%s' acts between '%s' and itself", force->name,
                    model->bodies.at[i].name);
        MODEL_HINT(model, "it needs two different bodies, or a body and the ground");
        return false;
    }
    if (force->type->target == FORCE_ON_BODY && j == 0 && !node) {
        MODEL_ERROR(model, "force-on-ground", force->where, "force '%s' acts on the ground",
                    force->name);
        MODEL_HINT(model, "say on which body it acts; a force on the ground moves nothing");
        return false;
    }
    return true;
}

static bool check_target(JdModel *model, const ModelForce *force) {
    if (!force->type) return false; /* reported by who looked for it */
    if (force->type->target != FORCE_ON_FREE) return check_bodies(model, force);
    if (force->target && *force->target) return true;
    MODEL_ERROR(model, "force-needs-target", force->where,
                "force '%s' does not say on which free of a joint it acts", force->name);
    MODEL_HINT(model, "name the joint and its free, such as jO.angle");
    return false;
}

/* What a field is that was not said. */
static double fallback_of(const JdModel *model, const ModelForce *force, const Field *field) {
    const bool between = force->i >= 0 && force->j >= 0;
    const int side = field->body_mass == 1 ? force->i : force->j;
    if (between && field->drawn_distance) return jd_model_drawn_distance(model, force->i, force->j);
    if (between && field->body_mass) return model->bodies.at[model->frames.at[side].body].mass;
    return field->fallback;
}

static bool check_positive(JdModel *model, const ModelForce *force, const Field *field,
                           const FieldValue *value) {
    if (value->expr[0] || value->number[0] > 0) return true;
    MODEL_ERROR(model, "force-not-valid", force->where, "the %s of force '%s' is %g %s",
                field->name, force->name, value->number[0], field->unit);
    MODEL_HINT(model, "it must be above zero: %s", field->summary);
    return false;
}

static bool fill_field(JdModel *model, ModelForce *force, int index) {
    const Field *field = &force->type->fields[index];
    FieldValue *value = &force->fields[index];
    const bool missing = isnan(value->number[0]) && !value->expr[0];
    /* the ground has no mass, nor has a body without one */
    const bool massless = field->body_mass && !(fallback_of(model, force, field) > 0);
    if (missing && (field->required || massless)) {
        MODEL_ERROR(model, "force-needs-field", force->where, "force '%s' needs its %s",
                    force->name, field->name);
        MODEL_HINT(model, "add `%s` and a value in %s: %s", field->name,
                   field->unit ? field->unit : "1",
                   field->summary ? field->summary : "a field of the type");
        return false;
    }
    if (missing)
        *value = (FieldValue){{fallback_of(model, force, field)}};
    else
        force->said |= 1u << index;
    for (int n = 0; n < jd_field_width(field); n++)
        if (!value->expr[n] &&
            !jd_model_check_finite(model, value->number[n], field->name, force->name, force->where))
            return false;
    return !field->positive || check_positive(model, force, field, value);
}

int jd_model_add_force(JdModel *model, const ModelForce *force) {
    if (!model) return -1;
    const bool named = jd_model_check_name(model, force->name, "force", SCOPE_MODEL, force->where);
    if (!check_target(model, force)) return -1;
    ModelForce filled = *force;
    const int count = jd_field_count(force->type->fields);
    bool fine = named;
    for (int n = 0; n < count; n++) fine = fill_field(model, &filled, n) && fine;
    for (int n = count; n < TYPE_FIELDS; n++) filled.fields[n] = (FieldValue){{0}};
    if (!fine || !jd_model_check_nodes(model, &filled)) return -1;

    filled.name = jd_arena_copy(&model->arena, force->name);
    filled.target = jd_arena_copy(&model->arena, force->target);
    ModelForce *added = filled.name && (filled.target || !force->target)
                            ? PUSH_ALONE(&model->arena, model->forces)
                            : NULL;
    if (!added) return jd_model_no_memory(model);
    *added = filled;
    const int index = model->forces.count - 1;
    if (!jd_names_add(&model->names, &model->arena,
                      (NameSlot){added->name, SCOPE_MODEL, NAME_FORCE, index}))
        return jd_model_no_memory(model);
    const int brings = force->type->state.number - 1;
    if (brings < 0) return index;
    const bool said = !isnan(force->fields[brings].number[0]);
    return jd_model_force_state(model, &model->forces.at[index], said) ? index : -1;
}

/* ---- Drives --------------------------------------------------------------------------------- */

static bool report_ball(JdModel *model, const ModelDrive *drive, const char *path) {
    MODEL_ERROR(model, "drive-rate-ball", drive->target_where,
                "drive '%s' prescribes %s, a rate of a ball joint, which is the rate of no angle",
                drive->name ? drive->name : "", path);
    MODEL_HINT(model, "prescribe the three angles over time, or make the joint of hinges, whose "
                      "rates can be driven");
    return false;
}

bool jd_model_aim_drive(JdModel *model, ModelDrive *drive, const char *path) {
    int joint;
    const FreeDef *def = jd_model_find_free(model, path, &joint);
    drive->target = def ? path : NULL;
    drive->prescribes = path;
    if (def) return true;
    def = jd_model_find_free_rate(model, path, &joint);
    if (!def) return false;
    if (def->kind == FREE_BALL) return report_ball(model, drive, path);
    drive->of_rate = true;
    drive->target =
        jd_arena_format(&model->arena, "%s.%s", model->joints.at[joint].name, def->position);
    return drive->target || jd_model_no_memory(model) >= 0;
}

/* Where a drive of a rate has come to: its rate is the drive's, it begins where the free stands. */
static bool add_position(JdModel *model, const ModelDrive *drive, int index) {
    const FreeDef *def = jd_model_find_free(model, drive->target, NULL);
    Expr *begin = ARENA_NEW(&model->arena, Expr, 1);
    const bool slides = def && def->kind == FREE_SLIDE;
    ModelState state = {.name = jd_arena_format(&model->arena, "%s.position", drive->name),
                        .where = drive->where,
                        .rate = drive->motion,
                        .begin = begin,
                        .scale = 1,
                        .dim = {.length = slides},
                        .unit = slides ? "m" : "rad",
                        .drive = index + 1};
    if (!begin || !state.name) return jd_model_no_memory(model), false;
    *begin = (Expr){.kind = EXPR_NAME, .text = drive->target};
    const char *within = model->within;
    model->within = drive->name;
    const bool good = jd_model_add_state(model, &state) >= 0;
    model->within = within;
    return good;
}

int jd_model_add_drive(JdModel *model, const ModelDrive *drive) {
    if (!model) return -1;
    bool fine = jd_model_check_name(model, drive->name, "drive", SCOPE_MODEL, drive->where);
    if (!drive->target || !*drive->target) {
        MODEL_ERROR(model, "drive-needs-target", drive->where,
                    "drive '%s' does not say which free of a joint it moves",
                    drive->name ? drive->name : "");
        MODEL_HINT(model, "name the joint and its free, such as jO.angle");
        fine = false;
    }
    if (!fine || !drive->motion) return -1;

    char *name = jd_arena_copy(&model->arena, drive->name);
    char *target = jd_arena_copy(&model->arena, drive->target);
    ModelDrive *added = name && target ? PUSH(&model->arena, model->drives) : NULL;
    if (!added) return jd_model_no_memory(model);
    *added = *drive;
    added->name = name;
    added->target = target;
    added->prescribes =
        drive->prescribes ? jd_arena_copy(&model->arena, drive->prescribes) : target;
    added->said = jd_model_text_of(model, drive->motion);
    if (!added->said) return jd_model_no_memory(model);
    const int index = model->drives.count - 1;
    if (!jd_names_add(&model->names, &model->arena,
                      (NameSlot){name, SCOPE_MODEL, NAME_DRIVE, index}))
        return jd_model_no_memory(model);
    return drive->of_rate && !add_position(model, &model->drives.at[index], index) ? -1 : index;
}
