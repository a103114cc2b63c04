/* SPDX-License-Identifier: MIT
 *
 * Frames on the ground are sides of joints, forces, sensors and pictures as those of bodies are:
 * each model beside the same one without them. */
#include "verify/verify.h"
#include "verify/end_of.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* A slide along the x axis of a frame that is turned by 30 degrees: s = g sin 30 deg t^2/2. */
static void a_slide_lies_along_a_frame(void **state) {
    (void)state;
    const char text[] =
        "planar\ngravity [0, -9.81] m/s^2\nframe slope on ground at [1, 2] angle -30 deg\n"
        "body box { at [1, 2]  mass 3 kg  point  frame own at [1, 2] angle -30 deg }\n"
        "joint j : prismatic ground.slope -- box.own\nrun to 1 s\n";
    for (int f = 0; f < 3; f++) {
        check_near(end_of(text, forms[f], "j.travel"), 0.25 * 9.81, 1e-9, forms[f]);
        check_near(end_of(text, forms[f], "box.y"), 2 - 0.125 * 9.81, 1e-9, forms[f]);
    }
}

/* In space, with a force to it, resolved in it, and a sensor from it. */
static void all_that_a_frame_of_a_body_is_for(void **state) {
    (void)state;
    const char text[] =
        "spatial\ngravity none\nframe post on ground at [0, 1, 0] turned turn(z, 90 deg)\n"
        "body ball { at [2, 1, 0]  mass 2 kg  inertia [1, 1, 1] kg*m^2 }\n"
        "force spring : spring-damper ground.post -- ball  at [2, 1, 0]  stiffness 8 "
        "N/m\n"
        "force push : force-torque ground -- ball  force [0 N, 0 N, 1 N]  resolve ground.post\n"
        "sensor seen : ground.post -- ball  along ground.post\nallow joint-forgotten, "
        "not-connected\n"
        "start ball.vy = 0.5 m/s\nrun to 0.7 s\n";
    const char plain[] =
        "spatial\ngravity none\nbody ball { at [2, 1, 0]  mass 2 kg  inertia [1, 1, 1] kg*m^2 }\n"
        "force spring : spring-damper ground -- ball  at [0, 1, 0] [2, 1, 0]  stiffness 8 N/m\n"
        "force push : force-torque ground -- ball  force [0 N, 0 N, 1 N]\nallow joint-forgotten, "
        "not-connected\n"
        "start ball.vy = 0.5 m/s\nrun to 0.7 s\n";
    check_near(end_of(text, NULL, "ball.x"), end_of(plain, NULL, "ball.x"), 1e-12, "x");
    check_near(end_of(text, NULL, "ball.z"), end_of(plain, NULL, "ball.z"), 1e-12, "z");
    check_near(end_of(text, NULL, "seen.x"), end_of(plain, NULL, "ball.y") - 1, 1e-12,
               "its x is y");
    check_near(end_of(text, NULL, "seen.y"), -end_of(plain, NULL, "ball.x"), 1e-12, "its y is -x");
    check_near(end_of(text, NULL, "ground.post.y"), 1, 0, "it has channels");
}

/* Those of two instances have the same name. */
static void in_parts_they_are_the_instances_own(void **state) {
    (void)state;
    const char text[] = "planar\ngravity [0, -9.81] m/s^2\n"
                        "part swing { frame nail on ground at [0, 0]\n body rod { link [0, 0] [1, "
                        "0]  mass 1 kg  inertia 0.1 kg*m^2  frame end at [0, 0] }\n"
                        " joint j : revolute ground.nail -- rod.end\n signal high = rod.y - "
                        "ground.nail.y\n port nail_port = ground.nail }\n"
                        "use a : swing at [1, 5]\nuse b : swing at [7, 2]  angle -90 deg\n"
                        "sensor apart : a.nail_port -- b.nail_port\nrun to 0.3 s\n";
    check_near(end_of(text, NULL, "apart.x"), 6, 1e-12, "from one to the other");
    check_near(end_of(text, NULL, "apart.y"), -3, 1e-12, "from one to the other");
    check_near(end_of(text, NULL, "b.rod.y"), 1.5, 1e-12, "it hangs");
    check_near(end_of(text, NULL, "b.high"), -0.5, 1e-12, "a channel of its own frame");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slide_lies_along_a_frame),
        cmocka_unit_test(all_that_a_frame_of_a_body_is_for),
        cmocka_unit_test(in_parts_they_are_the_instances_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
