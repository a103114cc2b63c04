/* SPDX-License-Identifier: MIT
 *
 * The table of options, and the commands that take them. */
#include "app/app.h"
#include <string.h>

// clang-format off
static const Option options[] = {
#define OPTION(name, letter, value, unit, choices, ...) {name, letter, value, unit, choices, __VA_ARGS__},
#include "app/options.def"
#undef OPTION
};
// clang-format on

static const char common[] = "json quiet help version";

static const Registry registry = REGISTRY_OF_LINES(options);

const Option *jd_option_at(int index) {
    return jd_registry_at(&registry, index);
}

const Option *jd_option_find(const char *name, size_t length) {
    const Option *option;
    for (int n = 0; (option = jd_option_at(n)); n++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

const Command *jd_command_at(const App *app, int index) {
    return jd_registry_at(app->commands, index);
}

const Command *jd_command_find(const App *app, const char *name) {
    return jd_registry_find(app->commands, name);
}

bool jd_command_takes(const Command *command, const Option *option) {
    return jd_word_in_list(option->name, common) ||
           (command && jd_word_in_list(option->name, command->options));
}
