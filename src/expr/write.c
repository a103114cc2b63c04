/* SPDX-License-Identifier: MIT
 *
 * An Expr as text that reads back as the same tree, with no more brackets than needed. */
#include "expr/expr.h"
#include <string.h>

/* How tight a kind binds; the levels of the reader. */
enum { LOOSEST = 1, COMPARISON = 3, SIGN = 6, POWER = 7, VALUE = 8 };

static int operator_level(const char *text) {
    switch (text[0]) {
    case 'o':
        return LOOSEST;
    case 'a':
        return LOOSEST + 1;
    case '+':
    case '-':
        return COMPARISON + 1;
    case '*':
    case '/':
        return COMPARISON + 2;
    case '^':
        return POWER;
    default:
        return COMPARISON;
    }
}

static bool negative(const Expr *expr) {
    return expr->kind == EXPR_NUMBER && signbit(expr->number);
}

static int level_of(const Expr *expr) {
    if (expr->kind == EXPR_BINARY) return operator_level(expr->text);
    return expr->kind == EXPR_UNARY || negative(expr) ? SIGN : VALUE;
}

static void add(Text *out, const char *text) {
    jd_text_add(out, text, strlen(text));
}

static void write_within(const Expr *expr, bool brackets, Text *out) {
    if (brackets) add(out, "(");
    jd_expr_write(expr, out);
    if (brackets) add(out, ")");
}

APART static void write_number(const Expr *expr, Text *out) {
    char number[32];
    jd_number_text(expr->number, number, sizeof number);
    add(out, number);
    if (!expr->text) return;
    add(out, " ");
    add(out, expr->text);
}

static void write_string(const char *text, Text *out) {
    add(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') add(out, "\\");
        jd_text_add(out, text, 1);
    }
    add(out, "\"");
}

static void write_list(const Expr *expr, const char *open, const char *close, Text *out) {
    add(out, open);
    for (int n = 0; n < expr->count; n++) {
        if (n) add(out, ", ");
        jd_expr_write(expr->args[n], out);
    }
    add(out, close);
}

/* Before a '.' or '[' stands a name, or something with its own brackets. */
static bool base_needs_brackets(const Expr *expr) {
    const Expr *base = expr->args[0];
    const bool direct = base->kind == EXPR_NAME || base->kind == EXPR_CALL ||
                        base->kind == EXPR_VECTOR || base->kind == EXPR_FIELD ||
                        base->kind == EXPR_INDEX || base->kind == EXPR_DOT;
    return !direct;
}

/* From the left, except powers; comparisons never follow each other. "3 m^2" is an area. */
static bool operand_needs_brackets(const Expr *expr) {
    const Expr *left = expr->args[0];
    const int level = operator_level(expr->text);
    const bool power = level == POWER, strict = power || level == COMPARISON;
    const bool united = left->kind == EXPR_UNITED || (left->kind == EXPR_NUMBER && left->text);
    return level_of(left) < level + strict || (power && united);
}

static void write_operator(const Expr *expr, Text *out) {
    const Expr *right = expr->args[1];
    const int level = operator_level(expr->text);
    const bool power = level == POWER;
    if (!power) add(out, " ");
    add(out, expr->text);
    if (!power) add(out, " ");
    write_within(right, level_of(right) < (power ? SIGN : level + 1), out);
}

/* What stands behind the first operand. */
static void write_behind(const Expr *expr, Text *out) {
    if (expr->kind == EXPR_BINARY) {
        write_operator(expr, out);
    } else if (expr->kind == EXPR_FIELD) {
        add(out, ".");
        add(out, expr->text);
    } else {
        add(out, expr->kind == EXPR_INDEX ? "[" : ".(");
        jd_expr_write(expr->args[1], out);
        add(out, expr->kind == EXPR_INDEX ? "]" : ")");
    }
}

static bool needs_brackets(const Expr *expr) {
    return expr->kind == EXPR_BINARY ? operand_needs_brackets(expr) : base_needs_brackets(expr);
}

/* All brackets that open before the first operand, then one operation after the other. */
static void write_row(const Expr *expr, Text *out) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_ALL, &spine)) {
        out->failed = true;
        return;
    }
    for (int n = 0; n < spine.count; n++)
        if (needs_brackets(jd_spine_at(&spine, n))) add(out, "(");
    jd_expr_write(spine.inner, out);
    for (int n = spine.count - 1; n >= 0; n--) {
        if (needs_brackets(jd_spine_at(&spine, n))) add(out, ")");
        write_behind(jd_spine_at(&spine, n), out);
    }
    jd_spine_close(&spine);
}

static void write_unary(const Expr *expr, Text *out) {
    const Expr *operand = expr->args[0];
    const bool signs =
        (operand->kind == EXPR_UNARY && operand->text[0] == '-') || negative(operand);
    add(out, expr->text);
    write_within(operand, level_of(operand) < SIGN || signs, out);
}

/* A unit stands behind a bracket. */
static void write_united(const Expr *expr, Text *out) {
    const Expr *base = expr->args[0];
    write_within(base, base->kind != EXPR_VECTOR && base->kind != EXPR_CALL, out);
    add(out, " ");
    add(out, expr->text);
}

void jd_expr_write(const Expr *expr, Text *out) {
    switch (expr->kind) {
    case EXPR_NUMBER:
        write_number(expr, out);
        break;
    case EXPR_STRING:
        write_string(expr->text, out);
        break;
    case EXPR_NAME:
        add(out, expr->text);
        break;
    case EXPR_CALL:
        add(out, expr->text);
        write_list(expr, "(", ")", out);
        break;
    case EXPR_VECTOR:
        write_list(expr, "[", "]", out);
        break;
    case EXPR_UNARY:
        write_unary(expr, out);
        break;
    case EXPR_UNITED:
        write_united(expr, out);
        break;
    case EXPR_BINARY:
    case EXPR_FIELD:
    case EXPR_INDEX:
    case EXPR_DOT:
        write_row(expr, out);
        break;
    }
}

/* ---- Values --------------------------------------------------------------------------------- */

static void write_digits(double value, int digits, Text *out) {
    char number[32];
    if (digits > 0)
        snprintf(number, sizeof number, "%.*g", digits, value);
    else
        jd_number_text(value, number, sizeof number);
    char *comma = strchr(number, ','); /* of another locale */
    if (comma) *comma = '.';
    add(out, number);
}

void jd_value_text(const Value *value, int digits, bool unit, Text *out) {
    if (value->count > 1) add(out, "[");
    for (int n = 0; n < value->count; n++) {
        if (n) add(out, ", ");
        write_digits(value->v[n], digits, out);
    }
    if (value->count > 1) add(out, "]");
    char name[64] = "";
    if (unit && !value->plain) jd_dim_unit(value->dim, name, sizeof name);
    if (*name) jd_text_print(out, " %s", name);
}
