/* SPDX-License-Identifier: MIT
 *
 * How full the equations on a tree of joints are. */
#include "tree/inside.h"

/* Rates that move some body of a group: those of all its ends, each once. Parents come first, so
 * that ways which meet are at the same node when the others are. */
static double rates_of(const Tree *tree, const Group *group) {
    int at[GROUP_ENDS], count = 0;
    double rates = 0;
    for (int e = 0; e < group->ends; e++)
        if (group->body[e]) at[count++] = tree->node_of[group->body[e]];
    for (;;) {
        int last = -1, others = 0;
        for (int k = 0; k < count; k++) last = at[k] > last ? at[k] : last;
        for (int k = 0; k < count; k++) others += at[k] >= 0 && at[k] != last;
        if (last < 0) return rates;
        if (!others) return rates + tree->node[last].up; /* from here on it is the same way */
        rates += tree->node[last].nu;
        for (int k = 0; k < count; k++)
            if (at[k] == last) at[k] = tree->node[last].above;
    }
}

double jd_tree_entries(const Tree *tree) {
    double entries = 0;
    /* Of the mass matrix: pairs of rates of which one carries the other. */
    for (int n = 0; n < tree->nodes; n++) {
        const double own = tree->node[n].nu;
        entries += own * (2.0 * tree->node[n].up - own);
    }
    for (int g = 0; g < tree->cut.groups; g++)
        entries += 2 * tree->cut.group[g].count * rates_of(tree, &tree->cut.group[g]);
    return entries;
}
