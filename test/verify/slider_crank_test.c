/* SPDX-License-Identifier: MIT
 *
 * The slider-crank of Marques, Roupa, Silva, Flores and Lankarani, against its closed form by
 * quadrature (angles, speeds) and extrapolation in long double (the rest): theta(0.13)
 * = 12.710094805554134, x(0.13) = 0.4566367852445535. Their Tables 4 and 5, column Newton-Euler:
 * errors of 2.85e-3 and 2.85e-4 m, 2.62e-2 and 2.62e-3 J with steps of 1e-5 and 1e-6 s. */
#include "verify/verify.h"

static const char *const names[] = {"crank.angle", "rod.angle",  "crank.rate", "rod.rate",
                                    "crank.accel", "rod.accel",  "slider.x",   "slider.vx",
                                    "slider.ax",   "jO.force",   "jA.force",   "jB.force",
                                    "jB.force.x",  "jB.force.y", "jC.force.y", "energy"};
enum { NAMES = sizeof names / sizeof *names };

typedef struct {
    double t, values[NAMES];
} Reference;

static const Reference references[] = {
    {0.0,
     {0.0, 0.0, 150.0, -75.0, -113.1793548540726, 56.58967742703628, 0.459, 0.0, -5163.75,
      588.667504986907, 523.2600010315634, 196.2225076182901, -196.2225, -0.05467869703462002,
      0.42745869703462, 8.503948125}},
    {0.01,
     {0.9988548592450155, -0.4339146208585242, 73.13323899971999, -21.81380449219111,
      -1527.718704528875, 2713.498078946417, 0.3604556605984312, -12.21496674843309,
      -29.40616413628639, 32.25000725708688, 17.22473713310144, 17.50949460320977,
      -1.117434237178883, 17.47380158939126, -17.10102158939126, 8.503948124999999}},
    {0.02,
     {1.7307036245889005, -0.5162484986128849, 80.43739138132014, 7.363525601160353,
      3003.53385082799, 3916.591939792884, 0.2417595139892852, -11.037663718098875,
      281.1104635271255, 46.16172276536804, 28.23066728987201, 16.6841098631486, 10.68219761403077,
      12.81601248674515, -12.44323248674515, 8.503948124999999}},
    {0.03,
     {2.793513767701697, -0.1713840313549586, 141.11425114576383, 67.31193747593335,
      6649.868209318365, 5834.412768158334, 0.1576924509251289, -3.8515329780568326,
      1455.312826759797, 272.6288307673985, 215.171528860531, 56.98988725338094, 55.3018874168723,
      13.76766128595024, -13.39488128595024, 8.503948124999999}},
    {0.04,
     {4.130265081158226, 0.4308556522046196, 102.50462937225832, 31.01278266593789,
      -6255.517950959189, -6280.220755983069, 0.19391498143683056, 9.136687530413354,
      619.6037944358217, 103.9555094114526, 73.93342357600889, 29.38446014770527, 23.54494418856122,
      -17.58073096687438, 17.95351096687439, 8.503948124999999}},
    {0.05,
     {4.955611300660329, 0.5066873650086771, 71.89467145620885, -9.9012721935213, -583.230779455458,
      -2734.066198691184, 0.3044003983610139, 12.146431618147389, 102.7050335783751,
      31.07055897665792, 15.71605020202411, 14.16592552066473, 3.902791275978253,
      -13.61769679913488, 13.99047679913488, 8.503948125}},
    {0.06,
     {5.729215430650531, 0.2661653485407319, 95.523490343786, -42.10115616588359, 8058.821255984646,
      -5556.324861188676, 0.42534245809800547, 11.07717800741626, -614.7178568680193,
      96.30022945099198, 71.02070166985176, 51.13078231031081, -23.35927856098474,
      -45.48297488923423, 45.85575488923423, 8.503948125}},
    {0.07,
     {6.925321164041291, -0.3041199434911624, 88.28166565791315, -37.04893520034996,
      -6039.575840164123, 4549.892765866491, 0.4144831386016771, -11.48439484259569,
      -385.3245496385798, 69.6490102293195, 48.38080456673108, 38.51608696806395,
      -14.64233288626603, 35.62430410519254, -35.25152410519253, 8.50394812500001}},
    {0.08,
     {7.673888931262626, -0.5142862428981154, 71.84695447702174, -7.390668060243098,
      915.2984864567073, 2791.504175517782, 0.29382255853200595, -11.927286323356832,
      126.3979893623466, 30.18582609688852, 15.63732552935958, 13.13251774165831, 4.803123595769172,
      12.22264398396418, -11.84986398396418, 8.503948125000008}},
    {0.09,
     {8.517948348306204, -0.4047369552078773, 106.76245601398558, 35.78735509090777,
      6809.795776627441, 6616.89238125984, 0.18699144791991523, -8.552198470068493,
      691.2027718824926, 117.2241045953802, 85.21265483040628, 31.61021142342367, 26.26570533153472,
      17.58744409146858, -17.21466409146858, 8.50394812500001}},
    {0.1,
     {9.87747529265472, 0.2204783070856243, 136.2898784823904, 62.80096481339429,
      -7506.099452126748, -6737.850736170045, 0.16100424581567616, 4.917958300450095,
      1326.645172001309, 246.0065112801425, 192.2966967034884, 53.07212566527969, 50.41251653604973,
      -16.59001805706526, 16.96279805706526, 8.50394812500001}},
    {0.11,
     {10.902050383621319, 0.5210774871454096, 78.89631537020132, 4.247712146151998,
      -2604.692139513892, -3702.773778338082, 0.25110038125853906, 11.371323508862355,
      251.4232519857266, 43.91132226287836, 25.87171151939106, 16.4603991068569, 9.554083575457609,
      -13.40388845783889, 13.77666845783889, 8.503948125000008}},
    {0.12,
     {11.636482627877282, 0.412364217650655, 75.42816531149157, -24.61333840508783,
      2110.286763415453, -2912.409542368289, 0.37183215050704155, 12.268850362998062,
      -74.34943038289593, 37.3516461575374, 20.87803249336278, 20.90544414300584,
      -2.825278354550045, -20.71365243108149, 21.08643243108149, 8.503948125000008}},
    {0.13,
     {12.710094805554135, -0.07167630303639685, 141.83261871170345, -70.36579736853614,
      -14581.05392434371, 8322.778673038723, 0.4566367852445535, -4.650152904930231,
      -4055.392041495661, 470.6804165905404, 413.0026104557928, 168.7087057938876,
      -154.1048975768351, 68.66081818243717, -68.28803818243716, 8.503948124999992}},
};
enum { REFERENCES = sizeof references / sizeof *references };

/* Within 1e-9 of the value; what is zero there, of the size that such values have. */
static void check_all_times(JdCompileDef how, JdRunDef run) {
    double largest[NAMES] = {0};
    for (int k = 0; k < REFERENCES; k++)
        for (int n = 0; n < NAMES; n++)
            largest[n] = fmax(largest[n], fabs(references[k].values[n]));
    run.output_every = 0.01;
    Case c = open_file("model/slider_crank.jd", NULL, how, run);
    for (int k = 0; k < REFERENCES; k++) {
        const Reference *r = &references[k];
        if (k == 0)
            assert_true(advance(&c));
        else
            advance_to(&c, r->t);
        for (int n = 0; n < NAMES; n++)
            check_near(value(&c, names[n]), r->values[n],
                       1e-9 * fmax(fabs(r->values[n]), 1e-3 * largest[n]), names[n]);
    }
    close_case(&c);
}

static void motion_and_forces_agree_at_all_times(void **state) {
    (void)state;
    check_all_times((JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
}

static void they_agree_with_baumgarte_too(void **state) {
    (void)state;
    check_all_times((JdCompileDef){.stabilise = "baumgarte"}, (JdRunDef){.tol = 1e-12});
}

static void they_agree_with_the_other_adaptive_stepper(void **state) {
    (void)state;
    check_all_times((JdCompileDef){0}, (JdRunDef){.stepper = "dopri5", .tol = 1e-13});
}

static void they_agree_with_small_fixed_steps(void **state) {
    (void)state;
    check_all_times((JdCompileDef){0}, (JdRunDef){.stepper = "rk4", .dt = 1e-5});
}

/* ---- The paper's tables --------------------------------------------------------------------- */

static void check_tables(double dt, const char *table_4, const char *table_5) {
    Case c = open_file("model/slider_crank.jd", NULL, (JdCompileDef){.stabilise = "none"},
                       (JdRunDef){.stepper = "euler", .dt = dt, .output_every = dt});
    assert_true(advance(&c));
    const JdChannel energy = channel(&c, "energy");
    const double first = jd_run_value(c.run, energy);
    check_near(first, 8.503948125, 1e-14, "energy at the start");
    double sum = 0;
    long states = 0;
    for (; advance(&c); states++) sum += fabs(jd_run_value(c.run, energy) - first);
    assert_int_equal(states, lround(0.13 / dt));
    char text[32];
    snprintf(text, sizeof text, "%.2e", value(&c, "drift.sum"));
    check_text(text, table_4);
    snprintf(text, sizeof text, "%.2e", sum / (double)states);
    check_text(text, table_5);
    close_case(&c);
}

static void tables_4_and_5_come_out_digit_by_digit(void **state) {
    (void)state;
    check_tables(1e-5, "2.85e-03", "2.62e-02");
    check_tables(1e-6, "2.85e-04", "2.62e-03");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_and_forces_agree_at_all_times),
        cmocka_unit_test(they_agree_with_baumgarte_too),
        cmocka_unit_test(they_agree_with_the_other_adaptive_stepper),
        cmocka_unit_test(they_agree_with_small_fixed_steps),
        cmocka_unit_test(tables_4_and_5_come_out_digit_by_digit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
