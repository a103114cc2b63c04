/* SPDX-License-Identifier: MIT
 *
 * `--checkpoint` and `--resume`: a run that can be taken up after it was killed. A checkpoint holds
 * the run itself, what the program knows of it by then, and how far the rows are that were written
 * to the file beside that of --out. It appears whole or not at all. */
#define _XOPEN_SOURCE 700
#include "job/job.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 1, NO_TEXT = -1 };
static const char magic[8] = "jd-chk\r\n";
static const double usual_every = 30; /* s between two checkpoints */

/* The rows of a checkpoint: where they are, and how they begin. */
typedef struct {
    char behind[16]; /* the name of --out: what its temporary file had */
    uint64_t bytes, hash;
} Rows;

/* ---- What is kept --------------------------------------------------------------------------- */

static void keep_text(RunJob *job, Keeper *keeper, const char **text) {
    int32_t length = *text ? (int32_t)strlen(*text) : NO_TEXT;
    KEEP(keeper, length);
    if (keeper->failed || length == NO_TEXT) return;
    const bool loads = keeper->task == KEEPER_LOADS;
    const bool fits = length >= 0 && (!loads || (size_t)length <= keeper->room - keeper->used);
    char *copy = fits ? jd_arena_take(&job->app->arena, (size_t)length + 1) : NULL;
    if (!copy) {
        keeper->failed = true;
        return;
    }
    if (!loads) memcpy(copy, *text, (size_t)length);
    jd_keep(keeper, copy, (size_t)length);
    *text = copy;
}

static void tell_again(JdLog *log, const JdMessage *m) {
    const CodeEntry *entry = m->code ? jd_code_find(m->code) : NULL;
    const Where where = {m->file, m->line, m->column, m->length, m->source};
    if (!entry || !m->text) return;
    jd_report(log, m->severity, entry->code, where, "%s", m->text);
    if (m->hint) jd_hint(log, "%s", m->hint);
}

/* That it was taken up is told by each run of itself. */
static int next_message(const JdLog *log, int n) {
    while (n < jd_log_count(log) && strcmp(jd_log_message(log, n).code, "run-resumed") == 0) n++;
    return n;
}

/* Messages of the run come out at its end; a run that is killed has told nobody. */
static void keep_messages(RunJob *job, Keeper *keeper) {
    JdLog *log = job->app->log;
    int32_t count = 0;
    int at = job->told_before;
    for (int n = next_message(log, at); n < jd_log_count(log); n = next_message(log, n + 1))
        count++;
    KEEP(keeper, count);
    for (int32_t k = 0; k < count && !keeper->failed; k++, at++) {
        at = next_message(log, at);
        JdMessage m = keeper->task == KEEPER_LOADS ? (JdMessage){0} : jd_log_message(log, at);
        int32_t severity = (int32_t)m.severity;
        KEEP(keeper, severity);
        KEEP(keeper, m.line);
        KEEP(keeper, m.column);
        KEEP(keeper, m.length);
        keep_text(job, keeper, &m.code);
        keep_text(job, keeper, &m.file);
        keep_text(job, keeper, &m.source);
        keep_text(job, keeper, &m.text);
        keep_text(job, keeper, &m.hint);
        m.severity = severity == JD_ERROR     ? JD_ERROR
                     : severity == JD_WARNING ? JD_WARNING
                                              : JD_NOTE;
        if (keeper->task == KEEPER_LOADS && !keeper->failed) tell_again(log, &m);
    }
}

static void keep_job(RunJob *job, Rows *rows, Keeper *keeper) {
    int32_t expected = job->expected.count;
    KEEP(keeper, *rows);
    KEEP(keeper, job->ledger);
    KEEP(keeper, job->seconds);
    KEEP(keeper, expected);
    if (expected != job->expected.count) keeper->failed = true;
    for (int n = 0; n < job->expected.count && !keeper->failed; n++) {
        KEEP(keeper, job->expected.at[n].got);
        KEEP(keeper, job->expected.at[n].off);
    }
    keep_messages(job, keeper);
}

/* ---- Before the run ------------------------------------------------------------------------- */

static ExitCode wrong_option(App *app, const char *option, const char *why, const char *hint) {
    jd_report(app->log, JD_ERROR, "option-value", nowhere, "--%s %s", option, why);
    jd_hint(app->log, "%s", hint);
    return WRONG_USAGE;
}

ExitCode jd_checkpoint_check(RunJob *job) {
    App *app = job->app;
    Checkpoint *c = &job->checkpoint;
    const char *out = jd_app_text(app, "out"), *resume = jd_app_text(app, "resume");
    c->path = jd_app_text(app, "checkpoint");
    c->every =
        jd_app_flag(app, "checkpoint-every") ? jd_app_number(app, "checkpoint-every") : usual_every;
    if (jd_app_flag(app, "checkpoint-every") && !c->path)
        return wrong_option(app, "checkpoint-every", "says how often, but not into which file",
                            "add --checkpoint FILE");
    if (!c->path && !resume) return DONE;
    if (!out || strcmp(out, "-") == 0)
        return wrong_option(app, c->path ? "checkpoint" : "resume",
                            "goes with --out FILE: the rows up to it must be kept, too",
                            "add for instance --out motion.csv");
    if (c->path && strcmp(c->path, out) == 0)
        return wrong_option(app, "checkpoint", "and --out are the same file",
                            "give it another name");
    if (c->path && !jd_app_can_write(app, c->path)) return FILE_FAILED;
    if (c->path)
        jd_app_note_input(app, c->path); /* rows do not take its place, whatever the name */
    if (resume) jd_app_note_input(app, resume);
    return DONE;
}

/* ---- Saving --------------------------------------------------------------------------------- */

/* The rows that came since the last time, as they stand in the file. */
static bool hash_rows(RunJob *job, Rows *rows) {
    Checkpoint *c = &job->checkpoint;
    char chunk[8192];
    if (!c->rows) c->rows = fopen(job->file.temporary, "rb");
    if (!c->rows || fflush(job->stream) != 0 || fsync(fileno(job->stream)) != 0) return false;
    const long end = ftell(job->stream);
    if (end < 0 || fseek(c->rows, (long)c->hashed, SEEK_SET) != 0) return false;
    while (c->hashed < (uint64_t)end) {
        const uint64_t left = (uint64_t)end - c->hashed;
        const size_t count =
            fread(chunk, 1, left < sizeof chunk ? (size_t)left : sizeof chunk, c->rows);
        if (!count) return false;
        c->hash = jd_hash(c->hash, chunk, count);
        c->hashed += count;
    }
    snprintf(rows->behind, sizeof rows->behind, "%s", job->file.temporary + strlen(job->file.path));
    rows->bytes = c->hashed;
    rows->hash = c->hash;
    return true;
}

/* All of it in memory: the run and its size first, which knows whether the rest is about it. The
 * size of all; 0: there is nothing to save. */
static size_t pack(RunJob *job, Rows *rows) {
    Checkpoint *c = &job->checkpoint;
    Keeper measure = {.task = KEEPER_MEASURES};
    keep_job(job, rows, &measure);
    const uint64_t run = jd_run_save(job->run, NULL, 0);
    const size_t before = sizeof(Seal) + sizeof run, size = before + run + measure.used;
    if (!run) return 0;
    if (size > c->room) {
        char *bytes = realloc(c->bytes, size + size / 2);
        if (!bytes) return jd_report_memory(job->app->log), 0;
        c->bytes = bytes;
        c->room = size + size / 2;
    }
    memcpy(c->bytes + sizeof(Seal), &run, sizeof run);
    jd_run_save(job->run, c->bytes + before, run);
    Keeper save = {.task = KEEPER_SAVES, .at = c->bytes + before + run, .room = measure.used};
    keep_job(job, rows, &save);
    jd_seal(c->bytes, size, magic, FORMAT);
    return save.failed ? 0 : size;
}

/* What was taken up is not needed any more. */
static void drop_old_rows(Checkpoint *c) {
    if (c->old_rows) remove(c->old_rows);
    c->old_rows = NULL;
}

static void save(RunJob *job) {
    Checkpoint *c = &job->checkpoint;
    const double before = job->seconds;
    Rows rows = {0};
    NewFile file = {0};
    job->seconds += jd_clock() - job->progress.clock_start;
    const size_t size = hash_rows(job, &rows) ? pack(job, &rows) : 0;
    job->seconds = before;
    c->failed = !size || !jd_file_begin(&file, c->path, job->app->log);
    if (c->failed) return;
    fwrite(c->bytes, 1, size, file.out);
    c->failed = !jd_file_end(&file, job->app->log);
    if (!c->failed) drop_old_rows(c);
}

void jd_checkpoint_look(RunJob *job, bool now) {
    Checkpoint *c = &job->checkpoint;
    if (!c->path || c->failed || !job->file.temporary) return;
    if (!now && jd_clock() < c->next) return;
    save(job);
    c->next = jd_clock() + c->every;
}

void jd_checkpoint_end(RunJob *job, bool saved) {
    Checkpoint *c = &job->checkpoint;
    if (saved) drop_old_rows(c);
    if (c->rows) fclose(c->rows);
    free(c->bytes);
    c->rows = NULL;
    c->bytes = NULL;
}

/* ---- Taking up ------------------------------------------------------------------------------ */

/* Whether the file begins with the rows of the checkpoint. They go into the trace and the new file.
 */
static bool take_rows(RunJob *job, const char *path, const Rows *rows) {
    FILE *in = fopen(path, "rb");
    uint64_t hash = 0;
    char chunk[8192];
    uint64_t left = rows->bytes;
    for (size_t count = 1; in && left && count; left -= count) {
        count = fread(chunk, 1, left < sizeof chunk ? (size_t)left : sizeof chunk, in);
        hash = jd_hash(hash, chunk, count);
    }
    bool good = in && !left && hash == rows->hash;
    if (good) rewind(in);
    good = good && jd_trace_replay(job->trace, in, rows->bytes, job->stream, NULL);
    if (in) fclose(in);
    return good;
}

/* Beside the file of --out, where a run that was killed left them; or in it, if the run was
 * stopped. */
static bool find_rows(RunJob *job, const Rows *rows, const char *path) {
    Checkpoint *c = &job->checkpoint;
    App *app = job->app;
    const char *beside = jd_arena_format(&app->arena, "%s%.15s", job->file.path, rows->behind);
    if (beside && take_rows(job, beside, rows)) {
        c->old_rows = beside;
        return true;
    }
    if (take_rows(job, job->file.path, rows)) return true;
    jd_report(app->log, JD_ERROR, "checkpoint-rows", nowhere,
              "the rows up to the checkpoint '%s' are neither in '%s' nor in '%s'", path,
              beside ? beside : "", job->file.path);
    jd_hint(app->log, "give the same --out as the run had that is taken up");
    jd_hint(app->log, "or run it anew, without --resume");
    return false;
}

static bool unpack(RunJob *job, const char *path, const Text *text) {
    App *app = job->app;
    const char *what = jd_arena_format(&app->arena, "'%s'", path);
    uint64_t run;
    const size_t before = sizeof(Seal) + sizeof run;
    if (!what) return jd_report_memory(app->log), false;
    if (!jd_seal_check(text->at, text->count, magic, FORMAT, what, app->log)) return false;
    memcpy(&run, text->at + sizeof(Seal), sizeof run);
    if (!jd_run_load(job->run, text->at + before, run, app->log)) return false;

    Rows rows = {0};
    Keeper load = {.task = KEEPER_LOADS, .at = text->at + before + run};
    load.room = text->count - before - run;
    keep_job(job, &rows, &load);
    if (!load.failed) return find_rows(job, &rows, path);
    jd_report(app->log, JD_ERROR, "checkpoint-damaged", nowhere, "%s is not what it was sealed as",
              what);
    return false;
}

ExitCode jd_checkpoint_resume(RunJob *job) {
    App *app = job->app;
    const char *path = jd_app_text(app, "resume");
    if (!path) return DONE;
    Text text = {0};
    jd_text_add(&text, "", 0);
    const char *why = jd_file_read(path, (FileRule){.numbers = true, .sealed = true}, &text);
    if (why) jd_report_unreadable(app->log, nowhere, path, why);
    if (text.failed) jd_report_memory(app->log);
    const bool good = !why && !text.failed && unpack(job, path, &text);
    jd_text_free(&text);
    if (!good) return FILE_FAILED;
    job->resumed = true;
    jd_report(app->log, JD_NOTE, "run-resumed", nowhere,
              "the run goes on behind t = %g s, with %d row%s", jd_run_cost(job->run).time,
              jd_trace_rows(job->trace), jd_trace_rows(job->trace) == 1 ? "" : "s");
    return DONE;
}
