/* SPDX-License-Identifier: MIT
 *
 * Dissipates: e = R f, or a law of its own; with several bonds or a matrix a field. */
#include "bond/inside.h"

const BondType jd_node_r = {
    .name = "R",
    .aliases = "resistor damper",
    .summary = "Dissipates: e = R f, or a law of its own; with several bonds or a matrix a field.",
    .role = ROLE_RESISTOR,
    .rule = CAUSAL_FREE,
    .ports_least = 1,
    .ports_most = 0,
    .value = "resistance",
    .modulated = true,
    .write = jd_write_resistor,
};
