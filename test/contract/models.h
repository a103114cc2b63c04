/* SPDX-License-Identifier: MIT
 *
 * The models of model/, for tests of all of them. */
#ifndef MODELS_H
#define MODELS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MODELS_MAX = 256 };
static char models[MODELS_MAX][128];
static int model_count;

static inline bool list_folder(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return false;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".jd") != 0 || strlen(entry->d_name) > 80) continue;
        if (model_count < MODELS_MAX)
            snprintf(models[model_count++], sizeof models[0], "%.40s/%.80s", path, entry->d_name);
    }
    closedir(folder);
    return model_count < MODELS_MAX;
}

/* A set-up of a group of tests: fails if so few are there that something must be wrong. */
static inline int list_models(void **state) {
    (void)state;
    return list_folder("model") && model_count >= 30 ? 0 : -1;
}

/* With those in folders below. */
static inline int list_all_models(void **state) {
    static const char *const below[] = {"model/assembly", "model/bond", "model/msl", "model/paper",
                                        "model/planar"};
    bool all = list_models(state) == 0;
    for (size_t k = 0; k < sizeof below / sizeof *below; k++) all = all && list_folder(below[k]);
    return all && model_count >= 130 ? 0 : -1;
}

#endif
