/* SPDX-License-Identifier: MIT
 *
 * Pictures of studies: what many variants say together. Rows are added one by one and are not kept, so that memory does not grow
 * with them. Knows columns of numbers and their names only. */
#ifndef JD_PLATE_H
#define JD_PLATE_H

#include "chart/chart.h"

typedef JdStudyColumn StudyColumn; /* jourdain_picture.h */
typedef JdStudyDef StudyDef;

/* A picture in the making. */
typedef struct JdStudyPicture StudyPicture;

/* A kind of picture: one file and one line in plates.def. */
typedef struct {
    const char *name, *summary;
    const char *title; /* above it */
    const char *wants; /* what must be there: "two parameters that are numbers" */
    bool (*fits)(const StudyDef *def);  /* it is there, */
    bool (*suits)(const StudyDef *def); /* and this is the picture that one would draw first */
    void *(*begin)(StudyPicture *picture); /* NULL: out of memory */
    void (*add)(void *data, const double *row);
    void (*draw)(void *data, Drawing *drawing); /* a failure stays set in the drawing */
} StudyKind;
const StudyKind *jd_study_at(int index); /* NULL past the end */

struct JdStudyPicture {
    Arena arena;
    StudyDef def;
    const Theme *theme;
    const StudyKind *kind;
    void *data;
};
StudyPicture *jd_study_new(const char *kind, const StudyDef *def, const Theme *theme, JdLog *log);
void jd_study_free(StudyPicture *picture);

#endif
