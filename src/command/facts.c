/* SPDX-License-Identifier: MIT
 *
 * What is known of a mechanism and of its runs, in words: label and value. */
#include "command/command.h"
#include "command/facts.h"
#include <string.h>

/* ---- The mechanism -------------------------------------------------------------------------- */

static void add_gravity(FactList *list, const JdModelInfo *model) {
    if (model->gravity == JD_GRAVITY_UNIFORM)
        jd_fact_vector(list, "gravity", model->gravity_vector, model->width, "m/s^2");
    else if (model->gravity == JD_GRAVITY_POINT)
        jd_fact_vector(list, "gravity toward", model->gravity_vector, model->width, "m");
    else
        jd_fact_add(list, "gravity", "a field");
}

Facts jd_facts_of_check(const JdModel *model, const JdCheck *check, Arena *arena) {
    FactList list = {arena, {0}};
    CheckFact facts[CHECK_FACTS];
    const int count = check->bodies > 0 ? jd_check_facts(check, facts) : 0;
    const JdModelInfo info = jd_model_info(model);
    jd_fact_add(&list, "space", "%s", info.space == JD_PLANAR ? "planar" : "spatial");
    add_gravity(&list, &info);
    for (int n = 0; n < count; n++) {
        const char *label = facts[n].alone ? facts[n].alone : facts[n].label;
        if (facts[n].truth)
            jd_fact_add(&list, label, "%s", facts[n].value != 0 ? "yes" : "no");
        else
            jd_fact_quantity(&list, label, facts[n].value, facts[n].unit);
    }
    return jd_facts_end(&list);
}

/* ---- Runs ----------------------------------------------------------------------------------- */

Facts jd_facts_of_take(const Take *take, Arena *arena) {
    FactList list = {arena, {0}};
    if (!take->system) return jd_facts_end(&list);
    const JdCompileDef compiled = jd_system_settings(take->system);
    jd_fact_add(&list, "form", "%s", compiled.form);
    if (strcmp(compiled.stabilise, "baumgarte") == 0)
        jd_fact_add(&list, "stabilise", "baumgarte, alpha %g/s, beta %g/s", compiled.alpha,
                    compiled.beta);
    else
        jd_fact_add(&list, "stabilise", "%s", compiled.stabilise);
    if (!take->started) return jd_facts_end(&list);
    Text stepper = {0};
    jd_text_print(&stepper, "%s", take->settings.stepper);
    if (take->settings.tol > 0) jd_text_print(&stepper, ", tol %g", take->settings.tol);
    if (take->settings.dt > 0 && isfinite(take->settings.dt))
        jd_text_print(&stepper, ", dt %g s", take->settings.dt);
    jd_fact_add(&list, "stepper", "%s", stepper.at ? stepper.at : "");
    jd_text_free(&stepper);
    jd_fact_quantity(&list, "time reached", take->end, "s");
    if (take->cost.rejected)
        jd_fact_add(&list, "steps", "%ld (%ld rejected)", take->cost.steps, take->cost.rejected);
    else
        jd_fact_add(&list, "steps", "%ld", take->cost.steps);
    jd_fact_add(&list, "evaluations", "%ld", take->cost.evaluations);
    jd_fact_add(&list, "drift", "at most %.3g", take->cost.worst_drift);
    if (jd_ledger_is_closed(&take->ledger, take->end))
        jd_fact_add(&list, "energy", "%.6g J at the start, changed by at most %.3g J",
                    take->ledger.start, take->ledger.most_off);
    return jd_facts_end(&list);
}
