/* SPDX-License-Identifier: MIT
 *
 * Boxes with axes, one for each measure, and what stands around them. */
#include "study/inside.h"
#include <string.h>

static const double tick = 3, edge = 8;
static const double usual_width = 450, least_width = 180, least_box = 40;

ChartPicture jd_study_canvas(const StudyPicture *picture, Drawing *drawing) {
    return (ChartPicture){
        .theme = picture->theme, .d = drawing, .print = !strcmp(picture->theme->name, "print")};
}

double jd_box_x(const StudyBox *box, double value) {
    return box->corner.x + box->size.x * jd_axis_share(&box->x, value);
}

double jd_box_y(const StudyBox *box, double value) {
    return box->corner.y + box->size.y * (1 - jd_axis_share(&box->y, value));
}

void jd_box_bar(Drawing *d, const StudyBox *box, const double from_to[2],
                const double below_above[2], Pen pen) {
    const double left = jd_box_x(box, from_to[0]), right = jd_box_x(box, from_to[1]);
    const double bottom = jd_box_y(box, below_above[0]), top = jd_box_y(box, below_above[1]);
    jd_draw_move(d, vec2(left, bottom));
    jd_draw_line(d, vec2(left, top));
    jd_draw_line(d, vec2(right, top));
    jd_draw_line(d, vec2(right, bottom));
    jd_draw_close(d);
    jd_draw_paint(d, pen);
}

void jd_box_grid(ChartPicture *in, const StudyBox *box) {
    const Pen grid = {.stroke = in->theme->grid, .width = 0.5, .butt = true};
    const double left = box->corner.x, top = box->corner.y;
    for (int n = 0; !in->print && n < box->y.count; n++) {
        const double at = top + box->size.y * (1 - jd_axis_mark(&box->y, n));
        jd_draw_segment(in->d, vec2(left, at), vec2(left + box->size.x, at), grid);
    }
    for (int n = 0; !in->print && n < box->x.count; n++) {
        const double at = left + box->size.x * jd_axis_mark(&box->x, n);
        jd_draw_segment(in->d, vec2(at, top), vec2(at, top + box->size.y), grid);
    }
}

static void frame_left(ChartPicture *in, const StudyBox *box, Pen axis) {
    const double left = box->corner.x, bottom = box->corner.y + box->size.y;
    for (int n = 0; n < box->y.count; n++) {
        const double at = bottom - box->size.y * jd_axis_mark(&box->y, n);
        jd_draw_segment(in->d, vec2(left - tick, at), vec2(left, at), axis);
        if (box->y_title)
            jd_chart_label(in, &box->y, n, vec2(left - tick - 2, at + 0.35 * chart_small), 1);
    }
    if (!box->y_title) return;
    TextStyle upright = jd_chart_style(in, chart_letter, TEXT_MIDDLE);
    upright.angle = 90;
    jd_draw_text(in->d, vec2(left - box_left + edge + chart_letter, bottom - box->size.y / 2),
                 upright, "%s",
                 jd_chart_fitted(in, box->y_title, chart_letter, box->size.y + 2 * chart_row));
    jd_chart_corner(in, &box->y, vec2(left - tick, box->corner.y - 4), 0.5);
}

/* Where labels of so many would run into each other, or into those of the next box, some are left
 * out. */
static bool label_fits(const StudyBox *box, int mark, double at, double *last) {
    const double half = jd_chart_label_width(&box->x, mark) / 2, gap = 4;
    const double end = box->corner.x + box->size.x + gap;
    if (at - half < *last + gap) return false;
    if (box->tight && (at + half > end || at - half < box->corner.x - gap)) return false;
    *last = at + half;
    return true;
}

static void frame_below(ChartPicture *in, const StudyBox *box, Pen axis) {
    const double left = box->corner.x, bottom = box->corner.y + box->size.y;
    const double labels = bottom + tick + 2 + 0.8 * chart_small;
    double last = -INFINITY;
    for (int n = 0; n < box->x.count; n++) {
        const double at = left + box->size.x * jd_axis_mark(&box->x, n);
        jd_draw_segment(in->d, vec2(at, bottom), vec2(at, bottom + tick), axis);
        if (box->x_title && label_fits(box, n, at, &last))
            jd_chart_label(in, &box->x, n, vec2(at, labels), 0.5);
    }
    if (!box->x_title) return;
    const double line = labels + 5 + chart_letter;
    jd_draw_text(in->d, vec2(left + box->size.x / 2, line),
                 jd_chart_style(in, chart_letter, TEXT_MIDDLE), "%s",
                 jd_chart_fitted(in, box->x_title, chart_letter, box->size.x));
    jd_chart_corner(in, &box->x, vec2(left + box->size.x, line), 1);
}

void jd_box_frame(ChartPicture *in, const StudyBox *box) {
    const Pen axis = {.stroke = in->theme->ink, .width = 0.6, .butt = true};
    const double bottom = box->corner.y + box->size.y;
    frame_left(in, box, axis);
    frame_below(in, box, axis);
    jd_draw_move(in->d, box->corner);
    jd_draw_line(in->d, vec2(box->corner.x, bottom));
    jd_draw_line(in->d, vec2(box->corner.x + box->size.x, bottom));
    jd_draw_paint(in->d, axis);
}

/* ---- Panels --------------------------------------------------------------------------------- */

static const double title_height = 18, above_box = 12;

StudyPanels jd_study_panels(const StudyPicture *picture, int count, double beside) {
    const StudyDef *def = &picture->def;
    StudyPanels p = {.width = fmax(least_width, def->width > 0 ? def->width : usual_width)};
    p.top = edge + title_height + above_box;
    p.box_width = fmax(least_box, p.width - box_left - edge - 4 - beside);
    p.box_height = fmax(70, p.box_width * (count > 1 ? 0.36 : 0.56));
    const double around = p.top + count * box_below + (count - 1) * above_box + edge;
    if (def->height > 0) p.box_height = fmax(least_box, (def->height - around) / count);
    p.height = ceil(around + count * p.box_height);
    return p;
}

StudyBox jd_panel_box(const StudyPanels *panels, int index) {
    const double step = panels->box_height + box_below + above_box;
    return (StudyBox){.corner = vec2(box_left, panels->top + index * step),
                      .size = vec2(panels->box_width, panels->box_height)};
}

void jd_study_title(ChartPicture *in, const StudyPicture *picture, const char *otherwise) {
    const char *title = picture->def.title ? picture->def.title : otherwise;
    TextStyle bold = jd_chart_style(in, 10.5, TEXT_LEFT);
    bold.bold = true;
    jd_draw_text(in->d, vec2(edge, edge + 10), bold, "%s",
                 jd_chart_fitted(in, title, 11.2, in->d->width - 2 * edge));
    in->d->title = jd_arena_copy(&in->d->arena, title);
}
