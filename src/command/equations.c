/* SPDX-License-Identifier: MIT
 *
 * `jourdain equations`: the equations of motion of a model as formulas, and as numbers. */
#include "app/app.h"
#include <string.h>

static int write_text(App *app, const char *path, const char *text) {
    NewFile file;
    if (!path) {
        if (app->json)
            jd_json_string(&app->document, "equations", text);
        else
            jd_text_add(&app->out, text, strlen(text));
        return DONE;
    }
    if (!jd_file_begin(&file, path, app->log)) return FILE_FAILED;
    fputs(text, file.out);
    return jd_file_end(&file, app->log) ? DONE : FILE_FAILED;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* "row jO.rate jA.rate": headings of a table. */
static const char *columns_of(Page *page, const JdMatrix *is) {
    Text names = {0};
    jd_text_print(&names, "row");
    for (int c = 0; c < is->columns; c++)
        jd_text_print(&names, " %s", is->columns > 1 ? is->column[c] : "value");
    return jd_page_keep(page, &names);
}

/* What is too wide for a table: its entries that are not zero. */
static void write_entries(Page *page, const JdMatrix *is) {
    jd_page_table(page, is->name, "row column value");
    for (int r = 0; r < is->rows; r++)
        for (int c = 0; c < is->columns; c++) {
            const double value = is->value[r * is->columns + c];
            if (value == 0) continue;
            jd_page_cell(page, is->row[r]);
            jd_page_cell(page, is->column[c]);
            jd_page_value(page, value, jd_cell_number(page, value, 7));
        }
    jd_page_end(page);
}

static void write_matrix(Page *page, const JdMatrix *is) {
    jd_page_heading(page, jd_arena_format(&page->arena, "%s: %s", is->name, is->what));
    if (is->columns + 1 > PAGE_COLUMNS) {
        write_entries(page, is);
        return;
    }
    jd_page_table(page, is->name, columns_of(page, is));
    for (int r = 0; r < is->rows; r++) {
        jd_page_cell(page, is->row[r]);
        for (int c = 0; c < is->columns; c++) {
            const double value = is->value[r * is->columns + c];
            jd_page_value(page, value, jd_cell_number(page, value, 7));
        }
    }
    jd_page_end(page);
}

static bool run_to(App *app, JdRun *run, double time) {
    if (!jd_run_next(run) || (time > 0 && !jd_run_to(run, time))) {
        if (!jd_run_failed(run))
            jd_report(app->log, JD_ERROR, "run-incomplete", nowhere,
                      "the run ends before t = %g s, which --at asks for", time);
        return false;
    }
    return true;
}

static int write_numbers(App *app, const JdModel *model, const JdSystem *system,
                         JdEquations *equations) {
    const double time = jd_app_number(app, "at");
    JdRunDef def = jd_app_run_def(app, model);
    if (time > 0) def.until = time;
    JdRun *run = jd_run_new(system, def, app->log);
    int code = RUN_FAILED;
    if (run && run_to(app, run, time)) {
        if (jd_equations_at(equations, run)) {
            Page page = jd_page(app);
            JdMatrix matrix;
            jd_page_fact(&page, "time", "time", time, "s");
            for (int n = 0; jd_equations_matrix(equations, n, &matrix); n++)
                write_matrix(&page, &matrix);
            jd_page_free(&page);
            code = DONE;
        } else {
            jd_report(app->log, JD_ERROR, "emit-cannot", nowhere,
                      "the equations have no numbers at t = %g s: a loop does not close with the "
                      "coordinates of the start",
                      time);
            jd_hint(app->log, "--form newton-euler and --form cut-joint have numbers everywhere");
        }
    }
    jd_run_free(run);
    return code;
}

/* ---- The command ---------------------------------------------------------------------------- */

static int call(App *app) {
    int code;
    const char *as = jd_app_text(app, "as");
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    const JdCompileDef def = jd_app_flag(app, "form") ? jd_app_compile_def(app, model)
                                                      : jd_app_compile_as(app, model, "minimal");
    JdSystem *system = jd_compile(model, def, app->log);
    JdEquations *equations = jd_equations_new(system, app->log);
    code = WRONG_MODEL;
    if (equations && jd_app_flag(app, "at")) {
        code = write_numbers(app, model, system, equations);
    } else if (equations) {
        char *text = jd_equations_text(equations, as);
        if (text) code = write_text(app, jd_app_text(app, "out"), text);
        jd_free_text(text);
    }
    jd_equations_free(equations);
    jd_system_free(system);
    jd_model_free(model);
    return code;
}

const Command jd_command_equations = {
    .name = "equations",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .writes = "txt md tex c",
    .options = "form as at out set spatial safe as-drawn cut close elastic stiffness damping "
               "turn-stiffness "
               "turn-damping clearance gap stepper dt tol to",
    .summary = "print the equations of motion as formulas",
    .details =
        "With the names of the model, under the formulation that --form names, otherwise minimal: "
        "the mass matrix M, what velocities cause, h, and forces Q; with multipliers the "
        "constraints f, their Jacobian D and gamma, M v' + h + D^T lambda = Q and D v' = gamma; "
        "the velocities of the bodies, W v. What occurs more than once is said first, by a name "
        "of its own, and what is longer than a line in pieces. --as latex or markdown writes them "
        "so.\n"
        "--at TIME runs the model up to then and prints the numbers of every matrix, and of the "
        "whole system A x = b of accelerations and multipliers.\n"
        "They are what `jourdain emit` writes as C, and what `jourdain run` evaluates.\n",
    .examples = "jourdain equations model/simple_pendulum.jd\n"
                "jourdain equations model/slider_crank.jd --as latex\n"
                "jourdain equations model/slider_crank.jd --form newton-euler --at 0\n",
    .call = call,
};
