/* SPDX-License-Identifier: MIT
 *
 * `run --native`: the rates of a model as compiled code. The emitted file is compiled once; what
 * comes of it stays in a folder of the user's own, under a name made of the code, the compiler, its
 * flags and the processor. Whatever stands in the way is said, and the interpreter runs. */
#define _GNU_SOURCE
#include "job/job.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const flags[] = {
    "-std=c11", "-O2", "-march=native", "-ffp-contract=off", "-fPIC", "-shared", "-w", NULL};
enum { FLAGS = sizeof flags / sizeof *flags - 1 };

static bool refuse(App *app, const char *code, const char *what, const char *remedy) {
    jd_report(app->log, JD_WARNING, code, nowhere, "%s: the interpreter runs", what);
    jd_hint(app->log, "%s", remedy);
    return false;
}

/* ---- What the name is made of --------------------------------------------------------------- */

/* Its name, length and date: another compiler makes other code. */
static uint64_t hash_compiler(uint64_t h, const char *compiler) {
    struct stat is;
    char whole[4096];
    const char *real = realpath(compiler, whole) ? whole : compiler;
    h = jd_hash(h, real, strlen(real));
    if (stat(real, &is)) return h;
    const long long parts[3] = {(long long)is.st_size, (long long)is.st_mtime,
                                (long long)is.st_mtim.tv_nsec};
    return jd_hash(h, parts, sizeof parts);
}

static uint64_t hash_processor(uint64_t h) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[8192];
    while (file && fgets(line, sizeof line, file) && *line != '\n')
        if (!strncmp(line, "model name", 10) || !strncmp(line, "flags", 5) ||
            !strncmp(line, "Features", 8) || !strncmp(line, "CPU part", 8))
            h = jd_hash(h, line, strlen(line));
    if (file) fclose(file);
    return h;
}

static const char *make_key(App *app, const char *code, const char *compiler) {
    uint64_t h[2];
    for (int n = 0; n < 2; n++) {
        h[n] = jd_hash(n ? 0x9e3779b97f4a7c15u : 0, code, strlen(code));
        h[n] = hash_processor(hash_compiler(h[n], compiler));
        for (int k = 0; k < FLAGS; k++) h[n] = jd_hash(h[n], flags[k], strlen(flags[k]));
    }
    return jd_arena_format(&app->arena, "%016llx%016llx", (unsigned long long)h[0],
                           (unsigned long long)h[1]);
}

/* ---- The folder ----------------------------------------------------------------------------- */

/* Nobody else may write there, or have put something there. */
static bool is_own(const char *path, bool folder) {
    struct stat is;
    if (lstat(path, &is) || is.st_uid != geteuid()) return false;
    if (folder) return S_ISDIR(is.st_mode) && !(is.st_mode & 077);
    return S_ISREG(is.st_mode) && !(is.st_mode & 022) && is.st_nlink == 1;
}

static const char *make_folder(App *app) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (!base || *base != '/')
        base = home && *home == '/' ? jd_arena_format(&app->arena, "%s/.cache", home) : NULL;
    if (!base) return NULL;
    mkdir(base, 0700);
    const char *folder = jd_arena_format(&app->arena, "%s/jourdain-native", base);
    if (!folder || (mkdir(folder, 0700) && errno != EEXIST)) return NULL;
    return is_own(folder, true) ? folder : NULL;
}

/* ---- Compiling ------------------------------------------------------------------------------ */

/* Beside the name that it gets when it is whole. */
static bool compile(App *app, const char *compiler, const char *code, const char *object) {
    const char *from = jd_arena_format(&app->arena, "%s.%ld.c", object, (long)getpid()),
               *to = jd_arena_format(&app->arena, "%s.%ld.new", object, (long)getpid());
    if (!from || !to) return false;
    const bool good = jd_compiler_write(from, code) &&
                      jd_compiler_call(compiler, flags, from, to) && !chmod(to, 0600) &&
                      !rename(to, object);
    unlink(from);
    if (!good) unlink(to);
    return good;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool use(App *app, const char *object, JdRun *run, Native *native) {
    native->library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!native->library)
        return refuse(app, "native-file", "compiled code cannot be loaded",
                      "the folder may be mounted without permission to run what lies there");
    void *const rates = dlsym(native->library, "jd_native_rates");
    const int *independent = dlsym(native->library, "jd_native_independent"),
              *count = dlsym(native->library, "jd_native_count");
    JdRates *call = NULL;
    if (rates) memcpy(&call, &rates, sizeof call);
    if (call && independent && count && jd_run_native(run, call, independent, *count)) return true;
    return refuse(app, "native-form", "this run has no stages of form minimal",
                  "compiled code does for --form minimal and steppers such as dop853 and rk4");
}

/* The emitted text; NULL after a report. */
static char *emit(App *app, const JdSystem *system) {
    JdLog *own = jd_log_new();
    char *text = jd_emit(system, (JdEmitDef){.target = "native"}, own);
    if (!text) {
        const JdMessage why = jd_log_message(own, 0);
        jd_report(app->log, JD_WARNING, "native-model", nowhere, "%s: the interpreter runs",
                  why.text ? why.text : "there is no compiled code for this model");
        jd_hint(app->log, "`jourdain emit` says more");
    }
    jd_log_free(own);
    return text;
}

bool jd_native_start(App *app, const JdSystem *system, JdRun *run, Native *native) {
    char *code = emit(app, system);
    if (!code) return false;
    const char *compiler = jd_compiler_find(app), *folder = make_folder(app);
    const char *key = compiler ? make_key(app, code, compiler) : NULL;
    const char *object =
        folder && key ? jd_arena_format(&app->arena, "%s/%s.so", folder, key) : NULL;
    struct stat is;
    bool good = false;
    if (!compiler)
        refuse(app, "native-compiler", "there is no C compiler",
               "install one, or say by the environment variable CC where it is");
    else if (!object)
        refuse(app, "native-folder", "there is no folder of your own for compiled code",
               "~/.cache/jourdain-native must be yours, and closed to others: chmod 700");
    else if (!lstat(object, &is) && !is_own(object, false))
        refuse(app, "native-file", "compiled code of somebody else lies in the folder",
               "remove what you did not put there");
    else if (lstat(object, &is) && !compile(app, compiler, code, object))
        refuse(app, "native-compiler", "the C compiler fails",
               "try it on what `jourdain emit` writes");
    else
        good = use(app, object, run, native);
    jd_free_text(code);
    return good;
}

void jd_native_end(Native *native) {
    if (native->library) dlclose(native->library);
    native->library = NULL;
}
