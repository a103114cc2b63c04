/* SPDX-License-Identifier: MIT
 *
 *     bench [CASE]              cost of evaluations and steps, as CSV
 *     bench --precision [CASE]  work for a wanted accuracy, as CSV
 *     bench --forms MODEL...    work for an error of 1e-6 by form, and what `form auto` takes, as
 * CSV bench --peers [PROBLEM [SETTING]]  what is measured beside other programs, as CSV bench
 * --count CASE K [FORM]  K evaluations and nothing else, to be counted from outside; FORM graph:
 * those of its multibond graph; --count-steps, --count-rows: steps of rk4, rows of output bench
 * --list names of the cases */
#include "bench.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Allocations: the linker leads all of them here ---------------------------------- */

static long allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
    allocations++;
    return __real_realloc(old, size);
}

long bench_allocations(void) {
    return allocations;
}

double bench_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- The program --------------------------------------------------------------------- */

typedef enum { EVALUATIONS, STEPS, ROWS } Counted;

/* Evaluations; or steps of rk4 with projection, which all cost the same; or rows of output, so
 * dense that steps hardly count. */
static int count(const char *name, const char *times, const char *form, Counted what) {
    const Case *at = bench_case_find(name);
    if (!at) return fprintf(stderr, "there is no case '%s'\n", name), 2;
    if (form && !strcmp(form, "graph")) return bench_evaluate_graph(at, strtol(times, NULL, 10));
    Loaded loaded = bench_load(at, form, "projection", 0);
    JdRunDef fixed = {.stepper = "rk4", .dt = 1e-5 * at->until, .until = at->until};
    JdRunDef dense = {.tol = 1e-6, .until = at->until, .output_every = 1e-6 * at->until};
    JdRun *run = what == EVALUATIONS
                     ? bench_moving(&loaded)
                     : jd_run_new(loaded.system, what == STEPS ? fixed : dense, loaded.log);
    const long wanted = strtol(times, NULL, 10);
    if (run && what == EVALUATIONS) bench_evaluate(run, wanted);
    for (long k = 0; run && what != EVALUATIONS && k < wanted; k++) jd_run_next(run);
    int failed = !run;
    jd_run_free(run);
    bench_unload(&loaded);
    return failed;
}

static int list(void) {
    for (int k = 0; bench_case(k); k++) puts(bench_case(k)->name);
    return 0;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 && argv[1][0] == '-' ? argv[1] : "";
    if (!strcmp(mode, "--list")) return list();
    if (!strcmp(mode, "--forms") && argc > 2) return bench_print_forms(argv + 2), 0;
    if (!strcmp(mode, "--peers") && argc <= 4)
        return bench_print_peers(argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
    const char *form = argc == 5 ? argv[4] : NULL;
    if (!strcmp(mode, "--count") && (argc == 4 || form))
        return count(argv[2], argv[3], form, EVALUATIONS);
    if (!strcmp(mode, "--count-steps") && (argc == 4 || form))
        return count(argv[2], argv[3], form, STEPS);
    if (!strcmp(mode, "--count-rows") && (argc == 4 || form))
        return count(argv[2], argv[3], form, ROWS);
    if (!strcmp(mode, "--count-runs") && argc == 5)
        return bench_count_runs(argv[2], strtol(argv[3], NULL, 10), strtod(argv[4], NULL));

    bool precision = !strcmp(mode, "--precision");
    int rest = precision ? 2 : 1;
    const Case *only = argc > rest ? bench_case_find(argv[rest]) : NULL;
    if ((*mode && !precision) || argc > rest + 1 || (argc > rest && !only))
        return fprintf(stderr, "usage: bench [--precision] [CASE] | --count CASE K | --count-steps "
                               "CASE K | --count-rows CASE K | --count-runs PROBLEM K TOLERANCE | "
                               "--list\n"),
               2;
    if (precision)
        bench_print_precision(only);
    else
        bench_print_costs(only);
    return 0;
}
