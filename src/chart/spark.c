/* SPDX-License-Identifier: MIT
 *
 * Sparklines: a curve in one line of letters. Each letter stands for a stretch of values and shows
 * the one in its middle; the least and the greatest of all are always shown. */
#include "format/letters.h"
#include "chart/chart.h"

typedef struct {
    double low, high; /* of all finite values; low > high: there are none */
} Range;

static Range find_range(const double *values, int count) {
    Range span = {INFINITY, -INFINITY};
    for (int n = 0; n < count; n++) {
        if (!isfinite(values[n])) continue;
        span.low = fmin(span.low, values[n]);
        span.high = fmax(span.high, values[n]);
    }
    return span;
}

/* An extreme of all if it is here, else the finite value nearest to the middle of the stretch; NAN:
 * there is none. */
static double chosen(const double *values, int from, int to, Range all) {
    const int middle = from + (to - from) / 2;
    double best = NAN;
    int distance = to - from + 1;
    for (int n = from; n < to; n++) {
        if (!isfinite(values[n])) continue;
        if (values[n] == all.low || values[n] == all.high) return values[n];
        const int off = n < middle ? middle - n : n - middle;
        if (off < distance) best = values[n], distance = off;
    }
    return best;
}

static void add_level(Text *out, double share, bool wide) {
    static const char plain[] = "_.-~*^";
    if (wide)
        jd_letter_add(out, 0x2581 + (unsigned)fmin(7, 8 * share));
    else
        jd_text_add(out, &plain[(int)fmin(5, 6 * share)], 1);
}

void jd_sparkline(const double *values, int count, int width, bool wide, Text *out) {
    const Range span = find_range(values, count);
    if (count < 1 || width < 1) return;
    const double middle = span.low / 2 + span.high / 2, half = span.high / 2 - span.low / 2;
    for (int n = 0; n < width; n++) {
        const int from = (int)((int64_t)count * n / width);
        const int to = (int)((int64_t)count * (n + 1) / width);
        const double value = chosen(values, from, to > from ? to : from + 1, span);
        /* What does not change, but for rounding errors, stands in the middle. */
        const bool still = !(half > 1e-11 * fabs(middle));
        if (isnan(value))
            jd_text_add(out, " ", 1);
        else
            add_level(out, still ? 0.45 : (value / 2 - span.low / 2) / half, wide);
    }
}
