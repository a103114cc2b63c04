/* SPDX-License-Identifier: MIT
 *
 * Random planar mechanisms, trees with random loops, move the same under every formulation. */
#include "form/random.h"
#include "verify/random_planar.h"

static Case open_number(int number, const char *form) {
    const Sketch s = draw(number);
    return open_model(
        s.model, s.log, (JdCompileDef){.form = form},
        (JdRunDef){.tol = 1e-12, .until = 0.4, .output_every = 0.1, .max_steps = 20000});
}

static void they_move_the_same_under_every_formulation(void **state) {
    (void)state;
    check_numbers(open_number, 5000, 600);
}

/* Three hinges make a triangle that stands still, beside what moves. */
static void what_stands_still_does_not_hold_the_rest(void **state) {
    (void)state;
    Counts counts = {0};
    static const int numbers[] = {7112, 7214, 7238, 8489, 12016, 14193};
    for (int k = 0; k < 6; k++) check_number(open_number, numbers[k], &counts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_move_the_same_under_every_formulation),
        cmocka_unit_test(what_stands_still_does_not_hold_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
