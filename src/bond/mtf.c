/* SPDX-License-Identifier: MIT
 *
 * Transformer whose modulus follows signals. */
#include "bond/inside.h"

const BondType jd_node_mtf = {
    .name = "MTF",
    .aliases = "modulated-transformer",
    .summary = "Transformer whose modulus follows signals.",
    .role = ROLE_TWO_PORT,
    .rule = CAUSAL_ONE,
    .ports_least = 2,
    .ports_most = 2,
    .value = "modulus",
    .modulated = true,
    .write = jd_write_transformer,
};
