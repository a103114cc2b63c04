/* SPDX-License-Identifier: MIT
 *
 * The index that is told is the one of the equations that a stepper solves. They are r(t, z, z') =
 * 0. If the derivatives of r by z' (where z' occurs) and by z (where it does not) are regular, all
 * of z' and the algebraic unknowns follow: index 1 at most. Otherwise it is more. */
#include "verify/verify.h"
#include "run/inside.h"

/* Whether the n x n matrix, in columns that are made of size 1, has full rank. */
static bool is_regular(double *a, int n) {
    for (int c = 0; c < n; c++) {
        double size = 0;
        for (int r = 0; r < n; r++) size = fmax(size, fabs(a[r * n + c]));
        for (int r = 0; r < n && size > 0; r++) a[r * n + c] /= size;
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int r = k; r < n; r++)
            if (fabs(a[r * n + k]) > fabs(a[best * n + k])) best = r;
        if (fabs(a[best * n + k]) < 1e-9) return false;
        for (int c = 0; c < n; c++) {
            const double other = a[best * n + c];
            a[best * n + c] = a[k * n + c], a[k * n + c] = other;
        }
        for (int r = k + 1; r < n; r++) {
            const double share = a[r * n + k] / a[k * n + k];
            for (int c = k; c < n; c++) a[r * n + c] -= share * a[k * n + c];
        }
    }
    return true;
}

static bool rates_and_multipliers_follow(JdRun *run, bool locked) {
    Tangent t;
    assert_true(jd_tangent_new(&t, run, locked));
    const size_t n = (size_t)t.n;
    double *a = calloc(n * n, sizeof *a), *z = calloc(2 * n, sizeof *z);
    memcpy(z, run->y, (size_t)run->n * sizeof *z);
    jd_run_rates(run, run->t, run->y, z + n);
    jd_tangent_multipliers(&t, z);
    jd_tangent_eval(&t, run->t, z, z + n);
    for (int c = 0; c < t.n; c++)
        for (int k = t.start[c]; k < t.start[c + 1]; k++)
            a[t.row[k] * t.n + c] = c < t.states ? t.by_rate[k] : t.by_unknown[k];
    const bool regular = is_regular(a, t.n);
    jd_tangent_free(&t);
    free(a), free(z);
    return regular;
}

static void check_index(const char *path, const char *form, const char *stabilise) {
    Case c =
        open_file(path, NULL, (JdCompileDef){.form = form, .stabilise = stabilise}, (JdRunDef){0});
    for (int k = 0; k < 3; k++) assert_true(advance(&c));
    for (int n = 0; jd_stepper_at(n); n++) {
        const StepperType *stepper = jd_stepper_at(n);
        const int index = jd_stepper_index(stepper, c.system);
        const bool locked = jd_stepper_takes_locks(stepper, c.system);
        if (rates_and_multipliers_follow(c.run, locked) != (index < 2))
            fail_msg("%s by %s, %s: index %d", path, stepper->name, form, index);
    }
    close_case(&c);
}

static void the_index_is_that_of_the_equations(void **state) {
    (void)state;
    static const char *const paths[] = {"model/slider_crank.jd", "model/rolling_disc.jd",
                                        "model/bricard.jd", "model/simple_pendulum.jd",
                                        "model/knife_edge.jd"};
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    for (int p = 0; p < 5; p++)
        for (int f = 0; f < 3; f++) {
            check_index(paths[p], forms[f], "projection");
            check_index(paths[p], forms[f], "baumgarte");
        }
}

static void ida_alone_solves_index_2(void **state) {
    (void)state;
    Case c = open_file("model/slider_crank.jd", NULL, (JdCompileDef){.form = "newton-euler"},
                       (JdRunDef){0});
    for (int n = 0; jd_stepper_at(n); n++)
        assert_int_equal(jd_stepper_index(jd_stepper_at(n), c.system),
                         strcmp(jd_stepper_at(n)->name, "ida") ? 1 : 2);
    close_case(&c);
}

/* A body that flies has nothing but its differential equations. */
static void without_locks_it_is_0(void **state) {
    (void)state;
    Case c = open_file("model/free_body.jd", NULL, (JdCompileDef){0}, (JdRunDef){0});
    for (int n = 0; jd_stepper_at(n); n++)
        assert_int_equal(jd_stepper_index(jd_stepper_at(n), c.system), 0);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_is_that_of_the_equations),
        cmocka_unit_test(ida_alone_solves_index_2),
        cmocka_unit_test(without_locks_it_is_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
