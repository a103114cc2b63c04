/* SPDX-License-Identifier: MIT
 *
 * The tables of options and commands. */
#include "app/app.h"
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

const Option *jd_option_at(int index) {
    const int count = (int)(sizeof options / sizeof *options);
    return index >= 0 && index < count ? &options[index] : NULL;
}

const Option *jd_option_find(const char *name, size_t length) {
    const Option *option;
    for (int n = 0; (option = jd_option_at(n)); n++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

const Command *jd_command_at(int index) {
    const int count = (int)(sizeof commands / sizeof *commands);
    return index >= 0 && index < count ? commands[index] : NULL;
}

const Command *jd_command_find(const char *name) {
    const Command *command;
    for (int n = 0; (command = jd_command_at(n)); n++)
        if (strcmp(command->name, name) == 0) return command;
    return NULL;
}

bool jd_command_takes(const Command *command, const Option *option) {
    return jd_word_in_list(option->name, common) ||
           (command && jd_word_in_list(option->name, command->options));
}
