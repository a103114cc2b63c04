/* SPDX-License-Identifier: MIT
 *
 * The ledger: what is left over is far below the works, falls with the tolerance, is the same in
 * every form; blows are a line of it; elements without a source bring nothing in. */
#include "verify/verify.h"
#include <math.h>

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* A motor with inductance on a slider-crank, whose piston works against a damper and a spring. */
static const char *const machine =
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint A = [0.1, 0]\npoint B = [0.4, 0]\n"
    "body crank { link O A  mass 1 kg  inertia 0.01 kg*m^2 }\n"
    "body rod { link A B  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "body slider { at B  mass 1 kg  inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- slider at B\njoint jC : prismatic ground -- slider at B axis x\n"
    "state i { start 0 A  rate (12 V - 0.5 ohm*i - 0.2 N*m/A*jO.rate)/(5 mH)  scale 10 A }\n"
    "force motor : effort jO.angle value 0.2 N*m/A*i\n"
    "force load : free-spring jC.travel  stiffness 40 N/m  damping 8 N*s/m\n"
    "force air : drag rod  square 0.3 N*s^2/m^2\n"
    "force strut : spring-damper-series ground -- rod at O B  stiffness 60 N/m  damping 9 N*s/m\n"
    "run to 0.8 s\n";

static Case open_kept(const char *text, JdCompileDef how, JdRunDef run) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    assert_true(jd_model_keep_ledger(model));
    assert_true(jd_model_keep_ledger(model)); /* once is enough */
    return open_model(model, log, how, run);
}

static JdLedgerLine line_of(Case *c, const char *name) {
    JdLedgerLine line;
    for (int n = 0; jd_run_ledger(c->run, n, &line); n++)
        if (!strcmp(line.name, name)) return line;
    fail();
    return line;
}

static double share(JdLedgerSum sum) {
    return fabs(sum.residual) / sum.sum;
}

static void what_is_left_over_falls_with_the_tolerance(void **state) {
    (void)state;
    double motor[3];
    for (int f = 0; f < 3; f++) {
        double left[2];
        for (int n = 0; n < 2; n++) {
            Case c = open_kept(machine, (JdCompileDef){.form = forms[f]},
                               (JdRunDef){.tol = n ? 1e-12 : 1e-6});
            while (advance(&c)) {
            }
            left[n] = share(jd_run_ledger_sum(c.run));
            motor[f] = line_of(&c, "motor").work;
            static const char *const passive[] = {"load", "strut", "air"};
            for (int k = 0; k < 3 && n; k++) {
                const JdLedgerLine line = line_of(&c, passive[k]);
                check_near(line.work + line.stored + line.heat, 0, 1e-9, passive[k]);
                assert_true(line.heat > 0);
            }
            close_case(&c);
        }
        assert_true(left[1] < 1e-11 && left[0] < 1e-4);
        assert_true(left[1] < left[0]);
    }
    assert_true(motor[0] > 1);
    check_near(motor[1], motor[0], 1e-9, forms[1]);
    check_near(motor[2], motor[0], 1e-9, forms[2]);
}

/* Implicit steppers keep it, too. */
static void every_stepper_keeps_a_ledger(void **state) {
    (void)state;
    static const char *const steppers[] = {"dopri5", "rk4", "cvode", "ida"};
    for (int n = 0; n < 4; n++) {
        if (jd_table_find(JD_STEPPERS, steppers[n]).more) continue;
        Case c =
            open_kept(machine, (JdCompileDef){0},
                      (JdRunDef){.stepper = steppers[n], .dt = n == 1 ? 1e-3 : 0, .tol = 1e-9});
        while (advance(&c)) {
        }
        check_near(share(jd_run_ledger_sum(c.run)), 0, 1e-6, steppers[n]);
        close_case(&c);
    }
}

/* A drive, joints that give way, and a blow of 3 N s on 2 kg that moves at 1 m/s. */
static void drives_elastic_joints_and_blows_are_lines(void **state) {
    (void)state;
    const char *text =
        "planar\nbody m { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
        "body n { at [0, 1]  mass 1 kg  inertia 1 kg*m^2 }\n"
        "joint j : prismatic ground -- m at [0, 0] axis x\n"
        "joint k : revolute ground -- n at [0, 1.5]  stiffness 500 N/m  damping 3 N*s/m\n"
        "joint l : revolute ground -- n at [0, 1]  stiffness 300 N/m\n"
        "force push : point-force n value [5, 0] N\n"
        "when hit : time > 0.5 s { impulse j.travel = 3 N*s }\n"
        "start j.speed = 1 m/s\nrun to 1 s\n";
    for (int f = 0; f < 3; f++) {
        Case c = open_kept(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-12});
        while (advance(&c)) {
        }
        check_near(line_of(&c, "blows").work, 0.5 * 2 * (2.5 * 2.5 - 1), 1e-10, forms[f]);
        const JdLedgerLine soft = line_of(&c, "elastic joints");
        check_near(soft.work + soft.stored + soft.heat, 0, 1e-10, "elastic joints");
        assert_true(soft.heat > 0 && soft.stored > 0);
        check_near(share(jd_run_ledger_sum(c.run)), 0, 1e-11, forms[f]);
        close_case(&c);
    }
}

/* The power of joints asks for the reactions of least size, whose search takes the room of the
 * solution that a row is proved by. */
static void rows_of_redundant_locks_are_proved(void **state) {
    (void)state;
    static const char text[] =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "body a { link [0, 0] [0, 1]  mass 1 kg  inertia 0.1 kg*m^2 }\nbody b { link [1, 0] [1, 1] "
        " mass 1 kg  inertia 0.1 kg*m^2 }\n"
        "body c { link [2, 0] [2, 1]  mass 1 kg  inertia 0.1 kg*m^2 }\nbody rod { link [0, 1] [2, "
        "1]  mass 2 kg  inertia 0.1 kg*m^2 }\n"
        "joint ja : revolute ground -- a at [0, 0]\njoint jb : revolute ground -- b at [1, 0]\n"
        "joint jc : revolute ground -- c at [2, 0]\njoint ka : revolute a -- rod at [0, 1]\n"
        "joint kb : revolute b -- rod at [1, 1]\njoint kc : revolute c -- rod at [2, 1]\n"
        "start ja.rate = 1 rad/s\nrun to 0.1 s every 10 ms\n";
    Case c = open_kept(text, (JdCompileDef){.form = "newton-euler"}, (JdRunDef){.tol = 1e-9});
    while (advance(&c)) {
    }
    assert_false(said(c.log, "row-doubtful", NULL));
    close_case(&c);
}

static void a_model_without_one_has_none(void **state) {
    (void)state;
    JdLedgerLine line;
    Case c = open_text(machine, (JdCompileDef){0}, (JdRunDef){0});
    assert_true(advance(&c));
    assert_false(jd_run_ledger(c.run, 0, &line));
    assert_true(isnan(jd_run_ledger_sum(c.run).residual));
    assert_int_equal(jd_channel(c.system, "motor.work", NULL).index, -1);
    assert_false(jd_run_ledger(NULL, 0, &line));
    assert_false(jd_model_keep_ledger(NULL));
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_over_falls_with_the_tolerance),
        cmocka_unit_test(every_stepper_keeps_a_ledger),
        cmocka_unit_test(drives_elastic_joints_and_blows_are_lines),
        cmocka_unit_test(rows_of_redundant_locks_are_proved),
        cmocka_unit_test(a_model_without_one_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
