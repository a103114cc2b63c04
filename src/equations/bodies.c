/* SPDX-License-Identifier: MIT
 *
 * The equations of newton-euler with recorded numbers: coordinates of every body, a multiplier for
 * every lock. theory (4.1)-(4.3) */
#include "equations/equations.h"

/* ---- The state ------------------------------------------------------------------------------ */

static Num leaf(Recorder *rec, int from, int at) {
    rec->start[at] = rec->s->start[from];
    return jd_tape_leaf(rec->t, TAPE_STATE, at, rec->s->start[from]);
}

static void take_body(Recorder *rec, int body) {
    const int nq = rec->s->kernel->nq, nv = rec->s->kernel->nv, q = nq * (body - 1),
              u = nv * (body - 1), first = rec->plan->tree.nq;
    const char *name = rec->s->body[body].name;
    for (int k = 0; k < nq; k++) {
        rec->q[q + k] = leaf(rec, q + k, q + k);
        rec->q_known[q + k] = true;
        rec->state_of_q[q + k] = q + k;
        rec->state_name[q + k] = jd_record_float_name(rec, name, k, false);
    }
    for (int k = 0; k < nv; k++) {
        rec->u[u + k] = leaf(rec, jd_record_first_rate(rec) + u + k, first + u + k);
        rec->state_of_u[u + k] = first + u + k;
        rec->state_name[first + u + k] = jd_record_float_name(rec, name, k, true);
    }
}

static void move_body(Recorder *rec, int body) {
    Tape *t = rec->t;
    const bool planar = rec->s->space == JD_PLANAR;
    const Num *q = rec->q + rec->s->kernel->nq * (body - 1),
              *u = rec->u + rec->s->kernel->nv * (body - 1);
    NumBody *to = &rec->body[body];
    if (planar) {
        const Num c = n_cos(t, q[2]), s = n_sin(t, q[2]), one = n_num(t, 1);
        to->p = n3(q[0], q[1], 0);
        to->R = (NumAxes){n3(c, s, 0), n3(n_neg(t, s), c, 0), n3(0, 0, one)};
        to->v = (NumSpin){n3(u[0], u[1], 0), n3(0, 0, u[2])};
        return;
    }
    to->p = n3(q[0], q[1], q[2]);
    to->R = jd_record_quaternion(t, q + 3);
    to->v = (NumSpin){n3(u[0], u[1], u[2]), n_axes_out(t, &to->R, n3(u[3], u[4], u[5]))};
}

/* Rates of the coordinates. */
static void take_rates(Recorder *rec, int body) {
    const int nq = rec->s->kernel->nq, linear = rec->s->kernel->linear;
    const Num *q = rec->q + nq * (body - 1), *u = rec->u + rec->s->kernel->nv * (body - 1);
    Num *to = rec->rate + nq * (body - 1);
    for (int k = 0; k < linear; k++) to[k] = u[k];
    if (rec->s->space == JD_PLANAR)
        to[linear] = u[linear];
    else
        jd_record_quaternion_rate(rec->t, q + linear, u + linear, true, to + linear);
}

static void take_bodies(Recorder *rec) {
    rec->body[0].R = n_axes(rec->t, &axes_none);
    for (int b = 1; b < rec->s->bodies; b++) take_body(rec, b);
    rec->first_rate = rec->plan->tree.nq;
    rec->first_extra = rec->first_rate + rec->plan->tree.nu;
    jd_record_extras(rec);
    for (int b = 1; b < rec->s->bodies; b++) {
        move_body(rec, b);
        take_rates(rec, b);
    }
}

/* ---- Equations ------------------------------------------------------------------------------ */

static void take_mass(Recorder *rec, int body, Equations *to) {
    Tape *t = rec->t;
    const int nv = rec->s->kernel->nv, first = nv * (body - 1), n = to->n;
    const Num m = jd_record_mass(rec, body), *u = rec->u + first;
    const Num3 I = jd_record_inertia(rec, body), carries = jd_record_spinning(rec, body);
    const NumSpin *F = &rec->force[body];
    for (int k = 0; k < rec->s->kernel->linear; k++) to->mass[(first + k) * (n + 1)] = m;
    to->push[first] = F->line.x, to->push[first + 1] = F->line.y;
    if (nv == 3) {
        to->mass[(first + 2) * (n + 1)] = I.z;
        to->push[first + 2] = F->turn.z;
        return;
    }
    const Num of[3] = {I.x, I.y, I.z};
    const Num3 own = n_axes_in(t, &rec->body[body].R, F->turn), w = n3(u[3], u[4], u[5]);
    const Num3 spun =
                   n3(n_mul(t, carries.x, w.x), n_mul(t, carries.y, w.y), n_mul(t, carries.z, w.z)),
               turns = n3_cross(t, w, spun);
    to->push[first + 2] = F->line.z;
    for (int k = 0; k < 3; k++) to->mass[(first + 3 + k) * (n + 1)] = of[k];
    to->push[first + 3] = own.x, to->push[first + 4] = own.y, to->push[first + 5] = own.z;
    to->bias[first + 3] = turns.x, to->bias[first + 4] = turns.y, to->bias[first + 5] = turns.z;
}

static void take_row(Recorder *rec, int r, Equations *to) {
    Tape *t = rec->t;
    const int nv = rec->s->kernel->nv;
    const NumEnds row = jd_record_row(rec, &rec->s->dynamics, r);
    to->f[r] = row.f, to->f_rate[r] = row.rate, to->gamma[r] = row.gamma;
    for (int e = 0; e < row.ends; e++) {
        Num *D = to->D + r * to->n + nv * (row.body[e] - 1);
        const Num3 force = row.force[e], moment = row.moment[e];
        D[0] = force.x, D[1] = force.y;
        if (nv == 3) {
            D[2] = moment.z;
            continue;
        }
        const Num3 own = n_axes_in(t, &rec->body[row.body[e]].R, moment);
        D[2] = force.z, D[3] = own.x, D[4] = own.y, D[5] = own.z;
    }
}

/* No coordinate is one of a tree. */
static const MinimalPlan *plan_of_bodies(const Recorder *rec) {
    const JdSystem *s = rec->s;
    MinimalPlan *plan = ARENA_NEW(rec->arena, MinimalPlan, 1);
    if (plan) plan->frees = ARENA_NEW(rec->arena, TreeFree, s->joints + 1);
    if (!plan || !plan->frees) return NULL;
    plan->tree.nq = s->kernel->nq * (s->bodies - 1);
    plan->tree.nu = s->kernel->nv * (s->bodies - 1);
    for (int k = 0; k < s->joints; k++) plan->frees[k] = (TreeFree){-1, -1, false};
    return plan;
}

bool jd_equations_of_bodies(Recorder *rec, Equations *to) {
    const JdSystem *s = rec->s;
    rec->plan = plan_of_bodies(rec);
    rec->of_bodies = true;
    if (!rec->plan || !jd_record_room(rec)) return false;
    const int n = rec->plan->tree.nu;
    if (!jd_equations_fit(rec, n)) return false;
    take_bodies(rec);
    jd_record_forces(rec);
    jd_record_springs(rec);
    jd_record_extra_rates(rec);
    if (rec->failed || !jd_equations_room(to, n, &s->dynamics)) return false;
    for (int b = 1; b < s->bodies; b++) take_mass(rec, b, to);
    for (int r = 0; r < to->rows && !rec->failed; r++) take_row(rec, r, to);
    for (int k = 0; k < n; k++) {
        const int body = k / s->kernel->nv, part = k % s->kernel->nv;
        to->rate[k] = rec->state_name[rec->first_rate + k];
        to->place[k] = part < s->kernel->linear || s->space == JD_PLANAR
                           ? rec->state_name[body * s->kernel->nq + part]
                           : NULL;
    }
    return !rec->failed && !rec->arena->failed;
}
