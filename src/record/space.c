/* SPDX-License-Identifier: MIT
 *
 * Loops in space in closed form, with recorded numbers: the three passes of loop/space_pass.c and
 * the equations of form/minimal_space.c. theory 9.9, (9.13), (9.14) */
#include "record/space.h"
#include <string.h>

/* Turns whose axes meet are a ball or a universal joint as long as they do, which numbers of the
 * mechanism may change: Newton's method takes these, and so a turn and a slide that change places
 * to meet one. */
bool jd_record_by_space(const Recorder *rec) {
    const SpaceChain *chain = rec->plan->space;
    if (!chain || !rec->plan->tree.cut.rows || rec->explicit_mass || chain->cylinders) return false;
    for (int d = 0; d < chain->dyads; d++)
        if (chain->dyad[d].ring >= 0 || !chain->dyad[d].movers) return false;
    return true;
}

/* ---- The state ------------------------------------------------------------------------------ */

static int coordinates_of(const Stem *stem) {
    return stem->floats ? 7 : stem->ball ? 4 : stem->frees;
}

/* The spin of a dyad is independent: its ball's quaternion and rates are in the state. */
static bool spin_is_free(const SpaceChain *chain, int d) {
    for (int f = 0; f < chain->free; f++)
        if (chain->independent[f] == chain->stem[chain->dyad[d].aim].u + 2 &&
            chain->spin_of[chain->independent[f]] == d)
            return true;
    return false;
}

static bool keeps_spin(const SpaceChain *chain, int d) {
    return chain->dyad[d].how == AIM_BALL && spin_is_free(chain, d);
}

/* Coordinates and rates of a stem are in the state. */
static void mark(Recorder *rec, const Stem *stem) {
    for (int k = 0; k < coordinates_of(stem); k++) rec->state_of_q[stem->q + k] = 0;
    for (int f = 0; f < stem_rates(stem); f++) rec->state_of_u[stem->u + f] = 0;
}

static int take(Recorder *rec, int *place, int count, int from, int at) {
    for (int k = 0; k < count; k++) {
        if (place[k] < 0) continue;
        place[k] = at;
        rec->start[at++] = rec->s->start[from + k];
    }
    return at;
}

static void take_state(Recorder *rec) {
    const SpaceChain *chain = rec->plan->space;
    const Tree *tree = &rec->plan->tree;
    const int first = jd_record_first_rate(rec);
    for (int q = 0; q < tree->nq; q++) rec->state_of_q[q] = -1;
    for (int u = 0; u < tree->nu; u++) rec->state_of_u[u] = -1;
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->stem >= 0 && !stem_given(&chain->stem[step->stem]))
            mark(rec, &chain->stem[step->stem]);
        if (step->dyad >= 0 && keeps_spin(chain, step->dyad))
            mark(rec, &chain->stem[chain->dyad[step->dyad].aim]);
    }
    rec->first_rate = take(rec, rec->state_of_q, tree->nq, 0, 0);
    rec->first_extra = take(rec, rec->state_of_u, tree->nu, first, rec->first_rate);
    for (int q = 0; q < tree->nq; q++) {
        rec->q_known[q] = rec->state_of_q[q] >= 0;
        if (rec->q_known[q])
            rec->q[q] = jd_tape_leaf(rec->t, TAPE_STATE, rec->state_of_q[q], rec->s->start[q]);
    }
    for (int u = 0; u < tree->nu; u++)
        if (rec->state_of_u[u] >= 0)
            rec->u[u] =
                jd_tape_leaf(rec->t, TAPE_STATE, rec->state_of_u[u], rec->s->start[first + u]);
    jd_record_extras(rec);
}

bool jd_record_space_repeats(const Recorder *rec, int u) {
    const SpaceChain *chain = rec->space->chain;
    for (int d = 0; d < chain->dyads; d++) {
        const int first = chain->stem[chain->dyad[d].aim].u;
        if (keeps_spin(chain, d) && (u == first || u == first + 1)) return true;
    }
    return false;
}

bool jd_record_space_spin(const Recorder *rec, int number, int *q, int *u) {
    const SpaceChain *chain = rec->space->chain;
    for (int d = 0; d < chain->dyads; d++) {
        if (!keeps_spin(chain, d) || number-- > 0) continue;
        *q = chain->stem[chain->dyad[d].aim].q;
        *u = chain->stem[chain->dyad[d].aim].u;
        return true;
    }
    return false;
}

/* ---- What it is made of --------------------------------------------------------------------- */

static SpacePass *make_pass(Recorder *rec) {
    const SpaceChain *chain = rec->plan->space;
    Arena *arena = rec->arena;
    SpacePass *pass = ARENA_NEW(arena, SpacePass, 1);
    if (!pass) return NULL;
    const int stems = chain->stems + 1, columns = chain->columns + 1, rates = chain->rates + 1;
    *pass = (SpacePass){.rec = rec, .chain = chain};
    pass->near = ARENA_NEW(arena, Num3, stems);
    pass->far = ARENA_NEW(arena, Num3, stems);
    pass->at = (Num3(*)[2])ARENA_NEW(arena, Num3, 2 * (chain->dyads + 1));
    pass->jet = (Num(*)[3])ARENA_NEW(arena, Num, 3 * stems);
    pass->axis = ARENA_NEW(arena, Num3, rates);
    pass->tip = ARENA_NEW(arena, Num3, stems);
    pass->column = ARENA_NEW(arena, NumSpin, columns * chain->bodies);
    pass->share = ARENA_NEW(arena, Num, columns * rates);
    pass->rate = ARENA_NEW(arena, Num, rates);
    pass->bias = ARENA_NEW(arena, Num, rates);
    pass->a = ARENA_NEW(arena, NumSpin, chain->bodies);
    pass->added = ARENA_NEW(arena, NumSpin, chain->bodies);
    pass->answer = ARENA_NEW(arena, SpaceNums, chain->dyads + 1);
    return arena->failed ? NULL : pass;
}

static void take_numbers(SpacePass *pass) {
    Recorder *rec = pass->rec;
    const SpaceChain *chain = pass->chain;
    for (int k = 0; k < chain->stems; k++) {
        const Stem *stem = &chain->stem[k];
        if (stem->floats) continue;
        const SystemJoint *joint = &rec->s->joint[stem->joint];
        const int frame[2] = {joint->frame_i, joint->frame_j};
        pass->near[k] = jd_record_point(rec, frame[stem->reversed]);
        pass->far[k] = jd_record_point(rec, frame[!stem->reversed]);
        if (stem->drive >= 0) jd_record_drive(rec, stem->drive, pass->jet[k]);
    }
    for (int d = 0; d < chain->dyads; d++) {
        const SpaceClosing *closing = &chain->closing[chain->dyad[d].closing];
        const SystemJoint *joint = &rec->s->joint[closing->joint];
        pass->at[d][0] = jd_record_point(rec, joint->frame_i);
        pass->at[d][1] = jd_record_point(rec, joint->frame_j);
    }
}

/* ---- Passes --------------------------------------------------------------------------------- */

static void place(SpacePass *pass) {
    Recorder *rec = pass->rec;
    const SpaceChain *chain = pass->chain;
    rec->body[0] = (NumBody){.R = n_axes(rec->t, &axes_none)};
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->dyad >= 0) jd_nums_dyad_place(pass, step->dyad);
        if (step->stem < 0) continue;
        const Stem *stem = &chain->stem[step->stem];
        const bool driven = stem->drive >= 0;
        if (driven) {
            rec->q[stem->q] = pass->jet[step->stem][0];
            rec->q_known[stem->q] = true;
        }
        jd_nums_place(pass, step->stem, rec->q + stem->q);
    }
    for (int d = 0; d < chain->dyads; d++) {
        if (chain->dyad[d].how != AIM_BALL) continue;
        const int q = chain->stem[chain->dyad[d].aim].q;
        for (int k = 0; k < 4; k++) {
            rec->q[q + k] = pass->answer[d].quaternion[k];
            rec->q_known[q + k] = true;
            if (rec->state_of_q[q + k] < 0)
                jd_tape_follow(rec->t, pass->answer[d].hint[k], rec->q[q + k]);
        }
    }
}

static void fill_column(SpacePass *pass, int c) {
    Tape *t = pass->rec->t;
    const SpaceChain *chain = pass->chain;
    Num *share = pass->share + c * chain->rates;
    const int own = c < chain->free ? chain->independent[c] : -1;
    if (own >= 0 && chain->spin_of[own] < 0) share[own] = n_num(t, 1);
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->dyad >= 0) {
            jd_nums_dyad_spread(pass, step->dyad, c);
        } else if (step->spin >= 0) {
            if (own == chain->stem[chain->dyad[step->spin].aim].u + 2)
                jd_nums_spin_column(pass, step->spin, c, n_num(t, 1));
        } else {
            const Stem *stem = &chain->stem[step->stem];
            if (c == chain->free && stem->drive >= 0) share[stem->u] = pass->jet[step->stem][1];
            jd_nums_spread(pass, step->stem, c);
        }
    }
}

/* How fast the state says that an independent one goes. */
static Num state_rate(SpacePass *pass, int rate) {
    Tape *t = pass->rec->t;
    const int d = pass->chain->spin_of[rate];
    if (d < 0) return pass->rec->u[rate];
    const int aim = pass->chain->dyad[d].aim;
    const Stem *stem = &pass->chain->stem[aim];
    const Num *u = pass->rec->u + stem->u;
    const NumAxes i = jd_nums_axes_i(pass, aim);
    const Num3 line = n3_signed(t, stem_sense(stem), n_axes_in(t, &i, pass->answer[d].u));
    return n3_dot(t, line, n3(u[0], u[1], u[2]));
}

/* Along joints: of aimed balls, the axes of i. */
static void tell_rates(SpacePass *pass, const Num *along, Num *u) {
    Tape *t = pass->rec->t;
    const SpaceChain *chain = pass->chain;
    memcpy(u, along, (size_t)chain->rates * sizeof *u);
    for (int d = 0; d < chain->dyads; d++) {
        if (chain->dyad[d].how != AIM_BALL) continue;
        const int aim = chain->dyad[d].aim;
        const Stem *stem = &chain->stem[aim];
        const NumAxes i = jd_nums_axes_i(pass, aim);
        Num3 sum = n3(0, 0, 0);
        for (int f = 0; f < 3; f++)
            sum = n3_add(t, sum, n3_scale(t, along[stem->u + f], pass->axis[stem->u + f]));
        const Num3 own = n3_signed(t, stem_sense(stem), n_axes_in(t, &i, sum));
        u[stem->u] = own.x, u[stem->u + 1] = own.y, u[stem->u + 2] = own.z;
    }
}

static void add_up(SpacePass *pass) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const SpaceChain *chain = pass->chain;
    for (int c = 0; c < chain->columns; c++) {
        const Num x = c < chain->free ? state_rate(pass, chain->independent[c]) : n_num(t, 1);
        const Num *share = pass->share + c * chain->rates;
        const NumSpin *spin = pass->column + c * chain->bodies;
        for (int n = 0; n < chain->rates; n++)
            pass->rate[n] = n_add(t, pass->rate[n], n_mul(t, x, share[n]));
        for (int b = 1; b < chain->bodies; b++) {
            const NumSpin part = spin_scale(t, x, &spin[b]);
            rec->body[b].v = spin_add(t, &rec->body[b].v, &part);
        }
    }
}

static void fill_bias(SpacePass *pass) {
    const SpaceChain *chain = pass->chain;
    for (int n = 0; n < chain->steps; n++) {
        const SpaceStep *step = &chain->step[n];
        if (step->dyad >= 0) jd_nums_dyad_bias(pass, step->dyad);
        if (step->stem < 0) continue;
        const Stem *stem = &chain->stem[step->stem];
        if (stem->drive >= 0) pass->bias[stem->u] = pass->jet[step->stem][2];
        jd_nums_bias(pass, step->stem);
    }
}

bool jd_record_space(Recorder *rec) {
    SpacePass *pass = make_pass(rec);
    if (!pass) return false;
    rec->space = pass;
    take_state(rec);
    take_numbers(pass);
    if (rec->failed || rec->arena->failed) return false;
    place(pass);
    for (int c = 0; c < pass->chain->columns; c++) fill_column(pass, c);
    add_up(pass);
    fill_bias(pass);
    tell_rates(pass, pass->rate, rec->u);
    return !rec->failed && !rec->arena->failed;
}

/* A turn that follows from others, when somebody asks. */
Num jd_record_space_coordinate(Recorder *rec, int q) {
    const SpaceChain *chain = rec->space->chain;
    for (int k = 0; k < chain->stems && !rec->q_known[q]; k++) {
        const Stem *stem = &chain->stem[k];
        const int f = q - stem->q;
        bool known = true;
        if (stem->floats || stem->ball || f < 0 || f >= stem->frees) continue;
        const SystemJoint *joint = &rec->s->joint[stem->joint];
        const NumSide i = jd_record_side(rec, joint->frame_i),
                      j = jd_record_side(rec, joint->frame_j);
        const Lock *lock = &joint->free_row[f].lock;
        const Num at = lock->turn == 0 ? jd_record_free(rec, stem->joint, f, &known)
                                       : jd_record_lock(rec, lock, &i, &j).f;
        rec->q[q] = stem->kind[f] == FREE_TURN ? jd_record_counted(rec, at, q) : at;
        rec->q_known[q] = true;
    }
    return rec->q[q];
}

/* ---- Accelerations: theory (9.13), (9.14) --------------------------------------------------- */

static Num3 parts(Tape *t, Num3 a, Num3 b) {
    return n3(n_mul(t, a.x, b.x), n_mul(t, a.y, b.y), n_mul(t, a.z, b.z));
}

/* What a body adds to M, to what velocities cause, and to forces: along its own axes. */
static void weigh(SpacePass *pass, int b, Num *M, Num *inert) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const int n = pass->chain->free, bodies = pass->chain->bodies;
    const NumAxes *R = &rec->body[b].R;
    const Num mass = jd_record_mass(rec, b);
    const Num3 J = jd_record_inertia(rec, b), w = n_axes_in(t, R, rec->body[b].v.turn),
               alpha = n_axes_in(t, R, pass->a[b].turn);
    const Num3 line = n3_scale(t, mass, pass->a[b].line),
               turn = n3_add(t, parts(t, J, alpha),
                             n3_cross(t, w, parts(t, jd_record_spinning(rec, b), w))),
               moment = n_axes_in(t, R, rec->force[b].turn);
    Num3 *own = ARENA_NEW(rec->arena, Num3, n + 1);
    for (int f = 0; f < n && own; f++) {
        const NumSpin *v = &pass->column[f * bodies + b];
        own[f] = n_axes_in(t, R, v->turn);
        const Num3 heavy = n3_scale(t, mass, v->line), spun = parts(t, J, own[f]);
        inert[f] = n_add(t, inert[f], n_add(t, n3_dot(t, v->line, line), n3_dot(t, own[f], turn)));
        rec->push[f] =
            n_add(t, rec->push[f],
                  n_add(t, n3_dot(t, v->line, rec->force[b].line), n3_dot(t, own[f], moment)));
        for (int g = 0; g <= f; g++)
            M[f * n + g] = n_add(t, M[f * n + g],
                                 n_add(t, n3_dot(t, heavy, pass->column[g * bodies + b].line),
                                       n3_dot(t, spun, own[g])));
    }
}

void jd_record_space_solve(Recorder *rec) {
    SpacePass *pass = rec->space;
    const SpaceChain *chain = pass->chain;
    Tape *t = rec->t;
    const int n = chain->free;
    Num *M = ARENA_NEW(rec->arena, Num, n * n + 1), *h = ARENA_NEW(rec->arena, Num, n + 1),
        *along = ARENA_NEW(rec->arena, Num, chain->rates + 1);
    if (!M || !h || !along || !jd_record_keep(rec, n)) return;
    for (int k = 0; k < chain->stems; k++) weigh(pass, chain->stem[k].body, M, rec->bias);
    for (int f = 0; f < n; f++) {
        for (int u = 0; u < chain->rates; u++)
            rec->push[f] =
                n_add(t, rec->push[f], n_mul(t, rec->effort[u], pass->share[f * chain->rates + u]));
        h[f] = n_sub(t, rec->push[f], rec->bias[f]);
        for (int g = 0; g < f; g++) M[g * n + f] = M[f * n + g];
    }
    memcpy(rec->mass, M, (size_t)(n * n) * sizeof *M);
    jd_tape_positive(t, n, M, h);
    for (int u = 0; u < chain->rates; u++) {
        along[u] = pass->bias[u];
        for (int f = 0; f < n; f++)
            along[u] = n_add(t, along[u], n_mul(t, h[f], pass->share[f * chain->rates + u]));
    }
    tell_rates(pass, along, rec->udot);
    for (int b = 1; b < chain->bodies; b++) {
        rec->accel[b] = pass->a[b];
        for (int f = 0; f < n; f++) {
            const NumSpin part = spin_scale(t, h[f], &pass->column[f * chain->bodies + b]);
            rec->accel[b] = spin_add(t, &rec->accel[b], &part);
        }
    }
}

/* Of the numbers of the state. */
void jd_record_space_rates(Recorder *rec) {
    const SpaceChain *chain = rec->plan->space;
    for (int k = 0; k < chain->stems; k++) {
        const Stem *stem = &chain->stem[k];
        const int quaternion = stem->floats ? 3 : stem->ball ? 0 : -1;
        const int lone = stem->floats ? 3 : stem->ball ? 0 : stem->frees;
        Num out[4];
        for (int f = 0; f < lone; f++)
            if (rec->state_of_q[stem->q + f] >= 0)
                rec->rate[rec->state_of_q[stem->q + f]] = rec->u[stem->u + f];
        if (quaternion < 0 || rec->state_of_q[stem->q + quaternion] < 0) continue;
        jd_record_quaternion_rate(rec->t, rec->q + stem->q + quaternion,
                                  rec->u + stem->u + quaternion, stem->floats, out);
        for (int n = 0; n < 4; n++) rec->rate[rec->state_of_q[stem->q + quaternion + n]] = out[n];
    }
    for (int u = 0; u < rec->plan->tree.nu; u++)
        if (rec->state_of_u[u] >= 0) rec->rate[rec->state_of_u[u]] = rec->udot[u];
}
