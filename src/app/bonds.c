/* SPDX-License-Identifier: MIT
 *
 * `jourdain bonds`: the bond graph of a model: causality, summary, causal paths, equations. */
#include "app/app.h"
#include <string.h>

static JdBondText style_of(const App *app) {
    static const char *const names[] = {"text", "latex", "c"};
    static const JdBondText styles[] = {JD_BONDS_EQUATIONS, JD_BONDS_LATEX, JD_BONDS_C};
    const char *word = jd_app_text(app, "as");
    for (int n = 0; word && n < 3; n++)
        if (!strcmp(word, names[n])) return styles[n];
    return JD_BONDS_EQUATIONS;
}

/* A text under a heading; in JSON a string. */
static bool write_text(App *app, Page *page, const JdModel *model, JdBondText what, const char *key,
                       const char *heading) {
    char *text = jd_model_bond_text(model, what, app->log);
    if (!text) return false;
    if (page->style == PAGE_JSON) {
        jd_json_string(page->json, key, text);
    } else {
        jd_page_heading(page, heading);
        for (const char *line = text; *line;) {
            const size_t length = strcspn(line, "\n");
            jd_text_print(page->out, "%s%.*s\n", length ? "  " : "", (int)length, line);
            line += length + (line[length] == '\n');
        }
    }
    jd_free_text(text);
    return true;
}

static void write_bonds(Page *page, const JdModel *model) {
    JdBondInfo bond;
    jd_page_heading(page, "Bonds (the stroke is at the end that receives the effort)");
    jd_page_table(page, "bonds", "name from to stroke dimension domain");
    for (int n = 0; jd_model_bond(model, n, &bond); n++) {
        jd_page_cell(page, bond.name);
        jd_page_cell(page, bond.from);
        jd_page_cell(page, bond.to);
        jd_page_cell(page, bond.stroke);
        jd_page_number(page, bond.dimension);
        jd_page_cell(page, bond.domain ? bond.domain : "");
    }
    jd_page_end(page);
}

static bool write_graph(App *app, Page *page, const JdModel *model) {
    write_bonds(page, model);
    return write_text(app, page, model, JD_BONDS_SUMMARY, "summary", "Summary") &&
           write_text(app, page, model, JD_BONDS_PATHS, "paths",
                      "Causal paths without integration") &&
           write_text(app, page, model, style_of(app), "equations", "Equations");
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
    const JdModelInfo info = jd_model_info(model);
    if (info.nodes == 0) {
        jd_model_free(model);
        return report_none(app);
    }
    Page page = jd_page(app);
    jd_page_word(&page, "model", "model", info.name ? info.name : "");
    jd_page_fact(&page, "nodes", "nodes", info.nodes, NULL);
    jd_page_fact(&page, "bonds_count", "bonds", info.bonds, NULL);
    const bool good = write_graph(app, &page, model);
    jd_page_free(&page);
    jd_model_free(model);
    return good ? DONE : RUN_FAILED;
}

const Command jd_command_bonds = {
    .name = "bonds",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "as safe set",
    .summary = "print causality, causal paths and equations of a model's bond graph",
    .details = "Each bond with the end that receives the effort; independent and dependent states, "
               "algebraic and break "
               "variables, integrators; causal paths without integration by class, cycles with "
               "their gain; the equations that "
               "a walk along the causal graph gives, as text, LaTeX or C.\n",
    .examples = "jourdain bonds model/bond_pendulum.jd\n"
                "jourdain bonds model/bond_motor.jd --as latex\n",
    .call = call,
};
