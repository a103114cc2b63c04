/* SPDX-License-Identifier: MIT
 *
 * Words for what holds the locks. */
#include "multibond/inside.h"
#include <string.h>

LockMethod jd_lock_method_find(const char *word) {
    int method = 0;
    while (method < LOCKS_METHODS && strcmp(jd_lock_method((LockMethod)method), word) != 0)
        method++;
    return (LockMethod)method;
}

void jd_multibond_hold_words(const Multibond *graph, int hold, Text *out) {
    static const char *const twist[TWIST] = {"velocity along x", "velocity along y",
                                             "velocity along z", "turning about x",
                                             "turning about y",  "turning about z"};
    const MultibondHold *at = &graph->holds.at[hold];
    const SystemJoint *joint = &graph->system->joint[at->joint];
    if (at->drive >= 0)
        jd_text_print(out, "what %s prescribes", graph->system->drive[at->drive].name);
    else if (at->twist >= 0)
        jd_text_print(out, "%s", twist[at->twist]);
    else if (joint->couples)
        jd_text_print(out, "coupling");
    else
        jd_lock_write(&joint->lock_row[at->lock].lock, out);
}
