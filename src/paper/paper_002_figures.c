/* SPDX-License-Identifier: MIT
 *
 * Figures 6 to 10 of paper 002 as pictures: the very runs, explicit Euler with their step. */
#include "paper/paper_002.h"
#include "jourdain_picture.h"
#include <string.h>

enum { ROWS = 651, CHANNELS = 6 };
static const char *const channels[CHANNELS] = {"slider.x", "slider.vx", "slider.ax",
                                               "energy",   "jB.force",  "crank.angle"};
static const struct {
    const char *file, *title;
    int channel;
    bool less_start; /* what it has become more since the start */
    bool over_angle;
} figures[] = {{"figure_6.svg", "Figure 6: position of the slider", 0, false, false},
               {"figure_7.svg", "Figure 7: velocity of the slider", 1, false, false},
               {"figure_8.svg", "Figure 8: acceleration of the slider", 2, false, false},
               {"figure_9.svg", "Figure 9: mechanical energy since the start", 3, true, false},
               {"figure_10.svg", "Figure 10: force at joint C", 4, false, true}};
enum { FIGURES = sizeof figures / sizeof *figures };

typedef struct {
    double time[ROWS];
    double value[CHANNELS][ROWS];
    int count;
    const char *unit[CHANNELS];
} Rows;

static bool take_rows(Work002 *work, int column, Rows *to) {
    JdLog *log = work->job->app->log;
    JdSystem *system = jd_compile(work->model[column], jd_compile_002(column), log);
    const JdRunDef def = {
        .stepper = "euler", .dt = 1e-7, .until = 0.13, .output_every = 0.13 / (ROWS - 1)};
    JdRun *run = jd_run_new(system, def, log);
    JdChannel at[CHANNELS];
    for (int k = 0; k < CHANNELS && run; k++) {
        at[k] = jd_channel(system, channels[k], log);
        to->unit[k] = jd_arena_copy(&work->job->page.arena, jd_channel_unit(system, at[k]));
    }
    while (run && to->count < ROWS && !jd_interrupt_signal() && jd_run_next(run)) {
        to->time[to->count] = def.output_every * to->count;
        for (int k = 0; k < CHANNELS; k++) to->value[k][to->count] = jd_run_value(run, at[k]);
        to->count++;
    }
    const bool good = run && !jd_run_failed(run) && !jd_interrupt_signal();
    jd_run_free(run);
    jd_system_free(system);
    return good;
}

static bool write_figure(Work002 *work, const Rows *rows, int which, const char *folder) {
    JdCurve curves[COLUMNS];
    double(*since)[ROWS] =
        (double(*)[ROWS])ARENA_NEW(&work->job->page.arena, double, COLUMNS *ROWS);
    const int channel = figures[which].channel;
    if (!since) return jd_report_memory(work->job->app->log), false;
    for (int c = 0; c < COLUMNS; c++) {
        const double *from = rows[c].value[channel],
                     start = figures[which].less_start ? from[0] : 0;
        for (int k = 0; k < rows[c].count; k++) since[c][k] = from[k] - start;
        curves[c] = (JdCurve){channels[channel],
                              rows[c].unit[channel],
                              jd_columns_002[c].name,
                              figures[which].over_angle ? rows[c].value[5] : rows[c].time,
                              since[c],
                              rows[c].count};
    }
    const bool angle = figures[which].over_angle;
    JdPicture *picture = jd_picture_of_chart((JdChartDef){.title = figures[which].title,
                                                          .x_name = angle ? "crank.angle" : "time",
                                                          .x_unit = angle ? "rad" : "s",
                                                          .curves = curves,
                                                          .curve_count = COLUMNS},
                                             work->job->app->log);
    const char *path =
        jd_arena_format(&work->job->page.arena, "%s/%s", folder, figures[which].file);
    const bool good = picture && path && jd_picture_write(picture, path, work->job->app->log);
    jd_picture_free(picture);
    return good;
}

bool jd_figures_002(Work002 *work, const char *folder) {
    App *app = work->job->app;
    Page *page = &work->job->page;
    Rows *rows = ARENA_NEW(&page->arena, Rows, COLUMNS);
    if (!rows) return jd_report_memory(app->log), false;
    if (!jd_paper_folder(work->job, folder)) return false;
    bool good = true;
    for (int c = 0; c < COLUMNS && good; c++) good = take_rows(work, c, &rows[c]);
    for (int k = 0; k < FIGURES && good; k++) good = write_figure(work, rows, k, folder);
    if (!good) return false;
    jd_page_heading(page, "Figures");
    for (int k = 0; k < FIGURES; k++) jd_page_text(page, "  %s/%s\n", folder, figures[k].file);
    return true;
}
