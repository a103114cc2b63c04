/* SPDX-License-Identifier: MIT
 *
 * Inside: numbers of the equations of a graph. */
#ifndef JD_MULTIBOND_NUMBERS_H
#define JD_MULTIBOND_NUMBERS_H

#include "multibond/inside.h"

/* ---- Linear equations by complete pivots (pivots.c) ---------------------------------------------- */

typedef struct {
    double *a;         /* n by n, by rows; overwritten by factors */
    int n, rank;
    int *row, *column; /* in order of pivots; behind the rank those that follow from others */
    int *peak, *filled; /* rooms: of each row the column of its largest entry; columns of a row */
} Pivots;
bool jd_pivots_open(Pivots *p, int most, Arena *arena); /* for up to so many equations */
void jd_pivots_find(Pivots *p, int n);
/* x in the order of columns; those beyond the rank are zero. */
void jd_pivots_solve(const Pivots *p, const double *right, double *x);

/* ---- Numbers of a graph -------------------------------------------------------------------------- */

struct MultibondNumbers {
    Multibond *graph;
    BondEquations *equations;
    SymTape **law;
    int *number; /* of the names of variables */
    int time;  /* the number of this name */
    int names; /* how many there were when it was made */
    double *values, *room;
    int *first; /* of signals: the value's number */
    int *first_reader, *reader; /* of variables: those of the same loop whose laws read them */
    int *place, *holder;        /* of variables: where they stand in their loop; whose effort holds them, -1 */
    int *moved;                 /* places in a loop that change with one break, */
    bool *moves;                /* of places: whether they do, */
    double *still;              /* and what they are without */
    Pivots pivots;
    double *right, *rest, *scale;
    bool *left_out; /* of variables: efforts that repeat others at the last evaluation */
    int redundant;
    double *null; /* combinations of holds that say nothing, one behind the other */
    int *hold_of; /* of variables: the hold whose effort it is; -1 */
    const Motion *motion;
};

/* What comes from outside, where n->motion is; then all laws in order. */
void jd_mb_outside(MultibondNumbers *n);
bool jd_mb_go(MultibondNumbers *n);
void jd_mb_go_open(MultibondNumbers *n, bool loops); /* the same with no effort of anything that is held; without loops: flows alone */
void jd_mb_place(MultibondNumbers *n);               /* states and what comes from outside, where n->motion is */
void jd_mb_bend_springs(MultibondNumbers *n);        /* springs at locks as they are at the start; preload.c */
void jd_mb_set_momenta(MultibondNumbers *n, int body, Vec3 v, Vec3 w); /* along the ground's and the body's axes */

/* ---- Independent velocities (minimal.c) --------------------------------------------------------- */

typedef struct {
    MultibondNumbers *n;
    Arena *arena;
    int rows, all, each;       /* flows that are held; velocities; of a body */
    double *J, *reduced;       /* rows by all; and one column more */
    double *prescribed, *bias; /* flows without velocities; their rates without accelerations of velocities */
    int *row, *column;         /* in order of pivots */
    int rank;
    double least;              /* pivot */
    double *rates, *a0, *c, *work, *euler, *one, *copy, *state;
} Minimal;
bool jd_mb_minimal_init(Minimal *m, MultibondNumbers *numbers, Arena *arena); /* false: memory, masses or sources forbid it */
/* Where the states are, at any momenta: B, and of each velocity what drives make it beside that. How many are independent: another number
 * than that of `to` if its B is of others; -1: memory is out. With `independent` these are, if they can be. */
int jd_mb_minimal_velocities(Minimal *m, const bool *independent, MultibondMinimal *to, double *v);
/* Independent velocities from their momenta B' M v; c: velocities that drives prescribe. */
/* B' M v of one independent velocity. */
double jd_mb_minimal_momentum(const Minimal *m, const MultibondMinimal *at, const double *v, int velocity);
void jd_mb_minimal_speeds(Minimal *m, const MultibondMinimal *at, const double *c, const double *momenta, double *u);
void jd_mb_minimal_set(Minimal *m, const double *v); /* all momenta */
void jd_mb_minimal_rates(Minimal *m, const bool *independent, MultibondMinimal *to); /* after these, at the momenta as they are */

/* ---- The same as a straight program (program.c) -------------------------------------------------- */

/* What a state consists of: variables that are integrated, then velocities that are independent of all, or (hamilton) their momenta. */
typedef struct { const int *others; int count; const bool *independent; bool hamilton; } ReducedState;
typedef struct MultibondProgram MultibondProgram;
/* Recorded where the states are. NULL: memory is out, or others are independent there. */
MultibondProgram *jd_mb_record(const Minimal *m, const ReducedState *at, double time, const double *state);
void jd_mb_program_free(MultibondProgram *program);
/* False: a pivot is zero, or a row no longer repeats others. */
bool jd_mb_program_run(MultibondProgram *program, double time, const double *state, double *rates);
double jd_mb_program_worst(const MultibondProgram *program); /* pivot of the last run, beside what it was when it was recorded */
int jd_mb_program_steps(const MultibondProgram *program);

#endif
