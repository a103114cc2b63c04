/* SPDX-License-Identifier: MIT
 *
 * Operators with two sides, and the rules of dimensions: sums and comparisons need one dimension
 * (a bare 0 has any), products add exponents. Bare numbers fit each other, whatever they mean. */
#include "expr/inside.h"
#include <string.h>

/* ---- Words for messages --------------------------------------------------------------------- */

void jd_dim_spoken(Dim dim, char *out, size_t room) {
    static const char *const spoken[] = {
        "N", "N*m", "W", "Pa",  "N/m",   "N*s/m",  "N*m*s",    "V",   "ohm", "F",
        "H", "Wb",  "C", "m/N", "1/N/m", "m^3/Pa", "Pa*s/m^3", "J/K", "K/W"};
    Unit unit;
    jd_dim_unit(dim, out, room);
    if (dim.angle == 1 && jd_dim_keeps_angle(dim) && dim.time <= 0) { /* rad, rad/s, rad/s^2 */
        char below[64];
        snprintf(below, sizeof below, "%s", out);
        snprintf(out, room, "rad%s", dim.time ? below + 1 : "");
    }
    for (size_t n = 0; n < sizeof spoken / sizeof *spoken; n++)
        if (jd_unit_parse(spoken[n], &unit) && jd_dim_equal(unit.dim, dim))
            snprintf(out, room, "%s", spoken[n]);
}

Kind jd_kind(Dim dim, bool plain) {
    Kind kind;
    char unit[64];
    dim.angle = 0;
    jd_dim_spoken(dim, unit, sizeof unit);
    const char *word = jd_dim_word(dim);
    const bool none = jd_dim_equal(dim, (Dim){0});
    if (none)
        snprintf(kind.text, sizeof kind.text, "a %s", plain ? "plain number" : word);
    else if (!word)
        snprintf(kind.text, sizeof kind.text, "a quantity in %s", unit);
    else
        snprintf(kind.text, sizeof kind.text, "%s %s (%s)", strchr("aeiou", *word) ? "an" : "a",
                 word, unit);
    return kind;
}

Kind jd_size(int count) {
    Kind size;
    if (count == 1)
        snprintf(size.text, sizeof size.text, "a single number");
    else
        snprintf(size.text, sizeof size.text, "a vector of %d numbers", count);
    return size;
}

/* ---- Dimensions ----------------------------------------------------------------------------- */

static bool is_none(Dim dim) {
    return jd_dim_equal(dim, (Dim){0});
}

bool jd_term_is_zero(const Term *term) {
    for (int n = 0; n < term->count; n++)
        if (term->at[n].step != NO_STEP || term->at[n].value != 0) return false;
    return term->plain;
}

/* It is known already, and has no unit. */
static bool is_number(const Term *term) {
    bool known = term->plain;
    for (int n = 0; n < term->count; n++) known = known && term->at[n].step == NO_STEP;
    return known;
}

bool jd_lower_fit(Lower *lower, const Expr *at, const Term *a, const Term *b, const char *verb,
                  Dim *dim) {
    /* P + [0.1, 0.2]: bare vectors are SI wherever they stand; bare scalars only where a field says
     * so. */
    const bool vectors = a->count > 1 && b->count > 1 && (a->plain || b->plain);
    const bool either = jd_dim_equal(a->dim, b->dim) || (a->plain && b->plain) || vectors;
    if (either || jd_term_is_zero(a) || jd_term_is_zero(b)) {
        const bool other = jd_term_is_zero(a) || (!jd_term_is_zero(b) && is_none(a->dim));
        const signed char angle = a->dim.angle ? a->dim.angle : b->dim.angle;
        *dim = other ? b->dim : a->dim;
        dim->angle = angle;
        return true;
    }
    jd_lower_mistake(lower, "dimension-mismatch", at, "%s and %s cannot %s",
                     jd_kind(a->dim, a->plain).text, jd_kind(b->dim, b->plain).text, verb);
    const Dim time = {.time = 1}, wanted = a->plain ? b->dim : a->dim;
    char unit[64];
    jd_dim_spoken(wanted, unit, sizeof unit);
    const Term *bare = is_none(a->dim) ? a : b, *other = bare == a ? b : a;
    if (jd_dim_equal(other->dim, time) && is_none(bare->dim) && !is_number(bare))
        jd_hint(lower->log, "a time becomes a number by a factor in 1/s: 5 1/s * time");
    else if (a->plain != b->plain && !is_none(wanted))
        jd_hint(lower->log, "write a unit behind the number, such as %s", unit);
    return false;
}

bool jd_lower_dim(Lower *lower, const Expr *at, Dim a, Dim b, double power, bool plain, Dim *dim) {
    const double exponents[] = {a.length + power * b.length, a.mass + power * b.mass,
                                a.time + power * b.time, a.current + power * b.current,
                                a.temperature + power * b.temperature};
    enum { BASES = sizeof exponents / sizeof *exponents };
    signed char whole[BASES];
    for (int n = 0; n < BASES; n++) {
        const double rounded = floor(exponents[n] + 0.5);
        const bool exact = fabs(exponents[n] - rounded) <= 1e-9 && fabs(rounded) <= 99;
        if (!exact && !plain) {
            jd_lower_mistake(lower, "dimension-mismatch", at,
                             "%s to the power %g has no dimension of whole powers",
                             jd_kind(b, false).text, power);
            jd_hint(lower->log, "units have whole powers: take the root of a plain number, as in "
                                "k*sqrt(x/(1 Pa)), and give k the unit of the whole");
            return false;
        }
        whole[n] = exact ? (signed char)rounded : 0;
    }
    const double angle = a.angle + power * b.angle;
    const bool told = jd_dim_keeps_angle(a) && jd_dim_keeps_angle(b) && fabs(angle) <= 99;
    *dim = (Dim){whole[0], whole[1], whole[2],
                 whole[3], whole[4], told ? (signed char)angle : (signed char)0};
    return true;
}

static void hint_size(Lower *lower, const Expr *at, int wanted, int is) {
    const Expr *list = at->kind == EXPR_UNITED ? at->args[0] : at;
    if (is > wanted && list->kind == EXPR_VECTOR && jd_hint_decimal_commas(list, lower->log))
        return;
    if (is == 1)
        jd_hint(lower->log, "write its components in brackets: %s",
                wanted == 2 ? "[x, y]" : "[x, y, z]");
    else if (wanted == 1)
        jd_hint(lower->log, "take a component, A.x or A.y, or the length norm(A)");
    else if (is > wanted)
        jd_hint(lower->log,
                "in the plane there are x and y only; and 9,81 is two numbers, 9.81 is one");
    else
        jd_hint(lower->log, "in space there are three: [x, y, z]");
}

/* `0.3*0.64/12 kg*m^2`: a unit behind a divisor is that of the divisor. */
static void hint_divisor(Lower *lower, const Expr *at, Dim dim) {
    Unit unit;
    const bool divides = at->kind == EXPR_BINARY && at->count == 2 && !strcmp(at->text, "/");
    const Expr *by = divides ? at->args[1] : NULL;
    if (!by || by->kind != EXPR_NUMBER || !by->text || !jd_unit_parse(by->text, &unit)) return;
    if (jd_dim_equal(unit.dim, dim))
        jd_hint(lower->log, "'%s' is the unit of %g alone; for the whole write brackets: (...) %s",
                by->text, by->number, by->text);
}

bool jd_lower_wanted(Lower *lower, const Expr *at, const Term *term, int count, Dim dim,
                     const char *what) {
    if (count && term->count != count) {
        jd_lower_mistake(lower, "vector-size", at, "%s must be %s; this is %s",
                         what ? what : "this", jd_size(count).text, jd_size(term->count).text);
        hint_size(lower, at, count, term->count);
        return false;
    }
    if (term->plain || jd_dim_equal(term->dim, dim)) return true;
    const Kind is = jd_kind(term->dim, false), wanted = jd_kind(dim, false);
    if (what)
        jd_lower_mistake(lower, "dimension-mismatch", at, "%s must be %s; this is %s", what,
                         wanted.text, is.text);
    else
        jd_lower_mistake(lower, "dimension-mismatch", at, "this is %s where %s is wanted", is.text,
                         wanted.text);
    char unit[64];
    jd_dim_spoken(dim, unit, sizeof unit);
    if (is_none(term->dim))
        jd_hint(lower->log, "a quantity in SI needs its unit: write %s", unit);
    else if (!is_none(dim))
        jd_hint(lower->log, "give it in %s, or another unit of this kind", unit);
    hint_divisor(lower, at, dim);
    return false;
}

/* ---- Operators ------------------------------------------------------------------------------ */

static bool same_size(Lower *lower, const Expr *expr, const Term *a, const Term *b,
                      const char *verb) {
    if (a->count == b->count) return true;
    jd_lower_mistake(lower, "vector-size", expr, "%s and %s cannot %s", jd_size(a->count).text,
                     jd_size(b->count).text, verb);
    if (a->count == 1 || b->count == 1)
        jd_hint(lower->log,
                "write both as vectors, such as [x, y], or take the components A.x and A.y");
    return false;
}

static Term lower_sum(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    const bool add = expr->text[0] == '+';
    const char *verb = add ? "be added" : "be subtracted";
    Term sum = {.count = a->count, .plain = a->plain && b->plain};
    if (!same_size(lower, expr, a, b, verb)) return (Term){0};
    if (!jd_lower_fit(lower, expr, a, b, verb, &sum.dim)) return (Term){0};
    for (int n = 0; n < sum.count; n++)
        sum.at[n] =
            jd_lower_op(lower, expr, add ? OP_ADD : OP_SUBTRACT, a->at[n], b->at[n], b->at[n]);
    return sum;
}

static Term lower_product(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    if (a->count > 1 && b->count > 1) {
        jd_lower_mistake(lower, "vector-size", expr, "two vectors cannot be multiplied with '*'");
        jd_hint(lower->log, "write dot(a, b) or cross(a, b)");
        return (Term){0};
    }
    const Term *vector = a->count > 1 ? a : b, *factor = a->count > 1 ? b : a;
    Term term = {.count = vector->count, .plain = a->plain && b->plain};
    if (!jd_lower_dim(lower, expr, a->dim, b->dim, 1, term.plain, &term.dim)) return (Term){0};
    for (int n = 0; n < term.count; n++)
        term.at[n] =
            jd_lower_op(lower, expr, OP_MULTIPLY, factor->at[0], vector->at[n], vector->at[n]);
    return term;
}

static Term lower_quotient(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    if (b->count > 1)
        return jd_lower_mistake(lower, "vector-size", expr, "one cannot divide by a vector");
    Term term = {.count = a->count, .plain = a->plain && b->plain};
    if (!jd_lower_dim(lower, expr, a->dim, b->dim, -1, term.plain, &term.dim)) return (Term){0};
    for (int n = 0; n < term.count; n++)
        term.at[n] = jd_lower_op(lower, expr, OP_DIVIDE, a->at[n], b->at[0], b->at[0]);
    return term;
}

static Term lower_power(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    Term term = {.count = 1, .plain = a->plain && b->plain};
    if (a->count > 1) return jd_lower_mistake(lower, "vector-size", expr, "a vector has no power");
    if (!jd_lower_wanted(lower, expr->args[1], b, 1, (Dim){0}, "the exponent")) return (Term){0};

    const bool constant = b->at[0].step == NO_STEP;
    if (!constant && !is_none(a->dim) && !a->plain)
        return jd_lower_mistake(lower, "dimension-mismatch", expr,
                                "%s can only be raised to a constant power",
                                jd_kind(a->dim, false).text);
    if (constant &&
        !jd_lower_dim(lower, expr, (Dim){0}, a->dim, b->at[0].value, a->plain, &term.dim))
        return (Term){0};

    const double power = constant ? b->at[0].value : 0;
    if (power == 1)
        term.at[0] = a->at[0];
    else
        term.at[0] = jd_lower_op(lower, expr, power == 2 ? OP_SQUARE : OP_POWER, a->at[0], b->at[0],
                                 b->at[0]);
    return term;
}

static Term lower_comparison(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    Term term = {.count = 1, .plain = true};
    Dim dim;
    if (a->count > 1 || b->count > 1)
        return jd_lower_mistake(lower, "vector-size", expr, "vectors cannot be compared");
    if (!jd_lower_fit(lower, expr, a, b, "be compared", &dim)) return (Term){0};

    const char *text = expr->text;
    const bool swap = text[0] == '>';
    const Op op = text[0] == '='   ? OP_EQUAL
                  : text[0] == '!' ? OP_NOT_EQUAL
                  : text[1]        ? OP_LESS_EQUAL
                                   : OP_LESS;
    const Ref left = swap ? b->at[0] : a->at[0], right = swap ? a->at[0] : b->at[0];
    term.at[0] = jd_lower_op(lower, expr, op, left, right, right);
    return term;
}

static Term lower_logic(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    Term term = {.count = 1, .plain = true};
    const char *what = "what 'and' and 'or' join";
    if (!jd_lower_wanted(lower, expr->args[0], a, 1, (Dim){0}, what)) return (Term){0};
    if (!jd_lower_wanted(lower, expr->args[1], b, 1, (Dim){0}, what)) return (Term){0};
    const Op op = expr->text[0] == 'a' ? OP_AND : OP_OR;
    term.at[0] = jd_lower_op(lower, expr, op, a->at[0], b->at[0], b->at[0]);
    return term;
}

Term jd_lower_dot(Lower *lower, const Expr *at, const Term *a, const Term *b) {
    Term term = {.count = 1, .plain = a->plain && b->plain};
    if (a->count == 1 || b->count == 1)
        return jd_lower_mistake(lower, "vector-size", at, "a scalar product needs two vectors");
    if (!same_size(lower, at, a, b, "have a scalar product")) return (Term){0};
    if (!jd_lower_dim(lower, at, a->dim, b->dim, 1, term.plain, &term.dim)) return (Term){0};
    for (int n = 0; n < a->count; n++) {
        const Ref part = jd_lower_op(lower, at, OP_MULTIPLY, a->at[n], b->at[n], b->at[n]);
        term.at[0] = n ? jd_lower_op(lower, at, OP_ADD, term.at[0], part, part) : part;
    }
    return term;
}

APART Term jd_lower_two(Lower *lower, const Expr *expr, const Term *a, const Term *b) {
    if (!a->count || !b->count) return (Term){0};
    switch (expr->text[0]) {
    case '+':
    case '-':
        return lower_sum(lower, expr, a, b);
    case '*':
        return lower_product(lower, expr, a, b);
    case '/':
        return lower_quotient(lower, expr, a, b);
    case '^':
        return lower_power(lower, expr, a, b);
    case 'a':
    case 'o':
        return lower_logic(lower, expr, a, b);
    default:
        return lower_comparison(lower, expr, a, b);
    }
}
