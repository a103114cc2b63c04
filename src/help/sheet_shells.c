/* SPDX-License-Identifier: MIT
 *
 * Completion for shells: commands, their options, and the values of those. */
#include "help/help.h"
#include <string.h>

static bool takes_topics(const Command *command) {
    return !strcmp(command->name, "help") || !strcmp(command->name, "doc");
}

/* In single quotes: quotes end and begin again. */
static void add_quoted(Text *out, const char *text, const char *quote) {
    for (; *text; text++)
        if (*text == '\'')
            jd_text_print(out, "%s", quote);
        else
            jd_text_print(out, "%c", *text);
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void write_bash(const App *app, int index, Text *name, Text *out) {
    (void)index;
    jd_text_print(name, "jourdain");
    jd_text_print(out,
                  "_jourdain() {\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    local words= files=yes\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"");
    for (int n = 0; jd_command_at(app, n); n++)
        jd_text_print(out, "%s ", jd_command_at(app, n)->name);
    jd_text_print(out, "\"\n    else case $before in\n");
    for (int n = 0; jd_option_at(n); n++) {
        Text values = {0};
        if (jd_option_values(jd_option_at(n), &values))
            jd_text_print(out, "        --%s) words=\"%s\" files= ;;\n", jd_option_at(n)->name,
                          values.at);
        jd_text_free(&values);
    }
    jd_text_print(out, "        *) case ${COMP_WORDS[1]} in\n");
    for (int n = 0; jd_command_at(app, n); n++) {
        const Command *command = jd_command_at(app, n);
        jd_text_print(out, "            %s) words=\"", command->name);
        for (int k = 0; jd_option_at(k); k++)
            if (jd_command_takes(command, jd_option_at(k)))
                jd_text_print(out, " --%s", jd_option_at(k)->name);
        for (int k = 0; takes_topics(command) && jd_topic_at(k); k++)
            jd_text_print(out, " %s", jd_topic_at(k)->name);
        jd_text_print(out, "\" ;;\n");
    }
    jd_text_print(
        out, "        esac ;;\n    esac; fi\n"
             "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
             "    case $files$word in yes-*) ;; yes*) COMPREPLY+=($(compgen -f -- \"$word\")) ;; "
             "esac\n"
             "}\ncomplete -o filenames -F _jourdain jourdain\n");
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* '--form=[summary]:NAME:(values)'; colons and brackets have meanings there. */
static void add_zsh_option(Text *out, const Option *option) {
    Text values = {0};
    jd_text_print(out, "            '--%s%s[", option->name, option->value ? "=" : "");
    for (const char *at = option->summary; *at; at++)
        if (*at == '\'')
            jd_text_print(out, "'\\''");
        else if (strchr("[]:\\", *at))
            jd_text_print(out, "\\%c", *at);
        else
            jd_text_print(out, "%c", *at);
    jd_text_print(out, "]");
    if (option->value && jd_option_values(option, &values))
        jd_text_print(out, ":%s:(%s)", option->value, values.at);
    else if (option->value)
        jd_text_print(out, ":%s:_files", option->value);
    jd_text_print(out, "' \\\n");
    jd_text_free(&values);
}

static void write_zsh(const App *app, int index, Text *name, Text *out) {
    (void)index;
    jd_text_print(name, "_jourdain");
    jd_text_print(out, "#compdef jourdain\n"
                       "_jourdain() {\n"
                       "    local -a commands\n"
                       "    commands=(\n");
    for (int n = 0; jd_command_at(app, n); n++) {
        jd_text_print(out, "        '%s:", jd_command_at(app, n)->name);
        add_quoted(out, jd_command_at(app, n)->summary, "'\\''");
        jd_text_print(out, "'\n");
    }
    jd_text_print(out, "    )\n"
                       "    if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
                       "    local command=$words[2]\n"
                       "    shift words; (( CURRENT-- ))\n"
                       "    case $command in\n");
    for (int n = 0; jd_command_at(app, n); n++) {
        const Command *command = jd_command_at(app, n);
        jd_text_print(out, "        %s) _arguments \\\n", command->name);
        for (int k = 0; jd_option_at(k); k++)
            if (jd_command_takes(command, jd_option_at(k))) add_zsh_option(out, jd_option_at(k));
        jd_text_print(out, "            ");
        if (takes_topics(command)) {
            jd_text_print(out, "'1:topic:(");
            for (int k = 0; jd_topic_at(k); k++) jd_text_print(out, "%s ", jd_topic_at(k)->name);
            jd_text_print(out, ")' ;;\n");
        } else {
            jd_text_print(out, "'*:file:_files' ;;\n");
        }
    }
    jd_text_print(out, "    esac\n}\n_jourdain \"$@\"\n");
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void add_fish_topics(const Command *command, Text *out) {
    jd_text_print(out, "complete -c jourdain -n '__fish_seen_subcommand_from %s' -f -a '",
                  command->name);
    for (int k = 0; jd_topic_at(k); k++)
        jd_text_print(out, "%s%s", k ? " " : "", jd_topic_at(k)->name);
    jd_text_print(out, "'\n");
}

static void write_fish(const App *app, int index, Text *name, Text *out) {
    (void)index;
    jd_text_print(name, "jourdain.fish");
    for (int n = 0; jd_command_at(app, n); n++) {
        const Command *command = jd_command_at(app, n);
        jd_text_print(out, "complete -c jourdain -n __fish_use_subcommand -f -a %s -d '",
                      command->name);
        add_quoted(out, command->summary, "\\'");
        jd_text_print(out, "'\n");
        for (int k = 0; jd_option_at(k); k++) {
            const Option *option = jd_option_at(k);
            Text values = {0};
            if (!jd_command_takes(command, option)) continue;
            jd_text_print(out, "complete -c jourdain -n '__fish_seen_subcommand_from %s' -l %s",
                          command->name, option->name);
            if (option->letter) jd_text_print(out, " -s %s", option->letter);
            if (option->value && jd_option_values(option, &values))
                jd_text_print(out, " -x -a '%s'", values.at);
            else if (option->value)
                jd_text_print(out, " -r");
            jd_text_print(out, " -d '");
            add_quoted(out, option->summary, "\\'");
            jd_text_print(out, "'\n");
            jd_text_free(&values);
        }
        if (takes_topics(command)) add_fish_topics(command, out);
    }
}

const Sheet jd_sheet_bash = {"bash", "completion for bash", jd_sheet_one, write_bash};
const Sheet jd_sheet_zsh = {"zsh", "completion for zsh", jd_sheet_one, write_zsh};
const Sheet jd_sheet_fish = {"fish", "completion for fish", jd_sheet_one, write_fish};
