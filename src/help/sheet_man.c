/* SPDX-License-Identifier: MIT
 *
 * Pages for man: one of the program, one of each command. */
#include "help/help.h"
#include <string.h>

/* A line that begins with a point or a quote would be an order to man; what is read as one stays a
 * backslash. */
static void add_plain(Text *out, const char *text, size_t length) {
    for (size_t n = 0; n < length; n++) {
        const bool begins = n == 0 || text[n - 1] == '\n';
        if (begins && (text[n] == '.' || text[n] == '\'')) jd_text_print(out, "\\&");
        if (text[n] == '\\')
            jd_text_print(out, "\\e");
        else if (text[n] == '-')
            jd_text_print(out, "\\-");
        else
            jd_text_print(out, "%c", text[n]);
    }
}

static void add(Text *out, const char *text) {
    add_plain(out, text, strlen(text));
}

/* Paragraphs; lines that begin with blanks stay as they are. */
static void add_paragraphs(Text *out, const char *text) {
    bool kept = false;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool keep = *text == ' ';
        if (keep != kept) jd_text_print(out, keep ? ".nf\n" : ".fi\n");
        kept = keep;
        if (length == 0)
            jd_text_print(out, ".PP\n");
        else
            add_plain(out, text, length), jd_text_print(out, "\n");
        text += length + (text[length] == '\n');
    }
    if (kept) jd_text_print(out, ".fi\n");
}

static void write_options(Text *out, const Command *command) {
    const Option *option;
    jd_text_print(out, ".SH OPTIONS\n");
    for (int n = 0; (option = jd_option_at(n)); n++) {
        if (!jd_command_takes(command, option)) continue;
        jd_text_print(out, ".TP\n");
        if (option->letter) jd_text_print(out, "\\fB\\-%s\\fR, ", option->letter);
        jd_text_print(out, "\\fB\\-\\-");
        add(out, option->name);
        jd_text_print(out, "\\fR");
        if (option->value) jd_text_print(out, " \\fI%s\\fR", option->value);
        jd_text_print(out, "\n");
        add(out, option->summary);
        Text values = {0};
        if (jd_option_values(option, &values) && !option->choices) {
            jd_text_print(out, "; one of: ");
            add_plain(out, values.at, values.count ? values.count - 1 : 0);
        }
        jd_text_free(&values);
        jd_text_print(out, "\n");
    }
}

static void write_head(Text *out, const char *name, const char *summary) {
    jd_text_print(out,
                  ".\\\" Written by `jourdain doc man`; do not edit.\n.TH \"%s\" 1 \"\" \"jourdain "
                  "%s\" \"jourdain\"\n",
                  name, jd_version());
    jd_text_print(out, ".SH NAME\n");
    add(out, name);
    jd_text_print(out, " \\- ");
    add(out, summary);
    jd_text_print(out, "\n");
}

static void write_command(const Command *command, Text *out) {
    Text name = {0};
    jd_text_print(&name, "jourdain-%s", command->name);
    write_head(out, name.at, command->summary);
    jd_text_free(&name);
    jd_text_print(out, ".SH SYNOPSIS\n\\fBjourdain %s\\fR ", command->name);
    add(out, command->arguments);
    jd_text_print(out, " [\\fIOPTIONS\\fR]\n");
    if (command->details) {
        jd_text_print(out, ".SH DESCRIPTION\n");
        add_paragraphs(out, command->details);
    }
    write_options(out, command);
    if (command->examples) {
        jd_text_print(out, ".SH EXAMPLES\n.nf\n");
        add(out, command->examples);
        jd_text_print(out, ".fi\n");
    }
    jd_text_print(out, ".SH SEE ALSO\n\\fBjourdain\\fR(1)\n");
}

static void write_program(const App *app, Text *out) {
    write_head(out, "jourdain", "dynamics of mechanisms");
    jd_text_print(
        out, ".SH SYNOPSIS\n\\fBjourdain\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR] "
             "[\\fIOPTIONS\\fR]\n"
             ".SH DESCRIPTION\n"
             "Rigid bodies, joints, springs, motors, in the plane and in space, with closed "
             "loops as the normal case. A model is a text; \\fBjourdain help language\\fR tells "
             "its statements.\n.SH COMMANDS\n");
    for (int n = 0; jd_command_at(app, n); n++) {
        jd_text_print(out, ".TP\n\\fBjourdain\\-%s\\fR(1)\n", jd_command_at(app, n)->name);
        add(out, jd_command_at(app, n)->summary);
        jd_text_print(out, "\n");
    }
    jd_text_print(out, ".SH TOPICS\n\\fBjourdain help\\fR \\fITOPIC\\fR\n");
    for (int n = 0; jd_topic_at(n); n++) {
        jd_text_print(out, ".TP\n\\fB%s\\fR\n", jd_topic_at(n)->name);
        add(out, jd_topic_at(n)->summary);
        jd_text_print(out, "\n");
    }
    jd_text_print(
        out, ".SH EXIT STATUS\n"
             "0 done, 1 the run failed, 2 wrong usage, 3 wrong model, 4 a file cannot be read or "
             "written, 5 an expectation was missed, 128 + signal interrupted.\n");
}

static int count(const App *app) {
    int commands = 0;
    while (jd_command_at(app, commands)) commands++;
    return 1 + commands;
}

static void write(const App *app, int index, Text *name, Text *out) {
    if (index == 0) {
        jd_text_print(name, "jourdain.1");
        write_program(app, out);
        return;
    }
    jd_text_print(name, "jourdain-%s.1", jd_command_at(app, index - 1)->name);
    write_command(jd_command_at(app, index - 1), out);
}

const Sheet jd_sheet_man = {"man", "pages for man, one for each command", count, write};
