/* SPDX-License-Identifier: MIT
 *
 * The words of models for those outside the library: statements, clauses, and quantities as text.
 */
#include "expr/expr.h"
#include "text/text.h"
#include <string.h>

/* ---- Statements ------------------------------------------------------------------------------ */

/* Counts `left` down over a kind and its clauses, each before what stands in it; the one where it
 * comes to an end. */
static const Kind *find_kind(const Kind *kind, int depth, int *left, int *found_depth) {
    *found_depth = depth;
    if ((*left)-- == 0) return kind;
    for (const Kind *clause = kind->clauses; clause && clause->word; clause++) {
        const Kind *found = find_kind(clause, depth + 1, left, found_depth);
        if (found) return found;
    }
    return NULL;
}

static bool write_statement(const Kind *kind, int depth, JdStatement *to) {
    Text usage = {0};
    jd_kind_usage(kind, &usage);
    *to = (JdStatement){.word = kind->word,
                        .summary = kind->summary,
                        .unit = kind->unit,
                        .unless = kind->unless,
                        .excludes = kind->excludes,
                        .depth = depth,
                        .required = kind->flags & KIND_REQUIRED,
                        .repeats = kind->flags & KIND_REPEATS,
                        .fields = kind->flags & KIND_OPEN,
                        .whole = kind->flags & KIND_WHOLE};
    const bool fits = !usage.failed && usage.count < sizeof to->usage;
    if (fits) memcpy(to->usage, usage.at, usage.count);
    jd_text_free(&usage);
    return fits;
}

bool jd_statement(int index, JdStatement *statement) {
    int left = index, depth;
    const Kind *kind;
    if (index < 0 || !statement) return false;
    for (int n = 0; (kind = jd_statement_at(n)); n++) {
        const Kind *found = find_kind(kind, 0, &left, &depth);
        if (found) return write_statement(found, depth, statement);
    }
    return false;
}

/* ---- Quantities ------------------------------------------------------------------------------ */

static bool no_name(const Scope *scope, const char *name, Value *value) {
    (void)scope, (void)name, (void)value;
    return false;
}

bool jd_read_quantity(const char *name, const char *text, const char *unit, double *value,
                      JdLog *log) {
    Unit wanted;
    if (!name || !text || !unit || !value || !jd_unit_parse(unit, &wanted)) return false;
    Arena arena = {0};
    const Source source = {name, text, strlen(text)};
    const Scope scope = {.find = no_name, .arena = &arena};
    const Expr *expr = jd_expr_parse(&source, &arena, log);
    const char *what = name + strspn(name, "-");
    Value found = {0};
    if (expr) found = jd_expr_value_as(expr, &scope, 1, wanted.dim, what, log);
    if (arena.failed) jd_report_memory(log);
    jd_arena_free(&arena);
    if (found.count != 1) return false;
    *value = found.v[0];
    return true;
}
