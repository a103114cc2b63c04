/* SPDX-License-Identifier: MIT
 *
 * Channels of bodies, joints and forces that the film holds beside what it is drawn by: for those
 * who pick something and want to see its curve. Two bytes a number, as many channels as there is
 * room for. */
#include "page/inside.h"
#include <string.h>

static const double most_bytes = 250e3; /* of all runs */

static bool is_drawn(const Film *film, int column) {
    const int axes = film->planar ? 2 : 3, pose = film->planar ? 3 : 7;
    for (int b = 0; b < film->bodies; b++) {
        const int first = film->pose[b], rate = film->velocity[b];
        if (first >= 0 && column >= first && column < first + pose) return true;
        if (rate >= 0 && column >= rate && column < rate + axes) return true;
    }
    for (int k = 0; k < film->links; k++)
        if (film->force[k] >= 0 && column >= film->force[k] && column < film->force[k] + axes)
            return true;
    return false;
}

/* Whether somebody can pick what it belongs to. */
static bool has_subject(const Scene *scene, const char *channel) {
    for (int n = 1; n < scene->bodies.count + scene->links.count; n++) {
        const char *name = n < scene->bodies.count ? scene->bodies.at[n].name
                                                   : scene->links.at[n - scene->bodies.count].name;
        const size_t length = name ? strlen(name) : 0;
        if (length && strncmp(channel, name, length) == 0 && channel[length] == '.') return true;
    }
    return false;
}

static void write_channel(const JdTrace *trace, int column, const FramePlan *plan, Json *json) {
    const NumberPack pack = jd_pack_columns(trace, &column, 1, 1);
    Text bytes = {0};
    for (int n = 0; n < plan->frame_count; n++)
        jd_bytes_packed(&bytes, &pack, 0, jd_trace_at(trace, plan->frames[n], column));
    jd_json_object(json, NULL);
    jd_json_string(json, "name", jd_trace_name(trace, column));
    jd_json_string(json, "unit", jd_trace_unit(trace, column));
    jd_json_packed(json, "values", &pack, &bytes);
    jd_json_end(json);
}

static void write_run(const Scene *scene, const Film *film, const FramePlan *plan, double room,
                      Json *json) {
    const double each = jd_base64_size(2.0 * plan->frame_count) + 120;
    jd_json_array(json, NULL);
    for (int n = 1; n < jd_trace_columns(film->trace) && plan->frame_count > 1; n++) {
        if (room < each) break;
        if (is_drawn(film, n) || !has_subject(scene, jd_trace_name(film->trace, n))) continue;
        write_channel(film->trace, n, plan, json);
        room -= each;
    }
    jd_json_end(json);
}

void jd_page_more(const Show *show, const FramePlan *plans, double room, Json *json) {
    const double most = room < most_bytes ? room : most_bytes;
    jd_json_array(json, "more");
    for (int n = 0; n < show->run_count; n++)
        write_run(show->scene, &show->runs[n].film, &plans[n], most / show->run_count, json);
    jd_json_end(json);
}
