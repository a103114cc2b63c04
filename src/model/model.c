/* SPDX-License-Identifier: MIT
 *
 * JdModel as a whole: its life, and the checks that all its pieces share. */
#include "model/inside.h"
#include <stdlib.h>

/* Body 0 and frame 0 are the ground's. */
static bool add_ground(JdModel *model) {
    ModelBody *ground = PUSH_ALONE(&model->arena, model->bodies);
    ModelFrame *frame = ground ? PUSH_ALONE(&model->arena, model->frames) : NULL;
    if (!frame) return false;
    ground->name = "ground";
    ground->pose = jd_pose_planar(vec3(0, 0, 0), 0);
    frame->local = ground->pose;
    return true;
}

JdModel *jd_model_new(JdSpace space, JdLog *log) {
    JdModel *model = calloc(1, sizeof *model);
    if (model) {
        model->log = log;
        model->space = space;
        if (add_ground(model)) return model;
    }
    jd_model_free(model);
    jd_report_memory(log);
    return NULL;
}

void jd_model_free(JdModel *model) {
    if (!model) return;
    jd_arena_free(&model->arena);
    jd_shared_free(model->words);
    jd_shared_free(model->table_room);
    free(model);
}

ModelExtent jd_model_extent(const JdModel *m) {
    return (ModelExtent){.bodies = m->bodies.count,
                         .frames = m->frames.count,
                         .types = m->types.count,
                         .joints = m->joints.count,
                         .forces = m->forces.count,
                         .drives = m->drives.count,
                         .starts = m->starts.count,
                         .shows = m->shows.count,
                         .gravity = m->gravity.value,
                         .centre = m->gravity.centre,
                         .mu = m->gravity.mu,
                         .field = m->gravity.field[0]};
}

static bool same_vector(Vec3 a, Vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool jd_model_is_as_read(const JdModel *model) {
    const ModelExtent a = model->as_read, b = jd_model_extent(model);
    return model->words && a.bodies == b.bodies && a.frames == b.frames && a.types == b.types &&
           a.joints == b.joints && a.forces == b.forces && a.drives == b.drives &&
           a.starts == b.starts && a.shows == b.shows && same_vector(a.gravity, b.gravity) &&
           same_vector(a.centre, b.centre) && a.mu == b.mu && a.field == b.field;
}

int jd_model_no_memory(JdModel *model) {
    model->errors++;
    jd_report_memory(model->log);
    return -1;
}

const char *jd_model_text_of(JdModel *model, const Expr *expr) {
    Text text = {0};
    if (!expr) return NULL;
    jd_expr_write(expr, &text);
    if (text.failed) model->arena.failed = true;
    const char *kept = text.at && !text.failed ? jd_arena_copy(&model->arena, text.at) : NULL;
    jd_text_free(&text);
    return kept;
}

/* ---- Checks --------------------------------------------------------------------------------- */

bool jd_model_check_finite(JdModel *model, double value, const char *what, const char *name,
                           Where where) {
    if (isfinite(value)) return true;
    MODEL_ERROR(model, "number-not-finite", where, "%s%s%s%s is %g, not a finite number", what,
                name ? " of '" : "", name ? name : "", name ? "'" : "", value);
    MODEL_HINT(model, "look for a division by zero or a number out of range in it");
    return false;
}

bool jd_model_check_point(JdModel *model, Vec3 point, const char *what, const char *name,
                          Where where) {
    const double parts[3] = {point.x, point.y, point.z};
    for (int n = 0; n < 3; n++)
        if (!jd_model_check_finite(model, parts[n], what, name, where)) return false;
    if (jd_model_width(model) == 3 || point.z == 0) return true;
    MODEL_ERROR(model, "point-off-plane", where,
                "%s%s%s%s at (%g, %g, %g) does not lie in the plane of the model", what,
                name ? " of '" : "", name ? name : "", name ? "'" : "", point.x, point.y, point.z);
    MODEL_HINT(model, "in a planar model the third number is 0");
    return false;
}

bool jd_model_check_frame_index(JdModel *model, int frame, const char *what, const char *name,
                                Where where) {
    if (frame >= 0 && frame < model->frames.count) return true;
    MODEL_ERROR(model, "body-unknown", where, "%s '%s' is on a body that does not exist", what,
                name ? name : "");
    MODEL_HINT(model, "add the body first");
    return false;
}
