/* SPDX-License-Identifier: MIT
 *
 * What is said of the tree of joints: bodies that it begins with, joints that close loops (`cut`),
 * and joints that do not (`keep`). */
#include "build/inside.h"
#include "tree/tree.h"

/* ---- What is said --------------------------------------------------------------------------- */

static bool mark_joints(Builder *b) {
    JdSystem *s = b->system;
    bool *cut = ARENA_NEW(&s->arena, bool, s->joints + 1);
    bool *kept = ARENA_NEW(&s->arena, bool, s->joints + 1);
    if (s->arena.failed) return false;
    for (int k = 0; k < s->joints; k++) {
        const ModelJoint *from = &b->model->joints.at[k];
        cut[k] = from->cut, kept[k] = from->kept;
        if (from->cut) s->cut = cut;
        if (from->kept) s->kept = kept;
    }
    return true;
}

static bool mark_roots(Builder *b) {
    JdSystem *s = b->system;
    GraphVertex *vertex = ARENA_NEW(&s->arena, GraphVertex, s->bodies);
    if (!vertex) return false;
    for (int k = 0; k < s->bodies; k++) {
        const bool root = k && b->model->bodies.at[k].root;
        vertex[k].kind = root || !k ? VERTEX_ROOT : VERTEX_POTENTIAL;
        if (root) s->vertex = vertex;
    }
    return true;
}

static bool says_joint(const JdModel *model) {
    for (int k = 0; k < model->joints.count; k++)
        if (model->joints.at[k].cut || model->joints.at[k].kept) return true;
    return false;
}

static bool says_root(const JdModel *model) {
    for (int k = 1; k < model->bodies.count; k++)
        if (model->bodies.at[k].root) return true;
    return false;
}

bool jd_build_said_tree(Builder *b) {
    if (says_joint(b->model) && !mark_joints(b)) return false;
    return !says_root(b->model) || mark_roots(b);
}

/* ---- Whether it can be ---------------------------------------------------------------------- */

/* A coupling is no branch between bodies, and what does not say where its bodies are cannot be
 * kept. */
static bool check_joint(Builder *b, int k) {
    const JdSystem *s = b->system;
    const SystemJoint *joint = &s->joint[k];
    const bool cut = s->cut && s->cut[k], kept = s->kept && s->kept[k];
    const bool word = b->model->joints.at[k].cut || kept;
    if (cut && kept) {
        jd_report(b->log, JD_ERROR, "tree-cut-and-kept", joint->where,
                  "joint '%s' is to be cut and to be kept", joint->name);
        jd_hint(b->log, "leave out `keep` of the joint, or do not cut it");
        return b->ok = false;
    }
    if (joint->couples && word) {
        jd_report(b->log, JD_ERROR, "tree-no-branch", joint->where,
                  "joint '%s' couples two joints and is in no tree: it is neither cut nor kept",
                  joint->name);
        jd_hint(b->log, "say it of the joints that it couples");
        return b->ok = false;
    }
    if (!kept || jd_tree_may_have(joint)) return true;
    jd_report(b->log, JD_ERROR, "tree-no-branch", joint->where,
              "joint '%s' is kept, but %s, so that it cannot be in the tree of joints", joint->name,
              joint->elastic ? "it gives way" : "its type does not say where its bodies are");
    jd_hint(b->log, "leave out `keep`; `jourdain info` lists the joints of the tree");
    return b->ok = false;
}

static bool check_root(Builder *b, int k) {
    const SystemBody *body = &b->system->body[k];
    if (!b->model->bodies.at[k].root || body->mass > 0) return true;
    jd_report(b->log, JD_ERROR, "tree-root-massless", body->where,
              "body '%s' is a root, but has no mass: nothing resists a motion of its own",
              body->name);
    jd_hint(b->log, "leave out `root`, so that its joints say where it is, or give it a mass");
    return b->ok = false;
}

static void print_names(const JdSystem *s, const int *joint, int count, Text *to) {
    for (int n = 0; n < count; n++)
        jd_text_print(to, "%s'%s'",
                      !n              ? ""
                      : n + 1 < count ? ", "
                                      : " and ",
                      s->joint[joint[n]].name);
}

/* Kept joints from two ends up to where they meet, or to two roots. */
static bool report_fault(Builder *b, const Graph *graph) {
    const JdSystem *s = b->system;
    const SystemJoint *joint = &s->joint[graph->at];
    int *path = ARENA_NEW(&b->system->arena, int, s->joints + 1);
    Text names = {0};
    if (!path) return false;
    print_names(s, path, jd_graph_loop(graph, graph->at, path), &names);
    if (graph->fault == GRAPH_KEPT_LOOP) {
        jd_report(b->log, JD_ERROR, "tree-kept-loop", joint->where,
                  "all joints of a loop are kept: %s", names.at ? names.at : "");
        jd_hint(b->log, "a loop has one joint that closes it: leave out `keep` of one of them");
    } else {
        const char *i = s->body[graph->root[joint->body_i]].name,
                   *j = s->body[graph->root[joint->body_j]].name;
        jd_report(b->log, JD_ERROR, "tree-kept-roots", joint->where,
                  "'%s' and '%s' are roots, but joined by joints that are kept: %s", i, j,
                  names.at ? names.at : "");
        jd_hint(b->log, "between two roots one joint is cut: leave out `keep` of one, or `root`");
    }
    jd_text_free(&names);
    return b->ok = false;
}

bool jd_build_check_tree(Builder *b) {
    JdSystem *s = b->system;
    Graph graph;
    bool good = true;
    if (!s->kept && !s->vertex && !s->cut) return true;
    for (int k = 0; k < s->joints; k++) good = check_joint(b, k) && good;
    for (int k = 1; k < s->bodies; k++) good = check_root(b, k) && good;
    bool *in_tree = ARENA_NEW(&s->arena, bool, s->joints + 1);
    if (!good || !in_tree || !jd_tree_choose(s, &s->arena, s->cut, &graph, in_tree)) return false;
    return graph.fault == GRAPH_FINE || report_fault(b, &graph);
}
