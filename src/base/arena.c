/* SPDX-License-Identifier: MIT
 *
 * Memory that grows by blocks and is freed at once, lists in it, and the layout of one block.
 * Blocks double up to a limit, so that a small model costs one malloc and a large one few. */
#include "base/base.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20, FIRST_ROOM = 8 };
enum { LARGE_LIST = 1 << 16 }; /* from here on a list that is alone has a block of its own */

struct ArenaBlock {
    ArenaBlock *before;
    size_t used, size;
    max_align_t data[];
};

/* The newest first; numbered, since growing moves them. */
struct ArenaList {
    ArenaList *before;
    size_t number;
    max_align_t data[];
};

/* Rounds up to the alignment of every type; 0 if that overflows. */
static size_t align_up(size_t size) {
    const size_t unit = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2) return 0;
    return (size + unit - 1) / unit * unit;
}

static bool add_block(Arena *arena, size_t needed) {
    size_t size = arena->last ? 2 * arena->last->size : FIRST_BLOCK;
    if (size > LARGEST_BLOCK) size = LARGEST_BLOCK;
    if (size < needed) size = needed;

    ArenaBlock *block = malloc(sizeof *block + size);
    if (!block) return false;
    block->size = size;
    block->used = 0;
    block->before = arena->last;
    arena->last = block;
    return true;
}

void *jd_arena_take(Arena *arena, size_t size) {
    if (arena->failed) return NULL;
    const size_t needed = align_up(size ? size : 1);
    const ArenaBlock *last = arena->last;
    const bool fits = last && needed && needed <= last->size - last->used;
    if (!needed || (!fits && !add_block(arena, needed))) {
        arena->failed = true;
        return NULL;
    }
    char *start = (char *)arena->last->data + arena->last->used;
    arena->last->used += needed;
    return memset(start, 0, needed); /* here, and not of blocks whose end nobody may need */
}

/* Those that are newer than this one. */
static void free_lists(Arena *arena, size_t number) {
    while (arena->lists && arena->lists->number > number) {
        ArenaList *list = arena->lists;
        arena->lists = list->before;
        free(list);
    }
}

void jd_arena_free(Arena *arena) {
    while (arena->last) {
        ArenaBlock *block = arena->last;
        arena->last = block->before;
        free(block);
    }
    free_lists(arena, 0);
    arena->failed = false;
}

ArenaMark jd_arena_mark(const Arena *arena) {
    return (ArenaMark){arena->last, arena->last ? arena->last->used : 0,
                       arena->lists ? arena->lists->number : 0};
}

void jd_arena_release(Arena *arena, ArenaMark mark) {
    while (arena->last != mark.last) {
        ArenaBlock *block = arena->last;
        assert(block); /* the mark is of this arena, and no earlier one was released since */
        arena->last = block->before;
        free(block);
    }
    if (arena->last) arena->last->used = mark.used;
    free_lists(arena, mark.lists);
}

char *jd_arena_text(Arena *arena, const char *text, size_t length) {
    assert(text || length == 0);
    char *copy = length < SIZE_MAX ? jd_arena_take(arena, length + 1) : NULL;
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *jd_arena_copy(Arena *arena, const char *text) {
    return text ? jd_arena_text(arena, text, strlen(text)) : NULL;
}

char *jd_arena_format_list(Arena *arena, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    char *text = length < 0 ? NULL : jd_arena_take(arena, (size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *jd_arena_format(Arena *arena, const char *format, ...) {
    va_list list;
    va_start(list, format);
    char *text = jd_arena_format_list(arena, format, list);
    va_end(list);
    return text;
}

/* What points at the block of a list; NULL: it is in none of this arena. */
static ArenaList **find_list(Arena *arena, const void *data) {
    for (ArenaList **at = &arena->lists; *at; at = &(*at)->before)
        if ((*at)->data == data) return at;
    return NULL;
}

/* A list in a block of its own: growing leaves nothing behind, and room that nobody needs yet is
 * not touched. */
static void *grow_list(Arena *arena, const void *data, size_t used, size_t size) {
    ArenaList **own = find_list(arena, data);
    ArenaList *list = arena->failed ? NULL : realloc(own ? *own : NULL, sizeof *list + size);
    if (!list) {
        arena->failed = true;
        return NULL;
    }
    if (own) {
        *own = list;
        return list->data;
    }
    list->number = arena->lists ? arena->lists->number + 1 : 1;
    list->before = arena->lists;
    arena->lists = list;
    if (used) memcpy(list->data, data, used);
    return list->data;
}

static bool grow(Arena *arena, void **at, int *count, int *room, size_t size, bool alone) {
    assert(*count >= 0 && *count <= *room && size > 0);
    if (*count == *room) {
        if (*room > INT_MAX / 2 || (size_t)*room > SIZE_MAX / 4 / size) {
            arena->failed = true;
            return false;
        }
        const int larger = *room ? 2 * *room : FIRST_ROOM;
        const size_t used = (size_t)*count * size, needed = (size_t)larger * size;
        const bool own = alone && needed >= LARGE_LIST;
        void *moved = own ? grow_list(arena, *at, used, needed) : jd_arena_take(arena, needed);
        if (!moved) return false;
        if (!own && used) memcpy(moved, *at, used);
        *at = moved;
        *room = larger;
    }
    memset((char *)*at + (size_t)*count * size, 0, size);
    ++*count;
    return true;
}

bool jd_arena_grow(Arena *arena, void **at, int *count, int *room, size_t size) {
    return grow(arena, at, count, room, size, false);
}

bool jd_arena_grow_alone(Arena *arena, void **at, int *count, int *room, size_t size) {
    return grow(arena, at, count, room, size, true);
}

void *jd_layout_owner(Layout *layout, size_t size) {
    assert(!layout->base || layout->used == align_up(layout->used));
    char *place = layout->base ? layout->base + layout->used : NULL;
    layout->used += align_up(size);
    return place;
}

void *jd_layout_place(Layout *layout, size_t size) {
    void *place = jd_layout_owner(layout, size);
    if (layout->keeper) jd_keep(layout->keeper, place, size);
    return place;
}
