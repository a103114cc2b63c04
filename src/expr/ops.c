/* SPDX-License-Identifier: MIT
 *
 * The scalar operations (ops.def): how many arguments, and their value. */
#include "expr/inside.h"
#include <math.h>

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
