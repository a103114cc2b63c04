/* SPDX-License-Identifier: MIT
 *
 * Columns of a study, and groups of their values. */
#include "study/inside.h"
#include <stdlib.h>
#include <string.h>

bool jd_study_is_number(const StudyColumn *column) {
    return column->unit != NULL;
}

int jd_number_column(const StudyDef *def, int n) {
    for (int c = 0; c < def->parameters; c++)
        if (jd_study_is_number(&def->columns[c]) && n-- == 0) return c;
    return -1;
}

int jd_numbers_count(const StudyDef *def) {
    int count = 0;
    for (int c = 0; c < def->parameters; c++) count += jd_study_is_number(&def->columns[c]);
    return count;
}

const char *jd_study_value(const StudyColumn *column, double value, Arena *arena) {
    char number[32];
    if (!jd_study_is_number(column))
        return jd_arena_format(arena, "%s = %s", column->name, column->words[(int)value]);
    snprintf(number, sizeof number, "%.6g", value);
    jd_number_point(number);
    const char *unit = jd_chart_unit(arena, column->unit);
    return jd_arena_format(arena, "%s = %s%s%s", column->name, number, unit && *unit ? " " : "",
                           unit ? unit : "");
}

/* ---- Groups --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Each value once, rising; edges half way between them. */
static void bins_of_grid(Bins *bins, const StudyColumn *column) {
    memcpy(bins->middle, column->values, (size_t)column->count * sizeof *bins->middle);
    qsort(bins->middle, (size_t)column->count, sizeof *bins->middle, by_size);
    int count = 1;
    for (int n = 1; n < column->count; n++)
        if (bins->middle[n] != bins->middle[count - 1]) bins->middle[count++] = bins->middle[n];
    const double *at = bins->middle;
    const double lone = at[0] != 0 ? 0.05 * fabs(at[0]) : 0.5; /* half the width of the only one */
    bins->count = count;
    bins->edge[0] = at[0] - (count > 1 ? (at[1] - at[0]) / 2 : lone);
    for (int n = 1; n < count; n++) bins->edge[n] = at[n - 1] / 2 + at[n] / 2;
    bins->edge[count] = at[count - 1] + (count > 1 ? (at[count - 1] - at[count - 2]) / 2 : lone);
}

static void bins_between(Bins *bins, double least, double greatest, int count) {
    if (!(greatest > least)) {
        const double half = least != 0 ? 0.05 * fabs(least) : 0.5;
        count = 1;
        least -= half;
        greatest += half;
    }
    bins->count = count;
    for (int n = 0; n <= count; n++)
        bins->edge[n] = n == count ? greatest : least + (greatest - least) * n / count;
    for (int n = 0; n < count; n++) bins->middle[n] = bins->edge[n] / 2 + bins->edge[n + 1] / 2;
}

bool jd_bins_make(Bins *bins, const StudyColumn *column, int most, int even, Arena *arena) {
    const bool grid = column->values && column->count > 0 && column->count <= most;
    const int room = grid ? column->count : even;
    bins->edge = ARENA_NEW(arena, double, room + 1);
    bins->middle = ARENA_NEW(arena, double, room);
    if (!bins->edge || !bins->middle) return false;
    if (grid)
        bins_of_grid(bins, column);
    else
        bins_between(bins, column->least, column->greatest, even);
    return true;
}

int jd_bins_find(const Bins *bins, double value) {
    if (!(value >= bins->edge[0]) || !(value <= bins->edge[bins->count])) return -1;
    int first = 0, last = bins->count - 1;
    while (first < last) {
        const int middle = (first + last) / 2;
        if (value < bins->edge[middle + 1])
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}
