/* SPDX-License-Identifier: MIT
 *
 * A take: one formulation run for pictures. Its outputs are recorded at the rows that `run` would
 * write, and between them if they are few; the film at even distances, whatever those rows are. */
#include "trial/take.h"
#include "jourdain_picture.h"
#include <string.h>

/* Of a quotient that is a whole number; of the whole time: a row is there. */
static const double rounding = 1e-9, same_time = 1e-12;

static const double most_values = 2e7; /* of a film, so that it stays in memory */
static const int least_frames = 601;
static const double most_rows = 5e7; /* that a run would have, if it came to its end */
static const double early = 0.05;    /* of the run: what fails before has too few rows to look at */

/* ---- Before the run ------------------------------------------------------------------------- */

/* The outputs, and behind them the further channels that were asked for, each once. */
static const JdChannel *find_channels(App *app, const JdModel *model, const TakeDef *def,
                                      const JdSystem *system) {
    LIST(JdChannel) list = {0};
    const JdChannel *outputs = jd_app_channels(app, model, system);
    if (!outputs) return NULL;
    for (; outputs->index >= 0; outputs++) {
        JdChannel *to = PUSH(&app->arena, list);
        if (to) *to = *outputs;
    }
    for (const char *const *name = def->channels; name && *name; name++) {
        const JdChannel channel = jd_channel(system, *name, app->log);
        if (channel.index < 0) return NULL;
        bool there = false;
        for (int n = 0; n < list.count; n++) there = there || list.at[n].index == channel.index;
        JdChannel *to = there ? NULL : PUSH(&app->arena, list);
        if (to) *to = channel;
    }
    JdChannel *end = PUSH(&app->arena, list);
    if (!end) return jd_report_memory(app->log), NULL;
    end->index = -1;
    return list.at;
}

/* The even times of the film, up to `span`, go beside the times of the rows. */
static bool plan_film(App *app, const TakeDef *def, double span, Take *take) {
    if (!def->film) return true;
    int columns = 1 + jd_picture_channels(take->system, def->arrows, NULL, 0);
    JdChannel *channels = ARENA_NEW(&app->arena, JdChannel, columns + TAKE_FURTHER);
    if (!channels) return jd_report_memory(app->log), false;
    jd_picture_channels(take->system, def->arrows, channels, columns - 1);
    if (def->arrows)
        columns += jd_take_further(take->system, channels, columns - 1, channels + columns - 1);
    const int count =
        (int)fmax(least_frames, fmin(TAKE_FRAMES, floor(most_values / (double)columns)));
    double *times = ARENA_NEW(&app->arena, double, count);
    if (!times) return jd_report_memory(app->log), false;
    channels[columns - 1].index = -1;
    for (int n = 0; n < count; n++) times[n] = n == count - 1 ? span : n * span / (count - 1);
    take->settings.also = times;
    take->settings.also_count = count;
    take->film = jd_trace_new(take->system, channels, take->log);
    return take->film;
}

/* Curves are to be smooth: rows may lie closer than the model's own, unless --every says where. */
static double close_rows(App *app, const JdRunDef *run, double span) {
    const double wanted = fmax(span / TAKE_ROWS, run->until / most_rows);
    if (jd_app_flag(app, "every")) return run->output_every;
    if (!(run->output_every > 0)) return wanted;
    return run->output_every / fmax(1, ceil(run->output_every / wanted * (1 - rounding)));
}

/* span > 0: as far as it is known to come. */
static ExitCode prepare(App *app, const JdModel *model, const TakeDef *def, double span,
                        Take *take) {
    const bool named = jd_app_check_names(app);
    take->settings = jd_app_run_def(app, model);
    if (!named || !jd_app_has_end(app, model, take->settings.until)) return WRONG_USAGE;
    if (!(span > 0)) span = take->settings.until;
    take->settings.output_every =
        close_rows(app, &take->settings, def->common_rows ? take->settings.until : span);
    const JdCompileDef compile =
        def->form ? jd_app_compile_as(app, model, def->form) : jd_app_compile_def(app, model);
    take->system = jd_compile(model, compile, take->log);
    if (!take->system) return WRONG_MODEL;
    take->form = jd_arena_copy(&app->arena, jd_system_settings(take->system).form);
    const JdChannel *channels = find_channels(app, model, def, take->system);
    if (!channels) return WRONG_USAGE;
    take->trace = jd_trace_new(take->system, channels, take->log);
    if (take->trace && !jd_app_trace_units(app, take->system, take->trace)) return WRONG_USAGE;
    return take->trace && plan_film(app, def, span, take) ? DONE : RUN_FAILED;
}

/* ---- The run -------------------------------------------------------------------------------- */

static bool is_frame(const Take *take, double time) {
    const int next = take->film ? jd_trace_rows(take->film) : 0;
    if (!take->film || next >= take->settings.also_count) return false;
    return time >= take->settings.also[next] - same_time * take->settings.until;
}

typedef struct {
    Take *take;
    double limit; /* s: it is not needed behind that */
    bool full;    /* rows could not be kept */
} Recorder;

static bool record(void *data, JdRun *run) {
    Recorder *recorder = data;
    Take *take = recorder->take;
    take->started = true;
    take->end = jd_run_value(run, jd_time);
    jd_ledger_watch(&take->ledger, run);
    if (is_frame(take, take->end) && !jd_trace_record(take->film, run)) recorder->full = true;
    if (!recorder->full && !jd_run_is_extra(run) && !jd_trace_record(take->trace, run))
        recorder->full = true;
    return !recorder->full && take->end < recorder->limit && !jd_interrupt_signal();
}

static void walk(const JdModel *model, JdRun *run, double limit, Take *take) {
    Recorder recorder = {take, limit, false};
    take->ledger = jd_ledger(model, take->system);
    if (!jd_interrupt_signal()) jd_run_drive(run, record, &recorder);
    take->stopped = jd_run_stopped(run) || jd_interrupt_signal();
    take->failed = recorder.full || (!take->stopped && jd_run_failed(run));
    take->cost = jd_run_cost(run);
    take->failed_at = fmax(take->end, take->cost.time);
    take->settings = jd_run_settings(run);
    take->settings.stop = NULL;
    take->settings.stop_data = NULL;
}

/* The first error is the cause. */
static void keep_failure(Take *take) {
    for (int n = 0; n < jd_log_count(take->log); n++) {
        take->failure = jd_log_message(take->log, n);
        if (take->failure.severity == JD_ERROR) break;
    }
}

static ExitCode move(App *app, const JdModel *model, double limit, Take *take) {
    Progress progress;
    take->settings.event_rows = true;
    take->settings.stop = jd_progress_step;
    take->settings.stop_data = &progress;
    JdRun *run = jd_run_new(take->system, take->settings, take->log);
    if (!run) return WRONG_MODEL;
    jd_progress_start(&progress, take->settings.until, app->quiet);
    walk(model, run, limit, take);
    jd_progress_end(&progress);
    take->seconds = jd_clock() - progress.clock_start;
    jd_run_free(run);
    if (take->failed) keep_failure(take);
    return take->started ? DONE : RUN_FAILED;
}

static ExitCode try_take(App *app, const JdModel *model, const TakeDef *def, double span,
                         Take *take) {
    *take = (Take){.log = jd_log_new()};
    if (!take->log) return jd_report_memory(app->log), RUN_FAILED;
    const ExitCode code = prepare(app, model, def, span, take);
    return code == DONE ? move(app, model, span > 0 ? 1.1 * span : INFINITY, take) : code;
}

/* What fails early is run again, with rows that are close up to there. */
static ExitCode try_again(App *app, const JdModel *model, const TakeDef *def, Take *take) {
    const double end = take->failed_at;
    jd_take_free(take);
    const ExitCode code = try_take(app, model, def, end, take);
    if (code != DONE || take->failed || take->stopped) return code;
    jd_take_free(take);
    return try_take(app, model, def, 0, take);
}

ExitCode jd_take(App *app, const JdModel *model, const TakeDef *def, Take *take) {
    ExitCode code = try_take(app, model, def, 0, take);
    const double end = take->failed_at;
    if (code == DONE && take->failed && end > 0 && end < early * take->settings.until)
        code = try_again(app, model, def, take);
    if (take->log) jd_log_merge(app->log, take->log, JD_NOTE, JD_ERROR);
    return code;
}

void jd_take_free(Take *take) {
    jd_trace_free(take->trace);
    jd_trace_free(take->film);
    jd_system_free(take->system);
    jd_log_free(take->log);
    *take = (Take){0};
}

ExitCode jd_take_code(const Take *takes, int count) {
    for (int n = 0; n < count; n++)
        if (takes[n].stopped) return (ExitCode)(128 + jd_interrupt_signal());
    for (int n = 0; n < count; n++)
        if (takes[n].failed) return RUN_FAILED;
    return DONE;
}
