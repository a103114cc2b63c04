/* SPDX-License-Identifier: MIT
 *
 * A show as data for the page, in so many bytes. */
#include "page/inside.h"

static const double reserve = 20e3; /* for what is not numbers */
static const double megabyte = 1e6; /* bytes */

/* Of many bodies the names and places alone are too much. */
static void tell_size(const Show *show, double over, JdLog *log) {
    if (over <= 0) return;
    jd_report(log, JD_NOTE, "show-large", nowhere,
              "%d bodies do not go into %.0f MB: the file is %.1f MB larger",
              show->scene->bodies.count - 1, page_most_bytes / megabyte, over / megabyte);
    jd_hint(log, "it works all the same; a part of the model is quicker to look at");
}

/* All but the runs first: what is left of `room` is theirs. */
bool jd_page_data(const Show *show, double room, Text *out, JdLog *log) {
    Json json = {.layout = JSON_COMPACT};
    jd_json_object(&json, NULL);
    jd_page_scene(show, room, &json);
    if (show->graph) jd_text_print(jd_json_raw(&json, "graph"), "%s", show->graph);
    if (show->boxes) jd_text_print(jd_json_raw(&json, "boxes"), "%s", show->boxes);
    const double used = (double)json.text.count + reserve;
    const bool planned = jd_page_runs(show, room > used ? room - used : 0, &json);
    jd_json_end(&json);
    *out = json.text;
    if (planned && !out->failed) {
        tell_size(show, (double)out->count - room, log);
        return true;
    }
    jd_report_memory(log);
    jd_text_free(out);
    return false;
}
