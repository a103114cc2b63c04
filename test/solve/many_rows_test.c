/* SPDX-License-Identifier: MIT
 *
 * Large mechanisms: locks that repeat others are found loop by loop, and as many as a count by hand
 * says. Windows in a row, in space: three a window. With a bar more in each window, one more in the
 * plane, over two loops, and seven in space. A lazy tongs of N crosses, grounded at its foot: 3 N
 * - 2. */
#include "check.h"
#include "jourdain.h"
#include <math.h>

static const char windows[] =
    "planar\nparam N = 2\n"
    "repeat i from 0 to N {\n"
    "  point A[i] = [i, 0]\n  point B[i] = [i, 1]\n"
    "  body crank[i] { link A[i] B[i]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "  joint jA[i] : revolute ground -- crank[i] at A[i]\n}\n"
    "repeat i from 1 to N {\n"
    "  point M[i] = [i-0.5, 0]\n  point K[i] = [i-0.5, 1]\n"
    "  body coupler[i] { link B[i-1] K[i] B[i]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "  joint jB[i] : revolute crank[i-1] -- coupler[i] at B[i-1]\n"
    "  joint jC[i] : revolute coupler[i] -- crank[i] at B[i]\n}\n"
    "start jA[0].rate = 1 rad/s\n";

static const char bars[] = "repeat i from 1 to N {\n"
                           "  body bar[i] { link M[i] K[i]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                           "  joint jM[i] : revolute ground -- bar[i] at M[i]\n"
                           "  joint jK[i] : revolute bar[i] -- coupler[i] at K[i]\n}\n";

static const char tongs[] =
    "planar\nparam N = 3\n"
    "repeat i from 0 to N {\n  point P[i] = [0, 0.6*i]\n  point Q[i] = [1, 0.6*i]\n}\n"
    "repeat i from 1 to N {\n"
    "  point M[i] = [0.5, 0.6*(i-0.5)]\n"
    "  body a[i] { link P[i-1] Q[i]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "  body b[i] { link Q[i-1] P[i]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "  joint jM[i] : revolute a[i] -- b[i] at M[i]\n}\n"
    "joint jP : revolute ground -- a[1] at P[0]\n"
    "joint jQ : pin-in-slot ground -- b[1] at Q[0] axis x\n"
    "repeat i from 2 to N {\n"
    "  joint jL[i] : revolute b[i-1] -- a[i] at P[i-1]\n"
    "  joint jR[i] : revolute a[i-1] -- b[i] at Q[i-1]\n}\n"
    "start jP.rate = -0.1 rad/s\n";

static JdModel *read(const char *first, const char *second, JdSpace space, int count, JdLog *log) {
    char text[4096], number[16];
    snprintf(text, sizeof text, "%s%s", first, second);
    snprintf(number, sizeof number, "%d", count);
    const JdSetting settings[] = {{"N", number}, {NULL, NULL}};
    return jd_model_read_text("many", text, strlen(text),
                              (JdReadDef){.spatial = space == JD_SPATIAL, .settings = settings},
                              log);
}

static JdCheck check_of(const char *first, const char *second, JdSpace space, int count) {
    JdLog *log = jd_log_new();
    JdModel *model = read(first, second, space, count, log);
    JdCheck check = {0};
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    jd_model_free(model);
    jd_log_free(log);
    return check;
}

static void counts_are_those_by_hand(void **state) {
    (void)state;
    /* So many that loops are looked at one by one, and so few that they are not. */
    for (int count = 10; count <= 80; count += 70) {
        JdCheck check = check_of(windows, "", JD_SPATIAL, count);
        assert_int_equal(check.redundant, 3 * count);
        assert_int_equal(check.finite, 1);
        check = check_of(windows, bars, JD_PLANAR, count);
        assert_int_equal(check.redundant, count);
        assert_int_equal(check.finite, 1);
        check = check_of(windows, bars, JD_SPATIAL, count / 2);
        assert_int_equal(check.redundant, 7 * (count / 2));
        check = check_of(tongs, "", JD_SPATIAL, count / 2);
        assert_int_equal(check.redundant, 3 * (count / 2) - 2);
        assert_int_equal(check.finite, 1);
    }
}

/* What is left out follows from what is left: so the motion is that of the plane. */
static void the_motion_is_that_of_the_plane(void **state) {
    (void)state;
    double angle[2], force[2];
    for (int spatial = 0; spatial < 2; spatial++) {
        JdLog *log = jd_log_new();
        JdModel *model = read(windows, "", spatial ? JD_SPATIAL : JD_PLANAR, 40, log);
        JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
        JdRun *run = jd_run_new(system, (JdRunDef){.until = 0.5, .output_every = 0.5}, log);
        while (jd_run_next(run)) continue;
        angle[spatial] = jd_run_value(run, jd_channel(system, "jA[40].angle", log));
        force[spatial] = jd_run_value(run, jd_channel(system, "jA[40].force.x", log));
        assert_int_equal(jd_log_errors(log), 0);
        jd_run_free(run);
        jd_system_free(system);
        jd_model_free(model);
        jd_log_free(log);
    }
    assert_true(fabs(angle[0] - angle[1]) < 1e-9);
    assert_true(fabs(force[0] - force[1]) < 1e-6 * (1 + fabs(force[0])));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_by_hand),
        cmocka_unit_test(the_motion_is_that_of_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
