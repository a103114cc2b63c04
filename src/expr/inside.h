/* SPDX-License-Identifier: MIT
 *
 * What the files of expr/ share: reading units, the scalar operations, and lowering.
 *
 * Lowering works an Expr out to at most three scalars with their dimension, by rules that are the
 * same for constants and for programs: an operation on constants is done at once, any other is
 * noted as an instruction. So a value and a program of the same text agree to the last bit. */
#ifndef JD_EXPR_INSIDE_H
#define JD_EXPR_INSIDE_H

#include "expr/expr.h"

/* ---- Reading -------------------------------------------------------------------------------- */

/* If a unit starts at the lexer's token, moves behind it. */
bool jd_lexer_skip_unit(Lexer *lexer);

/* Messages about the lexer's token. broken: it stands in a line behind the open bracket's. */
typedef void Saying(const Lexer *lexer, Arena *arena, JdLog *log);
Saying jd_say_value_missing, jd_say_unit_unknown;
void jd_say_close_missing(const Lexer *lexer, bool broken, Span open, const char *close,
                          const char *comma, JdLog *log);

/* ---- Scalar operations (ops.def) ------------------------------------------------------------ */

typedef enum {
    OP_CONSTANT, /* the program's own number c */
    OP_TIME,
    OP_INPUT, /* slot c */
#define OP(name, arguments, value) OP_##name,
#include "expr/ops.def"
#undef OP
} Op;

int jd_op_arguments(Op op);
double jd_op_value(Op op, double a, double b, double c);
/* x = value, rate, second derivative. */
typedef struct { double x, v, a; } Jet;
Jet jd_op_jet(Op op, Jet a, Jet b, Jet c);
bool jd_op_jumps(Op op);
bool jd_op_has_poles(Op op);

/* ---- Lowering ------------------------------------------------------------------------------- */

/* A scalar: a constant, or the result of instruction `step`. */
typedef struct { double value; int step; } Ref;
enum { NO_STEP = -1 };

typedef struct { Op op; int args[3]; double number; int slot; } Step;
typedef LIST(Step) Steps;

typedef struct {
    Ref at[3];
    int count; /* 0: a mistake was reported */
    Dim dim;
    bool plain; /* as in Value */
} Term;

/* The arguments of a user's function whose expression is being lowered. */
typedef struct {
    const UserFunction *function;
    const Term *args;
} Frame;

typedef struct {
    const Scope *scope; /* constant names, and the arena */
    Inputs *inputs;     /* run-time names; NULL: none, and no time */
    JdLog *log;
    Steps steps;
    LIST(const TableColumn *) columns; /* that steps read, by their slots */
    const Frame *frame; /* NULL: in none */
    int depth, calls;   /* of calls in calls; all of them */
    int nest;           /* of what is nested, through all functions */
    bool muted;  /* in a branch that is not taken: results need not be finite */
    bool failed; /* something was reported */
    bool told;   /* here, just now */
    const Expr *unit_name; /* with a unit that is a name of the model, too; NULL: none so far */
} Lower;

/* Reports a unit that may be a name of the scope instead (0.1 m*N where N is a parameter); of a number or EXPR_UNITED. */
bool jd_unit_or_name(const Expr *expr, const Scope *scope, JdLog *log);
/* Whether its unit has a factor that the model has as a name, too, and how to write that. */
bool jd_unit_is_name(const Expr *expr, const Scope *scope);
void jd_unit_name_hint(const Expr *expr, const Scope *scope, JdLog *log);

bool jd_term_is_zero(const Term *term); /* a bare 0, which has any dimension */
Term jd_lower(Lower *lower, const Expr *expr);
Term jd_lower_name(Lower *lower, const Expr *path);
/* A binary operation on what was lowered. */
Term jd_lower_two(Lower *lower, const Expr *expr, const Term *a, const Term *b);
Term jd_lower_call(Lower *lower, const Expr *call);

/* One operation on scalars, done or noted. Unused arguments: anything. */
Ref jd_lower_op(Lower *lower, const Expr *at, Op op, Ref a, Ref b, Ref c);
Ref jd_ref(double value);
Ref jd_lower_step(Lower *lower, Step step);
Term jd_lower_dot(Lower *lower, const Expr *at, const Term *a, const Term *b);
/* One dimension for both by the rule of sums, in *dim; else reports that they cannot `verb`. */
bool jd_lower_fit(Lower *lower, const Expr *at, const Term *a, const Term *b, const char *verb,
                  Dim *dim);
/* The dimension a * b^power; reports if that is none. */
bool jd_lower_dim(Lower *lower, const Expr *at, Dim a, Dim b, double power, bool plain, Dim *dim);
/* Whether `term` may stand where `count` (0: any) numbers of `dim` are wanted; else reports. */
bool jd_lower_wanted(Lower *lower, const Expr *at, const Term *term, int count, Dim dim,
                     const char *what);

/* ---- Conditions on time alone (latch.c) ----------------------------------------------------- */

/* One as steps: what is held, and the step that is zero, or a whole number, where it changes. */
typedef struct {
    int value, changes; /* changes NO_STEP: only where a condition inside it does */
    bool whole, linear;
    bool moving;         /* it depends on channels: a corner, */
    double below, above, at; /* as in Corner */
    int number;
} LatchSteps;
typedef struct {
    LIST(LatchSteps) latches;
    int conditions, corners; /* of them */
    LIST(int) terms; /* values that depend on time alone and not linearly, which others or nobody read */
} Latched;
/* Puts latches behind the conditions and corners among the steps up to *result, which moves along.
 * `first`: the number of the first latch, and of the first corner. False: out of memory. */
bool jd_lower_latch(Lower *lower, const int first[2], int *result, Latched *out);

/* The same as programs. */
typedef struct {
    const Program *value, *changes; /* changes NULL: only where a condition inside it does */
    int number;                     /* in what is held */
    bool whole, linear;
} Condition;
const Condition *jd_program_condition(const Program *program, int index); /* NULL past the end */

/* Reports at an expression; the mistake's Term. */
__attribute__((format(printf, 4, 5))) Term jd_lower_mistake(Lower *lower, const char *code,
                                                            const Expr *at, const char *format,
                                                            ...);
/* "a length (m)", "a plain number", "a vector of 2 numbers": for messages. */
typedef struct { char text[96]; } Kind;
Kind jd_kind(Dim dim, bool plain);
Kind jd_size(int count);

#endif
