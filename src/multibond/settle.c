/* SPDX-License-Identifier: MIT
 *
 * A start that fits, found by the springs and dampers of the graph from one that does not. Places:
 * springs at the locks are bent by what is open there, all else that acts is left out, and a
 * resistor at each body takes its momentum away, M v = -h J' k q. Steps are those of Euler's
 * implicit rule, (M + h J' k J) x = -h J' k q, and h grows as the springs let go: at last each is
 * the least move, by the masses, that closes them to first order. Velocities: places stay, and
 * dampers at the locks act alone until nothing slides in them, which takes from the momenta what
 * a blow of the locks would. */
#include "math/dense.h"
#include "multibond/numbers.h"
#include <string.h>

enum { MOVES = 300, SLOWINGS = 40 };
/* Numbers of size one: a step of all bodies, rad or lengths of the mechanism; what is closed, and
 * what is so by rounding; how much longer and shorter steps get, and the longest beside the first;
 * the share by which damped rates must fall. */
static const double longest = 0.3, closed = 1e-11, exact = 1e-15;
static const double grows = 10, shrinks = 0.1, most_growth = 1e12, least_growth = 1e-9;

typedef struct {
    MultibondNumbers *n;
    Motion *motion;
    const MultibondStarts *starts;
    Arena arena;
    int all, holds, extras; /* velocities; springs at locks, at start values */
    double *mass;           /* of each velocity */
    double *slope;          /* of each spring, by velocities */
    double *bent, *weight;  /* of each spring */
    double *matrix, *x, *before;
    double unit; /* a first step */
} Settling;

/* ---- What springs feel ---------------------------------------------------------------------- */

static bool is_turn(const Settling *t, int hold) {
    const Multibond *g = t->n->graph;
    const MultibondHold *at = &g->holds.at[hold];
    if (at->twist >= 0) return at->twist >= 3;
    const SystemJoint *joint = &g->system->joint[at->joint];
    if (at->drive >= 0) return !joint->free_row[g->system->drive[at->drive].free].metres;
    return !joint->lock_row[at->lock].metres;
}

static Side plain_side(const Settling *t, int frame) {
    const JdSystem *s = t->n->graph->system;
    Side side = s->kernel->side(s, t->motion, frame);
    side.arm = vec3(0, 0, 0);
    return side;
}

static double row_value(const Settling *t, const SystemJoint *joint, const Row *row) {
    const JdSystem *s = t->n->graph->system;
    RowNow now;
    s->kernel->row(s, t->motion, row, joint->frame_i, joint->frame_j, &now);
    return now.f;
}

/* A coupling of two frees, or a lock of the joint's own. */
static double lock_value(const Settling *t, const MultibondHold *hold) {
    const JdSystem *s = t->n->graph->system;
    s->kernel->rows(s, &s->dynamics, t->motion, &t->motion->rows);
    const int row =
        hold->drive >= 0 ? s->drive[hold->drive].row : s->joint[hold->joint].first_row + hold->lock;
    return hold->velocity ? 0 : t->motion->rows.f[row];
}

/* Locked components of the twist of a joint: what its locks are open by, taken as a small twist of
 * these components alone, A x = f. */
static void twist_values(const Settling *t, int joint, double x[TWIST]) {
    const SystemJoint *from = &t->n->graph->system->joint[joint];
    const MultibondJoint *to = &t->n->graph->joint[joint];
    const Side i = plain_side(t, from->frame_i), j = plain_side(t, from->frame_j);
    double a[TWIST * TWIST] = {0}; /* A' A, and ones for components that are free */
    memset(x, 0, sizeof(double) * TWIST);
    for (int k = 0; k < TWIST; k++) a[k * TWIST + k] = to->direct[k] ? least_growth : 1;
    for (int n = 0; n < from->locks; n++) {
        if (to->row[n] || from->lock_row[n].velocity) continue;
        const LockRow row = jd_lock_eval(&from->lock_row[n].lock, &i, &j);
        const double f = row_value(t, from, &from->lock_row[n]);
        const Vec3 v = axes_in(&i.axes, row.force_j), w = axes_in(&i.axes, row.moment_j);
        const double at[TWIST] = {v.x, v.y, v.z, w.x, w.y, w.z};
        for (int r = 0; r < TWIST; r++)
            for (int c = 0; c < TWIST && to->direct[r]; c++)
                if (to->direct[c]) a[r * TWIST + c] += at[r] * at[c];
        for (int r = 0; r < TWIST; r++) x[r] += to->direct[r] ? at[r] * f : 0;
    }
    jd_dense_solve_positive(TWIST, a, x);
}

static const ExtraRow *extra_at(const Settling *t, int k, bool rates) {
    if (rates) return k < t->starts->rates ? &t->starts->rate[k] : NULL;
    return k < t->starts->positions ? &t->starts->position[k] : NULL;
}

/* How far all springs are bent where the mechanism is; a spring of length L for a radian. */
static double feel_places(Settling *t) {
    const Multibond *g = t->n->graph;
    const JdSystem *s = g->system;
    double most = 0, twist[TWIST];
    for (int k = 0; k < t->holds; k++) {
        const MultibondHold *hold = &g->holds.at[k];
        if (hold->twist < 0) {
            t->bent[k] = lock_value(t, hold);
        } else {
            twist_values(t, hold->joint, twist);
            t->bent[k] = twist[hold->twist];
        }
    }
    for (int k = 0; k < t->extras; k++) {
        const ExtraRow *extra = extra_at(t, k, false);
        RowNow now = {0};
        if (extra) s->kernel->row(s, t->motion, &extra->row, extra->frame_i, extra->frame_j, &now);
        t->bent[t->holds + k] = now.f;
    }
    for (int k = 0; k < t->holds + t->extras; k++) {
        const double size = sqrt(t->weight[k]) * fabs(t->bent[k]) / s->length;
        if (!(size <= most)) most = size;
    }
    return most;
}

static void read_flows(const Settling *t, double *to, int stride) {
    const MultibondNumbers *n = t->n;
    const Multibond *g = n->graph;
    for (int k = 0; k < t->holds; k++) {
        const MultibondHold *at = &g->holds.at[k];
        const int var = n->equations->flow[g->graph->bonds.at[at->bond].first + at->component];
        to[k * stride] = n->values[n->number[var]];
    }
}

/* Momenta of the graph at velocities of the kernel's: along the ground's and principal axes. */
static void set_momenta(Settling *t, const double *v) {
    const Multibond *g = t->n->graph;
    const int nv = g->system->kernel->nv;
    for (int b = 1; b < g->system->bodies; b++, v += nv) {
        const Vec3 move = vec3(v[0], v[1], g->planar ? 0 : v[2]);
        const Vec3 turn = g->planar ? vec3(0, 0, v[2]) : vec3(v[3], v[4], v[5]);
        const Axes *user = &g->system->frame[b].local.axes;
        jd_mb_set_momenta(t->n, b, move, g->planar ? turn : axes_in(user, turn));
    }
}

/* Of each velocity alone, by the graph's own flows. */
static void feel_slopes(Settling *t, bool rates) {
    const JdSystem *s = t->n->graph->system;
    const int nv = s->kernel->nv, all = t->all;
    memset(t->x, 0, sizeof(double) * (size_t)all);
    set_momenta(t, t->x);
    jd_mb_go_open(t->n, false);
    double *rest = t->matrix; /* flows without velocities */
    read_flows(t, rest, 1);
    for (int c = 0; c < all; c++) {
        t->x[c] = 1;
        set_momenta(t, t->x);
        t->x[c] = 0;
        jd_mb_go_open(t->n, false);
        read_flows(t, t->slope + c, all);
        for (int k = 0; k < t->holds; k++) t->slope[k * all + c] -= rest[k];
    }
    for (int k = 0; k < t->extras; k++) {
        const ExtraRow *extra = extra_at(t, k, rates);
        double *to = t->slope + (t->holds + k) * all;
        RowNow now = {0};
        memset(to, 0, sizeof(double) * (size_t)all);
        if (!extra) continue;
        s->kernel->row(s, t->motion, &extra->row, extra->frame_i, extra->frame_j, &now);
        const int body[2] = {s->frame[extra->frame_i].body, s->frame[extra->frame_j].body};
        for (int side = 0; side < 2; side++)
            for (int c = 0; c < nv && body[side]; c++)
                to[nv * (body[side] - 1) + c] += now.J[side][c];
    }
    for (int k = 0; k < t->holds && !rates; k++)
        if (t->n->graph->holds.at[k].velocity)
            memset(t->slope + k * all, 0, sizeof(double) * (size_t)all);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* x of (M + h J' k J) x = -h J' k bent. */
static void solve_step(Settling *t, double h) {
    const int n = t->all, rows = t->holds + t->extras;
    double *a = t->matrix, *x = t->x;
    memset(a, 0, sizeof(double) * (size_t)(n * n));
    memset(x, 0, sizeof(double) * (size_t)n);
    for (int k = 0; k < n; k++) a[k * n + k] = t->mass[k];
    for (int r = 0; r < rows; r++) {
        const double *J = t->slope + r * n, by = h * t->weight[r];
        for (int i = 0; i < n; i++) {
            if (J[i] == 0) continue;
            for (int j = 0; j <= i; j++) a[i * n + j] += by * J[i] * J[j];
            x[i] -= by * J[i] * t->bent[r];
        }
    }
    jd_dense_solve_positive(n, a, x);
}

/* With which springs and drags of the bodies are alike, for the body that springs feel most. */
static void find_unit(Settling *t) {
    t->unit = INFINITY;
    for (int c = 0; c < t->all; c++) {
        double stiff = 0;
        for (int r = 0; r < t->holds + t->extras; r++)
            stiff += t->weight[r] * t->slope[r * t->all + c] * t->slope[r * t->all + c];
        if (stiff > 0) t->unit = fmin(t->unit, t->mass[c] / stiff);
    }
    if (!isfinite(t->unit)) t->unit = 1;
}

static void place(Settling *t, bool rates) {
    const JdSystem *s = t->n->graph->system;
    t->motion->q = t->motion->own_q, t->motion->v = t->motion->own_v;
    s->kernel->move(s, t->motion);
    jd_turns_settle(s, t->motion, jd_counts(s, t->motion->own_q));
    t->n->motion = t->motion;
    jd_mb_place(t->n);
    feel_slopes(t, rates);
}

static double energy(const Settling *t) {
    double sum = 0;
    for (int k = 0; k < t->holds + t->extras; k++) sum += t->weight[k] * t->bent[k] * t->bent[k];
    return sum;
}

static void step_bodies(Settling *t) {
    const JdSystem *s = t->n->graph->system;
    double most = 0;
    for (int k = 0; k < t->all; k++) {
        const bool linear = k % s->kernel->nv < s->kernel->linear;
        most = fmax(most, fabs(t->x[k]) / (linear ? s->length : 1));
    }
    for (int k = 0; k < t->all && most > longest; k++) t->x[k] *= longest / most;
    s->kernel->increment(s, t->x, t->motion->own_q);
}

static void settle_places(Settling *t, MultibondSettled *report) {
    const JdSystem *s = t->n->graph->system;
    const size_t bytes = sizeof(double) * (size_t)jd_positions(s);
    place(t, false);
    find_unit(t);
    double now = report->gap = feel_places(t), stored = energy(t), h = 1;
    for (report->moves = 0; report->moves < MOVES && now > exact; report->moves++) {
        memcpy(t->before, t->motion->own_q, bytes);
        solve_step(t, h * t->unit);
        step_bodies(t);
        place(t, false);
        const double next = feel_places(t);
        if (energy(t) < stored) {
            now = next, stored = energy(t), h = fmin(h * grows, most_growth);
            continue;
        }
        memcpy(t->motion->own_q, t->before, bytes);
        place(t, false);
        now = feel_places(t);
        h *= shrinks;
        if (now < closed || h < least_growth) break;
    }
    report->left = now;
    report->closed = now <= closed;
}

static double feel_rates(Settling *t) {
    const JdSystem *s = t->n->graph->system;
    double most = 0;
    s->kernel->move(s, t->motion);
    set_momenta(t, t->motion->own_v);
    jd_mb_go_open(t->n, false);
    read_flows(t, t->bent, 1);
    for (int k = 0; k < t->extras; k++) {
        const ExtraRow *extra = extra_at(t, k, true);
        RowNow now = {0};
        if (extra) s->kernel->row(s, t->motion, &extra->row, extra->frame_i, extra->frame_j, &now);
        t->bent[t->holds + k] = now.rate;
    }
    for (int k = 0; k < t->holds + t->extras; k++) {
        const double size = sqrt(t->weight[k]) * fabs(t->bent[k]) / s->length;
        if (!(size <= most)) most = size;
    }
    return most;
}

static void settle_rates(Settling *t, MultibondSettled *report) {
    place(t, true);
    find_unit(t);
    double now = report->rate = feel_rates(t);
    for (int round = 0; round < SLOWINGS && now > exact; round++) {
        memcpy(t->before, t->motion->own_v, sizeof(double) * (size_t)t->all);
        solve_step(t, most_growth * t->unit);
        for (int k = 0; k < t->all; k++) t->motion->own_v[k] += t->x[k];
        const double next = feel_rates(t);
        if (next < now) {
            now = next;
            continue;
        }
        memcpy(t->motion->own_v, t->before, sizeof(double) * (size_t)t->all);
        feel_rates(t);
        break;
    }
    report->rate_left = now;
    report->still = now <= closed * fmax(1, report->rate);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool open(Settling *t) {
    const Multibond *g = t->n->graph;
    const JdSystem *s = g->system;
    t->all = jd_velocities(s), t->holds = g->holds.count;
    t->extras = t->starts->positions > t->starts->rates ? t->starts->positions : t->starts->rates;
    const int rows = t->holds + t->extras, square = t->all * t->all;
    t->mass = ARENA_NEW(&t->arena, double, t->all + 1);
    t->slope = ARENA_NEW(&t->arena, double, rows * t->all + 1);
    t->bent = ARENA_NEW(&t->arena, double, rows + 1);
    t->weight = ARENA_NEW(&t->arena, double, rows + 1);
    t->matrix = ARENA_NEW(&t->arena, double, square + t->holds + 1);
    t->x = ARENA_NEW(&t->arena, double, t->all + 1);
    t->before = ARENA_NEW(&t->arena, double, jd_positions(s) + t->all + 1);
    if (t->arena.failed) return false;
    for (int k = 0; k < t->all; k++) {
        const MultibondBody *body = &g->body[1 + k / s->kernel->nv];
        const int c = k % s->kernel->nv - s->kernel->linear;
        t->mass[k] = c < 0 ? body->moved : body->turned[g->planar ? 2 : c];
    }
    return true;
}

/* Springs of start values: those of places, or of rates. */
static void weigh(Settling *t, bool rates) {
    const double turn = t->n->graph->system->length * t->n->graph->system->length;
    for (int k = 0; k < t->holds; k++) t->weight[k] = is_turn(t, k) ? turn : 1;
    for (int k = 0; k < t->extras; k++) {
        const ExtraRow *extra = extra_at(t, k, rates);
        t->weight[t->holds + k] = extra && extra->row.metres ? 1 : turn;
    }
}

static void tell_worst(const Settling *t, MultibondSettled *report) {
    int worst = 0;
    double most = -1;
    for (int k = 0; k < t->holds + t->extras; k++) {
        const double size = t->weight[k] * t->bent[k] * t->bent[k];
        if (size > most) most = size, worst = k;
    }
    if (most < 0) return; /* nothing is held */
    report->worst = worst < t->holds ? worst : -1;
    report->worst_by = fabs(t->bent[worst]);
    report->worst_turns = t->weight[worst] != 1;
}

bool jd_multibond_settle(MultibondNumbers *numbers, Motion *motion, const MultibondStarts *starts,
                         MultibondSettled *report) {
    Settling t = {.n = numbers, .motion = motion, .starts = starts};
    *report = (MultibondSettled){.worst = -1};
    const bool good = open(&t);
    if (good) {
        weigh(&t, false);
        settle_places(&t, report);
        tell_worst(&t, report);
    }
    if (good && report->closed) {
        weigh(&t, true);
        settle_rates(&t, report);
        tell_worst(&t, report);
    }
    jd_arena_free(&t.arena);
    return good;
}
