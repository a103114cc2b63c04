/* SPDX-License-Identifier: MIT
 *
 * Elementary functions of our own beside those of long doubles: at most one unit in the last place,
 * over all magnitudes; sines next to multiples of pi/2, and where reduction is hardest.
 * `test_base_own 10000000` takes so many places. */
#include "check.h"
#include "base/own.h"
#include <stdint.h>
#include <stdlib.h>

static long places = 60000;

static double ulps(double got, long double is) {
    int e;
    frexp(fabs((double)is), &e);
    if (e < -1021) e = -1021; /* there units grow no smaller */
    return (double)(fabsl((long double)got - is) / ldexpl(1, e - 53));
}

static double off_at(double x) {
    double s, c;
    jd_sincos(x, &s, &c);
    assert_true(s == jd_sin(x) && c == jd_cos(x));
    return fmax(ulps(s, sinl((long double)x)), ulps(c, cosl((long double)x)));
}

static void must_be_near(double x) {
    const double off = off_at(x);
    if (!(off <= 1)) fail_msg("at %a it is off by %g units in the last place", x, off);
}

static void random_places_are_within_one_unit(void **state) {
    (void)state;
    static const double reach[] = {0.8, 10, 1e4, 1.6e6, 1e12};
    check_seed(5);
    for (long k = 0; k < places; k++) {
        must_be_near(check_uniform(-1, 1) * reach[k % 5]);
        must_be_near(ldexp(check_uniform(-1, 1), (int)check_uniform(-40, 1023)));
    }
}

/* Next to multiples of pi/2 nearly all of the argument goes. */
static void multiples_of_a_quarter_turn_are_within_one_unit(void **state) {
    (void)state;
    static const long double quarter = 1.57079632679489661923132169163975144L;
    for (long n = 1; n < places / 4; n++) {
        const double x = (double)((long double)(n < 1000 ? n : 77 * n) * quarter);
        must_be_near(x);
        must_be_near(-nextafter(x, 0));
        must_be_near(nextafter(x, 1e9));
    }
}

static void hard_cases_are_within_one_unit(void **state) {
    (void)state;
    static const double hard[] = {6381956970095103.0 *
                                      0x1p797, /* of all doubles the nearest to a multiple */
                                  0x1.6ac5b262ca1ffp+849,
                                  1e22,
                                  355,
                                  710,
                                  103993,
                                  0x1.921fb54442d18p+0,
                                  0x1.fffffffffffffp+1023,
                                  1.6e6,
                                  0x1p54,
                                  0x1p55,
                                  0x1p86,
                                  0x1p87,
                                  2e-300,
                                  5e-324};
    for (size_t k = 0; k < sizeof hard / sizeof *hard; k++) must_be_near(hard[k]);
    assert_true(signbit(jd_sin(-0.0)) && jd_cos(0) == 1);
    assert_true(isnan(jd_sin(INFINITY)) && isnan(jd_cos(-INFINITY)) && isnan(jd_sin(NAN)));
}

/* ---- The others ----------------------------------------------------------------------------- */

enum { AROUND, SMALL, WIDE, NEAR_ONE }; /* which arguments */

static double argument(int of, double reach) {
    switch (of) {
    case SMALL:
        return ldexp(check_uniform(-1, 1), (int)check_uniform(-60, 1));
    case WIDE:
        return ldexp(check_uniform(0.5, 1), (int)check_uniform(-1060, 1023));
    case NEAR_ONE:
        return 1 - ldexp(check_uniform(0, 1), (int)check_uniform(-52, 0));
    default:
        return check_uniform(-1, 1) * reach;
    }
}

typedef struct {
    const char *name;
    double (*own)(double x);
    long double (*is)(long double x);
    int of[2];
    double reach;
} Single;

static const Single singles[] = {
    {"tan", jd_tan, tanl, {AROUND, SMALL}, 1e5},
    {"asin", jd_asin, asinl, {AROUND, NEAR_ONE}, 1},
    {"acos", jd_acos, acosl, {AROUND, NEAR_ONE}, 1},
    {"atan", jd_atan, atanl, {AROUND, WIDE}, 5},
    {"exp", jd_exp, expl, {AROUND, SMALL}, 700},
    {"expm1", jd_expm1, expm1l, {AROUND, SMALL}, 3},
    {"log", jd_log, logl, {WIDE, NEAR_ONE}, 1},
    {"log1p", jd_log1p, log1pl, {SMALL, AROUND}, 0.9},
    {"log2", jd_log2, log2l, {WIDE, NEAR_ONE}, 1},
    {"log10", jd_log10, log10l, {WIDE, NEAR_ONE}, 1},
    {"cbrt", jd_cbrt, cbrtl, {AROUND, WIDE}, 10},
    {"tanh", jd_tanh, tanhl, {AROUND, SMALL}, 23},
};

static void all_of_one_argument_are_within_one_unit(void **state) {
    (void)state;
    check_seed(6);
    for (size_t n = 0; n < sizeof singles / sizeof *singles; n++)
        for (long k = 0; k < places / 4; k++) {
            const double x = argument(singles[n].of[k & 1], singles[n].reach);
            const double off = ulps(singles[n].own(x), singles[n].is((long double)x));
            if (!(off <= 1)) fail_msg("%s(%a) is off by %g units", singles[n].name, x, off);
        }
}

static void all_of_two_arguments_are_within_one_unit(void **state) {
    (void)state;
    check_seed(7);
    for (long k = 0; k < places / 4; k++) {
        const double x = ldexp(check_uniform(-1, 1), (int)check_uniform(-40, 40)),
                     y = check_uniform(-3, 3), size = ldexp(check_uniform(0.5, 1), (int)(100 * y));
        if (!(ulps(jd_atan2(x, y), atan2l((long double)x, (long double)y)) <= 1))
            fail_msg("atan2(%a, %a)", x, y);
        if (!(ulps(jd_hypot(x, y), hypotl((long double)x, (long double)y)) <= 1))
            fail_msg("hypot(%a, %a)", x, y);
        if (!(ulps(jd_pow(size, y), powl((long double)size, (long double)y)) <= 1))
            fail_msg("pow(%a, %a)", size, y);
    }
    for (int k = 1; k < 400; k++)
        for (int n = 2; n < 6; n++) { /* what is a double is met */
            double product = 1;
            for (int m = 0; m < n; m++) product *= k;
            assert_true(jd_pow(k, n) == product && jd_pow(-k, n) == (n % 2 ? -product : product));
            if (n == 3) assert_true(jd_cbrt(product) == k);
        }
}

/* Next to the ends, beyond them, and nothing at all, as the C library has it. */
static void ends_are_those_of_the_c_library(void **state) {
    (void)state;
    static const double ends[] = {0.0,    -0.0,  1,         -1,   0.5,   -0.5,
                                  2,      -3,    INFINITY,  NAN,  1e308, 5e-324,
                                  1e-310, 709.9, -INFINITY, -746, 1e17,  9007199254740993.0};
    enum { ENDS = sizeof ends / sizeof *ends };
    for (size_t n = 0; n < sizeof singles / sizeof *singles; n++)
        for (int k = 0; k < ENDS; k++) {
            const double got = singles[n].own(ends[k]), is = (double)singles[n].is(ends[k]);
            if (!(isnan(got) && isnan(is)) && !(got == is) && !(ulps(got, is) <= 1))
                fail_msg("%s(%g) is %g, not %g", singles[n].name, ends[k], got, is);
            assert_true(isnan(is) || is != 0 || signbit(got) == signbit(is));
        }
    for (int k = 0; k < ENDS; k++)
        for (int m = 0; m < ENDS; m++) {
            const double x = ends[k], y = ends[m];
            const double got[3] = {jd_atan2(x, y), jd_pow(x, y), jd_hypot(x, y)};
            const double is[3] = {(double)atan2l(x, y), (double)powl(x, y), (double)hypotl(x, y)};
            for (int f = 0; f < 3; f++)
                if (!(isnan(got[f]) && isnan(is[f])) &&
                    !(got[f] == is[f] && signbit(got[f]) == signbit(is[f])) &&
                    !(ulps(got[f], is[f]) <= 1))
                    fail_msg("%d of %g and %g is %g, not %g", f, x, y, got[f], is[f]);
        }
}

static uint64_t hashed(uint64_t hash, double x) {
    unsigned char byte[sizeof x];
    memcpy(byte, &x, sizeof x);
    for (size_t n = 0; n < sizeof x; n++) hash = (hash ^ byte[n]) * 1099511628211u;
    return hash;
}

static void bits_of_all_are_the_same_everywhere(void **state) {
    (void)state;
    uint64_t hash = 1469598103934665603u;
    for (int k = 1; k < 2000; k++) {
        const double x = k / 2001.0, y = (k - 1000) * 0.37;
        for (size_t n = 0; n < sizeof singles / sizeof *singles; n++)
            hash = hashed(hash, singles[n].own(x));
        hash = hashed(hashed(hashed(hash, jd_atan2(x, y)), jd_pow(x, y)), jd_hypot(x, y));
    }
    if (hash != UINT64_C(0xea46fed39d01720a))
        fail_msg("the hash is %016llx", (unsigned long long)hash);
}

/* The very bits, whatever compiles it: contraction is off everywhere. */
static void bits_are_the_same_everywhere(void **state) {
    (void)state;
    uint64_t hash = 1469598103934665603u;
    for (int k = 0; k < 20000; k++) {
        double of[2], x = (k - 10000) * 0.37 + 1e5 * (k % 7) + (k % 11 == 0 ? 1e9 * k : 0);
        jd_sincos(x, &of[0], &of[1]);
        const unsigned char *byte = (const unsigned char *)of;
        for (size_t n = 0; n < sizeof of; n++) hash = (hash ^ byte[n]) * 1099511628211u;
    }
    if (hash != UINT64_C(0xe951c0cb6ecf94dc))
        fail_msg("the hash is %016llx", (unsigned long long)hash);
}

int main(int count, char **words) {
    if (count > 1) places = atol(words[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_places_are_within_one_unit),
        cmocka_unit_test(multiples_of_a_quarter_turn_are_within_one_unit),
        cmocka_unit_test(hard_cases_are_within_one_unit),
        cmocka_unit_test(bits_are_the_same_everywhere),
        cmocka_unit_test(all_of_one_argument_are_within_one_unit),
        cmocka_unit_test(all_of_two_arguments_are_within_one_unit),
        cmocka_unit_test(ends_are_those_of_the_c_library),
        cmocka_unit_test(bits_of_all_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
