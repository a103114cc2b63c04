/* SPDX-License-Identifier: MIT
 *
 * Loops of a tree: the rows that close them, which rates depend on which, and Newton's method by
 * the rows and for the coordinates that are best at the start. */
#include "record/tree.h"
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
    CutRow out = {.u = {-1, -1}};
    int q[2];
    if (r >= w->tree->cut.rows) {
        out.plain = true;
        out.spin = &w->ball[r - w->tree->cut.rows];
        return out;
    }
    const Row *row = &w->tree->cut.row[r];
    const Group *group = &w->tree->cut.group[rec->plan->group[r]];
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
    jd_tape_balls_turn(w);
}

/* ---- Which rates depend --------------------------------------------------------------------- */

/* As jd_minimal_choose does at the start; all rates of a ball that spins depend. */
static const double gladly = 1e6;

static const double reluctantly =
    1e-9; /* weight of a pivot where the closed form has another choice */

static void choose(TapeTree *w) {
    Recorder *rec = w->rec;
    const int nu = w->tree->nu, rows = w->tree->cut.rows + w->spins;
    double *G = ARENA_NEW(rec->arena, double, rows *nu + 1);
    int *column = ARENA_NEW(rec->arena, int, nu + 1);
    if (!G || !column) return;
    for (int k = 0; k < rows * nu; k++) G[k] = jd_tape_value(rec->t, w->T[k]);
    for (int r = 0; r < rows; r++) w->rows[r] = r;
    double *weight = ARENA_NEW(rec->arena, double, nu + 1);
    if (!weight) return;
    for (int u = 0; u < nu; u++) {
        const bool stays = rec->plan->depends && !rec->plan->depends[u]; /* closed form has it so */
        column[u] = u;
        weight[u] = stays ? reluctantly : rec->plan->prefer[u];
        for (int k = 0; k < w->spins; k++)
            if (u >= w->ball[k].u && u < w->ball[k].u + 3) weight[u] = gladly;
    }
    w->rank = nu - w->free + w->spins;
    jd_dense_choose(&(DenseChoice){rows, nu, G, w->rows, column, weight}, w->rank, -INFINITY);
    for (int k = 0; k < w->rank; k++) w->dependent[k] = column[k];
    for (int k = 0; k < w->free - w->spins; k++) w->independent[k] = column[w->rank + k];
    for (int k = 0; k < w->spins; k++) w->independent[w->free - w->spins + k] = nu + k;
}

/* Rows along rates as the trial has them, elsewhere. */
static const double elsewhere = 0.05;

static bool find_spins(TapeTree *w, Tape *trial) {
    Recorder *rec = w->rec;
    const int nq = w->tree->nq, numbers = w->tree->cut.rows * w->tree->nu;
    double *G = ARENA_NEW(rec->arena, double, numbers + 1),
           *other = ARENA_NEW(rec->arena, double, numbers + 1),
           *q = ARENA_NEW(rec->arena, double, nq + 1),
           *v = ARENA_NEW(rec->arena, double, trial->node.count + 1);
    if (!G || !other || !q || !v) return false;
    for (int k = 0; k < nq; k++) q[k] = rec->s->start[k] + elsewhere * sin(7.0 * k + 1);
    if (!jd_tape_play(trial, &(TapeGiven){.state = q}, v)) return !rec->arena->failed;
    for (int k = 0; k < numbers; k++) G[k] = jd_tape_value(trial, w->G[k]), other[k] = v[w->G[k]];
    jd_tape_balls_spin(w, &(BallPlaces){G, other, rec->s->start, q});
    return !rec->arena->failed;
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
    if (!rec->failed && !rec->explicit_mass && !find_spins(w, &trial)) return false;
    if (w->spins) fill_G(w);
    if (!rec->failed) choose(w);
    rec->t = whole;
    rec->q = q;
    rec->time = jd_tape_leaf(whole, TAPE_TIME, 0, 0);
    memcpy(&rec->guard, &none, sizeof none);
    memset(w->turn, 0, (size_t)w->tree->cut.rows * sizeof *w->turn);
    memset(w->column, 0, (size_t)(rec->s->bodies * w->tree->nu) * sizeof *w->column);
    return !rec->failed;
}

/* A ball that spins has all its rates depend. Where loops leave others of them independent, too, as
 * in a ring of balls, its rates are those of any ball. */
static bool choose_rates(TapeTree *w) {
    for (int n = 0; n <= w->tree->nodes; n++) {
        w->rank = w->tree->nu - w->free, w->spins = w->balls = 0;
        if (!look_at_start(w)) return false;
        const int plain = jd_tape_balls_find(w);
        if (plain < 0) return true;
        w->plain_ball[plain] = true;
    }
    return false;
}

/* In formulas unknowns have names: a ball has none. */
static bool no_ball_depends(TapeTree *w) {
    Recorder *rec = w->rec;
    for (int k = 0; k < w->rank && rec->explicit_mass; k++) {
        if (jd_tape_tree_coordinate(w, w->dependent[k]) >= 0) continue;
        const int joint = jd_tree_rate(rec->s, w->tree, w->dependent[k]).joint;
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
    for (int k = 0; k < w->rank; k++) {
        const int q = jd_tape_tree_coordinate(w, w->dependent[k]);
        if (q >= 0) follows[q] = true;
    }
    for (int b = 0; b < w->balls; b++)
        for (int k = 0; k < 4; k++) follows[w->ball[b].q + k] = w->ball[b].follows;
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
    jd_tape_balls_take(w, &at);
    rec->first_extra = at;
    jd_record_extras(rec);
}

/* ---- Loops ---------------------------------------------------------------------------------- */

/* The dependent rates that meet numbers of the rows, in their own units: A x = -b. b is spoilt. */
void jd_tape_tree_follow(TapeTree *w, Num *b, Num *x) {
    Tape *t = w->rec->t;
    jd_tape_balls_rows(w, b);
    for (int k = 0; k < w->rank; k++) x[k] = n_scale(t, -row_scale(w, w->rows[k]), b[w->rows[k]]);
    jd_tape_lu_solve(t, w->rank, w->LU, x);
    for (int k = 0; k < w->rank; k++) x[k] = n_scale(t, w->rec->plan->unit[w->dependent[k]], x[k]);
    jd_tape_balls_rates(w, x);
}

static void factor(TapeTree *w, Num *pivot) {
    const int nu = w->tree->nu, n = w->rank;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) w->LU[r * n + c] = w->T[w->rows[r] * nu + w->dependent[c]];
    jd_tape_lu(w->rec->t, n, w->LU, w->rows, pivot);
}

/* Coordinates of lone rates; the rest of the unknowns are balls. */
static int lone_unknowns(const TapeTree *w) {
    int n = 0;
    for (int k = 0; k < w->rank; k++) n += jd_tape_tree_coordinate(w, w->dependent[k]) >= 0;
    return n;
}

static int open_loops(TapeTree *w, int n, Num *x) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    double *start = ARENA_NEW(rec->arena, double, n + 1);
    int at = 0;
    if (!start) return 0;
    for (int k = 0; k < w->rank; k++) {
        const int q = jd_tape_tree_coordinate(w, w->dependent[k]);
        if (q >= 0) start[at++] = rec->s->start[q];
    }
    jd_tape_balls_start(w, start + at);
    const int block = jd_tape_block(t, n, start, x);
    at = 0;
    for (int k = 0; k < w->rank; k++) {
        const int q = jd_tape_tree_coordinate(w, w->dependent[k]);
        if (q < 0) continue;
        rec->q[q] = x[at];
        jd_tape_hint_near(t, jd_tape_hint_of(t, x[at++]), q);
    }
    jd_tape_balls_place(w, x + at);
    return block;
}

static void close_loops(TapeTree *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int n = w->rank, rows = w->tree->cut.rows + w->spins, lone = lone_unknowns(w),
              unknowns = lone + jd_tape_balls_unknowns(w);
    Num *x = ARENA_NEW(rec->arena, Num, unknowns + 1), *f = ARENA_NEW(rec->arena, Num, rows + 1),
        *pivot = ARENA_NEW(rec->arena, Num, n + 1), *change = ARENA_NEW(rec->arena, Num, n + 1),
        *step = ARENA_NEW(rec->arena, Num, unknowns + 1), size = 0;
    if (!x || !f || !pivot || !change || !step) return;
    const int block = open_loops(w, unknowns, x);
    jd_tape_tree_pose(w);
    jd_tape_tree_columns(w);
    fill_G(w);
    if (rec->failed) return;
    factor(w, pivot);
    for (int r = 0; r < rows; r++) f[r] = jd_tape_tree_row(w, r).row.f;
    for (int k = 0; k < n; k++) {
        const int r = w->rows[k];
        size = n_max(t, size, n_scale(t, row_scale(w, r), n_abs(t, f[r])));
    }
    jd_tape_tree_follow(w, f, change);
    for (int k = 0, at = 0; k < n; k++)
        if (jd_tape_tree_coordinate(w, w->dependent[k]) >= 0) step[at++] = change[k];
    jd_tape_balls_step(w, change, step + lone);
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
    const int rows = w->tree->cut.rows + w->spins;
    Num *b = ARENA_NEW(rec->arena, Num, rows + 1), *x = ARENA_NEW(rec->arena, Num, w->rank + 1);
    if (!b || !x) return;
    for (int r = 0; r < rows; r++) {
        const CutRow row = jd_tape_tree_row(w, r);
        Num sum = n_neg(t, row.motion[1]);
        if (row.spin) {
            const Num *rate = row.spin->rate;
            sum = n_neg(t, n3_dot(t, row.spin->along.x, n3(rate[0], rate[1], rate[2])));
        }
        for (int f = 0; f < w->free - w->spins && !row.spin; f++)
            sum = n_add(t, sum,
                        n_mul(t, rec->u[w->independent[f]],
                              jd_tape_tree_row_along(w, &row, w->independent[f])));
        b[r] = sum;
    }
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
    w->rows = ARENA_NEW(arena, int, rows + tree->nodes + 1);
    w->turn = ARENA_NEW(arena, Num, rows + 1);
    w->G = ARENA_NEW(arena, Num, (rows + tree->nodes) * nu + 1);
    w->T = ARENA_NEW(arena, Num, (rows + tree->nodes) * nu + 1);
    w->ball = ARENA_NEW(arena, TapeBall, tree->nodes + 1);
    w->plain_ball = ARENA_NEW(arena, bool, tree->nodes + 1);
    w->column = ARENA_NEW(arena, NumSpin, rec->s->bodies * (nu + 1));
    for (int n = 0; n < tree->nodes && w->node; n++) w->node[n].is = jd_tree_node(tree, n);
    for (int u = 0; u < nu && w->independent; u++) w->independent[u] = u;
    return !arena->failed;
}

bool jd_record_repeats(const Recorder *rec, int u) {
    const TapeTree *w = rec->tree;
    if (rec->space) return jd_record_space_repeats(rec, u);
    for (int b = 0; b < (w ? w->spins : 0); b++)
        if (u == w->ball[b].u || u == w->ball[b].u + 1) return true;
    return false;
}

bool jd_record_tree(Recorder *rec) {
    TapeTree *w = ARENA_NEW(rec->arena, TapeTree, 1);
    if (!w || !make_work(rec, w)) return false;
    rec->tree = w;
    if (w->rank && (!choose_rates(w) || !no_ball_depends(w))) return false;
    w->LU = ARENA_NEW(rec->arena, Num, w->rank * w->rank + 1);
    if (!w->LU) return false;
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
