/* SPDX-License-Identifier: MIT
 *
 * Size and kind of the equations on a tree of joints, for tables. */
#include "form/form.h"

bool jd_has_springs(const JdSystem *s) {
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].elastic) return true;
    return false;
}

FormCount jd_count_tree(const JdSystem *s, const Tree *tree) {
    return (FormCount){.coordinates = tree->nu,
                       .multipliers = tree->cut.rows,
                       .entries = jd_tree_entries(tree),
                       .springs = jd_has_springs(s)};
}
