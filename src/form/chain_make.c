/* SPDX-License-Identifier: MIT
 *
 * Finds the sequence of known bodies, dyads and knots of a mechanism, if all that moves, moves in
 * parallel planes. Otherwise loops are closed by Newton's method, all at once. */
#include "form/chain_search.h"
#include <string.h>

/* What chain_one.c knows: one coordinate, no drives, no knots, no two slides on two bodies. */
static bool goes_in_one(const Chain *chain) {
    if (chain->free != 1 || chain->drives || chain->knots) return false;
    for (int d = 0; d < chain->dyads; d++)
        if (!chain->dyad[d].behind && !chain->bar[chain->dyad[d].a].turn) return false;
    return true;
}

/* ---- The search ----------------------------------------------------------------------------- */

/* A driven bar is found by its drive, whose row asks no more. */
static void take_drive(Search *f, const Bar *bar) {
    const RowSet *set = &f->plan->tree.cut;
    if (bar->drive < 0) return;
    f->chain->drives++;
    f->depends[bar->u] = true;
    for (int r = 0; r < set->rows; r++)
        if (set->row[r].drive == bar->drive) f->used[r] = true;
}

static void know(Search *f, int n) {
    const Bar *bar = &f->chain->bar[n];
    f->known[bar->body] = true;
    take_drive(f, bar);
}

void jd_chain_add_step(Search *f, ChainStep step) {
    Chain *chain = f->chain;
    chain->step[chain->steps++] = step;
    if (step.bar >= 0) know(f, step.bar);
    if (step.dyad >= 0) {
        know(f, chain->dyad[step.dyad].a);
        know(f, chain->dyad[step.dyad].b);
    }
    if (step.knot < 0) return;
    const Knot *knot = &chain->knot[step.knot];
    for (int k = 0; k < knot->bars; k++) know(f, knot->bar[k]);
}

/* A bar on a known body: fixed, driven, or taken as independent. */
static bool add_bar(Search *f, bool independent) {
    const Chain *chain = f->chain;
    int best = -1;
    double least = INFINITY;
    for (int n = 0; n < chain->bars; n++) {
        const Bar *bar = &chain->bar[n];
        if (f->known[bar->body] || !f->known[bar->parent]) continue;
        if (is_given(bar)) return jd_chain_add_step(f, (ChainStep){n, -1, -1}), true;
        const double prefer = n == f->favourite ? 0 : f->plan->prefer[bar->u];
        if (prefer < least) least = prefer, best = n;
    }
    if (!independent || best < 0) return false;
    jd_chain_add_step(f, (ChainStep){best, -1, -1});
    f->chain->independent[f->chain->free++] = best;
    return true;
}

static bool search(Search *f) {
    const Tree *tree = &f->plan->tree;
    if (!jd_chain_bars(f) || !jd_chain_closings(f)) return false;
    f->chain->length = f->s->length;
    f->known[0] = true;
    while (add_bar(f, false) || jd_chain_add_dyad(f) || jd_chain_add_knot(f) || add_bar(f, true)) {
    }
    int depends = 0;
    for (int n = 0; n < tree->nodes; n++)
        if (!f->known[f->chain->bar[n].body]) return false;
    for (int r = 0; r < tree->cut.rows; r++)
        if (!f->used[r]) return false;
    for (int u = 0; u < tree->nu; u++) depends += f->depends[u];
    return depends == tree->cut.rows - tree->dependent;
}

/* ---- What forces need ----------------------------------------------------------------------- */

/* Bodies with a force on them. */
static bool list_pushed(JdSystem *s, Chain *chain) {
    struct PlaneBody *at = ARENA_NEW(&s->arena, struct PlaneBody, chain->plane.count + 1);
    if (!at) return false;
    chain->pushed = chain->plane;
    chain->pushed.count = 0;
    chain->pushed.at = at;
    for (int n = 0; n < chain->plane.count; n++) {
        bool pushed = chain->acts;
        for (int k = 0; k < s->forces; k++)
            pushed = pushed || s->frame[s->force[k].frame_i].body == chain->plane.at[n].body ||
                     s->frame[s->force[k].frame_j].body == chain->plane.at[n].body;
        if (pushed) at[chain->pushed.count++] = chain->plane.at[n];
    }
    return true;
}

/* Which of the short cuts are open. */
static bool look_at_forces(JdSystem *s, Chain *chain) {
    chain->angles = s->space == JD_PLANAR && s->inputs > 0;
    for (int k = 0; k < s->forces; k++)
        if (s->space == JD_PLANAR && s->force[k].type->target == FORCE_ON_FREE &&
            s->joint[s->force[k].joint].free[s->force[k].free]->kind == FREE_TURN)
            chain->angles = true;
    chain->acts = s->inputs > 0 || s->turns > 0 || s->rigid;
    for (int k = 0; k < s->forces; k++)
        chain->acts = chain->acts || s->force[k].type->target == FORCE_ON_FREE;
    if (!list_pushed(s, chain)) return false;
    chain->one = goes_in_one(chain);
    chain->go = jd_chain_one;
    for (int d = 0; d < chain->dyads; d++)
        if (ends_in_slide(chain, &chain->dyad[d])) chain->go = jd_chain_one_slides;
    chain->plain = chain->one && s->forces == 0 && s->inputs == 0 && s->turns == 0 && !s->rigid &&
                   s->drives == 0 && s->gravity_kind == GRAVITY_UNIFORM;
    if (s->gravity_kind == GRAVITY_UNIFORM)
        chain->gravity =
            vec2(vec3_dot(s->gravity, chain->plane.e1), vec3_dot(s->gravity, chain->plane.e2));
    return true;
}

static Chain *new_chain(Arena *arena, const Tree *tree) {
    Chain *chain = ARENA_NEW(arena, Chain, 1);
    if (!chain) return NULL;
    chain->step = ARENA_NEW(arena, ChainStep, tree->nodes + 1);
    chain->dyad = ARENA_NEW(arena, Dyad, tree->nodes + 1);
    chain->knot = ARENA_NEW(arena, Knot, tree->nodes + 1);
    chain->closer = ARENA_NEW(arena, Closer, tree->cut.rows + 1);
    chain->bar = ARENA_NEW(arena, Bar, tree->nodes + 1);
    chain->independent = ARENA_NEW(arena, int, tree->nodes + 1);
    return chain;
}

/* The sequence with this bar among the independent ones, if it can be. NULL: there is none, or no
 * memory. */
static Chain *find_chain(JdSystem *s, MinimalPlan *plan, int favourite, bool **depends) {
    Arena *arena = &s->arena;
    const Tree *tree = &plan->tree;
    Search f = {.s = s, .plan = plan, .favourite = favourite, .chain = new_chain(arena, tree)};
    *depends = f.depends = ARENA_NEW(arena, bool, tree->nu + 1);
    f.known = ARENA_NEW(arena, bool, s->bodies + 1);
    f.planar = ARENA_NEW(arena, bool, tree->nodes + 1);
    f.used = ARENA_NEW(arena, bool, tree->cut.rows + 1);
    f.marked = ARENA_NEW(arena, bool, tree->nodes + 1);
    f.taken = ARENA_NEW(arena, bool, tree->cut.groups + 1);
    f.flat = ARENA_NEW(arena, struct PlaneBody, tree->nodes + 1);
    if (arena->failed || !search(&f) || !jd_chain_check(s, plan, f.chain)) return NULL;
    return !arena->failed ? f.chain : NULL;
}

bool jd_chain_make(JdSystem *s, MinimalPlan *plan) {
    if (!plan->tree.cut.rows) return true;
    Chain *chain = find_chain(s, plan, -1, &plan->depends);
    const int bars = chain && chain->free > 0 ? chain->bars : 0;
    /* Where Newton's method is needed, another coordinate may leave less to it. */
    for (int n = 0, tries = 32; n < bars && tries > 0 && chain->iterated > 0; n++) {
        bool *depends;
        if (is_given(&chain->bar[n])) continue;
        Chain *other = find_chain(s, plan, n, &depends);
        tries--;
        if (!other || other->iterated >= chain->iterated) continue;
        chain = other;
        plan->depends = depends;
    }
    if (s->arena.failed || (chain && !look_at_forces(s, chain))) return false;
    plan->chain = chain;
    return true;
}
