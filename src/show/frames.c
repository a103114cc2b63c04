/* SPDX-License-Identifier: MIT
 *
 * The frames of a show: the drawing at each time. Sizes are whole points, so that with two
 * pixels each they are even, as makers of videos want them. */
#include "show/frames.h"
#include "sketch/sketch.h"

static const Film *film_of(const Show *show) {
    const bool any = show->run_count > 0 && jd_trace_rows(show->runs[0].film.trace) > 0;
    return any ? &show->runs[0].film : NULL;
}

int jd_frame_count(const Show *show) {
    return film_of(show) ? jd_show_frames(show) : 1;
}

double jd_frame_lasts(const Show *show) {
    const double step = jd_show_time(show, 1) - jd_show_time(show, 0);
    return jd_frame_count(show) > 1 && step > 0 ? step / jd_show_speed(show) : 1;
}

long jd_frame_over(const Show *show, int frame, int parts) {
    return lround((frame + 1) * jd_frame_lasts(show) * parts);
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

bool jd_frames_take(const Show *show, double pixels, int stride, FrameTaker *take, void *data,
                    JdLog *log) {
    const Film *film = film_of(show);
    const int count = jd_frame_count(show);
    SketchDef def = show->draw ? *show->draw : (SketchDef){0};
    jd_film_box(film, show->scene, &def.low, &def.high);
    def.time = 0;
    const double wide = show->pixels[0] / pixels,
                 tall = show->pixels[1] / pixels; /* 0: as it comes */
    if (wide > 0) def.width = wide;
    if (tall > 0) def.height = tall;
    if (!find_size(show, film, &def)) {
        jd_report_memory(log);
        return false;
    }
    if (wide > 0) def.width = wide;
    if (tall > 0) def.height = tall;
    for (int n = 0; n < count; n += stride) {
        if (show->stop && show->stop(show->stop_data, (double)n / count)) return false;
        def.time = jd_show_time(show, n);
        Drawing drawing = jd_drawing(def.width, def.height, def.theme);
        drawing.scale = pixels;
        drawing.clear = show->clear;
        const bool drawn = jd_sketch_draw(show->scene, film, &def, &drawing);
        if (!drawn) jd_report_memory(log);
        const bool taken = drawn && take(data, n, &drawing, log);
        jd_drawing_free(&drawing);
        if (!taken) return false;
    }
    return true;
}
