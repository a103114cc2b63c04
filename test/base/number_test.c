/* SPDX-License-Identifier: MIT
 *
 * Numbers to text and back. */
#include "base/base.h"
#include "check.h"
#include <locale.h>
#include <stdlib.h>

static double reads(const char *text, size_t expected) {
    double value = -77;
    const size_t length = jd_number_read(text, strlen(text), &value);
    if (length != expected) fail_msg("'%s': read %zu bytes, wanted %zu", text, length, expected);
    return value;
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check_back(double value) {
    char text[32];
    double back = 0;
    jd_number_text(value, text, sizeof text);
    const size_t length = jd_number_read(text, strlen(text), &back);
    if (length != strlen(text) || memcmp(&back, &value, sizeof value) != 0)
        fail_msg("%a became '%s' became %a", value, text, back);
}

static void any_bit_pattern_reads_back(void **state) {
    (void)state;
    for (int n = 0; n < check_fewer(400000); n++) {
        const double value = from_bits(check_random());
        if (isfinite(value)) check_back(value);
    }
    /* And the sizes that models have. */
    for (int n = 0; n < check_fewer(600000); n++) {
        const int64_t digits = (int64_t)(check_random() % 2000000) - 1000000;
        check_back((double)digits / (double)(1 << (n % 20)));
    }
}

/* As the C library writes it, with as many digits as it takes. */
static void write_plainly(double value, char *out, size_t room) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, room, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    char *to = strchr(out, 'e');
    if (!to) return;
    const char *from = ++to;
    if (*from == '-') to++, from++;
    from += strspn(from, "+0");
    memmove(to, from, strlen(from) + 1);
}

static void digits_are_those_of_the_library(void **state) {
    (void)state;
    for (int n = 0; n < check_fewer(120000); n++) {
        const uint64_t bits = check_random();
        const double kind[] = {from_bits(bits),
                               (double)(bits % 100000000) / 1e6,
                               ldexp(1, (int)(bits % 1800) - 900),
                               exp((double)(bits % 1000000) / 1e5 - 5),
                               -(double)(bits >> bits % 60),
                               nextafter(pow(10, (double)(bits % 40) - 20), n % 2 ? 0 : 1e30)};
        const double value = kind[n % 6];
        char text[32], plain[32];
        if (!isfinite(value)) continue;
        jd_number_text(value, text, sizeof text);
        write_plainly(value, plain, sizeof plain);
        check_text(text, plain);
    }
}

static void special_values_read_back(void **state) {
    (void)state;
    check_back(0.0);
    check_back(-0.0);
    check_back(5e-324);
    check_back(2.2250738585072014e-308);
    check_back(1.7976931348623157e308);
    check_back(0.1 + 0.2);
    char text[32];
    jd_number_text(NAN, text, sizeof text);
    check_text(text, "nan");
    jd_number_text(-INFINITY, text, sizeof text);
    check_text(text, "-inf");
}

static void numbers_are_written_short(void **state) {
    (void)state;
    const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.1, "0.1"},
        {12, "12"},
        {-1.5, "-1.5"},
        {7.4e-5, "7.4e-5"},
        {1e22, "1e22"},
        {0.153, "0.153"},
        {1e-300, "1e-300"},
        {123456789012, "123456789012"},
        {1.0 / 3, "0.3333333333333333"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[32];
        jd_number_text(cases[n].value, text, sizeof text);
        check_text(text, cases[n].text);
    }
}

static void what_is_a_number_ends_where_it_should(void **state) {
    (void)state;
    assert_true(reads("12 mm", 2) == 12);
    assert_true(reads("12mm", 2) == 12);
    assert_true(reads("1.5e-3x", 6) == 1.5e-3);
    assert_true(reads("1e", 1) == 1);
    assert_true(reads("1e+", 1) == 1);
    assert_true(reads("2.", 2) == 2);
    assert_true(reads("2.x", 1) == 2);
    assert_true(reads("1..5", 1) == 1);
    assert_true(reads(".5", 2) == 0.5);
    assert_true(reads("-.5e1", 5) == -5);
    assert_true(reads("+3", 2) == 3);
    assert_true(reads("007", 3) == 7);
    assert_true(reads("0x10", 1) == 0);
    reads(".", 0);
    reads("-", 0);
    reads("e5", 0);
    reads("", 0);
    reads("inf", 0);
    double value;
    assert_int_equal(jd_number_read("123456", 3, &value), 3);
    assert_true(value == 123);
}

static void overflow_is_infinite_and_underflow_zero(void **state) {
    (void)state;
    assert_true(isinf(reads("1e400", 5)));
    assert_true(isinf(reads("1e99999999999999999999", 22)));
    assert_true(reads("1e-99999999999999999999", 23) == 0);
    assert_true(reads("0e99999999999999999999", 22) == 0);
}

/* A halfway case that only the 1,001st digit decides. */
static void very_long_numbers_are_rounded_right(void **state) {
    (void)state;
    char text[3000] = "9007199254740993.";
    memset(text + 17, '0', 1000);
    strcpy(text + 1017, "1");
    assert_true(reads(text, 1018) == 9007199254740994.0);
    text[1017] = '0';
    assert_true(reads(text, 1018) == 9007199254740992.0);
    memset(text, '1', 2000);
    strcpy(text + 2000, "e-1999");
    check_near(reads(text, 2006), 1.1111111111111111, 1e-16, "2,000 digits");
}

static void a_locale_with_commas_changes_nothing(void **state) {
    (void)state;
    const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "C.UTF-8"};
    for (size_t n = 0; n < 4; n++) {
        if (!setlocale(LC_NUMERIC, locales[n])) continue;
        char text[32];
        jd_number_text(-0.125e-7, text, sizeof text);
        check_text(text, "-1.25e-8");
        assert_true(reads("1.5", 3) == 1.5);
    }
    setlocale(LC_NUMERIC, "C");
}

static void full_numbers_read_back_as_the_same_doubles(void **state) {
    (void)state;
    for (int n = 0; n < check_fewer(10000); n++) {
        const uint64_t bits = check_random();
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[32];
        jd_number_full(value, text, sizeof text);
        back = strtod(text, NULL);
        assert_memory_equal(&value, &back, sizeof value);
    }
    char text[32];
    jd_number_full(0.1, text, sizeof text);
    check_text(text, "0.10000000000000001");
    jd_number_full(-0.0, text, sizeof text);
    check_text(text, "-0");
}

static void numbers_have_a_point_in_every_locale(void **state) {
    (void)state;
    char comma[32] = "-1,5e-07",
         wide[32] = "1\xd9\xab"
                    "25",
         none[32] = "12e+10";
    jd_number_point(comma), jd_number_point(wide), jd_number_point(none);
    check_text(comma, "-1.5e-07");
    check_text(wide, "1.25");
    check_text(none, "12e+10");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bit_pattern_reads_back),
        cmocka_unit_test(digits_are_those_of_the_library),
        cmocka_unit_test(special_values_read_back),
        cmocka_unit_test(numbers_are_written_short),
        cmocka_unit_test(what_is_a_number_ends_where_it_should),
        cmocka_unit_test(overflow_is_infinite_and_underflow_zero),
        cmocka_unit_test(very_long_numbers_are_rounded_right),
        cmocka_unit_test(a_locale_with_commas_changes_nothing),
        cmocka_unit_test(full_numbers_read_back_as_the_same_doubles),
        cmocka_unit_test(numbers_have_a_point_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
