/* SPDX-License-Identifier: MIT
 *
 * Each force type in a case known by hand. */
#include "check.h"
#include "force/force.h"

static const Axes unit_axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const Axes quarter_turn = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};

static ForceOutput eval(const char *name, const ForceInput *in) {
    const ForceType *type = jd_force_find(name);
    assert_non_null(type);
    ForceOutput out;
    type->eval(in, &out);
    return out;
}

static void stretched_spring_pulls_and_its_damper_brakes(void **state) {
    (void)state;
    const double fields[] = {100, 4, 0.5}; /* N/m, N s/m, m */
    const ForceInput in = {.i = {.axes = unit_axes},
                           .j = {.p = {0, 0.7, 0}, .v = {3, 0.25, 0}, .axes = unit_axes},
                           .fields = fields};
    const ForceOutput out = eval("spring-damper", &in);
    check_near(out.length, 0.7, 1e-15, "length");
    check_near(out.force.y, -(100 * 0.2 + 4 * 0.25), 1e-13, "towards M");
    check_near(out.force.x, 0, 1e-15, "only along the line");
    check_near(out.energy, 0.5 * 100 * 0.04, 1e-14, "energy");
    check_near(out.conservative, -100 * 0.2 * 0.25, 1e-13, "power into the spring");
}

static void spring_of_no_length_where_points_meet_has_no_force(void **state) {
    (void)state;
    const double fields[] = {100, 4, 0.5};
    const ForceInput in = {.i = {.axes = unit_axes}, .j = {.v = {1, 0, 0}}, .fields = fields};
    const ForceOutput out = eval("spring", &in);
    check_near(vec3_norm(out.force), 0, 0, "no direction");
    check_near(out.energy, 12.5, 1e-14, "compressed all the way");
}

static void point_force_stays_or_follows(void **state) {
    (void)state;
    double fields[] = {2, 3, 0, 0};
    const ForceInput in = {.j = {.axes = quarter_turn}, .fields = fields};
    ForceOutput out = eval("point-force", &in);
    check_near(out.force.x, 2, 0, "in ground axes");
    check_near(out.force.y, 3, 0, "in ground axes");
    fields[3] = 1;
    out = eval("point-force", &in);
    check_near(out.force.x, -3, 0, "turned with the body");
    check_near(out.force.y, 2, 0, "turned with the body");
}

static void torque_is_about_z(void **state) {
    (void)state;
    const double fields[] = {5};
    const ForceInput in = {.i = {.axes = quarter_turn}, .fields = fields};
    check_near(eval("torque", &in).torque.z, 5, 0, "on j");
}

static void free_spring_draws_back_to_rest(void **state) {
    (void)state;
    const double fields[] = {10, 2, 0.5};
    const ForceInput in = {.position = 0.8, .rate = 1.5, .fields = fields};
    const ForceOutput out = eval("free-spring", &in);
    check_near(out.effort, -10 * 0.3 - 2 * 1.5, 1e-14, "spring and damper");
    check_near(out.energy, 0.45, 1e-15, "energy");
    const ForceInput motor = {.fields = fields};
    check_near(eval("motor", &motor).effort, 10, 0, "a motor's effort is its value");
}

static void types_are_found_and_suggested(void **state) {
    (void)state;
    assert_null(jd_force_find("magnet"));
    assert_null(jd_force_find(NULL));
    assert_null(jd_force_at(-1));
    Nearest nearest = {.word = "spring-dampr"};
    jd_force_suggest(&nearest);
    check_text(nearest.best, "spring-damper");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretched_spring_pulls_and_its_damper_brakes),
        cmocka_unit_test(spring_of_no_length_where_points_meet_has_no_force),
        cmocka_unit_test(point_force_stays_or_follows),
        cmocka_unit_test(torque_is_about_z),
        cmocka_unit_test(free_spring_draws_back_to_rest),
        cmocka_unit_test(types_are_found_and_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
