/* SPDX-License-Identifier: MIT
 *
 * A hinge whose axis goes through the other joints of its body: the body turns about its own line,
 * and what hangs on it stays where it is. Shafts in bearings of the ground do so rightly; a crank
 * that holds a rod does not. */
#include "doctor/inside.h"
#include <string.h>

/* The body holds another one that moves, if anything does. */
static bool holds_other(const Patient *p, int body, int but) {
    const JdSystem *s = p->system;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (k == but || joint->couples) continue;
        if ((joint->body_i == body && joint->body_j) || (joint->body_j == body && joint->body_i))
            return true;
    }
    return false;
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    for (int n = 0; n < p->motions.count; n++) {
        const FreeMotion *motion = &p->motions.at[n];
        const SystemJoint *joint = motion->joint >= 0 ? &s->joint[motion->joint] : NULL;
        if (!(motion->idle || motion->spins) || !joint || joint->frees != 1 ||
            joint->free[0]->kind != FREE_TURN)
            continue;
        if (!holds_other(p, motion->body, motion->joint)) continue;
        if (!jd_find(
                p, JD_WARNING, "axis-idle", joint->where,
                motion->idle
                    ? "joint '%s' turns '%s' about its own line: its axis goes through all other "
                      "joints of it, so that nothing "
                      "follows"
                    : "joint '%s' turns '%s' about its own line: its axis goes through the "
                      "joints of its loop, so that the loop does not follow",
                joint->name, s->body[motion->body].name))
            continue;
        Changes changes = {0};
        jd_changes_of_statement(p, &changes, jd_statement_of(p, joint->where));
        if (!jd_try_remedy(p, &changes, "axis-idle"))
            jd_hint(p->log, "another `axis`, across the line of its joints, moves them");
    }
}

const Examination jd_examination_idle_axis = {"idle_axis", NEEDS_MOTION, look};
