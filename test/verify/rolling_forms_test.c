/* SPDX-License-Identifier: MIT
 *
 * What rolls and glides costs the same and is as accurate under every formulation: discs, a ball
 * whose centre of mass is not its own, blades, and a car whose steering has a loop. The reference
 * is newton-euler at a tolerance of 1e-14. */
#include "verify/verify.h"

typedef struct {
    const char *name, *text;
    const char *shows[5];
} Rolling;

#define TABLE_TOP                                                                                  \
    "body table { at [0, 0, 0] m massless frame top at [0, 0, 0] m }\n"                            \
    "joint fix : fixed ground -- table at [0, 0, 0] m\n"

static const Rolling models[] = {
    {"a coin that runs a curve",
     "spatial\ngravity [0, 0, -9.81] m/s^2\npoint C = [0, 0, 0.1*sin(60 deg)]\n"
     "body coin { at C turned turn(x, -60 deg) mass 0.3 kg inertia [0.0008, 0.0008, 0.0015] kg*m^2 "
     "frame centre at C turned turn(x, -60 deg) }\n" TABLE_TOP
     "joint roll : rolling-disc table.top -- coin.centre radius 0.1 m\n"
     "start coin.own.wx = 0.3, coin.own.wy = 2, coin.own.wz = 9\nrun to 2 s every 0.1 s\n",
     {"coin.x", "coin.y", "coin.z", "coin.matrix.zz", "coin.matrix.xx"}},
    {"a disc that falls flat and spins",
     "spatial\ngravity [0, 0, -9.81] m/s^2\npoint C = [0, 0, 0.1*sin(25 deg)]\n"
     "body coin { at C turned turn(x, -25 deg) mass 0.5 kg inertia [0.00125, 0.00125, 0.0025] "
     "kg*m^2 frame centre at C turned turn(x, -25 deg) }\n" TABLE_TOP
     "joint roll : rolling-disc table.top -- coin.centre radius 0.1 m\n"
     "start coin.own.wx = 0.4, coin.own.wy = -12.5, coin.own.wz = 0\nrun to 1 s every 0.1 s\n",
     {"coin.x", "coin.y", "coin.z", "coin.matrix.zz", "coin.matrix.xx"}},
    {"a ball whose centre of mass is not its own",
     "spatial\ngravity [0, 1, -9.81] m/s^2\npoint C = [0, 0, 0.1]\n"
     "body ball { at [0.02, 0.01, 0.115] m mass 0.5 kg inertia [0.0011, 0.0015, 0.002] kg*m^2 }\n"
     "joint roll : rolling-sphere ground -- ball at [0, 0, 0] m, C axis z radius 0.1 m\n"
     "start ball.wx = 5, ball.wy = 1, ball.wz = 3\nrun to 2 s every 0.1 s\n",
     {"ball.x", "ball.y", "ball.z", "ball.matrix.zz", "ball.matrix.xx"}},
    {"a sleigh",
     "planar\nbody s { at [0.2, 0.05] m mass 2 kg inertia 0.1 kg*m^2 frame k at [0, 0] m }\n"
     "joint e : knife-edge ground -- s.k at [0, 0] m axis x\n"
     "start s.k.vx = 1, s.rate = 2\nrun to 5 s every 0.1 s\n",
     {"s.x", "s.y", "s.angle", "s.k.x", "s.k.y"}},
    {"two blades with a hinge",
     "planar\npoint A = [0, 0]\npoint B = [0.5, 0]\npoint P = [0.3, 0]\n"
     "body a { at [0.1, 0] m mass 2 kg inertia 0.1 kg*m^2 frame k at A }\n"
     "body b { at [0.45, 0] m mass 1 kg inertia 0.02 kg*m^2 frame k at B }\n"
     "joint e1 : knife-edge ground -- a.k at A axis x\n"
     "joint e2 : knife-edge ground -- b.k at B axis x\njoint h : revolute a -- b at P\n"
     "force m : effort h.angle value 0.2 N*m * sin(3 rad/s*time)\n"
     "start a.k.vx = 0.5, h.angle = 20 deg, h.rate = 0.5\nrun to 5 s every 0.1 s\n",
     {"a.x", "a.y", "a.angle", "b.x", "b.angle"}},
    {"a car with a steering linkage",
     "planar\ngravity [0, -1] m/s^2\npoint R = [0, 0]\npoint A = [1, 0.3]\npoint B = [1, -0.3]\n"
     "point P = [1.2, 0.25]\npoint Q = [1.2, -0.22]\n"
     "body car { at [0.4, 0] m mass 3 kg inertia 0.4 kg*m^2 frame rear at R }\n"
     "body left { link A P mass 0.4 kg inertia 0.01 kg*m^2 frame wheel at A }\n"
     "body right { link B Q mass 0.4 kg inertia 0.01 kg*m^2 }\n"
     "body tie { link P Q mass 0.3 kg inertia 0.02 kg*m^2 }\n"
     "joint jA : revolute car -- left at A\njoint jB : revolute car -- right at B\n"
     "joint jP : revolute left -- tie at P\njoint jQ : revolute tie -- right at Q\n"
     "joint rear : knife-edge ground -- car.rear at R axis x\n"
     "joint front : knife-edge ground -- left.wheel at A axis x\n"
     "force spring : free-spring jA.angle stiffness 2 N*m/rad\n"
     "start car.rear.vx = 1, jA.angle = 25 deg\nrun to 4 s every 0.1 s\n",
     {"car.x", "car.y", "car.angle", "tie.x", "jB.angle"}},
};
enum { MODELS = sizeof models / sizeof *models, SHOWN = 5, ROWS = 64 };

typedef struct {
    double at[ROWS][SHOWN];
    int rows;
    long steps, rejected;
} Shown;

static void show(const Rolling *model, const char *form, double tol, Shown *to) {
    Case c = open_text(model->text, (JdCompileDef){.form = form}, (JdRunDef){.tol = tol});
    for (to->rows = 0; advance(&c); to->rows++) {
        assert_true(to->rows < ROWS);
        for (int k = 0; k < SHOWN; k++) to->at[to->rows][k] = value(&c, model->shows[k]);
    }
    to->steps = jd_run_cost(c.run).steps;
    to->rejected = jd_run_cost(c.run).rejected;
    close_case(&c);
}

static double error_of(const Shown *now, const Shown *reference) {
    double most = 0;
    assert_int_equal(now->rows, reference->rows);
    for (int n = 0; n < now->rows; n++)
        for (int k = 0; k < SHOWN; k++)
            most = fmax(most, fabs(now->at[n][k] - reference->at[n][k]));
    return most;
}

/* A few times the error of newton-euler is luck, and so are some steps more. */
static void forms_roll_alike(void **state) {
    (void)state;
    static const double tols[] = {1e-6, 1e-8, 1e-9, 1e-10, 1e-12};
    static const char *const forms[] = {"cut-joint", "minimal"};
    static Shown reference, usual, now;
    for (int m = 0; m < MODELS; m++) {
        show(&models[m], "newton-euler", 1e-14, &reference);
        for (int t = 0; t < 5; t++) {
            show(&models[m], "newton-euler", tols[t], &usual);
            const double expected = fmax(error_of(&usual, &reference), tols[t]);
            for (int f = 0; f < 2; f++) {
                show(&models[m], forms[f], tols[t], &now);
                const double error = error_of(&now, &reference);
                if (error > 4 * expected || (double)now.steps > 1.25 * (double)usual.steps + 2 ||
                    now.rejected > usual.rejected + now.steps / 5)
                    fail_msg("%s, %s, tol %g: error %.3g, %ld steps and %ld rejected; newton-euler "
                             "%.3g, %ld and %ld",
                             models[m].name, forms[f], tols[t], error, now.steps, now.rejected,
                             expected, usual.steps, usual.rejected);
            }
        }
    }
}

/* The locks hold at every row, as positions and as velocities, whatever is chosen. */
static void rolling_keeps_its_locks(void **state) {
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        Case c =
            open_text(models[m].text, (JdCompileDef){.form = "minimal"}, (JdRunDef){.tol = 1e-5});
        while (advance(&c)) {
            check_near(value(&c, "drift"), 0, 1e-13, models[m].name);
            check_near(value(&c, "drift.rate"), 0, 1e-12, models[m].name);
            check_near(value(&c, "power.balance"), 0, 1e-9, models[m].name);
        }
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_roll_alike),
        cmocka_unit_test(rolling_keeps_its_locks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
