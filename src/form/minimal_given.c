/* SPDX-License-Identifier: MIT
 *
 * What drives give under minimal coordinates, where they have no multipliers: locks give nothing,
 * so it is what the bodies take beyond what forces give them, (M a - Q) . v. Right after an
 * evaluation, with the accelerations of its independent rates. theory 6.8 */
#include "form/minimal.h"
#include <string.h>

/* Bias, and what the independent accelerations add. */
static double by_plane(const MinimalPlan *plan, const MinimalWork *w) {
    const Chain *chain = plan->chain;
    const ChainWork *of = &w->chain;
    double power = 0;
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        const Spin *F = &w->force[bar->body], *v = &of->body[bar->body].v;
        Spin a = of->body[bar->body].a;
        for (int f = 0; f < chain->free; f++) {
            const Spin *column = &of->column[f * chain->bodies + bar->body];
            a.line = vec2_add(a.line, vec2_scale(w->h[f], column->line));
            a.turn += w->h[f] * column->turn;
        }
        power += v->line.x * (bar->mass * a.line.x - F->line.x) +
                 v->line.y * (bar->mass * a.line.y - F->line.y) +
                 v->turn * (bar->inertia * a.turn - F->turn);
        if (bar->turn || bar->slide) power -= w->tree.effort[bar->u] * of->rate[k];
    }
    return power;
}

static double by_space(const JdSystem *s, const MinimalPlan *plan, const MinimalWork *w) {
    const SpaceChain *chain = plan->space;
    double power = 0;
    for (int k = 0; k < chain->stems; k++) {
        const Stem *stem = &chain->stem[k];
        const SpaceBody *body = &w->space.body[stem->body];
        const double *Q = w->tree.Q + s->kernel->nv * (stem->body - 1);
        const Vec3 J = stem->turning, turn = axes_in(&body->R, body->v.turn);
        Spin3 a = body->a;
        for (int f = 0; f < chain->free; f++) {
            const Spin3 *column = &w->space.column[f * chain->bodies + stem->body];
            a.line = vec3_add(a.line, vec3_scale(w->h[f], column->line));
            a.turn = vec3_add(a.turn, vec3_scale(w->h[f], column->turn));
        }
        const Vec3 own = axes_in(&body->R, a.turn);
        power += vec3_dot(body->v.line,
                          vec3_sub(vec3_scale(stem->mass, a.line), vec3(Q[0], Q[1], Q[2]))) +
                 turn.x * (J.x * own.x - Q[3]) + turn.y * (J.y * own.y - Q[4]) +
                 turn.z * (J.z * own.z - Q[5]);
    }
    for (int u = 0; u < chain->rates; u++) power -= w->tree.effort[u] * w->space.rate[u];
    return power;
}

/* All accelerations, which the nodes then have. */
static double by_tree(const JdSystem *s, const MinimalPlan *plan, Motion *m, MinimalWork *w) {
    const Tree *tree = &plan->tree;
    const TreeAt at = {s, tree, &w->tree, m};
    memcpy(w->step, w->udot, (size_t)tree->nu * sizeof *w->step);
    for (int k = 0; k < plan->free; k++)
        for (int u = 0; u < tree->nu; u++) w->step[u] += w->h[k] * w->B[k * tree->nu + u];
    jd_tree_accelerate(s, tree, &w->tree, w->step);
    return jd_tree_given(&at, w->u, w->twists);
}

double jd_minimal_given(const JdSystem *s, const Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    Motion at = *m;
    if (!plan->tree.cut.rows) return 0;
    if (!w->mode.by_chain) return by_tree(s, plan, &at, w);
    if (plan->space) return by_space(s, plan, w);
    return plan->chain->one ? 0 : by_plane(plan, w);
}
