/* SPDX-License-Identifier: MIT
 *
 * Rates of all coordinates of a tree, of those that follow from others, too. */
#include "record/record.h"

bool jd_record_is_ball(const Recorder *rec, const NodeInfo *node, int f) {
    if (node->joint < 0) return rec->s->space == JD_SPATIAL && f > 2;
    return rec->s->joint[node->joint].free[f]->kind == FREE_BALL;
}

/* Of all coordinates: the rate itself, of a quaternion what it makes of it. */
void jd_record_coordinate_rates(Recorder *rec, Num *rate) {
    const Tree *tree = &rec->plan->tree;
    for (int k = 0; k < tree->nodes; k++) {
        const NodeInfo node = jd_tree_node(tree, k);
        int ball = -1;
        for (int f = 0; f < node.nu; f++) {
            if (!jd_record_is_ball(rec, &node, f))
                rate[node.q + f] = rec->u[node.u + f];
            else if (ball < 0)
                ball = f;
        }
        if (ball >= 0)
            jd_record_quaternion_rate(rec->t, rec->q + node.q + ball, rec->u + node.u + ball,
                                      node.joint < 0, rate + node.q + ball);
    }
}
