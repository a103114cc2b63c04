/* SPDX-License-Identifier: MIT
 *
 * Loops of a tree: the rows that close them, which rates depend on which, and Newton's method by
 * the rows and for the coordinates that are best at the start. */
#include "emit/tree.h"
#include "math/dense.h"
#include <string.h>

/* Pivots of the loops are about 1 in general. Coordinates are left where one is so small, or so
 * small a part of the lowest at the start: loops close in two ways there, and no step is to go from
 * one to the other. */
static const double pivot_limit = 2e-3;

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Where a free is among coordinates and rates; false: it is of a joint outside the tree. */
static bool find_free(const TapeTree *w, int joint, int free, int *q, int *u) {
    const TreeFree *at = &w->rec->plan->frees[joint];
    *q = at->q + free, *u = at->u + free;
    return at->u >= 0;
}

/* Of a row with a turn in it: over many turns, as the interpreter counts it. */
static Num counted_angle(TapeTree *w, int r, const Group *group, const NumSide *i,
                         const NumSide *j) {
    Recorder *rec = w->rec;
    const Row *row = &w->tree->cut.row[r];
    if (row->lock.turn == 0) return NO_ANGLE;
    if (rec->s->space == JD_PLANAR)
        return n_sub(rec->t, jd_record_angle(rec, group->frame_j),
                     jd_record_angle(rec, group->frame_i));
    if (row->counter < 0) return NO_ANGLE;
    if (w->turn[r]) return w->turn[r];
    Lock alone = row->lock;
    alone.count = 0, alone.constant = 0, alone.turn = 1;
    return w->turn[r] = jd_record_counted(rec, jd_record_lock(rec, &alone, i, j).f,
                                          rec->plan->tree.nq + row->counter);
}

CutRow jd_tape_tree_row(TapeTree *w, int r) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const JdSystem *s = rec->s;
    const Row *row = &w->tree->cut.row[r];
    const Group *group = &w->tree->cut.group[rec->plan->group[r]];
    CutRow out = {.u = {-1, -1}};
    int q[2];
    if (row->motion) {
        const SystemDrive *drive = &s->drive[row->drive];
        jd_record_drive(rec, row->drive, out.motion);
        if (!find_free(w, drive->joint, drive->free, &q[0], &out.u[0])) {
            jd_record_refuse(rec, drive->where, "drive '%s' moves a joint that closes a loop",
                             drive->name);
            return out;
        }
        out.plain = true;
        out.share[0] = 1;
        out.row.f = n_sub(t, rec->q[q[0]], out.motion[0]);
    } else if (group->couples) {
        const SystemJoint *joint = &s->joint[group->joint];
        out.plain = true;
        out.row.f = n_num(t, row->lock.constant - row->target);
        for (int k = 0; k < 2; k++) {
            if (!find_free(w, joint->coupled[k], joint->coupled_free[k], &q[k], &out.u[k])) {
                jd_record_refuse(rec, joint->where, "joint '%s' couples a joint that closes a loop",
                                 joint->name);
                return out;
            }
            out.share[k] = row->lock.q[k];
            out.row.f = n_add(t, out.row.f, n_scale(t, row->lock.q[k], rec->q[q[k]]));
        }
    } else {
        const NumSide i = jd_record_side(rec, group->frame_i),
                      j = jd_record_side(rec, group->frame_j);
        out.row = jd_record_lock_at(rec, &row->lock, &i, &j, counted_angle(w, r, group, &i, &j));
        out.row.f = n_sub(t, out.row.f, n_num(t, row->target));
        out.u[0] = s->frame[group->frame_i].body, out.u[1] = s->frame[group->frame_j].body;
    }
    return out;
}

Num jd_tape_tree_row_along(TapeTree *w, const CutRow *row, int u) {
    Tape *t = w->rec->t;
    const int nu = w->tree->nu;
    if (row->plain) {
        Num sum = 0;
        for (int k = 0; k < 2; k++)
            if (row->u[k] == u) sum = n_add(t, sum, n_num(t, row->share[k]));
        return sum;
    }
    return n_add(t,
                 spin_dot(t, row->row.force_i, row->row.moment_i, &w->column[row->u[0] * nu + u]),
                 spin_dot(t, row->row.force_j, row->row.moment_j, &w->column[row->u[1] * nu + u]));
}

/* Rows along rates, as numbers of size 1. */
static void fill_G(TapeTree *w) {
    Recorder *rec = w->rec;
    const int nu = w->tree->nu;
    for (int r = 0; r < w->tree->cut.rows && !rec->failed; r++) {
        const CutRow row = jd_tape_tree_row(w, r);
        for (int u = 0; u < nu; u++)
            w->G[r * nu + u] = n_scale(rec->t, row_scale(w, r) * rec->plan->unit[u],
                                       jd_tape_tree_row_along(w, &row, u));
    }
}

/* ---- Which rates depend --------------------------------------------------------------------- */

/* As jd_minimal_choose does at the start. */
static void choose(TapeTree *w) {
    Recorder *rec = w->rec;
    const int nu = w->tree->nu, rows = w->tree->cut.rows;
    double *G = ARENA_NEW(rec->arena, double, rows *nu + 1);
    int *column = ARENA_NEW(rec->arena, int, nu + 1);
    if (!G || !column) return;
    for (int k = 0; k < rows * nu; k++) G[k] = jd_tape_value(rec->t, w->G[k]);
    for (int r = 0; r < rows; r++) w->rows[r] = r;
    double *weight = ARENA_NEW(rec->arena, double, nu + 1);
    if (!weight) return;
    for (int u = 0; u < nu; u++) {
        const bool stays = rec->plan->depends && !rec->plan->depends[u]; /* closed form has it so */
        column[u] = u;
        weight[u] = stays ? 1e-9 : rec->plan->prefer[u];
    }
    jd_dense_choose(&(DenseChoice){rows, nu, G, w->rows, column, weight}, w->rank, -INFINITY);
    for (int k = 0; k < w->rank; k++) w->dependent[k] = column[k];
    for (int k = 0; k < w->free; k++) w->independent[k] = column[w->rank + k];
}

/* Places at the start, as plain numbers: only to see which rates depend. */
static bool look_at_start(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *whole = rec->t, trial;
    Num *q = rec->q;
    const LIST(NumGuard) none = {0};
    if (!jd_tape_init(&trial, rec->arena)) return false;
    rec->t = &trial;
    rec->q = ARENA_NEW(rec->arena, Num, w->tree->nq + 1);
    if (!rec->q) return false;
    rec->time = jd_tape_leaf(&trial, TAPE_TIME, 0, 0);
    for (int k = 0; k < w->tree->nq; k++)
        rec->q[k] = jd_tape_leaf(&trial, TAPE_STATE, k, rec->s->start[k]);
    jd_tape_tree_pose(w);
    jd_tape_tree_columns(w);
    fill_G(w);
    if (!rec->failed) choose(w);
    rec->t = whole;
    rec->q = q;
    rec->time = jd_tape_leaf(whole, TAPE_TIME, 0, 0);
    memcpy(&rec->guard, &none, sizeof none);
    memset(w->turn, 0, (size_t)w->tree->cut.rows * sizeof *w->turn);
    memset(w->column, 0, (size_t)(rec->s->bodies * w->tree->nu) * sizeof *w->column);
    return !rec->failed;
}

static bool no_ball_depends(TapeTree *w) {
    Recorder *rec = w->rec;
    for (int k = 0; k < w->rank; k++) {
        int joint = -1, free = 0;
        if (jd_tape_tree_coordinate(w, w->dependent[k]) >= 0) continue;
        jd_tree_rate(rec->s, w->tree, w->dependent[k], &joint, &free);
        jd_record_refuse(rec, joint >= 0 ? rec->s->joint[joint].where : nowhere,
                         joint >= 0 ? "the ball '%s' would follow from other coordinates"
                                    : "a body that floats (%s) would follow from other coordinates",
                         joint >= 0 ? rec->s->joint[joint].name : "free");
        return false;
    }
    return true;
}

/* ---- The state ------------------------------------------------------------------------------ */

static void take_state(TapeTree *w) {
    Recorder *rec = w->rec;
    const int first = jd_record_first_rate(rec);
    bool *follows = ARENA_NEW(rec->arena, bool, w->tree->nq + 1);
    int at = 0;
    if (!follows) return;
    for (int u = 0; u < w->tree->nu; u++) rec->state_of_u[u] = -1;
    for (int k = 0; k < w->rank; k++) follows[jd_tape_tree_coordinate(w, w->dependent[k])] = true;
    for (int q = 0; q < w->tree->nq; q++) {
        rec->state_of_q[q] = follows[q] ? -1 : at;
        if (follows[q]) continue;
        rec->q[q] = jd_tape_leaf(rec->t, TAPE_STATE, at, rec->s->start[q]);
        rec->start[at++] = rec->s->start[q];
    }
    rec->first_rate = at;
    for (int u = 0; u < w->tree->nu; u++) {
        bool own = w->rank == 0;
        for (int k = 0; k < w->free; k++) own = own || w->independent[k] == u;
        if (!own) continue;
        rec->u[u] = jd_tape_leaf(rec->t, TAPE_STATE, at, rec->s->start[first + u]);
        rec->state_of_u[u] = at;
        rec->start[at++] = rec->s->start[first + u];
    }
    rec->first_extra = at;
    jd_record_extras(rec);
}

/* ---- Loops ---------------------------------------------------------------------------------- */

/* The dependent rates that meet numbers of the rows, in their own units: A x = -b. */
void jd_tape_tree_follow(TapeTree *w, const Num *b, Num *x) {
    Tape *t = w->rec->t;
    for (int k = 0; k < w->rank; k++) x[k] = n_scale(t, -row_scale(w, w->rows[k]), b[w->rows[k]]);
    jd_tape_lu_solve(t, w->rank, w->LU, x);
    for (int k = 0; k < w->rank; k++) x[k] = n_scale(t, w->rec->plan->unit[w->dependent[k]], x[k]);
}

static void factor(TapeTree *w, Num *pivot) {
    const int nu = w->tree->nu, n = w->rank;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) w->LU[r * n + c] = w->G[w->rows[r] * nu + w->dependent[c]];
    jd_tape_lu(w->rec->t, n, w->LU, w->rows, pivot);
}

static void close_loops(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int n = w->rank, rows = w->tree->cut.rows;
    Num *x = ARENA_NEW(rec->arena, Num, n + 1), *f = ARENA_NEW(rec->arena, Num, rows + 1),
        *pivot = ARENA_NEW(rec->arena, Num, n + 1), *step = ARENA_NEW(rec->arena, Num, n + 1),
        size = 0;
    double *start = ARENA_NEW(rec->arena, double, n + 1);
    if (!x || !f || !pivot || !step || !start) return;
    for (int k = 0; k < n; k++)
        start[k] = rec->s->start[jd_tape_tree_coordinate(w, w->dependent[k])];
    const int block = jd_tape_block(t, n, start, x);
    for (int k = 0; k < n; k++) {
        const int q = jd_tape_tree_coordinate(w, w->dependent[k]);
        rec->q[q] = x[k];
        jd_tape_hint_near(t, jd_tape_hint_of(t, x[k]), q);
    }
    jd_tape_tree_pose(w);
    jd_tape_tree_columns(w);
    fill_G(w);
    if (rec->failed) return;
    factor(w, pivot);
    for (int k = 0; k < n; k++) {
        const int r = w->rows[k];
        f[r] = jd_tape_tree_row(w, r).row.f;
        size = n_max(t, size, n_scale(t, row_scale(w, r), n_abs(t, f[r])));
    }
    jd_tape_tree_follow(w, f, step);
    jd_tape_close(t, block, step, size);
    double lowest = 1;
    for (int k = 0; k < n; k++) lowest = fmin(lowest, fabs(jd_tape_value(t, pivot[k])));
    for (int k = 0; k < n; k++)
        jd_record_guard(rec, pivot[k], pivot_limit * lowest, "a loop is at a dead point");
}

/* Dependent rates from the independent ones and from drives. */
static void follow_rates(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int rows = w->tree->cut.rows, nu = w->tree->nu;
    Num *b = ARENA_NEW(rec->arena, Num, rows + 1), *x = ARENA_NEW(rec->arena, Num, w->rank + 1);
    if (!b || !x) return;
    for (int k = 0; k < w->rank; k++) {
        const int r = w->rows[k];
        const CutRow row = jd_tape_tree_row(w, r);
        Num sum = n_neg(t, row.motion[1]);
        for (int f = 0; f < w->free; f++)
            sum = n_add(t, sum,
                        n_mul(t, rec->u[w->independent[f]],
                              jd_tape_tree_row_along(w, &row, w->independent[f])));
        b[r] = sum;
    }
    (void)nu;
    jd_tape_tree_follow(w, b, x);
    for (int k = 0; k < w->rank; k++) rec->u[w->dependent[k]] = x[k];
}

static bool make_work(Recorder *rec, TapeTree *w) {
    Arena *arena = rec->arena;
    const Tree *tree = &rec->plan->tree;
    const int nu = tree->nu, rows = tree->cut.rows;
    *w = (TapeTree){.rec = rec, .tree = tree};
    w->free = rows && !rec->plan->rolls ? rec->plan->free : nu;
    w->rank = nu - w->free;
    w->node = ARENA_NEW(arena, Node, tree->nodes + 1);
    w->a = ARENA_NEW(arena, NumSpin, rec->s->bodies);
    w->independent = ARENA_NEW(arena, int, nu + 1);
    w->dependent = ARENA_NEW(arena, int, nu + 1);
    w->rows = ARENA_NEW(arena, int, rows + 1);
    w->turn = ARENA_NEW(arena, Num, rows + 1);
    w->LU = ARENA_NEW(arena, Num, w->rank * w->rank + 1);
    w->G = ARENA_NEW(arena, Num, rows * nu + 1);
    w->column = ARENA_NEW(arena, NumSpin, rec->s->bodies * (nu + 1));
    for (int n = 0; n < tree->nodes && w->node; n++) w->node[n].is = jd_tree_node(tree, n);
    for (int u = 0; u < nu && w->independent; u++) w->independent[u] = u;
    return !arena->failed;
}

bool jd_record_tree(Recorder *rec) {
    TapeTree *w = ARENA_NEW(rec->arena, TapeTree, 1);
    if (!w || !make_work(rec, w)) return false;
    rec->tree = w;
    if (w->rank && (!look_at_start(w) || !no_ball_depends(w))) return false;
    take_state(w);
    if (rec->arena->failed) return false;
    if (w->rank)
        close_loops(w);
    else
        jd_tape_tree_pose(w);
    if (rec->plan->rolls) jd_tape_tree_columns(w);
    if (rec->failed) return false;
    if (w->rank) follow_rates(w);
    jd_tape_tree_twist(w);
    for (int q = 0; q < w->tree->nq; q++) rec->q_known[q] = true;
    return !rec->failed && !rec->arena->failed;
}
