/* SPDX-License-Identifier: MIT
 *
 * Part of system.h: Motion, where everything is at one instant, and the kernel that evaluates it. */
#ifndef JD_MOTION_H
#define JD_MOTION_H

#include "system/system.h"

/* ---- Motion --------------------------------------------------------------------------------- */

/* Parts of an evaluation, in this order; a form has those of its `parts`. One can be told to end after a part, so that
 * others can find what each costs. */
typedef enum { PART_ALL, PART_PLACE, PART_ROWS, PART_FORCES, PART_MASS, PART_ASSEMBLY, PART_SOLUTION, PARTS } Part;

/* What an evaluation depends on beside time and state: rows that are held softly, independent coordinates, closed form or
 * Newton's method, conditions on time. It is constant within a step and its dense output, and chosen anew between steps. Its parts hold no
 * pointers, so that they can be kept, put back and saved as they are: mode.c. */
enum { MODE_PARTS = 12 };
typedef struct {
    int parts;
    struct { void *at; size_t size; } part[MODE_PARTS];
} Mode;

/* What delays remember: the values of their sources in each step, as sums of Chebyshev polynomials; and the instants at which
 * something was not smooth, which come back a delay later. Pieces and marks are counted from the first; room for the latest is
 * kept. delay.c, run/delay.c */
typedef struct {
    long first, count;      /* pieces that are kept: first .. count - 1 */
    double end;             /* of the last */
    long first_mark, marks; /* likewise */
} PastNow;
typedef struct {
    int room, terms, mark_room;
    PastNow *now;
    double *from, *sum; /* of each piece: when it begins; numbers of each delay */
    double *mark;       /* when */
    int *level;         /* the derivative that jumps there, 0: the value itself */
    double *size;       /* of each delay: the largest that was seen of it */
    long *passed, *kept; /* of each delay: how many marks it has seen come back */
} Past;

struct Motion {
    double time;
    const double *held;  /* conditions on time alone, as they are throughout the step */
    const struct Strike { int joint, free; double effort; } *strike; /* efforts besides, to see how velocities answer to a blow */
    int strikes;
    const double *kick;  /* of each drive: added to its acceleration, to see how the others answer; NULL: nothing */
    Mode mode;
    Part end_after;      /* PART_ALL: goes through; PARTS: too, but part after part, without short cuts */
    Part again;          /* of whoever measures: up to where it is done once more; PART_ALL: it is not */
    const double *q, *v; /* all bodies but the ground, kernel->nq and kernel->nv numbers each; behind q the counted
                            turns. They may be a caller's: only move, derivative and turns read them, what comes
                            later reads `bodies` */
    const double *turn;  /* the counted turns: q + nq (bodies - 1) */
    double *own_q, *own_v; /* own room for them */
    const double *a;       /* kernel->nv numbers each */
    const double *pull;    /* of each row of `dynamics`: minus its multiplier. Forces on body j are -J_j^T pull */
    double *inputs;      /* values of all that expressions read, by slots */
    const double *extra; /* states of one's own, where the last evaluation was, */
    double *extra_rate;  /* and their rates there */
    const double *given; /* inputs, as they are set */
    const char *off;     /* of each force: it does not act; NULL: all do */
    const Past *past;    /* NULL: there is only what histories say */
    double *feedback;    /* room of form/feedback.c; its first number: what became of forces that read what follows from them */
    int *feedback_order;
    double *ring;        /* room of rings.c */
    int *ring_order;
    int *known;          /* up to which level all of `inputs` is of this instant, + 1 */
    /* Of nodes, by the numbers of their places, one node behind the other: */
    double *node_from;   /* where they are looked for, */
    double *node_at;     /* where they are, */
    double *node_moves;  /* how they move, as far as dampers say it, and */
    double *node_drift;  /* as the equilibrium changes: told from outside */
    double *node_extra;  /* `extra` with their places in it */
    struct NodesNow { double stability; int soft, follows; bool rests; } *nodes; /* of each block: below 0 it has no stable equilibrium, which
                            node feels that most, how many of its numbers follow from equilibrium, and whether there is one */
    bool nodes_stay;     /* states of nodes that follow from equilibrium alone stay throughout a step; set anew behind it */
    double *node_room;
    double *node_states; /* room of form/drift.c */
    int *node_order;
    ForceOutput *forces;
    double *power;       /* of each force */
    double soft_energy, soft_conservative, soft_power; /* of all elastic joints */
    RowWork rows;        /* of `dynamics` */
    bool bare;           /* of the next evaluation nothing but its rates will be read: bodies may stay as they are */
    bool stands;         /* bodies and rows are those of own_q and own_v, onto the locks: newton_euler.c */
    bool recovered;      /* `pull` is of least size where it is not unique: jd_motion_recover */
    double *own_a, *own_pull;
    void *form;          /* the form's own */
    /* Attitudes that a run has in other numbers than quaternions: where in the state; room for it with quaternions. count 0: there are
     * none. run/attitude.c */
    struct { const struct AttitudeType *type; int count; const int *place; double *state, *other; } turned;
    /* Of forms by tree coordinates: frees that are coordinates need not be measured, and efforts on them are collected
     * as such. Each NULL: not so. */
    const TreeFree *tree_free; /* of each joint */
    const double *tree_q, *tree_u;
    double *tree_effort;
    void *bodies;        /* the kernel's */
};

/* What became of them, as the first number says: those that fit were found, there are none, any fit; asked for by whoever
 * wants to know whether they are the only ones. */
enum { FEEDBACK_SOLVED, FEEDBACK_NONE, FEEDBACK_ANY, FEEDBACK_LOOK };

/* Numbers that solving for n values which forces read of what follows from them takes: whether it failed; six
 * lists, and the matrix. */
static inline size_t jd_feedback_room(int n) { return (size_t)(1 + 6 * n + n * n); }

static inline Now jd_now(const Motion *motion) { return (Now){motion->time, motion->held}; }

/* An evaluation that was told to end after this part, or before. */
static inline bool jd_ends(const Motion *motion, Part part) {
    return motion->end_after != PART_ALL && motion->end_after <= part;
}

/* Numbers of a state of bodies: positions with counted turns; velocities. The latter are also the first unknowns of a set of rows,
 * before its multipliers. */
static inline int jd_positions(const JdSystem *system);
static inline int jd_velocities(const JdSystem *system);
/* Sets counts of turns to what the bodies say, after move. */
void jd_turns_settle(const JdSystem *system, const Motion *motion, double *count);
void jd_turns_drawn(const JdSystem *system, const Motion *motion, double *count); /* at the drawn position */
/* Where the counts stand behind coordinates q of the bodies. */
static inline double *jd_counts(const JdSystem *system, double *q);

void jd_nodes_layout(const JdSystem *system, Motion *motion, Layout *layout);

/* ---- The kernel: one table for the plane, one for space ------------------------------------- */

/* One row by itself: its value, rate and bias, and its Jacobian by both bodies (kernel->nv numbers each). */
typedef struct {
    double f, rate, bias, J[2][6];
} RowNow;

struct Kernel {
    const char *name;
    int nq, nv; /* coordinates and velocities of a body */
    int linear; /* the first so many velocities are linear, the others angular */
    size_t body_size, slot_size;
    void (*from_pose)(const Pose *pose, double *q);
    /* q and v of the bodies as they stand, whatever moved them. */
    void (*read)(const JdSystem *system, const Motion *motion, double *q, double *v);
    /* Sorts rows for evaluation: set->shapes. False: out of memory. */
    bool (*sort)(JdSystem *system, RowSet *set);
    /* Bodies from motion->q and ->v. */
    void (*move)(const JdSystem *system, Motion *motion);
    /* f, rate, bias and J at motion->time, from the bodies. */
    void (*rows)(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);
    /* The constant parts of a matrix: masses or weights, constant J entries. */
    void (*init)(const JdSystem *system, const RowSet *set, RowWork *work);
    /* Rates of q and of the counted turns, after move. */
    void (*derivative)(const JdSystem *system, const Motion *motion, double *rates);
    void (*turn_rates)(const JdSystem *system, const Motion *motion, double *rates); /* of the latter alone */
    /* q of an accepted step put in order; true: it was changed. NULL: never needed. */
    bool (*tidy)(const JdSystem *system, double *q);
    void (*increment)(const JdSystem *system, const double *step, double *q); /* q (+) step */
    /* Sets Q: gravity, and in space what turning bodies resist with. */
    void (*gravity)(const JdSystem *system, const Motion *motion, double *Q);
    /* Adds cross w x I w + along (w . I w) w to moments, w of v along body axes. NULL: they are zero. */
    void (*spin)(const JdSystem *system, const double *v, double cross, double along, double *Q);
    void (*push)(const JdSystem *system, const Motion *motion, int frame, Vec3 force, Vec3 torque,
                 double *Q); /* adds a wrench at a frame */
    Side (*side)(const JdSystem *system, const Motion *motion, int frame);
    void (*seat)(Motion *motion, int seat, Vec3 p, Vec3 v); /* puts a node there */
    /* Acceleration of a frame's origin, and angular acceleration of its body. */
    void (*accel)(const JdSystem *system, const Motion *motion, int frame, Vec3 *linear,
                  Vec3 *angular);
    /* Moves a body with its parent: it keeps its place against the parent across joint `k`, but for the
     * frees, which change by `delta`. Poses are q of all bodies; the parent's new one is set already. */
    void (*hang)(const JdSystem *system, int k, int body, const double *delta, const double *old_q,
                 double *q);
    /* The same for velocities, after move: at rest against the parent but for the frees' `rates`. */
    void (*swing)(const JdSystem *system, const Motion *motion, int k, int body,
                  const double *rates, double *v);
    double (*angle)(const JdSystem *system, const Motion *motion, int frame);
    double (*kinetic)(const JdSystem *system, const Motion *motion);
    double (*kinetic_power)(const JdSystem *system, const Motion *motion); /* its rate */
    /* Largest error of a state q, v over the bodies, measured by length and speed. */
    double (*error)(const JdSystem *system, const double *y0, const double *y1,
                    const double *error);
    /* What the locks of a joint do to its side i or j, about the centre of mass: minus the sum of pull times the row. */
    Wrench (*wrench)(const JdSystem *system, const Motion *motion, const SystemJoint *joint, bool side_j);
    void (*row)(const JdSystem *system, const Motion *motion, const Row *row, int frame_i,
                int frame_j, RowNow *now);
};

static inline int jd_positions(const JdSystem *system) {
    return system->kernel->nq * (system->bodies - 1) + system->turns;
}
static inline int jd_velocities(const JdSystem *system) {
    return system->kernel->nv * (system->bodies - 1);
}
static inline double *jd_counts(const JdSystem *system, double *q) {
    return q + system->kernel->nq * (system->bodies - 1);
}
/* The mass or moment of inertia that resists velocity c of a body. */
static inline double jd_mass_of(const JdSystem *system, int body, int c) {
    const SystemBody *b = &system->body[body];
    return c < system->kernel->linear ? b->mass : b->turning[c % 3];
}
/* How many velocities are no motions: turns of point masses, and of thin rods about their length. */
static inline int jd_idle_turns(const JdSystem *system) {
    int count = 0;
    for (int b = 1; b < system->bodies; b++)
        for (int c = 0; c < 3; c++) count += system->body[b].idle[c];
    return count;
}

/* What both kernels share. */
/* Adds an effort along a row of a joint to the forces of its bodies. */
void jd_row_push(const JdSystem *system, const SystemJoint *joint, const RowNow *row, double effort, double *Q);
/* Subtracts what the row is to be: a prescribed motion or a start value. */
void jd_row_target(const Row *row, const Motion *motion, double *f, double *rate, double *bias);
/* Position, rate and acceleration that a drive prescribes. */
void jd_drive_jet(const JdSystem *system, const Motion *motion, int drive, double jet[3]);
/* The same by time alone: of a drive that prescribes a rate the position is 0. */
void jd_drive_at(const SystemDrive *drive, Now now, double jet[3]);
int jd_drive_of(const JdSystem *system, int joint, int free); /* the drive of this free of a joint (-1: of any); -1: there is none */
bool jd_drive_stands(const SystemDrive *drive); /* it holds its free where it is */
/* States that are positions of drives go on from t to t + h, exactly but for rounding where rates are smooth. */
void jd_drives_advance(const JdSystem *system, const double *held, double t, double h, double *extra);
/* Rows that couple frees of two joints, by kernel->row. */
void jd_couple_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);

/* Gravity at a point, and its energy per mass (a field has none). */
Vec3 jd_gravity_at(const JdSystem *system, Now now, Vec3 p);
double jd_gravity_energy(const JdSystem *system, Vec3 p);

#endif
