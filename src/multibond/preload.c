/* SPDX-License-Identifier: MIT
 *
 * How far springs are bent. Those on frees: as these stand. Those at locks: at the start as is
 * said of them by name, or so that they carry what the locks would; then nothing has to fall before
 * they do, and the first peak is gone. */
#include "multibond/numbers.h"
#include <string.h>

bool jd_multibond_bend(Multibond *graph, const char *name, size_t length, double deflection) {
    bool found = false;
    for (int k = 0; k < graph->holds.count; k++) {
        MultibondHold *hold = &graph->holds.at[k];
        if (strlen(hold->name) != length || strncmp(hold->name, name, length) != 0) continue;
        hold->deflection = deflection;
        found = true;
    }
    return found;
}

bool jd_multibond_preload(Multibond *graph, const JdModel *model, const Motion *motion,
                          JdLog *log) {
    MultibondDef def = graph->def;
    int hold;
    def.method = LOCKS_MSE;
    Multibond *locks = jd_multibond_new(model, graph->system, &def, graph->arena, log);
    MultibondNumbers *numbers = locks ? jd_multibond_numbers(locks, log) : NULL;
    if (!numbers) return false;
    if (!jd_multibond_evaluate(numbers, motion, &hold)) {
        jd_report(log, JD_ERROR, "graph-deflection", nowhere,
                  "the locks have no efforts at the start that springs could carry");
        jd_hint(log, "let the mechanism start elsewhere, or leave the springs without load");
        return false;
    }
    for (int k = 0; k < graph->holds.count; k++)
        graph->holds.at[k].deflection = jd_multibond_effort(numbers, k) / graph->def.stiffness;
    return true;
}

/* A spring on a free is bent by what its law says where the free stands: -k times it, at rest. */
static double way_of(const MultibondNumbers *n, int force) {
    const JdSystem *s = n->graph->system;
    const SystemForce *at = &s->force[force];
    const SystemJoint *joint = &s->joint[at->joint];
    RowNow row;
    ForceOutput out;
    s->kernel->row(s, n->motion, &joint->free_row[at->free], joint->frame_i, joint->frame_j, &row);
    const ForceInput in = {.position = row.f, .fields = at->fields};
    at->type->eval(&in, &out);
    return -out.effort / at->fields[at->type->stiffness - 1];
}

void jd_mb_bend_springs(MultibondNumbers *n) {
    const Multibond *g = n->graph;
    for (int k = 0; k < g->elements.count; k++) {
        const MultibondElement *element = &g->elements.at[k];
        const int state = element->force >= 0 ? n->equations->state[element->node] : -1;
        if (state >= 0) n->values[n->number[state]] = way_of(n, element->force);
    }
    for (int k = 0; k < g->holds.count && g->def.method == LOCKS_RC; k++) {
        const MultibondHold *hold = &g->holds.at[k];
        const int state = n->equations->state[hold->node];
        if (state >= 0) n->values[n->number[state + hold->component]] = hold->deflection;
    }
}
