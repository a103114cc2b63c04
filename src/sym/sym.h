/* SPDX-License-Identifier: MIT
 *
 * Symbols: sums, products, powers and functions of names, with numbers that are exact as long as 64 bits hold them.
 *
 * All expressions live in a pool, each exactly once: two that are built alike are the same Sym, so comparing is comparing
 * numbers and what occurs twice is shared. Building does what is always right (like terms are added, equal bases
 * multiplied, common numbers taken out of a factor); jd_sym_normal and jd_sym_tidy do more.
 *
 * A pool has a bound. Once it is reached, or memory is out, every call gives SYM_NONE, which all calls accept, and
 * jd_sym_stopped says why. */
#ifndef JD_SYM_H
#define JD_SYM_H

#include "expr/expr.h"

typedef int Sym;
enum { SYM_NONE = 0 };

/* A number: over/under in lowest terms with under > 0; or under 0, and `real` is all that is known. */
typedef struct { int64_t over, under; double real; } SymNumber;
SymNumber jd_number_ratio(int64_t over, int64_t under);
SymNumber jd_number_of(double value); /* exact, if it is a decimal number of 15 digits */
SymNumber jd_number_add(SymNumber a, SymNumber b);
SymNumber jd_number_times(SymNumber a, SymNumber b);
SymNumber jd_number_inverse(SymNumber a); /* of 0: a real infinity */
SymNumber jd_number_minus(SymNumber a);
SymNumber jd_number_power(SymNumber a, int n);
double jd_number_double(SymNumber a);
bool jd_number_same(SymNumber a, SymNumber b);
static inline bool jd_number_is(SymNumber a, int64_t whole) { return a.under == 1 && a.over == whole; }
static inline bool jd_number_whole(SymNumber a) { return a.under == 1; }

/* ---- A pool --------------------------------------------------------------------------------- */

typedef struct SymPool SymPool;
enum { SYM_NODES = 1 << 22 }; /* a bound for pools of programs: some 300 MB */
SymPool *jd_sym_pool(Arena *arena, int most); /* lives in the arena; at most so many nodes */
typedef enum { SYM_GOES_ON, SYM_TOO_LARGE, SYM_NO_MEMORY } SymStop;
SymStop jd_sym_stopped(const SymPool *pool);
const char *jd_sym_stop_text(SymStop stop); /* in words */
void jd_sym_out_of_memory(SymPool *pool);   /* of whoever works with it: it stops */

/* ---- Building ------------------------------------------------------------------------------- */

Sym jd_sym_number(SymPool *pool, SymNumber number);
Sym jd_sym_whole(SymPool *pool, int whole);
Sym jd_sym_name(SymPool *pool, const char *name); /* x, x', rod.mass */
Sym jd_sym_sum(SymPool *pool, const Sym *terms, int count);
Sym jd_sym_product(SymPool *pool, const Sym *factors, int count);
Sym jd_sym_add(SymPool *pool, Sym a, Sym b);
Sym jd_sym_subtract(SymPool *pool, Sym a, Sym b);
Sym jd_sym_times(SymPool *pool, Sym a, Sym b);
Sym jd_sym_over(SymPool *pool, Sym a, Sym b);
Sym jd_sym_minus(SymPool *pool, Sym a);
Sym jd_sym_power(SymPool *pool, Sym base, SymNumber exponent);
Sym jd_sym_root(SymPool *pool, Sym a); /* square root */
/* A function of functions.def; -1: there is none of this name. */
int jd_sym_function(const char *name);
Sym jd_sym_call(SymPool *pool, int function, const Sym *args, int count);
/* s as it stands, to be read: a factor or term that nothing is multiplied into or added to. Printed in brackets where it needs them. */
Sym jd_sym_quote(SymPool *pool, Sym s);
/* A bound expression, its names as they stand there and numbers in SI; reports what has no symbol. */
Sym jd_sym_of_expr(SymPool *pool, const Expr *expr, JdLog *log);

/* ---- Looking -------------------------------------------------------------------------------- */

typedef enum { SYM_NUMBER, SYM_NAME, SYM_SUM, SYM_PRODUCT, SYM_POWER, SYM_CALL } SymKind;
/* Of a sum: number + all arguments. Of a product: number * all arguments. Of a power: the one argument, to the number. */
typedef struct {
    SymKind kind;
    SymNumber number;
    int name;  /* of a name: which, from 0 in order of their making; of a call: the function */
    int first, count; /* arguments */
    bool changes; /* a name is in it */
} SymNode;
const SymNode *jd_sym_node(const SymPool *pool, Sym s);
Sym jd_sym_arg(const SymPool *pool, Sym s, int n);
const char *jd_sym_name_text(const SymPool *pool, int name);
int jd_sym_names(const SymPool *pool); /* how many there are */
bool jd_sym_is(const SymPool *pool, Sym s, int whole); /* it is this number */
bool jd_sym_has(SymPool *pool, Sym s, Sym name);       /* the name occurs in it */
/* All names in it, in the order of their making; how many, -1: memory is out. */
int jd_sym_list_names(SymPool *pool, Sym s, Arena *arena, Sym **names);
long jd_sym_cost(SymPool *pool, Sym s); /* operations, written out */

/* ---- Changing ------------------------------------------------------------------------------- */

Sym jd_sym_derive(SymPool *pool, Sym s, Sym name);
/* d/dt: names[n] changes with the rate rates[n]; other names are constant. */
Sym jd_sym_rate(SymPool *pool, Sym s, const Sym *names, const Sym *rates, int count);
/* Puts by[n] in the place of names[n], all at once. */
Sym jd_sym_put(SymPool *pool, Sym s, const Sym *names, const Sym *by, int count);
/* One quotient of polynomials in names and functions, modulo sin^2 + cos^2 = 1 and root(a)^2 = a, without common factors.
 * Zero, if it is zero as such. What takes more than a bounded effort stays as it was; *whole says which (may be NULL). */
Sym jd_sym_normal(SymPool *pool, Sym s, bool *whole);
/* The shortest of what it is, its normal form, and the sum of its terms, each of those in normal form. */
Sym jd_sym_tidy(SymPool *pool, Sym s);

/* ---- Numbers -------------------------------------------------------------------------------- */

/* With values of names by their numbers. *size, if not NULL: the largest that could be in a sum, for rounding. */
double jd_sym_value(SymPool *pool, Sym s, const double *values, double *size);
/* The same for many values: a row of operations. */
typedef struct SymTape SymTape;
SymTape *jd_sym_tape(SymPool *pool, const Sym *results, int count, Arena *arena); /* NULL: memory is out */
int jd_tape_room(const SymTape *tape); /* doubles that a run needs */
void jd_tape_run(const SymTape *tape, const double *values, double *room, double *results);
typedef enum { SYM_ZERO, SYM_NOT_ZERO, SYM_UNKNOWN } SymZero;
/* At random points; UNKNOWN, if it has no value at most of them. */
SymZero jd_sym_test_zero(SymPool *pool, Sym s);

/* ---- Common parts --------------------------------------------------------------------------- */

/* A straight program: results with `parts`, what occurs more than once and costs something, said first and by names. */
typedef struct { Sym name, is; } SymPart;
typedef struct { SymPart *parts; int count; Sym *results; int result_count; } SymProgram;
/* Names are prefix1, prefix2 ...; false: the pool stopped. */
bool jd_sym_share(SymPool *pool, const Sym *results, int count, const char *prefix, Arena *arena,
                  SymProgram *program);

/* ---- Words ---------------------------------------------------------------------------------- */

typedef enum { SYM_TEXT, SYM_LATEX, SYM_C } SymStyle;
void jd_sym_print(SymPool *pool, Sym s, SymStyle style, Text *out);
/* Formulas of a program that are longer than a line, in pieces with names behind those of its parts; nothing is left out. False: the pool
 * stopped. */
typedef struct { SymStyle style; int most; const char *prefix; } SymSplit; /* most: characters */
bool jd_sym_split_long(SymPool *pool, const SymSplit *how, Arena *arena, SymProgram *program);
/* A name as it stands in that style: x' is \dot{x} in LaTeX, x_dot in C. */
void jd_sym_print_name(const char *name, SymStyle style, Text *out);

#endif
