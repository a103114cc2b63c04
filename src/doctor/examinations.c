/* SPDX-License-Identifier: MIT
 *
 * The table of examinations. */
#include "doctor/doctor.h"
#include <stddef.h>

#define EXAMINATION(name) extern const Examination jd_examination_##name;
#include "doctor/examinations.def"
#undef EXAMINATION

static const Examination *const table[] = {
#define EXAMINATION(name) &jd_examination_##name,
#include "doctor/examinations.def"
#undef EXAMINATION
};

const Examination *jd_examination_at(int index) {
    const int count = (int)(sizeof table / sizeof *table);
    return index >= 0 && index < count ? table[index] : NULL;
}
