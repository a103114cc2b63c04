/* SPDX-License-Identifier: MIT
 *
 * Drawings of mechanisms: everything is where the poses say, nothing hidden is drawn, no text
 * covers another. */
#include "staged.h"
#include "sketch/inside.h"
#include "models.h"

/* ---- Texts ---------------------------------------------------------------------------------- */

static void project(const Vec2 *corners, Vec2 axis, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (int n = 0; n < 4; n++) {
        const double x = vec2_dot(corners[n], axis);
        *low = fmin(*low, x), *high = fmax(*high, x);
    }
}

/* Rectangles that no line separates, by more than a hair. */
static bool overlap(const Vec2 *a, const Vec2 *b) {
    const Vec2 axes[4] = {vec2_sub(a[1], a[0]), vec2_sub(a[3], a[0]), vec2_sub(b[1], b[0]),
                          vec2_sub(b[3], b[0])};
    for (int n = 0; n < 4; n++) {
        double low_a, high_a, low_b, high_b;
        const Vec2 axis = vec2_scale(1 / sqrt(vec2_dot(axes[n], axes[n])), axes[n]);
        project(a, axis, &low_a, &high_a);
        project(b, axis, &low_b, &high_b);
        if (high_a <= low_b + 0.3 || high_b <= low_a + 0.3) return false;
    }
    return true;
}

static void no_text_covers_another(const char *name, const Drawing *d) {
    for (int n = 0; n < d->items.count; n++)
        for (int k = 0; k < n; k++) {
            const DrawItem *a = &d->items.at[n], *b = &d->items.at[k];
            if (a->kind != ITEM_TEXT || b->kind != ITEM_TEXT) continue;
            Vec2 p[4], q[4];
            jd_text_corners(a->at, &a->style, a->text, p);
            jd_text_corners(b->at, &b->style, b->text, q);
            if (overlap(p, q)) fail_msg("%s: '%s' covers '%s'", name, a->text, b->text);
        }
}

static bool covers(const Vec2 *corners, Vec2 p) {
    const Vec2 axes[2] = {vec2_sub(corners[1], corners[0]), vec2_sub(corners[3], corners[0])};
    for (int n = 0; n < 2; n++) {
        const double at = vec2_dot(vec2_sub(p, corners[0]), axes[n]);
        if (!(at > 0 && at < vec2_dot(axes[n], axes[n]))) return false;
    }
    return true;
}

static void no_text_covers_the_head_of_an_arrow(const char *name, const Drawing *d) {
    for (int n = 0; n < d->items.count; n++) {
        const DrawItem *head = &d->items.at[n];
        if (!jd_is_head(d, head)) continue;
        for (int k = 0; k < d->items.count; k++) {
            const DrawItem *text = &d->items.at[k];
            if (text->kind != ITEM_TEXT) continue;
            Vec2 q[4];
            jd_text_corners(text->at, &text->style, text->text, q);
            /* Its tip and the middle of its back: a length stands close above its own line. */
            const Vec2 *corner = &d->points.at[head->first_point];
            const Vec2 back = vec2_scale(0.5, vec2_add(corner[1], corner[2]));
            if (covers(q, corner[0]) || covers(q, back))
                fail_msg("%s: '%s' covers the head of an arrow", name, text->text);
        }
    }
}

static void texts_lie_on_the_paper(const char *name, const Drawing *d) {
    for (int n = 0; n < d->items.count; n++) {
        const DrawItem *item = &d->items.at[n];
        if (item->kind != ITEM_TEXT) continue;
        Vec2 p[4];
        jd_text_corners(item->at, &item->style, item->text, p);
        for (int k = 0; k < 4; k++)
            if (p[k].x < 0 || p[k].y < 0 || p[k].x > d->width || p[k].y > d->height)
                fail_msg("%s: '%s' is not on the paper", name, item->text);
    }
}

static bool has_text(const Drawing *d, const char *text) {
    for (int n = 0; n < d->items.count; n++)
        if (d->items.at[n].kind == ITEM_TEXT && !strcmp(d->items.at[n].text, text)) return true;
    return false;
}

static int find_group(const Drawing *d, const char *name) {
    for (int n = 0; n < d->items.count; n++)
        if (d->items.at[n].kind == ITEM_GROUP && d->items.at[n].text &&
            !strcmp(d->items.at[n].text, name))
            return n;
    return -1;
}

/* ---- Every model ---------------------------------------------------------------------------- */

static void draw_model(const char *path, const SketchDef *def) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    Scene *scene = jd_scene_new(model, system, log);
    Drawing d = jd_drawing(0, 0, def->theme);
    assert_true(jd_sketch_draw(scene, NULL, def, &d));
    assert_true(d.items.count > 0 && d.width > 50 && d.height > 50);
    no_text_covers_another(path, &d);
    no_text_covers_the_head_of_an_arrow(path, &d);
    texts_lie_on_the_paper(path, &d);
    jd_drawing_free(&d);
    jd_scene_free(scene);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

static void draw_plainly_and_in_full(const char *path) {
    draw_model(path, &(SketchDef){.names = true});
    draw_model(path, &(SketchDef){.names = true, .dimensions = true, .axes = true, .width = 300});
}

static void in_every_model_no_text_covers_another(void **state) {
    (void)state;
    for_every_model(draw_plainly_and_in_full);
}

/* ---- Places --------------------------------------------------------------------------------- */

static const char crank[] =
    "planar\ngravity [0, -9.81]\n"
    "body crank { link [0, 0] [1 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "body rod { link [1 m, 0] [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "body slider { at [3 m, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
    "joint A : revolute ground -- crank at [0, 0]\njoint B : revolute crank -- rod at [1 m, 0]\n"
    "joint C : revolute rod -- slider at [3 m, 0]\n"
    "joint D : prismatic ground -- slider at [3 m, 0] axis x\n"
    "param w = 1 rad/s\ndrive m : A.angle = w*time\n";

static Staged *turning(void) {
    return staged((StagedDef){.text = crank, .until = 3, .rows = 2, .frames = 301});
}

/* The middle of the box about the first path of a group. */
static Vec2 middle_of_group(const Drawing *d, const char *name) {
    const int group = find_group(d, name);
    assert_true(group >= 0);
    const DrawItem *item = &d->items.at[group + 1];
    assert_int_equal(item->kind, ITEM_PATH);
    Frame2 box = frame2_none;
    int points = 0;
    for (int n = 0; n < item->count; n++) {
        const int step = d->steps.at[item->first + n];
        points += step == DRAW_CLOSE ? 0 : step == DRAW_CURVE ? 3 : 1;
    }
    for (int n = 0; n < points; n++) jd_frame2_reach(&box, d->points.at[item->first_point + n]);
    return vec2_scale(0.5, vec2_add(box.low, box.high));
}

static void bodies_are_drawn_where_they_are(void **state) {
    (void)state;
    Staged *s = turning();
    const Film *film = &s->run[0].film;
    for (double time = 0; time < 3; time += 0.4) {
        const SketchDef def = {.time = time, .width = 400, .height = 300};
        Drawing d = jd_drawing(0, 0, NULL);
        Draft draft;
        assert_true(jd_draft_open(&draft, s->scene, film, &def, &d));
        assert_true(jd_sketch_draw(s->scene, film, &def, &d));
        for (int b = 1; b <= 3; b++) {
            const Vec2 is = middle_of_group(&d, s->scene->bodies.at[b].name);
            const Vec2 wanted = jd_draft_point(&draft, jd_film_pose(film, b, time).p);
            check_near(is.x, wanted.x, 0.02, "the middle of a link is its centre of mass here");
            check_near(is.y, wanted.y, 0.02, "the middle of a link is its centre of mass here");
        }
        /* Upwards is up, and lengths are to scale. */
        const Vec2 a = jd_draft_point(&draft, vec3(0, 0, 0)),
                   up = jd_draft_point(&draft, vec3(0, 1, 0));
        check_near(a.y - up.y, draft.scale, 1e-9, "y goes up");
        jd_draft_close(&draft);
        jd_drawing_free(&d);
    }
    staged_free(s);
}

static void names_and_dimensions_are_there_if_wanted(void **state) {
    (void)state;
    Staged *s = turning();
    Drawing d = jd_drawing(0, 0, NULL);
    jd_sketch_draw(s->scene, NULL, &(SketchDef){.names = true, .dimensions = true}, &d);
    assert_true(has_text(&d, "crank") && has_text(&d, "rod") && has_text(&d, "slider"));
    assert_true(has_text(&d, "A") && has_text(&d, "B"));
    assert_true(has_text(&d, "C, D"));
    assert_true(has_text(&d, "1 m") && has_text(&d, "2 m"));
    assert_true(has_text(&d, "g"));
    jd_drawing_free(&d);
    d = jd_drawing(0, 0, NULL);
    jd_sketch_draw(s->scene, NULL, &(SketchDef){.names = false}, &d);
    assert_false(has_text(&d, "crank") || has_text(&d, "A") || has_text(&d, "1 m"));
    jd_drawing_free(&d);
    staged_free(s);
}

static void what_is_hidden_is_not_drawn(void **state) {
    (void)state;
    for (int space = 0; space < 2; space++) {
        Text text = {0};
        jd_text_print(&text,
                      "%s\nbody seen { link [0, 0%s] [1 m, 0%s]  mass 1 kg  inertia %s kg*m^2 }\n"
                      "body unseen { link [1 m, 0%s] [2 m, 0%s]  mass 1 kg  inertia %s kg*m^2  "
                      "animation off }\n"
                      "joint A : revolute ground -- seen at [0, 0%s] %s\n"
                      "joint B : revolute seen -- unseen at [1 m, 0%s] %s\n",
                      space ? "spatial" : "planar", space ? ", 0" : "", space ? ", 0" : "",
                      space ? "[1, 1, 1]" : "1", space ? ", 0" : "", space ? ", 0" : "",
                      space ? "[1, 1, 1]" : "1", space ? ", 0" : "", space ? "axis z" : "",
                      space ? ", 0" : "", space ? "axis z" : "");
        Staged *s = staged((StagedDef){.text = text.at, .until = 0.01, .rows = 2, .frames = 2});
        Drawing d = jd_drawing(0, 0, NULL);
        jd_sketch_draw(s->scene, NULL, &(SketchDef){.names = true}, &d);
        assert_true(find_group(&d, "seen") >= 0 && has_text(&d, "seen"));
        assert_true(find_group(&d, "unseen") < 0 && !has_text(&d, "unseen"));
        assert_true(!has_text(&d, "B") && has_text(&d, "A"));
        jd_drawing_free(&d);
        staged_free(s);
        jd_text_free(&text);
    }
}

static void paths_follow_their_points(void **state) {
    (void)state;
    Staged *s = turning();
    const char *const paths[] = {"crank", NULL};
    const SketchDef def = {.paths = paths, .width = 400, .height = 300, .time = 1};
    Drawing d = jd_drawing(0, 0, NULL);
    Draft draft;
    assert_true(jd_draft_open(&draft, s->scene, &s->run[0].film, &def, &d));
    jd_sketch_trails(&draft);
    assert_true(d.items.count == 2);
    const DrawItem *item = &d.items.at[0];
    assert_int_equal(item->count, 301);
    for (int n = 0; n < item->count; n++) {
        const double t = n / 100.0;
        const Vec2 wanted = jd_draft_point(&draft, vec3(0.5 * cos(t), 0.5 * sin(t), 0));
        check_near(d.points.at[item->first_point + n].x, wanted.x, 1e-3,
                   "half way up the crank: a circle");
        check_near(d.points.at[item->first_point + n].y, wanted.y, 1e-3,
                   "half way up the crank: a circle");
    }
    jd_draft_close(&draft);
    jd_drawing_free(&d);
    staged_free(s);
}

/* Of two boxes one behind the other, the one in front hides the other. */
static void what_lies_behind_is_hidden(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = "spatial\nbody back { at [0, 1 m, 0]  mass 1 kg  shape "
                                           "box  length 0.5 m  width 0.1 m  height 0.5 m }\n"
                                           "body front { at [0, 0, 0]  mass 1 kg  shape box  "
                                           "length 1 m  width 0.1 m  height 1 m }\n",
                                   .until = 0.01,
                                   .rows = 2,
                                   .frames = 2});
    for (int side = -1; side <= 1; side += 2) {
        Drawing d = jd_drawing(0, 0, NULL);
        jd_sketch_draw(s->scene, NULL, &(SketchDef){.from = {0, side, 0}}, &d);
        const int back = find_group(&d, "back");
        assert_true(back >= 0);
        const bool seen = d.items.at[back + 1].kind == ITEM_PATH && d.items.at[back + 1].count > 0;
        assert_int_equal(seen, side > 0);
        jd_drawing_free(&d);
    }
    staged_free(s);
}

static void themes_change_colours_only(void **state) {
    (void)state;
    Staged *s = turning();
    int items = -1;
    for (int n = 0; jd_theme_at(n); n++) {
        Drawing d = jd_drawing(0, 0, NULL);
        jd_sketch_draw(s->scene, NULL, &(SketchDef){.names = true, .theme = jd_theme_at(n)}, &d);
        assert_ptr_equal(d.theme, jd_theme_at(n));
        assert_true(items < 0 || items == d.items.count);
        items = d.items.count;
        jd_drawing_free(&d);
    }
    staged_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_every_model_no_text_covers_another),
        cmocka_unit_test(bodies_are_drawn_where_they_are),
        cmocka_unit_test(names_and_dimensions_are_there_if_wanted),
        cmocka_unit_test(what_is_hidden_is_not_drawn),
        cmocka_unit_test(paths_follow_their_points),
        cmocka_unit_test(what_lies_behind_is_hidden),
        cmocka_unit_test(themes_change_colours_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
