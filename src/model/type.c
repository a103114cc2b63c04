/* SPDX-License-Identifier: MIT
 *
 * The user's joint types. A type is checked when it is added as the table's types are by their
 * contract: each lock is a lock, none is constant, none follows from the others, and the frees, if
 * there are any, are what the locks leave open. */
#include "model/inside.h"
#include <string.h>

const JointType *jd_model_find_type(const JdModel *model, const char *name) {
    const NameSlot *slot = model ? jd_names_find(&model->names, name, SCOPE_TYPES) : NULL;
    return slot ? model->types.at[slot->index] : jd_joint_find(name);
}

/* A type that is whole, as the last of the model's. */
static bool keep_type(JdModel *model, const JointType *type) {
    const JointType **place = PUSH(&model->arena, model->types);
    const int index = model->types.count - 1;
    if (place) *place = type;
    return place && jd_names_add(&model->names, &model->arena,
                                 (NameSlot){type->name, SCOPE_TYPES, NAME_TYPE, index});
}

void jd_model_suggest_type(const JdModel *model, Nearest *nearest) {
    for (int n = 0; model && n < model->types.count; n++)
        jd_nearest_try(nearest, model->types.at[n]->name);
    jd_joint_suggest(nearest);
}

/* ---- Name and fields ------------------------------------------------------------------------ */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Names of types may have hyphens between words. */
static bool is_word(const char *text, bool hyphens) {
    if (!text || !is_letter(*text)) return false;
    for (; *text; text++) {
        bool inside = is_letter(*text) || (*text >= '0' && *text <= '9');
        bool joins = hyphens && *text == '-' && is_letter(text[1]);
        if (!inside && !joins) return false;
    }
    return true;
}

static bool check_type_name(JdModel *model, const char *name, Where where) {
    if (!is_word(name, true)) {
        MODEL_ERROR(model, "name-not-valid", where, "'%s' is no name for a joint type",
                    name ? name : "");
        MODEL_HINT(model, "a type's name is made of letters, digits, _ and - between words");
        return false;
    }
    if (!jd_model_find_type(model, name)) return true;
    const JointType *built_in = jd_joint_find(name);
    MODEL_ERROR(model, "joint-type-taken", where, "there is already a %sjoint type '%s'%s%s",
                built_in ? "built-in " : "", name,
                built_in && strcmp(built_in->name, name) ? ", the same as " : "",
                built_in && strcmp(built_in->name, name) ? built_in->name : "");
    MODEL_HINT(model, "give this type another name");
    return false;
}

static bool check_fields(JdModel *model, const JointType *type, Where where) {
    for (int n = 0; n < jd_field_count(type->fields); n++) {
        const Field *field = &type->fields[n];
        Unit unit;
        const char *fault = NULL;
        if (!is_word(field->name, false))
            fault = "is no word";
        else if (jd_lock_knows(field->name, strlen(field->name)))
            fault = "is a word of the locks themselves";
        else if (field->unit && !jd_unit_parse(field->unit, &unit))
            fault = "has an unknown unit";
        for (int m = 0; m < n; m++)
            if (!strcmp(type->fields[m].name, field->name)) fault = "is there twice";
        if (!fault) continue;
        MODEL_ERROR(model, "field-not-valid", where, "field '%s' of joint type '%s' %s",
                    field->name, type->name, fault);
        MODEL_HINT(model, "a field is a word of its own and a unit, such as length in m");
        return false;
    }
    return true;
}

/* ---- Locks ---------------------------------------------------------------------------------- */

/* Values to try a type with: defaults, or some number where there is none. */
static void trial_values(const JointType *type, double values[TYPE_FIELDS]) {
    for (int n = 0; n < TYPE_FIELDS; n++) {
        const double fallback = type->fields[n].fallback;
        values[n] = fallback != 0 && isfinite(fallback) ? fallback : 0.7 + 0.11 * n;
    }
}

static bool is_coupling(const Lock *lock) {
    return lock->q[0] != 0 || lock->q[1] != 0;
}

/* The locks of this space; false after a report. */
static bool parse_locks(JdModel *model, const JointType *type, const Where *where_locks,
                        TypeTrial *trial) {
    const bool planar = model->space == JD_PLANAR;
    double values[TYPE_FIELDS];
    trial_values(type, values);
    bool fine = true;
    for (int n = 0; n <= JOINT_LOCKS && type->locks[n]; n++) {
        const Where at = where_locks ? where_locks[n] : trial->where;
        Lock lock;
        if (!jd_lock_parse(type->locks[n], type->fields, values, at, &lock, model->log) ||
            !jd_lock_check_dims(type->locks[n], type->fields, at, model->log)) {
            model->errors++;
            fine = false;
            continue;
        }
        if (planar && jd_lock_names_z(&lock)) continue;
        trial->locks[trial->count] = lock;
        trial->texts[trial->count] = type->locks[n];
        trial->wheres[trial->count++] = at;
    }
    return fine;
}

static bool check_count(JdModel *model, const JointType *type, const TypeTrial *trial) {
    const bool planar = model->space == JD_PLANAR;
    const int most = planar ? 3 : JOINT_LOCKS;
    if (trial->count == 0) {
        MODEL_ERROR(model, "joint-type-empty", trial->where, "joint type '%s' locks nothing%s",
                    type->name, planar && type->locks[0] ? " in the plane" : "");
        MODEL_HINT(model, "say what it locks, for example: lock d.yi");
        return false;
    }
    const int limit = type->locks[JOINT_LOCKS] ? JOINT_LOCKS : most;
    if (trial->count > most || type->locks[JOINT_LOCKS]) {
        MODEL_ERROR(model, "joint-type-too-many-locks", trial->where,
                    "joint type '%s' has more than %d locks", type->name, limit);
        MODEL_HINT(model,
                   "two bodies have %d motions against each other; leave out the locks that follow "
                   "from others",
                   limit);
        return false;
    }
    return true;
}

/* A coupling has one lock, of qi and qj, and nothing else. */
static bool check_coupling(JdModel *model, const JointType *type, const TypeTrial *trial) {
    for (int n = 0; n < trial->count; n++) {
        const bool coupling = is_coupling(&trial->locks[n]);
        if (coupling && trial->count == 1 && type->frees[0].kind == FREE_NONE) continue;
        MODEL_ERROR(model, "joint-type-couples", trial->wheres[n],
                    "joint type '%s' couples the frees qi and qj, and has more than that one lock",
                    type->name);
        MODEL_HINT(model, "a type connects two bodies, or couples two frees by one lock; make two "
                          "types of it");
        return false;
    }
    return true;
}

static bool check_locks(JdModel *model, JointType *type, Where where, const Where *where_locks) {
    Lock locks[JOINT_LOCKS + 1];
    const char *texts[JOINT_LOCKS + 1];
    Where wheres[JOINT_LOCKS + 1];
    TypeTrial trial = {type, locks, texts, wheres, where, 0};
    if (!parse_locks(model, type, where_locks, &trial)) return false;
    if (!check_count(model, type, &trial)) return false;
    for (int n = 0; n < trial.count; n++) type->couples |= is_coupling(&locks[n]);
    if (type->couples) return check_coupling(model, type, &trial);
    return jd_type_check_independence(model, &trial) && jd_type_check_frees(model, &trial) &&
           jd_type_check_on_frees(model, &trial);
}

/* A type of a planar model in space: what kept to the plane shall still do so. */
static void keep_in_plane(JointType *type) {
    static const char *const plane[3] = {"d.zi", "zi.xj", "zi.yj"};
    double values[TYPE_FIELDS];
    int count = 0;
    trial_values(type, values);
    for (; count <= JOINT_LOCKS && type->locks[count]; count++) {
        Lock lock;
        if (!jd_lock_parse(type->locks[count], type->fields, values, nowhere, &lock, NULL)) return;
        if (jd_lock_names_z(&lock) || is_coupling(&lock)) return;
    }
    if (count > JOINT_LOCKS - 3) return;
    for (int n = 0; n < 3; n++) type->locks[count + n] = plane[n];
}

/* ---- Types of the table in a planar model that moves in space ------------------------------- */

static bool has_free(const FreeDef **frees, int count, const char *name) {
    for (int n = 0; n < count; n++)
        if (!strcmp(frees[n]->position, name)) return true;
    return false;
}

const JointType *jd_type_in_plane(JdModel *model, const JointType *type) {
    const FreeDef *plane[JOINT_FREES], *space[JOINT_FREES];
    const int count = jd_joint_frees(type, true, plane), all = jd_joint_frees(type, false, space);
    bool same = true;
    for (int n = 0; n < count; n++) same = same && has_free(space, all, plane[n]->position);
    if (!model->flat || same) return type;
    const JointType *made = jd_model_find_type(model, type->name);
    if (made && made != type) return made;

    /* The locks and frees of the plane, and what keeps to it. */
    JointType *flat = ARENA_NEW(&model->arena, JointType, 1);
    Lock locks[JOINT_LOCKS];
    double values[TYPE_FIELDS];
    trial_values(type, values);
    if (!flat) return jd_model_no_memory(model), NULL;
    *flat = *type;
    memset(flat->locks, 0, sizeof flat->locks);
    memset(flat->frees, 0, sizeof flat->frees);
    jd_joint_locks(type, true, values, locks, flat->locks, nowhere, NULL);
    for (int n = 0; n < count; n++) flat->frees[n] = *plane[n];
    keep_in_plane(flat);
    return keep_type(model, flat) ? flat : (jd_model_no_memory(model), NULL);
}

/* ---- Adding --------------------------------------------------------------------------------- */

static bool copy_text(JdModel *model, const char **text) {
    const char *copy = jd_arena_copy(&model->arena, *text);
    const bool copied = copy || !*text;
    *text = copy;
    return copied;
}

static bool copy_texts(JdModel *model, JointType *type) {
    bool all = copy_text(model, &type->name) && copy_text(model, &type->aliases) &&
               copy_text(model, &type->summary) && copy_text(model, &type->glyph) &&
               copy_text(model, &type->warning);
    for (int n = 0; all && n < JOINT_LOCKS; n++) all = copy_text(model, &type->locks[n]);
    for (int n = 0; all && n < TYPE_FIELDS; n++) {
        Field *field = &type->fields[n];
        all = copy_text(model, &field->name) && copy_text(model, &field->unit) &&
              copy_text(model, &field->turn_unit) && copy_text(model, &field->summary);
    }
    for (int n = 0; all && n < JOINT_FREES; n++) {
        FreeDef *def = &type->frees[n];
        all = copy_text(model, &def->position) && copy_text(model, &def->rate) &&
              copy_text(model, &def->accel);
    }
    return all;
}

const JointType *jd_model_add_type(JdModel *model, const JointType *type, Where where,
                                   const Where *where_locks) {
    if (!model) return NULL;
    JointType whole = *type;
    if (!check_type_name(model, type->name, where)) return NULL;
    if (!check_fields(model, type, where)) return NULL;
    if (model->flat) keep_in_plane(&whole);
    if (!check_locks(model, &whole, where, where_locks)) return NULL;

    JointType *added = ARENA_NEW(&model->arena, JointType, 1);
    if (!added) return jd_model_no_memory(model), NULL;
    *added = whole;
    added->locks[JOINT_LOCKS] = NULL;
    if (!copy_texts(model, added) || !keep_type(model, added))
        return jd_model_no_memory(model), NULL;
    return added;
}
