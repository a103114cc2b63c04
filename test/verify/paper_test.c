/* SPDX-License-Identifier: MIT
 *
 * Papers whose numbers come out of our formulations.
 *
 * Marques, Roupa, Silva, Flores and Lankarani, slider-crank: Tables 4 and 5 (plain explicit Euler,
 * dt = 1e-5 and 1e-6) to every printed digit, but for their cell "elastic, 1e-5", an unstable run
 * whose result depends on rounding. The energies of their last three columns have a wrong velocity
 * of the rod, (l1/2) cos(theta1) omega1: done over here; the exact ones are checked with six
 * digits. The elastic and the clearance joint in the limit of small steps: extrapolation in long
 * double.
 *
 * Boudon, Dang, Margetts, Borutzky and Malburet, slider-crank in space with parasitic springs and
 * dampers: its piston moves within 4e-3 m/s as in minimal coordinates (their Figure 31), also where
 * joints lock motions twice. */
#include "verify/verify.h"

static const char file_002[] = "model/paper/slider_crank_002.jd";

/* A formulation as the paper has it: joint C, our jB, is the one that is cut, elastic or loose. */
static Case open_002(const char *form, const char *stabilise, JdRunDef run) {
    const bool loose = strcmp(form, "clearance") == 0;
    const JdSetting apart[] = {{"gap", "0.1 mm"}, {NULL}};
    JdCompileDef how = {.form = form, .stabilise = stabilise, .as_drawn = true, .cut = "jB"};
    if (loose) how.clearance = "jB", how.gap = 1e-4;
    if (strcmp(form, "elastic") == 0) how.elastic = "jB", how.stiffness = 1e6;
    return open_file(file_002, loose ? apart : NULL, how, run);
}

/* ---- Tables 4 and 5 ------------------------------------------------------------------------- */

typedef struct {
    const char *form;
    double dt;
    const char *violation; /* Table 4; NULL: none */
    const char *energy;    /* Table 5; NULL: not to be tested */
    const char *exact;     /* with the right energy, six digits */
    bool wrong_energy;
} Cell;

static const Cell cells[] = {
    {"newton-euler", 1e-5, "2.85e-03", "2.62e-02", "2.62424e-02", false},
    {"newton-euler", 1e-6, "2.85e-04", "2.62e-03", "2.62204e-03", false},
    {"minimal", 1e-5, NULL, "3.94e-03", "3.94006e-03", false},
    {"minimal", 1e-6, NULL, "3.94e-04", "3.93968e-04", false},
    {"cut-joint", 1e-5, "2.85e-03", "9.87e-03", "1.00195e-02", true},
    {"cut-joint", 1e-6, "2.85e-04", "9.86e-04", "1.00094e-03", true},
    {"elastic", 1e-6, NULL, "2.23e-01", "1.98540e-01", true},
};

static void check_digits(double value, int digits, const char *printed) {
    char text[32];
    snprintf(text, sizeof text, "%.*e", digits, value);
    check_text(text, printed);
}

static void check_cell(const Cell *cell) {
    Case c = open_002(cell->form, "none",
                      (JdRunDef){.stepper = "euler", .dt = cell->dt, .output_every = -1});
    const JdChannel energy = channel(&c, "energy"), speed = channel(&c, "rod.vy");
    const JdChannel angle = channel(&c, "crank.angle"), rate = channel(&c, "crank.rate");
    assert_true(advance(&c));
    const double first = jd_run_value(c.run, energy);
    check_near(first, 8.503948125, 1e-14, "energy at the start");
    double exact = 0, wrong = 0;
    long states = 0;
    for (; advance(&c); states++) {
        const double now = jd_run_value(c.run, energy), right = jd_run_value(c.run, speed);
        const double other = 0.0765 * cos(jd_run_value(c.run, angle)) * jd_run_value(c.run, rate);
        exact += fabs(now - first);
        wrong += fabs(now + 0.5 * 0.076 * (other * other - right * right) - first);
    }
    assert_int_equal(states, lround(0.13 / cell->dt));
    check_digits(exact / (double)states, 5, cell->exact);
    check_digits((cell->wrong_energy ? wrong : exact) / (double)states, 2, cell->energy);
    if (cell->violation) check_digits(value(&c, "drift.sum"), 2, cell->violation);
    close_case(&c);
}

static void tables_4_and_5_come_out_digit_by_digit(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) check_cell(&cells[k]);
}

/* Their footnote: the run does not reach the end, the Jacobian is close to singular. */
static void long_steps_end_the_run_of_the_clearance_joint(void **state) {
    (void)state;
    const double dt[] = {1e-5, 1e-6}, ends[] = {0.00494, 0.020299};
    for (int k = 0; k < 2; k++) {
        Case c = open_002("clearance", "none",
                          (JdRunDef){.stepper = "euler", .dt = dt[k], .output_every = 0.13});
        while (jd_run_next(c.run)) continue;
        assert_true(jd_run_failed(c.run));
        check_near((double)jd_run_cost(c.run).steps * dt[k], ends[k], 1.5 * dt[k],
                   "the step that fails");
        assert_int_equal(jd_log_errors(c.log), 1);
        close_case(&c);
    }
}

/* ---- In the limit of small steps ------------------------------------------------------------ */

static const char *const names[] = {"crank.angle", "rod.angle", "crank.rate",
                                    "rod.rate",    "slider.x",  "slider.vx",
                                    "slider.ax",   "jB.force",  "energy"};
enum { NAMES = sizeof names / sizeof *names };
typedef struct {
    double t, values[NAMES];
} Reference;

static const Reference elastic[] = {
    {0.0, {0.0, 0.0, 150.0, -75.0, 0.459, 0.0, 0.0, 0.0, 8.503948125}},
    {0.01,
     {0.9977064595729596, -0.4332885982682751, 75.31935571797483, -19.9013053395662,
      0.3607394585189773, -11.58021493891384, -1463.868256519872, 96.33161293338495,
      8.503948125000006}},
    {0.02,
     {1.727765270782189, -0.5167933764461583, 77.78442926388884, 5.306072421858307,
      0.2419966582705912, -11.61334469659844, 3275.015437164889, 144.8149048053844,
      8.503948125000008}},
    {0.03,
     {2.787524362635177, -0.1741211903759569, 141.1874159446527, 67.272290604166,
      0.1579963205508735, -3.587047878030774, -3491.990201960677, 137.3309538509601,
      8.503948125000006}},
    {0.04,
     {4.124384759309206, 0.429061702787544, 106.0341864944726, 33.8288190597797, 0.1933164685065763,
      8.21064135682336, 2033.789567907826, 77.31333955106732, 8.50394812500001}},
    {0.05,
     {4.949960788232265, 0.5069152611170586, 70.68186550207295, -10.73473366419376,
      0.3036554824685456, 12.39447542125737, -3384.194016295453, 193.7090231570838,
      8.503948125000008}},
    {0.06,
     {5.721414045880546, 0.2697481858371864, 96.12314914241212, -40.5561151483701,
      0.4243404549307692, 10.55865410681972, 2101.544821780531, 91.4612733472989,
      8.503948125000004}},
    {0.07,
     {6.915497279755083, -0.300206292162448, 90.18382504036715, -36.51368493894398,
      0.4156397056382686, -10.93540625994252, 2475.744523377362, 114.2103206779013,
      8.50394812500001}},
    {0.08,
     {7.665737844261127, -0.512902979849753, 70.41776920286577, -8.784240240675743,
      0.2953862954153826, -12.21273284808888, -3414.541823503868, 191.0916054314309,
      8.503948125000012}},
    {0.09,
     {8.503604029736389, -0.4094881407870614, 108.964344795804, 37.27544359113715,
      0.1880832063331719, -7.731202683087932, 1858.985771126855, 70.81716247186209,
      8.503948125000013}},
    {0.1,
     {9.85686487973919, 0.2108053396004175, 137.7043603157651, 63.95769714475026, 0.160428250121602,
      4.462552474872758, -3700.251034879111, 146.6332638423945, 8.503948125000019}},
    {0.11,
     {10.88970387803537, 0.5206402600209, 76.67734172241224, 2.848840400425753, 0.249173471609498,
      11.91869615442303, 2996.432904182418, 134.7008749626187, 8.503948125000022}},
    {0.12,
     {11.62320250661695, 0.4163527129252675, 77.12128204438012, -22.27994510377027,
      0.3697667723510125, 11.65336770585071, -1648.716339494031, 107.0901913937072,
      8.503948125000019}},
    {0.13,
     {12.68211646619149, -0.0576990690356172, 144.449886936059, -72.06619187705815,
      0.4574418027847714, -4.036407298221537, 664.1829039418146, 34.47186116618685,
      8.503948125000006}},
};
static const Reference clearance[] = {
    {0.0, {0.0, 0.0, 150.0, -75.0, 0.4591, 0.0, -5163.75, 196.2225, 8.503948125}},
    {0.01,
     {0.9986918672069914, -0.4335060403702621, 73.14838489904594, -21.81982271830529,
      0.3605323254759133, -12.21329899362276, -14.36275287067299, 17.29262472684403,
      8.503948124999999}},
    {0.02,
     {1.730379146681635, -0.5159814991589063, 80.38652822712751, 7.316717593569092,
      0.2417874805493402, -11.04718982770977, 269.1099407324486, 16.66404280162238,
      8.503948124999999}},
    {0.03,
     {2.792520812531531, -0.1717688505611693, 141.0977967334574, 67.31446866851086,
      0.1576278833483692, -3.860351926722461, 1418.344599886566, 55.93710212525177,
      8.503948124999997}},
    {0.04,
     {4.129216764337204, 0.4303122176847928, 102.5405279794345, 31.05206543943944,
      0.1937726882976758, 9.134868497176607, 594.8188310502862, 29.06249996984954,
      8.503948124999996}},
    {0.05,
     {4.95469059287168, 0.5064529116947282, 71.86664472899244, -9.875979856945056,
      0.3042725973550429, 12.15689161016165, 97.1707984819251, 14.27242681255916,
      8.503948124999996}},
    {0.06,
     {5.727938729259828, 0.266428834451978, 95.37533338471106, -41.96189622050782,
      0.4252653663313227, 11.09740533918282, -636.0355175021855, 51.4333392645248,
      8.503948124999996}},
    {0.07,
     {6.92377239385942, -0.3031489333092479, 88.36759797284483, -37.09529469836873,
      0.4147487777187958, -11.48586904978871, -351.7949523385123, 38.1630131623764,
      8.503948124999997}},
    {0.08,
     {7.672578242547719, -0.5137973881973933, 71.83041189959947, -7.441747515655892,
      0.2940598412095717, -11.93016012022936, 116.6144821849875, 13.21247351713054,
      8.503948124999997}},
    {0.09,
     {8.515700165481524, -0.4052925919706912, 106.6360275422256, 35.67260733951259,
      0.1871123337056422, -8.56368399469994, 692.0464297149208, 31.58759221928173,
      8.503948124999997}},
    {0.1,
     {9.874192645173983, 0.2188558574223142, 136.5059826808204, 63.01347778288604,
      0.1607989295687686, 4.883364636136177, 1311.367066930304, 52.69728144012806,
      8.503948124999996}},
    {0.11,
     {10.89993163326819, 0.5206650196377577, 78.93659822813225, 4.323453725852337,
      0.2507789824083192, 11.37126034703258, 266.7190217646748, 16.48336419104799,
      8.503948124999994}},
    {0.12,
     {11.63431848721356, 0.4127158196061531, 75.39133621111293, -24.53668961539397,
      0.3715365616341299, 12.26587473714451, -72.19909052086348, 20.83648027315439,
      8.503948124999994}},
    {0.13,
     {12.70557745174291, -0.06929849806858492, 142.0694559089754, -70.31784577140525,
      0.4568764375314432, -4.533790710242106, -4049.928048884675, 169.1944797834828,
      8.503948124999994}},
};
enum { TIMES = sizeof elastic / sizeof *elastic };
_Static_assert(sizeof clearance == sizeof elastic, "both have the same times");

/* Within 1e-8 of the size that such values have. */
static void check_limit(const char *form, const Reference *references) {
    double largest[NAMES] = {0};
    for (int k = 0; k < TIMES; k++)
        for (int n = 0; n < NAMES; n++)
            largest[n] = fmax(largest[n], fabs(references[k].values[n]));
    Case c = open_002(form, "projection", (JdRunDef){.tol = 1e-13, .output_every = 0.01});
    for (int k = 0; k < TIMES; k++) {
        if (k == 0)
            assert_true(advance(&c));
        else
            advance_to(&c, references[k].t);
        for (int n = 0; n < NAMES; n++)
            check_near(value(&c, names[n]), references[k].values[n], 1e-8 * largest[n], names[n]);
    }
    close_case(&c);
}

static void the_elastic_joint_agrees_at_all_times(void **state) {
    (void)state;
    check_limit("elastic", elastic);
}

static void the_clearance_joint_agrees_at_all_times(void **state) {
    (void)state;
    check_limit("clearance", clearance);
}

/* ---- Parasitic elements --------------------------------------------------------------------- */

static void parasitic_elements_move_the_piston_as_minimal_coordinates_do(void **state) {
    (void)state;
    const JdRunDef run = {.until = 2, .tol = 1e-9, .output_every = 0.02};
    const JdCompileDef soft = {
        .form = "elastic", .elastic = "all", .stiffness = 1e7, .damping = 200};
    Case exact = open_file("model/paper/slider_crank_004_isostatic.jd", NULL,
                           (JdCompileDef){.form = "minimal"}, run);
    Case locked = open_file("model/paper/slider_crank_004_hyperstatic.jd", NULL,
                            (JdCompileDef){.form = "newton-euler"}, run);
    Case loose = open_file("model/paper/slider_crank_004_hyperstatic.jd", NULL, soft, run);
    double most = 0;
    while (advance(&exact)) {
        assert_true(advance(&locked) && advance(&loose));
        const double speed = value(&exact, "piston.vx");
        check_near(value(&locked, "piston.vx"), speed, 1e-8, "with multipliers");
        most = fmax(most, fabs(value(&loose, "piston.vx") - speed));
    }
    assert_true(most < 4e-3 && most > 1e-4); /* it gives way, but not much */
    assert_true(said(locked.log, "joint-redundant", NULL));
    assert_false(said(loose.log, "joint-redundant", NULL));
    close_case(&exact);
    close_case(&locked);
    close_case(&loose);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_4_and_5_come_out_digit_by_digit),
        cmocka_unit_test(long_steps_end_the_run_of_the_clearance_joint),
        cmocka_unit_test(the_elastic_joint_agrees_at_all_times),
        cmocka_unit_test(the_clearance_joint_agrees_at_all_times),
        cmocka_unit_test(parasitic_elements_move_the_piston_as_minimal_coordinates_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
