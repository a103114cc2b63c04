/* SPDX-License-Identifier: MIT
 *
 * Bodies and their frames. */
#include "model/inside.h"

/* A planar body in space: how thick it is does not matter to a motion in its plane. */
static void make_lamina(double inertia[3][3]) {
    const double izz = inertia[2][2];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) inertia[r][c] = r != c ? 0 : r == 2 ? izz : izz / 2;
}

/* Axes that are none come from a rotation that is no number. */
static bool check_axes(JdModel *model, const Pose *pose, const char *what, const char *name,
                       Where where) {
    const Axes *a = &pose->axes;
    if (jd_model_width(model) == 2)
        return jd_model_check_finite(model, pose->angle, what, name, where);
    return jd_model_check_finite(model, vec3_norm(a->x) + vec3_norm(a->y) + vec3_norm(a->z), what,
                                 name, where);
}

int jd_model_add_body(JdModel *model, const ModelBody *body) {
    if (!model) return -1;
    /* Each check says what it finds, so that one pass finds all. */
    bool named = jd_model_check_name(model, body->name, "body", SCOPE_MODEL, body->where);
    bool heavy = jd_model_check_mass(model, body);
    /* The inertia of a shape has the sign of the mass. */
    bool turnable = body->mass < 0 || jd_model_check_inertia(model, body);
    bool placed =
        jd_model_check_point(model, body->pose.p, "centre of mass", body->name, body->where) &&
        check_axes(model, &body->pose, "attitude", body->name, body->where);
    if (!named || !heavy || !turnable || !placed) return -1;

    char *name = jd_arena_copy(&model->arena, body->name);
    ModelBody *added = name ? PUSH_ALONE(&model->arena, model->bodies) : NULL;
    if (!added) return jd_model_no_memory(model);
    *added = *body;
    added->name = name;
    if (jd_model_width(model) == 2) added->pose = jd_pose_planar(body->pose.p, body->pose.angle);
    if (model->flat) make_lamina(added->inertia);
    const int index = model->bodies.count - 1;
    if (!jd_names_add(&model->names, &model->arena,
                      (NameSlot){name, SCOPE_MODEL, NAME_BODY, index}))
        return jd_model_no_memory(model);
    return index;
}

int jd_model_add_frame(JdModel *model, const ModelFrame *frame) {
    if (!model || frame->body < 0 || frame->body >= model->bodies.count) return -1;
    if (frame->name && !jd_model_check_name(model, frame->name, "frame", frame->body, frame->where))
        return -1;
    if (!jd_model_check_point(model, frame->local.p, "frame", frame->name, frame->where)) return -1;
    if (!check_axes(model, &frame->local, "attitude of frame", frame->name, frame->where))
        return -1;

    char *name = jd_arena_copy(&model->arena, frame->name);
    ModelFrame *added = PUSH_ALONE(&model->arena, model->frames);
    if (!added || (frame->name && !name)) return jd_model_no_memory(model);
    *added = *frame;
    added->name = name;
    if (jd_model_width(model) == 2)
        added->local = jd_pose_planar(frame->local.p, frame->local.angle);
    const int index = model->frames.count - 1;
    if (name && !jd_names_add(&model->names, &model->arena,
                              (NameSlot){name, frame->body, NAME_FRAME, index}))
        return jd_model_no_memory(model);
    return index;
}
