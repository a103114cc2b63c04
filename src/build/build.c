/* SPDX-License-Identifier: MIT
 *
 * From the model to flat arrays. The system keeps copies of all names and places, so that the model
 * may go. */
#include "build/inside.h"
#include <string.h>

const char *jd_keep_text(Builder *b, const char *text) {
    return jd_arena_copy(&b->system->arena, text);
}

Where jd_keep_where(Builder *b, Where where) {
    const char *known = b->file && where.file && !strcmp(b->file, where.file) ? b->file : NULL;
    if (known) where.file = NULL;
    where = jd_where_keep(&b->system->arena, where);
    where.file = b->file = known ? known : where.file;
    return where;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static const char *const stabilise_words[] = {
#define STABILISE(name, word) word,
#include "system/stabilise.def"
#undef STABILISE
};
enum { STABILISE_WORDS = sizeof stabilise_words / sizeof *stabilise_words };

static bool choose_stabilise(Builder *b) {
    const char *word = b->system->settings.stabilise;
    Text known = {0};
    for (int k = 0; k < STABILISE_WORDS; k++) {
        if (!strcmp(word, stabilise_words[k])) {
            b->system->stabilise = (Stabilise)k;
            b->system->settings.stabilise = stabilise_words[k];
            jd_text_free(&known);
            return true;
        }
        jd_text_print(&known, "%s%s",
                      k == 0                    ? ""
                      : k + 1 < STABILISE_WORDS ? ", "
                                                : " or ",
                      stabilise_words[k]);
    }
    jd_report(b->log, JD_ERROR, "stabilise-unknown",
              word == b->model->run.stabilise ? b->model->run.stabilise_at : nowhere,
              "there is no stabilisation '%s'", word);
    if (known.at) jd_hint(b->log, "write %s", known.at);
    jd_text_free(&known);
    return b->ok = false;
}

/* What was left open: first the model's own word, then the default. */
static void choose_settings(Builder *b, JdCompileDef def) {
    const ModelRun *run = &b->model->run;
    if (!def.stabilise) def.stabilise = run->stabilise ? run->stabilise : "projection";
    if (!(def.until > 0)) def.until = run->to;
    if (!(def.dt > 0)) def.dt = run->step;
    if (!(def.alpha > 0)) def.alpha = run->alpha;
    if (!(def.beta > 0)) def.beta = run->beta > 0 ? run->beta : def.alpha;
    if (!(def.gamma > 0)) def.gamma = run->gamma;

    /* Default gains, critically damped: an error falls by e within a hundredth of the run, or
     * within ten fixed steps: theory (4.9). */
    double gain = def.dt > 0 ? 0.1 / def.dt : def.until > 0 ? 100 / def.until : 100;
    if (!(def.alpha > 0)) def.alpha = def.beta > 0 ? def.beta : gain;
    if (!(def.beta > 0)) def.beta = def.alpha;
    if (!(def.gamma > 0)) def.gamma = def.alpha;
    b->system->settings = def;
    b->system->run = *run;
    b->system->run.stepper = jd_keep_text(b, run->stepper);
    b->system->run.attitude = jd_keep_text(b, run->attitude);
    b->system->run.form = b->system->run.stabilise = NULL;
    Where *const places[] = {&b->system->run.where, &b->system->run.stepper_at,
                             &b->system->run.attitude_at, &b->system->run.tol_at,
                             &b->system->run.every_at};
    for (int k = 0; k < 5; k++) *places[k] = jd_keep_where(b, *places[k]);
}

static bool build_graph(Builder *b) {
    JdSystem *s = b->system;
    GraphEdge *edge = ARENA_NEW(&s->arena, GraphEdge, s->joints + 1);
    if (!edge) return false;
    for (int k = 0; k < s->joints; k++)
        edge[k] = (GraphEdge){s->joint[k].body_i, s->joint[k].body_j, s->joint[k].locks};
    return jd_graph_make(&s->graph, &s->arena, s->bodies, s->joints, edge);
}

static JdSystem *new_system(const JdModel *model) {
    Arena arena = {0};
    JdSystem *system = ARENA_NEW(&arena, JdSystem, 1);
    if (!system) return NULL;
    *system = (JdSystem){
        .arena = arena, .space = model->space, .flat = model->flat, .ledger = model->ledger};
    system->kernel = model->space == JD_PLANAR ? &jd_kernel_planar : &jd_kernel_spatial;
    return system;
}

/* All names are looked up before the first unknown one ends it. */
static bool build_names(Builder *b) {
    bool programs = jd_build_programs(b), words = jd_build_words(b), field = jd_build_gravity(b);
    return programs && words && field && jd_build_timed(b);
}

static bool build(Builder *b, JdCompileDef def) {
    choose_settings(b, def);
    const bool stands =
        choose_stabilise(b) && jd_build_bodies(b) && jd_build_joints(b) && jd_build_said_tree(b) &&
        jd_build_soft(b) && jd_build_check_tree(b) && build_graph(b) && jd_build_nodes(b) &&
        jd_build_forces(b) && jd_build_idle(b) && jd_build_own(b) && jd_channels_make(b->system) &&
        build_names(b) && jd_build_light(b) &&
        jd_rowset_make(b->system, &b->system->dynamics, ROWS_MOTION, b->system->rigid, 0, NULL);
    if (stands) jd_build_shafts(b);
    return stands;
}

/* Bodies, joints and forces as far as they are there, without a word; then the names. */
void jd_build_check_names(const JdModel *model, JdLog *log) {
    if (model->arena.failed) return;
    JdSystem *system = new_system(model);
    if (!system) return;
    Builder b = {.model = model, .system = system, .ok = true, .partial = true};
    bool stands = jd_build_bodies(&b) && jd_build_joints(&b) && jd_build_nodes(&b) &&
                  jd_build_forces(&b) && jd_build_own(&b) && jd_channels_make(system);
    b.log = log;
    if (stands) build_names(&b);
    jd_system_free(system);
}

/* Where joints and drives find their rows. */
static void link_rows(JdSystem *system) {
    for (int k = 0; k < system->joints; k++) system->joint[k].group = -1;
    for (int g = 0; g < system->dynamics.groups; g++) {
        const Group *group = &system->dynamics.group[g];
        system->joint[group->joint].first_row = group->first;
        system->joint[group->joint].group = g;
        for (int r = group->first; r < group->first + group->count; r++)
            if (system->dynamics.row[r].drive >= 0)
                system->drive[system->dynamics.row[r].drive].row = r;
    }
}

JdSystem *jd_system_new(const JdModel *model, JdCompileDef def, JdLog *log) {
    if (!model || model->errors > 0) return NULL;
    JdSystem *system = new_system(model);
    if (!system) {
        jd_report_memory(log);
        return NULL;
    }
    Builder b = {.model = model, .system = system, .log = log, .ok = true};
    system->name = jd_keep_text(&b, model->name ? model->name : "model");
    system->model_hash = model->hash;
    system->tables = jd_shared_hold(model->table_room);
    bool done = build(&b, def);
    if (done && b.ok && !system->arena.failed) {
        link_rows(system);
        return system;
    }
    if (b.ok || system->arena.failed)
        jd_report_memory(log); /* else somebody has said what is wrong */
    jd_system_free(system);
    return NULL;
}
