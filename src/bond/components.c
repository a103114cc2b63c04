/* SPDX-License-Identifier: MIT
 *
 * Causality of components. Where no causality of whole vector bonds fits, they are taken apart: a
 * graph of scalar bonds, one for each component, with a junction for each component of a junction,
 * and two-ports whose matrix is known in part on both sides. What strokes it gets, components of
 * the vector bonds have. */
#include "bond/inside.h"

typedef struct {
    const BondGraph *graph;
    BondGraph *apart;
    bool failed;
} Apart;

static int new_node(Apart *a, int node) {
    BondNode *added = PUSH(a->apart->arena, a->apart->nodes);
    if (!added) return a->failed = true, -1;
    *added = a->graph->nodes.at[node];
    added->ports = (__typeof__(added->ports)){0};
    return a->apart->nodes.count - 1;
}

/* A component of a port of the graph becomes the next port of a node of the other one. */
static void add_port(Apart *a, int node, int of, int port, int component) {
    const int original = a->graph->nodes.at[of].ports.at[port];
    const Bond *bond = &a->graph->bonds.at[original];
    int *added = node >= 0 ? PUSH(a->apart->arena, a->apart->nodes.at[node].ports) : NULL;
    if (!added) {
        a->failed = true;
        return;
    }
    *added = bond->first + component;
    Bond *scalar = &a->apart->bonds.at[*added];
    const int place = a->apart->nodes.at[node].ports.count - 1;
    if (bond->to == of && bond->port_to == port)
        scalar->to = node, scalar->port_to = place;
    else
        scalar->from = node, scalar->port_from = place;
}

static int dimension_at(const Apart *a, int node, int port) {
    return jd_bond_dimension(jd_port_bond(a->graph, node, port));
}

/* All components of all ports at one node. */
static void keep_whole(Apart *a, int node) {
    const int added = new_node(a, node);
    for (int p = 0; p < a->graph->nodes.at[node].ports.count; p++)
        for (int k = 0; k < dimension_at(a, node, p); k++) add_port(a, added, node, p, k);
}

/* A node for each component. */
static void cut_across(Apart *a, int node) {
    for (int k = 0; k < dimension_at(a, node, 0); k++) {
        const int added = new_node(a, node);
        for (int p = 0; p < a->graph->nodes.at[node].ports.count; p++)
            add_port(a, added, node, p, k);
    }
}

/* Rule C1 is the splitter's: it stays whole, first the components of the vector. */
static void keep_splitter(Apart *a, int node) {
    const int vector = jd_vector_port(a->graph, node), added = new_node(a, node);
    if (added >= 0) a->apart->nodes.at[added].first_side = dimension_at(a, node, vector);
    for (int k = 0; k < dimension_at(a, node, vector); k++) add_port(a, added, node, vector, k);
    for (int p = 0; p < a->graph->nodes.at[node].ports.count; p++)
        for (int k = 0; p != vector && k < dimension_at(a, node, p); k++)
            add_port(a, added, node, p, k);
}

/* Without that rule: a splitter for each component. */
static void cut_splitter(Apart *a, int node) {
    const int vector = jd_vector_port(a->graph, node);
    for (int p = 0, k = 0; p < a->graph->nodes.at[node].ports.count; p++)
        for (int c = 0; p != vector && c < dimension_at(a, node, p); c++, k++) {
            const int added = new_node(a, node);
            if (added >= 0) a->apart->nodes.at[added].first_side = 1;
            add_port(a, added, node, vector, k);
            add_port(a, added, node, p, c);
        }
}

/* First the side that the matrix counts from. */
static void cut_two_port(Apart *a, int node) {
    const SymMatrix *value = &a->graph->nodes.at[node].value;
    if (value->rows == 1 && value->columns == 1) {
        cut_across(a, node);
        return;
    }
    const int one = jd_first_port(a->graph, node), added = new_node(a, node);
    if (added >= 0) a->apart->nodes.at[added].first_side = dimension_at(a, node, one);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < dimension_at(a, node, side ? !one : one); k++)
            add_port(a, added, node, side ? !one : one, k);
}

static BondGraph *take_apart(const BondGraph *graph, bool splitters_too) {
    void (*const cut[])(Apart *, int) = {
        [ROLE_SOURCE] = keep_whole,
        [ROLE_STORAGE] = keep_whole,
        [ROLE_RESISTOR] = keep_whole,
        [ROLE_TWO_PORT] = cut_two_port,
        [ROLE_JUNCTION] = cut_across,
        [ROLE_SPLITTER] = splitters_too ? cut_splitter : keep_splitter,
    };
    Apart a = {.graph = graph, .apart = jd_bonds_new(graph->arena, graph->pool)};
    if (!a.apart) return NULL;
    a.apart->parameters.at = graph->parameters.at;
    a.apart->parameters.count = graph->parameters.count;
    a.apart->inverts = graph->inverts, a.apart->yields = graph->yields;
    for (int b = 0; b < graph->bonds.count; b++)
        for (int k = 0; k < jd_bond_dimension(&graph->bonds.at[b]); k++) {
            Bond *scalar = PUSH(graph->arena, a.apart->bonds);
            if (!scalar) return NULL;
            *scalar = graph->bonds.at[b];
            scalar->dimension = 1;
            scalar->strokes = NULL;
            scalar->first = a.apart->components++;
        }
    for (int n = 0; n < graph->nodes.count && !a.failed; n++)
        cut[graph->nodes.at[n].type->role](&a, n);
    return a.failed ? NULL : a.apart;
}

/* ---- What storages shall have --------------------------------------------------------------- */

static Stroke wanted(const Bond *bond, int node, bool effort) {
    return (bond->to == node) == effort ? STROKE_TO : STROKE_FROM;
}

/* By hand, but where a hand was there before. */
static void set_storages(const BondGraph *graph, const BondPencil *pencil, BondGraph *apart) {
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_STORAGE) continue;
        for (int p = 0, place = pencil->first[n]; p < at->ports.count; p++) {
            const Bond *bond = jd_port_bond(graph, n, p);
            for (int k = 0; k < jd_bond_dimension(bond); k++, place++) {
                Bond *scalar = &apart->bonds.at[bond->first + k];
                if (scalar->by_hand || pencil->wishes[place] == WISH_NONE) continue;
                const bool depends = pencil->wishes[place] == WISH_DERIVATIVE;
                scalar->by_hand = wanted(bond, n, jd_integral_gets_effort(at->type) != depends);
            }
        }
    }
}

/* Of whole bonds; false: components of one would differ. */
bool jd_bonds_set_storages(BondGraph *graph, const BondPencil *pencil) {
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_STORAGE) continue;
        for (int p = 0, place = pencil->first[n]; p < at->ports.count; p++) {
            Bond *bond = &graph->bonds.at[at->ports.at[p]];
            const PencilWish wish = pencil->wishes[place];
            for (int k = 0; k < jd_bond_dimension(bond); k++, place++)
                if (pencil->wishes[place] != wish) return false;
            if (bond->by_hand || wish == WISH_NONE) continue;
            const bool depends = wish == WISH_DERIVATIVE;
            bond->by_hand = wanted(bond, n, jd_integral_gets_effort(at->type) != depends);
        }
    }
    return true;
}

/* ---- And back ------------------------------------------------------------------------------- */

static bool copy_strokes(BondGraph *graph, const BondGraph *apart, CausalReport *report) {
    for (int b = 0; b < graph->bonds.count; b++) {
        Bond *bond = &graph->bonds.at[b];
        bool differ = false;
        bond->stroke = apart->bonds.at[bond->first].stroke;
        for (int k = 1; k < jd_bond_dimension(bond); k++)
            differ = differ || apart->bonds.at[bond->first + k].stroke != bond->stroke;
        bond->strokes = NULL;
        if (!differ) continue;
        int *listed = PUSH(graph->arena, report->mixed);
        bond->strokes = ARENA_NEW(graph->arena, Stroke, jd_bond_dimension(bond));
        if (!listed || !bond->strokes) return false;
        *listed = b;
        for (int k = 0; k < jd_bond_dimension(bond); k++)
            bond->strokes[k] = apart->bonds.at[bond->first + k].stroke;
    }
    return true;
}

/* Such that what is inverted of matrices enlarges no rounding, if that is found soon. */
static bool assign_firmly(BondGraph *apart, CausalReport *report) {
    enum { SOON = 50 }; /* conflicts */
    CausalReport firm = {0};
    const int patience = apart->patience;
    apart->firm = 0.1, apart->patience = SOON;
    const bool good = jd_bonds_assign(apart, &firm, NULL);
    apart->firm = 0, apart->patience = patience;
    if (good) *report = firm;
    return good;
}

bool jd_bonds_assign_components(BondGraph *graph, const BondPencil *pencil, CausalReport *report) {
    BondGraph *apart = take_apart(graph, false);
    CausalReport inner = {0};
    if (!apart) return graph->arena->failed = true, false;
    set_storages(graph, pencil, apart);
    if (!assign_firmly(apart, &inner) && !jd_bonds_assign(apart, &inner, NULL)) return false;
    *report = (CausalReport){.tries = inner.tries};
    return copy_strokes(graph, apart, report) && jd_bonds_note(graph, report);
}

/* ---- What rule C1 alone forbids ------------------------------------------------------------- */

/* A splitter whose components would differ. */
static int mixed_splitter(const BondGraph *graph, const BondGraph *apart) {
    for (int n = 0; n < graph->nodes.count; n++) {
        if (graph->nodes.at[n].type->role != ROLE_SPLITTER) continue;
        const Bond *vector = jd_port_bond(graph, n, jd_vector_port(graph, n));
        for (int k = 1; k < jd_bond_dimension(vector); k++)
            if (apart->bonds.at[vector->first + k].stroke != apart->bonds.at[vector->first].stroke)
                return n;
    }
    return -1;
}

/* Bonds that give one thing, behind a word for it. */
static void list_givers(const BondGraph *graph, const BondGraph *apart, int node, bool effort,
                        Text *out) {
    const int vector = jd_vector_port(graph, node);
    int count = 0;
    for (int p = 0; p < graph->nodes.at[node].ports.count; p++) {
        const Bond *bond = jd_port_bond(graph, node, p);
        const Stroke stroke = apart->bonds.at[bond->first].stroke;
        if (p == vector || (stroke == wanted(bond, node, true)) != effort) continue;
        jd_text_print(out, "%s'%s'", count++ ? ", " : "", bond->name);
    }
    jd_text_print(out, " the %s", effort ? "effort" : "flow");
}

static void report_splitter(const BondGraph *graph, const BondGraph *apart, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    Text givers = {0};
    list_givers(graph, apart, node, true, &givers);
    jd_text_print(&givers, ", ");
    list_givers(graph, apart, node, false, &givers);
    jd_report(log, JD_ERROR, "causality-conflict", at->where,
              "splitter '%s' has bonds of different causality, but the components of a vector bond "
              "share theirs (rule C1): each by itself would fit, with %s",
              at->name, givers.at ? givers.at : "");
    jd_hint(log,
            "put a resistor or a compliance at the component that stands alone, or leave the "
            "splitter and bond '%s' for a scalar bond each",
            jd_port_bond(graph, node, jd_vector_port(graph, node))->name);
    jd_text_free(&givers);
}

/* Whether a graph whose laws have one solution has no causality for rule C1 alone, which is then
 * told. */
bool jd_bonds_tell_splitter(BondGraph *graph, Arena *arena, JdLog *log) {
    BondPencil pencil;
    CausalReport report = {0};
    int splitters = 0;
    for (int n = 0; n < graph->nodes.count; n++)
        splitters += graph->nodes.at[n].type->role == ROLE_SPLITTER;
    if (!splitters || !jd_bonds_pencil(graph, (BondLook){0}, arena, &pencil) || !pencil.regular)
        return false;
    for (int n = 0; n < pencil.states; n++) pencil.wishes[n] = WISH_NONE;
    if (jd_bonds_assign_components(graph, &pencil, &report)) return false;
    BondGraph *apart = take_apart(graph, true);
    CausalReport inner = {0};
    if (!apart) return graph->arena->failed = true, false;
    if (!jd_bonds_assign(apart, &inner, NULL)) return false;
    const int node = mixed_splitter(graph, apart);
    if (node >= 0) report_splitter(graph, apart, node, log);
    return node >= 0;
}
