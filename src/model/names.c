/* SPDX-License-Identifier: MIT
 *
 * What things are called: which words are names, that each is taken once, and finding them again
 * in constant time. */
#include "model/bonds.h"
#include "model/inside.h"
#include <string.h>

/* ---- The table: open addressing, at most half full ------------------------------------------ */

static unsigned hash_of(const char *name, size_t length, int scope) {
    unsigned hash = 2166136261u ^ (unsigned)scope * 0x9e3779b9u;
    for (size_t n = 0; n < length; n++) hash = (hash ^ (unsigned char)name[n]) * 16777619u;
    return hash ^ hash >> 15;
}

static bool has_name(const NameSlot *slot, const char *name, size_t length, int scope) {
    return slot->scope == scope && !strncmp(slot->name, name, length) && !slot->name[length];
}

/* The slot that has the name, or the free one where it would go. */
static NameSlot *slot_of(NameSlot *slots, int room, const char *name, size_t length, int scope) {
    unsigned mask = (unsigned)room - 1, at = hash_of(name, length, scope) & mask;
    while (slots[at].name && !has_name(&slots[at], name, length, scope)) at = (at + 1) & mask;
    return &slots[at];
}

static const NameSlot *find_part(const NameTable *names, const char *name, size_t length,
                                 int scope) {
    if (!names->room) return NULL;
    const NameSlot *slot = slot_of(names->slots, names->room, name, length, scope);
    return slot->name ? slot : NULL;
}

const NameSlot *jd_names_find(const NameTable *names, const char *name, int scope) {
    return name ? find_part(names, name, strlen(name), scope) : NULL;
}

static bool make_room(NameTable *names, Arena *arena) {
    if (2 * (names->count + 1) <= names->room) return true;
    int room = names->room ? 2 * names->room : 32;
    NameSlot *slots = ARENA_NEW(arena, NameSlot, room);
    if (!slots) return false;
    for (int n = 0; n < names->room; n++) {
        const NameSlot *slot = &names->slots[n];
        if (slot->name) *slot_of(slots, room, slot->name, strlen(slot->name), slot->scope) = *slot;
    }
    names->slots = slots;
    names->room = room;
    return true;
}

bool jd_names_add(NameTable *names, Arena *arena, NameSlot slot) {
    if (!slot.name || !make_room(names, arena)) return false;
    NameSlot *place = slot_of(names->slots, names->room, slot.name, strlen(slot.name), slot.scope);
    names->count += place->name == NULL;
    *place = slot;
    return true;
}

/* ---- Checks --------------------------------------------------------------------------------- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A word, and behind it any number of indices: rod, rod_2, rod[3], cell[1][2]. */
static bool is_name(const char *text) {
    if (!is_letter(*text)) return false;
    while (is_letter(*text) || is_digit(*text)) text++;
    while (*text == '[') {
        text++;
        if (!is_digit(*text)) return false;
        while (is_digit(*text)) text++;
        if (*text++ != ']') return false;
    }
    return *text == 0;
}

/* Kinds of names: what they are called, and the list of the model that what has the name stands in.
 */
// clang-format off
#define KINDS                                                                                      \
    KIND(BODY, "body", model->bodies) KIND(FRAME, "frame", model->frames)                          \
    KIND(JOINT, "joint", model->joints) KIND(FORCE, "force", model->forces)                        \
    KIND(DRIVE, "drive", model->drives) KIND(START, "start value", model->starts)                  \
    KIND(STATE, "state", model->states) KIND(SIGNAL, "signal", model->signals)                     \
    KIND(INPUT, "input", model->inputs) KIND(WHEN, "event", model->whens)                          \
    KIND(NODE, "node", model->bonds->graph->nodes) KIND(BOND, "bond", model->bonds->graph->bonds)  \
    KIND(SENSOR, "sensor", model->sensors) KIND(DELAY, "delay", model->delays)                     \
    KIND(MASSLESS, "node", model->nodes) KIND(FOLLOW, "picture", model->follows)
// clang-format on

static const char *kind_word(NameKind kind) {
    switch (kind) {
#define KIND(kind, word, list)                                                                     \
    case NAME_##kind:                                                                              \
        return word;
        KINDS
#undef KIND
    case NAME_TYPE:
        return "joint type";
    }
    return "thing";
}

static Where where_of(const JdModel *model, const NameSlot *slot) {
    switch (slot->kind) {
#define KIND(kind, word, list)                                                                     \
    case NAME_##kind:                                                                              \
        return list.at[slot->index].where;
        KINDS
#undef KIND
    case NAME_TYPE:
        break;
    }
    return nowhere;
}

/* What stands behind "c1." in the instance c1 of a part. */
static const char *own_name(const JdModel *model, const char *name) {
    const size_t length = model->within ? strlen(model->within) : 0;
    const bool inside = length && !strncmp(name, model->within, length) && name[length] == '.';
    return inside ? name + length + 1 : name;
}

bool jd_model_check_name(JdModel *model, const char *name, const char *what, int scope,
                         Where where) {
    if (!name || !is_name(own_name(model, name))) {
        MODEL_ERROR(model, "name-not-valid", where, "'%s' is no name for a %s", name ? name : "",
                    what);
        MODEL_HINT(model, "a name is a letter followed by letters, digits and _; indices may "
                          "follow: rod_2, rod[2]");
        return false;
    }
    const char *own = own_name(model, name);
    if (scope == SCOPE_MODEL && (!strcmp(own, "ground") || !strcmp(own, "time"))) {
        MODEL_ERROR(model, "name-reserved", where, "a %s cannot be called '%s'", what, name);
        MODEL_HINT(model, "`ground` and `time` have a meaning of their own; choose another name");
        return false;
    }
    const NameSlot *taken = jd_names_find(&model->names, name, scope);
    if (!taken) return true;
    const Where first = where_of(model, taken);
    const char *kind = kind_word(taken->kind);
    MODEL_ERROR(model, "name-taken", where, "there is already %s %s '%s'",
                strchr("aeiou", *kind) ? "an" : "a", kind, name);
    if (first.file && first.line == where.line && !strcmp(first.file, where.file)) {
        MODEL_HINT(model, "in a repeat each one needs its index: %s[i]", name);
        return false;
    }
    if (first.file) MODEL_HINT(model, "it stands in %s, line %d", first.file, first.line);
    MODEL_HINT(model, "give one of the two another name");
    return false;
}

/* ---- Finding -------------------------------------------------------------------------------- */

static int find_kind(const JdModel *model, const char *name, int scope, NameKind kind) {
    const NameSlot *slot = model ? jd_names_find(&model->names, name, scope) : NULL;
    return slot && slot->kind == kind ? slot->index : -1;
}

int jd_model_find_body(const JdModel *model, const char *name) {
    if (name && !strcmp(name, "ground")) return 0;
    return find_kind(model, name, SCOPE_MODEL, NAME_BODY);
}

int jd_model_find_frame(const JdModel *model, int body, const char *name) {
    return body < 0 ? -1 : find_kind(model, name, body, NAME_FRAME);
}

int jd_model_find_joint(const JdModel *model, const char *name) {
    return find_kind(model, name, SCOPE_MODEL, NAME_JOINT);
}

int jd_model_find_massless(const JdModel *model, const char *name) {
    return find_kind(model, name, SCOPE_MODEL, NAME_MASSLESS);
}

int jd_model_find_force(const JdModel *model, const char *name) {
    return find_kind(model, name, SCOPE_MODEL, NAME_FORCE);
}

void jd_model_suggest_name(const JdModel *model, Nearest *nearest) {
    for (int n = 1; n < model->bodies.count; n++) jd_nearest_try(nearest, model->bodies.at[n].name);
    for (int n = 0; n < model->joints.count; n++) jd_nearest_try(nearest, model->joints.at[n].name);
    for (int n = 0; n < model->forces.count; n++) jd_nearest_try(nearest, model->forces.at[n].name);
    for (int n = 0; n < model->drives.count; n++) jd_nearest_try(nearest, model->drives.at[n].name);
}

static const FreeDef *find_free(const JdModel *model, const char *target, bool rate, int *joint) {
    const char *point = target ? strrchr(target, '.') : NULL;
    if (!point) return NULL;
    const NameSlot *slot = find_part(&model->names, target, (size_t)(point - target), SCOPE_MODEL);
    if (!slot || slot->kind != NAME_JOINT) return NULL;
    const FreeDef *frees[JOINT_FREES];
    const JointType *type = model->joints.at[slot->index].type;
    int count = jd_joint_frees(type, model->space == JD_PLANAR, frees);
    for (int k = 0; k < count; k++) {
        if (strcmp(rate ? frees[k]->rate : frees[k]->position, point + 1)) continue;
        if (joint) *joint = slot->index;
        return frees[k];
    }
    return NULL;
}

const FreeDef *jd_model_find_free(const JdModel *model, const char *target, int *joint) {
    return find_free(model, target, false, joint);
}

const FreeDef *jd_model_find_free_rate(const JdModel *model, const char *target, int *joint) {
    return find_free(model, target, true, joint);
}

bool jd_model_allows(const JdModel *model, const char *code) {
    for (int n = 0; n < model->allows.count; n++)
        if (!strcmp(model->allows.at[n].code, code)) return true;
    return false;
}
