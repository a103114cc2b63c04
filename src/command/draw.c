/* SPDX-License-Identifier: MIT
 *
 * `jourdain draw`: a mechanism as a drawing, in its start position or at a time, or as a graph. A
 * picture helps most where something is wrong: what cannot be assembled is drawn as written. */
#include "command/command.h"
#include "trial/take.h"
#include "jourdain_picture.h"
#include <stdlib.h>
#include <string.h>

enum { STRIP_MOST = 100 }; /* positions: more than anybody looks at */

typedef struct {
    App *app;
    JdModel *model;
    Take take; /* with --at or --paths */
    bool took;
    JdSystem *system; /* without */
    JdSketchDef def;
    JdPicture *picture;
    ExitCode code; /* of the run */
} DrawJob;

/* ---- The command line -------------------------------------------------------------------------
 */

static ExitCode prepare(DrawJob *job) {
    App *app = job->app;
    const char *out = jd_app_text(app, "out");
    job->def = (JdSketchDef){.title = jd_model_title(app, job->model),
                             .width = jd_app_number(app, "width"),
                             .height = jd_app_number(app, "height"),
                             .theme = jd_app_text(app, "theme"),
                             .graph = jd_app_flag(app, "graph"),
                             .time = jd_app_number(app, "at"),
                             .no_names = jd_app_flag(app, "no-names"),
                             .dimensions = jd_app_flag(app, "dimensions"),
                             .axes = jd_app_flag(app, "axes"),
                             .paths = (const char *const *)jd_app_list(app, "paths"),
                             .ghost = jd_app_flag(app, "ghost"),
                             .strip = (int)fmin(jd_app_number(app, "strip"), STRIP_MOST)};
    const bool named = jd_app_check_names(app), seen = jd_app_from(app, &job->def.from);
    if (!named || !seen || (out && !jd_picture_can_write(out, app->log))) return WRONG_USAGE;
    return out && !jd_app_can_write(app, out) ? FILE_FAILED : DONE;
}

/* ---- Where the bodies are ---------------------------------------------------------------------
 */

/* Paths are those of the whole run, a position needs only the time up to it. */
static void end_run_at(DrawJob *job) {
    App *app = job->app;
    const double usual = jd_app_run_def(app, job->model).until;
    if ((job->def.paths || job->def.strip) && usual >= job->def.time) return;
    const Given until = {jd_option_find("to", 2), jd_app_text(app, "at"), job->def.time};
    Given *to = PUSH(&app->arena, app->given);
    if (to) *to = until;
}

static ExitCode run_it(DrawJob *job) {
    end_run_at(job);
    job->took = true;
    job->code = jd_take(job->app, job->model, &(TakeDef){.film = true}, &job->take);
    if (job->code != DONE) return job->code;
    job->code = jd_take_code(&job->take, 1);
    return DONE;
}

/* The first error tells why; the picture is drawn all the same. */
static void warn_as_written(DrawJob *job, const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage why = jd_log_message(log, n);
        if (why.severity != JD_ERROR) continue;
        jd_report(job->app->log, JD_WARNING, "draw-as-written", nowhere,
                  "drawn as written, since it does not assemble: %s", why.text);
        jd_hint(job->app->log, "`jourdain check %s` tells more", jd_app_word(job->app, 0));
        return;
    }
}

static ExitCode assemble(DrawJob *job) {
    JdLog *log = jd_log_new();
    if (!log) return RUN_FAILED;
    JdCompileDef def = jd_app_compile_def(job->app, job->model);
    job->system = jd_compile(job->model, def, log);
    jd_system_start(job->system, NULL, 0, NULL, log);
    if (jd_log_errors(log) > 0) warn_as_written(job, log);
    jd_log_free(log);
    return DONE;
}

/* ---- The picture ------------------------------------------------------------------------------
 */

/* The bond graph is wanted, or all that there is. */
static bool draws_bonds(const DrawJob *job) {
    const JdModelInfo info = jd_model_info(job->model);
    return jd_app_flag(job->app, "bonds") || jd_app_flag(job->app, "path") ||
           (info.bodies <= 1 && info.bonds > 0);
}

static ExitCode draw_bonds(DrawJob *job) {
    App *app = job->app;
    if (!jd_model_info(job->model).bonds) return (ExitCode)jd_app_no_bonds(app);
    job->picture = jd_app_flag(app, "path")
                       ? jd_picture_of_bond_path(job->model, (int)jd_app_number(app, "path"),
                                                 job->def.theme, app->log)
                       : jd_picture_of_bonds(job->model, job->def.theme, app->log);
    return job->picture ? DONE : WRONG_USAGE;
}

static ExitCode draw(DrawJob *job) {
    App *app = job->app;
    if (draws_bonds(job)) return draw_bonds(job);
    const JdSystem *system = job->took ? job->take.system : job->system;
    JdCheck check;
    if (job->def.graph && jd_check(job->model, jd_app_compile_def(app, job->model), &check, NULL))
        job->def.check = &check;
    job->picture = jd_picture_of_model(job->model, system, job->took ? job->take.film : NULL,
                                       job->def, app->log);
    job->def.check = NULL;
    if (job->picture) return DONE;
    return jd_app_has_message(app, "draw-point-unknown") ||
                   jd_app_has_message(app, "picture-not-drawn")
               ? WRONG_USAGE
               : RUN_FAILED;
}

/* Into memory: stdout is written when all is done. */
static bool print_svg(DrawJob *job) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    bool good = memory && jd_picture_print(job->picture, "svg", memory, job->app->log);
    if (memory && fclose(memory) != 0) good = false;
    if (good && job->app->json)
        jd_json_string(&job->app->document, "svg", text);
    else if (good)
        jd_text_add(&job->app->out, text, length);
    else if (jd_log_errors(job->app->log) == 0)
        jd_report_memory(job->app->log);
    free(text);
    return good;
}

static ExitCode write(DrawJob *job) {
    App *app = job->app;
    const char *out = jd_app_text(app, "out");
    jd_json_number(&app->document, "width", jd_picture_size(job->picture).x);
    jd_json_number(&app->document, "height", jd_picture_size(job->picture).y);
    if (!out) return print_svg(job) ? DONE : RUN_FAILED;
    if (!jd_picture_write(job->picture, out, app->log)) return FILE_FAILED;
    jd_json_string(&app->document, "out", out);
    return DONE;
}

static int call(App *app) {
    int code;
    DrawJob job = {.app = app, .model = jd_app_model(app, &code)};
    if (!job.model) return code;
    code = (int)prepare(&job);
    const bool runs = job.def.time > 0 || job.def.paths || job.def.strip > 0;
    if (code == DONE) code = (int)(runs ? run_it(&job) : assemble(&job));
    if (code == DONE) code = (int)draw(&job);
    if (code == DONE) code = (int)write(&job);
    jd_picture_free(job.picture);
    if (job.took) jd_take_free(&job.take);
    jd_system_free(job.system);
    jd_model_free(job.model);
    return code == DONE ? (int)job.code : code;
}

const Command jd_command_draw = {
    .name = "draw",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options =
        "out at graph bonds path dimensions axes no-names paths ghost strip from theme width "
        "height to set spatial safe form stepper dt tol as-drawn",
    .summary = "draw the mechanism with its joints and names, for documents",
    .details =
        "Without --out the drawing goes to the standard output as SVG. Nothing is run unless "
        "--at or --paths ask for it: the mechanism is drawn in its start position, and as "
        "written if it does not assemble.\n"
        "--strip 6 draws six positions of the run side by side.\n"
        "Spatial mechanisms are seen from the front, right and above, or from --from.\n"
        "--graph draws bodies and joints as a graph: joints that close loops are dashed.\n"
        "--bonds draws the bond graph of the model, and so does a model without bodies; --path "
        "lets "
        "one of its causal paths stand out.\n",
    .examples =
        "jourdain draw model/slider_crank.jd --out crank.svg --dimensions\n"
        "jourdain draw model/four_bar.jd --at \"0.4 s\" --ghost --theme dark --out four_bar.png\n"
        "jourdain draw model/quick_return.jd --strip 6 --out positions.pdf\n"
        "jourdain draw model/seven_body.jd --graph --out seven_body.pdf\n"
        "jourdain draw model/bond/lever.jd --path 1 --out lever.svg\n",
    .call = call,
};
