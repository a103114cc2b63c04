/* SPDX-License-Identifier: MIT
 *
 * Channels with recorded numbers: what is asked of bodies, joints, forces, drives and the whole. */
#include "record/record.h"
#include <string.h>

typedef struct {
    Recorder *rec;
    int channel, subject, number;
    const char *name; /* behind the subject's own */
    bool known;
} Asked;

static Num unknown(Asked *a) {
    a->known = false;
    return 0;
}

static Num part(Num3 v, char axis) {
    return axis == 'x' ? v.x : axis == 'y' ? v.y : v.z;
}

/* ---- Angles that are counted ---------------------------------------------------------------- */

Num jd_record_counted(Recorder *rec, Num angle, int state) {
    int hint = 0;
    const TapeNode is = rec->t->node.at[angle];
    const Num before = jd_tape_hint(rec->t, rec->s->start[state], &hint);
    jd_tape_hint_near(rec->t, hint, state);
    const Num rough =
        is.op == TAPE_ATAN2 ? jd_tape_op(rec->t, TAPE_ROUGH_ANGLE, is.of[0], is.of[1], 0) : angle;
    jd_tape_follow(rec->t, hint, jd_tape_op(rec->t, TAPE_COUNTED, rough, before, 0));
    return jd_tape_op(rec->t, TAPE_COUNTED, angle, before, 0);
}

/* Of a planar body: the sum of its tree's turns. */
static Num angle_of_body(Recorder *rec, int body) {
    const Tree *tree = &rec->plan->tree;
    Tape *t = rec->t;
    Num sum = 0;
    if (rec->of_bodies) return body ? rec->q[3 * (body - 1) + 2] : 0;
    while (body) {
        const NodeInfo node = jd_tree_node(tree, tree->node_of[body]);
        if (node.joint < 0) return n_add(t, sum, rec->q[node.q + 2]);
        const SystemJoint *joint = &rec->s->joint[node.joint];
        sum = n_add(t, sum, n_num(t, node.angle));
        for (int f = 0; f < joint->frees; f++)
            if (joint->free[f]->kind != FREE_SLIDE)
                sum = n_add(t, sum, n_scale(t, node.sign, jd_record_coordinate(rec, node.q + f)));
        body = node.parent;
    }
    return sum;
}

Num jd_record_angle(Recorder *rec, int frame) {
    const JdSystem *s = rec->s;
    const SystemFrame *at = &s->frame[frame];
    const NumAxes *R = &rec->body[at->body].R;
    Num angle;
    if (at->body == 0) return n_num(rec->t, at->local.angle);
    if (s->space == JD_PLANAR) {
        angle = angle_of_body(rec, at->body);
    } else {
        angle = jd_record_counted(rec, n_atan2(rec->t, R->x.y, R->x.x),
                                  rec->plan->tree.nq + at->body - 1);
    }
    return n_add(rec->t, angle, n_num(rec->t, at->local.angle));
}

/* ---- Bodies and frames ---------------------------------------------------------------------- */

static Num quaternion_part(Recorder *rec, const NumAxes *R, char which) {
    const NumQuat q = jd_record_attitude(rec->t, R);
    return which == 'w' ? q.w : part(q.v, which);
}

static Num3 accel_at(Recorder *rec, int frame) {
    Tape *t = rec->t;
    const int body = rec->s->frame[frame].body;
    const NumSide side = jd_record_side(rec, frame);
    const NumSpin *a = &rec->accel[body];
    return n3_add(t, n3_add(t, a->line, n3_cross(t, a->turn, side.arm)),
                  n3_cross(t, side.w, n3_cross(t, side.w, side.arm)));
}

/* How a node moves that follows from an equilibrium is there behind the rates alone. */
static bool node_moves(Recorder *rec, int node) {
    const JdSystem *s = rec->s;
    if (node < 0 || (rec->node_follows && !rec->node_follows[s->node[node].block])) return true;
    return !rec->explicit_mass && jd_record_nodes_move(rec);
}

/* A point of a node, which does not turn. */
static Num of_moving(Asked *a, NumSide side) {
    if (strlen(a->name) == 2 && a->name[0] == 'v') return part(side.v, a->name[1]);
    return strcmp(a->name, "speed") ? unknown(a) : n3_norm(a->rec->t, side.v);
}

static Num of_frame(Asked *a) {
    Recorder *rec = a->rec;
    Tape *t = rec->t;
    const char *name = a->name;
    const NumSide side = jd_record_side(rec, a->subject);
    const NumSpin *accel = &rec->accel[rec->s->frame[a->subject].body];
    const size_t length = strlen(name);
    const Level level = rec->s->channel[a->channel].def->level;
    const int node = rec->s->frame[a->subject].seat - rec->s->bodies;
    if (node >= 0 && level > LEVEL_POSITION) {
        if (level > LEVEL_VELOCITY || !node_moves(rec, node)) return unknown(a);
        return of_moving(a, jd_record_side(rec, a->subject));
    }
    if (length == 1) return part(side.p, name[0]);
    if (length == 2 && name[0] == 'v') return part(side.v, name[1]);
    if (length == 2 && name[0] == 'w') return part(side.w, name[1]);
    if (length == 2 && name[0] == 'a') return part(accel_at(rec, a->subject), name[1]);
    if (!strncmp(name, "alpha", 5) && length == 6) return part(accel->turn, name[5]);
    if (!strcmp(name, "rate")) return side.w.z;
    if (!strcmp(name, "accel")) return accel->turn.z;
    if (!strcmp(name, "speed")) return n3_norm(t, side.v);
    if (!strcmp(name, "angle")) return jd_record_angle(rec, a->subject);
    if (!strncmp(name, "own.w", 5) && length == 6)
        return n3_dot(t, side.w, n_axes_at(&side.axes, (AxisName)(name[5] - 'x')));
    if (!strncmp(name, "matrix.", 7) && length == 9)
        return part(n_axes_at(&side.axes, (AxisName)(name[8] - 'x')), name[7]);
    if (!strncmp(name, "quaternion.", 11)) return quaternion_part(rec, &side.axes, name[11]);
    return unknown(a);
}

/* ---- Multipliers: (J M^-1 J^T) lambda = J (a - M^-1 Q) -------------------------------------- */

enum {
    MOST_ROWS = 2500,       /* whether more of them have few operations would take long to see */
    MOST_PRODUCTS = 200000, /* of the elimination; a chain has a few for each row */
};
typedef struct {
    int ends, body[4];
    Num3 force[4], moment[4];
} Row4;

static void add_end(Tape *t, Row4 *row, int body, double share, Num3 force, Num3 moment) {
    int e = 0;
    if (!body) return;
    while (e < row->ends && row->body[e] != body) e++;
    if (e == row->ends) row->ends++, row->body[e] = body;
    row->force[e] = n3_add(t, row->force[e], n3_scale(t, n_num(t, share), force));
    row->moment[e] = n3_add(t, row->moment[e], n3_scale(t, n_num(t, share), moment));
}

static void add_lock(Recorder *rec, Row4 *row, const SystemJoint *joint, const Lock *lock,
                     double share) {
    const NumSide i = jd_record_side(rec, joint->frame_i), j = jd_record_side(rec, joint->frame_j);
    const NumRow at = jd_record_lock(rec, lock, &i, &j);
    add_end(rec->t, row, joint->body_i, share, at.force_i, at.moment_i);
    add_end(rec->t, row, joint->body_j, share, at.force_j, at.moment_j);
}

static Row4 dynamics_row(Recorder *rec, int r) {
    const JdSystem *s = rec->s;
    const Row *row = &s->dynamics.row[r];
    Row4 out = {0};
    if (row->drive >= 0) {
        const SystemDrive *drive = &s->drive[row->drive];
        const SystemJoint *joint = &s->joint[drive->joint];
        add_lock(rec, &out, joint, &joint->free_row[drive->free].lock, 1);
        return out;
    }
    const SystemJoint *joint = &s->joint[row->joint];
    if (!joint->couples) {
        add_lock(rec, &out, joint, &row->lock, 1);
        return out;
    }
    for (int side = 0; side < 2; side++) {
        const SystemJoint *of = &s->joint[joint->coupled[side]];
        add_lock(rec, &out, of, &of->free_row[joint->coupled_free[side]].lock, row->lock.q[side]);
    }
    return out;
}

/* What a body is accelerated by, for a unit of a row. Where some body has no inertia of its own:
 * what it would be with a unit of mass; rows, which do not repeat each other, ask for the same in
 * any measure. */
static bool has_inertia(const Recorder *rec) {
    const JdSystem *s = rec->s;
    for (int b = 1; b < s->bodies; b++) {
        const double *I = s->body[b].turning;
        const bool turns = s->space == JD_PLANAR ? I[2] > 0 : I[0] > 0 && I[1] > 0 && I[2] > 0;
        if (!(s->body[b].mass > 0) || !turns) return false;
    }
    return true;
}

static NumSpin answer(Recorder *rec, int body, Num3 force, Num3 moment) {
    Tape *t = rec->t;
    const NumAxes *R = &rec->body[body].R;
    if (!has_inertia(rec)) {
        const double square = rec->s->length * rec->s->length;
        return (NumSpin){force, n3_scale(t, n_num(t, 1 / square), moment)};
    }
    const Num3 I = jd_record_inertia(rec, body), own = n_axes_in(t, R, moment);
    const Num3 turn = n3(I.x ? n_div(t, own.x, I.x) : 0, I.y ? n_div(t, own.y, I.y) : 0,
                         I.z ? n_div(t, own.z, I.z) : 0);
    return (NumSpin){n3_scale(t, n_inverse(t, jd_record_mass(rec, body)), force),
                     n_axes_out(t, R, turn)};
}

/* What rows do to a body: what its acceleration asks for beyond what acts on it. */
static NumSpin caused(Recorder *rec, int body) {
    Tape *t = rec->t;
    const NumAxes *R = &rec->body[body].R;
    const NumSpin *F = &rec->force[body], *a = &rec->accel[body];
    const Num3 w = rec->body[body].v.turn, I = jd_record_inertia(rec, body),
               carries = jd_record_spinning(rec, body), own = n_axes_in(t, R, w),
               change = n_axes_in(t, R, a->turn);
    const Num3 spun = n_axes_out(
        t, R,
        n3(n_mul(t, carries.x, own.x), n_mul(t, carries.y, own.y), n_mul(t, carries.z, own.z)));
    const Num3 turned = n_axes_out(
        t, R, n3(n_mul(t, I.x, change.x), n_mul(t, I.y, change.y), n_mul(t, I.z, change.z)));
    const Num3 force = n3_sub(t, n3_scale(t, jd_record_mass(rec, body), a->line), F->line);
    const Num3 moment = n3_sub(t, n3_add(t, turned, n3_cross(t, w, spun)), F->turn);
    return answer(rec, body, force, moment);
}

/* Efforts on coordinates of the tree act on bodies like rows. */
static bool push_efforts(Recorder *rec) {
    const JdSystem *s = rec->s;
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *force = &s->force[k];
        if (force->type->target != FORCE_ON_FREE || rec->plan->frees[force->joint].u < 0) continue;
        const SystemJoint *joint = &s->joint[force->joint];
        Row4 row = {0};
        add_lock(rec, &row, joint, &joint->free_row[force->free].lock, 1);
        for (int e = 0; e < row.ends; e++) {
            NumSpin *to = &rec->force[row.body[e]];
            to->line = n3_add(rec->t, to->line, n3_scale(rec->t, rec->out[k].effort, row.force[e]));
            to->turn =
                n3_add(rec->t, to->turn, n3_scale(rec->t, rec->out[k].effort, row.moment[e]));
        }
    }
    return !rec->failed;
}

static bool has_multipliers(Recorder *rec) {
    return !rec->no_pull && rec->s->dynamics.rows <= MOST_ROWS && rec->s->anchors == 0;
}

/* Products of the elimination of a symmetric matrix, by what is not zero in it. -1: memory is out.
 */
static long count_products(int n, const Num *S) {
    Arena arena = {0};
    bool *full = ARENA_NEW(&arena, bool, n *n + 1);
    int *below = ARENA_NEW(&arena, int, n + 1);
    long products = full && below ? 0 : -1;
    for (int k = 0; k < n * n && products >= 0; k++) full[k] = S[k] != 0;
    for (int k = 0; k < n && products >= 0 && products <= MOST_PRODUCTS; k++) {
        int count = 0;
        for (int r = k + 1; r < n; r++)
            if (full[r * n + k]) below[count++] = r;
        products += (long)count * (count + 3) / 2;
        for (int a = 0; a < count; a++)
            for (int b = 0; b <= a; b++) full[below[a] * n + below[b]] = true;
    }
    jd_arena_free(&arena);
    return products;
}

static bool find_multipliers(Recorder *rec) {
    const JdSystem *s = rec->s;
    Tape *t = rec->t;
    const int n = s->dynamics.rows;
    if (rec->pull) return true;
    if (!has_multipliers(rec)) return false;
    Row4 *row = ARENA_NEW(rec->arena, Row4, n + 1);
    Num *S = ARENA_NEW(rec->arena, Num, n * n + 1), *b = ARENA_NEW(rec->arena, Num, n + 1);
    if (!row || !S || !b || !push_efforts(rec)) return false;
    for (int r = 0; r < n; r++) row[r] = dynamics_row(rec, r);
    if (rec->failed) return false;
    for (int r = 0; r < n; r++)
        for (int e = 0; e < row[r].ends; e++) {
            const int body = row[r].body[e];
            const NumSpin own = answer(rec, body, row[r].force[e], row[r].moment[e]);
            const NumSpin due = caused(rec, body);
            b[r] = n_add(t, b[r],
                         n_add(t, n3_dot(t, row[r].force[e], due.line),
                               n3_dot(t, row[r].moment[e], due.turn)));
            for (int q = 0; q <= r; q++)
                for (int f = 0; f < row[q].ends; f++) {
                    if (row[q].body[f] != body) continue;
                    const Num sum = n_add(t, n3_dot(t, own.line, row[q].force[f]),
                                          n3_dot(t, own.turn, row[q].moment[f]));
                    S[r * n + q] = n_add(t, S[r * n + q], sum);
                }
        }
    const long products = count_products(n, S);
    rec->no_pull = products < 0 || products > MOST_PRODUCTS;
    if (rec->no_pull) return false;
    jd_tape_positive(t, n, S, b);
    rec->pull = b;
    return !rec->arena->failed;
}

typedef struct {
    Num3 force, torque;
} NumWrench;

static NumWrench own_wrench(Recorder *rec, const SystemJoint *joint, bool side_j) {
    Tape *t = rec->t;
    const int body = side_j ? joint->body_j : joint->body_i;
    Num3 force = n3(0, 0, 0), moment = force;
    for (int k = 0; k < joint->locks; k++) {
        const Row4 row = dynamics_row(rec, joint->first_row + k);
        for (int e = 0; e < row.ends; e++) {
            if (row.body[e] != body) continue;
            const Num lambda = rec->pull[joint->first_row + k];
            force = n3_add(t, force, n3_scale(t, lambda, row.force[e]));
            moment = n3_add(t, moment, n3_scale(t, lambda, row.moment[e]));
        }
    }
    const NumSide at = jd_record_side(rec, side_j ? joint->frame_j : joint->frame_i);
    return (NumWrench){force, n3_sub(t, moment, n3_cross(t, at.arm, force))};
}

static NumWrench wrench(Recorder *rec, const SystemJoint *joint, bool side_j) {
    Tape *t = rec->t;
    if (joint->group < 0) return (NumWrench){n3(0, 0, 0), n3(0, 0, 0)};
    if ((side_j ? joint->body_j : joint->body_i) != 0) return own_wrench(rec, joint, side_j);
    const NumWrench other = own_wrench(rec, joint, !side_j);
    const NumSide here = jd_record_side(rec, side_j ? joint->frame_j : joint->frame_i),
                  there = jd_record_side(rec, side_j ? joint->frame_i : joint->frame_j);
    const Num3 moved = n3_cross(t, n3_sub(t, there.p, here.p), other.force);
    const Num minus = n_num(t, -1);
    return (NumWrench){n3_scale(t, minus, other.force),
                       n3_scale(t, minus, n3_add(t, other.torque, moved))};
}

/* ---- Joints --------------------------------------------------------------------------------- */

static Num along_bodies(Recorder *rec, const SystemJoint *joint, const NumRow *row) {
    Tape *t = rec->t;
    const NumSpin *i = &rec->accel[joint->body_i], *j = &rec->accel[joint->body_j];
    const Num of_i = n_add(t, n3_dot(t, row->force_i, i->line), n3_dot(t, row->moment_i, i->turn)),
              of_j = n_add(t, n3_dot(t, row->force_j, j->line), n3_dot(t, row->moment_j, j->turn));
    return n_add(t, of_i, of_j);
}

static Num free_position(Asked *a, const SystemJoint *joint) {
    Recorder *rec = a->rec;
    const Row *row = &joint->free_row[a->number];
    if (joint->free[a->number]->kind == FREE_BALL) return unknown(a);
    if (row->lock.turn != 0 && rec->s->space == JD_PLANAR)
        return n_add(
            rec->t,
            n_sub(rec->t, angle_of_body(rec, joint->body_j), angle_of_body(rec, joint->body_i)),
            n_num(rec->t, row->angle));
    const NumSide i = jd_record_side(rec, joint->frame_i), j = jd_record_side(rec, joint->frame_j);
    const NumRow at = jd_record_lock(rec, &row->lock, &i, &j);
    if (row->lock.turn == 0 || row->counter < 0) return at.f;
    return jd_record_counted(rec, at.f, rec->plan->tree.nq + row->counter);
}

Num jd_record_free(Recorder *rec, int joint, int free, bool *known) {
    Asked a = {.rec = rec, .subject = joint, .number = free, .known = true};
    const Num value = free_position(&a, &rec->s->joint[joint]);
    *known = a.known;
    return value;
}

static Num of_free(Asked *a, Level level) {
    Recorder *rec = a->rec;
    const SystemJoint *joint = &rec->s->joint[a->subject];
    const TreeFree *known = &rec->plan->frees[a->subject];
    if (known->u >= 0 && level == LEVEL_POSITION)
        return jd_record_coordinate(rec, known->q + a->number);
    if (known->u >= 0) return (level == LEVEL_VELOCITY ? rec->u : rec->udot)[known->u + a->number];
    if (level == LEVEL_POSITION) return free_position(a, joint);
    const NumSide i = jd_record_side(rec, joint->frame_i), j = jd_record_side(rec, joint->frame_j);
    const NumRow at = jd_record_lock(rec, &joint->rate_row[a->number].lock, &i, &j);
    if (level == LEVEL_VELOCITY) return at.rate;
    return n_add(rec->t, at.bias, along_bodies(rec, joint, &at));
}

static Num size_of(Recorder *rec, Num3 torque) {
    return rec->s->space == JD_PLANAR || rec->s->flat ? torque.z : n3_norm(rec->t, torque);
}

static Num of_wrench(Asked *a, const char *name, NumWrench w, const SystemJoint *joint) {
    Recorder *rec = a->rec;
    const bool force = !strncmp(name, "force", 5);
    const char *rest = name + (force ? 5 : 6);
    const Num3 v = force ? w.force : w.torque;
    if (!*rest) return force ? n3_norm(rec->t, v) : size_of(rec, v);
    if (strlen(rest) == 2) return part(v, rest[1]);
    if (strlen(rest) != 3) return unknown(a);
    const NumSide at = jd_record_side(rec, rest[2] == 'j' ? joint->frame_j : joint->frame_i);
    return n3_dot(rec->t, v, n_axes_at(&at.axes, (AxisName)(rest[1] - 'x')));
}

static Num of_joint(Asked *a, const ChannelDef *def) {
    Recorder *rec = a->rec;
    const SystemJoint *joint = &rec->s->joint[a->subject];
    const char *name = a->name;
    if (jd_is_free_channel(def)) return of_free(a, def->level);
    if (def->reads == READS_NOTHING || !find_multipliers(rec)) return unknown(a);
    if (def == &jd_lambda_channel) return rec->pull[joint->first_row + a->number];
    const bool side_i = !strncmp(name, "i.", 2);
    if (side_i || !strncmp(name, "j.", 2)) name += 2;
    return of_wrench(a, name, wrench(rec, joint, !side_i), joint);
}

/* ---- Forces, drives, the whole -------------------------------------------------------------- */

/* How fast the ends of a force go apart: known before its value is. */
static Num rate_of_length(Recorder *rec, const SystemForce *force) {
    Tape *t = rec->t;
    const NumSide i = jd_record_side(rec, force->frame_i), j = jd_record_side(rec, force->frame_j);
    const Num3 d = n3_sub(t, j.p, i.p);
    return n_div(t, n3_dot(t, d, n3_sub(t, j.v, i.v)), n3_norm(t, d));
}

static Num length_of(Recorder *rec, const SystemForce *force) {
    Tape *t = rec->t;
    const NumSide i = jd_record_side(rec, force->frame_i), j = jd_record_side(rec, force->frame_j);
    return n3_norm(t, n3_sub(t, j.p, i.p));
}

static bool ends_move(Recorder *rec, const SystemForce *force) {
    return node_moves(rec, force->node_i) && node_moves(rec, force->node_j);
}

static Num of_node(Asked *a) {
    Recorder *rec = a->rec;
    const bool moves = a->name[0] == 'v' || !strcmp(a->name, "speed");
    if (!strcmp(a->name, "z")) return 0;
    if (!moves || rec->explicit_mass || !node_moves(rec, a->subject)) return unknown(a);
    const Num3 now = rec->body[rec->s->bodies + a->subject].v.line;
    return a->name[0] == 'v' ? part(now, a->name[1]) : n3_norm(rec->t, now);
}

static Num of_force(Asked *a) {
    Recorder *rec = a->rec;
    const NumForce *out = &rec->out[a->subject];
    const char *name = a->name;
    if (!strncmp(name, "force", 5) || !strncmp(name, "torque", 6))
        return of_wrench(a, name, (NumWrench){out->force, out->torque}, NULL);
    if (!strcmp(name, "effort")) return out->effort;
    if (!strcmp(name, "length")) return length_of(rec, &rec->s->force[a->subject]);
    const bool moves = !strcmp(name, "rate") || !strcmp(name, "power") ||
                       !strcmp(name, "dissipated") || !strcmp(name, "inner_rate");
    if (moves && !ends_move(rec, &rec->s->force[a->subject])) return unknown(a);
    if (!strcmp(name, "rate")) return rate_of_length(rec, &rec->s->force[a->subject]);
    if (!strcmp(name, "energy")) return out->energy;
    if (!strcmp(name, "power")) return out->power;
    if (!strcmp(name, "dissipated")) return out->dissipated;
    if (!strcmp(name, "inner_rate")) return out->inner_rate;
    return unknown(a);
}

static Num of_drive(Asked *a) {
    Recorder *rec = a->rec;
    const SystemDrive *drive = &rec->s->drive[a->subject];
    Num jet[3];
    if (!find_multipliers(rec)) return unknown(a);
    if (!strcmp(a->name, "effort")) return rec->pull[drive->row];
    jd_record_drive(rec, a->subject, jet);
    return n_mul(rec->t, rec->pull[drive->row], jet[1]);
}

static Num kinetic(Recorder *rec) {
    Tape *t = rec->t;
    Num sum = 0;
    for (int b = 1; b < rec->s->bodies; b++) {
        const NumBody *body = &rec->body[b];
        const Num3 own = n_axes_in(t, &body->R, body->v.turn), I = jd_record_spinning(rec, b);
        const Num3 spun = n3(n_mul(t, I.x, own.x), n_mul(t, I.y, own.y), n_mul(t, I.z, own.z));
        const Num line = n_mul(t, jd_record_mass(rec, b), n3_dot(t, body->v.line, body->v.line));
        sum = n_add(t, sum, n_scale(t, 0.5, n_add(t, line, n3_dot(t, spun, own))));
    }
    return sum;
}

static Num potential(Recorder *rec) {
    Tape *t = rec->t;
    Num sum = 0;
    for (int b = 1; b < rec->s->bodies; b++)
        sum =
            n_add(t, sum,
                  n_mul(t, jd_record_mass(rec, b), jd_record_gravity_energy(rec, rec->body[b].p)));
    for (int k = 0; k < rec->s->forces; k++) sum = n_add(t, sum, rec->out[k].energy);
    return sum;
}

static Num of_model(Asked *a) {
    Recorder *rec = a->rec;
    Tape *t = rec->t;
    if (!strcmp(a->name, "time")) return rec->time;
    if (!strcmp(a->name, "energy")) return n_add(t, kinetic(rec), potential(rec));
    if (!strcmp(a->name, "energy.kinetic")) return kinetic(rec);
    if (!strcmp(a->name, "energy.potential")) return potential(rec);
    if (strcmp(a->name, "power.applied") || rec->s->gravity_kind == GRAVITY_FIELD)
        return unknown(a);
    Num sum = 0;
    for (int k = 0; k < rec->s->nodes; k++)
        if (!node_moves(rec, k)) return unknown(a);
    for (int k = 0; k < rec->s->forces; k++)
        sum = n_add(t, sum, n_sub(t, rec->out[k].power, rec->out[k].conservative));
    return sum;
}

/* ---- Whose it is ---------------------------------------------------------------------------- */

/* The channel's name is this subject's, a point, and its own. */
static bool is_of(const Asked *a, const char *subject) {
    const char *whole = a->rec->s->channel_name[a->channel];
    const size_t length = subject ? strlen(subject) : 0;
    return subject && !strncmp(whole, subject, length) && whole[length] == '.' &&
           !strcmp(whole + length + 1, a->name);
}

Num jd_record_channel(Recorder *rec, int channel, bool *known) {
    const JdSystem *s = rec->s;
    const struct ChannelAt *at = &s->channel[channel];
    const char *whole = s->channel_name[channel];
    Asked a = {rec, channel, at->subject, at->number, at->def->name, true};
    const int k = at->subject, given = jd_given_of_channel(s, channel);
    Num value = 0;
    const bool free = jd_is_free_channel(at->def) || at->def == &jd_lambda_channel;
    if (given >= 0)
        value = jd_tape_leaf(rec->t, TAPE_INPUT, given, s->given_start[given]);
    else if (k < s->signals && s->signal[k].channel == channel)
        value = jd_record_slot(rec, s->signal[k].slot);
    else if (k < s->extras && !strcmp(s->extra[k].name, whole))
        value = rec->extra[k];
    else if (k < s->extras && !strcmp(s->extra[k].rate_name, whole))
        value = rec->rate[rec->first_extra + k];
    else if (free || (k < s->joints && is_of(&a, s->joint[k].name)))
        value = of_joint(&a, at->def);
    else if (k < s->nodes && is_of(&a, s->node[k].name))
        value = of_node(&a);
    else if (k < s->forces && is_of(&a, s->force[k].name))
        value = of_force(&a);
    else if (k < s->drives && is_of(&a, s->drive[k].name))
        value = of_drive(&a);
    else if ((k > 0 && k < s->bodies && is_of(&a, s->body[k].name)) ||
             (k < s->frames && is_of(&a, s->frame[k].name)))
        value = of_frame(&a);
    else if (!strcmp(whole, at->def->name))
        value = of_model(&a);
    else
        a.known = false;
    *known = a.known;
    return value;
}
