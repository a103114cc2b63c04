/* SPDX-License-Identifier: MIT
 *
 * How far two bodies reach that hang between known ones: the ground, what drives move, and what
 * follows from these by other such pairs. Where their lengths just meet what they have to span,
 * there is a dead point. Which two, and what it means, is known by loop/. */
#include "tree/dyad.h"

/* ---- Which joints --------------------------------------------------------------------------- */

typedef struct {
    const JdSystem *s;
    const Motion *m;
    bool *known; /* of each body */
    int *hang;   /* of each body: the first joint by which it hangs on a known one; -1: none */
    Link *link;  /* of each joint */
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

/* Bodies on a known one follow if all is prescribed, and hang there otherwise. True: some follow.
 */
static bool know_more(const Search *f) {
    for (int b = 0; b < f->s->bodies; b++) f->hang[b] = -1;
    for (int k = 0; k < f->s->joints; k++) {
        const SystemJoint *joint = &f->s->joint[k];
        if (!holds(joint) || f->known[joint->body_i] == f->known[joint->body_j]) continue;
        const int body = f->known[joint->body_i] ? joint->body_j : joint->body_i;
        if (f->hang[body] < 0) f->hang[body] = k;
        if (!is_driven(f->s, k)) continue;
        f->known[body] = true;
        return true;
    }
    return false;
}

/* ---- As the plane sees it ------------------------------------------------------------------- */

/* Axes that are so far off, as a cosine, are still square or parallel to the plane. */
static const double flatness = 1e-6;

static Side side_of(const Search *f, int joint, int body) {
    const SystemJoint *of = &f->s->joint[joint];
    return f->s->kernel->side(f->s, f->m, of->body_i == body ? of->frame_i : of->frame_j);
}

static int other_body(const SystemJoint *joint, int body) {
    return joint->body_i == body ? joint->body_j : joint->body_i;
}

static Vec3 axis_of(const Search *f, int joint, int free) {
    const SystemJoint *of = &f->s->joint[joint];
    if (f->s->space == JD_PLANAR && of->free[free]->kind == FREE_TURN) return vec3(0, 0, 1);
    const Side i = f->s->kernel->side(f->s, f->m, of->frame_i);
    return axes_at(&i.axes, of->free[free]->axis);
}

/* Normal to the plane: the axis of a joint that only turns about it. */
static bool find_plane(const Search *f, const int joint[3], Axes *plane) {
    for (int k = 0; k < 3; k++) {
        const SystemJoint *of = &f->s->joint[joint[k]];
        if (of->frees != 1 || of->free[0]->kind != FREE_TURN) continue;
        *plane = jd_pose_axes(AXIS_Z, axis_of(f, joint[k], 0));
        return true;
    }
    return false;
}

static Vec2 flat(const Axes *plane, Vec3 v) {
    return vec2(vec3_dot(plane->x, v), vec3_dot(plane->y, v));
}

/* R: it turns about the normal; P: it slides across; 0: neither, or both. */
static char kind_of(const Search *f, int joint, const Axes *plane, Vec2 *slide) {
    const SystemJoint *of = &f->s->joint[joint];
    int turns = 0, slides = 0;
    /* Otherwise M need not be where it turns, nor on the line that it slides along. */
    if (!of->placed && !of->start_row) return 0;
    for (int k = 0; k < of->frees; k++) {
        const Vec3 axis = axis_of(f, joint, k);
        const double along = fabs(vec3_dot(axis, plane->z));
        if (of->free[k]->kind == FREE_BALL)
            turns = 1;
        else if (of->free[k]->kind == FREE_TURN)
            turns += along > 1 - flatness;
        else if (along < flatness)
            slides++, *slide = flat(plane, axis);
    }
    return turns == 1 && slides == 0 ? 'R' : turns == 0 && slides == 1 ? 'P' : 0;
}

/* ---- The search ----------------------------------------------------------------------------- */

static DyadStance stance_of(const Search *f, const DyadSpan *d, const Axes *plane) {
    DyadStance stance = {.size = f->s->length};
    Side end[2];
    for (int n = 0; n < 2; n++) {
        const int joint = d->joint[2 * n];
        const Side from = side_of(f, joint, d->body[n]), to = side_of(f, d->joint[1], d->body[n]);
        stance.arm[n] = flat(plane, vec3_sub(to.p, from.p));
        end[n] = side_of(f, joint, other_body(&f->s->joint[joint], d->body[n]));
    }
    stance.way = flat(plane, vec3_sub(end[1].p, end[0].p));
    stance.rate = flat(plane, vec3_sub(end[1].v, end[0].v));
    stance.turning = vec3_dot(end[1].w, plane->z);
    for (int k = 0; k < 3; k++) kind_of(f, d->joint[k], plane, &stance.slide[k]);
    return stance;
}

/* The sine stays infinite if it is none that is known. */
static void measure(const Search *f, const DyadLinks *found, DyadSpan *d) {
    Axes plane;
    Vec2 slide;
    char pairs[3] = {0};
    bool reversed = false;
    *d = (DyadSpan){.reach.sine = INFINITY};
    if (!find_plane(f, found->link, &plane)) return;
    for (int k = 0; k < 3; k++) pairs[k] = kind_of(f, found->link[k], &plane, &slide);
    d->kind = jd_dyad_kind_find(pairs, &reversed);
    for (int k = 0; k < 2; k++) d->body[k] = found->body[reversed ? 1 - k : k];
    for (int k = 0; k < 3; k++) d->joint[k] = found->link[reversed ? 2 - k : k];
    if (!d->kind || !d->kind->reach) return;
    const DyadStance stance = stance_of(f, d, &plane);
    d->kind->reach(&stance, &d->reach);
}

static bool add_dyad(const Search *f, DyadSpan *d) {
    const Links links = {f->link, f->hang, f->known};
    DyadLinks found;
    for (int k = 0; k < f->s->joints; k++) {
        if (!jd_dyad_find(&links, k, &found)) continue;
        measure(f, &found, d);
        f->known[found.body[0]] = f->known[found.body[1]] = true;
        return true;
    }
    return false;
}

bool jd_dyad_nearest(const JdSystem *s, const Motion *m, DyadSpan *out) {
    Arena arena = {0};
    DyadSpan dyad;
    const Search f = {s, m, ARENA_NEW(&arena, bool, s->bodies + 1),
                      ARENA_NEW(&arena, int, s->bodies + 1),
                      ARENA_NEW(&arena, Link, s->joints + 1)};
    *out = (DyadSpan){.reach.sine = INFINITY};
    for (int k = 0; k < s->joints && !arena.failed; k++)
        if (holds(&s->joint[k]))
            f.link[k] = (Link){{s->joint[k].body_i, s->joint[k].body_j}, false};
    if (!arena.failed) f.known[0] = true;
    while (!arena.failed) {
        if (know_more(&f)) continue;
        if (!add_dyad(&f, &dyad)) break;
        if (dyad.reach.sine < out->reach.sine) *out = dyad;
    }
    jd_arena_free(&arena);
    return isfinite(out->reach.sine);
}

/* ---- Words ---------------------------------------------------------------------------------- */

double jd_dyad_lacks(const DyadSpan *d) {
    return d->reach.most ? d->reach.span - d->reach.limit : d->reach.limit - d->reach.span;
}

void jd_dyad_words(const JdSystem *s, const DyadSpan *d, Text *out) {
    DyadNames names;
    for (int k = 0; k < 2; k++) names.body[k] = s->body[d->body[k]].name;
    for (int k = 0; k < 3; k++) names.joint[k] = s->joint[d->joint[k]].name;
    d->kind->words(&d->reach, &names, out);
}

/* Rates that are slower or faster than this part of the mechanism's length per second say nothing.
 */
static const double slow = 1e-6, fast = 1e6;

void jd_dyad_ask(const JdSystem *s, const DyadSpan *d, Text *out) {
    const char *first = s->joint[d->joint[0]].name, *last = s->joint[d->joint[2]].name;
    const double rate = d->reach.rate;
    if (!(d->reach.span > 0)) return;
    if (d->kind->name[2] == 'P')
        jd_text_print(out, "joint '%s' is %.4g m away from the line on which joint '%s' slides",
                      first, d->reach.span, s->joint[d->joint[1]].name);
    else
        jd_text_print(out, "joints '%s' and '%s' are %.4g m apart", first, last, d->reach.span);
    if (fabs(rate) > slow * s->length && fabs(rate) < fast * s->length)
        jd_text_print(out, " here, which %s by %.3g m/s", rate > 0 ? "grows" : "shrinks",
                      fabs(rate));
}
