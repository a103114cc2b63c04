/* SPDX-License-Identifier: MIT
 *
 * Every allocation fails once while parts are read: the reading ends with an error each time, and
 * leaves nothing behind. */
#include "text_check.h"
#include "failing.h"

static long countdown = -1; /* allocations until one fails; negative: none does */

static bool fails(void) {
    return countdown >= 0 && countdown-- == 0;
}

static const char sound[] =
    "point O = [1, 2] m\nbody base { at O massless }\n"
    "part leg { param r = 1 m\n param n\n point K = O + [r, 0 m]\n"
    "  body b { at K massless\n frame e at K }\n joint j : revolute base -- b at K\n"
    "  force f : point-force b value [1 N * sin(j.angle), 0 N]\n drive d : j.angle = 1 rad/s * "
    "time\n"
    "  output b.x, base.x\n port tip = b.e }\n"
    "part pair { repeat i from 1 to 3 { use l[i] : leg at [i, 0] m with n = i }\n port toe = "
    "l[2].tip }\n"
    "use p : pair angle 30 deg\nuse q : pair at p.l[1].K\njoint j : fixed p.toe -- q.toe\n";

static const char faulty[] =
    "part leg { param r\n planar\n body b { at [q, 0] massless }\n port tip = c }\n"
    "part pair { use a : leg\n use b : lag with r = 3\n use c : leg with rr = 2, r = 1 m }\n"
    "use p : pair\njoint j : fixed p.tip -- p.a\njoint k : fixed p.a.tap -- ground\nparam x = "
    "p.a.rx\n";

static void exhaust(const char *text, bool good) {
    const JdSetting settings[] = {{"p.l[1].r", "2 m"}, {NULL, NULL}};
    for (long k = 0; k < 100000; k++) {
        JdLog *log = jd_log_new();
        assert_non_null(log);
        const JdReadDef def = {.settings = good ? settings : NULL};
        countdown = k;
        JdModel *model = jd_model_read_text("m", text, strlen(text), def, log);
        const bool failed = countdown < 0;
        countdown = -1;
        const int errors = jd_log_errors(log);
        jd_model_free(model);
        jd_log_free(log);
        assert_int_equal(model != NULL, good && !failed);
        assert_true(errors > 0 || model);
        if (!failed) return;
    }
    fail_msg("never came through");
}

static void parts_survive_each_failing_allocation(void **state) {
    (void)state;
    exhaust(sound, true);
}

static void mistakes_in_parts_survive_each_failing_allocation(void **state) {
    (void)state;
    exhaust(faulty, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_survive_each_failing_allocation),
        cmocka_unit_test(mistakes_in_parts_survive_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
