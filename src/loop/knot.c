/* SPDX-License-Identifier: MIT
 *
 * Knots: bars whose coordinates follow from as many rows. The rows are the locks of joints, of
 * whatever kind, with both bodies in the plane, and couplings of coordinates. One coordinate has a
 * closed form, several are found by Newton's method. theory (9.17) */
#include "loop/inside.h"
#include "math/dense.h"
#include "math/newton.h"
#include <string.h>

/* ---- Rows ----------------------------------------------------------------------------------- */

static Vec3 turned_flat(const LoopBody *body, Vec3 v) {
    const Vec2 flat = loop_turned(body, vec2(v.x, v.y));
    return vec3(flat.x, flat.y, v.z);
}

static Side side_of(const PlaneEnd *end, const LoopBody *body, bool moves) {
    const Vec3 arm = turned_flat(body, end->arm);
    const Spin v = moves ? body->v : (Spin){{0, 0}, 0};
    const Vec2 at_end = velocity_at(&v, vec2(arm.x, arm.y));
    return (Side){.p = vec3(body->p.x + arm.x, body->p.y + arm.y, end->height + arm.z),
                  .v = vec3(at_end.x, at_end.y, 0),
                  .arm = arm,
                  .axes = {turned_flat(body, end->axes.x), turned_flat(body, end->axes.y),
                           turned_flat(body, end->axes.z)},
                  .w = vec3(0, 0, v.turn)};
}

PlaneRow jd_closer_eval(const Closer *closer, const LoopBody *i, const LoopBody *j, bool moves) {
    const Side side_i = side_of(&closer->end[0], i, moves),
               side_j = side_of(&closer->end[1], j, moves);
    const LockRow row = jd_lock_eval(closer->lock, &side_i, &side_j);
    return (PlaneRow){row.f,
                      row.bias,
                      {row.force_i.x, row.force_i.y, row.moment_i.z, row.force_j.x, row.force_j.y,
                       row.moment_j.z},
                      vec3_sub(row.moment_j, vec3_cross(side_j.arm, row.force_j)).z,
                      vec2(side_j.p.x, side_j.p.y)};
}

static PlaneRow eval_row(const ChainWork *pass, const Closer *closer, bool moves) {
    return jd_closer_eval(closer, &pass->body[closer->end[0].body],
                          &pass->body[closer->end[1].body], moves);
}

static double along(const double *row, const Spin *spin) {
    return row[0] * spin->line.x + row[1] * spin->line.y + row[2] * spin->turn;
}

static double coupled(const Closer *closer, const double *of_bar) {
    return closer->lock->q[0] * of_bar[closer->bar[0]] +
           closer->lock->q[1] * of_bar[closer->bar[1]];
}

/* f of a row; its derivative by the velocities of both bodies goes into w->row. */
static double eval_closer(const ChainWork *pass, int r) {
    const Closer *closer = &pass->chain->closer[r];
    if (closer->couples)
        return closer->lock->constant + coupled(closer, pass->coordinate) - closer->target;
    const PlaneRow row = eval_row(pass, closer, false);
    memcpy(pass->row[r], row.along, sizeof row.along);
    return row.f - closer->target;
}

/* All its bars where their coordinates are, unknown ones at rest. */
static void place_bars(ChainWork *pass, const Knot *knot) {
    static const double still[3] = {0, 0, 0};
    for (int k = 0; k < knot->bars; k++) {
        const int b = knot->bar[k];
        const bool given = is_given(&pass->bar[b]);
        const double found[3] = {pass->coordinate[b], 0, 0};
        jd_bar_move(pass, b, !given ? found : pass->bar[b].drive >= 0 ? pass->jet[b] : still);
    }
}

/* They move: rates and bias of the unknowns, one after the other. */
static void hang_bars(ChainWork *pass, const Knot *knot, const double *rate, const double *bias) {
    for (int k = 0, n = 0; k < knot->bars; k++) {
        const int b = knot->bar[k];
        if (!is_given(&pass->bar[b])) {
            jd_bar_hang(pass, b, rate[n], bias ? bias[n] : 0);
            n++;
        } else {
            const double *jet = pass->jet[b]; /* of one that is fixed it does not count */
            jd_bar_hang(pass, b, jet[1], jet[2]);
        }
    }
}

/* The largest of the rows, in parts of the mechanism's length; no number if one of them is none. */
static double eval_closers(ChainWork *pass, const Knot *knot) {
    double most = 0;
    place_bars(pass, knot);
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++) {
        const Closer *closer = &pass->chain->closer[r];
        const double f = eval_closer(pass, r), size = closer->scale * fabs(f);
        pass->f[r] = closer->weight * f;
        if (!isnan(most) && !(size <= most)) most = size;
    }
    return most;
}

/* ---- The matrix ----------------------------------------------------------------------------- */

/* What a unit of a bar's rate does to a body that it carries. */
static Spin unit_spin(const ChainWork *pass, int k, int body) {
    const Bar *bar = &pass->bar[k];
    const LoopBody *parent = &pass->body[bar->parent];
    if (bar->slide) return (Spin){loop_turned(parent, bar->axis), 0};
    const Vec2 arm = vec2_sub(pass->body[body].p, loop_point(parent, bar->near));
    return (Spin){vec2(-bar->sign * arm.y, bar->sign * arm.x), bar->sign};
}

static void fill_matrix(const ChainWork *pass, const Knot *knot, double *A) {
    const int n = knot->unknowns;
    for (int r = 0; r < n; r++) {
        const Closer *closer = &pass->chain->closer[knot->closer + r];
        const double *row = pass->row[knot->closer + r];
        for (int c = 0; c < n; c++) {
            double sum = 0;
            for (int side = 0; side < 2; side++) {
                if (!(knot->carries[r * n + c] & (1 << side))) continue;
                if (closer->couples) {
                    sum += closer->lock->q[side];
                    continue;
                }
                const Spin unit = unit_spin(pass, knot->unknown[c], closer->end[side].body);
                sum += along(row + 3 * side, &unit);
            }
            A[r * n + c] = sum * closer->weight * knot->unit[c];
        }
    }
}

/* The changes of the unknowns that make up for f, each in its own unit. x may be any room. */
static void solve_knot(const ChainWork *pass, const Knot *knot, double *x) {
    const int n = knot->unknowns;
    for (int k = 0; k < n; k++) x[k] = -pass->f[knot->closer + pass->order[knot->closer + k]];
    jd_dense_lu_solve(n, pass->matrix + knot->matrix, x);
    for (int k = 0; k < n; k++) x[k] *= knot->unit[k];
}

/* Returns the square of the lowest pivot: how far the matrix is from singular, since its numbers
 * are about 1 in general. No number is none. */
static double factor_knot(const ChainWork *pass, const Knot *knot) {
    const int n = knot->unknowns;
    int *order = pass->order + knot->closer;
    fill_matrix(pass, knot, pass->matrix + knot->matrix);
    for (int r = 0; r < n; r++) order[r] = r;
    const DensePivot low = jd_dense_lu(n, n, pass->matrix + knot->matrix, order);
    return low.size > 0 ? low.size * low.size : 0;
}

/* ---- Positions ------------------------------------------------------------------------------ */

/* f with the unknown at x. */
static double f_with(ChainWork *pass, const Knot *knot, double x) {
    pass->coordinate[knot->unknown[0]] = x;
    place_bars(pass, knot);
    return eval_closer(pass, knot->closer);
}

/* Of a turn every lock is A cos q + B sin q + C. Of the two places the one that is nearer. */
static bool close_turn(ChainWork *pass, const Knot *knot, double hint, double *q) {
    const double f0 = f_with(pass, knot, 0), f1 = f_with(pass, knot, 0.5 * pi),
                 f2 = f_with(pass, knot, pi);
    const double C = 0.5 * (f0 + f2), A = f0 - C, B = f1 - C, R = hypot(A, B);
    const double middle = atan2(B, A), half = acos(fmax(-1, fmin(1, -C / R)));
    const double one = jd_counted(middle + half, hint), other = jd_counted(middle - half, hint);
    *q = fabs(one - hint) <= fabs(other - hint) ? one : other;
    return fabs(C) < R * (1 + touch);
}

/* Below this part of the others a square is rounding. */
static const double no_square = 1e-13;

/* Of a slide it is A q^2 + B q + C, with q in parts of the mechanism's length. */
static bool close_slide(ChainWork *pass, const Knot *knot, double hint, double *q) {
    const double L = pass->chain->length;
    const double C = f_with(pass, knot, 0), fp = f_with(pass, knot, L), fm = f_with(pass, knot, -L);
    const double B = 0.5 * (fp - fm), A = 0.5 * (fp + fm) - C;
    if (fabs(A) <= no_square * (fabs(B) + fabs(C))) {
        *q = -C / B * L;
        return B != 0;
    }
    const double middle = -0.5 * B / A, hh = middle * middle - C / A, half = sqrt(fmax(hh, 0));
    *q = L * (hint >= L * middle ? middle + half : middle - half);
    return hh > -touch * middle * middle;
}

/* One unknown in closed form. */
static bool close_alone(ChainWork *pass, const Knot *knot, double *low) {
    const int k = knot->unknown[0];
    const Closer *closer = &pass->chain->closer[knot->closer];
    double *coordinate = pass->coordinate;
    const double hint = coordinate[k];
    bool meets = true;
    if (closer->couples) {
        const int own = closer->bar[1] == k;
        const double other = closer->lock->q[!own] * coordinate[closer->bar[!own]];
        coordinate[k] = (closer->target - closer->lock->constant - other) / closer->lock->q[own];
    } else if (pass->bar[k].turn) {
        meets = close_turn(pass, knot, hint, &coordinate[k]);
    } else {
        meets = close_slide(pass, knot, hint, &coordinate[k]);
    }
    eval_closers(pass, knot);
    *low = fmin(1, factor_knot(pass, knot));
    return meets;
}

/* Pivots of several unknowns are lower than those of two, without harm. */
static const double knot_share = 50;

/* Newton's method from where the state says. False: it does not come near. */
static bool close_together(ChainWork *pass, const Knot *knot, double *low) {
    double before = INFINITY, step[KNOT_MOST];
    for (int round = 0; round < 20; round++) {
        const double now = eval_closers(pass, knot);
        const NewtonRound at = jd_newton_round(round, now, before);
        if (isfinite(now)) *low = fmin(1, knot_share * factor_knot(pass, knot));
        if (at != ROUND_GOES_ON) return at == ROUND_IS_THERE;
        before = now;
        solve_knot(pass, knot, step);
        for (int k = 0; k < knot->unknowns; k++) pass->coordinate[knot->unknown[k]] += step[k];
    }
    return false;
}

/* From where the state says, what is known already, and what drives ask for. */
static void begin_at(const ChainWork *pass, const Knot *knot) {
    double *coordinate = pass->coordinate;
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++) {
        const Closer *closer = &pass->chain->closer[r];
        for (int e = 0; e < 2 && closer->couples; e++) {
            const Bar *bar = &pass->bar[closer->bar[e]];
            coordinate[closer->bar[e]] = jd_bar_read(pass, bar, closer->bar[e], pass->q[bar->q]);
        }
    }
    for (int k = 0; k < knot->bars; k++) {
        const int b = knot->bar[k];
        const Bar *bar = &pass->bar[b];
        coordinate[b] = bar->drive >= 0 ? pass->jet[b][0] : is_given(bar) ? 0 : pass->q[bar->q];
    }
}

/* ---- Rates and bias ------------------------------------------------------------------------- */

/* Rates of the rows, as the bodies move in one column (-1: as they are). */
static void eval_rates(const ChainWork *pass, const Knot *knot, int column, double *x) {
    const double *of_bar = column < 0 ? pass->rate : pass->share + column * pass->chain->bars;
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++) {
        const Closer *closer = &pass->chain->closer[r];
        const double rate =
            closer->couples
                ? coupled(closer, of_bar)
                : along(pass->row[r], spin_of(pass, column, closer->end[0].body)) +
                      along(pass->row[r] + 3, spin_of(pass, column, closer->end[1].body));
        pass->f[r] = closer->weight * rate;
    }
    solve_knot(pass, knot, x);
}

/* f'' of the rows with the accelerations that the bodies have. */
static void eval_bias(const ChainWork *pass, const Knot *knot, double *x) {
    for (int r = knot->closer; r < knot->closer + knot->unknowns; r++) {
        const Closer *closer = &pass->chain->closer[r];
        const double accel = closer->couples
                                 ? coupled(closer, pass->bias)
                                 : along(pass->row[r], &pass->body[closer->end[0].body].a) +
                                       along(pass->row[r] + 3, &pass->body[closer->end[1].body].a) +
                                       eval_row(pass, closer, true).bias;
        pass->f[r] = closer->weight * accel;
    }
    solve_knot(pass, knot, x);
}

static void fill_column(const ChainWork *pass, const Knot *knot, int c) {
    double x[KNOT_MOST];
    for (int k = 0; k < knot->bars; k++) jd_bar_spin(pass, knot->bar[k], c, 0);
    eval_rates(pass, knot, c, x);
    for (int k = 0, n = 0; k < knot->bars; k++)
        jd_bar_spin(pass, knot->bar[k], c, is_given(&pass->bar[knot->bar[k]]) ? 0 : x[n++]);
}

void jd_knot_move(ChainWork *pass, int number) {
    const Knot *knot = &pass->chain->knot[number];
    double *low = &pass->knot_low[number], rate[KNOT_MOST], bias[KNOT_MOST];
    begin_at(pass, knot);
    const bool closed =
        knot->unknowns == 1 ? close_alone(pass, knot, low) : close_together(pass, knot, low);
    pass->closed = pass->closed && closed;
    if (!(*low >= pass->low)) pass->low = *low;
    eval_rates(pass, knot, -1, rate);
    hang_bars(pass, knot, rate, NULL);
    eval_bias(pass, knot, bias);
    hang_bars(pass, knot, rate, bias);
    for (int c = 0; c < pass->chain->free; c++) fill_column(pass, knot, c);
}
