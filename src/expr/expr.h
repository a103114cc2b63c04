/* SPDX-License-Identifier: MIT
 *
 * Words and expressions: text -> tokens -> Expr -> a value with its dimension, or a small
 * program for values that change during the run. Knows no mechanics. */
#ifndef JD_EXPR_H
#define JD_EXPR_H

#include "unit/unit.h"

/* ---- Sources and tokens --------------------------------------------------------------------- */

typedef struct { const char *file, *text; size_t length; } Source; /* text need not end with NUL */
typedef struct { const Source *source; size_t start, length; } Span;

Where jd_span_where(Span span); /* lives as long as the source; line and column are found when somebody asks */

typedef enum {
    TOKEN_END,     /* end of the text */
    TOKEN_LINE,    /* end of a line (comments and blank lines are swallowed) */
    TOKEN_WORD,    /* letter, then letters, digits and _ ; a '-' inside joins if a letter follows it
                      directly and jd_lexer's `hyphens` is set (type names: pin-in-slot) */
    TOKEN_NUMBER,  /* 12, 1.5e-3 */
    TOKEN_STRING,  /* "..." */
    TOKEN_PUNCT,   /* one of: ( ) [ ] { } , : = + - * / ^ < > ! . or -- == <= >= != */
    TOKEN_BAD,     /* a byte that starts nothing */
} TokenKind;

typedef struct {
    TokenKind kind;
    Span span;
    bool tight;    /* no white space between the previous token and this one */
    double number; /* TOKEN_NUMBER */
} Token;

typedef struct {
    const Source *source;
    size_t at;
    Token token;  /* the current one */
    size_t behind; /* where the last token before it ended, ends of lines aside */
    bool hyphens; /* see TOKEN_WORD; set it before the jd_lexer_next that reads the word */
} Lexer;
void jd_lexer_start(Lexer *lexer, const Source *source); /* the first token is then current */
void jd_lexer_next(Lexer *lexer);
bool jd_token_is(const Token *token, const char *text); /* a word or punctuation of this text */
bool jd_token_slashes(const Token *token); /* one of those that begin a comment elsewhere */
/* The text of a token; of a string what is between the quotes, with \" and \\ resolved. */
char *jd_token_text(const Token *token, Arena *arena);

/* ---- Expressions ---------------------------------------------------------------------------- */

typedef enum {
    EXPR_NUMBER, /* number, with `text` its unit as written, or NULL   12 mm */
    EXPR_STRING,
    EXPR_NAME,   /* text                             crank            */
    EXPR_FIELD,  /* args[0] . text                   crank.angle      */
    EXPR_INDEX,  /* args[0] [ args[1] ]              crank[i+1]       */
    EXPR_CALL,   /* text ( args )                    sin(a)           */
    EXPR_UNARY,  /* text is "-" or "!"                                */
    EXPR_BINARY, /* text is + - * / ^ < > <= >= == != and or          */
    EXPR_VECTOR, /* [args]                                            */
    EXPR_UNITED, /* args[0] with unit `text`         [0, 1] m, (a) mm */
    EXPR_DOT,    /* args[0] . ( args[1] )            d.(xi + yj)      */
} ExprKind;

typedef struct Expr Expr;

/* Values over an argument, given at knots. Numbers are SI. */
typedef enum { TABLE_LINEAR, TABLE_MONOTONE, TABLE_NATURAL, TABLE_PERIODIC } TableWay;
typedef enum { ENDS_HOLD, ENDS_EXTEND, ENDS_REFUSE } TableEnds;
typedef struct TableColumn TableColumn;
typedef struct {
    const char *name;
    int rows, columns; /* of values: without the argument */
    TableWay way;
    TableEnds ends;
    Unit argument;
    const double *x; /* rising */
    const TableColumn *column;
} Table;
/* columns: with the argument, which is the first; value: row by row. At least two rows, the argument rising; of a periodic
 * one the first and last values are the same: whoever reads them sees to it. */
typedef struct {
    const char *name;
    int rows, columns;
    TableWay way;
    TableEnds ends;
    const char *const *names;
    const Unit *unit;
    const double *value;
} TableDef;
Table *jd_table_new(const TableDef *def, Arena *arena); /* NULL: out of memory */

/* A function of the user's. Whoever calls it works its arguments out once; its expression reads them by their names. */
typedef struct {
    const char *name;
    Span span;
    int count;
    const char *const *params;
    const Expr *body; /* bound, but for the arguments */
    bool runs;        /* it reads time or channels besides */
    const Table *table; /* it is a table: then it has no expression; NULL: it is none */
} UserFunction;

struct Expr {
    ExprKind kind;
    Span span;
    double number;
    const char *text;
    Expr **args;
    int count;
    signed char angle; /* of a number that a name stood for: 1 an angle, -1 none; 0: what its unit says */
    const UserFunction *function; /* of a call, after jd_expr_bind; NULL: one of the table */
};

/* Reads one expression at the lexer's current token; on a mistake reports it and returns NULL.
 * A unit is written behind a number, ')' or ']' and without spaces inside: 7.4e-5 kg*m^2. */
Expr *jd_expr_read(Lexer *lexer, Arena *arena, JdLog *log);
/* Whole text as one expression. */
Expr *jd_expr_parse(const Source *source, Arena *arena, JdLog *log);
void jd_expr_write(const Expr *expr, Text *out); /* canonical text; reads back as the same tree */

/* ---- Operations in a row ----------------------------------------------------------------------
 * Those that stand one behind the other, ((a + b) - c).x, from the outermost to the innermost, and what they begin with.
 * Walks over a tree go along the row in a loop and call themselves for what stands in brackets. */
typedef enum {
    SPINE_ALL,    /* operators, .name, .(b), [index] */
    SPINE_VALUES, /* without paths: a name with what is behind it is one thing */
    SPINE_PATH,   /* .name and [index] only */
} SpineKind;
enum { SPINE_FEW = 4 };
typedef struct {
    const Expr *few[SPINE_FEW], **many;
    int count;
    const Expr *inner; /* args[0] of the innermost */
} Spine;
bool jd_spine_open(const Expr *expr, SpineKind what, Spine *spine); /* false: memory is out */
const Expr *jd_spine_at(const Spine *spine, int n);
void jd_spine_close(Spine *spine);

/* Work that is done apart, so that its variables do not stand in the stack of who calls itself. */
#define APART __attribute__((noinline))

/* ---- Constant values ------------------------------------------------------------------------ */

typedef struct {
    double v[3];
    int count;  /* 1: scalar; 2, 3: vector; 0: no value (an error was reported) */
    Dim dim;
    bool plain; /* made of bare numbers, `time`, and sin, step, < and their like only: may stand
                   for SI of any dimension */
} Value;

/* "[1, 2] m", with so many digits (0: those that read back the same), and with its unit or without. */
void jd_value_text(const Value *value, int digits, bool unit, Text *out);

/* Names that expressions may use. `find` gives false if it does not know the name; `suggest`
 * offers all names to a Nearest. */
typedef struct Scope Scope;
struct Scope {
    bool (*find)(const Scope *scope, const char *name, Value *value);
    void (*suggest)(const Scope *scope, Nearest *nearest);
    const void *data;
    Arena *arena; /* for names and message places */
    bool (*runs)(const Scope *scope, const char *name); /* it has a value during the run; NULL: nobody knows */
    const UserFunction *(*function)(const Scope *scope, const char *name); /* NULL: there is none */
    /* Whether the model gives the name a meaning that one who wrote this text knows, in silence, and its value if it is
     * known here (count 0: it is not). NULL: it gives none. */
    bool (*own)(const Scope *scope, const char *name, const Source *text, Value *value);
};

void jd_dim_spoken(Dim dim, char *out, size_t room); /* as engineers say it: N*m, V; not kg*m^2/s^2 */
void jd_unit_hint(const char *text, JdLog *log); /* what an unknown unit may have meant, "kgcm^2" */
const char *jd_unit_written(const Token *token, Arena *arena); /* the unit whose first word the token is */
const char *jd_unit_other(const char *word); /* the unit that this word means elsewhere: "meter"; NULL: none */
bool jd_hint_tonne(const Expr *expr, JdLog *log); /* `60 rpm*t` for `60 rpm*time`: hints, true then */
/* Of the rate of a turn, or of a motion that turns: 60 1/min is told to be 60 radians a minute. */
void jd_wonder_at_rate(const Expr *rate, JdLog *log);
/* Of a TOKEN_BAD that is no quote: a character that means nothing, and what is written instead. */
void jd_say_bad_character(const Token *token, Where where, JdLog *log);
/* `0,14` for 0.14 at a comma, or at one of a vector or call: hints, true then. */
bool jd_hint_decimal_comma(Span comma, JdLog *log);
bool jd_hint_decimal_commas(const Expr *list, JdLog *log);

/* Reports unknown names, mixed dimensions, wrong argument counts; count 0 then. */
Value jd_expr_value(const Expr *expr, const Scope *scope, JdLog *log);
/* The same, and wanted: `count` numbers (0: any) of dimension `dim`; plain numbers pass as SI.
 * `what` names the wanted thing in the message ("mass"). */
Value jd_expr_value_as(const Expr *expr, const Scope *scope, int count, Dim dim, const char *what,
                       JdLog *log);
/* A name with its indices worked out: A[i+1].x -> "A[3].x"; NULL with a report if it is none. */
const char *jd_expr_path(const Expr *expr, const Scope *scope, JdLog *log);
bool jd_expr_is_path(const Expr *expr);
/* Whether a bound expression changes during the run: names are left in it. */
bool jd_expr_runs(const Expr *bound);
bool jd_function_known(const char *name, size_t length); /* one of the table */
int jd_function_numbers(const char *name, size_t length); /* of the vector that it gives; 0: a number, or as its arguments are */
/* Replaces names known to the scope (parameters, loop indices) by their values and works out
 * indices, so that the result keeps only run-time names, each as one EXPR_NAME "jA.rate". */
Expr *jd_expr_bind(const Expr *expr, const Scope *scope, Arena *arena, JdLog *log);

/* ---- Programs: expressions of time and channels --------------------------------------------- */

typedef struct Program Program;

/* Says what a run-time name is: its slot in the inputs and its dimension. False: reports itself. */
typedef struct Inputs Inputs;
struct Inputs {
    bool (*find)(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim);
    void *data;
    int latches; /* how many conditions on time there are so far: those of the next program count on */
    bool bends;  /* corners of channels are wanted, too: who runs the program holds them */
    int corners; /* how many there are so far */
};
/* Compiles a bound scalar expression; dimension must be `dim` (plain passes). "time" is built in. */
Program *jd_program_new(const Expr *expr, Inputs *inputs, Dim dim, const char *what, Arena *arena,
                        JdLog *log);
/* The same of whatever dimension it has: *dim. A bare number is a pure one. */
Program *jd_program_new_any(const Expr *expr, Inputs *inputs, Dim *dim, Arena *arena, JdLog *log);
/* When, and what conditions are there: held[number] of each (numbers of corners are negative: they stand before it), whatever they would say at that very time; NULL, or NAN of one:
 * what they say. So a function of time is smooth up to both ends of a step that none of them changes in. */
typedef struct { double time; const double *held; } Now;
double jd_program_eval_at(const Program *program, Now at, const double *inputs);
/* Value and first and second derivative with respect to time, inputs held constant. */
void jd_program_jet_at(const Program *program, Now at, const double *inputs, double out[3]);
/* The same with nothing held. */
double jd_program_eval(const Program *program, double time, const double *inputs);
void jd_program_jet(const Program *program, double time, const double *inputs, double out[3]);
bool jd_program_is_constant(const Program *program); /* uses neither time nor inputs */
bool jd_program_uses_inputs(const Program *program);
/* The slots that it reads, one after the other, some perhaps twice; -1: no more. *at begins with 0. */
int jd_program_input(const Program *program, int *at);
size_t jd_program_size(const Program *program);      /* bytes; a Program is one flat block */
/* Its steps, on registers: out = op(a, b, c), for those who carry them out in numbers of their own. False past the end. */
typedef struct {
    const char *op;    /* as ops.def has it; CONSTANT, TIME, INPUT (slot c) */
    int out, a, b, c;  /* registers; at most 255 */
    int reads;         /* how many of a, b, c are arguments */
    int result;        /* where the value is in the end */
    double number;     /* of a constant */
    const TableColumn *column; /* that PLACE and PIECE read; NULL: it reads none */
} ProgramStep;
bool jd_program_step(const Program *program, int index, ProgramStep *step);
/* A column as polynomials of x - its knot, for those who carry it out: piece 0 lies before the first knot, piece k from knot
 * k - 1 on; NAN as second number: there is nothing beyond the end. */
typedef struct { int rows; const double *knot; const double (*piece)[4]; } ColumnPieces;
ColumnPieces jd_column_pieces(const TableColumn *column);
double jd_column_place(const TableColumn *column, double x);                       /* its whole part is the piece */
double jd_column_at(const TableColumn *column, int derivative, double piece, double x); /* by x, up to the third */
/* Why there is no finite value: the operation that makes none out of finite numbers, of those that the result comes from. */
typedef struct {
    int order;   /* of the derivative by time: 0 is the value itself */
    int op;
    double a, b; /* what it is done to */
    int slot;    /* >= 0: no operation, but this input is not finite */
    const Table *table; /* that it reads; NULL: none */
} ProgramFault;
/* False: value and derivatives up to `orders` (0 to 2) are finite. */
bool jd_program_fault(const Program *program, Now at, const double *inputs, int orders,
                      ProgramFault *fault);
/* In words behind a name: "has no finite value: it divides 1 by 0"; and what helps: "keep the divisor away from zero". */
void jd_fault_print(const ProgramFault *fault, Text *out);
const char *jd_fault_remedy(const ProgramFault *fault);
bool jd_fault_outside(const ProgramFault *fault); /* the operation has no value there at all: acos(2) */
bool jd_program_jumps(const Program *program);  /* some operation may: comparisons, sign, floor, ... */
bool jd_program_has_poles(const Program *program); /* some may grow without bound: divisions, powers, ... */
const char *jd_function_at(int index, const char **summary); /* for help; NULL past the end */

/* ---- Conditions on time: theory 6.10 ---------------------------------------------------------
 * Comparisons, abs, min, max, floor and the like of what depends on time alone are conditions of a program: between two
 * instants at which one of them changes the program is smooth in time. */
int jd_program_conditions(const Program *program);

/* ---- Corners: theory 6.15 ----------------------------------------------------------------------
 * The same of what depends on channels. A corner has a level: -1 below zero and 0 above, or the whole number at or below the
 * value. What it is held at follows from that. */
typedef struct {
    const Program *changes; /* zero, or a whole number, where the level changes */
    int number;             /* in what is held */
    bool whole;
    double below, above;    /* what is held at level -1 and 0; of a whole one what is added to the level: `above` */
    double at;              /* what it is where the level changes; of a whole one what is added to the number there */
} Corner;
const Corner *jd_program_corner(const Program *program, int index); /* NULL past the end; those inside others come first */

/* Its parts that depend on time alone and not linearly; NULL past the end. */
const Program *jd_program_term(const Program *program, int index);

#endif
