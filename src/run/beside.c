/* SPDX-License-Identifier: MIT
 *
 * A row at a singular position, from rows beside it. There accelerations and multipliers are small
 * differences divided by small numbers, or have no formula at all, but the motion goes straight
 * through and all of it is smooth in time: theory (6.21). State, accelerations and multipliers come
 * from a polynomial through rows that are far enough away to be proved. */
#include "run/inside.h"
#include <assert.h>
#include <string.h>

enum { NODES = 6 };

/* Distances between the rows: from near to far, as shares of the step, or of the time in which the
 * mechanism turns by half a radian. */
static const double spans[] = {0.01, 0.03, 0.08};
enum { SPANS = sizeof spans / sizeof *spans };
static const double half_radian = 0.5;

/* What the six rows and their inner four may differ by: then it is smooth here. */
static const double rough_state = 1e3;   /* in tolerances, */
static const double rough_least = 1e-6;  /* at least and of fixed steps as errors are measured; */
static const double rough_accel = 1e-5;  /* as a share of the largest acceleration, and */
static const double rough_little = 1e-8; /* so little that nothing smoother is looked for */

/* A reaction with a pole p = R/(t - t0) is R/d at the nearest row; one that jumps at most 0.6 of
 * it. Smaller ones than this share of the largest are rounding. */
static const double pole_share = 0.7, pole_least = 1e-6;

/* A channel with one falls from row to row by R/2d, R/6d, R/12d: three times and twice as much.
 * Less than this share of the largest multiplier is rounding. */
static const double fall_least = 0.8, fall_most = 1.25, fall_counts = 1e-9;
enum { FALLS = 3 }; /* rows on one side that tell it */

/* Steps of a walk beside the run: of turns in rad. */
static const double walk_step = 0.02;
enum { WALK_STEPS = 500 };

/* Where the rows are. */
typedef struct {
    double from;                       /* the row that is wanted */
    double time[NODES], weight[NODES]; /* of each: its own in the polynomial */
    double inner[NODES];               /* and in that through the inner four */
    bool walks;                        /* they are reached by walks, not read off the step */
    bool behind_event; /* at the end of the step: what was before it moved by other equations */
    double speed;
} Nodes;

/* `behind` of them behind the row that is wanted and none next to it. */
static void place_nodes(Nodes *nodes, double t, double distance, int behind) {
    assert(behind >= 0 && behind <= NODES);
    assert(distance > 0);
    nodes->from = t;
    for (int k = 0; k < NODES; k++) {
        const int place = k < NODES - behind ? k - (NODES - behind) : k - (NODES - behind) + 1;
        nodes->time[k] = t + place * distance;
    }
}

static double lagrange(const double *time, double t, int k, int first, int end) {
    double weight = 1;
    if (k < first || k >= end) return 0;
    for (int j = first; j < end; j++)
        if (j != k) weight *= (t - time[j]) / (time[k] - time[j]);
    return weight;
}

static void weigh(Nodes *nodes) {
    for (int k = 0; k < NODES; k++) {
        nodes->weight[k] = lagrange(nodes->time, nodes->from, k, 0, NODES);
        nodes->inner[k] = lagrange(nodes->time, nodes->from, k, 1, NODES - 1);
    }
}

static bool are_in_step(const JdRun *run, const Nodes *nodes) {
    return nodes->time[0] > run->t_old && nodes->time[NODES - 1] < run->t;
}

/* ---- Walks ---------------------------------------------------------------------------------- */

/* The state run->out goes on by a classical Runge-Kutta step, for which a run has room whatever its
 * stepper is. */
static void walk(JdRun *run, double t, double h) {
    assert(isfinite(h));
    static const double at[] = {0, 0.5, 0.5, 1}, share[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double *y = run->out, *k = run->work, *sum = run->slope, *try = run->aside;
    memcpy(sum, y, (size_t)run->n * sizeof *sum);
    for (int r = 0; r < 4; r++) {
        memcpy(try, y, (size_t)run->n * sizeof *try);
        for (int i = 0; i < run->n && r > 0; i++) try[i] += at[r] * h * k[i];
        jd_run_rates(run, t + at[r] * h, try, k);
        for (int i = 0; i < run->n; i++) sum[i] += share[r] * h * k[i];
    }
    memcpy(y, sum, (size_t)run->n * sizeof *y);
}

/* The state at a time from that end of the step which is on the same side of the row that is
 * wanted; false: it is too far. */
static bool walk_to(JdRun *run, const Nodes *nodes, double t) {
    const bool ahead = t > nodes->from || nodes->behind_event;
    double now = ahead ? run->t : run->t_old;
    const double longest = fmin(walk_step / nodes->speed, fabs(run->h)), way = t - now;
    const double steps = ceil(fabs(way) / longest);
    if (!(steps <= WALK_STEPS)) return false;
    memcpy(run->out, ahead ? run->y : run->y_old, (size_t)run->n * sizeof *run->out);
    for (int k = 0; k < (int)steps; k++) walk(run, now + k * way / steps, way / steps);
    run->form->tidy(run->system, run->out);
    return true;
}

/* ---- Sums ----------------------------------------------------------------------------------- */

static void add(double *to, double weight, const double *x, int n) {
    for (int k = 0; k < n; k++) to[k] += weight * x[k];
}

static bool show_node(JdRun *run, const Nodes *nodes, double t) {
    jd_run_own_mode(run);
    if (!nodes->walks) return jd_run_row_beside(run, t);
    return walk_to(run, nodes, t) && jd_run_prove_walk(run, t);
}

/* Multipliers of row k, as they are and times the way to the row that is wanted: theory (6.21). */
static void add_pulls(JdRun *run, const Nodes *nodes, int k) {
    Beside *sum = &run->beside;
    const int rows = run->system->dynamics.rows;
    const double *pull = run->motion.pull, weight = nodes->weight[k];
    add(sum->pull, weight, pull, rows);
    add(sum->residue, weight * (nodes->time[k] - nodes->from), pull, rows);
    for (int r = 0; r < rows; r++) sum->most[r] = fmax(sum->most[r], fabs(pull[r]));
}

/* Channels with statistics in row k. */
static void note_channels(JdRun *run, int k) {
    for (int c = 0; c < run->def.statistics_count; c++)
        run->beside.seen[c * NODES + k] = jd_run_read(run, run->def.statistics[c].index);
}

/* The sums over all rows; false: one of them is not proved. */
static bool sum_rows(JdRun *run, const Nodes *nodes) {
    const JdSystem *s = run->system;
    Beside *sum = &run->beside;
    memset(sum->y, 0, (size_t)run->n * sizeof *sum->y);
    memset(sum->inner, 0, (size_t)run->n * sizeof *sum->inner);
    memset(sum->a, 0, (size_t)sum->accels * sizeof *sum->a);
    memset(sum->inner_a, 0, (size_t)sum->accels * sizeof *sum->inner_a);
    memset(sum->pull, 0, (size_t)s->dynamics.rows * sizeof *sum->pull);
    memset(sum->residue, 0, (size_t)s->dynamics.rows * sizeof *sum->residue);
    memset(sum->most, 0, (size_t)s->dynamics.rows * sizeof *sum->most);
    sum->largest = 0;
    for (int k = 0; k < NODES; k++) {
        if (!show_node(run, nodes, nodes->time[k])) return false;
        jd_run_recover(run, LEVEL_ACCELERATION);
        add(sum->y, nodes->weight[k], run->out, run->n);
        add(sum->inner, nodes->inner[k], run->out, run->n);
        add(sum->a, nodes->weight[k], run->motion.a, sum->accels);
        add(sum->inner_a, nodes->inner[k], run->motion.a, sum->accels);
        add_pulls(run, nodes, k);
        note_channels(run, k);
        sum->largest = fmax(sum->largest, jd_motion_largest(s, run->motion.a));
    }
    return true;
}

static double nearest(const Nodes *nodes) {
    double distance = INFINITY;
    for (int k = 0; k < NODES; k++) distance = fmin(distance, fabs(nodes->time[k] - nodes->from));
    return distance;
}

static double largest_pull(const JdRun *run) {
    double largest = 0;
    for (int r = 0; r < run->system->dynamics.rows; r++)
        largest = fmax(largest, run->beside.most[r]);
    return largest;
}

/* The drive that is at its dead point goes before the joints that feel it. */
static bool is_worse(const JdRun *run, int r, int than) {
    const Row *row = run->system->dynamics.row;
    if (than < 0 || (row[r].drive >= 0) != (row[than].drive >= 0))
        return than < 0 || row[r].drive >= 0;
    return run->beside.most[r] > run->beside.most[than];
}

/* The largest multiplier that has no value where the motion passes smoothly, as of a drive at its
 * dead point that has a weight to hold; -1: all have one. */
static int find_pole(const JdRun *run, const Nodes *nodes) {
    const Beside *sum = &run->beside;
    const double distance = nearest(nodes), largest = largest_pull(run);
    int pole = -1;
    for (int r = 0; r < run->system->dynamics.rows; r++) {
        const bool counts = sum->most[r] > pole_least * largest;
        if (!counts || !(fabs(sum->residue[r]) > pole_share * distance * sum->most[r])) continue;
        if (is_worse(run, r, pole)) pole = r;
    }
    return pole;
}

/* Values at distances d, 2 d, 3 d and 4 d, of which the last may be missing, are of R/d. */
static bool falls(const double *value, int step, int count, double least) {
    const double fall[] = {value[0] - value[step], value[step] - value[2 * step],
                           count > FALLS ? value[2 * step] - value[3 * step] : 0};
    const double first = fall[0] / (3 * fall[1]), second = fall[1] / (2 * fall[2]);
    if (!(fabs(fall[0]) > least && first > fall_least && first < fall_most)) return false;
    return count == FALLS || (second > fall_least && second < fall_most);
}

bool jd_beside_unbounded(const JdRun *run, int c) {
    const double *seen = run->beside.seen + (size_t)c * NODES;
    const double least = fall_counts * largest_pull(run);
    const int behind = run->beside.behind, before = NODES - behind;
    const int channel = run->def.statistics[c].index;
    if (channel < 0 || jd_channel_level(run->system, channel) < LEVEL_ACCELERATION) return false;
    return (before < FALLS || falls(seen + before - 1, -1, before, least)) &&
           (behind < FALLS || falls(seen + before, 1, behind, least));
}

/* What states may differ by, as errors are measured. */
static double most_state(const JdRun *run) {
    return run->stepper->adaptive ? fmax(rough_state * run->def.tol, rough_least) : rough_least;
}

/* How rough they are, in parts of what is allowed: next to a singular position numbers that mean
 * nothing are all but smooth. */
static double roughness(JdRun *run, const Nodes *nodes) {
    Beside *sum = &run->beside;
    add(sum->inner, -1, sum->y, run->n);
    add(sum->inner_a, -1, sum->a, sum->accels);
    const double state = run->form->error(run->system, sum->y, sum->y, sum->inner, 1);
    const double accel = jd_motion_largest(run->system, sum->inner_a);
    const double size = sum->largest + nodes->speed * nodes->speed;
    return isnan(state) || isnan(accel)
               ? INFINITY
               : fmax(state / most_state(run), accel / (rough_accel * size));
}

/* Rows that are smooth may still be wrong alike: under gains those before a position and those
 * behind it are off the locks in their own ways. */
static void compare(JdRun *run, bool others) {
    Beside *sum = &run->beside;
    if (!others) {
        memcpy(sum->first, sum->y, (size_t)run->n * sizeof *sum->y);
        return;
    }
    memcpy(sum->inner, sum->first, (size_t)run->n * sizeof *sum->y);
    add(sum->inner, -1, sum->y, run->n);
    const double off = run->form->error(run->system, sum->y, sum->y, sum->inner, 1);
    sum->torn = fmax(sum->torn, off / most_state(run));
}

/* The motion as the sums say. */
static void take_sums(JdRun *run, double t) {
    const Beside *sum = &run->beside;
    Motion *m = &run->motion;
    jd_run_own_mode(run);
    memcpy(run->out, sum->y, (size_t)run->n * sizeof *run->out);
    jd_run_rates(run, t, run->out, run->work);
    jd_run_recover(run, LEVEL_VELOCITY);
    if (run->form->open) {
        jd_run_keep_mode(run);
        run->form->afresh(run->system, m);
        run->form->open(run->system, m, t, run->out);
    }
    jd_motion_rows(run->system, m);
    memcpy(m->own_a, sum->a, (size_t)sum->accels * sizeof *m->own_a);
    memcpy(m->own_pull, sum->pull, (size_t)run->system->dynamics.rows * sizeof *m->own_pull);
    m->a = m->own_a;
    m->pull = m->own_pull;
    m->recovered = true;
}

/* ---- The ways ------------------------------------------------------------------------------- */

/* The smoothest rows so far. */
typedef struct {
    Nodes nodes;
    double rough;
} Best;

/* True: they are so smooth that no others are looked for. */
static bool try_nodes(JdRun *run, Nodes *nodes, Best *best) {
    weigh(nodes);
    if (!sum_rows(run, nodes)) return false;
    const double rough = roughness(run, nodes);
    if (rough < 1) compare(run, best->rough < 1);
    if (rough < best->rough) *best = (Best){*nodes, rough};
    return rough * rough_accel < rough_little;
}

/* Rows of the step itself, as many on both sides as can be. */
static bool read_off(JdRun *run, Nodes *nodes, double t, Best *best) {
    static const int behind[] = {3, 2, 4, 1, 5, 0, 6};
    if (!run->stepper->adaptive || nodes->behind_event) return false;
    for (int k = 0; k < SPANS; k++) {
        int way = 0;
        do place_nodes(nodes, t, spans[k] * run->h, behind[way]);
        while (!are_in_step(run, nodes) && ++way <= NODES);
        if (way > NODES) return false;
        if (try_nodes(run, nodes, best)) return true;
    }
    return false;
}

/* Rows before the step and after it. */
static bool walk_beside(JdRun *run, Nodes *nodes, double t, Best *best) {
    static const int behind[] = {3, 0, NODES};
    nodes->walks = true;
    for (int k = 0; k < SPANS; k++)
        for (int way = 0; way < 3; way++) {
            place_nodes(nodes, t, spans[k] * half_radian / nodes->speed, behind[way]);
            if (try_nodes(run, nodes, best)) return true;
        }
    return false;
}

/* At the start of the step, since at the row velocities may mean as little as accelerations. */
static double speed_of(JdRun *run) {
    const JdSystem *s = run->system;
    double *v = run->beside.a;
    jd_run_own_mode(run);
    jd_run_rates(run, run->t_old, run->y_old, run->work);
    jd_run_recover(run, LEVEL_VELOCITY);
    s->kernel->read(s, &run->motion, run->beside.q, v);
    return jd_motion_speed(s, v);
}

bool jd_run_beside(JdRun *run, double t) {
    Nodes nodes = {.speed = speed_of(run), .behind_event = run->events.since == run->t};
    Best best = {.rough = 1};
    run->beside.torn = 0;
    const bool moves = nodes.speed > 0 && isfinite(nodes.speed);
    bool last = read_off(run, &nodes, t, &best) || (moves && walk_beside(run, &nodes, t, &best));
    if (!(best.rough < 1)) return false;
    if (!last) last = sum_rows(run, &best.nodes);
    run->beside.pole = find_pole(run, &best.nodes);
    run->beside.nearest = nearest(&best.nodes);
    run->beside.behind = 0;
    for (int k = 0; k < NODES; k++) run->beside.behind += best.nodes.time[k] > t;
    memcpy(run->beside.weight, best.nodes.weight, sizeof best.nodes.weight);
    take_sums(run, t);
    return last;
}

/* It has no value without those that have none, be they multiplied by a rate that is zero there, as
 * the power of a drive: it is of their size beside the row, too. */
bool jd_beside_reads_pole(JdRun *run, int channel) {
    Motion *m = &run->motion;
    Beside *sum = &run->beside;
    const size_t rows = (size_t)run->system->dynamics.rows, slots = (size_t)run->system->slots;
    const double value = jd_run_read(run, channel), size = largest_pull(run);
    if (m->pull != m->own_pull || !isfinite(value)) return false;
    memcpy(sum->kept, m->own_pull, rows * sizeof *m->own_pull);
    memcpy(sum->kept_inputs, m->inputs, slots * sizeof *m->inputs);
    for (size_t r = 0; r < rows; r++)
        if (fabs(sum->residue[r]) > pole_least * sum->nearest * size) m->own_pull[r] = NAN;
    *m->known = 0;
    const double without = jd_run_read(run, channel);
    memcpy(m->own_pull, sum->kept, rows * sizeof *m->own_pull);
    memcpy(m->inputs, sum->kept_inputs, slots * sizeof *m->inputs);
    *m->known = 0;
    return without != value;
}

double jd_beside_value(const JdRun *run, int c) {
    const double *seen = run->beside.seen + (size_t)c * NODES;
    double value = 0;
    for (int k = 0; k < NODES; k++) value += run->beside.weight[k] * seen[k];
    return value;
}

void jd_beside_layout(JdRun *run, Layout *at) {
    const size_t n = (size_t)run->n + 1, rows = (size_t)run->system->dynamics.rows + 1;
    Beside *sum = &run->beside;
    sum->accels = run->system->kernel->nv * (run->system->bodies - 1);
    sum->y = PLACE(at, double, n);
    sum->inner = PLACE(at, double, n);
    sum->first = PLACE(at, double, n);
    sum->a = PLACE(at, double, (size_t)sum->accels + 1);
    sum->inner_a = PLACE(at, double, (size_t)sum->accels + 1);
    sum->q = PLACE(at, double, (size_t)jd_positions(run->system) + 1);
    sum->pull = PLACE(at, double, rows);
    sum->residue = PLACE(at, double, rows);
    sum->most = PLACE(at, double, rows);
    sum->kept = PLACE(at, double, rows);
    sum->kept_inputs = PLACE(at, double, (size_t)run->system->slots + 1);
    sum->weight = PLACE(at, double, NODES);
    sum->seen = PLACE(at, double, (size_t)run->def.statistics_count *NODES + 1);
}
