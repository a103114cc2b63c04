/* SPDX-License-Identifier: MIT
 *
 * `jourdain exchange`: a bond graph as a file of BondGraphTools, or the reverse. */
#include "command/command.h"
#include <stdlib.h>
#include <string.h>

static bool is_foreign(const char *path) {
    const size_t length = strlen(path);
    return length > 3 && !strcmp(path + length - 3, ".bg");
}

static int read_foreign(App *app) {
    const char *path = jd_app_word(app, 0);
    AppFile file;
    if (!jd_app_read(app, path, false, &file)) return FILE_FAILED;
    char *model = jd_bonds_import(path, file.text, file.length, app->log);
    const int code = model ? jd_app_text_out(app, jd_app_text(app, "out"), model) : WRONG_MODEL;
    jd_free_text(model);
    free(file.text);
    return code;
}

static int write_foreign(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    if (jd_model_info(model).bonds == 0) {
        jd_model_free(model);
        return jd_app_no_bonds(app);
    }
    char *text = jd_bonds_export(model, app->log);
    code = text ? jd_app_text_out(app, jd_app_text(app, "out"), text) : RUN_FAILED;
    jd_free_text(text);
    jd_model_free(model);
    return code;
}

static int call(App *app) {
    return is_foreign(jd_app_word(app, 0)) ? read_foreign(app) : write_foreign(app);
}

const Command jd_command_exchange = {
    .name = "exchange",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "out safe set",
    .summary = "write a bond graph as a file of BondGraphTools, or read one",
    .details = "A model is written as .bg; a file whose name ends in .bg is written as a model. "
               "What has no "
               "counterpart on the other side is told and left out.\n",
    .examples = "jourdain exchange model/bond/motor.jd --out motor.bg\n"
                "jourdain exchange motor.bg --out motor.jd\n",
    .call = call,
};
