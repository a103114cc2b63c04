/* SPDX-License-Identifier: MIT
 *
 * The models of model/, for tests of all of them. */
#ifndef MODELS_H
#define MODELS_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { MODELS_MAX = 64 };
static char models[MODELS_MAX][128];
static int model_count;

/* A set-up of a group of tests: fails if so few are there that something must be wrong. */
static inline int list_models(void **state) {
    (void)state;
    DIR *folder = opendir("model");
    if (!folder) return -1;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".jd") != 0 || strlen(entry->d_name) > 100) continue;
        if (model_count < MODELS_MAX)
            snprintf(models[model_count++], sizeof models[0], "model/%.100s", entry->d_name);
    }
    closedir(folder);
    return model_count >= 30 && model_count < MODELS_MAX ? 0 : -1;
}

#endif
