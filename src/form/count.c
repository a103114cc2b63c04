/* SPDX-License-Identifier: MIT
 *
 * Size and kind of the equations on a tree of joints, for tables. */
#include "form/form.h"

bool jd_has_springs(const JdSystem *s) {
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].elastic) return true;
    return false;
}

const char *jd_count_closing(const FormCount *count) {
    if (count->springs) return "springs";
    if (count->multipliers) return "multipliers";
    if (count->dependent == 0) return "no loops";
    if (!count->iterates) return "closed form";
    return count->iterated < count->dependent ? "closed form, Newton" : "Newton";
}

FormCount jd_count_tree(const JdSystem *s, const Tree *tree) {
    return (FormCount){.coordinates = tree->nu - jd_idle_turns(s),
                       .multipliers = tree->cut.rows,
                       .entries = jd_tree_entries(tree),
                       .springs = jd_has_springs(s)};
}
