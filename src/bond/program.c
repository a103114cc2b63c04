/* SPDX-License-Identifier: MIT
 *
 * Numbers of the equations: laws in order of computing; loops by Newton's method on their breaks.
 */
#include "bond/inside.h"
#include "math/dense.h"
#include "math/newton.h"

struct BondProgram {
    const BondEquations *equations;
    SymTape **laws;          /* of variables; NULL: none */
    int *number;             /* of the names of variables */
    double *room;            /* for tapes */
    double *newton, *breaks; /* for loops */
    int *order;
    int most; /* breaks of a loop */
    int time; /* the name's number; -1: nothing depends on it */
};

BondProgram *jd_equations_program(const BondEquations *equations, Arena *arena) {
    BondProgram *program = ARENA_NEW(arena, BondProgram, 1);
    const int count = equations->vars.count;
    if (!program) return NULL;
    *program = (BondProgram){.equations = equations, .time = -1};
    program->laws = ARENA_NEW(arena, SymTape *, count + 1);
    program->number = ARENA_NEW(arena, int, count + 1);
    if (!program->laws || !program->number) return NULL;
    int room = 1;
    for (int v = 0; v < count; v++) {
        const BondVar *var = &equations->vars.at[v];
        program->number[v] = jd_sym_node(equations->pool, var->name)->name;
        if (!var->law) continue;
        program->laws[v] = jd_sym_tape(equations->pool, &var->law, 1, arena);
        if (!program->laws[v]) return NULL;
        if (jd_tape_room(program->laws[v]) > room) room = jd_tape_room(program->laws[v]);
    }
    for (int b = 0; b < equations->blocks.count; b++)
        if (equations->blocks.at[b].break_count > program->most)
            program->most = equations->blocks.at[b].break_count;
    const int n = program->most;
    program->room = ARENA_NEW(arena, double, room);
    program->newton = ARENA_NEW(arena, double, jd_newton_room(n));
    program->breaks = ARENA_NEW(arena, double, n + 1);
    program->order = ARENA_NEW(arena, int, n + 1);
    program->time = jd_sym_node(equations->pool, jd_sym_name(equations->pool, "time"))->name;
    return program->room && program->newton && program->breaks && program->order ? program : NULL;
}

static double law_value(const BondProgram *program, int var, const double *values) {
    double value = NAN;
    if (program->laws[var]) jd_tape_run(program->laws[var], values, program->room, &value);
    return value;
}

/* Others from the breaks, then what must be zero. */
static void follow(const BondProgram *program, const BondBlock *block, double *values,
                   double *rest) {
    const BondEquations *equations = program->equations;
    for (int n = block->break_count; n < block->count; n++)
        values[program->number[block->vars[n]]] = law_value(program, block->vars[n], values);
    for (int n = 0; n < block->break_count; n++) {
        const int var = block->vars[n], held = equations->vars.at[var].held;
        rest[n] = held >= 0 ? values[program->number[held]]
                            : values[program->number[var]] - law_value(program, var, values);
    }
}

typedef struct {
    const BondProgram *program;
    const BondBlock *block;
    double *values;
} Round;

static void go_round(void *of, const double *breaks, double *rest) {
    const Round *round = of;
    const BondProgram *program = round->program;
    for (int k = 0; k < round->block->break_count; k++)
        round->values[program->number[round->block->vars[k]]] = breaks[k];
    follow(program, round->block, round->values, rest);
}

/* The power of two beside a size. */
static double power_near(double size) {
    int exponent = 0;
    if (size > 0 && isfinite(size)) frexp(size, &exponent);
    return ldexp(1, exponent);
}

/* By powers of two, which cost no digits: columns and rows of about size 1. `size` keeps that of
 * columns, `rest` goes with rows.
 */
static void measure(double *a, int n, double *rest, double *size) {
    for (int c = 0; c < n; c++) {
        double most = 0;
        for (int r = 0; r < n; r++) most = fmax(most, fabs(a[r * n + c]));
        size[c] = power_near(most);
        for (int r = 0; r < n; r++) a[r * n + c] /= size[c];
    }
    for (int r = 0; r < n; r++) {
        double most = 0;
        for (int c = 0; c < n; c++) most = fmax(most, fabs(a[r * n + c]));
        const double row = power_near(most);
        for (int c = 0; c < n; c++) a[r * n + c] /= row;
        rest[r] /= row;
    }
}

static const double singular = 1e-12; /* a pivot that rounding may have left */

/* The matrix of a linear loop, column by column, behind which the rest stands where breaks are 0.
 */
static void find_matrix(const BondProgram *program, Round *round) {
    const int n = round->block->break_count;
    double *a = program->newton, *rest = a + n * n, *moved = rest + n, *breaks = program->breaks;
    for (int k = 0; k < n; k++) breaks[k] = 0, program->order[k] = k;
    go_round(round, breaks, rest);
    for (int c = 0; c < n; c++) {
        breaks[c] = 1;
        go_round(round, breaks, moved);
        breaks[c] = 0;
        for (int r = 0; r < n; r++) a[r * n + c] = moved[r] - rest[r];
    }
}

/* Of a linear loop with many breaks: its matrix, and the solution. Newton's method wants each
 * unknown to as many digits as it has itself, which those far from a source do not have. */
static bool solve_many(const BondProgram *program, Round *round) {
    const int n = round->block->break_count;
    double *a = program->newton, *rest = a + n * n, *moved = rest + n, *size = moved + n,
           *breaks = program->breaks;
    find_matrix(program, round);
    measure(a, n, rest, size);
    if (!(jd_dense_lu(n, n, a, program->order).size > singular)) return false;
    for (int r = 0; r < n; r++) moved[r] = rest[program->order[r]];
    jd_dense_lu_solve(n, a, moved);
    for (int k = 0; k < n; k++) breaks[k] = -moved[k] / size[k];
    go_round(round, breaks, rest);
    return true;
}

/* Of a linear loop: its matrix column by column, and the solution, from where `breaks` stand. */
static bool solve_linear(const BondProgram *program, Round *round) {
    const int n = round->block->break_count;
    double *a = program->newton, *rest = a + n * n, *moved = rest + n, *breaks = program->breaks;
    find_matrix(program, round);
    if (!(jd_dense_lu(n, n, a, program->order).size > 0)) return false;
    for (int r = 0; r < n; r++) moved[r] = rest[program->order[r]];
    jd_dense_lu_solve(n, a, moved);
    for (int k = 0; k < n; k++) breaks[k] = -moved[k];
    go_round(round, breaks, rest);
    return true;
}

static bool solve_loop(const BondProgram *program, const BondBlock *block, double *values) {
    const int n = block->break_count;
    Round round = {program, block, values};
    const Newton newton = {n, go_round, &round, program->newton, program->order};
    if (block->linear && !block->matrix) {
        if (!solve_many(program, &round)) return false;
        for (int k = 0; k < n; k++)
            if (!isfinite(program->breaks[k])) return false;
        return true;
    }
    for (int k = 0; k < n; k++) program->breaks[k] = 0;
    const NewtonEnd end = jd_newton_solve(&newton, program->breaks);
    /* Near zero it finds nothing that is nearer; where that is zero but for rounding, its short
     * steps see rounding alone. */
    const bool again = block->linear && block->matrix;
    if (end == NEWTON_LOST && !(again && solve_linear(program, &round))) return false;
    if (end == NEWTON_SINGULAR && !(again && solve_many(program, &round))) return false;
    for (int k = 0; k < n; k++)
        if (!isfinite(program->breaks[k])) return false;
    return true;
}

bool jd_equations_run(const BondProgram *program, double time, const double *states, double *values,
                      int *block) {
    const BondEquations *equations = program->equations;
    values[program->time] = time;
    for (int n = 0; n < equations->states.count; n++)
        values[program->number[equations->states.at[n]]] = states[n];
    for (int b = 0; b < equations->blocks.count; b++) {
        const BondBlock *at = &equations->blocks.at[b];
        *block = b;
        if (at->loop && !solve_loop(program, at, values)) return false;
        if (!at->loop && equations->vars.at[at->vars[0]].law)
            values[program->number[at->vars[0]]] = law_value(program, at->vars[0], values);
    }
    return true;
}

int jd_equations_find_singular(const BondProgram *program, double *values) {
    const BondEquations *equations = program->equations;
    for (int b = 0; b < equations->blocks.count; b++) {
        const BondBlock *block = &equations->blocks.at[b];
        const int n = block->break_count;
        Round round = {program, block, values};
        if (!block->loop || !block->linear || block->solution) continue;
        double *a = program->newton, *rest = a + n * n, *size = rest + 2 * n;
        find_matrix(program, &round);
        measure(a, n, rest, size);
        if (!(jd_dense_lu(n, n, a, program->order).size > singular)) return b;
        if (!solve_loop(program, block, values)) return b; /* as it was */
    }
    return -1;
}
