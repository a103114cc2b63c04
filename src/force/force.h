/* SPDX-License-Identifier: MIT
 *
 * Forces: one file and one line in forces.def each. A type sees two frames in motion or one free of
 * a joint, and the values of its fields; it answers with a force and a torque, or with an effort. */
#ifndef JD_FORCE_H
#define JD_FORCE_H

#include "joint/joint.h"

typedef enum { FORCE_BETWEEN, FORCE_ON_BODY, FORCE_ON_FREE } ForceTarget;

typedef struct {
    Side i, j;
    double position, rate; /* of the free, for FORCE_ON_FREE */
    const double *fields;  /* values in the order of type->fields, vectors as 3 numbers */
    Axes axes;             /* of a type that resolves: the axes that its vectors are given along */
    bool planar;           /* both bodies stay in the plane: */
    double turned;         /* the angle of frame j against frame i, counted over many turns */
} ForceInput;

typedef struct {
    Vec3 force, torque;  /* on body j at N; the opposite on body i at M (FORCE_ON_BODY: j only) */
    double effort;       /* on the free */
    double energy;       /* potential energy stored */
    double conservative; /* power of the part that has the energy: -d energy/dt */
    double length;       /* something to show: spring length */
    double dissipated;   /* power that becomes heat in it, never negative */
    double inner_rate;   /* of a type with a state of its own: its rate */
} ForceOutput;

/* A state that a force brings along: the field `number` - 1 is its value at each instant. It is a state of the model, called
 * as the field; `rate` and `relaxed` are expressions of the force's fields, by their names, and of `reach` and `reach_rate`, its
 * channels length and rate. Who says the field gives its start value; otherwise it is `relaxed`, at the start position. */
typedef struct { int number; const char *rate, *relaxed, *unit; } ForceState;

typedef struct {
    const char *name, *aliases, *summary, *glyph;
    ForceTarget target;
    Field fields[TYPE_FIELDS];
    /* At every evaluation, and for channels: sets all of out from `in` alone, whose fields are numbers by then. In the plane, too: z
     * parts of `in` are zero there, and of out they do not count. Never NULL. */
    void (*eval)(const ForceInput *in, ForceOutput *out);
    bool has_length; /* `length` means something */
    bool turns;      /* it may have a torque: */
    int torques[2];  /* by these fields + 1 alone; 0: by others, too */
    bool spans;      /* what is seen of it goes from M to N; the glyph's (-1, 0) and (1, 0) */
    bool resolves;   /* its vectors are along the axes of the clause `resolve`; the ground's if it is not said */
    bool at_n;       /* its force on body i acts at N, too: a vector that need not be along MN makes no moment then */
    bool twists;     /* it reads `turned` */
    bool needs_body; /* masses or attitudes: it has no meaning at a node, which is a point without both */
    ForceState state; /* number 0: none */
    /* What may be a spring or a damper or both: its two fields + 1 (0: `glyph` stands for all), and for pictures the glyphs
     * if only the second is not zero, or both. On a free the effort is -stiffness (position - a rest) - damping rate. */
    int stiffness, damping;
    const char *damper, *both;
} ForceType;

const ForceType *jd_force_at(int index);
const ForceType *jd_force_find(const char *name);
void jd_force_suggest(Nearest *nearest);

#endif
