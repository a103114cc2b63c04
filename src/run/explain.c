/* SPDX-License-Identifier: MIT
 *
 * Why a run cannot go on, in words of mechanics. Only causes are named that can be there. */
#include "run/inside.h"
#include <float.h>
#include <string.h>

static const double beyond_all = 1e12; /* SI units: no mechanism gets there */
static const double in_mm = 1e3;       /* of metres */

/* ---- Looking for the cause ------------------------------------------------------------------ */

/* Numbers that no mechanism reaches: the motion ran away before any force did. States of one's own
 * have any unit. */
static bool ran_away(const JdRun *run) {
    const JdSystem *s = run->system;
    const int first = run->n - s->extras;
    for (int k = 0; k < run->n; k++)
        if (!(fabs(run->y[k]) < beyond_all * (k < first ? 1 : s->extra[k - first].scale)))
            return true;
    return false;
}

/* The first force whose numbers are no numbers any more; -1: none. */
static int broken_force(const JdRun *run) {
    for (int k = 0; k < run->system->forces; k++) {
        const ForceOutput *f = &run->motion.forces[k];
        double sum = f->force.x + f->force.y + f->force.z + f->torque.x + f->torque.y +
                     f->torque.z + f->effort;
        if (!isfinite(sum)) return k;
    }
    return -1;
}

/* The first force that reads what follows from it, perhaps through signals. */
static bool reads_feedback(const JdSystem *s, const Program *program) {
    int at = 0, slot;
    while (program && (slot = jd_program_input(program, &at)) >= 0) {
        for (int k = 0; k < s->feedbacks; k++)
            if (s->feedback[k] == slot) return true;
        if (reads_feedback(s, s->slot[slot].program)) return true;
    }
    return false;
}

static Where reading_force(const JdSystem *s) {
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < s->force[k].values; n++)
            if (reads_feedback(s, s->force[k].program[n])) return s->force[k].where;
    return nowhere;
}

static const double ahead_least = 1e-16, ahead_most = 1e-6; /* of the run */

/* The first expression that has no finite value a little ahead of the state reached: what was tried
 * last may only read numbers that were none by then. */
static bool find_ahead(JdRun *run, RunCause *cause) {
    const double last = run->t - run->t_old, whole = run->def.until;
    double *rates = run->out, *y = run->y_new;
    jd_run_rates(run, run->t, run->y, rates);
    for (double ahead = ahead_least * whole; ahead <= fmax(last, ahead_most * whole); ahead *= 2) {
        for (int k = 0; k < run->n; k++) y[k] = run->y[k] + ahead * rates[k];
        jd_run_rates(run, run->t + ahead, y, run->work);
        if (!jd_run_find_expression(run, cause)) continue;
        if (!cause->reads) return true;
        jd_text_free(&cause->words);
        return false;
    }
    return false;
}

/* An expression that has no finite value where it was evaluated last, or next to there. */
static bool find_expression(JdRun *run, RunCause *cause) {
    if (!jd_run_find_expression(run, cause)) return false;
    if (!cause->reads) return true;
    jd_text_free(&cause->words);
    if (find_ahead(run, cause)) return true;
    return jd_run_find_expression(run, cause);
}

static const double a_little = 1e-6; /* of the run: what a step comes to next */

static void name_feedback(const JdSystem *s, Text *names) {
    for (int k = 0; k < s->feedbacks && k < 4; k++)
        jd_text_print(names, "%s'%s'", k ? ", " : "",
                      s->channel_name[s->slot[s->feedback[k]].channel]);
}

static void hint_loop(const JdRun *run, const Text *names) {
    if (names->at && strstr(names->at, ".effort'"))
        jd_hint(run->log,
                "the effort of a drive `by` another free must move what the drive measures: "
                "take a free that does");
    else
        jd_hint(run->log,
                "let the force depend on them less, or through a `state`, such as a filter");
}

/* Forces that read what follows from them. */
static bool report_loop(JdRun *run) {
    const JdSystem *s = run->system;
    Text names = {0};
    if (!s->feedbacks) return false;
    jd_run_rates(run, run->t, run->y, run->out);
    if (run->motion.feedback[0] == FEEDBACK_SOLVED) /* here they fit: perhaps no more */
        jd_run_rates(run, run->t + a_little * run->def.until, run->y, run->out);
    if (run->motion.feedback[0] == FEEDBACK_SOLVED) return false;
    const JdMessage before = jd_reported(run->log);
    name_feedback(s, &names);
    if (names.at)
        jd_report(run->log, JD_ERROR, "force-loop", reading_force(s),
                  "at t = %.6g s there are no values of %s that fit the forces which read them",
                  run->t, names.at);
    if (!before.code || strcmp(before.code, "force-loop")) hint_loop(run, &names);
    jd_text_free(&names);
    return true;
}

/* Where nothing is asked of them, zero fits as well as any other. */
void jd_run_tell_loop(JdRun *run) {
    const JdSystem *s = run->system;
    Text names = {0};
    if (!s->feedbacks || run->motion.feedback[0] != FEEDBACK_ANY) return;
    name_feedback(s, &names);
    if (names.at)
        jd_report(run->log, JD_WARNING, "force-loop", reading_force(s),
                  "at t = %.6g s any values of %s fit the forces which read them: those act on "
                  "nothing of what they read",
                  run->t, names.at);
    hint_loop(run, &names);
    jd_text_free(&names);
}

static bool report_not_finite(JdRun *run, const char *code) {
    RunCause cause;
    if (report_loop(run)) return true;
    if (ran_away(run)) return false;
    if (find_expression(run, &cause)) {
        if (cause.words.at)
            jd_report(run->log, JD_ERROR, cause.code ? cause.code : code, cause.where,
                      "at t = %.6g s %s", run->t, cause.words.at);
        jd_hint(run->log, "%s", cause.hint);
        jd_text_free(&cause.words);
        return true;
    }
    const int broken = broken_force(run);
    if (broken < 0) return false;
    const SystemForce *force = &run->system->force[broken];
    jd_report(run->log, JD_ERROR, "force-not-finite", force->where,
              "at t = %.6g s force '%s' has no finite value", run->t, force->name);
    jd_hint(run->log, "look at its numbers, and at how fast its points move");
    return true;
}

/* The body that is accelerated most. */
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
    return s->bodies > 1 ? s->body[fastest].name : NULL;
}

enum { FASTEST_ROOM = 160 };

/* "; body 'rod' changes fastest", nothing where there are none. */
static const char *fastest(const JdRun *run, const char *verb, char out[FASTEST_ROOM]) {
    const char *body = fastest_body(run);
    out[0] = '\0';
    if (body) snprintf(out, FASTEST_ROOM, "; body '%.100s' %s", body, verb);
    return out;
}

/* ---- Joints that come apart ------------------------------------------------------------------ */

static const double open_by = 1e-11; /* of the mechanism's length: projection closes better, */
static const double opens_by = 1e-9; /* and as a share of the speed */

/* The row that is open most though all is put back onto its locks as well as it goes; NULL: none
 * is. Where more are open than follow from others, it is not these that part. */
static const Row *open_row(JdRun *run) {
    const JdSystem *s = run->system;
    const Row *found = NULL;
    const double speed = run->form->has_all_rows ? jd_motion_speed(s, run->y + jd_positions(s)) : 0;
    double most = 1;
    int count = 0;
    memcpy(run->out, run->y, (size_t)run->n * sizeof *run->out);
    jd_run_rates(run, run->t, run->out, run->work);
    run->form->project(s, &run->motion, run->t, FACTORS_NEARBY, run->out);
    for (int r = 0; r < s->dynamics.rows; r++) {
        const Row *row = &s->dynamics.row[r];
        const double unit = row->metres ? s->length : 1, f = fabs(run->motion.rows.f[r]) / unit;
        const double rate = fabs(run->motion.rows.rate[r]) / unit / (1 + speed);
        const double open = fmax(f / open_by, rate / opens_by);
        if (row->velocity || row->joint < 0 || !(open > 1)) continue;
        count++;
        if (open > most) most = open, found = row;
    }
    return count <= run->motion.rows.anchor.count ? found : NULL;
}

/* Rows that followed from others at the start, and do no longer. */
static bool report_parted(JdRun *run) {
    const JdSystem *s = run->system;
    const Row *row = run->motion.rows.anchor.count && !ran_away(run) ? open_row(run) : NULL;
    if (!row) return false;
    jd_report(run->log, JD_ERROR, "locks-part", s->joint[row->joint].where,
              "at t = %.6g s the bodies at joint '%s' come apart: a lock that repeated others at "
              "the start no longer does",
              run->t, s->joint[row->joint].name);
    jd_hint(run->log,
            "it moves only if its dimensions fit exactly: give the points of this loop with all "
            "their digits, or let one of its joints lock less");
    jd_hint(run->log, "if they do fit, this is a position where it can go on in more than one "
                      "way: start elsewhere");
    return true;
}

/* The points of a joint with clearance stay at the distance of its gap; where steps lose it, its
 * lock vanishes (points that meet) or the bodies fly off. */
static bool report_gap(JdRun *run) {
    const SystemJoint *joint = run->lost_gap;
    if (!joint) return false;
    jd_report(
        run->log, JD_ERROR, "clearance-lost", joint->where,
        "at t = %.6g s the run ends: since t = %.6g s the two points of joint '%s', which has "
        "clearance, do not stay at the distance of its gap, %.4g mm",
        run->t, run->lost_t, joint->name, in_mm * run->system->settings.gap);
    if (run->stepper->adaptive)
        jd_hint(run->log, "take a larger gap, or a smaller tolerance");
    else
        jd_hint(run->log,
                "the link across the gap is short and swings fast, too fast for steps of %.3g s: "
                "try %.1g s, or a larger gap",
                run->def.dt, 0.1 * run->def.dt);
    if (run->system->stabilise == STABILISE_NONE)
        jd_hint(run->log, "nothing brings them back onto the gap: --stabilise projection does");
    return true;
}

/* ---- Everything else ------------------------------------------------------------------------ */

/* The first force whose expression is of a kind: it may jump, or grow without bound; -1: none. */
static int force_that(const JdSystem *s, bool (*is)(const Program *program)) {
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < s->force[k].values; n++)
            if (s->force[k].program[n] && is(s->force[k].program[n])) return k;
    return -1;
}

static double size_of(const ForceOutput *f) {
    return fmax(fmax(vec3_norm(f->force), vec3_norm(f->torque)), fabs(f->effort));
}

/* The finest tolerance that formulas of low order reach in numbers of 16 digits. */
static const double finest = 1e-10;

/* Of a step as long as this, the rounding of time is a share that a tolerance below asks to tell
 * apart. */
static const double rounded_share = 1e-4, coarse = 1e-8, coarser = 1e3;

/* A push as short as what 16 digits of time can tell: its width is lost in the rounding. step 0:
 * none is small enough. */
static void hint_rounded_time(const JdRun *run, double step) {
    const double rounding = DBL_EPSILON * fabs(run->t), tol = run->def.tol;
    if (!run->system->terms || !run->stepper->adaptive || !(tol < coarse)) return;
    if (!(rounding > rounded_share * step)) return;
    jd_hint(run->log,
            "at t = %.6g s time itself is rounded to %.1g s, more than a tolerance of %g can bear "
            "where something changes within as short a time: take a larger one, --tol %.0e",
            run->t, rounding, tol, coarser * tol);
}

/* Which of the usual causes this mechanism and this stepper have at all. `step`: the length of
 * steps; 0: none is small enough. */
static void hint_causes(const JdRun *run, double step) {
    const JdSystem *s = run->system;
    const int jumps = force_that(s, jd_program_jumps), grows = force_that(s, jd_program_has_poles);
    const bool implicit = run->stepper->go != NULL;
    if (implicit && run->def.tol < 0.9 * finest)
        jd_hint(
            run->log,
            "a tolerance of %g is below what stepper '%s' reaches in numbers of 16 digits: take "
            "%g or more, or stepper dop853",
            run->def.tol, run->stepper->name, finest);
    hint_rounded_time(run, step);
    if (jumps >= 0)
        jd_hint(run->log,
                "look for a force that jumps to and fro, as sign(speed) does, such as '%s': "
                "clamp(speed/0.01, -1, 1) is smooth enough",
                s->force[jumps].name);
    if (grows >= 0)
        jd_hint(run->log,
                "look for a force that grows without bound, as 1/x does where x passes zero, such "
                "as '%s', which is at %.3g N or N*m now",
                s->force[grows].name, size_of(&run->motion.forces[grows]));
    if (s->gravity_kind != GRAVITY_UNIFORM)
        jd_hint(run->log, "look whether gravity grows without bound where a body is");
    if (!implicit && (s->forces > 0 || s->settings.elastic))
        jd_hint(run->log, "look for forces that are too stiff for the step");
    if (!implicit && s->stabilise == STABILISE_BAUMGARTE)
        jd_hint(run->log, "large alpha and beta of baumgarte are as stiff as springs, too");
    if (s->drives && !run->told_jump) jd_hint(run->log, "look for a drive that jumps");
}

/* What was tried last may be far away; the state that was reached tells. */
static bool known_cause(JdRun *run, const char *code) {
    jd_run_rates(run, run->t, run->y, run->work);
    jd_run_recover(run, LEVEL_VELOCITY);
    return report_gap(run) || jd_run_report_angles(run) || jd_run_report_disc(run) ||
           jd_run_dead_point(run, code);
}

static void hint_step(const JdRun *run) {
    if (!run->stepper->adaptive)
        jd_hint(run->log, "take a smaller step, or an adaptive stepper: --stepper dop853");
}

void jd_run_explain(JdRun *run, const char *code, const char *what) {
    char room[FASTEST_ROOM];
    run->failed = true;
    if (report_not_finite(run, code)) return;
    if (report_parted(run) || known_cause(run, code) ||
        (run->stepper->adaptive && jd_run_report_pole(run, code)) || jd_corners_stuck(run, code)) {
        hint_step(run);
        return;
    }
    jd_report(run->log, JD_ERROR, code, nowhere, "at t = %.6g s %s%s", run->t, what,
              fastest(run, "is the fastest to change", room));
    hint_causes(run, 0);
    hint_step(run);
}

/* Steps between two looks at the pace, and how many that are still to come are too many: after few
 * steps only what does not move at all, within a singular position, say. */
enum { LOOK_SOON = 1 << 11, LOOK = 1 << 16 };
static const double left_most_soon = 1e11, left_most = 1e10, left_most_slowed = 1e8;
static const double left_most_within = 1e8; /* where nothing but a singular position is so low, */
static const double within_ratio = 1e-9;    /* by the ratio of pivots */
static const double left_most_slides = 1e7; /* along a jump that is no function of time any more */
static const double slow_share = 1e-4;      /* of the longest step: slowed down */

/* The length of a step since the last look; 0: it is not time for one. */
static double look_at_pace(const JdRun *run, Pace *pace, long every) {
    const long steps = run->cost.steps - pace->steps;
    if (steps < every) return 0;
    const double step = (run->t - pace->t) / (double)steps;
    *pace = (Pace){run->cost.steps, run->t};
    return step;
}

/* A step so short that the end is never reached; 0: there is none. */
static double creeping_step(JdRun *run) {
    const double soon = look_at_pace(run, &run->pace_soon, LOOK_SOON),
                 late = look_at_pace(run, &run->pace, LOOK), left = run->def.until - run->t;
    const bool slowed_down = late < slow_share * run->cost.largest_step;
    const bool within = run->pivot.end < within_ratio;
    const double most_soon = run->corners.slides ? left_most_slides
                             : within            ? left_most_within
                                                 : left_most_soon;
    if (soon > 0 && left > soon * most_soon) return soon;
    return late > 0 && left > late * (slowed_down ? left_most_slowed : left_most) ? late : 0;
}

/* A limit that the user gave goes before. */
bool jd_run_creeps(JdRun *run) {
    if (jd_run_is_past(run)) {
        jd_run_explain(run, "run-stuck", "drives ask for more than the locks allow");
        return true;
    }
    if (run->def.max_steps > 0 || !run->stepper->adaptive) return false;
    const double step = creeping_step(run), left = (run->def.until - run->t) / step;
    char room[FASTEST_ROOM];
    if (!(step > 0)) return false;
    if (jd_cross_wanted(run)) return jd_cross_begin(run), false;
    run->failed = true;
    if (report_parted(run) || known_cause(run, "run-stuck") ||
        jd_run_report_pole(run, "run-stuck") || jd_corners_stuck(run, "run-stuck")) {
        jd_hint(run->log, "--max-steps goes on all the same");
        return true;
    }
    jd_report(run->log, JD_ERROR, "run-stuck", nowhere,
              "at t = %.4g s the steps are only %.1g s long, and the end would take %.1g of them%s",
              run->t, step, left, fastest(run, "changes fastest", room));
    hint_causes(run, step);
    jd_hint(run->log, "--max-steps goes on all the same");
    return true;
}
