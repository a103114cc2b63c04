/* SPDX-License-Identifier: MIT
 *
 * `jourdain fmt`: a model text in its canonical layout, as its JSON mirror, or back from it. */
#include "app/app.h"
#include <stdlib.h>
#include <string.h>

/* A file's name says its language, so rewriting it keeps it in that. */
static bool keeps_language(App *app, bool from_json, bool to_json) {
    if (from_json || !to_json) return true;
    jd_report(app->log, JD_ERROR, "option-value", nowhere,
              "the model text would be JSON, which its name does not say");
    jd_hint(app->log, "write the JSON to another file: --json --out FILE.json");
    return false;
}

static bool says_where(App *app) {
    if (!jd_app_flag(app, "write") || !jd_app_flag(app, "out")) return true;
    jd_report(app->log, JD_ERROR, "option-value", nowhere,
              "--write and --out both say where the result goes");
    jd_hint(app->log, "leave out one of them");
    return false;
}

/* Into the file that it was read from, by --write or since --out names it. */
static bool is_in_place(const App *app, const char *path, const char *out) {
    if (out) return jd_app_is_input(app, out);
    return jd_app_flag(app, "write") && strcmp(path, "-") != 0;
}

static int rewrite(App *app, const AppFile *file) {
    const char *path = file->path, *name = strcmp(path, "-") == 0 ? "(stdin)" : path;
    const bool from_json = file->text[strspn(file->text, " \t\r\n")] == '{';
    const char *out = jd_app_text(app, "out");
    const bool in_place = is_in_place(app, path, out), to_json = jd_app_flag(app, "json");
    if (in_place && !keeps_language(app, from_json, to_json)) return WRONG_USAGE;
    char *rewritten = jd_text_rewrite(name, file->text, file->length, from_json,
                                      to_json || (in_place && from_json), app->log);
    const int code = rewritten ? jd_app_text_out(app,
                                                 out        ? out
                                                 : in_place ? path
                                                            : NULL,
                                                 rewritten)
                               : WRONG_MODEL;
    jd_free_text(rewritten);
    return code;
}

static int call(App *app) {
    const char *path = jd_app_word(app, 0);
    if (!says_where(app)) return WRONG_USAGE;
    AppFile file;
    if (!jd_app_read(app, path, false, &file)) return FILE_FAILED;
    const int code = rewrite(app, &file);
    free(file.text);
    return code;
}

const Command jd_command_fmt = {
    .name = "fmt",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .writes = "jd json txt",
    .options = "out write",
    .summary = "rewrite a model in its canonical layout, as JSON (--json), or back from JSON",
    .details = "What it reads is JSON if it begins with '{'. The result goes to stdout, to --out "
               "FILE, or with --write into the file itself, which stays JSON if it is. MODEL may "
               "be '-': standard input.\n"
               "\n"
               "Comments and blank lines are kept; in JSON they are members of the statement that "
               "follows them.\n",
    .examples = "jourdain fmt --write crank.jd\n"
                "jourdain fmt crank.jd --json --out crank.json\n"
                "jourdain fmt crank.json\n",
    .call = call,
};
