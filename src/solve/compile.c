/* SPDX-License-Identifier: MIT
 *
 * jd_compile and jd_check: the same way, from the model to a system that stands in its start
 * position, with or without a report of what was seen. */
#include "build/build.h"
#include "form/form.h"
#include "solve/limits.h"
#include "solve/redundant.h"
#include <string.h>

typedef struct {
    const JdModel *model;
    JdCompileDef def;
    JdSystem *system;
    Starts starts;
    Assembled at;
    Arena scratch;
    bool chooses;   /* the form is chosen by the mechanism */
    JdCheck *check; /* may be NULL */
    JdLog *log;
} Compile;

/* The form by its own name, however it was called; the mechanism chooses, if nobody said one. Which
 * joints give way is for it to say, where nobody names them. */
static void name_form(Compile *c) {
    const char *said = c->def.form ? c->def.form : c->model->run.form;
    c->chooses = !said || jd_form_is_auto(said);
    const FormType *form = c->chooses ? jd_form_at(0) : jd_form_find(said);
    c->def.form = form ? form->name : said;
    if (form && !c->def.elastic) c->def.elastic = form->elastic;
    if (form && !c->def.clearance) c->def.clearance = form->clearance;
}

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

static bool look_for_redundancy(Compile *c, bool assembled) {
    JdSystem *s = c->system;
    Redundancy found = {.model = c->model,
                        .system = s,
                        .starts = &c->starts,
                        .start = &c->at.motion,
                        .scratch = &c->scratch,
                        .log = c->log};
    if (!jd_find_redundancy(&found) || (assembled && !jd_mark_loose(&found))) {
        jd_report_memory(c->log);
        return false;
    }
    /* Of a mechanism that does not go together its gap is all there is to say. */
    if (assembled) jd_report_redundancy(&found);
    if (assembled) jd_report_rigid(&found);
    if (c->check) {
        c->check->rank = s->dynamics.rows - found.here.count;
        c->check->redundant = found.there.count;
        c->check->finite = jd_finite_freedoms(&found);
    }
    return true;
}

/* ---- Masses --------------------------------------------------------------------------------- */

/* A body that some motion of is resisted by next to nothing: the one that answers most to forces of
 * the size of its own masses; -1: none. */
static const double resisted = 1e11; /* times the acceleration that its own masses would have */

static int lightest(Compile *c) {
    JdSystem *s = c->system;
    RowWork *w = &c->at.motion.rows;
    const int n = s->kernel->nv, primal = n * (s->bodies - 1);
    int found = -1;
    double most = resisted;
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
    if (s->anchors)
        m->rows.soften = assembly_softness; /* the motion was laid out before they were known */
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
    const bool point = at->inertia[0] == 0 && at->inertia[1] == 0 && at->inertia[2] == 0;
    if (spatial && at->mass > 0 && point)
        jd_hint(c->log, "a point mass has no attitude: a `spherical` joint holds its place alone");
    else if (point && at->mass > 0)
        jd_hint(c->log, "a point mass has no attitude, and what acts at its centre needs none: put "
                        "the points of its joints and forces there");
    else if (spatial && at->mass > 0)
        jd_hint(c->log,
                "a thin rod has none about its length: `shape cylinder` with a diameter has");
    return false;
}

/* ---- Drives --------------------------------------------------------------------------------- */

/* Whether all drives begin with finite numbers, down to their second derivatives. */
static bool drives_begin(const Compile *c) {
    const JdSystem *s = c->system;
    bool good = true;
    for (int d = 0; d < s->drives; d++) {
        ProgramFault fault;
        Text words = {0};
        if (!jd_program_fault(s->drive[d].motion, (Now){0, s->start_held}, NULL,
                              s->drive[d].state >= 0 ? 1 : 2, &fault))
            continue;
        jd_fault_print(&fault, &words);
        if (words.at)
            jd_report(c->log, JD_ERROR, "drive-not-finite", s->drive[d].where,
                      "at the start drive '%s' %s", s->drive[d].name, words.at);
        jd_hint(c->log, "%s", jd_fault_remedy(&fault));
        jd_text_free(&words);
        good = false;
    }
    return good;
}

/* ---- Freedoms ------------------------------------------------------------------------------- */

static bool count_freedoms(Compile *c) {
    JdSystem *s = c->system;
    JdCheck *check = c->check;
    if (!check) return true;
    int locks = 0;
    for (int k = 0; k < s->joints; k++) locks += s->joint[k].elastic ? 0 : s->joint[k].locks;
    check->bodies = s->bodies - 1;
    check->joints = s->joints;
    check->locks = locks;
    check->drives = s->drives;
    check->coordinates = jd_velocities(s) - jd_idle_turns(s);
    check->freedoms_by_count = check->coordinates - locks - s->drives;
    check->freedoms = check->coordinates - check->rank;
    check->starts = c->model->starts.count;

    /* Start values that fix a freedom: those that do not depend on the locks and each other. */
    const ArenaMark mark = jd_arena_mark(&s->arena);
    RowSet with;
    if (!jd_rowset_make(s, &with, ROWS_RATES, NULL, c->starts.positions, c->starts.position))
        return false;
    Dependent found;
    const int dependent = jd_dependent_rows(s, &with, &c->at.motion, NULL, &found, &c->scratch);
    if (dependent < 0) {
        jd_report_memory(c->log);
        return false;
    }
    check->open_starts = check->coordinates - (with.rows - dependent);
    jd_arena_release(&s->arena, mark);
    return true;
}

/* ---- Drives of rates --------------------------------------------------------------------------
 */

/* They go on from where their frees stand: the forms see that from the start. */
static bool begin_drives(Compile *c) {
    JdSystem *s = c->system;
    double *start = ARENA_NEW(&s->arena, double, s->extras + 1);
    if (!start) return false;
    for (int k = 0; k < s->extras; k++) {
        start[k] = s->extra_start[k];
        if (s->extra[k].drive < 0) continue;
        const SystemDrive *drive = &s->drive[s->extra[k].drive];
        const SystemJoint *joint = &s->joint[drive->joint];
        RowNow now;
        s->kernel->row(s, &c->at.motion, &joint->free_row[drive->free], joint->frame_i,
                       joint->frame_j, &now);
        start[k] = now.f;
    }
    s->extra_start = start;
    return true;
}

/* ---- States that begin as the mechanism stands ------------------------------------------------
 */

enum { BEGIN_ROUNDS = 200 };
static const double uncounted = 1e150;  /* m: no error of a place is as large */
static const double begin_near = 1e-13; /* of the mechanism's length: nodes stay */

/* Where a place that follows from others ends it grows as a root does, which no step follows: an
 * error of it does not count, nor of the work of each force there, of which all together stay
 * smooth. */
static void uncount(JdSystem *s, const SystemNodes *block) {
    for (int k = 0; k < block->nodes; k++)
        for (int n = 0; n < s->node_width; n++)
            s->extra[s->node[block->node[k]].extra + n].scale = uncounted;
    for (int k = 0; k < block->forces && s->ledger; k++) {
        const char *name = s->force[block->force[k]].name;
        const size_t length = strlen(name);
        for (int n = 0; n < s->extras; n++)
            if (!strncmp(s->extra[n].name, name, length) &&
                !strcmp(s->extra[n].name + length, ".work"))
                s->extra[n].scale = uncounted;
    }
}

/* Nodes go to their equilibrium from where they are drawn, as far as no damper holds them. */
static bool rest_nodes(Compile *c, double *start, double *moved) {
    JdSystem *s = c->system;
    Motion *m = &c->at.motion;
    jd_nodes_tell(s, m, start);
    jd_inputs_early(s, m);
    for (int b = 0; b < s->node_blocks; b++) {
        const SystemNodes *block = &s->node_block[b];
        int which = block->node[0];
        const NodesEnd end = jd_nodes_relax(s, m, b, &which);
        if (end != NODES_REST) return jd_nodes_report(&s->node[which], end, 0, c->log), false;
    }
    jd_nodes_solve(s, m);
    for (int k = 0; k < s->nodes; k++)
        for (int n = 0; n < s->node_width; n++) {
            const int at = s->node[k].extra + n;
            *moved = fmax(*moved, fabs(m->extra[at] - start[at]));
            start[at] = m->extra[at];
            s->extra[at].scale = s->length;
        }
    for (int b = 0; b < s->node_blocks; b++)
        if (m->nodes[b].follows == s->node_block[b].n) uncount(s, &s->node_block[b]);
    return true;
}

static bool begin_states(Compile *c) {
    JdSystem *s = c->system;
    double *start = ARENA_NEW(&s->arena, double, s->extras + 1);
    if (!start) return false;
    for (int k = 0; k < s->extras; k++) start[k] = s->extra_start[k];
    c->at.motion.extra = start;
    for (int round = 0; round < BEGIN_ROUNDS; round++) {
        if (s->nodes) jd_nodes_tell(s, &c->at.motion, start);
        *c->at.motion.known = 0;
        jd_inputs_all(s, &c->at.motion, LEVEL_VELOCITY);
        for (int k = 0; k < s->extras; k++)
            if (s->extra[k].begin && s->extra[k].drive < 0)
                start[k] = jd_program_eval_at(s->extra[k].begin, (Now){0, s->start_held},
                                              c->at.motion.inputs);
        double moved = 0;
        if (s->nodes && !rest_nodes(c, start, &moved)) return false;
        if (!(moved > begin_near * s->length)) break;
    }
    s->extra_start = start;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* What parameters need to be set later. */
static void keep_asked(Compile *c, JdCompileDef asked) {
    JdSystem *s = c->system;
    const char **texts[] = {&asked.form,    &asked.stabilise, &asked.cut,
                            &asked.elastic, &asked.clearance, &asked.prefer};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++)
        *texts[n] = jd_arena_copy(&s->arena, *texts[n]);
    s->asked = asked;
    if (jd_model_is_as_read(c->model)) s->words = jd_shared_hold(c->model->words);
}

/* Only locks between bodies themselves have all methods. */
static void fit_stabilisation(Compile *c) {
    JdSystem *s = c->system;
    if (s->stabilise <= STABILISE_PROJECTION || s->form->of_bodies) return;
    const bool projects = jd_stabilise_projects(s);
    const char *instead = projects ? "projection" : "baumgarte";
    if (!s->form->always_projects) {
        jd_report(c->log, JD_NOTE, "stabilise-form", nowhere, "form %s has no %s: %s is taken",
                  s->form->name, s->settings.stabilise, instead);
        jd_hint(c->log, "form newton-euler has all of them");
    }
    s->stabilise = projects ? STABILISE_PROJECTION : STABILISE_BAUMGARTE;
    s->settings.stabilise = instead;
}

static bool compile(Compile *c) {
    const JdCompileDef asked = c->def;
    name_form(c);
    c->system = jd_system_new(c->model, c->def, c->log);
    if (!c->system) return false;
    JdSystem *s = c->system;
    keep_asked(c, asked);
    if (s->bodies == 1 && !s->extras && !s->whens && !c->model->bonds) {
        jd_report(c->log, JD_WARNING, "model-empty", nowhere,
                  "the model has no bodies, so that nothing moves");
        jd_hint(c->log, "add one: body b { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }");
    }
    if (!choose_form(c) || !jd_starts_find(c->model, s, &c->starts, c->log)) return false;
    if (!drives_begin(c)) return false;
    bool assembled = jd_assemble(c->model, s, &c->starts, c->def.as_drawn, &c->at, c->log);
    if (c->check) {
        c->check->assembled = assembled;
        c->check->gap = c->at.gap * s->length;
        c->check->gap_rate = c->at.gap_rate * s->length;
    }
    if (!c->at.memory || (!assembled && c->def.hasty)) return false;
    bool ok = look_for_redundancy(c, assembled) && count_freedoms(c) && assembled;
    if (!ok || !masses_are_enough(c) || !begin_drives(c)) return false;
    if (c->chooses) {
        s->form = jd_form_choose(s, &s->why);
        s->settings.form = s->form->name;
    }
    fit_stabilisation(c);
    if (!s->form->prepare(s, c->log)) return false;
    if (!jd_form_extend(s)) return false;

    s->start = ARENA_NEW(&s->arena, double, s->states + 1);
    if (!s->start || !begin_states(c)) return false;
    s->form->state(s, &c->at.motion, NULL, s->start);
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
    jd_model_is_sound(c->model);
    bool ok = compile(c);
    if (c->scratch.failed || (c->system && c->system->arena.failed)) {
        jd_report_memory(c->log);
        ok = false;
    }
    jd_assembled_free(&c->at);
    jd_arena_free(&c->scratch);
    if (ok) jd_system_is_sound(c->system);
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
    JdCheck unwanted;
    if (!result) result = &unwanted;
    *result = (JdCheck){0};
    Compile c = {.model = model, .def = def, .check = result, .log = log};
    bool ok = run_compile(&c);
    jd_system_free(c.system);
    return ok;
}
