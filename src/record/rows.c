/* SPDX-License-Identifier: MIT
 *
 * Rows of a set of joints with recorded numbers, as forces on bodies: whatever holds the bodies to
 * each other, in any form. And springs of joints that give way along the same locks. */
#include "record/record.h"

/* ---- Ends ----------------------------------------------------------------------------------- */

static void add_end(Tape *t, NumEnds *row, int body, Num3 force, Num3 moment) {
    int e = 0;
    if (!body) return;
    while (e < row->ends && row->body[e] != body) e++;
    if (e == row->ends) row->ends++, row->body[e] = body;
    row->force[e] = n3_add(t, row->force[e], force);
    row->moment[e] = n3_add(t, row->moment[e], moment);
}

static void add_lock(Recorder *rec, NumEnds *row, const SystemJoint *joint, double share,
                     const NumRow *at) {
    Tape *t = rec->t;
    const Num k = n_num(t, share);
    add_end(t, row, joint->body_i, n3_scale(t, k, at->force_i), n3_scale(t, k, at->moment_i));
    add_end(t, row, joint->body_j, n3_scale(t, k, at->force_j), n3_scale(t, k, at->moment_j));
    row->rate = n_add(t, row->rate, n_mul(t, k, at->rate));
    row->gamma = n_sub(t, row->gamma, n_mul(t, k, at->bias));
}

/* ---- Kinds of rows -------------------------------------------------------------------------- */

/* A lock's angle over many turns, as the form counts it; NO_ANGLE: there is none to count. */
static Num counted_angle(Recorder *rec, const Row *row, const SystemJoint *joint, const NumSide *i,
                         const NumSide *j) {
    if (row->lock.turn == 0) return NO_ANGLE;
    if (rec->s->space == JD_PLANAR)
        return n_sub(rec->t, jd_record_angle(rec, joint->frame_j),
                     jd_record_angle(rec, joint->frame_i));
    if (row->counter < 0) return NO_ANGLE;
    Lock alone = row->lock;
    alone.count = 0, alone.constant = 0, alone.turn = 1;
    return jd_record_counted(rec, jd_record_lock(rec, &alone, i, j).f,
                             rec->plan->tree.nq + row->counter);
}

static NumRow lock_of(Recorder *rec, const Row *row, const SystemJoint *joint) {
    const NumSide i = jd_record_side(rec, joint->frame_i), j = jd_record_side(rec, joint->frame_j);
    return jd_record_lock_at(rec, &row->lock, &i, &j, counted_angle(rec, row, joint, &i, &j));
}

/* A free as a row, its value where joints count it. */
static void add_free(Recorder *rec, NumEnds *out, int joint, int free, double share) {
    const SystemJoint *of = &rec->s->joint[joint];
    const TreeFree *known = &rec->plan->frees[joint];
    const NumSide i = jd_record_side(rec, of->frame_i), j = jd_record_side(rec, of->frame_j);
    const NumRow at = jd_record_lock(rec, &of->free_row[free].lock, &i, &j);
    bool counts = true;
    const Num position = known->u >= 0 ? jd_record_coordinate(rec, known->q + free)
                                       : jd_record_free(rec, joint, free, &counts);
    if (!counts && !rec->failed)
        jd_record_refuse(rec, of->where, "an angle of the ball '%s'", of->name);
    out->f = n_add(rec->t, out->f, n_scale(rec->t, share, position));
    add_lock(rec, out, of, share, &at);
}

NumEnds jd_record_row(Recorder *rec, const RowSet *set, int r) {
    Tape *t = rec->t;
    const JdSystem *s = rec->s;
    const Row *row = &set->row[r];
    NumEnds out = {.ends = 0};
    if (row->motion) {
        const SystemDrive *drive = &s->drive[row->drive];
        Num jet[3];
        jd_record_drive(rec, row->drive, jet);
        add_free(rec, &out, drive->joint, drive->free, 1);
        out.f = n_sub(t, out.f, jet[0]);
        out.rate = n_sub(t, out.rate, jet[1]);
        out.gamma = n_add(t, out.gamma, jet[2]);
        return out;
    }
    const SystemJoint *joint = &s->joint[row->joint];
    if (joint->couples) {
        out.f = n_num(t, row->lock.constant - row->target);
        for (int k = 0; k < 2; k++)
            add_free(rec, &out, joint->coupled[k], joint->coupled_free[k], row->lock.q[k]);
        return out;
    }
    const NumRow at = lock_of(rec, row, joint);
    out.f = n_sub(t, at.f, n_num(t, row->target));
    add_lock(rec, &out, joint, 1, &at);
    return out;
}

/* ---- Joints that give way: theory (4.14), (4.15) -------------------------------------------- */

static Num spring_number(Recorder *rec, const SystemJoint *joint, const char *what, int lock,
                         const Row *row, double value) {
    const char *name = jd_arena_format(rec->arena, "%s.%s%d", joint->name, what, lock + 1);
    const char *unit =
        *what == 's' ? (row->metres ? "N/m" : "N*m/rad") : (row->metres ? "N*s/m" : "N*m*s/rad");
    return jd_tape_fixed(rec->t, name, unit, value);
}

/* Minus the pull of a lock's spring and damper, as jd_soft_effort. */
static Num spring_effort(Recorder *rec, const SystemJoint *joint, int lock, const NumRow *at) {
    Tape *t = rec->t;
    const Row *row = &joint->lock_row[lock];
    const Num k = spring_number(rec, joint, "stiffness", lock, row, row->stiffness),
              c = spring_number(rec, joint, "damping", lock, row, row->damping);
    Num bent = at->f, share = n_num(t, 1);
    if (row->backlash > 0) {
        const Num b = n_num(t, row->backlash),
                  inside = jd_tape_op(t, TAPE_TANH, n_div(t, at->f, b), 0, 0);
        bent = n_sub(t, at->f, n_mul(t, b, inside));
        share = n_square(t, inside);
    }
    return n_neg(t, n_add(t, n_mul(t, k, bent), n_mul(t, n_mul(t, share, c), at->rate)));
}

static void push(Recorder *rec, int body, Num effort, Num3 force, Num3 moment) {
    Tape *t = rec->t;
    NumSpin *to = &rec->force[body];
    to->line = n3_add(t, to->line, n3_scale(t, effort, force));
    to->turn = n3_add(t, to->turn, n3_scale(t, effort, moment));
}

void jd_record_springs(Recorder *rec) {
    for (int k = 0; k < rec->s->joints && !rec->failed; k++) {
        const SystemJoint *joint = &rec->s->joint[k];
        for (int r = 0; r < joint->locks && joint->elastic; r++) {
            const NumRow at = lock_of(rec, &joint->lock_row[r], joint);
            const Num effort = spring_effort(rec, joint, r, &at);
            push(rec, joint->body_i, effort, at.force_i, at.moment_i);
            push(rec, joint->body_j, effort, at.force_j, at.moment_j);
        }
    }
}
