/* SPDX-License-Identifier: MIT
 *
 * A run as `jourdain run` has it: rows in a file as they come, what is expected of them, statistics, where the energy went,
 * checkpoints, and what is said of it in the end. */
#ifndef JD_JOB_H
#define JD_JOB_H

#include "trial/trial.h"

typedef struct {
    JdExpect expect;
    double got, off; /* off: how far from its time the value was taken */
} Expected;

/* What can be taken up again: checkpoint.c. */
typedef struct {
    const char *path;      /* NULL: none is made */
    double every, next;    /* s between two; when the next is made */
    char *bytes;
    size_t room;
    FILE *rows;            /* those that were written, to read; */
    uint64_t hashed, hash; /* so many bytes of them, and their hash */
    const char *old_rows;  /* the file with the rows of the run that is taken up; NULL: none, or not needed any more */
    bool failed;           /* one could not be made */
} Checkpoint;

/* Compiled rates for a run, native.c: open as long as the run. */
typedef struct { void *library; } Native;
/* Before its first row. False: the interpreter runs, and it was said why. */
bool jd_native_start(App *app, const JdSystem *system, JdRun *run, Native *native);
void jd_native_end(Native *native); /* after the run is free */

typedef struct {
    App *app;
    const JdModel *model;
    JdSystem *system;
    JdRun *run;
    JdTrace *trace;
    JdRunDef def;
    Progress progress;
    LIST(Expected) expected;
    int held, missed, skipped;
    Ledger ledger;
    double end, seconds; /* time reached; time it took */
    NewFile file;        /* --out: rows go to it as they come */
    FILE *stream;        /* where they go, if not to memory alone */
    double flushed;      /* when they last came through to it, s */
    const char *written; /* the file with the rows; NULL: none */
    Checkpoint checkpoint;
    int told_before;     /* messages that came before the run */
    JdVerify verify;     /* --verify, */
    bool verified;       /* and that it was done: verify.c */
    LIST(double) verify_time; /* of the rows that were compared */
    bool resumed;
    bool full;           /* a row could not be kept */
    Native native;       /* compiled rates */
    ExitCode code;
} RunJob;

void jd_job_verify(RunJob *job); /* when the rows are saved */
/* --ledger: where the energy went. book.c */
void jd_book_print(const RunJob *job, FILE *out);
void jd_book_json(const RunJob *job, Json *json);
void jd_verified_print(const RunJob *job, FILE *out);
void jd_verified_json(const RunJob *job, Json *json);

ExitCode jd_checkpoint_check(RunJob *job);  /* the options, before files are opened */
ExitCode jd_checkpoint_resume(RunJob *job); /* takes up --resume, before the first row */
void jd_checkpoint_look(RunJob *job, bool now); /* makes one, now or if it is time; between steps or rows */
void jd_checkpoint_end(RunJob *job, bool saved); /* saved: the rows have their own name */

/* The expectations: their times (for JdRunDef.also), their values as the run passes, the verdict.
 */
bool jd_expected_start(RunJob *job);
void jd_expected_watch(RunJob *job);
void jd_expected_judge(RunJob *job);

/* Statistics, of outputs (--statistics) and of what is expected of them: statistics.c. */
bool jd_statistics_plan(RunJob *job); /* for JdRunDef.statistics */
void jd_statistics_print(const RunJob *job, FILE *out);
void jd_events_print(const RunJob *job, FILE *out); /* events of the model: how often, first and last */
void jd_statistics_json(const RunJob *job, Json *json);

/* summary.c */
void jd_job_summary(const RunJob *job, FILE *out);
void jd_job_table(const RunJob *job, Text *out); /* some rows, for a terminal */
void jd_job_json(const RunJob *job, Json *json);

#endif
