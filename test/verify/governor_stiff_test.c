/* SPDX-License-Identifier: MIT
 *
 * The flyball governor (IFToMM A05) with its own springs, K = 8e5 N/m and C = 4e4 N s/m, by the
 * implicit steppers: the springs are so stiff that explicit ones take their steps for stability
 * alone. Reference: a reduced model of two freedoms, by two methods that agree to 1e-12. */
#include "verify/verify.h"
#include "run/run.h"

static const char path[] = "model/governor.jd";
static const char *const steppers[] = {"cvode", "ida"};

/* Time, slider.z, slider.vz, base.rate, sine of the rods' slope. */
static const double rows[][5] = {
    {0.05, 0.5061008972436775, 0.2432190120623369, 6.235040215981276, 0.4938283694857171},
    {0.1, 0.5238364755695747, 0.45927181043612036, 6.103717808830864, 0.47606429180064047},
    {0.2, 0.5850798118207821, 0.7213723382106961, 5.722380645600022, 0.4147977049211263},
    {0.5, 0.7432494247863269, 0.0521197801583847, 5.103415421971529, 0.25658899488177156},
    {1.0, 0.5014209223795656, -0.12215149289771075, 6.271125741876567, 0.49847027625975365},
    {2.0, 0.5059092942967032, -0.2407831469836467, 6.236223614435975, 0.4939821573831742},
    {5.0, 0.5355631037216423, -0.5436826902778679, 6.022496499758469, 0.4643269989844035},
    {10.0, 0.6196229170613614, -0.747603354164318, 5.548203622654949, 0.38025658159435977},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

static Case stiff(const char *K, const char *C, JdRunDef run) {
    const JdSetting settings[] = {{"K", K}, {"C", C}, {NULL}};
    return open_file(path, settings, (JdCompileDef){.form = "newton-euler"}, run);
}

static void the_benchmark_is_met_within_a_millionth(void **state) {
    (void)state;
    double also[ROWS];
    for (int k = 0; k < ROWS; k++) also[k] = rows[k][0];
    for (int n = 0; n < 2; n++) {
        if (is_missing(steppers[n])) continue;
        Case c = stiff("8e5", "4e4",
                       (JdRunDef){.stepper = steppers[n],
                                  .tol = 3e-11,
                                  .until = 10,
                                  .output_every = 10,
                                  .also = also,
                                  .also_count = ROWS});
        assert_true(advance(&c));
        for (int k = 0; k < ROWS; k++) {
            const double *row = rows[k];
            assert_true(advance(&c));
            check_near(jd_run_value(c.run, jd_time), row[0], 1e-15, "asked for");
            check_near(value(&c, "slider.z"), row[1], 1e-6 * row[1], "place of the slider");
            check_near(value(&c, "slider.vz"), row[2], 1e-6, "its speed");
            check_near(value(&c, "base.rate"), row[3], 1e-6, "turning of the whole");
            check_near(sin(asin(0.5) + value(&c, "jA.angle")), row[4], 1e-6, "slope of the rods");
        }
        const JdRunCost cost = jd_run_cost(c.run);
        print_message("%s: %ld steps, %ld evaluations\n", steppers[n], cost.steps,
                      cost.evaluations);
        close_case(&c);
    }
}

static JdRunCost cost_of(const char *K, const char *C, const char *stepper, double until) {
    Case c = stiff(K, C, (JdRunDef){.stepper = stepper, .tol = 1e-8, .until = until});
    to_the_end(&c);
    const JdRunCost cost = jd_run_cost(c.run);
    close_case(&c);
    return cost;
}

/* The explicit stepper in the first half second, where the motion is as lively as later. */
static void steps_are_few_where_explicit_ones_are_many(void **state) {
    (void)state;
    const JdRunCost explicit = cost_of("8e5", "4e4", "dop853", 0.5);
    for (int n = 0; n < 2; n++) {
        if (is_missing(steppers[n])) continue;
        const JdRunCost cost = cost_of("8e5", "4e4", steppers[n], 10);
        print_message("%s: %ld steps, %ld evaluations; dop853 would take %ld and %ld\n",
                      steppers[n], cost.steps, cost.evaluations, 20 * explicit.steps,
                      20 * explicit.evaluations);
        assert_true(10 * cost.steps < 20 * explicit.steps);
        assert_true(5 * cost.evaluations < 20 * explicit.evaluations);
    }
}

/* A hundred times as stiff: explicit steppers would take a hundred times the steps. */
static void stiffer_springs_hardly_need_more_steps(void **state) {
    (void)state;
    for (int n = 0; n < 2; n++) {
        if (is_missing(steppers[n])) continue;
        const JdRunCost once = cost_of("8e5", "4e4", steppers[n], 2);
        const JdRunCost more = cost_of("8e7", "4e6", steppers[n], 2);
        print_message("%s: %ld steps, a hundred times as stiff %ld\n", steppers[n], once.steps,
                      more.steps);
        assert_true(more.steps < 2 * once.steps);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_benchmark_is_met_within_a_millionth),
        cmocka_unit_test(steps_are_few_where_explicit_ones_are_many),
        cmocka_unit_test(stiffer_springs_hardly_need_more_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
