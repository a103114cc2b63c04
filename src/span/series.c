/* SPDX-License-Identifier: MIT
 *
 * Bounds of functions of time with their derivatives: Taylor coefficients over a span, by Moore's
 * recurrences, theory (6.24). */
#include "expr/code.h"
#include "span/interval.h"

static Interval scaled(double factor, Interval a) {
    return jd_interval_multiply(interval_at(factor), a);
}

/* What stands still has derivatives zero, also where those of the function have no bound. */
static bool still(const Series *a, int order) {
    for (int k = 1; k <= order; k++)
        if (a->at[k].lo != 0 || a->at[k].hi != 0) return false;
    return true;
}

static Series constant(Interval value) {
    return (Series){{value}};
}

/* ---- Sums and products ---------------------------------------------------------------------- */

static Series sum(int order, const Series *a, const Series *b, double sign) {
    Series out = {0};
    for (int k = 0; k <= order; k++)
        out.at[k] = sign > 0 ? jd_interval_add(a->at[k], b->at[k])
                             : jd_interval_subtract(a->at[k], b->at[k]);
    return out;
}

/* Coefficient k of a b, over the factors from first on of a and from last down. */
static Interval convolve(const Series *a, const Series *b, int k, int first, int last) {
    Interval out = {0, 0};
    for (int i = first; i <= last; i++)
        out = jd_interval_add(out, jd_interval_multiply(a->at[i], b->at[k - i]));
    return out;
}

static Series multiply(int order, const Series *a, const Series *b) {
    Series out = {0};
    for (int k = 0; k <= order; k++) out.at[k] = convolve(a, b, k, 0, k);
    return out;
}

static Series squared(int order, const Series *a) {
    Series out = multiply(order, a, a);
    out.at[0] = jd_interval_op(OP_SQUARE, a->at[0], a->at[0]);
    return out;
}

static Series divide(int order, const Series *a, const Series *b) {
    Series out = {0};
    for (int k = 0; k <= order; k++)
        out.at[k] = jd_interval_divide(jd_interval_subtract(a->at[k], convolve(b, &out, k, 1, k)),
                                       b->at[0]);
    return out;
}

/* ---- Functions by their differential equations ---------------------------------------------- */

/* Coefficient k of f where f' = slope u'. */
static Interval chained(const Series *slope, const Series *u, int k) {
    Interval out = {0, 0};
    for (int i = 1; i <= k; i++)
        out = jd_interval_add(out, jd_interval_multiply(scaled(i, u->at[i]), slope->at[k - i]));
    return jd_interval_divide(out, interval_at(k));
}

/* f(u) from its bounds and the series of its slope. */
static Series integrated(int order, Interval value, const Series *slope, const Series *u) {
    Series out = constant(value);
    for (int k = 1; k <= order; k++) out.at[k] = chained(slope, u, k);
    return out;
}

static Series exponential(int order, const Series *u) {
    Series out = constant(jd_interval_op(OP_EXP, u->at[0], u->at[0]));
    for (int k = 1; k <= order; k++) out.at[k] = chained(&out, u, k);
    return out;
}

static Series logarithm(int order, const Series *u) {
    const Series one = constant(interval_at(1)), slope = divide(order, &one, u);
    return integrated(order, jd_interval_op(OP_LOG, u->at[0], u->at[0]), &slope, u);
}

static void sine_and_cosine(int order, const Series *u, Series *s, Series *c) {
    *s = constant(jd_interval_op(OP_SIN, u->at[0], u->at[0]));
    *c = constant(jd_interval_op(OP_COS, u->at[0], u->at[0]));
    for (int k = 1; k <= order; k++) {
        s->at[k] = chained(c, u, k);
        c->at[k] = scaled(-1, chained(s, u, k));
    }
}

/* f' = (1 + f^2) u', of the hyperbolic one f' = (1 - f^2) u' */
static Series tangent(Op op, int order, const Series *u) {
    const Series one = constant(interval_at(1));
    Series out = constant(jd_interval_op(op, u->at[0], u->at[0]));
    for (int k = 1; k <= order; k++) {
        const Series square = squared(k - 1, &out);
        const Series slope = sum(k - 1, &one, &square, op == OP_TAN ? 1 : -1);
        out.at[k] = chained(&slope, u, k);
    }
    return out;
}

static Series root(int order, const Series *u) {
    Series out = constant(jd_interval_op(OP_SQRT, u->at[0], u->at[0]));
    for (int k = 1; k <= order; k++)
        out.at[k] =
            jd_interval_divide(jd_interval_subtract(u->at[k], convolve(&out, &out, k, 1, k - 1)),
                               scaled(2, out.at[0]));
    return out;
}

/* 1 / (1 + u^2), or 1 / sqrt(1 - u^2) */
static Series arc_slope(int order, const Series *u, double sign) {
    const Series one = constant(interval_at(1)), square = squared(order, u);
    Series below = sum(order, &one, &square, sign);
    if (sign < 0) below = root(order, &below);
    return divide(order, &one, &below);
}

static Series arc(Op op, int order, const Series *u) {
    Series slope = arc_slope(order, u, op == OP_ATAN ? 1 : -1);
    for (int k = 0; k <= order && op == OP_ACOS; k++) slope.at[k] = scaled(-1, slope.at[k]);
    return integrated(order, jd_interval_op(op, u->at[0], u->at[0]), &slope, u);
}

/* The rate is (x y' - y x') / (x^2 + y^2). */
static Series arc_tangent2(int order, const Series *y, const Series *x, bool below) {
    const Series xx = squared(order, x), yy = squared(order, y), rr = sum(order, &xx, &yy, 1);
    Series across = {0};
    for (int k = 0; k < order; k++)
        for (int i = 0; i <= k; i++) {
            const Interval turn =
                jd_interval_subtract(jd_interval_multiply(x->at[k - i], y->at[i + 1]),
                                     jd_interval_multiply(y->at[k - i], x->at[i + 1]));
            across.at[k] = jd_interval_add(across.at[k], scaled(i + 1, turn));
        }
    const Series rate = divide(order, &across, &rr);
    Series out = constant(jd_interval_angle(y->at[0], x->at[0], below));
    for (int k = 1; k <= order; k++) out.at[k] = jd_interval_divide(rate.at[k - 1], interval_at(k));
    return out;
}

static Series hypotenuse(int order, const Series *a, const Series *b) {
    const Series aa = squared(order, a), bb = squared(order, b), both = sum(order, &aa, &bb, 1);
    Series out = root(order, &both);
    out.at[0] = jd_interval_op(OP_HYPOT, a->at[0], b->at[0]);
    return out;
}

/* ---- Powers --------------------------------------------------------------------------------- */

/* By repeated squaring. */
static Series whole_power(int order, Series a, int n) {
    Series out = constant(interval_at(1));
    for (; n > 0; n /= 2) {
        if (n % 2) out = multiply(order, &out, &a);
        if (n > 1) a = squared(order, &a);
    }
    return out;
}

static Series power(int order, const Series *a, const Series *b) {
    enum { MOST_FACTORS = 64 };
    const double n = b->at[0].lo;
    const bool fixed = b->at[0].hi == n && still(b, order);
    if (fixed && n == floor(n) && fabs(n) <= MOST_FACTORS) {
        const Series one = constant(interval_at(1)), product = whole_power(order, *a, (int)fabs(n));
        return n < 0 ? divide(order, &one, &product) : product;
    }
    const Series log_a = logarithm(order, a), exponent = multiply(order, b, &log_a);
    Series out = exponential(order, &exponent);
    if (fixed) out.at[0] = jd_interval_op(OP_POWER, a->at[0], b->at[0]);
    return out;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static Series log10_of(int order, const Series *u) {
    const Series natural = logarithm(order, u), ten = constant(interval_at(10)),
                 log_ten = logarithm(0, &ten);
    return divide(order, &natural, &log_ten);
}

static Series moving(Op op, int order, const Series *a, const Series *b, bool below) {
    const Series zero = {0};
    Series s, c;
    switch (op) {
    case OP_NEGATE:
        return sum(order, &zero, a, -1);
    case OP_ADD:
        return sum(order, a, b, 1);
    case OP_SUBTRACT:
        return sum(order, a, b, -1);
    case OP_MULTIPLY:
        return multiply(order, a, b);
    case OP_DIVIDE:
        return divide(order, a, b);
    case OP_SQUARE:
        return squared(order, a);
    case OP_POWER:
        return power(order, a, b);
    case OP_SIN:
    case OP_COS:
        sine_and_cosine(order, a, &s, &c);
        return op == OP_SIN ? s : c;
    case OP_TAN:
    case OP_TANH:
        return tangent(op, order, a);
    case OP_ASIN:
    case OP_ACOS:
    case OP_ATAN:
        return arc(op, order, a);
    case OP_ATAN2_SIDE:
        return arc_tangent2(order, a, b, below);
    case OP_SQRT:
        return root(order, a);
    case OP_EXP:
        return exponential(order, a);
    case OP_LOG:
        return logarithm(order, a);
    case OP_LOG10:
        return log10_of(order, a);
    case OP_HYPOT:
        return hypotenuse(order, a, b);
    default: { /* corners and jumps: whoever reads them is told what holds, see jd_program_series */
        Series unknown;
        for (int k = 0; k <= SERIES_ORDER; k++) unknown.at[k] = interval(-INFINITY, INFINITY);
        return unknown;
    }
    }
}

Series jd_series_op(Op op, int order, const Series *a, const Series *b, const Series *c) {
    if (op == OP_SELECT) return a->at[0].lo != 0 ? *b : *c; /* the condition is held: one number */
    /* Of numbers alone the value is known as well as programs know it. */
    const int arguments = jd_op_arguments(op);
    const bool point = a->at[0].lo == a->at[0].hi && still(a, order) &&
                       (arguments < 2 || (b->at[0].lo == b->at[0].hi && still(b, order)));
    if (point) return constant(interval_at(jd_op_value(op, a->at[0].lo, b->at[0].lo, c->at[0].lo)));
    return moving(op, order, a, b, c->at[0].lo != 0);
}

/* ---- Programs ------------------------------------------------------------------------------- */

/* An input that goes straight from its value at one time to that at another, or is made of such. */
static Series along(const Path *path, int slot, Interval time, const double *held, int order) {
    if (path->made[slot] && path->levels > 0) {
        Path below = *path;
        below.levels--;
        return jd_program_series(path->made[slot], time, held, &below, order);
    }
    const double way = path->end[slot] - path->begin[slot], slope = way / (path->to - path->from);
    const Interval since = interval((time.lo - path->from) * slope, (time.hi - path->from) * slope);
    const Interval ordered = since.lo <= since.hi ? since : interval(since.hi, since.lo);
    return (Series){{jd_interval_add(interval_at(path->begin[slot]), ordered), interval_at(slope)}};
}

Series jd_program_series(const Program *program, Interval time, const double *held,
                         const Path *path, int order) {
    Series r[REGISTERS];
    if (path) ++*path->looks;
    const Instruction *code = code_of(program), *end = code + program->instructions;
    for (; code < end; code++) {
        switch (code->op) {
        case OP_CONSTANT:
            r[code->out] = (Series){{interval_at(program->data[code->c])}};
            break;
        case OP_TIME:
            r[code->out] = (Series){{time, interval_at(1)}};
            break;
        case OP_LATCH:
            r[code->out] = (Series){{interval_at(held[code->c])}};
            break;
        case OP_INPUT:
            r[code->out] = along(path, code->c, time, held, order);
            break;
        case OP_PLACE:
            r[code->out] =
                jd_table_place_series(program->column[code->c]->table, order, &r[code->a]);
            break;
        case OP_PIECE:
            r[code->out] =
                jd_column_series(program->column[code->c], order, &r[code->a], &r[code->b]);
            break;
        default:
            r[code->out] = jd_series_op((Op)code->op, order, &r[code->a], &r[code->b], &r[code->c]);
        }
    }
    return r[program->result];
}
