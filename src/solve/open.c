/* SPDX-License-Identifier: MIT
 *
 * What to say when no position is found. Who is to blame is found by trying: where it goes together
 * without the start values, or without the drives, these ask for too much, and each is told what it
 * comes to at best; otherwise a loop stays open, by the distance that is left at one joint with all
 * others closed. */
#include "solve/inside.h"
#include "solve/reach.h"
#include "solve/limits.h"
#include <string.h>

enum { WISHES = 24 }; /* so many are tried one by one */
static const double far_off = 1e-6;

/* ---- Trying --------------------------------------------------------------------------------- */

/* Rows of these kinds hold, others are not asked for. */
void jd_reach_hold(Reach *r, NamesOf kinds) {
    for (int k = 0; k < r->set->rows; k++)
        r->as[k] = kinds & jd_row_kind(&r->set->row[k]) ? REACH_HELD : REACH_IGNORED;
}

static bool has(const Reach *r, NamesOf kind) {
    for (int k = 0; k < r->set->rows; k++)
        if (jd_row_kind(&r->set->row[k]) == kind) return true;
    return false;
}

/* Rows that need not hold, how far off in all. */
static double missing(const Reach *r) {
    double sum = 0;
    for (int k = 0; k < r->set->rows; k++) {
        const Row *row = &r->set->row[k];
        if (r->as[k] != REACH_NEARLY) continue;
        const double gap = jd_row_gap(row, r->work.f[k]) / (row->metres ? r->system->length : 1);
        sum += gap * gap;
    }
    return sqrt(sum);
}

/* Moves off positions that are singular, so that it can go on from there. */
static const double beside = 2e-2, just_beside = 1e-3;

/* As near as it gets, from the drawing, from beside it and from where assembly ended. */
double jd_come_near(const Assembly *a, Reach *r) {
    const double *const from[] = {a->drawn, a->drawn, a->motion.q};
    const double nudge[] = {0, beside, just_beside};
    double least = INFINITY;
    int best = 0;
    for (int n = 0; n < 3 && least > met; n++) {
        const double now = jd_reach(r, from[n], nudge[n]) ? missing(r) : INFINITY;
        if (now < least) least = now, best = n;
    }
    if (least < INFINITY) jd_reach(r, from[best], nudge[best]);
    return least;
}

bool jd_goes_together(const Assembly *a, Reach *r, NamesOf kinds) {
    jd_reach_hold(r, kinds);
    return jd_come_near(a, r) < INFINITY && r->left < met;
}

/* ---- Values --------------------------------------------------------------------------------- */

static double asked(const Row *row) {
    double f = 0, rate = 0, bias = 0;
    Row plain = *row;
    plain.wraps = false;
    jd_row_target(&plain, &(Motion){0}, &f, &rate, &bias);
    return -f;
}

/* "1.571 rad (90 degrees)", "0.3 m" */
static void print_value(const Row *row, double value, Text *out) {
    if (fabs(value) < found_to) value = 0;
    if (row->metres)
        jd_text_print(out, "%.4g m", value);
    else
        jd_text_print(out, "%.4g rad (%.4g degrees)", value, value * 180 / pi);
}

/* What a drive drives, "jC.travel"; the start value. */
static void print_wish(const Assembly *a, const Row *row, Text *out) {
    const JdSystem *s = a->system;
    if (row->start >= 0) {
        jd_text_print(out, "%s", jd_start_name(&a->model->starts.at[row->start]));
        return;
    }
    const SystemDrive *drive = &s->drive[row->drive];
    const SystemJoint *joint = &s->joint[drive->joint];
    jd_text_print(out, "%s.%s", joint->name, joint->free[drive->free]->position);
}

/* Three angles that were asked for as an attitude have no value of their own. */
static bool has_value(const Assembly *a, const Row *row) {
    if (row->start < 0) return true;
    const ModelStart *start = &a->model->starts.at[row->start];
    return !start->said && row->target == start->value;
}

/* Whether it can change at all, while the rows that are held hold. */
static bool can_change(const Assembly *a, Reach *r, int row) {
    r->as[row] = REACH_IGNORED;
    jd_reach(r, a->drawn, 0);
    const double before = r->work.f[row];
    jd_reach(r, r->motion.q, beside);
    return fabs(r->work.f[row] - before) >
           found_to * (r->set->row[row].metres ? r->system->length : 1);
}

/* ---- One wish that is out of reach ----------------------------------------------------------- */

typedef struct {
    int row;
    double best; /* what it comes to */
    bool changes;
    Text held; /* by whom */
} Limit;

/* The first wish of this kind that cannot be had by itself, beside rows of the kinds held. */
static bool find_limit(const Assembly *a, Reach *r, NamesOf kind, NamesOf held, Limit *out) {
    int tried = 0;
    for (int k = 0; k < r->set->rows && tried < WISHES; k++) {
        const Row *row = &r->set->row[k];
        if (jd_row_kind(row) != kind) continue;
        tried++;
        jd_reach_hold(r, held);
        r->as[k] = REACH_NEARLY;
        const double left = jd_come_near(a, r);
        if (!(left > far_off && left < INFINITY)) continue;
        a->out->gap = left;
        *out = (Limit){.row = k, .best = asked(row) + r->work.f[k]};
        jd_print_names(a->system, a->model, r->set, r->pull, held, &out->held);
        out->changes = can_change(a, r, k);
        return true;
    }
    return false;
}

static void hint_limit(const Assembly *a, const Row *row, const Limit *limit, const char *start) {
    Text best = {0};
    print_value(row, limit->best, &best);
    if (!has_value(a, row))
        jd_hint(a->log, "give an attitude within reach, or take it away");
    else if (best.at && limit->changes)
        jd_hint(a->log,
                "the nearest it comes to is %s: %s, or look at the lengths and points around it",
                best.at, start);
    else if (best.at)
        jd_hint(a->log, "take it away: the value follows from the joints%s, and is %s",
                row->start >= 0 ? " and drives" : "", best.at);
    jd_text_free(&best);
}

static void report_start(Assembly *a, const Row *row, const Limit *limit) {
    const ModelStart *start = &a->model->starts.at[row->start];
    Text value = {0};
    print_value(row, asked(row), &value);
    const bool number = has_value(a, row) && value.at;
    jd_report(a->log, JD_ERROR, "start-contradiction", start->where,
              "the start value of '%s'%s%s%s is out of reach%s%s", jd_start_name(start),
              number ? ", " : "", number ? value.at : "", number ? "," : "",
              limit->held.at ? " for " : "", limit->held.at ? limit->held.at : "");
    hint_limit(a, row, limit, "start it within reach");
    jd_hint_off(a);
    jd_text_free(&value);
}

/* Where the drawing has what drives ask for elsewhere. */
static void hint_drawn(const Assembly *a, Reach *r, int only) {
    Text list = {0};
    int count = 0;
    jd_reach_hold(r, 0);
    jd_reach(r, a->drawn, 0);
    for (int k = 0; k < r->set->rows; k++) {
        const Row *row = &r->set->row[k];
        const double little = 1e-3 * (row->metres ? r->system->length : 1), off = r->work.f[k];
        const bool moved = fabs(off) > little && fabs(asked(row) + off) > little;
        if (row->drive < 0 || (only >= 0 && k != only) || !moved || ++count > 3) continue;
        jd_text_print(&list, "%s", list.count ? "; " : "");
        print_wish(a, row, &list);
        jd_text_print(&list, " is ");
        print_value(row, asked(row) + off, &list);
        jd_text_print(&list, ", and '%s' asks for ", r->system->drive[row->drive].name);
        print_value(row, asked(row), &list);
    }
    if (list.at)
        jd_hint(a->log, "as drawn %s%s: if a motion is to begin with the drawing, add that to it",
                list.at, count > 3 ? "; and so on" : "");
    jd_text_free(&list);
}

/* ---- Drives that begin elsewhere --------------------------------------------------------------
 */

/* What can be seen on paper, of lengths by the mechanism's. */
static const double seen_travel = 1e-3, seen_angle = 2e-3;

static double begins(const Assembly *a, const Row *row) {
    double f = 0, rate = 0, bias = 0;
    Row plain = *row;
    plain.wraps = false;
    jd_row_target(&plain, &a->motion, &f, &rate, &bias);
    return -f;
}

static void print_begins(const Assembly *a, const Row *row, double off, Text *out) {
    jd_text_print(out, "'%s' begins with ", a->system->drive[row->drive].name);
    print_wish(a, row, out);
    jd_text_print(out, " = ");
    print_value(row, begins(a, row), out);
    jd_text_print(out, ", where the drawing has ");
    print_value(row, begins(a, row) + off, out);
}

void jd_warn_drives(const Assembly *a) {
    enum { SHOWN = 3 };
    const Row *first = NULL;
    Text words = {0}, more = {0};
    int count = 0;
    for (int r = 0; r < a->positions.rows; r++) {
        const Row *row = &a->positions.row[r];
        const double seen = row->metres ? seen_travel * a->system->length : seen_angle;
        if (row->drive < 0 || fabs(a->as_drawn[r]) < seen || ++count > SHOWN + 1) continue;
        if (!first) first = row;
        if (row != first) jd_text_print(&more, "%s", more.count ? "; " : "");
        print_begins(a, row, a->as_drawn[r], row == first ? &words : &more);
    }
    if (first && words.at) {
        jd_report(a->log, JD_WARNING, "drive-moves-drawing", a->system->drive[first->drive].where,
                  "drive %s: the mechanism is moved there before the run", words.at);
        if (more.at)
            jd_hint(a->log, "likewise drive %s%s", more.at,
                    count > SHOWN + 1 ? "; and others" : "");
        jd_hint(a->log, first->metres
                            ? "a motion that begins with the drawing begins with what that has"
                            : "angles of joints count from the drawing, where they are zero: a "
                              "motion that begins with the drawing begins with 0");
        const SystemDrive *drive = &a->system->drive[first->drive];
        const FreeDef *def = a->system->joint[drive->joint].free[drive->free];
        jd_hint(a->log, "if it is to begin elsewhere, draw it there%s",
                def->kind == FREE_BALL ? ""
                                       : "; a drive of the rate goes on from wherever it stands");
    }
    jd_text_free(&words);
    jd_text_free(&more);
}

/* ---- Drives out of reach -----------------------------------------------------------------------
 */

static void report_drive(Assembly *a, Reach *r, const Limit *limit) {
    const Row *row = &r->set->row[limit->row];
    const SystemDrive *drive = &a->system->drive[row->drive];
    Text wish = {0}, value = {0};
    print_wish(a, row, &wish);
    print_value(row, asked(row), &value);
    if (wish.at && value.at)
        jd_report(a->log, JD_ERROR, "loop-open", drive->where,
                  "at the start '%s' asks for %s = %s, which is out of reach%s%s", drive->name,
                  wish.at, value.at, limit->held.at ? " for " : "",
                  limit->held.at ? limit->held.at : "");
    hint_limit(a, row, limit, "let its motion start within reach");
    jd_hint_reach(a);
    hint_drawn(a, r, limit->row);
    jd_hint_off(a);
    jd_text_free(&wish);
    jd_text_free(&value);
}

/* ---- Wishes that do not go together ---------------------------------------------------------- */

/* As near as all of this kind come at once; those that take part are named by what they pull. */
static bool come_near_all(const Assembly *a, Reach *r, NamesOf kind, NamesOf held) {
    jd_reach_hold(r, held);
    for (int k = 0; k < r->set->rows; k++)
        if (jd_row_kind(&r->set->row[k]) == kind) r->as[k] = REACH_NEARLY;
    const double left = jd_come_near(a, r);
    const bool apart = left > far_off && left < INFINITY;
    if (apart) a->out->gap = left;
    return apart;
}

/* The last of them, with the others as they are. */
static void hint_last(const Assembly *a, Reach *r) {
    int last = -1;
    const double *pull = r->pull;
    double most = 0;
    for (int k = 0; k < r->set->rows; k++) most = fmax(most, fabs(pull[k]));
    for (int k = 0; k < r->set->rows; k++)
        if (r->set->row[k].start >= 0 && fabs(pull[k]) > takes_part_from * most) last = k;
    Text best = {0};
    const Row *row = last < 0 ? NULL : &r->set->row[last];
    if (row && has_value(a, row)) {
        jd_reach_hold(r, OF_JOINTS | OF_DRIVES | OF_STARTS);
        r->as[last] = REACH_NEARLY;
        if (jd_come_near(a, r) < INFINITY) print_value(row, asked(row) + r->work.f[last], &best);
    }
    if (best.at)
        jd_hint(a->log,
                "take one of them away, or change it: with the others as they are '%s' comes to %s "
                "at best",
                jd_start_name(&a->model->starts.at[row->start]), best.at);
    else
        jd_hint(a->log, "take one of the start values away, or change it");
    jd_text_free(&best);
}

static void report_starts(Assembly *a, Reach *r) {
    Text starts = {0}, others = {0};
    jd_print_names(a->system, a->model, r->set, r->pull, OF_STARTS, &starts);
    const int held =
        jd_print_names(a->system, a->model, r->set, r->pull, OF_JOINTS | OF_DRIVES, &others);
    const int row = jd_first_row(r->set, r->pull, OF_STARTS);
    jd_report(a->log, JD_ERROR, "start-contradiction",
              row < 0 ? nowhere : a->model->starts.at[r->set->row[row].start].where,
              "the start values of %s cannot be reached together%s%s%s",
              starts.at ? starts.at : "some frees", held ? ": " : "", held ? others.at : "",
              !held      ? ""
              : held > 1 ? " do not allow it"
                         : " does not allow it");
    hint_last(a, r);
    jd_hint_off(a);
    jd_text_free(&starts);
    jd_text_free(&others);
}

static void report_drives(Assembly *a, Reach *r) {
    Text drives = {0}, joints = {0};
    jd_print_names(a->system, a->model, r->set, r->pull, OF_DRIVES, &drives);
    jd_print_names(a->system, a->model, r->set, r->pull, OF_JOINTS, &joints);
    const int row = jd_first_row(r->set, r->pull, OF_DRIVES);
    jd_report(a->log, JD_ERROR, "loop-open",
              row < 0 ? nowhere : a->system->drive[r->set->row[row].drive].where,
              "at the start %s ask for positions that %s cannot follow together",
              drives.at ? drives.at : "the drives", joints.at ? joints.at : "the bodies");
    jd_hint(a->log, "each of them alone can be had: change a motion, or, if there are more drives "
                    "than freedoms, remove one");
    hint_drawn(a, r, -1);
    jd_hint_reach(a);
    jd_hint_off(a);
    jd_text_free(&drives);
    jd_text_free(&joints);
}

/* True: it was told. */
static bool report_wishes(Assembly *a, Reach *r, NamesOf kind, NamesOf held) {
    if (!has(r, kind) || !jd_goes_together(a, r, held)) return false;
    Limit limit = {0};
    const bool one = find_limit(a, r, kind, held, &limit);
    const bool all = !one && come_near_all(a, r, kind, held);
    if (one && kind == OF_STARTS) report_start(a, &r->set->row[limit.row], &limit);
    if (one && kind == OF_DRIVES) report_drive(a, r, &limit);
    if (all && kind == OF_STARTS) report_starts(a, r);
    if (all && kind == OF_DRIVES) report_drives(a, r);
    jd_text_free(&limit.held);
    return one || all;
}

void jd_report_open(Assembly *a) {
    Reach r;
    if (!jd_reach_open(&r, a->system, &a->positions, a->motion.time)) {
        jd_report_memory(a->log);
        return;
    }
    if (!report_wishes(a, &r, OF_STARTS, OF_JOINTS | OF_DRIVES) &&
        !report_wishes(a, &r, OF_DRIVES, OF_JOINTS))
        jd_report_loop(a, &r);
    jd_reach_close(&r);
}
