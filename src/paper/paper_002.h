/* SPDX-License-Identifier: MIT
 *
 * The slider-crank of Marques, Roupa, Silva, Flores and Lankarani: its runs, paper_002_runs.c, for its tables,
 * paper_002.c. */
#ifndef JD_PAPER_002_H
#define JD_PAPER_002_H

#include "paper/paper.h"

enum { COLUMNS = 5, STEPS = 4, FIGURE_STEP = 2 }; /* figures are drawn with dt = 1e-7 s */

/* A column; energies of the last three were computed with a wrong rod velocity. */
typedef struct {
    const char *name, *form;
    bool wrong_energy;
} Column;
extern const Column jd_columns_002[COLUMNS];
extern const double jd_steps_002[STEPS];

typedef struct {
    Trial trial;
    double violation;    /* as Table 4 measures it */
    double exact, paper; /* mean |E - E0| with the energy as it is, and as the paper has it */
} Result;

/* An Euler step of the paper's own equations in C: time, size of the matrix, products of its solution, and how far the crank
 * is off a run of ours behind some of them. */
typedef struct {
    double seconds;
    int unknowns;
    long products;
    double off;
} Euler002;

typedef struct {
    PaperJob *job;
    JdModel *model[COLUMNS];
    int steps;
    Result result[STEPS][COLUMNS];
    Contender cost[COLUMNS];
    double peak[COLUMNS]; /* of the force at joint C */
    int operations[COLUMNS];  /* of its formulas */
    double full_step[COLUMNS]; /* s, of an Euler step by full matrices */
    Euler002 euler[COLUMNS];
} Work002;

/* All runs. False: interrupted, or after a report. */
bool jd_run_002(Work002 *work);

JdCompileDef jd_compile_002(int column);
/* Its equations beside ours, paper_002_equations.c. False: interrupted, or after a report. */
bool jd_equations_002(Work002 *work);
int jd_operations_002(const char *text); /* of the formulas that `equations` writes */
double jd_full_step_002(Work002 *work, int column);
void jd_euler_002(Work002 *work, int column); /* paper_002_euler.c */
/* All rows of Table 6 that numbers say: paper_002_facts.c. */
void jd_facts_002(Work002 *work);
bool jd_figures_002(Work002 *work, const char *folder); /* as pictures: paper_002_figures.c */

#endif
