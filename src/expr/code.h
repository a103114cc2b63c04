/* SPDX-License-Identifier: MIT
 *
 * The code of a program, for those who run it in their own numbers: values (program.c), bounds (series.c), paces
 * (look.c). */
#ifndef JD_EXPR_CODE_H
#define JD_EXPR_CODE_H

#include "expr/inside.h"

enum { REGISTERS = 64 };

typedef struct {
    unsigned char op, out, a, b;
    int c;
} Instruction; /* c: register, slot, constant, number of a latch */

struct Program {
    size_t size;
    int constants, instructions;
    int result; /* register */
    bool uses_time, uses_inputs;
    int conditions, terms, corners;
    const Condition *condition;
    const Corner *corner;
    const Program *const *term;
    const TableColumn *const *column; /* that PLACE and PIECE read */
    double data[]; /* constants, then instructions */
};

static inline const Instruction *code_of(const Program *program) {
    return (const Instruction *)(const void *)(program->data + program->constants);
}

#endif
