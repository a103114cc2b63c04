/* SPDX-License-Identifier: MIT
 *
 * Numbers of symbols: quotients of whole numbers as long as 64 bits hold them, then doubles. */
#include "sym/sym.h"
#include <stdlib.h>

static int64_t common(int64_t a, int64_t b) {
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

enum { WHOLE_MOST = 1000000 }; /* larger ones are whole by chance */

static SymNumber inexact(double real) {
    if (fabs(real) <= WHOLE_MOST && floor(real) == real)
        return (SymNumber){(int64_t)real, 1, 0}; /* no more is known of it than that it is whole */
    return (SymNumber){.real = real};
}

SymNumber jd_number_ratio(int64_t over, int64_t under) {
    if (under == 0 || over == INT64_MIN || under == INT64_MIN)
        return inexact((double)over / (double)under);
    const int64_t g = common(over, under), sign = under < 0 ? -1 : 1;
    return (SymNumber){sign * over / g, sign * under / g, 0};
}

double jd_number_double(SymNumber a) {
    return a.under ? (double)a.over / (double)a.under : a.real;
}

bool jd_number_same(SymNumber a, SymNumber b) {
    if (!a.under && !b.under) return a.real == b.real;
    return a.over == b.over && a.under == b.under;
}

SymNumber jd_number_minus(SymNumber a) {
    if (!a.under) return inexact(-a.real);
    return (SymNumber){-a.over, a.under, 0};
}

SymNumber jd_number_add(SymNumber a, SymNumber b) {
    if (a.under && b.under) {
        const int64_t g = common(a.under, b.under);
        int64_t left, right, over, under;
        if (!__builtin_mul_overflow(a.over, b.under / g, &left) &&
            !__builtin_mul_overflow(b.over, a.under / g, &right) &&
            !__builtin_add_overflow(left, right, &over) &&
            !__builtin_mul_overflow(a.under / g, b.under, &under))
            return jd_number_ratio(over, under);
    }
    return inexact(jd_number_double(a) + jd_number_double(b));
}

SymNumber jd_number_times(SymNumber a, SymNumber b) {
    if (jd_number_is(a, 0) || jd_number_is(b, 0)) return jd_number_ratio(0, 1);
    if (a.under && b.under) {
        const int64_t g = common(a.over, b.under), h = common(b.over, a.under);
        int64_t over, under;
        if (!__builtin_mul_overflow(a.over / g, b.over / h, &over) &&
            !__builtin_mul_overflow(a.under / h, b.under / g, &under) && over != INT64_MIN)
            return (SymNumber){over, under, 0};
    }
    return inexact(jd_number_double(a) * jd_number_double(b));
}

SymNumber jd_number_inverse(SymNumber a) {
    if (!a.under || !a.over) return inexact(1 / jd_number_double(a));
    return jd_number_ratio(a.under, a.over);
}

SymNumber jd_number_power(SymNumber a, int n) {
    if (n < 0) return jd_number_power(jd_number_inverse(a), -n);
    SymNumber power = jd_number_ratio(1, 1);
    for (; n; n >>= 1, a = jd_number_times(a, a))
        if (n & 1) power = jd_number_times(power, a);
    return power;
}

/* The quotient of powers of ten that its shortest decimal is, if both fit and the quotient is the
 * same double. */
SymNumber jd_number_of(double value) {
    enum { TENS = 18 };
    static const double most = 1e15; /* < 2^53: it and what is whole below it are exact */
    if (value == 0) return jd_number_ratio(0, 1);
    if (!isfinite(value) || fabs(value) >= most || fabs(value) < 1 / most) return inexact(value);
    int64_t ten = 1;
    for (int n = 0; n <= TENS - 3; n++, ten *= 10) {
        const double over = value * (double)ten, whole = nearbyint(over);
        if (fabs(whole) >= most) break;
        if (whole / (double)ten == value) return jd_number_ratio((int64_t)whole, ten);
    }
    return inexact(value);
}
