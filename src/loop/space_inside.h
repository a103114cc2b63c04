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

/* A vector turned about a unit axis. */
ALWAYS Vec2 direction(double angle) {
    const CosSin of = jd_cos_sin(angle);
    return vec2(of.c, of.s);
}
ALWAYS Vec3 swung(Vec3 e, Vec2 by, Vec3 v) {
    const Vec3 along = vec3_scale(vec3_dot(e, v), e), across = vec3_sub(v, along);
    return vec3_add(along, vec3_add(vec3_scale(by.x, across), vec3_scale(by.y, vec3_cross(e, v))));
}

/* Axes along a, and in the plane of it and n. */
ALWAYS Axes axes_along(Vec3 a, Vec3 n) {
    const Vec3 x = vec3_unit(a), z = vec3_unit(vec3_cross(x, n));
    return (Axes){x, vec3_cross(z, x), z};
}

/* Axes of a body on which these are `on`. */
ALWAYS Axes axes_with(const Axes *now, const Axes *on) {
    const Axes back = {vec3(on->x.x, on->y.x, on->z.x), vec3(on->x.y, on->y.y, on->z.y),
                       vec3(on->x.z, on->y.z, on->z.z)};
    return axes_on(now, &back);
}

/* What is left under a root, in parts of what it is made of. */
static inline void note_radicand(SpaceWork *w, int d, double part) {
    if (!(part >= w->radicand)) w->radicand = part, w->worst = d;
    if (!(part > -touch)) w->closed = false;
}

static inline void note_low(SpaceWork *w, int d, double low) {
    w->answer[d].low = low;
    if (!(low >= w->low)) w->low = low, w->lowest = d;
}

/* A stem where its coordinates are; and one whose lone turn has this cosine and sine, or whose lone slide is there.
 * Bodies, axes of rates, tip. space_stem.c */
void jd_stem_place(SpaceWork *work, int stem, const double *q);
void jd_stem_turn(SpaceWork *work, int stem, const Axes *base, double c, double s);
void jd_stem_slide(SpaceWork *work, int stem, const Axes *base, double q);
/* The axes of the frame on its parent now, and the point. */
Axes jd_stem_base(const SpaceWork *work, const Stem *stem);
/* The axis of its lone free, in the sense in which it moves its body. */
ALWAYS Vec3 stem_axis(const Stem *stem, const Axes *base) {
    return vec3_scale(stem_sense(stem), axes_at(base, stem->axis[0]));
}
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
/* Turns that are a ball, space_wrist.c. A pin that closes one: the turns between the outer bodies, inner ones last, counted from
 * that on side `from` of the pin; and the ball, on these. */
typedef struct { int closing, stems, stem[2], from, outer[2]; Vec3 at[2]; } SpaceWrist;
extern const DyadKind jd_dyad_s;
ALWAYS bool is_wrist(const SpaceDyad *dyad) { return dyad->kind == &jd_dyad_s; }
bool jd_wrist_find(const SpaceLinkage *linkage, int closing, SpaceWrist *wrist);
/* As those of dyads. The answer's A and C are the three axes, its rows turn a turning into rates about them. */
void jd_wrist_place(SpaceWork *work, int dyad);
void jd_wrist_spread(const SpaceWork *work, int dyad, int column);
void jd_wrist_bias(const SpaceWork *work, int dyad);
/* A turn and a slide along one direction, of which stem k is the outer one or both: is it so; its two stems, in either order,
 * with a body between them; and the body that the tree has between the two, when all others are placed. space_cylinder.c */
bool jd_cylinder_is(const SpaceLinkage *linkage, int k);
void jd_cylinder_part(const SpaceLinkage *linkage, int k, bool turns_first, int body, Stem part[2]);
void jd_cylinder_place_middle(SpaceWork *work, int k);
/* All bodies that a dyad leaves a spin to. */
void jd_space_spin_column(const SpaceWork *work, int dyad, int column, double rate);

#endif
