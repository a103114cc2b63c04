/* SPDX-License-Identifier: MIT
 *
 * The multibond graph of a mechanism, for those outside the library: built, causal, and evaluated
 * at the start by its own equations. */
#include "query/graph.h"
#include "query/graph_notes.h"
#include "back/back.h"
#include "form/form.h"
#include "model/bonds.h"
#include <stdlib.h>
#include <string.h>

/* The shortest way that is tried off the start, and how well locks hold there: rad, or parts of the
 * mechanism's length. A pivot below which rows follow from others, and a part in a combination: of
 * numbers of size one. */
static const double least_way = 1e-3, on_locks = 1e-11, least_pivot = 1e-7, takes_part_from = 1e-9;

/* ---- Making --------------------------------------------------------------------------------- */

/* "xyz", "zxz": each turn about an axis that the one before is not about. */
static bool read_attitude(const char *word, MultibondDef *def, JdLog *log) {
    if (!word || !strcmp(word, "quaternion")) return true;
    bool good = strlen(word) == 3;
    for (int k = 0; good && k < 3; k++) {
        good = word[k] >= 'x' && word[k] <= 'z' && (k == 0 || word[k] != word[k - 1]);
        def->sequence[k] = (AxisName)(word[k] - 'x');
    }
    def->angles = good;
    if (good) return true;
    jd_report(log, JD_ERROR, "graph-attitude", nowhere, "'%s' is no way to say an attitude", word);
    jd_hint(log, "quaternion, or three turns about x, y and z, no two of the same axis one after "
                 "the other: xyz, zxz");
    return false;
}

static bool reduces(const JdGraphDef *def) {
    return def->constraints &&
           (!strcmp(def->constraints, "minimal") || !strcmp(def->constraints, "hamilton"));
}

static bool read_def(const JdGraphDef *from, MultibondDef *def, JdLog *log) {
    *def = jd_multibond_default();
    const bool minimal = reduces(from);
    def->reduces = minimal;
    if (from->constraints && !minimal) def->method = jd_lock_method_find(from->constraints);
    if (def->method == LOCKS_METHODS) {
        jd_report(log, JD_ERROR, "graph-constraints", nowhere, "'%s' is nothing that holds locks",
                  from->constraints);
        jd_hint(log, "mse, baumgarte, rc, sf, minimal or hamilton");
        return false;
    }
    if (from->stiffness > 0) def->stiffness = from->stiffness;
    if (from->damping > 0) def->damping = from->damping;
    def->without = from->without;
    if (from->alpha > 0) def->alpha = from->alpha;
    if (from->beta > 0) def->beta = from->beta;
    if (from->gamma > 0) def->gamma = from->gamma;
    return read_attitude(from->attitude, def, log);
}

/* Flow sources on vectors: which of the two rules of vector bonds they break is told behind the
 * conflict. */
static void tell_rules(JdLog *log) {
    jd_report(
        log, JD_NOTE, "graph-flow-sources", nowhere,
        "all components of a vector bond have one causality (C1), and cross products and gyrators "
        "take flows alone (C2): "
        "flow sources at locks do not go with free components of the same vector, nor with loops");
    jd_hint(log, "--scalar gives each component its own causality, and loops break variables; "
                 "--constraints mse, baumgarte or rc put efforts at the locks");
}

/* The same with scalar bonds, where the same flow is said by several sources. */
static void tell_repeated_flows(const Multibond *graph, const MultibondNumbers *locks, JdLog *log) {
    Text names = {0}, list = {0};
    int count = 0;
    for (int k = 0; k < graph->holds.count; k++) {
        if (!jd_multibond_repeats(locks, k)) continue;
        jd_text_print(&names, "%s%s", count ? ", " : "", graph->holds.at[k].name);
        jd_text_print(&list, "%s%s", count++ ? "," : "", graph->holds.at[k].name);
    }
    if (count && names.at && list.at) {
        jd_report(log, JD_NOTE, "graph-flow-sources", nowhere,
                  count > 1 ? "%d locks repeat others, and their flow sources say flows again that "
                              "follow already: %s"
                            : "%d lock repeats others, and its flow source says a flow again that "
                              "follows already: %s",
                  count, names.at);
        jd_hint(log, "--without %s leaves them out; --constraints rc runs as it is", list.at);
    }
    jd_text_free(&names), jd_text_free(&list);
}

static void tell_singular(const Multibond *graph, JdLog *log) {
    if (!graph->def.angles || graph->planar) return;
    const AxisName *s = graph->def.sequence;
    jd_report(log, JD_NOTE, "graph-angles", nowhere,
              "the angles %c%c%c are singular where the second one is %s", 'x' + (int)s[0],
              'x' + (int)s[1], 'x' + (int)s[2], s[0] == s[2] ? "0 or 180 deg" : "90 deg");
    jd_hint(log, "a quaternion has no singular attitude");
}

/* The first body that begins where its angles are singular; NULL: none does. */
static const char *singular_body(const JdGraph *g) {
    const MultibondDef *def = &g->graph->def;
    if (!def->angles || g->graph->planar) return NULL;
    for (int n = 1; n < g->system->bodies; n++) {
        const double second = g->signal[g->graph->body[n].attitude + 1];
        if (fabs(jd_multibond_upright(def, second)) < ANGLES_SINGULAR)
            return g->system->body[n].name;
    }
    return NULL;
}

void jd_graph_hint_angles(const JdGraph *g, JdLog *log) {
    const AxisName *s = g->graph->def.sequence;
    jd_hint(log, "other turns, as --attitude %s, have other singular places; quaternion has none",
            s[0] == s[2] ? "xyz" : "zxz");
}

/* Rates of angles have no value there, and neither have accelerations by them. */
static bool begins_well(const JdGraph *g, JdLog *log) {
    const AxisName *s = g->graph->def.sequence;
    const char *body = singular_body(g);
    if (!body) return true;
    jd_report(log, JD_ERROR, "graph-angles", nowhere,
              "'%s' begins where the angles %c%c%c are singular: their rates have no value there",
              body, 'x' + (int)s[0], 'x' + (int)s[1], 'x' + (int)s[2]);
    jd_graph_hint_angles(g, log);
    return false;
}

static double uniform(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* Somewhere near the start where it is not straight by chance; false: nothing near there is. */
static bool wander(const JdSystem *s, Motion *motion, double *y, double *step) {
    uint64_t seed = 7;
    for (double far = 0.2; far > least_way; far *= 0.5) {
        memcpy(y, s->start, sizeof(double) * (size_t)s->states);
        for (int k = 0; k < jd_velocities(s); k++)
            step[k] =
                far * uniform(&seed) * (k % s->kernel->nv < s->kernel->linear ? s->length : 1);
        s->kernel->increment(s, step, y);
        const ProjectReport report = s->form->project(s, motion, 0, FACTORS_ANEW, y);
        if (report.done && report.positions < on_locks) return true;
    }
    return false;
}

/* Where masses are lent to bodies and not returned efforts at locks are those of the graph that
 * does. */
static bool take_efforts(JdGraph *g, const JdModel *model, JdLog *log) {
    MultibondDef def = g->graph->def;
    int hold;
    def.reduces = false;
    Multibond *graph = jd_multibond_new(model, g->system, &def, &g->arena, log);
    ScalarCount count;
    if (graph && g->count.raw_nodes)
        graph = jd_bonds_assign(graph->graph, &graph->report, log)
                    ? jd_multibond_scalar(graph, &count, log)
                    : NULL;
    MultibondNumbers *numbers = graph ? jd_multibond_numbers(graph, log) : NULL;
    if (!numbers) return false;
    const bool good = jd_multibond_evaluate(numbers, &g->run->motion, &hold) &&
                      graph->holds.count == g->graph->holds.count;
    for (int k = 0; k < g->graph->holds.count; k++)
        g->effort[k] = good ? jd_multibond_effort(numbers, k) : NAN;
    return true;
}

static bool lends(const Multibond *graph) {
    for (int n = 1; n < graph->system->bodies; n++) {
        const MultibondBody *at = &graph->body[n];
        if (at->lent_mass || at->lent[0] || at->lent[1] || at->lent[2]) return true;
    }
    return false;
}

/* Efforts are those at the start; what repeats others is looked for nearby, since it may be
 * straight there by chance. */
static bool evaluate(JdGraph *g, const JdModel *model, JdLog *log) {
    int hold;
    const JdSystem *s = g->system;
    Motion *motion = &g->run->motion;
    const int holds = g->graph->holds.count, signals = g->graph->graph->signals.count;
    double *rates = calloc((size_t)(2 * s->states + 6 * s->bodies) + 1, sizeof *rates),
           *y = rates + s->states;
    g->effort = ARENA_NEW(&g->arena, double, holds + 1);
    g->signal = ARENA_NEW(&g->arena, double, signals + 1);
    if (!rates || !g->effort || !g->signal) return free(rates), jd_report_memory(log), false;
    s->form->rates(s, motion, 0, s->start, rates);
    jd_multibond_evaluate(g->numbers, motion, &hold);
    if (g->reduces && !jd_multibond_minimal(g->numbers, motion, &g->arena, &g->minimal)) {
        free(rates);
        jd_report(
            log, JD_ERROR, "graph-minimal", nowhere,
            "an independent velocity moves nothing that has mass or inertia, and has no rate");
        jd_hint(log, "give what it moves some, or take --constraints mse");
        return false;
    }
    jd_multibond_evaluate(g->numbers, motion, &hold);
    const BondEquations *equations = jd_multibond_equations(g->numbers);
    for (int k = 0; k < holds; k++) g->effort[k] = jd_multibond_effort(g->numbers, k);
    if (g->reduces && lends(g->graph) && !take_efforts(g, model, log)) return free(rates), false;
    for (int k = 0; k < signals; k++)
        g->signal[k] = jd_multibond_state(g->numbers, equations->signal[k]);
    if (wander(s, motion, y, y + s->states)) {
        s->form->rates(s, motion, 0, y, rates);
        if (jd_multibond_evaluate(g->numbers, motion, &hold))
            jd_multibond_index_by_rank(g->numbers);
    }
    free(rates);
    return true;
}

static bool takes_part(const MultibondNumbers *numbers, int hold) {
    for (int r = 0; r < jd_multibond_redundant(numbers); r++)
        if (fabs(jd_multibond_null(numbers, r, hold)) > takes_part_from) return true;
    return false;
}

/* The same locks with controlled sources, near the start. */
static MultibondNumbers *held_near_start(JdGraph *g, const JdModel *model, JdLog *log) {
    const JdSystem *s = g->system;
    MultibondDef def = g->graph->def;
    int hold;
    def.method = LOCKS_MSE;
    Multibond *graph = jd_multibond_new(model, s, &def, &g->arena, log);
    MultibondNumbers *numbers = graph ? jd_multibond_numbers(graph, log) : NULL;
    double *y = calloc((size_t)(2 * s->states + 6 * s->bodies) + 1, sizeof *y),
           *rates = y ? y + s->states : NULL;
    const bool good = numbers && y && graph->holds.count == g->graph->holds.count &&
                      wander(s, &g->run->motion, y, rates);
    if (good) s->form->rates(s, &g->run->motion, 0, y, rates);
    if (good) jd_multibond_evaluate(numbers, &g->run->motion, &hold);
    free(y);
    return good ? numbers : NULL;
}

/* Efforts that are one of many: where locks repeat others. Springs have one, by how stiff they are.
 */
static bool mark_shared(JdGraph *g, const JdModel *model, JdLog *log) {
    const int holds = g->graph->holds.count;
    const MultibondNumbers *numbers =
        g->graph->def.method == LOCKS_RC ? held_near_start(g, model, log) : g->numbers;
    g->shared = ARENA_NEW(&g->arena, bool, holds + 1);
    if (!g->shared) return jd_report_memory(log), false;
    for (int k = 0; k < holds && numbers; k++) g->shared[k] = takes_part(numbers, k);
    return true;
}

static void hint_lock(const Multibond *graph, const char *word, size_t length, JdLog *log) {
    char said[80];
    snprintf(said, sizeof said, "%.*s", (int)length, word);
    Nearest nearest = {.word = said};
    for (int k = 0; k < graph->holds.count; k++) jd_nearest_try(&nearest, graph->holds.at[k].name);
    if (nearest.best) jd_hint(log, "did you mean '%s'?", nearest.best);
}

/* "jO_L[1]=1e-5, jO_L[2]=0". */
static bool read_deflections(Multibond *graph, const char *text, JdLog *log) {
    for (const char *at = text; *at;) {
        at += strspn(at, " ,");
        const size_t name = strcspn(at, "=, ");
        const char *value = at + name + (at[name] == '=');
        double number = 0;
        const size_t digits = jd_number_read(value, strcspn(value, ", "), &number);
        const bool known = name && jd_multibond_bend(graph, at, name, number);
        if (!name || at[name] != '=' || !digits || digits != strcspn(value, ", ") || !known) {
            jd_report(log, JD_ERROR, "graph-deflection", nowhere,
                      known ? "'%.*s' has no number that its spring is bent by"
                            : "'%.*s' is no lock that a spring stands at",
                      (int)name, at);
            if (!known) hint_lock(graph, at, name, log);
            jd_hint(log, "a list as jO_Lx=1e-5, in m or rad; the table of locks has their names; "
                         "or preload");
            return false;
        }
        at = value + digits;
        at += strspn(at, " ,");
    }
    return true;
}

/* Springs as they are at the start. */
static bool bend_springs(JdGraph *g, const JdModel *model, const char *deflection, JdLog *log) {
    const JdSystem *s = g->system;
    if (!deflection) return true;
    if (g->graph->def.method != LOCKS_RC) {
        jd_report(log, JD_ERROR, "graph-deflection", nowhere,
                  "no springs stand at the locks that could be bent at the start");
        jd_hint(log, "--constraints rc puts springs and dampers there");
        return false;
    }
    if (strcmp(deflection, "preload") != 0) return read_deflections(g->graph, deflection, log);
    double *rates = calloc((size_t)s->states + 1, sizeof *rates);
    if (!rates) return jd_report_memory(log), false;
    s->form->rates(s, &g->run->motion, 0, s->start, rates);
    free(rates);
    return jd_multibond_preload(g->graph, model, &g->run->motion, log);
}

/* Which velocities the locks leave independent, near the start; *at: the numbers with efforts at
 * them. */
static bool find_independent(JdGraph *g, MultibondNumbers **at, MultibondMinimal *to, JdLog *log) {
    const JdSystem *s = g->system;
    int hold;
    MultibondNumbers *numbers = *at = jd_multibond_numbers(g->graph, log);
    double *rates = calloc((size_t)(2 * s->states + 6 * s->bodies) + 1, sizeof *rates),
           *y = rates + s->states;
    bool good = numbers && rates;
    if (good) {
        Motion *motion = &g->run->motion;
        const bool away = wander(s, motion, y, y + s->states);
        s->form->rates(s, motion, 0, away ? y : s->start, rates);
        good = jd_multibond_evaluate(numbers, motion, &hold) &&
               jd_multibond_minimal(numbers, motion, &g->arena, to);
    }
    free(rates);
    return good;
}

/* Scalar bonds with flow sources at the locks; rotations stand the way the flows go. */
static bool make_flows(JdGraph *g, JdLog *log) {
    enum { ROUNDS = 4 };
    MultibondMinimal minimal;
    Multibond *vector = g->graph;
    MultibondNumbers *locks;
    const bool known = find_independent(g, &locks, &minimal, log);
    for (int round = 0, turned = 1; round < ROUNDS && turned; round++) {
        g->graph = jd_multibond_scalar(vector, &g->count, log);
        if (!g->graph) return false;
        if (!jd_multibond_hold_flows(g->graph, known ? &minimal : NULL))
            return jd_report_memory(log), false;
        if (!jd_bonds_assign(g->graph->graph, &g->graph->report, log)) {
            if (known) tell_repeated_flows(vector, locks, log);
            return false;
        }
        turned = jd_multibond_turn_rotations(vector, g->graph);
    }
    return true;
}

static bool build(JdGraph *g, const JdModel *model, const JdGraphDef *from, JdLog *log) {
    MultibondDef def;
    if (!read_def(from, &def, log)) return false;
    g->reduces = reduces(from);
    g->hamilton = g->reduces && !strcmp(from->constraints, "hamilton");
    g->system = jd_compile(
        model,
        (JdCompileDef){.form = "newton-euler", .stabilise = "none", .as_drawn = from->settle}, log);
    g->run = jd_run_new(g->system, (JdRunDef){.until = 1}, log);
    if (!g->run) return false;
    if (g->system->bodies < 2) {
        jd_report(log, JD_ERROR, "graph-no-bodies", nowhere,
                  "the model has no bodies, so that nothing moves in its graph");
        jd_hint(log, "`jourdain bonds` shows the bond graph that a model says itself");
        return false;
    }
    if (g->system->feedbacks) {
        jd_report(log, JD_ERROR, "graph-feedback", nowhere,
                  "forces of the model read accelerations or reactions, which a graph does not "
                  "know before them");
        jd_hint(log, "let them read positions and velocities");
        return false;
    }
    const bool flows = def.method == LOCKS_SF && from->scalar; /* no vector has to take them */
    if (flows) def.method = LOCKS_MSE;
    g->graph = jd_multibond_new(model, g->system, &def, &g->arena, log);
    if (!g->graph) return false;
    tell_singular(g->graph, log);
    if (!jd_bonds_assign(g->graph->graph, &g->graph->report, log)) {
        if (def.method == LOCKS_SF) tell_rules(log);
        return false;
    }
    if (flows && !make_flows(g, log)) return false;
    if (from->scalar && !flows) g->graph = jd_multibond_scalar(g->graph, &g->count, log);
    g->numbers = g->graph ? jd_multibond_numbers(g->graph, log) : NULL;
    if (!g->numbers) return false;
    g->head.bonds = g->graph->graph;
    if (from->settle && !jd_graph_settle(g, model, log)) return false;
    if (!bend_springs(g, model, from->deflection, log)) return false;
    jd_graph_notes(model, g->graph, &g->notes);
    return evaluate(g, model, log) && begins_well(g, log) && mark_shared(g, model, log);
}

void jd_graph_free(JdGraph *graph) {
    if (!graph) return;
    jd_arena_free(&graph->arena);
    jd_text_free(&graph->notes);
    jd_run_free(graph->run);
    jd_system_free(graph->system);
    free(graph);
}

JdGraph *jd_graph_new(const JdModel *model, JdGraphDef def, JdLog *log) {
    JdGraph *graph = model ? calloc(1, sizeof *graph) : NULL;
    if (model && !graph) jd_report_memory(log);
    if (!graph || build(graph, model, &def, log)) return graph;
    jd_graph_free(graph);
    return NULL;
}

/* ---- Looking ----------------------------------------------------------------------------------
 */

JdGraphCount jd_graph_count(const JdGraph *graph) {
    if (!graph) return (JdGraphCount){0};
    const BondGraph *bonds = graph->graph->graph;
    JdGraphCount count = {bonds->nodes.count, bonds->bonds.count, graph->count.raw_nodes,
                          graph->count.raw_bonds, jd_multibond_redundant(graph->numbers)};
    for (int k = 0; k < graph->graph->elements.count; k++) {
        const MultibondElement *at = &graph->graph->elements.at[k];
        *(at->force >= 0 ? &count.functional : &count.parasitic) += jd_bonds_width(bonds, at->node);
    }
    const BondEquations *equations = jd_multibond_equations(graph->numbers);
    const MultibondMinimal *minimal = &graph->minimal;
    count.states = equations->states.count - minimal->velocities + minimal->count;
    count.dependent = equations->dependent.count;
    count.index = graph->reduces ? 0 : equations->index;
    return count;
}

bool jd_graph_bond(const JdGraph *graph, int index, JdBondInfo *info) {
    const BondGraph *bonds = graph ? graph->graph->graph : NULL;
    if (!bonds || !info || index < 0 || index >= bonds->bonds.count) return false;
    const Bond *bond = &bonds->bonds.at[index];
    const int end = bond->stroke == STROKE_TO ? bond->to : bond->from;
    *info = (JdBondInfo){.name = bond->name,
                         .from = bonds->nodes.at[bond->from].name,
                         .to = bonds->nodes.at[bond->to].name,
                         .stroke = bond->stroke ? bonds->nodes.at[end].name : NULL,
                         .domain = bond->domain ? bond->domain->name : NULL,
                         .dimension = jd_bond_dimension(bond)};
    return true;
}

/* A text that lives as long as the graph. */
static const char *keep(const JdGraph *graph, Text *text) {
    const char *kept = jd_arena_copy(graph->graph->arena, text->at ? text->at : "");
    jd_text_free(text);
    return kept ? kept : "";
}

static void print_matrix(const BondGraph *graph, const SymMatrix *m, Text *out) {
    if (m->rows * m->columns == 1) {
        jd_sym_print(graph->pool, m->at[0], SYM_TEXT, out);
        return;
    }
    jd_text_print(out, "[");
    for (int r = 0; r < m->rows; r++) {
        jd_text_print(out, "%s%s", r ? ", " : "", m->columns > 1 ? "[" : "");
        for (int c = 0; c < m->columns; c++) {
            if (c) jd_text_print(out, ", ");
            jd_sym_print(graph->pool, m->at[r * m->columns + c], SYM_TEXT, out);
        }
        if (m->columns > 1) jd_text_print(out, "]");
    }
    jd_text_print(out, "]");
}

bool jd_graph_node(const JdGraph *graph, int index, JdGraphNode *node) {
    const BondGraph *bonds = graph ? graph->graph->graph : NULL;
    if (!bonds || !node || index < 0 || index >= bonds->nodes.count) return false;
    const BondNode *at = &bonds->nodes.at[index];
    Text text = {0};
    if (at->constraint.holds) jd_text_print(&text, "holds");
    if (at->value.at) print_matrix(bonds, &at->value, &text);
    *node =
        (JdGraphNode){at->name, at->type->name, keep(graph, &text), at->part - 1, at->parasitic};
    return true;
}

bool jd_graph_part(const JdGraph *graph, int index, JdGraphPart *part) {
    const BondGraph *bonds = graph ? graph->graph->graph : NULL;
    if (!bonds || !part || index < 0 || index >= bonds->parts.count) return false;
    *part = (JdGraphPart){bonds->parts.at[index].kind, bonds->parts.at[index].name};
    return true;
}

bool jd_graph_signal(const JdGraph *graph, int index, JdGraphSignal *signal) {
    const BondGraph *bonds = graph ? graph->graph->graph : NULL;
    if (!bonds || !signal || index < 0 || index >= bonds->signals.count) return false;
    const BondSignal *at = &bonds->signals.at[index];
    Text text = {0};
    jd_sym_print(bonds->pool, at->is, SYM_TEXT, &text);
    *signal = (JdGraphSignal){at->name, keep(graph, &text), at->integrates, graph->signal[index]};
    return true;
}

bool jd_graph_lock(const JdGraph *graph, int index, JdGraphLock *lock) {
    if (!graph || !lock || index < 0 || index >= graph->graph->holds.count) return false;
    const MultibondHold *hold = &graph->graph->holds.at[index];
    Text text = {0};
    jd_multibond_hold_words(graph->graph, index, &text);
    *lock = (JdGraphLock){hold->name,           graph->system->joint[hold->joint].name,
                          keep(graph, &text),   jd_multibond_repeats(graph->numbers, index),
                          graph->shared[index], graph->effort[index]};
    return true;
}

bool jd_graph_element(const JdGraph *graph, int index, JdGraphElement *element) {
    if (!graph || !element || index < 0 || index >= graph->graph->elements.count) return false;
    const Multibond *g = graph->graph;
    const MultibondElement *at = &g->elements.at[index];
    const BondNode *node = &g->graph->nodes.at[at->node];
    *element = (JdGraphElement){.name = node->name,
                                .type = node->type->name,
                                .functional = at->force >= 0,
                                .force = at->force >= 0 ? g->system->force[at->force].name : NULL,
                                .joint = g->system->joint[at->joint].name,
                                .value = jd_bonds_number(g->graph, node->value.at[0]),
                                .dimension = jd_bonds_width(g->graph, at->node)};
    return true;
}

bool jd_graph_velocity(const JdGraph *graph, int index, JdGraphVelocity *velocity) {
    if (!graph || !velocity || index < 0 || index >= graph->minimal.count) return false;
    const MultibondMinimal *m = &graph->minimal;
    Text text = {0};
    jd_multibond_velocity_name(graph->graph, m->independent[index], &text);
    *velocity =
        (JdGraphVelocity){keep(graph, &text), m->count,           m->inertia + index * m->count,
                          m->gyristor[index], m->eulerian[index], m->effort[index],
                          m->rate[index]};
    return true;
}

bool jd_graph_follows(const JdGraph *graph, int index, const char **name, const double **row,
                      int *count) {
    if (!graph || !name || !row || !count || index < 0 || index >= graph->minimal.velocities)
        return false;
    Text text = {0};
    jd_multibond_velocity_name(graph->graph, index, &text);
    *name = keep(graph, &text);
    *row = graph->minimal.B + index * graph->minimal.count;
    *count = graph->minimal.count;
    return true;
}

static bool write_page(JdGraph *graph, JdBondsPage page, Text *out) {
    BondEquations *equations = (BondEquations *)jd_multibond_equations(graph->numbers);
    BondPaths paths;
    BondPresent present;
    if (page == JD_BONDS_SUMMARY) {
        jd_equations_summary(equations, out);
        return true;
    }
    if (page == JD_BONDS_PATHS) {
        if (!jd_equations_paths(equations, &graph->arena, &paths)) return false;
        jd_paths_print(equations, &paths, out);
        return true;
    }
    const SymStyle style = page == JD_BONDS_LATEX ? SYM_LATEX
                           : page == JD_BONDS_C   ? SYM_C
                                                  : SYM_TEXT;
    return jd_equations_present(equations, &graph->arena, &present) &&
           jd_equations_print(&present, style, out);
}

static char *hand_out(Text *out, bool good) {
    if (good && !out->failed && !out->at) jd_text_print(out, "%s", "");
    if (good && !out->failed && out->at) return out->at;
    jd_text_free(out);
    return NULL;
}

char *jd_graph_model(JdGraph *graph, JdLog *log) {
    Text out = {0};
    int hold;
    if (!graph) return NULL;
    if (graph->reduces) {
        jd_report(
            log, JD_ERROR, "graph-minimal", nowhere,
            "transformers to independent velocities are found from the graph at each instant, "
            "and have no formula that could stand in a text");
        jd_hint(log,
                "`jourdain compare MODEL --bond minimal` runs it; --constraints mse has a text");
        return NULL;
    }
    const JdSystem *s = graph->system;
    double *rates = calloc((size_t)s->states + 1, sizeof *rates);
    if (rates) s->form->rates(s, &graph->run->motion, 0, s->start, rates);
    const bool stands = rates && jd_multibond_evaluate(graph->numbers, &graph->run->motion, &hold);
    free(rates);
    if (!rates) jd_report_memory(log);
    if (rates && !stands) {
        jd_report(log, JD_ERROR, "loop-singular", nowhere,
                  "the equations of the graph have no solution at the start: their causality "
                  "divides by a modulus that is zero there");
        jd_hint(log, "let it start elsewhere, or take --constraints mse, which divides by none");
    }
    const bool good = stands && jd_multibond_write(graph->graph, graph->numbers, &out, log);
    if (good) jd_text_print(&out, "%s", graph->notes.at ? graph->notes.at : "");
    return hand_out(&out, good && !graph->notes.failed);
}

/* ---- Back ---------------------------------------------------------------------------------------
 */

char *jd_graph_mechanism(const char *name, const char *text, size_t length, JdLog *log) {
    Text out = {0};
    JdModel *model =
        text ? jd_model_read_text(name, text, length, (JdReadDef){.open_bonds = true}, log) : NULL;
    if (!model) return NULL;
    bool good = model->bonds != NULL;
    if (!good) {
        jd_report(log, JD_ERROR, "bonds-none", nowhere, "the model has no bond graph");
        jd_hint(log, "`jourdain bond MODEL --out graph.jd` writes that of a mechanism");
    }
    Arena arena = {0};
    const char *notes = jd_arena_text(&arena, text, length);
    good = good && notes && jd_graph_back(model, model->bonds->graph, notes, &out, log);
    jd_model_free(model);
    char *mechanism = hand_out(&out, good);
    if (mechanism) mechanism = jd_graph_notes_back(mechanism, notes, log);
    jd_arena_free(&arena);
    return mechanism;
}

char *jd_graph_text(JdGraph *graph, JdBondsPage page) {
    Text out = {0};
    return graph ? hand_out(&out, write_page(graph, page, &out)) : NULL;
}

/* ---- Locks that may be left out
 * ------------------------------------------------------------------- */

enum {
    CHOICES = 5,
    LISTED = 200
}; /* that repeat others: with more the sets are too many to be tried; sets that are told */

typedef struct {
    const JdGraph *graph;
    int count, holds; /* that repeat; all */
    int chosen[CHOICES];
    int listed, sets;
    Text *out;
} Choices;

/* Whether what is left when these are taken away holds as much: the combinations that say nothing
 * have full rank in them. */
static bool frees_all(const Choices *c) {
    double a[CHOICES][CHOICES];
    const int n = c->count;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < n; k++) a[r][k] = jd_multibond_null(c->graph->numbers, r, c->chosen[k]);
    for (int k = 0; k < n; k++) {
        int most = k;
        for (int r = k; r < n; r++)
            if (fabs(a[r][k]) > fabs(a[most][k])) most = r;
        if (fabs(a[most][k]) < least_pivot) return false;
        for (int j = 0; j < n; j++) {
            const double swap = a[k][j];
            a[k][j] = a[most][j], a[most][j] = swap;
        }
        for (int r = k + 1; r < n; r++) {
            const double by = a[r][k] / a[k][k];
            for (int j = k; j < n; j++) a[r][j] -= by * a[k][j];
        }
    }
    return true;
}

static void choose(Choices *c, int level, int from) {
    if (level == c->count) {
        if (!frees_all(c)) return;
        c->sets++;
        if (c->listed == LISTED) return;
        for (int k = 0; k < c->count; k++)
            jd_text_print(c->out, "%s%s", k ? ", " : "",
                          c->graph->graph->holds.at[c->chosen[k]].name);
        jd_text_print(c->out, "\n");
        c->listed++;
        return;
    }
    for (int k = from; k < c->holds; k++) {
        if (!takes_part(c->graph->numbers, k)) continue;
        c->chosen[level] = k;
        choose(c, level + 1, k + 1);
    }
}

char *jd_graph_choices(const JdGraph *graph) {
    Text out = {0};
    if (!graph) return NULL;
    Choices c = {.graph = graph,
                 .count = jd_multibond_redundant(graph->numbers),
                 .holds = graph->graph->holds.count,
                 .out = &out};
    if (c.count > CHOICES)
        jd_text_print(&out, "%d repeat others: the sets are not tried one by one\n", c.count);
    else if (c.count)
        choose(&c, 0, 0);
    if (c.sets > c.listed) jd_text_print(&out, "and %d sets more\n", c.sets - c.listed);
    return hand_out(&out, true);
}
