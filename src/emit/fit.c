/* SPDX-License-Identifier: MIT
 *
 * How a number of the mechanism follows from parameters: polynomials, waves of an angle, products
 * of powers, roots of ratios of quadratics (directions, distances). Each must meet more values than
 * it was made of. */
#include "emit/parameters.h"
#include "math/dense.h"
#include <string.h>

enum {
    DEGREE = 3,
    TERMS_MOST = 34, /* so many polynomials of the third degree, without the constant */
    SAMPLES_MOST = 2 * TERMS_MOST,
};
static const double span = 0.3;   /* values are tried within this share of theirs */
static const double same = 1e-11; /* a share: rounding */

/* In [-1, 1], and the same each time. */
double jd_fit_spread(int sample, int parameter) {
    const double x = sin(12.9898 * (sample + 1) + 78.233 * (parameter + 1)) * 43758.5453;
    return 2 * (x - floor(x)) - 1;
}

double jd_fit_size(const EmitParameter *is) {
    return span * (is->value != 0 ? fabs(is->value) : 1);
}

/* Instants are tried nearer to the model than other numbers. */
static double share_tried(const Writer *w, int number) {
    for (int k = 0; k < w->timing.count; k++)
        if (w->timing.at[k].number == number) return jd_fit_narrow;
    return 1;
}

/* ---- Polynomials, and waves of an angle ----------------------------------------------------- */

/* A term by the parameters that a number depends on; turn: the angle among them, -1: none. */
typedef struct {
    signed char of[DEGREE];
    int turn, wave;
} Term;

/* Products of at most DEGREE of so many variables. */
static int list_terms(int variables, Term terms[TERMS_MOST]) {
    int count = 0;
    for (int a = 0; a < variables; a++)
        for (int b = -1; b <= a; b++)
            for (int c = -1; c <= b; c++) {
                if (count == TERMS_MOST) return count;
                terms[count++] =
                    (Term){{(signed char)a, (signed char)b, (signed char)c}, .turn = -1};
            }
    return count;
}

/* Cosine and sine of one of them, times products of up to `degree` others. Faster waves would be
 * told from these by rounding alone, within what is tried. */
static int list_waves(int variables, int turn, int degree, Term terms[TERMS_MOST]) {
    int count = 0;
    for (int a = -1; a < variables; a++)
        for (int b = -1; b <= (degree > 1 ? a : -1); b++)
            for (int wave = -1; wave <= 1; wave++) {
                if (a == turn || b == turn || (a < 0 && wave == 0)) continue;
                if (count == TERMS_MOST) return 0; /* there are more */
                terms[count++] =
                    (Term){{(signed char)a, (signed char)b, -1}, wave ? turn : -1, wave};
            }
    return count;
}

double jd_fit_wave(int wave, double angle) {
    return wave > 0 ? cos(angle) : sin(angle);
}

/* Parameters of a number at a sample: parts of what they are tried within, and what they are. */
typedef struct {
    double x[OF_MOST], p[OF_MOST], value[OF_MOST];
} Place;

static double term_at(const Term *term, const Place *at) {
    double product = 1;
    for (int k = 0; k < DEGREE; k++)
        if (term->of[k] >= 0) product *= at->x[(int)term->of[k]];
    if (term->turn < 0) return product;
    const double wave = jd_fit_wave(term->wave, at->p[term->turn]);
    return product *
           (term->of[0] >= 0 ? wave : wave - jd_fit_wave(term->wave, at->value[term->turn]));
}

/* What is tried near by is known to fewer digits; instants are whole sums of times, mostly. */
static const double nearly_whole = 1e-10;
static double tidied(double factor, double tried) {
    const double whole = floor(factor + 0.5);
    return tried < 1 && fabs(factor - whole) <= nearly_whole * fmax(1, fabs(whole)) ? whole
                                                                                    : factor;
}

static void keep_term(Writer *w, const Term *term, double factor, bool under, EmitNumber *to) {
    EmitTerm *out = under ? PUSH(w->rec.arena, to->under) : PUSH(w->rec.arena, to->term);
    if (!out) return;
    *out = (EmitTerm){.factor = factor,
                      .of = {-1, -1, -1},
                      .turn = term->turn < 0 ? -1 : to->parameter[term->turn],
                      .wave = term->wave};
    for (int d = 0; d < DEGREE; d++) {
        if (term->of[d] < 0) continue;
        out->of[d] = to->parameter[(int)term->of[d]];
        out->factor /= share_tried(w, to->number) * jd_fit_size(&w->parameters.list.at[out->of[d]]);
    }
    out->factor = tidied(out->factor, share_tried(w, to->number));
}

static void take_places(const Writer *w, FitSamples given, const EmitNumber *to,
                        Place place[SAMPLES_MOST]) {
    const double share = share_tried(w, to->number);
    for (int s = 0; s < given.count; s++)
        for (int k = 0; k < to->parameters; k++) {
            const EmitParameter *is = &w->parameters.list.at[to->parameter[k]];
            place[s].x[k] = jd_fit_spread(s, to->parameter[k]);
            place[s].value[k] = is->value;
            place[s].p[k] = is->value + share * jd_fit_size(is) * place[s].x[k];
        }
}

/* One number as a sum of terms; false: it is none. */
static bool fit_terms(Writer *w, FitSamples given, const Term *terms, int count, EmitNumber *to) {
    const int numbers = w->tape.fixed.count, number = to->number;
    const double *samples = given.at, value = w->tape.fixed.at[number].value;
    Place place[SAMPLES_MOST];
    double A[TERMS_MOST * TERMS_MOST], c[TERMS_MOST], right[TERMS_MOST], most = fabs(value);
    int order[TERMS_MOST];
    if (!count || given.count < 2 * count) return false;
    take_places(w, given, to, place);
    for (int r = 0; r < count; r++) {
        order[r] = r;
        right[r] = samples[r * numbers + number] - value;
        for (int k = 0; k < count; k++) A[r * count + k] = term_at(&terms[k], &place[r]);
    }
    jd_dense_lu(count, count, A, order);
    for (int r = 0; r < count; r++) c[r] = right[order[r]];
    jd_dense_lu_solve(count, A, c);
    for (int s = 0; s < given.count; s++) most = fmax(most, fabs(samples[s * numbers + number]));
    for (int k = 0; k < count; k++)
        if (fabs(c[k]) <= same * most) c[k] = 0;
    for (int s = 0; s < given.count; s++) {
        double sum = value;
        for (int k = 0; k < count; k++) sum += c[k] * term_at(&terms[k], &place[s]);
        if (!(fabs(sum - samples[s * numbers + number]) <= 10 * same * most)) return false;
    }
    for (int k = 0; k < count; k++)
        if (c[k] != 0) keep_term(w, &terms[k], c[k], false, to);
    return !w->rec.arena->failed;
}

/* What a parameter is at a sample, as a share of itself. */
static double share_of(const Writer *w, int parameter, int sample, double tried) {
    const EmitParameter *is = &w->parameters.list.at[parameter];
    return is->value != 0
               ? 1 + tried * jd_fit_size(is) * jd_fit_spread(sample, parameter) / is->value
               : NAN;
}

/* A product of powers, whole or half ones: ratios, roots of them. */
static bool fit_powers(Writer *w, FitSamples given, EmitNumber *to) {
    const int n = to->parameters, numbers = w->tape.fixed.count, number = to->number;
    const double value = w->tape.fixed.at[number].value, tried = share_tried(w, number);
    double A[OF_MOST * OF_MOST], e[OF_MOST], right[OF_MOST];
    int order[OF_MOST];
    if (given.count <= 2 * n) return false;
    for (int s = 0; s < n; s++) {
        const double ratio = given.at[s * numbers + number] / value;
        if (!(ratio > 0)) return false;
        order[s] = s;
        right[s] = log(ratio);
        for (int k = 0; k < n; k++) A[s * n + k] = log(share_of(w, to->parameter[k], s, tried));
    }
    jd_dense_lu(n, n, A, order);
    for (int s = 0; s < n; s++) e[s] = right[order[s]];
    jd_dense_lu_solve(n, A, e);
    for (int k = 0; k < n; k++) e[k] = floor(2 * e[k] + 0.5) / 2;
    for (int s = 0; s < given.count; s++) {
        double product = value;
        for (int k = 0; k < n; k++) product *= pow(share_of(w, to->parameter[k], s, tried), e[k]);
        if (!(fabs(product - given.at[s * numbers + number]) <= 10 * same * fabs(value)))
            return false;
    }
    memcpy(to->power, e, sizeof to->power);
    to->how = EMIT_POWERS;
    return true;
}

/* ---- Roots of ratios ------------------------------------------------------------------------ */

/* Up to the second degree. */
static int list_quadratics(int variables, Term terms[TERMS_MOST]) {
    int count = 0;
    for (int a = 0; a < variables; a++)
        for (int b = -1; b <= a; b++)
            terms[count++] = (Term){{(signed char)a, (signed char)b, -1}, .turn = -1};
    return count;
}

/* 1 + a quadratic over 1 + another, one coefficient for each term. */
typedef struct {
    Term term[TERMS_MOST];
    int count, parameters;
    double over[TERMS_MOST], under[TERMS_MOST];
    bool square; /* the upper one is that of 1 + its linear terms, halved */
} Ratio;

static double quadratic_at(const Ratio *r, const double *c, const Place *at) {
    double sum = 1;
    for (int k = 0; k < r->count; k++) sum += c[k] * term_at(&r->term[k], at);
    return sum;
}

static double ratio_at(const Ratio *r, const Place *at) {
    const double under = quadratic_at(r, r->under, at), over = quadratic_at(r, r->over, at);
    return r->square ? over / sqrt(under) : sqrt(over / under);
}

static const double same_square = 1e-9; /* of coefficients that are worked out */

/* (1 + sum g x)^2 as 1 + sum g x, which may change its sign. */
static void take_square(Ratio *r) {
    double g[OF_MOST] = {0};
    for (int k = 0; k < r->count; k++)
        if (r->term[k].of[1] < 0) g[(int)r->term[k].of[0]] = 0.5 * r->over[k];
    r->square = true;
    for (int k = 0; k < r->count; k++) {
        const int a = r->term[k].of[0], b = r->term[k].of[1];
        if (b >= 0 && !(fabs((a == b ? 1 : 2) * g[a] * g[b] - r->over[k]) <= same_square))
            r->square = false;
    }
    for (int k = 0; k < r->count && r->square; k++)
        r->over[k] = r->term[k].of[1] < 0 ? g[(int)r->term[k].of[0]] : 0;
}

static const double no_coefficient = 1e-8; /* of those that are worked out with all others */

/* value^2 (1 + over) - f^2 (1 + under) = 0 for as many samples as there are coefficients: those of
 * `over`, then those of `under`, by their numbers. */
static void solve_some(Ratio *r, const int *unknown, int count, double value, const double *f,
                       const Place *place) {
    double A[TERMS_MOST * TERMS_MOST], c[TERMS_MOST], right[TERMS_MOST];
    int order[TERMS_MOST];
    for (int s = 0; s < count; s++) {
        const double square = f[s] * f[s] / (value * value);
        order[s] = s;
        right[s] = square - 1;
        for (int k = 0; k < count; k++)
            A[s * count + k] = (unknown[k] < r->count ? 1 : -square) *
                               term_at(&r->term[unknown[k] % r->count], &place[s]);
    }
    jd_dense_lu(count, count, A, order);
    for (int s = 0; s < count; s++) c[s] = right[order[s]];
    jd_dense_lu_solve(count, A, c);
    for (int k = 0; k < r->count; k++) r->over[k] = r->under[k] = 0;
    for (int k = 0; k < count; k++)
        *(unknown[k] < r->count ? &r->over[unknown[k]] : &r->under[unknown[k] - r->count]) = c[k];
}

/* Once more with those that there are, which are known to more digits then. */
static bool solve_ratio(Ratio *r, bool over, bool under, double value, const double *f,
                        const Place *place) {
    int unknown[2 * TERMS_MOST], count = 0, kept = 0;
    for (int k = over ? 0 : r->count; k < (under ? 2 : 1) * r->count; k++) unknown[count++] = k;
    if (count > TERMS_MOST) return false;
    solve_some(r, unknown, count, value, f, place);
    for (int k = 0; k < count; k++) {
        const int n = unknown[k];
        if (fabs(n < r->count ? r->over[n] : r->under[n - r->count]) > no_coefficient)
            unknown[kept++] = n;
    }
    solve_some(r, unknown, kept, value, f, place);
    take_square(r);
    return true;
}

/* Parts of unit vectors, and distances, by parts of vectors. */
static bool fit_roots(Writer *w, FitSamples given, EmitNumber *to) {
    const int numbers = w->tape.fixed.count;
    const double value = w->tape.fixed.at[to->number].value;
    Place place[SAMPLES_MOST];
    double f[SAMPLES_MOST], most = fabs(value);
    Ratio r = {.count = list_quadratics(to->parameters, r.term)};
    if (given.count < 4 * r.count || value == 0) return false;
    take_places(w, given, to, place);
    for (int s = 0; s < given.count; s++) f[s] = given.at[s * numbers + to->number];
    for (int s = 0; s < given.count; s++) most = fmax(most, fabs(f[s]));
    for (int which = 1; which <= 3; which++) {
        bool meets = solve_ratio(&r, which != 1, which != 2, value, f, place);
        for (int s = 0; s < given.count && meets; s++)
            meets = fabs(value * ratio_at(&r, &place[s]) - f[s]) <= 10 * same * most;
        if (!meets) continue;
        for (int k = 0; k < r.count; k++) {
            if (r.over[k] != 0) keep_term(w, &r.term[k], r.over[k], false, to);
            if (r.under[k] != 0) keep_term(w, &r.term[k], r.under[k], true, to);
        }
        to->how = r.square ? EMIT_UNDER_ROOT : EMIT_ROOT;
        return !w->rec.arena->failed;
    }
    return false;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Twice as many as there are terms. */
int jd_fit_samples(int parameters) {
    Term terms[TERMS_MOST];
    const int powers = list_terms(parameters, terms),
              waves = parameters ? list_waves(parameters, 0, 1, terms) : 0,
              roots = 2 * list_quadratics(parameters, terms),
              most = powers > waves ? powers : waves;
    return 2 * (most > roots ? most : roots);
}

bool jd_fit(Writer *w, FitSamples given, EmitNumber *to) {
    Term terms[TERMS_MOST];
    if (fit_terms(w, given, terms, list_terms(to->parameters, terms), to)) return true;
    if (fit_powers(w, given, to) || fit_roots(w, given, to)) return true;
    for (int degree = 1; degree <= 2; degree++)
        for (int turn = 0; turn < to->parameters; turn++) {
            const int count = list_waves(to->parameters, turn, degree, terms);
            if (fit_terms(w, given, terms, count, to)) return true;
        }
    return false;
}
