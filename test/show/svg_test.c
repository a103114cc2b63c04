/* SPDX-License-Identifier: MIT
 *
 * An SVG that moves: its keyframes put every part where the film has it. */
#include "staged.h"
#include "sketch/inside.h"

static const char crank[] =
    "planar\ngravity [0, -9.81]\n"
    "body crank { link [0, 0] [1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "body rod { link [1 m, 0] [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "body slider { at [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "joint A : revolute ground -- crank at [0, 0]\njoint B : revolute crank -- rod at [1 m, 0]\n"
    "joint C : revolute rod -- slider at [3 m, 0]\n"
    "joint D : prismatic ground -- slider at [3 m, 0] axis x\n"
    "force k : spring-damper ground -- slider at [6 m, 0] [3 m, 0]  stiffness 1 N/m  length 3 m\n"
    "param w = 3 rad/s\ndrive m : A.angle = w*time\n";

static Staged *turning(void) {
    return staged((StagedDef){.text = crank, .until = 6, .rows = 2, .frames = 601});
}

/* Which of the groups has this title, from 1. */
static int group_number(const char *svg, const char *title) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "<g><title>%s</title>", title);
    const char *at = strstr(svg, wanted);
    assert_non_null(at);
    int number = 1;
    for (const char *g = svg; (g = strstr(g, "<g>")) && g < at; g++) number++;
    return number;
}

typedef struct {
    double percent, x, y, turn, stretch;
} Frame;

/* The next keyframe; false: there is none. */
static bool next_frame(const char **at, Frame *frame) {
    frame->stretch = 1;
    int length = 0;
    if (sscanf(*at, "%lf%%{transform:translate(%lfpx,%lfpx) rotate(%lfdeg)%n", &frame->percent,
               &frame->x, &frame->y, &frame->turn, &length) != 4 ||
        length == 0)
        return false;
    *at += length;
    if (!strncmp(*at, " scaleX(", 8)) frame->stretch = strtod(*at + 8, (char **)at), ++*at;
    assert_int_equal(**at, '}');
    ++*at;
    return true;
}

static const char *frames_of(const char *svg, int group) {
    char wanted[40];
    snprintf(wanted, sizeof wanted, "@keyframes m%d{", group);
    const char *at = strstr(svg, wanted);
    assert_non_null(at);
    return at + strlen(wanted);
}

static void keyframes_are_where_the_bodies_are(void **state) {
    (void)state;
    Staged *s = turning();
    size_t length;
    char *svg = staged_write(&s->show, "x.svg", &length);
    assert_true(length < 1000000);
    /* The scale and the place of the ground's origin follow from the crank, whose centre goes on a
     * circle. */
    const Film *film = &s->run[0].film;
    SketchDef def = {0};
    jd_film_box(film, s->scene, &def.low, &def.high);
    Drawing d = jd_drawing(0, 0, NULL);
    Draft draft;
    assert_true(jd_draft_open(&draft, s->scene, film, &def, &d));
    for (int b = 1; b <= 3; b++) {
        const char *at = frames_of(svg, group_number(svg, s->scene->bodies.at[b].name));
        int count = 0;
        Frame frame, before = {0};
        for (; next_frame(&at, &frame); before = frame, count++) {
            const double time = frame.percent / 100 * 6;
            const Pose pose = jd_film_pose(film, b, time);
            const Vec2 wanted = jd_draft_point(&draft, pose.p);
            check_near(frame.x, wanted.x, 0.02, "x of the centre of mass");
            check_near(frame.y, wanted.y, 0.02, "y of the centre of mass");
            check_near(frame.turn, -pose.angle * 180 / pi, 0.02, "its angle, counted on");
            if (count == 0) continue;
            /* And in the middle between two of them, on a straight line. */
            const Pose half = jd_film_pose(film, b, (before.percent + frame.percent) / 200 * 6);
            const Vec2 on = jd_draft_point(&draft, half.p);
            assert_true(hypot((before.x + frame.x) / 2 - on.x, (before.y + frame.y) / 2 - on.y) <
                        0.2);
        }
        assert_true(count > 20 && count < 700);
        check_near(before.percent, 100, 1e-9, "to the end");
    }
    jd_draft_close(&draft);
    jd_drawing_free(&d);
    free(svg);
    staged_free(s);
}

/* Sixty frames for each second of the show are too few for what turns often. */
static void what_goes_round_fast_stays_on_its_pin(void **state) {
    (void)state;
    Staged *s = staged(
        (StagedDef){.text = "planar\nbody a { link [0, 0] [1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                            "joint j : revolute ground -- a at [0, 0]\nstart j.rate = 300 rad/s\n",
                    .until = 1,
                    .rows = 2,
                    .frames = 6001});
    size_t length;
    char *svg = staged_write(&s->show, "x.svg", &length);
    const Film *film = &s->run[0].film;
    SketchDef def = {0};
    jd_film_box(film, s->scene, &def.low, &def.high);
    Drawing d = jd_drawing(0, 0, NULL);
    Draft draft;
    assert_true(jd_draft_open(&draft, s->scene, film, &def, &d));
    const char *at = frames_of(svg, group_number(svg, "a"));
    Frame frame, before = {0};
    for (int count = 0; next_frame(&at, &frame); before = frame, count++) {
        if (count == 0) continue;
        const Pose half = jd_film_pose(film, 1, (before.percent + frame.percent) / 200);
        const Vec2 on = jd_draft_point(&draft, half.p);
        assert_true(hypot((before.x + frame.x) / 2 - on.x, (before.y + frame.y) / 2 - on.y) < 0.7);
    }
    jd_draft_close(&draft);
    jd_drawing_free(&d);
    free(svg);
    staged_free(s);
}

static void a_spring_is_stretched(void **state) {
    (void)state;
    Staged *s = turning();
    size_t length;
    char *svg = staged_write(&s->show, "x.svg", &length);
    const char *at = frames_of(svg, group_number(svg, "k"));
    Frame frame;
    int count = 0;
    for (; next_frame(&at, &frame); count++) {
        const double slider = jd_film_pose(&s->run[0].film, 3, frame.percent / 100 * 6).p.x;
        check_near(frame.stretch, (6 - slider) / 3, 2e-3, "as long as from the wall to the slider");
    }
    assert_true(count > 10);
    free(svg);
    staged_free(s);
}

static void it_stands_still_for_those_who_want_that(void **state) {
    (void)state;
    Staged *s = turning();
    size_t length;
    char *svg = staged_write(&s->show, "x.svg", &length);
    check_contains(
        svg,
        "@media (prefers-reduced-motion:reduce){svg>g{animation-play-state:paused!important}}");
    check_contains(svg, "linear infinite");
    free(svg);
    staged_free(s);
}

static void a_spatial_mechanism_is_refused(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = "spatial\nbody a { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n",
        .until = 0.1,
        .rows = 2,
        .frames = 3});
    JdLog *log = jd_log_new();
    assert_false(jd_show_write(&s->show, JD_SCRATCH "/space.svg", log));
    check_text(jd_log_message(log, 0).code, "animation-planar");
    assert_null(fopen(JD_SCRATCH "/space.svg", "r"));
    jd_log_free(log);
    staged_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keyframes_are_where_the_bodies_are),
        cmocka_unit_test(what_goes_round_fast_stays_on_its_pin),
        cmocka_unit_test(a_spring_is_stretched),
        cmocka_unit_test(it_stands_still_for_those_who_want_that),
        cmocka_unit_test(a_spatial_mechanism_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
