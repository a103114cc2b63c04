/* SPDX-License-Identifier: MIT
 *
 * Joints: their locks and frees as rows, what they couple, and the turns that are counted. */
#include "build/inside.h"
#include <assert.h>
#include <string.h>

/* ---- Joints --------------------------------------------------------------------------------- */

/* Whether f is a length: every term has one vector with a length, and one or d.d/(2 L) counts too.
 */
static bool has_length(VectorKind kind) {
    return kind <= VEC_ON || (kind >= VEC_VD && kind <= VEC_VN);
}

static bool is_length(const Lock *lock) {
    for (int k = 0; k < lock->count; k++)
        if (has_length(lock->terms[k].a) || has_length(lock->terms[k].b)) return true;
    return false;
}

/* ---- Counted turns -------------------------------------------------------------------------- */

static bool is_same_turn(const Turn *a, const Turn *b) {
    bool same = a->count == b->count && a->number == b->number && a->twist == b->twist;
    for (int k = 0; k < a->count; k++) same = same && a->axes[k] == b->axes[k];
    return same;
}

/* As a planar model draws it, which may be many turns; otherwise what the frames say. */
static double drawn_turn(const JdSystem *system, int frame_i, int frame_j) {
    if (!system->flat) return NAN;
    const SystemFrame *i = &system->frame[frame_i], *j = &system->frame[frame_j];
    return system->body[j->body].pose.angle + j->local.angle - system->body[i->body].pose.angle -
           i->local.angle;
}

/* Which one it is; -1: memory is out. */
static int add_turn(Builder *b, SystemTurn turn) {
    JdSystem *s = b->system;
    if (!jd_arena_grow(&s->arena, (void **)(void *)&s->turn, &s->turns, &b->turn_room,
                       sizeof *s->turn))
        return -1;
    s->turn[s->turns - 1] = turn;
    return s->turns - 1;
}

/* The counter of a turn between two frames, found among the last ones or new. In the plane bodies
 * count their turns themselves. */
static int count_turn(Builder *b, const Lock *lock, int frame_i, int frame_j) {
    JdSystem *system = b->system;
    if (system->space == JD_PLANAR || lock->turn == 0 || lock->about.twist) return -1;
    for (int t = system->turns - 1; t >= 0; t--) {
        const SystemTurn *turn = &system->turn[t];
        if (turn->frame_i != frame_i || turn->frame_j != frame_j) break;
        if (is_same_turn(&turn->lock.about, &lock->about)) return t;
    }
    const Lock alone = {.turn = 1, .about = lock->about};
    return add_turn(b, (SystemTurn){alone, frame_i, frame_j, drawn_turn(system, frame_i, frame_j)});
}

/* The angle of every body of a planar model in space. */
static void count_bodies(Builder *b) {
    const JdSystem *s = b->system;
    const Lock turn = {.turn = 1, .about = {.axes = {AXIS_Z}, .count = 1}};
    /* Against body axes, not the user's: they are what the kernel has at hand. */
    for (int body = 1; body < s->bodies && s->flat; body++)
        add_turn(b, (SystemTurn){turn, 0, body, s->body[body].pose.angle});
}

/* ---- Locks and frees ------------------------------------------------------------------------ */

static const Row empty_row = {
    .alpha = NAN, .beta = NAN, .gamma = NAN, .counter = -1, .joint = -1, .drive = -1, .start = -1};

static bool add_locks(Builder *b, const ModelJoint *from, SystemJoint *to) {
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    bool planar = b->system->space == JD_PLANAR;
    to->locks = jd_joint_locks(from->type, planar, from->fields, locks, texts, from->where, b->log);
    if (to->locks < 0) return b->ok = false;
    to->lock_row = ARENA_NEW(&b->system->arena, Row, to->locks + 1);
    if (!to->lock_row) return false;
    for (int k = 0; k < to->locks; k++) {
        Row row = empty_row;
        row.lock = locks[k];
        row.velocity = locks[k].velocity;
        row.metres = is_length(&locks[k]);
        row.alpha = from->alpha[k];
        row.beta = from->beta[k];
        row.gamma = from->gamma[k];
        row.joint = (int)(to - b->system->joint);
        row.number = k;
        if (!to->couples) row.counter = count_turn(b, &locks[k], to->frame_i, to->frame_j);
        to->lock_row[k] = row;
    }
    return true;
}

/* A ball in a planar model that runs in space keeps the turn of the plane under its name. */
static int find_frees(const JdSystem *system, const JointType *type, const FreeDef **frees) {
    static const FreeDef flat_ball[3] = {TURN(Z), TURN_AS(Y, "ry", "wy", "ay"),
                                         TURN_AS(X, "rx", "wx", "ax")};
    int count = jd_joint_frees(type, system->space == JD_PLANAR, frees);
    for (int k = 0, at = 0; k < count && system->flat; k++)
        if (frees[k]->kind == FREE_BALL) frees[k] = &flat_ball[at++];
    return count;
}

/* The frees as rows, and as names that outlive the model. */
static bool add_frees(Builder *b, const ModelJoint *from, SystemJoint *to) {
    const FreeDef *frees[JOINT_FREES];
    JdSystem *system = b->system;
    to->frees = find_frees(system, from->type, frees);
    double turn = system->frame[to->frame_j].local.angle - system->frame[to->frame_i].local.angle;
    bool ball = false;
    for (int k = 0; k < to->frees; k++) ball = ball || frees[k]->kind == FREE_BALL;
    to->free_row = to->rate_row = ARENA_NEW(&system->arena, Row, to->frees);
    if (ball) to->rate_row = ARENA_NEW(&system->arena, Row, to->frees);
    if (system->arena.failed) return false;
    for (int k = 0; k < to->frees; k++) {
        FreeDef *def = ARENA_NEW(&system->arena, FreeDef, 1);
        if (!def) return false;
        *def = *frees[k];
        def->position = jd_keep_text(b, def->position);
        def->rate = jd_keep_text(b, def->rate);
        def->accel = jd_keep_text(b, def->accel);
        to->free[k] = def;
        if (def->lead) to->lead[k] = from->fields[def->lead - 1] / (2 * pi);
        Row row = empty_row, rate = empty_row;
        bool own_rate = jd_free_lock(frees, to->frees, k, &row.lock, &rate.lock);
        row.angle = turn;
        row.metres = def->kind == FREE_SLIDE;
        row.wraps = def->kind == FREE_BALL;
        if (def->kind == FREE_TURN)
            row.counter = count_turn(b, &row.lock, to->frame_i, to->frame_j);
        assert(ball || !own_rate);
        rate.velocity = true;
        to->free_row[k] = row;
        if (ball) to->rate_row[k] = own_rate ? rate : row;
    }
    return true;
}

/* Whether locks and frees are all motions there are, and the frees keep the locks. */
static bool is_placed(const JdSystem *system, const SystemJoint *joint) {
    Lock locks[JOINT_LOCKS];
    if (joint->locks + joint->frees != system->kernel->nv) return false;
    for (int k = 0; k < joint->locks; k++) locks[k] = joint->lock_row[k].lock;
    return jd_frees_place(locks, joint->locks, joint->free, joint->lead, joint->frees,
                          system->space == JD_PLANAR);
}

/* ---- Couplings ------------------------------------------------------------------------------ */

/* Where a free stands as drawn. */
static double drawn_free(const Builder *b, int k, int number) {
    const SystemJoint *joint = &b->system->joint[k];
    const int first = b->system->bodies;
    const Pose M = jd_model_frame_pose(b->model, joint->frame_i - first),
               N = jd_model_frame_pose(b->model, joint->frame_j - first);
    const bool turns = joint->free[number]->kind == FREE_TURN;
    if (turns && (b->system->space == JD_PLANAR || b->system->flat)) return N.angle - M.angle;
    const Side i = {.p = M.p, .axes = M.axes}, j = {.p = N.p, .axes = N.axes};
    return jd_lock_eval(&joint->free_row[number].lock, &i, &j).f;
}

/* The two frees go on as they stand in the drawn position. */
static void add_coupling(Builder *b, const ModelJoint *from, SystemJoint *to) {
    to->coupled[0] = from->i, to->coupled[1] = from->j;
    to->coupled_free[0] = from->free_i, to->coupled_free[1] = from->free_j;
    for (int k = 0; k < to->locks; k++) {
        Row *row = &to->lock_row[k];
        for (int side = 0; side < 2; side++) {
            const int joint = to->coupled[side], number = to->coupled_free[side];
            row->target += row->lock.q[side] * drawn_free(b, joint, number);
            row->metres = row->metres || b->system->joint[joint].free[number]->kind == FREE_SLIDE;
        }
    }
}

bool jd_build_joints(Builder *b) {
    const JdModel *model = b->model;
    JdSystem *system = b->system;
    system->joints = model->joints.count;
    system->joint = ARENA_NEW(&system->arena, SystemJoint, system->joints + 1);
    if (!system->joint) return false;
    if (system->space == JD_SPATIAL) count_bodies(b);
    for (int k = 0; k < system->joints; k++) {
        const ModelJoint *from = &model->joints.at[k];
        SystemJoint *to = &system->joint[k];
        to->name = jd_keep_text(b, from->name);
        to->where = jd_keep_where(b, from->where);
        to->type_name = jd_keep_text(b, from->type->name);
        to->warning = from->type->apart ? jd_keep_text(b, from->type->warning) : NULL;
        to->apart = from->type->apart;
        to->disc = jd_joint_is_disc(from->type);
        to->couples = from->type->couples;
        if (!to->couples) {
            to->frame_i = system->bodies + from->i;
            to->frame_j = system->bodies + from->j;
            to->body_i = model->frames.at[from->i].body;
            to->body_j = model->frames.at[from->j].body;
        }
        if (!add_locks(b, from, to)) return false;
        if (to->couples)
            add_coupling(b, from, to);
        else if (!add_frees(b, from, to))
            return false;
        to->placed = !to->couples && is_placed(system, to);
    }
    return !system->arena.failed;
}
