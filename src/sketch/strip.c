/* SPDX-License-Identifier: MIT
 *
 * A strip of positions: the mechanism at even times, side by side, all of one scale, with the time
 * below each. */
#include "sketch/sketch.h"

static const double usual_width = 720, gap = 12, letters = 9, below = 6; /* points */
enum { ROW_MOST = 6 };

/* So many in a row that rows are even. */
static int columns_of(int count) {
    const int rows = (count + ROW_MOST - 1) / ROW_MOST;
    return (count + rows - 1) / rows;
}

static double time_of(const Film *film, int n, int count) {
    const double end = jd_trace_at(film->trace, jd_trace_rows(film->trace) - 1, 0);
    return count > 1 ? end * n / (count - 1) : 0;
}

bool jd_sketch_strip(const Scene *scene, const Film *film, const SketchDef *def, int count,
                     Drawing *to) {
    const int columns = columns_of(count), rows = (count + columns - 1) / columns;
    const double width = def->width > 0 ? def->width : usual_width;
    const double wide = (width - gap * (columns - 1)) / columns;
    double tall = def->height > 0 ? def->height / rows - letters - below - gap : 0;
    const TextStyle style = {.size = letters, .colour = def->theme->faint, .anchor = TEXT_MIDDLE};
    SketchDef one = *def;
    one.width = fmax(wide, 1), one.height = fmax(tall, 0);
    one.names = false; /* they would hide what is so small */
    jd_film_box(film, scene, &one.low, &one.high);
    *to = jd_drawing(width, 0, def->theme);
    for (int n = 0; n < count; n++) {
        Drawing part = jd_drawing(0, 0, def->theme);
        one.time = time_of(film, n, count);
        const bool fine = jd_sketch_draw(scene, film, &one, &part);
        if (n == 0) { /* the first says how tall they are */
            one.height = tall = part.height;
            if (def->width <= 0) one.width = part.width;
            to->width = columns * one.width + gap * (columns - 1);
            to->title = jd_arena_copy(&to->arena, part.title);
            to->description = jd_arena_copy(&to->arena, part.description);
        }
        const double x = (n % columns) * (one.width + gap),
                     y = (n / columns) * (tall + letters + below + gap);
        jd_draw_drawing(to, &part, vec2(x, y));
        jd_draw_text(to, vec2(x + one.width / 2, y + tall + letters), style, "t = %.4g s",
                     one.time);
        jd_drawing_free(&part);
        if (!fine) return false;
    }
    to->height = rows * (tall + letters + below) + gap * (rows - 1);
    return !to->arena.failed;
}
