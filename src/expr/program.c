/* SPDX-License-Identifier: MIT
 *
 * Programs: the steps of a lowered expression as flat code on a few registers. A Program is one
 * block (head, constants, instructions), so that it can be copied; the programs of its conditions
 * on time stand beside it. */
#include "expr/code.h"
#include "expr/table.h"
#include <assert.h>
#include <string.h>

/* ---- Running -------------------------------------------------------------------------------- */

static inline bool is_held(Now at, int number) {
    return at.held && !isnan(at.held[number]);
}

double jd_program_eval_at(const Program *program, Now at, const double *inputs) {
    double r[REGISTERS];
    const Instruction *code = code_of(program), *end = code + program->instructions;
    for (; code < end; code++) {
        switch (code->op) {
        case OP_CONSTANT:
            r[code->out] = program->data[code->c];
            break;
        case OP_TIME:
            r[code->out] = at.time;
            break;
        case OP_LATCH:
            r[code->out] = is_held(at, code->c) ? at.held[code->c] : r[code->a];
            break;
        case OP_INPUT:
            r[code->out] = inputs[code->c];
            break;
        case OP_PLACE:
            r[code->out] = jd_table_place(program->column[code->c]->table, r[code->a]);
            break;
        case OP_PIECE:
            r[code->out] = jd_column_value(program->column[code->c], r[code->a], r[code->b]);
            break;
        case OP_ADD:
            r[code->out] = r[code->a] + r[code->b];
            break;
        case OP_SUBTRACT:
            r[code->out] = r[code->a] - r[code->b];
            break;
        case OP_MULTIPLY:
            r[code->out] = r[code->a] * r[code->b];
            break;
        default:
            r[code->out] = jd_op_value((Op)code->op, r[code->a], r[code->b], r[code->c]);
        }
    }
    return r[program->result];
}

void jd_program_jet_at(const Program *program, Now at, const double *inputs, double out[3]) {
    Jet r[REGISTERS];
    const Instruction *code = code_of(program), *end = code + program->instructions;
    for (; code < end; code++) {
        switch (code->op) {
        case OP_CONSTANT:
            r[code->out] = (Jet){program->data[code->c], 0, 0};
            break;
        case OP_TIME:
            r[code->out] = (Jet){at.time, 1, 0};
            break;
        case OP_LATCH:
            r[code->out] = (Jet){is_held(at, code->c) ? at.held[code->c] : r[code->a].x, 0, 0};
            break;
        case OP_INPUT:
            r[code->out] = (Jet){inputs[code->c], 0, 0};
            break;
        case OP_PLACE:
            r[code->out] = jd_table_place_jet(program->column[code->c]->table, r[code->a]);
            break;
        case OP_PIECE:
            r[code->out] = jd_column_jet(program->column[code->c], r[code->a].x, r[code->b]);
            break;
        default:
            r[code->out] = jd_op_jet((Op)code->op, r[code->a], r[code->b], r[code->c]);
        }
    }
    const Jet result = r[program->result];
    out[0] = result.x, out[1] = result.v, out[2] = result.a;
}

double jd_program_eval(const Program *program, double time, const double *inputs) {
    return jd_program_eval_at(program, (Now){.time = time}, inputs);
}

void jd_program_jet(const Program *program, double time, const double *inputs, double out[3]) {
    jd_program_jet_at(program, (Now){.time = time}, inputs, out);
}

int jd_program_conditions(const Program *program) {
    return program->conditions;
}

const Condition *jd_program_condition(const Program *program, int index) {
    assert(index >= 0);
    return index < program->conditions ? &program->condition[index] : NULL;
}

const Corner *jd_program_corner(const Program *program, int index) {
    assert(index >= 0);
    return index < program->corners ? &program->corner[index] : NULL;
}

const Program *jd_program_term(const Program *program, int index) {
    assert(index >= 0);
    return index < program->terms ? program->term[index] : NULL;
}

bool jd_program_is_constant(const Program *program) {
    return !program->uses_time && !program->uses_inputs;
}

bool jd_program_uses_inputs(const Program *program) {
    return program->uses_inputs;
}

int jd_program_input(const Program *program, int *at) {
    const Instruction *code = code_of(program);
    while (*at < program->instructions)
        if (code[(*at)++].op == OP_INPUT) return code[*at - 1].c;
    return -1;
}

size_t jd_program_size(const Program *program) {
    return program->size;
}

/* ---- What is wrong with it ------------------------------------------------------------------- */

/* The first of value, rate and second derivative that is not finite; above `orders`: all are. */
static int first_bad(Jet u, int orders) {
    const double of[3] = {u.x, u.v, u.a};
    int order = 0;
    while (order <= orders && isfinite(of[order])) order++;
    return order;
}

/* A number that is not finite, with where it came from. */
typedef struct {
    Jet jet;
    ProgramFault fault;
} Traced;

static bool reads_table(Op op) {
    return op == OP_PLACE || op == OP_PIECE;
}

/* Of arguments that are not finite the first is to blame, but for branches that are not taken. */
static Traced trace_op(Op op, const TableColumn *column, const Traced *const from[3], int orders) {
    const int count = jd_op_arguments(op);
    Traced to = {0};
    if (op == OP_PLACE)
        to.jet = jd_table_place_jet(column->table, from[0]->jet);
    else if (op == OP_PIECE)
        to.jet = jd_column_jet(column, from[0]->jet.x, from[1]->jet);
    else
        to.jet = jd_op_jet(op, from[0]->jet, from[1]->jet, from[2]->jet);
    to.fault = (ProgramFault){.op = (int)op,
                              .order = first_bad(to.jet, orders),
                              .a = from[0]->jet.x,
                              .b = from[1]->jet.x,
                              .slot = -1,
                              .table = column ? column->table : NULL};
    for (int k = 0; k < count; k++) {
        const bool idle = op == OP_SELECT && k > 0 && (k == 1) != (from[0]->jet.x != 0);
        if (idle || first_bad(from[k]->jet, orders) > to.fault.order) continue;
        to.fault = from[k]->fault;
        break;
    }
    return to;
}

bool jd_program_fault(const Program *program, Now at, const double *inputs, int orders,
                      ProgramFault *fault) {
    Traced r[REGISTERS];
    const Instruction *code = code_of(program), *end = code + program->instructions;
    memset(r, 0, sizeof r);
    for (; code < end; code++) {
        const int c = jd_op_arguments((Op)code->op) > 2 ? code->c : code->b;
        const Traced *const from[3] = {&r[code->a], &r[code->b], &r[c]};
        if (code->op == OP_CONSTANT)
            r[code->out] = (Traced){.jet = {program->data[code->c], 0, 0}};
        else if (code->op == OP_TIME)
            r[code->out] = (Traced){.jet = {at.time, 1, 0}};
        else if (code->op == OP_LATCH)
            r[code->out] =
                (Traced){.jet = {is_held(at, code->c) ? at.held[code->c] : r[code->a].jet.x, 0, 0}};
        else if (code->op == OP_INPUT)
            r[code->out] = (Traced){{inputs[code->c], 0, 0}, {.slot = code->c}};
        else
            r[code->out] =
                trace_op((Op)code->op, reads_table((Op)code->op) ? program->column[code->c] : NULL,
                         from, orders);
    }
    *fault = r[program->result].fault;
    fault->order = first_bad(r[program->result].jet, orders);
    return fault->order <= orders;
}

static bool has_op(const Program *program, bool (*is)(Op op)) {
    for (int n = 0; n < program->instructions; n++)
        if (is((Op)code_of(program)[n].op)) return true;
    return false;
}

bool jd_program_jumps(const Program *program) {
    return has_op(program, jd_op_jumps);
}

bool jd_program_has_poles(const Program *program) {
    return has_op(program, jd_op_has_poles);
}

/* ---- Building ------------------------------------------------------------------------------- */

/* For each step the last step that reads it (itself: nobody does), and its register. */
typedef struct {
    int last, place;
    bool needed;
} Life;

typedef struct {
    const Steps *steps;
    Life *lives;
    bool taken[REGISTERS];
    Program *program;
} Builder;

static Life *find_lives(const Steps *steps, int result, Arena *arena) {
    assert(result >= 0 && result < steps->count);
    Life *lives = ARENA_NEW(arena, Life, steps->count);
    if (!lives) return NULL;
    lives[result] = (Life){.last = steps->count, .needed = true};
    for (int n = result; n >= 0; n--) {
        const Step *step = &steps->at[n];
        for (int k = 0; k < 3 && lives[n].needed && jd_op_arguments(step->op); k++) {
            Life *read = &lives[step->args[k]];
            if (!read->needed) *read = (Life){.last = n, .needed = true};
        }
    }
    return lives;
}

static int take_register(Builder *b) {
    for (int n = 0; n < REGISTERS; n++) {
        if (b->taken[n]) continue;
        b->taken[n] = true;
        return n;
    }
    return -1;
}

/* Writes step n; false when registers run out. */
static bool add_instruction(Builder *b, int n, Instruction *code) {
    const Step *step = &b->steps->at[n];
    Program *program = b->program;
    const bool reads = jd_op_arguments(step->op) > 0;
    int places[3] = {0};
    for (int k = 0; k < 3 && reads; k++) places[k] = b->lives[step->args[k]].place;
    for (int k = 0; k < 3 && reads; k++)
        if (b->lives[step->args[k]].last == n) b->taken[places[k]] = false;

    const int out = take_register(b);
    if (out < 0) return false;
    b->lives[n].place = out;
    *code = (Instruction){.op = (unsigned char)step->op,
                          .out = (unsigned char)out,
                          .a = (unsigned char)places[0],
                          .b = (unsigned char)places[1],
                          .c = step->op == OP_INPUT || step->op == OP_LATCH || reads_table(step->op)
                                   ? step->slot
                                   : places[2]};
    program->uses_time |= step->op == OP_TIME;
    program->uses_inputs |= step->op == OP_INPUT;
    if (step->op != OP_CONSTANT) return true;
    code->c = program->constants;
    program->data[program->constants++] = step->number;
    return true;
}

/* One block for the needed steps up to the result. */
static Program *allot(const Steps *steps, const Life *lives, int result, Arena *arena) {
    int constants = 0, instructions = 0;
    for (int n = 0; n <= result; n++) {
        instructions += lives[n].needed;
        constants += lives[n].needed && steps->at[n].op == OP_CONSTANT;
    }
    const size_t size = sizeof(Program) + sizeof(double) * (size_t)constants +
                        sizeof(Instruction) * (size_t)instructions;
    Program *program = jd_arena_take(arena, size);
    if (!program) return NULL;
    program->size = size;
    program->instructions = instructions;
    return program;
}

static Program *build(Lower *lower, const Expr *expr, int result, Arena *arena) {
    Builder b = {.steps = &lower->steps, .lives = find_lives(&lower->steps, result, arena)};
    b.program = b.lives ? allot(b.steps, b.lives, result, arena) : NULL;
    if (!b.program) return NULL;

    /* The code starts behind the constants; those are counted up again while they are placed. */
    int constants = 0;
    for (int n = 0; n <= result; n++)
        constants += b.lives[n].needed && b.steps->at[n].op == OP_CONSTANT;
    Instruction *code = (Instruction *)(void *)(b.program->data + constants);
    for (int n = 0; n <= result; n++) {
        if (!b.lives[n].needed || add_instruction(&b, n, code++)) continue;
        jd_lower_mistake(lower, "expression-too-large", expr,
                         "this expression needs more than %d values at the same time", REGISTERS);
        jd_hint(lower->log, "split it into a sum of smaller forces or motions");
        return NULL;
    }
    b.program->result = b.lives[result].place;
    b.program->column = lower->columns.at;
    return b.program;
}

static bool add_corner(Lower *lower, const Expr *expr, const LatchSteps *steps, Corner *corner,
                       Arena *arena) {
    *corner = (Corner){.changes = build(lower, expr, steps->changes, arena),
                       .number = steps->number,
                       .whole = steps->whole,
                       .below = steps->below,
                       .above = steps->above,
                       .at = steps->at};
    return corner->changes;
}

/* What its conditions, its corners and its terms of time do, each as a program of its own. */
static bool add_parts(Program *program, Lower *lower, const Expr *expr, const Latched *latched,
                      Arena *arena) {
    Condition *condition = ARENA_NEW(arena, Condition, latched->latches.count + 1);
    const Program **term = ARENA_NEW(arena, const Program *, latched->terms.count + 1);
    Corner *corner = ARENA_NEW(arena, Corner, latched->latches.count + 1);
    int count = 0, corners = 0;
    if (!condition || !term || !corner) return false;
    for (int k = 0; k < latched->latches.count; k++) {
        const LatchSteps *steps = &latched->latches.at[k];
        if (steps->moving) {
            if (!add_corner(lower, expr, steps, &corner[corners++], arena)) return false;
            continue;
        }
        Condition *to = &condition[count++];
        *to = (Condition){.value = build(lower, expr, steps->value, arena),
                          .number = steps->number,
                          .whole = steps->whole,
                          .linear = steps->linear};
        if (!to->value) return false;
        if (steps->changes == NO_STEP) continue;
        to->changes = build(lower, expr, steps->changes, arena);
        if (!to->changes) return false;
    }
    for (int k = 0; k < latched->terms.count; k++)
        if (!(term[k] = build(lower, expr, latched->terms.at[k], arena))) return false;
    program->conditions = count;
    program->corners = corners;
    program->corner = corner;
    program->terms = latched->terms.count;
    program->condition = condition;
    program->term = term;
    return true;
}

static Program *build_whole(Lower *lower, const Expr *expr, int result, Arena *arena) {
    Latched latched = {0};
    const Inputs *inputs = lower->inputs;
    const int first[2] = {inputs ? inputs->latches : 0, inputs ? inputs->corners : 0};
    if (!jd_lower_latch(lower, first, &result, &latched)) return NULL;
    Program *program = build(lower, expr, result, arena);
    if (!program || !add_parts(program, lower, expr, &latched, arena)) return NULL;
    if (lower->inputs) lower->inputs->latches += latched.conditions;
    if (lower->inputs) lower->inputs->corners += latched.corners;
    return program;
}

/* The program of what was lowered to one number. */
static Program *build_term(Lower *lower, const Expr *expr, const Term *term, Arena *arena) {
    Ref ref = term->at[0];
    if (ref.step == NO_STEP)
        ref = jd_lower_step(lower, (Step){.op = OP_CONSTANT, .number = ref.value});
    return lower->failed ? NULL : build_whole(lower, expr, ref.step, arena);
}

Program *jd_program_new(const Expr *expr, Inputs *inputs, Dim dim, const char *what, Arena *arena,
                        JdLog *log) {
    if (!expr) return NULL;
    const Scope empty = {.arena = arena};
    Lower lower = {.scope = &empty, .inputs = inputs, .log = log};
    const Term term = jd_lower(&lower, expr);
    Program *program = NULL;
    if (!lower.failed && term.count && jd_lower_wanted(&lower, expr, &term, 1, dim, what))
        program = build_term(&lower, expr, &term, arena);
    if (arena->failed) jd_report_memory(log);
    return arena->failed ? NULL : program;
}

Program *jd_program_new_any(const Expr *expr, Inputs *inputs, Dim *dim, Arena *arena, JdLog *log) {
    if (!expr) return NULL;
    const Scope empty = {.arena = arena};
    Lower lower = {.scope = &empty, .inputs = inputs, .log = log};
    const Term term = jd_lower(&lower, expr);
    Program *program = NULL;
    *dim = term.dim;
    if (!lower.failed && term.count && jd_lower_wanted(&lower, expr, &term, 1, term.dim, NULL))
        program = build_term(&lower, expr, &term, arena);
    if (arena->failed) jd_report_memory(log);
    return arena->failed ? NULL : program;
}

/* ---- Its steps one by one, for those who record them in numbers of their own ------------------
 */

static const char *const op_names[] = {
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
    *step = (ProgramStep){.op = op_names[code->op],
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
