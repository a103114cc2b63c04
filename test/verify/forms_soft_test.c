/* SPDX-License-Identifier: MIT
 *
 * Joints that give way. Elastic: springs and dampers along what a joint locks; clearance: a
 * massless link between the two points of a hinge. Against references by extrapolation in long
 * double with absolute coordinates, and against the rigid mechanism, to which springs come near as
 * they grow stiffer. */
#include "verify/reference.h"

/* The slider-crank of the comparison of formulations, stretched, crank 153 mm and rod 306 mm. c:
 * how far the slider stands from the end of the rod. Start values are taken as they are. */
static const char slider_crank[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam r = 153 mm\nparam l = 306 mm\nparam c = 0 mm\n"
    "point O = [0, 0]\npoint A = [r, 0 m]\npoint B = [r + l, 0 m]\n"
    "body crank { link O A mass 38 g inertia 7.4e-5 kg*m^2 }\n"
    "body rod { link A B mass 76 g inertia 5.9e-5 kg*m^2 frame tip at B }\n"
    "body slider { at B mass 38 g inertia 1.8e-6 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- slider at B\njoint jC : prismatic ground -- slider at B axis x\n"
    "start jO.angle = 0, crank.rate = 150, rod.rate = -75, slider.vx = 0, slider.x = r + l + c\n"
    "start crank.vy = 150 rad/s*r/2, rod.vy = 150 rad/s*r - 75 rad/s*l/2\n"
    "run to 0.13 s every 10 ms tol 1e-13\n";

static Case open_slider_crank(const char *gap, JdCompileDef how, JdRunDef run) {
    JdLog *log = jd_log_new();
    const JdSetting settings[] = {{"c", gap}, {NULL}};
    how.as_drawn = true;
    return open_model(jd_model_read_text("slider_crank", slider_crank, strlen(slider_crank),
                                         (JdReadDef){.settings = settings}, log),
                      log, how, run);
}

/* ---- References ------------------------------------------------------------------------------
 * time; angles of crank and rod, place of the slider; their rates; the slider's acceleration; the
 * end of the rod seen from the slider; force in the joint, energy. */

static const double elastic_rows[][12] = {
    {0.0, 0.0, 0.0, 0.459, 150.0, -75.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.503948125},
    {0.01, 0.9977064595729596, -0.4332885982682751, 0.3607394585189773, 75.31935571797483,
     -19.9013053395662, -11.58021493891384, -1463.868256519872, -5.562699374775514e-05,
     7.864742346024253e-05, 96.33161293338495, 8.503948125000006},
    {0.02, 1.727765270782189, -0.5167933764461583, 0.2419966582705912, 77.78442926388884,
     5.306072421858307, -11.61334469659844, 3275.015437164889, 0.0001244505866122658,
     -7.40500381205539e-05, 144.8149048053844, 8.503948125000008},
    {0.03, 2.787524362635177, -0.1741211903759569, 0.1579963205508735, 141.1874159446527,
     67.272290604166, -3.587047878030774, -3491.990201960677, -0.0001326956276745057,
     3.537882532933358e-05, 137.3309538509601, 8.503948125000006},
    {0.04, 4.124384759309206, 0.429061702787544, 0.1933164685065763, 106.0341864944726,
     33.8288190597797, 8.21064135682336, 2033.789567907826, 7.72840035804974e-05,
     -2.129615718456018e-06, 77.31333955106732, 8.50394812500001},
    {0.05, 4.949960788232265, 0.5069152611170586, 0.3036554824685456, 70.68186550207295,
     -10.73473366419376, 12.39447542125737, -3384.194016295453, -0.0001285993726192272,
     -0.0001448633390972774, 193.7090231570838, 8.503948125000008},
    {0.06, 5.721414045880546, 0.2697481858371864, 0.4243404549307692, 96.12314914241212,
     -40.5561151483701, 10.55865410681972, 2101.544821780531, 7.985870322766017e-05,
     4.458421291338257e-05, 91.4612733472989, 8.503948125000004},
    {0.07, 6.915497279755083, -0.300206292162448, 0.4156397056382686, 90.18382504036715,
     -36.51368493894398, -10.93540625994252, 2475.744523377362, 9.407829188833977e-05,
     -6.475548119442393e-05, 114.2103206779013, 8.50394812500001},
    {0.08, 7.665737844261127, -0.512902979849753, 0.2953862954153826, 70.41776920286577,
     -8.784240240675743, -12.21273284808888, -3414.541823503868, -0.000129752589293147,
     0.0001402863758106453, 191.0916054314309, 8.503948125000012},
    {0.09, 8.503604029736389, -0.4094881407870614, 0.1880832063331719, 108.964344795804,
     37.27544359113715, -7.731202683087932, 1858.985771126855, 7.064145930282048e-05,
     4.985451647952291e-06, 70.81716247186209, 8.503948125000013},
    {0.1, 9.85686487973919, 0.2108053396004175, 0.160428250121602, 137.7043603157651,
     63.95769714475026, 4.462552474872758, -3700.251034879111, -0.0001406095393254062,
     -4.159653249695618e-05, 146.6332638423945, 8.503948125000019},
    {0.11, 10.88970387803537, 0.5206402600209, 0.249173471609498, 76.67734172241224,
     2.848840400425753, 11.91869615442303, 2996.432904182418, 0.0001138644503589319,
     7.196674690545195e-05, 134.7008749626187, 8.503948125000022},
    {0.12, 11.62320250661695, 0.4163527129252675, 0.3697667723510125, 77.12128204438012,
     -22.27994510377027, 11.65336770585071, -1648.716339494031, -6.265122090077317e-05,
     -8.6851215376547e-05, 107.0901913937072, 8.503948125000019},
    {0.13, 12.68211646619149, -0.0576990690356172, 0.4574418027847714, 144.449886936059,
     -72.06619187705815, -4.036407298221537, 664.1829039418146, 2.523895034978895e-05,
     2.347987643710565e-05, 34.47186116618685, 8.503948125000006},
};

static const double clearance_rows[][12] = {
    {0.0, 0.0, 0.0, 0.4591, 150.0, -75.0, 0.0, -5163.75, -9.999999999999999e-05, 0.0, 196.2225,
     8.503948125},
    {0.01, 0.9986918672069914, -0.4335060403702621, 0.3605323254759133, 73.14838489904594,
     -21.81982271830529, -12.21329899362276, -14.36275287067299, -3.156169856842657e-06,
     9.995018054928543e-05, 17.29262472684403, 8.503948124999999},
    {0.02, 1.730379146681635, -0.5159814991589063, 0.2417874805493402, 80.38652822712751,
     7.316717593569092, -11.04718982770977, 269.1099407324486, 6.136672756767909e-05,
     7.895647375379838e-05, 16.66404280162238, 8.503948124999999},
    {0.03, 2.792520812531531, -0.1717688505611693, 0.1576278833483692, 141.0977967334574,
     67.31446866851086, -3.860351926722461, 1418.344599886566, 9.635303358226463e-05,
     2.675991254647486e-05, 55.93710212525177, 8.503948124999997},
    {0.04, 4.129216764337204, 0.4303122176847928, 0.1937726882976758, 102.5405279794345,
     31.05206543943944, 9.134868497176607, 594.8188310502862, 7.777416121586288e-05,
     -6.285841110916638e-05, 29.06249996984954, 8.503948124999996},
    {0.05, 4.95469059287168, 0.5064529116947282, 0.3042725973550429, 71.86664472899244,
     -9.875979856945056, 12.15689161016165, 97.1707984819251, 2.587149607286064e-05,
     -9.659537096026886e-05, 14.27242681255916, 8.503948124999996},
    {0.06, 5.727938729259828, 0.266428834451978, 0.4252653663313227, 95.37533338471106,
     -41.96189622050782, 11.09740533918282, -636.0355175021855, -4.699160118844047e-05,
     -8.827111315570094e-05, 51.4333392645248, 8.503948124999996},
    {0.07, 6.92377239385942, -0.3031489333092479, 0.4147487777187958, 88.36759797284483,
     -37.09529469836873, -11.48586904978871, -351.7949523385123, -3.502922615670903e-05,
     9.366404494181388e-05, 38.1630131623764, 8.503948124999997},
    {0.08, 7.672578242547719, -0.5137973881973933, 0.2940598412095717, 71.83041189959947,
     -7.441747515655892, -11.93016012022936, 116.6144821849875, 3.353914251774348e-05,
     9.420788671430058e-05, 13.21247351713054, 8.503948124999997},
    {0.09, 8.515700165481524, -0.4052925919706912, 0.1871123337056422, 106.6360275422256,
     35.67260733951259, -8.56368399469994, 692.0464297149208, 8.325346277300072e-05,
     5.539730080341985e-05, 31.58759221928173, 8.503948124999997},
    {0.1, 9.874192645173983, 0.2188558574223142, 0.1607989295687686, 136.5059826808204,
     63.01347778288604, 4.883364636136177, 1311.367066930304, 9.456265519117536e-05,
     -3.25254399385293e-05, 52.69728144012806, 8.503948124999996},
    {0.11, 10.89993163326819, 0.5206650196377577, 0.2507789824083192, 78.93659822813225,
     4.323453725852337, 11.37126034703258, 266.7190217646748, 6.148819324493281e-05,
     -7.886191787849062e-05, 16.48336419104799, 8.503948124999994},
    {0.12, 11.63431848721356, 0.4127158196061531, 0.3715365616341299, 75.39133621111293,
     -24.53668961539397, 12.26587473714451, -72.19909052086348, -1.316712517577937e-05,
     -9.912934386247775e-05, 20.83648027315439, 8.503948124999994},
    {0.13, 12.70557745174291, -0.06929849806858492, 0.4568764375314432, 142.0694559089754,
     -70.31784577140525, -4.533790710242106, -4049.928048884675, -9.095879845167468e-05,
     4.15511369787593e-05, 169.1944797834828, 8.503948124999994},
};

/* The gap, which is small, to the same digits of a length. */
static void check_row(const Case *c, const double *row, const char *name) {
    static const char *const channels[] = {"crank.angle", "rod.angle", "slider.x",  "crank.rate",
                                           "rod.rate",    "slider.vx", "slider.ax", NULL,
                                           NULL,          "jB.force",  "energy"};
    for (int k = 0; k < 11; k++) {
        char what[80];
        snprintf(what, sizeof what, "%s, %s at %g s", name, channels[k] ? channels[k] : "gap",
                 row[0]);
        if (channels[k]) check_scaled(value(c, channels[k]), row[1 + k], 1e-8, what);
    }
    check_near(value(c, "rod.tip.x") - value(c, "slider.x"), row[8], 1e-12, name);
    check_near(value(c, "rod.tip.y") - value(c, "slider.y"), row[9], 1e-12, name);
}

static void an_elastic_joint_meets_the_reference(void **state) {
    (void)state;
    Case c = open_slider_crank("0 mm",
                               (JdCompileDef){.form = "elastic", .elastic = "jB", .stiffness = 1e6},
                               (JdRunDef){0});
    for (int n = 0; n < 14; n++) {
        assert_true(advance(&c));
        check_row(&c, elastic_rows[n], "elastic");
    }
    close_case(&c);
}

static void a_joint_with_clearance_meets_the_reference(void **state) {
    (void)state;
    Case c = open_slider_crank("0.1 mm",
                               (JdCompileDef){.form = "clearance", .clearance = "jB", .gap = 1e-4},
                               (JdRunDef){0});
    for (int n = 0; n < 14; n++) {
        assert_true(advance(&c));
        check_row(&c, clearance_rows[n], "clearance");
    }
    close_case(&c);
}

/* The same joints under any other formulation. */
static void other_formulations_have_the_same_springs_and_gaps(void **state) {
    (void)state;
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    for (int k = 0; k < 3; k++) {
        Case e = open_slider_crank(
            "0 mm", (JdCompileDef){.form = forms[k], .elastic = "jB", .stiffness = 1e6},
            (JdRunDef){0});
        Case g = open_slider_crank("0.1 mm",
                                   (JdCompileDef){.form = forms[k], .clearance = "jB", .gap = 1e-4},
                                   (JdRunDef){0});
        for (int n = 0; n < 14; n++) {
            assert_true(advance(&e) && advance(&g));
            check_row(&e, elastic_rows[n], forms[k]);
            check_row(&g, clearance_rows[n], forms[k]);
        }
        close_case(&e);
        close_case(&g);
    }
}

static void the_gap_keeps_its_length(void **state) {
    (void)state;
    Case c = open_slider_crank("0.1 mm", (JdCompileDef){.form = "clearance"},
                               (JdRunDef){.output_every = -1});
    while (advance(&c))
        check_near(hypot(value(&c, "rod.tip.x") - value(&c, "slider.x"),
                         value(&c, "rod.tip.y") - value(&c, "slider.y")),
                   1e-4, 1e-15, "default gap");
    close_case(&c);
}

/* Six hinges that allow one motion in spite of thirty locks: a gap opens normal to [1, 1, 1] alone,
 * along none of the axes. What it changes goes with its length. */
static void a_gap_opens_in_a_direction_that_the_loop_allows(void **state) {
    (void)state;
    static const char path[] = "model/bricard.jd";
    static const char *const joints[] = {"j0", "j1", "j2", "j3", "j4", "j5"};
    for (int k = 0; k < 6; k++)
        for (double gap = 1e-3; gap > 5e-6; gap *= 0.1) {
            const JdRunDef run = {.until = 0.5, .output_every = 0.1, .tol = 1e-10};
            Case a = open_file(path, NULL, (JdCompileDef){0}, run),
                 b = open_file(
                     path, NULL,
                     (JdCompileDef){.form = "clearance", .clearance = joints[k], .gap = gap}, run);
            double energy = NAN;
            while (advance(&a)) {
                assert_true(advance(&b));
                if (isnan(energy)) energy = value(&b, "energy");
                check_near(value(&b, "energy"), energy, 1e-9, joints[k]);
                check_near(value(&b, "rod3.end.x"), value(&a, "rod3.end.x"), 3 * gap, joints[k]);
                check_near(value(&b, "rod3.end.z"), value(&a, "rod3.end.z"), 3 * gap, joints[k]);
            }
            close_case(&a);
            close_case(&b);
        }
}

/* What was drawn together and has a gap by wish was not drawn apart. */
static void a_gap_is_not_called_a_fault_of_the_drawing(void **state) {
    (void)state;
    Case c = open_file("model/slider_crank.jd", NULL,
                       (JdCompileDef){.form = "clearance", .gap = 2e-3}, (JdRunDef){.until = 1e-3});
    assert_false(said(c.log, "drawn-apart", NULL));
    close_case(&c);
}

/* ---- Springs against the rigid mechanism ------------------------------------------------------
 */

/* How far a channel is from the same under `minimal`: the most over a run, and at its end. */
typedef struct {
    double most, end;
} Apart;

static Apart apart_from_rigid(const char *path, const char *name, JdCompileDef how, double until) {
    const JdRunDef run = {.until = until, .output_every = until / 50, .tol = 1e-10};
    how.form = "elastic";
    Case a = open_file(path, NULL, (JdCompileDef){.form = "minimal"}, run),
         b = open_file(path, NULL, how, run);
    Apart apart = {0};
    while (advance(&a)) {
        assert_true(advance(&b));
        apart.end = fabs(value(&a, name) - value(&b, name));
        apart.most = fmax(apart.most, apart.end);
    }
    close_case(&a);
    close_case(&b);
    return apart;
}

/* Boudon, Dang, Margetts, Borutzky and Malburet 2019, their Figure 31: at most 4 mm/s. How long is
 * not printed; springs of finite stiffness let the motion run ahead, the more the longer. */
static void parasitic_elements_move_the_piston_as_rigid_joints_do(void **state) {
    (void)state;
    const JdCompileDef cut = {.stiffness = 1e7, .damping = 200},
                       all = {.elastic = "all", .stiffness = 1e7, .damping = 200};
    check_near(apart_from_rigid("model/slider_crank_004.jd", "piston.vx", cut, 2).most, 0, 2e-4,
               "one joint");
    check_near(apart_from_rigid("model/slider_crank_004.jd", "piston.vx", all, 2).most, 0, 4e-3,
               "all joints");
}

/* Three hinges and a slider in space lock three motions twice. */
static void a_mechanism_that_locks_motions_twice_runs_with_them(void **state) {
    (void)state;
    const JdCompileDef all = {.elastic = "all", .stiffness = 1e7, .damping = 200};
    static const char path[] = "model/slider_crank_hyperstatic.jd";
    check_near(apart_from_rigid(path, "piston.vx", all, 1).most, 0, 4e-3, "piston");
    Case c = open_file(path, NULL, all, (JdRunDef){.until = 0.01});
    assert_false(said(c.log, "joint-redundant", NULL));
    assert_true(jd_channel_unique(c.system, channel(&c, "jB.force.z")));
    close_case(&c);
}

/* The error of springs is that of what they give: it goes with 1/stiffness. */
static void stiffer_springs_come_nearer_to_rigid_joints(void **state) {
    (void)state;
    static const struct {
        const char *path, *name;
        double until;
    } cases[] = {{"model/slider_crank_004.jd", "piston.x", 1},
                 {"model/slider_crank_004.jd", "jB.force", 1},
                 {"model/spatial_slider_crank.jd", "slider.x", 0.3}};
    for (int k = 0; k < 3; k++) {
        double before = 0;
        for (double stiffness = 1e4; stiffness < 2e6; stiffness *= 10) {
            const JdCompileDef how = {.stiffness = stiffness, .damping = 0.2 * sqrt(stiffness)};
            const double end =
                apart_from_rigid(cases[k].path, cases[k].name, how, cases[k].until).end;
            if (before > 0) check_near(before / end, 10, 0.8, cases[k].name);
            before = end;
        }
    }
}

/* Springs keep energy; dampers take it, and power says how much. */
static void energy_is_kept_by_springs_and_taken_by_dampers(void **state) {
    (void)state;
    Case a = open_slider_crank("0 mm", (JdCompileDef){.form = "elastic"}, (JdRunDef){0});
    Case b =
        open_slider_crank("0 mm", (JdCompileDef){.form = "elastic", .damping = 50}, (JdRunDef){0});
    double before = INFINITY;
    while (advance(&a)) {
        assert_true(advance(&b));
        check_near(value(&a, "energy"), 8.503948125, 1e-9, "springs");
        assert_true(value(&b, "energy") < before);
        before = value(&b, "energy");
        check_near(value(&b, "power.balance"), 0, 1e-8, "dampers");
    }
    assert_true(before < 8.5);
    close_case(&a);
    close_case(&b);
}

/* ---- Which joints -----------------------------------------------------------------------------
 */

/* What a compilation says; NULL: nothing. */
static void check_refusal(JdCompileDef how, const char *code, const char *text) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/slider_crank.jd", (JdReadDef){0}, log);
    assert_null(jd_compile(model, how, log));
    JdMessage m = {0};
    assert_true(said(log, code, &m));
    check_contains(m.text, text);
    assert_int_equal(jd_log_errors(log), 1);
    jd_model_free(model);
    jd_log_free(log);
}

static void joints_that_cannot_give_way_are_named(void **state) {
    (void)state;
    check_refusal((JdCompileDef){.form = "elastic", .elastic = "jX"}, "joint-unknown", "'jX'");
    check_refusal((JdCompileDef){.form = "clearance", .clearance = "jX"}, "joint-unknown", "'jX'");
    check_refusal((JdCompileDef){.form = "clearance", .clearance = "jC"}, "clearance-joint",
                  "'jC' is a prismatic");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_elastic_joint_meets_the_reference),
        cmocka_unit_test(a_joint_with_clearance_meets_the_reference),
        cmocka_unit_test(other_formulations_have_the_same_springs_and_gaps),
        cmocka_unit_test(the_gap_keeps_its_length),
        cmocka_unit_test(a_gap_opens_in_a_direction_that_the_loop_allows),
        cmocka_unit_test(a_gap_is_not_called_a_fault_of_the_drawing),
        cmocka_unit_test(parasitic_elements_move_the_piston_as_rigid_joints_do),
        cmocka_unit_test(a_mechanism_that_locks_motions_twice_runs_with_them),
        cmocka_unit_test(stiffer_springs_come_nearer_to_rigid_joints),
        cmocka_unit_test(energy_is_kept_by_springs_and_taken_by_dampers),
        cmocka_unit_test(joints_that_cannot_give_way_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
