/* SPDX-License-Identifier: MIT
 *
 * `jourdain paper`: the tables of a paper from the models in model/paper/, our values beside the
 * printed ones, and where the paper is wrong, why. */
#define _XOPEN_SOURCE 700
#include "app/paper.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const Paper *const papers[] = {&jd_paper_000, &jd_paper_001, &jd_paper_002, &jd_paper_003,
                                      &jd_paper_004};
enum { PAPERS = sizeof papers / sizeof *papers };

/* ---- Models --------------------------------------------------------------------------------- */

/* With a folder: under model/. */
static const char *find_model(App *app, const char *name) {
    char *path =
        jd_arena_format(&app->arena, strchr(name, '/') ? "model/%s" : "model/paper/%s", name);
    const char *shipped = path ? jd_app_shipped(app, path) : NULL;
    if (shipped && access(shipped, R_OK) == 0) return shipped;
    jd_report(app->log, JD_ERROR, "file-read", nowhere, "cannot find the model '%s'",
              path ? path : name);
    jd_hint(app->log, "call the program where the folder `model` is, or install it: the models "
                      "then stand in share/jourdain beside its folder");
    return NULL;
}

JdModel *jd_paper_model(PaperJob *job, const char *name, const JdSetting *settings) {
    const char *path = find_model(job->app, name);
    return path ? jd_model_read_file(path, (JdReadDef){.settings = settings}, job->app->log) : NULL;
}

bool jd_paper_folder(PaperJob *job, const char *folder) {
    if (!mkdir(folder, 0777) || errno == EEXIST) return true;
    jd_report(job->app->log, JD_ERROR, "file-write", nowhere, "cannot make the folder '%s': %s",
              folder, strerror(errno));
    return false;
}

/* ---- Values --------------------------------------------------------------------------------- */

const char *jd_paper_text(Page *page, double value, int digits) {
    if (!isfinite(value)) return "-";
    char *text = jd_arena_format(&page->arena, "%.*e", digits, value);
    char *exponent = text ? strchr(text, 'e') : NULL;
    if (!exponent) return "";
    char *digit = exponent + 1, *from = exponent + 2;
    if (*digit == '-') digit++;
    while (*from == '0' && from[1]) from++;
    memmove(digit, from, strlen(from) + 1);
    if (strcmp(exponent, "e0") == 0) *exponent = '\0';
    return text;
}

static double parameter_value(const JdModel *model, const char *name) {
    JdParamInfo param;
    for (int n = 0; jd_model_param(model, n, &param); n++)
        if (!strcmp(param.name, name)) return param.value[0];
    return NAN;
}

/* The numbers, and the expressions, are parameters of a model. */
bool jd_paper_values(PaperJob *job, PaperPoint point, const char *const *texts, int count,
                     double *values) {
    Text text = {0};
    jd_text_print(&text, "model point\nplanar\n");
    for (int k = 0; k < point.count; k++)
        jd_text_print(&text, "param %s = %.17g\n", point.name[k], point.value[k]);
    for (int k = 0; k < count; k++) jd_text_print(&text, "param value%d = %s\n", k, texts[k]);
    JdModel *model = text.at && !text.failed ? jd_model_read_text("point", text.at, text.count,
                                                                  (JdReadDef){0}, job->app->log)
                                             : NULL;
    for (int k = 0; k < count && model; k++) {
        char name[24];
        snprintf(name, sizeof name, "value%d", k);
        values[k] = parameter_value(model, name);
    }
    jd_model_free(model);
    jd_text_free(&text);
    return model != NULL;
}

void jd_paper_check(PaperJob *job, const char *printed, double value, int digits) {
    const char *text = jd_paper_text(&job->page, value, digits);
    const bool same = strcmp(text, printed) == 0;
    if (same)
        job->held++;
    else
        job->missed++;
    jd_page_value(&job->page, value, same ? text : jd_arena_format(&job->page.arena, "%s!", text));
}

void jd_paper_erratum(PaperJob *job, const char *where, const char *format, ...) {
    Erratum *erratum = PUSH(&job->page.arena, job->errata);
    if (!erratum) return;
    va_list list;
    va_start(list, format);
    erratum->why = jd_arena_format_list(&job->page.arena, format, list);
    va_end(list);
    erratum->where = where;
}

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
    for (int n = 0; n < PAPERS; n++) {
        jd_page_cell(&page, papers[n]->number);
        jd_page_cell(&page, papers[n]->title);
    }
    jd_page_end(&page);
    jd_page_free(&page);
}

static const Paper *find_paper(App *app, const char *number) {
    Nearest nearest = {.word = number};
    for (int n = 0; n < PAPERS; n++) {
        if (strcmp(papers[n]->number, number) == 0) return papers[n];
        jd_nearest_try(&nearest, papers[n]->number);
    }
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
