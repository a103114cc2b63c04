/* SPDX-License-Identifier: MIT
 *
 * How far two bodies reach that hang between known ones: the ground, what drives move, and what
 * follows from these by other such pairs. Each pair has three joints that turn (R) or slide (P) in
 * one plane; where their lengths just meet what they have to span, there is a dead point. */
#include "system/system.h"

/* ---- Which joints --------------------------------------------------------------------------- */

typedef struct {
    const JdSystem *s;
    const Motion *m;
    bool *known; /* of each body */
} Search;

static bool holds(const SystemJoint *joint) {
    return !joint->couples && !joint->elastic && joint->locks > 0;
}

/* Every motion that the joint leaves is prescribed. */
static bool is_driven(const JdSystem *s, int joint) {
    int driven = 0;
    for (int d = 0; d < s->drives; d++) driven += s->drive[d].joint == joint;
    return driven == s->joint[joint].frees;
}

/* A body on the joint that is known, the other being unknown; -1: it has no such two. */
static int known_side(const Search *f, int joint) {
    const SystemJoint *of = &f->s->joint[joint];
    if (f->known[of->body_i] == f->known[of->body_j]) return -1;
    return f->known[of->body_i] ? of->body_i : of->body_j;
}

static int other_body(const SystemJoint *joint, int body) {
    return joint->body_i == body ? joint->body_j : joint->body_i;
}

static bool add_driven(const Search *f) {
    for (int k = 0; k < f->s->joints; k++) {
        const SystemJoint *joint = &f->s->joint[k];
        if (!holds(joint) || known_side(f, k) < 0 || !is_driven(f->s, k)) continue;
        f->known[joint->body_i] = f->known[joint->body_j] = true;
        return true;
    }
    return false;
}

/* The joint by which a body hangs on a known one; -1: none. */
static int hanging_joint(const Search *f, int body) {
    for (int k = 0; k < f->s->joints; k++) {
        const int known = holds(&f->s->joint[k]) ? known_side(f, k) : -1;
        if (known >= 0 && other_body(&f->s->joint[k], known) == body) return k;
    }
    return -1;
}

/* ---- As the plane sees it ------------------------------------------------------------------- */

static Side side_of(const Search *f, int joint, int body) {
    const SystemJoint *of = &f->s->joint[joint];
    return f->s->kernel->side(f->s, f->m, of->body_i == body ? of->frame_i : of->frame_j);
}

static Vec3 axis_of(const Search *f, int joint, int free) {
    const SystemJoint *of = &f->s->joint[joint];
    if (f->s->space == JD_PLANAR && of->free[free]->kind == FREE_TURN) return vec3(0, 0, 1);
    const Side i = f->s->kernel->side(f->s, f->m, of->frame_i);
    return axes_at(&i.axes, of->free[free]->axis);
}

/* Normal to the plane: the axis of a joint that only turns about it. */
static bool find_normal(const Search *f, const int joint[3], Vec3 *normal) {
    for (int k = 0; k < 3; k++) {
        const SystemJoint *of = &f->s->joint[joint[k]];
        if (of->frees != 1 || of->free[0]->kind != FREE_TURN) continue;
        *normal = axis_of(f, joint[k], 0);
        return true;
    }
    return false;
}

/* R: it turns about the normal; P: it slides across; 0: neither, or both. */
static char kind_of(const Search *f, int joint, Vec3 normal, Vec3 *slide) {
    const SystemJoint *of = &f->s->joint[joint];
    int turns = 0, slides = 0;
    /* Otherwise M need not be where it turns, nor on the line that it slides along. */
    if (!of->placed && !of->start_row) return 0;
    for (int k = 0; k < of->frees; k++) {
        const Vec3 axis = axis_of(f, joint, k);
        const double along = fabs(vec3_dot(axis, normal));
        if (of->free[k]->kind == FREE_BALL)
            turns = 1;
        else if (of->free[k]->kind == FREE_TURN)
            turns += along > 1 - 1e-6;
        else if (along < 1e-6)
            slides++, *slide = axis;
    }
    return turns == 1 && slides == 0 ? 'R' : turns == 0 && slides == 1 ? 'P' : 0;
}

/* ---- Lengths -------------------------------------------------------------------------------- */

static Vec3 flat(Vec3 v, Vec3 normal) {
    return vec3_sub(v, vec3_scale(vec3_dot(v, normal), normal));
}

static double across(Vec3 a, Vec3 b, Vec3 normal) {
    return vec3_dot(vec3_cross(a, b), normal);
}

/* From the joint where body n hangs to the joint between the two. */
static Vec3 arm_of(const Search *f, const DyadSpan *d, int n, Vec3 normal) {
    const Side from = side_of(f, d->joint[2 * n], d->body[n]),
               to = side_of(f, d->joint[1], d->body[n]);
    return flat(vec3_sub(to.p, from.p), normal);
}

/* From one known joint to the other, and its rate. */
static Vec3 between_ends(const Search *f, const DyadSpan *d, Vec3 normal, Vec3 *rate) {
    const int first = other_body(&f->s->joint[d->joint[0]], d->body[0]),
              last = other_body(&f->s->joint[d->joint[2]], d->body[1]);
    const Side a = side_of(f, d->joint[0], first), b = side_of(f, d->joint[2], last);
    *rate = flat(vec3_sub(b.v, a.v), normal);
    return flat(vec3_sub(b.p, a.p), normal);
}

static void measure_turns(const Search *f, DyadSpan *d, Vec3 normal) {
    const Vec3 a = arm_of(f, d, 0, normal), b = arm_of(f, d, 1, normal);
    Vec3 rate;
    const Vec3 way = between_ends(f, d, normal, &rate);
    d->length[0] = vec3_norm(a);
    d->length[1] = vec3_norm(b);
    d->span = vec3_norm(way);
    d->rate = d->span > 0 ? vec3_dot(way, rate) / d->span : 0;
    const double longest = d->length[0] + d->length[1], least = fabs(d->length[0] - d->length[1]);
    d->most = fabs(longest - d->span) < fabs(d->span - least);
    d->reach = d->most ? longest : least;
    d->sine = fabs(across(a, b, normal)) / (d->length[0] * d->length[1]);
}

/* The line on which the middle joint slides, seen from the end that turns. */
static void measure_line(const Search *f, DyadSpan *d, Vec3 normal, Vec3 slide) {
    const Vec3 a = arm_of(f, d, 0, normal), b = arm_of(f, d, 1, normal);
    Vec3 rate;
    const Vec3 way = between_ends(f, d, normal, &rate);
    const int last = other_body(&f->s->joint[d->joint[2]], d->body[1]);
    const Side rail = side_of(f, d->joint[2], last);
    /* The line turns with the body that the slide is on. */
    const double away = across(slide, vec3_add(way, b), normal),
                 turning = vec3_dot(rail.w, normal) * vec3_dot(slide, way);
    d->length[0] = vec3_norm(a);
    d->span = fabs(away);
    d->rate = (away < 0 ? -1 : 1) * (across(slide, rate, normal) - turning);
    d->reach = d->length[0];
    d->most = true;
    d->sine = fabs(vec3_dot(a, slide)) / d->length[0];
}

/* Both ends turn, the slide between them keeps them apart by what both are off its line. */
static void measure_cylinder(const Search *f, DyadSpan *d, Vec3 normal, Vec3 slide) {
    const Vec3 a = arm_of(f, d, 0, normal), b = arm_of(f, d, 1, normal);
    Vec3 rate;
    const Vec3 way = between_ends(f, d, normal, &rate);
    d->span = vec3_norm(way);
    d->rate = d->span > 0 ? vec3_dot(way, rate) / d->span : 0;
    d->reach = fabs(across(slide, vec3_sub(a, b), normal));
    d->most = false;
    d->sine = fabs(vec3_dot(way, slide)) / fmax(d->span, 0.01 * f->s->length);
}

static bool measure(const Search *f, DyadSpan *d) {
    Vec3 normal, slide[3];
    if (!find_normal(f, d->joint, &normal)) return false;
    for (int k = 0; k < 3; k++) {
        d->kind[k] = kind_of(f, d->joint[k], normal, &slide[k]);
        if (!d->kind[k]) return false;
    }
    if (d->kind[0] == 'P' && d->kind[2] == 'R') { /* the same from the other end */
        const DyadSpan turned = {.body = {d->body[1], d->body[0]},
                                 .joint = {d->joint[2], d->joint[1], d->joint[0]}};
        *d = turned;
        return measure(f, d);
    }
    const int slides = (d->kind[0] == 'P') + (d->kind[1] == 'P') + (d->kind[2] == 'P');
    if (slides == 0)
        measure_turns(f, d, normal);
    else if (slides == 1 && d->kind[2] == 'P')
        measure_line(f, d, normal, slide[2]);
    else if (slides == 1)
        measure_cylinder(f, d, normal, slide[1]);
    else
        d->sine = fabs(across(slide[d->kind[1] == 'P' ? 1 : 0], slide[2], normal));
    return isfinite(d->sine);
}

/* ---- The search ----------------------------------------------------------------------------- */

static bool add_dyad(const Search *f, DyadSpan *d) {
    for (int k = 0; k < f->s->joints; k++) {
        const SystemJoint *joint = &f->s->joint[k];
        if (!holds(joint) || f->known[joint->body_i] || f->known[joint->body_j]) continue;
        const int first = hanging_joint(f, joint->body_i), last = hanging_joint(f, joint->body_j);
        if (first < 0 || last < 0) continue;
        *d = (DyadSpan){.body = {joint->body_i, joint->body_j}, .joint = {first, k, last}};
        const int bodies[2] = {joint->body_i, joint->body_j};
        if (!measure(f, d)) d->sine = INFINITY;
        f->known[bodies[0]] = f->known[bodies[1]] = true;
        return true;
    }
    return false;
}

bool jd_dyad_nearest(const JdSystem *s, const Motion *m, DyadSpan *out) {
    Arena arena = {0};
    DyadSpan dyad;
    const Search f = {s, m, ARENA_NEW(&arena, bool, s->bodies + 1)};
    out->sine = INFINITY;
    if (f.known) f.known[0] = true;
    while (f.known) {
        if (add_driven(&f)) continue;
        if (!add_dyad(&f, &dyad)) break;
        if (dyad.sine < out->sine) *out = dyad;
    }
    jd_arena_free(&arena);
    return isfinite(out->sine);
}

double jd_dyad_lacks(const DyadSpan *d) {
    return d->most ? d->span - d->reach : d->reach - d->span;
}
