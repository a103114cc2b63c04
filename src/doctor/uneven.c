/* SPDX-License-Identifier: MIT
 *
 * Masses in one loop that differ by more than ten orders: sixteen digits hold either of them, not
 * both. */
#include "doctor/inside.h"

static const double orders = 1e10;

static void look(Patient *p) {
    const JdSystem *s = p->system;
    int *loop = ARENA_NEW(&p->arena, int, s->joints + 1);
    for (int k = 0; loop && k < s->joints; k++) {
        const int count = s->graph.closing[k] ? jd_graph_loop(&s->graph, k, loop) : 0;
        int heavy = 0, light = 0;
        for (int n = 0; n < count; n++) {
            const SystemJoint *joint = &s->joint[loop[n]];
            for (int side = 0; side < 2 && !joint->couples; side++) {
                const int b = side ? joint->body_j : joint->body_i;
                if (!b || !(s->body[b].mass > 0)) continue;
                if (!heavy || s->body[b].mass > s->body[heavy].mass) heavy = b;
                if (!light || s->body[b].mass < s->body[light].mass) light = b;
            }
        }
        if (!heavy || !(s->body[heavy].mass > orders * s->body[light].mass)) continue;
        const ModelBody *body = &p->model->bodies.at[light];
        if (jd_find(
                p, JD_WARNING, "masses-uneven", body->mass_at.file ? body->mass_at : body->where,
                "'%s' weighs %.3g kg and '%s' %.3g kg in one loop: numbers of 16 digits do not "
                "hold both",
                s->body[light].name, s->body[light].mass, s->body[heavy].name, s->body[heavy].mass))
            jd_hint(p->log, "what weighs nothing beside the others may be `massless`; otherwise "
                            "look at the units of both");
        return;
    }
}

const Examination jd_examination_uneven = {"uneven", NEEDS_MOTION, look};
