/* SPDX-License-Identifier: MIT
 *
 * Help about one command, from the tables. */
#include "help/help.h"
#include <string.h>

static const char *option_usage(Page *page, const Option *option) {
    return jd_arena_format(
        &page->arena, "%s%s--%s%s%s", option->letter ? "-" : "",
        option->letter ? jd_arena_format(&page->arena, "%s, ", option->letter) : "", option->name,
        option->value ? " " : "", option->value ? option->value : "");
}

static void write_options(Page *page, const Command *command) {
    const bool as_table = page->style != PAGE_JSON;
    jd_page_heading(page, "Options");
    jd_page_table(page, "options", as_table ? "option meaning" : "option value unit meaning");
    const Option *option;
    for (int n = 0; (option = jd_option_at(n)); n++) {
        if (!jd_command_takes(command, option)) continue;
        if (as_table) {
            jd_page_cell(page, option_usage(page, option));
        } else {
            jd_page_cell(page, option->name);
            jd_page_cell(page, option->value);
            jd_page_cell(page, option->unit);
        }
        jd_page_cell(page, option->summary);
    }
    jd_page_end(page);
}

/* One block, each line indented. */
static void write_examples(Page *page, const char *examples) {
    Text text = {0};
    while (*examples) {
        const size_t length = strcspn(examples, "\n");
        jd_text_print(&text, "    %.*s\n", (int)length, examples);
        examples += length + (examples[length] == '\n');
    }
    jd_page_heading(page, "Examples");
    jd_page_text(page, "%s", jd_page_keep(page, &text));
}

void jd_write_command(Page *page, const Command *command) {
    if (page->style == PAGE_MARKDOWN) jd_page_heading(page, command->name);
    page->level = 1;
    if (page->style == PAGE_JSON) {
        jd_json_string(page->json, "name", command->name);
        jd_json_string(page->json, "arguments", command->arguments);
        jd_json_string(page->json, "summary", command->summary);
    }
    jd_page_text(page, "%sjourdain %s%s%s [OPTIONS]\n\n",
                 page->style == PAGE_MARKDOWN ? "    " : "Usage: ", command->name,
                 *command->arguments ? " " : "", command->arguments);
    jd_page_text(page, "%s\n", command->summary);
    if (command->details) jd_page_text(page, "\n%s", command->details);
    write_options(page, command);
    if (command->examples) write_examples(page, command->examples);
    page->level = 0;
}
