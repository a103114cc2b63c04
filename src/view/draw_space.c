/* SPDX-License-Identifier: MIT
 *
 * Mechanisms in space: solids in a few pale tones, their edges and outlines as thin lines where
 * nothing hides them. */
#include "view/draw.h"
#include "view/raster.h"
#include <stdlib.h>

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

typedef struct {
    int a, b, face;
} Rim; /* of a triangle, a < b */

static int by_ends(const void *x, const void *y) {
    const Rim *p = x, *q = y;
    return p->a != q->a ? p->a - q->a : p->b != q->b ? p->b - q->b : p->face - q->face;
}

typedef struct {
    Vec3 p;
    int number;
} Numbered;

static int by_place(const void *x, const void *y) {
    const Numbered *p = x, *q = y;
    if (p->p.x != q->p.x) return p->p.x < q->p.x ? -1 : 1;
    if (p->p.y != q->p.y) return p->p.y < q->p.y ? -1 : 1;
    if (p->p.z != q->p.z) return p->p.z < q->p.z ? -1 : 1;
    return p->number - q->number;
}

/* Of each point of a mesh the first one in the same place. */
static int *first_in_place(const Mesh *mesh, Arena *arena) {
    const int count = mesh->points.count;
    Numbered *sorted = ARENA_NEW(arena, Numbered, count + 1);
    int *first = ARENA_NEW(arena, int, count + 1);
    double size = 0;
    if (!sorted || !first) return NULL;
    for (int n = 0; n < count; n++) {
        const Vec3 p = mesh->points.at[n];
        size = fmax(size, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    const double grid = size > 0 ? 1e-6 * size : 1;
    for (int n = 0; n < count; n++) {
        const Vec3 p = mesh->points.at[n];
        sorted[n] = (Numbered){{round(p.x / grid), round(p.y / grid), round(p.z / grid)}, n};
    }
    qsort(sorted, (size_t)count, sizeof *sorted, by_place);
    for (int n = 0; n < count; n++) {
        const bool same = n > 0 && sorted[n].p.x == sorted[n - 1].p.x &&
                          sorted[n].p.y == sorted[n - 1].p.y && sorted[n].p.z == sorted[n - 1].p.z;
        first[sorted[n].number] = same ? first[sorted[n - 1].number] : sorted[n].number;
    }
    return first;
}

typedef LIST(Rim) Rims;

static void add_side(Rims *sides, Arena *arena, int a, int b, int face) {
    Rim *side = a != b ? PUSH(arena, *sides) : NULL;
    if (side) *side = (Rim){a < b ? a : b, a < b ? b : a, face};
}

/* Edges of the mesh, and sides between a face that is seen and one that is turned away. */
static void find_lines(const Space *space, const Solid *solid, Arena *arena, Rims *lines) {
    const Mesh *mesh = solid->mesh;
    const int *first = first_in_place(mesh, arena);
    if (!first) return;
    Rims sides = {0};
    for (int n = 0; n + 2 < mesh->triangles.count; n += 3) {
        const int *t = &mesh->triangles.at[n];
        Vec2 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = jd_draft_point(space->draft, solid_at(solid, mesh->points.at[t[k]]));
        const bool front = vec2_cross(vec2_sub(p[1], p[0]), vec2_sub(p[2], p[0])) < 0;
        for (int k = 0; k < 3; k++)
            add_side(&sides, arena, first[t[k]], first[t[(k + 1) % 3]], front);
    }
    if (sides.count) qsort(sides.at, (size_t)sides.count, sizeof *sides.at, by_ends);
    for (int n = 0; n < sides.count; n++) {
        const Rim *x = &sides.at[n], *y = n + 1 < sides.count ? &sides.at[n + 1] : NULL;
        if (!y || y->a != x->a || y->b != x->b) continue;
        if (x->face != y->face) add_side(lines, arena, x->a, x->b, 0);
    }
    for (int n = 0; n + 1 < mesh->edges.count; n += 2)
        add_side(lines, arena, first[mesh->edges.at[n]], first[mesh->edges.at[n + 1]], 0);
    if (lines->count) qsort(lines->at, (size_t)lines->count, sizeof *lines->at, by_ends);
}

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
static int next_line(const Rims *lines, const bool *done, int from) {
    for (int n = 0; n < lines->count; n++)
        if (!done[n] && (lines->at[n].a == from || lines->at[n].b == from)) return n;
    return -1;
}

static void draw_lines(Space *space, const Solid *solid) {
    Arena arena = {0};
    Rims lines = {0};
    find_lines(space, solid, &arena, &lines);
    bool *done = ARENA_NEW(&arena, bool, lines.count + 1);
    /* One behind the other as far as they hang together; many are drawn one by one. */
    const bool chains = lines.count < 3000;
    for (int n = 0; n < lines.count && done && !arena.failed; n++) {
        if (done[n] ||
            (n > 0 && lines.at[n].a == lines.at[n - 1].a && lines.at[n].b == lines.at[n - 1].b))
            continue;
        bool pen_down = false;
        for (int at = n, from = lines.at[n].a; at >= 0;) {
            const int to = lines.at[at].a == from ? lines.at[at].b : lines.at[at].a;
            done[at] = true;
            draw_seen(space, solid_at(solid, solid->mesh->points.at[from]),
                      solid_at(solid, solid->mesh->points.at[to]), &pen_down);
            from = to;
            at = chains ? next_line(&lines, done, from) : -1;
        }
    }
    if (arena.failed) space->draft->arena.failed = true;
    jd_arena_free(&arena);
    Pen pen = jd_draft_pen(space->draft, solid->colour, 1);
    pen.fill.a = 0;
    pen.width *= 0.75;
    jd_draw_paint(space->draft->d, pen);
}

/* Springs: lines of a symbol along what they span. */
static void draw_symbols(Space *space) {
    const Draft *draft = space->draft;
    for (int n = 0; n < draft->scene->links.count; n++) {
        const SceneLink *link = &draft->scene->links.at[n];
        if (link->hidden || !link->spans || link->couples || link->solids.count) continue;
        Solid solid = {.local = {.axes = axes_none}, .stretch = 1};
        solid.frame = span_frame(draft, link, &solid.stretch);
        open_group(space, link->name);
        jd_draw_base(space->draft, n, 0);
        for (int k = 0; k < link->lines.count; k++) {
            bool pen_down = false;
            for (int i = 0; i + 1 < link->lines.at[k].count; i++)
                draw_seen(space, solid_at(&solid, link->lines.at[k].points[i]),
                          solid_at(&solid, link->lines.at[k].points[i + 1]), &pen_down);
            jd_draw_paint(draft->d, (Pen){.stroke = draft->theme->ink, .width = draft->line});
        }
    }
}

/* ---- All together -----------------------------------------------------------------------------
 */

bool jd_draw_space(Draft *draft) {
    Space space = {.draft = draft};
    const Vec3 light =
        vec3_add(vec3_scale(-0.45, draft->eye.x),
                 vec3_add(vec3_scale(0.7, draft->eye.y), vec3_scale(0.55, draft->eye.z)));
    space.light = vec3_scale(1 / vec3_norm(light), light);
    add_solids(&space);
    if (!jd_raster_open(&space.raster, draft->d->width, draft->d->height, &draft->arena))
        return false;
    fill_raster(&space);
    if (!jd_raster_regions(&space.raster, draft->d, paint_region, &space))
        draft->arena.failed = true;
    for (int n = 0; n < space.solids.count; n++) {
        open_group(&space, name_of(&space, &space.solids.at[n]));
        draw_lines(&space, &space.solids.at[n]);
    }
    draw_symbols(&space);
    open_group(&space, NULL);
    return !draft->arena.failed;
}
