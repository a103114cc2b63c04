/* SPDX-License-Identifier: MIT
 *
 * Steppers: one file and one line in steppers.def each, a table of Runge-Kutta numbers or a step of its own. */
#ifndef JD_STEPPER_H
#define JD_STEPPER_H

#include "base/base.h"

/* An explicit Runge-Kutta method. Row r of `a` (r >= 1) has r numbers, one row behind the other; rows from
 * stages + 1 on are for dense output, where stage number `stages` is the rate at the end of the step. */
typedef struct {
    int stages, dense_stages;
    int dense_rows; /* numbers of each state that its dense output keeps behind the stages */
    const double *c, *a, *b;
    const double *error, *error_low; /* weights of the error estimates; NULL: none */
    /* Bit k of each: weight k is not zero; of rows 1 to stages - 1, b, and the two estimates. NULL: they are looked for. */
    const unsigned short *uses;
    int error_order;
    const double *check; /* of a fixed step, the rate at its end included: weights of what an embedded method differs by; NULL: none */
    int check_order;     /* of that */
    bool ends_on_new; /* the last stage is the rate at the new state */
} Tableau;

/* What a stepper is. Its functions may change nothing of the run but what is named; they take rates by jd_run_rates, which counts
 * them. With a tableau all of them may be NULL. */
typedef struct StepperType {
    const char *name, *aliases, *summary;
    int order; /* 0: it varies */
    bool adaptive;
    double edge; /* steps times the fastest rate that dies out: beyond, errors grow; 0: it has none, or none that matters */
    bool locked;            /* it takes locks themselves among its equations, where a form has them: theory (6.10) */
    const char *missing;    /* what this build lacks for it; NULL: nothing */
    bool (*there)(JdLog *log); /* whether a library that it needs is there now; false after a report. NULL: it needs none */
    const Tableau *tableau; /* NULL: it keeps its own past, and has `go` */
    /* One step of length h from run->y at run->t to run->y_new, at each try; stage 0 has the rates there. Writes stages and run->work.
     * NULL: by the tableau. */
    void (*step)(JdRun *run, double h);
    /* State at share x of the step just done (from run->y_old at t_old to run->y at t), and its rate there (slope NULL: nobody asks), for
     * each row. NULL: cubic through both ends. */
    void (*dense)(JdRun *run, double x, double *y, double *slope);
    /* Room of its own in the run's block, run->own: called as FormType.layout. NULL: none. */
    void (*layout)(JdRun *run, Layout *at);
    /* Memory of its own, run->own, for as long as the run lives: at the end of jd_run_new and in jd_run_free. `open` false: there is
     * none left. Both NULL: none is needed. */
    bool (*open)(JdRun *run);
    void (*close)(JdRun *run);
    /* Instead of `step`, of a stepper with a past (without a tableau never NULL): one step that is good, not beyond `limit`: run->y_new
     * at *t. False after a report. It starts anew if run->changed says that the state is not the one that it gave. */
    bool (*go)(JdRun *run, double limit, double *t);
    /* Goes over singular positions in its place, by a tableau: JdRun.crossing. NULL: nobody does. */
    const struct StepperType *over;
} StepperType;

const StepperType *jd_stepper_at(int index); /* NULL past the end */
const StepperType *jd_stepper_find(const char *name);
void jd_stepper_suggest(Nearest *nearest);
/* How it takes the equations of a system: whether positions and velocities of locks are among them, with a second
 * multiplier each; and the index of what it solves, 0 to 2. */
bool jd_stepper_takes_locks(const StepperType *stepper, const JdSystem *system);
int jd_stepper_index(const StepperType *stepper, const JdSystem *system);

#endif
