/* SPDX-License-Identifier: MIT
 *
 * All laws of a graph without causality, as rows of slopes at some point: A y + B x' + C x = ...,
 * with y the efforts and flows of all components and signals, x what storages hold and integrators.
 * Rank decides what strokes cannot know:
 *
 *   y follows from x' and x, or the graph has no solution;
 *   rows that have neither y nor x' say that some of x depend on others; they are differentiated,
 *   until x' follows from all rows; as often as that takes, and each takes one from the order.
 *
 * Rows are sparse; columns with few entries are eliminated first. */
#include "bond/laws_at.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const BondGraph *graph;
    Arena *arena;
    const double *values;
    int *column_of; /* of names; -1 */
    int names;
    int ys, xs; /* columns: y, then x', then x */
    int *first; /* of nodes: the first of what they hold, among the xs */
    Rows rows;
    const bool *given; /* of xs: they depend first, and their rates are eliminated behind the
                          others; NULL: none */
    LIST(Row) known;   /* relations between x so far, and what follows from each */
    LIST(int) follows;
    bool held;  /* what artificial sources hold is zero; otherwise they give a value */
    bool exact; /* at the point that values are of: with efforts and flows, and words of laws that
                   stand for them */
    double *point; /* values that may be changed; NULL: not exact */
    int *name_of;  /* of columns, where it is exact */
    int *held_row; /* of components: the row of what is held there; -1 */
} Pencil;

/* ---- Rows ----------------------------------------------------------------------------------- */

/* The slopes of a law by all variables that it names. */
static void put_law(Pencil *p, Row *row, Sym law, double factor) {
    SymPool *pool = p->graph->pool;
    Sym *names = NULL;
    const int count = law ? jd_sym_list_names(pool, law, p->arena, &names) : -1;
    if (count < 0) p->rows.failed = true;
    for (int n = 0; row && n < count; n++) {
        const int name = jd_sym_node(pool, names[n])->name;
        if (name >= p->names || p->column_of[name] < 0) continue;
        const Sym slope = jd_sym_derive(pool, law, names[n]);
        jd_rows_put(&p->rows, row, p->column_of[name],
                    factor * jd_sym_value(pool, slope, p->values, NULL));
    }
}

/* An effort or flow somewhere, by which a modulus that changes with a state changes what passes. */
static double some(int place) {
    const double golden = 0.6180339887498949;
    return 0.4 + fmod(golden * (place + 1), 1);
}

/* What is there: of a column at the point, or something. */
static double is_there(const Pencil *p, int column, int place) {
    return p->exact ? p->point[p->name_of[column]] : some(place);
}

static int effort_of(const Bond *bond, int component) {
    return bond->first + component;
}
static int flow_of(const Pencil *p, const Bond *bond, int component) {
    return p->graph->components + bond->first + component;
}

/* ---- Rows of nodes -------------------------------------------------------------------------- */

static void junction_rows(Pencil *p, int node) {
    const BondGraph *graph = p->graph;
    const BondNode *at = &graph->nodes.at[node];
    const bool zero = at->type->rule == CAUSAL_ONE;
    const Bond *first = jd_port_bond(graph, node, 0);
    for (int k = 0; k < jd_bond_dimension(first); k++) {
        Row *sum = jd_rows_new(&p->rows);
        for (int n = 0; n < at->ports.count; n++) {
            const Bond *bond = jd_port_bond(graph, node, n);
            jd_rows_put(&p->rows, sum, zero ? flow_of(p, bond, k) : effort_of(bond, k),
                        jd_port_sign(graph, node, n));
        }
        for (int n = 1; n < at->ports.count; n++) {
            const Bond *bond = jd_port_bond(graph, node, n);
            Row *same = jd_rows_new(&p->rows);
            jd_rows_put(&p->rows, same, zero ? effort_of(bond, k) : flow_of(p, bond, k), 1);
            jd_rows_put(&p->rows, same, zero ? effort_of(first, k) : flow_of(p, first, k), -1);
        }
    }
}

static void splitter_rows(Pencil *p, int node) {
    const BondGraph *graph = p->graph;
    const int vector = jd_vector_port(graph, node);
    const Bond *whole = jd_port_bond(graph, node, vector);
    for (int n = 0, k = 0; n < graph->nodes.at[node].ports.count; n++) {
        const Bond *bond = jd_port_bond(graph, node, n);
        for (int c = 0; n != vector && c < jd_bond_dimension(bond); c++, k++) {
            Row *same = jd_rows_new(&p->rows);
            jd_rows_put(&p->rows, same, effort_of(whole, k), 1),
                jd_rows_put(&p->rows, same, effort_of(bond, c), -1);
            Row *sum = jd_rows_new(&p->rows);
            jd_rows_put(&p->rows, sum, flow_of(p, whole, k), jd_port_sign(graph, node, vector));
            jd_rows_put(&p->rows, sum, flow_of(p, bond, c), jd_port_sign(graph, node, n));
        }
    }
}

/* out = K in, or with `across` out = K' in, with flows signed. */
static void two_port_rows(Pencil *p, int node) {
    const BondGraph *graph = p->graph;
    const bool gyrates = graph->nodes.at[node].type->gyrates;
    const int one = jd_first_port(graph, node), two = !one;
    const Bond *in = jd_port_bond(graph, node, one), *out = jd_port_bond(graph, node, two);
    const int n = jd_bond_dimension(in), m = jd_bond_dimension(out);
    const double sign_in = jd_port_sign(graph, node, one),
                 sign_out = -jd_port_sign(graph, node, two);
    for (int half = 0; half < 2; half++)
        for (int r = 0; r < (half ? n : m); r++) {
            Row *row = jd_rows_new(&p->rows);
            if (half)
                jd_rows_put(&p->rows, row, effort_of(in, r), 1);
            else
                jd_rows_put(&p->rows, row, gyrates ? effort_of(out, r) : flow_of(p, out, r),
                            gyrates ? 1 : sign_out);
            for (int k = 0; k < (half ? m : n); k++) {
                const bool across = gyrates != (half == 1);
                const Sym entry =
                    across ? jd_bonds_entry(graph, node, k, r) : jd_bonds_entry(graph, node, r, k);
                const double value = jd_sym_value(graph->pool, entry, p->values, NULL);
                if (!half)
                    jd_rows_put(&p->rows, row, flow_of(p, in, k), -value * sign_in);
                else
                    jd_rows_put(&p->rows, row, gyrates ? flow_of(p, out, k) : effort_of(out, k),
                                gyrates ? -value * sign_out : -value);
                const int from = !half     ? flow_of(p, in, k)
                                 : gyrates ? flow_of(p, out, k)
                                           : effort_of(out, k);
                const double sign = !half ? sign_in : gyrates ? sign_out : 1;
                put_law(p, row, entry,
                        -(p->exact ? sign : 1) * is_there(p, from, r + 7 * k + half));
            }
        }
}

/* At a point what is returned is not held there. */
static bool is_held(const Pencil *p, const BondNode *at) {
    const BondConstraint *c = &at->constraint;
    return c->holds && p->held && !(p->exact && (c->alpha || c->beta || c->gamma || c->returns));
}

static void source_rows(Pencil *p, int node) {
    const BondGraph *graph = p->graph;
    const BondNode *at = &graph->nodes.at[node];
    const Bond *bond = jd_port_bond(graph, node, 0);
    for (int k = 0; k < jd_bond_dimension(bond); k++) {
        Row *row = jd_rows_new(&p->rows);
        const bool held = is_held(p, at), flow = at->type->flow_source != held;
        if (held && p->held_row) p->held_row[bond->first + k] = p->rows.list.count - 1;
        jd_rows_put(&p->rows, row, flow ? flow_of(p, bond, k) : effort_of(bond, k), 1);
        if (!at->constraint.holds) put_law(p, row, at->value.at[at->value.rows > 1 ? k : 0], -1);
    }
}

/* Components of all ports, one behind the other. */
typedef struct {
    int effort, flow, sign;
} Place;

static int places_of(Pencil *p, int node, Place **places) {
    const int count = jd_bonds_width(p->graph, node);
    *places = ARENA_NEW(p->arena, Place, count + 1);
    if (!*places) return p->rows.failed = true, 0;
    for (int n = 0, at = 0; n < p->graph->nodes.at[node].ports.count; n++) {
        const Bond *bond = jd_port_bond(p->graph, node, n);
        for (int k = 0; k < jd_bond_dimension(bond); k++)
            (*places)[at++] =
                (Place){effort_of(bond, k), flow_of(p, bond, k), jd_port_sign(p->graph, node, n)};
    }
    return count;
}

/* given = law(word) of an element, or of `word[1]`, `word[2]`: the slopes at some point. */
typedef struct {
    const char *word;
    int count;
    const int *columns; /* of what the words stand for */
    const double *signs;
} Words;

/* The words of a law are what they stand for. */
static void put_words(Pencil *p, Sym law, const Words *words, int place) {
    SymPool *pool = p->graph->pool;
    for (int k = 0; p->exact && k <= words->count; k++) {
        const int at = k < words->count ? k : place;
        const Sym name =
            k < words->count ? jd_law_word(pool, words->word, k) : jd_sym_name(pool, words->word);
        if (name && jd_sym_has(pool, law, name))
            p->point[jd_sym_node(pool, name)->name] =
                words->signs[at] * p->point[p->name_of[words->columns[at]]];
    }
}

static void own_row(Pencil *p, Row *row, Sym law, const Words *words, int place) {
    SymPool *pool = p->graph->pool;
    put_words(p, law, words, place);
    for (int k = 0; k <= words->count; k++) {
        const int at = k < words->count ? k : place;
        const Sym name =
            k < words->count ? jd_law_word(pool, words->word, k) : jd_sym_name(pool, words->word);
        const Sym slope = jd_sym_derive(pool, law, name);
        if (!slope || jd_sym_is(pool, slope, 0)) continue;
        jd_rows_put(&p->rows, row, words->columns[at],
                    -words->signs[at] * jd_sym_value(pool, slope, p->values, NULL));
    }
    put_law(p, row, law, -1);
}

/* Efforts, flows (into the element) or states of all places. */
static Words words_of(Pencil *p, const char *word, const Place *places, int count, int state) {
    int *columns = ARENA_NEW(p->arena, int, count + 1);
    double *signs = ARENA_NEW(p->arena, double, count + 1);
    if (!columns || !signs) p->rows.failed = true;
    for (int k = 0; columns && signs && k < count; k++) {
        const bool flow = !strcmp(word, "flow");
        signs[k] = flow ? places[k].sign : 1;
        columns[k] = state >= 0 ? state + k : flow ? places[k].flow : places[k].effort;
    }
    return (Words){word, p->rows.failed ? 0 : count, columns, signs};
}

static double number_at(Pencil *p, int node, int row, int column) {
    return jd_sym_value(p->graph->pool, jd_bonds_entry(p->graph, node, row, column), p->values,
                        NULL);
}

static void resistor_rows(Pencil *p, int node) {
    const BondNode *at = &p->graph->nodes.at[node];
    Place *places;
    const int count = places_of(p, node, &places);
    const bool by_effort = at->flow_law && !at->effort_law, own = by_effort || at->effort_law;
    const Words words = words_of(p, by_effort ? "effort" : "flow", places, count, -1);
    for (int r = 0; r < count && !p->rows.failed; r++) {
        Row *row = jd_rows_new(&p->rows);
        jd_rows_put(&p->rows, row, by_effort ? places[r].flow : places[r].effort,
                    by_effort ? places[r].sign : 1);
        if (own) own_row(p, row, jd_bonds_law(p->graph, node, !by_effort, r), &words, r);
        for (int k = 0; k < count && !own; k++) {
            jd_rows_put(&p->rows, row, places[k].flow, -places[k].sign * number_at(p, node, r, k));
            put_law(p, row, jd_bonds_entry(p->graph, node, r, k),
                    -(p->exact ? places[k].sign : 1) * is_there(p, places[k].flow, r + 7 * k));
        }
    }
}

static void storage_rows(Pencil *p, int node) {
    const BondNode *at = &p->graph->nodes.at[node];
    const bool inertia = at->type->stores_effort;
    const bool law = inertia ? at->flow_law : at->effort_law;
    Place *places;
    const int count = places_of(p, node, &places);
    const Words words =
        words_of(p, inertia ? "p" : "q", places, count, p->ys + p->xs + p->first[node]);
    for (int r = 0; r < count && !p->rows.failed; r++) {
        const int x = p->first[node] + r;
        Row *rate = jd_rows_new(&p->rows);
        jd_rows_put(&p->rows, rate, p->ys + x, 1);
        jd_rows_put(&p->rows, rate, inertia ? places[r].effort : places[r].flow, -places[r].sign);
        Row *row = jd_rows_new(&p->rows);
        if (law) {
            jd_rows_put(&p->rows, row, inertia ? places[r].flow : places[r].effort, 1);
            own_row(p, row, jd_bonds_law(p->graph, node, !inertia, r), &words, r);
        }
        if (!law) jd_rows_put(&p->rows, row, p->ys + p->xs + x, 1);
        for (int k = 0; k < count && !law; k++) {
            jd_rows_put(&p->rows, row, inertia ? places[k].flow : places[k].effort,
                        -number_at(p, node, r, k));
            put_law(p, row, jd_bonds_entry(p->graph, node, r, k),
                    -is_there(p, inertia ? places[k].flow : places[k].effort, r + 7 * k));
        }
    }
}

static void signal_rows(Pencil *p, int signal) {
    const BondSignal *at = &p->graph->signals.at[signal];
    const int column =
        p->column_of[jd_sym_node(p->graph->pool, jd_sym_name(p->graph->pool, at->name))->name];
    Row *row = jd_rows_new(&p->rows);
    jd_rows_put(&p->rows, row, at->integrates ? column - p->xs : column, 1);
    put_law(p, row, at->is, -1);
}

/* ---- Columns -------------------------------------------------------------------------------- */

static bool count_columns(Pencil *p) {
    const BondGraph *graph = p->graph;
    p->first = ARENA_NEW(p->arena, int, graph->nodes.count + 1);
    if (!p->first) return false;
    p->ys = 2 * graph->components;
    for (int s = 0; s < graph->signals.count; s++) p->ys += !graph->signals.at[s].integrates;
    for (int n = 0; n < graph->nodes.count; n++) {
        p->first[n] = p->xs;
        if (graph->nodes.at[n].type->role == ROLE_STORAGE) p->xs += jd_bonds_width(graph, n);
    }
    for (int s = 0; s < graph->signals.count; s++) p->xs += graph->signals.at[s].integrates;
    return true;
}

static void name_column(Pencil *p, Sym name, int column) {
    if (!name) p->rows.failed = true;
    const int number = name ? jd_sym_node(p->graph->pool, name)->name : p->names;
    if (number >= p->names) return;
    p->column_of[number] = column;
    if (p->name_of) p->name_of[column] = number;
}

/* Only names that a law has are ever asked for; they are there already. */
static bool name_columns(Pencil *p) {
    const BondGraph *graph = p->graph;
    const int states = p->ys + p->xs;
    for (int s = 0; s < graph->signals.count; s++)
        jd_sym_name(graph->pool, graph->signals.at[s].name);
    for (int b = 0; b < graph->bonds.count; b++)
        for (int k = 0; k < jd_bond_dimension(&graph->bonds.at[b]); k++)
            for (int flow = 0; flow < 2; flow++) jd_bond_symbol(graph, b, k, flow, p->arena);
    for (int n = 0; n < graph->nodes.count; n++)
        for (int k = 0;
             graph->nodes.at[n].type->role == ROLE_STORAGE && k < jd_bonds_width(graph, n); k++)
            jd_state_symbol(graph, n, k, p->arena);
    p->names = jd_sym_names(graph->pool);
    p->column_of = ARENA_NEW(p->arena, int, p->names + 1);
    if (!p->column_of) return false;
    for (int n = 0; n < p->names; n++) p->column_of[n] = -1;
    for (int b = 0; b < graph->bonds.count; b++)
        for (int k = 0; k < jd_bond_dimension(&graph->bonds.at[b]); k++) {
            name_column(p, jd_bond_symbol(graph, b, k, false, p->arena),
                        effort_of(&graph->bonds.at[b], k));
            name_column(p, jd_bond_symbol(graph, b, k, true, p->arena),
                        flow_of(p, &graph->bonds.at[b], k));
        }
    for (int n = 0; n < graph->nodes.count; n++)
        for (int k = 0;
             graph->nodes.at[n].type->role == ROLE_STORAGE && k < jd_bonds_width(graph, n); k++)
            name_column(p, jd_state_symbol(graph, n, k, p->arena), states + p->first[n] + k);
    int y = 2 * graph->components, x = states + p->xs;
    for (int s = 0; s < graph->signals.count; s++) x -= graph->signals.at[s].integrates;
    for (int s = 0; s < graph->signals.count; s++) {
        const BondSignal *at = &graph->signals.at[s];
        name_column(p, jd_sym_name(graph->pool, at->name), at->integrates ? x++ : y++);
    }
    return !p->rows.failed;
}

static void write_rows(Pencil *p) {
    void (*const rows[])(Pencil *, int) = {
        [ROLE_SOURCE] = source_rows,     [ROLE_STORAGE] = storage_rows,
        [ROLE_RESISTOR] = resistor_rows, [ROLE_TWO_PORT] = two_port_rows,
        [ROLE_JUNCTION] = junction_rows, [ROLE_SPLITTER] = splitter_rows,
    };
    for (int n = 0; n < p->graph->nodes.count && !p->rows.failed; n++)
        rows[p->graph->nodes.at[n].type->role](p, n);
    for (int s = 0; s < p->graph->signals.count && !p->rows.failed; s++) signal_rows(p, s);
}

/* ---- What depends --------------------------------------------------------------------------- */

/* How gladly a component is dependent: those that were said to be, then the last in the text;
 * rather not what has a law that goes one way. */
static int *by_gladness(const Pencil *p) {
    const BondGraph *graph = p->graph;
    int *order = ARENA_NEW(p->arena, int, p->xs + 1), count = 0;
    for (int pass = 0; order && pass < 3; pass++)
        for (int n = graph->nodes.count - 1; n >= 0; n--) {
            const BondNode *at = &graph->nodes.at[n];
            if (at->type->role != ROLE_STORAGE) continue;
            const int rank = at->effort_law || at->flow_law ? 2 : at->derivative ? 0 : 1;
            for (int k = jd_bonds_width(graph, n) - 1; rank == pass && k >= 0; k--)
                order[count++] = p->first[n] + k;
        }
    for (int x = p->xs - 1; order && count < p->xs; x--) order[count++] = x;
    for (int n = 0, first = 0; order && p->given && n < p->xs; n++) {
        const int x = order[n];
        if (!p->given[x]) continue;
        for (int k = n; k > first; k--) order[k] = order[k - 1];
        order[first++] = x;
    }
    return order;
}

static void keep_relation(Pencil *p, const Row *row, int column) {
    Row *kept = PUSH(p->arena, p->known);
    int *follows = PUSH(p->arena, p->follows);
    if (!kept || !follows) {
        p->rows.failed = true;
        return;
    }
    *kept = *row, *follows = column;
}

/* Without what follows from relations that are known. */
static void put_in_known(Pencil *p, Row *row) {
    for (int n = 0; n < p->known.count && !p->rows.failed; n++)
        jd_rows_take_out(&p->rows, row, &p->known.at[n], p->follows.at[n]);
}

/* Rows of x alone: those that depend on others by them, beside those that do already; they are
 * listed. */
static void choose_dependent(Pencil *p, Row *rows, int count, bool *dependent, int *list) {
    const int *order = by_gladness(p), from = p->ys + p->xs, to = from + p->xs;
    /* Of the largest in its row; less only if nothing else is left. */
    static const double enough[] = {0.1, 1e-7};
    int found = 0;
    if (!order) {
        p->rows.failed = true;
        return;
    }
    for (int r = 0; r < count; r++) put_in_known(p, &rows[r]);
    for (int n = 0; n < 2 * p->xs && found < count && !p->rows.failed; n++) {
        const int state = order[n % p->xs], column = from + state;
        int pivot = -1;
        double most = enough[n >= p->xs || (p->given && p->given[state])];
        for (int r = 0; r < count; r++) {
            const Cell *cell = rows[r].used ? NULL : jd_row_cell(&rows[r], column);
            const double share = cell ? fabs(cell->value) / jd_row_largest(&rows[r], from, to) : 0;
            if (share > most) most = share, pivot = r;
        }
        if (pivot < 0 || dependent[state]) continue;
        for (int r = 0; r < count; r++)
            if (!rows[r].used && r != pivot)
                jd_rows_take_out(&p->rows, &rows[r], &rows[pivot], column);
        rows[pivot].used = dependent[state] = true;
        keep_relation(p, &rows[pivot], column);
        list[found++] = state;
    }
    if (found < count) p->rows.failed = true;
}

/* ---- All of it ------------------------------------------------------------------------------ */

enum { CAREFUL = 400 }; /* components: pivots anywhere take the cube of that */

/* Rows that have nothing but x left; copies of them. Those that have nothing at all say that there
 * is no solution. */
static int list_relations(Pencil *p, Row **relations, bool *empty) {
    int count = 0;
    *relations = ARENA_NEW(p->arena, Row, p->rows.list.count + 1);
    for (int r = 0; *relations && r < p->rows.list.count; r++) {
        Row *row = &p->rows.list.at[r];
        if (row->used) continue;
        *empty = *empty || !row->count;
        (*relations)[count++] = *row;
        for (int k = 0; k < row->count; k++) row->at[k].column -= p->xs;
    }
    for (int r = 0; *relations && r < count; r++) { /* theirs is a copy */
        Cell *copy = ARENA_NEW(p->arena, Cell, (*relations)[r].count + 1);
        if (!copy) return p->rows.failed = true, 0;
        memcpy(copy, (*relations)[r].at, sizeof *copy * (size_t)(*relations)[r].count);
        for (int k = 0; k < (*relations)[r].count; k++) copy[k].column += p->xs;
        (*relations)[r].at = copy, (*relations)[r].room = (*relations)[r].count;
    }
    return count;
}

/* Rates of dependent states that no row decides, before the last rows were differentiated. */
static void note_free(Pencil *p, PencilLevel *level) {
    bool *pivot = ARENA_NEW(p->arena, bool, p->xs + 1);
    int count = 0;
    for (int n = 0; pivot && n < p->rows.columns.count; n++)
        if (p->rows.columns.at[n] >= p->ys) pivot[p->rows.columns.at[n] - p->ys] = true;
    for (int x = 0; pivot && x < p->xs && count < level->count; x++)
        if (!pivot[x]) level->free[count++] = x;
    if (!pivot) p->rows.failed = true;
}

static PencilLevel *new_level(Pencil *p, BondPencil *out, int count) {
    PencilLevel *level = PUSH(p->arena, out->levels);
    if (!level) return p->rows.failed = true, NULL;
    *level = (PencilLevel){count, ARENA_NEW(p->arena, int, count + 1),
                           ARENA_NEW(p->arena, int, count + 1)};
    if (!level->states || !level->free) p->rows.failed = true;
    return p->rows.failed ? NULL : level;
}

static void differentiate(Pencil *p, BondPencil *out) {
    bool empty = false;
    out->order = p->xs;
    for (out->rounds = 0; !p->rows.failed; out->rounds++) {
        Row *relations;
        jd_rows_eliminate(&p->rows, p->ys, p->ys + p->xs);
        const int count = list_relations(p, &relations, &empty);
        if (!relations) p->rows.failed = true;
        out->regular = !empty && out->rounds <= p->xs;
        if (!count || !out->regular || p->rows.failed) return;
        out->order -= count;
        PencilLevel *level = new_level(p, out, count);
        if (!level) return;
        note_free(p, level);
        choose_dependent(p, relations, count, out->dependent, level->states);
        for (int n = 0; !out->rounds && n < count; n++)
            out->wishes[level->states[n]] = WISH_DERIVATIVE;
        for (int r = 0; r < p->rows.list.count; r++)
            if (!p->rows.list.at[r].used) jd_rows_reduce(&p->rows, r);
    }
}

static bool look(const BondGraph *graph, BondLook look, bool careful, Arena *arena,
                 BondPencil *out) {
    Pencil p = {.graph = graph,
                .arena = arena,
                .rows = {.arena = arena, .careful = careful, .late = look.given},
                .held = look.held,
                .given = look.given};
    *out = (BondPencil){.regular = false};
    if (!count_columns(&p) || !name_columns(&p)) return false;
    p.rows.late_first = p.ys, p.rows.late_count = p.xs;
    p.values = jd_bonds_values(graph, 13, arena);
    out->dependent = ARENA_NEW(arena, bool, p.xs + 1);
    out->wishes = ARENA_NEW(arena, PencilWish, p.xs + 1);
    out->first = p.first;
    out->states = p.xs;
    if (!p.values || !out->dependent || !out->wishes) return false;
    for (int x = 0; x < p.xs; x++) out->wishes[x] = WISH_INTEGRAL;
    write_rows(&p);
    const bool square = p.rows.list.count == p.ys + p.xs;
    if (!p.rows.failed && square && jd_rows_eliminate(&p.rows, 0, p.ys) == p.ys)
        differentiate(&p, out);
    return !p.rows.failed;
}

/* What all rows leave as it is: one of the columns without a pivot is 1, the others are 0. */
static void walk_back(const Pencil *p, int column, double *free) {
    for (int n = 0; n < p->ys; n++) free[n] = n == column;
    for (int n = p->rows.pivots.count - 1; n >= 0; n--) {
        const Row *row = &p->rows.list.at[p->rows.pivots.at[n]];
        double sum = 0, pivot = 1;
        for (int k = 0; k < row->count; k++) {
            const Cell *cell = &row->at[k];
            if (cell->column == p->rows.columns.at[n])
                pivot = cell->value;
            else if (cell->column < p->ys)
                sum += cell->value * free[cell->column];
        }
        free[p->rows.columns.at[n]] = -sum / pivot;
    }
}

bool jd_bonds_undecided(const BondGraph *graph, int number, Arena *arena, double *free) {
    Pencil p = {.graph = graph, .arena = arena, .rows = {.arena = arena, .careful = true}};
    if (graph->components > CAREFUL || !count_columns(&p) || !name_columns(&p)) return false;
    p.values = jd_bonds_values(graph, 13, arena);
    bool *pivot = ARENA_NEW(arena, bool, p.ys + 1);
    if (!p.values || !pivot) return false;
    write_rows(&p);
    if (p.rows.failed) return false;
    jd_rows_eliminate(&p.rows, 0, p.ys);
    for (int n = 0; n < p.rows.columns.count; n++) pivot[p.rows.columns.at[n]] = true;
    for (int c = 0, left = number; c < p.ys && !p.rows.failed; c++)
        if (!pivot[c] && left-- == 0) return walk_back(&p, c, free), true;
    return false;
}

/* Pivots of few entries are quick to find, but may be small, so that rounding passes for a number
 * or a number for rounding. What they do not solve, or find states to depend by, is looked at once
 * more with the surest pivots there are. Where these find fewer relations, a number passed for
 * rounding. */
bool jd_bonds_pencil(const BondGraph *graph, BondLook at, Arena *arena, BondPencil *out) {
    BondPencil sure;
    look(graph, at, false, arena, out);
    const bool plain = out->regular && out->order == out->states;
    if (plain || arena->failed || graph->components > CAREFUL) return !arena->failed;
    if (!look(graph, at, true, arena, &sure)) return false;
    if (!out->regular || (sure.regular && (at.sure || sure.order > out->order))) *out = sure;
    return true;
}

/* ---- At a point ----------------------------------------------------------------------------- */

bool jd_bonds_rows(const BondGraph *graph, double *values, Arena *arena, BondRows *out) {
    Pencil p = {.graph = graph,
                .arena = arena,
                .rows = {.arena = arena},
                .held = true,
                .exact = true,
                .point = values,
                .values = values};
    if (!count_columns(&p)) return false;
    p.name_of = ARENA_NEW(arena, int, p.ys + 2 * p.xs + 1);
    p.held_row = ARENA_NEW(arena, int, graph->components + 1);
    if (!p.name_of || !p.held_row || !name_columns(&p)) return false;
    for (int c = 0; c < graph->components; c++) p.held_row[c] = -1;
    write_rows(&p);
    *out = (BondRows){p.rows, p.ys, p.xs, p.first, p.held_row};
    return !p.rows.failed && p.rows.list.count == p.ys + p.xs;
}
