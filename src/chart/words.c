/* SPDX-License-Identifier: MIT
 *
 * What is written in charts: labels, exponents, and legends as rows of samples and words. */
#include "chart/inside.h"
#include <string.h>

enum { LEGENDS = 64 };

/* ---- Words ---------------------------------------------------------------------------------- */

TextStyle jd_chart_style(const ChartPicture *in, double size, TextAnchor anchor) {
    return (TextStyle){.size = size, .colour = in->theme->ink, .anchor = anchor};
}

/* A text that fits, with an ellipsis if it must. */
const char *jd_chart_fitted(ChartPicture *in, const char *text, double size, double width) {
    if (jd_text_width(text, size, false) <= width) return text;
    size_t length = strlen(text);
    char *cut = jd_arena_format(&in->plan.arena, "%s   ", text);
    while (cut && length > 0) {
        do length--;
        while (length > 0 && (text[length] & 0xC0) == 0x80);
        memcpy(cut + length, "\u2026", 4);
        if (jd_text_width(cut, size, false) <= width) return cut;
    }
    return "";
}

/* base with a raised exponent: 10^-3. Returns its width; draws only if asked. */
typedef struct {
    const char *base, *raised, *behind;
} Power;

static double draw_power(ChartPicture *in, Vec2 at, Power of, bool drawn) {
    const char *base = of.base, *raised = of.raised, *behind = of.behind;
    const double size = chart_small, small = 0.75 * size;
    const double first = jd_text_width(base, size, false);
    const double second =
        first + jd_text_width(raised, small, false) + (*raised && *behind ? 0.28 * size : 0);
    if (drawn) {
        jd_draw_text(in->d, at, jd_chart_style(in, size, TEXT_LEFT), "%s", base);
        jd_draw_text(in->d, vec2(at.x + first, at.y - 0.38 * size),
                     jd_chart_style(in, small, TEXT_LEFT), "%s", raised);
        jd_draw_text(in->d, vec2(at.x + second, at.y), jd_chart_style(in, size, TEXT_LEFT), "%s",
                     behind);
    }
    return second + jd_text_width(behind, size, false);
}

double jd_chart_label_width(const Axis *axis, int mark) {
    char label[AXIS_LABEL];
    jd_axis_label(axis, mark, true, label);
    if (!axis->powers) return jd_text_width(label, chart_small, false);
    return jd_text_width("10", chart_small, false) + jd_text_width(label, 6, false);
}

/* A mark's label; share: how much of it lies left of `at`. */
void jd_chart_label(ChartPicture *in, const Axis *axis, int mark, Vec2 at, double share) {
    char label[AXIS_LABEL];
    jd_axis_label(axis, mark, true, label);
    const Vec2 from = vec2(at.x - share * jd_chart_label_width(axis, mark), at.y);
    if (axis->powers)
        draw_power(in, from, (Power){"10", label, ""}, true);
    else
        jd_draw_text(in->d, from, jd_chart_style(in, chart_small, TEXT_LEFT), "%s", label);
}

/* "x10^-3 + 1000", in the corner of an axis; share as above. */
void jd_chart_corner(ChartPicture *in, const Axis *axis, Vec2 at, double share) {
    char exponent[AXIS_LABEL] = "", offset[AXIS_LABEL];
    jd_axis_offset(axis, true, offset);
    if (axis->exponent)
        snprintf(exponent, sizeof exponent, "%s%d", axis->exponent < 0 ? "\u2212" : "",
                 axis->exponent < 0 ? -axis->exponent : axis->exponent);
    if (!axis->exponent && !*offset) return;
    const Power corner = {axis->exponent ? "\u00d710" : "", exponent, offset};
    const double width = draw_power(in, at, corner, false);
    draw_power(in, vec2(at.x - share * width, at.y), corner, true);
}

/* ---- Legends: samples and words in rows ----------------------------------------------------- */

/* Runs that differ by colour alone: earlier ones are wider and so are seen behind later ones. */
static double run_width(const ChartPicture *in, int run) {
    const int last = in->plan.runs.count < 4 ? in->plan.runs.count - 1 : 3;
    return in->plan.dashes && !in->print && run < last ? 1.4 * (last - run) : 0;
}

Pen jd_chart_pen(const ChartPicture *in, int colour, int dash) {
    static const double dashes[][2] = {{0, 0},   {5, 2.5}, {1.2, 2}, {9, 3},
                                       {3, 1.5}, {9, 6},   {1.2, 4}, {5, 5}};
    Pen pen = {.stroke = in->theme->series[colour % 8], .width = in->print ? 1 : 1.2};
    pen.width += run_width(in, colour);
    memcpy(pen.dash, dashes[dash % 8], sizeof pen.dash);
    pen.butt = pen.dash[0] > 0;
    return pen;
}

/* Rows of samples from *top on, if drawn; *top ends below them. */
static void flow_legend(ChartPicture *in, const char *const *words, const Pen *pens, int count,
                        bool drawn) {
    const double sample = 22, gap = 4, between = 14;
    double x = in->left;
    const double right = in->left + in->width;
    if (count < 1) return;
    for (int n = 0; n < count; n++) {
        const char *word = jd_chart_fitted(in, words[n], chart_small, in->width - sample - gap);
        const double width = sample + gap + jd_text_width(word, chart_small, false);
        if (n && x + width > right) x = in->left, in->top += chart_row;
        const double y = in->top + 0.5 * chart_row;
        if (drawn) {
            jd_draw_segment(in->d, vec2(x, y), vec2(x + sample, y), pens[n]);
            jd_draw_text(in->d, vec2(x + sample + gap, y + 0.35 * chart_small),
                         jd_chart_style(in, chart_small, TEXT_LEFT), "%s", word);
        }
        x += width + between;
    }
    in->top += chart_row;
}

void jd_chart_runs(ChartPicture *in, bool drawn) {
    const int count = in->plan.runs.count > LEGENDS ? LEGENDS : in->plan.runs.count;
    Pen pens[LEGENDS];
    if (count < 2) return;
    for (int n = 0; n < count; n++) {
        int colour, dash;
        jd_plan_look(&in->plan, 0, n, &colour, &dash);
        pens[n] = jd_chart_pen(in, colour, dash);
    }
    flow_legend(in, in->plan.runs.at, pens, count, drawn);
}

/* Where runs have the colours, samples of names show their dashes in ink. */
void jd_chart_names(ChartPicture *in, const Panel *panel, bool drawn) {
    const int count = panel->names.count > LEGENDS ? LEGENDS : panel->names.count;
    Pen pens[LEGENDS];
    if (count < 2) return;
    for (int n = 0; n < count; n++) {
        int colour, dash;
        jd_plan_look(&in->plan, n, 0, &colour, &dash);
        pens[n] = jd_chart_pen(in, colour, dash);
        if (!in->plan.dashes || in->print) continue;
        pens[n].stroke = in->theme->ink;
        pens[n].width -= run_width(in, colour);
    }
    flow_legend(in, panel->names.at, pens, count, drawn);
}
