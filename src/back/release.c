/* SPDX-License-Identifier: MIT
 *
 * A graph without what acts: springs, resistors, sources of effort and what holds locks give no
 * effort; storages of motion, junctions, transformers and signals stay. */
#include "back/inside.h"

static bool is_motion(const BondNode *node) {
    return node->type->role == ROLE_STORAGE && node->type->stores_effort;
}

/* What stands at the end of one bond, and gives an effort or takes power. */
static bool acts(const BondNode *node) {
    if (node->ports.count != 1 || is_motion(node)) return false;
    if (node->type->role == ROLE_SOURCE) return !node->type->flow_source;
    return node->type->role == ROLE_RESISTOR || node->type->role == ROLE_STORAGE;
}

void jd_back_refuse(Back *b, int node, const char *why, const char *hint) {
    const BondNode *at = &b->graph->nodes.at[node];
    b->failed = true;
    jd_report(b->log, JD_ERROR, "graph-no-mechanism", at->where, "'%s': %s", at->name, why);
    if (hint) jd_hint(b->log, "%s", hint);
}

static void copy_node(Back *b, int node) {
    BondNode copy = b->graph->nodes.at[node];
    if (acts(&copy)) {
        Sym *none = ARENA_NEW(b->arena, Sym, 1);
        if (!none) {
            b->failed = true;
            return;
        }
        *none = jd_sym_whole(b->pool, 0);
        copy.type = jd_bond_type_find("Se");
        copy.value = (SymMatrix){none, 1, 1};
        copy.constraint = (BondConstraint){0};
        copy.effort_law = copy.flow_law = SYM_NONE;
        copy.effort_laws = copy.flow_laws = NULL;
    }
    copy.ports.at = NULL, copy.ports.count = copy.ports.room = 0;
    if (jd_bonds_add_node(b->released, &copy, b->log) < 0) b->failed = true;
}

static void copy_all(Back *b) {
    b->released = jd_bonds_new(b->arena, b->pool);
    if (!b->released) b->failed = true;
    for (int n = 0; n < b->graph->nodes.count && !b->failed; n++) copy_node(b, n);
    for (int n = 0; n < b->graph->bonds.count && !b->failed; n++) {
        Bond copy = b->graph->bonds.at[n];
        copy.stroke = copy.by_hand = STROKE_OPEN, copy.strokes = NULL;
        if (jd_bonds_add_bond(b->released, &copy, b->log) < 0) b->failed = true;
    }
    for (int n = 0; n < b->graph->signals.count && !b->failed; n++)
        if (jd_bonds_add_signal(b->released, &b->graph->signals.at[n], b->log) < 0)
            b->failed = true;
    for (int n = 0; n < b->graph->parameters.count && !b->failed; n++) {
        const BondParameter *at = &b->graph->parameters.at[n];
        jd_bonds_add_parameter(b->released, at->name, at->value, at->dim);
    }
}

/* ---- Storages ------------------------------------------------------------------------------- */

static void read_matrix(Back *b, BackStore *store) {
    for (int r = 0; r < store->width; r++)
        for (int c = 0; c < store->width; c++) {
            store->I[r][c] =
                jd_bonds_number(b->graph, jd_bonds_entry(b->graph, store->node[0], r, c));
            if (!isfinite(store->I[r][c]))
                jd_back_refuse(b, store->node[0], "its inertance is no number",
                               "masses and inertias of a mechanism are known before the run");
            if (b->failed) return;
        }
}

/* u = I^-1 p, by Gauss. */
static bool solve(const double I[3][3], int n, const double *p, double *u) {
    double a[3][4];
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) a[r][c] = I[r][c];
        a[r][n] = p[r];
    }
    for (int k = 0; k < n; k++) {
        if (!(fabs(a[k][k]) > 0)) return false;
        for (int r = 0; r < n; r++) {
            const double by = r == k ? 0 : a[r][k] / a[k][k];
            for (int c = k; c <= n; c++) a[r][c] -= by * a[k][c];
        }
    }
    for (int k = 0; k < n; k++) u[k] = a[k][n] / a[k][k];
    return true;
}

/* One bond with all components; or, of a field, a bond for each. */
static void add_ports(Back *b, BackStore *store, int node) {
    const BondNode *at = &b->graph->nodes.at[node];
    for (int p = 0; p < at->ports.count; p++)
        for (int c = 0; c < jd_bond_dimension(&b->graph->bonds.at[at->ports.at[p]]); c++) {
            const int k = store->width++;
            if (k >= 3) continue;
            store->node[k] = node, store->state[k] = k;
            store->bond[k] = at->ports.at[p], store->component[k] = c;
        }
}

static void add_store(Back *b, int node) {
    const BondNode *at = &b->graph->nodes.at[node];
    if (!is_motion(at)) return;
    BackStore *store = PUSH(b->arena, b->stores);
    if (!store || !at->ports.count || (at->ports.count > 1 && !b->scalar) || !at->value.at ||
        at->flow_law) {
        if (store) jd_back_refuse(b, node, "it is no mass or inertia of a rigid body", NULL);
        b->failed = true;
        return;
    }
    *store = (BackStore){.first = b->velocities};
    add_ports(b, store, node);
    if (store->width > 3)
        jd_back_refuse(b, node, "it has more than three components", NULL);
    else
        read_matrix(b, store);
    double p[3] = {0};
    for (int k = 0; k < store->width && !b->failed; k++) p[k] = jd_bonds_start(b->graph, node, k);
    if (!b->failed && !solve((const double(*)[3])store->I, store->width, p, store->u))
        jd_back_refuse(b, node, "its inertance is singular", NULL);
    b->velocities += store->width;
}

/* In the plane masses have two components and inertias one; in space both have three, and an
 * inertia has a gyrator from its junction to itself, or turns that some signal follows by more than
 * an integral. */
static int junction_of(const Back *b, const BackStore *store, int component) {
    const Bond *bond = &b->graph->bonds.at[store->bond[component]];
    return bond->from == store->node[component] ? bond->to : bond->from;
}

static int store_at_junction(const Back *b, int junction) {
    for (int k = 0; k < b->stores.count; k++)
        for (int c = 0; c < b->stores.at[k].width; c++)
            if (junction_of(b, &b->stores.at[k], c) == junction)
                return b->stores.at[k].first + (b->scalar ? c : 0);
    return -1;
}

bool jd_back_gyrator(const Back *b, int node, int ends[2]) {
    const BondNode *at = &b->graph->nodes.at[node];
    if (at->type->role != ROLE_TWO_PORT || !at->type->gyrates || at->ports.count != 2) return false;
    for (int p = 0; p < 2; p++) {
        const Bond *port = &b->graph->bonds.at[at->ports.at[p]];
        ends[port->to == node ? 0 : 1] =
            store_at_junction(b, port->to == node ? port->from : port->to);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static bool has_gyrator(const Back *b, const BackStore *store) {
    for (int n = 0; n < b->graph->nodes.count; n++) {
        int ends[2] = {-1, -1};
        if (jd_back_gyrator(b, n, ends) && ends[0] == store->first && ends[1] == store->first)
            return true;
    }
    return false;
}

static bool is_ball(const BackStore *store) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (store->I[r][c] != (r == c ? store->I[0][0] : 0)) return false;
    return true;
}

/* Some signal reads a product of one of its flows with something else. */
static bool is_followed(Back *b, const BackStore *store) {
    for (int n = 0; n < b->graph->signals.count; n++) {
        const BondSignal *at = &b->graph->signals.at[n];
        for (int k = 0; k < 3 && at->integrates; k++) {
            const Sym name = jd_back_velocity(b, store->first + k);
            if (!jd_sym_has(b->pool, at->is, name)) continue;
            const SymNode *slope = jd_sym_node(b->pool, jd_sym_derive(b->pool, at->is, name));
            if (slope && slope->changes) {
                const Sym d = jd_sym_derive(b->pool, at->is, name);
                if (!isfinite(jd_bonds_number(b->graph, d))) return true;
            }
        }
    }
    return false;
}

static void sort_stores(Back *b) {
    bool space = false;
    for (int k = 0; k < b->stores.count; k++) space = space || b->stores.at[k].width == 3;
    b->planar = !space;
    b->dims = space ? 3 : 2, b->turn_dims = space ? 3 : 1;
    for (int k = 0; k < b->stores.count && !b->failed; k++) {
        BackStore *store = &b->stores.at[k];
        const bool gyrates = space && store->width == 3 && has_gyrator(b, store);
        store->turns =
            space ? gyrates || (store->width == 3 && is_followed(b, store)) : store->width == 1;
        if (store->width != (store->turns ? b->turn_dims : b->dims))
            jd_back_refuse(b, store->node[0], "it is neither a mass nor an inertia",
                           "with vector bonds a mass has two components in the plane and an "
                           "inertia one; in space both have three");
        else if (space && store->turns && !gyrates && !is_ball(store))
            jd_back_refuse(b, store->node[0], "it has no Eulerian junction structure",
                           "an inertia along its own axes has a gyrator at its junction, with its "
                           "momentum as modulus");
        else if (!store->turns && !is_ball(store) && space)
            jd_back_refuse(b, store->node[0], "a mass is the same along all axes", NULL);
    }
}

static void add_elements(Back *b) {
    for (int n = 0; n < b->graph->nodes.count && !b->failed; n++) {
        const BondNode *at = &b->graph->nodes.at[n];
        if (!acts(at)) continue;
        const int width = jd_bonds_width(b->graph, n);
        for (int k = 0; k < width && !b->failed; k++) {
            BackElement *element = PUSH(b->arena, b->elements);
            if (!element) {
                b->failed = true;
                return;
            }
            *element = (BackElement){.node = n, .bond = at->ports.at[0], .component = k};
            element->kind = at->constraint.holds              ? BACK_LOCK
                            : at->type->role == ROLE_RESISTOR ? BACK_RESISTOR
                            : at->type->role == ROLE_STORAGE  ? BACK_SPRING
                                                              : BACK_SOURCE;
            element->row = ARENA_NEW(b->arena, double, SAMPLES * b->velocities + 1);
            if (!element->row) b->failed = true;
        }
    }
}

int jd_back_element(const Back *b, int node) {
    for (int k = 0; k < b->elements.count; k++)
        if (b->elements.at[k].node == node) return k;
    return -1;
}

/* Every bond has one component, and more than one storage. */
static bool is_scalar(const Back *b) {
    int stores = 0;
    for (int n = 0; n < b->graph->nodes.count; n++) stores += is_motion(&b->graph->nodes.at[n]);
    for (int n = 0; n < b->graph->bonds.count; n++)
        if (jd_bond_dimension(&b->graph->bonds.at[n]) > 1) return false;
    return stores > 1;
}

void jd_back_release(Back *b) {
    CausalReport report = {0};
    b->scalar = is_scalar(b);
    for (int n = 0; n < b->graph->nodes.count && !b->failed; n++) add_store(b, n);
    if (b->failed) return;
    if (!b->stores.count) {
        b->failed = true;
        jd_report(b->log, JD_ERROR, "graph-no-mechanism", nowhere,
                  "the graph stores no motion: it has no I");
        return;
    }
    if (!b->scalar) sort_stores(b);
    if (!b->failed) add_elements(b);
    if (!b->failed) copy_all(b);
    if (b->failed) return;
    b->released->mechanism = true;
    b->failed =
        !jd_bonds_check(b->released, b->log) || !jd_bonds_assign(b->released, &report, b->log);
    if (b->failed) return;
    if (report.derivative.count) {
        jd_back_refuse(b, report.derivative.at[0], "flow sources hold this storage",
                       "put controlled sources (MSe holds) in the place of flow sources at locks");
        return;
    }
    b->equations = jd_bonds_equations(b->released, b->arena, b->log);
    b->program = b->equations ? jd_equations_program(b->equations, b->arena) : NULL;
    if (!b->program) b->failed = true;
}
