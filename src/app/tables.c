/* SPDX-License-Identifier: MIT
 *
 * The tables of options and commands. */
#include "app/app.h"
#include "base/registry.h"
#include <string.h>

// clang-format off
static const Option options[] = {
#define OPTION(name, letter, value, unit, choices, ...) {name, letter, value, unit, choices, __VA_ARGS__},
#include "app/options.def"
#undef OPTION
};

#define COMMAND(name) extern const Command jd_command_##name;
#include "app/commands.def"
#undef COMMAND

static const Command *const commands[] = {
#define COMMAND(name) &jd_command_##name,
#include "app/commands.def"
#undef COMMAND
};
// clang-format on

static const char common[] = "json quiet help version";

static const Registry command_registry = REGISTRY_OF_TYPES(commands);
static const Registry option_registry = REGISTRY_OF_LINES(options);

const Option *jd_option_at(int index) {
    return jd_registry_at(&option_registry, index);
}

const Option *jd_option_find(const char *name, size_t length) {
    const Option *option;
    for (int n = 0; (option = jd_option_at(n)); n++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

const Command *jd_command_at(int index) {
    return jd_registry_at(&command_registry, index);
}

const Command *jd_command_find(const char *name) {
    return jd_registry_find(&command_registry, name);
}

bool jd_command_takes(const Command *command, const Option *option) {
    return jd_word_in_list(option->name, common) ||
           (command && jd_word_in_list(option->name, command->options));
}
