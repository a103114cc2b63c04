/* SPDX-License-Identifier: MIT
 *
 * What is seen of a mechanism in space that would be hidden, or not be there: the ground between
 * its joints, tubes of slides, carriers of gears, bodies in one place. */
#include "staged.h"

static Staged *still(const char *text) {
    return staged((StagedDef){.text = text, .until = 0.01, .rows = 2, .frames = 2});
}

typedef struct {
    Vec3 low, high;
} Extent;

/* Of all shapes of a body, in its axes. */
static Extent extent_of(const Scene *scene, int b) {
    Extent box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int k = 0; k < scene->bodies.at[b].shapes.count; k++) {
        const SceneShape *shape = &scene->bodies.at[b].shapes.at[k];
        const Mesh *mesh = &scene->meshes.at[shape->mesh];
        for (int n = 0; n < mesh->points.count; n++) {
            const Vec3 p =
                vec3_add(shape->local.p, axes_out(&shape->local.axes, mesh->points.at[n]));
            box.low = vec3(fmin(box.low.x, p.x), fmin(box.low.y, p.y), fmin(box.low.z, p.z));
            box.high = vec3(fmax(box.high.x, p.x), fmax(box.high.y, p.y), fmax(box.high.z, p.z));
        }
    }
    return box;
}

static void the_ground_is_a_bar_between_its_hinges(void **state) {
    (void)state;
    Staged *s = still(
        "spatial\nbody a { link [0, 0, 0] [0, 1 m, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
        "body b { link [2 m, 0, 0] [2 m, 1 m, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
        "joint j : revolute ground -- a at [0, 0, 0] axis z\n"
        "joint k : revolute ground -- b at [2 m, 0, 0] axis z\n");
    const Extent box = extent_of(s->scene, 0);
    assert_true(box.low.x <= 0 && box.high.x >= 2);
    assert_true(box.high.y - box.low.y < 0.2);
    staged_free(s);
}

static void a_slide_between_points_apart_is_a_tube_with_its_rod(void **state) {
    (void)state;
    Staged *s = still("spatial\nbody a { at [0.1 m, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                      "body b { at [1.9 m, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                      "joint j : revolute ground -- a at [0, 0, 0] axis z\n"
                      "joint k : prismatic a -- b at [0, 0, 0] [2 m, 0, 0] axis x\n");
    /* Together they reach from one point to the other, without a gap. */
    const double tube = extent_of(s->scene, 1).high.x + 0.1,
                 rod = extent_of(s->scene, 2).low.x + 1.9;
    assert_true(tube > 0.8 && rod < tube);
    for (int n = 0; n < s->scene->links.count; n++)
        if (!strcmp(s->scene->links.at[n].name, "k"))
            assert_int_equal(s->scene->links.at[n].solids.count, 0);
    staged_free(s);
}

static void a_carrier_comes_out_of_its_wheels(void **state) {
    (void)state;
    Staged *s = still("spatial\nbody arm { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                      "body wheel { at [1 m, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                      "joint j : revolute ground -- arm at [0, 0, 0] axis z\n"
                      "joint k : revolute arm -- wheel at [1 m, 0, 0] axis z\n"
                      "show gear on wheel  diameter 1 m  teeth 20  height 0.4 m\n");
    const Extent arm = extent_of(s->scene, 1), wheel = extent_of(s->scene, 2);
    assert_true(fmax(fabs(arm.high.z), fabs(arm.low.z)) > fmax(wheel.high.z, -wheel.low.z));
    staged_free(s);
}

static void bodies_in_one_place_are_nested(void **state) {
    (void)state;
    Staged *s = still("spatial\nbody a { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                      "body b { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                      "joint j : revolute ground -- a at [0, 0, 0] axis x\n"
                      "joint k : revolute a -- b at [0, 0, 0] axis x\n");
    const Extent a = extent_of(s->scene, 1), b = extent_of(s->scene, 2);
    assert_true(b.high.y < 0.95 * a.high.y && b.high.x > 1.1 * a.high.x);
    staged_free(s);
}

/* Two discs about z; the second stands at `at` and turns about `axis`. */
static void belt_of(const char *ratio, const char *at, const char *axis, double wheels[2]) {
    Text text = {0};
    jd_text_print(&text,
                  "spatial\nbody a { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                  "body b { at %s  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                  "show cylinder on a  axis z  diameter 0.2 m  length 0.1 m\n"
                  "show cylinder on b  axis %s  diameter 0.6 m  length 0.1 m\n"
                  "joint A : revolute ground -- a at [0, 0, 0]  axis z\n"
                  "joint B : revolute ground -- b at %s  axis %s\n"
                  "joint belt : belt A.angle -- B.angle  ratio %s\n",
                  at, axis, at, axis, ratio);
    Staged *s = still(text.at);
    for (int n = 0; n < 2; n++) wheels[n] = s->scene->links.at[2].wheels[n];
    staged_free(s);
    jd_text_free(&text);
}

static void a_belt_in_space_goes_round_wheels_of_one_plane(void **state) {
    (void)state;
    double wheels[2];
    belt_of("3", "[1 m, 0.2 m, 0]", "z", wheels);
    check_near(wheels[0], 0.1, 1e-9, "the first radius");
    check_near(wheels[1], 0.3, 1e-9, "the second radius");
    belt_of("-3", "[1 m, 0.2 m, 0]", "z", wheels);
    check_near(wheels[1], -0.3, 1e-9, "crossed");
    belt_of("3", "[1 m, 0, 0.4 m]", "z", wheels);
    check_near(wheels[0], 0, 0, "wheels of two planes");
    belt_of("3", "[1 m, 0, 0]", "x", wheels);
    check_near(wheels[0], 0, 0, "axes across each other");
    belt_of("-3", "[0.35 m, 0, 0]", "z", wheels);
    check_near(wheels[0], 0, 0, "wheels that overlap have no crossed belt");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_belt_in_space_goes_round_wheels_of_one_plane),
        cmocka_unit_test(the_ground_is_a_bar_between_its_hinges),
        cmocka_unit_test(a_slide_between_points_apart_is_a_tube_with_its_rod),
        cmocka_unit_test(a_carrier_comes_out_of_its_wheels),
        cmocka_unit_test(bodies_in_one_place_are_nested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
