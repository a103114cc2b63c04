/* SPDX-License-Identifier: MIT
 *
 * What to say when a mechanism cannot be put together. At the position nearest to a solution the
 * rows' values are themselves a combination of rows that cannot be met at once (theory 7.4), so
 * they name the culprits. */
#include "solve/inside.h"
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

typedef enum { OF_JOINTS = 1, OF_DRIVES = 2, OF_STARTS = 4 } NamesOf;

static NamesOf kind_of(const Row *row) {
    return row->start >= 0 ? OF_STARTS : row->drive >= 0 ? OF_DRIVES : OF_JOINTS;
}

static const char *row_name(const JdSystem *system, const JdModel *model, const Row *row) {
    if (row->start >= 0) return model->starts.at[row->start].channel;
    if (row->drive >= 0) return system->drive[row->drive].name;
    return system->joint[row->joint].name;
}

/* What a row must weigh to take part in what the weights say. */
static double least_weight(const RowSet *set, const double *weights) {
    double most = 0;
    for (int r = 0; r < set->rows; r++) most = fmax(most, fabs(weights[r]));
    return 1e-4 * most;
}

/* "'jO', 'jA' and 'jB'": the names of the rows of these kinds that take part. Returns how many. */
static int print_names(const JdSystem *system, const JdModel *model, const RowSet *set,
                       const double *weights, NamesOf kinds, Text *out) {
    const char *names[12], *last = NULL;
    int count = 0, more = 0;
    const double least = least_weight(set, weights);
    for (int r = 0; r < set->rows; r++) {
        if (!(kinds & kind_of(&set->row[r])) || !(fabs(weights[r]) > least)) continue;
        const char *name = row_name(system, model, &set->row[r]);
        bool known = false;
        for (int k = 0; k < count; k++) known = known || !strcmp(names[k], name);
        if (known || name == last) continue;
        last = name;
        if (count < 12)
            names[count++] = name;
        else
            more++;
    }
    for (int k = 0; k < count; k++)
        jd_text_print(out, "%s'%s'",
                      k == 0                    ? ""
                      : k == count - 1 && !more ? " and "
                                                : ", ",
                      names[k]);
    if (more) jd_text_print(out, " and %d more", more);
    return count + more;
}

void jd_rows_names(const JdSystem *system, const JdModel *model, const RowSet *set,
                   const double *weights, Text *out) {
    print_names(system, model, set, weights, OF_JOINTS | OF_DRIVES | OF_STARTS, out);
}

/* The first row of a kind that takes part; -1: none. */
static int first_row(const RowSet *set, const double *weights, NamesOf kind) {
    const double least = least_weight(set, weights);
    for (int r = 0; r < set->rows; r++)
        if (kind_of(&set->row[r]) == kind && fabs(weights[r]) > least) return r;
    return -1;
}

/* ---- Loops that do not close ---------------------------------------------------------------- */

/* The joint with the largest gap. */
static int worst_row(const RowSet *set, const double *f, double length) {
    int worst = 0;
    double most = -1;
    for (int r = 0; r < set->rows; r++) {
        double size = fabs(f[r]) / (set->row[r].metres ? length : 1);
        if (size > most) most = size, worst = r;
    }
    return worst;
}

/* The bodies around the loop of a closing joint, "ground-crank-rod-slider". */
static void print_loop(const JdSystem *s, int joint, Text *out) {
    const Graph *graph = &s->graph;
    int a = graph->edge[joint].i, b = graph->edge[joint].j, up = a, down = b;
    while (up != down)
        if (graph->depth[up] >= graph->depth[down])
            up = graph->parent_body[up];
        else
            down = graph->parent_body[down];
    for (int body = a; body != up; body = graph->parent_body[body])
        jd_text_print(out, "%s-", jd_body_name(s, body));
    jd_text_print(out, "%s", jd_body_name(s, up));
    int count = graph->depth[b] - graph->depth[up];
    for (int level = count - 1; level >= 0; level--) {
        int body = b;
        for (int k = 0; k < level; k++) body = graph->parent_body[body];
        jd_text_print(out, "-%s", jd_body_name(s, body));
    }
}

/* A lock of the distance, c d.d + const, is no length itself. */
static double row_gap(const Row *row, double f) {
    const Lock *lock = &row->lock;
    const LockTerm *term = &lock->terms[0];
    bool distance = lock->count == 1 && term->a == VEC_D && term->b == VEC_D;
    double is = (f - lock->constant) / term->c, wanted = -lock->constant / term->c;
    return distance && is >= 0 && wanted >= 0 ? sqrt(is) - sqrt(wanted) : f;
}

/* How far the joint's two points are from each other. */
static double gap_of(const RowSet *set, const double *f, int joint) {
    double sum = 0;
    for (int r = 0; r < set->rows; r++)
        if (kind_of(&set->row[r]) == OF_JOINTS && set->row[r].joint == joint && set->row[r].metres)
            sum += row_gap(&set->row[r], f[r]) * row_gap(&set->row[r], f[r]);
    return sqrt(sum);
}

/* What is missing, which may be shared among the joints of the loop. */
static void say_gap(const Assembly *a, const Row *row, double gap, int closing, Text *out) {
    const JdSystem *s = a->system;
    int *loop = ARENA_NEW(&a->system->arena, int, s->joints + 1);
    int count = loop && s->graph.closing[closing] ? jd_graph_loop(&s->graph, closing, loop) : 0;
    double sum = 0;
    for (int n = 0; n < count; n++) sum += gap_of(&a->positions, a->p.f, loop[n]);
    if (!row->metres && row->lock.turn == 0)
        jd_text_print(out, "its axes are %.3g degrees out of line",
                      asin(fmin(fabs(gap), 1)) * 180 / pi);
    else if (!row->metres)
        jd_text_print(out, "%.4g rad are missing", fabs(gap));
    else
        jd_text_print(out, "%.4g mm are missing",
                      1e3 * (count ? sum : gap_of(&a->positions, a->p.f, row->joint)));
}

/* ---- An axis that is a little off ------------------------------------------------------------ */

static const char off_remedy[] = "if these axes are meant to agree, give this one with all digits: "
                                 "by the same `param`, by unit(), cross() and the like";

/* Of joints in loops. */
static int print_off(Assembly *a, Text *out) {
    JdSystem *s = a->system;
    bool *joints = ARENA_NEW(&s->arena, bool, s->joints + 1);
    int *loop = ARENA_NEW(&s->arena, int, s->joints + 1);
    for (int k = 0; joints && loop && k < s->joints; k++) {
        const int count = s->graph.closing[k] ? jd_graph_loop(&s->graph, k, loop) : 0;
        for (int n = 0; n < count; n++) joints[loop[n]] = true;
    }
    return joints && loop ? jd_print_off(s, joints, 2e-2, out) : -1;
}

/* A hint more, where a mechanism cannot move as it is asked to. */
static void hint_off(Assembly *a) {
    Text off = {0};
    print_off(a, &off);
    if (off.at) jd_hint(a->log, "%s; %s", off.at, off_remedy);
    jd_text_free(&off);
}

/* ---- Wishes that contradict each other ------------------------------------------------------ */

static void report_contradiction(Assembly *a, const RowSet *set, const double *f) {
    Text starts = {0}, others = {0};
    int count = print_names(a->system, a->model, set, f, OF_STARTS, &starts);
    int held = print_names(a->system, a->model, set, f, OF_JOINTS | OF_DRIVES, &others);
    const ModelStart *first = &a->model->starts.at[set->row[first_row(set, f, OF_STARTS)].start];
    if (starts.at)
        jd_report(a->log, JD_ERROR, "start-contradiction", first->where,
                  "the start value%s of %s cannot be reached%s%s%s%s", count > 1 ? "s" : "",
                  starts.at, count > 1 ? " together" : "", held ? ": " : "", held ? others.at : "",
                  !held      ? ""
                  : held > 1 ? " do not allow it"
                             : " does not allow it");
    jd_hint(a->log, count > 1 ? "take one of the start values away: it follows from the others"
                              : "take it away: the value follows from the joints and drives");
    hint_off(a);
    jd_text_free(&starts);
    jd_text_free(&others);
}

/* A drive that asks for what the joints do not allow. */
static bool report_drives(Assembly *a, const RowSet *set, const double *f, const char *code,
                          const char *what) {
    const int row = first_row(set, f, OF_DRIVES);
    if (row < 0) return false;
    Text drives = {0}, joints = {0};
    int count = print_names(a->system, a->model, set, f, OF_DRIVES, &drives);
    print_names(a->system, a->model, set, f, OF_JOINTS, &joints);
    if (drives.at)
        jd_report(a->log, JD_ERROR, code, a->system->drive[set->row[row].drive].where,
                  "at the start %s ask%s for %s that %s cannot follow%s", drives.at,
                  count > 1 ? "" : "s", what, joints.at ? joints.at : "the bodies",
                  count > 1 ? " together" : "");
    jd_hint(a->log,
            count > 1 ? "a mechanism takes as many drives as it has freedoms: remove one, or look "
                        "at their motions and at the axes of the joints they drive"
                      : "change its motion, or the lengths; near a dead point start elsewhere");
    if (set == &a->positions) jd_hint_reach(a);
    hint_off(a);
    jd_text_free(&drives);
    jd_text_free(&joints);
    return true;
}

/* The gap may show in a tree joint; the loop through it is that of a closing joint with a gap. */
static int closing_joint(Assembly *a, int joint) {
    const JdSystem *s = a->system;
    int *loop = ARENA_NEW(&a->system->arena, int, s->joints + 1), closing = joint;
    for (int k = 0; loop && k < s->joints && !s->graph.closing[closing]; k++) {
        int count = s->graph.closing[k] ? jd_graph_loop(&s->graph, k, loop) : 0;
        for (int n = 0; n < count; n++)
            if (loop[n] == joint) closing = k;
    }
    return closing;
}

void jd_report_open(Assembly *a) {
    const JdSystem *s = a->system;
    if (first_row(&a->positions, a->p.f, OF_STARTS) >= 0) {
        report_contradiction(a, &a->positions, a->p.f);
        return;
    }
    if (report_drives(a, &a->positions, a->p.f, "loop-open", "positions")) return;
    int r = worst_row(&a->positions, a->p.f, s->length);
    const Row *row = &a->positions.row[r];
    int joint = row->joint, closing = closing_joint(a, joint);
    Text loop = {0}, gap = {0};
    say_gap(a, row, a->p.f[r], closing, &gap);
    if (s->graph.closing[closing]) print_loop(s, closing, &loop);
    if (loop.at && gap.at)
        jd_report(a->log, JD_ERROR, "loop-open", s->joint[joint].where,
                  "the loop %s cannot be closed at joint '%s': %s", loop.at, s->joint[joint].name,
                  gap.at);
    else if (gap.at)
        jd_report(a->log, JD_ERROR, "loop-open", s->joint[joint].where,
                  "joint '%s' cannot be put together: %s", s->joint[joint].name, gap.at);
    jd_hint(a->log,
            "check the lengths in this loop, or draw the mechanism nearer to its real position");
    jd_hint_lengths(a, closing);
    hint_off(a);
    jd_text_free(&loop);
    jd_text_free(&gap);
}

/* ---- Drawn apart ---------------------------------------------------------------------------- */

/* A lock of axes, such as zi.xj, is the sine of the angle that they are off. */
void jd_measure_gaps(Assembly *a) {
    for (int r = 0; r < a->positions.rows; r++) {
        const Row *row = &a->positions.row[r];
        if (row->joint < 0 || kind_of(row) != OF_JOINTS) continue;
        double *const to = row->metres ? a->gap : a->twist;
        if (row->metres || (row->lock.turn == 0 && row->lock.count > 0))
            to[row->joint] = hypot(to[row->joint], a->first[r]);
    }
}

/* A drawing with round numbers is closed without a word; what can be seen on paper is said. */
void jd_note_gaps(Assembly *a) {
    const JdSystem *s = a->system;
    for (int k = 0; k < s->joints; k++) {
        const double meant = s->joint[k].start_row ? s->settings.gap : 0;
        if (a->gap[k] - meant < 1e-3 * s->length) continue;
        jd_report(a->log, JD_NOTE, "drawn-apart", s->joint[k].where,
                  "joint '%s' was drawn %.4g mm apart; bodies are moved to close it",
                  s->joint[k].name, 1e3 * a->gap[k]);
        jd_hint(a->log, "if that is not meant, look at its points and at the lengths around it");
    }
}

void jd_note_twists(Assembly *a) {
    const JdSystem *s = a->system;
    for (int k = 0; k < s->joints; k++) {
        if (a->twist[k] < 2e-2) continue;
        jd_report(
            a->log, JD_NOTE, "drawn-apart", s->joint[k].where,
            "the axes of joint '%s' were drawn %.3g degrees out of line; bodies are turned to "
            "close it",
            s->joint[k].name, asin(fmin(a->twist[k], 1)) * 180 / pi);
        jd_hint(a->log, "if that is not meant, look at its axes: a named frame brings its own, and "
                        "`axis` is that of the other side then");
    }
}

void jd_report_velocities(Assembly *a) {
    const JdSystem *s = a->system;
    if (first_row(&a->rates, a->v.rate, OF_STARTS) >= 0) {
        report_contradiction(a, &a->rates, a->v.rate);
        return;
    }
    if (report_drives(a, &a->rates, a->v.rate, "velocity-impossible", "velocities")) return;
    int r = worst_row(&a->rates, a->v.rate, s->length);
    const SystemJoint *joint = &s->joint[a->rates.row[r].joint];
    Text off = {0};
    const int wrong = print_off(a, &off);
    jd_report(a->log, JD_ERROR, "velocity-impossible",
              wrong < 0 ? joint->where : s->joint[wrong].where,
              "no velocities agree with joint '%s' at the start%s%s", joint->name,
              off.at ? ": " : "", off.at ? off.at : "");
    jd_hint(a->log,
            off.at ? off_remedy
                   : "the mechanism may stand in a dead point: draw it a little away from there");
    jd_text_free(&off);
}

/* ---- The other branch ----------------------------------------------------------------------- */

/* What is left of j's attitude seen from i when the joint's turns are taken out of it. */
static Axes left_over(const SystemJoint *joint, const Axes *i, const Axes *j) {
    const Turn turns = jd_free_turns(joint->free, joint->frees);
    const Axes seen = jd_axes_relative(i, j);
    double angles[3] = {0};
    if (turns.count) jd_axes_angles(&seen, turns.axes, turns.count, angles);
    const Axes turned = jd_axes_sequence(turns.axes, turns.count, angles);
    return jd_axes_relative(&turned, &seen);
}

bool jd_check_branches(Assembly *a) {
    JdSystem *s = a->system;
    for (int k = 0; k < s->joints; k++) {
        SystemJoint *joint = &s->joint[k];
        bool locks_angle = false;
        for (int n = 0; n < joint->locks; n++)
            locks_angle = locks_angle || !joint->lock_row[n].metres;
        for (int n = 0; n < joint->locks; n++) /* a lock that holds an angle of its own */
            if (joint->lock_row[n].lock.constant != 0) locks_angle = false;
        /* Without all its frees it is not known how a joint may stand. */
        const bool known = joint->locks + joint->frees == s->kernel->nv;
        if (!locks_angle || !known || joint->couples) continue;
        const Side i = s->kernel->side(s, &a->motion, joint->frame_i),
                   j = s->kernel->side(s, &a->motion, joint->frame_j);
        const Axes left = left_over(joint, &i.axes, &j.axes);
        if (vec3_norm(jd_axes_to_vector(&left)) < 1e-3) continue;
        jd_report(
            a->log, JD_ERROR, "branch-turned", joint->where,
            "joint '%s' went together the wrong way round: its locks hold, but its axes do not "
            "point the same way",
            joint->name);
        jd_hint(a->log, "draw the bodies nearer to their start position");
        return false;
    }
    return true;
}
