/* SPDX-License-Identifier: MIT
 *
 * Where bodies and frames are, how they move, and what the rows are there: theory (1.1)-(2.8),
 * (8.1)-(8.2). */
#include "dense.h"
#include <string.h>

/* ---- Frames fixed on bodies ---------------------------------------------------------------- */

static Turn drawn_turn(const Mechanism *m, int body) {
    if (body == 0) return turn_about_z(0);
    return m->planar ? turn_about_z(m->body[body].angle) : quat4_turn(m->body[body].attitude);
}

static FixedFrame fix(const Mechanism *m, int body, V3 point, const V3 axes[3]) {
    const Turn r = drawn_turn(m, body);
    FixedFrame f = {.arm = turn_in(&r, v3_sub(point, body ? m->body[body].at : v3(0, 0, 0)))};
    for (int k = 0; k < 3; k++) f.axis[k] = turn_in(&r, axes[k]);
    return f;
}

void audit_dense_init(Dense *d, const Mechanism *m) {
    memset(d, 0, sizeof *d);
    d->m = m;
    d->moving = m->bodies - 1;
    d->positions = d->moving * (m->planar ? 3 : 7);
    d->velocities = d->moving * (m->planar ? 3 : 6);
    d->length = audit_length(m);
    d->least = 1;
    for (int k = 0; k < m->joints; k++) {
        const MechJoint *joint = &m->joint[k];
        if (audit_is_coupling(joint->kind)) continue;
        for (int s = 0; s < 2; s++) {
            V3 axes[3];
            audit_axes(m, joint, s, axes);
            d->joint[k][s] = fix(m, s ? joint->j : joint->i, s ? joint->n : joint->m, axes);
        }
        for (int s = 0; s < 2 && joint->kind == CONSTANT_VELOCITY; s++) {
            FixedFrame *f = &d->joint[k][s];
            f->wants_q = true;
            f->q = quat4_of_axes(f->axis[0], f->axis[1], f->axis[2]);
        }
    }
    for (int k = 0; k < m->forces; k++) {
        const MechForce *force = &m->force[k];
        if (force->kind == EFFORT || force->kind == FREE_SPRING) continue;
        const V3 axes[3] = {force->direction};
        d->force[k][0] = fix(m, force->i, force->at, axes);
        d->force[k][1] = fix(m, force->j, force->to, axes);
    }
}

/* ---- State --------------------------------------------------------------------------------- */

void audit_dense_start(const Dense *d, double y[STATE_MAX]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        if (m->planar) {
            v3_put(y + 3 * (b - 1), v3(body->at.x, body->at.y, body->angle));
            v3_put(y + d->positions + 3 * (b - 1), v3(body->v.x, body->v.y, body->w.z));
            continue;
        }
        const Quat4 q = quat4_unit(body->attitude);
        const Turn r = quat4_turn(q);
        double *at = y + 7 * (b - 1), *v = y + d->positions + 6 * (b - 1);
        v3_put(at, body->at);
        at[3] = q.w;
        v3_put(at + 4, v3(q.x, q.y, q.z));
        v3_put(v, body->v);
        v3_put(v + 3, turn_in(&r, body->w));
    }
}

void audit_dense_move(const Dense *d, const double by[], double y[]) {
    for (int b = 0; b < d->moving; b++) {
        if (d->m->planar) {
            for (int k = 0; k < 3; k++) y[3 * b + k] += by[3 * b + k];
            continue;
        }
        double *at = y + 7 * b;
        const Quat4 q = quat4_nudged((Quat4){at[3], at[4], at[5], at[6]}, v3_from(by + 6 * b + 3));
        v3_put(at, v3_add(v3_from(at), v3_from(by + 6 * b)));
        at[3] = q.w;
        v3_put(at + 4, v3(q.x, q.y, q.z));
    }
}

static void place_bodies(Dense *d, const double y[]) {
    const Mechanism *m = d->m;
    d->turn[0] = turn_about_z(0);
    d->q[0] = (Quat4){1, 0, 0, 0};
    for (int b = 1; b < m->bodies; b++) {
        if (m->planar) {
            const double *at = y + 3 * (b - 1), *v = y + d->positions + 3 * (b - 1);
            d->p[b] = v3(at[0], at[1], 0);
            d->turn[b] = turn_about_z(at[2]);
            d->v[b] = v3(v[0], v[1], 0);
            d->w[b] = d->own_w[b] = v3(0, 0, v[2]);
            continue;
        }
        const double *at = y + 7 * (b - 1), *v = y + d->positions + 6 * (b - 1);
        d->p[b] = v3_from(at);
        d->q[b] = quat4_unit((Quat4){at[3], at[4], at[5], at[6]});
        d->turn[b] = quat4_turn(d->q[b]);
        d->v[b] = v3_from(v);
        d->own_w[b] = v3_from(v + 3);
        d->w[b] = turn_out(&d->turn[b], d->own_w[b]);
    }
}

/* ---- Sides: how a frame moves ---------------------------------------------------------------- */

/* A vector fixed on a body that turns at w, with no angular acceleration. */
static JetV turning(V3 r, V3 w) {
    const V3 rate = v3_cross(w, r);
    return (JetV){r, rate, v3_cross(w, rate)};
}

static Side side_moving(const Dense *d, int body, const FixedFrame *f, V3 v, V3 w,
                        const double y[]) {
    const Turn *r = &d->turn[body];
    Side s = {.point = turning(turn_out(r, f->arm), w),
              .x = turning(turn_out(r, f->axis[0]), w),
              .y = turning(turn_out(r, f->axis[1]), w),
              .z = turning(turn_out(r, f->axis[2]), w),
              .w = {.f = w}};
    s.point.f = v3_add(s.point.f, d->p[body]);
    s.point.d = v3_add(s.point.d, v);
    if (f->wants_q) {
        const Quat4 half = {0, w.x / 2, w.y / 2, w.z / 2};
        s.q = quat4_times(d->q[body], f->q);
        s.q_rate = quat4_times(half, s.q);
        s.q_accel = quat4_times(half, s.q_rate);
    }
    if (d->m->planar && body)
        s.turn = (Jet){y[3 * (body - 1) + 2] - d->m->body[body].angle, w.z, 0};
    return s;
}

Side audit_dense_side(const Dense *d, int body, const FixedFrame *f, const double y[]) {
    return side_moving(d, body, f, d->v[body], d->w[body], y);
}

/* The k-th velocity of a body as a unit. */
static void unit(const Dense *d, int k, V3 *v, V3 *w) {
    const bool turns = d->m->planar ? k == 2 : k >= 3;
    *v = turns ? v3(0, 0, 0) : v3_axis(k);
    *w = !turns ? v3(0, 0, 0) : d->m->planar ? v3_axis(2) : v3_axis(k - 3);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct {
    const MechJoint *joint;
    const FixedFrame *frame; /* of i and j */
    Side now[2], still[2];
} Pair;

static Pair pair_of(const Dense *d, int joint, const double y[]) {
    const V3 zero = {0, 0, 0};
    Pair p = {.joint = &d->m->joint[joint], .frame = d->joint[joint]};
    for (int s = 0; s < 2; s++) {
        const int body = s ? p.joint->j : p.joint->i;
        p.now[s] = audit_dense_side(d, body, &p.frame[s], y);
        p.still[s] = side_moving(d, body, &p.frame[s], zero, zero, y);
    }
    return p;
}

/* The sides with one body moving by its k-th unit velocity, the other still. */
static void pair_unit(const Dense *d, const Pair *p, int s, int k, const double y[], Side out[2]) {
    V3 v, w;
    unit(d, k, &v, &w);
    out[1 - s] = p->still[1 - s];
    out[s] = side_moving(d, s ? p->joint->j : p->joint->i, &p->frame[s], v, w, y);
}

static void add_locks(Dense *d, int joint, const double y[]) {
    const Pair p = pair_of(d, joint, y);
    const double near = d->near[joint][ANGLE];
    LockRow locks[LOCKS_MAX];
    const int count = audit_locks(d->m, p.joint, &p.now[0], &p.now[1], near, locks);
    for (int r = 0; r < count; r++) {
        d->row[d->rows + r].lock = locks[r];
        memset(d->row[d->rows + r].by, 0, sizeof(double) * (size_t)d->velocities);
    }
    for (int s = 0; s < 2; s++) {
        const int body = s ? p.joint->j : p.joint->i;
        for (int k = 0; body && k < dense_units(d); k++) {
            Side sides[2];
            pair_unit(d, &p, s, k, y, sides);
            audit_locks(d->m, p.joint, &sides[0], &sides[1], near, locks);
            for (int r = 0; r < count; r++)
                d->row[d->rows + r].by[dense_units(d) * (body - 1) + k] += locks[r].is.d;
        }
    }
    d->rows += count;
}

void audit_dense_add_free(const Dense *d, int joint, FreeKind free, double factor, const double y[],
                          Row *row) {
    const Pair p = pair_of(d, joint, y);
    const double near = d->near[joint][free];
    const Jet is = audit_free(d->m, free, p.joint->kind, &p.now[0], &p.now[1], near);
    row->lock.is = jet_add(row->lock.is, jet_times(factor, is));
    row->lock.length = free == TRAVEL;
    for (int s = 0; s < 2; s++) {
        const int body = s ? p.joint->j : p.joint->i;
        for (int k = 0; body && k < dense_units(d); k++) {
            Side sides[2];
            pair_unit(d, &p, s, k, y, sides);
            row->by[dense_units(d) * (body - 1) + k] +=
                factor * audit_free(d->m, free, p.joint->kind, &sides[0], &sides[1], near).d;
        }
    }
}

Jet audit_dense_free(const Dense *d, int joint, FreeKind free, const double y[]) {
    const Pair p = pair_of(d, joint, y);
    return audit_free(d->m, free, p.joint->kind, &p.now[0], &p.now[1], d->near[joint][free]);
}

/* The value of a free in the drawing: the travel of points that are drawn apart. */
static double drawn_free(const Mechanism *m, int joint, FreeKind free) {
    const MechJoint *j = &m->joint[joint];
    return free == TRAVEL ? v3_dot(v3_sub(j->n, j->m), j->axis) : 0;
}

static void add_coupling(Dense *d, int joint, const double y[]) {
    const MechJoint *c = &d->m->joint[joint];
    Row *row = &d->row[d->rows++];
    memset(row, 0, sizeof *row);
    double of_i, of_j;
    audit_coupling(c, &of_i, &of_j);
    audit_dense_add_free(d, c->i, c->free_i, of_i, y, row);
    audit_dense_add_free(d, c->j, c->free_j, of_j, y, row);
    row->lock.is.f -=
        of_i * drawn_free(d->m, c->i, c->free_i) + of_j * drawn_free(d->m, c->j, c->free_j);
}

/* theory (3.10) */
static void add_drive(Dense *d, int drive, double time, const double y[]) {
    const MechDrive *is = &d->m->drive[drive];
    const LawValue target = audit_law(&is->law, time, time);
    Row *row = &d->row[d->rows++];
    memset(row, 0, sizeof *row);
    audit_dense_add_free(d, is->joint, is->free, 1, y, row);
    row->lock.is.f -= target.value + drawn_free(d->m, is->joint, is->free);
    row->lock.is.d -= target.rate;
    row->lock.is.a -= target.accel;
}

void audit_dense_place(Dense *d, double time, const double y[]) {
    const Mechanism *m = d->m;
    place_bodies(d, y);
    d->rows = 0;
    for (int k = 0; k < m->joints; k++) {
        d->first[k] = d->rows;
        if (m->joint[k].said == SAID_IN_TEXT) continue;
        if (audit_is_coupling(m->joint[k].kind))
            add_coupling(d, k, y);
        else
            add_locks(d, k, y);
    }
    for (int k = 0; k < m->drives; k++) {
        d->first[m->joints + k] = d->rows;
        add_drive(d, k, time, y);
    }
    d->first[m->joints + m->drives] = d->rows;
}

void audit_dense_remember(Dense *d) {
    if (d->m->planar) return;
    const V3 zero = {0, 0, 0};
    for (int k = 0; k < d->m->joints; k++) {
        const MechJoint *joint = &d->m->joint[k];
        if (audit_is_coupling(joint->kind)) continue;
        const Side i = side_moving(d, joint->i, &d->joint[k][0], zero, zero, NULL);
        const Side j = side_moving(d, joint->j, &d->joint[k][1], zero, zero, NULL);
        for (int f = ANGLE; f < FREE_KINDS; f++)
            d->near[k][f] = audit_free(d->m, (FreeKind)f, joint->kind, &i, &j, d->near[k][f]).f;
    }
}
