/* SPDX-License-Identifier: MIT
 *
 * The rate of any lock as a row: a sum of scalar products of vectors, each of which moves with the
 * points M and N and with the turns of both bodies. Locks of what j does seen from i are written
 * along the axes of frame i, as if it stood still; those that name the ground along its axes. */
#include "multibond/inside.h"

/* rate = share_i vM + wi x lever_i + share_j vN + wj x lever_j + spin (wj - wi)
 *        + ((wj - wi).slip) along; theory (2.4)-(2.9), with M and N as the points that velocities
 * are of. */
typedef struct {
    SymVec value, lever_i, lever_j, slip, along;
    double share_i, share_j, spin;
    bool disc;
} Moving;

typedef struct {
    SymPool *pool;
    SymVec M, N;
    SymAxes i, j;
} Ends;

static SymVec nothing(SymPool *pool) {
    return jd_mb_vec(pool, vec3(0, 0, 0));
}

static Moving still(SymPool *pool) {
    const SymVec zero = nothing(pool);
    return (Moving){zero, zero, zero, zero, zero, 0, 0, 0, false};
}

static Moving point(const Ends *e, double share_i, double share_j) {
    Moving m = still(e->pool);
    m.value = jd_mb_add(e->pool, jd_mb_times(e->pool, share_i, e->M),
                        jd_mb_times(e->pool, share_j, e->N));
    m.share_i = share_i, m.share_j = share_j;
    return m;
}

/* The velocity of N seen from body i. */
static Moving seen(const Ends *e) {
    Moving m = point(e, -1, 1);
    m.lever_i = jd_mb_times(e->pool, -1, m.value);
    return m;
}

static Moving spin(const Ends *e) {
    Moving m = still(e->pool);
    m.spin = 1;
    return m;
}

static Moving axis(const Ends *e, VectorKind kind) {
    Moving m = still(e->pool);
    const int of = ((int)kind - (int)VEC_XI) / 3, which = ((int)kind - (int)VEC_XI) % 3;
    m.value = of == 0   ? e->i.x[which]
              : of == 1 ? e->j.x[which]
                        : jd_mb_vec(e->pool, axes_at(&axes_none, (AxisName)which));
    if (of == 0) m.lever_i = m.value;
    if (of == 1) m.lever_j = m.value;
    return m;
}

/* A disc about zj on a plane with the normal zi: up and ahead stay behind about zj. */
static Moving disc(const Ends *e, bool ahead) {
    SymPool *pool = e->pool;
    const SymVec zi = e->i.x[2], zj = e->j.x[2];
    const Sym k = jd_mb_dot(pool, zi, zj);
    const SymVec part = jd_mb_subtract(pool, zi, jd_mb_scale(pool, k, zj));
    const Sym n = jd_sym_root(pool, jd_mb_dot(pool, part, part)),
              over = jd_sym_over(pool, jd_sym_whole(pool, 1), n);
    const SymVec up = jd_mb_scale(pool, over, part), side = jd_mb_cross(pool, zj, up);
    Moving m = still(pool);
    m.disc = true;
    m.slip = jd_mb_subtract(pool, jd_mb_scale(pool, jd_sym_times(pool, k, over), up), zj);
    m.value = m.lever_j = ahead ? side : up;
    m.along = ahead ? jd_mb_times(pool, -1, up) : side;
    return m;
}

static Moving moving(const Ends *e, VectorKind kind) {
    if (kind == VEC_D) return point(e, -1, 1);
    if (kind == VEC_VD) return seen(e);
    if (kind == VEC_OM || kind == VEC_VM) return point(e, 1, 0);
    if (kind == VEC_ON || kind == VEC_VN) return point(e, 0, 1);
    if (kind == VEC_W) return spin(e);
    if (kind == VEC_UP || kind == VEC_AHEAD) return disc(e, kind == VEC_AHEAD);
    return axis(e, kind);
}

static void add_pair(SymPool *pool, SymRow *row, SymVec m) {
    row->turn_i = jd_mb_subtract(pool, row->turn_i, m);
    row->turn_j = jd_mb_add(pool, row->turn_j, m);
}

static void add_part(SymPool *pool, SymRow *row, double c, const Moving *a, SymVec b) {
    const SymVec cb = jd_mb_times(pool, c, b);
    row->end_i = jd_mb_add(pool, row->end_i, jd_mb_times(pool, a->share_i, cb));
    row->end_j = jd_mb_add(pool, row->end_j, jd_mb_times(pool, a->share_j, cb));
    row->turn_i = jd_mb_add(pool, row->turn_i, jd_mb_cross(pool, a->lever_i, cb));
    row->turn_j = jd_mb_add(pool, row->turn_j, jd_mb_cross(pool, a->lever_j, cb));
    if (a->spin != 0) add_pair(pool, row, jd_mb_times(pool, a->spin, cb));
    if (a->disc) add_pair(pool, row, jd_mb_scale(pool, jd_mb_dot(pool, a->along, cb), a->slip));
}

/* ---- Angles: as theory 2 has them, of products of an axis of i with one of j -------------------
 */

typedef struct {
    Sym value;
    SymVec moment;
} Product;

static Product product(const Ends *e, double k, AxisName of_i, AxisName of_j) {
    const SymVec a = jd_mb_times(e->pool, k, e->i.x[of_i]), b = e->j.x[of_j];
    return (Product){jd_mb_dot(e->pool, a, b), jd_mb_cross(e->pool, b, a)};
}

static SymVec angle_of(const Ends *e, Product s, Product c) {
    SymPool *pool = e->pool;
    const Sym n = jd_sym_add(pool, jd_sym_times(pool, s.value, s.value),
                             jd_sym_times(pool, c.value, c.value));
    const SymVec turned = jd_mb_subtract(pool, jd_mb_scale(pool, c.value, s.moment),
                                         jd_mb_scale(pool, s.value, c.moment));
    return jd_mb_scale(pool, jd_sym_over(pool, jd_sym_whole(pool, 1), n), turned);
}

/* An angle with sine s, whose cosine is not negative; of one with a cosine the opposite. */
static SymVec arc_sine(const Ends *e, Product s, double sign) {
    SymPool *pool = e->pool;
    const Sym across = jd_sym_root(
        pool, jd_sym_subtract(pool, jd_sym_whole(pool, 1), jd_sym_times(pool, s.value, s.value)));
    return jd_mb_scale(pool, jd_sym_over(pool, jd_mb_number(pool, sign), across), s.moment);
}

/* Twice the sine of half the turn along an axis: c a + s x a. */
static SymVec twist(const Ends *e, AxisName axis) {
    SymPool *pool = e->pool;
    const SymAxes seen_axes = {{jd_mb_in(pool, &e->i, e->j.x[0]), jd_mb_in(pool, &e->i, e->j.x[1]),
                                jd_mb_in(pool, &e->i, e->j.x[2])}};
    Sym trace = jd_sym_whole(pool, 1);
    for (int k = 0; k < 3; k++) trace = jd_sym_add(pool, trace, jd_mb_entry(&seen_axes, k, k));
    const Sym c = jd_sym_times(pool, jd_mb_number(pool, 0.5), jd_sym_root(pool, trace));
    SymVec s;
    for (int k = 0; k < 3; k++) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        const Sym difference =
            jd_sym_subtract(pool, jd_mb_entry(&seen_axes, n, m), jd_mb_entry(&seen_axes, m, n));
        s.c[k] = jd_sym_over(pool, jd_sym_times(pool, jd_mb_number(pool, 0.25), difference), c);
    }
    const SymVec a = e->i.x[axis], out = jd_mb_out(pool, &e->i, s);
    return jd_mb_add(pool, jd_mb_scale(pool, c, a), jd_mb_cross(pool, out, a));
}

static SymVec turn_moment(const Ends *e, const Turn *turn) {
    if (turn->twist) return twist(e, turn->axes[0]);
    const AxisName A = turn->axes[0], next = (AxisName)((A + 1) % 3),
                   last = (AxisName)((A + 2) % 3);
    if (turn->count <= 1) return angle_of(e, product(e, 1, last, next), product(e, 1, next, next));
    const AxisName B = turn->axes[1] == next ? next : last, C = B == next ? last : next;
    const double sign = B == next ? 1 : -1;
    const bool three = turn->count > 2, euler = three && turn->axes[2] == A;
    if (turn->number == 0 && euler)
        return angle_of(e, product(e, 1, B, A), product(e, -sign, C, A));
    if (turn->number == 0 && three)
        return angle_of(e, product(e, -sign, B, C), product(e, 1, C, C));
    if (turn->number == 0) return angle_of(e, product(e, sign, C, B), product(e, 1, B, B));
    if (turn->number == 1 && euler) return arc_sine(e, product(e, 1, A, A), -1);
    if (turn->number == 1 && three) return arc_sine(e, product(e, sign, A, C), 1);
    if (turn->number == 1) return angle_of(e, product(e, sign, A, C), product(e, 1, A, A));
    if (euler) return angle_of(e, product(e, 1, A, B), product(e, sign, A, C));
    return angle_of(e, product(e, -sign, A, B), product(e, 1, A, A));
}

/* ---- Locks ---------------------------------------------------------------------------------- */

static bool names_ground(VectorKind kind) {
    return kind == VEC_OM || kind == VEC_ON || kind == VEC_VM || kind == VEC_VN ||
           (kind >= VEC_X0 && kind <= VEC_Z0);
}

bool jd_mb_lock_relative(const Lock *lock) {
    for (int n = 0; n < lock->count; n++)
        if (names_ground(lock->terms[n].a) || names_ground(lock->terms[n].b)) return false;
    return true;
}

static SymVec frame_at(Builder *b, int frame) {
    SymPool *pool = b->graph->pool;
    const MultibondBody *body = &b->graph->body[b->graph->system->frame[frame].body];
    const Pose local = jd_mb_local(b->graph->system, frame);
    return jd_mb_add(pool, body->p, jd_mb_out(pool, &body->axes, jd_mb_vec(pool, local.p)));
}

static SymAxes frame_axes(Builder *b, int frame) {
    const MultibondBody *body = &b->graph->body[b->graph->system->frame[frame].body];
    const Pose local = jd_mb_local(b->graph->system, frame);
    const SymAxes own = jd_mb_axes(b->graph->pool, &local.axes);
    return jd_mb_product(b->graph->pool, &body->axes, &own);
}

static Ends ends_of(Builder *b, int joint, bool relative) {
    SymPool *pool = b->graph->pool;
    const MultibondJoint *at = &b->graph->joint[joint];
    const SystemJoint *from = &b->graph->system->joint[joint];
    if (relative) return (Ends){pool, nothing(pool), at->d, jd_mb_axes(pool, &axes_none), at->seen};
    return (Ends){pool, frame_at(b, from->frame_i), frame_at(b, from->frame_j),
                  frame_axes(b, from->frame_i), frame_axes(b, from->frame_j)};
}

SymRow jd_mb_lock_row(Builder *b, int joint, const Lock *lock) {
    SymPool *pool = b->graph->pool;
    const bool relative = jd_mb_lock_relative(lock);
    const Ends e = ends_of(b, joint, relative);
    const SymVec zero = nothing(pool);
    SymRow row = {relative, zero, zero, zero, zero, zero, zero, jd_mb_number(pool, lock->constant)};
    for (int n = 0; n < lock->count; n++) {
        const LockTerm *term = &lock->terms[n];
        const Moving a = moving(&e, term->a), other = moving(&e, term->b);
        add_part(pool, &row, term->c, &a, other.value);
        if (lock->velocity) continue;
        add_part(pool, &row, term->c, &other, a.value);
        const Sym value =
            jd_sym_times(pool, jd_mb_number(pool, term->c), jd_mb_dot(pool, a.value, other.value));
        row.value = jd_sym_add(pool, row.value, value);
    }
    if (lock->turn != 0) {
        const SymVec moment =
            b->graph->planar ? jd_mb_vec(pool, vec3(0, 0, 1)) : turn_moment(&e, &lock->about);
        add_pair(pool, &row, jd_mb_times(pool, lock->turn, moment));
    }
    if (relative) row.speed = row.end_j, row.spin = row.turn_j;
    return row;
}

Sym jd_mb_turn_rate(Builder *b, const SystemTurn *turn) {
    SymPool *pool = b->graph->pool;
    const JdSystem *s = b->graph->system;
    const int frame[2] = {turn->frame_i, turn->frame_j};
    const Ends e = {pool, nothing(pool), nothing(pool), frame_axes(b, frame[0]),
                    frame_axes(b, frame[1])};
    const SymVec moment = turn_moment(&e, &turn->lock.about);
    Sym rate = jd_sym_whole(pool, 0);
    for (int side = 0; side < 2; side++) {
        const MultibondBody *body = &b->graph->body[s->frame[frame[side]].body];
        if (body->turn_bond < 0) continue; /* the ground */
        const SymVec along = jd_mb_in(pool, &body->axes, moment);
        for (int k = 0; k < 3; k++) {
            const Sym part = jd_sym_times(pool, along.c[k], jd_mb_flow(b, body->turn_bond, k));
            rate = side ? jd_sym_add(pool, rate, part) : jd_sym_subtract(pool, rate, part);
        }
    }
    return jd_sym_times(pool, jd_mb_number(pool, turn->lock.turn), rate);
}

Sym jd_mb_lock_value(Builder *b, int joint, const Row *row) {
    SymPool *pool = b->graph->pool;
    const SystemJoint *from = &b->graph->system->joint[joint];
    const Sym value = jd_sym_subtract(pool, jd_mb_lock_row(b, joint, &row->lock).value,
                                      jd_mb_number(pool, row->target));
    if (row->lock.turn == 0) return value;
    Sym angle = SYM_NONE;
    if (b->graph->planar) {
        angle = jd_mb_number(pool, row->angle);
        const int body[2] = {from->body_i, from->body_j};
        for (int side = 0; side < 2; side++) {
            if (!body[side]) continue;
            const Sym own = jd_mb_signal_name(b, b->graph->body[body[side]].attitude);
            angle = side ? jd_sym_add(pool, angle, own) : jd_sym_subtract(pool, angle, own);
        }
    } else if (row->counter >= 0) {
        angle = jd_mb_turn(b, row->counter);
    }
    if (!angle) return SYM_NONE;
    return jd_sym_add(pool, value, jd_sym_times(pool, jd_mb_number(pool, row->lock.turn), angle));
}
