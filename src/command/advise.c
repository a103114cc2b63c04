/* SPDX-License-Identifier: MIT
 *
 * `jourdain advise`: what to put at the locks of a mechanism's multibond graph, from facts: each
 * method is built and asked for its states and index, or for why it cannot be. The guidelines are a
 * table of rules; the first that holds decides. */
#include "app/app.h"
#include <stdlib.h>
#include <string.h>

enum { MSE, BAUMGARTE, RC, SF, MINIMAL, METHODS };

/* One method: the graph with it. */
typedef struct {
    bool made, runs; /* it has a graph; and this moves by itself */
    bool scalar;     /* with scalar bonds alone */
    JdGraphCount count;
    int speeds;          /* independent velocities, of minimal */
    int pairs, cycles;   /* causal paths of classes 1 and 4 */
    const char *message; /* why not */
} Method;

typedef struct {
    App *app;
    const JdModel *model;
    JdCheck check;
    int loops;
    double swing; /* rad/s, of the springs at locks on the lightest body */
    Method method[METHODS];
} Advice;

static const char *const names[METHODS] = {"mse", "baumgarte", "rc", "sf", "minimal"};
static const double explicit_reach = 2.8; /* a step of fourth order times the frequency, at most */

/* ---- Facts ------------------------------------------------------------------------------------
 */

static const char *first_error(App *app, const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage m = jd_log_message(log, n);
        if (m.severity == JD_ERROR) return jd_arena_copy(&app->arena, m.text);
    }
    return NULL;
}

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (const char *at = text; at && (at = strstr(at, what)); at++) count++;
    return count;
}

static void count_paths(JdGraph *graph, Method *to) {
    char *paths = jd_graph_text(graph, JD_BONDS_PATHS);
    to->pairs = count_of(paths, "class 1 ");
    to->cycles = count_of(paths, "class 4 ");
    jd_free_text(paths);
}

/* Minimal runs as it is; the others as texts. */
static bool can_run(JdGraph *graph, int method, JdLog *log) {
    if (method == MINIMAL) return true;
    char *text = jd_graph_model(graph, log);
    jd_free_text(text);
    return text != NULL;
}

/* The springs at the locks on what is lightest. */
static void find_swing(Advice *a, const JdGraph *graph) {
    JdBodyInfo body;
    JdGraphElement element;
    double lightest = INFINITY, stiffness = 0;
    for (int n = 0; jd_graph_element(graph, n, &element); n++)
        if (!element.functional && !strcmp(element.type, "C") && element.value > 0)
            stiffness = 1 / element.value;
    for (int n = 1; jd_model_body(a->model, n, &body); n++) {
        const double of[] = {body.mass, body.ixx, body.iyy, body.izz};
        for (int k = 0; k < 4; k++)
            if (of[k] > 0) lightest = fmin(lightest, of[k]);
    }
    a->swing = sqrt(stiffness / lightest);
}

static void try_method(Advice *a, int method, bool scalar) {
    Method *to = &a->method[method];
    JdLog *log = jd_log_new();
    JdGraphVelocity velocity;
    JdGraph *graph =
        jd_graph_new(a->model, (JdGraphDef){.constraints = names[method], .scalar = scalar}, log);
    *to = (Method){.made = graph != NULL, .scalar = scalar, .count = jd_graph_count(graph)};
    to->runs = graph && can_run(graph, method, log);
    if (!to->runs) to->message = first_error(a->app, log);
    if (graph && method == SF) count_paths(graph, to);
    if (graph && method == RC) find_swing(a, graph);
    while (jd_graph_velocity(graph, to->speeds, &velocity)) to->speeds++;
    jd_graph_free(graph);
    jd_log_free(log);
}

/* The body that stands for all that hang together with this one; bodies by their names. */
static int piece_of(const int *piece, int body) {
    while (piece[body] != body) body = piece[body];
    return body;
}

static int body_of(const JdModel *model, const char *name) {
    JdBodyInfo body;
    for (int n = 0; name && jd_model_body(model, n, &body); n++)
        if (!strcmp(body.name, name)) return n;
    return -1;
}

/* Joints between bodies that hang together without them; a coupling closes one, too. */
static void count_loops(Advice *a, const JdSystem *system) {
    JdConnections *of = jd_connections_new(system, NULL);
    JdBranch branch;
    int *piece = ARENA_NEW(&a->app->arena, int, jd_model_info(a->model).bodies + 1);
    for (int n = 0; piece && n <= jd_model_info(a->model).bodies; n++) piece[n] = n;
    for (int n = 0; piece && jd_connections_branch(of, n, &branch); n++) {
        const int i = body_of(a->model, branch.i), j = body_of(a->model, branch.j);
        if (branch.rows == 0) continue;
        const int one = i < 0 ? 0 : piece_of(piece, i), other = j < 0 ? 0 : piece_of(piece, j);
        a->loops += one == other;
        piece[one] = other;
    }
    jd_connections_free(of);
}

static bool find_facts(Advice *a) {
    JdSystem *system = jd_compile(a->model, (JdCompileDef){.form = "newton-euler"}, a->app->log);
    const bool good = system && jd_check(a->model, (JdCompileDef){.form = "newton-euler"},
                                         &a->check, a->app->log);
    if (good) count_loops(a, system);
    jd_system_free(system);
    if (!good) return false;
    for (int k = 0; k < METHODS; k++) try_method(a, k, false);
    if (!a->method[SF].made) try_method(a, SF, true);
    return a->method[RC].made || a->method[MSE].made;
}

/* ---- Rules: the first that holds ----------------------------------------------------------------
 */

static bool always(const Advice *a) {
    return a != NULL;
}
static bool is_free(const Advice *a) {
    return a->check.locks == 0 && a->check.drives == 0;
}
static bool repeats(const Advice *a) {
    return a->method[MSE].count.redundant > 0;
}
static bool is_closed(const Advice *a) {
    return a->loops > 0;
}
static bool is_open(const Advice *a) {
    return a->loops == 0 && a->method[SF].cycles == 0;
}

static const struct {
    bool (*holds)(const Advice *a);
    int method;
    const char *why;
} rules[] = {
    {is_free, MSE, "nothing is locked: no element stands anywhere, and all methods are one"},
    {repeats, RC,
     "locks repeat others, so that efforts of sources would not be unique: springs share what they "
     "carry, take any start and run with explicit steppers; their efforts depend on the stiffness"},
    {is_open, SF,
     "an open chain: flow sources leave storages that depend on others and no causal cycle, which "
     "is easy and quick"},
    {is_closed, BAUMGARTE,
     "closed loops without locks that repeat others: controlled sources hold ideally, with efforts "
     "that are unique, and signals return what drifts"},
    {always, BAUMGARTE,
     "controlled sources hold ideally, with efforts that are unique, and signals return what "
     "drifts"},
    {always, MINIMAL, "independent velocities need nothing at the locks"},
    {always, RC, "springs and dampers run where nothing else does"},
};
enum { RULES = sizeof rules / sizeof *rules };

/* Efforts of sources must be unique. */
static const bool are_sources[METHODS] = {[MSE] = true, [BAUMGARTE] = true, [SF] = true};

static bool is_possible(const Advice *a, int method) {
    return a->method[method].runs && !(are_sources[method] && repeats(a));
}

static int decide(const Advice *a) {
    for (int k = 0; k < RULES; k++)
        if (rules[k].holds(a) && is_possible(a, rules[k].method)) return k;
    return -1;
}

/* ---- Words
 * ---------------------------------------------------------------------------------------- */

/* What speaks for and against a method that can be, with this model's numbers. */
static void say_mse(const Advice *a, const Method *m, Text *out) {
    (void)a, (void)m;
    jd_text_print(out, "ideal; drifts off the locks, and its index asks for implicit steppers");
}
static void say_baumgarte(const Advice *a, const Method *m, Text *out) {
    (void)a, (void)m;
    jd_text_print(out, "ideal; signals return what drifts");
}
static void say_rc(const Advice *a, const Method *m, Text *out) {
    (void)m;
    jd_text_print(out,
                  "takes any start and locks that repeat others; springs swing with up to %.3g "
                  "rad/s, so that explicit steps are below %.2g s",
                  a->swing, explicit_reach / a->swing);
}
static void say_sf(const Advice *a, const Method *m, Text *out) {
    (void)a;
    jd_text_print(out, "%d states depend on others; %d paths of class 1, %d cycles of class 4",
                  m->count.dependent, m->pairs, m->cycles);
}
static void say_minimal(const Advice *a, const Method *m, Text *out) {
    (void)a;
    jd_text_print(out, "%d independent velocit%s, with transformers anew at each instant",
                  m->speeds, m->speeds == 1 ? "y" : "ies");
}

static void say_free(const Advice *a, const Method *m, Text *out) {
    (void)a, (void)m;
    jd_text_print(out, "nothing is locked");
}

static void (*const say[METHODS + 1])(const Advice *, const Method *, Text *) = {
    say_mse, say_baumgarte, say_rc, say_sf, say_minimal, say_free};

static void say_reason(const Advice *a, int method, Text *out) {
    const Method *m = &a->method[method];
    if (!m->runs)
        jd_text_print(out, "%s", m->message ? m->message : "it has no graph");
    else if (!is_possible(a, method))
        jd_text_print(out, "%d locks repeat others: efforts are not unique",
                      a->method[MSE].count.redundant);
    else
        say[is_free(a) ? METHODS : method](a, m, out);
}

static const char *verdict_of(const Advice *a, int method, int rule) {
    if (rule >= 0 && rules[rule].method == method) return "recommended";
    return is_possible(a, method) ? "possible" : "not here";
}

static void count_cell(Page *page, const Method *m, int count) {
    if (m->made)
        jd_page_number(page, count);
    else
        jd_page_value(page, (double)NAN, "-");
}

static void write_methods(const Advice *a, Page *page, int rule) {
    jd_page_heading(page, "Methods");
    jd_page_table(page, "methods", "method verdict bonds states index because");
    for (int k = 0; k < METHODS; k++) {
        const Method *m = &a->method[k];
        Text reason = {0};
        say_reason(a, k, &reason);
        jd_page_cell(page, names[k]);
        jd_page_cell(page, verdict_of(a, k, rule));
        jd_page_cell(page, !m->made ? "" : m->scalar ? "scalar" : "vector");
        count_cell(page, m, m->count.states);
        count_cell(page, m, m->count.index);
        jd_page_cell(page, jd_page_keep(page, &reason));
    }
    jd_page_end(page);
}

static void write_advice(const Advice *a, Page *page, int rule) {
    const JdModelInfo info = jd_model_info(a->model);
    const int method = rule >= 0 ? rules[rule].method : -1;
    jd_page_word(page, "model", "model", info.name ? info.name : "");
    jd_page_word(page, "method", "method", method >= 0 ? names[method] : "none");
    if (method >= 0) {
        jd_page_word(page, "bonds", "bonds", a->method[method].scalar ? "scalar" : "vector");
        jd_page_word(page, "why", "because", rules[rule].why);
    }
    jd_page_heading(page, "Facts");
    jd_page_fact(page, "body_count", "bodies", a->check.bodies, "");
    jd_page_fact(page, "locks", "locks and drives", a->check.locks + a->check.drives, "");
    jd_page_word(page, "chain", "chain", a->loops ? "closed" : "open");
    jd_page_fact(page, "loops", "loops", a->loops, "");
    jd_page_fact(page, "redundant", "repeated locks", a->method[MSE].count.redundant, "");
    jd_page_fact(page, "freedoms", "freedoms", a->check.freedoms, "");
    write_methods(a, page, rule);
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    Advice a = {.app = app, .model = model};
    if (find_facts(&a)) {
        Page page = jd_page(app);
        write_advice(&a, &page, decide(&a));
        jd_page_free(&page);
        code = DONE;
    } else { /* why there is no graph at all */
        if (!jd_log_errors(app->log)) jd_graph_free(jd_graph_new(model, (JdGraphDef){0}, app->log));
        code = WRONG_MODEL;
    }
    jd_model_free(model);
    return code;
}

const Command jd_command_advise = {
    .name = "advise",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "safe set spatial",
    .summary = "say what to put at the locks of a mechanism's multibond graph, and why",
    .details =
        "Each method of `jourdain bond MODEL --constraints mse` and its like is built for the "
        "model: its states, its "
        "index, "
        "or why it cannot be; with loops, locks that repeat others, causal paths and the swing of "
        "the springs the guidelines of the paper 004 (`jourdain paper 004`) decide. Locks that "
        "repeat others: springs "
        "and dampers. Open chains: flow sources. Closed loops: controlled sources with signals "
        "that "
        "return to the locks.\n",
    .examples = "jourdain advise model/slider_crank.jd\n"
                "jourdain advise model/slider_crank_hyperstatic.jd --json\n",
    .call = call,
};
