/* SPDX-License-Identifier: MIT
 *
 * Random mechanisms in space, drawn by C calls: trees of joints of all kinds with random loops, springs and free bodies, at
 * rest, seen from anywhere. */
#ifndef RANDOM_SPACE_H
#define RANDOM_SPACE_H

#include "verify/space.h"

enum { BODIES_MAX = 7 };

typedef struct {
    JdModel *model;
    JdLog *log;
    JdBody body[BODIES_MAX + 1]; /* 0 is the ground */
    Vec3 place[BODIES_MAX + 1];
    bool point[BODIES_MAX + 1]; /* a point mass: only hinges off its centre and the like hold it */
    int bodies, joints, forces;
    double size; /* of the energies that may turn into each other */
    Axes view;   /* everything is drawn turned by it */
} Sketch;

static Vec3 anywhere(double reach) {
    const double x = check_uniform(-reach, reach), y = check_uniform(-reach, reach);
    return vec3(x, y, check_uniform(-reach, reach));
}

static int any_of(int count) {
    return (int)(check_random() % (uint64_t)count);
}

static JdVec3 seen(const Sketch *s, Vec3 v) {
    return axes_out(&s->view, v);
}

static void draw_body(Sketch *s) {
    char name[16];
    snprintf(name, sizeof name, "b%d", ++s->bodies);
    const double mass = exp(check_uniform(-1, 1)), a = check_uniform(0.03, 0.2) * mass,
                 b = check_uniform(0.03, 0.2) * mass, c = check_uniform(0.03, 0.2) * mass;
    const Quat turn = jd_quat_unit((Quat){check_uniform(-1, 1), check_uniform(-1, 1),
                                          check_uniform(-1, 1), check_uniform(-1, 1)});
    const Axes drawn = jd_quat_axes(turn), turned = jd_axes_absolute(&s->view, &drawn);
    const Quat q = jd_quat_from_axes(&turned);
    s->place[s->bodies] = anywhere(1);
    JdBodyDef def = {name,
                     .mass = mass,
                     .ixx = a + b,
                     .iyy = a + c,
                     .izz = b + c,
                     .ixy = 0.1 * a,
                     .at = seen(s, s->place[s->bodies]),
                     .attitude = {q.w, q.x, q.y, q.z}};
    s->point[s->bodies] = any_of(8) == 0;
    if (s->point[s->bodies]) def.ixx = def.iyy = def.izz = def.ixy = 0, def.point = true;
    s->body[s->bodies] = jd_add_body(s->model, def);
    s->size += mass * 10;
}

/* A joint near the second body, with an axis anywhere and another normal to it. */
static void draw_joint(Sketch *s, int i, int j, const char *type) {
    char name[16];
    snprintf(name, sizeof name, "j%d", ++s->joints);
    const Vec3 at = vec3_add(s->place[j], anywhere(0.5)), axis = anywhere(1), other = anywhere(1);
    const Vec3 to = vec3_add(at, vec3(0.3, 0.4, check_uniform(-0.5, 0.5)));
    JdJointDef def = {name,
                      type,
                      s->body[i],
                      s->body[j],
                      .at = seen(s, at),
                      .axis = seen(s, axis),
                      .second = seen(s, vec3_cross(axis, other))};
    const JdField pitch[] = {{"pitch", 0.2}, {NULL}};
    if (!strcmp(type, "screw")) def.fields = pitch;
    const bool long_one = !strcmp(type, "rod") || !strcmp(type, "universal-spherical");
    if (long_one) def.to = seen(s, to), def.apart = true;
    jd_add_joint(s->model, def);
}

static void draw_spring(Sketch *s) {
    char name[16];
    snprintf(name, sizeof name, "f%d", ++s->forces);
    const int i = any_of(s->bodies + 1), j = any_of(s->bodies + 1);
    if (i == j) return;
    const JdField fields[] = {{"stiffness", check_uniform(5, 40)}, {"length", 0.5}, {NULL}};
    jd_add_force(s->model, (JdForceDef){name, "spring-damper", s->body[i], s->body[j],
                                        seen(s, vec3_add(s->place[i], vec3(0.1, 0, 0.2))),
                                        seen(s, vec3_add(s->place[j], vec3(0, 0.2, 0))),
                                        .apart = true, .fields = fields});
    s->size += 50;
}

static const char *const tree_types[] = {
    "revolute", "revolute",  "revolute", "spherical",   "universal", "cylindrical",
    "screw",    "prismatic", "planar",   "pin-in-slot", "parallel",  "constant-velocity",
    "fixed",    "rod",       "point",    "line"};
/* Loops take motion away: few at a time. */
static const char *const loop_types[] = {"rod", "rod", "point", "pin-in-slot",
                                         "universal-spherical"};

/* The mechanism of this number; the same whenever it is drawn. */
static Sketch draw(int number, const Axes *view) {
    check_seed((uint64_t)number + 7000);
    Sketch s = {.log = jd_log_new(), .view = *view};
    s.model = jd_model_new(JD_SPATIAL, s.log);
    jd_set_gravity(s.model, seen(&s, vec3(check_uniform(-3, 3), -9.81, check_uniform(-3, 3))));
    const int bodies = 1 + any_of(BODIES_MAX);
    for (int b = 1; b <= bodies; b++) {
        draw_body(&s);
        if (any_of(12) == 0 && !s.point[b]) continue; /* a free body */
        const char *type = tree_types[any_of(16)];
        draw_joint(&s, any_of(b), b, s.point[b] ? "revolute" : type);
    }
    const int loops = any_of(3);
    for (int k = 0; k < loops; k++) {
        const int i = any_of(bodies + 1), j = any_of(bodies + 1);
        if (i != j) draw_joint(&s, i, j, loop_types[any_of(5)]);
    }
    /* Every sixth: a hinge said twice, which must not matter. */
    if (number % 6 == 0) {
        const JdVec3 at = seen(&s, s.place[1]), axis = seen(&s, vec3(1, 2, 3));
        jd_add_joint(s.model, (JdJointDef){"twin1", "revolute", jd_ground, s.body[1], .at = at,
                                           .axis = axis});
        jd_add_joint(s.model, (JdJointDef){"twin2", "revolute", jd_ground, s.body[1], .at = at,
                                           .axis = axis});
    }
    const int springs = any_of(3);
    for (int k = 0; k < springs; k++) draw_spring(&s);
    return s;
}

#endif
