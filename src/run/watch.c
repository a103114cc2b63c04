/* SPDX-License-Identifier: MIT
 *
 * What a run says about the mechanism: why it cannot go on, and what it saw on its way. */
#include "run/run.h"

/* The joint whose lock is nearest to depending on the others. */
static const SystemJoint *nearly_dependent(const JdRun *run) {
    const JdSystem *s = run->system;
    int row = jd_rows_lowest(s, &s->dynamics, &run->motion.rows);
    bool known = row >= 0 && run->motion.rows.report.ratio < 1e-4;
    return known && s->dynamics.row[row].joint >= 0 ? &s->joint[s->dynamics.row[row].joint] : NULL;
}

/* Numbers that no mechanism reaches: the motion ran away before any force did. */
static bool ran_away(const JdRun *run) {
    for (int k = 0; k < run->n; k++)
        if (!(fabs(run->y[k]) < 1e12)) return true;
    return false;
}

/* The first force whose numbers are no numbers any more. */
static const char *broken_force(const JdRun *run, Where *where) {
    if (ran_away(run)) return NULL;
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

/* Where the joints lock a motion twice that something asks for. */
static void report_dead_point(JdRun *run, const char *code, const SystemJoint *joint) {
    const JdSystem *s = run->system;
    jd_report(run->log, JD_ERROR, code, joint->where,
              "at t = %.6g s the mechanism comes to a dead point at joint '%s' and cannot go on",
              run->t, joint->name);
    if (s->drives)
        jd_hint(
            run->log,
            "drive '%s'%s may ask for more than the lengths allow; a force of type effort would "
            "stop there",
            s->drive[0].name, s->drives > 1 ? " or another" : "");
    jd_hint(run->log,
            "look at the position at this time: bodies in line, rods stretched, or two points of a "
            "joint that meet");
}

/* Rows that followed from others at the start, and do no longer: what was tried last shows it. */
static bool report_parted(JdRun *run) {
    const JdSystem *s = run->system;
    for (int k = 0; k < run->motion.rows.anchors; k++) {
        const Row *row = &s->dynamics.row[run->motion.rows.anchor[k]];
        const double f = fabs(run->motion.rows.f[run->motion.rows.anchor[k]]);
        if (row->velocity || row->joint < 0 || !(f > 1e-9 * (row->metres ? s->length : 1)))
            continue;
        jd_report(
            run->log, JD_ERROR, "locks-part", s->joint[row->joint].where,
            "at t = %.6g s the bodies at joint '%s' come apart: a lock that repeated others at "
            "the start no longer does",
            run->t, s->joint[row->joint].name);
        jd_hint(
            run->log,
            "it moves only if its dimensions fit exactly: give the points of this loop with all "
            "their digits, or let one of its joints lock less");
        jd_hint(run->log, "if they do fit, this is a position where it can go on in more than one "
                          "way: start elsewhere");
        return true;
    }
    return false;
}

void jd_run_explain(JdRun *run, const char *code, const char *what) {
    Where where = nowhere;
    const char *force = broken_force(run, &where);
    run->failed = true;
    if (force) {
        jd_report(run->log, JD_ERROR, "force-not-finite", where,
                  "at t = %.6g s force '%s' has no finite value", run->t, force);
        jd_hint(run->log, "look at its expression near this time: a division by zero, a root of a "
                          "negative number, or an exponential");
        return;
    }
    if (report_parted(run)) return;
    /* What was tried last may be far away; the state that was reached tells. */
    jd_run_rates(run, run->t, run->y, run->work);
    const SystemJoint *joint = nearly_dependent(run);
    if (joint) {
        report_dead_point(run, code, joint);
        return;
    }
    jd_report(run->log, JD_ERROR, code, nowhere,
              "at t = %.6g s %s; body '%s' is the fastest to change", run->t, what,
              fastest_body(run));
    jd_hint(run->log, "look for forces that are too stiff for the step, or a drive that jumps");
}

/* Looks now and then at how many steps are still to come. A limit that the user gave goes before.
 */
bool jd_run_creeps(JdRun *run) {
    enum { LOOK = 1 << 16 };
    if (run->cost.steps - run->pace_steps < LOOK || run->def.max_steps > 0) return false;
    double step = (run->t - run->pace_t) / LOOK, left = (run->def.until - run->t) / step;
    run->pace_steps = run->cost.steps;
    run->pace_t = run->t;
    bool slowed_down = step < 1e-4 * run->cost.largest_step;
    if (!run->stepper->adaptive || !(left > (slowed_down ? 1e8 : 1e10))) return false;
    run->failed = true;
    jd_report(run->log, JD_ERROR, "run-stuck", nowhere,
              "at t = %.4g s the steps are only %.1g s long, and the end would take %.1g of them; "
              "body '%s' "
              "changes fastest",
              run->t, step, left, fastest_body(run));
    jd_hint(
        run->log,
        "look for a force that jumps to and fro, as sign(speed) does: clamp(speed/0.01, -1, 1) is "
        "smooth enough");
    if (run->system->stabilise == STABILISE_BAUMGARTE)
        jd_hint(run->log, "large alpha and beta of baumgarte are as stiff as springs, too");
    jd_hint(
        run->log,
        "or for one that is very stiff or grows without bound; --max-steps goes on all the same");
    return true;
}

void jd_run_tell_singular(JdRun *run, double error) {
    if (run->saw_singular) return;
    run->saw_singular = true;
    run->singular_t = run->t;
    run->singular_error = error;
    run->singular_joint = nearly_dependent(run);
}

/* Only forms by tree coordinates have independent ones. */
void jd_run_tell_change(JdRun *run, double t, const ProjectReport *report) {
    if (!report->changed || !run->form->rate_name) return;
    char from[80], to[80];
    run->form->rate_name(run->system, report->from, from, sizeof from);
    run->form->rate_name(run->system, report->to, to, sizeof to);
    jd_report(run->log, JD_NOTE, "coordinate-changed", nowhere,
              "at t = %.4g s %s becomes an independent coordinate instead of %s", t, to, from);
}

/* Rounding has no exact size. */
static double roughly(double error) {
    return error < 1e-9 ? 1e-9 : error < 1e-6 ? 1e-6 : 1e-4;
}

void jd_run_tell_seen(JdRun *run) {
    if (!run->saw_singular || run->told_singular || run->failed) return;
    run->told_singular = true;
    const SystemJoint *joint = run->singular_joint;
    jd_report(run->log, JD_WARNING, "singular-passed", joint ? joint->where : nowhere,
              "near t = %.4g s the mechanism passes a singular position%s%s%s; rounding limits the "
              "accuracy of this step to somewhat below %g",
              run->singular_t, joint ? ", where joint '" : "", joint ? joint->name : "",
              joint ? "' locks what others lock" : "", roughly(run->singular_error));
    jd_hint(
        run->log,
        "a mechanism can leave such a position in more than one way; this run went straight on");
    if (run->system->stabilise != STABILISE_PROJECTION)
        jd_hint(run->log, "with `stabilise projection` the locks are kept through it");
}

/* A joint that is singular at M = N: how far N is along M's axis. */
static void watch_apart(JdRun *run, int k) {
    const JdSystem *s = run->system;
    const SystemJoint *joint = &s->joint[k];
    Side i = s->kernel->side(s, &run->motion, joint->frame_i);
    Side j = s->kernel->side(s, &run->motion, joint->frame_j);
    double along = vec3_dot(vec3_sub(j.p, i.p), i.axes.x);
    bool passed = run->cost.steps > 0 && along * run->side[k] < 0;
    double share = passed ? run->side[k] / (run->side[k] - along) : 1;
    run->side[k] = along;
    if (run->told[k] || (!passed && fabs(along) > 1e-3 * s->length)) return;
    run->told[k] = true;
    jd_report(
        run->log, JD_WARNING, "joint-points-meet", joint->where,
        "near t = %.4g s the two points of joint '%s' meet; its %d locks are one there, and the "
        "bodies may turn against each other",
        run->t_old + share * (run->t - run->t_old), joint->name, joint->locks);
    if (joint->warning) jd_hint(run->log, "%s", joint->warning);
}

/* A drive's motion over the step against its rates (Simpson): a jump has none. */
static void watch_drive(JdRun *run, const SystemDrive *drive) {
    double a[3], m[3], b[3], h = run->t - run->t_old;
    jd_program_jet(drive->motion, run->t_old, NULL, a);
    jd_program_jet(drive->motion, run->t_old + 0.5 * h, NULL, m);
    jd_program_jet(drive->motion, run->t, NULL, b);
    double way = b[0] - a[0], smooth = h / 6 * (a[1] + 4 * m[1] + b[1]);
    double fastest = h * fmax(fabs(a[1]), fmax(fabs(m[1]), fabs(b[1])));
    if (!(fabs(way - smooth) > 0.6 * (fabs(way) + fastest)) || fabs(way) < 1e-9) return;
    run->told_jump = true;
    double from = run->t_old, to = run->t;
    for (int k = 0; k < 40; k++) {
        double middle = 0.5 * (from + to), at = jd_program_eval(drive->motion, middle, NULL);
        if (fabs(at - a[0]) > fabs(at - b[0]))
            to = middle;
        else
            from = middle;
    }
    jd_report(run->log, JD_WARNING, "drive-jumps", drive->where,
              "near t = %.4g s drive '%s' jumps by %.4g %s in no time; the run goes on behind the "
              "jump, but "
              "no mechanism can follow it",
              to, drive->name, way - smooth,
              run->system->joint[drive->joint].free[drive->free]->kind == FREE_SLIDE ? "m" : "rad");
    jd_hint(run->log,
            "let it rise over some time, for instance with clamp((time - 0.5)/0.1, 0, 1)");
}

void jd_run_watch(JdRun *run) {
    const JdSystem *s = run->system;
    for (int k = 0; k < s->drives && run->cost.steps > 0 && !run->told_jump; k++)
        watch_drive(run, &s->drive[k]);
    for (int r = 0; r < s->dynamics.rows; r++)
        if (!s->dynamics.row[r].velocity)
            run->cost.worst_drift = fmax(run->cost.worst_drift, fabs(run->motion.rows.f[r]));
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].apart) watch_apart(run, k);
    if (run->saw_singular && !nearly_dependent(run)) jd_run_tell_seen(run);
}
