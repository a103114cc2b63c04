/* SPDX-License-Identifier: MIT
 *
 * Joints of shafts: the main axis on each side is to be that of the shaft, the one that the body's
 * bearings let it turn about. One `axis` for both sides cannot say this of shafts that are drawn at
 * an angle, and what turns about another axis does not turn equally fast. */
#include "build/inside.h"

static const double along = 1e-6; /* sine of the angle between axes that are one */

/* The drawn axis of the only turn of a joint, as fixed on this side's body; false: it has others.
 */
static bool bearing_axis(const Builder *b, const SystemJoint *joint, int model_frame, Vec3 *axis) {
    const Turn turns = jd_free_turns(joint->free, joint->frees);
    if (joint->couples || turns.count != 1) return false;
    const Pose pose = jd_model_frame_pose(b->model, model_frame);
    *axis = axes_at(&pose.axes, turns.axes[0]);
    return true;
}

static void warn(const Builder *b, const SystemJoint *joint, int body, Vec3 own,
                 const SystemJoint *bearing, Vec3 shaft) {
    jd_report(
        b->log, JD_WARNING, "shaft-axis", joint->where,
        "joint '%s' takes (%.4g, %.4g, %.4g) for the shaft of '%s', which turns in '%s' about "
        "(%.4g, %.4g, %.4g)",
        joint->name, own.x, own.y, own.z, b->system->body[body].name, bearing->name, shaft.x,
        shaft.y, shaft.z);
    jd_hint(
        b->log,
        "so it is not the joint of these two shafts, and they do not turn equally fast; one `axis` "
        "is for shafts in line");
    jd_hint(b->log,
            "give each body a frame whose z is along its shaft, and join those: joint %s : %s "
            "a.f -- b.f",
            joint->name, joint->type_name);
}

/* The bearings of one side's body, this joint left out. */
static void check_side(const Builder *b, int k, int model_frame) {
    const JdSystem *s = b->system;
    const int body = b->model->frames.at[model_frame].body;
    const Pose pose = jd_model_frame_pose(b->model, model_frame);
    const Vec3 own = axes_at(&pose.axes, b->model->joints.at[k].type->axis);
    for (int other = 0; other < s->joints && body; other++) {
        const SystemJoint *bearing = &s->joint[other];
        const ModelJoint *from = &b->model->joints.at[other];
        Vec3 shaft;
        if (other == k || bearing->couples) continue;
        if (bearing->body_i != body && bearing->body_j != body) continue;
        if (!bearing_axis(b, bearing, bearing->body_i == body ? from->i : from->j, &shaft))
            continue;
        if (vec3_norm(vec3_cross(own, shaft)) < along) continue;
        warn(b, &s->joint[k], body, own, bearing, shaft);
        return;
    }
}

void jd_build_shafts(const Builder *b) {
    if (b->system->space == JD_PLANAR || b->system->flat) return;
    for (int k = 0; k < b->system->joints; k++) {
        const ModelJoint *joint = &b->model->joints.at[k];
        if (!joint->type->shafts) continue;
        check_side(b, k, joint->i);
        check_side(b, k, joint->j);
    }
}
