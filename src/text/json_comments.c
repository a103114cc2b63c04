/* SPDX-License-Identifier: MIT
 *
 * Comments and blank lines in the JSON mirror: members of a statement beside its word, see json.h.
 */
#include "text/json.h"
#include <stdlib.h>
#include <string.h>

static const char above[] = "comments", among[] = "lines", beside[] = "beside";

bool jd_json_is_comment(const JsonValue *member) {
    return strcmp(member->key, above) == 0 || strcmp(member->key, among) == 0 ||
           strcmp(member->key, beside) == 0;
}

bool jd_json_is_end(const JsonValue *statement) {
    return statement->kind == JSON_OBJECT && statement->items.count == 1 &&
           strcmp(statement->items.at[0]->key, above) == 0;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static bool report(const Reader *r, const JsonValue *json, const char *key, const char *wanted) {
    jd_report(jd_reader_log(r), JD_ERROR, "json-shape", jd_reader_where(r, json->span),
              "\"%s\" wants %s here, found %s", key, wanted, jd_json_kind_word(json));
    jd_hint(jd_reader_log(r), "`jourdain fmt --json` shows the JSON of a model text");
    return false;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The text of a comment as it stands in a model text, "" of nothing; NULL after a report. */
static const char *read_comment(const Reader *r, const JsonValue *json, const char *key) {
    if (json->kind != JSON_STRING || strchr(json->text, '\n')) {
        report(r, json, key, "a comment of one line");
        return NULL;
    }
    const char *text = json->text;
    size_t length = strlen(text);
    while (length && is_space(text[length - 1])) length--;
    while (length && is_space(*text)) text++, length--;
    if (!jd_slot_check_utf8(r, text, length, json->span)) return NULL;
    return jd_arena_format(r->document->arena, "%s%.*s", length && *text != '#' ? "# " : "",
                           (int)length, text);
}

/* Comments on lines of their own; an empty one is a blank line. */
static bool read_lines(const Reader *r, const JsonValue *json, TextLines *lines) {
    Arena *arena = r->document->arena;
    if (json->kind != JSON_ARRAY) return report(r, json, above, "an array of comments");
    for (int n = 0; n < json->items.count; n++) {
        const char *text = read_comment(r, json->items.at[n], above);
        if (!text) return false;
        if (*text)
            jd_line_comment(lines, text, false, arena);
        else
            jd_line_blank(lines, arena);
    }
    return true;
}

/* The pieces of a statement while "lines" names them. */
typedef struct {
    const Reader *r;
    const Node *node;
    bool *named;
    int *from;    /* of each kind of clause: those before it are named, or of another kind */
    int next_row; /* rows keep their order */
    TextLines *lines;
} Pieces;

/* Of several of a kind, each time the next. */
static int find_clause(Pieces *p, const char *word) {
    const Node *node = p->node;
    const Kind *kind = jd_kind_find(node->kind->clauses, word);
    for (int n = kind ? p->from[jd_kind_order(node->kind, kind)] : 0; n < node->clauses.count;
         n++) {
        if (kind) p->from[jd_kind_order(node->kind, kind)] = n + 1;
        if (!p->named[n] && strcmp(node->clauses.at[n]->word, word) == 0) return n;
    }
    return -1;
}

static int find_row(Pieces *p, const JsonValue *json) {
    const Span span = json->span;
    double number = 0;
    jd_number_read(span.source->text + span.start, span.length, &number);
    const int row = p->next_row++;
    return row < jd_node_pieces(p->node) && number == row + 1 ? row : -1;
}

static bool read_piece(Pieces *p, const JsonValue *json) {
    const bool rows = p->node->kind->flags & KIND_ROWS;
    const int piece = rows ? find_row(p, json) : find_clause(p, json->text);
    if (piece >= 0) {
        p->named[piece] = true;
        jd_line_piece(p->lines, piece, p->r->document->arena);
        return true;
    }
    jd_report(jd_reader_log(p->r), JD_ERROR, "json-shape", jd_reader_where(p->r, json->span),
              rows ? "\"lines\" names the rows of \"%s\" by 1, 2, 3 and so on"
                   : "\"lines\" names no clause of \"%s\" here that is not named yet",
              p->node->word);
    jd_hint(jd_reader_log(p->r), "a comment begins with '#'");
    return false;
}

static bool read_line(Pieces *p, const JsonValue *json) {
    Arena *arena = p->r->document->arena;
    const JsonValue *behind = json->kind == JSON_OBJECT ? jd_json_member(json, beside) : NULL;
    const bool rows = p->node->kind->flags & KIND_ROWS, number = json->kind == JSON_NUMBER;
    if (behind && json->items.count == 1) {
        const char *text = read_comment(p->r, behind, among);
        if (text && *text) jd_line_comment(p->lines, text, true, arena);
        return text;
    }
    if (json->kind != JSON_STRING && !(rows && number))
        return report(p->r, json, among,
                      rows ? "a row's number or a comment" : "a clause or a comment");
    const char *text = number ? NULL : json->text + strspn(json->text, " \t\r");
    if (!text || (*text && *text != '#')) return read_piece(p, json);
    text = read_comment(p->r, json, among);
    if (text && *text)
        jd_line_comment(p->lines, text, false, arena);
    else if (text)
        jd_line_blank(p->lines, arena);
    return text;
}

/* Pieces that are not named stand behind those that are. Behind the last row there is nothing. */
static bool end_lines(Pieces *p, const JsonValue *json) {
    const int count = jd_node_pieces(p->node);
    const bool rows = p->node->kind->flags & KIND_ROWS;
    for (int n = 0; n < count; n++)
        if (!p->named[n]) jd_line_piece(p->lines, n, p->r->document->arena);
    jd_lines_trim(p->lines, true, true);
    const TextLines *lines = p->lines;
    const bool open = lines->count && lines->at[0].text,
               more = lines->count && lines->at[lines->count - 1].text;
    if (rows && (open || more)) return report(p->r, json, among, "a row first and last");
    if (!jd_lines_say(lines)) p->lines->count = 0;
    return true;
}

static int count_kinds(const Kind *kind) {
    int count = 0;
    while (kind->clauses && kind->clauses[count].word) count++;
    return count;
}

/* A block has nothing but the comment behind its opening brace. */
static bool read_inside(const Reader *r, const Node *node, const JsonValue *json,
                        TextLines *lines) {
    const Kind *kind = node->kind;
    Arena *arena = r->document->arena;
    Pieces p = {.r = r, .node = node, .lines = lines};
    if (json->kind != JSON_ARRAY) return report(r, json, among, "an array");
    const bool apart = kind->clauses || kind->flags & (KIND_ROWS | KIND_OPEN | KIND_BLOCK);
    if (!apart) return report(r, json, node->word, "no \"lines\"");
    p.named = ARENA_NEW(arena, bool, jd_node_pieces(node) + 1);
    p.from = ARENA_NEW(arena, int, count_kinds(kind) + 1);
    if (!p.named || !p.from) return false;
    const bool block = kind->flags & KIND_BLOCK;
    if (block &&
        (json->items.count > 1 || (json->items.count && json->items.at[0]->kind != JSON_OBJECT)))
        return report(r, json, node->word, "one comment \"beside\" its brace");
    for (int n = 0; n < json->items.count; n++)
        if (!read_line(&p, json->items.at[n])) return false;
    return end_lines(&p, json);
}

bool jd_json_read_comments(Reader *r, Node *node, const JsonValue *statement) {
    if (statement->items.count == 1) return true;
    const JsonValue *before = jd_json_member(statement, above),
                    *inside = jd_json_member(statement, among);
    const JsonValue *behind = jd_json_member(statement, beside);
    Comments *comments = jd_comments_of(node, r->document->arena);
    if (!comments) return false;
    if (before && !read_lines(r, before, &comments->before)) return false;
    if (inside && !read_inside(r, node, inside, &comments->inside)) return false;
    const char *text = behind ? read_comment(r, behind, beside) : "";
    if (text && *text) comments->beside = text;
    return text;
}

void jd_json_read_end(Reader *r, Node *parent, const JsonValue *statement) {
    Comments *comments = jd_comments_of(parent, r->document->arena);
    if (!comments || !read_lines(r, statement->items.at[0], &comments->end)) return;
    jd_lines_trim(&comments->end, !parent->block.count, true);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_line(const Node *node, const TextLine *line, Json *json) {
    if (line->text && line->beside) {
        jd_json_object(json, NULL);
        jd_json_string(json, beside, line->text);
        jd_json_end(json);
    } else if (line->text) {
        jd_json_string(json, NULL, line->text);
    } else if (node->kind->flags & KIND_ROWS) {
        jd_json_number(json, NULL, line->piece + 1);
    } else {
        jd_json_string(json, NULL, node->clauses.at[line->piece]->word);
    }
}

static void write_lines(const char *key, const Node *node, const TextLine *lines, int count,
                        Json *json) {
    jd_json_array(json, key);
    for (int n = 0; n < count; n++) write_line(node, &lines[n], json);
    jd_json_end(json);
}

/* The one blank line between groups goes without saying. */
void jd_json_write_before(const Node *node, const Node *before, Json *json) {
    if (!node->comments || !node->comments->before.count) return;
    const TextLine *lines = node->comments->before.at;
    int count = node->comments->before.count, blanks = 0;
    for (int n = 0; n < count; n++) blanks += !*lines[n].text;
    if (jd_group_begins(node, before) && blanks == 1 && !*lines[0].text) lines++, count--;
    if (count) write_lines(above, node, lines, count, json);
}

void jd_json_write_behind(const Node *node, Json *json) {
    const Comments *comments = node->comments;
    if (!comments) return;
    if (comments->inside.count)
        write_lines(among, node, comments->inside.at, comments->inside.count, json);
    if (comments->beside) jd_json_string(json, beside, comments->beside);
}

void jd_json_write_end(const Node *parent, Json *json) {
    write_lines(above, parent, parent->comments->end.at, parent->comments->end.count, json);
}
