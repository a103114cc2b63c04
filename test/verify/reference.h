/* SPDX-License-Identifier: MIT
 *
 * Tables of reference values: rows of times and of channels at these times, which a run must meet
 * all of. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "verify/verify.h"

typedef struct {
    const char *const *names;
    int count;          /* of names */
    const double *rows; /* each: the time, then a value for each name */
    int row_count;
} Table;

#define TABLE(names, rows)                                                                         \
    ((Table){names, sizeof(names) / sizeof *(names), &(rows)[0][0], sizeof(rows) / sizeof *(rows)})

static inline double largest_in(const Table *table, int name) {
    double most = 0;
    for (int k = 0; k < table->row_count; k++)
        most = fmax(most, fabs(table->rows[k * (table->count + 1) + 1 + name]));
    return most;
}

/* Within `share` of the value; where it is nearly zero, of a thousandth of the largest of them. */
static inline void check_table_row(const Case *c, const Table *table, int k, double share) {
    const double *row = &table->rows[k * (table->count + 1)];
    char reason[96];
    for (int n = 0; n < table->count; n++) {
        const double size = fmax(fabs(row[1 + n]), 1e-3 * largest_in(table, n));
        snprintf(reason, sizeof reason, "%s at %g s", table->names[n], row[0]);
        check_near(value(c, table->names[n]), row[1 + n], share * fmax(size, 1e-6), reason);
    }
}

/* Runs over all times of the table, of which the first is the start, and closes the case. */
static inline void check_rows(Case *c, const Table *table, double share) {
    assert_true(advance(c));
    for (int k = 0; k < table->row_count; k++) {
        if (k > 0) advance_to(c, table->rows[k * (table->count + 1)]);
        check_table_row(c, table, k, share);
    }
    close_case(c);
}

/* The way to run for the times of the table. */
static inline JdRunDef table_run(const Table *table, JdRunDef run) {
    const int width = table->count + 1;
    run.output_every = table->rows[width] - table->rows[0];
    run.until = table->rows[(table->row_count - 1) * width];
    return run;
}

static inline void check_table(const char *path, const JdSetting *settings, JdCompileDef how,
                               JdRunDef run, const Table *table, double share) {
    Case c = open_file(path, settings, how, table_run(table, run));
    check_rows(&c, table, share);
}

#endif
