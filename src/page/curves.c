/* SPDX-License-Identifier: MIT
 *
 * Outlines of shapes and symbols of joints in a page. In a chain of hundreds of bodies all are the
 * same: each stands in a table once, and is named by its number. */
#include "page/inside.h"
#include <string.h>

static void add_list(Text *out, const double *values, int count) {
    jd_text_add(out, out->count > 1 ? ",[" : "[", out->count > 1 ? 2 : 1);
    for (int n = 0; n < count; n++) {
        if (n) jd_text_add(out, ",", 1);
        jd_text_number(out, values[n]);
    }
    jd_text_add(out, "]", 1);
}

/* The number of a text in the table; it is freed. */
static int find_or_add(PageCurves *curves, Text *text) {
    int found = -1;
    for (int n = curves->texts.count - 1; n >= 0 && found < 0 && !text->failed; n--)
        if (strcmp(curves->texts.at[n], text->at) == 0) found = n;
    if (text->failed) curves->arena.failed = true;
    if (found < 0 && !curves->arena.failed) {
        const char *copy = jd_arena_text(&curves->arena, text->at, text->count);
        const char **slot = copy ? PUSH(&curves->arena, curves->texts) : NULL;
        if (slot) *slot = copy;
        found = curves->texts.count - 1;
    }
    jd_text_free(text);
    return found;
}

/* Vec2 is two numbers, one behind the other; Vec3 three. */
void jd_page_outline(PageCurves *curves, Json *json, const Rings *rings) {
    Text text = {0};
    jd_text_add(&text, "[", 1);
    for (int k = 0; k < rings->starts.count; k++) {
        const int from = rings->starts.at[k];
        const int to = k + 1 < rings->starts.count ? rings->starts.at[k + 1] : rings->points.count;
        add_list(&text, &rings->points.at[from].x, 2 * (to - from));
    }
    jd_text_add(&text, "]", 1);
    jd_json_number(json, "outline", find_or_add(curves, &text));
}

void jd_page_lines(PageCurves *curves, Json *json, const SceneLink *link) {
    Text text = {0};
    jd_text_add(&text, "[", 1);
    for (int n = 0; n < link->lines.count; n++)
        add_list(&text, &link->lines.at[n].points->x, 3 * link->lines.at[n].count);
    jd_text_add(&text, "]", 1);
    jd_json_number(json, "lines", find_or_add(curves, &text));
}

void jd_page_curves_end(PageCurves *curves, Json *json) {
    if (curves->arena.failed) json->text.failed = true;
    jd_json_array(json, "curves");
    for (int n = 0; n < curves->texts.count; n++)
        jd_text_add(jd_json_raw(json, NULL), curves->texts.at[n], strlen(curves->texts.at[n]));
    jd_json_end(json);
    jd_arena_free(&curves->arena);
}
