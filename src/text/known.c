/* SPDX-License-Identifier: MIT
 *
 * A table of names by hash: open addressing, at most half full. What is removed keeps its place,
 * for the search to go past it and for the name to come back to. */
#include "text/inside.h"
#include <stdlib.h>
#include <string.h>

static unsigned hash_of(const char *name, size_t length) {
    unsigned hash = 2166136261u;
    for (size_t n = 0; n < length; n++) hash = (hash ^ (unsigned char)name[n]) * 16777619u;
    return hash ^ hash >> 15;
}

static bool has_name(const Known *known, const char *name, size_t length) {
    return !strncmp(known->name, name, length) && !known->name[length];
}

/* The place that has the name, or the free one where it would go. */
static Known **place_of(Known **table, int room, const char *name, size_t length) {
    const unsigned mask = (unsigned)room - 1;
    unsigned at = hash_of(name, length) & mask;
    while (table[at] && !has_name(table[at], name, length)) at = (at + 1) & mask;
    return &table[at];
}

Known *jd_known_find_part(const KnownNames *names, const char *text, size_t length) {
    Known *known = names->room ? *place_of(names->table, names->room, text, length) : NULL;
    return known && !known->removed ? known : NULL;
}

Known *jd_known_find(const KnownNames *names, const char *name) {
    return jd_known_find_part(names, name, strlen(name));
}

static bool make_room(KnownNames *names, Arena *arena) {
    if (2 * (names->count + 1) <= names->room) return true;
    const int room = names->room ? 2 * names->room : 8;
    Known **table = ARENA_NEW(arena, Known *, room);
    if (!table) return false;
    for (int n = 0; n < names->room; n++)
        if (names->table[n])
            *place_of(table, room, names->table[n]->name, strlen(names->table[n]->name)) =
                names->table[n];
    *names = (KnownNames){table, names->count, room};
    return true;
}

Known *jd_known_add(KnownNames *names, const char *name, Arena *arena) {
    if (!make_room(names, arena)) return NULL;
    Known **place = place_of(names->table, names->room, name, strlen(name)), *known = *place;
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

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool jd_known_list(const KnownNames *names, Arena *arena, Text *out) {
    const char **list = ARENA_NEW(arena, const char *, names->room + 1);
    int count = 0;
    for (int n = 0; list && n < names->room; n++) {
        const Known *known = names->table[n];
        if (known && !known->removed && !known->bad) list[count++] = known->name;
    }
    if (!count) return false;
    qsort(list, (size_t)count, sizeof *list, by_name);
    for (int n = 0; n < count; n++) jd_text_print(out, "%s%s", out->count ? ", " : "", list[n]);
    return !out->failed;
}

void jd_known_suggest_in(const KnownNames *names, const char *prefix, Arena *arena,
                         Nearest *nearest) {
    for (int n = 0; n < names->room; n++) {
        const Known *known = names->table[n];
        if (!known || known->removed || known->bad) continue;
        const char *name = jd_arena_format(arena, "%s.%s", prefix, known->name);
        if (name) jd_nearest_try(nearest, name);
    }
}
