/* SPDX-License-Identifier: MIT
 *
 * Shared inside joint/: a lock with symbols, as the reader makes it and derive prints it. */
#ifndef JD_JOINT_INSIDE_H
#define JD_JOINT_INSIDE_H

#include "joint/joint.h"

/* ---- Coefficients ----------------------------------------------------------------------------
 * A Coef is a sum of k * product of symbol^power. Symbols are the fields of the type and, behind
 * them, whatever a field expression has that is no product of powers: sqrt(a), a + b below a
 * fraction. With all fields known a Coef is one number. */
enum { COEF_FIELDS = TYPE_FIELDS, COEF_SYMBOLS = TYPE_FIELDS + 4, COEF_PARTS = 8 };

typedef struct {
    double k;
    signed char power[COEF_SYMBOLS];
} CoefPart;
typedef struct {
    CoefPart parts[COEF_PARTS];
    int count;
} Coef; /* count 0: zero */
typedef struct {
    const char *at[COEF_SYMBOLS];
} SymbolNames;

Coef jd_coef_number(double k);
Coef jd_coef_symbol(int symbol);
Coef jd_coef_scale(double k, const Coef *coef);
bool jd_coef_is_number(const Coef *coef, double *number);
bool jd_coef_equal(const Coef *a, const Coef *b, double sign); /* a = sign * b */
/* These give false when the result has no place: too many parts, or no product of powers. */
bool jd_coef_add(Coef *sum, const Coef *coef);
bool jd_coef_multiply(const Coef *a, const Coef *b, Coef *product);
bool jd_coef_power(const Coef *coef, int power, Coef *result);

/* Adds coef * thing to a sum that is being written: " + 2*", "thing", "/length". `thing` NULL: the
 * coefficient alone. `first`: nothing stands before it; false after the first that is not zero. */
void jd_coef_write(Text *out, const Coef *coef, const char *thing, const SymbolNames *names,
                   bool *first);

/* ---- Locks with symbols --------------------------------------------------------------------- */

typedef struct {
    Coef c;
    VectorKind a, b;
} FormTerm;

/* What a lock may contain besides scalar products: angles, and the frees that it couples. */
typedef enum {
    PLAIN_TURN_X, PLAIN_TURN_Y, PLAIN_TURN_Z, PLAIN_TWIST_X, PLAIN_TWIST_Y, PLAIN_TWIST_Z,
    PLAIN_QI, PLAIN_QJ, PLAINS
} Plain;
extern const char *const jd_plain_names[PLAINS]; /* "turn(x)", ... "qi", "qj" */

typedef struct {
    FormTerm terms[LOCK_TERMS];
    int count;
    Coef plain[PLAINS];
    Coef constant;
    bool velocity;
    SymbolNames names;
} LockForm;

/* The turn or twist that a lock names; PLAINS: none. */
Plain jd_form_turn(const LockForm *form);
/* With all fields known every coefficient is a number. */
Lock jd_form_lock(const LockForm *form);

/* Reads a lock's text. values NULL: fields stay symbols. Names in the form live in the arena. */
bool jd_lock_form_parse(const char *text, const Field *fields, const double *values, Where where,
                        Arena *arena, LockForm *form, JdLog *log);
bool jd_lock_form_from_expr(const Expr *expr, const Field *fields, const double *values,
                            Arena *arena, LockForm *form, JdLog *log);

bool jd_vector_find(const char *name, size_t length, VectorKind *kind);
bool jd_vector_is_velocity(VectorKind kind);
/* Which body's axes: 0 for i, 1 for j, 2 for the ground; -1 for a vector that is no axis. */
static inline int vector_frame(VectorKind kind) {
    if (kind < VEC_XI || kind > VEC_Z0) return -1;
    return kind <= VEC_ZI ? 0 : kind <= VEC_ZJ ? 1 : 2;
}
static inline AxisName vector_axis(VectorKind kind) {
    return (AxisName)((int)kind - (int)VEC_XI - 3 * vector_frame(kind));
}

/* ---- Angles ---------------------------------------------------------------------------------
 * The rate is (wj - wi).moment, so that `moment` stands at j's angular velocity and its opposite
 * at i's. */
typedef struct {
    double value, rate, bias;
    Vec3 moment;
} Angle;
Angle jd_turn_eval(const Turn *turn, const Side *i, const Side *j);

/* ---- Reading: sums that grow ---------------------------------------------------------------- */

/* A vector is a sum of terms c a, with b unused; a scalar one of c a.b, and a constant. */
enum { SUM_TERMS = 2 * LOCK_TERMS };
typedef struct {
    bool vector;
    int count;
    FormTerm terms[SUM_TERMS];
    Coef plain[PLAINS];
    Coef constant;
} Quantity;

typedef struct {
    const Field *fields;
    const double *values; /* NULL: fields stay symbols */
    SymbolNames *names;
    Arena *arena;
    JdLog *log;
    const char *text; /* the lock's whole text, if it came alone, and where that stands */
    Where where;
    int depth;
} Reader;

/* Each gives NULL after a report: what `expr` makes of its parts is no sum of c a.b. */
Quantity *jd_sum_number(const Reader *in, double k);
Quantity *jd_sum_symbol(const Reader *in, int symbol);
Quantity *jd_sum_vector(const Reader *in, VectorKind kind);
Quantity *jd_sum_plain(const Reader *in, Plain plain);
Quantity *jd_sum_opaque(const Reader *in, const Expr *expr); /* a number of its own symbol */
Quantity *jd_sum_add(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b,
                     double sign);
Quantity *jd_sum_dot(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b);
Quantity *jd_sum_product(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b);
Quantity *jd_sum_quotient(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b);
Quantity *jd_sum_power(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b);
Quantity *jd_sum_scaled(const Reader *in, const Expr *expr, const Quantity *q, const Coef *c);
bool jd_sum_is_number(const Quantity *q);

Quantity *jd_sum_refuse(const Reader *in, const Expr *expr, const char *code, const char *what,
                        const char *remedy);
Quantity *jd_sum_too_long(const Reader *in, const Expr *expr);
Quantity *jd_sum_no_memory(const Reader *in);
Where jd_sum_place(const Reader *in, const Expr *expr);
/* A stretch of a lock's text that stands at `where`. */
Where jd_lock_place(const char *text, Where where, size_t start, size_t length);

/* The component form in the plane, for jd_lock_derive. False: out of memory. */
bool jd_lock_derive_plane(const LockForm *form, Arena *arena, Text *out);

#endif
