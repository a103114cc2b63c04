/* SPDX-License-Identifier: MIT
 *
 * Joins bonds into one vector bond, whose components they are; all have one causality. */
#include "bond/inside.h"

const BondType jd_node_splitter = {
    .name = "splitter",
    .aliases = "split",
    .summary =
        "Joins bonds into one vector bond, whose components they are; all have one causality.",
    .role = ROLE_SPLITTER,
    .rule = CAUSAL_SPLIT,
    .ports_least = 2,
    .ports_most = 0,
    .write = jd_write_splitter,
};
