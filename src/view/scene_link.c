/* SPDX-License-Identifier: MIT
 *
 * Joints and forces as they are seen: their frames, their symbols as lines, and in space solids
 * that follow from what a joint leaves free. */
#include "view/scene.h"

Pose jd_scene_along(Vec3 p, Vec3 direction) {
    return (Pose){p, jd_pose_axes(AXIS_X, direction), atan2(direction.y, direction.x)};
}

/* ---- Lines
 * ---------------------------------------------------------------------------------------- */

static SceneLine *new_line(Stage *stage, SceneLink *link, int room) {
    SceneLine *line = PUSH(stage->arena, link->lines);
    Vec3 *points = line ? ARENA_NEW(stage->arena, Vec3, room) : NULL;
    if (line) line->points = points;
    return points ? line : NULL;
}

typedef struct {
    const SceneLink *link;
    double unit;
} Symbol;

static Vec2 symbol_point(const void *data, Vec2 p) {
    const Symbol *symbol = data;
    if (symbol->link->spans) return vec2((p.x + 1) / 2, symbol->unit * p.y);
    return vec2_scale(symbol->unit, p);
}

static Vec2 cubic(const Vec2 *p, double t) {
    const double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return vec2(a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y);
}

enum { CURVE_STEPS = 6 };

/* Paths of a drawing as lines: curves become some short ones. */
static void flatten(Stage *stage, SceneLink *link, const Drawing *d) {
    const int room = 1 + CURVE_STEPS * d->steps.count;
    SceneLine *line = NULL;
    Vec2 now = {0, 0}, first = {0, 0};
    for (int n = 0, p = 0; n < d->steps.count; n++) {
        const DrawStep step = (DrawStep)d->steps.at[n];
        if (step == DRAW_MOVE || !line) {
            line = new_line(stage, link, room);
            if (!line) return;
        }
        const Vec2 *at = &d->points.at[p];
        if (step == DRAW_CURVE) {
            const Vec2 four[4] = {now, at[0], at[1], at[2]};
            for (int k = 1; k < CURVE_STEPS; k++) {
                const Vec2 q = cubic(four, (double)k / CURVE_STEPS);
                line->points[line->count++] = vec3(q.x, q.y, 0);
            }
            p += 2;
        }
        now = step == DRAW_CLOSE ? first : d->points.at[p];
        p += step != DRAW_CLOSE;
        if (step == DRAW_MOVE) first = now;
        line->points[line->count++] = vec3(now.x, now.y, 0);
    }
}

static bool add_symbol(Stage *stage, SceneLink *link) {
    if (!link->glyph) return true;
    Drawing d = jd_drawing(1, 1, stage->theme);
    const Symbol symbol = {link, stage->scene->unit};
    jd_draw_path(&d, link->glyph, symbol_point, &symbol);
    jd_draw_paint(&d, (Pen){.stroke = stage->theme->ink, .width = 1});
    if (!d.arena.failed) flatten(stage, link, &d);
    const bool fine = !d.arena.failed && !stage->arena->failed;
    jd_drawing_free(&d);
    return fine;
}

static bool add_straight(Stage *stage, SceneLink *link, Vec3 from, Vec3 to) {
    SceneLine *line = new_line(stage, link, 2);
    if (!line) return false;
    line->points[0] = from, line->points[1] = to;
    line->count = 2;
    return true;
}

/* What pulls along a line in space is wound about it. */
static bool add_helix(Stage *stage, SceneLink *link) {
    enum { TURNS = 8, STEPS = 16 };
    SceneLine *line = new_line(stage, link, TURNS * STEPS + 5);
    if (!line) return false;
    const double r = 0.9 * stage->scene->unit, from = 0.12, to = 0.88;
    line->points[line->count++] = vec3(0, 0, 0);
    line->points[line->count++] = vec3(from, 0, 0);
    for (int n = 0; n <= TURNS * STEPS; n++) {
        const double share = (double)n / (TURNS * STEPS), a = 2 * pi * n / STEPS;
        line->points[line->count++] = vec3(from + (to - from) * share, r * cos(a), r * sin(a));
    }
    line->points[line->count++] = vec3(to, 0, 0);
    line->points[line->count++] = vec3(1, 0, 0);
    return true;
}

static bool add_lines(Stage *stage, SceneLink *link) {
    if (link->couples) return add_straight(stage, link, vec3(0, 0, 0), vec3(1, 0, 0));
    if (link->spans && !stage->scene->planar)
        return link->force ? add_helix(stage, link)
                           : add_straight(stage, link, vec3(0, 0, 0), vec3(1, 0, 0));
    if (!stage->scene->planar && !link->spans) return true;
    if (link->radius > 0)
        return add_straight(stage, link, vec3(-4 * link->radius, 0, 0),
                            vec3(4 * link->radius, 0, 0));
    return add_symbol(stage, link);
}

/* ---- Solids
 * --------------------------------------------------------------------------------------- */

static bool add_solid(Stage *stage, SceneLink *link, const char *type, double length, double width,
                      double diameter, Vec3 direction) {
    const double u = stage->scene->unit;
    const double size[SHAPE_DIMENSIONS] = {[SHAPE_LENGTH] = length * u,
                                           [SHAPE_WIDTH] = width * u,
                                           [SHAPE_HEIGHT] = width * u,
                                           [SHAPE_DIAMETER] = diameter * u};
    SceneShape *shape = PUSH(stage->arena, link->solids);
    if (!shape) return false;
    const bool ground = link->ground_i || link->ground_j;
    shape->colour =
        ground ? stage->theme->ground : jd_colour_mix(stage->theme->ink, stage->theme->back, 0.25);
    shape->opacity = 1;
    return jd_scene_fill_shape(stage, shape, jd_shape_find(type), size, NULL,
                               jd_scene_along(vec3(0, 0, 0), direction));
}

static Vec3 unit_axis(AxisName axis) {
    return axes_at(&axes_none, axis);
}

static int count_kind(const SceneLink *link, FreeKind kind) {
    int count = 0;
    for (int n = 0; n < link->free_count; n++) count += link->frees[n].kind == kind;
    return count;
}

static bool add_span_solid(Stage *stage, SceneLink *link) {
    if (link->force) return true;
    const double size[SHAPE_DIMENSIONS] = {
        [SHAPE_LENGTH] = 1, [SHAPE_DIAMETER] = 0.6 * stage->scene->unit};
    SceneShape *shape = PUSH(stage->arena, link->solids);
    if (!shape) return false;
    shape->colour = jd_colour_mix(stage->theme->ink, stage->theme->back, 0.25);
    return jd_scene_fill_shape(stage, shape, jd_shape_find("cylinder"), size, NULL,
                               jd_scene_along(vec3(0.5, 0, 0), vec3(1, 0, 0)));
}

/* A ball; turns as pins, those of a slide along the same axis as a round sleeve; slides as blocks.
 */
static bool add_solids(Stage *stage, SceneLink *link) {
    if (link->spans) return add_span_solid(stage, link);
    if (link->force || link->couples || link->radius > 0) return true;
    const int slides = count_kind(link, FREE_SLIDE), turns = count_kind(link, FREE_TURN);
    if (count_kind(link, FREE_BALL))
        return add_solid(stage, link, "sphere", 0, 0, 2.6, vec3(1, 0, 0));
    if (slides == 2) return add_solid(stage, link, "cylinder", 0.5, 0, 4, vec3(0, 0, 1));
    if (slides == 3) return true;
    for (int n = 0; n < link->free_count; n++) {
        const FreeDef *def = &link->frees[n];
        const Vec3 axis = unit_axis(def->axis);
        const bool pin = def->kind == FREE_TURN && !def->lead;
        const bool sleeve = def->lead || (slides == 1 && turns == 1);
        const bool fine = sleeve ? add_solid(stage, link, "cylinder", 3.2, 0, 2.6, axis)
                          : pin  ? add_solid(stage, link, "cylinder", turns > 1 ? 3.4 : 3, 0,
                                            turns > 1 ? 0.9 : 1.9, axis)
                                 : add_solid(stage, link, "box", 3.2, 2.2, 0, axis);
        if (!fine) return false;
        if (sleeve) break;
    }
    return true;
}

/* ---- Sides
 * ---------------------------------------------------------------------------------------- */

static SceneFrame frame_at(const Stage *stage, int frame) {
    const ModelFrame *from = &stage->model->frames.at[frame];
    return (SceneFrame){from->body, from->local};
}

static void take_frees(const Stage *stage, const JointType *type, SceneLink *link) {
    const FreeDef *frees[JOINT_FREES];
    link->free_count = jd_joint_frees(type, stage->scene->planar, frees);
    for (int n = 0; n < link->free_count; n++) link->frees[n] = *frees[n];
}

static void take_drives(const Stage *stage, int joint, SceneLink *link) {
    for (int n = 0; n < stage->model->drives.count; n++) {
        int at = -1;
        const FreeDef *def =
            jd_model_find_free(stage->model, stage->model->drives.at[n].target, &at);
        if (!def || at != joint) continue;
        link->driven = true;
        link->driven_free = *def;
    }
}

static bool fill_joint(Stage *stage, int k, SceneLink *link) {
    const JdModel *model = stage->model;
    const ModelJoint *from = &model->joints.at[k];
    *link = (SceneLink){.name = from->name,
                        .type = from->type->name,
                        .summary = from->type->summary,
                        .where = from->where,
                        .glyph = from->type->glyph,
                        .spans = from->type->spans || from->type->couples,
                        .couples = from->type->couples,
                        .column = -1};
    if (from->type->couples) {
        link->i = frame_at(stage, model->joints.at[from->i].j);
        link->j = frame_at(stage, model->joints.at[from->j].j);
    } else {
        link->i = frame_at(stage, from->i);
        link->j = frame_at(stage, from->j);
        link->ground_i = link->i.body == 0, link->ground_j = link->j.body == 0;
        take_frees(stage, from->type, link);
        take_drives(stage, k, link);
    }
    if (from->type->radius > 0) link->radius = from->fields[from->type->radius - 1];
    return add_lines(stage, link) && add_solids(stage, link);
}

static bool fill_force(Stage *stage, int k, SceneLink *link) {
    const JdModel *model = stage->model;
    const ModelForce *from = &model->forces.at[k];
    *link = (SceneLink){.name = from->name,
                        .type = from->type->name,
                        .summary = from->type->summary,
                        .where = from->where,
                        .glyph = from->type->glyph,
                        .spans = from->type->spans,
                        .force = true,
                        .column = -1};
    int joint = -1;
    if (from->type->target == FORCE_ON_FREE) {
        const FreeDef *def = jd_model_find_free(model, from->target, &joint);
        if (!def || model->joints.at[joint].type->couples) return true;
        link->i = frame_at(stage, model->joints.at[joint].i);
        link->j = frame_at(stage, model->joints.at[joint].j);
        link->driven = true;
        link->driven_free = *def;
        return true;
    }
    link->i = frame_at(stage, from->i);
    link->j = frame_at(stage, from->j);
    /* The place of a torque means nothing: it is seen on the body's centre of mass. */
    if (from->type->turns) link->j.local.p = vec3(0, 0, 0), link->i = link->j;
    if (from->type->target == FORCE_ON_BODY) link->i = link->j;
    link->ground_i = link->spans && link->i.body == 0;
    link->ground_j = link->spans && link->j.body == 0;
    return add_lines(stage, link) && add_solids(stage, link);
}

/* ---- Columns: the order of jd_film_channels
 * ---------------------------------------------------------- */

static bool has_force(const Stage *stage, const SceneLink *link) {
    char name[256];
    if (!stage->system || !link->name) return false;
    if (snprintf(name, sizeof name, "%s.force.x", link->name) >= (int)sizeof name) return false;
    return jd_channel_find(stage->system, name) >= 0;
}

static void number_columns(Stage *stage) {
    const int bodies = stage->scene->bodies.count - 1, dims = stage->scene->planar ? 2 : 3;
    int column = 1 + bodies * ((stage->scene->planar ? 3 : 7) + dims);
    for (int n = 0; n < stage->scene->links.count; n++) {
        SceneLink *link = &stage->scene->links.at[n];
        if (!has_force(stage, link)) continue;
        link->column = column;
        column += dims;
    }
}

bool jd_scene_links(Stage *stage) {
    Scene *scene = stage->scene;
    for (int k = 0; k < stage->model->joints.count; k++) {
        SceneLink *link = PUSH(stage->arena, scene->links);
        if (!link || !fill_joint(stage, k, link)) return false;
    }
    for (int k = 0; k < stage->model->forces.count; k++) {
        SceneLink *link = PUSH(stage->arena, scene->links);
        if (!link || !fill_force(stage, k, link)) return false;
    }
    for (int n = 0; n < scene->links.count; n++) {
        SceneLink *link = &scene->links.at[n];
        const bool own = link->force
                             ? stage->model->forces.at[n - stage->model->joints.count].hidden
                             : stage->model->joints.at[n].hidden;
        link->hidden = own || (link->i.body && scene->bodies.at[link->i.body].hidden) ||
                       (link->j.body && scene->bodies.at[link->j.body].hidden);
    }
    number_columns(stage);
    return !stage->arena->failed;
}
