/* SPDX-License-Identifier: MIT
 *
 * Opening a file as a double click would, by the program that the system has for that. */
#define _XOPEN_SOURCE 700
#include "command/open.h"
#include "app/app.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
static const char *const opener = "open";
#else
static const char *const opener = "xdg-open";
#endif

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

static bool has_display(void) {
#ifdef __APPLE__
    return true;
#else
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

/* The opener may stay as long as the browser does: it is nobody's child and says nothing here. */
static void become_opener(const char *path) {
    const int null = open("/dev/null", O_RDWR);
    if (setsid() < 0 || fork() != 0) _exit(0);
    for (int n = 0; null >= 0 && n <= 2; n++) dup2(null, n);
    execlp(opener, opener, path, (char *)NULL);
    _exit(127);
}

bool jd_open_file(const char *path) {
    char from_here[1100];
    if (!jd_is_terminal(stderr) || !has_display() || !jd_app_has_program(opener)) return false;
    /* A name that begins with '-' is no option. */
    if (*path == '-' && snprintf(from_here, sizeof from_here, "./%s", path) < (int)sizeof from_here)
        path = from_here;
    const pid_t child = fork();
    if (child == 0) become_opener(path);
    if (child > 0) waitpid(child, NULL, 0);
    return child > 0;
}
