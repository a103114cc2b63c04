/* SPDX-License-Identifier: MIT
 *
 * Source of a flow that follows signals; with `holds` whatever keeps its effort at zero. */
#include "bond/inside.h"

const BondType jd_node_msf = {
    .name = "MSf",
    .aliases = "modulated-flow-source",
    .summary =
        "Source of a flow that follows signals; with `holds` whatever keeps its effort at zero.",
    .role = ROLE_SOURCE,
    .rule = CAUSAL_ALL,
    .ports_least = 1,
    .ports_most = 1,
    .value = "flow",
    .flow_source = true,
    .modulated = true,
    .write = jd_write_source,
};
