/* SPDX-License-Identifier: MIT
 *
 * Mechanics from channels alone, in space: vectors and attitudes of bodies, their momentum, and the
 * laws of Newton and Euler for one body with everything that acts on it. */
#ifndef SPACE_H
#define SPACE_H

#include "verify/verify.h"
#include "math/math.h"

/* vector(c, "rod", "v") = (rod.vx, rod.vy, rod.vz); vector(c, "jA", "force.") likewise. */
static inline Vec3 vector(const Case *c, const char *name, const char *word) {
    char text[3][96];
    for (int n = 0; n < 3; n++)
        snprintf(text[n], sizeof text[n], "%.64s.%.24s%c", name, word, 'x' + n);
    return vec3(value(c, text[0]), value(c, text[1]), value(c, text[2]));
}

static inline Axes attitude(const Case *c, const char *name) {
    static const char *const words[] = {"matrix.x", "matrix.y", "matrix.z"};
    Vec3 rows[3];
    for (int n = 0; n < 3; n++) rows[n] = vector(c, name, words[n]);
    return (Axes){vec3(rows[0].x, rows[1].x, rows[2].x), vec3(rows[0].y, rows[1].y, rows[2].y),
                  vec3(rows[0].z, rows[1].z, rows[2].z)};
}

static inline void check_vector(Vec3 actual, Vec3 expected, double within, const char *reason) {
    check_near(actual.x, expected.x, within, reason);
    check_near(actual.y, expected.y, within, reason);
    check_near(actual.z, expected.z, within, reason);
}

/* ---- A body: what the test knows of it beyond its channels ---------------------------------- */

typedef struct {
    const char *name;
    double mass, inertia[3][3]; /* about the centre of mass, along its own axes */
} Solid;

static inline Vec3 times_inertia(const Case *c, const Solid *s, Vec3 v) {
    const Axes axes = attitude(c, s->name);
    const Vec3 in = axes_in(&axes, v);
    const double(*I)[3] = s->inertia;
    return axes_out(&axes, vec3(I[0][0] * in.x + I[0][1] * in.y + I[0][2] * in.z,
                                I[1][0] * in.x + I[1][1] * in.y + I[1][2] * in.z,
                                I[2][0] * in.x + I[2][1] * in.y + I[2][2] * in.z));
}

/* Angular momentum about the ground's origin. */
static inline Vec3 momentum(const Case *c, const Solid *s) {
    const Vec3 own = times_inertia(c, s, vector(c, s->name, "w"));
    const Vec3 orbit = vec3_cross(vector(c, s->name, ""), vector(c, s->name, "v"));
    return vec3_add(own, vec3_scale(s->mass, orbit));
}

/* ---- Newton and Euler ----------------------------------------------------------------------- */

/* What acts on a body: the moment is about its centre of mass. */
typedef struct {
    Vec3 force, moment;
    double size; /* of all that was added */
} Load;

/* A force at a place, and a torque. */
static inline void load_add(const Case *c, const Solid *s, Load *load, Vec3 force, Vec3 at,
                            Vec3 torque) {
    const Vec3 arm = vec3_sub(at, vector(c, s->name, ""));
    load->force = vec3_add(load->force, force);
    load->moment = vec3_add(load->moment, vec3_add(torque, vec3_cross(arm, force)));
    load->size += vec3_norm(force) * (1 + vec3_norm(arm)) + vec3_norm(torque);
}

/* m a = F, I alpha + w x I w = M, within `share` of all that acts and of all that moves. */
static inline void check_newton_euler(const Case *c, const Solid *s, const Load *load,
                                      double share, const char *reason) {
    const Vec3 w = vector(c, s->name, "w");
    const Vec3 ma = vec3_scale(s->mass, vector(c, s->name, "a"));
    const Vec3 turn = vec3_cross(w, times_inertia(c, s, w));
    const Vec3 rate = vec3_add(times_inertia(c, s, vector(c, s->name, "alpha")), turn);
    const double within = share * (1 + load->size + vec3_norm(ma) + vec3_norm(rate));
    check_vector(ma, load->force, within, reason);
    check_vector(rate, load->moment, within, reason);
}

#endif
