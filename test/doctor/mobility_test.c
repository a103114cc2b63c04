/* SPDX-License-Identifier: MIT
 *
 * Mechanisms whose count of locks says nothing: those of mobility/ move by their proportions
 * (Bennett, Goldberg, Sarrus, Roberval, Peaucellier with a guide more, two Cardan joints, spherical
 * four-bar), roll, or have many freedoms (Stewart, Delta). The first line of each says how many
 * motions lead away, and what one of them is called. */
#include "check.h"
#include "jourdain.h"
#include <stdlib.h>

static const char *const names[] = {"bennett",     "goldberg", "sarrus",    "roberval",
                                    "peaucellier", "cardan",   "spherical", "stewart",
                                    "delta",       "rods",     "wheelset",  "cone"};

static void check_one(const char *name) {
    char path[512], text[8192], phrase[256] = "";
    int finite = -1;
    snprintf(path, sizeof path, JD_ROOT "/test/doctor/mobility/%s.jd", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_int_equal(sscanf(text, "# finite %d: %255[^\n]", &finite, phrase), 2);

    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text(name, text, strlen(text), (JdReadDef){0}, log);
    JdCheck check = {0};
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    JdDiagnosis *diagnosis = jd_diagnose(
        model, &check, (JdDiagnoseDef){.name = name, .text = text, .length = strlen(text)}, log);
    JdFreeMotion motion;
    bool said = false;
    int count = 0;
    for (; jd_diagnosis_motion(diagnosis, count, &motion); count++) {
        said = said || strstr(motion.words, phrase);
        assert_true(motion.finite);
    }
    if (check.finite != finite || count != finite || !said)
        print_error("%s: %d lead away, %d are told, '%s' %s\n", name, check.finite, count, phrase,
                    said ? "is told" : "is not");
    assert_int_equal(check.finite, finite);
    assert_int_equal(count, finite);
    assert_true(said);
    for (int n = 0; n < jd_log_count(log); n++)
        assert_string_equal(jd_log_message(log, n).code, "joint-redundant");
    jd_diagnosis_free(diagnosis);
    jd_model_free(model);
    jd_log_free(log);
}

static void finite_mobility_is_right_and_in_words(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) check_one(names[n]);
}

/* Three parallel bars in line: a freedom at the start that leads nowhere is not counted among those
 * that lead away. */
static void what_leads_nowhere_is_told_apart(void **state) {
    (void)state;
    static const char text[] =
        "planar\npoint A = [0, 0]\npoint B = [1, 0]\npoint C = [2, 0]\n"
        "body a { link A B  mass 1 kg  inertia 0.1 kg*m^2 }\n"
        "body b { link B C  mass 1 kg  inertia 0.1 kg*m^2 }\n"
        "joint jA : revolute ground -- a at A\njoint jB : revolute a -- b at B\n"
        "joint jC : revolute ground -- b at C\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("line", text, strlen(text), (JdReadDef){0}, log);
    JdCheck check = {0};
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    assert_int_equal(check.freedoms, 1);
    assert_int_equal(check.finite, 0);
    JdDiagnosis *diagnosis =
        jd_diagnose(model, &check, (JdDiagnoseDef){.text = text, .length = strlen(text)}, log);
    JdFreeMotion motion;
    assert_true(jd_diagnosis_motion(diagnosis, 0, &motion));
    assert_false(motion.finite);
    jd_diagnosis_free(diagnosis);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finite_mobility_is_right_and_in_words),
        cmocka_unit_test(what_leads_nowhere_is_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
