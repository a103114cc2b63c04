/* SPDX-License-Identifier: MIT
 *
 * Models that came with the program: `model/...` where the program was called, in its sources, or
 * in share/jourdain beside an installed copy. Its documents likewise. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

/* The folder of the program itself, with its last slash; "" if the system does not tell. */
static void own_folder(char *path, size_t room) {
    const ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash) slash[1] = '\0';
}

const char *jd_app_shipped(App *app, const char *path) {
    static const char *const places[] = {"../share/jourdain/", "../", "../../"};
    char own[PATH_ROOM];
    if (strncmp(path, "model/", 6) != 0 || access(path, F_OK) == 0) return path;
    own_folder(own, sizeof own);
    for (int n = 0; n < 3 && *own; n++) {
        const char *there = jd_arena_format(&app->arena, "%s%s%s", own, places[n], path);
        if (there && access(there, R_OK) == 0) return there;
    }
    return path;
}

const char *jd_app_documents(App *app) {
    static const char *const places[] = {"../share/doc/jourdain/", "../", "../../"};
    char own[PATH_ROOM];
    own_folder(own, sizeof own);
    for (int n = 0; n < 3 && *own; n++) {
        const char *root = jd_arena_format(&app->arena, "%s%s", own, places[n]);
        const char *page = jd_arena_format(&app->arena, "%s%sdoc/model-text.md", own, places[n]);
        char *whole = root && page && access(page, R_OK) == 0 ? realpath(root, NULL) : NULL;
        const char *copy = whole ? jd_arena_format(&app->arena, "%s/", whole) : NULL;
        free(whole);
        if (copy) return copy;
    }
    return NULL;
}
