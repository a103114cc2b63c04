/* SPDX-License-Identifier: MIT
 *
 * Whether a run went straight through a singular position. Steppers that do not look for one may
 * come so near in small steps that gains or rounding send them another way, which is as good a
 * motion as any afterwards. But velocities cannot change all at once: those before it and behind it
 * differ by what accelerations explain, or it is told. theory 6.9 */
#include "run/inside.h"
#include <assert.h>
#include <string.h>

static const double near_share =
    1e-3; /* of the usual ratio of pivots: within the position's reach */
static const double change_some = 0.3; /* of the speed: less is no other way; */
static const double change_most = 3;   /* nor is so much of what accelerations explain */

/* Velocities and the largest acceleration at a state, which the motion is left at. */
static double look(JdRun *run, double t, const double *y, double *v) {
    const JdSystem *s = run->system;
    jd_run_rates(run, t, y, run->work);
    run->form->recover(s, &run->motion, LEVEL_ACCELERATION);
    s->kernel->read(s, &run->motion, run->beside.q, v);
    run->motion_at_y = false;
    return jd_motion_largest(s, run->motion.a);
}

static void come(JdRun *run) {
    run->passing.accel = look(run, run->t_old, run->y_old, run->before);
    run->passing.t = run->t_old;
    run->passing.within = true;
}

static void leave(JdRun *run) {
    const JdSystem *s = run->system;
    const int n = run->beside.accels;
    double *v = run->beside.inner_a;
    const SystemJoint *joint = jd_run_near_joint(run);
    const double accel = look(run, run->t, run->y, v), speed = jd_motion_speed(s, run->before);
    run->passing.within = false;
    for (int k = 0; k < n; k++) v[k] -= run->before[k];
    const double change = jd_motion_speed(s, v), time = run->t - run->passing.t;
    const double explained = change_most * fmax(accel, run->passing.accel) * time;
    if (change > change_some * speed && change > explained)
        jd_run_note_singular(run, joint, change / speed, true);
}

void jd_run_watch_passing(JdRun *run) {
    const double ratio = run->motion.rows.report.ratio;
    const bool near = ratio < near_share * run->usual_ratio;
    assert(run->t > run->t_old);
    if (near == run->passing.within) return;
    const long evaluations = run->cost.evaluations;
    if (near)
        come(run);
    else
        leave(run);
    /* Others go on from what the step left. */
    jd_run_rates_proved(run, run->t, run->y, run->work);
    run->motion_at_y = run->right_at_y = true;
    run->cost.evaluations = evaluations;
}
