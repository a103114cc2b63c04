/* SPDX-License-Identifier: MIT
 *
 * Mechanisms in space: solids in a few pale tones, their edges and outlines as thin lines where
 * nothing hides them. */
#include "sketch/inside.h"
#include "sketch/raster.h"

enum { TONES = 5 };

/* A mesh in its place. */
typedef struct {
    const Mesh *mesh;
    Pose local, frame;
    double stretch; /* along x of the frame */
    Colour colour;
    double opacity;
    int body, link; /* whose it is; -1: not one's */
} Solid;

typedef struct {
    Draft *draft;
    Raster raster;
    LIST(Solid) solids;
    Vec3 light;
    const char *open; /* the group that is open; NULL: none */
} Space;

/* ---- Solids -----------------------------------------------------------------------------------
 */

static void add_solid(Space *space, const SceneShape *shape, Pose frame, double stretch, int body,
                      int link) {
    Solid *solid = PUSH(&space->draft->arena, space->solids);
    if (!solid) return;
    *solid = (Solid){&space->draft->scene->meshes.at[shape->mesh],
                     shape->local,
                     frame,
                     stretch,
                     shape->colour,
                     shape->opacity,
                     body,
                     link};
}

/* From M to N; as long as their distance. */
static Pose span_frame(const Draft *draft, const SceneLink *link, double *length) {
    const Vec3 m = jd_draft_frame(draft, &link->i).p, n = jd_draft_frame(draft, &link->j).p;
    const Vec3 d = vec3_sub(n, m);
    *length = vec3_norm(d);
    return (Pose){m, jd_pose_axes(AXIS_X, d), 0};
}

static void add_solids(Space *space) {
    const Draft *draft = space->draft;
    const Scene *scene = draft->scene;
    for (int b = 0; b < scene->bodies.count; b++)
        for (int n = 0; n < scene->bodies.at[b].shapes.count && !scene->bodies.at[b].hidden; n++)
            add_solid(space, &scene->bodies.at[b].shapes.at[n], draft->pose[b], 1, b, -1);
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        double length = 1;
        const Pose frame =
            link->spans ? span_frame(draft, link, &length) : jd_draft_frame(draft, &link->j);
        for (int k = 0; k < link->solids.count && !link->hidden; k++)
            add_solid(space, &link->solids.at[k], frame, length, -1, n);
    }
}

static Vec3 solid_at(const Solid *solid, Vec3 p) {
    Vec3 q = vec3_add(solid->local.p, axes_out(&solid->local.axes, p));
    q.x *= solid->stretch;
    return vec3_add(solid->frame.p, axes_out(&solid->frame.axes, q));
}

static RasterPoint on_paper(const Draft *draft, Vec3 p) {
    return (RasterPoint){jd_draft_point(draft, p), draft->scale * jd_draft_depth(draft, p), 0};
}

/* ---- Surfaces ---------------------------------------------------------------------------------
 */

/* By the normals of the surface; of what is seen from behind, by the other side. */
static double light_on(const Space *space, const Solid *solid, Vec3 normal) {
    const Vec3 on_link = axes_out(&solid->local.axes, normal);
    Vec3 n = axes_out(&solid->frame.axes, on_link);
    if (vec3_dot(n, space->draft->eye.z) < -0.05) n = vec3_scale(-1, n);
    return 0.5 + 0.5 * vec3_dot(n, space->light);
}

static void fill_raster(Space *space) {
    for (int s = 0; s < space->solids.count; s++) {
        const Solid *solid = &space->solids.at[s];
        const Mesh *mesh = solid->mesh;
        if (solid->opacity < 0.5) continue;
        for (int n = 0; n + 2 < mesh->triangles.count; n += 3) {
            RasterPoint corner[3];
            for (int k = 0; k < 3; k++) {
                const int at = mesh->triangles.at[n + k];
                corner[k] = on_paper(space->draft, solid_at(solid, mesh->points.at[at]));
                corner[k].light = light_on(space, solid, mesh->normals.at[at]);
            }
            jd_raster_triangle(&space->raster, corner, s * TONES + 1, TONES);
        }
    }
}

static void open_group(Space *space, const char *name) {
    if (space->open == name) return;
    if (space->open) jd_draw_group_end(space->draft->d);
    if (name) jd_draw_group(space->draft->d, name, NULL);
    space->open = name;
}

static const char *name_of(const Space *space, const Solid *solid) {
    const Scene *scene = space->draft->scene;
    return solid->body >= 0 ? scene->bodies.at[solid->body].name
                            : scene->links.at[solid->link].name;
}

static void paint_region(void *data, int owner) {
    Space *space = data;
    const Solid *solid = &space->solids.at[(owner - 1) / TONES];
    const double light = (double)((owner - 1) % TONES) / (TONES - 1);
    const Colour own = jd_draft_colour(space->draft, solid->colour),
                 back = space->draft->theme->back;
    /* What is lit is nearer to white, also on dark paper. */
    const bool dark = back.r + back.g + back.b < 3 * 128;
    const Colour fill = jd_colour_mix(own, back, dark ? 0.8 - 0.38 * light : 0.42 + 0.42 * light);
    jd_draw_paint(space->draft->d, (Pen){.fill = fill, .stroke = fill, .width = 0.35});
}

/* ---- Lines ------------------------------------------------------------------------------------
 */

/* A line as far as it is seen. `pen_down` goes from piece to piece of a longer one. */
static void draw_seen(Space *space, Vec3 a, Vec3 b, bool *pen_down) {
    const Draft *draft = space->draft;
    const RasterPoint p = on_paper(draft, a), q = on_paper(draft, b);
    const double length = hypot(q.p.x - p.p.x, q.p.y - p.p.y);
    const int steps = (int)fmin(4000, ceil(length * space->raster.cells / 1.5)) + 1;
    Vec2 last = p.p;
    for (int n = 0; n <= steps; n++) {
        const double t = (double)n / steps;
        const RasterPoint at = {vec2(p.p.x + t * (q.p.x - p.p.x), p.p.y + t * (q.p.y - p.p.y)),
                                p.depth + t * (q.depth - p.depth), 0};
        const bool seen = jd_raster_sees(&space->raster, at);
        if (seen && !*pen_down) jd_draw_move(draft->d, at.p);
        if (!seen && *pen_down) jd_draw_line(draft->d, last);
        if (seen && n == steps) jd_draw_line(draft->d, at.p);
        *pen_down = seen;
        last = at.p;
    }
}

/* The next line that goes on from a point and is not drawn; -1: none. Lines are sorted by a. */
static int next_line(const MeshLines *lines, const bool *done, int from) {
    for (int n = 0; n < lines->count; n++)
        if (!done[n] && (lines->at[n].a == from || lines->at[n].b == from)) return n;
    return -1;
}

static void draw_lines(Space *space, const Solid *solid, Pen pen) {
    Arena arena = {0};
    MeshLines lines = {0};
    const Mesh *mesh = solid->mesh;
    Vec2 *paper = ARENA_NEW(&arena, Vec2, mesh->points.count + 1);
    for (int n = 0; paper && n < mesh->points.count; n++)
        paper[n] = jd_draft_point(space->draft, solid_at(solid, mesh->points.at[n]));
    if (paper) jd_mesh_lines(mesh, paper, &arena, &lines);
    bool *done = ARENA_NEW(&arena, bool, lines.count + 1);
    /* One behind the other as far as they hang together; many are drawn one by one. */
    const bool chains = lines.count < 3000;
    for (int n = 0; n < lines.count && done && !arena.failed; n++) {
        if (done[n]) continue;
        bool pen_down = false;
        for (int at = n, from = lines.at[n].a; at >= 0;) {
            const int to = lines.at[at].a == from ? lines.at[at].b : lines.at[at].a;
            done[at] = true;
            draw_seen(space, solid_at(solid, mesh->points.at[from]),
                      solid_at(solid, mesh->points.at[to]), &pen_down);
            from = to;
            at = chains ? next_line(&lines, done, from) : -1;
        }
    }
    if (arena.failed) space->draft->arena.failed = true;
    jd_arena_free(&arena);
    jd_draw_paint(space->draft->d, pen);
}

static Pen line_pen(const Space *space, const Solid *solid) {
    Pen pen = jd_draft_pen(space->draft, solid->colour, 1);
    pen.fill.a = 0;
    pen.width *= 0.75;
    return pen;
}

/* A belt in space, along both rims; false: there are no wheels. */
static bool draw_belt(Space *space, const SceneLink *link) {
    const Draft *draft = space->draft;
    const Pose i = jd_draft_frame(draft, &link->i);
    double distance;
    Pose frame = span_frame(draft, link, &distance);
    Vec2 sides[2][2];
    if (!jd_belt_sides(link->wheels, distance, sides)) return false;
    jd_axes_from_xz(frame.axes.x, i.axes.z, &frame.axes);
    for (int n = 0; n < 2; n++) {
        Vec3 ends[2];
        bool pen_down = false;
        for (int k = 0; k < 2; k++)
            ends[k] =
                vec3_add(frame.p, axes_out(&frame.axes, vec3(sides[n][k].x, sides[n][k].y, 0)));
        draw_seen(space, ends[0], ends[1], &pen_down);
    }
    jd_draw_paint(draft->d, (Pen){.stroke = draft->theme->ink, .width = draft->line});
    return true;
}

/* Springs: lines of a symbol along what they span. */
static void draw_symbols(Space *space) {
    const Draft *draft = space->draft;
    for (int n = 0; n < draft->scene->links.count; n++) {
        const SceneLink *link = &draft->scene->links.at[n];
        if (link->hidden || !link->spans || link->solids.count || link->rack) continue;
        Solid solid = {.local = {.axes = axes_none}, .stretch = 1};
        solid.frame = span_frame(draft, link, &solid.stretch);
        open_group(space, link->name);
        jd_sketch_base(space->draft, n, 0);
        if (draw_belt(space, link)) continue;
        for (int k = 0; k < link->lines.count; k++) {
            bool pen_down = false;
            for (int i = 0; i + 1 < link->lines.at[k].count; i++)
                draw_seen(space, solid_at(&solid, link->lines.at[k].points[i]),
                          solid_at(&solid, link->lines.at[k].points[i + 1]), &pen_down);
            Pen pen = {.stroke = draft->theme->ink, .width = draft->line};
            if (link->couples)
                pen = (Pen){.stroke = draft->theme->faint, .width = 0.6, .dash = {6, 2.5}};
            jd_draw_paint(draft->d, pen);
        }
    }
}

static const double behind_all = -1e30; /* m: deeper than anything that is drawn */

/* Whether there is room for a line of ground. */
static bool is_free(const Space *space, Vec2 foot, Vec2 down) {
    const double u = space->draft->unit;
    for (int n = -2; n <= 2; n++) {
        const Vec2 p = vec2(foot.x + 0.8 * n * u, foot.y + 0.3 * down.y * u);
        if (!jd_raster_sees(&space->raster, (RasterPoint){p, behind_all, 0})) return false;
    }
    return true;
}

/* The ground that holds a joint, if a guide or a plane does not show it: hatched, below its solids.
 */
static void draw_grounds(Space *space) {
    Draft *draft = space->draft;
    if (fabs(vec3_dot(draft->eye.z, jd_scene_up(draft->scene))) > 0.9) return;
    for (int n = 0; n < draft->scene->links.count; n++) {
        const SceneLink *link = &draft->scene->links.at[n];
        AxisName axis;
        if (link->hidden || link->spans || link->radius > 0 || jd_link_slides(link, &axis))
            continue;
        if (link->force || !(link->ground_i || link->ground_j)) continue;
        const Vec2 at = jd_draft_point(draft, jd_draft_frame(draft, &link->j).p);
        const Vec2 down = jd_sketch_down(draft, at);
        double most = 0;
        for (int s = 0; s < space->solids.count; s++) {
            const Solid *solid = &space->solids.at[s];
            for (int k = 0; solid->link == n && k < solid->mesh->points.count; k++) {
                const Vec2 p = jd_draft_point(draft, solid_at(solid, solid->mesh->points.at[k]));
                most = fmax(most, vec2_dot(vec2_sub(p, at), down));
            }
        }
        const Vec2 foot = sketch_along(at, most + 0.5 * draft->line, down);
        if (!is_free(space, foot, down)) continue;
        open_group(space, link->name);
        jd_sketch_wall(draft, foot, vec2_scale(-1, down));
    }
}

/* ---- All together -----------------------------------------------------------------------------
 */

void jd_sketch_space_ghosts(Draft *draft) {
    Space space = {.draft = draft};
    if (!jd_raster_open(&space.raster, draft->d->width, draft->d->height, &draft->arena)) return;
    add_solids(&space);
    for (int n = 0; n < space.solids.count; n++) {
        const Solid *solid = &space.solids.at[n];
        Pen pen = line_pen(&space, solid);
        pen.stroke = jd_colour_mix(pen.stroke, draft->theme->back, 0.5);
        pen.dash[0] = 3, pen.dash[1] = 2.5;
        if (solid->body > 0) draw_lines(&space, solid, pen);
    }
}

bool jd_sketch_space(Draft *draft) {
    Space space = {.draft = draft};
    const Vec3 light =
        vec3_add(vec3_scale(-0.45, draft->eye.x),
                 vec3_add(vec3_scale(0.7, draft->eye.y), vec3_scale(0.55, draft->eye.z)));
    space.light = vec3_scale(1 / vec3_norm(light), light);
    if (!jd_raster_open(&space.raster, draft->d->width, draft->d->height, &draft->arena))
        return false;
    add_solids(&space);
    fill_raster(&space);
    if (!jd_raster_regions(&space.raster, draft->d, paint_region, &space))
        draft->arena.failed = true;
    for (int n = 0; n < space.solids.count; n++) {
        open_group(&space, name_of(&space, &space.solids.at[n]));
        draw_lines(&space, &space.solids.at[n], line_pen(&space, &space.solids.at[n]));
    }
    draw_symbols(&space);
    draw_grounds(&space);
    open_group(&space, NULL);
    for (int n = 0; n < draft->scene->links.count; n++) jd_sketch_act(draft, n);
    return !draft->arena.failed;
}
