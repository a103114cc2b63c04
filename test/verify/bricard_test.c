/* SPDX-License-Identifier: MIT
 *
 * Bricard's mechanism (IFToMM A04), at rest from its drawn position: P3, its velocity and the
 * energies each second, by extrapolation in long double (two runs agree to 3e-15, joint
 * coordinates to 4e-12). Thirty locks of rank 29: it is told so, and its motion is right at loose
 * tolerances too. */
#include "verify/reference.h"

static const char *const bricard_names[] = {"rod3.end.x",     "rod3.end.y",  "rod3.end.z",
                                            "rod3.end.vx",    "rod3.end.vy", "rod3.end.vz",
                                            "energy.kinetic", "energy"};
static const double bricard_rows[][1 + 8] = {
    {0.0, 1.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0, -29.43},
    {1.0, 0.5105014611872197, -1.649167599394806, 0.1401231145531858, -1.751066515264445,
     -0.630374394907344, -1.039593027569298, 4.145543908037316, -29.43},
    {2.0, -0.9693403447776516, -1.221246894956317, 0.7542780107797766, -0.25172522995356,
     0.8131216789374129, 0.9930223256239832, 1.784951688678166, -29.43},
    {3.0, -0.9671998000486897, -1.228020214674236, 0.7459831761757211, 0.2648584462202609,
     -0.8212247464809721, -1.008480589469359, 1.830142557411139, -29.43},
    {4.0, 0.5248995933913396, -1.64387600133606, 0.1488358461156824, 1.723110836785102,
     0.6464085161159302, 1.062615446702232, 4.119431186200927, -29.43},
    {5.0, 0.9999999977380489, -1.000067257697883, 0.999932740040318, -1.091623419407362e-06,
     -0.01622882331417308, -0.01622991482746854, 0.0006597536427203319, -29.43},
    {6.0, 0.495873449943223, -1.654324512273705, 0.1316052040451844, -1.778574011807342,
     -0.613910245228361, -1.015606767017239, 4.170972992134208, -29.43},
    {7.0, -0.9713738492432021, -1.214541874855849, 0.762444017110819, -0.2390288571135835,
     0.8047449810340508, 0.9773964780459311, 1.739794076294713, -29.43},
    {8.0, -0.9649485716701014, -1.234859545229585, 0.7375609517776913, 0.2784339151668136,
     -0.8290491620390664, -1.02375927120853, 1.875349585019974, -29.43},
    {9.0, 0.539064288494802, -1.638453308240373, 0.1577353783580882, 1.69474475231212,
     0.6620064657324484, 1.084666683855847, 4.092649544945365, -29.43},
    {10.0, 0.9999999638063494, -1.000269012696163, 0.9997309511199216, -8.733867904008384e-06,
     -0.03245328022166705, -0.03246201056607882, 0.002638304811897276, -29.43},
};
static const char path[] = "model/bricard.jd";

static void motion_agrees_at_all_times(void **state) {
    (void)state;
    const Table table = TABLE(bricard_names, bricard_rows);
    check_table(path, NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12}, &table, 1e-9);
}

static void it_agrees_with_baumgarte_and_with_the_other_stepper(void **state) {
    (void)state;
    const Table table = TABLE(bricard_names, bricard_rows);
    check_table(path, NULL, (JdCompileDef){.stabilise = "baumgarte"}, (JdRunDef){.tol = 1e-12},
                &table, 1e-8);
    check_table(path, NULL, (JdCompileDef){0}, (JdRunDef){.stepper = "dopri5", .tol = 1e-12},
                &table, 1e-8);
}

/* Farthest from the reference in P3 over all times. */
static double error_at(const char *stepper, double tol) {
    const Table table = TABLE(bricard_names, bricard_rows);
    Case c = open_file(path, NULL, (JdCompileDef){0},
                       (JdRunDef){.stepper = stepper, .tol = tol, .output_every = 1});
    assert_true(advance(&c));
    double most = 0;
    for (int k = 1; k < table.row_count; k++) {
        const double *row = &table.rows[k * (table.count + 1)];
        advance_to(&c, row[0]);
        for (int n = 0; n < 3; n++) most = fmax(most, fabs(value(&c, table.names[n]) - row[1 + n]));
        check_near(value(&c, "drift"), 0, 1e-9, "the loop stays closed");
    }
    close_case(&c);
    return most;
}

static void loose_tolerances_are_right_to_their_accuracy(void **state) {
    (void)state;
    static const double tols[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    for (int k = 0; k < 5; k++) {
        check_near(error_at("dop853", tols[k]), 0, tols[k], "dop853");
        check_near(error_at("dopri5", tols[k]), 0, 20 * tols[k], "dopri5");
    }
}

static void one_of_thirty_locks_is_redundant(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdCheck check;
    JdMessage message = {0};
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    assert_int_equal(check.locks, 30);
    assert_int_equal(check.coordinates, 30);
    assert_int_equal(check.freedoms_by_count, 0);
    assert_int_equal(check.rank, 29);
    assert_int_equal(check.redundant, 1);
    assert_int_equal(check.freedoms, 1);
    assert_true(check.assembled);
    assert_true(said(log, "joint-redundant", &message));
    static const char *const joints[] = {"'j0'", "'j1'", "'j2'", "'j3'", "'j4'", "'j5'"};
    for (int k = 0; k < 6; k++) check_contains(message.text, joints[k]);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_agrees_at_all_times),
        cmocka_unit_test(it_agrees_with_baumgarte_and_with_the_other_stepper),
        cmocka_unit_test(loose_tolerances_are_right_to_their_accuracy),
        cmocka_unit_test(one_of_thirty_locks_is_redundant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
