/* SPDX-License-Identifier: MIT
 *
 * Joints and forces as they are seen: their frames, what they do, and in space solids that follow
 * from what a joint leaves free. */
#include "scene/inside.h"
#include "system/system.h"
#include <string.h>

Pose jd_scene_along(Vec3 p, Vec3 direction) {
    return (Pose){p, jd_pose_axes(AXIS_X, direction), atan2(direction.y, direction.x)};
}

/* ---- Solids
 * --------------------------------------------------------------------------------------- */

/* In the scene's unit. */
typedef struct {
    const char *type;
    double length, width, diameter;
} Solid;

static bool add_solid(Stage *stage, SceneLink *link, Solid solid, Vec3 direction) {
    const double u = stage->scene->unit;
    const double size[SHAPE_DIMENSIONS] = {[SHAPE_LENGTH] = solid.length * u,
                                           [SHAPE_WIDTH] = solid.width * u,
                                           [SHAPE_HEIGHT] = solid.width * u,
                                           [SHAPE_DIAMETER] = solid.diameter * u};
    SceneShape *shape = PUSH(stage->arena, link->solids);
    if (!shape) return false;
    const bool ground = link->ground_i || link->ground_j;
    shape->colour =
        ground ? stage->theme->ground : jd_colour_mix(stage->theme->ink, stage->theme->back, 0.25);
    shape->opacity = 1;
    return jd_scene_fill_shape(stage, shape, jd_shape_find(solid.type), size, NULL,
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
    const double size[SHAPE_DIMENSIONS] = {
        [SHAPE_LENGTH] = 1, [SHAPE_DIAMETER] = 0.6 * stage->scene->unit};
    SceneShape *shape = PUSH(stage->arena, link->solids);
    if (!shape) return false;
    shape->colour = jd_colour_mix(stage->theme->ink, stage->theme->back, 0.25);
    return jd_scene_fill_shape(stage, shape, jd_shape_find("cylinder"), size, NULL,
                               jd_scene_along(vec3(0.5, 0, 0), vec3(1, 0, 0)));
}

/* Whether guide.c shows it. */
static bool is_guided(const Stage *stage, const SceneLink *link) {
    const JdModel *model = stage->model;
    double low, high;
    if (link->ground_i || link->ground_j) return true;
    for (int k = 0; k < model->joints.count; k++)
        if (model->joints.at[k].name == link->name)
            return jd_scene_stroke(stage, &model->joints.at[k], link->frees[0].axis, &low, &high);
    return false;
}

/* A ball; turns as pins, those of a slide along the same axis as a round sleeve; slides as sleeves.
 * What may only shift, or not move at all, is a block; what is not known otherwise a collar about
 * z. What slides on the ground lies on a rail, and a tube with its rod needs no symbol. */
static bool add_solids(Stage *stage, SceneLink *link, bool rigid) {
    if (link->couples || link->radius > 0) return true;
    if (link->spans) return add_span_solid(stage, link);
    const int slides = count_kind(link, FREE_SLIDE), turns = count_kind(link, FREE_TURN);
    if (slides == 1 && link->free_count == 1 && is_guided(stage, link)) return true;
    if (count_kind(link, FREE_BALL))
        return add_solid(stage, link, (Solid){"sphere", 0, 0, 2.6}, vec3(1, 0, 0));
    if (slides == 2) return add_solid(stage, link, (Solid){"cylinder", 0.5, 0, 4}, vec3(0, 0, 1));
    if (slides == 3 || rigid)
        return add_solid(stage, link, (Solid){"box", 2.2, 2.2, 0}, vec3(1, 0, 0));
    if (link->free_count == 0)
        return add_solid(stage, link, (Solid){"cylinder", 1.8, 0, 3}, vec3(0, 0, 1));
    for (int n = 0; n < link->free_count; n++) {
        const FreeDef *def = &link->frees[n];
        const Vec3 axis = unit_axis(def->axis);
        const bool pin = def->kind == FREE_TURN && !def->lead;
        const bool sleeve = def->lead || (slides == 1 && turns == 1);
        const bool fine = sleeve ? add_solid(stage, link, (Solid){"cylinder", 3.2, 0, 2.6}, axis)
                          : pin  ? add_solid(stage, link,
                                            turns > 1 ? (Solid){"cylinder", 3.4, 0, 0.9}
                                                       : (Solid){"cylinder", 3, 0, 1.9},
                                             axis)
                                 : add_solid(stage, link, (Solid){"cylinder", 3, 0, 1.9}, axis);
        if (!fine) return false;
        if (sleeve) break;
    }
    return true;
}

/* ---- Sides
 * ---------------------------------------------------------------------------------------- */

static SceneFrame frame_at(const Stage *stage, int frame) {
    const ModelFrame *from = &stage->model->frames.at[frame];
    const Pose own = {{0, 0, 0}, from->local.axes, from->local.angle};
    if (from->node) return (SceneFrame){stage->model->bodies.count + from->node - 1, own};
    return (SceneFrame){from->body, from->local};
}

static void take_frees(const Stage *stage, const JointType *type, SceneLink *link) {
    const FreeDef *frees[JOINT_FREES];
    link->free_count = jd_joint_frees(type, stage->scene->planar, frees);
    for (int n = 0; n < link->free_count; n++) link->frees[n] = *frees[n];
}

/* Each coordinate of d is locked by itself. */
static bool locks_point(const JointType *type, bool planar) {
    const unsigned needed = planar ? 3 : 7;
    unsigned locked = 0;
    for (int n = 0; n <= JOINT_LOCKS && type->locks[n]; n++) {
        const char *text = type->locks[n];
        if (strlen(text) == 4 && strncmp(text, "d.", 2) == 0 && text[2] >= 'x' && text[2] <= 'z')
            locked |= 1u << (text[2] - 'x');
    }
    return (locked & needed) == needed;
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
                        .meets = locks_point(from->type, stage->scene->planar),
                        .couples = from->type->couples,
                        .rack = from->type->meshes && !from->type->alike,
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
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    const int count =
        jd_joint_locks(from->type, stage->scene->planar, from->fields, locks, texts, nowhere, NULL);
    if (from->type->wraps && count == 1) link->wraps = locks[0].q[0] * locks[0].q[1] > 0 ? -1 : 1;
    return jd_scene_lines(stage, link) && add_solids(stage, link, count == JOINT_FREES);
}

/* ---- Forces
 * --------------------------------------------------------------------------------------- */

/* What a force does at the start, as far as it is known: what changes counts as 1. */
static void aim(const Stage *stage, const ModelForce *from, SceneLink *link) {
    double fields[3 * TYPE_FIELDS] = {0};
    int count = 0;
    for (int n = 0; n < TYPE_FIELDS && from->type->fields[n].name; n++)
        for (int k = 0; k < (from->type->fields[n].count ? from->type->fields[n].count : 1); k++) {
            const double number = from->fields[n].number[k];
            fields[count++] = from->fields[n].expr[k] ? 1 : isfinite(number) ? number : 0;
        }
    ForceInput in = {.fields = fields};
    const Pose i = jd_pose_absolute(&stage->scene->bodies.at[link->i.body].start, &link->i.local);
    const Pose j = jd_pose_absolute(&stage->scene->bodies.at[link->j.body].start, &link->j.local);
    in.i.p = i.p, in.i.axes = i.axes, in.j.p = j.p, in.j.axes = j.axes;
    ForceOutput out;
    from->type->eval(&in, &out);
    const double size = vec3_norm(out.force);
    if (!link->spans && size > 0) link->push = vec3_scale(1 / size, out.force);
    const double turn = vec3_norm(out.torque);
    if (turn > 0) link->twist = vec3_scale(1 / turn, out.torque);
    link->back = out.effort < 0 || vec3_dot(out.torque, i.axes.z) < 0;
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
        link->driven = !from->type->stiffness;
        link->driven_free = *def;
        aim(stage, from, link);
        return true;
    }
    link->i = frame_at(stage, from->i);
    link->j = frame_at(stage, from->j);
    /* The place of a torque means nothing: it is seen on the body's centre of mass. */
    if (from->type->turns) link->j.local.p = vec3(0, 0, 0), link->i = link->j;
    if (from->type->target == FORCE_ON_BODY) link->i = link->j;
    link->ground_i = link->spans && link->i.body == 0;
    link->ground_j = link->spans && link->j.body == 0;
    aim(stage, from, link);
    return jd_scene_force_lines(stage, from, link);
}

/* ---- Columns: the order of jd_film_channels
 * ---------------------------------------------------------- */

static bool has_force(const Stage *stage, const SceneLink *link) {
    char name[256];
    if (!stage->system || !link->name) return false;
    if (snprintf(name, sizeof name, "%s.force.x", link->name) >= (int)sizeof name) return false;
    return jd_channel(stage->system, name, NULL).index >= 0;
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
