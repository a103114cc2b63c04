/* SPDX-License-Identifier: MIT
 *
 * Sensors: what is measured between two frames, or of a joint or a force. */
#include "text/inside.h"

// clang-format off
static const Kind sensor_clauses[] = {
    {.word = "at", .summary = "of bodies: the points that are looked at, in the drawn position, one for both or one on each; their centres of mass if not said",
     .shape = {{"point", SLOT_EXPR, .flags = SLOT_TWO}}, .unit = "m"},
    {.word = "along", .also = "resolve axes", .summary = "whose axes vectors are along: `ground`, a body, or a frame of one; the ground's if not said",
     .shape = {{"frame", SLOT_PATH}}},
    {NULL},
};
// clang-format on

/* The frame of a side: a named one, or one on the body with its axes, at a point. */
static bool frame_of(Build *build, const Slot *slot, const Expr *at, int *frame) {
    JdModel *model = build->model;
    BodySide side;
    Vec3 p;
    if (!jd_build_side(build, slot, &side)) return false;
    *frame = side.frame;
    if (side.frame >= 0) return true;
    Pose own = {vec3(0, 0, 0), axes_none, 0};
    if (at) {
        if (!jd_build_vector(build, at, "m", "point", &p)) return false;
        const Pose there = {jd_place_point(build, p), axes_none, 0};
        own.p = jd_pose_relative(&model->bodies.at[side.body].pose, &there).p;
    }
    *frame = jd_model_add_frame(
        model, &(ModelFrame){NULL, side.body, own, jd_build_where(build, slot->span)});
    return *frame >= 0;
}

/* A joint or a force stands there alone. */
static bool find_element(Build *build, const Node *node, ModelSensor *sensor) {
    const char *path = jd_build_path(build, jd_node_slot(node, "i")->expr);
    sensor->joint = path ? jd_model_find_joint(build->model, path) : -1;
    sensor->force = path ? jd_model_find_force(build->model, path) : -1;
    return sensor->joint >= 0 || sensor->force >= 0;
}

static bool refuse(Build *build, const Slot *slot, const char *what, const char *remedy) {
    jd_report(jd_build_log(build), JD_ERROR, "sensor-not-valid", jd_build_where(build, slot->span),
              "%s", what);
    jd_hint(jd_build_log(build), "%s", remedy);
    return false;
}

static bool check_element(Build *build, const Node *node, const ModelSensor *sensor) {
    const Slot *i = jd_node_slot(node, "i");
    if (jd_node_slot(node, "j") || jd_node_clause(node, "at"))
        return refuse(build, i, "a sensor of a joint or force has no other side and no place",
                      "name the joint or force alone; it has both already");
    if (sensor->joint >= 0 && build->model->joints.at[sensor->joint].type->couples)
        return refuse(build, i, "a coupling has no force of its own on bodies",
                      "measure the joints whose frees it couples");
    if (sensor->force >= 0 && build->model->forces.at[sensor->force].type->target == FORCE_ON_FREE)
        return refuse(build, i, "this force acts on a free of a joint, not on bodies",
                      "it has channels of its own: `effort` and `power`");
    return true;
}

static bool build_sensor(Build *build, const Node *node) {
    const Slot *name = jd_node_slot(node, "name"), *one = jd_node_slot(node, "i"),
               *two = jd_node_slot(node, "j");
    const Node *at = jd_node_clause(node, "at"), *along = jd_node_clause(node, "along");
    ModelSensor sensor = {.where = jd_build_where(build, name->span), .joint = -1, .force = -1};
    const Expr *M = at ? at->slots.at[0].expr : NULL,
               *N = at && at->slots.count > 1 ? at->slots.at[1].expr : M;
    sensor.name = jd_build_path(build, name->expr);
    if (!sensor.name) return false;
    if (find_element(build, node, &sensor)) {
        if (!check_element(build, node, &sensor)) return false;
    } else if (two) {
        if (!frame_of(build, one, M, &sensor.i) || !frame_of(build, two, N, &sensor.j))
            return false;
    } else if (!frame_of(build, one, M, &sensor.j)) {
        return false;
    }
    if (along && !frame_of(build, &along->slots.at[0], NULL, &sensor.along)) return false;
    return jd_model_add_sensor(build->model, &sensor) >= 0;
}

const Kind jd_say_sensor = {
    .word = "sensor",
    .also = "measure probe",
    .summary = "What is measured: a frame or body seen from another (`a.tip -- b`), or from the "
               "ground (`b`); or the force, torque and power of a joint or force (`jO`). It has "
               "channels: place, velocity, angles, distance, cut forces.",
    .shape = {{"name", SLOT_NAME}, {"i", SLOT_PATH, ":"}, {"j", SLOT_PATH, "--", SLOT_OPTIONAL}},
    .clauses = sensor_clauses,
    .group = 7,
    .declares = DECLARES_OWN,
    .build = build_sensor,
};
