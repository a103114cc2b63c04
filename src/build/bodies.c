/* SPDX-License-Identifier: MIT
 *
 * Bodies with their principal axes, frames on them, and what makes them fall. */
#include "build/inside.h"
#include <string.h>

/* Ratio of masses from which on elimination loses digits that a tolerance asks for; and what
 * rounding leaves of a moment of inertia, as a share of the largest. */
static const double uneven_from = 1e4, rounding = 1e-14;

/* ---- Bodies and frames ---------------------------------------------------------------------- */

/* The size of a body, by where its frames are; without any nothing is known. */
static double size_of_bodies(const JdModel *model) {
    double sum = 0;
    int count = 0;
    for (int f = 0; f < model->frames.count; f++) {
        const ModelFrame *frame = &model->frames.at[f];
        const double arm = vec3_norm(frame->local.p);
        if (frame->body && arm > 0) sum += arm * arm, count++;
    }
    return count ? 2 * sqrt(sum / count) : INFINITY;
}

static const double bodies_most = 10; /* so many bodies are as long as the mechanism's length */

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
    length = fmin(length, bodies_most * size_of_bodies(model));
    system->length = length > 0 && isfinite(length) ? length : 1;
    double mass = 0;
    for (int k = 1; k < model->bodies.count; k++) mass += model->bodies.at[k].mass;
    system->weight = mass > 0 ? mass / (model->bodies.count - 1) : 1;
    double least = INFINITY, most = 0;
    for (int k = 1; k < model->bodies.count; k++) {
        const double own = model->bodies.at[k].mass;
        if (own > 0) least = fmin(least, own), most = fmax(most, own);
    }
    system->uneven = most > uneven_from * least;
}

static const char *frame_name(Builder *b, const ModelFrame *frame) {
    if (!frame->name) return NULL;
    return jd_arena_format(&b->system->arena, "%s.%s", b->model->bodies.at[frame->body].name,
                           frame->name);
}

/* Principal axes become the body's; its own frame keeps the user's. */
static void take_principal(const double inertia[3][3], SystemBody *body, SystemFrame *own) {
    double values[3];
    Axes principal;
    jd_principal(inertia, values, &principal);
    body->pose.axes = jd_axes_absolute(&body->pose.axes, &principal);
    own->local.axes = jd_axes_inverse(&principal);
    /* What rounding left of a zero is zero. */
    const double most = fmax(values[0], fmax(values[1], values[2]));
    for (int n = 0; n < 3; n++) body->inertia[n] = values[n] > rounding * most ? values[n] : 0;
}

bool jd_build_bodies(Builder *b) {
    const JdModel *model = b->model;
    JdSystem *system = b->system;
    system->bodies = model->bodies.count;
    system->frames = model->bodies.count + model->frames.count;
    system->body = ARENA_NEW(&system->arena, SystemBody, system->bodies);
    /* Start values may add frames to stand against. */
    system->frame = ARENA_NEW(&system->arena, SystemFrame, system->frames + model->starts.count);
    if (!system->body || !system->frame) return false;

    for (int k = 0; k < system->bodies; k++) {
        const ModelBody *from = &model->bodies.at[k];
        SystemBody *to = &system->body[k];
        *to = (SystemBody){.name = jd_keep_text(b, from->name),
                           .where = jd_keep_where(b, from->where),
                           .pose = from->pose,
                           .mass = from->mass,
                           .massless = from->massless};
        for (int n = 0; n < 3; n++) to->inertia[n] = from->inertia[n][n];
        system->frame[k] = (SystemFrame){NULL, k, jd_pose_planar(vec3(0, 0, 0), 0), k};
        if (system->space == JD_SPATIAL && k > 0)
            take_principal((const double(*)[3])from->inertia, to, &system->frame[k]);
    }
    for (int f = 0; f < model->frames.count; f++) {
        const ModelFrame *from = &model->frames.at[f];
        SystemFrame *to = &system->frame[system->bodies + f];
        *to = (SystemFrame){frame_name(b, from), from->body, from->local, from->body};
        if (from->node) {
            to->seat = system->bodies + from->node - 1;
            to->local = jd_pose_planar(vec3(0, 0, 0), 0);
            continue;
        }
        const Axes *user = &system->frame[from->body].local.axes;
        if (system->space == JD_PLANAR) continue;
        to->local.p = axes_out(user, from->local.p);
        to->local.axes = jd_axes_absolute(user, &from->local.axes);
    }
    find_scales(model, system);
    return !system->arena.failed;
}

/* ---- Gravity -------------------------------------------------------------------------------- */

/* A field knows where it is. */
static bool find_place(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    Builder *b = inputs->data;
    const int dims = b->system->space == JD_PLANAR ? 2 : 3;
    for (int c = 0; c < dims; c++)
        if (name[0] == "xyz"[c] && !name[1]) {
            *slot = c;
            *dim = (Dim){.length = 1};
            return true;
        }
    jd_report(b->log, JD_ERROR, "gravity-reads-state", jd_span_where(span),
              "a field of gravity cannot depend on '%s'", name);
    jd_hint(b->log, "use x, y%s (metres, of the place), time, numbers and parameters",
            dims == 3 ? ", z" : "");
    return false;
}

bool jd_build_gravity(Builder *b) {
    JdSystem *system = b->system;
    const ModelGravity *from = &b->model->gravity;
    Inputs place = {
        .find = find_place, .data = b, .latches = system->latches, .corners = system->bends};
    const Dim accel = {.length = 1, .time = -2};
    system->gravity_kind = from->kind;
    system->gravity = from->value;
    system->gravity_centre = from->centre;
    system->gravity_mu = from->mu;
    for (int c = 0; c < 3 && from->kind == GRAVITY_FIELD; c++) {
        if (!from->field[c]) continue;
        system->gravity_field[c] =
            jd_program_new(from->field[c], &place, accel, "gravity", &system->arena, b->log);
        if (!system->gravity_field[c]) b->ok = false;
    }
    system->latches = place.latches;
    system->bends = place.corners;
    return b->ok && !system->arena.failed;
}
