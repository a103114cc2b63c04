/* SPDX-License-Identifier: MIT
 *
 * What a run says about the mechanism: why it cannot go on, and what it saw on its way. */
#include "run/run.h"

/* The joint whose lock is nearest to depending on the others. */
static const SystemJoint *nearly_dependent(const JdRun *run) {
    const JdSystem *s = run->system;
    const SparseReport *report = &run->motion.rows.report;
    int row = report->row - s->kernel->nv * (s->bodies - 1);
    bool known = row >= 0 && row < s->dynamics.rows && report->ratio < 1e-4;
    return known && s->dynamics.row[row].joint >= 0 ? &s->joint[s->dynamics.row[row].joint] : NULL;
}

/* The first force or body whose numbers are no numbers any more. */
static const char *broken_force(const JdRun *run, Where *where) {
    for (int k = 0; k < run->system->forces; k++) {
        const ForceOutput *f = &run->motion.forces[k];
        double sum = f->force.x + f->force.y + f->force.z + f->torque.x + f->torque.y +
                     f->torque.z + f->effort;
        if (isfinite(sum)) continue;
        *where = run->system->force[k].where;
        return run->system->force[k].name;
    }
    return NULL;
}

static const char *fastest_body(const JdRun *run) {
    const JdSystem *s = run->system;
    int n = s->kernel->nv, fastest = 1;
    double most = -1;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < n; c++) {
            double a = fabs(run->motion.a[n * (b - 1) + c]);
            if (a <= most) continue;
            most = isnan(a) ? INFINITY : a;
            fastest = b;
        }
    return s->bodies > 1 ? s->body[fastest].name : "ground";
}

void jd_run_explain(JdRun *run, const char *code, const char *what) {
    Where where = nowhere;
    const char *force = broken_force(run, &where);
    run->failed = true;
    if (force) {
        jd_report(run->log, JD_ERROR, "force-not-finite", where,
                  "at t = %.9g s force '%s' has no finite value", run->t, force);
        jd_hint(run->log, "look at its expression near this time: a division by zero, a root of a "
                          "negative number, or an exponential");
        return;
    }
    const SystemJoint *joint = nearly_dependent(run);
    if (joint) {
        jd_report(run->log, JD_ERROR, code, joint->where,
                  "at t = %.9g s %s: joint '%s' is near a dead point, where its locks say the same "
                  "as others",
                  run->t, what, joint->name);
        jd_hint(run->log, "look at the position at this time: bodies in line, rods stretched, or "
                          "two points of a joint that meet");
        return;
    }
    jd_report(run->log, JD_ERROR, code, nowhere, "at t = %.9g s %s; body '%s' is the fastest to change",
              run->t, what, fastest_body(run));
    jd_hint(run->log, "look for forces that are too stiff for the step, or a drive that jumps");
}

/* A joint that is singular at M = N: how far N is along M's axis. */
static void watch_apart(JdRun *run, int k) {
    const JdSystem *s = run->system;
    const SystemJoint *joint = &s->joint[k];
    Side i = s->kernel->side(s, &run->motion, joint->frame_i);
    Side j = s->kernel->side(s, &run->motion, joint->frame_j);
    double along = vec3_dot(vec3_sub(j.p, i.p), i.axes.x);
    bool passed = run->cost.steps > 0 && along * run->side[k] < 0;
    run->side[k] = along;
    if (run->told[k] || (!passed && fabs(along) > 1e-3 * s->length)) return;
    run->told[k] = true;
    jd_report(run->log, JD_WARNING, "joint-points-meet", joint->where,
              "at t = %.6g s the two points of joint '%s' meet; its %d locks are one there, and the "
              "bodies may turn against each other",
              run->t, joint->name, joint->locks);
    if (joint->warning) jd_hint(run->log, "%s", joint->warning);
}

void jd_run_watch(JdRun *run) {
    const JdSystem *s = run->system;
    for (int r = 0; r < s->dynamics.rows; r++)
        if (!s->dynamics.row[r].velocity)
            run->cost.worst_drift = fmax(run->cost.worst_drift, fabs(run->motion.rows.f[r]));
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].apart) watch_apart(run, k);
}
