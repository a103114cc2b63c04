/* SPDX-License-Identifier: MIT
 *
 * Every stepper of the table keeps the same contract: its order shows on a constrained problem with
 * known solution, at the steps and between them; its numbers fulfil the order conditions; and
 * output never changes the motion. The problem is the simple pendulum (IFToMM A01), whose closed
 * form at 1 s is given. */
#include "verify/verify.h"
#include "run/run.h"

static const double end_x = 0.98629175113187531936, end_y = -0.16501085312554116875;

static const char *const pendulum = "planar\n"
                                    "gravity [0, -9.81] m/s^2\n"
                                    "body bob { at [-1, 0]  mass 1 kg  inertia 0.7 kg*m^2 }\n"
                                    "joint jO : rod ground -- bob at [0, 0], [-1, 0]\n"
                                    "start bob.vy = 0, bob.rate = 0\n";

/* The next stepper of the table from *n on that this build has; NULL: no more. */
static const StepperType *next(int *n) {
    const StepperType *stepper;
    while ((stepper = jd_stepper_at((*n)++)) && stepper->missing) continue;
    return stepper;
}

/* Adaptive steppers take the largest step that they may, since everything is tolerated. */
static JdRunDef steps_of(const StepperType *stepper, double h, double every) {
    return (JdRunDef){
        .stepper = stepper->name, .dt = h, .tol = 1e30, .until = 1, .output_every = every};
}

static void check_steps(const Case *c, double h) {
    const JdRunCost cost = jd_run_cost(c->run);
    assert_int_equal(cost.steps, lround(1 / h));
    check_relative(cost.smallest_step, h, 1e-9, "all steps are alike");
    check_relative(cost.largest_step, h, 1e-9, "all steps are alike");
}

/* ---- Order --------------------------------------------------------------------------------- */

static double error_at_end(const StepperType *stepper, double h, const char *stabilise) {
    Case c = open_text(pendulum, (JdCompileDef){.stabilise = stabilise}, steps_of(stepper, h, 1));
    to_the_end(&c);
    check_steps(&c, h);
    const double error = hypot(value(&c, "bob.x") - end_x, value(&c, "bob.y") - end_y);
    close_case(&c);
    return error;
}

/* Steps small enough for the order to show, and large enough for rounding not to. */
static double first_step(int order) {
    return order == 1 ? 1.0 / 8192 : order <= 4 ? 1.0 / 64 : order <= 5 ? 1.0 / 32 : 1.0 / 16;
}

static void check_order(const StepperType *stepper, const char *stabilise) {
    const double h = first_step(stepper->order);
    const double coarse = error_at_end(stepper, h, stabilise);
    const double fine = error_at_end(stepper, h / 2, stabilise);
    print_message("%-20s %-10s order %.2f (error %.1e)\n", stepper->name, stabilise,
                  log2(coarse / fine), fine);
    /* A method may do better than it promises on one problem, but not worse. */
    assert_true(log2(coarse / fine) > stepper->order - 0.25);
    if (stepper->order < 5) assert_true(log2(coarse / fine) < stepper->order + 0.6);
}

static void every_stepper_has_its_order(void **state) {
    (void)state;
    const StepperType *stepper;
    for (int n = 0; (stepper = next(&n));) {
        if (stepper->order == 0) continue; /* it varies */
        check_order(stepper, "projection");
        check_order(stepper, "none");
    }
}

/* ---- Between the steps --------------------------------------------------------------------- */

enum { BETWEEN = 16 }; /* outputs in a step */

/* Largest distance from an exact run, at the outputs of steps h, half of them apart from their
 * ends. */
static double error_between(const StepperType *stepper, double h) {
    const double every = h / BETWEEN;
    Case c = open_text(pendulum, (JdCompileDef){.stabilise = "none"}, steps_of(stepper, h, every));
    Case exact =
        open_text(pendulum, (JdCompileDef){0},
                  (JdRunDef){.tol = 1e-14, .dt = h / 4, .until = 1, .output_every = every});
    double most = 0;
    while (advance(&c) && advance(&exact))
        most = fmax(most, hypot(value(&c, "bob.x") - value(&exact, "bob.x"),
                                value(&c, "bob.y") - value(&exact, "bob.y")));
    check_steps(&c, h);
    close_case(&c);
    close_case(&exact);
    return most;
}

static void it_is_as_good_between_the_steps(void **state) {
    (void)state;
    const StepperType *stepper;
    for (int n = 0; (stepper = next(&n));) {
        if (stepper->order == 0) continue;
        const double h = stepper->order == 1 ? 1.0 / 1024 : first_step(stepper->order);
        const double order = log2(error_between(stepper, h) / error_between(stepper, h / 2));
        /* A polynomial of degree p - 1 keeps the order p: cubic, of degree 4, of degree 7. */
        const int promised = stepper->order < 5 ? stepper->order : stepper->order - 1;
        print_message("%-20s order %.2f between the steps\n", stepper->name, order);
        assert_true(order > promised - 0.25);
    }
}

/* ---- Tolerance ----------------------------------------------------------------------------- */

static void a_smaller_tolerance_gives_a_smaller_error(void **state) {
    (void)state;
    const StepperType *stepper;
    for (int n = 0; (stepper = next(&n));) {
        if (!stepper->adaptive) continue;
        double first = 0, last = 0;
        for (double tol = 1e-4; tol > 0.5e-11; tol /= 10) {
            Case c = open_text(pendulum, (JdCompileDef){0},
                               (JdRunDef){.stepper = stepper->name, .tol = tol, .until = 1});
            to_the_end(&c);
            last = hypot(value(&c, "bob.x") - end_x, value(&c, "bob.y") - end_y);
            print_message("%-10s tol %.0e: error %.1e, %ld steps\n", stepper->name, tol, last,
                          jd_run_cost(c.run).steps);
            if (tol > 0.5e-4) first = last;
            assert_true(last < 100 * tol);
            close_case(&c);
        }
        /* Over seven powers of ten; slope between 0.75 and 1.25. */
        assert_true(log10(first / last) > 0.75 * 7);
        assert_true(log10(first / last) < 1.25 * 7);
    }
}

/* Between the steps as at their ends, and on the locks. */
static void with_a_tolerance_it_is_as_good_between_the_steps(void **state) {
    (void)state;
    const StepperType *stepper;
    for (int n = 0; (stepper = next(&n));) {
        if (!stepper->adaptive) continue;
        const double tol = 1e-7, every = 1.0 / 1024;
        Case c = open_text(
            pendulum, (JdCompileDef){0},
            (JdRunDef){.stepper = stepper->name, .tol = tol, .until = 1, .output_every = every});
        Case exact = open_text(pendulum, (JdCompileDef){0},
                               (JdRunDef){.tol = 1e-14, .until = 1, .output_every = every});
        while (advance(&c) && advance(&exact)) {
            const double x = value(&c, "bob.x"), y = value(&c, "bob.y");
            assert_true(hypot(x - value(&exact, "bob.x"), y - value(&exact, "bob.y")) < 100 * tol);
            check_near(hypot(x, y), 1, 4e-16, "the rod keeps its length");
        }
        assert_true(jd_run_cost(c.run).steps < 800);
        close_case(&c);
        close_case(&exact);
    }
}

/* ---- Output does not change the motion ----------------------------------------------------- */

static void check_same_bits(const char *path, const StepperType *stepper, const char *stabilise) {
    const JdCompileDef how = {.stabilise = stabilise};
    JdRunDef often = {.stepper = stepper->name, .dt = 1.0 / 4096, .tol = 1e-7, .until = 0.0625};
    JdRunDef seldom = often;
    often.output_every = 1.0 / 1024;
    seldom.output_every = 1.0 / 64;
    Case a = open_file(path, NULL, how, often), b = open_file(path, NULL, how, seldom);
    assert_true(advance(&b));
    while (advance(&a)) {
        if (jd_run_value(a.run, jd_time) < jd_run_value(b.run, jd_time)) continue;
        for (int k = 0; k < jd_channel_count(a.system); k++) {
            const double x = jd_run_value(a.run, (JdChannel){k}),
                         y = jd_run_value(b.run, (JdChannel){k});
            if (memcmp(&x, &y, sizeof x) == 0) continue;
            print_error("%s, %s, %s: %s at %g s is %.17g or %.17g\n", path, stepper->name,
                        stabilise, jd_channel_name(a.system, (JdChannel){k}),
                        jd_run_value(a.run, jd_time), x, y);
            fail();
        }
        jd_run_next(b.run);
    }
    assert_int_equal(jd_run_cost(a.run).steps, jd_run_cost(b.run).steps);
    close_case(&a);
    close_case(&b);
}

static void results_do_not_depend_on_how_often_they_are_asked_for(void **state) {
    (void)state;
    static const char *const files[] = {"model/slider_crank.jd",     "model/four_bar.jd",
                                        "model/n_four_bar.jd",       "model/knife_edge.jd",
                                        "model/slider_crank_004.jd", "model/chain.jd"};
    static const char *const ways[] = {"projection", "baumgarte", "none"};
    const StepperType *stepper;
    for (int n = 0; (stepper = next(&n));)
        for (int f = 0; f < 6; f++)
            for (int w = 0; w < 3; w++) check_same_bits(files[f], stepper, ways[w]);
}

/* ---- Order conditions ---------------------------------------------------------------------- */

enum { STAGES_MAX = 20 };

static double a_of(const Tableau *t, int r, int s) {
    return t->a[r * (r - 1) / 2 + s];
}

/* x_r = c_r^p sum_s a_rs y_s */
static void apply(const Tableau *t, int p, const double *y, double *x) {
    for (int r = 0; r < t->stages; r++) {
        double sum = 0;
        for (int s = 0; s < r; s++) sum += a_of(t, r, s) * y[s];
        x[r] = pow(t->c[r], p) * sum;
    }
}

static double weigh(const Tableau *t, const double *x) {
    double sum = 0;
    for (int r = 0; r < t->stages; r++) sum += t->b[r] * x[r];
    return sum;
}

/* Rooted trees with a single way up and leaves on it: b c^p1 A c^p2 A c^p3 ... = product of
 * 1/(vertices above). */
static void check_trees(const Tableau *t, const double *x, int vertices, double expected,
                        int order) {
    check_near(weigh(t, x), expected / (vertices + 1), 1e-14, "order condition");
    for (int p = 0; vertices + 2 + p <= order; p++) {
        double y[STAGES_MAX];
        apply(t, p, x, y);
        check_trees(t, y, vertices + 1 + p, expected / (vertices + 1), order);
    }
}

static void their_numbers_fulfil_the_order_conditions(void **state) {
    (void)state;
    for (int n = 0; jd_stepper_at(n); n++) {
        const StepperType *stepper = jd_stepper_at(n);
        const Tableau *t = stepper->tableau;
        if (!t) continue;
        assert_true(t->stages <= STAGES_MAX);
        for (int r = 1; r < t->stages; r++) {
            double sum = 0;
            for (int s = 0; s < r; s++) sum += a_of(t, r, s);
            check_near(sum, t->c[r], 1e-14, "rows add up to the place of their stage");
        }
        /* x = c^p is a bush of p leaves on one vertex. */
        for (int p = 0; p < stepper->order; p++) {
            double x[STAGES_MAX];
            for (int r = 0; r < t->stages; r++) x[r] = pow(t->c[r], p);
            check_trees(t, x, p, 1, stepper->order);
        }
        double sums[2] = {0};
        for (int r = 0; r < t->stages; r++) {
            sums[0] += t->error ? t->error[r] : 0;
            sums[1] += t->error_low ? t->error_low[r] : 0;
        }
        check_near(sums[0], 0, 1e-15, "no error where nothing changes");
        check_near(sums[1], 0, 1e-15, "no error where nothing changes");
    }
}

static unsigned not_zero(const double *weights, int count) {
    unsigned bits = 0;
    for (int k = 0; k < count; k++)
        if (weights[k] != 0) bits |= 1u << k;
    return bits;
}

static void they_know_which_of_their_numbers_are_not_zero(void **state) {
    (void)state;
    for (int n = 0; jd_stepper_at(n); n++) {
        const Tableau *t = jd_stepper_at(n)->tableau;
        const unsigned short *uses = t ? t->uses : NULL;
        if (!uses) continue;
        for (int r = 1; r < t->stages; r++)
            assert_int_equal(*uses++, not_zero(t->a + r * (r - 1) / 2, r));
        assert_int_equal(*uses++, not_zero(t->b, t->stages));
        if (t->error) assert_int_equal(*uses++, not_zero(t->error, t->stages));
        if (t->error_low) assert_int_equal(*uses, not_zero(t->error_low, t->stages));
    }
}

/* ---- Words --------------------------------------------------------------------------------- */

static void every_stepper_says_what_it_is(void **state) {
    (void)state;
    for (int n = 0; jd_stepper_at(n); n++) {
        const StepperType *stepper = jd_stepper_at(n);
        assert_non_null(stepper->summary);
        assert_ptr_equal(jd_stepper_find(stepper->name), stepper);
        if (stepper->tableau)
            assert_int_equal(stepper->adaptive, stepper->tableau->error != NULL);
        else
            assert_true(stepper->missing || (stepper->open && stepper->go && stepper->dense));
    }
    assert_null(jd_stepper_find("no-such"));
}

static void a_stepper_that_is_missing_says_what_to_install(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("pendulum.jd", pendulum, strlen(pendulum), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    for (int n = 0; jd_stepper_at(n); n++) {
        const StepperType *stepper = jd_stepper_at(n);
        if (!stepper->missing) continue;
        assert_null(jd_run_new(system, (JdRunDef){.stepper = stepper->name, .until = 1}, log));
        const JdMessage said = jd_log_message(log, jd_log_count(log) - 1);
        assert_string_equal(said.code, "stepper-not-built");
        assert_non_null(strstr(said.text, stepper->name));
        assert_non_null(strstr(said.hint, "libsundials-dev"));
    }
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stepper_has_its_order),
        cmocka_unit_test(it_is_as_good_between_the_steps),
        cmocka_unit_test(a_smaller_tolerance_gives_a_smaller_error),
        cmocka_unit_test(with_a_tolerance_it_is_as_good_between_the_steps),
        cmocka_unit_test(a_stepper_that_is_missing_says_what_to_install),
        cmocka_unit_test(results_do_not_depend_on_how_often_they_are_asked_for),
        cmocka_unit_test(their_numbers_fulfil_the_order_conditions),
        cmocka_unit_test(they_know_which_of_their_numbers_are_not_zero),
        cmocka_unit_test(every_stepper_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
