/* SPDX-License-Identifier: MIT
 *
 * `jourdain help WORD` for a word that names nothing: where it stands, in the pages of help and in
 * the documents that came with the program. */
#define _XOPEN_SOURCE 700
#include "help/help.h"
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WIDE = 1000, SHOWN = 3, LINE_ROOM = 160, MOST = 40 };

typedef struct {
    Page *page;
    const char *word;
    LIST(const char *) shown; /* lines of help: options of many commands are the same */
    int rows;
} Search;

/* ---- Lines that have the word ---------------------------------------------------------------- */

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* As a whole word; capitals do not matter. */
static bool has_word(const char *line, size_t length, const char *word) {
    const size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++) {
        if (strncasecmp(line + at, word, size) != 0) continue;
        const bool begins = at == 0 || !is_letter(line[at - 1]);
        const bool ends = at + size == length || !is_letter(line[at + size]);
        if (begins && ends) return true;
    }
    return false;
}

/* Blanks side by side are one; what is long is cut where a word ends. */
static void squeeze(const char *line, size_t length, char out[LINE_ROOM + 4]) {
    size_t kept = 0, last = 0;
    for (size_t n = 0; n < length && kept < LINE_ROOM; n++) {
        const bool blank = line[n] == ' ';
        if (blank && (!kept || out[kept - 1] == ' ')) continue;
        if (blank) last = kept;
        out[kept++] = line[n];
    }
    const bool cut = kept == LINE_ROOM && last;
    strcpy(out + (cut ? last : kept), cut ? "..." : "");
}

static void add_row(Search *search, const char *where, const char *what) {
    if (!search->rows++) jd_page_table(search->page, "found", "where what");
    jd_page_cell(search->page, jd_arena_copy(&search->page->arena, where));
    jd_page_cell(search->page, jd_arena_copy(&search->page->arena, what));
}

/* ---- Pages of help --------------------------------------------------------------------------- */

static bool is_new(Search *search, const char *line) {
    for (int n = 0; n < search->shown.count; n++)
        if (!strcmp(search->shown.at[n], line)) return false;
    const char *copy = jd_arena_copy(&search->page->arena, line);
    const char **at = copy ? PUSH(&search->page->arena, search->shown) : NULL;
    if (at) *at = copy;
    return at;
}

static void search_text(Search *search, const char *where, const Text *text) {
    const char *at = text->failed ? NULL : text->at;
    int shown = 0;
    while (at && *at && shown < SHOWN && search->rows < MOST) {
        const size_t length = strcspn(at, "\n");
        char what[LINE_ROOM + 4];
        if (has_word(at, length, search->word)) {
            squeeze(at, length, what);
            if (is_new(search, what)) add_row(search, shown++ ? "" : where, what);
        }
        at += length + (at[length] == '\n');
    }
}

static void search_help(Search *search, const App *app) {
    char where[64];
    for (int n = 0; jd_topic_at(n); n++) {
        Text text = {0};
        Page page = {.style = PAGE_TEXT, .width = WIDE, .app = app, .out = &text};
        jd_topic_at(n)->write(&page);
        jd_page_free(&page);
        snprintf(where, sizeof where, "jourdain help %s", jd_topic_at(n)->name);
        search_text(search, where, &text);
        jd_text_free(&text);
    }
    for (int n = 0; jd_command_at(app, n); n++) {
        Text text = {0};
        Page page = {.style = PAGE_TEXT, .width = WIDE, .app = app, .out = &text};
        jd_write_command(&page, jd_command_at(app, n));
        jd_page_free(&page);
        snprintf(where, sizeof where, "jourdain help %s", jd_command_at(app, n)->name);
        search_text(search, where, &text);
        jd_text_free(&text);
    }
}

/* ---- Documents ------------------------------------------------------------------------------- */

/* The headings below which the word stands. */
static void search_document(Search *search, const char *where, FILE *in) {
    char line[2000], heading[LINE_ROOM + 4] = "";
    int shown = 0;
    bool told = false;
    while (fgets(line, sizeof line, in) && shown < SHOWN && search->rows < MOST) {
        const size_t length = strcspn(line, "\n");
        const size_t marks = strspn(line, "#");
        if (marks && line[marks] == ' ')
            squeeze(line + marks, length - marks, heading), told = false;
        if (told || !has_word(line, length, search->word)) continue;
        told = true;
        add_row(search, shown++ ? "" : where, *heading ? heading : "(at its top)");
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void search_folder(Search *search, const char *folder, const char *name) {
    Arena *arena = &search->page->arena;
    const char *path = jd_arena_format(arena, "%s%s", folder, name);
    LIST(const char *) files = {0};
    DIR *dir = path ? opendir(path) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char **at = jd_path_ends(entry->d_name, "md") ? PUSH(arena, files) : NULL;
        if (at) *at = jd_arena_copy(arena, entry->d_name);
    }
    if (dir) closedir(dir);
    if (files.count) qsort(files.at, (size_t)files.count, sizeof *files.at, by_name);
    for (int n = 0; n < files.count && files.at[n]; n++) {
        const char *file = jd_arena_format(arena, "%s/%s", path, files.at[n]);
        const char *where = jd_arena_format(arena, "%s/%s", name, files.at[n]);
        FILE *in = file && where ? fopen(file, "r") : NULL;
        if (in) search_document(search, where, in), fclose(in);
    }
}

static void search_documents(Search *search, App *app) {
    static const char *const folders[] = {"doc", "doc/tutorial", "doc/coming-from"};
    const char *root = jd_app_documents(app);
    for (int n = 0; root && n < 3; n++) search_folder(search, root, folders[n]);
}

bool jd_write_search(App *app, Page *page, const char *word) {
    Search search = {.page = page, .word = word};
    if (!word[strspn(word, " ")]) return false;
    search_help(&search, app);
    search_documents(&search, app);
    if (!search.rows) return false;
    jd_page_end(page);
    const char *root = jd_app_documents(app);
    if (root) jd_page_text(page, "\nThe documents are in %sdoc.\n", root);
    return true;
}
