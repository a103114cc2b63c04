/* SPDX-License-Identifier: MIT
 *
 * The steps of a program one by one, for those who record them in numbers of their own. */
#include "expr/code.h"

static const char *const names[] = {
    "CONSTANT",
    "TIME",
    "INPUT",
#define OP(name, arguments, value) #name,
#include "expr/ops.def"
#undef OP
};

bool jd_program_step(const Program *program, int index, ProgramStep *step) {
    if (index < 0 || index >= program->instructions) return false;
    const Instruction *code = &code_of(program)[index];
    *step = (ProgramStep){.op = names[code->op],
                          .out = code->out,
                          .a = code->a,
                          .b = code->b,
                          .c = code->c,
                          .reads = jd_op_arguments((Op)code->op),
                          .result = program->result};
    if (code->op == OP_CONSTANT) step->number = program->data[code->c];
    if (code->op == OP_PLACE || code->op == OP_PIECE) step->column = program->column[code->c];
    return true;
}
