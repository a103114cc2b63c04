/* SPDX-License-Identifier: MIT
 *
 * Locks that follow from others: found, held as such, and told, one message for each set of joints
 * that has nothing to do with the other sets. */
#include "solve/redundant.h"
#include "solve/limits.h"
#include <string.h>

/* ---- Sets ----------------------------------------------------------------------------------- */

static bool takes_part(const Combination *z, int n) {
    return fabs(z->weight[n]) >= takes_part_from;
}

/* Whether joints or drives of a combination are in the set. */
static bool shares(const Redundancy *r, const Repeated *set, const Combination *z) {
    for (int n = 0; n < z->count; n++) {
        if (!takes_part(z, n)) continue;
        const Row *row = &r->system->dynamics.row[z->row[n]];
        if (row->drive >= 0 ? set->drives[row->drive] : row->joint >= 0 && set->joints[row->joint])
            return true;
    }
    return false;
}

static void add_names(const Redundancy *r, Repeated *set, const Combination *z) {
    for (int n = 0; n < z->count; n++) {
        if (!takes_part(z, n)) continue;
        const Row *row = &r->system->dynamics.row[z->row[n]];
        if (row->drive >= 0)
            set->drives[row->drive] = true;
        else if (row->joint >= 0)
            set->joints[row->joint] = true;
    }
}

static void join(const Redundancy *r, Repeated *set, int vector) {
    set->vector[set->count++] = vector;
    add_names(r, set, &r->there.vector[vector]);
}

/* The set of a combination: all others that share joints with it, and so on. */
static bool gather(const Redundancy *r, int first, bool *taken, Repeated *set) {
    const JdSystem *s = r->system;
    *set = (Repeated){.vector = ARENA_NEW(r->scratch, int, r->there.count + 1),
                      .joints = ARENA_NEW(r->scratch, bool, s->joints + 1),
                      .drives = ARENA_NEW(r->scratch, bool, s->drives + 1)};
    if (!set->vector || !set->joints || !set->drives) return false;
    taken[first] = true;
    join(r, set, first);
    for (bool more = true; more;) {
        more = false;
        for (int k = first + 1; k < r->there.count; k++) {
            if (taken[k] || !shares(r, set, &r->there.vector[k])) continue;
            join(r, set, k);
            taken[k] = more = true;
        }
    }
    return true;
}

/* A drive that moves repeats locks, and no other position was found: it cannot move anything. */
static bool is_stuck(const Redundancy *r) {
    const JdSystem *s = r->system;
    if (!r->looked || r->places) return false;
    for (int c = 0; c < r->here.count; c++) {
        const Combination *z = &r->here.vector[c];
        for (int n = 0; n < z->count; n++) {
            const int drive = s->dynamics.row[z->row[n]].drive;
            if (drive >= 0 && !jd_drive_stands(&s->drive[drive]) && takes_part(z, n)) return true;
        }
    }
    return false;
}

/* No freedom, and no drive or none that can move anything. */
static bool is_rigid(const Redundancy *r) {
    const JdSystem *s = r->system;
    const int coordinates = s->kernel->nv * (s->bodies - 1) - jd_idle_turns(s);
    return coordinates <= s->dynamics.rows - r->here.count && (!s->drives || is_stuck(r));
}

/* There are freedoms to the first order, but no position beside the start. */
static bool is_fixed(const Redundancy *r) {
    return r->looked && !r->places && !is_rigid(r);
}

int jd_finite_freedoms(const Redundancy *r) {
    const JdSystem *s = r->system;
    const int coordinates = s->kernel->nv * (s->bodies - 1) - jd_idle_turns(s);
    const int here = coordinates - s->dynamics.rows + r->here.count;
    if (!r->looked || here <= 0) return here;
    /* Where drives move, it may have gone along with them alone. */
    if (!r->places) return 0;
    const int there = coordinates - s->dynamics.rows + r->there.count;
    return there < here ? there : here;
}

/* Combinations that vanish at the start and not elsewhere. */
static int singular(const Redundancy *r) {
    const int here = r->here.count + r->here.hardly, there = r->there.count + r->there.hardly;
    return here > there ? here - there : 0;
}

/* ---- What is said of a set ------------------------------------------------------------------ */

/* Joints that repeat another were reported as such when they were added. */
static bool is_known(const Redundancy *r, const Repeated *set) {
    int others = 0;
    for (int k = 0; k < r->system->joints; k++)
        others += set->joints[k] && !r->model->joints.at[k].repeats;
    for (int d = 0; d < r->system->drives; d++) others += set->drives[d];
    return others <= 1;
}

static Where first_place(const JdSystem *s, const Repeated *set) {
    for (int k = 0; k < s->joints; k++)
        if (set->joints[k]) return s->joint[k].where;
    for (int d = 0; d < s->drives; d++)
        if (set->drives[d]) return s->drive[d].where;
    return nowhere;
}

/* "'jO', 'jA' and 'jB'" */
static void print_names(const JdSystem *s, const Repeated *set, Text *out) {
    const int most = 12;
    int count = 0, n = 0;
    for (int k = 0; k < s->joints; k++) count += set->joints[k];
    for (int d = 0; d < s->drives; d++) count += set->drives[d];
    for (int k = 0; k < s->joints + s->drives; k++) {
        const bool joint = k < s->joints;
        if (joint ? !set->joints[k] : !set->drives[k - s->joints]) continue;
        if (++n > most) continue;
        jd_text_print(out, "%s'%s'", jd_between(n - 1, count),
                      joint ? s->joint[k].name : s->drive[k - s->joints].name);
    }
    if (count > most) jd_text_print(out, " and %d more", count - most);
}

/* Which reactions are not unique; along the axes of the joints it may be fewer. */
static void hint_loose(const Redundancy *r, const Repeated *set) {
    const JdSystem *s = r->system;
    const char *const right = r->places ? "the motion is right; " : "";
    Text ground = {0}, own = {0};
    const int count = jd_print_loose(s, set->joints, set->drives, false, &ground);
    const int fewer = jd_print_loose(s, set->joints, set->drives, true, &own);
    if (ground.at && ground.count < 240)
        jd_hint(r->log,
                "%snot unique, and shown of least size: %s; other reactions in these joints are "
                "unique%s",
                right, ground.at, fewer < count ? " along ground axes" : "");
    else
        jd_hint(r->log,
                "%sreactions in these joints are not unique, and those of least size are shown",
                right);
    if (own.at && fewer < count && own.count < 240)
        jd_hint(r->log,
                "along the axes of the joints' first frames fewer are open: %s; others along them "
                "are unique",
                own.at);
    jd_text_free(&ground);
    jd_text_free(&own);
}

static void hint_remedy(Redundancy *r, const Repeated *set) {
    Text remedy = {0};
    if (jd_print_remedy(r, set, &remedy) && remedy.at)
        jd_hint(r->log, "to make them unique, %s", remedy.at);
    else if (set->count == 1)
        jd_hint(r->log, "to make them unique, let one of these joints lock one motion less");
    else
        jd_hint(r->log, "to make them unique, these joints must lock %d motions less in all",
                set->count);
    jd_text_free(&remedy);
}

/* Some of them connect two bodies that move. */
static bool is_loop(const JdSystem *s, const bool *joints) {
    for (int k = 0; k < s->joints; k++)
        if (joints[k] && s->joint[k].body_i && s->joint[k].body_j) return true;
    return false;
}

static bool *all_joints(const Redundancy *r) {
    bool *all = ARENA_NEW(r->scratch, bool, r->system->joints + 1);
    if (all) memset(all, true, (size_t)r->system->joints * sizeof *all);
    return all;
}

static void report_set(Redundancy *r, const Repeated *set) {
    const JdSystem *s = r->system;
    Text names = {0};
    char many[40] = "one lock is";
    if (jd_model_allows(r->model, "joint-redundant")) return;
    if (set->count > 1) snprintf(many, sizeof many, "%d locks are", set->count);
    print_names(s, set, &names);
    if (names.at)
        jd_report(r->log, JD_WARNING, "joint-redundant", first_place(s, set),
                  "%s too many: %s lock the same motion%s more than once", many, names.at,
                  set->count > 1 ? "s" : "");
    jd_text_free(&names);
    hint_loose(r, set);
    if (!is_stuck(r)) hint_remedy(r, set);
    if (is_fixed(r))
        jd_hint(r->log, "no position beside the start was found where all joints hold: it may move "
                        "so little that it is rigid");
    const bool *all = all_joints(r);
    if (all && !is_rigid(r) && is_loop(s, set->joints) && jd_is_planar_loop(s, r->start, all))
        jd_hint(r->log, "all joints turn about one direction: written as `planar` the model has no "
                        "locks across its plane");
}

/* The lock of a joint that has no slope where it is zero, here and, as well as they are found, at
 * other positions; -1: none. */
static const double sloped_here = 1e-6, sloped_there = 1e-3; /* of unit moves */

static int flat_lock(const Redundancy *r) {
    const JdSystem *s = r->system;
    Look look;
    int found = -1;
    if (!jd_look_open(&look, s, r->start)) return -1;
    for (int k = 0; k < s->dynamics.rows && found < 0; k++) {
        const Row *row = &s->dynamics.row[k];
        double slope = 0;
        for (int n = -1; n < r->places && row->joint >= 0 && row->drive < 0; n++) {
            jd_look_place(&look, n < 0 ? r->start->q : r->place[n]);
            const double now = jd_row_slope(s, &look.motion, row);
            slope = n < 0 && now > sloped_here ? 1 : fmax(slope, now);
        }
        if (row->joint >= 0 && row->drive < 0 && slope < sloped_there) found = k;
    }
    jd_look_close(&look);
    return found;
}

/* xi.xj - 1 touches zero and does not cross it. */
static bool report_flat(const Redundancy *r) {
    const JdSystem *s = r->system;
    const int found = flat_lock(r);
    if (found < 0) return false;
    const Row *row = &s->dynamics.row[found];
    jd_report(r->log, JD_WARNING, "start-singular", s->joint[row->joint].where,
              "lock %d of joint '%s' is singular wherever it holds: no motion changes it to the "
              "first order, and so it has no reaction and holds nothing",
              row->number + 1, s->joint[row->joint].name);
    jd_hint(r->log,
            "a product of two unit axes is at its end at 1 or -1: to hold axes together lock "
            "two products that are zero, such as xi.yj and xi.zj for xi along xj");
    return true;
}

/* The joints and drives of these combinations, and their names. False: out of memory. */
static bool name_all(const Redundancy *r, const Combination *z, int count, Repeated *set,
                     Text *names) {
    *set = (Repeated){.joints = ARENA_NEW(r->scratch, bool, r->system->joints + 1),
                      .drives = ARENA_NEW(r->scratch, bool, r->system->drives + 1)};
    if (!set->joints || !set->drives) return false;
    for (int k = 0; k < count; k++) add_names(r, set, &z[k]);
    if (names) print_names(r->system, set, names);
    return true;
}

/* "one motion is", "2 motions are" */
static const char *motions_are(int count, char *room, size_t size) {
    if (count == 1) return "one motion is";
    snprintf(room, size, "%d motions are", count);
    return room;
}

static void report_singular(const Redundancy *r, int count) {
    Repeated set;
    Text names = {0};
    char many[40];
    if (report_flat(r)) return;
    if (!name_all(r, r->here.vector, r->here.count + r->here.hardly, &set, &names)) return;
    if (names.at)
        jd_report(r->log, JD_WARNING, "start-singular", first_place(r->system, &set),
                  "the start is a singular position: %s locked twice there, though not elsewhere, "
                  "by %s; the mechanism can leave it in more than one way",
                  motions_are(count, many, sizeof many), names.at);
    jd_hint(r->log, "bodies may be in line: start a little away from there, by drawing it so or by "
                    "a start value");
    jd_text_free(&names);
}

/* Combinations that vanish here and as well as positions are found elsewhere, too: along these
 * locks hold to the second order only. */
static int shaky(const Redundancy *r) {
    const int more = r->places ? r->here.count - r->there.count - singular(r) : 0;
    return more > 0 ? more : 0;
}

static void report_shaky(const Redundancy *r, int count) {
    Repeated set;
    Text names = {0};
    char many[40];
    if (!name_all(r, r->here.vector, r->here.count, &set, &names)) return;
    if (names.at)
        jd_report(r->log, JD_WARNING, "motion-shaky", first_place(r->system, &set),
                  "%s held to the second order only by %s: a little of it goes, wherever the "
                  "mechanism stands, and the forces against it are large",
                  motions_are(count, many, sizeof many), names.at);
    jd_hint(r->log,
            "it counts among the freedoms by rank, but leads nowhere; a joint that locks it, "
            "or other directions of these, make it firm");
    jd_text_free(&names);
}

/* An axis of the set that is a little off; true: it was told. */
static bool report_off(const Redundancy *r, const Repeated *set, double little) {
    const JdSystem *s = r->system;
    if (jd_model_allows(r->model, "axis-slightly-off")) return false;
    Text off = {0}, names = {0};
    const int joint = jd_print_off(s, set->joints, little, &off);
    print_names(s, set, &names);
    const bool told = joint >= 0 && off.at && names.at;
    if (told) {
        jd_report(r->log, JD_WARNING, "axis-slightly-off", s->joint[joint].where,
                  "%s; so %s lock a motion more than they seem to", off.at, names.at);
        jd_hint(r->log, "if they are meant to agree, give it with all digits: by the same `param`, "
                        "by unit(), cross() and the like");
    }
    jd_text_free(&off);
    jd_text_free(&names);
    return told;
}

/* Combinations that nearly vanish all along. */
static bool report_nearly(const Redundancy *r) {
    const Dependent *at = r->places ? &r->there : &r->here;
    Repeated set;
    return at->nearly && name_all(r, at->vector + at->count, at->nearly, &set, NULL) &&
           report_off(r, &set, little_off);
}

/* Axes that are off by no more make rows that nearly repeat each other seem to repeat each other.
 */
static const double seems_to_vanish = 1e-4;

static void report_sets(Redundancy *r) {
    bool *taken = ARENA_NEW(r->scratch, bool, r->there.count + 1);
    const bool elsewhere = r->here.count > r->there.count, nearly = report_nearly(r);
    Repeated set;
    if (!jd_look_open(&r->look, r->system, r->start)) r->scratch->failed = true;
    if (r->scratch->failed) {
        jd_look_close(&r->look);
        return;
    }
    if (r->there.by_loops)
        jd_look_given(&r->look, r->places ? r->place[0] : r->start->q, &r->there);
    else
        jd_look_at(&r->look, elsewhere && r->places ? r->place[0] : r->start->q);
    for (int k = 0; k < r->there.count; k++) {
        if (taken[k] || !gather(r, k, taken, &set) || is_known(r, &set)) continue;
        /* So little that it seems to vanish; if it keeps all from moving, also more. */
        if (!nearly) report_off(r, &set, r->looked && !r->places ? little_off : seems_to_vanish);
        report_set(r, &set);
    }
    jd_look_close(&r->look);
}

void jd_report_redundancy(Redundancy *r) {
    if (r->there.count)
        report_sets(r);
    else
        report_nearly(r);
    const JdModel *m = r->model;
    if (singular(r) && !jd_model_allows(m, "start-singular")) report_singular(r, singular(r));
    if (shaky(r) && !jd_model_allows(m, "motion-shaky")) report_shaky(r, shaky(r));
}

/* ---- Nothing moves -------------------------------------------------------------------------- */

void jd_report_rigid(const Redundancy *r) {
    const JdSystem *s = r->system;
    if (s->bodies < 2 || !is_rigid(r)) return;
    bool joints = false; /* that could move, if others let them */
    int named = 0;
    for (int k = 0; k < s->joints; k++) joints = joints || s->joint[k].frees > 0;
    const bool more = joints && (r->there.count > 0 || r->here.nearly > 0);
    Repeated all = {.joints = all_joints(r), .drives = ARENA_NEW(r->scratch, bool, 1)};
    Text names = {0};
    for (int k = 0; k < s->joints && all.joints; k++) named += all.joints[k];
    if (all.joints && all.drives) print_names(s, &all, &names);
    if (names.at)
        jd_report(r->log, more ? JD_WARNING : JD_NOTE, "nothing-moves", first_place(s, &all),
                  "nothing can move: %s lock%s all that could", names.at, named == 1 ? "s" : "");
    jd_hint(r->log,
            "%sif it is to move, look at the points and axes of the joints, or let one of them "
            "lock less",
            s->drives ? "no drive can change that; " : "");
    jd_text_free(&names);
}

/* ---- Finding -------------------------------------------------------------------------------- */

/* Rows that follow from others are held as such. */
static bool keep_anchors(const Redundancy *r) {
    JdSystem *s = r->system;
    int *anchor = ARENA_NEW(&s->arena, int, r->there.count + 1);
    if (!anchor) return false;
    memcpy(anchor, r->there.own, (size_t)r->there.count * sizeof *anchor);
    s->anchor = anchor;
    s->anchors = r->there.count;
    return true;
}

bool jd_find_redundancy(Redundancy *r) {
    JdSystem *s = r->system;
    if (jd_dependent_rows(s, &s->dynamics, r->start, NULL, &r->here, r->scratch) < 0) return false;
    r->there = r->here;
    /* A long tree has combinations that nearly vanish, as it has slow waves; so has a long row of
     * loops, of which nothing could be told in the plane. */
    const bool waves =
        r->here.by_loops && (!s->dynamics.loops || (r->here.waves && s->space == JD_PLANAR));
    r->looked = !is_rigid(r) && (r->here.count || (r->here.nearly && !waves));
    if (r->looked) r->places = jd_wander(s, r->start, PLACES, r->place, r->scratch);
    if (r->places < 0) return false;
    if (r->places > 0 &&
        jd_dependent_rows(s, &s->dynamics, r->start, r->place[0], &r->there, r->scratch) < 0)
        return false;
    return keep_anchors(r);
}
