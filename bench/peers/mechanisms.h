// SPDX-License-Identifier: MIT
//
// The problems of bench/peers.c once more, for programs with trees of joints and loops that are closed by further equations. Each of
// them is a Builder. In the drawn position all bodies are parallel to the ground, and named by the place of their centre of mass.
#ifndef MECHANISMS_H
#define MECHANISMS_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

struct Point {
    double x, y, z;
};
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Point operator*(double k, Point a) { return {k * a.x, k * a.y, k * a.z}; }

struct Solid {
    double mass;
    Point moments, centre; // about the ground's axes
};

struct Builder {
    double until = 0;
    int shown = 1;      // the body of the point that is compared,
    Point mark{}, goal{}; // where it is drawn and where it is at the end,
    double length = 1;  // and what an error is measured by
    virtual ~Builder() {}
    virtual void gravity(Point g) = 0;
    // A further body on a joint; returns its number. The ground is 0.
    virtual int hinge(int parent, Point at, Point axis, Solid made) = 0;
    virtual int slide(int parent, Point axis, Solid made) = 0;
    // Loops: a hinge of a mechanism that moves in the plane z = 0; the hinge of Bricard's loop.
    virtual void close_flat(int i, int j, Point at) = 0;
    virtual void close_hinge(int i, int j, Point at, Point axis) = 0;
    virtual void torque(int body, double about_z) = 0;
    virtual void spring(Point ground, int body, Point at, double stiffness, double rest) = 0;
    virtual void rate(int body, double value) = 0; // of its joint, at the start
};

inline Point polar(double length, double angle) { return {length * std::cos(angle), length * std::sin(angle), 0}; }
inline Point turned(double angle, double x, double y) { return polar(x, angle) + polar(y, angle + 1.57079632679489661923); }
inline Solid flat(double mass, double inertia, Point centre) { return {mass, {inertia, inertia, inertia}, centre}; }
// The point at `from`, turned about z by the angle that is known.
inline void watch(Builder &b, int body, Point from, double angle) {
    b.shown = body, b.mark = from, b.length = std::hypot(from.x, from.y);
    b.goal = {from.x * std::cos(angle) - from.y * std::sin(angle), from.x * std::sin(angle) + from.y * std::cos(angle), 0};
}

inline void slider_crank(Builder &b) { // P1
    const double r = 0.153, l = 0.306, rate = 150;
    b.gravity({0, -9.81, 0});
    const int crank = b.hinge(0, {0, 0, 0}, {0, 0, 1}, flat(0.038, 7.4e-5, {r / 2, 0, 0}));
    const int rod = b.hinge(crank, {r, 0, 0}, {0, 0, 1}, flat(0.076, 5.9e-5, {r + l / 2, 0, 0}));
    const int piston = b.slide(0, {1, 0, 0}, flat(0.038, 1.8e-6, {r + l, 0, 0}));
    b.close_flat(rod, piston, {r + l, 0, 0});
    b.rate(crank, rate), b.rate(rod, -1.5 * rate);
    b.until = 0.13;
    watch(b, crank, {r, 0, 0}, 12.710094805554134);
}

inline void four_bars(Builder &b, int n) { // P2
    const double rod = 1. / 12, end = n == 1 ? 1.0719815649548012 : n == 5 ? 1.3327658068951700 : n == 10 ? 1.3649930399109580 :
                     n == 40 ? 1.3892891187070906 : n == 100 ? 1.3941683960454478 : 1.3966110718090439;
    int crank[401];
    b.gravity({0, -9.81, 0});
    for (int k = 0; k <= n; k++) {
        crank[k] = b.hinge(0, {double(k), 0, 0}, {0, 0, 1}, flat(1, rod, {double(k), 0.5, 0}));
        b.rate(crank[k], -1);
    }
    for (int k = 0; k < n; k++) {
        const int coupler = b.hinge(crank[k], {double(k), 1, 0}, {0, 0, 1}, flat(1, rod, {k + 0.5, 1, 0}));
        b.rate(coupler, 1);
        b.close_flat(coupler, crank[k + 1], {k + 1., 1, 0});
    }
    b.until = 10;
    watch(b, crank[0], {0, 1, 0}, end - 1.57079632679489661923);
}

inline void seven_body(Builder &b) { // P3, data of the IVP test set
    const double beta = -0.0617138900142764496, gamma = 0.4552798191630703802, phi = 0.2226683901658858846,
                 delta = 0.4873649795438425502, epsilon = 1.2305474445498211924;
    const Point A{-0.06934, -0.00227, 0}, B{-0.03635, 0.03273, 0}, C{0.014, 0.072, 0}, z{0, 0, 1};
    const Point F = polar(0.007, beta), E = F - polar(0.028, beta), G = A + polar(0.04, delta);
    const Point H = A + turned(epsilon, 0, -0.04), D = B + turned(gamma, 0.02, -0.018);
    const int k1 = b.hinge(0, {0, 0, 0}, z, flat(0.04325, 2.194e-6, polar(0.00092, beta)));
    const int k2 = b.hinge(k1, F, z, flat(0.00365, 4.410e-7, F - polar(0.0115, beta)));
    const int k3 = b.hinge(0, B, z, flat(0.02373, 5.255e-6, B + turned(gamma, 0.01043, -0.01874)));
    const int k5 = b.hinge(0, A, z, flat(0.07050, 1.169e-5, A + turned(delta, 0.02308, 0.00916)));
    const int k4 = b.hinge(k5, G, z, flat(0.00706, 5.667e-7, G + turned(phi + delta, 0, -0.00579)));
    const int k7 = b.hinge(0, A, z, flat(0.05498, 1.912e-5, A + turned(epsilon, -0.00449, -0.01228)));
    const int k6 = b.hinge(k7, H, z, flat(0.00706, 5.667e-7, H + turned(epsilon - phi, 0.00579, 0)));
    b.close_flat(k2, k3, E), b.close_flat(k2, k4, E), b.close_flat(k2, k6, E);
    b.torque(k1, 0.033);
    b.spring(C, k3, D, 4530, 0.07785);
    b.until = 0.03;
    watch(b, k1, F, 15.810771195153707 - beta);
}

inline void chain(Builder &b, int n, bool in_space) { // P4
    int last = 0;
    b.gravity(in_space ? Point{0, 0, -9.81} : Point{0, -9.81, 0});
    for (int k = 0; k < n; k++) {
        const Point at{double(k), 0, 0}, centre{k + 0.5, 0, 0};
        last = in_space ? b.hinge(last, at, {0, std::cos(k + 1.), std::sin(k + 1.)}, {1, {0.002, 0.085, 0.085}, centre})
                        : b.hinge(last, at, {0, 0, 1}, flat(1, 1. / 12, centre));
    }
}

inline void crankshaft(Builder &b) { // P5
    const double r = 0.153, l = 0.306, degree = 0.017453292519943295769, throws[] = {0, 120, 240, 60, 180, 300};
    b.gravity({0, -9.81, 0});
    const int shaft = b.hinge(0, {0, 0, 0}, {0, 0, 1}, flat(2.228, 3.778247e-3, {0, 0, 0}));
    for (int k = 0; k < 6; k++) {
        const double bank = (k % 2 ? -30 : 30) * degree;
        const Point T = polar(r, throws[k] * degree), u{std::sin(bank), std::cos(bank), 0};
        const double along = T.x * u.x + T.y * u.y, across = T.y * u.x - T.x * u.y;
        const Point P = (along + std::sqrt(l * l - across * across)) * u;
        const int rod = b.hinge(shaft, T, {0, 0, 1}, flat(0.076, 5.9e-5, 0.5 * (T + P)));
        const int piston = b.slide(0, u, flat(0.038, 1.8e-6, P));
        b.close_flat(rod, piston, P);
    }
    b.torque(shaft, 1);
    b.until = 1;
    watch(b, shaft, {r, 0, 0}, 36.946914882323961);
}

inline void bricard(Builder &b) { // P6
    const Point P[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    const Point axis[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double thick = 0.01 / 6, thin = 1.01 / 12, end = 1.0014705600398180;
    b.gravity({0, -9.81, 0});
    int last = 0;
    for (int k = 0; k < 5; k++) {
        const Point d = P[k + 1] - P[k];
        const Point J{d.x != 0 ? thick : thin, d.y != 0 ? thick : thin, d.z != 0 ? thick : thin};
        last = b.hinge(last, P[k], axis[k], {1, J, 0.5 * (P[k] + P[k + 1])});
    }
    b.close_hinge(0, last, P[5], {1, 0, 0});
    b.until = 9;
    b.shown = 1, b.mark = {1, 0, 0}, b.goal = {std::cos(end), 0, -std::sin(end)};
}

inline void robot(Builder &b) { // P7
    const double L = 0.3, thin = 1e-3, thick = L * L / 12;
    const Point E{6 * L, 0, 0}, way[] = {{1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const Point moments[] = {{thin, thick, thick}, {thick, thin, thick}, {thick, thin, thick}, {thick, thick, thin}, {thick, thick, thin}};
    int spine = 0;
    b.gravity({0, -9.81, 0});
    for (int limb = 0; limb < 5; limb++) {
        int last = limb ? spine : 0;
        for (int k = 0; k < 6; k++) {
            const Point from = limb ? E : Point{0, 0, 0};
            const double a = k + (limb < 2 ? 1 : limb);
            const Point axis = limb == 0 ? Point{0, std::cos(a), std::sin(a)} :
                               limb < 3  ? Point{std::cos(a), 0, std::sin(a)} : Point{std::cos(a), std::sin(a), 0};
            last = b.hinge(last, from + k * L * way[limb], axis, {1, moments[limb], from + (k + 0.5) * L * way[limb]});
        }
        if (limb == 0) spine = last;
        if (limb == 1) b.shown = last, b.mark = E + 6 * L * way[1];
    }
    b.until = 0.5, b.length = L;
    b.goal = {1.774576065849120, 0.422771138843868, 0.009247564205409};
}

// Which of them, by name; false: there is none.
inline bool build(Builder &b, const char *name) {
    const char *dash = std::strchr(name, '-');
    const int n = dash ? std::atoi(dash + 1) : 0;
    if (!std::strcmp(name, "P1")) return slider_crank(b), true;
    if (!std::strncmp(name, "P2-", 3)) return four_bars(b, n), true;
    if (!std::strcmp(name, "P3")) return seven_body(b), true;
    if (!std::strncmp(name, "P4-", 3)) return chain(b, n, false), true;
    if (!std::strncmp(name, "P4s-", 4)) return chain(b, n, true), true;
    if (!std::strcmp(name, "P5")) return crankshaft(b), true;
    if (!std::strcmp(name, "P6")) return bricard(b), true;
    if (!std::strcmp(name, "P7")) return robot(b), true;
    return false;
}

inline double seconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}
static const double enough = 0.1, longest = 2; // seconds in which a setting is repeated; what takes longer ends its ladder

#endif
