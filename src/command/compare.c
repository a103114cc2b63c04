/* SPDX-License-Identifier: MIT
 *
 * `jourdain compare`: one model, every formulation, side by side. A formulation that fails is a
 * column with its message, not the end of the table. */
#include "compare/compare.h"
#include <string.h>

/* ---- Before the runs ------------------------------------------------------------------------ */

/* --stabilise all: not forms, but what keeps the locks of one closed. */
static const char *const methods[] = {"none",       "baumgarte", "projection",     "partitioning",
                                      "correction", "augmented", "udwadia-kalaba", NULL};

static bool stabilises_all(const Comparison *all) {
    const char *how = jd_app_text(all->app, "stabilise");
    return how && !strcmp(how, "all");
}

static ExitCode run_text(Comparison *all, Contender *form);
static ExitCode run_minimal(Comparison *all, Contender *form);

/* --bond: graphs of the mechanism, behind the forms. */
typedef struct GraphMethod {
    const char *name; /* as `jourdain bond --constraints` has it */
    bool scalar;      /* flow sources close loops with scalar bonds alone */
    ExitCode (*run)(Comparison *all, Contender *form);
} GraphMethod;
static const GraphMethod graph_methods[] = {
    {"mse", false, run_text}, {"baumgarte", false, run_text},  {"rc", false, run_text},
    {"sf", true, run_text},   {"minimal", false, run_minimal}, {"hamilton", false, run_minimal}};
enum { GRAPH_METHODS = sizeof graph_methods / sizeof *graph_methods };

static bool is_word(const char *name, const char *word, int length) {
    return (int)strlen(name) == length && !strncmp(name, word, (size_t)length);
}

static bool list_graph(Comparison *all, const char *word, int length) {
    Arena *arena = &all->app->arena;
    bool found = false;
    for (int k = 0; k < GRAPH_METHODS; k++) {
        const char *name = graph_methods[k].name;
        if (!is_word(name, word, length) && !is_word("all", word, length)) continue;
        found = true;
        if (all->forms == MOST_FORMS || arena->failed) return true;
        Contender *to = &all->form[all->forms++];
        to->bond = &graph_methods[k];
        to->name = jd_arena_format(arena, "bond-%s", name);
    }
    return found;
}

static bool list_graphs(Comparison *all) {
    const char *words = jd_app_text(all->app, "bond");
    while (words && *words) {
        const int length = (int)strcspn(words, ",");
        if (length && !list_graph(all, words, length)) {
            jd_report(all->app->log, JD_ERROR, "option-value", nowhere,
                      "--bond: '%.*s' is nothing that holds locks in a graph", length, words);
            jd_hint(all->app->log,
                    "mse, baumgarte, rc, sf, minimal, hamilton, or all of them: all");
            return false;
        }
        words += length + (words[length] == ',');
    }
    return true;
}

/* Names of columns have no blanks: "newton-euler,alpha=5". */
static const char *column_name(Comparison *all, const char *form, bool alone) {
    Text text = {0};
    if (!alone) jd_text_print(&text, "%s", form);
    jd_varied_words(&all->varied, &text);
    char *name = jd_arena_text(&all->app->arena, text.at ? text.at : "", text.count), *to = name;
    for (const char *from = name; from && *from; from++)
        if (*from != ' ') *to++ = *from;
    if (to) *to = '\0';
    if (text.failed) all->app->arena.failed = true;
    jd_text_free(&text);
    return name;
}

/* Each form of the list with each choice of --vary. */
static void list_choices(Comparison *all, const char *const *forms, int count) {
    int choice = 0;
    do {
        for (int n = 0; n < count && all->forms < MOST_FORMS; n++) {
            const bool alone = count == 1 && all->varied.of.count > 0;
            all->form[all->forms++] = (Contender){
                .form = forms[n], .choice = choice, .name = column_name(all, forms[n], alone)};
        }
        choice++;
    } while (jd_varied_next(&all->varied));
}

static bool list_forms(Comparison *all) {
    all->form = ARENA_NEW(&all->app->arena, Contender, MOST_FORMS);
    const char **names = jd_app_forms(all->app);
    const char *table[MOST_FORMS + 1] = {NULL};
    if (!all->form || !names) return false;
    for (int n = 0; n < MOST_FORMS && jd_table_at(JD_FORMS, n).name; n++)
        table[n] = jd_table_at(JD_FORMS, n).name;
    const char *const *forms = stabilises_all(all) ? methods : names[0] ? names : table;
    int count = 0;
    while (forms[count]) count++;
    if (jd_varied_count(&all->varied) > MOST_FORMS / count) {
        jd_report(all->app->log, JD_ERROR, "option-value", nowhere,
                  "--vary makes more than %d columns", (int)MOST_FORMS);
        jd_hint(all->app->log, "give fewer values, or name fewer formulations: --forms");
        return false;
    }
    list_choices(all, forms, count);
    if (!stabilises_all(all) && !list_graphs(all)) return false;
    return !all->app->arena.failed;
}

/* What --vary says is as if it stood in the command, for this column. */
static bool choose(Comparison *all, int form) {
    Varied *varied = &all->varied;
    for (int n = 0; n < all->form[form].choice; n++) jd_varied_next(varied);
    const bool good = jd_varied_choose(varied) != NULL;
    for (int n = 0; n < varied->of.count; n++) varied->of.at[n].chosen = 0;
    return good;
}

static const double rounding =
    1e-12; /* of a quotient: an end that is a whole number of rows has its row */

/* When outputs are compared: as the model has them, but not more often than that is of use. */
static bool list_times(Comparison *all) {
    enum { MOST = 1000, USUAL = 200 };
    TrialDef *def = &all->def;
    const double until = def->run.until, every = def->run.output_every;
    double count = every > 0 ? floor(until / every * (1 + rounding)) : USUAL;
    if (!(count >= 1)) count = 1;
    const double stride = ceil(count / MOST), step = every > 0 ? every * stride : until / USUAL;
    def->time_count = (int)(count / stride) + 1;
    double *times = ARENA_NEW(&all->app->arena, double, def->time_count + 1);
    for (int n = 0; times && n < def->time_count; n++) times[n] = fmin(n * step, until);
    def->times = times;
    return times != NULL;
}

static bool find_joint(Comparison *all) {
    const char *name = jd_app_text(all->app, "joint");
    JdJointInfo joint;
    all->def.joint = name;
    Nearest nearest = {.word = name};
    for (int n = 0; name && jd_model_joint(all->model, n, &joint); n++) {
        if (strcmp(joint.name, name) == 0) return true;
        jd_nearest_try(&nearest, joint.name);
    }
    if (!name) return true;
    jd_report(all->app->log, JD_ERROR, "option-value", nowhere, "--joint: there is no joint '%s'",
              name);
    if (nearest.best) jd_hint(all->app->log, "did you mean '%s'?", nearest.best);
    return false;
}

static JdCompileDef compile_def(const Comparison *all, int form) {
    if (stabilises_all(all)) {
        JdCompileDef def = jd_app_compile_as(all->app, all->model, "newton-euler");
        def.stabilise = all->form[form].form;
        return def;
    }
    return jd_app_compile_as(all->app, all->model, all->form[form].form);
}

/* Names and units of the outputs, from the first formulation that compiles. */
static ExitCode list_outputs(Comparison *all) {
    App *app = all->app;
    JdLog *log = jd_log_new(), *first = jd_log_new();
    JdSystem *system = NULL;
    for (int n = 0; n < all->forms && !system; n++) {
        if (all->form[n].bond) continue;
        const JdCompileDef def = compile_def(all, n);
        system = jd_compile(all->model, def, n ? log : first);
    }
    if (!system) jd_log_merge(app->log, first, JD_NOTE, JD_ERROR);
    jd_log_free(log), jd_log_free(first);
    if (!system) return WRONG_MODEL;

    const JdChannel *channels = jd_app_channels(app, all->model, system);
    int count = 0;
    while (channels && channels[count].index >= 0) count++;
    const char **names = ARENA_NEW(&app->arena, const char *, count + 1);
    all->units = ARENA_NEW(&app->arena, const char *, count + 1);
    for (int n = 0; n < count && !app->arena.failed; n++) {
        names[n] = jd_arena_copy(&app->arena, jd_channel_name(system, channels[n]));
        const char *unit = jd_channel_unit(system, channels[n]);
        all->units[n] = jd_arena_copy(&app->arena, unit ? unit : "1");
    }
    all->def.outputs = names;
    all->def.output_count = count;
    jd_system_free(system);
    if (app->arena.failed) return jd_report_memory(app->log), RUN_FAILED;
    return channels ? DONE : WRONG_USAGE;
}

static ExitCode prepare(Comparison *all) {
    App *app = all->app;
    all->def.run = jd_app_run_def(app, all->model);
    all->steps = jd_app_numbers(app, "dt", all->step, MOST_STEPS);
    if (all->steps == 0) all->step[all->steps++] = all->def.run.dt;
    if (!jd_varied_read(app, &all->varied)) return WRONG_USAGE;
    jd_varied_ask(&all->varied, all->model);
    if (!jd_varied_is_settings(&all->varied, "outputs of one model are compared"))
        return WRONG_USAGE;
    const bool named = jd_app_check_names(app), listed = list_forms(all);
    const bool joint = find_joint(all);
    if (!jd_app_has_end(app, all->model, all->def.run.until) || !named || !listed || !joint)
        return WRONG_USAGE;
    const char *csv = jd_app_text(app, "csv");
    if (csv && !jd_app_can_write(app, csv)) return FILE_FAILED;
    if (!list_times(all)) return jd_report_memory(app->log), RUN_FAILED;
    return list_outputs(all);
}

/* ---- The runs ------------------------------------------------------------------------------- */

static ExitCode run_form(Comparison *all, const JdModel *model, Contender *form, TrialDef *def) {
    for (int k = 0; k < all->steps; k++) {
        def->compile.dt = def->run.dt = all->step[k];
        if (!jd_trial(all->app, model, def, &form->trial[k])) return RUN_FAILED;
        if (jd_interrupt_signal()) return (ExitCode)(128 + jd_interrupt_signal());
    }
    def->compile.dt = def->run.dt = all->step[0];
    form->measured =
        form->trial[0].done && jd_measure(model, def->compile, def->run, &form->measure);
    return jd_interrupt_signal() ? (ExitCode)(128 + jd_interrupt_signal()) : DONE;
}

static JdGraph *new_graph(const Comparison *all, const Contender *form, JdLog *log) {
    const JdGraphDef def = {.constraints = form->bond->name, .scalar = form->bond->scalar};
    return jd_graph_new(all->model, def, log);
}

/* Controlled sources that repeat others have no one solution: by their names. */
static bool has_unique_sources(const JdGraph *graph, JdLog *log) {
    JdGraphLock lock;
    Text names = {0};
    if (jd_graph_count(graph).redundant == 0) return true;
    for (int n = 0; jd_graph_lock(graph, n, &lock); n++)
        if (lock.repeats) jd_text_print(&names, "%s%s", names.count ? ", " : "", lock.name);
    jd_report(log, JD_ERROR, "graph-redundant", nowhere,
              "%d of the controlled sources repeat others: %s", jd_graph_count(graph).redundant,
              names.at ? names.at : "");
    jd_hint(log, "`jourdain bond MODEL` lists the sets that may be left out");
    jd_text_free(&names);
    return false;
}

/* The model text of the mechanism's graph; NULL after a report. */
static JdModel *read_graph(const Comparison *all, const Contender *form, JdLog *log) {
    JdGraph *graph = new_graph(all, form, log);
    const bool held = !strcmp(form->bond->name, "mse") || !strcmp(form->bond->name, "baumgarte");
    const bool runs = graph && (!held || has_unique_sources(graph, log));
    char *text = runs ? jd_graph_model(graph, log) : NULL;
    JdModel *model =
        text ? jd_model_read_text(form->name, text, strlen(text), (JdReadDef){0}, log) : NULL;
    jd_free_text(text);
    jd_graph_free(graph);
    return model;
}

/* Channels of the mechanism are signals of the graph, if they are a matter of places and
 * velocities. */
static const char *const *names_in_graph(const Comparison *all) {
    Arena *arena = &all->app->arena;
    const char **names = ARENA_NEW(arena, const char *, all->def.output_count + 1);
    for (int n = 0; names && n < all->def.output_count; n++) {
        char *name = jd_arena_format(arena, "out_%s", all->def.outputs[n]);
        for (char *c = name; c && *c; c++)
            if (*c == '.') *c = '_';
        names[n] = name ? name : "";
    }
    return names;
}

static ExitCode run_text(Comparison *all, Contender *form) {
    TrialDef def = all->def;
    JdLog *log = jd_log_new();
    JdModel *model = log ? read_graph(all, form, log) : NULL;
    ExitCode code = DONE;
    def.outputs = names_in_graph(all);
    def.joint = "";
    if (model && def.outputs)
        code = run_form(all, model, form, &def);
    else
        for (int k = 0; k < all->steps; k++) jd_trial_refuse(all->app, log, &form->trial[k]);
    jd_model_free(model);
    jd_log_free(log);
    return code;
}

static bool is_interrupted(void *data) {
    (void)data;
    return jd_interrupt_signal() != 0;
}

/* Independent velocities: transformers are found at every instant, which no text says. */
static void try_minimal(Comparison *all, JdGraph *graph, double step, Trial *trial) {
    App *app = all->app;
    const TrialDef *def = &all->def;
    JdLog *log = jd_log_new();
    JdGraphRunCost cost = {0};
    double *samples = ARENA_NEW(&app->arena, double, def->output_count * def->time_count + 1);
    const JdGraphRunDef run = {.until = def->run.until,
                               .tol = def->run.tol,
                               .dt = step,
                               .times = def->times,
                               .time_count = def->time_count,
                               .outputs = def->outputs,
                               .output_count = def->output_count,
                               .stop = is_interrupted};
    const bool done = log && samples && jd_graph_run(graph, run, samples, &cost, log);
    jd_trial_refuse(app, log, trial);
    if (done) trial->code = trial->message = NULL;
    trial->compiled = true, trial->done = done, trial->end = cost.time;
    trial->samples = samples;
    trial->peak = NAN;
    trial->count = (JdSystemInfo){.states = cost.states,
                                  .coordinates = cost.speeds,
                                  .entries = (double)cost.speeds * cost.speeds,
                                  .kind = "independent",
                                  .closing = "flow sources"};
    trial->cost = (JdRunCost){.steps = cost.steps, .evaluations = cost.evaluations};
    jd_log_free(log);
}

static ExitCode run_minimal(Comparison *all, Contender *form) {
    JdLog *log = jd_log_new();
    JdGraph *graph = log ? new_graph(all, form, log) : NULL;
    for (int k = 0; k < all->steps && !jd_interrupt_signal(); k++) {
        if (graph)
            try_minimal(all, graph, all->step[k], &form->trial[k]);
        else
            jd_trial_refuse(all->app, log, &form->trial[k]);
    }
    jd_graph_free(graph);
    jd_log_free(log);
    return jd_interrupt_signal() ? (ExitCode)(128 + jd_interrupt_signal()) : DONE;
}

static ExitCode run_all(Comparison *all) {
    all->first = -1;
    all->silence = jd_measure_silence();
    for (int n = 0; n < all->forms; n++) {
        Contender *form = &all->form[n];
        TrialDef def = all->def;
        if (!choose(all, n)) return WRONG_USAGE;
        def.run = jd_app_run_def(all->app, all->model);
        if (!form->bond) def.compile = compile_def(all, n);
        jd_varied_end(&all->varied);
        const ExitCode code =
            form->bond ? form->bond->run(all, form) : run_form(all, all->model, form, &def);
        if (code != DONE) return code;
        if (form->trial[0].done && all->first < 0) all->first = n;
    }
    return DONE;
}

static ExitCode write_all(const Comparison *all) {
    App *app = all->app;
    const char *csv = jd_app_text(app, "csv");
    jd_comparison_tell_not_finite(all);
    if (app->json) {
        jd_comparison_json(all, &app->document);
    } else {
        Page page = jd_page(app);
        jd_comparison_page(all, &page);
        jd_page_free(&page);
    }
    if (csv && !jd_comparison_csv(all, csv)) return FILE_FAILED;
    return all->first < 0 ? RUN_FAILED : DONE;
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    Comparison all = {.app = app, .model = model, .first = -1};
    code = (int)prepare(&all);
    if (code == DONE) code = (int)run_all(&all);
    if (code == DONE) code = (int)write_all(&all);
    if (code > 128)
        jd_report(app->log, JD_WARNING, "run-interrupted", nowhere,
                  "the comparison was interrupted; there is no table");
    jd_model_free(model);
    return code;
}

const Command jd_command_compare = {
    .name = "compare",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options =
        "forms vary bond cut close prefer elastic stiffness damping turn-stiffness turn-damping "
        "clearance "
        "gap "
        "stabilise alpha beta gamma stepper dt tol to every max-steps set spatial safe output "
        "joint csv as-drawn",
    .lists = "dt",
    .summary = "run a model under every formulation and put them side by side",
    .details =
        "With --stabilise all not formulations are compared, but the ways to keep the locks of "
        "form newton-euler closed: drift, energy and cost of each. --vary with values of an option "
        "of the run makes columns of them: --forms newton-euler --stabilise baumgarte --vary "
        "alpha=5,50.\n"
        "One column for each formulation: the size and kind of its equations, steps and "
        "evaluations, time and instructions for one, what the locks drift, what the energy is off "
        "by (where it is conserved), how far each output is from that of the first formulation, "
        "and the largest joint force. Then where the time goes, part by part, and what "
        "distinguishes the equations. Times are of the processor, for a run that writes nothing.\n"
        "\n"
        "--dt may have several steps, for the fixed steppers: 1e-5,1e-6; then tables of drift, "
        "energy, difference and joint force against the step follow. --elastic and --clearance "
        "name the joints of these formulations alone. --bond puts the multibond graph of the "
        "mechanism beside them, by its own equations: with controlled sources at the locks (mse), "
        "with signals that return to them (baumgarte), with springs and dampers (rc), with flow "
        "sources and scalar bonds, whose storages depend on each other (sf), and with independent "
        "velocities, to which all storages are taken (minimal); all of them: all. A formulation "
        "that fails has its "
        "message "
        "instead; exit code 1 if all do.\n"
        "\n"
        "`jourdain view MODEL --forms A,B` shows them move over one another and plots their "
        "differences; `jourdain plot MODEL --forms A,B` draws their curves.\n",
    .examples = "jourdain compare model/slider_crank.jd\n"
                "jourdain compare model/slider_crank.jd --bond mse,baumgarte,minimal\n"
                "jourdain compare model/slider_crank.jd --forms newton-euler,minimal --joint jB\n"
                "jourdain compare model/slider_crank.jd --stepper euler --stabilise none --dt "
                "1e-4,1e-5 --csv table.csv\n",
    .call = call,
};
