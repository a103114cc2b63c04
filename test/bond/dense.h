/* SPDX-License-Identifier: MIT
 *
 * All laws of a graph as one dense system, written without causality straight from the conventions: rows of
 *
 *     E x' = A x + ...      in the unknowns x' of all storages, efforts and flows of all bonds
 *
 * Of linear graphs with numbers. What is checked by it shares nothing with causal laws but the data of the graph. */
#ifndef DENSE_H
#define DENSE_H

#include "bond/bond.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Unknowns: efforts, flows (components), then states; rows likewise many. a z + b z' = c, with z = (e, f, x); c changes by
 * `rate`, evenly. */
typedef struct { int bonds, states, count, rows; double *a, *b, *c, *rate; int *first_state; } Dense;

static inline double dense_value(const BondGraph *graph, Sym s, double time) {
    Arena arena = {0};
    double *values = jd_bonds_values(graph, 1, &arena);
    values[jd_sym_node(graph->pool, jd_sym_name(graph->pool, "time"))->name] = time;
    const double value = jd_sym_value(graph->pool, s, values, NULL);
    jd_arena_free(&arena);
    return value;
}

static inline int dense_effort(const Dense *d, int component) { (void)d; return component; }
static inline int dense_flow(const Dense *d, int component) { return d->bonds + component; }
static inline int dense_state(const Dense *d, int node, int k) { return 2 * d->bonds + d->first_state[node] + k; }

#define DENSE_A(d, column) (d)->a[(size_t)(d)->rows * (size_t)(d)->count + (size_t)(column)]
#define DENSE_B(d, column) (d)->b[(size_t)(d)->rows * (size_t)(d)->count + (size_t)(column)]

static inline const Bond *dense_bond(const BondGraph *graph, int node, int port) {
    return &graph->bonds.at[graph->nodes.at[node].ports.at[port]];
}
static inline double dense_in(const BondGraph *graph, int node, int port) {
    return dense_bond(graph, node, port)->to == node ? 1 : -1;
}

static inline void dense_junction(Dense *d, const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const bool zero = !strcmp(at->type->name, "zero");
    for (int k = 0; k < jd_bond_dimension(dense_bond(graph, node, 0)); k++) {
        const int first = dense_bond(graph, node, 0)->first + k;
        for (int p = 0; p < at->ports.count; p++) {
            const int c = dense_bond(graph, node, p)->first + k;
            DENSE_A(d, zero ? dense_flow(d, c) : dense_effort(d, c)) = dense_in(graph, node, p);
        }
        d->rows++;
        for (int p = 1; p < at->ports.count; p++) {
            const int c = dense_bond(graph, node, p)->first + k;
            DENSE_A(d, zero ? dense_effort(d, c) : dense_flow(d, c)) = 1;
            DENSE_A(d, zero ? dense_effort(d, first) : dense_flow(d, first)) = -1;
            d->rows++;
        }
    }
}

/* Components of all ports of a node, and their signs. */
static inline int dense_places(const BondGraph *graph, int node, int *component, double *sign) {
    int count = 0;
    for (int p = 0; p < graph->nodes.at[node].ports.count; p++)
        for (int k = 0; k < jd_bond_dimension(dense_bond(graph, node, p)); k++) {
            component[count] = dense_bond(graph, node, p)->first + k;
            sign[count++] = dense_in(graph, node, p);
        }
    return count;
}

static inline void dense_element(Dense *d, const BondGraph *graph, int node, double time) {
    const BondNode *at = &graph->nodes.at[node];
    int component[64];
    double sign[64];
    const int count = dense_places(graph, node, component, sign);
    for (int r = 0; r < count; r++) {
        const int e = dense_effort(d, component[r]), f = dense_flow(d, component[r]);
        if (at->type->role == ROLE_SOURCE && at->constraint.holds) {
            DENSE_A(d, at->type->flow_source ? e : f) = 1;
            d->rows++;
        } else if (at->type->role == ROLE_SOURCE) {
            DENSE_A(d, at->type->flow_source ? f : e) = 1;
            const Sym value = at->value.at[at->value.rows > 1 ? r : 0];
            d->c[d->rows] = dense_value(graph, value, time);
            d->rate[d->rows] = dense_value(graph, value, time + 1) - d->c[d->rows];
            d->rows++;
        } else if (at->type->role == ROLE_RESISTOR) {
            DENSE_A(d, e) = 1;
            for (int k = 0; k < count; k++)
                DENSE_A(d, dense_flow(d, component[k])) -= sign[k] * dense_value(graph, jd_bonds_entry(graph, node, r, k), 0);
            d->rows++;
        } else {
            const bool inertia = at->type->stores_effort;
            DENSE_B(d, dense_state(d, node, r)) = 1;
            DENSE_A(d, inertia ? e : f) = -sign[r];
            d->rows++;
            DENSE_A(d, dense_state(d, node, r)) = 1;
            for (int k = 0; k < count; k++)
                DENSE_A(d, inertia ? dense_flow(d, component[k]) : dense_effort(d, component[k])) -=
                    dense_value(graph, jd_bonds_entry(graph, node, r, k), 0);
            d->rows++;
        }
    }
}

/* The port that enters is 1. In these graphs one enters and one leaves. */
static inline void dense_two_port(Dense *d, const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const int one = dense_in(graph, node, 0) > 0 ? 0 : 1;
    const Bond *in = dense_bond(graph, node, one), *out = dense_bond(graph, node, !one);
    const int n = jd_bond_dimension(in), m = jd_bond_dimension(out);
    for (int r = 0; r < m; r++, d->rows++) { /* f2 = N f1, or e2 = G' f1 */
        DENSE_A(d, at->type->gyrates ? dense_effort(d, out->first + r) : dense_flow(d, out->first + r)) = 1;
        for (int k = 0; k < n; k++)
            DENSE_A(d, dense_flow(d, in->first + k)) -= dense_value(
                graph, at->type->gyrates ? jd_bonds_entry(graph, node, k, r) : jd_bonds_entry(graph, node, r, k), 0);
    }
    for (int r = 0; r < n; r++, d->rows++) { /* e1 = N' e2, or e1 = G f2 */
        DENSE_A(d, dense_effort(d, in->first + r)) = 1;
        for (int k = 0; k < m; k++)
            DENSE_A(d, at->type->gyrates ? dense_flow(d, out->first + k) : dense_effort(d, out->first + k)) -= dense_value(
                graph, at->type->gyrates ? jd_bonds_entry(graph, node, r, k) : jd_bonds_entry(graph, node, k, r), 0);
    }
}

static inline void dense_splitter(Dense *d, const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    int vector = 0;
    for (int p = 0; p < at->ports.count; p++)
        if (2 * jd_bond_dimension(dense_bond(graph, node, p)) == jd_bonds_width(graph, node)) vector = p;
    for (int p = 0, k = 0; p < at->ports.count; p++) {
        if (p == vector) continue;
        for (int c = 0; c < jd_bond_dimension(dense_bond(graph, node, p)); c++, k++) {
            const int one = dense_bond(graph, node, vector)->first + k, two = dense_bond(graph, node, p)->first + c;
            DENSE_A(d, dense_effort(d, one)) = 1;
            DENSE_A(d, dense_effort(d, two)) = -1;
            d->rows++;
            DENSE_A(d, dense_flow(d, one)) = dense_in(graph, node, vector);
            DENSE_A(d, dense_flow(d, two)) = dense_in(graph, node, p);
            d->rows++;
        }
    }
}

static inline Dense dense_make(const BondGraph *graph, double time, Arena *arena) {
    Dense d = {.bonds = graph->components};
    d.first_state = ARENA_NEW(arena, int, graph->nodes.count + 1);
    for (int n = 0; n < graph->nodes.count; n++) {
        d.first_state[n] = d.states;
        if (graph->nodes.at[n].type->role == ROLE_STORAGE) d.states += jd_bonds_width(graph, n);
    }
    d.count = 2 * d.bonds + d.states;
    d.a = ARENA_NEW(arena, double, (size_t)d.count * (size_t)(d.count + 2));
    d.b = ARENA_NEW(arena, double, (size_t)d.count * (size_t)(d.count + 2));
    d.c = ARENA_NEW(arena, double, d.count + 2);
    d.rate = ARENA_NEW(arena, double, d.count + 2);
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondRole role = graph->nodes.at[n].type->role;
        if (role == ROLE_JUNCTION) dense_junction(&d, graph, n);
        else if (role == ROLE_TWO_PORT) dense_two_port(&d, graph, n);
        else if (role == ROLE_SPLITTER) dense_splitter(&d, graph, n);
        else dense_element(&d, graph, n, time);
    }
    return d;
}

#endif
