/* SPDX-License-Identifier: MIT
 *
 * The graph of a mechanism: bodies, joints between them, what holds the joints' locks, forces. */
#include "multibond/inside.h"

MultibondDef jd_multibond_default(void) {
    return (MultibondDef){.sequence = {AXIS_X, AXIS_Y, AXIS_Z},
                          .stiffness = 1e7,
                          .damping = 200,
                          .alpha = 10,
                          .beta = 10,
                          .gamma = 10};
}

Multibond *jd_multibond_new(const JdModel *model, const JdSystem *system, const MultibondDef *def,
                            Arena *arena, JdLog *log) {
    Multibond *graph = ARENA_NEW(arena, Multibond, 1);
    SymPool *pool = jd_sym_pool(arena, SYM_NODES);
    if (!graph || !pool) return jd_report_memory(log), NULL;
    const bool planar = system->space == JD_PLANAR;
    *graph =
        (Multibond){.arena = arena, .system = system, .def = *def, .pool = pool, .planar = planar};
    graph->graph = jd_bonds_new(arena, pool);
    graph->body = ARENA_NEW(arena, MultibondBody, system->bodies);
    graph->joint = ARENA_NEW(arena, MultibondJoint, system->joints + 1);
    if (!graph->graph || !graph->body || !graph->joint) return jd_report_memory(log), NULL;
    Builder b = {.graph = graph,
                 .model = model,
                 .log = log,
                 .translation = planar ? 2 : 3,
                 .rotation = planar ? 1 : 3};
    jd_mb_list_parts(&b);
    for (int k = 0; k < system->bodies && !b.failed; k++) jd_mb_add_body(&b, k);
    for (int k = 0; k < system->joints && !b.failed; k++) jd_mb_add_joint(&b, k);
    if (!b.failed) jd_mb_find_laws(&b);
    for (int k = 0; k < system->joints && !b.failed; k++) jd_mb_add_locks(&b, k);
    if (!b.failed) jd_mb_add_forces(&b);
    if (!b.failed) jd_mb_add_drives(&b);
    if (b.told) return NULL;
    if (!b.failed && !jd_bonds_check(graph->graph, log)) return NULL;
    if (b.failed || jd_sym_stopped(pool)) return jd_report_memory(log), NULL;
    return graph;
}
