/* SPDX-License-Identifier: MIT
 *
 * All storages taken to independent velocities. The graph's own flows say what is held for each
 * velocity alone, which is a matrix J; complete pivots choose velocities that follow, J_d v_d =
 * -J_i v_i, and the others are independent. */
#include "multibond/numbers.h"
#include <string.h>

static const double least_pivot = 1e-10; /* of numbers of size one: what is below is rounding */

typedef struct {
    MultibondNumbers *n;
    Arena *arena;
    int rows, all, each; /* flows that are held; velocities; of a body */
    double *J;           /* rows by all */
    int *row, *column;   /* in order of pivots */
    int rank;
} Minimal;

static int bodies(const Minimal *m) {
    return m->n->graph->system->bodies - 1;
}

static double kept(const Minimal *m, int row) {
    return m->n->values[m->n->number[m->n->equations->helds.at[row].kept]];
}

/* Velocity k alone is 1. */
static void set_velocity(Minimal *m, int k) {
    for (int b = 1; b <= bodies(m); b++) {
        double v[6] = {0};
        const int first = m->each * (b - 1);
        if (k >= first && k < first + m->each)
            v[k - first + (m->n->graph->planar && k - first == 2 ? 3 : 0)] = 1;
        jd_mb_set_momenta(m->n, b, vec3(v[0], v[1], v[2]), vec3(v[3], v[4], v[5]));
    }
}

static void find_flows(Minimal *m) {
    double *prescribed = m->J + m->rows * m->all;
    set_velocity(m, -1);
    jd_mb_go_open(m->n, false);
    for (int r = 0; r < m->rows; r++) prescribed[r] = kept(m, r);
    for (int c = 0; c < m->all; c++) {
        set_velocity(m, c);
        jd_mb_go_open(m->n, false);
        for (int r = 0; r < m->rows; r++) m->J[r * m->all + c] = kept(m, r) - prescribed[r];
    }
}

/* Gauss and Jordan with complete pivots: rows in terms of the velocities that follow. */
static void eliminate(Minimal *m, double *a, int width) {
    for (int k = 0; k < m->rows; k++) m->row[k] = k;
    for (int k = 0; k < m->all; k++) m->column[k] = k;
    for (m->rank = 0; m->rank < m->rows && m->rank < m->all; m->rank++) {
        const int k = m->rank;
        int r = k, c = k;
        for (int i = k; i < m->rows; i++)
            for (int j = k; j < m->all; j++)
                if (fabs(a[m->row[i] * width + m->column[j]]) >
                    fabs(a[m->row[r] * width + m->column[c]]))
                    r = i, c = j;
        const int swap_row = m->row[k], swap_column = m->column[k];
        m->row[k] = m->row[r], m->row[r] = swap_row;
        m->column[k] = m->column[c], m->column[c] = swap_column;
        double *pivot_row = &a[m->row[k] * width];
        const double pivot = pivot_row[m->column[k]];
        if (!(fabs(pivot) > least_pivot)) return;
        for (int j = 0; j < width; j++) pivot_row[j] /= pivot;
        for (int i = 0; i < m->rows; i++) {
            const double by = a[i * width + m->column[k]];
            if (i == m->row[k] || by == 0) continue;
            for (int j = 0; j < width; j++) a[i * width + j] -= by * pivot_row[j];
        }
    }
}

/* M x, along the user's axes. */
static void times_mass(const Minimal *m, const double *x, double *y) {
    const Multibond *g = m->n->graph;
    for (int b = 1; b <= bodies(m); b++, x += m->each, y += m->each) {
        const MultibondBody *at = &g->body[b];
        const int linear = g->planar ? 2 : 3;
        for (int k = 0; k < linear; k++) y[k] = at->moved * x[k];
        if (g->planar) {
            y[2] = at->turned[2] * x[2];
            continue;
        }
        const Axes *user = &g->system->frame[b].local.axes;
        const Vec3 own = axes_out(user, vec3(x[3], x[4], x[5]));
        const Vec3 p = axes_in(
            user, vec3(at->turned[0] * own.x, at->turned[1] * own.y, at->turned[2] * own.z));
        y[3] = p.x, y[4] = p.y, y[5] = p.z;
    }
}

/* Rates of all momenta as they stand. */
static void read_rates(const Minimal *m, double *rates) {
    const MultibondNumbers *n = m->n;
    for (int b = 1; b <= bodies(m); b++, rates += m->each) {
        const MultibondBody *at = &n->graph->body[b];
        const int linear = n->graph->planar ? 2 : 3;
        for (int k = 0; k < m->each; k++) {
            const int c = n->graph->planar ? 2 : k - linear;
            const int var = k < linear
                                ? n->equations->state[at->move[k].node] + at->move[k].component
                                : n->equations->state[at->turn[c].node] + at->turn[c].component;
            rates[k] = n->values[n->number[n->equations->vars.at[var].dot]];
        }
    }
}

/* p x w of each body, which stands in the rates of momenta. */
static void read_eulerian(const Minimal *m, double *out) {
    const MultibondNumbers *n = m->n;
    const JdSystem *s = n->graph->system;
    for (int b = 1; b <= bodies(m) && !n->graph->planar; b++) {
        const Side side = s->kernel->side(s, n->motion, b);
        const MultibondBody *at = &n->graph->body[b];
        const Axes *user = &s->frame[b].local.axes;
        const Vec3 w = axes_in(&side.axes, side.w), own = axes_out(user, w);
        const Vec3 p = axes_in(
            user, vec3(at->turned[0] * own.x, at->turned[1] * own.y, at->turned[2] * own.z));
        const Vec3 cross = vec3_cross(p, w);
        double *to = out + m->each * (b - 1) + 3;
        to[0] = cross.x, to[1] = cross.y, to[2] = cross.z;
    }
}

/* a0 = M^-1 rates, along the user's axes. */
static void over_mass(const Minimal *m, const double *rates, double *a) {
    const Multibond *g = m->n->graph;
    for (int b = 1; b <= bodies(m); b++, rates += m->each, a += m->each) {
        const MultibondBody *at = &g->body[b];
        for (int k = 0; k < (g->planar ? 2 : 3); k++) a[k] = rates[k] / at->moved;
        if (g->planar) {
            a[2] = rates[2] / at->turned[2];
            continue;
        }
        const Axes *user = &g->system->frame[b].local.axes;
        const Vec3 own = axes_out(user, vec3(rates[3], rates[4], rates[5]));
        const Vec3 w = axes_in(
            user, vec3(own.x / at->turned[0], own.y / at->turned[1], own.z / at->turned[2]));
        a[3] = w.x, a[4] = w.y, a[5] = w.z;
    }
}

static bool has_own_masses(const Multibond *g) {
    for (int b = 1; b < g->system->bodies; b++)
        if (g->body[b].lent_mass || g->body[b].lent[0] || g->body[b].lent[1] || g->body[b].lent[2])
            return false;
    return true;
}

static double *numbers_of(Minimal *m, int count) {
    return ARENA_NEW(m->arena, double, count + 1);
}

/* I x = b in place, with the largest of each column first. */
static void solve_small(int n, double *a, double *b) {
    for (int k = 0; k < n; k++) {
        int most = k;
        for (int r = k; r < n; r++)
            if (fabs(a[r * n + k]) > fabs(a[most * n + k])) most = r;
        for (int j = 0; j < n; j++) {
            const double swap = a[k * n + j];
            a[k * n + j] = a[most * n + j], a[most * n + j] = swap;
        }
        const double swap = b[k];
        b[k] = b[most], b[most] = swap;
        for (int r = k + 1; r < n; r++) {
            const double by = a[r * n + k] / a[k * n + k];
            for (int j = k; j < n; j++) a[r * n + j] -= by * a[k * n + j];
            b[r] -= by * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
}

/* B' x. */
static void project(const MultibondMinimal *to, const double *x, double *y) {
    for (int k = 0; k < to->count; k++) {
        y[k] = 0;
        for (int v = 0; v < to->velocities; v++) y[k] += to->B[v * to->count + k] * x[v];
    }
}

static bool make_room(Minimal *m, MultibondMinimal *to, int count) {
    *to = (MultibondMinimal){.count = count, .velocities = m->all};
    to->independent = ARENA_NEW(m->arena, int, count + 1);
    to->B = numbers_of(m, m->all * count);
    to->inertia = numbers_of(m, count * count);
    to->gyristor = numbers_of(m, count), to->effort = numbers_of(m, count),
    to->eulerian = numbers_of(m, count);
    to->rate = numbers_of(m, count), to->a = numbers_of(m, m->all);
    return !m->arena->failed;
}

/* B, and c: what velocities change by when the independent ones do not. reduced: rows behind
 * pivots, with what they are in the last column. */
static void read_transformation(const Minimal *m, const double *reduced, MultibondMinimal *to,
                                double *c) {
    const int width = m->all + 1;
    for (int k = 0; k < to->count; k++) {
        to->independent[k] = m->column[m->rank + k];
        to->B[to->independent[k] * to->count + k] = 1;
    }
    for (int d = 0; d < m->rank; d++) {
        const double *row = &reduced[m->row[d] * width];
        for (int k = 0; k < to->count; k++)
            to->B[m->column[d] * to->count + k] = -row[to->independent[k]];
        c[m->column[d]] = -row[m->all];
    }
}

bool jd_multibond_minimal(MultibondNumbers *numbers, const Motion *motion, Arena *arena,
                          MultibondMinimal *to) {
    const JdSystem *s = numbers->graph->system;
    Minimal m = {.n = numbers,
                 .arena = arena,
                 .rows = numbers->equations->helds.count,
                 .each = s->kernel->nv};
    m.all = m.each * (s->bodies - 1);
    if (numbers->graph->def.method != LOCKS_MSE || !has_own_masses(numbers->graph)) return false;
    const int width = m.all + 1;
    m.J = numbers_of(&m, m.rows * width);
    m.row = ARENA_NEW(arena, int, m.rows + 1), m.column = ARENA_NEW(arena, int, m.all + 1);
    double *reduced = numbers_of(&m, m.rows * width), *rates = numbers_of(&m, m.all),
           *a0 = numbers_of(&m, m.all);
    double *c = numbers_of(&m, m.all), *work = numbers_of(&m, m.all),
           *euler = numbers_of(&m, m.all);
    if (arena->failed) return false;

    /* Flows by velocities, then everything as it stands without efforts of what is held. */
    numbers->motion = motion;
    jd_mb_place(numbers);
    find_flows(&m);
    jd_mb_place(numbers);
    jd_mb_go_open(numbers, true);
    read_rates(&m, rates);
    read_eulerian(&m, euler);
    over_mass(&m, rates, a0);
    for (int r = 0; r < m.rows;
         r++) { /* J a + bias = 0, with the bias from what the rate is at a0 */
        const int held = numbers->equations->vars.at[numbers->equations->helds.at[r].source].held;
        double bias = numbers->values[numbers->number[held]];
        for (int k = 0; k < m.all; k++) {
            reduced[r * width + k] = m.J[r * m.all + k];
            bias -= m.J[r * m.all + k] * a0[k];
        }
        reduced[r * width + m.all] = bias;
    }
    eliminate(&m, reduced, width);
    if (!make_room(&m, to, m.all - m.rank)) return false;
    read_transformation(&m, reduced, to, c);

    /* B' M B, B' (M c - p x w), B' Q with Q = rates - p x w. */
    double *column = numbers_of(&m, m.all), *copy = numbers_of(&m, to->count * to->count);
    if (!column || !copy) return false;
    for (int k = 0; k < to->count; k++) {
        for (int v = 0; v < m.all; v++) column[v] = to->B[v * to->count + k];
        times_mass(&m, column, work);
        for (int j = 0; j < to->count; j++)
            for (int v = 0; v < m.all; v++)
                to->inertia[j * to->count + k] += to->B[v * to->count + j] * work[v];
    }
    times_mass(&m, c, work);
    for (int v = 0; v < m.all; v++) work[v] -= euler[v], rates[v] -= euler[v], euler[v] = -euler[v];
    project(to, work, to->gyristor);
    project(to, rates, to->effort);
    project(to, euler, to->eulerian);
    for (int k = 0; k < to->count; k++) to->rate[k] = to->effort[k] - to->gyristor[k];
    memcpy(copy, to->inertia, sizeof(double) * (size_t)(to->count * to->count));
    solve_small(to->count, copy, to->rate);
    for (int v = 0; v < m.all; v++) {
        to->a[v] = c[v];
        for (int k = 0; k < to->count; k++) to->a[v] += to->B[v * to->count + k] * to->rate[k];
    }
    for (int b = 1; b < s->bodies && !numbers->graph->planar;
         b++) { /* turns along principal axes, as the system has them */
        double *turn = &to->a[m.each * (b - 1) + 3];
        const Vec3 own = axes_out(&s->frame[b].local.axes, vec3(turn[0], turn[1], turn[2]));
        turn[0] = own.x, turn[1] = own.y, turn[2] = own.z;
    }
    return true;
}

void jd_multibond_velocity_name(const Multibond *graph, int velocity, Text *out) {
    static const char *const space[] = {"vx", "vy", "vz", "wx", "wy", "wz"}, *const plane[] = {
                                                                                 "vx", "vy", "w"};
    const int each = graph->system->kernel->nv;
    jd_text_print(out, "%s.%s", graph->system->body[1 + velocity / each].name,
                  (graph->planar ? plane : space)[velocity % each]);
}
