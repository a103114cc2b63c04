/* SPDX-License-Identifier: MIT
 *
 * Elementary functions of our own: the same bits with every compiler and on every machine that rounds as IEEE 754 says, if nothing
 * contracts products and sums (-ffp-contract=off, -fmad=false). Whoever sees this header calls them by the names of the C library:
 * what is left of that (roots, whole numbers, sizes, scaling by powers of two) is exact. tool/check_own.sh sees to it.
 *
 * own.def has sine and cosine, own_pairs.def, own_powers.def and own_angles.def the others: as code and, for emitted files, as text. */
#ifndef JD_BASE_OWN_H
#define JD_BASE_OWN_H

#include <math.h>

double jd_sin(double x);
double jd_cos(double x);
void jd_sincos(double x, double *sine, double *cosine);
typedef struct { double c, s; } CosSin;
static inline CosSin jd_cos_sin(double angle) {
    CosSin of;
    jd_sincos(angle, &of.s, &of.c);
    return of;
}
double jd_tan(double x);
double jd_asin(double x);
double jd_acos(double x);
double jd_atan(double x);
double jd_atan2(double y, double x);
double jd_exp(double x);
double jd_expm1(double x);
double jd_log(double x);
double jd_log1p(double x);
double jd_log2(double x);
double jd_log10(double x);
double jd_pow(double x, double y);
double jd_cbrt(double x);
double jd_tanh(double x);
double jd_hypot(double x, double y);

#define sin(x) jd_sin(x)
#define cos(x) jd_cos(x)
#define tan(x) jd_tan(x)
#define asin(x) jd_asin(x)
#define acos(x) jd_acos(x)
#define atan(x) jd_atan(x)
#define atan2(y, x) jd_atan2(y, x)
#define exp(x) jd_exp(x)
#define expm1(x) jd_expm1(x)
#define log(x) jd_log(x)
#define log1p(x) jd_log1p(x)
#define log2(x) jd_log2(x)
#define log10(x) jd_log10(x)
#define pow(x, y) jd_pow(x, y)
#define cbrt(x) jd_cbrt(x)
#define tanh(x) jd_tanh(x)
#define hypot(x, y) jd_hypot(x, y)

#endif
