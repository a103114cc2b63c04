/* SPDX-License-Identifier: MIT
 *
 * The equations of motion of a form as numbers of a tape, for people and programs to look at:
 *
 *     M v' + h + D^T lambda = Q        D v' = gamma        velocities of the bodies = W v */
#ifndef JD_EQUATIONS_H
#define JD_EQUATIONS_H

#include "record/record.h"

typedef struct {
    Recorder *rec;
    const char *form;
    int n;                      /* unknown accelerations; of each: */
    const char **place, **rate; /* names of its coordinate, NULL: it has none of its own, and of its rate */
    Num *mass, *bias, *push;    /* M by rows; h; Q */
    int rows;                   /* of D; of each: */
    const char **row;           /* its name: "jA.1" */
    Num *f, *f_rate, *D, *gamma;
    int moves;                  /* velocities of bodies, of each: its name; W by rows. Zero: they are the unknowns themselves */
    const char **move;
    Num *W;
} Equations;

enum {
    EQUATIONS_TREE = 200,   /* coordinates of a tree whose equations are written out: M grows with their square, and each entry with them */
    EQUATIONS_BODIES = 1500 /* of bodies themselves */
};

/* By the form that the system was compiled with. False after a report. */
bool jd_equations_record(Recorder *rec, const JdSystem *system, Arena *arena, JdLog *log, Equations *to);
bool jd_equations_of_bodies(Recorder *rec, Equations *to); /* newton-euler: bodies.c */
bool jd_equations_of_tree(Recorder *rec, const Tree *tree, const TreeFree *frees, Equations *to); /* cut-joint and its like: cut.c */
bool jd_equations_fit(Recorder *rec, int n); /* false after a report: there are too many */
/* Room for n unknowns and rows of a set, with the names of the rows. */
bool jd_equations_room(Equations *to, int n, const RowSet *set);
void jd_equations_ways(Equations *to, const NumSpin *way); /* W, of bodies times unknowns */
/* As text, "latex" or "markdown". False after a report. equations.c */
bool jd_formulas_write(const Equations *equations, const char *as, Text *out);

/* Matrices at any state of the form, for tests. */
typedef struct {
    double time;
    const double *y;     /* the form's own state */
    const double *given; /* inputs; NULL: as at the start */
    const double *held, *slot; /* conditions on time; what expressions read that has no formula; NULL: unknown */
} EquationsAt;
bool jd_equations_at_state(JdEquations *equations, const EquationsAt *at);

#endif
