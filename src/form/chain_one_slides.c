/* SPDX-License-Identifier: MIT
 *
 * A mechanism of one independent coordinate in one go: the dyads that end in a slide, with C at a
 * point of a known body. */
#include "form/chain_one.h"

/* A slide on a turn, with C at a point of a known body. */
static void go_rp_behind(Pass *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    OneNow *now = pass->w->one;
    const double x2 = pass->x2;
    const Point A = point_on(now, a->parent, a->near, x2),
                T = point_on(now, dyad->target, dyad->on_target, x2);
    /* On body a: how far out is T? */
    const Vec2 l = dyad->local_a, along = b->axis;
    const double ux = T.x - A.x, uy = T.y - A.y, out = ux * ux + uy * uy,
                 across = vec2_cross(along, l), middle = -vec2_dot(l, along),
                 hh = out - across * across, half = sqrt(hh > 0 ? hh : 0);
    const double q = choose_slide(middle, half, pass->q[b->q]);
    if (!(hh > -1e-10 * out)) pass->closed = false;
    OneNow *body = &now[a->body];
    turn_to(body, vec2_add(l, vec2_scale(q, along)), 1 / out, ux, uy);
    const double ex = body->c * along.x - body->s * along.y,
                 ey = body->s * along.x + body->c * along.y;
    const double det = -(ux * ex + uy * ey), per = 1 / det;
    const double rx = T.tx - A.tx, ry = T.ty - A.ty;
    const double ta = (rx * ey - ry * ex) * per, tb = -(uy * ry + ux * rx) * per;
    const double wa = x2 * ta * ta, twice = 2 * x2 * ta * tb;
    const double sx = T.ax - A.ax + wa * ux + twice * ey, sy = T.ay - A.ay + wa * uy - twice * ex;
    const double aa = (sx * ey - sy * ex) * per, ab = -(uy * sy + ux * sx) * per;
    note(pass, det, out);
    pass->w->share[dyad->a] = a->sign * (ta - now[a->parent].tw);
    pass->w->accel[dyad->a] = a->sign * (aa - now[a->parent].aw);
    pass->w->share[dyad->b] = tb;
    pass->w->accel[dyad->b] = ab;
    pass->w->travel[dyad->b] = q;
    about_point(body, a, &A, ta, aa, x2, pass->chain->gravity, &pass->M, &pass->h);
    go_slide(&now[b->body], body, b, ex, ey, q, tb, ab, x2, pass->chain->gravity, &pass->M,
             &pass->h);
}

/* A slide on a slide, with C at a point of a known body. */
static void go_pp_behind(Pass *pass, int d) {
    const Dyad *dyad = &pass->chain->dyad[d];
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    OneNow *now = pass->w->one;
    const OneNow *on = &now[a->parent];
    const double x2 = pass->x2;
    const Point S = point_on(now, a->parent, dyad->zero_a, x2),
                T = point_on(now, dyad->target, dyad->on_target, x2);
    const Vec2 local =
        vec2(a->c * b->axis.x - a->s * b->axis.y, a->s * b->axis.x + a->c * b->axis.y);
    const double ex = on->c * a->axis.x - on->s * a->axis.y,
                 ey = on->s * a->axis.x + on->c * a->axis.y, fx = on->c * local.x - on->s * local.y,
                 fy = on->s * local.x + on->c * local.y;
    const double det = ex * fy - ey * fx, per = 1 / det, gx = T.x - S.x, gy = T.y - S.y;
    const double qa = (gx * fy - gy * fx) * per, qb = (ex * gy - ey * gx) * per;
    /* T as a point of the body that the first is on. */
    const double w = on->tw, w2 = x2 * w * w;
    const double rx = T.tx - S.tx + w * gy, ry = T.ty - S.ty - w * gx;
    const double ta = (rx * fy - ry * fx) * per, tb = (ex * ry - ey * rx) * per;
    const double vx = 2 * x2 * w * (ta * ex + tb * fx), vy = 2 * x2 * w * (ta * ey + tb * fy);
    const double sx = T.ax - S.ax + on->aw * gy + w2 * gx + vy,
                 sy = T.ay - S.ay - on->aw * gx + w2 * gy - vx;
    const double aa = (sx * fy - sy * fx) * per, ab = (ex * sy - ey * sx) * per;
    note(pass, det, 1);
    pass->w->share[dyad->a] = ta, pass->w->share[dyad->b] = tb;
    pass->w->accel[dyad->a] = aa, pass->w->accel[dyad->b] = ab;
    pass->w->travel[dyad->a] = qa, pass->w->travel[dyad->b] = qb;
    go_slide(&now[a->body], on, a, ex, ey, qa, ta, aa, x2, pass->chain->gravity, &pass->M,
             &pass->h);
    go_slide(&now[b->body], &now[a->body], b, fx, fy, qb, tb, ab, x2, pass->chain->gravity,
             &pass->M, &pass->h);
}

static void go_slides(Pass *pass, int d) {
    if (pass->chain->bar[pass->chain->dyad[d].a].turn)
        go_rp_behind(pass, d);
    else
        go_pp_behind(pass, d);
}

bool jd_chain_one_slides(const Chain *chain, MinimalWork *work, const double *q, double x) {
    return go_all(chain, work, q, x, go_slides);
}
