/* SPDX-License-Identifier: MIT
 *
 * Joints made of simpler ones with massless bodies between them move as the joint itself, with the
 * same reactions; and a shaft that is driven through a Cardan joint turns as its closed form says.
 */
#include "verify/space.h"

/* A lopsided body on a joint at the origin, pushed about. */
static const char body[] =
    "gravity [1, -3, -9] m/s^2\n"
    "point O = [0, 0, 0]\n"
    "body b { at O turned cardan(10 deg, 20 deg, 30 deg) com local [0.2, 0.1, -0.3] m mass 1.5 kg\n"
    "    inertia [[0.3, 0.02, 0.01], [0.02, 0.25, -0.03], [0.01, -0.03, 0.2]] kg*m^2 }\n"
    "force twist : torque ground -- b axis [1, 2, -1] value 0.5 N*m\n";

typedef struct {
    const char *name, *whole, *made, *last; /* the last joint holds the body in both */
    const char *start;
} Pair;

static const Pair pairs[] = {
    {"universal", "joint j : universal ground -- b at O axis x second y\n",
     "body cross { at O massless }\n"
     "joint k : revolute ground -- cross at O axis x\n"
     "joint j : revolute cross -- b at O axis y\n",
     "j", "start b.wx = 0.8, b.wy = -0.3\n"},
    {"spherical", "joint j : spherical ground -- b at O\n",
     "body c1 { at O massless }\nbody c2 { at O massless }\n"
     "joint k : revolute ground -- c1 at O axis z\n"
     "joint l : revolute c1 -- c2 at O axis y\n"
     "joint j : revolute c2 -- b at O axis x\n",
     "j", "start b.wx = 0.8, b.wy = -0.3, b.wz = 0.4\n"},
    {"cylindrical", "joint j : cylindrical ground -- b at O axis [1, 1, 2]\nstart j.speed = 0.3\n",
     "body sleeve { at O massless }\n"
     "joint k : prismatic ground -- sleeve at O axis [1, 1, 2]\n"
     "joint j : revolute sleeve -- b at O axis [1, 1, 2]\nstart k.speed = 0.3\n",
     "j", "start j.rate = 0.8\n"},
    {"planar",
     "joint j : planar ground -- b at O axis [1, 0, 1] second y\nstart j.speed_x = 0.2, j.speed_y "
     "= -0.1\n",
     "body c1 { at O massless }\nbody c2 { at O massless }\n"
     "joint k : prismatic ground -- c1 at O axis y\n"
     "joint l : prismatic c1 -- c2 at O axis [1, 0, -1]\n"
     "joint j : revolute c2 -- b at O axis [1, 0, 1]\nstart k.speed = 0.2, l.speed = 0.1\n",
     "j", "start j.rate = 0.8\n"},
    {"parallel", "joint j : parallel ground -- b at O\n",
     "body c1 { at O massless }\nbody c2 { at O massless }\n"
     "joint k : prismatic ground -- c1 at O axis x\n"
     "joint l : prismatic c1 -- c2 at O axis y\n"
     "joint j : prismatic c2 -- b at O axis z\n",
     "j", "start b.vx = 0.5, b.vy = 0.1, b.vz = -0.2\n"},
    {"fixed to a body that slides",
     "body sledge { at [0, 0, 1] m mass 2 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
     "joint k : prismatic ground -- sledge at [0, 0, 1] m axis x\n"
     "joint j : fixed sledge -- b at O\n",
     "body sledge { at [0, 0, 1] m mass 2 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
     "body plate { at O massless }\n"
     "joint k : prismatic ground -- sledge at [0, 0, 1] m axis x\n"
     "joint l : fixed sledge -- plate at [0.3, 0, 1] m\n"
     "joint j : fixed plate -- b at O\n",
     "j", "start k.speed = 0.5\n"},
};

static Case open_pair(const Pair *pair, const char *joints) {
    char text[2000];
    snprintf(text, sizeof text, "spatial\n%s%s%srun to 0.6 s every 0.1 s tol 1e-12\n", body, joints,
             pair->start);
    return open_text(text, (JdCompileDef){0}, (JdRunDef){0});
}

static void joints_made_of_others_are_the_same(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        const Pair *pair = &pairs[k];
        Case whole = open_pair(pair, pair->whole), made = open_pair(pair, pair->made);
        const char *why = pair->name;
        while (advance(&whole)) {
            assert_true(advance(&made));
            check_vector(vector(&made, "b", ""), vector(&whole, "b", ""), 1e-9, why);
            check_vector(vector(&made, "b", "w"), vector(&whole, "b", "w"), 1e-9, why);
            check_vector(vector(&made, "b", "alpha"), vector(&whole, "b", "alpha"), 1e-7, why);
            check_vector(vector(&made, pair->last, "force."), vector(&whole, pair->last, "force."),
                         1e-7, why);
            check_vector(vector(&made, pair->last, "torque."),
                         vector(&whole, pair->last, "torque."), 1e-7, why);
            check_near(value(&made, "power.balance"), 0, 1e-9, why);
        }
        close_case(&whole), close_case(&made);
    }
}

/* ---- Driven ---------------------------------------------------------------------------------- */

/* w_out/w_in = cos b/(1 - sin^2 b cos^2 phi); two of them in a row, in one plane and with parallel
 * forks in the middle, undo each other. */
static void cardan_joints_turn_as_their_closed_form(void **state) {
    (void)state;
    const double b = 25 * pi / 180;
    Case c = open_text(
        "spatial\n"
        "param b = 25 deg\n"
        "point O = [0, 0, 0]\n"
        "point P = 0.5 m*[cos(b), sin(b), 0]\n"
        "body first  { link [-0.3, 0, 0] m, O mass 1 kg inertia [0.01, 0.02, 0.02] kg*m^2 }\n"
        "body middle { link O P mass 1 kg inertia [0.01, 0.02, 0.02] kg*m^2 }\n"
        "body last   { link P, P + [0.3, 0, 0] m mass 1 kg inertia [0.01, 0.02, 0.02] kg*m^2 }\n"
        "joint j1 : revolute ground -- first at [-0.3, 0, 0] m axis x\n"
        "joint u1 : universal first -- middle at O axis y second z\n"
        "joint u2 : universal middle -- last at P axis z second y\n"
        "joint j3 : cylindrical ground -- last at P + [0.3, 0, 0] m axis x\n"
        "drive motor : j1.angle = 3*time + time^2\n"
        "force brake : free-spring j3.angle damping 0.2 N*m*s\n"
        "run to 5 s every 0.25 s tol 1e-12\n",
        (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = value(&c, "time"), phi = 3 * t + t * t, w = 3 + 2 * t;
        const double between = w * cos(b) / (1 - pow(sin(b) * cos(phi), 2));
        check_near(value(&c, "middle.own.wx"), between, 1e-9, "the middle turns unevenly");
        check_near(value(&c, "j3.angle"), phi, 1e-9, "the end as the beginning");
        check_near(value(&c, "j3.rate"), w, 1e-9, "with its rate");
        check_near(value(&c, "j3.angular_accel"), 2, 1e-7, "and its acceleration");
        check_near(value(&c, "motor.power"), value(&c, "motor.effort") * w, 1e-9, "power");
        check_near(value(&c, "power.balance"), 0, 1e-8, "all power is accounted for");
    }
    close_case(&c);
}

/* A screw that is driven advances by its pitch, and the drive lifts the weight. */
static void a_driven_screw_lifts_a_weight(void **state) {
    (void)state;
    Case c = open_text("spatial\n"
                       "gravity [0, 0, -10] m/s^2\n"
                       "body nut { at [0, 0, 0] m mass 3 kg inertia [0.1, 0.1, 0.1] kg*m^2 }\n"
                       "joint thread : screw ground -- nut at [0, 0, 0] m axis z pitch -0.01 m\n"
                       "drive motor : thread.angle = -20*time\n"
                       "run to 10 s every 1 s tol 1e-11\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c)) {
        const double t = value(&c, "time");
        check_near(value(&c, "thread.angle"), -20 * t, 1e-9, "it turns");
        check_near(value(&c, "nut.z"), 0.01 / (2 * pi) * 20 * t, 1e-11, "and rises");
        check_near(value(&c, "motor.effort"), -30 * 0.01 / (2 * pi), 1e-10, "against its weight");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_made_of_others_are_the_same),
        cmocka_unit_test(cardan_joints_turn_as_their_closed_form),
        cmocka_unit_test(a_driven_screw_lifts_a_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
