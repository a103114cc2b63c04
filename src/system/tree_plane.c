/* SPDX-License-Identifier: MIT
 *
 * Bodies that move in parallel planes, from numbers in the plane and back; in a planar model these
 * are the numbers themselves. */
#include "system/planar.h"
#include "system/spatial.h"

static void move_planar(PlanarBody *body, const Plane *plane, const Spot *spot, const Spin *v) {
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        const double c0 = at->drawn.x.x, s0 = at->drawn.x.y;
        const Spot *from = &spot[at->body];
        const Spin *spin = &v[at->body];
        PlanarBody *to = &body[at->body];
        to->x = from->p.x, to->y = from->p.y;
        to->c = from->c * c0 - from->s * s0;
        to->s = from->s * c0 + from->c * s0;
        to->vx = spin->x, to->vy = spin->y, to->w = spin->w;
    }
}

/* Body axes are those drawn, turned about the normal. */
static inline void place_spatial(SpatialBody *to, const Plane *plane, const struct PlaneBody *at,
                                 const Spot *from, const Spin *spin) {
    const Vec3 e1 = plane->e1, e2 = plane->e2;
    const Axes turned = {vec3_add(vec3_scale(from->c, e1), vec3_scale(from->s, e2)),
                         vec3_sub(vec3_scale(from->c, e2), vec3_scale(from->s, e1)), plane->normal};
    to->p = vec3_add(vec3_add(vec3_scale(from->p.x, e1), vec3_scale(from->p.y, e2)),
                     vec3_scale(at->height, plane->normal));
    to->R = (Axes){axes_out(&turned, at->drawn.x), axes_out(&turned, at->drawn.y),
                   axes_out(&turned, at->drawn.z)};
    to->v = vec3_add(vec3_scale(spin->x, e1), vec3_scale(spin->y, e2));
    to->w = vec3_scale(spin->w, plane->normal);
    to->own = vec3_scale(spin->w, at->about);
}

static void move_spatial(SpatialBody *body, const Plane *plane, const Spot *spot, const Spin *v) {
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        place_spatial(&body[at->body], plane, at, &spot[at->body], &v[at->body]);
    }
}

void jd_plane_move(const JdSystem *s, Motion *m, const Plane *plane, const Spot *spot,
                   const Spin *v) {
    jd_tree_ground(s, m);
    if (s->space == JD_PLANAR)
        move_planar(m->bodies, plane, spot, v);
    else
        move_spatial(m->bodies, plane, spot, v);
}

void jd_plane_forces(const JdSystem *s, const Plane *plane, const Motion *m, const double *Q,
                     Spin *force) {
    (void)m;
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        if (s->space == JD_PLANAR) {
            const double *own = Q + 3 * (at->body - 1);
            force[at->body] = (Spin){own[0], own[1], own[2]};
            continue;
        }
        const double *own = Q + 6 * (at->body - 1);
        const Vec3 f = vec3(own[0], own[1], own[2]);
        force[at->body] = (Spin){vec3_dot(f, plane->e1), vec3_dot(f, plane->e2),
                                 vec3_dot(vec3(own[3], own[4], own[5]), at->about)};
    }
}

void jd_plane_move_one(const JdSystem *s, Motion *m, const Plane *plane, const OneNow *one,
                       double x) {
    jd_tree_ground(s, m);
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        const OneNow *from = &one[at->body];
        if (s->space == JD_PLANAR) {
            PlanarBody *to = (PlanarBody *)m->bodies + at->body;
            const double c0 = at->drawn.x.x, s0 = at->drawn.x.y;
            to->x = from->px, to->y = from->py;
            to->c = from->c * c0 - from->s * s0;
            to->s = from->s * c0 + from->c * s0;
            to->vx = x * from->tx, to->vy = x * from->ty, to->w = x * from->tw;
            continue;
        }
        const Spot spot = {{from->px, from->py}, from->c, from->s};
        const Spin v = {x * from->tx, x * from->ty, x * from->tw};
        place_spatial((SpatialBody *)m->bodies + at->body, plane, at, &spot, &v);
    }
}

double jd_plane_along(const JdSystem *s, const Plane *plane, const double *Q, const OneNow *one) {
    double sum = 0;
    for (int k = 0; k < plane->count; k++) {
        const struct PlaneBody *at = &plane->at[k];
        const OneNow *t = &one[at->body];
        if (s->space == JD_PLANAR) {
            const double *own = Q + 3 * (at->body - 1);
            sum += own[0] * t->tx + own[1] * t->ty + own[2] * t->tw;
            continue;
        }
        const double *own = Q + 6 * (at->body - 1);
        const Vec3 f = vec3(own[0], own[1], own[2]);
        sum += vec3_dot(f, plane->e1) * t->tx + vec3_dot(f, plane->e2) * t->ty +
               vec3_dot(vec3(own[3], own[4], own[5]), at->about) * t->tw;
    }
    return sum;
}
