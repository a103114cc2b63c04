/* SPDX-License-Identifier: MIT
 *
 * `form auto`: which formulation a mechanism gets, by its structure alone. The rule comes from what
 * evaluations cost (doc/performance.md): a tree has nothing to close, and its coordinates cost
 * least; loops that close in closed form cost less than their multipliers, as long as the matrix of
 * the independent rates is small; everything else is best left to the sparse equations of all
 * bodies. */
#include "form/minimal.h"

extern const FormType jd_form_newton_euler, jd_form_cut_joint, jd_form_minimal;

/* The matrix of the independent rates is full: with more of them its cube outweighs the rest. */
enum { FREE_MOST = 24 };
/* Rows of drives on a tree have a full matrix likewise. */
enum { ROWS_MOST = 24 };
/* Larger mechanisms with loops are not searched. */
enum { NODES_MOST = 1000 };

bool jd_form_is_auto(const char *name) {
    return jd_word_in_list(name, "auto automatic");
}

static bool gives_way(const JdSystem *s) {
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].elastic || s->joint[k].start_row) return true;
    return false;
}

static bool has_joint(const Tree *tree) {
    for (int n = 0; n < tree->nodes; n++)
        if (jd_tree_node(tree, n).joint >= 0) return true;
    return false;
}

static int count_loops(const Tree *tree) {
    int loops = 0;
    for (int g = 0; g < tree->cut.groups; g++) {
        const Group *group = &tree->cut.group[g];
        loops += group->joint >= 0 && (group->couples || !tree->in_tree[group->joint]);
    }
    return loops;
}

static const FormType *choose_tree(const JdSystem *s, const Tree *tree, const char **why) {
    if (!has_joint(tree)) {
        *why = "free bodies";
        return &jd_form_newton_euler;
    }
    if (tree->cut.rows > ROWS_MOST) {
        *why = "a tree with many drives";
        return &jd_form_newton_euler;
    }
    if (!jd_tree_check(s, tree, NULL)) {
        *why = "a tree that ends with a body without mass";
        return &jd_form_newton_euler;
    }
    *why = "a tree: no loops to close";
    return &jd_form_cut_joint;
}

static const FormType *choose_loops(JdSystem *s, const Tree *tree, const char **why) {
    const int free = tree->nu - (tree->cut.rows - tree->dependent);
    if (tree->nodes > NODES_MOST || free > FREE_MOST) {
        *why = "loops with many freedoms";
        return &jd_form_newton_euler;
    }
    if (!jd_form_minimal.prepare(s, NULL)) {
        *why = "loops with a body without mass";
        return &jd_form_newton_euler;
    }
    if (jd_form_minimal.count(s).iterated == 0) {
        *why = "every loop has a closed form";
        return &jd_form_minimal;
    }
    *why = "loops without a closed form";
    return &jd_form_newton_euler;
}

const FormType *jd_form_choose(JdSystem *s, const char **why) {
    Tree tree;
    *why = "no joints that move anything";
    if (s->bodies == 1) return &jd_form_newton_euler;
    if (gives_way(s)) {
        *why = "joints give way";
        return &jd_form_newton_euler;
    }
    if (jd_count_velocities(&s->dynamics) > 0) {
        *why = "something rolls";
        return &jd_form_newton_euler;
    }
    if (!jd_tree_make(s, &tree, s->cut)) return &jd_form_newton_euler;
    return count_loops(&tree) ? choose_loops(s, &tree, why) : choose_tree(s, &tree, why);
}
