/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates, for people: names of coordinates, and the dyads that were recognised. */
#include "form/minimal.h"

/* Of a joint, or of a body that floats: "jA.angle", "rod.x". */
bool jd_minimal_rate_name(const JdSystem *s, int rate, char *out, size_t room) {
    static const char *const parts[2][6] = {{"x", "y", "angle"}, {"x", "y", "z", "wx", "wy", "wz"}};
    const MinimalPlan *plan = s->plan;
    const TreeRate of = jd_tree_rate(s, &plan->tree, rate);
    snprintf(out, room, "%s.%s", of.joint >= 0 ? s->joint[of.joint].name : s->body[of.body].name,
             of.joint >= 0 ? s->joint[of.joint].free[of.free]->position
                           : parts[s->space == JD_SPATIAL][of.free]);
    return of.joint >= 0 || of.slide || !s->body[of.body].idle[of.free % 3];
}

static int joint_of(const MinimalPlan *plan, int bar) {
    return jd_tree_node(&plan->tree, bar).joint;
}

/* In space: the joints that it places, and the one that closes it. */
static bool space_dyad(const MinimalPlan *plan, int index, FormDyad *out) {
    const SpaceChain *chain = plan->space;
    if (index >= chain->dyads) return false;
    const SpaceDyad *dyad = &chain->dyad[index];
    const int cut = chain->closing[dyad->closing].joint;
    const int move = dyad->move >= 0    ? chain->stem[dyad->move].joint
                     : dyad->found >= 0 ? chain->stem[chain->dyad[dyad->found].aim].joint
                                        : cut;
    const int aim = dyad->aim >= 0 ? chain->stem[dyad->aim].joint : cut;
    *out = (FormDyad){.joint = {aim, dyad->own ? move : cut, dyad->own ? cut : move}};
    if (dyad->stems && dyad->aim < 0 && dyad->movers == 0) { /* turns that are a ball */
        out->joint[0] = chain->stem[dyad->stem[0]].joint;
        out->joint[1] = chain->stem[dyad->stem[dyad->stems - 1]].joint;
    }
    if (dyad->behind) out->joint[0] = move, out->joint[1] = aim, out->joint[2] = cut;
    snprintf(out->kind, sizeof out->kind, "%s", dyad->kind->name);
    return true;
}

/* From known to known: over both bars, with the pair between them or behind them. */
bool jd_minimal_dyad(const JdSystem *s, int index, FormDyad *out) {
    const MinimalPlan *plan = s->plan;
    if (plan->space) return space_dyad(plan, index, out);
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

/* ---- What is left to Newton's method --------------------------------------------------------- */

/* Knots of several unknowns, by the joints of their rows. */
static bool knot_block(const Chain *chain, int index, FormBlock *out) {
    for (int k = 0, number = 0; k < chain->knots; k++) {
        const Knot *knot = &chain->knot[k];
        if (knot->unknowns < 2) continue;
        for (int r = 0; r < knot->unknowns; r++) {
            const Closer *closer = &chain->closer[knot->closer + r];
            if (r > 0 && closer[-1].joint == closer->joint) continue;
            if (index-- > 0) continue;
            *out = (FormBlock){number, knot->unknowns, closer->joint};
            return true;
        }
        number++;
    }
    return false;
}

/* Without a sequence all loops are one block. */
bool jd_minimal_block(const JdSystem *s, int index, FormBlock *out) {
    const MinimalPlan *plan = s->plan;
    const RowSet *cut = &plan->tree.cut;
    if (plan->chain) return knot_block(plan->chain, index, out);
    for (int g = 0; g < cut->groups && !plan->space; g++) {
        if (cut->group[g].joint < 0 || index-- > 0) continue;
        *out = (FormBlock){0, plan->tree.nu - plan->free, cut->group[g].joint};
        return true;
    }
    return false;
}
