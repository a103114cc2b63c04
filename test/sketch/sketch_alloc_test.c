/* SPDX-License-Identifier: MIT
 *
 * Scenes, drawings and graphs while memory is out: whichever allocation fails, it is said, and
 * nothing is lost. */
#include "staged.h"
#include "sketch/sketch.h"
#include "failing.h"

static long countdown = -1; /* < 0: none fails */
static bool tried;

static bool fails(void) {
    if (countdown < 0) return false;
    if (countdown-- > 0) return false;
    tried = true;
    return true;
}

static const char planar[] =
    "planar\ngravity [0, -9.81]\n"
    "body arm { link [0, 0] [0.5 m, 0] [0.5 m, 0.2 m]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "body block { at [0.5 m, 0]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "joint jO : revolute ground -- arm at [0, 0]\n"
    "joint jA : prismatic arm -- block at [0.5 m, 0] axis x\n"
    "force s : spring-damper ground -- arm at [0, 1 m] [0.5 m, 0] stiffness 10 N/m length 1 m\n";
static const char spatial[] =
    "spatial\ngravity [0, 0, -9.81]\n"
    "body arm { link [0, 0, 0] [0.5 m, 0, 0]  mass 1 kg  inertia [0.02, 0.02, 0.02] kg*m^2 }\n"
    "joint jO : revolute ground -- arm at [0, 0, 0] axis y\n"
    "force s : spring-damper ground -- arm at [0, 0, 1 m] [0.5 m, 0, 0] stiffness 10 N/m length 1 "
    "m\n";

typedef bool Make(const Staged *s, JdLog *log);

static bool make_scene(const Staged *s, JdLog *log) {
    Scene *scene = jd_scene_new(s->model, s->system[0], log);
    jd_scene_free(scene);
    return scene != NULL;
}

static bool make_drawing(const Staged *s, JdLog *log) {
    Drawing d = jd_drawing(0, 0, NULL);
    const char *const paths[] = {"arm", NULL};
    const SketchDef def = {.names = true,
                           .dimensions = true,
                           .axes = true,
                           .ghost = true,
                           .paths = paths,
                           .width = 120};
    const bool good = jd_sketch_draw(s->scene, &s->run[0].film, &def, &d);
    if (!good) jd_report_memory(log);
    jd_drawing_free(&d);
    return good;
}

static bool make_graph(const Staged *s, JdLog *log) {
    Drawing d = jd_drawing(0, 0, NULL);
    const bool good = jd_graph_draw(s->scene, s->system[0], 0, NULL, &d);
    if (!good) jd_report_memory(log);
    jd_drawing_free(&d);
    return good;
}

static bool make_movie(const Staged *s, JdLog *log) {
    FILE *out = fopen("/dev/null", "wb");
    const bool good = jd_show_type_find("x.svg")->write(&s->show, out, "x.svg", log);
    fclose(out);
    return good;
}

/* The start of a scene is a run; a failure there leaves the position as drawn. */
static void check_all(const Staged *s, Make *make, bool may_do_without) {
    bool more = true;
    for (long n = 0; more; n++) {
        JdLog *log = jd_log_new();
        tried = false;
        countdown = n;
        const bool good = make(s, log);
        countdown = -1;
        more = tried;
        if (good) assert_true(!tried || may_do_without);
        if (!good) check_text(jd_log_message(log, 0).code, "out-of-memory");
        assert_true(good || more);
        jd_log_free(log);
    }
}

static void check_text_of(const char *text) {
    Staged *s = staged((StagedDef){.text = text, .until = 0.2, .rows = 3, .frames = 11});
    check_all(s, make_scene, true);
    check_all(s, make_drawing, false);
    check_all(s, make_graph, false);
    if (s->scene->planar) check_all(s, make_movie, false);
    staged_free(s);
}

static void planar_pictures_say_that_memory_is_out(void **state) {
    (void)state;
    check_text_of(planar);
}

static void spatial_pictures_say_that_memory_is_out(void **state) {
    (void)state;
    check_text_of(spatial);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_pictures_say_that_memory_is_out),
        cmocka_unit_test(spatial_pictures_say_that_memory_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
