/* SPDX-License-Identifier: MIT
 *
 * A side of a joint whose body moves in the plane, for locks of any kind. Vectors are along e1, e2 and the normal. */
#ifndef JD_CHAIN_KNOT_H
#define JD_CHAIN_KNOT_H

#include "form/chain.h"

static inline Vec3 turned_flat(const Spot *spot, Vec3 v) {
    return vec3(spot->c * v.x - spot->s * v.y, spot->s * v.x + spot->c * v.y, v.z);
}

static inline Side plane_side(const PlaneEnd *end, const Spot *spot, const Spin *v) {
    const Vec3 arm = turned_flat(spot, end->arm);
    return (Side){.p = vec3(spot->p.x + arm.x, spot->p.y + arm.y, end->height + arm.z),
                  .v = vec3(v->x - v->w * arm.y, v->y + v->w * arm.x, 0),
                  .arm = arm,
                  .axes = {turned_flat(spot, end->axes.x), turned_flat(spot, end->axes.y),
                           turned_flat(spot, end->axes.z)},
                  .w = vec3(0, 0, v->w)};
}

#endif
