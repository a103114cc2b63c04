/* SPDX-License-Identifier: MIT
 *
 * The semi-implicit Euler method with locks: the energy of conservative mechanisms stays within
 * bounds over 100,000 steps, in the plane and in space, under every formulation, with loops,
 * couplings, redundant locks and rows of velocities; momenta of what floats are kept up to
 * rounding; all formulations make the same steps; the order is 1; and where no locks are kept
 * nothing is different from the textbook. */
#include "verify/verify.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char stepper[] = "semi-implicit-euler";

/* ---- Energy ---------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *text;
    double h;     /* a step in which nothing turns by more than a twentieth */
    double bound; /* of the change of the energy, as a part of what moves at most */
} Conservative;

static const Conservative mechanisms[] = {
    {"a pendulum",
     "planar\ngravity [0, -9.81] m/s^2\n"
     "body a { at [0.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
     "joint h : revolute ground -- a at [0, 0]\n",
     1e-3, 0.01},
    {"a pendulum that goes over the top",
     "planar\ngravity [0, -9.81] m/s^2\n"
     "body a { at [0.4, 0] m mass 0.5 kg inertia 0.01 kg*m^2 }\n"
     "joint h : revolute ground -- a at [0, 0]\nstart h.rate = 8 rad/s\n",
     1e-3, 0.01},
    {"a double pendulum",
     "planar\ngravity [0, -9.81] m/s^2\npoint A = [0.4, 0]\n"
     "body a { link [0, 0], A mass 1 kg inertia 0.02 kg*m^2 }\n"
     "body b { link A [0.4, 0.3] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint h : revolute ground -- a at [0, 0]\njoint g : revolute a -- b at A\n",
     1e-3, 0.05},
    {"a four-bar that turns round",
     "planar\npoint O = [0, 0]\npoint A = [0, 0.1]\npoint B = [0.4, 0.3]\npoint C = [0.35, 0]\n"
     "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b { link A B mass 1 kg inertia 0.03 kg*m^2 }\n"
     "body c { link C B mass 2 kg inertia 0.05 kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"
     "joint jB : revolute b -- c at B\njoint jC : revolute c -- ground at C\n"
     "start jO.rate = 10 rad/s\n",
     1e-3, 0.02},
    {"a slider-crank with a spring",
     "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0.1, 0.1]\n"
     "point B = [0.5, 0]\n"
     "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b { link A B mass 1 kg inertia 0.03 kg*m^2 }\nbody c { at B mass 2 kg inertia 0.01 "
     "kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"
     "joint jB : revolute b -- c at B\njoint jC : prismatic ground -- c at B axis x\n"
     "force k : free-spring jC.travel stiffness 50 N/m\nstart jO.rate = 6 rad/s\n",
     1e-3, 0.02},
    {"a heavy top",
     "spatial\ngravity [0, 0, -9.81] m/s^2\n"
     "body top { at [0, 0.1, 0.3] m mass 2 kg inertia [0.02, 0.025, 0.01] kg*m^2 }\n"
     "joint tip : spherical ground -- top at [0, 0, 0] m\n"
     "start top.wx = 0.5, top.wy = 10, top.wz = 20\n",
     5e-4, 0.02},
    {"two bodies that float with a ball between them",
     "spatial\nbody a { at [0, 0, 0] m mass 1 kg inertia [0.01, 0.02, 0.025] kg*m^2 }\n"
     "body b { at [0.3, 0.1, 0] m mass 2 kg inertia [0.03, 0.02, 0.04] kg*m^2 }\n"
     "joint j : spherical a -- b at [0.15, 0.1, 0.05] m\n"
     "start a.wx = 3, a.wy = 1, b.wz = 2, b.wy = -1, a.vx = 1\n",
     1e-3, 0.01},
    {"a blade on a slope",
     "planar\ngravity [4, 0] m/s^2\nbody s { at [0, 0] m mass 2 kg inertia 0.1 kg*m^2 }\n"
     "joint e : knife-edge ground -- s at [0, 0] axis x\nstart s.rate = 2, s.vx = 0.5\n",
     1e-3, 0.01},
    {"a coin that rolls",
     "spatial\ngravity [0, 0, -9.81] m/s^2\npoint C = [0, 0, 0.1*sin(70 deg)]\n"
     "body coin { at C turned turn(x, -70 deg) mass 0.5 kg inertia [0.00125, 0.00125, 0.0025] "
     "kg*m^2 frame centre at C turned turn(x, -70 deg) }\n"
     "body table { at [0, 0, 0] m massless frame top at [0, 0, 0] m }\n"
     "joint fix : fixed ground -- table at [0, 0, 0] m\n"
     "joint roll : rolling-disc table.top -- coin.centre radius 0.1 m\n"
     "start coin.own.wx = 0.3, coin.own.wy = 1, coin.own.wz = 8\n",
     5e-4, 0.02},
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms, MANY = 40000, SOME = 20000 };

/* The largest change of the energy in the first tenth of a run and in all of it, and the largest
 * kinetic energy. */
typedef struct {
    double first, all, kinetic;
} Swing;

static Swing swing_of(const Conservative *of, const char *form, int steps) {
    const double until = steps * of->h;
    const JdRunDef def = {
        .stepper = stepper, .dt = of->h, .until = until, .output_every = 25 * of->h};
    Case c = open_text(of->text, (JdCompileDef){.form = form}, def);
    const JdChannel energy = channel(&c, "energy"), kinetic = channel(&c, "energy.kinetic");
    Swing swing = {0};
    double start = NAN;
    while (advance(&c)) {
        if (isnan(start)) start = jd_run_value(c.run, energy);
        const double change = fabs(jd_run_value(c.run, energy) - start);
        swing.all = fmax(swing.all, change);
        if (jd_run_value(c.run, jd_time) <= 0.1 * until) swing.first = swing.all;
        swing.kinetic = fmax(swing.kinetic, jd_run_value(c.run, kinetic));
    }
    close_case(&c);
    return swing;
}

/* Three times the first tenth, since a chaotic motion comes to worse places later on. A growth by
 * the same in every tenth would make ten times. */
static void energy_stays_within_bounds(void **state) {
    (void)state;
    for (int k = 0; k < MECHANISMS; k++)
        for (int f = 0; f < 3; f++) {
            const Conservative *of = &mechanisms[k];
            const Swing swing = swing_of(of, forms[f], f == 0 ? MANY : SOME);
            if (swing.all > 3 * swing.first || swing.all > of->bound * swing.kinetic)
                fail_msg("%s, %s: the energy changes by %.3g J, in the first tenth %.3g J, of "
                         "%.3g J",
                         of->name, forms[f], swing.all, swing.first, swing.kinetic);
        }
}

/* The bound is one of the step: half of it, half of the change. */
static void its_change_is_of_order_one(void **state) {
    (void)state;
    for (int k = 0; k < MECHANISMS; k++) {
        Conservative half = mechanisms[k];
        const double coarse = swing_of(&half, "newton-euler", SOME).first;
        half.h /= 2;
        const double fine = swing_of(&half, "newton-euler", SOME).all;
        if (!(fine < 0.75 * coarse))
            fail_msg("%s: %.3g J with half the step, %.3g J before", half.name, fine, coarse);
    }
}

/* ---- Momentum -------------------------------------------------------------------------------- */

/* Of two bodies in space with nothing outside: linear and angular momentum do not change at all. */
static void momenta_of_what_floats_are_kept(void **state) {
    (void)state;
    static const char text[] =
        "spatial\nbody a { at [0, 0, 0] m mass 1 kg inertia [0.01, 0.02, 0.025] kg*m^2 }\n"
        "body b { at [0.3, 0.1, 0] m mass 2 kg inertia [0.03, 0.02, 0.04] kg*m^2 }\n"
        "joint j : universal a -- b at [0.15, 0.1, 0.05] m axis x second y\n"
        "start a.wx = 3, a.wy = 1, b.wz = 2, a.vx = 1\n";
    static const double m[2] = {1, 2}, I[2][3] = {{0.01, 0.02, 0.025}, {0.03, 0.02, 0.04}};
    static const char *const names[2] = {"a", "b"}, *const axes = "xyz";
    for (int f = 0; f < 3; f++) {
        Case c =
            open_text(text, (JdCompileDef){.form = forms[f]},
                      (JdRunDef){.stepper = stepper, .dt = 2e-3, .until = 20, .output_every = 1});
        double first[6] = {0};
        for (int row = 0; advance(&c); row++) {
            double sum[6] = {0};
            for (int b = 0; b < 2; b++) {
                double p[3], v[3], own[3];
                for (int k = 0; k < 3; k++) {
                    char word[16];
                    snprintf(word, sizeof word, "%c", axes[k]);
                    p[k] = value_of(&c, names[b], word);
                    snprintf(word, sizeof word, "v%c", axes[k]);
                    v[k] = value_of(&c, names[b], word);
                    snprintf(word, sizeof word, "own.w%c", axes[k]);
                    own[k] = I[b][k] * value_of(&c, names[b], word);
                }
                for (int k = 0; k < 3; k++) {
                    const int i = (k + 1) % 3, j = (k + 2) % 3;
                    sum[k] += m[b] * v[k];
                    sum[3 + k] += m[b] * (p[i] * v[j] - p[j] * v[i]);
                    for (int a = 0; a < 3; a++) {
                        char word[16];
                        snprintf(word, sizeof word, "matrix.%c%c", axes[k], axes[a]);
                        sum[3 + k] += value_of(&c, names[b], word) * own[a];
                    }
                }
            }
            for (int k = 0; k < 6; k++) {
                if (row == 0) first[k] = sum[k];
                check_near(sum[k], first[k], 1e-11, forms[f]);
            }
        }
        assert_true(fabs(first[3]) + fabs(first[4]) + fabs(first[5]) > 0.01);
        close_case(&c);
    }
}

/* ---- The same motion ------------------------------------------------------------------------- */

typedef struct {
    const char *name, *text, *shows[3];
    double until;
} Driven;

/* Not all is given: drives, dampers, a coupling, locks that repeat others, a massless rod. */
static const Driven motions[] = {
    {"a driven slider-crank with a damper",
     "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0.1, 0]\npoint B = [0.4, 0]\n"
     "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b { link A B mass 1 kg inertia 0.03 kg*m^2 }\nbody c { at B mass 2 kg inertia 0.01 "
     "kg*m^2 }\n"
     "body d { at [0.6, 0] m mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"
     "joint jB : revolute b -- c at B\njoint jC : prismatic ground -- c at B axis x\n"
     "joint jD : prismatic ground -- d at [0.6, 0] m axis x\n"
     "force k : spring-damper c -- d stiffness 200 N/m damping 3 N*s/m length 0.2 m\n"
     "drive m : jO.angle = 2 rad/s*time + 0.2 rad*sin(3 rad/s*time)\n",
     {"c.x", "d.x", "b.angle"},
     2},
    {"gears on a swing",
     "planar\ngravity [0, -9.81] m/s^2\npoint P = [0.3, 0]\n"
     "body arm { link [0, 0], P mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body sun { at [0, 0] m mass 1 kg inertia 0.02 kg*m^2 }\n"
     "body wheel { at P mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint s : revolute ground -- sun at [0, 0]\njoint a : revolute ground -- arm at [0, 0]\n"
     "joint w : revolute arm -- wheel at P\njoint g : gear a.angle -- w.angle ratio 2\n"
     "force t : free-spring s.angle stiffness 1 N*m/rad damping 0.1 N*m*s/rad\nstart s.rate = 3\n",
     {"wheel.x", "wheel.angle", "sun.angle"},
     2},
    {"a spatial four-bar",
     "spatial\ngravity [0, 0, -9.81] m/s^2\npoint O = [0, 0, 0]\npoint A = [0, 0.2, 0.3]\n"
     "point B = [0.8, 0.1, 0.2]\npoint C = [0.8, 0.1, -0.5]\n"
     "body a { at [0, 0.1, 0.15] m mass 1 kg inertia [0.02, 0.02, 0.01] kg*m^2 }\n"
     "body b { at [0.4, 0.15, 0.25] m mass 1 kg inertia [0.01, 0.06, 0.07] kg*m^2 }\n"
     "body c { at [0.8, 0.1, -0.15] m mass 2 kg inertia [0.05, 0.06, 0.03] kg*m^2 }\n"
     "joint jO : revolute ground -- a at O axis x\njoint jA : universal a -- b at A axis x second "
     "z\n"
     "joint jB : spherical b -- c at B\njoint jC : revolute c -- ground at C axis y\n"
     "force t : free-spring jC.angle damping 0.05 N*m*s/rad\nstart jO.rate = 4\n",
     {"a.z", "b.x", "c.x"},
     1},
    {"a mass on a rod on a sled with a belt",
     "planar\ngravity [0, -9.81] m/s^2\n"
     "body cart { at [0, 0] m mass 1 kg inertia 0.1 kg*m^2 }\nbody bob { at [0.3, -0.3] m mass 1 "
     "kg point }\n"
     "joint s : prismatic ground -- cart at [0, 0] axis x\n"
     "joint r : rod cart -- bob at [0, 0], [0.3, -0.3] m\nstart cart.vx = 0.3\n",
     {"cart.x", "bob.x", "bob.y"},
     2},
};
enum { MOTIONS = sizeof motions / sizeof *motions };

static void ends_of(const Driven *of, const char *form, const char *with, double h, double *shown) {
    const JdRunDef exact = {.tol = 1e-12, .until = of->until, .output_every = of->until},
                   steps = {
                       .stepper = with, .dt = h, .until = of->until, .output_every = of->until};
    Case c = open_text(of->text, (JdCompileDef){.form = form}, with ? steps : exact);
    to_the_end(&c);
    for (int k = 0; k < 3; k++) shown[k] = value(&c, of->shows[k]);
    check_near(value(&c, "drift"), 0, 1e-12, of->name);
    check_near(value(&c, "drift.rate"), 0, 1e-11, of->name);
    close_case(&c);
}

static void all_forms_make_the_same_steps(void **state) {
    (void)state;
    for (int n = 0; n < MOTIONS; n++) {
        double first[3], now[3];
        ends_of(&motions[n], forms[0], stepper, 1e-3, first);
        for (int f = 1; f < 3; f++) {
            ends_of(&motions[n], forms[f], stepper, 1e-3, now);
            for (int k = 0; k < 3; k++) check_near(now[k], first[k], 1e-10, motions[n].name);
        }
    }
}

static void their_order_is_one(void **state) {
    (void)state;
    for (int n = 0; n < MOTIONS; n++) {
        double exact[3], coarse[3], fine[3], error = 0, less = 0;
        ends_of(&motions[n], "newton-euler", NULL, 0, exact);
        ends_of(&motions[n], "newton-euler", stepper, 2e-4, coarse);
        ends_of(&motions[n], "newton-euler", stepper, 1e-4, fine);
        for (int k = 0; k < 3; k++) {
            error = fmax(error, fabs(coarse[k] - exact[k]));
            less = fmax(less, fabs(fine[k] - exact[k]));
        }
        if (!(log2(error / less) > 0.8) || !(error < 5e-3))
            fail_msg("%s: error %.3g, with half the step %.3g", motions[n].name, error, less);
    }
}

/* Extra rows change no step. */
static void output_changes_nothing(void **state) {
    (void)state;
    for (int n = 0; n < MOTIONS; n++)
        for (int f = 0; f < 3; f++) {
            double x[2];
            for (int often = 0; often < 2; often++) {
                Case c = open_text(motions[n].text, (JdCompileDef){.form = forms[f]},
                                   (JdRunDef){.stepper = stepper,
                                              .dt = 1e-2,
                                              .until = 1,
                                              .output_every = often ? 3.7e-3 : 1});
                to_the_end(&c);
                x[often] = value(&c, motions[n].shows[0]);
                close_case(&c);
            }
            check_near(x[1], x[0], 0, motions[n].name);
        }
}

/* ---- The textbook ---------------------------------------------------------------------------- */

/* v1 = v + h a, q1 = q + h v1, for a mass on a spring, to the last digit. */
static void what_is_not_locked_is_as_in_the_textbook(void **state) {
    (void)state;
    Case c = open_text("planar\nbody p { at [0.3, 0.2] m mass 2 kg inertia 1 kg*m^2 }\n"
                       "force k : point-force p value [-7 N/m * p.x, -3 N/m * p.y]\n"
                       "start p.vx = 0.5\n",
                       (JdCompileDef){0}, (JdRunDef){.stepper = stepper, .dt = 0x1p-7, .until = 4});
    double x = 0.3, y = 0.2, vx = 0.5, vy = 0;
    for (int n = 0; advance(&c); n++) {
        if (n > 0) {
            vx += 0x1p-7 * (-7 * x / 2), vy += 0x1p-7 * (-3 * y / 2);
            x += 0x1p-7 * vx, y += 0x1p-7 * vy;
        }
        check_near(value(&c, "p.x"), x, 2e-14, "x");
        check_near(value(&c, "p.y"), y, 2e-14, "y");
    }
    close_case(&c);
}

/* Without projection a pendulum of a rod: the multiplier asks for f'' = 0, and the lock drifts. */
static void without_projection_accelerations_lock(void **state) {
    (void)state;
    static const char *const stabilise[] = {"none", "baumgarte"};
    for (int s = 0; s < 2; s++) {
        const double gain = s == 0 ? 0 : 10, h = 1e-3;
        Case c = open_text(
            "planar\ngravity [0, -9.81] m/s^2\nbody p { at [1, 0] m mass 1 kg inertia 1 kg*m^2 }\n"
            "joint r : rod ground -- p at [0, 0], [1, 0]\nrun to 1 s\n",
            (JdCompileDef){.stabilise = stabilise[s], .alpha = gain, .beta = gain},
            (JdRunDef){.stepper = stepper, .dt = h, .until = 1});
        double x = 1, y = 0, vx = 0, vy = 0;
        for (int n = 0; advance(&c); n++) {
            if (n > 0) {
                /* f = (r.r - 1)/2: r.a = -v.v - 2 alpha r.v - beta^2 f, a = g + lambda r */
                const double r2 = x * x + y * y, rate = x * vx + y * vy;
                const double want =
                    -(vx * vx + vy * vy) - 2 * gain * rate - gain * gain * 0.5 * (r2 - 1);
                const double lambda = (want + 9.81 * y) / r2;
                vx += h * lambda * x, vy += h * (lambda * y - 9.81);
                x += h * vx, y += h * vy;
            }
            check_near(value(&c, "p.x"), x, 1e-11, stabilise[s]);
            check_near(value(&c, "p.y"), y, 1e-11, stabilise[s]);
        }
        close_case(&c);
    }
}

/* ---- Singular positions ---------------------------------------------------------------------- */

/* A parallelogram goes through positions in line with steps that know nothing of them. */
static void positions_in_line_are_passed(void **state) {
    (void)state;
    for (int f = 0; f < 3; f++) {
        Case c =
            open_text("planar\npoint A = [0, 0]\npoint B = [0, 1]\npoint C = [1, 1]\n"
                      "point D = [1, 0]\nbody a { link A B mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "body b { link B C mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "body c { link D C mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "joint jA : revolute ground -- a at A\njoint jB : revolute a -- b at B\n"
                      "joint jC : revolute b -- c at C\njoint jD : revolute c -- ground at D\n"
                      "start jA.rate = 1 rad/s\n",
                      (JdCompileDef){.form = forms[f]},
                      (JdRunDef){.stepper = stepper, .dt = 1e-3, .until = 30, .output_every = 1});
        while (advance(&c)) {
            check_near(value(&c, "jA.angle"), value(&c, "time"), 1e-4, forms[f]);
            check_near(value(&c, "b.angle"), 0, 1e-4, forms[f]);
        }
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_stays_within_bounds),
        cmocka_unit_test(its_change_is_of_order_one),
        cmocka_unit_test(momenta_of_what_floats_are_kept),
        cmocka_unit_test(all_forms_make_the_same_steps),
        cmocka_unit_test(their_order_is_one),
        cmocka_unit_test(output_changes_nothing),
        cmocka_unit_test(what_is_not_locked_is_as_in_the_textbook),
        cmocka_unit_test(without_projection_accelerations_lock),
        cmocka_unit_test(positions_in_line_are_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
