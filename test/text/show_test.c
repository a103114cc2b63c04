/* SPDX-License-Identifier: MIT
 *
 * What models say about pictures: where what is shown stands, its dimensions, colours and files;
 * what bodies look like otherwise; and that none of it changes anything else. */
#include "text_check.h"

static const ModelShow *show_at(Reading reading, int index) {
    assert_true(index < reading.model->shows.count);
    return &reading.model->shows.at[index];
}

static void check_vector(Vec3 is, double x, double y, double z, const char *what) {
    check_near(is.x, x, 1e-14, what);
    check_near(is.y, y, 1e-14, what);
    check_near(is.z, z, 1e-14, what);
}

/* A link from (1, 1) to (1, 3), whose centre of mass is not in its middle; a wheel beside its own.
 */
#define LINK                                                                                       \
    "point A = [1, 1]\npoint B = [1, 3]\n"                                                         \
    "body link { link A B  com [1, 2.5] m  mass 1 kg  inertia 1 kg*m^2  frame tip at B }\n"        \
    "body wheel { at A  angle 30 deg  com [2, 1] m  mass 1 kg  inertia 1 kg*m^2 }\n"

static void shapes_stand_where_their_bodies_are(void **state) {
    (void)state;
    Reading r = read_good(LINK "show bar on link  width 20 mm\nshow sphere on wheel  diameter 1 m\n"
                               "show sphere on link.tip  diameter 1 m\n"
                               "show sphere on ground  diameter 1 m\n");
    /* Seen from the centre of mass, with x along the link. */
    check_vector(show_at(r, 0)->local.p, -0.5, 0, 0, "the middle of the link");
    check_vector(show_at(r, 0)->local.axes.x, 1, 0, 0, "along it");
    check_near(show_at(r, 0)->size[SHAPE_LENGTH], 2, 1e-15, "as long as it");
    check_near(show_at(r, 0)->size[SHAPE_WIDTH], 0.02, 1e-15, "as said");
    check_vector(show_at(r, 1)->local.p, -cos(pi / 6), sin(pi / 6), 0, "the point of the wheel");
    check_vector(show_at(r, 2)->local.p, 0.5, 0, 0, "the frame");
    check_vector(show_at(r, 2)->local.axes.x, 0, -1, 0, "along the frame, which is not turned");
    check_vector(show_at(r, 3)->local.p, 0, 0, 0, "the ground's origin");
    assert_int_equal(show_at(r, 3)->body, 0);
    assert_int_equal(r.model->shows.count, 4);
    close_reading(r);
}

static void shapes_stand_and_turn_as_they_say(void **state) {
    (void)state;
    Reading r = read_good(
        LINK "show box on link { at A  angle 90 deg  length 1 m  width 1 m }\n"
             "show cylinder on link { local [0.5, 0.25] m  axis z  length 1 m  diameter 1 m }\n"
             "show gear on wheel { axis y  diameter 1 m  teeth 20 }\n"
             "show rod on link { axis [-1, 0]  length 1 m }\n"
             "show rod on link { local [0, 0]  axis [-1, 0]  length 1 m }\n");
    check_vector(show_at(r, 0)->local.p, -1.5, 0, 0, "A");
    check_vector(show_at(r, 0)->local.axes.x, 0, 1, 0, "turned from the body's axes");
    check_vector(show_at(r, 1)->local.p, -1, 0.25, 0, "from the body's origin");
    check_vector(show_at(r, 1)->local.axes.x, 0, 0, 1, "its long axis");
    check_vector(show_at(r, 2)->local.axes.z, 0.5, cos(pi / 6), 0,
                 "the z axis of a gear, as drawn");
    check_vector(show_at(r, 3)->local.axes.x, 0, 1, 0, "to the left, as drawn");
    check_vector(show_at(r, 4)->local.axes.x, -1, 0, 0, "backwards, on the body");
    for (int n = 0; n < 5; n++) assert_true(jd_axes_proper(&show_at(r, n)->local.axes, 1e-14));
    close_reading(r);
}

static void shapes_turn_in_space(void **state) {
    (void)state;
    Reading r =
        read_good("spatial\nbody b { at [1, 2, 3] turned turn(z, 90 deg) mass 1 kg "
                  "inertia [1, 1, 1] kg*m^2 frame f at [1, 3, 3] turned turn(x, 90 deg)\n"
                  "show box { at [1, 2, 4] turned turn(y, 90 deg) length 1 m width 1 m } }\n"
                  "show gear on b.f { local [0, 0, 1] m diameter 1 m teeth 9 }\n");
    check_vector(show_at(r, 0)->local.p, 0, 0, 1, "above");
    check_vector(show_at(r, 0)->local.axes.x, 0, 0, -1, "seen from the body");
    check_vector(show_at(r, 1)->local.p, 0, 0, 0, "along the frame's z, which is the ground's -y");
    check_vector(show_at(r, 1)->local.axes.z, -1, 0, 0, "the ground's -y");
    close_reading(r);
}

static void lengths_of_the_link_are_taken_along_it_only(void **state) {
    (void)state;
    check_mistake(LINK "show cylinder on link  axis z  diameter 1 m\n", "shape-needs", 5, 6,
                  "length");
    check_mistake(LINK "show rod on link  at A\n", "shape-needs", 5, 6, "length");
    check_mistake(LINK "show rod on wheel\n", "shape-needs", 5, 6, "length");
    check_mistake(LINK "show rod on link.tip\n", "shape-needs", 5, 6, "length");
    assert_int_equal(errors_of(LINK "show arrow on link\n"), 0);
}

static void parts_take_along_what_they_show(void **state) {
    (void)state;
    Reading r =
        read_good("param d = 1 m\npart arm {\n  param e = 1\n  point P = [1, 0]\n"
                  "  body b { at P  mass 1 kg  inertia 1 kg*m^2  colour red }\n"
                  "  show cylinder on b  at P + [0, 1] m  axis y  length 1 m  diameter e*d\n}\n"
                  "use one : arm  at [5, 0]\nuse two : arm  at [0, 5]  angle 90 deg  with e = 3\n");
    assert_int_equal(r.model->shows.count, 2);
    check_text(r.model->bodies.at[show_at(r, 1)->body].name, "two.b");
    check_vector(show_at(r, 0)->local.p, 0, 1, 0, "beside it");
    check_vector(show_at(r, 1)->local.p, 0, 1, 0, "likewise, seen from the body");
    check_vector(show_at(r, 1)->local.axes.x, 0, 1, 0, "the axis turns with the part");
    check_near(show_at(r, 1)->size[SHAPE_DIAMETER], 3, 1e-15, "its own parameter");
    close_reading(r);
}

static void colours_and_what_is_hidden_are_noted(void **state) {
    (void)state;
    Reading r = read_good(
        "body a { at [0, 0] massless colour steelblue }\n"
        "body b { at [0, 0] massless animation off show none }\nbody c { at [0, 0] massless }\n"
        "joint j : revolute a -- b at [0, 0] animation off\n"
        "joint k : revolute ground -- a at [0, 0]\n"
        "force f : torque a -- b value 1 N*m animation off\nshow none on c\n"
        "show sphere on a diameter 1 m colour \"#102030\" opacity 0.5\nanimation off\n");
    const ModelBody *bodies = r.model->bodies.at;
    assert_int_equal(bodies[1].colour.b, 0xb4);
    assert_int_equal(bodies[2].colour.a, 0);
    assert_true(!bodies[1].hidden && bodies[2].hidden && !bodies[3].hidden);
    assert_true(!bodies[1].bare && bodies[2].bare && bodies[3].bare);
    assert_true(r.model->joints.at[0].hidden && !r.model->joints.at[1].hidden);
    assert_true(r.model->forces.at[0].hidden);
    assert_int_equal(show_at(r, 0)->colour.g, 0x20);
    check_near(show_at(r, 0)->opacity, 0.5, 0, "opacity");
    assert_true(r.model->no_animation);
    close_reading(r);
}

static void mistakes_are_told(void **state) {
    (void)state;
    check_mistake(LINK "show shere on link\n", "shape-unknown", 5, 6, "sphere");
    check_mistake(LINK "show sphere on lnk  diameter 1 m\n", "body-unknown", 5, 16, "link");
    check_mistake(LINK "show sphere on link  diameter 1 kg\n", "dimension-mismatch", 5, 31,
                  "length");
    check_mistake(LINK "show sphere on link  diameter -1 m\n", "shape-dimension", 5, 31, "-1");
    check_mistake(LINK "show sphere on link  diameter 1 m  teeth 20\n", "shape-dimension", 5, 42,
                  "teeth");
    check_mistake(LINK "show sphere on link  diameter 1 m  file \"a.stl\"\n", "shape-dimension", 5,
                  36, "mesh");
    check_mistake(LINK "show sphere on link  diameter 1 m  turned turn(z, 1 rad)\n",
                  "clause-wrong-space", 5, 36, "space");
    check_mistake(LINK "show gear on link  diameter 1 m  teeth 20.5\n", "shape-dimension", 5, 6,
                  "whole");
    check_mistake(LINK "show pipe on link  diameter 1 m  inner 1 m\n", "shape-dimension", 5, 6,
                  "hole");
    check_mistake(LINK "show sphere on link  diameter 1 m  opacity 0\n", "opacity-not-valid", 5, 44,
                  "0");
    check_mistake(LINK "show sphere on link  diameter 1 m  color red\n", "clause-unknown", 5, 36,
                  "colour");
    check_mistake(LINK "show sphere on link  diameter 1 m  axis [0, 0]\n", "axis-zero", 5, 41,
                  "no length");
    check_mistake("part p {\nanimation off\n}\n", "part-statement", 2, 1, "whole model");
    check_mistake("animation on\n", "statement-unknown", 1, 1, "animation off");
}

/* ---- Bodies
 * ----------------------------------------------------------------------------------------- */

static void bodies_know_their_points(void **state) {
    (void)state;
    Reading r = read_good(LINK "body three { link A B, [2, 3]  mass 1 kg  inertia 1 kg*m^2 }\n");
    const ModelBody *link = &r.model->bodies.at[1], *wheel = link + 1, *three = link + 2;
    assert_int_equal(link->point_count, 2);
    check_vector(link->points[0], -1.5, 0, 0, "A from the centre of mass, along the link");
    check_vector(link->points[1], 0.5, 0, 0, "B");
    assert_int_equal(wheel->point_count, 1);
    check_vector(wheel->points[0], -cos(pi / 6), 0.5, 0, "its own point");
    assert_int_equal(three->point_count, 3);
    assert_int_equal(r.model->bodies.at[0].point_count, 0);
    close_reading(r);
}

static void shapes_of_bodies_stand_where_their_mass_is(void **state) {
    (void)state;
    Reading r = read_good(
        "spatial\npoint O = [0, 0, 0]\npoint A = [2, 0, 0]\n"
        "body plain { link O A  shape cylinder  diameter 1 m  mass 1 kg }\n"
        "body loaded { link O A  shape cylinder  diameter 1 m  mass 1 kg  load 1 kg at A }\n"
        "body said { link O A  com O  shape cylinder  diameter 1 m  mass 1 kg  inertia [1, 1, 1] "
        "kg*m^2 }\n"
        "body thin { link O A  shape box  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n");
    const ModelBody *bodies = r.model->bodies.at;
    check_text(bodies[1].shape->name, "cylinder");
    check_near(bodies[1].size[SHAPE_LENGTH], 2, 1e-15, "that of the link");
    check_vector(bodies[1].shape_at, 0, 0, 0, "the centre of mass");
    check_vector(bodies[2].shape_at, -0.5, 0, 0, "the load drew the centre of mass away");
    check_vector(bodies[3].shape_at, 1, 0, 0, "along the link");
    assert_null(bodies[4].shape); /* too little is known */
    close_reading(r);
}

static void pictures_do_not_change_the_bodies(void **state) {
    (void)state;
    Reading plain = read_good(LINK),
            shown = read_good(LINK "show gear on wheel  diameter 1 m  teeth 9\n"
                                   "show none on link\nanimation off\n");
    assert_int_equal(plain.model->bodies.count, shown.model->bodies.count);
    assert_int_equal(plain.model->frames.count, shown.model->frames.count);
    for (int n = 0; n < plain.model->bodies.count; n++) {
        const ModelBody *a = &plain.model->bodies.at[n], *b = &shown.model->bodies.at[n];
        assert_memory_equal(&a->pose, &b->pose, sizeof a->pose);
        assert_memory_equal(&a->inertia, &b->inertia, sizeof a->inertia);
    }
    close_reading(plain);
    close_reading(shown);
}

/* ---- Files and comments
 * ----------------------------------------------------------------------------- */

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void meshes_are_found_beside_the_file_that_says_them(void **state) {
    (void)state;
    write_file(JD_SCRATCH "/shown.obj", "v 0 0 0\nv 8 0 0\nv 0 8 0\nf 1 2 3\n");
    write_file(JD_SCRATCH "/shown.jd",
               "body b { at [0, 0] massless }\nrepeat i from 1 to 3 {\n"
               "  show mesh on b  at [i*1 m, 0]  file \"shown.obj\"  scale 1 mm\n}\n");
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(JD_SCRATCH "/shown.jd", (JdReadDef){0}, log);
    jd_log_print(log, stderr);
    assert_non_null(model);
    assert_int_equal(model->shows.count, 3);
    const Mesh *mesh = model->shows.at[2].mesh;
    assert_int_equal(mesh->points.count, 3);
    check_near(mesh->points.at[1].x, 0.008, 1e-18, "8 mm");
    assert_ptr_equal(mesh->points.at, model->shows.at[0].mesh->points.at); /* read once */
    jd_model_free(model);
    jd_log_free(log);
}

static void check_about(const char *text, const char *about) {
    Reading r = read_good(text);
    check_text(r.model->about, about);
    close_reading(r);
}

static void the_first_comment_tells_what_the_model_is(void **state) {
    (void)state;
    check_about("# A crank.\n# It turns.\n#\n#Twice.\nplanar\n# not this\n",
                "A crank. It turns.\nTwice.");
    check_about("\n\n  ## A crank.  \r\n\n# not this\n", "A crank.");
    check_about("planar\n# not this\n", NULL);
    check_about("#\n#\n", NULL);
    check_about("", NULL);
    check_about("# no \xff character\n", "no ? character");
}

static void json_says_the_same(void **state) {
    (void)state;
    static const char text[] =
        LINK "show gear on link.tip { axis x  diameter 1 m  teeth 20  colour \"#123456\"  opacity "
             "0.5 }\n"
             "body last { at A  massless  colour red  animation off  show none }\nanimation off\n";
    char *json = rewritten(text, false, true);
    check_contains(json, "{\"animation off\": true}");
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("test.json", json, strlen(json), (JdReadDef){.json = true}, log);
    assert_non_null(model);
    Reading r = read_good(text);
    const ModelShow *a = show_at(r, 0), *b = &model->shows.at[0];
    assert_memory_equal(&a->local, &b->local, sizeof a->local);
    assert_memory_equal(a->size, b->size, sizeof a->size);
    assert_memory_equal(&a->colour, &b->colour, sizeof a->colour);
    assert_ptr_equal(a->type, b->type);
    assert_true(model->no_animation && model->bodies.at[3].bare && model->bodies.at[3].hidden);
    close_reading(r);
    jd_model_free(model);
    jd_log_free(log);
    jd_free_text(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_stand_where_their_bodies_are),
        cmocka_unit_test(shapes_stand_and_turn_as_they_say),
        cmocka_unit_test(shapes_turn_in_space),
        cmocka_unit_test(lengths_of_the_link_are_taken_along_it_only),
        cmocka_unit_test(parts_take_along_what_they_show),
        cmocka_unit_test(colours_and_what_is_hidden_are_noted),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(bodies_know_their_points),
        cmocka_unit_test(shapes_of_bodies_stand_where_their_mass_is),
        cmocka_unit_test(pictures_do_not_change_the_bodies),
        cmocka_unit_test(meshes_are_found_beside_the_file_that_says_them),
        cmocka_unit_test(the_first_comment_tells_what_the_model_is),
        cmocka_unit_test(json_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
