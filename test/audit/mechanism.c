/* SPDX-License-Identifier: MIT
 *
 * What both readers of a mechanism need to know of it. */
#include "mechanism.h"

static const char *const joint_names[JOINT_KINDS] = {
    "revolute",      "prismatic",    "cylindrical",
    "screw",         "universal",    "constant-velocity",
    "spherical",     "planar",       "parallel",
    "fixed",         "pin-in-slot",  "point",
    "line",          "rod",          "universal-spherical",
    "wheel-on-rail", "rolling-disc", "rolling-sphere",
    "knife-edge",    "gear",         "belt",
    "rack",          "coupling",     "mirror"};
static const char *const free_names[FREE_KINDS] = {"travel", "angle", "angle1", "angle2"};

const char *audit_joint_name(JointKind kind) {
    return joint_names[kind];
}

const char *audit_free_name(FreeKind free) {
    return free_names[free];
}

bool audit_is_coupling(JointKind kind) {
    return kind == GEAR || kind == BELT || kind == RACK || kind == COUPLING;
}

bool audit_has_free(const Mechanism *m, JointKind kind, FreeKind free) {
    switch (free) {
    case TRAVEL:
        return kind == PRISMATIC || kind == CYLINDRICAL || (m->planar && kind == PIN_IN_SLOT);
    case ANGLE:
        return kind == REVOLUTE || kind == CYLINDRICAL || kind == SCREW ||
               (m->planar && kind == PIN_IN_SLOT);
    default:
        return kind == UNIVERSAL && !m->planar;
    }
}

LawValue audit_law(const TimeLaw *law, double t, double within) {
    const double phase = law->omega * t + law->phase;
    LawValue is = {law->base + law->slope * t + law->swing * sin(phase),
                   law->slope + law->swing * law->omega * cos(phase),
                   -law->swing * law->omega * law->omega * sin(phase)};
    double share = 1;
    if (law->window == WINDOW_RAMP)
        share = fmin(1, fmax(0, (t - law->from) / (law->to - law->from)));
    if (law->window == WINDOW_IF || law->window == WINDOW_STEP)
        share = within > law->from && within < law->to;
    is.value *= share;
    return is;
}

static int insert_rising(double out[], int count, double x) {
    int at = count;
    for (; at > 0 && out[at - 1] > x; at--) out[at] = out[at - 1];
    out[at] = x;
    return count + 1;
}

int audit_switches(const Mechanism *m, double out[2 * FORCES_MAX]) {
    int count = 0;
    for (int k = 0; k < m->forces; k++) {
        if (m->force[k].law.window == ALWAYS) continue;
        count = insert_rising(out, count, m->force[k].law.from);
        count = insert_rising(out, count, m->force[k].law.to);
    }
    return count;
}

static bool main_is_x(JointKind kind) {
    switch (kind) {
    case PRISMATIC:
    case UNIVERSAL:
    case PARALLEL:
    case FIXED:
    case PIN_IN_SLOT:
    case ROD:
    case UNIVERSAL_SPHERICAL:
    case WHEEL_ON_RAIL:
    case KNIFE_EDGE:
        return true;
    default:
        return false;
    }
}

void audit_axes(const Mechanism *m, const MechJoint *joint, int side, V3 axes[3]) {
    const int main = m->planar || main_is_x(joint->kind) ? 0 : 2;
    const bool other = side && joint->turned;
    axes[main] = other ? joint->axis_j : joint->axis;
    axes[(main + 1) % 3] = other ? joint->second_j : joint->second;
    axes[(main + 2) % 3] = v3_cross(axes[main], axes[(main + 1) % 3]);
}

static void widen(V3 p, V3 *low, V3 *high) {
    *low = v3(fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z));
    *high = v3(fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z));
}

double audit_length(const Mechanism *m) {
    V3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_times(-1, low);
    for (int b = 1; b < m->bodies; b++) widen(m->body[b].at, &low, &high);
    for (int k = 0; k < m->joints; k++) {
        if (audit_is_coupling(m->joint[k].kind)) continue;
        widen(m->joint[k].m, &low, &high);
        widen(m->joint[k].n, &low, &high);
    }
    for (int k = 0; k < m->forces; k++) {
        if (m->force[k].kind == EFFORT || m->force[k].kind == FREE_SPRING) continue;
        widen(m->force[k].at, &low, &high);
        widen(m->force[k].to, &low, &high);
    }
    const double size = v3_size(v3_sub(high, low)) / sqrt(m->bodies - 1);
    return size > 0 ? size : 1;
}
