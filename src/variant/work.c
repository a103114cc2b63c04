/* SPDX-License-Identifier: MIT
 *
 * The work of a sweep: threads that claim chunks of variants and run them. A thread reads and
 * compiles the model once; a variant is that run again with other values. Every variant starts from
 * the drawn position, so that nothing depends on who ran it, or after which other one. */
#define _XOPEN_SOURCE 700
#include "variant/variant.h"
#include "trial/trial.h"
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- One thread's model --------------------------------------------------------------------- */

/* The number or word that a setting has: of the variant, else of the command line. */
static double number_of(const SweepJob *job, const SweepEngine *engine, const char *name) {
    for (int n = 0; n < job->plan.axes.count; n++)
        if (job->plan.axes.at[n].setting && !strcmp(job->plan.axes.at[n].name, name))
            return engine->values[n];
    return jd_app_number(job->app, name);
}

static const char *word_of(const SweepJob *job, const SweepEngine *engine, const char *name) {
    for (int n = 0; n < job->plan.axes.count; n++)
        if (job->plan.axes.at[n].setting && !strcmp(job->plan.axes.at[n].name, name))
            return job->plan.axes.at[n].words.at[(int)engine->values[n]];
    return jd_app_text(job->app, name);
}

/* What is left open the model says, with its own values. */
static JdCompileDef compile_def(const SweepJob *job, const SweepEngine *engine) {
    const App *app = job->app;
    return (JdCompileDef){.form = word_of(job, engine, "form"),
                          .stabilise = word_of(job, engine, "stabilise"),
                          .alpha = number_of(job, engine, "alpha"),
                          .beta = number_of(job, engine, "beta"),
                          .gamma = number_of(job, engine, "gamma"),
                          .until = number_of(job, engine, "to"),
                          .dt = number_of(job, engine, "dt"),
                          .cut = jd_app_text(app, "cut"),
                          .elastic = jd_app_text(app, "elastic"),
                          .stiffness = number_of(job, engine, "stiffness"),
                          .damping = number_of(job, engine, "damping"),
                          .clearance = jd_app_text(app, "clearance"),
                          .gap = number_of(job, engine, "gap")};
}

static bool is_to_stop(void *data, double time) {
    (void)data, (void)time;
    return jd_interrupt_signal() != 0;
}

static const double countable = 1e18; /* steps: more than any run takes, less than a long holds */

static JdRunDef run_def(const SweepJob *job, const SweepEngine *engine) {
    const double most = jd_app_number(job->app, "max-steps");
    JdRunDef def = {.stepper = word_of(job, engine, "stepper"),
                    .until = number_of(job, engine, "to"),
                    .output_every = -1,
                    .dt = number_of(job, engine, "dt"),
                    .tol = number_of(job, engine, "tol"),
                    .max_steps = most < countable ? (long)most : 0,
                    .stop = is_to_stop};
    def.statistics = jd_measures_channels(engine->measures, &def.statistics_count);
    return def;
}

static void close_base(SweepEngine *engine) {
    jd_run_free(engine->base);
    jd_system_free(engine->system);
    engine->base = NULL;
    engine->system = NULL;
}

/* With the settings of engine->values. */
static bool make_base(SweepEngine *engine, const SweepJob *job, JdLog *log) {
    const int axes = job->plan.axes.count;
    close_base(engine);
    engine->system = jd_compile(engine->model, compile_def(job, engine), log);
    if (!engine->system || !jd_measures_bind(engine->measures, engine->system, log)) return false;
    engine->base = jd_run_new(engine->system, run_def(job, engine), log);
    memcpy(engine->made_for, engine->values, (size_t)axes * sizeof *engine->values);
    return engine->base;
}

static bool base_fits(const SweepEngine *engine, const SweepJob *job) {
    for (int n = 0; n < job->plan.axes.count; n++)
        if (job->plan.axes.at[n].setting && engine->made_for[n] != engine->values[n]) return false;
    return engine->base;
}

bool jd_engine_open(SweepEngine *engine, const SweepJob *job, JdLog *log) {
    const int axes = job->plan.axes.count, count = axes + job->measures;
    *engine = (SweepEngine){.made_for = calloc((size_t)axes + 1, sizeof(double)),
                            .values = calloc((size_t)axes + 1, sizeof(double))};
    engine->record.values = calloc((size_t)count + 1, sizeof(double));
    engine->record.count = count;
    engine->measures =
        jd_measures_at("--measure", job->measured, job->measures + job->conditions, log);
    if (!engine->made_for || !engine->values || !engine->record.values || !engine->measures)
        return false;
    int code;
    App app = *job->app; /* memory and messages of this thread's own */
    app.arena = (Arena){0};
    app.log = log;
    app.inputs.at = NULL;
    app.inputs.count = app.inputs.room = 0;
    engine->model = jd_app_model_with(&app, &job->file, jd_measures_statements(engine->measures),
                                      "--measure", &code);
    jd_arena_free(&app.arena);
    return engine->model;
}

void jd_engine_close(SweepEngine *engine) {
    close_base(engine);
    jd_model_free(engine->model);
    jd_measures_free(engine->measures);
    free(engine->made_for);
    free(engine->values);
    free(engine->record.values);
}

/* ---- A variant ------------------------------------------------------------------------------ */

static void cut_text(char *to, size_t room, const char *text) {
    size_t length = strlen(text);
    if (length >= room) {
        length = room - 1;
        while (length && ((unsigned char)text[length] & 0xC0u) == 0x80u)
            length--; /* whole letters */
    }
    memcpy(to, text, length);
    to[length] = '\0';
}

static void fail_record(Record *record, const char *status, const char *message) {
    cut_text(record->status, sizeof record->status, status);
    cut_text(record->message, sizeof record->message, message);
}

/* The first error is the cause. */
static void explain(Record *record, const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage m = jd_log_message(log, n);
        if (m.severity != JD_ERROR) continue;
        fail_record(record, m.code, m.text ? m.text : "");
        return;
    }
    fail_record(record, "run-failed", "it failed without a word");
}

static void measure(SweepEngine *engine, const SweepJob *job, JdRun *run) {
    Record *record = &engine->record;
    const int axes = job->plan.axes.count;
    record->measured = record->good = true;
    fail_record(record, "ok", "");
    for (int n = 0; n < job->measures; n++) {
        const double value = jd_measure_value(engine->measures, n, run);
        record->values[axes + n] = value;
        if (isfinite(value) || !record->good) continue;
        record->good = false;
        char words[RECORD_TEXT];
        snprintf(words, sizeof words, "%s has no finite value",
                 jd_measure_name(engine->measures, n));
        fail_record(record, "number-not-finite", words);
    }
    for (int n = 0; n < job->conditions && record->good; n++) {
        const double held = jd_measure_value(engine->measures, job->measures + n, run);
        if (held != 0 && !isnan(held)) continue;
        record->good = false;
        fail_record(record, "missed", job->measured[job->measures + n].text);
    }
}

static bool set_parameters(SweepEngine *engine, const SweepJob *job, JdLog *log) {
    for (int n = 0; n < job->plan.axes.count; n++)
        if (!job->plan.axes.at[n].setting &&
            !jd_run_set_parameter(engine->base, job->plan.axes.at[n].name, engine->values[n], log))
            return false;
    return true;
}

bool jd_engine_run(SweepEngine *engine, const SweepJob *job, long variant) {
    Record *record = &engine->record;
    JdLog *log = jd_log_new();
    const int axes = job->plan.axes.count;
    jd_plan_values(&job->plan, variant, engine->values);
    memcpy(record->values, engine->values, (size_t)axes * sizeof *record->values);
    for (int n = 0; n < job->measures; n++) record->values[axes + n] = NAN;
    record->variant = variant;
    record->good = record->measured = false;
    const bool made = log && (base_fits(engine, job) || make_base(engine, job, log)) &&
                      set_parameters(engine, job, log);
    JdRun *run = made ? jd_run_again(engine->base, log) : NULL;
    if (run) jd_run_to(run, jd_run_settings(run).until);
    const bool stopped = run && jd_run_stopped(run);
    if (run && !jd_run_failed(run) && !stopped)
        measure(engine, job, run);
    else
        explain(record, log);
    jd_run_free(run);
    jd_log_free(log);
    return !stopped && !jd_interrupt_signal();
}

/* ---- Threads -------------------------------------------------------------------------------- */

static const double beat_every = 5, show_every = 0.5; /* s */

typedef struct {
    SweepJob *job;
    int number;
    pthread_t thread;
    bool started;
    Worker worker;
    SweepEngine engine;
    JdLog *log;
    bool failed;
    struct SweepThreads *all;
} SweepThread;

typedef struct SweepThreads {
    pthread_mutex_t lock; /* of claims and their files, and of `running` */
    pthread_cond_t ended;
    int running;
    SweepThread *thread;
} SweepThreads;

static bool run_chunk(SweepThread *t, int chunk) {
    const Study *study = &t->job->study;
    const long first = (long)chunk * study->chunk;
    const long end = first + study->chunk < study->total ? first + study->chunk : study->total;
    for (long variant = first; variant < end; variant++) {
        if (!jd_engine_run(&t->engine, t->job, variant)) return false;
        if (!jd_worker_record(&t->worker, &t->engine.record, t->log)) return false;
        atomic_fetch_add(&t->job->done, 1);
    }
    return true;
}

static int next_chunk(SweepThread *t) {
    pthread_mutex_lock(&t->all->lock);
    const int chunk = jd_interrupt_signal() ? -1 : jd_worker_claim(&t->worker, t->log);
    pthread_mutex_unlock(&t->all->lock);
    return chunk;
}

static void *run_thread(void *data) {
    SweepThread *t = data;
    const bool ready = jd_engine_open(&t->engine, t->job, t->log);
    for (int chunk; ready && !t->worker.failed && (chunk = next_chunk(t)) >= 0;) {
        const bool whole = run_chunk(t, chunk);
        pthread_mutex_lock(&t->all->lock);
        if (whole && !jd_worker_finish(&t->worker, chunk, t->log)) t->worker.failed = true;
        pthread_mutex_unlock(&t->all->lock);
        if (!whole) break;
    }
    pthread_mutex_lock(&t->all->lock);
    jd_worker_close(&t->worker);
    t->failed = !ready || t->worker.failed;
    t->all->running--;
    pthread_cond_signal(&t->all->ended);
    pthread_mutex_unlock(&t->all->lock);
    jd_engine_close(&t->engine);
    return NULL;
}

static void show_progress(const SweepJob *job, double began, bool last) {
    const long done = atomic_load(&job->done), total = job->study.total;
    const double took = jd_clock() - began, rate = (double)done / fmax(took, 1e-9);
    const long left = total > job->before + done ? total - job->before - done : 0;
    if (job->app->quiet || !jd_is_terminal(stderr)) return;
    if (last)
        fputs("\r\033[K", stderr);
    else
        fprintf(stderr, "\r%ld of %ld variants, %.0f/s, %.0f s left\033[K", total - left, total,
                rate, rate > 0 ? (double)left / rate : 0);
    fflush(stderr);
}

static const double nano = 1e9; /* ns in a second */

static void wait_for(SweepThreads *all, const SweepJob *job) {
    const double began = jd_clock();
    double beat = began + beat_every;
    pthread_mutex_lock(&all->lock);
    while (all->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(show_every * nano);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&all->ended, &all->lock, &until);
        show_progress(job, began, all->running == 0);
        if (jd_clock() < beat) continue;
        for (int n = 0; n < job->jobs; n++) jd_worker_beat(&all->thread[n].worker);
        beat = jd_clock() + beat_every;
    }
    pthread_mutex_unlock(&all->lock);
}

bool jd_sweep_work(SweepJob *job) {
    SweepThreads all = {.thread = calloc((size_t)job->jobs, sizeof(SweepThread))};
    if (!all.thread) return jd_report_memory(job->app->log), false;
#ifdef __GLIBC__
    /* Variants take and give back the same memory again and again: it stays with the program. */
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
#endif
    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.ended, NULL);
    jd_interrupt_watch();
    bool good = true;
    for (int n = 0; n < job->jobs; n++) {
        SweepThread *t = &all.thread[n];
        *t = (SweepThread){.job = job, .number = n, .all = &all, .log = jd_log_new()};
        jd_worker_init(&t->worker, &job->study, job->rank * 1000 + n);
        pthread_mutex_lock(&all.lock);
        t->started = t->log && pthread_create(&t->thread, NULL, run_thread, t) == 0;
        all.running += t->started;
        pthread_mutex_unlock(&all.lock);
        if (!t->started) good = (jd_report_memory(job->app->log), false);
    }
    wait_for(&all, job);
    for (int n = 0; n < job->jobs; n++) {
        SweepThread *t = &all.thread[n];
        if (t->started) pthread_join(t->thread, NULL);
        good = good && !t->failed;
        if (t->failed) jd_log_merge(job->app->log, t->log, JD_NOTE, JD_ERROR);
        jd_log_free(t->log);
    }
    jd_interrupt_rest();
    pthread_cond_destroy(&all.ended);
    pthread_mutex_destroy(&all.lock);
    free(all.thread);
    return good;
}
