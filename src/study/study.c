/* SPDX-License-Identifier: MIT
 *
 * Kinds of pictures of a study, and a picture in the making. */
#include "study/study.h"
#include "study/inside.h"
#include <stdlib.h>
#include <string.h>

#define PLATE(name) extern const StudyKind jd_plate_##name;
#include "study/plates.def"
#undef PLATE

static const StudyKind *const kinds[] = {
#define PLATE(name) &jd_plate_##name,
#include "study/plates.def"
#undef PLATE
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const StudyKind *jd_study_at(int index) {
    return index >= 0 && index < KINDS ? kinds[index] : NULL;
}

static const StudyKind *find(const char *name, const StudyDef *def) {
    for (int n = 0; n < KINDS; n++)
        if (name ? !strcmp(kinds[n]->name, name) : kinds[n]->suits(def)) return kinds[n];
    for (int n = 0; !name && n < KINDS; n++)
        if (kinds[n]->fits(def)) return kinds[n];
    return NULL;
}

static const StudyKind *refuse(const char *name, const StudyKind *kind, JdLog *log) {
    Nearest nearest = {.word = name ? name : ""};
    if (kind) {
        jd_report(log, JD_ERROR, "study-picture", nowhere,
                  "the picture '%s' shows %s, which this study has not", kind->name, kind->wants);
        return NULL;
    }
    Text all = {0};
    for (int n = 0; n < KINDS; n++) {
        jd_nearest_try(&nearest, kinds[n]->name);
        jd_text_print(&all, "%s%s", n ? ", " : "", kinds[n]->name);
    }
    if (name)
        jd_report(log, JD_ERROR, "study-picture", nowhere, "there is no picture '%s' of a study",
                  name);
    else
        jd_report(log, JD_ERROR, "study-picture", nowhere,
                  "there is nothing in this study that a picture could show");
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else if (all.at)
        jd_hint(log, "there is: %s", all.at);
    jd_text_free(&all);
    return NULL;
}

StudyPicture *jd_study_new(const char *name, const StudyDef *def, const Theme *theme, JdLog *log) {
    const StudyKind *kind = find(name, def);
    if (!kind || !kind->fits(def)) return refuse(name, kind, log), NULL;
    StudyPicture *picture = calloc(1, sizeof *picture);
    if (picture) {
        picture->def = *def;
        picture->theme = theme;
        picture->kind = kind;
        picture->data = kind->begin(picture);
    }
    if (picture && picture->data && !picture->arena.failed) return picture;
    jd_report_memory(log);
    jd_study_free(picture);
    return NULL;
}

void jd_study_free(StudyPicture *picture) {
    if (!picture) return;
    jd_arena_free(&picture->arena);
    free(picture);
}
