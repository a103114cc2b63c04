/* SPDX-License-Identifier: MIT
 *
 * Velocities and accelerations of one bar in the plane. */
#ifndef JD_CHAIN_MOVE_H
#define JD_CHAIN_MOVE_H

#include "form/chain.h"

static inline Vec2 turn90(double k, Vec2 a) {
    return vec2(-k * a.y, k * a.x);
}

/* Velocity of a point that moves with a body. */
static inline Vec2 of_point(const Spot *spot, const Spin *spin, Vec2 p) {
    return vec2(spin->x - spin->w * (p.y - spot->p.y), spin->y + spin->w * (p.x - spot->p.x));
}

/* Acceleration of it: a of the body, v its velocities. */
static inline Vec2 accel_of_point(const Spot *spot, const Spin *a, const Spin *v, Vec2 p) {
    const Vec2 r = vec2_sub(p, spot->p);
    const double w2 = v->w * v->w;
    return vec2(a->x - a->w * r.y - w2 * r.x, a->y + a->w * r.x - w2 * r.y);
}

/* The velocities of a bar's body from its parent's and its rate. */
static inline void spin_bar(const Chain *chain, const ChainWork *w, int k, double u, Spin *spin) {
    const Bar *bar = &chain->bar[k];
    const Spot *parent = &w->spot[bar->parent], *own = &w->spot[bar->body];
    const Spin *from = &spin[bar->parent];
    if (bar->turn) {
        const Vec2 v = of_point(parent, from, w->joint[k]);
        const double turning = from->w + bar->sign * u;
        spin[bar->body] = (Spin){v.x - turning * (own->p.y - w->joint[k].y),
                                 v.y + turning * (own->p.x - w->joint[k].x), turning};
        return;
    }
    const Vec2 v = of_point(parent, from, own->p);
    const double slide = bar->slide ? u : 0;
    spin[bar->body] = bar->slide
                          ? (Spin){v.x + slide * w->axis[k].x, v.y + slide * w->axis[k].y, from->w}
                          : (Spin){v.x, v.y, from->w};
}

/* Its accelerations, with the velocities of all bodies in w->v and all rates in w->rate. */
static inline void accel_bar(const Chain *chain, const ChainWork *w, int k, double udot, Spin *a) {
    const Bar *bar = &chain->bar[k];
    const Spot *parent = &w->spot[bar->parent], *own = &w->spot[bar->body];
    const Spin *from = &a[bar->parent], *v = w->v;
    if (bar->turn) {
        const Vec2 p = accel_of_point(parent, from, &v[bar->parent], w->joint[k]);
        const Vec2 r = vec2_sub(own->p, w->joint[k]);
        const double alpha = from->w + bar->sign * udot, w2 = v[bar->body].w * v[bar->body].w;
        a[bar->body] = (Spin){p.x - alpha * r.y - w2 * r.x, p.y + alpha * r.x - w2 * r.y, alpha};
        return;
    }
    const Vec2 p = accel_of_point(parent, from, &v[bar->parent], own->p);
    if (!bar->slide) {
        a[bar->body] = (Spin){p.x, p.y, from->w};
        return;
    }
    const double twice = 2 * v[bar->parent].w * w->rate[k];
    a[bar->body] = (Spin){p.x - twice * w->axis[k].y + udot * w->axis[k].x,
                          p.y + twice * w->axis[k].x + udot * w->axis[k].y, from->w};
}

#endif
