/* SPDX-License-Identifier: MIT
 *
 * Movies for those outside the library: a show is made of a model and its runs, with all that is
 * known of them, and written. */
#include "bonded/bonded.h"
#include "model/model.h"
#include "picture/picture.h"
#include "scene/scene.h"
#include "show/show.h"
#include "sketch/sketch.h"
#include <string.h>

typedef struct {
    Arena arena;
    Scene *scene;
    SketchDef draw;
    Show show;
    Text graph, boxes;
    LIST(Scene *) own; /* of variants */
} Movie;

bool jd_movie_can_write(const char *path, const JdModel *model, bool *many, JdLog *log) {
    const ShowType *type = path ? jd_show_type_check(path, log) : NULL;
    if (many) *many = type && type->many;
    if (!type || !model) return false;
    return jd_show_type_fits(type, path, model->space == JD_PLANAR, model->no_animation, log);
}

/* Of the first that can be seen; NULL: as drawn. */
static const JdSystem *system_of(const JdMovieDef *def) {
    for (int n = 0; n < def->run_count; n++)
        if (def->runs[n].system) return def->runs[n].system;
    return NULL;
}

/* What a variant looks like; as many bodies and links as the movie has, or it is shown as that. */
static const Scene *own_scene(Movie *movie, const JdMovieRun *from, JdLog *log) {
    Scene **slot = PUSH(&movie->arena, movie->own);
    if (!slot) return NULL;
    *slot = jd_scene_new_moving(from->model, from->system, from->film, log);
    const Scene *own = *slot, *all = movie->scene;
    const bool fits =
        own && own->bodies.count == all->bodies.count && own->links.count == all->links.count;
    return fits ? own : NULL;
}

static bool add_run(Movie *movie, const JdMovieRun *from, ShowRun *to, JdLog *log) {
    static const char *const nothing[] = {NULL};
    *to = (ShowRun){.name = from->name ? from->name : "",
                    .facts = from->facts ? from->facts : nothing,
                    .trace = from->trace,
                    .failed = from->failed,
                    .failed_at = from->failed_at,
                    .failure = from->failure};
    if (from->model) to->scene = own_scene(movie, from, log);
    if (from->model && !to->scene) return true; /* curves alone */
    if (!from->system || jd_trace_rows(from->film) == 0) return true;
    return jd_film_open(to->scene ? to->scene : movie->scene, from->system, from->film, &to->film,
                        &movie->arena);
}

static bool tell_parts(Movie *movie, const JdMovieDef *def) {
    Arena *arena = &movie->arena;
    const JdModel *model = def->model;
    const int bodies = model->bodies.count, joints = model->joints.count,
              forces = model->forces.count;
    Facts *of_bodies = ARENA_NEW(arena, Facts, bodies + model->nodes.count + 1);
    Facts *of_links = ARENA_NEW(arena, Facts, joints + forces + 1);
    if (!of_bodies || !of_links) return false;
    for (int n = 0; n < bodies; n++) of_bodies[n] = jd_facts_of_body(model, n, arena);
    for (int n = 0; n < model->nodes.count; n++)
        of_bodies[bodies + n] = jd_facts_of_node(model, n, arena);
    for (int n = 0; n < joints; n++)
        of_links[n] = jd_facts_of_joint(model, system_of(def), n, arena);
    for (int n = 0; n < forces; n++) of_links[joints + n] = jd_facts_of_force(model, n, arena);
    movie->show.body_facts = (const Facts *)of_bodies;
    movie->show.link_facts = (const Facts *)of_links;
    return !arena->failed;
}

static void close_movie(Movie *movie) {
    jd_scene_free(movie->scene);
    for (int n = 0; n < movie->own.count; n++) jd_scene_free(movie->own.at[n]);
    jd_text_free(&movie->graph);
    jd_text_free(&movie->boxes);
    jd_arena_free(&movie->arena);
}

static bool open_movie(Movie *movie, const JdMovieDef *def, JdLog *log) {
    static const char *const nothing[] = {NULL};
    const JdTrace *motion = def->run_count > 0 ? def->runs[0].film : NULL;
    movie->scene = jd_scene_new_moving(def->model, system_of(def), motion, log);
    if (!movie->scene || !jd_size_asked_fits(def->width, def->height, log)) return false;
    if (!movie->scene->title) movie->scene->title = jd_arena_copy(&movie->arena, def->title);
    if (!jd_scene_has_points(movie->scene, def->paths, log)) return false;
    movie->draw = (SketchDef){.width = def->width,
                              .height = def->height,
                              .theme = jd_theme_named(def->theme),
                              .paths = def->paths,
                              .from = def->from};
    ShowRun *runs = ARENA_NEW(&movie->arena, ShowRun, def->run_count + 1);
    bool good = runs && tell_parts(movie, def);
    for (int n = 0; n < def->run_count && good; n++)
        good = add_run(movie, &def->runs[n], &runs[n], log);
    movie->show.scene = movie->scene;
    movie->show.model = def->model;
    movie->show.runs = runs;
    movie->show.run_count = def->run_count;
    movie->show.log = def->messages;
    movie->show.facts = def->facts ? def->facts : nothing;
    movie->show.draw = &movie->draw;
    movie->show.speed = def->speed;
    movie->show.frames = def->frames;
    movie->show.pixels[0] = def->pixels[0], movie->show.pixels[1] = def->pixels[1];
    movie->show.clear = def->transparent;
    movie->show.stop = def->stop, movie->show.stop_data = def->stop_data;
    if (!good || movie->arena.failed) jd_report_memory(log);
    return good && !movie->arena.failed;
}

/* Of a model that has some, for the kinds of files that show them. */
static bool add_graphs(Movie *movie, const JdMovieDef *def, const char *path, JdLog *log) {
    const JdModel *model = def->model;
    bool good = true;
    if (!jd_path_ends(path, "html") && !jd_path_ends(path, "json")) return true;
    if (model->bonds && model->bonds->equations) {
        good = jd_graph_data(model, &movie->graph, log);
        movie->show.graph = movie->graph.at;
    }
    if (good && def->graph) {
        good = jd_boxes_data(def->graph, &movie->boxes);
        movie->show.boxes = movie->boxes.at;
    }
    if (!good) jd_report_memory(log);
    return good;
}

static bool is_whole(JdMovieDef *def) {
    if (!def->runs || def->run_count < 0) def->run_count = 0;
    return def->model != NULL;
}

bool jd_movie_write(JdMovieDef def, const char *path, JdLog *log) {
    Movie movie = {.arena = {0}};
    if (!path || !is_whole(&def)) return false;
    const bool good = open_movie(&movie, &def, log) && add_graphs(&movie, &def, path, log) &&
                      jd_show_write(&movie.show, path, log);
    close_movie(&movie);
    return good;
}

bool jd_movie_print(JdMovieDef def, const char *ending, FILE *out, JdLog *log) {
    Movie movie = {.arena = {0}};
    char path[32];
    bool many;
    if (!ending || !out || !is_whole(&def)) return false;
    snprintf(path, sizeof path, "movie.%.20s", ending);
    if (!jd_movie_can_write(path, def.model, &many, log) || many) return false;
    const bool good = open_movie(&movie, &def, log) && add_graphs(&movie, &def, path, log) &&
                      jd_show_type_find(path)->write(&movie.show, out, path, log);
    close_movie(&movie);
    return good;
}
