/* SPDX-License-Identifier: MIT
 *
 * A joint of shafts that is not along the shafts is wondered at; one that is, is not. */
#include "check.h"
#include "jourdain.h"

#define SHAFTS                                                                                     \
    "spatial\nparam b = 40 deg\npoint O = [0, 0, 0]\npoint Q = 0.5 m*[sin(b), 0, cos(b)]\n"        \
    "body s1 { at [0, 0, -0.5] m  mass 1 kg  inertia [0.1, 0.1, 0.02] kg*m^2  frame f at O }\n"    \
    "body s2 { at Q  turned turn(y, b)  mass 1 kg  inertia [0.1, 0.1, 0.03] kg*m^2  frame f { at " \
    "O  turned turn(y, b) } }\njoint j1 : revolute ground -- s1 at [0, 0, -0.5] m axis z\n"        \
    "joint j2 : cylindrical s2 -- ground at Q axis Q - O\n"

static int warnings_of(const char *joint) {
    char text[1200];
    snprintf(text, sizeof text, SHAFTS "%s\n", joint);
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("test.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    assert_non_null(system);
    int count = 0;
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        if (strcmp(message.code, "shaft-axis")) continue;
        check_contains(message.hint, "frame whose z is along its shaft");
        count++;
    }
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return count;
}

static void one_axis_for_two_shafts_at_an_angle_is_told(void **state) {
    (void)state;
    assert_int_equal(warnings_of("joint c : constant-velocity s1 -- s2 at O axis z"), 1);
    assert_int_equal(warnings_of("joint c : constant-velocity s1 -- s2 at O axis Q - O"), 1);
    assert_int_equal(warnings_of("joint c : constant-velocity s1 -- s2 at O axis [1, 0, 0]"), 2);
}

static void shafts_with_frames_and_other_joints_are_fine(void **state) {
    (void)state;
    assert_int_equal(warnings_of("joint c : constant-velocity s1.f -- s2.f"), 0);
    assert_int_equal(warnings_of("joint c : universal s1 -- s2 at O axis x second y"), 0);
    assert_int_equal(warnings_of("joint c : spherical s1 -- s2 at O axis z"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_axis_for_two_shafts_at_an_angle_is_told),
        cmocka_unit_test(shafts_with_frames_and_other_joints_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
