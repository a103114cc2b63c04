/* SPDX-License-Identifier: MIT
 *
 * What is to come out of a run: which channels, up to when, into which file. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- Which channels ------------------------------------------------------------------------- */

typedef struct {
    App *app;
    const JdSystem *system;
    JdChannel *at;
    int count;
} Channels;

static void try_channel(Channels *to, const char *subject, const char *name) {
    const char *full = jd_arena_format(&to->app->arena, "%s.%s", subject, name);
    const JdChannel channel = full ? jd_channel(to->system, full, NULL) : (JdChannel){-1};
    if (channel.index >= 0) to->at[to->count++] = channel;
}

static bool has_joint(const JdModel *model, int body) {
    JdJointInfo joint;
    for (int n = 0; jd_model_joint(model, n, &joint); n++)
        if (!joint.couples && (joint.i == body || joint.j == body)) return true;
    return false;
}

/* What the storages of a bond graph hold. */
static void try_storages(Channels *to, const JdModel *model) {
    JdBondNodeInfo node;
    for (int n = 0; jd_model_bond_node(model, n, &node); n++)
        for (int k = 0; k <= node.components && node.stores; k++)
            try_channel(to, node.name,
                        k ? jd_arena_format(&to->app->arena, "%s[%d]", node.stores, k)
                          : node.stores);
}

static int count_stored(const JdModel *model) {
    int count = 0;
    JdBondNodeInfo node;
    for (int n = 0; jd_model_bond_node(model, n, &node); n++) count += 1 + node.components;
    return count;
}

/* A model that asks for nothing: what its joints leave free, bodies without joints, the energy; of
 * a bond graph alone its states. */
static JdChannel *default_channels(App *app, const JdModel *model, const JdSystem *system) {
    const JdModelInfo info = jd_model_info(model);
    const int room = JD_FREES * info.joints + 5 * info.bodies + count_stored(model) + 2;
    Channels to = {app, system, ARENA_NEW(&app->arena, JdChannel, room), 0};
    JdJointInfo joint;
    JdBodyInfo body;
    if (!to.at) return NULL;
    for (int n = 0; jd_model_joint(model, n, &joint); n++)
        for (int k = 0; k < joint.free_count; k++) try_channel(&to, joint.name, joint.frees[k]);
    for (int n = 1; jd_model_body(model, n, &body); n++) {
        if (has_joint(model, n)) continue;
        static const char *const names[] = {"x", "y", "z", "angle", "rotation"};
        for (int k = 0; k < 5; k++) try_channel(&to, body.name, names[k]);
    }
    if (info.bodies <= 1) try_storages(&to, model);
    const JdChannel energy = jd_channel(system, "energy", NULL);
    if (energy.index >= 0 && (info.bodies > 1 || !to.count)) to.at[to.count++] = energy;
    to.at[to.count].index = -1;
    return to.at;
}

/* --output a,b,c. NULL after a report. */
static JdChannel *asked_channels(App *app, const JdSystem *system) {
    const char **names = jd_app_list(app, "output");
    int count = 0;
    while (names && names[count]) count++;
    JdChannel *channels = names ? ARENA_NEW(&app->arena, JdChannel, count + 1) : NULL;
    if (!channels) return NULL;
    bool known = true;
    for (int n = 0; n < count; n++) {
        channels[n] = jd_channel(system, names[n], app->log);
        if (channels[n].index >= 0) continue;
        known = false;
        const char *ending = strrchr(names[n], '.');
        if (ending && jd_word_in_list(ending + 1, "csv txt dat json xlsx xls tsv"))
            jd_hint(app->log, "a file is named by --out: --out %s", names[n]);
    }
    channels[count].index = -1;
    return known ? channels : NULL;
}

static JdChannel *model_channels(App *app, const JdSystem *system) {
    int count = 0;
    while (jd_system_output(system, count).index >= 0) count++;
    JdChannel *channels = ARENA_NEW(&app->arena, JdChannel, count + 1);
    for (int n = 0; channels && n <= count; n++) channels[n] = jd_system_output(system, n);
    return channels;
}

JdChannel *jd_app_channels(App *app, const JdModel *model, const JdSystem *system) {
    JdChannel *channels = jd_app_flag(app, "output")          ? asked_channels(app, system)
                          : jd_model_info(model).outputs == 0 ? default_channels(app, model, system)
                                                              : model_channels(app, system);
    if (app->arena.failed) jd_report_memory(app->log);
    return channels;
}

/* ---- Up to when, into which file ------------------------------------------------------------ */

bool jd_app_has_end(App *app, const JdModel *model, double until) {
    if (until > 0) return true;
    jd_report(app->log, JD_ERROR, "run-end-missing", jd_where_at(jd_model_info(model).run_at),
              "neither the model nor the command line says when the run ends");
    jd_hint(app->log, "write `run to 1 s` into the model, or give --to 1");
    return false;
}

/* ---- Files that are read are not written ---------------------------------------------------- */

static void note(App *app, const struct stat *state) {
    InputFile *input = S_ISREG(state->st_mode) ? PUSH(&app->arena, app->inputs) : NULL;
    if (input) *input = (InputFile){state->st_dev, state->st_ino};
}

void jd_app_note_input(App *app, const char *path) {
    struct stat state;
    if (stat(path, &state) == 0) note(app, &state);
}

void jd_app_note_stream(App *app, FILE *in) {
    struct stat state;
    if (fstat(fileno(in), &state) == 0) note(app, &state);
}

bool jd_app_is_input(const App *app, const char *path) {
    struct stat state;
    if (stat(path, &state) != 0) return false;
    for (int n = 0; n < app->inputs.count; n++)
        if (app->inputs.at[n].device == state.st_dev && app->inputs.at[n].number == state.st_ino)
            return true;
    return false;
}

bool jd_app_keeps_inputs(App *app, const char *path) {
    if (!jd_app_is_input(app, path)) return true;
    jd_report(app->log, JD_ERROR, "file-is-input", nowhere,
              "'%s' is read by this command; what it writes would take its place", path);
    jd_hint(app->log, "give the result another name");
    return false;
}

static bool has_ending(const char *path, const char *endings) {
    const char *ending = jd_path_ending(path);
    bool found = !*ending;
    for (const char *word = endings; *word && !found; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        found = strlen(ending) == length && strncasecmp(ending, word, length) == 0;
        word += length;
    }
    return found;
}

bool jd_app_out_fits(App *app) {
    const char *out = jd_app_text(app, "out"), *endings = app->command->writes;
    if (!out || !endings || !strcmp(out, "-") || has_ending(out, endings)) return true;
    jd_report(app->log, JD_ERROR, "file-ending-unknown", nowhere,
              "cannot write '%s': `jourdain %s` writes no '.%s'", out, app->command->name,
              jd_path_ending(out));
    jd_hint(app->log, "it may end with: .%.*s%s%s", (int)strcspn(endings, " "), endings,
            strchr(endings, ' ') ? "; likewise" : "", endings + strcspn(endings, " "));
    return false;
}

/* With another ending the file would not be what its name says. */
bool jd_app_is_table(App *app, const char *path, const char *endings) {
    const char *ending = jd_path_ending(path);
    if (has_ending(path, endings)) return true;
    jd_report(app->log, JD_ERROR, "table-ending-unknown", nowhere,
              "cannot write '%s': outputs are written as CSV, and there is no kind '.%s'", path,
              ending);
    jd_hint(app->log,
            ".csv: numbers with commas between them, which every spreadsheet opens; .txt and .dat "
            "are the same%s",
            strstr(endings, "json") ? "; .json: a list of objects" : "");
    jd_hint(app->log, app->command && !strcmp(app->command->name, "sweep")
                          ? "pictures and pages of a study are written by --picture FILE"
                          : "`jourdain plot` writes pictures, `jourdain view` pages and motions");
    return false;
}

/* Pipes are not opened twice. */
bool jd_app_can_write(App *app, const char *path) {
    NewFile file;
    struct stat state;
    if (!jd_app_keeps_inputs(app, path)) return false;
    const bool exists = stat(path, &state) == 0;
    if (exists && !S_ISREG(state.st_mode) && !S_ISDIR(state.st_mode)) return true;
    const bool good = jd_file_begin(&file, path, app->log);
    if (good) jd_file_drop(&file);
    return good;
}
