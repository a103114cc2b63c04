/* SPDX-License-Identifier: MIT
 *
 * Attitudes as states: whatever a run takes for them, the motion is the same, through all
 * attitudes. */
#include "run/attitude.h"
#include "save.h"
#include "verify/verify.h"
#include <string.h>

/* ---- One attitude ---------------------------------------------------------------------------- */

static Quat some_attitude(int k) {
    return jd_quat_turn(vec3(3 * sin(1.0 + k), 3 * sin(2.0 + 1.7 * k), 3 * sin(3.0 + 2.3 * k)));
}

static double apart(Quat a, Quat b) {
    const double along = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    return fabs(fabs(along) - 1);
}

/* Bodies with their z axis along an axis of the ground are in the frame of the other. */
static Quat hard_attitude(int k) {
    const Vec3 turns[] = {{0, pi / 2, 0}, {-pi / 2, 0, 0}, {0, -pi / 2, 0}, {pi / 2, 0, 0}};
    return k < 4 ? jd_quat_turn(turns[k]) : some_attitude(k);
}

static void an_attitude_is_read_back_and_none_is_singular(void **state) {
    (void)state;
    const AttitudeType *type;
    for (int n = 0; (type = jd_attitude_at(n)); n++)
        for (int k = 0; k < 500 && type->quaternion; k++) {
            double x[4], again[4];
            type->read(hard_attitude(k), NULL, x);
            assert_true(apart(type->quaternion(x), hard_attitude(k)) < 1e-15);
            assert_false(type->is_over(x));
            type->read(type->quaternion(x), x, again);
            for (int c = 0; c < 4; c++) assert_true(fabs(again[c] - x[c]) < 1e-14);
        }
}

static void rates_of_an_attitude_are_those_of_its_quaternion(void **state) {
    (void)state;
    const AttitudeType *type;
    const Vec3 w = vec3(0.3, -1.1, 0.7);
    const double h = 1e-5;
    for (int n = 0; (type = jd_attitude_at(n)); n++)
        for (int k = 0; k < 100 && type->quaternion; k++) {
            const Quat q = some_attitude(k);
            double x[4], rates[4], ahead[4], back[4];
            type->read(q, NULL, x);
            type->rates(x, w, rates);
            type->read(jd_quat_product(q, jd_quat_turn(vec3_scale(h, w))), x, ahead);
            type->read(jd_quat_product(q, jd_quat_turn(vec3_scale(-h, w))), x, back);
            for (int c = 0; c < 4; c++)
                assert_true(fabs((ahead[c] - back[c]) / (2 * h) - rates[c]) < 1e-8);
        }
}

/* ---- Motions ----------------------------------------------------------------------------------
 */

static double last_value(const char *path, const char *form, const char *attitude, const char *name,
                         long *frames) {
    Case c = open_file(path, NULL, (JdCompileDef){.form = form},
                       (JdRunDef){.attitude = attitude, .tol = 1e-11, .output_every = 1});
    while (jd_run_next(c.run)) continue;
    must(&c, !jd_run_failed(c.run));
    const double value = jd_run_value(c.run, channel(&c, name));
    *frames = jd_run_cost(c.run).frames;
    close_case(&c);
    return value;
}

/* Free bodies, balls of trees, loops with balls, what rolls. */
static void motions_are_the_same_with_every_attitude(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"model/free_body.jd", "newton-euler", "stone.quaternion.x"},
        {"model/free_body.jd", "cut-joint", "stone.quaternion.x"},
        {"model/double_pendulum_3d.jd", "cut-joint", "energy.kinetic"},
        {"model/rolling_disc.jd", "newton-euler", "coin.x"},
        {"model/assembly/rssr.jd", "minimal", "energy.kinetic"},
        {"model/assembly/rssr.jd", "newton-euler", "energy.kinetic"},
    };
    const AttitudeType *type;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        long frames;
        const double wanted = last_value(cases[k][0], cases[k][1], NULL, cases[k][2], &frames);
        assert_int_equal(frames, 0);
        for (int n = 0; (type = jd_attitude_at(n)); n++) {
            const double is =
                last_value(cases[k][0], cases[k][1], type->name, cases[k][2], &frames);
            check_relative(is, wanted, 1e-8, "the same motion");
            assert_int_equal(frames > 0, type->quaternion != NULL);
        }
    }
}

/* ---- Refusals, and a run that is taken up -------------------------------------------------------
 */

static void check_refused(JdRunDef def, const char *code) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/free_body.jd", (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    assert_null(jd_run_new(system, def, log));
    assert_int_equal(jd_log_count(log), 1);
    check_text(jd_log_message(log, 0).code, code);
    assert_non_null(jd_log_message(log, 0).hint);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

static void other_words_and_other_steppers_are_refused(void **state) {
    (void)state;
    check_refused((JdRunDef){.attitude = "cardano"}, "attitude-unknown");
    check_refused((JdRunDef){.attitude = "cardan", .stepper = "semi-implicit-euler", .dt = 1e-3},
                  "attitude-stepper");
}

static Case ride(const char *attitude) {
    return open_file("model/double_pendulum_3d.jd", NULL, (JdCompileDef){.form = "cut-joint"},
                     (JdRunDef){.attitude = attitude, .output_every = 0.1, .until = 2});
}

/* In the frames that it had, to the last bit; and not with other states. */
static void a_run_in_angles_is_taken_up(void **state) {
    (void)state;
    Case c = ride("cardan"), other = ride("cardan"), upright = ride("quaternion");
    for (int k = 0; k < 10; k++) assert_true(jd_run_next(c.run));
    const Snapshot kept = take_snapshot(c.run, 10);
    assert_true(jd_run_load(other.run, kept.bytes, kept.size, other.log));
    assert_false(jd_run_load(upright.run, kept.bytes, kept.size, upright.log));
    const JdChannel kinetic = channel(&c, "energy.kinetic");
    while (jd_run_next(c.run)) {
        assert_true(jd_run_next(other.run));
        const double a = jd_run_value(c.run, kinetic), b = jd_run_value(other.run, kinetic);
        assert_memory_equal(&a, &b, sizeof a);
    }
    assert_false(jd_run_next(other.run));
    free(kept.bytes);
    close_case(&c), close_case(&other), close_case(&upright);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_attitude_is_read_back_and_none_is_singular),
        cmocka_unit_test(rates_of_an_attitude_are_those_of_its_quaternion),
        cmocka_unit_test(motions_are_the_same_with_every_attitude),
        cmocka_unit_test(other_words_and_other_steppers_are_refused),
        cmocka_unit_test(a_run_in_angles_is_taken_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
