/* SPDX-License-Identifier: MIT
 *
 * What an impulse moves. Laws A y + B x' + C x = c hold for what lasts a moment as well: with x
 * jumping by X0, and moments of the order k (0: an impulse, 1: its rate, and so on) of y and x,
 *
 *     A y_k + B X_k + C X_k+1 = 0     k = 0, 1, ..
 *
 * and behind the jump all laws and their rates hold, which leaves relations between states. Both
 * together are one system of sparse rows, of whose unknowns only the jump and what artificial
 * sources give are wanted: these columns come last. */
#include "bond/laws_at.h"

enum { LEVELS = 7 }; /* rates of laws, and orders of moments */

typedef struct {
    const BondGraph *graph;
    const BondJump *jump;
    BondRows base;
    Rows rows;
    int levels, all; /* all: unknowns of one level */
    int *wanted;     /* of y: which of what sources give it is; -1 */
    int sources;
} Jumper;

/* ---- Columns -------------------------------------------------------------------------------- */

static int moments_begin(const Jumper *j) {
    return (j->levels + 1) * j->all;
}
static int wanted_begin(const Jumper *j) {
    return 2 * (j->levels + 1) * j->all;
}
static int jump_begin(const Jumper *j) {
    return wanted_begin(j) + j->sources;
}
static int right_side(const Jumper *j) {
    return jump_begin(j) + j->base.xs;
}

/* Of a law's rate: y, x' and x of that many rates more. */
static int column_of_rate(const Jumper *j, int column, int rates) {
    const int xs = j->base.xs, is_x = column - j->base.ys - xs;
    if (is_x < 0) return rates * j->all + column;
    return rates ? (rates - 1) * j->all + j->base.ys + is_x : jump_begin(j) + is_x;
}

/* Of a moment; -1: of a higher order than any. */
static int column_of_moment(const Jumper *j, int column, int order) {
    const int ys = j->base.ys, xs = j->base.xs, first = moments_begin(j);
    if (column < ys && order == 0 && j->wanted[column] >= 0)
        return wanted_begin(j) + j->wanted[column];
    if (column < ys) return first + order * j->all + column;
    const int late = column >= ys + xs, x = column - ys - late * xs, moment = order + late;
    if (moment == 0) return jump_begin(j) + x;
    return moment > j->levels ? -1 : first + (moment - 1) * j->all + ys + x;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static double held_there(const Jumper *j, int row) {
    const BondGraph *graph = j->graph;
    for (int c = 0; c < graph->components; c++)
        if (j->base.held_row[c] == row) return j->jump->impulse[c];
    return 0;
}

static void write_rate(Jumper *j, int law, int rates) {
    const Row *from = &j->base.rows.list.at[law];
    Row *row = jd_rows_new(&j->rows);
    for (int k = 0; row && k < from->count; k++)
        jd_rows_put(&j->rows, row, column_of_rate(j, from->at[k].column, rates), from->at[k].value);
    if (row && rates == 0) jd_rows_put(&j->rows, row, right_side(j), held_there(j, law));
}

static void write_moment(Jumper *j, int law, int order) {
    const Row *from = &j->base.rows.list.at[law];
    Row *row = jd_rows_new(&j->rows);
    for (int k = 0; row && k < from->count; k++) {
        const int x = from->at[k].column - j->base.ys,
                  column = column_of_moment(j, from->at[k].column, order);
        if (column >= 0) jd_rows_put(&j->rows, row, column, from->at[k].value);
        if (order == 0 && x >= 0 && x < j->base.xs)
            jd_rows_put(&j->rows, row, right_side(j), from->at[k].value * j->jump->gap[x]);
    }
}

/* ---- The solution --------------------------------------------------------------------------- */

/* What no unknown is left in says that there are too few levels, if it is not zero. */
static bool any_left(const Jumper *j) {
    for (int r = 0; r < j->rows.list.count; r++)
        if (!j->rows.list.at[r].used && j->rows.list.at[r].count) return true;
    return false;
}

static bool solve(Jumper *j, Arena *arena) {
    const int first = wanted_begin(j), last = right_side(j), count = last - first;
    double *is = ARENA_NEW(arena, double, count + 1);
    jd_rows_eliminate(&j->rows, 0, moments_begin(j));
    jd_rows_eliminate(&j->rows, moments_begin(j), first);
    if (jd_rows_eliminate(&j->rows, first, last) < count || !is || any_left(j)) return false;
    for (int n = 0; n < count; n++) {
        const int at = j->rows.pivots.count - 1 - n, column = j->rows.columns.at[at];
        const Row *row = &j->rows.list.at[j->rows.pivots.at[at]];
        double sum = 0, pivot = 1;
        for (int k = 0; k < row->count; k++) {
            const Cell *cell = &row->at[k];
            if (cell->column == column)
                pivot = cell->value;
            else
                sum += cell->value * (cell->column == last ? 1 : is[cell->column - first]);
        }
        is[column - first] = -sum / pivot;
    }
    for (int x = 0; x < j->base.xs; x++) j->jump->move[x] = is[j->sources + x];
    for (int c = 0; c < j->graph->components; c++) {
        const int effort = j->wanted[c], flow = j->wanted[j->graph->components + c];
        j->jump->impulse[c] = effort >= 0 ? is[effort] : flow >= 0 ? is[flow] : 0;
    }
    return true;
}

static bool try_levels(Jumper *j, int levels, Arena *arena) {
    j->levels = levels;
    j->rows = (Rows){.arena = arena};
    for (int law = 0; law < j->base.rows.list.count; law++)
        for (int k = 0; k <= levels; k++) write_rate(j, law, k), write_moment(j, law, k);
    return !j->rows.failed && solve(j, arena);
}

/* What sources that hold something give. */
static void list_sources(Jumper *j) {
    const BondGraph *graph = j->graph;
    for (int y = 0; y < j->base.ys; y++) j->wanted[y] = -1;
    for (int n = 0; n < graph->nodes.count; n++) {
        if (!graph->nodes.at[n].constraint.holds) continue;
        const Bond *bond = jd_port_bond(graph, n, 0);
        const int side = graph->nodes.at[n].type->flow_source ? graph->components : 0;
        for (int c = bond->first; c < bond->first + jd_bond_dimension(bond); c++)
            if (j->base.held_row[c] >= 0) j->wanted[side + c] = j->sources++;
    }
}

int jd_jump_states(const BondGraph *graph) {
    int count = 0;
    for (int n = 0; n < graph->nodes.count; n++)
        if (graph->nodes.at[n].type->role == ROLE_STORAGE) count += jd_bonds_width(graph, n);
    for (int s = 0; s < graph->signals.count; s++) count += graph->signals.at[s].integrates;
    return count;
}

bool jd_bonds_jump(const BondGraph *graph, const BondJump *jump, Arena *arena) {
    Jumper j = {.graph = graph, .jump = jump};
    if (!jd_bonds_rows(graph, jump->values, arena, &j.base)) return false;
    j.all = j.base.ys + j.base.xs;
    j.wanted = ARENA_NEW(arena, int, j.base.ys + 1);
    if (!j.wanted) return false;
    list_sources(&j);
    bool good = false;
    for (int levels = 1; levels <= LEVELS && !good; levels++) {
        Arena room = {0};
        good = try_levels(&j, levels, &room);
        jd_arena_free(&room);
    }
    return good;
}
