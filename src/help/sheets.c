/* SPDX-License-Identifier: MIT
 *
 * The table of sheets, and what their writers share: values of options, words of the language. */
#include "help/help.h"
#include <string.h>

// clang-format off
#define SHEET(name) extern const Sheet jd_sheet_##name;
#include "help/sheets.def"
#undef SHEET

static const Sheet *const sheets[] = {
#define SHEET(name) &jd_sheet_##name,
#include "help/sheets.def"
#undef SHEET
};
// clang-format on

static const Registry registry = REGISTRY_OF_TYPES(sheets);

const Sheet *jd_sheet_at(int index) {
    return jd_registry_at(&registry, index);
}

const Sheet *jd_sheet_find(const char *name) {
    return jd_registry_find(&registry, name);
}

int jd_sheet_one(const App *app) {
    (void)app;
    return 1;
}

/* ---- Options --------------------------------------------------------------------------------- */

/* Options whose values are names of a table. */
static const struct {
    const char *option;
    JdTable table;
    const char *more;
} named[] = {{"form", JD_FORMS, "auto "},
             {"forms", JD_FORMS, ""},
             {"stepper", JD_STEPPERS, ""},
             {"steppers", JD_STEPPERS, ""}};

void jd_words_of_table(JdTable table, Text *out) {
    for (int n = 0; jd_table_at(table, n).name; n++)
        jd_text_print(out, "%s ", jd_table_at(table, n).name);
}

bool jd_option_values(const Option *option, Text *out) {
    if (option->choices) {
        jd_text_print(out, "%s ", option->choices);
        return true;
    }
    for (size_t n = 0; n < sizeof named / sizeof *named; n++) {
        if (strcmp(named[n].option, option->name)) continue;
        jd_text_print(out, "%s", named[n].more);
        jd_words_of_table(named[n].table, out);
        return true;
    }
    return false;
}

/* ---- The language ---------------------------------------------------------------------------- */

/* Each word once: the same clause belongs to several statements. */
static void add_once(Text *out, const char *word) {
    if (out->at && jd_word_in_list(word, out->at)) return;
    jd_text_print(out, "%s ", word);
}

void jd_words_of_statements(Text *out) {
    JdStatement s;
    for (int n = 0; jd_statement(n, &s); n++)
        if (s.depth == 0) add_once(out, s.word);
}

void jd_words_of_clauses(Text *out) {
    JdStatement s;
    Text clauses = {0};
    for (int n = 0; jd_statement(n, &s); n++)
        if (s.depth > 0) add_once(&clauses, s.word);
    const JdTable tables[] = {JD_JOINTS, JD_FORCES};
    for (int t = 0; t < 2; t++)
        for (int n = 0; jd_table_at(tables[t], n).name; n++) {
            const JdEntry entry = jd_table_at(tables[t], n);
            for (int f = 0; f < entry.field_count; f++) add_once(&clauses, entry.fields[f].name);
        }
    if (clauses.at) jd_text_print(out, "%s", clauses.at);
    if (clauses.failed) out->failed = true;
    jd_text_free(&clauses);
}
