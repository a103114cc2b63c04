/* SPDX-License-Identifier: MIT
 *
 * JSON for programs and for the page: written member by member; commas, indentation and escapes are done here.
 * key NULL: an element. */
#ifndef JD_VIEW_JSON_H
#define JD_VIEW_JSON_H

#include "base/base.h"

enum { JSON_DEPTH = 16 };
typedef struct {
    Text text;
    bool compact; /* without blanks and line ends */
    char closers[JSON_DEPTH];
    bool begun[JSON_DEPTH]; /* the object or array has a member */
    int depth;
} Json;

void jd_json_object(Json *json, const char *key);
void jd_json_array(Json *json, const char *key);
void jd_json_end(Json *json);
void jd_json_string(Json *json, const char *key, const char *value); /* NULL: null */
void jd_json_number(Json *json, const char *key, double value);      /* not finite: null */
void jd_json_bool(Json *json, const char *key, bool value);
Text *jd_json_raw(Json *json, const char *key); /* for members that somebody else writes */
void jd_json_log(Json *json, const JdLog *log);

#endif
