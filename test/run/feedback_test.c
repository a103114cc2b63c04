/* SPDX-License-Identifier: MIT
 *
 * Forces and rates that read accelerations and reactions: against closed forms and a small
 * integrator of the test's own, in every form and stepper. */
#include "verify/verify.h"
#include "run/stepper.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};

static double end_of(const char *text, const char *form, const char *stepper, const char *name) {
    Case c = open_text(text, (JdCompileDef){.form = form},
                       (JdRunDef){.stepper = stepper,
                                  .dt = strcmp(stepper, "rk4") ? 0 : 1e-3,
                                  .tol = strcmp(stepper, "dop853") ? 1e-9 : 1e-11});
    while (advance(&c)) {
    }
    const double end = value(&c, name);
    must(&c, jd_log_errors(c.log) == 0);
    close_case(&c);
    return end;
}

static void check_everywhere(const char *text, const char *name, double wanted, double within) {
    for (int f = 0; f < 3; f++)
        check_near(end_of(text, forms[f], "dop853", name), wanted, within, forms[f]);
    for (int s = 0; s < 5; s++)
        if (!jd_stepper_find(steppers[s])->missing)
            check_near(end_of(text, "newton-euler", steppers[s], name), wanted, 1000 * within,
                       steppers[s]);
}

/* A force against the acceleration is a mass: 6 N on 2 kg and 1 kg more. */
static void a_force_against_the_acceleration_is_a_mass(void **state) {
    (void)state;
    const char *text = "planar\nbody m { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
                       "joint j : prismatic ground -- m at [0, 0] axis x\n"
                       "force push : effort j.travel value 6 N - 1 kg*j.accel\nrun to 1 s\n";
    check_everywhere(text, "j.travel", 1, 1e-11);
    check_everywhere(text, "push.effort", 4, 1e-11);
}

/* Two that read each other through a signal, in space. */
static void forces_may_read_each_other(void **state) {
    (void)state;
    const char *text = "spatial\nbody a { at [0, 0, 0]  mass 1 kg  point }\nbody b { at [1, 0, 0]  "
                       "mass 2 kg  point }\n"
                       "signal pull = 3 N + 0.5 kg*(b.ax - a.ax)\n"
                       "force f : point-force a value [pull, 0 N, 0 N]\n"
                       "force h : point-force b value [0 N, 0.25 kg*a.ax, 1 N]\nrun to 2 s\n";
    /* a.ax = 3 + 0.5 (0 - a.ax) */
    check_everywhere(text, "a.x", 0.5 * 2 * 4, 1e-10);
    check_everywhere(text, "b.y", 0.5 * (0.25 * 2 / 2) * 4, 1e-10);
}

/* ---- A pendulum whose bearing rubs with its load
 * ------------------------------------------------- */

static const double m = 1.5, l = 0.8, inertia = 0.1, g = 9.81,
                    rubs = 0.02; /* friction times radius */

/* I a + m g l sin q + rubs |N| = 0, N of the acceleration itself: bisection, since it rises with a.
 */
static double accelerate(double q, double w) {
    double low = -1e3, high = 1e3;
    for (int k = 0; k < 200; k++) {
        const double a = 0.5 * (low + high);
        const double radial = m * (l * w * w + g * cos(q)), across = m * (l * a + g * sin(q));
        const double off =
            (inertia + m * l * l) * a + m * g * l * sin(q) + rubs * hypot(radial, across);
        *(off > 0 ? &high : &low) = a;
    }
    return low;
}

static void friction_reads_the_reaction(void **state) {
    (void)state;
    const char *text = "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0, -0.8]\n"
                       "body bob { at A  mass 1.5 kg  inertia 0.1 kg*m^2 }\n"
                       "joint jO : revolute ground -- bob at O\n"
                       "force friction : effort jO.angle value -20 mm*jO.force\n"
                       "start jO.rate = 7 rad/s\nrun to 0.3 s\n";
    double q = 0, w = 7;
    for (int n = 0; n < 300; n++) {
        const double h = 1e-3, k1 = accelerate(q, w), w2 = w + h / 2 * k1;
        const double k2 = accelerate(q + h / 2 * w, w2), w3 = w + h / 2 * k2;
        const double k3 = accelerate(q + h / 2 * w2, w3), w4 = w + h * k3;
        const double k4 = accelerate(q + h * w3, w4);
        q += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
        w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    check_everywhere(text, "jO.angle", q, 1e-9);
    check_everywhere(text, "jO.rate", w, 1e-9);
}

/* ---- Downstream
 * ---------------------------------------------------------------------------------- */

/* The integral of the force of a bearing has no part in the motion. */
static void a_state_integrates_a_reaction(void **state) {
    (void)state;
    const char *text = "planar\ngravity [0, -9.81] m/s^2\n"
                       "body m { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
                       "joint j : prismatic ground -- m at [0, 0] axis x\n"
                       "signal load = j.force.y + 3 N*sin(time*1 rad/s)\n"
                       "force push : effort j.travel value 3 N*time/(1 s)\n"
                       "state given { unit N*s  rate load }\n"
                       "state sum { unit m/s  rate j.accel }\nrun to 1 s\n";
    check_everywhere(text, "given", 2 * 9.81 + 3 * (1 - cos(1)), 1e-9);
    check_everywhere(text, "sum", 0.75, 1e-10);
}

/* A platform on six legs under its weight. In the middle no leg need push it aside: what is
 * measured is zero there, but for rounding. */
static const char hexapod[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "body plate { at [0, 0, 0.8]  mass 10 kg  inertia [0.3, 0.3, 0.6] kg*m^2 }\n"
    "repeat i from 1 to 6 {\n"
    "  point P[i] = 0.5 m*[cos(60 deg*i - 10 deg*(-1)^i), sin(60 deg*i - 10 deg*(-1)^i), 0]\n"
    "  point Q[i] = [0.3 m*cos(60 deg*i + 15 deg*(-1)^i), 0.3 m*sin(60 deg*i + 15 deg*(-1)^i), "
    "0.8 m]\n"
    "  body low[i] { link P[i] 0.5*(P[i] + Q[i])  shape rod  mass 1 kg }\n"
    "  body up[i] { link 0.5*(P[i] + Q[i]) Q[i]  shape rod  mass 1 kg }\n"
    "  joint u[i] : universal ground -- low[i] at P[i]  axis z  second x\n"
    "  joint s[i] : prismatic low[i] -- up[i] at P[i] Q[i]  axis Q[i] - P[i]\n"
    "  joint b[i] : spherical up[i] -- plate at Q[i]\n}\n"
    "drive aside : plate.x = 0.1 m*sin(2 rad/s*time)  by s[1].travel\nrun to 0.1 s every 50 ms\n";

static void no_effort_is_an_answer_too(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        Case c = open_text(hexapod, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-9});
        int rows = 0;
        for (; advance(&c); rows++) {
            const double t = value(&c, "time"), pushes = fabs(value(&c, "aside.effort"));
            check_near(value(&c, "plate.x"), 0.1 * sin(2 * t), 1e-8, forms[f]);
            assert_true(rows == 0 ? pushes < 1e-9 : pushes > 1);
        }
        assert_int_equal(rows, 3);
        must(&c, jd_log_errors(c.log) == 0);
        for (int n = 0; n < jd_log_count(c.log); n++)
            assert_string_not_equal(jd_log_message(c.log, n).code, "force-loop");
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_against_the_acceleration_is_a_mass),
        cmocka_unit_test(forces_may_read_each_other),
        cmocka_unit_test(friction_reads_the_reaction),
        cmocka_unit_test(a_state_integrates_a_reaction),
        cmocka_unit_test(no_effort_is_an_answer_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
