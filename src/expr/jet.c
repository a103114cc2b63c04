/* SPDX-License-Identifier: MIT
 *
 * Value and first two derivatives of the scalar operations. For f(u): f' = f_u u' and
 * f'' = f_uu u'^2 + f_u u''. Operations with corners (abs, min, if, floor) follow the branch
 * that is active. What does not move has derivatives zero, also where f_u is infinite. */
#include "expr/inside.h"

static bool still(Jet u) {
    return u.v == 0 && u.a == 0;
}

/* f(u) from its value and its derivatives d, dd with respect to u. */
static Jet chain(Jet u, double value, double d, double dd) {
    if (still(u)) return (Jet){value, 0, 0};
    return (Jet){value, d * u.v, dd * u.v * u.v + d * u.a};
}

static Jet product(Jet a, Jet b) {
    return (Jet){a.x * b.x, a.v * b.x + a.x * b.v, a.a * b.x + 2 * a.v * b.v + a.x * b.a};
}

static Jet quotient(Jet a, Jet b) {
    const double x = a.x / b.x;
    const double v = (a.v - x * b.v) / b.x;
    return (Jet){x, v, (a.a - 2 * v * b.v - x * b.a) / b.x};
}

/* Fixed exponent: a factor zero ends the chain, so that t^2 is smooth at zero. */
static Jet fixed_power(Jet a, double p) {
    const double d = p == 0 ? 0 : p * pow(a.x, p - 1);
    const double dd = p == 0 || p == 1 ? 0 : p * (p - 1) * pow(a.x, p - 2);
    return chain(a, pow(a.x, p), d, dd);
}

/* exp(b log a). */
static Jet power(Jet a, Jet b) {
    if (still(b)) return fixed_power(a, b.x);
    const Jet log_a = chain(a, log(a.x), 1 / a.x, -1 / (a.x * a.x));
    const Jet exponent = product(b, log_a);
    const double x = pow(a.x, b.x);
    return chain(exponent, x, x, x);
}

static Jet sine(Jet a) {
    const CosSin of = jd_cos_sin(a.x);
    return chain(a, of.s, of.c, -of.s);
}

static Jet cosine(Jet a) {
    const CosSin of = jd_cos_sin(a.x);
    return chain(a, of.c, -of.s, -of.c);
}

static Jet tangent(Jet u) {
    const double x = tan(u.x), d = 1 + x * x;
    return chain(u, x, d, 2 * x * d);
}

static Jet hyperbolic_tangent(Jet u) {
    const double x = tanh(u.x), d = 1 - x * x;
    return chain(u, x, d, -2 * x * d);
}

static Jet arc_sine(Jet u, double value, double sign) {
    const double d = 1 / sqrt(1 - u.x * u.x);
    return chain(u, value, sign * d, sign * u.x * d * d * d);
}

static Jet arc_tangent(Jet u) {
    const double d = 1 / (1 + u.x * u.x);
    return chain(u, atan(u.x), d, -2 * u.x * d * d);
}

static Jet arc_tangent2(Jet y, Jet x) {
    const double value = atan2(y.x, x.x), rr = x.x * x.x + y.x * y.x;
    if (still(x) && still(y)) return (Jet){value, 0, 0};
    const double v = (x.x * y.v - y.x * x.v) / rr;
    const double turn = x.x * y.a - y.x * x.a - 2 * (x.x * x.v + y.x * y.v) * v;
    return (Jet){value, v, turn / rr};
}

static Jet arc_tangent2_side(Jet y, Jet x, Jet below) {
    Jet out = arc_tangent2(y, x);
    out.x = jd_op_value(OP_ATAN2_SIDE, y.x, x.x, below.x);
    return out;
}

static Jet root(Jet u) {
    const double x = sqrt(u.x);
    if (still(u)) return (Jet){x, 0, 0};
    const double v = u.v / (2 * x);
    return (Jet){x, v, (u.a - 2 * v * v) / (2 * x)};
}

/* At zero the length grows with the speed. */
static Jet hypotenuse(Jet a, Jet b) {
    const double x = hypot(a.x, b.x);
    if (still(a) && still(b)) return (Jet){x, 0, 0};
    if (x == 0) return (Jet){0, hypot(a.v, b.v), 0};
    const double v = (a.x * a.v + b.x * b.v) / x;
    return (Jet){x, v, (a.v * a.v + a.x * a.a + b.v * b.v + b.x * b.a - v * v) / x};
}

static Jet times(Jet u, double factor) {
    return (Jet){factor * u.x, factor * u.v, factor * u.a};
}

Jet jd_op_jet(Op op, Jet a, Jet b, Jet c) {
    switch (op) {
    case OP_NEGATE:
        return times(a, -1);
    case OP_ADD:
        return (Jet){a.x + b.x, a.v + b.v, a.a + b.a};
    case OP_SUBTRACT:
        return (Jet){a.x - b.x, a.v - b.v, a.a - b.a};
    case OP_MULTIPLY:
        return product(a, b);
    case OP_DIVIDE:
        return quotient(a, b);
    case OP_POWER:
        return power(a, b);
    case OP_SQUARE:
        return product(a, a);
    case OP_SELECT:
        return a.x != 0 ? b : c;
    case OP_SIN:
        return sine(a);
    case OP_COS:
        return cosine(a);
    case OP_TAN:
        return tangent(a);
    case OP_TANH:
        return hyperbolic_tangent(a);
    case OP_ASIN:
        return arc_sine(a, asin(a.x), 1);
    case OP_ACOS:
        return arc_sine(a, acos(a.x), -1);
    case OP_ATAN:
        return arc_tangent(a);
    case OP_ATAN2:
        return arc_tangent2(a, b);
    case OP_ATAN2_SIDE:
        return arc_tangent2_side(a, b, c);
    case OP_SQRT:
        return root(a);
    case OP_EXP:
        return chain(a, exp(a.x), exp(a.x), exp(a.x));
    case OP_LOG:
        return chain(a, log(a.x), 1 / a.x, -1 / (a.x * a.x));
    case OP_LOG10:
        return chain(a, log10(a.x), 1 / (a.x * log(10)), -1 / (a.x * a.x * log(10)));
    case OP_ABS:
        return a.x < 0 ? times(a, -1) : (Jet){fabs(a.x), a.v, a.a};
    case OP_MIN:
        return a.x < b.x ? a : b;
    case OP_MAX:
        return a.x > b.x ? a : b;
    case OP_HYPOT:
        return hypotenuse(a, b);
    default:
        return (Jet){jd_op_value(op, a.x, b.x, c.x), 0, 0}; /* steps and comparisons */
    }
}
