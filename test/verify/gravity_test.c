/* SPDX-License-Identifier: MIT
 *
 * Gravity of all kinds, in space: towards a point (Kepler's orbits in closed form), uniform, and as
 * a field of expressions, which says the same in other words. */
#include "verify/space.h"

/* ---- Kepler ---------------------------------------------------------------------------------- */

/* E - e sin E = M */
static double eccentric_anomaly(double M, double e) {
    double E = M;
    for (int k = 0; k < 50; k++) E -= (E - e * sin(E) - M) / (1 - e * cos(E));
    return E;
}

/* An ellipse with half axis a about a centre off the origin, in a plane that leans: r = a (cos E -
 * e) p
 * + b sin E q. After each turn it is back. */
static void an_orbit_follows_kepler_and_closes(void **state) {
    (void)state;
    const double a = 1.3, mu = 2.7, n = sqrt(mu / (a * a * a));
    const Vec3 centre = {0.4, -0.2, 0.7};
    static const double shapes[] = {0, 0.3, 0.8};
    check_seed(11);
    for (int k = 0; k < 3; k++) {
        const double e = shapes[k], b = a * sqrt(1 - e * e);
        const Axes plane =
            jd_quat_axes(jd_quat_unit((Quat){check_uniform(-1, 1), check_uniform(-1, 1),
                                             check_uniform(-1, 1), check_uniform(-1, 1)}));
        const Vec3 r = vec3_add(centre, vec3_scale(a * (1 - e), plane.x));
        const Vec3 v = vec3_scale(b * n / (1 - e), plane.y);
        char text[700];
        snprintf(text, sizeof text,
                 "spatial\n"
                 "gravity toward [0.4, -0.2, 0.7] m mu 2.7 m^3/s^2\n"
                 "body moon { at [%.17g, %.17g, %.17g] m mass 3 kg inertia [1, 2, 2.5] kg*m^2 }\n"
                 "start moon.vx = %.17g, moon.vy = %.17g, moon.vz = %.17g\n"
                 "start moon.wx = 0.3, moon.wy = 0.1, moon.wz = -0.2\n",
                 r.x, r.y, r.z, v.x, v.y, v.z);
        const double turn = 2 * pi / n;
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.until = 3 * turn, .output_every = turn / 8, .tol = 1e-13});
        int outputs = 0;
        for (; advance(&c); outputs++) {
            const double E = eccentric_anomaly(fmod(n * value(&c, "time"), 2 * pi), e);
            const Vec3 way =
                vec3_add(vec3_scale(a * (cos(E) - e), plane.x), vec3_scale(b * sin(E), plane.y));
            check_vector(vector(&c, "moon", ""), vec3_add(centre, way), 1e-9, "its place");
            check_relative(value(&c, "energy.potential"), -3 * mu / vec3_norm(way), 1e-9, "energy");
            check_near(value(&c, "power.balance"), 0, 1e-10, "power");
        }
        assert_int_equal(outputs, 25);
        check_vector(vector(&c, "moon", ""), r, 1e-9, "back after three turns");
        check_vector(vector(&c, "moon", "v"), v, 1e-8, "with its velocity");
        close_case(&c);
    }
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static const char machine[] =
    "body upper { link [0, 0, 0], [1, 0.2, 0] mass 1 kg inertia [0.01, 0.1, 0.1] kg*m^2 }\n"
    "body lower { link [1, 0.2, 0], [1, 1, 0.3] mass 2 kg inertia [0.01, 0.1, 0.1] kg*m^2 }\n"
    "body stone { at [2, 0.5, -0.3] m mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
    "joint jO : spherical ground -- upper at [0, 0, 0] m\n"
    "joint jA : universal upper -- lower at [1, 0.2, 0] m axis z second x\n"
    "start upper.wz = 0.5, stone.vy = 0.8\n"
    "run to 1 s every 0.125 s tol 1e-12\n";

/* Both ways of gravity move the machine alike; `stored`: both know their energy. */
static void check_alike(const char *one, const char *other, bool stored) {
    static const char *const names[] = {"upper", "lower", "stone"};
    char text[2][1500];
    snprintf(text[0], sizeof text[0], "spatial\n%s\n%s", one, machine);
    snprintf(text[1], sizeof text[1], "spatial\n%s\n%s", other, machine);
    Case a = open_text(text[0], (JdCompileDef){0}, (JdRunDef){0});
    Case b = open_text(text[1], (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&a)) {
        assert_true(advance(&b));
        for (int k = 0; k < 3; k++) {
            check_vector(vector(&a, names[k], ""), vector(&b, names[k], ""), 1e-10, names[k]);
            check_vector(vector(&a, names[k], "w"), vector(&b, names[k], "w"), 1e-9, names[k]);
        }
        check_vector(vector(&a, "jO", "force."), vector(&b, "jO", "force."), 1e-8, "reaction");
        check_near(value(&a, "power.balance"), 0, 1e-9, "power");
        check_near(value(&b, "power.balance"), 0, 1e-9, "power");
        if (stored) check_near(value(&a, "energy"), value(&b, "energy"), 1e-9, "energy");
    }
    close_case(&a), close_case(&b);
}

static void a_constant_field_is_uniform_gravity(void **state) {
    (void)state;
    check_alike("gravity [0.5, -9.81, 2] m/s^2", "gravity field [0.5, -9.81, 2] m/s^2", false);
}

static void a_field_may_say_gravity_towards_a_point(void **state) {
    (void)state;
    check_alike(
        "gravity toward [0, -3, 0] m mu 60 m^3/s^2",
        "gravity field [-60 m^3/s^2*x/hypot(x, y + 3 m, z)^3, "
        "-60 m^3/s^2*(y + 3 m)/hypot(x, y + 3 m, z)^3, -60 m^3/s^2*z/hypot(x, y + 3 m, z)^3]",
        false);
}

static void no_gravity_is_gravity_zero(void **state) {
    (void)state;
    check_alike("gravity none", "gravity [0, 0, 0] m/s^2", true);
    check_alike("gravity none", "", true);
}

/* A field that changes with the place and with time, against its own integral. */
static void a_field_of_place_and_time_accelerates_as_it_says(void **state) {
    (void)state;
    Case c = open_text("spatial\n"
                       "gravity field [-4 1/s^2*x, 1 m/s^2*sin(3*time), 2 m/s^2]\n"
                       "body p { at [1, 0, 0] m mass 5 kg point }\n"
                       "run to 2 s every 0.25 s tol 1e-12\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_vector(vector(&c, "p", ""), vec3(cos(2 * t), t / 3 - sin(3 * t) / 9, t * t), 1e-10,
                     "its place");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_orbit_follows_kepler_and_closes),
        cmocka_unit_test(a_constant_field_is_uniform_gravity),
        cmocka_unit_test(a_field_may_say_gravity_towards_a_point),
        cmocka_unit_test(no_gravity_is_gravity_zero),
        cmocka_unit_test(a_field_of_place_and_time_accelerates_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
