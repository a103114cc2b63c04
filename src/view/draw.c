/* SPDX-License-Identifier: MIT
 *
 * A mechanism as a drawing: the parts in their order, from what lies below to the texts on top. */
#include "view/draw.h"

/* The bodies at the start, faint. */
static void draw_ghosts(Draft *draft) {
    Pose *now = draft->pose;
    Pose *start = ARENA_NEW(&draft->arena, Pose, draft->scene->bodies.count);
    if (!start) return;
    for (int b = 0; b < draft->scene->bodies.count; b++)
        start[b] = draft->scene->bodies.at[b].start;
    draft->pose = start;
    for (int b = 1; b < draft->scene->bodies.count && draft->scene->planar; b++)
        jd_draw_body(draft, b, true);
    if (!draft->scene->planar) jd_draw_space_ghosts(draft);
    draft->pose = now;
}

/* ---- In the plane
 * --------------------------------------------------------------------------------- */

static void draw_bases(Draft *draft) {
    const Scene *scene = draft->scene;
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden) continue;
        jd_draw_base(draft, n, link->i.body);
        if (link->j.body != link->i.body) jd_draw_base(draft, n, link->j.body);
    }
}

static void draw_links(Draft *draft) {
    const Scene *scene = draft->scene;
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden) continue;
        jd_draw_group(draft->d, link->name, NULL);
        if (link->spans)
            jd_draw_span(draft, n, jd_draft_point(draft, jd_draft_frame(draft, &link->i).p),
                         jd_draft_point(draft, jd_draft_frame(draft, &link->j).p));
        jd_draw_pin(draft, n);
        jd_draw_act(draft, n);
        jd_draw_group_end(draft->d);
    }
}

/* ---- The drawing
 * ---------------------------------------------------------------------------------- */

bool jd_scene_draw(const Scene *scene, const Film *film, const DrawDef *def, Drawing *drawing) {
    Draft draft;
    const bool fine = jd_draft_open(&draft, scene, film, def, drawing);
    if (fine) {
        drawing->title = scene->title;
        drawing->description = scene->about;
        if (def->ghost) draw_ghosts(&draft);
        if (scene->planar) {
            jd_draw_bodies(&draft, true);
            draw_bases(&draft);
            jd_draw_bodies(&draft, false);
            draw_links(&draft);
        } else {
            jd_draw_space(&draft);
        }
        jd_draw_trails(&draft);
        jd_draw_marks(&draft);
        if (def->dimensions) jd_draw_dimensions(&draft);
        if (def->names) jd_draw_names(&draft);
    }
    jd_draft_close(&draft);
    return !drawing->arena.failed;
}
