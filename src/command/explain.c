/* SPDX-License-Identifier: MIT
 *
 * `jourdain explain`: what a message's code means, and what helps. */
#include "help/help.h"

static int list_all(App *app) {
    Page page = jd_page(app);
    jd_topic_find("errors")->write(&page);
    jd_page_free(&page);
    return DONE;
}

static int call(App *app) {
    const char *word = jd_app_word(app, 0);
    if (!word) return list_all(app);
    const CodeEntry *code = jd_code_find(word);
    if (code) {
        Page page = jd_page(app);
        jd_write_code(&page, code);
        jd_page_free(&page);
        return DONE;
    }
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere, "there is no message code '%s'", word);
    Nearest nearest = {.word = word};
    for (int n = 0; jd_code_at(n); n++) jd_nearest_try(&nearest, jd_code_at(n)->code);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain explain` lists all codes");
    return WRONG_USAGE;
}

const Command jd_command_explain = {
    .name = "explain",
    .arguments = "[CODE]",
    .most = 1,
    .options = "",
    .summary = "explain a message by its code, or list all codes",
    .details = "Every message ends with its code in brackets: [joint-type-unknown].\n",
    .examples = "jourdain explain joint-type-unknown\n",
    .call = call,
};
