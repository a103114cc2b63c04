/* SPDX-License-Identifier: MIT
 *
 * `jourdain bonds`: the bond graph of a model: causality, summary, causal paths, equations. */
#include "command/command.h"
#include "jourdain_picture.h"
#include <string.h>

static JdBondsPage style_of(const App *app) {
    const char *word = jd_app_text(app, "as");
    if (word && !strcmp(word, "latex")) return JD_BONDS_LATEX;
    return word && !strcmp(word, "c") ? JD_BONDS_C : JD_BONDS_EQUATIONS;
}

/* A text under a heading; in JSON a string. */
static bool write_text(Page *page, const JdModel *model, const char *key, const char *heading,
                       JdBondsPage which) {
    char *text = jd_bonds_text(model, which);
    if (!text) return false;
    jd_page_listing(page, key, heading, text);
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
        jd_page_cell(page, bond.stroke ? bond.stroke : "of components");
        jd_page_number(page, bond.dimension);
        jd_page_cell(page, bond.domain ? bond.domain : "");
    }
    jd_page_end(page);
}

static bool write_graph(App *app, Page *page, const JdModel *model) {
    const JdModelInfo info = jd_model_info(model);
    jd_page_word(page, "model", "model", info.name ? info.name : "");
    write_bonds(page, model);
    return write_text(page, model, "summary", "Summary", JD_BONDS_SUMMARY) &&
           write_text(page, model, "paths", "Causal paths without integration", JD_BONDS_PATHS) &&
           write_text(page, model, "equations", "Equations", style_of(app));
}

/* The picture, if one is asked for. */
static int draw_graph(App *app, const JdModel *model) {
    const char *out = jd_app_text(app, "out");
    if (!out) return DONE;
    const char *theme = jd_app_text(app, "theme");
    JdPicture *picture =
        jd_app_flag(app, "path")
            ? jd_picture_of_bond_path(model, (int)jd_app_number(app, "path"), theme, app->log)
            : jd_picture_of_bonds(model, theme, app->log);
    if (!picture) return WRONG_USAGE;
    const bool good = jd_picture_write(picture, out, app->log);
    if (good) jd_json_string(&app->document, "out", out);
    jd_picture_free(picture);
    return good ? DONE : FILE_FAILED;
}

int jd_app_no_bonds(App *app) {
    jd_report(app->log, JD_ERROR, "bonds-none", nowhere, "the model has no bond graph");
    jd_hint(app->log, "`node` and `bond` make one: jourdain help language");
    return WRONG_MODEL;
}

static int call(App *app) {
    int code;
    JdBondInfo bond;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    if (!jd_model_bond(model, 0, &bond)) {
        jd_model_free(model);
        return jd_app_no_bonds(app);
    }
    Page page = jd_page(app);
    const bool good = write_graph(app, &page, model);
    jd_page_free(&page);
    if (!good) jd_report_memory(app->log);
    code = good ? draw_graph(app, model) : RUN_FAILED;
    jd_model_free(model);
    return code;
}

const Command jd_command_bonds = {
    .name = "bonds",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "as out path theme safe set",
    .summary = "print causality, causal paths and equations of a model's bond graph",
    .details =
        "Each bond with the end that receives the effort; independent and dependent states, "
        "algebraic and break variables, integrators; causal paths without integration by class, "
        "cycles with their gain; the equations that a walk along the causal graph gives, as text, "
        "LaTeX or C. --out draws the graph, in which --path lets one of the "
        "causal paths stand out.\n",
    .examples = "jourdain bonds model/bond/pendulum.jd\n"
                "jourdain bonds model/bond/motor.jd --as latex\n"
                "jourdain bonds model/bond/quarter_car.jd --out car.svg\n",
    .call = call,
};
