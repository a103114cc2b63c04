/* SPDX-License-Identifier: MIT
 *
 * A table of names by hash: open addressing, at most half full. What is removed keeps its place,
 * for the search to go past it and for the name to come back to. */
#include "text/inside.h"
#include <string.h>

static unsigned hash_of(const char *name) {
    unsigned hash = 2166136261u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash ^ hash >> 15;
}

/* The place that has the name, or the free one where it would go. */
static Known **place_of(Known **table, int room, const char *name) {
    const unsigned mask = (unsigned)room - 1;
    unsigned at = hash_of(name) & mask;
    while (table[at] && strcmp(table[at]->name, name) != 0) at = (at + 1) & mask;
    return &table[at];
}

Known *jd_known_find(const KnownNames *names, const char *name) {
    Known *known = names->room ? *place_of(names->table, names->room, name) : NULL;
    return known && !known->removed ? known : NULL;
}

static bool make_room(KnownNames *names, Arena *arena) {
    if (2 * (names->count + 1) <= names->room) return true;
    const int room = names->room ? 2 * names->room : 64;
    Known **table = ARENA_NEW(arena, Known *, room);
    if (!table) return false;
    for (int n = 0; n < names->room; n++)
        if (names->table[n]) *place_of(table, room, names->table[n]->name) = names->table[n];
    *names = (KnownNames){table, names->count, room};
    return true;
}

Known *jd_known_add(KnownNames *names, const char *name, Arena *arena) {
    if (!make_room(names, arena)) return NULL;
    Known **place = place_of(names->table, names->room, name), *known = *place;
    if (known && !known->removed) return known;
    if (!known && !(known = ARENA_NEW(arena, Known, 1))) return NULL;
    names->count += *place == NULL;
    *known = (Known){.name = name};
    *place = known;
    return known;
}

void jd_known_remove(KnownNames *names, const char *name) {
    Known *known = jd_known_find(names, name);
    if (known) known->removed = true;
}

void jd_known_suggest(const KnownNames *names, bool bad, Nearest *nearest) {
    for (int n = 0; n < names->room; n++) {
        const Known *known = names->table[n];
        if (known && !known->removed && (bad || !known->bad)) jd_nearest_try(nearest, known->name);
    }
}
