/* SPDX-License-Identifier: MIT
 *
 * Which rows repeat others. Solving the softened system for random right-hand sides makes the
 * combinations that vanish stand out by 1/epsilon (inverse iteration, theory 7.5); so nothing dense
 * is ever formed. A large mechanism has many such combinations, and all but a few of them lie
 * within one loop each: those are found there, and their rows left out before all is looked at. */
#include "solve/rank.h"
#include <stdlib.h>
#include <string.h>

static const double softness = 1e-10, vanishes = 1e-7;
static const double left_out = 1e6; /* so soft, by its scale, is a row that takes no part */
enum { MANY_ROWS = 300 };           /* from here on loops are looked at one by one first */

typedef struct {
    const JdSystem *system;
    JdSystem local; /* the same, with the length of its bodies instead of its own: see `measure` */
    const RowSet *set;
    RowWork work;
    Motion motion;
    double *root; /* of each row: square root of its scale, so that units do not count */
    double *out;  /* what a combination does to each body */
    bool *gone;   /* of each row: it was found to follow from others, and takes no part */
    void *memory;
    unsigned long long seed;
} Probe;

static void layout(Probe *p, Layout *at) {
    jd_motion_layout(p->system, &p->motion, at);
    jd_rowwork_layout(p->system, p->set, &p->work, at);
    p->root = PLACE(at, double, p->set->rows + 1);
    p->gone = PLACE(at, bool, p->set->rows + 1);
    p->out = PLACE(at, double, p->system->kernel->nv * p->system->bodies);
}

/* What a lock does to a body's turn is weighed against what it does to its place by a length. In a
 * long mechanism the whole's would make moments vanish beside forces, and combinations with them:
 * there it is that of a body, by where its joints are. */
static void measure(Probe *p) {
    const JdSystem *s = p->system;
    double sum = 0;
    int ends = 0;
    for (int g = 0; g < p->set->groups && p->set->rows > MANY_ROWS; g++) {
        const int frame[2] = {p->set->group[g].frame_i, p->set->group[g].frame_j};
        for (int k = 0; k < 2 && !p->set->group[g].couples; k++) {
            if (!s->frame[frame[k]].body) continue;
            const Vec3 at = s->frame[frame[k]].local.p;
            sum += at.x * at.x + at.y * at.y + at.z * at.z;
            ends++;
        }
    }
    if (!(sum > 0)) return;
    p->local = *s;
    p->local.length = fmin(s->length, 2 * sqrt(sum / ends));
    p->system = &p->local;
}

static bool open_probe(Probe *p, const JdSystem *whole, const RowSet *set, const Motion *from) {
    *p = (Probe){.system = whole, .set = set, .seed = 88172645463325252ull};
    Layout needed = {0};
    measure(p);
    layout(p, &needed);
    p->memory = calloc(1, needed.used + 1);
    if (!p->memory) return false;
    Layout place = {.base = p->memory};
    layout(p, &place);
    p->work.weights = true;
    p->work.soften = softness;
    const JdSystem *system = p->system;
    size_t bodies = (size_t)system->bodies - 1;
    memcpy(p->motion.own_q, from->q, (size_t)jd_positions(system) * sizeof(double));
    memcpy(p->motion.own_v, from->v, bodies * (size_t)system->kernel->nv * sizeof(double));
    system->kernel->init(system, set, &p->work);
    return true;
}

/* What one side of a row does to a body, by the weights of the matrix. */
static double strength(const Probe *p, int pair, int k) {
    const JdSystem *s = p->system;
    if (pair < 0) return 0;
    int n = s->kernel->nv;
    const double *J = p->work.values + jd_sparse_pair_at(p->set->plan, pair) + (size_t)(k * n);
    double sum = 0;
    for (int c = 0; c < n; c++)
        sum += J[c] * J[c] / (c < s->kernel->linear ? 1 : s->length * s->length);
    return sum;
}

static void evaluate(Probe *p) {
    const RowSet *set = p->set;
    p->system->kernel->move(p->system, &p->motion);
    jd_turns_settle(p->system, &p->motion, jd_counts(p->system, p->motion.own_q));
    p->system->kernel->rows(p->system, set, &p->motion, &p->work);
    jd_rows_factor(p->system, set, &p->work);
    for (int g = 0; g < set->groups; g++)
        for (int k = 0; k < set->group[g].count; k++) {
            double scale = 0;
            for (int e = 0; e < set->group[g].ends; e++)
                scale += strength(p, set->group[g].pair[e], k);
            p->root[set->group[g].first + k] = scale > 0 ? sqrt(scale) : 1;
        }
}

/* Factors once more, without the rows that were found to follow from others. */
static void leave_out(Probe *p) {
    const int primal = p->system->kernel->nv * (p->system->bodies - 1);
    double *soft = p->work.step;
    for (int r = 0; r < p->set->rows; r++)
        soft[primal + r] = (p->gone[r] ? left_out : softness) * p->root[r] * p->root[r];
    jd_sparse_factor(p->set->plan, p->work.values, 1, soft, p->work.factor);
}

static double draw(Probe *p) {
    p->seed ^= p->seed << 13;
    p->seed ^= p->seed >> 7;
    p->seed ^= p->seed << 17;
    return (double)(p->seed >> 11) / 4503599627370496.0 - 1;
}

/* ---- Combinations that vanish --------------------------------------------------------------- */

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

static void normalise(double *z, int n) {
    double size = sqrt(dot(z, z, n));
    for (int k = 0; k < n && size > 0; k++) z[k] /= size;
}

static void orthogonalise(double *z, double *const *known, int count, int n) {
    for (int c = 0; c < count; c++) {
        double share = dot(z, known[c], n);
        for (int k = 0; k < n; k++) z[k] -= share * known[c][k];
    }
    normalise(z, n);
}

/* Solves once: what vanishes grows. Vectors are in units of the rows' scales. */
static void amplify(Probe *p, double *z) {
    int primal = p->system->kernel->nv * (p->system->bodies - 1), n = p->set->rows;
    memset(p->work.b, 0, (size_t)primal * sizeof(double));
    for (int r = 0; r < n; r++) p->work.b[primal + r] = p->root[r] * z[r];
    jd_rows_solve(p->system, p->set, &p->work);
    for (int r = 0; r < n; r++) z[r] = p->root[r] * p->work.x[primal + r];
    normalise(z, n);
}

static bool is_angular(const JdSystem *s, int k) {
    return k % s->kernel->nv >= s->kernel->linear;
}

/* What the combination does to the bodies, J^T z, against what its rows do one by one: 1. Its size.
 */
static double effect(Probe *p, const double *z, double *out) {
    const JdSystem *s = p->system;
    int primal = s->kernel->nv * (s->bodies - 1), n = p->set->rows, total = primal + n;
    double *x = p->work.x, *b = p->work.b, *r = p->work.step, together = 0;
    memset(b, 0, (size_t)total * sizeof *b);
    memset(x, 0, (size_t)primal * sizeof *x);
    for (int row = 0; row < n; row++) x[primal + row] = z[row] / p->root[row];
    jd_sparse_residual(p->set->plan, p->work.values, x, b, r);
    for (int k = 0; k < primal; k++) {
        out[k] = r[k] / (is_angular(s, k) ? s->length : 1);
        together += out[k] * out[k];
    }
    return sqrt(together);
}

/* Cosines between effects that have nothing in common but rounding; and of all, when it is enough.
 */
static const double apart = 1e-15, all_apart = 1e-12;

/* Turns vectors i and j into each other so that their effects have nothing in common: Jacobi's
 * method. */
static double part(double *zi, double *zj, int n, double *ei, double *ej, int primal) {
    const double ii = dot(ei, ei, primal), jj = dot(ej, ej, primal), ij = dot(ei, ej, primal);
    if (fabs(ij) <= apart * sqrt(ii * jj)) return 0;
    const double t = 0.5 * atan2(2 * ij, ii - jj), c = cos(t), s = sin(t);
    for (int k = 0; k < n; k++) {
        const double a = zi[k], b = zj[k];
        zi[k] = c * a + s * b, zj[k] = c * b - s * a;
    }
    for (int k = 0; k < primal; k++) {
        const double a = ei[k], b = ej[k];
        ei[k] = c * a + s * b, ej[k] = c * b - s * a;
    }
    return fabs(ij) / sqrt(ii * jj);
}

/* Combinations that vanish, told from those that nearly do and were amplified with them. Returns
 * how many, first. */
static int keep_vanishing(Probe *p, double **z, double **e, int count) {
    const int n = p->set->rows, primal = p->system->kernel->nv * (p->system->bodies - 1);
    double left = 1;
    for (int sweep = 0; sweep < 12 && left > all_apart; sweep++) {
        left = 0;
        for (int i = 0; i < count; i++)
            for (int j = i + 1; j < count; j++)
                left = fmax(left, part(z[i], z[j], n, e[i], e[j], primal));
    }
    int kept = 0;
    for (int c = 0; c < count; c++) {
        if (!(sqrt(dot(e[c], e[c], primal)) <= vanishes)) continue;
        double *swap = z[kept];
        z[kept++] = z[c];
        z[c] = swap;
    }
    return kept;
}

/* How gladly a row is the own one of a combination. One of velocities goes before those of
 * positions, since what follows from others is held softly, and where positions are put back onto
 * their locks all of these must hold while velocities ask for nothing. Drives come last. */
static double rank_of(const Row *row, double size) {
    static const double counts = 1e-6; /* less is rounding, of vectors of length 1 */
    if (row->velocity && size > counts) return size / counts;
    return row->drive >= 0 ? size * counts : size;
}

/* The largest number that is left, of vectors from `first` on. */
static int find_pivot(const Probe *p, double **z, int first, int count) {
    int row = 0, vector = first;
    double most = -1;
    for (int c = first; c < count; c++)
        for (int k = 0; k < p->set->rows; k++) {
            const double size = rank_of(&p->set->row[k], fabs(z[c][k]));
            if (size > most) most = size, row = k, vector = c;
        }
    double *swap = z[first];
    z[first] = z[vector];
    z[vector] = swap;
    return row;
}

/* Each vector gets a row of its own: the reduced echelon form. */
static void separate(const Probe *p, double **z, int count, int *own) {
    const int n = p->set->rows;
    for (int c = 0; c < count; c++) {
        const int pivot = find_pivot(p, z, c, count);
        own[c] = pivot;
        for (int other = 0; other < count; other++) {
            if (other == c) continue;
            double share = z[other][pivot] / z[c][pivot];
            for (int k = 0; k < n; k++) z[other][k] -= share * z[c][k];
        }
    }
    for (int c = 0; c < count; c++) normalise(z[c], n);
}

static const double nearly = 1e-3; /* so much is amplified as well as what vanishes */
static const double hardly = 1e-5; /* so well a singular position is found: rows there are square */

/* A long mechanism has ever more combinations that nearly vanish, as a long bridge has ever softer
 * waves. So many of them are kept for what is said; then a vector is sharpened by so many rounds
 * more, of which each takes away half of what only hardly vanishes: if nothing smaller comes of it,
 * nothing that vanishes is left. */
enum { MANY_NEAR = 8, SHARPEN = 20 };

/* Those that were found, behind the combinations that are known. */
static bool keep(Dependent *out, double *const *z, int count, int n, Arena *scratch) {
    for (int c = 0; c < count; c++) {
        Combination *to = &out->vector[out->count + c];
        if (!rank_room(to, n, scratch)) return false;
        for (int k = 0; k < n; k++)
            if (z[c][k] != 0) to->row[to->count] = k, to->weight[to->count++] = z[c][k];
    }
    return true;
}

static void amplify_beside(Probe *p, double *z, double *const *known, int count) {
    amplify(p, z);
    orthogonalise(z, known, count, p->set->rows);
}

/* Whether a vector of this size, which was amplified as the others, is all that there is beside
 * those known. */
static bool is_last(Probe *p, double *const *known, double **e, int count, double *size) {
    double *next = known[count];
    for (int round = 0; round<SHARPEN && * size> hardly; round++) {
        amplify_beside(p, next, known, count);
        *size = effect(p, next, e[count]);
    }
    return *size > hardly;
}

/* Of all rows that are left. */
static bool find_among_all(Probe *p, int most, Dependent *out, Arena *scratch) {
    const int n = p->set->rows, primal = p->system->kernel->nv * (p->system->bodies - 1);
    double **e = ARENA_NEW(scratch, double *, most), **z = ARENA_NEW(scratch, double *, most);
    int count = 0, tiny = 0, near = 0;
    bool exact = true;
    if (!e || !z) return false;
    while (out->count + count < n) {
        double *next = z[count] = ARENA_NEW(scratch, double, n);
        e[count] = ARENA_NEW(scratch, double, primal);
        if (!next || !e[count]) return false;
        for (int k = 0; k < n; k++) next[k] = draw(p);
        for (int round = 0; round < 3; round++) amplify_beside(p, next, z, count);
        double size = effect(p, next, e[count]);
        if (!(size <= nearly)) break;
        if (out->by_loops && near == MANY_NEAR && is_last(p, z, e, count, &size)) break;
        near += size > hardly;
        exact = exact && size <= vanishes;
        tiny += size <= hardly;
        count++;
    }
    const int kept = exact ? count : keep_vanishing(p, z, e, count);
    out->nearly = count - kept;
    out->hardly = tiny > kept ? tiny - kept : 0;
    out->waves = out->by_loops && near > 0 && kept == 0 && tiny == 0;
    separate(p, z, kept, out->own + out->count);
    if (!keep(out, z, count, n, scratch)) return false;
    out->count += kept;
    return true;
}

/* Whether there may be a combination that vanishes among the rows that are left: one that only
 * nearly does stays as it is, however often it is amplified. */
static bool is_any_left(Probe *p) {
    double *z = p->work.f; /* nobody asks for how far rows are off */
    for (int k = 0; k < p->set->rows; k++) z[k] = draw(p);
    for (int round = 0; round < 3; round++) amplify(p, z);
    double size = effect(p, z, p->out);
    for (int round = 0; round < SHARPEN && size > hardly && size <= nearly; round++) {
        amplify(p, z);
        size = effect(p, z, p->out);
    }
    return size <= hardly;
}

static bool find(Probe *p, int most, Dependent *out, Arena *scratch) {
    const RankRows rows = {p->system, p->set, p->work.values, p->root, p->gone, out};
    double *scale = ARENA_NEW(scratch, double, p->set->rows + 1);
    if (!scale) return false;
    evaluate(p);
    memcpy(scale, p->root, (size_t)p->set->rows * sizeof *scale);
    out->scale = scale, out->by_loops = p->set->rows > MANY_ROWS;
    for (int neighbours = 0; neighbours < 2 && out->by_loops; neighbours++) {
        if (!jd_rank_loops(&rows, neighbours, scratch)) return false;
        leave_out(p);
        if (!is_any_left(p)) break;
    }
    return find_among_all(p, most, out, scratch);
}

int jd_dependent_rows(JdSystem *system, const RowSet *set, const Motion *motion, const double *q,
                      Dependent *out, Arena *scratch) {
    const int most = set->rows + 1;
    *out = (Dependent){.count = 0};
    out->vector = ARENA_NEW(scratch, Combination, most);
    out->own = ARENA_NEW(scratch, int, most);
    if (!out->vector || !out->own) return -1;
    if (set->rows == 0) return 0;
    Probe probe;
    if (!open_probe(&probe, system, set, motion)) return -1;
    probe.motion.time = motion->time;
    if (q) memcpy(probe.motion.own_q, q, (size_t)jd_positions(system) * sizeof(double));
    const bool ok = find(&probe, most, out, scratch);
    free(probe.memory);
    return ok ? out->count : -1;
}
