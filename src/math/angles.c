/* SPDX-License-Identifier: MIT
 *
 * Sequences of turns about axes of the frame itself, and their angles back. One set of formulae
 * serves all sequences: they are written for axes a, b and c, the third one, and the sign s tells
 * whether a, b, c follow each other as x, y, z do.
 *
 * The last angle is taken from what is left when the first turn is undone. So the angles always
 * make the attitude again to its last digit, near the singular attitudes too, where the first
 * and the last have few digits of their own. */
#include "math/math.h"
#include <float.h>

typedef struct {
    double r[3][3]; /* [row][column], in the order a, b, c */
    double s;
} Turned;

Axes jd_axes_sequence(const AxisName *axes, int count, const double *angles) {
    Axes made = count > 0 ? jd_axes_about(axes[0], angles[0]) : axes_none;
    for (int n = 1; n < count; n++) {
        const Axes next = jd_axes_about(axes[n], angles[n]);
        made = jd_axes_absolute(&made, &next);
    }
    return made;
}

static double part(Vec3 v, AxisName axis) {
    return axis == AXIS_X ? v.x : axis == AXIS_Y ? v.y : v.z;
}

static Turned ordered(const Axes *a, AxisName first, AxisName second) {
    const AxisName order[3] = {first, second, (AxisName)(3 - (int)first - (int)second)};
    Turned t = {.s = ((int)second - (int)first + 3) % 3 == 1 ? 1 : -1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.r[i][j] = part(axes_at(a, order[j]), order[i]);
    return t;
}

/* In (-pi, pi], and never -0. */
static double angle_of(double sine, double cosine) {
    const double angle = atan2(sine, cosine);
    return angle <= -pi ? pi : angle + 0.0;
}

/* ---- One turn and two ----------------------------------------------------------------------- */

static double one_angle(const Axes *a, AxisName axis) {
    const Turned t = ordered(a, axis, (AxisName)(((int)axis + 1) % 3));
    return angle_of(t.r[2][1] - t.r[1][2], t.r[1][1] + t.r[2][2]);
}

/* An attitude of two turns shows both angles in its second column and its first row. Of any other
 * attitude the nearest one is found by making each angle the best for the other, in turn. */
static void two_angles(const Turned *t, double *first, double *second) {
    enum { MOST_STEPS = 100 };
    const double(*r)[3] = t->r, s = t->s;
    double a = angle_of(s * r[2][1], r[1][1]), b = angle_of(s * r[0][2], r[0][0]);

    for (int n = 0; n < MOST_STEPS; n++) {
        const double ca = cos(a), sa = sin(a);
        const double next_b = angle_of(s * (r[0][2] - ca * r[2][0]) + sa * r[1][0],
                                       r[0][0] + ca * r[2][2] - s * sa * r[1][2]);
        const double cb = cos(next_b), sb = sin(next_b);
        const double next_a = angle_of(s * (r[2][1] - cb * r[1][2]) + sb * r[1][0],
                                       r[1][1] + cb * r[2][2] - s * sb * r[2][0]);
        const double move = fmax(fabs(next_a - a), fabs(next_b - b));
        a = next_a, b = next_b;
        if (move < 4 * DBL_EPSILON) break;
    }
    *first = a, *second = b;
}

/* ---- Three turns ---------------------------------------------------------------------------- */

/* The row b of what is left when the first turn is undone. */
static double left_over(const Turned *t, double first, int column) {
    return cos(first) * t->r[1][column] + t->s * sin(first) * t->r[2][column];
}

/* Where the middle turn brings the last axis in line with the first, the first turn is all. */
static void three_angles(const Turned *t, bool again, double *angles) {
    const double(*r)[3] = t->r, s = t->s;
    const int last = again ? 0 : 2;
    const double across = hypot(r[1][last], r[2][last]);
    const bool singular = across < 4 * DBL_EPSILON;

    angles[1] = again ? angle_of(across, r[0][0]) : angle_of(s * r[0][2], across);
    angles[0] = singular ? angle_of(s * r[2][1], r[1][1])
                : again  ? angle_of(r[1][0], -s * r[2][0])
                         : angle_of(-s * r[1][2], r[2][2]);
    angles[2] = 0;
    if (singular) return;
    const double sine = again ? -s * left_over(t, angles[0], 2) : s * left_over(t, angles[0], 0);
    angles[2] = angle_of(sine, left_over(t, angles[0], 1));
}

/* Two turns in a row about one axis are one: the second of them is then zero. */
void jd_axes_angles(const Axes *a, const AxisName *axes, int count, double *angles) {
    if (count < 1) return;
    if (count == 1) {
        angles[0] = one_angle(a, axes[0]);
        return;
    }
    if (axes[0] == axes[1]) {
        const AxisName kept[2] = {axes[0], axes[count - 1]};
        double found[2];
        jd_axes_angles(a, kept, count - 1, found);
        angles[0] = found[0], angles[1] = 0;
        if (count == 3) angles[2] = found[1];
        return;
    }
    const Turned t = ordered(a, axes[0], axes[1]);
    if (count == 3 && axes[1] != axes[2]) {
        three_angles(&t, axes[2] == axes[0], angles);
        return;
    }
    two_angles(&t, &angles[0], &angles[1]);
    if (count == 3) angles[2] = 0;
}
