/* SPDX-License-Identifier: MIT
 *
 * Lists of facts in words. */
#include "format/facts.h"
#include <string.h>

void jd_quantity_text(double value, const char *unit, char *out, size_t room) {
    const bool bare = !unit || !*unit || strcmp(unit, "1") == 0;
    snprintf(out, room, "%.6g%s%s", value, bare ? "" : " ", bare ? "" : unit);
}

void jd_fact_add(FactList *list, const char *label, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *value = jd_arena_format_list(list->arena, format, arguments);
    va_end(arguments);
    for (int n = 0; n < 2; n++) {
        const char **word = PUSH(list->arena, list->words);
        if (word) *word = n ? value : label;
    }
}

void jd_fact_quantity(FactList *list, const char *label, double value, const char *unit) {
    char text[96];
    jd_quantity_text(value, unit, text, sizeof text);
    jd_fact_add(list, label, "%s", text);
}

void jd_fact_vector(FactList *list, const char *label, JdVec3 v, int width, const char *unit) {
    const char *space = *unit ? " " : "";
    if (width == 2)
        jd_fact_add(list, label, "[%.6g, %.6g]%s%s", v.x, v.y, space, unit);
    else
        jd_fact_add(list, label, "[%.6g, %.6g, %.6g]%s%s", v.x, v.y, v.z, space, unit);
}

Facts jd_facts_end(FactList *list) {
    PUSH(list->arena, list->words);
    return list->arena->failed ? NULL : list->words.at;
}

void jd_names_print(const char *const *names, int count, Text *out) {
    /* What all have in common, up to a point. */
    size_t common = strlen(names[0]);
    for (int n = 1; n < count; n++) {
        size_t same = 0;
        while (same < common && names[n][same] == names[0][same]) same++;
        common = same;
    }
    while (common > 0 && names[0][common] != '.') common--;
    const bool many = count > 4;
    jd_text_print(out, "%s", names[0]);
    for (int n = many ? count - 1 : 1; n < count; n++)
        jd_text_print(out, "%s%s", many ? " ... " : ", ", names[n] + common);
}
