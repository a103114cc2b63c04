/* SPDX-License-Identifier: MIT
 *
 * Baumgarte's promise, f'' + 2 alpha f' + beta^2 f = 0 for every lock and f' + gamma f' = 0 for
 * every velocity row: a mechanism drawn with a gap of 1 mm closes it with the roots of s^2 + 2
 * alpha s + beta^2, whatever else moves. */
#include "verify/verify.h"

/* A pendulum on a pendulum; its lower hinge is drawn 1 mm apart, along x and y. */
static const char *const pendulums =
    "planar\n"
    "gravity [0, -9.81] m/s^2\n"
    "body upper { link [0, 0], [1, 0]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
    "body lower { link [1.001, 0.001], [2, 0]  mass 1 kg  inertia 0.1 kg*m^2\n"
    "             frame own at [1.001, 0.001] }\n"
    "body ring { at [0.999, 0]  mass 1 kg  inertia 1 kg*m^2  frame own at [1, 0] }\n"
    "joint jO : revolute ground -- upper at [0, 0]\n"
    "joint jR : fixed upper -- ring at [1, 0]\n"
    "joint jA : revolute upper -- lower at [1, 0], [1.001, 0.001] %s\n"
    "run to 0.4 s every 0.002 s tol 1e-12 stabilise baumgarte alpha %g beta %g\n";

static Case open_gap(const char *gains, double alpha, double beta) {
    char words[1200];
    snprintf(words, sizeof words, pendulums, gains, alpha, beta);
    return open_text(words, (JdCompileDef){.as_drawn = true}, (JdRunDef){0});
}

/* f(t) / f(0) for f'(0) = 0. */
static double decay(double alpha, double beta, double t) {
    const double inside = beta * beta - alpha * alpha;
    if (fabs(inside) < 1e-10 * beta * beta) return exp(-alpha * t) * (1 + alpha * t);
    if (inside > 0) {
        const double w = sqrt(inside);
        return exp(-alpha * t) * (cos(w * t) + alpha / w * sin(w * t));
    }
    const double k = sqrt(-inside), slow = alpha - k, fast = alpha + k;
    return (fast * exp(-slow * t) - slow * exp(-fast * t)) / (2 * k);
}

/* The gap along ground x and y: frame `own` of the ring is where the hinge is on `upper`. */
static void check_gap(Case *c, double alpha_x, double beta_x, double alpha_y, double beta_y) {
    while (advance(c)) {
        const double t = jd_run_value(c->run, jd_time);
        const double x = value(c, "lower.own.x") - value(c, "ring.own.x");
        const double y = value(c, "lower.own.y") - value(c, "ring.own.y");
        check_near(x, 1e-3 * decay(alpha_x, beta_x, t), 1e-10, "gap along x");
        check_near(y, 1e-3 * decay(alpha_y, beta_y, t), 1e-10, "gap along y");
    }
    close_case(c);
}

static void a_gap_closes_with_the_roots_of_the_gains(void **state) {
    (void)state;
    static const double gains[][2] = {{3, 40}, {20, 20}, {30, 18}};
    for (int k = 0; k < 3; k++) {
        Case c = open_gap("", gains[k][0], gains[k][1]);
        check_gap(&c, gains[k][0], gains[k][1], gains[k][0], gains[k][1]);
    }
}

static void a_joint_may_have_gains_of_its_own(void **state) {
    (void)state;
    Case c = open_gap("alpha 7 1/s beta 50 1/s", 30, 30);
    check_gap(&c, 7, 50, 7, 50);
}

static void each_lock_may_have_gains_of_its_own(void **state) {
    (void)state;
    Case c = open_gap("alpha [7, 40] 1/s beta [50, 25] 1/s", 30, 30);
    check_gap(&c, 7, 50, 40, 25);
}

static void the_envelope_of_the_decay_fits_alpha_within_one_percent(void **state) {
    (void)state;
    Case c = open_gap("", 5, 60);
    double last = 0, first_time = 0, first = 0, time = 0, peak = 0;
    bool rising = false;
    for (double before = 0; advance(&c); before = last) {
        last = fabs(value(&c, "lower.own.x") - value(&c, "ring.own.x"));
        const bool rises = last > before;
        if (rising && !rises && before > 1e-6) {
            time = jd_run_value(c.run, jd_time) - 0.002, peak = before;
            if (first == 0) first_time = time, first = peak;
        }
        rising = rises;
    }
    check_relative(log(first / peak) / (time - first_time), 5, 0.01, "alpha");
    close_case(&c);
}

static void without_stabilisation_the_gap_stays(void **state) {
    (void)state;
    char words[1200];
    snprintf(words, sizeof words, pendulums, "", 1.0, 1.0);
    Case c = open_text(words, (JdCompileDef){.as_drawn = true, .stabilise = "none"}, (JdRunDef){0});
    check_gap(&c, 0, 1e-6, 0, 1e-6);
}

/* An arm that turns at 3 rad/s and has a blade along it, which does not let it turn at all. */
static void check_blade(const char *gains, double gamma, double decays) {
    char words[600];
    snprintf(words, sizeof words,
             "planar\n"
             "gravity [1, -2] m/s^2\n"
             "body arm { link [0, 0], [0.5, 0]  mass 2 kg  inertia 0.3 kg*m^2 }\n"
             "joint pin : revolute ground -- arm at [0, 0]\n"
             "joint edge : knife-edge ground -- arm at [0.5, 0] axis x %s\n"
             "start pin.rate = 3\n"
             "run to 0.5 s every 0.01 s tol 1e-12 stabilise baumgarte gamma %g\n",
             gains, gamma);
    Case c = open_text(words, (JdCompileDef){.as_drawn = true}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = jd_run_value(c.run, jd_time);
        check_near(value(&c, "arm.rate"), 3 * exp(-decays * t), 1e-10, "speed across the blade");
        check_near(value(&c, "arm.angle"), 3 * (1 - exp(-decays * t)) / decays, 1e-10, "angle");
    }
    close_case(&c);
}

static void a_velocity_row_decays_with_gamma(void **state) {
    (void)state;
    check_blade("", 10, 10);
    check_blade("", 25, 25);
    check_blade("gamma 40 1/s", 10, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gap_closes_with_the_roots_of_the_gains),
        cmocka_unit_test(a_joint_may_have_gains_of_its_own),
        cmocka_unit_test(each_lock_may_have_gains_of_its_own),
        cmocka_unit_test(the_envelope_of_the_decay_fits_alpha_within_one_percent),
        cmocka_unit_test(without_stabilisation_the_gap_stays),
        cmocka_unit_test(a_velocity_row_decays_with_gamma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
