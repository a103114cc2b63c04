/* SPDX-License-Identifier: MIT
 *
 * Discs that fall over. One that lies flat on its plane has no lowest point: what rolls ends there.
 * Steps that adapt come to a stop; fixed ones jump over it, to where the disc would stand on its
 * other edge. */
#include "run/inside.h"

static const double flat = 2e-2;     /* rad between its axis and the normal: so near steps end */
static const double flat_step = 0.5; /* so near a fixed step may take it over the other edge */

static void sides_of(const JdRun *run, const SystemJoint *joint, Side *i, Side *j) {
    const JdSystem *s = run->system;
    *i = s->kernel->side(s, &run->motion, joint->frame_i);
    *j = s->kernel->side(s, &run->motion, joint->frame_j);
}

/* Between the disc and its plane. */
static double angle_of(const Side *i, const Side *j) {
    return asin(fmin(vec3_norm(vec3_cross(i->axes.z, j->axes.z)), 1));
}

static void report(JdRun *run, const SystemJoint *joint) {
    jd_report(run->log, JD_ERROR, "disc-flat", joint->where,
              "at t = %.6g s the disc of joint '%s' falls flat onto its plane: no point of it is "
              "the lowest any more, and rolling ends",
              run->t, joint->name);
    jd_hint(run->log, "end the run before, or keep the disc up: by the rate it spins with, by "
                      "forces, or by joints");
}

bool jd_run_report_disc(JdRun *run) {
    const JdSystem *s = run->system;
    Side i, j;
    for (int k = 0; k < s->joints; k++) {
        if (!s->joint[k].disc) continue;
        sides_of(run, &s->joint[k], &i, &j);
        if (angle_of(&i, &j) > flat) continue;
        report(run, &s->joint[k]);
        return true;
    }
    return false;
}

/* The direction in which the disc leans, in the plane: it turns back at once where a step takes the
 * disc over. */
void jd_run_watch_disc(JdRun *run, int joint) {
    const double before = run->side[joint];
    Side i, j;
    sides_of(run, &run->system->joint[joint], &i, &j);
    const double now = atan2(vec3_dot(j.axes.z, i.axes.y), vec3_dot(j.axes.z, i.axes.x));
    run->side[joint] = now;
    if (run->stepper->adaptive || run->cost.steps == 0 || run->failed) return;
    if (cos(now - before) > 0 || angle_of(&i, &j) > flat_step) return;
    run->failed = true;
    report(run, &run->system->joint[joint]);
}
