/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates, before a run: the tree, the rows that close loops, which rates are wanted as
 * independent ones, and what a run needs of memory. */
#include "form/minimal.h"
#include <limits.h>

/* The group of each cut row. */
static bool list_rows(JdSystem *s, MinimalPlan *plan) {
    const RowSet *set = &plan->tree.cut;
    plan->group = ARENA_NEW(&s->arena, int, set->rows + 1);
    if (s->arena.failed) return false;
    for (int g = 0; g < set->groups; g++)
        for (int r = set->group[g].first; r < set->group[g].first + set->group[g].count; r++)
            plan->group[r] = g;
    return true;
}

/* A rate that somebody names counts so little as a dependent one. */
static const double wanted = 0.01;

/* Joints on which something acts are wanted as independent ones; then those that turn on the
 * ground. */
static double preference(const JdSystem *s, int joint, int free) {
    if (s->prefer && s->prefer[joint] & (1u << free)) return wanted;
    for (int k = 0; k < s->forces; k++)
        if (s->force[k].type->target == FORCE_ON_FREE && s->force[k].joint == joint &&
            s->force[k].free == free)
            return 0.1;
    const bool grounded = !s->joint[joint].body_i || !s->joint[joint].body_j;
    return grounded && s->joint[joint].free[free]->kind == FREE_TURN ? 0.5 : 1;
}

static bool weigh_rates(JdSystem *s, MinimalPlan *plan) {
    const Tree *tree = &plan->tree;
    plan->prefer = ARENA_NEW(&s->arena, double, tree->nu + 1);
    plan->unit = ARENA_NEW(&s->arena, double, tree->nu + 1);
    if (s->arena.failed) return false;
    for (int u = 0; u < tree->nu; u++) {
        const TreeRate of = jd_tree_rate(s, tree, u);
        plan->unit[u] = of.slide ? s->length : 1;
        plan->prefer[u] = of.joint >= 0 ? preference(s, of.joint, of.free) : 1;
    }
    return true;
}

/* In closed form dependent turns are not worked out at every evaluation. */
static bool list_frees(JdSystem *s, MinimalPlan *plan) {
    if (!jd_tree_frees(s, &plan->tree, &plan->frees) ||
        !jd_tree_frees(s, &plan->tree, &plan->chain_frees))
        return false;
    for (int k = 0; k < s->joints && plan->depends; k++) {
        TreeFree *free = &plan->chain_frees[k];
        const bool turns = free->u >= 0 && (plan->space || s->joint[k].free[0]->kind != FREE_SLIDE);
        if (turns && plan->depends[free->u]) free->known = false;
    }
    return true;
}

/* ---- Which tree ----------------------------------------------------------------------------- */

static bool is_lone(const JdSystem *s, int joint, FreeKind kind) {
    return s->joint[joint].frees == 1 && s->joint[joint].free[0]->kind == kind;
}

static bool may_cut(const JdSystem *s, const bool *cut, int joint) {
    const bool kept = s->kept && s->kept[joint];
    return !cut[joint] && !kept && is_lone(s, joint, FREE_TURN) && jd_drive_of(s, joint, -1) < 0;
}

/* Dyads are closed by pins: slides and driven joints come into the tree first, and pins that are
 * left over are cut. False: no memory. */
static bool cut_pins(JdSystem *s, bool *cut) {
    Graph graph, other;
    bool *in_tree = ARENA_NEW(&s->arena, bool, s->joints + 1);
    GraphEdge *edge = ARENA_NEW(&s->arena, GraphEdge, s->joints + 1);
    if (s->arena.failed || !jd_tree_choose(s, &s->arena, cut, &graph, in_tree)) return false;
    for (int k = 0; k < s->joints; k++) {
        edge[k] = graph.edge[k];
        if (edge[k].rows > 0 && !may_cut(s, cut, k)) edge[k].rows++;
    }
    other = (Graph){.bodies = s->bodies, .edges = s->joints, .edge = edge};
    if (!jd_graph_make_forest(&other, &s->arena, s->vertex)) return false;
    for (int k = 0; k < s->joints; k++)
        if (edge[k].rows > 0 && other.closing[k] && may_cut(s, cut, k)) cut[k] = true;
    return true;
}

/* The joints of the tree between the two bodies of a joint. */
static int find_loop(const JdSystem *s, const Graph *graph, int joint, int *loop) {
    int i = s->joint[joint].body_i, j = s->joint[joint].body_j, count = 0;
    while (i != j) {
        int *far = graph->depth[i] >= graph->depth[j] ? &i : &j;
        if (graph->parent_edge[*far] < 0) return 0;
        loop[count++] = graph->parent_edge[*far];
        *far = graph->parent_body[*far];
    }
    return count;
}

/* ---- Drives, for closed forms in the plane and in space ----------------------------------------
 */

int jd_minimal_drive(const JdSystem *s, const NodeInfo *node) {
    return node->nu == 1 ? jd_drive_of(s, node->joint, -1) : -1;
}

bool jd_minimal_drives_all(const JdSystem *s, const Tree *tree, const Group *group) {
    for (int r = group->first; r < group->first + group->count; r++) {
        const int drive = tree->cut.row[r].drive, joint = drive < 0 ? -1 : s->drive[drive].joint;
        const bool lone = joint >= 0 && tree->in_tree[joint] && s->joint[joint].frees == 1;
        if (!lone || jd_drive_of(s, joint, -1) != drive) return false;
    }
    return true;
}

const double (*jd_minimal_jets(JdSystem *s, const Tree *tree))[3] {
    const Motion start = {.time = 0, .held = s->start_held, .extra = s->extra_start};
    double(*jet)[3] = (double(*)[3])ARENA_NEW(&s->arena, double, 3 * tree->nodes + 3);
    for (int n = 0; n < tree->nodes && jet; n++) {
        const NodeInfo node = jd_tree_node(tree, n);
        const int drive = jd_minimal_drive(s, &node);
        if (drive >= 0) jd_drive_jet(s, &start, drive, jet[n]);
    }
    return (const double(*)[3])jet;
}

/* NULL: no memory. */
static MinimalPlan *make_plan(JdSystem *s, const bool *cut) {
    MinimalPlan *plan = ARENA_NEW(&s->arena, MinimalPlan, 1);
    return plan && jd_tree_make(s, &plan->tree, cut) && list_rows(s, plan) &&
                   weigh_rates(s, plan) &&
                   (s->settings.by_newton ||
                    (jd_minimal_chain(s, plan) && jd_minimal_find_space(s, plan)))
               ? plan
               : NULL;
}

/* Coordinates that Newton's method has to find; without any closed form more than ever. */
static int iterated(const MinimalPlan *plan) {
    return !plan->tree.cut.rows || plan->space ? 0 : plan->chain ? plan->chain->iterated : INT_MAX;
}

/* Another pin of the loop that `joint` closes is cut, if that leaves less to Newton's method. NULL:
 * it does not, or no memory. */
static MinimalPlan *cut_elsewhere(JdSystem *s, const MinimalPlan *plan, bool *cut, int joint,
                                  int *tries) {
    Graph graph;
    bool *in_tree = ARENA_NEW(&s->arena, bool, s->joints + 1);
    int *loop = ARENA_NEW(&s->arena, int, s->joints + 1);
    if (s->arena.failed || !jd_tree_choose(s, &s->arena, cut, &graph, in_tree)) return NULL;
    const int count = find_loop(s, &graph, joint, loop);
    for (int n = 0; n < count; n++) {
        if (!may_cut(s, cut, loop[n]) || *tries <= 0) continue;
        const bool before = cut[joint];
        cut[loop[n]] = true, cut[joint] = false;
        MinimalPlan *other = make_plan(s, cut);
        --*tries;
        const bool rests = other && jd_tree_check(s, &other->tree, NULL);
        if (!other || (rests && iterated(other) < iterated(plan))) return other;
        cut[loop[n]] = false, cut[joint] = before;
    }
    return NULL;
}

static MinimalPlan *cut_better(JdSystem *s, MinimalPlan *plan, bool *cut) {
    int tries = 32;
    for (int k = 0; k < plan->chain->knots; k++) {
        const Knot *knot = &plan->chain->knot[k];
        for (int r = 0; r < knot->unknowns && knot->unknowns > 1; r++) {
            const Closer *closer = &plan->chain->closer[knot->closer + r];
            if (closer->couples || (r > 0 && closer[-1].joint == closer->joint)) continue;
            if (s->cut && s->cut[closer->joint]) continue;
            MinimalPlan *other = cut_elsewhere(s, plan, cut, closer->joint, &tries);
            if (s->arena.failed) return NULL;
            if (!other) continue;
            plan = other, k = -1;
            break;
        }
    }
    return plan;
}

/* Larger trees would be tried for too long. */
enum { TRIED_MOST = 40 };

/* In space a loop may close in closed form at another of its hinges. */
static MinimalPlan *cut_in_space(JdSystem *s, MinimalPlan *plan, bool *cut) {
    int tries = 32;
    if (s->space == JD_PLANAR || plan->tree.nodes > TRIED_MOST) return plan;
    for (int k = 0; k < s->joints; k++) {
        if (plan->tree.in_tree[k] || !jd_tree_may_have(&s->joint[k])) continue;
        if (s->joint[k].couples || (s->cut && s->cut[k])) continue;
        MinimalPlan *other = cut_elsewhere(s, plan, cut, k, &tries);
        if (s->arena.failed) return NULL;
        if (other) return other;
    }
    return plan;
}

/* As the user wants it cut, or as it comes; if that has no closed form, other joints are cut, too.
 */
static MinimalPlan *choose_plan(JdSystem *s) {
    MinimalPlan *plan = make_plan(s, s->cut);
    bool *cut = ARENA_NEW(&s->arena, bool, s->joints + 1);
    if (!plan || !cut) return NULL;
    if (iterated(plan) == 0 || s->settings.by_newton) return plan;
    for (int k = 0; k < s->joints && s->cut; k++) cut[k] = s->cut[k];
    MinimalPlan *other = cut_pins(s, cut) ? make_plan(s, cut) : NULL;
    if (!other) return NULL;
    const bool better = iterated(other) < iterated(plan);
    for (int k = 0; k < s->joints && !better; k++) cut[k] = s->cut && s->cut[k];
    if (better) plan = other;
    return plan->chain ? cut_better(s, plan, cut) : plan->space ? plan : cut_in_space(s, plan, cut);
}

/* The last bits of what Newton's method finds depend on where it starts; so do those of the rate of
 * a spin, which the state has along three axes of a ball. */
static bool closes(const MinimalPlan *plan) {
    const SpaceChain *space = plan->space;
    if (!plan->depends || plan->rolls || iterated(plan) > 0) return false;
    for (int k = 0; space && k < space->free; k++)
        if (space->spin_of[space->independent[k]] >= 0) return false;
    return true;
}

bool jd_minimal_prepare(JdSystem *s, JdLog *log) {
    MinimalPlan *plan = choose_plan(s);
    if (!plan || !list_frees(s, plan)) {
        jd_report_memory(log);
        return false;
    }
    plan->rolls = jd_count_velocities(&plan->tree.cut) > 0;
    plan->free = plan->tree.nu - (plan->tree.cut.rows - plan->tree.dependent);
    if (plan->free < 0) { /* more rows than rates: some follow from others, whatever was found */
        plan->tree.dependent -= plan->free;
        plan->free = 0;
    }
    plan->closes = closes(plan);
    s->plan = plan;
    s->states = plan->tree.nq + s->turns + plan->tree.nu;
    const int found = iterated(plan) < INT_MAX ? iterated(plan) : plan->tree.cut.rows;
    return jd_tree_check(s, &plan->tree, log) &&
           jd_form_is_not_too_large(s, found, "coordinates by Newton's method", log) &&
           jd_form_is_not_too_large(s, plan->tree.cut.rows ? plan->free : 0,
                                    "independent coordinates", log);
}

void jd_minimal_layout(const JdSystem *s, Motion *m, Layout *at) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = PLACE_OWNER(at, MinimalWork), measured = {0};
    if (!at->base) w = &measured;
    const size_t nu = (size_t)plan->tree.nu + 1, rows = (size_t)plan->tree.cut.rows + 1,
                 nodes = (size_t)plan->tree.nodes + 1, n = (size_t)s->kernel->nv,
                 f = plan->tree.cut.rows ? (size_t)plan->free + 1 : 1;
    jd_tree_layout(s, &plan->tree, &w->tree, at);
    w->q = PLACE(at, double, plan->tree.nq + 1);
    w->u = PLACE(at, double, nu);
    w->udot = PLACE(at, double, nu);
    w->step = PLACE(at, double, nu);
    w->G = PLACE(at, double, rows *nu);
    w->LU = PLACE(at, double, rows *nu);
    w->dependent = PLACE(at, int, nu);
    w->independent = PLACE(at, int, nu);
    w->in_use = PLACE(at, bool, nu);
    w->now = PLACE(at, bool, nu);
    w->left = PLACE(at, int, nu);
    w->came = PLACE(at, int, nu);
    w->first = PLACE(at, int, nu);
    w->rows = PLACE(at, int, rows + nu);
    w->B = PLACE(at, double, f *nu);
    w->twists = PLACE(at, double, f *nodes *n);
    w->M = PLACE(at, double, f *f);
    w->h = PLACE(at, double, f);
    w->r = PLACE(at, double, rows + nu);
    w->force = PLACE(at, Spin, s->bodies);
    if (plan->chain) jd_chain_layout(plan->chain, &w->chain, at);
    if (plan->space) jd_space_layout(plan->space, &w->space, at);
    m->form = at->base ? w : NULL;
    jd_mode_add(m, &w->mode, sizeof w->mode);
    jd_mode_add(m, w->dependent, nu * sizeof *w->dependent);
    jd_mode_add(m, w->independent, nu * sizeof *w->independent);
    jd_mode_add(m, w->in_use, nu * sizeof *w->in_use);
}

void jd_minimal_keep(const JdSystem *s, Motion *m, Keeper *keeper) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    const void *const frees[] = {NULL, plan->frees, plan->chain_frees};
    jd_keep_choice(keeper, &m->tree_free, frees, 3);
    jd_tree_keep(&w->tree, keeper);
    KEEP(keeper, w->pivot);
    KEEP(keeper, w->lowest);
    KEEP(keeper, w->mode.chosen);
    KEEP(keeper, w->mode.by_chain);
    KEEP(keeper, w->mode.looked);
    KEEP(keeper, w->read);
    KEEP(keeper, w->rate);
    KEEP(keeper, w->told);
}
