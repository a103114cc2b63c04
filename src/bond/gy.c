/* SPDX-License-Identifier: MIT
 *
 * Gyrator: e1 = r f2, e2 = r f1; with a matrix e1 = G f2, e2 = G' f1. */
#include "bond/inside.h"

const BondType jd_node_gy = {
    .name = "GY",
    .aliases = "gyrator",
    .summary = "Gyrator: e1 = r f2, e2 = r f1; with a matrix e1 = G f2, e2 = G' f1.",
    .role = ROLE_TWO_PORT,
    .rule = CAUSAL_SAME,
    .ports_least = 2,
    .ports_most = 2,
    .value = "modulus",
    .gyrates = true,
    .write = jd_write_gyrator,
};
