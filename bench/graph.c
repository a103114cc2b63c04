/* SPDX-License-Identifier: MIT
 *
 * One evaluation of a mechanism's multibond graph with scalar bonds, by independent velocities. */
#include "bench.h"
#include "query/graph.h"

int bench_evaluate_graph(const Case *from, long times) {
    Loaded loaded = bench_load(from, "newton-euler", "projection", 0);
    Arena arena = {0};
    JdGraph *graph = jd_graph_new(
        loaded.model, (JdGraphDef){.constraints = "minimal", .scalar = true}, loaded.log);
    const JdSystem *s = graph ? graph->system : NULL;
    double *start = s ? ARENA_NEW(&arena, double, s->states + 1) : NULL;
    if (start) s->form->rates(s, &graph->run->motion, 0, s->start, start);
    MultibondReduced *reduced =
        start ? jd_multibond_reduced(graph->numbers, &graph->run->motion, false, &arena) : NULL;
    const int count = reduced ? jd_multibond_reduced_state(reduced, NULL) : 0;
    double *state = ARENA_NEW(&arena, double, count + 1),
           *rates = ARENA_NEW(&arena, double, count + 1);
    if (reduced) jd_multibond_reduced_state(reduced, state);
    bool good = reduced && state && rates;
    for (long k = 0; k < times && good; k++) {
        state[count - 1] += 1e-12;
        good = jd_multibond_reduced_rates(reduced, 0, state, rates);
    }
    if (good)
        fprintf(stderr, "%d steps of a straight program\n", jd_multibond_reduced_steps(reduced));
    jd_multibond_reduced_free(reduced);
    jd_arena_free(&arena);
    jd_graph_free(graph);
    jd_log_print(loaded.log, stderr);
    bench_unload(&loaded);
    return !good;
}
