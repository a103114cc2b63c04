/* SPDX-License-Identifier: MIT
 *
 * A model from a file or a text, and text rewritten. */
#include "bonded/bonded.h"
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

/* Those from outside belong to the words, and so to their hash. */
static bool keep_settings(Words *words, const JdSetting *settings, Arena *arena) {
    int count = 0;
    while (settings && settings[count].name) count++;
    JdSetting *kept = ARENA_NEW(arena, JdSetting, count + 1);
    for (int n = 0; kept && n < count; n++) {
        const char *value = settings[n].value ? settings[n].value : "";
        kept[n].name = jd_arena_copy(arena, settings[n].name);
        kept[n].value = jd_arena_copy(arena, value);
        words->document.hash =
            jd_hash(words->document.hash, settings[n].name, strlen(settings[n].name) + 1);
        words->document.hash = jd_hash(words->document.hash, value, strlen(value) + 1);
    }
    words->settings = kept;
    return !arena->failed;
}

typedef struct {
    const ParamValue *values; /* other ones than the words have */
    int count;
    Arena *lasting; /* the first time the words' own memory */
    Ready *ready;
} Filling;

/* "energy" of something that may be a bond, by its last name without an index. */
static void want_energies(JdModel *model, const Expr *expr) {
    if (!expr) return;
    if (expr->kind == EXPR_FIELD && !strcmp(expr->text, "energy")) {
        const Expr *of = expr->args[0];
        while (of->kind == EXPR_INDEX) of = of->args[0];
        if (of->kind == EXPR_NAME || of->kind == EXPR_FIELD) jd_model_want_energies(model, of->text);
    }
    for (int n = 0; n < expr->count; n++) want_energies(model, expr->args[n]);
}

/* Energies of bonds that a model with a graph asks for anywhere. */
static void want_energies_in(JdModel *model, const Node *node) {
    for (int n = 0; n < node->slots.count; n++) want_energies(model, node->slots.at[n].expr);
    for (int n = 0; n < node->clauses.count; n++) want_energies_in(model, node->clauses.at[n]);
    for (int n = 0; n < node->block.count; n++) want_energies_in(model, node->block.at[n]);
}

/* Carries out what the words say. */
static void fill_model(JdModel *model, const Words *words, const Filling *with,
                       Messages *messages) {
    int settings = 0;
    while (words->settings[settings].name) settings++;
    Build build = {.model = model,
                   .arena = &model->arena,
                   .messages = messages,
                   .root = words->root,
                   .settings = words->settings,
                   .setting_used = ARENA_NEW(&model->arena, bool, settings + 1),
                   .values = with->values,
                   .value_count = with->count,
                   .lasting = with->lasting,
                   .no_expects = words->no_expects,
                   .ready = *with->ready};
    const Document *document = &words->document;
    if (!build.setting_used) return;
    model->hash = document->hash;
    for (int n = 0; n < with->count; n++) {
        const ParamValue *other = &with->values[n];
        model->hash = jd_hash(model->hash, other->name, strlen(other->name) + 1);
        model->hash = jd_hash(model->hash, other->value, sizeof other->value);
    }
    if (words->file) jd_build_note_file(&build, words->file);
    for (int n = 0; n < document->files.count; n++)
        jd_build_note_file(&build, document->files.at[n]);
    if (document->root.broken) return;
    model->about = words->about;
    jd_build_scope(&build);
    jd_build_declare(&build, &document->root);
    jd_build_statements(&build, &document->root);
    jd_build_later_names(&build);
    if (!jd_messages_failed(messages)) jd_model_close_bonds(model, words->open_bonds);
    if (model->bonds && model->bonds->equations) want_energies_in(model, &document->root);
    if (!messages->full && !build.full) report_unused(&build);
    *with->ready = build.ready;
}

/* That a safe model keeps to. One that is not there holds nothing: no file lies below. */
static const char *folder_of(const char *name, Arena *arena) {
    char *folder = jd_file_folder(name);
    const char *kept = jd_arena_copy(arena, folder ? folder : "");
    free(folder);
    return kept;
}

static void note_params(Words *words, const JdModel *model, Arena *arena) {
    WordsParam *params = ARENA_NEW(arena, WordsParam, model->params.count + 1);
    for (int n = 0; params && n < model->params.count; n++) {
        const ModelParam *from = &model->params.at[n];
        char unit[64];
        jd_dim_unit(from->value.dim, unit, sizeof unit);
        params[n] = (WordsParam){jd_arena_copy(arena, from->name), jd_arena_copy(arena, unit),
                                 from->value.count};
        words->param_count++;
    }
    words->params = params;
}

/* Reads the words; NULL after a report or without memory. */
static Words *read_words(Shared *shared, const char *name, const char *text, size_t length,
                         JdReadDef def, Messages *messages) {
    Arena *arena = &shared->arena;
    Words *words = ARENA_NEW(arena, Words, 1);
    const FileRule rule = {.text = true};
    const Source *source = text ? jd_source_copy(arena, name, text, length)
                                : jd_source_load(arena, name, rule, nowhere, messages);
    if (!words || !source) return NULL;
    const bool json = def.json || (!text && jd_is_json_name(name));
    words->spatial = def.spatial;
    words->no_expects = def.no_expects;
    words->open_bonds = def.open_bonds;
    words->root = def.safe ? folder_of(name, arena) : NULL;
    words->document = (Document){.arena = arena,
                                 .sources = arena,
                                 .messages = messages,
                                 .follow = true,
                                 .root_folder = words->root};
    words->file = text ? NULL : source->file;
    words->document.hash = jd_source_hash(0, source, json);
    if (!keep_settings(words, def.settings, arena)) return NULL;
    read_document(&words->document, source, json);
    if (def.more && *def.more) {
        const char *called = def.more_name ? def.more_name : "more";
        const Source *more = jd_source_copy(arena, called, def.more, strlen(def.more));
        if (!more) return NULL;
        words->document.hash = jd_source_hash(words->document.hash, more, false);
        jd_document_read(&words->document, more);
    }
    words->document.messages = NULL;
    if (words->document.root.broken) return words;
    words->about =
        json ? jd_about_mirror(&words->document.root, arena) : jd_about_read(source, arena);
    return words;
}

static JdModel *new_model(const JdReadDef *def, JdLog *log) {
    JdModel *model = jd_model_new(def->spatial ? JD_SPATIAL : JD_PLANAR, log);
    if (model) model->flat = def->spatial; /* until the text says `spatial` */
    return model;
}

static bool is_good(JdModel *model, const Messages *messages, JdLog *log) {
    if (model->arena.failed) jd_report_memory(log);
    model->log = log;
    model->as_read = jd_model_extent(model);
    return !jd_messages_failed(messages) && !model->errors && !model->arena.failed;
}

JdModel *jd_text_read(const char *name, const char *text, size_t length, JdReadDef def, JdLog *log,
                      bool *good) {
    Messages messages = {.log = log, .before = jd_log_errors(log)};
    JdModel *model = new_model(&def, log);
    if (!model) return NULL;
    Shared *shared = model->words = jd_shared_new();
    Words *words = shared ? read_words(shared, name, text, length, def, &messages) : NULL;
    if (words) {
        fill_model(model, words, &(Filling){NULL, 0, &shared->arena, &words->ready}, &messages);
        note_params(words, model, &shared->arena);
        shared->data = words;
    }
    if (!shared || shared->arena.failed) model->arena.failed = true;
    *good = is_good(model, &messages, log);
    return model;
}

/* ---- The same model with other values ------------------------------------------------------- */

const WordsParam *jd_words_param(const Words *words, const char *name) {
    for (int n = 0; n < words->param_count; n++)
        if (!strcmp(words->params[n].name, name)) return &words->params[n];
    return NULL;
}

void jd_words_suggest(const Words *words, Nearest *nearest) {
    for (int n = 0; n < words->param_count; n++) jd_nearest_try(nearest, words->params[n].name);
}

JdModel *jd_words_build(Shared *shared, const ParamValue *values, int count, JdLog *log,
                        bool *good) {
    const Words *words = shared->data;
    Messages messages = {.log = log, .before = jd_log_errors(log)};
    const JdReadDef def = {.spatial = words->spatial};
    JdModel *model = new_model(&def, log);
    if (!model) return NULL;
    model->words = jd_shared_hold(shared);
    /* Lists that are full are copied before they grow. */
    Ready ready = words->ready;
    ready.lines.room = ready.lines.count;
    ready.meshes.room = ready.meshes.count;
    ready.tables.room = ready.tables.count;
    fill_model(model, words, &(Filling){values, count, &model->arena, &ready}, &messages);
    *good = is_good(model, &messages, log);
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
