/* SPDX-License-Identifier: MIT
 *
 * What a body shows: shapes for pictures, checked as far as they can be drawn. */
#include "model/inside.h"
#include <string.h>

const ShapeType *jd_model_find_shape(JdModel *model, const char *name, Where where) {
    const ShapeType *type = jd_shape_find(name ? name : "");
    if (type) return type;
    MODEL_ERROR(model, "shape-unknown", where, "there is no shape '%s'", name ? name : "");
    Nearest nearest = {.word = name ? name : ""};
    for (int n = 0; jd_shape_at(n); n++) {
        if (jd_word_in_list(nearest.word, jd_shape_at(n)->also)) type = jd_shape_at(n);
        jd_nearest_try(&nearest, jd_shape_at(n)->name);
    }
    if (type) nearest.best = type->name;
    if (nearest.best) MODEL_HINT(model, "did you mean '%s'?", nearest.best);
    for (int n = 0; !nearest.best && jd_shape_at(n); n++)
        MODEL_HINT(model, "%s: %s", jd_shape_at(n)->name, jd_shape_at(n)->summary);
    return NULL;
}

bool jd_model_read_colour(JdModel *model, const char *text, Where where, Colour *colour) {
    if (jd_colour_read(text, colour)) return true;
    Nearest nearest = {.word = text ? text : ""};
    jd_colour_suggest(&nearest);
    MODEL_ERROR(model, "colour-unknown", where, "there is no colour '%s'", text ? text : "");
    if (nearest.best) MODEL_HINT(model, "did you mean '%s'?", nearest.best);
    MODEL_HINT(model, "a colour is a name of CSS, such as steelblue, or three pairs of digits for "
                      "red, green and blue: \"#4682b4\"");
    return false;
}

/* ---- Dimensions ----------------------------------------------------------------------------- */

static const char *body_name(const JdModel *model, int body) {
    return body ? model->bodies.at[body].name : "ground";
}

bool jd_model_refuse_size(JdModel *model, const ModelShow *show, int dimension, Where where) {
    const bool counted = dimension == SHAPE_TEETH || dimension == SHAPE_TURNS;
    MODEL_ERROR(model, "shape-dimension", where, "the %s of the %s on '%s' is %g%s",
                jd_shape_dimension(dimension), show->type->name, body_name(model, show->body),
                show->size[dimension], counted ? "" : " m");
    MODEL_HINT(model, "it must be greater than zero");
    return false;
}

static bool check_sizes(JdModel *model, const ModelShow *show, const Where *size_at) {
    bool fine = true;
    for (int n = 0; n < SHAPE_DIMENSIONS; n++) {
        const Where where = size_at && size_at[n].file ? size_at[n] : show->where;
        if (show->size[n] == 0) continue;
        if (!(show->size[n] > 0 && isfinite(show->size[n]))) {
            fine = jd_model_refuse_size(model, show, n, where);
        } else if (!((show->type->look | show->type->may) & 1u << n)) {
            MODEL_ERROR(model, "shape-dimension", where, "a %s that is shown has no %s",
                        show->type->name, jd_shape_dimension(n));
            MODEL_HINT(model, "%s is %s", show->type->name, show->type->summary);
            fine = false;
        }
    }
    return fine;
}

static bool check_complete(JdModel *model, const ModelShow *show) {
    unsigned missing = show->type->look;
    for (int n = 0; n < SHAPE_DIMENSIONS; n++)
        if (show->size[n] != 0) missing &= ~(1u << n);
    if (!missing) return true;
    Text names = {0}, clauses = {0};
    jd_shape_list(missing, &names, &clauses);
    if (names.failed || clauses.failed) {
        jd_model_no_memory(model);
    } else {
        MODEL_ERROR(model, "shape-needs", show->where, "the %s on '%s' needs its %s to be shown",
                    show->type->name, body_name(model, show->body), names.at);
        MODEL_HINT(model, "add for instance: %s", clauses.at);
    }
    jd_text_free(&names);
    jd_text_free(&clauses);
    return false;
}

static bool check_fit(JdModel *model, const ModelShow *show) {
    const char *fault = show->type->fault ? show->type->fault(show->size) : NULL;
    if (!fault) return true;
    MODEL_ERROR(model, "shape-dimension", show->where, "the %s on '%s' cannot be: %s",
                show->type->name, body_name(model, show->body), fault);
    MODEL_HINT(model, "%s is %s", show->type->name, show->type->summary);
    return false;
}

static bool check_opacity(JdModel *model, const ModelShow *show, const Where *size_at) {
    const Where *at = size_at ? &size_at[SHAPE_DIMENSIONS] : NULL;
    if (show->opacity > 0 && show->opacity <= 1) return true;
    MODEL_ERROR(model, "opacity-not-valid", at && at->file ? *at : show->where,
                "the opacity of the %s on '%s' is %g", show->type->name,
                body_name(model, show->body), show->opacity);
    MODEL_HINT(model, "it is greater than 0 (not seen) and at most 1 (nothing is seen through it)");
    return false;
}

/* ---- All together --------------------------------------------------------------------------- */

int jd_model_add_show(JdModel *model, const ModelShow *show, const Where *size_at) {
    if (!model || !show->type || show->body < 0 || show->body >= model->bodies.count) return -1;
    const Pose *local = &show->local;
    const double place = vec3_norm(local->p) + vec3_norm(local->axes.x) + vec3_norm(local->axes.y) +
                         vec3_norm(local->axes.z);
    if (!jd_model_check_finite(model, place, "place", show->type->name, show->where) ||
        !check_sizes(model, show, size_at) || !check_complete(model, show) ||
        !check_fit(model, show) || !check_opacity(model, show, size_at))
        return -1;
    ModelShow *added = PUSH(&model->arena, model->shows);
    if (!added) return jd_model_no_memory(model);
    *added = *show;
    return model->shows.count - 1;
}

/* ---- The C call ----------------------------------------------------------------------------- */

static bool load_mesh(JdModel *model, const char *file, const char *layer, ModelShow *show) {
    if (!show->type->file && !file) return true;
    if (!show->type->file || !file) {
        MODEL_ERROR(model, file ? "shape-dimension" : "shape-needs", nowhere,
                    file ? "a %s has no file" : "a %s needs its file to be shown",
                    show->type->name);
        MODEL_HINT(model, "%s is %s", show->type->name, show->type->summary);
        return false;
    }
    const bool needs_scale = show->type->look & 1u << SHAPE_SCALE;
    if (needs_scale && !(show->size[SHAPE_SCALE] > 0)) return true; /* said when it is added */
    const ShapeFile from = {file, show->type->layers ? layer : NULL, show->size, nowhere};
    Mesh *mesh = ARENA_NEW(&model->arena, Mesh, 1);
    show->mesh = mesh;
    if (mesh && jd_shape_load(show->type, &from, NULL, &model->arena, mesh, model->log))
        return true;
    if (model->arena.failed) return jd_model_no_memory(model), false;
    model->errors++;
    return false;
}

void jd_add_show(JdModel *model, JdShowDef def) {
    if (!model || !jd_model_is_body(model, def.body, "shape", def.shape)) return;
    if (def.shape && !strcmp(def.shape, "none")) {
        model->bodies.at[def.body.index].bare = true;
        return;
    }
    const Quat q = {def.attitude[0], def.attitude[1], def.attitude[2], def.attitude[3]};
    const bool turned = q.w != 0 || q.x != 0 || q.y != 0 || q.z != 0;
    ModelShow show = {
        .type = jd_model_find_shape(model, def.shape, nowhere),
        .body = def.body.index,
        .local = {def.at, turned ? jd_quat_axes(q) : jd_axes_about(AXIS_Z, def.angle), def.angle},
        .size = {def.length, def.width, def.height, def.diameter, def.inner, def.teeth, def.turns,
                 def.scale},
        .opacity = def.opacity == 0 ? 1 : def.opacity,
    };
    if (!show.type || !load_mesh(model, def.file, def.layer, &show)) return;
    if (def.colour && !jd_model_read_colour(model, def.colour, nowhere, &show.colour)) return;
    jd_model_add_show(model, &show, NULL);
}
