/* SPDX-License-Identifier: MIT
 *
 * Inside loops in space: bodies on their joints, and what the places of dyads consist of. */
#ifndef JD_LOOP_SPACE_INSIDE_H
#define JD_LOOP_SPACE_INSIDE_H

#include "loop/inside.h"
#include "loop/space.h"

ALWAYS Vec3 vec3_unit(Vec3 a) { return vec3_scale(1 / vec3_norm(a), a); }
ALWAYS Vec3 space_point(const SpaceBody *body, Vec3 local) { return vec3_add(body->p, axes_out(&body->R, local)); }
/* The part of a vector on a frame normal to one of its axes: the two others in cyclic order. */
ALWAYS Vec2 beside(Vec3 v, AxisName axis) {
    return axis == AXIS_Z ? vec2(v.x, v.y) : axis == AXIS_X ? vec2(v.y, v.z) : vec2(v.z, v.x);
}
ALWAYS double part_of(Vec3 v, AxisName axis) { return axis == AXIS_X ? v.x : axis == AXIS_Y ? v.y : v.z; }

/* A stem where its coordinates are; and one whose lone turn has this cosine and sine, or whose lone slide is there.
 * Bodies, axes of rates, tip. space_stem.c */
void jd_stem_place(SpaceWork *work, int stem, const double *q);
void jd_stem_turn(SpaceWork *work, int stem, const Axes *base, double c, double s);
void jd_stem_slide(SpaceWork *work, int stem, const Axes *base, double q);
/* The axes of the frame on its parent now, and the point. */
Axes jd_stem_base(const SpaceWork *work, const Stem *stem);
/* Its body is turned so; its tip is there. */
ALWAYS void stem_turned(const SpaceWork *work, int k, const Axes *R, Vec3 tip) {
    const Stem *stem = &work->chain->stem[k];
    SpaceBody *body = &work->body[stem->body];
    body->R = *R;
    body->p = vec3_sub(tip, axes_out(R, stem->far_p));
    work->tip[k] = tip;
}
/* The axes of frame i of its joint now. */
Axes jd_stem_axes_i(const SpaceWork *work, const Stem *stem);
/* Velocities in one column, bias with the rates of work->rate and changes of rates `change` (of all rates). */
void jd_stem_spread(const SpaceWork *work, int stem, int column);
void jd_stem_bias(const SpaceWork *work, int stem);
/* What changes of its rates and of what its parent has add to that. */
void jd_stem_bias_add(const SpaceWork *work, int stem, const double *change, Spin3 *added);
/* What is constant of a dyad. */
void jd_space_dyad_measure(SpaceChain *chain, SpaceDyad *dyad);

/* A dyad: places, with its answer; columns; bias. space_dyad.c */
void jd_space_dyad_place(SpaceWork *work, int dyad);
void jd_space_dyad_spread(const SpaceWork *work, int dyad, int column);
void jd_space_dyad_bias(const SpaceWork *work, int dyad);
/* All bodies that a dyad leaves a spin to. */
void jd_space_spin_column(const SpaceWork *work, int dyad, int column, double rate);

#endif
