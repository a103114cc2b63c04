/* SPDX-License-Identifier: MIT
 *
 * From vector bonds to scalar ones. Every component of a bond is a bond of its own; a junction, a
 * source or a storage with a diagonal matrix is one for each component; other storages stay fields
 * with as many ports. A matrix of a transformer becomes transformers between junctions: where the
 * flow comes in 1-junctions, where it goes out 0-junctions, so that each sum has the causality of
 * the vector, and no causal cycle is left inside. The Eulerian structure is a ring of gyrators.
 * Then what is zero as such goes, and junctions of two bonds with it. */
#include "multibond/scalar.h"
#include <string.h>

static const char *const suffixes[] = {"x", "y", "z"};

/* ---- A graph in the making --------------------------------------------------------------------
 */

int jd_scalar_node(Scalar *s, const BondNode *node, const char *name, const SymMatrix *value) {
    ScalarNode *added = PUSH(s->arena, s->nodes);
    if (!added || !name) return s->failed = true, 0;
    added->node = *node;
    added->node.name = name;
    added->node.rotates = false;
    added->node.part = s->part_of;
    if (value) added->node.value = *value;
    return s->nodes.count - 1;
}

int jd_scalar_bond(Scalar *s, int from, int to, const char *name, const BondDomain *domain) {
    ScalarBond *added = PUSH(s->arena, s->bonds);
    if (!added || !name) return s->failed = true, 0;
    *added = (ScalarBond){.name = name, .from = from, .to = to, .domain = domain, .is = -1};
    return s->bonds.count - 1;
}

static const char *suffixed(Scalar *s, const char *name, const char *suffix) {
    return jd_arena_format(s->arena, "%s_%s", name, suffix);
}

static SymMatrix one_entry(Scalar *s, Sym value) {
    Sym *at = ARENA_NEW(s->arena, Sym, 1);
    if (at) *at = value;
    if (!at) s->failed = true;
    return (SymMatrix){at, 1, 1};
}

static const Bond *port_bond(const Scalar *s, int node, int port) {
    return &s->from->bonds.at[s->from->nodes.at[node].ports.at[port]];
}

static int width_of(const Scalar *s, int node, int port) {
    return jd_bond_dimension(port_bond(s, node, port));
}

/* ---- Nodes ------------------------------------------------------------------------------------
 */

static bool is_diagonal(const Scalar *s, int node, int width) {
    for (int r = 0; r < width; r++)
        for (int c = 0; c < width; c++)
            if (r != c && !jd_sym_is(s->from->pool, jd_bonds_entry(s->from, node, r, c), 0))
                return false;
    return true;
}

/* One for each component. */
static void copy_each(Scalar *s, int node, int width) {
    const BondNode *at = &s->from->nodes.at[node];
    for (int k = 0; k < width; k++) {
        SymMatrix value = at->value;
        const char *name = width > 1 ? suffixed(s, at->name, suffixes[k]) : at->name;
        if (value.at && at->type->role == ROLE_SOURCE && value.rows > 1)
            value = one_entry(s, value.at[k]);
        if (value.at && at->type->role != ROLE_SOURCE)
            value = one_entry(s, jd_bonds_entry(s->from, node, k, k));
        s->part[node].port[0][k] = jd_scalar_node(s, at, name, &value);
        for (int p = 1; p < 2; p++) s->part[node].port[p][k] = s->part[node].port[0][k];
    }
}

static void copy_field(Scalar *s, int node, int width) {
    const BondNode *at = &s->from->nodes.at[node];
    const int field = jd_scalar_node(s, at, at->name, &at->value);
    for (int k = 0; k < width; k++) s->part[node].port[0][k] = field;
    s->part[node].field = true;
}

static const BondType *junction(bool one) {
    return jd_bond_type_find(one ? "one" : "zero");
}

/* Junctions at one side of a transformer. */
static void add_side(Scalar *s, int node, int port, bool ones, const char *word) {
    const char *name = s->from->nodes.at[node].name;
    const int width = width_of(s, node, port);
    for (int k = 0; k < width; k++) {
        const char *full =
            jd_arena_format(s->arena, "%s_%s%s", name, word, width > 1 ? suffixes[k] : "");
        const BondNode bare = {.type = junction(ones)};
        s->part[node].port[port][k] = jd_scalar_node(s, &bare, full, NULL);
    }
}

/* A transformer between junctions; flow `to` gets modulus times flow `from`. */
static void add_entry(Scalar *s, int node, const int end[2], const char *word, Sym modulus) {
    const BondNode *at = &s->from->nodes.at[node];
    s->count.raw_nodes++, s->count.raw_bonds += 2;
    if (jd_sym_is(s->from->pool, modulus, 0)) return;
    const char *name = suffixed(s, at->name, word);
    const SymMatrix value = one_entry(s, modulus);
    const BondDomain *domain = port_bond(s, node, 0)->domain,
                     *other = port_bond(s, node, 1)->domain;
    const int entry = jd_scalar_node(s, at, name, &value);
    if (!name) return;
    jd_scalar_bond(s, end[0], entry, suffixed(s, name, "a"), domain);
    jd_scalar_bond(s, entry, end[1], suffixed(s, name, "b"), other);
}

/* f2 = N f1. With the flow coming in at port 1: 1-junctions there. With the flow coming in at port
 * 2: f1 = N' f2, since all square ones are rotations; half arrows of the entries are turned round,
 * which is their minus. */
static void copy_transformer(Scalar *s, int node) {
    SymPool *pool = s->from->pool;
    const int one = jd_port_sign(s->from, node, 0) > 0 ? 0 : 1, two = !one;
    const bool natural = jd_port_gets_effort(s->from, node, two);
    const int columns = width_of(s, node, one), rows = width_of(s, node, two);
    add_side(s, node, one, natural, "i");
    add_side(s, node, two, !natural, "o");
    s->count.raw_nodes += rows + columns;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            const int in = s->part[node].port[one][c], out = s->part[node].port[two][r];
            const int end[2] = {natural ? in : out, natural ? out : in};
            const Sym n = jd_bonds_entry(s->from, node, r, c);
            const char *word = jd_arena_format(s->arena, "%d%d", r + 1, c + 1);
            if (!word) s->failed = true;
            if (!s->failed) add_entry(s, node, end, word, natural ? n : jd_sym_minus(pool, n));
        }
}

/* A gyrator from a junction to itself: for each pair of components one between them. */
static void copy_ring(Scalar *s, int node) {
    const BondNode *at = &s->from->nodes.at[node];
    const Bond *bond = port_bond(s, node, 0);
    const int junction_node = bond->from == node ? bond->to : bond->from;
    const SymPool *pool = s->from->pool;
    s->part_of = at->part;
    for (int k = 0; k < 3; k++) {
        const int a = k, b = (k + 1) % 3;
        const Sym modulus = jd_sym_times(s->from->pool, jd_sym_whole(s->from->pool, 2),
                                         jd_bonds_entry(s->from, node, a, b));
        const char *name = suffixed(s, at->name, suffixes[(k + 2) % 3]);
        const SymMatrix value = one_entry(s, modulus);
        s->count.raw_nodes++, s->count.raw_bonds += 2;
        if (!name || jd_sym_is(pool, modulus, 0)) continue;
        const int gyrator = jd_scalar_node(s, at, name, &value);
        jd_scalar_bond(s, s->part[junction_node].port[0][a], gyrator, suffixed(s, name, "a"),
                       bond->domain);
        jd_scalar_bond(s, gyrator, s->part[junction_node].port[0][b], suffixed(s, name, "b"),
                       bond->domain);
    }
    s->part[node].ring = true;
}

/* Each part of a vector goes straight on. */
static void copy_splitter(Scalar *s, int node) {
    const BondNode *at = &s->from->nodes.at[node];
    int scalar = 0;
    for (int p = 0; p < at->ports.count; p++) {
        if (width_of(s, node, p) > 1) continue;
        const BondNode bare = {.type = junction(true)};
        const char *name = jd_arena_format(s->arena, "%s_%s", at->name, suffixes[scalar]);
        s->part[node].port[0][scalar++] = jd_scalar_node(s, &bare, name, NULL);
    }
}

static void copy_node(Scalar *s, int node) {
    const BondNode *at = &s->from->nodes.at[node];
    const BondRole role = at->type->role;
    const int width = width_of(s, node, 0), before = s->nodes.count;
    const bool own_law = at->effort_law || at->flow_law;
    s->part_of = at->part;
    if (role == ROLE_SPLITTER)
        copy_splitter(s, node);
    else if (role == ROLE_TWO_PORT && at->type->gyrates)
        return; /* once all junctions are there */
    else if (role == ROLE_TWO_PORT) {
        copy_transformer(s, node);
        return;
    } else if (role == ROLE_STORAGE && !own_law && !is_diagonal(s, node, width))
        copy_field(s, node, width);
    else
        copy_each(s, node, width);
    s->count.raw_nodes += s->nodes.count - before;
}

/* ---- Bonds ------------------------------------------------------------------------------------
 */

/* The node that a component of a bond ends at. */
static int end_of(const Scalar *s, const Bond *bond, bool to, int component) {
    const int node = to ? bond->to : bond->from, port = to ? bond->port_to : bond->port_from;
    const BondRole role = s->from->nodes.at[node].type->role;
    if (role == ROLE_TWO_PORT) return s->part[node].port[port][component];
    if (role != ROLE_SPLITTER || jd_bond_dimension(bond) > 1)
        return s->part[node].port[0][component];
    int scalar = 0;
    for (int p = 0; p < port; p++) scalar += width_of(s, node, p) == 1;
    return s->part[node].port[0][scalar];
}

static void copy_bond(Scalar *s, int index) {
    const Bond *bond = &s->from->bonds.at[index];
    const int width = jd_bond_dimension(bond);
    s->first[index] = s->bonds.count;
    if (s->part[bond->from].ring || s->part[bond->to].ring) return;
    for (int k = 0; k < width; k++) {
        const char *name =
            width > 1 ? jd_arena_format(s->arena, "%s%s", bond->name, suffixes[k]) : bond->name;
        jd_scalar_bond(s, end_of(s, bond, false, k), end_of(s, bond, true, k), name, bond->domain);
        s->count.raw_bonds++;
    }
}

/* ---- Out: a graph again -------------------------------------------------------------------------
 */

static int bond_at(const Scalar *s, int bond) {
    while (s->bonds.at[bond].is >= 0) bond = s->bonds.at[bond].is;
    return bond;
}

static void rename_to(Scalar *s, const char *name, Sym by) {
    const Sym sym = name ? jd_sym_name(s->from->pool, name) : SYM_NONE;
    const int number = sym ? jd_sym_node(s->from->pool, sym)->name : -1;
    if (number < 0 || number >= s->names) {
        s->failed = s->failed || number < 0;
        return;
    }
    s->by[number] = by;
}

static void rename_bond(Scalar *s, int index) {
    const Bond *bond = &s->from->bonds.at[index];
    const int width = jd_bond_dimension(bond);
    if (s->part[bond->from].ring || s->part[bond->to].ring) return;
    for (int k = 0; k < width; k++) {
        const ScalarBond *to = &s->bonds.at[bond_at(s, s->first[index] + k)];
        static const char *const words[] = {"flow", "effort"};
        for (int e = 0; e < 2; e++) {
            const char *old =
                width > 1 ? jd_arena_format(s->arena, "%s.%s[%d]", bond->name, words[e], k + 1)
                          : jd_arena_format(s->arena, "%s.%s", bond->name, words[e]);
            const char *now = jd_arena_format(s->arena, "%s.%s", to->name, words[e]);
            if (!old || !now) s->failed = true;
            if (!s->failed)
                rename_to(s, old,
                          to->dead ? jd_sym_whole(s->from->pool, 0)
                                   : jd_sym_name(s->from->pool, now));
        }
    }
}

static void rename_storage(Scalar *s, int node) {
    const BondNode *at = &s->from->nodes.at[node];
    const int width = width_of(s, node, 0);
    if (at->type->role != ROLE_STORAGE || width == 1 || s->part[node].field) return;
    for (int k = 0; k < width; k++)
        for (int rate = 0; rate < 2; rate++) {
            const char *q = at->type->stores_effort ? "p" : "q", *dot = rate ? "'" : "";
            const char *now =
                jd_arena_format(s->arena, "%s_%s.%s%s", at->name, suffixes[k], q, dot);
            if (now)
                rename_to(s, jd_arena_format(s->arena, "%s.%s[%d]%s", at->name, q, k + 1, dot),
                          jd_sym_name(s->from->pool, now));
            if (!now) s->failed = true;
        }
}

Sym jd_scalar_put(Scalar *s, Sym is) {
    Sym *names = NULL;
    if (!is) return is;
    const int count = jd_sym_list_names(s->from->pool, is, s->arena, &names);
    Sym *by = count >= 0 ? ARENA_NEW(s->arena, Sym, count + 1) : NULL;
    if (!by) return s->failed = true, SYM_NONE;
    for (int k = 0; k < count; k++) {
        const int number = jd_sym_node(s->from->pool, names[k])->name;
        by[k] = number < s->names && s->by[number] ? s->by[number] : names[k];
    }
    return jd_sym_put(s->from->pool, is, names, by, count);
}

static void write_node(Scalar *s, ScalarNode *from, BondGraph *to, JdLog *log) {
    BondNode node = from->node;
    Sym value[9];
    const int entries = node.value.rows * node.value.columns;
    for (int k = 0; k < entries && k < 9; k++) value[k] = jd_scalar_put(s, node.value.at[k]);
    if (node.value.at) node.value.at = value;
    node.constraint.integral = jd_scalar_put(s, node.constraint.integral);
    from->index = jd_bonds_add_node(to, &node, log);
    if (from->index < 0) s->failed = true;
    s->count.nodes++;
}

static BondGraph *write_graph(Scalar *s, JdLog *log) {
    BondGraph *to = jd_bonds_new(s->arena, s->from->pool);
    if (!to) return NULL;
    to->mechanism = true;
    to->parts = s->from->parts;
    for (int k = 0; k < s->nodes.count && !s->failed; k++)
        if (!s->nodes.at[k].dead) write_node(s, &s->nodes.at[k], to, log);
    for (int k = 0; k < s->bonds.count && !s->failed; k++) {
        ScalarBond *at = &s->bonds.at[k];
        if (at->dead || at->is >= 0) continue;
        const Bond bond = {.name = at->name,
                           .from = s->nodes.at[at->from].index,
                           .to = s->nodes.at[at->to].index,
                           .domain = at->domain};
        at->index = jd_bonds_add_bond(to, &bond, log);
        if (at->index < 0) s->failed = true;
        s->count.bonds++;
    }
    for (int k = 0; k < s->from->signals.count && !s->failed; k++) {
        BondSignal signal = s->from->signals.at[k];
        signal.is = jd_scalar_put(s, signal.is);
        if (jd_bonds_add_signal(to, &signal, log) < 0) s->failed = true;
    }
    return to;
}

/* ---- Where everything is then
 * --------------------------------------------------------------------- */

/* -1: it was without effort. */
static int new_bond(const Scalar *s, int bond, int component) {
    const ScalarBond *at = &s->bonds.at[bond_at(s, s->first[bond] + component)];
    return at->dead ? -1 : at->index;
}

static void move_carriers(Scalar *s, const Multibond *from, const MultibondHold *hold,
                          Multibond *to) {
    for (int k = 0; k < hold->carriers; k++) {
        const MultibondCarrier *at = &from->carriers.at[hold->first_carrier + k];
        const int width = jd_bond_dimension(&from->graph->bonds.at[at->bond]);
        for (int c = 0; c < width; c++) {
            if (new_bond(s, at->bond, c) < 0) continue;
            MultibondCarrier *carrier = PUSH(to->arena, to->carriers);
            if (!carrier) {
                s->failed = true;
                return;
            }
            *carrier = *at;
            carrier->bond = new_bond(s, at->bond, c);
            if (at->component < 0) carrier->component = at->carries % 2 && from->planar ? 2 : c;
        }
    }
}

static void move_holds(Scalar *s, const Multibond *from, Multibond *to) {
    for (int k = 0; k < from->holds.count && !s->failed; k++) {
        const MultibondHold *at = &from->holds.at[k];
        MultibondHold *hold = PUSH(to->arena, to->holds);
        if (!hold) {
            s->failed = true;
            return;
        }
        *hold = *at;
        hold->first_carrier = to->carriers.count;
        move_carriers(s, from, at, to);
        hold->carriers = to->carriers.count - hold->first_carrier;
        const int node = s->part[at->node].port[0][at->component];
        hold->node = s->nodes.at[node].index;
        hold->name = s->nodes.at[node].node.name;
        hold->bond = new_bond(s, at->bond, at->component);
        hold->component = 0;
        hold->phi = jd_scalar_put(s, at->phi);
    }
}

static void move_elements(Scalar *s, const Multibond *from, Multibond *to) {
    for (int k = 0; k < from->elements.count && !s->failed; k++) {
        const MultibondElement *at = &from->elements.at[k];
        for (int c = 0; c < jd_bonds_width(from->graph, at->node); c++) {
            const ScalarNode *node = &s->nodes.at[s->part[at->node].port[0][c]];
            if (node->dead) continue;
            MultibondElement *element = PUSH(to->arena, to->elements);
            if (!element) s->failed = true;
            if (element) *element = (MultibondElement){node->index, at->joint, at->force};
        }
    }
}

static void move_momenta(const Scalar *s, const Multibond *from, Multibond *to) {
    for (int b = 1; b < from->system->bodies; b++) {
        MultibondBody *at = &to->body[b];
        *at = from->body[b];
        for (int k = 0; k < 3; k++) {
            const int turn = at->turn[k].component;
            if (!(from->planar && k == 2))
                at->move[k].node = s->nodes.at[s->part[at->mass].port[0][k]].index,
                at->move[k].component = 0;
            at->turn[k].node = s->nodes.at[s->part[at->inertia].port[0][turn]].index;
            at->turn[k].component = s->part[at->inertia].field ? turn : 0;
        }
    }
}

static bool open_scalar(Scalar *s, const BondGraph *from, Arena *arena) {
    *s = (Scalar){.arena = arena, .from = from, .names = jd_sym_names(from->pool)};
    s->part = ARENA_NEW(arena, ScalarPart, from->nodes.count + 1);
    s->first = ARENA_NEW(arena, int, from->bonds.count + 1);
    s->by = ARENA_NEW(arena, Sym, s->names + 1);
    return s->part && s->first && s->by;
}

Multibond *jd_multibond_scalar(const Multibond *graph, ScalarCount *count, JdLog *log) {
    Scalar s;
    Multibond *to = ARENA_NEW(graph->arena, Multibond, 1);
    if (!to || !open_scalar(&s, graph->graph, graph->arena)) return jd_report_memory(log), NULL;
    for (int k = 0; k < graph->graph->nodes.count && !s.failed; k++) copy_node(&s, k);
    for (int k = 0; k < graph->graph->nodes.count && !s.failed; k++) {
        const BondType *type = graph->graph->nodes.at[k].type;
        if (type->role == ROLE_TWO_PORT && type->gyrates) copy_ring(&s, k);
    }
    for (int k = 0; k < graph->graph->bonds.count && !s.failed; k++) copy_bond(&s, k);
    if (!s.failed) jd_scalar_reduce(&s);
    for (int k = 0; k < graph->graph->bonds.count && !s.failed; k++) rename_bond(&s, k);
    for (int k = 0; k < graph->graph->nodes.count && !s.failed; k++) rename_storage(&s, k);
    *to = *graph;
    to->report = (CausalReport){0};
    memset(&to->holds, 0, sizeof to->holds);
    memset(&to->carriers, 0, sizeof to->carriers);
    memset(&to->elements, 0, sizeof to->elements);
    to->body = ARENA_NEW(graph->arena, MultibondBody, graph->system->bodies);
    to->graph = s.failed ? NULL : write_graph(&s, log);
    if (!to->graph || !to->body) return jd_report_memory(log), NULL;
    for (int k = 0; k < to->outputs.count && !s.failed; k++)
        to->outputs.at[k].is = jd_scalar_put(&s, to->outputs.at[k].is);
    if (!s.failed) move_holds(&s, graph, to);
    if (!s.failed) move_elements(&s, graph, to);
    if (!s.failed) move_momenta(&s, graph, to);
    if (s.failed) return jd_report_memory(log), NULL;
    *count = s.count;
    return jd_bonds_check(to->graph, log) ? to : NULL;
}

/* ---- Flow sources ---------------------------------------------------------------------------- */

static bool is_independent(const MultibondMinimal *m, int velocity) {
    for (int k = 0; k < m->count; k++)
        if (m->independent[k] == velocity) return true;
    return false;
}

/* Storages of velocities that follow from others want derivative causality. */
static void wish_storages(Multibond *graph, const MultibondMinimal *m) {
    const int moves = graph->planar ? 2 : 3, each = graph->planar ? 3 : 6;
    for (int v = 0; v < m->velocities; v++) {
        const MultibondBody *body = &graph->body[1 + v / each];
        const int c = v % each, turn = graph->planar ? 2 : c - moves;
        const int node = c < moves ? body->move[c].node : body->turn[turn].node;
        BondNode *at = node >= 0 ? &graph->graph->nodes.at[node] : NULL;
        if (at && at->ports.count == 1) at->derivative = !is_independent(m, v);
    }
}

enum {
    CONFLICTS = 400
}; /* of flow sources in loops: where a causality is found, it is found at once */

bool jd_multibond_hold_flows(Multibond *graph, const MultibondMinimal *independent) {
    Sym *none = ARENA_NEW(graph->arena, Sym, 1);
    if (!none) return false;
    *none = jd_sym_whole(graph->pool, 0);
    for (int k = 0; k < graph->holds.count; k++) {
        BondNode *node = &graph->graph->nodes.at[graph->holds.at[k].node];
        node->type = jd_bond_type_find("Sf");
        node->constraint = (BondConstraint){0};
        node->value = (SymMatrix){none, 1, 1};
    }
    for (int k = 0; k < graph->graph->bonds.count; k++)
        graph->graph->bonds.at[k].stroke = STROKE_OPEN;
    if (independent) wish_storages(graph, independent);
    graph->graph->patience = CONFLICTS;
    graph->def.method = LOCKS_SF;
    return true;
}

/* Components of a bond whose flow goes along its arrow, less those whose flow goes against it. */
static int goes_along(const Multibond *scalar, const Bond *bond) {
    int sum = 0;
    for (int k = 0; k < jd_bond_dimension(bond); k++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", bond->name, suffixes[k]);
        const int found = jd_bonds_find_bond(scalar->graph, name);
        const Stroke stroke = found >= 0 ? scalar->graph->bonds.at[found].stroke : STROKE_OPEN;
        sum += (stroke == STROKE_FROM) - (stroke == STROKE_TO);
    }
    return sum;
}

int jd_multibond_turn_rotations(Multibond *vector, const Multibond *scalar) {
    int turned = 0;
    for (int n = 0; n < vector->graph->nodes.count; n++) {
        const BondNode *at = &vector->graph->nodes.at[n];
        if (!at->rotates || at->ports.count != 2) continue;
        int sum = 0;
        for (int p = 0; p < 2; p++)
            sum += goes_along(scalar, &vector->graph->bonds.at[at->ports.at[p]]);
        const Stroke wanted = sum < 0 ? STROKE_TO : STROKE_FROM;
        turned += sum != 0 && vector->graph->bonds.at[at->ports.at[0]].stroke != wanted;
        for (int p = 0; p < 2 && sum; p++) vector->graph->bonds.at[at->ports.at[p]].stroke = wanted;
    }
    return turned;
}
