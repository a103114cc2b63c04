/* SPDX-License-Identifier: MIT
 *
 * Any words as the command line, one in each line; M is a model. Nothing may crash, leak, hang or
 * overflow. What is understood is carried out if it neither writes files nor takes long. */
#include "command/command.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_harmless(const App *app) {
    static const char *const names[] = {"check",   "info",    "derive", "help",
                                        "explain", "version", "fmt"};
    if (!app->command || jd_app_flag(app, "out") || jd_app_flag(app, "write")) return false;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (!strcmp(app->command->name, names[n])) return true;
    return false;
}

/* Other files may be anything: standard input waits, and a model of the corpus takes long. */
static bool reads_model(const App *app) {
    for (int n = 0; n < app->words.count; n++)
        if (!strcmp(app->words.at[n], "-")) return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char program[] = "jourdain", model[] = JD_ROOT "/test/app/pendulum.jd";
    char *arguments[MOST + 2] = {program}, *text = malloc(size + 1);
    int count = 1;
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    for (char *at = text; at && count <= MOST; count++) {
        char *end = strchr(at, '\n');
        if (end) *end = '\0';
        arguments[count] = !strcmp(at, "M") ? model : at;
        at = end ? end + 1 : NULL;
    }

    App app = {.log = jd_log_new(), .commands = &jd_commands, .quiet = true};
    FILE *sink = fopen("/dev/null", "w");
    const bool understood = app.log && sink && jd_app_parse(&app, count, arguments);
    if (app.log && !understood && !jd_log_errors(app.log)) __builtin_trap();
    if (understood && is_harmless(&app) && reads_model(&app)) {
        jd_json_object(&app.document, NULL);
        app.command->call(&app);
    }
    if (app.log && sink) jd_log_print(app.log, sink);
    if (sink) fclose(sink);
    jd_text_free(&app.out);
    jd_text_free(&app.document.text);
    jd_arena_free(&app.arena);
    jd_log_free(app.log);
    free(text);
    return 0;
}
