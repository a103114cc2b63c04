/* SPDX-License-Identifier: MIT
 *
 * `jourdain check`: what is known of a mechanism before it moves. */
#include "app/app.h"

static void write_check(Page *page, const JdCheck *check) {
    jd_page_fact(page, "bodies", "bodies", check->bodies, NULL);
    jd_page_fact(page, "joints", "joints", check->joints, NULL);
    jd_page_fact(page, "locks", "locks", check->locks, NULL);
    jd_page_fact(page, "drives", "drives", check->drives, NULL);
    jd_page_fact(page, "coordinates", "coordinates", check->coordinates, NULL);
    jd_page_heading(page, "Freedoms");
    jd_page_fact(page, "freedoms_by_count", "by count", check->freedoms_by_count, NULL);
    jd_page_fact(page, "freedoms", "by rank", check->freedoms, NULL);
    jd_page_fact(page, "rank", "independent of them", check->rank, NULL);
    jd_page_fact(page, "redundant", "redundant locks", check->redundant, NULL);
    jd_page_heading(page, "Start");
    if (page->style == PAGE_JSON)
        jd_json_bool(page->json, "assembled", check->assembled);
    else
        jd_page_word(page, "", "assembled", check->assembled ? "yes" : "NO");
    jd_page_fact(page, "gap", "largest gap", check->gap, "m");
    jd_page_fact(page, "gap_rate", "its rate", check->gap_rate, "m/s");
    jd_page_fact(page, "starts", "start values given", check->starts, NULL);
    jd_page_fact(page, "open_starts", "freedoms left open", check->open_starts, NULL);
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    JdCheck check = {0};
    code = WRONG_USAGE;
    if (jd_app_check_names(app)) {
        jd_stepper_choose(model->run.stepper, model->run.stepper_at, app->log);
        const bool good =
            jd_check(model, jd_app_compile_def(app, model), &check, app->log) && check.assembled;
        code = good && jd_log_errors(app->log) == 0 ? DONE : WRONG_MODEL;
        Page page = jd_page(app);
        jd_page_word(&page, "model", "model", jd_model_title(app, model));
        if (check.bodies > 0) write_check(&page, &check);
        jd_page_free(&page);
    }
    jd_model_free(model);
    return code;
}

const Command jd_command_check = {
    .name = "check",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options =
        "form cut elastic stiffness damping turn-stiffness turn-damping clearance gap stabilise "
        "alpha beta gamma set spatial as-drawn",
    .summary = "assemble a model and count its freedoms, without running it",
    .details = "Freedoms by count are coordinates less locks and drives; by rank, those locks that "
               "repeat others do not count. The messages name what is redundant, open or apart. "
               "A model that does not assemble ends with exit code 3.\n",
    .examples = "jourdain check model/seven_body.jd\n",
    .call = call,
};
