/* SPDX-License-Identifier: MIT
 *
 * What a graph can do without: bonds whose flow or effort is zero as such, and junctions that only
 * pass on. Done until nothing is left to do. */
#include "multibond/scalar.h"

typedef struct {
    Scalar *s;
    int *degree;     /* of nodes: bonds that are left */
    int *first, *at; /* bonds of each node */
} Reducer;

static bool gone(const Scalar *s, int bond) {
    return s->bonds.at[bond].dead || s->bonds.at[bond].is >= 0;
}

/* Bonds of all nodes, by number of the node. */
static bool list_bonds(Reducer *r) {
    Scalar *s = r->s;
    const int nodes = s->nodes.count;
    r->first = ARENA_NEW(s->arena, int, nodes + 2);
    r->degree = ARENA_NEW(s->arena, int, nodes + 1);
    r->at = ARENA_NEW(s->arena, int, 2 * s->bonds.count + 1);
    if (!r->first || !r->degree || !r->at) return false;
    for (int b = 0; b < s->bonds.count; b++) {
        if (gone(s, b)) continue;
        r->first[s->bonds.at[b].from + 1]++, r->first[s->bonds.at[b].to + 1]++;
    }
    for (int n = 0; n < nodes; n++) r->first[n + 1] += r->first[n];
    for (int b = 0; b < s->bonds.count; b++) {
        if (gone(s, b)) continue;
        const int ends[2] = {s->bonds.at[b].from, s->bonds.at[b].to};
        for (int e = 0; e < 2; e++) r->at[r->first[ends[e]] + r->degree[ends[e]]++] = b;
    }
    return true;
}

static int other_end(const Scalar *s, int bond, int node) {
    return s->bonds.at[bond].from == node ? s->bonds.at[bond].to : s->bonds.at[bond].from;
}

static BondRole role_of(const Scalar *s, int node) {
    return s->nodes.at[node].node.type->role;
}
static bool is_one(const Scalar *s, int node) {
    return role_of(s, node) == ROLE_JUNCTION &&
           s->nodes.at[node].node.type->rule == CAUSAL_ALL_BUT_ONE;
}
static bool is_zero(const Scalar *s, int node) {
    return role_of(s, node) == ROLE_JUNCTION && !is_one(s, node);
}

/* A source of nothing. */
static bool gives_nothing(const Scalar *s, int node, bool flow) {
    const BondNode *at = &s->nodes.at[node].node;
    return at->type->role == ROLE_SOURCE && at->type->flow_source == flow &&
           !at->constraint.holds && at->value.at && jd_sym_is(s->from->pool, at->value.at[0], 0);
}

static void drop_bond(Scalar *s, int bond) {
    s->bonds.at[bond].dead = true;
}

/* Without effort: a source of none, or a 1-junction without anything else, at a 1-junction.
 * Likewise without flow at a 0-junction; over a transformer both go on. */
static bool drop_idle(Reducer *r, int node) {
    Scalar *s = r->s;
    if (r->degree[node] != 1) return false;
    const int bond = r->at[r->first[node]], next = other_end(s, bond, node);
    const bool no_effort = gives_nothing(s, node, false) || is_one(s, node);
    const bool no_flow = gives_nothing(s, node, true) || is_zero(s, node);
    if (!no_effort && !no_flow) return false;
    const bool ends = no_effort ? is_one(s, next) : is_zero(s, next);
    const bool passes = role_of(s, next) == ROLE_TWO_PORT && !s->nodes.at[next].node.type->gyrates;
    if (!ends && !passes) return false;
    drop_bond(s, bond);
    s->nodes.at[node].dead = true;
    if (!passes) return true;
    /* What is behind the transformer gets the same nothing. */
    s->nodes.at[next].dead = true;
    for (int k = 0; k < r->degree[next]; k++) {
        const int far = r->at[r->first[next] + k];
        if (far == bond) continue;
        const int end = other_end(s, far, next);
        if (no_effort ? is_one(s, end) : is_zero(s, end)) {
            drop_bond(s, far);
            continue;
        }
        /* Not at a junction of its kind: it stays, as a source of nothing. */
        s->nodes.at[next].dead = s->nodes.at[node].dead = false;
        s->bonds.at[bond].dead = false;
        return false;
    }
    return true;
}

/* A 1-junction that stands still: its bonds to 0-junctions carry nothing. */
static bool drop_still(Reducer *r, int node) {
    Scalar *s = r->s;
    bool still = false, any = false;
    if (!is_one(s, node) || r->degree[node] < 2) return false;
    for (int k = 0; k < r->degree[node]; k++)
        still = still || gives_nothing(s, other_end(s, r->at[r->first[node] + k], node), true);
    for (int k = 0; k < r->degree[node] && still; k++) {
        const int bond = r->at[r->first[node] + k];
        if (gone(s, bond) || !is_zero(s, other_end(s, bond, node))) continue;
        drop_bond(s, bond);
        any = true;
    }
    return any;
}

/* A source alone with a junction. */
static bool drop_rest(Reducer *r, int node) {
    Scalar *s = r->s;
    if (role_of(s, node) != ROLE_SOURCE || r->degree[node] != 1 ||
        s->nodes.at[node].node.constraint.holds)
        return false;
    const int bond = r->at[r->first[node]], next = other_end(s, bond, node);
    if (role_of(s, next) != ROLE_JUNCTION || r->degree[next] != 1) return false;
    drop_bond(s, bond);
    s->nodes.at[node].dead = s->nodes.at[next].dead = true;
    return true;
}

static bool merge(Reducer *r, int node) {
    Scalar *s = r->s;
    if (role_of(s, node) != ROLE_JUNCTION || r->degree[node] != 2) return false;
    int in = r->at[r->first[node]], out = r->at[r->first[node] + 1];
    if (s->bonds.at[in].from == node) {
        const int swap = in;
        in = out, out = swap;
    }
    if (s->bonds.at[in].to != node || s->bonds.at[out].from != node) return false;
    if (s->bonds.at[in].from == s->bonds.at[out].to) return false;
    s->bonds.at[in].to = s->bonds.at[out].to;
    s->bonds.at[out].is = in;
    s->nodes.at[node].dead = true;
    return true;
}

/* One round: rules are tried on nodes whose bonds are as listed. */
static int go_over(Reducer *r) {
    static bool (*const rules[])(Reducer *, int) = {drop_idle, drop_still, drop_rest, merge};
    Scalar *s = r->s;
    int done = 0;
    bool *touched = ARENA_NEW(s->arena, bool, s->nodes.count + 1);
    if (!touched || !list_bonds(r)) return s->failed = true, 0;
    for (int node = 0; node < s->nodes.count; node++) {
        bool fresh = !s->nodes.at[node].dead && !touched[node];
        for (int k = 0; k < r->degree[node] && fresh; k++)
            fresh = !touched[other_end(s, r->at[r->first[node] + k], node)];
        for (size_t rule = 0; rule < sizeof rules / sizeof *rules && fresh; rule++) {
            if (!rules[rule](r, node)) continue;
            done++;
            fresh = false;
            touched[node] = true;
            for (int k = 0; k < r->degree[node]; k++) {
                const int next = other_end(s, r->at[r->first[node] + k], node);
                touched[next] = true;
                for (int m = 0; m < r->degree[next]; m++)
                    touched[other_end(s, r->at[r->first[next] + m], next)] = true;
            }
        }
    }
    return done;
}

/* A junction with one bond has no effort, or no flow: it is a source of nothing. */
static void become_source(Scalar *s, int node) {
    BondNode *at = &s->nodes.at[node].node;
    Sym *none = ARENA_NEW(s->arena, Sym, 1);
    at->type = jd_bond_type_find(is_one(s, node) ? "Se" : "Sf");
    if (!none) {
        s->failed = true;
        return;
    }
    *none = jd_sym_whole(s->from->pool, 0);
    at->value = (SymMatrix){none, 1, 1};
}

void jd_scalar_reduce(Scalar *s) {
    Reducer r = {.s = s};
    while (!s->failed && go_over(&r) > 0) continue;
    for (int n = 0; n < s->nodes.count && !s->failed; n++) {
        if (!s->nodes.at[n].dead && r.degree[n] == 0) s->nodes.at[n].dead = true;
        if (!s->nodes.at[n].dead && r.degree[n] == 1 && role_of(s, n) == ROLE_JUNCTION)
            become_source(s, n);
    }
}
