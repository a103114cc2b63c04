/* SPDX-License-Identifier: MIT
 *
 * Colours by name and by digits. */
#include "format/colour.h"
#include "check.h"

static void colours_have_names_and_digits(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned rgb;
    } good[] = {{"aliceblue", 0xf0f8ff}, {"yellowgreen", 0x9acd32}, {"steelblue", 0x4682b4},
                {"#4682b4", 0x4682b4},   {"#4682B4", 0x4682b4},     {"#47a", 0x4477aa}};
    static const char *const bad[] = {"",         "#",       "#12",       "#12345",
                                      "#1234567", "#12345g", "stealblue", "Red"};
    Colour colour;
    for (size_t n = 0; n < sizeof good / sizeof *good; n++) {
        assert_true(jd_colour_read(good[n].text, &colour));
        assert_int_equal(colour.r << 16 | colour.g << 8 | colour.b, good[n].rgb);
        assert_int_equal(colour.a, 255);
    }
    for (size_t n = 0; n < sizeof bad / sizeof *bad; n++)
        assert_false(jd_colour_read(bad[n], &colour));
    assert_false(jd_colour_read(NULL, &colour));
    Nearest nearest = {.word = "stealblue"};
    jd_colour_suggest(&nearest);
    check_text(nearest.best, "steelblue");
}

static void colours_are_written_as_they_are_read(void **state) {
    (void)state;
    Colour colour;
    char text[8];
    assert_true(jd_colour_read("#0a47ff", &colour));
    jd_colour_write(colour, text);
    check_text(text, "#0a47ff");
}

static void a_mixed_colour_lies_between(void **state) {
    (void)state;
    const Colour black = {0, 0, 0, 255}, white = {255, 255, 255, 255};
    const Colour grey = jd_colour_mix(black, white, 0.2), same = jd_colour_mix(black, white, 0);
    assert_int_equal(grey.r, 51);
    assert_int_equal(grey.b, 51);
    assert_int_equal(grey.a, 255);
    assert_int_equal(same.g, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_have_names_and_digits),
        cmocka_unit_test(colours_are_written_as_they_are_read),
        cmocka_unit_test(a_mixed_colour_lies_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
