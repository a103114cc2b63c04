/* SPDX-License-Identifier: MIT
 *
 * Dead points: where locks repeat each other that something asks to move. What is known of them is
 * said: two bodies in line with their lengths, or else the joints that push against each other. */
#include "run/inside.h"
#include "tree/dyad.h"
#include <string.h>

/* Ratios of pivots at a position where locks repeat each other; implicit steps end farther from it.
 */
static const double near_implicit = 1e-3, near_explicit = 1e-4;
/* Sines of the angle at the knot of two bodies that reach no farther, and soon; and what they lack
 * after a fixed step, as a share of their reach. */
static const double stretched = 0.02, stretched_soon = 0.1, lacks_fixed = 1e-3;

const SystemJoint *jd_run_near_joint(const JdRun *run) {
    const JdSystem *s = run->system;
    const int row = jd_rows_lowest(s, &s->dynamics, &run->motion.rows);
    const double near = run->stepper->go ? near_implicit : near_explicit;
    if (row < 0 || !(run->motion.rows.report.ratio < near)) return NULL;
    const Row *of = &s->dynamics.row[row];
    const int joint = of->joint >= 0 ? of->joint : of->drive >= 0 ? s->drive[of->drive].joint : -1;
    return joint >= 0 ? &s->joint[joint] : NULL;
}

/* Two bodies that reach no farther: here, soon, or within a fixed step. */
static bool find_stretched(const JdRun *run, DyadSpan *dyad) {
    if (!jd_dyad_nearest(run->system, &run->motion, dyad)) return false;
    if (dyad->reach.sine < stretched) return true;
    if (!run->stepper->adaptive && jd_dyad_lacks(dyad) > lacks_fixed * dyad->reach.limit)
        return true;
    const double closing = dyad->reach.most ? dyad->reach.rate : -dyad->reach.rate;
    if (!(dyad->reach.limit > 0) || !(closing > 0)) return false;
    const double ahead = run->stepper->adaptive ? 0 : 2 * run->def.dt * closing;
    return dyad->reach.sine < stretched_soon || jd_dyad_lacks(dyad) + ahead > 0;
}

static void hint_drives(const JdRun *run) {
    const JdSystem *s = run->system;
    if (s->drives)
        jd_hint(
            run->log,
            "drive '%s'%s may ask for more than the lengths allow; a force of type effort would "
            "stop there",
            s->drive[0].name, s->drives > 1 ? " or another" : "");
}

/* Of the dead point if that is known, otherwise of the last step before it. */
static double time_of(const JdRun *run) {
    return fmax(run->t, run->dead_t);
}

static void report_stretched(JdRun *run, const char *code, const DyadSpan *dyad) {
    Text words = {0}, ask = {0};
    jd_dyad_words(run->system, dyad, &words);
    jd_dyad_ask(run->system, dyad, &ask);
    if (words.at)
        jd_report(run->log, JD_ERROR, code, run->system->joint[dyad->joint[1]].where,
                  "at t = %.6g s the mechanism comes to a dead point and cannot go on: %s",
                  time_of(run), words.at);
    if (ask.at) jd_hint(run->log, "%s: change a length, or where the motion turns back", ask.at);
    hint_drives(run);
    jd_text_free(&words);
    jd_text_free(&ask);
}

/* What the locks of a joint push with, torques by the mechanism's length. */
static double push_of(const JdRun *run, int joint) {
    const JdSystem *s = run->system;
    const SystemJoint *of = &s->joint[joint];
    double sum = 0;
    for (int r = 0; r < of->locks && of->group >= 0 && !of->elastic; r++) {
        const double pull = run->motion.pull[of->first_row + r];
        sum += pull * pull / (of->lock_row[r].metres ? 1 : s->length * s->length);
    }
    return sqrt(sum);
}

/* At a dead point the forces of those joints grow without bound that work against each other. */
static void print_pushing(JdRun *run, Text *out) {
    const JdSystem *s = run->system;
    double most = 0;
    int count = 0, more = 0;
    jd_run_recover(run, LEVEL_ACCELERATION);
    for (int k = 0; k < s->joints; k++) most = fmax(most, push_of(run, k));
    for (int k = 0; k < s->joints; k++) {
        if (!(push_of(run, k) > 0.2 * most)) continue;
        if (count < 6)
            jd_text_print(out, "%s'%s'", count++ ? ", " : "", s->joint[k].name);
        else
            more++;
    }
    if (more) jd_text_print(out, " and %d more", more);
}

/* The other joint of a body that has just two; -1: it has others, or none. */
static int other_joint(const JdSystem *s, int body, int joint) {
    int found = -1;
    for (int k = 0; k < s->joints; k++) {
        if (k == joint || (s->joint[k].body_i != body && s->joint[k].body_j != body)) continue;
        if (found >= 0) return -1;
        found = k;
    }
    return found;
}

static Vec3 point_of(const JdRun *run, int joint, int body) {
    const SystemJoint *of = &run->system->joint[joint];
    const int frame = of->body_i == body ? of->frame_i : of->frame_j;
    return run->system->kernel->side(run->system, &run->motion, frame).p;
}

/* How long the two bodies of a joint are, and how far apart their other ends: in space nobody knows
 * which of them are in line, but these lengths decide. */
static void hint_lengths(const JdRun *run, const SystemJoint *joint) {
    const JdSystem *s = run->system;
    const int number = (int)(joint - s->joint), body[2] = {joint->body_i, joint->body_j};
    int end[2];
    double length[2];
    Vec3 p[2];
    for (int n = 0; n < 2; n++) {
        end[n] = body[n] ? other_joint(s, body[n], number) : -1;
        if (end[n] < 0) return;
        p[n] = point_of(run, end[n], body[n]);
        length[n] = vec3_norm(vec3_sub(p[n], point_of(run, number, body[n])));
    }
    jd_hint(run->log,
            "from joint '%s' body '%s' reaches %.4g m to joint '%s', and body '%s' %.4g m to joint "
            "'%s'; these two are %.4g m apart",
            joint->name, s->body[body[0]].name, length[0], s->joint[end[0]].name,
            s->body[body[1]].name, length[1], s->joint[end[1]].name,
            vec3_norm(vec3_sub(p[1], p[0])));
}

/* Where the joints lock a motion twice that something asks for. */
static void report_dead_point(JdRun *run, const char *code, const SystemJoint *joint) {
    Text names = {0};
    print_pushing(run, &names);
    if (run->system->drives)
        jd_report(
            run->log, JD_ERROR, code, joint->where,
            "at t = %.6g s the mechanism comes to a dead point at joint '%s' and cannot go on",
            time_of(run), joint->name);
    else if (run->cost.steps == 0)
        jd_report(run->log, JD_ERROR, code, joint->where,
                  "the mechanism starts in a singular position, where joint '%s' locks what others "
                  "lock, and form '%s' does not get out of it",
                  joint->name, run->form->name);
    else
        jd_report(
            run->log, JD_ERROR, code, joint->where,
            "at t = %.6g s the mechanism comes to a singular position, where joint '%s' locks "
            "what others lock, and stepper '%s' does not come through it",
            time_of(run), joint->name, run->stepper->name);
    if (names.at)
        jd_hint(run->log,
                "the largest forces are in joint%s %s: look there for bodies in line, "
                "rods stretched, or two points of a joint that meet",
                strchr(names.at, ',') ? "s" : "", names.at);
    if (run->system->space == JD_SPATIAL) hint_lengths(run, joint);
    hint_drives(run);
    if (run->stepper->go && !run->system->drives)
        jd_hint(run->log, "stepper dop853 goes over such positions");
    if (run->form->always_projects && !run->system->drives)
        jd_hint(run->log, "form newton-euler may come through: it needs no coordinates on which "
                          "all others depend");
    jd_text_free(&names);
}

bool jd_run_dead_point(JdRun *run, const char *code) {
    DyadSpan dyad;
    const SystemJoint *joint = jd_run_near_joint(run);
    if (find_stretched(run, &dyad))
        report_stretched(run, code, &dyad);
    else if (joint)
        report_dead_point(run, code, joint);
    else
        return false;
    return true;
}

/* ---- Drives that go on ------------------------------------------------------------------------
 */

/* Before a dead point steps get shorter and shorter. When they are so much shorter than the largest
 * one, it is asked now and then whether there is anything behind. */
enum { ASK_EVERY = 8 };
/* A stepper with a past shortens its steps by little each, and is asked sooner. */
static const double short_share = 1e-4, short_implicit = 0.1;
/* How far it is looked, and how small the moves get, times the largest step; what is so far away is
 * another way round. */
static const double ahead = 0.1, ahead_implicit = 0.5, least_move = 1e-9, other_branch = 0.5;
static const double closed = 1e-11; /* what locks may be off by: rounding */

static double moved_by(JdRun *run, const double *y) {
    const int first = run->form->first_velocity(run->system);
    for (int k = 0; k < run->n; k++) run->work[k] = k < first ? y[k] - run->y[k] : 0;
    return run->form->error(run->system, run->y, run->y, run->work, 1);
}

/* Whether the positions of `from` can follow locks and drives to this time; then run->out has them.
 */
static bool can_follow(JdRun *run, const double *from, double from_t, double t) {
    memcpy(run->out, from, (size_t)run->n * sizeof *from);
    jd_drives_advance(run->system, run->motion.held, from_t, t - from_t,
                      run->out + run->n - run->system->extras);
    const ProjectReport report =
        run->form->project(run->system, &run->motion, t, FACTORS_NEARBY, run->out);
    return report.done && report.positions < closed && moved_by(run, run->out) < other_branch;
}

/* How far they can, in moves that grow while they can. */
static double follow(JdRun *run, double move, double least, double end) {
    double *at = run->y_new, t = run->t;
    memcpy(at, run->y, (size_t)run->n * sizeof *at);
    run->form->rates(run->system, &run->motion, t, at, run->work); /* its factors are from nearby */
    while (t < end && move > least) {
        if (!can_follow(run, at, t, fmin(t + move, end))) {
            run->form->rates(run->system, &run->motion, t, at, run->work);
            move *= 0.25;
            continue;
        }
        memcpy(at, run->out, (size_t)run->n * sizeof *at);
        t = fmin(t + move, end);
        move *= 2;
    }
    return t;
}

static bool is_nearly_stretched(const JdRun *run) {
    DyadSpan dyad;
    return jd_dyad_nearest(run->system, &run->motion, &dyad) && dyad.reach.sine < stretched_soon;
}

bool jd_run_is_past(JdRun *run) {
    const double largest = run->cost.largest_step, step = run->t - run->t_old;
    const bool implicit = run->chosen->go != NULL;
    const double end = run->t + (implicit ? ahead_implicit : ahead) * largest;
    if (!run->stepper->adaptive || !run->system->drives || run->cost.steps % ASK_EVERY)
        return false;
    if (jd_tries_small(&run->small) && run->small.count < 16)
        return false; /* small steps are on trial, and the run may go back */
    if (!(step < (implicit ? short_implicit : short_share) * largest) || !(end < run->def.until))
        return false;
    if (!jd_run_near_joint(run) && !(implicit && is_nearly_stretched(run))) return false;
    jd_run_strays(run);
    const double t = follow(run, step, least_move * largest, end);
    if (t < end) run->dead_t = t;
    return t < end;
}
