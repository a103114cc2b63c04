/* SPDX-License-Identifier: MIT
 *
 * The program: arguments, one command, then what it has to say. Data goes to stdout, words go to
 * stderr; with --json one object on stdout holds both. */
#include "command/command.h"
#include <errno.h>
#include <string.h>

/* --help and --version work wherever they stand; no command at all asks for help. */
static int call_command(App *app) {
    if (jd_app_flag(app, "version")) return jd_command_find(app, "version")->call(app);
    if (app->command && !jd_app_flag(app, "help"))
        return jd_app_out_fits(app) ? app->command->call(app) : WRONG_USAGE;
    const bool asked = jd_app_flag(app, "help");
    app->words.count = 0;
    if (app->command) {
        const char **word = PUSH(&app->arena, app->words);
        if (word) *word = app->command->name;
    }
    const int code = jd_command_find(app, "help")->call(app);
    return asked ? code : WRONG_USAGE;
}

static void end_document(App *app, int code) {
    Json *json = &app->document;
    jd_json_log(json, app->log);
    jd_json_number(json, "exit", code);
    while (json->depth) jd_json_end(json);
}

/* Everything of stdout at once; a full disk or a closed pipe is an error, too. */
static bool print_out(const App *app, const Text *text) {
    if (text->failed) jd_report_memory(app->log);
    if (text->failed) return false;
    errno = 0;
    if (text->count) fwrite(text->at, 1, text->count, stdout);
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    jd_report(app->log, JD_ERROR, "file-write", nowhere, "cannot write to the standard output: %s",
              errno ? strerror(errno) : "an earlier write failed");
    return false;
}

static bool has_argument(int count, char **arguments, const char *wanted) {
    for (int n = 1; n < count; n++)
        if (strcmp(arguments[n], wanted) == 0) return true;
    return false;
}

int main(int count, char **arguments) {
    App app = {.log = jd_log_new(), .commands = &jd_commands};
    jd_interrupt_install();
    if (!app.log) {
        fputs("error: memory ran out [out-of-memory]\n", stderr);
        return RUN_FAILED;
    }
    app.colour = jd_has_colours(stderr);
    /* Known before the rest is read, so that mistakes come out as wanted. */
    const bool is_fmt = count > 1 && strcmp(arguments[1], "fmt") == 0;
    app.json = !is_fmt && has_argument(count, arguments, "--json");
    app.quiet = has_argument(count, arguments, "--quiet") || has_argument(count, arguments, "-q");

    const bool understood = jd_app_parse(&app, count, arguments);
    jd_json_object(&app.document, NULL);
    jd_json_string(&app.document, "command", app.command ? app.command->name : NULL);
    int code = understood ? call_command(&app) : WRONG_USAGE;

    /* An error that a command went on behind. */
    if (code == DONE && jd_log_errors(app.log) > 0) code = RUN_FAILED;
    /* What was stopped did not fail. */
    if (jd_interrupt_signal() && (code == DONE || code == RUN_FAILED))
        code = 128 + jd_interrupt_signal();
    if (jd_app_has_message(&app, "out-of-memory")) code = RUN_FAILED;
    if (app.json) end_document(&app, code);
    if (!print_out(&app, app.json ? &app.document.text : &app.out) && code == DONE)
        code = FILE_FAILED;
    jd_app_say(&app, stderr);
    jd_text_free(&app.out);
    jd_text_free(&app.document.text);
    jd_arena_free(&app.arena);
    jd_log_free(app.log);
    return code;
}
