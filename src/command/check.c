/* SPDX-License-Identifier: MIT
 *
 * `jourdain check`: what is known of a mechanism before it moves. */
#include "app/varied.h"
#include "command/command.h"
#include "variant/variant.h"
#include <stdlib.h>
#include <string.h>

int jd_check_facts(const JdCheck *check, CheckFact facts[CHECK_FACTS]) {
    // clang-format off
    const CheckFact all[CHECK_FACTS] = {
        {NULL, "bodies", "bodies", check->bodies, NULL},
        {NULL, "joints", "joints", check->joints, NULL},
        {NULL, "locks", "locks", check->locks, NULL},
        {NULL, "drives", "drives", check->drives, NULL},
        {NULL, "coordinates", "coordinates", check->coordinates, NULL},
        {"Freedoms", "freedoms_by_count", "by count", check->freedoms_by_count, NULL, .alone = "freedoms by count"},
        {NULL, "freedoms", "by rank", check->freedoms, NULL, .alone = "freedoms by rank"},
        {NULL, "finite", "that lead away", check->finite, NULL, .alone = "freedoms that lead away"},
        {NULL, "rank", "independent of them", check->rank, NULL, .alone = "independent locks"},
        {NULL, "redundant", "redundant locks", check->redundant, NULL},
        {"Start", "assembled", "assembled", check->assembled, NULL, .truth = true},
        {NULL, "gap", "largest gap", check->gap, "m"},
        {NULL, "gap_rate", "its rate", check->gap_rate, "m/s", .alone = "rate of the gap"},
        {NULL, "starts", "start values given", check->starts, NULL},
        {NULL, "open_starts", "freedoms left open", check->open_starts, NULL},
    };
    // clang-format on
    for (int n = 0; n < CHECK_FACTS; n++) facts[n] = all[n];
    return CHECK_FACTS;
}

static void write_check(Page *page, const JdCheck *check) {
    CheckFact facts[CHECK_FACTS];
    const int count = jd_check_facts(check, facts);
    for (int n = 0; n < count; n++) {
        const CheckFact *fact = &facts[n];
        if (fact->heading) jd_page_heading(page, fact->heading);
        if (!fact->truth)
            jd_page_fact(page, fact->key, fact->label, fact->value, fact->unit);
        else if (page->style == PAGE_JSON)
            jd_json_bool(page->json, fact->key, fact->value != 0);
        else
            jd_page_word(page, "", fact->label, fact->value != 0 ? "yes" : "NO");
    }
}

/* Of a formulation that chooses its coordinates. */
static void write_coordinates(Page *page, App *app, const JdModel *model) {
    const char *name = jd_app_compile_def(app, model).form;
    if (!jd_table_find(JD_FORMS, name).chooses) return;
    JdSystem *system = jd_app_try_compile(app, model);
    jd_page_heading(page, "Coordinates");
    if (system) jd_page_coordinates(page, system);
    jd_system_free(system);
}

/* Words of the model for its runs, which nobody does here. */
typedef struct {
    JdTable table;
    const char *word; /* NULL: it says none */
    JdPlace at;
    const char *code, *says, *hint;
} RunWord;

static void check_word(App *app, RunWord is) {
    Nearest nearest = {.word = is.word};
    if (!is.word || jd_table_find(is.table, is.word).name) return;
    jd_report(app->log, JD_ERROR, is.code, jd_where_at(is.at), "%s '%s'", is.says, is.word);
    jd_app_suggest(is.table, &nearest);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "%s", is.hint);
}

static void check_run_words(App *app, const JdModelInfo *model) {
    check_word(app, (RunWord){JD_STEPPERS, model->stepper, model->stepper_at, "stepper-unknown",
                              "there is no stepper",
                              "`jourdain help steppers` lists them; the default, dop853, chooses "
                              "its steps itself"});
    check_word(app, (RunWord){JD_ATTITUDES, model->attitude, model->attitude_at, "attitude-unknown",
                              "a run cannot have attitudes as",
                              "quaternion, which is the default, or cardan"});
}

/* ---- The doctor ------------------------------------------------------------------------------ */

static void write_motions(Page *page, const JdDiagnosis *diagnosis) {
    JdFreeMotion motion;
    const bool json = page->style == PAGE_JSON;
    if (json) jd_json_array(page->json, "motions");
    for (int n = 0; jd_diagnosis_motion(diagnosis, n, &motion); n++) {
        if (json) {
            jd_json_object(page->json, NULL);
            jd_json_string(page->json, "name", motion.name);
            jd_json_string(page->json, "words", motion.words);
            jd_json_string(page->json, "start", motion.start);
            jd_json_bool(page->json, "idle", motion.idle);
            jd_json_bool(page->json, "finite", motion.finite);
            jd_json_end(page->json);
            continue;
        }
        if (n == 0) jd_page_heading(page, "Free motions");
        Text words = {0};
        jd_text_print(&words, "%s%s", motion.words,
                      motion.finite ? "" : "; for an instant only: it leads nowhere");
        jd_page_word(page, motion.name, motion.name, jd_page_keep(page, &words));
        if (motion.start && *motion.start && !motion.idle) jd_page_word(page, "", "", motion.start);
    }
    if (json) jd_json_end(page->json);
}

static int check_model(App *app, const JdModel *model) {
    JdCheck check = {0};
    int code = WRONG_USAGE;
    if (jd_app_check_names(app)) {
        const JdModelInfo info = jd_model_info(model);
        check_run_words(app, &info);
        const bool good =
            jd_check(model, jd_app_compile_def(app, model), &check, app->log) && check.assembled;
        if (good) jd_sweep_check(app, model);
        JdDiagnosis *diagnosis = jd_app_diagnose(app, model, &check, false);
        code = good && jd_log_errors(app->log) == 0 ? DONE : WRONG_MODEL;
        Page page = jd_page(app);
        jd_page_word(&page, "model", "model", jd_model_title(app, model));
        jd_page_gravity(&page, &info);
        if (check.bodies > 0) write_check(&page, &check);
        write_motions(&page, diagnosis);
        if (good) write_coordinates(&page, app, model);
        jd_app_write_findings(app, diagnosis);
        jd_page_free(&page);
        jd_diagnosis_free(diagnosis);
    }
    return code;
}

/* ---- Variants: a line of the table for each ---------------------------------------------------
 */

static JdMessage first_error(const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++)
        if (jd_log_message(log, n).severity == JD_ERROR) return jd_log_message(log, n);
    return (JdMessage){0};
}

static void write_variant(Page *page, Varied *varied, const JdCheck *check, const char *error) {
    const double numbers[] = {check->gap, check->freedoms, check->finite, check->redundant};
    Text words = {0};
    jd_varied_words(varied, &words);
    jd_page_cell(page, jd_page_keep(page, &words));
    jd_page_cell(page, check->assembled ? "yes" : "NO");
    for (int n = 0; n < 4; n++) {
        if (check->bodies > 0)
            jd_page_number(page, numbers[n]);
        else
            jd_page_cell(page, NULL);
    }
    jd_page_cell(page, error);
}

/* What it has to say goes into the table; what is not the model's, to the user. */
static int check_variant(App *app, const AppFile *file, Varied *varied, Page *page) {
    JdLog *heard = app->log;
    int code = WRONG_USAGE;
    const JdSetting *settings = jd_varied_choose(varied);
    if (!settings) return code;
    app->log = jd_log_new();
    JdCheck check = {0};
    JdModel *model = jd_app_model_of(app, file, settings, &code);
    const bool good = model && jd_check(model, jd_app_compile_def(app, model), &check, app->log) &&
                      check.assembled;
    const JdMessage wrong = first_error(app->log);
    if (!model && code == WRONG_USAGE) {
        jd_report(heard, JD_ERROR, wrong.code, nowhere, "%s", wrong.text);
        if (wrong.hint) jd_hint(heard, "%s", wrong.hint);
    } else {
        write_variant(page, varied, &check, wrong.text);
        code = good && !wrong.text ? DONE : WRONG_MODEL;
    }
    jd_model_free(model);
    jd_log_free(app->log);
    app->log = heard;
    return code;
}

static int check_variants(App *app, Varied *varied) {
    AppFile file;
    if (!jd_app_read(app, jd_app_shipped(app, jd_app_word(app, 0)), false, &file))
        return FILE_FAILED;
    int code = DONE;
    Page page = jd_page(app);
    jd_page_table(&page, "variants", "variant assembled gap freedoms finite redundant message");
    do {
        const int now = check_variant(app, &file, varied, &page);
        if (now != DONE) code = now;
    } while (code != WRONG_USAGE && jd_varied_next(varied));
    if (code != WRONG_USAGE || app->json) jd_page_end(&page);
    jd_page_free(&page);
    jd_varied_end(varied);
    free(file.text);
    return code;
}

static int call(App *app) {
    int code = WRONG_USAGE;
    Varied varied;
    if (!jd_varied_read(app, &varied)) return code;
    if (varied.of.count && !strcmp(jd_app_word(app, 0), "-")) {
        jd_report(app->log, JD_ERROR, "option-value", nowhere,
                  "--vary reads the model once for each value, and a pipe is read once");
        jd_hint(app->log, "give the name of a file");
        return code;
    }
    JdModel *model = jd_app_model(app, &code);
    if (!model) {
        jd_app_mend(app);
        return code;
    }
    jd_varied_ask(&varied, model);
    code = varied.of.count ? check_variants(app, &varied) : check_model(app, model);
    jd_model_free(model);
    return code;
}

const Command jd_command_check = {
    .name = "check",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options =
        "form cut close prefer elastic stiffness damping turn-stiffness turn-damping clearance gap "
        "stabilise "
        "alpha beta gamma set vary spatial safe as-drawn deep",
    .summary = "assemble a model, count its freedoms, say what moves and what may not be meant",
    .details =
        "Freedoms by count are coordinates less locks and drives; by rank, those locks that "
        "repeat others do not count; those that lead away were followed to another position. Free "
        "motions are what moves, "
        "and how, if nothing else does. The messages name what is redundant, open or apart, and "
        "what "
        "is most likely not meant; where single changes of the text are offered, they were tried. "
        "A model that does not assemble ends with exit code 3.\n\n"
        "--vary has a line for each variant: whether it assembles, how far apart it stays, its "
        "freedoms by rank, those that lead away, redundant locks, and the first error; all that is "
        "said of one is told with --set in its place. One that is wrong ends with exit code 3.\n",
    .examples = "jourdain check model/seven_body.jd\n"
                "jourdain check crank.jd --vary r=100mm,200mm,400mm\n",
    .call = call,
};
