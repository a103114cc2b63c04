/* SPDX-License-Identifier: MIT
 *
 * `jourdain bonds`: the bond graph of a model: causality, summary, causal paths, equations. */
#include "app/app.h"
#include "model/bonds.h"
#include "sketch/sketch.h"
#include <string.h>

static SymStyle style_of(const App *app) {
    static const char *const names[] = {"text", "latex", "c"};
    const char *word = jd_app_text(app, "as");
    for (int n = 0; word && n < 3; n++)
        if (!strcmp(word, names[n])) return (SymStyle)n;
    return SYM_TEXT;
}

/* A text under a heading; in JSON a string. */
static void write_text(Page *page, const char *key, const char *heading, Text *text) {
    const char *kept = jd_page_keep(page, text);
    if (page->style == PAGE_JSON) {
        jd_json_string(page->json, key, kept);
        return;
    }
    jd_page_heading(page, heading);
    for (const char *line = kept; *line;) {
        const size_t length = strcspn(line, "\n");
        jd_text_print(page->out, "%s%.*s\n", length ? "  " : "", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void write_bonds(Page *page, const BondGraph *graph) {
    jd_page_heading(page, "Bonds (the stroke is at the end that receives the effort)");
    jd_page_table(page, "bonds", "name from to stroke dimension domain");
    for (int n = 0; n < graph->bonds.count; n++) {
        const Bond *bond = &graph->bonds.at[n];
        const int end = bond->stroke == STROKE_TO ? bond->to : bond->from;
        jd_page_cell(page, bond->name);
        jd_page_cell(page, graph->nodes.at[bond->from].name);
        jd_page_cell(page, graph->nodes.at[bond->to].name);
        jd_page_cell(page, graph->nodes.at[end].name);
        jd_page_number(page, jd_bond_dimension(bond));
        jd_page_cell(page, bond->domain ? bond->domain->name : "");
    }
    jd_page_end(page);
}

static bool write_graph(App *app, Page *page, const ModelBonds *bonds) {
    BondPresent present;
    BondPaths paths;
    Text summary = {0}, listed = {0}, equations = {0};
    write_bonds(page, bonds->graph);
    jd_equations_summary(bonds->equations, &summary);
    write_text(page, "summary", "Summary", &summary);
    bool good = jd_equations_paths(bonds->equations, &page->arena, &paths);
    if (good) jd_paths_print(bonds->equations, &paths, &listed);
    write_text(page, "paths", "Causal paths without integration", &listed);
    good = good && jd_equations_present(bonds->equations, &page->arena, &present);
    good = good && jd_equations_print(&present, style_of(app), &equations);
    write_text(page, "equations", "Equations", &equations);
    return good;
}

/* The picture, if one is asked for. */
static int draw_graph(App *app, const ModelBonds *bonds) {
    const char *out = jd_app_text(app, "out"), *theme = jd_app_text(app, "theme");
    if (!out) return DONE;
    Drawing drawing = jd_drawing(0, 0, theme ? jd_theme_find(theme) : jd_theme_at(0));
    jd_bonds_draw(bonds->graph, drawing.theme, &drawing);
    const bool good = jd_drawing_write(&drawing, out, app->log);
    if (good) jd_json_string(&app->document, "out", out);
    jd_drawing_free(&drawing);
    return good ? DONE : FILE_FAILED;
}

static int report_none(App *app) {
    jd_report(app->log, JD_ERROR, "bonds-none", nowhere, "the model has no bond graph");
    jd_hint(app->log, "`node` and `bond` make one: jourdain help language");
    return WRONG_MODEL;
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    if (!model->bonds) {
        jd_model_free(model);
        return report_none(app);
    }
    Page page = jd_page(app);
    jd_page_word(&page, "model", "model", model->name ? model->name : "");
    jd_page_fact(&page, "nodes", "nodes", model->bonds->graph->nodes.count, NULL);
    jd_page_fact(&page, "bonds_count", "bonds", model->bonds->graph->bonds.count, NULL);
    const bool good = write_graph(app, &page, model->bonds);
    jd_page_free(&page);
    if (!good) jd_report_memory(app->log);
    code = good ? draw_graph(app, model->bonds) : RUN_FAILED;
    jd_model_free(model);
    return code;
}

const Command jd_command_bonds = {
    .name = "bonds",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "as out theme safe set",
    .summary = "print causality, causal paths and equations of a model's bond graph",
    .details = "Each bond with the end that receives the effort; independent and dependent states, "
               "algebraic and break "
               "variables, integrators; causal paths without integration by class, cycles with "
               "their gain; the equations that "
               "a walk along the causal graph gives, as text, LaTeX or C. --out draws the graph.\n",
    .examples = "jourdain bonds model/bond/pendulum.jd\n"
                "jourdain bonds model/bond/motor.jd --as latex\n"
                "jourdain bonds model/bond/quarter_car.jd --out car.svg\n",
    .call = call,
};
