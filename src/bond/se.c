/* SPDX-License-Identifier: MIT
 *
 * Source of an effort: a number or a function of time. */
#include "bond/inside.h"

const BondType jd_node_se = {
    .name = "Se",
    .aliases = "effort-source",
    .summary = "Source of an effort: a number or a function of time.",
    .role = ROLE_SOURCE,
    .rule = CAUSAL_NONE,
    .ports_least = 1,
    .ports_most = 1,
    .value = "effort",
    .write = jd_write_source,
};
