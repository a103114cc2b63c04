/* SPDX-License-Identifier: MIT
 *
 * Bodies that move in parallel planes, from numbers in the plane and back; in a planar model these
 * are the numbers themselves. */
#include "rows/planar.h"
#include "rows/spatial.h"
#include "tree/tree.h"

static void place_planar(PlanarBody *to, const struct PlaneBody *at, const LoopBody *from,
                         double rate) {
    const double c0 = at->drawn.x.x, s0 = at->drawn.x.y;
    to->x = from->p.x, to->y = from->p.y;
    to->c = from->c * c0 - from->s * s0;
    to->s = from->s * c0 + from->c * s0;
    to->vx = rate * from->v.line.x, to->vy = rate * from->v.line.y, to->w = rate * from->v.turn;
}

/* Body axes are those drawn, turned about the normal. */
static void place_spatial(SpatialBody *to, const Plane *plane, const struct PlaneBody *at,
                          const LoopBody *from, double rate) {
    const Vec3 e1 = plane->e1, e2 = plane->e2;
    const double w = rate * from->v.turn;
    const Axes turned = {vec3_add(vec3_scale(from->c, e1), vec3_scale(from->s, e2)),
                         vec3_sub(vec3_scale(from->c, e2), vec3_scale(from->s, e1)), plane->normal};
    to->p = vec3_add(vec3_add(vec3_scale(from->p.x, e1), vec3_scale(from->p.y, e2)),
                     vec3_scale(at->height, plane->normal));
    to->R = (Axes){axes_out(&turned, at->drawn.x), axes_out(&turned, at->drawn.y),
                   axes_out(&turned, at->drawn.z)};
    to->v = vec3_add(vec3_scale(rate * from->v.line.x, e1), vec3_scale(rate * from->v.line.y, e2));
    to->w = vec3_scale(w, plane->normal);
    to->own = vec3_scale(w, at->about);
}

void jd_plane_move(const JdSystem *s, Motion *m, const Plane *plane, const LoopBody *body,
                   double rate) {
    jd_tree_ground(s, m);
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        if (s->space == JD_PLANAR)
            place_planar((PlanarBody *)m->bodies + at->body, at, &body[at->body], rate);
        else
            place_spatial((SpatialBody *)m->bodies + at->body, plane, at, &body[at->body], rate);
    }
}

void jd_plane_forces(const JdSystem *s, const Plane *plane, const double *Q, Spin *force) {
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        if (s->space == JD_PLANAR) {
            const double *own = Q + 3 * (at->body - 1);
            force[at->body] = (Spin){{own[0], own[1]}, own[2]};
            continue;
        }
        const double *own = Q + 6 * (at->body - 1);
        const Vec3 f = vec3(own[0], own[1], own[2]);
        force[at->body] = (Spin){{vec3_dot(f, plane->e1), vec3_dot(f, plane->e2)},
                                 vec3_dot(vec3(own[3], own[4], own[5]), at->about)};
    }
}
