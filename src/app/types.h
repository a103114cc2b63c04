/* SPDX-License-Identifier: MIT
 *
 * Pages about one type of joint or force. */
#ifndef JD_TYPES_H
#define JD_TYPES_H

#include "app/app.h"
#include "force/force.h"
#include "joint/joint.h"

void jd_write_joint(Page *page, const JointType *type);
void jd_write_force(Page *page, const ForceType *type);

#endif
