/* SPDX-License-Identifier: MIT
 *
 * A tape: a straight program of scalar operations, recorded by doing mathematics on its numbers instead of doubles. Each
 * operation is there once: what is built alike is the same number. What is known is done at once: operations on
 * constants, sums with zero, products with zero and one. What nobody reads is never written.
 *
 * Every number carries the value that it has at the start of the model, so that whoever records can decide what is decided
 * once and for all: on which side a loop closes, in which order pivots come.
 *
 * Some numbers are found by Newton's method: an unknown of a block. What depends on it is worked out in the loop of that
 * block and once more behind it, by the same operations. */
#ifndef JD_TAPE_H
#define JD_TAPE_H

#include "base/base.h"
#include "expr/expr.h"
#include "math/math.h"

typedef int Num; /* 0 is the number zero */

typedef enum {
    TAPE_NUMBER,  /* a constant */
    TAPE_FIXED,   /* a number of the mechanism that may change between runs */
    TAPE_TIME,
    TAPE_STATE,   /* a number of the state */
    TAPE_INPUT,   /* as it is set */
    TAPE_HINT,    /* what it was at the last accepted step */
    TAPE_HELD,    /* a condition on time alone: as it is between two instants */
    TAPE_ALONG,   /* a direction: how much the state, inputs and numbers of the mechanism change in it */
    TAPE_BLOW,    /* that a drive or an event gives: behind it velocities are others */
    TAPE_UNKNOWN, /* of a block */
#define OP(name, arguments, value, text) TAPE_##name,
#include "tape/ops.def"
#undef OP
    TAPE_OPS
} TapeOp;

typedef enum { LEVEL_CONSTANT, LEVEL_FIXED, LEVEL_RUNS } TapeLevel;
typedef struct {
    TapeOp op;
    TapeLevel level;
    int block;       /* the last one that it depends on; 0: none */
    Num of[3];       /* of a leaf: its index */
    double value;    /* at the start */
} TapeNode;

enum { HINT_OWN = -1, HINT_ZERO = -2 }; /* no number of the state is; it is zero, always */
typedef struct { const char *name, *about; double value; } TapeName; /* of a number of the mechanism */
/* Unknowns x of a block, from their hints: x += step until `size` is rounding. */
typedef struct { int first, count; Num *step; Num size; } TapeBlock;

/* A number that is one of the mechanism, by its value. moved.c */
typedef struct { double value; const char *name; } TapeMoved;

typedef struct {
    Arena *arena;
    const TapeMoved *moved; /* so many: */
    int moveds;
    LIST(TapeNode) node;
    int *hash, room;        /* node + 1 by what it is; 0: empty */
    LIST(TapeName) fixed;
    int *fixed_hash, fixed_room; /* number + 1 by its name; 0: empty */
    LIST(double) hint;      /* their values at the start */
    LIST(Num) update;       /* of each hint: what it is after a step */
    LIST(int) hint_from;    /* of each hint: the number of the form's state that is near it, or: */
    LIST(TapeBlock) block;  /* numbered from 1 */
    int unknowns;
    Num sums;               /* from here on sums over bodies were recorded; 0: there are none */
    bool replays;           /* the same is recorded once more, with blows: blocks and hints are those of the first time */
    int replayed_blocks, replayed_hints;
    LIST(int) hint_of;      /* of each unknown */
    LIST(const TableColumn *) column; /* of tables that it reads: PIECE and PLACE name them by number */
} Tape;

bool jd_tape_init(Tape *tape, Arena *arena); /* false: memory is out. Later arena->failed says so */

void jd_tape_is_sound(const Tape *tape); /* asserts what its readers rely on: sound.c */

Num jd_tape_number(Tape *tape, double value);
/* A number of the mechanism. Zero stays zero: what is not there cannot be changed. */
Num jd_tape_fixed(Tape *tape, const char *name, const char *about, double value);
int jd_tape_fixed_find(const Tape *tape, const char *name); /* its number; -1: there is none of this name */
Num jd_tape_leaf(Tape *tape, TapeOp op, int index, double value);
Num jd_tape_op(Tape *tape, TapeOp op, Num a, Num b, Num c);
static inline double jd_tape_value(const Tape *tape, Num a) { return tape->node.at[a].value; }
int jd_tape_find(const Tape *tape, TapeOp op, Num a); /* of one argument; -1: it is not there */
int jd_tape_arguments(TapeOp op);
const char *jd_tape_text(TapeOp op);
double jd_tape_carry_out(const Tape *tape, TapeOp op, double a, double b, double c);
/* A column of a table at x: which piece, whole at knots; and its value in a piece, or a derivative by x. */
Num jd_tape_place(Tape *tape, const TableColumn *column, Num x);
Num jd_tape_piece(Tape *tape, const TableColumn *column, int derivative, Num piece, Num x);
enum { COLUMN_ORDERS = 4 }; /* the third argument of PIECE is so many times the column, and the derivative */

/* From now on blocks and hints are those that are there, in the same order. */
void jd_tape_replay(Tape *tape);
/* A new hint; what follows it is set with jd_tape_follow. */
Num jd_tape_hint(Tape *tape, double value, int *number);
void jd_tape_follow(Tape *tape, int hint, Num update);
static inline int jd_tape_hint_of(const Tape *tape, Num unknown) {
    return tape->hint_of.at[tape->node.at[unknown].of[0]];
}
void jd_tape_hint_near(Tape *tape, int hint, int state); /* of the form's: as good to begin with */
/* A block of unknowns that are `count` now: returns the first unknown's number. */
int jd_tape_block(Tape *tape, int count, const double *values, Num *unknown);
void jd_tape_close(Tape *tape, int block, const Num *step, Num size);

/* What it is with a state and a time, numbers of the mechanism and hints, by the operations in the order of recording:
 * for those who compare. values: room for all numbers. False: some block did not converge. */
typedef struct { double time; const double *fixed, *state, *input, *hint, *held, *along; } TapeGiven;
bool jd_tape_play(const Tape *tape, const TapeGiven *given, double *values);

/* Some numbers alone, in the order of the tape, with all that they are made of among them; of no block. */
void jd_tape_play_some(const Tape *tape, const TapeGiven *given, const Num *some, int count, double *values);

/* The derivatives of a number by all that are on the tape now, by their numbers; 0: it does not depend on it. NULL: memory is out.
 * derive.c */
Num *jd_tape_derive(Tape *tape, Num result);
/* How all numbers that are on the tape now change where some do: change[n] of leaf n is given, the others follow, in an amount of
 * operations that grows with the tape alone. NULL: memory is out. */
Num *jd_tape_forward(Tape *tape, const Num *change, int known); /* of so many nodes; those behind do not change */
/* The same by the unknowns of a block that is still open, what came before it held. */
Num *jd_tape_derive_open(Tape *tape, Num result, int block);

/* ---- Short names, for those who record -------------------------------------------------------- */

#define TAPE_TWO(name, OPERATION) \
    static inline Num name(Tape *t, Num a, Num b) { return jd_tape_op(t, TAPE_##OPERATION, a, b, 0); }
#define TAPE_ONE(name, OPERATION) \
    static inline Num name(Tape *t, Num a) { return jd_tape_op(t, TAPE_##OPERATION, a, 0, 0); }
TAPE_TWO(n_add, ADD)
TAPE_TWO(n_sub, SUBTRACT)
TAPE_TWO(n_mul, MULTIPLY)
TAPE_TWO(n_div, DIVIDE)
TAPE_TWO(n_atan2, ATAN2)
TAPE_ONE(n_neg, NEGATE)
TAPE_ONE(n_sqrt, SQRT)
TAPE_ONE(n_sin, SIN)
TAPE_ONE(n_cos, COS)
TAPE_ONE(n_abs, ABS)
static inline Num n_num(Tape *t, double value) { return jd_tape_number(t, value); }
static inline Num n_scale(Tape *t, double k, Num a) { return n_mul(t, n_num(t, k), a); }
static inline Num n_square(Tape *t, Num a) { return n_mul(t, a, a); }
static inline Num n_inverse(Tape *t, Num a) { return n_div(t, n_num(t, 1), a); }
static inline Num n_max(Tape *t, Num a, Num b) {
    return jd_tape_op(t, TAPE_SELECT, jd_tape_op(t, TAPE_LESS, a, b, 0), b, a);
}

typedef struct { Num x, y; } Num2;
typedef struct { Num x, y, z; } Num3;
typedef struct { Num3 x, y, z; } NumAxes;

static inline Num2 n2(Num x, Num y) { return (Num2){x, y}; }
static inline Num2 n2_of(Tape *t, Vec2 v) { return n2(n_num(t, v.x), n_num(t, v.y)); }
static inline Num2 n2_add(Tape *t, Num2 a, Num2 b) { return n2(n_add(t, a.x, b.x), n_add(t, a.y, b.y)); }
static inline Num2 n2_sub(Tape *t, Num2 a, Num2 b) { return n2(n_sub(t, a.x, b.x), n_sub(t, a.y, b.y)); }
static inline Num2 n2_scale(Tape *t, Num k, Num2 a) { return n2(n_mul(t, k, a.x), n_mul(t, k, a.y)); }
static inline Num n2_dot(Tape *t, Num2 a, Num2 b) { return n_add(t, n_mul(t, a.x, b.x), n_mul(t, a.y, b.y)); }
static inline Num n2_cross(Tape *t, Num2 a, Num2 b) { return n_sub(t, n_mul(t, a.x, b.y), n_mul(t, a.y, b.x)); }
static inline Num2 n2_turn90(Tape *t, Num2 a) { return n2(n_neg(t, a.y), a.x); }

static inline Num3 n3(Num x, Num y, Num z) { return (Num3){x, y, z}; }
static inline Num3 n3_of(Tape *t, Vec3 v) { return n3(n_num(t, v.x), n_num(t, v.y), n_num(t, v.z)); }
static inline Num3 n3_add(Tape *t, Num3 a, Num3 b) {
    return n3(n_add(t, a.x, b.x), n_add(t, a.y, b.y), n_add(t, a.z, b.z));
}
static inline Num3 n3_sub(Tape *t, Num3 a, Num3 b) {
    return n3(n_sub(t, a.x, b.x), n_sub(t, a.y, b.y), n_sub(t, a.z, b.z));
}
static inline Num3 n3_scale(Tape *t, Num k, Num3 a) { return n3(n_mul(t, k, a.x), n_mul(t, k, a.y), n_mul(t, k, a.z)); }
static inline Num n3_dot(Tape *t, Num3 a, Num3 b) {
    return n_add(t, n_add(t, n_mul(t, a.x, b.x), n_mul(t, a.y, b.y)), n_mul(t, a.z, b.z));
}
static inline Num3 n3_cross(Tape *t, Num3 a, Num3 b) {
    return n3(n_sub(t, n_mul(t, a.y, b.z), n_mul(t, a.z, b.y)), n_sub(t, n_mul(t, a.z, b.x), n_mul(t, a.x, b.z)),
              n_sub(t, n_mul(t, a.x, b.y), n_mul(t, a.y, b.x)));
}
static inline Num n3_norm(Tape *t, Num3 a) { return n_sqrt(t, n3_dot(t, a, a)); }
/* Of a vector of length 1: a part that is smaller is rounding, and zeros make formulas short. */
static const double least_part = 1e-16;
static inline Num n_part(Tape *t, double part) { return n_num(t, fabs(part) < least_part ? 0 : part); }
static inline Num3 n3_tidy(Tape *t, Vec3 v) { return n3(n_part(t, v.x), n_part(t, v.y), n_part(t, v.z)); }
static inline NumAxes n_axes(Tape *t, const Axes *a) {
    return (NumAxes){n3_tidy(t, a->x), n3_tidy(t, a->y), n3_tidy(t, a->z)};
}
static inline Num3 n_axes_out(Tape *t, const NumAxes *a, Num3 v) {
    return n3_add(t, n3_add(t, n3_scale(t, v.x, a->x), n3_scale(t, v.y, a->y)), n3_scale(t, v.z, a->z));
}
static inline Num3 n_axes_in(Tape *t, const NumAxes *a, Num3 v) {
    return n3(n3_dot(t, a->x, v), n3_dot(t, a->y, v), n3_dot(t, a->z, v));
}
static inline Num3 n_axes_at(const NumAxes *a, AxisName axis) {
    return axis == AXIS_X ? a->x : axis == AXIS_Y ? a->y : a->z;
}
static inline NumAxes n_axes_absolute(Tape *t, const NumAxes *a, const NumAxes *b) {
    return (NumAxes){n_axes_out(t, a, b->x), n_axes_out(t, a, b->y), n_axes_out(t, a, b->z)};
}
static inline NumAxes n_axes_inverse(const NumAxes *a) {
    return (NumAxes){n3(a->x.x, a->y.x, a->z.x), n3(a->x.y, a->y.y, a->z.y), n3(a->x.z, a->y.z, a->z.z)};
}

/* ---- Small systems ---------------------------------------------------------------------------- */

/* A = L U of n rows and columns; rows are put in the order of pivots that is best at the start. Returns the numbers
 * |pivot|, for who guards them. A is spoilt. */
void jd_tape_lu(Tape *tape, int n, Num *A, int *order, Num *pivot);
void jd_tape_lu_solve(Tape *tape, int n, const Num *LU, Num *x); /* x in the order of pivots */
/* A x = b with A symmetric and positive: b becomes x. */
void jd_tape_positive(Tape *tape, int n, Num *A, Num *b);

#endif
