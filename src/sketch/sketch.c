/* SPDX-License-Identifier: MIT
 *
 * A mechanism as a drawing: the parts in their order, from what lies below to the texts on top. */
#include "sketch/inside.h"

/* The bodies at the start, faint. */
static void draw_ghosts(Draft *draft) {
    Pose *now = draft->pose;
    Pose *start = ARENA_NEW(&draft->arena, Pose, draft->scene->bodies.count);
    if (!start) return;
    for (int b = 0; b < draft->scene->bodies.count; b++)
        start[b] = draft->scene->bodies.at[b].start;
    draft->pose = start;
    for (int b = 1; b < draft->scene->bodies.count && draft->scene->planar; b++)
        jd_sketch_body(draft, b, true);
    if (!draft->scene->planar) jd_sketch_space_ghosts(draft);
    draft->pose = now;
}

/* ---- In the plane
 * --------------------------------------------------------------------------------- */

static void draw_bases(Draft *draft) {
    const Scene *scene = draft->scene;
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden) continue;
        jd_sketch_base(draft, n, link->i.body);
        if (link->j.body != link->i.body) jd_sketch_base(draft, n, link->j.body);
    }
}

static void draw_links(Draft *draft) {
    const Scene *scene = draft->scene;
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden) continue;
        jd_draw_group(draft->d, link->name, NULL);
        if (link->spans)
            jd_sketch_span(draft, n, jd_draft_point(draft, jd_draft_frame(draft, &link->i).p),
                           jd_draft_point(draft, jd_draft_frame(draft, &link->j).p));
        jd_sketch_pin(draft, n);
        jd_sketch_act(draft, n);
        jd_draw_group_end(draft->d);
    }
}

/* ---- The drawing
 * ---------------------------------------------------------------------------------- */

bool jd_sketch_draw(const Scene *scene, const Film *film, const SketchDef *def, Drawing *drawing) {
    Draft draft;
    const bool fine = jd_draft_open(&draft, scene, film, def, drawing);
    if (fine) {
        drawing->title = scene->title;
        drawing->description = scene->about;
        if (def->ghost) draw_ghosts(&draft);
        if (scene->planar) {
            jd_sketch_bodies(&draft, true);
            draw_bases(&draft);
            jd_sketch_bodies(&draft, false);
            draw_links(&draft);
        } else {
            jd_sketch_space(&draft);
        }
        jd_sketch_trails(&draft);
        jd_sketch_follows(&draft);
        jd_sketch_marks(&draft);
        if (def->dimensions) jd_sketch_dimensions(&draft);
        if (def->names) jd_sketch_names(&draft);
    }
    jd_draft_close(&draft);
    return !drawing->arena.failed;
}
