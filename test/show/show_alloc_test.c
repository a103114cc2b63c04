/* SPDX-License-Identifier: MIT
 *
 * Files of a show while memory is out: whichever allocation fails, the writer says so or does
 * without. */
#include "staged.h"
#include "failing.h"

static long countdown = -1; /* < 0: none fails */
static bool tried;

static bool fails(void) {
    if (countdown < 0) return false;
    if (countdown-- > 0) return false;
    tried = true;
    return true;
}

static const char text[] =
    "planar\ngravity [0, -9.81]\n"
    "body arm { link [0, 0] [0.5 m, 0]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "joint jO : revolute ground -- arm at [0, 0]\n"
    "force s : spring-damper ground -- arm at [0, 1 m] [0.5 m, 0] stiffness 10 N/m length 1 m\n";

static void check_kind(const Staged *s, const char *name) {
    const ShowType *type = jd_show_type_find(name);
    FILE *out = fopen("/dev/null", "wb");
    bool more = true;
    for (long n = 0; more; n++) {
        JdLog *log = jd_log_new();
        tried = false;
        countdown = n;
        const bool good = type->write(&s->show, out, name, log);
        countdown = -1;
        more = tried;
        if (!good) check_text(jd_log_message(log, 0).code, "out-of-memory");
        if (good) assert_int_equal(jd_log_count(log), 0);
        assert_true(good || more);
        jd_log_free(log);
    }
    fclose(out);
}

static void whichever_allocation_fails_a_writer_says_so_or_does_without(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = text,
                                   .channels = {"energy"},
                                   .until = 0.5,
                                   .rows = 6,
                                   .frames = 101,
                                   .arrows = true});
    check_kind(s, "x.json");
    check_kind(s, "x.glb");
    staged_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whichever_allocation_fails_a_writer_says_so_or_does_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
