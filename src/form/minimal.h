/* SPDX-License-Identifier: MIT
 *
 * Inside the minimal formulation: which rates are independent, and how the others follow. */
#ifndef JD_MINIMAL_H
#define JD_MINIMAL_H

#include "form/form.h"

typedef struct {
    Tree tree;
    int *row;       /* of each cut row: the same among all rows */
    int *group;     /* of each cut row: its group */
    double *prefer; /* of each rate: how gladly it is a dependent one, 0 to 1 */
    double *unit;   /* of each rate: the mechanism's length for a slide, else 1 */
    int free;       /* independent rates */
    const struct Chain *chain; /* closed form of the whole; NULL: there is none */
} MinimalPlan;

typedef struct {
    TreeWork tree;
    double *q, *u, *udot, *step;
    double *G, *LU;   /* rows x rates; the dependent ones, factored */
    int *dependent, *independent, *rows;
    double *B, *twists, *M, *h, *r;
    double pivot;     /* lowest of the last factors, as scaled, */
    double chosen;    /* and when the rates were chosen; 0: not yet */
    bool by_chain;    /* positions in closed form */
    int short_dyad;   /* the first that has no solution; -1: none */
} MinimalWork;

/* Closed form: chain.c. False: out of memory. The chain may stay NULL. */
bool jd_chain_make(JdSystem *system, MinimalPlan *plan);
/* Positions of all nodes from the independent coordinates in work->q. False: some dyad has no solution. */
bool jd_chain_close(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, Motion *motion);
void jd_chain_explain(const JdSystem *system, const MinimalPlan *plan, const MinimalWork *work, double time, JdLog *log);

#endif
