/* SPDX-License-Identifier: MIT
 *
 * Elastic: coordinates of a spanning tree; the joints that close loops are springs and dampers
 * along what they lock, so that nothing is left to multiply. */
#include "form/cut_joint.h"

const FormType jd_form_elastic = {
    .name = "elastic",
    .aliases = "rc",
    .summary =
        "coordinates of a spanning tree; joints that close loops are stiff springs and dampers",
    .closes = "springs and dampers along what the joints lock",
    .elastic = "cut",
    CUT_JOINT_FUNCTIONS,
};
