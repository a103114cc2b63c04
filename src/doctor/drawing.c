/* SPDX-License-Identifier: MIT
 *
 * The drawing: where frames are, which of them are on a body, and how large all that is. It is
 * asked for often, so it is measured once. */
#include "doctor/inside.h"

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

Vec3 jd_body_point(const ModelBody *body, int n) {
    return vec3_add(body->pose.p, axes_out(&body->pose.axes, body->points[n]));
}

/* ---- Measuring ---------------------------------------------------------------------------------
 */

/* Frames body by body: of[first[b]] up to of[first[b + 1]]. */
static void sort_frames(const JdModel *m, Drawing *to) {
    for (int f = 0; f < m->frames.count; f++) to->first[m->frames.at[f].body + 1]++;
    for (int b = 0; b < m->bodies.count; b++) to->first[b + 1] += to->first[b];
    for (int f = m->frames.count - 1; f >= 0; f--)
        to->of[--to->first[m->frames.at[f].body + 1]] = f;
    /* Each went down to where the list of its body begins, one place further on. */
    for (int b = 0; b < m->bodies.count; b++) to->first[b] = to->first[b + 1];
    to->first[m->bodies.count] = m->frames.count;
}

static double measure_all(const Patient *p) {
    const JdModel *m = p->model;
    Box box = {.begun = false};
    for (int b = 1; b < m->bodies.count; b++) {
        const ModelBody *body = &m->bodies.at[b];
        widen(&box, body->pose.p);
        for (int n = 0; n < body->point_count; n++) widen(&box, jd_body_point(body, n));
    }
    for (int f = 1; f < m->frames.count; f++)
        if (m->frames.at[f].body) widen(&box, p->drawing.place[f]);
    return diagonal(&box);
}

bool jd_drawing_measure(Patient *p) {
    const JdModel *m = p->model;
    Drawing *to = &p->drawing;
    to->place = ARENA_NEW(&p->arena, Vec3, m->frames.count + 1);
    to->first = ARENA_NEW(&p->arena, int, m->bodies.count + 2);
    to->of = ARENA_NEW(&p->arena, int, m->frames.count + 1);
    if (!to->place || !to->first || !to->of) return false;
    for (int f = 0; f < m->frames.count; f++) to->place[f] = jd_model_frame_pose(m, f).p;
    sort_frames(m, to);
    to->size = measure_all(p);
    return true;
}

/* ---- Asking ------------------------------------------------------------------------------------
 */

Vec3 jd_frame_place(const Patient *p, int frame) {
    return p->drawing.place[frame];
}

/* A hinge, a sleeve or a slide is the same joint at each place of its line. */
bool jd_joint_is_along(const Patient *p, const ModelJoint *joint, Vec3 at, double near) {
    const FreeDef *frees[JOINT_FREES];
    const JdModel *m = p->model;
    const int count =
        joint->type->couples ? 0 : jd_joint_frees(joint->type, m->space == JD_PLANAR, frees);
    bool one = count > 0;
    for (int n = 0; n < count; n++)
        one = one && frees[n]->kind != FREE_BALL && frees[n]->axis == frees[0]->axis;
    if (!one) return false;
    const Pose pose = jd_model_frame_pose(m, joint->i);
    const Vec3 axis = frees[0]->axis == AXIS_X   ? pose.axes.x
                      : frees[0]->axis == AXIS_Y ? pose.axes.y
                                                 : pose.axes.z;
    return vec3_norm(vec3_cross(vec3_sub(at, pose.p), axis)) <= near;
}

double jd_drawn_size(const Patient *p) {
    return p->drawing.size;
}

double jd_body_extent(const Patient *p, int b) {
    const ModelBody *body = &p->model->bodies.at[b];
    const Drawing *drawing = &p->drawing;
    Box box = {.begun = false};
    widen(&box, body->pose.p);
    for (int n = 0; n < body->point_count; n++) widen(&box, jd_body_point(body, n));
    for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
        widen(&box, drawing->place[drawing->of[n]]);
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
            count += !is_used(m, b, jd_body_point(&m->bodies.at[b], n), near);
    return count;
}
