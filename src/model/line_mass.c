/* SPDX-License-Identifier: MIT
 *
 * Masses on the line of a force. They move with both bodies, so their inertia couples the two: as
 * bodies held by joints they do so in every form. theory 4.7
 *
 *   one at a fraction:  q, massless at N, and p keep the attitude of body i; what p is off M is the
 *                       fraction of what q is (three couplings).
 *   two at distances:   a barrel hinged at M and a rod hinged at N, one sliding in the other.
 *
 * A point mass has no attitude to keep: there a massless body pinned to it does, which keeps the
 * ground's. */
#include "model/inside.h"
#include <string.h>

typedef struct {
    JdModel *model;
    const ModelForce *force;
    bool planar;
    int i, j; /* bodies */
    Vec3 M, N;
} Line;

static const char *own(const Line *l, const char *name) {
    return jd_arena_format(&l->model->arena, "%s.%s", l->force->name, name);
}

static int add_body(const Line *l, const char *name, Pose pose, double mass) {
    const ModelBody body = {.name = own(l, name),
                            .where = l->force->where,
                            .pose = pose,
                            .mass = mass,
                            .massless = mass == 0,
                            .hidden = mass == 0 || l->force->hidden};
    return body.name ? jd_model_add_body(l->model, &body) : jd_model_no_memory(l->model);
}

static ModelJoint new_joint(const Line *l, const char *name, const char *type) {
    ModelJoint joint = {.name = own(l, name),
                        .where = l->force->where,
                        .type = jd_joint_find(type),
                        .hidden = true};
    for (int n = 0; n < TYPE_FIELDS; n++) joint.fields[n] = NAN;
    for (int n = 0; n < JOINT_LOCKS; n++) joint.alpha[n] = joint.beta[n] = joint.gamma[n] = NAN;
    return joint;
}

typedef struct {
    int i, j;
    Vec3 M, N, axis, second;
} Place;

static bool add_joint(const Line *l, const char *name, const char *type, Place at) {
    ModelJoint joint = new_joint(l, name, type);
    return joint.name &&
           jd_model_place_sides(l->model,
                                &(SidesDef){at.i, at.j, at.M, at.N, joint.type->axis, at.axis,
                                            at.second, l->force->where},
                                &joint.i, &joint.j) &&
           jd_model_add_joint(l->model, &joint) >= 0;
}

/* The body whose attitude the line goes by. */
static int find_holder(const Line *l) {
    const Vec3 none = {0};
    if (!l->model->bodies.at[l->i].point) return l->i;
    const int holder = add_body(l, "start", jd_pose_planar(l->M, 0), 0);
    const bool good =
        holder >= 0 &&
        add_joint(l, "held", l->planar ? "revolute" : "spherical",
                  (Place){l->i, holder, l->M, l->M, none, none}) &&
        add_joint(l, "upright", "parallel", (Place){0, holder, l->M, l->M, none, none});
    return good ? holder : -1;
}

/* ---- One mass at a fraction -------------------------------------------------------------------
 */

static bool add_coupling(const Line *l, char axis, double fraction) {
    static const char *const names[] = {"ratio_x", "ratio_y", "ratio_z"};
    const char *way[] = {"line.travel_x", "carrier.travel_x"};
    char *text[2];
    ModelJoint joint = new_joint(l, names[axis - 'x'], "coupling");
    for (int n = 0; n < 2; n++) {
        text[n] = jd_arena_format(&l->model->arena, "%s.%.*s%c", l->force->name,
                                  (int)strlen(way[n]) - 1, way[n], axis);
        if (!text[n] || !joint.name) return false;
    }
    joint.fields[0] = fraction;
    return jd_model_couple(l->model, &joint, text[0], text[1], joint.where, joint.where) &&
           jd_model_add_joint(l->model, &joint) >= 0;
}

static bool add_one(const Line *l, double mass, double fraction) {
    const Vec3 P = vec3_add(l->M, vec3_scale(fraction, vec3_sub(l->N, l->M))), none = {0};
    const int i = find_holder(l);
    const int q = add_body(l, "end", jd_pose_planar(l->N, 0), 0);
    const int p = add_body(l, "mass", jd_pose_planar(P, 0), mass);
    bool good = i >= 0 && q >= 0 && p >= 0 &&
                add_joint(l, "line", "parallel", (Place){i, q, l->M, l->N, none, none}) &&
                add_joint(l, "pin", l->planar ? "revolute" : "spherical",
                          (Place){q, l->j, l->N, l->N, none, none}) &&
                add_joint(l, "carrier", "parallel", (Place){i, p, l->M, P, none, none});
    for (char axis = 'x'; axis <= (l->planar ? 'y' : 'z'); axis++)
        good = good && add_coupling(l, axis, fraction);
    return good;
}

/* ---- Two masses at distances --------------------------------------------------------------------
 */

/* A body whose x axis is the line, its mass at the distance from its end. */
static int add_half(const Line *l, const char *name, Vec3 from, Vec3 along, double distance,
                    double mass) {
    Pose pose = {vec3_add(from, vec3_scale(distance, along)), jd_pose_axes(AXIS_X, along), 0};
    if (l->planar) pose = jd_pose_planar(pose.p, atan2(along.y, along.x));
    return add_body(l, name, pose, mass);
}

static bool add_two(const Line *l, const double mass[2], const double distance[2]) {
    const Vec3 d = vec3_sub(l->N, l->M), none = {0};
    const double length = vec3_norm(d);
    if (length == 0) {
        MODEL_ERROR(
            l->model, "force-not-valid", l->force->where,
            "the line of force '%s' has no direction: its two points are drawn at one place",
            l->force->name);
        MODEL_HINT(l->model, "masses at distances lie on it: draw its points apart");
        return false;
    }
    const Vec3 along = vec3_scale(1 / length, d);
    const Axes axes = jd_pose_axes(AXIS_X, along);
    const int i = l->planar ? l->i : find_holder(l);
    const int first = add_half(l, "first", l->M, along, distance[0], mass[0]);
    const int second = add_half(l, "second", l->N, vec3_scale(-1, along), distance[1], mass[1]);
    const Place hinge = {i, first, l->M, l->M, axes.y, axes.z};
    return i >= 0 && first >= 0 && second >= 0 &&
           add_joint(l, "hinge", l->planar ? "revolute" : "universal",
                     l->planar ? (Place){l->i, first, l->M, l->M, none, none} : hinge) &&
           add_joint(l, "slide", "prismatic", (Place){first, second, l->M, l->N, d, none}) &&
           add_joint(l, "pin", l->planar ? "revolute" : "spherical",
                     (Place){second, l->j, l->N, l->N, none, none});
}

/* ---- Both ---------------------------------------------------------------------------------------
 */

static bool is_refused(JdModel *model, const ModelForce *force, double value, const char *what) {
    if (value >= 0 && isfinite(value)) return false;
    MODEL_ERROR(model, "force-not-valid", force->where, "%s on the line of force '%s' is %g", what,
                force->name, value);
    MODEL_HINT(model, "it must be finite, and not negative");
    return true;
}

static bool is_beyond(JdModel *model, const ModelForce *force, double fraction) {
    if (fraction >= 0 && fraction <= 1) return false;
    MODEL_ERROR(model, "force-not-valid", force->where,
                "the mass on the line of force '%s' is at the fraction %g of it", force->name,
                fraction);
    MODEL_HINT(model, "it lies between 0, the first point, and 1, the second");
    return true;
}

static bool check(JdModel *model, const ModelForce *force, const LineMasses *masses) {
    if (!isnan(masses->mass) && (is_refused(model, force, masses->mass, "the mass") ||
                                 is_beyond(model, force, masses->fraction)))
        return false;
    for (int n = 0; n < 2 && !isnan(masses->end[0]); n++)
        if (is_refused(model, force, masses->end[n], "a mass") ||
            is_refused(model, force, masses->distance[n], "a distance"))
            return false;
    return true;
}

bool jd_model_line_masses(JdModel *model, const ModelForce *force, const LineMasses *masses) {
    const Line line = {.model = model,
                       .force = force,
                       .planar = jd_model_width(model) == 2,
                       .i = model->frames.at[force->i].body,
                       .j = model->frames.at[force->j].body,
                       .M = jd_model_frame_pose(model, force->i).p,
                       .N = jd_model_frame_pose(model, force->j).p};
    if (!check(model, force, masses)) return false;
    if (model->frames.at[force->i].node || model->frames.at[force->j].node) {
        MODEL_ERROR(model, "node-force", force->where,
                    "the line of force '%s' ends at a node and cannot carry masses", force->name);
        MODEL_HINT(model, "a node has no mass: make it a body, or leave the masses out");
        return false;
    }
    const char *within = model->within;
    model->within = force->name;
    bool good =
        isnan(masses->mass) || masses->mass == 0 || add_one(&line, masses->mass, masses->fraction);
    good = good && (isnan(masses->end[0]) || add_two(&line, masses->end, masses->distance));
    model->within = within;
    return good;
}
