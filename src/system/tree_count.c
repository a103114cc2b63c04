/* SPDX-License-Identifier: MIT
 *
 * How full the equations on a tree of joints are. */
#include "system/tree.h"

/* Rates between a node and the ground, its own among them. */
static int rates_up(const Tree *tree, int node) {
    int count = 0;
    for (; node >= 0; node = tree->node[node].above) count += tree->node[node].nu;
    return count;
}

/* Rates that move some body of a group: those of all its ends, each once. */
static int rates_of(const Tree *tree, const Group *group) {
    int count = 0;
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        int node = tree->node_of[group->body[e]];
        for (; node >= 0; node = tree->node[node].above) {
            bool seen = false;
            for (int f = 0; f < e && !seen; f++) {
                if (!group->body[f]) continue;
                int other = tree->node_of[group->body[f]];
                while (other >= 0 && other != node) other = tree->node[other].above;
                seen = other == node;
            }
            if (seen) break; /* from here on it is the same way */
            count += tree->node[node].nu;
        }
    }
    return count;
}

int jd_tree_entries(const Tree *tree) {
    int entries = 0;
    /* Of the mass matrix: pairs of rates of which one carries the other. */
    for (int n = 0; n < tree->nodes; n++) {
        const int own = tree->node[n].nu;
        entries += own * (2 * rates_up(tree, n) - own);
    }
    for (int g = 0; g < tree->cut.groups; g++)
        entries += 2 * tree->cut.group[g].count * rates_of(tree, &tree->cut.group[g]);
    return entries;
}
