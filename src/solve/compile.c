/* SPDX-License-Identifier: MIT
 *
 * jd_compile and jd_check: the same way, from the model to a system that stands in its start
 * position, with or without a report of what was seen. */
#include "solve/solve.h"
#include <string.h>

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
        return true;
    }
    const ModelRun *run = &c->model->run;
    bool by_model = run->form && !strcmp(run->form, name);
    jd_report(c->log, JD_ERROR, "form-unknown", by_model ? run->form_at : nowhere,
              "there is no formulation '%s'", name);
    Nearest nearest = {.word = name};
    for (int k = 0; jd_form_at(k); k++) jd_nearest_try(&nearest, jd_form_at(k)->name);
    if (nearest.best) {
        jd_hint(c->log, "did you mean '%s'?", nearest.best);
        return false;
    }
    Text names = {0};
    for (int k = 0; jd_form_at(k); k++)
        jd_text_print(&names, "%s%s", k ? ", " : "", jd_form_at(k)->name);
    if (names.at) jd_hint(c->log, "there is: %s", names.at);
    jd_text_free(&names);
    return false;
}

/* ---- Rows that repeat others ---------------------------------------------------------------- */

static Where first_joint(const Compile *c, const double *weights) {
    const RowSet *set = &c->system->dynamics;
    for (int r = 0; r < set->rows; r++)
        if (fabs(weights[r]) >= 1e-4 && set->row[r].joint >= 0)
            return c->system->joint[set->row[r].joint].where;
    return nowhere;
}

/* The joints that take part, by their rows. */
static bool *joints_of(Compile *c, const double *weights) {
    const RowSet *set = &c->system->dynamics;
    bool *joints = ARENA_NEW(&c->scratch, bool, c->system->joints + 1);
    for (int r = 0; joints && r < set->rows; r++)
        if (fabs(weights[r]) >= 1e-4 && set->row[r].joint >= 0) joints[set->row[r].joint] = true;
    return joints;
}

/* Joints that repeat another were reported as such when they were added. */
static bool is_known(const Compile *c, const bool *joints) {
    int others = 0;
    for (int k = 0; k < c->system->joints; k++)
        others += joints[k] && !c->model->joints.at[k].repeats;
    return others <= 1;
}

static void report_redundant(Compile *c, const double *weights, const char *names, int times) {
    const bool *joints = joints_of(c, weights);
    if (joints && is_known(c, joints)) return;
    char motions[32] = "the same motion is";
    if (times > 1) snprintf(motions, sizeof motions, "%d motions are", times);
    jd_report(c->log, JD_WARNING, "joint-redundant", first_joint(c, weights),
              "%s locked twice, by %s", motions, names);
    Text loose = {0};
    if (joints) jd_print_loose(c->system, joints, &loose);
    if (loose.at && loose.count < 200)
        jd_hint(c->log,
                "the motion is right; not unique, and shown of least size: %s; other reactions are "
                "unique",
                loose.at);
    else
        jd_hint(c->log, "the motion is right; the reactions in these joints are not unique, and "
                        "those of least size are shown");
    int count = 0;
    for (int k = 0; joints && k < c->system->joints; k++) count += joints[k];
    const bool planar = joints && jd_is_planar_loop(c->system, &c->at.motion, joints);
    if (planar && count == 2)
        jd_hint(c->log, "two hinges on one axis, as of a door: for unique reactions let one be "
                        "spherical and the other a sphere-in-cylinder along the axis");
    else if (planar)
        jd_hint(c->log,
                "they make a planar loop in space: all turn about one direction; for unique "
                "reactions let one revolute be spherical and another cylindrical, or write "
                "the model as `planar`");
    else
        jd_hint(c->log, "to make them unique, let one of these joints lock less");
    jd_text_free(&loose);
}

/* Sets of the same joints are one message. */
static void report_sets(Compile *c, double *const *weights, int count) {
    char **names = ARENA_NEW(&c->scratch, char *, count + 1);
    if (!names) return;
    for (int k = 0; k < count; k++) {
        Text text = {0};
        jd_rows_names(c->system, c->model, &c->system->dynamics, weights[k], &text);
        names[k] = text.at ? jd_arena_text(&c->scratch, text.at, text.count) : NULL;
        jd_text_free(&text);
    }
    for (int k = 0; k < count; k++) {
        int times = names[k] != NULL;
        for (int other = k + 1; other < count && names[k]; other++) {
            if (!names[other] || strcmp(names[k], names[other])) continue;
            names[other] = NULL;
            times++;
        }
        if (times) report_redundant(c, weights[k], names[k], times);
    }
}

static void report_singular(Compile *c, const double *weights) {
    Text names = {0};
    if (weights) jd_rows_names(c->system, c->model, &c->system->dynamics, weights, &names);
    jd_report(
        c->log, JD_WARNING, "start-singular", weights ? first_joint(c, weights) : nowhere,
        "the start is a singular position: one motion is locked twice there, though not elsewhere, "
        "by %s; the mechanism can leave it in more than one way",
        names.at ? names.at : "some joints");
    jd_hint(c->log, "bodies may be in line: start a little away from there, by drawing it so or by "
                    "a start value");
    jd_text_free(&names);
}

/* Rows that follow from others are held as such. */
static bool keep_anchors(Compile *c, int count, const int *own) {
    JdSystem *s = c->system;
    int *anchor = ARENA_NEW(&s->arena, int, count + 1);
    if (!anchor) return false;
    if (count) memcpy(anchor, own, (size_t)count * sizeof *anchor);
    s->anchor = anchor;
    s->anchors = count;
    return true;
}

static bool look_for_redundancy(Compile *c, bool assembled) {
    JdSystem *s = c->system;
    const Motion *m = &c->at.motion;
    const int most = s->dynamics.rows + 1;
    double **weights = ARENA_NEW(&c->scratch, double *, most);
    int *own = ARENA_NEW(&c->scratch, int, most);
    int here = -1, nearby = -1;
    if (weights && own)
        nearby = here =
            jd_dependent_rows(s, &s->dynamics, m, false, most, weights, NULL, &c->scratch);
    if (here > 0)
        nearby = jd_dependent_rows(s, &s->dynamics, m, true, most, NULL, own, &c->scratch);
    if (here < 0 || nearby < 0 || !keep_anchors(c, nearby, own)) {
        jd_report_memory(c->log);
        return false;
    }
    if (assembled && !jd_mark_loose(s, m)) {
        jd_report_memory(c->log);
        return false;
    }
    /* Of a mechanism that does not go together its gap is all there is to say. */
    if (assembled && nearby > 0) report_sets(c, weights, here);
    if (assembled && here > nearby) report_singular(c, nearby ? NULL : weights[0]);
    if (c->check) {
        c->check->rank = s->dynamics.rows - here;
        c->check->redundant = nearby;
    }
    return true;
}

/* ---- Bodies that hang together, but not with the ground ------------------------------------- */

static void note_islands(Compile *c) {
    const JdSystem *s = c->system;
    const Graph *graph = &s->graph;
    if (!c->check) return;
    for (int root = 1; root < s->bodies; root++) {
        if (graph->root[root] != root) continue;
        Text names = {0};
        int count = 0;
        for (int b = root; b < s->bodies; b++) {
            if (graph->root[b] != root) continue;
            if (count++ < 6)
                jd_text_print(&names, "%s'%s'", names.count ? ", " : "", s->body[b].name);
        }
        if (count > 6) jd_text_print(&names, " and %d more", count - 6);
        if (count > 1 && names.at) {
            jd_report(c->log, JD_NOTE, "not-connected", s->body[root].where,
                      "no joint connects %s with the ground: they move freely as a whole",
                      names.at);
            jd_hint(c->log, "if that is not meant, a joint with `ground` is missing");
        }
        jd_text_free(&names);
    }
}

/* ---- Masses --------------------------------------------------------------------------------- */

/* A body that some motion of is resisted by next to nothing: the one that answers most to forces of
 * the size of its own masses; -1: none. */
static int lightest(Compile *c) {
    JdSystem *s = c->system;
    RowWork *w = &c->at.motion.rows;
    const int n = s->kernel->nv, primal = n * (s->bodies - 1);
    int found = -1;
    double most = 1e11;
    if (!w->report.positive) return w->report.bad_row / n + 1;
    for (int k = 0; k < primal; k++) {
        const bool angular = k % n >= s->kernel->linear;
        const double own = jd_mass_of(s, k / n + 1, k % n), mass = s->body[k / n + 1].mass;
        const double usual = (mass > 0 ? mass : s->weight) * (angular ? s->length * s->length : 1);
        w->b[k] = sin(1 + 7.0 * k) * (own > 0 ? own : usual) * (angular ? 1 : s->length);
    }
    for (int r = 0; r < s->dynamics.rows; r++) w->b[primal + r] = 0;
    jd_rows_solve(s, &s->dynamics, w);
    for (int k = 0; k < primal; k++) {
        const double size = fabs(w->x[k]) / (k % n >= s->kernel->linear ? 1 : s->length);
        if (size <= most) continue;
        most = isnan(size) ? INFINITY : size;
        found = k / n + 1;
    }
    return found;
}

static bool masses_are_enough(Compile *c) {
    JdSystem *s = c->system;
    Motion *m = &c->at.motion;
    s->kernel->move(s, m);
    s->kernel->rows(s, &s->dynamics, m, &m->rows);
    if (s->anchors) m->rows.soften = 1e-11; /* the motion was laid out before they were known */
    jd_rows_factor(s, &s->dynamics, &m->rows);
    const int body = s->bodies == 1 ? -1 : lightest(c);
    if (body < 0) return true;
    const SystemBody *at = &s->body[body];
    const bool spatial = s->space == JD_SPATIAL && !s->flat;
    if (at->mass > 0)
        jd_report(c->log, JD_ERROR, "mass-missing-motion", at->where,
                  spatial
                      ? "body '%s' can turn about an axis about which it has no moment of inertia"
                      : "body '%s' can turn, but its moment of inertia is zero",
                  at->name);
    else
        jd_report(c->log, JD_ERROR, "mass-missing-motion", at->where,
                  "body '%s' can move in a way that no mass resists", at->name);
    jd_hint(c->log, "give it mass and inertia, or joints that hold it to bodies that have some");
    const bool point = at->inertia[0][0] == 0 && at->inertia[1][1] == 0 && at->inertia[2][2] == 0;
    if (spatial && at->mass > 0 && point)
        jd_hint(c->log, "a point mass has no attitude: a `spherical` joint holds its place alone");
    else if (spatial && at->mass > 0)
        jd_hint(c->log,
                "a thin rod has none about its length: `shape cylinder` with a diameter has");
    return false;
}

/* ---- Freedoms ------------------------------------------------------------------------------- */

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
    if (!jd_rowset_make(s, &with, ROWS_RATES, NULL, c->starts.positions, c->starts.position))
        return false;
    int dependent =
        jd_dependent_rows(s, &with, &c->at.motion, false, with.rows + 1, NULL, NULL, &c->scratch);
    if (dependent < 0) {
        jd_report_memory(c->log);
        return false;
    }
    check->open_starts = check->coordinates - (with.rows - dependent);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool compile(Compile *c) {
    c->system = jd_system_new(c->model, c->def, c->log);
    if (!c->system) return false;
    JdSystem *s = c->system;
    if (s->bodies == 1) {
        jd_report(c->log, JD_WARNING, "model-empty", nowhere,
                  "the model has no bodies, so that nothing moves");
        jd_hint(c->log, "add one: body b { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }");
    }
    if (!choose_form(c) || !jd_starts_find(c->model, s, &c->starts, c->log)) return false;
    bool assembled = jd_assemble(c->model, s, &c->starts, c->def.as_drawn, &c->at, c->log);
    if (c->check) {
        c->check->assembled = assembled;
        c->check->gap = c->at.gap * s->length;
        c->check->gap_rate = c->at.gap_rate * s->length;
    }
    if (!c->at.memory) return false;
    note_islands(c);
    bool ok = look_for_redundancy(c, assembled) && count_freedoms(c) && assembled;
    if (!ok || !masses_are_enough(c) || !s->form->prepare(s, c->log)) return false;

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
    if (c->scratch.failed || (c->system && c->system->arena.failed)) {
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
