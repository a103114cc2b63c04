/* SPDX-License-Identifier: MIT
 *
 * Inside chain_one.c and chain_one_slides.c: points, bars and dyads of a mechanism of one coordinate, with the sums for
 * the reduced equation as they go. */
#ifndef JD_CHAIN_ONE_H
#define JD_CHAIN_ONE_H

#include "form/chain_pose.h"

#define ALWAYS static inline __attribute__((always_inline))

/* A point that moves with a body: place, velocity per unit, acceleration. */
typedef struct {
    double x, y, tx, ty, ax, ay;
} Point;

ALWAYS Point point_of(const OneNow *b, Vec2 local, double x2) {
    const double rx = b->c * local.x - b->s * local.y, ry = b->s * local.x + b->c * local.y,
                 w2 = x2 * b->tw * b->tw;
    return (Point){b->px + rx,
                   b->py + ry,
                   b->tx - b->tw * ry,
                   b->ty + b->tw * rx,
                   b->ax - b->aw * ry - w2 * rx,
                   b->ay + b->aw * rx - w2 * ry};
}

/* The ground does not move. */
ALWAYS Point point_on(const OneNow *now, int body, Vec2 local, double x2) {
    return body ? point_of(&now[body], local, x2) : (Point){local.x, local.y, 0, 0, 0, 0};
}

/* A body that turns about a point with tw per unit and aw; its own turn c, s is set. */
ALWAYS void about_point(OneNow *b, const Bar *bar, const Point *P, double tw, double aw, double x2,
                        Vec2 g, double *M, double *h) {
    const double kx = b->s * bar->far.y - b->c * bar->far.x,
                 ky = -b->s * bar->far.x - b->c * bar->far.y, w2 = x2 * tw * tw;
    const double tx = P->tx - tw * ky, ty = P->ty + tw * kx, ax = P->ax - aw * ky - w2 * kx,
                 ay = P->ay + aw * kx - w2 * ky;
    b->px = P->x + kx, b->py = P->y + ky;
    b->tx = tx, b->ty = ty, b->tw = tw;
    b->ax = ax, b->ay = ay, b->aw = aw;
    const double mx = bar->mass * tx, my = bar->mass * ty, mw = bar->inertia * tw;
    *M += mx * tx + my * ty + mw * tw;
    *h -= mx * (ax - g.x) + my * (ay - g.y) + mw * aw;
}

/* Turned so that `local` points along (ux, uy). */
ALWAYS void turn_to(OneNow *b, Vec2 local, double per, double ux, double uy) {
    b->c = per * (local.x * ux + local.y * uy);
    b->s = per * (local.x * uy - local.y * ux);
}

/* A slide on a body: orientation, direction, and C with coordinate zero. */
ALWAYS void go_slide(OneNow *b, const OneNow *on, const Bar *bar, double ex, double ey, double q,
                     double share, double acc, double x2, Vec2 g, double *M, double *h) {
    const Vec2 n = bar->near, f = bar->far;
    if (!bar->parent) { /* on the ground only the slide itself moves it */
        b->c = bar->c, b->s = bar->s;
        b->px = n.x + q * ex - (bar->c * f.x - bar->s * f.y);
        b->py = n.y + q * ey - (bar->s * f.x + bar->c * f.y);
        b->tx = share * ex, b->ty = share * ey, b->tw = 0;
        b->ax = acc * ex, b->ay = acc * ey, b->aw = 0;
        *M += bar->mass * share * share;
        *h -= bar->mass * share * (acc - g.x * ex - g.y * ey);
        return;
    }
    b->c = on->c * bar->c - on->s * bar->s;
    b->s = on->s * bar->c + on->c * bar->s;
    const double rx = on->c * n.x - on->s * n.y + q * ex - (b->c * f.x - b->s * f.y),
                 ry = on->s * n.x + on->c * n.y + q * ey - (b->s * f.x + b->c * f.y), w = on->tw,
                 w2 = x2 * w * w, twice = 2 * x2 * w * share;
    const double tx = on->tx - w * ry + share * ex, ty = on->ty + w * rx + share * ey,
                 ax = on->ax - on->aw * ry - w2 * rx - twice * ey + acc * ex,
                 ay = on->ay + on->aw * rx - w2 * ry + twice * ex + acc * ey;
    b->px = on->px + rx, b->py = on->py + ry;
    b->tx = tx, b->ty = ty, b->tw = w;
    b->ax = ax, b->ay = ay, b->aw = on->aw;
    const double mx = bar->mass * tx, my = bar->mass * ty, mw = bar->inertia * w;
    *M += mx * tx + my * ty + mw * w;
    *h -= mx * (ax - g.x) + my * (ay - g.y) + mw * on->aw;
}

typedef struct {
    const Chain *chain;
    ChainWork *w;
    const double *q;
    double x2, M, h, low; /* low: the least angle between the columns of a dyad, as sine^2 */
    bool closed;
} Pass;

/* A direction that is known for one coordinate is turned by a series to those nearby: so far, and so
 * exactly. */
static const double short_way = 0.8, series_error = 1e-4;

ALWAYS void note(Pass *pass, double det, double sizes) {
    const double share = det * det / sizes;
    if (!(share >= pass->low)) pass->low = share;
}

/* ---- Dyads ---------------------------------------------------------------------------------- */

/* Whether a's coordinate says that C is on the right of the way to B; its direction is known then. */
static bool know_side(Pass *pass, int d, const Bar *bar, Vec2 local, double q, double dx,
                      double dy) {
    const OneNow *on = &pass->w->one[bar->parent];
    const double angle = bar->angle + bar->sign * q, c = cos(angle), s = sin(angle);
    const double rx = c * local.x - s * local.y, ry = s * local.x + c * local.y;
    pass->w->known[d] = (DyadSide){q, rx, ry};
    return dx * (on->s * rx + on->c * ry) < dy * (on->c * rx - on->s * ry);
}

/* Where circles about A and B meet, on the side that a's coordinate says. Next to a coordinate whose
 * sine and cosine are known a series says that as well, unless it is too close to tell. */
ALWAYS void meet(Pass *pass, int d, const Bar *bar, const Point *A, double a2, double bx, double by,
                 double b2, Vec2 local, double *x, double *y) {
    const double dx = bx - A->x, dy = by - A->y, per = 1 / (dx * dx + dy * dy),
                 along = 0.5 * (1 + (a2 - b2) * per), hh = a2 * per - along * along,
                 high = sqrt(hh > 0 ? hh : 0);
    const Vec2 foot = vec2(A->x + along * dx, A->y + along * dy),
               height = vec2(-high * dy, high * dx);
    const OneNow *on = &pass->w->one[bar->parent];
    const DyadSide *known = &pass->w->known[d];
    const double q = pass->q[bar->q], way = bar->sign * (q - known->q), way2 = way * way;
    const double c = 1 - way2 * (0.5 - way2 * (1 / 24.0 - way2 / 720)),
                 s = way * (1 - way2 * (1 / 6.0 - way2 / 120));
    const double rx = c * known->x - s * known->y, ry = s * known->x + c * known->y;
    const double side = dx * (on->s * rx + on->c * ry) - dy * (on->c * rx - on->s * ry);
    bool other = side < 0;
    if (!(fabs(way) < short_way && side * side * per > series_error * series_error * a2))
        other = know_side(pass, d, bar, local, q, dx, dy);
    if (!(hh > -1e-10)) pass->closed = false;
    *x = other ? foot.x - height.x : foot.x + height.x;
    *y = other ? foot.y - height.y : foot.y + height.y;
}

/* Two turns that share C. */
ALWAYS void go_rrr(Pass *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    OneNow *now = pass->w->one;
    const double x2 = pass->x2;
    const Point A = point_on(now, a->parent, a->near, x2),
                B = point_on(now, b->parent, b->near, x2);
    double cx, cy;
    meet(pass, d, a, &A, dyad->square_a, B.x, B.y, dyad->square_b, dyad->local_a, &cx, &cy);
    const double ux = cx - A.x, uy = cy - A.y, vx = cx - B.x, vy = cy - B.y,
                 det = uy * vx - ux * vy, per = 1 / det;
    const double rx = B.tx - A.tx, ry = B.ty - A.ty;
    const double ta = -(rx * vx + ry * vy) * per, tb = -(rx * ux + ry * uy) * per;
    const double wa = x2 * ta * ta, wb = x2 * tb * tb;
    const double sx = B.ax - A.ax + wa * ux - wb * vx, sy = B.ay - A.ay + wa * uy - wb * vy;
    const double aa = -(sx * vx + sy * vy) * per, ab = -(sx * ux + sy * uy) * per;
    note(pass, det, dyad->square_a * dyad->square_b);
    turn_to(&now[a->body], dyad->local_a, dyad->per_a, ux, uy);
    turn_to(&now[b->body], dyad->local_b, dyad->per_b, vx, vy);
    pass->w->share[dyad->a] = a->sign * (ta - now[a->parent].tw);
    pass->w->accel[dyad->a] = a->sign * (aa - now[a->parent].aw);
    pass->w->share[dyad->b] = b->sign * (tb - now[b->parent].tw);
    pass->w->accel[dyad->b] = b->sign * (ab - now[b->parent].aw);
    about_point(&now[a->body], a, &A, ta, aa, x2, pass->chain->gravity, &pass->M, &pass->h);
    about_point(&now[b->body], b, &B, tb, ab, x2, pass->chain->gravity, &pass->M, &pass->h);
}

/* A turn and a slide that share C. */
ALWAYS void go_rrp(Pass *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    OneNow *now = pass->w->one;
    const OneNow *on = &now[b->parent];
    const double x2 = pass->x2;
    const Point A = point_on(now, a->parent, a->near, x2),
                S = point_on(now, b->parent, dyad->zero_b, x2);
    const double ex = on->c * b->axis.x - on->s * b->axis.y,
                 ey = on->s * b->axis.x + on->c * b->axis.y;
    const double gx = S.x - A.x, gy = S.y - A.y, across = ex * gy - ey * gx,
                 middle = -(gx * ex + gy * ey), hh = dyad->square_a - across * across,
                 half = sqrt(hh > 0 ? hh : 0);
    const double q = pass->q[b->q] >= middle ? middle + half : middle - half;
    if (!(hh > -1e-10 * dyad->square_a)) pass->closed = false;
    const double ux = gx + q * ex, uy = gy + q * ey, det = ux * ex + uy * ey, per = 1 / det;
    /* C as a point of the body that the slide is on. */
    const double w = on->tw, w2 = x2 * w * w;
    const double stx = S.tx - w * q * ey, sty = S.ty + w * q * ex;
    const double rx = stx - A.tx, ry = sty - A.ty;
    const double ta = (ry * ex - rx * ey) * per, tb = -(rx * ux + ry * uy) * per;
    const double wa = x2 * ta * ta, twice = 2 * x2 * w * tb;
    const double sx = S.ax - on->aw * q * ey - w2 * q * ex - twice * ey - A.ax + wa * ux,
                 sy = S.ay + on->aw * q * ex - w2 * q * ey + twice * ex - A.ay + wa * uy;
    const double aa = (sy * ex - sx * ey) * per, ab = -(sx * ux + sy * uy) * per;
    note(pass, det, dyad->square_a);
    turn_to(&now[a->body], dyad->local_a, dyad->per_a, ux, uy);
    pass->w->share[dyad->a] = a->sign * (ta - now[a->parent].tw);
    pass->w->accel[dyad->a] = a->sign * (aa - now[a->parent].aw);
    pass->w->share[dyad->b] = tb;
    pass->w->accel[dyad->b] = ab;
    pass->w->travel[dyad->b] = q;
    about_point(&now[a->body], a, &A, ta, aa, x2, pass->chain->gravity, &pass->M, &pass->h);
    go_slide(&now[b->body], on, b, ex, ey, q, tb, ab, x2, pass->chain->gravity, &pass->M, &pass->h);
}

/* A turn on a turn, with C at a point of a known body. */
ALWAYS void go_rr_behind(Pass *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    OneNow *now = pass->w->one;
    const double x2 = pass->x2;
    const Point A = point_on(now, a->parent, a->near, x2),
                T = point_on(now, dyad->target, dyad->on_target, x2);
    double jx, jy;
    meet(pass, d, a, &A, dyad->square_a, T.x, T.y, dyad->square_b, dyad->local_a, &jx, &jy);
    const double ux = jx - A.x, uy = jy - A.y, vx = T.x - jx, vy = T.y - jy,
                 det = ux * vy - uy * vx, per = 1 / det;
    const double rx = T.tx - A.tx, ry = T.ty - A.ty;
    const double ta = (rx * vx + ry * vy) * per, tb = -(rx * ux + ry * uy) * per;
    const double wa = x2 * ta * ta, wb = x2 * tb * tb;
    const double sx = T.ax - A.ax + wa * ux + wb * vx, sy = T.ay - A.ay + wa * uy + wb * vy;
    const double aa = (sx * vx + sy * vy) * per, ab = -(sx * ux + sy * uy) * per;
    note(pass, det, dyad->square_a * dyad->square_b);
    turn_to(&now[a->body], dyad->local_a, dyad->per_a, ux, uy);
    turn_to(&now[b->body], dyad->local_b, dyad->per_b, vx, vy);
    const Point J = {
        jx, jy, A.tx - ta * uy, A.ty + ta * ux, A.ax - aa * uy - wa * ux, A.ay + aa * ux - wa * uy};
    pass->w->share[dyad->a] = a->sign * (ta - now[a->parent].tw);
    pass->w->accel[dyad->a] = a->sign * (aa - now[a->parent].aw);
    pass->w->share[dyad->b] = b->sign * (tb - ta);
    pass->w->accel[dyad->b] = b->sign * (ab - aa);
    about_point(&now[a->body], a, &A, ta, aa, x2, pass->chain->gravity, &pass->M, &pass->h);
    about_point(&now[b->body], b, &J, tb, ab, x2, pass->chain->gravity, &pass->M, &pass->h);
}

/* A turn on a slide, with C at a point of a known body. */
ALWAYS void go_pr_behind(Pass *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    OneNow *now = pass->w->one;
    const OneNow *on = &now[a->parent];
    const double x2 = pass->x2;
    const Point S = point_on(now, a->parent, dyad->zero_a, x2),
                T = point_on(now, dyad->target, dyad->on_target, x2);
    const double ex = on->c * a->axis.x - on->s * a->axis.y,
                 ey = on->s * a->axis.x + on->c * a->axis.y;
    const double gx = S.x - T.x, gy = S.y - T.y, across = ex * gy - ey * gx,
                 middle = -(gx * ex + gy * ey), hh = dyad->square_b - across * across,
                 half = sqrt(hh > 0 ? hh : 0);
    const double q = pass->q[a->q] >= middle ? middle + half : middle - half;
    if (!(hh > -1e-10 * dyad->square_b)) pass->closed = false;
    const double vx = -(gx + q * ex), vy = -(gy + q * ey), det = ex * vx + ey * vy, per = 1 / det;
    /* J as a point of the body that the slide is on, then with its slide. */
    const double w = on->tw, w2 = x2 * w * w;
    Point J = {S.x + q * ex, S.y + q * ey, S.tx - w * q * ey, S.ty + w * q * ex, 0, 0};
    const double rx = T.tx - J.tx, ry = T.ty - J.ty;
    const double ta = (rx * vx + ry * vy) * per, tb = (ex * ry - ey * rx) * per;
    const double wb = x2 * tb * tb, twice = 2 * x2 * w * ta;
    J.ax = S.ax - on->aw * q * ey - w2 * q * ex - twice * ey;
    J.ay = S.ay + on->aw * q * ex - w2 * q * ey + twice * ex;
    const double sx = T.ax - J.ax + wb * vx, sy = T.ay - J.ay + wb * vy;
    const double aa = (sx * vx + sy * vy) * per, ab = (ex * sy - ey * sx) * per;
    note(pass, det, dyad->square_b);
    J.tx += ta * ex, J.ty += ta * ey, J.ax += aa * ex, J.ay += aa * ey;
    turn_to(&now[b->body], dyad->local_b, dyad->per_b, vx, vy);
    pass->w->share[dyad->a] = ta;
    pass->w->accel[dyad->a] = aa;
    pass->w->travel[dyad->a] = q;
    pass->w->share[dyad->b] = b->sign * (tb - on->tw);
    pass->w->accel[dyad->b] = b->sign * (ab - on->aw);
    go_slide(&now[a->body], on, a, ex, ey, q, ta, aa, x2, pass->chain->gravity, &pass->M, &pass->h);
    about_point(&now[b->body], b, &J, tb, ab, x2, pass->chain->gravity, &pass->M, &pass->h);
}

/* ---- Bars ----------------------------------------------------------------------------------- */

ALWAYS void go_bar(Pass *pass, int k, double share) {
    const Bar *bar = &pass->chain->bar[k];
    OneNow *now = pass->w->one, *b = &now[bar->body];
    const OneNow *on = &now[bar->parent];
    pass->w->share[k] = share;
    pass->w->accel[k] = 0;
    if (!bar->turn) {
        const double q = bar->slide ? pass->q[bar->q] : 0;
        const double ex = on->c * bar->axis.x - on->s * bar->axis.y,
                     ey = on->s * bar->axis.x + on->c * bar->axis.y;
        pass->w->travel[k] = q;
        go_slide(b, on, bar, ex, ey, q, bar->slide ? share : 0, 0, pass->x2, pass->chain->gravity,
                 &pass->M, &pass->h);
        return;
    }
    const double angle = bar->angle + bar->sign * pass->q[bar->q], c = cos(angle), s = sin(angle);
    const Point P = point_on(now, bar->parent, bar->near, pass->x2);
    b->c = on->c * c - on->s * s;
    b->s = on->s * c + on->c * s;
    about_point(b, bar, &P, on->tw + bar->sign * share, on->aw, pass->x2, pass->chain->gravity,
                &pass->M, &pass->h);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* slide: goes for dyads that end in one; NULL: there are none, and the others are faster without. */
ALWAYS bool go_all(const Chain *chain, MinimalWork *work, const double *q, double x,
                   void (*slide)(Pass *pass, int dyad)) {
    ChainWork *w = work->chain;
    Pass pass = {.chain = chain, .w = w, .q = q, .x2 = x * x, .low = 1, .closed = true};
    w->one[0] = (OneNow){.c = 1};
    w->spot[0] = (Spot){{0, 0}, 1, 0};
    for (int k = 0; k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        if (step->bar >= 0)
            go_bar(&pass, step->bar, step->bar == chain->independent[0]);
        else if (slide && ends_in_slide(chain, &chain->dyad[step->dyad]))
            slide(&pass, step->dyad);
        else if (chain->dyad[step->dyad].behind && chain->bar[chain->dyad[step->dyad].a].turn)
            go_rr_behind(&pass, step->dyad);
        else if (chain->dyad[step->dyad].behind)
            go_pr_behind(&pass, step->dyad);
        else if (chain->bar[chain->dyad[step->dyad].b].turn)
            go_rrr(&pass, step->dyad);
        else
            go_rrp(&pass, step->dyad);
    }
    w->x = x;
    w->M[0] = pass.M;
    w->h[0] = pass.h;
    work->pivot = pass.low;
    return pass.closed;
}

#endif
