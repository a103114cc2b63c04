/* SPDX-License-Identifier: MIT
 *
 * Numbers are written with 17 digits, so that they are read as what they are here. */
#include "text.h"
#include <stdarg.h>
#include <string.h>

typedef struct {
    char *out;
    size_t room, length;
} Writer;

static void say(Writer *w, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int count = vsnprintf(w->out + w->length, w->room - w->length, format, list);
    va_end(list);
    if (count > 0) w->length += (size_t)count;
    if (w->length >= w->room) w->length = w->room - 1;
}

static void say_vector(Writer *w, bool planar, V3 v) {
    if (planar)
        say(w, "[%.17g, %.17g]", v.x, v.y);
    else
        say(w, "[%.17g, %.17g, %.17g]", v.x, v.y, v.z);
}

static void say_body_name(Writer *w, int body) {
    if (body)
        say(w, "b%d", body);
    else
        say(w, "ground");
}

/* A frame for each joint whose axes on this body are others than on the first. */
static void say_frames(Writer *w, const Mechanism *m, int b) {
    for (int k = 0; k < m->joints; k++) {
        const MechJoint *joint = &m->joint[k];
        if (!joint->turned || joint->j != b) continue;
        V3 axes[3];
        audit_axes(m, joint, 1, axes);
        say(w, "  frame f%d { at ", k + 1);
        say_vector(w, m->planar, joint->n);
        say(w, "  turned axes_xz(");
        say_vector(w, m->planar, axes[0]);
        say(w, ", ");
        say_vector(w, m->planar, axes[2]);
        say(w, ") }");
    }
}

static void say_body(Writer *w, const Mechanism *m, int b) {
    const MechBody *body = &m->body[b];
    say(w, "body b%d { at ", b);
    say_vector(w, m->planar, body->at);
    if (m->planar)
        say(w, "  angle %.17g  mass %.17g  inertia %.17g", body->angle, body->mass,
            body->inertia.z);
    else
        say(w,
            "  turned quaternion(%.17g, %.17g, %.17g, %.17g)  mass %.17g  inertia [%.17g, %.17g, "
            "%.17g]",
            body->attitude.w, body->attitude.x, body->attitude.y, body->attitude.z, body->mass,
            body->inertia.x, body->inertia.y, body->inertia.z);
    say_frames(w, m, b);
    say(w, " }\n");
}

static bool has_axis(bool planar, JointKind kind) {
    if (kind == ROD || kind == UNIVERSAL_SPHERICAL || kind == SPHERICAL) return false;
    return !planar || (kind != REVOLUTE && kind != FIXED && kind != PARALLEL);
}

static void say_fields(Writer *w, const MechJoint *joint) {
    switch (joint->kind) {
    case SCREW:
        say(w, "  pitch %.17g", joint->field);
        break;
    case POINT:
    case LINE:
    case WHEEL_ON_RAIL:
    case ROLLING_DISC:
    case ROLLING_SPHERE:
    case RACK:
        say(w, "  radius %.17g", joint->field);
        break;
    case GEAR:
    case BELT:
    case COUPLING:
        say(w, "  ratio %.17g", joint->field);
        break;
    default:
        break;
    }
}

static void say_joint(Writer *w, const Mechanism *m, int k) {
    const MechJoint *joint = &m->joint[k];
    say(w, "joint j%d : %s ", k + 1, audit_joint_name(joint->kind));
    if (audit_is_coupling(joint->kind)) {
        say(w, "j%d.%s -- j%d.%s", joint->i + 1, audit_free_name(joint->free_i), joint->j + 1,
            audit_free_name(joint->free_j));
    } else {
        say_body_name(w, joint->i);
        say(w, " -- ");
        say_body_name(w, joint->j);
        if (joint->turned) say(w, ".f%d", k + 1);
        say(w, " at ");
        say_vector(w, m->planar, joint->m);
        if (!joint->turned && memcmp(&joint->m, &joint->n, sizeof joint->m))
            say(w, ", "), say_vector(w, m->planar, joint->n);
        if (has_axis(m->planar, joint->kind)) {
            say(w, "  axis ");
            say_vector(w, m->planar, joint->axis);
            if (!m->planar) say(w, "  second "), say_vector(w, false, joint->second);
        }
    }
    say_fields(w, joint);
    say(w, "\n");
}

/* A law times a factor. */
static void say_law(Writer *w, const TimeLaw *law, double factor) {
    if (law->window == WINDOW_IF)
        say(w, "if(time > %.17g and time < %.17g, 1, 0)*(", law->from, law->to);
    if (law->window == WINDOW_STEP)
        say(w, "(step(time - %.17g) - step(time - %.17g))*(", law->from, law->to);
    if (law->window == WINDOW_RAMP)
        say(w, "clamp((time - %.17g)/%.17g, 0, 1)*(", law->from, law->to - law->from);
    say(w, "%.17g + %.17g*time", factor * law->base, factor * law->slope);
    if (law->swing != 0)
        say(w, " + %.17g*sin(%.17g*time + %.17g)", factor * law->swing, law->omega, law->phase);
    if (law->window != ALWAYS) say(w, ")");
}

static void say_sides(Writer *w, const Mechanism *m, const MechForce *force, bool points) {
    say_body_name(w, force->i);
    say(w, " -- ");
    say_body_name(w, force->j);
    if (!points) return;
    say(w, " at ");
    say_vector(w, m->planar, force->at);
    say(w, ", ");
    say_vector(w, m->planar, force->to);
}

static void say_point_force(Writer *w, const Mechanism *m, const MechForce *force) {
    say_body_name(w, force->i);
    say(w, " at ");
    say_vector(w, m->planar, force->at);
    say(w, "  value [");
    for (int k = 0; k < (m->planar ? 2 : 3); k++) {
        if (k) say(w, ", ");
        say_law(w, &force->law, v3_part(force->direction, k));
    }
    say(w, "]%s", force->follow ? "  follow 1" : "");
}

static void say_force(Writer *w, const Mechanism *m, int k) {
    static const char *const types[FORCE_KINDS] = {"spring-damper", "point-force", "torque",
                                                   "effort", "free-spring"};
    const MechForce *force = &m->force[k];
    say(w, "force f%d : %s ", k + 1, types[force->kind]);
    switch (force->kind) {
    case SPRING_DAMPER:
        say_sides(w, m, force, true);
        say(w, "  stiffness %.17g  damping %.17g  length %.17g", force->stiffness, force->damping,
            force->rest);
        break;
    case POINT_FORCE:
        say_point_force(w, m, force);
        break;
    case TORQUE:
        say_sides(w, m, force, false);
        if (!m->planar) say(w, "  axis "), say_vector(w, false, force->direction);
        say(w, "  value ");
        say_law(w, &force->law, 1);
        break;
    case EFFORT:
        say(w, "j%d.%s  value ", force->i + 1, audit_free_name(force->free));
        say_law(w, &force->law, 1);
        break;
    default:
        say(w, "j%d.%s  stiffness %.17g  damping %.17g  rest %.17g", force->i + 1,
            audit_free_name(force->free), force->stiffness, force->damping, force->rest);
        break;
    }
    say(w, "\n");
}

static void say_drive(Writer *w, const Mechanism *m, int k) {
    const MechDrive *drive = &m->drive[k];
    const MechJoint *joint = &m->joint[drive->joint];
    TimeLaw law = drive->law;
    if (drive->free == TRAVEL) law.base += v3_dot(v3_sub(joint->n, joint->m), joint->axis);
    say(w, "drive d%d : j%d.%s = ", k + 1, drive->joint + 1, audit_free_name(drive->free));
    say_law(w, &law, 1);
    say(w, "\n");
}

static void say_starts(Writer *w, const Mechanism *m, const Starts *starts) {
    static const char *const names[2][6] = {{"vx", "vy", "vz", "wx", "wy", "wz"},
                                            {"vx", "vy", "", "", "", "rate"}};
    int count = 0;
    for (int b = 1; b < m->bodies; b++)
        for (int k = 0; k < 6; k++) {
            if (!starts->said[b][k]) continue;
            const double value = k < 3 ? v3_part(m->body[b].v, k) : v3_part(m->body[b].w, k - 3);
            say(w, "%sb%d.%s = %.17g", count++ ? ", " : "start ", b, names[m->planar][k], value);
        }
    if (count) say(w, "\n");
}

size_t audit_text(const Mechanism *m, const Starts *starts, char *out, size_t room) {
    Writer w = {out, room, 0};
    say(&w, "model audit\n%s\ngravity ", m->planar ? "planar" : "spatial");
    say_vector(&w, m->planar, m->gravity);
    say(&w, "\n");
    for (int b = 1; b < m->bodies; b++) say_body(&w, m, b);
    for (int k = 0; k < m->joints; k++)
        if (m->joint[k].said != SAID_TO_REFERENCE) say_joint(&w, m, k);
    for (int k = 0; k < m->forces; k++) say_force(&w, m, k);
    for (int k = 0; k < m->drives; k++) say_drive(&w, m, k);
    say_starts(&w, m, starts);
    say(&w, "run to %.17g\n", m->until);
    return w.length;
}
