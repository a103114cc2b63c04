/* SPDX-License-Identifier: MIT
 *
 * `jourdain view`: a model under one or several formulations as a file that moves. Whatever goes
 * wrong behind the reading of the model is part of what is shown: motion up to a failure, or the
 * start as drawn, with the message. */
#include "command/facts.h"
#include "command/open.h"
#include "app/varied.h"
#include "command/video.h"
#include "jourdain_picture.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    App *app;
    JdModel *model; /* of the first choice */
    JdModel *
        *variants; /* of each choice; their first is that one. NULL: options alone are varied */
    AppFile file;  /* the model, which is read once for each choice */
    const char *path;
    const char **forms; /* ending with NULL; none: the one that --form or the model says */
    int form_count;     /* 1 at least */
    Varied
        varied; /* options of the run; takes have all forms of the first choice, then of the next */
    const char **choice; /* in words, of each take; NULL: nothing is varied */
    Take *takes;
    int take_count;
    JdLog *words; /* what the file tells: of reading, of the check, of the runs */
    JdMovieDef movie;
    JdGraph *graph; /* of the mechanism, for a page; NULL: none */
    JdVec3 from;
    int pixels[2];
    bool video;
    Progress progress;
    bool opened;
    ExitCode code; /* of the runs */
} ViewJob;

/* ---- Before the runs ------------------------------------------------------------------------ */

/* model/crank.jd -> crank.html, in the current folder. */
static const char *default_path(App *app) {
    const char *word = jd_app_word(app, 0), *slash = strrchr(word, '/');
    const char *name = slash ? slash + 1 : word, *point = strrchr(name, '.');
    if (strcmp(word, "-") == 0) return "motion.html";
    const size_t length = point && point > name ? (size_t)(point - name) : strlen(name);
    return jd_arena_format(&app->arena, "%.*s.html", (int)length, name);
}

/* The page alone has room for a look of its own for each. */
static bool shows_variants(const ViewJob *job) {
    if (jd_path_ends(job->path, "html") || jd_path_ends(job->path, "json")) return true;
    jd_report(job->app->log, JD_ERROR, "option-value", nowhere,
              "--vary of a parameter is shown by a page, and '%s' is none", job->path);
    jd_hint(job->app->log, "take a name that ends with .html; --set shows one value elsewhere");
    return false;
}

/* Variants have the bodies, joints and forces of the first, so that one is seen over the other. */
static bool is_alike(const ViewJob *job, const JdModel *variant) {
    const JdModelInfo a = jd_model_info(job->model), b = jd_model_info(variant);
    if (a.bodies == b.bodies && a.joints == b.joints && a.forces == b.forces) return true;
    jd_report(job->app->log, JD_ERROR, "option-value", nowhere,
              "--vary changes which bodies, joints or forces there are: %d, %d, %d and %d, %d, %d",
              a.bodies - 1, a.joints, a.forces, b.bodies - 1, b.joints, b.forces);
    jd_hint(job->app->log, "variants that are seen over one another differ in numbers alone; "
                           "`jourdain plot` compares curves of others");
    return false;
}

/* A model for each choice; the first takes the place of the one that was read. */
static ExitCode read_variants(ViewJob *job, int choices) {
    App *app = job->app;
    if (!shows_variants(job)) return WRONG_USAGE;
    const char *path = jd_app_shipped(app, jd_app_word(app, 0));
    job->variants = ARENA_NEW(&app->arena, JdModel *, choices + 1);
    if (!job->variants) return jd_report_memory(app->log), RUN_FAILED;
    if (!strcmp(path, "-")) {
        jd_report(
            app->log, JD_ERROR, "option-value", nowhere,
            "--vary of a parameter reads the model once for each value, and a pipe is read once");
        jd_hint(app->log, "give the name of a file");
        return WRONG_USAGE;
    }
    if (!jd_app_read(app, path, false, &job->file)) return FILE_FAILED;
    for (int n = 0; n < choices; n++) {
        int code;
        const JdSetting *settings = jd_varied_choose(&job->varied);
        if (!settings) return WRONG_USAGE;
        job->variants[n] = jd_app_model_of(app, &job->file, settings, &code);
        if (!job->variants[n]) return (ExitCode)code;
        if (!jd_app_add_expressions(app, job->variants[n],
                                    (const char *const *)jd_app_list(app, "output")) ||
            !is_alike(job, job->variants[n]))
            return WRONG_USAGE;
        jd_varied_next(&job->varied);
    }
    return DONE;
}

/* The model of a take. */
static JdModel *model_of(const ViewJob *job, int take) {
    return job->variants ? job->variants[take / job->form_count] : job->model;
}

/* One for each form with each choice of --vary. */
static ExitCode list_takes(ViewJob *job) {
    enum { MOST = 16 }; /* more than that nobody can tell apart */
    if (!jd_varied_read(job->app, &job->varied)) return WRONG_USAGE;
    jd_varied_ask(&job->varied, job->model);
    while (job->forms[job->form_count]) job->form_count++;
    if (job->form_count == 0) job->form_count = 1;
    const int choices = jd_varied_count(&job->varied);
    if (choices > MOST / job->form_count) {
        jd_report(job->app->log, JD_ERROR, "option-value", nowhere,
                  "--vary makes more than %d runs, which cannot be told apart", (int)MOST);
        jd_hint(job->app->log, "give fewer values; `jourdain sweep` is for many");
        return WRONG_USAGE;
    }
    job->take_count = choices * job->form_count;
    return jd_varied_has_parameters(&job->varied) ? read_variants(job, choices) : DONE;
}

static ExitCode prepare(ViewJob *job) {
    App *app = job->app;
    job->path = jd_app_flag(app, "out") ? jd_app_text(app, "out") : default_path(app);
    const bool named = jd_app_check_names(app);
    job->forms = jd_app_forms(app);
    if (!job->path) return jd_report_memory(app->log), RUN_FAILED;
    bool many;
    job->video = jd_video_is(job->path);
    const char *kind = job->video ? "frame-%06d.png" : job->path; /* that is written here */
    const bool fits = (!job->video || jd_video_can_write(app, job->path)) &&
                      jd_movie_can_write(kind, job->model, &many, app->log);
    const bool seen = jd_app_from(app, &job->from), sized = jd_app_size(app, job->pixels);
    if (!named || !job->forms || !fits || !seen || !sized) return WRONG_USAGE;
    many = many && !job->video;
    if (!many && !jd_app_can_write(app, job->path)) return FILE_FAILED;
    const ExitCode listed = list_takes(job);
    if (listed != DONE) return listed;
    job->takes = ARENA_NEW(&app->arena, Take, job->take_count);
    job->choice = ARENA_NEW(&app->arena, const char *, job->take_count);
    job->words = jd_log_new();
    return job->takes && job->choice && job->words ? DONE
                                                   : (jd_report_memory(app->log), RUN_FAILED);
}

/* Runs that are to be compared need rows at the same times. */
static void agree_on_rows(ViewJob *job) {
    enum { ROWS = 1000 };
    const JdRunDef def = jd_app_run_def(job->app, job->model);
    if (job->take_count > 1 && def.output_every <= 0 && def.until > 0)
        job->app->every = def.until / ROWS;
}

/* ---- The runs ------------------------------------------------------------------------------- */

/* The present choice in words: "alpha = 5"; NULL: nothing is varied. */
static const char *choice_words(ViewJob *job) {
    Text text = {0};
    jd_varied_words(&job->varied, &text);
    if (text.failed) job->app->arena.failed = true;
    const char *words = text.count ? jd_arena_text(&job->app->arena, text.at, text.count) : NULL;
    jd_text_free(&text);
    return words;
}

static void run_one(ViewJob *job, int n) {
    static const char *const beside[] = {"energy", "energy.kinetic", "energy.potential", "drift",
                                         NULL};
    const TakeDef def = {.form = job->forms[0] ? job->forms[n % job->form_count] : NULL,
                         .channels = beside,
                         .film = !jd_model_info(job->model).no_animation,
                         .arrows = true,
                         .common_rows = job->take_count > 1};
    job->choice[n] = choice_words(job);
    const ExitCode code = jd_take(job->app, model_of(job, n), &def, &job->takes[n]);
    if (job->code == DONE) job->code = code;
    if (!job->takes[n].stopped) return;
    jd_report(job->app->log, JD_WARNING, "run-interrupted", nowhere,
              "the run was interrupted at t = %g s; what there is of it is shown",
              job->takes[n].end);
    job->take_count = n + 1;
}

/* False: the values of --vary are none, which was told. */
static bool run_all(ViewJob *job) {
    for (int n = 0; n < job->take_count; n++) {
        if (n > 0 && n % job->form_count == 0) jd_varied_next(&job->varied);
        if (n % job->form_count == 0 && !jd_varied_choose(&job->varied)) return false;
        run_one(job, n);
    }
    jd_varied_end(&job->varied);
    if (job->code == DONE) job->code = jd_take_code(job->takes, job->take_count);
    return true;
}

/* ---- What is shown -------------------------------------------------------------------------- */

/* The first error of those that were told last. */
static JdMessage cause_of(const ViewJob *job, const Take *take) {
    for (int n = 0; n < jd_log_count(take->log); n++)
        if (jd_log_message(take->log, n).severity == JD_ERROR) return jd_log_message(take->log, n);
    JdMessage message = {0};
    for (int n = 0; n < jd_log_count(job->words); n++) {
        message = jd_log_message(job->words, n);
        if (message.severity == JD_ERROR) break;
    }
    return message;
}

static const char *form_of(const ViewJob *job, int n) {
    if (job->takes[n].form) return job->takes[n].form;
    if (job->forms[0]) return job->forms[n % job->form_count];
    const char *said = jd_app_compile_def(job->app, job->model).form;
    return said ? said : "auto";
}

static const char *name_of(const ViewJob *job, int n) {
    const char *choice = job->choice[n], *form = form_of(job, n);
    if (!choice) return form;
    if (job->form_count == 1) return choice;
    return jd_arena_format(&job->app->arena, "%s, %s", form, choice);
}

static bool show_run(const ViewJob *job, int n, JdMovieRun *run) {
    const Take *take = &job->takes[n];
    *run = (JdMovieRun){.name = name_of(job, n),
                        .system = take->system,
                        .facts = jd_facts_of_take(take, &job->app->arena),
                        .trace = take->started ? take->trace : NULL,
                        .film = take->film,
                        .model = n >= job->form_count && job->variants ? model_of(job, n) : NULL,
                        .failed = take->failed || !take->started,
                        .failed_at = take->failed_at,
                        .failure = take->failure};
    if (!take->started) run->failure = cause_of(job, take);
    return run->facts != NULL;
}

/* What was said so far, and what `check` says. In which folder a file lies concerns nobody who is
 * given the result. */
static void tell_messages(ViewJob *job, JdCheck *check) {
    JdLog *all = jd_log_new();
    jd_check(model_of(job, 0), jd_app_compile_def(job->app, job->model), check, all);
    jd_log_merge(all, job->app->log, JD_NOTE, JD_ERROR);
    for (int n = 0; n < jd_log_count(all); n++) {
        const JdMessage m = jd_log_message(all, n);
        const char *slash = m.file ? strrchr(m.file, '/') : NULL;
        Where where = jd_where_of(&m);
        if (slash) where.file = slash + 1;
        jd_report(job->words, m.severity, m.code, where, "%s", m.text);
        if (m.hint) jd_hint(job->words, "%s", m.hint);
    }
    jd_log_free(all);
}

/* Its multibond graph, where there is one: what has none, as forces that read accelerations, is no
 * fault of a page. */
static JdGraph *graph_of(const ViewJob *job) {
    enum { MOST_BODIES = 60 }; /* more boxes than one looks at */
    const JdModelInfo info = jd_model_info(job->model);
    const bool page = jd_path_ends(job->path, "html") || jd_path_ends(job->path, "json");
    if (!page || info.no_animation || info.bodies < 2 || info.bodies > MOST_BODIES) return NULL;
    JdLog *quiet = jd_log_new();
    JdGraph *graph = quiet ? jd_graph_new(model_of(job, 0), (JdGraphDef){0}, quiet) : NULL;
    jd_log_free(quiet);
    return graph;
}

static bool make_movie(ViewJob *job) {
    App *app = job->app;
    JdCheck check;
    tell_messages(job, &check);
    job->graph = graph_of(job);
    JdMovieRun *runs = ARENA_NEW(&app->arena, JdMovieRun, job->take_count);
    bool good = runs != NULL;
    for (int n = 0; n < job->take_count && good; n++) good = show_run(job, n, &runs[n]);
    job->movie = (JdMovieDef){.model = model_of(job, 0),
                              .title = jd_model_title(app, job->model),
                              .runs = runs,
                              .run_count = job->take_count,
                              .messages = job->words,
                              .graph = job->graph,
                              .facts = jd_facts_of_check(model_of(job, 0), &check, &app->arena),
                              .width = jd_app_number(app, "width"),
                              .height = jd_app_number(app, "height"),
                              .theme = jd_app_text(app, "theme"),
                              .speed = jd_app_number(app, "speed"),
                              .frames = jd_app_number(app, "fps"),
                              .pixels = {job->pixels[0], job->pixels[1]},
                              .paths = (const char *const *)jd_app_list(app, "paths"),
                              .from = job->from,
                              .transparent = jd_app_flag(app, "transparent"),
                              .stop = jd_progress_share,
                              .stop_data = &job->progress};
    if (!good || app->arena.failed) jd_report_memory(app->log);
    return good && !app->arena.failed;
}

/* ---- Behind it ------------------------------------------------------------------------------ */

static void tell_json(const ViewJob *job) {
    Json *json = &job->app->document;
    jd_json_string(json, "model", jd_model_title(job->app, job->model));
    jd_json_array(json, "runs");
    for (int n = 0; n < job->take_count; n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "form", form_of(job, n));
        if (job->choice[n]) jd_json_string(json, "varied", job->choice[n]);
        jd_json_number(json, "time", job->takes[n].end);
        jd_json_bool(json, "failed", job->movie.runs[n].failed);
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_string(json, "written", job->path);
    jd_json_bool(json, "opened", job->opened);
}

static void tell(const ViewJob *job) {
    for (int n = 0; n < job->take_count; n++) {
        const Take *take = &job->takes[n];
        fprintf(stderr, "%s, %s, ", jd_model_title(job->app, job->model), job->movie.runs[n].name);
        if (take->started)
            fprintf(stderr, "t = 0 to %g s%s\n", take->end,
                    take->failed ? ", where it failed" : "");
        else
            fputs("did not begin: the start is shown\n", stderr);
    }
    fprintf(stderr, "  %-12s %s%s\n", "written", job->path, job->opened ? ", and opened" : "");
}

/* What was asked for cannot be drawn, or the file cannot be written. */
static ExitCode not_written(const App *app) {
    const bool asked = jd_app_has_message(app, "picture-not-drawn") ||
                       jd_app_has_message(app, "draw-point-unknown") ||
                       jd_app_has_message(app, "show-too-long");
    return asked ? WRONG_USAGE : FILE_FAILED;
}

/* With a line that tells how far it is. */
static bool write_movie(ViewJob *job) {
    App *app = job->app;
    jd_progress_start(&job->progress, 1, app->quiet || app->json);
    const bool written = job->video ? jd_video_write(app, job->movie, job->path)
                                    : jd_movie_write(job->movie, job->path, app->log);
    const bool stopped = jd_interrupt_signal() != 0;
    jd_progress_end(&job->progress);
    if (!written && stopped)
        jd_report(app->log, JD_ERROR, "run-interrupted", nowhere,
                  "the frames were interrupted; '%s' is not written", job->path);
    return written;
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    if (!jd_app_add_expressions(app, model, (const char *const *)jd_app_list(app, "output")))
        return jd_model_free(model), WRONG_USAGE;
    ViewJob job = {.app = app, .model = model};
    code = (int)prepare(&job);
    if (code == DONE) {
        agree_on_rows(&job);
        const bool chosen = run_all(&job), made = chosen && make_movie(&job),
                   written = made && write_movie(&job);
        code = written   ? (int)job.code
               : made    ? (int)not_written(app)
               : !chosen ? WRONG_USAGE
                         : RUN_FAILED;
        if (written && !jd_app_flag(app, "no-open")) job.opened = jd_open_file(job.path);
        if (written && app->json) tell_json(&job);
        if (written && !app->json && !app->quiet) tell(&job);
    }
    for (int n = 0; n < job.take_count && job.takes; n++) jd_take_free(&job.takes[n]);
    jd_log_free(job.words);
    jd_graph_free(job.graph);
    for (int n = 0; job.variants && job.variants[n]; n++) jd_model_free(job.variants[n]);
    free(job.file.text);
    jd_model_free(model);
    return code;
}

const Command jd_command_view = {
    .name = "view",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options =
        "out forms vary no-open speed fps size theme width height paths from transparent form cut "
        "close "
        "prefer elastic stiffness "
        "damping "
        "turn-stiffness turn-damping clearance gap stabilise alpha beta gamma stepper dt tol to "
        "every max-steps set spatial safe output as-drawn",
    .summary = "simulate a model and look at it: a page for the browser, or a file that moves",
    .details =
        "Writes one file that needs nothing else, named after the model in the current folder "
        "unless --out says otherwise, and opens it if there is a screen. The kind is told by the "
        "ending: .html is a page with the motion, plots of the outputs, the model and what `check` "
        "says of it, and with M the multibond graph of the mechanism, with bodies and joints as "
        "boxes that open; .glb is glTF 2.0, for Blender and slides; .svg moves by itself, for "
        "planar "
        "models; .gif and .apng are pictures that move, .mp4 and .webm videos where ffmpeg is "
        "found; "
        "frame-%04d.png is a picture for each frame; .json is what the page is given, for "
        "programs. The run is that of `jourdain run`, with its options.\n"
        "\n"
        "--forms runs the model under several formulations: the page shows them over one another "
        "and plots their differences from the first. So does --vary with values of an option of "
        "the run, as in a study of gains: --stabilise baumgarte --vary alpha=5,50; and with values "
        "of "
        "a parameter: --vary r=80mm,120mm shows each variant with its own bodies (in a page).\n"
        "\n"
        "A run that fails is shown up to there, with the message at its time (exit code 1). A "
        "model that does not assemble is shown as drawn (exit code 3).\n",
    .examples =
        "jourdain view model/slider_crank.jd\n"
        "jourdain view model/slider_crank.jd --forms newton-euler,elastic\n"
        "jourdain view model/bricard.jd --out bricard.glb --speed 0.5\n"
        "jourdain view model/four_bar.jd --out four_bar.gif --paths coupler --size 640x480\n",
    .call = call,
};
