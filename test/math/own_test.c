/* SPDX-License-Identifier: MIT
 *
 * Sine and cosine of our own beside those of long doubles: at most one unit in the last place, over
 * all magnitudes, next to multiples of pi/2, and where reduction is hardest. `test_math_own
 * 10000000` takes so many places. */
#include "check.h"
#include "math/own.h"
#include <stdint.h>
#include <stdlib.h>

static long places = 60000;

static double ulps(double got, long double is) {
    int e;
    frexp(fabs((double)is), &e);
    return (double)(fabsl((long double)got - is) / ldexpl(1, e - 53));
}

static double off_at(double x) {
    double s, c;
    own_sincos(x, &s, &c);
    assert_true(s == own_sin(x) && c == own_cos(x));
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
    assert_true(signbit(own_sin(-0.0)) && own_cos(0) == 1);
    assert_true(isnan(own_sin(INFINITY)) && isnan(own_cos(-INFINITY)) && isnan(own_sin(NAN)));
}

/* The very bits, whatever compiles it: contraction is off everywhere. */
static void bits_are_the_same_everywhere(void **state) {
    (void)state;
    uint64_t hash = 1469598103934665603u;
    for (int k = 0; k < 20000; k++) {
        double of[2], x = (k - 10000) * 0.37 + 1e5 * (k % 7) + (k % 11 == 0 ? 1e9 * k : 0);
        own_sincos(x, &of[0], &of[1]);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
