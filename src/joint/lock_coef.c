/* SPDX-License-Identifier: MIT
 *
 * Coefficients of a lock: sums of k * product of symbol^power. Enough algebra to carry the fields
 * of a type through two derivatives and to print them simplified. */
#include "joint/inside.h"
#include <string.h>

Coef jd_coef_number(double k) {
    Coef coef = {.count = k != 0};
    coef.parts[0].k = k;
    return coef;
}

Coef jd_coef_symbol(int symbol) {
    Coef coef = jd_coef_number(1);
    coef.parts[0].power[symbol] = 1;
    return coef;
}

Coef jd_coef_scale(double k, const Coef *coef) {
    Coef scaled = *coef;
    if (k == 0) scaled.count = 0;
    for (int n = 0; n < scaled.count; n++) scaled.parts[n].k *= k;
    return scaled;
}

static bool same_powers(const CoefPart *a, const CoefPart *b) {
    return memcmp(a->power, b->power, sizeof a->power) == 0;
}

bool jd_coef_is_number(const Coef *coef, double *number) {
    static const CoefPart one = {1, {0}};
    *number = coef->count ? coef->parts[0].k : 0;
    return coef->count == 0 || (coef->count == 1 && same_powers(&coef->parts[0], &one));
}

static const CoefPart *find_part(const Coef *coef, const CoefPart *like) {
    for (int n = 0; n < coef->count; n++)
        if (same_powers(&coef->parts[n], like)) return &coef->parts[n];
    return NULL;
}

bool jd_coef_equal(const Coef *a, const Coef *b, double sign) {
    if (a->count != b->count) return false;
    for (int n = 0; n < a->count; n++) {
        const CoefPart *part = find_part(b, &a->parts[n]);
        if (!part || a->parts[n].k != sign * part->k) return false;
    }
    return true;
}

static bool add_part(Coef *sum, const CoefPart *part) {
    for (int n = 0; n < sum->count; n++) {
        if (!same_powers(&sum->parts[n], part)) continue;
        sum->parts[n].k += part->k;
        if (sum->parts[n].k == 0) sum->parts[n] = sum->parts[--sum->count];
        return true;
    }
    if (part->k == 0) return true;
    if (sum->count == COEF_PARTS) return false;
    sum->parts[sum->count++] = *part;
    return true;
}

bool jd_coef_add(Coef *sum, const Coef *coef) {
    for (int n = 0; n < coef->count; n++)
        if (!add_part(sum, &coef->parts[n])) return false;
    return true;
}

static bool multiply_parts(const CoefPart *a, const CoefPart *b, CoefPart *product) {
    product->k = a->k * b->k;
    for (int s = 0; s < COEF_SYMBOLS; s++) {
        int power = a->power[s] + b->power[s];
        if (power < -100 || power > 100) return false;
        product->power[s] = (signed char)power;
    }
    return true;
}

bool jd_coef_multiply(const Coef *a, const Coef *b, Coef *product) {
    Coef sum = {.count = 0};
    for (int n = 0; n < a->count; n++)
        for (int m = 0; m < b->count; m++) {
            CoefPart part;
            if (!multiply_parts(&a->parts[n], &b->parts[m], &part)) return false;
            if (!add_part(&sum, &part)) return false;
        }
    *product = sum;
    return true;
}

bool jd_coef_power(const Coef *coef, int power, Coef *result) {
    if (coef->count != 1 || power < -100 || power > 100) return false;
    Coef raised = jd_coef_number(pow(coef->parts[0].k, power));
    for (int s = 0; s < COEF_SYMBOLS; s++) {
        int exponent = coef->parts[0].power[s] * power;
        if (exponent < -100 || exponent > 100) return false;
        raised.parts[0].power[s] = (signed char)exponent;
    }
    *result = raised;
    return true;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_number(Text *out, double value) {
    char text[32];
    jd_number_text(value, text, sizeof text);
    jd_text_print(out, "%s", text);
}

/* Factors symbol^power with the wanted sign of the power, each behind the last with a '*'. */
static int write_symbols(Text *out, const CoefPart *part, int sign, const SymbolNames *names,
                         int written) {
    for (int s = 0; s < COEF_SYMBOLS; s++) {
        int power = part->power[s] * sign;
        if (power <= 0) continue;
        jd_text_print(out, "%s%s", written++ ? "*" : "", names->at[s] ? names->at[s] : "?");
        if (power > 1) jd_text_print(out, "^%d", power);
    }
    return written;
}

/* A number as a fraction if that is exact and short: 0.5 -> 1/2. */
static double small_denominator(double k) {
    for (int q = 2; q <= 8; q *= 2)
        if (k != floor(k) && fabs(k * q) < 1000 && k * q == floor(k * q)) return q;
    return 1;
}

static int count_below(const CoefPart *part) {
    int count = 0;
    for (int s = 0; s < COEF_SYMBOLS; s++) count += part->power[s] < 0;
    return count;
}

/* |k| symbols * thing / symbols, without its sign. */
static void write_part(Text *out, const CoefPart *part, const char *thing,
                       const SymbolNames *names) {
    double k = fabs(part->k), q = small_denominator(k);
    int written = 0;
    if (k * q != 1) write_number(out, k * q), written++;
    written = write_symbols(out, part, 1, names, written);
    if (thing) jd_text_print(out, "%s%s", written++ ? "*" : "", thing);
    if (!written) jd_text_print(out, "1");

    int below = count_below(part) + (q != 1);
    if (!below) return;
    jd_text_print(out, "%s", below > 1 ? "/(" : "/");
    if (q != 1) write_number(out, q);
    write_symbols(out, part, -1, names, q != 1);
    if (below > 1) jd_text_print(out, ")");
}

static void write_sign(Text *out, bool negative, bool *first) {
    if (*first)
        jd_text_print(out, "%s", negative ? "-" : "");
    else
        jd_text_print(out, "%s", negative ? " - " : " + ");
    *first = false;
}

void jd_coef_write(Text *out, const Coef *coef, const char *thing, const SymbolNames *names,
                   bool *first) {
    if (coef->count == 0) return;
    if (coef->count == 1) {
        write_sign(out, coef->parts[0].k < 0, first);
        write_part(out, &coef->parts[0], thing, names);
        return;
    }
    /* A sum of parts: in parentheses before a thing, plain without one. */
    bool inner_first = thing ? true : *first;
    if (thing) write_sign(out, false, first), jd_text_print(out, "(");
    for (int n = 0; n < coef->count; n++) {
        write_sign(out, coef->parts[n].k < 0, &inner_first);
        write_part(out, &coef->parts[n], NULL, names);
    }
    if (thing) jd_text_print(out, ")*%s", thing);
    *first = false;
}
