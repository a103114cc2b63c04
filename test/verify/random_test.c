/* SPDX-License-Identifier: MIT
 *
 * Random planar mechanisms, drawn by C calls: trees of joints of all types with random loops,
 * springs and free bodies, let go at rest. Nothing is known of them but mechanics: they keep their
 * energy and their locks, and whatever way they are run, the motion is the same. */
#include "verify/verify.h"

enum { MECHANISMS = 240, BODIES_MAX = 8, OUTPUTS = 4 };

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

/* ---- Runs ---------------------------------------------------------------------------------- */

typedef struct {
    double pose[OUTPUTS][3 * BODIES_MAX];
    double energy; /* largest change, as a share of what may change */
    double drift;
    bool redundant, singular;
} Record;

static Record record(int number, const char *stabilise, const char *stepper, double tol) {
    static const char *const words[] = {"x", "y", "angle"};
    Sketch s = draw(number);
    Case c = open_model(s.model, s.log, (JdCompileDef){.stabilise = stabilise},
                        (JdRunDef){.stepper = stepper,
                                   .tol = tol,
                                   .until = 0.4,
                                   .output_every = 0.4 / OUTPUTS,
                                   .max_steps = 20000});
    Record r = {0};
    assert_true(advance(&c));
    const double first = value(&c, "energy");
    for (int n = 0; jd_run_next(c.run); n++) {
        assert_true(n < OUTPUTS);
        for (int k = 0; k < 3 * s.bodies; k++) {
            char name[16];
            snprintf(name, sizeof name, "b%d", k / 3 + 1);
            r.pose[n][k] = value_of(&c, name, words[k % 3]);
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

/* How far two runs of one mechanism differ, in metres and radians; with NULL, how far it moves. */
static double apart(const Record *a, const Record *b) {
    double most = 0;
    for (int n = 1; n < OUTPUTS; n++)
        for (int k = 0; k < 3 * BODIES_MAX; k++)
            most = fmax(most, fabs(a->pose[n][k] - (b ? b->pose[n][k] : a->pose[0][k])));
    return most;
}

/* ---- What holds
 * ---------------------------------------------------------------------------------------- */

typedef struct {
    int redundant, singular, moving;
} Counts;

/* Whether locks repeat each other or not makes no difference to what can be had. */
static void check_mechanism(int number, Counts *counts) {
    const Record a = record(number, "projection", "dop853", 1e-11);
    const Record b = record(number, "projection", "dopri5", 1e-11);
    const Record d = record(number, "baumgarte", "dop853", 1e-11);
    const double share = 5e-11;
    counts->redundant += a.redundant;
    counts->moving += apart(&a, NULL) > 1e-3;
    counts->singular += a.singular || b.singular || d.singular;
    if (a.singular || b.singular || d.singular) return;

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
}

static void they_keep_energy_and_locks_and_agree_whatever_the_way(void **state) {
    (void)state;
    Counts counts = {0};
    for (int n = 0; n < MECHANISMS; n++) check_mechanism(n, &counts);
    print_message("%d mechanisms, %d move, %d have redundant locks, %d passed singular positions\n",
                  MECHANISMS, counts.moving, counts.redundant, counts.singular);
    assert_true(counts.moving > MECHANISMS * 3 / 4);
    assert_true(counts.redundant > MECHANISMS / 6);
    assert_true(counts.singular <= MECHANISMS / 100);
}

/* Every sixth has a hinge twice: the warning names it. */
static void a_hinge_said_twice_is_named(void **state) {
    (void)state;
    for (int n = 0; n < MECHANISMS; n += 6) {
        Sketch s = draw(n);
        Case c = open_model(s.model, s.log, (JdCompileDef){0}, (JdRunDef){.until = 0.1});
        bool named = false;
        for (int k = 0; k < jd_log_count(c.log); k++) {
            const JdMessage m = jd_log_message(c.log, k);
            named |= strcmp(m.code, "joint-repeated") == 0 && strstr(m.text, "'twin");
        }
        must(&c, named);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_keep_energy_and_locks_and_agree_whatever_the_way),
        cmocka_unit_test(a_hinge_said_twice_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
