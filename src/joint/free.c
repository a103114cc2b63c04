/* SPDX-License-Identifier: MIT
 *
 * The frees of a type: which of them lie in the plane, and what measures them. */
#include "joint/joint.h"

static bool lies_in_plane(const FreeDef *def) {
    if (def->kind == FREE_TURN) return def->axis == AXIS_Z;
    return def->kind == FREE_SLIDE && def->axis != AXIS_Z;
}

int jd_joint_frees(const JointType *type, bool planar, const FreeDef **frees) {
    int count = 0;
    for (int n = 0; n < JOINT_FREES && type->frees[n].kind != FREE_NONE; n++)
        if (!planar || lies_in_plane(&type->frees[n])) frees[count++] = &type->frees[n];
    return count;
}

bool jd_free_lock(const FreeDef *def, Lock *lock) {
    if (def->kind != FREE_SLIDE) return false;
    VectorKind axis = (VectorKind)((int)VEC_XI + (int)def->axis);
    *lock = (Lock){.terms = {{1, VEC_D, axis}}, .count = 1};
    return true;
}
