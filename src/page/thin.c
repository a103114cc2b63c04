/* SPDX-License-Identifier: MIT
 *
 * Rows of a trace that a picture of some width needs: in each stretch the least and the greatest
 * value of every column, so that no peak is lost, and the first row of a gap, so that it stays one.
 * `kept` first holds a mark for each row, then the rows themselves. */
#include "page/inside.h"
#include "trace/trace.h"

static double value_at(const JdTrace *trace, int row, int column) {
    return trace->values[(size_t)row * (size_t)trace->columns.count + (size_t)column];
}

/* Marks what column `column` needs of the rows from `from` up to `to`. */
static void mark_stretch(const JdTrace *trace, int column, int from, int to, int *marks) {
    int least = -1, greatest = -1, gap = -1;
    for (int row = from; row < to; row++) {
        const double value = value_at(trace, row, column);
        if (!isfinite(value)) {
            if (gap < 0) gap = row;
            continue;
        }
        if (least < 0 || value < value_at(trace, least, column)) least = row;
        if (greatest < 0 || value > value_at(trace, greatest, column)) greatest = row;
    }
    if (least >= 0) marks[least] = marks[greatest] = 1;
    if (gap >= 0) marks[gap] = 1;
}

int jd_thin_rows(const JdTrace *trace, const int *columns, int column_count, int parts, int *kept) {
    const int rows = trace->rows;
    if (rows <= 0) return 0;
    if (parts < 1) parts = 1;
    for (int row = 0; row < rows; row++) kept[row] = parts >= rows;
    kept[0] = kept[rows - 1] = 1;
    for (int part = 0; part < parts && parts < rows; part++) {
        const int from = (int)((int64_t)rows * part / parts);
        const int to = (int)((int64_t)rows * (part + 1) / parts);
        for (int n = 0; n < column_count; n++) mark_stretch(trace, columns[n], from, to, kept);
    }
    int count = 0;
    for (int row = 0; row < rows; row++)
        if (kept[row]) kept[count++] = row;
    return count;
}
