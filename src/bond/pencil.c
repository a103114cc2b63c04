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
#include "bond/inside.h"
#include <stdlib.h>
#include <string.h>

static const double rounding = 1e-11; /* of the terms of a sum: what is left of it is zero */

typedef struct {
    int column;
    double value, size; /* size: of all that was added for it */
} Cell;

typedef struct {
    Cell *at;
    int count, room;
    bool used; /* as a pivot */
} Row;

typedef struct {
    const BondGraph *graph;
    Arena *arena;
    const double *values;
    int *column_of; /* of names; -1 */
    int names;
    int ys, xs; /* columns: y, then x', then x */
    int *first; /* of nodes: the first of what they hold, among the xs */
    LIST(Row) rows;
    LIST(int) pivots; /* rows, in their order, and their columns */
    LIST(int) columns;
    const bool *given; /* of xs: they depend first, and their rates are eliminated behind the
                          others; NULL: none */
    LIST(Row) known;   /* relations between x so far, and what follows from each */
    LIST(int) follows;
    bool careful; /* pivots are looked for everywhere */
    Cell *sum;    /* room for a row that is being made */
    int sum_room;
    bool held; /* what artificial sources hold is zero; otherwise they give a value */
    bool failed;
} Pencil;

/* ---- Rows ----------------------------------------------------------------------------------- */

static Row *new_row(Pencil *p) {
    Row *row = PUSH(p->arena, p->rows);
    if (!row) p->failed = true;
    return row;
}

/* Behind all others, or added to what is there. */
static void put(Pencil *p, Row *row, int column, double value) {
    if (!row || value == 0) return;
    int at = 0;
    while (at < row->count && row->at[at].column < column) at++;
    if (at < row->count && row->at[at].column == column) {
        row->at[at].value += value, row->at[at].size += fabs(value);
        return;
    }
    if (row->count == row->room) {
        const int room = row->room ? 2 * row->room : 4;
        Cell *more = ARENA_NEW(p->arena, Cell, room);
        if (!more) {
            p->failed = true;
            return;
        }
        if (row->count) memcpy(more, row->at, sizeof *more * (size_t)row->count);
        row->at = more, row->room = room;
    }
    memmove(row->at + at + 1, row->at + at, sizeof *row->at * (size_t)(row->count - at));
    row->at[at] = (Cell){column, value, fabs(value)};
    row->count++;
}

/* The slopes of a law by all variables that it names. */
static void put_law(Pencil *p, Row *row, Sym law, double factor) {
    SymPool *pool = p->graph->pool;
    Sym *names = NULL;
    const int count = law ? jd_sym_list_names(pool, law, p->arena, &names) : -1;
    if (count < 0) p->failed = true;
    for (int n = 0; row && n < count; n++) {
        const int name = jd_sym_node(pool, names[n])->name;
        if (name >= p->names || p->column_of[name] < 0) continue;
        const Sym slope = jd_sym_derive(pool, law, names[n]);
        put(p, row, p->column_of[name], factor * jd_sym_value(pool, slope, p->values, NULL));
    }
}

/* An effort or flow somewhere, by which a modulus that changes with a state changes what passes. */
static double some(int place) {
    const double golden = 0.6180339887498949;
    return 0.4 + fmod(golden * (place + 1), 1);
}

static int effort_of(const Bond *bond, int component) {
    return bond->first + component;
}
static int flow_of(const Pencil *p, const Bond *bond, int component) {
    return p->graph->components + bond->first + component;
}

static const Cell *cell_in(const Row *row, int column) {
    int low = 0, high = row->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (row->at[middle].column < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < row->count && row->at[low].column == column ? &row->at[low] : NULL;
}

/* Without this column. */
static void forget_cell(Row *row, int column) {
    for (int k = 0; k < row->count; k++) {
        if (row->at[k].column != column) continue;
        memmove(row->at + k, row->at + k + 1, sizeof *row->at * (size_t)(row->count - k - 1));
        row->count--;
        return;
    }
}

/* Of the terms that a cell is the sum of: less may be rounding that was enlarged. */
static double soundness(const Cell *cell) {
    return fabs(cell->value) / cell->size;
}

/* NULL: memory is out. */
static Cell *room_for_sum(Pencil *p, int count) {
    if (count <= p->sum_room) return p->sum;
    p->sum_room = 2 * count;
    p->sum = ARENA_NEW(p->arena, Cell, p->sum_room);
    if (!p->sum) p->sum_room = 0, p->failed = true;
    return p->sum;
}

/* In the place of what the row was, if there is enough of it: long rows are made again and again.
 */
static bool keep_sum(Pencil *p, Row *row, int count) {
    if (count > row->room) {
        Cell *more = ARENA_NEW(p->arena, Cell, 2 * count);
        if (!more) return p->failed = true, false;
        row->at = more, row->room = 2 * count;
    }
    if (count) memcpy(row->at, p->sum, sizeof *row->at * (size_t)count);
    row->count = count;
    return true;
}

/* Takes a column out of a row by another one; both are sorted. What is added is as sound as the
 * least sound of what it is made of, so that rounding does not pass for a number of its own. */
static void take_out(Pencil *p, Row *row, const Row *by, int column) {
    const Cell *cell = cell_in(row, column), *pivot = cell_in(by, column);
    if (!cell || !pivot) return;
    const double factor = -cell->value / pivot->value,
                 least = fmin(soundness(cell), soundness(pivot));
    Cell *sum = room_for_sum(p, row->count + by->count);
    int a = 0, b = 0, count = 0;
    if (!sum) return;
    while (a < row->count || b < by->count) {
        const int at = a < row->count ? row->at[a].column : -1;
        const int other = b < by->count ? by->at[b].column : -1;
        const bool first = b >= by->count || (a < row->count && at <= other);
        const bool second = a >= row->count || (b < by->count && other <= at);
        Cell made = {first ? at : other, 0, 0};
        if (first) made.value += row->at[a].value, made.size += row->at[a].size, a++;
        if (second) {
            const double term = factor * by->at[b].value;
            made.value += term, made.size += fabs(term) / fmin(soundness(&by->at[b]), least), b++;
        }
        if (fabs(made.value) > rounding * made.size) sum[count++] = made;
    }
    if (!keep_sum(p, row, count)) return;
    forget_cell(row, column); /* it goes, but for rounding */
}

/* ---- Rows of nodes -------------------------------------------------------------------------- */

static void junction_rows(Pencil *p, int node) {
    const BondGraph *graph = p->graph;
    const BondNode *at = &graph->nodes.at[node];
    const bool zero = at->type->rule == CAUSAL_ONE;
    const Bond *first = jd_port_bond(graph, node, 0);
    for (int k = 0; k < jd_bond_dimension(first); k++) {
        Row *sum = new_row(p);
        for (int n = 0; n < at->ports.count; n++) {
            const Bond *bond = jd_port_bond(graph, node, n);
            put(p, sum, zero ? flow_of(p, bond, k) : effort_of(bond, k),
                jd_port_sign(graph, node, n));
        }
        for (int n = 1; n < at->ports.count; n++) {
            const Bond *bond = jd_port_bond(graph, node, n);
            Row *same = new_row(p);
            put(p, same, zero ? effort_of(bond, k) : flow_of(p, bond, k), 1);
            put(p, same, zero ? effort_of(first, k) : flow_of(p, first, k), -1);
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
            Row *same = new_row(p);
            put(p, same, effort_of(whole, k), 1), put(p, same, effort_of(bond, c), -1);
            Row *sum = new_row(p);
            put(p, sum, flow_of(p, whole, k), jd_port_sign(graph, node, vector));
            put(p, sum, flow_of(p, bond, c), jd_port_sign(graph, node, n));
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
            Row *row = new_row(p);
            if (half)
                put(p, row, effort_of(in, r), 1);
            else
                put(p, row, gyrates ? effort_of(out, r) : flow_of(p, out, r),
                    gyrates ? 1 : sign_out);
            for (int k = 0; k < (half ? m : n); k++) {
                const bool across = gyrates != (half == 1);
                const Sym entry =
                    across ? jd_bonds_entry(graph, node, k, r) : jd_bonds_entry(graph, node, r, k);
                const double value = jd_sym_value(graph->pool, entry, p->values, NULL);
                if (!half)
                    put(p, row, flow_of(p, in, k), -value * sign_in);
                else
                    put(p, row, gyrates ? flow_of(p, out, k) : effort_of(out, k),
                        gyrates ? -value * sign_out : -value);
                put_law(p, row, entry, -some(r + 7 * k + half));
            }
        }
}

static void source_rows(Pencil *p, int node) {
    const BondGraph *graph = p->graph;
    const BondNode *at = &graph->nodes.at[node];
    const Bond *bond = jd_port_bond(graph, node, 0);
    for (int k = 0; k < jd_bond_dimension(bond); k++) {
        Row *row = new_row(p);
        const bool flow = at->type->flow_source != (at->constraint.holds && p->held);
        put(p, row, flow ? flow_of(p, bond, k) : effort_of(bond, k), 1);
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
    if (!*places) return p->failed = true, 0;
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

static void own_row(Pencil *p, Row *row, Sym law, const Words *words, int place) {
    SymPool *pool = p->graph->pool;
    for (int k = 0; k <= words->count; k++) {
        const int at = k < words->count ? k : place;
        const Sym name =
            k < words->count ? jd_law_word(pool, words->word, k) : jd_sym_name(pool, words->word);
        const Sym slope = jd_sym_derive(pool, law, name);
        if (!slope || jd_sym_is(pool, slope, 0)) continue;
        put(p, row, words->columns[at],
            -words->signs[at] * jd_sym_value(pool, slope, p->values, NULL));
    }
    put_law(p, row, law, -1);
}

/* Efforts, flows (into the element) or states of all places. */
static Words words_of(Pencil *p, const char *word, const Place *places, int count, int state) {
    int *columns = ARENA_NEW(p->arena, int, count + 1);
    double *signs = ARENA_NEW(p->arena, double, count + 1);
    if (!columns || !signs) p->failed = true;
    for (int k = 0; columns && signs && k < count; k++) {
        const bool flow = !strcmp(word, "flow");
        signs[k] = flow ? places[k].sign : 1;
        columns[k] = state >= 0 ? state + k : flow ? places[k].flow : places[k].effort;
    }
    return (Words){word, p->failed ? 0 : count, columns, signs};
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
    for (int r = 0; r < count && !p->failed; r++) {
        Row *row = new_row(p);
        put(p, row, by_effort ? places[r].flow : places[r].effort, by_effort ? places[r].sign : 1);
        if (own) own_row(p, row, jd_bonds_law(p->graph, node, !by_effort, r), &words, r);
        for (int k = 0; k < count && !own; k++) {
            put(p, row, places[k].flow, -places[k].sign * number_at(p, node, r, k));
            put_law(p, row, jd_bonds_entry(p->graph, node, r, k), -some(r + 7 * k));
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
    for (int r = 0; r < count && !p->failed; r++) {
        const int x = p->first[node] + r;
        Row *rate = new_row(p);
        put(p, rate, p->ys + x, 1);
        put(p, rate, inertia ? places[r].effort : places[r].flow, -places[r].sign);
        Row *row = new_row(p);
        if (law) {
            put(p, row, inertia ? places[r].flow : places[r].effort, 1);
            own_row(p, row, jd_bonds_law(p->graph, node, !inertia, r), &words, r);
        }
        if (!law) put(p, row, p->ys + p->xs + x, 1);
        for (int k = 0; k < count && !law; k++) {
            put(p, row, inertia ? places[k].flow : places[k].effort, -number_at(p, node, r, k));
            put_law(p, row, jd_bonds_entry(p->graph, node, r, k), -some(r + 7 * k));
        }
    }
}

static void signal_rows(Pencil *p, int signal) {
    const BondSignal *at = &p->graph->signals.at[signal];
    const int column =
        p->column_of[jd_sym_node(p->graph->pool, jd_sym_name(p->graph->pool, at->name))->name];
    Row *row = new_row(p);
    put(p, row, at->integrates ? column - p->xs : column, 1);
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
    if (!name) p->failed = true;
    const int number = name ? jd_sym_node(p->graph->pool, name)->name : p->names;
    if (number < p->names) p->column_of[number] = column;
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
    return !p->failed;
}

static void write_rows(Pencil *p) {
    void (*const rows[])(Pencil *, int) = {
        [ROLE_SOURCE] = source_rows,     [ROLE_STORAGE] = storage_rows,
        [ROLE_RESISTOR] = resistor_rows, [ROLE_TWO_PORT] = two_port_rows,
        [ROLE_JUNCTION] = junction_rows, [ROLE_SPLITTER] = splitter_rows,
    };
    for (int n = 0; n < p->graph->nodes.count && !p->failed; n++)
        rows[p->graph->nodes.at[n].type->role](p, n);
    for (int s = 0; s < p->graph->signals.count && !p->failed; s++) signal_rows(p, s);
}

/* ---- Elimination ---------------------------------------------------------------------------- */

static double largest(const Row *row, int from, int to) {
    double most = 0;
    for (int n = 0; n < row->count; n++)
        if (row->at[n].column >= from && row->at[n].column < to)
            most = fmax(most, fabs(row->at[n].value));
    return most;
}

/* Cells that are less sound wait: they are pivots only if no other is left, and then if they are
 * more than the second. */
static const double sound = 1e-6, doubtful = 1e-9;

/* Rows of one column that are no pivots; those whose entry there has gone are told by the cell. */
typedef LIST(int) Members;

/* Columns `from` to `to`. */
typedef struct {
    int from, to;
    Members *members;
    bool *done, *waits; /* waits: all of its cells are doubtful */
    int *counts; /* of rows; they only grow too large, and are looked at again in their turn */
    int *fresh;  /* room for columns that a row gets */
} Columns;

static bool note_row(Pencil *p, Columns *c, int row, int column) {
    int *added = PUSH(p->arena, c->members[column - c->from]);
    if (!added) return p->failed = true, false;
    *added = row;
    c->counts[column - c->from]++;
    return true;
}

static bool open_columns(Pencil *p, Columns *c, int from, int to) {
    const int count = to - from + 1;
    *c = (Columns){from,
                   to,
                   ARENA_NEW(p->arena, Members, count),
                   ARENA_NEW(p->arena, bool, count),
                   ARENA_NEW(p->arena, bool, count),
                   ARENA_NEW(p->arena, int, count),
                   ARENA_NEW(p->arena, int, count)};
    if (!c->members || !c->done || !c->waits || !c->counts || !c->fresh)
        return p->failed = true, false;
    for (int r = 0; r < p->rows.count; r++)
        for (int n = 0; n < p->rows.at[r].count && !p->rows.at[r].used; n++) {
            const int column = p->rows.at[r].at[n].column;
            if (column >= from && column < to && !note_row(p, c, r, column)) return false;
        }
    return true;
}

/* The cell of a row that is no pivot; NULL: there is none. */
static const Cell *open_cell(const Pencil *p, int row, int column) {
    return p->rows.at[row].used ? NULL : cell_in(&p->rows.at[row], column);
}

/* The row whose entry is large in it, and that has few; -1: all are doubtful. */
static int best_row(const Pencil *p, const Columns *c, int column) {
    const double enough = 1e-3; /* of the largest entry of its row */
    const Members *rows = &c->members[column - c->from];
    int best = -1;
    double best_share = 0;
    for (int n = 0; n < rows->count; n++) {
        const Row *row = &p->rows.at[rows->at[n]];
        const Cell *cell = open_cell(p, rows->at[n], column);
        if (!cell || soundness(cell) <= sound) continue;
        const double share = fabs(cell->value) / largest(row, c->from, c->to);
        const bool shorter = best < 0 || row->count < p->rows.at[best].count;
        if (best < 0 || (share >= enough && (best_share < enough || shorter)) ||
            (best_share < enough && share > best_share))
            best = rows->at[n], best_share = share;
    }
    return best;
}

static int live(const Pencil *p, const Columns *c, int column) {
    const Members *rows = &c->members[column - c->from];
    int count = 0;
    for (int n = 0; n < rows->count; n++) count += open_cell(p, rows->at[n], column) != NULL;
    return count;
}

static bool is_late(const Pencil *p, int column) {
    return p->given && column >= p->ys && column < p->ys + p->xs && p->given[column - p->ys];
}

/* The column of fewest rows among those that do not wait; -1: none is left. */
static int next_column(const Pencil *p, const Columns *c) {
    int best = -1;
    for (int pass = 0; pass < 2 && best < 0; pass++)
        for (int n = 0; n < c->to - c->from; n++)
            if (!c->done[n] && !c->waits[n] && c->counts[n] &&
                is_late(p, c->from + n) <= (pass > 0) &&
                (best < 0 || c->counts[n] < c->counts[best]))
                best = n;
    return best < 0 ? -1 : c->from + best;
}

/* Columns that a row has not, and may get from the pivot's; how many. */
static int list_fresh(const Pencil *p, Columns *c, const Row *row, const Row *pivot) {
    int count = 0;
    for (int k = 0; k < pivot->count && !p->failed; k++) {
        const int at = pivot->at[k].column;
        if (at >= c->from && at < c->to && !cell_in(row, at)) c->fresh[count++] = at;
    }
    return count;
}

/* Takes the pivot's column out of all other rows. */
static bool use_pivot(Pencil *p, Columns *c, int pivot, int column) {
    const Members *rows = &c->members[column - c->from];
    for (int n = 0; n < rows->count; n++) {
        const int other = rows->at[n];
        Row *row = &p->rows.at[other];
        if (other == pivot || !open_cell(p, other, column)) continue;
        const int fresh = list_fresh(p, c, row, &p->rows.at[pivot]);
        take_out(p, row, &p->rows.at[pivot], column);
        for (int k = 0; k < fresh; k++)
            if (cell_in(row, c->fresh[k]) && !note_row(p, c, other, c->fresh[k])) return false;
    }
    p->rows.at[pivot].used = c->done[column - c->from] = true;
    int *row = PUSH(p->arena, p->pivots), *at = PUSH(p->arena, p->columns);
    if (!row || !at) return p->failed = true, false;
    *row = pivot, *at = column;
    return true;
}

/* Of what is doubtful the soundest; if that is rounding, all of it goes. -1: nothing is left. */
static int soundest(Pencil *p, Columns *c, int *column) {
    double most = doubtful;
    int best = -1;
    for (int n = 0; n < c->to - c->from; n++)
        for (int k = 0; k < c->members[n].count && c->waits[n]; k++) {
            const Cell *cell = open_cell(p, c->members[n].at[k], c->from + n);
            if (!cell || soundness(cell) <= most) continue;
            most = soundness(cell), best = c->members[n].at[k], *column = c->from + n;
        }
    for (int n = 0; n < c->to - c->from && best < 0; n++)
        for (int k = 0; k < c->members[n].count && c->waits[n]; k++)
            if (open_cell(p, c->members[n].at[k], c->from + n))
                forget_cell(&p->rows.at[c->members[n].at[k]], c->from + n);
    return best;
}

/* Of all cells the soundest and, of these, the one that is largest in its row, in columns that are
 * late last; if there is none but rounding, that goes. -1: nothing is left. */
static int surest(Pencil *p, Columns *c, int *column) {
    const double good = 0.1; /* soundness that is as good as any */
    double most = 0;
    int best = -1;
    for (int pass = 0; pass < 2 && best < 0; pass++)
        for (int r = 0; r < p->rows.count; r++) {
            const Row *row = &p->rows.at[r];
            const double size = row->used ? 0 : largest(row, c->from, c->to);
            for (int n = 0; n < row->count && size > 0; n++) {
                const Cell *cell = &row->at[n];
                if (cell->column < c->from || cell->column >= c->to ||
                    is_late(p, cell->column) > (pass > 0) || soundness(cell) <= doubtful)
                    continue;
                const double worth = fmin(soundness(cell), good) * fabs(cell->value) / size;
                if (worth > most) most = worth, best = r, *column = cell->column;
            }
        }
    for (int n = 0; n < c->to - c->from && best < 0; n++) c->waits[n] = true;
    return best < 0 ? soundest(p, c, column) : best;
}

/* What waited is looked at again when others have changed it. */
static void wake(Columns *c) {
    memset(c->waits, 0, sizeof *c->waits * (size_t)(c->to - c->from));
}

/* In the column of fewest rows. `woken`: with so many pivots what waits was looked at again. -1:
 * nothing is left. */
static int sparse_pivot(Pencil *p, Columns *c, int found, int *woken, int *column) {
    for (;;) {
        *column = next_column(p, c);
        if (*column < 0 && found > *woken) {
            wake(c), *woken = found;
            *column = next_column(p, c);
        }
        if (*column < 0) return soundest(p, c, column);
        const int at = *column - c->from, real = live(p, c, *column), counted = c->counts[at];
        c->counts[at] = real;
        if (real < counted) continue;
        const int pivot = best_row(p, c, *column);
        c->waits[at] = pivot < 0;
        if (pivot >= 0) return pivot;
    }
}

/* Pivots in these columns among rows that are none yet; how many were found. */
static int eliminate(Pencil *p, int from, int to) {
    Columns c;
    int found = 0, woken = 0, column = -1;
    if (!open_columns(p, &c, from, to)) return 0;
    while (!p->failed) {
        const int pivot =
            p->careful ? surest(p, &c, &column) : sparse_pivot(p, &c, found, &woken, &column);
        if (pivot < 0 || !use_pivot(p, &c, pivot, column)) break;
        found++;
    }
    return found;
}

/* What pivots that are there already leave of a new row. */
static void reduce(Pencil *p, int row) {
    for (int n = 0; n < p->pivots.count && !p->failed; n++)
        take_out(p, &p->rows.at[row], &p->rows.at[p->pivots.at[n]], p->columns.at[n]);
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
        p->failed = true;
        return;
    }
    *kept = *row, *follows = column;
}

/* Without what follows from relations that are known. */
static void put_in_known(Pencil *p, Row *row) {
    for (int n = 0; n < p->known.count && !p->failed; n++)
        take_out(p, row, &p->known.at[n], p->follows.at[n]);
}

/* Rows of x alone: those that depend on others by them, beside those that do already; they are
 * listed. */
static void choose_dependent(Pencil *p, Row *rows, int count, bool *dependent, int *list) {
    const int *order = by_gladness(p), from = p->ys + p->xs, to = from + p->xs;
    /* Of the largest in its row; less only if nothing else is left. */
    static const double enough[] = {0.05, 1e-7};
    int found = 0;
    if (!order) {
        p->failed = true;
        return;
    }
    for (int r = 0; r < count; r++) put_in_known(p, &rows[r]);
    for (int n = 0; n < 2 * p->xs && found < count && !p->failed; n++) {
        const int state = order[n % p->xs], column = from + state;
        int pivot = -1;
        double most = enough[n >= p->xs || (p->given && p->given[state])];
        for (int r = 0; r < count; r++) {
            const Cell *cell = rows[r].used ? NULL : cell_in(&rows[r], column);
            const double share = cell ? fabs(cell->value) / largest(&rows[r], from, to) : 0;
            if (share > most) most = share, pivot = r;
        }
        if (pivot < 0 || dependent[state]) continue;
        for (int r = 0; r < count; r++)
            if (!rows[r].used && r != pivot) take_out(p, &rows[r], &rows[pivot], column);
        rows[pivot].used = dependent[state] = true;
        keep_relation(p, &rows[pivot], column);
        list[found++] = state;
    }
    if (found < count) p->failed = true;
}

/* ---- All of it ------------------------------------------------------------------------------ */

enum { CAREFUL = 400 }; /* components: pivots anywhere take the cube of that */

/* Rows that have nothing but x left; copies of them. Those that have nothing at all say that there
 * is no solution. */
static int list_relations(Pencil *p, Row **relations, bool *empty) {
    int count = 0;
    *relations = ARENA_NEW(p->arena, Row, p->rows.count + 1);
    for (int r = 0; *relations && r < p->rows.count; r++) {
        Row *row = &p->rows.at[r];
        if (row->used) continue;
        *empty = *empty || !row->count;
        (*relations)[count++] = *row;
        for (int k = 0; k < row->count; k++) row->at[k].column -= p->xs;
    }
    for (int r = 0; *relations && r < count; r++) { /* theirs is a copy */
        Cell *copy = ARENA_NEW(p->arena, Cell, (*relations)[r].count + 1);
        if (!copy) return p->failed = true, 0;
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
    for (int n = 0; pivot && n < p->columns.count; n++)
        if (p->columns.at[n] >= p->ys) pivot[p->columns.at[n] - p->ys] = true;
    for (int x = 0; pivot && x < p->xs && count < level->count; x++)
        if (!pivot[x]) level->free[count++] = x;
    if (!pivot) p->failed = true;
}

static PencilLevel *new_level(Pencil *p, BondPencil *out, int count) {
    PencilLevel *level = PUSH(p->arena, out->levels);
    if (!level) return p->failed = true, NULL;
    *level = (PencilLevel){count, ARENA_NEW(p->arena, int, count + 1),
                           ARENA_NEW(p->arena, int, count + 1)};
    if (!level->states || !level->free) p->failed = true;
    return p->failed ? NULL : level;
}

static void differentiate(Pencil *p, BondPencil *out) {
    bool empty = false;
    out->order = p->xs;
    for (out->rounds = 0; !p->failed; out->rounds++) {
        Row *relations;
        eliminate(p, p->ys, p->ys + p->xs);
        const int count = list_relations(p, &relations, &empty);
        if (!relations) p->failed = true;
        out->regular = !empty && out->rounds <= p->xs;
        if (!count || !out->regular || p->failed) return;
        out->order -= count;
        PencilLevel *level = new_level(p, out, count);
        if (!level) return;
        note_free(p, level);
        choose_dependent(p, relations, count, out->dependent, level->states);
        for (int n = 0; !out->rounds && n < count; n++)
            out->wishes[level->states[n]] = WISH_DERIVATIVE;
        for (int r = 0; r < p->rows.count; r++)
            if (!p->rows.at[r].used) reduce(p, r);
    }
}

static bool look(const BondGraph *graph, BondLook look, bool careful, Arena *arena,
                 BondPencil *out) {
    Pencil p = {
        .graph = graph, .arena = arena, .held = look.held, .given = look.given, .careful = careful};
    *out = (BondPencil){.regular = false};
    if (!count_columns(&p) || !name_columns(&p)) return false;
    p.values = jd_bonds_values(graph, 13, arena);
    out->dependent = ARENA_NEW(arena, bool, p.xs + 1);
    out->wishes = ARENA_NEW(arena, PencilWish, p.xs + 1);
    out->first = p.first;
    out->states = p.xs;
    if (!p.values || !out->dependent || !out->wishes) return false;
    for (int x = 0; x < p.xs; x++) out->wishes[x] = WISH_INTEGRAL;
    write_rows(&p);
    const bool square = p.rows.count == p.ys + p.xs;
    if (!p.failed && square && eliminate(&p, 0, p.ys) == p.ys) differentiate(&p, out);
    return !p.failed;
}

/* What all rows leave as it is: one of the columns without a pivot is 1, the others are 0. */
static void walk_back(const Pencil *p, int column, double *free) {
    for (int n = 0; n < p->ys; n++) free[n] = n == column;
    for (int n = p->pivots.count - 1; n >= 0; n--) {
        const Row *row = &p->rows.at[p->pivots.at[n]];
        double sum = 0, pivot = 1;
        for (int k = 0; k < row->count; k++) {
            const Cell *cell = &row->at[k];
            if (cell->column == p->columns.at[n])
                pivot = cell->value;
            else if (cell->column < p->ys)
                sum += cell->value * free[cell->column];
        }
        free[p->columns.at[n]] = -sum / pivot;
    }
}

bool jd_bonds_undecided(const BondGraph *graph, int number, Arena *arena, double *free) {
    Pencil p = {.graph = graph, .arena = arena, .careful = true};
    if (graph->components > CAREFUL || !count_columns(&p) || !name_columns(&p)) return false;
    p.values = jd_bonds_values(graph, 13, arena);
    bool *pivot = ARENA_NEW(arena, bool, p.ys + 1);
    if (!p.values || !pivot) return false;
    write_rows(&p);
    if (p.failed) return false;
    eliminate(&p, 0, p.ys);
    for (int n = 0; n < p.columns.count; n++) pivot[p.columns.at[n]] = true;
    for (int c = 0, left = number; c < p.ys && !p.failed; c++)
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
