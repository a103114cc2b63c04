/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates, for people: names of coordinates, and the dyads that were recognised. */
#include "form/minimal.h"

bool jd_minimal_rate_name(const JdSystem *s, int rate, char *out, size_t room) {
    const MinimalPlan *plan = s->plan;
    int joint, free;
    jd_tree_rate(s, &plan->tree, rate, &joint, &free);
    if (joint >= 0)
        snprintf(out, room, "%s.%s", s->joint[joint].name, s->joint[joint].free[free]->position);
    else
        snprintf(out, room, "a coordinate of a free body");
    return joint >= 0;
}

static int joint_of(const MinimalPlan *plan, int bar) {
    return jd_tree_node(&plan->tree, bar).joint;
}

/* From known to known: over both bars, with the pair between them or behind them. */
bool jd_minimal_dyad(const JdSystem *s, int index, FormDyad *out) {
    const MinimalPlan *plan = s->plan;
    if (!plan->chain || index >= plan->chain->dyads) return false;
    const Dyad *dyad = &plan->chain->dyad[index];
    const int a = joint_of(plan, dyad->a), b = joint_of(plan, dyad->b);
    *out = (FormDyad){.joint = {a, dyad->behind ? b : dyad->joint, dyad->behind ? dyad->joint : b}};
    for (int k = 0; k < 3; k++) {
        const SystemJoint *joint = &s->joint[out->joint[k]];
        const bool slides = joint->frees == 1 && joint->free[0]->kind == FREE_SLIDE;
        out->kind[k] = slides ? 'P' : 'R';
    }
    return true;
}
