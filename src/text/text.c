/* SPDX-License-Identifier: MIT
 *
 * A model from a file or a text, and text rewritten. */
#include "model/bonds.h"
#include "text/inside.h"
#include <stdlib.h>
#include <string.h>

static void read_document(Document *document, const Source *source, bool json) {
    /* A text that is called by a word is no file, and JSON ends with its first mistake. */
    const bool file = strpbrk(source->file, "./");
    document->messages->stranger = file && !json && !jd_source_is_model(source, json);
    if (json)
        jd_document_read_json(document, source);
    else
        jd_document_read(document, source);
}

/* ---- Models --------------------------------------------------------------------------------- */

static void report_unused(Build *build) {
    for (int n = 0; build->settings && build->settings[n].name; n++) {
        const char *name = build->settings[n].name;
        const Known *declared = jd_instance_declared(build, DECLARES_VALUE, name);
        if (build->setting_used[n] || build->incomplete || (declared && declared->bad)) continue;
        JdLog *log = jd_build_log(build);
        jd_report(log, JD_ERROR, "setting-unknown", nowhere,
                  "the model has no parameter '%s' to set", name);
        Nearest nearest = {.word = name};
        const JdModel *model = build->model;
        for (int k = 0; k < model->params.count; k++)
            jd_nearest_try(&nearest, model->params.at[k].name);
        if (nearest.best)
            jd_hint(log, "did you mean '%s'?", nearest.best);
        else if (declared)
            jd_hint(log, "'%s' is a point; only a `param` can be set", name);
        else
            jd_hint(log, "`jourdain info` lists the parameters of a model");
    }
}

void jd_build_note_file(Build *build, const char *path) {
    const char **file = PUSH(build->arena, build->model->files);
    if (file) *file = path;
}

static void fill_model(JdModel *model, const Source *source, bool json, const JdSetting *settings,
                       const char *root, Messages *messages) {
    int count = 0;
    while (settings && settings[count].name) count++;
    Build build = {.model = model,
                   .arena = &model->arena,
                   .messages = messages,
                   .root = root,
                   .settings = settings,
                   .setting_used = ARENA_NEW(&model->arena, bool, count + 1)};
    Document document = {.arena = &model->arena,
                         .sources = &model->arena,
                         .messages = messages,
                         .follow = true,
                         .root_folder = root};
    if (!build.setting_used) return;
    document.hash = jd_source_hash(0, source, json);
    for (int n = 0; n < count; n++) {
        document.hash = jd_hash(document.hash, settings[n].name, strlen(settings[n].name) + 1);
        const char *value = settings[n].value ? settings[n].value : "";
        document.hash = jd_hash(document.hash, value, strlen(value) + 1);
    }
    read_document(&document, source, json);
    model->hash = document.hash;
    for (int n = 0; n < document.files.count; n++) jd_build_note_file(&build, document.files.at[n]);
    if (document.root.broken) return;
    model->about = json ? jd_about_mirror(&document.root, &model->arena)
                        : jd_about_read(source, &model->arena);
    jd_build_scope(&build);
    jd_build_declare(&build, &document.root);
    jd_build_statements(&build, &document.root);
    if (!jd_messages_failed(messages)) jd_model_close_bonds(model);
    if (!messages->full && !build.full) report_unused(&build);
}

/* That a safe model keeps to. One that is not there holds nothing: no file lies below. */
static char *folder_of(const char *name) {
    char *folder = jd_file_folder(name);
    return folder ? folder : calloc(1, 1);
}

JdModel *jd_text_read(const char *name, const char *text, size_t length, JdReadDef def, JdLog *log,
                      bool *good) {
    Messages messages = {.log = log, .before = jd_log_errors(log)};
    JdModel *model = jd_model_new(def.spatial ? JD_SPATIAL : JD_PLANAR, log);
    if (!model) return NULL;
    model->flat = def.spatial; /* until the text says `spatial` */
    const FileRule rule = {.text = true};
    const Source *source = text ? jd_source_copy(&model->arena, name, text, length)
                                : jd_source_load(&model->arena, name, rule, nowhere, &messages);
    const char **file = text || !source ? NULL : PUSH(&model->arena, model->files);
    if (file) *file = source->file;
    char *root = def.safe ? folder_of(name) : NULL;
    if (def.safe && !root) source = NULL, model->arena.failed = true;
    if (source)
        fill_model(model, source, def.json || (!text && jd_is_json_name(name)), def.settings, root,
                   &messages);
    free(root);
    if (model->arena.failed) jd_report_memory(log);
    model->log = log;
    *good = !jd_messages_failed(&messages) && !model->errors;
    return model;
}

/* ---- Rewriting ------------------------------------------------------------------------------ */

static char *rewrite(Arena *arena, const Source *source, bool from_json, bool to_json, JdLog *log) {
    Messages messages = {.log = log, .before = jd_log_errors(log)};
    Document document = {.arena = arena, .sources = arena, .messages = &messages, .keep = true};
    read_document(&document, source, from_json);
    if (arena->failed || jd_messages_failed(&messages)) return NULL;
    Text out = {0};
    if (to_json)
        jd_document_write_json(&document, &out);
    else
        jd_document_write(&document, &out);
    if (!out.failed && !arena->failed) return out.at;
    arena->failed = true;
    jd_text_free(&out);
    return NULL;
}

char *jd_text_rewrite(const char *name, const char *text, size_t length, bool from_json,
                      bool to_json, JdLog *log) {
    if (!text) return NULL;
    Arena arena = {0};
    JdLog *own = log ? log : jd_log_new();
    const Source *source = own ? jd_source_copy(&arena, name ? name : "model", text, length) : NULL;
    char *result = source ? rewrite(&arena, source, from_json, to_json, own) : NULL;
    if (arena.failed) jd_report_memory(log);
    jd_arena_free(&arena);
    if (!log) jd_log_free(own);
    return result;
}

void jd_free_text(char *text) {
    free(text);
}
