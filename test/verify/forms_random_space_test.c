/* SPDX-License-Identifier: MIT
 *
 * Random mechanisms in space, trees with random loops, move the same under every formulation. */
#include "form/random.h"
#include "verify/random_space.h"

static Case open_number(int number, const char *form) {
    const Sketch s = draw(number, &axes_none);
    return open_model(
        s.model, s.log, (JdCompileDef){.form = form},
        (JdRunDef){.tol = 1e-12, .until = 0.3, .output_every = 0.075, .max_steps = 20000});
}

static void they_move_the_same_under_every_formulation(void **state) {
    (void)state;
    check_numbers(open_number, 0, 210);
}

/* Hinges said twice on point masses, which have no inertia about anything. */
static void point_masses_may_be_held_twice(void **state) {
    (void)state;
    Counts counts = {0};
    static const int numbers[] = {216, 246, 336, 876, 1188, 1200, 2430};
    for (int k = 0; k < 7; k++) check_number(open_number, numbers[k], &counts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_move_the_same_under_every_formulation),
        cmocka_unit_test(point_masses_may_be_held_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
