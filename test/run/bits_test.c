/* SPDX-License-Identifier: MIT
 *
 * The very bits of trajectories: elementary functions are our own and nothing is contracted, so
 * that every compiler at every optimisation gives the same ones. Whoever changes numbers on purpose
 * changes these hashes. */
#include "base/base.h"
#include "run/run.h"
#include "verify/verify.h"

typedef struct {
    const char *path, *form, *stepper;
    double until, step;
    uint64_t hash;
} Motions;

static const Motions motions[] = {
    {"model/slider_crank.jd", "minimal", "rk4", 0.02, 1e-4, UINT64_C(0x4570b1e1c589b449)},
    {"model/slider_crank.jd", "newton-euler", "dop853", 0.02, 0, UINT64_C(0x50fdfb6dd709ba84)},
    {"model/seven_body.jd", "minimal", "dop853", 0.01, 0, UINT64_C(0x5108c2a5e71da69b)},
    {"model/seven_body.jd", "cut-joint", "rk4", 0.002, 2e-5, UINT64_C(0x16d99a94c06e6869)},
    {"model/double_pendulum_3d.jd", "cut-joint", "dop853", 0.2, 0, UINT64_C(0x3b63225547a606c3)},
    {"model/rssr.jd", "minimal", "rk4", 0.02, 1e-3, UINT64_C(0x80c8b6e040ae508c)},
    {"model/dc_motor.jd", "minimal", "dop853", 0.05, 0, UINT64_C(0xc16d11b00f2c90eb)},
    {"model/stewart.jd", "newton-euler", "rk4", 0.01, 1e-3, UINT64_C(0x42f249ed748ef1f7)},
};

static uint64_t hash_of(const Motions *m) {
    Case c = {.log = jd_log_new()};
    c.model = jd_model_read_file(m->path, (JdReadDef){0}, c.log);
    c.system = jd_compile(c.model, (JdCompileDef){.form = m->form}, c.log);
    const JdRunDef def = {.stepper = m->stepper,
                          .dt = m->step,
                          .tol = m->step > 0 ? 0 : 1e-9,
                          .until = m->until,
                          .output_every = m->until / 4};
    if (c.system) c.run = jd_run_new(c.system, def, c.log);
    must(&c, c.run != NULL);
    uint64_t hash = 0;
    while (jd_run_next(c.run)) hash = jd_hash(hash, c.run->y, (size_t)c.run->n * sizeof *c.run->y);
    close_case(&c);
    return hash;
}

static void trajectories_have_the_same_bits_everywhere(void **state) {
    (void)state;
    int others = 0;
    for (size_t n = 0; n < sizeof motions / sizeof *motions; n++) {
        const uint64_t hash = hash_of(&motions[n]);
        if (hash == motions[n].hash) continue;
        print_error("%s, %s, %s: 0x%016llx\n", motions[n].path, motions[n].form, motions[n].stepper,
                    (unsigned long long)hash);
        others++;
    }
    assert_int_equal(others, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trajectories_have_the_same_bits_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
