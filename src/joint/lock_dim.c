/* SPDX-License-Identifier: MIT
 *
 * Dimensions of a lock: what it adds up is all lengths, or all pure numbers, or what else, since
 * the multiplier of a sum of both would be neither a force nor a moment. Bare numbers
 * stand for SI units of any kind, and so does what they multiply. */
#include "joint/inside.h"
#include <string.h>

typedef struct {
    Dim dim;
    bool any;   /* a bare number, or multiplied by one */
    bool known; /* false: not worked out, or told already; nothing is said about it */
} Measure;

typedef struct {
    const Field *fields;
    const char *text;
    Where where;
    JdLog *log;
    bool mixed;
} Walk;

static const Measure unknown = {.known = false};

static Measure pure(void) {
    return (Measure){.known = true};
}

static Measure of_unit(const char *text) {
    Unit unit;
    if (!text) return (Measure){.any = true, .known = true};
    return jd_unit_parse(text, &unit) ? (Measure){.dim = unit.dim, .known = true} : unknown;
}

/* A vector, a field of the type; what is neither (qi, qj) may be anything. */
static Measure of_word(const Walk *walk, const char *word) {
    VectorKind kind;
    if (jd_vector_find(word, strlen(word), &kind)) {
        if (kind <= VEC_ON) return of_unit("m");
        if (kind == VEC_W) return of_unit("1/s");
        return kind >= VEC_VD ? of_unit("m/s") : pure();
    }
    for (int n = 0; n < TYPE_FIELDS && walk->fields && walk->fields[n].name; n++)
        if (!strcmp(walk->fields[n].name, word)) return of_unit(walk->fields[n].unit);
    return !strcmp(word, "pi") || !strcmp(word, "tau") ? pure() : unknown;
}

static Measure product(Measure a, Measure b, int sign) {
    a.dim.length = (signed char)(a.dim.length + sign * b.dim.length);
    a.dim.mass = (signed char)(a.dim.mass + sign * b.dim.mass);
    a.dim.time = (signed char)(a.dim.time + sign * b.dim.time);
    a.dim.current = (signed char)(a.dim.current + sign * b.dim.current);
    a.dim.temperature = (signed char)(a.dim.temperature + sign * b.dim.temperature);
    a.any = a.any || b.any;
    a.known = a.known && b.known;
    return a;
}

static void say(Dim dim, char *out, size_t room) {
    char unit[64];
    jd_dim_unit(dim, unit, sizeof unit);
    const char *word = jd_dim_word(dim);
    if (jd_dim_equal(dim, (Dim){0}))
        snprintf(out, room, "a pure number");
    else
        snprintf(out, room, "%s %s in %s", word && strchr("aeiou", *word) ? "an" : "a",
                 word ? word : "quantity", unit);
}

static Measure sum(Walk *walk, Measure a, Measure b) {
    if (!a.known || !b.known) return unknown;
    if (a.any || b.any || jd_dim_equal(a.dim, b.dim)) return a.any ? b : a;
    char first[96], second[96];
    say(a.dim, first, sizeof first);
    say(b.dim, second, sizeof second);
    jd_report(walk->log, JD_ERROR, "dimension-mismatch", walk->where, "lock '%s' adds %s and %s",
              walk->text, first, second);
    jd_hint(walk->log,
            "multiply one of them by a field or a number with a unit, such as 1 m, or make "
            "two locks of it");
    walk->mixed = true;
    return unknown;
}

static Measure measure(Walk *walk, const Expr *expr);

APART static Measure of_two(Walk *walk, const Expr *expr, Measure a, Measure b) {
    const Expr *power = expr->args[1];
    switch (expr->text[1] ? '?' : expr->text[0]) {
    case '+':
    case '-':
        return sum(walk, a, b);
    case '*':
        return product(a, b, 1);
    case '/':
        return product(a, b, -1);
    case '^':
        if (power->kind == EXPR_NUMBER && power->number == 2) return product(a, a, 1);
        return a.any || (a.known && jd_dim_equal(a.dim, (Dim){0})) ? a : unknown;
    default:
        return unknown;
    }
}

static Measure of_call(Walk *walk, const Expr *expr) {
    if (!strcmp(expr->text, "dot") && expr->count == 2)
        return product(measure(walk, expr->args[0]), measure(walk, expr->args[1]), 1);
    if (!strcmp(expr->text, "abs") && expr->count == 1) return measure(walk, expr->args[0]);
    return !strcmp(expr->text, "sqrt") ? unknown : pure(); /* angles, sines */
}

/* Operations from the left. */
static Measure of_row(Walk *walk, const Expr *expr) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_ALL, &spine)) return unknown;
    Measure row = measure(walk, spine.inner);
    for (int n = spine.count - 1; n >= 0; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        if (at->kind == EXPR_INDEX)
            row = unknown;
        else if (at->kind == EXPR_FIELD)
            row = product(row, of_word(walk, at->text), 1);
        else if (at->kind == EXPR_DOT)
            row = product(row, measure(walk, at->args[1]), 1);
        else
            row = of_two(walk, at, row, measure(walk, at->args[1]));
    }
    jd_spine_close(&spine);
    return row;
}

static Measure measure(Walk *walk, const Expr *expr) {
    switch (expr->kind) {
    case EXPR_NUMBER:
        return of_unit(expr->text);
    case EXPR_UNITED:
        return of_unit(expr->text);
    case EXPR_NAME:
        return of_word(walk, expr->text);
    case EXPR_UNARY:
        return measure(walk, expr->args[0]);
    case EXPR_FIELD:
    case EXPR_DOT:
    case EXPR_INDEX:
    case EXPR_BINARY:
        return of_row(walk, expr);
    case EXPR_CALL:
        return of_call(walk, expr);
    default:
        return unknown;
    }
}

bool jd_lock_check_dims(const char *text, const Field *fields, Where where, JdLog *log) {
    Arena arena = {0};
    const Source source = {"lock", text, strlen(text)};
    const Expr *expr = jd_expr_parse(&source, &arena, NULL);
    Walk walk = {fields, text, where, log, false};
    if (expr) measure(&walk, expr);
    const bool failed = arena.failed;
    jd_arena_free(&arena);
    if (failed) jd_report_memory(log);
    return !walk.mixed && !failed;
}
