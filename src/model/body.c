/* SPDX-License-Identifier: MIT
 *
 * Bodies and their frames. */
#include "model/inside.h"

static Where first_said(Where said, Where else_where) {
    return said.file ? said : else_where;
}

static bool check_mass(JdModel *model, const ModelBody *body) {
    const double izz = body->inertia[2][2];
    const Where where = first_said(body->mass_at, body->where);
    if (!jd_model_check_finite(model, body->mass, "mass", body->name, where)) return false;
    if (body->mass < 0) {
        MODEL_ERROR(model, "mass-negative", where, "body '%s' has the negative mass %g kg",
                    body->name, body->mass);
        MODEL_HINT(model, "a mass is positive: check the sign, or the formula");
        return false;
    }
    if (body->mass == 0 && !body->massless) {
        MODEL_ERROR(model, "mass-missing", body->where, "body '%s' has no mass", body->name);
        MODEL_HINT(model, "give its mass, or say `massless` if it has none and is held by others");
        return false;
    }
    if (body->massless && (body->mass != 0 || izz != 0)) {
        MODEL_ERROR(model, "massless-with-mass", body->where,
                    "body '%s' is called massless and has mass %g kg and inertia %g kg*m^2",
                    body->name, body->mass, izz);
        MODEL_HINT(model, "leave out `massless`, or the mass and the inertia");
        return false;
    }
    return true;
}

static bool check_inertia(JdModel *model, const ModelBody *body) {
    const Where where = first_said(body->inertia_at, body->where);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (!jd_model_check_finite(model, body->inertia[r][c], "inertia", body->name, where))
                return false;
    for (int n = 0; n < 3; n++) {
        if (body->inertia[n][n] >= 0) continue;
        MODEL_ERROR(model, "inertia-negative", where,
                    "body '%s' has the negative moment of inertia %g kg*m^2", body->name,
                    body->inertia[n][n]);
        MODEL_HINT(
            model,
            "about the centre of mass it is zero or positive: check the formula, and that it is "
            "not moved twice from another point");
        return false;
    }
    return true;
}

int jd_model_add_body(JdModel *model, const ModelBody *body) {
    if (!model) return -1;
    /* Each check says what it finds, so that one pass finds all. */
    bool named = jd_model_check_name(model, body->name, "body", SCOPE_MODEL, body->where);
    bool heavy = check_mass(model, body), turnable = check_inertia(model, body);
    bool placed =
        jd_model_check_point(model, body->pose.p, "centre of mass", body->name, body->where) &&
        jd_model_check_finite(model, body->pose.angle, "angle", body->name, body->where);
    if (!named || !heavy || !turnable || !placed) return -1;

    char *name = jd_arena_copy(&model->arena, body->name);
    ModelBody *added = name ? PUSH(&model->arena, model->bodies) : NULL;
    if (!added) return jd_model_no_memory(model);
    *added = *body;
    added->name = name;
    if (model->space == JD_PLANAR) added->pose = jd_pose_planar(body->pose.p, body->pose.angle);
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
    if (!jd_model_check_finite(model, frame->local.angle, "angle of frame", frame->name,
                               frame->where))
        return -1;

    char *name = jd_arena_copy(&model->arena, frame->name);
    ModelFrame *added = PUSH(&model->arena, model->frames);
    if (!added || (frame->name && !name)) return jd_model_no_memory(model);
    *added = *frame;
    added->name = name;
    if (model->space == JD_PLANAR)
        added->local = jd_pose_planar(frame->local.p, frame->local.angle);
    const int index = model->frames.count - 1;
    if (name && !jd_names_add(&model->names, &model->arena,
                              (NameSlot){name, frame->body, NAME_FRAME, index}))
        return jd_model_no_memory(model);
    return index;
}
