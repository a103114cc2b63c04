/* SPDX-License-Identifier: MIT
 *
 * Two numbers at a time: what every machine of today does in one instruction. Each half is rounded like a double, so that
 * results do not depend on which numbers happen to be paired. */
#ifndef JD_MATH_TWO_H
#define JD_MATH_TWO_H

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define SLOW_BUILD 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SLOW_BUILD 1
#endif
#endif

/* Functions that are made ready for each set of constants they are called with, and loops whose
 * ends the compiler knows, which dissolve. Not under a sanitizer: its checks would multiply. */
#if defined(SLOW_BUILD)
#define ALWAYS static inline
#define UNROLL
#else
#define ALWAYS static inline __attribute__((always_inline))
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#endif

/* A way that is taken seldom, so that the usual one need not make room for what it keeps. */
#define SELDOM static __attribute__((noinline))

typedef double Two __attribute__((vector_size(16)));

ALWAYS Two two_both(double a) {
    return (Two){a, a};
}
ALWAYS Two two_load(const double *from) {
    Two a;
    memcpy(&a, from, sizeof a);
    return a;
}
ALWAYS void two_store(double *to, Two a) {
    memcpy(to, &a, sizeof a);
}
ALWAYS Two two_of(double a, double b) {
    return (Two){a, b};
}
ALWAYS Two two_first(Two a) {
    return (Two){a[0], a[0]};
}
ALWAYS Two two_second(Two a) {
    return (Two){a[1], a[1]};
}
/* As vectors of a plane: turned by 90 degrees, products, and two of them at once. */
ALWAYS Two two_turn90(Two a) {
    typedef long long Bits __attribute__((vector_size(16)));
    const Bits sign = {(long long)(1ULL << 63), 0};
    return (Two)((Bits)(Two){a[1], a[0]} ^ sign);
}
ALWAYS double two_dot(Two a, Two b) {
    const Two p = a * b;
    return p[0] + p[1];
}
ALWAYS double two_cross(Two a, Two b) {
    const Two p = a * (Two){b[1], b[0]};
    return p[0] - p[1];
}
ALWAYS Two two_dots(Two a, Two b, Two c, Two d) {
    const Two p = a * b, q = c * d;
    return (Two){p[0], q[0]} + (Two){p[1], q[1]};
}

#endif
