/* SPDX-License-Identifier: MIT
 *
 * The tables: types of nodes, and domains. */
#include "bond/inside.h"
#include <string.h>

#define NODE(name) extern const BondType jd_node_##name;
#include "bond/nodes.def"
#undef NODE

const BondType *jd_bond_type_at(int index) {
    static const BondType *const types[] = {
#define NODE(name) &jd_node_##name,
#include "bond/nodes.def"
#undef NODE
    };
    const int count = (int)(sizeof types / sizeof *types);
    return index >= 0 && index < count ? types[index] : NULL;
}

const BondType *jd_bond_type_find(const char *name) {
    const BondType *type;
    for (int n = 0; (type = jd_bond_type_at(n)); n++)
        if (!strcmp(type->name, name) || jd_word_in_list(name, type->aliases)) return type;
    return NULL;
}

void jd_bond_type_suggest(Nearest *nearest) {
    const BondType *type;
    for (int n = 0; (type = jd_bond_type_at(n)); n++) jd_nearest_try(nearest, type->name);
}

const BondDomain *jd_domain_at(int index) {
    static const BondDomain domains[] = {
#define DOMAIN(name, effort, flow, pseudo, colour) {#name, effort, flow, pseudo, colour},
#include "bond/domains.def"
#undef DOMAIN
    };
    const int count = (int)(sizeof domains / sizeof *domains);
    return index >= 0 && index < count ? &domains[index] : NULL;
}

const BondDomain *jd_domain_find(const char *name) {
    const BondDomain *domain;
    for (int n = 0; (domain = jd_domain_at(n)); n++)
        if (!strcmp(domain->name, name)) return domain;
    return NULL;
}
