/* SPDX-License-Identifier: MIT
 *
 * `jourdain help`: everything from the tables. A word may be a command, a topic, a joint or force
 * type, a message code, a statement, an option; any other is searched for. */
#include "help/help.h"
#include <string.h>

static void write_overview(App *app, Page *page) {
    jd_page_title(page, "jourdain: dynamics of mechanisms");
    jd_page_text(page, "\nUsage: jourdain COMMAND [ARGUMENTS] [OPTIONS]\n");
    jd_page_heading(page, "Commands");
    jd_page_table(page, "commands", "command summary");
    for (int n = 0; jd_command_at(app, n); n++) {
        jd_page_cell(page, jd_command_at(app, n)->name);
        jd_page_cell(page, jd_command_at(app, n)->summary);
    }
    jd_page_end(page);
    jd_page_heading(page, "Topics: jourdain help TOPIC");
    jd_page_table(page, "topics", "topic summary");
    for (int n = 0; jd_topic_at(n); n++) {
        jd_page_cell(page, jd_topic_at(n)->name);
        jd_page_cell(page, jd_topic_at(n)->summary);
    }
    jd_page_end(page);
    jd_page_text(page, "\nFirst steps: jourdain run model/slider_crank.jd --out motion.csv\n");
    const char *root = jd_app_documents(app);
    if (root) jd_page_text(page, "Tutorial: %sdoc/tutorial/README.md\n", root);
    jd_page_text(page, "Any word: jourdain help WORD\n");
}

/* "--dt", "dt": where it is taken and what it means. */
static bool write_option(const App *app, Page *page, const char *word) {
    const char *name = word + strspn(word, "-");
    const Option *option = jd_option_find(name, strlen(name));
    if (!option) return false;
    Text takers = {0};
    for (int n = 0; jd_command_at(app, n); n++)
        if (jd_command_takes(jd_command_at(app, n), option))
            jd_text_print(&takers, "%s%s", takers.count ? ", " : "", jd_command_at(app, n)->name);
    jd_page_word(page, "name", "option", option->name);
    jd_page_word(page, "value", "value", option->value);
    jd_page_word(page, "unit", "unit", option->unit);
    jd_page_word(page, "summary", "meaning", option->summary);
    jd_page_word(page, "commands", "commands", jd_page_keep(page, &takers));
    return true;
}

static bool write_word(const App *app, Page *page, const char *word) {
    const Command *command = jd_command_find(app, word);
    const Topic *topic = jd_topic_find(word);
    const JdEntry joint = jd_table_find(JD_JOINTS, word);
    const JdEntry force = jd_table_find(JD_FORCES, word);
    const CodeEntry *code = jd_code_find(word);
    if (command)
        jd_write_command(page, command);
    else if (topic)
        topic->write(page);
    else if (joint.name)
        jd_write_joint(page, joint.name);
    else if (force.name)
        jd_write_force(page, &force);
    else if (code)
        jd_write_code(page, code);
    else {
        const bool statement = jd_write_statement(page, word);
        return write_option(app, page, word) || statement;
    }
    return true;
}

static int unknown_word(App *app, const char *word) {
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere, "there is no help about '%s'", word);
    Nearest nearest = {.word = word};
    for (int n = 0; jd_command_at(app, n); n++)
        jd_nearest_try(&nearest, jd_command_at(app, n)->name);
    for (int n = 0; jd_topic_at(n); n++) jd_nearest_try(&nearest, jd_topic_at(n)->name);
    for (int n = 0; jd_option_at(n); n++) jd_nearest_try(&nearest, jd_option_at(n)->name);
    for (int n = 0; jd_code_at(n); n++) jd_nearest_try(&nearest, jd_code_at(n)->code);
    jd_app_suggest(JD_JOINTS, &nearest);
    jd_app_suggest(JD_FORCES, &nearest);
    if (nearest.best)
        jd_hint(app->log, "did you mean 'jourdain help %s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain help` lists the commands and topics");
    return WRONG_USAGE;
}

static int call(App *app) {
    const char *word = jd_app_word(app, 0), *second = jd_app_word(app, 1);
    if (word && strcmp(word, "completion") == 0) {
        Text name = {0};
        jd_sheet_find("bash")->write(app, 0, &name, &app->out);
        jd_text_free(&name);
        return DONE;
    }
    /* "help joint revolute": the kind before the name is a courtesy. */
    const char *phrase = second ? jd_arena_format(&app->arena, "%s %s", word, second) : word;
    if (second) word = second;
    Page page = jd_page(app);
    bool known = true;
    if (word)
        known = write_word(app, &page, word) || (phrase && jd_write_search(app, &page, phrase));
    else
        write_overview(app, &page);
    jd_page_free(&page);
    return known ? DONE : unknown_word(app, phrase && word == second ? phrase : word);
}

const Command jd_command_help = {
    .name = "help",
    .arguments = "[WORD]",
    .most = 2,
    .options = "",
    .summary =
        "help about a command, a topic, a joint or force type, a statement, an option; any word",
    .details =
        "A word that names none of these is searched for in all pages of help and in the documents "
        "that came with the program.\n"
        "`jourdain help completion` prints a completion script for bash; `jourdain doc zsh` and "
        "`jourdain doc fish` print those for other shells.\n",
    .examples = "jourdain help run\n"
                "jourdain help joints\n"
                "jourdain help joint revolute\n"
                "jourdain help table\n"
                "jourdain help transmission\n"
                "eval \"$(jourdain help completion)\"\n",
    .call = call,
};
