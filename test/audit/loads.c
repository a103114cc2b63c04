/* SPDX-License-Identifier: MIT
 *
 * Each type of force by its definition: theory (4.4), (4.5). */
#include "loads.h"

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
    const Side i = audit_dense_side(d, force->i, &d->force[k][0], y),
               j = audit_dense_side(d, force->j, &d->force[k][1], y);
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
    audit_dense_add_free(d, force->i, force->free, 1, y, &row);
    double effort = audit_law(&force->law, time, d->within).value;
    if (force->kind == FREE_SPRING) {
        const double stretch = row.lock.is.f - force->rest;
        effort = -force->stiffness * stretch - force->damping * row.lock.is.d;
        loads->stored += force->stiffness * stretch * stretch / 2;
    }
    for (int b = 1; b < d->m->bodies; b++) {
        const double *by = row.by + dense_units(d) * (b - 1);
        const V3 f = d->m->planar ? v3(by[0], by[1], 0) : v3_from(by);
        const V3 t = d->m->planar ? v3(0, 0, by[2]) : v3_from(by + 3);
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

Loads audit_loads(const Dense *d, double time, const double y[]) {
    Loads loads = {.stored = 0};
    for (int b = 1; b < d->m->bodies; b++) loads.f[b] = v3_times(d->m->body[b].mass, d->m->gravity);
    for (int k = 0; k < d->m->forces; k++) apply_force(d, k, time, y, &loads);
    return loads;
}
