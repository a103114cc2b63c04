/* SPDX-License-Identifier: MIT
 *
 * Tables that are looked up by name. */
#include "base/registry.h"
#include "check.h"

typedef struct {
    const char *name, *aliases;
    int number;
} Thing;

static const Thing one = {"one", "single lone", 1}, two = {"two", NULL, 2};
static const Thing *const things[] = {&one, &two};
static const Registry types = REGISTRY_OF_TYPES(things);
static const Registry aliases = REGISTRY_WITH_ALIASES(things);

static const struct Line {
    const char *name;
    double value;
} lines[] = {{"first", 1.5}, {"second", 2.5}, {"third", 3.5}};
static const Registry of_lines = REGISTRY_OF_LINES(lines);

static void entries_are_found_by_number_and_by_name(void **state) {
    (void)state;
    assert_ptr_equal(jd_registry_at(&types, 0), &one);
    assert_ptr_equal(jd_registry_at(&types, 1), &two);
    assert_ptr_equal(jd_registry_find(&types, "two"), &two);
    assert_ptr_equal(jd_registry_at(&of_lines, 2), &lines[2]);
    assert_ptr_equal(jd_registry_find(&of_lines, "second"), &lines[1]);
}

static void what_is_not_there_is_not_found(void **state) {
    (void)state;
    assert_null(jd_registry_at(&types, 2));
    assert_null(jd_registry_at(&of_lines, -1));
    assert_null(jd_registry_find(&types, "three"));
    assert_null(jd_registry_find(&types, ""));
    assert_null(jd_registry_find(&of_lines, NULL));
}

static void other_names_count_where_the_table_has_them(void **state) {
    (void)state;
    assert_ptr_equal(jd_registry_find(&aliases, "lone"), &one);
    assert_ptr_equal(jd_registry_find(&aliases, "two"), &two);
    assert_null(jd_registry_find(&aliases, "lon"));
    assert_null(jd_registry_find(&types, "lone"));
}

static void names_that_are_nearly_right_are_suggested(void **state) {
    (void)state;
    Nearest nearest = {.word = "secnd"};
    jd_registry_suggest(&of_lines, &nearest);
    assert_string_equal(nearest.best, "second");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found_by_number_and_by_name),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(other_names_count_where_the_table_has_them),
        cmocka_unit_test(names_that_are_nearly_right_are_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
