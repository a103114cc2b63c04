/* SPDX-License-Identifier: MIT
 *
 * Runs that commands make for themselves. A trial: one formulation from start to end, and a measure, what it costs; `compare` and `paper` put
 * both side by side. A take (take.h): a run for its pictures. */
#ifndef JD_TRIAL_H
#define JD_TRIAL_H

#include "app/app.h"

/* The energy over a run: it says how good the run is, if none goes in or out. */
typedef struct {
    JdChannel energy, kinetic, applied; /* energy negative: drives put in what they like */
    bool forces; /* something could put it in or take it out */
    double start, most_off, most_kinetic, most_power;
    double sum_off; /* and over how many instants after the start */
    long count;
} Ledger;
Ledger jd_ledger(const JdModel *model, const JdSystem *system);
void jd_ledger_watch(Ledger *ledger, JdRun *run);
/* No energy went in or out beyond rounding up to time `end`: its changes are errors. */
bool jd_ledger_is_closed(const Ledger *ledger, double end);

/* ---- One run -------------------------------------------------------------------------------- */

typedef struct {
    JdCompileDef compile;
    JdRunDef run;
    const char *const *outputs; /* channels to sample, */
    int output_count;
    const double *times;        /* and when, rising */
    int time_count;
    const char *joint;          /* whose force is followed; NULL: that of all joints; "": none */
    /* Called at the start and after each step. */
    void (*look)(void *data, const JdSystem *system, JdRun *run);
    void *data;
    bool given_step; /* by others, such as a paper: that it is long for the mechanism is not told */
} TrialDef;

typedef struct {
    bool compiled, done, stopped; /* stopped: by Ctrl-C */
    const char *code, *message;   /* why it did not get to the end; NULL: it did */
    double end;                   /* time reached */
    JdSystemInfo count;
    const char *stabilise;
    JdRunDef run;
    JdRunCost cost;
    double drift, worst_drift; /* sum of lock violations at the end; largest one at any time */
    double energy_off;         /* mean |E - E0| over the steps; NAN: energy goes in or out */
    double most_kinetic;       /* largest kinetic energy */
    double peak;               /* largest joint force, */
    const char *peak_joint;    /* where, */
    bool peak_unique;          /* and whether it is the only one possible */
    double *samples;           /* all outputs of a time, one time behind the other; NAN: not reached */
} Trial;

/* Runs it; what is wrong with it goes into the trial, warnings into the log. False: no memory. */
bool jd_trial(App *app, const JdModel *model, const TrialDef *def, Trial *trial);
void jd_trial_refuse(App *app, const JdLog *log, Trial *trial); /* there is nothing to run: why is in the log */

/* ---- What it costs -------------------------------------------------------------------------- */

typedef struct {
    double seconds;             /* of the processor, for a run without outputs */
    long evaluations, steps;    /* in it */
    double evaluation;          /* s */
    double instructions;        /* of an evaluation; NAN: nobody counts them here */
    double share[JD_PARTS];     /* of the run, of each part of evaluations; [JD_PART_REST]: the rest; NAN: the form has none
                                   of it. They add up to 1 */
} Measure;

/* Times a run and an evaluation. False: it does not run. */
bool jd_measure(const JdModel *model, JdCompileDef compile, JdRunDef run, Measure *to);
void jd_measure_parts(const JdSystem *system, JdRunDef run, JdLog *log, Measure *to); /* once the run is measured */
const char *jd_measure_silence(void); /* why instructions are not counted; NULL: they are */
double jd_processor_clock(void); /* s */

#endif
