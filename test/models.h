/* SPDX-License-Identifier: MIT
 *
 * Every model that comes with the program, for tests that must hold for all of them. */
#ifndef MODELS_H
#define MODELS_H

#include "check.h"
#include <dirent.h>

static inline void for_every_model(void (*check)(const char *path)) {
    DIR *folder = opendir("model");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".jd")) continue;
        char path[600];
        snprintf(path, sizeof path, "model/%s", entry->d_name);
        check(path);
        count++;
    }
    closedir(folder);
    assert_true(count > 20);
}

#endif
