/* SPDX-License-Identifier: MIT
 *
 * The executor: runs down the fronts of a plan, to factor and to solve. Nearly every front
 * eliminates one body (B rows) and the locks behind it (J rows), and has behind these R rows that
 * the body is coupled with, and U rows of the body above, coupled with the locks alone:
 *
 *     body     | A
 *     locks    | B        -epsilon * scale
 *     closing  | fill      fill            ...
 *     above    |  0        B^T             ...  update
 *
 * A definite plan has only B and R. What is done to a front is written once, for B, J, R and U that
 * the compiler knows, so that all loops dissolve; MIXED, DEFINITE and CHAINS say for which. Fronts
 * of other sizes, softness of its own and pivots that are too low are left to careful.c, which does
 * the same operations in the same order and stores the factor alike. */
#include "sparse/inside.h"

/* The common sizes: B, J, R, U of mixed plans; B and R of definite ones; and B, J, U of chains,
 * whose numbers are found without lists: one joint, no closing joints, and children that add to the
 * body alone. */
/* clang-format off */
#define MIXED(SIZE)                                                                                \
    SIZE(3, 2, 2, 3) SIZE(3, 2, 2, 0) SIZE(3, 4, 0, 0) SIZE(3, 4, 2, 0) SIZE(3, 2, 4, 3)           \
    SIZE(3, 4, 2, 3) SIZE(3, 2, 4, 0) SIZE(3, 6, 0, 0) SIZE(3, 6, 2, 0)
#define DEFINITE(SIZE)                                                                             \
    SIZE(1, 0, 0, 0) SIZE(1, 0, 2, 0) SIZE(2, 0, 0, 0) SIZE(2, 0, 1, 0) SIZE(2, 0, 2, 0)           \
    SIZE(2, 0, 3, 0) SIZE(2, 0, 4, 0) SIZE(2, 0, 6, 0) SIZE(3, 0, 0, 0) SIZE(3, 0, 2, 0)           \
    SIZE(3, 0, 3, 0) SIZE(3, 0, 4, 0) SIZE(3, 0, 5, 0) SIZE(4, 0, 0, 0) SIZE(4, 0, 3, 0)           \
    SIZE(4, 0, 5, 0) SIZE(5, 0, 0, 0) SIZE(5, 0, 2, 0) SIZE(5, 0, 3, 0) SIZE(5, 0, 4, 0)           \
    SIZE(5, 0, 5, 0)
#define CHAINS(SIZE)                                                                               \
    SIZE(3, 2, 0, 3) SIZE(3, 2, 0, 0) SIZE(6, 5, 0, 6) SIZE(6, 5, 0, 0) SIZE(6, 3, 0, 6)           \
    SIZE(6, 3, 0, 0)
/* clang-format on */

enum {
    NUMBER_NONE, /* careful.c */
#define NUMBER(b, j, r, u)       NUMBER_##b##_##j##_##r##_##u,
#define CHAIN_NUMBER(b, j, r, u) CHAIN_##b##_##j##_##r##_##u,
    MIXED(NUMBER) DEFINITE(NUMBER) CHAINS(CHAIN_NUMBER)
#undef CHAIN_NUMBER
#undef NUMBER
};
enum { ROWS_MOST = 18 }; /* of a front with a kernel */

int jd_front_number(const FrontSize z) {
#define FIND(name, b, j, r, u)                                                                     \
    if (z.B == b && z.J == j && z.R == r && z.U == u) return name##_##b##_##j##_##r##_##u;
#define CHAIN(b, j, r, u) FIND(CHAIN, b, j, r, u)
#define OTHER(b, j, r, u) FIND(NUMBER, b, j, r, u)
    if (z.definite) {
        DEFINITE(OTHER)
        return NUMBER_NONE;
    }
    if (z.chain) {
        CHAINS(CHAIN)
    }
    MIXED(OTHER)
#undef OTHER
#undef CHAIN
#undef FIND
    return NUMBER_NONE;
}

bool jd_front_is_chain(int number) {
    return number > NUMBER_5_0_5_0;
}

/* ---- Pivots --------------------------------------------------------------------------------- */

double jd_front_low_pivot(Factoring *f, double pivot, double scale, int unknown) {
    const double unit = scale > 0 && scale <= 1e300 ? scale : 1;
    const double ratio = fabs(pivot) <= 1e300 ? fabs(pivot) / unit : 0;
    if (ratio < f->report.ratio) {
        f->report.ratio = ratio;
        f->report.row = unknown;
        f->watch = ratio > PIVOT_LEAST ? ratio : PIVOT_LEAST;
    }
    return -pivot >= PIVOT_LEAST * unit ? pivot : -PIVOT_LEAST * unit;
}

/* Only where all blocks are those of bodies their pivots are told. */
bool jd_front_low_body(Factoring *f, double pivot, double own, int unknown) {
    if (f->plan->definite) f->report.bad_row = unknown;
    if (!f->plan->definite || !(pivot > fabs(own) * PIVOT_NOISE)) return false;
    const double ratio = pivot / fabs(own);
    if (ratio < f->report.ratio) {
        f->report.ratio = f->floor = ratio;
        f->report.row = unknown;
    }
    return true;
}

typedef struct {
    int B, U, P, E, N;
    bool chain;
} Size;
#define SIZE_OF(b, j, r, u, chain)                                                                 \
    ((Size){b, u, (b) + (j), (b) + (j) + (r), (b) + (j) + (r) + (u), chain})

/* A front while it is eliminated: its columns, S numbers each, and the same divided by their
 * pivots. Rows are taken in pairs (0, 1), (2, 3), ...; S is even. */
typedef struct {
    double *m, *l;
    double *pivot, *unit; /* unit: what a pivot is measured by: as given, or the scale of a lock */
} Columns;

/* ---- Factors: the template ------------------------------------------------------------------ */

/* Subtracts from column j what the pivot columns before it say. The first B pivots are not coupled
 * with rows and columns from E on: there their columns are zero. */
ALWAYS void column_subtract(const Columns *s, const Size z, const int j, const int end) {
    const int S = STRIDE(z.N), before = j < z.P ? j : z.P;
    UNROLL for (int i = j / 2 * 2; i < end; i += 2) {
        Two sum = two_load(s->m + j * S + i);
        UNROLL for (int k = i >= z.E || j >= z.E ? z.B : 0; k < before; k++) sum -=
            two_load(s->m + k * S + i) * two_both(s->l[k * S + j]);
        two_store(s->m + j * S + i, sum);
    }
}

/* One pivot: its column, and that divided by the pivot. Returns where the factor goes on. */
ALWAYS double *column_pivot(const Columns *s, const Size z, const int k, double *factor) {
    const int S = STRIDE(z.N), end = k < z.B ? z.E : z.N;
    column_subtract(s, z, k, end);
    s->pivot[k] = s->m[k * S + k];
    const double inverse = 1 / s->pivot[k];
    UNROLL for (int i = k / 2 * 2; i < end; i += 2)
        two_store(s->l + k * S + i, two_load(s->m + k * S + i) * two_both(inverse));
    factor[0] = inverse;
    UNROLL for (int i = k + 1; i < end; i++) factor[i - k] = s->l[k * S + i];
    return factor + (end - k);
}

/* The numbers of a front by its lists, */
ALWAYS void gather_lists(const Factoring *f, const Front *front, const Columns *s, const Size z) {
    const unsigned *const row = f->plan->row + front->row;
    const int S = STRIDE(z.N);
    front_gather_values(f, front, s->m);
    UNROLL for (int i = 0; i < z.B; i++) s->unit[i] = s->m[i * (S + 1)];
    front_gather_handed(f, front, s->m);
    UNROLL for (int i = z.B; i < z.P; i++) {
        s->unit[i] = f->work[f->plan->scale + row[i]];
        s->m[i * (S + 1)] -= f->epsilon * s->unit[i];
    }
}

/* and of a chain. */
ALWAYS void gather_chain(const Factoring *f, const Front *front, const Columns *s, const Size z) {
    const double *const a = f->values + front->body_value,
                        *const own = f->values + front->own_value,
                        *const up = f->values + front->above_value;
    const int B = z.B, U = z.U, S = STRIDE(z.N);
    UNROLL for (int j = 0; j < B; j++) {
        UNROLL for (int i = j; i < B; i++) s->m[j * S + i] = a[j * B + i];
        UNROLL for (int i = B; i < z.P; i++) s->m[j * S + i] = own[(i - B) * B + j];
        s->unit[j] = a[j * B + j];
    }
    const int *child = f->plan->child + front->child, *const last = child + front->children;
    for (; child < last; child++) {
        const double *const u = f->work + f->plan->front[*child].update;
        UNROLL for (int j = 0; j < B; j++) {
            UNROLL for (int i = j; i < B; i++) s->m[j * S + i] += u[j * B + i];
        }
    }
    UNROLL for (int i = B; i < z.P; i++) {
        const int k = i - B;
        s->unit[i] = lock_scale(f->work + front->body_weight, own + k * B, 1, B);
        s->unit[i] += U ? lock_scale(f->work + front->above_weight, up + k * U, 1, U) : 0;
        s->m[i * (S + 1)] = -f->epsilon * s->unit[i];
        UNROLL for (int j = 0; j < U; j++) s->m[i * S + z.P + j] = up[k * U + j];
    }
}

/* Are all pivots fit? If not the front has to be done over with more care. */
ALWAYS bool are_fit(Factoring *f, const Front *front, const Columns *s, const Size z) {
    const unsigned *const row = f->plan->row + front->row;
    UNROLL for (int k = 0; k < z.B; k++) {
        if (!is_body_pivot(f, s->pivot[k], s->unit[k], (int)row[k])) return false;
    }
    UNROLL for (int k = z.B; k < z.P; k++) {
        if (dual_pivot(f, s->pivot[k], s->unit[k], (int)row[k]) != s->pivot[k]) return false;
    }
    return true;
}

/* Gathers the numbers, eliminates the pivots, keeps the factor and hands on the update. */
ALWAYS bool factor_sized(Factoring *f, const Front *front, const Size z) {
    const int P = z.P, N = z.N, M = N - P, S = STRIDE(N);
    double *factor = f->work + front->factor, *const update = f->work + front->update;
    double m[ROWS_MOST * ROWS_MOST], l[ROWS_MOST * ROWS_MOST], pivot[ROWS_MOST], unit[ROWS_MOST];
    const Columns s = {m, l, pivot, unit};
    UNROLL for (int j = 0; j < N; j++) {
        UNROLL for (int i = j / 2 * 2; i < S; i += 2) two_store(m + j * S + i, two_both(0));
    }
    if (z.chain)
        gather_chain(f, front, &s, z);
    else
        gather_lists(f, front, &s, z);
    UNROLL for (int k = 0; k < P; k++) factor = column_pivot(&s, z, k, factor);
    UNROLL for (int j = 0; j < M; j++) {
        column_subtract(&s, z, P + j, N);
        UNROLL for (int i = j; i < M; i++) update[j * M + i] = m[(P + j) * S + P + i];
    }
    return are_fit(f, front, &s, z);
}

/* A front of a definite plan, in place: its own columns, and the numbers of the rows behind in the
 * columns of others. The columns are kept undivided, with the reciprocal of the pivot. theory
 * (5.10) */
ALWAYS bool definite_sized(Factoring *f, const Front *front, const Size z) {
    const int P = z.P, N = z.N, M = N - P, S = STRIDE(N);
    const FrontEntry *const cell = f->plan->entry + front->entry;
    const unsigned *const row = f->plan->row + front->row;
    double *const own = f->work + front->image, *const work = f->work;
    double m[ROWS_MOST * ROWS_MOST], l[ROWS_MOST * ROWS_MOST];
    UNROLL for (int j = 0; j < P; j++) {
        UNROLL for (int i = j / 2 * 2; i < S; i += 2)
            two_store(m + j * S + i, two_load(own + j * S + i));
    }
    UNROLL for (int j = P; j < N; j++) {
        UNROLL for (int i = j / 2 * 2; i < S; i += 2) two_store(m + j * S + i, two_both(0));
    }
    UNROLL for (int j = 0; j < M; j++) {
        const FrontEntry *const at = cell + j * M - j * (j - 1) / 2;
        UNROLL for (int i = j; i < M; i++) m[(P + j) * S + P + i] = work[at[i - j].value];
    }
    UNROLL for (int k = 0; k < N; k++) {
        const int before = k < P ? k : P;
        UNROLL for (int i = k / 2 * 2; i < N; i += 2) {
            Two sum = two_load(m + k * S + i);
            UNROLL for (int p = 0; p < before; p++) sum -=
                two_load(l + p * S + i) * two_both(m[p * S + k]);
            two_store(m + k * S + i, sum);
        }
        if (k >= P) continue;
        const double pivot = m[k * S + k], inverse = 1 / pivot;
        if (!is_body_pivot(f, pivot, work[front->given + (size_t)k], (int)row[k])) return false;
        UNROLL for (int i = k / 2 * 2; i < N; i += 2)
            two_store(l + k * S + i, two_load(m + k * S + i) * two_both(inverse));
        own[k * (S + 1)] = inverse;
        UNROLL for (int i = k + 1; i < N; i++) own[k * S + i] = m[k * S + i];
    }
    UNROLL for (int j = 0; j < M; j++) {
        const FrontEntry *const at = cell + j * M - j * (j - 1) / 2;
        UNROLL for (int i = j; i < M; i++) work[at[i - j].value] = m[(P + j) * S + P + i];
    }
    return true;
}

/* ---- Factors: links of a planar chain --------------------------------------------------------
 * The one size that is written out by hand, with both locks in one Two: planar chains and trees
 * consist of it, and the template costs them a seventh more. Same operations, same order. Letters:
 * A = L D L^T of the body, H = B L^-T, G = H D^-1; S = H G^T of theory (5.4) has the pivots s and
 * t; p and q are the joint's rows of the body above. */

/* Both locks at coordinate i: one column of a block of two rows and three columns. */
ALWAYS Two link_column(const double *b, const int i) {
    return (Two){b[i], b[3 + i]};
}

/* Theory (5.6) for both locks and one of their bodies. */
ALWAYS Two link_scale(const double *weight, const double *b) {
    if (weight[6] != 0) return (Two){lock_scale(weight, b, 1, 3), lock_scale(weight, b + 3, 1, 3)};
    const Two x = link_column(b, 0), y = link_column(b, 1), z = link_column(b, 2);
    return x * x * two_both(weight[0]) + y * y * two_both(weight[1]) + z * z * two_both(weight[2]);
}

ALWAYS bool factor_link(Factoring *f, const Front *front, const bool inner) {
    const double *const a = f->values + front->body_value, *const b = f->values + front->own_value;
    const double *const c = f->values + front->above_value;
    double *const factor = f->work + front->factor, *const update = f->work + front->update;

    Two scale = link_scale(f->work + front->body_weight, b);
    if (inner) scale += link_scale(f->work + front->above_weight, c);

    /* Columns of A, with what the children add. */
    Two a0 = two_load(a), a1 = two_load(a + 4);
    double a20 = a[2], a22 = a[8];
    const int *child = f->plan->child + front->child, *const last = child + front->children;
    for (; child < last; child++) {
        const double *const u = f->work + f->plan->front[*child].update;
        a0 += two_load(u), a20 += u[2];
        a1 += two_load(u + 4), a22 += u[8];
    }

    /* The body's own pivots. */
    const double d0 = a0[0], i0 = 1 / d0, l10 = a0[1] * i0, l20 = a20 * i0;
    const double d1 = a1[0] - a0[1] * l10, i1 = 1 / d1, u21 = a1[1] - a20 * l10, l21 = u21 * i1;
    const double d2 = a22 - a20 * l20 - u21 * l21, i2 = 1 / d2;

    /* The locks: columns of H and G, then the pivots. */
    const Two h0 = link_column(b, 0), g0 = h0 * two_both(i0);
    const Two h1 = link_column(b, 1) - h0 * two_both(l10), g1 = h1 * two_both(i1);
    const Two h2 = link_column(b, 2) - h0 * two_both(l20) - h1 * two_both(l21),
              g2 = h2 * two_both(i2);
    const Two st = h0 * g0 + h1 * g1 + h2 * g2 + two_both(f->epsilon) * scale;
    const double cross = h0[1] * g0[0] + h1[1] * g1[0] + h2[1] * g2[0];
    const double s = st[0], is = 1 / s, l43 = cross * is, t = st[1] - cross * l43, it = 1 / t;

    factor[0] = i0, factor[1] = l10, factor[2] = l20, two_store(factor + 3, g0);
    factor[5] = i1, factor[6] = l21, two_store(factor + 7, g1);
    factor[9] = i2, two_store(factor + 10, g2);
    factor[12] = -is, factor[13] = l43;
    if (!inner) factor[14] = -it;
    if (inner) {
        const Two p = two_load(c), q = two_load(c + 3) - p * two_both(l43);
        const double p2 = c[2], q2 = c[5] - p2 * l43;
        const Two x = p * two_both(is), y = q * two_both(it);
        const double x2 = p2 * is, y2 = q2 * it;
        two_store(factor + 14, -x), factor[16] = -x2;
        factor[17] = -it, two_store(factor + 18, -y), factor[20] = -y2;
        two_store(update, p * two_both(x[0]) + q * two_both(y[0]));
        update[2] = p2 * x[0] + q2 * y[0];
        two_store(update + 4, (Two){p[1], p2} * two_both(x[1]) + (Two){q[1], q2} * two_both(y[1]));
        update[8] = p2 * x2 + q2 * y2;
    }

    const int body = (int)front->body;
    if (!(is_body_pivot(f, d0, a[0], body) && is_body_pivot(f, d1, a[4], body + 1) &&
          is_body_pivot(f, d2, a[8], body + 2)))
        return false;
    const int joint = (int)front->joint;
    return dual_pivot(f, -s, scale[0], joint) == -s && dual_pivot(f, -t, scale[1], joint + 1) == -t;
}

/* ---- Substitution: the template ------------------------------------------------------------- */

/* Where the rows of a front stand in the vector: one by one, or those of a chain's blocks. */
typedef struct {
    double *x, *body, *joint, *above;
    const unsigned *row;
} Places;

ALWAYS Places places_of(const SparsePlan *plan, const Front *front, double *x) {
    return (Places){x, x + front->body, x + front->joint, x + front->above, plan->row + front->row};
}

ALWAYS double *at_row(const Places at, const Size z, const int i) {
    if (!z.chain) return at.x + at.row[i];
    return i < z.B ? at.body + i : i < z.P ? at.joint + (i - z.B) : at.above + (i - z.P);
}

ALWAYS void forward_sized(const Places at, const double *l, const Size z) {
    double y[ROWS_MOST];
    UNROLL for (int i = 0; i < z.N; i++) y[i] = *at_row(at, z, i);
    UNROLL for (int k = 0; k < z.P; k++) {
        const int end = k < z.B ? z.E : z.N;
        UNROLL for (int i = k + 1; i < end; i++) y[i] -= l[i - k] * y[k];
        *at_row(at, z, k) = y[k] * l[0];
        l += end - k;
    }
    UNROLL for (int i = z.P; i < z.N; i++) * at_row(at, z, i) = y[i];
}

/* From the last pivot to the first; l points behind the factor. */
ALWAYS void backward_sized(const Places at, const double *l, const Size z) {
    double y[ROWS_MOST];
    UNROLL for (int i = 0; i < z.N; i++) y[i] = *at_row(at, z, i);
    UNROLL for (int k = z.P - 1; k >= 0; k--) {
        const int end = k < z.B ? z.E : z.N;
        l -= end - k;
        /* Of a link first what is behind its block. */
        const int turn = !z.chain || z.B != 3 ? k + 1 : k < z.B ? z.B : z.P;
        UNROLL for (int i = turn; i < end; i++) y[k] -= l[i - k] * y[i];
        UNROLL for (int i = turn - 1; i > k; i--) y[k] -= l[i - k] * y[i];
        *at_row(at, z, k) = y[k];
    }
}

/* Of definite plans: c are the columns, with the reciprocals of the pivots. */
ALWAYS void definite_forward(const Places at, const double *c, const Size z) {
    const int S = STRIDE(z.N);
    double y[ROWS_MOST];
    UNROLL for (int i = 0; i < z.N; i++) y[i] = at.x[at.row[i]];
    UNROLL for (int k = 0; k < z.P; k++) {
        y[k] *= c[k * (S + 1)];
        UNROLL for (int i = k + 1; i < z.N; i++) y[i] -= c[k * S + i] * y[k];
    }
    UNROLL for (int i = 0; i < z.N; i++) at.x[at.row[i]] = y[i];
}

ALWAYS void definite_backward(const Places at, const double *c, const Size z) {
    const int S = STRIDE(z.N);
    double y[ROWS_MOST];
    UNROLL for (int i = 0; i < z.N; i++) y[i] = at.x[at.row[i]];
    UNROLL for (int k = z.P - 1; k >= 0; k--) {
        double sum = 0;
        UNROLL for (int i = k + 1; i < z.N; i++) sum += c[k * S + i] * y[i];
        at.x[at.row[k]] = y[k] -= sum * c[k * (S + 1)];
    }
}

/* ---- Running down the fronts ---------------------------------------------------------------- */

#define CASES(kernel) MIXED(CASE_##kernel) DEFINITE(DEFINITE_##kernel) CHAINS(CHAIN_##kernel)

/* True if the front is of a common size and its pivots are fit. */
static bool factor_front(Factoring *f, const Front *front) {
    switch (front->number) {
#define CASE_FACTOR(b, j, r, u)                                                                    \
    case NUMBER_##b##_##j##_##r##_##u:                                                             \
        return factor_sized(f, front, SIZE_OF(b, j, r, u, false));
#define CHAIN_FACTOR(b, j, r, u)                                                                   \
    case CHAIN_##b##_##j##_##r##_##u:                                                              \
        return b == 3 ? factor_link(f, front, u == 3)                                              \
                      : factor_sized(f, front, SIZE_OF(b, j, r, u, true));
#define DEFINITE_FACTOR(b, j, r, u)                                                                \
    case NUMBER_##b##_##j##_##r##_##u:                                                             \
        return definite_sized(f, front, SIZE_OF(b, j, r, u, false));
        CASES(FACTOR)
    }
    return f->plan->definite && jd_front_definite(f, front);
}

/* Of a definite matrix, in place. A pivot that is none ends it. */
static SparseReport factor_definite(Factoring *f) {
    const SparsePlan *const plan = f->plan;
    double *given = f->work + plan->values;
    for (const Front *front = plan->front, *end = front + plan->fronts; front < end; front++) {
        const double *own = f->work + front->image;
        const int step = STRIDE(front->rows) + 1;
        for (int k = 0; k < front->pivots; k++, own += step) *given++ = *own;
    }
    f->floor = INFINITY;
    for (const Front *front = plan->front, *end = front + plan->fronts; front < end; front++)
        if (!factor_front(f, front)) {
            f->report.ratio = 0;
            f->report.positive = false;
            return f->report;
        }
    if (!(f->report.ratio <= 1)) f->report.ratio = 1;
    f->report.bad_row = -1;
    return f->report;
}

/* Links first: the common case. The kernels know the scale as softness only. */
SparseReport jd_sparse_factor(const SparsePlan *plan, const double *values, double epsilon,
                              const double *soft, double *work) {
    Factoring f = {.plan = plan,
                   .values = values,
                   .work = work,
                   .epsilon = epsilon,
                   .soft = soft,
                   .watch = INFINITY,
                   .floor = PIVOT_NOISE,
                   .report = {INFINITY, -1, true, -1}};
    if (plan->definite) return factor_definite(&f);
    jd_sparse_scales(plan, values, work);
    for (const Front *front = plan->front, *end = front + plan->fronts; front < end; front++) {
        const bool link = front->number == CHAIN_3_2_0_3;
        if (soft || !(link ? factor_link(&f, front, true) : factor_front(&f, front)))
            jd_front_careful(&f, front);
    }
    if (!(f.report.ratio <= 1)) f.report.ratio = 1;
    return f.report;
}

static void forward(const SparsePlan *plan, const Front *front, const double *l, double *x) {
    switch (front->number) {
#define CASE_FORWARD(b, j, r, u)                                                                   \
    case NUMBER_##b##_##j##_##r##_##u:                                                             \
        forward_sized(places_of(plan, front, x), l, SIZE_OF(b, j, r, u, false));                   \
        return;
#define CHAIN_FORWARD(b, j, r, u)                                                                  \
    case CHAIN_##b##_##j##_##r##_##u:                                                              \
        forward_sized(places_of(plan, front, x), l, SIZE_OF(b, j, r, u, true));                    \
        return;
#define DEFINITE_FORWARD(b, j, r, u)                                                               \
    case NUMBER_##b##_##j##_##r##_##u:                                                             \
        definite_forward(places_of(plan, front, x), l, SIZE_OF(b, j, r, u, false));                \
        return;
        CASES(FORWARD)
    }
    jd_front_forward(plan, front, l, x);
}

static void backward(const SparsePlan *plan, const Front *front, const double *l, double *x) {
    switch (front->number) {
#define CASE_BACKWARD(b, j, r, u)                                                                  \
    case NUMBER_##b##_##j##_##r##_##u:                                                             \
        backward_sized(places_of(plan, front, x), l, SIZE_OF(b, j, r, u, false));                  \
        return;
#define CHAIN_BACKWARD(b, j, r, u)                                                                 \
    case CHAIN_##b##_##j##_##r##_##u:                                                              \
        backward_sized(places_of(plan, front, x), l, SIZE_OF(b, j, r, u, true));                   \
        return;
#define DEFINITE_BACKWARD(b, j, r, u)                                                              \
    case NUMBER_##b##_##j##_##r##_##u:                                                             \
        definite_backward(places_of(plan, front, x), l, SIZE_OF(b, j, r, u, false));               \
        return;
        CASES(BACKWARD)
    }
    jd_front_backward(plan, front, l, x);
}

void jd_sparse_solve(const SparsePlan *plan, const double *work, double *x) {
    const Front *const first = plan->front, *const end = first + plan->fronts;
    for (const Front *front = first; front < end; front++) {
        const double *const l = work + front->factor;
        if (front->number == CHAIN_3_2_0_3)
            forward_sized(places_of(plan, front, x), l, SIZE_OF(3, 2, 0, 3, true));
        else
            forward(plan, front, l, x);
    }
    for (const Front *front = end; front-- > first;) {
        const double *const l = work + front->behind;
        if (front->number == CHAIN_3_2_0_3)
            backward_sized(places_of(plan, front, x), l, SIZE_OF(3, 2, 0, 3, true));
        else
            backward(plan, front, l, x);
    }
}
