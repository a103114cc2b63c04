/* SPDX-License-Identifier: MIT
 *
 * Every formulation keeps the same contract; a new one is tested by its line in forms.def, and
 * every model by being in model/. The motion is the mechanism's and not the formulation's: all
 * channels, reactions included, are the same at every output. Formulations in which a joint gives
 * way run every model, too, or say by name why not. */
#include "form/agree.h"
#include "contract/models.h"
#include "form/form.h"

enum { OUTPUTS = 25 };

/* What a model needs beyond its own words. */
typedef struct {
    const char *name;
    double share;
} Ease;

static const Ease eases[] = {
    /* Passes singular positions, where rounding counts. */
    {"model/n_four_bar.jd", 1e-7},
    {NULL, 1e-8},
};

static const Ease *ease_of(const char *path) {
    const Ease *e = eases;
    while (e->name && strcmp(e->name, path) != 0) e++;
    return e;
}

/* A joint gives way: not the motion of the rigid mechanism. */
static bool is_soft(const FormType *form) {
    return form->elastic || form->clearance;
}

/* ---- The same motion ------------------------------------------------------------------------ */

static Case open_way(const char *path, JdReadDef read, JdCompileDef how, JdRunDef run) {
    JdLog *log = jd_log_new();
    Case c = open_model(jd_model_read_file(path, read, log), log, how, run);
    const double until = jd_run_settings(c.run).until;
    jd_run_free(c.run);
    run.until = until;
    run.output_every = until / OUTPUTS;
    c.run = jd_run_new(c.system, run, log);
    must(&c, c.run != NULL);
    return c;
}

/* The motion of this way against one that is known. */
static void check_way(const Record *wanted, const char *path, JdReadDef read, JdCompileDef how,
                      JdRunDef run, double share) {
    Case c = open_way(path, read, how, run);
    Record is;
    char what[200];
    snprintf(what, sizeof what, "%s%s as %s", path, read.spatial ? " in space" : "", how.form);
    if (!record_try(&c, &is)) print_error("%s does not come to its end:\n", what), must(&c, false);
    check_difference(record_compare(&c, wanted, &is), share, what);
    record_free(&is);
    close_case(&c);
}

static Record wanted_motion(const char *path, JdReadDef read, JdRunDef run) {
    Case c = open_way(path, read, (JdCompileDef){.form = "newton-euler"}, run);
    Record wanted = record_run(&c);
    assert_int_equal(wanted.rows, OUTPUTS + 1);
    close_case(&c);
    return wanted;
}

static void check_forms(const char *path, JdReadDef read, JdRunDef run, double share) {
    Record wanted = wanted_motion(path, read, run);
    int compared = 0;
    for (int f = 1; jd_form_at(f); f++) {
        if (is_soft(jd_form_at(f))) continue;
        check_way(&wanted, path, read, (JdCompileDef){.form = jd_form_at(f)->name}, run, share);
        compared++;
    }
    assert_true(compared >= 2);
    record_free(&wanted);
}

static void every_model_moves_the_same_under_every_formulation(void **state) {
    (void)state;
    for (int m = 0; m < model_count; m++)
        check_forms(models[m], (JdReadDef){0}, (JdRunDef){0}, ease_of(models[m])->share);
}

static const char *const planar[] = {"model/slider_crank.jd", "model/seven_body.jd",
                                     "model/quick_return.jd", "model/four_bar_free.jd"};

/* There joints lock some motions twice. */
static void planar_models_in_space_move_the_same_too(void **state) {
    (void)state;
    for (int m = 0; m < 4; m++)
        check_forms(planar[m], (JdReadDef){.spatial = true}, (JdRunDef){0}, 1e-8);
}

static void other_steppers_move_them_the_same(void **state) {
    (void)state;
    for (int m = 0; m < 2; m++) {
        Record wanted = wanted_motion(planar[m], (JdReadDef){0}, (JdRunDef){0});
        for (int f = 0; jd_form_at(f); f++)
            if (!is_soft(jd_form_at(f)))
                check_way(&wanted, planar[m], (JdReadDef){0},
                          (JdCompileDef){.form = jd_form_at(f)->name},
                          (JdRunDef){.stepper = "dopri5"}, 1e-8);
        record_free(&wanted);
    }
}

/* Without projection a gap grows with the error of the steps; gains of the wrong sign make it grow
 * by itself. */
static void every_stabilisation_of_loops_does(void **state) {
    (void)state;
    static const char *const ways[] = {"none", "baumgarte"};
    for (int m = 0; m < 4; m++) {
        Record wanted = wanted_motion(planar[m], (JdReadDef){0}, (JdRunDef){0});
        for (int f = 0; jd_form_at(f); f++)
            for (int k = 0; k < 2 && !is_soft(jd_form_at(f)); k++)
                check_way(&wanted, planar[m], (JdReadDef){0},
                          (JdCompileDef){.form = jd_form_at(f)->name, .stabilise = ways[k]},
                          (JdRunDef){0}, 1e-7);
        record_free(&wanted);
    }
}

/* ---- Joints that give way ------------------------------------------------------------------- */

static void run_soft(const char *path, const FormType *type) {
    const char *form = type->name;
    JdLog *log = jd_log_new();
    Case c = {.log = log, .model = jd_model_read_file(path, (JdReadDef){0}, log)};
    c.system = jd_compile(c.model, (JdCompileDef){.form = form}, log);
    if (!c.system) { /* no joint that could have clearance, or bearings that keep it in place */
        const bool held = !strcmp(path, "model/universal_shaft.jd");
        const bool why = said(log, held ? "loop-open" : "clearance-joint", NULL);
        must(&c, why && type->clearance && jd_log_errors(log) == 1);
        close_case(&c);
        return;
    }
    c.run = jd_run_new(c.system, (JdRunDef){0}, log);
    const double until = 1e-2 * jd_run_settings(c.run).until;
    jd_run_free(c.run);
    c.run = jd_run_new(c.system,
                       (JdRunDef){.until = until, .output_every = until, .max_steps = 20000}, log);
    to_the_end(&c);
    for (int k = 0; k < jd_channel_count(c.system); k++)
        if (!isfinite(jd_run_value(c.run, (JdChannel){k})))
            fail_msg("%s as %s: %s is not finite", path, form,
                     jd_channel_name(c.system, (JdChannel){k}));
    close_case(&c);
}

static void every_model_runs_with_joints_that_give_way(void **state) {
    (void)state;
    for (int m = 0; m < model_count; m++)
        for (int f = 0; jd_form_at(f); f++)
            if (is_soft(jd_form_at(f))) run_soft(models[m], jd_form_at(f));
}

/* ---- The table ------------------------------------------------------------------------------ */

static void every_formulation_is_found_by_its_names(void **state) {
    (void)state;
    int count = 0;
    for (const FormType *form; (form = jd_form_at(count)); count++) {
        assert_ptr_equal(jd_form_find(form->name), form);
        assert_true(form->summary && *form->summary && form->closes && *form->closes);
        char words[64];
        snprintf(words, sizeof words, "%s", form->aliases ? form->aliases : "");
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
            assert_ptr_equal(jd_form_find(word), form);
    }
    assert_true(count >= 5);
    assert_null(jd_form_find("newton"));
}

/* What form.h says of each function: which must be there, and which come together. */
static void every_formulation_has_the_functions_that_it_must_have(void **state) {
    (void)state;
    for (int n = 0; jd_form_at(n); n++) {
        const FormType *f = jd_form_at(n);
        assert_true(f->prepare && f->state && f->first_velocity && f->tidy && f->error);
        assert_true(f->rates && f->recover && f->kinematics && f->project && f->count);
        assert_true(f->parts & 1u << PART_SOLUTION);
        assert_true(!f->unsettled == !f->settle && !f->settle == !f->afresh);
        assert_true(!f->open || f->afresh);
        assert_true((!f->settle && !f->independent) || f->rate_name);
        assert_true(!f->residual == !f->pattern && !f->residual == !f->known);
        assert_true(!f->keep || f->layout);
        assert_true(!f->elastic || !f->clearance);
    }
}

/* As many coordinates as the mechanism has freedoms is all that some take. */
static void every_formulation_counts_its_unknowns(void **state) {
    (void)state;
    static const struct {
        const char *form;
        int coordinates, dependent, multipliers, index;
    } wanted[] = {{"newton-euler", 9, 0, 8, 3},
                  {"cut-joint", 3, 0, 2, 3},
                  {"minimal", 1, 2, 0, 0},
                  {"elastic", 3, 0, 0, 0},
                  {"clearance", 3, 0, 1, 3}};
    for (int n = 0; n < 5; n++) {
        Case c = open_file("model/slider_crank.jd", NULL, (JdCompileDef){.form = wanted[n].form},
                           (JdRunDef){0});
        const FormCount is = c.system->form->count(c.system);
        assert_int_equal(is.coordinates, wanted[n].coordinates);
        assert_int_equal(is.dependent, wanted[n].dependent);
        assert_int_equal(is.multipliers, wanted[n].multipliers);
        assert_int_equal(jd_count_index(&is), wanted[n].index);
        assert_string_equal(jd_count_kind(&is), wanted[n].index ? "dependent" : "independent");
        assert_int_equal(is.springs, c.system->form->elastic != NULL);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_formulation_is_found_by_its_names),
        cmocka_unit_test(every_formulation_has_the_functions_that_it_must_have),
        cmocka_unit_test(every_formulation_counts_its_unknowns),
        cmocka_unit_test(every_model_moves_the_same_under_every_formulation),
        cmocka_unit_test(planar_models_in_space_move_the_same_too),
        cmocka_unit_test(other_steppers_move_them_the_same),
        cmocka_unit_test(every_stabilisation_of_loops_does),
        cmocka_unit_test(every_model_runs_with_joints_that_give_way),
    };
    return cmocka_run_group_tests(tests, list_models, NULL);
}
