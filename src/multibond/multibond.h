/* SPDX-License-Identifier: MIT
 *
 * A mechanism as a multibond graph, after Tiernego and Bos: bodies with their rotation in their own axes and their
 * translation along the ground's, joints as what two bodies do to each other. Built from the system, body by body and joint
 * by joint; no joint by its name, only by its locks.
 *
 *     JdSystem ---> Multibond (a BondGraph, and where everything is in it) ---> its equations ---> accelerations, reactions
 *                       |
 *                       +---> the same with scalar bonds */
#ifndef JD_MULTIBOND_H
#define JD_MULTIBOND_H

#include "bond/bond.h"
#include "system/system.h"

/* What stands at the locks. */
typedef enum {
    LOCKS_MSE,       /* controlled sources: what is held has no rate */
    LOCKS_BAUMGARTE, /* the same, and signals return it to zero */
    LOCKS_RC,        /* springs and dampers */
    LOCKS_SF,        /* flow sources */
    LOCKS_METHODS
} LockMethod;
const char *jd_lock_method(LockMethod method); /* its word */

typedef struct {
    LockMethod method;
    bool angles;          /* attitudes by three angles; otherwise by a quaternion */
    AxisName sequence[3]; /* about these axes */
    double stiffness, damping;  /* of springs at locks; those of turns are these times a length squared */
    double alpha, beta, gamma;  /* that return to locks */
    bool reduces;               /* for independent velocities: what was lent to bodies is not returned by sources, but left out of
                                   the virtual inertia */
    const char *without;        /* locks that nothing holds, by their names: "jA_Lwx, jB_L[2]"; NULL: none */
} MultibondDef;
MultibondDef jd_multibond_default(void);

/* Vectors and matrices of symbols. */
typedef struct { Sym c[3]; } SymVec;
typedef struct { SymVec x[3]; } SymAxes; /* columns */

typedef struct {
    int turns, moves;           /* 1-junctions: angular velocity along its axes, velocity of its centre of mass along the ground's */
    int inner;                  /* the latter along its own axes */
    int inertia, mass;          /* storages; -1: the ground has none */
    struct { int node, component; } turn[3], move[3]; /* where the components of their momenta are */
    int turn_bond, move_bond;   /* to them */
    int position, attitude;     /* the first of its signals that integrate; -1 */
    double moved, turned[3];    /* mass and moments of inertia about principal axes, those that were lent too: */
    bool lent_mass, lent[3];    /* a body without any is lent some, and a source returns what that does */
    double own_mass, own[3];    /* without them */
    SymVec p;
    SymAxes axes;
} MultibondBody;

enum { TWIST = 6 }; /* of j seen from i, along the axes of frame i: three velocities of N, three turns */
typedef struct {
    int speed, spin;            /* 1-junctions of the relative twist; -1: it couples */
    int speed_bond, spin_bond;  /* into them */
    int end_i, end_j;           /* 1-junctions of the velocities of M and N along the axes of their bodies */
    int distance;               /* the first of the signals that integrate MN; -1 */
    SymVec d;
    SymAxes seen;               /* axes of frame j along those of frame i */
    bool direct[TWIST];         /* locked components of the twist */
    bool row[JOINT_LOCKS];      /* other locks, each with a row of its own */
} MultibondJoint;

/* What a bond of a lock carries: part of the wrench on body j of a joint. */
typedef enum { CARRIES_SPEED, CARRIES_SPIN, CARRIES_END_I, CARRIES_TURN_I, CARRIES_END_J, CARRIES_TURN_J } Carried;
typedef struct { int bond, joint, component; Carried carries; } MultibondCarrier; /* component -1: all of the bond */

/* A lock, or what a drive prescribes. */
typedef struct {
    const char *name;
    int node, bond, component; /* the element that holds it; of a spring the compliance */
    int joint, lock, twist;    /* lock -1: component `twist` of the relative one; */
    int drive;                 /* -1: a lock */
    int first_carrier, carriers;
    bool velocity;
    double deflection;         /* of its spring at the start, m or rad */
    Sym phi;                   /* what stays zero, by signals of the graph; SYM_NONE: a velocity */
} MultibondHold;

/* A spring or damper: parasitic in place of a lock or drive of a joint, or functional, the model's own on a free. */
typedef struct {
    int node;
    int joint;      /* whose lock or free it is */
    int force;      /* of the system; -1: parasitic */
} MultibondElement;

/* An angle that is counted: a signal. */
typedef struct { int signal, joint, free; Lock lock; bool of_lock; int turn; } MultibondAngle; /* turn: of the system, from 1 on; 0: of a joint */

/* A channel that the model asks for, by signals of the graph. */
typedef struct { const char *channel, *name; Sym is; } MultibondOutput;

/* What no law of the graph says: a force, drive or state whose number comes from outside. */
typedef struct { const char *kind, *name, *why; } MultibondOutsider;

typedef struct {
    Arena *arena;
    const JdSystem *system;
    MultibondDef def;
    SymPool *pool;
    BondGraph *graph;
    bool planar;
    MultibondBody *body;   /* of each body of the system */
    MultibondJoint *joint; /* of each joint */
    LIST(MultibondHold) holds;
    LIST(MultibondElement) elements; /* C and R */
    LIST(MultibondCarrier) carriers;
    LIST(MultibondAngle) angles;
    int own;               /* the first of the signals that are states of one's own; -1: there are none */
    LIST(MultibondOutsider) outsiders;
    LIST(MultibondOutput) outputs;
    CausalReport report;
} Multibond;

/* The graph of a system. NULL after a report. */
Multibond *jd_multibond_new(const JdModel *model, const JdSystem *system, const MultibondDef *def, Arena *arena,
                            JdLog *log);

/* By the second of three angles that make attitudes: zero where they are singular, one or less elsewhere. body.c */
double jd_multibond_upright(const MultibondDef *def, double second);
/* So near to zero their rates lose six digits, and they count as singular. */
#define ANGLES_SINGULAR 1e-6

/* ---- Words (write.c) ------------------------------------------------------------------------- */

/* What is held, in words: "velocity along x", "lock 5". */
void jd_multibond_hold_words(const Multibond *graph, int hold, Text *out);
LockMethod jd_lock_method_find(const char *word); /* LOCKS_METHODS: there is none */

/* ---- Springs at locks (preload.c) ------------------------------------------------------------- */

/* How far the spring of a hold is bent at the start, by its name; false: there is none of this name. */
bool jd_multibond_bend(Multibond *graph, const char *name, size_t length, double deflection);
/* So that springs carry what locks would where the mechanism is. Of locks that repeat others one of the possible sets of efforts.
 * False after a report. */
bool jd_multibond_preload(Multibond *graph, const JdModel *model, const Motion *motion, JdLog *log);

/* ---- Scalar bonds (scalar.c) ---------------------------------------------------------------- */

/* Of a graph: as every component of every bond by itself gives, and once moduli that are zero as such are dropped, what has
 * no flow or no effort is taken away, and junctions of two bonds are merged. */
typedef struct { int nodes, bonds, raw_nodes, raw_bonds; } ScalarCount;
/* The same with scalar bonds, of a graph whose bonds have their causality: rotations with 1-junctions where the flow comes
 * in, 0-junctions where it goes out, so that no causal cycle stays inside. NULL after a report. */
Multibond *jd_multibond_scalar(const Multibond *graph, ScalarCount *count, JdLog *log);

/* ---- Numbers -------------------------------------------------------------------------------- */

typedef struct MultibondNumbers MultibondNumbers;
/* Causality and equations; NULL after a report. */
MultibondNumbers *jd_multibond_numbers(Multibond *graph, JdLog *log);
/* Its states where the mechanism is (bodies as they stand, forces evaluated), and all numbers there. False: its equations
 * have no solution; then *hold is one that repeats others. */
bool jd_multibond_evaluate(MultibondNumbers *numbers, const Motion *motion, int *hold);
/* Whether all laws are the graph's own; false after a report. text.c */
bool jd_multibond_inside(const Multibond *graph, JdLog *log);
/* The graph as model text, its states as the numbers are now. False after a report: some law is not the graph's own. text.c */
bool jd_multibond_write(const Multibond *graph, const MultibondNumbers *numbers, Text *out, JdLog *log);

/* ---- A start that fits, by springs and dampers (settle.c) --------------------------------------- */

/* Start values, which springs and dampers hold as they do locks. */
typedef struct { int positions, rates; const ExtraRow *position, *rate; } MultibondStarts;
typedef struct {
    int moves;              /* of the bodies */
    double gap, left;       /* how far the spring that is bent most is, before and after: lengths by the mechanism's, rad */
    double rate, rate_left; /* and how fast the damper that slides most does, 1/s */
    bool closed, still;     /* by places; and by velocities */
    int worst;              /* the hold that is open most, or slides most; -1: it is a start value */
    double worst_by;        /* m or rad, by the second if all are closed; */
    bool worst_turns;
} MultibondSettled;
/* From where the motion's bodies are, into own_q and own_v, by a graph with springs at its locks. False: memory is out. */
bool jd_multibond_settle(MultibondNumbers *numbers, Motion *motion, const MultibondStarts *starts, MultibondSettled *report);

/* ---- Motion by the graph's own equations (steps.c) ------------------------------------------- */

/* Its state: that of its equations, where the mechanism is. How many numbers; `to` may be NULL. */
int jd_multibond_states(const MultibondNumbers *numbers, double *to);
/* Rates of a state, with forces by their own laws where its bodies are; `motion` takes where that is. False: there is no solution. */
bool jd_multibond_rates(MultibondNumbers *numbers, Motion *motion, double time, const double *state, double *rates);
/* The same by one step of Runge and Kutta's; room for five states. */
bool jd_multibond_step(MultibondNumbers *numbers, Motion *motion, double time, double step, double *state, double *room);

/* ---- Independent velocities (minimal.c) -------------------------------------------------------- */

/* What is left when all storages are taken to independent velocities q', some of those of the bodies: v = B q' (+ what drives
 * prescribe), B from the graph's own flows, by flow sources at q'; a virtual inertia B' M B, what velocities cause, which is
 * the gyristor's effort at q' together with the Eulerian term, B' (M dB/dt q' + w x I w), and the efforts B' Q. The law is
 * e = I q'' with these; a storage with p = I q' would have the gyristor less dI/dt. */
typedef struct {
    int count, velocities;     /* independent; all */
    int *independent;          /* which of all they are: those of body 1, 2 ..., each velocities, then turns */
    double *B;                 /* velocities by count */
    double *inertia;           /* count by count */
    double *gyristor, *effort; /* count each */
    double *eulerian;          /* the part B' (w x I w) of the gyristor */
    double *rate, *a;          /* q''; accelerations of all, as jd_multibond_accelerations gives them */
} MultibondMinimal;
/* Where the mechanism is; of a graph with controlled sources. False: memory is out, or a body has no mass of its own. */
bool jd_multibond_minimal(MultibondNumbers *numbers, const Motion *motion, Arena *arena, MultibondMinimal *to);
/* The motion by them (reduced.c): of a graph with controlled sources and nothing from outside, from where the mechanism is. NULL: memory is out,
 * or a body has no mass of its own. With `hamilton` momenta p = I q' + B' M (what drives prescribe) stand in the state in place of q', and
 * p' = B' (rates of the storages) + dB'/dt M v: the storage's law, whose gyristor is less by dI/dt. */
typedef struct MultibondReduced MultibondReduced;
MultibondReduced *jd_multibond_reduced(MultibondNumbers *numbers, const Motion *motion, bool hamilton, Arena *arena);
int jd_multibond_reduced_speeds(const MultibondReduced *reduced); /* independent velocities */
/* What the graph integrates but for momenta, then independent velocities, as they are; how many numbers. */
int jd_multibond_reduced_state(const MultibondReduced *reduced, double *to);
/* False: more or fewer velocities are independent there. */
bool jd_multibond_reduced_rates(MultibondReduced *reduced, double time, const double *state, double *rates);
/* Right after these: takes others as independent velocities where those at hand go bad; true: it did, and the state is another. */
bool jd_multibond_reduced_settle(MultibondReduced *reduced, double time, double *state);
/* All numbers of the graph there, for outputs; false as above. */
/* The same of a body at a state as jd_multibond_upright. */
double jd_multibond_reduced_upright(const MultibondReduced *reduced, const double *state, int body);
bool jd_multibond_reduced_look(MultibondReduced *reduced, double time, const double *state);
void jd_multibond_reduced_free(MultibondReduced *reduced); /* before its arena */
int jd_multibond_reduced_steps(const MultibondReduced *reduced); /* of the program that rates are; 0: they are worked out one by one */
/* Of a graph with scalar bonds and controlled sources: flow sources in their place, once more without causality. Storages then
 * depend on each other, and loops are closed by break variables: zero-order causal paths of classes 1 and 4. `independent`
 * tells which storages keep a state; NULL: it is looked for. False: memory is out. scalar.c */
bool jd_multibond_hold_flows(Multibond *graph, const MultibondMinimal *independent);
/* Rotations of a graph with vector bonds the way the flows go in the scalar one that was made of it and has its causality.
 * How many were turned round: then another scalar graph has fewer causal cycles. scalar.c */
int jd_multibond_turn_rotations(Multibond *vector, const Multibond *scalar);
void jd_multibond_velocity_name(const Multibond *graph, int velocity, Text *out); /* "crank.wz" */

/* The equations behind the numbers; of each hold whether it repeats others there, and how many do. */
const BondEquations *jd_multibond_equations(const MultibondNumbers *numbers);
bool jd_multibond_repeats(const MultibondNumbers *numbers, int hold);
int jd_multibond_redundant(const MultibondNumbers *numbers);
void jd_multibond_index_by_rank(MultibondNumbers *numbers); /* the index, where it was evaluated last */
/* A combination of holds that says nothing, one for each that repeats others: the weight of a hold in it. */
double jd_multibond_null(const MultibondNumbers *numbers, int combination, int hold);
double jd_multibond_state(const MultibondNumbers *numbers, int var); /* a variable of the equations */
const double *jd_multibond_values(const MultibondNumbers *numbers);  /* of all names of the pool, for tapes */
/* Of the last evaluation: accelerations as the system has them (kernel->nv numbers for each body but the ground), */
void jd_multibond_accelerations(const MultibondNumbers *numbers, double *a);
/* what the locks of a joint do to body i or j, about its centre of mass along ground axes, */
Wrench jd_multibond_wrench(const MultibondNumbers *numbers, int joint, bool side_j);
/* and the efforts of all that is held. */
double jd_multibond_effort(const MultibondNumbers *numbers, int hold);

#endif
