/* SPDX-License-Identifier: MIT
 *
 * Quaternions, which have no singular attitude and are put in order after each step: the forms' own
 * numbers. */
#include "run/attitude.h"

const AttitudeType jd_attitude_quaternion = {
    .name = "quaternion",
    .aliases = "default",
    .summary = "four numbers, whose length is kept at 1; no attitude is singular",
};
