/* SPDX-License-Identifier: MIT
 *
 * What model/msl/robot_full.jd expects, without anything of the program: the arm by recursive
 * Newton-Euler along its joints, the mass matrix from it column by column; motors, gears, friction
 * and controllers by hand; Runge and Kutta, split at the corners of the path, two step sizes,
 * extrapolated.
 *
 *     cc -O2 -o robot_full test/verify/robot_full.c -lm && ./robot_full 0.2
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double x, y, z;
} V;
typedef struct {
    double m[3][3];
} M;

static V v(double x, double y, double z) {
    return (V){x, y, z};
}
static V add(V a, V b) {
    return v(a.x + b.x, a.y + b.y, a.z + b.z);
}
static V sub(V a, V b) {
    return v(a.x - b.x, a.y - b.y, a.z - b.z);
}
static V mul(double s, V a) {
    return v(s * a.x, s * a.y, s * a.z);
}
static V cross(V a, V b) {
    return v(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static double dot(V a, V b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static V turn(M r, V a) {
    return v(r.m[0][0] * a.x + r.m[0][1] * a.y + r.m[0][2] * a.z,
             r.m[1][0] * a.x + r.m[1][1] * a.y + r.m[1][2] * a.z,
             r.m[2][0] * a.x + r.m[2][1] * a.y + r.m[2][2] * a.z);
}
static V back(M r, V a) {
    return v(r.m[0][0] * a.x + r.m[1][0] * a.y + r.m[2][0] * a.z,
             r.m[0][1] * a.x + r.m[1][1] * a.y + r.m[2][1] * a.z,
             r.m[0][2] * a.x + r.m[1][2] * a.y + r.m[2][2] * a.z);
}

enum { N = 6 };
static const double deg = 3.14159265358979323846 / 180;
/* Joints: whether they turn about x (otherwise y), and where they are on the body before. */
static const int about_x[N] = {0, 1, 1, 0, 1, 0};
static const V place[N] = {{0, 0.351, 0},      {0, 0.324, 0.3}, {0, 0.65, 0},
                           {0, 0.414, -0.155}, {0, 0.186, 0},   {0, 0.125, 0}};
static double mass[N] = {1, 56.5, 26.4, 28.7, 5.2, 15.5};
static V centre[N] = {{0, 0, 0}, {0.172, 0.205, 0}, {0.064, -0.034, 0}, {0, 0, 0}, {0, 0, 0}};
static M inertia[N] = {
    {{{0.58, 0, 0}, {0, 1.16, 0}, {0, 0, 0.58}}},
    {{{2.58, -0.46, 0}, {-0.46, 0.64, 0}, {0, 0, 2.73}}},
    {{{0.279, -0.07, 0}, {-0.07, 0.245, 0}, {0, 0, 0.413}}},
    {{{1.67, 0, 0}, {0, 0.081, 0}, {0, 0, 1.67}}},
    {{{1.25, 0, 0}, {0, 0.81, 0}, {0, 0, 1.53}}},
    {{{0.002, 0, 0}, {0, 0.002, 0}, {0, 0, 0.002}}},
};

/* The last body with its load: two masses, about their common centre. */
static void load_last(void) {
    const V at[2] = {{0.05, 0.05, 0.05}, {0.1, 0.25, 0.1}};
    const double m[2] = {0.5, 15};
    centre[5] = mul(1 / 15.5, add(mul(0.5, at[0]), mul(15, at[1])));
    for (int k = 0; k < 2; k++) {
        const V d = sub(at[k], centre[5]);
        const double c[3] = {d.x, d.y, d.z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                inertia[5].m[i][j] += m[k] * ((i == j ? dot(d, d) : 0) - c[i] * c[j]);
    }
}

static M rotation(int x, double q) {
    const double s = sin(q), c = cos(q);
    return x ? (M){{{1, 0, 0}, {0, c, -s}, {0, s, c}}} : (M){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
}

/* Torques of the joints for a motion, each in the axes of its body. */
static void inverse(const double *q, const double *w, const double *a, double g, double *torque) {
    V spin = v(0, 0, 0), spin_up = v(0, 0, 0), up = v(0, g, 0), force[N], moment[N];
    M r[N];
    for (int k = 0; k < N; k++) {
        const V axis = about_x[k] ? v(1, 0, 0) : v(0, 1, 0);
        r[k] = rotation(about_x[k], q[k]);
        const V at = add(up, add(cross(spin_up, place[k]), cross(spin, cross(spin, place[k]))));
        up = back(r[k], at);
        const V before = back(r[k], spin);
        spin_up = add(back(r[k], spin_up), add(mul(a[k], axis), cross(before, mul(w[k], axis))));
        spin = add(before, mul(w[k], axis));
        const V c = centre[k];
        force[k] = mul(mass[k], add(up, add(cross(spin_up, c), cross(spin, cross(spin, c)))));
        moment[k] = add(turn(inertia[k], spin_up), cross(spin, turn(inertia[k], spin)));
    }
    V f = v(0, 0, 0), n = v(0, 0, 0);
    for (int k = N - 1; k >= 0; k--) {
        const V on = k + 1 < N ? turn(r[k + 1], f) : v(0, 0, 0);
        const V no = k + 1 < N ? turn(r[k + 1], n) : v(0, 0, 0);
        n = add(moment[k], add(cross(centre[k], force[k]), no));
        if (k + 1 < N) n = add(n, cross(place[k + 1], on));
        f = add(force[k], on);
        torque[k] = about_x[k] ? n.x : n.y;
    }
}

static void solve(double a[N][N], double *b) {
    for (int k = 0; k < N; k++)
        for (int i = k + 1; i < N; i++) {
            const double s = a[i][k] / a[k][k];
            for (int j = k; j < N; j++) a[i][j] -= s * a[k][j];
            b[i] -= s * b[k];
        }
    for (int k = N - 1; k >= 0; k--) {
        for (int j = k + 1; j < N; j++) b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
}

/* ---- Axes
 * ------------------------------------------------------------------------------------------------------
 */

static const double first[N] = {-60, 20, 90, 0, -110, 0}, last[N] = {60, -70, -35, 45, 110, 45};
static const double ratio[N] = {-105, 210, 60, -99, 79.2, -99};
static const double rotor[N] = {0.0013, 0.0013, 0.0013, 1.6e-4, 1.8e-4, 4.3e-5};
static const double gain[N] = {1.1616, 1.1616, 1.1616, 0.2365, 0.2608, 0.0842};
static const double frequency[N] = {4590, 5500, 5500, 6250, 6250, 7400};
static const double damping[N] = {0.6, 0.6, 0.6, 0.55, 0.55, 0.27};
static const double spring[3] = {43, 8, 58}, damper[3] = {5e-3, 0.01, 0.04};
static const double dry[N] = {0.4, 0.5, 0.7, 21.8, 30.1, 10.9};
static const double viscous[N] = {0.13 / 160, 0.1 / 130, 0.2 / 130, 9.8, 0.03, 3.92};
static const double R = 250;

/* The share of the way, in a piece of the path: rising, even, falling, there. */
static double top, rise, up_time, end_time;
static void path(double t, int piece, double *s, double *rate) {
    *s = 1, *rate = 0;
    if (piece == 0) *s = rise * t * t / 2, *rate = rise * t;
    if (piece == 1) *s = top * up_time / 2 + top * (t - up_time), *rate = top;
    if (piece == 2)
        *s = 1 - rise * (end_time - t) * (end_time - t) / 2, *rate = rise * (end_time - t);
}

/* State: angles and rates of joints, drives, currents, integrals, then angles and rates of the
 * first three rotors. */
enum { STATES = 5 * N + 6 };
static void rates(double t, const double *y, int piece, double *out) {
    const double *q = y, *w = y + N, *drive = y + 2 * N, *current = y + 3 * N, *sum = y + 4 * N;
    const double *qm = y + 5 * N, *wm = y + 5 * N + 3;
    double s, rate, bias[N], column[N], zero[N] = {0}, matrix[N][N];
    path(t, piece, &s, &rate);
    inverse(q, w, zero, 9.81, bias);
    for (int k = 0; k < N; k++) {
        double one[N] = {0};
        one[k] = 1;
        inverse(q, zero, one, 0, column);
        for (int i = 0; i < N; i++) matrix[i][k] = column[i];
    }
    for (int k = 0; k < N; k++) {
        const double angle = k < 3 ? qm[k] : ratio[k] * q[k],
                     speed = k < 3 ? wm[k] : ratio[k] * w[k];
        const double way = (last[k] - first[k]) * deg;
        const double error =
            5 * (ratio[k] * (first[k] * deg + way * s) - angle) + ratio[k] * way * rate - speed;
        const double wanted = 0.5 * (error + sum[k] / 0.05),
                     L = R / (2 * damping[k] * frequency[k]);
        const double motor = gain[k] * current[k];
        out[2 * N + k] = frequency[k] * frequency[k] * L * (wanted - current[k]);
        out[3 * N + k] = (drive[k] - R * current[k] - gain[k] * speed) / L;
        out[4 * N + k] = error;
        if (k < 3) {
            const double twist =
                spring[k] * (angle - ratio[k] * q[k]) + damper[k] * (speed - ratio[k] * w[k]);
            out[5 * N + k] = speed;
            out[5 * N + 3 + k] =
                (motor - dry[k] * tanh(speed / 0.1) - viscous[k] * speed - twist) / rotor[k];
            bias[k] = ratio[k] * twist - bias[k];
        } else {
            matrix[k][k] += rotor[k] * ratio[k] * ratio[k];
            bias[k] = ratio[k] * motor - dry[k] * tanh(w[k] / 0.01) - viscous[k] * w[k] - bias[k];
        }
        out[k] = w[k];
    }
    solve(matrix, bias);
    memcpy(out + N, bias, sizeof bias);
}

static void step(double t, double h, int piece, double *y) {
    double a[STATES], b[STATES], c[STATES], d[STATES], z[STATES];
    rates(t, y, piece, a);
    for (int n = 0; n < STATES; n++) z[n] = y[n] + h / 2 * a[n];
    rates(t + h / 2, z, piece, b);
    for (int n = 0; n < STATES; n++) z[n] = y[n] + h / 2 * b[n];
    rates(t + h / 2, z, piece, c);
    for (int n = 0; n < STATES; n++) z[n] = y[n] + h * c[n];
    rates(t + h, z, piece, d);
    for (int n = 0; n < STATES; n++) y[n] += h / 6 * (a[n] + 2 * b[n] + 2 * c[n] + d[n]);
}

static void run(double until, double per_second, double *y) {
    const double stops[] = {0, up_time, end_time - up_time, end_time, 1e9};
    memset(y, 0, STATES * sizeof *y);
    for (int k = 0; k < N; k++) y[k] = first[k] * deg;
    for (int k = 0; k < 3; k++) y[5 * N + k] = ratio[k] * first[k] * deg;
    for (int piece = 0; piece < 4 && stops[piece] < until; piece++) {
        const double begin = stops[piece], end = fmin(stops[piece + 1], until);
        const long count = (long)((end - begin) * per_second) + 1;
        for (long n = 0; n < count; n++)
            step(begin + (double)n * (end - begin) / (double)count, (end - begin) / (double)count,
                 piece, y);
    }
}

int main(int argc, char **argv) {
    const double until = argc > 1 ? atof(argv[1]) : 0.2;
    double rough[STATES], fine[STATES];
    load_last();
    top = 3.1 / (220 * deg);
    rise = 15 / (125 * deg);
    up_time = top / rise;
    end_time = 1 / top + up_time;
    run(until, 50000, rough);
    run(until, 100000, fine);
    for (int k = 0; k < N; k++)
        printf("expect r%d.angle = %.11g rad at %g s within 1e-7    # %.1e\n", k + 1,
               fine[k] + (fine[k] - rough[k]) / 15, until, fabs(fine[k] - rough[k]) / 15);
    printf("expect a2.motor.current = %.10g A at %g s within 1e-5\n",
           fine[3 * N + 1] + (fine[3 * N + 1] - rough[3 * N + 1]) / 15, until);
    return 0;
}
