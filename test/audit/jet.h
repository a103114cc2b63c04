/* SPDX-License-Identifier: MIT
 *
 * Jets: a number with its first and second derivative by time. A lock is written down once, as a function of the places of two
 * frames; its rate and its bias come out of the arithmetic, and its Jacobian from rates for unit velocities. */
#ifndef AUDIT_JET_H
#define AUDIT_JET_H

#include "vector.h"

typedef struct {
    double f, d, a;
} Jet;

typedef struct {
    V3 f, d, a;
} JetV;

static inline Jet jet(double value) {
    return (Jet){value, 0, 0};
}
static inline Jet jet_add(Jet p, Jet q) {
    return (Jet){p.f + q.f, p.d + q.d, p.a + q.a};
}
static inline Jet jet_times(double s, Jet p) {
    return (Jet){s * p.f, s * p.d, s * p.a};
}
static inline Jet jet_sub(Jet p, Jet q) {
    return (Jet){p.f - q.f, p.d - q.d, p.a - q.a};
}
static inline Jet jet_mul(Jet p, Jet q) {
    return (Jet){p.f * q.f, p.d * q.f + p.f * q.d, p.a * q.f + 2 * p.d * q.d + p.f * q.a};
}
static inline Jet jet_sqrt(Jet p) {
    const double r = sqrt(p.f), d = p.d / (2 * r);
    return (Jet){r, d, (p.a / 2 - d * d) / r};
}
static inline Jet jet_inverse(Jet p) {
    const double r = 1 / p.f;
    return (Jet){r, -p.d * r * r, (2 * p.d * p.d * r - p.a) * r * r};
}
/* Of the angle the value between -pi and pi; the derivatives do not depend on the turn. */
static inline Jet jet_atan2(Jet s, Jet c) {
    const double n = s.f * s.f + c.f * c.f, rate = (c.f * s.d - s.f * c.d) / n;
    return (Jet){atan2(s.f, c.f), rate, (c.f * s.a - s.f * c.a - 2 * rate * (s.f * s.d + c.f * c.d)) / n};
}

static inline JetV jetv_add(JetV p, JetV q) {
    return (JetV){v3_add(p.f, q.f), v3_add(p.d, q.d), v3_add(p.a, q.a)};
}
static inline JetV jetv_sub(JetV p, JetV q) {
    return (JetV){v3_sub(p.f, q.f), v3_sub(p.d, q.d), v3_sub(p.a, q.a)};
}
static inline JetV jetv_scale(Jet s, JetV p) {
    return (JetV){v3_times(s.f, p.f), v3_add(v3_times(s.d, p.f), v3_times(s.f, p.d)),
                  v3_add(v3_add(v3_times(s.a, p.f), v3_times(2 * s.d, p.d)), v3_times(s.f, p.a))};
}
static inline Jet jetv_dot(JetV p, JetV q) {
    return (Jet){v3_dot(p.f, q.f), v3_dot(p.d, q.f) + v3_dot(p.f, q.d),
                 v3_dot(p.a, q.f) + 2 * v3_dot(p.d, q.d) + v3_dot(p.f, q.a)};
}
static inline JetV jetv_cross(JetV p, JetV q) {
    return (JetV){v3_cross(p.f, q.f), v3_add(v3_cross(p.d, q.f), v3_cross(p.f, q.d)),
                  v3_add(v3_add(v3_cross(p.a, q.f), v3_times(2, v3_cross(p.d, q.d))), v3_cross(p.f, q.a))};
}
/* Its derivative as a jet; the second derivative of that is not known. */
static inline JetV jetv_rate(JetV p) {
    return (JetV){p.d, p.a, {0, 0, 0}};
}

#endif
