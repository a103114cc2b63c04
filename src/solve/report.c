/* SPDX-License-Identifier: MIT
 *
 * What to say of joints that were drawn apart, of velocities that do not agree, and of joints that
 * went together the wrong way round. Velocities nearest to a solution leave rates that are
 * themselves a combination of rows that cannot be met at once (theory 7.4), so they name the
 * culprits. Positions: open.c. */
#include "solve/inside.h"
#include "solve/limits.h"
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

NamesOf jd_row_kind(const Row *row) {
    return row->start >= 0 ? OF_STARTS : row->drive >= 0 ? OF_DRIVES : OF_JOINTS;
}

static const char *row_name(const JdSystem *system, const JdModel *model, const Row *row) {
    if (row->start >= 0) return jd_start_name(&model->starts.at[row->start]);
    if (row->drive >= 0) return system->drive[row->drive].name;
    return system->joint[row->joint].name;
}

/* What a row must weigh to take part in what the weights say. */
static double least_weight(const RowSet *set, const double *weights) {
    double most = 0;
    for (int r = 0; r < set->rows; r++) most = fmax(most, fabs(weights[r]));
    return takes_part_from * most;
}

/* "'jO', 'jA' and 'jB'": the names of the rows of these kinds that take part. Returns how many. */
int jd_print_names(const JdSystem *system, const JdModel *model, const RowSet *set,
                   const double *weights, NamesOf kinds, Text *out) {
    const char *names[12], *last = NULL;
    int count = 0, more = 0;
    const double least = least_weight(set, weights);
    for (int r = 0; r < set->rows; r++) {
        if (!(kinds & jd_row_kind(&set->row[r])) || !(fabs(weights[r]) > least)) continue;
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
        jd_text_print(out, "%s'%s'", jd_between(k, count + more), names[k]);
    if (more) jd_text_print(out, " and %d more", more);
    return count + more;
}

/* The first row of a kind that takes part; -1: none. */
int jd_first_row(const RowSet *set, const double *weights, NamesOf kind) {
    const double least = least_weight(set, weights);
    for (int r = 0; r < set->rows; r++)
        if (jd_row_kind(&set->row[r]) == kind && fabs(weights[r]) > least) return r;
    return -1;
}

/* The row with the largest violation. */
int jd_worst_row(const RowSet *set, const double *f, double length) {
    int worst = 0;
    double most = -1;
    for (int r = 0; r < set->rows; r++) {
        double size = fabs(f[r]) / (set->row[r].metres ? length : 1);
        if (size > most) most = size, worst = r;
    }
    return worst;
}

/* A lock of the distance, c d.d + const, is no length itself. */
double jd_row_gap(const Row *row, double f) {
    const Lock *lock = &row->lock;
    const LockTerm *term = &lock->terms[0];
    bool distance = lock->count == 1 && term->a == VEC_D && term->b == VEC_D;
    double is = (f - lock->constant) / term->c, wanted = -lock->constant / term->c;
    return distance && is >= 0 && wanted >= 0 ? sqrt(is) - sqrt(wanted) : f;
}

double jd_row_slope(const JdSystem *s, const Motion *motion, const Row *row) {
    if (jd_row_kind(row) != OF_JOINTS || row->joint < 0 || s->joint[row->joint].couples) return 1;
    const SystemJoint *joint = &s->joint[row->joint];
    RowNow now = {0};
    double most = 0;
    s->kernel->row(s, motion, row, joint->frame_i, joint->frame_j, &now);
    for (int c = 0; c < s->kernel->nv; c++) {
        const double unit = row->metres == (c < s->kernel->linear) ? 1
                            : row->metres                          ? 1 / s->length
                                                                   : s->length;
        if (joint->body_i) most = fmax(most, unit * fabs(now.J[0][c]));
        if (joint->body_j) most = fmax(most, unit * fabs(now.J[1][c]));
    }
    return most;
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
    return joints && loop ? jd_print_off(s, joints, little_off, out) : -1;
}

/* A hint more, where a mechanism cannot move as it is asked to. */
bool jd_hint_off(Assembly *a) {
    Text off = {0};
    print_off(a, &off);
    const bool told = off.at != NULL;
    if (told) jd_hint(a->log, "%s; %s", off.at, off_remedy);
    jd_text_free(&off);
    return told;
}

/* ---- Rates that contradict each other ------------------------------------------------------ */

static void report_contradiction(Assembly *a) {
    const RowSet *set = &a->rates;
    const double *f = a->v.rate;
    Text starts = {0}, others = {0};
    int count = jd_print_names(a->system, a->model, set, f, OF_STARTS, &starts);
    int held = jd_print_names(a->system, a->model, set, f, OF_JOINTS | OF_DRIVES, &others);
    const ModelStart *first = &a->model->starts.at[set->row[jd_first_row(set, f, OF_STARTS)].start];
    if (starts.at)
        jd_report(a->log, JD_ERROR, "start-contradiction", first->where,
                  "the start value%s of %s cannot be reached%s%s%s%s", count > 1 ? "s" : "",
                  starts.at, count > 1 ? " together" : "", held ? ": " : "", held ? others.at : "",
                  !held      ? ""
                  : held > 1 ? " do not allow it"
                             : " does not allow it");
    jd_hint(a->log, count > 1 ? "take one of the start values away: it follows from the others"
                              : "take it away: the value follows from the joints and drives");
    jd_hint_off(a);
    jd_text_free(&starts);
    jd_text_free(&others);
}

/* A drive that asks for what the joints do not allow. */
static bool report_drives(Assembly *a) {
    const RowSet *set = &a->rates;
    const double *f = a->v.rate;
    const int row = jd_first_row(set, f, OF_DRIVES);
    if (row < 0) return false;
    Text drives = {0}, joints = {0};
    int count = jd_print_names(a->system, a->model, set, f, OF_DRIVES, &drives);
    jd_print_names(a->system, a->model, set, f, OF_JOINTS, &joints);
    if (drives.at)
        jd_report(a->log, JD_ERROR, "velocity-impossible",
                  a->system->drive[set->row[row].drive].where,
                  "at the start %s ask%s for velocities that %s cannot follow%s", drives.at,
                  count > 1 ? "" : "s", joints.at ? joints.at : "the bodies",
                  count > 1 ? " together" : "");
    jd_hint(a->log,
            count > 1 ? "a mechanism takes as many drives as it has freedoms: remove one, or look "
                        "at their motions and at the axes of the joints they drive"
                      : "change its motion, or the lengths; near a dead point start elsewhere");
    jd_hint_off(a);
    jd_text_free(&drives);
    jd_text_free(&joints);
    return true;
}

/* ---- Drawn apart ---------------------------------------------------------------------------- */

/* A lock of axes, such as zi.xj, is the sine of the angle that they are off. */
void jd_measure_gaps(Assembly *a) {
    for (int r = 0; r < a->positions.rows; r++) {
        const Row *row = &a->positions.row[r];
        if (row->joint < 0 || jd_row_kind(row) != OF_JOINTS) continue;
        if (jd_row_slope(a->system, &a->motion, row) == 0 && a->first[r] != 0) continue;
        double *const to = row->metres ? a->gap : a->twist;
        if (row->metres || (row->lock.turn == 0 && row->lock.count > 0))
            to[row->joint] = hypot(to[row->joint], jd_row_gap(row, a->first[r]));
    }
}

/* ---- Joints of one line: a repeat, or a part that is used again, is told once ------------------
 */

typedef struct {
    const Assembly *a;
    const double *off; /* of each joint, */
    double least;      /* and what is told of it */
    double scale;
    const char *unit;
} Noted;

static bool is_noted(const Noted *n, int k) {
    const SystemJoint *joint = &n->a->system->joint[k];
    const double meant = joint->start_row ? n->a->system->settings.gap : 0;
    return n->off[k] - (n->off == n->a->gap ? meant : 0) >= n->least;
}

static bool is_same_line(const Noted *n, int k, int other) {
    const Where x = n->a->system->joint[k].where, y = n->a->system->joint[other].where;
    return x.line > 0 && x.line == y.line && x.column == y.column && x.file && y.file &&
           !strcmp(x.file, y.file);
}

/* Whether joint k is to be told of by itself. */
static bool is_first(const Noted *n, int k) {
    bool first = is_noted(n, k);
    for (int j = 0; j < k && first; j++) first = !is_noted(n, j) || !is_same_line(n, k, j);
    return first;
}

static void hint_others(const Noted *n, int k) {
    enum { SHOWN = 6 };
    Text list = {0};
    int count = 0;
    for (int j = k + 1; j < n->a->system->joints; j++) {
        if (!is_noted(n, j) || !is_same_line(n, k, j) || ++count > SHOWN) continue;
        jd_text_print(&list, "%s'%s' (%.4g %s)", list.count ? ", " : "",
                      n->a->system->joint[j].name, n->scale * n->off[j], n->unit);
    }
    if (list.at && count > SHOWN)
        jd_hint(n->a->log, "likewise %d others of this line: %s, ...", count, list.at);
    else if (list.at)
        jd_hint(n->a->log, "likewise %s, of the same line", list.at);
    jd_text_free(&list);
}

/* A drawing with round numbers is closed without a word; what can be seen on paper is said. */
static const double seen_on_paper = 1e-3;

void jd_note_gaps(Assembly *a) {
    const JdSystem *s = a->system;
    const Noted noted = {a, a->gap, seen_on_paper * s->length, in_mm, "mm"};
    for (int k = 0; k < s->joints; k++) {
        if (!is_first(&noted, k)) continue;
        jd_report(a->log, JD_NOTE, "drawn-apart", s->joint[k].where,
                  "joint '%s' was drawn %.4g mm apart; bodies are moved to close it",
                  s->joint[k].name, in_mm * a->gap[k]);
        hint_others(&noted, k);
        jd_hint(a->log, "if that is not meant, look at its points and at the lengths around it");
    }
}

void jd_note_twists(Assembly *a) {
    const JdSystem *s = a->system;
    const Noted noted = {a, a->twist, little_off, 180 / pi, "degrees"};
    for (int k = 0; k < s->joints; k++) {
        if (!is_first(&noted, k)) continue;
        jd_report(
            a->log, JD_NOTE, "drawn-apart", s->joint[k].where,
            "the axes of joint '%s' were drawn %.3g degrees out of line; bodies are turned to "
            "close it",
            s->joint[k].name, asin(fmin(a->twist[k], 1)) * 180 / pi);
        hint_others(&noted, k);
        jd_hint(a->log, "if that is not meant, look at its axes: a named frame brings its own, and "
                        "`axis` is that of the other side then");
    }
}

/* Whether the joints alone, with drives that stand still, let anything move. */
static bool can_move(Assembly *a) {
    enum { PLACES = 3 };
    Arena scratch = {0};
    double *place[PLACES];
    const int count = jd_wander(a->system, &a->motion, PLACES, place, &scratch);
    jd_arena_free(&scratch);
    return count != 0;
}

/* The axis that keeps all from moving, if one is alone in its direction. */
static void hint_odd_axis(Assembly *a) {
    const JdSystem *s = a->system;
    Text odd = {0};
    bool *all = ARENA_NEW(&a->system->arena, bool, s->joints + 1);
    for (int k = 0; all && k < s->joints; k++) all[k] = true;
    if (all) jd_print_off(s, all, 1.6, &odd);
    if (odd.at) jd_hint(a->log, "%s: is that meant?", odd.at);
    jd_text_free(&odd);
}

/* A rigid mechanism follows no velocity, whichever it is. */
static bool report_stuck(Assembly *a) {
    const JdSystem *s = a->system;
    for (int d = 0; d < s->drives; d++)
        if (jd_drive_stands(&s->drive[d])) return false;
    int r = jd_first_row(&a->rates, a->v.rate, OF_STARTS);
    if (r < 0) r = jd_first_row(&a->rates, a->v.rate, OF_DRIVES);
    if (r < 0 || can_move(a)) return false;
    const Row *row = &a->rates.row[r];
    Text joints = {0};
    jd_print_names(s, a->model, &a->rates, a->v.rate, OF_JOINTS, &joints);
    jd_report(a->log, JD_ERROR, "nothing-moves",
              row->start >= 0 ? a->model->starts.at[row->start].where : s->drive[row->drive].where,
              "'%s' %s: %s%s let nothing move", row_name(s, a->model, row),
              row->start >= 0 ? "can only be zero" : "cannot move anything, whatever its motion",
              joints.at ? joints.at : "the joints", joints.at ? " together" : "");
    jd_hint(a->log, "look at the points and axes of the joints, or let one of them lock less");
    if (!jd_hint_off(a)) hint_odd_axis(a);
    jd_text_free(&joints);
    return true;
}

void jd_report_velocities(Assembly *a) {
    const JdSystem *s = a->system;
    if (report_stuck(a)) return;
    if (jd_first_row(&a->rates, a->v.rate, OF_STARTS) >= 0) {
        report_contradiction(a);
        return;
    }
    if (report_drives(a)) return;
    const Row *worst = &a->rates.row[jd_worst_row(&a->rates, a->v.rate, s->length)];
    const SystemJoint *joint = &s->joint[worst->joint >= 0 ? worst->joint : 0];
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

static const double wrong_turn =
    1e-3; /* what is left of a turn that is half of one, if it is any */

bool jd_check_branches(Assembly *a) {
    JdSystem *s = a->system;
    for (int k = 0; k < s->joints; k++) {
        SystemJoint *joint = &s->joint[k];
        bool locks_angle = false;
        for (int n = 0; n < joint->locks; n++)
            locks_angle = locks_angle || !joint->lock_row[n].metres;
        /* If its frees do not place it, it is not known how a joint may stand. */
        if (!locks_angle || !joint->placed) continue;
        const Side i = s->kernel->side(s, &a->motion, joint->frame_i),
                   j = s->kernel->side(s, &a->motion, joint->frame_j);
        const Axes left = left_over(joint, &i.axes, &j.axes);
        if (vec3_norm(jd_axes_to_vector(&left)) < wrong_turn) continue;
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

/* ---- Starts that are far away ---------------------------------------------------------------- */

void jd_report_far(Assembly *a) {
    const JdSystem *s = a->system;
    const int at = jd_worst_row(&a->positions, a->first, s->length);
    const Row *row = &a->positions.row[at];
    const double away = fabs(a->first[at]);
    const char *name = row_name(s, a->model, row), *unit = row->metres ? "m" : "rad";
    if (row->start >= 0)
        jd_report(a->log, JD_ERROR, "start-far", a->model->starts.at[row->start].where,
                  "the start value of '%s' is %.3g %s from the drawn position: too far to carry "
                  "bodies along",
                  name, away, unit);
    else if (row->drive >= 0)
        jd_report(
            a->log, JD_ERROR, "start-far", s->drive[row->drive].where,
            "drive '%s' begins %.3g %s from the drawn position: too far to carry bodies along",
            name, away, unit);
    else
        jd_report(a->log, JD_ERROR, "start-far", s->joint[row->joint].where,
                  "joint '%s' is drawn %.3g %s apart: too far to bring its bodies together", name,
                  away, unit);
    if (row->metres)
        jd_hint(a->log, "draw the mechanism nearer to where it starts; is a unit wrong?");
    else
        jd_hint(a->log, "leave whole turns out: they change nothing but the count; or is it meant "
                        "in degrees?");
}
