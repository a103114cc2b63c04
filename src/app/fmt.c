/* SPDX-License-Identifier: MIT
 *
 * `jourdain fmt`: a model text in its canonical layout, as its JSON mirror, or back from it. */
#include "app/app.h"
#include <stdlib.h>
#include <string.h>

static int write_text(App *app, const char *path, const char *text) {
    if (!path) {
        jd_text_add(&app->out, text, strlen(text));
        return DONE;
    }
    NewFile file;
    if (!jd_file_begin(&file, path, app->log)) return FILE_FAILED;
    fputs(text, file.out);
    return jd_file_end(&file, app->log) ? DONE : FILE_FAILED;
}

static int call(App *app) {
    const char *path = jd_app_word(app, 0), *out = jd_app_text(app, "out");
    const bool is_stdin = strcmp(path, "-") == 0, to_json = jd_app_flag(app, "json");
    if (jd_app_flag(app, "write") && !is_stdin) out = path;
    size_t length = 0;
    char *text = jd_app_read(app, path, &length);
    if (!text) return FILE_FAILED;

    const bool from_json = text[strspn(text, " \t\r\n")] == '{';
    char *rewritten =
        jd_text_rewrite(is_stdin ? "(stdin)" : path, text, length, from_json, to_json, app->log);
    const int code = rewritten ? write_text(app, out, rewritten) : WRONG_MODEL;
    jd_free_text(rewritten);
    free(text);
    return code;
}

const Command jd_command_fmt = {
    .name = "fmt",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "out write",
    .summary = "rewrite a model in its canonical layout, as JSON (--json), or back from JSON",
    .details = "What it reads is JSON if it begins with '{'. The result goes to stdout, to --out "
               "FILE, or with --write into the file itself. MODEL may be '-': standard input.\n",
    .examples = "jourdain fmt --write crank.jd\n"
                "jourdain fmt crank.jd --json --out crank.json\n"
                "jourdain fmt crank.json\n",
    .call = call,
};
