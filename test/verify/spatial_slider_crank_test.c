/* SPDX-License-Identifier: MIT
 *
 * The spatial slider-crank of Haug and of the IFToMM library each half second, by extrapolation in
 * long double (two runs agree to 1e-11, joint coordinates to 1e-10). */
#include "verify/reference.h"

static const char *const crank_names[] = {
    "crank.matrix.zz", "crank.matrix.zy", "jA.rate",   "slider.x", "slider.vx", "rod.wx",
    "rod.wy",          "rod.wz",          "slider.ax", "jA.accel", "energy"};
static const double crank_rows[][1 + 11] = {
    {0.0, 1.0, 0.0, 6.0, 0.2, 0.24, 1.92, -0.96, 0.48, 0.4126323764427345, -25.68419058893164,
     0.76643568},
    {0.5, 0.7652139320014906, -0.6437760777404036, 14.40816081020036, 0.1849526297778026,
     -0.004560290632514932, 4.879872137055198, 0.01481206871093546, -0.01238326366897794,
     14.059352214871, -105.436762120396, 0.7664356799999998},
    {1.0, -0.08189174915995931, -0.9966412300419456, 10.42759300041204, 0.2117216613934438,
     -0.5034918649250102, 3.136307997817594, 1.264456450710151, -2.003218015320863,
     2.354468988845672, 2.883406706183726, 0.7664356799999997},
    {1.5, -0.82508724246498, -0.5650053471618967, 13.16574074456553, 0.2569077451162913,
     -0.6162318359383594, 1.64539058774745, 1.386434248007562, -3.728460524013042,
     0.2166264273770908, -85.23066041719453, 0.7664356799999998},
    {2.0, -0.607089123112008, 0.7946337499748505, 22.5842400278324, 0.2890851970671417,
     0.2165394234534412, -20.32002618561314, -2.4056977824635, 1.226856572418749,
     -19.44816179011943, 230.7951559263969, 0.7664356800000001},
    {2.5, 0.4138584936322662, 0.9103412257216694, 8.639847004244443, 0.2565528727841636,
     0.4058087401456085, 1.104182471006329, -2.569530120523947, 0.4560229787689361,
     1.334687419310752, 62.58487851511401, 0.7664356799999997},
    {3.0, 0.8296023397055058, 0.5583546883076657, 5.916170357808025, 0.2284848136979282,
     0.3106396219398309, 1.549275281326392, -1.531785109094572, 0.454778041371353,
     0.9901280425825543, 16.69708913826826, 0.7664356799999992},
    {3.5, 0.9883446587151159, 0.1522328334798409, 5.556190501226597, 0.2065417824275447,
     0.2520141997903032, 1.721796249895252, -1.059723986796844, 0.4675116825979065,
     0.5079674100759587, -9.274489876018672, 0.7664356799999984},
    {4.0, 0.9284629983394124, -0.3714249058889136, 9.53945474831169, 0.1882304755815611,
     0.1957260723212612, 3.196404800536682, -0.6968220276570131, 0.4652508979497255,
     2.544501298212134, -146.1035241063028, 0.7664356799999982},
    {4.5, 0.1987777916892706, -0.9800445854812612, 10.92424287250327, 0.1992554968673784,
     -0.4286354910950235, 3.507378547146414, 1.15816510349105, -1.520363540640153,
     3.423792542648875, 38.04631446953898, 0.7664356799999993},
    {5.0, -0.6008302050895685, -0.7993766725718402, 11.49499626504247, 0.2407195737296207,
     -0.5959844120449461, 2.519985617338226, 1.33746734886002, -3.048339035179962,
     1.188022707680115, -44.73509406876489, 0.7664356799999988},
};
static const char path[] = "model/spatial_slider_crank.jd";

static void motion_agrees_at_all_times(void **state) {
    (void)state;
    const Table table = TABLE(crank_names, crank_rows);
    check_table(path, NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-13}, &table, 1e-8);
}

static void it_agrees_with_baumgarte_and_with_the_other_stepper(void **state) {
    (void)state;
    const Table table = TABLE(crank_names, crank_rows);
    check_table(path, NULL, (JdCompileDef){.stabilise = "baumgarte"}, (JdRunDef){.tol = 1e-13},
                &table, 1e-7);
    check_table(path, NULL, (JdCompileDef){0}, (JdRunDef){.stepper = "dopri5", .tol = 1e-13},
                &table, 1e-7);
}

static void it_has_one_freedom_and_no_lock_too_many(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdCheck check;
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    assert_int_equal(check.locks, 17);
    assert_int_equal(check.rank, 17);
    assert_int_equal(check.redundant, 0);
    assert_int_equal(check.freedoms, 1);
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_agrees_at_all_times),
        cmocka_unit_test(it_agrees_with_baumgarte_and_with_the_other_stepper),
        cmocka_unit_test(it_has_one_freedom_and_no_lock_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
