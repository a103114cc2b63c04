/* SPDX-License-Identifier: MIT
 *
 * Accelerations of a tree: by independent rates, body by body where it is open, with multipliers
 * where it rolls. */
#include "record/tree.h"
#include "math/dense.h"
#include <string.h>

/* ---- Accelerations by independent rates: theory (9.13), (9.14) ------------------------------ */

static Num3 moment_of(Recorder *rec, int body, Num3 I, Num3 turn) {
    Tape *t = rec->t;
    const NumAxes *R = &rec->body[body].R;
    const Num3 own = n_axes_in(t, R, turn);
    return n_axes_out(t, R, n3(n_mul(t, I.x, own.x), n_mul(t, I.y, own.y), n_mul(t, I.z, own.z)));
}

static NumSpin wrench_of(Recorder *rec, int body, const NumSpin *a) {
    return (NumSpin){n3_scale(rec->t, jd_record_mass(rec, body), a->line),
                     moment_of(rec, body, jd_record_inertia(rec, body), a->turn)};
}

/* What a body asks for with this acceleration; and that less what acts on it. */
static NumSpin inertia_of(Recorder *rec, int body, const NumSpin *a) {
    Tape *t = rec->t;
    const Num3 w = rec->body[body].v.turn;
    const Num3 spun = moment_of(rec, body, jd_record_spinning(rec, body), w);
    NumSpin f = wrench_of(rec, body, a);
    f.turn = n3_add(t, f.turn, n3_cross(t, w, spun));
    return f;
}

static NumSpin demand_of(Recorder *rec, int body, const NumSpin *a) {
    Tape *t = rec->t;
    NumSpin f = inertia_of(rec, body, a);
    f.line = n3_sub(t, f.line, rec->force[body].line);
    f.turn = n3_sub(t, f.turn, rec->force[body].turn);
    return f;
}

void jd_tape_tree_inertia(TapeTree *w, const NumSpin *way, int n, NumInertia to) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    for (int b = 1; b < rec->s->bodies; b++) {
        const NumSpin inert = inertia_of(rec, b, &w->a[b]);
        for (int c = 0; c < n; c++) {
            const NumSpin *own = &way[b * n + c], heavy = wrench_of(rec, b, own);
            to.push[c] = n_add(t, to.push[c], spins_dot(t, &rec->force[b], own));
            to.bias[c] = n_add(t, to.bias[c], spins_dot(t, &inert, own));
            for (int d = 0; d <= c; d++)
                to.mass[c * n + d] =
                    n_add(t, to.mass[c * n + d], spins_dot(t, &heavy, &way[b * n + d]));
        }
    }
    for (int c = 0; c < n; c++)
        for (int d = 0; d < c; d++) to.mass[d * n + c] = to.mass[c * n + d];
}

/* u' of the dependent rates with the independent ones left out, and B. */
static void depend(TapeTree *w, Num *udot, Num *B) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int nu = w->tree->nu, cuts = w->tree->cut.rows, rows = cuts + w->spins;
    Num *b = ARENA_NEW(rec->arena, Num, rows + 1), *x = ARENA_NEW(rec->arena, Num, w->rank + 1);
    if (!b || !x) return;
    for (int r = 0; r < rows; r++) {
        const CutRow row = jd_tape_tree_row(w, r);
        b[r] = n_neg(t, row.motion[2]);
        if (row.plain) continue;
        const Num ends = n_add(t, spin_dot(t, row.row.force_i, row.row.moment_i, &w->a[row.u[0]]),
                               spin_dot(t, row.row.force_j, row.row.moment_j, &w->a[row.u[1]]));
        b[r] = n_add(t, ends, row.row.bias);
    }
    jd_tape_tree_follow(w, b, x);
    for (int k = 0; k < w->rank; k++) udot[w->dependent[k]] = x[k];
    for (int f = 0; f < w->free; f++) {
        const int own = w->independent[f];
        if (own < nu) B[f * nu + own] = n_num(t, 1);
        for (int r = 0; r < rows; r++) {
            if (own >= nu)
                b[r] = n_num(t, r == cuts + own - nu ? -1 : 0);
            else
                b[r] = n_scale(t, 1 / (row_scale(w, r) * rec->plan->unit[own]), w->G[r * nu + own]);
        }
        jd_tape_tree_follow(w, b, x);
        for (int k = 0; k < w->rank; k++) B[f * nu + w->dependent[k]] = x[k];
    }
}

static void solve_reduced(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int nu = w->tree->nu, n = w->free, bodies = rec->s->bodies;
    Num *B = ARENA_NEW(rec->arena, Num, n * nu + 1), *M = ARENA_NEW(rec->arena, Num, n * n + 1),
        *h = ARENA_NEW(rec->arena, Num, n + 1);
    NumSpin *J = ARENA_NEW(rec->arena, NumSpin, n * bodies + 1);
    if (!B || !M || !h || !J || !jd_record_keep(rec, n)) return;
    jd_tape_tree_accelerate(w, NULL, w->a);
    depend(w, rec->udot, B);
    jd_tape_tree_accelerate(w, rec->udot, w->a);
    for (int b = 1; b < bodies; b++) {
        const NumSpin f = demand_of(rec, b, &w->a[b]);
        for (int c = 0; c < n; c++) {
            NumSpin *own = &J[b * n + c];
            for (int u = 0; u < nu; u++) {
                const NumSpin part = spin_scale(t, B[c * nu + u], &w->column[b * nu + u]);
                *own = spin_add(t, own, &part);
            }
            h[c] = n_sub(t, h[c], spins_dot(t, &f, own));
            if (rec->explicit_mass) {
                const NumSpin inert = inertia_of(rec, b, &w->a[b]);
                rec->way[b * n + c] = *own;
                rec->push[c] = n_add(t, rec->push[c], spins_dot(t, &rec->force[b], own));
                rec->bias[c] = n_add(t, rec->bias[c], spins_dot(t, &inert, own));
            }
            const NumSpin heavy = wrench_of(rec, b, own);
            for (int d = 0; d <= c; d++)
                M[c * n + d] = n_add(t, M[c * n + d], spins_dot(t, &heavy, &J[b * n + d]));
        }
    }
    for (int c = 0; c < n; c++) {
        for (int u = 0; u < nu; u++) {
            const Num effort = n_mul(t, rec->effort[u], B[c * nu + u]);
            h[c] = n_add(t, h[c], effort);
            rec->push[c] = n_add(t, rec->push[c], effort);
        }
        for (int d = 0; d < c; d++) M[d * n + c] = M[c * n + d];
    }
    memcpy(rec->mass, M, (size_t)(n * n) * sizeof *M);
    jd_tape_positive(t, n, M, h);
    for (int u = 0; u < nu; u++)
        for (int c = 0; c < n; c++)
            rec->udot[u] = n_add(t, rec->udot[u], n_mul(t, h[c], B[c * nu + u]));
    jd_tape_tree_accelerate(w, rec->udot, rec->accel);
}

/* ---- Accelerations of an open tree, body by body: theory (9.5)-(9.7) ------------------------ */

static Num *part_of(NumSpin *v, int k) {
    Num *const parts[6] = {&v->line.x, &v->line.y, &v->line.z, &v->turn.x, &v->turn.y, &v->turn.z};
    return parts[k];
}

/* I v of a symmetric matrix of 6 by 6. */
static NumSpin times(Tape *t, const Num *I, NumSpin v) {
    NumSpin out = {{0, 0, 0}, {0, 0, 0}};
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++)
            *part_of(&out, r) =
                n_add(t, *part_of(&out, r), n_mul(t, I[6 * r + c], *part_of(&v, c)));
    return out;
}

static void own_inertia(Recorder *rec, int body, Num *I) {
    Tape *t = rec->t;
    const NumAxes *R = &rec->body[body].R;
    const Num3 own = jd_record_inertia(rec, body);
    const Num of[3] = {own.x, own.y, own.z};
    for (int k = 0; k < 3; k++) I[7 * k] = jd_record_mass(rec, body);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c <= r; c++) {
            Num sum = 0;
            for (int k = 0; k < 3; k++) {
                NumSpin axis = {{0, 0, 0}, n_axes_at(R, (AxisName)k)};
                sum = n_add(
                    t, sum,
                    n_mul(t, n_mul(t, of[k], *part_of(&axis, 3 + r)), *part_of(&axis, 3 + c)));
            }
            I[6 * (3 + r) + 3 + c] = I[6 * (3 + c) + 3 + r] = sum;
        }
}

/* X^T Ia X and X^T pa for the way r, added to the parent's. */
static void add_to_parent(Tape *t, Num3 r, const Num *Ia, NumSpin pa, Num *I, NumSpin *p) {
    NumSpin column[6];
    for (int c = 0; c < 6; c++) { /* Ia X e_c */
        NumSpin unit = {{0, 0, 0}, {0, 0, 0}};
        *part_of(&unit, c) = n_num(t, 1);
        unit = carried(t, &unit, r);
        column[c] = times(t, Ia, unit);
        column[c].turn = n3_add(t, column[c].turn, n3_cross(t, r, column[c].line));
    }
    for (int row = 0; row < 6; row++)
        for (int c = 0; c <= row; c++) {
            const Num sum = n_add(t, I[6 * row + c], *part_of(&column[c], row));
            I[6 * row + c] = I[6 * c + row] = sum;
        }
    p->line = n3_add(t, p->line, pa.line);
    p->turn = n3_add(t, p->turn, n3_add(t, pa.turn, n3_cross(t, r, pa.line)));
}

typedef struct {
    Num I[36], D[36], tau[6]; /* D: inverse of S^T I S */
    NumSpin p, U[6];
} Joint;

static void invert(Tape *t, int n, const Num *A, Num *out) {
    for (int c = 0; c < n; c++) {
        Num copy[36], x[6] = {0};
        memcpy(copy, A, (size_t)(n * n) * sizeof *A);
        x[c] = n_num(t, 1);
        jd_tape_positive(t, n, copy, x);
        for (int r = 0; r < n; r++) out[r * n + c] = x[r];
    }
}

static void inward(TapeTree *w, int k, Joint *at) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const Node *node = &w->node[k];
    Joint *own = &at[k];
    const int nu = node->is.nu;
    Num D[36] = {0};
    for (int f = 0; f < nu; f++) {
        own->U[f] = times(t, own->I, node->S[f]);
        for (int g = 0; g <= f; g++)
            D[f * nu + g] = D[g * nu + f] = spins_dot(t, &node->S[g], &own->U[f]);
        own->tau[f] = n_sub(t, rec->effort[node->is.u + f], spins_dot(t, &node->S[f], &own->p));
    }
    invert(t, nu, D, own->D);
    if (node->is.above < 0) return;
    Num Ia[36];
    NumSpin pa = own->p, share[6];
    memcpy(Ia, own->I, sizeof Ia);
    for (int f = 0; f < nu; f++) { /* U D */
        share[f] = (NumSpin){{0, 0, 0}, {0, 0, 0}};
        for (int g = 0; g < nu; g++) {
            const NumSpin part = spin_scale(t, own->D[f * nu + g], &own->U[g]);
            share[f] = spin_add(t, &share[f], &part);
        }
        for (int r = 0; r < 6; r++)
            for (int c = 0; c <= r; c++)
                Ia[6 * r + c] = Ia[6 * c + r] = n_sub(
                    t, Ia[6 * r + c], n_mul(t, *part_of(&share[f], r), *part_of(&own->U[f], c)));
    }
    const NumSpin bias = times(t, Ia, node->c);
    pa = spin_add(t, &pa, &bias);
    for (int f = 0; f < nu; f++) {
        const NumSpin part = spin_scale(t, own->tau[f], &share[f]);
        pa = spin_add(t, &pa, &part);
    }
    add_to_parent(t, node->r, Ia, pa, at[node->is.above].I, &at[node->is.above].p);
}

static void solve_open(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    Joint *at = ARENA_NEW(rec->arena, Joint, w->tree->nodes + 1);
    if (!at) return;
    for (int k = 0; k < w->tree->nodes; k++) {
        const NumSpin still = {{0, 0, 0}, {0, 0, 0}};
        own_inertia(rec, w->node[k].is.body, at[k].I);
        at[k].p = demand_of(rec, w->node[k].is.body, &still);
    }
    for (int k = w->tree->nodes - 1; k >= 0; k--) inward(w, k, at);
    rec->accel[0] = (NumSpin){{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < w->tree->nodes; k++) {
        const Node *node = &w->node[k];
        NumSpin a = carried(t, &rec->accel[node->is.parent], node->r);
        a = spin_add(t, &a, &node->c);
        Num b[6], x[6] = {0};
        for (int f = 0; f < node->is.nu; f++)
            b[f] = n_sub(t, at[k].tau[f], spins_dot(t, &at[k].U[f], &a));
        for (int f = 0; f < node->is.nu; f++) {
            for (int g = 0; g < node->is.nu; g++)
                x[f] = n_add(t, x[f], n_mul(t, at[k].D[f * node->is.nu + g], b[g]));
            rec->udot[node->is.u + f] = x[f];
        }
        for (int f = 0; f < node->is.nu; f++) {
            const NumSpin part = spin_scale(t, x[f], &node->S[f]);
            a = spin_add(t, &a, &part);
        }
        rec->accel[node->is.body] = a;
    }
}

/* ---- With multipliers: mechanisms that roll ------------------------------------------------- */

/* Rows that do not repeat others, as two wheels of an axle do, by what they are at the start. */
static const double repeats = 1e-9; /* of rows of size 1: rounding */

static int choose_rows(TapeTree *w, int *chosen) {
    const int nu = w->tree->nu, rows = w->tree->cut.rows;
    Arena *arena = w->rec->arena;
    double *G = ARENA_NEW(arena, double, rows *nu + 1), *one = ARENA_NEW(arena, double, nu + 1);
    int *column = ARENA_NEW(arena, int, nu + 1);
    if (!G || !one || !column) return 0;
    for (int u = 0; u < nu; u++) column[u] = u, one[u] = 1;
    for (int r = 0; r < rows; r++) {
        const CutRow row = jd_tape_tree_row(w, r);
        chosen[r] = r;
        for (int u = 0; u < nu; u++)
            G[r * nu + u] = row_scale(w, r) * w->rec->plan->unit[u] *
                            jd_tape_value(w->rec->t, jd_tape_tree_row_along(w, &row, u));
    }
    return jd_dense_choose(&(DenseChoice){rows, nu, G, chosen, column, one}, rows, repeats);
}

static const double lost =
    1e-6; /* of a pivot at the start: six digits are gone, and others would be better */

static void solve_rolling(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    int *chosen = ARENA_NEW(rec->arena, int, w->tree->cut.rows + 1);
    if (!chosen) return;
    const int nu = w->tree->nu, rows = choose_rows(w, chosen), n = nu + rows,
              bodies = rec->s->bodies;
    Num *A = ARENA_NEW(rec->arena, Num, n * n + 1), *b = ARENA_NEW(rec->arena, Num, n + 1),
        *pivot = ARENA_NEW(rec->arena, Num, n + 1), *x = ARENA_NEW(rec->arena, Num, n + 1);
    int *order = ARENA_NEW(rec->arena, int, n + 1);
    if (!A || !b || !pivot || !x || !order) return;
    jd_tape_tree_accelerate(w, NULL, w->a);
    for (int k = 1; k < bodies; k++) {
        const NumSpin f = demand_of(rec, k, &w->a[k]);
        for (int c = 0; c < nu; c++) {
            const NumSpin *own = &w->column[k * nu + c], heavy = wrench_of(rec, k, own);
            b[c] = n_sub(t, b[c], spins_dot(t, &f, own));
            for (int d = 0; d <= c; d++)
                A[c * n + d] = n_add(t, A[c * n + d], spins_dot(t, &heavy, &w->column[k * nu + d]));
        }
    }
    for (int c = 0; c < nu; c++) {
        b[c] = n_add(t, b[c], rec->effort[c]);
        for (int d = 0; d < c; d++) A[d * n + c] = A[c * n + d];
    }
    for (int r = 0; r < rows; r++) {
        const CutRow row = jd_tape_tree_row(w, chosen[r]);
        for (int u = 0; u < nu; u++)
            A[(nu + r) * n + u] = A[u * n + nu + r] = jd_tape_tree_row_along(w, &row, u);
        b[nu + r] = row.motion[2];
        if (row.plain) continue;
        const Num ends = n_add(t, spin_dot(t, row.row.force_i, row.row.moment_i, &w->a[row.u[0]]),
                               spin_dot(t, row.row.force_j, row.row.moment_j, &w->a[row.u[1]]));
        b[nu + r] = n_neg(t, n_add(t, ends, row.row.bias));
    }
    for (int k = 0; k < n; k++) order[k] = k;
    jd_tape_lu(t, n, A, order, pivot);
    for (int k = 0; k < n; k++) {
        x[k] = b[order[k]];
        jd_record_guard(rec, pivot[k], lost * fabs(jd_tape_value(t, pivot[k])),
                        "a position is singular");
    }
    jd_tape_lu_solve(t, n, A, x);
    for (int u = 0; u < nu; u++) rec->udot[u] = x[u];
    jd_tape_tree_accelerate(w, rec->udot, rec->accel);
}

/* Rows of loops that all repeat others leave a tree that is open. */
void jd_record_tree_solve(Recorder *rec) {
    TapeTree *w = rec->tree;
    const bool rolls = rec->plan->rolls, whole = rec->explicit_mass && !rolls;
    if (whole && !w->rank) jd_tape_tree_columns(w);
    if (w->rank || whole)
        solve_reduced(w);
    else if (rolls)
        solve_rolling(w);
    else
        solve_open(w);
}
