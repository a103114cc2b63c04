/* SPDX-License-Identifier: MIT
 *
 * Where locks repeat each other reactions are not unique: which channels show such ones. A
 * combination of rows that vanishes is a set of reactions that is in balance with itself, so any
 * amount of it may be added: theory (5.15). A channel that shows something of it, at the start or
 * at another position that the mechanism comes to, is not unique. */
#include "solve/redundant.h"
#include "solve/limits.h"
#include <stdlib.h>
#include <string.h>

bool jd_look_open(Look *look, const JdSystem *s, const Motion *from) {
    *look = (Look){.system = s};
    Layout measure = {0};
    jd_motion_layout(s, &look->motion, &measure);
    look->memory = calloc(1, measure.used + 1);
    if (!look->memory) return false;
    Layout place = {.base = look->memory};
    jd_motion_layout(s, &look->motion, &place);
    look->motion.time = from->time;
    s->kernel->init(s, &s->dynamics, &look->motion.rows);
    return true;
}

void jd_look_place(Look *look, const double *q) {
    const JdSystem *s = look->system;
    memcpy(look->motion.own_q, q, (size_t)jd_positions(s) * sizeof *q);
    s->kernel->move(s, &look->motion);
}

static void look_rows(Look *look, const double *q) {
    const JdSystem *s = look->system;
    jd_look_place(look, q);
    s->kernel->rows(s, &s->dynamics, &look->motion, &look->motion.rows);
}

void jd_look_at(Look *look, const double *q) {
    const JdSystem *s = look->system;
    Motion *m = &look->motion;
    look_rows(look, q);
    jd_rows_factor(s, &s->dynamics, &m->rows);
    jd_rows_null(s, &s->dynamics, &m->rows);
}

/* Combination k as multipliers, 1 at its own row: its rows in `pull`. */
static void put_pull(const Dependent *found, int k, double *pull) {
    const Combination *z = &found->vector[k];
    double own = 1;
    for (int n = 0; n < z->count; n++)
        if (z->row[n] == found->own[k]) own = z->weight[n] / found->scale[z->row[n]];
    for (int n = 0; n < z->count; n++)
        pull[z->row[n]] = z->weight[n] / found->scale[z->row[n]] / own;
}

void jd_look_given(Look *look, const double *q, const Dependent *found) {
    const int rows = look->system->dynamics.rows;
    double *null = look->motion.rows.anchor.null;
    look_rows(look, q);
    for (int k = 0; k < found->count && k < look->system->anchors; k++)
        put_pull(found, k, null + (size_t)k * (size_t)rows);
}

void jd_look_close(Look *look) {
    free(look->memory);
    look->memory = NULL;
}

/* ---- Channels ------------------------------------------------------------------------------- */

/* What a channel would show of reactions `pull`; moments by the mechanism's length. */
static double shown(Look *look, int channel, const double *pull) {
    const JdSystem *s = look->system;
    const struct ChannelAt *at = &s->channel[channel];
    double value = 0;
    look->motion.pull = pull;
    if (at->def->reads == READS_DRIVE)
        value = pull[s->drive[at->subject].row];
    else if (s->joint[at->subject].group >= 0)
        value = at->def->eval(s, &look->motion, at->subject, at->number);
    return fabs(value) / (strcmp(at->unit, "N*m") ? 1 : s->length);
}

/* Channels that show reactions, joint by joint and then drive by drive: of[first[n]] up to
 * of[first[n + 1]]. */
typedef struct {
    int *first, *of;
    double *value; /* of each channel */
    int *loaded;   /* joints and drives that have a part in the combination at hand, */
    int count;
    bool *listed; /* and of each whether it is among them */
} Shown;

static int owner(const JdSystem *s, int channel) {
    const struct ChannelAt *at = &s->channel[channel];
    return at->subject + (at->def->reads == READS_DRIVE ? s->joints : 0);
}

static bool list_shown(const JdSystem *s, Arena *scratch, Shown *to) {
    const int owners = s->joints + s->drives;
    to->first = ARENA_NEW(scratch, int, owners + 2);
    to->of = ARENA_NEW(scratch, int, s->channels + 1);
    to->value = ARENA_NEW(scratch, double, s->channels + 1);
    to->loaded = ARENA_NEW(scratch, int, owners + 1);
    to->listed = ARENA_NEW(scratch, bool, owners + 1);
    if (scratch->failed) return false;
    int count = 0;
    for (int c = 0; c < s->channels; c++)
        if (s->channel[c].def->reads != READS_NOTHING) to->first[owner(s, c) + 1]++, count++;
    for (int n = 0; n < owners; n++) to->first[n + 1] += to->first[n];
    for (int c = s->channels - 1; c >= 0; c--)
        if (s->channel[c].def->reads != READS_NOTHING) to->of[--to->first[owner(s, c) + 1]] = c;
    for (int n = 0; n < owners; n++) to->first[n] = to->first[n + 1];
    to->first[owners] = count;
    return true;
}

/* Shares of the largest: a row has a part in a combination; a channel shows it. */
static const double loaded_from = 1e-9, shown_from = 1e-6;

static void load(Shown *at, int owner) {
    if (!at->listed[owner]) at->loaded[at->count++] = owner;
    at->listed[owner] = true;
}

/* Joints and drives whose rows have a part in it: in rows that are given, or in any. */
static void list_loaded(const JdSystem *s, const double *pull, const Combination *in, Shown *at) {
    const RowSet *set = &s->dynamics;
    const int count = in ? in->count : set->rows;
    double largest = 0;
    for (int n = 0; n < count; n++) largest = fmax(largest, fabs(pull[in ? in->row[n] : n]));
    at->count = 0;
    for (int n = 0; n < count; n++) {
        const int r = in ? in->row[n] : n;
        if (!(fabs(pull[r]) > loaded_from * largest)) continue;
        if (set->row[r].drive >= 0)
            load(at, s->joints + set->row[r].drive);
        else if (set->row[r].joint >= 0)
            load(at, set->row[r].joint);
    }
    for (int n = 0; n < at->count; n++) at->listed[at->loaded[n]] = false;
}

static void mark(JdSystem *s, Look *look, const double *pull, const Combination *in, Shown *at) {
    double most = 0;
    list_loaded(s, pull, in, at);
    for (int n = 0; n < at->count; n++)
        for (int c = at->first[at->loaded[n]]; c < at->first[at->loaded[n] + 1]; c++)
            most = fmax(most, at->value[at->of[c]] = shown(look, at->of[c], pull));
    for (int n = 0; n < at->count; n++)
        for (int c = at->first[at->loaded[n]]; c < at->first[at->loaded[n] + 1]; c++)
            if (at->value[at->of[c]] > shown_from * most) s->channel_loose[at->of[c]] = true;
}

/* All combinations there. */
static void mark_each(JdSystem *s, Look *look, const double *q, Shown *at) {
    jd_look_at(look, q);
    for (int k = 0; k < s->anchors; k++) mark(s, look, jd_look_null(look, k), NULL, at);
}

/* The same where there are many rows: by what was found loop by loop. */
static bool mark_found(const Redundancy *r, Look *look, const double *q, Shown *at) {
    JdSystem *s = r->system;
    Dependent found = q == r->start->q ? r->here : r->there;
    double *pull = ARENA_NEW(r->scratch, double, s->dynamics.rows + 1);
    if (!pull) return false;
    if (q != r->start->q && q != r->place[0] &&
        jd_dependent_rows(s, &s->dynamics, r->start, q, &found, r->scratch) < 0)
        return false;
    look_rows(look, q);
    for (int k = 0; k < found.count; k++) {
        const Combination *z = &found.vector[k];
        put_pull(&found, k, pull);
        mark(s, look, pull, z, at);
        for (int n = 0; n < z->count; n++) pull[z->row[n]] = 0;
    }
    return true;
}

bool jd_mark_loose(const Redundancy *r) {
    JdSystem *s = r->system;
    if (!s->anchors) return true;
    const bool singular = r->here.count > r->there.count; /* there, more than in general is open */
    Shown at;
    s->channel_loose = ARENA_NEW(&s->arena, bool, s->channels + 1);
    Look look;
    if (!list_shown(s, r->scratch, &at) || !s->channel_loose || !jd_look_open(&look, s, r->start))
        return false;
    bool good = true;
    for (int n = -1; n < r->places && good; n++) {
        const double *q = n < 0 ? r->start->q : r->place[n];
        if (n < 0 && singular && r->places) continue;
        if (r->there.by_loops)
            good = mark_found(r, &look, q, &at);
        else
            mark_each(s, &look, q, &at);
    }
    jd_look_close(&look);
    return good;
}

/* ---- In words ------------------------------------------------------------------------------- */

static bool is_loose(const JdSystem *s, const char *name, const char *word, const char *end) {
    Text channel = {0};
    jd_text_print(&channel, "%s.%s%s", name, word, end);
    const int found = channel.at ? jd_channel_find(s, channel.at) : -1;
    jd_text_free(&channel);
    return found >= 0 && s->channel_loose && s->channel_loose[found];
}

static void add(Text *out, const char *name, const char *word) {
    jd_text_print(out, "%s%s.%s", out->count ? ", " : "", name, word);
}

/* "force.x force.z torque" of a joint's parts that are not unique; all of a kind by its name alone.
 */
static int print_parts(const JdSystem *s, const char *name, bool own, Text *out) {
    static const char *const kinds[2] = {"force", "torque"};
    static const char *const parts[2][3] = {{"force.x", "force.y", "force.z"},
                                            {"torque.x", "torque.y", "torque.z"}};
    const char *const end = own ? "i" : "";
    const bool planar = s->space == JD_PLANAR;
    int total = 0;
    for (int kind = 0; kind < 2; kind++) {
        bool loose[3];
        int count = 0;
        const int all = !planar ? 3 : kind ? 1 : 2;
        for (int n = 0; n < 3; n++) count += loose[n] = is_loose(s, name, parts[kind][n], end);
        if (planar && kind) count = is_loose(s, name, "torque", "");
        if (count == all) add(out, name, kinds[kind]);
        for (int n = 0; n < 3 && count < all; n++) {
            if (!loose[n]) continue;
            add(out, name, parts[kind][n]);
            jd_text_print(out, "%s", end);
        }
        total += count;
    }
    return total;
}

int jd_print_loose(const JdSystem *s, const bool *joints, const bool *drives, bool own, Text *out) {
    int total = 0;
    for (int k = 0; k < s->joints; k++)
        if (joints[k] && !s->joint[k].couples)
            total += print_parts(s, s->joint[k].name, own, out);
        else if (joints[k] && is_loose(s, s->joint[k].name, "lambda1", "")) {
            add(out, s->joint[k].name, "lambda1");
            total++;
        }
    for (int d = 0; d < s->drives; d++) {
        if (!drives[d] || !is_loose(s, s->drive[d].name, "effort", "")) continue;
        add(out, s->drive[d].name, "effort");
        total++;
    }
    return total;
}

/* ---- Planar loops in space ------------------------------------------------------------------ */

/* Whether every turn of these joints is about one direction, and every slide normal to it: they
 * move bodies in parallel planes only; and gravity pulls along them. */
static const double in_plane = 1e-6,
                    in_plane_square = 1e-9; /* radians; of a cosine, which counts squares */

bool jd_is_planar_loop(const JdSystem *s, const Motion *motion, const bool *joints) {
    Vec3 normal = {0, 0, 0};
    int count = 0;
    if (s->space == JD_PLANAR) return false;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < s->joints; k++) {
            if (!joints[k]) continue;
            const SystemJoint *joint = &s->joint[k];
            const Axes axes = s->kernel->side(s, motion, joint->frame_i).axes;
            if (joint->locks + joint->frees != 6) return false;
            for (int f = 0; f < joint->frees; f++) {
                const Vec3 axis = axes_at(&axes, joint->free[f]->axis);
                const bool slide = joint->free[f]->kind == FREE_SLIDE;
                if (joint->free[f]->kind == FREE_BALL) return false;
                if (pass == 0 && !slide) normal = axis, count++;
                if (pass == 0) continue;
                const double along = fabs(vec3_dot(axis, normal));
                if (slide ? along > in_plane : along < 1 - in_plane_square) return false;
            }
        }
    return count > 1 && fabs(vec3_dot(s->gravity, normal)) <= met * vec3_norm(s->gravity);
}
