/* SPDX-License-Identifier: MIT
 *
 * What an evaluation costs (the rates of the form, once) and what a step costs, with its drift and
 * its allocations. Times are the least of several, on the processor and not on the wall. */
#include "bench.h"

/* ---- Evaluations --------------------------------------------------------------------- */

JdRun *bench_moving(const Loaded *loaded) {
    JdRun *run =
        jd_run_new(loaded->system, (JdRunDef){.stepper = "dop853", .tol = 1e-6}, loaded->log);
    for (int k = 0; k < 5; k++)
        if (!jd_run_next(run)) return jd_run_free(run), NULL;
    return run;
}

/* Each at a position of its own, so that nobody could take the last result again. */
void bench_evaluate(JdRun *run, long times) {
    for (long k = 0; k < times; k++) {
        run->y[0] += 1e-12;
        run->form->rates(run->system, &run->motion, run->t, run->y, run->work);
    }
}

static double evaluation_ns(const Loaded *loaded) {
    JdRun *run = bench_moving(loaded);
    if (!run) return NAN;
    double best = INFINITY;
    long times = 1;
    for (int round = 0; round < 7;) {
        double from = bench_seconds();
        bench_evaluate(run, times);
        double took = bench_seconds() - from;
        if (took < 0.01) {
            times *= 2;
            continue;
        }
        best = fmin(best, took / (double)times);
        round++;
    }
    jd_run_free(run);
    return 1e9 * best;
}

/* ---- Steps --------------------------------------------------------------------------- */

typedef struct {
    JdRunCost cost;
    double ns, drift, energy;
    long allocations;
    const char *end;
} Steps;

enum { ENOUGH = 500 }; /* steps tell what a step costs */

static bool has_enough(void *steps, double time) {
    (void)time;
    return ++*(int *)steps > ENOUGH;
}

static JdRunDef settings(const Case *at, const char *stepper, double dt) {
    JdRunDef def = {.stepper = stepper, .until = at->until, .tol = 1e-9, .dt = dt};
    def.stop = has_enough;
    return def;
}

static double least_time(const Case *at, const Loaded *loaded, JdRunDef def) {
    double best = INFINITY, spent = 0;
    def.output_every = at->until;
    for (int round = 0; round < 5 && (round == 0 || spent < 1); round++) {
        double from = bench_seconds();
        int steps = 0;
        def.stop_data = &steps;
        JdRun *run = jd_run_new(loaded->system, def, loaded->log);
        while (jd_run_next(run)) continue;
        jd_run_free(run);
        double took = bench_seconds() - from;
        best = fmin(best, took);
        spent += took;
    }
    return best;
}

/* Energy less the work of the constant torque. */
static double energy_of(const Case *at, const Loaded *loaded, JdRun *run) {
    if (isnan(at->effort)) return NAN;
    double energy = jd_run_value(run, jd_channel(loaded->system, "energy", NULL));
    if (at->effort != 0)
        energy -= at->effort * jd_run_value(run, jd_channel(loaded->system, at->angle, NULL));
    return energy;
}

/* Step by step: allocations (but for those of a message), energy against the largest kinetic one.
 */
static Steps look_at_steps(const Case *at, const Loaded *loaded, JdRunDef def) {
    Steps to = {0};
    int steps = 0;
    def.stop_data = &steps;
    JdRun *run = jd_run_new(loaded->system, def, loaded->log);
    JdChannel kinetic = jd_channel(loaded->system, "energy.kinetic", NULL);
    double first = NAN, worst = 0, most = 0;
    while (run) {
        int messages = jd_log_count(loaded->log);
        long before = bench_allocations();
        if (!jd_run_next(run)) break;
        if (jd_log_count(loaded->log) == messages) to.allocations += bench_allocations() - before;
        double energy = energy_of(at, loaded, run);
        if (isnan(first)) first = energy;
        worst = fmax(worst, fabs(energy - first));
        most = fmax(most, jd_run_value(run, kinetic));
    }
    to.cost = jd_run_cost(run);
    to.drift = to.cost.worst_drift;
    to.energy = isnan(at->effort) ? NAN : worst / most;
    to.end = jd_run_failed(run) ? "failed" : jd_run_stopped(run) ? "enough" : "done";
    jd_run_free(run);
    return to;
}

/* ---- The table ----------------------------------------------------------------------- */

static void print_line(const Case *at, const FormType *form, const char *stepper,
                       const char *stabilise) {
    bool fixed = !jd_stepper_find(stepper)->adaptive;
    double dt = fixed ? at->until / 2000 : 0;
    Loaded loaded = bench_load(at, form->name, stabilise, dt);
    if (!loaded.system) {
        bench_unload(&loaded);
        return;
    }
    int bodies = loaded.system->bodies - 1;
    double evaluation = evaluation_ns(&loaded);
    JdRunDef def = settings(at, stepper, dt);
    Steps steps = look_at_steps(at, &loaded, def);
    double step = 1e9 * least_time(at, &loaded, def) / (double)steps.cost.steps;
    printf("%s,%d,%s,%s,%s,%.0f,%.0f,%ld,%ld,%ld,%.2g,%.2g,%s\n", at->name, bodies, form->name,
           stepper, stabilise, evaluation, step, steps.cost.steps, steps.cost.evaluations,
           steps.allocations, steps.drift, steps.energy, steps.end);
    fflush(stdout);
    bench_unload(&loaded);
}

/* The first form with all steppers, the others with the default one. */
static void print_case(const Case *at) {
    static const char *const steppers[] = {"dop853", "dopri5", "rk4"};
    static const char *const words[] = {"projection", "baumgarte"};
    for (int f = 0; jd_form_at(f); f++)
        for (int s = 0; s < (f ? 1 : 3); s++)
            for (int w = 0; w < (f ? 1 : 2); w++)
                print_line(at, jd_form_at(f), steppers[s], words[w]);
}

void bench_print_costs(const Case *only) {
    puts("case,bodies,form,stepper,stabilise,ns_per_evaluation,ns_per_step,steps,evaluations,"
         "allocations,worst_drift,energy_drift,end");
    for (int k = 0; bench_case(k); k++)
        if (!only || only == bench_case(k)) print_case(bench_case(k));
}
