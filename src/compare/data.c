/* SPDX-License-Identifier: MIT
 *
 * A comparison for programs: JSON, an object for each formulation; CSV, a line for each run. */
#include "compare/compare.h"

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_facts(const FactAt *at, FactGroup group, Json *json) {
    const Fact *fact;
    for (int f = 0; (fact = jd_fact_at(f)); f++) {
        if (fact->group != group) continue;
        const bool known = jd_fact_is_known(fact, at);
        if (fact->word)
            jd_json_string(json, fact->key, known ? fact->word(at) : NULL);
        else
            jd_json_number(json, fact->key, known ? fact->number(at) : NAN);
    }
}

static void json_run(const Comparison *all, int form, int step, Json *json) {
    const FactAt at = jd_fact_of(all, form, step);
    jd_json_object(json, NULL);
    jd_json_number(json, "dt", all->step[step] > 0 ? all->step[step] : NAN);
    jd_json_string(json, "status", jd_trial_status(at.trial));
    jd_json_string(json, "code", at.trial->code);
    jd_json_string(json, "message", at.trial->message);
    jd_json_number(json, "time", at.trial->compiled ? at.trial->end : NAN);
    json_facts(&at, OF_RUN, json);
    jd_json_object(json, "differences");
    for (int n = 0; n < all->def.output_count; n++)
        jd_json_number(json, all->def.outputs[n], jd_comparison_off(all, form, step, n));
    jd_json_end(json);
    jd_json_end(json);
}

static void json_form(const Comparison *all, int form, Json *json) {
    const Contender *own = &all->form[form];
    const FactAt at = jd_fact_of(all, form, 0);
    jd_json_object(json, NULL);
    jd_json_string(json, "form", own->name);
    jd_json_string(json, "status", jd_trial_status(at.trial));
    jd_json_string(json, "code", at.trial->code);
    jd_json_string(json, "message", at.trial->message);
    json_facts(&at, OF_EQUATIONS, json);
    json_facts(&at, OF_KIND, json);
    json_facts(&at, OF_COST, json);
    jd_json_object(json, "parts");
    for (int part = JD_PART_REST; part < JD_PARTS; part++)
        jd_json_number(json, jd_part_key((JdPart)part),
                       own->measured ? own->measure.share[part] : NAN);
    jd_json_end(json);
    jd_json_array(json, "runs");
    for (int k = 0; k < all->steps; k++) json_run(all, form, k, json);
    jd_json_end(json);
    jd_json_end(json);
}

void jd_comparison_json(const Comparison *all, Json *json) {
    const Trial *first = all->first >= 0 ? &all->form[all->first].trial[0] : NULL;
    jd_json_string(json, "model", jd_model_title(all->app, all->model));
    jd_json_string(json, "first", all->first >= 0 ? all->form[all->first].name : NULL);
    jd_json_string(json, "stepper", first ? first->run.stepper : NULL);
    jd_json_number(json, "to", first ? first->end : NAN);
    jd_json_number(json, "tol", first ? first->run.tol : NAN);
    jd_json_string(json, "instructions_left_out", all->silence);
    jd_json_array(json, "outputs");
    for (int n = 0; n < all->def.output_count; n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "name", all->def.outputs[n]);
        jd_json_string(json, "unit", all->units[n]);
        jd_json_number(json, "size", jd_comparison_size(all, 0, n));
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_array(json, "forms");
    for (int n = 0; n < all->forms; n++) json_form(all, n, json);
    jd_json_end(json);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void csv_text(const char *text, FILE *out) {
    fputc('"', out);
    for (; text && *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void csv_number(double value, FILE *out) {
    char text[32];
    if (!isfinite(value)) return; /* an empty cell */
    jd_number_text(value, text, sizeof text);
    fputs(text, out);
}

static void csv_line(const Comparison *all, int form, int step, FILE *out) {
    const FactAt at = jd_fact_of(all, form, step);
    fprintf(out, "%s,", all->form[form].name);
    csv_number(all->step[step] > 0 ? all->step[step] : NAN, out);
    fprintf(out, ",%s", jd_trial_status(at.trial));
    const Fact *fact;
    for (int f = 0; (fact = jd_fact_at(f)); f++) {
        fputc(',', out);
        if (!jd_fact_is_known(fact, &at)) continue;
        const char *word = fact->word ? fact->word(&at) : NULL;
        if (word) fputs(word, out);
        if (fact->number) csv_number(fact->number(&at), out);
    }
    for (int n = 0; n < all->def.output_count; n++) {
        fputc(',', out);
        csv_number(jd_comparison_off(all, form, step, n), out);
    }
    fputc(',', out);
    if (at.trial->message) csv_text(at.trial->message, out);
    fputc('\n', out);
}

bool jd_comparison_csv(const Comparison *all, const char *path) {
    NewFile file;
    if (!jd_file_begin(&file, path, all->app->log)) return false;
    fputs("form,dt [s],status", file.out);
    const Fact *fact;
    for (int f = 0; (fact = jd_fact_at(f)); f++) fprintf(file.out, ",%s", fact->key);
    for (int n = 0; n < all->def.output_count; n++)
        fprintf(file.out, ",off %s [%s]", all->def.outputs[n], all->units[n]);
    fputs(",message\n", file.out);
    for (int n = 0; n < all->forms; n++)
        for (int k = 0; k < all->steps; k++) csv_line(all, n, k, file.out);
    return jd_file_end(&file, all->app->log);
}
