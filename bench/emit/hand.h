/* SPDX-License-Identifier: MIT
 *
 * What somebody would write by hand for three mechanisms of one freedom: the rates of angle and angular velocity of the crank. The
 * measure of emitted code. */
#ifndef HAND_H
#define HAND_H

#include <math.h>

/* model/slider_crank.jd: with b the rod's angle to the slide, l sin b = r sin q. */
static inline void hand_slider_crank(const double *y, double *rate) {
    static const double r = 0.153, l = 0.306, m1 = 0.038, m2 = 0.076, m3 = 0.038;
    static const double J1 = 7.4e-5, J2 = 5.9e-5, g = 9.81, per_l = 1 / 0.306;
    const double s = sin(y[0]), c = cos(y[0]), rs = r * s, rc = r * c;
    const double sb = rs * per_l, cb = sqrt(1 - sb * sb), per = 1 / cb;
    const double b = rc * per_l * per, b2 = b * b, bb = sb * per * (b2 - 1); /* per unit of the crank's rate */
    const double swing = 0.5 * l * (cb * b2 + sb * bb);
    const double x1 = -rs * (1 + 0.5 * b), x2 = -rc - swing, y1 = 0.5 * rc, y2 = -0.5 * rs;
    const double p1 = -rs * (1 + b), p2 = -rc - 2 * swing;
    const double M = J1 + 0.25 * m1 * r * r + m2 * (x1 * x1 + y1 * y1) + J2 * b2 + m3 * p1 * p1;
    const double h = m2 * (x1 * x2 + y1 * y2) + J2 * b * bb + m3 * p1 * p2;
    rate[0] = y[1];
    rate[1] = (-0.5 * (m1 + m2) * g * rc - h * y[1] * y[1]) / M;
}

/* bench/emit/v6.jd: six of them, seen along their banks. */
static inline void hand_v6(const double *y, double *rate) {
    static const double r = 0.153, l = 0.306, m2 = 0.076, m3 = 0.038, J2 = 5.9e-5, g = 9.81;
    static const double shaft = 3.778247e-3, torque = 1, per_l = 1 / 0.306;
    const double s0 = sin(y[0]), c0 = cos(y[0]);
    double M = shaft, h = 0, Q = torque;
    static const double throws[6][2] = {{1, 0}, {-0.5, 0.86602540378443864676}, {-0.5, -0.86602540378443864676}, {0.5, 0.86602540378443864676}, {-1, 0}, {0.5, -0.86602540378443864676}};
    static const double bank_s[6] = {0.5, -0.5, 0.5, -0.5, 0.5, -0.5}, bank_c = 0.86602540378443864676;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 6
#endif
    for (int k = 0; k < 6; k++) {
        const double tc = c0 * throws[k][0] - s0 * throws[k][1], ts = s0 * throws[k][0] + c0 * throws[k][1];
        const double rc = r * (tc * bank_s[k] + ts * bank_c), rs = r * (ts * bank_s[k] - tc * bank_c);
        const double sb = rs * per_l, cb = sqrt(1 - sb * sb), per = 1 / cb;
        const double b = rc * per_l * per, b2 = b * b, bb = sb * per * (b2 - 1);
        const double swing = 0.5 * l * (cb * b2 + sb * bb);
        const double x1 = -rs * (1 + 0.5 * b), x2 = -rc - swing, y1 = 0.5 * rc, y2 = -0.5 * rs;
        const double p1 = -rs * (1 + b), p2 = -rc - 2 * swing;
        M += m2 * (x1 * x1 + y1 * y1) + J2 * b2 + m3 * p1 * p1;
        h += m2 * (x1 * x2 + y1 * y2) + J2 * b * bb + m3 * p1 * p2;
        Q -= g * (m3 * p1 * bank_c + 0.5 * m2 * (r * tc + p1 * bank_c));
    }
    rate[0] = y[1];
    rate[1] = (Q - h * y[1] * y[1]) / M;
}

/* Where circles about P and Q meet: u from P and v from Q, and what a unit of the crank's rate makes of it, with the velocity and bias
 * of P; Q stands still. */
typedef struct { double ux, uy, vx, vy, p, q, pp, qq; } HandDyad; /* p, q: angular velocities; pp, qq: their bias */
static inline HandDyad hand_dyad(double dx, double dy, double a2, double b2, double side, double vx, double vy, double ax, double ay) {
    HandDyad d;
    const double d2 = dx * dx + dy * dy, per = 1 / d2, along = 0.5 + 0.5 * (a2 - b2) * per;
    const double high = side * sqrt(a2 * per - along * along), det = 1 / (high * d2);
    d.ux = along * dx - high * dy, d.uy = along * dy + high * dx;
    d.vx = d.ux - dx, d.vy = d.uy - dy;
    d.p = -(vx * d.vx + vy * d.vy) * det, d.q = -(vx * d.ux + vy * d.uy) * det;
    const double p2 = d.p * d.p, q2 = d.q * d.q;
    const double sx = -ax + p2 * d.ux - q2 * d.vx, sy = -ay + p2 * d.uy - q2 * d.vy;
    d.pp = (sx * d.vx + sy * d.vy) * det, d.qq = (sx * d.ux + sy * d.uy) * det;
    return d;
}

/* model/seven_body.jd: crank OF, coupler FE, lever BE with the spring, and twice two bodies from A to E. */
static inline void hand_seven_body(const double *y, double *rate) {
    static const double m2 = .00365, m4 = .00706, m6 = .00706;
    static const double J1 = 2.194e-6 + .04325 * 92e-5 * 92e-5, J2 = 4.410e-7;
    static const double J3 = 5.255e-6 + .02373 * (1874e-5 * 1874e-5 + 1043e-5 * 1043e-5), J4 = 5.667e-7;
    static const double J5 = 1.169e-5 + .07050 * (2308e-5 * 2308e-5 + 916e-5 * 916e-5), J6 = 5.667e-7;
    static const double J7 = 1.912e-5 + .05498 * (1228e-5 * 1228e-5 + 449e-5 * 449e-5);
    static const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
    static const double dd = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ss = 35e-3;
    static const double sc = 18e-3, sd = 2e-2, u = 4e-2, zf = 2e-2, fa = 1421e-5, zt = 4e-2;
    static const double l0 = 7785e-5, c0 = 4530, torque = .033;
    const double beta = y[0] - 0.0617138900142764496; /* counted from the drawn position */
    const double fx = rr * cos(beta), fy = rr * sin(beta);
    /* E from F and B */
    const HandDyad E = hand_dyad(xb - fx, yb - fy, dd * dd, ss * ss, 1, -fy, fx, -fx, -fy);
    const double ex = fx + E.ux, ey = fy + E.uy, p2 = E.p * E.p;
    const double evx = -fy - E.p * E.uy, evy = fx + E.p * E.ux;
    const double eax = -fx - E.pp * E.uy - p2 * E.ux, eay = -fy + E.pp * E.ux - p2 * E.uy;
    /* the pins between E and A */
    const HandDyad P = hand_dyad(xa - ex, ya - ey, e * e, zt * zt, -1, evx, evy, eax, eay);
    const HandDyad Q = hand_dyad(xa - ex, ya - ey, zf * zf, u * u, 1, evx, evy, eax, eay);
    /* centres of mass of coupler, and of the bodies on E */
    const double k2 = da / dd, k4 = ea / e, k6 = fa / zf;
    const double c2x = k2 * E.ux, c2y = k2 * E.uy, c4x = k4 * P.ux, c4y = k4 * P.uy, c6x = k6 * Q.ux, c6y = k6 * Q.uy;
    const double v2x = -fy - E.p * c2y, v2y = fx + E.p * c2x, v4x = evx - P.p * c4y, v4y = evy + P.p * c4x;
    const double v6x = evx - Q.p * c6y, v6y = evy + Q.p * c6x;
    const double P2 = P.p * P.p, Q2 = Q.p * Q.p;
    const double a2x = -fx - E.pp * c2y - p2 * c2x, a2y = -fy + E.pp * c2x - p2 * c2y;
    const double a4x = eax - P.pp * c4y - P2 * c4x, a4y = eay + P.pp * c4x - P2 * c4y;
    const double a6x = eax - Q.pp * c6y - Q2 * c6x, a6y = eay + Q.pp * c6x - Q2 * c6y;
    const double M = J1 + J2 * p2 + J3 * E.q * E.q + J4 * P2 + J5 * P.q * P.q + J6 * Q2 + J7 * Q.q * Q.q +
                     m2 * (v2x * v2x + v2y * v2y) + m4 * (v4x * v4x + v4y * v4y) + m6 * (v6x * v6x + v6y * v6y);
    const double h = J2 * E.p * E.pp + J3 * E.q * E.qq + J4 * P.p * P.pp + J5 * P.q * P.qq + J6 * Q.p * Q.pp + J7 * Q.q * Q.qq +
                     m2 * (v2x * a2x + v2y * a2y) + m4 * (v4x * a4x + v4y * a4y) + m6 * (v6x * a6x + v6y * a6y);
    /* the spring: E - B is ss (sin g, -cos g) */
    const double sg = E.vx / ss, cg = -E.vy / ss, xd = sd * cg + sc * sg, yd = sd * sg - sc * cg;
    const double dx = xd + xb - xc, dy = yd + yb - yc, L = sqrt(dx * dx + dy * dy), pull = -c0 * (L - l0) / L;
    rate[0] = y[1];
    rate[1] = (torque + pull * (dy * xd - dx * yd) * E.q - h * y[1] * y[1]) / M;
}

#endif
