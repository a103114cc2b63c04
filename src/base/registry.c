/* SPDX-License-Identifier: MIT
 *
 * Tables of types, by number and by name. */
#include "base/registry.h"
#include <string.h>

const void *jd_registry_at(const Registry *r, int index) {
    if (index < 0 || index >= r->count) return NULL;
    return r->size ? (const char *)r->at + (size_t)index * r->size
                   : ((const void *const *)r->at)[index];
}

const void *jd_registry_find(const Registry *r, const char *name) {
    for (int n = 0; name && n < r->count; n++) {
        const void *entry = jd_registry_at(r, n);
        const char *const *names = entry;
        if (!strcmp(names[0], name)) return entry;
        if (r->aliases && names[1] && jd_word_in_list(name, names[1])) return entry;
    }
    return NULL;
}

void jd_registry_suggest(const Registry *r, Nearest *nearest) {
    for (int n = 0; n < r->count; n++)
        jd_nearest_try(nearest, *(const char *const *)jd_registry_at(r, n));
}
