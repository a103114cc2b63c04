/* SPDX-License-Identifier: MIT
 *
 * Numbers to text and back, to the last bit and whatever the locale. Reading hands strtod only
 * digits and an exponent (never a decimal point); writing replaces the point that snprintf put. */
#include "base/digits.h"
#include <stdlib.h>
#include <string.h>

/* 768 significant digits decide every halfway case of a double; what follows is only zero or not.
 */
enum { DIGITS = 780, EXPONENT_LIMIT = 100000 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* What may stand behind "2." so that the point belongs to the number. */
static bool ends_number(char c) {
    return !(c == '.' || c == '(' || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/* The significant digits and the power of ten of their last one. */
typedef struct {
    char digits[DIGITS + 2];
    int count;
    long power;
    bool any, rest;
} Decimal;

static void add_digit(Decimal *d, char c, bool fraction) {
    d->any = true;
    if (d->count == DIGITS) {
        d->rest |= c != '0';
        d->power += !fraction;
        return;
    }
    if (c != '0' || d->count) d->digits[d->count++] = c;
    d->power -= fraction;
}

/* [+-] digits behind the e at `at`; 0 if there are none: then the e is not part of the number. */
static size_t read_exponent(const char *text, size_t length, size_t at, long *exponent) {
    size_t n = at + 1;
    const bool negative = n < length && text[n] == '-';
    if (n < length && (text[n] == '-' || text[n] == '+')) n++;
    if (n == length || !is_digit(text[n])) return 0;
    for (; n < length && is_digit(text[n]); n++)
        if (*exponent < EXPONENT_LIMIT) *exponent = 10 * *exponent + (text[n] - '0');
    if (negative) *exponent = -*exponent;
    return n - at;
}

static double decimal_value(Decimal *d) {
    if (!d->count) return 0;
    if (d->rest) {
        d->digits[d->count++] = '1';
        d->power--;
    }
    char text[DIGITS + 32];
    memcpy(text, d->digits, (size_t)d->count);
    snprintf(text + d->count, sizeof text - (size_t)d->count, "e%ld", d->power);
    return strtod(text, NULL);
}

size_t jd_number_read(const char *text, size_t length, double *value) {
    Decimal decimal;
    decimal.count = 0, decimal.power = 0, decimal.any = false, decimal.rest = false;
    size_t n = length && (text[0] == '-' || text[0] == '+');
    const bool negative = n && text[0] == '-';

    for (; n < length && is_digit(text[n]); n++) add_digit(&decimal, text[n], false);
    const bool fraction = n + 1 < length && text[n] == '.' && is_digit(text[n + 1]);
    const bool point = n < length && text[n] == '.' && decimal.any &&
                       (n + 1 == length || ends_number(text[n + 1]));
    if (fraction || point) n++;
    for (; fraction && n < length && is_digit(text[n]); n++) add_digit(&decimal, text[n], true);
    if (!decimal.any) return 0;

    long exponent = 0;
    if (n < length && (text[n] == 'e' || text[n] == 'E'))
        n += read_exponent(text, length, n, &exponent);
    decimal.power += exponent;
    const double size = decimal_value(&decimal);
    *value = negative ? -size : size;
    return n;
}

/* What is neither digit, sign nor exponent is the locale's decimal point, maybe of several bytes.
 */
void jd_number_point(char *number) {
    char *point = number + strspn(number, "0123456789+-e");
    if (!*point) return;
    const char *rest = point + strcspn(point, "0123456789+-e");
    *point = '.';
    memmove(point + 1, rest, strlen(rest) + 1);
}

/* 7.4e-05 -> 7.4e-5, 1e+22 -> 1e22. */
static void short_exponent(char *text) {
    char *to = strchr(text, 'e');
    if (!to) return;
    const char *from = ++to;
    if (*from == '-') to++, from++;
    from += strspn(from, "+0");
    memmove(to, from, strlen(from) + 1);
}

/* As "%.*g" writes them, with an exponent that is as short as may be. */
static void put_digits(const Digits *d, bool negative, char *out) {
    char digit[20];
    int count = d->count, n = 0;
    uint64_t left = d->digits;
    for (int k = d->count; k-- > 0; left /= 10) digit[k] = (char)('0' + left % 10);
    while (count > 1 && digit[count - 1] == '0') count--;
    if (negative) out[n++] = '-';
    const bool power = d->exponent < -4 || d->exponent >= d->count;
    const int before =
        power ? 1 : d->exponent + 1; /* digits before the point; none: zeros behind it */
    if (before <= 0) out[n++] = '0', out[n++] = '.';
    for (int k = before; k < 0; k++) out[n++] = '0';
    for (int k = 0; k < count || k < before; k++) {
        if (k == before && before > 0) out[n++] = '.';
        out[n++] = k < count ? digit[k] : '0';
    }
    out[n] = 0;
    if (power) snprintf(out + n, 6, "e%d", d->exponent);
}

enum { NUMBER_ROOM = 26 }; /* -1.2345678901234567e-308 and its end */

void jd_number_text(double value, char *out, size_t room) {
    Digits digits;
    if (!isfinite(value)) {
        snprintf(out, room, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return;
    }
    if (value == 0) {
        snprintf(out, room, "%s", signbit(value) ? "-0" : "0");
        return;
    }
    if (room >= NUMBER_ROOM && jd_digits_of(value, &digits)) {
        put_digits(&digits, value < 0, out);
        return;
    }
    /* Whole numbers of up to 15 digits need no search. */
    const bool whole = fabs(value) < 1e15 && value == floor(value);
    for (int count = 15; count <= 17; count++) {
        double back = value;
        snprintf(out, room, "%.*g", count, value);
        jd_number_point(out);
        short_exponent(out);
        if (whole) return;
        jd_number_read(out, strlen(out), &back);
        if (back == value) return;
    }
}

void jd_number_full(double value, char *out, size_t room) {
    if (!isfinite(value)) {
        snprintf(out, room, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    snprintf(out, room, "%.17g", value);
    jd_number_point(out);
}

const char *jd_behind_number(const char *text) {
    double number;
    text += strspn(text, " \t");
    if (*text == '-' || *text == '+') text++;
    const size_t length = jd_number_read(text, strlen(text), &number);
    return length ? text + length + strspn(text + length, " \t") : NULL;
}
