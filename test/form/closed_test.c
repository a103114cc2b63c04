/* SPDX-License-Identifier: MIT
 *
 * The end of a step in closed form is evaluated before its dependent coordinates are written down:
 * rates are the same before and after that, bit by bit. */
#include "check.h"
#include "run/run.h"
#include "verify/verify.h"

static const char *const models[] = {
    "model/slider_crank.jd", "model/seven_body.jd", "model/crane_hoist.jd", "model/fourbar1.jd",
    "model/fourbar2.jd",     "model/stewart.jd",    "model/engine_v6.jd",   "model/n_four_bar.jd",
};
enum { MODELS = sizeof models / sizeof *models, ROWS = 10, MOST = 400 };

/* How often of all rows the form said so. */
static int closed_rows(const char *path) {
    double y[MOST], before[MOST], after[MOST];
    Case c = open_file(path, NULL, (JdCompileDef){.form = "minimal"},
                       (JdRunDef){.tol = 1e-6, .until = 0.05, .output_every = 0.05 / ROWS});
    const JdSystem *s = c.system;
    const FormType *form = s->form;
    const size_t size = (size_t)c.run->n * sizeof *y;
    int seen = 0;
    assert_true(c.run->n <= MOST);
    while (jd_run_next(c.run)) {
        memcpy(y, c.run->y, size);
        for (int k = 0; k < c.run->n; k++) y[k] *= 1 + check_uniform(-1e-9, 1e-9);
        form->tidy(s, y);
        form->rates(s, &c.run->motion, c.run->t, y, before);
        jd_run_strays(c.run);
        if (!form->ends_closed(s, &c.run->motion)) continue;
        assert_true(form->project(s, &c.run->motion, c.run->t, FACTORS_HERE, y).done);
        form->rates(s, &c.run->motion, c.run->t, y, after);
        for (int k = 0; k < c.run->n; k++)
            if (memcmp(&before[k], &after[k], sizeof *before) != 0)
                fail_msg("%s: rate %d of %d is %.17g and then %.17g", path, k, c.run->n, before[k],
                         after[k]);
        seen++;
    }
    close_case(&c);
    return seen;
}

static void rates_are_those_of_the_closed_state(void **state) {
    (void)state;
    check_seed(13);
    for (int n = 0; n < MODELS; n++) assert_int_equal(closed_rows(models[n]), ROWS + 1);
}

/* The rate of a spin is in the state along three axes. */
static void a_spin_is_read_off_the_state(void **state) {
    (void)state;
    assert_int_equal(closed_rows("model/rssr.jd"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_are_those_of_the_closed_state),
        cmocka_unit_test(a_spin_is_read_off_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
