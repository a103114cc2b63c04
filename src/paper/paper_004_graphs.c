/* SPDX-License-Identifier: MIT
 *
 * The graphs of paper 004: what each method meets in them, with vector and with scalar bonds; the
 * transformers of minimal coordinates from the graph itself; pictures. */
#include "paper/paper_004.h"
#include "jourdain_picture.h"
#include <math.h>
#include <string.h>

/* ---- What each method meets --------------------------------------------------------------------
 */

static const struct {
    const char *name, *constraints;
} ways[] = {{"ZCPs", "sf"}, {"R/C", "rc"}, {"MSe", "mse"}, {"minimal", "minimal"}};
enum { WAYS = sizeof ways / sizeof *ways };

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (const char *at = text; at && (at = strstr(at, what)); at++) count++;
    return count;
}

/* Names behind a heading of the summary, as many as there are commas. */
static int names_behind(const char *summary, const char *heading) {
    const char *line = summary;
    const size_t length = strlen(heading);
    while (line && strncmp(line, heading, length) != 0)
        line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    if (!line) return 0;
    line += length + strspn(line + length, " ");
    const size_t end = strcspn(line, "\n");
    int count = end > 0 && strncmp(line, "none", 4) != 0;
    for (size_t k = 0; k < end; k++) count += line[k] == ',';
    return count;
}

static int index_in(const char *summary) {
    const char *at = summary ? strstr(summary, "\nindex ") : NULL;
    return at ? at[7 + strspn(at + 7, " ")] - '0' : -1;
}

static void empty_cells(Page *page, int count) {
    for (int k = 0; k < count; k++) jd_page_value(page, NAN, "-");
}

/* Of flow sources: laws that are one where it stands, though not in general. */
static void note_cell(Page *page, const JdGraphCount *count, const char *constraints) {
    const bool flows = !strcmp(constraints, "sf");
    if (!count->redundant || !strcmp(constraints, "rc"))
        jd_page_cell(page, "");
    else
        jd_page_cell(page, jd_arena_format(&page->arena,
                                           flows ? "rank short by %d where it moves"
                                                 : "%d sources repeat others",
                                           count->redundant));
}

static void write_case(PaperJob *job, const GraphCase *c, int way, bool scalar) {
    Page *page = &job->page;
    JdLog *quiet = jd_log_new();
    const JdGraphDef def = {.constraints = ways[way].constraints,
                            .scalar = scalar,
                            .stiffness = c->stiffness,
                            .damping = 200};
    JdGraph *graph = jd_graph_new(c->model, def, quiet);
    char *summary = graph ? jd_graph_text(graph, JD_BONDS_SUMMARY) : NULL,
         *paths = graph ? jd_graph_text(graph, JD_BONDS_PATHS) : NULL;
    jd_page_cell(page, c->name);
    jd_page_cell(page, scalar ? "scalar" : "vector");
    jd_page_cell(page, ways[way].name);
    if (summary && paths) {
        const JdGraphCount count = jd_graph_count(graph);
        const double numbers[] = {count.nodes,
                                  count.bonds,
                                  names_behind(summary, "dependent states"),
                                  count_of(paths, "class 1"),
                                  count_of(paths, "class 4"),
                                  names_behind(summary, "break variables"),
                                  index_in(summary)};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            jd_page_number(page, numbers[k]);
        note_cell(page, &count, ways[way].constraints);
    } else {
        const int last = jd_log_count(quiet) - 1;
        empty_cells(page, 7);
        jd_page_cell(page, last >= 0 ? jd_log_message(quiet, last).code : "");
    }
    jd_free_text(summary), jd_free_text(paths);
    jd_graph_free(graph), jd_log_free(quiet);
}

bool jd_paper_004_graphs(PaperJob *job, const GraphCase *cases, int count) {
    Page *page = &job->page;
    jd_page_heading(
        page, "Tables 1 and 5 as graphs: causal paths without integration, break variables, index");
    jd_page_table(page, "graphs",
                  "model with method nodes bonds dependent class_1 class_4 breaks index note");
    for (int k = 0; k < count; k++)
        for (int scalar = 0; scalar < 2; scalar++)
            for (int way = 0; way < WAYS; way++) write_case(job, &cases[k], way, scalar);
    jd_page_end(page);
    jd_page_text(page, "ZCPs: flow sources at the locks. The cells that the paper calls hard to "
                       "conduct are those of the slider-crank: vectors cannot take flow sources "
                       "(C1, C2), scalar bonds can, with the break variables counted here.\n");
    return true;
}

/* ---- Velocities
 * ------------------------------------------------------------------------------------ */

static const double *row_of(const JdGraph *graph, const char *wanted) {
    const char *name;
    const double *row;
    int count;
    for (int n = 0; jd_graph_follows(graph, n, &name, &row, &count); n++)
        if (!strcmp(name, wanted)) return row;
    return NULL;
}

bool jd_paper_004_follows(PaperJob *job) {
    const JdSetting settings[] = {{"gamma", "0.8 rad"}, {"rate", "1 rad/s"}, {NULL}};
    const double r = 0.2, l = 1, g = 0.8, root = sqrt(l * l - r * r * sin(g) * sin(g)),
                 rod = -r * cos(g) / root, angle = -asin(r * sin(g) / l);
    const struct {
        const char *equation, *velocity;
        double value;
    } rows[] = {{"(19)", "crank.vx", -r / 2 * sin(g)},
                {"(19)", "crank.vy", r / 2 * cos(g)},
                {"(20), (24)", "rod.wz", rod},
                {"(22)", "rod.vx", -r * sin(g) - l / 2 * sin(angle) * rod},
                {"(22)", "rod.vy", r * cos(g) + l / 2 * cos(angle) * rod},
                {"(26)", "piston.vx", -r * sin(g) - r * r * sin(g) * cos(g) / root}};
    Page *page = &job->page;
    JdModel *model = jd_paper_model(job, "slider_crank_004_isostatic.jd", settings);
    JdGraph *graph = jd_graph_new(model, (JdGraphDef){.constraints = "minimal"}, job->app->log);
    const double *crank = row_of(graph, "crank.wz");
    const bool good = crank && crank[0] != 0;
    if (good) {
        jd_page_heading(page, "T and M_b at gamma = 0.8 rad, from the graph by flow sources, "
                              "beside Appendix 2 put right");
        jd_page_table(page, "follows", "equation velocity put_right ours");
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            const double *row = row_of(graph, rows[k].velocity);
            jd_page_cell(page, rows[k].equation);
            jd_page_cell(page, rows[k].velocity);
            jd_page_value(page, rows[k].value, jd_paper_text(page, rows[k].value, 9));
            jd_paper_check(job, jd_paper_text(page, rows[k].value, 9),
                           row ? row[0] / crank[0] : NAN, 9);
        }
        jd_page_end(page);
    }
    jd_graph_free(graph), jd_model_free(model);
    return good;
}

/* ---- Pictures
 * ---------------------------------------------------------------------------------------- */

bool jd_paper_004_pictures(PaperJob *job, const GraphCase *cases, const char *folder) {
    static const struct {
        const char *file, *constraints;
        int which;
        bool scalar;
    } figures[] = {{"figure_17.svg", "sf", 0, false},  {"figure_18.svg", "rc", 0, false},
                   {"figure_19.svg", "mse", 0, false}, {"figure_19_scalar.svg", "mse", 0, true},
                   {"figure_24.svg", "rc", 1, false},  {"figure_25.svg", "mse", 2, false},
                   {"figure_26.svg", "mse", 2, true}};
    bool good = jd_paper_folder(job, folder);
    for (size_t k = 0; k < sizeof figures / sizeof *figures && good; k++) {
        App *app = job->app;
        const JdGraphDef def = {.constraints = figures[k].constraints,
                                .scalar = figures[k].scalar,
                                .stiffness = cases[figures[k].which].stiffness,
                                .damping = 200};
        const char *path = jd_arena_format(&app->arena, "%s/%s", folder, figures[k].file);
        JdGraph *graph = jd_graph_new(cases[figures[k].which].model, def, app->log);
        JdPicture *picture = graph ? jd_picture_of_graph(graph, NULL, app->log) : NULL;
        good = path && picture && jd_picture_write(picture, path, app->log);
        if (good) jd_page_text(&job->page, "%s  %s\n", k ? "" : "\n", path);
        jd_picture_free(picture), jd_graph_free(graph);
    }
    return good;
}
