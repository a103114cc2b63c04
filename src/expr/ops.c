/* SPDX-License-Identifier: MIT
 *
 * The scalar operations (ops.def): how many arguments, and their value. */
#include "expr/inside.h"

int jd_op_arguments(Op op) {
    switch (op) {
#define OP(name, arguments, value)                                                                 \
    case OP_##name:                                                                                \
        return arguments;
#include "expr/ops.def"
#undef OP
    default:
        return 0;
    }
}

/* The angle of [x, y], continued over the negative x axis from the side that is held: that of y < 0
 * or the other. */
static double atan2_on_side(double y, double x, bool below) {
    static const double pi = 3.14159265358979323846;
    const double angle = atan2(y, x);
    if (below) return angle > pi / 2 ? angle - 2 * pi : angle;
    return angle < -pi / 2 ? angle + 2 * pi : angle;
}

double jd_op_value(Op op, double a, double b, double c) {
    switch (op) {
#define OP(name, arguments, value)                                                                 \
    case OP_##name:                                                                                \
        return value;
#include "expr/ops.def"
#undef OP
    default:
        return NAN;
    }
}
