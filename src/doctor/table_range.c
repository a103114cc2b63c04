/* SPDX-License-Identifier: MIT
 *
 * A table over a length or an angle whose rows lie far beyond anything that is drawn: its column is
 * in another unit than its numbers. A drawing that is one point says nothing of that. */
#include "doctor/inside.h"
#include <string.h>

static const double beyond = 20;        /* times the drawing: so far nothing goes */
static const double rounds_from = 45;   /* an argument in rad that ends at a round number of */
static const double full_turn = 2 * pi; /* degrees, and lies beyond a turn */
static const double round_to = 15;      /* degrees */

static bool read_number(const Expr *expr, double *value) {
    if (expr->kind == EXPR_UNARY && *expr->text == '-' && read_number(expr->args[0], value)) {
        *value = -*value;
        return true;
    }
    *value = expr->number;
    return expr->kind == EXPR_NUMBER && !expr->text;
}

/* The largest argument of its rows that is a bare number. */
static double largest(const Node *table) {
    double most = 0, value;
    for (int n = 0; n < table->clauses.count; n++) {
        const Node *row = table->clauses.at[n];
        const Expr *first =
            !strcmp(row->word, "row") && row->slots.count ? row->slots.at[0].expr : NULL;
        if (first && read_number(first, &value)) most = fmax(most, fabs(value));
    }
    return most;
}

static void look_at(Patient *p, const Node *table) {
    const Node *column = jd_node_clause(table, "column");
    const Slot *unit = column ? jd_node_slot(column, "unit") : NULL;
    const char *said = unit ? jd_span_text(p, unit->span) : NULL;
    const double most = largest(table), drawn = jd_drawn_size(p);
    Unit known;
    if (!said || !*said || !jd_unit_parse(said, &known) || known.dim.mass || known.dim.time) return;
    const bool length = known.dim.length == 1;
    const bool turn = !strcmp(said, "rad") && most > full_turn && most >= rounds_from &&
                      fmod(most, round_to) == 0;
    if (!turn && !(length && drawn > 0 && most * known.scale > beyond * drawn)) return;
    char reach[64];
    jd_words_quantity(most * known.scale, length ? "m" : "rad", reach);
    if (!jd_find(p, JD_WARNING, "unit-missing", jd_span_where(unit->span),
                 length ? "the rows of this table reach as far as %s, which is far beyond the "
                          "drawing"
                        : "the rows of this table reach as far as %s, a round number of degrees",
                 reach))
        return;
    static const char *const lengths[] = {"mm", "cm"};
    Changes changes = {0};
    for (int n = 0; n < 2 && length; n++)
        jd_change_add(p, &changes, unit->span, "in the unit of its numbers", 1 - 0.2 * n, "%s",
                      lengths[n]);
    if (turn) jd_change_add(p, &changes, unit->span, "in degrees", 1, "deg");
    if (!jd_try_remedy(p, &changes, "unit-missing"))
        jd_hint(p->log, "look at the unit of its first column");
}

static void look(Patient *p) {
    const Node *root = &p->document.root;
    for (int n = 0; n < root->block.count; n++)
        if (!strcmp(root->block.at[n]->word, "table") && !p->misdrawn)
            look_at(p, root->block.at[n]);
}

const Examination jd_examination_table_range = {"table_range", NEEDS_TEXT, look};
