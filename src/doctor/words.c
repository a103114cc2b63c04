/* SPDX-License-Identifier: MIT
 *
 * Names in a row, quantities as people write them, and sizes of what is drawn. */
#include "doctor/inside.h"
#include <string.h>

void jd_words_list(Text *out, const char *const *names, int count, int most) {
    const int shown = count > most ? most : count;
    for (int n = 0; n < shown; n++) jd_text_print(out, "%s'%s'", jd_between(n, count), names[n]);
    if (count > shown) jd_text_print(out, " and %d more", count - shown);
}

const char *jd_words_keep(Patient *p, Text *text) {
    const char *copy = text->at ? jd_arena_text(&p->arena, text->at, text->count) : "";
    jd_text_free(text);
    return copy ? copy : "";
}

void jd_words_quantity(double value, const char *unit, char out[64]) {
    const bool small = !strcmp(unit, "m") && fabs(value) < 0.1 && value != 0;
    char number[32];
    snprintf(number, sizeof number, "%.3g", small ? 1000 * value : value);
    jd_number_point(number);
    snprintf(out, 64, "%s %s", number, small ? "mm" : unit);
}

double jd_words_value(const char *text) {
    const char *from = text + strspn(text, "[ "), *unit = strrchr(text, ']');
    double value = 0;
    Unit found = {.scale = 1};
    const size_t digits = jd_number_read(from, strlen(from), &value);
    unit = unit ? unit + 1 : from + digits;
    unit += strspn(unit, " ");
    if (!digits || (*unit && !jd_unit_parse(unit, &found))) return 0;
    return fabs(value) * found.scale;
}

/* ---- Names in the text --------------------------------------------------------------------------
 */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

int jd_times_said(const Patient *p, const char *name) {
    const char *text = p->def.text, *end = text ? text + p->def.length : NULL;
    const size_t length = strlen(name);
    int count = 0;
    for (const char *c = text; c < end;) {
        const char *from = c;
        if (*c == '#')
            while (c < end && *c != '\n') c++;
        else if (is_letter(*c)) {
            while (c < end && is_letter(*c)) c++;
            count += (size_t)(c - from) == length && !strncmp(from, name, length);
        } else
            c++;
    }
    return count;
}
