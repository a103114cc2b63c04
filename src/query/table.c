/* SPDX-License-Identifier: MIT
 *
 * The tables of the library for those outside it: what there is by name, and what is said of it. */
#include "expr/expr.h"
#include "force/force.h"
#include "form/form.h"
#include "model/model.h"
#include "run/attitude.h"
#include "run/stepper.h"
#include "shape/shape.h"
#include "system/system.h"
#include <string.h>

/* ---- One line of each ------------------------------------------------------------------------ */

static JdEntry joint_entry(const JointType *type) {
    return (JdEntry){.name = type->name,
                     .aliases = type->aliases,
                     .summary = type->summary,
                     .more = type->warning,
                     .fields = type->fields,
                     .field_count = jd_field_count(type->fields)};
}

static JdEntry joint_at(int index) {
    const JointType *type = jd_joint_at(index);
    return type ? joint_entry(type) : (JdEntry){0};
}

static JdEntry force_at(int index) {
    static const char *const acts[] = {[FORCE_BETWEEN] = "between two bodies",
                                       [FORCE_ON_BODY] = "on a body",
                                       [FORCE_ON_FREE] = "on a free"};
    const ForceType *type = jd_force_at(index);
    if (!type) return (JdEntry){0};
    return (JdEntry){.name = type->name,
                     .aliases = type->aliases,
                     .summary = type->summary,
                     .fields = type->fields,
                     .field_count = jd_field_count(type->fields),
                     .acts = acts[type->target]};
}

static JdEntry shape_at(int index) {
    const ShapeType *type = jd_shape_at(index);
    if (!type) return (JdEntry){0};
    return (JdEntry){.name = type->name, .summary = type->summary};
}

static JdEntry form_at(int index) {
    const FormType *type = jd_form_at(index);
    if (!type) return (JdEntry){0};
    return (JdEntry){.name = type->name,
                     .aliases = type->aliases,
                     .summary = type->summary,
                     .more = type->closes,
                     .chooses = type->independent != NULL,
                     .elastic = type->elastic != NULL,
                     .clearance = type->clearance != NULL};
}

static JdEntry stepper_at(int index) {
    const StepperType *type = jd_stepper_at(index);
    if (!type) return (JdEntry){0};
    return (JdEntry){.name = type->name,
                     .aliases = type->aliases,
                     .summary = type->summary,
                     .more = type->missing};
}

static JdEntry attitude_at(int index) {
    const AttitudeType *type = jd_attitude_at(index);
    if (!type) return (JdEntry){0};
    return (JdEntry){.name = type->name, .aliases = type->aliases, .summary = type->summary};
}

static JdEntry unit_at(int index) {
    const char *name = jd_unit_at(index);
    Unit unit;
    if (!name || !jd_unit_find(name, strlen(name), &unit)) return (JdEntry){0};
    JdEntry entry = {.name = name, .more = jd_dim_word(unit.dim), .scale = unit.scale};
    jd_dim_unit(unit.dim, entry.si, sizeof entry.si);
    return entry;
}

static JdEntry function_at(int index) {
    JdEntry entry = {0};
    entry.name = jd_function_at(index, &entry.summary);
    return entry;
}

static JdEntry code_at(int index) {
    const CodeEntry *code = jd_code_at(index);
    if (!code) return (JdEntry){0};
    return (JdEntry){.name = code->code, .summary = code->summary, .more = code->explanation};
}

static JdEntry (*const tables[])(int index) = {
    [JD_JOINTS] = joint_at,       [JD_FORCES] = force_at,     [JD_SHAPES] = shape_at,
    [JD_FORMS] = form_at,         [JD_STEPPERS] = stepper_at, [JD_UNITS] = unit_at,
    [JD_FUNCTIONS] = function_at, [JD_CODES] = code_at,       [JD_ATTITUDES] = attitude_at,
};
enum { TABLES = sizeof tables / sizeof *tables };

JdEntry jd_table_at(JdTable table, int index) {
    const bool known = (unsigned)table < TABLES && index >= 0;
    return known ? tables[table](index) : (JdEntry){0};
}

JdEntry jd_table_find(JdTable table, const char *name) {
    JdEntry entry = {0};
    if (!name) return entry;
    for (int n = 0; (entry = jd_table_at(table, n)).name; n++)
        if (!strcmp(entry.name, name) || (entry.aliases && jd_word_in_list(name, entry.aliases)))
            break;
    return entry;
}

/* ---- Joint types, whole --------------------------------------------------------------------- */

static bool free_is_in_plane(const JointType *type, int number) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type, true, frees);
    for (int n = 0; n < count; n++)
        if (!strcmp(frees[n]->position, type->frees[number].position)) return true;
    return false;
}

static void add_frees(const JointType *type, JdJointType *to) {
    static const char *const motions[] = {
        [FREE_TURN] = "turn about", [FREE_SLIDE] = "slide along", [FREE_BALL] = "ball,"};
    for (int n = 0; n < JOINT_FREES && type->frees[n].kind != FREE_NONE; n++) {
        const FreeDef *from = &type->frees[n];
        to->frees[to->free_count++] = (JdFreeType){.position = from->position,
                                                   .rate = from->rate,
                                                   .accel = from->accel,
                                                   .motion = motions[from->kind],
                                                   .axis = "xyz"[from->axis],
                                                   .in_plane = free_is_in_plane(type, n)};
    }
}

/* Any values of the fields will do to read a lock; lengths must not be zero. */
static bool lock_is_in_plane(const JointType *type, int number) {
    const double values[TYPE_FIELDS] = {1, 1, 1, 1, 1, 1, 1, 1};
    Lock lock;
    return !type->spatial_only &&
           jd_lock_parse(type->locks[number], type->fields, values, nowhere, &lock, NULL) &&
           !jd_lock_names_z(&lock);
}

bool jd_joint_type(const JdModel *model, const char *name, JdJointType *to) {
    const JointType *type = !name   ? NULL
                            : model ? jd_model_find_type(model, name)
                                    : jd_joint_find(name);
    if (!type || !to) return false;
    *to = (JdJointType){.entry = joint_entry(type),
                        .axis = "xyz"[type->axis],
                        .next = "xyz"[(type->axis + 1) % 3],
                        .second = type->second,
                        .spatial_only = type->spatial_only,
                        .couples = type->couples};
    for (int n = 0; n < JOINT_LOCKS && type->locks[n]; n++) {
        to->locks[to->lock_count] = type->locks[n];
        to->lock_in_plane[to->lock_count++] = lock_is_in_plane(type, n);
    }
    add_frees(type, to);
    return true;
}

char *jd_derive_lock(const char *lock, const JdJointType *type, JdSpace space, JdLog *log) {
    Field fields[TYPE_FIELDS] = {0};
    const int count = type && type->entry.fields ? type->entry.field_count : 0;
    Text out = {0};
    if (!lock) return NULL;
    for (int n = 0; n < count && n < TYPE_FIELDS; n++) fields[n] = type->entry.fields[n];
    const bool good = jd_lock_derive(lock, fields, space == JD_PLANAR, &out, nowhere, log);
    if (good && !out.failed) return out.at;
    if (good) jd_report_memory(log);
    jd_text_free(&out);
    return NULL;
}

/* ---- Shapes and channels --------------------------------------------------------------------- */

bool jd_shape_type(int index, JdShapeType *to) {
    const ShapeType *type = jd_shape_at(index);
    if (!type || !to) return false;
    *to = (JdShapeType){.entry = shape_at(index)};
    for (int n = 0; n < SHAPE_DIMENSIONS; n++) {
        const unsigned bit = 1u << n;
        to->dimensions[n] = (JdDimension){.name = jd_shape_dimension(n),
                                          .in_space = type->space & bit,
                                          .in_plane = type->plane & bit,
                                          .by_density = type->volume & bit,
                                          .shown = type->look & bit,
                                          .may_be_shown = type->may & bit};
    }
    if (!type->volume) return true;
    to->volume = type->content;
    to->ixx = type->ixx, to->iyy = type->iyy, to->izz = type->izz;
    return true;
}

bool jd_channel_type(int index, JdChannelType *to) {
    ChannelInfo info;
    if (!to || index < 0 || !jd_channel_info_at(index, &info)) return false;
    *to = (JdChannelType){.subject = info.subject,
                          .name = info.name,
                          .unit = info.unit,
                          .summary = info.summary,
                          .plane_only = info.plane_only,
                          .space_only = info.space_only};
    return true;
}
