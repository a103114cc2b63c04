/* SPDX-License-Identifier: MIT
 *
 * Tables: knots with values, and what lies between them as polynomials. Values and derivatives of a
 * piece (bounds: span/column.c); which piece an argument is in; and the four ways to make pieces of
 * knots. theory 6.16 */
#include "expr/table.h"
#include <string.h>

/* ---- Places --------------------------------------------------------------------------------- */

int jd_table_knot(const Table *table, double x) {
    int low = -1, high = table->rows;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (table->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Beyond the ends it comes near the next whole number, and never there. */
double jd_table_place_at(const Table *table, int knot, double x, double *slope) {
    const int last = table->rows - 1;
    const double *at = table->x;
    const double width =
        knot < 0 ? knot_width(table, 0) : knot_width(table, knot < last ? knot : last - 1);
    const double share = (x - at[knot < 0 ? 0 : knot]) / width;
    if (knot >= 0 && knot < last) {
        *slope = 1 / width;
        return knot + 1 + share;
    }
    const double far = 1 + fabs(share);
    *slope = 1 / (width * far * far);
    return knot < 0 ? 1 + share / far : last + 1 + share / far;
}

double jd_table_place(const Table *table, double x) {
    double slope;
    if (isnan(x)) return x;
    return jd_table_place_at(table, jd_table_knot(table, x), x, &slope);
}

/* The place is bent beyond the ends only, and nobody asks for more than its whole part. */
Jet jd_table_place_jet(const Table *table, Jet x) {
    double slope;
    if (isnan(x.x)) return (Jet){x.x, 0, 0};
    const double place = jd_table_place_at(table, jd_table_knot(table, x.x), x.x, &slope);
    return (Jet){place, slope * x.v, slope * x.a};
}

/* ---- Pieces --------------------------------------------------------------------------------- */

int jd_column_piece(const TableColumn *column, double piece) {
    const int last = column->table->rows;
    return piece >= last ? last : piece > 0 ? (int)piece : 0;
}

/* Where a table refuses, its first and last rows are still rows, as exactly as instants are. */
static const double row_share = 1e-13; /* of the argument: what rounding does to it */

static bool is_beyond(const double *c, double d, double x) {
    return isnan(c[1]) && !(fabs(d) <= row_share * fmax(fabs(x), fabs(x - d)));
}

double jd_column_value(const TableColumn *column, double piece, double x) {
    if (isnan(piece)) return NAN;
    const int k = jd_column_piece(column, piece);
    const double *c = column->piece[k], d = x - piece_origin(column->table, k);
    if (isnan(c[1])) return is_beyond(c, d, x) ? NAN : c[0];
    return c[0] + d * (c[1] + d * (c[2] + d * c[3]));
}

Jet jd_column_jet(const TableColumn *column, double piece, Jet x) {
    if (isnan(piece)) return (Jet){NAN, NAN, NAN};
    const int k = jd_column_piece(column, piece);
    const double *c = column->piece[k], d = x.x - piece_origin(column->table, k);
    if (is_beyond(c, d, x.x)) return (Jet){NAN, NAN, NAN};
    if (isnan(c[1])) return (Jet){c[0], 0, 0};
    const double value = c[0] + d * (c[1] + d * (c[2] + d * c[3]));
    const double slope = c[1] + d * (2 * c[2] + 3 * d * c[3]), bend = 2 * c[2] + 6 * d * c[3];
    return (Jet){value, slope * x.v, bend * x.v * x.v + slope * x.a};
}

double jd_column_place(const TableColumn *column, double x) {
    return jd_table_place(column->table, x);
}

double jd_column_at(const TableColumn *column, int derivative, double piece, double x) {
    if (derivative == 0) return jd_column_value(column, piece, x);
    if (isnan(piece)) return NAN;
    const int k = jd_column_piece(column, piece);
    const double *c = column->piece[k], d = x - piece_origin(column->table, k);
    if (isnan(c[1])) return is_beyond(c, d, x) ? NAN : 0;
    return derivative == 1   ? c[1] + d * (2 * c[2] + 3 * d * c[3])
           : derivative == 2 ? 2 * c[2] + 6 * d * c[3]
                             : 6 * c[3];
}

ColumnPieces jd_column_pieces(const TableColumn *column) {
    return (ColumnPieces){column->table->rows, column->table->x, column->piece};
}

/* ---- From knots to pieces -------------------------------------------------------------------- */

typedef struct {
    const Table *table;
    const double *y;
    double *slope, *room; /* of each knot; two numbers for each */
    double (*piece)[PIECE_POWERS];
} Maker;

static double rise_of(const Maker *m, int knot) {
    return (m->y[knot + 1] - m->y[knot]) / knot_width(m->table, knot);
}

/* The cubic with these slopes at both knots. */
static void join(const Maker *m, int knot) {
    const double h = knot_width(m->table, knot), rise = rise_of(m, knot);
    const double s0 = m->slope[knot], s1 = m->slope[knot + 1];
    double *c = m->piece[knot + 1];
    c[0] = m->y[knot];
    c[1] = s0;
    c[2] = (3 * rise - 2 * s0 - s1) / h;
    c[3] = (s0 + s1 - 2 * rise) / (h * h);
}

/* At the ends three points, but not against the way that the first two go (Fritsch and Butland). */
static double end_slope(double h0, double h1, double rise0, double rise1) {
    const double slope = ((2 * h0 + h1) * rise0 - h0 * rise1) / (h0 + h1);
    if (slope * rise0 <= 0) return 0;
    return rise0 * rise1 <= 0 && fabs(slope) > 3 * fabs(rise0) ? 3 * rise0 : slope;
}

static void monotone_slopes(const Maker *m) {
    const int last = m->table->rows - 1;
    m->slope[0] = m->slope[last] = rise_of(m, 0);
    if (last == 1) return;
    for (int k = 1; k < last; k++) {
        const double h0 = knot_width(m->table, k - 1), h1 = knot_width(m->table, k);
        const double a = rise_of(m, k - 1), b = rise_of(m, k);
        m->slope[k] = a * b <= 0 ? 0 : 3 * (h0 + h1) / ((2 * h1 + h0) / a + (h1 + 2 * h0) / b);
    }
    m->slope[0] =
        end_slope(knot_width(m->table, 0), knot_width(m->table, 1), rise_of(m, 0), rise_of(m, 1));
    m->slope[last] = end_slope(knot_width(m->table, last - 1), knot_width(m->table, last - 2),
                               rise_of(m, last - 1), rise_of(m, last - 2));
}

/* Second derivatives are the same from both sides of a knot, and zero at the ends. */
static void natural_slopes(const Maker *m) {
    const int last = m->table->rows - 1;
    double *over = m->room, *right = m->room + m->table->rows;
    over[0] = 0.5;
    right[0] = 1.5 * rise_of(m, 0);
    for (int k = 1; k <= last; k++) {
        const double low = 1 / knot_width(m->table, k - 1);
        const double high = k < last ? 1 / knot_width(m->table, k) : 0;
        const double own = 2 * (low + high) - low * over[k - 1];
        const double force = 3 * (low * rise_of(m, k - 1) + (k < last ? high * rise_of(m, k) : 0));
        over[k] = high / own;
        right[k] = (force - low * right[k - 1]) / own;
    }
    m->slope[last] = right[last];
    for (int k = last - 1; k >= 0; k--) m->slope[k] = right[k] - over[k] * m->slope[k + 1];
}

/* The same with the first knot behind the last: what the slope there does to the others, and what
 * the values do, then the slope such that its own equation holds. */
static void periodic_slopes(const Maker *m) {
    const int n = m->table->rows - 1; /* unknown slopes: those of knots 0 .. n - 1 */
    double *over = m->room, *by = m->room + m->table->rows;
    if (n == 1) {
        m->slope[0] = m->slope[1] = 0;
        return;
    }
    for (int k = 1; k < n; k++) {
        const double low = 1 / knot_width(m->table, k - 1), high = 1 / knot_width(m->table, k);
        const double own = 2 * (low + high) - (k > 1 ? low * over[k - 1] : 0);
        const double force = 3 * (low * rise_of(m, k - 1) + high * rise_of(m, k));
        over[k] = high / own;
        m->slope[k] = (force - (k > 1 ? low * m->slope[k - 1] : 0)) / own;
        by[k] = -((k == 1 ? low : 0) + (k > 1 ? low * by[k - 1] : 0)) / own;
    }
    by[n - 1] -= over[n - 1]; /* the next one is the first again */
    for (int k = n - 2; k >= 1; k--) {
        m->slope[k] -= over[k] * m->slope[k + 1];
        by[k] -= over[k] * by[k + 1];
    }
    const double low = 1 / knot_width(m->table, n - 1), high = 1 / knot_width(m->table, 0);
    const double force = 3 * (low * rise_of(m, n - 1) + high * rise_of(m, 0));
    const double own = 2 * (low + high) + high * by[1] + low * by[n - 1];
    const double first = (force - high * m->slope[1] - low * m->slope[n - 1]) / own;
    for (int k = 1; k < n; k++) m->slope[k] += by[k] * first;
    m->slope[0] = m->slope[n] = first;
}

/* Beyond an end: its value, a straight line, or nothing. */
static void end_piece(const Maker *m, int knot, double *c) {
    const TableEnds ends = m->table->ends;
    memset(c, 0, PIECE_POWERS * sizeof *c);
    c[0] = m->y[knot];
    if (ends == ENDS_EXTEND) c[1] = m->slope[knot];
    if (ends == ENDS_REFUSE) c[1] = NAN;
}

static bool make_pieces(Table *table, TableColumn *column, Arena *arena) {
    const int rows = table->rows, last = rows - 1;
    Maker m = {.table = table, .y = column->value};
    m.slope = ARENA_NEW(arena, double, rows);
    m.room = ARENA_NEW(arena, double, 2 * rows);
    m.piece = (double(*)[PIECE_POWERS])(void *)ARENA_NEW(arena, double, PIECE_POWERS *(rows + 1));
    if (!m.slope || !m.room || !m.piece) return false;
    if (table->way == TABLE_MONOTONE) monotone_slopes(&m);
    if (table->way == TABLE_NATURAL) natural_slopes(&m);
    if (table->way == TABLE_PERIODIC) periodic_slopes(&m);
    for (int k = 0; k < last; k++) {
        if (table->way != TABLE_LINEAR) {
            join(&m, k);
            continue;
        }
        m.slope[k] = m.slope[k + 1] = rise_of(&m, k);
        m.piece[k + 1][0] = m.y[k];
        m.piece[k + 1][1] = m.slope[k];
    }
    if (table->way == TABLE_LINEAR) m.slope[0] = rise_of(&m, 0);
    end_piece(&m, 0, m.piece[0]);
    end_piece(&m, last, m.piece[rows]);
    column->piece = (const double(*)[PIECE_POWERS])m.piece;
    return true;
}

Table *jd_table_new(const TableDef *def, Arena *arena) {
    Table *table = ARENA_NEW(arena, Table, 1);
    TableColumn *column = ARENA_NEW(arena, TableColumn, def->columns);
    double *x = ARENA_NEW(arena, double, def->rows);
    if (!table || !column || !x) return NULL;
    *table = (Table){.name = jd_arena_copy(arena, def->name),
                     .rows = def->rows,
                     .columns = def->columns - 1,
                     .way = def->way,
                     .ends = def->ends,
                     .argument = def->unit[0],
                     .x = x,
                     .column = column};
    for (int r = 0; r < def->rows; r++) x[r] = def->value[(size_t)r * (size_t)def->columns];
    for (int c = 1; c < def->columns; c++) {
        double *y = ARENA_NEW(arena, double, def->rows);
        if (!y) return NULL;
        for (int r = 0; r < def->rows; r++) y[r] = def->value[r * def->columns + c];
        column[c - 1] =
            (TableColumn){table, jd_arena_copy(arena, def->names[c]), def->unit[c], y, NULL};
        if (!make_pieces(table, &column[c - 1], arena)) return NULL;
    }
    return table;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

const TableColumn *jd_table_column(Lower *lower, const Expr *call, const Table *table) {
    const Expr *name = call->count > 1 ? call->args[1] : NULL;
    if (!name && table->columns == 1) return &table->column[0];
    for (int c = 0; name && name->kind == EXPR_NAME && c < table->columns; c++)
        if (!strcmp(table->column[c].name, name->text)) return &table->column[c];
    jd_lower_mistake(lower, "function-arguments", name ? name : call,
                     name ? "table '%s' has no such column" : "table '%s' has several columns",
                     table->name);
    Text names = {0};
    for (int c = 0; c < table->columns; c++)
        jd_text_print(&names, table->columns > 1 ? "%s%s(x, %s)" : "%s%s(x)", c ? ", " : "",
                      table->name, table->column[c].name);
    if (names.at) jd_hint(lower->log, "it is called as %s", names.at);
    jd_text_free(&names);
    return NULL;
}

static Ref table_op(Lower *lower, Op op, const TableColumn *column, Ref a, Ref b) {
    const bool known = a.step == NO_STEP && b.step == NO_STEP;
    if (known)
        return jd_ref(op == OP_PLACE ? jd_table_place(column->table, a.value)
                                     : jd_column_value(column, a.value, b.value));
    int slot = 0;
    while (slot < lower->columns.count && lower->columns.at[slot] != column) slot++;
    if (slot == lower->columns.count) {
        const TableColumn **added = PUSH(lower->scope->arena, lower->columns);
        if (!added) return lower->failed = true, jd_ref(0);
        *added = column;
    }
    const Ref refs[2] = {a, b};
    Step step = {.op = op, .slot = slot};
    for (int n = 0; n < 3; n++) {
        const Ref ref = refs[n ? 1 : 0];
        step.args[n] =
            ref.step != NO_STEP
                ? ref.step
                : jd_lower_step(lower, (Step){.op = OP_CONSTANT, .number = ref.value}).step;
    }
    return lower->failed ? jd_ref(0) : jd_lower_step(lower, step);
}

/* Back into the first period. */
static Ref wrap(Lower *lower, const Expr *call, const Table *table, Ref x) {
    const Ref first = jd_ref(table->x[0]), period = jd_ref(table->x[table->rows - 1] - table->x[0]);
    const Ref gone = jd_lower_op(lower, call, OP_SUBTRACT, x, first, first);
    const Ref count = jd_lower_op(lower, call, OP_DIVIDE, gone, period, period);
    const Ref whole = jd_lower_op(lower, call, OP_FLOOR, count, count, count);
    const Ref back = jd_lower_op(lower, call, OP_MULTIPLY, period, whole, whole);
    return jd_lower_op(lower, call, OP_SUBTRACT, x, back, back);
}

Term jd_lower_table(Lower *lower, const Expr *call, const TableColumn *column, const Term *x) {
    const Table *table = column->table;
    const char *what = jd_arena_format(lower->scope->arena, "the argument of %s", table->name);
    if (!jd_lower_wanted(lower, call->args[0], x, 1, table->argument.dim, what)) return (Term){0};
    Ref at = x->at[0];
    if (table->way == TABLE_PERIODIC) at = wrap(lower, call, table, at);
    const Ref place = table_op(lower, OP_PLACE, column, at, at);
    const Ref piece = jd_lower_op(lower, call, OP_FLOOR, place, place, place);
    const Ref value = table_op(lower, OP_PIECE, column, piece, at);
    if (value.step == NO_STEP && !isfinite(value.value) && !lower->muted && !lower->failed) {
        jd_lower_mistake(lower, "table-ends", call->args[0], "table '%s' has no value for %g",
                         table->name, at.value);
        jd_hint(lower->log, "it goes from %g to %g, in SI; `ends hold` or `ends extend` go on",
                table->x[0], table->x[table->rows - 1]);
    }
    return (Term){.at = {value}, .count = 1, .dim = column->unit.dim};
}
