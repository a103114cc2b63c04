/* SPDX-License-Identifier: MIT
 *
 * From the model to flat arrays: bodies, frames, joints with their rows. The system keeps copies of
 * all names and places, so that the model may go. */
#include "system/build.h"
#include <string.h>

const char *jd_keep_text(Builder *b, const char *text) {
    return jd_arena_copy(&b->system->arena, text);
}

Where jd_keep_where(Builder *b, Where where) {
    where.file = jd_keep_text(b, where.file);
    where.source = jd_keep_text(b, where.source);
    return where;
}

/* ---- Bodies and frames ---------------------------------------------------------------------- */

/* The largest distance of a frame or body from the first one, and the mean mass: for scaling only.
 */
static void find_scales(const JdModel *model, JdSystem *system) {
    Vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int f = 0; f < model->frames.count; f++) {
        if (f == 0 && model->frames.count > 1) continue; /* the ground's own */
        Vec3 p = jd_model_frame_pose(model, f).p;
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    for (int k = 1; k < model->bodies.count; k++) {
        Vec3 p = model->bodies.at[k].pose.p;
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    double whole = vec3_norm(vec3_sub(high, low));
    /* A long chain is scaled by its bodies, not by its whole. */
    double length = whole / sqrt(fmax(1, model->bodies.count - 1));
    system->length = length > 0 && isfinite(length) ? length : 1;
    double mass = 0;
    for (int k = 1; k < model->bodies.count; k++) mass += model->bodies.at[k].mass;
    system->weight = mass > 0 ? mass / (model->bodies.count - 1) : 1;
}

static const char *frame_name(Builder *b, const ModelFrame *frame) {
    if (!frame->name || frame->body == 0) return NULL;
    return jd_arena_format(&b->system->arena, "%s.%s", b->model->bodies.at[frame->body].name,
                           frame->name);
}

bool jd_build_bodies(Builder *b) {
    const JdModel *model = b->model;
    JdSystem *system = b->system;
    system->bodies = model->bodies.count;
    system->frames = model->bodies.count + model->frames.count;
    system->body = ARENA_NEW(&system->arena, SystemBody, system->bodies);
    system->frame = ARENA_NEW(&system->arena, SystemFrame, system->frames);
    if (!system->body || !system->frame) return false;

    for (int k = 0; k < system->bodies; k++) {
        const ModelBody *from = &model->bodies.at[k];
        SystemBody *to = &system->body[k];
        *to = (SystemBody){.name = jd_keep_text(b, from->name),
                           .where = jd_keep_where(b, from->where),
                           .pose = from->pose,
                           .mass = from->mass,
                           .massless = from->massless};
        memcpy(to->inertia, from->inertia, sizeof to->inertia);
        system->frame[k] = (SystemFrame){NULL, k, jd_pose_planar(vec3(0, 0, 0), 0)};
    }
    for (int f = 0; f < model->frames.count; f++) {
        const ModelFrame *from = &model->frames.at[f];
        system->frame[system->bodies + f] =
            (SystemFrame){frame_name(b, from), from->body, from->local};
    }
    find_scales(model, system);
    return !system->arena.failed;
}

/* ---- Joints --------------------------------------------------------------------------------- */

/* Whether f is a length: every term has one vector with a length, and one or d.d/(2 L) counts too.
 */
static bool is_length(const Lock *lock) {
    for (int k = 0; k < lock->count; k++) {
        VectorKind a = lock->terms[k].a, b = lock->terms[k].b;
        bool long_a = a <= VEC_ON || a >= VEC_VD, long_b = b <= VEC_ON || b >= VEC_VD;
        if (long_a || long_b) return true;
    }
    return false;
}

static bool add_locks(Builder *b, const ModelJoint *from, SystemJoint *to) {
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    bool planar = b->system->space == JD_PLANAR;
    to->locks = jd_joint_locks(from->type, planar, from->fields, locks, texts, from->where, b->log);
    if (to->locks < 0) return b->ok = false;
    to->lock_row = ARENA_NEW(&b->system->arena, Row, to->locks + 1);
    if (!to->lock_row) return false;
    for (int k = 0; k < to->locks; k++)
        to->lock_row[k] = (Row){.kind = ROW_LOCK,
                                .lock = locks[k],
                                .velocity = locks[k].velocity,
                                .metres = is_length(&locks[k]),
                                .alpha = from->alpha[k],
                                .beta = from->beta[k],
                                .gamma = from->gamma[k],
                                .joint = (int)(to - b->system->joint),
                                .number = k,
                                .drive = -1,
                                .start = -1};
    return true;
}

/* The frees as rows, and as names that outlive the model. */
static bool add_frees(Builder *b, const ModelJoint *from, SystemJoint *to) {
    const FreeDef *frees[JOINT_FREES];
    to->frees = jd_joint_frees(from->type, b->system->space == JD_PLANAR, frees);
    double turn =
        b->system->frame[to->frame_j].local.angle - b->system->frame[to->frame_i].local.angle;
    for (int k = 0; k < to->frees; k++) {
        FreeDef *def = ARENA_NEW(&b->system->arena, FreeDef, 1);
        if (!def) return false;
        *def = *frees[k];
        def->position = jd_keep_text(b, def->position);
        def->rate = jd_keep_text(b, def->rate);
        def->accel = jd_keep_text(b, def->accel);
        to->free[k] = def;
        Row row = {.kind = ROW_TURN, .angle = turn, .joint = -1, .drive = -1, .start = -1};
        row.alpha = row.beta = row.gamma = NAN;
        if (jd_free_lock(def, &row.lock)) row.kind = ROW_LOCK, row.metres = true;
        to->free_row[k] = row;
    }
    return true;
}

bool jd_build_joints(Builder *b) {
    const JdModel *model = b->model;
    JdSystem *system = b->system;
    system->joints = model->joints.count;
    system->joint = ARENA_NEW(&system->arena, SystemJoint, system->joints + 1);
    if (!system->joint) return false;
    for (int k = 0; k < system->joints; k++) {
        const ModelJoint *from = &model->joints.at[k];
        SystemJoint *to = &system->joint[k];
        to->name = jd_keep_text(b, from->name);
        to->where = jd_keep_where(b, from->where);
        to->type_name = jd_keep_text(b, from->type->name);
        to->warning = from->type->apart ? jd_keep_text(b, from->type->warning) : NULL;
        to->apart = from->type->apart;
        to->frame_i = system->bodies + from->i;
        to->frame_j = system->bodies + from->j;
        to->body_i = model->frames.at[from->i].body;
        to->body_j = model->frames.at[from->j].body;
        if (!add_locks(b, from, to) || !add_frees(b, from, to)) return false;
    }
    return !system->arena.failed;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static const char *const stabilise_names[] = {"none", "baumgarte", "projection"};

static bool choose_stabilise(Builder *b) {
    const char *word = b->system->settings.stabilise;
    for (int k = 0; k < 3; k++)
        if (!strcmp(word, stabilise_names[k])) {
            b->system->stabilise = (Stabilise)k;
            b->system->settings.stabilise = stabilise_names[k];
            return true;
        }
    jd_report(b->log, JD_ERROR, "stabilise-unknown",
              word == b->model->run.stabilise ? b->model->run.stabilise_at : nowhere,
              "there is no stabilisation '%s'", word);
    jd_hint(b->log, "write none, baumgarte or projection");
    return b->ok = false;
}

/* What was left open: first the model's own word, then the default. */
static void choose_settings(Builder *b, JdCompileDef def) {
    const ModelRun *run = &b->model->run;
    if (!def.form) def.form = run->form ? jd_keep_text(b, run->form) : "newton-euler";
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
    b->system->run.form = b->system->run.stabilise = NULL;
    Where *const places[] = {&b->system->run.where, &b->system->run.stepper_at,
                             &b->system->run.tol_at, &b->system->run.every_at};
    for (int k = 0; k < 4; k++) *places[k] = jd_keep_where(b, *places[k]);
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
    *system = (JdSystem){.arena = arena, .space = model->space, .gravity = model->gravity};
    system->kernel = &jd_kernel_planar;
    return system;
}

/* All names are looked up before the first unknown one ends it. */
static bool build_names(Builder *b) {
    bool programs = jd_build_programs(b), words = jd_build_words(b);
    return programs && words;
}

static bool build(Builder *b, JdCompileDef def) {
    choose_settings(b, def);
    return choose_stabilise(b) && jd_build_bodies(b) && jd_build_joints(b) && build_graph(b) &&
           jd_build_forces(b) && jd_channels_make(b->system) && build_names(b) &&
           jd_rowset_make(b->system, &b->system->dynamics, false, 0, NULL);
}

/* Bodies, joints and forces as far as they are there, without a word; then the names. */
void jd_build_check_names(const JdModel *model, JdLog *log) {
    if (model->space != JD_PLANAR || model->arena.failed) return;
    JdSystem *system = new_system(model);
    if (!system) return;
    Builder b = {.model = model, .system = system, .ok = true, .partial = true};
    bool stands = jd_build_bodies(&b) && jd_build_joints(&b) && jd_build_forces(&b) &&
                  jd_channels_make(system);
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

void jd_system_free(JdSystem *system) {
    if (!system) return;
    Arena arena = system->arena; /* the system itself lies in it */
    jd_arena_free(&arena);
}

JdCompileDef jd_system_settings(const JdSystem *system) {
    return system ? system->settings : (JdCompileDef){0};
}

const char *jd_body_name(const JdSystem *system, int body) {
    return body ? system->body[body].name : "ground";
}
