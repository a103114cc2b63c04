/* SPDX-License-Identifier: MIT
 *
 * Names in expressions: paths with their indices worked out ("crank[2].tip.x"), what a name
 * stands for, and binding, which replaces the names a scope knows by their values. */
#include "expr/inside.h"
#include <string.h>

bool jd_expr_is_path(const Expr *expr) {
    while (expr->kind == EXPR_FIELD || expr->kind == EXPR_INDEX) expr = expr->args[0];
    return expr->kind == EXPR_NAME;
}

/* ---- Paths ---------------------------------------------------------------------------------- */

static const double most_index = 1e9; /* fits into any whole number, and no list is as long */

static bool eval_index(const Expr *index, const Scope *scope, JdLog *log, long *result) {
    const Value value = jd_expr_value_as(index, scope, 1, (Dim){0}, "an index", log);
    if (!value.count) return false;
    if (value.v[0] == floor(value.v[0]) && fabs(value.v[0]) < most_index) {
        *result = (long)value.v[0];
        return true;
    }
    jd_report(log, JD_ERROR, "index-not-integer", jd_span_where(index->span),
              "an index must be a whole number; this is %g", value.v[0]);
    jd_hint(log, "use floor() or round() to make it one");
    return false;
}

/* From the name on; false if an index is none. */
static bool write_path(const Expr *expr, const Scope *scope, JdLog *log, Text *out) {
    Spine spine;
    bool whole = jd_spine_open(expr, SPINE_PATH, &spine);
    out->failed = !whole;
    if (whole) jd_text_print(out, "%s", spine.inner->text);
    for (int n = spine.count - 1; whole && n >= 0; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        long index = 0;
        if (at->kind == EXPR_FIELD)
            jd_text_print(out, ".%s", at->text);
        else if ((whole = eval_index(at->args[1], scope, log, &index)))
            jd_text_print(out, "[%ld]", index);
    }
    jd_spine_close(&spine);
    return whole && !out->failed;
}

const char *jd_expr_path(const Expr *expr, const Scope *scope, JdLog *log) {
    if (!jd_expr_is_path(expr)) {
        jd_report(log, JD_ERROR, "name-expected", jd_span_where(expr->span),
                  "a name is expected here");
        if (scope->arena->failed) jd_report_memory(log);
        return NULL;
    }
    if (expr->kind == EXPR_NAME) return expr->text;
    Text text = {0};
    const char *path = NULL;
    if (write_path(expr, scope, log, &text)) path = jd_arena_copy(scope->arena, text.at);
    if (text.failed) scope->arena->failed = true;
    if (scope->arena->failed) jd_report_memory(log);
    jd_text_free(&text);
    return path;
}

/* ---- What a name stands for ----------------------------------------------------------------- */

/* 0, 1, 2 for a path that ends with .x, .y, .z; else -1. `base` is what stands before. */
static int path_axis(const char *path, Arena *arena, const char **base) {
    const size_t length = strlen(path);
    if (length < 3 || path[length - 2] != '.') return -1;
    const int axis = path[length - 1] - 'x';
    if (axis < 0 || axis > 2) return -1;
    *base = jd_arena_text(arena, path, length - 2);
    return *base ? axis : -1;
}

/* A name of the scope, a component of one, or pi and tau. */
static bool find_value(const Scope *scope, const char *path, Value *value) {
    static const Value pi = {
        .v = {3.141592653589793}, .count = 1, .dim = {.angle = 1}, .plain = true};
    static const Value tau = {
        .v = {6.283185307179586}, .count = 1, .dim = {.angle = 1}, .plain = true};
    *value = (Value){0};
    if (scope->find && scope->find(scope, path, value)) return true;
    const bool constant = strcmp(path, "pi") == 0 || strcmp(path, "tau") == 0;
    if (constant) *value = path[0] == 'p' ? pi : tau;
    if (constant) return true;

    const char *base = NULL;
    const int axis = path_axis(path, scope->arena, &base);
    if (axis < 0 || !scope->find || !scope->find(scope, base, value)) return false;
    if (value->count == 0) return true;
    if (value->count == 1 || axis >= value->count) return false;
    value->v[0] = value->v[axis];
    value->count = 1;
    return true;
}

static bool differs_by_index(const char *a, const char *b) {
    const size_t length = strcspn(a, "[");
    return a[length] && b[strcspn(b, "[")] && strcspn(b, "[") == length && !strncmp(a, b, length);
}

/* `5 m/s2`: how long the unit is whose power it is; 0: it is none. */
static size_t unit_before_power(const char *path) {
    const size_t length = strcspn(path, "0123456789");
    Unit unit;
    return length && path[length] && strspn(path + length, "0123456789") == strlen(path + length) &&
                   jd_unit_find(path, length, &unit)
               ? length
               : 0;
}

/* `np.pi`, `true`: what other languages have. */
static const char *foreign_name(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot && (!strcmp(dot, ".pi") || !strcmp(dot, ".tau"))) return "it stands alone: pi, tau";
    if (jd_word_in_list(path, "X Y Z")) return "the axes are x, y and z";
    if (jd_word_in_list(path, "true True TRUE false False FALSE"))
        return "write 1 for true and 0 for false";
    return NULL;
}

static void report_unknown(Lower *lower, const Expr *expr, const char *path) {
    jd_lower_mistake(lower, "name-unknown", expr, "there is no '%s' here", path);
    Unit unit;
    Nearest nearest = {.word = path};
    const char *other = jd_unit_other(path),
               *text = expr->span.source ? expr->span.source->text : "";
    const size_t at = expr->span.start;
    /* 5 kg*meter: what stands before the sign ends with a unit. */
    const bool behind = at > 1 && *text && strchr("*/", text[at - 1]) && text[at - 2] > '9',
               factor = other && behind;
    const size_t power = behind ? unit_before_power(path) : 0;
    if (lower->scope->suggest) lower->scope->suggest(lower->scope, &nearest);
    jd_nearest_try(&nearest, "pi");
    jd_nearest_try(&nearest, "tau");
    if (strcmp(path, "time") == 0)
        jd_hint(lower->log, "this value must be known before the run: it cannot depend on time");
    else if (foreign_name(path))
        jd_hint(lower->log, "%s", foreign_name(path));
    else if (power)
        jd_hint(lower->log, "powers are written: %.*s^%s", (int)power, path, path + power);
    else if (factor)
        jd_hint(lower->log, "as a unit it is written '%s'", other);
    else if (nearest.best && differs_by_index(path, nearest.best))
        jd_hint(lower->log, "'%.*s' has other indices; look at the bounds of the repeats",
                (int)strcspn(path, "["), path);
    else if (nearest.best)
        jd_hint(lower->log, "did you mean '%s'?", nearest.best);
    else if (jd_function_known(path, strlen(path)))
        jd_hint(lower->log, "the function needs its arguments: %s(...)", path);
    else if (jd_unit_find(path, strlen(path), &unit) && !unit.dim.current && !unit.dim.temperature)
        jd_hint(lower->log, "a unit stands behind a number, without spaces inside: 2 N*m");
    else if (strchr(path, '.'))
        jd_hint(lower->log,
                "points have .x and .y, in space .z too; channels are known during the run only");
    else if (lower->scope->suggest)
        jd_hint(lower->log, "define it above: `param %s = ...` or `point %s = ...`", path, path);
}

static Term lower_input(Lower *lower, const Expr *expr, const char *path) {
    Term term = {.count = 1};
    Step step = {.op = OP_INPUT};
    if (strcmp(path, "time") == 0) {
        step.op = OP_TIME;
        term.dim = (Dim){.time = 1};
        term.plain = true;
    } else if (!lower->inputs->find(lower->inputs, path, expr->span, &step.slot, &term.dim)) {
        lower->failed = true;
        return (Term){0};
    }
    term.at[0] = jd_lower_step(lower, step);
    return term;
}

/* An argument of the function at work, or a number of one: p.x. */
static bool find_argument(const Lower *lower, const char *path, Term *term) {
    const UserFunction *function = lower->frame ? lower->frame->function : NULL;
    for (int n = 0; function && n < function->count; n++) {
        const size_t length = strlen(function->params[n]);
        if (strncmp(path, function->params[n], length) != 0) continue;
        const Term *arg = &lower->frame->args[n];
        const int axis = path[length] == '.' && !path[length + 2] ? path[length + 1] - 'x' : -1;
        if (path[length] && (axis < 0 || axis >= arg->count || arg->count == 1)) continue;
        *term = *arg;
        if (path[length]) *term = (Term){{arg->at[axis]}, 1, arg->dim, arg->plain};
        return true;
    }
    return false;
}

Term jd_lower_name(Lower *lower, const Expr *expr) {
    Value value;
    Term argument;
    const char *path = jd_expr_path(expr, lower->scope, lower->log);
    if (path && find_argument(lower, path, &argument)) return argument;
    if (path && find_value(lower->scope, path, &value)) {
        Term term = {.count = value.count, .dim = value.dim, .plain = value.plain};
        for (int n = 0; n < value.count; n++) term.at[n] = jd_ref(value.v[n]);
        lower->failed |= value.count == 0;
        return term;
    }
    if (path && lower->inputs) return lower_input(lower, expr, path);
    lower->failed = true;
    if (path) report_unknown(lower, expr, path);
    return (Term){0};
}

/* ---- Binding -------------------------------------------------------------------------------- */

typedef struct {
    const Scope *scope;
    Arena *arena;
    JdLog *log;
} Binder;

static Expr *bind(const Binder *b, const Expr *expr);

static Expr *new_expr(const Binder *b, ExprKind kind, Span span, int count) {
    Expr *expr = ARENA_NEW(b->arena, Expr, 1);
    if (!expr) return NULL;
    *expr = (Expr){.kind = kind, .span = span, .count = count};
    if (count) expr->args = ARENA_NEW(b->arena, Expr *, count);
    return expr->args || !count ? expr : NULL;
}

/* A number keeps its dimension as its unit; an angle is no plain number. */
static Expr *number_expr(const Binder *b, const Value *value, int n, Span span) {
    char unit[64] = "rad";
    Expr *expr = new_expr(b, EXPR_NUMBER, span, 0);
    if (!expr) return NULL;
    expr->number = value->v[n];
    expr->angle = value->dim.angle == 1 ? 1 : -1;
    if (value->plain) return expr;
    if (!jd_dim_equal(value->dim, (Dim){0})) jd_dim_unit(value->dim, unit, sizeof unit);
    expr->text = jd_arena_copy(b->arena, unit);
    return expr->text ? expr : NULL;
}

static Expr *value_expr(const Binder *b, const Value *value, Span span) {
    if (value->count == 1) return number_expr(b, value, 0, span);
    Expr *vector = new_expr(b, EXPR_VECTOR, span, value->count);
    for (int n = 0; vector && n < value->count; n++) {
        vector->args[n] = number_expr(b, value, n, span);
        if (!vector->args[n]) return NULL;
    }
    return vector;
}

static Expr *bind_path(const Binder *b, const Expr *expr) {
    Value value;
    const char *path = jd_expr_path(expr, b->scope, b->log);
    if (!path) return NULL;
    const bool known = find_value(b->scope, path, &value);
    if (known) return value.count ? value_expr(b, &value, expr->span) : NULL;
    Expr *name = new_expr(b, EXPR_NAME, expr->span, 0);
    if (name) name->text = jd_arena_copy(b->arena, path);
    return name && name->text ? name : NULL;
}

bool jd_expr_runs(const Expr *expr) {
    for (;; expr = expr->args[0]) {
        if (expr->kind == EXPR_NAME || expr->kind == EXPR_FIELD) return true;
        if (expr->function && expr->function->runs) return true;
        for (int n = 1; n < expr->count; n++)
            if (jd_expr_runs(expr->args[n])) return true;
        if (!expr->count) return false;
    }
}

/* The expression alone; NULL: its unit may be a name, or memory is out. */
static Expr *copy_one(const Binder *b, const Expr *expr) {
    const bool unit = expr->kind == EXPR_NUMBER || expr->kind == EXPR_UNITED;
    if (unit && jd_unit_or_name(expr, b->scope, b->log)) return NULL;
    Expr *copy = new_expr(b, expr->kind, expr->span, expr->count);
    if (!copy) return NULL;
    copy->number = expr->number;
    copy->function = expr->function;
    if (expr->kind == EXPR_CALL && !copy->function && b->scope->function)
        copy->function = b->scope->function(b->scope, expr->text);
    copy->text = jd_arena_copy(b->arena, expr->text);
    return expr->text && !copy->text ? NULL : copy;
}

/* From the left along a row of operations; what is wrong in it is told of all. */
static Expr *bind(const Binder *b, const Expr *expr) {
    Spine spine;
    if (jd_expr_is_path(expr)) return bind_path(b, expr);
    if (!jd_spine_open(expr, SPINE_VALUES, &spine)) return b->arena->failed = true, NULL;
    bool whole = true;
    Expr *bound = NULL;
    if (spine.count) {
        bound = bind(b, spine.inner);
        whole = bound != NULL;
    }
    for (int n = spine.count ? spine.count - 1 : 0; n >= 0; n--) {
        const Expr *at = spine.count ? jd_spine_at(&spine, n) : expr;
        Expr *copy = copy_one(b, at);
        for (int k = 0; k < at->count; k++) {
            const bool column = copy && copy->function && !copy->function->body && k == 1;
            Expr *arg = column                  ? at->args[k] /* a name of the table's own */
                        : spine.count && k == 0 ? bound
                                                : bind(b, at->args[k]);
            if (copy) copy->args[k] = arg;
            whole = whole && arg;
        }
        whole = whole && copy;
        bound = copy;
    }
    jd_spine_close(&spine);
    return whole ? bound : NULL;
}

Expr *jd_expr_bind(const Expr *expr, const Scope *scope, Arena *arena, JdLog *log) {
    const Binder binder = {scope, arena, log};
    Expr *bound = expr ? bind(&binder, expr) : NULL;
    if (arena->failed || scope->arena->failed) {
        jd_report_memory(log);
        return NULL;
    }
    return bound;
}
