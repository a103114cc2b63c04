/* SPDX-License-Identifier: MIT
 *
 * Random planar mechanisms, drawn by C calls: trees of joints of all types with random loops, springs and free bodies, at
 * rest. */
#ifndef RANDOM_PLANAR_H
#define RANDOM_PLANAR_H

#include "verify/verify.h"

enum { BODIES_MAX = 8 };

typedef struct {
    JdModel *model;
    JdLog *log;
    JdBody body[BODIES_MAX + 1]; /* 0 is the ground */
    JdVec3 place[BODIES_MAX + 1];
    int bodies, joints, forces;
    double size; /* of the energies that may turn into each other */
} Sketch;

static JdVec3 anywhere(double reach) {
    return (JdVec3){check_uniform(-reach, reach), check_uniform(-reach, reach), 0};
}

static int any_of(int count) {
    return (int)(check_random() % (uint64_t)count);
}

static void draw_body(Sketch *s) {
    char name[16];
    snprintf(name, sizeof name, "b%d", ++s->bodies);
    const double mass = exp(check_uniform(-1, 1)), radius = check_uniform(0.2, 0.6);
    s->place[s->bodies] = anywhere(1);
    s->body[s->bodies] =
        jd_add_body(s->model, (JdBodyDef){name, mass, mass * radius * radius, s->place[s->bodies],
                                          check_uniform(-3, 3)});
    s->size += mass * 10;
}

/* A joint near the two bodies that it connects, with M and N in one place or apart. */
static void draw_joint(Sketch *s, int i, int j, const char *type) {
    char name[16];
    snprintf(name, sizeof name, "j%d", ++s->joints);
    const JdVec3 off = anywhere(0.5), apart = anywhere(0.4);
    JdJointDef def = {name, type, s->body[i], s->body[j]};
    def.at = (JdVec3){s->place[j].x + off.x, s->place[j].y + off.y, 0};
    def.to = def.at;
    const bool slides = strcmp(type, "revolute") != 0 && strcmp(type, "fixed") != 0;
    if (slides) {
        def.apart = true;
        def.axis = anywhere(1);
        const double along = check_uniform(-0.3, 0.3) / hypot(def.axis.x, def.axis.y);
        def.to.x += along * def.axis.x;
        def.to.y += along * def.axis.y;
    }
    if (strcmp(type, "rod") == 0) {
        def.axis = (JdVec3){0};
        def.to = (JdVec3){def.at.x + 0.3 + fabs(apart.x), def.at.y + apart.y, 0};
    }
    jd_add_joint(s->model, def);
}

static void draw_spring(Sketch *s) {
    char name[16];
    snprintf(name, sizeof name, "f%d", ++s->forces);
    const int i = any_of(s->bodies + 1), j = any_of(s->bodies + 1);
    if (i == j) return;
    const JdField fields[] = {{"stiffness", check_uniform(5, 40)}, {"length", 0.5}, {NULL}};
    const JdVec3 a = s->place[i], b = s->place[j];
    jd_add_force(s->model, (JdForceDef){name,
                                        "spring-damper",
                                        s->body[i],
                                        s->body[j],
                                        {a.x + 0.1, a.y},
                                        {b.x, b.y + 0.2},
                                        .apart = true,
                                        .fields = fields});
    s->size += 50;
}

static const char *const types[] = {"revolute",    "revolute", "revolute", "prismatic",
                                    "pin-in-slot", "rod",      "fixed",    "parallel"};

/* The mechanism of this number; the same whenever it is drawn. */
static Sketch draw(int number) {
    check_seed((uint64_t)number + 1000);
    Sketch s = {.log = jd_log_new()};
    s.model = jd_model_new(JD_PLANAR, s.log);
    jd_set_gravity(s.model, (JdVec3){check_uniform(-3, 3), -9.81, 0});
    const int bodies = 1 + any_of(BODIES_MAX);
    for (int b = 1; b <= bodies; b++) {
        draw_body(&s);
        if (any_of(12) == 0) continue; /* a free body */
        draw_joint(&s, any_of(b), b, types[any_of(8)]);
    }
    const int loops = any_of(3);
    for (int k = 0; k < loops; k++) {
        const int i = any_of(bodies + 1), j = any_of(bodies + 1);
        if (i != j) draw_joint(&s, i, j, types[any_of(8)]);
    }
    /* Every sixth: a joint said twice, which must not matter. */
    if (number % 6 == 0 && bodies > 0) {
        const JdVec3 at = s.place[1];
        jd_add_joint(s.model, (JdJointDef){"twin1", "revolute", jd_ground, s.body[1], .at = at});
        jd_add_joint(s.model, (JdJointDef){"twin2", "revolute", jd_ground, s.body[1], .at = at});
    }
    const int springs = any_of(3);
    for (int k = 0; k < springs; k++) draw_spring(&s);
    return s;
}

#endif
