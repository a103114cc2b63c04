/* SPDX-License-Identifier: MIT
 *
 * A model as a show, for the tests of films: read, compiled under some formulations, run, recorded. */
#ifndef STAGED_H
#define STAGED_H

#include "check.h"
#include "scene/scene.h"
#include "show/show.h"
#include <stdlib.h>

enum { STAGED_RUNS = 3 };
typedef struct {
    JdLog *log;
    JdModel *model;
    Arena arena;
    int count;
    JdSystem *system[STAGED_RUNS];
    JdTrace *trace[STAGED_RUNS], *film[STAGED_RUNS];
    ShowRun run[STAGED_RUNS];
    Scene *scene;
    Show show;
} Staged;

typedef struct {
    const char *text;
    const char *forms[STAGED_RUNS + 1]; /* none: the usual one */
    const char *channels[8];
    double until;
    int rows, frames; /* of the outputs, of the film; at even distances, with both ends */
    bool arrows;
} StagedDef;

static void staged_record(Staged *s, const StagedDef *def, int n) {
    JdChannel channels[9] = {{0}};
    int count = 0;
    for (; count < 8 && def->channels[count]; count++)
        channels[count] = jd_channel(s->system[n], def->channels[count], s->log);
    channels[count].index = -1;
    double *times = ARENA_NEW(&s->arena, double, def->frames);
    for (int k = 0; k < def->frames; k++)
        times[k] = k + 1 == def->frames ? def->until : k * def->until / (def->frames - 1);
    s->trace[n] = jd_trace_new(s->system[n], channels, s->log);
    s->film[n] = jd_trace_new(s->system[n], jd_film_channels(s->system[n], def->arrows, &s->arena), s->log);
    JdRun *run = jd_run_new(s->system[n],
                            (JdRunDef){.until = def->until,
                                       .output_every = def->until / (def->rows - 1),
                                       .also = times,
                                       .also_count = def->frames},
                            s->log);
    assert_non_null(run);
    while (jd_run_next(run)) {
        const int next = jd_trace_rows(s->film[n]);
        if (next < def->frames && jd_run_value(run, jd_time) >= times[next] - 1e-12 * def->until)
            assert_true(jd_trace_record(s->film[n], run));
        if (!jd_run_is_extra(run)) assert_true(jd_trace_record(s->trace[n], run));
    }
    jd_run_free(run);
}

static inline Staged *staged(StagedDef def) {
    Staged *s = calloc(1, sizeof *s);
    s->log = jd_log_new();
    s->model = jd_model_read_text("test", def.text, strlen(def.text), (JdReadDef){0}, s->log);
    if (!s->model) jd_log_print(s->log, stderr);
    assert_non_null(s->model);
    while (s->count < STAGED_RUNS && (s->count == 0 || def.forms[s->count])) {
        const int n = s->count++;
        s->system[n] = jd_compile(s->model, (JdCompileDef){.form = def.forms[n]}, s->log);
        if (!s->system[n]) jd_log_print(s->log, stderr);
        assert_non_null(s->system[n]);
        staged_record(s, &def, n);
    }
    s->scene = jd_scene_new(s->model, s->system[0], s->log);
    assert_non_null(s->scene);
    for (int n = 0; n < s->count; n++) {
        s->run[n] = (ShowRun){.name = def.forms[n] ? def.forms[n] : "newton-euler", .trace = s->trace[n]};
        if (!s->scene->off)
            assert_true(jd_film_open(s->scene, s->system[n], s->film[n], &s->run[n].film, &s->arena));
    }
    s->show = (Show){.scene = s->scene, .model = s->model, .runs = s->run, .run_count = s->count, .log = s->log};
    return s;
}

static inline void staged_free(Staged *s) {
    jd_scene_free(s->scene);
    for (int n = 0; n < s->count; n++) {
        jd_trace_free(s->trace[n]);
        jd_trace_free(s->film[n]);
        jd_system_free(s->system[n]);
    }
    jd_arena_free(&s->arena);
    jd_model_free(s->model);
    jd_log_free(s->log);
    free(s);
}

/* The bytes that a kind of file has for a show, with a NUL behind; freed by the caller. */
static inline char *staged_write(const Show *show, const char *name, size_t *length) {
    FILE *file = tmpfile();
    assert_non_null(file);
    JdLog *log = jd_log_new();
    assert_true(jd_show_type_find(name)->write(show, file, name, log));
    assert_int_equal(jd_log_count(log), 0);
    jd_log_free(log);
    *length = (size_t)ftell(file);
    char *bytes = calloc(*length + 1, 1);
    rewind(file);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

#endif
