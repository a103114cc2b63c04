/* SPDX-License-Identifier: MIT
 *
 * Vectors and rotations; values in, values out. */
#ifndef JD_MATH_H
#define JD_MATH_H

#include "jourdain.h"
#include <math.h>

typedef JdVec3 Vec3;
typedef struct { double x, y; } Vec2;
typedef struct { Vec3 x, y, z; } Axes; /* three unit vectors: the columns of a rotation */

static const double pi = 3.14159265358979323846;

static inline Vec2 vec2(double x, double y) { return (Vec2){x, y}; }
static inline Vec2 vec2_add(Vec2 a, Vec2 b) { return vec2(a.x + b.x, a.y + b.y); }
static inline Vec2 vec2_sub(Vec2 a, Vec2 b) { return vec2(a.x - b.x, a.y - b.y); }
static inline Vec2 vec2_scale(double k, Vec2 a) { return vec2(k * a.x, k * a.y); }
static inline double vec2_dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
static inline Vec2 vec2_turn90(Vec2 a) { return vec2(-a.y, a.x); } /* z x a */
static inline double vec2_cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

static inline Vec3 vec3(double x, double y, double z) { return (Vec3){x, y, z}; }
static inline Vec3 vec3_add(Vec3 a, Vec3 b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline Vec3 vec3_sub(Vec3 a, Vec3 b) { return vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline Vec3 vec3_scale(double k, Vec3 a) { return vec3(k * a.x, k * a.y, k * a.z); }
static inline double vec3_dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vec3 vec3_cross(Vec3 a, Vec3 b) {
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double vec3_norm(Vec3 a) { return sqrt(vec3_dot(a, a)); }

#endif
