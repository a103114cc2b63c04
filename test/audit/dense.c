/* SPDX-License-Identifier: MIT
 *
 * Rows and motion: theory (4.1)-(4.5), (8.1)-(8.4). */
#include "dense.h"
#include <string.h>

/* ---- Frames fixed on bodies --------------------------------------------------------------------
 */

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

/* ---- State -------------------------------------------------------------------------------------
 */

static V3 triple(const double *x) {
    return v3(x[0], x[1], x[2]);
}

static void put(double *x, V3 v) {
    x[0] = v.x;
    x[1] = v.y;
    x[2] = v.z;
}

void audit_dense_start(const Dense *d, double y[STATE_MAX]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        if (m->planar) {
            put(y + 3 * (b - 1), v3(body->at.x, body->at.y, body->angle));
            put(y + d->positions + 3 * (b - 1), v3(body->v.x, body->v.y, body->w.z));
            continue;
        }
        const Quat4 q = quat4_unit(body->attitude);
        const Turn r = quat4_turn(q);
        double *at = y + 7 * (b - 1), *v = y + d->positions + 6 * (b - 1);
        put(at, body->at);
        at[3] = q.w;
        put(at + 4, v3(q.x, q.y, q.z));
        put(v, body->v);
        put(v + 3, turn_in(&r, body->w));
    }
}

void audit_dense_move(const Dense *d, const double by[], double y[]) {
    for (int b = 0; b < d->moving; b++) {
        if (d->m->planar) {
            for (int k = 0; k < 3; k++) y[3 * b + k] += by[3 * b + k];
            continue;
        }
        double *at = y + 7 * b;
        const Quat4 q = quat4_nudged((Quat4){at[3], at[4], at[5], at[6]}, triple(by + 6 * b + 3));
        put(at, v3_add(triple(at), triple(by + 6 * b)));
        at[3] = q.w;
        put(at + 4, v3(q.x, q.y, q.z));
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
        d->p[b] = triple(at);
        d->q[b] = quat4_unit((Quat4){at[3], at[4], at[5], at[6]});
        d->turn[b] = quat4_turn(d->q[b]);
        d->v[b] = triple(v);
        d->own_w[b] = triple(v + 3);
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

static Side side_now(const Dense *d, int body, const FixedFrame *f, const double y[]) {
    return side_moving(d, body, f, d->v[body], d->w[body], y);
}

/* The number of velocities of a body, and the k-th as a unit. */
static int units(const Dense *d) {
    return d->m->planar ? 3 : 6;
}

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
        p.now[s] = side_now(d, body, &p.frame[s], y);
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
        for (int k = 0; body && k < units(d); k++) {
            Side sides[2];
            pair_unit(d, &p, s, k, y, sides);
            audit_locks(d->m, p.joint, &sides[0], &sides[1], near, locks);
            for (int r = 0; r < count; r++)
                d->row[d->rows + r].by[units(d) * (body - 1) + k] += locks[r].is.d;
        }
    }
    d->rows += count;
}

/* Adds a multiple of a free to a row. */
static void add_free(const Dense *d, int joint, FreeKind free, double factor, const double y[],
                     Row *row) {
    const Pair p = pair_of(d, joint, y);
    const double near = d->near[joint][free];
    const Jet is = audit_free(d->m, free, p.joint->kind, &p.now[0], &p.now[1], near);
    row->lock.is = jet_add(row->lock.is, jet_times(factor, is));
    row->lock.length = free == TRAVEL;
    for (int s = 0; s < 2; s++) {
        const int body = s ? p.joint->j : p.joint->i;
        for (int k = 0; body && k < units(d); k++) {
            Side sides[2];
            pair_unit(d, &p, s, k, y, sides);
            row->by[units(d) * (body - 1) + k] +=
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
    add_free(d, c->i, c->free_i, of_i, y, row);
    add_free(d, c->j, c->free_j, of_j, y, row);
    row->lock.is.f -=
        of_i * drawn_free(d->m, c->i, c->free_i) + of_j * drawn_free(d->m, c->j, c->free_j);
}

/* theory (3.10) */
static void add_drive(Dense *d, int drive, double time, const double y[]) {
    const MechDrive *is = &d->m->drive[drive];
    const LawValue target = audit_law(&is->law, time, time);
    Row *row = &d->row[d->rows++];
    memset(row, 0, sizeof *row);
    add_free(d, is->joint, is->free, 1, y, row);
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

/* ---- Linear algebra -------------------------------------------------------------------------- */

/* A row by velocities that are measured by the roots of the masses: theory (5.9). */
static void weighed(const Dense *d, const double by[], double out[]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        const double root = sqrt(body->mass);
        if (m->planar) {
            const double *x = by + 3 * (b - 1);
            put(out + 3 * (b - 1), v3(x[0] / root, x[1] / root, x[2] / sqrt(body->inertia.z)));
            continue;
        }
        const double *x = by + 6 * (b - 1);
        const V3 own = turn_in(&d->turn[b], triple(x + 3));
        put(out + 6 * (b - 1), v3_times(1 / root, triple(x)));
        put(out + 6 * (b - 1) + 3, v3(own.x / sqrt(body->inertia.x), own.y / sqrt(body->inertia.y),
                                      own.z / sqrt(body->inertia.z)));
    }
}

/* The other way: what is measured by roots of masses becomes velocities as in y. */
static void unweighed(const Dense *d, const double x[], double out[]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        const double s = 1 / sqrt(body->mass);
        if (m->planar) {
            const double *u = x + 3 * (b - 1);
            put(out + 3 * (b - 1), v3(s * u[0], s * u[1], u[2] / sqrt(body->inertia.z)));
            continue;
        }
        const double *u = x + 6 * (b - 1);
        put(out + 6 * (b - 1), v3_times(s, triple(u)));
        put(out + 6 * (b - 1) + 3, v3(u[3] / sqrt(body->inertia.x), u[4] / sqrt(body->inertia.y),
                                      u[5] / sqrt(body->inertia.z)));
    }
}

static double norm(const double x[], int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static double weigh_column(const Dense *d, const Row *row, double column[]) {
    weighed(d, row->by, column);
    const double size = norm(column, d->velocities), s = size > 0 ? size : 1;
    for (int k = 0; k < d->velocities; k++) column[k] /= s;
    return s;
}

int audit_dense_rank(Dense *d, double *weakest) {
    const double clear = 1e-3, nothing = 1e-10; /* singular values between them say nothing */
    Matrix *a = &d->factor;
    *a = (Matrix){.rows = d->velocities, .columns = d->rows};
    for (int r = 0; r < d->rows; r++) {
        double *column = matrix_column(a, r);
        for (int k = 0; k < d->velocities; k++) {
            const bool turns = d->m->planar ? k % 3 == 2 : k % 6 >= 3;
            column[k] = d->row[r].by[k] * (turns ? 1 : d->length);
        }
        const double size = norm(column, d->velocities);
        for (int k = 0; k < d->velocities && size > 0; k++) column[k] /= size;
    }
    double values[MATRIX_COLUMNS];
    const int count = audit_singular_values(a, values);
    int rank = 0;
    *weakest = 1;
    for (int k = 0; k < count; k++) {
        if (values[k] > nothing && values[k] < clear) return -1;
        if (values[k] < clear) break;
        *weakest = fmin(*weakest, values[k]);
        rank++;
    }
    return rank;
}

static void note_least(Dense *d) {
    for (int c = 0; c < d->rank; c++) d->least = fmin(d->least, fabs(d->factor.head[c]));
}

void audit_dense_choose(Dense *d) {
    Matrix *a = &d->factor;
    a->rows = d->velocities;
    a->columns = d->rows;
    for (int r = 0; r < d->rows; r++) weigh_column(d, &d->row[r], matrix_column(a, r));
    audit_factor_chosen(a, d->rank, d->chosen);
    note_least(d);
}

/* The chosen rows as columns of length 1; their sizes go to scale. */
static void weigh_chosen(Dense *d, double scale[]) {
    d->factor.rows = d->velocities;
    d->factor.columns = d->rank;
    for (int c = 0; c < d->rank; c++)
        scale[c] = weigh_column(d, &d->row[d->chosen[c]], matrix_column(&d->factor, c));
}

/* The least x, measured by masses, for which the chosen rows give r; r becomes the multipliers. */
static void least_change(const Dense *d, double r[], double x[]) {
    audit_forth(&d->factor, d->rank, r);
    for (int k = 0; k < d->velocities; k++) x[k] = k < d->rank ? r[k] : 0;
    audit_apply(&d->factor, x, 0);
    audit_back(&d->factor, d->rank, r);
}

/* ---- Forces ---------------------------------------------------------------------------------- */

typedef struct {
    V3 f[BODIES_MAX], t[BODIES_MAX]; /* on each body, along ground axes, about its centre of mass */
    double stored;                   /* energy of springs */
} Loads;

static void push(const Dense *d, Loads *loads, int body, V3 arm, V3 force) {
    loads->f[body] = v3_add(loads->f[body], force);
    loads->t[body] = v3_add(loads->t[body], v3_cross(turn_out(&d->turn[body], arm), force));
}

static void twist(Loads *loads, int i, int j, V3 torque) {
    loads->t[j] = v3_add(loads->t[j], torque);
    loads->t[i] = v3_sub(loads->t[i], torque);
}

static void spring_damper(const Dense *d, int k, const double y[], Loads *loads) {
    const MechForce *force = &d->m->force[k];
    const Side i = side_now(d, force->i, &d->force[k][0], y),
               j = side_now(d, force->j, &d->force[k][1], y);
    const JetV r = jetv_sub(j.point, i.point);
    const Jet length = jet_sqrt(jetv_dot(r, r));
    const double stretch = length.f - force->rest;
    const V3 pull =
        v3_times(-(force->stiffness * stretch + force->damping * length.d) / length.f, r.f);
    push(d, loads, force->j, d->force[k][1].arm, pull);
    push(d, loads, force->i, d->force[k][0].arm, v3_times(-1, pull));
    loads->stored += force->stiffness * stretch * stretch / 2;
}

/* theory (4.4) */
static void on_free(const Dense *d, int k, double time, const double y[], Loads *loads) {
    const MechForce *force = &d->m->force[k];
    Row row = {0};
    add_free(d, force->i, force->free, 1, y, &row);
    double effort = audit_law(&force->law, time, d->within).value;
    if (force->kind == FREE_SPRING) {
        const double stretch = row.lock.is.f - force->rest;
        effort = -force->stiffness * stretch - force->damping * row.lock.is.d;
        loads->stored += force->stiffness * stretch * stretch / 2;
    }
    for (int b = 1; b < d->m->bodies; b++) {
        const double *by = row.by + units(d) * (b - 1);
        const V3 f = d->m->planar ? v3(by[0], by[1], 0) : triple(by);
        const V3 t = d->m->planar ? v3(0, 0, by[2]) : triple(by + 3);
        loads->f[b] = v3_add(loads->f[b], v3_times(effort, f));
        loads->t[b] = v3_add(loads->t[b], v3_times(effort, t));
    }
}

static void apply_force(const Dense *d, int k, double time, const double y[], Loads *loads) {
    const MechForce *force = &d->m->force[k];
    const double value = audit_law(&force->law, time, d->within).value;
    switch (force->kind) {
    case SPRING_DAMPER:
        spring_damper(d, k, y, loads);
        break;
    case POINT_FORCE:
        push(d, loads, force->i, d->force[k][0].arm,
             v3_times(value, force->follow ? turn_out(&d->turn[force->i], d->force[k][0].axis[0])
                                           : force->direction));
        break;
    case TORQUE:
        twist(loads, force->i, force->j,
              v3_times(value, turn_out(&d->turn[force->i], d->force[k][0].axis[0])));
        break;
    default:
        on_free(d, k, time, y, loads);
        break;
    }
}

static Loads loads_at(const Dense *d, double time, const double y[]) {
    Loads loads = {.stored = 0};
    for (int b = 1; b < d->m->bodies; b++) loads.f[b] = v3_times(d->m->body[b].mass, d->m->gravity);
    for (int k = 0; k < d->m->forces; k++) apply_force(d, k, time, y, &loads);
    return loads;
}

/* Accelerations as if nothing held the bodies, by roots of masses: theory (8.4). */
static void free_fall(const Dense *d, const Loads *loads, double x[]) {
    const Mechanism *m = d->m;
    for (int b = 1; b < m->bodies; b++) {
        const MechBody *body = &m->body[b];
        const V3 f = v3_times(1 / sqrt(body->mass), loads->f[b]), i = body->inertia;
        if (m->planar) {
            put(x + 3 * (b - 1), v3(f.x, f.y, loads->t[b].z / sqrt(i.z)));
            continue;
        }
        const V3 w = d->own_w[b], spin = v3(i.x * w.x, i.y * w.y, i.z * w.z);
        const V3 t = v3_sub(turn_in(&d->turn[b], loads->t[b]), v3_cross(w, spin));
        put(x + 6 * (b - 1), f);
        put(x + 6 * (b - 1) + 3, v3(t.x / sqrt(i.x), t.y / sqrt(i.y), t.z / sqrt(i.z)));
    }
}

/* ---- Motion ---------------------------------------------------------------------------------- */

static void accelerations(Dense *d, const Loads *loads, double out[]) {
    double scale[ROWS_MAX], r[ROWS_MAX], x[VELOCITIES_MAX], fall[VELOCITIES_MAX];
    free_fall(d, loads, fall);
    weigh_chosen(d, scale);
    for (int c = 0; c < d->rank; c++) {
        const double *column = matrix_column(&d->factor, c);
        r[c] = -d->row[d->chosen[c]].lock.is.a / scale[c];
        for (int k = 0; k < d->velocities; k++) r[c] -= column[k] * fall[k];
    }
    audit_factor(&d->factor);
    note_least(d);
    least_change(d, r, x);
    for (int k = 0; k < d->velocities; k++) x[k] += fall[k];
    unweighed(d, x, out);
    for (int k = 0; k < d->rows; k++) d->multiplier[k] = 0;
    for (int c = 0; c < d->rank; c++) d->multiplier[d->chosen[c]] = r[c] / scale[c];
}

static void keep_accelerations(Dense *d, const double a[]) {
    for (int b = 1; b < d->m->bodies; b++) {
        const double *x = a + units(d) * (b - 1);
        d->accel[b] = d->m->planar ? v3(x[0], x[1], 0) : triple(x);
        d->turning[b] = d->m->planar ? v3(0, 0, x[2]) : turn_out(&d->turn[b], triple(x + 3));
    }
}

/* theory (8.3) */
static void position_rates(const Dense *d, const double y[], double out[]) {
    for (int b = 0; b < d->moving; b++) {
        const double *v = y + d->positions + units(d) * b;
        if (d->m->planar) {
            put(out + 3 * b, triple(v));
            continue;
        }
        const double *at = y + 7 * b;
        const Quat4 q =
            quat4_times((Quat4){at[3], at[4], at[5], at[6]}, (Quat4){0, v[3], v[4], v[5]});
        put(out + 7 * b, triple(v));
        out[7 * b + 3] = q.w / 2;
        put(out + 7 * b + 4, v3(q.x / 2, q.y / 2, q.z / 2));
    }
}

void audit_dense_rates(Dense *d, double time, const double y[], double out[]) {
    audit_dense_place(d, time, y);
    const Loads loads = loads_at(d, time, y);
    position_rates(d, y, out);
    accelerations(d, &loads, out + d->positions);
    keep_accelerations(d, out + d->positions);
}

/* The largest value, or rate, of a row: lengths by the length. */
static double violation(const Dense *d, bool rates) {
    double most = 0;
    for (int r = 0; r < d->rows; r++) {
        const LockRow *lock = &d->row[r].lock;
        most = fmax(most, fabs(rates ? lock->is.d : lock->is.f) / (lock->length ? d->length : 1));
    }
    return most;
}

static void correction(Dense *d, bool rates, double out[]) {
    double scale[ROWS_MAX], r[ROWS_MAX], x[VELOCITIES_MAX];
    weigh_chosen(d, scale);
    audit_factor(&d->factor);
    for (int c = 0; c < d->rank; c++) {
        const Jet is = d->row[d->chosen[c]].lock.is;
        r[c] = -(rates ? is.d : is.f) / scale[c];
    }
    least_change(d, r, x);
    unweighed(d, x, out);
}

bool audit_dense_project(Dense *d, double time, double y[]) {
    const int rounds = 12;
    const double done = 2e-16, good = 1e-12;
    double by[VELOCITIES_MAX], before = INFINITY, is = 0;
    audit_dense_place(d, time, y);
    for (int k = 0; k < rounds; k++) {
        is = violation(d, false);
        if (is <= done || is >= before / 2) break;
        before = is;
        correction(d, false, by);
        audit_dense_move(d, by, y);
        audit_dense_place(d, time, y);
    }
    for (int k = 0; k < 2; k++) {
        correction(d, true, by);
        for (int n = 0; n < d->velocities; n++) y[d->positions + n] += by[n];
        audit_dense_place(d, time, y);
    }
    return is < good && isfinite(violation(d, true));
}

/* ---- What is shown --------------------------------------------------------------------------- */

double audit_dense_energy(Dense *d, double time, const double y[], double *size) {
    double kinetic = 0, weight = 0;
    for (int b = 1; b < d->m->bodies; b++) {
        const MechBody *body = &d->m->body[b];
        const V3 w = d->own_w[b], i = body->inertia;
        kinetic += (body->mass * v3_dot(d->v[b], d->v[b]) + i.x * w.x * w.x + i.y * w.y * w.y +
                    i.z * w.z * w.z) /
                   2;
        weight -= body->mass * v3_dot(d->m->gravity, d->p[b]);
    }
    const Loads loads = loads_at(d, time, y);
    *size = kinetic + fabs(weight) + loads.stored;
    return kinetic + weight + loads.stored;
}

V3 audit_dense_reaction(const Dense *d, int joint) {
    const MechJoint *is = &d->m->joint[joint];
    V3 f = {0, 0, 0};
    const int body = is->j ? is->j : is->i;
    for (int r = d->first[joint]; r < d->first[joint + 1]; r++) {
        const double *by = d->row[r].by + units(d) * (body - 1);
        const V3 part = v3(by[0], by[1], d->m->planar ? 0 : by[2]);
        f = v3_add(f, v3_times((is->j ? 1 : -1) * d->multiplier[r], part));
    }
    return f;
}
