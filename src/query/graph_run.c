/* SPDX-License-Identifier: MIT
 *
 * The motion of a multibond graph by independent velocities, with outputs at given times. Steps are
 * those of Dormand and Prince; each ends where an output is taken. */
#include "query/graph.h"
#include <stdlib.h>
#include <string.h>

enum { STAGES = 7 };
static const double usual_tol = 1e-9, first_step = 1e-4;     /* the latter of the whole way */
static const double shrinks = 0.2, grows = 5, careful = 0.9; /* factors of a step */
static const double least_step = 1e-13;                      /* of the whole way */

/* Dormand and Prince, 1980: stages, the solution of fifth order, and what the fourth has less. */
static const double at[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double of[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double less[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

typedef struct {
    JdGraph *graph;
    const JdGraphRunDef *def;
    MultibondReduced *reduced;
    SymTape **output; /* NULL: no formula of it */
    double *room, *y, *next, *rates[STAGES];
    int count, sampled;
    double time, tol;
    double *upright; /* of each body by three angles: at the start, and after the last step */
    double *samples;
    JdGraphRunCost *cost;
} Walk;

static bool rates_at(Walk *w, double time, const double *y, double *rates) {
    w->cost->evaluations++;
    return jd_multibond_reduced_rates(w->reduced, time, y, rates);
}

static SymTape *tape_of(const JdGraph *graph, const char *channel, Arena *arena) {
    for (int k = 0; k < graph->graph->outputs.count; k++) {
        const MultibondOutput *output = &graph->graph->outputs.at[k];
        if (!strcmp(output->channel, channel))
            return jd_sym_tape(graph->graph->pool, &output->is, 1, arena);
    }
    return NULL;
}

static void take_outputs(Walk *w) {
    const JdGraphRunDef *def = w->def;
    if (w->sampled < def->time_count && def->times[w->sampled] <= w->time)
        jd_multibond_reduced_look(w->reduced, w->time, w->y);
    while (w->sampled < def->time_count && def->times[w->sampled] <= w->time) {
        double *to = w->samples + w->sampled++ * def->output_count;
        for (int k = 0; k < def->output_count; k++) {
            to[k] = NAN;
            if (w->output[k])
                jd_tape_run(w->output[k], jd_multibond_values(w->graph->numbers), w->room, &to[k]);
        }
    }
}

/* The error in tolerances, of lengths, angles and speeds alike; NAN: there is no solution. */
static double try_step(Walk *w, double h) {
    double worst = 0;
    for (int s = 1; s < STAGES; s++) {
        for (int k = 0; k < w->count; k++) {
            double sum = 0;
            for (int n = 0; n < s; n++) sum += of[s][n] * w->rates[n][k];
            w->next[k] = w->y[k] + h * sum;
        }
        if (!rates_at(w, w->time + at[s] * h, w->next, w->rates[s])) return NAN;
    }
    for (int k = 0; k < w->count; k++) {
        double off = 0;
        for (int s = 0; s < STAGES; s++) off += less[s] * w->rates[s][k];
        const double share = fabs(h * off) / (w->tol * (1 + fabs(w->next[k])));
        if (!(share <= worst)) worst = share;
    }
    return worst;
}

/* Angles went on to a singular place, or past one, where their rates have no value; false after a
 * report. */
static bool stays_upright(Walk *w, double from, JdLog *log) {
    const JdSystem *s = w->graph->system;
    for (int b = 1; b < s->bodies; b++) {
        double *start = &w->upright[2 * b], *last = start + 1;
        const double now = jd_multibond_reduced_upright(w->reduced, w->y, b) * *start;
        if (now > ANGLES_SINGULAR * *start * *start) {
            *last = now;
            continue;
        }
        const AxisName *axis = w->graph->graph->def.sequence;
        jd_report(log, JD_ERROR, "graph-angles", nowhere,
                  "at %.6g s the angles %c%c%c of '%s' become singular: their rates have no value "
                  "there",
                  from + (w->time - from) * *last / (*last - now), 'x' + (int)axis[0],
                  'x' + (int)axis[1], 'x' + (int)axis[2], s->body[b].name);
        jd_graph_hint_angles(w->graph, log);
        return false;
    }
    return true;
}

static bool accept(Walk *w, double time, JdLog *log) {
    const double from = w->time;
    memcpy(w->y, w->next, sizeof(double) * (size_t)w->count);
    w->time = time;
    w->cost->steps++;
    if (!stays_upright(w, from, log)) return false;
    if (jd_multibond_reduced_settle(w->reduced, w->time, w->y)) {
        w->cost->changes++;
        rates_at(w, w->time, w->y, w->rates[0]);
    } else {
        memcpy(w->rates[0], w->rates[STAGES - 1], sizeof(double) * (size_t)w->count);
    }
    take_outputs(w);
    return true;
}

static double end_of(const Walk *w) {
    const JdGraphRunDef *def = w->def;
    const double next = w->sampled < def->time_count ? def->times[w->sampled] : def->until;
    return next < def->until ? next : def->until;
}

static bool walk(Walk *w, JdLog *log) {
    const JdGraphRunDef *def = w->def;
    double h = def->dt > 0 ? def->dt : first_step * def->until;
    if (!rates_at(w, 0, w->y, w->rates[0])) h = 0;
    take_outputs(w);
    while (w->time < def->until) {
        const double left = end_of(w) - w->time, least = least_step * def->until;
        const bool ends = h > left - least;
        const double step = ends ? left : h;
        if (def->stop && def->stop(def->data)) return false;
        const double error = step > 0 && h > least ? try_step(w, step) : NAN;
        if (isnan(error) && (def->dt > 0 || h <= least)) {
            jd_report(log, JD_ERROR, "loop-singular", nowhere,
                      "at %g s the graph has no unique motion: other velocities are independent "
                      "there than before",
                      w->time);
            jd_hint(log, "the mechanism passes a singular position; --bond mse or baumgarte");
            return false;
        }
        const bool good = def->dt > 0 || error <= 1;
        if (good && !accept(w, ends ? end_of(w) : w->time + step, log)) return false;
        if (def->dt > 0) continue;
        const double by = isnan(error) ? shrinks : careful * pow(fmax(error, 1e-10), -0.2);
        if (!ends || error > 1 || isnan(error)) h = step * fmin(grows, fmax(shrinks, by));
    }
    return true;
}

static bool open_walk(Walk *w, Arena *arena) {
    JdGraph *g = w->graph;
    const JdSystem *s = g->system;
    int room = 1;
    double *rates = ARENA_NEW(arena, double, s->states + 1);
    w->output = ARENA_NEW(arena, SymTape *, w->def->output_count + 1);
    if (arena->failed) return false;
    s->form->rates(s, &g->run->motion, 0, s->start, rates);
    w->reduced = jd_multibond_reduced(g->numbers, &g->run->motion, g->hamilton, arena);
    for (int k = 0; k < w->def->output_count; k++) {
        w->output[k] = tape_of(g, w->def->outputs[k], arena);
        if (w->output[k] && jd_tape_room(w->output[k]) > room) room = jd_tape_room(w->output[k]);
    }
    if (!w->reduced) return false;
    w->count = jd_multibond_reduced_state(w->reduced, NULL);
    w->room = ARENA_NEW(arena, double, room);
    w->y = ARENA_NEW(arena, double, w->count + 1), w->next = ARENA_NEW(arena, double, w->count + 1);
    for (int k = 0; k < STAGES; k++) w->rates[k] = ARENA_NEW(arena, double, w->count + 1);
    w->upright = ARENA_NEW(arena, double, 2 * s->bodies);
    if (arena->failed) return false;
    jd_multibond_reduced_state(w->reduced, w->y);
    for (int b = 1; b < s->bodies; b++) {
        const double start = jd_multibond_reduced_upright(w->reduced, w->y, b);
        w->upright[2 * b] = start, w->upright[2 * b + 1] = start * start;
    }
    return true;
}

bool jd_graph_run(JdGraph *graph, JdGraphRunDef def, double *samples, JdGraphRunCost *cost,
                  JdLog *log) {
    Arena arena = {0};
    if (!graph || !samples || !cost) return false;
    *cost = (JdGraphRunCost){0};
    if (!graph->reduces) {
        jd_report(log, JD_ERROR, "graph-minimal", nowhere,
                  "the graph has what holds its locks; as a model text it runs by itself");
        jd_hint(log, "jd_graph_model writes it; \"minimal\" runs here");
        return false;
    }
    if (!jd_multibond_inside(graph->graph, log)) return false;
    Walk w = {.graph = graph,
              .def = &def,
              .samples = samples,
              .cost = cost,
              .tol = def.tol > 0 ? def.tol : usual_tol};
    const bool open = open_walk(&w, &arena);
    if (!open) jd_report_memory(log);
    const bool good = open && walk(&w, log);
    cost->states = w.count;
    cost->speeds = open ? jd_multibond_reduced_speeds(w.reduced) : 0;
    cost->time = w.time;
    jd_multibond_reduced_free(w.reduced);
    jd_arena_free(&arena);
    return good;
}
