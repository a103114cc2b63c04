/* SPDX-License-Identifier: MIT
 *
 * The tables: types of nodes, and domains. */
#include "bond/inside.h"
#include "base/registry.h"
#include <string.h>

#define NODE(name) extern const BondType jd_node_##name;
#include "bond/nodes.def"
#undef NODE

static const BondType *const types[] = {
#define NODE(name) &jd_node_##name,
#include "bond/nodes.def"
#undef NODE
};
static const Registry registry = REGISTRY_WITH_ALIASES(types);

static const BondDomain domains[] = {
#define DOMAIN(name, effort, flow, pseudo, colour, effort_size, flow_size)                         \
    {#name, effort, flow, pseudo, colour, effort_size, flow_size},
#include "bond/domains.def"
#undef DOMAIN
};
static const Registry domain_registry = REGISTRY_OF_LINES(domains);

const BondType *jd_bond_type_at(int index) {
    return jd_registry_at(&registry, index);
}

const BondType *jd_bond_type_find(const char *name) {
    return jd_registry_find(&registry, name);
}

void jd_bond_type_suggest(Nearest *nearest) {
    jd_registry_suggest(&registry, nearest);
}

const BondDomain *jd_domain_at(int index) {
    return jd_registry_at(&domain_registry, index);
}

const BondDomain *jd_domain_find(const char *name) {
    return jd_registry_find(&domain_registry, name);
}
