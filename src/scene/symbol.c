/* SPDX-License-Identifier: MIT
 *
 * Symbols of joints and forces as lines: glyphs of the tables, springs and dampers. */
#include "scene/inside.h"

static SceneLine *new_line(Stage *stage, SceneLink *link, int room) {
    SceneLine *line = PUSH(stage->arena, link->lines);
    Vec3 *points = line ? ARENA_NEW(stage->arena, Vec3, room) : NULL;
    if (line) line->points = points;
    return points ? line : NULL;
}

typedef struct {
    const SceneLink *link;
    double unit;
    double length; /* of what spans and keeps its length: the ends of the glyph keep their shape */
    Vec2 x, y;     /* of what does not span: where its axes point, in frame i */
} Symbol;

static Vec2 symbol_point(const void *data, Vec2 p) {
    const Symbol *symbol = data;
    const double u = symbol->unit, end = p.x < 0 ? 0 : 1;
    if (!symbol->link->spans)
        return vec2_add(vec2_scale(u * p.x, symbol->x), vec2_scale(u * p.y, symbol->y));
    if (symbol->link->force || fabs(p.x) < 0.7 || !(symbol->length > 0))
        return vec2((p.x + 1) / 2, u * p.y);
    return vec2(end + SPAN_END * u / symbol->length * (p.x - (p.x < 0 ? -1 : 1)),
                SPAN_END * u * p.y);
}

static Symbol make_symbol(const Stage *stage, const SceneLink *link) {
    Symbol symbol = {link, stage->scene->unit, 0, {1, 0}, {0, link->back ? -1 : 1}};
    const Pose i = jd_pose_absolute(&stage->scene->bodies.at[link->i.body].start, &link->i.local);
    const Pose j = jd_pose_absolute(&stage->scene->bodies.at[link->j.body].start, &link->j.local);
    symbol.length = vec3_norm(vec3_sub(j.p, i.p));
    if (vec3_norm(link->push) > 0) {
        const Vec3 way = axes_in(&i.axes, link->push);
        symbol.x = vec2(way.x, way.y), symbol.y = vec2_turn90(symbol.x);
    }
    return symbol;
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
                const Vec2 q = jd_cubic(four, (double)k / CURVE_STEPS);
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
    const Symbol symbol = make_symbol(stage, link);
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

/* A damper is seen from all sides: the symbol in two planes. */
static bool add_damper(Stage *stage, SceneLink *link, const char *glyph) {
    const char *whole = link->glyph;
    const int first = link->lines.count;
    link->glyph = glyph;
    const bool fine = add_symbol(stage, link);
    link->glyph = whole;
    for (int n = first, end = link->lines.count; n < end && fine; n++) {
        SceneLine *line = new_line(stage, link, link->lines.at[n].count);
        if (!line) return false;
        for (int k = 0; k < link->lines.at[n].count; k++) {
            const Vec3 p = link->lines.at[n].points[k];
            line->points[line->count++] = vec3(p.x, 0, p.y);
        }
    }
    return fine;
}

/* Which of its glyphs a force has; in space also what its lines are. */
bool jd_scene_force_lines(Stage *stage, const ModelForce *from, SceneLink *link) {
    const ForceType *type = from->type;
    const bool parts = type->stiffness && type->damping;
    const bool damps = parts && from->fields[type->damping - 1].number[0] != 0;
    const bool pulls = !damps || from->fields[type->stiffness - 1].number[0] != 0;
    if (damps && type->both) link->glyph = pulls ? type->both : type->damper;
    if (stage->scene->planar) return add_symbol(stage, link);
    if (!link->spans) return true;
    return (!pulls || add_helix(stage, link)) && (!damps || add_damper(stage, link, type->damper));
}

bool jd_scene_lines(Stage *stage, SceneLink *link) {
    if (link->rack) return true; /* its teeth are seen */
    if (link->couples || (link->spans && !stage->scene->planar))
        return add_straight(stage, link, vec3(0, 0, 0), vec3(1, 0, 0));
    if (!stage->scene->planar) return true;
    if (link->radius > 0)
        return add_straight(stage, link, vec3(-4 * link->radius, -link->radius, 0),
                            vec3(4 * link->radius, -link->radius, 0)); /* below its centre */
    return add_symbol(stage, link);
}
