/* SPDX-License-Identifier: MIT
 *
 * A show as a PNG for each frame: the drawing at each time, all of one size and in one place. Sizes
 * are whole points, so that pixels are even, as makers of videos want them. */
#include "draw/draw.h"
#include "show/show.h"
#include "sketch/sketch.h"
#include <math.h>

static SketchDef frame_def(const Show *show, const Film *film) {
    SketchDef def = show->draw ? *show->draw : (SketchDef){0};
    jd_film_box(film, show->scene, &def.low, &def.high);
    def.time = 0;
    return def;
}

/* The size of the first frame is that of all. */
static bool find_size(const Show *show, const Film *film, SketchDef *def) {
    Drawing drawing = jd_drawing(0, 0, def->theme);
    const bool fine = jd_sketch_draw(show->scene, film, def, &drawing);
    def->width = ceil(drawing.width);
    def->height = ceil(drawing.height);
    jd_drawing_free(&drawing);
    return fine;
}

static bool write_frame(const Show *show, const Film *film, const SketchDef *def, const char *path,
                        JdLog *log) {
    Drawing drawing = jd_drawing(def->width, def->height, def->theme);
    jd_sketch_draw(show->scene, film, def, &drawing);
    const bool fine = jd_drawing_write(&drawing, path, log);
    jd_drawing_free(&drawing);
    return fine;
}

static bool write_png(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)out;
    const Film *film = show->run_count > 0 && jd_trace_rows(show->runs[0].film.trace) > 0
                           ? &show->runs[0].film
                           : NULL;
    SketchDef def = frame_def(show, film);
    if (!find_size(show, film, &def)) {
        jd_report_memory(log);
        return false;
    }
    const int count = film ? jd_show_frames(show) : 1;
    for (int n = 0; n < count; n++) {
        char name[4096];
        if (!jd_frame_path(path, n, name, sizeof name)) {
            jd_report(log, JD_ERROR, "picture-frames", nowhere,
                      "'%s' is too long for the name of a file", path);
            return false;
        }
        def.time = jd_show_time(show, n);
        if (!write_frame(show, film, &def, name, log)) return false;
    }
    return true;
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
