/* SPDX-License-Identifier: MIT
 *
 * The multibond graph of a mechanism moves like the mechanism: accelerations of all bodies and what
 * all joints, couplings and drives do, at random states that the locks allow, for every model that
 * comes with the program; with vector and with scalar bonds, with controlled sources alone and with
 * signals that return to the locks. */
#include "multibond/case.h"
#include <dirent.h>

static const double within = 1e-10; /* of the largest acceleration, of the largest force */

static const char *own_folder; /* models of this folder alone */
static int reduced;            /* states */
static int left_out;           /* models */
static int lessened;           /* models whose sources that repeat others were taken away, too */
enum { STATES = 100, FEW = 20 };

/* All storages taken to independent velocities. */
static void check_minimal(const Case *c, const char *path) {
    Arena arena = {0};
    MultibondMinimal minimal;
    if (jd_multibond_minimal(c->numbers, &c->run->motion, &arena, &minimal)) {
        memcpy(c->a, minimal.a, sizeof(double) * (size_t)minimal.velocities);
        check_near(apart(c), 0, within, path);
        reduced++;
    }
    jd_arena_free(&arena);
}

static void check_states(Case *c, int states, const char *path) {
    int seen = 0;
    for (int k = 0; k < states; k++) {
        if (!draw(c)) continue;
        const bool unique = evaluate(c);
        check_near(apart(c), 0, within, path);
        if (unique && !c->graph->def.without) check_near(wrenches_apart(c), 0, within, path);
        if (c->graph->def.method == LOCKS_MSE) check_minimal(c, path);
        seen++;
    }
    assert_true(seen > states / 2);
}

/* The same of graphs that are made for it: bodies without mass or inertia, too. */
static void check_reduced(const char *path) {
    for (int scalar = 0; scalar < 2; scalar++) {
        MultibondDef def = jd_multibond_default();
        def.reduces = true;
        Case c = open_file(path, &def, scalar);
        const JdSystem *s = c.system;
        for (int k = 0; k < FEW; k++) {
            if (!draw(&c)) continue;
            const int before = reduced;
            s->form->rates(s, &c.run->motion, 0, c.y, c.rates);
            s->form->recover(s, &c.run->motion, LEVEL_ACCELERATION);
            check_minimal(&c, path);
            assert_int_equal(reduced, before + 1);
        }
        close_case(&c);
    }
}

/* A graph needs bodies, and forces that read no accelerations. */
static bool has_graph(const char *path) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdSystem *system =
        jd_compile(model, (JdCompileDef){.form = "newton-euler", .stabilise = "none"}, log);
    assert_non_null(system);
    const bool has = system->bodies > 1 && !system->feedbacks;
    if (!has)
        left_out++,
            printf("%s: left out: %s\n", path,
                   system->bodies > 1 ? "forces read accelerations or reactions" : "no bodies");
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return has;
}

static void check_model(const char *path) {
    if (!has_graph(path)) return;
    char *without = repeating_locks(path);
    lessened += *without != '\0';
    for (int what = 0; what < (*without ? 8 : 4); what++) {
        MultibondDef def = jd_multibond_default();
        def.method = what % 2 ? LOCKS_BAUMGARTE : LOCKS_MSE;
        if (what >= 4) def.without = without;
        Case c = open_file(path, &def, what / 2 % 2);
        if (what >= 4) assert_true(draw(&c) && evaluate(&c));
        check_states(&c, STATES, path);
        if (what / 2)
            assert_true(c.count.bonds <= c.count.raw_bonds && c.count.nodes <= c.count.raw_nodes);
        close_case(&c);
    }
    check_reduced(path);
    jd_free_text(without);
}

static int check_folder(const char *name) {
    DIR *folder = opendir(name);
    int count = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char path[600];
        if (!strstr(entry->d_name, ".jd")) continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        check_model(path);
        count++;
    }
    closedir(folder);
    return count;
}

static void every_model_moves_like_its_graph(void **state) {
    (void)state;
    int count = 0;
    if (own_folder) {
        check_folder(own_folder);
        return;
    }
    static const char *const folders[] = {"model",       "model/msl",      "model/planar",
                                          "model/paper", "model/assembly", "model/bond"};
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) count += check_folder(folders[k]);
    printf("%d models, %d of them without a graph, %d redundant; %d states by independent "
           "velocities\n",
           count, left_out, lessened, reduced);
    assert_true(count - left_out > 100);
    assert_true(reduced > 1000 && lessened > 5);
}

int main(int count, char **words) {
    if (count > 1) own_folder = words[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_model_moves_like_its_graph)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
