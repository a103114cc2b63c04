/* SPDX-License-Identifier: MIT
 *
 * One pass tells all mistakes of a text, names of channels included, and nothing that only follows
 * from them. */
#include "check.h"
#include "jourdain.h"

typedef struct {
    const char *code, *part;
} Wanted;

static void check_messages(const char *text, int count, const Wanted *wanted) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("test.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    assert_null(system);
    if (jd_log_count(log) != count) jd_log_print(log, stderr);
    assert_int_equal(jd_log_count(log), count);
    for (int k = 0; k < count; k++) {
        check_text(jd_log_message(log, k).code, wanted[k].code);
        check_contains(jd_log_message(log, k).text, wanted[k].part);
    }
    jd_model_free(model);
    jd_log_free(log);
}

static void mistakes_of_all_kinds_come_together(void **state) {
    (void)state;
    static const Wanted wanted[] = {
        {"clause-unknown", "'mas'"},         {"dimension-mismatch", "'inertia'"},
        {"joint-type-unknown", "'revolut'"}, {"channel-unknown", "'jM.rat'"},
        {"channel-unknown", "'jM.rated'"},   {"channel-unknown", "'crank.anlge'"},
    };
    /* coupler, wiper, jA, jW and their channels follow from the first three: not a word about them.
     */
    check_messages("planar\n"
                   "body crank { link [0, 0], [0.1, 0]  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
                   "body coupler { link [0.1, 0], [0.3, 0]  mas 1 kg  inertia 1e-3 kg*m^2 }\n"
                   "body wiper { link [0.3, 0], [0.3, 1]  mass 1 kg  inertia 1e-3 kg*m  frame tip "
                   "at [0.3, 1] }\n"
                   "joint jM : revolute ground -- crank at [0, 0]\n"
                   "joint jA : revolut crank -- coupler at [0.1, 0]\n"
                   "joint jW : revolute ground -- wiper at [0.3, 0]\n"
                   "force motor : effort jM.angle value 1 N*m - 1 N*m*s*jM.rat\n"
                   "force brake : torque ground -- crank value -1 N*m*s*jW.rate\n"
                   "start jM.rated = 3, jW.angle = 2\n"
                   "output jW.angle, jM.rate, jA.force, wiper.tip.x, crank.anlge\n"
                   "run to 1 s\n",
                   6, wanted);
}

static void names_alone_come_together_too(void **state) {
    (void)state;
    static const Wanted wanted[] = {{"channel-unknown", "'j.rat'"},
                                    {"channel-unknown", "'j.angel'"},
                                    {"channel-unknown", "'b.xx'"},
                                    {"channel-unknown", "'enrgy'"}};
    check_messages("planar\n"
                   "body b { link [0, 0], [1, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                   "joint j : revolute ground -- b at [0, 0]\n"
                   "force f : effort j.angle value -1 N*m*s*j.rat\n"
                   "start j.angel = 1\n"
                   "output b.xx\n"
                   "expect enrgy = 0 J at 1 s within 1\n"
                   "run to 1 s\n",
                   4, wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_of_all_kinds_come_together),
        cmocka_unit_test(names_alone_come_together_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
