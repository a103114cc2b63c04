/* SPDX-License-Identifier: MIT
 *
 * What a run saw of the mechanism on its way. */
#include "run/inside.h"
#include <assert.h>

static const double in_mm = 1e3; /* of metres */

/* ---- Coordinates ---------------------------------------------------------------------------- */

enum { CHANGES_TOLD = 8, NAMES_TOLD = 6 };

/* "'jA.angle', 'jB.angle' and 3 more" */
static void print_rates(const JdRun *run, const int *rates, int count, Text *out) {
    char name[200];
    for (int k = 0; k < count && k < NAMES_TOLD; k++) {
        run->form->rate_name(run->system, rates[k], name, sizeof name);
        jd_text_print(out, "%s'%s'", jd_between(k, count), name);
    }
    if (count > NAMES_TOLD) jd_text_print(out, " and %d more", count - NAMES_TOLD);
}

static void tell_change(JdRun *run, const ChangeReport *change) {
    Text came = {0}, left = {0};
    run->coordinates.t = run->t;
    if (run->coordinates.changes++ >= CHANGES_TOLD) return;
    print_rates(run, change->came, change->count, &came);
    print_rates(run, change->left, change->count, &left);
    if (came.at && left.at)
        jd_report(run->log, JD_NOTE, "coordinate-changed", nowhere,
                  change->count > 1
                      ? "at t = %.4g s %s become independent coordinates instead of %s"
                      : "at t = %.4g s %s becomes an independent coordinate instead of %s",
                  run->t, came.at, left.at);
    jd_text_free(&came);
    jd_text_free(&left);
}

void jd_run_settle(JdRun *run, double *rates) {
    assert(run->motion_at_y);
    bool anew = run->form->has_all_rows && jd_motion_reanchor(run->system, &run->motion);
    bool others = anew;
    run->unsettled = false;
    if (run->form->settle) {
        const ChangeReport change = run->form->settle(run->system, &run->motion, run->t, run->y);
        if (change.count) tell_change(run, &change);
        others = others || change.count;
        anew = anew || change.anew;
    }
    /* Off the locks, be it by a tolerance, other anchors and coordinates are other equations, and
     * near where they had to be changed the old ones were bad: no past is better. */
    run->changed = run->changed || others;
    if (!anew) return;
    jd_run_rates_proved(run, run->t, run->y, rates);
}

/* Other coordinates at the start of a step within which those at hand went bad. If they stay, so
 * does what is known of the step. */
bool jd_run_renew(JdRun *run) {
    if (!run->form->renew) return false;
    const double ratio = run->motion.rows.report.ratio, lowest = run->pivot.tried,
                 lowest_t = run->pivot.tried_t;
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    const ChangeReport change = run->form->renew(run->system, &run->motion);
    if (change.count == 0) {
        run->motion.rows.report.ratio = ratio;
        run->pivot.tried = lowest, run->pivot.tried_t = lowest_t;
        return false;
    }
    tell_change(run, &change);
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    return true;
}

static void tell_further_changes(JdRun *run) {
    const long further = run->coordinates.changes - CHANGES_TOLD;
    if (further <= 0) return;
    jd_report(run->log, JD_NOTE, "coordinate-changed", nowhere,
              "the independent coordinates change %ld more time%s, the last at t = %.4g s", further,
              further > 1 ? "s" : "", run->coordinates.t);
    run->coordinates.changes = CHANGES_TOLD;
}

/* ---- Singular positions --------------------------------------------------------------------- */

/* Two ways over the position that agree so well, in tolerances, are not worth a word. */
static const double agrees = 10;
static const double agrees_fixed = 1e-6; /* of a fixed step, as errors are measured, */
static const double near_share = 1e-3;   /* this near to a singular position, by the usual ratio, */
enum { STAGES_LEAST = 4 };               /* of a method whose steps are better than that */

void jd_run_note_singular(JdRun *run, const SystemJoint *joint, double error, bool left_it) {
    run->singular.seen = true;
    run->singular.t = run->t;
    run->singular.error = error;
    run->singular_joint = joint;
    run->singular.left = left_it;
}

static const double far_worse = 1e3; /* times */

/* The worst is told, and what comes later only if it is far worse. */
static bool is_worse(const JdRun *run, double error) {
    return !(error < far_worse * run->singular.told ||
             (run->singular.seen && error < run->singular.error));
}

void jd_run_tell_singular(JdRun *run, double error) {
    if (!is_worse(run, error)) return;
    const SystemJoint *joint = jd_run_near_joint(run);
    const double other = jd_run_other_way(run);
    if (other < agrees * run->def.tol) return;
    jd_run_note_singular(run, joint, fmin(error, other), false);
}

/* A fixed step has what stages it has: one of them may be next to a singular position. */
void jd_run_watch_fixed(JdRun *run) {
    const bool near = run->pivot.done < near_share * run->pivot.usual;
    const Tableau *tableau = run->stepper->tableau;
    if (!near || run->stepper->step || !tableau || tableau->stages < STAGES_LEAST) return;
    const long evaluations = run->cost.evaluations;
    const SystemJoint *joint = jd_run_near_joint(run);
    const double other = jd_run_other_way(run);
    run->cost.evaluations = evaluations;
    if (other > agrees_fixed && is_worse(run, other))
        jd_run_note_singular(run, joint, other, false);
}

/* Rounding has no exact size. */
static double roughly(double error) {
    static const double size[] = {1e-9, 1e-6, 1e-4, 1e-2};
    int n = 0;
    while (n < 3 && !(error < size[n])) n++;
    return size[n];
}

static void tell_passed(const JdRun *run, const SystemJoint *joint, const char *so) {
    jd_report(run->log, JD_WARNING, "singular-passed", joint ? joint->where : nowhere,
              "near t = %.4g s the mechanism passes a singular position%s%s%s; %s", run->singular.t,
              joint ? ", where joint '" : "", joint ? joint->name : "",
              joint ? "' locks what others lock" : "", so);
}

static void tell_seen(JdRun *run) {
    char so[100];
    if (!run->singular.seen || run->failed) return;
    run->singular.seen = false;
    run->singular.told = fmax(run->singular.error, run->def.tol);
    if (run->singular.left)
        snprintf(so, sizeof so, "it leaves it another way than it came, and velocities jump");
    else
        snprintf(so, sizeof so, "rounding limits the accuracy of this step to somewhat below %g",
                 roughly(run->singular.error));
    tell_passed(run, run->singular_joint, so);
    if (run->singular.left)
        jd_hint(run->log, "a mechanism can leave such a position in more than one way, and this "
                          "stepper does not look for it: dop853 goes straight on");
    else
        jd_hint(run->log, "a mechanism can leave such a position in more than one way; this run "
                          "went straight on");
    if (!jd_stabilise_projects(run->system))
        jd_hint(run->log, "with `stabilise projection` the locks are kept through it");
}

/* What a first step may change, as errors are measured and in tolerances. */
static const double jump_least = 1e-3, jump_tols = 1e3;

/* The locks of a first step change velocities that were right at the start: there were more motions
 * possible at once than the mechanism has anywhere else. */
void jd_run_tell_start(JdRun *run) {
    const bool jumps =
        run->stepper->adaptive && run->change > fmax(jump_least, jump_tols * run->def.tol);
    if (run->told_start || !jumps) return;
    run->told_start = true;
    jd_report(run->log, JD_WARNING, "start-jumps", nowhere,
              "the velocities at the start fit none of the ways in which the mechanism can leave "
              "its position: the first steps change them, and energy with them");
    jd_hint(run->log, "start a little away from the singular position, by drawing it so or by a "
                      "start value, or give the rate of another joint too");
    run->change = 0;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* The joint whose row is furthest off; NULL: it is none of theirs. */
static const SystemJoint *joint_off(const JdRun *run) {
    const JdSystem *s = run->system;
    const RowWork *w = &run->motion.rows;
    const int duals = jd_velocities(s);
    const bool by_locks = run->proof.locks >= run->proof.residue;
    int worst = run->proof.pole ? s->dynamics.row[run->proof.pole - 1].joint : -1;
    double most = run->proof.pole ? INFINITY : 0;
    for (int r = 0; r < s->dynamics.rows; r++) {
        const Row *row = &s->dynamics.row[r];
        const double unit = row->metres ? s->length : 1;
        const double size =
            by_locks ? fmax(fabs(w->f[r]), fabs(w->rate[r])) : fabs(w->step[duals + r]);
        if (row->joint >= 0 && size / unit > most) most = size / unit, worst = row->joint;
    }
    return worst >= 0 && run->proof.off > run->proof.defect ? &s->joint[worst] : NULL;
}

enum { WITHOUT_BOUND = 4 };
static const char *const off_words[] = {
    "has no finite values", "is off the locks", "does not meet the equations of motion",
    "is off the motion between two steps", "has reactions that grow without bound there"};

static int what_is_off(const RowProof *proof) {
    return proof->pole             ? WITHOUT_BOUND
           : !isfinite(proof->off) ? 0
           : proof->locks > 1      ? 1
           : proof->residue > 1    ? 2
                                   : 3;
}

void jd_run_note_row(JdRun *run, double t) {
    if (run->rows_off++ >= ROWS_TOLD) return;
    const SystemJoint *joint = joint_off(run);
    const int pole = run->proof.pole;
    run->row_off[run->rows_off - 1] =
        (RowOff){.time = t,
                 .what = what_is_off(&run->proof),
                 .joint = joint ? (int)(joint - run->system->joint) : -1,
                 .drive = pole ? run->system->dynamics.row[pole - 1].drive : -1};
}

/* What is furthest off. */
static const char *name_off(const JdRun *run, const RowOff *row, const char **kind, Where *where) {
    const SystemDrive *drive = row->drive >= 0 ? &run->system->drive[row->drive] : NULL;
    const SystemJoint *joint = row->joint >= 0 ? &run->system->joint[row->joint] : NULL;
    *kind = drive ? "drive" : "joint";
    *where = drive ? drive->where : joint ? joint->where : nowhere;
    return drive ? drive->name : joint ? joint->name : NULL;
}

static void hint_row(const JdRun *run, const RowOff *row) {
    if (row->what == WITHOUT_BOUND)
        jd_hint(run->log,
                "the run itself is not touched by it; there %s has nothing to hold the "
                "mechanism with, and rows beside it have reactions the larger the nearer "
                "they are: ask for rows at other times",
                row->drive >= 0 ? "the drive" : "what is locked");
    else
        jd_hint(run->log, "the run itself is not touched by it; next to a singular position ask "
                          "for rows at other times, or take a smaller tolerance");
}

/* A run that fails says why, and that is why its last rows are off. */
static void tell_rows(JdRun *run) {
    const long further = run->rows_off - ROWS_TOLD;
    for (int k = 0; k < ROWS_TOLD && k < run->rows_off && !run->failed; k++) {
        const RowOff *row = &run->row_off[k];
        const char *kind;
        Where where;
        const char *name = name_off(run, row, &kind, &where);
        jd_report(run->log, JD_WARNING, "row-doubtful", where,
                  "the row at t = %.10g s %s%s%s%s%s%s: do not trust its %s", row->time,
                  off_words[row->what], name ? ", most at " : "", name ? kind : "",
                  name ? " '" : "", name ? name : "", name ? "'" : "",
                  row->what == WITHOUT_BOUND ? "reactions" : "numbers");
        if (k == 0) hint_row(run, row);
    }
    if (further > 0 && !run->failed)
        jd_report(run->log, JD_WARNING, "row-doubtful", nowhere, "so %s %ld more row%s",
                  further > 1 ? "are" : "is", further, further > 1 ? "s" : "");
    run->rows_off = 0;
}

void jd_run_tell_rest(JdRun *run) {
    tell_seen(run);
    tell_further_changes(run);
    tell_rows(run);
    jd_statistics_tell(run);
    jd_corners_tell(run);
    jd_energy_tell(run);
    jd_coarse_tell(run);
    jd_events_tell(run);
    jd_hidden_tell(run);
}

/* ---- On its way ------------------------------------------------------------------------------ */

/* A joint that is singular at M = N: how far N is along M's axis. */
static const double meet_share = 1e-3; /* of the length: points that meet */

static void watch_apart(JdRun *run, int k) {
    const JdSystem *s = run->system;
    const SystemJoint *joint = &s->joint[k];
    Side i = s->kernel->side(s, &run->motion, joint->frame_i);
    Side j = s->kernel->side(s, &run->motion, joint->frame_j);
    double along = vec3_dot(vec3_sub(j.p, i.p), i.axes.x);
    bool passed = run->cost.steps > 0 && along * run->side[k] < 0;
    double share = passed ? run->side[k] / (run->side[k] - along) : 1;
    run->side[k] = along;
    if (run->told[k] || (!passed && fabs(along) > meet_share * s->length)) return;
    run->told[k] = true;
    jd_report(
        run->log, JD_WARNING, "joint-points-meet", joint->where,
        "near t = %.4g s the two points of joint '%s' meet; its %d locks are one there, and the "
        "bodies may turn against each other",
        run->t_old + share * (run->t - run->t_old), joint->name, joint->locks);
    if (joint->warning) jd_hint(run->log, "%s", joint->warning);
}

void jd_run_tell_jump(JdRun *run, const SystemDrive *drive, double t, double jump) {
    run->told_jump = true;
    jd_report(run->log, JD_WARNING, "drive-jumps", drive->where,
              "near t = %.4g s drive '%s' jumps by %.4g %s in no time; the run goes on behind the "
              "jump, but "
              "no mechanism can follow it",
              t, drive->name, jump,
              run->system->joint[drive->joint].free[drive->free]->kind == FREE_SLIDE ? "m" : "rad");
    jd_hint(run->log,
            "let it rise over some time, for instance with clamp((time - 0.5)/0.1, 0, 1)");
}

/* Of what its rates explain, and m or rad: so much is a jump of a drive. */
static const double jump_share = 0.6, least_way = 1e-9;

/* A drive's motion over the step against its rates (Simpson): a jump has none. Those of conditions
 * on time are events. */
static void watch_drive(JdRun *run, const SystemDrive *drive) {
    const double *held = run->motion.held;
    double a[3], m[3], b[3], h = run->t - run->t_old;
    if (drive->state >= 0) return; /* the position is an integral */
    jd_program_jet_at(drive->motion, (Now){run->t_old, held}, NULL, a);
    jd_program_jet_at(drive->motion, (Now){run->t_old + 0.5 * h, held}, NULL, m);
    jd_program_jet_at(drive->motion, (Now){run->t, held}, NULL, b);
    double way = b[0] - a[0], smooth = h / 6 * (a[1] + 4 * m[1] + b[1]);
    double fastest = h * fmax(fabs(a[1]), fmax(fabs(m[1]), fabs(b[1])));
    if (!(fabs(way - smooth) > jump_share * (fabs(way) + fastest)) || fabs(way) < least_way) return;
    double from = run->t_old, to = run->t;
    for (int k = 0; k < 40; k++) {
        double middle = 0.5 * (from + to),
               at = jd_program_eval_at(drive->motion, (Now){middle, held}, NULL);
        if (fabs(at - a[0]) > fabs(at - b[0]))
            to = middle;
        else
            from = middle;
    }
    jd_run_tell_jump(run, drive, to, way - smooth);
}

/* Whether the points of a joint with clearance still stand at the distance of its gap. */
static void watch_gaps(JdRun *run) {
    const JdSystem *s = run->system;
    for (int k = 0; k < s->joints && s->settings.clearance && !run->lost_gap; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (!joint->start_row || joint->group < 0) continue;
        if (fabs(run->motion.rows.f[joint->first_row]) < 0.4 * s->settings.gap) continue;
        run->lost_gap = joint;
        run->lost_t = run->t;
    }
}

static const double open_most = 2e-2; /* of the length, or rad: it can be seen in a drawing */

/* No row is farther off than one was before, nor can it be seen. */
static bool is_closed(const JdRun *run) {
    const JdSystem *s = run->system;
    const double *f = run->motion.rows.f;
    double most = 0;
    for (int r = 0; r < s->dynamics.rows; r++) most = fabs(f[r]) > most ? fabs(f[r]) : most;
    return most <= run->cost.worst_drift && most <= open_most * fmin(s->length, 1);
}

/* Locks that can be seen to be open are told once. */
static void watch_drift(JdRun *run) {
    const JdSystem *s = run->system;
    if (is_closed(run)) return;
    for (int r = 0; r < s->dynamics.rows; r++) {
        const Row *row = &s->dynamics.row[r];
        const double f = fabs(run->motion.rows.f[r]);
        if (row->velocity) continue;
        run->cost.worst_drift = fmax(run->cost.worst_drift, f);
        const bool open = f > open_most * (row->metres ? s->length : 1);
        if (!open || run->told_drift || row->joint < 0 || s->joint[row->joint].start_row) continue;
        run->told_drift = true;
        jd_report(run->log, JD_WARNING, "locks-drift", s->joint[row->joint].where,
                  "at t = %.4g s joint '%s' is %.3g %s off its lock, and what follows may be "
                  "another motion",
                  run->t, s->joint[row->joint].name, row->metres ? in_mm * f : f,
                  row->metres ? "mm" : "rad");
        jd_hint(run->log, "%s a smaller %s",
                jd_stabilise_projects(s)
                    ? "take"
                    : "--stabilise projection keeps locks closed; otherwise take",
                run->stepper->adaptive ? "tolerance or step" : "step");
    }
}

void jd_run_watch(JdRun *run) {
    const JdSystem *s = run->system;
    watch_gaps(run);
    watch_drift(run);
    for (int k = 0; k < s->drives && run->cost.steps > 0 && !run->told_jump; k++)
        watch_drive(run, &s->drive[k]);
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].apart)
            watch_apart(run, k);
        else if (s->joint[k].disc)
            jd_run_watch_disc(run, k);
    if (run->singular.seen && !jd_run_near_joint(run)) tell_seen(run);
}
