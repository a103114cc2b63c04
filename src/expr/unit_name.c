/* SPDX-License-Identifier: MIT
 *
 * Names that are units as well: with `param N = 98.1 mN` a reader of "0.1 m*N" cannot know whether
 * N is the newton or the parameter, nor with `param s = 2 m` one of "5 N*s". Both are refused, with
 * the spelling of either. The first name behind a number is always a unit: 3 N. */
#include "expr/inside.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[8];  /* no unit is longer than that */
    bool times;    /* a factor and no divisor: what is divided by is a unit, 2 rad/s */
    bool power;    /* m^2 */
    bool marked;   /* N^1: nobody writes that of a parameter, so it says that the unit is meant */
    size_t length; /* of the unit's text up to its end */
} Factor;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The factor at `from`; what follows. */
static const char *read_factor(const char *text, const char *from, Factor *factor) {
    size_t length = 0;
    while (is_letter(from[length])) length++;
    const bool fits = length < sizeof factor->name;
    memcpy(factor->name, from, fits ? length : 0);
    factor->name[fits ? length : 0] = '\0';
    factor->power = from[length] == '^';
    factor->marked = factor->power && from[length + 1] == '1' &&
                     !(from[length + 2] >= '0' && from[length + 2] <= '9');
    factor->length = (size_t)(from - text) + length;
    return from + length;
}

/* The factor behind the next `*` or `/`; what follows, or NULL at the end. */
static const char *next_factor(const char *text, const char *from, Factor *factor) {
    from += strcspn(from, "*/");
    if (!*from) return NULL;
    factor->times = *from == '*';
    return read_factor(text, from + 1, factor);
}

/* The number and its unit, without brackets around both. */
static Span inner_span(const Expr *expr) {
    Span at = expr->span;
    const char *text = at.source->text;
    while (at.length > 2 && text[at.start] == '(' && text[at.start + at.length - 1] == ')') {
        at.start++, at.length -= 2;
        for (; at.length && strchr(" \t\r\n", text[at.start]); at.length--) at.start++;
        while (at.length && strchr(" \t\r\n", text[at.start + at.length - 1])) at.length--;
    }
    return at;
}

/* Whether the text itself has the unit: a name that was replaced by its value has not. */
static bool is_written(const Expr *expr) {
    const size_t length = strlen(expr->text);
    const Span at = inner_span(expr);
    return at.length > length &&
           memcmp(at.source->text + at.start + at.length - length, expr->text, length) == 0;
}

static bool is_both(const Expr *expr, const Scope *scope, const Factor *factor, Value *value) {
    Unit unit;
    if (!factor->name[0] || factor->marked || !scope->own) return false;
    return scope->own(scope, factor->name, expr->span.source, value) &&
           jd_unit_find(factor->name, strlen(factor->name), &unit);
}

/* Exponents of the unit whose factor is of the name's kind instead. */
static Dim with_name(Dim whole, Dim unit, Dim name, int power) {
    whole.length = (signed char)(whole.length + power * (name.length - unit.length));
    whole.mass = (signed char)(whole.mass + power * (name.mass - unit.mass));
    whole.time = (signed char)(whole.time + power * (name.time - unit.time));
    whole.current = (signed char)(whole.current + power * (name.current - unit.current));
    whole.temperature =
        (signed char)(whole.temperature + power * (name.temperature - unit.temperature));
    return whole;
}

/* Not where the whole is a quantity that has a word, and with the name's value it has none: `5 N*m`
 * and `0.1 kg*m^2` beside a mass m, `2 N*m*s` beside a length s. If the name is meant all the same,
 * dimensions tell. */
static bool may_be_meant(const Expr *expr, const Scope *scope, const Factor *factor) {
    Value value = {0};
    Unit unit, whole;
    if (!factor->times || !is_both(expr, scope, factor, &value)) return false;
    if (!jd_unit_find(factor->name, strlen(factor->name), &unit)) return false;
    if (value.count > 1 && factor->power) return false; /* vectors have no powers */
    if (!jd_unit_parse(expr->text, &whole) || !jd_dim_word(whole.dim)) return true;
    if (!value.count) return true; /* a state, whose kind is not known here */
    const int power = factor->power ? atoi(expr->text + factor->length + 1) : 1;
    return jd_dim_word(with_name(whole.dim, unit.dim, value.dim, power)) != NULL;
}

/* The text with all such factors as units: N^1; m^2 at once behind the number, where it always is
 * one. */
static void write_as_unit(const Expr *expr, const Scope *scope, Text *out) {
    const char *text = expr->text, *from = text, *end;
    Factor factor;
    Text rest = {0};
    while ((end = next_factor(text, from, &factor))) {
        const char *next = end + strcspn(end, "*/"), *begin = end - strlen(factor.name) - 1;
        const bool meant = may_be_meant(expr, scope, &factor);
        if (from == text) jd_text_add(&rest, text, (size_t)(begin - text));
        if (meant && factor.power)
            jd_text_print(out, "%.*s*", (int)(next - begin - 1), begin + 1);
        else
            jd_text_print(&rest, "%.*s%s", (int)(next - begin), begin, meant ? "^1" : "");
        from = end;
    }
    jd_text_print(out, "%s", rest.at ? rest.at : "");
    if (rest.failed) out->failed = true;
    jd_text_free(&rest);
}

static void report(const Expr *expr, const Factor *factor, const Scope *scope, JdLog *log) {
    const Span at = inner_span(expr);
    const char *text = expr->text, *rest = text + factor->length;
    const int number = (int)(at.length - strlen(text)),
              before = (int)(factor->length - strlen(factor->name));
    char *all = jd_arena_text(scope->arena, at.source->text + at.start, at.length);
    Text unit = {0};
    write_as_unit(expr, scope, &unit);
    if (!all || unit.failed) {
        jd_text_free(&unit);
        jd_report_memory(log);
        return;
    }
    jd_report(log, JD_ERROR, "unit-or-name", jd_span_where(at),
              "'%s' is a unit and a name of the model: %s may mean either", factor->name, all);
    jd_hint(log, "for what the model calls %s write %.*s * %s%s, for the unit %.*s%s", factor->name,
            number + before - 1, all, factor->name, rest, number, all, unit.at);
    jd_text_free(&unit);
}

bool jd_unit_or_name(const Expr *expr, const Scope *scope, JdLog *log) {
    Factor factor;
    if (!expr->text || !is_written(expr)) return false;
    for (const char *at = expr->text; (at = next_factor(expr->text, at, &factor));) {
        if (!may_be_meant(expr, scope, &factor)) continue;
        report(expr, &factor, scope, log);
        return true;
    }
    return false;
}

/* The unit at once behind the number, or a divisor of what has no word, as in 0.5 s/T beside a time
 * T: the others were refused. */
static bool find_both(const Expr *expr, const Scope *scope, Factor *factor) {
    if (!expr->text || !is_written(expr)) return false;
    Value value = {0};
    Unit whole;
    factor->times = true;
    const char *at = read_factor(expr->text, expr->text, factor);
    if (is_both(expr, scope, factor, &value)) return true;
    if (!jd_unit_parse(expr->text, &whole) || jd_dim_word(whole.dim)) return false;
    while ((at = next_factor(expr->text, at, factor)))
        if (!factor->times && is_both(expr, scope, factor, &value)) return true;
    return false;
}

bool jd_unit_is_name(const Expr *expr, const Scope *scope) {
    Factor factor;
    return find_both(expr, scope, &factor);
}

/* Behind what dimensions tell: "2 * h" for "2 h". */
void jd_unit_name_hint(const Expr *expr, const Scope *scope, JdLog *log) {
    Factor factor;
    const Span at = inner_span(expr);
    const char *text = at.source->text + at.start;
    if (!find_both(expr, scope, &factor)) return;
    int before = (int)(at.length - strlen(expr->text)) + (int)(factor.length - strlen(factor.name));
    while (before && strchr(" */", text[before - 1])) before--;
    jd_hint(log, "'%s' is read as a unit here; for what the model calls %s write %.*s %c %s%s",
            factor.name, factor.name, before, text, factor.times ? '*' : '/', factor.name,
            expr->text + factor.length);
}
