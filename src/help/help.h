/* SPDX-License-Identifier: MIT
 *
 * What the program says of itself, from the tables of the library and its own: topics, the pages of `help` and `doc`; and sheets, what
 * other programs want to know of it: pages for man, completion for shells, colours for editors. One line in sheets.def each. */
#ifndef JD_HELP_H
#define JD_HELP_H

#include "app/app.h"

/* ---- Topics: what help and doc write about -------------------------------------------------- */

typedef struct {
    const char *name, *aliases, *title, *summary;
    void (*write)(Page *page);
} Topic;

const Topic *jd_topic_at(int index);
const Topic *jd_topic_find(const char *name);
void jd_write_joints(Page *page);
void jd_write_forces(Page *page);
void jd_write_shapes(Page *page);
void jd_write_channels(Page *page);
void jd_write_command(Page *page, const Command *command);
void jd_write_code(Page *page, const CodeEntry *code);
void jd_write_language(Page *page);
bool jd_write_statement(Page *page, const char *word); /* with all its clauses; false: there is none */
void jd_write_joint(Page *page, const char *name);
void jd_write_force(Page *page, const JdEntry *type);
/* search.c: where a word stands in help and documents; false: nowhere. */
bool jd_write_search(App *app, Page *page, const char *word);

/* ---- Sheets --------------------------------------------------------------------------------- */

typedef struct {
    const char *name;    /* "man": jourdain doc man */
    const char *summary;
    int (*count)(const App *app);  /* of its files */
    /* A file: its name below the folder, and what is in it. */
    void (*write)(const App *app, int index, Text *name, Text *out);
} Sheet;

const Sheet *jd_sheet_at(int index); /* NULL past the end */
const Sheet *jd_sheet_find(const char *name);

int jd_sheet_one(const App *app); /* for those with one file */
/* The values that an option may have, with a blank behind each; false: any, or none. */
bool jd_option_values(const Option *option, Text *out);
/* Words of the language, with a blank behind each. */
void jd_words_of_statements(Text *out);
void jd_words_of_clauses(Text *out);
void jd_words_of_table(JdTable table, Text *out);

#endif
