/* SPDX-License-Identifier: MIT
 *
 * Inside the making of a system from a model. */
#ifndef JD_BUILD_H
#define JD_BUILD_H

#include "system/system.h"

typedef struct { const JdModel *model; JdSystem *system; JdLog *log; bool ok; } Builder;

const char *jd_keep_text(Builder *b, const char *text); /* a copy in the system's arena */
Where jd_keep_where(Builder *b, Where where);

bool jd_build_bodies(Builder *b);
bool jd_build_joints(Builder *b);
bool jd_build_forces(Builder *b); /* without their expressions, which need the channels */
bool jd_build_programs(Builder *b);
bool jd_build_words(Builder *b); /* outputs, expects */

/* "jO.angle" -> joint and number of the free; reports and returns false if there is none. */
bool jd_build_free(Builder *b, const char *target, Where where, int *joint, int *number);

#endif
