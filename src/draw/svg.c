/* SPDX-License-Identifier: MIT
 *
 * A drawing as SVG. Coordinates are whole hundredths of a point, written as differences, which
 * keeps files small and never adds up errors; no locale has a say. */
#include "format/letters.h"
#include "draw/draw.h"
#include <stdlib.h>

/* ---- Parts ---------------------------------------------------------------------------------- */

static const double far_away =
    1e9; /* points: nobody looks there, and long takes a hundred times it */

static long hundredths(double value) {
    return isfinite(value) ? lround(100 * fmax(-far_away, fmin(far_away, value))) : 0;
}

/* 1234 -> 12.34; 1200 -> 12; -5 -> -.05 */
static void put_hundredths(Text *out, long n) {
    const long size = labs(n);
    if (n < 0) jd_text_add(out, "-", 1);
    if (size >= 100 || size == 0) jd_text_print(out, "%ld", size / 100);
    if (size % 10)
        jd_text_print(out, ".%02ld", size % 100);
    else if (size % 100)
        jd_text_print(out, ".%ld", size % 100 / 10);
}

static void put_attribute(Text *out, const char *name, double value) {
    jd_text_print(out, " %s=\"", name);
    put_hundredths(out, hundredths(value));
    jd_text_add(out, "\"", 1);
}

static void put_escaped(Text *out, const char *text) {
    for (unsigned letter; (letter = jd_letter_next(&text));) {
        const char *escape = letter == '&'   ? "&amp;"
                             : letter == '<' ? "&lt;"
                             : letter == '>' ? "&gt;"
                             : letter == '"' ? "&quot;"
                                             : NULL;
        if (escape)
            jd_text_print(out, "%s", escape);
        else
            jd_letter_add(out, letter);
    }
}

static void put_element(Text *out, const char *name, const char *text) {
    if (!text) return;
    jd_text_print(out, "<%s>", name);
    put_escaped(out, text);
    jd_text_print(out, "</%s>\n", name);
}

/* fill="#4477aa" fill-opacity=".5" */
static void put_colour(Text *out, const char *what, Colour colour) {
    char name[8];
    jd_colour_write(colour, name);
    jd_text_print(out, " %s=\"%s\"", what, colour.a ? name : "none");
    if (!colour.a || colour.a == 255) return;
    jd_text_print(out, " %s-opacity=\"", what);
    put_hundredths(out, hundredths(colour.a / 255.0));
    jd_text_add(out, "\"", 1);
}

/* ---- Paths ---------------------------------------------------------------------------------- */

typedef struct {
    long x, y;
} Grid; /* a place in hundredths */

static void put_pair(Text *out, Grid p, bool first) {
    if (!first && p.x >= 0) jd_text_add(out, " ", 1);
    put_hundredths(out, p.x);
    if (p.y >= 0) jd_text_add(out, " ", 1);
    put_hundredths(out, p.y);
}

static void put_steps(Text *out, const Drawing *d, const DrawItem *item) {
    const Vec2 *point = &d->points.at[item->first_point];
    Grid at = {0}, start = {0};
    char before = '\0';
    for (int n = 0; n < item->count; n++) {
        const DrawStep step = d->steps.at[item->first + n];
        const char letter = "Mlcz"[step];
        if (letter != before || step == DRAW_MOVE) jd_text_print(out, "%c", letter);
        const int count = step == DRAW_CLOSE ? 0 : step == DRAW_CURVE ? 3 : 1;
        Grid to = at;
        for (int k = 0; k < count; k++, point++) {
            to = (Grid){hundredths(point->x), hundredths(point->y)};
            const Grid shown = step == DRAW_MOVE ? to : (Grid){to.x - at.x, to.y - at.y};
            put_pair(out, shown, k == 0 && (letter != before || step == DRAW_MOVE));
        }
        if (step == DRAW_MOVE) start = to;
        at = step == DRAW_CLOSE ? start : to;
        before = letter;
    }
}

static void put_path(Text *out, const Drawing *d, const DrawItem *item) {
    const Pen *pen = &item->pen;
    if (!item->count || (!pen->fill.a && !pen->stroke.a)) return;
    jd_text_print(out, "<path d=\"");
    put_steps(out, d, item);
    jd_text_print(out, "\"");
    put_colour(out, "fill", pen->fill);
    if (pen->stroke.a) {
        put_colour(out, "stroke", pen->stroke);
        put_attribute(out, "stroke-width", pen->width);
        if (pen->butt) jd_text_print(out, " stroke-linecap=\"butt\"");
    }
    if (pen->stroke.a && pen->dash[0] > 0) {
        jd_text_print(out, " stroke-dasharray=\"");
        put_pair(out, (Grid){hundredths(pen->dash[0]), hundredths(pen->dash[1])}, true);
        jd_text_print(out, "\"");
    }
    jd_text_print(out, "/>\n");
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static void put_text(Text *out, const DrawItem *item) {
    static const char *const anchors[] = {NULL, "middle", "end"};
    const TextStyle *style = &item->style;
    jd_text_print(out, "<text");
    put_attribute(out, "x", item->at.x);
    put_attribute(out, "y", item->at.y);
    put_attribute(out, "font-size", style->size);
    put_colour(out, "fill", style->colour);
    if (anchors[style->anchor]) jd_text_print(out, " text-anchor=\"%s\"", anchors[style->anchor]);
    if (style->bold) jd_text_print(out, " font-weight=\"bold\"");
    if (style->italic) jd_text_print(out, " font-style=\"italic\"");
    if (style->halo.a) {
        put_colour(out, "stroke", style->halo);
        put_attribute(out, "stroke-width", 0.28 * style->size);
        jd_text_print(out, " paint-order=\"stroke\"");
    }
    if (style->angle != 0) {
        jd_text_print(out, " transform=\"rotate(");
        put_hundredths(out, hundredths(-style->angle));
        jd_text_add(out, " ", 1);
        put_pair(out, (Grid){hundredths(item->at.x), hundredths(item->at.y)}, true);
        jd_text_print(out, ")\"");
    }
    jd_text_print(out, ">");
    put_escaped(out, item->text);
    jd_text_print(out, "</text>\n");
}

/* ---- The file ------------------------------------------------------------------------------- */

static void put_head(Text *out, const Drawing *d) {
    jd_text_print(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"");
    put_hundredths(out, hundredths(d->width));
    jd_text_print(out, "pt\" height=\"");
    put_hundredths(out, hundredths(d->height));
    jd_text_print(out, "pt\" viewBox=\"0 0 ");
    put_pair(out, (Grid){hundredths(d->width), hundredths(d->height)}, true);
    jd_text_print(out, "\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\" "
                       "stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    put_element(out, "title", d->title);
    put_element(out, "desc", d->description);
    jd_text_print(out, "<rect width=\"100%%\" height=\"100%%\"");
    put_colour(out, "fill", d->theme->back);
    jd_text_print(out, "/>\n");
}

static bool write_svg(const Drawing *drawing, FILE *file, JdLog *log) {
    Text out = {0};
    int depth = 0;
    put_head(&out, drawing);
    for (int n = 0; n < drawing->items.count; n++) {
        const DrawItem *item = &drawing->items.at[n];
        if (item->kind == ITEM_PATH) put_path(&out, drawing, item);
        if (item->kind == ITEM_TEXT) put_text(&out, item);
        if (item->kind == ITEM_GROUP) {
            jd_text_print(&out, "<g>");
            put_element(&out, "title", item->text);
            if (item->moves) jd_text_print(&out, "%s\n", item->moves);
            depth++;
        }
        if (item->kind == ITEM_GROUP_END && depth > 0) jd_text_print(&out, "</g>\n"), depth--;
    }
    while (depth-- > 0) jd_text_print(&out, "</g>\n");
    jd_text_print(&out, "</svg>\n");
    const bool whole = !out.failed;
    if (whole)
        fwrite(out.at, 1, out.count, file); /* a failure stays set in the stream */
    else
        jd_report_memory(log);
    jd_text_free(&out);
    return whole;
}

const PictureType jd_picture_svg = {
    .ending = "svg", .summary = "vector graphics for pages and papers", .write = write_svg};
