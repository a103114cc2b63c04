/* SPDX-License-Identifier: MIT
 *
 * Knots with recorded numbers: bars whose coordinates follow from as many rows, by Newton's method
 * from where they were. A coupling alone is solved at once. theory (9.17) */
#include "record/plane.h"
#include <string.h>

/* Pivots are about 1 in general: below, or below such a part of the lowest at the start, the knot
 * is left. */
static const double pivot_limit = 0.1;

static Num3 turned_flat(PlanePass *pass, int body, Vec3 v) {
    Tape *t = pass->rec->t;
    const Vec2 own = jd_flat_own(pass, body, vec2(v.x, v.y));
    const Num2 flat = jd_flat_turned(pass, &pass->body[body], n2_of(t, own));
    return n3(flat.x, flat.y, n_num(t, v.z));
}

static NumSide side_of(PlanePass *pass, const PlaneEnd *end, bool moves) {
    Tape *t = pass->rec->t;
    const FlatBody *body = &pass->body[end->body];
    const Num3 arm = turned_flat(pass, end->body, end->arm);
    const FlatSpin v = moves ? body->v[pass->now] : (FlatSpin){{0, 0}, 0};
    return (NumSide){.p = n3(n_add(t, body->p.x, arm.x), n_add(t, body->p.y, arm.y),
                             n_add(t, n_num(t, end->height), arm.z)),
                     .v = n3(n_sub(t, v.line.x, n_mul(t, v.turn, arm.y)),
                             n_add(t, v.line.y, n_mul(t, v.turn, arm.x)), 0),
                     .arm = arm,
                     .axes = {turned_flat(pass, end->body, end->axes.x),
                              turned_flat(pass, end->body, end->axes.y),
                              turned_flat(pass, end->body, end->axes.z)},
                     .w = n3(0, 0, v.turn)};
}

static NumRow row_of(PlanePass *pass, const Closer *closer, bool moves) {
    const NumSide i = side_of(pass, &closer->end[0], moves),
                  j = side_of(pass, &closer->end[1], moves);
    return jd_record_lock(pass->rec, closer->lock, &i, &j);
}

/* Along the velocities x, y, turn of a body. */
static Num along(Tape *t, Num3 force, Num3 moment, const FlatSpin *spin) {
    return n_add(t, n_add(t, n_mul(t, force.x, spin->line.x), n_mul(t, force.y, spin->line.y)),
                 n_mul(t, moment.z, spin->turn));
}

/* What a unit of a bar's rate does to a body that it carries. */
static FlatSpin unit_spin(PlanePass *pass, int k, int body) {
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatBody *parent = &pass->body[bar->parent];
    if (bar->slide) return (FlatSpin){jd_flat_turned(pass, parent, n2_of(t, pass->axis[k])), 0};
    const Num2 joint = n2_add(t, parent->p, jd_flat_turned(pass, parent, pass->near[k])),
               arm = n2_sub(t, pass->body[body].p, joint);
    const Num sign = n_num(t, bar->sign);
    return (FlatSpin){n2_scale(t, sign, n2_turn90(t, arm)), sign};
}

typedef struct {
    PlanePass *pass;
    const Knot *knot;
    NumRow row[KNOT_MOST];
    Num f[KNOT_MOST], LU[KNOT_MOST * KNOT_MOST];
    int order[KNOT_MOST];
} Work;

static const Closer *closer_of(const Work *w, int r) {
    return &w->pass->chain->closer[w->knot->closer + r];
}

static Num coupled(Work *w, const Closer *closer, Num a, Num b) {
    Tape *t = w->pass->rec->t;
    return n_add(t, n_scale(t, closer->lock->q[0], a), n_scale(t, closer->lock->q[1], b));
}

/* The coordinate of any bar, also of one that some dyad has turned. */
static Num coordinate_of(PlanePass *pass, int bar) {
    if (pass->chain->bar[bar].slide) return pass->travel[bar];
    return pass->has_coordinate[bar]
               ? pass->coordinate[bar]
               : jd_record_plane_coordinate(pass->rec, pass->chain->bar[bar].q);
}

/* All its bars: unknown ones at x, with rate and bias there (NULL: at rest). */
static void place(Work *w, const Num *x, const Num *rate, const Num *bias) {
    PlanePass *pass = w->pass;
    for (int k = 0, n = 0; k < w->knot->bars; k++) {
        const int b = w->knot->bar[k];
        const Bar *bar = &pass->chain->bar[b];
        Num *own = jd_flat_room(pass), q = 0, a = 0;
        if (!own) return;
        if (!is_given(bar)) {
            q = x[n];
            for (int c = 0; c < pass->columns && rate; c++) own[c] = rate[n * pass->columns + c];
            a = bias ? bias[n] : 0;
            n++;
        } else if (bar->drive >= 0) {
            q = pass->jet[b][0], a = pass->jet[b][2];
            own[pass->now] = pass->jet[b][1];
        }
        jd_flat_bar(pass, b, q, own, a);
    }
}

static void fill(Work *w) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const int n = w->knot->unknowns;
    for (int r = 0; r < n; r++) {
        const Closer *closer = closer_of(w, r);
        if (closer->couples) {
            const Num a = coordinate_of(pass, closer->bar[0]),
                      b = coordinate_of(pass, closer->bar[1]);
            w->f[r] = n_add(t, n_num(t, closer->lock->constant - closer->target),
                            coupled(w, closer, a, b));
        } else {
            w->row[r] = row_of(pass, closer, false);
            w->f[r] = n_sub(t, w->row[r].f, n_num(t, closer->target));
        }
        for (int c = 0; c < n; c++) {
            Num sum = 0;
            for (int side = 0; side < 2; side++) {
                if (!(w->knot->carries[r * n + c] & (1 << side))) continue;
                if (closer->couples) {
                    sum = n_add(t, sum, n_num(t, closer->lock->q[side]));
                    continue;
                }
                const FlatSpin unit = unit_spin(pass, w->knot->unknown[c], closer->end[side].body);
                sum = n_add(t, sum,
                            along(t, side ? w->row[r].force_j : w->row[r].force_i,
                                  side ? w->row[r].moment_j : w->row[r].moment_i, &unit));
            }
            w->LU[r * n + c] = n_scale(t, closer->weight * w->knot->unit[c], sum);
        }
        w->order[r] = r;
    }
}

/* The changes of the unknowns that make up for numbers of the rows. */
static void solve(Work *w, const Num *rows, Num *x) {
    Tape *t = w->pass->rec->t;
    const int n = w->knot->unknowns;
    for (int k = 0; k < n; k++)
        x[k] = n_scale(t, -closer_of(w, w->order[k])->weight, rows[w->order[k]]);
    jd_tape_lu_solve(t, n, w->LU, x);
    for (int k = 0; k < n; k++) x[k] = n_scale(t, w->knot->unit[k], x[k]);
}

/* Rates of the rows as the bodies move in a column; with accelerations of theirs instead. */
static void eval_rates(Work *w, int column, Num *x) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    Num rows[KNOT_MOST];
    for (int r = 0; r < w->knot->unknowns; r++) {
        const Closer *closer = closer_of(w, r);
        rows[r] = closer->couples ? coupled(w, closer, *rate_of(pass, closer->bar[0], column),
                                            *rate_of(pass, closer->bar[1], column))
                                  : n_add(t,
                                          along(t, w->row[r].force_i, w->row[r].moment_i,
                                                &pass->body[closer->end[0].body].v[column]),
                                          along(t, w->row[r].force_j, w->row[r].moment_j,
                                                &pass->body[closer->end[1].body].v[column]));
    }
    solve(w, rows, x);
}

static void eval_bias(Work *w, Num *x) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    Num rows[KNOT_MOST];
    for (int r = 0; r < w->knot->unknowns; r++) {
        const Closer *closer = closer_of(w, r);
        if (closer->couples) {
            rows[r] = coupled(w, closer, pass->bias[closer->bar[0]], pass->bias[closer->bar[1]]);
            continue;
        }
        const NumRow row = row_of(pass, closer, true);
        const Num ends =
            n_add(t, along(t, row.force_i, row.moment_i, &pass->body[closer->end[0].body].a),
                  along(t, row.force_j, row.moment_j, &pass->body[closer->end[1].body].a));
        rows[r] = n_add(t, ends, row.bias);
    }
    solve(w, rows, x);
}

static void find_positions(Work *w, Num *x) {
    PlanePass *pass = w->pass;
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const int n = w->knot->unknowns;
    double start[KNOT_MOST];
    Num step[KNOT_MOST], pivot[KNOT_MOST], size = 0;
    for (int k = 0; k < n; k++) start[k] = jd_flat_start(pass, w->knot->unknown[k]);
    const int block = jd_tape_block(t, n, start, x);
    for (int k = 0; k < n; k++)
        jd_tape_hint_near(t, jd_tape_hint_of(t, x[k]), pass->chain->bar[w->knot->unknown[k]].q);
    place(w, x, NULL, NULL);
    fill(w);
    jd_tape_lu(t, n, w->LU, w->order, pivot);
    solve(w, w->f, step);
    for (int r = 0; r < n; r++)
        size = n_max(t, size, n_scale(t, closer_of(w, r)->scale, n_abs(t, w->f[r])));
    jd_tape_close(t, block, step, size);
    double lowest = 1;
    for (int k = 0; k < n; k++) lowest = fmin(lowest, fabs(jd_tape_value(t, pivot[k])));
    for (int k = 0; k < n; k++)
        jd_record_guard(rec, pivot[k], pivot_limit * lowest, "a loop is at a dead point");
}

/* A coupling alone: the other coordinate is known. */
static bool couple_alone(Work *w, Num *x) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const Closer *closer = closer_of(w, 0);
    Num pivot;
    if (w->knot->unknowns != 1 || !closer->couples) return false;
    const int own = closer->bar[1] == w->knot->unknown[0];
    const Num other = n_scale(t, closer->lock->q[!own], coordinate_of(pass, closer->bar[!own]));
    x[0] = n_scale(t, 1 / closer->lock->q[own],
                   n_sub(t, n_num(t, closer->target - closer->lock->constant), other));
    place(w, x, NULL, NULL);
    fill(w);
    jd_tape_lu(t, 1, w->LU, w->order, &pivot);
    return true;
}

void jd_flat_knot(PlanePass *pass, int number) {
    Work *w = ARENA_NEW(pass->rec->arena, Work, 1);
    Num x[KNOT_MOST], bias[KNOT_MOST], one[KNOT_MOST];
    if (!w) return;
    *w = (Work){.pass = pass, .knot = &pass->chain->knot[number]};
    Num *rate = ARENA_NEW(pass->rec->arena, Num, KNOT_MOST * pass->columns);
    if (!rate) return;
    if (!couple_alone(w, x)) find_positions(w, x);
    for (int c = 0; c < pass->columns; c++) {
        eval_rates(w, c, one);
        for (int k = 0; k < w->knot->unknowns; k++) rate[k * pass->columns + c] = one[k];
    }
    place(w, x, rate, NULL);
    eval_bias(w, bias);
    place(w, x, rate, bias);
}
