/* SPDX-License-Identifier: MIT
 *
 * Pendulums with known motion: the simple one (IFToMM A01, Gonzalez et al. 2006; elliptic
 * functions), the damped bar of Boudon et al. 2019, and two rods from the horizontal (both
 * extrapolation in long double). */
#include "verify/verify.h"

enum { MOST = 6 };
typedef struct {
    double t, values[MOST];
} Reference; /* t = 0 ends a table */

static const char *const simple_names[] = {"bob.x", "bob.y", "bob.vx", "bob.vy", "jO.force", NULL};
static const Reference simple[] = {{1.0,
                                    {0.9862917511318753, -0.16501085312554117, 0.2969055159163158,
                                     1.7746436411126556, 4.856269407484676}},
                                   {2.0,
                                    {-0.7935661953433217, -0.6084839304437916, -2.102437874436126,
                                     2.7419353930105093, 17.907682072960785}},
                                   {3.0,
                                    {0.1766517899228382, -0.9842734097378926, 4.325368674538742,
                                     0.7762925533433997, 28.96716644858618}},
                                   {4.0,
                                    {0.5775636282486314, -0.8163456714678389, -3.2670865745707705,
                                     -2.311460012299246, 24.025053111298497}},
                                   {5.0,
                                    {-0.9423054350437573, -0.3347543384140006, 0.8579042568859491,
                                     -2.4149286543704886, 9.851820179524037}},
                                   {6.0,
                                    {0.9994975399393528, -0.03169649278992706, -0.02499575832338751,
                                     -0.7882007362367837, 0.9328277828075535}},
                                   {7.0,
                                    {-0.9986187791754798, -0.052540782998298716,
                                     -0.0533450728427387, 1.0139055506456327, 1.5462752436399312}},
                                   {8.0,
                                    {0.9198579831077385, -0.39225156585151255, 1.0881694534505062,
                                     2.551835214621803, 11.543963583010015}},
                                   {9.0,
                                    {-0.49837370905755896, -0.8669623095153627, -3.5756074003064944,
                                     2.0554396686755, 25.514700769037123}},
                                   {10.0,
                                    {-0.2750874625761169, -0.961419205099125, 4.175598100951729,
                                     -1.1947490545604753, 28.29456720606725}},
                                   {0}};

static const char *const damped_names[] = {"jO.angle", "jO.rate", "jO.accel", "energy", NULL};
static const Reference damped[] = {
    {1.0, {-0.4588372600823835, -0.4428943874172179, 0.09392613550979251, -2.13979371151274}},
    {2.0, {-0.8469344145245468, -0.3288832864017601, 0.1211230837418539, -3.657079778749114}},
    {3.0, {-1.118181128164291, -0.2177393392039297, 0.09712980963524177, -4.403204563215781}},
    {4.0, {-1.292791256025284, -0.1367920664390671, 0.06547432319310227, -4.713556158714638}},
    {5.0, {-1.401247391962583, -0.084142342437369, 0.04133533890497556, -4.833488292568513}},
    {6.0, {-1.467670437124154, -0.05134162692238151, 0.0254651277789983, -4.878502006557872}},
    {7.0, {-1.508134323312139, -0.03123330047336305, 0.01554648395928251, -4.895210919954928}},
    {8.0, {-1.532735398098696, -0.01897937642304558, 0.009459398470161284, -4.90138767717911}},
    {9.0, {-1.547681275956066, -0.01152834935056422, 0.005748544761671173, -4.903667545598406}},
    {10.0, {-1.556758873579913, -0.00700142292691719, 0.0034918393363065, -4.90450858076589}},
    {0}};

static const char *const twofold_names[] = {
    "upper.angle", "lower.angle", "upper.rate", "lower.rate", "lower.tip.x", "lower.tip.y", NULL};
static const Reference twofold[] = {{0.5,
                                     {-1.122653700862895, -0.5288334394910306, -2.414308312648259,
                                      -5.949104936117639, 1.296688536226744, -1.405779923190566}},
                                    {1.0,
                                     {-2.778512564985535, -2.385187349886193, -3.406517532971955,
                                      -0.516045472105216, -1.662115135816128, -1.041466637193224}},
                                    {1.5,
                                     {-2.721122007112672, -3.669922458551491, 2.555408292416379,
                                      -1.966372814592063, -1.776547134148651, 0.09590143070553164}},
                                    {2.0,
                                     {-1.653554633615467, -1.16343425188299, -0.9611454445460105,
                                      11.89895505304531, 0.313524776450182, -1.914746617562305}},
                                    {2.5,
                                     {-0.2262387582933571, 0.1603398812566207, 2.701519622425378,
                                      -3.757674264895953, 1.961690061444293, -0.06465998747129222}},
                                    {3.0,
                                     {-0.545710314506168, -1.075061679167913, -4.59335710547498,
                                      1.184320880614226, 1.330436825144056, -1.398644860519201}},
                                    {0}};

static void check_all_times(Case *c, const char *const *names, const Reference *r, double within) {
    for (; r->t > 0; r++) {
        advance_to(c, r->t);
        for (int n = 0; names[n]; n++)
            check_scaled(value(c, names[n]), r->values[n], within, names[n]);
    }
    close_case(c);
}

static void check_file(const char *path, const char *const *names, const Reference *r,
                       double within) {
    static const char *const ways[] = {"projection", "baumgarte"};
    for (int k = 0; k < 2; k++) {
        Case c = open_file(path, NULL, (JdCompileDef){.stabilise = ways[k]},
                           (JdRunDef){.tol = 1e-13, .output_every = r->t});
        check_all_times(&c, names, r, within);
    }
}

static void the_simple_pendulum_follows_elliptic_functions(void **state) {
    (void)state;
    check_file("model/simple_pendulum.jd", simple_names, simple, 1e-11);
}

/* The bob as a point that cannot turn by itself: its rod is a joint. */
static void a_rod_holds_the_bob_as_a_hinge_does(void **state) {
    (void)state;
    Case c = open_text("planar\n"
                       "gravity [0, -9.81] m/s^2\n"
                       "body bob { at [-1, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                       "joint jO : rod ground -- bob at [0, 0], [-1, 0]\n"
                       "start bob.vy = 0, bob.rate = 0\n"
                       "run to 10 s every 1 s tol 1e-13\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    check_all_times(&c, simple_names, simple, 1e-11);
}

static void the_damped_pendulum_comes_to_rest_as_it_should(void **state) {
    (void)state;
    check_file("model/pendulum_004.jd", damped_names, damped, 1e-11);
}

static void the_double_pendulum_agrees(void **state) {
    (void)state;
    check_file("model/double_pendulum.jd", twofold_names, twofold, 1e-10);
}

static void a_chain_of_two_is_the_double_pendulum(void **state) {
    (void)state;
    static const char *const chain_names[] = {
        "rod[1].angle", "rod[2].angle", "rod[1].rate", "rod[2].rate",
        "rod[2].tip.x", "rod[2].tip.y", NULL};
    const JdSetting settings[] = {{"n", "2"}, {NULL}};
    Case c = open_file("model/chain.jd", settings, (JdCompileDef){0},
                       (JdRunDef){.tol = 1e-13, .output_every = 0.5});
    check_all_times(&c, chain_names, twofold, 1e-10);
}

static void a_chain_of_a_hundred_keeps_its_energy(void **state) {
    (void)state;
    const JdSetting settings[] = {{"n", "100"}, {NULL}};
    Case c = open_file("model/chain.jd", settings, (JdCompileDef){0},
                       (JdRunDef){.tol = 1e-11, .until = 1, .output_every = 0.1});
    while (advance(&c)) {
        check_near(value(&c, "energy"), 0, 1e-9, "of 49,050 J that it could turn into motion");
        check_near(value(&c, "drift"), 0, 1e-12, "gaps");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_simple_pendulum_follows_elliptic_functions),
        cmocka_unit_test(a_rod_holds_the_bob_as_a_hinge_does),
        cmocka_unit_test(the_damped_pendulum_comes_to_rest_as_it_should),
        cmocka_unit_test(the_double_pendulum_agrees),
        cmocka_unit_test(a_chain_of_two_is_the_double_pendulum),
        cmocka_unit_test(a_chain_of_a_hundred_keeps_its_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
