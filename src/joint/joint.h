/* SPDX-License-Identifier: MIT
 *
 * Joints are text. A joint connects a frame on body i (point M, axes xi yi zi) with a frame on
 * body j (point N, axes xj yj zj); d = MN. A type says what it locks, as sums of scalar products,
 * and what it leaves free. Everything else is worked out here, once for all types: theory 2. */
#ifndef JD_JOINT_H
#define JD_JOINT_H

#include "expr/expr.h"
#include "math/math.h"

enum { JOINT_LOCKS = 6, JOINT_FREES = 6, TYPE_FIELDS = 8 };

/* ---- Vectors and locks ---------------------------------------------------------------------- */

typedef enum {
    VEC_D, VEC_OM, VEC_ON,           /* MN, from the ground's origin to M, to N */
    VEC_XI, VEC_YI, VEC_ZI, VEC_XJ, VEC_YJ, VEC_ZJ, VEC_X0, VEC_Y0, VEC_Z0,
    VEC_UP, VEC_AHEAD,               /* of a disc (axis zj) on a plane (normal zi): the direction normal to zj
                                        that is nearest to zi, and zj x up, where it rolls to; space only */
    VEC_VD, VEC_VM, VEC_VN,          /* for velocity rows: of N seen from body i; of M; of N */
    VEC_W,                           /* and the angular velocity of j seen from i */
    VEC_COUNT
} VectorKind;

const char *jd_vector_name(VectorKind kind);                 /* "d", "OM", "xi", ... */

typedef struct { double c; VectorKind a, b; } LockTerm; /* c a.b ; in a velocity row a is vd, vM, vN or w */

/* One of up to three turns that make j's attitude out of i's, each about an axis of the frame turned so far. */
typedef struct {
    AxisName axes[3];
    int count, number;
    bool twist; /* no angle, but a part of the one turn from i to j: twice its sine of half the angle along this axis */
} Turn;

/* f = sum c a.b + turn * angle + q[0] * qi + q[1] * qj + constant. A lock that names qi or qj couples two frees of
 * other joints (gear, rack) and has no other terms. */
enum { LOCK_TERMS = 12 };
typedef struct {
    LockTerm terms[LOCK_TERMS];
    int count;
    double constant;
    bool velocity; /* f is a velocity (non-holonomic row) */
    double turn;   /* turn(z) in the text: the angle of j against i, counted over many turns; or twist(z) */
    Turn about;    /* which angle */
    double q[2];
} Lock;

/* ---- Fields: the numbers that a type has of its own ----------------------------------------- */

typedef JdFieldType Field; /* jourdain.h */

int jd_field_count(const Field *fields);
int jd_field_width(const Field *field); /* places in a list of values: 1, or 3 for a vector */

/* ---- Frees ---------------------------------------------------------------------------------- */

typedef enum { FREE_NONE, FREE_TURN, FREE_SLIDE, FREE_BALL } FreeKind;

/* Frees are carried out in their order, from i to j, slides first; each turn is about an axis of the frame turned so
 * far. A ball is three frees BALL(X) BALL(Y) BALL(Z): their positions are the Cardan angles of the turns x, y, z, their
 * rates not the derivatives of these but the angular velocity of j seen from i along i's axes, which has no singular
 * attitude. */
typedef struct {
    FreeKind kind;
    AxisName axis;
    const char *position, *rate, *accel; /* channel names: "angle" "rate" "accel" */
    int lead; /* > 0: a screw; field number lead - 1 is its advance along the axis for a whole turn */
} FreeDef;

// clang-format off
#define TURN(AXIS)  {FREE_TURN, AXIS_##AXIS, "angle", "rate", "accel"}
#define SLIDE(AXIS) {FREE_SLIDE, AXIS_##AXIS, "travel", "speed", "accel"}
#define BALL(AXIS, position, rate, accel) {FREE_BALL, AXIS_##AXIS, position, rate, accel}
#define SCREW(AXIS, field) {FREE_TURN, AXIS_##AXIS, "angle", "rate", "accel", field}
#define TURN_AS(AXIS, position, rate, accel)  {FREE_TURN, AXIS_##AXIS, position, rate, accel}
#define SLIDE_AS(AXIS, position, rate, accel) {FREE_SLIDE, AXIS_##AXIS, position, rate, accel}
// clang-format on

/* ---- Types ---------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    const char *aliases; /* "hinge pin pivot" */
    const char *summary;
    const char *glyph;   /* SVG path in a box of -1..1 */
    Field fields[TYPE_FIELDS];
    const char *locks[JOINT_LOCKS + 1]; /* in space; in the plane those that do not name z */
    FreeDef frees[JOINT_FREES];         /* in the order i to j; empty if there is no explicit form */
    AxisName axis;                      /* the frame axis that the word `axis` of a joint sets; the word `second`
                                           sets the one after it: y after x, z after y, x after z */
    bool axis_open;                     /* of a type of one's own: neither it nor its frees tell which one that is */
    bool shafts;                        /* that axis is a shaft on each side, which its bearings let turn: a check warns */
    bool second;                        /* the second axis must be said (in space) */
    bool spatial_only;                  /* has no meaning in the plane: locks and frees nothing there */
    bool couples;                       /* its sides are frees of joints; its locks name qi and qj only */
    bool alike;                         /* and both are turns, or both slides */
    bool symmetric;                     /* swapping i and j gives the same joint */
    bool apart;                         /* M = N is singular: a check warns when they come near */
    const char *warning;                /* and says this; NULL: nothing */
    /* For pictures: */
    bool spans;                         /* what is seen of it goes from M to N; the glyph's (-1, 0) and (1, 0): beyond
                                           +-0.7 it keeps its shape, between it is stretched */
    bool meshes;                        /* it couples wheels whose pitch circles touch */
    bool wraps;                         /* it couples wheels by what goes round both */
    int radius;                         /* > 0: body j is round about N, on body i; field radius - 1 is its radius */
    bool ball;                          /* and it is a sphere; otherwise a disc about zj */
} JointType;

const JointType *jd_joint_at(int index);            /* NULL past the end */
const JointType *jd_joint_find(const char *name);   /* by name or alias */
void jd_joint_suggest(Nearest *nearest);
/* Its locks name `up` or `ahead`: a disc of body j about zj on a plane of body i with the normal zi. So the two frames
 * are not drawn alike: that of j has the axes of its body, if nobody says otherwise. */
bool jd_joint_is_disc(const JointType *type);

/* Locks of a type in this space, each with its text, worked out with the field values
 * (in the order of type->fields). Returns how many, 0 if it has no meaning in the plane; -1 with a report on a
 * mistake. */
int jd_joint_locks(const JointType *type, bool planar, const double *values, Lock *locks,
                   const char **texts, Where where, JdLog *log);
/* The frees in this space (in the plane: slide x, slide y, turn z), into frees[JOINT_FREES]; how many. */
int jd_joint_frees(const JointType *type, bool planar, const FreeDef **frees);

/* One lock from its text: a sum of c a.b and constants. `values` are those of `fields`. On a mistake
 * reports what is not of this form and returns false. */
bool jd_lock_parse(const char *text, const Field *fields, const double *values, Where where,
                   Lock *lock, JdLog *log);
/* Whether all that the lock adds up has one dimension, by the units of the fields; reports if not. */
bool jd_lock_check_dims(const char *text, const Field *fields, Where where, JdLog *log);
bool jd_lock_names_z(const Lock *lock);
/* Words that a lock reads itself: vectors, qi, qj, and the x, y, z of a turn. */
bool jd_lock_knows(const char *name, size_t length);
/* The same from a parsed expression; reports at the expression's own place. */
bool jd_lock_from_expr(const Expr *expr, const Field *fields, const double *values, Lock *lock,
                       JdLog *log);
/* Canonical text of a lock: "d.yi", "0.5*d.d - 0.02". */
void jd_lock_write(const Lock *lock, Text *out);

/* ---- The generic routine: theory (2.4)-(2.9) ---------------------------------------------------------
 * One side of a joint in motion. Planar callers set z parts to zero. All in ground axes. */
typedef struct {
    Vec3 p, v;    /* the frame's origin (M or N) and its velocity */
    Vec3 arm;     /* from the body's centre of mass to the origin */
    Axes axes;
    Vec3 w;       /* angular velocity of the body */
} Side;

/* A row: f, its derivative by the two bodies' velocities (force directions, then moments about the
 * centres of mass, in ground axes), and the part of f'' (of f' for velocity rows) without
 * accelerations. rate = d f / dt (for velocity rows f itself). */
typedef struct {
    double f, rate, bias;
    Vec3 force_i, moment_i, force_j, moment_j; /* the Jacobian row; times lambda: the wrench */
    double angle; /* of lock->turn, in (-pi, pi], as it stands in f: a caller who counts turns adds what is missing */
} LockRow;

LockRow jd_lock_eval(const Lock *lock, const Side *i, const Side *j);
/* What measures free `number` of these, as a lock: slide x -> d.xi, turn z -> turn(z). `rate` is a velocity lock where
 * the rate is not the derivative (a ball: w.xi); true then. */
bool jd_free_lock(const FreeDef *const *frees, int count, int number, Lock *lock, Lock *rate);
/* The turns (or the ball) among frees, in their order. count 0: there is none. */
Turn jd_free_turns(const FreeDef *const *frees, int count);

/* ---- Trying out ------------------------------------------------------------------------------
 * Positions that look random, and are the same on every machine. */
enum { JOINT_TRIALS = 4 };
typedef struct { uint32_t state; bool planar; } JointTrial;
JointTrial jd_joint_trial_new(bool planar);
Side jd_joint_trial_side(JointTrial *trial); /* anywhere */
/* Side j against i by random values q of the frees, one after the other. leads: as of SystemJoint; NULL: no screws. */
Side jd_joint_trial_placed(JointTrial *trial, const Side *i, const FreeDef *const *frees, const double *leads, int count,
                     double q[JOINT_FREES]);
/* Whether the frees say where j is: every lock is zero wherever i is, and wherever they lead from there. Frees may
 * measure a joint and yet not place it: a pin at the ground's origin turns, but not about M. */
bool jd_frees_place(const Lock *locks, int lock_count, const FreeDef *const *frees, const double *leads,
                    int free_count, bool planar);

/* ---- derive: f, f', f'' and the wrench in words --------------------------------------------- */
/* For a lock's text with symbols left in place; planar adds the component form in x, y, theta. */
bool jd_lock_derive(const char *text, const Field *fields, bool planar, Text *out, Where where,
                    JdLog *log);

#endif
