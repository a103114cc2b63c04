/* SPDX-License-Identifier: MIT
 *
 * All storages taken to independent velocities, where the states of the graph are. The graph's own
 * flows say what is held for each velocity alone, which is a matrix J; complete pivots choose
 * velocities that follow, J_d v_d = -J_i v_i, and the others are independent. */
#include "multibond/numbers.h"
#include <string.h>

static const double least_pivot = 1e-10; /* of numbers of size one: what is below is rounding */

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

/* Flows that are held: of each velocity alone, and what drives prescribe. Momenta stay as they
 * were. */
static void find_flows(Minimal *m) {
    const BondEquations *equations = m->n->equations;
    double *values = m->n->values;
    for (int k = 0; k < equations->states.count; k++)
        m->state[k] = values[m->n->number[equations->states.at[k]]];
    set_velocity(m, -1);
    jd_mb_go_open(m->n, false);
    for (int r = 0; r < m->rows; r++) m->prescribed[r] = kept(m, r);
    for (int c = 0; c < m->all; c++) {
        set_velocity(m, c);
        jd_mb_go_open(m->n, false);
        for (int r = 0; r < m->rows; r++) m->J[r * m->all + c] = kept(m, r) - m->prescribed[r];
    }
    for (int k = 0; k < equations->states.count; k++)
        values[m->n->number[equations->states.at[k]]] = m->state[k];
}

/* Gauss and Jordan with complete pivots: rows in terms of the velocities that follow, J and one
 * column more. With `independent` these velocities do not follow. */
static void eliminate(Minimal *m, const double *more, const bool *independent) {
    const int width = m->all + 1;
    double *a = m->reduced;
    int open = 0;
    for (int r = 0; r < m->rows; r++) {
        memcpy(a + r * width, m->J + r * m->all, sizeof(double) * (size_t)m->all);
        a[r * width + m->all] = more[r];
        m->row[r] = r;
    }
    for (int k = 0; k < m->all; k++)
        if (!independent || !independent[k]) m->column[open++] = k;
    for (int k = 0, at = open; k < m->all; k++)
        if (independent && independent[k]) m->column[at++] = k;
    m->least = INFINITY;
    for (m->rank = 0; m->rank < m->rows && m->rank < open; m->rank++) {
        const int k = m->rank;
        int r = k, c = k;
        for (int i = k; i < m->rows; i++)
            for (int j = k; j < open; j++)
                if (fabs(a[m->row[i] * width + m->column[j]]) >
                    fabs(a[m->row[r] * width + m->column[c]]))
                    r = i, c = j;
        const int swap_row = m->row[k], swap_column = m->column[k];
        m->row[k] = m->row[r], m->row[r] = swap_row;
        m->column[k] = m->column[c], m->column[c] = swap_column;
        double *pivot_row = &a[m->row[k] * width];
        const double pivot = pivot_row[m->column[k]];
        if (!(fabs(pivot) > least_pivot)) return;
        m->least = fmin(m->least, fabs(pivot));
        for (int j = 0; j < width; j++) pivot_row[j] /= pivot;
        for (int i = 0; i < m->rows; i++) {
            const double by = a[i * width + m->column[k]];
            if (i == m->row[k] || by == 0) continue;
            for (int j = 0; j < width; j++) a[i * width + j] -= by * pivot_row[j];
        }
    }
}

/* M x, along the user's axes: without what was lent. */
static void times_mass(const Minimal *m, const double *x, double *y) {
    const Multibond *g = m->n->graph;
    for (int b = 1; b <= bodies(m); b++, x += m->each, y += m->each) {
        const MultibondBody *at = &g->body[b];
        const int linear = g->planar ? 2 : 3;
        for (int k = 0; k < linear; k++) y[k] = at->own_mass * x[k];
        if (g->planar) {
            y[2] = at->own[2] * x[2];
            continue;
        }
        const Axes *user = &g->system->frame[b].local.axes;
        const Vec3 own = axes_out(user, vec3(x[3], x[4], x[5]));
        const Vec3 p =
            axes_in(user, vec3(at->own[0] * own.x, at->own[1] * own.y, at->own[2] * own.z));
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

/* p x w of each body, which stands in the rates of momenta: what lent inertia has of it is
 * returned. */
static void read_eulerian(const Minimal *m, double *out) {
    const MultibondNumbers *n = m->n;
    for (int b = 1; b <= bodies(m) && !n->graph->planar; b++) {
        const MultibondBody *at = &n->graph->body[b];
        const Axes *user = &n->graph->system->frame[b].local.axes;
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] =
                n->values[n->number[n->equations->state[at->turn[k].node] + at->turn[k].component]];
        const Vec3 turns = vec3(p[0], p[1], p[2]), own = axes_out(user, turns);
        const Vec3 turn = vec3(own.x / at->turned[0], own.y / at->turned[1], own.z / at->turned[2]);
        double J[3];
        for (int k = 0; k < 3; k++) J[k] = n->graph->system->body[b].idle[k] ? 0 : at->own[k];
        const Vec3 cross =
            axes_in(user, vec3_cross(vec3(J[0] * turn.x, J[1] * turn.y, J[2] * turn.z), turn));
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

/* B, and what the velocities that follow are beside it: of the column behind J. */
static void read_transformation(const Minimal *m, MultibondMinimal *to, double *c) {
    const int width = m->all + 1;
    memset(to->B, 0, sizeof(double) * (size_t)(m->all * to->count));
    memset(c, 0, sizeof(double) * (size_t)m->all);
    for (int k = 0; k < to->count; k++) {
        to->independent[k] = m->column[m->rank + k];
        to->B[to->independent[k] * to->count + k] = 1;
    }
    for (int d = 0; d < m->rank; d++) {
        const double *row = &m->reduced[m->row[d] * width];
        for (int k = 0; k < to->count; k++)
            to->B[m->column[d] * to->count + k] = -row[to->independent[k]];
        c[m->column[d]] = -row[m->all];
    }
}

bool jd_mb_minimal_init(Minimal *m, MultibondNumbers *numbers, Arena *arena) {
    const JdSystem *s = numbers->graph->system;
    *m = (Minimal){.n = numbers,
                   .arena = arena,
                   .rows = numbers->equations->helds.count,
                   .each = s->kernel->nv};
    m->all = m->each * (s->bodies - 1);
    const Multibond *g = numbers->graph;
    if (g->def.method != LOCKS_MSE || !(g->def.reduces || has_own_masses(g))) return false;
    m->J = numbers_of(m, m->rows * m->all), m->reduced = numbers_of(m, m->rows * (m->all + 1));
    m->prescribed = numbers_of(m, m->rows), m->bias = numbers_of(m, m->rows);
    m->row = ARENA_NEW(arena, int, m->rows + 1), m->column = ARENA_NEW(arena, int, m->all + 1);
    m->rates = numbers_of(m, m->all), m->a0 = numbers_of(m, m->all), m->c = numbers_of(m, m->all);
    m->work = numbers_of(m, m->all), m->euler = numbers_of(m, m->all);
    m->one = numbers_of(m, m->all), m->copy = numbers_of(m, m->all * m->all);
    m->state = numbers_of(m, numbers->equations->states.count);
    return !arena->failed;
}

int jd_mb_minimal_velocities(Minimal *m, const bool *independent, MultibondMinimal *to, double *v) {
    find_flows(m);
    eliminate(m, m->prescribed, independent);
    if (!to->B && !make_room(m, to, m->all - m->rank)) return -1;
    if (to->count != m->all - m->rank) return m->all - m->rank;
    read_transformation(m, to, v);
    return to->count;
}

void jd_mb_minimal_set(Minimal *m, const double *v) {
    for (int b = 1; b <= bodies(m); b++, v += m->each)
        jd_mb_set_momenta(m->n, b, vec3(v[0], v[1], m->each == 3 ? 0 : v[2]),
                          m->each == 3 ? vec3(0, 0, v[2]) : vec3(v[3], v[4], v[5]));
}

void jd_mb_minimal_speeds(Minimal *m, const MultibondMinimal *at, const double *c,
                          const double *momenta, double *u) {
    const int count = at->count;
    times_mass(m, c, m->work);
    project(at, m->work, u);
    for (int k = 0; k < count; k++) {
        u[k] = momenta[k] - u[k];
        for (int v = 0; v < m->all; v++) m->one[v] = at->B[v * count + k];
        times_mass(m, m->one, m->work);
        for (int j = 0; j < count; j++) {
            m->copy[j * count + k] = 0;
            for (int v = 0; v < m->all; v++)
                m->copy[j * count + k] += at->B[v * count + j] * m->work[v];
        }
    }
    solve_small(count, m->copy, u);
}

double jd_mb_minimal_momentum(const Minimal *m, const MultibondMinimal *at, const double *v,
                              int velocity) {
    double sum = 0;
    times_mass(m, v, m->work);
    for (int k = 0; k < at->count; k++)
        for (int n = 0; n < m->all && at->independent[k] == velocity; n++)
            sum += at->B[n * at->count + k] * m->work[n];
    return sum;
}

/* J a + bias = 0, with the bias from what the rate is at a0. */
static void find_bias(Minimal *m) {
    const MultibondNumbers *n = m->n;
    read_rates(m, m->rates);
    read_eulerian(m, m->euler);
    over_mass(m, m->rates, m->a0);
    for (int r = 0; r < m->rows; r++) {
        const int held = n->equations->vars.at[n->equations->helds.at[r].source].held;
        m->bias[r] = n->values[n->number[held]];
        for (int k = 0; k < m->all; k++) m->bias[r] -= m->J[r * m->all + k] * m->a0[k];
    }
}

void jd_mb_minimal_rates(Minimal *m, const bool *independent, MultibondMinimal *to) {
    const int count = to->count;
    jd_mb_go_open(m->n, true);
    find_bias(m);
    eliminate(m, m->bias, independent);
    read_transformation(m, to, m->c);

    /* B' M B, B' (M c - p x w), B' Q with Q = rates - p x w. */
    memset(to->inertia, 0, sizeof(double) * (size_t)(count * count));
    for (int k = 0; k < count; k++) {
        for (int v = 0; v < m->all; v++) m->one[v] = to->B[v * count + k];
        times_mass(m, m->one, m->work);
        for (int j = 0; j < count; j++)
            for (int v = 0; v < m->all; v++)
                to->inertia[j * count + k] += to->B[v * count + j] * m->work[v];
    }
    times_mass(m, m->c, m->work);
    for (int v = 0; v < m->all; v++)
        m->work[v] -= m->euler[v], m->rates[v] -= m->euler[v], m->euler[v] = -m->euler[v];
    project(to, m->work, to->gyristor);
    project(to, m->rates, to->effort);
    project(to, m->euler, to->eulerian);
    for (int k = 0; k < count; k++) to->rate[k] = to->effort[k] - to->gyristor[k];
    memcpy(m->copy, to->inertia, sizeof(double) * (size_t)(count * count));
    solve_small(count, m->copy, to->rate);
    for (int v = 0; v < m->all; v++) {
        to->a[v] = m->c[v];
        for (int k = 0; k < count; k++) to->a[v] += to->B[v * count + k] * to->rate[k];
    }
}

bool jd_multibond_minimal(MultibondNumbers *numbers, const Motion *motion, Arena *arena,
                          MultibondMinimal *to) {
    const JdSystem *s = numbers->graph->system;
    Minimal m;
    *to = (MultibondMinimal){0};
    if (!jd_mb_minimal_init(&m, numbers, arena)) return false;
    numbers->motion = motion;
    jd_mb_place(numbers);
    if (jd_mb_minimal_velocities(&m, NULL, to, m.c) < 0) return false;
    jd_mb_minimal_rates(&m, NULL, to);
    for (int k = 0; k < to->count; k++)
        if (!isfinite(to->rate[k])) return false;
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
