/* SPDX-License-Identifier: MIT
 *
 * Over time, for every model that comes with the program: vector and scalar bonds go the same way
 * through a hundred equal steps, and a graph as a model of its own goes that of the mechanism. */
#include "multibond/case.h"
#include <dirent.h>

enum { STEPS = 100 };
static const double step = 1e-4, alike = 1e-12; /* s; of numbers of size one */
static int stepped, left_out;

/* Places and velocities of all bodies after the steps; how many numbers, -1: it has none of its own
 * there. */
static int go(const char *path, bool scalar, double **to) {
    const MultibondDef def = jd_multibond_default();
    Case c = open_file(path, &def, scalar);
    const JdSystem *s = c.system;
    const int nq = s->kernel->nq * (s->bodies - 1), nv = s->kernel->nv * (s->bodies - 1);
    memcpy(c.y, s->start, sizeof(double) * (size_t)s->states);
    bool good = evaluate(&c);
    const int n = jd_multibond_states(c.numbers, NULL);
    double *x = calloc((size_t)(6 * n) + 1, sizeof(double));
    *to = calloc((size_t)(nq + nv) + 1, sizeof(double));
    jd_multibond_states(c.numbers, x);
    for (int k = 0; k < STEPS && good; k++)
        good = jd_multibond_step(c.numbers, &c.run->motion, k * step, step, x, x + n);
    good = good && jd_multibond_rates(c.numbers, &c.run->motion, STEPS * step, x, x + n);
    memcpy(*to, c.run->motion.own_q, sizeof(double) * (size_t)nq);
    memcpy(*to + nq, c.run->motion.own_v, sizeof(double) * (size_t)nv);
    free(x);
    close_case(&c);
    return good ? nq + nv : -1;
}

static void check_steps(const char *path) {
    double *vector, *scalar, size = 1, most = 0;
    const int count = go(path, false, &vector);
    const int other = go(path, true, &scalar);
    assert_int_equal(count, other);
    for (int k = 0; k < count; k++) {
        size = fmax(size, fabs(vector[k]));
        if (!(fabs(vector[k] - scalar[k]) <= most)) /* not a number, too */
            most = fabs(vector[k] - scalar[k]);
    }
    if (count > 0) check_near(most / size, 0, alike, path), stepped++;
    free(vector), free(scalar);
}

/* A graph needs bodies, and forces that read no accelerations. */
static bool has_graph(const char *path) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "newton-euler"}, log);
    const bool has = system && system->bodies > 1 && !system->feedbacks;
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
    left_out += !has;
    return has;
}

static void vectors_and_scalars_go_the_same_way(void **state) {
    (void)state;
    static const char *const folders[] = {"model", "model/msl", "model/planar", "model/paper",
                                          "model/assembly"};
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        DIR *folder = opendir(folders[k]);
        assert_non_null(folder);
        for (const struct dirent *entry; (entry = readdir(folder));) {
            char path[600];
            if (!strstr(entry->d_name, ".jd")) continue;
            snprintf(path, sizeof path, "%s/%s", folders[k], entry->d_name);
            if (!has_graph(path)) continue;
            check_steps(path);
        }
        closedir(folder);
    }
    printf("%d models stepped with vectors and scalars, %d without a graph\n", stepped, left_out);
    assert_true(stepped > 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_and_scalars_go_the_same_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
