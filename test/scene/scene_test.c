/* SPDX-License-Identifier: MIT
 *
 * What there is to see of a model without any work of its author. */
#include "models.h"
#include "staged.h"

static Staged *still(const char *text) {
    return staged((StagedDef){.text = text, .until = 0.01, .rows = 2, .frames = 2});
}

static const SceneBody *body_of(const Staged *s, const char *name) {
    for (int b = 0; b < s->scene->bodies.count; b++)
        if (s->scene->bodies.at[b].name && !strcmp(s->scene->bodies.at[b].name, name))
            return &s->scene->bodies.at[b];
    fail_msg("no body '%s'", name);
    return NULL;
}

/* How far a shape goes along each axis of its body. */
static Vec3 size_of(const Scene *scene, const SceneShape *shape, Vec3 *middle) {
    Vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    const Mesh *mesh = &scene->meshes.at[shape->mesh];
    for (int n = 0; n < mesh->points.count; n++) {
        const Vec3 p = vec3_add(shape->local.p, axes_out(&shape->local.axes, mesh->points.at[n]));
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    if (middle) *middle = vec3_scale(0.5, vec3_add(low, high));
    return vec3_sub(high, low);
}

/* ---- Looks ---------------------------------------------------------------------------------- */

static void a_link_is_a_bar_between_its_points(void **state) {
    (void)state;
    Staged *s =
        still("planar\nbody rod { link [1 m, 2 m] [4 m, 2 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
              "joint j : revolute ground -- rod at [1 m, 2 m]\n");
    const SceneBody *rod = body_of(s, "rod");
    assert_int_equal(rod->shapes.count, 1);
    Vec3 middle;
    const Vec3 size = size_of(s->scene, &rod->shapes.at[0], &middle);
    check_near(size.x, 3 + size.y, 1e-9, "as long as its points are apart, with round ends");
    assert_true(size.y > 0 && size.y < 0.5);
    check_near(vec3_norm(middle), 0, 1e-9, "about the middle, which is the centre of mass");
    staged_free(s);
}

static void three_points_make_a_plate_that_covers_them(void **state) {
    (void)state;
    Staged *s =
        still("planar\nbody plate { link [0, 0] [1 m, 0] [0, 1 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
              "joint j : revolute ground -- plate at [0, 0]\n");
    const SceneBody *plate = body_of(s, "plate");
    assert_int_equal(plate->shapes.count, 1);
    const Vec3 size = size_of(s->scene, &plate->shapes.at[0], NULL);
    assert_true(size.x > 1 && size.x < 1.2 && size.y > 1 && size.y < 1.2);
    assert_true(plate->shapes.at[0].outline.points.count > 20);
    staged_free(s);
}

static void a_slider_is_a_block_along_its_guide(void **state) {
    (void)state;
    Staged *s = still("planar\nbody crank { link [0, 0] [1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "body rod { link [1 m, 0] [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "body slider { at [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "joint A : revolute ground -- crank at [0, 0]\njoint B : revolute crank -- "
                      "rod at [1 m, 0]\n"
                      "joint C : revolute rod -- slider at [3 m, 0]\n"
                      "joint D : prismatic ground -- slider at [3 m, 0] axis x\n");
    const Vec3 size = size_of(s->scene, &body_of(s, "slider")->shapes.at[0], NULL);
    assert_true(size.x > 1.3 * size.y);
    assert_true(size.x < 0.5);
    staged_free(s);
}

static void a_wheel_has_the_radius_that_it_rolls_with(void **state) {
    (void)state;
    Staged *s = still(
        "spatial\nbody disc { at [0, 0, 0.3 m]  mass 1 kg  inertia [0.02, 0.02, 0.04] kg*m^2 }\n"
        "joint roll : rolling-sphere ground -- disc at [0, 0, 0] [0, 0, 0.3 m] radius 0.3 m\n");
    const Vec3 size = size_of(s->scene, &body_of(s, "disc")->shapes.at[0], NULL);
    check_near(size.x, 0.6, 1e-2, "a ball of that radius");
    check_near(size.z, 0.6, 1e-2, "a ball of that radius");
    assert_true(s->scene->bodies.at[0].shapes.count > 0);
    staged_free(s);
}

static void meshing_wheels_touch(void **state) {
    (void)state;
    Staged *s = still(
        "planar\nbody a { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
        "body b { at [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
        "joint A : revolute ground -- a at [0, 0]\njoint B : revolute ground -- b at [3 m, 0]\n"
        "joint G : gear A.angle -- B.angle  ratio 2\n");
    const Vec3 a = size_of(s->scene, &body_of(s, "a")->shapes.at[0], NULL);
    const Vec3 b = size_of(s->scene, &body_of(s, "b")->shapes.at[0], NULL);
    check_near(a.x / 2 + b.x / 2, 3, 0.05, "pitch radii are the distance of the axes");
    check_near(fmax(a.x, b.x) / fmin(a.x, b.x), 2, 0.05, "and go as the ratio");
    staged_free(s);
}

static void a_spring_goes_from_point_to_point(void **state) {
    (void)state;
    Staged *s = still(
        "planar\nbody a { at [1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
        "force k : spring-damper ground -- a at [0, 0] [1 m, 0]  stiffness 1 N/m  length 1 m\n");
    const SceneLink *link = &s->scene->links.at[0];
    assert_true(link->spans && link->force && link->ground_i && !link->ground_j);
    assert_true(link->lines.count > 0);
    double low = 1, high = 0;
    for (int n = 0; n < link->lines.count; n++)
        for (int k = 0; k < link->lines.at[n].count; k++) {
            low = fmin(low, link->lines.at[n].points[k].x);
            high = fmax(high, link->lines.at[n].points[k].x);
        }
    check_near(low, 0, 1e-12, "begins at M");
    check_near(high, 1, 1e-12, "ends at N");
    staged_free(s);
}

static void a_point_mass_is_a_small_ball(void **state) {
    (void)state;
    Staged *s = still("spatial\nbody p { at [1 m, 0, 0]  mass 1 kg  point }\n"
                      "force k : spring-damper ground -- p at [0, 0, 0] [1 m, 0, 0]  stiffness 1 "
                      "N/m  length 1 m\n");
    const Vec3 size = size_of(s->scene, &body_of(s, "p")->shapes.at[0], NULL);
    assert_true(body_of(s, "p")->point);
    assert_true(size.x < 0.2 && fabs(size.x - size.y) < 0.05 * size.x);
    staged_free(s);
}

/* ---- With a motion ----------------------------------------------------------------------------
 */

static Scene *moving(const Staged *s) {
    Scene *scene = jd_scene_new_moving(s->model, s->system[0], s->film[0], s->log);
    assert_non_null(scene);
    return scene;
}

static void a_rail_is_as_long_as_the_slide_comes(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = "spatial\nbody a { at [1 m, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                "body b { link [1 m, 0, 0] [1 m, 1 m, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                "joint j : prismatic ground -- a at [1 m, 0, 0] axis x\n"
                "joint k : fixed a -- b at [1 m, 0, 0]\nstart j.speed = 10 m/s\n",
        .until = 1,
        .rows = 2,
        .frames = 7});
    Vec3 middle;
    const double still = size_of(s->scene, &s->scene->bodies.at[0].shapes.at[0], NULL).x;
    Scene *scene = moving(s);
    const double size = size_of(scene, &scene->bodies.at[0].shapes.at[0], &middle).x;
    assert_true(still < 3);
    assert_true(middle.x - size / 2 < 1 && middle.x + size / 2 > 11);
    assert_true(size < 12);
    jd_scene_free(scene);
    staged_free(s);
}

static void a_plane_goes_where_the_ball_rolls(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = "spatial\ngravity [0, 0, -9.81]\n"
                "body ball { at [0, 0, 0.3 m]  mass 1 kg  inertia [0.04, 0.04, 0.04] kg*m^2 }\n"
                "joint roll : rolling-sphere ground -- ball at [0, 0, 0] [0, 0, 0.3 m] radius 0.3 "
                "m\nstart ball.vy = -5 m/s\n",
        .until = 2,
        .rows = 2,
        .frames = 21});
    const double end = jd_film_pose_row(&s->run[0].film, 1, 20).p.y;
    assert_true(end < -9);
    Vec3 middle;
    Scene *scene = moving(s);
    const Vec3 size = size_of(scene, &scene->bodies.at[0].shapes.at[0], &middle);
    assert_true(middle.y - size.y / 2 < end);
    check_near(middle.z + size.z / 2, 0, 1e-12, "below the ball");
    check_near(size.x, 2.7, 1e-9, "no wider than it was");
    jd_scene_free(scene);
    staged_free(s);
}

static void what_is_small_is_seen_on_a_long_way(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = "spatial\ngravity [0, 0, -9.81]\n"
                "body a { at [0, 0, 0]  mass 1 kg  inertia [1e-6, 1e-6, 1e-6] kg*m^2 }\n",
        .until = 2,
        .rows = 2,
        .frames = 21});
    assert_true(size_of(s->scene, &body_of(s, "a")->shapes.at[0], NULL).x < 0.01);
    Scene *scene = moving(s);
    assert_true(size_of(scene, &scene->bodies.at[1].shapes.at[0], NULL).x > 0.1);
    jd_scene_free(scene);
    staged_free(s);
}

/* In the plane it stands below the wheel, wherever that is. */
static void the_rail_of_a_wheel_touches_it(void **state) {
    (void)state;
    Staged *s = still("planar\nbody w { at [0, 0.3 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "joint r : wheel-on-rail ground -- w at [0, 0] [0, 0.3 m] radius 0.3 m\n");
    const SceneLink *link = &s->scene->links.at[0];
    assert_int_equal(link->lines.count, 1);
    for (int n = 0; n < 2; n++)
        check_near(link->lines.at[0].points[n].y, -0.3, 1e-12, "a radius below its centre");
    staged_free(s);
}

static void colours_go_round(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "planar\n");
    for (int n = 0; n < 9; n++)
        jd_text_print(&text, "body b%d { at [%d m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n", n, n);
    Staged *s = still(text.at);
    for (int b = 1; b <= 8; b++)
        for (int k = 1; k < b; k++)
            assert_memory_not_equal(&s->scene->bodies.at[b].colour, &s->scene->bodies.at[k].colour,
                                    sizeof(Colour));
    assert_memory_equal(&s->scene->bodies.at[9].colour, &s->scene->bodies.at[1].colour,
                        sizeof(Colour));
    staged_free(s);
    jd_text_free(&text);
}

/* ---- All models ----------------------------------------------------------------------------- */

static void check_scene(const char *name, const Scene *scene) {
    if (!(scene->unit > 0 && scene->size > 0 && scene->unit < scene->size))
        fail_msg("%s has no size", name);
    for (int b = 1; b < scene->bodies.count; b++) {
        const SceneBody *body = &scene->bodies.at[b];
        if (!body->shapes.count && !body->hidden && !(body->mass <= 0))
            fail_msg("%s: nothing is seen of %s", name, body->name);
        for (int n = 0; n < body->shapes.count; n++) {
            const Mesh *mesh = &scene->meshes.at[body->shapes.at[n].mesh];
            assert_int_equal(mesh->points.count, mesh->normals.count);
            assert_int_equal(mesh->triangles.count % 3, 0);
            assert_true(mesh->triangles.count > 0);
            if (scene->planar) assert_true(body->shapes.at[n].outline.points.count > 2);
            for (int k = 0; k < mesh->triangles.count; k++)
                assert_in_range(mesh->triangles.at[k], 0, mesh->points.count - 1);
            for (int k = 0; k < mesh->normals.count; k++)
                check_near(vec3_norm(mesh->normals.at[k]), 1, 1e-9, "normals have length 1");
        }
    }
}

static void check_scenes(const char *path) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    /* What does not compile is seen as drawn. */
    const JdSystem *const systems[] = {system, NULL};
    for (int n = 0; n < 2; n++) {
        Scene *scene = jd_scene_new(model, systems[n], log);
        assert_non_null(scene);
        check_scene(path, scene);
        jd_scene_free(scene);
    }
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

static void every_model_gives_a_scene(void **state) {
    (void)state;
    for_every_model(check_scenes);
}

static void joints_that_hold_a_point_are_known_by_their_locks(void **state) {
    (void)state;
    static const struct {
        const char *words;
        bool planar, meets;
    } cases[] = {
        {"revolute", true, true},    {"fixed", true, true},         {"prismatic", true, false},
        {"knife-edge", true, false}, {"spherical", false, true},    {"universal", false, true},
        {"screw", false, false},     {"cylindrical", false, false},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[400];
        snprintf(text, sizeof text,
                 "%s\nbody rod { at [0, 0%s]  mass 1 kg  inertia %s kg*m^2 }\n"
                 "joint j : %s ground -- rod at [0, 0%s]%s\n",
                 cases[n].planar ? "planar" : "spatial", cases[n].planar ? "" : ", 0",
                 cases[n].planar ? "1" : "[1, 1, 1]", cases[n].words, cases[n].planar ? "" : ", 0",
                 !strcmp(cases[n].words, "screw")       ? "  pitch 2 mm"
                 : !strcmp(cases[n].words, "universal") ? "  second y"
                                                        : "");
        JdLog *log = jd_log_new();
        JdModel *model = jd_model_read_text("j.jd", text, strlen(text), (JdReadDef){0}, log);
        Scene *scene = jd_scene_new(model, NULL, log);
        if (!scene) jd_log_print(log, stderr);
        assert_non_null(scene);
        assert_int_equal(scene->links.at[0].meets, cases[n].meets);
        jd_scene_free(scene);
        jd_model_free(model);
        jd_log_free(log);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_that_hold_a_point_are_known_by_their_locks),
        cmocka_unit_test(a_link_is_a_bar_between_its_points),
        cmocka_unit_test(three_points_make_a_plate_that_covers_them),
        cmocka_unit_test(a_slider_is_a_block_along_its_guide),
        cmocka_unit_test(a_wheel_has_the_radius_that_it_rolls_with),
        cmocka_unit_test(meshing_wheels_touch),
        cmocka_unit_test(a_spring_goes_from_point_to_point),
        cmocka_unit_test(a_point_mass_is_a_small_ball),
        cmocka_unit_test(a_rail_is_as_long_as_the_slide_comes),
        cmocka_unit_test(a_plane_goes_where_the_ball_rolls),
        cmocka_unit_test(what_is_small_is_seen_on_a_long_way),
        cmocka_unit_test(the_rail_of_a_wheel_touches_it),
        cmocka_unit_test(colours_go_round),
        cmocka_unit_test(every_model_gives_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
