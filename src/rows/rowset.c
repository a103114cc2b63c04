/* SPDX-License-Identifier: MIT
 *
 * Rows in groups, one group per joint, and the pattern of the matrix [A J^T; J 0] that goes with
 * them. */
#include "rows/rows.h"

typedef struct {
    Group *group;
    Row *row;
    int groups, rows;
    int extras; /* rows that are asked for besides */
    const ExtraRow *extra;
    bool *taken; /* of each of them: a joint has it */
} Lists;

/* The bodies of both joints whose frees are coupled, each once. */
static void find_ends(const JdSystem *system, const SystemJoint *from, Group *group) {
    group->ends = 0;
    for (int side = 0; side < 2; side++) {
        const SystemJoint *joint = &system->joint[from->coupled[side]];
        const int body[2] = {joint->body_i, joint->body_j};
        for (int k = 0; k < 2; k++) {
            bool known = false;
            for (int e = 0; e < group->ends; e++) known = known || group->body[e] == body[k];
            if (!known) group->body[group->ends++] = body[k];
        }
    }
}

/* A joint's locks, then the drives on its frees, then the extra rows between its frames. */
static void add_joint(const JdSystem *system, Lists *to, int joint, RowsFor use, bool locked) {
    const SystemJoint *from = &system->joint[joint];
    Group *group = &to->group[to->groups++];
    *group = (Group){.ends = 2,
                     .body = {from->body_i, from->body_j},
                     .frame_i = from->frame_i,
                     .frame_j = from->frame_j,
                     .first = to->rows,
                     .joint = joint,
                     .couples = from->couples};
    if (from->couples) find_ends(system, from, group);
    const bool starts = use != ROWS_MOTION && from->starts > 0;
    const Row *row = starts ? from->start_row : from->lock_row;
    const bool rates = use != ROWS_POSITIONS && use != ROWS_PLACES,
               moving = use != ROWS_PATHS && use != ROWS_PLACES; /* drives that move hold, too */
    for (int k = 0; k < (starts ? from->starts : from->locks) && locked; k++)
        if (rates || !row[k].velocity) to->row[to->rows++] = row[k];
    for (int d = 0; d < system->drives; d++) {
        if (system->drive[d].joint != joint) continue;
        if (!moving && !jd_drive_stands(&system->drive[d])) continue;
        if (use == ROWS_POSITIONS && system->drive[d].state >= 0) continue; /* from where it is */
        Row driven = from->free_row[system->drive[d].free];
        driven.motion = system->drive[d].motion;
        driven.integral = system->drive[d].state;
        driven.drive = d;
        to->row[to->rows++] = driven;
    }
    for (int e = 0; e < to->extras; e++) {
        const ExtraRow *extra = &to->extra[e];
        if (from->couples || extra->frame_i != from->frame_i || extra->frame_j != from->frame_j)
            continue;
        to->row[to->rows++] = extra->row;
        to->taken[e] = true;
    }
    group->count = to->rows - group->first;
    if (group->count == 0) to->groups--; /* locks nothing here */
}

static void add_extra(const JdSystem *system, Lists *to, const ExtraRow *extra) {
    const int i = extra->frame_i, j = extra->frame_j;
    to->group[to->groups++] = (Group){.ends = 2,
                                      .body = {system->frame[i].body, system->frame[j].body},
                                      .frame_i = i,
                                      .frame_j = j,
                                      .first = to->rows,
                                      .count = 1,
                                      .joint = -1};
    to->row[to->rows++] = extra->row;
}

/* Which groups touch a body that has no mass or no inertia of its own. */
static bool needs_augmenting(const JdSystem *system, const Group *group) {
    for (int k = 0; k < group->ends && !group->couples; k++) {
        if (group->body[k] && system->body[group->body[k]].borrows) return true;
        for (int c = 0; group->body[k] && c < system->kernel->nv; c++)
            if (jd_mass_of(system, group->body[k], c) <= 0) return true;
    }
    return false;
}

/* Blocks of the matrix: moving bodies, then groups. Pairs: each group with its bodies. */
static bool make_plan(JdSystem *system, RowSet *set, Group *groups, const Graph *graph) {
    Arena *arena = &system->arena;
    int bodies = system->bodies - 1, blocks = bodies + set->groups, pairs = 0;
    SparseBlock *block = ARENA_NEW(arena, SparseBlock, blocks + 1);
    SparsePair *pair = ARENA_NEW(arena, SparsePair, (GROUP_ENDS + 1) * set->groups + 1);
    int *parent_joint = ARENA_NEW(arena, int, blocks + 1);
    int *parent_body = ARENA_NEW(arena, int, blocks + 1);
    int *order = ARENA_NEW(arena, int, blocks + 1);
    int *pair_bodies = ARENA_NEW(arena, int, set->groups + 1);
    bool *augmented = ARENA_NEW(arena, bool, set->groups + 1);
    if (arena->failed) return false;

    for (int b = 0; b < bodies; b++) {
        block[b] = (SparseBlock){system->kernel->nv, false};
        int edge = graph->parent_edge[b + 1];
        parent_joint[b] = edge >= 0 ? bodies + edge : -1;
        parent_body[b] = graph->parent_body[b + 1] - 1;
        if (parent_body[b] < 0) parent_body[b] = -1;
    }
    for (int g = 0; g < set->groups; g++) {
        Group *group = &groups[g];
        int me = bodies + g;
        block[me] = (SparseBlock){group->count, true};
        parent_joint[me] = parent_body[me] = -1;
        pair_bodies[g] = -1;
        for (int e = 0; e < group->ends; e++) {
            group->pair[e] = group->body[e] ? pairs++ : -1;
            if (group->body[e]) pair[group->pair[e]] = (SparsePair){me, group->body[e] - 1};
        }
        augmented[g] = needs_augmenting(system, group);
        if (!augmented[g]) continue;
        set->augments = true;
        if (group->body[0] && group->body[1])
            pair[pair_bodies[g] = pairs++] = (SparsePair){group->body[0] - 1, group->body[1] - 1};
    }
    set->pair_bodies = pair_bodies;
    set->augmented = augmented;
    const SparsePattern pattern = {blocks, block, pairs, pair};
    if (!jd_sparse_order(arena, &pattern, parent_joint, parent_body, order)) return false;
    set->plan = jd_sparse_plan(arena, &pattern, order);
    return set->plan != NULL;
}

/* The tree of a set: its groups are the edges. */
static bool make_tree(JdSystem *system, const RowSet *set, Graph *graph) {
    GraphEdge *edge = ARENA_NEW(&system->arena, GraphEdge, set->groups + 1);
    if (!edge) return false;
    for (int g = 0; g < set->groups; g++)
        edge[g] = (GraphEdge){set->group[g].body[0], set->group[g].body[1], set->group[g].count};
    return jd_graph_make(graph, &system->arena, system->bodies, set->groups, edge);
}

bool jd_rowset_make(JdSystem *system, RowSet *set, RowsFor use, const bool *locked, int extras,
                    const ExtraRow *extra) {
    Arena *arena = &system->arena;
    int locks = 0;
    for (int k = 0; k < system->joints; k++)
        if (!locked || locked[k]) locks += system->joint[k].locks + system->joint[k].starts;
    Lists lists = {.group = ARENA_NEW(arena, Group, system->joints + extras + 1),
                   .row = ARENA_NEW(arena, Row, locks + system->drives + extras + 1),
                   .extras = extras,
                   .extra = extra,
                   .taken = ARENA_NEW(arena, bool, extras + 1)};
    if (arena->failed) return false;

    for (int k = 0; k < system->joints; k++)
        add_joint(system, &lists, k, use, !locked || locked[k]);
    for (int e = 0; e < extras; e++)
        if (!lists.taken[e]) add_extra(system, &lists, &extra[e]);

    *set = (RowSet){
        .groups = lists.groups, .rows = lists.rows, .group = lists.group, .row = lists.row};
    Graph graph;
    if (!make_tree(system, set, &graph) || !make_plan(system, set, lists.group, &graph) ||
        !system->kernel->sort(system, set))
        return false;

    /* Measured: with loops the way over J M^-1 J^T is shorter, for trees that over the whole
     * matrix. */
    for (int g = 0; g < set->groups; g++)
        set->loops = set->loops || graph.closing[g] || set->group[g].couples;
    return !set->loops || jd_schur_make(system, set);
}
