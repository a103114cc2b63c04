/* SPDX-License-Identifier: MIT
 *
 * A mechanism while it is drawn. */
#ifndef AUDIT_SKETCH_H
#define AUDIT_SKETCH_H

#include "subject.h"

typedef struct {
    Chance chance;
    Subject *s;
    Mechanism *m;
    double size, heavy; /* units of length and mass */
    double beat;        /* unit of time */
} Sketch;

V3 audit_anywhere(Sketch *k, double reach);
V3 audit_direction(Sketch *k); /* of length 1 */
/* A body of random mass and attitude; its index. */
int audit_draw_body(Sketch *k, V3 at);
/* A joint with random axes; one whose points may be apart has them apart if it is drawn between bodies. */
MechJoint *audit_draw_joint(Sketch *k, JointKind kind, int i, int j, V3 at);
void audit_draw_between(Sketch *k, JointKind kind, int i, int j);
/* Another word in the name of its class. */
void audit_note(Sketch *k, const char *what);

/* A family by chance: its bodies and joints. */
void audit_draw_family(Sketch *k);
/* Couplings, drives, springs, forces, pushes. */
void audit_add_things(Sketch *k);
/* Rows at random instants, at switches, and at singular positions, which the reference finds. */
void audit_ask_rows(Sketch *k);

#endif
