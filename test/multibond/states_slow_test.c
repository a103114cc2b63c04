/* SPDX-License-Identifier: MIT
 *
 * The multibond graph of a mechanism moves like the mechanism: accelerations of all bodies and what
 * all joints, couplings and drives do, at random states that the locks allow, for every model that
 * comes with the program; with vector and with scalar bonds, with controlled sources alone and with
 * signals that return to the locks. */
#include "multibond/case.h"
#include <dirent.h>

static const double within = 1e-10; /* of the largest acceleration, of the largest force */

static int reduced; /* states */

/* All storages taken to independent velocities. */
static void check_minimal(const Case *c, const char *path) {
    Arena arena = {0};
    MultibondMinimal minimal;
    const JdSystem *s = c->system;
    if (s->bodies < 12 && jd_multibond_minimal(c->numbers, &c->run->motion, &arena, &minimal)) {
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
        if (unique) check_near(wrenches_apart(c), 0, within, path);
        if (c->graph->def.method == LOCKS_MSE) check_minimal(c, path);
        seen++;
    }
    assert_true(seen > states / 2);
}

static void check_model(const char *path) {
    for (int what = 0; what < 4; what++) {
        MultibondDef def = jd_multibond_default();
        def.method = what % 2 ? LOCKS_BAUMGARTE : LOCKS_MSE;
        Case c = open_file(path, &def, what / 2);
        check_states(&c, what == 0 ? 100 : 8, path);
        if (what / 2)
            assert_true(c.count.bonds <= c.count.raw_bonds && c.count.nodes <= c.count.raw_nodes);
        close_case(&c);
    }
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
    static const char *const folders[] = {"model", "model/msl", "model/planar", "model/paper"};
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) count += check_folder(folders[k]);
    assert_true(count > 80);
    assert_true(reduced > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_model_moves_like_its_graph)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
