/* SPDX-License-Identifier: MIT
 *
 * Bodies by the coordinates of a tree, with recorded numbers, in the plane and in space alike: what
 * is zero in the plane is never written. Loops are closed by Newton's method, by the rows and for
 * the coordinates that are best at the start. theory (9.1)-(9.14) */
#include "emit/record.h"
#include "math/dense.h"
#include <string.h>

/* Pivots of the loops are about 1 in general. Coordinates are left where one is so small, or so
 * small a part of the lowest at the start: loops close in two ways there, and no step is to go from
 * one to the other. */
static const double pivot_limit = 2e-3;

/* Numbers of a node: from its parent's centre of mass to its own, its twist for each rate of its
 * joint, its acceleration when neither parent nor rates have any. */
typedef struct {
    NodeInfo is;
    Num3 r;
    NumSpin S[6], c;
    Num3 to, arm, d, e[6]; /* e: axes of the frees */
    NumAxes i;
} Node;

typedef struct {
    Recorder *rec;
    const Tree *tree;
    Node *node;
    NumSpin *a; /* bias of each body */
    int free, rank;
    int *independent, *dependent, *rows; /* rates; rows of `cut` in the order of pivots */
    Num *LU;
    Num *G;          /* rows x rates */
    NumSpin *column; /* of each body, for each rate of the tree */
} Work;

static const SystemJoint *joint_of(const Work *w, const Node *node) {
    return node->is.joint >= 0 ? &w->rec->s->joint[node->is.joint] : NULL;
}

/* ---- Places --------------------------------------------------------------------------------- */

static NumAxes quaternion_axes(Tape *t, const Num *q) {
    const Num w = q[0], x = q[1], y = q[2], z = q[3], one = n_num(t, 1);
    const Num size = n_add(t, n_add(t, n_square(t, w), n_square(t, x)),
                           n_add(t, n_square(t, y), n_square(t, z)));
    const Num k = n_div(t, n_num(t, 2), size);
    const Num kx = n_mul(t, k, x), ky = n_mul(t, k, y), kz = n_mul(t, k, z);
    const Num xx = n_mul(t, kx, x), yy = n_mul(t, ky, y), zz = n_mul(t, kz, z);
    const Num xy = n_mul(t, kx, y), yz = n_mul(t, ky, z), zx = n_mul(t, kz, x);
    const Num wx = n_mul(t, kx, w), wy = n_mul(t, ky, w), wz = n_mul(t, kz, w);
    return (NumAxes){n3(n_sub(t, one, n_add(t, yy, zz)), n_add(t, xy, wz), n_sub(t, zx, wy)),
                     n3(n_sub(t, xy, wz), n_sub(t, one, n_add(t, zz, xx)), n_add(t, yz, wx)),
                     n3(n_add(t, zx, wy), n_sub(t, yz, wx), n_sub(t, one, n_add(t, xx, yy)))};
}

static NumAxes turned(Tape *t, const NumAxes *E, AxisName axis, Num angle) {
    const Num c = n_cos(t, angle), s = n_sin(t, angle);
    Num3 *const in[3] = {&((NumAxes *)E)->x, &((NumAxes *)E)->y, &((NumAxes *)E)->z};
    const Num3 a = *in[(axis + 1) % 3], b = *in[(axis + 2) % 3];
    NumAxes to = *E;
    Num3 *const out[3] = {&to.x, &to.y, &to.z};
    *out[(axis + 1) % 3] = n3_add(t, n3_scale(t, c, a), n3_scale(t, s, b));
    *out[(axis + 2) % 3] = n3_sub(t, n3_scale(t, c, b), n3_scale(t, s, a));
    return to;
}

static NumAxes turn_of(Work *w, const SystemJoint *joint, const Num *q) {
    Tape *t = w->rec->t;
    NumAxes axes = n_axes(t, &axes_none);
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        if (def->kind == FREE_BALL) return quaternion_axes(t, q + f);
        if (def->kind == FREE_TURN) axes = turned(t, &axes, def->axis, q[f]);
    }
    return axes;
}

static void pose_float(Work *w, Node *node) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    NumBody *body = &rec->body[node->is.body];
    const Num *q = rec->q + node->is.q, one = n_num(t, 1);
    const NumAxes none = n_axes(t, &axes_none);
    memset(node->S, 0, sizeof node->S);
    if (rec->s->space == JD_PLANAR) {
        body->p = n3(q[0], q[1], 0);
        body->R = turned(t, &none, AXIS_Z, q[2]);
        node->S[0].line.x = node->S[1].line.y = node->S[2].turn.z = one;
    } else {
        body->p = n3(q[0], q[1], q[2]);
        body->R = quaternion_axes(t, q + 3);
        for (int k = 0; k < 3; k++) {
            node->S[k].line = n_axes_at(&none, (AxisName)k);
            node->S[k + 3].turn = n_axes_at(&body->R, (AxisName)k);
        }
    }
    node->r = body->p;
}

static void pose_joint(Work *w, Node *node) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const SystemJoint *joint = joint_of(w, node);
    const NumBody *parent = &rec->body[node->is.parent];
    NumBody *body = &rec->body[node->is.body];
    const bool reversed = node->is.sign < 0;
    const Num sign = n_num(t, node->is.sign), *q = rec->q + node->is.q;
    const NumAxes near = n_axes(t, &node->is.near_axes), far = n_axes(t, &node->is.far_axes);
    const NumAxes base = n_axes_absolute(t, &parent->R, &near), turn = turn_of(w, joint, q),
                  back = n_axes_inverse(&turn), out = n_axes_inverse(&far);
    const NumAxes there = n_axes_absolute(t, &base, reversed ? &back : &turn);
    body->R = n_axes_absolute(t, &there, &out);
    node->i = reversed ? there : base;
    NumAxes axes = node->i;
    node->d = n3(0, 0, 0);
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const double share = def->kind == FREE_SLIDE ? 1 : joint->lead[f];
        node->e[f] = n_axes_at(def->kind == FREE_TURN ? &axes : &node->i, def->axis);
        if (share != 0)
            node->d = n3_add(t, node->d, n3_scale(t, n_scale(t, share, q[f]), node->e[f]));
        if (def->kind == FREE_TURN) axes = turned(t, &axes, def->axis, q[f]);
    }
    const int frame[2] = {joint->frame_i, joint->frame_j};
    node->to = n_axes_out(t, &parent->R, jd_record_point(rec, frame[reversed]));
    node->arm = n_axes_out(t, &body->R, jd_record_point(rec, frame[!reversed]));
    node->r = n3_sub(t, n3_add(t, node->to, n3_scale(t, sign, node->d)), node->arm);
    body->p = n3_add(t, parent->p, node->r);

    const Num3 lever = reversed ? n3_add(t, node->arm, node->d) : node->arm;
    for (int f = 0; f < joint->frees; f++) {
        const Num3 e = n3_scale(t, sign, node->e[f]);
        const bool slide = joint->free[f]->kind == FREE_SLIDE;
        const Num3 v = n3_sub(t, n3_scale(t, n_num(t, joint->lead[f]), e), n3_cross(t, e, lever));
        node->S[f] = (NumSpin){slide ? e : v, slide ? n3(0, 0, 0) : e};
    }
}

static void pose_all(Work *w) {
    w->rec->body[0] = (NumBody){.R = n_axes(w->rec->t, &axes_none)};
    for (int n = 0; n < w->tree->nodes; n++)
        if (w->node[n].is.joint < 0)
            pose_float(w, &w->node[n]);
        else
            pose_joint(w, &w->node[n]);
}

/* ---- Velocities and bias -------------------------------------------------------------------- */

static NumSpin carried(Tape *t, const NumSpin *parent, Num3 r) {
    return (NumSpin){n3_add(t, parent->line, n3_cross(t, parent->turn, r)), parent->turn};
}

static NumSpin spin_add(Tape *t, const NumSpin *a, const NumSpin *b) {
    return (NumSpin){n3_add(t, a->line, b->line), n3_add(t, a->turn, b->turn)};
}

static NumSpin spin_scale(Tape *t, Num k, const NumSpin *a) {
    return (NumSpin){n3_scale(t, k, a->line), n3_scale(t, k, a->turn)};
}

/* As twist_frees and set_motion of system/tree_spatial.c. */
static void bias_of_joint(Work *w, Node *node) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const SystemJoint *joint = joint_of(w, node);
    const Num *q = rec->q + node->is.q, *u = rec->u + node->is.u, sign = n_num(t, node->is.sign);
    const Num3 wp = rec->body[node->is.parent].v.turn, wb = rec->body[node->is.body].v.turn;
    const Num3 wi = node->is.sign < 0 ? wb : wp;
    Num3 turning = wi, slide = n3(0, 0, 0), bias = n3(0, 0, 0);
    NumAxes axes = node->i;
    for (int f = 0; f < joint->frees; f++) {
        const FreeDef *def = joint->free[f];
        const Num3 part = n3_scale(t, u[f], node->e[f]);
        if (def->kind == FREE_SLIDE) {
            slide = n3_add(t, slide, part);
            continue;
        }
        slide = n3_add(t, slide, n3_scale(t, n_num(t, joint->lead[f]), part));
        const bool turns = def->kind == FREE_TURN;
        bias = n3_add(t, bias, n3_cross(t, turns ? turning : wi, part));
        if (!turns) continue;
        turning = n3_add(t, turning, part);
        axes = turned(t, &axes, def->axis, q[f]);
    }
    const Num3 alpha = n3_scale(t, sign, bias), none = n3(0, 0, 0);
    const Num3 d_rate = n3_add(t, slide, n3_cross(t, wi, node->d));
    const Num3 d_bias = n3_add(t, n3_cross(t, wi, n3_add(t, d_rate, slide)),
                               n3_cross(t, node->is.sign < 0 ? alpha : none, node->d));
    const Num3 arm_bias =
        n3_add(t, n3_cross(t, wb, n3_cross(t, wb, node->arm)), n3_cross(t, alpha, node->arm));
    const Num3 fixed = n3_cross(t, wp, n3_cross(t, wp, node->to));
    node->c = (NumSpin){n3_sub(t, n3_add(t, fixed, n3_scale(t, sign, d_bias)), arm_bias), alpha};
}

static void twist_all(Work *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    for (int n = 0; n < w->tree->nodes; n++) {
        Node *node = &w->node[n];
        NumSpin v = carried(t, &rec->body[node->is.parent].v, node->r);
        for (int f = 0; f < node->is.nu; f++) {
            const NumSpin part = spin_scale(t, rec->u[node->is.u + f], &node->S[f]);
            v = spin_add(t, &v, &part);
        }
        rec->body[node->is.body].v = v;
        node->c = (NumSpin){{0, 0, 0}, {0, 0, 0}};
        if (node->is.joint >= 0) bias_of_joint(w, node);
    }
}

/* Accelerations for rates' rates (NULL: none). */
static void accelerate(Work *w, const Num *udot, NumSpin *a) {
    Tape *t = w->rec->t;
    a[0] = (NumSpin){{0, 0, 0}, {0, 0, 0}};
    for (int n = 0; n < w->tree->nodes; n++) {
        const Node *node = &w->node[n];
        NumSpin to = carried(t, &a[node->is.parent], node->r);
        to = spin_add(t, &to, &node->c);
        for (int f = 0; f < node->is.nu && udot; f++) {
            const NumSpin part = spin_scale(t, udot[node->is.u + f], &node->S[f]);
            to = spin_add(t, &to, &part);
        }
        a[node->is.body] = to;
    }
}

/* How all bodies move with each rate alone. */
static void fill_columns(Work *w) {
    Tape *t = w->rec->t;
    const int nu = w->tree->nu;
    for (int n = 0; n < w->tree->nodes; n++) {
        const Node *node = &w->node[n];
        NumSpin *own = w->column + node->is.body * nu, *parent = w->column + node->is.parent * nu;
        for (int u = 0; u < nu; u++) own[u] = carried(t, &parent[u], node->r);
        for (int f = 0; f < node->is.nu; f++)
            own[node->is.u + f] = spin_add(t, &own[node->is.u + f], &node->S[f]);
    }
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static Num spin_dot(Tape *t, Num3 force, Num3 moment, const NumSpin *v) {
    return n_add(t, n3_dot(t, force, v->line), n3_dot(t, moment, v->turn));
}

/* Where a free is among coordinates and rates; false: it is of a joint outside the tree. */
static bool find_free(const Work *w, int joint, int free, int *q, int *u) {
    const TreeFree *at = &w->rec->plan->frees[joint];
    *q = at->q + free, *u = at->u + free;
    return at->u >= 0;
}

typedef struct {
    NumRow row;
    bool plain; /* a sum of rates: */
    int u[2];
    double share[2];
    Num motion[3];
} CutRow;

static CutRow eval_row(Work *w, int r) {
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
        out.row = jd_record_lock(rec, &row->lock, &i, &j);
        out.row.f = n_sub(t, out.row.f, n_num(t, row->target));
        out.u[0] = s->frame[group->frame_i].body, out.u[1] = s->frame[group->frame_j].body;
    }
    return out;
}

static Num row_along(Work *w, const CutRow *row, int u) {
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

static double row_scale(const Work *w, int r) {
    return w->tree->cut.row[r].metres ? 1 / w->rec->s->length : 1;
}

/* Rows along rates, as numbers of size 1. */
static void fill_G(Work *w) {
    Recorder *rec = w->rec;
    const int nu = w->tree->nu;
    for (int r = 0; r < w->tree->cut.rows && !rec->failed; r++) {
        const CutRow row = eval_row(w, r);
        for (int u = 0; u < nu; u++)
            w->G[r * nu + u] =
                n_scale(rec->t, row_scale(w, r) * rec->plan->unit[u], row_along(w, &row, u));
    }
}

/* ---- Which rates depend --------------------------------------------------------------------- */

/* The coordinate of a rate; -1: it is a part of a quaternion. */
static int coordinate_of(const Work *w, int u) {
    for (int n = 0; n < w->tree->nodes; n++) {
        const NodeInfo *node = &w->node[n].is;
        if (u < node->u || u >= node->u + node->nu) continue;
        const SystemJoint *joint = joint_of(w, &w->node[n]);
        const int f = u - node->u;
        const bool ball =
            joint ? joint->free[f]->kind == FREE_BALL : w->rec->s->space == JD_SPATIAL && f > 2;
        return ball ? -1 : node->q + f;
    }
    return -1;
}

/* As jd_minimal_choose does at the start. */
static void choose(Work *w) {
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
static bool look_at_start(Work *w) {
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
    pose_all(w);
    fill_columns(w);
    fill_G(w);
    if (!rec->failed) choose(w);
    rec->t = whole;
    rec->q = q;
    rec->time = jd_tape_leaf(whole, TAPE_TIME, 0, 0);
    memcpy(&rec->guard, &none, sizeof none);
    memset(w->column, 0, (size_t)(rec->s->bodies * w->tree->nu) * sizeof *w->column);
    return !rec->failed;
}

static bool no_ball_depends(Work *w) {
    Recorder *rec = w->rec;
    for (int k = 0; k < w->rank; k++) {
        int joint = -1, free = 0;
        if (coordinate_of(w, w->dependent[k]) >= 0) continue;
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

static void take_state(Work *w) {
    Recorder *rec = w->rec;
    const int first = jd_first_rate(rec->s);
    bool *follows = ARENA_NEW(rec->arena, bool, w->tree->nq + 1);
    int at = 0;
    if (!follows) return;
    for (int u = 0; u < w->tree->nu; u++) rec->state_of_u[u] = -1;
    for (int k = 0; k < w->rank; k++) follows[coordinate_of(w, w->dependent[k])] = true;
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
static void follow(Work *w, const Num *b, Num *x) {
    Tape *t = w->rec->t;
    for (int k = 0; k < w->rank; k++) x[k] = n_scale(t, -row_scale(w, w->rows[k]), b[w->rows[k]]);
    jd_tape_lu_solve(t, w->rank, w->LU, x);
    for (int k = 0; k < w->rank; k++) x[k] = n_scale(t, w->rec->plan->unit[w->dependent[k]], x[k]);
}

static void factor(Work *w, Num *pivot) {
    const int nu = w->tree->nu, n = w->rank;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) w->LU[r * n + c] = w->G[w->rows[r] * nu + w->dependent[c]];
    jd_tape_lu(w->rec->t, n, w->LU, w->rows, pivot);
}

static void close_loops(Work *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int n = w->rank, rows = w->tree->cut.rows;
    Num *x = ARENA_NEW(rec->arena, Num, n + 1), *f = ARENA_NEW(rec->arena, Num, rows + 1),
        *pivot = ARENA_NEW(rec->arena, Num, n + 1), *step = ARENA_NEW(rec->arena, Num, n + 1),
        size = 0;
    double *start = ARENA_NEW(rec->arena, double, n + 1);
    if (!x || !f || !pivot || !step || !start) return;
    for (int k = 0; k < n; k++) start[k] = rec->s->start[coordinate_of(w, w->dependent[k])];
    const int block = jd_tape_block(t, n, start, x);
    for (int k = 0; k < n; k++) rec->q[coordinate_of(w, w->dependent[k])] = x[k];
    pose_all(w);
    fill_columns(w);
    fill_G(w);
    if (rec->failed) return;
    factor(w, pivot);
    for (int k = 0; k < n; k++) {
        const int r = w->rows[k];
        f[r] = eval_row(w, r).row.f;
        size = n_max(t, size, n_scale(t, row_scale(w, r), n_abs(t, f[r])));
    }
    follow(w, f, step);
    jd_tape_close(t, block, step, size);
    double lowest = 1;
    for (int k = 0; k < n; k++) lowest = fmin(lowest, fabs(jd_tape_value(t, pivot[k])));
    for (int k = 0; k < n; k++)
        jd_record_guard(rec, pivot[k], pivot_limit * lowest, "a loop is at a dead point");
}

/* Dependent rates from the independent ones and from drives. */
static void follow_rates(Work *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int rows = w->tree->cut.rows, nu = w->tree->nu;
    Num *b = ARENA_NEW(rec->arena, Num, rows + 1), *x = ARENA_NEW(rec->arena, Num, w->rank + 1);
    if (!b || !x) return;
    for (int k = 0; k < w->rank; k++) {
        const int r = w->rows[k];
        const CutRow row = eval_row(w, r);
        Num sum = n_neg(t, row.motion[1]);
        for (int f = 0; f < w->free; f++)
            sum = n_add(t, sum,
                        n_mul(t, rec->u[w->independent[f]], row_along(w, &row, w->independent[f])));
        b[r] = sum;
    }
    (void)nu;
    follow(w, b, x);
    for (int k = 0; k < w->rank; k++) rec->u[w->dependent[k]] = x[k];
}

static bool make_work(Recorder *rec, Work *w) {
    Arena *arena = rec->arena;
    const Tree *tree = &rec->plan->tree;
    const int nu = tree->nu, rows = tree->cut.rows;
    *w = (Work){.rec = rec, .tree = tree};
    w->free = rows && !rec->plan->rolls ? rec->plan->free : nu;
    w->rank = nu - w->free;
    w->node = ARENA_NEW(arena, Node, tree->nodes + 1);
    w->a = ARENA_NEW(arena, NumSpin, rec->s->bodies);
    w->independent = ARENA_NEW(arena, int, nu + 1);
    w->dependent = ARENA_NEW(arena, int, nu + 1);
    w->rows = ARENA_NEW(arena, int, rows + 1);
    w->LU = ARENA_NEW(arena, Num, w->rank * w->rank + 1);
    w->G = ARENA_NEW(arena, Num, rows * nu + 1);
    w->column = ARENA_NEW(arena, NumSpin, rec->s->bodies * (nu + 1));
    for (int n = 0; n < tree->nodes && w->node; n++) w->node[n].is = jd_tree_node(tree, n);
    for (int u = 0; u < nu && w->independent; u++) w->independent[u] = u;
    return !arena->failed;
}

bool jd_record_tree(Recorder *rec) {
    Work *w = ARENA_NEW(rec->arena, Work, 1);
    if (!w || !make_work(rec, w)) return false;
    rec->tree = w;
    if (w->rank && (!look_at_start(w) || !no_ball_depends(w))) return false;
    take_state(w);
    if (rec->arena->failed) return false;
    if (w->rank)
        close_loops(w);
    else
        pose_all(w);
    if (rec->plan->rolls) fill_columns(w);
    if (rec->failed) return false;
    if (w->rank) follow_rates(w);
    twist_all(w);
    for (int q = 0; q < w->tree->nq; q++) rec->q_known[q] = true;
    return !rec->failed && !rec->arena->failed;
}

/* ---- Accelerations by independent rates: theory (9.13), (9.14) ------------------------------ */

static NumSpin wrench_of(Recorder *rec, int body, const NumSpin *a) {
    Tape *t = rec->t;
    const NumAxes *R = &rec->body[body].R;
    const Num3 I = jd_record_inertia(rec, body), own = n_axes_in(t, R, a->turn);
    const Num3 turn = n3(n_mul(t, I.x, own.x), n_mul(t, I.y, own.y), n_mul(t, I.z, own.z));
    return (NumSpin){n3_scale(t, jd_record_mass(rec, body), a->line), n_axes_out(t, R, turn)};
}

/* What a body asks for with this acceleration; and that less what acts on it. */
static NumSpin inertia_of(Recorder *rec, int body, const NumSpin *a) {
    Tape *t = rec->t;
    const Num3 w = rec->body[body].v.turn;
    const NumSpin turning = {{0, 0, 0}, w}, spun = wrench_of(rec, body, &turning);
    NumSpin f = wrench_of(rec, body, a);
    f.turn = n3_add(t, f.turn, n3_cross(t, w, spun.turn));
    return f;
}

static NumSpin demand_of(Recorder *rec, int body, const NumSpin *a) {
    Tape *t = rec->t;
    NumSpin f = inertia_of(rec, body, a);
    f.line = n3_sub(t, f.line, rec->force[body].line);
    f.turn = n3_sub(t, f.turn, rec->force[body].turn);
    return f;
}

static Num spins_dot(Tape *t, const NumSpin *a, const NumSpin *b) {
    return n_add(t, n3_dot(t, a->line, b->line), n3_dot(t, a->turn, b->turn));
}

/* u' of the dependent rates with the independent ones left out, and B. */
static void depend(Work *w, Num *udot, Num *B) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int nu = w->tree->nu, rows = w->tree->cut.rows;
    Num *b = ARENA_NEW(rec->arena, Num, rows + 1), *x = ARENA_NEW(rec->arena, Num, w->rank + 1);
    if (!b || !x) return;
    for (int k = 0; k < w->rank; k++) {
        const int r = w->rows[k];
        const CutRow row = eval_row(w, r);
        b[r] = n_neg(t, row.motion[2]);
        if (row.plain) continue;
        const Num ends = n_add(t, spin_dot(t, row.row.force_i, row.row.moment_i, &w->a[row.u[0]]),
                               spin_dot(t, row.row.force_j, row.row.moment_j, &w->a[row.u[1]]));
        b[r] = n_add(t, ends, row.row.bias);
    }
    follow(w, b, x);
    for (int k = 0; k < w->rank; k++) udot[w->dependent[k]] = x[k];
    for (int f = 0; f < w->free; f++) {
        const int own = w->independent[f];
        B[f * nu + own] = n_num(t, 1);
        for (int k = 0; k < w->rank; k++) {
            const int r = w->rows[k];
            b[r] = n_scale(t, 1 / (row_scale(w, r) * rec->plan->unit[own]), w->G[r * nu + own]);
        }
        follow(w, b, x);
        for (int k = 0; k < w->rank; k++) B[f * nu + w->dependent[k]] = x[k];
    }
}

static void solve_reduced(Work *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int nu = w->tree->nu, n = w->free, bodies = rec->s->bodies;
    Num *B = ARENA_NEW(rec->arena, Num, n * nu + 1), *M = ARENA_NEW(rec->arena, Num, n * n + 1),
        *h = ARENA_NEW(rec->arena, Num, n + 1);
    NumSpin *J = ARENA_NEW(rec->arena, NumSpin, n * bodies + 1);
    if (!B || !M || !h || !J || !jd_record_keep(rec, n)) return;
    accelerate(w, NULL, w->a);
    depend(w, rec->udot, B);
    accelerate(w, rec->udot, w->a);
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
    accelerate(w, rec->udot, rec->accel);
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

static void inward(Work *w, int k, Joint *at) {
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

static void solve_open(Work *w) {
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

static void solve_rolling(Work *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int nu = w->tree->nu, rows = w->tree->cut.rows, n = nu + rows, bodies = rec->s->bodies;
    Num *A = ARENA_NEW(rec->arena, Num, n * n + 1), *b = ARENA_NEW(rec->arena, Num, n + 1),
        *pivot = ARENA_NEW(rec->arena, Num, n + 1), *x = ARENA_NEW(rec->arena, Num, n + 1);
    int *order = ARENA_NEW(rec->arena, int, n + 1);
    if (!A || !b || !pivot || !x || !order) return;
    accelerate(w, NULL, w->a);
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
        const CutRow row = eval_row(w, r);
        for (int u = 0; u < nu; u++)
            A[(nu + r) * n + u] = A[u * n + nu + r] = row_along(w, &row, u);
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
        jd_record_guard(rec, pivot[k], 1e-6 * fabs(jd_tape_value(t, pivot[k])),
                        "a position is singular");
    }
    jd_tape_lu_solve(t, n, A, x);
    for (int u = 0; u < nu; u++) rec->udot[u] = x[u];
    accelerate(w, rec->udot, rec->accel);
}

void jd_record_tree_solve(Recorder *rec) {
    Work *w = rec->tree;
    if (rec->explicit_mass && !w->rank && !w->tree->cut.rows) fill_columns(w);
    if (w->rank || (rec->explicit_mass && !w->tree->cut.rows))
        solve_reduced(w);
    else if (w->tree->cut.rows)
        solve_rolling(w);
    else
        solve_open(w);
}

/* ---- Rates of the coordinates --------------------------------------------------------------- */

/* q' of a quaternion: of a body that floats by its own angular velocity, of a ball by that along
 * the axes of i. */
static void quaternion_rate(Tape *t, const Num *q, const Num *w, bool floats, Num *out) {
    const Num half = n_num(t, 0.5);
    const Num3 n = n3(q[1], q[2], q[3]), v = n3(w[0], w[1], w[2]);
    const Num3 across = floats ? n3_cross(t, n, v) : n3_cross(t, v, n);
    const Num3 rate = n3_scale(t, half, n3_add(t, n3_scale(t, q[0], v), across));
    out[0] = n_neg(t, n_mul(t, half, n3_dot(t, n, v)));
    out[1] = rate.x, out[2] = rate.y, out[3] = rate.z;
}

void jd_record_tree_rates(Recorder *rec) {
    const Work *w = rec->tree;
    for (int k = 0; k < w->tree->nodes; k++) {
        const NodeInfo *node = &w->node[k].is;
        for (int f = 0; f < node->nu; f++) {
            const int q = coordinate_of(w, node->u + f), at = q < 0 ? -1 : rec->state_of_q[q];
            if (at >= 0) rec->rate[at] = rec->u[node->u + f];
        }
        const SystemJoint *joint = joint_of(w, &w->node[k]);
        int first = -1;
        for (int f = 0; f < node->nu && first < 0; f++)
            if (coordinate_of(w, node->u + f) < 0) first = f;
        if (first < 0) continue;
        Num out[4];
        quaternion_rate(rec->t, rec->q + node->q + first, rec->u + node->u + first, !joint, out);
        for (int n = 0; n < 4; n++) rec->rate[rec->state_of_q[node->q + first + n]] = out[n];
    }
    for (int u = 0; u < w->tree->nu; u++)
        if (rec->state_of_u[u] >= 0) rec->rate[rec->state_of_u[u]] = rec->udot[u];
}
