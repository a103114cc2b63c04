/* SPDX-License-Identifier: MIT
 *
 * Locks with recorded numbers: value, Jacobian row and acceleration part of a sum of scalar
 * products and at most one angle. theory (2.4)-(2.9) */
#include "record/record.h"

/* How a vector moves, as in joint/lock_eval.c. */
typedef struct {
    Num3 value, rate, bias, lever_i, lever_j, slip, along;
    double share_i, share_j, spin;
    bool disc;
} Moving;

static Num3 turned_twice(Tape *t, Num3 w, Num3 lever) {
    return n3_cross(t, w, n3_cross(t, w, lever));
}

static int frame_of(VectorKind kind) {
    if (kind < VEC_XI || kind > VEC_Z0) return -1;
    return kind <= VEC_ZI ? 0 : kind <= VEC_ZJ ? 1 : 2;
}

static Moving axis_moving(Tape *t, VectorKind kind, const NumSide *i, const NumSide *j) {
    const int frame = frame_of(kind);
    const AxisName axis = (AxisName)((int)kind - (int)VEC_XI - 3 * frame);
    Moving m = {.share_i = 0};
    if (frame == 2) {
        m.value = n3_of(t, axes_at(&axes_none, axis));
        return m;
    }
    const NumSide *side = frame == 0 ? i : j;
    m.value = n_axes_at(&side->axes, axis);
    m.rate = n3_cross(t, side->w, m.value);
    m.bias = n3_cross(t, side->w, m.rate);
    if (frame == 0)
        m.lever_i = m.value;
    else
        m.lever_j = m.value;
    return m;
}

/* share_i OM + share_j ON */
static Moving point_moving(Tape *t, double share_i, double share_j, const NumSide *i,
                           const NumSide *j) {
    const Num si = n_num(t, share_i), sj = n_num(t, share_j);
    Moving m = {.share_i = share_i, .share_j = share_j};
    m.value = n3_add(t, n3_scale(t, si, i->p), n3_scale(t, sj, j->p));
    m.rate = n3_add(t, n3_scale(t, si, i->v), n3_scale(t, sj, j->v));
    m.lever_i = n3_scale(t, si, i->arm);
    m.lever_j = n3_scale(t, sj, j->arm);
    m.bias = n3_add(t, turned_twice(t, i->w, m.lever_i), turned_twice(t, j->w, m.lever_j));
    return m;
}

/* The velocity of N seen from body i. */
static Moving seen_moving(Tape *t, const NumSide *i, const NumSide *j) {
    Moving m = point_moving(t, -1, 1, i, j);
    m.bias = n3_sub(t, m.bias, n3_cross(t, i->w, m.rate));
    m.rate = n3_sub(t, m.rate, n3_cross(t, i->w, m.value));
    m.lever_i = n3_sub(t, m.lever_i, m.value);
    return m;
}

static const double flat = 1e-6; /* sine: a disc that flat has no side that is up */

/* `up` and `ahead` of a disc, as in joint/lock_eval.c; a disc that lies flat has none. */
static Moving disc_moving(Recorder *rec, bool ahead, const NumSide *i, const NumSide *j) {
    Tape *t = rec->t;
    const Num3 zi = i->axes.z, zj = j->axes.z;
    const Num k = n3_dot(t, zi, zj);
    const Num3 part = n3_sub(t, zi, n3_scale(t, k, zj));
    const Num n = n3_norm(t, part), per = n_inverse(t, n);
    jd_record_guard(rec, n, flat, "a disc lies flat");
    const Num3 up = n3_scale(t, per, part), side = n3_cross(t, zj, up);
    const Num3 w = n3_sub(t, j->w, i->w), p = n3_sub(t, n3_scale(t, n_mul(t, k, per), up), zj);
    const Num slip = n3_dot(t, w, p);
    const Num3 up_rate = n3_add(t, n3_cross(t, j->w, up), n3_scale(t, slip, side));
    const Num3 side_rate = n3_sub(t, n3_cross(t, j->w, side), n3_scale(t, slip, up));
    const Num k_rate = n3_dot(t, w, n3_cross(t, zj, zi)), cube = n_mul(t, n_square(t, n), n);
    const Num3 p_rate =
        n3_add(t, n3_sub(t, n3_scale(t, n_div(t, k_rate, cube), up), n3_cross(t, j->w, zj)),
               n3_scale(t, n_mul(t, k, per), up_rate));
    const Num slip_rate = n3_dot(t, w, p_rate), minus = n_num(t, -1);
    Moving m = {.disc = true, .slip = p};
    m.value = m.lever_j = ahead ? side : up;
    m.along = ahead ? n3_scale(t, minus, up) : side;
    m.rate = ahead ? side_rate : up_rate;
    const Num3 along_rate = ahead ? n3_scale(t, minus, up_rate) : side_rate;
    m.bias = n3_add(t, n3_cross(t, j->w, m.rate),
                    n3_add(t, n3_scale(t, slip_rate, m.along), n3_scale(t, slip, along_rate)));
    return m;
}

static Moving moving(Recorder *rec, VectorKind kind, const NumSide *i, const NumSide *j) {
    Tape *t = rec->t;
    switch (kind) {
    case VEC_D:
        return point_moving(t, -1, 1, i, j);
    case VEC_VD:
        return seen_moving(t, i, j);
    case VEC_OM:
    case VEC_VM:
        return point_moving(t, 1, 0, i, j);
    case VEC_ON:
    case VEC_VN:
        return point_moving(t, 0, 1, i, j);
    case VEC_W:
        return (Moving){.rate = n3_sub(t, j->w, i->w), .spin = 1};
    case VEC_UP:
    case VEC_AHEAD:
        return disc_moving(rec, kind == VEC_AHEAD, i, j);
    default:
        return axis_moving(t, kind, i, j);
    }
}

/* ---- Terms ---------------------------------------------------------------------------------- */

static void add_pair(Tape *t, NumRow *row, Num3 m) {
    row->moment_i = n3_sub(t, row->moment_i, m);
    row->moment_j = n3_add(t, row->moment_j, m);
}

static void add_row(Tape *t, NumRow *row, Num c, const Moving *a, Num3 b) {
    const Num3 cb = n3_scale(t, c, b);
    row->force_i = n3_add(t, row->force_i, n3_scale(t, n_num(t, a->share_i), cb));
    row->force_j = n3_add(t, row->force_j, n3_scale(t, n_num(t, a->share_j), cb));
    row->moment_i = n3_add(t, row->moment_i, n3_cross(t, a->lever_i, cb));
    row->moment_j = n3_add(t, row->moment_j, n3_cross(t, a->lever_j, cb));
    if (a->spin != 0) add_pair(t, row, n3_scale(t, n_num(t, a->spin), cb));
    if (a->disc) add_pair(t, row, n3_scale(t, n3_dot(t, a->along, cb), a->slip));
}

static void add_position_term(Tape *t, NumRow *row, Num c, const Moving *a, const Moving *b) {
    const Num twice = n_scale(t, 2, n3_dot(t, a->rate, b->rate));
    row->f = n_add(t, row->f, n_mul(t, c, n3_dot(t, a->value, b->value)));
    row->rate =
        n_add(t, row->rate,
              n_mul(t, c, n_add(t, n3_dot(t, a->rate, b->value), n3_dot(t, a->value, b->rate))));
    row->bias = n_add(t, row->bias,
                      n_mul(t, c,
                            n_add(t, n_add(t, n3_dot(t, a->bias, b->value), twice),
                                  n3_dot(t, a->value, b->bias))));
    add_row(t, row, c, a, b->value);
    add_row(t, row, c, b, a->value);
}

static void add_velocity_term(Tape *t, NumRow *row, Num c, const Moving *a, const Moving *b) {
    row->f = n_add(t, row->f, n_mul(t, c, n3_dot(t, a->rate, b->value)));
    row->bias =
        n_add(t, row->bias,
              n_mul(t, c, n_add(t, n3_dot(t, a->bias, b->value), n3_dot(t, a->rate, b->rate))));
    add_row(t, row, c, a, b->value);
}

/* ---- Angles --------------------------------------------------------------------------------- */

/* k a.b with a fixed on i and b on j, as in joint/lock_turn.c. */
typedef struct {
    Num value, rate, bias;
    Num3 moment;
} Product;

static Product product(Tape *t, double k, AxisName of_i, AxisName of_j, const NumSide *i,
                       const NumSide *j) {
    const Num3 a = n3_scale(t, n_num(t, k), n_axes_at(&i->axes, of_i)),
               b = n_axes_at(&j->axes, of_j), w = n3_sub(t, j->w, i->w), moment = n3_cross(t, b, a);
    const Num bias =
        n_sub(t, n3_dot(t, a, turned_twice(t, w, b)), n3_dot(t, n3_cross(t, i->w, w), moment));
    return (Product){n3_dot(t, a, b), n3_dot(t, w, moment), bias, moment};
}

static Product angle_of(Tape *t, Product s, Product c) {
    const Num n = n_add(t, n_square(t, s.value), n_square(t, c.value)), per = n_inverse(t, n);
    const Num rate = n_mul(t, n_sub(t, n_mul(t, c.value, s.rate), n_mul(t, s.value, c.rate)), per);
    const Num stretch = n_mul(
        t, n_scale(t, 2, n_add(t, n_mul(t, s.value, s.rate), n_mul(t, c.value, c.rate))), per);
    const Num3 moment =
        n3_scale(t, per, n3_sub(t, n3_scale(t, c.value, s.moment), n3_scale(t, s.value, c.moment)));
    const Num bias =
        n_sub(t, n_mul(t, n_sub(t, n_mul(t, c.value, s.bias), n_mul(t, s.value, c.bias)), per),
              n_mul(t, rate, stretch));
    return (Product){n_atan2(t, s.value, c.value), rate, bias, moment};
}

/* One turn about an axis, or the two turns of a universal joint. */
static bool turn_of(Tape *t, const Turn *about, const NumSide *i, const NumSide *j, Product *out) {
    const AxisName A = about->axes[0], next = (AxisName)((A + 1) % 3),
                   last = (AxisName)((A + 2) % 3);
    if (about->twist || about->count > 2) return false;
    if (about->count <= 1) {
        *out = angle_of(t, product(t, 1, last, next, i, j), product(t, 1, next, next, i, j));
        return true;
    }
    const AxisName B = about->axes[1] == next ? next : last, C = B == next ? last : next;
    const double sign = B == next ? 1 : -1;
    *out = about->number == 0
               ? angle_of(t, product(t, sign, C, B, i, j), product(t, 1, B, B, i, j))
               : angle_of(t, product(t, sign, A, C, i, j), product(t, 1, A, A, i, j));
    return true;
}

NumRow jd_record_lock(Recorder *rec, const Lock *lock, const NumSide *i, const NumSide *j) {
    return jd_record_lock_at(rec, lock, i, j, NO_ANGLE);
}

NumRow jd_record_lock_at(Recorder *rec, const Lock *lock, const NumSide *i, const NumSide *j,
                         Num known) {
    Tape *t = rec->t;
    NumRow row = {.f = n_num(t, lock->constant)};
    for (int n = 0; n < lock->count; n++) {
        const LockTerm *term = &lock->terms[n];
        const Moving a = moving(rec, term->a, i, j), b = moving(rec, term->b, i, j);
        if (lock->velocity)
            add_velocity_term(t, &row, n_num(t, term->c), &a, &b);
        else
            add_position_term(t, &row, n_num(t, term->c), &a, &b);
    }
    if (lock->turn != 0) {
        Product angle = {0};
        if (!turn_of(t, &lock->about, i, j, &angle) && !rec->failed)
            jd_record_refuse(rec, nowhere, "a lock has an angle of three turns, or a twist");
        const Num k = n_num(t, lock->turn);
        row.f = n_add(t, row.f, n_mul(t, k, known == NO_ANGLE ? angle.value : known));
        row.rate = n_add(t, row.rate, n_mul(t, k, angle.rate));
        row.bias = n_add(t, row.bias, n_mul(t, k, angle.bias));
        add_pair(t, &row, n3_scale(t, k, angle.moment));
    }
    if (lock->velocity) row.rate = row.f;
    return row;
}
