/* SPDX-License-Identifier: MIT
 *
 * What must hold of a system once it is compiled, whatever the model said: numbers of things lie
 * within their arrays, and what refers to each other agrees. Whoever reads a system relies on it
 * and asks no more. Nothing is left of it where assertions are off. */
#include "form/form.h"
#include "solve/solve.h"
#include <assert.h>

#ifndef NDEBUG

/* What form/form.h says of its functions: which are never NULL, and which go together. */
static void check_form(const FormType *form) {
    assert(form->prepare && form->state && form->first_velocity && form->tidy && form->error);
    assert(form->rates && form->recover && form->kinematics && form->project && form->count);
    assert(!form->unsettled == !form->settle && !form->settle == !form->renew);
    assert(!form->renew == !form->afresh);
    assert(!form->pattern == !form->residual && !form->residual == !form->known);
}

static void check_sizes(const JdSystem *s) {
    assert(s->kernel && s->form);
    assert(s->kernel->nv >= s->kernel->linear && s->kernel->nq >= s->kernel->nv);
    assert(s->length > 0 && isfinite(s->length));
    assert(s->weight > 0 && isfinite(s->weight));
    assert(s->bodies >= 1 && s->frames >= s->bodies);
    assert(s->states >= 0 && (s->start || s->states == 0));
    assert(!s->flat || s->space == JD_SPATIAL);
}

/* Frame b of body b is its own. */
static void check_bodies(const JdSystem *s) {
    for (int b = 0; b < s->bodies; b++) {
        assert(s->frame[b].body == b);
        assert(s->body[b].mass >= 0);
        for (int c = 0; c < 3; c++) assert(s->body[b].inertia[c] >= 0);
        assert(!s->body[b].massless || s->body[b].mass == 0);
    }
    for (int f = 0; f < s->frames; f++) assert(jd_is_index(s->frame[f].body, s->bodies));
}

static void check_joints(const JdSystem *s) {
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *j = &s->joint[k];
        assert(j->name && j->type_name);
        assert(j->locks >= 0 && j->locks <= JOINT_LOCKS);
        assert(j->frees >= 0 && j->frees <= JOINT_FREES);
        assert(jd_is_index(j->group, s->dynamics.groups) || j->group == -1);
        if (j->couples) {
            for (int side = 0; side < 2; side++) {
                assert(jd_is_index(j->coupled[side], s->joints));
                assert(jd_is_index(j->coupled_free[side], s->joint[j->coupled[side]].frees));
            }
            continue;
        }
        assert(jd_is_index(j->frame_i, s->frames) && s->frame[j->frame_i].body == j->body_i);
        assert(jd_is_index(j->frame_j, s->frames) && s->frame[j->frame_j].body == j->body_j);
        assert(j->body_i != j->body_j);
        for (int n = 0; n < j->frees; n++) assert(j->free[n]);
    }
}

static void check_row(const JdSystem *s, const Row *row) {
    assert(row->lock.count >= 0 && row->lock.count <= LOCK_TERMS);
    assert(row->velocity == row->lock.velocity);
    assert(row->counter >= -1 && row->counter < s->turns);
    assert(row->joint >= -1 && row->joint < s->joints);
    assert(row->drive >= -1 && row->drive < s->drives);
    assert(row->joint < 0 || row->drive >= 0 ||
           jd_is_index(row->number, s->joint[row->joint].locks));
}

/* Groups lie one behind the other, and have all rows. */
static void check_rows(const JdSystem *s) {
    const RowSet *set = &s->dynamics;
    int next = 0;
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        assert(group->first == next && group->count > 0);
        assert(group->ends >= 2 && group->ends <= GROUP_ENDS);
        for (int e = 0; e < group->ends; e++) {
            assert(jd_is_index(group->body[e], s->bodies));
            assert((group->pair[e] < 0) == (group->body[e] == 0));
        }
        next += group->count;
    }
    assert(next == set->rows);
    for (int r = 0; r < set->rows; r++) check_row(s, &set->row[r]);
    assert(s->anchors >= 0 && s->anchors <= set->rows);
    for (int k = 0; k < s->anchors; k++) assert(jd_is_index(s->anchor[k], set->rows));
}

static void check_forces(const JdSystem *s) {
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *f = &s->force[k];
        assert(f->name && f->type && f->type->eval);
        assert(f->values >= 0 && f->values <= 3 * TYPE_FIELDS);
        if (f->type->target == FORCE_ON_FREE) {
            assert(jd_is_index(f->joint, s->joints));
            assert(jd_is_index(f->free, s->joint[f->joint].frees));
        } else {
            assert(jd_is_index(f->frame_i, s->frames) && jd_is_index(f->frame_j, s->frames));
        }
    }
    for (int k = 0; k < s->drives; k++) {
        const SystemDrive *d = &s->drive[k];
        assert(jd_is_index(d->joint, s->joints) && jd_is_index(d->free, s->joint[d->joint].frees));
        assert(d->motion);
    }
    for (int t = 0; t < s->turns; t++)
        assert(jd_is_index(s->turn[t].frame_i, s->frames) &&
               jd_is_index(s->turn[t].frame_j, s->frames));
}

static void check_channels(const JdSystem *s) {
    assert(s->channel_room > s->channels && (s->channel_room & (s->channel_room - 1)) == 0);
    for (int c = 0; c < s->channels; c++) {
        assert(s->channel_name[c] && s->channel[c].def && s->channel[c].def->eval);
        assert(s->channel[c].unit);
    }
    for (int k = 0; k < s->slots; k++)
        assert(s->slot[k].program || jd_is_index(s->slot[k].channel, s->channels));
    for (int k = 0; k < s->earlies; k++) assert(jd_is_index(s->early[k], s->slots));
    for (int k = 0; k < s->storeds; k++) assert(jd_is_index(s->stored[k], s->slots));
    for (int k = 0; k < s->lates; k++) assert(jd_is_index(s->late[k], s->slots));
    for (int k = 0; k < s->outputs; k++) assert(jd_is_index(s->output[k], s->channels));
}

static void check_start(const JdSystem *s) {
    for (int k = 0; k < s->states; k++) assert(isfinite(s->start[k]));
}

void jd_system_is_sound(const JdSystem *s) {
    check_sizes(s);
    check_form(s->form);
    check_bodies(s);
    check_joints(s);
    check_rows(s);
    check_forces(s);
    check_channels(s);
    check_start(s);
}

#else

void jd_system_is_sound(const JdSystem *s) {
    (void)s;
}

#endif
