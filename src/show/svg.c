/* SPDX-License-Identifier: MIT
 *
 * A show as an SVG that moves by itself. */
#include "draw/draw.h"
#include "show/show.h"
#include "sketch/sketch.h"

static bool write_svg(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)path;
    Drawing drawing;
    bool fine = jd_sketch_moving(show, &drawing);
    if (!fine)
        jd_report_memory(log);
    else
        fine = jd_drawing_print(&drawing, jd_picture_find("a.svg"), out, log);
    jd_drawing_free(&drawing);
    return fine;
}

const ShowType jd_show_svg = {
    .ending = "svg",
    .summary = "a planar mechanism that moves in any page, without a script",
    .planar = true,
    .frames = true,
    .write = write_svg,
};
