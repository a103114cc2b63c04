/* SPDX-License-Identifier: MIT
 *
 * Bodies and joints, drawn one by one. */
#include "sketch.h"
#include <string.h>

V3 audit_anywhere(Sketch *k, double reach) {
    const double x = uniform(&k->chance, -reach, reach), y = uniform(&k->chance, -reach, reach);
    return v3(x, y, k->m->planar ? 0 : uniform(&k->chance, -reach, reach));
}

V3 audit_direction(Sketch *k) {
    for (;;) {
        const V3 v = audit_anywhere(k, 1);
        const double size = v3_size(v);
        if (size > 0.2 && size < 1) return v3_times(1 / size, v);
    }
}

static V3 normal_to(Sketch *k, V3 axis) {
    if (k->m->planar) return v3(-axis.y, axis.x, 0);
    for (;;) {
        const V3 v = v3_cross(axis, audit_direction(k));
        if (v3_size(v) > 0.3) return v3_unit(v);
    }
}

int audit_draw_body(Sketch *k, V3 at) {
    Mechanism *m = k->m;
    const int b = m->bodies++;
    MechBody *body = &m->body[b];
    const double mass = k->heavy * exp(uniform(&k->chance, -1, 1)),
                 reach = k->size * k->size * mass;
    const double p = uniform(&k->chance, 0.03, 0.2), q = uniform(&k->chance, 0.03, 0.2),
                 r = uniform(&k->chance, 0.03, 0.2);
    *body = (MechBody){
        .at = at, .mass = mass, .inertia = v3(reach * (p + q), reach * (q + r), reach * (r + p))};
    body->angle = uniform(&k->chance, -3, 3);
    const Quat4 turn = {uniform(&k->chance, -1, 1), uniform(&k->chance, -1, 1),
                        uniform(&k->chance, -1, 1), uniform(&k->chance, 0.1, 1)};
    body->attitude = quat4_unit(turn);
    if (m->planar) body->inertia = v3(0, 0, body->inertia.z);
    return b;
}

MechJoint *audit_draw_joint(Sketch *k, JointKind kind, int i, int j, V3 at) {
    Mechanism *m = k->m;
    MechJoint *joint = &m->joint[m->joints++];
    *joint = (MechJoint){.kind = kind, .i = i, .j = j, .m = at, .n = at};
    joint->axis = audit_direction(k);
    joint->second = normal_to(k, joint->axis);
    return joint;
}

/* The points of joints that may be drawn apart. */
static void spread(Sketch *k, MechJoint *joint) {
    const double some = k->size * uniform(&k->chance, 0.2, 0.5) * (once_in(&k->chance, 2) ? 1 : -1);
    V3 by = {0, 0, 0};
    switch (joint->kind) {
    case PRISMATIC:
    case CYLINDRICAL:
    case PIN_IN_SLOT:
        by = v3_times(some, joint->axis);
        break;
    case PLANAR:
        by = v3_times(some, joint->second);
        break;
    case PARALLEL:
        by = v3_times(some, audit_direction(k));
        break;
    case POINT:
    case LINE:
        joint->field = fabs(some);
        by = v3_add(v3_times(fabs(some), joint->axis), v3_times(some, joint->second));
        break;
    case ROLLING_DISC: /* it leans by some angle against its plane */
        joint->field = fabs(some);
        joint->turned = true;
        by = v3_times(fabs(some), v3_unit(v3_add(joint->axis, v3_times(0.4, joint->second))));
        joint->axis_j = v3_cross(v3_unit(by), v3_cross(joint->axis, joint->second));
        joint->second_j = v3_unit(by);
        break;
    case ROLLING_SPHERE:
        joint->field = fabs(some);
        by = v3_times(fabs(some), joint->axis);
        break;
    case ROD:
    case UNIVERSAL_SPHERICAL:
        by = v3_times(some * 2, audit_direction(k));
        break;
    case WHEEL_ON_RAIL:
        joint->field = fabs(some);
        by = v3_times(fabs(some), joint->second);
        break;
    case SCREW:
        joint->field = some;
        break;
    default:
        break;
    }
    joint->n = v3_add(joint->m, by);
}

void audit_draw_between(Sketch *k, JointKind kind, int i, int j) {
    MechJoint *joint = audit_draw_joint(
        k, kind, i, j, v3_add(k->m->body[j ? j : i].at, audit_anywhere(k, 0.5 * k->size)));
    spread(k, joint);
}

void audit_note(Sketch *k, const char *what) {
    const size_t at = strlen(k->m->name);
    snprintf(k->m->name + at, sizeof k->m->name - at, "+%s", what);
}
