/* SPDX-License-Identifier: MIT
 *
 * The commands of the program, and what several of them say. */
#ifndef JD_COMMAND_H
#define JD_COMMAND_H

#include "app/app.h"

extern const Registry jd_commands;

/* What `check` says of a mechanism, in its order. */
enum { CHECK_FACTS = 15 };
typedef struct {
    const char *heading; /* that it is the first one under; NULL: under the same as the one before */
    const char *key, *label;
    double value;
    const char *unit;
    const char *alone; /* its label where no heading stands above it; NULL: the same */
    bool truth;        /* yes or no */
} CheckFact;
int jd_check_facts(const JdCheck *check, CheckFact facts[CHECK_FACTS]); /* how many */

/* ports.c */
void jd_page_ports(Page *page, const JdModel *model); /* what goes into each component, and what comes out of it */
const char *jd_ports_body(const JdModel *model, int index);

/* info.c */
void jd_page_gravity(Page *page, const JdModelInfo *model); /* a word where a model with masses says nothing about it */
const char *jd_side_name(Page *page, const JdModel *model, const JdJointInfo *joint, bool j);
JdSystem *jd_app_try_compile(App *app, const JdModel *model); /* NULL after a report; notes and warnings are left out */
int jd_app_no_bonds(App *app); /* that a model has none is reported: the exit code. bonds.c */

#endif
