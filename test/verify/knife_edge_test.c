/* SPDX-License-Identifier: MIT
 *
 * Non-holonomic rows with known motion. Knife edge on a slope (Neimark and Fufaev 1972): a cycloid,
 * see model/knife_edge.jd. Chaplygin's sleigh, mass centre a ahead of the blade: v = V tanh(kt), w
 * = W / cosh(kt), with m V^2 = (I + m a^2) W^2 and k = a W^2 / V. */
#include "verify/verify.h"

static const double m = 2, I = 0.3, a = 0.25, W = 4;

static Case open_sleigh(const char *stabilise) {
    char words[600];
    snprintf(words, sizeof words,
             "planar\n"
             "body sleigh { at [0, 0]  com local [%.17g, 0]  mass %.17g  inertia %.17g\n"
             "              frame blade local [0, 0] }\n"
             "joint edge : knife-edge ground -- sleigh at [0, 0] axis x\n"
             "start sleigh.blade.vx = 0, sleigh.rate = %.17g\n"
             "run to 2 s every 0.05 s tol 1e-12 stabilise %s\n",
             a, m, I, W, stabilise);
    return open_text(words, (JdCompileDef){0}, (JdRunDef){0});
}

static void check_sleigh(const char *stabilise) {
    Case c = open_sleigh(stabilise);
    const double whole = I + m * a * a, V = W * sqrt(whole / m), k = a * W * W / V;
    while (advance(&c)) {
        const double t = jd_run_value(c.run, jd_time), v = V * tanh(k * t), w = W / cosh(k * t);
        const double turn = 2 * W / k * atan(tanh(k * t / 2));
        check_near(value(&c, "sleigh.rate"), w, 1e-10, "turns ever slower");
        check_near(value(&c, "sleigh.angle"), turn, 1e-10, "by the Gudermann angle");
        check_near(value(&c, "sleigh.blade.vx"), v * cos(turn), 1e-10, "along the blade");
        check_near(value(&c, "sleigh.blade.vy"), v * sin(turn), 1e-10, "along the blade");
        check_near(value(&c, "edge.force"), fabs(m * v * w - m * a * w * v * m * a / whole), 1e-8,
                   "m times the acceleration of the mass centre across");
        check_near(value(&c, "energy"), whole * W * W / 2, 1e-10, "energy");
    }
    assert_int_equal(jd_log_count(c.log), 0);
    close_case(&c);
}

static void chaplygins_sleigh_straightens_its_way(void **state) {
    (void)state;
    check_sleigh("projection");
    check_sleigh("baumgarte");
}

static void a_blade_on_a_slope_goes_along_a_cycloid(void **state) {
    (void)state;
    static const char *const ways[] = {"projection", "baumgarte"};
    for (int way = 0; way < 2; way++) {
        Case c = open_file("model/knife_edge.jd", NULL, (JdCompileDef){.stabilise = ways[way]},
                           (JdRunDef){.output_every = 0.1});
        const double pull = 9.81 / 2, w = 2, size = pull / (2 * w * w);
        while (advance(&c)) {
            const double t = jd_run_value(c.run, jd_time);
            check_near(value(&c, "sleigh.x"), size * pow(sin(w * t), 2), 1e-10, "down");
            check_near(value(&c, "sleigh.y"), size * (w * t - sin(2 * w * t) / 2), 1e-10, "aside");
            check_near(value(&c, "drift.rate"), 0, 1e-10, "no way across the blade");
        }
        close_case(&c);
    }
}

/* A blade on a plate that turns: plate and skate float freely, so momentum and its moment stay what
 * they are. */
static void a_blade_on_a_moving_body_pushes_it_where_it_touches(void **state) {
    (void)state;
    Case c =
        open_text("planar\n"
                  "body plate { at [0, 0]  mass 3 kg  inertia 0.5 kg*m^2 }\n"
                  "body skate { at [0.4, 0.1]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                  "joint edge : knife-edge plate -- skate at [0.4, 0.1] axis [1, 0.5]\n"
                  "start plate.vx = 0, plate.vy = 0, plate.rate = 1, skate.vx = 1, skate.rate = 2\n"
                  "run to 1 s every 0.1 s tol 1e-11\n",
                  (JdCompileDef){0}, (JdRunDef){0});
    double spin = NAN, energy = NAN;
    while (advance(&c)) {
        const double x = value(&c, "skate.x"), y = value(&c, "skate.y");
        const double vx = value(&c, "skate.vx"), vy = value(&c, "skate.vy");
        const double now = 0.5 * value(&c, "plate.rate") + 0.1 * value(&c, "skate.rate") + x * vy -
                           y * vx +
                           3 * (value(&c, "plate.x") * value(&c, "plate.vy") -
                                value(&c, "plate.y") * value(&c, "plate.vx"));
        if (isnan(spin)) spin = now, energy = value(&c, "energy");
        check_near(value(&c, "energy"), energy, 1e-10, "energy");
        check_near(now, spin, 1e-10, "moment of momentum");
    }
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chaplygins_sleigh_straightens_its_way),
        cmocka_unit_test(a_blade_on_a_slope_goes_along_a_cycloid),
        cmocka_unit_test(a_blade_on_a_moving_body_pushes_it_where_it_touches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
