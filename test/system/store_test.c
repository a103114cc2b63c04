/* SPDX-License-Identifier: MIT
 *
 * A force that reads the energy of the mechanism gets what its springs store at that very instant:
 * the same motion as with the energy written out, whatever was evaluated before. */
#include "form/agree.h"
#include "run/run.h"

/* A block between two springs, the second on its joint, is led to an energy of 20 J. */
#define BLOCK                                                                                      \
    "gravity [0, 0] m/s^2\n"                                                                       \
    "body block { at [0.3, 0]  mass 2 kg  inertia 0.1 kg*m^2 }\n"                                  \
    "joint guide : prismatic ground -- block at [0, 0] [0.3, 0] axis x\n"                          \
    "force lead : effort guide.travel { value 0.4 1/s * (goal - full) * guide.speed * 1 "          \
    "s^2/m^2 }\n"                                                                                  \
    "force spring : spring-damper ground -- block at [-1, 0] [0.3, 0] "                            \
    "{ stiffness 200 N/m  length 1 m }\n"                                                          \
    "force second : free-spring guide.travel { stiffness 150 N/m  rest 0.1 m }\n"                  \
    "start guide.speed = 0.5 m/s\n"                                                                \
    "run to 3 s every 0.25 s tol 1e-10\n"

static const char read_text[] = "signal goal = 20 J\nsignal full = energy\n" BLOCK;
static const char written_text[] =
    "signal goal = 20 J\n"
    "signal full = 0.5 * 2 kg * block.vx^2 + 0.5 * 200 N/m * (block.x)^2 "
    "+ 0.5 * 150 N/m * (guide.travel - 0.1 m)^2\n" BLOCK;

static const char *const exact[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "cvode"};

static void compare(const char *form, const char *stepper) {
    const JdCompileDef how = {.form = form};
    const JdRunDef run = {.stepper = stepper};
    Case read = open_text(read_text, how, run), written = open_text(written_text, how, run);
    const JdChannel x = jd_channel(read.system, "block.x", NULL),
                    ax = jd_channel(read.system, "block.ax", NULL),
                    energy = jd_channel(read.system, "energy", NULL);
    double most = 0;
    while (jd_run_next(written.run)) {
        assert_true(jd_run_next(read.run));
        check_near(jd_run_value(read.run, x), jd_run_value(written.run, x), 1e-7, form);
        check_near(jd_run_value(read.run, ax), jd_run_value(written.run, ax), 1e-5, form);
        most = fmax(most, jd_run_value(read.run, energy));
    }
    assert_false(jd_run_failed(read.run));
    assert_true(most > 19); /* it was led there */
    close_case(&read);
    close_case(&written);
}

static void energy_is_that_of_the_instant(void **state) {
    (void)state;
    for (size_t f = 0; f < sizeof exact / sizeof *exact; f++)
        for (size_t n = 0; n < sizeof steppers / sizeof *steppers; n++)
            compare(exact[f], steppers[n]);
}

/* ---- Whatever was evaluated before ------------------------------------------------------------
 */

static void evaluations_do_not_remember(void **state) {
    int tried = 0;
    (void)state;
    for (int f = 0; jd_form_at(f); f++) {
        const char *form = jd_form_at(f)->name;
        Case c = {.log = jd_log_new()};
        c.model = jd_model_read_text("test", read_text, strlen(read_text), (JdReadDef){0}, c.log);
        c.system = jd_compile(c.model, (JdCompileDef){.form = form}, c.log);
        c.run = jd_run_new(c.system, (JdRunDef){.stepper = "dop853"}, c.log);
        if (!c.run) { /* no joint that could give way */
            close_case(&c);
            continue;
        }
        tried++;
        const size_t n = (size_t)c.run->n;
        double *here = calloc(3 * n + 1, sizeof *here), *rates = here + n, *again = rates + n;
        assert_non_null(here);
        memcpy(here, c.run->y, n * sizeof *here);
        c.run->form->rates(c.system, &c.run->motion, 0, here, rates);
        while (jd_run_next(c.run)) {
            c.run->form->rates(c.system, &c.run->motion, 0, here, again);
            for (size_t i = 0; i < n; i++) check_near(again[i], rates[i], 0, form);
            c.run->form->rates(c.system, &c.run->motion, c.run->t, c.run->y, again);
        }
        free(here);
        close_case(&c);
    }
    assert_true(tried >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_is_that_of_the_instant),
        cmocka_unit_test(evaluations_do_not_remember),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
