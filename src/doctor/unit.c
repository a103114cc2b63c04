/* SPDX-License-Identifier: MIT
 *
 * Bare numbers in a model that writes units: one that reads like another unit than SI, beside
 * others of its kind. Never by its size alone: there must be others that it does not fit to. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

static const double out_of_place = 50; /* times the median of the others */
static const double degrees_from =
    10;                             /* an angle in rad that is a multiple of five, from here on */
static const double rpm_from = 100; /* a rate of turn in rad/s that is round, from here on */
enum { UNITS_SAID = 3, NUMBERS = 400 }; /* a model that writes units says so many at least */

typedef enum { LENGTH, MASS, RATE, ANGLE, KINDS } NumberKind;
static const char *const units[KINDS] = {"m", "kg", "rad/s", "rad"};

typedef struct {
    NumberKind kind;
    double value; /* SI; of a vector the largest */
    bool bare;
    const Expr *expr;
    const Node *statement;
} Said;

typedef struct {
    Patient *p;
    Said at[NUMBERS];
    int count, united;
} Numbers;

/* The largest number of a literal, as written; false: it is worked out of something. */
static bool literal(const Expr *expr, double *value, const char **unit) {
    if (expr->kind == EXPR_NUMBER) {
        if (expr->text && *unit && strcmp(*unit, expr->text)) return false;
        if (expr->text) *unit = expr->text;
        *value = fmax(*value, fabs(expr->number));
        return true;
    }
    if (expr->kind == EXPR_UNARY) return literal(expr->args[0], value, unit);
    if (expr->kind == EXPR_UNITED) {
        *unit = expr->text;
        return literal(expr->args[0], value, unit);
    }
    if (expr->kind != EXPR_VECTOR) return false;
    for (int n = 0; n < expr->count; n++)
        if (!literal(expr->args[n], value, unit)) return false;
    return true;
}

static void add(Numbers *numbers, NumberKind kind, const Expr *expr, const Node *statement) {
    double value = 0;
    const char *unit = NULL;
    Unit found = {.scale = 1};
    if (!expr || numbers->count == NUMBERS || !literal(expr, &value, &unit) || value == 0) return;
    if (unit && !jd_unit_parse(unit, &found)) return;
    numbers->united += unit != NULL;
    numbers->at[numbers->count++] = (Said){kind, value * found.scale, !unit, expr, statement};
}

static int kind_of_channel(const Patient *p, const char *name) {
    const int channel = p->system ? jd_channel_find(p->system, name) : -1;
    const char *unit = channel >= 0 ? p->system->channel[channel].unit : "";
    for (int n = 0; n < KINDS; n++)
        if (!strcmp(unit, units[n])) return n;
    return -1;
}

static void add_start(Numbers *numbers, const Node *node) {
    for (int n = 0; n + 1 < node->slots.count; n += 2) {
        const char *name = jd_span_text(numbers->p, node->slots.at[n].span);
        const int kind = name ? kind_of_channel(numbers->p, name) : -1;
        if (kind >= 0) add(numbers, (NumberKind)kind, node->slots.at[n + 1].expr, node);
    }
}

static bool is_time(const Expr *expr) {
    return expr->kind == EXPR_NAME && !strcmp(expr->text, "time");
}

/* 1500*time is a rate, 30*sin(...) an angle or a length: each product of a sum by itself. */
static void add_terms(Numbers *numbers, const Expr *expr, const Node *node, int kind) {
    if (expr->kind == EXPR_UNARY) add_terms(numbers, expr->args[0], node, kind);
    if (expr->kind != EXPR_BINARY) return;
    if (*expr->text == '+' || *expr->text == '-') {
        for (int n = 0; n < 2; n++) add_terms(numbers, expr->args[n], node, kind);
        return;
    }
    if (*expr->text != '*') return;
    for (int n = 0; n < 2; n++) {
        const Expr *other = expr->args[1 - n];
        if (is_time(other) && kind == ANGLE) add(numbers, RATE, expr->args[n], node);
        if (other->kind == EXPR_CALL) add(numbers, (NumberKind)kind, expr->args[n], node);
    }
}

static void add_drive(Numbers *numbers, const Node *node) {
    const Slot *motion = jd_node_slot(node, "motion"), *target = jd_node_slot(node, "target");
    const char *name = target ? jd_span_text(numbers->p, target->span) : NULL;
    const int kind = name ? kind_of_channel(numbers->p, name) : -1;
    if (motion && motion->expr && kind >= 0) add_terms(numbers, motion->expr, node, kind);
}

static void collect(Numbers *numbers, const Node *root) {
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        if (!strcmp(node->word, "point") && node->slots.count > 1)
            add(numbers, LENGTH, node->slots.at[1].expr, node);
        if (!strcmp(node->word, "body")) add(numbers, MASS, jd_clause_expr(node, "mass"), node);
        if (!strcmp(node->word, "start")) add_start(numbers, node);
        if (!strcmp(node->word, "drive")) add_drive(numbers, node);
        if (!strcmp(node->word, "param") && node->slots.count > 1) {
            double value = 0;
            const char *unit = NULL;
            Unit found;
            const Expr *expr = node->slots.at[1].expr;
            if (!expr || !literal(expr, &value, &unit) || !unit || !jd_unit_parse(unit, &found))
                continue;
            numbers->united++;
            if (found.dim.length == 1 && !found.dim.mass && !found.dim.time)
                add(numbers, LENGTH, expr, node);
            if (found.dim.mass == 1 && !found.dim.length && !found.dim.time)
                add(numbers, MASS, expr, node);
        }
    }
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the others of this kind that have a unit; 0: they are fewer than those that have none. */
static double median(const Numbers *numbers, NumberKind kind) {
    double value[NUMBERS];
    int count = 0, bare = 0;
    for (int n = 0; n < numbers->count; n++) {
        if (numbers->at[n].kind != kind) continue;
        if (numbers->at[n].bare)
            bare++;
        else
            value[count++] = numbers->at[n].value;
    }
    qsort(value, (size_t)count, sizeof *value, compare);
    return count && count >= bare ? value[count / 2] : 0;
}

static bool is_odd(const Numbers *numbers, const Said *said) {
    const double others = median(numbers, said->kind);
    if (said->kind == RATE) return said->value >= rpm_from && fmod(said->value, 10) == 0;
    if (said->kind == ANGLE && said->value >= degrees_from) return fmod(said->value, 5) == 0;
    if (said->kind == ANGLE)
        return others > 0 && said->value >= 2 && fmod(said->value, 1) == 0 && said->value <= 2 * pi;
    return others > 0 && said->value > out_of_place * others;
}

static void tell(Numbers *numbers, const Said *said) {
    static const char *const meant[KINDS] = {"mm", "g", "rpm", "deg"};
    static const char *const reads[KINDS] = {"reads like millimetres", "reads like grams",
                                             "reads like revolutions per minute",
                                             "reads like degrees"};
    Patient *p = numbers->p;
    const char *text = jd_span_text(p, said->expr->span);
    if (!text ||
        !jd_find(p, JD_WARNING, "unit-missing", jd_span_where(said->expr->span),
                 "%s has no unit, so that it is in %s; beside the others of this model it %s", text,
                 units[said->kind], reads[said->kind]))
        return;
    Changes changes = {0};
    jd_change_add(p, &changes, said->expr->span, "if it is meant so, write", 1, "%s %s", text,
                  meant[said->kind]);
    if (!jd_try_remedy(p, &changes, "unit-missing"))
        jd_hint(p->log, "write the unit: %s %s, or %s %s", text, meant[said->kind], text,
                units[said->kind]);
}

static void look(Patient *p) {
    Numbers *numbers = ARENA_NEW(&p->arena, Numbers, 1);
    if (!numbers || !p->source) return;
    numbers->p = p;
    collect(numbers, &p->document.root);
    if (numbers->united < UNITS_SAID) return;
    for (int n = 0; n < numbers->count; n++)
        if (numbers->at[n].bare && is_odd(numbers, &numbers->at[n])) tell(numbers, &numbers->at[n]);
}

const Examination jd_examination_unit = {"unit", NEEDS_TEXT, look};
