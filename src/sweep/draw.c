/* SPDX-License-Identifier: MIT
 *
 * Numbers between 0 and 1 that are functions of (seed, sample, dimension) alone, and distributions
 * made of them. */
#include "sweep/sweep.h"
#include <math.h>

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

/* ---- Distributions -------------------------------------------------------------------------- */

static double ratio(double x, const double *a, const double *b) {
    double above = a[7], below = b[7];
    for (int k = 6; k >= 0; k--) {
        above = above * x + a[k];
        below = below * x + b[k];
    }
    return above / below;
}

/* Wichura (1988), algorithm AS 241: to sixteen digits. */
double jd_normal_quantile(double p) {
    static const double a[] = {3.3871328727963666080e0, 1.3314166789178437745e2,
                               1.9715909503065514427e3, 1.3731693765509461125e4,
                               4.5921953931549871457e4, 6.7265770927008700853e4,
                               3.3430575583588128105e4, 2.5090809287301226727e3};
    static const double b[] = {1,
                               4.2313330701600911252e1,
                               6.8718700749205790830e2,
                               5.3941960214247511077e3,
                               2.1213794301586595867e4,
                               3.9307895800092710610e4,
                               2.8729085735721942674e4,
                               5.2264952788528545610e3};
    static const double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                               5.76949722146069140550e0,  3.64784832476320460504e0,
                               1.27045825245236838258e0,  2.41780725177450611770e-1,
                               2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static const double d[] = {1,
                               2.05319162663775882187e0,
                               1.67638483018380384940e0,
                               6.89767334985100004550e-1,
                               1.48103976427480074590e-1,
                               1.51986665636164571966e-2,
                               5.47593808499534494600e-4,
                               1.05075007164441684324e-9};
    static const double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                               1.78482653991729133580e0,  2.96560571828504891230e-1,
                               2.65321895265761230930e-2, 1.24266094738807843860e-3,
                               2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static const double f[] = {1,
                               5.99832206555887937690e-1,
                               1.36929880922735805310e-1,
                               1.48753612908506148525e-2,
                               7.86869131145613259100e-4,
                               1.84631831751005468180e-5,
                               1.42151175831644588870e-7,
                               2.04426310338993978564e-15};
    const double q = p - 0.5;
    if (fabs(q) <= 0.425) return q * ratio(0.180625 - q * q, a, b);
    const double r = sqrt(-log(q < 0 ? p : 1 - p));
    const double z = r <= 5 ? ratio(r - 1.6, c, d) : ratio(r - 5, e, f);
    return q < 0 ? -z : z;
}

double jd_normal_share(double z) {
    return 0.5 * erfc(-z * sqrt(0.5));
}

static double normal(double p, const double *n) {
    return n[0] + n[1] * jd_normal_quantile(p);
}
static const char *normal_wrong(const double *n) {
    return n[1] > 0 ? NULL : "its deviation must be greater than zero";
}

static double lognormal(double p, const double *n) {
    return n[0] * exp(n[1] * jd_normal_quantile(p));
}
static const char *lognormal_wrong(const double *n) {
    return n[1] > 0 && n[0] > 0 ? NULL : "both its numbers must be greater than zero";
}

static double uniform(double p, const double *n) {
    return n[0] + p * (n[1] - n[0]);
}
static const char *uniform_wrong(const double *n) {
    return n[1] > n[0] ? NULL : "its end must be greater than its start";
}

static double triangular(double p, const double *n) {
    const double width = n[2] - n[0], mode = (n[1] - n[0]) / width;
    if (p < mode) return n[0] + width * sqrt(p * mode);
    return n[2] - width * sqrt((1 - p) * (1 - mode));
}
static const char *triangular_wrong(const double *n) {
    return n[2] > n[0] && n[1] >= n[0] && n[1] <= n[2]
               ? NULL
               : "its numbers must rise: least, most likely, greatest";
}

static const Distribution distributions[] = {
    {"normal", "mean, deviation", 2, 0, normal, normal_wrong},
    {"uniform", "least, greatest", 2, 0, uniform, uniform_wrong},
    {"triangular", "least, most likely, greatest", 3, 0, triangular, triangular_wrong},
    {"lognormal", "median, deviation of the logarithm", 2, 2, lognormal, lognormal_wrong},
};

const Distribution *jd_distribution_at(int index) {
    const int count = (int)(sizeof distributions / sizeof *distributions);
    return index >= 0 && index < count ? &distributions[index] : NULL;
}
