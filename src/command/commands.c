/* SPDX-License-Identifier: MIT
 *
 * The table of commands. */
#include "command/command.h"

// clang-format off
#define COMMAND(name) extern const Command jd_command_##name;
#include "command/commands.def"
#undef COMMAND

static const Command *const commands[] = {
#define COMMAND(name) &jd_command_##name,
#include "command/commands.def"
#undef COMMAND
};
// clang-format on

const Registry jd_commands = REGISTRY_OF_TYPES(commands);
