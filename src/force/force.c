/* SPDX-License-Identifier: MIT
 *
 * The table of force types. */
#include "force/force.h"
#include "base/registry.h"

#define FORCE(name) extern const ForceType jd_force_##name;
#include "force/forces.def"
#undef FORCE

static const ForceType *const force_types[] = {
#define FORCE(name) &jd_force_##name,
#include "force/forces.def"
#undef FORCE
};
static const Registry registry = REGISTRY_WITH_ALIASES(force_types);

const ForceType *jd_force_at(int index) {
    return jd_registry_at(&registry, index);
}

const ForceType *jd_force_find(const char *name) {
    return jd_registry_find(&registry, name);
}

void jd_force_suggest(Nearest *nearest) {
    jd_registry_suggest(&registry, nearest);
}
