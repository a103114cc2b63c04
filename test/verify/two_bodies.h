/* SPDX-License-Identifier: MIT
 *
 * Random bodies and loads in space, drawn as model text and known to the test as numbers. */
#ifndef TWO_BODIES_H
#define TWO_BODIES_H

#include "verify/space.h"

typedef struct {
    char at[6000];
    size_t length;
} Page;

__attribute__((format(printf, 2, 3))) static inline void put(Page *page, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(page->at + page->length, sizeof page->at - page->length, format, list);
    va_end(list);
    page->length += (size_t)n;
    assert_true(page->length < sizeof page->at);
}

static inline void put_vector(Page *page, Vec3 v) {
    put(page, "[%.17g, %.17g, %.17g]", v.x, v.y, v.z);
}

/* A rotation, row by row. */
static inline void put_axes(Page *page, const Axes *a) {
    const Axes rows = jd_axes_inverse(a);
    put(page, "matrix("), put_vector(page, rows.x);
    put(page, ", "), put_vector(page, rows.y);
    put(page, ", "), put_vector(page, rows.z), put(page, ")");
}

static inline Vec3 any_vector(double reach) {
    const double x = check_uniform(-reach, reach), y = check_uniform(-reach, reach);
    return vec3(x, y, check_uniform(-reach, reach));
}

static inline Quat any_attitude(void) {
    Quat q = {check_uniform(-1, 1), check_uniform(-1, 1), check_uniform(-1, 1),
              check_uniform(-1, 1)};
    return jd_quat_unit(q);
}

/* Right-handed unit vectors in any direction. */
static inline Axes any_axes(void) {
    return jd_quat_axes(any_attitude());
}

/* A body somewhere near `near`, with its frames p at the joint, turned like it, and e at another
 * point of it, where a force acts. */
static inline Solid draw_solid(Page *page, const char *name, Vec3 near, Vec3 joint,
                               const Axes *turned, Vec3 e) {
    const Quat q = any_attitude(), turn = any_attitude();
    const double a = check_uniform(0.02, 0.2), b = check_uniform(0.02, 0.2),
                 c = check_uniform(0.02, 0.2);
    const double principal[3][3] = {{a + b, 0, 0}, {0, a + c, 0}, {0, 0, b + c}};
    const Axes axes = jd_quat_axes(turn);
    Solid s = {name, check_uniform(0.5, 2), {{0}}};
    jd_axes_tensor_out(&axes, principal, s.inertia);
    put(page, "body %s { at ", name);
    put_vector(page, vec3_add(near, any_vector(0.3)));
    put(page, " m com ");
    put_vector(page, vec3_add(near, any_vector(0.3)));
    put(page, " m turned quaternion(%.17g, %.17g, %.17g, %.17g) mass %.17g kg\n", q.w, q.x, q.y,
        q.z, s.mass);
    put(page, "    inertia [%.17g, %.17g, %.17g] kg*m^2 ", a + b, a + c, b + c);
    put(page, "principal quaternion(%.17g, %.17g, %.17g, %.17g)\n", turn.w, turn.x, turn.y, turn.z);
    put(page, "    frame p { at ");
    put_vector(page, joint);
    put(page, " m turned "), put_axes(page, turned);
    put(page, " }\n    frame e { at ");
    put_vector(page, e);
    put(page, " m } }\n");
    return s;
}

/* A force that changes its direction, and a torque. */
static inline void draw_load(Page *page, const char *name) {
    const Vec3 a = any_vector(5), b = any_vector(5), axis = any_vector(1);
    put(page, "force f_%s : point-force %s.e value ", name, name);
    put(page, "[%.17g + %.17g*sin(7*time), %.17g + %.17g*cos(5*time), ", a.x, b.x, a.y, b.y);
    put(page, "%.17g + %.17g*sin(3*time)] N\n", a.z, b.z);
    put(page, "force t_%s : torque ground -- %s axis ", name, name);
    put_vector(page, axis);
    put(page, " value %.17g N*m\n", check_uniform(-3, 3));
}

static inline void draw_motion(Page *page, const char *name) {
    const Vec3 v = any_vector(1), w = any_vector(2);
    put(page, "start %s.vx = %.17g, %s.vy = %.17g, %s.vz = %.17g\n", name, v.x, name, v.y, name,
        v.z);
    put(page, "start %s.wx = %.17g, %s.wy = %.17g, %s.wz = %.17g\n", name, w.x, name, w.y, name,
        w.z);
}

/* What draw_load drew, and gravity. */
static inline Load outer_load(const Case *c, const Solid *s, Vec3 g) {
    char force[24], torque[24], point[24];
    snprintf(force, sizeof force, "f_%s", s->name);
    snprintf(torque, sizeof torque, "t_%s", s->name);
    snprintf(point, sizeof point, "%s.e", s->name);
    const Vec3 none = {0}, centre = vector(c, s->name, "");
    Load load = {0};
    load_add(c, s, &load, vec3_scale(s->mass, g), centre, none);
    load_add(c, s, &load, vector(c, force, "force."), vector(c, point, ""), none);
    load_add(c, s, &load, none, centre, vector(c, torque, "torque."));
    return load;
}

/* A joint's wrench on one of its sides; that acts at its frame p. */
static inline void add_reaction(const Case *c, const Solid *s, Load *load, const char *joint,
                                bool first) {
    char point[24];
    snprintf(point, sizeof point, "%s.p", s->name);
    load_add(c, s, load, vector(c, joint, first ? "i.force." : "force."), vector(c, point, ""),
             vector(c, joint, first ? "i.torque." : "torque."));
}

#endif
