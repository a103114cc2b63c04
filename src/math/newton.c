/* SPDX-License-Identifier: MIT
 *
 * Newton's method with differences, and shorter steps where a whole one leads away. Rows and
 * columns are measured by what stands in them, and each unknown by its own size, as volts beside
 * amperes are not to be compared. Of straight lines the first step is the solution. */
#include "base/own.h"
#include "math/newton.h"
#include "math/dense.h"
#include <string.h>

enum { ROUNDS = 60, HALVINGS = 20, WIDENINGS = 8, WIDER = 1000 };

/* The last step as a share of the unknown: rounding; and, where rounding ends it before, below all
 * that a tolerance asks for. */
static const double enough = 1e-14, good_enough = 1e-9;

/* Of what is left of equations, a round of Newton's method with derivatives after the other:
 * nothing; rounding, if it gets no less; near enough, if it does not get less for long. */
static const double nothing_left = 2e-16, rounding_left = 1e-13, little_left = 1e-10;

/* A pivot that rounding alone may have left, once rows and columns are of size 1. */
static const double singular = 1e-11;

/* A step of differences as a share of the unknown: of a straight line any will do, of a curve the
 * next round is as much better. */
static const double small = 1e-5;

/* A change as a share of what must be zero, well above rounding. */
static const double visible = 1e-8;

typedef struct {
    const Newton *by;
    int n;
    double *u;
    double *rest, *next, *step, *size, *row, *trial, *matrix;
} Search;

/* How far an unknown is moved: of what it has been so far, and by 1 if that is nothing. */
static double width(const Search *s, int k) {
    return s->size[k] > 0 ? small * s->size[k] : 1;
}

/* Whether moving an unknown moved what must be zero by more than rounding. */
static bool is_seen(const Search *s) {
    for (int r = 0; r < s->n; r++)
        if (fabs(s->next[r] - s->rest[r]) > visible * fabs(s->rest[r])) return true;
    return false;
}

/* Differences by columns, from s->rest at u. An unknown that has been small by chance is moved by
 * more, until something comes of it. */
static void look_around(Search *s) {
    for (int c = 0; c < s->n; c++) {
        const double before = s->u[c];
        double by = width(s, c), h = by;
        for (int wider = 0; wider < WIDENINGS; wider++, by *= WIDER) {
            h = (before + by) - before;
            s->u[c] = before + h;
            s->by->rest(s->by->of, s->u, s->next);
            if (is_seen(s)) break;
        }
        s->u[c] = before;
        for (int r = 0; r < s->n; r++) s->matrix[r * s->n + c] = (s->next[r] - s->rest[r]) / h;
    }
}

/* Columns, then rows, of size 1: the sizes of columns are left in s->trial, of rows in s->row. */
static bool measure(Search *s) {
    const int n = s->n;
    for (int c = 0; c < n; c++) {
        double most = 0;
        for (int r = 0; r < n; r++) most = fmax(most, fabs(s->matrix[r * n + c]));
        if (!(most > 0) || !isfinite(most)) return false;
        s->trial[c] = most;
        for (int r = 0; r < n; r++) s->matrix[r * n + c] /= most;
    }
    for (int r = 0; r < n; r++) {
        double most = 0;
        for (int c = 0; c < n; c++) most = fmax(most, fabs(s->matrix[r * n + c]));
        if (!(most > 0)) return false;
        s->row[r] = most;
        for (int c = 0; c < n; c++) s->matrix[r * n + c] /= most;
    }
    return true;
}

static bool find_step(Search *s) {
    int *order = s->by->order;
    look_around(s);
    if (!measure(s)) return false;
    for (int k = 0; k < s->n; k++) order[k] = k;
    if (!(jd_dense_lu(s->n, s->n, s->matrix, order).size > singular)) return false;
    for (int k = 0; k < s->n; k++) s->step[k] = -s->rest[order[k]] / s->row[order[k]];
    jd_dense_lu_solve(s->n, s->matrix, s->step);
    for (int k = 0; k < s->n; k++) s->step[k] /= s->trial[k];
    return true;
}

static double worst(const Search *s, const double *rest) {
    double most = 0;
    for (int r = 0; r < s->n; r++) {
        const double share = fabs(rest[r]) / s->row[r];
        most = isfinite(share) ? fmax(most, share) : INFINITY;
    }
    return most;
}

/* The step, or as much of it as leads nearer; false: nothing of it does. */
static bool take_step(Search *s) {
    const double before = worst(s, s->rest);
    double share = 1;
    for (int half = 0; half <= HALVINGS; half++, share /= 2) {
        for (int k = 0; k < s->n; k++) s->trial[k] = s->u[k] + share * s->step[k];
        s->by->rest(s->by->of, s->trial, s->next);
        if (!(worst(s, s->next) < before)) continue;
        memcpy(s->u, s->trial, (size_t)s->n * sizeof *s->u);
        memcpy(s->rest, s->next, (size_t)s->n * sizeof *s->rest);
        for (int k = 0; k < s->n; k++) s->size[k] = fmax(s->size[k], fabs(s->u[k]));
        return true;
    }
    return false;
}

static bool is_short(const Search *s, double share) {
    for (int k = 0; k < s->n; k++)
        if (!(fabs(s->step[k]) <= share * s->size[k])) return false;
    return true;
}

static bool is_zero(const Search *s) {
    for (int k = 0; k < s->n; k++)
        if (s->rest[k] != 0) return false;
    return true;
}

NewtonEnd jd_newton_solve(const Newton *newton, double *u) {
    const int n = newton->n;
    double *room = newton->room;
    Search s = {newton, n, u};
    double **const parts[] = {&s.rest, &s.next, &s.step, &s.size, &s.row, &s.trial};
    for (int k = 0; k < 6; k++, room += n) *parts[k] = room;
    s.matrix = room;
    for (int k = 0; k < n; k++) s.size[k] = fabs(u[k]);
    newton->rest(newton->of, u, s.rest);
    for (int round = 0; round < ROUNDS && !is_zero(&s); round++) {
        if (!find_step(&s)) return NEWTON_SINGULAR;
        const bool nearer = take_step(&s);
        if (is_short(&s, enough)) break;
        if (!nearer && !is_short(&s, good_enough)) return NEWTON_LOST;
        if (!nearer) break;
        if (round + 1 == ROUNDS && !is_short(&s, good_enough)) return NEWTON_LOST;
    }
    newton->rest(newton->of, u, s.rest); /* what it leaves behind is that of the solution */
    return NEWTON_SOLVED;
}

NewtonRound jd_newton_round(int round, double now, double before) {
    enum { PATIENCE = 5 };
    if (!isfinite(now)) return ROUND_LOST;
    if (now < nothing_left || (now < rounding_left && now > 0.1 * before)) return ROUND_IS_THERE;
    if (round > PATIENCE && now > 0.9 * before)
        return now < little_left ? ROUND_IS_THERE : ROUND_LOST;
    return ROUND_GOES_ON;
}
