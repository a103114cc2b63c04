/* SPDX-License-Identifier: MIT
 *
 * Machines made of parts of the library: a motor on a slider-crank, a hydraulic cylinder that lifts
 * a boom. Their ledgers close, all forms have the same motion, and elastic joints come near to
 * rigid ones as one over their stiffness. */
#include "verify/verify.h"
#include <math.h>

typedef struct {
    const char *path, *element, *channel;
    double soon; /* when elastic joints are compared */
    double mass; /* that they hold, for their damping */
} Machine;
static const Machine machines[] = {
    {"model/motor_slider_crank.jd", "motor.torque", "motor.current", 0.05, 1},
    {"model/hydraulic_boom.jd", "jack.thrust", "jack.a", 0.5, 60},
};
enum { MACHINES = 2 };
static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

static Case open_kept(const Machine *machine, JdCompileDef how, JdRunDef run) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(machine->path, (JdReadDef){0}, log);
    assert_true(jd_model_keep_ledger(model));
    return open_model(model, log, how, run);
}

typedef struct {
    double angle, inner, work, share;
} End;

static End end_of(const Machine *machine, JdCompileDef how, JdRunDef run) {
    Case c = open_kept(machine, how, run);
    const JdChannel angle = jd_channel(c.system, "jO.angle", c.log),
                    inner = jd_channel(c.system, machine->channel, c.log);
    End end = {0};
    while (advance(&c)) {
        end.angle = jd_run_value(c.run, angle);
        end.inner = jd_run_value(c.run, inner);
    }
    JdLedgerLine line;
    for (int n = 0; jd_run_ledger(c.run, n, &line); n++)
        if (!strcmp(line.name, machine->element)) end.work = line.work;
    const JdLedgerSum sum = jd_run_ledger_sum(c.run);
    end.share = fabs(sum.residual) / sum.sum;
    close_case(&c);
    return end;
}

static void ledgers_close_and_forms_agree(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++) {
        End first = {0};
        for (int f = 0; f < 3; f++) {
            const JdCompileDef how = {.form = forms[f]};
            const End rough = end_of(&machines[m], how, (JdRunDef){.tol = 1e-6});
            const End end = end_of(&machines[m], how, (JdRunDef){.tol = 1e-12});
            assert_true(end.share <= 1e-9);
            assert_true(rough.share < 1e-3);
            assert_true(end.share < rough.share);
            if (f == 0) first = end;
            check_relative(end.angle, first.angle, 1e-9, forms[f]);
            check_relative(end.inner, first.inner, 1e-9, forms[f]);
            check_relative(end.work, first.work, 1e-9, forms[f]);
            assert_true(fabs(end.work) > 10);
        }
    }
}

/* Ten times as stiff is a tenth as far away. */
static void elastic_joints_come_near_as_one_over_stiffness(void **state) {
    (void)state;
    for (int m = 0; m < MACHINES; m++) {
        const Machine *machine = &machines[m];
        const JdRunDef run = {.until = machine->soon, .output_every = machine->soon, .tol = 1e-11};
        const End rigid = end_of(machine, (JdCompileDef){0}, run);
        double off[2];
        for (int n = 0; n < 2; n++) {
            const double stiffness = n ? 1e8 : 1e7;
            const JdCompileDef how = {.form = m ? "newton-euler" : "elastic",
                                      .elastic = m ? "all" : NULL,
                                      .stiffness = stiffness,
                                      .damping = 2 * sqrt(stiffness * machine->mass)};
            off[n] = fabs(end_of(machine, how, run).angle - rigid.angle);
        }
        check_near(off[0] / off[1], 10, 1.2, machine->path);
    }
}

/* Six uses of one cylinder with its gas as a table: most steps end at a corner, so that error
 * control turns few of them down, and few are done again to end there. A step of twelve stages,
 * four more to read it off and five to trim it take less than two such steps. */
static void few_steps_of_the_engine_are_done_twice(void **state) {
    (void)state;
    const double tols[] = {1e-7, 1e-11};
    for (int n = 0; n < 4; n++) {
        Case c = open_file(
            "model/msl/engine_v6.jd", NULL, (JdCompileDef){.form = "minimal"},
            (JdRunDef){.stepper = n < 2 ? "dop853" : "dopri5", .until = 0.2, .tol = tols[n % 2]});
        while (advance(&c)) {
        }
        const JdRunCost cost = jd_run_cost(c.run);
        const double steps = (double)cost.steps;
        assert_true(steps > 300);
        assert_true((double)(cost.rejected + cost.cut) < 0.05 * steps);
        assert_true((double)cost.evaluations < 26 * steps);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledgers_close_and_forms_agree),
        cmocka_unit_test(elastic_joints_come_near_as_one_over_stiffness),
        cmocka_unit_test(few_steps_of_the_engine_are_done_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
