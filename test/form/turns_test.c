/* SPDX-License-Identifier: MIT
 *
 * Trees of revolutes in the plane: where only the rates of a stage are wanted, bodies stay as they
 * are, and the rates have the same bits. */
#include "check.h"
#include "run/run.h"
#include "rows/planar.h"

static const char tree[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "repeat i from 0 to 9 { point P[i] = [0.5*i, 0.1*i*i] }\n"
    "repeat i from 1 to 9 { body rod[i] { link P[i-1] P[i]  mass 1 kg  inertia 0.1 kg*m^2 } }\n"
    "body limb { link P[4] [3, -1]  mass 2 kg  inertia 0.3 kg*m^2 }\n"
    "joint j[1] : revolute ground -- rod[1] at P[0]\n"
    "repeat i from 2 to 9 { joint j[i] : revolute rod[i] -- rod[i-1] at P[i-1] }\n" /* turned round
                                                                                     */
    "joint k : revolute rod[4] -- limb at P[4]\n"
    "start j[1].rate = 1 rad/s, k.rate = -2 rad/s, j[5].rate = 0.5 rad/s\n";

static void bare_rates_have_the_same_bits(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("tree", tree, strlen(tree), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "cut-joint"}, log);
    assert_non_null(system);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 1, .output_every = 0.1}, log);
    PlanarBody *body = run->motion.bodies;
    double whole[64], bare[64];
    for (int row = 0; row < 10 && jd_run_next(run); row++) {
        assert_true(run->n <= 64);
        run->form->rates(system, &run->motion, run->t, run->y, whole);
        const PlanarBody stood = body[9];
        for (int k = 0; k < run->n; k++) run->y[k] += 0.01;
        run->motion.bare = true;
        run->form->rates(system, &run->motion, run->t, run->y, bare);
        run->motion.bare = false;
        assert_true(body[9].x == stood.x && body[9].vx == stood.vx);
        run->form->rates(system, &run->motion, run->t, run->y, whole);
        assert_true(body[9].x != stood.x && body[9].vx != stood.vx);
        assert_memory_equal(whole, bare, sizeof(double) * (size_t)run->n);
    }
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bare_rates_have_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
