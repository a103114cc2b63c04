/* SPDX-License-Identifier: MIT
 *
 * The C compiler of the machine: where it is, and calling it. */
#define _GNU_SOURCE
#include "app/app.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_FLAGS = 16 };

const char *jd_compiler_find(App *app) {
    const char *name = getenv("CC"), *path = getenv("PATH");
    if (!name || !*name) name = "cc";
    if (strchr(name, '/')) return access(name, X_OK) ? NULL : name;
    while (path && *path) {
        const size_t length = strcspn(path, ":");
        const char *at = jd_arena_format(&app->arena, "%.*s/%s", (int)length, path, name);
        if (at && length && !access(at, X_OK)) return at;
        path += length + (path[length] == ':');
    }
    return NULL;
}

bool jd_compiler_write(const char *path, const char *text) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out) return false;
    const bool good = fputs(text, out) >= 0;
    return fclose(out) == 0 && good;
}

bool jd_compiler_call(const char *compiler, const char *const *flags, const char *from,
                      const char *to) {
    const char *arguments[MOST_FLAGS + 7];
    posix_spawn_file_actions_t quiet;
    int n = 0, status = -1;
    pid_t child;
    arguments[n++] = compiler;
    for (int k = 0; k < MOST_FLAGS && flags[k]; k++) arguments[n++] = flags[k];
    arguments[n++] = "-o", arguments[n++] = to, arguments[n++] = from, arguments[n++] = "-lm";
    arguments[n] = NULL;
    if (posix_spawn_file_actions_init(&quiet)) return false;
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    const int failed = posix_spawn(&child, compiler, &quiet, NULL,
                                   (char *const *)(const void *)arguments, environ);
    posix_spawn_file_actions_destroy(&quiet);
    if (failed) return false;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
