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

/* Models of so many bodies are run without being looked at: that takes longer than they do. */
enum { FEW_BODIES = 60 };

void jd_app_look_over(App *app, const JdModel *model) {
    JdLog *unheard = jd_log_new();
    JdCheck check;
    if (unheard && jd_model_info(model).bodies <= FEW_BODIES) {
        jd_check(model, jd_app_compile_def(app, model), &check, unheard);
        jd_diagnosis_free(jd_app_diagnose(app, model, &check, true));
    }
    jd_log_free(unheard);
}
