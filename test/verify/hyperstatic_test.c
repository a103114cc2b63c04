/* SPDX-License-Identifier: MIT
 *
 * Mechanisms with more locks than they need: what is unique is right, and what is not is the
 * smallest of all that would do. A planar slider-crank drawn in space has 20 locks of rank 17; a
 * wrench may go round its loop that loads no body: a force along z, or a moment about x or y. The
 * reactions shown have no part along these three, which is what makes them the smallest. */
#include "verify/space.h"
#include "system/system.h"

static const char path[] = "model/slider_crank_hyperstatic.jd";
static const JdSetting with_gravity[] = {{"g", "9.81"}, {NULL}};

static void three_of_twenty_locks_are_redundant(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdCheck check;
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    assert_int_equal(check.coordinates, 18);
    assert_int_equal(check.locks, 20);
    assert_int_equal(check.rank, 17);
    assert_int_equal(check.redundant, 3);
    assert_int_equal(check.freedoms, 1);
    assert_true(said(log, "joint-redundant", NULL));
    jd_model_free(model);
    jd_log_free(log);
}

/* Forces in the plane and the guide's torque about z are unique: those of the planar model. */
static void unique_reactions_are_those_of_the_plane(void **state) {
    (void)state;
    static const char *const joints[] = {"jO", "jA", "jB", "jC"};
    const JdRunDef run = {.tol = 1e-12, .output_every = 0.25};
    Case space = open_file(path, with_gravity, (JdCompileDef){0}, run);
    Case plane = open_file("model/slider_crank_004.jd", with_gravity, (JdCompileDef){0}, run);
    while (advance(&space)) {
        assert_true(advance(&plane));
        check_scaled(value(&space, "jO.angle"), value(&plane, "crank.angle"), 1e-11, "angle");
        check_scaled(value(&space, "jO.accel"), value(&plane, "crank.accel"), 1e-9, "accel");
        for (int k = 0; k < 4; k++) {
            const double x = value_of(&plane, joints[k], "force.x");
            const double y = value_of(&plane, joints[k], "force.y");
            check_scaled(value_of(&space, joints[k], "force.x"), x, 1e-9, joints[k]);
            check_scaled(value_of(&space, joints[k], "force.y"), y, 1e-9, joints[k]);
            check_scaled(value_of(&space, joints[k], "torque.z"),
                         value_of(&plane, joints[k], "torque"), 1e-9, joints[k]);
            /* Nothing loads it out of the plane. */
            check_near(value_of(&space, joints[k], "force.z"), 0, 1e-9, joints[k]);
            check_near(value_of(&space, joints[k], "torque.x"), 0, 1e-9, joints[k]);
            check_near(value_of(&space, joints[k], "torque.y"), 0, 1e-9, joints[k]);
        }
    }
    close_case(&space), close_case(&plane);
}

/* ---- The smallest reactions ------------------------------------------------------------------ */

/* A slider-crank that is loaded out of its plane too. */
static const char loaded[] =
    "spatial\n"
    "gravity [0.4, -9.81, 3] m/s^2\n"
    "body crank  { link [0, 0, 0], [0.2, 0, 0] mass 1 kg inertia [0.1, 0.2, 0.3] kg*m^2 "
    "frame end at [0.2, 0, 0] }\n"
    "body rod    { link [0.2, 0, 0], [1.2, 0, 0] mass 2 kg inertia [0.1, 0.4, 0.5] kg*m^2 "
    "frame end at [1.2, 0, 0] }\n"
    "body piston { at [1.2, 0, 0] mass 1.5 kg inertia [0.1, 0.2, 0.15] kg*m^2 "
    "frame end at [1.2, 0, 0] }\n"
    "joint jO : revolute  ground -- crank  at [0, 0, 0] axis z\n"
    "joint jA : revolute  crank  -- rod    at [0.2, 0, 0] axis z\n"
    "joint jB : revolute  rod    -- piston at [1.2, 0, 0] axis z\n"
    "joint jC : prismatic ground -- piston at [1.2, 0, 0] axis x\n"
    "force motor : effort jO.angle value 10 N*m\n"
    "force push : point-force rod value [1, 2, 5] N\n"
    "force twist : torque ground -- piston axis [1, 2, 0] value 3 N*m\n"
    "run to 1.5 s every 0.1 s tol 1e-11\n";

static const Solid crank = {"crank", 1, {{0.1, 0, 0}, {0, 0.2, 0}, {0, 0, 0.3}}};
static const Solid rod = {"rod", 2, {{0.1, 0, 0}, {0, 0.4, 0}, {0, 0, 0.5}}};
static const Solid piston = {"piston", 1.5, {{0.1, 0, 0}, {0, 0.2, 0}, {0, 0, 0.15}}};

static void add_joint(const Case *c, const Solid *s, Load *load, const char *joint,
                      const char *side, Vec3 at) {
    char force[16], torque[16];
    snprintf(force, sizeof force, "%sforce.", side);
    snprintf(torque, sizeof torque, "%storque.", side);
    load_add(c, s, load, vector(c, joint, force), at, vector(c, joint, torque));
}

static void check_bodies(const Case *c) {
    const Vec3 A = vector(c, "crank.end", ""), B = vector(c, "rod.end", ""), none = {0};
    const Vec3 g = {0.4, -9.81, 3};
    Load on_crank = {0}, on_rod = {0}, on_piston = {0};
    load_add(c, &crank, &on_crank, vec3_scale(1, g), vector(c, "crank", ""), vec3(0, 0, 10));
    add_joint(c, &crank, &on_crank, "jO", "", none);
    add_joint(c, &crank, &on_crank, "jA", "i.", A);
    load_add(c, &rod, &on_rod, vec3_scale(2, g), vector(c, "rod", ""), none);
    load_add(c, &rod, &on_rod, vec3(1, 2, 5), vector(c, "rod", ""), none);
    add_joint(c, &rod, &on_rod, "jA", "", A);
    add_joint(c, &rod, &on_rod, "jB", "i.", B);
    load_add(c, &piston, &on_piston, vec3_scale(1.5, g), B, vec3_scale(3 / sqrt(5), vec3(1, 2, 0)));
    add_joint(c, &piston, &on_piston, "jB", "", B);
    add_joint(c, &piston, &on_piston, "jC", "", B);
    check_newton_euler(c, &crank, &on_crank, 1e-10, "crank");
    check_newton_euler(c, &rod, &on_rod, 1e-10, "rod");
    check_newton_euler(c, &piston, &on_piston, 1e-10, "piston");
}

/* The product of the reactions with a wrench that goes round: a force, and a moment about O. A
 * moment counts as a force on the arm of the mechanism's length: theory (5.12). */
static double along(const Case *c, Vec3 force, Vec3 moment) {
    static const char *const joints[] = {"jO", "jA", "jB", "jC"};
    const double arm = c->system->length;
    const Vec3 B = vector(c, "rod.end", "");
    const Vec3 places[] = {{0, 0, 0}, vector(c, "crank.end", ""), B, B};
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        const Vec3 here = vec3_sub(moment, vec3_cross(places[k], force));
        const double part = vec3_dot(vector(c, joints[k], "force."), force) +
                            vec3_dot(vector(c, joints[k], "torque."), here) / (arm * arm);
        sum += k == 3 ? -part : part; /* the guide leads back to the ground */
    }
    return sum;
}

static void other_reactions_are_the_smallest_that_would_do(void **state) {
    (void)state;
    const Vec3 none = {0};
    Case c = open_text(loaded, (JdCompileDef){0}, (JdRunDef){0});
    check_near(c.system->length, 1.2 / sqrt(3), 1e-12, "its length");
    double largest = 0;
    while (advance(&c)) {
        check_bodies(&c);
        largest = fmax(largest, fabs(value(&c, "jA.force.z")));
        check_near(along(&c, vec3(0, 0, 1), none), 0, 1e-7, "a force along z");
        check_near(along(&c, none, vec3(1, 0, 0)), 0, 1e-7, "a moment about x");
        check_near(along(&c, none, vec3(0, 1, 0)), 0, 1e-7, "a moment about y");
    }
    assert_true(largest > 1);
    close_case(&c);
}

/* ---- Bricard: the wrench that goes round is not plain to see --------------------------------- */

/* The direction that a matrix of rank five takes to zero: Gauss with full pivots, which spoils it.
 */
static void null_vector(double m[6][6], double z[6]) {
    int column[6] = {0, 1, 2, 3, 4, 5};
    for (int k = 0; k < 5; k++) {
        int r = k, c = k;
        for (int a = k; a < 6; a++)
            for (int b = k; b < 6; b++)
                if (fabs(m[a][b]) > fabs(m[r][c])) r = a, c = b;
        for (int b = 0; b < 6; b++) {
            const double t = m[k][b];
            m[k][b] = m[r][b], m[r][b] = t;
        }
        for (int a = 0; a < 6; a++) {
            const double t = m[a][k];
            m[a][k] = m[a][c], m[a][c] = t;
        }
        const int t = column[k];
        column[k] = column[c], column[c] = t;
        for (int a = k + 1; a < 6; a++)
            for (int b = 5; b >= k; b--) m[a][b] -= m[a][k] / m[k][k] * m[k][b];
    }
    assert_true(fabs(m[5][5]) < 1e-9);
    double y[6] = {0, 0, 0, 0, 0, 1};
    for (int k = 4; k >= 0; k--) {
        for (int b = k + 1; b < 6; b++) y[k] -= m[k][b] * y[b];
        y[k] /= m[k][k];
    }
    for (int k = 0; k < 6; k++) z[column[k]] = y[k];
}

/* Where its hinges are, and their axes, from the rods' attitudes now and at the start. */
typedef struct {
    Axes start[5];
    Vec3 axis[6], place[6];
} Loop;

static void find_hinges(const Case *c, bool first, Loop *loop) {
    static const char *const rods[] = {"rod1", "rod2", "rod3", "rod4", "rod5"};
    static const Vec3 drawn[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    for (int k = 0; k < 5; k++) {
        const Axes now = attitude(c, rods[k]);
        if (first) loop->start[k] = now;
        const Vec3 half = vec3_scale(0.5, now.x), centre = vector(c, rods[k], "");
        loop->place[k] = vec3_sub(centre, half);
        loop->place[k + 1] = vec3_add(centre, half);
        loop->axis[k] = axes_out(&now, axes_in(&loop->start[k], drawn[k]));
        loop->axis[k + 1] = axes_out(&now, axes_in(&loop->start[k], drawn[k + 1]));
    }
}

/* The wrench that no hinge feels: a . (moment - place x force) = 0 for each of them. */
static void find_wrench(const Loop *loop, Vec3 *force, Vec3 *moment) {
    double m[6][6], z[6];
    for (int k = 0; k < 6; k++) {
        const Vec3 a = loop->axis[k], f = vec3_cross(loop->place[k], a);
        const double row[6] = {f.x, f.y, f.z, a.x, a.y, a.z};
        memcpy(m[k], row, sizeof row);
    }
    null_vector(m, z);
    *force = vec3(z[0], z[1], z[2]);
    *moment = vec3(z[3], z[4], z[5]);
}

static void reactions_of_bricards_loop_are_the_smallest_too(void **state) {
    (void)state;
    static const char *const joints[] = {"j0", "j1", "j2", "j3", "j4", "j5"};
    Case c =
        open_file("model/bricard.jd", NULL, (JdCompileDef){0}, (JdRunDef){.output_every = 0.31});
    const double arm = c.system->length;
    Loop loop;
    double largest = 0;
    for (int n = 0; advance(&c); n++) {
        Vec3 force, moment;
        find_hinges(&c, n == 0, &loop);
        find_wrench(&loop, &force, &moment);
        double sum = 0, size = 0;
        for (int k = 0; k < 6; k++) {
            const Vec3 F = vector(&c, joints[k], "force."), T = vector(&c, joints[k], "torque.");
            const Vec3 here = vec3_sub(moment, vec3_cross(loop.place[k], force));
            check_near(vec3_dot(here, loop.axis[k]), 0, 1e-9, "the hinge does not feel it");
            check_near(vec3_dot(T, loop.axis[k]), 0, 1e-9, "and is free");
            sum += vec3_dot(F, force) + vec3_dot(T, here) / (arm * arm);
            size += vec3_norm(F) * vec3_norm(force) + vec3_norm(T) * vec3_norm(here) / (arm * arm);
        }
        check_near(sum, 0, 1e-8 * size, "nothing of it in the reactions");
        largest = fmax(largest, size);
    }
    assert_true(largest > 10);
    close_case(&c);
}

/* ---- The same by symmetry -------------------------------------------------------------------- */

/* A shaft in two equal hinges on one axis: each bears half of what both bear. */
static void two_equal_hinges_share_the_load(void **state) {
    (void)state;
    Case c =
        open_text("spatial\n"
                  "gravity [0, 0, -9.81] m/s^2\n"
                  "body shaft { link [-1, 0, 0], [1, 0, 0] mass 3 kg inertia [0.1, 1, 1] kg*m^2 }\n"
                  "joint left  : revolute ground -- shaft at [-1, 0, 0] axis x\n"
                  "joint right : revolute ground -- shaft at [1, 0, 0] axis x\n"
                  "force motor : effort left.angle value 2 N*m\n"
                  "start left.rate = 3 rad/s\n"
                  "run to 1 s every 0.1 s\n",
                  (JdCompileDef){0}, (JdRunDef){0});
    assert_true(said(c.log, "joint-redundant", NULL));
    while (advance(&c)) {
        check_vector(vector(&c, "left", "force."), vec3(0, 0, 0.5 * 3 * 9.81), 1e-9, "left");
        check_vector(vector(&c, "right", "force."), vec3(0, 0, 0.5 * 3 * 9.81), 1e-9, "right");
        check_near(value(&c, "left.angle"), 3 * value(&c, "time") + 10 * pow(value(&c, "time"), 2),
                   1e-8, "the motion is right");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_of_twenty_locks_are_redundant),
        cmocka_unit_test(unique_reactions_are_those_of_the_plane),
        cmocka_unit_test(other_reactions_are_the_smallest_that_would_do),
        cmocka_unit_test(reactions_of_bricards_loop_are_the_smallest_too),
        cmocka_unit_test(two_equal_hinges_share_the_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
