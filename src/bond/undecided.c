/* SPDX-License-Identifier: MIT
 *
 * What the laws of a graph leave open: efforts or flows that could be anything together, and the
 * junctions at which a resistor or a storage would decide them. */
#include "bond/inside.h"
#include <math.h>
#include <string.h>

static const double nothing = 1e-9; /* of the largest effort or flow that goes along */

typedef struct {
    const BondGraph *graph;
    const double *free; /* efforts, then flows of all components */
    double most;
} Open;

/* Whether the effort (or flow) of a bond is open. */
static bool is_open(const Open *open, const Bond *bond, bool flow) {
    const int first = bond->first + (flow ? open->graph->components : 0);
    for (int k = 0; k < jd_bond_dimension(bond); k++)
        if (fabs(open->free[first + k]) > nothing * open->most) return true;
    return false;
}

/* A junction whose common flow (or effort) is open; -1: none. One without an element before others. */
static int junction_of(const Open *open, bool flow) {
    int best = -1;
    bool bare = false;
    for (int n = 0; n < open->graph->nodes.count; n++) {
        const BondNode *at = &open->graph->nodes.at[n];
        const bool one = at->type->rule == CAUSAL_ALL_BUT_ONE;
        if (at->type->role != ROLE_JUNCTION || one != flow ||
            !is_open(open, jd_port_bond(open->graph, n, 0), flow))
            continue;
        bool here = true;
        for (int p = 0; p < at->ports.count; p++) {
            const Bond *bond = jd_port_bond(open->graph, n, p);
            const int other = bond->from == n ? bond->to : bond->from;
            const BondRole role = open->graph->nodes.at[other].type->role;
            here = here && role != ROLE_STORAGE && role != ROLE_RESISTOR && role != ROLE_SOURCE;
        }
        if (best < 0 || (here && !bare)) best = n, bare = here;
    }
    return best;
}

static void list_open(const Open *open, bool flow, Text *out) {
    enum { SHOWN = 6 };
    int count = 0, all = 0;
    for (int b = 0; b < open->graph->bonds.count; b++)
        all += is_open(open, &open->graph->bonds.at[b], flow);
    for (int b = 0; b < open->graph->bonds.count && count < SHOWN; b++)
        if (is_open(open, &open->graph->bonds.at[b], flow))
            jd_text_print(out, "%s'%s'", jd_between(count++, all), open->graph->bonds.at[b].name);
    if (all > SHOWN) jd_text_print(out, " and %d more", all - SHOWN);
}

/* The first bond whose effort (or flow) is open; NULL: none. */
static const Bond *first_open(const Open *open, bool flow) {
    for (int b = 0; b < open->graph->bonds.count; b++)
        if (is_open(open, &open->graph->bonds.at[b], flow)) return &open->graph->bonds.at[b];
    return NULL;
}

/* At a junction that has it in common, or at a new one. */
static bool tell_one(const Open *open, int number, Text *out) {
    const bool at_one = junction_of(open, true) >= 0, at_zero = junction_of(open, false) >= 0;
    const bool flow = at_one || (!at_zero && first_open(open, true));
    const Bond *bond = first_open(open, flow);
    if (!bond) return false;
    jd_text_print(out, "%sthe %s of ", number ? "; " : "", flow ? "flow" : "effort");
    list_open(open, flow, out);
    if (at_one || at_zero) {
        const BondNode *at = &open->graph->nodes.at[junction_of(open, flow)];
        jd_text_print(out, " can be anything: put a resistor or a storage at %s '%s'",
                      at->type->name, at->name);
    } else
        jd_text_print(out,
                      " can be anything: put a `%s` junction with a resistor or a storage into bond "
                      "'%s'",
                      flow ? "one" : "zero", bond->name);
    return true;
}

bool jd_bonds_tell_undecided(const BondGraph *graph, Arena *arena, Text *out) {
    enum { TOLD = 3 };
    int told = 0, room = 2 * graph->components;
    for (int s = 0; s < graph->signals.count; s++) room += !graph->signals.at[s].integrates;
    double *free = ARENA_NEW(arena, double, room + 1);
    for (int n = 0; free && n < TOLD && jd_bonds_undecided(graph, n, arena, free); n++) {
        Open open = {graph, free, 0};
        for (int k = 0; k < 2 * graph->components; k++) open.most = fmax(open.most, fabs(free[k]));
        told += tell_one(&open, told, out);
    }
    return told > 0;
}
