/* SPDX-License-Identifier: MIT
 *
 * Arrows and axes that follow the run: where they are, in films, drawings and moving pictures,
 * against closed forms. */
#include "staged.h"
#include "sketch/inside.h"

/* A bar that turns once in 2 s about the origin, in the plane. */
#define TURNING                                                                                    \
    "planar\nbody arm { link [0, 0] [2 m, 0]  mass 3 kg  inertia 1 kg*m^2  frame tip at [2 m, 0] " \
    "}\njoint j : revolute ground -- arm at [0, 0]\n"                                              \
    "param w = (pi) rad/s\ndrive d : j.angle = w*time\n"
#define TURNING_IN_SPACE                                                                           \
    "spatial\nbody arm { link [0, 0, 0] [2 m, 0, 0]  mass 3 kg  inertia [1, 1, 1] kg*m^2  "        \
    "frame tip at [2, 0, 0] m }\njoint j : revolute ground -- arm at [0, 0, 0] axis z\n"           \
    "param w = (pi) rad/s\ndrive d : j.angle = w*time\n"

static Staged *filmed(const char *text) {
    return staged((StagedDef){.text = text, .until = 2, .rows = 3, .frames = 201});
}

static void check_place(Vec3 p, double x, double y, double z, const char *what) {
    check_near(p.x, x, 1e-5, what);
    check_near(p.y, y, 1e-5, what);
    check_near(p.z, z, 1e-5, what);
}

/* The force in the joint is m w^2 r, towards the middle; 1 mm for a newton. */
static void arrows_go_along_their_vectors(void **state) {
    (void)state;
    Staged *s = filmed(TURNING "arrow pull = [j.force.x, j.force.y]  on arm.tip  scale 1 mm/N\n"
                               "arrow same = [-3, 0]  on arm  at [2, 0] m  along arm\n"
                               "arrow free = [1 N, 0 N]  at [time*(1 m/s), 5 m]  scale 2 m/N\n");
    const Film *film = &s->run[0].film;
    assert_int_equal(s->scene->follows.count, 3);
    for (double t = 0.1; t < 2; t += 0.317) {
        const Vec3 tip = {2 * cos(pi * t), 2 * sin(pi * t), 0};
        const double force = 1e-3 * 3 * pi * pi;
        const Followed pull = jd_follow_at(s->scene, film, 0, t);
        check_place(pull.from, tip.x, tip.y, 0, "where it stands");
        check_place(pull.to, tip.x - force * tip.x / 2, tip.y - force * tip.y / 2, 0, "its tip");
        const Followed same = jd_follow_at(s->scene, film, 1, t);
        const double length = vec3_norm(vec3_sub(same.to, same.from));
        check_near(length, 0.25 * s->scene->size, 1e-6, "a quarter of the mechanism");
        check_place(same.to, tip.x * (1 - length / 2), tip.y * (1 - length / 2), 0, "with the arm");
        const Followed free = jd_follow_at(s->scene, film, 2, t);
        check_place(free.from, t, 5, 0, "where the expression says");
        check_place(free.to, t + 2, 5, 0, "two metres for a newton");
    }
    Vec3 low, high;
    jd_film_box(film, s->scene, &low, &high);
    assert_true(high.x >= 4 - 1e-6 && high.y >= 5 - 1e-6); /* the picture has room for it */
    staged_free(s);
}

static void axes_follow_frames_and_expressions(void **state) {
    (void)state;
    Staged *s = filmed(TURNING "axes tool  on arm.tip  length 0.3 m  label \"tool\"\n"
                               "axes aim  at [1 m, time*(1 m/s)]  angle 2*j.angle\n");
    const Film *film = &s->run[0].film;
    for (double t = 0.1; t < 2; t += 0.317) {
        const Followed tool = jd_follow_at(s->scene, film, 0, t);
        check_place(tool.pose.p, 2 * cos(pi * t), 2 * sin(pi * t), 0, "at the tip");
        check_place(tool.pose.axes.x, cos(pi * t), sin(pi * t), 0, "turned with the arm");
        const Followed aim = jd_follow_at(s->scene, film, 1, t);
        check_place(aim.pose.p, 1, t, 0, "where it is said");
        check_place(aim.pose.axes.x, cos(2 * pi * t), sin(2 * pi * t), 0, "turned as it is said");
    }
    check_near(jd_follow_length(s->scene, 0), 0.3, 1e-12, "as said");
    assert_true(jd_follow_length(s->scene, 1) > 0);
    staged_free(s);
}

static void they_do_so_in_space(void **state) {
    (void)state;
    Staged *s =
        filmed(TURNING_IN_SPACE "arrow up = [0, 0, 6] N  on arm.tip  along arm  scale 0.5 m/N\n"
                                "arrow out = [1 N, 0 N, 0 N]  on arm  at [2, 0, 0] m  along arm  "
                                "scale 1 m/N  label \"out\"\n"
                                "axes aim  at [0, 0, 1] m  turned [j.angle, 0, 0]\n");
    const Film *film = &s->run[0].film;
    for (double t = 0.1; t < 1; t += 0.217) {
        const double c = cos(pi * t), d = sin(pi * t);
        check_place(jd_follow_at(s->scene, film, 0, t).to, 2 * c, 2 * d, 3, "along its z axis");
        check_place(jd_follow_at(s->scene, film, 1, t).to, 3 * c, 3 * d, 0, "along its x axis");
        const Pose aim = jd_follow_at(s->scene, film, 2, t).pose;
        check_place(aim.axes.y, 0, c, d, "about x");
        check_place(aim.p, 0, 0, 1, "there");
    }
    staged_free(s);
}

/* Without a film they are as at the start. */
static void at_the_start_without_a_film(void **state) {
    (void)state;
    Staged *s = filmed(TURNING "arrow v = [arm.vx, arm.vy]  on arm.tip  scale 1 m/(1 m/s)\n");
    const Followed is = jd_follow_at(s->scene, NULL, 0, 0);
    check_place(is.from, 2, 0, 0, "at the tip");
    check_place(is.to, 2, pi, 0, "its speed, w r of its centre of mass");
    staged_free(s);
}

/* ---- Drawn ---------------------------------------------------------------------------------- */

static const DrawItem *text_of(const Drawing *d, const char *text) {
    for (int n = 0; n < d->items.count; n++)
        if (d->items.at[n].kind == ITEM_TEXT && !strcmp(d->items.at[n].text, text))
            return &d->items.at[n];
    return NULL;
}

static void drawings_have_them_with_their_labels(void **state) {
    (void)state;
    static const char *const texts[] = {
        TURNING "arrow pull = [j.force.x, j.force.y]  on arm.tip  colour red  label \"F\"\n"
                "axes tool  on arm.tip  label \"tool\"\n",
        TURNING_IN_SPACE "arrow pull = [j.force.x, j.force.y, j.force.z]  on arm.tip  colour red  "
                         "label \"F\"\naxes tool  on arm.tip  label \"tool\"\n"};
    for (int n = 0; n < 2; n++) {
        Staged *s = filmed(texts[n]);
        Drawing d;
        for (int film = 0; film < 2; film++) {
            d = jd_drawing(0, 0, jd_theme_at(0));
            assert_true(jd_sketch_draw(s->scene, film ? &s->run[0].film : NULL,
                                       &(SketchDef){.time = 0.4, .theme = jd_theme_at(0)}, &d));
            assert_non_null(text_of(&d, "F"));
            assert_non_null(text_of(&d, "tool"));
            assert_non_null(text_of(&d, "y"));
            const DrawItem *label = text_of(&d, "F");
            assert_true(label->at.x > 0 && label->at.x < d.width && label->at.y < d.height);
            assert_true(label->style.colour.r > label->style.colour.b); /* red */
            jd_drawing_free(&d);
        }
        staged_free(s);
    }
}

static void moving_pictures_move_them(void **state) {
    (void)state;
    Staged *s = filmed(TURNING "arrow pull = [j.force.x, 0 N]  on arm.tip  label \"F\"\n"
                               "axes tool  on arm.tip\n");
    Staged *without = filmed(TURNING);
    Drawing d, plain;
    assert_true(jd_sketch_moving(&s->show, &d));
    assert_true(jd_sketch_moving(&without->show, &plain));
    int groups = 0, before = 0;
    for (int n = 0; n < d.items.count; n++) groups += d.items.at[n].kind == ITEM_GROUP;
    for (int n = 0; n < plain.items.count; n++) before += plain.items.at[n].kind == ITEM_GROUP;
    assert_int_equal(groups - before, 4); /* shaft, head, label and axes */
    assert_non_null(text_of(&d, "F"));
    jd_drawing_free(&d);
    jd_drawing_free(&plain);
    staged_free(s);
    staged_free(without);
}

/* ---- Of the language ------------------------------------------------------------------------ */

static void their_numbers_are_channels_and_change_nothing(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = TURNING "arrow pull = [j.force.x, j.force.y]  on arm\n",
                                   .until = 2,
                                   .rows = 5,
                                   .frames = 3,
                                   .channels = {"pull.x", "j.force.x", "arm.x"}});
    Staged *plain = staged(
        (StagedDef){.text = TURNING, .until = 2, .rows = 5, .frames = 3, .channels = {"arm.x"}});
    for (int row = 0; row < 5; row++) {
        assert_true(jd_trace_at(s->trace[0], row, 1) == jd_trace_at(s->trace[0], row, 2));
        assert_true(jd_trace_at(s->trace[0], row, 3) == jd_trace_at(plain->trace[0], row, 1));
    }
    staged_free(s);
    staged_free(plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_go_along_their_vectors),
        cmocka_unit_test(axes_follow_frames_and_expressions),
        cmocka_unit_test(they_do_so_in_space),
        cmocka_unit_test(at_the_start_without_a_film),
        cmocka_unit_test(drawings_have_them_with_their_labels),
        cmocka_unit_test(moving_pictures_move_them),
        cmocka_unit_test(their_numbers_are_channels_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
