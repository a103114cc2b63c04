/* SPDX-License-Identifier: MIT
 *
 * `form auto`, which is what a mechanism gets if nobody names a form: by its structure alone. The
 * rule comes from the work that an error of 1e-6 takes (`bench --forms`, doc/performance.md): a
 * tree has nothing to close, and its coordinates cost least; loops that close in closed form cost
 * less than their multipliers, as long as there are few of them; others need few multipliers or are
 * best left to the sparse equations of all bodies. */
#include "form/minimal.h"

extern const FormType jd_form_newton_euler, jd_form_cut_joint, jd_form_minimal;

/* The matrix of the independent rates is full: with more of them its cube outweighs the rest. */
enum { FREE_MOST = 24 };
/* So many multipliers, if they are less than half of those of all locks, cost less than the sparse
 * equations of all bodies. */
enum { MULTIPLIERS_MOST = 8 };
/* Where dyads are stretched all that depends is found by Newton's method, with a full matrix. */
enum { DEPENDENT_MOST = 64 };

typedef struct {
    const FormType *form;
    const char *why; /* for people, behind "form minimal, since" */
} Choice;

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

/* Joints outside the tree, and those of them that couple others, as gears do. */
static int count_loops(const Tree *tree, int *couplings) {
    int loops = 0;
    *couplings = 0;
    for (int g = 0; g < tree->cut.groups; g++) {
        const Group *group = &tree->cut.group[g];
        loops += group->joint >= 0 && (group->couples || !tree->in_tree[group->joint]);
        *couplings += group->joint >= 0 && group->couples;
    }
    return loops;
}

/* What drives move needs no multiplier where their coordinates are all that is given. */
static bool is_led(JdSystem *s, const Tree *tree) {
    if (!s->drives || tree->nu - tree->cut.rows > FREE_MOST) return false;
    return jd_form_minimal.prepare(s, NULL) && jd_form_minimal.count(s).iterated == 0;
}

static Choice choose_tree(JdSystem *s, const Tree *tree) {
    if (!has_joint(tree)) return (Choice){&jd_form_newton_euler, "free bodies"};
    if (!jd_tree_check(s, tree, NULL))
        return (Choice){&jd_form_newton_euler, "a tree that ends with a body without mass"};
    if (is_led(s, tree)) return (Choice){&jd_form_minimal, "a tree that drives lead"};
    return (Choice){&jd_form_cut_joint, "a tree: no loops to close"};
}

/* What somebody says of independent coordinates, or of how they follow, is said of `minimal`; what
 * is said of stabilising, of locks with multipliers. */
static bool is_asked(const JdSystem *s) {
    return s->prefer || s->settings.by_newton;
}

/* In line such a loop has no closed form, and errors of what closes it instead are ten times those
 * of multipliers: two hundred tolerances after ten passes of four-bar windows. */
static bool folds(const JdSystem *s) {
    const MinimalPlan *plan = s->plan;
    return plan->chain && jd_chain_folds(plan->chain);
}

static bool needs_few_multipliers(const JdSystem *s, const Tree *tree) {
    return tree->cut.rows <= MULTIPLIERS_MOST && 2 * tree->cut.rows < s->dynamics.rows;
}

static Choice choose_loops(JdSystem *s, const Tree *tree, bool coupled) {
    const int dependent = tree->cut.rows - tree->dependent, free = tree->nu - dependent;
    const bool asked = is_asked(s);
    if (!asked && free > FREE_MOST)
        return (Choice){&jd_form_newton_euler, "loops with many freedoms"};
    if (!asked && dependent > DEPENDENT_MOST) return (Choice){&jd_form_newton_euler, "many loops"};
    if (!jd_form_minimal.prepare(s, NULL))
        return (Choice){&jd_form_newton_euler, "loops with a body without mass"};
    if (asked) return (Choice){&jd_form_minimal, "independent coordinates were asked for"};
    if (folds(s)) return (Choice){&jd_form_newton_euler, "loops that can fold flat"};
    if (jd_form_minimal.count(s).iterated == 0)
        return (Choice){&jd_form_minimal, "every loop has a closed form"};
    if (coupled) return (Choice){&jd_form_cut_joint, "a tree with couplings: few multipliers"};
    if (needs_few_multipliers(s, tree))
        return (Choice){&jd_form_cut_joint, "loops without a closed form: few multipliers"};
    return (Choice){&jd_form_newton_euler, "loops without a closed form"};
}

static Choice choose(JdSystem *s) {
    Tree tree;
    int couplings;
    if (s->bodies == 1) return (Choice){&jd_form_newton_euler, "no joints that move anything"};
    if (s->settings.as_drawn) return (Choice){&jd_form_newton_euler, "gaps stay as drawn"};
    if (gives_way(s)) return (Choice){&jd_form_newton_euler, "joints give way"};
    if (!is_asked(s) && s->stabilise != STABILISE_PROJECTION && s->dynamics.rows > 0)
        return (Choice){&jd_form_newton_euler, "locks that are not projected"};
    if (jd_count_velocities(&s->dynamics) > 0)
        return (Choice){&jd_form_newton_euler, "something rolls"};
    if (!jd_tree_make(s, &tree, s->cut)) return (Choice){&jd_form_newton_euler, "no memory"};
    const int loops = count_loops(&tree, &couplings);
    return loops ? choose_loops(s, &tree, loops == couplings) : choose_tree(s, &tree);
}

const FormType *jd_form_choose(JdSystem *s, const char **why) {
    const Choice choice = choose(s);
    *why = choice.why;
    return choice.form;
}
