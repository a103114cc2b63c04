/* SPDX-License-Identifier: MIT
 *
 * What a page is told of a mechanism before it moves: viewer/DATA.md. */
#include "page/inside.h"
#include "model/model.h"
#include <string.h>

static const double mesh_share = 0.4; /* of the room, at most */
enum { MOST_WITH_FACTS = 2000 };      /* bodies and links; what is known of more leaves no room */

/* ---- Shapes --------------------------------------------------------------------------------- */

static void write_points(Json *json, const char *key, const Vec3 *points, int count) {
    Text bytes = {0};
    for (int n = 0; n < count; n++) {
        jd_bytes_number(&bytes, NUMBERS_F4, points[n].x);
        jd_bytes_number(&bytes, NUMBERS_F4, points[n].y);
        jd_bytes_number(&bytes, NUMBERS_F4, points[n].z);
    }
    jd_json_numbers(json, key, NUMBERS_F4, &bytes);
}

static void write_indices(Json *json, const char *key, const int *at, int count, int points) {
    const NumberKind kind = points < 65536 ? NUMBERS_U2 : NUMBERS_U4;
    Text bytes = {0};
    for (int n = 0; n < count; n++) jd_bytes_number(&bytes, kind, at[n]);
    jd_json_numbers(json, key, kind, &bytes);
}

static void write_mesh(const Mesh *mesh, Json *json) {
    const int points = mesh->points.count;
    jd_json_object(json, NULL);
    write_points(json, "points", mesh->points.at, points);
    write_points(json, "normals", mesh->normals.at, points);
    write_indices(json, "triangles", mesh->triangles.at, mesh->triangles.count, points);
    write_indices(json, "edges", mesh->edges.at, mesh->edges.count, points);
    jd_json_end(json);
}

static double mesh_size(const Mesh *mesh) {
    return jd_base64_size(24.0 * mesh->points.count + 2.0 * mesh->triangles.count +
                          2.0 * mesh->edges.count);
}

/* Meshes that take too much room become coarser: the larger ones, down to a common size. */
static double largest_size(const Scene *scene, double room) {
    double limit = room;
    for (int round = 0; round < 60; round++) {
        double sum = 0;
        for (int n = 0; n < scene->meshes.count; n++)
            sum += fmin(limit, mesh_size(&scene->meshes.at[n]));
        if (sum <= room) break;
        limit *= 0.9;
    }
    return limit;
}

static void write_meshes(const Scene *scene, double room, Json *json) {
    const double limit = largest_size(scene, room);
    const int count = scene->off || scene->planar ? 0 : scene->meshes.count;
    jd_json_array(json, "meshes");
    for (int n = 0; n < count; n++) {
        const Mesh *mesh = &scene->meshes.at[n];
        const double share = limit / mesh_size(mesh);
        Arena arena = {0};
        Mesh coarse = *mesh;
        if (share < 1 && !jd_page_coarsen(mesh, (int)(share * mesh->points.count), &arena, &coarse))
            json->text.failed = true;
        else
            write_mesh(&coarse, json);
        jd_arena_free(&arena);
    }
    jd_json_end(json);
}

static void write_colour(Json *json, Colour colour) {
    char text[8];
    jd_colour_write(colour, text);
    jd_json_string(json, "colour", text);
}

/* With a thousand bodies each word counts: what is usual is not said. */
static void write_flag(Json *json, const char *key, bool value, bool usual) {
    if (value != usual) jd_json_bool(json, key, value);
}

static bool is_at_rest(const Pose *pose) {
    const Quat q = jd_quat_from_axes(&pose->axes);
    return vec3_norm(pose->p) == 0 && fabs(q.w) == 1;
}

/* In the plane outlines are seen, in space meshes. */
static void write_shape(Json *json, const SceneShape *shape, const SceneBody *body,
                        PageCurves *curves, bool planar) {
    jd_json_object(json, NULL);
    if (!planar) jd_json_number(json, "mesh", shape->mesh >= 0 ? shape->mesh : (double)NAN);
    if (!planar && !is_at_rest(&shape->local)) jd_json_pose(json, "pose", &shape->local);
    if (!body || memcmp(&shape->colour, &body->colour, sizeof shape->colour) != 0)
        write_colour(json, shape->colour);
    if (shape->opacity != 1) jd_json_number(json, "opacity", shape->opacity);
    if (planar) jd_page_outline(curves, json, &shape->outline);
    jd_json_end(json);
}

static bool has_facts(const Scene *scene) {
    return scene->bodies.count + scene->links.count <= MOST_WITH_FACTS;
}

static void write_bodies(const Show *show, PageCurves *curves, Json *json) {
    const Scene *scene = show->scene;
    jd_json_array(json, "bodies");
    for (int n = 0; n < scene->bodies.count; n++) {
        const SceneBody *body = &scene->bodies.at[n];
        jd_json_object(json, NULL);
        jd_json_string(json, "name", body->name);
        write_colour(json, body->colour);
        write_flag(json, "hidden", body->hidden || scene->off, false);
        jd_json_facts(json, "facts",
                      show->body_facts && has_facts(scene) ? show->body_facts[n] : NULL);
        jd_json_array(json, "shapes");
        for (int k = 0; k < body->shapes.count && !scene->off; k++)
            write_shape(json, &body->shapes.at[k], body, curves, scene->planar);
        jd_json_end(json);
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* ---- Joints and forces ---------------------------------------------------------------------- */

static void write_side(Json *json, const char *key, const SceneFrame *frame) {
    jd_json_object(json, key);
    jd_json_number(json, "body", frame->body);
    jd_json_pose(json, "pose", &frame->local);
    jd_json_end(json);
}

/* Which of the links have a force is the same in all runs that have a film. */
static const Film *film_of(const Show *show) {
    for (int n = 0; n < show->run_count; n++)
        if (show->runs[n].film.trace) return &show->runs[n].film;
    return NULL;
}

static void write_solids(Json *json, const SceneLink *link) {
    jd_json_array(json, "solids");
    for (int k = 0; k < link->solids.count; k++)
        write_shape(json, &link->solids.at[k], NULL, NULL, false);
    jd_json_end(json);
}

/* What drives or pushes, as an arrow: along or about a direction in frame i. */
static void write_act(const Scene *scene, const SceneLink *link, Json *json) {
    const Pose i = jd_pose_absolute(&scene->bodies.at[link->i.body].start, &link->i.local);
    const bool pushes = vec3_norm(link->push) > 0, twists = vec3_norm(link->twist) > 0;
    if (!link->driven && !pushes && !twists) return;
    const Vec3 axis = axes_at(&axes_none, link->driven_free.axis);
    const bool slides = link->driven && link->driven_free.kind == FREE_SLIDE;
    jd_json_object(json, "act");
    jd_json_string(json, "kind",
                   slides         ? "slide"
                   : link->driven ? "turn"
                   : pushes       ? "push"
                                  : "twist");
    jd_json_vector(json, "way",
                   link->driven ? vec3_scale(link->back ? -1 : 1, axis)
                   : pushes     ? axes_in(&i.axes, link->push)
                                : axes_in(&i.axes, link->twist));
    jd_json_end(json);
}

/* Radii of the wheels of a belt. */
static void write_wheels(Json *json, const SceneLink *link) {
    jd_json_array(json, "wheels");
    for (int n = 0; n < 2; n++) jd_json_number(json, NULL, link->wheels[n]);
    jd_json_end(json);
}

/* A joint that only turns stands on a bearing; a rod does so at its end on the ground. */
static bool is_pin(const SceneLink *link) {
    if (link->force || link->couples || link->radius > 0) return false;
    return link->spans || (link->free_count == 1 && link->frees[0].kind == FREE_TURN);
}

/* Its points may be apart, and nothing else shows that it joins them: as `draw` has it. */
static bool is_tied(const SceneLink *link) {
    for (int n = 0; n < link->free_count; n++)
        if (link->frees[n].kind == FREE_SLIDE) return false;
    return !link->force && !link->spans && !link->couples && !link->meets && !(link->radius > 0);
}

static void write_links(const Show *show, PageCurves *curves, Json *json) {
    const Scene *scene = show->scene;
    const Film *film = film_of(show);
    int forces = 0;
    jd_json_array(json, "links");
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        const bool has_force = film && n < film->links && film->force[n] >= 0;
        jd_json_object(json, NULL);
        jd_json_string(json, "name", link->name);
        jd_json_string(json, "kind", link->force ? "force" : "joint");
        write_flag(json, "hidden", link->hidden || scene->off, false);
        jd_json_facts(json, "facts",
                      show->link_facts && has_facts(scene) ? show->link_facts[n] : NULL);
        write_side(json, "i", &link->i);
        write_side(json, "j", &link->j);
        write_flag(json, "spans", link->spans, false);
        write_flag(json, "meets", link->meets, false);
        write_flag(json, "tied", scene->planar && is_tied(link), false);
        jd_page_lines(curves, json, link);
        if (!scene->planar && !scene->off) write_solids(json, link);
        write_flag(json, "ground", link->ground_i || link->ground_j, false);
        write_flag(json, "pin", is_pin(link), false);
        write_flag(json, "couples", link->couples, false);
        if (link->wheels[0] > 0) write_wheels(json, link);
        if (link->radius > 0) jd_json_number(json, "radius", link->radius);
        write_act(scene, link, json);
        jd_json_number(json, "force", has_force ? forces++ : (double)NAN);
        write_flag(json, "unique", !link->loose, true);
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void write_parameters(const JdModel *model, Json *json) {
    jd_json_array(json, "parameters");
    for (int n = 0; n < model->params.count; n++) {
        const ModelParam *param = &model->params.at[n];
        Text value = {0};
        jd_value_text(&param->value, 6, true, &value);
        if (value.failed) json->text.failed = true;
        jd_json_object(json, NULL);
        jd_json_string(json, "name", param->name);
        jd_json_string(json, "value", value.failed ? NULL : value.at);
        jd_json_string(json, "text", param->text);
        jd_json_end(json);
        jd_text_free(&value);
    }
    jd_json_end(json);
}

/* About all runs; without any, about the start. */
static void write_box(const Show *show, Json *json) {
    Vec3 low, high;
    jd_film_box(NULL, show->scene, &low, &high);
    for (int n = 0, begun = 0; n < show->run_count; n++) {
        const Film *film = &show->runs[n].film;
        if (jd_trace_rows(film->trace) == 0) continue;
        Vec3 a, b;
        jd_film_box(film, show->runs[n].scene ? show->runs[n].scene : show->scene, &a, &b);
        low = begun ? vec3(fmin(low.x, a.x), fmin(low.y, a.y), fmin(low.z, a.z)) : a;
        high = begun ? vec3(fmax(high.x, b.x), fmax(high.y, b.y), fmax(high.z, b.z)) : b;
        begun = 1;
    }
    jd_json_array(json, "box");
    jd_json_vector(json, NULL, low);
    jd_json_vector(json, NULL, high);
    jd_json_end(json);
}

static void write_points_of_paths(const Scene *scene, Json *json) {
    jd_json_array(json, "points");
    for (int n = 0; n < scene->points.count && !scene->off; n++) {
        const ScenePoint *point = &scene->points.at[n];
        jd_json_object(json, NULL);
        jd_json_string(json, "name", point->name);
        jd_json_number(json, "body", point->at.body);
        jd_json_vector(json, "at", point->at.local.p);
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* What a variant looks like: as its bodies and links are, so are those of the page. */
void jd_page_own(const Show *show, const ShowRun *run, double room, Json *json) {
    Show own = *show;
    PageCurves curves = {0};
    own.scene = run->scene, own.runs = run, own.run_count = 1;
    own.body_facts = own.link_facts = NULL;
    jd_json_object(json, "own");
    write_meshes(own.scene, room, json);
    write_bodies(&own, &curves, json);
    write_links(&own, &curves, json);
    jd_page_curves_end(&curves, json);
    write_points_of_paths(own.scene, json);
    jd_json_end(json);
}

/* Arrows and axes that follow the run; where they are, each run says. */
static void write_follows(const Scene *scene, Json *json) {
    if (!scene->follows.count || scene->off) return;
    jd_json_array(json, "follows");
    for (int n = 0; n < scene->follows.count; n++) {
        const SceneFollow *follow = &scene->follows.at[n];
        jd_json_object(json, NULL);
        jd_json_string(json, "name", follow->name);
        jd_json_string(json, "label", follow->label);
        write_colour(json, follow->colour);
        jd_json_bool(json, "axes", follow->axes);
        if (follow->axes) jd_json_number(json, "length", jd_follow_length(scene, n));
        jd_json_end(json);
    }
    jd_json_end(json);
}

void jd_page_scene(const Show *show, double room, Json *json) {
    const Scene *scene = show->scene;
    jd_text_print(jd_json_raw(json, "program"), "\"jourdain %s\"", jd_version());
    jd_json_string(json, "title", scene->title);
    jd_json_string(json, "about", scene->about);
    jd_json_bool(json, "planar", scene->planar);
    jd_json_number(json, "size", scene->size);
    jd_json_number(json, "unit", scene->unit);
    write_box(show, json);
    if (vec3_norm(scene->gravity) > 0)
        jd_json_vector(json, "gravity", scene->gravity);
    else
        jd_json_string(json, "gravity", NULL);
    jd_json_vector(json, "up", jd_scene_up(scene));
    jd_json_bool(json, "animation", !scene->off);
    jd_json_number(json, "speed", jd_show_speed(show));
    jd_json_facts(json, "facts", show->facts);
    if (show->model) write_parameters(show->model, json);
    jd_json_log(json, show->log);
    write_meshes(scene, mesh_share * room, json);
    PageCurves curves = {0};
    write_bodies(show, &curves, json);
    write_links(show, &curves, json);
    jd_page_curves_end(&curves, json);
    write_points_of_paths(scene, json);
    write_follows(scene, json);
}
