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
} ForceInput;

typedef struct {
    Vec3 force, torque;  /* on body j at N; the opposite on body i at M (FORCE_ON_BODY: j only) */
    double effort;       /* on the free */
    double energy;       /* potential energy stored */
    double conservative; /* power of the part that has the energy: -d energy/dt */
    double length;       /* something to show: spring length */
} ForceOutput;

typedef struct {
    const char *name, *aliases, *summary, *glyph;
    ForceTarget target;
    Field fields[TYPE_FIELDS];
    /* At every evaluation, and for channels: sets all of out from `in` alone, whose fields are numbers by then. In the plane, too: z
     * parts of `in` are zero there, and of out they do not count. Never NULL. */
    void (*eval)(const ForceInput *in, ForceOutput *out);
    bool has_length; /* `length` means something */
    bool turns;      /* it may have a torque */
    bool spans;      /* what is seen of it goes from M to N; the glyph's (-1, 0) and (1, 0) */
    /* For pictures of what may be a spring or a damper or both: its two fields + 1 (0: `glyph` stands for all), and
     * the glyphs if only the second is not zero, or both. */
    int stiffness, damping;
    const char *damper, *both;
} ForceType;

const ForceType *jd_force_at(int index);
const ForceType *jd_force_find(const char *name);
void jd_force_suggest(Nearest *nearest);

#endif
