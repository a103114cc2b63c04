/* SPDX-License-Identifier: MIT
 *
 * Polynomials in a fixed number of variables with exact coefficients: sums, products, exact division, greatest common
 * divisors. All work on them is counted and bounded; a coefficient that 64 bits do not hold ends it too. */
#ifndef JD_SYM_POLY_H
#define JD_SYM_POLY_H

#include "sym/sym.h"

/* Terms in falling order of their exponents, those of the first variable first; no coefficient is zero. */
typedef struct { int count; SymNumber *c; uint16_t *e; } Poly;
typedef struct {
    Arena *arena;
    int vars;
    long effort; /* left, in terms that are touched */
    bool stopped;
} Polys;

Poly jd_poly_number(Polys *p, SymNumber c);
Poly jd_poly_variable(Polys *p, int variable);
Poly jd_poly_add(Polys *p, Poly a, Poly b, SymNumber factor); /* a + factor b */
Poly jd_poly_times(Polys *p, Poly a, Poly b);
Poly jd_poly_power(Polys *p, Poly a, int n);
bool jd_poly_divide(Polys *p, Poly a, Poly b, Poly *quotient); /* false: b is no factor of a */
Poly jd_poly_common(Polys *p, Poly a, Poly b); /* whole coefficients without a common one, the first positive */
SymNumber jd_poly_content(const Poly *a); /* the number common to all coefficients, with the sign of the first */
Poly jd_poly_scale(Polys *p, Poly a, SymNumber factor);
/* The term that divides all terms, its coefficient 1. */
Poly jd_poly_monomial(Polys *p, Poly a);
/* With `by` in the place of variable^degree, as often as it goes. */
Poly jd_poly_replace(Polys *p, Poly a, int variable, int degree, Poly by);

static inline uint16_t *jd_poly_exponents(const Polys *p, const Poly *a, int term) {
    return a->e ? a->e + (size_t)term * (size_t)p->vars : NULL; /* without terms or variables there are none */
}

#endif
