/* SPDX-License-Identifier: MIT
 *
 * The index, from rank. The unknowns are the rates of the states and all efforts and flows, (x',
 * y); the equations are the laws as they stand: an artificial source that nothing returns to zero
 * holds a flow, not its rate. Laws that follow each other have full rank, so that loops are looked
 * at one by one: the slopes of what must be zero by what is broken.
 *
 *   0   full rank, and every law follows from others in order
 *   1   full rank, but some laws must be solved together, or a storage follows others
 *   2   the rank falls short; once what lacks the unknowns is differentiated it is full */
#include "bond/inside.h"

typedef struct {
    const BondEquations *equations;
    const double *values; /* of names, at some point */
    double *slope;        /* of variables by one break */
} Slopes;

/* By how much variables of a block change with one of its breaks. */
static void find_slopes(Slopes *s, const BondBlock *block, int broken) {
    const BondEquations *equations = s->equations;
    for (int n = 0; n < block->count; n++) {
        const int var = block->vars[n];
        int *needs;
        s->slope[var] = n == broken;
        if (n < block->break_count) continue;
        const int count = jd_var_needs(equations, var, &needs);
        for (int k = 0; k < count; k++) {
            if (s->slope[needs[k]] == 0) continue;
            const Sym by = jd_sym_derive(equations->pool, equations->vars.at[var].law,
                                         equations->vars.at[needs[k]].name);
            s->slope[var] +=
                s->slope[needs[k]] * jd_sym_value(equations->pool, by, s->values, NULL);
        }
    }
}

static int kept_by(const BondEquations *equations, const BondVar *source) {
    const int place = equations->graph->bonds.at[source->bond].first + source->component;
    return source->kind == VAR_EFFORT ? equations->flow[place] : equations->effort[place];
}

/* What a source holds without anything that returns it to zero. */
static bool holds_alone(const BondEquations *equations, const BondVar *var) {
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        if (&equations->vars.at[held->source] == var)
            return !held->alpha && !held->beta && !held->gamma;
    }
    return false;
}

static int rank_of_block(Slopes *s, const BondBlock *block, Arena *arena) {
    const BondEquations *equations = s->equations;
    const int n = block->break_count;
    Sym *matrix = ARENA_NEW(arena, Sym, n * n + 1);
    if (!matrix) return n;
    for (int c = 0; c < n; c++) {
        find_slopes(s, block, c);
        for (int r = 0; r < n; r++) {
            const BondVar *var = &equations->vars.at[block->vars[r]];
            const int rest = holds_alone(equations, var) ? kept_by(equations, var) : var->held;
            double slope = 0;
            if (rest >= 0) {
                slope = s->slope[rest];
            } else {
                int *needs;
                const int count = jd_var_needs(equations, block->vars[r], &needs);
                slope = r == c;
                for (int k = 0; k < count; k++)
                    slope -= s->slope[needs[k]] *
                             jd_sym_value(equations->pool,
                                          jd_sym_derive(equations->pool, var->law,
                                                        equations->vars.at[needs[k]].name),
                                          s->values, NULL);
            }
            matrix[r * n + c] = jd_sym_number(equations->pool, jd_number_of(slope));
        }
    }
    for (int k = 0; k < block->count; k++) s->slope[block->vars[k]] = 0;
    return jd_bonds_rank(equations->graph, matrix, n, n);
}

/* How many equations lack the unknowns, as they stand. */
static int missing_rank(const BondEquations *equations) {
    Arena *arena = equations->arena;
    Slopes s = {equations, jd_bonds_values(equations->graph, 31, arena),
                ARENA_NEW(arena, double, equations->vars.count + 1)};
    int missing = 0;
    if (!s.values || !s.slope) return 0;
    for (int b = 0; b < equations->blocks.count; b++) {
        const BondBlock *block = &equations->blocks.at[b];
        bool alone = false;
        for (int n = 0; n < block->break_count; n++)
            alone = alone || holds_alone(equations, &equations->vars.at[block->vars[n]]);
        /* Others have full rank, or are told as singular. */
        if (alone) missing += block->break_count - rank_of_block(&s, block, arena);
    }
    return missing;
}

int jd_equations_index(const BondEquations *equations) {
    if (missing_rank(equations)) return 2;
    if (equations->dependent.count) return 1;
    for (int b = 0; b < equations->blocks.count; b++)
        if (equations->blocks.at[b].loop) return 1;
    return 0;
}

/* How small the set of breaks is. */
static void print_breaks(const BondEquations *equations, Text *out) {
    int breaks = 0;
    bool smallest = true;
    for (int b = 0; b < equations->blocks.count; b++) {
        const BondBlock *block = &equations->blocks.at[b];
        breaks += block->break_count;
        smallest = smallest && (!block->loop || block->smallest);
    }
    if (breaks && smallest)
        jd_text_print(out, "breaks                  no smaller set does\n");
    else if (breaks)
        jd_text_print(
            out,
            "breaks                  none can be left out; the smallest set is looked for "
            "in loops that come down to %d variables\n",
            (int)BREAKS_TRIED);
}

void jd_notes_print(const BondEquations *equations, const BondPaths *paths, Text *out) {
    const int rule = paths->counts[4] ? 2 : 1;
    print_breaks(equations, out);
    if ((rule == 2) == (equations->index == 2)) return;
    if (rule == 2)
        jd_text_print(out,
                      "rule of thumb           paths of class 4 give 2; but their equations have "
                      "full rank in (x', y), so that it is %d\n",
                      equations->index);
    else
        jd_text_print(out,
                      "rule of thumb           without paths of class 4 less than 2; but %d of the "
                      "equations in (x', y) hold%s nothing of them, so that it is 2\n",
                      missing_rank(equations), missing_rank(equations) == 1 ? "s" : "");
}
