/* SPDX-License-Identifier: MIT
 *
 * Any bytes at all as a model that other commands than `run` are asked about: formulas, code, units
 * for other tools, graphs, pages, pictures, studies, comparisons. Nothing may crash, leak, hang or
 * overflow; a command that does not do what it was asked says why, one that does leaves its file,
 * and a graph that was written as a model is read back. */
#include "command/command.h"
#include "model/model.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* M: the model, O: what is written, with its ending. Runs are short. */
#define SHORT " --to 10ms --max-steps 20"
/* What it includes lies in its own folder: none of the machine is read. */
static const char *const lines[] = {
    "emit M --out O.c",
    "emit M --target cuda --out O.cu",
    "equations M",
    "equations M --form newton-euler --at 0",
    "equations M --form cut-joint --as latex --out O.tex",
    "bond M",
    "bond M --out O.jd",
    "bond M --constraints baumgarte --out O.jd",
    "bond M --constraints rc --scalar --out O.jd",
    "bond M --constraints minimal",
    "bonds M",
    "bonds M --as c --out O.c",
    "activity M --below 0.1" SHORT,
    "sweep M --vary tol=1e-5,1e-6 --jobs 1 --out O.csv" SHORT,
    "export M --sources --out O.fmu",
    "export M --sources --fmi 3 --out O.fmu",
    "view M --no-open --out O.json" SHORT,
    "view M --no-open --out O.html" SHORT,
    "compare M --forms newton-euler,minimal --csv O.csv" SHORT,
    "draw M --out O.svg",
    "draw M --graph --out O.svg",
    "draw M --bonds --out O.svg",
    "plot M --out O.svg" SHORT,
    "plot M --terminal" SHORT,
    "info M --ports",
    "exchange M --out O.bg",
    "run M --ledger --statistics --out O.csv" SHORT,
    "run M --verify --out O.csv" SHORT,
    "run M --stepper ida --form minimal --out O.csv" SHORT,
    "run M --stepper rk4 --dt 1ms --every 1ms --out O.csv" SHORT,
    "run M --stepper cvode --form cut-joint --out O.csv" SHORT,
    "advise M",
    "bond M --constraints rc --deflection preload",
    "bond M --back",
    "compare M --forms newton-euler --stabilise baumgarte --vary alpha=1,10 --csv O.csv" SHORT,
    "view M --no-open --vary tol=1e-5,1e-7 --out O.json" SHORT,
};
enum { LINES = sizeof lines / sizeof *lines, WORDS = 16, ROOM = 64 };

static char folder[ROOM];

static void must(bool held) {
    if (!held) __builtin_trap();
}

static void clean(void) {
    rmdir(folder);
}

/* A folder of this process beside that of the corpus (tool/fuzz.sh), whose files are all read; it
 * is gone with it. */
static bool at_home(void) {
    if (folder[0]) return true;
    snprintf(folder, sizeof folder, "../jourdain_fuzz_%ld", (long)getpid());
    if (mkdir(folder, 0700) != 0) return folder[0] = '\0', false;
    atexit(clean);
    return true;
}

/* Large ones take long, whatever is wrong with them; so do studies of many. */
static bool is_small(const char *text, size_t size) {
    enum { BODIES = 6, JOINTS = 8, FORCES = 12, NODES = 30 };
    JdLog *log = jd_log_new();
    JdModel *m = jd_model_read_text("fuzz", text, size, (JdReadDef){0}, log);
    const bool small = m && m->bodies.count <= BODIES && m->joints.count <= JOINTS &&
                       m->forces.count <= FORCES && m->expects.count <= FORCES &&
                       m->nodes.count <= NODES && m->study.varied.count <= 1 &&
                       !(m->study.samples > FORCES);
    jd_model_free(m);
    jd_log_free(log);
    return small;
}

/* The words of a line, M and O replaced; what is written is told. */
static int split(char *line, char *model, char *written, char **words) {
    int count = 0;
    static char program[] = "jourdain";
    words[count++] = program;
    for (char *at = strtok(line, " "); at && count < WORDS; at = strtok(NULL, " ")) {
        if (at[0] == 'O' && at[1] == '.') sprintf(written, "%s/o%s", folder, at + 1);
        words[count++] = !strcmp(at, "M") ? model : at[0] == 'O' && at[1] == '.' ? written : at;
    }
    return count;
}

static int carry_out(App *app, int count, char **words) {
    must(jd_app_parse(app, count, words)); /* the lines above are right */
    jd_json_object(&app->document, NULL);
    return app->command->call(app);
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* A graph that was written as a model is one. */
static void read_back(const char *path) {
    const char *ending = strrchr(path, '.');
    if (!ending || strcmp(ending, ".jd") != 0) return;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    must(model != NULL);
    jd_model_free(model);
    jd_log_free(log);
}

static void command(const char *line, char *model) {
    char copy[2 * ROOM + ROOM], written[2 * ROOM] = "", *words[WORDS];
    App app = {.log = jd_log_new(), .commands = &jd_commands, .quiet = true};
    FILE *sink = fopen("/dev/null", "w");
    snprintf(copy, sizeof copy, "%s --safe", line);
    const int count = split(copy, model, written, words);
    const int code = carry_out(&app, count, words);
    /* A study tells of variants that fail in its table. */
    if (code != DONE) must(jd_log_errors(app.log) > 0 || (code == RUN_FAILED && app.out.count > 0));
    if (code == DONE && written[0]) must(is_there(written)), read_back(written);
    if (sink) jd_app_say(&app, sink), fclose(sink);
    if (written[0]) unlink(written);
    jd_text_free(&app.out);
    jd_text_free(&app.document.text);
    jd_arena_free(&app.arena);
    jd_log_free(app.log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[2 * ROOM];
    if (!at_home() || !is_small((const char *)data, size)) return 0;
    snprintf(path, sizeof path, "%s/m.jd", folder);
    FILE *file = fopen(path, "wb");
    if (!file) return 0;
    fwrite(data, 1, size, file);
    fclose(file);
    command(lines[size % LINES], path);
    unlink(path);
    return 0;
}
