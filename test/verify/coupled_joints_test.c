/* SPDX-License-Identifier: MIT
 *
 * Gears, belts, racks and couplings between frees of two joints: two bodies on a carrier that
 * flies, or one of them on the ground, with random masses, inertias, axes, velocities and loads.
 * The effort of the coupling, its multiplier times the share of each free, acts on both bodies of
 * each joint; with it, and with the reactions, each body obeys Newton and Euler. */
#include "verify/two_bodies.h"

typedef struct {
    const char *type, *field;
    const char *first, *second;  /* types of the two joints */
    const char *free_i, *free_j; /* their frees */
    double share_i, share_j;     /* of qi and of qj in the lock, for each unit of the field; */
    bool scaled_i, scaled_j;     /* or without the field */
} Coupled;

static const Coupled kinds[] = {
    {"gear", "ratio", "revolute", "revolute", "angle", "angle", 1, 1, false, true},
    {"gear", "ratio", "cylindrical", "revolute", "angle", "angle", 1, 1, false, true},
    {"belt", "ratio", "revolute", "cylindrical", "angle", "angle", 1, -1, false, true},
    {"rack", "radius", "revolute", "prismatic", "angle", "travel", -1, 1, true, false},
    {"rack", "radius", "cylindrical", "cylindrical", "angle", "travel", -1, 1, true, false},
    {"coupling", "ratio", "prismatic", "prismatic", "travel", "travel", -1, 1, true, false},
    {"coupling", "ratio", "revolute", "screw", "angle", "angle", -1, 1, true, false},
    {"coupling", "ratio", "cylindrical", "revolute", "travel", "angle", -1, 1, true, false},
};
enum { KINDS = sizeof kinds / sizeof *kinds, DRAWINGS = 8 };

/* The main axis of a joint as drawn: z of its frame, but x of a slide. */
static Vec3 main_axis(const char *type, const Axes *axes) {
    return strcmp(type, "prismatic") ? axes->z : axes->x;
}

static void put_joint(Page *page, const char *name, const char *type, const char *i, const char *j,
                      Vec3 at, const Axes *axes) {
    put(page, "joint %s : %s %s -- %s at ", name, type, i, j);
    put_vector(page, at);
    put(page, " axis "), put_vector(page, main_axis(type, axes));
    put(page, "%s\n", strcmp(type, "screw") ? "" : " pitch 0.3 m");
}

/* The effort of the coupling on one free: on the second body, and the opposite on the first. A
 * torque, or a force along the slide through the second body's point. */
static void add_effort(const Case *c, const Solid *s, Load *load, const char *type, bool turn,
                       const char *joined, double effort) {
    char frame[24];
    snprintf(frame, sizeof frame, "%s.p", joined);
    const Axes axes =
        attitude(c, frame); /* drawn like the joint; the main axis is common to both */
    const Vec3 along = vec3_scale(effort, main_axis(type, &axes)), none = {0};
    if (turn)
        load_add(c, s, load, none, vector(c, s->name, ""), along);
    else
        load_add(c, s, load, along, vector(c, frame, ""), none);
}

typedef struct {
    Solid carrier, b1, b2;
    bool grounded; /* the second joint */
    double effort[2];
    Vec3 g;
} Machine;

static void check_bodies(const Case *c, const Coupled *kind, const Machine *m, const char *reason) {
    const bool turn_i = !strcmp(kind->free_i, "angle"), turn_j = !strcmp(kind->free_j, "angle");
    const double ei = m->effort[0], ej = m->effort[1];
    Load first = outer_load(c, &m->b1, m->g), second = outer_load(c, &m->b2, m->g);
    Load carrier = outer_load(c, &m->carrier, m->g);
    add_reaction(c, &m->b1, &first, "j1", false);
    add_effort(c, &m->b1, &first, kind->first, turn_i, "b1", ei);
    add_reaction(c, &m->b2, &second, "j2", false);
    add_effort(c, &m->b2, &second, kind->second, turn_j, "b2", ej);
    add_reaction(c, &m->carrier, &carrier, "j1", true);
    add_effort(c, &m->carrier, &carrier, kind->first, turn_i, "b1", -ei);
    if (!m->grounded) {
        load_add(c, &m->carrier, &carrier, vector(c, "j2", "i.force."), vector(c, "b0.e", ""),
                 vector(c, "j2", "i.torque."));
        add_effort(c, &m->carrier, &carrier, kind->second, turn_j, "b2", -ej);
    }
    check_newton_euler(c, &m->b1, &first, 1e-11, reason);
    check_newton_euler(c, &m->b2, &second, 1e-11, reason);
    check_newton_euler(c, &m->carrier, &carrier, 1e-11, reason);
}

static void check_kind(const Coupled *kind, bool grounded, const char *reason) {
    Page page = {{0}, 0};
    Machine m = {.grounded = grounded, .g = any_vector(10)};
    const Axes axes1 = any_axes(), axes2 = any_axes();
    const Vec3 A = any_vector(0.5), B = any_vector(0.5);
    const double field = check_uniform(0.2, 2);
    put(&page, "spatial\ngravity "), put_vector(&page, m.g), put(&page, " m/s^2\n");
    m.carrier = draw_solid(&page, "b0", vec3(0, 0, 0), A, &axes1, B);
    m.b1 = draw_solid(&page, "b1", A, A, &axes1, vec3_add(A, any_vector(0.3)));
    m.b2 = draw_solid(&page, "b2", B, B, &axes2, vec3_add(B, any_vector(0.3)));
    draw_load(&page, "b0"), draw_load(&page, "b1"), draw_load(&page, "b2");
    draw_motion(&page, "b0");
    put_joint(&page, "j1", kind->first, "b0", "b1", A, &axes1);
    put_joint(&page, "j2", kind->second, grounded ? "ground" : "b0", "b2", B, &axes2);
    put(&page, "joint k : %s j1.%s -- j2.%s %s %.17g\n", kind->type, kind->free_i, kind->free_j,
        kind->field, field);
    put(&page, "start j1.%s = 2\n", strcmp(kind->free_i, "angle") ? "speed" : "rate");
    put(&page, "run to 0.4 s every 0.1 s tol 1e-11\n");

    Case c = open_text(page.at, (JdCompileDef){0}, (JdRunDef){0});
    const double share_i = kind->share_i * (kind->scaled_i ? field : 1);
    const double share_j = kind->share_j * (kind->scaled_j ? field : 1);
    while (advance(&c)) {
        const double lambda = value(&c, "k.lambda1");
        m.effort[0] = lambda * share_i, m.effort[1] = lambda * share_j;
        check_bodies(&c, kind, &m, reason);
        /* The frees keep their ratio, by what their channels say. */
        check_near(share_i * value_of(&c, "j1", kind->free_i) +
                       share_j * value_of(&c, "j2", kind->free_j),
                   0, 1e-12, reason);
        check_near(value(&c, "power.balance"), 0, 1e-8, reason);
        check_near(value(&c, "power.locks"), 0, 1e-8, reason);
        check_near(value(&c, "drift"), 0, 1e-12, reason);
    }
    close_case(&c);
}

static void efforts_of_couplings_obey_newton_and_euler(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++)
        for (int n = 0; n < DRAWINGS; n++) {
            char reason[80];
            snprintf(reason, sizeof reason, "%s of %s and %s, drawing %d", kinds[k].type,
                     kinds[k].first, kinds[k].second, n);
            check_seed((uint64_t)(1000 * k + n + 1));
            check_kind(&kinds[k], n % 2 == 1, reason);
        }
}

/* Over many turns a gear loses no tooth. */
static void a_gear_keeps_its_ratio_over_many_turns(void **state) {
    (void)state;
    Case c = open_text("spatial\n"
                       "body a { at [0, 0, 0] m mass 1 kg inertia [0.02, 0.01, 0.01] kg*m^2 }\n"
                       "body b { at [1, 0, 0] m mass 1 kg inertia [0.02, 0.02, 0.03] kg*m^2 }\n"
                       "joint ja : revolute ground -- a at [0, 0, 0] m axis x\n"
                       "joint jb : revolute ground -- b at [1, 0, 0] m axis [1, 1, 1]\n"
                       "joint mesh : gear ja.angle -- jb.angle ratio 2.5\n"
                       "start ja.rate = 100\n"
                       "run to 30 s every 1 s tol 1e-11\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    to_the_end(&c);
    check_near(value(&c, "ja.angle"), 3000, 1e-6, "its turns are counted");
    check_near(value(&c, "ja.angle"), -2.5 * value(&c, "jb.angle"), 1e-9, "and mesh");
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efforts_of_couplings_obey_newton_and_euler),
        cmocka_unit_test(a_gear_keeps_its_ratio_over_many_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
