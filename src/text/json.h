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

#endif
