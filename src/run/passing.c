/* SPDX-License-Identifier: MIT
 *
 * Whether a run went straight through a singular position. Steppers that do not look for one may
 * come so near in small steps that gains or rounding send them another way, which is as good a
 * motion as any afterwards. But velocities cannot change all at once: those before it and behind it
 * differ by what the accelerations of both ends explain, or it is told. theory 6.9 */
#include "run/inside.h"
#include <assert.h>
#include <string.h>

static const double near_share =
    1e-3;                            /* of the usual ratio of pivots: within the position's reach */
static const double off_some = 0.15; /* of the speed: less is no other way; */
static const double off_most = 1;    /* nor is so much of what accelerations change by, in time */

/* Velocities and accelerations at a state, which the motion is left at. */
static void look(JdRun *run, double t, const double *y, double *v) {
    const JdSystem *s = run->system;
    jd_run_rates(run, t, y, run->work);
    jd_run_recover(run, LEVEL_ACCELERATION);
    s->kernel->read(s, &run->motion, run->beside.q, v);
}

static void come(JdRun *run) {
    const size_t n = (size_t)run->beside.accels;
    look(run, run->t_old, run->y_old, run->before);
    memcpy(run->before + n, run->motion.a, n * sizeof *run->before);
    run->passing.t = run->t_old;
    run->passing.within = true;
}

/* Smooth accelerations change velocities by their mean, but for a part of what they change by. */
static void leave(JdRun *run) {
    const JdSystem *s = run->system;
    const int n = run->beside.accels;
    const SystemJoint *joint = jd_run_near_joint(run);
    double *v = run->beside.inner_a, *v0 = run->before, *a0 = v0 + n;
    run->passing.within = false;
    if (run->whens.acted > run->passing.t) return; /* it may have set velocities */
    look(run, run->t, run->y, v);
    const double *a = run->motion.a, time = run->t - run->passing.t;
    const double speed = jd_motion_speed(s, v0);
    for (int k = 0; k < n; k++) {
        v[k] -= v0[k] + 0.5 * time * (a0[k] + a[k]);
        a0[k] -= a[k];
    }
    const double off = jd_motion_speed(s, v), bend = time * jd_motion_speed(s, a0);
    if (off > off_some * speed && off > off_most * bend)
        jd_run_note_singular(run, joint, off / speed, true);
}

void jd_run_watch_passing(JdRun *run) {
    const double ratio = run->motion.rows.report.ratio;
    const bool near = ratio < near_share * run->pivot.usual;
    assert(run->t > run->t_old);
    if (near == run->passing.within) return;
    const long evaluations = run->cost.evaluations;
    if (near)
        come(run);
    else
        leave(run);
    /* Others go on from what the step left. */
    jd_run_rates_proved(run, run->t, run->y, run->work);
    run->cost.evaluations = evaluations;
}
