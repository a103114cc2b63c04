/* SPDX-License-Identifier: MIT
 *
 * A turn and a slide along one direction are a cylindrical joint, be it one joint or two: which of
 * them comes first does not matter to what they carry. So a dyad may have them in the order in
 * which the turn meets the axis of another one, as a universal joint. For that each has two stems
 * of its own, with a body between them that is nowhere else. theory 9.9 */
#include "loop/space_inside.h"

/* So near to parallel is meant so. */
static const double alike = 1e-9;

static bool is_lone(const Stem *stem, FreeKind kind) {
    return stem->frees == 1 && stem->kind[0] == kind && stem->drive < 0;
}

static bool is_one_joint(const Stem *stem) {
    return !stem->floats && stem->frees == 2 && stem->kind[0] != stem->kind[1] &&
           stem->kind[0] != FREE_BALL && stem->kind[1] != FREE_BALL &&
           stem->axis[0] == stem->axis[1] && stem->drive < 0;
}

bool jd_cylinder_is(const SpaceLinkage *from, int k) {
    const Stem *outer = &from->stem[k];
    if (is_one_joint(outer)) return true;
    if (outer->above < 0) return false;
    const Stem *inner = &from->stem[outer->above];
    if (!(is_lone(inner, FREE_TURN) && is_lone(outer, FREE_SLIDE)) &&
        !(is_lone(inner, FREE_SLIDE) && is_lone(outer, FREE_TURN)))
        return false;
    const Vec3 normal = vec3_cross(axes_at(&inner->far_axes, inner->axis[0]),
                                   axes_at(&outer->near_axes, outer->axis[0]));
    return vec3_norm(normal) < alike;
}

/* ---- Its two stems -------------------------------------------------------------------------- */

static Stem part_of_joint(const Stem *joint, int free) {
    Stem part = *joint;
    part.frees = 1;
    part.kind[0] = joint->kind[free];
    part.q = joint->q + free, part.u = joint->u + free;
    return part;
}

/* A frame on one body, seen from the other of a joint at zero. */
typedef struct {
    Vec3 p;
    Axes axes;
} Place;
static Place carried(Vec3 p, const Axes *axes, Vec3 from_p, const Axes *from, Vec3 to_p,
                     const Axes *to) {
    const Axes seen = jd_axes_relative(from, axes);
    return (Place){vec3_add(to_p, axes_out(to, axes_in(from, vec3_sub(p, from_p)))),
                   axes_on(to, &seen)};
}

/* The turn with its frames on what carries both and on what both carry, and the slide along its
 * axis. */
static void take_pair(const Stem *inner, const Stem *outer, Stem *turn, Stem *slide) {
    const bool turns_first = inner->kind[0] == FREE_TURN;
    *turn = turns_first ? *inner : *outer;
    *slide = turns_first ? *outer : *inner;
    const double same = vec3_dot(axes_at(&inner->far_axes, inner->axis[0]),
                                 axes_at(&outer->near_axes, outer->axis[0]));
    if (turns_first) {
        const Place far = carried(turn->far_p, &turn->far_axes, slide->near_p, &slide->near_axes,
                                  slide->far_p, &slide->far_axes);
        turn->far_p = far.p, turn->far_axes = far.axes;
    } else {
        const Place near = carried(turn->near_p, &turn->near_axes, slide->far_p, &slide->far_axes,
                                   slide->near_p, &slide->near_axes);
        turn->near_p = near.p, turn->near_axes = near.axes;
    }
    slide->axis[0] = turn->axis[0];
    if (same < 0) slide->reversed = !slide->reversed;
}

void jd_cylinder_part(const SpaceLinkage *from, int k, bool turns_first, int body, Stem part[2]) {
    const Stem *outer = &from->stem[k], *inner = outer;
    Stem turn, slide;
    if (is_one_joint(outer)) {
        turn = part_of_joint(outer, outer->kind[1] == FREE_TURN);
        slide = part_of_joint(outer, outer->kind[1] == FREE_SLIDE);
    } else {
        inner = &from->stem[outer->above];
        take_pair(inner, outer, &turn, &slide);
    }
    const Vec3 near_p = turn.near_p, far_p = turn.far_p;
    const Axes near_axes = turn.near_axes, far_axes = turn.far_axes;
    part[0] = turns_first ? turn : slide;
    part[1] = turns_first ? slide : turn;
    part[0].body = part[1].parent = body;
    part[0].parent = inner->parent, part[0].above = inner->above;
    part[1].body = outer->body;
    part[0].near_p = near_p, part[0].near_axes = near_axes;
    part[0].far_p = part[1].near_p = vec3(0, 0, 0);
    part[0].far_axes = part[1].near_axes = axes_none;
    part[1].far_p = far_p, part[1].far_axes = far_axes;
}

/* ---- The body between two joints ------------------------------------------------------------ */

/* The slide has it as it has what it carries, or as what carries it. */
void jd_cylinder_place_middle(SpaceWork *w, int k) {
    const Stem *outer = &w->chain->stem[k], *inner = &w->chain->stem[outer->above];
    const SpaceBody *body = &w->body[outer->body];
    const Vec3 tip = space_point(&w->body[inner->parent], inner->near_p);
    if (inner->kind[0] == FREE_TURN) {
        const Axes there = axes_on(&body->R, &outer->far_axes);
        const Axes R = axes_without(&there, &outer->near_axes);
        stem_turned(w, outer->above, &R, tip);
        return;
    }
    const Axes base = jd_stem_base(w, inner);
    const Vec3 e = stem_axis(inner, &base);
    const Vec3 on = axes_in(&inner->far_axes, vec3_sub(outer->near_p, inner->far_p));
    const Vec3 zero = vec3_add(tip, axes_out(&base, on));
    jd_stem_slide(w, outer->above, &base,
                  vec3_dot(e, vec3_sub(space_point(body, outer->far_p), zero)));
}
