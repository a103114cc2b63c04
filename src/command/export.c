/* SPDX-License-Identifier: MIT
 *
 * `jourdain export`: a model as a functional mock-up unit, for tools that take FMI 2.0 or 3.0. */
#define _GNU_SOURCE
#include "app/app.h"
#include "format/zip.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const flags[] = {
    "-std=c11", "-O2", "-ffp-contract=off", "-fvisibility=hidden", "-fPIC", "-shared", "-w", NULL};

typedef struct {
    App *app;
    const JdSystem *system;
    const char *name; /* of files in it: the model's, as C has it */
    bool third;       /* FMI 3.0 */
    Zip zip;
} Export;

/* ---- The compiled library ------------------------------------------------------------------- */

/* In a folder that is gone afterwards. */
static bool compile(Export *e, const char *compiler, const char *code, Text *library) {
    App *app = e->app;
    const char *base = getenv("TMPDIR");
    char *folder =
        jd_arena_format(&app->arena, "%s/jourdain-XXXXXX", base && *base ? base : "/tmp");
    if (!folder || !mkdtemp(folder)) return false;
    const char *from = jd_arena_format(&app->arena, "%s/%s.c", folder, e->name),
               *to = jd_arena_format(&app->arena, "%s/%s.so", folder, e->name);
    const bool good = from && to && jd_compiler_write(from, code) &&
                      jd_compiler_call(compiler, flags, from, to) &&
                      !jd_file_read(to, (FileRule){0}, library);
    if (from) unlink(from);
    if (to) unlink(to);
    rmdir(folder);
    return good && library->at;
}

static void add_library(Export *e, const char *code) {
    App *app = e->app;
    Text library = {0};
    const char *compiler = jd_app_flag(app, "sources") ? NULL : jd_compiler_find(app);
    if (compiler && compile(e, compiler, code, &library)) {
        const char *path = jd_arena_format(&app->arena, "binaries/%s/%s.so",
                                           e->third ? "x86_64-linux" : "linux64", e->name);
        if (path) jd_zip_add(&e->zip, path, library.at, library.count, true);
    } else if (!jd_app_flag(app, "sources")) {
        jd_report(app->log, JD_WARNING, "export-compiler", nowhere,
                  compiler ? "the C compiler fails: the FMU has its source alone"
                           : "there is no C compiler: the FMU has its source alone");
        jd_hint(app->log, "tools that compile sources take it; --sources asks for just that");
    }
    jd_text_free(&library);
}

/* ---- The parts ------------------------------------------------------------------------------ */

static char *emit(Export *e, const char *kind) {
    const char *target = jd_arena_format(&e->app->arena, "fmi%d%s", e->third ? 3 : 2, kind);
    return jd_emit(e->system, (JdEmitDef){.target = target}, e->app->log);
}

/* Reports were given with the first part already. */
static bool add_text(Export *e, const char *path, const char *kind) {
    JdLog *all = e->app->log, *quiet = jd_log_new();
    e->app->log = quiet;
    char *text = emit(e, kind);
    e->app->log = all;
    jd_log_free(quiet);
    if (text) jd_zip_add(&e->zip, path, text, strlen(text), false);
    jd_free_text(text);
    return text != NULL;
}

/* The identifier stands in the description. */
static const char *name_of(Export *e, const char *description) {
    static const char key[] = "modelIdentifier=\"";
    const char *at = strstr(description, key);
    if (!at) return NULL;
    at += sizeof key - 1;
    return jd_arena_format(&e->app->arena, "%.*s", (int)strcspn(at, "\""), at);
}

static bool fill(Export *e) {
    Arena *arena = &e->app->arena;
    char *code = emit(e, ""), *description = NULL;
    bool good = code != NULL;
    if (good) {
        JdLog *all = e->app->log, *quiet = jd_log_new();
        e->app->log = quiet;
        description = emit(e, "-xml");
        e->app->log = all;
        jd_log_free(quiet);
        e->name = description ? name_of(e, description) : NULL;
        good = e->name != NULL;
    }
    if (good) {
        const char *path = jd_arena_format(arena, "sources/%s.c", e->name);
        jd_zip_add(&e->zip, "modelDescription.xml", description, strlen(description), false);
        add_library(e, code);
        if (path) jd_zip_add(&e->zip, path, code, strlen(code), false);
        if (e->third) good = add_text(e, "sources/buildDescription.xml", "-build");
    }
    jd_free_text(code);
    jd_free_text(description);
    return good && jd_zip_end(&e->zip);
}

static int write_file(Export *e, const char *path) {
    NewFile file;
    if (!jd_file_begin(&file, path, e->app->log)) return FILE_FAILED;
    fwrite(e->zip.file.at, 1, e->zip.file.count, file.out);
    if (!jd_file_end(&file, e->app->log)) return FILE_FAILED;
    jd_json_string(&e->app->document, "out", path);
    return DONE;
}

static int call(App *app) {
    int code;
    const char *path = jd_app_text(app, "out"), *version = jd_app_text(app, "fmi");
    if (!path) {
        jd_report(app->log, JD_ERROR, "export-out", nowhere, "an FMU goes to a file");
        jd_hint(app->log, "--out model.fmu");
        return WRONG_USAGE;
    }
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    JdSystem *system = jd_compile(model, jd_app_compile_as(app, model, "minimal"), app->log);
    Export e = {.app = app, .system = system, .third = version && !strcmp(version, "3")};
    code = system && fill(&e) ? write_file(&e, path) : WRONG_MODEL;
    jd_zip_free(&e.zip);
    jd_system_free(system);
    jd_model_free(model);
    return code;
}

const Command jd_command_export = {
    .name = "export",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .writes = "fmu",
    .options = "out fmi sources set spatial safe as-drawn cut to",
    .summary = "write a functional mock-up unit (FMU), for tools that take FMI",
    .details =
        "FMI 2.0, or 3.0 with --fmi 3, for model exchange and for co-simulation. States are the "
        "independent coordinates of form minimal and their rates; numbers of the mechanism are "
        "parameters that may be tuned, `input` of the model are inputs, `output` and what it "
        "expects are outputs. Events happen in it; its state can be saved, restored and "
        "serialised, and it has directional derivatives. Where the coordinates would not do any "
        "more, calls fail with a message.\n"
        "The file has a library for this machine, made by the C compiler (`cc`, or what the "
        "environment variable CC names), and the source.\n",
    .examples = "jourdain export model/slider_crank.jd --out slider_crank.fmu\n"
                "jourdain export model/flywheel_brake.jd --fmi 3 --out brake.fmu\n",
    .call = call,
};
