/* SPDX-License-Identifier: MIT
 *
 * A text in a file, or on stdout. */
#include "app/app.h"
#include <string.h>

int jd_app_text_out(App *app, const char *path, const char *text) {
    if (!path) {
        jd_text_add(&app->out, text, strlen(text));
        return DONE;
    }
    NewFile file;
    if (!jd_file_begin(&file, path, app->log)) return FILE_FAILED;
    fputs(text, file.out);
    return jd_file_end(&file, app->log) ? DONE : FILE_FAILED;
}
