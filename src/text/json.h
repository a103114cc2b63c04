/* SPDX-License-Identifier: MIT
 *
 * A small strict JSON reader: text -> a tree of values that know where they stand. */
#ifndef JD_TEXT_JSON_H
#define JD_TEXT_JSON_H

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

typedef struct Json Json;
struct Json {
    JsonKind kind;
    Span span;        /* of a string: with its quotes */
    const char *text; /* of a string: what it says */
    const char *key;  /* of a member of an object */
    Span key_span;
    bool escaped;       /* the string holds a backslash: its text is not the source's */
    LIST(Json *) items; /* of an array or object */
};

/* The one value that the text holds; NULL after a report. Keys of an object are unique. */
const Json *jd_json_read(const Source *source, Arena *arena, Messages *messages);
const Json *jd_json_member(const Json *object, const char *key); /* NULL */
const char *jd_json_kind_word(const Json *json);                 /* "a string" */

/* ---- Comments -------------------------------------------------------------------------------
 * Beside its word a statement may have the members
 *     "comments": ["# above it", "", "# a blank line is an empty text"]
 *     "lines":    [{"beside": "# behind the brace"}, "mass", {"beside": "# of it"}, "# above", "at"]
 *     "beside":   "# behind it, on the same line"
 * where "lines" has the words of its clauses (or the numbers of its rows, from 1) in the order in
 * which they are to stand. The last of an array of statements may be an object with "comments"
 * alone. */

bool jd_json_is_comment(const Json *member);
bool jd_json_is_end(const Json *statement);
/* Of a statement that is read already. False after a report. */
bool jd_json_read_comments(Reader *r, Node *node, const Json *statement);
void jd_json_read_end(Reader *r, Node *parent, const Json *statement);
void jd_json_write_before(const Node *node, const Node *before, Text *out);
void jd_json_write_behind(const Node *node, Text *out);
void jd_json_write_end(const Node *parent, Text *out);

#endif
