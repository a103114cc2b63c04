/* SPDX-License-Identifier: MIT
 *
 * Places in a text: which line that is, and what is kept of a long one. */
#include "base/base.h"
#include <string.h>

/* Bytes of a line before and behind the column: more than anybody shows. */
enum { BEFORE = 200, BEHIND = 200 };

static bool continues_character(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Back to where the character at a place begins, which is at most three bytes before. */
static size_t character_start(const char *text, size_t at) {
    size_t start = at;
    for (int n = 0; n < 3 && start > 0 && continues_character(text[start]); n++) start--;
    return continues_character(text[start]) ? at : start;
}

Where jd_where_find(Where where) {
    if (!where.text) return where;
    const char *line = where.text, *at = where.text + where.at;
    where.line = 1;
    for (const char *end; (end = memchr(line, '\n', (size_t)(at - line))); line = end + 1)
        where.line++;
    where.column = (int)(at - line) + 1;

    /* No more than this line holds; its end may have two bytes. */
    const size_t rest = where.size - where.at, length = (size_t)where.length;
    const size_t looked = length < rest ? length + 1 : rest;
    const char *end = looked ? memchr(at, '\n', looked) : NULL;
    if (!end && looked == rest) end = at + rest;
    if (end && end > line && end[-1] == '\r') end--;
    if (end && end - at < where.length) where.length = end > at ? (int)(end - at) : 0;
    return where;
}

/* How far the line goes on behind a place in it, or BEHIND and more. */
static size_t rest_of_line(const char *at, size_t size) {
    const size_t looked = size < BEHIND + 2 ? size : BEHIND + 2;
    const char *end = looked ? memchr(at, '\n', looked) : NULL;
    if (!end && looked < size) return looked;
    const size_t rest = end ? (size_t)(end - at) : looked;
    return rest && at[rest - 1] == '\r' ? rest - 1 : rest;
}

Where jd_where_keep(Arena *arena, Where where) {
    where = jd_where_find(where);
    where.file = jd_arena_copy(arena, where.file);
    if (!where.source && !where.text) return where;

    const int column = where.column - 1 - (where.text ? 0 : where.start);
    const size_t before = column > 0 ? (size_t)column : 0;
    const char *at = where.text ? where.text + where.at : where.source + before;
    const char *nul = where.text ? NULL : memchr(at, '\0', BEHIND + 1);
    size_t behind = where.text ? rest_of_line(at, where.size - where.at)
                    : nul      ? (size_t)(nul - at)
                               : BEHIND + 1;
    if (behind > BEHIND) behind = character_start(at, BEHIND);

    const char *line = at - before;
    const size_t from = before > BEFORE ? character_start(line, before - BEFORE) : 0;
    where.source = jd_arena_text(arena, line + from, before - from + behind);
    where.start = (where.text ? 0 : where.start) + (int)from;
    where.text = NULL;
    return where;
}

Where jd_where_at(JdPlace place) {
    const int start = place.source_column > 0 ? place.source_column - 1 : 0;
    return (Where){.file = place.file,
                   .line = place.line,
                   .column = place.column,
                   .length = place.length,
                   .source = place.source,
                   .start = start};
}

JdPlace jd_place_of(Where where) {
    where = jd_where_find(where);
    return (JdPlace){where.file,   where.line,   where.column,
                     where.length, where.source, where.start + 1};
}
