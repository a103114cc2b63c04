/* SPDX-License-Identifier: MIT
 *
 * Sparse rows of numbers, of which pivots are taken out. With each number goes the size of what was
 * added for it, so that what rounding leaves of a sum does not pass for a number. Columns with few
 * entries are eliminated first; or, with `careful`, the surest entries of all. */
#include "bond/rows.h"
#include <math.h>
#include <string.h>

static const double rounding = 1e-11; /* of the terms of a sum: what is left of it is zero */

Row *jd_rows_new(Rows *p) {
    Row *row = PUSH(p->arena, p->list);
    if (!row) p->failed = true;
    return row;
}

/* Behind all others, or added to what is there. */
void jd_rows_put(Rows *p, Row *row, int column, double value) {
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

const Cell *jd_row_cell(const Row *row, int column) {
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
static Cell *room_for_sum(Rows *p, int count) {
    if (count <= p->sum_room) return p->sum;
    p->sum_room = 2 * count;
    p->sum = ARENA_NEW(p->arena, Cell, p->sum_room);
    if (!p->sum) p->sum_room = 0, p->failed = true;
    return p->sum;
}

/* In the place of what the row was, if there is enough of it: long rows are made again and again.
 */
static bool keep_sum(Rows *p, Row *row, int count) {
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
void jd_rows_take_out(Rows *p, Row *row, const Row *by, int column) {
    const Cell *cell = jd_row_cell(row, column), *pivot = jd_row_cell(by, column);
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

double jd_row_largest(const Row *row, int from, int to) {
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

static bool note_row(Rows *p, Columns *c, int row, int column) {
    int *added = PUSH(p->arena, c->members[column - c->from]);
    if (!added) return p->failed = true, false;
    *added = row;
    c->counts[column - c->from]++;
    return true;
}

static bool open_columns(Rows *p, Columns *c, int from, int to) {
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
    for (int r = 0; r < p->list.count; r++)
        for (int n = 0; n < p->list.at[r].count && !p->list.at[r].used; n++) {
            const int column = p->list.at[r].at[n].column;
            if (column >= from && column < to && !note_row(p, c, r, column)) return false;
        }
    return true;
}

/* The cell of a row that is no pivot; NULL: there is none. */
static const Cell *open_cell(const Rows *p, int row, int column) {
    return p->list.at[row].used ? NULL : jd_row_cell(&p->list.at[row], column);
}

/* The row whose entry is large in it, and that has few; -1: all are doubtful. */
static int best_row(const Rows *p, const Columns *c, int column) {
    const double enough = 1e-3; /* of the largest entry of its row */
    const Members *rows = &c->members[column - c->from];
    int best = -1;
    double best_share = 0;
    for (int n = 0; n < rows->count; n++) {
        const Row *row = &p->list.at[rows->at[n]];
        const Cell *cell = open_cell(p, rows->at[n], column);
        if (!cell || soundness(cell) <= sound) continue;
        const double share = fabs(cell->value) / jd_row_largest(row, c->from, c->to);
        const bool shorter = best < 0 || row->count < p->list.at[best].count;
        if (best < 0 || (share >= enough && (best_share < enough || shorter)) ||
            (best_share < enough && share > best_share))
            best = rows->at[n], best_share = share;
    }
    return best;
}

static int live(const Rows *p, const Columns *c, int column) {
    const Members *rows = &c->members[column - c->from];
    int count = 0;
    for (int n = 0; n < rows->count; n++) count += open_cell(p, rows->at[n], column) != NULL;
    return count;
}

static bool is_late(const Rows *p, int column) {
    const int at = column - p->late_first;
    return p->late && at >= 0 && at < p->late_count && p->late[at];
}

/* The column of fewest rows among those that do not wait; -1: none is left. */
static int next_column(const Rows *p, const Columns *c) {
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
static int list_fresh(const Rows *p, Columns *c, const Row *row, const Row *pivot) {
    int count = 0;
    for (int k = 0; k < pivot->count && !p->failed; k++) {
        const int at = pivot->at[k].column;
        if (at >= c->from && at < c->to && !jd_row_cell(row, at)) c->fresh[count++] = at;
    }
    return count;
}

/* Takes the pivot's column out of all other rows. */
static bool use_pivot(Rows *p, Columns *c, int pivot, int column) {
    const Members *rows = &c->members[column - c->from];
    for (int n = 0; n < rows->count; n++) {
        const int other = rows->at[n];
        Row *row = &p->list.at[other];
        if (other == pivot || !open_cell(p, other, column)) continue;
        const int fresh = list_fresh(p, c, row, &p->list.at[pivot]);
        jd_rows_take_out(p, row, &p->list.at[pivot], column);
        for (int k = 0; k < fresh; k++)
            if (jd_row_cell(row, c->fresh[k]) && !note_row(p, c, other, c->fresh[k])) return false;
    }
    p->list.at[pivot].used = c->done[column - c->from] = true;
    int *row = PUSH(p->arena, p->pivots), *at = PUSH(p->arena, p->columns);
    if (!row || !at) return p->failed = true, false;
    *row = pivot, *at = column;
    return true;
}

/* Of what is doubtful the soundest; if that is rounding, all of it goes. -1: nothing is left. */
static int soundest(Rows *p, Columns *c, int *column) {
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
                forget_cell(&p->list.at[c->members[n].at[k]], c->from + n);
    return best;
}

/* Of all cells the soundest and, of these, the one that is largest in its row, in columns that are
 * late last; if there is none but rounding, that goes. -1: nothing is left. */
static int surest(Rows *p, Columns *c, int *column) {
    const double good = 0.1; /* soundness that is as good as any */
    double most = 0;
    int best = -1;
    for (int pass = 0; pass < 2 && best < 0; pass++)
        for (int r = 0; r < p->list.count; r++) {
            const Row *row = &p->list.at[r];
            const double size = row->used ? 0 : jd_row_largest(row, c->from, c->to);
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
static int sparse_pivot(Rows *p, Columns *c, int found, int *woken, int *column) {
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
int jd_rows_eliminate(Rows *p, int from, int to) {
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
void jd_rows_reduce(Rows *p, int row) {
    for (int n = 0; n < p->pivots.count && !p->failed; n++)
        jd_rows_take_out(p, &p->list.at[row], &p->list.at[p->pivots.at[n]], p->columns.at[n]);
}
