/* SPDX-License-Identifier: MIT
 *
 * Every model that comes with the program, and the machines of this test, over time: places and
 * velocities of all bodies by the equations of the graph, with controlled sources, with signals
 * that return to the locks and by independent velocities, with vector and with scalar bonds, are
 * those of the mechanism up to the time where two of its own formulations agree no more.
 * `test_multibond_trajectories_slow 3/8` goes through an eighth, with a name through one model,
 * with a folder through those in it. */
#include "multibond/case.h"
#include <dirent.h>

enum { TIMES = 20 };
static const double longest = 1;                   /* s, of a run */
static const double agreed = 1e-10, within = 1e-9; /* of numbers of size one */
static const char *only;                           /* this model alone */
static const char *own_folder;                     /* models of this folder alone */
static int shard = 1, shards = 1;                  /* the part of the models that is gone through */
static int models, runs, left_out;

typedef struct {
    const char *path;
    JdLog *log;
    JdModel *model;
    const char **channels, **signals; /* of the mechanism; of the graph's text */
    char *without;
    int count, good; /* channels; times at which two formulations agree */
    double *wanted, *is, time[TIMES];
} Course;

/* ---- The model ------------------------------------------------------------------------------ */

static const char *keep(const char *first, const char *second, const char *third) {
    Text text = {0};
    jd_text_print(&text, "%s%s%s", first, second, third);
    return text.at;
}

/* A graph needs bodies, and forces that read no accelerations. */
static JdSystem *has_graph(const Course *c) {
    JdSystem *s =
        c->model ? jd_compile(c->model, (JdCompileDef){.form = "newton-euler"}, c->log) : NULL;
    if (s && s->bodies > 1 && !s->feedbacks) return s;
    jd_system_free(s);
    return NULL;
}

static void add_channel(Course *c, const char *body, const char *what) {
    char signal[200];
    c->channels[c->count] = keep(body, what, "");
    snprintf(signal, sizeof signal, "out_%s%s", body, what);
    for (char *at = signal; *at; at++) *at = strchr(".[]", *at) ? '_' : *at;
    c->signals[c->count++] = keep(signal, "", "");
}

/* Read twice: with places and velocities of all bodies as outputs. */
static bool read_course(Course *c) {
    static const char *const words[] = {".x", ".y", ".vx", ".vy", ".z", ".vz"};
    Text text = {0};
    if (jd_file_read(c->path, (FileRule){0}, &text)) return false;
    c->model = jd_model_read_file(c->path, (JdReadDef){0}, c->log);
    JdSystem *s = has_graph(c);
    if (!s) return jd_free_text(text.at), false;
    const int most = 6 * s->bodies, each = s->space == JD_PLANAR ? 4 : 6;
    c->channels = calloc((size_t)most, sizeof *c->channels);
    c->signals = calloc((size_t)most, sizeof *c->signals);
    for (int b = 1; b < s->bodies; b++)
        for (int k = 0; k < each; k++) add_channel(c, s->body[b].name, words[k]);
    jd_text_print(&text, "\noutput ");
    for (int k = 0; k < c->count; k++) jd_text_print(&text, "%s%s", k ? ", " : "", c->channels[k]);
    jd_text_print(&text, "\n");
    const double end = s->run.to > 0 && s->run.to < longest ? s->run.to : longest;
    for (int k = 0; k < TIMES; k++) c->time[k] = end * (k + 1) / TIMES;
    jd_system_free(s), jd_model_free(c->model);
    c->model = jd_model_read_text(c->path, text.at, text.count, (JdReadDef){0}, c->log);
    jd_text_free(&text);
    c->wanted = calloc((size_t)(TIMES * c->count) + 1, sizeof(double));
    c->is = calloc((size_t)(TIMES * c->count) + 1, sizeof(double));
    return c->model != NULL;
}

/* ---- Runs -------------------------------------------------------------------------------------
 */

/* At how many of the times it is known. */
static int run_model(const Course *c, const JdModel *model, const char *form,
                     const char *const *names, double *to) {
    JdLog *log = jd_log_new();
    JdSystem *s = jd_compile(model, (JdCompileDef){.form = form}, log);
    JdRun *r = jd_run_new(
        s, (JdRunDef){.until = c->time[TIMES - 1], .tol = 1e-12, .stepper = "dop853"}, log);
    int n = 0;
    while (r && n < TIMES && jd_run_to(r, c->time[n])) {
        for (int k = 0; k < c->count; k++)
            to[n * c->count + k] = jd_run_value(r, jd_channel(s, names[k], log));
        n++;
    }
    jd_run_free(r), jd_system_free(s), jd_log_free(log);
    return n;
}

/* Of the largest of all numbers at this time, or one. */
static double apart_at(const Course *c, int time) {
    const double *is = c->is + time * c->count, *wanted = c->wanted + time * c->count;
    double size = 1, most = 0;
    for (int k = 0; k < c->count; k++) {
        size = fmax(size, fabs(wanted[k]));
        if (!(fabs(is[k] - wanted[k]) <= most)) most = fabs(is[k] - wanted[k]);
    }
    return most / size;
}

/* Two formulations of the mechanism's own. */
static bool find_wanted(Course *c) {
    const int known = run_model(c, c->model, "newton-euler", c->channels, c->wanted);
    int other = run_model(c, c->model, "minimal", c->channels, c->is);
    if (!other) other = run_model(c, c->model, "cut-joint", c->channels, c->is);
    while (c->good < known && c->good < other && apart_at(c, c->good) <= agreed) c->good++;
    return c->good > 0;
}

static void check_course(Course *c, int known, const char *what) {
    char text[300];
    double most = 0;
    int at = 0;
    for (int k = 0; k < c->good && k < known; k++)
        if (!(apart_at(c, k) <= most)) most = apart_at(c, k), at = k;
    snprintf(text, sizeof text, "%s, %s, at %g s", c->path, what, c->time[at]);
    if (known < c->good) printf("%s, %s ends at %d of %d\n", c->path, what, known, c->good);
    assert_true(known >= c->good);
    check_near(most, 0, within, text);
    runs++;
}

static bool go_text(Course *c, JdGraphDef def, const char *what) {
    JdLog *log = jd_log_new();
    JdGraph *graph = jd_graph_new(c->model, def, log);
    char *text = graph ? jd_graph_model(graph, log) : NULL;
    JdModel *own =
        text ? jd_model_read_text("graph", text, strlen(text), (JdReadDef){0}, log) : NULL;
    if (own) check_course(c, run_model(c, own, NULL, c->signals, c->is), what);
    const bool good = own != NULL;
    if (!good) jd_log_print(log, stderr);
    jd_free_text(text), jd_model_free(own), jd_graph_free(graph), jd_log_free(log);
    return good;
}

static void go_minimal(Course *c, JdGraphDef def, const char *what) {
    JdLog *log = jd_log_new();
    JdGraph *graph = jd_graph_new(c->model, def, log);
    JdGraphRunCost cost;
    if (!graph) jd_log_print(log, stderr);
    assert_non_null(graph);
    const bool good = jd_graph_run(graph,
                                   (JdGraphRunDef){.until = c->time[c->good - 1],
                                                   .tol = 1e-12,
                                                   .times = c->time,
                                                   .time_count = c->good,
                                                   .outputs = c->channels,
                                                   .output_count = c->count},
                                   c->is, &cost, log);
    if (!good) jd_log_print(log, stderr);
    assert_true(good);
    check_course(c, c->good, what);
    jd_graph_free(graph), jd_log_free(log);
}

static void check_model(const char *path) {
    static const char *const methods[] = {"mse", "baumgarte", "minimal"};
    Course c = {.path = path, .log = jd_log_new()};
    const bool has = read_course(&c) && find_wanted(&c);
    bool good = has;
    c.without = has ? repeating_locks(path) : NULL;
    for (int k = 0; k < 6 && good; k++) {
        JdGraphDef def = {.constraints = methods[k / 2], .scalar = k % 2};
        char what[40];
        snprintf(what, sizeof what, "%s, %s", methods[k / 2], k % 2 ? "scalar" : "vector");
        if (k < 4 && *c.without) def.without = c.without;
        if (k < 4)
            good = go_text(&c, def, what);
        else
            go_minimal(&c, def, what);
    }
    printf("%s: %s (%d of %d times)\n", path,
           good  ? "goes the same way"
           : has ? "has a law that no graph has"
                 : "has no graph",
           c.good, TIMES);
    fflush(stdout);
    *(good ? &models : &left_out) += 1;
    jd_free_text(c.without);
    for (int k = 0; k < c.count; k++)
        jd_free_text((char *)c.channels[k]), jd_free_text((char *)c.signals[k]);
    free(c.channels), free(c.signals), free(c.wanted), free(c.is);
    jd_model_free(c.model), jd_log_free(c.log);
}

/* ---- All ----------------------------------------------------------------------------------------
 */

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void check_folder(const char *name, int *number) {
    DIR *folder = opendir(name);
    enum { MOST = 400 };
    char *path[MOST];
    int count = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) && count < MOST;)
        if (strstr(entry->d_name, ".jd") && (!only || strstr(entry->d_name, only)))
            path[count++] = (char *)keep(name, "/", entry->d_name);
    closedir(folder);
    qsort(path, (size_t)count, sizeof *path, by_name);
    for (int k = 0; k < count; k++) {
        if ((*number)++ % shards == shard - 1) check_model(path[k]);
        jd_free_text(path[k]);
    }
}

static void graphs_go_where_their_mechanisms_go(void **state) {
    (void)state;
    static const char *const folders[] = {"model",          "model/msl",
                                          "model/planar",   "model/paper",
                                          "model/assembly", "test/multibond/machines"};
    int number = 0;
    if (own_folder) {
        check_folder(own_folder, &number);
        return;
    }
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) check_folder(folders[k], &number);
    printf("%d models, %d runs, %d without a graph\n", models, runs, left_out);
    assert_true(only || shards > 1 || (models > 100 && runs > 600));
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(graphs_go_where_their_mechanisms_go)};
    if (count > 1 && sscanf(words[1], "%d/%d", &shard, &shards) != 2)
        *(strchr(words[1], '/') ? &own_folder : &only) = words[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
