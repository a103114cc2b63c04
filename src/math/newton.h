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

static inline size_t jd_newton_room(int n) { return (size_t)(n * n + 6 * n + 1); }
/* From u to the solution; what it ends with is in u. Unknowns and equations may have any units, side by side. */
NewtonEnd jd_newton_solve(const Newton *newton, double *u);

#endif
