/* SPDX-License-Identifier: MIT
 *
 * Running: few kinds of steps, so that long rows of one kind need no look at which it is. */
#include "tape/flat.h"
#include <assert.h>
#include <string.h>

/* Of places: a b; factor a + c; factor a b + c; factor a b + c d; 1 / a; an operation. */
typedef enum {
    FLAT_PRODUCT,
    FLAT_SHIFT,
    FLAT_SUM,
    FLAT_PAIR,
    FLAT_INVERSE,
    FLAT_OPERATION,
    FLAT_KINDS
} FlatKind;
typedef struct {
    double factor;
    int a, b, c, d;
    TapeOp op;
} FlatStep;
typedef struct {
    FlatKind kind;
    int count;
} FlatRun;

struct FlatTape {
    double *value; /* numbers, the time, the state, then what each step gives */
    int time, state, states, first;
    LIST(FlatRun) runs;
    FlatStep *step;
    int steps;
    int *place; /* of results */
};

/* ---- Which numbers of the tape are steps --------------------------------------------------------
 */

enum { PLACES = 4 }; /* that a step reads, at most */

typedef struct {
    const Tape *tape;
    Arena *arena;
    int count, *uses, *place; /* of each number; -1: it has none yet */
    bool *live, *needed;      /* live: on the tape; needed: by a result or a step */
    FlatKind *kind;
    double *factor;
    Num (*of)[PLACES]; /* of each step: a, b, c, d */
    Num zero, one;     /* the latter may be none of the tape's: count */
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

/* Signs and numbers that n is multiplied by go into the factor, which costs no step. */
static Num without_factor(const Flattening *f, Num n, double *factor) {
    for (; !is_leaf(f, n);) {
        const TapeNode *node = &f->tape->node.at[n];
        const int number = node->op == TAPE_MULTIPLY && is_number(f, node->of[1]);
        if (node->op == TAPE_NEGATE)
            *factor = -*factor, n = node->of[0];
        else if (node->op == TAPE_MULTIPLY && (number || is_number(f, node->of[0])))
            *factor *= jd_tape_value(f->tape, node->of[number]), n = node->of[1 - number];
        else
            break;
    }
    return n;
}

typedef struct {
    double factor;
    Num a, b;
} Term;

/* factor n: as a product, if it is one that nobody else reads, or one that is asked for (`own`). */
static Term term_of(const Flattening *f, double factor, Num n, bool own) {
    Term term = {factor, 0, f->one};
    term.a = without_factor(f, n, &term.factor);
    const bool alone = own && term.a == n;
    if (is_leaf(f, term.a) || !(alone || f->uses[term.a] == 1)) return term;
    const TapeNode *node = &f->tape->node.at[term.a];
    if (node->op != TAPE_MULTIPLY) return term;
    term.a = without_factor(f, node->of[0], &term.factor);
    term.b = without_factor(f, node->of[1], &term.factor);
    return term;
}

static void set(Flattening *f, Num n, FlatKind kind, Term term, Num c, Num d) {
    if (kind == FLAT_SUM && term.b == f->one) kind = FLAT_SHIFT;
    if (kind == FLAT_SUM && c == f->zero && term.factor == 1) kind = FLAT_PRODUCT;
    const Num of[PLACES] = {term.a, term.b, c, d};
    f->kind[n] = kind;
    f->factor[n] = term.factor;
    memcpy(f->of[n], of, sizeof of);
}

/* a + sign b: both as products, where one of them has no factor; else one of them as it is. */
static void set_sum(Flattening *f, Num n, Num a, double sign, Num b) {
    const Term first = term_of(f, 1, a, false), second = term_of(f, sign, b, false);
    const bool products = first.b != f->one && second.b != f->one;
    if (products && first.factor == 1)
        set(f, n, FLAT_PAIR, second, first.a, first.b);
    else if (products && second.factor == 1)
        set(f, n, FLAT_PAIR, first, second.a, second.b);
    else if (sign == 1 && second.a == b)
        set(f, n, FLAT_SUM, first, b, f->zero);
    else
        set(f, n, FLAT_SUM, second, a, f->zero);
}

static void choose_kind(Flattening *f, Num n) {
    const TapeNode *node = &f->tape->node.at[n];
    const Num a = node->of[0], b = node->of[1];
    if (node->op == TAPE_MULTIPLY || node->op == TAPE_NEGATE)
        set(f, n, FLAT_SUM, term_of(f, 1, n, true), f->zero, f->zero);
    else if (node->op == TAPE_ADD || node->op == TAPE_SUBTRACT)
        set_sum(f, n, a, node->op == TAPE_ADD ? 1 : -1, b);
    else if (node->op == TAPE_DIVIDE && is_number(f, a) && jd_tape_value(f->tape, a) == 1)
        set(f, n, FLAT_INVERSE, (Term){1, b, b}, b, b);
    else
        set(f, n, FLAT_OPERATION, (Term){1, a, b}, node->of[2], f->zero);
}

/* From the results back: what no step reads is none. */
static int find_steps(Flattening *f, const Num *results, int count, Num *open) {
    int steps = 0;
    for (int k = 0; k < count; k++) f->needed[results[k]] = true;
    for (int n = f->count - 1; n >= 0; n--) {
        if (!f->needed[n] || is_leaf(f, n)) continue;
        choose_kind(f, n);
        for (int k = 0; k < PLACES; k++)
            if (f->of[n][k] != f->one) f->needed[f->of[n][k]] = true;
    }
    for (int n = 0; n < f->count; n++)
        if (f->needed[n] && !is_leaf(f, n)) open[steps++] = n;
    return steps;
}

/* ---- In which order -----------------------------------------------------------------------------
 */

/* Steps that can be done, by their kinds: the kind of which there are most goes on until none is
 * left. */
typedef struct {
    Flattening *f;
    int *waits;          /* of each number: for how many places */
    int *reads, *reader; /* of each number: the first of its readers */
    Num *next, head[FLAT_KINDS];
    int length[FLAT_KINDS];
    Num *order;
    int ordered;
} Ordering;

static void add_ready(Ordering *o, Num n) {
    const FlatKind kind = o->f->kind[n];
    o->next[n] = o->head[kind], o->head[kind] = n, o->length[kind]++;
}

static Num take_ready(Ordering *o, FlatKind kind) {
    const Num n = o->head[kind];
    o->head[kind] = o->next[n], o->length[kind]--;
    return n;
}

static void find_readers(Ordering *o, const Num *open, int count) {
    const Flattening *f = o->f;
    for (int k = 0; k < PLACES * count; k++) o->reads[f->of[open[k / PLACES]][k % PLACES] + 1]++;
    for (int n = 0; n <= f->count; n++) o->reads[n + 1] += o->reads[n];
    for (int k = 0; k < PLACES * count; k++) {
        const Num n = open[k / PLACES], of = f->of[n][k % PLACES];
        const bool is_step = !is_leaf(f, of);
        o->reader[--o->reads[of + 1]] = n;
        o->waits[n] += is_step;
    }
}

static void order_steps(Ordering *o, const Num *open, int count) {
    find_readers(o, open, count);
    for (int k = 0; k < count; k++)
        if (!o->waits[open[k]]) add_ready(o, open[k]);
    while (o->ordered < count) {
        FlatKind kind = 0;
        for (FlatKind k = 0; k < FLAT_KINDS; k++)
            if (o->length[k] > o->length[kind]) kind = k;
        assert(o->length[kind]);
        while (o->length[kind]) {
            const Num n = o->order[o->ordered++] = take_ready(o, kind);
            for (int k = o->reads[n + 1]; k < o->reads[n + 2]; k++)
                if (!--o->waits[o->reader[k]]) add_ready(o, o->reader[k]);
        }
    }
}

/* ---- In which rows ------------------------------------------------------------------------------
 */

/* Instructions, as counted where gcc made them. */
static const double of_a_row = 20, of_a_step[FLAT_KINDS] = {6, 7, 9, 12, 5, 25};

/* A product and a shift are sums, too, and a sum is a pair. */
static bool fits(FlatKind own, FlatKind kind) {
    return own == kind || (own < kind && (kind == FLAT_SUM || kind == FLAT_PAIR));
}

/* Steps in their order as rows that cost least: of each step, for each kind of row that it could
 * end, the kind of the row of the one before. */
typedef struct {
    FlatKind before[FLAT_KINDS];
} RowChoice;

static FlatKind choose_rows(const Flattening *f, const Num *order, int count, RowChoice *choice) {
    double cost[FLAT_KINDS];
    FlatKind best = FLAT_KINDS;
    for (int k = 0; k < count; k++) {
        const double least = k ? cost[best] : 0;
        const FlatKind before = best;
        for (FlatKind kind = 0; kind < FLAT_KINDS; kind++) {
            const bool goes_on = k && cost[kind] < least + of_a_row;
            choice[k].before[kind] = goes_on ? kind : before;
            cost[kind] = fits(f->kind[order[k]], kind)
                             ? of_a_step[kind] + (goes_on ? cost[kind] : least + of_a_row)
                             : INFINITY;
        }
        best = 0;
        for (FlatKind kind = 0; kind < FLAT_KINDS; kind++)
            if (cost[kind] < cost[best]) best = kind;
    }
    return best;
}

static void add_step(Flattening *f, Num n, FlatKind kind, FlatTape *to) {
    const Num *of = f->of[n];
    int at[PLACES];
    for (int k = 0; k < PLACES; k++) at[k] = f->place[of[k]];
    if (kind == FLAT_PAIR && f->kind[n] != FLAT_PAIR) at[3] = f->place[f->one];
    f->place[n] = to->first + to->steps;
    to->step[to->steps++] =
        (FlatStep){f->factor[n], at[0], at[1], at[2], at[3], f->tape->node.at[n].op};
}

static void add_rows(Flattening *f, const Num *order, int count, RowChoice *choice, FlatTape *to) {
    FlatKind kind = choose_rows(f, order, count, choice);
    for (int k = count - 1; k >= 0; k--) { /* from now on: of the step itself */
        const FlatKind before = choice[k].before[kind];
        choice[k].before[0] = kind, kind = before;
    }
    for (int k = 0; k < count; k++) {
        kind = choice[k].before[0];
        FlatRun *run = to->runs.count ? &to->runs.at[to->runs.count - 1] : NULL;
        if (!run || run->kind != kind) run = PUSH(f->arena, to->runs);
        if (!run) return;
        run->kind = kind, run->count++;
        add_step(f, order[k], kind, to);
    }
}

static void put_in_order(Flattening *f, const Num *open, int count, Arena *room, FlatTape *to) {
    Ordering o = {.f = f};
    o.waits = ARENA_NEW(room, int, f->count + 1), o.reads = ARENA_NEW(room, int, f->count + 3);
    o.reader = ARENA_NEW(room, int, PLACES *count + 1);
    o.next = ARENA_NEW(room, Num, f->count + 1), o.order = ARENA_NEW(room, Num, count + 1);
    RowChoice *choice = ARENA_NEW(room, RowChoice, count + 1);
    if (room->failed) return;
    order_steps(&o, open, count);
    add_rows(f, o.order, count, choice, to);
}

/* ---- Making -------------------------------------------------------------------------------------
 */

static bool make_room(Flattening *f, const Tape *tape, Arena *arena) {
    *f = (Flattening){.tape = tape, .arena = arena, .count = tape->node.count};
    f->uses = ARENA_NEW(arena, int, f->count + 1), f->place = ARENA_NEW(arena, int, f->count + 1);
    f->live = ARENA_NEW(arena, bool, f->count + 1);
    f->needed = ARENA_NEW(arena, bool, f->count + 1);
    f->kind = ARENA_NEW(arena, FlatKind, f->count + 1);
    f->factor = ARENA_NEW(arena, double, f->count + 1);
    f->of = (Num(*)[PLACES])ARENA_NEW(arena, Num, PLACES * (f->count + 1));
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
    if (to) to->place = ARENA_NEW(arena, int, count + 1);
    bool good = !arena->failed && open && make_room(&f, tape, &room);
    if (good) {
        find_live(&f, results, count);
        const int steps = find_steps(&f, results, count, open);
        place_leaves(&f, to);
        f.arena = arena; /* runs stay */
        put_in_order(&f, open, steps, &room, to);
        for (int k = 0; k < count; k++) to->place[k] = f.place[results[k]];
        good = !arena->failed && to->steps == steps;
    }
    jd_arena_free(&room);
    return good ? to : NULL;
}

int jd_flat_steps(const FlatTape *flat) {
    return flat->steps;
}

const int *jd_flat_places(const FlatTape *flat) {
    return flat->place;
}

/* ---- Running ------------------------------------------------------------------------------------
 */

#define PRODUCT(s)   v[(s)->a] * v[(s)->b]
#define SHIFT(s)     (s)->factor *v[(s)->a] + v[(s)->c]
#define SUM(s)       (s)->factor *v[(s)->a] * v[(s)->b] + v[(s)->c]
#define PAIR(s)      (s)->factor *v[(s)->a] * v[(s)->b] + v[(s)->c] * v[(s)->d]
#define INVERSE(s)   1 / v[(s)->a]
#define OPERATION(s) jd_tape_carry_out(NULL, (s)->op, v[(s)->a], v[(s)->b], v[(s)->c])
/* In order, since one may need the one before; four at a time, then what is left. */
#define ROW(of)                                                                                    \
    for (int fours = run->count >> 2; fours; fours--, at += 4, to += 4) {                          \
        to[0] = of(at);                                                                            \
        to[1] = of(at + 1);                                                                        \
        to[2] = of(at + 2);                                                                        \
        to[3] = of(at + 3);                                                                        \
    }                                                                                              \
    if (run->count & 2) {                                                                          \
        to[0] = of(at);                                                                            \
        to[1] = of(at + 1);                                                                        \
        at += 2, to += 2;                                                                          \
    }                                                                                              \
    if (run->count & 1) *to++ = of(at), at++

const double *jd_flat_run(FlatTape *flat, double time, const double *state) {
    double *v = flat->value, *to = v + flat->first;
    const FlatStep *at = flat->step;
    v[flat->time] = time;
    memcpy(v + flat->state, state, sizeof(double) * (size_t)flat->states);
    for (const FlatRun *run = flat->runs.at, *end = run + flat->runs.count; run < end; run++) {
        switch (run->kind) {
        case FLAT_PRODUCT:
            ROW(PRODUCT);
            break;
        case FLAT_SHIFT:
            ROW(SHIFT);
            break;
        case FLAT_SUM:
            ROW(SUM);
            break;
        case FLAT_PAIR:
            ROW(PAIR);
            break;
        case FLAT_INVERSE:
            ROW(INVERSE);
            break;
        default:
            for (int left = run->count; left; left--, at++) *to++ = OPERATION(at);
        }
    }
    return v;
}
