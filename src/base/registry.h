/* SPDX-License-Identifier: MIT
 *
 * Tables of types that are looked up by name: joints, forces, forms, steppers, shapes, commands ... Each entry begins with its
 * name; where the table says so, a list of other names ("hinge pin pivot", NULL: none) stands behind it. */
#ifndef JD_REGISTRY_H
#define JD_REGISTRY_H

#include "base/base.h"
#include <stddef.h>

typedef struct {
    const void *at;
    int count;
    size_t size;  /* of an entry; 0: `at` is a list of pointers to them */
    bool aliases;
} Registry;

#define ENTRIES(list) (int)(sizeof(list) / sizeof *(list))
#define REGISTRY_OF_TYPES(list) {list, ENTRIES(list), 0, false}       /* static const Type *const list[] */
#define REGISTRY_WITH_ALIASES(list) {list, ENTRIES(list), 0, true}    /* likewise: struct { const char *name, *aliases; ... } */
#define REGISTRY_OF_LINES(list) {list, ENTRIES(list), sizeof *(list), false} /* static const Line list[] */

const void *jd_registry_at(const Registry *registry, int index);       /* NULL past the end */
const void *jd_registry_find(const Registry *registry, const char *name); /* NULL: there is none; of no name neither */
void jd_registry_suggest(const Registry *registry, Nearest *nearest);

#endif
