/* SPDX-License-Identifier: MIT
 *
 * Numbers of the equations: laws in order of computing; loops by trying out what each break does to
 * what must be zero, which is all there is to know of a linear loop, and by repeating that for
 * others. */
#include "bond/inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct BondProgram {
    const BondEquations *equations;
    SymTape **laws;                      /* of variables; NULL: none */
    int *number;                         /* of the names of variables */
    double *room;                        /* for tapes */
    double *base, *matrix, *rest, *step; /* for loops */
    int most;                            /* breaks of a loop */
    int time;                            /* the name's number; -1: nothing depends on it */
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
    program->matrix = ARENA_NEW(arena, double, n *n + 1);
    program->rest = ARENA_NEW(arena, double, n + 1);
    program->base = ARENA_NEW(arena, double, n + 1);
    program->step = ARENA_NEW(arena, double, n + 1);
    program->time = jd_sym_node(equations->pool, jd_sym_name(equations->pool, "time"))->name;
    return program->room && program->matrix && program->rest && program->base && program->step
               ? program
               : NULL;
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

/* matrix step = rest, by elimination with the largest pivots; false: singular. */
static bool eliminate(double *matrix, double *rest, int n) {
    const double rounding = 1e-13;
    for (int c = 0; c < n; c++) {
        int pivot = c;
        double size = 0;
        for (int r = c; r < n; r++) {
            if (fabs(matrix[r * n + c]) > fabs(matrix[pivot * n + c])) pivot = r;
            for (int k = c; k < n; k++) size = fmax(size, fabs(matrix[r * n + k]));
        }
        if (!(fabs(matrix[pivot * n + c]) > rounding * size)) return false;
        for (int k = 0; k < n; k++) {
            const double swap = matrix[c * n + k];
            matrix[c * n + k] = matrix[pivot * n + k], matrix[pivot * n + k] = swap;
        }
        const double swap = rest[c];
        rest[c] = rest[pivot], rest[pivot] = swap;
        for (int r = c + 1; r < n; r++) {
            const double factor = matrix[r * n + c] / matrix[c * n + c];
            for (int k = c; k < n; k++) matrix[r * n + k] -= factor * matrix[c * n + k];
            rest[r] -= factor * rest[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int k = r + 1; k < n; k++) rest[r] -= matrix[r * n + k] * rest[k];
        rest[r] /= matrix[r * n + r];
    }
    return true;
}

/* What a step of each break does. */
static void probe(const BondProgram *program, const BondBlock *block, double *values, double step) {
    const int n = block->break_count;
    for (int c = 0; c < n; c++) {
        double *broken = &values[program->number[block->vars[c]]];
        const double kept = *broken, width = step * fmax(1, fabs(kept));
        *broken = kept + width;
        follow(program, block, values, program->step);
        for (int r = 0; r < n; r++)
            program->matrix[r * n + c] = (program->step[r] - program->base[r]) / width;
        *broken = kept;
    }
}

static bool solve_loop(const BondProgram *program, const BondBlock *block, double *values) {
    const int n = block->break_count;
    const double linear_step = 1, newton_step = 1e-7; /* a share: half the digits of a double */
    const int rounds = block->linear || !block->matrix ? 3 : 60;
    for (int k = 0; k < n; k++) values[program->number[block->vars[k]]] = 0;
    const double near = 1e-9; /* the last change, as a share of the solution and of the first */
    bool done = false, solved = false;
    double first = 0;
    for (int round = 0; round < rounds && !done; round++) {
        follow(program, block, values, program->base);
        probe(program, block, values, block->linear || !block->matrix ? linear_step : newton_step);
        memcpy(program->rest, program->base, sizeof *program->rest * (size_t)n);
        if (!eliminate(program->matrix, program->rest, n)) return false;
        double size = 0, change = 0;
        for (int k = 0; k < n; k++) {
            double *broken = &values[program->number[block->vars[k]]];
            *broken -= program->rest[k];
            size = fmax(size, fabs(*broken));
            change = fmax(change, fabs(program->rest[k]));
        }
        done = change <= 1e-15 * size;
        if (round == 0) first = change;
        solved = change <= near * fmax(size, first);
    }
    if (!block->linear && !solved) return false;
    follow(program, block, values, program->base);
    for (int k = 0; k < n; k++)
        if (!isfinite(values[program->number[block->vars[k]]])) return false;
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
