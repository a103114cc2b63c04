/* SPDX-License-Identifier: MIT
 *
 * What the functions of expressions (functions.def) are made of. A rule checks the arguments of a
 * call and gives its result; a maker gives the rotation vector of a rotation, of values alone. */
#ifndef JD_EXPR_FUNCTIONS_H
#define JD_EXPR_FUNCTIONS_H

#include "expr/inside.h"
#include "math/math.h"

typedef struct Function Function;
typedef Term Rule(Lower *lower, const Expr *call, const Function *function, const Term *args);
/* args: vectors, and numbers as the x of one. False: a mistake was reported. */
typedef bool Maker(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out);

struct Function {
    const char *name;
    int least, most;
    Rule *rule;
    Op op;
    const char *summary;
    const char *kinds; /* of a rotation's arguments: see jd_argument_known */
    Maker *make;
    int numbers; /* of a result that is a vector; 0: it is none, or as its arguments are */
    int word;    /* the argument that is a word such as `left`; 0: none */
};

/* Whether argument n is `count` numbers (0: a vector) of any dimension; a plain number or an angle. Else
 * reports. */
bool jd_argument_size(Lower *lower, const Expr *call, const Term *args, int n, int count);
bool jd_argument_number(Lower *lower, const Expr *call, const Term *args, int n);
bool jd_argument_turn(Lower *lower, const Expr *call, const Term *args, int n); /* an angle of a sine or the like */
/* A bare 90 is 90 rad; more than a turn is rarely meant, and told. */
void jd_wonder_at_turns(const Lower *lower, const Expr *call, const Term *args, int n);
/* The value of an argument that must be known before the run. Kinds: n a number, v a vector in space, r a
 * vector in space without dimension, such as a rotation vector. */
bool jd_argument_known(Lower *lower, const Expr *call, const Term *args, int n, char kind, Vec3 *out);

Rule jd_lower_meet, jd_lower_along, jd_lower_foot, jd_lower_mirror, jd_lower_rotate; /* geometry.c */
/* left, right, first, last as the last argument of `meet`: 1 or -1; 0: it is none of these. */
double jd_word_of_side(const Expr *arg);
Rule jd_lower_rotation; /* the rule of all that is made by a maker */
Maker jd_rotation_turn, jd_rotation_quaternion, jd_rotation_matrix, jd_rotation_sequence,
    jd_rotation_axes, jd_rotation_then, jd_rotation_inverse;

#endif
