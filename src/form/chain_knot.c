/* SPDX-License-Identifier: MIT
 *
 * Knots: bars whose coordinates follow from as many rows. The rows are the locks of joints, of
 * whatever kind, with both bodies in the plane, and couplings of coordinates. One coordinate has a
 * closed form, several are found by Newton's method. theory (9.17) */
#include "form/chain_knot.h"
#include "form/chain_move.h"
#include "form/chain_pose.h"
#include "math/dense.h"
#include <string.h>

/* ---- Rows ----------------------------------------------------------------------------------- */

static double along(const double *row, const Spin *spin) {
    return row[0] * spin->x + row[1] * spin->y + row[2] * spin->w;
}

/* f of a row; its derivative by the velocities of both bodies goes into w->row. */
static double eval_closer(const Chain *chain, ChainWork *w, int r) {
    static const Spin still = {0, 0, 0};
    const Closer *closer = &chain->closer[r];
    if (closer->couples)
        return closer->lock->constant + closer->lock->q[0] * w->coordinate[closer->bar[0]] +
               closer->lock->q[1] * w->coordinate[closer->bar[1]] - closer->target;
    const Side i = plane_side(&closer->end[0], &w->spot[closer->end[0].body], &still),
               j = plane_side(&closer->end[1], &w->spot[closer->end[1].body], &still);
    const LockRow row = jd_lock_eval(closer->lock, &i, &j);
    double *to = w->row[r];
    to[0] = row.force_i.x, to[1] = row.force_i.y, to[2] = row.moment_i.z;
    to[3] = row.force_j.x, to[4] = row.force_j.y, to[5] = row.moment_j.z;
    return row.f - closer->target;
}

static void place_bars(const Chain *chain, ChainWork *w, const Knot *knot) {
    for (int k = 0; k < knot->bars; k++)
        place_bar(w, &chain->bar[knot->bar[k]], knot->bar[k], w->coordinate[knot->bar[k]]);
}

/* The largest of the rows, in parts of the mechanism's length; no number if one of them is none. */
static double eval_closers(const Chain *chain, ChainWork *w, const Knot *knot) {
    double most = 0;
    place_bars(chain, w, knot);
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++) {
        const double f = eval_closer(chain, w, r), size = chain->closer[r].scale * fabs(f);
        w->f[r] = chain->closer[r].weight * f;
        if (!isnan(most) && !(size <= most)) most = size;
    }
    return most;
}

/* ---- The matrix ----------------------------------------------------------------------------- */

/* What a unit of a bar's rate does to a body that it carries. */
static Spin unit_spin(const Chain *chain, const ChainWork *w, int k, int body) {
    const Bar *bar = &chain->bar[k];
    if (bar->slide) return (Spin){w->axis[k].x, w->axis[k].y, 0};
    const Vec2 arm = vec2_sub(w->spot[body].p, w->joint[k]);
    return (Spin){-bar->sign * arm.y, bar->sign * arm.x, bar->sign};
}

static void fill_matrix(const Chain *chain, const ChainWork *w, const Knot *knot, double *A) {
    const int n = knot->unknowns;
    for (int r = 0; r < n; r++) {
        const Closer *closer = &chain->closer[knot->closer + r];
        const double *row = w->row[knot->closer + r];
        for (int c = 0; c < n; c++) {
            const int bar = knot->unknown[c];
            double sum = 0;
            for (int side = 0; side < 2; side++) {
                if (!(knot->carries[r * n + c] & (1 << side))) continue;
                if (closer->couples) {
                    sum += closer->lock->q[side];
                    continue;
                }
                const Spin unit = unit_spin(chain, w, bar, closer->end[side].body);
                sum += along(row + 3 * side, &unit);
            }
            A[r * n + c] = sum * closer->weight * knot->unit[c];
        }
    }
}

/* The changes of the unknowns that make up for w->f, each in its own unit. x may be any room. */
static void solve_knot(const ChainWork *w, const Knot *knot, double *x) {
    const int n = knot->unknowns;
    for (int k = 0; k < n; k++) x[k] = -w->f[knot->closer + w->order[knot->closer + k]];
    jd_dense_lu_solve(n, w->matrix + knot->matrix, x);
    for (int k = 0; k < n; k++) x[k] *= knot->unit[k];
}

/* low: the square of the lowest pivot: how far the matrix is from singular, since its numbers are
 * about 1 in general. No number is none. */
static void factor_knot(const Chain *chain, ChainWork *w, const Knot *knot, double *low) {
    const int n = knot->unknowns;
    double *A = w->matrix + knot->matrix;
    int *order = w->order + knot->closer;
    fill_matrix(chain, w, knot, A);
    for (int r = 0; r < n; r++) order[r] = r;
    const DensePivot pivot = jd_dense_lu(n, n, A, order);
    *low = pivot.size > 0 ? pivot.size * pivot.size : 0;
}

/* ---- Positions ------------------------------------------------------------------------------ */

/* f with the unknown at x. */
static double f_with(const Chain *chain, ChainWork *w, const Knot *knot, double x) {
    w->coordinate[knot->unknown[0]] = x;
    place_bars(chain, w, knot);
    return eval_closer(chain, w, knot->closer);
}

/* Of a turn every lock is A cos q + B sin q + C. Of the two places the one that is nearer. */
static bool close_turn(const Chain *chain, ChainWork *w, const Knot *knot, double hint, double *q) {
    const double f0 = f_with(chain, w, knot, 0), f1 = f_with(chain, w, knot, 0.5 * pi),
                 f2 = f_with(chain, w, knot, pi);
    const double C = 0.5 * (f0 + f2), A = f0 - C, B = f1 - C, R = hypot(A, B);
    const double middle = atan2(B, A), half = acos(fmax(-1, fmin(1, -C / R)));
    const double one = jd_counted(middle + half, hint), other = jd_counted(middle - half, hint);
    *q = fabs(one - hint) <= fabs(other - hint) ? one : other;
    return fabs(C) < R * (1 + 1e-10);
}

/* Of a slide it is A q^2 + B q + C, with q in parts of the mechanism's length. */
static bool close_slide(const Chain *chain, ChainWork *w, const Knot *knot, double hint,
                        double *q) {
    const double L = chain->length;
    const double C = f_with(chain, w, knot, 0), fp = f_with(chain, w, knot, L),
                 fm = f_with(chain, w, knot, -L);
    const double B = 0.5 * (fp - fm), A = 0.5 * (fp + fm) - C;
    if (fabs(A) <= 1e-13 * (fabs(B) + fabs(C))) {
        *q = -C / B * L;
        return B != 0;
    }
    const double middle = -0.5 * B / A, hh = middle * middle - C / A, half = sqrt(fmax(hh, 0));
    *q = L * (hint >= L * middle ? middle + half : middle - half);
    return hh > -1e-10 * middle * middle;
}

/* One unknown in closed form. */
static bool close_alone(const Chain *chain, ChainWork *w, const Knot *knot, double *low) {
    const int k = knot->unknown[0];
    const Closer *closer = &chain->closer[knot->closer];
    const double hint = w->coordinate[k];
    bool meets = true;
    if (closer->couples) {
        const int own = closer->bar[1] == k;
        const double other = closer->lock->q[!own] * w->coordinate[closer->bar[!own]];
        w->coordinate[k] = (closer->target - closer->lock->constant - other) / closer->lock->q[own];
    } else if (chain->bar[k].turn) {
        meets = close_turn(chain, w, knot, hint, &w->coordinate[k]);
    } else {
        meets = close_slide(chain, w, knot, hint, &w->coordinate[k]);
    }
    eval_closers(chain, w, knot);
    factor_knot(chain, w, knot, low);
    *low = fmin(1, *low);
    return meets;
}

/* Pivots of several unknowns are lower than those of two, without harm. */
static const double knot_share = 50;

/* Newton's method from where the state says. False: it does not come near. */
static bool close_together(const Chain *chain, ChainWork *w, const Knot *knot, double *low) {
    double before = INFINITY, step[KNOT_MOST];
    for (int round = 0; round < 20; round++) {
        const double now = eval_closers(chain, w, knot);
        if (!isfinite(now)) return false;
        factor_knot(chain, w, knot, low);
        *low = fmin(1, knot_share * *low);
        if (now < 2e-16 || (now < 1e-13 && now > 0.1 * before)) return true;
        if (round > 5 && now > 0.9 * before) return now < 1e-10;
        before = now;
        solve_knot(w, knot, step);
        for (int k = 0; k < knot->unknowns; k++) w->coordinate[knot->unknown[k]] += step[k];
    }
    return false;
}

/* The coordinate of a bar that is known already. */
static double coordinate_of(const Chain *chain, const ChainWork *w, int k, const double *q) {
    const Bar *bar = &chain->bar[k];
    if (bar->slide) return w->travel[k];
    const Spot *on = &w->spot[bar->parent], *own = &w->spot[bar->body];
    const double c = on->c * own->c + on->s * own->s, s = on->c * own->s - on->s * own->c;
    return jd_counted(bar->sign * (atan2(s, c) - bar->angle), q[bar->q]);
}

bool jd_knot_close(const JdSystem *s, const Chain *chain, ChainWork *w, const Motion *m, int number,
                   const double *q) {
    const Knot *knot = &chain->knot[number];
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++)
        for (int e = 0; e < 2 && chain->closer[r].couples; e++)
            w->coordinate[chain->closer[r].bar[e]] =
                coordinate_of(chain, w, chain->closer[r].bar[e], q);
    for (int k = 0; k < knot->bars; k++) {
        const Bar *bar = &chain->bar[knot->bar[k]];
        w->coordinate[knot->bar[k]] =
            bar->drive >= 0 ? jd_program_eval_at(s->drive[bar->drive].motion, jd_now(m), NULL)
            : bar->turn || bar->slide ? q[bar->q]
                                      : 0;
    }
    return knot->unknowns == 1 ? close_alone(chain, w, knot, &w->low[number])
                               : close_together(chain, w, knot, &w->low[number]);
}

/* ---- Rates and accelerations ---------------------------------------------------------------- */

static double given_rate(const JdSystem *s, const Bar *bar, const Motion *m, int level) {
    double jet[3];
    if (bar->drive < 0) return 0;
    jd_drive_jet(s, m, bar->drive, jet);
    return jet[level];
}

void jd_knot_rates(const JdSystem *s, const Chain *chain, ChainWork *w, const Motion *m, int number,
                   bool drives, Spin *spin, double *rate) {
    const Knot *knot = &chain->knot[number];
    double step[KNOT_MOST];
    for (int k = 0; k < knot->bars; k++) {
        const int b = knot->bar[k];
        rate[b] = drives ? given_rate(s, &chain->bar[b], m, 1) : 0;
        spin_bar(chain, w, b, rate[b], spin);
    }
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++) {
        const Closer *closer = &chain->closer[r];
        const double *row = w->row[r];
        w->f[r] =
            closer->weight * (closer->couples ? closer->lock->q[0] * rate[closer->bar[0]] +
                                                    closer->lock->q[1] * rate[closer->bar[1]]
                                              : along(row, &spin[closer->end[0].body]) +
                                                    along(row + 3, &spin[closer->end[1].body]));
    }
    solve_knot(w, knot, step);
    for (int k = 0; k < knot->unknowns; k++) rate[knot->unknown[k]] = step[k];
    for (int k = 0; k < knot->bars; k++) spin_bar(chain, w, knot->bar[k], rate[knot->bar[k]], spin);
}

/* f'' of a row with the accelerations that the bodies have. */
static double closer_accel(const Chain *chain, const ChainWork *w, int r) {
    const Closer *closer = &chain->closer[r];
    if (closer->couples)
        return closer->lock->q[0] * w->accel[closer->bar[0]] +
               closer->lock->q[1] * w->accel[closer->bar[1]];
    const int bi = closer->end[0].body, bj = closer->end[1].body;
    const Side i = plane_side(&closer->end[0], &w->spot[bi], &w->v[bi]),
               j = plane_side(&closer->end[1], &w->spot[bj], &w->v[bj]);
    return along(w->row[r], &w->a[bi]) + along(w->row[r] + 3, &w->a[bj]) +
           jd_lock_eval(closer->lock, &i, &j).bias;
}

void jd_knot_accels(const JdSystem *s, const Chain *chain, ChainWork *w, const Motion *m,
                    int number) {
    const Knot *knot = &chain->knot[number];
    double step[KNOT_MOST];
    for (int k = 0; k < knot->bars; k++) {
        const int b = knot->bar[k];
        w->accel[b] = given_rate(s, &chain->bar[b], m, 2);
        accel_bar(chain, w, b, w->accel[b], w->a);
    }
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++)
        w->f[r] = chain->closer[r].weight * closer_accel(chain, w, r);
    solve_knot(w, knot, step);
    for (int k = 0; k < knot->unknowns; k++) w->accel[knot->unknown[k]] = step[k];
    for (int k = 0; k < knot->bars; k++)
        accel_bar(chain, w, knot->bar[k], w->accel[knot->bar[k]], w->a);
}
