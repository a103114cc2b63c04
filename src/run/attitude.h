/* SPDX-License-Identifier: MIT
 *
 * What a run takes as state of an attitude: one file and one line in attitudes.def each. Forms have quaternions; whatever else a run
 * has, four numbers as well, is worked out before and behind each call of the form, so that nobody else knows. theory 6.21 */
#ifndef JD_ATTITUDE_H
#define JD_ATTITUDE_H

#include "base/base.h"
#include "math/math.h"

/* Angles are kept halved: then an error of the state counts as that of a quaternion does. */
typedef struct AttitudeType {
    const char *name, *aliases, *summary;
    /* The unit quaternion. NULL, and all others too: the state has it itself. */
    Quat (*quaternion)(const double x[4]);
    /* The same attitude in the frame of `like`, and next to it; `like` NULL: in the frame that is best there. */
    void (*read)(Quat q, const double *like, double x[4]);
    /* Rates, from the angular velocity along the turned axes. */
    void (*rates)(const double x[4], Vec3 w, double rates[4]);
    /* Another frame is better from here on. */
    bool (*is_over)(const double x[4]);
} AttitudeType;

const AttitudeType *jd_attitude_at(int index); /* NULL past the end */
const AttitudeType *jd_attitude_find(const char *name);
void jd_attitude_suggest(Nearest *nearest);

#endif
