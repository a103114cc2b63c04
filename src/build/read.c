/* SPDX-License-Identifier: MIT
 *
 * The public calls that read a model. They stand here because a text with mistakes is not done with
 * when it is read: names of channels in its forces, outputs, starts and expectations are looked up
 * too, so that one pass tells all. */
#include "build/inside.h"
#include "text/text.h"

static JdModel *read(const char *name, const char *text, size_t length, JdReadDef def, JdLog *log) {
    bool good = false;
    JdModel *model = jd_text_read(name, text, length, def, log, &good);
    if (!model || good) return model;
    jd_build_check_names(model, log);
    jd_model_free(model);
    return NULL;
}

/* With no log given, one of our own still counts the errors. */
static JdModel *read_with_log(const char *name, const char *text, size_t length, JdReadDef def,
                              JdLog *log) {
    if (log) return read(name, text, length, def, log);
    JdLog *own = jd_log_new();
    JdModel *model = own ? read(name, text, length, def, own) : NULL;
    if (model) model->log = NULL;
    jd_log_free(own);
    return model;
}

JdModel *jd_model_read_file(const char *path, JdReadDef def, JdLog *log) {
    return path ? read_with_log(path, NULL, 0, def, log) : NULL;
}

JdModel *jd_model_read_text(const char *name, const char *text, size_t length, JdReadDef def,
                            JdLog *log) {
    if (!text) return NULL;
    return read_with_log(name ? name : "model", text, length, def, log);
}
