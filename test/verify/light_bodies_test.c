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

/* ---- In the plane --------------------------------------------------------------------------- */

static Case plane_case(const char *text, bool spatial, const char *form) {
    JdLog *log = jd_log_new();
    const JdReadDef how = {.spatial = spatial};
    return open_model(jd_model_read_text("text", text, strlen(text), how, log), log,
                      (JdCompileDef){.form = form}, (JdRunDef){0});
}

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

static void so_does_one_in_the_plane(void **state) {
    (void)state;
    for (int spatial = 0; spatial < 2; spatial++)
        for (int f = 0; f < 3; f++) {
            Case c = plane_case("planar\ngravity [0, -9.81] m/s^2\n"
                                "body p { at [1, 2] m mass 0.5 kg point }\n"
                                "force wind : point-force p value [2, 0] N\n"
                                "start p.vx = 1, p.vy = 3\nrun to 1 s every 0.1 s\n",
                                spatial, forms[f]);
            while (advance(&c)) {
                const double t = value(&c, "time");
                check_near(value(&c, "p.x"), 1 + t + 2 * t * t, 1e-12, "x");
                check_near(value(&c, "p.y"), 2 + 3 * t - 0.5 * 9.81 * t * t, 1e-12, "y");
                check_near(value(&c, "p.angle"), 0, 0, "it does not turn");
            }
            close_case(&c);
        }
}

/* A bead on a massless rod, and the same mass at the end of a link that has no inertia. */
static void a_point_mass_on_a_rod_is_a_pendulum(void **state) {
    (void)state;
    for (int spatial = 0; spatial < 2; spatial++)
        for (int f = 0; f < 3; f++) {
            Case c =
                plane_case("planar\ngravity [0, -9.81] m/s^2\n"
                           "body p { at [1, 0] m mass 0.5 kg point }\n"
                           "joint r : rod ground -- p at [0, 0] m, [1, 0] m\n"
                           "body q { link [0, 0] m, [1, 0] m mass 0.5 kg inertia 0 com [1, 0] m "
                           "}\njoint h : revolute ground -- q at [0, 0] m\n"
                           "run to 1 s every 0.1 s tol 1e-12\n",
                           spatial, forms[f]);
            while (advance(&c)) {
                check_near(value(&c, "p.x"), value(&c, "q.x"), 1e-9, "x");
                check_near(value(&c, "p.y"), value(&c, "q.y"), 1e-9, "y");
                check_near(value(&c, "r.force"), value(&c, "h.force"), 1e-8, "force");
                check_near(value(&c, "energy"), 0, 1e-9, "energy");
            }
            close_case(&c);
        }
}

/* Beads at the hinges of a four-bar, one in a slot of its coupler, and springs between: the same
 * under every formulation, in the plane and in space. */
static void point_masses_on_a_mechanism_move_alike(void **state) {
    (void)state;
    static const char text[] =
        "planar\ngravity [0, -9.81] m/s^2\n"
        "point O = [0, 0]\npoint A = [0.3, 0.4]\npoint B = [1.2, 0.6]\npoint C = [1.5, 0]\n"
        "point D = [0.9, 1.5]\n"
        "body a { link O A mass 1 kg inertia 0.1 kg*m^2 }\n"
        "body b { link A B mass 1 kg inertia 0.1 kg*m^2 }\n"
        "body c { link C B mass 2 kg inertia 0.2 kg*m^2 }\n"
        "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\n"
        "joint jB : revolute b -- c at B\njoint jC : revolute c -- ground at C\n"
        "body p { at A mass 0.5 kg point }\njoint jp : revolute a -- p at A\n"
        "body q { at B mass 0.7 kg point }\njoint jq : revolute q -- b at B\n"
        "body r { at D mass 0.3 kg point }\njoint rod : rod p -- r at A D\n"
        "joint slot : pin-in-slot b -- r at B D axis [-1, 3]\n"
        "body s { at [0.8, 1.4] m mass 0.3 kg point }\n"
        "force k : spring-damper r -- s stiffness 30 N/m length 0.2 m\n"
        "force m : spring-damper q -- s stiffness 20 N/m length 0.2 m\n"
        "start jO.rate = 3 rad/s\nrun to 1 s every 1 s tol 1e-11\n";
    static const char *const names[] = {"r.x", "r.y", "s.x", "s.y", "jO.angle", "jp.force"};
    double first[6];
    for (int k = 0; k < 6; k++) {
        Case c = plane_case(text, k >= 3, forms[k % 3]);
        while (advance(&c)) continue;
        for (int n = 0; n < 6; n++) {
            const double now = value(&c, names[n]);
            if (k == 0) first[n] = now;
            check_near(now, first[n], 1e-7 * (1 + fabs(now)), names[n]);
        }
        close_case(&c);
    }
}

/* ---- Counts --------------------------------------------------------------------------------- */

static void check_counts(const char *text, bool spatial, int coordinates, int freedoms) {
    JdLog *log = jd_log_new();
    const JdReadDef how = {.spatial = spatial};
    JdModel *model = jd_model_read_text("text", text, strlen(text), how, log);
    JdCheck check;
    assert_true(jd_check(model, (JdCompileDef){0}, &check, log));
    assert_int_equal(check.coordinates, coordinates);
    assert_int_equal(check.freedoms, freedoms);
    assert_int_equal(check.open_starts, freedoms);
    jd_model_free(model);
    jd_log_free(log);
}

static void what_has_no_attitude_has_no_coordinates_of_it(void **state) {
    (void)state;
    static const char net[] =
        "spatial\nrepeat i from 1 to 4 { body m[i] { at [0.5*i, 0.1*i, -0.2*i*(5 - i)] m mass 0.5 "
        "kg*i point } }\n"
        "joint r[0] : rod ground -- m[1] at [0, 0, 0] m, [0.5, 0.1, -0.8] m\n"
        "repeat i from 1 to 3 { joint r[i] : rod m[i] -- m[i+1] at [0.5*i, 0.1*i, -0.2*i*(5 - i)] "
        "m, [0.5*(i + 1), 0.1*(i + 1), -0.2*(i + 1)*(4 - i)] m }\n"
        "joint r[4] : rod m[4] -- ground at [2, 0.4, -0.8] m, [2.5, 0.5, 0] m\n";
    static const char flat[] = "planar\nbody p { at [1, 0] m mass 1 kg point }\n"
                               "joint r : rod ground -- p at [0, 0] m, [1, 0] m\n";
    static const char rods[] = "spatial\nbody a { link [0, 0, 0], [1, 0, 0] mass 1 kg shape rod }\n"
                               "joint j : spherical ground -- a at [0, 0, 0] m\n";
    check_counts(net, false, 12, 7);
    check_counts(flat, false, 2, 1);
    check_counts(flat, true, 3, 2); /* a pendulum in space swings to two sides */
    check_counts(rods, false, 5, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_mass_on_a_rod_is_a_spherical_pendulum),
        cmocka_unit_test(points_and_rods_make_a_rigid_body),
        cmocka_unit_test(thin_rods_with_ball_ends_need_no_axial_inertia),
        cmocka_unit_test(a_point_mass_flies_on_a_parabola),
        cmocka_unit_test(so_does_one_in_the_plane),
        cmocka_unit_test(a_point_mass_on_a_rod_is_a_pendulum),
        cmocka_unit_test(point_masses_on_a_mechanism_move_alike),
        cmocka_unit_test(what_has_no_attitude_has_no_coordinates_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
