/* SPDX-License-Identifier: MIT
 *
 * Findings of the doctor that are meant as they are. */
#include "text/inside.h"

static bool build_allow(Build *build, const Node *node) {
    for (int n = 0; n < node->slots.count; n++) {
        const Slot *slot = &node->slots.at[n];
        if (!jd_code_find(slot->text)) {
            Nearest nearest = {.word = slot->text};
            for (int k = 0; jd_code_at(k); k++) jd_nearest_try(&nearest, jd_code_at(k)->code);
            jd_report(jd_build_log(build), JD_ERROR, "allow-unknown",
                      jd_build_where(build, slot->span), "there is no message with the code '%s'",
                      slot->text);
            if (nearest.best)
                jd_hint(jd_build_log(build), "did you mean '%s'?", nearest.best);
            else
                jd_hint(jd_build_log(build),
                        "codes stand in brackets behind messages; `jourdain explain` lists them");
            return false;
        }
        ModelAllow *allow = PUSH(build->arena, build->model->allows);
        if (allow)
            *allow =
                (ModelAllow){jd_code_find(slot->text)->code, jd_build_where(build, slot->span)};
    }
    return true;
}

const Kind jd_say_allow = {
    .word = "allow",
    .also = "ignore silence suppress",
    .summary = "Findings of `jourdain check` that are meant as they are, by their codes: they are "
               "not told of this model. What is an error of the model itself stays one.",
    .shape = {{"code", SLOT_WORD}},
    .flags = KIND_WHOLE | KIND_ROWS,
    .group = 8,
    .build = build_allow,
};
