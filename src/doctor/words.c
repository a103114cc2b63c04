/* SPDX-License-Identifier: MIT
 *
 * Names in a row, quantities as people write them, and sizes of what is drawn. */
#include "doctor/inside.h"
#include <string.h>

void jd_words_list(Text *out, const char *const *names, int count, int most) {
    const int shown = count > most ? most : count;
    for (int n = 0; n < shown; n++)
        jd_text_print(out, "%s'%s'", n == 0 ? "" : n == count - 1 ? " and " : ", ", names[n]);
    if (count > shown) jd_text_print(out, " and %d more", count - shown);
}

const char *jd_words_keep(Patient *p, Text *text) {
    const char *copy = text->at ? jd_arena_text(&p->arena, text->at, text->count) : "";
    jd_text_free(text);
    return copy ? copy : "";
}

void jd_words_quantity(double value, const char *unit, char out[64]) {
    const bool small = !strcmp(unit, "m") && fabs(value) < 0.1 && value != 0;
    char number[32];
    snprintf(number, sizeof number, "%.3g", small ? 1e3 * value : value);
    jd_number_point(number);
    snprintf(out, 64, "%s %s", number, small ? "mm" : unit);
}

/* ---- Sizes as drawn ------------------------------------------------------------------------- */

Vec3 jd_frame_place(const Patient *p, int frame) {
    return jd_model_frame_pose(p->model, frame).p;
}

typedef struct {
    Vec3 low, high;
    bool begun;
} Box;

static void widen(Box *box, Vec3 p) {
    if (!box->begun) *box = (Box){p, p, true};
    box->low = vec3(fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z));
    box->high = vec3(fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z));
}

static double diagonal(const Box *box) {
    return box->begun ? vec3_norm(vec3_sub(box->high, box->low)) : 0;
}

static Vec3 body_point(const ModelBody *body, int n) {
    return vec3_add(body->pose.p, axes_out(&body->pose.axes, body->points[n]));
}

double jd_drawn_size(const Patient *p) {
    Box box = {.begun = false};
    for (int b = 1; b < p->model->bodies.count; b++) {
        const ModelBody *body = &p->model->bodies.at[b];
        widen(&box, body->pose.p);
        for (int n = 0; n < body->point_count; n++) widen(&box, body_point(body, n));
    }
    for (int f = 1; f < p->model->frames.count; f++)
        if (p->model->frames.at[f].body) widen(&box, jd_frame_place(p, f));
    return diagonal(&box);
}

double jd_body_extent(const Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    Box box = {.begun = false};
    widen(&box, body->pose.p);
    for (int n = 0; n < body->point_count; n++) widen(&box, body_point(body, n));
    for (int f = 0; f < p->model->frames.count; f++)
        if (p->model->frames.at[f].body == b) widen(&box, jd_frame_place(p, f));
    double most = diagonal(&box);
    for (int n = 0; n < SHAPE_DIMENSIONS && body->shape; n++)
        if (body->size[n] > 0 && n <= SHAPE_DIAMETER) most = fmax(most, body->size[n]);
    for (int s = 0; s < p->model->shows.count; s++) {
        const ModelShow *show = &p->model->shows.at[s];
        if (show->body == b)
            most = fmax(most, fmax(show->size[SHAPE_DIAMETER], show->size[SHAPE_LENGTH]));
    }
    return most;
}

/* Something of the body is at this place: a joint, a force, a frame of its own. */
static bool is_used(const JdModel *m, int body, Vec3 at, double near) {
    for (int f = 1; f < m->frames.count; f++)
        if (m->frames.at[f].body == body &&
            vec3_norm(vec3_sub(jd_model_frame_pose(m, f).p, at)) <= near)
            return true;
    return false;
}

int jd_loose_ends(const Patient *p, const JdModel *m) {
    const double near = 1e-9 * jd_drawn_size(p);
    int count = 0;
    for (int b = 1; b < m->bodies.count; b++)
        for (int n = 0; n < m->bodies.at[b].point_count && m->bodies.at[b].point_count > 1; n++)
            count += !is_used(m, b, body_point(&m->bodies.at[b], n), near);
    return count;
}
