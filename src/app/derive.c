/* SPDX-License-Identifier: MIT
 *
 * `jourdain derive`: f, f', f'' and the wrench of each lock of a joint type, of a model's joint or
 * of a text of one's own. */
#include "app/app.h"
#include "joint/joint.h"
#include "model/model.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    App *app;
    Page page;
    bool planar;
} Derivation;

static bool derive_lock(Derivation *derivation, const char *text, const Field *fields) {
    Text out = {0};
    bool good =
        jd_lock_derive(text, fields, derivation->planar, &out, nowhere, derivation->app->log);
    if (good && out.failed) jd_report_memory(derivation->app->log), good = false;
    if (good && derivation->page.style == PAGE_JSON) {
        Json *json = derivation->page.json;
        jd_json_object(json, NULL);
        jd_json_string(json, "lock", text);
        jd_json_string(json, "derivation", out.at);
        jd_json_end(json);
    } else if (good) {
        jd_text_print(derivation->page.out, "\n%s", out.at);
        if (out.count && out.at[out.count - 1] != '\n') jd_text_add(derivation->page.out, "\n", 1);
    }
    jd_text_free(&out);
    return good;
}

/* Values for the fields: any will do, since the symbols stay; lengths must not be zero. */
static void fill_fields(const JointType *type, double *values) {
    for (int n = 0; n < TYPE_FIELDS; n++) {
        const Field *field = &type->fields[n];
        values[n] = !field->name || (field->fallback == 0) ? 1 : field->fallback;
    }
}

static int derive_type(Derivation *derivation, const JointType *type) {
    Page *page = &derivation->page;
    double values[TYPE_FIELDS];
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    const FreeDef *frees[JOINT_FREES];
    fill_fields(type, values);
    const int count = jd_joint_locks(type, derivation->planar, values, locks, texts, nowhere,
                                     derivation->app->log);
    if (count < 0) return WRONG_MODEL;
    const int free_count = jd_joint_frees(type, derivation->planar, frees);
    Text names = {0};
    for (int n = 0; n < free_count; n++)
        jd_text_print(&names, "%s%s", n ? ", " : "", frees[n]->position);

    jd_page_word(page, "type", "type", type->name);
    if (type->summary) jd_page_word(page, "summary", "what it is", type->summary);
    jd_page_word(page, "space", "space", derivation->planar ? "plane" : "space");
    const char *kept = jd_page_keep(page, &names);
    jd_page_word(page, "frees", "leaves free", *kept ? kept : "-");
    jd_page_fact(page, "lock_count", "locks", count, NULL);

    bool good = true;
    if (page->style == PAGE_JSON) jd_json_array(page->json, "locks");
    for (int n = 0; n < count; n++)
        if (!derive_lock(derivation, texts[n], type->fields)) good = false;
    if (page->style == PAGE_JSON) jd_json_end(page->json);
    return good ? DONE : WRONG_MODEL;
}

/* ---- Of a model ----------------------------------------------------------------------------- */

static int derive_joint(Derivation *derivation, const JdModel *model, const ModelJoint *joint) {
    Page *page = &derivation->page;
    jd_page_word(page, "joint", "joint", joint->name);
    if (joint->type->couples) {
        jd_page_word(page, "i", "joint of qi", model->joints.at[joint->i].name);
        jd_page_word(page, "j", "joint of qj", model->joints.at[joint->j].name);
        return derive_type(derivation, joint->type);
    }
    const char *i = model->bodies.at[model->frames.at[joint->i].body].name;
    const char *j = model->bodies.at[model->frames.at[joint->j].body].name;
    jd_page_word(page, "i", "body i (point M)", i);
    jd_page_word(page, "j", "body j (point N)", j);
    return derive_type(derivation, joint->type);
}

static int unknown_in_model(App *app, const JdModel *model, const char *word) {
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere,
              "the model has neither a joint nor a joint type '%s'", word);
    Nearest nearest = {.word = word};
    for (int n = 0; n < model->joints.count; n++)
        jd_nearest_try(&nearest, model->joints.at[n].name);
    jd_model_suggest_type(model, &nearest);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain info` lists the joints of a model");
    return WRONG_USAGE;
}

static int derive_in_model(Derivation *derivation, const char *word) {
    int code;
    JdModel *model = jd_app_model(derivation->app, &code);
    if (!model) return code;
    derivation->planar = model->space == JD_PLANAR;
    const int joint = jd_model_find_joint(model, word);
    const JointType *type = joint < 0 ? jd_model_find_type(model, word) : NULL;
    if (joint >= 0)
        code = derive_joint(derivation, model, &model->joints.at[joint]);
    else if (type)
        code = derive_type(derivation, type);
    else
        code = unknown_in_model(derivation->app, model, word);
    jd_model_free(model);
    return code;
}

/* ---- Which of the three it is --------------------------------------------------------------- */

static int unknown_type(App *app, const char *word) {
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere, "there is no joint type '%s'", word);
    Nearest nearest = {.word = word};
    jd_joint_suggest(&nearest);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain help joints` lists the types; of a model: "
                          "jourdain derive MODEL.jd JOINT");
    return WRONG_USAGE;
}

static int derive_text(Derivation *derivation, const char *text) {
    static const Field none[TYPE_FIELDS];
    if (derivation->page.style == PAGE_JSON) jd_json_array(derivation->page.json, "locks");
    const bool good = derive_lock(derivation, text, none);
    if (derivation->page.style == PAGE_JSON) jd_json_end(derivation->page.json);
    return good ? DONE : WRONG_USAGE;
}

static int call(App *app) {
    const char *word = jd_app_word(app, 0), *second = jd_app_word(app, 1);
    const char *lock = jd_app_text(app, "lock");
    if (!word && !lock) {
        jd_report(app->log, JD_ERROR, "argument-missing", nowhere,
                  "a joint type, a model with a joint, or --lock is missing");
        jd_hint(app->log, "for instance: jourdain derive revolute");
        return WRONG_USAGE;
    }
    Derivation derivation = {app, jd_page(app), !jd_app_flag(app, "spatial")};
    const JointType *type = word && !second ? jd_joint_find(word) : NULL;
    int code;
    if (second)
        code = derive_in_model(&derivation, second);
    else if (type)
        code = derive_type(&derivation, type);
    else if (word)
        code = unknown_type(app, word);
    else
        code = derive_text(&derivation, lock);
    jd_page_free(&derivation.page);
    return code;
}

const Command jd_command_derive = {
    .name = "derive",
    .arguments = "TYPE | MODEL JOINT",
    .most = 2,
    .options = "lock spatial safe set",
    .summary = "print f, f', f'' and the wrench of a joint's locks",
    .details =
        "For a type of `jourdain help joints`, for a joint or a joint type of a model, or "
        "for a lock of one's own (--lock). In the plane, or with --spatial in space; a model "
        "says itself which of them it is.\n",
    .examples = "jourdain derive revolute\n"
                "jourdain derive model/user_joint.jd rail\n"
                "jourdain derive --lock \"d.yi\"\n",
    .call = call,
};
