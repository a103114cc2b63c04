/* SPDX-License-Identifier: MIT
 *
 * Force elements in whole runs: against closed forms, in every form and stepper, in the plane and
 * in space, and with their sides swapped. */
#include "verify/verify.h"
#include "run/stepper.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

/* Runs a text to its end and gives a channel there. */
static double end_of(const char *text, const char *form, const char *stepper, const char *name) {
    Case c = open_text(text, (JdCompileDef){.form = form},
                       (JdRunDef){.stepper = stepper,
                                  .dt = strcmp(stepper, "rk4") ? 0 : 1e-3,
                                  .tol = strcmp(stepper, "dop853") ? 1e-9 : 1e-11});
    while (advance(&c)) {
    }
    const double end = value(&c, name);
    close_case(&c);
    return end;
}

static void check_everywhere(const char *text, const char *name, double wanted, double within) {
    for (int f = 0; f < 3; f++)
        check_near(end_of(text, forms[f], "dop853", name), wanted, within, forms[f]);
    for (int s = 0; s < 5; s++)
        if (!is_missing(steppers[s]))
            check_near(end_of(text, "newton-euler", steppers[s], name), wanted, 1000 * within,
                       steppers[s]);
}

/* ---- Closed forms -----------------------------------------------------------------------------
 */

/* Held at a stretch of 0.1 m, the tension of 5 N dies out with k/c. */
static void a_series_relaxes(void **state) {
    (void)state;
    const char *text = "planar\npoint O = [0, 0]\npoint P = [0.4, 0.3]\n"
                       "body m { at P  mass 1 kg  inertia 1 kg*m^2 }\n"
                       "joint j : fixed ground -- m at P\n"
                       "force f : spring-damper-series ground -- m at O P  stiffness 50 N/m  "
                       "damping 20 N*s/m  length 0.4 m  inner 0 m\nrun to 0.7 s\n";
    check_everywhere(text, "f.force", 5 * exp(-0.7 * 50 / 20), 1e-9);
    check_everywhere(text, "f.inner", 0.1 * (1 - exp(-0.7 * 50 / 20)), 1e-10);
    check_everywhere(text, "f.inner.rate", 0.1 * 2.5 * exp(-0.7 * 50 / 20), 1e-9);
}

/* Not told where its damper stands, it starts without force, wherever the mechanism starts. */
static void a_series_starts_relaxed(void **state) {
    (void)state;
    const char *text = "planar\npoint O = [0, 0]\npoint P = [1, 0]\n"
                       "body m { at P  mass 1 kg  inertia 1 kg*m^2 }\n"
                       "joint j : prismatic ground -- m at O P  axis x\n"
                       "force f : spring-damper-series ground -- m at O P  stiffness 50 N/m  "
                       "damping 20 N*s/m  length 0.4 m\n"
                       "start j.travel = 1.5 m\nrun to 1 s\n";
    check_everywhere(text, "f.inner", 1.1, 1e-12);
    check_everywhere(text, "j.travel", 1.5, 1e-12);
}

/* v = v0/(1 + k v0 t/m), and against a wind the same of what is left over. */
static void a_body_slows_down_by_its_drag(void **state) {
    (void)state;
    const char *text =
        "spatial\nbody m { at [0, 0, 0]  mass 2 kg  inertia [1, 1, 1] kg*m^2 }\n"
        "force f : drag m  square 0.5 N*s^2/m^2  turning 3 N*m*s  wind [1, 0, 0] m/s\n"
        "start m.vx = 5 m/s, m.wz = 2 rad/s\nrun to 3 s\n";
    check_everywhere(text, "m.vx", 1 + 4 / (1 + 0.5 * 4 * 3 / 2), 1e-9);
    check_everywhere(text, "m.wz", 2 * exp(-9), 1e-9);
}

/* A ball without a size: what acts at its centre, and has no torque, leaves it without an attitude.
 * v = v0 exp(-c t/m), and a swing by the springs of a bushing and a force along axes. */
static void point_masses_feel_what_does_not_turn_them(void **state) {
    (void)state;
    static const char *const spaces[] = {"planar\n", "spatial\n"};
    for (int n = 0; n < 2; n++) {
        const char *more = n ? ", 0" : "";
        char text[600];
        snprintf(text, sizeof text,
                 "%sgravity none\nbody m { at [0, 0%s]  mass 2 kg  point  free }\n"
                 "body k { at [3, 0%s]  mass 2 kg  point  free }\n"
                 "force f : drag m  linear 0.5 N*s/m\n"
                 "force b : bushing ground -- k at [3, 0%s]  stiffness %s\n"
                 "force c : force-torque ground -- k at [3, 0%s]  force %s\n"
                 "start m.vx = 5 m/s\nrun to 1 s\n",
                 spaces[n], more, more, more, n ? "[8, 8, 8] N/m" : "[8, 8] N/m", more,
                 n ? "[4, 0, 0] N" : "[4, 0] N");
        check_everywhere(text, "m.vx", 5 * exp(-0.25), 1e-8);
        check_everywhere(text, "k.x", 3.5 - 0.5 * cos(2.0), 1e-8);
    }
}

/* In the plane a torsion spring counts its turns: from 9 rad it swings as a pendulum of its own. */
static void a_torsion_spring_counts_turns_in_the_plane(void **state) {
    (void)state;
    const char *text = "planar\nbody m { at [0, 0]  mass 1 kg  inertia 2 kg*m^2 }\n"
                       "force f : torsion-spring ground -- m  stiffness 8 N*m  rest 1 rad\n"
                       "start m.angle = 9 rad\nrun to 1.3 s\n";
    check_everywhere(text, "m.angle", 1 + 8 * cos(2 * 1.3), 1e-8);
}

/* Two masses about their common centre: r^3 w^2 = G (m1 + m2). */
static void two_masses_go_round_each_other(void **state) {
    (void)state;
    const char *text = "spatial\nparam w = sqrt(5)*1 rad/s\n"
                       "body a { at [-0.4, 0, 0]  mass 3 kg  point }\n"
                       "body b { at [0.6, 0, 0]  mass 2 kg  point }\n"
                       "force f : gravitation a -- b  constant 1 N*m^2/kg^2\n"
                       "start a.vy = -0.4 m*w, b.vy = 0.6 m*w\nrun to 2 s\n";
    check_everywhere(text, "b.x", 0.6 * cos(2 * sqrt(5)), 1e-8);
    check_everywhere(text, "f.length", 1, 1e-8);
    check_everywhere(text, "f.energy", -6, 1e-7);
}

/* Masses that are said go before those of the bodies, of the first as of the second. */
static void masses_that_attract_may_be_said(void **state) {
    (void)state;
    const char *text =
        "planar\nparam w = sqrt(5)*1 rad/s\n"
        "body a { at [-0.4, 0]  mass 3 kg  point }\n"
        "body b { at [0.6, 0]  mass 2 kg  point }\n"
        "force f : gravitation a -- b  constant 0.5 N*m^2/kg^2  first 4 kg  second 3 kg\n"
        "start a.vy = -0.4 m*w, b.vy = 0.6 m*w\nrun to 2 s\n";
    check_everywhere(text, "b.x", 0.6 * cos(2 * sqrt(5)), 1e-8);
}

/* I w' = -T w/sqrt(w^2 + r^2) is solved by s - r artanh(r/s), s = sqrt(w^2 + r^2), which falls by
 * T t/I. */
static double rolled(double w, double r) {
    const double s = hypot(w, r);
    return s - r * atanh(r / s);
}

static void a_wheel_rolls_out(void **state) {
    (void)state;
    const char *text = "planar\nbody m { at [0, 0]  mass 1 kg  inertia 0.5 kg*m^2 }\n"
                       "joint j : revolute ground -- m at [0, 0]\n"
                       "force f : rolling-resistance ground -- m  torque 0.3 N*m  rate 0.4 rad/s\n"
                       "start j.rate = -4 rad/s\nrun to 3 s\n";
    const double w = end_of(text, "minimal", "dop853", "j.rate");
    assert_true(w < 0);
    check_near(rolled(-w, 0.4), rolled(4, 0.4) - 0.3 * 3 / 0.5, 1e-9, "the way to rest");
    check_everywhere(text, "j.rate", w, 1e-9);
}

/* ---- Masses on lines
 * ------------------------------------------------------------------------------ */

/* A spring of mass m at 0.3 of its length adds 0.09 m to what swings at its end. */
static void a_mass_at_a_fraction_adds_its_square(void **state) {
    (void)state;
    const double w = sqrt(80 / (2 + 0.09 * 5));
    const char *text =
        "point O = [0, 0]\npoint P = [1, 0]\nbody m { at P  mass 2 kg  inertia 1 "
        "kg*m^2 }\njoint j : prismatic ground -- m at O P  axis x\n"
        "force f : spring-damper ground -- m at O P  stiffness 80 N/m  length 0.8 m  "
        "mass 5 kg  fraction 0.3\nrun to 0.7 s\n";
    check_everywhere(text, "j.travel", 0.8 + 0.2 * cos(w * 0.7), 1e-8);
    check_everywhere(text, "f.mass.x", 0.3 * (0.8 + 0.2 * cos(w * 0.7)), 1e-8);
}

/* Round a fixed point the spring bears what the masses beyond it are flung out with, and its
 * foot what the first is. */
static void masses_at_distances_go_round(void **state) {
    (void)state;
    const char *text =
        "param R = 1.2 m\nparam k = 70 N/m\n"
        "param w = sqrt(k*0.4 m/(2 kg*R + 0.8 kg*(R - 0.2 m)))\n"
        "point O = [0, 0, 0]\npoint P = [0, R, 0]\nbody m { at P  mass 2 kg  point }\n"
        "force f : spring-damper ground -- m at O P  stiffness k  length 0.8 m  masses [0.5, 0.8] "
        "kg  distances [0.3, 0.2] m\nstart m.vx = R*w, m.vy = 0, m.vz = 0\nrun to 1 s\n";
    const double w = sqrt(70 * 0.4 / (2 * 1.2 + 0.8 * 1.0));
    Text spatial = {0};
    jd_text_print(&spatial, "spatial\n%s", text);
    check_everywhere(spatial.at, "f.length", 1.2, 1e-8);
    check_everywhere(spatial.at, "m.x", 1.2 * sin(w), 1e-8);
    check_everywhere(spatial.at, "f.first.x", 0.3 * sin(w), 1e-8);
    check_everywhere(spatial.at, "f.second.y", 1.0 * cos(w), 1e-8);
    jd_text_free(&spatial);
}

/* ---- The same thing said in two ways ------------------------------------------------------------
 */

#define SWING                                                                                      \
    "gravity [0, 0, -9.81] m/s^2\npoint O = [0, 0, 0]\npoint A = [1, 0, 0]\npoint B = [1, 1, 0]\n" \
    "body a { link O A  mass 1 kg  inertia [0.02, 0.1, 0.11] kg*m^2  frame tip local [0.9, 0, "    \
    "0.1] m "                                                                                      \
    "turned turn(x, 30 deg) }\n"                                                                   \
    "body b { link A B  mass 2 kg  inertia [0.03, 0.2, 0.22] kg*m^2 }\n"                           \
    "joint jO : universal ground -- a at O axis z second y\n"                                      \
    "joint jA : spherical a -- b at A\nstart jO.angle1 = 0.3 rad, b.wz = 1 rad/s\n"

static void check_alike(const char *one, const char *other, double within) {
    static const char *const names[] = {"b.x", "b.vz", "a.wx", "b.wy"};
    for (int n = 0; n < 4; n++)
        for (int f = 0; f < 3; f++)
            check_near(end_of(one, forms[f], "dop853", names[n]),
                       end_of(other, "newton-euler", "dop853", names[n]), within, names[n]);
}

/* Point masses of 3 and 4 kg go round each other at 2 rad/s, 1 m apart, on a spring whose line has
 * masses: the tension that they need is that of the spring, so their ways are circles. */
static void check_round(const char *space, const char *zero, const char *masses, double centre,
                        double tension) {
    char text[1024];
    const double w = 2, off = 1 - centre, t = 0.7;
    snprintf(text, sizeof text,
             "%s\ngravity none\nbody p { at [%.17g, 0%s]  mass 3 kg  point }\n"
             "body q { at [%.17g, 0%s]  mass 4 kg  point }\n"
             "force s : spring-damper p -- q  at [%.17g, 0%s] [%.17g, 0%s]  stiffness 50 N/m  "
             "length %.17g m  %s\nstart p.vx = 0, p.vy = %.17g, q.vx = 0, q.vy = %.17g\n"
             "run to %g s\n",
             space, -centre, zero, off, zero, -centre, zero, off, zero, 1 - tension / 50, masses,
             -w * centre, w * off, t);
    check_everywhere(text, "q.x", off * cos(w * t), 1e-10);
    check_everywhere(text, "p.y", -centre * sin(w * t), 1e-10);
}

static void a_line_with_masses_may_join_point_masses(void **state) {
    (void)state;
    for (int n = 0; n < 2; n++) {
        const char *space = n ? "spatial" : "planar", *zero = n ? ", 0" : "";
        const double one = (2 * 0.3 + 4) / 9, two = (1 * 0.2 + 2 * 0.85 + 4) / 10;
        check_round(space, zero, "mass 2 kg  fraction 0.3", one,
                    4 * ((4 + 2 * 0.3 * 0.3) * (1 - one) - 2 * 0.3 * 0.7 * one));
        check_round(space, zero, "masses [1, 2] kg  distances [0.2, 0.15] m", two,
                    4 * (3 * two + 1 * (two - 0.2)));
    }
}

static void a_line_force_may_be_a_spring(void **state) {
    (void)state;
    check_alike("spatial\n" SWING "force f : spring-damper ground -- b at O B  stiffness 30 N/m  "
                "damping 2 N*s/m  length 1 m\nrun to 1 s\n",
                "spatial\n" SWING
                "force f : line-force ground -- b at O B  tension 30 N/m*(f.length "
                "- 1 m) + 2 N*s/m*f.rate\nrun to 1 s\n",
                1e-9);
}

/* Swapped sides: the other sign, and the same axes, at a point that both share. */
static void vectors_act_alike_with_their_sides_swapped(void **state) {
    (void)state;
    check_alike("spatial\n" SWING "force f : force-torque a -- b at A  force [1, 2, 3] N  torque "
                "[0.1, 0.2, 0.3] N*m  resolve a.tip\nrun to 1 s\n",
                "spatial\n" SWING
                "force f : force-torque b -- a at A  force [-1, -2, -3] N  torque "
                "[-0.1, -0.2, -0.3] N*m  resolve a.tip\nrun to 1 s\n",
                1e-9);
}

/* A force along the axes of a third body, by its components in the ground's. */
static void vectors_may_be_along_the_axes_of_any_body(void **state) {
    (void)state;
    check_alike(
        "spatial\n" SWING
        "force f : force-torque ground -- b at B  force [1, 2, 3] N  resolve a\nrun to 1 s\n",
        "spatial\n" SWING "force f : force-torque ground -- b at B  force "
        "[1 N*a.matrix.xx + 2 N*a.matrix.xy + 3 N*a.matrix.xz, 1 N*a.matrix.yx + 2 "
        "N*a.matrix.yy + 3 N*a.matrix.yz, 1 N*a.matrix.zx + 2 N*a.matrix.zy + 3 "
        "N*a.matrix.zz]\nrun to 1 s\n",
        1e-9);
}

/* ---- Bushings -----------------------------------------------------------------------------------
 */

/* Undamped and tumbling far: what it stores and what moves stay together. */
static void a_bushing_keeps_the_energy(void **state) {
    (void)state;
    const char *text =
        "spatial\n" SWING "force f : bushing ground -- b at B  stiffness [20, 40, 60] "
        "N/m  turn_stiffness [3, 9, 1] N*m\nrun to 3 s every 0.1 s\n";
    for (int f = 0; f < 3; f++) {
        Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-11});
        assert_true(advance(&c));
        const double start = value(&c, "energy");
        double most = 0;
        while (advance(&c)) {
            check_near(value(&c, "energy"), start, 1e-7, forms[f]);
            most = fmax(most, value(&c, "f.torque"));
        }
        assert_true(most > 1); /* it was bent, indeed */
        close_case(&c);
    }
}

/* A planar model in space is the same. */
static void planar_elements_run_in_space(void **state) {
    (void)state;
    const char *text =
        "gravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [1, 0]\npoint B = [1, 1]\n"
        "body a { link O A  mass 1 kg  inertia 0.1 kg*m^2 }\n"
        "body b { link A B  mass 2 kg  inertia 0.2 kg*m^2 }\n"
        "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"
        "force f : bushing ground -- b at B  stiffness [20, 40] N/m  turn_stiffness 3 N*m  damping "
        "[1, 2] N*s/m\n"
        "force t : torsion-spring a -- b  stiffness 2 N*m  damping 0.1 N*m*s\n"
        "force s : spring-damper-series ground -- b at O B  stiffness 30 N/m  damping 5 N*s/m\n"
        "force w : force-torque a -- b at B  force [1, 2] N  torque 0.3 N*m  resolve a\n"
        "force d : drag b  linear 0.1 N*s/m  square 0.2 N*s^2/m^2  turning 0.01 N*m*s\n"
        "start jO.rate = 9 rad/s\nrun to 2 s\n";
    Case flat = open_text(text, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    while (advance(&flat)) {
    }
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("flat.jd", text, strlen(text), (JdReadDef){.spatial = true}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "minimal"}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.tol = 1e-11}, log);
    assert_non_null(run);
    while (jd_run_next(run)) {
    }
    static const char *const names[] = {"b.x", "b.y", "jA.angle", "jO.rate", "s.inner"};
    for (int n = 0; n < 5; n++)
        check_near(jd_run_value(run, jd_channel(system, names[n], log)), value(&flat, names[n]),
                   1e-8, names[n]);
    jd_run_free(run), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    close_case(&flat);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_series_relaxes),
        cmocka_unit_test(a_series_starts_relaxed),
        cmocka_unit_test(a_body_slows_down_by_its_drag),
        cmocka_unit_test(point_masses_feel_what_does_not_turn_them),
        cmocka_unit_test(a_torsion_spring_counts_turns_in_the_plane),
        cmocka_unit_test(two_masses_go_round_each_other),
        cmocka_unit_test(masses_that_attract_may_be_said),
        cmocka_unit_test(a_wheel_rolls_out),
        cmocka_unit_test(a_mass_at_a_fraction_adds_its_square),
        cmocka_unit_test(masses_at_distances_go_round),
        cmocka_unit_test(a_line_with_masses_may_join_point_masses),
        cmocka_unit_test(a_line_force_may_be_a_spring),
        cmocka_unit_test(vectors_act_alike_with_their_sides_swapped),
        cmocka_unit_test(vectors_may_be_along_the_axes_of_any_body),
        cmocka_unit_test(a_bushing_keeps_the_energy),
        cmocka_unit_test(planar_elements_run_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
