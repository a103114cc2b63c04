/* SPDX-License-Identifier: MIT
 *
 * Looking for locks that repeat others: whichever allocation fails, it ends in a clean error
 * without a leak, or a message or a hint is missing. Linked with malloc, calloc and realloc
 * wrapped; leaks show in the sanitizer run. */
#include "check.h"
#include "failing.h"
#include "jourdain.h"
#include <stdlib.h>

static long calls, fail_at;

static bool fails(void) {
    return ++calls == fail_at;
}

/* A door on two hinges, a planar loop with an axis that is a little off, and a drive too many. */
static const char text[] =
    "spatial\nbody door { at [0.4, 0, 1] m mass 20 kg inertia [5, 6, 2] kg*m^2 }\n"
    "joint h1 : revolute ground -- door at [0, 0, 0] m\n"
    "joint h2 : revolute ground -- door at [0, 0, 1] m\n"
    "drive d1 : h1.angle = 1 rad/s * time\ndrive d2 : h2.angle = 1 rad/s * time\n"
    "body k { link [5, 0, 0], [5, 0.3, 0] mass 1 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
    "body c { link [5, 0.3, 0], [5.7, 0.5, 0] mass 1 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
    "body r { link [5.7, 0, 0], [5.7, 0.5, 0] mass 1 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
    "joint jO : revolute ground -- k at [5, 0, 0]\njoint jA : revolute k -- c at [5, 0.3, 0]\n"
    "joint jB : revolute c -- r at [5.7, 0.5, 0]\n"
    "joint jC : revolute ground -- r at [5.7, 0, 0] axis [0.00001, 0, 1]\nrun to 1 s\n";

static int go(bool *made, int *messages) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("door.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    int errors = log ? jd_log_errors(log) : 1;
    *messages = jd_log_count(log);
    *made = system != NULL;
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return errors;
}

static void every_failing_allocation_ends_clean(void **state) {
    (void)state;
    bool made = false;
    int messages = 0;
    fail_at = 0;
    assert_int_equal(go(&made, &messages), 0);
    assert_true(made);
    assert_true(messages >= 3);
    for (fail_at = 1;; fail_at++) {
        calls = 0;
        const int errors = go(&made, &messages);
        if (calls < fail_at) break;
        if (!made && errors == 0) print_error("allocation %ld failed without a word\n", fail_at);
        assert_true(made || errors > 0);
    }
    assert_true(fail_at > 50);
    fail_at = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_ends_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
