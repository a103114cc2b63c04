/* SPDX-License-Identifier: MIT
 *
 * Work and precision: the error at the end of a run against the time it took, for a ladder of
 * tolerances or steps of each stepper with each stabilisation. */
#include "bench.h"

enum { MOST_SETTINGS = 40 };
static const double longest = 0.5; /* seconds: what takes longer is given up, and its ladder ends */

typedef struct {
    double setting, error, seconds; /* seconds for one simulated second */
    JdRunCost cost;
    const char *end;
} Point;

static bool too_long(void *from, double time) {
    (void)time;
    return bench_seconds() - *(const double *)from > longest;
}

static Point measure(const Case *at, const Loaded *loaded, const char *stepper, bool fixed,
                     double setting) {
    Point to = {.setting = setting, .error = NAN, .seconds = INFINITY};
    JdRunDef def = {.stepper = stepper, .until = at->until, .output_every = at->until};
    if (fixed)
        def.dt = setting;
    else
        def.tol = setting;
    double spent = 0, from = 0;
    def.stop = too_long;
    def.stop_data = &from;
    for (int round = 0; round == 0 || spent < 0.1; round++) {
        from = bench_seconds();
        JdRun *run = jd_run_new(loaded->system, def, loaded->log);
        while (jd_run_next(run)) continue;
        double took = bench_seconds() - from;
        to.end = jd_run_failed(run) ? "failed" : jd_run_stopped(run) ? "given up" : "done";
        to.cost = jd_run_cost(run);
        if (!jd_run_failed(run) && !jd_run_stopped(run))
            to.error =
                bench_off(at, jd_run_value(run, jd_channel(loaded->system, at->angle, NULL)));
        jd_run_free(run);
        to.seconds = fmin(to.seconds, took / at->until);
        spent += took;
    }
    return to;
}

static void print_point(const Case *at, const char *stepper, const char *stabilise,
                        const Point *p) {
    printf("%s,%s,%s,%.3g,%.2e,%.4g,%ld,%ld,%ld,%.1e,%s\n", at->name, stepper, stabilise,
           p->setting, p->error, p->seconds, p->cost.steps, p->cost.rejected, p->cost.evaluations,
           p->cost.worst_drift, p->end);
    fflush(stdout);
}

/* From loose to tight, until it takes too long. */
static void climb(const Case *at, const char *stepper, const char *stabilise) {
    bool fixed = !jd_stepper_find(stepper)->adaptive;
    for (int k = 0; k < MOST_SETTINGS; k++) {
        double setting = fixed ? at->until / (50 * pow(2, 0.5 * k)) : pow(10, -2 - 0.5 * k);
        if (!fixed && setting < 0.9e-11) return;
        Loaded loaded = bench_load(at, NULL, stabilise, fixed ? setting : 0);
        if (!loaded.system) {
            bench_unload(&loaded);
            return;
        }
        Point p = measure(at, &loaded, stepper, fixed, setting);
        print_point(at, stepper, stabilise, &p);
        bench_unload(&loaded);
        if (p.seconds * at->until >= longest || (fixed && p.error < 1e-9)) return;
    }
}

void bench_print_precision(const Case *only) {
    static const char *const steppers[] = {"dop853", "dopri5", "rk4"};
    static const char *const words[] = {"projection", "baumgarte", "none"};
    puts("case,stepper,stabilise,setting,error,seconds_per_second,steps,rejected,evaluations,"
         "worst_drift,end");
    for (int k = 0; bench_case(k); k++) {
        const Case *at = bench_case(k);
        if (isnan(at->reference) || (only && only != at)) continue;
        for (int s = 0; s < 3; s++)
            for (int w = 0; w < 3; w++) climb(at, steppers[s], words[w]);
    }
}
