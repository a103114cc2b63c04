/* SPDX-License-Identifier: MIT
 *
 * The joint types, one by one. A point that two bodies share is written along ground axes, an axis
 * that they share by two products with the normals of the first body's axis. */
#include "equations.h"

typedef struct {
    LockRow *out;
    int count;
} Rows;

static void add(Rows *rows, Jet is, bool length) {
    rows->out[rows->count++] = (LockRow){is, false, length};
}

/* A velocity row comes as a jet of the speed: its value is the rate of what is locked. */
static void add_speed(Rows *rows, Jet speed) {
    rows->out[rows->count++] = (LockRow){{0, speed.f, speed.d}, true, true};
}

static Jet along(JetV d, V3 axis) {
    return (Jet){v3_dot(d.f, axis), v3_dot(d.d, axis), v3_dot(d.a, axis)};
}

static void share_point(Rows *rows, bool planar, JetV d) {
    for (int k = 0; k < (planar ? 2 : 3); k++) add(rows, along(d, v3_axis(k)), true);
}

static void share_axis_z(Rows *rows, const Side *i, const Side *j) {
    add(rows, jetv_dot(i->x, j->z), false);
    add(rows, jetv_dot(i->y, j->z), false);
}

static void keep_attitude(Rows *rows, bool planar, const Side *i, const Side *j) {
    add(rows, jetv_dot(i->y, j->x), false);
    if (planar) return;
    add(rows, jetv_dot(i->z, j->x), false);
    add(rows, jetv_dot(i->z, j->y), false);
}

/* The z part of the quaternion of j seen from i: zero if j is i turned about an axis normal to z.
 * This is xi.yj - yi.xj divided by -4 w, which unlike that is regular where the shafts are bent by
 * half a turn. */
static Jet bent_about_normal(const Side *i, const Side *j) {
    const Quat4 a = quat4_conjugate(i->q), b = quat4_conjugate(i->q_rate),
                c = quat4_conjugate(i->q_accel);
    return (Jet){quat4_times(a, j->q).z, quat4_times(b, j->q).z + quat4_times(a, j->q_rate).z,
                 quat4_times(c, j->q).z + 2 * quat4_times(b, j->q_rate).z +
                     quat4_times(a, j->q_accel).z};
}

static Jet nearest(Jet angle, double near) {
    angle.f += 2 * AUDIT_PI * round((near - angle.f) / (2 * AUDIT_PI));
    return angle;
}

/* How far j has turned about the z axis that both share. */
static Jet turn_about_axis(bool planar, const Side *i, const Side *j, double near) {
    if (planar) return jet_sub(j->turn, i->turn);
    return nearest(jet_atan2(jetv_dot(i->y, j->x), jetv_dot(i->x, j->x)), near);
}

Jet audit_free(const Mechanism *m, FreeKind free, JointKind kind, const Side *i, const Side *j,
               double near) {
    const JetV d = jetv_sub(j->point, i->point);
    switch (free) {
    case TRAVEL:
        return jetv_dot(d, kind == CYLINDRICAL ? i->z : i->x);
    case ANGLE:
        return turn_about_axis(m->planar, i, j, near);
    case ANGLE1:
        return nearest(jet_atan2(jetv_dot(i->z, j->y), jetv_dot(i->y, j->y)), near);
    default:
        return nearest(jet_atan2(jetv_dot(i->x, j->z), jetv_dot(i->x, j->x)), near);
    }
}

void audit_coupling(const MechJoint *joint, double *of_i, double *of_j) {
    const double k = joint->field;
    *of_i = joint->kind == GEAR || joint->kind == BELT ? 1 : -k;
    *of_j = joint->kind == GEAR ? k : joint->kind == BELT ? -k : 1;
}

/* A disc with the axis zj on a plane with the normal zi: the direction in the disc that points up
 * most, theory (2.13). */
static JetV up_in_disc(const Side *i, const Side *j) {
    const JetV u = jetv_sub(i->z, jetv_scale(jetv_dot(i->z, j->z), j->z));
    return jetv_scale(jet_inverse(jet_sqrt(jetv_dot(u, u))), u);
}

/* Velocities as seen from body i. */
static JetV speed_seen(const Side *i, JetV d) {
    return jetv_sub(jetv_rate(d), jetv_cross(i->w, d));
}

static void rolling_disc(Rows *rows, double radius, const Side *i, const Side *j, JetV d) {
    const JetV up = up_in_disc(i, j), ahead = jetv_cross(j->z, up);
    const JetV v = speed_seen(i, d), w = jetv_sub(j->w, i->w);
    add(rows, jet_sub(jetv_dot(d, i->z), jet_times(radius, jetv_dot(up, i->z))), true);
    add_speed(rows, jet_sub(jetv_dot(v, ahead), jet_times(radius, jetv_dot(w, j->z))));
    add_speed(rows, jet_add(jetv_dot(v, j->z), jet_times(radius, jetv_dot(w, ahead))));
}

static void rolling_sphere(Rows *rows, double radius, const Side *i, const Side *j, JetV d) {
    const JetV v = speed_seen(i, d), w = jetv_sub(j->w, i->w);
    add(rows, jet_sub(jetv_dot(d, i->z), jet(radius)), true);
    add_speed(rows, jet_sub(jetv_dot(v, i->x), jet_times(radius, jetv_dot(w, i->y))));
    add_speed(rows, jet_add(jetv_dot(v, i->y), jet_times(radius, jetv_dot(w, i->x))));
}

static void wheel_on_rail(Rows *rows, bool planar, double radius, const Side *i, const Side *j,
                          JetV d, double near) {
    add(rows, jet_sub(jetv_dot(d, i->y), jet(radius)), true);
    add(rows, jet_add(jetv_dot(d, i->x), jet_times(radius, turn_about_axis(planar, i, j, near))),
        true);
    if (planar) return;
    add(rows, jetv_dot(d, i->z), true);
    share_axis_z(rows, i, j);
}

int audit_locks(const Mechanism *m, const MechJoint *joint, const Side *i, const Side *j,
                double near, LockRow out[LOCKS_MAX]) {
    const bool planar = m->planar;
    const JetV d = jetv_sub(j->point, i->point);
    Rows rows = {out, 0};
    switch (joint->kind) {
    case REVOLUTE:
        share_point(&rows, planar, d);
        if (!planar) share_axis_z(&rows, i, j);
        break;
    case PRISMATIC:
        add(&rows, jetv_dot(d, i->y), true);
        if (!planar) add(&rows, jetv_dot(d, i->z), true);
        keep_attitude(&rows, planar, i, j);
        break;
    case CYLINDRICAL:
    case SCREW:
        add(&rows, jetv_dot(d, i->x), true);
        add(&rows, jetv_dot(d, i->y), true);
        share_axis_z(&rows, i, j);
        if (joint->kind == SCREW)
            add(&rows,
                jet_sub(jetv_dot(d, i->z), jet_times(joint->field / (2 * AUDIT_PI),
                                                     turn_about_axis(planar, i, j, near))),
                true);
        break;
    case UNIVERSAL:
        share_point(&rows, planar, d);
        add(&rows, jetv_dot(i->x, j->y), false);
        break;
    case CONSTANT_VELOCITY:
        share_point(&rows, planar, d);
        add(&rows, bent_about_normal(i, j), false);
        break;
    case SPHERICAL:
        share_point(&rows, planar, d);
        break;
    case PLANAR:
        add(&rows, jetv_dot(d, i->z), true);
        share_axis_z(&rows, i, j);
        break;
    case PARALLEL:
        keep_attitude(&rows, planar, i, j);
        break;
    case FIXED:
        share_point(&rows, planar, d);
        keep_attitude(&rows, planar, i, j);
        break;
    case PIN_IN_SLOT:
        add(&rows, jetv_dot(d, i->y), true);
        if (!planar) add(&rows, jetv_dot(d, i->z), true);
        break;
    case POINT:
        add(&rows, jet_sub(jetv_dot(d, i->z), jet(joint->field)), true);
        break;
    case LINE:
        add(&rows, jet_sub(jetv_dot(d, i->z), jet(joint->field)), true);
        add(&rows, jetv_dot(j->x, i->z), false);
        break;
    case ROD:
    case UNIVERSAL_SPHERICAL:
        add(&rows, jet_sub(jet_sqrt(jetv_dot(d, d)), jet(v3_size(v3_sub(joint->n, joint->m)))),
            true);
        break;
    case WHEEL_ON_RAIL:
        wheel_on_rail(&rows, planar, joint->field, i, j, d, near);
        break;
    case ROLLING_DISC:
        rolling_disc(&rows, joint->field, i, j, d);
        break;
    case ROLLING_SPHERE:
        rolling_sphere(&rows, joint->field, i, j, d);
        break;
    case KNIFE_EDGE:
        add_speed(&rows, jetv_dot(speed_seen(i, d), j->y));
        break;
    case MIRROR:
        add(&rows, jet_add(j->turn, i->turn), false);
        break;
    default:
        break;
    }
    return rows.count;
}
