/* SPDX-License-Identifier: MIT
 *
 * The ledger of power and energy: at every instant the rate of the energy is what forces and drives
 * give, and over a run the energy changes by their integral (Simpson's rule on a fine grid). */
#include "verify/verify.h"

/* Springs and dampers between points and on frees, motors, a drive, a force that goes with time. */
static const char *const machine =
    "planar\n"
    "gravity [0, -9.81] m/s^2\n"
    "body crank  { link [0, 0], [0.2, 0.1]    mass 1 kg    inertia 0.01 kg*m^2 }\n"
    "body rod    { link [0.2, 0.1], [1, 0]    mass 1.5 kg  inertia 0.1 kg*m^2 }\n"
    "body slider { at [1, 0]   mass 2 kg    inertia 0.01 kg*m^2 }\n"
    "body arm    { link [1, 0], [1.2, -0.5]   mass 0.6 kg  inertia 0.02 kg*m^2 }\n"
    "body flywheel { at [-1, 0]  mass 3 kg  inertia 0.2 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\n"
    "joint jA : revolute crank -- rod at [0.2, 0.1]\n"
    "joint jB : revolute rod -- slider at [1, 0]\n"
    "joint jC : prismatic ground -- slider at [1, 0] axis x\n"
    "joint jD : revolute slider -- arm at [1, 0]\n"
    "joint jW : revolute ground -- flywheel at [-1, 0]\n"
    "force motor : effort jO.angle value 5 N*m - 0.3 N*m*s * jO.rate\n"
    "force guide : free-spring jC.travel stiffness 60 N/m damping 3 N*s/m rest 0.1 m\n"
    "force pin   : free-spring jD.angle stiffness 2 N*m damping 0.1 N*m*s\n"
    "force spring : spring-damper rod -- arm at [0.5, 0.05], [1.2, -0.5] stiffness 50 N/m damping "
    "4 "
    "N*s/m length 0.4 m\n"
    "force push : point-force arm at [1.2, -0.5] value [2*cos(5*time), 1] N follow 1\n"
    "force twist : torque crank -- rod value 0.5 N*m * sin(7*time)\n"
    "drive turn : jW.angle = 2*sin(3*time) + time^2\n"
    "start jO.rate = 2\n"
    "run to 1 s every %.9g s tol 1e-12 stabilise %s\n";

static Case open_machine(double every, const char *stabilise) {
    char words[2400];
    snprintf(words, sizeof words, machine, every, stabilise);
    return open_text(words, (JdCompileDef){0}, (JdRunDef){0});
}

static void check_balance(Case *c) {
    while (advance(c)) {
        double size = 1;
        static const char *const parts[] = {"power.applied", "power.drives", "power.locks"};
        for (int k = 0; k < 3; k++) size += fabs(value(c, parts[k]));
        size += 10 * fabs(value(c, "energy.kinetic")) + 10 * fabs(value(c, "energy.potential"));
        check_near(value(c, "power.balance"), 0, 1e-13 * size, "power that nobody gives");
    }
    close_case(c);
}

static void the_powers_balance_at_every_instant(void **state) {
    (void)state;
    static const char *const ways[] = {"projection", "baumgarte", "none"};
    for (int k = 0; k < 3; k++) {
        Case c = open_machine(0.01, ways[k]);
        check_balance(&c);
    }
}

static void they_balance_in_the_models(void **state) {
    (void)state;
    static const char *const files[] = {"model/four_bar.jd",     "model/quick_return.jd",
                                        "model/pendulum_004.jd", "model/slider_crank_004.jd",
                                        "model/knife_edge.jd",   "model/user_joint.jd"};
    for (int k = 0; k < 6; k++) {
        Case c = open_file(files[k], NULL, (JdCompileDef){0}, (JdRunDef){.tol = 1e-10});
        check_balance(&c);
    }
}

/* Locks neither give nor take. */
static void the_locks_give_no_power(void **state) {
    (void)state;
    Case c = open_machine(0.01, "projection");
    while (advance(&c)) check_near(value(&c, "power.locks"), 0, 1e-11, "locks");
    close_case(&c);
}

/* The energy change against the integral of what is given, by Simpson's rule. */
static void check_work(Case *c, double every, double within) {
    assert_true(advance(c));
    const JdChannel energy = channel(c, "energy"), applied = channel(c, "power.applied"),
                    drives = channel(c, "power.drives");
    const double first = jd_run_value(c->run, energy);
    double power[3] = {jd_run_value(c->run, applied) + jd_run_value(c->run, drives)}, work = 0;
    for (int n = 1; advance(c); n++) {
        power[(n - 1) % 2 + 1] = jd_run_value(c->run, applied) + jd_run_value(c->run, drives);
        if (n % 2) continue;
        work += every / 3 * (power[0] + 4 * power[1] + power[2]);
        power[0] = power[2];
        check_near(jd_run_value(c->run, energy) - first, work, within,
                   "energy gained and work done");
    }
    close_case(c);
}

static void the_energy_changes_by_the_work(void **state) {
    (void)state;
    const double every = 1.0 / 4096;
    Case c = open_machine(every, "projection");
    check_work(&c, every, 1e-10);
    c = open_file("model/four_bar.jd", NULL, (JdCompileDef){0}, (JdRunDef){.output_every = 1e-4});
    check_work(&c, 1e-4, 1e-10);
    c = open_file("model/quick_return.jd", NULL, (JdCompileDef){0},
                  (JdRunDef){.output_every = 2e-4});
    check_work(&c, 2e-4, 1e-10);
    c = open_file("model/slider_crank_004.jd", NULL, (JdCompileDef){0},
                  (JdRunDef){.output_every = 2e-4});
    check_work(&c, 2e-4, 1e-7);
}

/* The power of each force is what its bodies feel: together they are what the ledger counts. */
static void the_forces_add_up(void **state) {
    (void)state;
    static const char *const forces[] = {"motor.power", "guide.power",  "pin.power",
                                         "push.power",  "spring.power", "twist.power"};
    static const char *const stores[] = {"guide.energy", "pin.energy", "spring.energy"};
    Case c = open_machine(1e-3, "projection");
    double before = NAN, given_before = NAN, loss = 0;
    for (double t = 0; advance(&c); t += 1e-3) {
        double stored = 0, given = -value(&c, "power.applied");
        for (int k = 0; k < 6; k++) given += value(&c, forces[k]);
        for (int k = 0; k < 3; k++) stored += value(&c, stores[k]);
        /* What is left is taken from the springs: the trapezoidal rule, good to 1e-6. */
        if (t > 0) loss = (given + given_before) / 2 * 1e-3;
        if (t > 0) check_near(stored - before, -loss, 2e-6, "what springs give, they lose");
        before = stored;
        given_before = given;
    }
    close_case(&c);
}

/* Whatever the stepper reuses, what is shown belongs to the state shown. */
static void it_closes_at_the_ends_of_steps_too(void **state) {
    (void)state;
    static const char *const steppers[] = {"dop853", "dopri5", "rk4", "semi-implicit-euler",
                                           "euler"};
    static const char *const ways[] = {"none", "baumgarte", "projection"};
    for (int k = 0; k < 5; k++)
        for (int way = 0; way < 3; way++) {
            Case c = open_text("planar\n"
                               "gravity [0, -9.81] m/s^2\n"
                               "body a { link [0, 0], [1, 0]  mass 1 kg  inertia 0.0833 kg*m^2 }\n"
                               "joint j1 : revolute ground -- a at [0, 0]\n"
                               "start j1.rate = 1\n"
                               "run to 0.3 s\n",
                               (JdCompileDef){.stabilise = ways[way], .dt = 1e-2},
                               (JdRunDef){.stepper = steppers[k], .dt = 1e-2});
            while (advance(&c)) check_near(value(&c, "power.balance"), 0, 1e-12, steppers[k]);
            close_case(&c);
        }
}

/* A belt that runs at 0.5 m/s holds a body against 3 N: it gives 1.5 W, which the force takes. */
static void a_row_with_a_speed_of_its_own_gives_power(void **state) {
    (void)state;
    Case c = open_text("planar\n"
                       "joint type conveyor {\n    field pace m/s\n    lock vd.x0 - pace\n}\n"
                       "body c { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
                       "joint u : conveyor ground -- c at [0, 0]  pace 0.5 m/s\n"
                       "force f : point-force c value [-3 N, 0 N]\n"
                       "run to 1 s every 0.25 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        check_near(value(&c, "power.applied"), -1.5, 1e-13, "the force");
        check_near(value(&c, "power.locks"), 1.5, 1e-13, "the belt");
        check_near(value(&c, "power.balance"), 0, 1e-13, "the whole");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_powers_balance_at_every_instant),
        cmocka_unit_test(they_balance_in_the_models),
        cmocka_unit_test(the_locks_give_no_power),
        cmocka_unit_test(the_energy_changes_by_the_work),
        cmocka_unit_test(the_forces_add_up),
        cmocka_unit_test(it_closes_at_the_ends_of_steps_too),
        cmocka_unit_test(a_row_with_a_speed_of_its_own_gives_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
