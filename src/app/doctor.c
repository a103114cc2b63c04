/* SPDX-License-Identifier: MIT
 *
 * The doctor at the command line: the model's text once more, for changes of it that are tried. */
#include "app/app.h"
#include <stdlib.h>
#include <string.h>

/* Not of a pipe, which has no second time. */
static char *read_again(App *app, size_t *length) {
    Text text = {0};
    const char *path = jd_app_word(app, 0);
    const bool file = strcmp(path, "-") != 0;
    if (!file || jd_file_read(path, (FileRule){.text = true, .plain = true}, &text) ||
        text.failed) {
        jd_text_free(&text);
        return NULL;
    }
    *length = text.count;
    return text.at;
}

JdDiagnosis *jd_app_diagnose(App *app, const JdModel *model, const JdCheck *check, bool brief) {
    size_t length = 0;
    char *text = read_again(app, &length);
    const JdDiagnoseDef def = {.name = jd_app_word(app, 0),
                               .text = text,
                               .length = length,
                               .read = jd_app_read_def(app),
                               .compile = jd_app_compile_def(app, model),
                               .brief = brief,
                               .trials = jd_app_flag(app, "deep") ? -1 : 0};
    JdDiagnosis *diagnosis = jd_diagnose(model, check, def, app->log);
    free(text);
    return diagnosis;
}

/* ---- Findings for programs ---------------------------------------------------------------------
 */

static void write_remedies(Json *json, const JdDiagnosis *diagnosis, int message) {
    JdRemedy remedy;
    jd_json_array(json, "remedies");
    for (int n = 0; jd_diagnosis_remedy(diagnosis, n, &remedy); n++) {
        if (remedy.message != message) continue;
        jd_json_object(json, NULL);
        jd_json_string(json, "what", remedy.what);
        jd_json_number(json, "line", remedy.line);
        jd_json_number(json, "column", remedy.column);
        jd_json_number(json, "offset", (double)remedy.offset);
        jd_json_number(json, "length", (double)remedy.length);
        jd_json_string(json, "text", remedy.text);
        jd_json_bool(json, "tried", true);
        jd_json_bool(json, "changes_the_machine", remedy.alters);
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* All messages so far, each with what was tried to mend it. */
void jd_app_write_findings(App *app, const JdDiagnosis *diagnosis) {
    static const char *const severities[] = {"note", "warning", "error"};
    Json *json = &app->document;
    if (!app->json) return;
    jd_json_array(json, "findings");
    for (int n = 0; n < jd_log_count(app->log); n++) {
        const JdMessage message = jd_log_message(app->log, n);
        jd_json_object(json, NULL);
        jd_json_string(json, "severity", severities[message.severity]);
        jd_json_string(json, "code", message.code);
        jd_json_string(json, "text", message.text);
        jd_json_string(json, "file", message.file);
        jd_json_number(json, "line", message.file ? message.line : (double)NAN);
        jd_json_number(json, "column", message.file ? message.column : (double)NAN);
        jd_json_number(json, "length", message.file ? message.length : (double)NAN);
        write_remedies(json, diagnosis, n);
        jd_json_end(json);
    }
    jd_json_end(json);
}

/* ---- Looking over -------------------------------------------------------------------------------
 */

/* Models of so many bodies are run without being looked at: that takes longer than they do. */
enum { FEW_BODIES = 60 };

void jd_app_look_over(App *app, const JdModel *model) {
    JdLog *unheard = jd_log_new();
    JdCheck check;
    if (unheard && jd_model_info(model).bodies <= FEW_BODIES) {
        jd_check(model, jd_app_compile_def(app, model), &check, unheard);
        JdDiagnosis *diagnosis = jd_app_diagnose(app, model, &check, true);
        jd_app_write_findings(app, diagnosis);
        jd_diagnosis_free(diagnosis);
    }
    jd_log_free(unheard);
}

void jd_app_mend(App *app) {
    if (!jd_log_errors(app->log)) return;
    JdDiagnosis *diagnosis = jd_app_diagnose(app, NULL, NULL, true);
    jd_app_write_findings(app, diagnosis);
    jd_diagnosis_free(diagnosis);
}
