/* SPDX-License-Identifier: MIT
 *
 * What `form auto` is judged by: for each model the time that every exact form takes up to an error
 * of 1e-6, and what the one costs that `auto` takes. */
#include "bench.h"
#include <string.h>

static const double wanted = 1e-6;
static const double longest = 2; /* seconds: what takes longer is given up */
enum { MOST_FORMS = 8, LADDER = 14, MOST_BODIES = 4000 };

typedef struct {
    JdModel *model;
    JdLog *log;
    double until;
    int numbers;
    double goal[3 * MOST_BODIES], at[3 * MOST_BODIES];
} Subject;

static bool too_long(void *from, double time) {
    (void)time;
    return bench_seconds() - *(const double *)from > longest;
}

/* Where all bodies are at the end, by the mechanism's length. The time it took; INFINITY: it did
 * not arrive. */
static double run_to_end(const Subject *of, const JdSystem *system, double tol, double *at) {
    double from = bench_seconds();
    JdRunDef def = {.until = of->until,
                    .output_every = of->until,
                    .tol = tol,
                    .stop = too_long,
                    .stop_data = &from};
    JdRun *run = jd_run_new(system, def, of->log);
    while (jd_run_next(run)) continue;
    const double took = bench_seconds() - from;
    const bool arrived = run && !jd_run_failed(run) && !jd_run_stopped(run);
    for (int k = 0; arrived && k < of->numbers; k++) {
        char name[300];
        snprintf(name, sizeof name, "%s.%c", system->body[k / 3 + 1].name, "xyz"[k % 3]);
        const JdChannel channel = jd_channel(system, name, NULL);
        at[k] = channel.index < 0 ? 0 : jd_run_value(run, channel) / system->length;
    }
    jd_run_free(run);
    return arrived ? took : INFINITY;
}

static double distance(const double *a, const double *b, int n) {
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(a[k] - b[k]));
    return most;
}

/* The loosest tolerance whose tighter ones all keep the wanted error, too. */
static double climb(Subject *of, const JdSystem *system, double *tol) {
    double took[LADDER];
    int first = LADDER;
    for (int k = LADDER - 1; k >= 0; k--) {
        const double setting = pow(10, -4 - 0.5 * k);
        took[k] = run_to_end(of, system, setting, of->at);
        if (isinf(took[k]) && k > 10) continue;
        if (isinf(took[k]) || !(distance(of->at, of->goal, of->numbers) <= wanted)) break;
        first = k;
    }
    if (first == LADDER) return INFINITY;
    *tol = pow(10, -4 - 0.5 * first);
    double least = took[first], spent = 0;
    for (int round = 0; round < 20 && spent < 0.1; round++) {
        const double now = run_to_end(of, system, *tol, of->at);
        least = fmin(least, now), spent += now;
    }
    return least;
}

static JdSystem *compile(const Subject *of, const char *form) {
    return jd_compile(of->model, (JdCompileDef){.form = form, .until = of->until}, of->log);
}

static void print_model(const char *path) {
    static Subject of;
    of.log = jd_log_new();
    of.model = jd_model_read_file(path, (JdReadDef){0}, of.log);
    JdSystem *first = compile(&of, "auto"), *exact = compile(&of, "newton-euler");
    if (first && exact && first->bodies - 1 <= MOST_BODIES) {
        of.until = of.model->run.to > 0 ? of.model->run.to : 1;
        of.model->run.every = 0;
        of.numbers = 3 * (first->bodies - 1);
        const bool known = isfinite(run_to_end(&of, exact, 1e-12, of.goal)) ||
                           isfinite(run_to_end(&of, exact, 1e-11, of.goal));
        double own = INFINITY, best = INFINITY;
        printf("%s,%s,\"%s\"", path, first->settings.form, first->why);
        for (int k = 0; known && jd_form_at(k); k++) {
            const FormType *form = jd_form_at(k);
            double tol = 0;
            if (form->elastic || form->clearance) continue;
            JdSystem *system = compile(&of, form->name);
            const double took = system ? climb(&of, system, &tol) : INFINITY;
            if (!strcmp(form->name, first->settings.form)) own = took;
            best = fmin(best, took);
            printf(",%.3g,%.0e", took / of.until, tol);
            jd_system_free(system);
        }
        printf(",%.2f\n", own / best);
    } else {
        printf("%s,-\n", path);
    }
    fflush(stdout);
    jd_system_free(first);
    jd_system_free(exact);
    jd_model_free(of.model);
    jd_log_free(of.log);
}

void bench_print_forms(char **models) {
    printf("model,auto,why");
    for (int k = 0; jd_form_at(k); k++)
        if (!jd_form_at(k)->elastic && !jd_form_at(k)->clearance)
            printf(",%s,tol", jd_form_at(k)->name);
    puts(",auto_by_best");
    for (; *models; models++) print_model(*models);
}
