/* SPDX-License-Identifier: MIT
 *
 * Where things are between the recorded times, against motions in closed form. */
#include "staged.h"

/* A point on a circle of radius 1, once round in 2 s. */
static const char circle[] =
    "planar\nbody arm { link [0, 0] [2 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "joint j : revolute ground -- arm at [0, 0]\n"
    "param w = (pi) rad/s\ndrive d : j.angle = w*time\n";

static Staged *turning(int frames) {
    return staged(
        (StagedDef){.text = circle, .until = 4, .rows = 3, .frames = frames, .arrows = true});
}

static double worst(int frames) {
    Staged *s = turning(frames);
    double most = 0;
    for (int n = 0; n <= 1000; n++) {
        const double t = 4.0 * n / 1000;
        const Pose pose = jd_film_pose(&s->run[0].film, 1, t);
        most = fmax(most, hypot(pose.p.x - cos(pi * t), pose.p.y - sin(pi * t)));
        check_near(pose.angle, pi * t, 1e-7, "angles count on over whole turns");
    }
    staged_free(s);
    return most;
}

static void positions_between_rows_are_of_third_order(void **state) {
    (void)state;
    const double coarse = worst(41), fine = worst(81);
    assert_true(coarse < 0.01);
    assert_true(coarse / fine > 7);
}

static void times_outside_are_held(void **state) {
    (void)state;
    Staged *s = turning(41);
    const Film *film = &s->run[0].film;
    check_near(jd_film_pose(film, 1, -1).p.x, 1, 1e-9, "before the start: the start");
    check_near(jd_film_pose(film, 1, 9).p.x, 1, 1e-6, "behind the end: the end");
    assert_int_equal(jd_film_row(film, -1), 0);
    assert_int_equal(jd_film_row(film, 0.1 + 1e-9), 1);
    assert_int_equal(jd_film_row(film, 99), 40);
    staged_free(s);
}

static void velocities_and_forces_are_those_of_the_motion(void **state) {
    (void)state;
    Staged *s = turning(401);
    const Film *film = &s->run[0].film;
    const Vec3 v = jd_film_velocity(film, 1, 0.123), f = jd_film_force(film, 0, 0.123);
    check_near(v.x, -pi * sin(pi * 0.123), 1e-5, "velocity of the centre of mass");
    check_near(v.y, pi * cos(pi * 0.123), 1e-5, "velocity of the centre of mass");
    check_near(hypot(f.x, f.y), pi * pi, 1e-4, "what holds it on its circle: m w^2 r");
    staged_free(s);
}

/* ---- Attitudes ------------------------------------------------------------------------------ */

static void attitudes_go_the_short_way(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = "spatial\nbody arm { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                "joint j : revolute ground -- arm at [0, 0, 0] axis z\n"
                "param w = (pi) rad/s\ndrive d : j.angle = w*time\n",
        .until = 4,
        .rows = 3,
        .frames = 21});
    for (int n = 0; n <= 400; n++) {
        const double t = n / 100.0;
        const Pose pose = jd_film_pose(&s->run[0].film, 1, t);
        check_near(pose.axes.x.x, cos(pi * t), 1e-6,
                   "turns evenly, also where the quaternion changes its sign");
        check_near(pose.axes.x.y, sin(pi * t), 1e-6,
                   "turns evenly, also where the quaternion changes its sign");
    }
    staged_free(s);
}

/* ---- Fewer rows, and boxes ------------------------------------------------------------------ */

static void thinning_keeps_what_was_asked_for(void **state) {
    (void)state;
    Staged *s = turning(2001);
    const Film *film = &s->run[0].film;
    int before = 0;
    for (double error = 1e-5; error < 0.1; error *= 10) {
        int step;
        const int count = jd_film_thin(film, s->scene, error, 5000, &step);
        assert_true(step > before);
        before = step;
        assert_int_equal(count, (2000 + step - 1) / step + 1);
        /* The same interpolation, from these rows alone. */
        Staged *thin = turning(2000 / step + 1);
        double most = 0;
        for (int n = 0; n <= 500 && 2000 % step == 0; n++) {
            const Pose a = jd_film_pose(film, 1, n / 125.0),
                       b = jd_film_pose(&thin->run[0].film, 1, n / 125.0);
            most = fmax(most, vec3_norm(vec3_sub(a.p, b.p)));
        }
        assert_true(most <= error);
        staged_free(thin);
    }
    int step;
    assert_true(jd_film_thin(film, s->scene, 1e-12, 100, &step) <= 100);
    staged_free(s);
}

static void the_box_holds_the_whole_circle(void **state) {
    (void)state;
    Staged *s = turning(401);
    Vec3 low, high;
    jd_film_box(&s->run[0].film, s->scene, &low, &high);
    const double end = 2 + 0.8 * s->scene->unit; /* the bar's round end */
    check_near(high.x, end, 0.01, "to the right");
    check_near(low.x, -end, 0.01, "to the left");
    check_near(high.y, end, 0.01, "upwards");
    check_near(low.y, -end, 0.01, "downwards");
    jd_film_box(NULL, s->scene, &low, &high);
    assert_true(low.x > -0.2 && high.y < 0.2);
    staged_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_between_rows_are_of_third_order),
        cmocka_unit_test(times_outside_are_held),
        cmocka_unit_test(velocities_and_forces_are_those_of_the_motion),
        cmocka_unit_test(attitudes_go_the_short_way),
        cmocka_unit_test(thinning_keeps_what_was_asked_for),
        cmocka_unit_test(the_box_holds_the_whole_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
