/* SPDX-License-Identifier: MIT
 *
 * Bodies that turn freely or on their tip. The heavy top by elliptic functions, to 20 digits; the
 * free body's angular velocity likewise, its attitude by extrapolation in long double. Over a
 * thousand turns energy and angular momentum stay; no attitude is special. */
#include "verify/reference.h"
#include "verify/space.h"

static const char *const top_names[] = {"top.x",  "top.y",  "top.z", "top.wx",
                                        "top.wy", "top.wz", "energy"};
static const double top_rows[][1 + 7] = {
    {0.0, 0.0, -0.25, 0.4330127018922193, 0.0, -25.0, 43.30127018922193, 129.2478546055627},
    {0.25, 0.08016228664813364, -0.26524975588184435, 0.4161929538134499, 7.507761833333951,
     -25.79893474173642, 42.1799536506373, 129.2478546055627},
    {0.5, 0.11416576967086295, -0.23317505228549046, 0.42731203122205474, 11.71802738178418,
     -22.82167964061308, 42.92122547787763, 129.2478546055627},
    {0.75, 0.1953904035982054, -0.1749718255475969, 0.4256846842984508, 18.90196681439692,
     -17.61432843562756, 42.8127356829707, 129.2478546055627},
    {1.0, 0.23031387299045394, -0.1511307062471925, 0.41727093061626264, 22.55881650102889,
     -14.38447498074676, 42.25181877082482, 129.2478546055627},
    {1.25, 0.241521538444696, -0.06560102716145005, 0.4328554628310355, 24.11696709930981,
     -6.655065110383024, 43.29078758514301, 129.2478546055627},
    {1.5, 0.27831595160870404, 0.001449536286288309, 0.41537709364467396, 26.95528366057449,
     -0.05473379987947612, 42.12556297271891, 129.2478546055627},
    {1.75, 0.25285508768963527, 0.046671681305255175, 0.4288193778196218, 24.97502002682987,
     5.065040464939321, 43.02171525104877, 129.2478546055627},
    {2.0, 0.22408185505052386, 0.1414822647463809, 0.4239930317815978, 22.27788629194714,
     13.45359368806467, 42.69995884851383, 129.2478546055627},
};
static const char *const stone_names[] = {
    "stone.own.wx",    "stone.own.wy",    "stone.own.wz",    "stone.matrix.xx", "stone.matrix.xy",
    "stone.matrix.xz", "stone.matrix.yx", "stone.matrix.yy", "stone.matrix.yz", "stone.matrix.zx",
    "stone.matrix.zy", "stone.matrix.zz", "energy"};
static const double stone_rows[][1 + 13] = {
    {0.0, 0.01, 1.0, 0.02, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.00065},
    {2.0, -0.03205578352359076, 0.9995361057724172, 0.02663064185802583, -0.4164000080803493,
     -0.03797806401909498, 0.908387967734077, 0.01332662358132727, 0.9987648890362977,
     0.04786541060341496, -0.9090838434240301, 0.03203690187383013, -0.4153795885015535, 1.00065},
    {4.0, -0.1214302685551321, 0.9926503361600341, 0.07267578716778492, -0.6543196905223877,
     0.04789751011567072, -0.7546996562337934, -0.08000276387757092, 0.988007097557066,
     0.132066395986307, 0.7519742684205599, 0.1467917017463236, -0.6426405651153544, 1.00065},
    {6.0, -0.3785839794561219, 0.9256209648118213, 0.2194127233479053, 0.9328946436808915,
     0.277715117310214, -0.229307429903343, -0.2028834611257979, 0.9313030376479134,
     0.3025110795812046, 0.297566605977753, -0.2356882807547782, 0.9251514196723354, 1.00065},
    {8.0, -0.8989641825950175, 0.4381362783555733, 0.5193703243957142, 0.1111917572233164,
     -0.8343972348446353, 0.5398311287886403, -0.4230604553084828, 0.4517797319683514,
     0.78543931970381, -0.899253159171415, -0.3157155812851672, -0.3027662918060706, 1.00065},
    {10.0, -0.8036645188775206, -0.5951666498531011, 0.4643908766339826, -0.8831614548539478,
     0.04097072585020139, -0.467276411006982, -0.3895788005693716, -0.6189034379690046,
     0.6820461073982288, -0.261255053170629, 0.7843978162217524, 0.5625529869259941, 1.00065},
    {12.0, -0.308913859931182, -0.951142590331449, 0.1793764875502378, -0.01772637748066655,
     0.2699584147991492, 0.9627087980384014, -0.183852120017614, -0.9473219675625881,
     0.2622584369250599, 0.9827940646475445, -0.1723471614285459, 0.0664250136701602, 1.00065},
    {14.0, -0.09705287085812626, -0.9953294631719671, 0.05921503114864236, 0.9223061758373439,
     -0.08365937515422062, -0.3772962058662926, -0.04161156983139653, -0.992109885096871,
     0.1182643359142571, -0.3842132158951085, -0.09337603997749529, -0.9185102720654026, 1.00065},
    {16.0, -0.02278809710626757, -0.9997903293342438, 0.02323286013189506, -0.7319616461211274,
     -0.02039804594494396, -0.6810404307596412, 0.01270258217296781, -0.9997865757329819,
     0.01629255628369767, -0.681227416516532, 0.003274554282098732, 0.7320645355981021, 1.00065},
    {18.0, 0.01775628580130415, -0.9998923513631569, 0.02172008045916276, -0.3145909768799022,
     0.02312626703015611, 0.9489455690602063, -0.01802058987208902, -0.9996685096304819,
     0.01838828958421857, 0.9490562552380184, -0.01131576892752025, 0.314903441974152, 1.00065},
    {20.0, 0.08460100266511077, -0.9964650873703795, 0.05246373239976354, 0.9934576060499383,
     0.02841979277976186, -0.1106087716226925, 0.04053616875065181, -0.9932274951641439,
     0.1088850856315006, -0.1067651816115359, -0.1126563723378129, -0.987881439124726, 1.00065},
};
static void the_top_agrees_at_all_times(void **state) {
    (void)state;
    const Table table = TABLE(top_names, top_rows);
    check_table("model/top.jd", NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-13}, &table, 1e-9);
}

static void the_free_body_agrees_at_all_times(void **state) {
    (void)state;
    const Table table = TABLE(stone_names, stone_rows);
    check_table("model/free_body.jd", NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-13}, &table,
                1e-10);
}

/* ---- A thousand turns ----------------------------------------------------------------------- */

static void a_thousand_turns_keep_energy_and_angular_momentum(void **state) {
    (void)state;
    static const Solid stone = {"stone", 2, {{1, 0.1, -0.2}, {0.1, 2, 0.3}, {-0.2, 0.3, 2.5}}};
    Case c =
        open_text("spatial\n"
                  "body stone { at [0, 0, 0] m  turned cardan(20 deg, -50 deg, 70 deg)  mass 2 kg\n"
                  "    inertia [[1, 0.1, -0.2], [0.1, 2, 0.3], [-0.2, 0.3, 2.5]] kg*m^2 }\n"
                  "start stone.own.wx = 0.3, stone.own.wy = 6.3, stone.own.wz = 0.5\n"
                  "start stone.vx = 0.1, stone.vy = -0.2, stone.vz = 0.05\n"
                  "run to 1000 s every 50 s tol 1e-13\n",
                  (JdCompileDef){0}, (JdRunDef){0});
    assert_true(advance(&c));
    const double energy = value(&c, "energy");
    const Vec3 first = momentum(&c, &stone);
    double turned = 0, last = 0;
    while (advance(&c)) {
        check_relative(value(&c, "energy"), energy, 1e-9, "energy");
        check_vector(momentum(&c, &stone), first, 1e-9 * vec3_norm(first), "angular momentum");
        turned += vec3_norm(vector(&c, "stone", "w")) * (value(&c, "time") - last);
        last = value(&c, "time");
    }
    assert_true(turned > 2 * pi * 900);
    check_vector(vector(&c, "stone", ""), vec3(100, -200, 50), 1e-9, "it flies straight on");
    close_case(&c);
}

/* ---- Any attitude ---------------------------------------------------------------------------- */

/* With equal moments of inertia it turns evenly about any axis: its attitude is known. The axis is
 * along x, y and z, through half and whole turns and where Cardan angles are singular, and
 * anywhere. */
static void a_body_may_pass_every_attitude(void **state) {
    (void)state;
    check_seed(3);
    for (int k = 0; k < 24; k++) {
        const AxisName about = (AxisName)(k % 3);
        Vec3 axis = axes_at(&axes_none, about);
        if (k >= 6) axis = vec3(check_uniform(-1, 1), check_uniform(-1, 1), check_uniform(-1, 1));
        const Vec3 w = vec3_scale(2 * pi / vec3_norm(axis), axis);
        const double a = k < 3 ? 0 : check_uniform(-3, 3), b = k < 3 ? 0 : pi / 2;
        char text[500];
        snprintf(
            text, sizeof text,
            "spatial\n"
            "body b { at [0, 0, 0] m turned cardan(%.17g, %.17g, 0) mass 1 kg inertia [2, 2, 2] "
            "kg*m^2 }\n"
            "start b.wx = %.17g, b.wy = %.17g, b.wz = %.17g\n"
            "run to 2 s every 0.125 s tol 1e-13\n",
            a, b, w.x, w.y, w.z);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        assert_true(advance(&c));
        const Axes start = attitude(&c, "b");
        do {
            const Axes turn = jd_axes_from_vector(vec3_scale(value(&c, "time"), w));
            const Axes exact = jd_axes_absolute(&turn, &start), is = attitude(&c, "b");
            check_vector(is.x, exact.x, 1e-11, "its x axis");
            check_vector(is.y, exact.y, 1e-11, "its y axis");
            const Vec3 part = vector(&c, "b", "quaternion.");
            const Axes same =
                jd_quat_axes((Quat){value(&c, "b.quaternion.w"), part.x, part.y, part.z});
            assert_true(value(&c, "b.quaternion.w") >= 0);
            check_vector(same.z, is.z, 1e-14, "its quaternion");
        } while (advance(&c));
        close_case(&c);
    }
}

/* All ways to say an attitude say the same one. */
static void every_reading_of_an_attitude_is_the_same(void **state) {
    (void)state;
    static const char *const words[] = {"euler.xyz.", "euler.xzy.", "euler.yxz.", "euler.yzx.",
                                        "euler.zxy.", "euler.zyx.", "euler.xyx.", "euler.xzx.",
                                        "euler.yxy.", "euler.yzy.", "euler.zxz.", "euler.zyz."};
    Case c =
        open_file("model/free_body.jd", NULL, (JdCompileDef){0}, (JdRunDef){.output_every = 1});
    while (advance(&c)) {
        const Axes is = attitude(&c, "stone");
        for (int k = 0; k < 12; k++) {
            const char *letters = words[k] + 6;
            AxisName order[3];
            double angles[3];
            for (int n = 0; n < 3; n++) {
                char name[32];
                snprintf(name, sizeof name, "stone.%s%c", words[k], 'a' + n);
                order[n] = (AxisName)(letters[n] - 'x');
                angles[n] = value(&c, name);
            }
            const Axes same = jd_axes_sequence(order, 3, angles);
            check_vector(same.x, is.x, 1e-13, words[k]);
            check_vector(same.z, is.z, 1e-13, words[k]);
        }
        const Axes same = jd_axes_from_vector(vector(&c, "stone", "rotation."));
        check_vector(same.x, is.x, 1e-13, "rotation");
        check_vector(same.y, is.y, 1e-13, "rotation");
        check_near(value(&c, "stone.rotation"), vec3_norm(vector(&c, "stone", "rotation.")), 1e-13,
                   "its angle");
        check_vector(vector(&c, "stone", "own.w"), axes_in(&is, vector(&c, "stone", "w")), 1e-14,
                     "own axes");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_top_agrees_at_all_times),
        cmocka_unit_test(the_free_body_agrees_at_all_times),
        cmocka_unit_test(a_thousand_turns_keep_energy_and_angular_momentum),
        cmocka_unit_test(a_body_may_pass_every_attitude),
        cmocka_unit_test(every_reading_of_an_attitude_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
