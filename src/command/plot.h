/* SPDX-License-Identifier: MIT
 *
 * Between the files of `jourdain plot`: runs, wherever their numbers come from. */
#ifndef JD_PLOT_H
#define JD_PLOT_H

#include "trial/take.h"

typedef struct {
    const char *name, *unit;
    const char *asked; /* the name by which it was asked for, if that is another one; NULL */
    double *values;
} PlotColumn;

/* A run of a model, or a file of numbers. Column 0 is the time. */
typedef struct {
    const char *label; /* what tells it from the others; NULL: it is alone */
    const char *from;  /* the file */
    LIST(PlotColumn) columns;
    int rows;
    bool failed;
    double failed_at;
    const char *why;
} PlotRun;

typedef struct {
    App *app;
    LIST(const char *) files;
    LIST(const char *) asked; /* channels, in words and by --output; none: what there is */
    const char *against;      /* NULL: the time */
    LIST(PlotRun) runs;
    ExitCode code;            /* of the runs */
} PlotJob;

/* Reads and runs all; the exit code if that does not come off. */
ExitCode jd_plot_runs(PlotJob *job);
const PlotColumn *jd_plot_column(const PlotRun *run, const char *name); /* NULL: none */

/* Whether a file is one of numbers; and these. False after a report. */
bool jd_csv_is(const char *path, const char *text);
bool jd_csv_read(App *app, const char *path, const char *text, size_t length, PlotRun *run);

#endif
