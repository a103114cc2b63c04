/* SPDX-License-Identifier: MIT
 *
 * Statements about the model as a whole: model, planar, spatial, gravity, include. */
#include "text/inside.h"

static bool build_model(Build *build, const Node *node) {
    build->model->name = jd_arena_copy(build->arena, node->slots.at[0].text);
    return build->model->name;
}

const Kind jd_say_model = {
    .word = "model",
    .summary = "The name of the model.",
    .shape = {{"name", SLOT_WORD}},
    .flags = KIND_ONCE,
    .group = 1,
    .build = build_model,
};

static bool build_planar(Build *build, const Node *node) {
    (void)node;
    build->model->space = JD_PLANAR;
    return true;
}

const Kind jd_say_planar = {
    .word = "planar",
    .summary = "The mechanism moves in the plane: vectors have two numbers.",
    .group = 1,
    .build = build_planar,
};

static bool build_spatial(Build *build, const Node *node) {
    jd_report(jd_build_log(build), JD_ERROR, "spatial-not-yet", jd_build_where(build, node->span),
              "mechanisms in space are not simulated yet");
    jd_hint(jd_build_log(build), "write `planar` if the mechanism moves in a plane");
    build->full = true; /* the rest is in three dimensions */
    return false;
}

const Kind jd_say_spatial = {
    .word = "spatial",
    .summary = "The mechanism moves in space: vectors have three numbers. Not simulated yet.",
    .group = 1,
    .build = build_spatial,
};

static bool build_gravity(Build *build, const Node *node) {
    Vec3 gravity;
    if (!jd_build_vector(build, node->slots.at[0].expr, "m/s^2", "gravity", &gravity)) return false;
    jd_set_gravity(build->model, gravity);
    return true;
}

const Kind jd_say_gravity = {
    .word = "gravity",
    .summary = "The acceleration of a body that falls freely. Without it there is none.",
    .shape = {{"acceleration", SLOT_EXPR}},
    .flags = KIND_ONCE,
    .unit = "m/s^2",
    .group = 1,
    .build = build_gravity,
};

static bool build_include(Build *build, const Node *node) {
    jd_build_statements(build, node);
    return true;
}

const Kind jd_say_include = {
    .word = "include",
    .summary = "The statements of another file, as if they stood here. The path is relative to the "
               "file that includes; a path that ends in .json is read as JSON.",
    .shape = {{"file", SLOT_STRING}},
    .group = 1,
    .build = build_include,
};
