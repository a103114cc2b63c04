/* SPDX-License-Identifier: MIT
 *
 * The user's joint types. A type is checked when it is added as the table's types are by their
 * contract: each lock is a lock, none is constant, none follows from the others, and the frees, if
 * there are any, are what the locks leave open. */
#include "model/inside.h"
#include <string.h>

const JointType *jd_model_find_type(const JdModel *model, const char *name) {
    if (!name) return NULL;
    for (int n = 0; model && n < model->types.count; n++)
        if (!strcmp(model->types.at[n]->name, name)) return model->types.at[n];
    return jd_joint_find(name);
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

static bool is_vector_name(const char *name) {
    for (int n = 0; n < VEC_COUNT; n++)
        if (!strcmp(jd_vector_name((VectorKind)n), name)) return true;
    return false;
}

static bool check_fields(JdModel *model, const JointType *type, Where where) {
    for (int n = 0; n < jd_field_count(type->fields); n++) {
        const Field *field = &type->fields[n];
        Unit unit;
        const char *fault = NULL;
        if (!is_word(field->name, false))
            fault = "is no word";
        else if (is_vector_name(field->name))
            fault = "is the name of a vector";
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

static bool check_locks(JdModel *model, const JointType *type, Where where,
                        const Where *where_locks) {
    const bool planar = model->space == JD_PLANAR;
    const int most = planar ? 3 : JOINT_LOCKS;
    Lock locks[JOINT_LOCKS + 1];
    const char *texts[JOINT_LOCKS + 1];
    Where wheres[JOINT_LOCKS + 1];
    double values[TYPE_FIELDS];
    trial_values(type, values);

    int count = 0;
    bool fine = true;
    for (int n = 0; n <= JOINT_LOCKS && type->locks[n]; n++) {
        const Where at = where_locks ? where_locks[n] : where;
        Lock lock;
        if (!jd_lock_parse(type->locks[n], type->fields, values, at, &lock, model->log)) {
            model->errors++;
            fine = false;
            continue;
        }
        if (planar && jd_lock_names_z(&lock)) continue;
        locks[count] = lock, texts[count] = type->locks[n], wheres[count++] = at;
    }
    if (!fine) return false;
    if (count == 0) {
        MODEL_ERROR(model, "joint-type-empty", where, "joint type '%s' locks nothing%s", type->name,
                    planar && type->locks[0] ? " in the plane" : "");
        MODEL_HINT(model, "say what it locks, for example: lock d.yi");
        return false;
    }
    const int limit = type->locks[JOINT_LOCKS] ? JOINT_LOCKS : most;
    if (count > most || type->locks[JOINT_LOCKS]) {
        MODEL_ERROR(model, "joint-type-too-many-locks", where,
                    "joint type '%s' has more than %d locks", type->name, limit);
        MODEL_HINT(model,
                   "two bodies have %d motions against each other; leave out the locks that follow "
                   "from others",
                   limit);
        return false;
    }
    const TypeTrial trial = {type, locks, texts, wheres, where, count};
    return jd_type_check_independence(model, &trial) && jd_type_check_frees(model, &trial);
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
    if (!check_type_name(model, type->name, where)) return NULL;
    if (!check_fields(model, type, where)) return NULL;
    if (!check_locks(model, type, where, where_locks)) return NULL;

    JointType *added = ARENA_NEW(&model->arena, JointType, 1);
    const JointType **place = added ? PUSH(&model->arena, model->types) : NULL;
    if (!place) return jd_model_no_memory(model), NULL;
    *added = *type;
    added->locks[JOINT_LOCKS] = NULL;
    if (!copy_texts(model, added)) {
        model->types.count--;
        return jd_model_no_memory(model), NULL;
    }
    *place = added;
    return added;
}
