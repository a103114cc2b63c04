/* SPDX-License-Identifier: MIT
 *
 * Statements again and again, with an index that names what they make: A[i], A[i+1]. */
#include "text/inside.h"

// clang-format off
static const Kind repeat_clauses[] = {
    {.word = "from", .summary = "the first index", .shape = {{"first", SLOT_EXPR}},
     .flags = KIND_REQUIRED, .unit = "1"},
    {.word = "to", .summary = "the last index, which takes part; none if it is below the first",
     .shape = {{"last", SLOT_EXPR}}, .flags = KIND_REQUIRED, .unit = "1"},
    {NULL},
};
// clang-format on

static const double bound_most =
    1e9; /* fits into any whole number, far above what a model may have */

static bool read_bound(Build *build, const Node *node, const char *word, long *bound) {
    double value;
    if (!jd_build_clause(build, node, word, &value)) return false;
    *bound = fabs(value) < bound_most ? (long)value : 0;
    if (fabs(value) < bound_most && (double)*bound == value) return true;
    const Expr *expr = jd_clause_expr(node, word);
    if (fabs(value) >= bound_most) {
        jd_report(
            jd_build_log(build), JD_ERROR, "too-many-statements", jd_build_where(build, expr->span),
            "the bound is %g; the repeats may make %d statements", value, (int)LIMIT_STATEMENTS);
        jd_hint(jd_build_log(build), "is this the bound that you meant?");
        return false;
    }
    jd_report(jd_build_log(build), JD_ERROR, "repeat-not-whole", jd_build_where(build, expr->span),
              "the bound is %g, but an index is a whole number", value);
    jd_hint(jd_build_log(build), "use round(), floor() or another bound");
    return false;
}

static const char *new_index(Build *build, const Node *node) {
    const Slot *slot = &node->slots.at[0];
    const Known *taken = jd_known_find(&build->here->values, slot->text);
    if (!taken) return slot->text;
    jd_report(jd_build_log(build), JD_ERROR, "name-taken", jd_build_where(build, slot->span),
              "'%s' is defined already, in line %d", slot->text,
              jd_build_where(build, taken->span).line);
    jd_hint(jd_build_log(build), "choose another name for the index");
    return NULL;
}

/* A mistake in the text of the block, which was reported. */
static bool holds_mistake(const Node *node) {
    for (int n = 0; n < node->block.count; n++)
        if (node->block.at[n]->broken || holds_mistake(node->block.at[n])) return true;
    return false;
}

static bool build_repeat(Build *build, const Node *node) {
    long first, last;
    const bool from = read_bound(build, node, "from", &first);
    const bool to = read_bound(build, node, "to", &last);
    const char *index = new_index(build, node);
    if (!from || !to || !index) return false;

    Known *known = jd_known_add(&build->here->values, index, build->arena);
    const bool mistaken = holds_mistake(node);
    bool good = known;
    for (long i = first; good && i <= last && jd_build_count(build, node); i++) {
        known->value = (Value){.v = {(double)i}, .count = 1, .plain = true};
        known->span = node->slots.at[0].span;
        const int before = jd_log_errors(build->messages->log);
        jd_build_statements(build, node);
        /* The same mistakes again for each index would be no news. */
        good = !mistaken && !build->messages->full && jd_log_errors(build->messages->log) == before;
    }
    jd_known_remove(&build->here->values, index);
    return good;
}

const Kind jd_say_repeat = {
    .word = "repeat",
    .also = "for loop",
    .summary =
        "Carries the statements out for each index from the first to the last, both included. "
        "Names take the index in brackets: A[i], A[i+1].",
    .shape = {{"index", SLOT_WORD}},
    .clauses = repeat_clauses,
    .flags = KIND_BLOCK,
    .group = 9,
    .build = build_repeat,
};
