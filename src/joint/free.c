/* SPDX-License-Identifier: MIT
 *
 * The frees of a type: which of them lie in the plane, and what measures them. */
#include "joint/joint.h"

/* In the plane a ball and a screw are a turn like any other. */
static const FreeDef plane_turn = TURN(Z);

static const FreeDef *in_plane(const FreeDef *def) {
    if (def->kind == FREE_SLIDE) return def->axis != AXIS_Z ? def : NULL;
    if (def->axis != AXIS_Z) return NULL;
    return def->kind == FREE_BALL || def->lead ? &plane_turn : def;
}

int jd_joint_frees(const JointType *type, bool planar, const FreeDef **frees) {
    int count = 0;
    if (planar && type->spatial_only) return 0;
    for (int n = 0; n < JOINT_FREES && type->frees[n].kind != FREE_NONE; n++) {
        const FreeDef *def = planar ? in_plane(&type->frees[n]) : &type->frees[n];
        if (def) frees[count++] = def;
    }
    return count;
}

static bool turns(const FreeDef *def) {
    return def->kind == FREE_TURN || def->kind == FREE_BALL;
}

Turn jd_free_turns(const FreeDef *const *frees, int count) {
    Turn turn = {.count = 0};
    for (int n = 0; n < count && turn.count < 3; n++)
        if (turns(frees[n])) turn.axes[turn.count++] = frees[n]->axis;
    return turn;
}

static int turns_before(const FreeDef *const *frees, int number) {
    int count = 0;
    for (int n = 0; n < number; n++) count += turns(frees[n]);
    return count;
}

/* A slide is along an axis of i, or of j if all turns come before it. */
static Lock slide_lock(const FreeDef *const *frees, int count, int number) {
    const int before = turns_before(frees, number);
    const bool behind = before > 0 && before == turns_before(frees, count);
    const int first = behind ? (int)VEC_XJ : (int)VEC_XI;
    const VectorKind axis = (VectorKind)(first + (int)frees[number]->axis);
    return (Lock){.terms = {{1, VEC_D, axis}}, .count = 1};
}

bool jd_free_lock(const FreeDef *const *frees, int count, int number, Lock *lock, Lock *rate) {
    const FreeDef *def = frees[number];
    if (def->kind == FREE_SLIDE) {
        *lock = slide_lock(frees, count, number);
        return false;
    }
    *lock = (Lock){.turn = 1, .about = jd_free_turns(frees, count)};
    lock->about.number = turns_before(frees, number);
    if (def->kind != FREE_BALL) return false;
    const VectorKind axis = (VectorKind)((int)VEC_XI + (int)def->axis);
    if (rate) *rate = (Lock){.terms = {{1, VEC_W, axis}}, .count = 1, .velocity = true};
    return true;
}
