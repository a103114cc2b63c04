/* SPDX-License-Identifier: MIT
 *
 * 0-junction: one effort, and flows whose sum is zero. */
#include "bond/inside.h"

const BondType jd_node_zero = {
    .name = "zero",
    .aliases = "parallel",
    .summary = "0-junction: one effort, and flows whose sum is zero.",
    .role = ROLE_JUNCTION,
    .rule = CAUSAL_ONE,
    .ports_least = 2,
    .ports_most = 0,
    .write = jd_write_junction,
};
