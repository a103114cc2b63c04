/* SPDX-License-Identifier: MIT
 *
 * A mechanism and its multibond graph side by side, at states that its locks allow. */
#ifndef MULTIBOND_CASE_H
#define MULTIBOND_CASE_H

#include "check.h"
#include "form/form.h"
#include "multibond/multibond.h"
#include "run/run.h"
#include <stdlib.h>

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdRun *run;
    Arena *arena; /* the graph knows where it is */
    Multibond *graph;
    ScalarCount count;
    MultibondNumbers *numbers;
    double *y, *rates, *a;
} Case;

static inline void open_numbers(Case *c, const MultibondDef *def, bool scalar) {
    c->graph = jd_multibond_new(c->model, c->system, def, c->arena, c->log);
    assert_non_null(c->graph);
    if (scalar) {
        assert_true(jd_bonds_assign(c->graph->graph, &c->graph->report, c->log));
        c->graph = jd_multibond_scalar(c->graph, &c->count, c->log);
        assert_non_null(c->graph);
    }
    c->numbers = jd_multibond_numbers(c->graph, c->log);
    assert_non_null(c->numbers);
}

static inline Case open_case(JdModel *model, JdLog *log, const MultibondDef *def, bool scalar) {
    Case c = {.log = log, .model = model, .arena = calloc(1, sizeof(Arena))};
    assert_non_null(c.arena);
    c.system =
        jd_compile(c.model, (JdCompileDef){.form = "newton-euler", .stabilise = "none"}, log);
    assert_non_null(c.system);
    c.run = jd_run_new(c.system, (JdRunDef){.until = 1}, log);
    assert_non_null(c.run);
    open_numbers(&c, def, scalar);
    c.y = calloc((size_t)c.system->states + 1, sizeof(double));
    c.rates = calloc((size_t)c.system->states + 1, sizeof(double));
    c.a = calloc((size_t)(6 * c.system->bodies) + 1, sizeof(double));
    return c;
}

static inline Case open_file(const char *path, const MultibondDef *def, bool scalar) {
    JdLog *log = jd_log_new();
    return open_case(jd_model_read_file(path, (JdReadDef){0}, log), log, def, scalar);
}

static inline Case open_text(const char *text, const MultibondDef *def, bool scalar) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, log);
    if (!model) jd_log_print(log, stderr);
    return open_case(model, log, def, scalar);
}

static inline void close_case(Case *c) {
    free(c->y), free(c->rates), free(c->a);
    jd_arena_free(c->arena);
    free(c->arena);
    jd_run_free(c->run);
    jd_system_free(c->system);
    jd_model_free(c->model);
    jd_log_free(c->log);
}

static inline bool is_linear(const JdSystem *s, int k) {
    return k % s->kernel->nv < s->kernel->linear;
}

/* A state that all locks allow, around the start. */
static inline bool draw(const Case *c) {
    const JdSystem *s = c->system;
    const int n = s->kernel->nv * (s->bodies - 1), first = jd_positions(s);
    double *step = calloc((size_t)n + 1, sizeof(double));
    bool good = false;
    for (double far = 0.3; far > 1e-4 && !good; far *= 0.4) {
        memcpy(c->y, s->start, sizeof(double) * (size_t)s->states);
        for (int k = 0; k < n; k++)
            step[k] = far * check_uniform(-1, 1) * (is_linear(s, k) ? s->length : 1);
        s->kernel->increment(s, step, c->y);
        for (int k = 0; k < n; k++)
            c->y[first + k] += check_uniform(-1, 1) * (is_linear(s, k) ? s->length : 1);
        const ProjectReport report = s->form->project(s, &c->run->motion, 0, FACTORS_ANEW, c->y);
        good = report.done && report.positions < 1e-12 && report.velocities < 1e-12;
        /* Once more, to rounding: what returns to locks takes a hundredfold of what is left. */
        if (good) s->form->project(s, &c->run->motion, 0, FACTORS_ANEW, c->y);
    }
    free(step);
    return good;
}

/* Both at the state in c->y; whether no lock repeats others. */
static inline bool evaluate(const Case *c) {
    const JdSystem *s = c->system;
    int hold;
    s->form->rates(s, &c->run->motion, 0, c->y, c->rates);
    s->form->recover(s, &c->run->motion, LEVEL_ACCELERATION);
    assert_true(jd_multibond_evaluate(c->numbers, &c->run->motion, &hold));
    jd_multibond_accelerations(c->numbers, c->a);
    return hold < 0;
}

/* How far accelerations are apart, as a share of the largest. */
static inline double apart(const Case *c) {
    const JdSystem *s = c->system;
    double size = 1, most = 0;
    for (int k = 0; k < s->kernel->nv * (s->bodies - 1); k++) {
        const double a = c->run->motion.a[k];
        if (!is_linear(s, k) && s->body[1 + k / s->kernel->nv].idle[k % 3]) continue;
        size = fmax(size, fabs(a));
        if (!(fabs(a - c->a[k]) <= most)) most = fabs(a - c->a[k]);
        if (isnan(c->a[k])) return NAN;
    }
    return most / size;
}

/* The same of what joints do to their bodies, and of the efforts of couplings and drives. */
static inline double wrenches_apart(const Case *c) {
    const JdSystem *s = c->system;
    const Motion *m = &c->run->motion;
    double size = 1, most = 0;
    for (int j = 0; j < 2 * s->joints; j++) {
        const SystemJoint *joint = &s->joint[j / 2];
        if (joint->couples || joint->elastic || !joint->locks ||
            !(j % 2 ? joint->body_j : joint->body_i))
            continue;
        const Wrench w = s->kernel->wrench(s, m, joint, j % 2),
                     g = jd_multibond_wrench(c->numbers, j / 2, j % 2);
        size = fmax(size, vec3_norm(w.force) + vec3_norm(w.torque));
        most = fmax(most, vec3_norm(vec3_sub(w.force, g.force)) +
                              vec3_norm(vec3_sub(w.torque, g.torque)));
    }
    for (int k = 0; k < c->graph->holds.count; k++) {
        const MultibondHold *hold = &c->graph->holds.at[k];
        const SystemJoint *joint = &s->joint[hold->joint];
        if (!joint->couples && hold->drive < 0) continue;
        const int row =
            hold->drive >= 0 ? s->drive[hold->drive].row : joint->first_row + hold->lock;
        size = fmax(size, fabs(m->pull[row]));
        most = fmax(most, fabs(m->pull[row] - jd_multibond_effort(c->numbers, k)));
    }
    return most / size;
}

/* Locks that repeat others, by name; "" if none does. */
static inline char *repeating_locks(const char *path) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdGraph *graph = jd_graph_new(model, (JdGraphDef){0}, log);
    JdGraphLock lock;
    Text names = {0};
    jd_text_print(&names, "%s", "");
    for (int k = 0; jd_graph_lock(graph, k, &lock); k++)
        if (lock.repeats) jd_text_print(&names, "%s%s", names.count ? "," : "", lock.name);
    jd_graph_free(graph), jd_model_free(model), jd_log_free(log);
    return names.at;
}

#endif
