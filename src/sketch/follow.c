/* SPDX-License-Identifier: MIT
 *
 * Arrows and axes that follow the run, with their labels: over all else, in the plane and in space.
 */
#include "sketch/inside.h"

enum { LABEL_SIZE = 9 };

Pen jd_follow_pen(const Draft *draft, const SceneFollow *follow) {
    return (Pen){.stroke = jd_draft_colour(draft, follow->colour), .width = 1.4 * draft->line};
}

/* Beside a point, away from where the thing comes from. */
void jd_follow_label(Draft *draft, const SceneFollow *follow, Vec2 at, Vec2 way) {
    static const double gap = 5; /* points */
    if (!follow->label) return;
    const bool left = way.x<-0.3, right = way.x> 0.3;
    const TextStyle style = {.size = LABEL_SIZE,
                             .colour = jd_draft_colour(draft, follow->colour),
                             .anchor = left    ? TEXT_RIGHT
                                       : right ? TEXT_LEFT
                                               : TEXT_MIDDLE,
                             .halo = draft->theme->back};
    const double rise = way.y > 0.3 ? LABEL_SIZE : way.y < -0.3 ? 0 : LABEL_SIZE / 3.0;
    jd_draw_text(draft->d, vec2(at.x + gap * way.x, at.y + gap * way.y + rise), style, "%s",
                 follow->label);
}

static void draw_arrow(Draft *draft, const SceneFollow *follow, const Followed *is) {
    const Vec2 from = jd_draft_point(draft, is->from), to = jd_draft_point(draft, is->to);
    const Vec2 way = vec2_sub(to, from);
    const Pen pen = jd_follow_pen(draft, follow);
    if (hypot(way.x, way.y) < 0.5) return; /* it is zero, or points to the eye */
    jd_draw_arrow(draft->d, from, to, pen);
    jd_follow_label(draft, follow, to, sketch_unit(way));
}

void jd_follow_axes(Draft *draft, int number, const Pose *pose) {
    static const char *const names[] = {"x", "y", "z"};
    const Scene *scene = draft->scene;
    const SceneFollow *follow = &scene->follows.at[number];
    const double length = jd_follow_length(scene, number);
    const Vec2 from = jd_draft_point(draft, pose->p);
    const TextStyle style = {.size = LABEL_SIZE - 1,
                             .colour = jd_draft_colour(draft, follow->colour),
                             .anchor = TEXT_MIDDLE,
                             .italic = true,
                             .halo = draft->theme->back};
    for (int n = 0; n < (scene->planar ? 2 : 3); n++) {
        const Vec3 end = vec3_add(pose->p, vec3_scale(length, axes_at(&pose->axes, (AxisName)n)));
        const Vec2 to = jd_draft_point(draft, end), way = vec2_sub(to, from);
        if (hypot(way.x, way.y) < 0.5) continue;
        jd_draw_arrow(draft->d, from, to, jd_follow_pen(draft, follow));
        const Vec2 beside = sketch_along(to, 6, sketch_unit(way));
        jd_draw_text(draft->d, vec2(beside.x, beside.y + LABEL_SIZE / 3.0), style, "%s", names[n]);
    }
}

/* On the side where no axis is. */
Vec2 jd_follow_away(const Draft *draft, const Pose *pose) {
    Vec2 sum = {0, 0};
    for (int n = 0; n < (draft->scene->planar ? 2 : 3); n++)
        sum = vec2_add(sum, jd_draft_way(draft, axes_at(&pose->axes, (AxisName)n)));
    return vec2_scale(-1, sketch_unit(sum));
}

void jd_sketch_follows(Draft *draft) {
    const Scene *scene = draft->scene;
    for (int k = 0; k < scene->follows.count && !scene->off; k++) {
        const SceneFollow *follow = &scene->follows.at[k];
        const Followed is = jd_follow_at(scene, draft->film, k, draft->def.time);
        jd_draw_group(draft->d, follow->name, NULL);
        if (follow->axes) {
            jd_follow_axes(draft, k, &is.pose);
            jd_follow_label(draft, follow, jd_draft_point(draft, is.from),
                            jd_follow_away(draft, &is.pose));
        } else {
            draw_arrow(draft, follow, &is);
        }
        jd_draw_group_end(draft->d);
    }
}
