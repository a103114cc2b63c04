/* SPDX-License-Identifier: MIT
 *
 * Laws of forces as symbols. Forces are recorded with bodies whose places are leaves of the tape;
 * what they are is then read off as symbols, in which leaves are what the caller calls them. */
#include "equations/laws.h"
#include "equations/formulas.h"
#include <string.h>

/* Leaves of a body: p, axes by columns, v, w, angle. */
enum { LEAF_AXES = 3, LEAF_V = 12, LEAF_W = 15, LEAF_ANGLE = 18, LEAVES = 19 };

typedef struct {
    Laws *laws;
    const JdSystem *s;
    Recorder rec;
    Tape tape;
    JdLog *quiet;
    LIST(Num) numbers;
    LIST(Sym *) places;          /* of each number: where its symbol goes, */
    LIST(const char **) unknown; /* and what is said if there is none */
    Formulas formulas;
    Sym *by; /* of each name of the pool: what it is; SYM_NONE: itself */
    int names;
    bool *strange; /* of each name: it is no formula */
} Finder;

/* ---- The state ------------------------------------------------------------------------------ */

static Num leaf(Finder *f, int at) {
    f->rec.state_name[at] = jd_arena_format(f->rec.arena, "leaf %d", at);
    if (!f->rec.state_name[at]) f->rec.state_name[at] = "";
    return jd_tape_leaf(&f->tape, TAPE_STATE, at, 0.5 + 0.1 * sin(at)); /* nothing is zero there */
}

static Num3 leaf3(Finder *f, int at) {
    return n3(leaf(f, at), leaf(f, at + 1), leaf(f, at + 2));
}

static void place_body(Finder *f, int body) {
    Tape *t = &f->tape;
    const int at = LEAVES * (body - 1);
    const bool planar = f->s->space == JD_PLANAR;
    NumBody *to = &f->rec.body[body];
    Num3 w;
    if (planar) {
        const Num c = leaf(f, at + LEAF_AXES), s = leaf(f, at + LEAF_AXES + 1);
        f->rec.q[3 * (body - 1) + 2] = leaf(f, at + LEAF_ANGLE);
        f->rec.q_known[3 * (body - 1) + 2] = true;
        to->p = n3(leaf(f, at), leaf(f, at + 1), 0);
        to->R = (NumAxes){n3(c, s, 0), n3(n_neg(t, s), c, 0), n3(0, 0, n_num(t, 1))};
        to->v = (NumSpin){n3(leaf(f, at + LEAF_V), leaf(f, at + LEAF_V + 1), 0),
                          n3(0, 0, leaf(f, at + LEAF_W + 2))};
        return;
    }
    /* The tape's axes are the principal ones: those of the user less what they are on these. */
    const NumAxes user = {leaf3(f, at + LEAF_AXES), leaf3(f, at + LEAF_AXES + 3),
                          leaf3(f, at + LEAF_AXES + 6)};
    const Axes back = jd_axes_inverse(&f->s->frame[body].local.axes);
    const NumAxes local = n_axes(t, &back);
    to->p = leaf3(f, at);
    to->R = n_axes_absolute(t, &user, &local);
    w = leaf3(f, at + LEAF_W);
    to->v = (NumSpin){leaf3(f, at + LEAF_V), n_axes_out(t, &user, w)};
}

static const MinimalPlan *plan_of(Finder *f) {
    const JdSystem *s = f->s;
    MinimalPlan *plan = ARENA_NEW(f->rec.arena, MinimalPlan, 1);
    if (plan) plan->frees = ARENA_NEW(f->rec.arena, TreeFree, s->joints + 1);
    if (!plan || !plan->frees) return NULL;
    plan->tree.nq = s->kernel->nq * (s->bodies - 1);
    plan->tree.nu = LEAVES * s->bodies; /* room for leaves */
    for (int k = 0; k < s->joints; k++) plan->frees[k] = (TreeFree){-1, -1, false};
    return plan;
}

static bool begin(Finder *f) {
    Recorder *rec = &f->rec;
    *rec = (Recorder){.t = &f->tape,
                      .s = f->s,
                      .log = f->quiet,
                      .arena = f->laws->arena,
                      .explicit_mass = true,
                      .of_bodies = true,
                      .plain = true};
    if (!jd_tape_init(&f->tape, rec->arena)) return false;
    rec->plan = plan_of(f);
    if (!rec->plan || !jd_record_room(rec)) return false;
    rec->body[0].R = n_axes(&f->tape, &axes_none);
    for (int b = 1; b < f->s->bodies; b++) place_body(f, b);
    rec->first_extra = LEAVES * (f->s->bodies - 1);
    for (int k = 0; k < f->s->extras; k++) rec->extra[k] = leaf(f, rec->first_extra + k);
    return !rec->arena->failed;
}

/* ---- Results -------------------------------------------------------------------------------- */

static void want(Finder *f, Num number, Sym *to, const char **unknown) {
    Num *n = PUSH(f->rec.arena, f->numbers);
    Sym **place = PUSH(f->rec.arena, f->places);
    const char ***words = PUSH(f->rec.arena, f->unknown);
    if (n) *n = number;
    if (place) *place = to;
    if (words) *words = unknown;
}

static void want3(Finder *f, Num3 numbers, Sym *to, const char **unknown) {
    want(f, numbers.x, to, unknown);
    want(f, numbers.y, to + 1, unknown);
    want(f, numbers.z, to + 2, unknown);
}

/* What was recorded is refused: in the words of the last message. */
static bool refused(Finder *f, const char **unknown) {
    if (!f->rec.failed) return false;
    const int last = jd_log_count(f->quiet) - 1;
    const char *words = last >= 0 ? jd_log_message(f->quiet, last).text : "it has no formula";
    const char *kept = jd_arena_format(f->rec.arena, "%.*s", (int)strcspn(words, ":"), words);
    *unknown = kept ? kept : "it has no formula";
    f->rec.failed = false;
    return true;
}

/* A wrench at a frame, about the centre of mass of its body. */
static void want_wrench(Finder *f, int frame, Num3 force, Num3 torque, LawForce *to, bool side_j) {
    Tape *t = &f->tape;
    const int body = f->s->frame[frame].body;
    if (!body) return;
    const NumSide at = jd_record_side(&f->rec, frame), own = jd_record_side(&f->rec, body);
    const Num3 moment = n3_add(t, torque, n3_cross(t, at.arm, force));
    Sym *out = side_j ? to->j : to->i;
    want3(f, force, out, &to->unknown);
    want3(f, n_axes_in(t, &own.axes, moment), out + 3, &to->unknown);
}

static void find_force(Finder *f, int k) {
    Tape *t = &f->tape;
    const SystemForce *is = &f->s->force[k];
    LawForce *to = &f->laws->force[k];
    if (is->off || is->node_i >= 0 || is->node_j >= 0) {
        to->unknown = is->off ? "it is off at the start" : "it ends at a node";
        return;
    }
    jd_record_force(&f->rec, k);
    if (refused(f, &to->unknown)) return;
    const NumForce *out = &f->rec.out[k];
    if (is->type->target == FORCE_ON_FREE) {
        want(f, out->effort, &to->effort, &to->unknown);
        return;
    }
    want_wrench(f, is->frame_j, out->force, out->torque, to, true);
    if (is->type->target != FORCE_BETWEEN) return;
    const NumSide i = jd_record_side(&f->rec, is->frame_i),
                  j = jd_record_side(&f->rec, is->frame_j);
    Num3 torque = out->torque;
    if (is->type->at_n) torque = n3_add(t, torque, n3_cross(t, n3_sub(t, j.p, i.p), out->force));
    const Num minus = n_num(t, -1);
    want_wrench(f, is->frame_i, n3_scale(t, minus, out->force), n3_scale(t, minus, torque), to,
                false);
}

static void find_weight(Finder *f, int body) {
    Tape *t = &f->tape;
    LawVector *to = &f->laws->weight[body];
    const Num3 g = jd_record_gravity(&f->rec, f->rec.body[body].p);
    if (refused(f, &to->unknown)) return;
    want3(f, n3_scale(t, jd_record_mass(&f->rec, body), g), to->of, &to->unknown);
}

static void find_rate(Finder *f, int k) {
    const SystemState *is = &f->s->extra[k];
    LawVector *to = &f->laws->rate[k];
    const Program *rate = is->drive >= 0 ? f->s->drive[is->drive].motion : is->rate;
    if (!rate) {
        to->unknown = "it is the place of a node";
        return;
    }
    const Num number = jd_record_program(&f->rec, rate, NULL, is->where);
    if (!refused(f, &to->unknown)) want(f, number, &to->of[0], &to->unknown);
}

static void find_drive(Finder *f, int k) {
    LawVector *to = &f->laws->drive[k];
    Num jet[3];
    jd_record_drive(&f->rec, k, jet);
    if (refused(f, &to->unknown)) return;
    for (int n = 0; n < 3; n++) want(f, jet[n], &to->of[n], &to->unknown);
}

/* Places and velocities; what follows from accelerations is no formula of them. */
static void find_output(Finder *f, int k) {
    LawVector *to = &f->laws->output[k];
    const int channel = f->s->output[k];
    bool known = f->s->channel[channel].def->level < LEVEL_ACCELERATION;
    const Num number = known ? jd_record_channel(&f->rec, channel, &known) : 0;
    if (refused(f, &to->unknown)) return;
    if (!known) to->unknown = "it follows from accelerations";
    if (known) want(f, number, &to->of[0], &to->unknown);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static int number_of(const Finder *f, Sym name) {
    return jd_sym_node(f->laws->pool, name)->name;
}

static void set(Finder *f, const char *name, Sym is) {
    const Sym sym = jd_sym_name(f->laws->pool, name);
    if (sym && number_of(f, sym) < f->names) f->by[number_of(f, sym)] = is;
}

/* Puts what names are; *strange gets one that is nothing. */
static Sym put(Finder *f, Sym s, const char **strange) {
    SymPool *pool = f->laws->pool;
    Sym *names = NULL;
    const int count = jd_sym_list_names(pool, s, f->rec.arena, &names);
    Sym *by = count >= 0 ? ARENA_NEW(f->rec.arena, Sym, count + 1) : NULL;
    if (!by) return SYM_NONE;
    for (int k = 0; k < count; k++) {
        const int number = number_of(f, names[k]);
        by[k] = number < f->names && f->by[number] ? f->by[number] : names[k];
        if (number < f->names && f->strange[number]) *strange = jd_sym_name_text(pool, number);
    }
    return jd_sym_put(pool, s, names, by, count);
}

static void name_leaves(Finder *f) {
    for (int b = 1; b < f->s->bodies; b++) {
        const LawBody *is = &f->laws->body[b];
        const int at = LEAVES * (b - 1);
        for (int k = 0; k < LEAVES; k++) {
            const char *name = f->rec.state_name[at + k];
            const Sym sym = k < LEAF_AXES    ? is->p[k]
                            : k < LEAF_V     ? is->axes[(k - LEAF_AXES) / 3][(k - LEAF_AXES) % 3]
                            : k < LEAF_W     ? is->v[k - LEAF_V]
                            : k < LEAF_ANGLE ? is->w[k - LEAF_W]
                                             : is->angle;
            if (name) set(f, name, sym);
        }
    }
    for (int k = 0; k < f->s->extras; k++)
        set(f, f->rec.state_name[f->rec.first_extra + k], f->laws->state[k]);
    for (int k = 0; k < f->tape.fixed.count; k++)
        set(f, f->tape.fixed.at[k].name,
            jd_sym_number(f->laws->pool, jd_number_of(f->tape.fixed.at[k].value)));
    set(f, "t", f->laws->time);
}

static Sym step_of(Finder *f, Sym a, Sym b) { /* a >= b */
    SymPool *pool = f->laws->pool;
    const Sym x = jd_sym_subtract(pool, a, b);
    return jd_sym_call(pool, jd_sym_function("step"), &x, 1);
}

/* What the tape has and symbols have not. */
static void name_described(Finder *f, const Described *is) {
    const TapeNode *node = &f->tape.node.at[is->number];
    const int number = number_of(f, is->name);
    const char *strange = NULL;
    if (number >= f->names) return;
    if (node->op == TAPE_COUNTED) {
        const int hint = f->tape.node.at[node->of[1]].of[0],
                  from = f->tape.hint_from.at[hint] - f->rec.plan->tree.nq;
        LawCounted *counted = PUSH(f->rec.arena, f->laws->counted);
        const char *name = jd_arena_format(f->rec.arena, "turn%d", from + 1);
        if (!counted || !name) return;
        *counted = (LawCounted){name, from, f->tape.hint.at[hint]};
        f->by[number] = jd_sym_name(f->laws->pool, name);
        return;
    }
    f->strange[number] = true;
    if (node->op != TAPE_EQUAL && node->op != TAPE_LESS_EQUAL) return;
    const Sym a = put(f, f->formulas.of[node->of[0]], &strange),
              b = put(f, f->formulas.of[node->of[1]], &strange);
    if (strange) return;
    const Sym above = step_of(f, b, a);
    f->by[number] =
        node->op == TAPE_LESS_EQUAL ? above : jd_sym_times(f->laws->pool, above, step_of(f, a, b));
    f->strange[number] = false;
}

/* Slots, hints and what is held are nothing that a formula has. */
static void name_strangers(Finder *f, bool *strange) {
    const Tape *t = &f->tape;
    for (Num a = 0; a < t->node.count; a++) {
        const TapeOp op = t->node.at[a].op;
        const Sym s = f->formulas.of[a];
        if (s && (op == TAPE_INPUT || op == TAPE_HELD || op == TAPE_HINT || op == TAPE_BLOW) &&
            number_of(f, s) < f->names)
            strange[number_of(f, s)] = true;
    }
}

static bool name_all(Finder *f) {
    f->names = jd_sym_names(f->laws->pool);
    f->by = ARENA_NEW(f->rec.arena, Sym, f->names + 1);
    f->strange = ARENA_NEW(f->rec.arena, bool, f->names + 1);
    if (!f->by || !f->strange) return false;
    name_leaves(f);
    name_strangers(f, f->strange);
    for (int k = 0; k < f->formulas.described.count; k++)
        name_described(f, &f->formulas.described.at[k]);
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool translate(Finder *f) {
    Equations equations = {.rec = &f->rec};
    const int count = f->numbers.count;
    Sym *out = ARENA_NEW(f->rec.arena, Sym, count + 1);
    f->formulas = (Formulas){.is = &equations, .pool = f->laws->pool, .as_is = true};
    if (!out || !jd_formulas_translate(&f->formulas, f->numbers.at, count, out)) return false;
    if (!name_all(f)) return false;
    for (int k = 0; k < count; k++) {
        const char *strange = NULL;
        *f->places.at[k] = put(f, out[k], &strange);
        if (strange) *f->unknown.at[k] = jd_arena_format(f->rec.arena, "it reads %s", strange);
    }
    return !f->rec.arena->failed && !jd_sym_stopped(f->laws->pool);
}

bool jd_laws_find(const JdSystem *s, Laws *laws) {
    Finder f = {.laws = laws, .s = s, .quiet = jd_log_new()};
    laws->force = ARENA_NEW(laws->arena, LawForce, s->forces + 1);
    laws->weight = ARENA_NEW(laws->arena, LawVector, s->bodies + 1);
    laws->drive = ARENA_NEW(laws->arena, LawVector, s->drives + 1);
    laws->rate = ARENA_NEW(laws->arena, LawVector, s->extras + 1);
    laws->output = ARENA_NEW(laws->arena, LawVector, s->outputs + 1);
    bool good = f.quiet && !laws->arena->failed && begin(&f);
    for (int store = 0; store < 2; store++) /* what reads the energy of others comes last */
        for (int k = 0; k < s->forces && good; k++)
            if (s->force[k].reads_store == (store > 0)) find_force(&f, k);
    for (int b = 1; b < s->bodies && good; b++) find_weight(&f, b);
    for (int k = 0; k < s->extras && good; k++) find_rate(&f, k);
    for (int k = 0; k < s->drives && good; k++) find_drive(&f, k);
    for (int k = 0; k < s->outputs && good; k++) find_output(&f, k);
    good = good && !laws->arena->failed && translate(&f);
    jd_log_free(f.quiet);
    return good;
}
