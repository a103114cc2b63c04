/* SPDX-License-Identifier: MIT
 *
 * Gyrator whose modulus follows signals. */
#include "bond/inside.h"

const BondType jd_node_mgy = {
    .name = "MGY",
    .aliases = "modulated-gyrator",
    .summary = "Gyrator whose modulus follows signals.",
    .role = ROLE_TWO_PORT,
    .rule = CAUSAL_SAME,
    .ports_least = 2,
    .ports_most = 2,
    .value = "modulus",
    .gyrates = true,
    .modulated = true,
    .write = jd_write_gyrator,
};
