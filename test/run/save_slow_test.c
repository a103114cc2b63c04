/* SPDX-License-Identifier: MIT
 *
 * Every model in model/, under every form and stepper of our own: a run that was saved at any step
 * or row goes on as if it had not been, to the last bit of every channel. */
#include "save.h"
#include <dirent.h>
#include <string.h>

enum { STEPS_MOST = 40 }; /* of each run: a part of it is enough */

static int models, systems, taken;

static void check_system(const JdModel *model, const char *path, const char *form, JdRunDef def) {
    JdLog *log = jd_log_new();
    char what[256];
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = form}, log);
    if (system) {
        snprintf(what, sizeof what, "%.180s, %.30s, %.30s", path, form, def.stepper);
        taken += check_journey(system, def, what);
        systems++;
    }
    jd_system_free(system);
    jd_log_free(log);
}

static void check_model(const char *path) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    assert_non_null(model);
    for (int f = 0; jd_form_at(f); f++)
        for (int s = 0; jd_stepper_at(s); s++) {
            const StepperType *stepper = jd_stepper_at(s);
            const bool own = !stepper->go && !stepper->missing;
            /* Each form with the first, which is the default; the others take turns. */
            if (!own || (s > 0 && (models + f + s) % 3)) continue;
            JdRunDef def = {.stepper = stepper->name, .tol = 1e-7, .max_steps = STEPS_MOST};
            if (!stepper->adaptive) def.dt = model->run.to / 2000;
            /* Rows lie between steps, at them, or far apart. */
            const double rows[] = {-1, model->run.to / 300, model->run.to / 3000};
            def.output_every = rows[check_random() % 3];
            check_system(model, path, jd_form_at(f)->name, def);
        }
    jd_model_free(model);
    jd_log_free(log);
    models++;
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

static void every_model_goes_on_where_it_was_saved(void **state) {
    (void)state;
    static char names[64][256];
    int count = 0;
    DIR *folder = opendir("model");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) && count < 64;) {
        const char *end = strrchr(entry->d_name, '.');
        if (end && !strcmp(end, ".jd"))
            snprintf(names[count++], sizeof names[0], "model/%.200s", entry->d_name);
    }
    closedir(folder);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    check_seed(5);
    for (int n = 0; n < count; n++) check_model(names[n]);
    assert_true(models >= 20 && systems > 6 * models && taken > 2 * systems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_goes_on_where_it_was_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
