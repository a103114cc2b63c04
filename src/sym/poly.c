/* SPDX-License-Identifier: MIT
 *
 * Polynomials as sorted rows of terms. Products are made by sorting all products of terms, common
 * divisors by Euclid's algorithm in one variable after the other, on what is left when contents are
 * taken out. */
#include "sym/poly.h"
#include <stdlib.h>
#include <string.h>

static const Poly nothing = {0};

static bool spend(Polys *p, long terms) {
    p->effort -= terms;
    if (p->effort < 0 || p->arena->failed) p->stopped = true;
    return !p->stopped;
}

static Poly room_for(Polys *p, int count) {
    Poly a = {0};
    if (count <= 0 || !spend(p, count)) return nothing;
    a.c = ARENA_NEW(p->arena, SymNumber, count);
    a.e = ARENA_NEW(p->arena, uint16_t, (size_t)count * (size_t)p->vars + 1);
    if (!a.c || !a.e) {
        p->stopped = true;
        return nothing;
    }
    return a;
}

static int compare(const Polys *p, const uint16_t *a, const uint16_t *b) {
    for (int v = 0; v < p->vars; v++)
        if (a[v] != b[v]) return a[v] > b[v] ? 1 : -1;
    return 0;
}

static void append(Polys *p, Poly *a, SymNumber c, const uint16_t *e) {
    if (!c.under) p->stopped = true; /* not exact any more */
    if (jd_number_is(c, 0)) return;
    a->c[a->count] = c;
    memcpy(jd_poly_exponents(p, a, a->count), e, sizeof *e * (size_t)p->vars);
    a->count++;
}

Poly jd_poly_number(Polys *p, SymNumber c) {
    Poly a = room_for(p, 1);
    if (!p->stopped && !jd_number_is(c, 0)) a.c[0] = c, a.count = 1;
    if (!c.under) p->stopped = true;
    return a;
}

Poly jd_poly_variable(Polys *p, int variable) {
    Poly a = jd_poly_number(p, jd_number_ratio(1, 1));
    if (!p->stopped) a.e[variable] = 1;
    return a;
}

Poly jd_poly_add(Polys *p, Poly a, Poly b, SymNumber factor) {
    Poly sum = room_for(p, a.count + b.count);
    for (int i = 0, j = 0; !p->stopped && (i < a.count || j < b.count);) {
        const uint16_t *left = jd_poly_exponents(p, &a, i), *right = jd_poly_exponents(p, &b, j);
        const int order = i == a.count ? -1 : j == b.count ? 1 : compare(p, left, right);
        if (order > 0)
            append(p, &sum, a.c[i++], left);
        else if (order < 0)
            append(p, &sum, jd_number_times(factor, b.c[j++]), right);
        else
            append(p, &sum, jd_number_add(a.c[i++], jd_number_times(factor, b.c[j++])), left);
    }
    return sum;
}

Poly jd_poly_scale(Polys *p, Poly a, SymNumber factor) {
    return jd_poly_add(p, nothing, a, factor);
}

/* a * (c x^e) */
static Poly times_term(Polys *p, Poly a, SymNumber c, const uint16_t *e) {
    Poly product = room_for(p, a.count);
    for (int n = 0; !p->stopped && n < a.count; n++) {
        append(p, &product, jd_number_times(a.c[n], c), jd_poly_exponents(p, &a, n));
        uint16_t *made = jd_poly_exponents(p, &product, product.count - 1);
        for (int v = 0; v < p->vars; v++) {
            made[v] = (uint16_t)(made[v] + e[v]);
            if (made[v] > 1000) p->stopped = true; /* exponents of which nobody reads a formula */
        }
    }
    return product;
}

/* Halves of the shorter factor, so that sums of equal length are merged. */
static Poly times_range(Polys *p, Poly a, Poly b, int from, int to) {
    if (p->stopped || from >= to) return nothing;
    if (to - from == 1) return times_term(p, a, b.c[from], jd_poly_exponents(p, &b, from));
    const int middle = (from + to) / 2;
    const Poly left = times_range(p, a, b, from, middle), right = times_range(p, a, b, middle, to);
    return jd_poly_add(p, left, right, jd_number_ratio(1, 1));
}

Poly jd_poly_times(Polys *p, Poly a, Poly b) {
    return a.count < b.count ? times_range(p, b, a, 0, a.count) : times_range(p, a, b, 0, b.count);
}

Poly jd_poly_power(Polys *p, Poly a, int n) {
    Poly power = jd_poly_number(p, jd_number_ratio(1, 1));
    for (int k = 0; k < n && !p->stopped; k++) power = jd_poly_times(p, power, a);
    return power;
}

/* ---- Division ------------------------------------------------------------------------------- */

static bool term_divides(const Polys *p, const uint16_t *b, const uint16_t *a, uint16_t *quotient) {
    for (int v = 0; v < p->vars; v++) {
        if (a[v] < b[v]) return false;
        quotient[v] = (uint16_t)(a[v] - b[v]);
    }
    return true;
}

bool jd_poly_divide(Polys *p, Poly a, Poly b, Poly *quotient) {
    *quotient = nothing;
    if (b.count == 0) return false;
    uint16_t *e = ARENA_NEW(p->arena, uint16_t, p->vars + 1);
    Poly whole = room_for(p, a.count + 1);
    int room = a.count + 1;
    while (e && !p->stopped && a.count) {
        if (!term_divides(p, jd_poly_exponents(p, &b, 0), jd_poly_exponents(p, &a, 0), e))
            return false;
        if (whole.count == room) {
            Poly more = room_for(p, 2 * room);
            if (p->stopped) return false;
            memcpy(more.c, whole.c, sizeof *more.c * (size_t)whole.count);
            memcpy(more.e, whole.e, sizeof *more.e * (size_t)whole.count * (size_t)p->vars);
            more.count = whole.count;
            whole = more;
            room *= 2;
        }
        const SymNumber c = jd_number_times(a.c[0], jd_number_inverse(b.c[0]));
        append(p, &whole, c, e);
        a = jd_poly_add(p, a, times_term(p, b, c, e), jd_number_ratio(-1, 1));
    }
    *quotient = whole;
    return !p->stopped && e;
}

/* ---- Common divisors ------------------------------------------------------------------------ */

static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

SymNumber jd_poly_content(const Poly *a) {
    int64_t over = 0, under = 1;
    for (int n = 0; n < a->count; n++) {
        over = gcd(over, a->c[n].over);
        const int64_t step = a->c[n].under / gcd(under, a->c[n].under);
        if (__builtin_mul_overflow(under, step, &under)) return jd_number_ratio(1, 1);
    }
    if (a->count && a->c[0].over < 0) over = -over;
    return a->count ? jd_number_ratio(over, under) : jd_number_ratio(1, 1);
}

static Poly primitive(Polys *p, Poly a) {
    const SymNumber content = jd_poly_content(&a);
    return jd_number_is(content, 1) ? a : jd_poly_scale(p, a, jd_number_inverse(content));
}

Poly jd_poly_monomial(Polys *p, Poly a) {
    Poly common = jd_poly_number(p, jd_number_ratio(1, 1));
    for (int v = 0; !p->stopped && v < p->vars; v++) {
        uint16_t least = a.count ? UINT16_MAX : 0;
        for (int n = 0; n < a.count; n++) {
            const uint16_t e = jd_poly_exponents(p, &a, n)[v];
            if (e < least) least = e;
        }
        common.e[v] = least;
    }
    return common;
}

static int degree_in(const Polys *p, const Poly *a, int v) {
    int degree = 0;
    for (int n = 0; n < a->count; n++)
        if (jd_poly_exponents(p, a, n)[v] > degree) degree = jd_poly_exponents(p, a, n)[v];
    return degree;
}

/* The coefficient of v^degree, a polynomial in the others. */
static Poly coefficient(Polys *p, Poly a, int v, int degree) {
    Poly c = room_for(p, a.count);
    for (int n = 0; !p->stopped && n < a.count; n++) {
        if (jd_poly_exponents(p, &a, n)[v] != degree) continue;
        append(p, &c, a.c[n], jd_poly_exponents(p, &a, n));
        jd_poly_exponents(p, &c, c.count - 1)[v] = 0;
    }
    return c;
}

static Poly times_variable(Polys *p, Poly a, int v, int degree) {
    uint16_t *e = ARENA_NEW(p->arena, uint16_t, p->vars + 1);
    if (!e) p->stopped = true;
    if (p->stopped) return nothing;
    e[v] = (uint16_t)degree;
    return times_term(p, a, jd_number_ratio(1, 1), e);
}

static Poly content_in(Polys *p, Poly a, int v) {
    Poly content = nothing;
    for (int degree = degree_in(p, &a, v); degree >= 0 && !p->stopped; degree--) {
        const Poly c = coefficient(p, a, v, degree);
        if (c.count) content = jd_poly_common(p, content, c);
    }
    return content;
}

/* Without the content in v; that goes to *content. */
static Poly primitive_in(Polys *p, Poly a, int v, Poly *content) {
    Poly quotient;
    *content = content_in(p, a, v);
    return jd_poly_divide(p, a, *content, &quotient) ? primitive(p, quotient) : nothing;
}

/* Of a by b as polynomials in v: a multiplied by what makes the division go. */
static Poly pseudo_rest(Polys *p, Poly a, Poly b, int v) {
    const int degree = degree_in(p, &b, v);
    const Poly lead = coefficient(p, b, v, degree);
    while (!p->stopped && a.count && degree_in(p, &a, v) >= degree) {
        const int high = degree_in(p, &a, v);
        const Poly top = coefficient(p, a, v, high);
        const Poly left = jd_poly_times(p, a, lead);
        const Poly right = times_variable(p, jd_poly_times(p, top, b), v, high - degree);
        a = jd_poly_add(p, left, right, jd_number_ratio(-1, 1));
    }
    return a;
}

static bool is_number(const Polys *p, const Poly *a) {
    if (a->count != 1) return a->count == 0;
    for (int v = 0; v < p->vars; v++)
        if (a->e[v]) return false;
    return true;
}

static int main_variable(const Polys *p, const Poly *a, const Poly *b) {
    for (int v = 0; v < p->vars; v++)
        if (degree_in(p, a, v) || degree_in(p, b, v)) return v;
    return -1;
}

Poly jd_poly_common(Polys *p, Poly a, Poly b) {
    if (p->stopped) return nothing;
    if (!a.count) return primitive(p, b);
    if (!b.count) return primitive(p, a);
    if (is_number(p, &a) || is_number(p, &b)) return jd_poly_number(p, jd_number_ratio(1, 1));

    const int v = main_variable(p, &a, &b);
    if (!degree_in(p, &a, v)) return jd_poly_common(p, a, content_in(p, b, v));
    if (!degree_in(p, &b, v)) return jd_poly_common(p, content_in(p, a, v), b);

    Poly content_a, content_b;
    a = primitive_in(p, a, v, &content_a);
    b = primitive_in(p, b, v, &content_b);
    const Poly shared = jd_poly_common(p, content_a, content_b);
    if (degree_in(p, &a, v) < degree_in(p, &b, v)) {
        const Poly swap = a;
        a = b, b = swap;
    }
    while (!p->stopped && b.count) {
        Poly unused;
        const Poly rest = pseudo_rest(p, a, b, v);
        if (rest.count && !degree_in(p, &rest, v)) return shared; /* no factor with v in it */
        a = b;
        b = rest.count ? primitive_in(p, rest, v, &unused) : nothing;
    }
    return primitive(p, jd_poly_times(p, shared, a));
}

/* ---- Rules ---------------------------------------------------------------------------------- */

Poly jd_poly_replace(Polys *p, Poly a, int variable, int degree, Poly by) {
    while (!p->stopped && degree_in(p, &a, variable) >= degree) {
        Poly low = room_for(p, a.count), high = room_for(p, a.count);
        for (int n = 0; !p->stopped && n < a.count; n++) {
            const uint16_t *e = jd_poly_exponents(p, &a, n);
            append(p, e[variable] >= degree ? &high : &low, a.c[n], e);
            if (e[variable] >= degree) {
                uint16_t *made = jd_poly_exponents(p, &high, high.count - 1);
                made[variable] = (uint16_t)(made[variable] - degree);
            }
        }
        /* Terms keep their order: each lost the same. */
        a = jd_poly_add(p, low, jd_poly_times(p, high, by), jd_number_ratio(1, 1));
    }
    return a;
}
