/* SPDX-License-Identifier: MIT
 *
 * Reading annotations. */
#include "back/notes.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static const char mark[] = "#@ ";
static const double of_size_one =
    1e-6; /* a quaternion that was written with seven digits or more */

static size_t line_length(const char *at) {
    return strcspn(at, "\r\n");
}

static const char *next_line(const char *at) {
    at += line_length(at);
    return at + strspn(at, "\r\n");
}

bool jd_note_next(const Notes *notes, const char *name, const char **from, NoteText *to) {
    const size_t wanted = strlen(name);
    const char *at = *from ? next_line(*from) : notes->at;
    for (; at && *at; at = next_line(at)) {
        const char *word = at + strlen(mark);
        if (strncmp(at, mark, strlen(mark)) != 0 || strncmp(word, name, wanted) != 0) continue;
        const bool ends = word[wanted] == ':', goes_on = word[wanted] == ' ';
        if (!ends && !goes_on) continue;
        const char *text = word + wanted + 1;
        text += *text == ' ' && ends;
        *from = at;
        *to = (NoteText){text, line_length(text)};
        return true;
    }
    return false;
}

bool jd_note_split(NoteText note, NoteText *head, NoteText *rest) {
    const char *colon = memchr(note.text, ':', note.length);
    if (!colon || colon == note.text) return false;
    *head = (NoteText){note.text, (size_t)(colon - note.text)};
    const char *behind = colon + 1;
    size_t left = note.length - head->length - 1;
    while (left && *behind == ' ') behind++, left--;
    *rest = (NoteText){behind, left};
    return true;
}

bool jd_note_has_word(NoteText note, const char *word) {
    const size_t wanted = strlen(word);
    for (size_t at = 0; at < note.length && note.text[at] != '|';) {
        size_t length = 0;
        while (at + length < note.length && note.text[at + length] != ' ') length++;
        if (length == wanted && !strncmp(note.text + at, word, wanted)) return true;
        at += length + 1;
    }
    return false;
}

static bool read_pose(const char **at, const char *end, Pose *to) {
    double number[7];
    *at = memchr(*at, '|', (size_t)(end - *at));
    if (!*at) return false;
    ++*at;
    for (int k = 0; k < 7; k++) {
        while (*at < end && **at == ' ') ++*at;
        const size_t digits = jd_number_read(*at, strcspn(*at, " |\r\n"), &number[k]);
        if (!digits || !isfinite(number[k])) return false;
        *at += digits;
    }
    const double size = sqrt(number[3] * number[3] + number[4] * number[4] + number[5] * number[5] +
                             number[6] * number[6]);
    if (!(fabs(size - 1) < of_size_one)) return false;
    const Quat q = {number[3] / size, number[4] / size, number[5] / size, number[6] / size};
    *to = (Pose){.p = vec3(number[0], number[1], number[2]), .axes = jd_quat_axes(q)};
    return true;
}

bool jd_note_poses(NoteText note, Pose *i, Pose *j) {
    const char *at = note.text, *end = note.text + note.length;
    return read_pose(&at, end, i) && read_pose(&at, end, j);
}
