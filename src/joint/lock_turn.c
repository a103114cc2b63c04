/* SPDX-License-Identifier: MIT
 *
 * The angles that lead from the axes of i to those of j by one, two or three turns, each about an
 * axis of the frame turned so far. Sine and cosine of an angle are scalar products of an axis of i
 * with one of j, but for a factor that both share, so that angle, rate, Jacobian and bias follow
 * from those of the two products. */
#include "joint/inside.h"

/* k a.b with a fixed on i and b on j: its rate is (wj - wi).moment. */
typedef Angle Product;

static Product product(double k, AxisName of_i, AxisName of_j, const Side *i, const Side *j) {
    const Vec3 a = vec3_scale(k, axes_at(&i->axes, of_i)), b = axes_at(&j->axes, of_j);
    const Vec3 w = vec3_sub(j->w, i->w), moment = vec3_cross(b, a);
    /* Seen from i the axis b turns with w, and w itself changes by -wi x w. */
    const double bias =
        vec3_dot(a, vec3_cross(w, vec3_cross(w, b))) - vec3_dot(vec3_cross(i->w, w), moment);
    return (Product){vec3_dot(a, b), vec3_dot(w, moment), bias, moment};
}

/* What a denominator is at least: at a singular attitude numbers grow large but stay finite. */
static double at_least(double value, double least) {
    return value > least ? value : least;
}

/* The angle of s and c, which are its sine and cosine times the same positive factor. */
static Angle angle_of(Product s, Product c) {
    const double n = at_least(s.value * s.value + c.value * c.value, 1e-30);
    const double rate = (c.value * s.rate - s.value * c.rate) / n;
    const double stretch = 2 * (s.value * s.rate + c.value * c.rate) / n;
    const Vec3 moment =
        vec3_sub(vec3_scale(c.value / n, s.moment), vec3_scale(s.value / n, c.moment));
    const double bias = (c.value * s.bias - s.value * c.bias) / n - rate * stretch;
    return (Angle){atan2(s.value, c.value), rate, bias, moment};
}

/* The angle between -pi/2 and pi/2 with sine s; `across` is the other side of the triangle. */
static Angle arc_sine(Product s, double across) {
    const double c = at_least(across, 1e-15), rate = s.rate / c;
    return (Angle){atan2(s.value, across), rate, s.bias / c + rate * rate * s.value / c,
                   vec3_scale(1 / c, s.moment)};
}

/* The angle between 0 and pi with cosine c. */
static Angle arc_cosine(Product c, double across) {
    const Angle a = arc_sine(c, across);
    return (Angle){atan2(across, c.value), -a.rate, -a.bias, vec3_scale(-1, a.moment)};
}

static double across(AxisName a, AxisName b, AxisName of_j, const Side *i, const Side *j) {
    const Vec3 axis = axes_at(&j->axes, of_j);
    return hypot(vec3_dot(axes_at(&i->axes, a), axis), vec3_dot(axes_at(&i->axes, b), axis));
}

/* ---- Twists ---------------------------------------------------------------------------------- */

/* The unit quaternion (c, s) of the turn from i to j, s along i's axes, from that one of its four
 * numbers that is largest. Of the two opposite ones that with c >= 0. */
typedef struct {
    double c, s[3];
} HalfTurn;

static HalfTurn half_turn(const Side *i, const Side *j) {
    double m[3][3]; /* axes of i along those of j */
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            m[a][b] = vec3_dot(axes_at(&i->axes, (AxisName)a), axes_at(&j->axes, (AxisName)b));
    const double trace = m[0][0] + m[1][1] + m[2][2];
    int most = 0;
    for (int a = 1; a < 3; a++)
        if (m[a][a] > m[most][most]) most = a;
    HalfTurn q;
    if (trace >= m[most][most]) {
        q.c = 0.5 * sqrt(1 + trace);
        for (int a = 0; a < 3; a++) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            q.s[a] = 0.25 * (m[c][b] - m[b][c]) / q.c;
        }
        return q;
    }
    const int next = (most + 1) % 3, last = (most + 2) % 3;
    const double s = 0.5 * sqrt(1 + 2 * m[most][most] - trace),
                 difference = m[last][next] - m[next][last];
    const double sign = difference < 0 ? -1 : 1;
    q.c = sign * 0.25 * difference / s;
    q.s[most] = sign * s;
    q.s[next] = sign * 0.25 * (m[most][next] + m[next][most]) / s;
    q.s[last] = sign * 0.25 * (m[most][last] + m[last][most]) / s;
    return q;
}

/* theory (2.15). Of length 1 where s.a is zero, at half turns, too. */
static Angle twist(AxisName axis, const Side *i, const Side *j) {
    const HalfTurn q = half_turn(i, j);
    const Vec3 a = axes_at(&i->axes, axis), s = axes_out(&i->axes, vec3(q.s[0], q.s[1], q.s[2]));
    const Vec3 w = vec3_sub(j->w, i->w), t = vec3_add(vec3_scale(q.c, a), vec3_cross(s, a));
    /* t turns with i, but for the rates of c and s seen from there. */
    const double c_rate = -0.5 * vec3_dot(s, w);
    const Vec3 s_rate = vec3_scale(0.5, vec3_add(vec3_scale(q.c, w), vec3_cross(w, s)));
    const Vec3 t_rate =
        vec3_add(vec3_cross(i->w, t), vec3_add(vec3_scale(c_rate, a), vec3_cross(s_rate, a)));
    return (Angle){2 * q.s[axis], vec3_dot(w, t), vec3_dot(w, t_rate), t};
}

Angle jd_turn_eval(const Turn *turn, const Side *i, const Side *j) {
    if (turn->twist) return twist(turn->axes[0], i, j);
    const AxisName A = turn->axes[0];
    const AxisName next = (AxisName)((A + 1) % 3), last = (AxisName)((A + 2) % 3);
    if (turn->count <= 1)
        return angle_of(product(1, last, next, i, j), product(1, next, next, i, j));

    /* C is the third axis; sign is that of (A, B, C): B follows A, or C does. */
    const AxisName B = turn->axes[1] == next ? next : last, C = B == next ? last : next;
    const double sign = B == next ? 1 : -1;
    const bool three = turn->count > 2, euler = three && turn->axes[2] == A;
    if (turn->number == 0 && euler)
        return angle_of(product(1, B, A, i, j), product(-sign, C, A, i, j));
    if (turn->number == 0 && three)
        return angle_of(product(-sign, B, C, i, j), product(1, C, C, i, j));
    if (turn->number == 0) return angle_of(product(sign, C, B, i, j), product(1, B, B, i, j));
    if (turn->number == 1 && euler) /* the middle of turns about A, B, A */
        return arc_cosine(product(1, A, A, i, j), across(B, C, A, i, j));
    if (turn->number == 1 && three) /* about A, B, C */
        return arc_sine(product(sign, A, C, i, j), across(B, C, C, i, j));
    if (turn->number == 1) return angle_of(product(sign, A, C, i, j), product(1, A, A, i, j));
    if (euler) return angle_of(product(1, A, B, i, j), product(sign, A, C, i, j));
    return angle_of(product(-sign, A, B, i, j), product(1, A, A, i, j));
}
