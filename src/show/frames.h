/* SPDX-License-Identifier: MIT
 *
 * A show as drawings, one for each frame: all of one size and in one place. */
#ifndef JD_SHOW_FRAMES_H
#define JD_SHOW_FRAMES_H

#include "draw/draw.h"
#include "show/show.h"

/* How many there are; without a run just one, as drawn. */
int jd_frame_count(const Show *show);
/* From one frame to the next, seconds of the show. */
double jd_frame_lasts(const Show *show);
/* When a frame is over, in so many parts of a second, which are whole: rounding does not add up. */
long jd_frame_over(const Show *show, int frame, int parts);

/* What is done with a frame; false after a report. */
typedef bool FrameTaker(void *data, int frame, const Drawing *drawing, JdLog *log);
/* All frames with `pixels` per point, or every so many (`stride`). False: one of them failed, or the show was stopped. */
bool jd_frames_take(const Show *show, double pixels, int stride, FrameTaker *take, void *data, JdLog *log);

#endif
