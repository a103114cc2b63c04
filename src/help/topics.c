/* SPDX-License-Identifier: MIT
 *
 * Topics: the tables of the library as pages. `help` shows them, `doc` writes them into doc/. */
#include "help/help.h"

/* ---- Steppers and forms -------------------------------------------------------------- */

static void write_steppers(Page *page) {
    jd_page_title(page, "Steppers");
    jd_page_text(page, "\nHow time goes on: `stepper NAME` in the model, --stepper NAME on the "
                       "command line.\n\n");
    jd_page_table(page, "steppers", "name aliases summary");
    JdEntry type;
    for (int n = 0; (type = jd_table_at(JD_STEPPERS, n)).name; n++) {
        jd_page_cell(page, type.name);
        jd_page_cell(page, type.aliases);
        jd_page_cell(page, type.summary);
    }
    jd_page_end(page);
}

static void write_forms(Page *page) {
    jd_page_title(page, "Formulations");
    jd_page_text(page, "\nHow the model becomes equations: `form NAME` in the model, --form NAME "
                       "on the command line.\n\n");
    jd_page_table(page, "forms", "name aliases loops summary");
    JdEntry type;
    for (int n = 0; (type = jd_table_at(JD_FORMS, n)).name; n++) {
        jd_page_cell(page, type.name);
        jd_page_cell(page, type.aliases);
        jd_page_cell(page, type.more);
        jd_page_cell(page, type.summary);
    }
    jd_page_end(page);
}

/* ---- Units and functions -------------------------------------------------------------------- */

static void write_units(Page *page) {
    jd_page_title(page, "Units");
    jd_page_text(page, "\nA unit stands behind a number, a parenthesis or a vector, without blanks "
                       "inside: 38 g, 7.4e-5 kg*m^2, [0, -9.81] m/s^2. Dimensions are checked; a "
                       "number without a unit is SI.\n\n");
    jd_page_table(page, "units", "unit in_SI SI dimension");
    JdEntry unit;
    for (int n = 0; (unit = jd_table_at(JD_UNITS, n)).name; n++) {
        jd_page_cell(page, unit.name);
        jd_page_number(page, unit.scale);
        jd_page_cell(page, jd_arena_copy(&page->arena, unit.si));
        jd_page_cell(page, unit.more);
    }
    jd_page_end(page);
}

static void write_functions(Page *page) {
    jd_page_title(page, "Functions");
    jd_page_text(page, "\nExpressions are made of numbers with units, parameters, + - * / ^, "
                       "comparisons and:\n\n");
    jd_page_table(page, "functions", "function summary");
    JdEntry function;
    for (int n = 0; (function = jd_table_at(JD_FUNCTIONS, n)).name; n++) {
        jd_page_cell(page, function.name);
        jd_page_cell(page, function.summary);
    }
    jd_page_end(page);
}

/* ---- Commands and codes --------------------------------------------------------------------- */

static void write_commands(Page *page) {
    jd_page_title(page, "Commands");
    jd_page_text(page,
                 "\nData goes to stdout, words go to stderr. Exit codes: 0 done, 1 the run "
                 "failed, 2 wrong usage, 3 wrong model, 4 a file could not be read or "
                 "written, 5 an `expect` of the model was missed, 128 + the signal if interrupted: "
                 "130 Ctrl-C, 143 SIGTERM, 129 SIGHUP.\n\n");
    jd_page_table(page, "commands", "command arguments summary");
    for (int n = 0; jd_command_at(page->app, n); n++) {
        jd_page_cell(page, jd_command_at(page->app, n)->name);
        jd_page_cell(page, jd_command_at(page->app, n)->arguments);
        jd_page_cell(page, jd_command_at(page->app, n)->summary);
    }
    jd_page_end(page);
    if (page->style != PAGE_MARKDOWN) return;
    for (int n = 0; jd_command_at(page->app, n); n++)
        jd_write_command(page, jd_command_at(page->app, n));
}

static void write_errors(Page *page) {
    jd_page_title(page, "Messages");
    jd_page_text(page,
                 "\nEvery message ends with its code; `jourdain explain CODE` says more.\n\n");
    if (page->style == PAGE_MARKDOWN) {
        for (int n = 0; jd_code_at(n); n++) jd_write_code(page, jd_code_at(n));
        return;
    }
    jd_page_table(page, "codes", "code summary");
    for (int n = 0; jd_code_at(n); n++) {
        jd_page_cell(page, jd_code_at(n)->code);
        jd_page_cell(page, jd_code_at(n)->summary);
    }
    jd_page_end(page);
}

void jd_write_code(Page *page, const CodeEntry *code) {
    if (page->style == PAGE_JSON) {
        jd_json_string(page->json, "code", code->code);
        jd_json_string(page->json, "summary", code->summary);
        jd_json_string(page->json, "explanation", code->explanation);
        return;
    }
    if (page->style == PAGE_MARKDOWN)
        jd_page_heading(page, code->code);
    else
        jd_page_title(page, code->code);
    jd_page_text(page, "%s.\n", code->summary);
    jd_page_text(page, "\n%s\n", code->explanation);
}

/* ---- The table ------------------------------------------------------------------------------ */

static const Topic topics[] = {
    {"joints", "joint", "Joint types", "joint types, what they lock and leave free",
     jd_write_joints},
    {"forces", "force", "Force types", "force types and their fields", jd_write_forces},
    {"shapes", "shape", "Shapes", "shapes of bodies, for their mass and for pictures",
     jd_write_shapes},
    {"channels", "channel", "Channels", "quantities by name", jd_write_channels},
    {"steppers", "stepper", "Steppers", "integration methods", write_steppers},
    {"forms", "form", "Formulations", "ways to set up the equations", write_forms},
    {"language", "model text", "Model language", "the statements of a model", jd_write_language},
    {"units", "unit", "Units", "units that numbers may have", write_units},
    {"functions", "function", "Functions", "functions in expressions", write_functions},
    {"commands", "command", "Commands", "commands, exit codes", write_commands},
    {"errors", "error codes messages", "Messages", "all messages by their code", write_errors},
};

static const Registry registry = {topics, ENTRIES(topics), sizeof *topics, true};

const Topic *jd_topic_at(int index) {
    return jd_registry_at(&registry, index);
}

const Topic *jd_topic_find(const char *name) {
    return jd_registry_find(&registry, name);
}
