/* SPDX-License-Identifier: MIT
 *
 * Stores the integral p of its effort: f = p/I; with several bonds or a matrix a field, p = I f. */
#include "bond/inside.h"

const BondType jd_node_i = {
    .name = "I",
    .aliases = "inertia inductor",
    .summary = "Stores the integral p of its effort: f = p/I; with several bonds or a matrix a "
               "field, p = I f.",
    .role = ROLE_STORAGE,
    .rule = CAUSAL_FREE,
    .ports_least = 1,
    .ports_most = 0,
    .value = "inertance",
    .stores_effort = true,
    .write = jd_write_storage,
};
