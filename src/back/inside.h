/* SPDX-License-Identifier: MIT
 *
 * Inside: from a graph back to a mechanism. Nothing is known of it but nodes, bonds, moduli and signals: no name tells
 * anything. All that stands at the end of a bond and stores nothing is taken away; what is left moves as free bodies do, and
 * shows how each flow follows from the velocities of the storages, at several places.
 *
 *     graph ---> released (storages and junctions alone) ---> rows of flows at samples ---> bodies, points, joints, forces */
#ifndef JD_BACK_INSIDE_H
#define JD_BACK_INSIDE_H

#include "bond/bond.h"
#include "joint/joint.h"
#include "back/notes.h"

enum { SAMPLES = 8, PAIR_ROWS = 12, BODY_ROWS = 6 };

/* A storage of motion: velocities of a centre of mass along ground axes, or turns along own axes. */
typedef struct {
    int node[3], state[3];        /* of each velocity: the node, and which of its states has the momentum; */
    int bond[3], component[3];    /* the bond, and which component of it */
    int width, first;             /* of its velocities among all */
    bool turns;
    double I[3][3], u[3];         /* its matrix; its velocities at the start */
} BackStore;

typedef struct {
    const char *name;
    int moves, turns;     /* storages; -1: a point mass has no turns */
    double mass, I[3][3]; /* less what was lent */
    Vec3 p, v, w;         /* at the start; turns along own axes */
    Axes axes;
    double angle;         /* in the plane */
    Pose at[SAMPLES];
    Vec3 push;            /* constant effort on its moves */
    bool pushed;          /* it has one */
} BackBody;

typedef enum { BACK_LOCK, BACK_SOURCE, BACK_RESISTOR, BACK_SPRING } BackKind;
/* One component of what stands at the end of a bond. */
typedef struct {
    BackKind kind;
    int node, bond, component;
    double *row;    /* of its flow, at each sample over all velocities */
    double offset;  /* of its flow where nothing moves */
    bool done;
} BackElement;

/* A lock of a joint. */
typedef enum { ROW_SLIDE, ROW_TURN, ROW_TWIST, ROW_OTHER } RowKind; /* d.u, w.u and twist(u) for a fixed direction u of i; any other */
enum { ROW_TERMS = 64 };
typedef struct {
    RowKind kind;
    int element;
    Vec3 u, n;      /* along axes of body i; the point of body j along its axes */
    Lock terms[ROW_TERMS];
    double c[ROW_TERMS];
    int count;
    bool velocity, disc;
    bool beside; /* it is what it is beside other locks of the two bodies */
    int disc_i, disc_j; /* the axes of the bodies that are normal to the plane, and to the disc */
} BackRow;

typedef struct {
    const char *name, *type;
    int i, j; /* bodies; 0: the ground */
    LIST(BackRow) rows;
    Pose frame_i, frame_j; /* on their bodies */
    int slides, turns;     /* how many locks are d.u, and w.u */
} BackJoint;

enum { FLOW_PARTS = 12 };
/* The flow of a scalar bond: the velocities that it follows from, and by how much at the samples. */
typedef struct { int count, v[FLOW_PARTS]; double by[FLOW_PARTS][SAMPLES]; } BackFlow; /* count -1: of more */

typedef struct {
    Arena *arena;
    JdLog *log;
    const BondGraph *graph;
    Notes notes;            /* of its text: names, frames */
    SymPool *pool;
    bool planar, scalar, failed; /* scalar: storages have a bond for each component */
    int dims, turn_dims;    /* of translations, of turns */
    BondGraph *released;
    BondEquations *equations;
    BondProgram *program;
    double *values;         /* of names */
    double *states;         /* of the equations, at the start */
    double *sample[SAMPLES]; /* the same there */
    double way[SAMPLES];    /* time that the samples took */
    double *u[SAMPLES];     /* and with which velocities */
    int velocities;
    LIST(BackStore) stores;
    LIST(BackBody) bodies;  /* 0: the ground */
    LIST(BackElement) elements;
    LIST(BackJoint) joints;
    int *velocity_of;       /* of states: it is the integral of this velocity; -1 */
    int clock;              /* of states: time; -1 */
    double *signal[SAMPLES]; /* values of all signals there */
    double *turned;         /* of bonds at samples: the part of one storage of moves, dims by dims */
    int *turned_by;         /* of bonds: that storage; -1: none; past the end: several */
    int *spun_by;           /* the same of turns */
    BackFlow *flows;        /* of bonds, of a graph with scalar ones */
    Sym *resolved;          /* of variables: by velocities of storages and signals */
    char *resolving;
    double length;          /* what places are measured by */
    Vec3 gravity;           /* that all weights have in common */
    Text *out;
} Back;

/* Files in this order; each says what is wrong, and sets `failed`. */
void jd_back_release(Back *b);  /* release.c: storages, and the graph without what acts */
void jd_back_look(Back *b);     /* look.c: samples, rows of flows */
void jd_back_gather(Back *b);   /* gather.c: scalar storages that are one, and axes that bonds are along */
void jd_back_bodies(Back *b);   /* bodies.c: which storages are a body, where it stands, what was lent */
void jd_back_joints(Back *b);   /* joints.c: locks as sums of scalar products, joints */
/* What annotations tell, where it fits: remember.c. */
void jd_back_remember_bodies(Back *b);
void jd_back_remember_joints(Back *b); /* names and frames */
void jd_back_order(const Back *b, const BackElement *element, int two[2]);

/* Where the equations stand with these velocities: values of all names. False: they have no solution. */
bool jd_back_run(Back *b, const double *states, const double *u);
double jd_back_flow(const Back *b, int bond, int component);
int jd_back_element(const Back *b, int node); /* the first of a node's; -1 */
/* A formula by velocities of storages, signals and states alone; SYM_NONE: it reads an effort. resolve.c */
Sym jd_back_resolve(Back *b, Sym s);
Sym jd_back_velocity(const Back *b, int velocity); /* the name of its flow */
/* Storages at the ends of a gyrator, from the first to the second; false: it joins no two of them. release.c */
bool jd_back_gyrator(const Back *b, int node, int ends[2]);
void jd_back_refuse(Back *b, int node, const char *why, const char *hint);
int jd_back_body_of(const Back *b, int velocity);
/* A row of an element over a pair of bodies, one sample behind the other: v and w (along own axes) of i, then of j.
 * False: it is about others, too. fit.c */
bool jd_back_row_of(const Back *b, const BackElement *element, int i, int j, double *to);
/* Columns of locks that fit a row; coefficients of all columns. How far they are off, as a share of it. */
typedef struct {
    const Back *back;
    int i, j;
    Pose frame_i, frame_j;
    const double *held; /* rows that are locked already, normal to each other at each sample: */
    int held_count;     /* what is left beside them is fitted */
} BackPair;
double jd_back_fit(const BackPair *pair, const Lock *locks, int count, const double *row, double *c);
/* What is left of a row beside those that are held. */
void jd_back_beside(const BackPair *pair, double *at);
void jd_back_column(const BackPair *pair, const Lock *lock, double *to);
double jd_back_value(const BackPair *pair, const Lock *lock); /* at the start */
double jd_back_tidy(double value, double size); /* without rounding */

#endif
