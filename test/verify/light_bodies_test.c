/* SPDX-License-Identifier: MIT
 *
 * Point masses, which have no attitude, and thin rods, which have no inertia about their axis: both
 * move as bodies of some size do when nothing makes them spin. */
#include "verify/space.h"

/* A spherical pendulum is the same on a massless rod, and hung up by a ball joint. */
static void a_point_mass_on_a_rod_is_a_spherical_pendulum(void **state) {
    (void)state;
    static const char *const joints[] = {"rod ground -- bob at [0, 0, 0] m, [1, 0, 0] m",
                                         "spherical ground -- bob at [0, 0, 0] m"};
    Vec3 place[2][9];
    for (int k = 0; k < 2; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "spatial\n"
                 "gravity [0, 0, -9.81] m/s^2\n"
                 "body bob { at [1, 0, 0] m mass 2 kg point }\n"
                 "joint j : %s\n"
                 "start bob.vy = 2, bob.vz = 0.5\n"
                 "run to 2 s every 0.25 s tol 1e-12\n",
                 joints[k]);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        for (int n = 0; advance(&c); n++) {
            const Vec3 r = vector(&c, "bob", ""), v = vector(&c, "bob", "v");
            place[k][n] = r;
            check_near(vec3_norm(r), 1, 1e-13, "it keeps its distance");
            check_near(vec3_cross(r, v).z, 2, 1e-10, "and its angular momentum");
            check_near(value(&c, "energy"), 0.5 * 2 * 4.25, 1e-9, "and its energy");
            /* The force is along the rod: what the acceleration asks for beyond the weight. */
            const Vec3 a = vector(&c, "bob", "a"), force = vector(&c, "j", "force.");
            check_vector(force, vec3_scale(2, vec3_add(a, vec3(0, 0, 9.81))), 1e-11, "force");
            check_vector(vec3_cross(force, r), vec3(0, 0, 0), 1e-10, "it pulls along the rod");
        }
        close_case(&c);
    }
    for (int n = 0; n < 9; n++) check_vector(place[0][n], place[1][n], 1e-9, "alike");
}

/* Points and massless rods only: a tetrahedron, thrown. It moves as one rigid body. */
static void points_and_rods_make_a_rigid_body(void **state) {
    (void)state;
    static const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0.2, 0.9, 0}, {0.3, 0.3, 1}};
    char text[2500], *at = text, *const end = text + sizeof text;
    at += snprintf(at, (size_t)(end - at), "spatial\ngravity [0, 0, -9.81] m/s^2\n");
    for (int k = 0; k < 4; k++)
        at += snprintf(at, (size_t)(end - at),
                       "point P%d = [%g, %g, %g]\nbody p%d { at P%d mass %d kg point }\n", k,
                       corners[k].x, corners[k].y, corners[k].z, k, k, k + 1);
    for (int k = 0; k < 4; k++)
        for (int j = k + 1; j < 4; j++)
            at += snprintf(at, (size_t)(end - at), "joint r%d%d : rod p%d -- p%d at P%d P%d\n", k,
                           j, k, j, k, j);
    at += snprintf(at, (size_t)(end - at),
                   "start p0.vx = 1, p0.vy = 0.5, p0.vz = 2, p1.vy = 2, p1.vz = -1, p2.vz = 1\n"
                   "run to 1 s every 0.1 s tol 1e-12\n");
    assert_true(at < end);
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    Vec3 first = {0}, flight = {0}, start = {0};
    for (int n = 0; advance(&c); n++) {
        Vec3 centre = {0}, velocity = {0}, turning = {0};
        for (int k = 0; k < 4; k++) {
            char name[8];
            snprintf(name, sizeof name, "p%d", k);
            const Vec3 r = vector(&c, name, ""), v = vector(&c, name, "v");
            centre = vec3_add(centre, vec3_scale((k + 1) / 10.0, r));
            velocity = vec3_add(velocity, vec3_scale((k + 1) / 10.0, v));
            turning = vec3_add(turning, vec3_scale(k + 1, vec3_cross(r, v)));
        }
        turning = vec3_sub(turning, vec3_scale(10, vec3_cross(centre, velocity)));
        if (n == 0) first = turning, flight = velocity, start = centre;
        const double t = value(&c, "time");
        const Vec3 fall = vec3_add(vec3_scale(t, flight), vec3(0, 0, -0.5 * 9.81 * t * t));
        check_vector(turning, first, 1e-9, "angular momentum about the centre of mass");
        check_vector(centre, vec3_add(start, fall), 1e-10, "which falls freely");
    }
    assert_true(vec3_norm(first) > 1);
    close_case(&c);
}

/* What a rod's inertia about its axis is does not matter if it does not spin. */
static void thin_rods_with_ball_ends_need_no_axial_inertia(void **state) {
    (void)state;
    static const char *const masses[] = {"mass 1.2 kg shape rod",
                                         "mass 1.2 kg inertia [0, 0.1, 0.1] kg*m^2",
                                         "mass 1.2 kg inertia [0.05, 0.1, 0.1] kg*m^2"};
    Vec3 knee[3][9], end[3][9], force[3][9];
    for (int k = 0; k < 3; k++) {
        char text[900];
        snprintf(text, sizeof text,
                 "spatial\n"
                 "gravity [0, 0, -9.81] m/s^2\n"
                 "body a { link [0, 0, 0], [1, 0, 0] %s frame end at [1, 0, 0] m }\n"
                 "body b { link [1, 0, 0], [1, 1, 0] %s frame end at [1, 1, 0] m }\n"
                 "body bob { at [1, 1, 0] m mass 2 kg point }\n"
                 "joint j1 : spherical ground -- a at [0, 0, 0] m\n"
                 "joint j2 : spherical a -- b at [1, 0, 0] m\n"
                 "joint j3 : spherical b -- bob at [1, 1, 0] m\n"
                 "start a.own.wx = 0, a.own.wy = 0, a.own.wz = 1\n"
                 "start b.own.wx = 0, b.own.wy = 0.4, b.own.wz = 1\n"
                 "run to 1 s every 0.125 s tol 1e-12\n",
                 masses[k], masses[k]);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        for (int n = 0; advance(&c); n++) {
            knee[k][n] = vector(&c, "a.end", "");
            end[k][n] = vector(&c, "bob", "");
            force[k][n] = vector(&c, "j2", "force.");
            check_near(value(&c, "power.balance"), 0, 1e-9, "power");
        }
        close_case(&c);
    }
    for (int n = 0; n < 9; n++)
        for (int k = 1; k < 3; k++) {
            check_vector(knee[k][n], knee[0][n], 1e-9, "the knee");
            check_vector(end[k][n], end[0][n], 1e-9, "the end");
            check_vector(force[k][n], force[0][n], 1e-7, "the force between the rods");
        }
}

/* Nothing but forces moves a point. */
static void a_point_mass_flies_on_a_parabola(void **state) {
    (void)state;
    Case c = open_text("spatial\n"
                       "gravity [0, 0, -9.81] m/s^2\n"
                       "body p { at [1, 2, 3] m mass 0.5 kg point }\n"
                       "force wind : point-force p value [2, 0, 0] N\n"
                       "start p.vx = 1, p.vy = -2, p.vz = 3\n"
                       "run to 1 s every 0.1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_vector(vector(&c, "p", ""),
                     vec3(1 + t + 2 * t * t, 2 - 2 * t, 3 + 3 * t - 0.5 * 9.81 * t * t), 1e-12,
                     "its place");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_mass_on_a_rod_is_a_spherical_pendulum),
        cmocka_unit_test(points_and_rods_make_a_rigid_body),
        cmocka_unit_test(thin_rods_with_ball_ends_need_no_axial_inertia),
        cmocka_unit_test(a_point_mass_flies_on_a_parabola),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
