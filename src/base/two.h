/* SPDX-License-Identifier: MIT
 *
 * Two numbers at once, in one register. Each is worked out as it would be alone. */
#ifndef JD_TWO_H
#define JD_TWO_H

#include <string.h>

typedef double Two __attribute__((vector_size(16)));

static inline Two two_both(double a) {
    return (Two){a, a};
}
static inline Two two_load(const double *from) {
    Two a;
    memcpy(&a, from, sizeof a);
    return a;
}
static inline void two_store(double *to, Two a) {
    memcpy(to, &a, sizeof a);
}

#endif
