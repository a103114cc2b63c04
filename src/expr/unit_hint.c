/* SPDX-License-Identifier: MIT
 *
 * What an unknown unit may have meant: the same unit with the factor that is none replaced, whole,
 * so that it can be written as it stands. */
#include "expr/expr.h"
#include <string.h>

/* Units that people write and that have another name here. With a number: what one of them is. */
static const char *const other_names[][2] = {
    {"lb", "0.45359237 kg"},
    {"lbs", "0.45359237 kg"},
    {"lbf", "4.4482216152605 N"},
    {"kgf", "9.80665 N"},
    {"kp", "9.80665 N"},
    {"dm", "0.1 m"},
    {"hPa", "100 Pa"},
    {"mbar", "100 Pa"},
    {"atm", "101325 Pa"},
    {"psi", "6894.757293168 Pa"},
    {"l", "1e-3 m^3"},
    {"L", "1e-3 m^3"},
    {"ml", "1e-6 m^3"},
    {"hp", "745.69987158 W"},
    {"PS", "735.49875 W"},
    {"MW", "1e6 W"},
    {"mW", "1e-3 W"},
    {"Wh", "3600 J"},
    {"MHz", "1e6 Hz"},
    {"rps", "60 rpm"},
    {"kph", "km/h"},
    {"kmh", "km/h"},
    {"mph", "0.44704 m/s"},
    {"mps", "m/s"},
    {"degC", "a difference of 1 K; 20 degC are 293.15 K"},
    {"rads", "rad"},
    {"Nms", "N*m*s"},
    {"gon", "0.9 deg"},
    {"upm", "rpm"},
    {"Upm", "rpm"},
    {"UPM", "rpm"},
    {"U/min", "rpm"},
    {"Umdr/min", "rpm"},
    {"tr/min", "rpm"},
    {"turn", "rev"},
    {"turns", "rev"},
    {"tr", "rev"},
    {"U", "rev"},
    {"sec", "s"},
    {"secs", "s"},
    {"second", "s"},
    {"seconds", "s"},
    {"Sek", "s"},
    {"minute", "min"},
    {"minutes", "min"},
    {"hour", "h"},
    {"hours", "h"},
    {"hr", "h"},
    {"degree", "deg"},
    {"degrees", "deg"},
    {"grad", "deg"},
    {"radian", "rad"},
    {"radians", "rad"},
    {"meter", "m"},
    {"metre", "m"},
    {"meters", "m"},
    {"metres", "m"},
    {"inch", "in"},
    {"inches", "in"},
    {"foot", "ft"},
    {"feet", "ft"},
    {"micron", "um"},
    {"kilo", "kg"},
    {"newton", "N"},
    {"newtons", "N"},
    {"joule", "J"},
    {"watt", "W"},
    {"volt", "V"},
    {"amp", "A"},
    {"hertz", "Hz"},
};

/* Length of the name that the text begins with. */
static size_t name_length(const char *text) {
    size_t length = 0;
    for (; (text[length] >= 'a' && text[length] <= 'z') ||
           (text[length] >= 'A' && text[length] <= 'Z') || text[length] == '_';)
        length++;
    return length;
}

/* Length of ^2 or ^-2, if it is there. */
static size_t power_length(const char *text) {
    const size_t sign = text[0] == '^' && text[1] == '-';
    return text[0] == '^' && text[1 + sign] >= '0' && text[1 + sign] <= '9' ? 2 + sign : 0;
}

/* The known factors from here on, each with its sign in front. */
static size_t factors_length(const char *text) {
    Unit unit;
    size_t at = 0;
    while (text[at] == '*' || text[at] == '/') {
        const size_t name = name_length(text + at + 1);
        if (!name || !jd_unit_find(text + at + 1, name, &unit)) break;
        at += 1 + name;
        at += power_length(text + at);
    }
    return at;
}

/* Of "N*mmm/s" the length of "N*": what is known, up to the sign behind it. */
static size_t head_length(const char *text) {
    Unit unit;
    size_t at = 0;
    if (text[0] == '1' && text[1] == '/') at = 2;
    for (;;) {
        const size_t name = name_length(text + at);
        if (!name || !jd_unit_find(text + at, name, &unit)) return at;
        size_t next = at + name;
        next += power_length(text + next);
        if (text[next] != '*' && text[next] != '/') return at;
        at = next + 1;
    }
}

static bool is_same_letters(const char *a, size_t length, const char *b) {
    if (strlen(b) != length) return false;
    for (size_t n = 0; n < length; n++)
        if ((a[n] | 0x20) != (b[n] | 0x20)) return false;
    return true;
}

enum { SPELLED_OUT = 4 }; /* letters: capitals make no other unit of it */

static const char *find_other(const char *text, size_t length) {
    for (size_t n = 0; n < sizeof other_names / sizeof *other_names; n++) {
        const char *name = other_names[n][0];
        const bool spelled = length >= SPELLED_OUT && is_same_letters(text, length, name);
        if (spelled || (strlen(name) == length && !memcmp(name, text, length)))
            return other_names[n][1];
    }
    const char *unit, *same = NULL;
    for (int n = 0; (unit = jd_unit_at(n)); n++) {
        if (!is_same_letters(text, length, unit)) continue;
        if (same) return NULL; /* mN or MN */
        same = unit;
    }
    return same;
}

enum { PARTS_MOST = 3, NAME_MOST = 40 };

/* "Nm" and "kgmm" lack signs between units: how many, and where. */
static int find_cuts(const char *word, size_t length, int most, size_t *cuts) {
    Unit a, b;
    for (size_t n = 1; n < length; n++) {
        cuts[0] = n;
        if (!jd_unit_find(word, n, &a)) continue;
        if (jd_unit_find(word + n, length - n, &b) && !jd_dim_equal(a.dim, b.dim)) return 1;
        if (most < 2) continue;
        const int more = find_cuts(word + n, length - n, most - 1, cuts + 1);
        if (more) return 1 + more;
    }
    return 0;
}

/* The word with its signs put in; false if it is no row of units. */
static bool split(const char *word, size_t length, char out[NAME_MOST + PARTS_MOST]) {
    size_t cuts[PARTS_MOST], at = 0;
    int count = find_cuts(word, length, 1, cuts);
    if (!count) count = find_cuts(word, length, PARTS_MOST - 1, cuts);
    for (int n = 0; n < count; n++) {
        memcpy(out + at, word, cuts[n]);
        at += cuts[n];
        word += cuts[n], length -= cuts[n];
        out[at++] = '*';
    }
    memcpy(out + at, word, length);
    out[at + length] = '\0';
    return count > 0;
}

/* Prefixes that a unit has, though not in the table. */
static const struct {
    char letter;
    const char *size;
} prefixes[] = {{'G', "1e9"},  {'M', "1e6"},  {'k', "1e3"},  {'d', "0.1"},  {'c', "0.01"},
                {'m', "1e-3"}, {'u', "1e-6"}, {'n', "1e-9"}, {'p', "1e-12"}};

/* "mm2" is no misspelt "mm". */
static bool hint_power(const char *word, size_t length, JdLog *log) {
    Unit unit;
    const char power = word[length];
    if (power < '2' || power > '4' || !jd_unit_find(word, length, &unit)) return false;
    jd_hint(log, "a power has a '^': %.*s^%c", (int)length, word, power);
    return true;
}

/* "GW" is no misspelt "W"; "mmm" has a prefix already. */
static bool hint_prefix(const char *word, size_t length, JdLog *log) {
    Unit unit;
    for (size_t n = 0; n < sizeof prefixes / sizeof *prefixes; n++) {
        if (*word != prefixes[n].letter || !jd_unit_find(word + 1, length - 1, &unit)) continue;
        if (length > 2 && jd_unit_find(word + 2, length - 2, &unit)) continue;
        jd_hint(log, "1 %.*s is %s %.*s", (int)length, word, prefixes[n].size, (int)length - 1,
                word + 1);
        return true;
    }
    return false;
}

/* Of the text the factor that is no unit stands behind `head` bytes, and `tail` bytes of units
 * behind it. */
static void hint_factor(const char *text, size_t head, size_t length, size_t tail, JdLog *log) {
    char name[NAME_MOST + 1], signs[NAME_MOST + PARTS_MOST];
    snprintf(name, sizeof name, "%.*s", (int)length, text + head);
    const char *rest = text + head + length;
    const char *other = find_other(text + head, length);
    Nearest nearest = {.word = name};
    for (int n = 0; jd_unit_at(n); n++) jd_nearest_try(&nearest, jd_unit_at(n));
    const bool apart = !other && length < sizeof name - 1 && split(name, length, signs);
    if (!other && !apart && hint_prefix(text + head, length, log)) return;
    if (other && strchr(other, ' '))
        jd_hint(log, "1 %s is %s", name, other);
    else if (apart && *rest >= '2' && *rest <= '4')
        jd_hint(log, "units are multiplied with '*', and a power has a '^': %.*s%s^%c", (int)head,
                text, signs, *rest);
    else if (apart)
        jd_hint(log, "units are multiplied with '*': %.*s%s%.*s", (int)head, text, signs, (int)tail,
                rest);
    else if (other || nearest.best)
        jd_hint(log, "did you mean '%.*s%s%.*s'?", (int)head, text, other ? other : nearest.best,
                (int)tail, rest);
    else
        jd_hint(log,
                "`jourdain help units` lists the units; if '%s' is a factor, write a '*' before it",
                name);
}

const char *jd_unit_other(const char *word) {
    const char *other = find_other(word, strlen(word));
    return other && !strchr(other, ' ') ? other : NULL;
}

void jd_unit_hint(const char *text, JdLog *log) {
    const size_t head = head_length(text), length = name_length(text + head);
    const char *rest = text + head + length;
    /* U/min is a unit of two words. */
    if (!strncmp(rest, "/min", 4) && !name_length(rest + 4)) {
        const char *other = find_other(text + head, length + 4);
        if (other) {
            jd_hint(log, "revolutions per minute are '%.*s%s%.*s'", (int)head, text, other,
                    (int)factors_length(rest + 4), rest + 4);
            return;
        }
    }
    if (hint_power(text + head, length, log)) return;
    const size_t power = power_length(rest);
    hint_factor(text, head, length, power + factors_length(rest + power), log);
}

static bool is_tonne(const Expr *expr) {
    const bool united = expr->kind == EXPR_NUMBER || expr->kind == EXPR_UNITED;
    const size_t length = united && expr->text ? strlen(expr->text) : 0;
    if (!length || expr->text[length - 1] != 't') return false;
    return length == 1 || expr->text[length - 2] == '*';
}

/* Calls itself for what is nested only, not for operations in a row. */
bool jd_hint_tonne(const Expr *expr, JdLog *log) {
    for (;; expr = expr->args[0]) {
        if (is_tonne(expr)) {
            jd_hint(log, "'t' is the tonne here; the time of the run is called `time`");
            return true;
        }
        for (int n = expr->count - 1; n > 0; n--)
            if (jd_hint_tonne(expr->args[n], log)) return true;
        if (!expr->count) return false;
    }
}
