/* SPDX-License-Identifier: MIT
 *
 * The connection graph of a system: what its trees of joints grow from, and what is left over. */
#include "form/form.h"
#include "system/system.h"
#include "tree/tree.h"

/* Line forces alone meet at a node: it gives way to any body as a root. */
static const int node_priority = 100;

struct JdConnections {
    Arena arena;
    const JdSystem *system;
    int roots;
    JdRoot *root;
    bool *in_tree;
};

/* As the form has it, or as one on a tree would. */
static bool find_trees(JdConnections *c, int *root_of) {
    const JdSystem *s = c->system;
    const Tree *tree = s->form->tree ? s->form->tree(s) : NULL;
    Graph graph;
    if (!tree) {
        if (!jd_tree_choose(s, &c->arena, s->cut, &graph, c->in_tree)) return false;
        for (int b = 0; b < s->bodies; b++) root_of[b] = graph.root[b];
        return true;
    }
    for (int k = 0; k < s->joints; k++) c->in_tree[k] = tree->in_tree[k];
    for (int n = 0; n < tree->nodes; n++) { /* parents come first */
        const NodeInfo node = jd_tree_node(tree, n);
        root_of[node.body] = node.joint < 0 ? node.body : root_of[node.parent];
    }
    return true;
}

static bool list_roots(JdConnections *c, const int *root_of) {
    const JdSystem *s = c->system;
    int *bodies = ARENA_NEW(&c->arena, int, s->bodies);
    c->root = ARENA_NEW(&c->arena, JdRoot, s->bodies + s->nodes);
    if (c->arena.failed) return false;
    for (int b = 0; b < s->bodies; b++) bodies[root_of[b]]++;
    for (int b = 0; b < s->bodies; b++) {
        if (root_of[b] != b) continue;
        const bool said = s->vertex && s->vertex[b].kind == VERTEX_ROOT;
        c->root[c->roots++] = (JdRoot){s->body[b].name, !b || said, 0, bodies[b]};
    }
    for (int n = 0; n < s->nodes; n++)
        c->root[c->roots++] = (JdRoot){s->node[n].name, false, node_priority, 0};
    return true;
}

void jd_connections_free(JdConnections *c) {
    if (!c) return;
    Arena arena = c->arena; /* it holds what it stands in */
    jd_arena_free(&arena);
}

JdConnections *jd_connections_new(const JdSystem *system, JdLog *log) {
    if (!system) return NULL;
    Arena arena = {0};
    JdConnections *c = ARENA_NEW(&arena, JdConnections, 1);
    if (!c) {
        jd_report_memory(log);
        return NULL;
    }
    *c = (JdConnections){.arena = arena, .system = system};
    int *root_of = ARENA_NEW(&c->arena, int, system->bodies);
    c->in_tree = ARENA_NEW(&c->arena, bool, system->joints + 1);
    if (!c->arena.failed && find_trees(c, root_of) && list_roots(c, root_of)) return c;
    jd_report_memory(log);
    jd_connections_free(c);
    return NULL;
}

bool jd_connections_root(const JdConnections *c, int index, JdRoot *root) {
    if (!c || !root || index < 0 || index >= c->roots) return false;
    *root = c->root[index];
    return true;
}

bool jd_connections_branch(const JdConnections *c, int index, JdBranch *branch) {
    if (!c || !branch || index < 0 || index >= c->system->joints) return false;
    const JdSystem *s = c->system;
    const SystemJoint *joint = &s->joint[index];
    const bool none = joint->couples || !jd_tree_may_have(joint);
    *branch = (JdBranch){.joint = joint->name,
                         .i = s->body[joint->body_i].name,
                         .j = s->body[joint->body_j].name,
                         .role = c->in_tree[index] ? JD_BRANCH_TREE
                                 : none            ? JD_BRANCH_NONE
                                                   : JD_BRANCH_REMOVED,
                         .said = (s->cut && s->cut[index]) || (s->kept && s->kept[index]),
                         .rows = joint->locks};
    return true;
}
