/* SPDX-License-Identifier: MIT
 *
 * Videos: frames of a movie given to ffmpeg. */
#ifndef JD_APP_VIDEO_H
#define JD_APP_VIDEO_H

#include "app/app.h"
#include "jourdain_picture.h"

bool jd_video_is(const char *path); /* by its ending: mp4, webm ... */
/* Whether ffmpeg is there; false after a report. */
bool jd_video_can_write(App *app, const char *path);
/* Frames in a folder that is gone afterwards, then the video, whole or not at all. */
bool jd_video_write(App *app, JdMovieDef movie, const char *path);

#endif
