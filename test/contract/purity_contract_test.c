/* SPDX-License-Identifier: MIT
 *
 * An evaluation is a pure function of time, state and mode: what was evaluated before does not
 * count. So states in any order give the same bits, and a run gives the same bytes whatever is
 * looked at between its steps. For every model, every formulation and every stepper. */
#include "form/agree.h"
#include "contract/models.h"
#include "run/run.h"

enum { STATES = 12, ROWS = 6, EXTRA = 24, STEPS = 100 };

/* ---- States in any order -------------------------------------------------------------------- */

typedef struct {
    int n, count;
    double t[STATES], *y, *rates;
} Sample;

static double *state_at(const Sample *s, int k) {
    return s->y + (size_t)k * (size_t)s->n;
}

/* States of a motion, and such beside it as the stages of a long step have. */
static Sample sample_states(Case *c) {
    Sample s = {.n = c->run->n};
    s.y = calloc((size_t)(STATES * s.n) + 1, sizeof(double));
    s.rates = calloc((size_t)(STATES * s.n) + 1, sizeof(double));
    assert_true(s.y && s.rates);
    while (s.count < STATES && jd_run_next(c->run)) {
        s.t[s.count] = c->run->t;
        for (int i = 0; i < s.n; i++) {
            const double y = c->run->y[i], off = s.count % 3 ? 1e-4 : 0;
            state_at(&s, s.count)[i] = y + off * check_uniform(-1, 1) * fmax(fabs(y), 1e-2);
        }
        s.count++;
    }
    return s;
}

static void free_sample(Sample *s) {
    free(s->y);
    free(s->rates);
}

/* What else happens between evaluations must not be seen in them either. */
static void disturb(Case *c, const Sample *s, int k) {
    double *y = c->run->out;
    memcpy(y, state_at(s, k), (size_t)s->n * sizeof *y);
    c->run->form->project(c->system, &c->run->motion, s->t[k], FACTORS_NEARBY, y);
    c->run->form->rates(c->system, &c->run->motion, s->t[k], y, c->run->work);
    c->run->form->recover(c->system, &c->run->motion, LEVEL_ACCELERATION);
}

/* A state that has just been put onto the locks has the rates that it has later, too. */
static void check_projected(Case *c, const Sample *s, int k, const char *path, const char *form) {
    const FormType *f = c->run->form;
    double *now = c->run->y_new, *y = c->run->out;
    disturb(c, s, k);
    f->rates(c->system, &c->run->motion, s->t[0], state_at(s, 0), now);
    f->rates(c->system, &c->run->motion, s->t[k], y, now);
    if (memcmp(now, c->run->work, (size_t)s->n * sizeof *now))
        fail_msg("%s as %s: rates at t = %g are others where the state was put onto the locks",
                 path, form, s->t[k]);
}

static void check_order(const char *path, JdReadDef read, const char *form) {
    JdLog *log = jd_log_new();
    Case c = {.log = log, .model = jd_model_read_file(path, read, log)};
    c.system = jd_compile(c.model, (JdCompileDef){.form = form}, log);
    if (c.system) c.run = jd_run_new(c.system, (JdRunDef){.output_every = -1}, log);
    if (!c.run) { /* a joint that cannot give way; form_contract_test says which */
        close_case(&c);
        return;
    }
    Sample s = sample_states(&c);
    const FormType *f = c.run->form;
    for (int k = 0; k < s.count; k++)
        f->rates(c.system, &c.run->motion, s.t[k], state_at(&s, k),
                 s.rates + (size_t)k * (size_t)s.n);
    for (int trial = 0; trial < 3 * s.count; trial++) {
        const int k = (int)(check_random() % (uint64_t)s.count);
        double *now = c.run->y_new;
        if (trial % 2) disturb(&c, &s, (int)(check_random() % (uint64_t)s.count));
        f->rates(c.system, &c.run->motion, s.t[k], state_at(&s, k), now);
        if (memcmp(now, s.rates + (size_t)k * (size_t)s.n, (size_t)s.n * sizeof *now) == 0)
            continue;
        for (int i = 0; i < s.n; i++)
            if (now[i] != s.rates[k * s.n + i])
                fail_msg("%s%s as %s: rate %d at t = %g is %.17g, was %.17g", path,
                         read.spatial ? " in space" : "", form, i, s.t[k], now[i],
                         s.rates[k * s.n + i]);
    }
    for (int k = 0; k < s.count; k++) check_projected(&c, &s, k, path, form);
    free_sample(&s);
    close_case(&c);
}

static void states_in_any_order_have_the_same_rates(void **state) {
    (void)state;
    check_seed(7);
    for (int m = 0; m < model_count; m++)
        for (int f = 0; jd_form_at(f); f++) {
            check_order(models[m], (JdReadDef){0}, jd_form_at(f)->name);
            if ((m + f) % 3 == 0)
                check_order(models[m], (JdReadDef){.spatial = true}, jd_form_at(f)->name);
        }
}

/* ---- Rows between steps --------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static Record rows_with(const char *path, JdReadDef read, JdCompileDef how, JdRunDef run,
                        JdRunCost *cost) {
    JdLog *log = jd_log_new();
    Case c = {.log = log, .model = jd_model_read_file(path, read, log)};
    Record r = {.channels = 0};
    c.system = jd_compile(c.model, how, log);
    if (c.system) c.run = jd_run_new(c.system, run, log);
    r.channels = c.run ? jd_channel_count(c.system) : 0;
    r.value = calloc((size_t)(r.channels * (ROWS + 4)) + 1, sizeof(double));
    assert_non_null(r.value);
    while (c.run && jd_run_next(c.run)) {
        for (int k = 0; k < r.channels && jd_run_is_extra(c.run); k++)
            jd_run_value(c.run, (JdChannel){k}); /* somebody looks at it */
        if (jd_run_is_extra(c.run)) continue;
        assert_true(r.rows < ROWS + 4);
        for (int k = 0; k < r.channels; k++)
            r.value[r.rows * r.channels + k] = jd_run_value(c.run, (JdChannel){k});
        r.rows++;
    }
    *cost = jd_run_cost(c.run);
    close_case(&c);
    return r;
}

static void check_rows(const char *path, JdReadDef read, JdCompileDef how, JdRunDef run) {
    double also[EXTRA];
    for (int k = 0; k < EXTRA; k++) also[k] = check_uniform(0, run.until);
    qsort(also, EXTRA, sizeof *also, by_size);
    JdRunCost cost, cost_extra;
    run.output_every = run.until / ROWS;
    Record plain = rows_with(path, read, how, run, &cost);
    run.also = also;
    run.also_count = EXTRA;
    Record extra = rows_with(path, read, how, run, &cost_extra);
    char what[200];
    snprintf(what, sizeof what, "%s%s as %s by %s", path, read.spatial ? " in space" : "", how.form,
             run.stepper);
    if (plain.rows != extra.rows || cost.steps != cost_extra.steps ||
        cost.evaluations != cost_extra.evaluations)
        fail_msg("%s: %d rows, %ld steps, %ld evaluations; with extra rows %d, %ld, %ld", what,
                 plain.rows, cost.steps, cost.evaluations, extra.rows, cost_extra.steps,
                 cost_extra.evaluations);
    for (int k = 0; k < plain.rows * plain.channels; k++)
        if (memcmp(&plain.value[k], &extra.value[k], sizeof(double)) != 0)
            fail_msg("%s: channel %d of row %d is %.17g, with extra rows %.17g", what,
                     k % plain.channels, k / plain.channels, plain.value[k], extra.value[k]);
    free(plain.value);
    free(extra.value);
}

/* The time a model runs, as far as this many steps of its own stepper go. */
static double time_of(const char *path, JdReadDef read) {
    JdLog *log = jd_log_new();
    Case c = open_model(jd_model_read_file(path, read, log), log, (JdCompileDef){0},
                        (JdRunDef){.output_every = -1, .stepper = "dop853"});
    double t = 0;
    for (int k = 0; k < 25 && jd_run_next(c.run); k++) t = jd_run_value(c.run, jd_time);
    close_case(&c);
    return t;
}

/* The default with every form; the others take turns. */
static bool is_its_turn(int model, int form, int stepper) {
    return stepper == 0 || (model + form + stepper) % 5 == 0;
}

static void rows_between_change_no_other_byte(void **state) {
    (void)state;
    check_seed(8);
    for (int m = 0; m < model_count; m++) {
        const double until = time_of(models[m], (JdReadDef){0});
        for (int f = 0; jd_form_at(f); f++)
            for (int k = 0; jd_stepper_at(k); k++) {
                const StepperType *stepper = jd_stepper_at(k);
                if (stepper->missing || !is_its_turn(m, f, k)) continue;
                check_rows(models[m], (JdReadDef){0}, (JdCompileDef){.form = jd_form_at(f)->name},
                           (JdRunDef){.stepper = stepper->name,
                                      .until = until,
                                      .max_steps = 5 * STEPS,
                                      .dt = stepper->adaptive ? 0 : until / STEPS});
            }
    }
}

static void nor_do_they_where_locks_repeat_each_other(void **state) {
    (void)state;
    static const char *const flat[] = {"model/slider_crank.jd", "model/n_four_bar.jd",
                                       "model/seven_body.jd"};
    for (int m = 0; m < 3; m++)
        for (int f = 0; jd_form_at(f); f++)
            check_rows(flat[m], (JdReadDef){.spatial = true},
                       (JdCompileDef){.form = jd_form_at(f)->name},
                       (JdRunDef){.stepper = "dop853",
                                  .until = time_of(flat[m], (JdReadDef){.spatial = true}),
                                  .max_steps = 5 * STEPS});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_in_any_order_have_the_same_rates),
        cmocka_unit_test(rows_between_change_no_other_byte),
        cmocka_unit_test(nor_do_they_where_locks_repeat_each_other),
    };
    return cmocka_run_group_tests(tests, list_models, NULL);
}
