/* SPDX-License-Identifier: MIT
 *
 * What the tests need beyond cmocka: comparisons that carry a tolerance and a reason, texts
 * compared whole, and random numbers that are the same on every machine and every day. A failing
 * check names its place, both values and the reason, and ends its test. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* |actual - expected| <= tolerance. NaN is near to nothing. */
#define check_near(actual, expected, tolerance, reason)                                            \
    check_near_at(actual, expected, tolerance, reason, #actual, __FILE__, __LINE__)

/* |actual - expected| <= share * |expected|. */
#define check_relative(actual, expected, share, reason)                                            \
    check_relative_at(actual, expected, share, reason, #actual, __FILE__, __LINE__)

/* The same text, or both NULL. Shows the first line that differs. */
#define check_text(actual, expected) check_text_at(actual, expected, #actual, __FILE__, __LINE__)

/* `part` occurs in `text`. */
#define check_contains(text, part) check_contains_at(text, part, #text, __FILE__, __LINE__)

static inline void check_near_at(double actual, double expected, double tolerance,
                                 const char *reason, const char *what, const char *file, int line) {
    if (fabs(actual - expected) <= tolerance) return;
    print_error("%s\n  %s = %.17g\n  wanted %.17g within %.3g, is off by %.3g\n", reason, what,
                actual, expected, tolerance, fabs(actual - expected));
    _fail(file, line);
}

static inline void check_relative_at(double actual, double expected, double share,
                                     const char *reason, const char *what, const char *file,
                                     int line) {
    check_near_at(actual, expected, share * fabs(expected), reason, what, file, line);
}

static inline void check_text_at(const char *actual, const char *expected, const char *what,
                                 const char *file, int line) {
    if (!actual && !expected) return;
    if (actual && expected && strcmp(actual, expected) == 0) return;
    if (!actual || !expected) {
        print_error("%s is %s\n  wanted %s\n", what, actual ? actual : "NULL",
                    expected ? expected : "NULL");
        _fail(file, line);
        return;
    }
    /* Walk to the start of the first line that differs. */
    const char *a = actual, *b = expected;
    int number = 1;
    for (size_t n = 0; actual[n] && actual[n] == expected[n]; n++)
        if (actual[n] == '\n') a = actual + n + 1, b = expected + n + 1, number++;
    print_error("%s differs in line %d\n  is     '%.*s'\n  wanted '%.*s'\n", what, number,
                (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
    _fail(file, line);
}

static inline void check_contains_at(const char *text, const char *part, const char *what,
                                     const char *file, int line) {
    if (text && strstr(text, part)) return;
    print_error("%s lacks '%s'\n  is '%s'\n", what, part, text ? text : "NULL");
    _fail(file, line);
}

/* xorshift64*: the same sequence in every program; check_seed starts it anew. */
static uint64_t check_random_state = 0x9e3779b97f4a7c15u;

static inline void check_seed(uint64_t seed) {
    check_random_state = seed * 2 + 1;
}

static inline uint64_t check_random(void) {
    uint64_t x = check_random_state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    check_random_state = x;
    return x * 0x2545f4914f6cdd1du;
}

/* How many of n cases of one kind are tried: with sanitizers, which see the same code in each of
 * them and take several times as long, an eighth. */
static inline int check_fewer(int n) {
#if defined(__SANITIZE_ADDRESS__)
    return n / 8 + 1;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return n / 8 + 1;
#endif
#endif
    return n;
}

/* Uniform in [lo, hi). */
static inline double check_uniform(double lo, double hi) {
    return lo + (hi - lo) * ((double)(check_random() >> 11) * 0x1p-53);
}

#endif
