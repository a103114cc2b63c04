/* SPDX-License-Identifier: MIT
 *
 * `jourdain version`. */
#include "app/app.h"

static int call(App *app) {
    if (app->json)
        jd_json_string(&app->document, "version", jd_version());
    else
        jd_text_print(&app->out, "jourdain %s\n", jd_version());
    return DONE;
}

const Command jd_command_version = {
    .name = "version",
    .arguments = "",
    .options = "",
    .summary = "print the version",
    .call = call,
};
