/* SPDX-License-Identifier: MIT
 *
 * Changes that a remedy may be made of: another type for a joint, a joint or a drive less, and what
 * each takes away of the reactions that are in balance with themselves: theory (7.6). */
#include "solve/remedy.h"
#include "solve/limits.h"
#include <string.h>

/* ---- Rows that are taken away --------------------------------------------------------------- */

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

static const double new_share = 1e-2; /* of a row is beside those that are known: it is new */

/* Adds rows to the basis as far as all of them are new; otherwise none. */
bool jd_remedy_take(Search *f, const Change *change) {
    if (f->done + change->rows > f->n) return false;
    for (int k = 0; k < change->rows; k++) {
        double *to = f->basis + (size_t)((f->done + k) * f->n);
        memcpy(to, change->row + (size_t)(k * f->n), (size_t)f->n * sizeof *to);
        const double before = sqrt(dot(to, to, f->n));
        for (int round = 0; round < 2; round++)
            for (int b = 0; b < f->done + k; b++) {
                const double *known = f->basis + (size_t)(b * f->n), share = dot(to, known, f->n);
                for (int c = 0; c < f->n; c++) to[c] -= share * known[c];
            }
        const double after = sqrt(dot(to, to, f->n));
        if (!(after > new_share * before) || !(after > new_direction)) return false;
        for (int c = 0; c < f->n; c++) to[c] /= after;
    }
    f->done += change->rows;
    return true;
}

/* ---- Changes to try ------------------------------------------------------------------------- */

/* A motion of j against i at the joint: along, and about an axis through its point, by the
 * mechanism's length. */
typedef struct {
    double v[6];
} Twist;

static Twist twist(Vec3 along, Vec3 about) {
    return (Twist){{along.x, along.y, along.z, about.x, about.y, about.z}};
}

/* What a joint leaves free, and the axes of its two sides. */
typedef struct {
    const FreeDef *const *free;
    int count;
    const double *lead; /* of each, m per rad; NULL: none */
    const Axes *i, *j;
} Frees;

/* The last turn of several is about an axis of j. */
static void twists_of(const Frees *of, double length, Twist *out) {
    const Vec3 none = {0};
    int last = -1;
    for (int k = 0; k < of->count; k++)
        if (of->free[k]->kind == FREE_TURN) last = k;
    for (int k = 0; k < of->count; k++) {
        const Vec3 axis = axes_at(k == last ? of->j : of->i, of->free[k]->axis);
        const Vec3 advance = vec3_scale(of->lead ? of->lead[k] / length : 0, axis);
        out[k] = of->free[k]->kind == FREE_SLIDE ? twist(axis, none) : twist(advance, axis);
    }
}

/* Makes `more` orthonormal to what is known and to each other; returns how many are left. */
static int orthonormal(Twist *known, int count, const Twist *more, int others) {
    int at = count;
    for (int k = 0; k < others; k++) {
        Twist t = more[k];
        for (int round = 0; round < 2; round++)
            for (int b = 0; b < at; b++) {
                const double share = dot(t.v, known[b].v, 6);
                for (int c = 0; c < 6; c++) t.v[c] -= share * known[b].v[c];
            }
        const double size = sqrt(dot(t.v, t.v, 6));
        if (size < new_direction || at == 6) continue;
        for (int c = 0; c < 6; c++) t.v[c] /= size;
        known[at++] = t;
    }
    return at - count;
}

/* The reaction on j, about its point, of combination c; moments by the mechanism's length. */
static Twist reaction(Search *f, int k, int c) {
    const JdSystem *s = f->system;
    const SystemJoint *joint = &s->joint[k];
    const bool side_j = joint->body_j != 0;
    const Vec3 arm =
        s->kernel->side(s, &f->r->look.motion, side_j ? joint->frame_j : joint->frame_i).arm;
    f->r->look.motion.pull = jd_look_null(&f->r->look, f->set->vector[c]);
    const Wrench at = s->kernel->wrench(s, &f->r->look.motion, joint, side_j);
    return twist(at.force,
                 vec3_scale(1 / s->length, vec3_sub(at.torque, vec3_cross(arm, at.force))));
}

/* Alone it must do what it says. */
static void add_change(Search *f, const Change *change) {
    const int before = f->done;
    const bool does = change->row && jd_remedy_take(f, change);
    f->done = before;
    Change *to = does ? PUSH(f->r->scratch, f->changes) : NULL;
    if (to) *to = *change;
}

static double *rows_of(Search *f, int rows) {
    return ARENA_NEW(f->r->scratch, double, rows * f->n + 1);
}

/* The frees of a type that can take a joint's place by its name alone; 0: it cannot. */
static int new_frees(const JdSystem *s, const JointType *type, const FreeDef **frees) {
    const bool planar = s->space == JD_PLANAR;
    double values[TYPE_FIELDS] = {0};
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    if (type->couples || type->second || type->apart || (planar && type->spatial_only)) return 0;
    for (int k = 0; k < TYPE_FIELDS && type->fields[k].name; k++) {
        if (type->fields[k].required || type->fields[k].drawn_distance) return 0;
        values[k] = type->fields[k].fallback;
    }
    const int count = jd_joint_frees(type, planar, frees);
    const int held = jd_joint_locks(type, planar, values, locks, texts, nowhere, NULL);
    for (int k = 0; k < held; k++)
        if (locks[k].velocity) return 0;
    return held > 0 && held + count == s->kernel->nv ? count : 0;
}

/* Whether it matters how the type's axis points. */
static bool has_axis(const JdSystem *s, const FreeDef *const *frees, int count) {
    int slides = 0, turns = 0;
    for (int k = 0; k < count; k++) {
        slides += frees[k]->kind == FREE_SLIDE;
        turns += frees[k]->kind == FREE_TURN && s->space == JD_SPATIAL;
    }
    return turns > 0 || (slides > 0 && slides < s->kernel->linear);
}

/* Another type along an axis, if it frees what the joint frees and more. */
static void try_type(Search *f, int k, const JointType *type, Vec3 axis, const char *along,
                     bool asked) {
    const JdSystem *s = f->system;
    const SystemJoint *joint = &s->joint[k];
    const FreeDef *frees[JOINT_FREES];
    Twist old[6], all[6], wider[6], both[6];
    const int count = new_frees(s, type, frees);
    if (count <= joint->frees) return;
    const Axes i = s->kernel->side(s, &f->r->look.motion, joint->frame_i).axes,
               j = s->kernel->side(s, &f->r->look.motion, joint->frame_j).axes,
               axes = s->space == JD_PLANAR && type->axis == AXIS_Z
                          ? axes_none
                          : jd_pose_axes(type->axis, axis);
    const int had = joint->frees;
    twists_of(&(Frees){joint->free, had, joint->lead, &i, &j}, s->length, old);
    twists_of(&(Frees){frees, count, NULL, &axes, &axes}, s->length, wider);
    if (orthonormal(both, 0, wider, count) != count) return;
    if (orthonormal(both, count, old, had)) return;
    orthonormal(all, 0, old, had);
    orthonormal(all, had, wider, count);
    Change change = {.kind = RETYPE, .which = k, .type = type, .asked = asked, .rows = count - had};
    change.along = has_axis(s, frees, count) ? along : "";
    change.stiff = true;
    for (int n = 0; n < count; n++) change.stiff = change.stiff && frees[n]->kind == FREE_SLIDE;
    change.row = rows_of(f, change.rows);
    for (int c = 0; c < f->n && change.row; c++) {
        const Twist load = reaction(f, k, c);
        for (int n = 0; n < change.rows; n++)
            change.row[n * f->n + c] = dot(all[had + n].v, load.v, 6);
    }
    add_change(f, &change);
}

static void try_types(Search *f, int k, bool asked) {
    static const char *const words[3] = {" with axis x", " with axis y", " with axis z"};
    const JdSystem *s = f->system;
    const SystemJoint *joint = &s->joint[k];
    const Axes now = s->kernel->side(s, &f->r->look.motion, joint->frame_i).axes,
               ground = axes_none;
    const AxisName main = f->r->model->joints.at[k].type->axis;
    if (joint->locks + joint->frees != s->kernel->nv) return;
    const bool own = has_axis(s, joint->free, joint->frees);
    for (int t = 0; jd_joint_at(t); t++) {
        const JointType *type = jd_joint_at(t);
        if (own) try_type(f, k, type, axes_at(&now, main), " along its axis", asked);
        for (int a = 0; !own && a < s->kernel->linear; a++)
            try_type(f, k, type, axes_at(&ground, (AxisName)a), words[a], asked);
    }
}

/* Without the joint, or the drive: nothing that its rows bear. */
static void try_out(Search *f, ChangeKind kind, int which, int first, int rows) {
    const JdSystem *s = f->system;
    Change change = {.kind = kind, .which = which, .along = "", .rows = rows};
    change.row = rows_of(f, rows);
    for (int c = 0; c < f->n && change.row; c++)
        for (int k = 0; k < rows; k++) {
            const double size = s->dynamics.row[first + k].metres ? 1 : 1 / s->length;
            change.row[k * f->n + c] =
                size * jd_look_null(&f->r->look, f->set->vector[c])[first + k];
        }
    add_change(f, &change);
}

/* Whether something else names the frees of a joint: they may have other names in another type. */
static bool is_asked(const Search *f, int k) {
    const JdSystem *s = f->system;
    const Starts *starts = f->r->starts;
    for (int n = 0; n < s->forces; n++)
        if (s->force[n].type->target == FORCE_ON_FREE && s->force[n].joint == k) return true;
    for (int n = 0; n < starts->positions; n++)
        if (starts->position[n].joint == k) return true;
    for (int n = 0; n < starts->rates; n++)
        if (starts->rate[n].joint == k) return true;
    for (int n = 0; n < s->outputs; n++) {
        const struct ChannelAt *at = &s->channel[s->output[n]];
        if (at->subject == k && jd_is_free_channel(at->def)) return true;
    }
    return false;
}

/* A drive or a coupling needs its free. */
static bool is_needed(const JdSystem *s, int k) {
    if (jd_drive_of(s, k, -1) >= 0) return true;
    for (int n = 0; n < s->joints; n++)
        if (s->joint[n].couples && (s->joint[n].coupled[0] == k || s->joint[n].coupled[1] == k))
            return true;
    return false;
}

/* Changes of one kind; those of later joints first. */
void jd_remedy_list(Search *f, ChangeKind kind) {
    const JdSystem *s = f->system;
    f->changes.count = 0;
    for (int d = s->drives - 1; d >= 0 && kind == UNDRIVE; d--)
        if (f->set->drives[d]) try_out(f, UNDRIVE, d, s->drive[d].row, 1);
    for (int k = s->joints - 1; k >= 0 && kind != UNDRIVE; k--) {
        if (!f->set->joints[k] || is_needed(s, k) || s->joint[k].group < 0) continue;
        if (kind == RETYPE && !s->joint[k].couples) try_types(f, k, is_asked(f, k));
        if (kind == LEAVE_OUT) try_out(f, LEAVE_OUT, k, s->joint[k].first_row, s->joint[k].locks);
    }
}
