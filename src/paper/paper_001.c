/* SPDX-License-Identifier: MIT
 *
 * Otter, Elmqvist, Mattsson: the new Modelica MultiBody library. Its assemblies of joints (Table 2)
 * are dyads here, found by themselves; what its loops leave to iteration; its engine; its graph. */
#include "paper/paper.h"
#include <string.h>

/* ---- Compiling ------------------------------------------------------------------------------ */

static JdSystem *compile(PaperJob *job, const JdModel *model, const char *form, bool by_newton) {
    return jd_compile(model, (JdCompileDef){.form = form, .by_newton = by_newton}, job->app->log);
}

/* A dyad and the same from its other end are one kind. */
static bool is_kind(const char *kind, const char *wanted) {
    const bool back = kind[0] == wanted[2] && kind[1] == wanted[1] && kind[2] == wanted[0];
    return !strcmp(kind, wanted) || (strlen(kind) == 3 && back);
}

static bool has_dyad(const JdSystem *system, const char *kind) {
    JdDyad dyad;
    for (int n = 0; jd_system_dyad(system, n, &dyad); n++)
        if (is_kind(dyad.kind, kind)) return true;
    return false;
}

/* ---- Table 2: assemblies -------------------------------------------------------------------- */

/* Printed: in the table; to come; not named. A mechanism closes each of them by a crank. */
static const struct {
    const char *kind, *model, *printed;
} assemblies[] = {
    {"SSR", "assembly/rssr.jd", "yes"},     {"SSP", "assembly/rssp.jd", "yes"},
    {"USR", "assembly/rusr.jd", "yes"},     {"USP", "assembly/rusp.jd", "yes"},
    {"UPS", "assembly/rups.jd", "yes"},     {"RRR", "assembly/rrrr.jd", "yes"},
    {"RRP", "assembly/rrrp.jd", "yes"},     {"SUR", "assembly/rsur.jd", "-"},
    {"SUP", "assembly/rsup.jd", "to come"}, {"SPS", "assembly/rsps.jd", "-"},
    {"RPR", "assembly/rrpr.jd", "-"},       {"PRR", "assembly/rprr.jd", "-"},
    {"RPP", "assembly/rrpp.jd", "to come"}, {"SEP", "assembly/rsep.jd", "-"},
};
enum { ASSEMBLIES = sizeof assemblies / sizeof *assemblies };

static bool write_assembly(PaperJob *job, int n) {
    Page *page = &job->page;
    JdModel *model = jd_paper_model(job, assemblies[n].model, NULL);
    JdSystem *closed = compile(job, model, "minimal", false),
             *iterated = compile(job, model, "minimal", true);
    if (closed && iterated) {
        const JdSystemInfo ours = jd_system_info(closed, NULL),
                           newton = jd_system_info(iterated, NULL);
        const bool found = ours.iterated == 0 && has_dyad(closed, assemblies[n].kind);
        job->held += found;
        job->missed += !found;
        jd_page_cell(page, jd_arena_format(&page->arena, "Joint%s", assemblies[n].kind));
        jd_page_cell(page, assemblies[n].printed);
        jd_page_cell(page, found ? "yes" : "no!");
        jd_page_number(page, ours.iterated);
        jd_page_number(page, newton.iterated);
        jd_page_cell(page, assemblies[n].model);
    }
    const bool good = closed && iterated;
    jd_system_free(closed), jd_system_free(iterated), jd_model_free(model);
    return good;
}

static bool write_table_2(PaperJob *job) {
    Page *page = &job->page;
    bool good = true;
    jd_page_heading(page, "Table 2: assemblies in closed form, and unknowns left to Newton's "
                          "method without it");
    jd_page_table(page, "table_2", "assembly printed closed left without model");
    for (int n = 0; n < ASSEMBLIES && good; n++) good = write_assembly(job, n);
    jd_page_end(page);
    return good;
}

/* ---- Section 7: what loops leave to iteration ----------------------------------------------- */

static const struct {
    const char *name, *model, *printed;
} loops[] = {
    {"four-bar, Fig. 9", "fourbar1.jd", "57 to 7; with states of j1 40 to 5"},
    {"four-bar, Fig. 11", "fourbar2.jd", "none"},
    {"MacPherson, Fig. 12", "macpherson.jd", "none"},
    {"engine, Figs. 10, 13", "engine_v6.jd", "6 times 5, and 43 linear; none"},
};
enum { LOOPS = sizeof loops / sizeof *loops };

static bool write_loop(PaperJob *job, int n) {
    static const struct {
        const char *form;
        bool by_newton;
    } ways[] = {{"newton-euler", false}, {"minimal", true}, {"minimal", false}};
    Page *page = &job->page;
    const char *path = jd_arena_format(&page->arena, "./%s", loops[n].model);
    JdModel *model = path ? jd_paper_model(job, path, NULL) : NULL;
    bool good = true;
    jd_page_cell(page, loops[n].name);
    jd_page_cell(page, loops[n].printed);
    for (int w = 0; w < 3; w++) {
        JdSystem *system = good ? compile(job, model, ways[w].form, ways[w].by_newton) : NULL;
        const JdSystemInfo info = jd_system_info(system, NULL);
        good = good && system;
        jd_page_number(page, w ? info.iterated : info.multipliers);
        if (w == 2) { /* in closed form nothing is left */
            job->held += system && info.iterated == 0;
            job->missed += system && info.iterated > 0;
        }
        jd_system_free(system);
    }
    jd_model_free(model);
    return good;
}

static bool write_loops(PaperJob *job) {
    Page *page = &job->page;
    bool good = true;
    jd_page_heading(page, "Section 7: unknowns of the algebraic equations of loops");
    jd_page_table(page, "loops", "mechanism printed multipliers newton closed");
    for (int n = 0; n < LOOPS && good; n++) good = write_loop(job, n);
    jd_page_end(page);
    jd_page_text(page, "Printed: equations before and after tearing. Ours: multipliers of form "
                       "newton-euler, which are solved for linearly; unknowns that minimal leaves "
                       "to Newton's method with --close newton; and in closed form.\n");
    return good;
}

/* ---- The engine ----------------------------------------------------------------------------- */

/* Processor time of a run without rows, and its evaluations. False after a report. */
static bool time_run(PaperJob *job, const JdSystem *system, double *seconds, long *evaluations) {
    const JdRunDef def = {.until = 0.1, .output_every = 0.1, .tol = 1e-6};
    JdRun *run = jd_run_new(system, def, job->app->log);
    const double from = jd_processor_clock();
    while (jd_run_next(run)) {
    }
    *seconds = jd_processor_clock() - from;
    *evaluations = jd_run_cost(run).evaluations;
    const bool done = run && !jd_run_failed(run);
    jd_run_free(run);
    return done;
}

static bool write_engine(PaperJob *job) {
    Page *page = &job->page;
    JdModel *model = jd_paper_model(job, "./engine_v6.jd", NULL);
    static const struct {
        const char *name, *form, *printed;
        bool by_newton;
    } ways[] = {{"closed form", "minimal", "1", false},
                {"Newton's method", "minimal", "5", true},
                {"multipliers", "newton-euler", "-", false}};
    double first = NAN;
    bool good = model;
    jd_page_heading(page, "Section 7.2: EngineV6, time of 0.1 s at a tolerance of 1e-6");
    jd_page_table(page, "engine", "loops_by printed ours evaluations ms_of_a_run");
    for (int w = 0; w < 3 && good; w++) {
        double seconds = NAN;
        long evaluations = 0;
        JdSystem *system = compile(job, model, ways[w].form, ways[w].by_newton);
        good = system && time_run(job, system, &seconds, &evaluations);
        jd_system_free(system);
        if (w == 0) first = seconds;
        jd_page_cell(page, ways[w].name);
        jd_page_right(page, ways[w].printed);
        jd_page_value(page, seconds / first, jd_cell_number(page, seconds / first, 2));
        jd_page_number(page, (double)evaluations);
        jd_page_value(page, 1000 * seconds, jd_cell_number(page, 1000 * seconds, 3)); /* ms */
    }
    jd_page_end(page);
    jd_model_free(model);
    return good;
}

/* ---- Figure 21 ------------------------------------------------------------------------------ */

typedef struct {
    int roots, vertices, branches, removed;
} Part;

/* Bodies of the part on the right are those of the tree with a potential root. */
static void count_parts(const JdConnections *of, Part part[2]) {
    JdRoot root;
    JdBranch branch;
    static const char right[] = "efgh";
    for (int n = 0; jd_connections_root(of, n, &root); n++) {
        Part *to = &part[!root.definite];
        to->roots++;
        to->vertices += root.bodies;
    }
    for (int n = 0; jd_connections_branch(of, n, &branch); n++) {
        Part *to = &part[strlen(branch.i) == 1 && strchr(right, branch.i[0])];
        to->branches++;
        to->removed += branch.role == JD_BRANCH_REMOVED;
    }
}

static bool write_figure_21(PaperJob *job) {
    static const char *const names[2] = {"left", "right"};
    static const int printed[2] = {4, 1};
    Page *page = &job->page;
    JdModel *model = jd_paper_model(job, "figure_21_001.jd", NULL);
    JdSystem *system = compile(job, model, "cut-joint", false);
    JdConnections *of = jd_connections_new(system, job->app->log);
    Part part[2] = {{0}, {0}};
    count_parts(of, part);
    jd_page_heading(page, "Figure 21: a connection graph, its roots and removed branches");
    jd_page_table(page, "figure_21", "part vertices branches roots removed_printed removed");
    for (int n = 0; n < 2 && of; n++) {
        jd_page_cell(page, names[n]);
        jd_page_number(page, part[n].vertices);
        jd_page_number(page, part[n].branches);
        jd_page_number(page, part[n].roots);
        jd_page_number(page, printed[n]);
        jd_paper_check(job, n ? "1" : "4", part[n].removed, 0);
    }
    jd_page_end(page);
    const bool good = of;
    jd_connections_free(of), jd_system_free(system), jd_model_free(model);
    return good;
}

static void write_errata(PaperJob *job) {
    jd_paper_erratum(job, "section 7.2",
                     "That automatic closed forms are difficult: here dyads are found by "
                     "themselves in a model of plain joints, and assemblies need not be named.");
    jd_paper_erratum(job, "section 7.2, Table 2",
                     "JointSUP and JointRPP are to come; with JointSUR, SPS, RPR, PRR and a sphere "
                     "on a plane they are here.");
    jd_paper_erratum(job, "Figure 9",
                     "Six revolute joints and a prismatic one; model/fourbar1.jd has a ball and a "
                     "universal joint in place of five of the former.");
    jd_paper_erratum(job, "Figure 21",
                     "The vertices are not named: the graph of model/paper/figure_21_001.jd has as "
                     "many roots and removed branches. Which branches are removed is a choice, how "
                     "many is not.");
    jd_paper_erratum(job, "sections 7, 7.2",
                     "Masses are not all printed: the models are those of the library's examples.");
}

static ExitCode write(PaperJob *job) {
    const bool good =
        write_table_2(job) && write_loops(job) && write_engine(job) && write_figure_21(job);
    if (good) write_errata(job);
    return good ? DONE : RUN_FAILED;
}

const Paper jd_paper_001 = {
    .number = "001",
    .title = "Otter, Elmqvist, Mattsson: the new Modelica MultiBody library",
    .summary = "\nThe models are model/assembly/*.jd, model/paper/figure_21_001.jd and others of "
               "model/.",
    .write = write,
};
