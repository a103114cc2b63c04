/* SPDX-License-Identifier: MIT
 *
 * A start that springs and dampers at the locks find from the drawn one, beside that of assembly.
 */
#include "query/graph.h"
#include "form/form.h"
#include "solve/solve.h"
#include <stdlib.h>
#include <string.h>

/* ---- Poses ---------------------------------------------------------------------------------- */

/* Axes and centres of mass of all bodies but the ground. */
static Side *read_sides(const JdSystem *s, const Motion *motion, Arena *arena) {
    Side *sides = ARENA_NEW(arena, Side, s->bodies + 1);
    for (int b = 1; b < s->bodies && sides; b++) sides[b] = s->kernel->side(s, motion, b);
    return sides;
}

static double turned_by(const Side *a, const Side *b) {
    const Axes between = jd_axes_relative(&a->axes, &b->axes);
    const Quat q = jd_quat_from_axes(&between);
    return 2 * atan2(sqrt(q.x * q.x + q.y * q.y + q.z * q.z), fabs(q.w));
}

static void go_to_start(const JdSystem *s, Motion *motion) {
    const size_t places = (size_t)jd_positions(s), speeds = (size_t)jd_velocities(s);
    memcpy(motion->own_q, s->start, sizeof(double) * places);
    memcpy(motion->own_v, s->start + places, sizeof(double) * speeds);
    motion->q = motion->own_q, motion->v = motion->own_v;
    s->kernel->move(s, motion);
}

/* ---- Beside assembly --------------------------------------------------------------------------
 */

/* Where assembly puts the bodies; NULL: it finds no place for them. */
static Side *assembled_sides(const JdModel *model, Arena *arena) {
    JdLog *quiet = jd_log_new();
    JdSystem *s =
        quiet
            ? jd_compile(model, (JdCompileDef){.form = "newton-euler", .stabilise = "none"}, quiet)
            : NULL;
    JdRun *run = s ? jd_run_new(s, (JdRunDef){.until = 1}, quiet) : NULL;
    Side *sides = NULL;
    if (run) {
        go_to_start(s, &run->motion);
        sides = read_sides(s, &run->motion, arena);
    }
    jd_run_free(run), jd_system_free(s), jd_log_free(quiet);
    return sides;
}

static bool list_places(JdGraph *g, const JdModel *model, const Side *drawn) {
    const JdSystem *s = g->system;
    const Side *is = read_sides(s, &g->run->motion, &g->arena),
               *other = assembled_sides(model, &g->arena);
    JdGraphSettled *to = &g->settled;
    g->place = ARENA_NEW(&g->arena, JdGraphPlace, s->bodies);
    to->assembled = other != NULL;
    for (int b = 1; b < s->bodies && g->place && is; b++) {
        JdGraphPlace *at = &g->place[b - 1];
        *at = (JdGraphPlace){.body = s->body[b].name,
                             .x = is[b].p.x,
                             .y = is[b].p.y,
                             .z = is[b].p.z,
                             .moved = vec3_norm(vec3_sub(is[b].p, drawn[b].p)),
                             .turned = turned_by(&drawn[b], &is[b]),
                             .apart = NAN,
                             .turned_apart = NAN};
        if (!other) continue;
        at->apart = vec3_norm(vec3_sub(is[b].p, other[b].p));
        at->turned_apart = turned_by(&other[b], &is[b]);
        to->apart = fmax(to->apart, at->apart);
        to->turned_apart = fmax(to->turned_apart, at->turned_apart);
        const double v = vec3_norm(vec3_sub(is[b].v, other[b].v)) / s->length,
                     w = vec3_norm(vec3_sub(is[b].w, other[b].w));
        to->speed_apart = fmax(to->speed_apart, fmax(v, w));
    }
    return !g->arena.failed;
}

/* ---- Settling -----------------------------------------------------------------------------------
 */

static bool refuse(const JdGraph *g, const MultibondSettled *is, JdLog *log) {
    const char *name = is->worst >= 0 ? g->graph->holds.at[is->worst].name : "a start value";
    const char *unit = is->worst_turns ? "rad" : "m";
    if (!is->closed)
        jd_report(log, JD_ERROR, "graph-settle", nowhere,
                  "the springs come to rest against each other with locks open: %s by %.3g %s",
                  name, is->worst_by, unit);
    else
        jd_report(log, JD_ERROR, "graph-settle", nowhere,
                  "the dampers find no velocities at which no lock slides: %s by %.3g %s/s", name,
                  is->worst_by, unit);
    jd_hint(log, !is->closed ? "draw the parts nearer to where they belong, or change lengths or "
                               "start values that contradict each other"
                             : "change start velocities or drives that contradict each other");
    return false;
}

bool jd_graph_settle(JdGraph *g, const JdModel *model, JdLog *log) {
    JdSystem *s = g->system;
    Motion *motion = &g->run->motion;
    if (g->graph->def.method != LOCKS_RC || g->reduces) {
        jd_report(log, JD_ERROR, "graph-settle", nowhere,
                  "no springs and dampers stand at the locks that could find a start");
        jd_hint(log, "--constraints rc puts them there");
        return false;
    }
    MultibondSettled is;
    Starts starts;
    JdLog *quiet = jd_log_new(); /* they were told when the system was made */
    double *rates = calloc((size_t)s->states + 1, sizeof *rates);
    bool good = quiet && rates && jd_starts_find(model, s, &starts, quiet);
    if (good) s->form->rates(s, motion, 0, s->start, rates);
    if (good) go_to_start(s, motion);
    const Side *drawn = good ? read_sides(s, motion, &g->arena) : NULL;
    good = drawn && jd_multibond_settle(g->numbers, motion,
                                        &(MultibondStarts){starts.positions, starts.rates,
                                                           starts.position, starts.rate},
                                        &is);
    jd_log_free(quiet), free(rates);
    if (!good) return jd_report_memory(log), false;
    if (!is.closed || !is.still) return refuse(g, &is, log);
    g->settled = (JdGraphSettled){.moves = is.moves,
                                  .gap = is.gap,
                                  .left = is.left,
                                  .rate = is.rate,
                                  .rate_left = is.rate_left};
    memcpy(s->start, motion->own_q, sizeof(double) * (size_t)jd_positions(s));
    memcpy(s->start + jd_positions(s), motion->own_v, sizeof(double) * (size_t)jd_velocities(s));
    return list_places(g, model, drawn) || (jd_report_memory(log), false);
}

/* ---- Looking ------------------------------------------------------------------------------------
 */

bool jd_graph_settled(const JdGraph *graph, JdGraphSettled *settled) {
    if (!graph || !settled || !graph->place) return false;
    *settled = graph->settled;
    return true;
}

bool jd_graph_place(const JdGraph *graph, int index, JdGraphPlace *place) {
    if (!graph || !place || !graph->place || index < 0 || index >= graph->system->bodies - 1)
        return false;
    *place = graph->place[index];
    return true;
}
