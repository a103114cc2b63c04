/* SPDX-License-Identifier: MIT
 *
 * Topics: the tables of the library as pages. `help` shows them, `doc` writes them into doc/. */
#include "app/app.h"
#include "expr/expr.h"
#include "form/form.h"
#include "run/run.h"
#include "text/text.h"
#include <string.h>

/* ---- Steppers and forms -------------------------------------------------------------- */

static void write_steppers(Page *page) {
    jd_page_title(page, "Steppers");
    jd_page_text(page, "\nHow time goes on: `stepper NAME` in the model, --stepper NAME on the "
                       "command line.\n\n");
    jd_page_table(page, "steppers", "name aliases summary");
    const StepperType *type;
    for (int n = 0; (type = jd_stepper_at(n)); n++) {
        jd_page_cell(page, type->name);
        jd_page_cell(page, type->aliases);
        jd_page_cell(page, type->summary);
    }
    jd_page_end(page);
}

static void write_forms(Page *page) {
    jd_page_title(page, "Formulations");
    jd_page_text(page, "\nHow the model becomes equations: `form NAME` in the model, --form NAME "
                       "on the command line.\n\n");
    jd_page_table(page, "forms", "name aliases loops summary");
    const FormType *type;
    for (int n = 0; (type = jd_form_at(n)); n++) {
        jd_page_cell(page, type->name);
        jd_page_cell(page, type->aliases);
        jd_page_cell(page, type->closes);
        jd_page_cell(page, type->summary);
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
    const char *name;
    for (int n = 0; (name = jd_unit_at(n)); n++) {
        Unit unit;
        char si[64];
        if (!jd_unit_find(name, strlen(name), &unit)) continue;
        jd_dim_unit(unit.dim, si, sizeof si);
        jd_page_cell(page, name);
        jd_page_number(page, unit.scale);
        jd_page_cell(page, si);
        jd_page_cell(page, jd_dim_word(unit.dim));
    }
    jd_page_end(page);
}

static void write_functions(Page *page) {
    jd_page_title(page, "Functions");
    jd_page_text(page, "\nExpressions are made of numbers with units, parameters, + - * / ^, "
                       "comparisons and:\n\n");
    jd_page_table(page, "functions", "function summary");
    const char *name, *summary = NULL;
    for (int n = 0; (name = jd_function_at(n, &summary)); n++) {
        jd_page_cell(page, name);
        jd_page_cell(page, summary);
    }
    jd_page_end(page);
}

/* ---- The language --------------------------------------------------------------------------- */

static const char *usage_of(Page *page, const Kind *kind) {
    Text usage = {0};
    jd_kind_usage(kind, &usage);
    return jd_page_keep(page, &usage);
}

/* The statement, what it means, and what may be said behind it. */
static void write_statement(Page *page, const Kind *kind) {
    if (page->style == PAGE_JSON) {
        jd_page_cell(page, kind->word);
        jd_page_cell(page, usage_of(page, kind));
        jd_page_cell(page, kind->summary);
        return;
    }
    jd_text_print(page->out, "%s\n    ", usage_of(page, kind));
    jd_text_wrap(page->out, kind->summary, 4, page->width);
    for (const Kind *clause = kind->clauses; clause && clause->word; clause++) {
        jd_text_print(page->out, "      %-24s ", usage_of(page, clause));
        jd_text_wrap(page->out, clause->summary, 31, page->width);
    }
    jd_text_print(page->out, "\n");
}

static void write_language(Page *page) {
    jd_page_title(page, "Model language");
    jd_page_text(page, "\nPoints are given in the drawn position; bodies, joints and frames follow "
                       "from them. A statement is a line; # begins a comment.\n\n");
    if (page->style == PAGE_MARKDOWN) {
        jd_text_grammar(page->out);
        return;
    }
    if (page->style == PAGE_JSON) jd_page_table(page, "statements", "statement form summary");
    for (int n = 0; jd_statement_at(n); n++) write_statement(page, jd_statement_at(n));
    if (page->style == PAGE_JSON) jd_page_end(page);
    jd_page_text(page, "For instance:\n"
                       "    model pendulum\n"
                       "    planar\n"
                       "    gravity [0, -9.81] m/s^2\n"
                       "    param l = 500 mm\n"
                       "    point O = [0, 0]\n"
                       "    point A = [l, 0]\n"
                       "    body arm { link O A  mass 1 kg  inertia 0.02 kg*m^2 }\n"
                       "    joint jO : revolute ground -- arm at O\n"
                       "    output jO.angle, jO.force, energy\n"
                       "    run to 2 s\n");
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
    for (int n = 0; jd_command_at(n); n++) {
        jd_page_cell(page, jd_command_at(n)->name);
        jd_page_cell(page, jd_command_at(n)->arguments);
        jd_page_cell(page, jd_command_at(n)->summary);
    }
    jd_page_end(page);
    if (page->style != PAGE_MARKDOWN) return;
    for (int n = 0; jd_command_at(n); n++) jd_write_command(page, jd_command_at(n));
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
    {"language", "model text", "Model language", "the statements of a model", write_language},
    {"units", "unit", "Units", "units that numbers may have", write_units},
    {"functions", "function", "Functions", "functions in expressions", write_functions},
    {"commands", "command", "Commands", "commands, exit codes", write_commands},
    {"errors", "error codes messages", "Messages", "all messages by their code", write_errors},
};

const Topic *jd_topic_at(int index) {
    const int count = (int)(sizeof topics / sizeof *topics);
    return index >= 0 && index < count ? &topics[index] : NULL;
}

const Topic *jd_topic_find(const char *name) {
    for (int n = 0; jd_topic_at(n); n++)
        if (strcmp(topics[n].name, name) == 0 || jd_word_in_list(name, topics[n].aliases))
            return &topics[n];
    return NULL;
}
