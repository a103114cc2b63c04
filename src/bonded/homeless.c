/* SPDX-License-Identifier: MIT
 *
 * Values with units where no bond says a domain. As long as the laws put like things together they
 * run as they are; where they do not, the domain that such a value belongs to is what is missing.
 */
#include "bonded/inside.h"
#include "model/inside.h"

/* What was said of an element whose only bond has no domain has a unit. */
static bool is_homeless(const ModelBonds *bonds, int node) {
    const BondNode *at = &bonds->graph->nodes.at[node];
    const BondRole role = at->type->role;
    const bool element = role == ROLE_SOURCE || role == ROLE_STORAGE || role == ROLE_RESISTOR;
    return element && at->ports.count == 1 && !bonds->graph->bonds.at[at->ports.at[0]].domain &&
           bonds->values.at[node].word && jd_has_dim(bonds->values.at[node].value.dim);
}

/* The first whose element has values in this unit; NULL: there is none. */
static const BondDomain *domain_for(const BondGraph *graph, int node, Dim is) {
    Bond *bond = &graph->bonds.at[graph->nodes.at[node].ports.at[0]];
    const BondDomain *domain = NULL;
    bool fits = false;
    for (int n = 0; !fits && (domain = jd_domain_at(n)); n++) {
        Dim wanted;
        bond->domain = domain;
        fits = jd_value_dim(graph, node, 0, 0, &wanted) && jd_dim_equal(wanted, is);
    }
    bond->domain = NULL;
    return fits ? domain : NULL;
}

static void spoken(Dim dim, char *out, size_t room) {
    if (jd_has_dim(dim))
        jd_dim_spoken(dim, out, room);
    else
        snprintf(out, room, "a plain number");
}

static bool report_homeless(JdModel *model, int node, int var, Dim one, Dim two) {
    const ModelBonds *bonds = model->bonds;
    const BondGraph *graph = bonds->graph;
    const NodeValue *said = &bonds->values.at[node];
    const Bond *bond = &graph->bonds.at[graph->nodes.at[node].ports.at[0]];
    const BondDomain *domain = domain_for(graph, node, said->value.dim);
    const BondVar *at = &bonds->equations->vars.at[var];
    const char *law = jd_sym_name_text(bonds->pool, jd_sym_node(bonds->pool, at->name)->name);
    const bool wanted = at->bond >= 0 && graph->bonds.at[at->bond].domain;
    char is[64], first[64], second[64];
    jd_dim_spoken(said->value.dim, is, sizeof is);
    spoken(one, first, sizeof first), spoken(two, second, sizeof second);
    MODEL_ERROR(model, "bond-unit", said->where,
                "the %s of %s '%s' is in %s, but bond '%s' has no domain, so that %s %s %s %s %s",
                said->word, graph->nodes.at[node].type->name, graph->nodes.at[node].name, is,
                bond->name, law, wanted ? "comes out as" : "puts together", wanted ? second : first,
                wanted ? "instead of" : "and", wanted ? first : second);
    MODEL_HINT(model, "say it: `bond %s : %s to %s domain %s`%s", bond->name,
               graph->nodes.at[bond->from].name, graph->nodes.at[bond->to].name,
               domain ? domain->name : "...",
               domain ? "" : "; without domains all values are plain numbers");
    return false;
}

bool jd_bond_units_meet(JdModel *model) {
    const ModelBonds *bonds = model->bonds;
    int node = 0;
    while (node < bonds->graph->nodes.count && !is_homeless(bonds, node)) node++;
    if (bonds->seconds || node == bonds->graph->nodes.count) return true;
    Dim one, two;
    const int var = jd_bond_find_clash(model, &one, &two);
    return var < 0 || report_homeless(model, node, var, one, two);
}
