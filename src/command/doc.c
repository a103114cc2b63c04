/* SPDX-License-Identifier: MIT
 *
 * `jourdain doc`: the reference pages of doc/ as markdown, and sheets for other programs, from the
 * same tables as help. */
#define _XOPEN_SOURCE 700
#include "help/help.h"
#include <string.h>
#include <sys/stat.h>

/* Never more than one empty line, none at the end. */
static void squeeze(Text *text) {
    size_t kept = 0;
    for (size_t n = 0; n < text->count; n++) {
        const bool is_third = kept >= 2 && text->at[n] == '\n' && text->at[kept - 1] == '\n' &&
                              text->at[kept - 2] == '\n';
        if (!is_third) text->at[kept++] = text->at[n];
    }
    while (kept >= 2 && text->at[kept - 1] == '\n' && text->at[kept - 2] == '\n') kept--;
    text->count = kept;
    text->at[kept] = '\0';
}

static void write_page(const App *app, const Topic *topic, Text *out) {
    Page page = {.style = PAGE_MARKDOWN, .width = 100, .app = app, .out = out};
    jd_text_print(out, "<!-- Written by `jourdain doc %s`; do not edit. -->\n\n", topic->name);
    topic->write(&page);
    jd_page_free(&page);
    if (!out->failed) squeeze(out);
}

static int write_to(App *app, const char *path, const Text *text) {
    NewFile file;
    if (text->failed) jd_report_memory(app->log);
    if (text->failed || !jd_file_begin(&file, path, app->log)) return FILE_FAILED;
    fwrite(text->at, 1, text->count, file.out);
    return jd_file_end(&file, app->log) ? DONE : FILE_FAILED;
}

/* Every page into a folder. */
static int write_all(App *app, const char *folder) {
    int code = DONE;
    for (int n = 0; jd_topic_at(n) && code == DONE; n++) {
        Text text = {0};
        write_page(app, jd_topic_at(n), &text);
        const char *path = jd_arena_format(&app->arena, "%s/%s.md", folder, jd_topic_at(n)->name);
        code = path ? write_to(app, path, &text) : FILE_FAILED;
        jd_text_free(&text);
    }
    return code;
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* The folders of a path are made as far as they are missing. */
static void make_folders(char *path) {
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0777); /* what fails is told when the file is written */
        *at = '/';
    }
}

static int write_sheet(App *app, const Sheet *sheet, const char *folder) {
    int code = DONE;
    const int count = sheet->count(app);
    if (!folder && count > 1) {
        jd_report(app->log, JD_ERROR, "argument-missing", nowhere,
                  "--out FOLDER is missing: '%s' is %d files", sheet->name, count);
        jd_hint(app->log, "jourdain doc %s --out %s", sheet->name, sheet->name);
        return WRONG_USAGE;
    }
    for (int n = 0; n < count && code == DONE; n++) {
        Text name = {0}, text = {0};
        sheet->write(app, n, &name, &text);
        char *path = folder && count > 1 ? jd_arena_format(&app->arena, "%s/%s", folder, name.at)
                     : folder            ? jd_arena_format(&app->arena, "%s", folder)
                                         : NULL;
        if (path) make_folders(path);
        if (path)
            code = write_to(app, path, &text);
        else
            jd_text_add(&app->out, text.at, text.failed ? 0 : text.count);
        if (text.failed) app->out.failed = true;
        jd_text_free(&name);
        jd_text_free(&text);
    }
    return code;
}

static int call(App *app) {
    const char *word = jd_app_word(app, 0), *path = jd_app_text(app, "out");
    if (strcmp(word, "all") == 0) {
        if (path) return write_all(app, path);
        jd_report(app->log, JD_ERROR, "argument-missing", nowhere, "--out FOLDER is missing");
        jd_hint(app->log, "jourdain doc all --out doc");
        return WRONG_USAGE;
    }
    const Sheet *sheet = jd_sheet_find(word);
    if (sheet) return write_sheet(app, sheet, path);
    const Topic *topic = jd_topic_find(word);
    if (!topic) {
        jd_report(app->log, JD_ERROR, "topic-unknown", nowhere, "there is no page '%s'", word);
        Nearest nearest = {.word = word};
        for (int n = 0; jd_topic_at(n); n++) jd_nearest_try(&nearest, jd_topic_at(n)->name);
        for (int n = 0; jd_sheet_at(n); n++) jd_nearest_try(&nearest, jd_sheet_at(n)->name);
        if (nearest.best)
            jd_hint(app->log, "did you mean '%s'?", nearest.best);
        else
            jd_hint(app->log, "the pages are the topics of `jourdain help`");
        return WRONG_USAGE;
    }
    Text text = {0};
    write_page(app, topic, &text);
    int code = DONE;
    if (path)
        code = write_to(app, path, &text);
    else
        jd_text_add(&app->out, text.at, text.failed ? 0 : text.count);
    if (text.failed) app->out.failed = true;
    jd_text_free(&text);
    if (app->json) jd_json_string(&app->document, "page", topic->name);
    return code;
}

const Command jd_command_doc = {
    .name = "doc",
    .arguments = "TOPIC|SHEET|all",
    .least = 1,
    .most = 1,
    .options = "out",
    .summary = "write a reference page as markdown, or a sheet for other programs",
    .details = "The topics are those of `jourdain help`. `all` writes every page into the folder "
               "that --out names.\n"
               "\n"
               "For other programs: `man` (pages, into a folder), `bash`, `zsh` and `fish` "
               "(completion), `vim` and `vscode` (colours of models, into a folder).\n",
    .examples = "jourdain doc errors --out errors.md\n"
                "jourdain doc all --out doc/reference\n"
                "jourdain doc man --out man1\n"
                "jourdain doc vim --out ~/.vim\n",
    .call = call,
};
