/* SPDX-License-Identifier: MIT
 *
 * Expressions as text of the model language, as LaTeX and as C. */
#include "sym/inside.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How tightly something is written: what is looser than wanted stands in brackets. */
typedef enum { LOOSE_SUM, LOOSE_PRODUCT, LOOSE_POWER, LOOSE_NOT } Tightness;

typedef struct {
    const char *open, *close; /* brackets */
    const char *times;
    bool fractions; /* \frac */
} StyleWords;
static const StyleWords styles[] = {
    [SYM_TEXT] = {"(", ")", "*", false},
    [SYM_LATEX] = {"\\left(", "\\right)", " \\, ", true},
    [SYM_C] = {"(", ")", " * ", false},
};

static void print_at(SymPool *pool, Sym s, SymStyle style, Tightness wanted, Text *out);

/* What is written for it. */
static Sym unquoted(SymPool *pool, Sym s) {
    const SymNode *node = jd_sym_node(pool, s);
    const bool quoted = node->kind == SYM_CALL && node->name == jd_sym_function("quote");
    return quoted ? jd_sym_arg(pool, s, 0) : s;
}

/* ---- Names ---------------------------------------------------------------------------------- */

static const char greek[] = " alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu "
                            "nu xi pi rho sigma tau phi chi psi omega "
                            "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ";

static bool is_greek(const char *word, size_t length) {
    char name[64] = "";
    if (length < sizeof name) memcpy(name, word, length);
    return *name && jd_word_in_list(name, greek);
}

static void print_latex_word(const char *word, size_t length, Text *out) {
    if (length == 1)
        jd_text_add(out, word, 1);
    else if (is_greek(word, length))
        jd_text_print(out, "\\%.*s", (int)length, word);
    else
        jd_text_print(out, "\\mathit{%.*s}", (int)length, word);
}

/* p_x'' : the word, its dots, what is below it. */
static void print_latex_name(const char *name, Text *out) {
    const size_t length = strcspn(name, "'"), dots = strlen(name) - length;
    const size_t stem = strcspn(name, "_.['"), rest = length > stem ? length - stem - 1 : 0;
    static const char *const over[] = {"", "\\dot{", "\\ddot{", "\\dddot{"};
    jd_text_print(out, "%s", over[dots < 4 ? dots : 3]);
    print_latex_word(name, stem, out);
    if (dots) jd_text_print(out, "}");
    if (!rest) return;
    jd_text_print(out, "_{");
    for (const char *c = name + stem + 1; c < name + length;) {
        const size_t word = strcspn(c, "_.[]'");
        if (is_greek(c, word)) jd_text_print(out, "\\");
        jd_text_add(out, c, word);
        c += word;
        if (*c == '_' || *c == '.' || *c == '[') jd_text_print(out, ",");
        if (c < name + length) c++;
    }
    jd_text_print(out, "}");
}

void jd_sym_print_name(const char *name, SymStyle style, Text *out) {
    if (style == SYM_LATEX) print_latex_name(name, out);
    const bool number = isdigit((unsigned char)*name); /* with its unit: "2 kg" */
    if (style == SYM_TEXT) jd_text_print(out, number ? "(%s)" : "%s", name);
    if (style == SYM_C && number) jd_text_print(out, "number_");
    for (; style == SYM_C && *name; name++) {
        const bool plain = isalnum((unsigned char)*name) || *name == '_';
        jd_text_print(out, *name == '\'' ? "_dot" : plain ? "%c" : "_", *name);
    }
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static void print_real(double value, SymStyle style, Text *out) {
    char digits[32];
    jd_number_text(value, digits, sizeof digits);
    const char *power = style == SYM_LATEX ? strchr(digits, 'e') : NULL;
    if (power)
        jd_text_print(out, "%.*s \\cdot 10^{%s}", (int)(power - digits), digits, power + 1);
    else
        jd_text_print(out, "%s%s", digits, style == SYM_C && !strpbrk(digits, ".en") ? ".0" : "");
}

enum { FRACTION_MOST = 9999 }; /* longer ones are read more easily as decimals */

/* C is computed as it stands. */
static SymNumber readable(SymNumber number, SymStyle style) {
    const bool longer = llabs(number.over) > FRACTION_MOST || number.under > FRACTION_MOST;
    if (style == SYM_C || number.under <= 1 || !longer) return number;
    return (SymNumber){.real = jd_number_double(number)};
}

/* Not negative. */
static void print_number(SymNumber exact, SymStyle style, Text *out) {
    const SymNumber number = readable(exact, style);
    if (!number.under) {
        print_real(number.real, style, out);
        return;
    }
    const bool fraction = number.under != 1;
    if (fraction && styles[style].fractions) {
        jd_text_print(out, "\\frac{%lld}{%lld}", (long long)number.over, (long long)number.under);
        return;
    }
    jd_text_print(out, "%lld%s", (long long)number.over, style == SYM_C ? ".0" : "");
    if (fraction)
        jd_text_print(out, "/%lld%s", (long long)number.under, style == SYM_C ? ".0" : "");
}

static bool is_negative(SymNumber number) {
    return number.under ? number.over < 0 : number.real < 0;
}

/* ---- Powers --------------------------------------------------------------------------------- */

static void print_c_power(SymPool *pool, Sym base, SymNumber exponent, Text *out) {
    const bool simple = jd_sym_node(pool, base)->kind == SYM_NAME;
    if (jd_number_whole(exponent) && exponent.over > 0 && exponent.over <= 4 && simple) {
        for (int n = 0; n < exponent.over; n++) {
            jd_text_print(out, n ? " * " : "(");
            print_at(pool, base, SYM_C, LOOSE_POWER, out);
        }
        jd_text_print(out, ")");
        return;
    }
    const bool root = exponent.over == 1 && exponent.under == 2;
    jd_text_print(out, root ? "sqrt(" : "pow(");
    print_at(pool, base, SYM_C, LOOSE_SUM, out);
    if (!root) jd_text_print(out, ", %.17g", jd_number_double(exponent));
    jd_text_print(out, ")");
}

/* base^exponent, the exponent positive. */
static void print_power(SymPool *pool, Sym base, SymNumber exponent, SymStyle style, Text *out) {
    const bool root = exponent.over == 1 && exponent.under == 2;
    if (jd_number_is(exponent, 1)) {
        print_at(pool, base, style, LOOSE_POWER, out);
    } else if (style == SYM_C) {
        print_c_power(pool, base, exponent, out);
    } else if (root) {
        jd_text_print(out, style == SYM_LATEX ? "\\sqrt{" : "sqrt(");
        print_at(pool, base, style, LOOSE_SUM, out);
        jd_text_print(out, style == SYM_LATEX ? "}" : ")");
    } else {
        print_at(pool, base, style, LOOSE_NOT, out);
        const bool bracket = !jd_number_whole(exponent);
        jd_text_print(out, style == SYM_LATEX ? "^{" : bracket ? "^(" : "^");
        if (jd_number_whole(exponent))
            jd_text_print(out, "%lld", (long long)exponent.over);
        else
            print_number(exponent, style == SYM_LATEX ? SYM_TEXT : style, out);
        jd_text_print(out, style == SYM_LATEX ? "}" : bracket ? ")" : "");
    }
}

/* ---- Products ------------------------------------------------------------------------------- */

/* A product as it is written: its number may be put into a sum among its factors, in whole or in
 * part, where fewer numbers or signs are then to be read: (4 a - b + 2 c + 2 d)/4 becomes
 * (2 a - b/2 + c + d)/2, and -(a - b - c) becomes b + c - a. */
typedef struct {
    SymNumber number; /* what is left of it */
    Sym sum, into;    /* that factor, and what is written for it; SYM_NONE: none */
} Dealt;

/* Numbers and minus signs of a product whose sum is multiplied by `by`. */
typedef struct {
    int numbers, signs;
} Clutter;

enum { WORTH = 2 }; /* fewer numbers or signs than that are no reason */

static SymNumber divided(SymNumber a, SymNumber by) {
    return jd_number_times(a, jd_number_inverse(by));
}

static SymNumber number_of_term(SymPool *pool, Sym s) {
    const SymNode *node = jd_sym_node(pool, s);
    return node->kind == SYM_PRODUCT || node->kind == SYM_NUMBER ? node->number
                                                                 : jd_number_ratio(1, 1);
}

static void count_number(Clutter *c, SymNumber number) {
    c->signs += is_negative(number);
    c->numbers += !jd_number_is(number, 1) && !jd_number_is(number, -1);
}

static Clutter clutter_of(SymPool *pool, SymNumber number, Sym sum, SymNumber by) {
    const SymNode node = *jd_sym_node(pool, sum);
    Clutter c = {0, 0};
    count_number(&c, divided(number, by));
    for (int n = 0; n < node.count; n++)
        count_number(&c, jd_number_times(number_of_term(pool, jd_sym_arg(pool, sum, n)), by));
    if (!jd_number_is(node.number, 0))
        count_number(&c, jd_number_times(node.number, by)), c.numbers++;
    return c;
}

/* What its terms and the product offer; 1: nothing is worth it. */
static SymNumber best_to_deal(SymPool *pool, SymNumber number, Sym sum) {
    const SymNode node = *jd_sym_node(pool, sum);
    const SymNumber one = jd_number_ratio(1, 1);
    const Clutter plain = clutter_of(pool, number, sum, one);
    SymNumber best = one;
    Clutter least = plain;
    enum { OFFERS = 8 }; /* terms that are asked */
    for (int n = -1; n < node.count && n < OFFERS; n++) {
        const SymNumber term = n < 0 ? one : number_of_term(pool, jd_sym_arg(pool, sum, n));
        if (!term.under || !term.over) continue;
        for (int sign = -1; sign <= 1; sign += 2) {
            const SymNumber by = divided(jd_number_ratio(sign, 1), term);
            const Clutter c = clutter_of(pool, number, sum, by);
            const bool fewer =
                c.numbers < least.numbers || (c.numbers == least.numbers && c.signs < least.signs);
            if (by.under && fewer) best = by, least = c;
        }
    }
    const bool worth = least.numbers + WORTH <= plain.numbers ||
                       (least.numbers == plain.numbers && least.signs + WORTH <= plain.signs);
    return worth ? best : one;
}

static Sym times_terms(SymPool *pool, Sym sum, SymNumber by) {
    const Sym factor = jd_sym_number(pool, by);
    const int count = jd_sym_node(pool, sum)->count;
    Sym made = jd_sym_number(pool, jd_number_times(jd_sym_node(pool, sum)->number, by));
    for (int n = 0; n < count; n++)
        made = jd_sym_add(pool, made, jd_sym_times(pool, factor, jd_sym_arg(pool, sum, n)));
    return made;
}

static Dealt deal(SymPool *pool, Sym s, SymStyle style) {
    const SymNode node = *jd_sym_node(pool, s);
    Dealt dealt = {node.kind == SYM_PRODUCT ? node.number : jd_number_ratio(1, 1), SYM_NONE,
                   SYM_NONE};
    for (int n = 0; node.kind == SYM_PRODUCT && n < node.count; n++) {
        const Sym factor = jd_sym_arg(pool, s, n);
        if (style == SYM_C || !node.number.under) break; /* C is computed as it stands */
        if (jd_sym_node(pool, factor)->kind != SYM_SUM) continue;
        const SymNumber by = best_to_deal(pool, node.number, factor);
        if (jd_number_is(by, 1)) continue;
        const Sym into = times_terms(pool, factor, by);
        if (into) dealt = (Dealt){divided(node.number, by), factor, into};
        break;
    }
    return dealt;
}

typedef struct {
    Sym product;
    SymNumber number; /* without its sign */
    Sym sum, into;    /* of what is dealt */
    Sym below; /* what is written below the stroke, number and sum in one; SYM_NONE: as it is */
    int over, under; /* factors on each side of the stroke, numbers counted */
} Fraction;

/* A sum divided by a number and a sum: what it is divided by is read as one coefficient,
 * (g + v^2)/(2 x^2 + 2 y^2). */
static void join_below(SymPool *pool, Fraction *f, SymStyle style) {
    const SymNode node = *jd_sym_node(pool, f->product);
    Sym divisor = SYM_NONE;
    bool sum_above = false;
    for (int n = 0; node.kind == SYM_PRODUCT && n < node.count; n++) {
        SymNumber exponent;
        const Sym base = jd_sym_base(pool, jd_sym_arg(pool, f->product, n), &exponent);
        if (jd_sym_node(pool, base)->kind != SYM_SUM) continue;
        if (jd_number_is(exponent, -1)) divisor = base;
        sum_above = sum_above || !is_negative(exponent);
    }
    if (style == SYM_C || !divisor || !sum_above || f->under != 2 || f->number.under <= 1) return;
    f->below = times_terms(pool, divisor, jd_number_ratio(f->number.under, 1));
    f->number = jd_number_ratio(f->number.over, 1);
    f->under = 1;
}

static Fraction fraction_of(SymPool *pool, Sym s, SymStyle style) {
    const Dealt dealt = deal(pool, s, style);
    const SymNode node = *jd_sym_node(pool, s);
    const bool product = node.kind == SYM_PRODUCT;
    Fraction f = {s, dealt.number, dealt.sum, dealt.into, SYM_NONE, 0, 0};
    if (is_negative(f.number)) f.number = jd_number_minus(f.number);
    f.number = readable(f.number, style);
    for (int n = 0; n < (product ? node.count : 1); n++) {
        SymNumber exponent;
        jd_sym_base(pool, product ? jd_sym_arg(pool, s, n) : s, &exponent);
        if (is_negative(exponent))
            f.under++;
        else
            f.over++;
    }
    if (f.number.under > 1) f.under++;
    if (!f.number.under || f.number.over != 1) f.over++;
    join_below(pool, &f, style);
    return f;
}

static void print_side(SymPool *pool, const Fraction *f, bool below, SymStyle style, Text *out) {
    const SymNode node = *jd_sym_node(pool, f->product);
    const bool product = node.kind == SYM_PRODUCT;
    const int64_t whole = below ? f->number.under : f->number.over;
    const bool real = !f->number.under && !below;
    bool first = true;
    if (real) print_real(f->number.real, style, out), first = false;
    if (f->number.under && whole != 1)
        print_number(jd_number_ratio(whole, 1), style, out), first = false;
    for (int sums = 0; sums < 2; sums++) /* names first, sums behind them */
        for (int n = 0; n < (product ? node.count : 1); n++) {
            SymNumber exponent;
            const Sym base = jd_sym_base(
                pool, product ? jd_sym_arg(pool, f->product, n) : f->product, &exponent);
            if (is_negative(exponent) != below) continue;
            const bool sum =
                jd_sym_node(pool, base)->kind == SYM_SUM || unquoted(pool, base) != base;
            if (sum != (sums == 1)) continue;
            if (!first) jd_text_print(out, "%s", styles[style].times);
            const bool alone = below ? f->under == 1 : f->over == 1;
            if (below) exponent = jd_number_minus(exponent);
            const Sym above = base == f->sum ? f->into : base;
            const Sym shown = below && f->below ? f->below : below ? base : above;
            if (alone && jd_number_is(exponent, 1) && styles[style].fractions && f->under)
                print_at(pool, shown, style, LOOSE_SUM, out);
            else
                print_power(pool, shown, exponent, style, out);
            first = false;
        }
    if (first) print_number(jd_number_ratio(1, 1), style, out);
}

/* A product without its sign. */
static void print_fraction(SymPool *pool, Sym s, SymStyle style, Text *out) {
    const Fraction f = fraction_of(pool, s, style);
    if (!f.under) {
        print_side(pool, &f, false, style, out);
    } else if (styles[style].fractions) {
        jd_text_print(out, "\\frac{");
        print_side(pool, &f, false, style, out);
        jd_text_print(out, "}{");
        print_side(pool, &f, true, style, out);
        jd_text_print(out, "}");
    } else {
        print_side(pool, &f, false, style, out);
        jd_text_print(out, style == SYM_C ? " / %s" : "/%s", f.under > 1 ? "(" : "");
        print_side(pool, &f, true, style, out);
        jd_text_print(out, "%s", f.under > 1 ? ")" : "");
    }
}

static bool has_minus(SymPool *pool, Sym s, SymStyle style) {
    const SymNode *node = jd_sym_node(pool, s);
    if (node->kind == SYM_NUMBER) return is_negative(node->number);
    return node->kind == SYM_PRODUCT && is_negative(deal(pool, s, style).number);
}

/* ---- Sums ----------------------------------------------------------------------------------- */

static void print_term(SymPool *pool, Sym s, SymStyle style, bool first, Text *out) {
    const bool minus = has_minus(pool, s, style);
    jd_text_print(out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    const SymNode node = *jd_sym_node(pool, s);
    if (node.kind == SYM_NUMBER)
        print_number(minus ? jd_number_minus(node.number) : node.number, style, out);
    else if (node.kind == SYM_PRODUCT)
        print_fraction(pool, s, style, out);
    else if (has_minus(pool, unquoted(pool, s), style)) /* a quoted one */
        print_at(pool, s, style, LOOSE_POWER, out);
    else
        print_at(pool, s, style, LOOSE_PRODUCT, out);
}

/* A sum begins with a term that has no minus, if there is one; a number comes last. */
static void print_sum(SymPool *pool, Sym s, SymStyle style, Text *out) {
    const SymNode node = *jd_sym_node(pool, s);
    int lead = 0;
    while (lead < node.count && has_minus(pool, jd_sym_arg(pool, s, lead), style)) lead++;
    const bool number_leads =
        lead == node.count && !is_negative(node.number) && !jd_number_is(node.number, 0);
    if (lead == node.count) lead = 0;
    bool first = true;
    if (number_leads) print_number(node.number, style, out), first = false;
    for (int n = 0; n < node.count; n++) {
        const int at = n == 0 ? lead : n <= lead ? n - 1 : n;
        print_term(pool, jd_sym_arg(pool, s, at), style, first, out);
        first = false;
    }
    if (!number_leads && !jd_number_is(node.number, 0)) {
        const bool minus = is_negative(node.number);
        jd_text_print(out, minus ? " - " : " + ");
        print_number(minus ? jd_number_minus(node.number) : node.number, style, out);
    }
}

/* ---- Anything ------------------------------------------------------------------------------- */

static void print_call(SymPool *pool, Sym s, SymStyle style, Text *out) {
    const SymNode node = *jd_sym_node(pool, s);
    const SymFunction *function = jd_sym_function_at(node.name);
    const bool less = !strcmp(function->name, "less"), power = !strcmp(function->name, "pow");
    if (style == SYM_TEXT && (less || power)) { /* signs of the model language */
        jd_text_print(out, "(");
        print_at(pool, jd_sym_arg(pool, s, 0), style, power ? LOOSE_NOT : LOOSE_SUM, out);
        jd_text_print(out, power ? "^(" : " < ");
        print_at(pool, jd_sym_arg(pool, s, 1), style, LOOSE_SUM, out);
        jd_text_print(out, power ? "))" : ")");
        return;
    }
    const char *const names[] = {function->name, function->latex, function->c};
    jd_text_print(out, "%s%s", names[style], styles[style].open);
    for (int n = 0; n < node.count; n++) {
        if (n) jd_text_print(out, ", ");
        print_at(pool, jd_sym_arg(pool, s, n), style, LOOSE_SUM, out);
    }
    jd_text_print(out, "%s", styles[style].close);
}

static Tightness tightness_of(SymPool *pool, Sym s, SymStyle style) {
    const SymNode *node = jd_sym_node(pool, s);
    if (node->kind == SYM_SUM) return LOOSE_SUM;
    if (node->kind == SYM_PRODUCT || has_minus(pool, s, style)) return LOOSE_PRODUCT;
    if (node->kind == SYM_NUMBER) return node->number.under > 1 ? LOOSE_PRODUCT : LOOSE_NOT;
    if (node->kind == SYM_POWER) return is_negative(node->number) ? LOOSE_PRODUCT : LOOSE_POWER;
    return LOOSE_NOT;
}

static void print_at(SymPool *pool, Sym quoted, SymStyle style, Tightness wanted, Text *out) {
    const Sym s = unquoted(pool, quoted);
    const SymNode node = *jd_sym_node(pool, s);
    const bool brackets = tightness_of(pool, s, style) < wanted;
    if (brackets) jd_text_print(out, "%s", styles[style].open);
    SymNumber exponent;
    const Sym base = jd_sym_base(pool, s, &exponent);
    switch (node.kind) {
    case SYM_NAME:
        jd_sym_print_name(jd_sym_name_text(pool, node.name), style, out);
        break;
    case SYM_CALL:
        print_call(pool, s, style, out);
        break;
    case SYM_SUM:
        print_sum(pool, s, style, out);
        break;
    case SYM_NUMBER:
    case SYM_PRODUCT:
        print_term(pool, s, style, true, out);
        break;
    case SYM_POWER:
        if (is_negative(exponent))
            print_fraction(pool, s, style, out);
        else
            print_power(pool, base, exponent, style, out);
        break;
    }
    if (brackets) jd_text_print(out, "%s", styles[style].close);
}

void jd_sym_print(SymPool *pool, Sym s, SymStyle style, Text *out) {
    if (pool && s) print_at(pool, s, style, LOOSE_SUM, out);
}
