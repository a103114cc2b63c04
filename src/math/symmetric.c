/* SPDX-License-Identifier: MIT
 *
 * Values and directions of a small symmetric matrix, by Jacobi's method: turns in the planes of two
 * directions, each of which makes one product zero. */
#include "base/own.h"
#include "math/dense.h"
#include <float.h>

enum { MOST_SWEEPS = 60 };

/* Rows and columns p and q of A, and directions p and q of E. */
static void turn(int n, double *A, double *E, int p, int q) {
    const double off = A[p * n + q], cot = (A[q * n + q] - A[p * n + p]) / (2 * off);
    const double t = (cot < 0 ? -1 : 1) / (fabs(cot) + hypot(1, cot));
    const double c = 1 / sqrt(1 + t * t), s = t * c;
    for (int k = 0; k < n; k++) {
        const double a = A[k * n + p], b = A[k * n + q];
        A[k * n + p] = c * a - s * b;
        A[k * n + q] = s * a + c * b;
    }
    for (int k = 0; k < n; k++) {
        const double a = A[p * n + k], b = A[q * n + k], e = E[p * n + k], f = E[q * n + k];
        A[p * n + k] = c * a - s * b;
        A[q * n + k] = s * a + c * b;
        E[p * n + k] = c * e - s * f;
        E[q * n + k] = s * e + c * f;
    }
    A[p * n + q] = A[q * n + p] = 0;
}

void jd_dense_directions(int n, double *A, double *E) {
    double size = 0;
    bool busy = true;
    for (int k = 0; k < n * n; k++) E[k] = k % (n + 1) == 0, size = fmax(size, fabs(A[k]));
    for (int sweep = 0; busy && sweep < MOST_SWEEPS; sweep++) {
        busy = false;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (!(fabs(A[p * n + q]) > DBL_EPSILON / 4 * size)) continue;
                turn(n, A, E, p, q);
                busy = true;
            }
    }
}
