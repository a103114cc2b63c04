/* SPDX-License-Identifier: MIT
 *
 * What a model file says about itself: the comment that it begins with. */
#include "text/inside.h"
#include <string.h>

typedef struct {
    const char *at, *end;
} Line;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static Line trim(Line line) {
    while (line.at < line.end && is_blank(*line.at)) line.at++;
    while (line.end > line.at && is_blank(line.end[-1])) line.end--;
    return line;
}

/* What is no character comes out as a question mark: this goes into pages. */
static void add_characters(Line line, Text *out) {
    while (line.at < line.end) {
        const size_t length = jd_utf8_length(line.at, (size_t)(line.end - line.at));
        jd_text_add(out, length ? line.at : "?", length ? length : 1);
        line.at += length ? length : 1;
    }
}

/* Lines are joined to paragraphs, which an empty comment ends. */
static void read_comment(const Source *source, Text *out) {
    const char *at = source->text, *end = at + source->length;
    bool joined = false;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        Line line = trim((Line){at, stop ? stop : end});
        at = stop ? stop + 1 : end;
        if (line.at == line.end && !out->count) continue;
        if (line.at == line.end || *line.at != '#') return;
        while (line.at < line.end && *line.at == '#') line.at++;
        line = trim(line);
        const bool words = line.at < line.end;
        if (words && out->count) jd_text_add(out, joined ? " " : "\n", 1);
        add_characters(line, out);
        joined = words;
    }
}

const char *jd_about_read(const Source *source, Arena *arena) {
    Text about = {0};
    read_comment(source, &about);
    const char *text = about.count && !about.failed ? jd_arena_copy(arena, about.at) : NULL;
    if (about.failed) arena->failed = true;
    jd_text_free(&about);
    return text;
}

const char *jd_about_mirror(const Node *root, Arena *arena) {
    const Node *first = root->block.count ? root->block.at[0] : root;
    const Comments *comments = first->comments;
    if (!comments) return NULL;
    const TextLines *lines = first == root ? &comments->end : &comments->before;
    Text text = {0};
    for (int n = 0; n < lines->count; n++) jd_text_print(&text, "%s\n", lines->at[n].text);
    if (text.failed) arena->failed = true;
    const Source source = {.text = text.failed ? "" : text.at, .length = text.count};
    const char *about = text.count ? jd_about_read(&source, arena) : NULL;
    jd_text_free(&text);
    return about;
}
