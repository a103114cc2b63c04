/* SPDX-License-Identifier: MIT
 *
 * Clearance: coordinates of a spanning tree; in one joint that closes a loop the two points are
 * held at the distance of the gap, as by a massless link. */
#include "form/cut_joint.h"

const FormType jd_form_clearance = {
    .name = "clearance",
    .aliases = "gap",
    .summary =
        "coordinates of a spanning tree; a joint with clearance is a massless link of its length",
    .closes = "a massless link has one multiplier; other cut joints have theirs",
    .clearance = "cut",
    CUT_JOINT_FUNCTIONS,
};
