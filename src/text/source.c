/* SPDX-License-Identifier: MIT
 *
 * Where text comes from: files, and files that include files. A path in an include statement is
 * relative to the file that holds the statement. */
#include "text/inside.h"
#include <string.h>

const Source *jd_source_copy(Arena *arena, const char *name, const char *text, size_t length) {
    Source *source = ARENA_NEW(arena, Source, 1);
    if (!source) return NULL;
    source->file = jd_arena_copy(arena, name);
    source->text = jd_arena_text(arena, text, length);
    source->length = length;
    return source->file && source->text ? source : NULL;
}

bool jd_is_json_name(const char *path) {
    const size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

const Source *jd_source_load(Arena *arena, const char *path, Where where, Messages *messages) {
    Text text = {0};
    const Source *source = NULL;
    const char *why = jd_file_read(path, LIMIT_FILE_SIZE, &text);
    if (why)
        jd_report_unreadable(jd_messages(messages), where, path, why);
    else if (text.failed)
        arena->failed = true;
    else
        source = jd_source_copy(arena, path, text.count ? text.at : "", text.count);
    jd_text_free(&text);
    return source;
}

/* Its words: comments do not count, nor how many blanks and ends of lines stand between. */
static uint64_t hash_words(uint64_t hash, const char *text, size_t length) {
    const char *end = text + length, *word = text;
    bool string = false;
    for (const char *c = text; c < end; c++) {
        if (*c == '\n') string = false;
        if (*c == '"') string = !string;
        if (string && *c == '\\' && c + 1 < end && c[1] != '\n') c++;
        if (string || (*c != '#' && !strchr(" \t\r\n", *c))) continue;
        if (c > word) hash = jd_hash(jd_hash(hash, word, (size_t)(c - word)), "", 1);
        if (*c == '#') c = memchr(c, '\n', (size_t)(end - c));
        if (!c) return hash;
        word = c + 1;
    }
    return end > word ? jd_hash(jd_hash(hash, word, (size_t)(end - word)), "", 1) : hash;
}

uint64_t jd_source_hash(uint64_t hash, const Source *source, bool json) {
    return json ? jd_hash(hash, source->text, source->length)
                : hash_words(hash, source->text, source->length);
}

/* ---- Files in files ------------------------------------------------------------------------- */

const char *jd_source_path(Arena *arena, const char *from, const char *path) {
    const char *slash = strrchr(from, '/');
    if (path[0] == '/' || !slash) return path;
    return jd_arena_format(arena, "%.*s%s", (int)(slash + 1 - from), from, path);
}

static const char *reader_file(const Reader *r) {
    return r->lexer.source->file;
}

/* Whether the file is being read already, or one too many is. */
static bool may_include(const Reader *r, const char *path, const Node *node) {
    const Where where = jd_reader_where(r, node->slots.at[0].span);
    JdLog *log = jd_reader_log(r);
    int depth = 0;
    for (const Reader *outer = r; outer; outer = outer->outer, depth++) {
        if (strcmp(reader_file(outer), path) != 0) continue;
        jd_report(log, JD_ERROR, "include-cycle", where, "'%s' includes itself%s", path,
                  depth ? " by way of other files" : "");
        jd_hint(log, "take the statements that both need into a third file");
        return false;
    }
    if (depth <= LIMIT_FILE_DEPTH && r->document->files.count < LIMIT_FILES) return true;
    jd_report(log, JD_ERROR, "include-too-deep", where,
              depth > LIMIT_FILE_DEPTH ? "files include files more than %d deep"
                                       : "the model includes more than %d files",
              depth > LIMIT_FILE_DEPTH ? (int)LIMIT_FILE_DEPTH : (int)LIMIT_FILES);
    jd_hint(log, "does a file include itself by another spelling of its path?");
    return false;
}

void jd_include_read(Reader *r, Node *node) {
    Document *document = r->document;
    if (!document->follow) return;
    const char *path = jd_source_path(document->arena, reader_file(r), node->slots.at[0].text);
    if (!path || !may_include(r, path, node)) {
        node->broken = true;
        return;
    }
    const char **file = PUSH(document->arena, document->files);
    if (!file) return;
    *file = path;
    const Where where = jd_reader_where(r, node->slots.at[0].span);
    const Source *source = jd_source_load(document->sources, path, where, document->messages);
    if (!source) {
        node->broken = true;
        return;
    }
    document->hash = jd_source_hash(document->hash, source, jd_is_json_name(path));
    if (jd_is_json_name(path)) {
        jd_json_statements(document, source, r, node);
        return;
    }
    Reader inner = {.document = document, .outer = r};
    jd_lexer_start(&inner.lexer, source);
    jd_statements_read(&inner, node);
}
