/* SPDX-License-Identifier: MIT
 *
 * Numbers between 0 and 1 that are functions of (seed, sample, dimension) alone, and distributions
 * made of them. */
#include "sweep/sweep.h"

/* ---- Random --------------------------------------------------------------------------------- */

/* The mixing function of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* In the middle of one of 2^52 cells, so that neither 0 nor 1 comes. */
double jd_draw_random(uint64_t seed, long sample, int dimension) {
    const uint64_t bits = mix(mix(mix(seed) ^ (uint64_t)sample) ^ (uint64_t)dimension);
    return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

/* ---- Sobol's sequence ----------------------------------------------------------------------- */

/* Primitive polynomials and first direction numbers of Joe and Kuo (2008), for dimensions 2 to 21.
 */
static const struct {
    int degree, coefficients;
    unsigned first[7];
} directions[SOBOL_DIMENSIONS - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};
enum { BITS = 48 };

/* Direction number `bit` (from 0) of a dimension, as a fraction of 2^BITS. */
static uint64_t direction(int dimension, int bit) {
    if (dimension == 0) return (uint64_t)1 << (BITS - 1 - bit);
    const int degree = directions[dimension - 1].degree;
    const unsigned a = (unsigned)directions[dimension - 1].coefficients;
    uint64_t m[BITS];
    for (int k = 0; k <= bit; k++) {
        if (k < degree) {
            m[k] = directions[dimension - 1].first[k];
            continue;
        }
        m[k] = m[k - degree] ^ (m[k - degree] << degree);
        for (int j = 1; j < degree; j++)
            if (a >> (degree - 1 - j) & 1u) m[k] ^= m[k - j] << j;
    }
    return m[bit] << (BITS - 1 - bit);
}

/* The point by the bits of its number, moved by a shift of all bits that the seed makes. */
double jd_draw_sobol(uint64_t seed, long sample, int dimension) {
    uint64_t x = 0, number = (uint64_t)sample;
    for (int bit = 0; number && bit < BITS; bit++, number >>= 1)
        if (number & 1u) x ^= direction(dimension, bit);
    x ^= mix(mix(seed) ^ ~(uint64_t)dimension) >> (64 - BITS);
    return ((double)x + 0.5) * (1.0 / (double)((uint64_t)1 << BITS));
}
