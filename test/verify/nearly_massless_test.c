/* SPDX-License-Identifier: MIT
 *
 * Bodies that nearly have no mass cost what bodies without mass do, if their motion follows from
 * that of others: couplers, rods between balls, a dyad of two light bars, a block in a slot, in the
 * plane and in space, under every formulation, and they move the others as little as they weigh.
 * A light body with a motion of its own keeps it: its period is that of its own mass. */
#include "math/math.h"
#include "verify/verify.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* "%s" stands for mass and inertia of the light bodies. */
typedef struct {
    const char *name, *text;
    const char *heavy, *lights[4]; /* ends with NULL */
    const char *shows[3];
} Coupled;

#define FOUR_BAR                                                                                   \
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0, 0.1]\n"                     \
    "point B = [0.4, 0.3]\npoint C = [0.35, 0]\n"                                                  \
    "body a { link O A mass 100 kg inertia 1 kg*m^2 }\n"                                           \
    "body c { link C B mass 200 kg inertia 5 kg*m^2 }\n"                                           \
    "joint jO : revolute ground -- a at O\njoint jC : revolute c -- ground at C\n"                 \
    "start jO.rate = 10 rad/s\nrun to 1 s every 1 s\n"
#define SPACE                                                                                      \
    "spatial\ngravity [0, 0, -9.81] m/s^2\npoint O = [0, 0, 0]\npoint A = [0, 0.2, 0.3]\n"         \
    "point B = [0.8, 0.1, 0.2]\npoint C = [0.8, 0.1, -0.5]\n"                                      \
    "body a { at [0, 0.1, 0.15] m mass 100 kg inertia [2, 2, 1] kg*m^2 }\n"                        \
    "body c { at [0.8, 0.1, -0.15] m mass 200 kg inertia [5, 6, 3] kg*m^2 }\n"                     \
    "joint jO : revolute ground -- a at O axis x\njoint jC : revolute c -- ground at C axis y\n"   \
    "start jO.rate = 4\nrun to 1 s every 1 s\n"

static const Coupled coupled[] = {
    {"a bar of a four-bar",
     FOUR_BAR "body b { link A B %s }\n"
              "joint jA : revolute a -- b at A\njoint jB : revolute b -- c at B\n",
     "mass 1 kg inertia 1e-3 kg*m^2",
     {"mass 1 kg inertia 1e-9 kg*m^2", "mass 1 kg inertia 1e-12 kg*m^2", "mass 1 kg inertia 0",
      NULL},
     {"a.angle", "c.angle", "b.angle"}},
    {"one without mass, too",
     FOUR_BAR "body b { link A B %s }\n"
              "joint jA : revolute a -- b at A\njoint jB : revolute b -- c at B\n",
     "mass 1e-3 kg inertia 1e-4 kg*m^2",
     {"mass 1e-9 kg inertia 1e-11 kg*m^2", "mass 1e-12 kg inertia 1e-14 kg*m^2",
      "mass 1e-15 kg inertia 1e-17 kg*m^2", NULL},
     {"a.angle", "c.angle", "b.angle"}},
    {"two bars, one on the other",
     "planar\npoint O = [0, 0]\npoint A = [0, 0.1]\npoint B = [0.4, 0.3]\npoint C = [0.35, 0]\n"
     "body a { link O A mass 100 kg inertia 1 kg*m^2 }\n"
     "body c { link C B mass 200 kg inertia 5 kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\njoint jC : revolute c -- ground at C\n"
     "force o : free-spring jO.angle stiffness 200 N*m\n"
     "force p : free-spring jC.angle stiffness 900 N*m\n"
     "point D = [0.2, 0.5]\nbody b { link A D %s }\nbody d { link D B %s }\n"
     "joint jA : revolute a -- b at A\njoint jD : revolute b -- d at D\n"
     "joint jB : revolute d -- c at B\nstart jO.rate = 3 rad/s, jC.rate = 1 rad/s\n"
     "run to 1 s every 1 s\n",
     "mass 1e-3 kg inertia 1e-4 kg*m^2",
     {"mass 1e-9 kg inertia 1e-11 kg*m^2", "mass 1e-12 kg inertia 1e-14 kg*m^2", NULL},
     {"a.angle", "c.angle", "b.angle"}},
    {"a block that slides in a lever",
     "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0.1, 0.2]\npoint C = [0, "
     "-0.5]\n"
     "body a { link O A mass 100 kg inertia 1 kg*m^2 }\n"
     "body c { link C A mass 200 kg inertia 9 kg*m^2 }\nbody b { at A %s }\n"
     "joint jO : revolute ground -- a at O\njoint jC : revolute c -- ground at C\n"
     "joint jA : revolute a -- b at A\njoint jB : prismatic c -- b at A axis [0.1, 0.7]\n"
     "start jO.rate = 10 rad/s\nrun to 1 s every 1 s\n",
     "mass 1e-3 kg inertia 1e-4 kg*m^2",
     {"mass 1e-9 kg inertia 1e-11 kg*m^2", "mass 1e-12 kg inertia 1e-14 kg*m^2",
      "mass 1e-9 kg inertia 0", NULL},
     {"a.angle", "c.angle", "b.angle"}},
    {"a bar in space",
     SPACE "body b { at [0.4, 0.15, 0.25] m %s }\n"
           "joint jA : universal a -- b at A axis x second z\njoint jB : spherical b -- c at B\n",
     "mass 1 kg inertia [1e-2, 1e-2, 1e-2] kg*m^2",
     {"mass 1 kg inertia [1e-9, 1e-9, 1e-9] kg*m^2",
      "mass 1 kg inertia [1e-12, 2e-12, 2e-12] kg*m^2",
      "mass 1e-12 kg inertia [1e-14, 1e-14, 1e-14] kg*m^2", NULL},
     {"a.z", "c.x", "b.x"}},
    {"a rod between two balls",
     SPACE "body b { at [0.4, 0.15, 0.25] m %s }\n"
           "joint jA : spherical a -- b at A\njoint jB : spherical b -- c at B\n",
     "mass 1 kg inertia [1e-2, 1e-2, 1e-2] kg*m^2",
     {"mass 1 kg inertia [1e-9, 1e-9, 1e-9] kg*m^2",
      "mass 1 kg inertia [1e-12, 1e-12, 1e-12] kg*m^2",
      "mass 1e-12 kg inertia [1e-14, 1e-14, 1e-14] kg*m^2", NULL},
     {"a.z", "c.x", "b.x"}},
};
enum { COUPLED = sizeof coupled / sizeof *coupled };

typedef struct {
    long steps, rejected;
    double shown[3], energy;
} Cost;

static Cost cost_of(const Coupled *of, const char *light, const char *form, double tol) {
    char text[3000];
    snprintf(text, sizeof text, of->text, light, light);
    Case c = open_text(text, (JdCompileDef){.form = form}, (JdRunDef){.tol = tol});
    Cost cost = {0};
    double start = NAN;
    while (advance(&c)) {
        if (isnan(start)) start = value(&c, "energy");
        cost.energy = fabs(value(&c, "energy") - start);
        if (jd_run_cost(c.run).steps > 5000) fail_msg("%s, %s: steps", of->name, light);
    }
    cost.steps = jd_run_cost(c.run).steps;
    cost.rejected = jd_run_cost(c.run).rejected;
    for (int k = 0; k < 3; k++) cost.shown[k] = value(&c, of->shows[k]);
    check_near(value(&c, "drift"), 0, 1e-12, of->name);
    close_case(&c);
    return cost;
}

static void light_bodies_cost_what_others_do(void **state) {
    (void)state;
    static const double tols[] = {1e-6, 1e-9, 1e-12};
    for (int n = 0; n < COUPLED; n++)
        for (int f = 0; f < 3; f++)
            for (int t = 0; t < 3; t++) {
                const Coupled *of = &coupled[n];
                const Cost usual = cost_of(of, of->heavy, forms[f], tols[t]);
                for (int k = 0; of->lights[k]; k++) {
                    const Cost cost = cost_of(of, of->lights[k], forms[f], tols[t]);
                    if ((double)cost.steps > 1.2 * (double)usual.steps + 5 ||
                        cost.energy > 1e4 * tols[t])
                        fail_msg("%s, %s, %s, tol %g: %ld steps (%ld rejected), energy off by %.3g "
                                 "J; a heavier one takes %ld",
                                 of->name, of->lights[k], forms[f], tols[t], cost.steps,
                                 cost.rejected, cost.energy, usual.steps);
                }
            }
}

/* And the same motion under all forms, the lighter the more like one without any. */
static void they_move_alike(void **state) {
    (void)state;
    for (int n = 0; n < COUPLED; n++)
        for (int k = 0; coupled[n].lights[k]; k++) {
            Cost cost[3];
            for (int f = 0; f < 3; f++)
                cost[f] = cost_of(&coupled[n], coupled[n].lights[k], forms[f], 1e-11);
            for (int f = 1; f < 3; f++)
                for (int j = 0; j < 3; j++)
                    check_near(cost[f].shown[j], cost[0].shown[j], 1e-7, coupled[n].name);
        }
}

/* ---- Motions of their own -------------------------------------------------------------------- */

/* A pendulum on a heavy swing: that of its own length, whatever it weighs. */
static void a_light_pendulum_swings(void **state) {
    (void)state;
    static const char *const masses[] = {"mass 1 kg inertia 0.01 kg*m^2",
                                         "mass 1e-6 kg inertia 1e-8 kg*m^2",
                                         "mass 1e-12 kg inertia 1e-14 kg*m^2"};
    for (int f = 0; f < 3; f++)
        for (int k = 0; k < 3; k++) {
            char text[900];
            snprintf(
                text, sizeof text,
                "planar\ngravity [0, -9.81] m/s^2\n"
                "body a { at [0, -0.5] m mass 1e6 kg inertia 1e4 kg*m^2 }\n"
                "body b { at [0.1, -1] m %s }\njoint h : revolute ground -- a at [0, 0]\n"
                "joint g : revolute a -- b at [0, -1] m\nstart b.angle = -80 deg, h.angle = 0\n"
                "run to 2 s every 0.01 s tol 1e-9\n",
                masses[k]);
            Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
            /* From 10 deg at rest; length I/(m r) = 0.2 m. */
            double before = NAN, crossed = 0;
            while (advance(&c)) {
                const double now = value(&c, "b.angle") + pi / 2, t = value(&c, "time");
                if (before > 0 && now <= 0 && crossed == 0)
                    crossed = t - 0.01 * now / (now - before);
                before = now;
            }
            const double quarter =
                0.25 * 2 * pi * sqrt(0.2 / 9.81) * (1 + pow(sin(5 * pi / 180), 2) / 4);
            check_near(crossed, quarter, 2e-4, masses[k]);
            assert_true(jd_run_cost(c.run).steps < 400);
            close_case(&c);
        }
}

/* On a stiff spring: fast, and with its own period. */
static void a_light_mass_on_a_spring_vibrates(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        const double m = 1e-9, k = 1e-3, period = 2 * pi * sqrt(m / k);
        char text[900];
        snprintf(text, sizeof text,
                 "planar\nbody a { at [0, 0] m mass 100 kg inertia 1 kg*m^2 }\n"
                 "body b { at [1, 0] m mass %g kg inertia 1e-12 kg*m^2 }\n"
                 "joint h : revolute ground -- a at [0, 0]\n"
                 "joint s : prismatic a -- b at [1, 0] m axis x\n"
                 "force k : free-spring s.travel stiffness %g N/m\nstart s.travel = 0.1 m\n",
                 m, k);
        Case c = open_text(text, (JdCompileDef){.form = forms[f]},
                           (JdRunDef){.until = 10 * period, .output_every = 10 * period});
        to_the_end(&c);
        check_near(value(&c, "s.travel"), 0.1, 1e-6, "after ten periods");
        check_near(value(&c, "s.speed"), 0, 1e-4, "at rest again");
        close_case(&c);
    }
}

/* A round rod between two balls goes on spinning; one that is turned by an effort does what its own
 * inertia says. */
static void a_light_rod_spins(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        char text[3000];
        snprintf(text, sizeof text, coupled[5].text, "mass 1 kg inertia [1e-9, 1e-9, 1e-9] kg*m^2");
        strcat(text, "start b.wx = 3\n");
        Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-10});
        const Vec3 axis = {0.8, -0.1, -0.1}; /* from A to B */
        const double length = sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
        double first = NAN;
        while (advance(&c)) {
            double along[3];
            for (int k = 0; k < 3; k++) {
                const char *const names[] = {"b.own.wx", "b.own.wy", "b.own.wz"};
                along[k] = value(&c, names[k]);
            }
            const double spin =
                (along[0] * axis.x + along[1] * axis.y + along[2] * axis.z) / length;
            if (isnan(first)) first = spin;
            check_near(spin, first, 1e-8, "about its own axis");
        }
        assert_true(fabs(first) > 1);
        close_case(&c);

        c = open_text("planar\nbody a { at [0, 0] m mass 100 kg inertia 1 kg*m^2 }\n"
                      "body b { at [1, 0] m mass 1 kg inertia 1e-9 kg*m^2 }\n"
                      "joint h : revolute ground -- a at [0, 0]\n"
                      "joint g : revolute a -- b at [1, 0] m\n"
                      "force t : effort g.angle value 1e-9 N*m\nrun to 1 s every 1 s\n",
                      (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
        to_the_end(&c);
        check_near(value(&c, "g.rate"), 1, 1e-6, "by its own inertia");
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_bodies_cost_what_others_do),
        cmocka_unit_test(they_move_alike),
        cmocka_unit_test(a_light_pendulum_swings),
        cmocka_unit_test(a_light_mass_on_a_spring_vibrates),
        cmocka_unit_test(a_light_rod_spins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
