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
    .gives_way = true,
    .closes = "springs and dampers along what the joints lock",
    CUT_JOINT_FUNCTIONS,
};
