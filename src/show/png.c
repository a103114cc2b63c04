/* SPDX-License-Identifier: MIT
 *
 * A show as a PNG for each frame. */
#include "show/frames.h"

static bool write_frame(void *data, int frame, const Drawing *drawing, JdLog *log) {
    const char *path = data;
    char name[4096];
    if (jd_frame_path(path, frame, name, sizeof name)) return jd_drawing_write(drawing, name, log);
    jd_report(log, JD_ERROR, "picture-frames", nowhere, "'%s' is too long for the name of a file",
              path);
    return false;
}

static bool write_png(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)out;
    return jd_frames_take(show, 2, 1, write_frame, (void *)path, log);
}

const ShowType jd_show_png = {
    .ending = "png",
    .summary = "a picture for each frame, frame-%04d.png, for videos",
#ifndef JD_CAIRO
    .missing = "install libcairo2-dev, then build again; or write .svg, which needs nothing",
#endif
    .many = true,
    .frames = true,
    .write = write_png,
};
