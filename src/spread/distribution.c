/* SPDX-License-Identifier: MIT
 *
 * Distributions, by their quantiles. */
#include "spread/spread.h"
#include <string.h>

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

const Distribution *jd_distribution_find(const char *name, size_t length) {
    const Distribution *d;
    for (int n = 0; (d = jd_distribution_at(n)); n++)
        if (strlen(d->name) == length && !strncmp(d->name, name, length)) return d;
    return NULL;
}
