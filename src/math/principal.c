/* SPDX-License-Identifier: MIT
 *
 * Principal values and axes by Jacobi's method: turns in the planes of two axes, each of which
 * makes one product zero, until all are. The turns are the smallest that do so, and none is made
 * where there is nothing to do: a matrix that is diagonal keeps its axes, and their order. */
#include "math/math.h"
#include <float.h>

typedef struct {
    double m[3][3];    /* only the upper half is used */
    double axes[3][3]; /* [axis][component] */
} Jacobi;

static double *product(Jacobi *at, int p, int q) {
    return p < q ? &at->m[p][q] : &at->m[q][p];
}

/* (a, b) becomes (c a - s b, s a + c b), written so that a small turn is a small change. */
static void turn(double *a, double *b, double sine, double tau) {
    const double old = *a;
    *a -= sine * (*b + tau * old);
    *b += sine * (old - tau * *b);
}

/* False: the axes p and q were principal to each other already, to the last digit. */
static bool clear(Jacobi *at, int p, int q) {
    double *off = product(at, p, q), *pp = &at->m[p][p], *qq = &at->m[q][q];
    const double negligible = DBL_EPSILON / 4 * sqrt(fabs(*pp)) * sqrt(fabs(*qq));
    const double product_pq = *off;
    if (!(fabs(product_pq) > negligible)) {
        *off = 0;
        return false;
    }
    /* The tangent t of the turn: t^2 + 2 cot t - 1 = 0, its smaller root. */
    const double cot = (*qq - *pp) / (2 * product_pq);
    const double t = isfinite(cot) ? (cot < 0 ? -1 : 1) / (fabs(cot) + hypot(1, cot)) : 0;
    const double cosine = 1 / sqrt(1 + t * t), sine = t * cosine, tau = sine / (1 + cosine);
    const int r = 3 - p - q;

    *pp -= t * product_pq;
    *qq += t * product_pq;
    *off = 0;
    turn(product(at, p, r), product(at, q, r), sine, tau);
    for (int n = 0; n < 3; n++) turn(&at->axes[p][n], &at->axes[q][n], sine, tau);
    return true;
}

void jd_principal(const double m[3][3], double values[3], Axes *axes) {
    enum { MOST_SWEEPS = 50 };
    Jacobi at = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) at.m[i][j] = i == j ? m[i][i] : (m[i][j] + m[j][i]) / 2;

    bool busy = true;
    for (int n = 0; busy && n < MOST_SWEEPS; n++) {
        busy = clear(&at, 0, 1);
        busy = clear(&at, 0, 2) || busy;
        busy = clear(&at, 1, 2) || busy;
    }
    for (int n = 0; n < 3; n++) values[n] = at.m[n][n];
    *axes = (Axes){vec3(at.axes[0][0], at.axes[0][1], at.axes[0][2]),
                   vec3(at.axes[1][0], at.axes[1][1], at.axes[1][2]),
                   vec3(at.axes[2][0], at.axes[2][1], at.axes[2][2])};
}
