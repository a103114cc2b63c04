/* SPDX-License-Identifier: MIT
 *
 * A mechanism as the generator draws it. The model text and the independent integrator are both made from this, and neither
 * from the other. All places are those of the drawing, along ground axes; body 0 is the ground. */
#ifndef AUDIT_MECHANISM_H
#define AUDIT_MECHANISM_H

#include "vector.h"
#include <stdbool.h>
#include <stdio.h>

enum { BODIES_MAX = 12, JOINTS_MAX = 32, FORCES_MAX = 12, DRIVES_MAX = 3, INSTANTS_MAX = 40, NAME_MAX_ = 64 };

typedef enum {
    REVOLUTE,
    PRISMATIC,
    CYLINDRICAL,
    SCREW,
    UNIVERSAL,
    CONSTANT_VELOCITY,
    SPHERICAL,
    PLANAR,
    PARALLEL,
    FIXED,
    PIN_IN_SLOT,
    POINT,
    LINE,
    ROD,
    UNIVERSAL_SPHERICAL,
    WHEEL_ON_RAIL,
    ROLLING_DISC,
    ROLLING_SPHERE,
    KNIFE_EDGE,
    GEAR,
    BELT,
    RACK,
    COUPLING,
    MIRROR, /* for the reference alone: in the plane two bodies turn equally fast against each other */
    JOINT_KINDS
} JointKind;

/* Frees that forces, drives and couplings act on. */
typedef enum { TRAVEL, ANGLE, ANGLE1, ANGLE2, FREE_KINDS } FreeKind;

/* A joint that the text says otherwise than the reference: linkages that pass singular positions have equations that are
 * regular everywhere, and the reference is given those. */
typedef enum { SAID_TO_BOTH, SAID_IN_TEXT, SAID_TO_REFERENCE } SaidTo;

typedef struct {
    V3 at;          /* centre of mass */
    double angle;   /* in the plane */
    Quat4 attitude; /* in space */
    double mass;
    V3 inertia; /* along its own axes; in the plane z */
    V3 v, w;    /* at the start, along ground axes */
} MechBody;

typedef struct {
    JointKind kind;
    SaidTo said;
    int i, j;        /* bodies; of couplings joints */
    V3 m, n;         /* points on i and j */
    V3 axis, second; /* main axis and the one after it, normal to each other and of length 1 */
    bool turned;     /* those on j are others: */
    V3 axis_j, second_j;
    double field;    /* pitch, radius, ratio */
    FreeKind free_i, free_j;
} MechJoint;

/* base + slope t + swing sin(omega t + phase), within (from, to) only if it is windowed: zero outside. With `ramp` it is
 * times (t - from)/(to - from), kept between 0 and 1. */
typedef enum { ALWAYS, WINDOW_IF, WINDOW_STEP, WINDOW_RAMP } Window;
typedef struct {
    double base, slope, swing, omega, phase;
    Window window;
    double from, to;
} TimeLaw;

typedef enum { SPRING_DAMPER, POINT_FORCE, TORQUE, EFFORT, FREE_SPRING, FORCE_KINDS } ForceKind;
typedef struct {
    ForceKind kind;
    int i, j;         /* bodies; i alone of a point force, i a joint of efforts and free springs */
    V3 at, to;        /* points on i and j */
    V3 direction;     /* of a point force or torque */
    bool follow;      /* a point force turns with its body */
    FreeKind free;    /* of joint i */
    double stiffness, damping, rest;
    TimeLaw law;
} MechForce;

typedef struct {
    int joint;
    FreeKind free;
    TimeLaw law; /* always, and zero at t = 0 */
} MechDrive;

/* A row that is asked for. At a switching instant forces have two values. */
typedef struct {
    double time;
    bool switching;
} Instant;

typedef struct {
    char name[NAME_MAX_]; /* of its class */
    bool planar;
    V3 gravity;
    int bodies, joints, forces, drives, instants; /* bodies: with the ground */
    MechBody body[BODIES_MAX];
    MechJoint joint[JOINTS_MAX];
    MechForce force[FORCES_MAX];
    MechDrive drive[DRIVES_MAX];
    Instant instant[INSTANTS_MAX];
    double until;
} Mechanism;

/* Values of a law and its derivatives by time. */
typedef struct {
    double value, rate, accel;
} LawValue;
/* At `time`, with windows as they are at `within`: a law is continued beyond its window's edge while a step goes there. */
LawValue audit_law(const TimeLaw *law, double time, double within);

/* All instants at which a law switches, rising; returns how many. */
int audit_switches(const Mechanism *m, double out[2 * FORCES_MAX]);

/* The axes of a joint's frame on i (side 0) or j (side 1) in the drawing. */
void audit_axes(const Mechanism *m, const MechJoint *joint, int side, V3 axes[3]);

/* The diagonal of the box round all points over the square root of the number of bodies, theory (1.3). */
double audit_length(const Mechanism *m);

/* Names as the text has them. */
const char *audit_joint_name(JointKind kind);
const char *audit_free_name(FreeKind free);
bool audit_is_coupling(JointKind kind);
bool audit_has_free(const Mechanism *m, JointKind kind, FreeKind free);

#endif
