/* SPDX-License-Identifier: MIT
 *
 * Two numbers at a time: what every machine of today does in one instruction. Each half is rounded like a double, so that
 * results do not depend on which numbers happen to be paired. */
#ifndef JD_TWO_H
#define JD_TWO_H

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

#endif
