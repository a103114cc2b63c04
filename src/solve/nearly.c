/* SPDX-License-Identifier: MIT
 *
 * Mechanisms that move thanks to their exact dimensions: axes that are parallel, on one line, or
 * meet in one point. Where one of them is typed with a few digits the loop is rigid. This looks for
 * the one that is a little off the others, as drawn. */
#include "solve/redundant.h"
#include "solve/limits.h"
#include <string.h>

enum { AXES = 64 };
static const double exact = 1e-9;
static const double slightly = 0.1; /* what is off by more counts only if it is alone */

typedef struct {
    int joint;
    bool slides;
    Vec3 p, along; /* a point of it; its direction */
} Line;

typedef struct {
    const JdSystem *system;
    Line line[AXES];
    int count;
    double little;   /* so much is a little off */
    bool with[AXES]; /* those that agree */
    int agree, off;  /* how many; the one that is a little off, -1: none */
    double by;
} Lines;

/* ---- Axes of turns and slides, as drawn ------------------------------------------------------ */

static void add_lines(Lines *l, int k) {
    const JdSystem *s = l->system;
    const SystemJoint *joint = &s->joint[k];
    const SystemFrame *frame = &s->frame[joint->frame_i];
    const Pose at = jd_pose_absolute(&s->body[frame->body].pose, &frame->local);
    int turns = 0;
    for (int f = 0; f < joint->frees; f++) turns += joint->free[f]->kind != FREE_SLIDE;
    for (int f = 0; f < joint->frees && l->count < AXES; f++) {
        const bool slides = joint->free[f]->kind == FREE_SLIDE;
        if (joint->free[f]->kind == FREE_BALL || (!slides && turns > 1)) continue;
        l->line[l->count++] = (Line){k, slides, at.p, axes_at(&at.axes, joint->free[f]->axis)};
    }
}

static double angle_of(Vec3 a, Vec3 b) {
    return atan2(vec3_norm(vec3_cross(a, b)), fabs(vec3_dot(a, b)));
}

/* From a point to a line. */
static double distance(const Line *line, Vec3 p) {
    return vec3_norm(vec3_cross(vec3_sub(p, line->p), line->along));
}

/* ---- What most of them agree in -------------------------------------------------------------- */

/* How far a line is from agreeing with others; INFINITY: it need not. Angles in rad, distances by
 * the mechanism's length. */
typedef double (*Measure)(const Lines *l, const Line *line, const Line *a, const Line *b);

/* Turns along one direction, slides normal to it. */
static double off_direction(const Lines *l, const Line *line, const Line *a, const Line *b) {
    (void)l, (void)b;
    if (a->slides) return INFINITY;
    const double angle = angle_of(line->along, a->along);
    return line->slides ? fabs(pi / 2 - angle) : angle;
}

/* Turns about one line. */
static double off_line(const Lines *l, const Line *line, const Line *a, const Line *b) {
    (void)b;
    if (a->slides || line->slides || angle_of(line->along, a->along) > exact) return INFINITY;
    return distance(a, line->p) / l->system->length;
}

/* Turns about lines through the point where two of them meet. */
static double off_point(const Lines *l, const Line *line, const Line *a, const Line *b) {
    const Vec3 n = vec3_cross(a->along, b->along), d = vec3_sub(b->p, a->p);
    const double sine = vec3_norm(n);
    if (a->slides || b->slides || line->slides || sine < 0.1) return INFINITY;
    if (fabs(vec3_dot(d, n)) / sine > exact * l->system->length) return INFINITY;
    const double t = vec3_dot(vec3_cross(d, b->along), n) / (sine * sine);
    return distance(line, vec3_add(a->p, vec3_scale(t, a->along))) / l->system->length;
}

/* With a and b for measure: how many agree exactly, and whether one is a little off. */
static void compare(Lines *l, Measure measure, const Line *a, const Line *b, int least) {
    bool with[AXES];
    int agree = 0, off = -1;
    double by = 0;
    for (int k = 0; k < l->count; k++) {
        const double far = measure(l, &l->line[k], a, b);
        with[k] = far <= exact;
        agree += with[k];
        if (far > exact && far < l->little && off < 0) off = k, by = far;
    }
    if (off < 0 || agree < least || agree <= l->agree) return;
    if (l->little > slightly && (agree < 2 || agree + 1 < l->count)) return;
    memcpy(l->with, with, sizeof with);
    l->agree = agree, l->off = off, l->by = by;
}

static void print_others(const Lines *l, Text *out) {
    int count = 0, n = 0, last = -1;
    for (int k = 0; k < l->count; k++) {
        if (!l->with[k] || l->line[k].joint == last) continue;
        last = l->line[k].joint, count++;
    }
    last = -1;
    for (int k = 0; k < l->count; k++) {
        if (!l->with[k] || l->line[k].joint == last) continue;
        last = l->line[k].joint;
        if (++n > 6) break;
        jd_text_print(out, "%s'%s'",
                      n == 1       ? ""
                      : n == count ? " and "
                                   : ", ",
                      l->system->joint[last].name);
    }
    if (count > 6) jd_text_print(out, " and %d more", count - 6);
}

static void print_off(const Lines *l, Measure measure, Text *out) {
    const Line *line = &l->line[l->off];
    const char *name = l->system->joint[line->joint].name;
    if (measure == off_direction)
        jd_text_print(out, "the axis of joint '%s' is %.3g rad (%.3g degrees) from %s ", name,
                      l->by, l->by * 180 / pi, line->slides ? "normal to" : "parallel with");
    else
        jd_text_print(out, "the axis of joint '%s' passes %.3g mm beside %s ", name,
                      in_mm * l->by * l->system->length,
                      measure == off_line ? "that of" : "the point where those of");
    if (measure == off_direction) jd_text_print(out, "%s ", l->agree > 1 ? "those of" : "that of");
    print_others(l, out);
    if (measure == off_point) jd_text_print(out, " meet");
}

int jd_print_off(const JdSystem *s, const bool *joints, double little, Text *out) {
    Lines l = {.system = s, .off = -1, .little = little};
    if (s->space == JD_PLANAR) return -1;
    for (int k = 0; k < s->joints; k++)
        if (joints[k] && !s->joint[k].couples) add_lines(&l, k);
    static const struct {
        Measure measure;
        int least;
    } wishes[] = {{off_direction, 1}, {off_line, 1}, {off_point, 3}};
    for (int w = 0; w < (little > slightly ? 1 : 3); w++) {
        for (int a = 0; a < l.count; a++)
            for (int b = 0; b < (w == 2 ? a : 1); b++)
                compare(&l, wishes[w].measure, &l.line[a], &l.line[b], wishes[w].least);
        if (l.off < 0) continue;
        print_off(&l, wishes[w].measure, out);
        return l.line[l.off].joint;
    }
    return -1;
}
