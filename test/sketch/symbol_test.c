/* SPDX-License-Identifier: MIT
 *
 * Symbols in drawings: supports on the free side, arrows the way that forces go, springs and
 * dampers, belts along their wheels, eyes of rods, blocks of slides, and something for every joint
 * in space. */
#include "staged.h"
#include "sketch/inside.h"

typedef struct {
    Staged *s;
    Drawing d;
    Draft draft;
} Seen;

static Seen see(const char *text, SketchDef def) {
    Seen seen = {.s = staged((StagedDef){.text = text, .until = 0.01, .rows = 2, .frames = 2}),
                 .d = jd_drawing(0, 0, NULL)};
    def.width = 400, def.height = 300;
    assert_true(jd_draft_open(&seen.draft, seen.s->scene, NULL, &def, &seen.d));
    assert_true(jd_sketch_draw(seen.s->scene, NULL, &def, &seen.d));
    return seen;
}

static void unsee(Seen *seen) {
    jd_draft_close(&seen->draft);
    jd_drawing_free(&seen->d);
    staged_free(seen->s);
}

static int find_group(const Drawing *d, const char *name) {
    for (int n = 0; n < d->items.count; n++)
        if (d->items.at[n].kind == ITEM_GROUP && !strcmp(d->items.at[n].text, name)) return n;
    fail_msg("'%s' is not drawn", name);
    return -1;
}

static int points_of(const Drawing *d, const DrawItem *item) {
    int points = 0;
    for (int n = 0; n < item->count; n++) {
        const int step = d->steps.at[item->first + n];
        points += step == DRAW_CLOSE ? 0 : step == DRAW_CURVE ? 3 : 1;
    }
    return points;
}

/* The box about a group, or about its first `most` paths. */
static Frame2 box_of(const Drawing *d, const char *name, int most) {
    Frame2 box = frame2_none;
    for (int n = find_group(d, name) + 1; d->items.at[n].kind != ITEM_GROUP_END; n++) {
        const DrawItem *item = &d->items.at[n];
        if (item->kind != ITEM_PATH || most-- <= 0) continue;
        for (int k = 0; k < points_of(d, item); k++)
            jd_frame2_reach(&box, d->points.at[item->first_point + k]);
    }
    return box;
}

static bool is_empty(const Drawing *d, const char *name) {
    return d->items.at[find_group(d, name) + 1].kind == ITEM_GROUP_END;
}

/* ---- Supports ------------------------------------------------------------------------------- */

static void supports_stand_where_the_body_does_not_go(void **state) {
    (void)state;
    static const char *const ends[] = {"[1 m, 0]", "[0, 1 m]", "[0.2 m, -1 m]"};
    for (int n = 0; n < 3; n++) {
        Text text = {0};
        jd_text_print(&text,
                      "planar\nbody b { link [0, 0] %s  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "joint A : revolute ground -- b at [0, 0]\n",
                      ends[n]);
        Seen seen = see(text.at, (SketchDef){0});
        const Vec2 pin = jd_draft_point(&seen.draft, vec3(0, 0, 0));
        check_near(jd_sketch_down(&seen.draft, pin).y, n == 2 ? -1 : 1, 0, ends[n]);
        unsee(&seen);
        jd_text_free(&text);
    }
}

/* ---- Forces --------------------------------------------------------------------------------- */

static const char pushed[] =
    "planar\nbody b { link [0, 0] [1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "joint A : revolute ground -- b at [0, 0]\n"
    "force up : point-force b at [1 m, 0] value [0 N, 2 N]\n"
    "force left : point-force b at [0.5 m, 0] value [-1 N, 0 N]\n"
    "force wave : point-force b at [0.8 m, 0] value [0 N, 1 N*sin(time/(1 s))]\n"
    "force back : torque ground -- b value -1 N*m\n"
    "force brake : effort A.angle value -1 N*m\n";

static void forces_are_arrows_the_way_that_they_go(void **state) {
    (void)state;
    Seen seen = see(pushed, (SketchDef){0});
    const Vec2 tip = jd_draft_point(&seen.draft, vec3(1, 0, 0));
    const Vec2 middle = jd_draft_point(&seen.draft, vec3(0.5, 0, 0));
    Frame2 box = box_of(&seen.d, "up", 9);
    assert_true(tip.y - box.low.y > 10 && box.high.y - tip.y < 3 && box.high.x - tip.x < 4);
    box = box_of(&seen.d, "wave", 9);
    assert_true(tip.y - box.low.y > 10 && box.high.y - tip.y < 3);
    box = box_of(&seen.d, "left", 9);
    assert_true(middle.x - box.low.x > 10 && box.high.x - middle.x < 3);
    for (int n = 0; n < seen.s->scene->links.count; n++) {
        const SceneLink *link = &seen.s->scene->links.at[n];
        assert_int_equal(link->back, !strcmp(link->name, "back") || !strcmp(link->name, "brake"));
    }
    unsee(&seen);
}

static void springs_and_dampers_are_told_apart(void **state) {
    (void)state;
    for (int space = 0; space < 2; space++) {
        Text text = {0};
        const char *z = space ? ", 0" : "";
        jd_text_print(&text, "%s\nbody b { at [0, 0%s]  mass 1 kg  inertia %s kg*m^2 }\n",
                      space ? "spatial" : "planar", z, space ? "[1, 1, 1]" : "1");
        static const char *const laws[] = {"stiffness 1 N/m", "damping 1 N*s/m",
                                           "stiffness 1 N/m  damping 1 N*s/m"};
        for (int n = 0; n < 3; n++)
            jd_text_print(&text,
                          "force f%d : spring-damper ground -- b at [%d m, 1 m%s] [0, 0%s]  %s\n",
                          n, n - 1, z, z, laws[n]);
        Seen seen = see(text.at, (SketchDef){0});
        const SceneLink *links = seen.s->scene->links.at;
        for (int n = 0; n < 3; n++)
            for (int k = 0; k < n; k++) assert_string_not_equal(links[n].glyph, links[k].glyph);
        assert_true(links[2].lines.count > links[0].lines.count);
        unsee(&seen);
        jd_text_free(&text);
    }
}

/* ---- Joints --------------------------------------------------------------------------------- */

static void belts_touch_their_wheels(void **state) {
    (void)state;
    for (int crossed = 0; crossed < 2; crossed++) {
        Text text = {0};
        jd_text_print(&text,
                      "planar\nbody a { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "body b { at [1 m, 0.2 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
                      "show cylinder on a  axis z  diameter 0.2 m  length 0.1 m\n"
                      "show cylinder on b  axis z  diameter 0.6 m  length 0.1 m\n"
                      "joint A : revolute ground -- a at [0, 0]\n"
                      "joint B : revolute ground -- b at [1 m, 0.2 m]\n"
                      "joint belt : belt A.angle -- B.angle  ratio %s3\n",
                      crossed ? "-" : "");
        Seen seen = see(text.at, (SketchDef){0});
        const Vec2 a = jd_draft_point(&seen.draft, vec3(0, 0, 0));
        const Vec2 b = jd_draft_point(&seen.draft, vec3(1, 0.2, 0));
        const int group = find_group(&seen.d, "belt");
        for (int n = 1; n <= 2; n++) {
            const Vec2 *p = &seen.d.points.at[seen.d.items.at[group + n].first_point];
            const Vec2 way =
                vec2_scale(1 / hypot(p[1].x - p[0].x, p[1].y - p[0].y), vec2_sub(p[1], p[0]));
            const double from = vec2_cross(way, vec2_sub(a, p[0])),
                         to = vec2_cross(way, vec2_sub(b, p[0]));
            check_near(fabs(from), 0.1 * seen.draft.scale, 1e-6, "a tangent of the first");
            check_near(fabs(to), 0.3 * seen.draft.scale, 1e-6, "a tangent of the second");
            assert_int_equal(from * to < 0, crossed);
        }
        unsee(&seen);
        jd_text_free(&text);
    }
}

static void the_eyes_of_a_rod_are_round(void **state) {
    (void)state;
    Seen seen = see("planar\nbody b { link [2 m, 0] [2 m, 1 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
                    "joint A : revolute ground -- b at [2 m, 0]\n"
                    "joint r : rod ground -- b at [0, 1 m] [2 m, 1 m]\n",
                    (SketchDef){0});
    const Frame2 box = box_of(&seen.d, "r", 9);
    const Vec2 m = jd_draft_point(&seen.draft, vec3(0, 1, 0));
    const double radius = (box.high.y - box.low.y) / 2;
    /* Points that curves bend towards lie a little outside of them. */
    check_near(m.x - box.low.x, radius, 0.06 * radius, "its eye is about its point");
    check_near(radius, 0.6 * seen.draft.unit, 0.06 * radius, "and as large as a pin");
    unsee(&seen);
}

static void a_slide_between_two_bars_has_its_block(void **state) {
    (void)state;
    Seen seen = see("planar\nbody a { link [0, 0] [1 m, 0.5 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
                    "body b { link [1 m, 0.5 m] [2 m, 0.5 m]  mass 1 kg  inertia 1 kg*m^2 }\n"
                    "joint A : revolute ground -- a at [0, 0]\n"
                    "joint s : prismatic a -- b at [1 m, 0.5 m] axis x\n",
                    (SketchDef){0});
    assert_false(is_empty(&seen.d, "s"));
    unsee(&seen);
}

static void every_joint_in_space_is_seen(void **state) {
    (void)state;
    for (int n = 0; jd_joint_at(n); n++) {
        const JointType *type = jd_joint_at(n);
        if (type->couples || type->radius) continue;
        Text text = {0};
        jd_text_print(&text,
                      "spatial\nbody a { link [0, 0, 0] [1 m, 0, 0]  mass 1 kg  inertia [1, 1, 1] "
                      "kg*m^2 }\nbody b { link [1 m, 0, 0] [2 m, 0, 1 m]  mass 1 kg  "
                      "inertia [1, 1, 1] kg*m^2 }\n"
                      "joint j : %s a -- b at [1 m, 0, 0]%s axis x second y%s\n",
                      type->name, type->spans ? " [2 m, 0, 1 m]" : "",
                      !strcmp(type->name, "screw") ? " pitch 1 m" : "");
        Seen seen = see(text.at, (SketchDef){0});
        if (seen.s->scene->links.at[0].solids.count == 0) fail_msg("%s is not seen", type->name);
        unsee(&seen);
        jd_text_free(&text);
    }
}

static void wheels_in_space_are_joined_by_no_bar(void **state) {
    (void)state;
    Seen seen = see("spatial\nbody a { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                    "body b { at [1 m, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
                    "joint A : revolute ground -- a at [0, 0, 0] axis z\n"
                    "joint B : revolute ground -- b at [1 m, 0, 0] axis z\n"
                    "joint belt : belt A.angle -- B.angle  ratio 1\n",
                    (SketchDef){0});
    assert_int_equal(seen.s->scene->links.at[2].solids.count, 0);
    unsee(&seen);
}

/* ---- Sizes ---------------------------------------------------------------------------------- */

static void symbols_are_as_large_as_what_is_shown_wants(void **state) {
    (void)state;
    Seen seen = see("planar\nbody cam { at [0, 0]  com [0.1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                    "show cylinder on cam at [0.1 m, 0]  axis z  diameter 2 m  length 0.1 m\n"
                    "joint A : revolute ground -- cam at [0, 0]\n",
                    (SketchDef){0});
    assert_true(seen.s->scene->size >= 2);
    assert_true(seen.draft.unit > 3);
    unsee(&seen);
}

static void lengths_along_one_line_are_told_once(void **state) {
    (void)state;
    Seen seen = see("planar\nbody b { link [0, 0] [2 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                    "joint A : revolute ground -- b at [0, 0]\n"
                    "force f : point-force b at [1 m, 0] value [0 N, 1 N]\n",
                    (SketchDef){.dimensions = true});
    int one = 0, two = 0;
    for (int n = 0; n < seen.d.items.count; n++) {
        const DrawItem *item = &seen.d.items.at[n];
        if (item->kind != ITEM_TEXT) continue;
        one += !strcmp(item->text, "1 m"), two += !strcmp(item->text, "2 m");
    }
    assert_int_equal(one, 1);
    assert_int_equal(two, 1);
    unsee(&seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(supports_stand_where_the_body_does_not_go),
        cmocka_unit_test(forces_are_arrows_the_way_that_they_go),
        cmocka_unit_test(springs_and_dampers_are_told_apart),
        cmocka_unit_test(belts_touch_their_wheels),
        cmocka_unit_test(the_eyes_of_a_rod_are_round),
        cmocka_unit_test(a_slide_between_two_bars_has_its_block),
        cmocka_unit_test(every_joint_in_space_is_seen),
        cmocka_unit_test(wheels_in_space_are_joined_by_no_bar),
        cmocka_unit_test(symbols_are_as_large_as_what_is_shown_wants),
        cmocka_unit_test(lengths_along_one_line_are_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
