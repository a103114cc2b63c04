/* SPDX-License-Identifier: MIT
 *
 * Units and dimensions. */
#include "expr/expr.h"
#include "check.h"

static Unit unit(const char *text) {
    Unit result = {0};
    if (!jd_unit_parse(text, &result)) fail_msg("'%s' is no unit", text);
    return result;
}

static void check_unit(const char *text, double scale, int length, int mass, int time) {
    const Unit is = unit(text);
    check_relative(is.scale, scale, 1e-15, text);
    if (is.dim.length != length || is.dim.mass != mass || is.dim.time != time)
        fail_msg("%s is m^%d kg^%d s^%d", text, is.dim.length, is.dim.mass, is.dim.time);
}

static void units_are_what_they_are_called(void **state) {
    (void)state;
    check_unit("mm", 1e-3, 1, 0, 0);
    check_unit("kg*m^2", 1, 2, 1, 0);
    check_unit("N*s/m", 1, 0, 1, -1);
    check_unit("1/s", 1, 0, 0, -1);
    check_unit("1", 1, 0, 0, 0);
    check_unit("m/s/s", 1, 1, 0, -2);
    check_unit("m*s^-2", 1, 1, 0, -2);
    check_unit("N/mm", 1e3, 0, 1, -2);
    check_unit("g*mm^2", 1e-9, 2, 1, 0);
    check_unit("km/h", 1 / 3.6, 1, 0, -1);
    check_unit("rpm", acos(-1) / 30, 0, 0, -1);
    check_unit("rev/min", acos(-1) / 30, 0, 0, -1);
    check_unit("deg", acos(-1) / 180, 0, 0, 0);
    check_unit("bar", 1e5, -1, 1, -2);
}

/* Compound units of the table agree with what they are made of. */
static void the_table_agrees_with_itself(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"N", "kg*m/s^2"}, {"J", "N*m"},       {"W", "J/s"},      {"Pa", "N/m^2"},
        {"MPa", "N/mm^2"}, {"kN", "t*m/s^2"},  {"kW", "kJ/s"},    {"Hz", "1/s"},
        {"mJ", "mN*m"},    {"GPa", "kN/mm^2"}, {"MN", "kN*km/m"}, {"t", "kg*km/m"},
        {"mg", "g*mm/m"},  {"us", "ms*mm/m"},  {"um", "mm*g/kg"}, {"ft", "m*in/m"},
        {"h", "min*rad"},  {"mrad", "mm/m"},   {"cm", "m"},       {"kPa", "kN/m^2"},
        {"MJ", "MN*m"},    {"kHz", "1/ms"},    {"uA", "mA*mm/m"}, {"pF", "nF*mm/m"},
        {"Mohm", "V/uA"},  {"kWh", "kW*h"},
    };
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
        const Unit a = unit(pairs[n][0]), b = unit(pairs[n][1]);
        assert_true(jd_dim_equal(a.dim, b.dim));
        const double ratio = strcmp(pairs[n][0], "ft") == 0   ? 12
                             : strcmp(pairs[n][0], "h") == 0  ? 60
                             : strcmp(pairs[n][0], "cm") == 0 ? 0.01
                                                              : 1;
        check_relative(a.scale, ratio * b.scale, 1e-15, pairs[n][0]);
    }
    for (int n = 0; jd_unit_at(n); n++) {
        Unit found;
        assert_true(jd_unit_find(jd_unit_at(n), strlen(jd_unit_at(n)), &found));
        const Unit parsed = unit(jd_unit_at(n));
        assert_true(jd_dim_equal(found.dim, parsed.dim));
        check_relative(parsed.scale, found.scale, 1e-15, jd_unit_at(n));
        assert_true(strlen(jd_unit_summary(n)) > 2);
        for (int k = 0; k < n; k++) assert_string_not_equal(jd_unit_at(k), jd_unit_at(n));
    }
}

static void what_is_no_unit_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    "kq",    "kg m", "kg*", "*m",    "m^",
                                        "m^0", "m^x",   "2",    "1m",  "m^128", "m^99*m^99",
                                        "m)",  "m^2.5", " m",   "m/1", "mm2"};
    Unit result;
    /* "m/1" is m; all others are nothing. */
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        if (jd_unit_parse(wrong[n], &result) != (strcmp(wrong[n], "m/1") == 0))
            fail_msg("'%s'", wrong[n]);
    assert_false(jd_unit_parse(NULL, &result));
    assert_false(jd_unit_find("mmm", 3, &result));
    assert_true(jd_unit_find("mmm", 2, &result));
}

static void decimal_parts_of_a_unit_are_exact(void **state) {
    (void)state;
    for (int n = 0; n < 100000; n++) {
        const double number = (double)(check_random() % 100000);
        assert_true(jd_unit_si(number, unit("mm")) == number / 1000);
        assert_true(jd_unit_si(number, unit("g*mm^2")) == number / 1e9);
        assert_true(jd_unit_si(number, unit("um")) == number / 1e6);
        assert_true(jd_unit_si(number, unit("km")) == number * 1000);
    }
    assert_true(jd_unit_si(153, unit("mm")) == 0.153);
    assert_true(jd_unit_si(180, unit("deg")) == acos(-1));
}

static void dimensions_are_written_as_units_that_read_back(void **state) {
    (void)state;
    char text[64];
    for (int n = 0; n < 11 * 11 * 11; n++) {
        const Dim dim = {(signed char)(n % 11 - 5), (signed char)(n / 11 % 11 - 5),
                         (signed char)(n / 121 - 5)};
        jd_dim_unit(dim, text, sizeof text);
        const Unit back = unit(text);
        assert_true(back.scale == 1 && jd_dim_equal(back.dim, dim));
    }
    jd_dim_unit((Dim){2, 1, -2}, text, sizeof text);
    check_text(text, "kg*m^2/s^2");
    jd_dim_unit((Dim){0, 0, -2}, text, sizeof text);
    check_text(text, "1/s^2");
    jd_dim_unit((Dim){0}, text, sizeof text);
    check_text(text, "1");
    check_text(jd_dim_word((Dim){2, 1, -2}), "torque or energy");
    check_text(jd_dim_word((Dim){1, 0, -1}), "speed");
    assert_null(jd_dim_word((Dim){7, 7, 7}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_what_they_are_called),
        cmocka_unit_test(the_table_agrees_with_itself),
        cmocka_unit_test(what_is_no_unit_is_refused),
        cmocka_unit_test(decimal_parts_of_a_unit_are_exact),
        cmocka_unit_test(dimensions_are_written_as_units_that_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
