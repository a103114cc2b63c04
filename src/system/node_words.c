/* SPDX-License-Identifier: MIT
 *
 * What is said of nodes that have no place to rest in. */
#include "system/system.h"

void jd_nodes_report(const SystemNode *node, NodesEnd end, double time, JdLog *log) {
    const bool loose = end == NODES_LOOSE;
    jd_report(log, JD_ERROR, loose ? "node-undetermined" : "node-lost", node->where,
              loose
                  ? "at t = %.6g s node '%s' can move without a force that holds it: its place is "
                    "not determined"
                  : "at t = %.6g s node '%s' has no equilibrium: its forces drive it away",
              time, node->name);
    jd_hint(log, loose ? "in every direction a spring must hold it, or a damper; forces along one "
                         "line hold nothing across it"
                       : "let a spring hold it that grows with its way, or give it a damper: then "
                         "it moves on in time");
    jd_hint(log, "or make it a body with a mass");
}
