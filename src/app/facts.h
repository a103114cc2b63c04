/* SPDX-License-Identifier: MIT
 *
 * Facts: what is known of a mechanism, its bodies, joints, forces and runs, in words. Lists of label, value, label,
 * value ..., NULL, as Show has them. All in the arena; NULL when memory is out. */
#ifndef JD_FACTS_H
#define JD_FACTS_H

#include "app/take.h"

typedef const char *const *Facts;

Facts jd_facts_of_check(const JdModel *model, const JdCheck *check, Arena *arena);
Facts jd_facts_of_body(const JdModel *model, int body, Arena *arena);
Facts jd_facts_of_joint(const JdModel *model, const JdSystem *system, int joint, Arena *arena);
Facts jd_facts_of_force(const JdModel *model, int force, Arena *arena);
Facts jd_facts_of_take(const Take *take, Arena *arena);

#endif
