/* SPDX-License-Identifier: MIT
 *
 * A sweep: the variants of a model, run by threads, and what is made of their records. */
#ifndef JD_VARIANT_H
#define JD_VARIANT_H

#include "app/app.h"
#include "sweep/sweep.h"
#include <stdatomic.h>

typedef struct {
    App *app;
    AppFile file; /* the model */
    JdModel *model;
    Plan plan;
    JdStudy said;             /* what the model says itself; all zero: nothing */
    JdMeasured *measured;     /* measures, then conditions */
    int measures, conditions;
    JdMeasures *bound;     /* the same, for names and units */
    Study study;
    const char *what;      /* the study in words */
    bool own_folder;       /* it goes when the study is done */
    bool worker;           /* others see to the result */
    int jobs;
    int rank, ranks;       /* among processes of MPI; of one: 0, 1 */
    atomic_long done;      /* variants, here */
    long before;           /* likewise, when it began: of others, or of an earlier try */
    long missing;
} SweepJob;

/* Runs what nobody else works on. False after a report. */
bool jd_sweep_work(SweepJob *job);
/* A system and its run with these settings, for one thread; what is varied is set later. Of one that fails the first cause is in the log. */
typedef struct {
    JdModel *model;
    JdSystem *system;
    JdRun *base;
    JdMeasures *measures;
    double *made_for; /* values of the axes that are settings; NULL: not yet */
    double *values;
    Record record;
} SweepEngine;
bool jd_engine_open(SweepEngine *engine, const SweepJob *job, JdLog *log);
/* One variant into engine->record; false: interrupted. */
bool jd_engine_run(SweepEngine *engine, const SweepJob *job, long variant);
void jd_engine_close(SweepEngine *engine);

/* Reads the model and what is varied and measured; all of it is tried once. The exit code if it does not come off. jd_sweep_close in every case. */
ExitCode jd_sweep_prepare(SweepJob *job);
void jd_sweep_close(SweepJob *job);
/* `check`: whether what the model says of a study makes sense. */
void jd_sweep_check(App *app, const JdModel *model);
/* Rows and summary of all records. */
ExitCode jd_sweep_result(SweepJob *job);
ExitCode jd_sweep_slurm(SweepJob *job, const char *path);
/* --picture: what cannot be drawn is told before the work; drawn when all is done. False after a report. */
bool jd_sweep_pictures_check(SweepJob *job);
bool jd_sweep_pictures(SweepJob *job, const Summary *summary);
void jd_summary_page(const SweepJob *job, const Summary *summary, Page *page);

/* Processes that were started together: of MPI, if they were. */
bool jd_ranks_begin(int *rank, int *ranks, JdLog *log);
void jd_ranks_end(void);

#endif
