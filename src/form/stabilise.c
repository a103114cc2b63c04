/* SPDX-License-Identifier: MIT
 *
 * The table of methods that keep locks closed, and what they share: the Jacobian as a full matrix,
 * masses, the least change that closes the locks. */
#include "form/stabilise.h"
#include "math/dense.h"
#include <string.h>

#define STABILISER(name, word) extern const StabiliseType jd_stabiliser_##name;
#include "form/stabilisers.def"
#undef STABILISER

const StabiliseType *jd_stabilise_type(const JdSystem *s) {
    static const struct {
        Stabilise word;
        const StabiliseType *type;
    } types[] = {
#define STABILISER(name, word) {word, &jd_stabiliser_##name},
#include "form/stabilisers.def"
#undef STABILISER
    };
    for (size_t n = 0; n < sizeof types / sizeof *types; n++)
        if (types[n].word == s->stabilise) return types[n].type;
    return NULL;
}

void jd_stabilise_layout(const JdSystem *s, Motion *m, Layout *at) {
    DenseRows *d = PLACE(at, DenseRows, 1);
    const int n = jd_velocities(s), rows = s->dynamics.rows, most = n > rows ? n : rows;
    const DenseRows made = {.n = n,
                            .rows = rows,
                            .J = PLACE(at, double, (size_t)rows *(size_t)n + 1),
                            .A = PLACE(at, double, (size_t)most *(size_t)most + 1),
                            .x = PLACE(at, double, most + 1),
                            .r = PLACE(at, double, most + 1),
                            .weight = PLACE(at, double, most + 1),
                            .scale = PLACE(at, double, most + 1),
                            .null = PLACE(at, double, (size_t)rows *(size_t)rows + 1),
                            .gram = PLACE(at, double, (size_t)(rows + 1) * (size_t)rows + 1),
                            .row = PLACE(at, int, most + 1),
                            .column = PLACE(at, int, most + 1)};
    if (d) *d = made;
    m->form = d;
}

void jd_stabilise_jacobian(const JdSystem *s, const Motion *m, DenseRows *d) {
    const int nv = s->kernel->nv;
    memset(d->J, 0, (size_t)d->rows * (size_t)d->n * sizeof *d->J);
    for (int g = 0; g < s->dynamics.groups; g++) {
        const Group *group = &s->dynamics.group[g];
        for (int e = 0; e < group->ends; e++) {
            if (!group->body[e]) continue;
            const double *from =
                m->rows.values + jd_sparse_pair_at(s->dynamics.plan, group->pair[e]);
            for (int r = 0; r < group->count; r++)
                memcpy(d->J + (size_t)(group->first + r) * (size_t)d->n + nv * (group->body[e] - 1),
                       from + nv * r, (size_t)nv * sizeof *from);
        }
    }
}

bool jd_stabilise_masses(const JdSystem *s, DenseRows *d) {
    const int nv = s->kernel->nv;
    bool all = !s->dynamics.augments;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < nv; c++) {
            const double of = d->weight[nv * (b - 1) + c] = jd_mass_of(s, b, c);
            all = all && of > 0 && !s->body[b].borrows;
        }
    return all;
}

/* The rows that count, of what jd_stabilise_least has made triangular. */
static void back_substitute(const DenseRows *d, double *b) {
    for (int k = d->rank - 1; k >= 0; k--) {
        const int p = d->row[k];
        const double *pivot = d->A + (size_t)p * (size_t)d->rows;
        for (int c = k + 1; c < d->rank; c++) b[p] -= pivot[d->row[c]] * b[d->row[c]];
        b[p] /= pivot[p];
    }
}

/* A pivot of a row that follows from others, as a part of its diagonal. */
static const double follows = 1e-12;

void jd_stabilise_least(DenseRows *d, double *b, double *x) {
    const int rows = d->rows, n = d->n;
    const double *weight = d->weight;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c <= r; c++) {
            const double *a = d->J + (size_t)r * (size_t)n, *e = d->J + (size_t)c * (size_t)n;
            double sum = 0;
            for (int k = 0; k < n; k++) sum += a[k] * weight[k] * e[k];
            d->A[(size_t)r * (size_t)rows + (size_t)c] =
                d->A[(size_t)c * (size_t)rows + (size_t)r] = sum;
        }
    /* Gauss with the largest diagonal first, in parts of what it was: rows behind it add nothing.
     */
    int rank = 0;
    for (int r = 0; r < rows; r++) {
        d->row[r] = r;
        d->scale[r] = d->A[(size_t)r * (size_t)rows + (size_t)r];
    }
    for (int k = 0; k < rows; k++) {
        int best = k;
        double most = -1;
        for (int r = k; r < rows; r++) {
            const int i = d->row[r];
            const double part =
                d->scale[i] > 0 ? d->A[(size_t)i * (size_t)rows + (size_t)i] / d->scale[i] : 0;
            if (part > most) most = part, best = r;
        }
        if (!(most > follows)) break;
        const int p = d->row[best];
        d->row[best] = d->row[k], d->row[k] = p;
        const double *pivot = d->A + (size_t)p * (size_t)rows;
        for (int r = k + 1; r < rows; r++) {
            const int i = d->row[r];
            double *to = d->A + (size_t)i * (size_t)rows;
            const double share = to[p] / pivot[p];
            if (share == 0) continue;
            for (int c = k + 1; c < rows; c++) to[d->row[c]] -= share * pivot[d->row[c]];
            b[i] -= share * b[p];
        }
        rank = k + 1;
    }
    d->rank = rank;
    for (int k = rank; k < rows; k++) b[d->row[k]] = 0;
    back_substitute(d, b);
    for (int k = 0; k < n; k++) {
        double sum = 0;
        for (int r = 0; r < rows; r++) sum += d->J[(size_t)r * (size_t)n + (size_t)k] * b[r];
        x[k] = weight[k] * sum;
    }
}

/* z of the rows, such that J^T z = 0, with 1 at one that follows from others. */
static double *null_of(const DenseRows *d, int follower) {
    const size_t rows = (size_t)d->rows;
    const int i = d->row[follower];
    double *z = d->null + (size_t)(follower - d->rank) * rows;
    for (size_t r = 0; r < rows; r++) z[r] = 0;
    for (int k = 0; k < d->rank; k++) z[d->row[k]] = -d->A[(size_t)d->row[k] * rows + (size_t)i];
    back_substitute(d, z);
    z[i] = 1;
    return z;
}

void jd_stabilise_share(DenseRows *d, const double *soft, double *b) {
    const int rows = d->rows, count = rows - d->rank;
    double *c = d->gram + (size_t)count * (size_t)count;
    for (int i = 0; i < count; i++) {
        const double *z = null_of(d, d->rank + i);
        c[i] = 0;
        for (int r = 0; r < rows; r++) c[i] += soft[r] * z[r] * b[r];
        for (int j = 0; j <= i; j++) {
            const double *other = d->null + (size_t)j * (size_t)rows;
            double sum = 0;
            for (int r = 0; r < rows; r++) sum += soft[r] * z[r] * other[r];
            d->gram[i * count + j] = d->gram[j * count + i] = sum;
        }
    }
    jd_dense_solve_positive(count, d->gram, c);
    for (int i = 0; i < count; i++)
        for (int r = 0; r < rows; r++) b[r] -= c[i] * d->null[(size_t)i * (size_t)rows + (size_t)r];
}

void jd_row_gains(const JdSystem *s, const Row *row, double *damp, double *restore) {
    const double alpha = isnan(row->alpha) ? s->settings.alpha : row->alpha;
    const double beta = isnan(row->beta) ? s->settings.beta : row->beta;
    const double gamma = isnan(row->gamma) ? s->settings.gamma : row->gamma;
    *damp = row->velocity ? gamma : 2 * alpha;
    *restore = row->velocity ? 0 : beta * beta;
}
