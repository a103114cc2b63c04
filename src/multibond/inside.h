/* SPDX-License-Identifier: MIT
 *
 * What the files of multibond/ share: the builder, vectors of symbols, rows of locks. */
#ifndef JD_MULTIBOND_INSIDE_H
#define JD_MULTIBOND_INSIDE_H

#include "equations/laws.h"
#include "multibond/multibond.h"

typedef struct {
    Multibond *graph;
    const JdModel *model;
    JdLog *log;
    bool failed, told; /* told: after a report */
    MultibondHold spare; /* once memory is out */
    Laws laws;           /* of what acts on bodies */
    int translation, rotation; /* dimensions: 3 and 3, or 2 and 1 */
    int part;              /* of the graph that nodes are added to */
    uint64_t left_out;     /* words of `without` that a lock has been found for */
} Builder;

/* ---- Vectors of symbols (vectors.c) --------------------------------------------------------- */

Sym jd_mb_number(SymPool *pool, double value);
SymVec jd_mb_vec(SymPool *pool, Vec3 v);
SymAxes jd_mb_axes(SymPool *pool, const Axes *axes);
SymVec jd_mb_add(SymPool *pool, SymVec a, SymVec b);
SymVec jd_mb_subtract(SymPool *pool, SymVec a, SymVec b);
SymVec jd_mb_scale(SymPool *pool, Sym k, SymVec a);
SymVec jd_mb_times(SymPool *pool, double k, SymVec a);
Sym jd_mb_dot(SymPool *pool, SymVec a, SymVec b);
SymVec jd_mb_cross(SymPool *pool, SymVec a, SymVec b);
SymVec jd_mb_out(SymPool *pool, const SymAxes *axes, SymVec v); /* R v */
SymVec jd_mb_in(SymPool *pool, const SymAxes *axes, SymVec v);  /* R' v */
SymAxes jd_mb_inverse(const SymAxes *axes);
SymAxes jd_mb_product(SymPool *pool, const SymAxes *a, const SymAxes *b);
static inline Sym jd_mb_entry(const SymAxes *axes, int row, int column) { return axes->x[column].c[row]; }

/* ---- Adding (parts.c) ------------------------------------------------------------------------ */

/* Entries of a matrix, row by row. */
typedef struct { int rows, columns; Sym at[9]; } SymBlock;
/* The parts of a 3 by 3 matrix that the space has: between translations, rotations, or from rotations to translations. */
typedef enum { BLOCK_MOVES, BLOCK_TURNS, BLOCK_ARM } BlockKind;
SymBlock jd_mb_block(const Builder *b, BlockKind kind, const SymAxes *matrix);
SymBlock jd_mb_row(const Builder *b, bool turns, SymVec row);
bool jd_mb_row_empty(const Builder *b, bool turns, SymVec row);

int jd_mb_node(Builder *b, const char *type, const char *name, const SymBlock *value);
typedef enum { BOND_MOVES, BOND_TURNS, BOND_PLAIN } BondKind; /* green, purple, scalar of either */
/* kind, and how many components. */
int jd_mb_bond(Builder *b, int from, int to, BondKind kind, int dimension);
/* from ---> two-port ---> to; the first bond. A bond alone, where the matrix would be one. */
typedef struct { const char *type, *name; int from, to; BondKind kind_from, kind_to; } TwoPort;
int jd_mb_two_port(Builder *b, const TwoPort *two_port, const SymBlock *modulus);
int jd_mb_signal(Builder *b, const char *name, Sym is, bool integrates);
Sym jd_mb_signal_name(const Builder *b, int signal);
Sym jd_mb_flow(const Builder *b, int bond, int component); /* its name */
Sym jd_mb_effort(const Builder *b, int bond, int component);
/* Bodies, joints, forces: the parts of the graph. What is added then belongs to one; it is told which did before. */
typedef enum { PART_BODY, PART_JOINT, PART_FORCE } PartKind;
void jd_mb_list_parts(Builder *b);
int jd_mb_enter(Builder *b, PartKind kind, int index);
const char *jd_mb_name(Builder *b, const char *first, const char *second);
static inline int jd_mb_component(const Builder *b, bool turns, int n) { return turns && b->graph->planar ? 2 : n; }

/* ---- Rows (rows.c) --------------------------------------------------------------------------- */

/* The rate of a lock: of the relative twist along the axes of frame i; or of all four velocities along ground axes. */
typedef struct {
    bool relative;
    SymVec speed, spin;                 /* relative */
    SymVec end_i, turn_i, end_j, turn_j; /* not */
    Sym value;                          /* of the lock, but for its angle */
} SymRow;
SymRow jd_mb_lock_row(Builder *b, int joint, const Lock *lock);
bool jd_mb_lock_relative(const Lock *lock); /* by its words */
Sym jd_mb_turn_rate(Builder *b, const SystemTurn *turn); /* of an angle between two frames */
Sym jd_mb_lock_value(Builder *b, int joint, const Row *row); /* what a lock is, its angle too */

/* ---- Laws of what acts (laws.c) ---------------------------------------------------------------- */

void jd_mb_find_laws(Builder *b);  /* once bodies and joints are there */
Sym jd_mb_turn(Builder *b, int turn); /* a counted angle of the system, as a signal */
/* Something comes from outside: no law of the graph says it. */
void jd_mb_outsider(Builder *b, const char *kind, const char *name, const char *why);

/* ---- Locked components (direct.c) ------------------------------------------------------------ */

void jd_mb_sort_locks(const JdSystem *system, int joint, MultibondJoint *to);
/* Coefficients of a row on components of the twist that are free; constant ones as numbers. */
typedef struct { bool constant; double at[TWIST]; } TwistRow;
TwistRow jd_mb_twist_row(const JdSystem *system, int joint, const Lock *lock, const bool direct[TWIST]);

/* ---- Springs and dampers (force.c, locks.c) -------------------------------------------------------- */

void jd_mb_element(Builder *b, int node, int joint, int force); /* lists it */
/* Whether a force is a linear spring and damper on a free, with numbers that stay: then it is C and R, and no source. */
bool jd_mb_functional(const JdSystem *system, int force);

/* ---- Parts ---------------------------------------------------------------------------------- */

void jd_mb_add_body(Builder *b, int body);   /* body.c */
void jd_mb_add_joint(Builder *b, int joint); /* joint.c */
void jd_mb_add_locks(Builder *b, int joint); /* locks.c: and of couplings and drives */
void jd_mb_add_drives(Builder *b);
void jd_mb_add_forces(Builder *b);           /* force.c */
int jd_mb_point(Builder *b, int body, int frame); /* the junction of a frame's velocity along the axes of its body */
Pose jd_mb_local(const JdSystem *system, int frame); /* of a frame along the user's axes of its body */
/* Bonds from the velocities of a joint's sides to a junction, by `factor` times the rate of a lock. */
void jd_mb_row_bonds(Builder *b, int joint, const Lock *lock, const char *name, int to, double factor);
SymAxes jd_mb_skew(Builder *b, SymVec v); /* [v] with [v] w = v x w */
Sym jd_mb_force_name(const Builder *b, int force, int number);
enum { FORCE_NUMBERS = 13 }; /* on i: force, torque; on j; an effort */

#endif
