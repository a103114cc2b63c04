/* SPDX-License-Identifier: MIT
 *
 * Source of an effort that follows signals; with `holds` whatever keeps its flow at zero. */
#include "bond/inside.h"

const BondType jd_node_mse = {
    .name = "MSe",
    .aliases = "modulated-effort-source",
    .summary =
        "Source of an effort that follows signals; with `holds` whatever keeps its flow at zero.",
    .role = ROLE_SOURCE,
    .rule = CAUSAL_NONE,
    .ports_least = 1,
    .ports_most = 1,
    .value = "effort",
    .modulated = true,
    .write = jd_write_source,
};
