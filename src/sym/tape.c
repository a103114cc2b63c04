/* SPDX-License-Identifier: MIT
 *
 * Expressions as a row of operations on numbers, for many values. */
#include "sym/inside.h"

typedef struct {
    SymKind kind;
    double number;
    int name, first, count, power;
} Step;
struct SymTape {
    Step *steps;
    int count;
    int *args;    /* steps */
    int *results; /* steps */
    int result_count;
};

enum { NO_POWER = 1000 };

static Step step_of(const SymPool *pool, Sym s) {
    const SymNode *node = jd_sym_node(pool, s);
    Step step = {node->kind, jd_number_double(node->number), node->name, 0, node->count, NO_POWER};
    if (jd_number_whole(node->number) && node->number.over >= -16 && node->number.over <= 16)
        step.power = (int)node->number.over;
    return step;
}

SymTape *jd_sym_tape(SymPool *pool, const Sym *results, int count, Arena *arena) {
    SymWalk walk;
    SymTape *tape = ARENA_NEW(arena, SymTape, 1);
    if (!pool || !tape || !jd_walk_open(pool, results, count, &walk)) return NULL;
    int args = 0, used = 0;
    for (int n = 0; n < walk.count; n++) args += jd_sym_node(pool, walk.order[n])->count;
    *tape = (SymTape){ARENA_NEW(arena, Step, walk.count + 1), walk.count,
                      ARENA_NEW(arena, int, args + 1), ARENA_NEW(arena, int, count + 1), count};
    const bool good = tape->steps && tape->args && tape->results;
    for (int n = 0; good && n < walk.count; n++) {
        tape->steps[n] = step_of(pool, walk.order[n]);
        tape->steps[n].first = used;
        for (int k = 0; k < tape->steps[n].count; k++)
            tape->args[used++] =
                (int)(jd_walk_of(&walk, jd_sym_arg(pool, walk.order[n], k)) - walk.made);
    }
    for (int n = 0; good && n < count; n++)
        tape->results[n] = (int)(jd_walk_of(&walk, results[n]) - walk.made);
    jd_walk_close(&walk);
    return good ? tape : NULL;
}

int jd_tape_room(const SymTape *tape) {
    return tape->count + 1;
}

static double whole_power(double base, int power) {
    const bool inverse = power < 0;
    double value = 1;
    for (int n = inverse ? -power : power; n; n >>= 1, base *= base)
        if (n & 1) value *= base;
    return inverse ? 1 / value : value;
}

static double value_of(const SymTape *tape, const Step *step, const double *values,
                       const double *room) {
    const int *args = tape->args + step->first;
    double value = step->number;
    switch (step->kind) {
    case SYM_NUMBER:
        break;
    case SYM_NAME:
        value = values[step->name];
        break;
    case SYM_SUM:
        for (int k = 0; k < step->count; k++) value += room[args[k]];
        break;
    case SYM_PRODUCT:
        for (int k = 0; k < step->count; k++) value *= room[args[k]];
        break;
    case SYM_POWER:
        if (step->power != NO_POWER) return whole_power(room[args[0]], step->power);
        return step->number == 0.5 ? sqrt(room[args[0]]) : pow(room[args[0]], step->number);
    case SYM_CALL:
        return jd_sym_function_at(step->name)
            ->value(room[args[0]], step->count > 1 ? room[args[1]] : 0,
                    step->count > 2 ? room[args[2]] : 0);
    }
    return value;
}

void jd_tape_run(const SymTape *tape, const double *values, double *room, double *results) {
    for (int n = 0; n < tape->count; n++) room[n] = value_of(tape, &tape->steps[n], values, room);
    for (int n = 0; n < tape->result_count; n++) results[n] = room[tape->results[n]];
}
