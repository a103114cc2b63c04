/* SPDX-License-Identifier: MIT
 *
 * 1-junction: one flow, and efforts whose sum is zero. */
#include "bond/inside.h"

const BondType jd_node_one = {
    .name = "one",
    .aliases = "series",
    .summary = "1-junction: one flow, and efforts whose sum is zero.",
    .role = ROLE_JUNCTION,
    .rule = CAUSAL_ALL_BUT_ONE,
    .ports_least = 2,
    .ports_most = 0,
    .write = jd_write_junction,
};
