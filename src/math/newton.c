/* SPDX-License-Identifier: MIT
 *
 * Newton's method with differences, and shorter steps where a whole one leads away. Rows and
 * columns are measured by what stands in them, and each unknown by its own size, as volts beside
 * amperes are not to be compared. Of straight lines the first step is the solution. */
#include "base/own.h"
#include "math/newton.h"
#include "math/dense.h"
#include <string.h>

enum { ROUNDS = 60, HALVINGS = 20, ATTEMPTS = 8, WIDER = 1000 };

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
    double *rest, *next, *step, *size, *row, *trial, *column, *down, *matrix, *normal;
} Search;

/* How far an unknown is moved: of what it has been so far, and by `first` if that is nothing. */
static double width(const Search *s, int k, double first) {
    return s->size[k] > 0 ? small * s->size[k] : first;
}

/* Whether moving an unknown moved what must be zero by more than rounding. */
static bool is_seen(const Search *s) {
    for (int r = 0; r < s->n; r++)
        if (fabs(s->next[r] - s->rest[r]) > visible * fabs(s->rest[r])) return true;
    return false;
}

static bool is_finite(const Search *s) {
    for (int r = 0; r < s->n; r++)
        if (!isfinite(s->next[r])) return false;
    return true;
}

/* Differences by columns, from s->rest at u. An unknown that has been small by chance is moved by
 * more, until something comes of it; where a law ends, as a root does, it is moved back, or less.
 */
static void look_around(Search *s, double first) {
    for (int c = 0; c < s->n; c++) {
        const double before = s->u[c];
        double by = width(s, c, first), h = by;
        bool ends = false;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            h = (before + by) - before;
            s->u[c] = before + h;
            s->by->rest(s->by->of, s->u, s->next);
            const bool good = is_finite(s);
            if (good && (ends || is_seen(s))) break;
            ends = ends || !good;
            by = good ? by * WIDER : by > 0 ? -by : -by / WIDER;
        }
        s->u[c] = before;
        for (int r = 0; r < s->n; r++) s->matrix[r * s->n + c] = (s->next[r] - s->rest[r]) / h;
    }
}

/* Columns, then rows, of size 1: their sizes are left in s->column and s->row. */
static bool measure(Search *s) {
    const int n = s->n;
    for (int c = 0; c < n; c++) {
        double most = 0;
        for (int r = 0; r < n; r++) most = fmax(most, fabs(s->matrix[r * n + c]));
        if (!(most > 0) || !isfinite(most)) return false;
        s->column[c] = most;
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
    look_around(s, 1);
    if (!measure(s)) return false;
    for (int k = 0; k < s->n; k++) order[k] = k;
    if (!(jd_dense_lu(s->n, s->n, s->matrix, order).size > singular)) return false;
    for (int k = 0; k < s->n; k++) s->step[k] = -s->rest[order[k]] / s->row[order[k]];
    jd_dense_lu_solve(s->n, s->matrix, s->step);
    for (int k = 0; k < s->n; k++) s->step[k] /= s->column[k];
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

static void go_to_trial(Search *s) {
    memcpy(s->u, s->trial, (size_t)s->n * sizeof *s->u);
    memcpy(s->rest, s->next, (size_t)s->n * sizeof *s->rest);
    for (int k = 0; k < s->n; k++) s->size[k] = fmax(s->size[k], fabs(s->u[k]));
}

/* The step, or as much of it as leads nearer; false: nothing of it does. */
static bool take_step(Search *s) {
    const double before = worst(s, s->rest);
    double share = 1;
    for (int half = 0; half <= HALVINGS; half++, share /= 2) {
        for (int k = 0; k < s->n; k++) s->trial[k] = s->u[k] + share * s->step[k];
        s->by->rest(s->by->of, s->trial, s->next);
        if (!(worst(s, s->next) < before)) continue;
        go_to_trial(s);
        return true;
    }
    return false;
}

static double square(const Search *s, const double *rest) {
    double sum = 0;
    for (int r = 0; r < s->n; r++) sum += rest[r] / s->row[r] * (rest[r] / s->row[r]);
    return isfinite(sum) ? sum : INFINITY;
}

/* The step by which the sum of squares gets less, the shorter the larger `damping` is. */
static bool find_downhill(Search *s, double damping) {
    const int n = s->n;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            double sum = r == c ? damping : 0;
            for (int k = 0; k < n; k++) sum += s->matrix[k * n + r] * s->matrix[k * n + c];
            s->normal[r * n + c] = sum;
        }
        s->by->order[r] = r;
    }
    if (!(jd_dense_lu(n, n, s->normal, s->by->order).size > 0)) return false;
    for (int k = 0; k < n; k++) s->step[k] = s->down[s->by->order[k]];
    jd_dense_lu_solve(n, s->normal, s->step);
    for (int k = 0; k < n; k++) s->step[k] /= s->column[k];
    return true;
}

/* Where Newton's step leads nowhere, since slopes vanish or turn there: one that goes down, by
 * Levenberg and Marquardt; false: there is none. */
static bool take_downhill(Search *s) {
    static const double least = 1e-4, most = 1e8; /* damping, of slopes of size 1 */
    static const double near = 1e-12; /* of any unit: widened until something comes of it */
    const int n = s->n;
    look_around(s, near);
    if (!measure(s)) return false;
    const double before = square(s, s->rest);
    for (int c = 0; c < n; c++) {
        s->down[c] = 0;
        for (int r = 0; r < n; r++) s->down[c] -= s->matrix[r * n + c] * s->rest[r] / s->row[r];
    }
    for (double damping = least; damping < most; damping *= 10) {
        if (!find_downhill(s, damping)) continue;
        for (int k = 0; k < n; k++) s->trial[k] = s->u[k] + s->step[k];
        s->by->rest(s->by->of, s->trial, s->next);
        if (square(s, s->next) < before) {
            go_to_trial(s);
            return true;
        }
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
    double **const parts[] = {&s.rest, &s.next,  &s.step,   &s.size,
                              &s.row,  &s.trial, &s.column, &s.down};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++, room += n) *parts[k] = room;
    s.matrix = room, s.normal = room + n * n;
    for (int k = 0; k < n; k++) s.size[k] = fabs(u[k]);
    newton->rest(newton->of, u, s.rest);
    bool downhill = false; /* the last step: a solution that it meets may be one of many */
    for (int round = 0; round < ROUNDS && (downhill || !is_zero(&s)); round++) {
        const bool found = find_step(&s);
        const bool nearer = found && take_step(&s);
        const bool there = found && is_short(&s, nearer ? enough : good_enough);
        if (there) break;
        const bool last = round + 1 == ROUNDS && !(found && is_short(&s, good_enough));
        downhill = !nearer && !last && take_downhill(&s);
        if (last || (!nearer && !downhill)) return found ? NEWTON_LOST : NEWTON_SINGULAR;
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
