/* SPDX-License-Identifier: MIT
 *
 * The seven-body mechanism (Andrews' squeezer; Schiehlen, Multibody Systems Handbook, 1990), with
 * the data of the IVP test set, against a solution in quadruple precision: beta(0.03) =
 * 15.810771195153707. The published end values (15.81077119629904) are off by 1e-9. */
#include "verify/verify.h"

/* beta, Theta, gamma, Phi, delta, Omega, epsilon, as the test set has them. */
enum { ANGLES = 7 };
typedef struct {
    double t, angle[ANGLES], rate[ANGLES];
} Reference;

static const Reference references[] = {
    {0.005,
     {0.2110763859032667, -0.20158717093408013, 0.4491151900115144, 0.21025079793001447,
      0.4887437654619352, -0.21025079793001447, 1.2258667940349073},
     {151.01070126923435, -110.46733311436861, -6.682659880912358, -13.427125804932293,
      1.47852776983969, 13.427125804932293, -5.044979345042519}},
    {0.01,
     {2.1601131315315265, -1.8833642311070444, 0.1585167580012267, -0.3286410751746703,
      0.5251547747977294, 0.3286410751746703, 1.068427204632401},
     {711.923152831104, -786.7700808599398, -136.4381913781197, -240.29302926786454,
      4.791548225371054, 240.29302926786454, -41.14056696161049}},
    {0.015,
     {5.655429749991794, -5.833796765108832, 0.42589192575237794, 0.1640128375726053,
      0.4936765269686444, -0.1640128375726053, 1.208712541909195},
     {441.7019932552524, -375.3594971288744, 46.63421226488548, 92.03152208827694,
      -9.50151625591751, -92.03152208827694, 33.690628623572316}},
    {0.02,
     {8.184905889661676, -7.890505363730449, 0.20953691338469757, -0.23832559659585126,
      0.5225369171559964, 0.23832559659585126, 1.0862751085998732},
     {726.5583426091277, -748.6324206323291, -145.73923758440472, -259.50079947677506,
      9.79050185516307, 259.50079947677506, -57.75747174274601}},
    {0.025,
     {12.10714923444766, -12.257030103575486, 0.44097335558301193, 0.19394516605445605,
      0.49051954468158976, -0.19394516605445605, 1.2197667718104293},
     {587.4597890778028, -477.55714726426305, 43.07000570007427, 85.97784179678575,
      -9.25947288267176, -85.97784179678575, 32.02302709216528}},
    {0.03,
     {15.810771195153707, -15.756371058411839, 0.0408222401196458, -0.5347301163420796,
      0.524409965879954, 0.5347301163420796, 1.048080741041938},
     {1139.9203022591062, -1424.3792951775401, 11.032911910618592, 19.29337410503204,
      0.5735699148295024, -19.29337410503204, 0.3231791492491308}},
    {0.05,
     {33.82586776695452, -33.58343151746387, 0.11339507381259901, -0.40785286560188444,
      0.5260604449169958, 0.40785286560188444, 1.056902429434963},
     {1144.5355026538475, -1336.0337226511924, -190.93706860429464, -334.3170608708647,
      0.8758650829430151, 334.3170608708647, -39.617288978352995}},
};
enum { REFERENCES = sizeof references / sizeof *references };

/* The test set's angle from those of the bodies: K1, K2 - K1, K3, K4 - K5, K5, K6 - K7, K7. */
static double relative(const Case *c, int n, const char *word) {
    static const char *const body[] = {"K1", "K2", "K3", "K4", "K5", "K6", "K7"};
    static const int less[] = {-1, 0, -1, 4, -1, 6, -1};
    const double own = value_of(c, body[n], word);
    return less[n] < 0 ? own : own - value_of(c, body[less[n]], word);
}

static void check_all_times(JdCompileDef how, JdRunDef run, double angles, double rates) {
    run.until = 0.05;
    run.output_every = 0.005;
    Case c = open_file("model/seven_body.jd", NULL, how, run);
    for (int k = 0; k < REFERENCES; k++) {
        const Reference *r = &references[k];
        advance_to(&c, r->t);
        for (int n = 0; n < ANGLES; n++) {
            /* The later end of the IFToMM problem is three times as far as rounding is concerned.
             */
            const double later = r->t > 0.03 ? 10 : 1;
            check_near(relative(&c, n, "angle"), r->angle[n], later * angles, "angle");
            check_near(relative(&c, n, "rate"), r->rate[n], later * rates, "rate");
        }
    }
    close_case(&c);
}

static void it_has_seven_bodies_ten_joints_and_one_freedom(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/seven_body.jd", (JdReadDef){0}, log);
    JdCheck check;
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    assert_int_equal(check.bodies, 7);
    assert_int_equal(check.joints, 10);
    assert_int_equal(check.locks, 20);
    assert_int_equal(check.coordinates, 21);
    assert_int_equal(check.rank, 20);
    assert_int_equal(check.freedoms, 1);
    assert_int_equal(check.redundant, 0);
    assert_true(check.assembled);
    assert_int_equal(jd_log_count(log), 0);
    jd_model_free(model);
    jd_log_free(log);
}

static void the_first_accelerations_are_those_of_the_handbook(void **state) {
    (void)state;
    Case c = open_file("model/seven_body.jd", NULL, (JdCompileDef){0}, (JdRunDef){0});
    assert_true(advance(&c));
    check_relative(relative(&c, 0, "accel"), 14222.4439199541, 1e-12, "beta''");
    check_relative(relative(&c, 1, "accel"), -10666.8329399656, 1e-12, "Theta''");
    for (int n = 2; n < ANGLES; n++) check_near(relative(&c, n, "accel"), 0, 1e-7, "at rest");
    close_case(&c);
}

static void angles_and_rates_agree_with_projection(void **state) {
    (void)state;
    check_all_times((JdCompileDef){.stabilise = "projection"}, (JdRunDef){.tol = 1e-12}, 1e-9,
                    1e-7);
}

static void angles_and_rates_agree_with_baumgarte(void **state) {
    (void)state;
    check_all_times((JdCompileDef){.stabilise = "baumgarte"}, (JdRunDef){.tol = 1e-12}, 1e-10,
                    1e-8);
}

static void angles_and_rates_agree_with_the_other_adaptive_stepper(void **state) {
    (void)state;
    check_all_times((JdCompileDef){0}, (JdRunDef){.stepper = "dopri5", .tol = 1e-12}, 1e-9, 1e-7);
}

/* T + V - M (beta - beta0) does not change. */
static void the_energy_is_the_work_of_the_motor(void **state) {
    (void)state;
    Case c = open_file("model/seven_body.jd", NULL, (JdCompileDef){0},
                       (JdRunDef){.tol = 1e-12, .output_every = 0.001});
    while (advance(&c)) {
        const double work = 0.033 * (value(&c, "K1.angle") + 0.0617138900142764496);
        check_near(value(&c, "energy") - work, 1.4357963991616687, 1e-11, "energy less work");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_has_seven_bodies_ten_joints_and_one_freedom),
        cmocka_unit_test(the_first_accelerations_are_those_of_the_handbook),
        cmocka_unit_test(angles_and_rates_agree_with_projection),
        cmocka_unit_test(angles_and_rates_agree_with_baumgarte),
        cmocka_unit_test(angles_and_rates_agree_with_the_other_adaptive_stepper),
        cmocka_unit_test(the_energy_is_the_work_of_the_motor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
