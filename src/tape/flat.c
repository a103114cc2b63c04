/* SPDX-License-Identifier: MIT
 *
 * Running: two kinds of steps, so that long rows of one kind need no look at which it is. */
#include "tape/flat.h"
#include <assert.h>
#include <string.h>

/* factor a b + c of places, or an operation of them. */
typedef struct {
    double factor;
    int a, b, c;
} FlatStep;
typedef struct {
    bool linear;
    TapeOp op;
    int count;
} FlatRun;

struct FlatTape {
    double *value; /* numbers, the time, the state, then what each step gives */
    int time, state, states, first;
    LIST(FlatRun) runs;
    FlatStep *step;
    int steps;
    int *result, results;
};

/* ---- Which numbers of the tape are steps --------------------------------------------------------
 */

typedef struct {
    const Tape *tape;
    Arena *arena;
    int count, *uses, *place; /* of each number; -1: it has none yet */
    bool *live, *inside;      /* inside: of a step that is its only reader */
    bool *linear;
    double *factor;
    Num (*of)[3];  /* of each step: a, b, c */
    Num zero, one; /* the latter may be none of the tape's: count */
} Flattening;

static bool is_leaf(const Flattening *f, Num n) {
    return n >= f->count || !jd_tape_arguments(f->tape->node.at[n].op);
}

static void find_live(Flattening *f, const Num *results, int count) {
    for (int k = 0; k < count; k++) f->live[results[k]] = true, f->uses[results[k]]++;
    for (int n = f->count - 1; n >= 0; n--) {
        const TapeNode *node = &f->tape->node.at[n];
        for (int k = 0; k < jd_tape_arguments(node->op) && f->live[n]; k++)
            f->live[node->of[k]] = true, f->uses[node->of[k]]++;
    }
}

static bool is_number(const Flattening *f, Num n) {
    return n < f->count && f->tape->node.at[n].op == TAPE_NUMBER;
}

/* A product or a sign that nobody else reads. */
static bool is_lone(const Flattening *f, Num n) {
    const TapeOp op = f->tape->node.at[n].op;
    return (op == TAPE_MULTIPLY || op == TAPE_NEGATE) && f->uses[n] == 1;
}

typedef struct {
    double factor;
    Num a, b;
} Term;

/* factor n one: with what n is made of, as far as it fits. `within` is n itself, if nobody else
 * reads it. */
static Term term_of(Flattening *f, double factor, Num n) {
    Term term = {factor, n, f->one};
    while (term.b == f->one && !is_leaf(f, term.a)) {
        const TapeNode *node = &f->tape->node.at[term.a];
        if ((node->op != TAPE_NEGATE && node->op != TAPE_MULTIPLY) ||
            !(term.a == n || is_lone(f, term.a)))
            break;
        f->inside[term.a] = term.a != n || f->inside[n];
        if (node->op == TAPE_NEGATE)
            term.factor = -term.factor, term.a = node->of[0];
        else if (is_number(f, node->of[0]))
            term.factor *= jd_tape_value(f->tape, node->of[0]), term.a = node->of[1];
        else if (is_number(f, node->of[1]))
            term.factor *= jd_tape_value(f->tape, node->of[1]), term.a = node->of[0];
        else
            term.a = node->of[0], term.b = node->of[1];
    }
    return term;
}

static void set(Flattening *f, Num n, Term term, Num c) {
    f->linear[n] = true;
    f->factor[n] = term.factor;
    f->of[n][0] = term.a, f->of[n][1] = term.b, f->of[n][2] = c;
}

static void set_sum(Flattening *f, Num n, double factor, Num product, Num c) {
    f->inside[product] = is_lone(f, product);
    set(f, n, f->inside[product] ? term_of(f, factor, product) : (Term){factor, product, f->one},
        c);
}

static void choose_kind(Flattening *f, Num n) {
    const TapeNode *node = &f->tape->node.at[n];
    const Num a = node->of[0], b = node->of[1];
    if (node->op == TAPE_MULTIPLY || node->op == TAPE_NEGATE) {
        set(f, n, term_of(f, 1, n), f->zero);
    } else if (node->op == TAPE_ADD) {
        const bool second = is_lone(f, b);
        set_sum(f, n, 1, second ? b : a, second ? a : b);
    } else if (node->op == TAPE_SUBTRACT) {
        set_sum(f, n, -1, b, a);
    } else {
        for (int k = 0; k < 3; k++) f->of[n][k] = node->of[k];
    }
}

/* ---- In which order -----------------------------------------------------------------------------
 */

static int arguments(const Flattening *f, Num n) {
    return f->linear[n] ? 3 : jd_tape_arguments(f->tape->node.at[n].op);
}

static bool is_ready(const Flattening *f, Num n) {
    for (int k = 0; k < arguments(f, n); k++)
        if (f->place[f->of[n][k]] < 0) return false;
    return true;
}

static void add_step(Flattening *f, Num n, FlatTape *to) {
    const Num *of = f->of[n];
    int at[3];
    for (int k = 0; k < 3; k++) at[k] = f->place[k < arguments(f, n) ? of[k] : f->zero];
    f->place[n] = to->first + to->steps;
    to->step[to->steps++] = (FlatStep){f->factor[n], at[0], at[1], at[2]};
}

/* All steps of a kind that can be done now, one behind the other; of others one operation. */
static void go_through(Flattening *f, bool linear, const Num *open, int count, FlatTape *to) {
    FlatRun *run = NULL;
    for (int k = 0; k < count; k++) {
        const Num n = open[k];
        const TapeOp op = linear ? 0 : f->tape->node.at[n].op;
        if (f->linear[n] != linear || f->place[n] >= 0 || !is_ready(f, n)) continue;
        if (!run && (run = PUSH(f->arena, to->runs))) *run = (FlatRun){linear, op, 0};
        if (!run || run->op != op) continue;
        run->count++;
        add_step(f, n, to);
    }
}

static void put_in_order(Flattening *f, Num *open, int count, FlatTape *to) {
    bool linear = true;
    for (int idle = 0; count && idle < 2 && !f->arena->failed; linear = !linear) {
        const int before = to->steps;
        go_through(f, linear, open, count, to);
        while (!linear && to->steps > before) { /* other operations that are ready, too */
            const int now = to->steps;
            go_through(f, linear, open, count, to);
            if (to->steps == now) break;
        }
        idle = to->steps > before ? 0 : idle + 1;
        int left = 0;
        for (int k = 0; k < count; k++)
            if (f->place[open[k]] < 0) open[left++] = open[k];
        count = left;
    }
}

/* ---- Making -------------------------------------------------------------------------------------
 */

static bool make_room(Flattening *f, const Tape *tape, Arena *arena) {
    *f = (Flattening){.tape = tape, .arena = arena, .count = tape->node.count};
    f->uses = ARENA_NEW(arena, int, f->count + 1), f->place = ARENA_NEW(arena, int, f->count + 1);
    f->live = ARENA_NEW(arena, bool, f->count + 1);
    f->inside = ARENA_NEW(arena, bool, f->count + 1);
    f->linear = ARENA_NEW(arena, bool, f->count + 1);
    f->factor = ARENA_NEW(arena, double, f->count + 1);
    f->of = (Num(*)[3])ARENA_NEW(arena, Num, 3 * (f->count + 1));
    f->one = f->count;
    return !arena->failed;
}

/* Numbers, the time and the state have the first places. */
static void place_leaves(Flattening *f, FlatTape *to) {
    int next = 0;
    for (int n = 0; n <= f->count; n++) f->place[n] = -1;
    for (int n = 0; n < f->count; n++) {
        const TapeNode *node = &f->tape->node.at[n];
        if (node->op == TAPE_STATE && node->of[0] >= to->states) to->states = node->of[0] + 1;
        if (node->op == TAPE_NUMBER) f->place[n] = next, to->value[next++] = node->value;
    }
    f->place[f->one] = next, to->value[next++] = 1;
    to->time = next++;
    to->state = next;
    to->first = next + to->states;
    for (int n = 0; n < f->count; n++) {
        const TapeNode *node = &f->tape->node.at[n];
        if (node->op == TAPE_TIME) f->place[n] = to->time;
        if (node->op == TAPE_STATE) f->place[n] = to->state + node->of[0];
    }
}

FlatTape *jd_flat_tape(const Tape *tape, const Num *results, int count, Arena *arena) {
    Flattening f;
    Arena room = {0};
    FlatTape *to = ARENA_NEW(arena, FlatTape, 1);
    const int nodes = tape->node.count;
    assert(tape->block.count == 0);
    if (!tape->arena->failed) jd_tape_is_sound(tape);
    Num *open = ARENA_NEW(&room, Num, nodes + 1);
    if (to) to->value = ARENA_NEW(arena, double, 3 * nodes + 3);
    if (to) to->step = ARENA_NEW(arena, FlatStep, nodes + 1);
    if (to) to->result = ARENA_NEW(arena, int, count + 1);
    bool good = !arena->failed && open && make_room(&f, tape, &room);
    if (good) {
        int steps = 0;
        find_live(&f, results, count);
        for (int n = nodes - 1; n >= 0; n--)
            if (f.live[n] && !is_leaf(&f, n) && !f.inside[n]) choose_kind(&f, n);
        for (int n = 0; n < nodes; n++)
            if (f.live[n] && !is_leaf(&f, n) && !f.inside[n]) open[steps++] = n;
        place_leaves(&f, to);
        f.arena = arena; /* runs stay */
        put_in_order(&f, open, steps, to);
        to->results = count;
        for (int k = 0; k < count; k++) to->result[k] = f.place[results[k]];
        good = !arena->failed && to->steps == steps;
    }
    jd_arena_free(&room);
    return good ? to : NULL;
}

int jd_flat_steps(const FlatTape *flat) {
    return flat->steps;
}

/* ---- Running ------------------------------------------------------------------------------------
 */

#define LINEAR(s) (s)->factor *v[(s)->a] * v[(s)->b] + v[(s)->c]
void jd_flat_run(FlatTape *flat, double time, const double *state, double *results) {
    double *v = flat->value, *to = v + flat->first;
    const FlatStep *at = flat->step;
    v[flat->time] = time;
    memcpy(v + flat->state, state, sizeof(double) * (size_t)flat->states);
    for (const FlatRun *run = flat->runs.at, *end = run + flat->runs.count; run < end; run++) {
        int left = run->count;
        /* Four at a time, in order, since one may need the one before. */
        for (; run->linear && left >= 4; left -= 4, at += 4, to += 4) {
            to[0] = LINEAR(at);
            to[1] = LINEAR(at + 1);
            to[2] = LINEAR(at + 2);
            to[3] = LINEAR(at + 3);
        }
        for (; run->linear && left; left--, at++) *to++ = LINEAR(at);
        for (; left; left--, at++)
            *to++ = jd_tape_carry_out(NULL, run->op, v[at->a], v[at->b], v[at->c]);
    }
    for (int k = 0; k < flat->results; k++) results[k] = v[flat->result[k]];
}
