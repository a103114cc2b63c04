/* SPDX-License-Identifier: MIT
 *
 * JdRun: one motion of a system. A stepper is one file and one line in steppers.def: a table of
 * Runge-Kutta numbers, or a step of its own. Output never changes the steps: it is read off them. */
#ifndef JD_RUN_H
#define JD_RUN_H

#include "form/form.h"

/* An explicit Runge-Kutta method. Row r of `a` (r >= 1) has r numbers, one row behind the other; rows from
 * stages + 1 on are for dense output, where stage number `stages` is the rate at the end of the step. */
typedef struct {
    int stages, dense_stages;
    const double *c, *a, *b;
    const double *error, *error_low; /* weights of the error estimates; NULL: none */
    int error_order;
    bool ends_on_new; /* the last stage is the rate at the new state */
} Tableau;

typedef struct StepperType {
    const char *name, *aliases, *summary;
    int order; /* 0: it varies */
    bool adaptive;
    const char *missing;    /* what this build lacks for it; NULL: nothing */
    const Tableau *tableau; /* NULL: it keeps its own past, and has `go` */
    /* One step from run->y to run->y_new; NULL: by the tableau. */
    void (*step)(JdRun *run, double h);
    /* State at share x of the step just done; NULL: cubic through both ends. */
    void (*dense)(JdRun *run, double x, double *y);
    /* Memory of its own, run->own, for as long as the run lives. False: there is none left. */
    bool (*open)(JdRun *run);
    void (*close)(JdRun *run);
    /* One step that is good, not beyond `limit`: run->y_new at *t. False after a report. It starts anew
     * if run->changed says that the state is not the one that it gave. */
    bool (*go)(JdRun *run, double limit, double *t);
} StepperType;

const StepperType *jd_stepper_at(int index); /* NULL past the end */
const StepperType *jd_stepper_find(const char *name);
void jd_stepper_suggest(Nearest *nearest);
/* NULL: the default. Reports and gives NULL if there is none of this name. */
const StepperType *jd_stepper_choose(const char *name, Where where, JdLog *log);

struct JdRun {
    const JdSystem *system;
    const FormType *form;
    const StepperType *stepper;
    JdLog *log;
    JdRunDef def;
    JdRunCost cost;
    Motion motion;
    bool motion_at_y; /* the motion is that of (t, y) */

    int n;                        /* states */
    double t, t_old, h_next;      /* end and start of the step just done; next step to try */
    double error_old;             /* for the PI control */
    double lowest_ratio, lowest_t; /* nearest to a singular position that the step tried came, and when; */
    double low_ratio, low_t;      /* the same of the step just done; */
    double usual_ratio;           /* how far it usually is */
    double look_below;            /* a ratio that is worth a look for a singular position ahead */
    double usual_h;               /* the usual step, while small ones are tried near one; 0: they are not, */
    double *safe_y, safe_t, safe_h; /* from where on, and the best step over it from there */
    int small_steps;
    int halts;                    /* steps that end before one, so that the next goes over it well */
    double change;                /* what the last projection near one changed, as errors are measured */
    double *y, *y_old, *y_new;    /* state at t, at t_old, and a candidate */
    double *k;                    /* rates: stage r at k + r n */
    double *work;                 /* a state in the making; the error */
    double *out;                  /* state at the output */
    bool dense_ready;             /* extra stages of the step just done are there */
    long step_number;             /* of the fixed steppers */
    void *own;                    /* of a stepper with a past: its memory, */
    bool changed;                 /* and that the state was changed behind its back */

    long output_number;
    int also_next;
    double output_time;
    bool started, failed, stopped, extra;
    bool told_jump, told_drift, told_start;
    const SystemJoint *lost_gap; /* the first with clearance whose points left its gap; NULL: none; */
    double lost_t;               /* when */
    long changes;    /* of independent coordinates, */
    double change_t; /* the last of them */
    long pace_steps; /* steps and time at the last look at the pace */
    double pace_t;
    bool saw_singular; /* but not told before the run is past it */
    double singular_t, singular_error, told_error;
    const SystemJoint *singular_joint;
    bool *told; /* of each joint: a warning was given */
    double *side; /* of each joint: sign of d along its axis, to see M pass N */
};

/* The stage that holds the rates at the end of the step. */
static inline int last_stage(const JdRun *run) { return run->stepper->tableau ? run->stepper->tableau->stages : 1; }
static inline double *stage(const JdRun *run, int r) { return run->k + (size_t)r * (size_t)run->n; }
void jd_run_rates(JdRun *run, double t, const double *y, double *rates); /* counts evaluations */
void jd_rk_step(JdRun *run, double h);
double jd_rk_error(JdRun *run, double h); /* in units of the tolerance */
void jd_rk_dense_stages(JdRun *run);
/* Projects a state; false: it cannot, or only by a change that is no correction any more. */
bool jd_run_project(JdRun *run, double t, double *y);
/* One accepted step, not beyond `limit`. False after a failure, which is reported. */
bool jd_run_step(JdRun *run, double limit);
void jd_run_dense(JdRun *run, double t, double *y);
double jd_run_first_step(JdRun *run);
void jd_run_explain(JdRun *run, const char *code, const char *what);
/* Reports a joint whose angles are asked for where they are singular; false: there is none. */
bool jd_run_report_angles(JdRun *run);

/* ---- Singular positions: singular.c ---------------------------------------------------------- */
typedef struct {
    bool anchored;             /* rows that repeat others were chosen anew */
    bool looked, at_it;        /* it is known whether one comes; the step begins in it */
    double away, ratio;        /* time to the position, 0: there is none; the ratio here */
    double h;                  /* the step that the error asks for */
    int gap;                   /* the next size to try */
    double best_h, best_error; /* of steps over the position */
    bool by_rounding;          /* one that is not too long was bad */
    bool last, over;           /* the best is tried again, and taken; nothing is left to try */
} Passage;
/* After a try: whether another step, run->h_next, is to be tried for the sake of a singular position. */
bool jd_passage_other(JdRun *run, Passage *passage, double h, double error, bool goes_on);
void jd_passage_done(JdRun *run, const Passage *passage); /* after an accepted step */
bool jd_passage_near(const JdRun *run); /* the step just done came near one */

void jd_run_tell_singular(JdRun *run, double error); /* once, when the run is past it */
void jd_run_tell_start(JdRun *run); /* if the first step changed the velocities */
void jd_run_tell_seen(JdRun *run);
void jd_run_tell_rest(JdRun *run); /* at the end: what was not told yet */
bool jd_run_creeps(JdRun *run); /* steps so small that the end is out of reach: reported */
void jd_run_watch(JdRun *run); /* looks at a new state: warnings, worst drift */

#endif
