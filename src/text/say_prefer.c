/* SPDX-License-Identifier: MIT
 *
 * Frees of joints that are states if they can be: for the formulation that chooses. */
#include "text/inside.h"

static bool build_prefer(Build *build, const Node *node) {
    bool good = true;
    for (int n = 0; n < node->slots.count; n++) {
        const FreeDef *found;
        const char *path = jd_build_free(build, &node->slots.at[n], &found);
        ModelPrefer *prefer = path ? PUSH(build->arena, build->model->prefers) : NULL;
        if (prefer) *prefer = (ModelPrefer){path, jd_build_where(build, node->slots.at[n].span)};
        good = good && path;
    }
    return good;
}

const Kind jd_say_prefer = {
    .word = "prefer",
    .also = "states independent",
    .summary = "Frees of joints that `minimal` takes as independent coordinates if it can; their "
               "joints are in its tree. `form auto` then chooses it.",
    .shape = {{"free", SLOT_PATH}},
    .flags = KIND_ROWS,
    .group = 8,
    .build = build_prefer,
};
