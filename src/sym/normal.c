/* SPDX-License-Identifier: MIT
 *
 * The normal form: an expression as one quotient of polynomials in its atoms, which are names,
 * functions and roots of expressions that are in normal form themselves. sin(a)^2 is 1 - cos(a)^2
 * there, root(a)^2 is a: two rules whose leading terms have nothing in common, so that what is zero
 * by them becomes zero. */
#include "sym/inside.h"
#include "sym/poly.h"
#include <stdlib.h>

enum {
    EFFORT = 400000, /* terms touched for one expression: some ten milliseconds */
    EFFORT_COMMON =
        60000,   /* of these for one common divisor; without it the quotient is longer, and right */
    ATOMS = 64,  /* in one expression; with more nobody reads a polynomial */
    DEEP = 8,    /* functions of functions */
    POWERS = 12, /* (a + b)^13 stays as it is */
};

typedef struct {
    Poly over, under;
} Quotient;

typedef struct {
    SymPool *pool;
    Arena arena;
    Polys p;
    Sym atoms[ATOMS];
    int count;
    int partner[ATOMS]; /* of sin(a): cos(a); -1 */
    int root[ATOMS];    /* of a root: which one, 2 for the square root; 0 */
    Poly square[ATOMS]; /* and what it is the root of */
    Quotient *made;     /* of the nodes of the walk */
    bool stopped;
} Form;

static Sym normal_at(SymPool *pool, Sym s, int depth, bool *whole);

/* ---- Atoms ---------------------------------------------------------------------------------- */

static int atom_of(const Form *form, Sym s) {
    for (int n = 0; n < form->count; n++)
        if (form->atoms[n] == s) return n;
    return -1;
}

static int add_atom(Form *form, Sym s) {
    const int there = atom_of(form, s);
    if (there >= 0) return there;
    if (form->count == ATOMS || !s) {
        form->stopped = true;
        return 0;
    }
    form->atoms[form->count] = s;
    form->partner[form->count] = -1;
    return form->count++;
}

static bool is_atom(const SymNode *node) {
    return node->kind == SYM_NAME || node->kind == SYM_CALL ||
           (node->kind == SYM_NUMBER && !node->number.under) ||
           (node->kind == SYM_POWER && (!jd_number_whole(node->number) ||
                                        node->number.over > POWERS || node->number.over < -POWERS));
}

/* A power p/q counts as the p-th power of the q-th root. */
static Sym root_of(SymPool *pool, Sym s, SymNumber exponent) {
    return jd_sym_power(pool, jd_sym_arg(pool, s, 0), jd_number_ratio(1, exponent.under));
}

static void find_atoms(Form *form, Sym s) {
    SymPool *pool = form->pool;
    const SymNode node = *jd_sym_node(pool, s);
    if (form->stopped) return;
    if (node.kind == SYM_POWER && node.number.under > 1) {
        const int atom = add_atom(form, root_of(pool, s, node.number));
        form->root[atom] = (int)node.number.under;
        find_atoms(form, jd_sym_arg(pool, s, 0));
    } else if (is_atom(&node)) {
        const int atom = add_atom(form, s);
        if (node.kind == SYM_CALL && node.name == jd_sym_function("sin")) {
            const Sym arg = jd_sym_arg(pool, s, 0);
            const int partner = add_atom(form, jd_sym_call(pool, jd_sym_function("cos"), &arg, 1));
            form->partner[atom] = partner;
        }
    } else {
        if (!node.number.under) add_atom(form, jd_sym_number(pool, node.number));
        for (int n = 0; n < node.count; n++) find_atoms(form, jd_sym_arg(pool, s, n));
    }
}

/* ---- Quotients ------------------------------------------------------------------------------ */

static Poly one(Form *form) {
    return jd_poly_number(&form->p, jd_number_ratio(1, 1));
}

/* A common divisor within its own effort; 1, if that does not do. */
static Poly common_of(Form *form, Poly a, Poly b) {
    Polys *p = &form->p;
    const long effort = p->effort;
    if (p->stopped) return a;
    if (effort > EFFORT_COMMON) p->effort = EFFORT_COMMON;
    const long given = p->effort;
    Poly shared = jd_poly_common(p, a, b);
    const bool failed = p->stopped;
    p->effort = effort - (given - p->effort);
    p->stopped = p->effort < 0 || p->arena->failed;
    return failed ? one(form) : shared;
}

static Poly divide(Form *form, Poly a, Poly b) {
    Poly quotient;
    if (jd_poly_divide(&form->p, a, b, &quotient)) return quotient;
    form->stopped = true;
    return a;
}

static Quotient add_quotients(Form *form, Quotient a, Quotient b) {
    Polys *p = &form->p;
    const Poly shared = common_of(form, a.under, b.under);
    const Poly left = divide(form, b.under, shared), right = divide(form, a.under, shared);
    const Poly sum = jd_poly_add(p, jd_poly_times(p, a.over, left), jd_poly_times(p, b.over, right),
                                 jd_number_ratio(1, 1));
    return (Quotient){sum, jd_poly_times(p, a.under, left)};
}

static Quotient times_quotients(Form *form, Quotient a, Quotient b) {
    return (Quotient){jd_poly_times(&form->p, a.over, b.over),
                      jd_poly_times(&form->p, a.under, b.under)};
}

static Quotient power_quotient(Form *form, Quotient a, int n) {
    const Poly over = jd_poly_power(&form->p, n < 0 ? a.under : a.over, n < 0 ? -n : n);
    const Poly under = jd_poly_power(&form->p, n < 0 ? a.over : a.under, n < 0 ? -n : n);
    return (Quotient){over, under};
}

/* A number that is not exact is an atom. */
static Poly poly_of_number(Form *form, SymNumber number) {
    const int atom = number.under ? -1 : atom_of(form, jd_sym_number(form->pool, number));
    if (number.under) return jd_poly_number(&form->p, number);
    if (atom < 0) form->stopped = true;
    return atom < 0 ? one(form) : jd_poly_variable(&form->p, atom);
}

static Quotient quotient_of_node(Form *form, Sym s, const SymWalk *walk) {
    SymPool *pool = form->pool;
    const SymNode node = *jd_sym_node(pool, s);
    Quotient made = {jd_poly_number(&form->p, jd_number_ratio(1, 1)), one(form)};
    if (node.kind == SYM_POWER && node.number.under > 1) {
        const int atom = atom_of(form, root_of(pool, s, node.number));
        if (atom < 0) form->stopped = true;
        if (form->stopped) return made;
        made.over = jd_poly_variable(&form->p, atom);
        return power_quotient(form, made, (int)node.number.over);
    }
    if (is_atom(&node)) {
        const int atom = atom_of(form, s);
        if (atom >= 0) made.over = jd_poly_variable(&form->p, atom); /* else it is inside an atom */
        return made;
    }
    if (node.kind == SYM_POWER) {
        const Quotient base = form->made[jd_walk_of(walk, jd_sym_arg(pool, s, 0)) - walk->made];
        return power_quotient(form, base, (int)node.number.over);
    }
    made.over = poly_of_number(form, node.number);
    for (int n = 0; n < node.count && !form->stopped; n++) {
        const Quotient arg = form->made[jd_walk_of(walk, jd_sym_arg(pool, s, n)) - walk->made];
        made = node.kind == SYM_SUM ? add_quotients(form, made, arg)
                                    : times_quotients(form, made, arg);
    }
    return made;
}

static Quotient quotient_of(Form *form, Sym s) {
    SymWalk walk;
    Quotient made = {0};
    if (!jd_walk_open(form->pool, &s, 1, &walk)) {
        form->stopped = true;
        return made;
    }
    form->made = ARENA_NEW(&form->arena, Quotient, walk.count);
    for (int n = 0; form->made && n < walk.count && !form->stopped; n++) {
        form->made[n] = quotient_of_node(form, walk.order[n], &walk);
        if (form->p.stopped) form->stopped = true;
    }
    if (form->made) made = form->made[walk.count - 1];
    if (!form->made) form->stopped = true;
    jd_walk_close(&walk);
    return made;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

/* What the roots are of, where that has no denominator. */
static void learn_roots(Form *form) {
    for (int n = 0; n < form->count && !form->stopped; n++) {
        if (!form->root[n]) continue;
        const Quotient base = quotient_of(form, jd_sym_arg(form->pool, form->atoms[n], 0));
        Poly whole;
        if (!form->stopped && jd_poly_divide(&form->p, base.over, base.under, &whole))
            form->square[n] = whole;
        else
            form->root[n] = 0;
    }
}

static Poly one_minus_square(Form *form, int atom) {
    const Poly x = jd_poly_variable(&form->p, atom);
    return jd_poly_add(&form->p, one(form), jd_poly_times(&form->p, x, x), jd_number_ratio(-1, 1));
}

static Poly reduce(Form *form, Poly a) {
    for (int n = 0; n < form->count; n++) {
        if (form->root[n]) a = jd_poly_replace(&form->p, a, n, form->root[n], form->square[n]);
    }
    for (int n = 0; n < form->count; n++)
        if (form->partner[n] >= 0)
            a = jd_poly_replace(&form->p, a, n, 2, one_minus_square(form, form->partner[n]));
    return a;
}

/* The same with squares of sines where that is shorter. */
static Poly shorten(Form *form, Poly a) {
    for (int n = 0; n < form->count && !form->p.stopped; n++) {
        if (form->partner[n] < 0) continue;
        const Poly other =
            jd_poly_replace(&form->p, a, form->partner[n], 2, one_minus_square(form, n));
        if (other.count < a.count) a = other;
    }
    return a;
}

/* ---- Back ----------------------------------------------------------------------------------- */

static Sym sym_of_term(Form *form, const Poly *a, int term) {
    SymPool *pool = form->pool;
    Sym product = jd_sym_number(pool, a->c[term]);
    for (int v = 0; v < form->p.vars; v++) {
        const uint16_t e = jd_poly_exponents(&form->p, a, term)[v];
        if (e)
            product = jd_sym_times(pool, product,
                                   jd_sym_power(pool, form->atoms[v], jd_number_ratio(e, 1)));
    }
    return product;
}

static Sym sym_of_poly(Form *form, Poly a) {
    const Poly common = jd_poly_monomial(&form->p, a), rest = divide(form, a, common);
    Sym *terms = ARENA_NEW(&form->arena, Sym, rest.count + 1);
    if (!terms || form->stopped || form->p.stopped) return SYM_NONE;
    for (int n = 0; n < rest.count; n++) terms[n] = sym_of_term(form, &rest, n);
    return jd_sym_times(form->pool, sym_of_term(form, &common, 0),
                        jd_sym_sum(form->pool, terms, rest.count));
}

static Sym sym_of_quotient(Form *form, Quotient q) {
    if (form->stopped || form->p.stopped || !q.under.count) return SYM_NONE;
    if (!q.over.count) return jd_sym_whole(form->pool, 0);
    const Poly shared = common_of(form, q.over, q.under);
    const Poly over = shorten(form, divide(form, q.over, shared));
    const Poly under = shorten(form, divide(form, q.under, shared));
    const Sym top = sym_of_poly(form, over), bottom = sym_of_poly(form, under);
    return form->stopped || form->p.stopped ? SYM_NONE : jd_sym_over(form->pool, top, bottom);
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Arguments of functions and roots in their normal forms; tangents as quotients. */
static Sym with_normal_args(SymPool *pool, Sym s, int depth, bool *whole) {
    SymWalk walk;
    if (!jd_walk_open(pool, &s, 1, &walk)) return SYM_NONE;
    for (int n = 0; n < walk.count; n++) {
        const Sym at = walk.order[n];
        const SymNode node = *jd_sym_node(pool, at);
        const bool inner =
            node.kind == SYM_CALL || (node.kind == SYM_POWER && node.number.under != 1);
        Sym few[8], *args = node.count <= 8 ? few : malloc(sizeof *args * (size_t)node.count);
        if (!args) return jd_walk_close(&walk), jd_sym_fail(pool, SYM_NO_MEMORY);
        for (int k = 0; k < node.count; k++) {
            args[k] = *jd_walk_of(&walk, pool->args.at[node.first + k]);
            if (inner) args[k] = normal_at(pool, args[k], depth + 1, whole);
        }
        walk.made[n] = node.count ? jd_sym_rebuild(pool, at, args) : at;
        if (node.kind == SYM_CALL && node.name == jd_sym_function("tan"))
            walk.made[n] = jd_sym_over(pool, jd_sym_call(pool, jd_sym_function("sin"), args, 1),
                                       jd_sym_call(pool, jd_sym_function("cos"), args, 1));
        if (args != few) free(args);
    }
    const Sym made = walk.made[walk.count - 1];
    jd_walk_close(&walk);
    return made;
}

static Sym normal_at(SymPool *pool, Sym s, int depth, bool *whole) {
    if (!s || jd_sym_node(pool, s)->count == 0) return s;
    const Sym inner = depth < DEEP ? with_normal_args(pool, s, depth, whole) : SYM_NONE;
    Form form = {.pool = pool, .stopped = !inner};
    if (inner) find_atoms(&form, inner);
    form.p = (Polys){.arena = &form.arena, .vars = form.count, .effort = EFFORT};
    Sym made = SYM_NONE;
    if (!form.stopped) {
        learn_roots(&form);
        Quotient q = form.stopped ? (Quotient){0} : quotient_of(&form, inner);
        if (!form.stopped) q.over = reduce(&form, q.over), q.under = reduce(&form, q.under);
        made = sym_of_quotient(&form, q);
    }
    jd_arena_free(&form.arena);
    if (!made) *whole = false;
    return made ? made : s;
}

Sym jd_sym_normal(SymPool *pool, Sym s, bool *whole) {
    bool done = true;
    const Sym made = !pool || pool->stop ? SYM_NONE : normal_at(pool, s, 0, &done);
    if (whole) *whole = done && made;
    return made;
}

/* ---- The shortest --------------------------------------------------------------------------- */

long jd_sym_cost(SymPool *pool, Sym s) {
    SymWalk walk;
    if (!pool || !s || !jd_walk_open(pool, &s, 1, &walk)) return 0;
    long *cost = calloc((size_t)walk.count, sizeof *cost), all = 0;
    for (int n = 0; cost && n < walk.count; n++) {
        const SymNode *node = jd_sym_node(pool, walk.order[n]);
        const bool row = node->kind == SYM_SUM || node->kind == SYM_PRODUCT;
        const int neutral = node->kind == SYM_PRODUCT;
        cost[n] = node->kind == SYM_POWER || node->kind == SYM_CALL ? 1 : 0;
        if (row) cost[n] = node->count - 1 + !jd_number_is(node->number, neutral);
        if (neutral && jd_number_is(node->number, -1)) cost[n]--; /* a sign */
        for (int k = 0; k < node->count; k++)
            cost[n] += cost[jd_walk_of(&walk, pool->args.at[node->first + k]) - walk.made];
        if (cost[n] > 1L << 40) cost[n] = 1L << 40;
    }
    if (cost) all = cost[walk.count - 1];
    free(cost);
    jd_walk_close(&walk);
    return all;
}

/* The terms of a sum, or of a product of one sum and other things, each by itself. */
static Sym spread(SymPool *pool, Sym s) {
    SymNode node = *jd_sym_node(pool, s);
    Sym sum = node.kind == SYM_SUM ? s : SYM_NONE;
    for (int n = 0; node.kind == SYM_PRODUCT && n < node.count; n++) {
        const Sym factor = jd_sym_arg(pool, s, n);
        if (jd_sym_node(pool, factor)->kind == SYM_SUM) sum = sum ? s : factor;
    }
    if (!sum || jd_sym_node(pool, sum)->kind != SYM_SUM) return s;
    const Sym others = sum == s ? jd_sym_whole(pool, 1) : jd_sym_over(pool, s, sum);
    node = *jd_sym_node(pool, sum);
    Sym made = jd_sym_times(pool, others, jd_sym_number(pool, node.number));
    for (int n = 0; n < node.count; n++)
        made = jd_sym_add(
            pool, made,
            jd_sym_tidy(pool, jd_sym_times(pool, others, pool->args.at[node.first + n])));
    return made;
}

Sym jd_sym_tidy(SymPool *pool, Sym s) {
    if (!pool || pool->stop || !s) return SYM_NONE;
    Sym best = s;
    const Sym tries[] = {spread(pool, s), jd_sym_normal(pool, s, NULL)};
    for (int n = 0; n < 2; n++)
        if (tries[n] && jd_sym_cost(pool, tries[n]) < jd_sym_cost(pool, best)) best = tries[n];
    return pool->stop ? SYM_NONE : best;
}
