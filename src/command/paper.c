/* SPDX-License-Identifier: MIT
 *
 * `jourdain paper`: the tables of a paper from the models in model/paper/, our values beside the
 * printed ones, and where the paper is wrong, why. */
#include "paper/paper.h"

static void write_errata(PaperJob *job) {
    Page *page = &job->page;
    if (job->errata.count == 0) return;
    jd_page_heading(page, "Where the paper is wrong, or does not say");
    jd_page_table(page, "errata", "where what");
    for (int n = 0; n < job->errata.count; n++) {
        jd_page_cell(page, job->errata.at[n].where);
        jd_page_cell(page, job->errata.at[n].why);
    }
    jd_page_end(page);
}

/* ---- The command ---------------------------------------------------------------------------- */

static void list_papers(App *app) {
    Page page = jd_page(app);
    jd_page_table(&page, "papers", "number title");
    const Paper *paper;
    for (int n = 0; (paper = jd_registry_at(&jd_papers, n)); n++) {
        jd_page_cell(&page, paper->number);
        jd_page_cell(&page, paper->title);
    }
    jd_page_end(&page);
    jd_page_free(&page);
}

static const Paper *find_paper(App *app, const char *number) {
    Nearest nearest = {.word = number};
    const Paper *paper = jd_registry_find(&jd_papers, number);
    if (paper) return paper;
    jd_registry_suggest(&jd_papers, &nearest);
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere, "there is no paper '%s'", number);
    jd_hint(app->log, nearest.best ? "did you mean '%s'?" : "`jourdain paper` lists them%.0s",
            nearest.best ? nearest.best : "");
    return NULL;
}

static ExitCode end_paper(PaperJob *job, const Paper *paper) {
    Page *page = &job->page;
    write_errata(job);
    jd_page_heading(page, "Verdict");
    jd_page_fact(page, "held", "printed values that come out", job->held, NULL);
    jd_page_fact(page, "missed", "that should, and do not", job->missed, NULL);
    if (job->missed == 0) return DONE;
    jd_report(job->app->log, JD_ERROR, "expect-missed", nowhere,
              "%d printed values of paper %s do not come out; they are marked by '!'", job->missed,
              paper->number);
    return EXPECT_MISSED;
}

static int call(App *app) {
    const char *number = jd_app_word(app, 0);
    if (!number) return list_papers(app), DONE;
    const Paper *paper = find_paper(app, number);
    if (!paper) return WRONG_USAGE;
    PaperJob job = {.app = app, .page = jd_page(app), .full = jd_app_flag(app, "full")};
    job.page.width = 100;
    jd_page_title(&job.page, paper->title);
    jd_page_text(&job.page, "%s\n", paper->summary);
    ExitCode code = paper->write(&job);
    if (code == DONE) code = end_paper(&job, paper);
    if (jd_interrupt_signal()) {
        code = (ExitCode)(128 + jd_interrupt_signal());
        jd_report(app->log, JD_WARNING, "run-interrupted", nowhere, "the paper was interrupted");
    }
    jd_page_free(&job.page);
    return (int)code;
}

const Command jd_command_paper = {
    .name = "paper",
    .arguments = "[NUMBER]",
    .least = 0,
    .most = 1,
    .options = "full out",
    .summary = "compute the tables of a paper anew, beside what it prints",
    .details =
        "The models are those of model/paper/. Beside each printed value stands ours; '!' "
        "marks one that should come out and does not (exit code 5). Then: where the paper "
        "is wrong, and why. --full adds what takes minutes. --out FOLDER draws the figures of "
        "papers 002 and 004 there. Without NUMBER the papers are listed.\n",
    .examples = "jourdain paper 000\n"
                "jourdain paper 001\n"
                "jourdain paper 002\n"
                "jourdain paper 002 --full\n"
                "jourdain paper 003\n"
                "jourdain paper 004 --json\n",
    .call = call,
};
