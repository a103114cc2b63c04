/* SPDX-License-Identifier: MIT
 *
 * Where three angles of a joint are singular: the second is a quarter turn, the others turn about
 * one axis. The mechanism does not mind, but what is asked of these angles has no answer there. */
#include "run/inside.h"

static const double in_line = 1e-2; /* rad: the first and the third axis are one */

/* What asks for an angle of a joint: a drive, or a force on it; NULL: nobody. */
static const char *asks(const JdSystem *s, int joint, const char **kind) {
    *kind = "drive";
    for (int d = 0; d < s->drives; d++)
        if (s->drive[d].joint == joint &&
            s->joint[joint].free[s->drive[d].free]->kind != FREE_SLIDE)
            return s->drive[d].name;
    *kind = "force";
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *force = &s->force[k];
        if (force->type->target == FORCE_ON_FREE && force->joint == joint &&
            s->joint[joint].free[force->free]->kind != FREE_SLIDE)
            return force->name;
    }
    return NULL;
}

static bool is_singular(const JdRun *run, const SystemJoint *joint, double *middle) {
    const JdSystem *s = run->system;
    const Turn turns = jd_free_turns(joint->free, joint->frees);
    if (turns.count != 3 || turns.axes[0] == turns.axes[2]) return false;
    const Side i = s->kernel->side(s, &run->motion, joint->frame_i),
               j = s->kernel->side(s, &run->motion, joint->frame_j);
    const Axes seen = jd_axes_relative(&i.axes, &j.axes);
    double angles[3];
    jd_axes_angles(&seen, turns.axes, 3, angles);
    *middle = angles[1];
    return fabs(cos(angles[1])) < in_line;
}

const SystemJoint *jd_run_singular_angles(const JdRun *run) {
    const JdSystem *s = run->system;
    double middle;
    for (int k = 0; k < s->joints && s->space != JD_PLANAR; k++)
        if (!s->joint[k].couples && is_singular(run, &s->joint[k], &middle)) return &s->joint[k];
    return NULL;
}

bool jd_run_report_angles(JdRun *run) {
    const JdSystem *s = run->system;
    const bool plane = s->space == JD_PLANAR;
    for (int k = 0; k < s->joints && !plane; k++) {
        const SystemJoint *joint = &s->joint[k];
        const char *kind, *name = joint->couples ? NULL : asks(s, k, &kind);
        double middle;
        if (!name || !is_singular(run, joint, &middle)) continue;
        const char *turns[3] = {NULL};
        for (int f = 0, t = 0; f < joint->frees && t < 3; f++)
            if (joint->free[f]->kind != FREE_SLIDE) turns[t++] = joint->free[f]->position;
        jd_report(run->log, JD_ERROR, "angles-singular", joint->where,
                  "at t = %.6g s the angles of joint '%s' are singular, and %s '%s' asks for them: "
                  "'%s' is %.4g deg, where '%s' and '%s' turn about one axis",
                  run->t, joint->name, kind, name, turns[1], middle * 180 / pi, turns[0], turns[2]);
        jd_hint(run->log,
                "keep '%s' away from +-90 deg: let the large turn be about x or z, by other "
                "frames of the joint",
                turns[1]);
        jd_hint(run->log, "or put revolutes one behind the other in place of the joint, and act on "
                          "their angles");
        return true;
    }
    return false;
}
