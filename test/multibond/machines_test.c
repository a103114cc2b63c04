/* SPDX-License-Identifier: MIT
 *
 * Mechanisms that are no models of the program (test/multibond/machines): gears and a rack, a
 * user's joint types, rods and hinges that repeat others, a knife edge, a screw, motors with states
 * of their own, drives. By every method that says what stands at the locks a graph ends where the
 * mechanism does, with vector and with scalar bonds. */
#include "base/base.h"
#include "check.h"
#include "jourdain.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 12, NAME = 80 };
typedef struct {
    JdModel *model;
    char name[CHANNELS][NAME], signal[CHANNELS][NAME];
    const char *channels[CHANNELS + 1];
    int count;
    double wanted[CHANNELS];
} Machine;

static const double end = 0.25, within = 1e-8; /* s; of numbers of size one */

static void values_at_end(const JdModel *model, JdCompileDef def, const char *const *names,
                          int count, double *to, JdLog *log) {
    JdSystem *system = jd_compile(model, def, log);
    JdRun *run = jd_run_new(
        system, (JdRunDef){.until = end, .output_every = end, .tol = 1e-11, .stepper = "dop853"},
        log);
    assert_non_null(run);
    while (jd_run_next(run)) continue;
    if (jd_log_errors(log)) jd_log_print(log, stderr);
    assert_int_equal(jd_log_errors(log), 0);
    for (int k = 0; k < count; k++) to[k] = jd_run_value(run, jd_channel(system, names[k], log));
    jd_run_free(run), jd_system_free(system);
}

static void read_machine(const char *path, Machine *m, JdLog *log) {
    *m = (Machine){.model = jd_model_read_file(path, (JdReadDef){0}, log)};
    JdSystem *system = jd_compile(m->model, (JdCompileDef){.form = "newton-euler"}, log);
    if (!system) jd_log_print(log, stderr);
    assert_non_null(system);
    for (int k = 0; k < CHANNELS; k++) {
        const char *name = jd_channel_name(system, jd_system_output(system, k));
        if (!name) break;
        if (strstr(name, ".force")) continue; /* not unique where locks repeat others */
        snprintf(m->name[m->count], NAME, "%s", name);
        snprintf(m->signal[m->count], NAME, "out_%s", name);
        for (char *c = m->signal[m->count]; *c; c++) *c = strchr(".[]", *c) ? '_' : *c;
        m->channels[m->count] = m->name[m->count];
        m->count++;
    }
    jd_system_free(system);
    assert_true(m->count > 2);
    values_at_end(m->model, (JdCompileDef){.form = "newton-euler"}, m->channels, m->count,
                  m->wanted, log);
}

static void compare(const Machine *m, const double *is, const char *what) {
    for (int k = 0; k < m->count; k++) {
        char text[300];
        snprintf(text, sizeof text, "%s: %s", what, m->name[k]);
        check_near(is[k], m->wanted[k], within * (1 + fabs(m->wanted[k])), text);
    }
}

/* As a text of its own. Sources that repeat each other have no one solution: returns false. */
static bool check_own(const Machine *m, JdGraphDef def, const char *what) {
    JdLog *log = jd_log_new();
    const char *signals[CHANNELS];
    double is[CHANNELS];
    JdGraph *graph = jd_graph_new(m->model, def, log);
    const bool unique = jd_graph_count(graph).redundant == 0;
    char *text = jd_graph_model(graph, log);
    assert_non_null(text);
    JdModel *own =
        unique ? jd_model_read_text("graph", text, strlen(text), (JdReadDef){0}, log) : NULL;
    for (int k = 0; k < m->count; k++) signals[k] = m->signal[k];
    if (unique)
        values_at_end(own, (JdCompileDef){0}, signals, m->count, is, log), compare(m, is, what);
    jd_free_text(text);
    jd_model_free(own), jd_graph_free(graph), jd_log_free(log);
    return unique;
}

static void check_reduced(const Machine *m, JdGraphDef def, const char *what) {
    JdLog *log = jd_log_new();
    double is[CHANNELS];
    JdGraph *graph = jd_graph_new(m->model, def, log);
    JdGraphRunCost cost;
    const bool good = jd_graph_run(graph,
                                   (JdGraphRunDef){.until = end,
                                                   .tol = 1e-11,
                                                   .times = &end,
                                                   .time_count = 1,
                                                   .outputs = m->channels,
                                                   .output_count = m->count},
                                   is, &cost, log);
    if (!good) jd_log_print(log, stderr);
    assert_true(good);
    compare(m, is, what);
    jd_graph_free(graph), jd_log_free(log);
}

static void every_method_ends_where_the_mechanism_does(void **state) {
    (void)state;
    static const char folder[] = JD_ROOT "/test/multibond/machines";
    static const char *const methods[] = {"mse", "baumgarte", "minimal", "hamilton"};
    DIR *all = opendir(folder);
    int machines = 0, texts = 0;
    assert_non_null(all);
    for (const struct dirent *entry; (entry = readdir(all));) {
        if (!strstr(entry->d_name, ".jd")) continue;
        char path[600], what[400];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        JdLog *log = jd_log_new();
        Machine m;
        read_machine(path, &m, log);
        for (int k = 0; k < 8; k++) {
            const JdGraphDef def = {.constraints = methods[k / 2], .scalar = k % 2};
            snprintf(what, sizeof what, "%s, %s, %s", entry->d_name, methods[k / 2],
                     k % 2 ? "scalar" : "vector");
            if (k < 4)
                texts += check_own(&m, def, what);
            else
                check_reduced(&m, def, what);
        }
        machines++;
        jd_model_free(m.model), jd_log_free(log);
    }
    closedir(all);
    assert_int_equal(machines, 12);
    assert_true(texts >= 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_ends_where_the_mechanism_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
