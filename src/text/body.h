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
    Vec3 *points;  /* those of the link, or the one of `at`, as drawn; NULL: not known */
    int point_count;
    bool failed;   /* there was a mistake: what follows from its place is not known */
} Placed;

/* The rotation of a vector; in it x, y and z are axes. */
bool jd_build_rotation_of(Build *build, const Expr *expr, Axes *axes);
/* The one that a clause says; none if it is not said. In the plane that is a mistake. */
bool jd_build_rotation(Build *build, const Node *node, const char *word, Axes *axes);
/* Mass and inertia, loads included, which also move the centre of mass. */
bool jd_build_mass(Build *build, const Node *node, const Placed *placed, ModelBody *body);
/* What follows from a shape, if one is said, and is not said otherwise. */
bool jd_build_shape(Build *build, const Node *node, const Placed *placed, ModelBody *body);

/* What a clause or statement `frame` says of a body; local places are seen from its origin. */
bool jd_build_frame(Build *build, const Node *node, const char *name, int body, const Pose *origin);
extern const Kind jd_frame_clauses[];

/* What a clause or statement `show` says of a body, which is added already, or of its frame. */
bool jd_build_show(Build *build, const Node *node, BodySide side);
extern const Kind jd_show_clauses[];
/* The colour that a clause says; leaves it alone if it is not said. */
bool jd_build_colour(Build *build, const Node *node, Colour *colour);

#endif
