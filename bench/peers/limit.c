/* SPDX-License-Identifier: MIT
 *
 * What somebody would write by hand for one mechanism and no other: the right-hand side as straight
 * lines, and dopri5 (or rk4) made for it. One coordinate and closed forms where there is one
 * freedom (P1, P3, P5, P6); a band matrix for N four-bars (P2), one pass in and one out for a chain
 * (P4). Compiled as the library is.
 *
 *     limit PROBLEM [METHOD SETTING]   CSV: problem, program, method, setting, error, seconds for
 * one simulated second, ... */
#define _GNU_SOURCE
#include "../emit/hand.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INLINE static inline __attribute__((always_inline))
static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Steppers, made anew for each right-hand side
 * -------------------------------------------------- */

typedef void Rates(const double *y, double *rate);
static long evaluations, steps;

INLINE void by_rk4(Rates *f, int n, double *y, double until, long count) {
    double k[4][n], z[n];
    const double h = until / (double)count;
    for (long s = 0; s < count; s++) {
        f(y, k[0]);
        for (int i = 0; i < n; i++) z[i] = y[i] + 0.5 * h * k[0][i];
        f(z, k[1]);
        for (int i = 0; i < n; i++) z[i] = y[i] + 0.5 * h * k[1][i];
        f(z, k[2]);
        for (int i = 0; i < n; i++) z[i] = y[i] + h * k[2][i];
        f(z, k[3]);
        for (int i = 0; i < n; i++) y[i] += h / 6 * (k[0][i] + 2 * (k[1][i] + k[2][i]) + k[3][i]);
    }
    evaluations = 4 * count, steps = count;
}

/* Dormand and Prince, first same as last, with a controller of two errors. */
INLINE bool by_dopri5(Rates *f, int n, double *y, double until, double tol, double *k) {
    double *k1 = k, *k2 = k + n, *k3 = k + 2 * n, *k4 = k + 3 * n, *k5 = k + 4 * n, *k6 = k + 5 * n,
           *k7 = k + 6 * n, *z = k + 7 * n;
    double t = 0, h = 1e-4 * until, before = 1e-4;
    f(y, k1);
    evaluations = 1, steps = 0;
    while (t < until) {
        if (t + 1.0001 * h > until) h = until - t;
        if (h < 1e-13 * until || evaluations > 100000000) return false;
        for (int i = 0; i < n; i++) z[i] = y[i] + h * (1. / 5 * k1[i]);
        f(z, k2);
        for (int i = 0; i < n; i++) z[i] = y[i] + h * (3. / 40 * k1[i] + 9. / 40 * k2[i]);
        f(z, k3);
        for (int i = 0; i < n; i++)
            z[i] = y[i] + h * (44. / 45 * k1[i] - 56. / 15 * k2[i] + 32. / 9 * k3[i]);
        f(z, k4);
        for (int i = 0; i < n; i++)
            z[i] = y[i] + h * (19372. / 6561 * k1[i] - 25360. / 2187 * k2[i] +
                               64448. / 6561 * k3[i] - 212. / 729 * k4[i]);
        f(z, k5);
        for (int i = 0; i < n; i++)
            z[i] = y[i] + h * (9017. / 3168 * k1[i] - 355. / 33 * k2[i] + 46732. / 5247 * k3[i] +
                               49. / 176 * k4[i] - 5103. / 18656 * k5[i]);
        f(z, k6);
        for (int i = 0; i < n; i++)
            z[i] = y[i] + h * (35. / 384 * k1[i] + 500. / 1113 * k3[i] + 125. / 192 * k4[i] -
                               2187. / 6784 * k5[i] + 11. / 84 * k6[i]);
        f(z, k7);
        evaluations += 6, steps++;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            const double off = 71. / 57600 * k1[i] - 71. / 16695 * k3[i] + 71. / 1920 * k4[i] -
                               17253. / 339200 * k5[i] + 22. / 525 * k6[i] - 1. / 40 * k7[i];
            const double size = fabs(z[i]) > fabs(y[i]) ? fabs(z[i]) : fabs(y[i]),
                         part = h * off / (tol * (1 + size));
            sum += part * part;
        }
        const double error = sqrt(sum / n);
        double grow = 0.2;
        if (error <= 1) {
            t += h;
            memcpy(y, z, sizeof(double[n])), memcpy(k1, k7, sizeof(double[n]));
            grow = 0.9 * pow(error + 1e-10, -0.14) * pow(before, 0.08);
            before = error > 1e-4 ? error : 1e-4;
        } else if (isfinite(error)) {
            grow = 0.9 * pow(error, -0.2);
        }
        h *= grow > 5 ? 5 : grow < 0.2 ? 0.2 : grow;
    }
    return true;
}

/* ---- P6: Bricard's mechanism, angles alternate: a, b, a, b, a
 * --------------------------------------- */

typedef struct {
    double v[3];
} Vec;
INLINE Vec cross(Vec a, Vec b) {
    return (Vec){{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                  a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}
INLINE double dot(Vec a, Vec b) {
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}
INLINE Vec add(Vec a, Vec b, double by) {
    return (Vec){{a.v[0] + by * b.v[0], a.v[1] + by * b.v[1], a.v[2] + by * b.v[2]}};
}
/* As seen from a frame that is turned by the angle of s and c about axis n. */
INLINE Vec seen(Vec a, int n, double s, double c) {
    const int i = (n + 1) % 3, j = (n + 2) % 3;
    Vec to = a;
    to.v[i] = c * a.v[i] + s * a.v[j], to.v[j] = c * a.v[j] - s * a.v[i];
    return to;
}

INLINE void rates_bricard(const double *y, double *rate) {
    static const int axis[5] = {1, 2, 0, 1, 2}, along[5] = {0, 1, 2, 0, 1};
    static const double way[5] = {1, -1, 1, -1, 1}, thick = 0.01 / 6, thin = 1.01 / 12, g = 9.81;
    const double S = sin(y[0]), C = cos(y[0]), per = 1 / (1 + S), cb = sqrt(1 + 2 * S) * per,
                 sb = -S * per;
    const double b = -C * per * per / cb,
                 bb = (S * per * per + 2 * C * C * per * per * per + sb * b * b) / cb;
    Vec w = {{0}}, e = {{0}}, v = {{0}}, a = {{0}}, down = {{0, -g, 0}};
    double M = 0, h = 0, Q = 0;
#pragma GCC unroll 5
    for (int k = 0; k < 5; k++) {
        const int n = axis[k], l = along[k];
        const double s = k % 2 ? sb : S, c = k % 2 ? cb : C;
        const double q1 = k % 2 ? b : 1, q2 = k % 2 ? bb : 0;
        w = seen(w, n, s, c), e = seen(e, n, s, c), v = seen(v, n, s, c), a = seen(a, n, s, c),
        down = seen(down, n, s, c);
        Vec spin = {{0}}, arm = {{0}};
        spin.v[n] = q1;
        e = add(e, cross(w, spin), 1);
        w.v[n] += q1, e.v[n] += q2;
        arm.v[l] = 0.5 * way[k];
        const Vec r = cross(w, arm), rr = add(cross(e, arm), cross(w, r), 1);
        const Vec vc = add(v, r, 1), ac = add(a, rr, 1);
        const double spun = w.v[l] * w.v[l], spins = w.v[l] * e.v[l];
        M += dot(vc, vc) + thin * (dot(w, w) - spun) + thick * spun;
        h += dot(vc, ac) + thin * (dot(w, e) - spins) + thick * spins;
        Q += dot(down, vc);
        v = add(v, r, 2), a = add(a, rr, 2);
    }
    rate[0] = y[1];
    rate[1] = (Q - h * y[1] * y[1]) / M;
}

/* ---- P2: N four-bars. Unknowns in turn: acceleration of a crank, force in a coupler
 * ------------------- */

enum { MOST_BARS = 400 };
static int bars;
static const double held = 1e-10, gain = 50; /* forces are softened, since they are not unique in
                                                line; and Baumgarte's gain, 1/s */

static void rates_four_bars(const double *y, double *rate) {
    static double s[MOST_BARS + 2], c[MOST_BARS + 2], d[2 * MOST_BARS + 3], l1[2 * MOST_BARS + 3],
        l2[2 * MOST_BARS + 3], x[2 * MOST_BARS + 3];
    const int n = bars + 1, last = 2 * bars;
    const double *w = y + n, g = 9.81;
    for (int i = 0; i < n; i++) sincos(y[i], &s[i], &c[i]);
    for (int i = 0; i < n; i++) {
        const int ends = (i > 0) + (i < bars);
        d[2 * i] = (1 + ends) / 3.;
        x[2 * i] = -0.5 * (1 + ends) * g * c[i];
    }
    for (int i = 0; i < bars; i++) {
        const double p = w[i] * w[i], q = w[i + 1] * w[i + 1];
        const double cd = c[i] * c[i + 1] + s[i] * s[i + 1], sd = s[i] * c[i + 1] - c[i] * s[i + 1];
        const double ex = 1 + c[i + 1] - c[i], ey = s[i + 1] - s[i];
        const double vx = s[i] * w[i] - s[i + 1] * w[i + 1], vy = c[i + 1] * w[i + 1] - c[i] * w[i];
        const double ax = c[i] * p - c[i + 1] * q, ay = s[i] * p - s[i + 1] * q;
        x[2 * i] -= sd / 6 * q, x[2 * i + 2] += sd / 6 * p;
        l1[2 * i] = ex * s[i] - ey * c[i], l2[2 * i] = cd / 6;
        d[2 * i + 1] = -held, l1[2 * i + 1] = ey * c[i + 1] - ex * s[i + 1], l2[2 * i + 1] = 0;
        x[2 * i + 1] = -(vx * vx + vy * vy + ex * ax + ey * ay) - 2 * gain * (ex * vx + ey * vy) -
                       0.5 * gain * gain * (ex * ex + ey * ey - 1);
    }
    l1[last] = l2[last] = l2[last - 1] = 0;
    d[last + 1] = d[last + 2] = 1, x[last + 1] = x[last + 2] = 0;
    for (int k = 0; k <= last; k++) {
        const double per = 1 / d[k], a = l1[k] * per, b = l2[k] * per;
        d[k + 1] -= a * l1[k], x[k + 1] -= a * x[k];
        l1[k + 1] -= a * l2[k];
        d[k + 2] -= b * l2[k], x[k + 2] -= b * x[k];
        l1[k] = a, l2[k] = b, x[k] *= per;
    }
    x[last + 1] = x[last + 2] = 0;
    for (int k = last; k >= 0; k--) x[k] -= l1[k] * x[k + 1] + l2[k] * x[k + 2];
    for (int i = 0; i < n; i++) rate[i] = w[i], rate[n + i] = x[2 * i];
}

/* ---- P4: a chain. F = A a + b of the part beyond a joint, with a the joint's acceleration
 * -------------- */

typedef struct {
    double s, c, ux, uy, k;
} Link;
static int links;
static Link *chain;

static void rates_chain(const double *restrict y, double *restrict rate) {
    const double *w = y + links, g = 9.81;
    double xx = 0, xy = 0, yy = 0, bx = 0, by = 0;
    for (int i = 0; i < links; i++) sincos(y[i], &chain[i].s, &chain[i].c);
    for (int i = links - 1; i >= 0; i--) {
        Link *at = &chain[i];
        const double s = at->s, c = at->c, w2 = w[i] * w[i];
        const double px = bx - w2 * (xx * c + xy * s),
                     py = by - w2 * (xy * c + yy * s); /* the rest, unless it turns faster */
        const double mx = xy * c - xx * s, my = yy * c - xy * s;
        const double per = 1 / (1. / 3 + my * c - mx * s), ux = mx - 0.5 * s, uy = my + 0.5 * c,
                     k = 0.5 * g * c + py * c - px * s;
        at->ux = per * ux, at->uy = per * uy, at->k = per * k;
        xx += 1 - at->ux * ux, xy -= at->ux * uy, yy += 1 - at->uy * uy;
        bx = px - 0.5 * w2 * c - ux * at->k, by = py - 0.5 * w2 * s + g - uy * at->k;
    }
    double ax = 0, ay = 0;
    for (int i = 0; i < links; i++) {
        const Link *at = &chain[i];
        const double turn = -(at->ux * ax + at->uy * ay + at->k), w2 = w[i] * w[i];
        rate[i] = w[i], rate[links + i] = turn;
        ax -= turn * at->s + w2 * at->c, ay += turn * at->c - w2 * at->s;
    }
}

/* ---- Problems
 * ---------------------------------------------------------------------------------------- */

#define STEPPERS(name, rates, n)                                                                   \
    static bool name(double *y, double until, bool fixed, double setting, double *room) {          \
        if (!fixed) return by_dopri5(rates, n, y, until, setting, room);                           \
        by_rk4(rates, n, y, until, (long)(until / setting + 0.5));                                 \
        return true;                                                                               \
    }
STEPPERS(run_slider_crank, hand_slider_crank, 2)
STEPPERS(run_seven_body, hand_seven_body, 2)
STEPPERS(run_v6, hand_v6, 2)
STEPPERS(run_bricard, rates_bricard, 2)
STEPPERS(run_four_bars, rates_four_bars, 2 * bars + 2)
STEPPERS(run_chain, rates_chain, 2 * links)

typedef struct {
    const char *name;
    bool (*run)(double *y, double until, bool fixed, double setting, double *room);
    double until, start[2], reference;
} Problem;
static const Problem problems[] = {
    {"P1", run_slider_crank, 0.13, {0, 150}, 12.710094805554134},
    {"P3", run_seven_body, 0.03, {0, 0}, 15.810771195153707 + 0.0617138900142764496},
    {"P5", run_v6, 1, {0, 0}, 36.946914882323961},
    {"P6", run_bricard, 9, {0, 0}, 1.0014705600398180},
    {"P2-1", run_four_bars, 10, {1.57079632679489661923, -1}, 1.0719815649548012},
    {"P2-5", run_four_bars, 10, {1.57079632679489661923, -1}, 1.3327658068951700},
    {"P2-10", run_four_bars, 10, {1.57079632679489661923, -1}, 1.3649930399109580},
    {"P2-40", run_four_bars, 10, {1.57079632679489661923, -1}, 1.3892891187070906},
    {"P2-100", run_four_bars, 10, {1.57079632679489661923, -1}, 1.3941683960454478},
    {"P2-400", run_four_bars, 10, {1.57079632679489661923, -1}, 1.3966110718090439},
    {"P4-10", run_chain, 1, {0, 0}, 0},
    {"P4-100", run_chain, 0.2, {0, 0}, 0},
    {"P4-1000", run_chain, 0.05, {0, 0}, 0},
    {"P4-10000", run_chain, 0.01, {0, 0}, 0},
    {"P4-100000", run_chain, 0.002, {0, 0}, 0},
};

static const double enough = 0.03, longest = 0.2; /* seconds: one setting is repeated; what takes
                                                     longer is the last of its ladder */
static double *start, *state, *room;
static int numbers;

static bool prepare(const Problem *of) {
    const int count = of->name[2] == '-' ? atoi(of->name + 3) : 0;
    bars = of->name[1] == '2' ? count : 0, links = of->name[1] == '4' ? count : 0;
    numbers = bars ? 2 * bars + 2 : links ? 2 * links : 2;
    start = malloc(sizeof(double) * (size_t)numbers * 10);
    chain = malloc(sizeof(Link) * (size_t)(links + 1));
    if (!start || !chain) return false;
    state = start + numbers, room = start + 2 * numbers;
    for (int k = 0; k < numbers; k++) start[k] = of->start[k >= numbers / 2];
    return true;
}

static double measure(const Problem *of, bool fixed, double setting) {
    double least = INFINITY, spent = 0;
    bool arrived = true;
    for (int round = 0; arrived && (round == 0 || spent < enough); round++) {
        memcpy(state, start, sizeof(double) * (size_t)numbers);
        const double from = seconds();
        arrived = of->run(state, of->until, fixed, setting, room);
        const double took = seconds() - from;
        least = took < least ? took : least, spent += took;
    }
    const double off = arrived ? 2 * fabs(sin(0.5 * (state[0] - of->reference))) : NAN;
    if (links)
        printf("%s,limit,dopri5,all-in,,%.4g,%ld,%ld,done\n", of->name, least / (double)evaluations,
               steps, evaluations);
    else
        printf("%s,limit,%s,%.3g,%.3e,%.4g,%ld,%ld,%s\n", of->name, fixed ? "rk4" : "dopri5",
               setting, off, least / of->until, steps, evaluations, arrived ? "done" : "failed");
    fflush(stdout);
    return least;
}

static void climb(const Problem *of) {
    for (int k = 0; k < 31; k++)
        if (measure(of, false, 1e-3 * pow(10, -0.25 * k)) > longest) break;
    for (int k = 0; k < 14; k++)
        if (measure(of, true, of->until / floor(100 * pow(2, 0.5 * k))) > longest) break;
}

int main(int count, char **word) {
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
        const Problem *of = &problems[k];
        if (count < 2) puts(of->name);
        if (count < 2 || strcmp(of->name, word[1])) continue;
        if (!prepare(of)) return 1;
        if (links)
            measure(of, false, 1e-9);
        else if (count == 4)
            measure(of, !strcmp(word[2], "rk4"), strtod(word[3], NULL));
        else
            climb(of);
        free(start), free(chain);
    }
    return 0;
}
