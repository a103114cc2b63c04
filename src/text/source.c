/* SPDX-License-Identifier: MIT
 *
 * Where text comes from: files, and files that include files. A path in an include statement is
 * relative to the file that holds the statement; a name without folders that is not there is looked
 * for in the library of parts. */
#include "text/library.h"
#include <string.h>

const Source *jd_source_copy(Arena *arena, const char *name, const char *text, size_t length) {
    Source *source = ARENA_NEW(arena, Source, 1);
    if (!source) return NULL;
    source->file = jd_arena_copy(arena, name);
    source->text = jd_arena_text(arena, text, length);
    source->length = length;
    return source->file && source->text ? source : NULL;
}

static bool ends_with(const char *name, const char *ending) {
    const size_t length = strlen(name), size = strlen(ending);
    return length > size && !strcmp(name + length - size, ending);
}

bool jd_is_json_name(const char *path) {
    return ends_with(path, ".json");
}

const Source *jd_source_load(Arena *arena, const char *path, FileRule rule, Where where,
                             Messages *messages) {
    Text text = {0};
    const Source *source = NULL;
    const char *why = jd_file_read(path, rule, &text);
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

/* ---- Is it a model? ------------------------------------------------------------------------- */

/* An object, with the key of a model near its beginning. */
static bool begins_with_key(const Source *source) {
    enum { NEAR = 1000 };
    static const char key[] = "\"statements\"";
    const size_t size = sizeof key - 1, length = source->length < NEAR ? source->length : NEAR;
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", source->text[at]) && source->text[at]) at++;
    if (at == length || source->text[at] != '{') return false;
    for (; at + size <= length; at++)
        if (!memcmp(source->text + at, key, size)) return true;
    return false;
}

bool jd_source_is_model(const Source *source, bool json) {
    if (json) return begins_with_key(source);
    if (ends_with(source->file, ".jd")) return true;
    Reader r = {0};
    int words;
    jd_lexer_start(&r.lexer, source);
    return r.lexer.token.kind == TOKEN_END || jd_statement_match(&r, &words);
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

static void report_stranger(const Reader *r, const char *path, Where where) {
    JdLog *log = jd_reader_log(r);
    jd_report(log, JD_ERROR, "file-not-model", where,
              "'%s' is no model: it does not begin with a statement", path);
    jd_hint(log, "if it is meant to be one, `jourdain check %s` shows what is wrong with it", path);
}

/* ---- The library of parts ------------------------------------------------------------------- */

#define LIBRARY_FOLDER "share/jourdain/lib/"

static bool is_of_library(const Source *source) {
    for (const LibraryFile *file = jd_library; file->name; file++)
        if (source->text == (const char *)file->bytes) return true;
    return false;
}

static const LibraryFile *find_in_library(const char *name) {
    for (const LibraryFile *file = jd_library; file->name; file++)
        if (!strcmp(file->name, name)) return file;
    return NULL;
}

static const Source *library_source(Document *document, const LibraryFile *file) {
    Source *source = ARENA_NEW(document->sources, Source, 1);
    if (!source) return NULL;
    source->file = jd_arena_format(document->sources, "%s%s", LIBRARY_FOLDER, file->name);
    source->text = (const char *)file->bytes;
    source->length = file->length;
    return source->file ? source : NULL;
}

/* The second time that a file of the library is wanted, all of it is there. */
static bool is_there(Document *document, const LibraryFile *file) {
    const unsigned bit = 1u << ((file - jd_library) & 31);
    const bool there = document->library & bit;
    document->library |= bit;
    return there;
}

static void hint_library(const Reader *r, const char *name) {
    Nearest nearest = {.word = name};
    for (const LibraryFile *file = jd_library; file->name && !strchr(name, '/'); file++)
        jd_nearest_try(&nearest, file->name);
    if (nearest.best) jd_hint(jd_reader_log(r), "the library has '%s'", nearest.best);
}

/* ---- Include -------------------------------------------------------------------------------- */

static void read_source(Reader *r, Node *node, const Source *source, bool json) {
    Document *document = r->document;
    document->hash = jd_source_hash(document->hash, source, json);
    if (json) {
        jd_json_statements(document, source, r, node);
        return;
    }
    Reader inner = {.document = document, .outer = r};
    jd_lexer_start(&inner.lexer, source);
    jd_statements_read(&inner, node);
}

/* False: it is not of the library. */
static bool include_library(Reader *r, Node *node, const char *name) {
    const LibraryFile *file = find_in_library(name);
    if (!file || is_there(r->document, file)) return file;
    const Source *source = library_source(r->document, file);
    if (source) read_source(r, node, source, false);
    return true;
}

/* The file beside the one that includes it; NULL after a report, or if its name is one of the
 * library. */
static const Source *load_included(Reader *r, const Node *node, const char *path, bool *library) {
    Document *document = r->document;
    const char *name = node->slots.at[0].text;
    const FileRule rule = {.plain = true, .text = true, .root = document->root_folder};
    const Where where = jd_reader_where(r, node->slots.at[0].span);
    Messages silence = {0};
    *library = find_in_library(name);
    const Source *source = jd_source_load(document->sources, path, rule, where,
                                          *library ? &silence : document->messages);
    if (!source && !*library) hint_library(r, name);
    if (source && !jd_source_is_model(source, jd_is_json_name(path))) {
        report_stranger(r, path, where);
        *library = false;
        return NULL;
    }
    return source;
}

void jd_include_read(Reader *r, Node *node) {
    Document *document = r->document;
    const char *name = node->slots.at[0].text;
    bool library;
    if (!document->follow) return;
    if (is_of_library(r->lexer.source) && include_library(r, node, name)) return;
    const char *path = jd_source_path(document->arena, reader_file(r), name);
    if (!path || !may_include(r, path, node)) {
        node->broken = true;
        return;
    }
    const Source *source = load_included(r, node, path, &library);
    if (!source && library && include_library(r, node, name)) return;
    const char **file = PUSH(document->arena, document->files);
    if (file) *file = path;
    if (source && file)
        read_source(r, node, source, jd_is_json_name(path));
    else
        node->broken = true;
}
