/* SPDX-License-Identifier: MIT
 *
 * The table of force types. */
#include "force/force.h"
#include <string.h>

#define FORCE(name) extern const ForceType jd_force_##name;
#include "force/forces.def"
#undef FORCE

static const ForceType *const force_types[] = {
#define FORCE(name) &jd_force_##name,
#include "force/forces.def"
#undef FORCE
};
enum { FORCE_TYPES = sizeof force_types / sizeof *force_types };

const ForceType *jd_force_at(int index) {
    return index >= 0 && index < FORCE_TYPES ? force_types[index] : NULL;
}

const ForceType *jd_force_find(const char *name) {
    if (!name) return NULL;
    for (int n = 0; n < FORCE_TYPES; n++) {
        const ForceType *type = force_types[n];
        if (!strcmp(type->name, name)) return type;
        if (type->aliases && jd_word_in_list(name, type->aliases)) return type;
    }
    return NULL;
}

void jd_force_suggest(Nearest *nearest) {
    for (int n = 0; n < FORCE_TYPES; n++) jd_nearest_try(nearest, force_types[n]->name);
}
