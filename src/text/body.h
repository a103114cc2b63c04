/* SPDX-License-Identifier: MIT
 *
 * Shared by the files that read bodies: where one was placed, its mass, and rotations. */
#ifndef JD_TEXT_BODY_H
#define JD_TEXT_BODY_H

#include "text/inside.h"

typedef struct {
    Pose origin;   /* the body's origin and axes in the drawn position */
    Vec3 middle;   /* its centre of mass, unless `com` says otherwise */
    double length; /* from the first to the second point of a link; 0: it is none */
    bool failed;   /* there was a mistake: what follows from its place is not known */
} Placed;

/* A rotation vector that a clause says; none if it is not said. In the plane that is a mistake. */
bool jd_build_rotation(Build *build, const Node *node, const char *word, Axes *axes);
/* Mass and inertia, loads included, which also move the centre of mass. */
bool jd_build_mass(Build *build, const Node *node, const Placed *placed, ModelBody *body);
/* What follows from a shape, if one is said, and is not said otherwise. */
bool jd_build_shape(Build *build, const Node *node, const Placed *placed, ModelBody *body);

#endif
