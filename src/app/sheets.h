/* SPDX-License-Identifier: MIT
 *
 * Sheets: what other programs want to know of this one, from the same tables as help: pages for man, completion for shells,
 * colours for editors. One line in sheets.def each. */
#ifndef JD_APP_SHEETS_H
#define JD_APP_SHEETS_H

#include "app/app.h"

typedef struct {
    const char *name;    /* "man": jourdain doc man */
    const char *summary;
    int (*count)(void);  /* of its files */
    /* A file: its name below the folder, and what is in it. */
    void (*write)(int index, Text *name, Text *out);
} Sheet;

const Sheet *jd_sheet_at(int index); /* NULL past the end */
const Sheet *jd_sheet_find(const char *name);

int jd_sheet_one(void); /* for those with one file */
/* The values that an option may have, with a blank behind each; false: any, or none. */
bool jd_option_values(const Option *option, Text *out);
/* Words of the language, with a blank behind each. */
void jd_words_of_statements(Text *out);
void jd_words_of_clauses(Text *out);
void jd_words_of_table(JdTable table, Text *out);

#endif
