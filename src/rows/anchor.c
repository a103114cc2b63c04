/* SPDX-License-Identifier: MIT
 *
 * Rows that repeat each other: theory 5.9. If a combination z of rows vanishes, J^T z = 0, then one
 * row of it follows from the others. It is held softly and not left out: [M J^T; J -C] with one
 * number in C, which changes nothing while its row does follow, leaves the pattern as it is, and
 * lets another row take its place when z changes. What the multipliers of least size are is asked
 * for when somebody looks at them. */
#include "math/dense.h"
#include "rows/rows.h"
#include <assert.h>
#include <string.h>

void jd_anchor_layout(const JdSystem *s, const RowSet *set, RowWork *w, Layout *layout) {
    const size_t count = (size_t)s->anchors, rows = (size_t)set->rows;
    w->anchor.count = s->anchors;
    if (!count) return;
    w->anchor.row = PLACE(layout, int, count);
    w->anchor.held = PLACE(layout, double, jd_sparse_unknowns(set->plan) + 1);
    w->anchor.null = PLACE(layout, double, count *rows);
    w->anchor.gram = PLACE(layout, double, count *(count + 1));
}

static void hold(const JdSystem *s, RowWork *w, int row, bool softly) {
    assert(row >= 0 && row < s->dynamics.rows);
    const int k = jd_velocities(s) + row;
    w->anchor.held[k] = softly ? w->soft[k] : 0;
}

void jd_anchor_init(const JdSystem *s, const RowSet *set, RowWork *w) {
    if (!w->anchor.count) return;
    (void)set;
    memcpy(w->anchor.row, s->anchor, (size_t)w->anchor.count * sizeof *w->anchor.row);
    w->anchor.ratio = 0;
    jd_anchors_hold(s, w, true);
}

void jd_anchors_hold(const JdSystem *s, RowWork *w, bool softly) {
    for (int k = 0; k < w->anchor.count; k++) hold(s, w, w->anchor.row[k], softly);
}

/* (S + C) z = c e with c e the anchor's column of C: then S z = 0, and z is 1 at the anchor and 0
 * at the others. theory (5.15) */
void jd_rows_null(const JdSystem *s, const RowSet *set, RowWork *w) {
    assert(w->anchor.count >= 0 && w->anchor.count <= set->rows);
    const int n = jd_velocities(s), rows = set->rows;
    const bool proved = w->proof.wanted;
    w->unlent = true;
    w->proof.wanted = false; /* by the right-hand side of the motion */
    for (int k = 0; k < w->anchor.count; k++) {
        memset(w->b, 0, (size_t)(n + rows) * sizeof *w->b);
        w->b[n + w->anchor.row[k]] = -w->anchor.held[n + w->anchor.row[k]];
        jd_rows_solve(s, set, w);
        memcpy(w->anchor.null + (size_t)k * (size_t)rows, w->x + n,
               (size_t)rows * sizeof *w->anchor.null);
    }
    w->unlent = false;
    w->proof.wanted = proved;
}

/* ---- Choosing anchors ----------------------------------------------------------------------- */

/* A number of the combinations of rows that vanish. */
typedef struct {
    double size;
    int which, row; /* of combination `which` */
} Largest;

/* The row that stands out most against an anchor in one of the combinations: rows as they are
 * weighed by their softness. A lock of velocities makes room for such a lock only, and one of
 * positions likewise: positions are put back onto their locks while velocities ask for nothing. */
static Largest find_better(const JdSystem *s, const RowSet *set, const RowWork *w) {
    const double *soft = w->soft + jd_velocities(s);
    Largest most = {0, 0, 0};
    for (int k = 0; k < w->anchor.count; k++) {
        const double *z = w->anchor.null + (size_t)k * (size_t)set->rows;
        const double own = sqrt(soft[w->anchor.row[k]]);
        for (int r = 0; r < set->rows; r++) {
            const double size = fabs(z[r]) * sqrt(soft[r]) / own;
            if (!(size > most.size) || set->row[r].drive >= 0 ||
                w->anchor.held[jd_velocities(s) + r] > 0 ||
                set->row[r].velocity != set->row[w->anchor.row[k]].velocity)
                continue;
            most = (Largest){size, k, r};
        }
    }
    return most;
}

/* Accelerations and multipliers out of the way of further solving. */
static void keep(const JdSystem *s, Motion *m) {
    if (m->pull == m->own_pull) return;
    memcpy(m->own_a, m->a, (size_t)jd_velocities(s) * sizeof *m->own_a);
    memcpy(m->own_pull, m->pull, (size_t)s->dynamics.rows * sizeof *m->own_pull);
    m->a = m->own_a;
    m->pull = m->own_pull;
}

/* A share of the best ratio that anchors had, below which others are looked for. */
static const double doubtful = 0.1;

bool jd_anchors_watch(Motion *m) {
    RowWork *w = &m->rows;
    if (!w->anchor.count) return false;
    /* Those that were chosen in a singular position are bad beside it, and were never good. */
    if (w->epsilon > 0 && !w->short_way) return true;
    if (!(w->anchor.ratio > 0 && w->report.ratio > doubtful * w->anchor.ratio)) return true;
    w->anchor.ratio = fmax(w->anchor.ratio, w->report.ratio);
    return false;
}

/* Softness of all rows while combinations that vanish are looked for without anchors. */
static const double softness_search = 1e-10;

/* Any vectors become combinations that vanish, w->anchor.null: (S + C) z = C v takes all else out
 * of v. For where the anchors at hand do not follow from the other rows, so that (5.15) says
 * nothing. */
static void search_null(const JdSystem *s, const RowSet *set, RowWork *w) {
    const int n = jd_velocities(s), rows = set->rows;
    memset(w->step, 0, (size_t)(n + rows) * sizeof *w->step);
    for (int r = 0; r < rows; r++) w->step[n + r] = softness_search * w->soft[n + r];
    jd_sparse_factor(set->plan, w->values, 1, w->step, w->factor);
    for (int k = 0; k < w->anchor.count; k++) {
        double *z = w->anchor.null + (size_t)k * (size_t)rows;
        for (int r = 0; r < rows; r++) z[r] = cos(1 + (double)(r * (k + 1)) + r);
        for (int round = 0; round < 2; round++) {
            memset(w->b, 0, (size_t)n * sizeof *w->b);
            for (int r = 0; r < rows; r++) w->b[n + r] = -w->step[n + r] * z[r];
            jd_sparse_solve(set->plan, w->factor, w->b);
            memcpy(z, w->b + n, (size_t)rows * sizeof *z);
        }
    }
}

/* The largest number of the combinations from `from` on, among rows that may be anchors. */
static Largest largest_of(const JdSystem *s, const RowSet *set, const RowWork *w, int from,
                          const int left[2]) {
    const double *soft = w->soft + jd_velocities(s);
    Largest most = {0, from, w->anchor.row[from]};
    for (int k = from; k < w->anchor.count; k++)
        for (int r = 0; r < set->rows; r++) {
            const double size =
                fabs(w->anchor.null[(size_t)k * (size_t)set->rows + (size_t)r]) * sqrt(soft[r]);
            if (!(size > most.size) || set->row[r].drive >= 0 || !left[set->row[r].velocity])
                continue;
            most = (Largest){size, k, r};
        }
    return most;
}

/* A number of combination `from` makes that of all later ones zero. */
static void eliminate(const RowSet *set, RowWork *w, int from, int row) {
    const double *own = w->anchor.null + (size_t)from * (size_t)set->rows;
    for (int k = from + 1; k < w->anchor.count; k++) {
        double *z = w->anchor.null + (size_t)k * (size_t)set->rows;
        const double share = z[row] / own[row];
        for (int r = 0; r < set->rows; r++) z[r] -= share * own[r];
        z[row] = 0;
    }
}

static void swap_rows(double *a, double *b, int n) {
    for (int r = 0; r < n; r++) {
        const double x = a[r];
        a[r] = b[r], b[r] = x;
    }
}

/* Anchors from nothing but the rows themselves, by elimination with pivots. As many of velocities
 * as before. Whether there are others among them. */
static bool choose_anchors(const JdSystem *s, const RowSet *set, RowWork *w) {
    const int n = jd_velocities(s);
    int left[2] = {0, 0};
    bool others = false;
    for (int k = 0; k < w->anchor.count; k++) left[set->row[w->anchor.row[k]].velocity]++;
    search_null(s, set, w);
    for (int k = 0; k < w->anchor.count; k++) {
        const Largest most = largest_of(s, set, w, k, left);
        if (!(most.size > 0)) break;
        swap_rows(w->anchor.null + (size_t)k * (size_t)set->rows,
                  w->anchor.null + (size_t)most.which * (size_t)set->rows, set->rows);
        eliminate(set, w, k, most.row);
        left[set->row[most.row].velocity]--;
        w->anchor.row[k] = most.row;
        others = others || !(w->anchor.held[n + most.row] > 0);
    }
    memset(w->anchor.held + n, 0, (size_t)set->rows * sizeof *w->anchor.held);
    jd_anchors_hold(s, w, true);
    jd_rows_factor(s, set, w);
    return others;
}

bool jd_motion_reanchor(const JdSystem *s, Motion *m) {
    const RowSet *set = &s->dynamics;
    RowWork *w = &m->rows;
    bool changed = false;
    if (!w->anchor.count) return false;
    keep(s, m);
    if (w->epsilon > 0 && !w->short_way) changed = choose_anchors(s, set, w);
    for (int round = 0; round < 2 * w->anchor.count; round++) {
        jd_rows_null(s, set, w);
        const Largest better = find_better(s, set, w);
        if (better.size <= 2) break;
        hold(s, w, w->anchor.row[better.which], false);
        w->anchor.row[better.which] = better.row;
        hold(s, w, better.row, true);
        jd_rows_factor(s, set, w);
        changed = true;
    }
    w->anchor.ratio = w->report.ratio;
    return changed;
}

/* ---- Multipliers of least size -------------------------------------------------------------- */

void jd_motion_rows(const JdSystem *s, Motion *m) {
    const TreeFree *frees = m->tree_free;
    m->tree_free = NULL; /* efforts go to the bodies here */
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
    jd_forces_eval(s, m, m->rows.b);
    m->tree_free = frees;
}

static void solve_rows(const JdSystem *s, Motion *m) {
    const RowSet *set = &s->dynamics;
    RowWork *w = &m->rows;
    const int n = jd_velocities(s);
    jd_motion_rows(s, m);
    for (int r = 0; r < set->rows; r++) w->b[n + r] = -w->bias[r];
    jd_rows_factor(s, set, w);
    jd_rows_solve(s, set, w);
    m->a = w->x;
    m->pull = w->x + n;
    m->recovered = false;
}

/* Whoever moved the bodies has no anchors: those of the start, or what is better here. Equations
 * are met also by numbers that mean nothing, where an anchor does not follow from the other rows.
 */
void jd_motion_solve(const JdSystem *s, Motion *m) {
    RowWork *w = &m->rows;
    const SparseReport own = w->report;
    solve_rows(s, m);
    const bool others = jd_motion_reanchor(s, m);
    if (others) solve_rows(s, m);
    jd_motion_recover(s, m);
    m->recovered = true;
    w->report = own;
    if (!others) return;
    jd_anchors_hold(s, w, false);
    jd_anchor_init(s, &s->dynamics, w);
}

/* theory (5.16) */
void jd_motion_recover(const JdSystem *s, Motion *m) {
    RowWork *w = &m->rows;
    const int n = jd_velocities(s), rows = s->dynamics.rows, count = w->anchor.count;
    if (m->recovered || !count) return;
    m->recovered = true;
    keep(s, m);
    jd_rows_null(s, &s->dynamics, w);

    const double *soft = w->soft + n;
    double *G = w->anchor.gram, *c = w->anchor.gram + count * count;
    for (int i = 0; i < count; i++) {
        const double *z = w->anchor.null + (size_t)i * (size_t)rows;
        c[i] = 0;
        for (int r = 0; r < rows; r++) c[i] += soft[r] * z[r] * m->own_pull[r];
        for (int j = 0; j <= i; j++) {
            const double *other = w->anchor.null + (size_t)j * (size_t)rows;
            double sum = 0;
            for (int r = 0; r < rows; r++) sum += soft[r] * z[r] * other[r];
            G[i * count + j] = G[j * count + i] = sum;
        }
    }
    jd_dense_solve_positive(count, G, c);
    for (int i = 0; i < count; i++)
        for (int r = 0; r < rows; r++)
            m->own_pull[r] -= c[i] * w->anchor.null[(size_t)i * (size_t)rows + (size_t)r];
}
