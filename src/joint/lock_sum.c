/* SPDX-License-Identifier: MIT
 *
 * The algebra of a lock while it is read: sums of vectors and of scalar products, multiplied by
 * numbers and by each other as far as the result is still a sum of c a.b. What is not is refused
 * where it stands. */
#include "joint/inside.h"
#include <string.h>

/* ---- Saying what is wrong, where ------------------------------------------------------------ */

Where jd_lock_place(const char *text, Where where, size_t start, size_t length) {
    /* Not from a file: the lock itself is the source that is shown. */
    if (!where.file) return (Where){"lock", 1, (int)start + 1, (int)length, text, 0};
    /* From a file, word for word: point into it. Otherwise at the whole. */
    const int before = where.column - 1 - where.start;
    if (!where.source || before < 0 || strncmp(where.source + before, text, strlen(text)))
        return where;
    where.column += (int)start;
    where.length = (int)length;
    return where;
}

Where jd_sum_place(const Reader *in, const Expr *expr) {
    if (!in->text) return jd_span_where(expr->span);
    return jd_lock_place(in->text, in->where, expr->span.start, expr->span.length);
}

Quantity *jd_sum_refuse(const Reader *in, const Expr *expr, const char *code, const char *what,
                        const char *remedy) {
    jd_report(in->log, JD_ERROR, code, jd_sum_place(in, expr), "%s", what);
    if (remedy) jd_hint(in->log, "%s", remedy);
    return NULL;
}

Quantity *jd_sum_too_long(const Reader *in, const Expr *expr) {
    return jd_sum_refuse(in, expr, "lock-too-long", "this lock has too many terms",
                         "split it into several locks, or choose frames in which it is shorter");
}

Quantity *jd_sum_no_memory(const Reader *in) {
    jd_report_memory(in->log);
    return NULL;
}

/* ---- Quantities ----------------------------------------------------------------------------- */

static Quantity *new_quantity(const Reader *in, bool vector) {
    Quantity *q = ARENA_NEW(in->arena, Quantity, 1);
    if (!q) return jd_sum_no_memory(in);
    q->vector = vector;
    return q;
}

Quantity *jd_sum_number(const Reader *in, double k) {
    Quantity *q = new_quantity(in, false);
    if (q) q->constant = jd_coef_number(k);
    return q;
}

Quantity *jd_sum_symbol(const Reader *in, int symbol) {
    Quantity *q = new_quantity(in, false);
    if (q) q->constant = jd_coef_symbol(symbol);
    return q;
}

Quantity *jd_sum_plain(const Reader *in, Plain plain) {
    Quantity *q = new_quantity(in, false);
    if (q) q->plain[plain] = jd_coef_number(1);
    return q;
}

bool jd_sum_is_number(const Quantity *q) {
    for (int n = 0; n < PLAINS; n++)
        if (q->plain[n].count) return false;
    return !q->vector && q->count == 0;
}

static bool add_term(Quantity *sum, const Coef *c, VectorKind a, VectorKind b) {
    for (int n = 0; n < sum->count; n++) {
        FormTerm *term = &sum->terms[n];
        if (term->a == a && term->b == b) return jd_coef_add(&term->c, c);
    }
    if (sum->count == SUM_TERMS) return false;
    sum->terms[sum->count++] = (FormTerm){*c, a, b};
    return true;
}

Quantity *jd_sum_vector(const Reader *in, VectorKind kind) {
    Quantity *q = new_quantity(in, true);
    const Coef one = jd_coef_number(1);
    if (q) add_term(q, &one, kind, VEC_COUNT);
    return q;
}

/* What is no product of powers of fields, such as sqrt(a): a symbol of its own, named by its text.
 */
Quantity *jd_sum_opaque(const Reader *in, const Expr *expr) {
    Text text = {0};
    jd_expr_write(expr, &text);
    bool bare = expr->kind == EXPR_NAME || expr->kind == EXPR_CALL;
    char *name = text.failed ? NULL
                             : jd_arena_format(in->arena, bare ? "%.*s" : "(%.*s)", (int)text.count,
                                               text.at ? text.at : "");
    jd_text_free(&text);
    if (!name) return jd_sum_no_memory(in);
    for (int s = COEF_FIELDS; s < COEF_SYMBOLS; s++) {
        if (in->names->at[s] && strcmp(in->names->at[s], name)) continue;
        in->names->at[s] = name;
        return jd_sum_symbol(in, s);
    }
    return jd_sum_too_long(in, expr);
}

/* ---- Products ------------------------------------------------------------------------------- */

/* Adds c a.b to a scalar. a.b = b.a stands once: velocities first, then in the order of the
 * vectors. Axes of one frame are known: 1 or 0. */
static bool add_product(Quantity *sum, const Coef *c, VectorKind a, VectorKind b) {
    bool swap = jd_vector_is_velocity(a) ? false : jd_vector_is_velocity(b) || b < a;
    VectorKind first = swap ? b : a, second = swap ? a : b;
    int frame = vector_frame(first);
    if (frame < 0 || frame != vector_frame(second)) return add_term(sum, c, first, second);
    return first == second ? jd_coef_add(&sum->constant, c) : true;
}

Quantity *jd_sum_dot(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b) {
    if (!a || !b) return NULL;
    if (!a->vector || !b->vector)
        return jd_sum_refuse(in, expr, "lock-not-a-sum",
                             "a '.' stands between two vectors, and one of these is a number",
                             "numbers are multiplied with '*': 2*d.yi");
    Quantity *sum = new_quantity(in, false);
    for (int n = 0; sum && n < a->count; n++)
        for (int m = 0; m < b->count; m++) {
            VectorKind u = a->terms[n].a, v = b->terms[m].a;
            if (jd_vector_is_velocity(u) && jd_vector_is_velocity(v))
                return jd_sum_refuse(
                    in, expr, "lock-velocity-mixed",
                    "this is the product of two velocities; a lock has at most one in "
                    "each term",
                    "multiply a velocity with an axis: vd.yj");
            Coef c;
            if (!jd_coef_multiply(&a->terms[n].c, &b->terms[m].c, &c) ||
                !add_product(sum, &c, u, v))
                return jd_sum_too_long(in, expr);
        }
    return sum;
}

Quantity *jd_sum_scaled(const Reader *in, const Expr *expr, const Quantity *q, const Coef *c) {
    Quantity *result = new_quantity(in, q->vector);
    if (!result) return NULL;
    bool fits = jd_coef_multiply(&q->constant, c, &result->constant);
    for (int n = 0; fits && n < PLAINS; n++)
        fits = jd_coef_multiply(&q->plain[n], c, &result->plain[n]);
    for (int n = 0; fits && n < q->count; n++) {
        Coef product;
        fits = jd_coef_multiply(&q->terms[n].c, c, &product) &&
               add_term(result, &product, q->terms[n].a, q->terms[n].b);
    }
    return fits ? result : jd_sum_too_long(in, expr);
}

Quantity *jd_sum_product(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b) {
    if (jd_sum_is_number(a)) return jd_sum_scaled(in, expr, b, &a->constant);
    if (jd_sum_is_number(b)) return jd_sum_scaled(in, expr, a, &b->constant);
    if (a->vector && b->vector)
        return jd_sum_refuse(in, expr, "lock-not-a-sum", "two vectors are multiplied with '*'",
                             "the scalar product is written with a point: d.yi");
    return jd_sum_refuse(in, expr, "lock-not-a-sum",
                         a->vector || b->vector
                             ? "a scalar product is multiplied with a vector"
                             : "two scalar products are multiplied with each other",
                         "a lock is a sum of c a.b with numbers c");
}

/* The lock is quoted: the message may stand at a joint whose fields make it so. */
static Quantity *divides_by_zero(const Reader *in, const Expr *below) {
    const Source *lock = below->span.source;
    jd_report(in->log, JD_ERROR, "lock-divides-by-zero", jd_sum_place(in, below),
              "the lock '%.*s' divides by '%.*s', which is zero", (int)lock->length, lock->text,
              (int)below->span.length, lock->text + below->span.start);
    jd_hint(in->log, "give the fields in it other values");
    return NULL;
}

Quantity *jd_sum_quotient(const Reader *in, const Expr *expr, const Quantity *a,
                          const Quantity *b) {
    if (!jd_sum_is_number(b))
        return jd_sum_refuse(
            in, expr->args[1], "lock-not-a-sum",
            "a lock divides by numbers only, and this depends on the bodies' position",
            "multiply the lock with it, or scale with a field");
    if (b->constant.count == 0) return divides_by_zero(in, expr->args[1]);
    Coef inverse;
    if (jd_coef_power(&b->constant, -1, &inverse)) return jd_sum_scaled(in, expr, a, &inverse);
    const Quantity *below = jd_sum_opaque(in, expr->args[1]);
    if (!below || !jd_coef_power(&below->constant, -1, &inverse)) return NULL;
    return jd_sum_scaled(in, expr, a, &inverse);
}

Quantity *jd_sum_power(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b) {
    if (!jd_sum_is_number(a) || !jd_sum_is_number(b))
        return jd_sum_refuse(in, expr, "lock-not-a-sum",
                             a->vector ? "a vector has no powers"
                                       : "a power of what depends on the bodies' position",
                             "a lock is a sum of products of two vectors, d.yi or d.d, the square "
                             "of one");
    double base, exponent;
    bool known = jd_coef_is_number(&a->constant, &base);
    if (!jd_coef_is_number(&b->constant, &exponent)) return jd_sum_opaque(in, expr);
    if (known) {
        double value = pow(base, exponent);
        if (isfinite(value)) return jd_sum_number(in, value);
        return jd_sum_refuse(in, expr, "lock-divides-by-zero", "this power has no finite value",
                             "give the fields in it other values");
    }
    Quantity *result = new_quantity(in, false);
    bool whole = exponent == floor(exponent) && fabs(exponent) <= 100;
    if (!result) return NULL;
    if (!whole || !jd_coef_power(&a->constant, (int)exponent, &result->constant))
        return jd_sum_opaque(in, expr);
    return result;
}

Quantity *jd_sum_add(const Reader *in, const Expr *expr, const Quantity *a, const Quantity *b,
                     double sign) {
    if (a->vector != b->vector)
        return jd_sum_refuse(in, expr, "lock-not-a-sum", "a vector and a number are added",
                             "take the vector's part along an axis: d.yi");
    Quantity *result = new_quantity(in, a->vector);
    if (!result) return NULL;
    *result = *a;
    Coef constant = jd_coef_scale(sign, &b->constant);
    bool fits = jd_coef_add(&result->constant, &constant);
    for (int n = 0; fits && n < PLAINS; n++) {
        const Coef plain = jd_coef_scale(sign, &b->plain[n]);
        fits = jd_coef_add(&result->plain[n], &plain);
    }
    for (int n = 0; fits && n < b->count; n++) {
        Coef c = jd_coef_scale(sign, &b->terms[n].c);
        fits = add_term(result, &c, b->terms[n].a, b->terms[n].b);
    }
    return fits ? result : jd_sum_too_long(in, expr);
}
