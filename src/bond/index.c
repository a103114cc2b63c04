/* SPDX-License-Identifier: MIT
 *
 * The index, from rank of all laws without causality (pencil.c). The unknowns are the rates of the
 * states and all efforts and flows, (x', y).
 *
 *   0   they follow from the laws in order
 *   1   some laws must be solved together, or a storage follows others: its law in the form of
 * rates 2   the rank falls short all the same: what an artificial source holds has none of the
 * unknowns, or laws of rates do not decide all of them; once that is differentiated it is full 3..
 * it takes more than once */
#include "bond/inside.h"

/* A source that holds something without anything that returns it to zero. */
static bool any_holds_alone(const BondEquations *equations) {
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        if (!held->alpha && !held->beta && !held->gamma) return true;
    }
    return false;
}

static int relations_of(const BondPencil *pencil, int round) {
    return pencil->levels.count > round ? pencil->levels.at[round].count : 0;
}

static bool any_loop(const BondEquations *equations) {
    for (int b = 0; b < equations->blocks.count; b++)
        if (equations->blocks.at[b].loop) return true;
    return false;
}

/* *missing: equations that have none of the unknowns, where the index is 2 or more. */
static int find_index(const BondEquations *equations, int *missing) {
    BondPencil free, held;
    Arena *arena = equations->arena;
    const int least = equations->dependent.count || any_loop(equations);
    *missing = 0;
    if (!jd_bonds_pencil(equations->graph, (BondLook){0}, arena, &free)) return least;
    int index = free.regular && free.rounds > least ? free.rounds : least;
    if (index > 1) *missing = relations_of(&free, 1);
    if (!any_holds_alone(equations)) return index;
    if (!jd_bonds_pencil(equations->graph, (BondLook){.held = true}, arena, &held)) return index;
    const int more = relations_of(&held, 0) - relations_of(&free, 0);
    if (!held.regular || more <= 0) return index;
    *missing = more;
    return held.rounds + 1 > index ? held.rounds + 1 : index;
}

int jd_equations_index(const BondEquations *equations) {
    int missing;
    return find_index(equations, &missing);
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
    if ((rule == 2) == (equations->index >= 2)) return;
    if (rule == 2) {
        jd_text_print(out,
                      "rule of thumb           paths of class 4 give 2; but their equations have "
                      "full rank in (x', y), so that it is %d\n",
                      equations->index);
        return;
    }
    int missing;
    find_index(equations, &missing);
    jd_text_print(out,
                  "rule of thumb           without paths of class 4 less than 2; but %d of the "
                  "equations in (x', y) hold%s nothing of them, so that it is %d\n",
                  missing, missing == 1 ? "s" : "", equations->index);
}
