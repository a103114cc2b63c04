/* SPDX-License-Identifier: MIT
 *
 * Size and kind of the equations on a tree of joints, for tables. */
#include "form/form.h"

bool jd_has_springs(const JdSystem *s) {
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].elastic) return true;
    return false;
}

int jd_count_velocities(const RowSet *rows) {
    int count = 0;
    for (int r = 0; r < rows->rows; r++) count += rows->row[r].velocity;
    return count;
}

/* Positions that are locked by multipliers make it 3, velocities alone 2. What is solved depends on
 * the stepper: jd_stepper_index. */
int jd_count_index(const FormCount *count) {
    if (count->multipliers == 0) return 0;
    return count->multipliers == count->velocities ? 2 : 3;
}

/* Springs leave the coordinates of a tree as they are: each may have any value. */
const char *jd_count_kind(const FormCount *count) {
    return count->multipliers ? "dependent" : "independent";
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
                       .velocities = jd_count_velocities(&tree->cut),
                       .entries = jd_tree_entries(tree),
                       .springs = jd_has_springs(s)};
}
