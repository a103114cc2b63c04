/* SPDX-License-Identifier: MIT
 *
 * Source of a flow: a number or a function of time. */
#include "bond/inside.h"

const BondType jd_node_sf = {
    .name = "Sf",
    .aliases = "flow-source",
    .summary = "Source of a flow: a number or a function of time.",
    .role = ROLE_SOURCE,
    .rule = CAUSAL_ALL,
    .ports_least = 1,
    .ports_most = 1,
    .value = "flow",
    .flow_source = true,
    .write = jd_write_source,
};
