/* SPDX-License-Identifier: MIT
 *
 * The bench: cases, what an evaluation and a step of each cost, and how much work a wanted accuracy takes. */
#ifndef JD_BENCH_H
#define JD_BENCH_H

#include "run/run.h"

typedef struct {
    const char *name, *file;   /* from the root of the project */
    const char *param, *value; /* a parameter of the model to set; NULL: none */
    double until;
    const char *angle; /* the channel that is compared with its value at `until`, NAN: none known */
    double reference;
    double effort; /* constant torque that works on this angle; NAN: others work, too */
    bool spatial;  /* the planar model is made to move in space */
} Case;

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
} Loaded;

const Case *bench_case(int index); /* NULL past the end */
const Case *bench_case_find(const char *name);
/* The case's model, compiled; form NULL: newton-euler. system is NULL after a failure, which is printed. */
Loaded bench_load(const Case *from, const char *form, const char *stabilise, double dt);
void bench_unload(Loaded *loaded);

double bench_seconds(void);    /* of this process on the processor */
long bench_allocations(void);  /* so far */
double bench_off(const Case *from, double angle); /* distance of the crank's tip, in cranks */

/* A run that has left its start behind, so that nothing in it is zero by chance. */
JdRun *bench_moving(const Loaded *loaded);
void bench_evaluate(JdRun *run, long times);

/* The same of its multibond graph with scalar bonds, by independent velocities. Not 0: it failed. */
int bench_evaluate_graph(const Case *from, long times);

void bench_print_costs(const Case *only);     /* CSV; NULL: all cases */
void bench_print_precision(const Case *only); /* CSV; NULL: all cases with a reference */
void bench_print_forms(char **models);        /* CSV, of these files; NULL behind the last */
/* CSV of a problem that others solve, too (P1 to P8), with all settings or this one; of a net, setting is a file that its matrix is
 * written to. Name NULL: their names. Not 0: it failed. */
int bench_print_peers(const char *name, const char *setting);
/* Whole runs of a problem under `auto`, for whoever counts instructions. */
int bench_count_runs(const char *name, long times, double tol);

#endif
