/* SPDX-License-Identifier: MIT
 *
 * The table of papers, and what they share: their models, values as they are printed, errata. */
#define _XOPEN_SOURCE 700
#include "paper/paper.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const Paper *const papers[] = {&jd_paper_000, &jd_paper_001, &jd_paper_002, &jd_paper_003,
                                      &jd_paper_004};

const Registry jd_papers = REGISTRY_OF_TYPES(papers);

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
