/* SPDX-License-Identifier: MIT
 *
 * A function on -1 .. 1 as a sum of Chebyshev polynomials through its values at the places
 * -cos(pi k/n), k = 0 .. n: theory 6.14. Every other place of 2 n is one of n. */
#include "math/math.h"
#include <assert.h>

double jd_cheb_place(int n, int k) {
    return 2 * k == n ? 0 : -cos(pi * k / n);
}

void jd_cheb_fit(int n, const double *values, double *c) {
    assert(n > 0 && n <= CHEB_MOST);
    double cosine[2 * CHEB_MOST];
    for (int k = 0; k < 2 * n; k++) cosine[k] = cos(pi * k / n);
    for (int j = 0; j <= n; j++) {
        double sum = 0;
        for (int k = 0; k <= n; k++) { /* of the places in falling order: cos(pi k/n) */
            const double share = k == 0 || k == n ? 0.5 : 1;
            sum += share * values[n - k] * cosine[(j * k) % (2 * n)];
        }
        c[j] = (j == 0 || j == n ? 1.0 : 2.0) / n * sum;
    }
}

/* Clenshaw's sum. */
double jd_cheb_value(int n, const double *c, double x) {
    double b1 = 0, b2 = 0;
    for (int j = n; j > 0; j--) {
        const double b = c[j] + 2 * x * b1 - b2;
        b2 = b1;
        b1 = b;
    }
    return c[0] + x * b1 - b2;
}

void jd_cheb_derive(int n, const double *c, double *d) {
    assert(n > 0);
    for (int j = n; j > 0; j--) d[j - 1] = (j + 1 < n ? d[j + 1] : 0) + 2 * j * c[j];
    d[0] /= 2;
}

double jd_cheb_zero(int n, const double *c, double x0, double x1) {
    enum { HALVINGS = 60 }; /* more than a span of 2 has numbers */
    const bool rises = jd_cheb_value(n, c, x0) < jd_cheb_value(n, c, x1);
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (x0 + x1);
        if ((jd_cheb_value(n, c, middle) < 0) == rises)
            x0 = middle;
        else
            x1 = middle;
    }
    return 0.5 * (x0 + x1);
}

/* Over -1 .. 1: of odd ones nothing is left. */
static double integral_of(int j) {
    return j % 2 ? 0 : 2.0 / (1.0 - (double)j * j);
}

double jd_cheb_integral(int n, const double *c) {
    double sum = 0;
    for (int j = n; j >= 0; j--) sum += c[j] * integral_of(j);
    return sum;
}

/* Two of them multiplied are half of that of the sum of their numbers and of the difference. */
double jd_cheb_square_integral(int n, const double *c) {
    double sum = 0;
    for (int i = n; i >= 0; i--)
        for (int j = n; j >= 0; j--)
            sum += c[i] * c[j] * 0.5 * (integral_of(i + j) + integral_of(i > j ? i - j : j - i));
    return sum;
}

double jd_cheb_tail(int n, const double *c) {
    return fabs(c[n]) + fabs(c[n - 1]) + fabs(c[n - 2]);
}
