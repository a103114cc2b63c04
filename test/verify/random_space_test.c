/* SPDX-License-Identifier: MIT
 *
 * Random mechanisms in space, drawn by C calls: trees of joints of all kinds with random loops,
 * springs and free bodies, let go at rest. Nothing is known of them but mechanics: they keep their
 * energy and their locks, whatever way they are run the motion is the same, and it does not matter
 * from where they are looked at. */
#include "verify/space.h"

enum { MECHANISMS = 90, BODIES_MAX = 7, OUTPUTS = 4 };

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

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct {
    Vec3 place[OUTPUTS][BODIES_MAX], x[OUTPUTS][BODIES_MAX]; /* as drawn without the view */
    double energy; /* largest change, as a share of what may change */
    double drift;
    bool redundant, singular;
} Record;

static Record record(int number, const Axes *view, const char *stabilise, const char *stepper,
                     double tol) {
    Sketch s = draw(number, view);
    Case c = open_model(s.model, s.log, (JdCompileDef){.stabilise = stabilise},
                        (JdRunDef){.stepper = stepper,
                                   .tol = tol,
                                   .until = 0.3,
                                   .output_every = 0.3 / OUTPUTS,
                                   .max_steps = 20000});
    Record r = {0};
    assert_true(advance(&c));
    const double first = value(&c, "energy");
    for (int n = 0; jd_run_next(c.run); n++) {
        assert_true(n < OUTPUTS);
        for (int k = 0; k < s.bodies; k++) {
            char name[16];
            snprintf(name, sizeof name, "b%d", k + 1);
            r.place[n][k] = axes_in(view, vector(&c, name, ""));
            r.x[n][k] = axes_in(view, attitude(&c, name).x);
        }
        r.energy = fmax(r.energy, fabs(value(&c, "energy") - first) / s.size);
        r.drift = fmax(r.drift, value(&c, "drift"));
    }
    must(&c, !jd_run_failed(c.run));
    r.redundant = said(c.log, "joint-redundant", NULL);
    r.singular = said(c.log, "singular-passed", NULL);
    close_case(&c);
    return r;
}

/* How far two runs of one mechanism differ; with NULL, how far it moves. */
static double apart(const Record *a, const Record *b) {
    double most = 0;
    for (int n = 1; n < OUTPUTS; n++)
        for (int k = 0; k < BODIES_MAX; k++) {
            const Vec3 p = b ? b->place[n][k] : a->place[0][k], x = b ? b->x[n][k] : a->x[0][k];
            most = fmax(most, vec3_norm(vec3_sub(a->place[n][k], p)));
            most = fmax(most, vec3_norm(vec3_sub(a->x[n][k], x)));
        }
    return most;
}

/* ---- What holds ------------------------------------------------------------------------------ */

typedef struct {
    int redundant, singular, moving;
} Counts;

static void check_mechanism(int number, Counts *counts) {
    const Axes turned = jd_axes_turn(vec3(0.48, 0.6, 0.64), 2.1);
    const Record a = record(number, &axes_none, "projection", "dop853", 1e-11);
    const Record b = record(number, &axes_none, "projection", "dopri5", 1e-11);
    const Record d = record(number, &axes_none, "baumgarte", "dop853", 1e-11);
    const Record e = record(number, &turned, "projection", "dop853", 1e-11);
    const double share = a.redundant ? 1e-8 : 1e-10;
    counts->redundant += a.redundant;
    counts->moving += apart(&a, NULL) > 1e-3;
    counts->singular += a.singular || b.singular || d.singular || e.singular;
    if (a.singular || b.singular || d.singular || e.singular) return;

    char what[64];
    snprintf(what, sizeof what, "mechanism %d", number);
    check_near(a.energy, 0, share, what);
    check_near(b.energy, 0, share, what);
    check_near(d.energy, 0, share, what);
    check_near(a.drift, 0, 1e-13, what);
    check_near(b.drift, 0, 1e-13, what);
    check_near(d.drift, 0, 1e-9, what);
    check_near(apart(&a, &b), 0, 10 * share, what);
    check_near(apart(&a, &d), 0, 10 * share, what);
    check_near(apart(&a, &e), 0, 10 * share, what);
}

static void they_keep_energy_and_locks_and_agree_whatever_the_way(void **state) {
    (void)state;
    Counts counts = {0};
    for (int n = 0; n < MECHANISMS; n++) check_mechanism(n, &counts);
    print_message("%d mechanisms, %d move, %d have redundant locks, %d passed singular positions\n",
                  MECHANISMS, counts.moving, counts.redundant, counts.singular);
    assert_true(counts.moving > MECHANISMS * 3 / 4);
    assert_true(counts.redundant > MECHANISMS / 8);
    assert_true(counts.singular <= MECHANISMS / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_keep_energy_and_locks_and_agree_whatever_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
