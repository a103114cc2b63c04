/* SPDX-License-Identifier: MIT
 *
 * The mechanisms that are measured beside other programs, as `form auto` with its defaults does
 * them: the error at the end and the time for a ladder of tolerances (P1 to P3, P5 to P7), what an
 * evaluation of a chain takes with all that steps need (P4), and factors and solution of a net
 * (P8). peers/run.sh puts them beside the others. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    Case at; /* its angle and reference, or: */
    const char *point[3];
    double goal[3], length; /* where the point is at the end; errors are in parts of the length */
} Problem;

// clang-format off
#define N_BARS(n, end) {.at = {"P2-" n, "model/n_four_bar.jd", "N", n, 10, "crank[0].angle", end}}
#define CHAIN(n, end)  {.at = {"P4-" n, "model/chain.jd", "n", n, end, NULL, NAN}}
#define SPATIAL(n, end) {.at = {"P4s-" n, "bench/twisted_chain.jd", "n", n, end, NULL, NAN}}
#define NET(n)         {.at = {"P8-" n, "bench/peers/net.jd", "N", n, 1, NULL, NAN}}
static const Problem problems[] = {
    {.at = {"P1", "model/slider_crank.jd", NULL, NULL, 0.13, "crank.angle", 12.710094805554134}},
    N_BARS("1", 1.0719815649548012), N_BARS("5", 1.3327658068951700), N_BARS("10", 1.3649930399109580),
    N_BARS("40", 1.3892891187070906), N_BARS("100", 1.3941683960454478), N_BARS("400", 1.3966110718090439),
    {.at = {"P3", "model/seven_body.jd", NULL, NULL, 0.03, "K1.angle", 15.810771195153707}},
    CHAIN("10", 1), CHAIN("100", 0.2), CHAIN("1000", 0.05), CHAIN("10000", 0.01), CHAIN("100000", 0.002),
    SPATIAL("10", 1), SPATIAL("100", 0.2), SPATIAL("1000", 0.05),
    {.at = {"P5", "bench/emit/v6.jd", NULL, NULL, 1, "bearing.angle", 36.946914882323961}},
    {.at = {"P6", "model/bricard.jd", NULL, NULL, 9, "j0.angle", 1.0014705600398180}},
    {.at = {"P7", "bench/peers/robot.jd", NULL, NULL, 0.5, NULL, NAN},
     {"up[6].tip.x", "up[6].tip.y", "up[6].tip.z"}, {1.774576065849120, 0.422771138843868, 0.009247564205409}, 0.3},
    NET("5"), NET("10"), NET("20"), NET("30"), NET("50"),
};
// clang-format on
enum { PROBLEMS = sizeof problems / sizeof *problems, LADDER = 31 };
static const double loosest = 1e-3, per_rung = 0.25; /* tolerances: decades between two */
static const double enough = 0.03;                   /* seconds in which one setting is repeated */
static const double longest = 2;                     /* seconds: what takes longer is given up */

static bool too_long(void *from, double time) {
    (void)time;
    return bench_seconds() - *(const double *)from > longest;
}

/* ---- Runs of a ladder --------------------------------------------------------------------------
 */

static double error_of(const Problem *of, const JdSystem *system, JdRun *run) {
    if (of->at.angle)
        return bench_off(&of->at, jd_run_value(run, jd_channel(system, of->at.angle, NULL)));
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const double off = jd_run_value(run, jd_channel(system, of->point[k], NULL)) - of->goal[k];
        sum += off * off;
    }
    return sqrt(sum) / of->length;
}

static void print_rung(const Problem *of, const Loaded *loaded, double tol) {
    double least = INFINITY, spent = 0, error = NAN;
    JdRunCost cost = {0};
    const char *end = "done";
    while (spent < enough) {
        double from = bench_seconds();
        const JdRunDef def = {.tol = tol,
                              .until = of->at.until,
                              .output_every = of->at.until,
                              .stop = too_long,
                              .stop_data = &from};
        JdRun *run = jd_run_new(loaded->system, def, loaded->log);
        from = bench_seconds();
        while (jd_run_next(run)) continue;
        const double took = bench_seconds() - from;
        end = jd_run_failed(run) ? "failed" : jd_run_stopped(run) ? "given up" : "done";
        if (!strcmp(end, "done")) error = error_of(of, loaded->system, run);
        cost = jd_run_cost(run);
        jd_run_free(run);
        least = fmin(least, took), spent += took;
    }
    printf("%s,jourdain,%s,%.3g,%.3e,%.4g,%ld,%ld,%s\n", of->at.name, loaded->system->settings.form,
           tol, error, least / of->at.until, cost.steps, cost.evaluations, end);
    fflush(stdout);
}

int bench_count_runs(const char *name, long times, double tol) {
    const Problem *of = problems;
    while (of < problems + PROBLEMS && strcmp(of->at.name, name)) of++;
    if (of == problems + PROBLEMS) return fprintf(stderr, "there is no problem '%s'\n", name), 2;
    Loaded loaded = bench_load(&of->at, "auto", "projection", 0);
    const JdRunDef def = {.tol = tol, .until = of->at.until, .output_every = of->at.until};
    int failed = !loaded.system;
    for (long k = 0; !failed && k < times; k++) {
        JdRun *run = jd_run_new(loaded.system, def, loaded.log);
        while (jd_run_next(run)) continue;
        failed = jd_run_failed(run);
        jd_run_free(run);
    }
    bench_unload(&loaded);
    return failed;
}

/* ---- A chain: one evaluation with its share of the steps
 * ------------------------------------------ */

static void print_all_in(const Problem *of, const Loaded *loaded) {
    double least = INFINITY, spent = 0;
    JdRunCost cost = {0};
    for (int round = 0; round < 2 || spent < enough; round++) {
        JdRun *run =
            jd_run_new(loaded->system,
                       (JdRunDef){.tol = 1e-9, .until = of->at.until, .output_every = of->at.until},
                       loaded->log);
        jd_run_next(run);
        const double from = bench_seconds();
        const long before = jd_run_cost(run).evaluations;
        while (jd_run_next(run)) continue;
        const double took = bench_seconds() - from;
        cost = jd_run_cost(run);
        least = fmin(least, took / (double)(cost.evaluations - before)), spent += took;
        jd_run_free(run);
    }
    printf("%s,jourdain,%s,all-in,,%.4g,%ld,%ld,done\n", of->at.name, loaded->system->settings.form,
           least, cost.steps, cost.evaluations);
    fflush(stdout);
}

/* ---- A net: factors and solution
 * ------------------------------------------------------------------ */

/* Lower triangle of J M^-1 J^T where the run stands, for others to factor: its size and number of
 * entries, then row, column, value. */
static void write_matrix(const JdSystem *s, const RowWork *work, FILE *to) {
    const RowSet *set = &s->dynamics;
    const int n = s->kernel->nv;
    fprintf(to, "%d\n", set->rows);
    for (int a = 0; a < set->groups; a++)
        for (int b = 0; b <= a; b++) {
            const Group *of[2] = {&set->group[a], &set->group[b]};
            for (int ea = 0; ea < of[0]->ends; ea++)
                for (int eb = 0; eb < of[1]->ends; eb++) {
                    const int body = of[0]->body[ea];
                    if (!body || body != of[1]->body[eb]) continue;
                    const double *Ja = work->values + jd_sparse_pair_at(set->plan, of[0]->pair[ea]);
                    const double *Jb = work->values + jd_sparse_pair_at(set->plan, of[1]->pair[eb]);
                    const double *M = work->values + jd_sparse_diagonal_at(set->plan, body - 1);
                    for (int i = 0; i < of[0]->count; i++)
                        for (int j = 0; j < of[1]->count; j++) {
                            double sum = 0;
                            for (int k = 0; k < n; k++)
                                sum += Ja[i * n + k] * Jb[j * n + k] / M[k * (n + 1)];
                            if (of[0]->first + i >= of[1]->first + j)
                                fprintf(to, "%d %d %.17g\n", of[0]->first + i, of[1]->first + j,
                                        sum);
                        }
                }
        }
}

static void print_net(const Problem *of, const Loaded *loaded, const char *matrix) {
    JdRun *run = jd_run_new(loaded->system, (JdRunDef){.stepper = "rk4", .dt = 0.05}, loaded->log);
    for (int k = 0; k < 4; k++)
        if (!jd_run_next(run)) break;
    const JdSystem *s = loaded->system;
    RowWork *work = &run->motion.rows;
    const int unknowns = jd_sparse_unknowns(s->dynamics.plan);
    FILE *to = matrix ? fopen(matrix, "w") : NULL;
    if (to) write_matrix(s, work, to), fclose(to);
    double least = INFINITY, spent = 0;
    for (int round = 0; round < 3 || spent < enough; round++) {
        for (int k = 0; k < unknowns; k++) work->b[k] = 1;
        const double from = bench_seconds();
        jd_rows_factor(s, &s->dynamics, work);
        jd_rows_solve(s, &s->dynamics, work);
        const double took = bench_seconds() - from;
        least = fmin(least, took), spent += took;
    }
    printf("%s,jourdain,newton-euler,factor and solve,,%.4g,,%d,done\n", of->at.name, least,
           s->dynamics.rows);
    jd_run_free(run);
}

/* ---- The program: bench --peers PROBLEM [SETTING or file]
 * ------------------------------------------- */

static bool is_kind(const Problem *of, const char *letters) {
    return !strncmp(of->at.name, letters, strlen(letters));
}

static int print_problem(const Problem *of, const char *setting) {
    Loaded loaded =
        bench_load(&of->at, is_kind(of, "P8") ? "newton-euler" : "auto", "projection", 0);
    const int failed = !loaded.system;
    const double only = setting ? strtod(setting, NULL) : 0;
    if (!failed && is_kind(of, "P4"))
        print_all_in(of, &loaded);
    else if (!failed && is_kind(of, "P8"))
        print_net(of, &loaded, setting);
    else if (!failed && only > 0)
        print_rung(of, &loaded, only);
    for (int k = 0;
         !failed && !(only > 0) && !is_kind(of, "P4") && !is_kind(of, "P8") && k < LADDER; k++)
        print_rung(of, &loaded, loosest * pow(10, -per_rung * k));
    bench_unload(&loaded);
    return failed;
}

int bench_print_peers(const char *name, const char *setting) {
    for (int k = 0; k < PROBLEMS; k++) {
        if (!name) puts(problems[k].at.name);
        if (name && !strcmp(problems[k].at.name, name)) return print_problem(&problems[k], setting);
    }
    return name ? 2 : 0;
}
