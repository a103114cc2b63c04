/* SPDX-License-Identifier: MIT
 *
 * Bounds of numbers: theory (6.23). Results are rounded outwards by a few units in the last place,
 * which is more than what the processor and the library's functions are off by. */
#include "span/interval.h"
#include <float.h>
#include <math.h>

static const double pi = 3.14159265358979323846;
static const Interval everything = {-INFINITY, INFINITY}, nothing = {NAN, NAN};

/* The four operations are off by half a unit in the last place, the library's functions by less
 * than four. */
enum { OF_ARITHMETIC = 1, OF_LIBRARY = 4 };

/* As fmin and fmax, but for NaN, which outwards looks for. */
static inline double smaller(double a, double b) {
    return a < b ? a : b;
}

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static const double least_number = 4.9406564584124654e-324; /* above zero that there is */

static double slack(double x, int units) {
    return isfinite(x) ? units * (DBL_EPSILON * fabs(x) + least_number) : 0;
}

/* From lo to hi, whichever is which, rounded outwards. */
static Interval outwards(double lo, double hi, int units) {
    if (isnan(lo) || isnan(hi)) return everything;
    if (lo > hi) return outwards(hi, lo, units);
    return interval(lo - slack(lo, units), hi + slack(hi, units));
}

/* ---- Arithmetic ----------------------------------------------------------------------------- */

static bool either_empty(Interval a, Interval b) {
    return interval_empty(a) || interval_empty(b);
}

static bool is_zero(Interval a) {
    return a.lo == 0 && a.hi == 0;
}

Interval jd_interval_add(Interval a, Interval b) {
    if (either_empty(a, b)) return nothing;
    if (is_zero(a)) return b;
    if (is_zero(b)) return a;
    return outwards(a.lo + b.lo, a.hi + b.hi, OF_ARITHMETIC);
}

static Interval negative(Interval a) {
    return interval(-a.hi, -a.lo);
}

Interval jd_interval_subtract(Interval a, Interval b) {
    return jd_interval_add(a, negative(b));
}

/* Zero times what may be infinite is zero here: a bound of what is finite at every time. */
static double product(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

Interval jd_interval_multiply(Interval a, Interval b) {
    if (either_empty(a, b)) return nothing;
    if (is_zero(a) || is_zero(b)) return interval_at(0);
    const double p = product(a.lo, b.lo), q = product(a.lo, b.hi), r = product(a.hi, b.lo),
                 s = product(a.hi, b.hi);
    return outwards(smaller(smaller(p, q), smaller(r, s)), larger(larger(p, q), larger(r, s)),
                    OF_ARITHMETIC);
}

Interval jd_interval_divide(Interval a, Interval b) {
    if (either_empty(a, b)) return nothing;
    if (interval_has(b, 0)) return is_zero(b) ? nothing : everything;
    if (is_zero(a)) return a;
    return jd_interval_multiply(a, outwards(1 / b.lo, 1 / b.hi, OF_ARITHMETIC));
}

Interval jd_interval_common(Interval a, Interval b) {
    const Interval both = interval(fmax(a.lo, b.lo), fmin(a.hi, b.hi));
    return both.lo <= both.hi ? both : a;
}

static Interval square(Interval a) {
    const double lo = a.lo * a.lo, hi = a.hi * a.hi;
    if (interval_has(a, 0)) return interval(0, outwards(0, fmax(lo, hi), OF_ARITHMETIC).hi);
    Interval out = outwards(lo, hi, OF_ARITHMETIC);
    out.lo = fmax(out.lo, 0);
    return out;
}

/* ---- Functions ------------------------------------------------------------------------------ */

/* Kept within what the function can be at all. */
static Interval within(Interval a, double least, double most) {
    return interval(fmin(fmax(a.lo, least), most), fmax(fmin(a.hi, most), least));
}

/* Whether offset + k period lies in a, or may do so. */
static bool has_multiple(Interval a, double offset, double period) {
    const double unsure = 8 * DBL_EPSILON * fmax(fabs(a.lo), fabs(a.hi));
    return floor((a.hi + unsure - offset) / period) >= ceil((a.lo - unsure - offset) / period);
}

static Interval sine(Interval a, double lo, double hi, double top) {
    if (!(a.hi - a.lo < 2 * pi)) return interval(-1, 1);
    Interval out = within(outwards(lo, hi, OF_LIBRARY), -1, 1);
    if (has_multiple(a, top, 2 * pi)) out.hi = 1;
    if (has_multiple(a, top + pi, 2 * pi)) out.lo = -1;
    return out;
}

static Interval tangent(Interval a) {
    if (!(a.hi - a.lo < pi) || has_multiple(a, pi / 2, pi)) return everything;
    return outwards(tan(a.lo), tan(a.hi), OF_LIBRARY);
}

/* Defined from least to most: outside there is nothing, on the border anything. */
static bool inside(Interval a, double least, double most, Interval *otherwise) {
    *otherwise = a.hi < least || a.lo > most ? nothing : everything;
    return a.lo >= least && a.hi <= most;
}

/* Beside the negative x axis the angle goes on, over it, from the side that is held. */
Interval jd_interval_angle(Interval y, Interval x, bool below) {
    if (either_empty(y, x)) return nothing;
    if (x.lo <= 0 && interval_has(y, 0)) {
        if (x.hi >= 0) return interval(-3 * pi / 2, 3 * pi / 2);
        const Interval past = jd_interval_op(OP_ATAN, jd_interval_divide(y, x), y);
        return jd_interval_add(past, outwards(below ? -pi : pi, below ? -pi : pi, OF_LIBRARY));
    }
    const double p = atan2(y.lo, x.lo), q = atan2(y.lo, x.hi), r = atan2(y.hi, x.lo),
                 s = atan2(y.hi, x.hi);
    return outwards(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)), OF_LIBRARY);
}

static Interval size_of(Interval a) {
    if (interval_has(a, 0)) return interval(0, fmax(-a.lo, a.hi));
    return a.lo > 0 ? a : negative(a);
}

/* A power that is no small whole number. */
static Interval power(Interval a, Interval b) {
    Interval otherwise;
    if (!inside(a, 0, INFINITY, &otherwise))
        return everything; /* of whole numbers there are some */
    const double p = pow(a.lo, b.lo), q = pow(a.lo, b.hi), r = pow(a.hi, b.lo), s = pow(a.hi, b.hi);
    return outwards(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)), OF_LIBRARY);
}

Interval jd_interval_op(Op op, Interval a, Interval b) {
    Interval otherwise;
    if (interval_empty(a) || (jd_op_arguments(op) > 1 && interval_empty(b))) return nothing;
    switch (op) {
    case OP_SQUARE:
        return square(a);
    case OP_SIN:
        return sine(a, sin(a.lo), sin(a.hi), pi / 2);
    case OP_COS:
        return sine(a, cos(a.lo), cos(a.hi), 0);
    case OP_TAN:
        return tangent(a);
    case OP_ASIN:
        if (!inside(a, -1, 1, &otherwise)) return otherwise;
        return outwards(asin(a.lo), asin(a.hi), OF_LIBRARY);
    case OP_ACOS:
        if (!inside(a, -1, 1, &otherwise)) return otherwise;
        return outwards(acos(a.lo), acos(a.hi), OF_LIBRARY);
    case OP_ATAN:
        return outwards(atan(a.lo), atan(a.hi), OF_LIBRARY);
    case OP_TANH:
        return within(outwards(tanh(a.lo), tanh(a.hi), OF_LIBRARY), -1, 1);
    case OP_SQRT:
        if (!inside(a, 0, INFINITY, &otherwise)) return otherwise;
        return within(outwards(sqrt(a.lo), sqrt(a.hi), OF_LIBRARY), 0, INFINITY);
    case OP_EXP:
        return within(outwards(exp(a.lo), exp(a.hi), OF_LIBRARY), 0, INFINITY);
    case OP_LOG:
        if (!inside(a, 0, INFINITY, &otherwise)) return otherwise;
        return outwards(log(a.lo), log(a.hi), OF_LIBRARY);
    case OP_HYPOT:
        a = size_of(a), b = size_of(b);
        return within(outwards(hypot(a.lo, b.lo), hypot(a.hi, b.hi), OF_LIBRARY), 0, INFINITY);
    case OP_POWER:
        return power(a, b);
    default:
        return everything;
    }
}
