/* SPDX-License-Identifier: MIT
 *
 * Facts: what is known of a mechanism and of its runs, in words, for pages. All in the arena; NULL when memory is out. */
#ifndef JD_APP_FACTS_H
#define JD_APP_FACTS_H

#include "trial/take.h"
#include "format/facts.h"

Facts jd_facts_of_check(const JdModel *model, const JdCheck *check, Arena *arena);
Facts jd_facts_of_take(const Take *take, Arena *arena);

#endif
