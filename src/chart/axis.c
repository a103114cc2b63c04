/* SPDX-License-Identifier: MIT
 *
 * Axes: round marks, short labels. Values are shown in units of 10^exponent, and less an offset if
 * they hardly change: all else here is in those shown values, so that neither 1e300 nor 1e-300 is
 * special. */
#include "chart/inside.h"
#include <stdio.h>
#include <string.h>

/* ---- Marks ---------------------------------------------------------------------------------- */

static const double log_rounding =
    1e-9; /* of powers of ten by logarithms: a step that is a round number stays it */

/* The smallest of 1, 2, 5 times a power of ten that is not below. */
static double round_step(double raw) {
    const double power = pow(10, floor(log10(raw)));
    static const double steps[] = {1, 2, 5};
    for (int n = 0; n < 3; n++)
        if (steps[n] * power >= raw * (1 - log_rounding)) return steps[n] * power;
    return 10 * power;
}

int jd_axis_marks(double least, double greatest, int about, double *first, double *step) {
    const double rounding = 1e-9; /* of a step */
    *first = *step = 0;
    if (!isfinite(least) || !isfinite(greatest) || least > greatest || about < 1) return 0;
    const double raw = greatest / about - least / about;
    *step = round_step(raw > 0 ? raw : least != 0 ? fabs(least) : 1);
    if (!(*step > 0) || !isfinite(*step)) return 0;
    const double from = floor(least / *step + rounding), to = ceil(greatest / *step - rounding);
    *first = from * *step;
    return to - from < 1000 ? (int)(to - from) + 1 : 0;
}

/* ---- Ranges --------------------------------------------------------------------------------- */

AxisRange jd_axis_range(const double *values, int count, bool log, AxisRange so_far) {
    for (int n = 0; n < count; n++) {
        if (!isfinite(values[n]) || (log && !(values[n] > 0))) continue;
        if (values[n] < so_far.least) so_far.least = values[n];
        if (values[n] > so_far.greatest) so_far.greatest = values[n];
    }
    return so_far;
}

/* value / 10^exponent; neither factor leaves what a double holds. */
static double shifted(double value, int exponent) {
    const int half = exponent / 2;
    return value / pow(10, half) / pow(10, exponent - half);
}

static double shown(const Axis *axis, double value) {
    return axis->log ? log10(value) : shifted(value - axis->offset, axis->exponent);
}

static int digits_before(double size) {
    return (int)floor(log10(size) + log_rounding);
}

static const double same =
    1e-11; /* of their size: values that differ by less are one value with noise */

/* A range that is one value, but for rounding errors, gets some room; none at all is 0 to 1. */
static AxisRange widened(AxisRange range, bool log) {
    if (range.least > range.greatest) return log ? (AxisRange){1, 10} : (AxisRange){0, 1};
    const double size = fmax(fabs(range.least), fabs(range.greatest));
    const double half = range.greatest / 2 - range.least / 2;
    if (half > same * size) return range;
    if (log) return (AxisRange){range.least / 2, range.greatest * 2};
    const double room = size > 0 ? 0.1 * size : 1;
    return (AxisRange){range.least - room, range.greatest + room};
}

static const double four_digits =
    1e-3; /* of the size: a span below needs more digits than labels have */

/* An offset if labels would have to tell more than four digits; then the exponent. */
static void choose_scale(Axis *axis, AxisRange range) {
    double size = fmax(fabs(range.least), fabs(range.greatest));
    const double span = range.greatest - range.least;
    if (isfinite(span) && span < four_digits * size) {
        const double grid = pow(10, digits_before(span) + 1);
        axis->offset = grid * round((range.least / 2 + range.greatest / 2) / grid);
        size = fmax(fabs(range.least - axis->offset), fabs(range.greatest - axis->offset));
    }
    const bool plain = size >= 0.01 && size < 1e4;
    axis->exponent = plain || !(size > 0) ? 0 : 3 * (int)floor(digits_before(size) / 3.0);
}

/* An axis without room at its ends goes on to a mark that is next to them. */
static void snap_ends(Axis *axis, int about) {
    double first, step;
    const int count = jd_axis_marks(axis->low, axis->high, about, &first, &step);
    const double last = first + (count - 1) * step, near = 0.01 * (axis->high - axis->low);
    if (count < 2) return;
    if (axis->low - first < near) axis->low = first;
    if (last - axis->high < near) axis->high = last;
}

Axis jd_axis(AxisRange range, bool log, double pad, int about) {
    Axis axis = {.log = log};
    range = widened(range, log);
    axis.least = range.least, axis.greatest = range.greatest;
    if (!log) choose_scale(&axis, range);
    const double low = shown(&axis, range.least), high = shown(&axis, range.greatest);
    axis.low = low - pad * (high - low);
    axis.high = high + pad * (high - low);
    if (!log && pad == 0) snap_ends(&axis, about);
    jd_axis_remark(&axis, about);
    return axis;
}

/* ---- Which marks are on the axis ------------------------------------------------------------ */

static void add_mark(Axis *axis, double mark, double at) {
    const double rounding = 1e-9 * (axis->high - axis->low);
    if (axis->count == AXIS_MARKS) return;
    if (at < axis->low - rounding || at > axis->high + rounding) return;
    axis->marks[axis->count++] = mark;
}

static void mark_steps(Axis *axis, double first, double step, int count) {
    axis->count = 0;
    axis->step = step;
    for (int n = 0; n < count; n++) {
        const double mark = fabs(first + n * step) < 1e-9 * step ? 0 : first + n * step;
        if (!axis->log || mark > 0) add_mark(axis, mark, axis->log ? log10(mark) : mark);
    }
    axis->decimals = step > 0 && step < 1 ? -digits_before(step) : 0;
}

static void mark_evenly(Axis *axis, int about) {
    const double low = axis->log ? pow(10, axis->low) : axis->low;
    const double high = axis->log ? pow(10, axis->high) : axis->high;
    double first, step;
    const int count = jd_axis_marks(low, high, about, &first, &step);
    mark_steps(axis, first, step, count);
    /* One or two marks tell no scale. */
    if (axis->count < 3 && about < 8) mark_evenly(axis, about + 1);
}

/* Whole powers of ten over many decades, 1 2 5 over few, even steps within one. */
static void mark_decades(Axis *axis, int about) {
    const double span = axis->high - axis->low;
    if (span < 1) {
        mark_evenly(axis, about);
        return;
    }
    axis->powers = span >= 2;
    const int step = span > 1.5 * about ? (int)ceil(span / about) : 1;
    static const double parts[] = {1, 2, 5};
    for (int decade = (int)floor(axis->low); decade <= axis->high; decade++) {
        if (axis->powers && decade % step == 0) add_mark(axis, decade, decade);
        for (int n = 0; n < 3 && !axis->powers; n++)
            add_mark(axis, parts[n] * pow(10, decade), decade + log10(parts[n]));
    }
    axis->decimals = -1;
}

void jd_axis_remark(Axis *axis, int about) {
    about = about < 1 ? 1 : about > AXIS_MARKS / 2 ? AXIS_MARKS / 2 : about;
    axis->count = 0, axis->powers = false;
    if (axis->log)
        mark_decades(axis, about);
    else
        mark_evenly(axis, about);
}

void jd_axis_follow(Axis *axis, const Axis *other) {
    const double step = other->step;
    const double span = axis->high - axis->low;
    if (axis->log || axis->exponent != other->exponent || !(step > 0)) return;
    if (span / step < 2.5 || span / step > AXIS_MARKS / 2) return;
    const double first = step * floor(axis->low / step);
    mark_steps(axis, first, step, (int)(span / step) + 2);
}

/* ---- Places and labels ---------------------------------------------------------------------- */

double jd_axis_share(const Axis *axis, double value) {
    if (!isfinite(value) || (axis->log && !(value > 0))) return NAN;
    return (shown(axis, value) - axis->low) / (axis->high - axis->low);
}

double jd_axis_mark(const Axis *axis, int mark) {
    const double value = axis->marks[mark];
    const double at = axis->log && !axis->powers ? log10(value) : value;
    return (at - axis->low) / (axis->high - axis->low);
}

/* A point whatever the locale; a true minus sign. */
static void tidy(const char *number, bool wide, char out[AXIS_LABEL]) {
    char plain[AXIS_LABEL];
    snprintf(plain, sizeof plain, "%s", number);
    jd_number_point(plain);
    const bool minus = wide && plain[0] == '-';
    snprintf(out, AXIS_LABEL, "%s%.27s", minus ? "\u2212" : "", minus ? plain + 1 : plain);
}

void jd_axis_label(const Axis *axis, int mark, bool wide, char out[AXIS_LABEL]) {
    char number[AXIS_LABEL];
    if (axis->powers || axis->decimals < 0)
        snprintf(number, sizeof number, "%g", axis->marks[mark]);
    else
        snprintf(number, sizeof number, "%.*f", axis->decimals > 12 ? 12 : axis->decimals,
                 axis->marks[mark]);
    tidy(number, wide, out);
}

void jd_axis_offset(const Axis *axis, bool wide, char out[AXIS_LABEL]) {
    char number[AXIS_LABEL];
    out[0] = '\0';
    if (axis->offset == 0) return;
    snprintf(number, sizeof number, "%.15g", fabs(axis->offset));
    jd_number_point(number);
    snprintf(out, AXIS_LABEL, "%s %.24s", axis->offset > 0 ? "+" : wide ? "\u2212" : "-", number);
}
