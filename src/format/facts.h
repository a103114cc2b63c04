/* SPDX-License-Identifier: MIT
 *
 * Facts: what is known of something, in words. A list of label, value, label, value ..., NULL, in an arena. */
#ifndef JD_FACTS_H
#define JD_FACTS_H

#include "base/base.h"

typedef const char *const *Facts;

typedef struct {
    Arena *arena;
    LIST(const char *) words;
} FactList;

__attribute__((format(printf, 3, 4))) void jd_fact_add(FactList *list, const char *label, const char *format, ...);
void jd_fact_quantity(FactList *list, const char *label, double value, const char *unit);
void jd_fact_vector(FactList *list, const char *label, JdVec3 v, int width, const char *unit); /* of 2 or 3 numbers */
Facts jd_facts_end(FactList *list); /* NULL when memory is out */
/* Names of one kind in short: "force.x, .y, .z", "euler.xyz.a ... .zyz.c". */
void jd_names_print(const char *const *names, int count, Text *out);
void jd_quantity_text(double value, const char *unit, char *out, size_t room); /* "0.13 s" */

#endif
