/* SPDX-License-Identifier: MIT
 *
 * The doctor: says back what machine a model is, and what in it is most likely not meant. Each finding is one file and
 * one line in examinations.def; what mends it is found by trying single changes of the text, one by one. */
#ifndef JD_DOCTOR_H
#define JD_DOCTOR_H

#include "run/run.h"
#include "solve/solve.h"
#include "text/text.h"

typedef struct Patient Patient;

/* An examination sees a patient and reports what it finds, by jd_find. */
typedef enum {
    NEEDS_TEXT,   /* the text was read: the model has no mistakes of language */
    NEEDS_JOINTS, /* it goes together, if need be without start values and drives: patient->run */
    NEEDS_MOTION, /* it goes together as it is, and the start is known */
} ExamNeeds;
typedef struct {
    const char *name;
    ExamNeeds needs;
    void (*look)(Patient *patient);
} Examination;

const Examination *jd_examination_at(int index); /* NULL past the end */

#endif
