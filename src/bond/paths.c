/* SPDX-License-Identifier: MIT
 *
 * Causal paths without integration. Efforts and flows are the vertices of a digraph, what a law
 * reads leads to what it gives. Paths run through the junction structure: junctions, two-ports,
 * splitters. Ends of paths are ports of elements:
 *
 *   class 1   from a storage in derivative causality to one in integral causality and back along
 * the same bonds class 2   likewise between two algebraic ports class 3   out of an algebraic port,
 * round a mesh, into the same port class 4   a cycle of the junction structure alone 0         what
 * closes through signals: an algebraic loop of its own
 *
 * All simple paths are listed where they are few; otherwise of each pair the shortest, and of
 * cycles those that one edge closes over shortest ways: a basis. */
#include "bond/inside.h"
#include <string.h>

enum {
    PATHS = 400,
    STEPS = 200000
}; /* paths that are listed, and steps of the search for all of them */

typedef enum { END_NONE, END_RESISTOR, END_INTEGRAL, END_DERIVATIVE } End;

typedef struct {
    BondEquations *equations;
    Arena *arena;
    BondPaths *paths;
    Digraph structure;  /* from what is read to what is given, junction structure alone */
    Digraph all;        /* with resistors and signals */
    End *gives, *takes; /* which element a variable comes out of, or goes into */
    int *port; /* and which port of all: a number for each, or for each of its components, where
                  these are elements of their own; -1 */
    int *component;   /* of the structure */
    int *way, length; /* the path that is being walked */
    bool *on;
    long steps;
} Finder;

/* ---- The digraphs --------------------------------------------------------------------------- */

static bool is_signal(const BondVar *at) {
    return at->kind == VAR_EFFORT || at->kind == VAR_FLOW || at->kind == VAR_SIGNAL;
}

static bool is_structure(const Finder *f, int var) {
    const BondVar *at = &f->equations->vars.at[var];
    if (at->kind == VAR_SIGNAL || at->node < 0) return false;
    const BondRole role = f->equations->graph->nodes.at[at->node].type->role;
    return role == ROLE_JUNCTION || role == ROLE_TWO_PORT || role == ROLE_SPLITTER;
}

/* Edges need -> var of the variables that are wanted. */
static bool make_digraph(Finder *f, bool structure, Digraph *out) {
    const BondEquations *equations = f->equations;
    const int count = equations->vars.count;
    int *first = ARENA_NEW(f->arena, int, count + 3), edges = 0;
    int **needs = ARENA_NEW(f->arena, int *, count + 1),
        *some = ARENA_NEW(f->arena, int, count + 1);
    if (!first || !needs || !some) return false;
    for (int v = 0; v < count; v++) {
        const bool wanted =
            is_signal(&equations->vars.at[v]) && (structure ? is_structure(f, v) : true);
        some[v] = wanted ? jd_var_reads(equations, v, &needs[v]) : 0;
        if (some[v] < 0) return false;
        for (int n = 0; n < some[v]; n++)
            if (is_signal(&equations->vars.at[needs[v][n]])) first[needs[v][n] + 2]++, edges++;
    }
    for (int v = 0; v < count; v++)
        first[v + 2] += first[v + 1]; /* first[v + 1] is where v begins, and moves on */
    int *to = ARENA_NEW(f->arena, int, edges + 1);
    if (!to) return false;
    for (int v = 0; v < count; v++)
        for (int n = 0; n < some[v]; n++)
            if (is_signal(&equations->vars.at[needs[v][n]])) to[first[needs[v][n] + 1]++] = v;
    *out = (Digraph){count, first, to};
    return true;
}

/* ---- Ends ----------------------------------------------------------------------------------- */

static End end_of(const BondGraph *graph, int node, int port, int component) {
    const BondNode *at = &graph->nodes.at[node];
    if (at->type->role == ROLE_RESISTOR) return END_RESISTOR;
    if (at->type->role != ROLE_STORAGE) return END_NONE;
    return jd_component_gets_effort(graph, node, port, component) ==
                   jd_integral_gets_effort(at->type)
               ? END_INTEGRAL
               : END_DERIVATIVE;
}

/* Whether what one component gives depends on another. Otherwise a vector is so many elements side
 * by side. */
static bool couples(const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const SymMatrix *value = &at->value;
    for (int n = 0; n < value->rows * value->columns; n++)
        if (n / value->columns != n % value->columns && !jd_sym_is(graph->pool, value->at[n], 0))
            return true;
    return at->law_count > 1;
}

static void mark_ends(Finder *f) {
    const BondGraph *graph = f->equations->graph;
    for (int v = 0; v < f->equations->vars.count; v++) f->port[v] = -1;
    for (int node = 0, number = 0; node < graph->nodes.count; node++)
        for (int p = 0; p < graph->nodes.at[node].ports.count; p++, number++) {
            const Bond *bond = jd_port_bond(graph, node, p);
            for (int k = 0; k < jd_bond_dimension(bond); k++) {
                number += k && !couples(graph, node);
                const End end = end_of(graph, node, p, k);
                const bool gets = jd_component_gets_effort(graph, node, p, k);
                if (!end) break;
                const int effort = f->equations->effort[bond->first + k],
                          flow = f->equations->flow[bond->first + k];
                f->takes[gets ? effort : flow] = f->gives[gets ? flow : effort] = end;
                f->port[effort] = f->port[flow] = number;
            }
        }
}

/* ---- Noting a path -------------------------------------------------------------------------- */

/* What the last variable changes by when the first does, along this path. */
static Sym gain_of(Finder *f, const int *way, int length, bool closed) {
    SymPool *pool = f->equations->pool;
    Sym gain = jd_sym_whole(pool, 1);
    for (int n = 0; n + 1 < length || (closed && n < length); n++) {
        const BondVar *to = &f->equations->vars.at[way[(n + 1) % length]];
        gain = jd_sym_times(pool, gain,
                            jd_sym_derive(pool, to->law, f->equations->vars.at[way[n]].name));
    }
    return jd_sym_tidy(pool, gain);
}

static bool add_path(Finder *f, int kind, const int *way, int length) {
    BondPath *path = PUSH(f->arena, f->paths->paths);
    int *vars = ARENA_NEW(f->arena, int, length + 1);
    if (!path || !vars) return false;
    memcpy(vars, way, sizeof *vars * (size_t)length);
    *path = (BondPath){kind, vars, length, SYM_NONE};
    if (kind == 4 || kind == 3 || kind == 0) path->gain = gain_of(f, way, length, true);
    f->paths->counts[kind]++;
    return true;
}

/* The class of a path from `from` to `to`; -1: none, or it is counted from its other end. */
static int class_of(const Finder *f, int from, int to) {
    if (f->gives[from] == END_DERIVATIVE && f->takes[to] == END_INTEGRAL) return 1;
    if (f->gives[from] != END_RESISTOR || f->takes[to] != END_RESISTOR) return -1;
    if (f->port[from] == f->port[to]) return 3;
    return f->port[from] < f->port[to] ? 2 : -1;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static bool spent(Finder *f) {
    return ++f->steps > STEPS || f->paths->paths.count >= PATHS;
}

/* From the end of the way on; false: too many. */
static bool walk_on(Finder *f, int from) {
    const int at = f->way[f->length - 1];
    if (spent(f)) return false;
    if (f->length > 1 && f->takes[at]) {
        const int kind = class_of(f, from, at);
        if (kind > 0 && !add_path(f, kind, f->way, f->length)) return false;
    }
    for (int k = f->structure.first[at]; k < f->structure.first[at + 1]; k++) {
        const int next = f->structure.to[k];
        if (f->on[next]) continue;
        f->on[next] = true;
        f->way[f->length++] = next;
        const bool good = walk_on(f, from);
        f->length--;
        f->on[next] = false;
        if (!good) return false;
    }
    return true;
}

/* Cycles whose smallest vertex is `start`. */
static bool walk_round(Finder *f, int start) {
    const int at = f->way[f->length - 1];
    if (spent(f)) return false;
    for (int k = f->structure.first[at]; k < f->structure.first[at + 1]; k++) {
        const int next = f->structure.to[k];
        if (next == start && !add_path(f, 4, f->way, f->length)) return false;
        if (next <= start || f->on[next] || f->component[next] != f->component[start]) continue;
        f->on[next] = true;
        f->way[f->length++] = next;
        const bool good = walk_round(f, start);
        f->length--;
        f->on[next] = false;
        if (!good) return false;
    }
    return true;
}

static bool find_all(Finder *f) {
    for (int v = 0; v < f->equations->vars.count; v++) {
        f->way[0] = v;
        f->length = 1;
        f->on[v] = true;
        const bool starts = f->gives[v] == END_RESISTOR || f->gives[v] == END_DERIVATIVE;
        const bool good = (!starts || walk_on(f, v)) && walk_round(f, v);
        f->on[v] = false;
        if (!good) return false;
    }
    return true;
}

/* ---- A basis -------------------------------------------------------------------------------- */

/* Shortest ways from a variable: before[v] is where v was reached from, -1: not. */
static bool search_from(Finder *f, const Digraph *graph, int from, int *before, int *queue) {
    int done = 0, count = 0;
    for (int v = 0; v < graph->count; v++) before[v] = -1;
    queue[count++] = from;
    while (done < count) {
        const int at = queue[done++];
        for (int k = graph->first[at]; k < graph->first[at + 1]; k++) {
            const int next = graph->to[k];
            if (before[next] >= 0 || next == from) continue;
            before[next] = at;
            queue[count++] = next;
        }
    }
    return f != NULL;
}

static int way_to(Finder *f, const int *before, int from, int to) {
    int length = 1;
    for (int v = to; v != from; v = before[v]) length++;
    int at = length;
    for (int v = to; at > 0; v = before[v]) {
        f->way[--at] = v;
        if (v == from) break;
    }
    return length;
}

static bool find_basis(Finder *f) {
    const int count = f->equations->vars.count;
    int *before = ARENA_NEW(f->arena, int, count + 1), *queue = ARENA_NEW(f->arena, int, count + 1);
    if (!before || !queue) return false;
    f->paths->paths.count = 0;
    memset(f->paths->counts, 0, sizeof f->paths->counts);
    f->paths->basis = true;
    for (int v = 0; v < count; v++) {
        const bool starts = f->gives[v] == END_RESISTOR || f->gives[v] == END_DERIVATIVE;
        bool inner = false; /* an edge inside a component of the structure */
        for (int k = f->structure.first[v]; k < f->structure.first[v + 1]; k++)
            inner = inner || f->component[f->structure.to[k]] == f->component[v];
        if (!starts && !inner) continue;
        search_from(f, &f->structure, v, before, queue);
        for (int to = 0; starts && to < count && f->paths->paths.count < PATHS; to++) {
            const int kind = before[to] >= 0 && f->takes[to] ? class_of(f, v, to) : -1;
            if (kind > 0 && !add_path(f, kind, f->way, way_to(f, before, v, to))) return false;
        }
        /* Cycles through v that an edge into it closes, if v is the smallest on them. */
        for (int to = 0; inner && to < count && f->paths->paths.count < PATHS; to++) {
            if (before[to] < 0 || f->component[to] != f->component[v]) continue;
            for (int k = f->structure.first[to]; k < f->structure.first[to + 1]; k++) {
                if (f->structure.to[k] != v) continue;
                const int length = way_to(f, before, v, to);
                bool smallest = true;
                for (int n = 1; n < length; n++) smallest = smallest && f->way[n] > v;
                if (smallest && !add_path(f, 4, f->way, length)) return false;
            }
        }
    }
    return true;
}

/* The shortest way from each signal back to itself. */
static bool find_signal_loops(Finder *f) {
    const int count = f->equations->vars.count;
    int *before = ARENA_NEW(f->arena, int, count + 1), *queue = ARENA_NEW(f->arena, int, count + 1);
    if (!before || !queue) return false;
    for (int v = 0; v < count; v++) {
        if (f->equations->vars.at[v].kind != VAR_SIGNAL) continue;
        search_from(f, &f->all, v, before, queue);
        bool found = false;
        for (int to = 0; to < count && !found; to++)
            for (int k = f->all.first[to]; k < f->all.first[to + 1] && !found; k++) {
                if (f->all.to[k] != v || (to != v && before[to] < 0)) continue;
                found = true;
                f->way[0] = v;
                if (!add_path(f, 0, f->way, to == v ? 1 : way_to(f, before, v, to))) return false;
            }
    }
    return true;
}

bool jd_equations_paths(BondEquations *equations, Arena *arena, BondPaths *paths) {
    const int count = equations->vars.count;
    Finder f = {.equations = equations, .arena = arena, .paths = paths};
    *paths = (BondPaths){.basis = false};
    f.gives = ARENA_NEW(arena, End, count + 1);
    f.takes = ARENA_NEW(arena, End, count + 1);
    f.port = ARENA_NEW(arena, int, count + 1);
    f.component = ARENA_NEW(arena, int, count + 1);
    f.way = ARENA_NEW(arena, int, count + 1);
    f.on = ARENA_NEW(arena, bool, count + 1);
    if (!f.gives || !f.takes || !f.port || !f.component || !f.way || !f.on) return false;
    if (!make_digraph(&f, true, &f.structure) || !make_digraph(&f, false, &f.all)) return false;
    if (jd_strong_components(&f.structure, f.component) < 0) return false;
    mark_ends(&f);
    if (!find_all(&f) && !arena->failed && !find_basis(&f)) return false;
    return find_signal_loops(&f) && !arena->failed;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void print_way(const BondEquations *equations, const BondPath *path, Text *out) {
    for (int n = 0; n < path->count; n++)
        jd_text_print(out, "%s%s", n ? " > " : "", jd_var_text(equations, path->vars[n]));
}

static const char *element_of(const BondEquations *equations, int var) {
    const BondGraph *graph = equations->graph;
    const Bond *bond = &graph->bonds.at[equations->vars.at[var].bond];
    const BondRole role = graph->nodes.at[bond->from].type->role;
    const bool first = role == ROLE_STORAGE || role == ROLE_RESISTOR;
    return graph->nodes.at[first ? bond->from : bond->to].name;
}

void jd_paths_print(const BondEquations *equations, const BondPaths *paths, Text *out) {
    if (paths->basis)
        jd_text_print(
            out,
            "there are many: of each pair of ports the shortest is listed, of cycles a basis\n");
    for (int n = 0; n < paths->paths.count; n++) {
        const BondPath *path = &paths->paths.at[n];
        if (path->kind == 4)
            jd_text_print(out, "class 4  cycle ");
        else if (path->kind == 0)
            jd_text_print(out, "signals  loop ");
        else
            jd_text_print(out, "class %d  %s - %s: ", path->kind,
                          element_of(equations, path->vars[0]),
                          element_of(equations, path->vars[path->count - 1]));
        print_way(equations, path, out);
        if (path->gain) {
            jd_text_print(out, "; gain ");
            jd_sym_print(equations->pool, path->gain, SYM_TEXT, out);
            if (jd_sym_is(equations->pool, path->gain, 1)) jd_text_print(out, " (singular)");
        }
        jd_text_print(out, "\n");
    }
    if (!paths->paths.count) jd_text_print(out, "none\n");
}
