/* SPDX-License-Identifier: MIT
 *
 * How fast a term of time can change at most: the sum of the frequencies in its waves. Sums,
 * differences and products of waves, of exp(a t) and of powers of time are all that has one. Where
 * a step has several stages in the shortest wave it misses nothing, and need not look at bounds. */
#include "expr/code.h"
#include <math.h>

enum { MOST_DEGREE = 3 }; /* of powers of time that hide nothing between stages */

/* value + slope t, or something with a pace and powers of time up to a degree. */
typedef struct {
    bool linear;
    double value, slope;
    double pace;
    int degree;
} Part;

static const Part wild = {.pace = INFINITY};

static Part number(double value) {
    return (Part){.linear = true, .value = value};
}

static bool is_number(Part a) {
    return a.linear && a.slope == 0;
}

static Part sum(Part a, Part b, double sign) {
    return (Part){.linear = a.linear && b.linear,
                  .value = a.value + sign * b.value,
                  .slope = a.slope + sign * b.slope,
                  .pace = fmax(a.pace, b.pace),
                  .degree = a.degree > b.degree ? a.degree : b.degree};
}

static Part scaled(Part a, double factor) {
    a.value *= factor;
    a.slope *= factor;
    return a;
}

static Part product(Part a, Part b) {
    if (is_number(a)) return scaled(b, a.value);
    if (is_number(b)) return scaled(a, b.value);
    return (Part){.pace = a.pace + b.pace, .degree = a.degree + b.degree};
}

static Part power(Part a, Part b) {
    if (is_number(a) && is_number(b)) return number(pow(a.value, b.value));
    if (!is_number(b) || !(b.value == 2 || b.value == 3)) return wild;
    const Part square = product(a, a);
    return b.value == 2 ? square : product(square, a);
}

static Part op(Op op, Part a, Part b, Part c) {
    switch (op) {
    case OP_NEGATE:
        return scaled(a, -1);
    case OP_ADD:
        return sum(a, b, 1);
    case OP_SUBTRACT:
        return sum(a, b, -1);
    case OP_MULTIPLY:
        return product(a, b);
    case OP_DIVIDE:
        return is_number(b) ? scaled(a, 1 / b.value) : wild;
    case OP_SQUARE:
        return product(a, a);
    case OP_POWER:
        return power(a, b);
    case OP_SELECT:
        return !is_number(a) ? wild : a.value != 0 ? b : c;
    case OP_SIN:
    case OP_COS:
    case OP_EXP:
        if (is_number(a)) return number(jd_op_value(op, a.value, 0, 0));
        return a.linear ? (Part){.pace = fabs(a.slope)} : wild;
    default:
        if (!is_number(a) || !is_number(b) || !is_number(c)) return wild;
        return number(jd_op_value(op, a.value, b.value, c.value));
    }
}

double jd_term_pace(const Program *term, bool stages, const double *held) {
    Part r[REGISTERS];
    const Instruction *code = code_of(term), *end = code + term->instructions;
    for (; code < end; code++) {
        switch (code->op) {
        case OP_CONSTANT:
            r[code->out] = number(term->data[code->c]);
            break;
        case OP_TIME:
            r[code->out] = (Part){.linear = true, .slope = 1, .degree = 1};
            break;
        case OP_LATCH:
            r[code->out] = number(held[code->c]);
            break;
        default:
            r[code->out] = op((Op)code->op, r[code->a], r[code->b], r[code->c]);
        }
    }
    const Part result = r[term->result];
    return result.degree > (stages ? MOST_DEGREE : 1) ? INFINITY : result.pace;
}
