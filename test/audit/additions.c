/* SPDX-License-Identifier: MIT
 *
 * What is added to a family: couplings, drives, springs, forces, pushes, a light body. */
#include "sketch.h"

/* A free of a joint that the text knows; false if there is none. */
static bool any_free(Sketch *k, int *joint, FreeKind *free) {
    const int tries = 8;
    for (int n = 0; n < tries && k->m->joints; n++) {
        *joint = any_of(&k->chance, k->m->joints);
        *free = (FreeKind)any_of(&k->chance, FREE_KINDS);
        const MechJoint *j = &k->m->joint[*joint];
        if (j->said == SAID_TO_BOTH && audit_has_free(k->m, j->kind, *free)) return true;
    }
    return false;
}

static int any_body(Sketch *k) {
    return 1 + any_of(&k->chance, k->m->bodies - 1);
}

static void add_spring(Sketch *k) {
    Mechanism *m = k->m;
    const bool stiff = once_in(&k->chance, 3);
    const double rate =
        (stiff ? by_powers(&k->chance, 10, 60) : by_powers(&k->chance, 0.5, 4)) / k->beat;
    MechForce f = {.kind = SPRING_DAMPER, .stiffness = k->heavy * rate * rate};
    f.damping = once_in(&k->chance, 2) ? 0 : k->heavy * rate * by_powers(&k->chance, 0.01, 1);
    int joint;
    if (once_in(&k->chance, 3) && any_free(k, &joint, &f.free)) {
        f.kind = FREE_SPRING;
        f.i = joint;
        const double unit = f.free == TRAVEL ? 1 : k->size * k->size * 0.2;
        f.stiffness *= unit;
        f.damping *= unit;
        f.rest = uniform(&k->chance, -0.3, 0.3) * (f.free == TRAVEL ? k->size : 1);
    } else {
        f.j = any_body(k);
        f.i = any_of(&k->chance, m->bodies);
        if (f.i == f.j) f.i = 0;
        f.at = v3_add(m->body[f.i].at, audit_anywhere(k, 0.3 * k->size));
        f.to = v3_add(m->body[f.j].at, audit_anywhere(k, 0.3 * k->size));
        const double length = v3_size(v3_sub(f.to, f.at));
        if (length < 0.4 * k->size) return;
        f.rest = length * uniform(&k->chance, 0.8, 1.1);
    }
    m->force[m->forces++] = f;
    audit_note(k, stiff ? "stiff" : "spring");
}

static void add_push(Sketch *k, Window window) {
    Mechanism *m = k->m;
    MechForce f = {.kind = POINT_FORCE};
    const double width = m->until * by_powers(&k->chance, 2e-3, 0.2),
                 impulse = k->heavy * k->size / k->beat;
    f.law.window = window;
    f.law.from = m->until * uniform(&k->chance, 0.15, 0.7);
    f.law.to = f.law.from + width;
    double strength = impulse / (window == ALWAYS ? m->until : width) * uniform(&k->chance, 0.3, 1);
    if (window == WINDOW_RAMP) strength = impulse / m->until;
    const int kind = any_of(&k->chance, 3);
    if (kind == 1) f.kind = TORQUE, strength *= 0.2 * k->size;
    if (kind == 2 && any_free(k, &f.i, &f.free)) f.kind = EFFORT;
    if (f.kind == EFFORT && f.free != TRAVEL) strength *= 0.2 * k->size;
    f.law.base = strength * uniform(&k->chance, 0.3, 1);
    if (window == ALWAYS || once_in(&k->chance, 3))
        f.law.swing = strength, f.law.omega = uniform(&k->chance, 1, 6) / k->beat,
        f.law.phase = uniform(&k->chance, -3, 3);
    if (f.kind == POINT_FORCE) {
        f.i = any_body(k);
        f.at = f.to = v3_add(m->body[f.i].at, audit_anywhere(k, 0.3 * k->size));
        f.direction = audit_direction(k);
        f.follow = once_in(&k->chance, 3);
        f.j = f.i;
    } else if (f.kind == TORQUE) {
        f.j = any_body(k);
        f.i = any_of(&k->chance, m->bodies);
        if (f.i == f.j) f.i = 0;
        f.at = m->body[f.i].at;
        f.to = m->body[f.j].at;
        f.direction = m->planar ? v3(0, 0, 1) : audit_direction(k);
    }
    m->force[m->forces++] = f;
    audit_note(k, window == ALWAYS ? "force" : window == WINDOW_RAMP ? "ramp" : "push");
}

static void add_drive(Sketch *k) {
    Mechanism *m = k->m;
    MechDrive drive = {.joint = 0};
    if (!any_free(k, &drive.joint, &drive.free)) return;
    const double unit = drive.free == TRAVEL ? 0.3 * k->size : 1;
    drive.law.slope =
        unit * uniform(&k->chance, -1.5, 1.5) / k->beat * (drive.free == TRAVEL ? 0.2 : 1);
    drive.law.omega = uniform(&k->chance, 0.5, 3) / k->beat;
    drive.law.swing = unit * uniform(&k->chance, 0.1, 0.5);
    drive.law.phase = 0;
    audit_analyse(k->s);
    const int rank = k->s->rank;
    m->drive[m->drives++] = drive;
    if (audit_analyse(k->s) && k->s->rank == rank + 1)
        audit_note(k, "drive");
    else
        m->drives--;
}

static void add_coupling(Sketch *k) {
    Mechanism *m = k->m;
    MechJoint c = {.kind = COUPLING};
    if (!any_free(k, &c.i, &c.free_i) || !any_free(k, &c.j, &c.free_j) ||
        (c.i == c.j && c.free_i == c.free_j))
        return;
    c.field = uniform(&k->chance, 0.4, 2) * (once_in(&k->chance, 2) ? 1 : -1);
    if (c.free_i != TRAVEL && c.free_j != TRAVEL) c.kind = once_in(&k->chance, 2) ? GEAR : BELT;
    if (c.free_i != TRAVEL && c.free_j == TRAVEL) c.kind = RACK, c.field *= k->size;
    if (c.free_i == TRAVEL && c.free_j != TRAVEL) c.field /= k->size;
    m->joint[m->joints++] = c;
    if (audit_analyse(k->s))
        audit_note(k, "gear");
    else
        m->joints--;
}

/* Some body is much lighter than the others. */
static void make_light(Sketch *k) {
    MechBody *body = &k->m->body[any_body(k)];
    const double share = by_powers(&k->chance, 1e-6, 1e-2);
    body->mass *= share;
    body->inertia = v3_times(share, body->inertia);
    audit_note(k, "light");
}

void audit_add_things(Sketch *k) {
    if (once_in(&k->chance, 12)) make_light(k);
    if (once_in(&k->chance, 20)) { /* a push and nothing else */
        k->m->gravity = v3(0, 0, 0);
        add_push(k, (Window)(1 + any_of(&k->chance, 3)));
        return;
    }
    if (once_in(&k->chance, 4)) add_coupling(k);
    if (once_in(&k->chance, 4)) add_drive(k);
    const int springs = once_in(&k->chance, 3) ? 1 + any_of(&k->chance, 2) : 0;
    for (int n = 0; n < springs; n++) add_spring(k);
    if (once_in(&k->chance, 5)) add_push(k, ALWAYS);
    if (once_in(&k->chance, 3)) add_push(k, (Window)(1 + any_of(&k->chance, 3)));
}
