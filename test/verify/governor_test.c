/* SPDX-License-Identifier: MIT
 *
 * The flyball governor (IFToMM A05), with its own stiff springs (K = 8e5 N/m, C = 4e4 N s/m) and
 * with soft ones, by extrapolation in long double; a reduced model of two freedoms agrees to 2e-14.
 * Reactions of the soft one from an independent program in absolute coordinates, to 3e-9. */
#include "verify/reference.h"
#include "verify/space.h"

static const char *const soft_names[] = {"slider.z",       "slider.vz",    "base.rate",
                                         "energy.kinetic", "base.force.z", "jA.force.z",
                                         "jB.force.z",     "jA.force"};
static const double soft_rows[][1 + 8] = {
    {0.0, 0.5, 0.0, 6.283185307179586, 169.2344504415258, 191.7791176560614, 94.41805882803071,
     94.4180588280307, 187.543544011778},
    {1.0, 0.4852129910974631, -0.1261576700470659, 6.242521197463413, 168.2630373717222,
     200.2903917400245, 98.67369586996452, 98.67369587005999, 167.37881989461937},
    {2.0, 0.4903750497750508, -0.2479698213548765, 6.203801293870011, 167.5921084386235,
     197.11361505823996, 97.08530752913265, 97.08530752910731, 166.15688385527702},
    {3.0, 0.4986198902857261, -0.3612018590713331, 6.143005854057017, 166.5168970727962,
     192.0582545924161, 94.55762729617761, 94.5576272962385, 164.21970402633136},
    {4.0, 0.5096676643618349, -0.4624221793757263, 6.064502423164488, 165.072995788272,
     185.37942979786206, 91.21821489892491, 91.21821489893712, 161.66207819524791},
    {5.0, 0.5231567426061686, -0.5487840188573594, 5.973391498592843, 163.3067017934027,
     177.3928877335755, 87.22494386684205, 87.22494386673344, 158.60255746069734},
    {6.0, 0.5386603927684392, -0.6180992922260642, 5.874888604006224, 161.2728623613688,
     168.4479966749641, 82.7524983374863, 82.75249833747776, 155.1745715673979},
    {7.0, 0.5557045838040066, -0.6688564342384506, 5.773820088193925, 159.0324808473403,
     158.90175665108544, 77.97937832553797, 77.97937832554747, 151.51720861597983},
    {8.0, 0.573785716967771, -0.7002068614192193, 5.674289993807871, 156.6502737105032,
     149.09691209540225, 73.07695604770605, 73.07695604769619, 147.76541733935747},
    {9.0, 0.5923878704408273, -0.7119492307309898, 5.579521900687046, 154.1923609445208,
     139.34560245464232, 68.20130122731774, 68.20130122732456, 144.03983355596822},
    {10.0, 0.6109996746175513, -0.7045193964018274, 5.491844285401636, 151.7242244660885,
     129.91861997480774, 63.487809987400084, 63.48780998740768, 140.43839043852697},
};
static const char *const stiff_names[] = {"slider.z", "slider.vz", "base.rate"};
static const double stiff_rows[][1 + 3] = {
    {0.0, 0.5, 0.0, 6.283185307179586},
    {1.0, 0.5014209223795656, -0.12215149289771075, 6.271125741876567},
    {2.0, 0.5059092942967032, -0.2407831469836467, 6.236223614435975},
    {3.0, 0.5132460783402198, -0.352543621716679, 6.180672706285768},
    {4.0, 0.5232233710260425, -0.45438445181213555, 6.1080080531100105},
    {5.0, 0.5355631037216423, -0.5436826902778679, 6.022496499758469},
    {6.0, 0.5499286659056418, -0.6183259213866704, 5.928650227063331},
    {7.0, 0.5659381577194013, -0.6767591661929425, 5.830800910952342},
    {8.0, 0.5831783367097687, -0.7179948235217193, 5.732788321367176},
    {9.0, 0.6012184020475031, -0.7415906601114417, 5.6377792560469},
    {10.0, 0.6196229170613614, -0.747603354164318, 5.548203622654949},
};
static const char path[] = "model/governor.jd";
static const JdSetting stiff_springs[] = {{"K", "8e5"}, {"C", "4e4"}, {NULL}};
static const JdSetting soft_springs[] = {{"K", "4000"}, {"C", "200"}, {NULL}};

static void soft_springs_agree_at_all_times_with_reactions(void **state) {
    (void)state;
    const Table table = TABLE(soft_names, soft_rows);
    check_table(path, soft_springs, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12}, &table, 1e-8);
}

static void stiff_springs_agree_too(void **state) {
    (void)state;
    Table table = TABLE(stiff_names, stiff_rows);
    table.row_count = 4; /* to 3 s: the rest takes its time */
    check_table(path, stiff_springs, (JdCompileDef){0}, (JdRunDef){.tol = 1e-9}, &table, 1e-8);
}

/* A rod of square section with its ball: mass, centre of mass and inertia of the whole. */
static Solid loaded_rod(const char *name) {
    const double rod = 0.3, ball = 5, centre = (rod * 0.5 + ball) / (rod + ball);
    const double across = rod * (1 + 1e-4) / 12 + rod * (centre - 0.5) * (centre - 0.5) +
                          ball * (1 - centre) * (1 - centre);
    return (Solid){name, rod + ball, {{rod * 2e-4 / 12, 0, 0}, {0, across, 0}, {0, 0, across}}};
}

/* Nothing turns the whole about the vertical. */
static void angular_momentum_stays_and_the_two_sides_are_alike(void **state) {
    (void)state;
    const double long_box = 0.3 * (1 + 1e-4) / 12;
    const Solid solids[] = {
        {"shaft", 0.3, {{0.3 * 2e-4 / 12, 0, 0}, {0, long_box, 0}, {0, 0, long_box}}},
        {"slider", 3, {{0.005, 0, 0}, {0, 0.005, 0}, {0, 0, 0.005}}},
        loaded_rod("rodA"),
        loaded_rod("rodB")};
    Case c = open_file(path, soft_springs, (JdCompileDef){0},
                       (JdRunDef){.tol = 1e-12, .output_every = 0.25});
    while (advance(&c)) {
        double sum = 0;
        for (int b = 0; b < 4; b++) sum += momentum(&c, &solids[b]).z;
        check_near(sum, 53.86899865841843, 1e-10, "angular momentum about the shaft");
        check_near(value(&c, "jA.force.z"), value(&c, "jB.force.z"), 1e-8, "alike");
        check_near(value(&c, "jA.angle"), -value(&c, "jB.angle"), 1e-11, "alike");
        check_near(value(&c, "base.torque.z"), 0, 1e-12, "the bearing is free");
        check_near(value(&c, "power.balance"), 0, 1e-8, "all power is accounted for");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_springs_agree_at_all_times_with_reactions),
        cmocka_unit_test(stiff_springs_agree_too),
        cmocka_unit_test(angular_momentum_stays_and_the_two_sides_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
