/* SPDX-License-Identifier: MIT
 *
 * Nodes, at which forces meet without a body, against closed forms: springs in series, dampers that
 * make the place a state, both at once, a truss that snaps; in every form and with every stepper.
 */
#include "run/stepper.h"
#include "verify/verify.h"
#include <float.h>
#include <math.h>

typedef struct {
    const char *stepper;
    double dt, tol, within;
} How;
static const How steppers[] = {
    {"dop853", 0, 1e-10, 1e-8}, {"dopri5", 0, 1e-10, 1e-7}, {"rk4", 5e-3, 0, 1e-6},
    {"cvode", 0, 1e-9, 1e-5},   {"ida", 0, 1e-9, 1e-5},
};
enum { STEPPERS = sizeof steppers / sizeof *steppers };
static const char *const forms[] = {"newton-euler", "cut-joint", "minimal", "elastic"};

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

/* ---- Springs in series ---------------------------------------------------------------------- */

/* 30 and 60 N/m one behind the other are 20 N/m: a mass of 5 kg swings with 2 rad/s. The node is
 * held across by a law of its own. */
static const char series[] =
    "planar\ngravity none\n"
    "body cart { at [1, 0]  mass 5 kg  point }\n"
    "joint way : prismatic ground -- cart at [1, 0]  axis x\n"
    "node P at [0.45, 0]\n"
    "force a : spring ground -- P at [0, 0]  stiffness 30 N/m  length 0.4 m\n"
    "force b : spring P -- cart at [1, 0]    stiffness 60 N/m  length 0.5 m\n"
    "force c : force-torque ground -- P      force [0 N, -900 N/m*P.y]\n"
    "run to 1 s\n";

static void check_series(Case *c, double within) {
    to_the_end(c);
    const double stretch = 0.1 * cos(2.0), speed = -0.2 * sin(2.0);
    check_near(value(c, "cart.x"), 0.9 + stretch, within, "closed form");
    check_near(value(c, "P.x"), 0.4 + stretch * 2 / 3, within, "closed form");
    check_near(value(c, "P.y"), 0, within, "closed form");
    check_near(value(c, "P.vx"), speed * 2 / 3, within, "closed form");
    check_near(value(c, "b.rate"), speed / 3, within, "closed form");
    close_case(c);
}

static void springs_in_series_are_one_spring(void **state) {
    (void)state;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        Case c = open_text(series, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-10});
        check_series(&c, 1e-8);
    }
    for (int n = 0; n < STEPPERS; n++) {
        const How *how = &steppers[n];
        if (is_missing(how->stepper)) continue;
        Case c = open_text(series, (JdCompileDef){0},
                           (JdRunDef){.stepper = how->stepper, .dt = how->dt, .tol = how->tol});
        check_series(&c, how->within);
    }
}

/* ---- Dampers -------------------------------------------------------------------------------- */

/* Along e = [0.8, 0.6] a damper and a spring: a state that fades with 2/s. Across it a spring whose
 * end moves: the place follows at once. */
static void dampers_make_a_state_and_the_rest_follows(void **state) {
    (void)state;
    static const char text[] =
        "planar\ngravity none\nnode P at [0.24, 0.18]\n"
        "signal u = 0.8*P.x + 0.6*P.y\nsignal r = -0.6*P.x + 0.8*P.y\n"
        "signal fs = -40 N/m*u - 20 N*s/m*(0.8*P.vx + 0.6*P.vy)\n"
        "signal fr = -10 N/m*(r - 0.1 m*sin(3*time))\n"
        "force f : force-torque ground -- P force [0.8*fs - 0.6*fr, 0.6*fs + 0.8*fr]\n"
        "run to 1 s\n";
    for (int n = 0; n < STEPPERS; n++) {
        const How *how = &steppers[n];
        if (is_missing(how->stepper)) continue;
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.stepper = how->stepper, .dt = how->dt, .tol = how->tol});
        to_the_end(&c);
        const double s = 0.3 * exp(-2.0), r = 0.1 * sin(3.0), sv = -2 * s, rv = 0.3 * cos(3.0);
        check_near(value(&c, "P.x"), 0.8 * s - 0.6 * r, how->within, "closed form");
        check_near(value(&c, "P.y"), 0.6 * s + 0.8 * r, how->within, "closed form");
        check_near(value(&c, "P.vx"), 0.8 * sv - 0.6 * rv, how->within, "closed form");
        check_near(value(&c, "P.vy"), 0.6 * sv + 0.8 * rv, how->within, "closed form");
        close_case(&c);
    }
}

/* ---- Snapping ------------------------------------------------------------------------------- */

/* Two inclined springs of 100 N/m and the law 10 N/m (c - y) that pushes them down, c = 0.5 - 1.2
 * t. */
static double push(double y, double c) {
    const double rest = sqrt(1.25), l = sqrt(1 + y * y);
    return -200 * (l - rest) * y / l + 10 * (c - y);
}

static double root(double low, double high, double c) { /* push falls from low to high */
    for (int n = 0; n < 200; n++) {
        const double middle = 0.5 * (low + high);
        *(push(middle, c) > 0 ? &low : &high) = middle;
    }
    return low;
}

static void a_truss_snaps_where_its_stiffness_ends(void **state) {
    (void)state;
    static const char text[] =
        "planar\ngravity none\nnode P at [0, 0.5]\nparam l0 = sqrt(1.25)*(1 m)\n"
        "force l : spring ground -- P at [-1, 0] stiffness 100 N/m length l0\n"
        "force r : spring ground -- P at [1, 0] stiffness 100 N/m length l0\n"
        "force s : force-torque ground -- P force [-500 N/m*P.x, 10 N/m*(0.5 m - "
        "1.2 m/s*time - P.y)]\nrun to 1 s\n";
    /* the end of the equilibrium: 200 (1 - l0/l^3) + 10 = 0 */
    const double l = cbrt(sqrt(1.25) * 200 / 210), y = sqrt(l * l - 1);
    const double c_end = y + 20 * (l - sqrt(1.25)) * y / l, t_end = (0.5 - c_end) / 1.2;
    const double behind = root(-2, -0.1, c_end), lb = sqrt(1 + behind * behind);
    const double lost = 100 * (pow(l - sqrt(1.25), 2) - pow(lb - sqrt(1.25), 2));
    for (int n = 0; n < STEPPERS; n++) {
        const How *how = &steppers[n];
        if (is_missing(how->stepper)) continue;
        JdLog *log = jd_log_new();
        JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
        assert_true(jd_model_keep_ledger(model));
        Case case_ = open_model(model, log, (JdCompileDef){0},
                                (JdRunDef){.stepper = how->stepper,
                                           .dt = how->dt,
                                           .tol = how->tol,
                                           .output_every = 0.01,
                                           .event_rows = true});
        double before = NAN, after = NAN, when = NAN;
        int events = 0;
        while (advance(&case_)) {
            bool early;
            const char *event = jd_run_event(case_.run, 0, &early);
            if (!event) continue;
            assert_string_equal(event, "P.snap");
            assert_int_equal(early, events == 0);
            *(events++ ? &after : &before) = value(&case_, "P.y");
            when = jd_run_value(case_.run, jd_time);
        }
        assert_int_equal(events, 2);
        check_near(when, t_end, 1e-6, "closed form");
        check_near(before, y, 1e-3, "closed form");
        check_near(after, behind, 1e-5, "closed form");
        check_near(value(&case_, "P.y"), root(-2, -0.1, 0.5 - 1.2), how->within, "closed form");
        JdLedgerLine line;
        double heat = NAN;
        for (int k = 0; jd_run_ledger(case_.run, k, &line); k++)
            if (!strcmp(line.name, "P.snap")) heat = line.heat;
        check_near(heat, lost, 1e-3, "closed form");
        close_case(&case_);
    }
}

/* ---- In space, joined ------------------------------------------------------------------------ */

/* Two nodes in a row between the ground and a mass that is held: three equal springs share the way.
 */
static void nodes_that_are_joined_are_solved_together(void **state) {
    (void)state;
    static const char text[] =
        "spatial\ngravity [0, 0, -10] m/s^2\nbody m { at [0, 0, -3] mass 2 kg point }\n"
        "joint way : prismatic ground -- m at [0, 0, -3] axis z\n"
        "node P at [0.2, 0.1, -1]\nnode Q at [0.1, -0.2, -2]\n"
        "force a : spring ground -- P at [0, 0, 0] stiffness 30 N/m length 0.5 m\n"
        "force b : spring P -- Q stiffness 30 N/m length 0.5 m\n"
        "force c : spring Q -- m at [0, 0, -3] stiffness 30 N/m length 0.5 m\n"
        "force d : spring ground -- m at [0, 0, -3] [0, 0, -3] stiffness 0 N/m\n"
        "output m.z\nrun to 0.5 s\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.tol = 1e-10});
    to_the_end(&c);
    const double z = value(&c, "m.z");
    /* 10 N/m in all, at rest 1.5 m long: it swings about -3.5 m with sqrt(5) rad/s */
    check_near(z, -3.5 + 0.5 * cos(sqrt(5) * 0.5), 1e-7, "closed form");
    check_near(value(&c, "P.z"), z / 3, 1e-7, "closed form");
    check_near(value(&c, "Q.z"), 2 * z / 3, 1e-7, "closed form");
    check_near(value(&c, "Q.x"), 0, 1e-7, "closed form");
    close_case(&c);
}

/* Places that are rounded to more than a share of the forces says nothing about. Both springs pull
 * along the line between their ends: P is in its middle, at x + 1/4. */
static void a_node_rests_far_from_the_origin(void **state) {
    (void)state;
    static const double places[] = {0, 1023, 1024, 5000, 1e6};
    for (int n = 0; n < 5; n++) {
        char text[500];
        snprintf(text, sizeof text,
                 "planar\nparam x = %g m\nnode P at [x, 0 m]\n"
                 "force a : spring ground -- P at [x, 1 m] stiffness 10 N/m length 0.5 m\n"
                 "force b : spring ground -- P at [x + 0.5 m, -1 m] stiffness 10 N/m length 0.5 m\n"
                 "run to 0.1 s\n",
                 places[n]);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        to_the_end(&c);
        const double within = 1e-9 + 20 * DBL_EPSILON * places[n];
        check_near(value(&c, "P.x") - places[n], 0.25, within, "in the middle");
        check_near(value(&c, "P.y"), 0, within, "in the middle");
        close_case(&c);
    }
}

/* A damper holds it along one line: how it moves across follows from places that are rounded, which
 * no step may see. */
static void far_off_a_damper_costs_no_more(void **state) {
    (void)state;
    static const double places[] = {0, 500, 8000, 2e4};
    long usual = 0;
    double at = NAN;
    for (int n = 0; n < 4; n++) {
        char text[700];
        snprintf(
            text, sizeof text,
            "planar\ngravity none\nparam x = %g m\n"
            "body cart { at [x + 1 m, 0 m]  mass 2 kg  point }\n"
            "joint way : prismatic ground -- cart at [x + 1 m, 0 m]  axis x\n"
            "node P at [x + 0.5 m, 0.1 m]\n"
            "force left : spring ground -- P at [x, 0 m]  stiffness 30 N/m  length 0.3 m\n"
            "force right : spring P -- cart at [x + 1 m, 0 m]  stiffness 60 N/m  length 0.4 m\n"
            "force above : spring ground -- P at [x + 0.5 m, 1 m]  stiffness 5 N/m  "
            "length 0.5 m  damping 2 N*s/m\noutput P.x\nrun to 1 s\n",
            places[n]);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.tol = 1e-9, .max_steps = 1000});
        to_the_end(&c);
        if (n == 0) usual = jd_run_cost(c.run).evaluations, at = value(&c, "P.x");
        assert_true(jd_run_cost(c.run).evaluations < 2 * usual);
        check_near(value(&c, "P.x") - places[n], at, 1e-9 * (1 + places[n]), "beside the origin");
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_in_series_are_one_spring),
        cmocka_unit_test(dampers_make_a_state_and_the_rest_follows),
        cmocka_unit_test(a_truss_snaps_where_its_stiffness_ends),
        cmocka_unit_test(nodes_that_are_joined_are_solved_together),
        cmocka_unit_test(a_node_rests_far_from_the_origin),
        cmocka_unit_test(far_off_a_damper_costs_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
