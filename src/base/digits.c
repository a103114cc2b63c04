/* SPDX-License-Identifier: MIT
 *
 * The fewest digits, 15 to 17, that read back as the same number, without the long arithmetic of
 * the C library: the number times a power of ten as the sum of two doubles, which is right to some
 * thirty digits. Where that is not enough to decide (a tie, a bound hit to nine digits, the ends of
 * the range) it says so, and the C library decides. */
#include "base/digits.h"
#include <assert.h>

/* ---- Sums of two doubles: hi + lo, |lo| at most half a unit of hi's last place ----------------
 */

typedef struct {
    double hi, lo;
} Pair;

static Pair pair_of_sum(double a, double b) { /* |a| >= |b| */
    const double sum = a + b;
    return (Pair){sum, b - (sum - a)};
}

/* Dekker's product: exact. */
static Pair pair_of_product(double a, double b) {
    static const double split = 134217729; /* 2^27 + 1 */
    const double p = a * b, as = split * a, bs = split * b;
    const double ah = as - (as - a), al = a - ah, bh = bs - (bs - b), bl = b - bh;
    return (Pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static Pair times(Pair a, Pair b) {
    const Pair p = pair_of_product(a.hi, b.hi);
    return pair_of_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static Pair over(double a, Pair b) {
    const double q = a / b.hi;
    const Pair p = pair_of_product(q, b.hi);
    return pair_of_sum(q, ((a - p.hi) - p.lo - q * b.lo) / b.hi);
}

/* 10^n, n from 0 to 300. */
static Pair power_of_ten(int n) {
    static const Pair power[] = {/* 10^1, 10^2, 10^4, ... 10^256 */
                                 {10, 0},
                                 {100, 0},
                                 {1e4, 0},
                                 {1e8, 0},
                                 {1e16, 0},
                                 {1e32, -5366162204393472.0},
                                 {1e64, -2.1320419009454396e47},
                                 {1e128, -7.51744869165182e111},
                                 {1e256, -3.012765990014054e239}};
    Pair product = {1, 0};
    assert(n >= 0 && n < 512);
    for (int k = 0; n >> k; k++)
        if (n >> k & 1) product = times(product, power[k]);
    return product;
}

/* ---- Digits -----------------------------------------------------------------------------------
 */

static const double unsure = 1e-9; /* what is decided by less than this is left to others */
static const double smallest = 1e-280, largest = 1e280;
static const double seventeen_digits = 1e16; /* the least number that has so many */

/* A number as seventeen digits before the point and what is behind it. */
typedef struct {
    uint64_t whole;
    double rest;         /* 0 to 1 */
    double below, above; /* so far away is half the way to the next number, down and up */
} Scaled;

/* x 10^(16 - exponent), which has seventeen digits before the point. False: it has not. */
static bool scale(double x, int exponent, Scaled *out) {
    const int n = 16 - exponent;
    const Pair ten = power_of_ten(n < 0 ? -n : n);
    const Pair y = n < 0 ? over(x, ten) : times((Pair){x, 0}, ten);
    const double floor_lo = floor(y.lo), unit = n < 0 ? 1 / ten.hi : ten.hi;
    if (!(y.hi >= seventeen_digits && y.hi < 10 * seventeen_digits)) return false;
    out->whole = (uint64_t)((int64_t)y.hi + (int64_t)floor_lo); /* hi is whole: above 2^53 */
    out->rest = y.lo - floor_lo;
    out->above = (nextafter(x, INFINITY) - x) / 2 * unit;
    out->below = (x - nextafter(x, 0)) / 2 * unit;
    return out->whole >= 10000000000000000u && out->whole < 100000000000000000u;
}

typedef enum { SAME, OTHER, UNSURE } Verdict;

/* The number rounded so that `dropped` digits are zeros: whether that reads back the same. */
static Verdict round_off(const Scaled *x, uint64_t unit, uint64_t *rounded) {
    const double left = (double)(x->whole % unit) + x->rest, half = (double)unit / 2;
    if (fabs(left - half) < unsure) return UNSURE;
    const bool up = left > half;
    const double off = up ? (double)unit - left : left, most = up ? x->above : x->below;
    *rounded = x->whole / unit + up;
    return off < most * (1 - unsure) ? SAME : off > most * (1 + unsure) ? OTHER : UNSURE;
}

bool jd_digits_of(double value, Digits *out) {
    static const uint64_t units[] = {100, 10, 1};
    const double x = fabs(value);
    if (!(x > smallest && x < largest)) return false;
    Scaled scaled;
    int exponent = (int)floor(log10(x));
    if (!scale(x, exponent, &scaled) && !scale(x, ++exponent, &scaled) &&
        !scale(x, exponent -= 2, &scaled))
        return false;
    for (int k = 0; k < 3; k++) {
        const Verdict verdict = round_off(&scaled, units[k], &out->digits);
        if (verdict == UNSURE) return false;
        out->count = 15 + k, out->exponent = exponent;
        if (verdict == SAME) break;
    }
    /* 9.99...9 that became 10 */
    uint64_t beyond = 1;
    for (int k = 0; k < out->count; k++) beyond *= 10;
    if (out->digits == beyond) out->digits /= 10, out->exponent++;
    return true;
}
