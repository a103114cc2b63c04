/* SPDX-License-Identifier: MIT
 *
 * Poses of bars and dyads in closed form: theory (9.15). Circles and lines meet in at most two points; the one is taken
 * that the joint was coming from, which keeps the branch of assembly, and goes straight on through singular positions. */
#ifndef JD_CHAIN_POSE_H
#define JD_CHAIN_POSE_H

#include "form/chain.h"

static inline Vec2 turned(const Spot *spot, Vec2 v) {
    return vec2(spot->c * v.x - spot->s * v.y, spot->s * v.x + spot->c * v.y);
}

static inline Vec2 at_point(const Spot *spot, Vec2 v) {
    return vec2_add(spot->p, turned(spot, v));
}

/* ---- One bar -------------------------------------------------------------------------------- */

/* Turned so that `local` on the body points along `along`, which is as long. */
static inline void turn_onto(Spot *spot, Vec2 local, Vec2 along, double length) {
    const double per = 1 / (length * length);
    spot->c = per * vec2_dot(local, along);
    spot->s = per * vec2_cross(local, along);
}

static inline void place_turn(ChainWork *w, const Bar *bar, int k, Vec2 joint) {
    Spot *spot = &w->spot[bar->body];
    w->joint[k] = joint;
    spot->p = vec2_sub(joint, turned(spot, bar->far));
}

static inline void place_slide(ChainWork *w, const Bar *bar, int k, double q) {
    const Spot *parent = &w->spot[bar->parent];
    Spot *spot = &w->spot[bar->body];
    spot->c = parent->c * bar->c - parent->s * bar->s;
    spot->s = parent->s * bar->c + parent->c * bar->s;
    const Vec2 base = at_point(parent, bar->near);
    w->axis[k] = turned(parent, bar->axis);
    w->joint[k] = vec2_add(base, vec2_scale(q, w->axis[k]));
    w->travel[k] = q;
    spot->p = vec2_sub(w->joint[k], turned(spot, bar->far));
}

/* A slide that stands at zero, moved along. */
static inline void shift(ChainWork *w, const Bar *bar, int k, double q) {
    const Vec2 way = vec2_scale(q, w->axis[k]);
    w->joint[k] = vec2_add(w->joint[k], way);
    w->travel[k] += q;
    w->spot[bar->body].p = vec2_add(w->spot[bar->body].p, way);
}

static inline void place_bar(ChainWork *w, const Bar *bar, int k, double q) {
    if (!bar->turn) {
        place_slide(w, bar, k, bar->slide ? q : 0);
        return;
    }
    const Spot *parent = &w->spot[bar->parent];
    Spot *spot = &w->spot[bar->body];
    const double angle = bar->angle + bar->sign * q, c = cos(angle), s = sin(angle);
    spot->c = parent->c * c - parent->s * s;
    spot->s = parent->s * c + parent->c * s;
    place_turn(w, bar, k, at_point(parent, bar->near));
}

/* ---- Circles and lines ---------------------------------------------------------------------- */

/* Points at distances a from A and b from B: foot +- height. False: there are none. */
static inline bool meet_circles(Vec2 A, double a, Vec2 B, double b, Vec2 *foot, Vec2 *height,
                                double *hh) {
    const Vec2 d = vec2_sub(B, A);
    const double per = 1 / vec2_dot(d, d), along = 0.5 * (1 + (a * a - b * b) * per);
    *hh = a * a * per - along * along;
    *foot = vec2_add(A, vec2_scale(along, d));
    *height = vec2_scale(sqrt(fmax(*hh, 0)), vec2_turn90(d));
    return *hh > -1e-10;
}

/* P + s e at a distance from a centre, e of length 1: s = middle +- half. */
static inline bool meet_line(Vec2 P, Vec2 e, Vec2 centre, double radius, double *middle,
                             double *half) {
    const Vec2 d = vec2_sub(P, centre);
    const double across = vec2_cross(e, d), hh = radius * radius - across * across;
    *middle = -vec2_dot(d, e);
    *half = sqrt(fmax(hh, 0));
    return hh > -1e-10 * radius * radius;
}

/* Whether the other of two mirrored points is nearer to where the hint of a turn about `pivot` would take it. */
static inline bool other_is_nearer(const ChainWork *w, const Bar *bar, Vec2 pivot, Vec2 local, double hint,
                            Vec2 foot, Vec2 height) {
    const Spot *parent = &w->spot[bar->parent];
    const double angle = bar->angle + bar->sign * hint, c = cos(angle), s = sin(angle);
    const Spot coming = {{0, 0}, parent->c * c - parent->s * s, parent->s * c + parent->c * s};
    const Vec2 off = vec2_sub(vec2_add(pivot, turned(&coming, local)), foot);
    return vec2_dot(off, height) < 0;
}

static inline Vec2 choose_point(const ChainWork *w, const Bar *bar, Vec2 pivot, Vec2 local, double hint, Vec2 foot,
                                Vec2 height) {
    const bool other = other_is_nearer(w, bar, pivot, local, hint, foot, height);
    return other ? vec2_sub(foot, height) : vec2_add(foot, height);
}

static inline double choose_slide(double middle, double half, double hint) {
    return hint >= middle ? middle + half : middle - half;
}

/* ---- Dyads ---------------------------------------------------------------------------------- */

static inline void set_columns(DyadNow *now, Vec2 C, Vec2 J, Vec2 ca, Vec2 cb) {
    now->C = C;
    now->J = J;
    now->ca = ca;
    now->cb = cb;
    now->per_det = 1 / vec2_cross(ca, cb);
}

/* Both bars hang on known bodies and share C. Columns: velocity of C by a, less that by b. */
static inline bool close_between(const Chain *chain, ChainWork *w, const Dyad *dyad, int d, const double *q) {
    const Bar *a = &chain->bar[dyad->a], *b = &chain->bar[dyad->b];
    const Vec2 A = at_point(&w->spot[a->parent], a->near),
               B = at_point(&w->spot[b->parent], b->near);
    const Vec2 la = vec2_sub(dyad->on_a, a->far), lb = vec2_sub(dyad->on_b, b->far);
    bool meets = true;
    Vec2 C;
    if (a->turn && b->turn) {
        Vec2 foot, height;
        double hh;
        meets = meet_circles(A, dyad->length_a, B, dyad->length_b, &foot, &height, &hh);
        C = choose_point(w, a, A, la, q[a->q], foot, height);
    } else {
        const int k = a->turn ? dyad->b : dyad->a;
        const Bar *slide = &chain->bar[k];
        place_slide(w, slide, k, 0);
        const Vec2 from = at_point(&w->spot[slide->body], a->turn ? dyad->on_b : dyad->on_a);
        double at, other;
        if (a->turn || b->turn) {
            meets = meet_line(from, w->axis[k], a->turn ? A : B,
                              a->turn ? dyad->length_a : dyad->length_b, &at, &other);
            at = choose_slide(at, other, q[slide->q]);
        } else {
            /* a slides first: where its C is on b's line. */
            place_slide(w, b, dyad->b, 0);
            const Vec2 to = at_point(&w->spot[b->body], dyad->on_b), f = w->axis[dyad->b];
            at = vec2_cross(f, vec2_sub(to, from)) / vec2_cross(f, w->axis[k]);
            other = vec2_dot(vec2_sub(vec2_add(from, vec2_scale(at, w->axis[k])), to), f);
            shift(w, b, dyad->b, other);
        }
        shift(w, slide, k, at);
        C = vec2_add(from, vec2_scale(at, w->axis[k]));
    }
    if (a->turn) {
        turn_onto(&w->spot[a->body], la, vec2_sub(C, A), dyad->length_a);
        place_turn(w, a, dyad->a, A);
    }
    if (b->turn) {
        turn_onto(&w->spot[b->body], lb, vec2_sub(C, B), dyad->length_b);
        place_turn(w, b, dyad->b, B);
    }
    set_columns(&w->dyad[d], C, C, a->turn ? vec2_turn90(vec2_sub(C, A)) : w->axis[dyad->a],
                vec2_scale(-1, b->turn ? vec2_turn90(vec2_sub(C, B)) : w->axis[dyad->b]));
    return meets;
}

/* b hangs on a; its C must come to T. Columns: velocity of T by a, by b. */
static inline bool close_behind(const Chain *chain, ChainWork *w, const Dyad *dyad, int d, const double *q) {
    const Bar *a = &chain->bar[dyad->a], *b = &chain->bar[dyad->b];
    const Vec2 A = at_point(&w->spot[a->parent], a->near),
               T = at_point(&w->spot[dyad->target], dyad->on_target);
    const Vec2 la = vec2_sub(dyad->on_a, a->far);
    bool meets = true;
    Vec2 foot, height;
    double hh, at = 0, half;
    if (a->turn && b->turn) {
        meets = meet_circles(A, dyad->length_a, T, dyad->length_b, &foot, &height, &hh);
        const Vec2 J = choose_point(w, a, A, la, q[a->q], foot, height);
        turn_onto(&w->spot[a->body], la, vec2_sub(J, A), dyad->length_a);
        place_turn(w, a, dyad->a, A);
    } else if (a->slide && b->slide) {
        /* Two slides, one on the other: they go where their directions lead to T. */
        place_slide(w, a, dyad->a, 0);
        const Vec2 e = w->axis[dyad->a], f = turned(&w->spot[a->body], b->axis),
                   way = vec2_sub(T, at_point(&w->spot[a->body], dyad->on_a));
        const double per = 1 / vec2_cross(e, f);
        at = per * vec2_cross(e, way);
        shift(w, a, dyad->a, per * vec2_cross(way, f));
    } else if (a->slide) {
        place_slide(w, a, dyad->a, 0);
        meets = meet_line(at_point(&w->spot[a->body], dyad->on_a), w->axis[dyad->a], T,
                          dyad->length_b, &at, &half);
        shift(w, a, dyad->a, choose_slide(at, half, q[a->q]));
    } else {
        /* la + s e on body a, turned about A onto T: how far out, then which way. */
        const Vec2 out = vec2_sub(T, A), e = b->axis;
        meets = meet_line(la, e, vec2(0, 0), sqrt(vec2_dot(out, out)), &at, &half);
        at = choose_slide(at, half, q[b->q]);
        const Vec2 local = vec2_add(la, vec2_scale(at, e));
        turn_onto(&w->spot[a->body], local, out, sqrt(vec2_dot(out, out)));
        place_turn(w, a, dyad->a, A);
    }
    const Vec2 J = at_point(&w->spot[a->body], b->near);
    if (b->turn) {
        turn_onto(&w->spot[b->body], vec2_sub(dyad->on_b, b->far), vec2_sub(T, J), dyad->length_b);
        place_turn(w, b, dyad->b, J);
    } else {
        place_slide(w, b, dyad->b, at);
    }
    const Vec2 by_a = a->slide ? w->axis[dyad->a] : vec2_turn90(vec2_sub(b->turn ? J : T, A));
    set_columns(&w->dyad[d], T, b->turn ? J : T, by_a,
                b->turn ? vec2_turn90(vec2_sub(T, J)) : w->axis[dyad->b]);
    return meets;
}

#endif
