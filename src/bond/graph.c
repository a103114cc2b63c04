/* SPDX-License-Identifier: MIT
 *
 * A graph is added to node by node and bond by bond; then its ports, dimensions, domains and
 * matrices are checked. */
#include "bond/inside.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

BondGraph *jd_bonds_new(Arena *arena, SymPool *pool) {
    BondGraph *graph = pool ? ARENA_NEW(arena, BondGraph, 1) : NULL;
    if (!graph) return NULL;
    graph->arena = arena;
    graph->pool = pool;
    return graph;
}

int jd_bonds_find_node(const BondGraph *graph, const char *name) {
    for (int n = 0; n < graph->nodes.count; n++)
        if (!strcmp(graph->nodes.at[n].name, name)) return n;
    return -1;
}

int jd_bonds_find_bond(const BondGraph *graph, const char *name) {
    for (int n = 0; n < graph->bonds.count; n++)
        if (!strcmp(graph->bonds.at[n].name, name)) return n;
    return -1;
}

static int no_memory(JdLog *log) {
    jd_report_memory(log);
    return -1;
}

int jd_bonds_add_node(BondGraph *graph, const BondNode *node, JdLog *log) {
    BondNode *added = PUSH(graph->arena, graph->nodes);
    if (!added) return no_memory(log);
    *added = *node;
    memset(&added->ports, 0, sizeof added->ports);
    added->name = jd_arena_copy(graph->arena, node->name);
    const size_t entries = (size_t)(node->value.rows * node->value.columns);
    Sym *at = entries ? ARENA_NEW(graph->arena, Sym, entries) : NULL;
    if (!added->name || (entries && !at)) return no_memory(log);
    if (at) memcpy(at, node->value.at, entries * sizeof *at);
    added->value.at = at;
    double *start = node->start_count ? ARENA_NEW(graph->arena, double, node->start_count) : NULL;
    if (node->start_count && !start) return no_memory(log);
    if (start) memcpy(start, node->start, (size_t)node->start_count * sizeof *start);
    added->start = start;
    return graph->nodes.count - 1;
}

static bool add_port(BondGraph *graph, int node, int bond, int *port) {
    BondNode *at = &graph->nodes.at[node];
    int *added = PUSH(graph->arena, at->ports);
    if (!added) return false;
    *added = bond;
    *port = at->ports.count - 1;
    return true;
}

int jd_bonds_add_bond(BondGraph *graph, const Bond *bond, JdLog *log) {
    if (bond->from == bond->to) {
        jd_report(log, JD_ERROR, "bond-same-node", bond->where, "bond '%s' goes from %s to itself",
                  bond->name, graph->nodes.at[bond->from].name);
        jd_hint(log, "a bond joins two different nodes");
        return -1;
    }
    Bond *added = PUSH(graph->arena, graph->bonds);
    if (!added) return no_memory(log);
    const int index = graph->bonds.count - 1;
    *added = *bond;
    added->name = jd_arena_copy(graph->arena, bond->name);
    added->stroke = STROKE_OPEN;
    added->first = graph->components;
    graph->components += jd_bond_dimension(bond);
    if (!added->name || !add_port(graph, bond->from, index, &added->port_from) ||
        !add_port(graph, bond->to, index, &added->port_to))
        return no_memory(log);
    return index;
}

int jd_bonds_add_signal(BondGraph *graph, const BondSignal *signal, JdLog *log) {
    BondSignal *added = PUSH(graph->arena, graph->signals);
    if (!added) return no_memory(log);
    *added = *signal;
    added->name = jd_arena_copy(graph->arena, signal->name);
    return added->name ? graph->signals.count - 1 : no_memory(log);
}

void jd_bonds_add_rate(BondGraph *graph, Sym name, Sym rate) {
    BondRate *added = PUSH(graph->arena, graph->rates);
    if (added) *added = (BondRate){name, rate};
}

void jd_bonds_add_parameter(BondGraph *graph, Sym name, double value, Dim dim) {
    BondParameter *added = PUSH(graph->arena, graph->parameters);
    if (added) *added = (BondParameter){name, value, dim};
}

/* ---- Numbers -----------------------------------------------------------------------------------
 */

static double random_value(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return 0.4 + (double)(*seed >> 11) / 9007199254740992.0;
}

double *jd_bonds_values(const BondGraph *graph, uint64_t seed, Arena *arena) {
    const int count = jd_sym_names(graph->pool);
    double *values = ARENA_NEW(arena, double, count + 1);
    for (int n = 0; values && n < count; n++) values[n] = random_value(&seed);
    for (int n = 0; values && n < graph->parameters.count; n++)
        values[jd_sym_node(graph->pool, graph->parameters.at[n].name)->name] =
            graph->parameters.at[n].value;
    return values;
}

double jd_bonds_number(const BondGraph *graph, Sym s) {
    const SymNode *node = s ? jd_sym_node(graph->pool, s) : NULL;
    if (node && node->kind == SYM_NUMBER) return jd_number_double(node->number);
    Arena arena = {0};
    double number = NAN;
    double *values = jd_bonds_values(graph, 1, &arena);
    if (values && s) {
        number = jd_sym_value(graph->pool, s, values, NULL);
        /* Another point shows whether names without numbers are in it. */
        double *others = jd_bonds_values(graph, 2, &arena);
        if (!others || jd_sym_value(graph->pool, s, others, NULL) != number) number = NAN;
    }
    if (arena.failed) graph->arena->failed = true;
    jd_arena_free(&arena);
    return number;
}

int jd_bonds_rank(const BondGraph *graph, const Sym *at, int rows, int columns) {
    return jd_bonds_firm_rank(graph, at, rows, columns, 0);
}

int jd_bonds_firm_rank(const BondGraph *graph, const Sym *at, int rows, int columns, double least) {
    const double rounding = 1e-11;
    Arena arena = {0};
    double *values = jd_bonds_values(graph, 7, &arena);
    double *a = ARENA_NEW(&arena, double, rows *columns + 1);
    int rank = 0;
    double size = 0;
    for (int n = 0; values && a && n < rows * columns; n++) {
        a[n] = jd_sym_value(graph->pool, at[n], values, NULL);
        size = fmax(size, fabs(a[n]));
    }
    for (int c = 0; values && a && c < columns && rank < rows; c++) {
        int pivot = rank;
        for (int r = rank; r < rows; r++)
            if (fabs(a[r * columns + c]) > fabs(a[pivot * columns + c])) pivot = r;
        if (!(fabs(a[pivot * columns + c]) > fmax(rounding * size, least))) continue;
        for (int k = 0; k < columns; k++) {
            const double swap = a[rank * columns + k];
            a[rank * columns + k] = a[pivot * columns + k];
            a[pivot * columns + k] = swap;
        }
        for (int r = rank + 1; r < rows; r++) {
            const double factor = a[r * columns + c] / a[rank * columns + c];
            for (int k = c; k < columns; k++) a[r * columns + k] -= factor * a[rank * columns + k];
        }
        rank++;
    }
    if (arena.failed) graph->arena->failed = true;
    jd_arena_free(&arena);
    return rank;
}

/* ---- Ports and matrices ------------------------------------------------------------------------
 */

int jd_bonds_width(const BondGraph *graph, int node) {
    int width = 0;
    for (int p = 0; p < graph->nodes.at[node].ports.count; p++)
        width += jd_bond_dimension(jd_port_bond(graph, node, p));
    return width;
}

double jd_bonds_start(const BondGraph *graph, int node, int component) {
    const BondNode *at = &graph->nodes.at[node];
    if (!at->start_count) return 0;
    return at->start[at->start_count > 1 ? component : 0];
}

Sym jd_bonds_entry(const BondGraph *graph, int node, int row, int column) {
    const SymMatrix *m = &graph->nodes.at[node].value;
    if (m->rows == 1 && m->columns == 1)
        return row == column ? m->at[0] : jd_sym_whole(graph->pool, 0);
    return m->at[row * m->columns + column];
}

Sym jd_bonds_law(const BondGraph *graph, int node, bool effort, int component) {
    const BondNode *at = &graph->nodes.at[node];
    const Sym *laws = effort ? at->effort_laws : at->flow_laws;
    if (laws) return laws[component];
    return effort ? at->effort_law : at->flow_law;
}

Sym jd_law_word(SymPool *pool, const char *word, int component) {
    char text[32];
    snprintf(text, sizeof text, "%s[%d]", word, component + 1);
    return jd_sym_name(pool, text);
}

int jd_first_port(const BondGraph *graph, int node) {
    return jd_port_sign(graph, node, 0) < 0 && jd_port_sign(graph, node, 1) > 0;
}

int jd_vector_port(const BondGraph *graph, int node) {
    const int all = jd_bonds_width(graph, node);
    for (int p = 0; p < graph->nodes.at[node].ports.count; p++)
        if (2 * jd_bond_dimension(jd_port_bond(graph, node, p)) == all) return p;
    return -1;
}

bool jd_can_turn(const BondGraph *graph, int node) {
    const int first = jd_first_port(graph, node);
    const int columns = jd_bond_dimension(jd_port_bond(graph, node, first));
    const int rows = jd_bond_dimension(jd_port_bond(graph, node, !first));
    const SymMatrix *m = &graph->nodes.at[node].value;
    if (rows != columns) return false;
    if (m->rows == 1 && m->columns == 1) return jd_bonds_rank(graph, m->at, 1, 1) == 1;
    return jd_bonds_rank(graph, m->at, m->rows, m->columns) == rows;
}

bool jd_can_get(const BondGraph *graph, int node, bool effort) {
    const BondNode *at = &graph->nodes.at[node];
    const bool own = at->effort_law || at->flow_law;
    if (!own) return true;
    if (at->type->role == ROLE_STORAGE)
        return graph->inverts || effort == jd_integral_gets_effort(at->type);
    return graph->inverts || jd_law_given(graph, node, effort);
}

bool jd_law_given(const BondGraph *graph, int node, bool effort) {
    const BondNode *at = &graph->nodes.at[node];
    return (effort ? at->flow_law : at->effort_law) != SYM_NONE;
}

/* ---- Checks ------------------------------------------------------------------------------------
 */

static bool report_ports(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const char *plural = at->ports.count == 1 ? "" : "s";
    jd_report(log, JD_ERROR, "node-ports", at->where, "%s '%s' has %d bond%s; it needs %s%d",
              at->type->name, at->name, at->ports.count, plural,
              at->type->ports_most ? "" : "at least ", at->type->ports_least);
    if (at->ports.count == 0)
        jd_hint(log, "join it with `bond`, or leave it out");
    else if (at->ports.count < at->type->ports_least)
        jd_hint(log, "add the other bond, or put in its place what its bond leads to");
    else
        jd_hint(log, "put a junction between: `zero` if they share the effort, `one` if they share "
                     "the flow");
    return false;
}

static bool report_dimension(const BondGraph *graph, int node, const Bond *bond, const char *wanted,
                             int dimension, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    jd_report(log, JD_ERROR, "bond-dimension", bond->where,
              "bond '%s' has dimension %d; %s '%s' %s %d", bond->name, jd_bond_dimension(bond),
              at->type->name, at->name, wanted, dimension);
    jd_hint(log, "give the bond this dimension, or join bonds to a vector with a `splitter`");
    return false;
}

/* All bonds of a junction have the dimension of the first. */
static bool check_junction(const BondGraph *graph, int node, JdLog *log) {
    const Bond *first = jd_port_bond(graph, node, 0);
    bool good = true;
    for (int p = 1; p < graph->nodes.at[node].ports.count; p++) {
        const Bond *bond = jd_port_bond(graph, node, p);
        if (jd_bond_dimension(bond) != jd_bond_dimension(first))
            good = report_dimension(graph, node, bond, "has bonds of dimension",
                                    jd_bond_dimension(first), log);
        if (!bond->domain || !first->domain || bond->domain == first->domain) continue;
        jd_report(log, JD_ERROR, "bond-domain", bond->where,
                  "bond '%s' is %s, but the other bonds of '%s' are %s", bond->name,
                  bond->domain->name, graph->nodes.at[node].name, first->domain->name);
        jd_hint(log, "domains meet in a transformer or a gyrator, not in a junction");
        good = false;
    }
    return good;
}

static bool check_splitter(const BondGraph *graph, int node, JdLog *log) {
    if (jd_vector_port(graph, node) >= 0) return true;
    const BondNode *at = &graph->nodes.at[node];
    jd_report(log, JD_ERROR, "bond-dimension", at->where,
              "splitter '%s' has no bond whose dimension is the sum of those of the others",
              at->name);
    jd_hint(log, "one bond is the vector, `dimension 3` with three others of dimension 1");
    return false;
}

static const char *what_rows_are(const BondNode *at) {
    const BondType *type = at->type;
    if (type->role == ROLE_SOURCE) return "a value for each component of its bond";
    if (type->role != ROLE_TWO_PORT && at->ports.count > 1)
        return "a row and a column for each component of its bonds";
    if (type->role != ROLE_TWO_PORT)
        return "a row and a column for each component of its bonds, or one number for all of them";
    return type->gyrates
               ? "e1 = G f2: as many rows as components before it, as many columns as behind it"
               : "f2 = N f1: as many rows as components behind it, as many columns as before it";
}

static bool report_matrix(const BondNode *at, int rows, int columns, JdLog *log) {
    jd_report(log, JD_ERROR, "bond-dimension", at->where,
              "the %s of %s '%s' is %d by %d; its bonds want %d by %d", at->type->value,
              at->type->name, at->name, at->value.rows, at->value.columns, rows, columns);
    jd_hint(log, "%s", what_rows_are(at));
    return false;
}

static bool report_value(const BondNode *at, JdLog *log) {
    jd_report(log, JD_ERROR, "node-value", at->where, "%s '%s' has no %s", at->type->name, at->name,
              at->type->value);
    jd_hint(log, "say it: %s ...", at->type->value);
    return false;
}

/* Is an element with several bonds and one number one element, or one at each bond? */
static bool report_one_number(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    jd_report(log, JD_ERROR, "node-ports", at->where, "%s '%s' has %d bonds, but one %s",
              at->type->name, at->name, at->ports.count, at->type->value);
    jd_hint(log,
            "put a junction between, `zero` if they share the effort, `one` if they share the "
            "flow; a field has a matrix: %s [[a, 0], [0, b]]",
            at->type->value);
    return false;
}

static bool check_value(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const bool law = at->effort_law || at->flow_law;
    if (!at->type->value || at->constraint.holds) return true;
    if (!at->value.at) return law || report_value(at, log);
    const bool element = at->type->role == ROLE_STORAGE || at->type->role == ROLE_RESISTOR;
    if (element && at->ports.count > 1 && at->value.rows == 1 && at->value.columns == 1)
        return report_one_number(graph, node, log);
    int rows = jd_bonds_width(graph, node), columns = rows;
    const bool alone = at->value.rows == 1 && at->value.columns == 1;
    if (at->type->role == ROLE_SOURCE) columns = 1;
    if (at->type->role == ROLE_TWO_PORT) {
        const int first = jd_first_port(graph, node);
        columns = jd_bond_dimension(jd_port_bond(graph, node, first));
        rows = jd_bond_dimension(jd_port_bond(graph, node, !first));
        if (at->type->gyrates) { /* e1 = G f2 */
            const int swap = rows;
            rows = columns, columns = swap;
        }
        if (alone && rows != columns) return report_matrix(at, rows, columns, log);
    }
    if (!alone && (at->value.rows != rows || at->value.columns != columns))
        return report_matrix(at, rows, columns, log);
    return true;
}

/* `q[3]` of a field with two components; NULL: no law names such a thing. */
static const char *past_the_end(const BondGraph *graph, int node) {
    const int width = jd_bonds_width(graph, node);
    for (int n = 0; n < 2 * width; n++) {
        const Sym law = jd_bonds_law(graph, node, n >= width, n % width);
        Sym *names = NULL;
        const int count = law ? jd_sym_list_names(graph->pool, law, graph->arena, &names) : 0;
        for (int k = 0; k < count; k++) {
            const char *text =
                jd_sym_name_text(graph->pool, jd_sym_node(graph->pool, names[k])->name);
            const char *index = strchr(text, '[');
            char word[8] = "";
            if (!index || (size_t)(index - text) >= sizeof word) continue;
            memcpy(word, text, (size_t)(index - text));
            if (!jd_word_in_list(word, "p q effort flow")) continue;
            const int component = atoi(index + 1);
            if (component < 1 || component > width) return text;
        }
    }
    return NULL;
}

/* A law for each component, if there is more than one. */
static bool check_laws(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const int width = jd_bonds_width(graph, node);
    const bool own = at->effort_law || at->flow_law;
    const char *past =
        own && (!at->law_count || at->law_count == width) ? past_the_end(graph, node) : NULL;
    if (past) {
        jd_report(log, JD_ERROR, "bond-dimension", at->where,
                  "a law of %s '%s' names %s, but its bonds have %d component%s", at->type->name,
                  at->name, past, width, width == 1 ? "" : "s");
        jd_hint(log, "components count from 1, through all its bonds in their order");
        return false;
    }
    if (!at->law_count || at->law_count == width) return true;
    jd_report(log, JD_ERROR, "bond-dimension", at->where,
              "%s '%s' has %d laws, but its bonds have %d component%s", at->type->name, at->name,
              at->law_count, width, width == 1 ? "" : "s");
    jd_hint(log, "give one for each component of its bonds, or one for all");
    return false;
}

static bool check_start(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const int width = jd_bonds_width(graph, node);
    if (at->start_count <= 1 || at->start_count == width) return true;
    jd_report(log, JD_ERROR, "bond-dimension", at->where,
              "%s '%s' starts with %d numbers, but its bonds have %d component%s", at->type->name,
              at->name, at->start_count, width, width == 1 ? "" : "s");
    jd_hint(log, "give one for each component of its bonds, or one for all");
    return false;
}

/* A modulus, inertance or compliance that is zero makes no law. */
static bool check_zero(const BondGraph *graph, int node, JdLog *log) {
    const BondNode *at = &graph->nodes.at[node];
    const bool meant = at->type->role == ROLE_TWO_PORT || at->type->role == ROLE_STORAGE;
    if (!meant || !at->value.at || at->value.rows != 1 || at->value.columns != 1) return true;
    if (jd_bonds_number(graph, at->value.at[0]) != 0) return true;
    jd_report(log, JD_ERROR, "modulus-zero", at->where, "the %s of %s '%s' is zero",
              at->type->value, at->type->name, at->name);
    jd_hint(log, at->type->role == ROLE_TWO_PORT
                     ? "nothing passes through it: leave it and its bonds out"
                     : "it stores nothing: leave it out");
    return false;
}

bool jd_bonds_check(BondGraph *graph, JdLog *log) {
    bool good = true;
    for (int node = 0; node < graph->nodes.count; node++) {
        const BondNode *at = &graph->nodes.at[node];
        const int count = at->ports.count, most = at->type->ports_most;
        if (count < at->type->ports_least || (most && count > most)) {
            good = report_ports(graph, node, log);
            continue;
        }
        if (at->type->role == ROLE_JUNCTION) good = check_junction(graph, node, log) && good;
        if (at->type->role == ROLE_SPLITTER) good = check_splitter(graph, node, log) && good;
        good = check_value(graph, node, log) && check_zero(graph, node, log) &&
               check_start(graph, node, log) && check_laws(graph, node, log) && good;
    }
    if (good) jd_bonds_are_sound(graph);
    return good;
}
