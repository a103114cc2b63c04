/* SPDX-License-Identifier: MIT
 *
 * `jourdain emit`: a model as one C file. */
#include "app/app.h"
#include <string.h>

static int write_text(App *app, const char *path, const char *text) {
    NewFile file;
    if (!path) {
        if (app->json)
            jd_json_string(&app->document, "code", text);
        else
            jd_text_add(&app->out, text, strlen(text));
        return DONE;
    }
    if (!jd_file_begin(&file, path, app->log)) return FILE_FAILED;
    fputs(text, file.out);
    if (!jd_file_end(&file, app->log)) return FILE_FAILED;
    jd_json_string(&app->document, "out", path);
    return DONE;
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    JdSystem *system = jd_compile(model, jd_app_compile_as(app, model, "minimal"), app->log);
    char *text = jd_emit(system, (JdEmitDef){.target = jd_app_text(app, "target")}, app->log);
    code = text ? write_text(app, jd_app_text(app, "out"), text) : WRONG_MODEL;
    jd_free_text(text);
    jd_system_free(system);
    jd_model_free(model);
    return code;
}

const Command jd_command_emit = {
    .name = "emit",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .writes = "c h cu cl",
    .options = "out target set spatial safe as-drawn cut to",
    .summary = "write the equations of motion as one C file",
    .details =
        "The file needs the C library alone: numbers of the mechanism in a struct, which may "
        "change from run to run; a start that closes the loops; rates of the state, outputs; the "
        "steppers rk4 and dop853; and a program that runs to the model's `expect` lines and "
        "checks them. Coordinates are those of form minimal at the start; where these would not "
        "do any more, calls return that the chart is left.\n"
        "What cannot be emitted is said with its line, and nothing is written. Without --out the "
        "file goes to the standard output.\n",
    .examples = "jourdain emit model/slider_crank.jd --target cuda --out crank.cu\n"
                "jourdain emit model/slider_crank.jd --out crank.c && cc -O2 crank.c -lm -o crank\n"
                "jourdain emit model/seven_body.jd --out seven_body.c\n",
    .call = call,
};
