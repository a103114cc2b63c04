/* SPDX-License-Identifier: MIT
 *
 * `jourdain equations`: the equations of motion of a model as formulas. */
#include "app/app.h"
#include <string.h>

static int write_text(App *app, const char *path, const char *text) {
    NewFile file;
    if (!path) {
        if (app->json)
            jd_json_string(&app->document, "equations", text);
        else
            jd_text_add(&app->out, text, strlen(text));
        return DONE;
    }
    if (!jd_file_begin(&file, path, app->log)) return FILE_FAILED;
    fputs(text, file.out);
    return jd_file_end(&file, app->log) ? DONE : FILE_FAILED;
}

static int call(App *app) {
    int code;
    const char *as = jd_app_text(app, "as");
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    JdSystem *system = jd_compile(model, jd_app_compile_as(app, model, "minimal"), app->log);
    char *text = jd_emit(system, (JdEmitDef){.target = as ? as : "text"}, app->log);
    code = text ? write_text(app, jd_app_text(app, "out"), text) : WRONG_MODEL;
    jd_free_text(text);
    jd_system_free(system);
    jd_model_free(model);
    return code;
}

const Command jd_command_equations = {
    .name = "equations",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .writes = "txt md tex c",
    .options = "as out set spatial safe as-drawn cut to",
    .summary = "print the equations of motion as formulas",
    .details = "M u' + h = Q of the independent coordinates of form minimal, with the names of the "
               "model: the mass matrix, what velocities cause, and forces. What occurs more than "
               "once is said first, by a name of its own. --as latex or markdown writes them so.\n"
               "They are what `jourdain emit` writes as C, and what `jourdain run` evaluates.\n",
    .examples = "jourdain equations model/simple_pendulum.jd\n"
                "jourdain equations model/slider_crank.jd --as latex\n",
    .call = call,
};
