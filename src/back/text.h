/* SPDX-License-Identifier: MIT
 *
 * Inside: what the files that write a recovered mechanism share. */
#ifndef JD_BACK_TEXT_H
#define JD_BACK_TEXT_H

#include "back/inside.h"
#include "model/model.h"

/* Forces, drives, couplings, states and signals; and the gravity that all weights have in common. acts.c */
void jd_back_write_acts(Back *b);
Vec3 jd_back_left_free(const BackJoint *joint); /* the direction that two slides leave, along axes of body i */

#endif
