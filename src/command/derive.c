/* SPDX-License-Identifier: MIT
 *
 * `jourdain derive`: f, f', f'' and the wrench of each lock of a joint type, of a model's joint or
 * of a text of one's own. */
#include "app/app.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    App *app;
    Page page;
    JdSpace space;
} Derivation;

static bool derive_lock(Derivation *derivation, const char *lock, const JdJointType *type) {
    char *text = jd_derive_lock(lock, type, derivation->space, derivation->app->log);
    const size_t length = text ? strlen(text) : 0;
    if (text && derivation->page.style == PAGE_JSON) {
        Json *json = derivation->page.json;
        jd_json_object(json, NULL);
        jd_json_string(json, "lock", lock);
        jd_json_string(json, "derivation", text);
        jd_json_end(json);
    } else if (text) {
        jd_text_print(derivation->page.out, "\n%s", text);
        if (length && text[length - 1] != '\n') jd_text_add(derivation->page.out, "\n", 1);
    }
    jd_free_text(text);
    return text != NULL;
}

static int derive_type(Derivation *derivation, const JdJointType *type) {
    Page *page = &derivation->page;
    const bool planar = derivation->space == JD_PLANAR;
    int count = 0;
    Text names = {0};
    for (int n = 0; n < type->lock_count; n++) count += !planar || type->lock_in_plane[n];
    for (int n = 0; n < type->free_count; n++)
        if (!planar || type->frees[n].in_plane)
            jd_text_print(&names, "%s%s", names.count ? ", " : "", type->frees[n].position);

    jd_page_word(page, "type", "type", type->entry.name);
    if (type->entry.summary) jd_page_word(page, "summary", "what it is", type->entry.summary);
    jd_page_word(page, "space", "space", planar ? "plane" : "space");
    const char *kept = jd_page_keep(page, &names);
    jd_page_word(page, "frees", "leaves free", *kept ? kept : "-");
    jd_page_fact(page, "lock_count", "locks", count, NULL);

    bool good = true;
    if (page->style == PAGE_JSON) jd_json_array(page->json, "locks");
    for (int n = 0; n < type->lock_count; n++)
        if ((!planar || type->lock_in_plane[n]) && !derive_lock(derivation, type->locks[n], type))
            good = false;
    if (page->style == PAGE_JSON) jd_json_end(page->json);
    return good ? DONE : WRONG_MODEL;
}

/* ---- Of a model ----------------------------------------------------------------------------- */

static const char *body_name(const JdModel *model, int index) {
    JdBodyInfo body;
    return jd_model_body(model, index, &body) ? body.name : NULL;
}

static const char *joint_name(const JdModel *model, int index) {
    JdJointInfo joint;
    return jd_model_joint(model, index, &joint) ? joint.name : NULL;
}

static int derive_joint(Derivation *derivation, const JdModel *model, const JdJointInfo *joint) {
    Page *page = &derivation->page;
    JdJointType type;
    if (!jd_joint_type(model, joint->type, &type)) return WRONG_MODEL;
    jd_page_word(page, "joint", "joint", joint->name);
    if (joint->couples) {
        jd_page_word(page, "i", "joint of qi", joint_name(model, joint->i));
        jd_page_word(page, "j", "joint of qj", joint_name(model, joint->j));
    } else {
        jd_page_word(page, "i", "body i (point M)", body_name(model, joint->i));
        jd_page_word(page, "j", "body j (point N)", body_name(model, joint->j));
    }
    return derive_type(derivation, &type);
}

static int unknown_in_model(App *app, const JdModel *model, const char *word) {
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere,
              "the model has neither a joint nor a joint type '%s'", word);
    Nearest nearest = {.word = word};
    JdJointInfo joint;
    for (int n = 0; jd_model_joint(model, n, &joint); n++) jd_nearest_try(&nearest, joint.name);
    for (int n = 0; jd_model_joint(model, n, &joint); n++) jd_nearest_try(&nearest, joint.type);
    jd_app_suggest(JD_JOINTS, &nearest);
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
    derivation->space = jd_model_info(model).space;
    JdJointInfo joint;
    JdJointType type;
    int n = 0;
    while (jd_model_joint(model, n, &joint) && strcmp(joint.name, word) != 0) n++;
    if (jd_model_joint(model, n, &joint))
        code = derive_joint(derivation, model, &joint);
    else if (jd_joint_type(model, word, &type))
        code = derive_type(derivation, &type);
    else
        code = unknown_in_model(derivation->app, model, word);
    jd_model_free(model);
    return code;
}

/* ---- Which of the three it is --------------------------------------------------------------- */

static int unknown_type(App *app, const char *word) {
    jd_report(app->log, JD_ERROR, "topic-unknown", nowhere, "there is no joint type '%s'", word);
    Nearest nearest = {.word = word};
    jd_app_suggest(JD_JOINTS, &nearest);
    if (nearest.best)
        jd_hint(app->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(app->log, "`jourdain help joints` lists the types; of a model: "
                          "jourdain derive MODEL.jd JOINT");
    return WRONG_USAGE;
}

static int derive_text(Derivation *derivation, const char *text) {
    if (derivation->page.style == PAGE_JSON) jd_json_array(derivation->page.json, "locks");
    const bool good = derive_lock(derivation, text, NULL);
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
    Derivation derivation = {app, jd_page(app),
                             jd_app_flag(app, "spatial") ? JD_SPATIAL : JD_PLANAR};
    JdJointType type;
    int code;
    if (second)
        code = derive_in_model(&derivation, second);
    else if (word && jd_joint_type(NULL, word, &type))
        code = derive_type(&derivation, &type);
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
