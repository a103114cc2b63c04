/* SPDX-License-Identifier: MIT
 *
 * Dead points: where locks repeat each other that something asks to move. What is known of them is
 * said: two bodies in line with their lengths, or else the joints that push against each other. */
#include "run/inside.h"
#include <string.h>

const SystemJoint *jd_run_near_joint(const JdRun *run) {
    const JdSystem *s = run->system;
    const int row = jd_rows_lowest(s, &s->dynamics, &run->motion.rows);
    const double near = run->stepper->go ? 1e-3 : 1e-4; /* implicit steps end farther from it */
    if (row < 0 || !(run->motion.rows.report.ratio < near)) return NULL;
    const Row *of = &s->dynamics.row[row];
    const int joint = of->joint >= 0 ? of->joint : of->drive >= 0 ? s->drive[of->drive].joint : -1;
    return joint >= 0 ? &s->joint[joint] : NULL;
}

/* Two bodies that reach no farther: here, soon, or within a fixed step. */
static bool find_stretched(const JdRun *run, DyadSpan *dyad) {
    if (!jd_dyad_nearest(run->system, &run->motion, dyad)) return false;
    if (dyad->sine < 0.02) return true;
    if (!run->stepper->adaptive && jd_dyad_lacks(dyad) > 1e-3 * dyad->reach) return true;
    const double closing = dyad->most ? dyad->rate : -dyad->rate;
    if (!(dyad->reach > 0) || !(closing > 0)) return false;
    const double ahead = run->stepper->adaptive ? 0 : 2 * run->def.dt * closing;
    return dyad->sine < 0.1 || jd_dyad_lacks(dyad) + ahead > 0;
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

static void report_stretched(JdRun *run, const char *code, const DyadSpan *dyad) {
    Text words = {0}, ask = {0};
    jd_dyad_words(run->system, dyad, &words);
    jd_dyad_ask(run->system, dyad, &ask);
    if (words.at)
        jd_report(run->log, JD_ERROR, code, run->system->joint[dyad->joint[1]].where,
                  "at t = %.6g s the mechanism comes to a dead point and cannot go on: %s", run->t,
                  words.at);
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
    run->form->recover(s, &run->motion, LEVEL_ACCELERATION);
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

/* Where the joints lock a motion twice that something asks for. */
static void report_dead_point(JdRun *run, const char *code, const SystemJoint *joint) {
    Text names = {0};
    print_pushing(run, &names);
    if (run->system->drives)
        jd_report(
            run->log, JD_ERROR, code, joint->where,
            "at t = %.6g s the mechanism comes to a dead point at joint '%s' and cannot go on",
            run->t, joint->name);
    else
        jd_report(
            run->log, JD_ERROR, code, joint->where,
            "at t = %.6g s the mechanism comes to a singular position, where joint '%s' locks "
            "what others lock, and stepper '%s' does not come through it",
            run->t, joint->name, run->stepper->name);
    if (names.at)
        jd_hint(run->log,
                "the largest forces are in joint%s %s: look there for bodies in line, "
                "rods stretched, or two points of a joint that meet",
                strchr(names.at, ',') ? "s" : "", names.at);
    hint_drives(run);
    if (run->stepper->go && !run->system->drives)
        jd_hint(run->log, "stepper dop853 goes over such positions");
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
