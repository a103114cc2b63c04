/* SPDX-License-Identifier: MIT
 *
 * The balance of energy: what forces, drives and velocity rows give and take is integrated along
 * the run, and what is left over is the error of the steps. It is told if it is large, with when
 * and how much; it is not told of any model that is shipped, of what stands still, and of what is
 * far away. */
#include "run/run.h"
#include "verify/verify.h"
#include <glob.h>

/* ---- Told ------------------------------------------------------------------------------------ */

#define DOUBLE_PENDULUM                                                                            \
    "planar\ngravity [0, -9.81] m/s^2\npoint A = [1, 0]\n"                                         \
    "body a { link [0, 0], A mass 1 kg inertia 0.1 kg*m^2 }\n"                                     \
    "body b { link A [2, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"                                      \
    "joint h : revolute ground -- a at [0, 0]\njoint k : revolute a -- b at A\n"

/* The largest change of the energy from the rows of a run. */
static double change_of(Case *c) {
    const JdChannel energy = channel(c, "energy");
    double first = NAN, most = 0;
    while (advance(c)) {
        if (isnan(first)) first = jd_run_value(c->run, energy);
        most = fmax(most, fabs(jd_run_value(c->run, energy) - first));
    }
    return most;
}

static void energy_that_appears_is_told(void **state) {
    (void)state;
    static const struct {
        const char *stepper, *form, *stabilise;
        double dt, tol, until;
    } runs[] = {{"euler", "newton-euler", "projection", 2e-3, 0, 10},
                {"euler", "cut-joint", "projection", 0.01, 0, 10},
                {"euler", "minimal", "projection", 0.01, 0, 10},
                {"rk4", "newton-euler", "projection", 0.15, 0, 10},
                {"semi-implicit-euler", "cut-joint", "none", 0.02, 0, 10},
                {"dopri5", "newton-euler", "projection", 0, 1e-2, 60},
                {"cvode", "newton-euler", "projection", 0, 1e-2, 60}};
    for (int k = 0; k < (int)(sizeof runs / sizeof *runs); k++) {
        if (jd_stepper_find(runs[k].stepper)->missing) continue;
        Case c = open_text(DOUBLE_PENDULUM,
                           (JdCompileDef){.form = runs[k].form, .stabilise = runs[k].stabilise},
                           (JdRunDef){.stepper = runs[k].stepper,
                                      .dt = runs[k].dt,
                                      .tol = runs[k].tol,
                                      .until = runs[k].until});
        const double change = change_of(&c);
        JdMessage m = {0};
        print_message("%s %s: %g J\n", runs[k].stepper, runs[k].form, change);
        must(&c, said(c.log, "energy-drifts", &m));
        assert_int_equal(m.severity, JD_WARNING);
        check_contains(m.text, "nothing gives or takes any");
        double t, off, moved, percent;
        assert_int_equal(sscanf(m.text,
                                "from t = %lf s on the energy is off by up to %lf J, %lf %% of the "
                                "%lf J",
                                &t, &off, &percent, &moved),
                         4);
        assert_true(t > 0 && t <= runs[k].until);
        /* It is not looked at after every step. */
        assert_true(off > 0.6 * change && off < 1.01 * change);
        check_relative(percent, 100 * off / moved, 0.06, "its share");
        close_case(&c);
    }
}

/* A pendulum gains with every step: when a twentieth is reached is known from its rows. */
static void it_is_told_when(void **state) {
    (void)state;
    Case c =
        open_text(DOUBLE_PENDULUM, (JdCompileDef){0},
                  (JdRunDef){.stepper = "euler", .dt = 5e-3, .until = 5, .output_every = 5e-3});
    double times[1100], off[1100];
    int rows = 0;
    const JdChannel energy = channel(&c, "energy");
    for (; advance(&c); rows++) {
        times[rows] = jd_run_value(c.run, jd_time);
        off[rows] = fabs(jd_run_value(c.run, energy));
    }
    JdMessage m = {0};
    double t, most, percent, moved;
    must(&c, said(c.log, "energy-drifts", &m));
    sscanf(m.text, "from t = %lf s on the energy is off by up to %lf J, %lf %% of the %lf J", &t,
           &most, &percent, &moved);
    for (int n = 0; n < rows; n++) {
        if (times[n] < t - 0.3) assert_true(off[n] < 0.06 * moved);
        if (fabs(times[n] - t) < 0.01) assert_true(off[n] > 0.02 * moved && off[n] < 0.11 * moved);
    }
    close_case(&c);
}

/* ---- Balanced -------------------------------------------------------------------------------- */

static const char *const working[] = {
    /* a motor, a damper, a spring, friction by an expression */
    DOUBLE_PENDULUM "force m : effort h.angle value 20 N*m * sin(3 rad/s*time)\n"
                    "force d : free-spring k.angle stiffness 5 N*m damping 0.3 N*m*s\n"
                    "force f : effort k.angle value -0.1 N*m * atan(k.rate/(1 rad/s))\n"
                    "force p : point-force b at [2, 0] m value [1 N, 0.3 N*s/m * b.vx]\n",
    /* a drive */
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0.1, 0]\npoint B = [0.4, 0]\n"
    "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body b { link A B mass 1 kg inertia 0.03 kg*m^2 }\nbody c { at B mass 2 kg inertia 0.01 "
    "kg*m^2 }\n"
    "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"
    "joint jB : revolute b -- c at B\njoint jC : prismatic ground -- c at B axis x\n"
    "drive m : jO.angle = 2 rad/s*time + 0.2 rad*sin(3 rad/s*time)\n",
    /* a field of gravity, in space, with a ball */
    "spatial\ngravity field [-1 m/s^2*x/(1 m), 0 m/s^2, 1 m/s^2*x/(1 m) - 9 m/s^2]\n"
    "body a { at [0.5, 0, 0] m mass 1 kg inertia [0.1, 0.2, 0.25] kg*m^2 }\n"
    "joint b : spherical ground -- a at [0, 0, 0] m\nstart a.wx = 1, a.wz = 2\n",
    /* a belt that carries what glides on it */
    "planar\njoint type band {\n field speed m/s\n lock vd.xi - speed\n}\n"
    "gravity [-1, -9.81] m/s^2\nbody c { at [0, 0] m mass 2 kg inertia 1 kg*m^2 }\n"
    "body p { at [0, -1] m mass 1 kg inertia 0.1 kg*m^2 }\n"
    "joint g : prismatic ground -- c at [0, 0] axis x\njoint r : revolute c -- p at [0, 0]\n"
    "joint s : band ground -- c at [0, 0] speed 0.5 m/s\nstart p.rate = 2\n",
};

enum { WORKING = sizeof working / sizeof *working };
static const char *const steppers[] = {"dop853", "dopri5", "rk4"};

static void work_is_integrated(void **state) {
    (void)state;
    for (int k = 0; k < WORKING; k++)
        for (int s = 0; s < 3; s++) {
            Case c =
                open_text(working[k], (JdCompileDef){0},
                          (JdRunDef){.stepper = steppers[s], .dt = 1e-3, .tol = 1e-10, .until = 3});
            to_the_end(&c);
            const EnergyWatch *e = &c.run->energy;
            assert_true(e->watched && e->works);
            assert_true(e->exchanged > 0.1);
            check_near(e->off, 0, 1e-7 * e->exchanged, working[k]);
            assert_int_equal(jd_log_count(c.log), 0);
            close_case(&c);
        }
}

static void work_is_integrated_on_trees(void **state) {
    (void)state;
    static const char *const forms[] = {"cut-joint", "minimal"};
    for (int k = 0; k < WORKING; k++)
        for (int f = 0; f < 2; f++) {
            Case c = open_text(working[k], (JdCompileDef){.form = forms[f]},
                               (JdRunDef){.tol = 1e-10, .until = 3});
            to_the_end(&c);
            assert_true(c.run->energy.watched && c.run->energy.works);
            check_near(c.run->energy.off, 0, 1e-7 * c.run->energy.exchanged, forms[f]);
            close_case(&c);
        }
}

/* What a form on a tree says that drives give is what their multipliers say, which are solved for
 * afterwards; where positions follow in closed form, in space, too, and by Newton's method. */
static void drives_give_the_same_by_any_form(void **state) {
    (void)state;
    static const char led[] =
        "spatial\ngravity [0, 0, -9.81] m/s^2\n"
        "body a { at [0.2, 0, 0] m mass 2 kg inertia [0.01, 0.02, 0.03] kg*m^2 }\n"
        "body b { at [0.4, 0, -0.3] m mass 1 kg inertia [0.02, 0.02, 0.01] kg*m^2 }\n"
        "joint h : revolute ground -- a at [0, 0, 0] m axis z\n"
        "joint k : revolute a -- b at [0.4, 0, 0] m axis [1, 0.2, 0]\n"
        "force d : free-spring k.angle stiffness 2 N*m damping 0.1 N*m*s\n"
        "drive m : h.angle = 2 rad/s*time + 0.3 rad*sin(4 rad/s*time)\nstart k.angle = 0.5\n";
    static const struct {
        const char *file, *form;
        bool by_newton;
    } runs[] = {{"model/four_bar.jd", "cut-joint", false},
                {"model/four_bar.jd", "minimal", false},
                {"model/four_bar.jd", "minimal", true},
                {"model/crane_hoist.jd", "minimal", false},
                {NULL, "cut-joint", false},
                {NULL, "minimal", false},
                {NULL, "minimal", true},
                {"model/msl/fourbar_analytic.jd", "minimal", false},
                {"model/msl/fourbar_analytic.jd", "minimal", true},
                {"model/quick_return.jd", "minimal", false}};
    for (int k = 0; k < (int)(sizeof runs / sizeof *runs); k++) {
        const JdCompileDef how = {.form = runs[k].form, .by_newton = runs[k].by_newton};
        const JdRunDef often = {.until = 2, .output_every = 0.05};
        Case c = runs[k].file ? open_file(runs[k].file, NULL, how, (JdRunDef){0})
                              : open_text(led, how, often);
        const JdChannel drives = channel(&c, "power.drives");
        double most = 0, off = 0;
        for (int n = 0; n < 400 && advance(&c); n++) {
            const double given = c.system->form->given(c.system, &c.run->motion);
            const double wanted = jd_run_value(c.run, drives);
            most = fmax(most, fabs(wanted));
            off = fmax(off, fabs(given - wanted));
        }
        const char *name = runs[k].file ? runs[k].file : "a led one in space";
        print_message("%s %s: %g W, off by %.2g\n", name, runs[k].form, most, off);
        assert_true(most > 1e-3);
        check_near(off, 0, 1e-9 * most, name);
        close_case(&c);
    }
}

/* With a step that is too long, what forces gave is not held against it, but the rest is. */
static void what_work_does_not_explain_is_told(void **state) {
    (void)state;
    for (int k = 0; k < WORKING; k += 1 + (k == 0)) { /* a drive leaves nothing to the steps */
        Case c = open_text(working[k], (JdCompileDef){.form = "newton-euler"},
                           (JdRunDef){.stepper = "euler", .dt = 0.03, .until = 3});
        to_the_end(&c);
        JdMessage m = {0};
        must(&c, said(c.log, "energy-drifts", &m));
        check_contains(m.text, "beyond what forces and drives give and take");
        close_case(&c);
    }
}

/* ---- Not told -------------------------------------------------------------------------------- */

static void no_shipped_model_is_warned_of(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob("model/*.jd", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 30);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        Case c = open_file(found.gl_pathv[k], NULL, (JdCompileDef){0}, (JdRunDef){0});
        to_the_end(&c);
        if (said(c.log, "energy-drifts", NULL)) fail_msg("%s", found.gl_pathv[k]);
        close_case(&c);
    }
    globfree(&found);
}

static void check_silent(const char *text, JdRunDef def) {
    Case c = open_text(text, (JdCompileDef){0}, def);
    to_the_end(&c);
    if (jd_log_count(c.log) > 0) jd_log_print(c.log, stderr);
    assert_int_equal(jd_log_count(c.log), 0);
    close_case(&c);
}

static void what_stands_still_or_far_away_is_not(void **state) {
    (void)state;
    static const char rest[] = "planar\ngravity [0, -9.81] m/s^2\n"
                               "body a { at [0, -1] m mass 3 kg inertia 0.1 kg*m^2 }\n"
                               "joint h : revolute ground -- a at [0, 0]\n",
                      nearly[] = "planar\ngravity [0, -9.81] m/s^2\n"
                                 "body a { at [0, -1] m mass 3 kg inertia 0.1 kg*m^2 }\n"
                                 "joint h : revolute ground -- a at [0, 0]\nstart h.rate = 1e-9\n",
                      slow[] = "planar\ngravity [0, -9.81] m/s^2\n"
                               "body a { at [0, -1] m mass 3 kg inertia 0.1 kg*m^2 }\n"
                               "joint h : revolute ground -- a at [0, 0]\nstart h.rate = 1e-4\n",
                      far[] = "planar\ngravity [0, -9.81] m/s^2\n"
                              "body a { at [1e5, 1e5 - 1] m mass 3 kg inertia 0.1 kg*m^2 }\n"
                              "joint h : revolute ground -- a at [1e5, 1e5] m\nstart h.rate = 1\n";
    const char *const texts[] = {rest, nearly, slow, far};
    for (int k = 0; k < 4; k++) {
        check_silent(texts[k], (JdRunDef){.until = 20});
        check_silent(texts[k], (JdRunDef){.until = 20, .tol = 1e-5});
        check_silent(texts[k], (JdRunDef){.until = 20, .stepper = "rk4", .dt = 0.01});
    }
}

/* Rows change neither the balance nor what is said. */
/* Where drives prescribe all that moves, no error of a state keeps steps short. */
static void a_prescribed_motion_is_not(void **state) {
    (void)state;
    static const char lift[] =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "body lift { link [0, 0] [1, 0]  mass 60 kg  inertia 5 kg*m^2 }\n"
        "joint j : revolute ground -- lift at [0, 0]\n"
        "drive jack : j.angle = smoothstep(time, 0 s, 4 s)*40 deg\nrun to 5 s\n";
    check_silent(lift, (JdRunDef){0});
    check_silent(lift, (JdRunDef){.stepper = "dopri5"});
}

static void output_does_not_matter(void **state) {
    (void)state;
    double off[2];
    for (int often = 0; often < 2; often++) {
        Case c = open_text(working[0], (JdCompileDef){0},
                           (JdRunDef){.tol = 1e-6, .until = 3, .output_every = often ? 1e-3 : 3});
        to_the_end(&c);
        off[often] = c.run->energy.off;
        close_case(&c);
    }
    check_near(off[1], off[0], 0, "what is left over");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_that_appears_is_told),
        cmocka_unit_test(it_is_told_when),
        cmocka_unit_test(work_is_integrated),
        cmocka_unit_test(work_is_integrated_on_trees),
        cmocka_unit_test(drives_give_the_same_by_any_form),
        cmocka_unit_test(what_work_does_not_explain_is_told),
        cmocka_unit_test(no_shipped_model_is_warned_of),
        cmocka_unit_test(what_stands_still_or_far_away_is_not),
        cmocka_unit_test(a_prescribed_motion_is_not),
        cmocka_unit_test(output_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
