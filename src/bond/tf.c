/* SPDX-License-Identifier: MIT
 *
 * Transformer: f2 = n f1, e1 = n e2; with a matrix f2 = N f1, e1 = N' e2. */
#include "bond/inside.h"

const BondType jd_node_tf = {
    .name = "TF",
    .aliases = "transformer",
    .summary = "Transformer: f2 = n f1, e1 = n e2; with a matrix f2 = N f1, e1 = N' e2.",
    .role = ROLE_TWO_PORT,
    .rule = CAUSAL_ONE,
    .ports_least = 2,
    .ports_most = 2,
    .value = "modulus",
    .write = jd_write_transformer,
};
