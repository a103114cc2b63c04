/* SPDX-License-Identifier: MIT
 *
 * JSON for programs, for the page and for models: written member by member; commas, indentation and escapes are done
 * here. key NULL: an element. */
#ifndef JD_JSON_H
#define JD_JSON_H

#include "base/base.h"

/* How the members of a group stand, and those of the groups in it. */
typedef enum {
    JSON_LINES,   /* each on a line of its own */
    JSON_LINE,    /* all in one line */
    JSON_COMPACT, /* the same without blanks */
} JsonLayout;

/* A model may have 33 blocks in blocks, each of three groups, and its statements a few more. */
enum { JSON_DEPTH = 128 };
typedef struct {
    JsonLayout layout, inner; /* of its members; of the groups in it */
    char closer;
    bool begun; /* it has a member */
} JsonGroup;

typedef struct {
    Text text;
    JsonLayout layout; /* of the outermost group */
    JsonGroup groups[JSON_DEPTH];
    int depth, indent; /* groups that are open; those of them with lines */
} Json;

void jd_json_object(Json *json, const char *key);
void jd_json_array(Json *json, const char *key);
/* An array whose elements take one line each, and its end another one; whatever the layout, unless that is compact. */
void jd_json_rows(Json *json, const char *key);
void jd_json_end(Json *json);
void jd_json_string(Json *json, const char *key, const char *value); /* NULL: null */
void jd_json_number(Json *json, const char *key, double value);      /* not finite: null */
void jd_json_bool(Json *json, const char *key, bool value);
Text *jd_json_raw(Json *json, const char *key); /* for members that somebody else writes */
void jd_json_log(Json *json, const JdLog *log); /* a member "messages" */

#endif
