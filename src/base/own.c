/* SPDX-License-Identifier: MIT
 *
 * Elementary functions of our own, as functions of the library. */
#include "base/own.h"

#define OWN(...) __VA_ARGS__
#define OWN_FN
#include "base/own.def"
#include "base/own_pairs.def"
#include "base/own_powers.def"
#include "base/own_angles.def"
#undef OWN_FN
#undef OWN

#define ONE(name)                                                                                  \
    double jd_##name(double x) {                                                                   \
        return own_##name(x);                                                                      \
    }
#define TWO(name)                                                                                  \
    double jd_##name(double x, double y) {                                                         \
        return own_##name(x, y);                                                                   \
    }
ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
TWO(atan2)
ONE(exp)
ONE(expm1)
ONE(log)
ONE(log1p)
ONE(log2)
ONE(log10)
TWO(pow)
ONE(cbrt)
ONE(tanh)
TWO(hypot)

void jd_sincos(double x, double *sine, double *cosine) {
    own_sincos(x, sine, cosine);
}
