/* SPDX-License-Identifier: MIT
 *
 * What acts on a mechanism, as arrows: drives and efforts along or about what they move, forces at
 * their points, torques about their axes. The same in the plane and in space. */
#include "sketch/inside.h"

static Pen arrow_pen(const Draft *draft) {
    return (Pen){.stroke = draft->theme->series[1], .width = 1.2 * draft->line};
}

/* An arc about an axis, the greater part of a turn on the side that is seen; in the plane half a
 * turn about the axis that points to the eye, on the side away from the ground. */
static void draw_turn(Draft *draft, Vec3 centre, Vec3 axis, double reach, double radius) {
    enum { STEPS = 24 };
    const Axes *eye = &draft->eye;
    Vec3 near = vec3_sub(eye->z, vec3_scale(vec3_dot(eye->z, axis), axis));
    const double lean = vec3_norm(near);
    near = lean > 0.02 ? vec3_scale(1 / lean, near) : eye->y;
    if (lean <= 0.02 && jd_sketch_down(draft, jd_draft_point(draft, centre)).y < 0)
        near = vec3_scale(-1, near);
    const Vec3 next = vec3_cross(axis, near);
    Vec2 last = {0, 0}, now = {0, 0};
    for (int n = 0; n <= STEPS; n++) {
        const double t = reach * (2.0 * n / STEPS - 1);
        const Vec3 out =
            vec3_add(vec3_scale(radius * cos(t), near), vec3_scale(radius * sin(t), next));
        last = now, now = jd_draft_point(draft, vec3_add(centre, out));
        if (n == 0)
            jd_draw_move(draft->d, now);
        else
            jd_draw_line(draft->d, now);
    }
    jd_draw_paint(draft->d, arrow_pen(draft));
    const Vec2 way = sketch_unit(vec2_sub(now, last));
    jd_draw_arrow(draft->d, now, sketch_along(now, 0.75 * draft->unit + 1.5, way),
                  arrow_pen(draft));
}

/* Beside the slide, on its upper side. */
static void draw_slide(Draft *draft, Vec3 centre, Vec3 axis) {
    const double u = draft->unit;
    const Vec2 at = jd_draft_point(draft, centre), full = jd_draft_way(draft, axis);
    if (hypot(full.x, full.y) < 0.3 * draft->scale) return;
    const Vec2 way = sketch_unit(full);
    Vec2 up = vec2_turn90(way);
    if (up.y > 0) up = vec2_scale(-1, up);
    const Vec2 from = sketch_along(sketch_along(at, 2.2 * u, up), -1.6 * u, way);
    jd_draw_arrow(draft->d, from, sketch_along(from, 3.2 * u, way), arrow_pen(draft));
}

/* From its point to where it pushes. */
static void draw_push(Draft *draft, Vec3 at, Vec3 push) {
    const double length = fmax(3.5 * draft->unit, 12);
    const Vec2 from = jd_draft_point(draft, at);
    const Vec2 way = vec2_scale(length / draft->scale, jd_draft_way(draft, push));
    jd_draw_circle(draft->d, from, 0.18 * draft->unit + 0.5,
                   (Pen){.fill = arrow_pen(draft).stroke});
    if (hypot(way.x, way.y) > 0.2 * length)
        jd_draw_arrow(draft->d, from, vec2_add(from, way), arrow_pen(draft));
}

void jd_sketch_act(Draft *draft, int number) {
    const SceneLink *link = &draft->scene->links.at[number];
    const double unit = draft->scene->unit, side = link->back ? -1 : 1;
    const Pose M = jd_draft_frame(draft, &link->i), N = jd_draft_frame(draft, &link->j);
    if (link->hidden) return;
    if (link->driven) {
        const Vec3 axis = vec3_scale(side, axes_at(&M.axes, link->driven_free.axis));
        if (link->driven_free.kind == FREE_SLIDE)
            draw_slide(draft, N.p, axis);
        else
            draw_turn(draft, N.p, axis, 0.375 * pi, 2.1 * unit);
    } else if (vec3_norm(link->push) > 0) {
        draw_push(draft, N.p, link->push);
    } else if (vec3_norm(link->twist) > 0) {
        draw_turn(draft, N.p, link->twist, 0.75 * pi, 1.5 * unit);
    }
}
