/* SPDX-License-Identifier: MIT
 *
 * Options that say how a picture looks: where it is seen from, how large it is. And which programs
 * there are to look at it. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool jd_app_from(App *app, JdVec3 *from) {
    const char *text = jd_app_text(app, "from");
    double v[3] = {0};
    *from = (JdVec3){0, 0, 0};
    if (!text) return true;
    size_t at = 0;
    const size_t length = strlen(text);
    bool good = true;
    for (int n = 0; n < 3 && good; n++) {
        const size_t read = jd_number_read(text + at, length - at, &v[n]);
        at += read;
        good = read > 0 && (n == 2 ? text[at] == '\0' : text[at] == ',');
        at++;
    }
    *from = (JdVec3){v[0], v[1], v[2]};
    if (good && (v[0] != 0 || v[1] != 0 || v[2] != 0)) return true;
    jd_report(app->log, JD_ERROR, "option-value", nowhere,
              "--from wants a direction as three numbers, and '%s' is none", text);
    jd_hint(app->log, "for instance from the front, right and above: --from 1,-2,1");
    return false;
}

bool jd_app_size(App *app, int pixels[2]) {
    const char *text = jd_app_text(app, "size");
    char behind;
    pixels[0] = pixels[1] = 0;
    if (!text) return true;
    enum { MOST = 16384 };
    const bool two = sscanf(text, "%5d%*1[xX*]%5d%c", &pixels[0], &pixels[1], &behind) == 2;
    if (two && pixels[0] > 0 && pixels[1] > 0 && pixels[0] <= MOST && pixels[1] <= MOST)
        return true;
    jd_report(app->log, JD_ERROR, "option-value", nowhere,
              "--size wants a width and a height in pixels, and '%s' is none", text);
    jd_hint(app->log, "for instance --size 800x600; at most %d each", MOST);
    return false;
}

bool jd_app_has_program(const char *name) {
    const char *path = getenv("PATH");
    for (char file[1024]; path && *path; path += strcspn(path, ":"), path += *path == ':') {
        const int length = (int)strcspn(path, ":");
        const int used = snprintf(file, sizeof file, "%.*s/%s", length, path, name);
        if (used > 0 && used < (int)sizeof file && access(file, X_OK) == 0) return true;
    }
    return false;
}
