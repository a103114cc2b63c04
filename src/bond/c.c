/* SPDX-License-Identifier: MIT
 *
 * Stores the integral q of its flow: e = q/C; with several bonds or a matrix a field, q = C e. */
#include "bond/inside.h"

const BondType jd_node_c = {
    .name = "C",
    .aliases = "compliance capacitor",
    .summary = "Stores the integral q of its flow: e = q/C; with several bonds or a matrix a "
               "field, q = C e.",
    .role = ROLE_STORAGE,
    .rule = CAUSAL_FREE,
    .ports_least = 1,
    .ports_most = 0,
    .value = "compliance",
    .write = jd_write_storage,
};
