/* SPDX-License-Identifier: MIT
 *
 * Text of a lock -> a sum of scalar products. Walks the parsed expression: every place in it is
 * either a vector (a sum of c a) or a scalar (a sum of c a.b and a constant). */
#include "joint/inside.h"
#include <string.h>

enum { DEPTH = 100 };

static Quantity *unknown_name(const Reader *in, const Expr *expr, const char *name) {
    Nearest nearest = {.word = name};
    for (int n = 0; n < VEC_COUNT; n++) jd_nearest_try(&nearest, jd_vector_name((VectorKind)n));
    for (int n = 0; n < jd_field_count(in->fields); n++)
        jd_nearest_try(&nearest, in->fields[n].name);
    jd_report(in->log, JD_ERROR, "lock-name-unknown", jd_sum_place(in, expr),
              "'%s' is neither a vector of a joint nor a field of this type", name);
    if (nearest.best) jd_hint(in->log, "did you mean '%s'?", nearest.best);
    jd_hint(in->log,
            "vectors are d OM ON, the axes xi yi zi xj yj zj x0 y0 z0, the velocities vd vM "
            "vN w, and of a rolling disc up and ahead; an angle is turn(z)");
    if (!nearest.best)
        jd_hint(in->log, "a number that each joint of the type gives is a field: field %s m", name);
    return NULL;
}

/* ---- Words ---------------------------------------------------------------------------------- */

static Quantity *read_word(const Reader *in, const Expr *expr, const char *name, size_t length) {
    VectorKind kind;
    if (jd_vector_find(name, length, &kind)) return jd_sum_vector(in, kind);
    if (length == 2 && !strncmp(name, "qi", 2)) return jd_sum_plain(in, PLAIN_QI);
    if (length == 2 && !strncmp(name, "qj", 2)) return jd_sum_plain(in, PLAIN_QJ);
    for (int n = 0; n < jd_field_count(in->fields); n++) {
        if (strlen(in->fields[n].name) != length || strncmp(in->fields[n].name, name, length))
            continue;
        if (in->values) return jd_sum_number(in, in->values[n]);
        in->names->at[n] = in->fields[n].name;
        return jd_sum_symbol(in, n);
    }
    if (length == 2 && !strncmp(name, "pi", 2))
        return in->values || expr->kind != EXPR_NAME ? jd_sum_number(in, pi)
                                                     : jd_sum_opaque(in, expr);
    const char *word = jd_arena_text(in->arena, name, length);
    return word ? unknown_name(in, expr, word) : jd_sum_no_memory(in);
}

/* A name; one with points in it, as a bound expression has, is a product of its words. */
static Quantity *read_name(const Reader *in, const Expr *expr) {
    const char *point = strchr(expr->text, '.');
    if (!point) return read_word(in, expr, expr->text, strlen(expr->text));
    Quantity *a = read_word(in, expr, expr->text, (size_t)(point - expr->text));
    Quantity *b = a ? read_word(in, expr, point + 1, strlen(point + 1)) : NULL;
    return jd_sum_dot(in, expr, a, b);
}

static Quantity *with_unit(const Reader *in, const Expr *expr, const Quantity *q) {
    Unit unit;
    if (!q) return NULL;
    if (!jd_unit_parse(expr->text, &unit)) return unknown_name(in, expr, expr->text);
    const Coef scale = jd_coef_number(unit.scale);
    return jd_sum_scaled(in, expr, q, &scale);
}

/* ---- The walk ------------------------------------------------------------------------------- */

static Quantity *read(Reader *in, const Expr *expr);

static Quantity *read_turn(const Reader *in, const Expr *expr, Plain about_x) {
    const Expr *axis = expr->count == 1 ? expr->args[0] : NULL;
    const bool known = axis && axis->kind == EXPR_NAME && strlen(axis->text) == 1 &&
                       axis->text[0] >= 'x' && axis->text[0] <= 'z';
    if (known) return jd_sum_plain(in, (Plain)((int)about_x + (axis->text[0] - 'x')));
    if (about_x == PLAIN_TWIST_X)
        return jd_sum_refuse(in, expr, "lock-name-unknown", "a twist is along x, y or z",
                             "write twist(z): how much of the turn of body j against body i is "
                             "about the z axis");
    return jd_sum_refuse(in, expr, "lock-name-unknown", "a turn is about x, y or z",
                         "write turn(z): the angle of body j against body i about the z axis");
}

static Quantity *read_call(Reader *in, const Expr *expr) {
    if (!strcmp(expr->text, "turn")) return read_turn(in, expr, PLAIN_TURN_X);
    if (!strcmp(expr->text, "twist")) return read_turn(in, expr, PLAIN_TWIST_X);
    if (!strcmp(expr->text, "dot") && expr->count == 2) {
        const Quantity *a = read(in, expr->args[0]), *b = a ? read(in, expr->args[1]) : NULL;
        return jd_sum_dot(in, expr, a, b);
    }
    static const struct {
        const char *name;
        double (*apply)(double);
    } functions[] = {
        {"sqrt", sqrt}, {"sin", jd_sin}, {"cos", jd_cos}, {"tan", jd_tan}, {"abs", fabs}};
    for (size_t n = 0; n < sizeof functions / sizeof *functions; n++) {
        if (strcmp(expr->text, functions[n].name) || expr->count != 1) continue;
        const Quantity *q = read(in, expr->args[0]);
        double number;
        if (!q) return NULL;
        if (!jd_sum_is_number(q))
            return jd_sum_refuse(
                in, expr, "lock-not-a-sum", "a function of what depends on the bodies' position",
                "a lock is a sum of c a.b; functions may stand in the numbers c only");
        if (!jd_coef_is_number(&q->constant, &number)) return jd_sum_opaque(in, expr);
        return jd_sum_number(in, functions[n].apply(number));
    }
    jd_report(in->log, JD_ERROR, "lock-name-unknown", jd_sum_place(in, expr),
              "a lock knows no function '%s' of %d argument%s", expr->text, expr->count,
              expr->count == 1 ? "" : "s");
    jd_hint(in->log, "there are dot(a, b), turn(z), twist(z), and sqrt sin cos tan abs of numbers");
    return NULL;
}

static Quantity *of_two(Reader *in, const Expr *expr, const Quantity *a, const Quantity *b) {
    if (!a || !b) return NULL;
    switch (expr->text[1] ? '?' : expr->text[0]) {
    case '+':
        return jd_sum_add(in, expr, a, b, 1);
    case '-':
        return jd_sum_add(in, expr, a, b, -1);
    case '*':
        return jd_sum_product(in, expr, a, b);
    case '/':
        return jd_sum_quotient(in, expr, a, b);
    case '^':
        return jd_sum_power(in, expr, a, b);
    default:
        return jd_sum_refuse(in, expr, "lock-not-a-sum", "a lock compares nothing",
                             "a lock is what shall be zero: for a = b write a - b");
    }
}

/* a.b with a word b, which ends the expression's text. */
APART static Quantity *of_field(Reader *in, const Expr *expr, const Quantity *a) {
    if (!a) return NULL;
    const size_t length = strlen(expr->text);
    Expr word = *expr;
    if (word.span.length > length) word.span.start += word.span.length - length;
    word.span.length = length;
    return jd_sum_dot(in, expr, a, read_word(in, &word, expr->text, length));
}

static bool is_row(const Expr *expr) {
    return expr->kind == EXPR_FIELD || expr->kind == EXPR_DOT || expr->kind == EXPR_BINARY;
}

/* Operations from the left, until one is refused. */
static Quantity *read_row(Reader *in, const Expr *expr) {
    Spine spine;
    if (!jd_spine_open(expr, SPINE_ALL, &spine)) return jd_sum_no_memory(in);
    int first = 0; /* of those behind an index, which is no row of a lock */
    while (first < spine.count && is_row(jd_spine_at(&spine, first))) first++;
    const Expr *inner = first < spine.count ? jd_spine_at(&spine, first) : spine.inner;
    const int most = DEPTH - in->depth + 1; /* a long row is as bad as a deep nest */
    Quantity *q = first < most   ? read(in, inner)
                  : first > most ? jd_sum_too_long(in, jd_spine_at(&spine, most))
                                 : jd_sum_too_long(in, inner);
    for (int n = first - 1; n >= 0 && q; n--) {
        const Expr *at = jd_spine_at(&spine, n);
        if (at->kind == EXPR_FIELD) {
            q = of_field(in, at, q);
            continue;
        }
        const Quantity *right = read(in, at->args[1]);
        q = !right                    ? NULL
            : at->kind == EXPR_BINARY ? of_two(in, at, q, right)
                                      : jd_sum_dot(in, at, q, right);
    }
    jd_spine_close(&spine);
    return q;
}

static Quantity *read_kind(Reader *in, const Expr *expr) {
    switch (expr->kind) {
    case EXPR_NUMBER: {
        Quantity *q = jd_sum_number(in, expr->number);
        return expr->text ? with_unit(in, expr, q) : q;
    }
    case EXPR_NAME:
        return read_name(in, expr);
    case EXPR_FIELD:
    case EXPR_DOT:
    case EXPR_BINARY:
        return read_row(in, expr);
    case EXPR_CALL:
        return read_call(in, expr);
    case EXPR_UNITED:
        return with_unit(in, expr, read(in, expr->args[0]));
    case EXPR_UNARY:
        if (expr->text[0] == '-') {
            const Coef minus = jd_coef_number(-1);
            const Quantity *q = read(in, expr->args[0]);
            return q ? jd_sum_scaled(in, expr, q, &minus) : NULL;
        }
        break;
    case EXPR_STRING:
    case EXPR_INDEX:
    case EXPR_VECTOR:
        break;
    }
    return jd_sum_refuse(in, expr, "lock-not-a-sum", "this has no place in a lock",
                         "a lock is a sum of scalar products such as d.yi, 2*xi.yj or d.d - 0.04");
}

static Quantity *read(Reader *in, const Expr *expr) {
    if (in->depth == DEPTH) return jd_sum_too_long(in, expr);
    in->depth++;
    Quantity *q = read_kind(in, expr);
    in->depth--;
    return q;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool finite_coef(const Coef *coef) {
    for (int n = 0; n < coef->count; n++)
        if (!isfinite(coef->parts[n].k)) return false;
    return true;
}

/* qi and qj stand together and alone: what moves together are two frees, not vectors. */
static bool check_coupling(const Reader *in, const Expr *expr, const LockForm *form) {
    const bool qi = form->plain[PLAIN_QI].count, qj = form->plain[PLAIN_QJ].count;
    if (!qi && !qj) return true;
    if (form->count || jd_form_turn(form) != PLAINS)
        return jd_sum_refuse(in, expr, "lock-coupling",
                             "this lock adds frees of other joints to vectors or turns of its own",
                             "qi and qj are the two frees that move together; write only these and "
                             "numbers: qi + ratio*qj") != NULL;
    if (qi && qj) return true;
    return jd_sum_refuse(in, expr, "lock-coupling", "this lock names only one of two frees",
                         qi ? "say how qj follows: qi + ratio*qj; to hold one free alone, drive it"
                            : "say how qi follows: qi + ratio*qj; to hold one free alone, drive "
                              "it") != NULL;
}

static bool check_turns(const Reader *in, const Expr *expr, const LockForm *form) {
    int turns = 0;
    for (int n = PLAIN_TURN_X; n <= PLAIN_TWIST_Z; n++) turns += form->plain[n].count > 0;
    if (turns <= 1) return true;
    return jd_sum_refuse(in, expr, "lock-not-a-sum", "this lock adds turns about different axes",
                         "a lock names one turn at most; make two locks of it, or use scalar "
                         "products of axes such as xi.yj") != NULL;
}

/* Terms that did not cancel. False: there are too many, or a number is not finite. */
static bool take_terms(const Reader *in, const Expr *expr, const Quantity *q, LockForm *form) {
    bool finite = finite_coef(&q->constant);
    form->constant = q->constant;
    for (int n = 0; n < q->count; n++) {
        if (q->terms[n].c.count == 0) continue;
        if (form->count == LOCK_TERMS) return jd_sum_too_long(in, expr) != NULL;
        finite = finite && finite_coef(&q->terms[n].c);
        form->terms[form->count++] = q->terms[n];
    }
    for (int n = 0; n < PLAINS; n++) {
        form->plain[n] = q->plain[n];
        finite = finite && finite_coef(&q->plain[n]);
    }
    if (finite) return true;
    return jd_sum_refuse(in, expr, "number-not-finite", "a number in this lock is not finite",
                         "give the fields in it other values") != NULL;
}

/* Takes over what was read, if it is a lock: a scalar that depends on the bodies, all of it on
 * positions or all of it on velocities. */
static bool finish(const Reader *in, const Expr *expr, const Quantity *q, LockForm *form) {
    if (q->vector)
        return jd_sum_refuse(in, expr, "lock-not-a-sum", "this lock is a vector, not a number",
                             "take its part along an axis: d.yi; or one lock for each axis") !=
               NULL;
    if (!take_terms(in, expr, q, form)) return false;
    if (!check_coupling(in, expr, form) || !check_turns(in, expr, form)) return false;

    int positions = jd_form_turn(form) != PLAINS, velocities = 0;
    for (int n = 0; n < form->count; n++)
        if (jd_vector_is_velocity(form->terms[n].a))
            velocities++;
        else
            positions++;
    const bool couples = form->plain[PLAIN_QI].count;
    if (!couples && !positions && !velocities)
        return jd_sum_refuse(
                   in, expr, "lock-constant",
                   "this lock does not depend on the position of the bodies",
                   "it holds always or never; leave it out, or use vectors of both bodies") != NULL;
    if (velocities && positions)
        return jd_sum_refuse(
                   in, expr, "lock-velocity-mixed", "this lock adds a position and a velocity",
                   "make two locks of it, or multiply each term with vd, vM, vN or w") != NULL;
    form->velocity = velocities > 0;
    return true;
}

static bool read_form(Reader *in, const Expr *expr, LockForm *form) {
    memset(form, 0, sizeof *form);
    in->names = &form->names;
    const Quantity *q = read(in, expr);
    return q && finish(in, expr, q, form);
}

bool jd_lock_form_from_expr(const Expr *expr, const Field *fields, const double *values,
                            Arena *arena, LockForm *form, JdLog *log) {
    Reader in = {.fields = fields, .values = values, .arena = arena, .log = log};
    return expr && read_form(&in, expr, form);
}

/* The reader of expressions speaks of expressions; here its first complaint is about a lock. */
static void report_syntax(const char *text, Where where, const JdLog *inner, JdLog *log) {
    if (jd_log_count(inner) == 0) {
        jd_report_memory(log);
        return;
    }
    JdMessage message = jd_log_message(inner, 0);
    size_t start = message.column > 0 ? (size_t)message.column - 1 : 0;
    size_t length = message.length > 0 ? (size_t)message.length : 1;
    jd_report(log, JD_ERROR, "lock-syntax", jd_lock_place(text, where, start, length),
              "the lock '%s' cannot be read: %s", text, message.text ? message.text : "");
    jd_hint(log, "a lock is a sum of scalar products such as d.yi, 2*xi.yj or d.d - 0.04");
}

bool jd_lock_form_parse(const char *text, const Field *fields, const double *values, Where where,
                        Arena *arena, LockForm *form, JdLog *log) {
    /* Source and expression outlive this call only in the arena. */
    const char *copy = jd_arena_copy(arena, text);
    Source *source = ARENA_NEW(arena, Source, 1);
    JdLog *inner = jd_log_new();
    if (!copy || !source || !inner) {
        jd_report_memory(log);
        jd_log_free(inner);
        return false;
    }
    *source = (Source){"lock", copy, strlen(copy)};
    const Expr *expr = jd_expr_parse(source, arena, inner);
    if (!expr) report_syntax(text, where, inner, log);
    jd_log_free(inner);
    Reader in = {.fields = fields,
                 .values = values,
                 .arena = arena,
                 .log = log,
                 .text = copy,
                 .where = where};
    return expr && read_form(&in, expr, form);
}
