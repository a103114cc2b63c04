/* SPDX-License-Identifier: MIT
 *
 * Other numbers in a statement: another unit, another sign, a point that slipped by a place or by
 * three. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

/* ---- Units and signs of numbers ------------------------------------------------------------- */

static const double full_turn = 6.3; /* rad: nobody writes the sine of more as a number */

/* Units that are taken for each other. */
static const struct {
    const char *unit;      /* SI, of the slot */
    const char *others[6]; /* what may stand there */
} confused[] = {
    {"m", {"m", "mm", "cm", "in"}},
    {"kg", {"kg", "g", "t"}},
    {"kg*m^2", {"kg*m^2", "kg*mm^2", "kg*cm^2", "g*m^2", "g*mm^2", "t*mm^2"}},
    {"rad", {"rad", "deg", "rev"}},
    {"1", {"rad", "deg", "rev"}},
    {"rad/s", {"rad/s", "rpm", "deg/s", "rev/s"}},
    {"1/s", {"rad/s", "rpm", "deg/s", "rev/s"}},
    {"m/s", {"m/s", "mm/s"}},
    {"N", {"N", "kN", "mN"}},
    {"N/m", {"N/m", "N/mm", "kN/m"}},
    {"N*s/m", {"N*s/m", "N*s/mm", "kN*s/m"}},
    {"N*m", {"N*m", "N*mm", "kN*m"}},
    {"N*m*s", {"N*m*s", "N*mm*s"}},
    {"kg/m^3", {"kg/m^3", "g/cm^3"}},
    {"m/s^2", {"m/s^2", "mm/s^2"}},
    {"s", {"s", "ms", "us"}},
};

static bool same_unit(const char *a, const char *b) {
    Unit x, y;
    return jd_unit_parse(a, &x) && jd_unit_parse(b, &y) && jd_dim_equal(x.dim, y.dim) &&
           x.scale == y.scale;
}

static bool same_dim(const char *a, const char *b) {
    Unit x, y;
    return jd_unit_parse(a, &x) && jd_unit_parse(b, &y) && jd_dim_equal(x.dim, y.dim);
}

static const double foreign = 0.4; /* less: inches, where the text has none */

/* " in", behind a number. */
static bool writes_inches(const Patient *p) {
    for (const char *c = p->def.text; c && (c = strstr(c, " in")); c++)
        if (c > p->def.text && strchr("0123456789.)]", c[-1]) && strchr(" \n,*/^)}", c[3]))
            return true;
    return false;
}

static void other_units(Patient *p, Changes *to, Span span, const char *number, const char *unit,
                        const char *dim) {
    for (size_t n = 0; n < sizeof confused / sizeof *confused; n++) {
        if (!same_dim(confused[n].unit, dim) ||
            (!strcmp(dim, "1") && strcmp(confused[n].unit, "1")))
            continue;
        for (int k = 0; k < 6 && confused[n].others[k]; k++) {
            const char *other = confused[n].others[k];
            if (same_unit(other, unit ? unit : dim)) continue;
            jd_change_add(p, to, span, jd_arena_format(&p->arena, "if %s is meant", other),
                          (unit ? 0.7 : 0.9) - 0.01 * k -
                              (strcmp(other, "in") || writes_inches(p) ? 0 : foreign),
                          "%s %s", number, other);
        }
        return;
    }
}

void jd_changes_of_units(Patient *p, Changes *to, const Expr *expr, const char *unit) {
    if (!expr) return;
    if (expr->kind == EXPR_NUMBER && expr->number != 0) {
        char number[32];
        const char *text = jd_span_text(p, expr->span);
        const size_t digits = text ? jd_number_read(text, expr->span.length, &(double){0}) : 0;
        if (!digits || digits >= sizeof number) return;
        memcpy(number, text, digits);
        number[digits] = 0;
        other_units(p, to, expr->span, number, expr->text,
                    expr->text ? expr->text
                    : unit     ? unit
                               : "1");
    } else if (expr->kind == EXPR_UNITED && expr->count == 1) {
        const char *inner = jd_span_text(p, expr->args[0]->span);
        if (inner) other_units(p, to, expr->span, inner, expr->text, expr->text);
    } else if (expr->kind == EXPR_VECTOR && unit) {
        const char *inner = jd_span_text(p, expr->span);
        bool bare = true;
        for (int n = 0; n < expr->count; n++)
            bare = bare && (expr->args[n]->kind == EXPR_NUMBER ||
                            (expr->args[n]->kind == EXPR_UNARY &&
                             expr->args[n]->args[0]->kind == EXPR_NUMBER));
        for (int n = 0; n < expr->count; n++)
            bare = bare && !(expr->args[n]->kind == EXPR_NUMBER && expr->args[n]->text);
        if (inner && bare) other_units(p, to, expr->span, inner, NULL, unit);
        for (int n = 0; n < expr->count && !bare; n++)
            jd_changes_of_units(p, to, expr->args[n], unit);
    } else {
        for (int n = 0; n < expr->count; n++) jd_changes_of_units(p, to, expr->args[n], unit);
    }
}

void jd_change_sign(Patient *p, Changes *to, const Expr *expr, double likely) {
    if (!expr) return;
    const char *text = jd_span_text(p, expr->span);
    if (!text) return;
    if (expr->kind == EXPR_UNARY && expr->text && *expr->text == '-')
        jd_change_add(p, to, expr->span, "with the other sign", likely, "%s",
                      jd_span_text(p, expr->args[0]->span));
    else if (expr->kind == EXPR_BINARY && (*expr->text == '+' || *expr->text == '-'))
        jd_change_add(p, to, expr->span, "with the other sign", likely, "-(%s)", text);
    else if (text[0] == '-')
        jd_change_add(p, to, expr->span, "with the other sign", likely, "%s", text + 1);
    else
        jd_change_add(p, to, expr->span, "with the other sign", likely, "-%s", text);
}

/* ---- Degrees without their unit -----------------------------------------------------------------
 */

static bool is_turn(const Expr *expr) {
    return expr->kind == EXPR_CALL && expr->count == 1 &&
           jd_word_in_list(expr->text, "sin cos tan") && expr->args[0]->kind == EXPR_NUMBER &&
           !expr->args[0]->text && fabs(expr->args[0]->number) > full_turn;
}

/* The text of an expression with degrees behind all numbers of sines and cosines beyond a turn. */
static const char *write_degrees(Patient *p, const Expr *expr, size_t *from, const char *out) {
    if (is_turn(expr)) {
        const size_t end = expr->args[0]->span.start + expr->args[0]->span.length;
        const char *before = jd_span_text(p, (Span){NULL, *from, end - *from});
        *from = end;
        return before && out ? jd_arena_format(&p->arena, "%s%s deg", out, before) : NULL;
    }
    for (int n = 0; n < expr->count; n++) out = write_degrees(p, expr->args[n], from, out);
    return out;
}

void jd_changes_of_degrees(Patient *p, Changes *to, const Expr *expr) {
    size_t from = expr->span.start;
    const size_t end = expr->span.start + expr->span.length;
    const char *text = write_degrees(p, expr, &from, "");
    const char *rest = jd_span_text(p, (Span){NULL, from, end - from});
    if (text && *text && rest)
        jd_change_add(p, to, expr->span, "in degrees", 1, "%s%s", text, rest);
}

/* ---- Places of the point ----------------------------------------------------------------------
 */

/* 0.7/10 is 0.07: no digit more than was written. */
static void print_shifted(double value, char *out, size_t room) {
    double shifted = value;
    char digits[32];
    snprintf(digits, sizeof digits, "%.15g", value);
    jd_number_read(digits, strlen(digits), &shifted);
    jd_number_text(shifted, out, room);
}

/* All numbers of a vector, which are of one size: so many of them are written another place. */
static int print_power(const Expr *vector, double by, Text *out) {
    int count = 0;
    for (int n = 0; n < vector->count; n++) {
        const Expr *expr = vector->args[n];
        const bool minus = expr->kind == EXPR_UNARY && *expr->text == '-';
        if (minus) expr = expr->args[0];
        if (expr->kind != EXPR_NUMBER || expr->text) return 0;
        char number[32];
        print_shifted(expr->number / by, number, sizeof number);
        jd_text_print(out, "%s%s%s", n ? ", " : "[", minus ? "-" : "", number);
        count += expr->number != 0;
    }
    jd_text_print(out, "]");
    return count;
}

static void all_powers(Patient *p, Changes *to, const Expr *vector) {
    static const double by[] = {1000, 10, 100, 0.1};
    for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
        Text text = {0};
        const int count = print_power(vector, by[k], &text);
        const char *words = jd_words_keep(p, &text);
        if (count > 1)
            jd_change_add(p, to, vector->span, "if the points are misplaced", 0.4, "%s", words);
    }
}

/* A number alone, with or without a unit: ten, a hundred or a thousand times more or less. */
static void other_powers(Patient *p, Changes *to, const Expr *expr) {
    static const int powers[] = {3, -3, 1, -1, 2, -2, 6, -6};
    if (expr->kind == EXPR_UNITED && expr->count == 1) expr = expr->args[0];
    if (expr->kind == EXPR_UNARY) expr = expr->args[0];
    if (expr->kind == EXPR_VECTOR) all_powers(p, to, expr);
    if (expr->kind == EXPR_VECTOR)
        for (int n = 0; n < expr->count; n++) other_powers(p, to, expr->args[n]);
    const char *text = jd_span_text(p, expr->span);
    double value;
    if (expr->kind != EXPR_NUMBER || expr->number == 0 || !text) return;
    const size_t digits = jd_number_read(text, expr->span.length, &value);
    for (size_t n = 0; n < sizeof powers / sizeof *powers && digits; n++) {
        char number[32];
        const double by = pow(10, abs(powers[n])); /* 3/10 is 0.3, and 3*0.1 is not */
        print_shifted(powers[n] > 0 ? value * by : value / by, number, sizeof number);
        jd_change_add(p, to, expr->span, "if the point is misplaced", n < 2 ? 0.4 : 0.35, "%s%s",
                      number, text + digits);
    }
}

/* Of all numbers in an expression. */
void jd_changes_of_powers(Patient *p, Changes *to, const Expr *expr) {
    if (expr->kind == EXPR_NUMBER || expr->kind == EXPR_VECTOR) other_powers(p, to, expr);
    if (expr->kind != EXPR_NUMBER && expr->kind != EXPR_VECTOR)
        for (int n = 0; n < expr->count; n++) jd_changes_of_powers(p, to, expr->args[n]);
}

/* ---- All numbers of a statement -----------------------------------------------------------------
 */

/* Unit of a field of the type that a joint or force has; NULL: it has no such field. */
static const char *unit_of_field(Patient *p, const Node *statement, const char *field) {
    const Slot *target = jd_node_slot(statement, "i");
    const char *free = target ? jd_span_text(p, target->span) : NULL;
    int pushed_joint;
    const FreeDef *pushed = free ? jd_model_find_free(p->model, free, &pushed_joint) : NULL;
    const bool turns = pushed && pushed->kind != FREE_SLIDE;
    const Slot *type = jd_node_slot(statement, "type");
    const bool joint = !strcmp(statement->word, "joint"), force = !strcmp(statement->word, "force");
    const Field *fields = NULL;
    if (type && type->text && joint && jd_model_find_type(p->model, type->text))
        fields = jd_model_find_type(p->model, type->text)->fields;
    if (type && type->text && force && jd_force_find(type->text))
        fields = jd_force_find(type->text)->fields;
    for (int n = 0; fields && n < TYPE_FIELDS && fields[n].name; n++)
        if (!strcmp(fields[n].name, field))
            return !turns || !fields[n].turn_unit ? fields[n].unit
                   : !strcmp(fields[n].unit, "m") ? "rad"
                                                  : fields[n].turn_unit;
    return NULL;
}

const char *jd_clause_unit(Patient *p, const Node *statement, const Node *clause) {
    const char *unit = unit_of_field(p, statement, clause->word);
    return unit ? unit : clause->kind ? clause->kind->unit : NULL;
}

void jd_changes_of_numbers(Patient *p, Changes *to, const Node *statement) {
    for (int c = 0; c < statement->clauses.count; c++) {
        const Node *clause = statement->clauses.at[c];
        const char *unit = jd_clause_unit(p, statement, clause);
        for (int n = 0; n < clause->slots.count; n++) {
            const Expr *expr = clause->slots.at[n].expr;
            if (!expr || jd_word_in_list(clause->word, "axis second link alpha beta gamma"))
                continue;
            jd_changes_of_units(p, to, expr, !strcmp(clause->word, "load") ? n ? "m" : "kg" : unit);
            other_powers(p, to, expr);
            if (!strcmp(statement->word, "force")) jd_change_sign(p, to, expr, 0.7);
        }
    }
}
