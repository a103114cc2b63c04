/* SPDX-License-Identifier: MIT
 *
 * Names of joints, bodies and forces: those of joints in the same place stand together. */
#include "sketch/inside.h"

enum { NAME_SIZE = 9 };

typedef LIST(Label) Labels;

static bool is_seen(const SceneLink *link) {
    return link->name && !link->hidden && !link->couples;
}

static Vec2 place_of(const Draft *draft, const SceneLink *link) {
    const Pose i = jd_draft_frame(draft, &link->i), j = jd_draft_frame(draft, &link->j);
    const Vec2 m = jd_draft_point(draft, i.p), n = jd_draft_point(draft, j.p);
    return link->spans ? vec2_scale(0.5, vec2_add(m, n)) : n;
}

/* ---- Joints
 * --------------------------------------------------------------------------------------- */

static Label *find_near(Labels *labels, Vec2 at, double within) {
    for (int n = 0; n < labels->count; n++)
        if (hypot(labels->at[n].at[0].x - at.x, labels->at[n].at[0].y - at.y) < within)
            return &labels->at[n];
    return NULL;
}

static void add_joint(Draft *draft, Labels *labels, const SceneLink *link) {
    const Vec2 at = place_of(draft, link);
    Label *near = link->spans ? NULL : find_near(labels, at, 2);
    if (near) {
        near->text = jd_arena_format(&draft->arena, "%s, %s", near->text, link->name);
        return;
    }
    Label *label = PUSH(&draft->arena, *labels);
    if (!label) return;
    *label = (Label){.text = link->name,
                     .at = {at},
                     .places = 1,
                     .reach = (link->spans ? 0.6 : 0.9) * draft->unit + 1.5,
                     .style = {.size = NAME_SIZE - 1, .colour = draft->theme->faint}};
    if (!link->force) label->style.colour = draft->theme->ink;
    label->style.halo = draft->theme->back;
}

/* ---- Bodies
 * --------------------------------------------------------------------------------------- */

/* Two of a body's points that lie far apart on paper; false: it has none. */
static bool find_ends(const Draft *draft, int b, Vec2 *p, Vec2 *q) {
    const SceneBody *body = &draft->scene->bodies.at[b];
    double most = -1;
    *p = *q = vec2(0, 0);
    /* Far from the first, then far from that one. */
    for (int pass = 0; pass < 2; pass++) {
        const Vec2 from =
            pass ? *q
                 : jd_draft_point(
                       draft, jd_draft_at(draft, b,
                                          body->spots.count ? body->spots.at[0] : vec3(0, 0, 0)));
        for (int n = 0; n < body->spots.count; n++) {
            const Vec2 at = jd_draft_point(draft, jd_draft_at(draft, b, body->spots.at[n]));
            const double d = hypot(at.x - from.x, at.y - from.y);
            if (d > most) most = d, *p = from, *q = at;
        }
    }
    return most > 4 * draft->unit;
}

static Vec2 between(Vec2 p, Vec2 q, double t) {
    return vec2(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
}

static Vec2 middle_of(const Draft *draft, int b) {
    const SceneBody *body = &draft->scene->bodies.at[b];
    if (!body->shapes.count) return jd_draft_point(draft, draft->pose[b].p);
    Frame2 box = frame2_none;
    for (int n = 0; n < body->shapes.count; n++) {
        const SceneShape *shape = &body->shapes.at[n];
        const Pose at = jd_pose_absolute(&draft->pose[b], &shape->local);
        const Mesh *mesh = &draft->scene->meshes.at[shape->mesh];
        for (int k = 0; k < mesh->points.count; k++)
            jd_frame2_reach(
                &box,
                jd_draft_point(draft, vec3_add(at.p, axes_out(&at.axes, mesh->points.at[k]))));
    }
    return vec2_scale(0.5, vec2_add(box.low, box.high));
}

static void add_body(Draft *draft, Labels *labels, int b) {
    const SceneBody *body = &draft->scene->bodies.at[b];
    Label *label = PUSH(&draft->arena, *labels);
    if (!label) return;
    const Colour own = jd_draft_colour(draft, body->colour);
    *label = (Label){.text = body->name,
                     .at = {middle_of(draft, b)},
                     .places = 1,
                     .reach = 0.8 * draft->unit + 1.5,
                     .style = {.size = NAME_SIZE,
                               .colour = jd_colour_mix(own, draft->theme->ink, 0.2 + draft->ink),
                               .halo = draft->theme->back,
                               .italic = true}};
    Vec2 p, q;
    if (!find_ends(draft, b, &p, &q)) return;
    label->places = 3;
    label->at[0] = between(p, q, 0.5);
    label->at[1] = between(p, q, 0.35);
    label->at[2] = between(p, q, 0.65);
}

/* ---- All of them, as far as there is room
 * ----------------------------------------------------------- */

/* Those of joints are left out first, then those of bodies; forces come last. */
void jd_sketch_names(Draft *draft) {
    static const double wants = 1100; /* square points for a name */
    const Scene *scene = draft->scene;
    const int room = (int)(draft->d->width * draft->d->height / wants);
    Labels labels = {0}, forces = {0};
    for (int n = 0; n < scene->links.count; n++)
        if (is_seen(&scene->links.at[n]))
            add_joint(draft, scene->links.at[n].force ? &forces : &labels, &scene->links.at[n]);
    if (labels.count + forces.count + scene->bodies.count > room) labels.count = 0;
    for (int b = 1; b < scene->bodies.count && scene->bodies.count <= room; b++)
        if (!scene->bodies.at[b].hidden && scene->bodies.at[b].shapes.count)
            add_body(draft, &labels, b);
    for (int n = 0; n < forces.count && forces.count + labels.count <= room; n++) {
        Label *label = PUSH(&draft->arena, labels);
        if (label) *label = forces.at[n];
    }
    if (!draft->arena.failed) jd_sketch_labels(draft, labels.at, labels.count);
}
