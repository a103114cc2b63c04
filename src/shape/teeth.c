/* SPDX-License-Identifier: MIT
 *
 * The contour of a toothed wheel. At the radius r half a tooth takes the angle
 *     pi/(2 z) + inv(20 deg) - inv(acos(b/r)),   inv(a) = tan(a) - a,
 * where z is the number of teeth and b the radius of the base circle, below which flanks are
 * radial. */
#include "shape/inside.h"

static double involute(double angle) {
    return tan(angle) - angle;
}

const char *jd_teeth_fault(const double s[SHAPE_DIMENSIONS]) {
    const double teeth = s[SHAPE_TEETH];
    if (teeth == floor(teeth) && teeth >= 4 && teeth <= TEETH_MOST) return NULL;
    return "the number of teeth is a whole number from 4 to 1000";
}

double jd_teeth_module(const double s[SHAPE_DIMENSIONS]) {
    return s[SHAPE_DIAMETER] / s[SHAPE_TEETH];
}

static double half_tooth(double teeth, double base, double r) {
    const double pitch = pi / teeth;
    const double turn = r > base ? involute(acos(base / r)) : 0;
    return fmax(0.06 * pitch, fmin(0.9 * pitch, pitch / 2 + involute(pi / 9) - turn));
}

static Vec2 polar(double r, double angle) {
    return vec2(r * cos(angle), r * sin(angle));
}

Vec2 *jd_teeth_contour(const double s[SHAPE_DIMENSIONS], double root, double tip, Arena *arena) {
    enum { FLANK = TOOTH / 2 };
    const int teeth = (int)s[SHAPE_TEETH];
    const double base = s[SHAPE_DIAMETER] / 2 * cos(pi / 9), low = fmax(root, fmin(base, tip));
    Vec2 *points = ARENA_NEW(arena, Vec2, teeth * TOOTH);
    if (!points) return NULL;
    for (int n = 0; n < teeth; n++)
        for (int k = 0; k < FLANK; k++) {
            /* From the root up; the lowest piece is radial if the base circle is above the root. */
            const double r = k ? low + (tip - low) * (k - 1) / (FLANK - 2) : root;
            const double middle = 2 * pi * n / teeth;
            const double half = half_tooth(teeth, base, r) + (k ? 0 : 0.12 * pi / teeth);
            points[n * TOOTH + k] = polar(r, middle - half);
            points[n * TOOTH + TOOTH - 1 - k] = polar(r, middle + half);
        }
    return points;
}
