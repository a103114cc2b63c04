/* SPDX-License-Identifier: MIT
 *
 * A small strict JSON reader: text -> a tree of values that know where they stand. */
#ifndef JD_TEXT_JSON_H
#define JD_TEXT_JSON_H

#include "format/json.h"
#include "text/inside.h"

typedef enum {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

typedef struct JsonValue JsonValue;
struct JsonValue {
    JsonKind kind;
    Span span;        /* of a string: with its quotes */
    const char *text; /* of a string: what it says */
    const char *key;  /* of a member of an object */
    Span key_span;
    bool escaped;       /* the string holds a backslash: its text is not the source's */
    LIST(JsonValue *) items; /* of an array or object */
};

/* The one value that the text holds; NULL after a report. Keys of an object are unique. */
const JsonValue *jd_json_read(const Source *source, Arena *arena, Messages *messages);
const JsonValue *jd_json_member(const JsonValue *object, const char *key); /* NULL */
const char *jd_json_kind_word(const JsonValue *json);                 /* "a string" */

/* ---- Comments -------------------------------------------------------------------------------
 * Beside its word a statement may have the members
 *     "comments": ["# above it", "", "# a blank line is an empty text"]
 *     "lines":    [{"beside": "# behind the brace"}, "mass", {"beside": "# of it"}, "# above", "at"]
 *     "beside":   "# behind it, on the same line"
 * where "lines" has the words of its clauses (or the numbers of its rows, from 1) in the order in
 * which they are to stand. The last of an array of statements may be an object with "comments"
 * alone. */

bool jd_json_is_comment(const JsonValue *member);
bool jd_json_is_end(const JsonValue *statement);
/* Of a statement that is read already. False after a report. */
bool jd_json_read_comments(Reader *r, Node *node, const JsonValue *statement);
void jd_json_read_end(Reader *r, Node *parent, const JsonValue *statement);
void jd_json_write_before(const Node *node, const Node *before, Json *json);
void jd_json_write_behind(const Node *node, Json *json);
void jd_json_write_end(const Node *parent, Json *json);

#endif
