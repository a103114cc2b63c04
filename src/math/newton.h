/* SPDX-License-Identifier: MIT
 *
 * Equations whose derivatives nobody gives: Newton's method with differences. It begins where it is told to and depends on
 * nothing else, so that the same equations have the same solution to the last bit. */
#ifndef JD_NEWTON_H
#define JD_NEWTON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    int n;
    void (*rest)(void *of, const double *u, double *rest); /* what must be zero, n numbers */
    void *of;
    double *room; /* jd_newton_room(n) numbers */
    int *order;   /* n of them */
} Newton;
typedef enum { NEWTON_SOLVED, NEWTON_SINGULAR, NEWTON_LOST } NewtonEnd;

/* Newton's method with derivatives, after each round: what is left of the equations, now and a round before. Radians, or parts
 * of the mechanism's length. It is there where nothing is left, or rounding alone, which gets no less; what no longer gets less
 * and is near enough will do. */
typedef enum { ROUND_GOES_ON, ROUND_IS_THERE, ROUND_LOST } NewtonRound;
NewtonRound jd_newton_round(int round, double now, double before);

static inline size_t jd_newton_room(int n) { return (size_t)(2 * n * n + 8 * n + 1); }
/* From u to the solution; what it ends with is in u. Unknowns and equations may have any units, side by side. */
NewtonEnd jd_newton_solve(const Newton *newton, double *u);

#endif
