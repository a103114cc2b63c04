/* SPDX-License-Identifier: MIT
 *
 * Nodes of a mechanism: `node P at A`, a point without mass at which forces meet. The word is that
 * of bond graphs, whose nodes have a type. */
#include "text/inside.h"
#include <string.h>

/* What a node of a bond graph says has no meaning without its type. */
static bool check_clauses(Build *build, const Node *node, const char *name) {
    for (int n = 0; n < node->clauses.count; n++) {
        const Node *clause = node->clauses.at[n];
        if (!strcmp(clause->word, "at") || !strcmp(clause->word, "animation off")) continue;
        jd_report(jd_build_log(build), JD_ERROR, "clause-conflict",
                  jd_build_where(build, clause->span), "'%s' belongs to a node of a bond graph",
                  clause->word);
        jd_hint(jd_build_log(build), "say its type: node %s : R %s ...", name, clause->word);
        return false;
    }
    if (jd_node_clause(node, "at")) return true;
    jd_report(jd_build_log(build), JD_ERROR, "clause-missing", jd_build_where(build, node->span),
              "node '%s' says neither where it is nor its type", name);
    jd_hint(jd_build_log(build), "where forces meet: node %s at P", name);
    jd_hint(jd_build_log(build), "in a bond graph: node %s : one", name);
    return false;
}

bool jd_build_massless(Build *build, const Node *node) {
    const Slot *slot = jd_node_slot(node, "name");
    const ModelNode made = {.name = jd_build_path(build, slot->expr),
                            .where = jd_build_where(build, slot->span),
                            .hidden = jd_node_clause(node, "animation off")};
    Vec3 at;
    return made.name && check_clauses(build, node, made.name) &&
           jd_build_vector(build, jd_clause_expr(node, "at"), "m", "point", &at) &&
           jd_model_add_massless(build->model, &made, jd_place_point(build, at)) >= 0;
}

bool jd_refuse_massless(Build *build, const Slot *slot, const char *what, const char *remedy) {
    const char *path = jd_build_path(build, slot->expr);
    if (!path || jd_model_find_massless(build->model, path) < 0) return true;
    jd_report(jd_build_log(build), JD_ERROR, "node-not-body", jd_build_where(build, slot->span),
              "'%s' is a node, a point without mass and attitude: %s", path, what);
    jd_hint(jd_build_log(build), "%s", remedy);
    return false;
}
