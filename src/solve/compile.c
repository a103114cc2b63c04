/* SPDX-License-Identifier: MIT
 *
 * jd_compile and jd_check: the same way, from the model to a system that stands in its start position, with or
 * without a report of what was seen. */
#include "solve/solve.h"
#include <string.h>

enum { MOST_SETS = 64 }; /* dependent sets of rows that are looked for */

typedef struct {
    const JdModel *model;
    JdCompileDef def;
    JdSystem *system;
    Starts starts;
    Assembled at;
    Arena scratch;
    JdCheck *check; /* may be NULL */
    JdLog *log;
} Compile;

static bool choose_form(Compile *c) {
    const char *name = c->system->settings.form;
    const FormType *form = jd_form_find(name);
    if (form) {
        c->system->form = form;
        c->system->settings.form = form->name;
        return form->prepare(c->system, c->log);
    }
    jd_report(c->log, JD_ERROR, "form-unknown", c->model->run.where, "there is no formulation '%s'", name);
    Nearest nearest = {.word = name};
    for (int k = 0; jd_form_at(k); k++) jd_nearest_try(&nearest, jd_form_at(k)->name);
    if (nearest.best) jd_hint(c->log, "did you mean '%s'?", nearest.best);
    else jd_hint(c->log, "`jourdain help forms` lists them");
    return false;
}

/* ---- Rows that repeat others --------------------------------------------------------------------------------------- */

static void report_redundant(Compile *c, const double *weights) {
    Text names = {0};
    const RowSet *set = &c->system->dynamics;
    int first = 0;
    while (first < set->rows && fabs(weights[first]) < 1e-4) first++;
    int joint = set->row[first < set->rows ? first : 0].joint;
    jd_rows_names(c->system, c->model, set, weights, &names);
    jd_report(c->log, JD_WARNING, "joint-redundant",
              joint >= 0 ? c->system->joint[joint].where : nowhere,
              "%s lock the same motion twice", names.at ? names.at : "some joints");
    jd_hint(c->log, "the motion is right; of the reactions in these joints only the smallest are "
                    "shown, since they are not unique");
    jd_hint(c->log, "to make them unique, let one of these joints lock less");
    jd_text_free(&names);
}

static bool look_for_redundancy(Compile *c) {
    JdSystem *s = c->system;
    double *weights[MOST_SETS];
    const Motion *m = &c->at.motion;
    int here = jd_dependent_rows(s, &s->dynamics, m, false, MOST_SETS, weights, &c->scratch), nearby = here;
    if (here > 0) nearby = jd_dependent_rows(s, &s->dynamics, m, true, MOST_SETS, NULL, &c->scratch);
    if (here < 0 || nearby < 0) {
        jd_report_memory(c->log);
        return false;
    }
    s->redundant = nearby > 0;
    for (int k = 0; k < here && nearby > 0; k++)
        report_redundant(c, weights[k]);
    if (here > nearby) {
        jd_report(c->log, JD_WARNING, "start-singular", nowhere,
                  "the start is a singular position: %d lock%s there that count%s elsewhere, so the "
                  "mechanism can leave it in more than one way",
                  here - nearby, here - nearby == 1 ? " says nothing" : "s say nothing",
                  here - nearby == 1 ? "s" : "");
        jd_hint(c->log, "start a little away from it");
    }
    if (c->check) {
        c->check->rank = s->dynamics.rows - here;
        c->check->redundant = nearby;
    }
    return true;
}

/* ---- Masses ------------------------------------------------------------------------------------------------------------ */

static bool masses_are_enough(Compile *c) {
    JdSystem *s = c->system;
    Motion *m = &c->at.motion;
    s->kernel->move(s, m);
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
    jd_rows_factor(s, &s->dynamics, &m->rows);
    if (m->rows.report.positive || s->bodies == 1) return true;
    int body = m->rows.report.bad_row / s->kernel->nv + 1;
    jd_report(c->log, JD_ERROR, "mass-missing-motion", s->body[body].where,
              "body '%s' can move in a way that no mass resists", s->body[body].name);
    jd_hint(c->log, "give it mass and inertia, or joints that hold it to bodies that have some");
    return false;
}

/* ---- Freedoms ------------------------------------------------------------------------------------------------------------ */

static bool count_freedoms(Compile *c) {
    JdSystem *s = c->system;
    JdCheck *check = c->check;
    if (!check) return true;
    int locks = 0;
    for (int k = 0; k < s->joints; k++) locks += s->joint[k].locks;
    check->bodies = s->bodies - 1;
    check->joints = s->joints;
    check->locks = locks;
    check->drives = s->drives;
    check->coordinates = s->kernel->nv * (s->bodies - 1);
    check->freedoms_by_count = check->coordinates - locks - s->drives;
    check->freedoms = check->coordinates - check->rank;
    check->starts = c->model->starts.count;

    /* Start values that fix a freedom: those that do not depend on the locks and each other. */
    RowSet with;
    if (!jd_rowset_make(s, &with, false, c->starts.positions, c->starts.position)) return false;
    int dependent = jd_dependent_rows(s, &with, &c->at.motion, false, MOST_SETS + check->starts, NULL,
                                      &c->scratch);
    if (dependent < 0) return false;
    check->open_starts = check->coordinates - (with.rows - dependent);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------------------------------------- */

static bool compile(Compile *c) {
    c->system = jd_system_new(c->model, c->def, c->log);
    if (!c->system) return false;
    JdSystem *s = c->system;
    if (!choose_form(c) || !jd_starts_find(c->model, s, &c->starts, c->log)) return false;
    bool assembled = jd_assemble(c->model, s, &c->starts, c->def.as_drawn, &c->at, c->log);
    if (c->check) {
        c->check->assembled = assembled;
        c->check->gap = c->at.gap;
        c->check->gap_rate = c->at.gap_rate;
    }
    if (!c->at.memory) return false;
    bool ok = look_for_redundancy(c) && count_freedoms(c) && assembled;
    if (!ok || !masses_are_enough(c)) return false;

    s->start = ARENA_NEW(&s->arena, double, s->states + 1);
    if (!s->start) return false;
    s->form->state(s, &c->at.motion, s->start);
    return true;
}

static bool run_compile(Compile *c) {
    if (!c->model) return false;
    if (c->model->errors > 0) {
        jd_report(c->log, JD_ERROR, "model-has-errors", nowhere,
                  "the model has %d error%s and cannot be compiled", c->model->errors,
                  c->model->errors == 1 ? "" : "s");
        jd_hint(c->log, "the messages before this one say which");
        return false;
    }
    bool ok = compile(c);
    if (c->system && c->system->arena.failed) {
        jd_report_memory(c->log);
        ok = false;
    }
    jd_assembled_free(&c->at);
    jd_arena_free(&c->scratch);
    if (ok) return true;
    jd_system_free(c->system);
    c->system = NULL;
    return false;
}

JdSystem *jd_compile(const JdModel *model, JdCompileDef def, JdLog *log) {
    Compile c = {.model = model, .def = def, .log = log};
    return run_compile(&c) ? c.system : NULL;
}

bool jd_check(const JdModel *model, JdCompileDef def, JdCheck *result, JdLog *log) {
    *result = (JdCheck){0};
    Compile c = {.model = model, .def = def, .check = result, .log = log};
    bool ok = run_compile(&c);
    jd_system_free(c.system);
    return ok;
}
