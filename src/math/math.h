/* SPDX-License-Identifier: MIT
 *
 * Vectors and rotations; values in, values out. */
#ifndef JD_MATH_H
#define JD_MATH_H

#include "base/own.h"
#include "jourdain.h"

typedef JdVec3 Vec3;
typedef struct { double x, y; } Vec2;
typedef struct { Vec3 x, y, z; } Axes; /* three unit vectors: the columns of a rotation */
typedef struct { double w, x, y, z; } Quat; /* a unit quaternion: cos(a/2), sin(a/2) n */
typedef enum { AXIS_X, AXIS_Y, AXIS_Z } AxisName;

static const double pi = 3.14159265358979323846;

/* Not fmax, which is a call. Where a is no number, b. */
static inline double larger(double a, double b) { return a > b ? a : b; }

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

/* The angle of a counted turn: what positions say, and as many whole turns as bring it next to the count. */
static inline double jd_counted(double angle, double count) { return angle + 2 * pi * round((count - angle) / (2 * pi)); }

/* ---- Rotations: theory 8 ---------------------------------------------------------------------
 * An Axes is the attitude of a frame: its three axes, seen from an outer frame. */

static const Axes axes_none = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* A vector given along the axes, seen from the outer frame; and the way back. */
static inline Vec3 axes_out(const Axes *a, Vec3 v) {
    return vec3(a->x.x * v.x + a->y.x * v.y + a->z.x * v.z, a->x.y * v.x + a->y.y * v.y + a->z.y * v.z,
                a->x.z * v.x + a->y.z * v.y + a->z.z * v.z);
}
static inline Vec3 axes_in(const Axes *a, Vec3 v) {
    return vec3(vec3_dot(a->x, v), vec3_dot(a->y, v), vec3_dot(a->z, v));
}
static inline Vec3 axes_at(const Axes *a, AxisName axis) {
    return axis == AXIS_X ? a->x : axis == AXIS_Y ? a->y : a->z;
}
/* Axes given along others, seen from the outer frame: jd_axes_absolute where every instruction counts. */
static inline Axes axes_on(const Axes *a, const Axes *b) {
    return (Axes){axes_out(a, b->x), axes_out(a, b->y), axes_out(a, b->z)};
}
/* E L^T: axes of a body on which a frame with the axes E has the axes L. */
static inline Axes axes_without(const Axes *E, const Axes *L) {
    return (Axes){axes_out(E, vec3(L->x.x, L->y.x, L->z.x)), axes_out(E, vec3(L->x.y, L->y.y, L->z.y)),
                  axes_out(E, vec3(L->x.z, L->y.z, L->z.z))};
}
/* Turned about one of them, by an angle of which these are cosine and sine. */
static inline Axes axes_turned(const Axes *E, AxisName axis, CosSin of) {
    const double c = of.c, s = of.s;
    Axes to = *E;
    if (axis == AXIS_Z) {
        to.x = vec3_add(vec3_scale(c, E->x), vec3_scale(s, E->y));
        to.y = vec3_sub(vec3_scale(c, E->y), vec3_scale(s, E->x));
    } else if (axis == AXIS_X) {
        to.y = vec3_add(vec3_scale(c, E->y), vec3_scale(s, E->z));
        to.z = vec3_sub(vec3_scale(c, E->z), vec3_scale(s, E->y));
    } else {
        to.z = vec3_add(vec3_scale(c, E->z), vec3_scale(s, E->x));
        to.x = vec3_sub(vec3_scale(c, E->x), vec3_scale(s, E->z));
    }
    return to;
}
Axes jd_axes_inverse(const Axes *a);
Axes jd_axes_relative(const Axes *a, const Axes *b);        /* b seen from a */
Axes jd_axes_absolute(const Axes *a, const Axes *relative); /* the way back: b */
Axes jd_axes_turn(Vec3 axis, double angle);                 /* about any axis of length 1 */
Axes jd_axes_about(AxisName axis, double angle);
/* Up to three turns one after the other, each about an axis of the frame that the ones before have turned:
 * any Cardan or Euler sequence. And the angles back: each in (-pi, pi], of three turns the middle one in
 * [-pi/2, pi/2] (three different axes) or [0, pi]; where that one is singular the last is zero. The angles of
 * one turn or of two are those of the nearest such attitude. */
Axes jd_axes_sequence(const AxisName *axes, int count, const double *angles);
void jd_axes_angles(const Axes *a, const AxisName *axes, int count, double *angles);
/* The vector along the axis of the turn, as long as its angle (at most pi), and back. Exact near 0 and pi. */
Vec3 jd_axes_to_vector(const Axes *a);
Axes jd_axes_from_vector(Vec3 v);
Vec3 jd_axes_small(const Axes *a); /* the same for small turns, to first order */
/* x along x; y (z) in the half plane of x and the second vector. False: a vector is zero, or both are parallel. */
bool jd_axes_from_xy(Vec3 x, Vec3 y, Axes *out);
bool jd_axes_from_xz(Vec3 x, Vec3 z, Axes *out);
Axes jd_axes_nearest(const Axes *a); /* the rotation nearest to three vectors that are nearly one */
bool jd_axes_proper(const Axes *a, double within); /* unit, normal to each other, right-handed */
/* Three numbers that are zero where a = b, and (near there) only there. */
Vec3 jd_axes_constraint(const Axes *a, const Axes *b);
/* Angular velocity from an attitude and its rate, in outer axes, and along the axes themselves. */
Vec3 jd_axes_rate_out(const Axes *a, const Axes *rate);
Vec3 jd_axes_rate_in(const Axes *a, const Axes *rate);
/* A tensor along the axes, seen from outside: R T R^T, and back: R^T T R. */
void jd_axes_tensor_out(const Axes *a, const double in[3][3], double out[3][3]);
void jd_axes_tensor_in(const Axes *a, const double in[3][3], double out[3][3]);

Axes jd_quat_axes(Quat q);        /* q of any length but 0 */
Quat jd_quat_from_axes(const Axes *a); /* robust for every attitude; w >= 0 */
Quat jd_quat_product(Quat a, Quat b);
Quat jd_quat_inverse(Quat q);
Quat jd_quat_unit(Quat q);
bool jd_quat_tidy(double q[4]); /* one that has grown or shrunk becomes a unit one; true: it has */
Vec3 jd_quat_rotate(Quat q, Vec3 v);
Quat jd_quat_turn(Vec3 v);            /* of a rotation vector of any length */
Vec3 jd_quat_to_vector(Quat q);
Quat jd_quat_rate(Quat q, Vec3 w_in); /* q' for an angular velocity along the turned axes */
Vec3 jd_quat_rate_in(Quat q, Quat rate); /* and back */

/* ---- Poses: pose.c --------------------------------------------------------------------------- */

/* Position and attitude. In the plane `angle` counts (it may be many turns) and axes follow it. */
typedef struct { Vec3 p; Axes axes; double angle; } Pose;
Pose jd_pose_planar(Vec3 p, double angle);
/* Pose of b seen from a: position and axes in a's axes. */
Pose jd_pose_relative(const Pose *a, const Pose *b);
Pose jd_pose_absolute(const Pose *a, const Pose *relative); /* and back */
/* Axes in space whose `axis` points along a direction (zero: ground axes); the others as near to the
 * ground's as can be: with x or y along it, z is near z; with z along it, x is near x. */
Axes jd_pose_axes(AxisName axis, Vec3 direction);

/* Eigenvalues of a symmetric matrix and its principal axes, right-handed. A diagonal matrix keeps its axes. */
void jd_principal(const double m[3][3], double values[3], Axes *axes);

/* ---- Sums of Chebyshev polynomials on -1 .. 1: chebyshev.c -------------------------------------- */

enum { CHEB_MOST = 16 }; /* the highest of a sum */
double jd_cheb_place(int n, int k); /* of the values that a sum is made of, rising: k = 0 .. n */
void jd_cheb_fit(int n, const double *values, double *c);
double jd_cheb_value(int n, const double *c, double x);
void jd_cheb_derive(int n, const double *c, double *d); /* its slope, a sum up to n - 1 */
double jd_cheb_zero(int n, const double *c, double x0, double x1); /* where it passes zero once */
double jd_cheb_integral(int n, const double *c);
double jd_cheb_square_integral(int n, const double *c); /* of its square */
double jd_cheb_tail(int n, const double *c);            /* its last three numbers: about how far it is off */

#endif
