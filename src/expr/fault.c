/* SPDX-License-Identifier: MIT
 *
 * What operations do where they have no finite value, in words. */
#include "expr/inside.h"

static bool is_whole(double x) {
    return x == floor(x);
}

/* What is done, for a place where the value or a derivative has no end; numbers with all their
 * digits, since 1.0000000000000002 is not 1. */
static void print_act(const ProgramFault *f, Text *out) {
    char a[32], b[32];
    jd_number_text(f->a, a, sizeof a);
    jd_number_text(f->b, b, sizeof b);
    switch ((Op)f->op) {
    case OP_DIVIDE:
        jd_text_print(out, "divides %s by %s", a, b);
        return;
    case OP_POWER:
        jd_text_print(out, "takes %s to the power of %s", a, b);
        return;
    case OP_SQRT:
        jd_text_print(out, "takes the square root of %s", a);
        return;
    case OP_LOG:
    case OP_LOG10:
        jd_text_print(out, "takes the logarithm of %s", a);
        return;
    case OP_ASIN:
    case OP_ACOS:
        jd_text_print(out, "takes %s(%s)", f->op == OP_ASIN ? "asin" : "acos", a);
        return;
    case OP_EXP:
        jd_text_print(out, "takes exp(%s)", a);
        return;
    case OP_TAN:
        jd_text_print(out, "takes tan(%s)", a);
        return;
    case OP_PIECE:
        jd_text_print(out, "reads table '%s' at %s, where that has ended",
                      f->table ? f->table->name : "", b);
        return;
    case OP_ATAN2:
    case OP_HYPOT:
        jd_text_print(out, "takes %s(%s, %s)", f->op == OP_ATAN2 ? "atan2" : "hypot", a, b);
        return;
    default:
        jd_text_print(out, "comes to numbers beyond 1.8e308");
    }
}

/* Outside of where the operation has a value at all. */
bool jd_fault_outside(const ProgramFault *f) {
    switch ((Op)f->op) {
    case OP_ASIN:
    case OP_ACOS:
        return fabs(f->a) > 1;
    case OP_SQRT:
    case OP_LOG:
    case OP_LOG10:
        return f->a < 0;
    case OP_POWER:
        return f->a < 0 && !is_whole(f->b);
    default:
        return false;
    }
}

void jd_fault_print(const ProgramFault *fault, Text *out) {
    static const char *const lacks[] = {"has no finite value", "has an infinite rate",
                                        "has an infinite second derivative"};
    jd_text_print(out, "%s: it ", lacks[jd_fault_outside(fault) ? 0 : fault->order]);
    print_act(fault, out);
}

const char *jd_fault_remedy(const ProgramFault *fault) {
    switch ((Op)fault->op) {
    case OP_DIVIDE:
        return "keep the divisor away from zero: max(x, 1e-6) if it is positive, or if(abs(x) > "
               "1e-6, a/x, b)";
    case OP_ASIN:
    case OP_ACOS:
        return jd_fault_outside(fault) ? "sines and cosines lie between -1 and 1: clamp(x, -1, 1)"
                                       : "keep it away from -1 and 1: clamp(x, -0.999, 0.999)";
    case OP_SQRT:
        return jd_fault_outside(fault)
                   ? "keep what is under the root from going below zero: max(x, 0)"
                   : "roots are steep without bound at zero: begin it smoothly, such "
                     "as with sqrt(x + 1e-6)";
    case OP_LOG:
    case OP_LOG10:
        return "only positive numbers have a logarithm: max(x, 1e-6)";
    case OP_POWER:
        if (jd_fault_outside(fault)) return "negative numbers have whole powers only: abs(x)^p";
        return "at zero a power below 0 has no value, one below 1 no rate and one below 2 no "
               "second derivative: begin it smoothly";
    case OP_PIECE:
        return "keep its argument within the rows, or let the table go on: ends hold, ends extend";
    default:
        return "look at the sizes of the numbers in its expression";
    }
}

bool jd_op_jumps(Op op) {
    switch (op) {
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_SELECT:
    case OP_FLOOR:
    case OP_CEIL:
    case OP_ROUND:
    case OP_SIGN:
    case OP_STEP:
    case OP_ATAN2:
        return true;
    default:
        return false;
    }
}

bool jd_op_has_poles(Op op) {
    return op == OP_DIVIDE || op == OP_POWER || op == OP_TAN || op == OP_EXP || op == OP_LOG ||
           op == OP_LOG10;
}
