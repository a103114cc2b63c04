/* SPDX-License-Identifier: MIT
 *
 * Random numbers that are the same everywhere: splitmix64, seeded by the audit's seed and the number of the mechanism. */
#ifndef AUDIT_CHANCE_H
#define AUDIT_CHANCE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} Chance;

static inline uint64_t chance_next(Chance *c) {
    uint64_t z = c->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline Chance chance_of(uint64_t seed, uint64_t number) {
    Chance c = {seed * 0xd1342543de82ef95u + number};
    c.state = chance_next(&c);
    return c;
}

static inline double uniform(Chance *c, double low, double high) {
    return low + (high - low) * (double)(chance_next(c) >> 11) * 0x1p-53;
}

/* From low to high, each power of ten as likely as another. */
static inline double by_powers(Chance *c, double low, double high) {
    return exp(uniform(c, log(low), log(high)));
}

static inline int any_of(Chance *c, int count) {
    return (int)(chance_next(c) % (uint64_t)count);
}

static inline bool once_in(Chance *c, int times) {
    return any_of(c, times) == 0;
}

#endif
