/* SPDX-License-Identifier: MIT
 *
 * Any bytes at all, read as a file of numbers. Nothing may crash, leak, hang or overflow; what is
 * read has columns of different names, and as many numbers in each as there are rows. */
#include "command/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile double seen; /* every number is looked at */

static void must(bool held) {
    if (!held) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    App app = {.log = jd_log_new()};
    PlotRun run = {0};
    char *text = malloc(size + 1);
    if (!text || !app.log) return free(text), 0;
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    jd_csv_is("fuzz", text);
    const bool good = jd_csv_read(&app, "fuzz", text, size, &run);
    must(good == !jd_log_errors(app.log));
    for (int n = 0; good && n < run.columns.count; n++) {
        const PlotColumn *column = &run.columns.at[n];
        must(column->name && column->unit && jd_plot_column(&run, column->name) == column);
        for (int row = 0; row < run.rows; row++) seen = column->values[row];
    }
    FILE *sink = fopen("/dev/null", "w");
    if (sink) jd_log_print(app.log, sink);
    if (sink) fclose(sink);
    jd_arena_free(&app.arena);
    jd_log_free(app.log);
    free(text);
    return 0;
}
