/* SPDX-License-Identifier: MIT
 *
 * Velocities, accelerations and forces of a chain in closed form. Everything is linear in the
 * independent rates: for each of them there is a column of velocities; dyads answer by two
 * equations in the plane. theory (9.12)-(9.14), (9.16) */
#include "form/chain_move.h"
#include "math/dense.h"
#include <string.h>

/* ---- Velocities ----------------------------------------------------------------------------- */

/* Rates of a dyad's two bars from what is known; unknowns are angular velocities of turns and
 * speeds of slides. */
static inline void solve_dyad(const Chain *chain, const DyadNow *now, const Dyad *dyad, Vec2 rhs,
                              const Spin *spin, double *rate) {
    const Bar *a = &chain->bar[dyad->a], *b = &chain->bar[dyad->b];
    const double x = vec2_cross(rhs, now->cb) * now->per_det,
                 y = vec2_cross(now->ca, rhs) * now->per_det;
    rate[dyad->a] = a->turn ? a->sign * (x - spin[a->parent].w) : x;
    const double parent = dyad->behind ? (a->turn ? x : spin[a->parent].w) : spin[b->parent].w;
    rate[dyad->b] = b->turn ? b->sign * (y - parent) : y;
}

/* The velocity of C that a bar gives with its own rate zero (turns: angular velocity zero). */
static inline Vec2 base_velocity(const Chain *chain, const ChainWork *w, int k, Vec2 C,
                                 const Spin *spin) {
    const Bar *bar = &chain->bar[k];
    const Vec2 at = bar->turn ? w->joint[k] : C;
    return of_point(&w->spot[bar->parent], &spin[bar->parent], at);
}

/* What drives within a dyad add to its right-hand side: the rate of C on its bodies. */
static inline Vec2 moved_velocity(const Dyad *dyad, const MovedDyad *moved) {
    return dyad->behind ? vec2_scale(-1, moved->vb) : vec2_sub(moved->vb, moved->va);
}

static inline Vec2 dyad_velocity(const Chain *chain, const ChainWork *w, int d, const Spin *spin) {
    const Dyad *dyad = &chain->dyad[d];
    const Vec2 C = w->dyad[d].C, J = w->dyad[d].J;
    if (!dyad->behind)
        return vec2_sub(base_velocity(chain, w, dyad->b, C, spin),
                        base_velocity(chain, w, dyad->a, C, spin));
    return vec2_sub(of_point(&w->spot[dyad->target], &spin[dyad->target], C),
                    base_velocity(chain, w, dyad->a, J, spin));
}

/* One column: the independent bar `own` at rate 1 (-1: none), drives at `drives` times their rates.
 */
static void fill_column(const JdSystem *s, const Chain *chain, ChainWork *w, const Motion *m,
                        int own, bool drives, Spin *spin, double *rate) {
    spin[0] = (Spin){0, 0, 0};
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->bar >= 0) {
            const int drive = chain->bar[step->bar].drive;
            double u = step->bar == own ? 1 : 0, jet[3];
            if (drive >= 0 && drives) {
                jd_drive_jet(s, m, drive, jet);
                u = jet[1];
            }
            rate[step->bar] = u;
            spin_bar(chain, w, step->bar, u, spin);
            continue;
        }
        if (step->knot >= 0) {
            jd_knot_rates(s, chain, w, m, step->knot, drives, spin, rate);
            continue;
        }
        const Dyad *dyad = &chain->dyad[step->dyad];
        Vec2 rhs = dyad_velocity(chain, w, step->dyad, spin);
        if (drives && is_moved(dyad))
            rhs = vec2_add(rhs, moved_velocity(dyad, &w->moved[step->dyad]));
        solve_dyad(chain, &w->dyad[step->dyad], dyad, rhs, spin, rate);
        spin_bar(chain, w, dyad->a, rate[dyad->a], spin);
        spin_bar(chain, w, dyad->b, rate[dyad->b], spin);
    }
}

/* ---- Accelerations -------------------------------------------------------------------------- */

/* The acceleration of C by a bar with its own unknown zero. */
static inline Vec2 base_accel(const Chain *chain, const ChainWork *w, int k, Vec2 C,
                              const Spin *a) {
    const Bar *bar = &chain->bar[k];
    const Spot *parent = &w->spot[bar->parent];
    if (!bar->turn)
        return vec2_add(accel_of_point(parent, &a[bar->parent], &w->v[bar->parent], C),
                        turn90(2 * w->v[bar->parent].w * w->rate[k], w->axis[k]));
    const Vec2 p = accel_of_point(parent, &a[bar->parent], &w->v[bar->parent], w->joint[k]);
    const double turning = w->v[bar->body].w;
    return vec2_sub(p, vec2_scale(turning * turning, vec2_sub(C, w->joint[k])));
}

static inline Vec2 dyad_accel(const Chain *chain, const ChainWork *w, int d, const Spin *a) {
    const Dyad *dyad = &chain->dyad[d];
    const Vec2 C = w->dyad[d].C, J = w->dyad[d].J;
    if (!dyad->behind)
        return vec2_sub(base_accel(chain, w, dyad->b, C, a), base_accel(chain, w, dyad->a, C, a));
    const Bar *first = &chain->bar[dyad->a], *second = &chain->bar[dyad->b];
    const Vec2 T = accel_of_point(&w->spot[dyad->target], &a[dyad->target], &w->v[dyad->target], C);
    Vec2 base = base_accel(chain, w, dyad->a, J, a);
    const double turning = w->v[second->body].w;
    if (second->turn)
        base = vec2_sub(base, vec2_scale(turning * turning, vec2_sub(C, J)));
    else
        base = vec2_add(base, turn90(2 * w->v[first->body].w * w->rate[dyad->b], w->axis[dyad->b]));
    return vec2_sub(T, base);
}

/* Acceleration of C against a body, seen from the ground. */
static inline Vec2 moved_part(Vec2 accel, double turning, Vec2 rate) {
    return vec2_add(accel, turn90(2 * turning, rate));
}

static inline Vec2 moved_accel(const Chain *chain, const ChainWork *w, const Dyad *dyad,
                               const MovedDyad *moved) {
    const Vec2 b = moved_part(moved->ab, w->v[chain->bar[dyad->b].body].w, moved->vb);
    if (dyad->behind) return vec2_scale(-1, b);
    return vec2_sub(b, moved_part(moved->aa, w->v[chain->bar[dyad->a].body].w, moved->va));
}

static void fill_accels(const JdSystem *s, const Chain *chain, ChainWork *w, const Motion *m) {
    w->a[0] = (Spin){0, 0, 0};
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->bar >= 0) {
            const int drive = chain->bar[step->bar].drive;
            double jet[3] = {0};
            if (drive >= 0) jd_drive_jet(s, m, drive, jet);
            w->accel[step->bar] = jet[2];
            accel_bar(chain, w, step->bar, jet[2], w->a);
            continue;
        }
        if (step->knot >= 0) {
            jd_knot_accels(s, chain, w, m, step->knot);
            continue;
        }
        const Dyad *dyad = &chain->dyad[step->dyad];
        Vec2 rhs = dyad_accel(chain, w, step->dyad, w->a);
        if (is_moved(dyad)) rhs = vec2_add(rhs, moved_accel(chain, w, dyad, &w->moved[step->dyad]));
        solve_dyad(chain, &w->dyad[step->dyad], dyad, rhs, w->a, w->accel);
        accel_bar(chain, w, dyad->a, w->accel[dyad->a], w->a);
        accel_bar(chain, w, dyad->b, w->accel[dyad->b], w->a);
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

void jd_chain_layout(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, Layout *at) {
    const Chain *chain = plan->chain;
    ChainWork *w = PLACE_OWNER(at, ChainWork), measured = {0};
    if (!at->base) w = &measured;
    const size_t bodies = (size_t)s->bodies, bars = (size_t)chain->bars + 1,
                 columns = (size_t)chain->free + 1;
    w->spot = PLACE(at, Spot, bodies);
    w->joint = PLACE(at, Vec2, bars);
    w->axis = PLACE(at, Vec2, bars);
    w->dyad = PLACE(at, DyadNow, chain->dyads + 1);
    w->known = PLACE(at, DyadSide, chain->dyads + 1);
    w->column = PLACE(at, Spin, columns * bodies);
    w->share = PLACE(at, double, columns *bars);
    w->v = PLACE(at, Spin, bodies);
    w->a = PLACE(at, Spin, bodies);
    w->force = PLACE(at, Spin, bodies);
    w->rate = PLACE(at, double, bars);
    w->accel = PLACE(at, double, bars);
    w->travel = PLACE(at, double, bars);
    w->one = PLACE(at, OneNow, bodies);
    w->M = PLACE(at, double, columns *columns);
    w->h = PLACE(at, double, columns);
    w->moved = PLACE(at, MovedDyad, chain->moves ? chain->dyads : 0);
    w->coordinate = PLACE(at, double, bars);
    w->matrix = PLACE(at, double, chain->matrix + 1);
    w->order = PLACE(at, int, chain->closers + 1);
    w->low = PLACE(at, double, chain->knots + 1);
    w->f = PLACE(at, double, chain->closers + 1);
    w->row = (double(*)[6])PLACE(at, double, 6 * (size_t)chain->closers + 1);
    work->chain = at->base ? w : NULL;
}

/* Velocities of all bodies and rates of all bars from the columns. */
static void sum_up(const JdSystem *s, const Chain *chain, ChainWork *w, const double *u) {
    const bool driven = chain->drives > 0;
    for (int b = 0; b < s->bodies; b++)
        w->v[b] = driven ? w->column[chain->free * s->bodies + b] : (Spin){0, 0, 0};
    for (int k = 0; k < chain->bars; k++)
        w->rate[k] = driven ? w->share[chain->free * chain->bars + k] : 0;
    for (int f = 0; f < chain->free; f++) {
        const double x = u[chain->bar[chain->independent[f]].u];
        const Spin *column = w->column + f * s->bodies;
        const double *share = w->share + f * chain->bars;
        for (int b = 1; b < s->bodies; b++) {
            w->v[b].x += x * column[b].x;
            w->v[b].y += x * column[b].y;
            w->v[b].w += x * column[b].w;
        }
        for (int k = 0; k < chain->bars; k++) w->rate[k] += x * share[k];
    }
}

/* The square of the sine of the angle between the two columns of a dyad, the lowest, and what is
 * like it of knots. */
static void watch_dyads(const Chain *chain, const ChainWork *w, MinimalWork *work) {
    double largest = 1;
    for (int d = 0; d < chain->dyads; d++) {
        const DyadNow *now = &w->dyad[d];
        const double size = vec2_dot(now->ca, now->ca) * vec2_dot(now->cb, now->cb),
                     inverse = now->per_det * now->per_det * size;
        if (!(inverse <= largest)) largest = inverse;
    }
    work->pivot = 1 / largest;
    for (int k = 0; k < chain->knots; k++)
        if (!(w->low[k] >= work->pivot)) work->pivot = w->low[k];
}

/* Rates of all joints, and where slides stand, for forces that act on them. */
static void tell_rates(const MinimalPlan *plan, MinimalWork *work) {
    const Chain *chain = plan->chain;
    const ChainWork *w = work->chain;
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        if (!bar->turn && !bar->slide) continue;
        work->u[bar->u] = w->rate[k];
        if (bar->slide) work->q[bar->q] = w->travel[k];
    }
}

void jd_chain_tell(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, Motion *m) {
    const Chain *chain = plan->chain;
    ChainWork *w = work->chain;
    if (w->told) return;
    w->told = true;
    if (chain->one) {
        for (int k = 0; k < chain->bars; k++) w->rate[k] = w->x * w->share[k];
        jd_plane_move_one(s, m, &chain->plane, w->one, w->x);
    } else {
        jd_plane_move(s, m, &chain->plane, w->spot, w->v);
    }
    tell_rates(plan, work);
    if (chain->angles) jd_chain_read(s, plan, work, m, work->q);
}

bool jd_chain_place(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, Motion *m,
                    const double *q, const double *u) {
    const Chain *chain = plan->chain;
    ChainWork *w = work->chain;
    if (chain->one) {
        const bool closed = chain->go(chain, work, q, u[chain->bar[chain->independent[0]].u]);
        w->told = false;
        if (!chain->plain) jd_chain_tell(s, plan, work, m);
        return closed;
    }
    const bool closed = jd_chain_close(s, plan, work, m, q);
    for (int f = 0; f < chain->free; f++)
        fill_column(s, chain, w, m, chain->independent[f], false, w->column + f * s->bodies,
                    w->share + f * chain->bars);
    if (chain->drives)
        fill_column(s, chain, w, m, -1, true, w->column + chain->free * s->bodies,
                    w->share + chain->free * chain->bars);
    sum_up(s, chain, w, u);
    w->told = false;
    jd_chain_tell(s, plan, work, m);
    watch_dyads(chain, w, work);
    return closed;
}

void jd_chain_solve(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, const Motion *m,
                    double *udot) {
    const Chain *chain = plan->chain;
    ChainWork *w = work->chain;
    const int n = chain->free, bodies = s->bodies;
    if (chain->one) {
        const double xdot = jd_chain_one_solve(s, plan, work);
        for (int k = 0; k < chain->bars; k++) {
            const Bar *bar = &chain->bar[k];
            if (!bar->turn && !bar->slide) continue;
            udot[bar->u] = w->accel[k] + xdot * w->share[k];
            work->u[bar->u] = w->x * w->share[k];
        }
        return;
    }
    fill_accels(s, chain, w, m);
    jd_plane_forces(s, &chain->plane, m, work->tree.Q, w->force);
    for (int f = 0; f < n; f++) {
        const Spin *t = w->column + f * bodies;
        double h = 0;
        for (int g = 0; g <= f; g++) w->M[f * n + g] = 0;
        for (int k = 0; k < chain->bars; k++) {
            const Bar *bar = &chain->bar[k];
            const int b = bar->body;
            const Spin *Q = &w->force[b], *a = &w->a[b];
            h += t[b].x * (Q->x - bar->mass * a->x) + t[b].y * (Q->y - bar->mass * a->y) +
                 t[b].w * (Q->w - bar->inertia * a->w);
            for (int g = 0; g <= f; g++) {
                const Spin *other = &w->column[g * bodies + b];
                w->M[f * n + g] += bar->mass * (t[b].x * other->x + t[b].y * other->y) +
                                   bar->inertia * t[b].w * other->w;
            }
        }
        for (int k = 0; k < chain->bars; k++)
            if (chain->bar[k].turn || chain->bar[k].slide)
                h += work->tree.effort[chain->bar[k].u] * w->share[f * chain->bars + k];
        w->h[f] = h;
    }
    jd_dense_solve_positive(n, w->M, w->h);
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        if (!bar->turn && !bar->slide) continue;
        double sum = w->accel[k];
        for (int f = 0; f < n; f++) sum += w->h[f] * w->share[f * chain->bars + k];
        udot[bar->u] = sum;
        work->u[bar->u] = w->rate[k];
    }
}

void jd_chain_read(const JdSystem *s, const MinimalPlan *plan, MinimalWork *work, Motion *m,
                   double *q) {
    const Chain *chain = plan->chain;
    const ChainWork *w = work->chain;
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        const OneNow *one = w->one;
        if (bar->turn) {
            const bool all = chain->one;
            const double pc = all ? one[bar->parent].c : w->spot[bar->parent].c,
                         ps = all ? one[bar->parent].s : w->spot[bar->parent].s,
                         oc = all ? one[bar->body].c : w->spot[bar->body].c,
                         os = all ? one[bar->body].s : w->spot[bar->body].s;
            const double c = pc * oc + ps * os, si = pc * os - ps * oc;
            q[bar->q] = jd_counted(bar->sign * (atan2(si, c) - bar->angle), q[bar->q]);
        } else if (bar->slide) {
            q[bar->q] = w->travel[k];
        }
    }
    if (s->space == JD_PLANAR) jd_tree_angles(s, &plan->tree, m, q);
}
